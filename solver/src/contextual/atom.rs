//! Atoms in canonical form.
//!
//! A comparison of integers is `sum <= c` or its negation `sum >= c + 1`, where the coefficients of the sum
//! have no common divisor and the first one is positive; an equation is `sum = c` likewise. So whatever was
//! written, facts that are the same up to arithmetic are the same leaf. Everything else is known by its term,
//! with arguments in canonical form.
//!
//! Sums are printed without negative coefficients, those of the other side of the comparison instead, and
//! `x < y` rather than `x + 1 <= y`.

use super::formula::{Edge, Formulas};
use super::size::Sizes;
use crate::linear::Linear;
use crate::num::Int;
use crate::term::{Op, Term, Terms};
use fxhash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// An atom of some [`Atoms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct AtomId(u32);

impl AtomId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sum of integer terms that atoms compare with constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct FormId(u32);

/// What is known about an atom beyond its term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Meaning {
    /// Nothing.
    Opaque,
    /// `sum <= bound`
    AtMost(FormId, Int),
    /// `sum = value`
    Equals(FormId, Int),
}

impl Meaning {
    /// The sum it is about.
    pub(super) fn form(&self) -> Option<FormId> {
        match self {
            Meaning::Opaque => None,
            Meaning::AtMost(form, _) | Meaning::Equals(form, _) => Some(*form),
        }
    }

    /// The number that the sum is compared with.
    fn constant(&self) -> Option<&Int> {
        match self {
            Meaning::Opaque => None,
            Meaning::AtMost(_, constant) | Meaning::Equals(_, constant) => Some(constant),
        }
    }
}

/// An atom.
pub(super) struct Atom {
    pub(super) meaning: Meaning,
    /// The atom as a term.
    pub(super) term: Term,
    /// Leaves that it counts as.
    pub(super) leaves: u64,
    /// What atoms are ordered by: the first term in it, and whatever tells it apart from others with the same
    /// one.
    pub(super) order: (u32, u64),
    /// Whether something in it is unknown to the engine: then it is a mere Boolean variable there.
    pub(super) is_foreign: bool,
}

/// All atoms, and the sums in them.
#[derive(Default)]
pub(super) struct Atoms {
    atoms: Vec<Atom>,
    /// By term.
    ids: FxHashMap<Term, AtomId>,
    forms: Vec<Linear<Term>>,
    form_ids: FxHashMap<Linear<Term>, FormId>,
    pub(super) sizes: Sizes,
    /// Terms with something in them that is unknown to the engine.
    pub(super) foreign: FxHashSet<Term>,
}

impl Atoms {
    pub(super) fn len(&self) -> usize {
        self.atoms.len()
    }

    pub(super) fn get(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()]
    }

    /// All atoms, in the order in which they were made.
    pub(super) fn ids(&self) -> impl Iterator<Item = AtomId> + use<> {
        (0..self.atoms.len() as u32).map(AtomId)
    }

    pub(super) fn form(&self, id: FormId) -> &Linear<Term> {
        &self.forms[id.0 as usize]
    }

    fn form_id(&mut self, form: Linear<Term>) -> FormId {
        if let Some(&id) = self.form_ids.get(&form) {
            return id;
        }
        let id = FormId(u32::try_from(self.forms.len()).expect("too many sums"));
        self.forms.push(form.clone());
        self.form_ids.insert(form, id);
        id
    }

    /// Whether something in a sum is unknown to the engine.
    fn is_foreign(&self, sum: &Linear<Term>) -> bool {
        !self.foreign.is_empty() && sum.terms().iter().any(|(var, _)| self.foreign.contains(var))
    }

    fn add(&mut self, terms: &Terms, term: Term, meaning: Meaning) -> AtomId {
        if let Some(&id) = self.ids.get(&term) {
            return id;
        }
        let (is_foreign, order) = match meaning.form().map(|form| self.form(form)) {
            Some(form) => {
                // Short sums first; then whatever does not depend on when the atom was made.
                let mut hasher = FxHasher::default();
                (std::mem::discriminant(&meaning), meaning.constant()).hash(&mut hasher);
                for (var, coefficient) in form.terms() {
                    (var.index(), coefficient).hash(&mut hasher);
                }
                let rank = (form.len() as u64) << 48 | hasher.finish() >> 16;
                (self.is_foreign(form), (form.terms()[0].0.index() as u32, rank))
            }
            None => (self.foreign.contains(&term), (term.index() as u32, 0)),
        };
        let id = AtomId(u32::try_from(self.atoms.len()).expect("too many atoms"));
        let leaves = self.sizes.of(terms, term).leaves;
        self.atoms.push(Atom { meaning, term, leaves, order, is_foreign });
        self.ids.insert(term, id);
        id
    }
}

impl Formulas {
    /// A leaf about which nothing is known but its term.
    pub(super) fn opaque(&mut self, terms: &Terms, term: Term) -> Edge {
        let atom = self.atoms.add(terms, term, Meaning::Opaque);
        self.leaf(atom)
    }

    /// `sum + constant <= 0`
    pub(super) fn at_most_zero(&mut self, terms: &mut Terms, sum: &Linear<Term>, constant: &Int) -> Edge {
        let content = sum.content();
        match sum.terms().first() {
            None => Edge::constant(!constant.is_positive()),
            Some((_, first)) if first.is_positive() => {
                let form = self.atoms.form_id(sum.divided(&content));
                self.at_most(terms, form, (-constant).div_floor(&content))
            }
            Some(_) => {
                // -g s + c <= 0  iff  s >= c / g
                let form = self.atoms.form_id(sum.divided(&-&content));
                !self.at_most(terms, form, constant.div_ceil(&content) - Int::ONE)
            }
        }
    }

    /// `sum + constant = 0`
    pub(super) fn is_zero(&mut self, terms: &mut Terms, sum: &Linear<Term>, constant: &Int) -> Edge {
        let content = sum.content();
        match sum.terms().first() {
            None => Edge::constant(constant.is_zero()),
            Some(_) if !content.divides(constant) => Edge::FALSE,
            Some((_, first)) => {
                let divisor = if first.is_positive() { content } else { -content };
                let form = self.atoms.form_id(sum.divided(&divisor));
                self.equals(terms, form, -constant.div_exact(&divisor))
            }
        }
    }

    /// `form <= bound`
    pub(super) fn at_most(&mut self, terms: &mut Terms, form: FormId, bound: Int) -> Edge {
        let term = comparison(terms, self.atoms.form(form), &bound, false);
        let atom = self.atoms.add(terms, term, Meaning::AtMost(form, bound));
        self.leaf(atom)
    }

    /// `form = value`
    pub(super) fn equals(&mut self, terms: &mut Terms, form: FormId, value: Int) -> Edge {
        let (left, right) = sides(terms, self.atoms.form(form), &value);
        let term = terms.eq(left, right);
        let atom = self.atoms.add(terms, term, Meaning::Equals(form, value));
        self.leaf(atom)
    }

    /// The term of a leaf that is not, or is, negated.
    pub(super) fn leaf_term(&self, terms: &mut Terms, atom: AtomId, is_negated: bool) -> Term {
        let atom = self.atoms.get(atom);
        match &atom.meaning {
            _ if !is_negated => atom.term,
            Meaning::AtMost(form, bound) => {
                comparison(terms, self.atoms.form(*form), &(bound + Int::ONE), true)
            }
            _ => terms.not(atom.term),
        }
    }

    /// `divisor` divides `sum + constant`. Coefficients are reduced modulo the divisor, and made relatively
    /// prime to it; the first one is made 1 if that is possible.
    pub(super) fn divides(
        &mut self,
        terms: &mut Terms,
        divisor: &Int,
        sum: &Linear<Term>,
        constant: &Int,
    ) -> Edge {
        let reduce = |sum: &Linear<Term>, divisor: &Int| {
            let products = sum.terms().iter().map(|(var, c)| (*var, c.rem_euclid(divisor)));
            Linear::new(products.collect())
        };
        let mut sum = reduce(sum, divisor);
        let common = sum.content().gcd(divisor);
        if !common.divides(constant) {
            return Edge::FALSE;
        }
        let divisor = divisor.div_exact(&common);
        let mut constant = constant.div_exact(&common).rem_euclid(&divisor);
        sum = sum.divided(&common);
        let Some((_, first)) = sum.terms().first() else {
            return Edge::constant(constant.is_zero());
        };
        let (gcd, inverse, _) = first.gcd_ext(&divisor);
        // Without an inverse the sign still is a matter of taste.
        let factor = if gcd.is_one() {
            inverse
        } else if first + first > divisor {
            Int::MINUS_ONE
        } else {
            Int::ONE
        };
        sum = reduce(&sum.scaled(&factor), &divisor);
        constant = (constant * &factor).rem_euclid(&divisor);
        // Coefficients near zero: 6 is -1 modulo 7.
        let centred = |c: &Int| if c + c > divisor { c - &divisor } else { c.clone() };
        let sum = Linear::new(sum.terms().iter().map(|(var, c)| (*var, centred(c))).collect());
        let argument = sum_term(terms, &sum, &constant);
        match terms.divisible(divisor, argument) {
            Ok(term) => {
                if self.atoms.is_foreign(&sum) {
                    self.atoms.foreign.insert(term);
                }
                self.opaque(terms, term)
            }
            Err(error) => unreachable!("a positive divisor of an integer: {error}"),
        }
    }
}

/// `form <= bound`, or `form >= bound`.
fn comparison(terms: &mut Terms, form: &Linear<Term>, bound: &Int, is_lower: bool) -> Term {
    let has_negative = form.terms().iter().any(|(_, c)| c.is_negative());
    // Between two sums `<` needs no constant where `<=` would need 1.
    let strict = has_negative && if is_lower { bound.is_one() } else { *bound == Int::MINUS_ONE };
    let (left, right) = sides(terms, form, if strict { &Int::ZERO } else { bound });
    match (is_lower, strict) {
        (false, false) => terms.le(&[left, right]),
        (false, true) => terms.lt(&[left, right]),
        (true, true) => terms.lt(&[right, left]),
        (true, false) if has_negative => terms.le(&[right, left]),
        (true, false) => terms.ge(&[left, right]),
    }
}

/// The two sides of `form = value` without negative coefficients, and if there are variables on both, without
/// negative constants.
fn sides(terms: &mut Terms, form: &Linear<Term>, value: &Int) -> (Term, Term) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (var, c) in form.terms() {
        if c.is_positive() {
            left.push((*var, c.clone()));
        } else {
            right.push((*var, -c));
        }
    }
    let on_left = value.is_negative() && !right.is_empty();
    let (left_constant, right_constant) =
        if on_left { (-value, Int::ZERO) } else { (Int::ZERO, value.clone()) };
    (
        sum_term(terms, &Linear::new(left), &left_constant),
        sum_term(terms, &Linear::new(right), &right_constant),
    )
}

/// The one term for `sum + constant`.
pub(super) fn sum_term(terms: &mut Terms, sum: &Linear<Term>, constant: &Int) -> Term {
    let content = sum.content().gcd(constant);
    if sum.len() > 1 && !content.is_one() {
        let inner = sum_term(terms, &sum.divided(&content), &constant.div_exact(&content));
        let factor = terms.int(content);
        return terms.mul(factor, inner);
    }
    let (mut plus, mut minus) = (Vec::new(), Vec::new());
    for (var, c) in sum.terms() {
        let side = if c.is_positive() { &mut plus } else { &mut minus };
        let c = c.abs();
        side.push(if c.is_one() {
            *var
        } else {
            let factor = terms.int(c);
            terms.mul(factor, *var)
        });
    }
    match (plus.is_empty(), minus.is_empty()) {
        (true, true) => return terms.int(constant.clone()),
        // With nothing to subtract from, the constant is that, whatever its sign.
        (true, false) if !constant.is_zero() => plus.push(terms.int(constant.clone())),
        (true, false) => {
            let total = if let [only] = minus[..] { only } else { terms.add(&minus) };
            if let [(var, c)] = sum.terms()
                && *c != Int::MINUS_ONE
            {
                let factor = terms.int(c.clone());
                return terms.mul(factor, *var);
            }
            return terms.neg(total);
        }
        _ if constant.is_positive() => plus.push(terms.int(constant.clone())),
        _ if constant.is_negative() => minus.push(terms.int(constant.abs())),
        _ => {}
    }
    let head = if let [only] = plus[..] { only } else { terms.add(&plus) };
    if minus.is_empty() {
        return head;
    }
    minus.insert(0, head);
    terms.make(Op::Sub, &minus).expect("a difference of integers")
}
