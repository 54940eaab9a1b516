//! Programs in the intermediate form as text: what is read, run and analysed without a compiler, and what is
//! refused.
//!
//! The files in `ir` say in their first comments what is expected of them: `verdict: proved`, or the property
//! that is violated; `run 3,4: 7` for the exit code, or the violated property, of a run with these inputs.

use cfp_heap::analysis::{Calls, Options, Task, Verdict};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use cfp_heap::ir::{Program, read_program};
use cfp_heap::symbolic::analyze;
use std::path::{Path, PathBuf};

/// What an analysis may do, in formulas.
const EFFORT: u64 = 200_000;

/// The programs with their names.
fn texts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ir");
    let entries = std::fs::read_dir(folder).expect("the folder of programs").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let read =
        |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("a program"));
    paths.into_iter().map(read).collect()
}

/// What the comments of a program say after a word.
fn said<'t>(text: &'t str, word: &str) -> Vec<(&'t str, &'t str)> {
    let comments = text.lines().map_while(|line| line.strip_prefix("; "));
    let found = comments.filter_map(|line| line.strip_prefix(word)?.split_once(':'));
    found.map(|(before, after)| (before.trim(), after.trim())).collect()
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Finished(code) => code.to_string(),
        Outcome::Violation(found) => found.kind.property().to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn runs_end_as_expected() {
    let mut runs = 0;
    for (name, text) in texts() {
        let program = read_program(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
        for (inputs, expected) in said(&text, "run ") {
            let values = inputs.split(',').map(|input| input.parse().expect("a number"));
            let run = run(&program, &Config::default(), &mut ScriptedInputs::new(values));
            assert_eq!(shown(&run.outcome), expected, "{name} with {inputs}: {:?}", run.outcome);
            runs += 1;
        }
    }
    assert!(runs >= 15);
}

#[test]
fn analyses_end_as_expected() {
    for (name, text) in texts() {
        let program = read_program(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
        for (_, expected) in said(&text, "verdict") {
            for calls in [Calls::Follow, Calls::Summarize] {
                let options = Options { calls, effort: EFFORT, ..Options::default() };
                let verdict = match analyze(&Task::new(&program), &options).verdict {
                    Verdict::Proved => "proved".to_string(),
                    Verdict::Refuted { errors, .. } => shown(&errors.runs()[0].outcome),
                    Verdict::Unknown(open) => format!("unknown: {open:?}"),
                };
                assert_eq!(verdict, expected, "{name} with {calls:?}");
            }
        }
    }
}

/// The text of a program says all of it: what is read from it has the same text.
fn assert_round_trip(name: &str, program: &Program) {
    let text = program.to_text();
    let again = read_program(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_eq!(again.to_text(), text, "{name}");
    let brief = program.to_string();
    let again = read_program(&brief).unwrap_or_else(|error| panic!("{name}: {error}\n{brief}"));
    assert_eq!(again.functions.len(), program.functions.len(), "{name}");
}

#[test]
fn texts_are_printed_and_read_again() {
    for (name, text) in texts() {
        assert_round_trip(&name, &read_program(&text).expect("a program"));
    }
}

#[test]
fn positions_are_those_of_the_text_unless_it_tells_others() {
    let own = read_program("fn main() -> i32 {\n  return 0\n}").expect("a program");
    assert_eq!(own.show_pos(own.functions[0].body.as_ref().expect("a body")[0].pos), "program.ir:2:3");
    let text = "file \"a.c\"\nfile \"b.h\"\n\
        fn main() -> i32 { !3:1\n  x.0 = 1 !4:5:1\n  x.0 = 2\n  return 0 !5:7\n}";
    let told = read_program(text).expect("a program");
    let places: Vec<String> =
        told.functions[0].body.iter().flatten().map(|stmt| told.show_pos(stmt.pos)).collect();
    assert_eq!(told.show_pos(told.functions[0].pos), "a.c:3:1");
    assert_eq!(places, ["b.h:4:5", "b.h:4:5", "b.h:5:7"]);
}

#[test]
fn values_survive() {
    let body = "
  let d.0: f64
  let f.1: f32
  let u.2: u64
  d.0 = nan(0x7ff8000000000001)
  d.0 = -inf
  d.0 = -0.0
  d.0 = 1e300
  f.1 = 0.1
  u.2 = 18446744073709551615
  %3 = shr u64 u.2, 3:i32
  call f(1.5, 2.5:f32, -9223372036854775808:i64, undef:ptr, null, \"a\\x00\\xff\\\"\", @f, @g)
  return";
    let text = format!("global @g: i8[3]\nextern fn f(?) -> void\nfn main() -> void {{{body}\n}}\n");
    let program = read_program(&text).expect("a program");
    assert_round_trip("values", &program);
    for line in body.lines().filter(|line| !line.contains("let")) {
        assert!(program.to_string().contains(line), "{line} is not in\n{program}");
    }
}

#[test]
fn errors_tell_where_and_what() {
    let in_main =
        |line: &str| format!("extern fn f(i32) -> i32\nfn main() -> i32 {{\n  x.0 = 1\n  {line}\n}}\n");
    for (line, expected) in [
        ("return y", "4:10: expected a value, found `y`"),
        ("return x.1", "4:10: this variable has no type yet: a line `let` gives it one"),
        ("return y.0", "4:10: the variable with this number is x.0"),
        ("x.0 = add i32 x.0", "4:20: expected `,`, found the end of the line"),
        ("x.0 = add i33 x.0, 1", "4:13: expected the type of a scalar, as i32 or ptr, found `i33`"),
        ("x.0 = add u32 x.0, 1", "4:3: the variable x.0 is of type i32, not u32"),
        ("x.0 = 3000000000", "4:9: 3000000000 is not in the range of i32"),
        ("x.0 = 1.5:i32", "4:9: 1.5 is not of type i32"),
        ("x.0 = call g(1)", "4:14: there is no function g"),
        ("x.0 = load i32 @g", "4:18: there is no global or function g"),
        ("begin &a.0", "4:9: this local object has no line `slot`"),
        ("break L0", "4:3: nothing around is called L0"),
        ("continue M", "4:12: expected a label, as `L0`, found `M`"),
        ("jump L0", "4:3: expected a statement, found `jump`"),
        ("x.0 = load i32 bits 9..12 null", "4:18: bits begin in the first byte, and there are at most 64"),
        ("x.0 = load struct s null", "4:14: expected the type of a scalar, as i32 or ptr, found `struct`"),
        ("copy struct s null, null", "4:8: there is no type struct s"),
        ("if x.0 {", "2:18: this brace is not closed"),
        ("return 0 !1:2", "4:12: there is no such file: the text has a line `file \"name\"` for each"),
        ("fail assertion \"x", "4:18: this quote is not closed in its line"),
        ("fail assertion \"\\q\"", "4:19: there is no such escape"),
        ("fail assertion \"\\xff\"", "4:18: these bytes are not UTF-8"),
        ("return \u{e9}", "4:10: `\u{e9}` is not part of a program"),
        ("%4294967296 = 1", "4:4: this number is too large"),
        ("%4000000000 = 1", "4:3: the number of this variable is too large"),
        ("x.0 = not f64 1.5", "4:3: there is no Not of type f64"),
    ] {
        let text = in_main(line);
        let error = read_program(&text).err().unwrap_or_else(|| panic!("{line} is read"));
        assert_eq!(error.to_string(), expected, "{line}");
    }
    for (text, expected) in [
        (
            "function",
            "1:1: expected `target`, `file`, `main`, `checker`, `type`, `global`, `const`, `start` or `fn`, \
             found `function`",
        ),
        ("target 16", "1:8: expected the width of pointers: 32 or 64, found `16`"),
        ("main f", "1:6: there is no such function with a body"),
        (
            "fn f() -> void {\n}\nextern fn f() -> void",
            "3:1: this name is there twice: the second is written with `#2`",
        ),
        ("fn f(n.0: void) -> void {\n}", "1:6: a variable holds a scalar, and this type is none"),
        ("fn f(&r.0: i32) -> void {\n}", "1:1: a parameter of f has no line `slot`"),
        ("global @g: i32[]", "1:17: expected `,` and the number of bytes, found the end of the line"),
        ("type struct s: 4 bytes {\n  +0 s: struct s\n}", "1:6: a record is part of itself"),
        ("type struct s: 4 bytes {\n  +1 i: i32\n}", "1:6: the field i does not lie within its record"),
    ] {
        let error = read_program(text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn deep_and_large_texts_are_refused() {
    let many = 100_000;
    let main = |body: &str| format!("fn main() -> i32 {{\n{body}\n}}");
    for text in [
        main(&("if 1 {\n".repeat(many) + &"}\n".repeat(many))),
        main(&("loop L0 for {\nbody:\n".repeat(many) + &"}\n".repeat(many))),
        main("%99999 = 1"),
        main("block L99999 {\n}"),
        main("slot &a.99999: i32"),
        "{".repeat(many),
        "(".repeat(many),
        format!("global @g: i32{}", "*".repeat(many)),
        format!("global @g: {}", "(fn(".repeat(many)),
        format!("global @g: {}", "(fn() -> ".repeat(many)),
        format!("global @g: i32{}", "[1000000000]".repeat(100)),
        format!("fn f{}", "#1".repeat(many)),
        "9".repeat(many),
        "\"".repeat(many),
    ] {
        assert!(read_program(&text).is_err(), "{} is read", &text[..text.len().min(60)]);
    }
    let deep = main(&("if 1 {\n".repeat(1000) + &"}\n".repeat(1000)));
    assert_round_trip("a thousand blocks", &read_program(&deep).expect("a program"));
}

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// The words of all texts, to be put where they do not belong.
fn mutated(text: &str, words: &[&str], random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let (at, other) = (random.below(bytes.len()), random.below(bytes.len()));
        match random.below(5) {
            0 => bytes[at] = b"{}()[]\n;:=.,%&@!#\"0159-+*?x Lefn\\\xff"[random.below(34)],
            1 => drop(bytes.drain(at..bytes.len().min(at + 1 + other % 7))),
            2 => {
                let part = bytes[at..bytes.len().min(at + 1 + other % 40)].to_vec();
                bytes.splice(other..other, part);
            }
            3 => drop(bytes.splice(at..at, words[random.below(words.len())].bytes())),
            _ => {
                // A word in the place of another one.
                let start =
                    bytes[at..].iter().position(|byte| *byte == b' ').map_or(at, |found| at + found + 1);
                let length = bytes[start.min(bytes.len())..].iter().position(|byte| b" ,\n".contains(byte));
                let end = start + length.unwrap_or(0);
                bytes.splice(
                    start.min(bytes.len())..end.min(bytes.len()),
                    words[random.below(words.len())].bytes(),
                );
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `CFP_HEAP_PROGRAMS` says how many texts (default 4000).
#[test]
fn changed_texts_are_programs_or_errors() {
    let count = std::env::var("CFP_HEAP_PROGRAMS").ok().and_then(|value| value.parse().ok()).unwrap_or(4_000);
    let texts = texts();
    let words: Vec<&str> = texts.iter().flat_map(|(_, text)| text.split_whitespace()).collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut programs = 0;
    for index in 0..count {
        let (name, text) = &texts[index % texts.len()];
        let text = mutated(text, &words, &mut random);
        match read_program(&text) {
            Ok(program) => {
                programs += 1;
                assert_round_trip(name, &program);
                let config = Config { steps: 2_000, ..Config::default() };
                run(&program, &config, &mut ScriptedInputs::default());
            }
            Err(error) => {
                let lines = text.lines().count() as u32;
                assert!(
                    error.line >= 1 && error.column >= 1 && error.line <= lines + 1,
                    "{name}: {error}\n{text}"
                );
            }
        }
    }
    assert!(programs > count / 20, "only {programs} of {count} are programs");
}
