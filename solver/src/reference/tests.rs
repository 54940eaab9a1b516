use crate::answer::{Answer, Unknown};
use crate::limits::Limits;
use crate::options::{Engine, Options};
use crate::solver::Solver;
use crate::term::{Op, Sort, Term};

fn solver() -> Solver {
    Solver::with_options(Options { engine: Engine::Reference, ..Options::default() })
}

#[test]
fn division_rounds_as_the_standard_says() {
    for number in -7i64..=7 {
        for divisor in [-3i64, -2, -1, 1, 2, 3] {
            let mut solver = solver();
            let terms = solver.terms_mut();
            let x = terms.constant("x", Sort::Int);
            let (value, by) = (terms.int(number), terms.int(divisor));
            let (quotient, remainder) = (terms.div(x, by), terms.modulo(x, by));
            let quotient_is = terms.int(number.div_euclid(divisor));
            let remainder_is = terms.int(number.rem_euclid(divisor));
            let given = terms.eq(x, value);
            let right = [terms.eq(quotient, quotient_is), terms.eq(remainder, remainder_is)];
            let both = terms.and(&right);
            let wrong = terms.not(both);
            solver.assert(given);
            assert_eq!(solver.check_assuming(&[both]), Answer::Sat);
            assert_eq!(solver.check_assuming(&[wrong]), Answer::Unsat);
            assert_eq!(solver.failed_assumptions(), [wrong]);
        }
    }
}

/// Every operator of the core theory on all truth values, against the evaluation of models.
#[test]
fn boolean_operators_agree_with_their_truth_tables() {
    for op in [Op::And, Op::Or, Op::Xor, Op::Implies, Op::Eq, Op::Distinct, Op::Ite] {
        for values in 0..8 {
            let mut solver = solver();
            let terms = solver.terms_mut();
            let symbols: Vec<_> = (0..3).map(|_| terms.declare("p", Sort::Bool)).collect();
            let args: Vec<Term> = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
            let term = terms.make(op, &args).unwrap();
            let negation = terms.not(term);
            let mut model = crate::model::Model::new();
            for (index, &symbol) in symbols.iter().enumerate() {
                let value = values >> index & 1 == 1;
                model.set(symbol, crate::model::Value::Bool(value));
                let literal = if value { args[index] } else { solver.terms_mut().not(args[index]) };
                solver.assert(literal);
            }
            let expected = model.eval(solver.terms(), term).as_bool().unwrap();
            let (yes, no) = if expected { (term, negation) } else { (negation, term) };
            assert_eq!(solver.check_assuming(&[yes]), Answer::Sat, "{op:?} {values}");
            assert_eq!(solver.check_assuming(&[no]), Answer::Unsat, "{op:?} {values}");
        }
    }
}

#[test]
fn unbounded_formulas_are_decided() {
    let mut solver = solver();
    let terms = solver.terms_mut();
    let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
    let (three, five) = (terms.int(3), terms.int(5));
    let (left, right) = (terms.mul(three, x), terms.mul(five, y));
    let difference = terms.sub(left, right);
    let magnitude = terms.abs(difference);
    let (one, zero) = (terms.int(1), terms.int(0));
    let close = terms.eq(magnitude, one);
    let same_residue = {
        let (a, b) = (terms.modulo(x, five), terms.modulo(y, five));
        terms.eq(a, b)
    };
    let far = {
        let bound = terms.int(1_000_000);
        terms.gt(&[y, bound])
    };
    // 3 x = 5 y + 1 or 3 x = 5 y - 1: x is 2 or 3 modulo 5.
    let residue = {
        let remainder = terms.modulo(x, five);
        let one_of = terms.le(&[zero, remainder, one]);
        terms.or(&[one_of])
    };
    solver.assert(close);
    assert_eq!(solver.check_assuming(&[same_residue, far]), Answer::Sat);
    assert_eq!(solver.check_assuming(&[far, residue]), Answer::Unsat);
    assert_eq!(solver.failed_assumptions(), [residue]);
}

#[test]
fn a_spent_budget_gives_unknown() {
    let mut solver = solver();
    solver.options_mut().limits = Limits { ticks: Some(10), ..Limits::default() };
    let terms = solver.terms_mut();
    let xs: Vec<Term> = (0..20).map(|_| terms.constant("x", Sort::Int)).collect();
    let distinct = terms.distinct(&xs);
    solver.assert(distinct);
    assert_eq!(solver.check(), Answer::Unknown(Unknown::Resources));
}

#[test]
fn deep_terms_are_decided() {
    let mut solver = solver();
    let terms = solver.terms_mut();
    let (x, one, p) = (terms.constant("x", Sort::Int), terms.int(1), terms.constant("p", Sort::Bool));
    let (mut number, mut truth) = (x, p);
    for _ in 0..50_000 {
        number = terms.add(&[number, one]);
        let negated = terms.not(truth);
        truth = terms.and(&[negated, p]);
    }
    let limit = terms.int(49_999);
    let atom = terms.lt(&[limit, number]);
    let sign = terms.lt(&[x, one]);
    let is_zero = [atom, sign];
    let is_other = {
        let both = terms.and(&is_zero);
        let zero = terms.int(0);
        let equal = terms.eq(x, zero);
        let different = terms.not(equal);
        [both, different]
    };
    assert_eq!(solver.check_assuming(&is_zero), Answer::Sat);
    assert_eq!(solver.check_assuming(&is_other), Answer::Unsat);
    assert_eq!(solver.check_assuming(&[truth]), Answer::Sat);
}
