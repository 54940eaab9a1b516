//! Simplifications of other solvers. There are hundreds of rules for them, by names that need not be known:
//! what is rewritten and the result are compared as a whole. Formulas are, by a table of the truth values of
//! their atoms, where comparisons of the same linear form are the same atom; numbers are, as linear forms.
//! What is not found to be equivalent in this way may be so nevertheless: such a step is not checked.

use super::Step;
use crate::forms::Form;
use crate::terms::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use rug::{Integer, Rational};

/// Rules of which the conclusion is an equation between a term and a simpler one.
const RULES: [&str; 13] = [
    "ac_simp",
    "aci_simp",
    "and_simplify",
    "bool_simplify",
    "comp_simplify",
    "connective_def",
    "eq_simplify",
    "equiv_simplify",
    "evaluate",
    "implies_simplify",
    "ite_simplify",
    "not_simplify",
    "or_simplify",
];

/// More atoms than this are not put into a table.
const MAX_ATOMS: usize = 10;

/// More connectives than this are not evaluated for each line of a table.
const MAX_NODES: usize = 2_000;

/// Whether a rule is a simplification. Axioms of RARE are, but for those of this checker.
pub(crate) fn is_simplification(step: &Step<'_>) -> bool {
    RULES.contains(&step.rule) || step.axiom().is_some_and(|name| !name.starts_with("cfp-"))
}

/// Whether the sides of the conclusion are found to be equivalent.
pub(crate) fn holds(terms: &Terms, step: &Step<'_>) -> bool {
    let &[conclusion] = step.clause else { return false };
    let Some((left, right)) = terms.pair(conclusion, Op::Equal) else { return false };
    match terms.sort_of(left) {
        _ if left == right => true,
        Sort::BOOL => same_junctions(terms, left, right) || Table::new(terms, &[left, right]).are_equal(),
        sort if sort.is_number() => Form::difference(terms, left, right).is_ok_and(|form| form.is_zero()),
        _ => false,
    }
}

/// Whether two formulas are conjunctions, or disjunctions, of the same parts, however nested.
fn same_junctions(terms: &Terms, left: Term, right: Term) -> bool {
    [(Op::And, Term::TRUE), (Op::Or, Term::FALSE)].into_iter().any(|(op, neutral)| {
        let parts = |root: Term| {
            let (mut seen, mut pending) = (FxHashSet::default(), vec![root]);
            let mut found = FxHashSet::default();
            while let Some(term) = pending.pop() {
                if !seen.insert(term) {
                    continue;
                }
                match terms.args(term, op) {
                    Some(args) => pending.extend(args),
                    None if term == neutral => {}
                    None => _ = found.insert(term),
                }
            }
            found
        };
        parts(left) == parts(right)
    })
}

/// What an atom says.
#[derive(PartialEq, Eq, Hash)]
enum Atom {
    Opaque(Term),
    /// Terms that are no numbers are equal; the smaller one comes first.
    Equal(Term, Term),
    /// A linear form, without its constant, is at least the bound, or greater. Its first coefficient is
    /// positive.
    Bound {
        products: Vec<(Term, Rational)>,
        bound: Rational,
        strict: bool,
    },
}

/// What a formula is made of; operands come before it.
enum Row {
    Constant(bool),
    Atom(usize, bool),
    And(Vec<usize>, bool),
    Or(Vec<usize>),
    Xor(Vec<usize>),
    Ite(usize, usize, usize),
}

/// Formulas over atoms.
struct Table<'t> {
    terms: &'t Terms,
    atoms: FxHashMap<Atom, usize>,
    rows: Vec<Row>,
    /// The rows of formulas.
    known: FxHashMap<Term, usize>,
    /// The rows of the formulas that are compared; less if one cannot be put into a table.
    roots: Vec<usize>,
}

impl<'t> Table<'t> {
    fn new(terms: &'t Terms, roots: &[Term]) -> Table<'t> {
        let mut table = Table {
            terms,
            atoms: FxHashMap::default(),
            rows: Vec::new(),
            known: FxHashMap::default(),
            roots: Vec::new(),
        };
        for &root in roots {
            table.add(root);
            let row = table.known.get(&root).copied();
            table.roots.extend(row);
        }
        table
    }

    /// Adds a formula with its parts, unless it has too many.
    fn add(&mut self, root: Term) {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.rows.len() > MAX_NODES {
                return;
            }
            if self.known.contains_key(&term) {
                pending.pop();
                continue;
            }
            let parts = self.parts(term);
            let before = pending.len();
            pending.extend(parts.iter().filter(|part| !self.known.contains_key(part)));
            if pending.len() == before {
                let parts: Vec<usize> = parts.iter().map(|part| self.known[part]).collect();
                let row = self.row(term, parts);
                self.known.insert(term, row);
            }
        }
    }

    /// The operation of a formula, if it is a connective.
    fn connective(&self, term: Term) -> Option<(Op, &'t [Term])> {
        let ops = [Op::Not, Op::And, Op::Or, Op::Xor, Op::Implies, Op::Ite, Op::Equal, Op::Distinct];
        let (op, args) = ops.into_iter().find_map(|op| Some((op, self.terms.args(term, op)?)))?;
        let is_binary = args.len() == 2;
        let are_formulas = args.iter().all(|arg| self.terms.sort_of(*arg) == Sort::BOOL);
        let fits = are_formulas && (is_binary || !matches!(op, Op::Equal | Op::Distinct | Op::Implies));
        fits.then_some((op, args))
    }

    fn parts(&self, term: Term) -> &'t [Term] {
        self.connective(term).map_or(&[], |(_, args)| args)
    }

    fn push(&mut self, row: Row) -> usize {
        self.rows.push(row);
        self.rows.len() - 1
    }

    fn row(&mut self, term: Term, parts: Vec<usize>) -> usize {
        let Some((op, _)) = self.connective(term) else { return self.leaf(term) };
        let not = |table: &mut Self, row: usize| table.push(Row::And(vec![row], false));
        match (op, &parts[..]) {
            (Op::Not, &[part]) => not(self, part),
            (Op::And, _) => self.push(Row::And(parts, true)),
            (Op::Or, _) => self.push(Row::Or(parts)),
            (Op::Implies, &[premise, conclusion]) => {
                let negated = not(self, premise);
                self.push(Row::Or(vec![negated, conclusion]))
            }
            (Op::Ite, &[condition, then, otherwise]) => self.push(Row::Ite(condition, then, otherwise)),
            (Op::Equal, _) => {
                let differ = self.push(Row::Xor(parts));
                not(self, differ)
            }
            // Exclusive or, and two formulas that are distinct.
            _ => self.push(Row::Xor(parts)),
        }
    }

    /// A formula that is no connective.
    fn leaf(&mut self, term: Term) -> usize {
        if term == Term::TRUE || term == Term::FALSE {
            return self.push(Row::Constant(term == Term::TRUE));
        }
        let ops = [Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Equal];
        let found = ops.into_iter().find_map(|op| Some((op, self.terms.pair(term, op)?)));
        let Some((op, (left, right))) = found else { return self.atom(Atom::Opaque(term), true) };
        if !self.terms.sort_of(left).is_number() {
            return match left == right {
                true => self.push(Row::Constant(true)),
                false => self.atom(Atom::Equal(left.min(right), left.max(right)), true),
            };
        }
        let difference = |from: Term, to: Term| Form::difference(self.terms, from, to).ok();
        let (Some(up), Some(down)) = (difference(right, left), difference(left, right)) else {
            return self.atom(Atom::Opaque(term), true);
        };
        match op {
            Op::Le => self.at_least_zero(up, false),
            Op::Lt => self.at_least_zero(up, true),
            Op::Ge => self.at_least_zero(down, false),
            Op::Gt => self.at_least_zero(down, true),
            _ => {
                let both = [self.at_least_zero(up, false), self.at_least_zero(down, false)];
                self.push(Row::And(both.to_vec(), true))
            }
        }
    }

    /// A form is at least zero, or greater.
    fn at_least_zero(&mut self, mut form: Form, mut strict: bool) -> usize {
        let mut products: Vec<(Term, Rational)> = form.terms.drain().collect();
        products.sort_unstable();
        let Some(first) = products.first().map(|(_, coefficient)| coefficient.clone()) else {
            let holds = if strict { form.constant > 0 } else { form.constant >= 0 };
            return self.push(Row::Constant(holds));
        };
        let is_integral = products.iter().all(|(term, _)| self.terms.sort_of(*term) == Sort::INT);
        let scale = match is_integral {
            true => primitive_scale(&products),
            false => Rational::from(first.recip_ref()),
        };
        let scale = Rational::from(scale.abs_ref());
        products.iter_mut().for_each(|(_, coefficient)| *coefficient *= &scale);
        let mut bound = -(form.constant * scale);
        if is_integral {
            // Products have integers as values: more than the bound is at least the next one.
            bound = if strict { bound.floor() + 1u32 } else { bound.ceil() };
            strict = false;
        }
        let is_positive = first > 0;
        if !is_positive {
            // p >= b is the negation of -p > -b, which is -p >= -b + 1 for integers.
            products.iter_mut().for_each(|(_, coefficient)| *coefficient *= -1i32);
            bound = -bound;
            match is_integral {
                true => bound += 1u32,
                false => strict = !strict,
            }
        }
        self.atom(Atom::Bound { products, bound, strict }, is_positive)
    }

    fn atom(&mut self, atom: Atom, is_positive: bool) -> usize {
        let next = self.atoms.len();
        let number = *self.atoms.entry(atom).or_insert(next);
        self.push(Row::Atom(number, is_positive))
    }

    /// Whether the formulas have the same value on each line.
    fn are_equal(&self) -> bool {
        let &[left, right] = &self.roots[..] else { return false };
        if self.atoms.len() > MAX_ATOMS || self.rows.len() > MAX_NODES {
            return false;
        }
        (0..1u32 << self.atoms.len()).all(|line| {
            let mut values = Vec::with_capacity(self.rows.len());
            for row in &self.rows {
                values.push(match row {
                    Row::Constant(value) => *value,
                    Row::Atom(atom, is_positive) => (line >> atom & 1 == 1) == *is_positive,
                    Row::And(parts, is_positive) => parts.iter().all(|part| values[*part]) == *is_positive,
                    Row::Or(parts) => parts.iter().any(|part| values[*part]),
                    Row::Xor(parts) => parts.iter().filter(|part| values[**part]).count() % 2 == 1,
                    Row::Ite(condition, then, otherwise) => {
                        values[if values[*condition] { *then } else { *otherwise }]
                    }
                });
            }
            values[left] == values[right]
        })
    }
}

/// The factor that makes coefficients integers without a common divisor.
fn primitive_scale(products: &[(Term, Rational)]) -> Rational {
    let denominator = products.iter().fold(Integer::from(1), |lcm, (_, value)| lcm.lcm(value.denom()));
    let scaled = |value: &Rational| Rational::from(value * &denominator).numer().clone();
    let content = products.iter().fold(Integer::new(), |gcd, (_, value)| gcd.gcd(&scaled(value)));
    Rational::from((denominator, content))
}
