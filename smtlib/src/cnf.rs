//! Decides DIMACS files; output in the format of SAT competitions (`s SATISFIABLE` and `v` lines).

use crate::control::{Control, Phase};
use crate::dimacs::Cnf;
use cfp_solver::{Answer, Options, check_clauses};
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
    let checked = check_clauses(cnf.num_vars, &cnf.clauses, options, &control.interrupt());
    control.set_phase(Phase::Answering);
    if statistics {
        for (name, value) in checked.statistics.iter() {
            writeln!(out, "c {name} {value}")?;
        }
    }
    match &checked.answer {
        Answer::Sat => {
            writeln!(out, "s SATISFIABLE")?;
            write_values(
                (1..).zip(&checked.values).map(|(var, &value)| if value { var } else { -var }),
                out,
            )?;
        }
        Answer::Unsat => writeln!(out, "s UNSATISFIABLE")?,
        Answer::Unknown(reason) => writeln!(out, "c {reason}\ns UNKNOWN")?,
    }
    Ok(checked.answer)
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
