//! `ite` trees whose leaves are all constants: a program counter, say.
//!
//! The values of such a tree are its cases, each with the condition under which the tree has it. Conditions
//! of one tree exclude each other, and one of them holds. A tree that asks for the value of another one,
//! `(ite (= s 1) 2 (ite (= s 2) 3 s))`, is a step of an automaton, and what is known about the conditions on
//! a path keeps its cases small: after `s = 1` no other value of `s` needs to be excluded, and where `s`
//! itself is the leaf, the values asked for before are gone.

use super::Translator;
use super::define::Tree;
use crate::circuit::Edge;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::term::{Op, Sort, Term};
use fxhash::FxHashMap;

/// Trees with more leaves than this are not taken apart.
const MAX_LEAVES: usize = 4_096;
/// Trees with more different values than this are not split into cases.
const MAX_VALUES: usize = 1_024;
/// Pairs of cases of two trees that are compared.
const MAX_PAIRS: usize = 4_096;

/// Values in the order in which they were met, each with the conditions of paths that lead to it.
#[derive(Default)]
struct Found {
    values: Vec<(Int, Vec<Edge>)>,
    index_of: FxHashMap<Int, usize>,
    num_leaves: usize,
}

impl Found {
    /// Adds a leaf; `false` if there are too many.
    fn add(&mut self, value: &Int, condition: Edge) -> bool {
        let next = self.values.len();
        let index = *self.index_of.entry(value.clone()).or_insert(next);
        if index == next {
            self.values.push((value.clone(), Vec::new()));
        }
        self.values[index].1.push(condition);
        self.num_leaves += 1;
        self.num_leaves <= MAX_LEAVES && self.values.len() <= MAX_VALUES
    }
}

impl Translator<'_> {
    /// Notes which of these terms are branches of one `ite` and used nowhere else.
    pub(super) fn note_inner(&mut self, found: &[Term]) {
        let is_choice = |term: Term| self.terms.op(term) == Op::Ite && self.terms.sort(term) == Sort::Int;
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &term in found {
            let args = self.terms.args(term).iter().copied().filter(|&arg| is_choice(arg));
            let use_of = if is_choice(term) { 1 } else { 2 };
            args.for_each(|arg| *uses.entry(arg).or_default() += use_of);
        }
        let once = uses.into_iter().filter(|&(_, count)| count == 1).map(|(term, _)| term);
        self.inner.extend(once);
    }

    /// Recognises a tree of constants; `false` if an `ite` is none. Trees inside others are left for those.
    pub(super) fn plant_constants(&mut self, term: Term) -> bool {
        let args = self.terms.args(term);
        let (then, otherwise) = (args[1], args[2]);
        let has_constants = |this: &Self, term: Term| {
            let planted = this.result.trees.get(&term).is_some_and(|tree| tree.base.is_empty());
            this.terms.as_constant(term).is_some() || planted || this.pending.contains(&term)
        };
        if !(has_constants(self, then) && has_constants(self, otherwise)) {
            for branch in [then, otherwise] {
                if self.pending.remove(&branch) {
                    self.plant_root(branch);
                }
            }
            return false;
        }
        self.pending.insert(term);
        if !self.inner.contains(&term) {
            self.pending.remove(&term);
            self.plant_root(term);
        }
        true
    }

    /// Splits a tree of constants into its cases. If there are too many, it stays as it is.
    fn plant_root(&mut self, root: Term) {
        let mut found = Found::default();
        let mut stack: Vec<(Term, Vec<Edge>)> = vec![(root, Vec::new())];
        while let Some((term, path)) = stack.pop() {
            self.work += 1 + path.len() as u64;
            if let Some(value) = self.terms.as_constant(term) {
                let condition = self.result.circuit.and(&path);
                if !found.add(value, condition) {
                    return;
                }
            } else if let Some(tree) = self.result.trees.get(&term).cloned() {
                if !self.add_tree(&tree, &path, &mut found) {
                    return;
                }
            } else {
                let args = self.terms.args(term);
                let condition = self.result.edge(args[0]);
                let branches = [(args[2], !condition), (args[1], condition)];
                let longer =
                    branches.map(|(branch, edge)| self.extended(&path, edge).map(|path| (branch, path)));
                stack.extend(longer.into_iter().flatten());
            }
        }
        let mut merged: Vec<(Int, Edge)> = Vec::with_capacity(found.values.len());
        for (value, conditions) in found.values {
            let condition = self.result.circuit.or(&conditions);
            if condition != Edge::FALSE {
                merged.push((value, condition));
            }
        }
        if !merged.is_empty() {
            self.split(root, Linear::default(), merged);
        }
    }

    /// Adds the values of a tree that is a leaf of another one.
    fn add_tree(&mut self, tree: &Tree, path: &[Edge], found: &mut Found) -> bool {
        let Some((step, choice)) = &tree.choice else {
            let condition = self.result.circuit.and(path);
            return found.add(&tree.low, condition);
        };
        let cases = self.result.cases[choice].clone();
        for (value, edge) in cases {
            let Some(path) = self.extended(path, edge) else { continue };
            self.work += path.len() as u64;
            let condition = self.result.circuit.and(&path);
            if !found.add(&(value * step + &tree.low), condition) {
                return false;
            }
        }
        true
    }

    /// Splits a term into a base and one of some constants.
    pub(super) fn split(&mut self, term: Term, base: Linear<NumVar>, merged: Vec<(Int, Edge)>) {
        let low = merged.iter().map(|(value, _)| value).min().expect("a tree has leaves").clone();
        let step = merged.iter().fold(Int::ZERO, |step, (value, _)| step.gcd(&(value - &low)));
        let choice = (!step.is_zero()).then(|| {
            let var = self.new_choice();
            let cases: Vec<(Int, Edge)> =
                merged.iter().map(|(value, edge)| ((value - &low).div_exact(&step), *edge)).collect();
            for (index, &(_, edge)) in cases.iter().enumerate() {
                self.result.case_of.entry(edge).or_insert((var, index));
            }
            self.result.cases.insert(var, cases);
            (step, var)
        });
        self.result.trees.insert(term, Tree { base, low, choice });
    }

    /// A conjunction with one more condition, without those that it implies; `None` if it cannot hold.
    fn extended(&self, path: &[Edge], edge: Edge) -> Option<Vec<Edge>> {
        if edge == Edge::TRUE || path.contains(&edge) {
            return Some(path.to_vec());
        }
        if edge == Edge::FALSE || path.contains(&!edge) {
            return None;
        }
        let case_of = |edge: Edge| self.result.case_of.get(&edge).copied();
        let mut longer = path.to_vec();
        if let Some((choice, index)) = case_of(edge) {
            let is_other = |other: Edge| case_of(other).is_some_and(|(of, at)| of == choice && at != index);
            if path.iter().any(|&other| is_other(other)) {
                return None;
            }
            longer.retain(|&other| !is_other(!other));
        } else if let Some((choice, index)) = case_of(!edge)
            && path.iter().any(|&other| case_of(other).is_some_and(|(of, at)| of == choice && at != index))
        {
            return Some(longer);
        }
        longer.push(edge);
        Some(longer)
    }

    /// Compares multiples of two choices and a constant with zero: the pairs of cases for which it holds,
    /// unless these are too many.
    pub(super) fn compare_choices(
        &mut self,
        [(left, a), (right, b)]: [(NumVar, &Int); 2],
        constant: &Int,
        holds: fn(&Int) -> bool,
    ) -> Option<Edge> {
        let (left, right) = (self.result.cases.get(&left)?, self.result.cases.get(&right)?);
        if left.len() * right.len() > MAX_PAIRS {
            return None;
        }
        let (left, right) = (left.clone(), right.clone());
        self.work += (left.len() * right.len()) as u64;
        let mut rows = Vec::with_capacity(left.len());
        for (value, edge) in left {
            let rest = value * a + constant;
            let fitting: Vec<Edge> = right
                .iter()
                .filter(|(value, _)| holds(&(value * b + &rest)))
                .map(|&(_, edge)| edge)
                .collect();
            // One case holds, so that all of them together need no condition.
            let any = match fitting.len() == right.len() {
                true => Edge::TRUE,
                false => self.circuit().or(&fitting),
            };
            rows.push(self.circuit().and(&[edge, any]));
        }
        Some(self.circuit().or(&rows))
    }
}
