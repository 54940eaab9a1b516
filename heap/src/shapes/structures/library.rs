//! The definitions of a program, and how the memory that satisfies them is represented.

use crate::checkers::{CallRule, Class, Comparison, Definition, Fact, Layout, Nodes, Place, Rule, Term};
use crate::ir::{Program, RecordId};

/// How memory that satisfies a definition is represented.
#[derive(Clone, Debug)]
pub(in crate::shapes) enum Form {
    /// A list of nodes that look alike.
    List(Nodes),
    /// A tree of nodes that look alike.
    Tree(Nodes),
    /// A structure.
    Structure,
    /// Not at all; why.
    Other(String),
}

/// In which direction an integer parameter may change so that memory still satisfies the definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::shapes) struct Variance {
    pub may_fall: bool,
    pub may_rise: bool,
}

/// The definitions of a program.
#[derive(Debug, Default)]
pub(in crate::shapes) struct Library {
    pub definitions: Vec<Definition>,
    pub pointer_bytes: i64,
    forms: Vec<Form>,
    records: Vec<Option<RecordId>>,
    variances: Vec<Vec<Variance>>,
}

impl Library {
    pub(in crate::shapes) fn of(program: &Program) -> Library {
        let pointer_bytes = i64::from(program.target.pointer_bytes);
        let definitions = program.checkers.clone();
        let records = definitions.iter().map(|definition| program.node_record(definition)).collect();
        let mut library =
            Library { definitions, pointer_bytes, forms: Vec::new(), records, variances: Vec::new() };
        library.forms = library.classified();
        library.variances = library.varied();
        library
    }

    pub(in crate::shapes) fn name(&self, definition: usize) -> &str {
        &self.definitions[definition].name
    }

    /// The number of a definition.
    pub(in crate::shapes) fn index(&self, name: &str) -> Option<usize> {
        self.definitions.iter().position(|definition| definition.name == name)
    }

    pub(in crate::shapes) fn form(&self, definition: usize) -> &Form {
        &self.forms[definition]
    }

    /// The record that nodes are in C, if it is known.
    pub(in crate::shapes) fn record(&self, definition: usize) -> Option<RecordId> {
        self.records[definition]
    }

    pub(in crate::shapes) fn variance(&self, definition: usize, parameter: usize) -> Variance {
        self.variances[definition][parameter]
    }

    /// The rule for structures without nodes.
    pub(in crate::shapes) fn empty_rule(&self, definition: usize) -> Option<&Rule> {
        self.definitions[definition].rules.iter().find(|rule| rule.cells.is_empty())
    }

    /// The parameter that is the address of a structure without nodes; nothing if it is null.
    pub(in crate::shapes) fn end(&self, definition: usize) -> Option<usize> {
        self.empty_rule(definition)?.facts.iter().find_map(|fact| match place(fact)? {
            Term::Pointer(index) => Some(index),
            _ => None,
        })
    }

    /// The least size of a node.
    pub(in crate::shapes) fn size(&self, definition: usize) -> i64 {
        self.definitions[definition].rules.iter().filter_map(|rule| rule.block).min().unwrap_or(0)
    }

    /// Whether a definition leads to another one, by one call or more.
    pub(in crate::shapes) fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.definitions.len()];
        let mut pending = vec![from];
        while let Some(definition) = pending.pop() {
            for call in self.definitions[definition].rules.iter().flat_map(|rule| &rule.calls) {
                let Some(called) = self.index(&call.checker) else { continue };
                if called == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[called], true) {
                    pending.push(called);
                }
            }
        }
        false
    }

    /// Whether records of a kind are the nodes of structures, and of no lists.
    pub(in crate::shapes) fn is_structured(&self, record: RecordId) -> bool {
        let mut forms = self.forms.iter().zip(&self.records).filter(|(_, known)| **known == Some(record));
        let is_structure = |form: &Form| matches!(form, Form::Structure);
        let is_list = |form: &Form| matches!(form, Form::List(_) | Form::Tree(_));
        forms.clone().any(|(form, _)| is_structure(form)) && !forms.any(|(form, _)| is_list(form))
    }

    /// Whether an integer at a place in nodes of some size tells which rule of a structure holds for them.
    pub(in crate::shapes) fn is_tag(&self, size: i64, offset: i64) -> bool {
        let structures = self.definitions.iter().zip(&self.forms);
        let structures = structures.filter(|(_, form)| matches!(form, Form::Structure));
        let mut rules =
            structures.flat_map(|(definition, _)| &definition.rules).filter(|rule| rule.block == Some(size));
        rules.any(|rule| {
            let mut cells = rule.cells.iter();
            cells.any(|cell| {
                cell.place == Place::Offset(offset) && matches!(cell.value, Term::Number(tag) if tag != 0)
            })
        })
    }

    /// Whether there are structures at all.
    pub(in crate::shapes) fn has_structures(&self) -> bool {
        self.forms.iter().any(|form| matches!(form, Form::Structure))
    }

    fn classified(&self) -> Vec<Form> {
        let form = |definition: &Definition| match Layout::of(definition, self.pointer_bytes) {
            Layout::Nodes(nodes) if nodes.links.len() == 1 => Form::List(nodes),
            Layout::Nodes(nodes) => Form::Tree(nodes),
            Layout::Other(reason) => match self.check(definition) {
                Ok(()) => Form::Structure,
                Err(other) => Form::Other(format!("{reason}; {other}")),
            },
        };
        let mut forms: Vec<Form> = self.definitions.iter().map(form).collect();
        // What is part of a structure must be a list or a structure.
        loop {
            let mut changed = None;
            for (index, definition) in self.definitions.iter().enumerate() {
                if !matches!(forms[index], Form::Structure) {
                    continue;
                }
                for call in definition.rules.iter().flat_map(|rule| &rule.calls) {
                    let Some(called) = self.index(&call.checker) else { continue };
                    match &forms[called] {
                        Form::Tree(_) if self.check(&self.definitions[called]).is_ok() => {
                            changed = Some((called, Form::Structure));
                        }
                        Form::Other(reason) => changed = Some((index, Form::Other(reason.clone()))),
                        Form::Tree(_) => {
                            changed = Some((index, Form::Other(format!("it leads to {}", call.checker))));
                        }
                        Form::List(_) | Form::Structure => {}
                    }
                }
            }
            match changed {
                Some((index, form)) => forms[index] = form,
                None => return forms,
            }
        }
    }

    /// Whether memory that satisfies a definition can be a structure.
    fn check(&self, definition: &Definition) -> Result<(), String> {
        let name = &definition.name;
        if definition.has_sets() || definition.has_spans() || !definition.is_resolved() {
            return Err(format!("{name} is about more than nodes"));
        }
        let (empty, nodes): (Vec<&Rule>, Vec<&Rule>) =
            definition.rules.iter().partition(|rule| rule.cells.is_empty());
        if empty.len() > 1 || nodes.is_empty() {
            return Err(format!("{name} has several rules without nodes, or none with one"));
        }
        for rule in empty {
            let is_numeric = |fact: &Fact| {
                fact.terms.iter().all(|(term, _)| matches!(term, Term::Integer(_))) || place(fact).is_some()
            };
            let places = rule.facts.iter().filter(|fact| place(fact).is_some()).count();
            let is_plain = rule.calls.is_empty() && rule.block.is_none() && rule.fresh.is_empty();
            if !is_plain || places != 1 || !rule.facts.iter().all(is_numeric) {
                return Err(format!("it is not clear where {name} is without nodes"));
            }
        }
        nodes.into_iter().try_for_each(|rule| self.check_node(name, rule))
    }

    fn check_node(&self, name: &str, rule: &Rule) -> Result<(), String> {
        let Some(size) = rule.block else { return Err(format!("the nodes of {name} are no blocks")) };
        let width = self.pointer_bytes;
        let extent = |index: usize| {
            let cell = &rule.cells[index];
            let Place::Offset(offset) = cell.place else { return None };
            Some((offset, offset.checked_add(cell.bytes.unwrap_or(width))?))
        };
        for index in 0..rule.cells.len() {
            let Some((from, to)) = extent(index).filter(|(from, to)| 0 <= *from && *to <= size) else {
                return Err(format!("the cells of {name} are not in its nodes"));
            };
            let mut others = (0..index).filter_map(extent);
            if others.any(|(start, end)| start < to && from < end) {
                return Err(format!("the cells of {name} overlap"));
            }
        }
        for (index, call) in rule.calls.iter().enumerate() {
            let is_link = |cell: &&crate::checkers::CellRule| cell.value == call.at;
            let links = rule.cells.iter().filter(is_link);
            let is_pointer = links.clone().all(|cell| cell.bytes.unwrap_or(width) == width);
            let is_once = rule.calls[..index].iter().all(|other| other.at != call.at);
            if !matches!(call.at, Term::Fresh(_)) || links.count() == 0 || !is_pointer || !is_once {
                return Err(format!("{} is no link in the nodes of {name}", call.at));
            }
            if self.index(&call.checker).is_none_or(|called| {
                let definition = &self.definitions[called];
                (definition.pointers, definition.integers) != (call.pointers.len(), call.integers.len())
            }) {
                return Err(format!("{name} uses {} with other parameters", call.checker));
            }
        }
        check_order(name, rule)?;
        let is_in_cell = |index: usize| rule.cells.iter().any(|cell| cell.value == Term::Fresh(index));
        let is_known = |index: usize| is_in_cell(index) || !rule.is_address(index);
        match (0..rule.fresh.len()).all(is_known) {
            true => Ok(()),
            false => Err(format!("an address in the nodes of {name} is in no cell")),
        }
    }

    /// The variance of parameters: what the rules of a definition say stays true if they change so.
    fn varied(&self) -> Vec<Vec<Variance>> {
        let any = Variance { may_fall: true, may_rise: true };
        let mut known: Vec<Vec<Variance>> =
            self.definitions.iter().map(|definition| vec![any; definition.integers]).collect();
        loop {
            let mut next = known.clone();
            for (definition, own) in self.definitions.iter().zip(&mut next) {
                for rule in &definition.rules {
                    self.restrict(rule, &known, own);
                }
            }
            if next == known {
                return known;
            }
            known = next;
        }
    }

    fn restrict(&self, rule: &Rule, known: &[Vec<Variance>], own: &mut [Variance]) {
        let fixed = Variance { may_fall: false, may_rise: false };
        for fact in &rule.facts {
            for (term, factor) in &fact.terms {
                let Term::Integer(index) = term else { continue };
                match fact.op {
                    Comparison::Equal | Comparison::Different => own[*index] = fixed,
                    Comparison::Less | Comparison::AtMost if *factor > 0 => own[*index].may_rise = false,
                    Comparison::Less | Comparison::AtMost => own[*index].may_fall = false,
                }
            }
        }
        for cell in &rule.cells {
            if let Term::Integer(index) = cell.value {
                own[index] = fixed;
            }
        }
        if let Some(Term::Integer(index)) = rule.span.map(|span| span.count) {
            own[index] = fixed;
        }
        for call in &rule.calls {
            let called = self.index(&call.checker);
            for (position, term) in call.integers.iter().enumerate() {
                let Term::Integer(index) = term else { continue };
                let passed = called.and_then(|called| known[called].get(position).copied()).unwrap_or(fixed);
                own[*index].may_fall &= passed.may_fall;
                own[*index].may_rise &= passed.may_rise;
            }
        }
    }
}

/// Whether the parts of a node can be made one by one, and all their arguments are known then.
fn check_order(name: &str, rule: &Rule) -> Result<(), String> {
    let is_part = |index: usize| rule.calls.iter().any(|call| call.at == Term::Fresh(index));
    let is_integer = |term: &Term| match term {
        Term::Integer(_) | Term::Number(_) => true,
        Term::Fresh(index) => !rule.is_address(*index) && rule.fresh[*index] != Class::Raw,
        Term::This | Term::Pointer(_) => false,
    };
    let mut pending: Vec<&CallRule> = rule.calls.iter().collect();
    if !pending.iter().all(|call| call.integers.iter().all(is_integer)) {
        return Err(format!("an argument of a part of {name} is no integer"));
    }
    while !pending.is_empty() {
        let is_later = |term: &Term| pending.iter().any(|call| call.at == *term);
        let is_pointer = |term: &Term| match term {
            Term::This | Term::Pointer(_) | Term::Number(0) => true,
            Term::Fresh(index) => rule.is_address(*index) && !(is_part(*index) && is_later(term)),
            Term::Integer(_) | Term::Number(_) => false,
        };
        let Some(next) = pending.iter().position(|call| call.pointers.iter().all(is_pointer)) else {
            return Err(format!("the parts of {name} depend on each other"));
        };
        pending.remove(next);
    }
    Ok(())
}

/// What a fact says about the address of the structure, if it says where it is.
fn place(fact: &Fact) -> Option<Term> {
    if fact.op != Comparison::Equal {
        return None;
    }
    match fact.sides()? {
        (Term::This, term @ (Term::Number(0) | Term::Pointer(_))) => Some(term),
        (term @ Term::Pointer(_), Term::This) => Some(term),
        _ => None,
    }
}
