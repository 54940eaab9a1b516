//! Closures: class objects whose fields are what a lambda expression captures.

use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::cxx::{class_of, operands, type_name};
use crate::lower::function::{FunctionLowering, Place};

/// What a field of a closure holds.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Captured<'u> {
    /// A variable of the function around it: a copy, or its address.
    Variable(Cursor<'u>),
    /// A variable of the closure itself, with the value that it is given: `[x = value]`.
    Own(Cursor<'u>),
    /// The object of the member function around it, which is of this class.
    This(CType<'u>),
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Constructs the closure of a lambda expression.
    pub(in crate::lower) fn construct_closure(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        lambda: Cursor<'u>,
    ) {
        let fields = self.unit.field_parts(ctype);
        let Some(captured) = self.captures(lambda, ctype) else {
            return self.unsupported("a lambda expression with captures of an unknown form");
        };
        for (part, captured) in fields.iter().zip(&captured) {
            let addr = self.part_address(addr, part.offset);
            match captured {
                Captured::Own(variable) => match variable.initializer() {
                    Some(value) => {
                        self.initialize(Place::Memory { addr, bits: None }, part.ctype, value);
                    }
                    None => self.unsupported("a capture without a value"),
                },
                Captured::This(_) => match self.cxx.this {
                    Some(value) => {
                        self.emit(StmtKind::Store { addr, value, access: Access::plain(Scalar::Ptr) })
                    }
                    None => self.unsupported("a capture of this outside of a member function"),
                },
                Captured::Variable(variable) => {
                    let Some(from) = self.captured_place(*variable) else {
                        return self.unsupported("a capture of an unknown variable");
                    };
                    match part.ctype.kind() {
                        TypeKind::Reference => {
                            let access = Access::plain(Scalar::Ptr);
                            self.emit(StmtKind::Store { addr, value: from, access });
                        }
                        _ => self.copied(addr, from, part.ctype),
                    }
                }
            }
        }
        if let Some(cxx) = &mut self.unit.cxx {
            cxx.closures.insert(ctype.declaration().canonical().identity(), captured);
        }
    }

    fn captured_place(&mut self, variable: Cursor<'u>) -> Option<Operand> {
        match self.locals.get(&variable.canonical().identity()).copied()? {
            Place::Memory { addr, bits: None } => Some(addr),
            _ => None,
        }
    }

    /// What the fields of a closure hold, in their order: first what is written, then what the body uses, in
    /// the order of the uses.
    fn captures(&self, lambda: Cursor<'u>, ctype: CType<'u>) -> Option<Vec<Captured<'u>>> {
        let fields = ctype.fields();
        if fields.is_empty() {
            return Some(Vec::new());
        }
        let mut found: Vec<Captured<'u>> = Vec::new();
        let mut keys = Vec::new();
        let mut uses_this = false;
        let children = lambda.children();
        for child in &children {
            match child.kind() {
                Kind::Cxx(CxxKind::Capture) => {
                    let variable = child.referenced()?;
                    let is_local = self.locals.contains_key(&variable.canonical().identity());
                    match is_local || variable.initializer().is_none() {
                        true => self.note(variable, &mut keys, &mut found),
                        false => found.push(Captured::Own(variable)),
                    }
                }
                Kind::Cxx(CxxKind::This) => uses_this = true,
                _ => {}
            }
        }
        let body = *children.iter().rfind(|child| child.kind() == Kind::Compound)?;
        let mut pending = vec![body];
        while let Some(cursor) = pending.pop() {
            match cursor.kind() {
                Kind::DeclRef => {
                    if let Some(variable) = cursor.referenced() {
                        self.note(variable, &mut keys, &mut found);
                    }
                }
                Kind::Cxx(CxxKind::This) => uses_this = true,
                Kind::Member if operands(cursor).is_empty() => uses_this = true,
                _ => {}
            }
            pending.extend(cursor.children().into_iter().rev());
        }
        if uses_this && let Some(class) = self.cxx.class {
            let name = type_name(class);
            let is_this = |field: &Cursor<'u>| {
                field.ctype().kind() == TypeKind::Pointer && type_name(field.ctype().pointee()) == name
            };
            let at = fields.iter().position(is_this)?;
            if fields.iter().filter(|field| is_this(field)).count() > 1 || at > found.len() {
                return None;
            }
            found.insert(at, Captured::This(class));
        }
        // Two captures of the same type in another order would not be seen.
        let fits = |(field, captured): (&Cursor<'u>, &Captured<'u>)| match captured {
            Captured::This(_) => true,
            Captured::Variable(variable) | Captured::Own(variable) => {
                let plain = |ctype: CType<'u>| match ctype.kind() {
                    TypeKind::Reference => type_name(ctype.pointee()),
                    _ => type_name(ctype),
                };
                plain(field.ctype()) == plain(variable.ctype())
            }
        };
        (found.len() == fields.len() && fields.iter().zip(&found).all(fits)).then_some(found)
    }

    fn note(&self, variable: Cursor<'u>, keys: &mut Vec<usize>, found: &mut Vec<Captured<'u>>) {
        let key = variable.canonical().identity();
        if self.locals.contains_key(&key) && !keys.contains(&key) {
            keys.push(key);
            found.push(Captured::Variable(variable));
        }
    }

    /// In the body of a lambda expression, the variables that it captures are fields of the closure.
    pub(in crate::lower) fn open_closure(&mut self, function: Cursor<'u>) {
        let Some(class) = class_of(function).filter(|class| class.kind() == TypeKind::Record) else { return };
        let key = class.declaration().canonical().identity();
        let captured = self.unit.cxx.as_ref().and_then(|cxx| cxx.closures.get(&key)).cloned();
        let (Some(captured), Some(closure)) = (captured, self.cxx.this) else { return };
        self.cxx.this = None;
        let fields = self.unit.field_parts(class);
        for (part, captured) in fields.iter().zip(captured) {
            let mut addr = self.part_address(closure, part.offset);
            match captured {
                Captured::This(outer) => {
                    self.cxx.this = Some(self.load_pointer(addr));
                    self.cxx.class = Some(outer);
                }
                Captured::Variable(variable) | Captured::Own(variable) => {
                    if part.ctype.kind() == TypeKind::Reference {
                        addr = self.load_pointer(addr);
                    }
                    let place = Place::Memory { addr, bits: None };
                    self.locals.insert(variable.canonical().identity(), place);
                }
            }
        }
    }
}
