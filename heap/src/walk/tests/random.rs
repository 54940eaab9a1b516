//! Random programs: whenever the proofs of all domains together discharge one, no run of it has an error.

use super::numbers::{Interval, Parity};
use super::values::analyze;
use super::{analyze_apart, assert_sound, is_discharged, program, runs};
use crate::interp::Outcome;
use crate::ir::Program;
use std::fmt::Write;

/// A generator of statements over the variables of [`program`].
struct Generator {
    state: u64,
    text: String,
    /// The next temporary.
    next: usize,
    labels: usize,
}

/// The variables that statements assign.
const VARIABLES: [&str; 3] = ["a.0", "x.2", "y.3"];

impl Generator {
    /// A number below a bound (splitmix64).
    fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[self.below(3) as usize]
    }

    fn constant(&mut self) -> i64 {
        self.below(9) as i64 - 4
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "  {line}").expect("strings take everything");
    }

    fn temporary(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// Appends a comparison and returns its temporary.
    fn comparison(&mut self) -> usize {
        let op = ["eq", "ne", "lt", "le", "gt", "ge"][self.below(6) as usize];
        let (variable, constant) = (self.variable(), self.constant());
        let result = self.temporary();
        self.line(format_args!("%{result} = {op} i32 {variable}, {constant}"));
        result
    }

    fn block(&mut self, depth: usize, inside: &[usize]) {
        for _ in 0..=self.below(3) {
            self.statement(depth, inside);
        }
    }

    /// A statement inside of some loops.
    fn statement(&mut self, depth: usize, inside: &[usize]) {
        let (to, from, constant) = (self.variable(), self.variable(), self.constant());
        match self.below(if depth == 0 { 6 } else { 10 }) {
            0 => self.line(format_args!("{to} = {constant}")),
            1 => self.line(format_args!("{to} = add i32 {from}, {constant}")),
            2 => self.line(format_args!("{to} = sub i32 {from}, {to}")),
            3 => self.line(format_args!("{to} = add i32 {from}, {from}")),
            4 => self.assertion(),
            5 | 6 => {
                let condition = self.comparison();
                self.line(format_args!("if %{condition} {{"));
                match inside {
                    [.., label] if self.below(2) == 0 => {
                        let jump = ["break", "continue"][self.below(2) as usize];
                        self.line(format_args!("{jump} L{label}"));
                    }
                    _ => self.block(depth.saturating_sub(1), inside),
                }
                self.line(format_args!("}} else {{"));
                self.block(depth.saturating_sub(1), inside);
                self.line(format_args!("}}"));
            }
            _ => self.repeated(depth, inside),
        }
    }

    /// An assertion on an interval, or on a parity.
    fn assertion(&mut self) {
        let condition = match self.below(2) {
            0 => self.comparison(),
            _ => {
                let (bit, result) = (self.temporary(), self.temporary());
                let (variable, is_odd) = (self.variable(), self.below(2));
                self.line(format_args!("%{bit} = and i32 {variable}, 1"));
                self.line(format_args!("%{result} = eq i32 %{bit}, {is_odd}"));
                result
            }
        };
        self.line(format_args!("if %{condition} {{\n  }} else {{\n  fail assertion \"\"\n  }}"));
    }

    /// A loop with a counter of its own.
    fn repeated(&mut self, depth: usize, inside: &[usize]) {
        let (counter, test, times) = (self.temporary(), self.temporary(), self.below(4));
        let label = self.labels;
        self.labels += 1;
        let inside: Vec<usize> = inside.iter().copied().chain([label]).collect();
        let tests_last = self.below(3) == 0;
        let header = format!("test:\n  %{test} = lt i32 %{counter}, {times}\n  while %{test}");
        self.line(format_args!("%{counter} = 0"));
        self.line(format_args!("loop L{label} {} {{", if tests_last { "do" } else { "for" }));
        if !tests_last {
            self.line(format_args!("{header}"));
        }
        self.line(format_args!("body:"));
        self.block(depth - 1, &inside);
        self.line(format_args!("step:\n  %{counter} = add i32 %{counter}, 1"));
        if tests_last {
            self.line(format_args!("{header}"));
        }
        self.line(format_args!("}}"));
    }
}

fn random_program(seed: u64) -> Program {
    let mut generator = Generator { state: seed, text: String::new(), next: 7, labels: 0 };
    // The first input is small, and the second is unconstrained.
    generator.text += "  %5 = ge i32 a.0, -2\n  assume %5\n  %6 = le i32 a.0, 4\n  assume %6\n";
    for _ in 0..4 {
        generator.statement(2, &[]);
    }
    generator.assertion();
    generator.text += "  return x.2";
    program(&generator.text)
}

#[test]
fn what_is_discharged_has_no_error() {
    let (mut discharged, mut together) = (0, 0);
    for seed in 0..600 {
        let program = random_program(seed);
        let (intervals, parities) = (analyze::<Interval>(&program), analyze::<Parity>(&program));
        let apart = analyze_apart::<Interval>(&program, 8);
        assert_sound(&program, &intervals);
        assert_sound(&program, &parities);
        assert_sound(&program, &apart);
        let proofs = [intervals.proof(), parities.proof(), apart.proof()];
        if !is_discharged(&proofs) {
            continue;
        }
        discharged += 1;
        together += usize::from(!proofs.iter().any(|proof| is_discharged(std::slice::from_ref(proof))));
        for run in runs(&program) {
            assert!(!matches!(run.outcome, Outcome::Violation(_)), "{:?}\n{program}", run.outcome);
        }
    }
    assert!(discharged >= 30 && together >= 5, "{discharged} proved, {together} of them together");
}
