//! Against all assignments, on small random problems.

use super::*;
use crate::linear::LinearExpr;
use crate::random::Rng;

const LOW: i64 = -2;
const HIGH: i64 = 3;

fn atom(circuit: &mut Circuit, rng: &mut Rng) -> Edge {
    let terms = (0..3).map(|var| (NumVar::integer(var), Int::from(rng.range(-5, 5)))).collect();
    let expr = LinearExpr { form: Linear::new(terms), constant: Int::from(rng.range(-9, 9)) };
    match rng.range(0, 2) {
        0 => circuit.is_zero(&expr),
        _ => circuit.at_most_zero(&expr),
    }
}

fn formula(circuit: &mut Circuit, rng: &mut Rng, depth: i64) -> Edge {
    let kind = if depth == 0 { 0 } else { rng.range(0, 4) };
    let edge = if kind == 0 {
        match rng.range(0, 3) {
            0 => circuit.input(BoolVar(rng.range(0, 1) as u32)),
            _ => atom(circuit, rng),
        }
    } else {
        let parts @ [first, second, third] = [0, 1, 2].map(|_| formula(circuit, rng, depth - 1));
        match kind {
            1 => circuit.and(&parts),
            2 => circuit.xor(first, second),
            3 => circuit.ite(first, second, third),
            _ => circuit.or(&parts),
        }
    };
    edge.negated_if(rng.range(0, 1) == 0)
}

/// The value of an edge under an assignment.
fn holds(circuit: &Circuit, edge: Edge, numbers: &[Int], inputs: &[bool]) -> bool {
    let value = |edge: &Edge| holds(circuit, *edge, numbers, inputs);
    let node = match circuit.node(edge) {
        Node::True => true,
        Node::Input(var) => inputs[var.0 as usize],
        Node::Le(form, bound) => circuit.form(*form).eval(|var| &numbers[var.index()]) <= *bound,
        Node::And(parts) => parts.iter().all(value),
        Node::Xor(left, right) => value(left) != value(right),
        Node::Ite(condition, then, otherwise) => {
            if value(condition) {
                value(then)
            } else {
                value(otherwise)
            }
        }
        other => unreachable!("{other:?}"),
    };
    node != edge.is_negated()
}

fn in_range(circuit: &mut Circuit, var: usize) -> [Edge; 2] {
    let at =
        |value: i64| LinearExpr { constant: Int::from(-value), ..LinearExpr::variable(NumVar::integer(var)) };
    [circuit.at_most_zero(&at(HIGH)), !circuit.at_most_zero(&at(LOW - 1))]
}

fn has_solution(circuit: &Circuit, conjuncts: &[Edge]) -> bool {
    let range = || LOW..=HIGH;
    let points = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
    let mut all = points.flat_map(|point| (0..4).map(move |bits| (point, [bits & 1 == 1, bits & 2 == 2])));
    all.any(|(point, inputs)| {
        let numbers = point.map(Int::from);
        conjuncts.iter().all(|&edge| holds(circuit, edge, &numbers, &inputs))
    })
}

fn check_model(circuit: &Circuit, bits: &Bits, conjuncts: &[Edge]) {
    let numbers = [0, 1, 2].map(|var| bits.number(NumVar::integer(var)));
    let mut inputs = [false; 2];
    bits.inputs().for_each(|(BoolVar(index), value)| inputs[index as usize] = value);
    assert!(conjuncts.iter().all(|&edge| holds(circuit, edge, &numbers, &inputs)), "{numbers:?} {inputs:?}");
}

#[test]
fn bounded_problems_have_the_same_answer_as_by_enumeration() {
    check_bounded(Shape::Binary(3), 7);
    check_bounded(Shape::Order(2), 17);
}

fn check_bounded(shape: Shape, seed: u64) {
    let mut rng = Rng(seed);
    let mut counts = [0; 2];
    for _ in 0..600 {
        let mut circuit = Circuit::new();
        let mut conjuncts: Vec<Edge> = (0..3).flat_map(|var| in_range(&mut circuit, var)).collect();
        conjuncts.extend((0..rng.range(1, 4)).map(|_| formula(&mut circuit, &mut rng, 2)));
        let mut budget = Budget::unlimited();
        let options = SatOptions::default();
        let mut bits =
            Bits::new(&circuit, &conjuncts, &[], shape, options, &mut budget).expect("it is small");
        assert!(bits.is_exact);
        let expected = has_solution(&circuit, &conjuncts);
        counts[expected as usize] += 1;
        match bits.solve(&mut budget) {
            Found::Model => {
                assert!(expected);
                check_model(&circuit, &bits, &conjuncts);
            }
            Found::Unsat => assert!(!expected, "{conjuncts:?}"),
            Found::NoneInRanges | Found::Stopped => panic!("the ranges are known"),
        }
    }
    assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
}

#[test]
fn without_bounds_only_models_count() {
    check_unbounded(Shape::Binary(4), 8);
    check_unbounded(Shape::Order(8), 18);
}

fn check_unbounded(shape: Shape, seed: u64) {
    let mut rng = Rng(seed);
    let mut models = 0;
    for _ in 0..200 {
        let mut circuit = Circuit::new();
        let conjuncts: Vec<Edge> = (0..3).map(|_| atom(&mut circuit, &mut rng)).collect();
        if conjuncts.iter().any(|edge| edge.node() == 0) {
            continue;
        }
        let mut budget = Budget::unlimited();
        let options = SatOptions::default();
        let mut bits =
            Bits::new(&circuit, &conjuncts, &[], shape, options, &mut budget).expect("it is small");
        match bits.solve(&mut budget) {
            Found::Model => {
                models += 1;
                check_model(&circuit, &bits, &conjuncts);
            }
            Found::NoneInRanges => assert!(!bits.is_exact),
            Found::Unsat => assert!(bits.is_exact),
            Found::Stopped => panic!("there is no limit"),
        }
    }
    assert!(models > 50, "{models}");
}

#[test]
fn failed_assumptions_are_named() {
    let mut circuit = Circuit::new();
    let mut conjuncts: Vec<Edge> = (0..2).flat_map(|var| in_range(&mut circuit, var)).collect();
    // 3x + 5y = 1 has solutions, but none with y <= -1 and x <= 1.
    let var = |index: usize| LinearExpr::variable(NumVar::integer(index));
    let sum = LinearExpr::default().add_multiple(&Int::from(3), &var(0)).add_multiple(&Int::from(5), &var(1));
    let sum = LinearExpr { constant: Int::MINUS_ONE, ..sum };
    conjuncts.push(circuit.is_zero(&sum));
    let at_most = |circuit: &mut Circuit, index: usize, value: i64| {
        circuit.at_most_zero(&LinearExpr { constant: Int::from(-value), ..var(index) })
    };
    let assumptions =
        [at_most(&mut circuit, 1, 2), at_most(&mut circuit, 1, -1), at_most(&mut circuit, 0, 1)];
    let mut budget = Budget::unlimited();
    let options = SatOptions::default();
    let mut bits = Bits::new(&circuit, &conjuncts, &assumptions, Shape::Binary(3), options, &mut budget)
        .expect("it is small");
    assert!(matches!(bits.solve(&mut budget), Found::Unsat));
    assert!(bits.failed().iter().all(|&index| index > 0) && !bits.failed().is_empty());
}
