//! Initialisers: of locals as code, of globals as constants.

use super::constants::constant_cells;
use super::function::{FunctionLowering, Place};
use super::link::order::{Initializer, When};
use super::unit::UnitLowering;
use crate::clang::{BinaryOp as COp, CType, Constant, Cursor, Kind, TypeKind, UnaryOp as CUnary};
use crate::ir::*;

/// The elements of an initialiser list; those from `next` on are not used yet.
struct Parts<'u> {
    parts: Vec<Cursor<'u>>,
    next: usize,
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Lowers the initialiser of a new object.
    pub(super) fn initialize(&mut self, place: Place, ctype: CType<'u>, value: Cursor<'u>) {
        self.pos = self.unit.pos(value);
        if self.unit.cxx.is_some() && self.cxx_initialize(place, ctype, value) {
            return;
        }
        match ctype.kind() {
            TypeKind::Array | TypeKind::OpenArray | TypeKind::Record => {
                let Place::Memory { addr, .. } = place else {
                    return self.unsupported("an aggregate in a variable");
                };
                self.initialize_aggregate(addr, ctype, value);
            }
            TypeKind::Vla => match value.kind() {
                // C23: `= {}` clears it.
                Kind::InitList if value.children().is_empty() => {
                    self.unsupported("zero-initialisation of a variable-length array")
                }
                _ => self.unsupported("an initialiser of a variable-length array"),
            },
            _ => {
                let Some(ty) = self.unit.scalar(ctype) else {
                    return self.unsupported(&format!("an initialiser of type {}", ctype.name()));
                };
                let value = match value.kind() {
                    Kind::InitList => self.rvalue(value),
                    _ => self.converted(value, ty),
                };
                self.store_place(place, value, ty, false);
            }
        }
    }

    pub(super) fn initialize_aggregate(&mut self, addr: Operand, ctype: CType<'u>, value: Cursor<'u>) {
        let list = strip(value);
        if list.kind() == Kind::InitList {
            // Members and elements without an initialiser are zero.
            match ctype.size() {
                Some(size) => self.emit(StmtKind::Zero { addr, size }),
                None => return self.unsupported("an initialiser of an incomplete type"),
            }
            return self.initialize_list(addr, ctype, list);
        }
        if list.kind() == Kind::String && ctype.kind() != TypeKind::Record {
            let Some(bytes) = self.string_bytes(list) else {
                return self.unsupported("a string literal that cannot be read");
            };
            return self.initialize_string(addr, ctype, &bytes);
        }
        match ctype.kind() {
            TypeKind::Record => {
                let src = self.object(value);
                self.copy(addr, src, ctype);
            }
            // GNU extension: an array initialised by a compound literal.
            _ => {
                let src = self.address(list);
                self.copy(addr, src, ctype);
            }
        }
    }

    fn initialize_string(&mut self, addr: Operand, ctype: CType<'u>, bytes: &[u8]) {
        let element = ctype.element();
        let Some(ty) = self.unit.scalar(element) else {
            return self.unsupported("a string of an unknown type");
        };
        let Scalar::Int(int) = ty else { return self.unsupported("a string of an unknown type") };
        let unit = int.bytes() as usize;
        let size = ctype.size().unwrap_or(bytes.len() as u64);
        if size > bytes.len() as u64 {
            self.emit(StmtKind::Zero { addr, size });
        }
        for index in 0..(size as usize).min(bytes.len()) / unit {
            let mut value = 0i128;
            for (at, &byte) in bytes.iter().skip(index * unit).take(unit).enumerate() {
                value |= i128::from(byte) << (8 * at);
            }
            let place = self.offset(index as u64);
            let cell = self.element(addr, place, element, false);
            let value = Operand::Int(int.wrap(value), int);
            self.emit(StmtKind::Store { addr: cell, value, access: Access::plain(ty) });
        }
    }

    /// A list in braces, `{ ... }`.
    fn initialize_list(&mut self, addr: Operand, ctype: CType<'u>, list: Cursor<'u>) {
        let mut parts = Parts { parts: list.children(), next: 0 };
        // `char s[] = { "abc" }`
        if let [only] = parts.parts[..]
            && ctype.kind() != TypeKind::Record
            && strip(only).kind() == Kind::String
            && self.unit.scalar(ctype.element()).is_some_and(|ty| ty != Scalar::Ptr)
        {
            return self.initialize_aggregate(addr, ctype, strip(only));
        }
        if self.replaces_effects(ctype, &parts.parts) {
            return self.unsupported("an overridden initialiser with side effects");
        }
        self.fill(addr, ctype, &mut parts, true);
        if parts.next < parts.parts.len() {
            self.unsupported("excess initialisers");
        }
    }

    /// Whether an initialiser with side effects is overridden by a later one, or initialises a range of
    /// elements. How often such side effects take place is unspecified.
    fn replaces_effects(&mut self, ctype: CType<'u>, parts: &[Cursor<'u>]) -> bool {
        if !parts.iter().any(|&part| has_effects(part)) {
            return false;
        }
        let fields = match ctype.kind() {
            TypeKind::Record => {
                let declaration = ctype.declaration();
                self.unit.field_cursors(declaration.definition().unwrap_or(declaration))
            }
            _ => Vec::new(),
        };
        let number = |step: &Cursor<'u>| match step.evaluate() {
            Some(Constant::Int(number)) => Some(number),
            _ => None,
        };
        // First and last index in the aggregate, the rest of the designator, whether there are side effects.
        let mut seen: Vec<(i128, i128, Vec<String>, bool)> = Vec::new();
        let mut next = 0;
        for &part in parts {
            let (mut first, mut last, mut rest, mut value) = (next, next, Vec::new(), part);
            if let Some((path, designated)) = designators(part) {
                value = designated;
                let at = match ctype.kind() {
                    TypeKind::Record => path.first().and_then(|step| self.field_named(&fields, *step)),
                    _ => path.first().and_then(number).and_then(|index| usize::try_from(index).ok()),
                };
                let Some(at) = at else { return true };
                (first, last) = (at as i128, at as i128);
                let mut steps = &path[1..];
                let indices = path.iter().take_while(|step| step.kind() != Kind::MemberRef).count();
                if indices > array_depth(ctype).max(1)
                    && let Some(end) = steps.first().and_then(number)
                {
                    (last, steps) = (end, &steps[1..]);
                }
                rest = steps.iter().map(|step| format!("{}{:?}", step.spelling(), number(step))).collect();
            }
            let acts = has_effects(value);
            let is_replaced = seen.iter().any(|(from, to, way, acts)| {
                *acts && *from <= last && first <= *to && (way.starts_with(&rest) || rest.starts_with(way))
            });
            if is_replaced || acts && first < last {
                return true;
            }
            seen.push((first, last, rest, acts));
            next = last + 1;
        }
        false
    }

    /// Initialises an aggregate from the next parts. If its braces are omitted, `braced` is false: then it
    /// takes as many parts as it has members or elements, and stops at a designator, which refers to an
    /// enclosing aggregate.
    fn fill(&mut self, addr: Operand, ctype: CType<'u>, parts: &mut Parts<'u>, braced: bool) {
        self.fill_from(0, addr, ctype, parts, braced);
    }

    /// The same from the member or element with this index on.
    fn fill_from(
        &mut self,
        start: usize,
        addr: Operand,
        ctype: CType<'u>,
        parts: &mut Parts<'u>,
        braced: bool,
    ) {
        match ctype.kind() {
            TypeKind::Record => self.fill_record(start, addr, ctype, parts, braced),
            _ => self.fill_array(start as u64, addr, ctype, parts, braced),
        }
    }

    fn fill_array(
        &mut self,
        start: u64,
        addr: Operand,
        ctype: CType<'u>,
        parts: &mut Parts<'u>,
        braced: bool,
    ) {
        let element = ctype.element();
        let count = ctype.array_len();
        let mut index = start;
        while parts.next < parts.parts.len() {
            let part = parts.parts[parts.next];
            let designators = designators(part);
            if let Some((path, value)) = designators {
                if !braced {
                    return;
                }
                let Some((first, last, rest)) = indices(&path, ctype) else {
                    return self.unsupported("a designator of an unknown form");
                };
                parts.next += 1;
                self.designated_elements((first, last), addr, ctype, rest, value, parts);
                index = last as u64 + 1;
                continue;
            }
            if count.is_some_and(|count| index >= count) {
                return;
            }
            let place = self.offset(index);
            let cell = self.element(addr, place, element, false);
            self.fill_one(Place::Memory { addr: cell, bits: None }, element, parts);
            index += 1;
        }
    }

    fn fill_record(
        &mut self,
        start: usize,
        addr: Operand,
        ctype: CType<'u>,
        parts: &mut Parts<'u>,
        braced: bool,
    ) {
        let record = self.unit.record(ctype);
        let declaration = ctype.declaration();
        let fields = self.unit.field_cursors(declaration.definition().unwrap_or(declaration));
        let is_union = self.unit.linker.types.record(record).is_union;
        // Unnamed bit-fields are padding and take no initialiser.
        let is_named =
            |index: usize| fields[index].kind() != Kind::FieldDecl || !fields[index].spelling().is_empty();
        let mut index = start;
        while parts.next < parts.parts.len() {
            let part = parts.parts[parts.next];
            if let Some((path, value)) = designators(part) {
                if !braced {
                    return;
                }
                let Some(field) = path.first().and_then(|step| self.field_named(&fields, *step)) else {
                    return self.unsupported("a designator of an unknown form");
                };
                parts.next += 1;
                // In a union, a later designator overrides the earlier ones.
                let place = self.follow(addr, &[(record, field as u32)]);
                self.designated_place(place, fields[field].ctype(), &path[1..], value, parts);
                index = field + 1;
                continue;
            }
            while index < fields.len() && !is_named(index) {
                index += 1;
            }
            if index >= fields.len() || (is_union && index > 0) {
                return;
            }
            let place = self.follow(addr, &[(record, index as u32)]);
            self.fill_one(place, fields[index].ctype(), parts);
            index += 1;
        }
    }

    fn field_named(&mut self, fields: &[Cursor<'u>], step: Cursor<'u>) -> Option<usize> {
        if let Some(named) = step.referenced() {
            let key = named.canonical().identity();
            let found = fields.iter().position(|field| field.canonical().identity() == key);
            if found.is_some() {
                return found;
            }
        }
        // The step leads into an anonymous record, which is identified by its type.
        let record = self.unit.record(step.ctype());
        fields
            .iter()
            .position(|field| field.kind() != Kind::FieldDecl && self.unit.record(field.ctype()) == record)
    }

    /// Follows the rest of a designator and initialises the member or element that it designates. The parts
    /// that come next are for those after it.
    fn designated_place(
        &mut self,
        place: Place,
        ctype: CType<'u>,
        path: &[Cursor<'u>],
        value: Cursor<'u>,
        parts: &mut Parts<'u>,
    ) {
        let Some((step, rest)) = path.split_first() else {
            return self.initialize_part(place, ctype, value, parts);
        };
        let Place::Memory { addr, .. } = place else { return };
        match ctype.kind() {
            TypeKind::Record => {
                let record = self.unit.record(ctype);
                let declaration = ctype.declaration();
                let fields = self.unit.field_cursors(declaration.definition().unwrap_or(declaration));
                let Some(field) = self.field_named(&fields, *step) else {
                    return self.unsupported("a designator of an unknown form");
                };
                let place = self.follow(addr, &[(record, field as u32)]);
                self.designated_place(place, fields[field].ctype(), rest, value, parts);
                self.fill_from(field + 1, addr, ctype, parts, false);
            }
            _ => {
                let Some((first, last, rest)) = indices(path, ctype) else {
                    return self.unsupported("a designator of an unknown form");
                };
                self.designated_elements((first, last), addr, ctype, rest, value, parts);
                self.fill_from(last as usize + 1, addr, ctype, parts, false);
            }
        }
    }

    /// Initialises the elements of an array that a designator names, or members in them.
    fn designated_elements(
        &mut self,
        (first, last): (i128, i128),
        addr: Operand,
        ctype: CType<'u>,
        rest: &[Cursor<'u>],
        value: Cursor<'u>,
        parts: &mut Parts<'u>,
    ) {
        let element = ctype.element();
        let next = parts.next;
        for at in first..=last {
            let place = self.offset(at as u64);
            let addr = self.element(addr, place, element, false);
            self.designated_place(Place::Memory { addr, bits: None }, element, rest, value, parts);
            if first < last && parts.next > next {
                return self.unsupported("a range of elements whose values go on after the first");
            }
        }
    }

    /// Initialises one place from a value, and from further parts if the braces of an aggregate are omitted.
    fn initialize_part(&mut self, place: Place, ctype: CType<'u>, value: Cursor<'u>, parts: &mut Parts<'u>) {
        let is_aggregate = matches!(ctype.kind(), TypeKind::Array | TypeKind::OpenArray | TypeKind::Record);
        let inner = strip(value);
        let fits = !is_aggregate
            || inner.kind() == Kind::InitList
            || (inner.kind() == Kind::String && ctype.kind() != TypeKind::Record)
            || (ctype.kind() == TypeKind::Record && inner.ctype().kind() == TypeKind::Record);
        if fits {
            return self.initialize(place, ctype, value);
        }
        // The braces of the aggregate are omitted: the value initialises its first member or element.
        let Place::Memory { addr, .. } = place else { return };
        parts.next -= 1;
        let saved = parts.parts[parts.next];
        parts.parts[parts.next] = value;
        self.fill(addr, ctype, parts, false);
        // If the value was not used, put the original part back.
        if parts.next < parts.parts.len()
            && parts.parts[parts.next].statement_identity() == value.statement_identity()
        {
            parts.parts[parts.next] = saved;
        }
    }

    /// Initialises one place from the next part, or from several if braces are omitted.
    fn fill_one(&mut self, place: Place, ctype: CType<'u>, parts: &mut Parts<'u>) {
        let value = parts.parts[parts.next];
        parts.next += 1;
        self.initialize_part(place, ctype, value, parts);
    }
}

/// Whether an expression may have side effects.
fn has_effects(cursor: Cursor<'_>) -> bool {
    let acts = match cursor.kind() {
        Kind::Call | Kind::CompoundAssign | Kind::StatementExpr => true,
        Kind::Binary => cursor.binary_op() == COp::Assign,
        Kind::Unary => matches!(
            cursor.unary_op(),
            CUnary::PostIncrement | CUnary::PostDecrement | CUnary::PreIncrement | CUnary::PreDecrement
        ),
        _ => false,
    };
    acts || cursor.children().into_iter().any(has_effects)
}

/// First and last index of a designator of an array, and the rest of the designator. GNU extension:
/// `[first ... last] = value`. libclang lists both bounds, as it does for `[a][b]`; only the nesting of the
/// array type tells the two apart, and nothing tells which of several dimensions has the range.
fn indices<'p, 'u>(path: &'p [Cursor<'u>], ctype: CType<'_>) -> Option<(i128, i128, &'p [Cursor<'u>])> {
    let number = |step: &Cursor<'u>| match step.evaluate() {
        Some(Constant::Int(number)) => Some(number),
        _ => None,
    };
    let depth = array_depth(ctype);
    let count = path.iter().take_while(|step| step.kind() != Kind::MemberRef).count();
    let first = path.first().and_then(number)?;
    match count > depth {
        true if depth == 1 => Some((first, path.get(1).and_then(number)?, &path[2..])),
        true => None,
        false => Some((first, first, &path[1..])),
    }
}

/// The number of dimensions of an array type.
fn array_depth(ctype: CType<'_>) -> usize {
    let mut depth = 0;
    let mut inner = ctype.canonical();
    while matches!(inner.kind(), TypeKind::Array | TypeKind::OpenArray) {
        depth += 1;
        inner = inner.element().canonical();
    }
    depth
}

/// The list or string inside parentheses and implicit conversions; any other initialiser as it is.
fn strip(cursor: Cursor<'_>) -> Cursor<'_> {
    let mut inner = cursor;
    loop {
        match inner.kind() {
            Kind::InitList | Kind::String => return inner,
            Kind::Paren | Kind::Unexposed | Kind::CompoundLiteral | Kind::Unary => {
                let children = inner.children();
                match children[..] {
                    [child] if inner.kind() != Kind::CompoundLiteral && inner.kind() != Kind::Unary => {
                        inner = child
                    }
                    _ => return cursor,
                }
            }
            _ => return cursor,
        }
    }
}

/// The designators of an initialiser (`.a`, `[3]`) and its value. libclang represents a designated
/// initialiser as an expression without a type.
fn designators<'u>(part: Cursor<'u>) -> Option<(Vec<Cursor<'u>>, Cursor<'u>)> {
    if part.kind() != Kind::Unexposed || part.ctype().kind() != TypeKind::Void {
        return None;
    }
    let mut children = part.children();
    let value = children.pop()?;
    Some((children, value))
}

impl<'u> UnitLowering<'_, 'u> {
    /// Lowers the initialiser of a global: to constants if possible, else to code that runs before `main`.
    pub(super) fn lower_global(&mut self, id: GlobalId, definition: Cursor<'u>) {
        let Some(value) = definition.initializer() else { return };
        // Several files may define an inline variable.
        if !self.linker.initialized.insert(id) {
            return;
        }
        let ctype = definition.ctype();
        let mut start = self.linker.start.clone();
        let body = start.body.take();
        let mut lowering = FunctionLowering::new(self, start);
        lowering.initialize_global(id, ctype, value, definition.is_in_class());
        let mut function = lowering.finish();
        let code = function.body.take().unwrap_or_default();
        function.body = body;
        self.linker.start = function;
        match constant_cells(&code) {
            Some(cells) => {
                for (global, cell) in cells {
                    if let Init::Cells(cells) = &mut self.linker.globals[global.index()].init {
                        cells.push(cell);
                    }
                }
            }
            None => {
                let when = self.when(definition, value);
                let is_preset = when == When::First && self.preset(id, ctype, value);
                let pos = self.pos(definition);
                self.linker.initializers.push(Initializer { global: id, when, is_preset, code, pos });
            }
        }
    }

    /// In C++, a number that is a constant has its value before any code runs, whatever the order of the
    /// definitions. The code, which is kept, checks how the value is computed.
    fn preset(&mut self, id: GlobalId, ctype: CType<'u>, value: Cursor<'u>) -> bool {
        let Some(ty @ Scalar::Int(int)) = self.scalar(ctype) else { return false };
        if self.cxx.is_none() || !ctype.is_const() || int.bits > 64 {
            return false;
        }
        let constant = value.evaluate();
        let (Some(Constant::Int(value)), Init::Cells(cells)) =
            (constant, &mut self.linker.globals[id.index()].init)
        else {
            return false;
        };
        let number = if int == IntType::BOOL { i128::from(value != 0) } else { int.wrap(value) };
        let value = Operand::Int(number, int);
        cells.push(InitCell { offset: 0, access: Access::plain(ty), value, addend: 0 });
        true
    }
}
