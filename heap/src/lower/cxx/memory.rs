//! `new` and `delete`.
//!
//! An array has its length in front of it, so that `delete` of an array and `delete[]` of an object are
//! invalid: one frees an address inside of a block, the other one reads in front of it.

use super::class::special::innermost;
use super::class::tables::{CLASS, Otherwise, WHOLE};
use super::throw::Undo;
use super::{operands, type_name};
use crate::clang::{CType, Cursor, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};

/// The bytes in front of an array.
const COOKIE: u64 = 16;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// `new T`, `new T(x)`, `new T[n]`, and with a place: `new (p) T`.
    pub(in crate::lower) fn new_object(&mut self, cursor: Cursor<'u>) -> Operand {
        if self.unit.cxx.as_ref().is_some_and(|cxx| cxx.own_operators) {
            return self.unsupported_pointer("new in a program that defines its operator");
        }
        let ctype = cursor.ctype().pointee();
        let Some(form) = self.unit.text_from(cursor).and_then(|text| new_form(&text)) else {
            return self.unsupported_pointer("new of an unknown form");
        };
        let mut parts = operands(cursor);
        let is_quiet = |part: &Cursor<'u>| type_name(part.ctype()) == "std::nothrow_t";
        if form.placed && parts.first().is_some_and(is_quiet) {
            parts.remove(0);
        } else if form.placed {
            if parts.is_empty() || parts[0].ctype().kind() != TypeKind::Pointer {
                return self.unsupported_pointer("new with arguments");
            }
            let place = parts.remove(0);
            let addr = self.rvalue(place);
            let addr = self.kept(addr);
            if form.array {
                return self.unsupported_pointer("new of an array in a place");
            }
            self.construct_new(addr, ctype, parts.first().copied());
            return addr;
        }
        if form.array {
            return self.new_array(ctype, &parts);
        }
        let names_array = |child: &Cursor<'u>| {
            child.kind() == Kind::TypeRef && child.ctype().canonical().kind() == TypeKind::Array
        };
        if cursor.children().iter().any(names_array) {
            return self.unsupported_pointer("new of an array by the name of its type");
        }
        let size = self.unit.linker.target.size();
        let bytes = Operand::Int(i128::from(ctype.size().unwrap_or(1)), size);
        let addr = self.allocate(bytes);
        let mark = self.undo_mark();
        self.undo(Undo::Release(addr));
        self.construct_new(addr, ctype, parts.first().copied());
        self.undo_done(mark);
        addr
    }

    fn construct_new(&mut self, addr: Operand, ctype: CType<'u>, value: Option<Cursor<'u>>) {
        match value {
            Some(value) => self.initialize(Place::Memory { addr, bits: None }, ctype, value),
            None => self.construct_default(addr, ctype),
        }
    }

    fn new_array(&mut self, ctype: CType<'u>, parts: &[Cursor<'u>]) -> Operand {
        let (Some(&count), true) = (parts.first(), ctype.kind() != TypeKind::Array) else {
            return self.unsupported_pointer("new of an array of arrays");
        };
        let size = self.unit.linker.target.size();
        let ty = Scalar::Int(size);
        let count = self.converted(count, ty);
        let count = self.kept(count);
        let stride = Operand::Int(i128::from(ctype.size().unwrap_or(1)), size);
        let limit = Operand::Int(i128::from(1u32 << 30), size);
        let is_large = self.compute(Expr::Compare(CompareOp::Gt, ty, count, limit), Scalar::INT);
        let then = self.nested(|this| this.unsupported("new of a large array"));
        self.emit(StmtKind::If { cond: is_large, then, otherwise: Vec::new() });
        let bytes = self.compute(Expr::Binary(BinaryOp::Mul, ty, count, stride), ty);
        let cookie = Operand::Int(i128::from(COOKIE), size);
        let bytes = self.compute(Expr::Binary(BinaryOp::Add, ty, bytes, cookie), ty);
        let block = self.allocate(bytes);
        self.emit(StmtKind::Store { addr: block, value: count, access: Access::plain(ty) });
        let start = self.part_address(block, COOKIE);
        let mark = self.undo_mark();
        self.undo(Undo::Release(block));
        match parts.get(1).copied().map(super::places::peeled) {
            None if self.is_constructed(ctype) => {
                self.each_element(start, count, ctype, false, |this, addr| {
                    this.construct_default(addr, ctype);
                });
            }
            None => {}
            Some(call) if call.kind() == Kind::Call => {
                self.each_element(start, count, ctype, false, |this, addr| {
                    this.full(|this| match call.referenced() {
                        Some(constructor) => {
                            this.construct_with(addr, innermost(ctype), constructor, call);
                        }
                        None => this.unsupported("new of an array of an unknown form"),
                    });
                });
            }
            // `new int[n]()`
            Some(zero) if zero.kind() == Kind::Unexposed && operands(zero).is_empty() => {
                self.each_element(start, count, ctype, false, |this, addr| this.zero(addr, ctype));
            }
            Some(list) if list.kind() == Kind::InitList => self.new_elements(start, count, ctype, list),
            Some(_) => self.unsupported("new of an array with initialisers"),
        }
        self.undo_done(mark);
        start
    }

    /// `new T[n]{a, b}`: the first elements are those of the list, the others are made from an empty one.
    fn new_elements(&mut self, start: Operand, count: Operand, ctype: CType<'u>, list: Cursor<'u>) {
        let values = list.children();
        let size = self.unit.linker.target.size();
        let ty = Scalar::Int(size);
        let given = Operand::Int(values.len() as i128, size);
        let is_short = self.compute(Expr::Compare(CompareOp::Lt, ty, count, given), Scalar::INT);
        let then = self.nested(|this| this.unsupported("a list that is longer than its array"));
        self.emit(StmtKind::If { cond: is_short, then, otherwise: Vec::new() });
        let made = self.named_var("made", ty);
        self.assign(made, Operand::Int(0, size));
        let mark = self.undo_mark();
        if innermost(ctype).kind() == TypeKind::Record {
            self.undo(Undo::Elements(start, made, ctype));
        }
        for (index, value) in values.iter().enumerate() {
            let addr = self.element(start, Operand::Int(index as i128, size), ctype, false);
            self.construct_element(addr, ctype, *value);
            self.assign(made, Operand::Int(index as i128 + 1, size));
        }
        let rest = self.compute(Expr::Binary(BinaryOp::Sub, ty, count, given), ty);
        let start = self.element(start, given, ctype, false);
        self.each_element(start, rest, ctype, false, |this, addr| this.construct_empty(addr, ctype));
        self.undo_done(mark);
    }

    fn is_constructed(&mut self, ctype: CType<'u>) -> bool {
        innermost(ctype).kind() == TypeKind::Record && !innermost(ctype).is_pod()
    }

    /// Memory for an object.
    pub(in crate::lower) fn allocate(&mut self, bytes: Operand) -> Operand {
        let callee = Callee::Direct(self.unit.helper_function("malloc", Some(Scalar::Ptr)));
        let dst = self.temp(Scalar::Ptr);
        let ty = self.operand_type(bytes);
        let args = vec![Arg::Scalar(bytes, ty)];
        self.emit(StmtKind::Call { result: CallResult::Var(dst), callee, args });
        let then = Vec::new();
        let otherwise = self.nested(|this| this.unsupported("an exception of new"));
        let cond = self.truth(Operand::Var(dst));
        self.emit(StmtKind::If { cond, then, otherwise });
        Operand::Var(dst)
    }

    pub(in crate::lower) fn release(&mut self, addr: Operand) {
        let callee = Callee::Direct(self.unit.helper_function("free", None));
        let args = vec![Arg::Scalar(addr, Scalar::Ptr)];
        self.emit(StmtKind::Call { result: CallResult::None, callee, args });
    }

    /// `delete p`, `delete[] p`
    pub(in crate::lower) fn delete_object(&mut self, cursor: Cursor<'u>) {
        if self.unit.cxx.as_ref().is_some_and(|cxx| cxx.own_operators) {
            return self.unsupported("delete in a program that defines its operator");
        }
        let pos = self.pos;
        let parts = operands(cursor);
        let ([pointer], Some(text)) = (&parts[..], self.unit.text_of(cursor)) else {
            return self.unsupported("delete of an unknown form");
        };
        let ctype = pointer.ctype().pointee();
        let addr = self.rvalue(*pointer);
        let addr = self.kept(addr);
        let word = text.strip_prefix(b"::").unwrap_or(&text);
        let is_array =
            word.strip_prefix(b"delete").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"["));
        self.pos = pos;
        let then = self.nested(|this| match is_array {
            true => this.delete_array(addr, ctype),
            false if ctype.kind() == TypeKind::Record && this.unit.is_dynamic(ctype) => {
                this.delete_dynamic(addr, ctype);
            }
            false => {
                if ctype.kind() == TypeKind::Record {
                    this.check_size(addr, ctype);
                }
                this.destroy(addr, ctype);
                this.release(addr);
            }
        });
        let cond = self.truth(addr);
        self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
    }

    /// An object of a class with virtual functions may be a base of another one, and then its destructor has
    /// to be virtual.
    fn delete_dynamic(&mut self, addr: Operand, ctype: CType<'u>) {
        let is_virtual = self.unit.is_destroyed_virtually(ctype);
        if !is_virtual {
            let own = Operand::Global(self.unit.type_object(ctype));
            let class = self.ask(CLASS.to_string(), addr, Otherwise::Unknown);
            let cond = self.compute(Expr::Compare(CompareOp::Eq, Scalar::Ptr, class, own), Scalar::INT);
            let text = format!("delete of a base, {}, whose destructor is not virtual", type_name(ctype));
            let otherwise = self.nested(|this| {
                this.emit(StmtKind::Fail { failure: Failure::Assertion(text) });
            });
            self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
            self.destroy(addr, ctype);
            return self.release(addr);
        }
        let whole = self.ask(WHOLE.to_string(), addr, Otherwise::Unknown);
        self.destroy_virtually(addr, ctype);
        self.release(whole);
    }

    fn delete_array(&mut self, addr: Operand, ctype: CType<'u>) {
        let size = Scalar::Int(self.unit.linker.target.size());
        let byte = Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false }));
        let elem = self.unit.linker.types.intern(byte);
        let ptrdiff = self.unit.linker.target.ptrdiff();
        let (index, stride) = (Operand::Int(-i128::from(COOKIE), ptrdiff), self.offset(1));
        let block = self.compute(Expr::Elem { base: addr, index, elem, stride }, Scalar::Ptr);
        let count = self.load_place(Place::Memory { addr: block, bits: None }, size, false);
        let element = innermost(ctype);
        if element.kind() == TypeKind::Record && self.has_destructor(element) {
            self.each_element(addr, count, ctype, true, |this, addr| this.destroy(addr, ctype));
        }
        self.release(block);
    }

    /// Code for each element of an array, from the last one on if `backward`.
    pub(in crate::lower) fn each_element(
        &mut self,
        start: Operand,
        count: Operand,
        ctype: CType<'u>,
        backward: bool,
        make: impl FnOnce(&mut Self, Operand),
    ) {
        let size = self.unit.linker.target.size();
        let ty = Scalar::Int(size);
        let index = self.named_var("index", ty);
        let one = Operand::Int(1, size);
        let first = if backward { count } else { Operand::Int(0, size) };
        self.assign(index, first);
        let label = self.new_label();
        let cond = self.temp(Scalar::INT);
        let bound = if backward { Operand::Int(0, size) } else { count };
        let test = self.nested(|this| {
            let value = Expr::Compare(CompareOp::Ne, ty, Operand::Var(index), bound);
            this.emit(StmtKind::Assign { dst: cond, value });
        });
        let change = |this: &mut Self, op: BinaryOp| {
            let value = Expr::Binary(op, ty, Operand::Var(index), one);
            this.emit(StmtKind::Assign { dst: index, value });
        };
        let body = self.nested(|this| {
            if backward {
                change(this, BinaryOp::Sub);
            }
            let addr = this.element(start, Operand::Var(index), ctype, false);
            let mark = this.undo_mark();
            if !backward && innermost(ctype).kind() == TypeKind::Record {
                this.undo(Undo::Elements(start, index, ctype));
            }
            make(this, addr);
            this.undo_done(mark);
        });
        let step = self.nested(|this| {
            if !backward {
                change(this, BinaryOp::Add);
            }
        });
        let visible = self.visible_vars();
        let the_loop = Loop {
            label,
            origin: LoopOrigin::For,
            tests_last: false,
            test,
            cond: Operand::Var(cond),
            body,
            step,
            visible,
        };
        self.emit(StmtKind::Loop(Box::new(the_loop)));
    }
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Calls of `malloc` and `free` in a program that has `new` as well. Such blocks have their size in
    /// front, so that `delete` of one frees an address inside of it, and `free` of an object reads in front
    /// of it.
    pub(in crate::lower) fn c_allocation(&mut self, call: Cursor<'u>) -> Option<Option<Operand>> {
        let name = call.spelling();
        let is_known =
            matches!(&name[..], "malloc" | "calloc" | "realloc" | "free" | "strdup" | "strndup" | "getline");
        if !is_known || super::names::is_model(call) || !self.unit.linker.has_new {
            return None;
        }
        let arguments = call.arguments();
        let size = self.unit.linker.target.size();
        let ty = Scalar::Int(size);
        let ahead = Operand::Int(i128::from(C_COOKIE), size);
        match (&name[..], &arguments[..]) {
            ("malloc", &[bytes]) => {
                let bytes = self.converted(bytes, ty);
                let bytes = self.kept(bytes);
                let limit = Operand::Int(i128::from(1u32 << 30), size);
                let is_large = self.compute(Expr::Compare(CompareOp::Gt, ty, bytes, limit), Scalar::INT);
                let then = self.nested(|this| this.unsupported("malloc of a large block"));
                self.emit(StmtKind::If { cond: is_large, then, otherwise: Vec::new() });
                let all = self.compute(Expr::Binary(BinaryOp::Add, ty, bytes, ahead), ty);
                let callee = Callee::Direct(self.unit.helper_function("malloc", Some(Scalar::Ptr)));
                let block = self.temp(Scalar::Ptr);
                let args = vec![Arg::Scalar(all, ty)];
                self.emit(StmtKind::Call { result: CallResult::Var(block), callee, args });
                let start = self.unless_null(Operand::Var(block), |this, block| {
                    this.emit(StmtKind::Store { addr: block, value: bytes, access: Access::plain(ty) });
                    this.part_address(block, C_COOKIE)
                });
                Some(Some(start))
            }
            ("free", &[pointer]) => {
                let addr = self.rvalue(pointer);
                let addr = self.kept(addr);
                let then = self.nested(|this| {
                    let block = this.moved(addr, -(C_COOKIE as i64));
                    this.load_place(Place::Memory { addr: block, bits: None }, ty, false);
                    this.release(block);
                });
                let cond = self.truth(addr);
                self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
                Some(None)
            }
            _ => {
                self.unsupported(&format!("{name} in a program that also has new or delete"));
                Some(self.unit.scalar(call.ctype()).map(Operand::Undef))
            }
        }
    }

    /// An error unless the object that is deleted is of its own type, as far as its size tells.
    fn check_size(&mut self, addr: Operand, ctype: CType<'u>) {
        if !self.unit.is_base(ctype) {
            return;
        }
        let size = Scalar::Int(self.unit.linker.target.size());
        let callee = Callee::Direct(self.unit.helper_function("buffer_size", Some(size)));
        let dst = self.temp(size);
        let args = vec![Arg::Scalar(addr, Scalar::Ptr)];
        self.emit(StmtKind::Call { result: CallResult::Var(dst), callee, args });
        let own = Operand::Int(i128::from(ctype.size().unwrap_or(1)), self.unit.linker.target.size());
        let cond = self.compute(Expr::Compare(CompareOp::Le, size, Operand::Var(dst), own), Scalar::INT);
        let text = format!("delete of a base, {}, whose destructor is not virtual", type_name(ctype));
        let otherwise = self.nested(|this| {
            this.emit(StmtKind::Fail { failure: Failure::Assertion(text) });
        });
        self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
    }
}

/// The bytes in front of a block of `malloc` in a program with `new`.
const C_COOKIE: u64 = 32;

/// How `new` is written: whether with a place, and whether for an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NewForm {
    placed: bool,
    array: bool,
}

/// Reads `new` from the source: libclang does not tell its forms apart, and its end is not always known.
fn new_form(text: &[u8]) -> Option<NewForm> {
    let text = text.strip_prefix(b"::").unwrap_or(text);
    let mut rest = text.strip_prefix(b"new")?.trim_ascii_start();
    let mut placed = false;
    if rest.starts_with(b"(") {
        let end = closing(rest)?;
        rest = rest[end + 1..].trim_ascii_start();
        placed = true;
        // A type in parentheses.
        if rest.is_empty() || rest.starts_with(b"(") {
            return None;
        }
    }
    // The operand of a type is no argument of the constructor.
    if rest.starts_with(b"decltype") || rest.starts_with(b"typeof") || rest.starts_with(b"__typeof") {
        return None;
    }
    if let Some(operand) = rest.strip_prefix(b"__remove_extent").map(<[u8]>::trim_ascii_start) {
        rest = &operand[closing(operand)? + 1..];
    }
    let mut depth = 0;
    for &byte in rest {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b'[' if depth == 0 => return Some(NewForm { placed, array: true }),
            b'(' | b'{' | b')' | b'}' | b']' | b';' | b',' if depth == 0 => break,
            _ => {}
        }
    }
    Some(NewForm { placed, array: false })
}

/// The place of the bracket that closes the first one.
fn closing(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_new_are_told_apart() {
        let form = |text: &str| new_form(text.as_bytes()).map(|form| (form.placed, form.array));
        assert_eq!(form("new int(3)"), Some((false, false)));
        assert_eq!(form("new std::pair<int, A<3> >[n]"), Some((false, true)));
        assert_eq!(form("::new ((void *)p) T(a[1])"), Some((true, false)));
        assert_eq!(form("new T"), Some((false, false)));
        assert_eq!(form("make(T)"), None);
    }
}
