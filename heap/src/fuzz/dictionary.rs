//! The words, characters, numbers and sizes that a program itself mentions.

use crate::ir::{Expr, Init, Operand, Program, Role, StmtKind, Type, each_stmt};
use std::collections::BTreeSet;

/// Words of more bytes are messages, not something that a program looks for.
const LONGEST_WORD: usize = 16;

/// Sizes that are larger are not tried.
const LARGEST_SIZE: i128 = 5000;

/// What samples are made of.
pub(super) struct Dictionary {
    /// Short strings of the program, and numbers as text.
    pub(super) words: Vec<Vec<u8>>,
    /// Numbers as text.
    pub(super) numbers: Vec<Vec<u8>>,
    /// Characters that the program compares with, and those that separate words.
    pub(super) characters: Vec<u8>,
    /// Sizes of arrays and other small numbers.
    pub(super) sizes: Vec<usize>,
    /// The numbers themselves, for decisions.
    pub(super) values: Vec<i128>,
    /// Whether the program takes arguments.
    pub(super) has_arguments: bool,
}

impl Dictionary {
    /// The dictionary of a program.
    pub(super) fn new(program: &Program) -> Dictionary {
        let mut found = Constants::default();
        for function in program.functions.iter().filter(|function| function.role == Role::Program) {
            each_stmt(function.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| found.statement(&stmt.kind));
            for slot in &function.slots {
                found.array(program, slot.ty);
            }
        }
        for global in &program.globals {
            found.array(program, global.ty);
            match &global.init {
                Init::Bytes(bytes) if global.constant => found.string(bytes),
                Init::Cells(cells) => {
                    let numbers = cells.iter().take(64).filter_map(|cell| match cell.value {
                        Operand::Int(value, _) => Some(value),
                        _ => None,
                    });
                    found.numbers.extend(numbers);
                }
                _ => {}
            }
        }
        for (_, record) in program.types.records() {
            for field in &record.fields {
                found.array(program, field.ty);
            }
        }
        let main = program.main.map(|main| &program.functions[main.index()]);
        found.dictionary(main.is_some_and(|main| !main.params.is_empty()))
    }
}

/// The constants of a program.
#[derive(Default)]
struct Constants {
    strings: BTreeSet<Vec<u8>>,
    characters: BTreeSet<u8>,
    numbers: BTreeSet<i128>,
    sizes: BTreeSet<usize>,
}

impl Constants {
    fn statement(&mut self, stmt: &StmtKind) {
        for operand in stmt.operands() {
            let Operand::Int(value, _) = operand else { continue };
            self.numbers.insert(value);
            if let StmtKind::Assign { value: Expr::Compare(..), .. } = stmt {
                self.characters.extend(u8::try_from(value));
            }
        }
    }

    fn array(&mut self, program: &Program, ty: crate::ir::TypeId) {
        if let Type::Array(element, Some(length)) = program.types.get(ty) {
            self.sizes.extend(usize::try_from(*length));
            self.array(program, *element);
        }
    }

    /// The text of a literal. The characters of a short one may be meant one by one.
    fn string(&mut self, bytes: &[u8]) {
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
        if text.is_empty() || text.len() > LONGEST_WORD || text.contains(&b'%') {
            return;
        }
        if text.len() <= 4 {
            self.characters.extend(text);
        }
        self.strings.insert(text.to_vec());
    }

    fn dictionary(self, has_arguments: bool) -> Dictionary {
        let limits = [i128::from(i32::MIN), i128::from(i32::MAX), i128::from(i64::MIN), i128::from(i64::MAX)];
        let mut values = BTreeSet::from([0, 1, -1, 10, 255, 256]);
        for number in self.numbers.iter().copied().chain(limits) {
            values.extend([number - 1, number, number + 1, -number]);
        }
        let numbers: Vec<Vec<u8>> = values.iter().map(|value| value.to_string().into_bytes()).collect();
        let in_code = self.numbers.iter().copied().filter(|&number| (2..=LARGEST_SIZE).contains(&number));
        let mut sizes: BTreeSet<usize> = self.sizes.into_iter().filter(|&size| size > 1).collect();
        sizes.retain(|&size| size as i128 <= LARGEST_SIZE);
        sizes.extend(in_code.filter_map(|number| usize::try_from(number).ok()));
        let mut characters: BTreeSet<u8> = BTreeSet::from(*b"\n ,=:-ax1");
        characters.extend(self.characters);
        let words = self.strings.into_iter().collect();
        Dictionary {
            words,
            numbers,
            characters: characters.into_iter().collect(),
            sizes: sizes.into_iter().collect(),
            values: values.into_iter().collect(),
            has_arguments,
        }
    }
}
