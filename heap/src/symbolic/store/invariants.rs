//! Invariants of states, arrays and effects. Debug builds check each where it is created: a state at joins
//! and after loops and calls, an array when it is added, an effect when it is generalized.
//!
//! An array is checked against its direct predecessors, which were checked before, so the cost does not
//! depend on the length of the chain.

use crate::symbolic::facts::invariants::{check_formula, check_integer, check_integers, check_names, ensure};
use crate::symbolic::store::arrays::{Array, ArrayId, Arrays};
use crate::symbolic::store::block::{Block, Content, Layout};
use crate::symbolic::store::effects::{Effect, Effects, Inverse};
use crate::symbolic::store::place::Class;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Op, Term, Terms};

/// Limit on steps to find the shape of an array.
const MAX_STEPS: usize = 16;

impl Value {
    /// All components are integers.
    pub(crate) fn check_invariants(self, terms: &Terms) -> Result<(), String> {
        match self {
            Value::Number(term) => check_integer(terms, term, "a number"),
            Value::Pointer(Pointer { object, offset }) => {
                check_integers(terms, &[object, offset], "a pointer")
            }
        }
    }
}

impl State {
    /// All terms have the right sorts, no conjunct of the path is trivially true, and all arrays exist.
    pub(crate) fn check_invariants(&self, terms: &Terms, arrays: &Arrays) -> Result<(), String> {
        for &formula in &self.path {
            check_formula(terms, formula, "a part of the path")?;
            ensure(terms.op(formula) != Op::True, || "the path has a trivial conjunct".to_string())?;
        }
        for frame in &self.frames {
            frame.vars.iter().flatten().try_for_each(|value| value.check_invariants(terms))?;
            if let Some(Pointer { object, offset }) = frame.result {
                check_integers(terms, &[object, offset], "the place of a result")?;
            }
        }
        self.alive
            .values()
            .try_for_each(|&alive| check_formula(terms, alive, "whether an object is alive"))?;
        self.turns.values().try_for_each(|&turn| check_integer(terms, turn, "the turn of an object"))?;
        self.sizes.values().try_for_each(|&size| check_integer(terms, size, "the size of an object"))?;
        for (&(object, class), &array) in &self.memory {
            ensure(arrays.contains(array), || format!("{class:?} of {object:?} is no array"))?;
            let width = arrays.width(array);
            ensure(width.is_none_or(|width| width == class.width()), || {
                format!("cells of {class:?} of {object:?} have {width:?} parts")
            })?;
        }
        Ok(())
    }
}

impl Arrays {
    /// The number of components of a cell, if a few steps determine it.
    pub(crate) fn width(&self, array: ArrayId) -> Option<usize> {
        let mut next = array;
        for _ in 0..MAX_STEPS {
            next = match self.get(next) {
                Array::Unwritten(parts) => return Some(parts.len()),
                Array::Store { value, .. } => return Some(value.len()),
                Array::Overwritten { now, .. } | Array::Havoc { now, .. } => return Some(now.len()),
                Array::Block { block, .. } => return Some(block.now.len()),
                Array::Loop { before, effects, .. } => match effects.list.first() {
                    Some(effect) => return Some(effect.value.len()),
                    None => *before,
                },
                Array::Merge { then, .. } => *then,
            };
        }
        None
    }

    /// The number of parts of a place, if a few steps determine it.
    pub(crate) fn parts_of_place(&self, array: ArrayId) -> Option<usize> {
        let mut next = array;
        for _ in 0..MAX_STEPS {
            next = match self.get(next) {
                // Functions also take the iterations as arguments.
                Array::Unwritten(_) => return None,
                Array::Store { at, .. } => return Some(at.len()),
                Array::Overwritten { from, .. } => return Some(from.len()),
                Array::Block { block, .. } => return Some(block.shape.parts_of_place()),
                Array::Havoc { before, .. } => *before,
                Array::Loop { before, effects, .. } => match effects.list.first() {
                    Some(effect) => return Some(effect.place.len()),
                    None => *before,
                },
                Array::Merge { then, .. } => *then,
            };
        }
        None
    }

    /// An array about to be added refers to existing arrays only, and its cells and places have the same
    /// shape as theirs.
    pub(crate) fn check_new(&self, array: &Array) -> Result<(), String> {
        let (older, width, parts) = match array {
            Array::Unwritten(cell) => return ensure(!cell.is_empty(), || "cells without parts".to_string()),
            Array::Store { before, at, value } => (*before, value.len(), Some(at.len())),
            Array::Overwritten { before, class, from, now, written, .. } => {
                check_width(*class, now.len())?;
                if let Some((other, value)) = written {
                    check_width(*other, value.len())?;
                }
                (*before, now.len(), Some(from.len()))
            }
            Array::Havoc { before, now, region } => {
                (*before, now.len(), region.as_ref().map(|region| region.place.len()))
            }
            Array::Loop { before, effects, .. } => {
                let Some(effect) = effects.list.first() else { return self.check_older(*before) };
                (*before, effect.value.len(), Some(effect.place.len()))
            }
            Array::Block { before, block } => {
                block.check_invariants(self)?;
                (*before, block.now.len(), Some(block.shape.parts_of_place()))
            }
            Array::Merge { then, otherwise, .. } => {
                self.check_older(*otherwise)?;
                self.check_older(*then)?;
                let Some(width) = self.width(*then) else { return Ok(()) };
                (*otherwise, width, self.parts_of_place(*then))
            }
        };
        self.check_older(older)?;
        let before = self.width(older);
        ensure(before.is_none_or(|before| before == width), || {
            format!("cells of {width} parts upon cells of {before:?}")
        })?;
        let before = self.parts_of_place(older);
        let is_same = before.zip(parts).is_none_or(|(before, parts)| before == parts);
        ensure(is_same, || format!("places of {parts:?} parts upon places of {before:?}"))
    }

    fn check_older(&self, array: ArrayId) -> Result<(), String> {
        ensure(self.contains(array), || format!("{array:?} does not exist yet"))
    }
}

fn check_width(class: Class, width: usize) -> Result<(), String> {
    ensure(class.width() == width, || format!("a cell of {class:?} with {width} parts"))
}

impl Layout {
    /// The number of parts of a place.
    pub(crate) fn parts_of_place(&self) -> usize {
        usize::from(self.member.is_some()) + self.strides.len() + 1
    }
}

impl Block {
    /// Cells have the width of the class, and copied arrays exist.
    fn check_invariants(&self, arrays: &Arrays) -> Result<(), String> {
        check_width(self.class, self.now.len())?;
        match &self.content {
            Content::Filled(cell) => check_width(self.class, cell.len()),
            Content::Copied { sources, .. } => {
                ensure(!sources.is_empty(), || "a copied block without sources".to_string())?;
                for source in sources {
                    arrays.check_older(source.array)?;
                    arrays.width(source.array).map_or(Ok(()), |width| check_width(self.class, width))?;
                }
                Ok(())
            }
            Content::Set | Content::Padding | Content::Unknown => Ok(()),
        }
    }
}

impl Effect {
    /// The bound variables are names; the count of each depends on the preceding ones only; places are linear
    /// in them with an independent start, unless there is a last writer; and the inverse determines each of
    /// them exactly once.
    pub(crate) fn check_invariants(&self, terms: &Terms) -> Result<(), String> {
        let variables: Vec<Term> = self.bounds.iter().map(|bound| bound.variable).collect();
        ensure(!variables.is_empty(), || "an effect of no loop".to_string())?;
        check_names(terms, &variables, "a variable of an effect")?;
        ensure(self.bounds[0].count.is_none(), || "the outermost loop has a count of its own".to_string())?;
        for (index, bound) in self.bounds.iter().enumerate().skip(1) {
            let Some(count) = bound.count else { return Err(format!("the loop {index} has no count")) };
            check_integer(terms, count, "a count")?;
            check_free(terms, &[count], &variables[index..], "a count")?;
        }
        for part in &self.place {
            check_integer(terms, part.start, "the start of a progression")?;
            if self.writer.is_none() {
                check_free(terms, &[part.start], &variables, "the start of a progression")?;
            }
            let is_complete = part.steps.len() == variables.len();
            ensure(is_complete, || format!("{} steps for {} loops", part.steps.len(), variables.len()))?;
            let is_counted = part.counter.is_none() || variables.len() == 1;
            ensure(is_counted, || "a counter in nested loops".to_string())?;
            if let Some(key) = &part.key {
                let Some(&own) = variables.get(key.variable) else {
                    return Err(format!("a key in loop {} of {}", key.variable, variables.len()));
                };
                check_free(terms, &key.args, &[own], "an argument before a rank")?;
                check_free(terms, &[key.shift], &[own], "the shift of a rank")?;
            }
        }
        check_formula(terms, self.guard, "the guard of an effect")?;
        check_integers(terms, &self.value, "the value of an effect")?;
        self.check_inverse()
    }

    fn check_inverse(&self) -> Result<(), String> {
        let mut found = vec![false; self.bounds.len()];
        for inverse in &self.inverse {
            let variable = match *inverse {
                Inverse::Divide { variable, part, .. } => {
                    let step = self.place.get(part).and_then(|part| part.steps.get(variable));
                    ensure(step.is_some_and(|step| !step.is_zero()), || {
                        format!("part {part} of the place does not determine variable {variable}")
                    })?;
                    variable
                }
                Inverse::Counted { part } => {
                    let counter = self.place.get(part).and_then(|part| part.counter.as_ref());
                    ensure(counter.is_some(), || format!("part {part} of the place has no counter"))?;
                    0
                }
                Inverse::Ranked { part } => match self.place.get(part).and_then(|part| part.key.as_ref()) {
                    Some(key) => key.variable,
                    None => return Err(format!("part {part} of the place has no key")),
                },
                Inverse::Last { variable } => variable,
                Inverse::Writer => {
                    ensure(self.writer.is_some(), || "no last writer".to_string())?;
                    0
                }
            };
            let is_first = found.get_mut(variable).is_some_and(|found| !std::mem::replace(found, true));
            ensure(is_first, || format!("variable {variable} is found twice, or is none"))?;
        }
        ensure(found.iter().all(|&found| found), || format!("not all variables are found: {found:?}"))
    }
}

impl Effects {
    /// Each effect is well-formed, and all have the same shape.
    pub(crate) fn check_invariants(&self, terms: &Terms) -> Result<(), String> {
        self.list.iter().try_for_each(|effect| effect.check_invariants(terms))?;
        let shape = |effect: &Effect| (effect.place.len(), effect.value.len());
        let is_same = self.list.windows(2).all(|pair| shape(&pair[0]) == shape(&pair[1]));
        ensure(is_same, || "effects on cells of different classes".to_string())
    }
}

/// None of the variables occurs in these terms.
fn check_free(terms: &Terms, list: &[Term], variables: &[Term], what: &str) -> Result<(), String> {
    let reached = terms.reachable(list);
    match variables.iter().find(|variable| reached.contains(variable)) {
        Some(&variable) => Err(format!("{what} depends on {}", terms.display(variable))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;
    use crate::symbolic::facts::logic::Logic;
    use crate::symbolic::store::arrays::Unwritten;
    use crate::symbolic::store::effects::{Bound, Write};
    use crate::symbolic::store::place::ObjectId;
    use cfp_solver::{Int, Sort};
    use std::sync::Arc;

    fn is_error(result: Result<(), String>, text: &str) -> bool {
        result.is_err_and(|error| error.contains(text))
    }

    #[test]
    fn states_are_well_sorted() {
        let mut logic = Logic::new(Brackets::default());
        let mut arrays = Arrays::default();
        let (formula, number) = (logic.terms().bool(false), logic.int(3));
        let array = arrays.unknown(&mut logic, Class::Int(4), 1);
        let object = ObjectId(1);
        let good = State {
            path: vec![formula],
            alive: [(object, formula)].into(),
            turns: [(object, number)].into(),
            memory: [((object, Class::Int(4)), array)].into(),
            ..State::default()
        };
        let check = |state: &State, logic: &Logic| state.check_invariants(logic.brackets.terms(), &arrays);
        assert_eq!(check(&good, &logic), Ok(()));
        let mut bad = good.clone();
        bad.path.push(logic.terms().bool(true));
        assert!(is_error(check(&bad, &logic), "trivial conjunct"));
        bad.path = vec![number];
        assert!(is_error(check(&bad, &logic), "not a formula"));
        bad = State { alive: [(object, number)].into(), ..good.clone() };
        assert!(is_error(check(&bad, &logic), "alive is not a formula"));
        bad = State { turns: [(object, formula)].into(), ..good.clone() };
        assert!(is_error(check(&bad, &logic), "not an integer"));
        bad = State { sizes: Arc::new([(object, formula)].into()), ..good.clone() };
        assert!(is_error(check(&bad, &logic), "the size of an object is not an integer"));
        bad = State { memory: [((object, Class::Pointer(8)), array)].into(), ..good };
        assert!(is_error(check(&bad, &logic), "have Some(2) parts"));
        assert!(is_error(
            Value::Pointer(Pointer { object: number, offset: formula }).check_invariants(logic.terms()),
            "a pointer"
        ));
    }

    #[test]
    fn arrays_are_made_of_older_ones_of_their_shape() {
        let mut logic = Logic::new(Brackets::default());
        let mut arrays = Arrays::default();
        let [zero, one] = [0, 1].map(|value| logic.int(value));
        let first = arrays.add(Array::Unwritten(vec![Unwritten::Constant(zero), Unwritten::Constant(one)]));
        let store = |at: usize, value: usize| Array::Store {
            before: first,
            at: vec![zero; at],
            value: vec![one; value],
        };
        assert!(is_error(arrays.check_new(&Array::Unwritten(Vec::new())), "without parts"));
        assert_eq!(arrays.check_new(&store(1, 2)), Ok(()));
        assert!(is_error(arrays.check_new(&store(1, 3)), "cells of 3 parts"));
        let before = arrays.add(store(1, 2));
        let deeper = Array::Store { before, at: vec![zero; 2], value: vec![one; 2] };
        assert!(is_error(arrays.check_new(&deeper), "places of Some(2) parts"));
        let (from, now) = (vec![zero], arrays.fresh(&mut logic, Class::Int(4), 1));
        let (class, count) = (Class::Pointer(8), 4);
        let overwritten_array = Array::Overwritten { before, class, from, count, now, written: None };
        assert!(is_error(arrays.check_new(&overwritten_array), "with 2 parts"));
        let condition = logic.terms().bool(true);
        let other = Arrays::default();
        let merge = Array::Merge { condition, then: first, otherwise: before };
        assert_eq!(arrays.check_new(&merge), Ok(()));
        assert!(is_error(other.check_new(&merge), "not exist yet"));
    }

    /// `a[4 i + j] = 7` for `i` and `j` below 3.
    fn effect(logic: &mut Logic) -> Effect {
        let [i, j] = ["i", "j"].map(|name| logic.terms().constant(name, Sort::Int));
        let (zero, three, seven) = (logic.int(0), logic.int(3), logic.int(7));
        let scaled = logic.plus(zero, i, 4);
        let place = vec![logic.plus(scaled, j, 1)];
        let guard = logic.terms().bool(true);
        let bounds = vec![Bound { variable: j, count: Some(three) }];
        let inside = [logic.at_most(zero, j), logic.below(j, three)];
        let write = Write { bounds, place, guard, value: vec![seven, zero], is_forgotten: false };
        write.generalize(logic, i, &inside).expect("the place determines both")
    }

    #[test]
    fn effects_are_linear_and_can_be_inverted() {
        let mut logic = Logic::new(Brackets::default());
        let good = effect(&mut logic);
        assert_eq!(good.check_invariants(logic.terms()), Ok(()));
        let mut breaks: Vec<(&str, Effect)> = Vec::new();
        let mut broken = |text, change: &mut dyn FnMut(&mut Effect)| {
            let mut bad = good.clone();
            change(&mut bad);
            breaks.push((text, bad));
        };
        let inner = good.bounds[1].variable;
        broken("of no loop", &mut |bad| bad.bounds.clear());
        broken("bound twice", &mut |bad| bad.bounds[0].variable = inner);
        broken("a count of its own", &mut |bad| bad.bounds[0].count = Some(inner));
        broken("has no count", &mut |bad| bad.bounds[1].count = None);
        broken("a count depends on j", &mut |bad| bad.bounds[1].count = Some(inner));
        broken("progression depends on j", &mut |bad| bad.place[0].start = inner);
        broken("1 steps for 2 loops", &mut |bad| _ = bad.place[0].steps.pop());
        broken("not a formula", &mut |bad| bad.guard = inner);
        broken("not an integer", &mut |bad| bad.value[0] = bad.guard);
        broken("does not determine variable", &mut |bad| bad.place[0].steps[0] = Int::ZERO);
        broken("not all variables", &mut |bad| _ = bad.inverse.pop());
        broken("found twice", &mut |bad| bad.inverse.push(Inverse::Last { variable: 0 }));
        broken("no counter", &mut |bad| bad.inverse = vec![Inverse::Counted { part: 0 }]);
        broken("no last writer", &mut |bad| bad.inverse = vec![Inverse::Writer]);
        for (text, bad) in breaks {
            let result = bad.check_invariants(logic.terms());
            assert!(is_error(result.clone(), text), "{text}: {result:?}");
        }
        let mut other = good.clone();
        other.value.pop();
        let both = Effects { list: vec![good, other], is_ordered: true };
        assert!(is_error(both.check_invariants(logic.terms()), "different classes"));
    }
}
