//! The start of the program: globals and arguments.

use super::domain::{Bounds, any_bytes};
use super::expr::Expr;
use super::object::{Cell, Content, ObjId, Object};
use super::store::{Store, Target, Value};
use crate::ir::{FuncId, Global, GlobalId, Init, InitCell, Operand, Param, Pos, Scalar};
use crate::libc;
use std::rc::Rc;

/// No system passes this many arguments, nor arguments this long.
const MOST: i128 = 1 << 20;

/// Limit on cells of an initialiser.
const MAX_CELLS: usize = 4096;

/// Limit on bytes of an initialiser that become cells.
const MAX_BYTES: usize = 32;

impl Bounds<'_> {
    /// The state at the start of a function.
    pub(super) fn start(&mut self, first: FuncId) -> Option<Store> {
        let mut store = Store::new(first);
        for (index, global) in self.program.globals.iter().enumerate() {
            self.begin_global(&mut store, GlobalId(index as u32), global);
        }
        let function = &self.program.functions[first.index()];
        if Some(first) == self.program.main && !function.params.is_empty() {
            let [Param::Var(count), Param::Var(list)] = function.params[..] else { return None };
            let arguments = Expr::of(store.symbol(Some(1), Some(MOST)));
            let bytes = i128::from(self.program.target.pointer_bytes);
            let size = arguments.times(bytes)?.shifted(bytes);
            let object = Object { rest: Content::Any, prefix: size.clone(), ..Object::unset(size) };
            store.objects.insert(ObjId::Arguments, Rc::new(object));
            store.set(count, Value::int(arguments));
            store.set(list, Value::address(Target::Object(ObjId::Arguments), Expr::default()));
        } else {
            for param in &function.params {
                let Param::Var(var) = param else { return None };
                let value = store.any(function.vars[var.index()].ty, false);
                store.set(*var, value);
            }
        }
        Some(store)
    }

    fn begin_global(&mut self, store: &mut Store, id: GlobalId, global: &Global) {
        let size = Expr::constant(global.size.into());
        let mut object = match &global.init {
            Init::Cells(cells) => self.with_cells(Object::zeroed(size), cells),
            Init::Bytes(bytes) => with_bytes(Object::unset(size), bytes, global.constant),
            Init::Unknown => Object { rest: Content::Any, prefix: size.clone(), ..Object::unset(size) },
        };
        object.constant = global.constant;
        if matches!(global.init, Init::Unknown) && libc::is_stream(&global.name) {
            let stream = ObjId::StandardStream(id);
            let bytes = self.program.target.pointer_bytes;
            let value = Value::address(Target::Object(stream), Expr::default());
            object.cells.insert(0, Cell { bytes, value });
            store.objects.insert(stream, Rc::new(Object::unset(Expr::default())));
        }
        store.objects.insert(ObjId::Global(id), Rc::new(object));
    }

    fn with_cells(&self, mut object: Object, cells: &[InitCell]) -> Object {
        let is_plain =
            |cell: &InitCell| cell.access.bits.is_none() && self.program.target.size_of(cell.access.ty) <= 8;
        if cells.len() > MAX_CELLS || !cells.iter().all(is_plain) {
            return Object { rest: Content::Any, zeros: Vec::new(), ..object };
        }
        for cell in cells {
            let bytes = self.program.target.size_of(cell.access.ty);
            let at = i128::from(cell.offset);
            let end = at + i128::from(bytes);
            let overlapping: Vec<i128> = object
                .cells
                .range(..end)
                .filter(|(start, other)| **start + i128::from(other.bytes) > at && **start != at)
                .map(|(start, _)| *start)
                .collect();
            if !overlapping.is_empty() {
                return Object { rest: Content::Any, zeros: Vec::new(), cells: Default::default(), ..object };
            }
            let addend = Expr::constant(cell.addend.into());
            let value = match cell.value {
                Operand::Int(value, _) => Value::int(Expr::constant(value)),
                Operand::Null => Value::null(),
                Operand::Global(id) => Value::address(Target::Object(ObjId::Global(id)), addend),
                Operand::Func(id) => Value::address(Target::Function(id), Expr::default()),
                _ => Value::Float { undefined: false },
            };
            object.cells.insert(at, Cell { bytes, value });
            let is_outside = |zero: &Expr| zero.constant < at || zero.constant >= end;
            object.zeros.retain(is_outside);
        }
        object
    }

    /// Reads the list of arguments.
    pub(super) fn load_argument(
        &mut self,
        store: Store,
        offset: &Expr,
        ty: Scalar,
        pos: Pos,
    ) -> Vec<(Store, Value)> {
        let bytes = i128::from(self.program.target.pointer_bytes);
        let size = store.objects[&ObjId::Arguments].size.clone();
        let count = size.shifted(-bytes).divided(bytes);
        let (Some(index), Some(count), Scalar::Ptr) = (offset.divided(bytes), count, ty) else {
            self.skip(pos, "the bytes of pointers to arguments");
            return Vec::new();
        };
        let mut cases = Vec::new();
        let mut end = store.clone();
        if end.equate(&index, &count).is_ok() {
            cases.push((end, Value::null()));
        }
        let mut inside = store;
        let is_inside = index.minus(&count).is_some_and(|rest| inside.assume(&rest.shifted(1)).is_ok());
        if !is_inside {
            return cases;
        }
        let id = match index.as_constant().and_then(|index| u32::try_from(index).ok()) {
            Some(index) => ObjId::Argument(index),
            None => {
                inside.end(ObjId::AnyArgument);
                ObjId::AnyArgument
            }
        };
        if !inside.objects.contains_key(&id) {
            let length = Expr::of(inside.symbol(Some(0), Some(MOST)));
            let size = length.shifted(1);
            let object = Object {
                rest: any_bytes(),
                prefix: size.clone(),
                zeros: vec![length],
                ..Object::unset(size)
            };
            inside.objects.insert(id, Rc::new(object));
        }
        cases.push((inside, Value::address(Target::Object(id), Expr::default())));
        cases
    }
}

fn with_bytes(mut object: Object, bytes: &[u8], constant: bool) -> Object {
    object.prefix = object.size.clone();
    let zeros =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == 0).map(|(at, _)| Expr::constant(at as i128));
    let mut zeros: Vec<Expr> = zeros.collect();
    // The last is behind every text in it.
    let last = zeros.pop();
    object.zeros = last.into_iter().chain(zeros.into_iter().take(3)).collect();
    if constant {
        object.text = Some(bytes.into());
    } else if bytes.len() <= MAX_BYTES {
        let cell = |byte: u8| Cell { bytes: 1, value: Value::int(Expr::constant(i128::from(byte as i8))) };
        object.cells = bytes.iter().enumerate().map(|(at, byte)| (at as i128, cell(*byte))).collect();
        object.rest = Content::Zero;
    } else {
        object.rest = any_bytes();
    }
    object
}
