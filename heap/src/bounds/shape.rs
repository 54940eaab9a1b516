//! Which states are kept apart, and whether one includes another.

use super::expr::{Expr, Sym};
use super::object::{Cell, ObjId, Object};
use super::store::{Store, Target, Value};
use super::walker::RESULT;
use crate::ir::{Program, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A target that is lost counts as much as so many other features.
const TARGET_LOSS: usize = 100;

/// A feature of a state. States that differ in one are not joined unless there are too many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// What a variable points to.
    Points(usize, VarId, Target),
    /// A variable points to a text that must not be changed; which one matters for temporaries.
    PointsToText(usize, VarId, Option<ObjId>),
    /// The value of a temporary, such as a condition.
    Constant(usize, VarId, i128),
    /// An object, whether it has a known zero byte, and whether it is initialized.
    Object(ObjId, bool, bool),
    /// What a cell points to.
    Holds(ObjId, i128, Target),
}

/// How much is lost if states of these shapes are joined. Targets of pointers are lost, different texts are
/// not, and the rest costs precision only.
pub(super) fn loss(one: &[Mark], other: &[Mark]) -> usize {
    let only = |one: &[Mark], other: &[Mark]| -> usize {
        let lost = one.iter().filter(|mark| !other.contains(mark));
        lost.map(|mark| if matches!(mark, Mark::Points(..) | Mark::Holds(..)) { TARGET_LOSS } else { 1 })
            .sum()
    };
    only(one, other) + only(other, one)
}

impl Store {
    /// The features of a state.
    pub(super) fn shape(&self, program: &Program) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let function = &program.functions[frame.function.index()];
            for (var, value) in &frame.vars {
                let is_temporary = function.vars.get(var.index()).is_none_or(|var| var.name.is_none());
                match value {
                    Value::Ptr { target: Target::Object(id), .. } if self.is_text(value) => {
                        let text = (is_temporary && *var != RESULT).then_some(*id);
                        marks.push(Mark::PointsToText(depth, *var, text));
                    }
                    Value::Ptr { target, .. } => marks.push(Mark::Points(depth, *var, *target)),
                    // Functions return -1 where they fail.
                    Value::Int { expr, .. } => {
                        if let (Some(low), Some(high)) = self.facts.range(expr)
                            && low == high
                            && (is_temporary || low == -1)
                        {
                            marks.push(Mark::Constant(depth, *var, low));
                        }
                    }
                    Value::Float { .. } => {}
                }
            }
        }
        for (id, object) in &self.objects {
            if object.constant || !is_own(id) {
                continue;
            }
            let rest = object.size.minus(&object.prefix);
            let is_initialized = rest.is_some_and(|rest| self.facts.holds(&rest));
            marks.push(Mark::Object(*id, object.zeros.is_empty(), is_initialized));
            for (at, cell) in &object.cells {
                if let Value::Ptr { target, .. } = cell.value {
                    marks.push(Mark::Holds(*id, *at, target));
                }
            }
        }
        marks
    }

    /// Whether a value is the address of a text that must not be changed.
    pub(super) fn is_text(&self, value: &Value) -> bool {
        let Value::Ptr { target: Target::Object(id), offset, .. } = value else { return false };
        offset.as_constant() == Some(0)
            && self.objects.get(id).is_some_and(|object| object.constant && object.end_of_text().is_some())
    }

    /// Whether two states have the same objects, so that they can be joined.
    pub(super) fn has_objects_of(&self, other: &Store) -> bool {
        self.objects.keys().filter(|id| is_own(id)).eq(other.objects.keys().filter(|id| is_own(id)))
            && self
                .frames
                .iter()
                .map(|frame| frame.function)
                .eq(other.frames.iter().map(|frame| frame.function))
    }

    /// Whether a state includes another one.
    pub(super) fn includes(&self, other: &Store) -> bool {
        if !self.has_objects_of(other) {
            return false;
        }
        let mut other = other.clone();
        other.align(self);
        other.forget_recent();
        let mut matching = Matching { head: self, next: &other, names: BTreeMap::new() };
        matching.name();
        matching.has_values() && matching.has_objects() && matching.has_notes() && matching.has_facts()
    }
}

/// Whether an object exists independently of accesses. Arguments of the program and literals from tables are
/// made when they are looked at.
fn is_own(id: &ObjId) -> bool {
    !matches!(id, ObjId::Argument(_) | ObjId::AnyArgument | ObjId::AnyText(_))
}

/// The symbols of one state as expressions of another.
struct Matching<'s> {
    head: &'s Store,
    next: &'s Store,
    names: BTreeMap<Sym, Expr>,
}

impl Matching<'_> {
    /// Gives names to symbols by the places that hold them.
    fn name(&mut self) {
        let (head, next) = (self.head, self.next);
        for (own, more) in head.frames.iter().zip(&next.frames) {
            for (var, value) in &own.vars {
                if let Some(more) = more.vars.get(var) {
                    self.name_value(value, more);
                }
            }
        }
        for (id, own) in &head.objects {
            let Some(more) = next.objects.get(id) else { continue };
            for (at, cell) in &own.cells {
                if let Some(more) = more.cells.get(at) {
                    self.name_value(&cell.value, &more.value);
                }
            }
            self.name_expr(&own.size, &more.size);
            self.name_expr(&own.prefix, &more.prefix);
            self.name_expr(&own.suffix, &more.suffix);
            if own.zeros != more.zeros {
                for (own, more) in own.zeros.iter().rev().zip(more.zeros.iter().rev()) {
                    self.name_expr(own, more);
                }
            }
        }
    }

    fn name_value(&mut self, own: &Value, more: &Value) {
        if let (
            Value::Ptr { target: Target::Object(one), .. },
            Value::Ptr { target: Target::Object(other), .. },
        ) = (own, more)
            && one != other
            && let (Some(one), Some(other)) = (self.head.objects.get(one), self.next.objects.get(other))
            && let (Some(end), Some(other_end)) = (one.end_of_text(), other.end_of_text())
        {
            self.name_expr(&one.size, &other.size);
            self.name_expr(&end, &other_end);
        }
        match (own, more) {
            (Value::Int { expr, .. }, Value::Int { expr: more, .. }) => self.name_expr(expr, more),
            (Value::Ptr { offset, .. }, Value::Ptr { offset: more, .. }) => self.name_expr(offset, more),
            _ => {}
        }
    }

    fn name_expr(&mut self, own: &Expr, more: &Expr) {
        if let [(sym, 1)] = own.terms[..] {
            self.names.entry(sym).or_insert_with(|| more.shifted(-own.constant));
        }
    }

    /// An expression of the head in terms of the next state.
    fn named(&self, expr: &Expr) -> Option<Expr> {
        expr.substituted(|sym| Some(self.names.get(&sym).cloned().unwrap_or_else(|| Expr::of(sym))))
    }

    fn is_equal(&self, own: &Expr, more: &Expr) -> bool {
        let Some(own) = self.named(own) else { return false };
        own == *more || own.minus(more).is_some_and(|rest| self.next.facts.range(&rest) == (Some(0), Some(0)))
    }

    fn has_value(&self, own: &Value, more: &Value) -> bool {
        if more.is_undefined() && !own.is_undefined() {
            return false;
        }
        match (own, more) {
            (Value::Int { expr, .. }, Value::Int { expr: more, .. }) => self.is_equal(expr, more),
            (Value::Ptr { target: Target::Unknown, .. }, _) => true,
            (
                Value::Ptr { target: Target::Object(id @ ObjId::AnyText(_)), .. },
                Value::Ptr { target, .. },
            ) if *target != Target::Object(*id) => self.has_text(*id, more),
            (Value::Ptr { target, offset, .. }, Value::Ptr { target: same, offset: more, .. }) => {
                target == same && self.is_equal(offset, more)
            }
            (Value::Float { .. }, Value::Float { .. }) => true,
            _ => false,
        }
    }

    /// Whether a text is one of those that an object stands for.
    fn has_text(&self, id: ObjId, more: &Value) -> bool {
        let Value::Ptr { target: Target::Object(other), .. } = more else { return false };
        let (Some(own), Some(other)) = (self.head.objects.get(&id), self.next.objects.get(other)) else {
            return false;
        };
        let ends = (own.end_of_text(), other.end_of_text());
        let (Some(end), Some(other_end)) = ends else { return false };
        // No other place may point to it.
        !self.next.objects.contains_key(&id)
            && self.next.is_text(more)
            && self.is_equal(&own.size, &other.size)
            && self.is_equal(&end, &other_end)
    }

    fn has_values(&self) -> bool {
        let frames = self.head.frames.iter().zip(&self.next.frames);
        let mut vars =
            frames.flat_map(|(own, more)| own.vars.iter().map(|(var, value)| (value, more.vars.get(var))));
        vars.all(|(value, more)| more.is_some_and(|more| self.has_value(value, more)))
    }

    fn has_objects(&self) -> bool {
        let mut objects = self.head.objects.iter();
        objects.all(|(id, own)| match self.next.objects.get(id) {
            Some(more) => Rc::ptr_eq(own, more) && self.is_constant(own) || self.has_object(*id, own),
            // A text is compared where something points to it.
            None => matches!(id, ObjId::AnyText(_)),
        })
    }

    /// Whether an object mentions no symbol.
    fn is_constant(&self, object: &Object) -> bool {
        object.constant && object.size.as_constant().is_some()
    }

    fn has_object(&self, id: ObjId, own: &Object) -> bool {
        // Cells that the head lacks belong to its summary.
        let mut more = Rc::clone(&self.next.objects[&id]);
        let is_lost =
            |(at, cell): &(&i128, &Cell)| own.cells.get(at).is_none_or(|own| own.bytes != cell.bytes);
        let lost: Vec<(i128, Cell)> =
            more.cells.iter().filter(is_lost).map(|(at, cell)| (*at, cell.clone())).collect();
        if !lost.is_empty() {
            let mut next = self.next.clone();
            for (at, cell) in &lost {
                next.absorb(id, &Expr::constant(*at), cell.bytes, &cell.value);
            }
            more = Rc::clone(&next.objects[&id]);
        }
        let mut exact = own.cells.iter();
        let has_cells = exact.all(|(at, cell)| {
            more.cells
                .get(at)
                .is_some_and(|more| more.bytes == cell.bytes && self.has_value(&cell.value, &more.value))
        });
        let holds = |expr: Option<Expr>| expr.is_some_and(|rest| self.next.facts.holds(&rest));
        has_cells
            && own.recent.is_empty()
            && own.rest.includes(&more.rest)
            && self.is_equal(&own.size, &more.size)
            && holds(self.named(&own.prefix).and_then(|prefix| prefix.minus(&more.prefix)))
            && holds(self.named(&own.suffix).and_then(|suffix| more.suffix.minus(&suffix)))
            && own.zeros.iter().all(|zero| more.zeros.iter().any(|more| self.is_equal(zero, more)))
    }

    /// Notes are about symbols that mean the same in both states.
    fn has_notes(&self) -> bool {
        let is_same = |expr: &Expr| self.named(expr).as_ref() == Some(expr);
        let (head, next) = (self.head, self.next);
        head.tests.iter().all(|(sym, test)| {
            next.tests.get(sym) == Some(test) && is_same(&Expr::of(*sym)) && is_same(&test.1)
        }) && head.implications.iter().all(|note| {
            next.implications.contains(note) && is_same(&Expr::of(note.sym)) && is_same(&note.fact)
        }) && head
            .wrapped
            .iter()
            .all(|note| next.wrapped.contains(note) && is_same(&Expr::of(note.sym)) && is_same(&note.expr))
            && head.products.iter().all(|note| {
                next.products.contains(note)
                    && is_same(&Expr::of(note.sym))
                    && note.factors.iter().all(is_same)
            })
            && head.nonzero.iter().all(|(sym, plus)| {
                self.named(&Expr::of(*sym).shifted(*plus)).is_some_and(|expr| next.is_nonzero(&expr))
            })
    }

    fn has_facts(&self) -> bool {
        let holds = |expr: Option<Expr>| expr.is_some_and(|expr| self.next.facts.holds(&expr));
        let facts = &self.head.facts;
        let bounded: BTreeSet<Sym> = facts.bounded().collect();
        bounded.into_iter().all(|sym| {
            let Some(expr) = self.named(&Expr::of(sym)) else { return false };
            facts.high(sym).is_none_or(|high| holds(Some(expr.shifted(-high))))
                && facts.low(sym).is_none_or(|low| holds(expr.times(-1).map(|minus| minus.shifted(low))))
        }) && facts.differences().all(|(x, y, most)| {
            let difference = Expr::of(x).minus(&Expr::of(y));
            holds(difference.and_then(|difference| self.named(&difference)).map(|expr| expr.shifted(-most)))
        }) && facts.linear().iter().all(|fact| holds(self.named(fact)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::GlobalId;

    #[test]
    fn a_lost_target_costs_more_than_other_features() {
        let var = VarId(1);
        let text = |id| Mark::PointsToText(0, var, Some(ObjId::Global(GlobalId(id))));
        let null = Mark::Points(0, var, Target::Null);
        let constants = [text(2), Mark::Constant(0, VarId(2), 1), Mark::Constant(0, VarId(3), 1)];
        assert_eq!(loss(&[text(1)], &[text(1)]), 0);
        assert!(loss(&[text(1)], &constants) < loss(&[text(1)], &[null]));
    }
}
