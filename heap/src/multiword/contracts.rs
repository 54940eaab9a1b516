//! Contracts: lists and blocks that a program assumes or checks.
//!
//! Two kinds of definitions are understood: a list of nodes up to an address, maybe empty, and a single node.
//! The link of a single node is not set.

use super::abstraction::synthesize;
use super::engine::Multiword;
use super::heap::{Atom, Header, Heap, Value};
use super::lin::Lin;
use super::walker::State;
use crate::checkers::{Comparison, Contract, Definition, Fact, Place, Rule, Term};
use crate::ir::{Arg, CallResult};
use crate::walk::Call;

/// What a definition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Structure {
    /// Nodes up to the address that is its parameter; there may be none.
    List,
    /// A node of at least this size.
    Node(i128),
}

/// The meaning of a definition, for headers like these.
fn structure(definition: &Definition, header: &Header) -> Option<Structure> {
    if definition.integers > 0 || definition.has_sets() {
        return None;
    }
    match (&definition.rules[..], definition.pointers) {
        ([node], 0) => Some(Structure::Node(single(node, header)?)),
        ([one, other], 1) => {
            let (empty, node) = if one.cells.is_empty() { (one, other) } else { (other, one) };
            let ends = [Term::This, Term::Pointer(0)];
            let is_end = |fact: &Fact| {
                let sides = fact.sides().filter(|_| fact.op == Comparison::Equal);
                sides.is_some_and(|(one, other)| ends.contains(&one) && ends.contains(&other) && one != other)
            };
            let is_empty = empty.cells.is_empty()
                && empty.calls.is_empty()
                && empty.block.is_none()
                && empty.span.is_none()
                && empty.facts.len() == 1
                && empty.facts.iter().all(is_end);
            let [call] = &node.calls[..] else { return None };
            let is_linked = node
                .cells
                .iter()
                .any(|cell| cell.place == Place::Offset(header.next as i64) && cell.value == call.at);
            let repeats = call.checker == definition.name
                && call.pointers == [Term::Pointer(0)]
                && call.integers.is_empty();
            let least = single(&Rule { calls: Vec::new(), ..node.clone() }, header)?;
            (is_empty && is_linked && repeats && least == 1).then_some(Structure::List)
        }
        _ => None,
    }
}

/// The least size of the node that a rule is about.
fn single(rule: &Rule, header: &Header) -> Option<i128> {
    let span = rule.span.filter(|span| i128::from(span.unit) == header.unit)?;
    let is_size = |value: Term| value == span.count;
    for cell in &rule.cells {
        let Place::Offset(offset) = cell.place else { return None };
        let offset = i128::from(offset);
        let is_known = match cell.value {
            value if is_size(value) => offset == header.size,
            Term::Fresh(_) => offset == header.next,
            _ => false,
        };
        if !is_known || cell.bytes.map(i128::from) != Some(header.width()) {
            return None;
        }
    }
    let has_size = rule.cells.iter().any(|cell| is_size(cell.value));
    if !has_size || !rule.calls.is_empty() || rule.block.is_some() {
        return None;
    }
    let mut least = 1;
    for fact in &rule.facts {
        match (fact.op, &fact.terms[..]) {
            // A node is never at null, and the address of the end is none of a node.
            (Comparison::Different, [(Term::This, _)]) if fact.constant == 0 => {}
            (Comparison::Different, [(one, 1), (other, -1)])
                if fact.constant == 0
                    && [Term::This, Term::Pointer(0)].contains(one)
                    && [Term::This, Term::Pointer(0)].contains(other) => {}
            (Comparison::AtMost, [(term, -1)]) if is_size(*term) => least = least.max(fact.constant.into()),
            (Comparison::Less, [(term, -1)]) if is_size(*term) => {
                least = least.max(i128::from(fact.constant) + 1);
            }
            (Comparison::Different, [(term, _)]) if is_size(*term) && fact.constant == 0 => {}
            _ => return None,
        }
    }
    Some(least)
}

impl<'p> Multiword<'p> {
    /// A call of a function that assumes or checks a structure.
    pub(super) fn contract(
        &mut self,
        contract: Contract,
        definition: &'p Definition,
        call: Call<'p>,
        state: State,
    ) -> Option<State> {
        let header = *self.header();
        let Some(structure) = structure(definition, &header) else {
            self.refuse(call.pos, format!("{}, which is no list of blocks and no block", definition.name));
            return None;
        };
        let mut after = Vec::new();
        for mut heap in state {
            let mut args = Vec::new();
            for arg in call.args {
                let Arg::Scalar(operand, _) = arg else { return None };
                match self.operand(&mut heap, operand, call.pos)? {
                    Value::Ptr(lin) if !lin.symbols().any(|sym| heap.wild.contains(&sym)) => args.push(lin),
                    _ => {
                        self.refuse(call.pos, "an argument of a contract that is not known");
                        return None;
                    }
                }
            }
            match (contract, structure, &args[..]) {
                (Contract::Assume, Structure::List, [to]) => self.assume_list(heap, to, call, &mut after),
                (Contract::Assume, Structure::Node(least), []) => {
                    let (at, size) = (Lin::of(self.names.fresh()), Lin::of(self.names.fresh()));
                    if least > 1 {
                        heap.facts.insert(size.plus_constant(-least));
                    }
                    heap.atoms.push(Atom::Node { at: at.clone(), next: Value::Unset, size });
                    after.push(self.with_result(heap, call, at));
                }
                (Contract::Check, Structure::List, [at, to]) if self.is_list(&heap, at, to) => {
                    after.push(heap);
                }
                (Contract::Check, Structure::Node(least), [at]) if self.is_node(&heap, at, least) => {
                    after.push(heap);
                }
                _ => {
                    let touched = self.touched(&heap);
                    let shown = super::print::describe(self, &synthesize(heap, &self.setting));
                    let text = format!("{} may not hold{touched}: {shown}", definition.name);
                    self.refuse(call.pos, text);
                    return None;
                }
            }
        }
        Some(after)
    }

    fn with_result(&self, mut heap: Heap, call: Call<'p>, at: Lin) -> Heap {
        if let CallResult::Var(result) = *call.result {
            self.set(&mut heap, result, Value::Ptr(at));
        }
        heap
    }

    /// No node, or some.
    fn assume_list(&mut self, heap: Heap, to: &Lin, call: Call<'p>, after: &mut State) {
        after.push(self.with_result(heap.clone(), call, to.clone()));
        let from = Lin::of(self.names.fresh());
        let mut some = heap;
        some.atoms.push(Atom::List { from: from.clone(), to: to.clone() });
        after.push(self.with_result(some, call, from));
    }

    fn is_node(&self, heap: &Heap, at: &Lin, least: i128) -> bool {
        let heap = synthesize(heap.clone(), &self.setting);
        heap.atoms.iter().any(|atom| match atom {
            Atom::Node { at: here, size, .. } => {
                here == at && heap.is_at_least_zero(self.header(), &size.plus_constant(-least))
            }
            _ => false,
        })
    }

    /// Whether there are nodes from an address to another one, each linked to the next, or none.
    fn is_list(&self, heap: &Heap, at: &Lin, to: &Lin) -> bool {
        let heap = synthesize(heap.clone(), &self.setting);
        let mut rest: Vec<&Atom> = heap.atoms.iter().collect();
        let mut at = at.clone();
        while at != *to {
            let Some(index) = rest.iter().position(|atom| *atom.start() == at && atom.link().is_some())
            else {
                return false;
            };
            let Some(next) = rest.swap_remove(index).link() else { return false };
            at = next.clone();
        }
        true
    }
}
