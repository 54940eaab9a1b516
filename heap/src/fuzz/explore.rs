//! A search for errors by runs on few, small numbers.
//!
//! A program that builds a list of any length has its errors with short lists already. So the runs are those
//! on all sequences of small numbers, the ones with fewer numbers other than zero first: a run is given a
//! sequence and then zeros, and each input that it takes from these zeros is a place for another number.
//! Sequences whose run takes branches in a new way come before others.

use super::{Found, Limits};
use crate::interp::{Config, Covered, InputKind, Outcome, Run, ScriptedInputs, Session};
use crate::ir::{Expr, Operand, Program, Role, Scalar, StmtKind, Type, each_stmt};
use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;

/// Numbers besides those that the program compares with.
const SMALL: [i128; 4] = [1, -1, 2, 3];
/// Limit on numbers that the program compares with.
const MOST_COMPARED: usize = 8;
/// Limit on the inputs of a run that are varied, from the end of its sequence on.
const MOST_PLACES: usize = 12;
/// Limit on sequences that wait for their run.
const MOST_WAITING: usize = 100_000;

/// Whether a program has records that point to each other: lists, trees.
pub fn has_links(program: &Program) -> bool {
    let types = &program.types;
    types.records().any(|(_, record)| {
        record.fields.iter().any(|field| {
            matches!(types.get(field.ty), Type::Pointer(to) if matches!(types.get(*to), Type::Record(_)))
        })
    })
}

/// Searches for a run with an error.
pub fn explore(program: &Program, config: &Config, limits: Limits) -> Found {
    let mut search = Search {
        session: Session::new(program),
        config: Config { steps: config.steps.min(limits.run_steps), ..config.clone() },
        numbers: numbers(program),
        covered: Covered::default(),
        new: VecDeque::from([Vec::new()]),
        others: VecDeque::new(),
    };
    let (mut runs, mut left) = (0, limits.steps);
    while let Some(sequence) = search.next() {
        let is_late = config.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if left == 0 || is_late {
            break;
        }
        let run = search.run(&sequence);
        runs += 1;
        // A run costs something even if it does nothing.
        const COST: u64 = 200;
        left = left.saturating_sub(run.steps + COST);
        if run.violation().is_some() {
            return Found { run: Some(run), runs };
        }
    }
    Found { run: None, runs }
}

/// Numbers for inputs, without zero: small ones, and those around constants that the program compares with.
fn numbers(program: &Program) -> Vec<i128> {
    let mut compared = BTreeSet::new();
    for function in program.functions.iter().filter(|function| function.role == Role::Program) {
        each_stmt(function.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| {
            if let StmtKind::Assign { value: Expr::Compare(_, Scalar::Int(_), left, right), .. } = &stmt.kind
            {
                for operand in [left, right] {
                    if let Operand::Int(value, _) = operand {
                        compared.extend([value - 1, *value, value + 1]);
                    }
                }
            }
        });
    }
    let is_other = |value: &i128| *value != 0 && !SMALL.contains(value);
    SMALL.into_iter().chain(compared.into_iter().filter(is_other).take(MOST_COMPARED)).collect()
}

struct Search<'p> {
    session: Session<'p>,
    config: Config,
    numbers: Vec<i128>,
    covered: Covered,
    /// Sequences that follow a run that took branches in a new way, and others.
    new: VecDeque<Vec<i128>>,
    others: VecDeque<Vec<i128>>,
}

impl Search<'_> {
    fn next(&mut self) -> Option<Vec<i128>> {
        self.new.pop_front().or_else(|| self.others.pop_front())
    }

    /// Runs on a sequence, and adds those that differ from it in one more number.
    fn run(&mut self, sequence: &[i128]) -> Run {
        let mut inputs = ScriptedInputs::new(sequence.iter().copied());
        let run = self.session.run(&self.config, &mut inputs);
        if matches!(run.outcome, Outcome::Violation(_)) {
            return run;
        }
        let is_new = self.covered.add(self.session.coverage());
        let waiting = if is_new { &mut self.new } else { &mut self.others };
        let is_taken = |kind: &InputKind| *kind != InputKind::Uninitialized;
        let taken = run.inputs.iter().filter(|record| is_taken(&record.request.kind));
        let places = taken.enumerate().skip(sequence.len()).take(MOST_PLACES);
        for (place, _) in places.filter(|(_, record)| matches!(record.request.ty, Scalar::Int(_))) {
            for &number in &self.numbers {
                if waiting.len() < MOST_WAITING {
                    let mut longer = sequence.to_vec();
                    longer.resize(place, 0);
                    longer.push(number);
                    waiting.push_back(longer);
                }
            }
        }
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::{FrontError, Source, load};
    use crate::property::{Checks, Leaks, ViolationKind};

    #[test]
    fn an_error_behind_the_construction_of_a_list_is_found() {
        let text = "void *malloc(unsigned long); int nondet(void);\n\
            struct node { struct node *next; int data; };\n\
            int main(void) {\n\
              struct node *list = 0;\n\
              while (nondet()) {\n\
                struct node *p = malloc(sizeof *p);\n\
                p->next = list; p->data = nondet(); list = p;\n\
              }\n\
              if (list && list->data == 40 && list->next && !list->next->next)\n\
                return list->next->next->data;\n\
              return 0;\n\
            }";
        let program = match load(&[Source::text("list.c", text)]) {
            Ok(loaded) => loaded.program,
            Err(FrontError::Missing(_)) => return,
            Err(error) => panic!("{error}"),
        };
        assert!(has_links(&program));
        let limits = Limits { steps: 5_000_000, run_steps: 20_000 };
        let config =
            Config { checks: Checks { leaks: Leaks::Off, ..Checks::default() }, ..Config::default() };
        let found = explore(&program, &config, limits);
        let run = found.run.expect("an error");
        let inputs: Vec<i128> = run.inputs.iter().map(|record| record.value).collect();
        assert_eq!(run.violation().map(|found| found.kind), Some(ViolationKind::NullDereference));
        assert_eq!((inputs.len(), inputs[3], inputs[4]), (5, 40, 0), "{inputs:?}");
    }
}
