//! Running DIMACS files: clauses in, `s SATISFIABLE` and a `v` line out, as SAT competitions want it.

use crate::control::{Control, Phase};
use crate::dimacs::Cnf;
use cfp_solver::limits::Budget;
use cfp_solver::sat::theory::NoTheory;
use cfp_solver::sat::{Lit, Outcome, SatOptions, SatSolver, Var};
use cfp_solver::{Answer, Options};
use std::io::{self, Write};

/// Decides a formula in clauses and writes the answer. A model is checked against the clauses first.
pub fn run(
    cnf: &Cnf,
    options: &Options,
    statistics: bool,
    control: &Control,
    out: &mut dyn Write,
) -> io::Result<Answer> {
    control.set_phase(Phase::Checking);
    let mut solver = SatSolver::new(SatOptions { seed: options.seed, ..SatOptions::default() });
    let vars: Vec<Var> = (0..cnf.num_vars).map(|_| solver.new_var()).collect();
    let lit = |number: i32| -> Lit {
        let var = vars[number.unsigned_abs() as usize - 1];
        if number > 0 { var.positive() } else { var.negative() }
    };
    for clause in &cnf.clauses {
        let lits: Vec<Lit> = clause.iter().map(|&number| lit(number)).collect();
        solver.add_clause(&lits);
    }
    let mut budget = Budget::start(&options.limits, &control.interrupt());
    let outcome = solver.solve(&mut NoTheory, &[], &mut budget);
    let holds = |number: i32| solver.value(lit(number)) == Some(true);
    if outcome == Outcome::Sat {
        let satisfied = cnf.clauses.iter().all(|clause| clause.iter().any(|&number| holds(number)));
        assert!(satisfied, "the model does not satisfy the clauses");
    }
    control.set_phase(Phase::Answering);
    if statistics {
        for (name, value) in solver.stats().iter().chain([("ticks", budget.ticks())]) {
            writeln!(out, "c {name} {value}")?;
        }
    }
    match outcome {
        Outcome::Sat => {
            writeln!(out, "s SATISFIABLE")?;
            write_values((1..=cnf.num_vars as i32).map(|var| if holds(var) { var } else { -var }), out)?;
            Ok(Answer::Sat)
        }
        Outcome::Unsat => {
            writeln!(out, "s UNSATISFIABLE")?;
            Ok(Answer::Unsat)
        }
        Outcome::Unknown(reason) => {
            writeln!(out, "c {reason}\ns UNKNOWN")?;
            Ok(Answer::Unknown(reason))
        }
    }
}

/// Writes literals in lines that start with `v`, and a 0 after them.
fn write_values(literals: impl Iterator<Item = i32>, out: &mut dyn Write) -> io::Result<()> {
    const WIDTH: usize = 78;
    let mut line = "v".to_string();
    for literal in literals.chain([0]) {
        let word = literal.to_string();
        if line.len() + 1 + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> String {
        let cnf = crate::dimacs::parse(text.as_bytes()).unwrap();
        let mut out = Vec::new();
        run(&cnf, &Options::default(), false, &Control::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn answers_are_those_of_sat_competitions() {
        assert_eq!(output("p cnf 2 3\n1 0\n-2 0\n1 2 0\n"), "s SATISFIABLE\nv 1 -2 0\n");
        assert_eq!(output("p cnf 1 2\n1 0 -1 0\n"), "s UNSATISFIABLE\n");
        let lines = output("p cnf 100 0\n");
        assert!(lines.lines().all(|line| line.len() <= 78) && lines.ends_with(" 0\n"));
        assert_eq!(lines.split_whitespace().filter(|word| word.parse::<i32>().is_ok()).count(), 101);
    }
}
