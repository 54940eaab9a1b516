//! Global objects, with their initial contents, or with unknown contents for a function analysed in
//! isolation.

use crate::ir::{Global, Init, InitCell, IntType, Pos, Scalar};
use crate::libc;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::range::Range;
use crate::symbolic::store::place::{Base, ObjectId, Origin};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};

impl Executor<'_> {
    /// Creates all globals: initialised at program start, otherwise with unknown contents.
    pub(crate) fn begin_globals(&mut self, state: &mut State, is_start: bool) {
        for index in 0..self.program.globals.len() {
            let program = self.program;
            let global = &program.globals[index];
            let size = self.logic.int(global.size);
            let base = match global.init {
                _ if !is_start && !global.constant => Base::Input,
                Init::Cells(_) => Base::Zero,
                Init::Bytes(_) => Base::Unset,
                Init::Unknown => Base::Given,
            };
            let object = self.new_object(state, Origin::Global, size, global.pos, base);
            let made = self.objects.last_mut().expect("just made");
            (made.constant, made.ty) = (global.constant, Some(global.ty));
            // In an isolated analysis, rows would give the cells another addressing than in the caller.
            made.is_touched = !is_start;
            self.globals.push(object);
        }
        let program = self.program;
        for (index, global) in program.globals.iter().enumerate() {
            if is_start || global.constant {
                self.initialize(state, self.globals[index], global, is_start);
            }
        }
    }

    /// Writes the initialiser of a global.
    fn initialize(&mut self, state: &mut State, object: ObjectId, global: &Global, is_start: bool) {
        match &global.init {
            Init::Cells(cells) => {
                cells.iter().for_each(|cell| self.initialize_cell(state, object, cell, global.pos));
            }
            Init::Bytes(bytes) => self.initialize_bytes(state, object, bytes),
            Init::Unknown => {
                let bytes = u64::from(self.program.target.pointer_bytes);
                if !is_start || global.size != bytes {
                    return;
                }
                let none = self.logic.int(0);
                if libc::is_stream(&global.name) {
                    let stream =
                        self.new_object(state, Origin::StandardStream, none, global.pos, Base::Given);
                    let address = self.address(state, stream);
                    self.write_cell(state, object, &vec![none], Scalar::Ptr, address);
                } else if libc::is_environment(&global.name) {
                    let list = self.begin_environment(state, global.pos);
                    self.write_cell(state, object, &vec![none], Scalar::Ptr, list);
                }
            }
        }
    }

    fn initialize_cell(&mut self, state: &mut State, object: ObjectId, cell: &InitCell, pos: Pos) {
        if cell.access.bits.is_some() {
            state.bases.insert(object, Base::Given);
            return;
        }
        let value = match self.operand(state, &cell.value, pos) {
            Value::Pointer(Pointer { object: base, offset }) => {
                let addend = self.logic.int(cell.addend);
                Value::Pointer(Pointer { object: base, offset: self.logic.plus(offset, addend, 1) })
            }
            number => number,
        };
        let at = vec![self.logic.int(cell.offset)];
        self.write_cell(state, object, &at, cell.access.ty, value);
    }

    fn initialize_bytes(&mut self, state: &mut State, object: ObjectId, bytes: &[u8]) {
        for (offset, &byte) in bytes.iter().enumerate() {
            let at = vec![self.logic.int(offset as u64)];
            let value = match self.logic.is_math && byte >= 128 {
                // The signedness is determined where the byte is read.
                true => self.logic.unknown_in("byte", Range::of_cells(1)),
                false => self.logic.int(i64::from(byte as i8)),
            };
            let ty = Scalar::Int(IntType { bits: 8, signed: true });
            self.write_cell(state, object, &at, ty, Value::Number(value));
        }
    }
}
