//! Structures: memory that satisfies an inductive definition of the program.
//!
//! A definition whose nodes are not all alike, or whose parameters change from node to node, is no list or
//! tree of [`Segment`]s of the other kinds: a tagged union has a rule for each tag, the nodes of a skip list
//! have levels, a search tree has bounds. Such a structure is a segment of the kind [`Kind::Structure`]. It
//! stands for all memory that satisfies the definition with its arguments, which are its cells. It may have a
//! *hole*: then it stands for a derivation in which one call of a definition is left out, at some address,
//! with some arguments. The length is the number of nodes, so a structure without nodes is at the address
//! that the rule for empty ones says, or at its hole.
//!
//! `unfold`: a node is taken out, by each rule. `prove`: part of a graph satisfies a definition. `fold`: such
//! a part becomes a structure. `miss`: where such a proof gets no further.

mod fold;
mod library;
mod miss;
mod prove;
mod terms;
mod unfold;

pub(super) use fold::contract_bounds;
pub(super) use library::{Form, Library};
pub(super) use miss::{Fault, Miss, Misses, TermsOfFact};
pub(super) use terms::{Given, arguments, signed_range, sum, test_op, value_of};

use super::expose::Names;
use super::graph::{Fill, Graph, Kind, Object, Origin, Segment};
use super::value::{Expr, ObjectId, Value};
use crate::checkers::{Data, Nodes, Term};
use crate::ir::Pos;
use crate::numbers::Interval;
use cfp_solver::Int;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The distance of the cells of arguments.
const SLOT: i64 = 8;

/// Bytes of nodes that no rule reads and that need not be initialized: the definition, the number of its
/// rule, the first byte, and the one behind the last.
pub(super) type UnsetBytes = BTreeSet<(usize, usize, i64, i64)>;

/// A definition, and the one of the hole if there is one.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub library: Rc<Library>,
    pub definition: usize,
    pub hole: Option<usize>,
    /// What may not be initialized in its nodes.
    pub unset: Rc<UnsetBytes>,
}

/// Structures of the same kind, apart from what is initialized in them.
impl PartialEq for Structure {
    fn eq(&self, other: &Structure) -> bool {
        (self.definition, self.hole) == (other.definition, other.hole)
    }
}

impl Eq for Structure {}

/// A definition and its arguments.
#[derive(Clone, Debug)]
pub(super) struct Applied {
    pub definition: usize,
    pub given: Given,
}

impl Structure {
    /// The name of the definition.
    pub(super) fn name(&self) -> &str {
        self.library.name(self.definition)
    }

    /// Where the address of the hole is, behind the arguments.
    fn hole_slot(&self) -> i64 {
        SLOT * self.library.definitions[self.definition].arity() as i64
    }

    /// The cell that leads to what a pointer to the structure points to if it has no nodes. Nothing if that
    /// is null.
    fn next(&self) -> Option<i64> {
        match self.hole {
            Some(_) => Some(self.hole_slot()),
            None => self.library.end(self.definition).map(|parameter| SLOT * parameter as i64),
        }
    }

    /// The arguments, and those of the hole with its address.
    pub(super) fn arguments(&self, object: &Object) -> Option<(Given, Option<(Value, Given)>)> {
        let given = self.given(object, self.definition, 0)?;
        let Some(definition) = self.hole else { return Some((given, None)) };
        let slot = self.hole_slot();
        let at = object.link(slot, self.library.pointer_bytes);
        Some((given, Some((at, self.given(object, definition, slot + SLOT)?))))
    }

    /// The arguments of a definition that are in cells from an offset on.
    fn given(&self, object: &Object, definition: usize, from: i64) -> Option<Given> {
        let definition = &self.library.definitions[definition];
        let slot = |index: usize| from + SLOT * index as i64;
        let pointers = (0..definition.pointers)
            .map(|index| object.link(slot(index), self.library.pointer_bytes))
            .collect();
        let integer = |index: usize| match &object.cells.get(&slot(definition.pointers + index))?.value {
            Value::Int(expr) => Some(expr.clone()),
            _ => None,
        };
        let integers = (0..definition.integers).map(integer).collect::<Option<_>>()?;
        Some(Given { pointers, integers })
    }

    /// Writes the arguments of a definition to cells from an offset on.
    fn write(&self, object: &mut Object, from: i64, given: &Given) {
        let width = self.library.pointer_bytes;
        let mut slot = from;
        for value in &given.pointers {
            object.write(slot, width, value.clone());
            slot += SLOT;
        }
        for expr in &given.integers {
            object.write(slot, SLOT, Value::Int(expr.clone()));
            slot += SLOT;
        }
    }

    /// Where the arguments are that are integers, with those of the hole behind, and how many bytes they
    /// have.
    pub(super) fn integer_slots(&self) -> impl Iterator<Item = (i64, i64)> {
        let slots = |definition: usize, from: i64| {
            let definition = &self.library.definitions[definition];
            let range = definition.pointers..definition.arity();
            range.map(move |index| (from + SLOT * index as i64, SLOT))
        };
        let of_hole = self.hole.into_iter().flat_map(move |hole| slots(hole, self.hole_slot() + SLOT));
        slots(self.definition, 0).chain(of_hole)
    }

    /// Whether there are such structures without nodes.
    pub(super) fn may_be_empty(&self) -> bool {
        match self.hole {
            Some(hole) => hole == self.definition,
            None => self.library.empty_rule(self.definition).is_some(),
        }
    }

    /// The object for a structure of so many nodes.
    pub(super) fn object(
        &self,
        given: &Given,
        hole: Option<(Value, Given)>,
        length: Expr,
        pos: Pos,
    ) -> Object {
        let size = Expr::constant(self.library.size(self.definition));
        let mut object = Object::new(Origin::Heap, size, Fill::Unset, pos);
        self.write(&mut object, 0, given);
        if let Some((at, given)) = hole {
            let slot = self.hole_slot();
            object.write(slot, self.library.pointer_bytes, at);
            self.write(&mut object, slot + SLOT, &given);
        }
        object.record = self.library.record(self.definition);
        object.segment = Some(Segment {
            kind: Kind::Structure,
            head: 0,
            links: self.next().into_iter().collect(),
            prev: None,
            width: self.library.pointer_bytes,
            length,
            structure: Some(Rc::new(self.clone())),
        });
        object
    }
}

impl Graph {
    /// Adds memory that satisfies a definition, as a list or as a structure. Its length is a new integer.
    /// Returns the object, or nothing if there is no such memory.
    pub(super) fn add_applied(
        &mut self,
        library: &Rc<Library>,
        applied: &Applied,
        hole: Option<(usize, Value, Given)>,
        (owner, unset): (Option<ObjectId>, &Rc<UnsetBytes>),
        pos: Pos,
        names: &mut Names,
    ) -> Option<ObjectId> {
        let id = names.object();
        let dim = names.dim();
        owner.into_iter().for_each(|owner| _ = self.private.insert(dim, owner));
        let mut object = match library.form(applied.definition) {
            Form::List(nodes) if hole.is_none() => {
                let length = match nodes.length {
                    Some(index) => applied.given.integers[index].clone(),
                    None => Expr::of(dim),
                };
                self.numbers.at_most_zero(&super::expose::negated(&length)).ok()?;
                self.list_object(id, nodes, &applied.given, length, pos, names)?
            }
            Form::List(_) | Form::Tree(_) | Form::Other(_) => return None,
            Form::Structure => {
                let structure = Structure {
                    library: library.clone(),
                    definition: applied.definition,
                    hole: hole.as_ref().map(|(definition, ..)| *definition),
                    unset: unset.clone(),
                };
                let least = Int::from(i64::from(!structure.may_be_empty()));
                self.restrict(dim, &Interval::at_least(least))?;
                let hole = hole.map(|(_, at, given)| (at, given));
                structure.object(&applied.given, hole, Expr::of(dim), pos)
            }
        };
        object.owner = owner;
        object.record = library.record(applied.definition);
        self.objects.insert(id, Rc::new(object));
        Some(id)
    }

    /// The object of a list.
    pub(super) fn list_object(
        &mut self,
        id: ObjectId,
        nodes: &Nodes,
        given: &Given,
        length: Expr,
        pos: Pos,
        names: &mut Names,
    ) -> Option<Object> {
        let mut node = Object::new(Origin::Heap, Expr::constant(nodes.size), Fill::Unset, pos);
        let prev = nodes.prev.map(|(offset, _)| offset);
        let kind = if nodes.links.len() > 1 { Kind::Tree } else { Kind::List };
        let (links, width) = (nodes.links.clone(), nodes.width);
        node.segment = Some(Segment { kind, head: 0, links, prev, width, length, structure: None });
        for &link in &nodes.links {
            node.write(link, width, nodes.end.map_or(Value::Null, |end| given.pointers[end].clone()));
        }
        if let Some((offset, parameter)) = nodes.prev {
            node.write(offset, width, given.pointers[parameter].clone());
        }
        for (offset, bytes, data) in &nodes.data {
            let value = match data {
                Data::Any | Data::Raw => Value::Any,
                Data::Same(Term::This) => terms::own(id),
                Data::Same(term) => value_of(*term, &Value::Null, given, &[])?,
                Data::Within(low, high) => {
                    let dim = names.dim();
                    self.private.insert(dim, id);
                    self.restrict(dim, &signed_range(*bytes))?;
                    self.restrict(dim, &Interval::new(low.map(Int::from), high.map(Int::from))?)?;
                    Value::Int(Expr::of(dim))
                }
            };
            node.write(*offset, *bytes, value);
        }
        Some(node)
    }
}
