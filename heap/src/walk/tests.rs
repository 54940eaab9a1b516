//! The walker under two small domains, intervals and parities. Their results are compared with runs of the
//! interpreter on all inputs of a small box.

mod numbers;
mod random;
mod values;

use super::disjunction::Disjunctions;
use crate::analysis::{Options, Task};
use crate::interp::{Config, Event, Outcome, ScriptedInputs, run};
use crate::ir::{Pos, Program, read_program};
use crate::obligations::{Ledger, Obligation, Proof};
use crate::property::{Checks, Ints, ViolationKind};
use crate::symbolic;
use numbers::{Abstract, Interval, Parity};
use std::collections::BTreeSet;
use values::{Numbers, analyze, analyze_in, walk_main};

/// Inputs from -2 to 4.
const BOX: std::ops::RangeInclusive<i128> = -2..=4;

/// A `main` over four variables, of which the first two are inputs.
fn program(body: &str) -> Program {
    let text = format!(
        "extern fn nondet() -> i32\nfn main() -> i32 {{\n  let a.0, b.1, x.2, y.3: i32\n  let u.4: u32
  a.0 = call nondet()\n  b.1 = call nondet()\n  x.2 = 0\n  y.3 = 0\n{body}\n}}\n"
    );
    read_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All runs with inputs from the box.
fn runs(program: &Program) -> Vec<crate::interp::Run> {
    let inputs = BOX.flat_map(|one| BOX.map(move |other| [one, other, one, other]));
    let config = Config { trace: true, ..Config::default() };
    inputs.map(|inputs| run(program, &config, &mut ScriptedInputs::new(inputs))).collect()
}

/// Checks that every violation of a run is open, and that every value that a run assigns or returns is in the
/// domain's set at this place.
fn assert_sound<A: Abstract>(program: &Program, domain: &Numbers<'_, A>) {
    for run in runs(program) {
        for event in &run.trace {
            let Event::Set { pos, name, value } = event else { continue };
            let value: i128 = value.parse().expect("an integer");
            let known = domain.assigned.get(pos);
            let is_known = known.is_some_and(|known| known.contains(value));
            assert!(is_known, "{name} = {value} at {}: {known:?}\n{program}", program.show_pos(*pos));
        }
        match &run.outcome {
            Outcome::Finished(code) => {
                let mut returned = domain.returned.iter();
                let is_known = returned.any(|value| value.is_none_or(|value| value.contains((*code).into())));
                assert!(is_known, "{code} is returned: {:?}\n{program}", domain.returned);
            }
            Outcome::Violation(found) => {
                let obligation = Obligation { pos: found.pos, kind: found.kind };
                assert!(!domain.proof().covers(obligation), "{obligation:?} is violated\n{program}");
            }
            Outcome::Infeasible(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Walks with both domains and compares them with runs. Returns the open obligations.
fn open_in_both(body: &str) -> [Vec<(u32, ViolationKind)>; 2] {
    let program = program(body);
    let (intervals, parities) = (analyze::<Interval>(&program), analyze::<Parity>(&program));
    assert_sound(&program, &intervals);
    assert_sound(&program, &parities);
    assert_eq!((&intervals.gaps, &parities.gaps), (&Vec::new(), &Vec::new()));
    // The body begins in line 9.
    let lines = |open: &BTreeSet<Obligation>| {
        open.iter().map(|open| (open.pos.line - 8, open.kind)).collect::<Vec<_>>()
    };
    [lines(&intervals.open), lines(&parities.open)]
}

/// A statement that fails if a condition, computed by the lines before, is zero.
fn asserted(condition: &str) -> String {
    format!("  if {condition} {{\n  }} else {{\n    fail assertion \"\"\n  }}\n")
}

#[test]
fn both_sides_of_a_branch_are_walked_and_joined() {
    let body = "
  %5 = gt i32 a.0, 0
  if %5 {
    x.2 = 3
  } else {
    x.2 = 5
    %6 = gt i32 a.0, 2
    if %6 {
      fail call of reach_error
    }
  }
  %7 = lt i32 x.2, 3
  if %7 {
    fail call of reach_error
  }
  %8 = and i32 x.2, 1
  %9 = eq i32 %8, 0
  if %9 {
    fail call of reach_error
  }
  return x.2";
    let [intervals, parities] = open_in_both(body);
    assert_eq!(intervals, [(19, ViolationKind::ErrorCall)]);
    assert_eq!(parities, [(9, ViolationKind::ErrorCall), (14, ViolationKind::ErrorCall)]);
}

#[test]
fn breaks_leave_the_block_that_they_name() {
    let body = "
  block L0 {
    block L1 {
      %5 = gt i32 a.0, 0
      if %5 {
        x.2 = 10
        break L0
      }
      %6 = gt i32 b.1, 0
      if %6 {
        x.2 = 1
        break L1
      }
      return -7
    }
    x.2 = add i32 x.2, 1
    %7 = ne i32 x.2, 2
    if %7 {
      fail call of reach_error
    }
  }
  return x.2";
    let [intervals, parities] = open_in_both(body);
    assert_eq!((intervals, parities), (vec![], vec![]));
}

#[test]
fn loops_are_left_and_continued() {
    let body = "
  loop L0 for {
    test:
      %5 = lt i32 x.2, 4
      while %5
    body:
      %6 = eq i32 x.2, a.0
      if %6 {
        y.3 = 100
        break L0
      }
      %7 = eq i32 x.2, b.1
      if %7 {
        continue L0
      }
      y.3 = 2
    step:
      x.2 = add i32 x.2, 1
  }
  %8 = and i32 y.3, 1
  %9 = ne i32 %8, 0
  if %9 {
    fail assertion \"y is even\"
  }
  %10 = gt i32 x.2, 4
  if %10 {
    fail assertion \"no narrowing\"
  }
  return y.3";
    let [intervals, parities] = open_in_both(body);
    assert_eq!(intervals, [(23, ViolationKind::Assertion), (27, ViolationKind::Assertion)]);
    assert_eq!(parities, [(27, ViolationKind::Assertion)]);
}

#[test]
fn loops_that_test_last_run_once_and_nested_ones_in_each_iteration() {
    let body = "
  loop L0 do {
    body:
      y.3 = 0
      loop L1 while {
        test:
          %5 = lt i32 y.3, b.1
          while %5
        body:
          y.3 = add i32 y.3, 1
          %6 = gt i32 y.3, 2
          if %6 {
            break L0
          }
      }
      x.2 = add i32 x.2, 2
    test:
      %7 = lt i32 x.2, a.0
      while %7
  }
  %8 = eq i32 x.2, -1
  if %8 {
    fail assertion \"x is even\"
  }
  return x.2";
    let [intervals, parities] = open_in_both(body);
    // For the largest bound, the last step overflows.
    assert_eq!(intervals, [(16, ViolationKind::Overflow)]);
    assert_eq!(parities, []);
}

#[test]
fn a_loop_that_never_ends_has_no_state_behind_it() {
    let body = "
  loop L0 while {
    body:
      %5 = ge i32 x.2, 3
      if %5 {
        return x.2
      }
      x.2 = add i32 x.2, 1
  }
  fail call of reach_error";
    let [intervals, parities] = open_in_both(body);
    assert_eq!((intervals, parities), (vec![], vec![]));
}

/// A loop whose bound is an input.
const COUNT: &str = "
  loop L0 while {
    test:
      %5 = lt i32 x.2, a.0
      while %5
    body:
      x.2 = add i32 x.2, 1
  }
  %6 = lt i32 x.2, 0
  if %6 {
    fail assertion \"x counts from 0\"
  }
  return x.2";

#[test]
fn a_loop_that_is_not_stable_in_time_voids_the_proof() {
    let program = program(COUNT);
    let stable = analyze::<Interval>(&program);
    assert_sound(&program, &stable);
    assert_eq!(stable.proof(), Proof::AllBut { places: [].into(), kinds: [].into() });
    for rounds in 0..2 {
        let mut hasty = Numbers::<Interval>::new(&program);
        hasty.rounds = rounds;
        let hasty = analyze_in(&program, hasty);
        assert_eq!(hasty.proof(), Proof::Void, "{rounds} rounds");
        assert_eq!(hasty.gaps[0].1, "no loop invariant found");
    }
}

/// Walks with a limit on the states of a set.
fn analyze_apart<A: Abstract>(program: &Program, most: usize) -> Numbers<'_, A> {
    let base = Numbers::new(program);
    let begin = vec![base.start()];
    let mut apart = Disjunctions { base, most };
    let (_, returned) = walk_main(&mut apart, program, begin);
    apart.base.returned = returned;
    apart.base
}

/// A program that divides by what it has put into `x`.
fn dividing(numbers: &[i128]) -> Program {
    let mut body = String::new();
    for (index, number) in numbers.iter().enumerate() {
        let temporary = index + 5;
        body += &format!("  %{temporary} = eq i32 a.0, {index}\n  if %{temporary} {{\n  x.2 = {number}\n");
        body += "  } else {\n";
    }
    body += "  x.2 = 7\n";
    body += &"  }\n".repeat(numbers.len());
    program(&(body + "  y.3 = div i32 84, x.2\n  return y.3"))
}

#[test]
fn disjunctions_keep_apart_what_a_join_confuses() {
    for numbers in [vec![-1], vec![-3, -2, 1], vec![-1, 2, -3, 4]] {
        let program = dividing(&numbers);
        assert_eq!(analyze::<Interval>(&program).open.len(), 1, "{numbers:?}");
        let apart = analyze_apart::<Interval>(&program, 64);
        assert_sound(&program, &apart);
        assert_eq!(apart.proof(), Proof::AllBut { places: [].into(), kinds: [].into() }, "{numbers:?}");
    }
}

#[test]
fn disjunctions_past_their_limit_are_sound() {
    for most in 0..6 {
        for numbers in [vec![0], vec![-1, 0, 1], vec![1, 2, 0, 3]] {
            let program = dividing(&numbers);
            let apart = analyze_apart::<Interval>(&program, most);
            assert_sound(&program, &apart);
            assert_eq!(apart.open.len(), 1, "{numbers:?} with at most {most}");
        }
        for body in [COUNT, SIGN] {
            let program = program(body);
            assert_sound(&program, &analyze_apart::<Interval>(&program, most));
            assert_sound(&program, &analyze_apart::<Parity>(&program, most));
        }
    }
}

/// A sign that changes in each iteration, and is never 0.
const SIGN: &str = "
  x.2 = 1
  loop L0 while {
    test:
      %5 = call nondet()
      while %5
    body:
      x.2 = sub i32 0, x.2
  }
  x.2 = div i32 4, x.2
  return x.2";

#[test]
fn disjunctions_find_invariants_of_loops() {
    let program = program(SIGN);
    assert!(!analyze::<Interval>(&program).open.is_empty());
    let apart = analyze_apart::<Interval>(&program, 16);
    assert_sound(&program, &apart);
    assert_eq!((apart.gaps, apart.open), (Vec::new(), BTreeSet::new()));
}

/// Whether proofs together prove a program.
fn is_discharged(proofs: &[Proof]) -> bool {
    let mut ledger = Ledger::default();
    proofs.iter().for_each(|proof| ledger.record(proof));
    ledger.is_discharged()
}

/// `x` counts in steps of 4 up to 100; then it is even, which parities prove, and something else is asserted.
fn divided_work(comparison: &str) -> Program {
    let [even, other] = [asserted("%7"), asserted("%8")];
    program(&format!(
        "  loop L0 while {{
    test:
      %5 = lt i32 x.2, 100
      while %5
    body:
      x.2 = add i32 x.2, 4
  }}
  %6 = and i32 x.2, 1
  %7 = eq i32 %6, 0
{even}  %8 = {comparison}
{other}  return x.2"
    ))
}

#[test]
fn two_domains_prove_together_what_neither_proves_alone() {
    let program = divided_work("gt i32 x.2, 99");
    let (intervals, parities) = (analyze::<Interval>(&program), analyze::<Parity>(&program));
    let proofs = [intervals.proof(), parities.proof()];
    assert_eq!((intervals.open.len(), parities.open.len()), (1, 1));
    assert!(!is_discharged(&proofs[..1]) && !is_discharged(&proofs[1..]));
    assert!(is_discharged(&proofs));
    // An obligation that no domain discharges stays open.
    let program = divided_work("lt i32 x.2, 104");
    let proofs = [analyze::<Interval>(&program).proof(), analyze::<Parity>(&program).proof()];
    assert!(!is_discharged(&proofs));
}

#[test]
fn a_gap_voids_the_proof_of_its_domain() {
    let program = divided_work("gt i32 x.2, 99");
    let intervals = analyze::<Interval>(&program);
    let mut parities = analyze::<Parity>(&program);
    super::Domain::gap(&mut parities, Pos::NOWHERE, "something was skipped");
    assert_eq!(parities.proof(), Proof::Void);
    assert!(!is_discharged(&[intervals.proof(), parities.proof()]));
    assert!(!is_discharged(&[parities.proof()]) && !is_discharged(&[]));
}

#[test]
fn the_symbolic_heap_and_another_domain_prove_together() {
    // Only one of the two finds the invariant that a number that wraps around stays even.
    let program = program(
        "  u.4 = 2
  loop L0 while {
    test:
      %5 = lt i32 x.2, a.0
      while %5
    body:
      u.4 = mul u32 u.4, u.4
      u.4 = sub u32 u.4, 6
      x.2 = add i32 x.2, 1
  }
  %6 = and u32 u.4, 1
  %7 = ne i32 x.2, -1
  if %6 {
    fail assertion \"u is even\"
  }
  if %7 {
  } else {
    fail assertion \"x is not negative\"
  }
  return 0",
    );
    let heap = symbolic::analyze(&Task::new(&program), &Options::default());
    let parities = analyze::<Parity>(&program);
    assert_eq!(parities.gaps, []);
    assert!(!is_discharged(&[parities.proof()]));
    assert!(!is_discharged(std::slice::from_ref(&heap.proof)), "{:?}", heap.verdict);
    assert!(is_discharged(&[heap.proof.clone(), parities.proof()]), "{:?}", heap.proof);
}

#[test]
fn a_proof_says_nothing_of_kinds_that_were_not_checked() {
    let program = program("  return 0");
    let overflow = Obligation { pos: Pos::NOWHERE, kind: ViolationKind::Overflow };
    let task = Task::new(&program);
    assert!(symbolic::analyze(&task, &Options::default()).proof.covers(overflow));
    let checks = Checks { overflow: false, ..Checks::default() };
    let proof = symbolic::analyze(&Task { checks, ..task }, &Options::default()).proof;
    assert!(!proof.covers(overflow));
    let mut ledger = Ledger::new(checks);
    ledger.record(&proof);
    assert!(ledger.is_discharged() && !is_discharged(std::slice::from_ref(&proof)));
    let ints = Ints::Math;
    assert!(symbolic::analyze(&Task { ints, ..task }, &Options::default()).proof.covers(overflow));
}
