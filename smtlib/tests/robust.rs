//! Inputs that are deep, large, broken or all of it: every one ends in answers and clear errors.

use cfp_smtlib::{Config, Session, run_script};
use cfp_solver::{Limits, Options};
use std::io::{self, Read};

const DEEP: usize = 1_000_000;

/// `open` a million times, `middle`, `close` as often.
fn nested(open: &str, middle: &str, close: &str) -> String {
    nested_by(DEEP, open, middle, close)
}

fn nested_by(depth: usize, open: &str, middle: &str, close: &str) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn depth_is_bounded_by_memory_only() {
    let declare = "(declare-const p Bool)(declare-const x Int)";
    let terms = [
        nested("(not ", "p", ")"),
        nested("(! ", "p", " :weight 1)"),
        nested("(let ((p (not p))) ", "p", ")"),
        nested("(let ((p ", "p", ")) (not p))"),
        format!("(= x {})", nested("(+ 1 ", "x", ")")),
        nested("(forall ((x Int)) ", "(> x 0)", ")"),
        nested_by(DEEP / 5, "(exists ((p Bool)) (! ", "p", " :pattern (p)))"),
        nested_by(DEEP / 5, "(exists ((q Bool)) (let ((p (or p q))) ", "p", "))"),
        format!("(forall ({}) p)", "(x Int)".repeat(DEEP)),
        format!("(forall ((q Bool)) {})", nested("(or q ", "(! p :named deep)", ")")),
    ];
    for term in terms {
        let output = run_script(&format!("{declare}(assert {term})(echo \"done\")"));
        assert_eq!(output, "\"done\"\n", "{}", &term[..40]);
    }
    let output = run_script(&format!("(set-info :deep {})(echo \"done\")", nested("(", "x", ")")));
    assert_eq!(output, "\"done\"\n");
    let output = run_script(&"(".repeat(DEEP));
    let expected = "(error \"line 1 column 2: expected the name of a command, found (\")\n\
                    (error \"line 1 column 1000001: unexpected end of input: \
                    1000000 parentheses are still open";
    assert!(output.starts_with(expected));
    let output = run_script(&format!("(assert {}(check-sat)", nested("(not ", "y", ")")));
    assert!(output.starts_with("(error \"line 1 column 5000009: unknown constant y\")"), "{output}");
    let output = run_script(&")".repeat(DEEP));
    assert_eq!(output.lines().count(), 1, "one mistake, one error");
}

#[test]
fn sorts_are_read_without_recursion_and_have_a_size() {
    for sort in [
        nested("(Array Int ", "Int", ")"),
        nested("(Array ", "Int", " Int)"),
        nested("(Pair ", "Int", " Bool)"),
    ] {
        let script = format!("(declare-sort Pair 2)(declare-const a {sort})(echo \"done\")");
        let output = run_script(&script);
        let (error, rest) = output.split_once('\n').unwrap();
        assert!(error.contains("this sort is too large"), "{}", &error[..error.len().min(300)]);
        assert_eq!(rest, "\"done\"\n");
    }
    let output =
        run_script(&format!("(define-sort S (X) {})(echo \"done\")", nested("(Array Int ", "X", ")")));
    assert!(output.contains("this sort is too large") && output.ends_with("\"done\"\n"));
    let deep = format!("{}Int{}", "(Array Int ".repeat(400), ")".repeat(400));
    let output = run_script(&format!("(declare-const a {deep})(check-sat)(get-model)(get-value (a))"));
    assert!(output.starts_with("sat\n("), "{}", &output[..100]);
}

/// Every kind of mistake, one at a time between commands that are right: it gets one answer, and nothing else
/// changes.
#[test]
fn a_session_goes_on_after_every_kind_of_mistake() {
    for broken in MISTAKES {
        let script = format!(
            "(declare-const x Int)(assert (> x 1))(push 1)\n{broken}\n\
             (pop 1)(assert (< x 3))(check-sat)(get-value (x))"
        );
        let mut output = Vec::new();
        let config = Config { cautious: false, ..Config::default() };
        let outcome = Session::new(config).run(script.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(outcome.internal_errors, 0, "{broken}: {output}");
        assert_eq!(lines.len(), 3, "{broken}: {output}");
        assert!(
            lines[0].starts_with("(error \"line 2 column ") || lines[0] == "unsupported",
            "{broken}: {output}"
        );
        assert_eq!(lines[1..], ["sat", "((x 2))"], "{broken}: {output}");
    }
}

/// Commands that are wrong, each in its own way.
const MISTAKES: &[&str] = &[
    "()",
    "(())",
    "(1)",
    "(|assert| true)",
    "(nonsense)",
    "(assert)",
    "(assert true false)",
    "(assert (and x))",
    "(assert (> x 1.5e3))",
    "(assert (> x 1.5.3))",
    "(assert (let ((y 1)) z))",
    "(assert (let ((y 1) (y 2)) true))",
    "(assert (let ((y 1)) (! (> y x) :named)))",
    "(assert (! true :named n :named n))",
    "(assert (forall ((y Int)) y))",
    "(assert (forall () true))",
    "(assert (exists ((y Int)) (! (> y 0) :named n)))",
    "(assert (exists ((y Int)) (! (> y 0) :pattern ((f y)))))",
    "(get-qe x)",
    "(get-qe)",
    "(simplify)",
    "(simplify x 1)",
    "(assert (x))",
    "(assert (f x))",
    "(assert (_ bv1 8))",
    "(assert (= x #xff #b1))",
    "(assert (= x \"text\"))",
    "(assert (select x 1))",
    "(assert ((as const Int) 1))",
    "(assert (as x Real))",
    "(assert (\\ x))",
    "(assert {x})",
    "(assert |bad\\symbol|)",
    "(declare-fun)",
    "(declare-fun g)",
    "(declare-fun g (Int))",
    "(declare-fun x () Int)",
    "(declare-fun g (Int Nothing) Int)",
    "(declare-const g)",
    "(declare-const g (Array Int))",
    "(declare-const and Bool)",
    "(declare-sort Int 0)",
    "(declare-sort S many)",
    "(define-sort S)",
    "(define-sort S (X) (Array X))",
    "(define-fun g ((a Int)) Bool a)",
    "(define-fun g ((a Int) (a Int)) Int a)",
    "(define-fun g ((a Int)) Int (g a))",
    "(declare-datatype D ((c (d D))))",
    "(declare-datatypes ((E 0)) (((d)) ((e))))",
    "(declare-datatype L ((nil) (nil)))",
    "(declare-datatypes ((L 1)) (((nil))))",
    "(assert (match x ((nil true))))",
    "(declare-sort-parameter X)",
    "(push x)",
    "(push -1)",
    "(pop 99)",
    "(pop 99999999999999999999999)",
    "(check-sat 1)",
    "(check-sat-assuming x)",
    "(check-sat-assuming (x))",
    "(get-value ())",
    "(get-value (y))",
    "(get-model extra)",
    "(get-unsat-core)",
    "(get-unsat-assumptions)",
    "(get-assignment)",
    "(get-proof)",
    "(get-info)",
    "(get-info name)",
    "(get-info :no-such-thing)",
    "(get-option :no-such-thing)",
    "(set-option :no-such-thing 1)",
    "(set-option :print-success 1)",
    "(set-option :produce-models false)",
    "(set-option :random-seed 5)",
    "(set-option :regular-output-channel \"/no/such/folder/file\")",
    "(set-info)",
    "(set-logic QF_LIA)",
    "(set-logic QF_BV)",
    "(echo hello)",
    "(exit now)",
    "(reset now)",
    "(reset-assertions now)",
    "stray",
    ")",
    "42 |x| :key",
];

#[test]
fn values_and_assertions_that_share_are_printed_in_little_space() {
    let mut script = String::from("(declare-const x Int)(define-fun f0 ((a Int)) Int (+ a a))");
    for level in 1..200 {
        script += &format!(
            "(define-fun g{level} () Int (+ {0} {0}))",
            if level == 1 { "x".into() } else { format!("g{}", level - 1) }
        );
    }
    script += "(assert (= g199 0))(check-sat)(get-value (g199))(get-assertions)";
    let output = run_script(&script);
    assert!(output.starts_with("sat\n((g199 0))\n((let ((s1 "), "{}", &output[..output.len().min(200)]);
    assert!(output.len() < 10_000, "{}", output.len());
}

#[test]
fn definitions_that_double_end_in_an_error_instead_of_all_memory() {
    let mut script = String::from("(declare-const x Int)(define-fun f0 ((a Int)) Int (+ a 1))");
    for level in 1..40 {
        let below = level - 1;
        script += &format!("\n(define-fun f{level} ((a Int)) Int (+ (f{below} (+ a 1)) (f{below} (+ a 2))))");
    }
    let output = run_script(&script);
    assert!(output.lines().next().unwrap().contains("stands for is too large"), "{}", &output[..200]);
}

#[test]
fn line_ends_of_both_kinds_count_alike() {
    let script = "(declare-const x Int)\n; comment\n(assert\n  (= x\n y))\n(check-sat)";
    assert_eq!(run_script(script), run_script(&script.replace('\n', "\r\n")));
    assert!(run_script(script).starts_with("(error \"line 5 column 2: unknown constant y\")"));
}

#[test]
fn bytes_that_are_not_text_are_named() {
    let run = |script: &[u8]| {
        let mut output = Vec::new();
        Session::new(Config::default()).run(script, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert_eq!(run(b"(echo \"\xff\")"), "(error \"line 1 column 7: invalid UTF-8\")\n");
    assert_eq!(
        run(b"(declare-const |\xc3| Int)"),
        "(error \"line 1 column 16: invalid UTF-8 in a symbol\")\n"
    );
    assert_eq!(run(b"(declare-const \xe9 Int)"), "(error \"line 1 column 16: invalid UTF-8: byte 0xE9\")\n");
    assert_eq!(
        run(b"\0(echo \"x\")"),
        "(error \"line 1 column 1: unexpected control character U+0000\")\n\"x\"\n"
    );
    assert_eq!(
        run(b"(set-info :source |caf\xe9|) ; caf\xe9\n(echo \"x\")"),
        "\"x\"\n",
        "nobody looks at these"
    );
    assert_eq!(
        run(b"(echo \"x"),
        "(error \"line 1 column 7: unexpected end of input: this string is not closed\")\n"
    );
    assert_eq!(
        run(b"(echo |x"),
        "(error \"line 1 column 7: unexpected end of input: this quoted symbol is not closed\")\n"
    );
}

/// An input that fails after a while.
struct Failing(usize);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text = b"(echo \"x\") ";
        self.0 = self.0.checked_sub(1).ok_or(io::Error::other("the disk is gone"))?;
        buffer[..text.len()].copy_from_slice(text);
        Ok(text.len())
    }
}

#[test]
fn an_input_that_fails_is_an_error() {
    let mut output = Vec::new();
    let outcome = Session::new(Config::default()).run(Failing(2), &mut output).unwrap();
    let expected = "\"x\"\n\"x\"\n(error \"line 1 column 23: cannot read the input: the disk is gone\")\n";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
    assert_eq!(outcome.errors, 1);
}

/// Stands for a defect: panics once in the middle of a command.
struct Panicking(usize);

impl Read for Panicking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        let text: &[u8] = match self.0 {
            1 => b"(declare-const x Int)(assert (= x ",
            2 => panic!("made for this test"),
            3 => b"5)) (check-sat) (declare-const x Int) (exit)",
            _ => b"",
        };
        buffer[..text.len()].copy_from_slice(text);
        Ok(text.len())
    }
}

#[test]
fn a_defect_is_loud_and_the_session_starts_anew() {
    let mut output = Vec::new();
    let outcome = Session::new(Config::default()).run(Panicking(0), &mut output).unwrap();
    let expected = "(error \"internal error: made for this test; everything declared and asserted so far is \
                    forgotten\")\nunknown\n";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
    assert_eq!((outcome.errors, outcome.internal_errors), (1, 1));
}

#[test]
fn a_memory_limit_holds_while_reading() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let script = "(declare-const x Int)(assert (= x 1))".repeat(100_000);
    let mut output = Vec::new();
    Session::new(Config { options, ..Config::default() }).run(script.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("the input needs more memory than the limit of 1 MiB"));
}

/// Scripts with pieces cut out, doubled and overwritten, under tight limits: whatever they say, they end.
#[test]
fn damaged_scripts_end_in_answers_and_errors() {
    let words = [
        "(",
        ")",
        "(assert ",
        "(check-sat)",
        "x",
        "y",
        "p",
        "(+ ",
        "(* 2 ",
        "(let ((x ",
        "(declare-const x Int)",
        " Int",
        "|",
        "\"",
        "(define-fun f ((a Int)) Int ",
        "(f ",
        "(push)",
        "(pop)",
        "(! p :named n)",
        "(forall ((x Int)) ",
        "(exists ((y Int) (p Bool)) ",
        "(! p :pattern (x))",
        "(define-fun q ((a Int)) Bool (exists ((x Int)) (= (* a x) 1)))",
        "(q ",
        "(get-qe ",
        "12",
        "#b",
        ";",
        "\n",
        "\\",
        "é",
        "(get-model)",
        "(get-value (x))",
        "(ite p ",
        "(reset)",
        "(_ divisible 3)",
        ":named",
        "(and p ",
        "(- 3)",
        "(<= x 5)",
        "(declare-const p Bool)",
        "(assert p)",
        "(assert (<= x y 3))",
        "(get-assertions)",
        "(check-sat-assuming (p))",
        "(declare-sort U 0)",
        "(declare-const u U)",
        "(declare-fun g (U Int) Real)",
        "(g u ",
        "1.5",
        "(declare-const a (Array Int Int))",
        "(Array Int Real)",
        "((as const (Array Int Int)) ",
        "(select a ",
        "(store a 1 ",
        "(define-sort S (X) (Array X X))",
        "(S ",
        "(to_real ",
        "(/ 1 ",
        "(as u U)",
        "(set-logic QF_LRA)",
        "(set-option :produce-unsat-cores true)",
        "(get-unsat-core)",
        "(assert (! (> x 3) :named big))",
    ];
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % bound
    };
    let limits = Limits { ticks: Some(20_000), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    for _ in 0..3000 {
        let mut script: Vec<u8> = Vec::new();
        for _ in 0..random(60) {
            script.extend_from_slice(words[random(words.len())].as_bytes());
        }
        for _ in 0..random(3) {
            if !script.is_empty() {
                let place = random(script.len());
                script[place] = random(256) as u8;
            }
        }
        let mut output = Vec::new();
        let config = Config { options: options.clone(), cautious: false, ..Config::default() };
        let outcome = Session::new(config).run(&script[..], &mut output).unwrap();
        let output = String::from_utf8(output).expect("answers are UTF-8");
        assert_eq!(outcome.internal_errors, 0, "{}\n{output}", String::from_utf8_lossy(&script));
        assert_eq!(outcome.errors, output.matches("(error \"").count());
    }
}

#[test]
fn closed_levels_leave_nothing_behind() {
    let mut session = Session::new(Config::default());
    let mut script = "(declare-fun x () Int) (declare-fun f (Int) Int) (assert (<= 0 x 9))\n".to_string();
    for round in 0..6_000 {
        script.push_str(&format!(
            "(push 1) (declare-fun y{round} () Int) (assert (= (f (+ x {round})) (+ y{round} {round}))) \
             (assert (< y{round} (f x))) (check-sat) (pop 1)\n"
        ));
    }
    script.push_str("(declare-fun y7 () Int) (assert (= y7 (f x) 3)) (check-sat) (get-value ((f x) y7))");
    let mut output = Vec::new();
    session.run(script.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    // Round 0 asks for f(x) < f(x).
    assert_eq!(output.lines().filter(|line| *line == "sat").count(), 6_000);
    assert!(output.ends_with("(((f x) 3)\n (y7 3))\n"), "{}", &output[output.len() - 40..]);
    assert!(session.solver().footprint() < 40_000, "{}", session.solver().footprint());
}
