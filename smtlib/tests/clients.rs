//! Sessions as other programs hold them: over pipes, each answer read before the next command is sent.

use easy_smt::{Context, ContextBuilder, Response, SExpr};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SOLVE: &str = env!("CARGO_BIN_EXE_cfp-solve");

/// The Rust crate `easy-smt`, which wants `success` for every command and reads answers of several lines.
#[test]
fn easy_smt() {
    let mut context = ContextBuilder::new().solver(SOLVE).build().unwrap();
    context.set_option(":produce-unsat-cores", context.true_()).unwrap();
    context.set_logic("ALL").unwrap();
    let int = context.int_sort();
    let (x, y) = (context.declare_const("x", int).unwrap(), context.declare_const("|y z|", int).unwrap());
    let p = context.declare_const("p", context.bool_sort()).unwrap();
    let sum = context.plus(x, y);
    context.assert(context.eq(sum, context.numeral(10))).unwrap();
    context.assert(context.imp(p, context.gt(x, context.numeral(20)))).unwrap();
    assert_eq!(context.check().unwrap(), Response::Sat);
    let values = context.get_value(vec![sum, context.lt(context.numeral(11), sum)]).unwrap();
    assert_eq!(context.display(values[0].1).to_string(), "10");
    assert_eq!(values[1].1, context.false_());
    let model = context.get_model().unwrap();
    let definitions = context.get_list(model).unwrap();
    assert_eq!(definitions.len(), 3);
    assert!(definitions.iter().all(|&definition| context.get_list(definition).unwrap().len() == 5));

    context.push().unwrap();
    let big = context.named("big", context.gt(x, context.numeral(6)));
    let large = context.named("large", context.gt(y, context.numeral(6)));
    let free = context.named("free", context.or(p, context.not(p)));
    [big, free, large].into_iter().for_each(|named| context.assert(named).unwrap());
    assert_eq!(context.check().unwrap(), Response::Unsat);
    let core = context.get_unsat_core().unwrap();
    assert_eq!(context.display(core).to_string(), "(big large)");
    context.pop().unwrap();
    assert_eq!(context.check_assuming([p, context.gt(y, context.numeral(0))]).unwrap(), Response::Unsat);
    assert_eq!(context.check_assuming([context.not(p)]).unwrap(), Response::Sat);
    other_sorts(&mut context);

    // A mistake is an error for this command only.
    let unknown = context.atom("nowhere");
    assert!(context.assert(unknown).unwrap_err().to_string().contains("unknown constant nowhere"));
    context.assert(p).unwrap();
    context.exit().unwrap();
}

fn other_sorts(context: &mut Context) {
    context.push().unwrap();
    let (int, real) = (context.int_sort(), context.real_sort());
    let sort = context.declare_sort("U", 0).unwrap();
    let f = context.declare_fun("f", vec![sort, int], real).unwrap();
    let a_sort = context.array_sort(int, sort);
    let a = context.declare_const("a", a_sort).unwrap();
    let parameters = vec![("n", int)];
    let twice = context.times(context.numeral(2), context.atom("n"));
    let double = context.define_fun("double", parameters, int, twice).unwrap();
    let list = |context: &Context, items: &[SExpr]| context.list(items.to_vec());
    let four = list(context, &[double, context.numeral(2)]);
    let element = context.select(a, four);
    let applied = list(context, &[f, element, four]);
    let claim = context.lt(applied, context.decimal(0.5));
    context.assert(claim).unwrap();
    if context.check().unwrap() == Response::Sat {
        let values = context.get_value(vec![claim, element]).unwrap();
        assert_eq!(values[0].1, context.true_());
        assert!(context.display(values[1].1).to_string().starts_with("(as @U_"));
        let model = context.get_model().unwrap();
        assert_eq!(context.get_list(model).unwrap().len(), 5);
    }
    context.pop().unwrap();
}

/// pySMT and its wrapper for any SMT-LIB solver; `scripts/clients.sh` installs it.
#[test]
fn pysmt() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = root.join("target/clients/bin/python");
    let installed = Command::new(&python).args(["-c", "import pysmt"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        eprintln!("skipped: pySMT is not installed (scripts/clients.sh)");
        return;
    }
    let script = root.join("tests/clients/pysmt_client.py");
    let output = Command::new(python).arg(script).arg(SOLVE).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text == "ok\n", "{text}{}", String::from_utf8_lossy(&output.stderr));
}

/// A session at the other end of two pipes.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start() -> Session {
        let mut command = Command::new(SOLVE);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Session { child, input, output: BufReader::new(output) }
    }

    /// Sends a command and reads its answer, which ends where its parentheses do.
    fn ask(&mut self, command: &str) -> String {
        // Without a line end: a command is complete with its closing parenthesis.
        write!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        while answer.is_empty() || answer.matches('(').count() > answer.matches(')').count() {
            assert_ne!(self.output.read_line(&mut answer).unwrap(), 0, "{command}: no answer");
        }
        answer.trim_end().to_string()
    }
}

/// As the trace executor of the incremental track does it: the whole of a script, one command at a time.
#[test]
fn one_command_at_a_time() {
    let mut session = Session::start();
    assert_eq!(session.ask("(set-option :print-success true)"), "success");
    assert_eq!(session.ask("(set-option :produce-models true)"), "success");
    assert_eq!(session.ask("(set-logic QF_UFLIA)"), "success");
    assert_eq!(session.ask("(set-info :status sat)"), "success");
    assert_eq!(session.ask("(declare-sort U 0)"), "success");
    assert_eq!(session.ask("(declare-fun f (U Int) Int)"), "success");
    assert_eq!(session.ask("(declare-fun x () Int)"), "success");
    assert_eq!(session.ask("(define-fun large ((n Int)) Bool (< 100 n))"), "success");
    for round in 0..50 {
        assert_eq!(session.ask("(push 1)"), "success");
        assert_eq!(session.ask(&format!("(assert (= (* 2 x) {round}))")), "success");
        let expected = if round % 2 == 0 { "sat" } else { "unsat" };
        assert_eq!(session.ask("(check-sat)"), expected);
        if expected == "sat" {
            assert_eq!(
                session.ask("(get-value (x (large x)))"),
                format!("((x {})\n ((large x) false))", round / 2)
            );
            let model = session.ask("(get-model)");
            assert!(model.contains("(define-fun f ((x1 U) (x2 Int)) Int 0)"), "{model}");
        }
        assert_eq!(session.ask("(check-sat-assuming ((large x)))"), "unsat");
        let error = session.ask("(assert (large y))");
        assert!(
            error.starts_with("(error \"line 1 column ") && error.ends_with(": unknown constant y\")"),
            "{error}"
        );
        assert_eq!(session.ask("(pop 1)"), "success");
    }
    assert_eq!(session.ask("(exit)"), "success");
    assert_eq!(session.child.wait().unwrap().code(), Some(1), "there were errors");
}

/// Programs with loops over integers and arrays, and goals about lists, for Why3.
const WHY3_GOALS: &str = r"
module Lists
  use int.Int
  use list.List
  use list.Length
  use list.Mem
  goal length_of_cons: forall l: list int, x: int. length (Cons x l) = 1 + length l
  goal length_of_two: length (Cons 1 (Cons 2 Nil)) = 2
  goal member: forall x: int, l: list int. mem x (Cons x l)
  goal injective: forall x y: int. Cons x Nil = Cons y Nil -> x = y
end
module Loops
  use int.Int
  use ref.Ref
  use array.Array
  let max (a: array int) : int
    requires { length a > 0 }
    ensures { forall i. 0 <= i < length a -> a[i] <= result }
  = let m = ref a[0] in
    for i = 1 to length a - 1 do
      invariant { forall j. 0 <= j < i -> a[j] <= !m }
      if a[i] > !m then m := a[i]
    done;
    !m
  let zero (a: array int) : unit
    ensures { forall i. 0 <= i < length a -> a[i] = 0 }
  = for i = 0 to length a - 1 do
      invariant { forall j. 0 <= j < i -> a[j] = 0 }
      a[i] <- 0
    done
  let swap (a: array int) (i j: int)
    requires { 0 <= i < length a /\ 0 <= j < length a }
    ensures { a[i] = old a[j] /\ a[j] = old a[i] }
  = let t = a[i] in a[i] <- a[j]; a[j] <- t
  let square (n: int) : int
    requires { n >= 0 }
    ensures { result = n * n }
  = let s = ref 0 in let k = ref 0 in
    while !k < n do
      invariant { 0 <= !k <= n /\ !s = !k * !k }
      variant { n - !k }
      s := !s + 2 * !k + 1; k := !k + 1
    done;
    !s
end
";

/// Why3, which sends axioms about products in front of its goals. Skipped where it is not installed.
#[test]
fn why3_goals_are_proved() {
    let folder = std::env::temp_dir().join(format!("cfp-why3-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("goals.mlw");
    std::fs::write(&source, WHY3_GOALS).unwrap();
    let split = ["prove", "-a", "split_vc", "-D", "z3_471_nobv", "-o"];
    let made = Command::new("why3").args(split).arg(&folder).arg(&source).output();
    let goals: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .collect();
    match made {
        Ok(output) if output.status.success() => {
            assert!(goals.len() >= 20, "{} goals", goals.len());
            for goal in &goals {
                let output = Command::new(SOLVE).args(["-T:60"]).arg(goal).output().unwrap();
                let answers = String::from_utf8(output.stdout).unwrap();
                assert!(answers.starts_with("unsat\n"), "{}: {answers}", goal.display());
            }
        }
        _ => eprintln!("skipped: there is no why3 with this driver"),
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
