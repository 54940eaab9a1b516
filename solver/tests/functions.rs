//! Functions, declared sorts and their combination with arithmetic, through the public interface.

use cfp_solver::{Answer, Solver, Sort, Term};

fn number(solver: &mut Solver, name: &str) -> Term {
    solver.terms_mut().constant(name, Sort::Int)
}

#[test]
fn congruence_over_a_declared_sort() {
    let mut solver = Solver::new();
    let terms = solver.terms_mut();
    let sort = terms.declare_sort("U");
    let f = terms.declare_function("f", &[sort], sort);
    let a = terms.constant("a", sort);
    // f(f(f(a))) = a and f(f(f(f(f(a))))) = a imply f(a) = a.
    let mut powers = vec![a];
    for _ in 0..5 {
        let next = terms.apply(f, &[*powers.last().unwrap()]);
        powers.push(next);
    }
    let third = terms.eq(powers[3], a);
    let fifth = terms.eq(powers[5], a);
    let first = terms.eq(powers[1], a);
    let not_first = terms.not(first);
    solver.assert(third);
    solver.assert(not_first);
    assert_eq!(solver.check(), Answer::Sat);
    solver.assert(fifth);
    assert_eq!(solver.check(), Answer::Unsat);
}

#[test]
fn arguments_that_arithmetic_makes_equal_have_equal_values() {
    let mut solver = Solver::new();
    let (x, y) = (number(&mut solver, "x"), number(&mut solver, "y"));
    let terms = solver.terms_mut();
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let (one, two) = (terms.int(1), terms.int(2));
    let (fx, fy) = (terms.apply(f, &[x]), terms.apply(f, &[y]));
    let parts = [terms.le(&[one, x, two]), terms.le(&[one, y, two])];
    let f1 = terms.apply(f, &[one]);
    let f2 = terms.apply(f, &[two]);
    let different = terms.distinct(&[fx, fy]);
    let other = terms.distinct(&[fx, f1]);
    let same = terms.eq(fy, f2);
    for part in parts.into_iter().chain([different, other]) {
        solver.assert(part);
    }
    // f(x) differs from f(1), so x is 2, so f(y) is not f(2), so y is 1.
    assert_eq!(solver.check(), Answer::Sat);
    let model = solver.model().unwrap();
    let values =
        model.eval_all(solver.terms(), &[x, y]).iter().map(|v| v.text(solver.terms())).collect::<Vec<_>>();
    assert_eq!(values, ["2", "1"]);
    solver.assert(same);
    assert_eq!(solver.check(), Answer::Unsat);
}

#[test]
fn values_of_functions_are_numbers_to_arithmetic() {
    let mut solver = Solver::new();
    let x = number(&mut solver, "x");
    let terms = solver.terms_mut();
    let f = terms.declare_function("f", &[Sort::Int, Sort::Bool], Sort::Int);
    let g = terms.declare_function("g", &[Sort::Int], Sort::Bool);
    let one = terms.int(1);
    let gx = terms.apply(g, &[x]);
    let fx = terms.apply(f, &[x, gx]);
    let next = terms.add(&[fx, one]);
    let no = terms.bool(false);
    let fnext = terms.apply(f, &[next, no]);
    let claims = [terms.eq(fx, x), terms.not(gx), terms.lt(&[fnext, fx]), terms.lt(&[x, fnext])];
    for claim in &claims[..3] {
        solver.assert(*claim);
    }
    assert_eq!(solver.check(), Answer::Sat);
    solver.assert(claims[3]);
    assert_eq!(solver.check(), Answer::Unsat);
}

#[test]
fn division_by_zero_is_a_function() {
    let mut solver = Solver::new();
    let (x, y) = (number(&mut solver, "x"), number(&mut solver, "y"));
    let terms = solver.terms_mut();
    let zero = terms.int(0);
    let (left, right) = (terms.div(x, zero), terms.div(y, zero));
    let differ = terms.distinct(&[left, right]);
    let same = terms.eq(x, y);
    solver.assert(differ);
    assert_eq!(solver.check(), Answer::Sat);
    solver.assert(same);
    assert_eq!(solver.check(), Answer::Unsat);
}
