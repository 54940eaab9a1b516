//! What an object of a class with virtual functions knows of its class.
//!
//! Such an object begins with the address of a *table*: an object that only has an address. What depends on
//! the class of an object is a function of its own, a *question*, that compares this address with those of
//! all tables of the program: which function is called, where a virtual base is, what `dynamic_cast` gives.
//! Questions are answered when all files are linked. The types of exceptions are known in the same way.

use super::definition;
use super::layout::{SubObject, Within};
use super::special::{Made, Special};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::Linker;
use crate::lower::cxx::{Probe, type_name};
use crate::lower::function::FunctionLowering;
use crate::lower::unit::UnitLowering;

/// What a table answers to a question.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::lower) enum Answer {
    /// Call this function, with an object that begins so many bytes later, and add to its result.
    Call { function: FuncId, offset: i64, result: i64 },
    /// The address, so many bytes later.
    Address(i64),
    /// The address of this object.
    Global(GlobalId),
    /// It is an error of the program to ask.
    Error(&'static str),
    /// It is not known.
    Unknown(&'static str),
}

/// What the answer is where no table has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Otherwise {
    /// Each object that can be asked has one.
    Unknown,
    /// Null, or nothing.
    Null,
}

/// A table.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Table {
    pub(in crate::lower) global: GlobalId,
    pub(in crate::lower) answers: Vec<(String, Answer)>,
}

/// A question.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Question {
    pub(in crate::lower) name: String,
    pub(in crate::lower) function: FuncId,
    /// Which parameter the object is.
    pub(in crate::lower) object: usize,
    pub(in crate::lower) otherwise: Otherwise,
}

/// The question for the object that a base belongs to.
pub(in crate::lower) const WHOLE: &str = "whole object";
/// The question for the class of an object.
pub(in crate::lower) const CLASS: &str = "class";

impl<'u> UnitLowering<'_, 'u> {
    /// The virtual functions that a class declares, but for its destructor; nothing if they are hidden.
    fn virtual_functions(&mut self, class: CType<'u>) -> Option<Vec<Cursor<'u>>> {
        let definition = definition(class);
        let is_method = |child: &Cursor<'u>| {
            matches!(child.kind(), Kind::Cxx(CxxKind::Method | CxxKind::Conversion)) && child.is_virtual()
        };
        let children = definition.children();
        if !definition.is_instance() || !children.is_empty() {
            return Some(children.into_iter().filter(is_method).collect());
        }
        let members = definition.template_children();
        let mut found = Vec::new();
        // A function may be virtual because of a base that depends on parameters.
        let is_member = |child: &Cursor<'u>| child.kind() == Kind::Cxx(CxxKind::Method);
        for member in members.iter().filter(|member| is_member(member) && !member.is_static_member()) {
            let name = member.spelling();
            if members.iter().filter(|other| is_member(other) && other.spelling() == name).count() > 1 {
                if member.is_virtual() {
                    return None;
                }
                continue;
            }
            let probe = Probe::Member(type_name(class), name);
            let cxx = self.cxx.as_ref()?;
            match cxx.probed.get(&probe) {
                Some(shown) => found.extend(shown.first().copied().filter(|method| method.is_virtual())),
                None => {
                    cxx.wanted.borrow_mut().insert(probe);
                    return None;
                }
            }
        }
        Some(found)
    }

    /// The tables that an object of a class has: where their addresses are, and which ones.
    pub(in crate::lower) fn tables(
        &mut self,
        class: CType<'u>,
        within: Option<Within<'u>>,
    ) -> Option<Vec<(i64, GlobalId)>> {
        let parts = self.sub_objects(class, within)?;
        let mut name = format!("table of {}", definition(class).usr());
        if let Some(within) = within {
            name += &format!(" in {} at {}", definition(within.complete).usr(), within.offset);
        }
        let mut found: Vec<(i64, GlobalId)> = Vec::new();
        for part in &parts {
            if !self.is_dynamic(part.class) || found.iter().any(|(offset, _)| *offset == part.offset) {
                continue;
            }
            let name = format!("{name}, {}", part.offset);
            let (index, is_new) = self.linker.table(&name, &type_name(class));
            found.push((part.offset, self.linker.tables[index].global));
            if is_new {
                let answers = self.answers(class, part.offset, &parts);
                self.linker.tables[index].answers = answers;
            }
        }
        Some(found)
    }

    /// What the table at a place of an object answers.
    fn answers(&mut self, class: CType<'u>, offset: i64, parts: &[SubObject<'u>]) -> Vec<(String, Answer)> {
        let type_object = self.type_object(class);
        let mut answers = vec![
            (WHOLE.to_string(), Answer::Address(-offset)),
            (CLASS.to_string(), Answer::Global(type_object)),
        ];
        let destroy = self.special(class, Special::Destroy);
        for (index, part) in parts.iter().enumerate() {
            if part.offset != offset || !self.is_dynamic(part.class) {
                continue;
            }
            let usr = definition(part.class).usr();
            if let Made::Function(function) = destroy {
                let answer = Answer::Call { function, offset: -offset, result: 0 };
                answers.push((format!("destroy {usr}"), answer));
            }
            for base in parts.iter().filter(|base| base.around.contains(&index)) {
                let name = format!("{usr} as {}", definition(base.class).usr());
                answers.push((name, Answer::Address(base.offset - offset)));
            }
            self.cast_answers(index, parts, &mut answers);
            self.call_answers(index, parts, &mut answers);
        }
        answers
    }

    /// What `dynamic_cast` gives for a part of an object.
    fn cast_answers(&self, from: usize, parts: &[SubObject<'u>], answers: &mut Vec<(String, Answer)>) {
        let part = &parts[from];
        let usr = definition(part.class).usr();
        for to in parts {
            let name = format!("{usr} cast to {}", definition(to.class).usr());
            if answers.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let same: Vec<(usize, &SubObject<'u>)> = parts
                .iter()
                .enumerate()
                .filter(|(_, other)| type_name(other.class) == type_name(to.class))
                .collect();
            let around: Vec<_> = same.iter().filter(|(index, _)| part.around.contains(index)).collect();
            let found = match (&around[..], &same[..]) {
                ([(_, one)], _) => Some(one),
                (_, [(_, one)]) => Some(one),
                _ => None,
            };
            let answer = match found {
                Some(found) if !found.is_public || !part.is_public => {
                    Answer::Unknown("dynamic_cast through a base that is not public")
                }
                Some(found) => Answer::Address(found.offset - part.offset),
                None => continue,
            };
            answers.push((name, answer));
        }
    }

    /// Which functions calls of the virtual functions of a part reach.
    fn call_answers(&mut self, index: usize, parts: &[SubObject<'u>], answers: &mut Vec<(String, Answer)>) {
        let Some(functions) = self.virtual_functions(parts[index].class) else { return };
        for function in functions {
            let mut found: Vec<(usize, Cursor<'u>)> = Vec::new();
            let mut is_known = true;
            for outer in std::iter::once(index).chain(parts[index].around.iter().copied()) {
                match self.virtual_functions(parts[outer].class) {
                    Some(declared) => {
                        let overriding = declared.into_iter().find(|other| overrides(*other, function));
                        found.extend(overriding.map(|method| (outer, method)));
                    }
                    None => is_known = false,
                }
            }
            let is_last = |(outer, _): &&(usize, Cursor<'u>)| {
                !found.iter().any(|(other, _)| parts[*outer].around.contains(other))
            };
            let last: Vec<(usize, Cursor<'u>)> = found.iter().filter(is_last).copied().collect();
            let answer = match last[..] {
                _ if !is_known => Answer::Unknown("a virtual function of a template that is hidden"),
                [(_, method)] if method.is_pure() => Answer::Error("a call of a pure virtual function"),
                [(outer, method)] => {
                    self.call_answer(function, method, parts[outer].offset - parts[index].offset)
                }
                _ => Answer::Unknown("a virtual function that is overridden twice"),
            };
            answers.push((function.canonical().usr(), answer));
        }
    }

    fn call_answer(&mut self, called: Cursor<'u>, method: Cursor<'u>, offset: i64) -> Answer {
        let (wanted, given) = (called.ctype().result(), method.ctype().result());
        let mut result = 0;
        if matches!(wanted.kind(), TypeKind::Pointer | TypeKind::Reference) {
            let (wanted, given) = (wanted.pointee(), given.pointee());
            if wanted.kind() == TypeKind::Record && type_name(wanted) != type_name(given) {
                match self.base_offset(given, wanted) {
                    Some(offset) => result = offset as i64,
                    None => return Answer::Unknown("a virtual function with a result of another class"),
                }
            }
        }
        Answer::Call { function: self.function_id(method), offset, result }
    }

    /// The object that stands for a class in `typeid`.
    pub(in crate::lower) fn type_object(&mut self, class: CType<'u>) -> GlobalId {
        self.linker.type_object(&type_name(class))
    }

    /// A function that asks an object for what depends on its class.
    pub(in crate::lower) fn question(
        &mut self,
        name: String,
        ty: FunctionType,
        object: usize,
        otherwise: Otherwise,
    ) -> FuncId {
        if let Some(known) = self.linker.questions.iter().find(|question| question.name == name) {
            return known.function;
        }
        let function = self.linker.new_function(shown(&name), ty, true, Role::Program, Pos::NOWHERE);
        self.linker.questions.push(Question { name, function, object, otherwise });
        function
    }

    /// The type of questions that take an object and give an address.
    pub(in crate::lower) fn address_question(&mut self) -> FunctionType {
        let void = self.linker.types.intern(Type::Void);
        let pointer = self.linker.types.intern(Type::Pointer(void));
        FunctionType { result: pointer, params: Some(vec![pointer]), variadic: false }
    }
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Asks an object for an address.
    pub(in crate::lower) fn ask(&mut self, name: String, object: Operand, otherwise: Otherwise) -> Operand {
        let ty = self.unit.address_question();
        let function = self.unit.question(name, ty, 0, otherwise);
        let dst = self.temp(Scalar::Ptr);
        let args = vec![Arg::Scalar(object, Scalar::Ptr)];
        let callee = Callee::Direct(function);
        self.emit(StmtKind::Call { result: CallResult::Var(dst), callee, args });
        Operand::Var(dst)
    }

    /// Sets the tables of an object that is constructed or destroyed.
    pub(in crate::lower) fn set_table(&mut self, class: CType<'u>, this: Operand) {
        if !self.unit.is_dynamic(class) {
            return;
        }
        let within = self.cxx.within;
        let Some(tables) = self.unit.tables(class, within) else {
            return self.unsupported(&format!("the bases of {}", type_name(class)));
        };
        for (offset, table) in tables {
            let addr = self.moved(this, offset);
            let value = Operand::Global(table);
            self.emit(StmtKind::Store { addr, value, access: Access::plain(Scalar::Ptr) });
        }
    }

    /// An address so many bytes later.
    pub(in crate::lower) fn moved(&mut self, base: Operand, offset: i64) -> Operand {
        if offset == 0 {
            return base;
        }
        let byte = Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false }));
        let elem = self.unit.linker.types.intern(byte);
        let ptrdiff = self.unit.linker.target.ptrdiff();
        let (index, stride) = (Operand::Int(i128::from(offset), ptrdiff), self.offset(1));
        self.compute(Expr::Elem { base, index, elem, stride }, Scalar::Ptr)
    }

    /// Calls the destructor that an object with a virtual one has.
    pub(in crate::lower) fn destroy_virtually(&mut self, addr: Operand, class: CType<'u>) {
        let object = self.unit.type_id(class);
        let types = &mut self.unit.linker.types;
        let (pointer, void) = (types.intern(Type::Pointer(object)), types.intern(Type::Void));
        let ty = FunctionType { result: void, params: Some(vec![pointer]), variadic: false };
        let name = format!("destroy {}", definition(class).usr());
        let function = self.unit.question(name, ty, 0, Otherwise::Unknown);
        self.call_destructor_of(function, addr);
    }
}

impl Linker {
    /// The table with this name, and whether it is new.
    fn table(&mut self, name: &str, shown: &str) -> (usize, bool) {
        if let Some(&index) = self.table_names.get(name) {
            return (index, false);
        }
        let void = self.types.intern(Type::Void);
        let ty = self.types.intern(Type::Pointer(void));
        let global = GlobalId(self.globals.len() as u32);
        let size = u64::from(self.target.pointer_bytes);
        let (name_shown, init) = (format!("class {shown}"), Init::Cells(Vec::new()));
        let pos = Pos::NOWHERE;
        // Not constant: the addresses of two constants may be the same.
        self.globals.push(Global { name: name_shown, ty, size, init, constant: false, pos });
        let index = self.tables.len();
        self.tables.push(Table { global, answers: Vec::new() });
        self.table_names.insert(name.to_string(), index);
        (index, true)
    }

    /// The object that stands for a type in `typeid`.
    pub(in crate::lower) fn type_object(&mut self, name: &str) -> GlobalId {
        let (index, _) = self.table(&format!("type {name}"), name);
        self.tables[index].global
    }

    /// The table that stands for the type of an exception, and whether it is new.
    pub(in crate::lower) fn exception_table(&mut self, name: &str) -> (usize, bool) {
        self.table(&format!("exception {name}"), name)
    }

    /// Answers the questions.
    pub(in crate::lower) fn answer_questions(&mut self) {
        for question in std::mem::take(&mut self.questions) {
            let answers: Vec<(GlobalId, Answer)> = self
                .tables
                .iter()
                .filter_map(|table| {
                    let mut answers = table.answers.iter();
                    let (_, answer) = answers.find(|(name, _)| *name == question.name)?;
                    Some((table.global, answer.clone()))
                })
                .collect();
            super::answers::answer(self, &question, &answers);
        }
    }
}

/// Whether a virtual function is another one or overrides it.
fn overrides(method: Cursor<'_>, other: Cursor<'_>) -> bool {
    method.canonical().usr() == other.canonical().usr()
        || method.overridden().into_iter().any(|base| overrides(base, other))
}

/// A question as reports name it.
fn shown(name: &str) -> String {
    let plain: String = name.replace("c:@", "").replace("@S@", "").replace("S@", "").replace("@F@", "::");
    format!("ask for {plain}")
}
