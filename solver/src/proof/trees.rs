//! Trees of `ite` over integers, taken apart so that the search sees their structure.
//!
//! A tree whose leaves are constants has few values, each with the literal that the tree is equal to it. A
//! condition makes the tree equal to one of its branches, and so on down to a constant, or to a tree that is
//! used elsewhere, too, and has values of its own. Such a tree needs no equations in the theory.
//!
//! A tree whose leaves differ by constants is `base + low + step * w`, where `w` is a tree of constants. What
//! says so are clauses as others: the cases of terms, lemmas of arithmetic, and what follows from these by
//! unit propagation.

use super::NoProof;
use super::encode::{Encoder, Label};
use super::forms::{check_linear, sum};
use crate::linear::{Linear, NumVar};
use crate::linearize::linear_form;
use crate::num::{Int, Rat};
use crate::sat::Lit;
use crate::term::{Op, Sort, Term};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Trees with more leaves are not written as a base and a choice.
const MAX_LEAVES: usize = 64;
/// Trees of constants with more values are terms as others.
const MAX_VALUES: usize = 1024;

/// What is still to be stated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Pending {
    /// Which branch of a tree is at most a constant if the tree is.
    Bound(Term, Int),
    /// Which value a tree has, by its conditions.
    Values(Term),
}

/// A form without terms that are solved, and literals of which one is true if one of these is not equal to
/// its solution.
#[derive(Clone, Debug)]
pub(super) struct Expanded {
    pub(super) form: Linear<Term>,
    pub(super) constant: Int,
    pub(super) premises: Vec<Lit>,
}

/// What is known about trees.
#[derive(Default)]
pub(super) struct Trees {
    /// Those whose leaves are constants.
    constant: FxHashSet<Term>,
    /// The values of those among them that are used in more than one place.
    values: FxHashMap<Term, Rc<BTreeSet<Int>>>,
    /// Trees and variables that are replaced, and what they are equal to.
    solved: FxHashMap<Term, Expanded>,
    /// Terms that choose among solutions: whatever they are, the solutions say it.
    chosen: FxHashSet<Term>,
    /// The literals that a tree is one of its branches.
    branches: FxHashMap<(Term, bool), Lit>,
    /// The literals that a tree is equal to a constant.
    equations: FxHashMap<(Term, Int), Lit>,
    stated: FxHashSet<Pending>,
    pending: Vec<Pending>,
}

impl Trees {
    /// Replaces a term by a form without it.
    pub(super) fn solve(&mut self, term: Term, solution: Expanded) {
        self.solved.insert(term, solution);
    }

    /// A term that no clause has to define.
    pub(super) fn choose(&mut self, term: Term) {
        self.chosen.insert(term);
    }

    /// Whether a term is a variable that needs no equations with its branches.
    pub(super) fn is_free(&self, term: Term) -> bool {
        self.constant.contains(&term) || self.chosen.contains(&term)
    }

    /// Whether a term is a tree of constants that is compared by its cases.
    pub(super) fn is_constant(&self, term: Term) -> bool {
        self.constant.contains(&term)
    }
}

impl Encoder<'_> {
    /// Recognises the trees in formulas over integers. Inner ones come first, so nothing recurses.
    pub(super) fn plant(&mut self, formulas: &[Term]) -> Result<(), NoProof> {
        let mut all = self.terms.reachable(formulas);
        all.sort_unstable();
        // Trees that are branches of one tree and nothing else are parts of it.
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        for &term in &all {
            let weight = if self.is_choice(term) { 1 } else { 2 };
            for &arg in self.terms.args(term) {
                *uses.entry(arg).or_default() += weight;
            }
        }
        for term in all {
            if !self.is_choice(term) {
                continue;
            }
            let is_root = uses.get(&term).is_some_and(|uses| *uses > 1);
            let args = self.terms.args(term);
            args[1..].iter().try_for_each(|branch| check_linear(self.terms, *branch))?;
            let has_constants =
                |arg: &Term| self.terms.as_constant(*arg).is_some() || self.trees.is_constant(*arg);
            if args[1..].iter().all(has_constants) {
                let values = if is_root { self.values(term) } else { Rc::default() };
                if values.len() <= MAX_VALUES {
                    self.trees.constant.insert(term);
                }
                if is_root {
                    self.trees.values.insert(term, values);
                }
            } else if is_root {
                self.solve_tree(term)?;
            }
        }
        Ok(())
    }

    /// The values of a tree of constants.
    fn values(&self, tree: Term) -> Rc<BTreeSet<Int>> {
        if let Some(known) = self.trees.values.get(&tree) {
            return known.clone();
        }
        let (mut pending, mut seen, mut values) = (vec![tree], FxHashSet::default(), BTreeSet::new());
        while let Some(node) = pending.pop() {
            if let Some(value) = self.terms.as_constant(node) {
                values.insert(value.clone());
            } else if let Some(known) = self.trees.values.get(&node) {
                values.extend(known.iter().cloned());
            } else {
                pending.extend(self.terms.args(node)[1..].iter().filter(|arg| seen.insert(**arg)));
            }
        }
        Rc::new(values)
    }

    fn is_choice(&self, term: Term) -> bool {
        self.terms.op(term) == Op::Ite && self.terms.sort(term) == Sort::Int
    }

    /// What a variable is equal to is defined even if no atom is left that speaks of it: the definition may
    /// speak of the variable itself.
    pub(super) fn define_solutions(&mut self) -> Result<(), NoProof> {
        let is_variable = |term: &&Term| matches!(self.terms.op(**term), Op::Symbol(_));
        let mut variables: Vec<Term> = self.trees.solved.keys().filter(is_variable).copied().collect();
        variables.sort_unstable();
        for variable in variables {
            let solution = self.expanded(&Linear::variable(variable), Int::ZERO);
            for (leaf, _) in solution.form.terms() {
                if !matches!(self.terms.op(*leaf), Op::Symbol(_)) {
                    self.over_variables(&Linear::variable(*leaf))?;
                    self.require(*leaf);
                }
            }
        }
        Ok(())
    }

    /// Replaces the terms in a form that are solved. Solutions are about terms that were not solved before.
    pub(super) fn expanded(&self, form: &Linear<Term>, constant: Int) -> Expanded {
        let mut expanded = Expanded { form: form.clone(), constant, premises: Vec::new() };
        loop {
            let is_solved = |(leaf, _): &&(Term, Int)| self.trees.solved.contains_key(leaf);
            let Some((leaf, coefficient)) = expanded.form.terms().iter().find(is_solved).cloned() else {
                return expanded;
            };
            let solution = &self.trees.solved[&leaf];
            let with = expanded.form.add_multiple(&coefficient, &solution.form);
            expanded.form = with.add_multiple(&-&coefficient, &Linear::variable(leaf));
            expanded.constant.add_mul_assign(&coefficient, &solution.constant);
            for premise in &solution.premises {
                if !expanded.premises.contains(premise) {
                    expanded.premises.push(*premise);
                }
            }
        }
    }

    /// The tree of constants that an equation compares with an integer, and that integer.
    pub(super) fn compared_tree(&self, expanded: &Expanded) -> Option<(Term, Int)> {
        let [(tree, coefficient)] = expanded.form.terms() else { return None };
        let fits = self.trees.is_constant(*tree) && coefficient.divides(&expanded.constant);
        fits.then(|| (*tree, -expanded.constant.div_exact(coefficient)))
    }

    /// Writes a tree whose leaves differ by constants as a base and a choice.
    fn solve_tree(&mut self, root: Term) -> Result<(), NoProof> {
        let (mut inner, mut leaves) = (Vec::new(), FxHashMap::default());
        let (mut pending, mut seen, mut base) = (vec![root], FxHashSet::default(), None);
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            if self.is_choice(node) && !self.trees.is_constant(node) {
                inner.push(node);
                pending.extend(&self.terms.args(node)[1..]);
                continue;
            }
            let (form, constant) = linear_form(self.terms, node);
            let Expanded { form, constant, premises } = self.expanded(&form, constant);
            if base.get_or_insert_with(|| form.clone()) != &form || leaves.len() == MAX_LEAVES {
                return Ok(());
            }
            leaves.insert(node, (constant, premises));
        }
        let base = base.filter(|base| base.coefficient(root).is_none());
        let (Some(base), Some(low)) = (base, leaves.values().map(|(constant, _)| constant).min().cloned())
        else {
            return Ok(());
        };
        let step = leaves.values().fold(Int::ZERO, |step, (constant, _)| step.gcd(&(constant - &low)));
        let mut choices: FxHashMap<Term, (Option<Term>, Lit)> = FxHashMap::default();
        for (&leaf, (constant, premises)) in &leaves {
            let choice = (!step.is_zero()).then(|| self.terms.int((constant - &low).div_exact(&step)));
            let equal = self.equation_with(leaf, &base, &low, &step, choice);
            let mut lemma = vec![equal];
            lemma.extend(premises);
            self.add(&lemma, None);
            choices.insert(leaf, (choice, equal));
        }
        inner.sort_unstable();
        for node in inner {
            let [condition, then, otherwise] = [0, 1, 2].map(|index| self.terms.args(node)[index]);
            let branches = [choices[&then], choices[&otherwise]];
            let choice = match branches {
                [(Some(one), _), (Some(other), _)] => {
                    let choice = self.terms.ite(condition, one, other);
                    self.trees.constant.insert(choice);
                    Some(choice)
                }
                _ => None,
            };
            let equal = self.equation_with(node, &base, &low, &step, choice);
            let condition = self.lit(condition)?;
            for (holds, (_, of_branch)) in [true, false].into_iter().zip(branches) {
                let mut lemma = vec![!self.branch(node, holds)?, !of_branch, equal];
                if let Some(choice) = choice {
                    lemma.push(!self.branch(choice, holds)?);
                }
                self.add(&lemma, None);
                let guard = if holds { !condition } else { condition };
                self.encoded.sat.add_implied_clause(&[guard, equal]);
            }
            self.encoded.sat.add_implied_clause(&[equal]);
            choices.insert(node, (choice, equal));
        }
        let (choice, equal) = choices[&root];
        let form = match choice {
            Some(choice) => base.add_multiple(&step, &Linear::variable(choice)),
            None => base,
        };
        // A condition may speak of a variable that was solved by the tree itself: then it has to stay.
        if !self.vars.contains_key(&root) {
            self.trees.solve(root, Expanded { form, constant: low, premises: vec![!equal] });
        }
        Ok(())
    }

    /// A literal for `term = base + low + step * choice`.
    fn equation_with(
        &mut self,
        term: Term,
        base: &Linear<Term>,
        low: &Int,
        step: &Int,
        choice: Option<Term>,
    ) -> Lit {
        let (mut form, mut constant) = (base.clone(), low.clone());
        if let Some(choice) = choice {
            match self.terms.as_constant(choice) {
                Some(value) => constant.add_mul_assign(step, value),
                None => form = form.add_multiple(step, &Linear::variable(choice)),
            }
        }
        let right = sum(self.terms, &form, &Rat::from(constant), &Int::ONE, false);
        let equation = self.terms.eq(term, right);
        self.fresh(equation)
    }

    /// The literal that a tree is its first or its second branch, which its condition implies.
    fn branch(&mut self, tree: Term, holds: bool) -> Result<Lit, NoProof> {
        if let Some(&lit) = self.trees.branches.get(&(tree, holds)) {
            return Ok(lit);
        }
        let args = self.terms.args(tree);
        let (condition, branch) = (args[0], if holds { args[1] } else { args[2] });
        let condition = self.lit(condition)?;
        let equation = self.terms.eq(tree, branch);
        let lit = self.fresh(equation);
        let guard = if holds { !condition } else { condition };
        self.add(&[guard, lit], Some(Label::Case { term: tree, holds }));
        self.trees.branches.insert((tree, holds), lit);
        Ok(lit)
    }

    /// The variable of a tree of constants has the values of its leaves, as it occurs with others.
    pub(super) fn require_tree(&mut self, tree: Term) {
        let values = self.values(tree);
        self.state(Pending::Values(tree));
        if let (Some(lowest), Some(highest)) = (values.first(), values.last()) {
            self.bound_tree(tree, lowest - Int::ONE);
            self.bound_tree(tree, highest.clone());
        }
    }

    /// A tree of constants is compared with a constant.
    pub(super) fn bound_tree(&mut self, tree: Term, bound: Int) {
        self.state(Pending::Bound(tree, bound));
    }

    fn state(&mut self, pending: Pending) {
        if !self.trees.stated.contains(&pending) {
            self.trees.stated.insert(pending.clone());
            self.trees.pending.push(pending);
        }
    }

    /// The literal that a tree of constants is equal to a constant. Its bounds say that it has one value.
    pub(super) fn tree_equation(&mut self, tree: Term, value: &Int) -> Result<Lit, NoProof> {
        if let Some(&lit) = self.trees.equations.get(&(tree, value.clone())) {
            return Ok(lit);
        }
        let number = self.terms.int(value.clone());
        let equation = self.terms.eq(tree, number);
        let equal = self.fresh(equation);
        self.trees.equations.insert((tree, value.clone()), equal);
        self.state(Pending::Values(tree));
        let [above, below] = [value.clone(), value - Int::ONE].map(|bound| self.tree_bound(tree, &bound));
        let (above, below) = (above?, below?);
        self.add(&[!equal, above], None);
        self.add(&[!equal, !below], None);
        self.add(&[equal, !above, below], None);
        Ok(equal)
    }

    fn tree_bound(&mut self, tree: Term, bound: &Int) -> Result<Lit, NoProof> {
        let form: Linear<NumVar> = self.over_variables(&Linear::variable(tree))?;
        Ok(self.integer_atom(&form, bound))
    }

    /// States something about trees; `false` if there was nothing to do.
    pub(super) fn state_trees(&mut self) -> Result<bool, NoProof> {
        match self.trees.pending.pop() {
            Some(Pending::Bound(tree, bound)) => self.state_bound(tree, &bound)?,
            Some(Pending::Values(tree)) => self.state_values(tree)?,
            None => return Ok(false),
        }
        Ok(true)
    }

    /// A tree is equal to its parts from the root down, as the conditions say.
    fn state_values(&mut self, tree: Term) -> Result<(), NoProof> {
        let mut equal: FxHashMap<Term, Lit> = FxHashMap::default();
        let mut pending = vec![tree];
        while let Some(node) = pending.pop() {
            for (holds, index) in [(true, 1), (false, 2)] {
                let part = self.terms.args(node)[index];
                let is_branch = self.branch(node, holds)?;
                if let Some(&equal_part) = equal.get(&part) {
                    self.chain(equal.get(&node).copied(), is_branch, equal_part);
                    continue;
                }
                let constant = self.terms.as_constant(part).cloned();
                let is_shared = self.trees.values.contains_key(&part);
                let equal_part = match equal.get(&node) {
                    None => is_branch,
                    Some(&equal_node) => {
                        let equation = self.terms.eq(tree, part);
                        let equal_part = self.fresh(equation);
                        self.chain(Some(equal_node), is_branch, equal_part);
                        equal_part
                    }
                };
                equal.insert(part, equal_part);
                match constant {
                    Some(value) => {
                        let equal_value = self.tree_equation(tree, &value)?;
                        self.add(&[!equal_part, equal_value], None);
                    }
                    None if is_shared => self.share_values(tree, part, equal_part)?,
                    None => pending.push(part),
                }
            }
        }
        Ok(())
    }

    /// If a tree is equal to a node, and the node to one of its branches, then so is the tree.
    fn chain(&mut self, equal_node: Option<Lit>, is_branch: Lit, equal_part: Lit) {
        let mut clause: Vec<Lit> = equal_node.into_iter().map(|equal| !equal).collect();
        clause.extend([!is_branch, equal_part]);
        self.add(&clause, None);
    }

    /// If a tree is equal to another one, both have the same value.
    fn share_values(&mut self, tree: Term, part: Term, equal: Lit) -> Result<(), NoProof> {
        for value in self.values(part).iter() {
            let (one, other) = (self.tree_equation(tree, value)?, self.tree_equation(part, value)?);
            self.add(&[!equal, !one, other], None);
            self.add(&[!equal, one, !other], None);
        }
        Ok(())
    }

    /// The cases of a bound.
    fn state_bound(&mut self, tree: Term, bound: &Int) -> Result<(), NoProof> {
        let whole = self.tree_bound(tree, bound)?;
        // What holds in both cases holds, whatever the condition is.
        let (mut if_both, mut unless_both) = (Some(vec![whole]), Some(vec![!whole]));
        for (holds, index) in [(true, 1), (false, 2)] {
            let branch = self.terms.args(tree)[index];
            let is_branch = self.branch(tree, holds)?;
            match self.terms.as_constant(branch).map(|constant| constant <= bound) {
                Some(true) => {
                    self.add(&[!is_branch, whole], None);
                    unless_both = None;
                }
                Some(false) => {
                    self.add(&[!is_branch, !whole], None);
                    if_both = None;
                }
                None => {
                    let part = self.tree_bound(branch, bound)?;
                    self.bound_tree(branch, bound.clone());
                    self.add(&[!is_branch, !part, whole], None);
                    self.add(&[!is_branch, part, !whole], None);
                    if_both.iter_mut().for_each(|clause| clause.push(!part));
                    unless_both.iter_mut().for_each(|clause| clause.push(part));
                }
            }
        }
        for clause in [if_both, unless_both].into_iter().flatten() {
            self.encoded.sat.add_implied_clause(&clause);
        }
        Ok(())
    }
}
