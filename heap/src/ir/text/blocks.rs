//! Reading statements that contain others. What is open is on a stack of its own: however deeply a text is
//! nested, the reader is not.

use super::lexer::Tok;
use super::reader::{Read, Reader};
use crate::ir::*;

/// A block that is not closed yet, and what will contain it.
struct Open {
    holder: Holder,
    /// The position of the holder.
    pos: Pos,
    /// The statements so far.
    block: Block,
}

enum Holder {
    Function,
    Then { cond: Operand },
    Else { cond: Operand, then: Block },
    Block(Label),
    Loop(Box<OpenLoop>),
}

struct OpenLoop {
    result: Loop,
    /// What the open block is.
    part: Part,
    has_test: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Nothing yet.
    Head,
    Test,
    /// The condition was read. The loop ends here if the test comes last.
    Tested,
    Body,
    Step,
}

impl Reader<'_> {
    /// The statements of a function and the closing brace.
    pub(super) fn function_block(&mut self) -> Read<Block> {
        let pos = super::print::NOWHERE;
        let mut open = vec![Open { holder: Holder::Function, pos, block: Vec::new() }];
        while let Some(mut last) = open.pop() {
            let own = self.token().at;
            match (self.peek(), &mut last.holder) {
                (Tok::Mark("}"), _) => {
                    self.advance();
                    if let Some(done) = self.close(last, &mut open)? {
                        return Ok(done);
                    }
                    continue;
                }
                (Tok::Word("test" | "body" | "step" | "while"), Holder::Loop(inner)) => {
                    self.loop_part(inner, &mut last.block)?;
                    open.push(last);
                    continue;
                }
                (_, Holder::Loop(inner)) if matches!(inner.part, Part::Head | Part::Tested) => {
                    return self.expected(if inner.has_test { "`body:`" } else { "`test:` or `body:`" });
                }
                _ => {}
            }
            let inner = self.stmt(own, &mut last.block)?;
            open.push(last);
            open.extend(inner);
            if open.len() > 2 * MAX_NESTING {
                return self.error("statements are nested too deeply");
            }
        }
        self.expected("a statement")
    }

    /// A whole statement, or the start of one that contains others.
    fn stmt(&mut self, own: (u32, u32), block: &mut Block) -> Read<Option<Open>> {
        let holder = match self.peek() {
            Tok::Word("if") => {
                self.advance();
                Holder::Then { cond: self.operand(Scalar::INT)? }
            }
            Tok::Word("block") => {
                self.advance();
                Holder::Block(self.new_label()?)
            }
            Tok::Word("loop") => Holder::Loop(self.loop_head()?),
            _ => {
                let kind = self.simple()?;
                let pos = self.place(own)?;
                self.newline()?;
                block.push(Stmt { kind, pos });
                return Ok(None);
            }
        };
        self.expect("{")?;
        let pos = self.place(own)?;
        self.newline()?;
        let mut open = Open { holder, pos, block: Vec::new() };
        if let Holder::Loop(inner) = &mut open.holder {
            inner.result.visible = self.visible()?;
        }
        Ok(Some(open))
    }

    /// `loop L0 for`
    fn loop_head(&mut self) -> Read<Box<OpenLoop>> {
        self.advance();
        let label = self.new_label()?;
        let origin = match self.peek() {
            Tok::Word("while") => LoopOrigin::While,
            Tok::Word("for") => LoopOrigin::For,
            Tok::Word("do") => LoopOrigin::Do,
            Tok::Word("goto") => LoopOrigin::Goto,
            _ => return self.expected("`while`, `for`, `do` or `goto`"),
        };
        self.advance();
        let result = Loop {
            label,
            origin,
            tests_last: false,
            test: Vec::new(),
            cond: Operand::Int(1, IntType::INT),
            body: Vec::new(),
            step: Vec::new(),
            visible: Vec::new(),
        };
        Ok(Box::new(OpenLoop { result, part: Part::Head, has_test: false }))
    }

    /// `visible i.1, n.0`
    fn visible(&mut self) -> Read<Vec<VarId>> {
        let mut visible = Vec::new();
        if self.eat_word("visible") {
            visible.push(self.var()?.0);
            while self.eat(",") {
                visible.push(self.var()?.0);
            }
            self.newline()?;
        }
        Ok(visible)
    }

    /// `test:`, `while cond`, `body:` or `step:`, where it may stand; `block` is what came before it.
    fn loop_part(&mut self, inner: &mut OpenLoop, block: &mut Block) -> Read<()> {
        let Tok::Word(word) = self.peek() else { return self.expected("a part of a loop") };
        let next = match (*word, inner.part) {
            ("test", Part::Head) => Part::Test,
            ("test", Part::Body | Part::Step) if !inner.has_test => Part::Test,
            ("while", Part::Test) => Part::Tested,
            ("body", Part::Head) => Part::Body,
            ("body", Part::Tested) if !inner.result.tests_last => Part::Body,
            ("step", Part::Body) => Part::Step,
            _ => return self.error(&format!("`{word}` does not belong here")),
        };
        self.advance();
        let before = inner.part;
        inner.keep(std::mem::take(block));
        inner.part = next;
        match next {
            Part::Tested => inner.result.cond = self.operand(Scalar::INT)?,
            _ => self.expect(":")?,
        }
        if next == Part::Test {
            inner.has_test = true;
            inner.result.tests_last = before != Part::Head;
        }
        self.newline()
    }

    /// After a brace: puts the block that it closes into its holder, and that into the block around it. Gives
    /// the block of the function if it is closed.
    fn close(&mut self, last: Open, open: &mut Vec<Open>) -> Read<Option<Block>> {
        let Open { holder, pos, block } = last;
        let kind = match holder {
            Holder::Function => {
                self.newline()?;
                return Ok(Some(block));
            }
            Holder::Then { cond } if self.eat_word("else") => {
                self.expect("{")?;
                self.newline()?;
                open.push(Open { holder: Holder::Else { cond, then: block }, pos, block: Vec::new() });
                return Ok(None);
            }
            Holder::Then { cond } => StmtKind::If { cond, then: block, otherwise: Vec::new() },
            Holder::Else { cond, then } => StmtKind::If { cond, then, otherwise: block },
            Holder::Block(label) => StmtKind::Block { label, body: block },
            Holder::Loop(mut inner) => {
                let is_whole = match inner.part {
                    Part::Body | Part::Step => true,
                    Part::Tested => inner.result.tests_last,
                    Part::Head | Part::Test => false,
                };
                if !is_whole {
                    return self.error("a part of the loop is missing before this");
                }
                inner.keep(block);
                StmtKind::Loop(Box::new(inner.result))
            }
        };
        self.newline()?;
        if let Some(around) = open.last_mut() {
            around.block.push(Stmt { kind, pos });
        }
        Ok(None)
    }
}

impl OpenLoop {
    /// Puts the statements of the open part into the loop.
    fn keep(&mut self, block: Block) {
        match self.part {
            Part::Test => self.result.test = block,
            Part::Body => self.result.body = block,
            Part::Step => self.result.step = block,
            Part::Head | Part::Tested => {}
        }
    }
}
