//! Examples with the results that they must have.

use super::*;
use crate::num::{Int, Rat};
use crate::term::Op;

/// Terms with a few symbols, and a simplifier.
struct Setting {
    terms: Terms,
    simplifier: Simplifier,
    i: Term,
    j: Term,
    n: Term,
    p: Term,
    q: Term,
    r: Term,
}

impl Setting {
    fn new() -> Setting {
        let mut terms = Terms::new();
        let [i, j, n] = ["i", "j", "n"].map(|name| terms.constant(name, Sort::Int));
        let [p, q, r] = ["p", "q", "r"].map(|name| terms.constant(name, Sort::Bool));
        Setting { terms, simplifier: Simplifier::default(), i, j, n, p, q, r }
    }

    fn int(&mut self, value: i64) -> Term {
        self.terms.int(value)
    }

    fn make(&mut self, op: Op, args: &[Term]) -> Term {
        self.terms.make(op, args).unwrap()
    }

    /// `left op value`
    fn compare(&mut self, op: Op, left: Term, value: i64) -> Term {
        let value = self.int(value);
        self.make(op, &[left, value])
    }

    fn simplified(&mut self, formula: Term) -> String {
        let result = self.simplifier.simplify(&mut self.terms, formula);
        self.terms.display(result).to_string()
    }

    fn simplified_under(&mut self, formula: Term, assumption: Term) -> String {
        let result = self.simplifier.simplify_under(&mut self.terms, formula, assumption);
        self.terms.display(result).to_string()
    }
}

#[test]
fn bounds_of_an_index_decide_what_is_said_again() {
    let mut s = Setting::new();
    let (i, j, n) = (s.i, s.j, s.n);
    let (low, high) = (s.compare(Op::Ge, i, 0), s.make(Op::Lt, &[i, n]));
    let same = s.make(Op::Eq, &[i, j]);
    let choice = s.make(Op::Or, &[high, same]);
    let all = s.make(Op::And, &[low, high, choice]);
    assert_eq!(s.simplified(all), "(and (>= i 0) (< i n))");
    // The negation of a bracket, and both together.
    let outside = s.make(Op::Not, &[all]);
    assert_eq!(s.simplified(outside), "(or (< i 0) (<= n i))".replace("(< i 0)", "(<= i (- 1))"));
    let never = s.make(Op::And, &[all, outside]);
    assert_eq!(s.simplified(never), "false");
    let always = s.make(Op::Or, &[all, outside]);
    assert_eq!(s.simplified(always), "true");
}

#[test]
fn one_fact_has_one_form() {
    let mut s = Setting::new();
    let (i, j, n) = (s.i, s.j, s.n);
    let two = s.int(2);
    let (twice_i, twice_j) = (s.make(Op::Mul, &[two, i]), s.make(Op::Mul, &[j, two]));
    let difference = s.make(Op::Sub, &[i, j]);
    let ways = [
        s.make(Op::Lt, &[i, j]),
        s.make(Op::Gt, &[j, i]),
        s.make(Op::Lt, &[twice_i, twice_j]),
        s.compare(Op::Le, difference, -1),
        s.compare(Op::Lt, difference, 0),
    ];
    for way in ways {
        assert_eq!(s.simplified(way), "(< i j)");
    }
    let (first, second) = (s.make(Op::Lt, &[i, j]), s.make(Op::Lt, &[j, n]));
    let there = s.make(Op::And, &[first, second]);
    let back = s.make(Op::And, &[second, first]);
    assert_eq!(s.simplified(there), s.simplified(back));
}

#[test]
fn leaves_about_the_same_sum_are_joined() {
    let mut s = Setting::new();
    let i = s.i;
    let mut both = |op: Op, left: (Op, i64), right: (Op, i64)| {
        let (left, right) = (s.compare(left.0, i, left.1), s.compare(right.0, i, right.1));
        let formula = s.make(op, &[left, right]);
        s.simplified(formula)
    };
    assert_eq!(both(Op::And, (Op::Le, 3), (Op::Le, 5)), "(<= i 3)");
    assert_eq!(both(Op::Or, (Op::Le, 3), (Op::Le, 5)), "(<= i 5)");
    assert_eq!(both(Op::And, (Op::Le, 3), (Op::Ge, 3)), "(= i 3)");
    assert_eq!(both(Op::And, (Op::Le, 3), (Op::Ge, 4)), "false");
    assert_eq!(both(Op::Or, (Op::Le, 3), (Op::Ge, 4)), "true");
    assert_eq!(both(Op::Or, (Op::Lt, 3), (Op::Gt, 3)), "(not (= i 3))");
    assert_eq!(both(Op::And, (Op::Ge, 3), (Op::Distinct, 3)), "(>= i 4)");
    assert_eq!(both(Op::Or, (Op::Le, 3), (Op::Eq, 4)), "(<= i 4)");
    assert_eq!(both(Op::And, (Op::Eq, 3), (Op::Distinct, 4)), "(= i 3)");
}

#[test]
fn remainders_are_divisibilities() {
    let mut s = Setting::new();
    let (i, two) = (s.i, s.int(2));
    let remainder = s.make(Op::Mod, &[i, two]);
    let (even, odd) = (s.compare(Op::Eq, remainder, 0), s.compare(Op::Eq, remainder, 1));
    assert_eq!(s.simplified(even), "((_ divisible 2) i)");
    assert_eq!(s.simplified(odd), "((_ divisible 2) (+ i 1))");
    let neither = s.compare(Op::Eq, remainder, 2);
    assert_eq!(s.simplified(neither), "false");
    let below = s.compare(Op::Lt, remainder, 1);
    assert_eq!(s.simplified(below), "((_ divisible 2) i)");
    let both = s.make(Op::And, &[even, odd]);
    assert_eq!(s.simplified(both), "false");
    let either = s.make(Op::Or, &[even, odd]);
    assert_eq!(s.simplified(either), "true");
    // 0 <= i < 2 and i even
    let (low, high) = (s.compare(Op::Ge, i, 0), s.compare(Op::Lt, i, 2));
    let zero = s.make(Op::And, &[low, high, even]);
    let result = s.simplifier.simplify(&mut s.terms, zero);
    assert!(Size::of(&s.terms, result).leaves <= 3);
    let is_zero = s.compare(Op::Eq, i, 0);
    assert_eq!(s.simplifier.are_equivalent(&mut s.terms, result, is_zero), Truth::Yes);
    // Scaled, shifted and turned round: 6 i + 9 divisible by 15 is 2 i + 3 by 5, is i + 4 by 5.
    let (six, nine) = (s.int(6), s.int(9));
    let product = s.make(Op::Mul, &[six, i]);
    let sum = s.make(Op::Add, &[product, nine]);
    let scaled = s.terms.divisible(15, sum).unwrap();
    assert_eq!(s.simplified(scaled), "((_ divisible 5) (+ i 4))");
}

#[test]
fn common_parts_are_taken_out() {
    let mut s = Setting::new();
    let (p, q, r) = (s.p, s.q, s.r);
    let (left, right) = (s.make(Op::And, &[p, q]), s.make(Op::And, &[r, p]));
    let formula = s.make(Op::Or, &[left, right]);
    assert_eq!(s.simplified(formula), "(and p (or q r))");
    let dual = {
        let (left, right) = (s.make(Op::Or, &[p, q]), s.make(Op::Or, &[r, p]));
        s.make(Op::And, &[left, right])
    };
    assert_eq!(s.simplified(dual), "(or p (and q r))");
    let absorbed = s.make(Op::Or, &[p, left]);
    assert_eq!(s.simplified(absorbed), "p");
}

#[test]
fn equivalences_stay_or_become_such() {
    let mut s = Setting::new();
    let (p, q) = (s.p, s.q);
    let (not_p, not_q) = (s.terms.not(p), s.terms.not(q));
    let (both, none) = (s.make(Op::And, &[p, q]), s.make(Op::And, &[not_p, not_q]));
    let same = s.make(Op::Or, &[both, none]);
    assert_eq!(s.simplified(same), "(= p q)");
    let written = s.make(Op::Eq, &[p, q]);
    assert_eq!(s.simplified(written), "(= p q)");
    let with_p = s.make(Op::And, &[written, p]);
    assert_eq!(s.simplified(with_p), "(and p q)");
    let r = s.r;
    let choice = s.make(Op::Ite, &[r, p, q]);
    assert_eq!(s.simplified(choice), "(ite r p q)");
    let decided = s.make(Op::And, &[choice, not_p]);
    assert_eq!(s.simplified(decided), "(and (not p) q (not r))");
}

#[test]
fn choices_of_numbers_are_lifted_where_that_is_not_larger() {
    let mut s = Setting::new();
    let (p, i) = (s.p, s.i);
    let (one, two) = (s.int(1), s.int(2));
    let number = s.make(Op::Ite, &[p, one, two]);
    let is_one = s.compare(Op::Eq, number, 1);
    assert_eq!(s.simplified(is_one), "p");
    let above = s.compare(Op::Gt, number, 0);
    assert_eq!(s.simplified(above), "true");
    let mixed = s.make(Op::Ite, &[p, one, i]);
    let small = s.compare(Op::Le, mixed, 3);
    assert_eq!(s.simplified(small), "(or (<= i 3) p)");
    let j = s.j;
    let other = s.make(Op::Ite, &[p, i, j]);
    let kept = s.compare(Op::Le, other, 3);
    assert_eq!(s.simplified(kept), "(<= (ite p i j) 3)");
}

#[test]
fn functions_arrays_and_reals_are_decided_by_the_solver() {
    let mut s = Setting::new();
    let (i, j, p) = (s.i, s.j, s.p);
    let f = s.terms.declare_function("f", &[Sort::Int], Sort::Int);
    let (fi, fj) = (s.terms.apply(f, &[i]), s.terms.apply(f, &[j]));
    let (same, image) = (s.make(Op::Eq, &[i, j]), s.make(Op::Eq, &[fi, fj]));
    let both = s.make(Op::And, &[image, same]);
    assert_eq!(s.simplified(both), "(= i j)");
    let array = s.terms.array_sort(Sort::Int, Sort::Int);
    let a = s.terms.constant("a", array);
    let stored = s.terms.store(a, i, j);
    let read = s.terms.select(stored, i);
    let written = s.make(Op::Eq, &[read, j]);
    let or_p = s.make(Op::And, &[written, p]);
    assert_eq!(s.simplified(or_p), "p");
    let x = s.terms.constant("x", Sort::Real);
    let half = s.terms.real(Rat::new(Int::ONE, Int::from(2)));
    let one = s.terms.real(Rat::ONE);
    let (low, high) = (s.make(Op::Lt, &[x, half]), s.make(Op::Lt, &[x, one]));
    let reals = s.make(Op::And, &[high, low, p]);
    let result = s.simplifier.simplify(&mut s.terms, reals);
    assert_eq!(Size::of(&s.terms, result).leaves, 2);
    let equivalent = s.simplifier.are_equivalent(&mut s.terms, reals, result);
    assert_eq!(equivalent, Truth::Yes);
}

#[test]
fn assumptions_are_used_and_not_repeated() {
    let mut s = Setting::new();
    let (i, n) = (s.i, s.n);
    let (low, high) = (s.compare(Op::Ge, i, 0), s.make(Op::Lt, &[i, n]));
    let bracket = s.make(Op::And, &[low, high]);
    assert_eq!(s.simplified_under(bracket, low), "(< i n)");
    assert_eq!(s.simplified_under(bracket, bracket), "true");
    let empty = s.compare(Op::Le, n, 0);
    assert_eq!(s.simplified_under(bracket, empty), "false");
    let never = s.make(Op::And, &[bracket, empty]);
    assert_eq!(s.simplified_under(bracket, never), "true", "whatever holds where nothing does");
}

#[test]
fn questions_have_three_answers() {
    let mut s = Setting::new();
    let (i, j, p) = (s.i, s.j, s.p);
    let (less, not_more) = (s.make(Op::Lt, &[i, j]), s.make(Op::Le, &[i, j]));
    assert_eq!(s.simplifier.implies(&mut s.terms, less, not_more), Truth::Yes);
    assert_eq!(s.simplifier.implies(&mut s.terms, not_more, less), Truth::No);
    assert_eq!(s.simplifier.is_satisfiable(&mut s.terms, less), Truth::Yes);
    assert_eq!(s.simplifier.is_valid(&mut s.terms, p), Truth::No);
    let limits = Limits { ticks: Some(1), ..Limits::default() };
    let mut hasty = Simplifier::new(Options { limits, ..Options::default() });
    let answer = hasty.implies(&mut s.terms, less, not_more);
    // The two leaves are joined before anything is asked.
    assert_eq!(answer, Truth::Yes);
    let f = s.terms.declare_function("f", &[Sort::Int], Sort::Int);
    let (fi, fj) = (s.terms.apply(f, &[i]), s.terms.apply(f, &[j]));
    let (same, image) = (s.make(Op::Eq, &[i, j]), s.make(Op::Eq, &[fi, fj]));
    assert_eq!(hasty.implies(&mut s.terms, same, image), Truth::Unknown(Unknown::Resources));
    assert_eq!(s.simplifier.implies(&mut s.terms, same, image), Truth::Yes);
}

#[test]
fn deep_formulas_do_not_overflow_the_stack() {
    let mut s = Setting::new();
    let symbols: Vec<Term> = (0..100).map(|k| s.terms.constant(format!("b{k}"), Sort::Bool)).collect();
    let mut formula = s.p;
    for depth in 0..100_000 {
        let op = if depth % 2 == 0 { Op::And } else { Op::Or };
        formula = s.make(op, &[symbols[depth * 7 % 100], formula]);
    }
    let limits = Limits { ticks: Some(200_000), ..Limits::default() };
    let mut hasty = Simplifier::new(Options { limits, ..Options::default() });
    let result = hasty.simplify(&mut s.terms, formula);
    assert!(Size::of(&s.terms, result) <= Size::of(&s.terms, formula));
    let mut sum = s.i;
    for _ in 0..100_000 {
        let (j, one) = (s.j, s.int(1));
        sum = s.make(Op::Add, &[j, sum]);
        sum = s.make(Op::Sub, &[sum, one]);
    }
    let claim = s.compare(Op::Le, sum, 0);
    assert_eq!(s.simplified(claim), "(<= (+ i (* 100000 j)) 100000)");
}

#[test]
fn quantified_formulas_are_leaves() {
    let mut s = Setting::new();
    let (i, n, p) = (s.i, s.n, s.p);
    let k = s.terms.constant("k", Sort::Int);
    let above = s.make(Op::Lt, &[n, k]);
    let all = s.terms.forall(&[k], above);
    let less = s.make(Op::Lt, &[i, n]);
    let both = s.make(Op::And, &[all, p]);
    let formula = s.make(Op::Or, &[both, all, less]);
    assert_eq!(s.simplified(formula), format!("(or (< i n) {})", s.terms.display(all)));
    let not_all = s.terms.not(all);
    let never = s.make(Op::And, &[all, less, not_all]);
    assert_eq!(s.simplified(never), "false");
    assert!(s.simplifier.implies(&mut s.terms, both, all).is_yes());
    // Whether such a leaf can be true is not found out here.
    let satisfiable = s.simplifier.is_satisfiable(&mut s.terms, both);
    assert!(matches!(satisfiable, Truth::Unknown(Unknown::Incomplete(_))));
}
