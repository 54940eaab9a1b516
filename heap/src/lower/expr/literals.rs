//! Compound literals and how long they live.

use crate::clang::{Cursor, Kind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// `(type){ ... }`: an object without a name, set anew each time it is evaluated.
    pub(super) fn compound_literal(&mut self, cursor: Cursor<'u>) -> Operand {
        let ctype = cursor.ctype();
        let Some(&value) = cursor.children().last() else {
            return self.unsupported_pointer("a compound literal without a value");
        };
        let ty = self.unit.type_id(ctype);
        let addr = if self.scopes.is_empty() {
            // Outside of functions it lives as long as the program.
            let pos = self.pos;
            let size = ctype.size().unwrap_or(0);
            Operand::Global(self.unit.anonymous_global(ty, size, pos))
        } else if let Some(&slot) = self.literals.get(&cursor.statement_identity()) {
            Operand::Slot(slot)
        } else {
            let slot = self.new_slot("literal", ty, ctype.size());
            self.begin_slot(slot);
            Operand::Slot(slot)
        };
        self.initialize(Place::Memory { addr, bits: None }, ctype, value);
        addr
    }

    /// Begins the lives of the compound literals in an expression that may be evaluated several times while
    /// its block is not left: each time, they are the same objects. Statements with blocks of their own are
    /// left out.
    pub(in crate::lower) fn begin_literals(&mut self, cursor: Cursor<'u>) {
        // In C++ they are temporaries.
        if self.unit.cxx.is_some() {
            return;
        }
        match cursor.kind() {
            Kind::Compound | Kind::If | Kind::While | Kind::Do | Kind::For | Kind::Switch => return,
            Kind::CompoundLiteral => {
                let ctype = cursor.ctype();
                let ty = self.unit.type_id(ctype);
                let slot = self.new_slot("literal", ty, ctype.size());
                self.begin_slot(slot);
                self.literals.insert(cursor.statement_identity(), slot);
            }
            _ => {}
        }
        cursor.children().into_iter().for_each(|child| self.begin_literals(child));
    }
}
