//! The solver inside another program, without text: questions, a core, an optimum, and several solvers at
//! once.
//!
//! `cargo run --example embedding`

use cfp_solver::{Answer, Solver, Sort};
use std::thread;

fn main() {
    // A plan: hours for two tasks on a machine whose load depends on the hour.
    let mut solver = Solver::new();
    let terms = solver.terms_mut();
    let (first, second) = (terms.constant("first", Sort::Int), terms.constant("second", Sort::Int));
    let load = terms.declare_function("load", &[Sort::Int], Sort::Int);
    let (at_first, at_second) = (terms.apply(load, &[first]), terms.apply(load, &[second]));
    let (zero, two, eight) = (terms.int(0), terms.int(2), terms.int(8));
    let after = terms.add(&[first, two]);
    let in_order = terms.le(&[after, second]);
    let in_time = terms.le(&[zero, first, second, eight]);
    let loads_differ = terms.distinct(&[at_first, at_second]);
    solver.assert(in_order);
    solver.assert(in_time);
    solver.assert(loads_differ);

    // A question, and the values that answer it.
    assert_eq!(solver.check(), Answer::Sat);
    let model = solver.model().expect("satisfiable");
    for term in [first, second, at_first, at_second] {
        let value = model.eval(solver.terms(), term).text(solver.terms());
        println!("{} = {value}", solver.terms().display(term));
    }

    // The earliest end.
    solver.push();
    solver.minimize(second);
    assert_eq!(solver.check(), Answer::Sat);
    println!("earliest end: {:?}", solver.optima());
    solver.pop();

    // Which of these wishes cannot hold together? What was learned above is still there.
    solver.push();
    let terms = solver.terms_mut();
    let wishes = [terms.eq(first, two), terms.eq(at_first, zero), terms.lt(&[second, two])];
    wishes.iter().for_each(|&wish| solver.assert_tracked(wish));
    assert_eq!(solver.check(), Answer::Unsat);
    let blamed: Vec<String> =
        solver.unsat_core().iter().map(|&wish| solver.terms().display(wish).to_string()).collect();
    println!("these wishes contradict the plan: {}", blamed.join(" and "));
    solver.pop();

    // Solvers share nothing: as many as you like, side by side.
    let answers = thread::scope(|scope| {
        let ask = |bound: i64| {
            let mut solver = Solver::new();
            let terms = solver.terms_mut();
            let x = terms.constant("x", Sort::Int);
            let (three, seven, bound) = (terms.int(3), terms.int(7), terms.int(bound));
            let tripled = terms.mul(three, x);
            let claims = [terms.lt(&[seven, tripled]), terms.lt(&[x, bound])];
            claims.iter().for_each(|&claim| solver.assert(claim));
            solver.check()
        };
        let threads = [2, 3, 4].map(|bound| scope.spawn(move || ask(bound)));
        threads.map(|thread| thread.join().expect("no thread panics"))
    });
    assert_eq!(answers, [Answer::Unsat, Answer::Unsat, Answer::Sat]);
    println!("3x > 7 with x below 2, 3, 4: {answers:?}");
}
