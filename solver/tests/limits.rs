//! Whatever the limit, a check ends with the right answer or with `unknown`, and nothing is left half done.

use cfp_solver::{Answer, Limits, Options, Solver, Sort, Term, Unknown};

/// Tasks of three hours on one machine, so many that fit or not: difference logic with disjunctions.
fn schedule(solver: &mut Solver, tasks: usize, hours: i64) {
    let terms = solver.terms_mut();
    let starts: Vec<Term> =
        (0..tasks).map(|task| terms.constant(format!("start{task}"), Sort::Int)).collect();
    let (zero, three, last) = (terms.int(0), terms.int(3), terms.int(hours - 3));
    let mut claims = Vec::new();
    for (index, &start) in starts.iter().enumerate() {
        claims.push(terms.le(&[zero, start, last]));
        for &other in &starts[index + 1..] {
            let (after, before) = (terms.sub(start, other), terms.sub(other, start));
            let (after, before) = (terms.le(&[three, after]), terms.le(&[three, before]));
            claims.push(terms.or(&[after, before]));
        }
    }
    claims.iter().for_each(|&claim| solver.assert(claim));
}

#[test]
fn every_limit_on_ticks_is_survived() {
    for (hours, expected) in [(18, Answer::Sat), (17, Answer::Unsat)] {
        for ticks in (1..200).chain((200..20_000).step_by(97)) {
            let limits = Limits { ticks: Some(ticks), ..Limits::default() };
            let mut solver = Solver::with_options(Options { limits, ..Options::default() });
            schedule(&mut solver, 6, hours);
            let answer = solver.check();
            let is_right = answer == expected || answer == Answer::Unknown(Unknown::Resources);
            assert!(is_right, "{hours} hours, {ticks} ticks: {answer:?}");
            // The same solver goes on.
            solver.options_mut().limits.ticks = None;
            assert_eq!(solver.check(), expected, "{hours} hours after {ticks} ticks");
        }
    }
}
