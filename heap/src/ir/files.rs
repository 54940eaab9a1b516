//! The numbers of files: two programs from the same files may number them differently.

use super::*;

impl Program {
    /// The same program, where files that another one has, too, have the same numbers as there.
    pub fn with_files_of(mut self, other: &Program) -> Program {
        let mut files = other.files.clone();
        let mut numbers = Vec::with_capacity(self.files.len());
        for file in std::mem::take(&mut self.files) {
            let known = files.iter().position(|other| other.name == file.name);
            numbers.push(FileId(known.unwrap_or(files.len()) as u32));
            if known.is_none() {
                files.push(file);
            }
        }
        self.files = files;
        let renumber = |pos: &mut Pos| {
            if let Some(&number) = numbers.get(pos.file.index()) {
                pos.file = number;
            }
        };
        for function in self.functions.iter_mut().chain([&mut self.start]) {
            renumber(&mut function.pos);
            function.slots.iter_mut().for_each(|slot| renumber(&mut slot.pos));
            function.body.iter_mut().for_each(|body| renumber_block(body, &renumber));
        }
        self.globals.iter_mut().for_each(|global| renumber(&mut global.pos));
        self
    }
}

fn renumber_block(block: &mut Block, renumber: &dyn Fn(&mut Pos)) {
    for stmt in block {
        renumber(&mut stmt.pos);
        match &mut stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                renumber_block(then, renumber);
                renumber_block(otherwise, renumber);
            }
            StmtKind::Loop(inner) => {
                for part in [&mut inner.test, &mut inner.body, &mut inner.step] {
                    renumber_block(part, renumber);
                }
            }
            StmtKind::Block { body, .. } => renumber_block(body, renumber),
            _ => {}
        }
    }
}
