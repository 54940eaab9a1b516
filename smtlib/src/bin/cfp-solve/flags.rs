//! Arguments as users of other solvers type them, rewritten as our own.

use std::ffi::OsString;

/// What an argument of another solver becomes.
enum Meaning {
    /// These arguments.
    Replaced(Vec<String>),
    /// The same, which take the place of the next argument as well.
    WithNext(Vec<String>),
    /// It is one of ours, or none that is known.
    Own,
}

/// The arguments with those of other solvers rewritten: `-T:5` is `--timeout 5`, and what asks for nothing
/// that is not done anyway, such as `-in`, is left out.
pub(crate) fn rewritten(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut given = arguments.peekable();
    let mut result: Vec<OsString> = given.next().into_iter().collect();
    while let Some(argument) = given.next() {
        if argument == "--" {
            result.push(argument);
            result.extend(given);
            return result;
        }
        let next = given.peek().and_then(|next| next.to_str());
        match argument.to_str().map_or(Meaning::Own, |text| meaning(text, next)) {
            Meaning::Own => result.push(argument),
            Meaning::Replaced(own) => result.extend(own.into_iter().map(OsString::from)),
            Meaning::WithNext(own) => {
                given.next();
                result.extend(own.into_iter().map(OsString::from));
            }
        }
    }
    result
}

fn meaning(argument: &str, next: Option<&str>) -> Meaning {
    let own = |words: &[&str]| Meaning::Replaced(words.iter().map(|word| (*word).to_string()).collect());
    let is_smt = |language: &str| language.starts_with("smt");
    match argument {
        "-in" | "-smt2" | "--incremental" | "--interactive" | "--produce-models" | "--quiet" => own(&[]),
        "-st" => own(&["--stats"]),
        "-h" | "-?" => own(&["--help"]),
        "-version" => own(&["--version"]),
        "--lang" | "-L" if next.is_some_and(is_smt) => Meaning::WithNext(Vec::new()),
        _ => match argument.split_once([':', '=']) {
            Some(("--lang", language)) if is_smt(language) => own(&[]),
            Some(("-T", seconds)) => own(&["--timeout", seconds]),
            Some(("--tlimit", milliseconds)) => {
                of_milliseconds(milliseconds, |seconds| vec!["--timeout".to_string(), seconds])
            }
            Some(("-t" | "--tlimit-per", milliseconds)) if is_number(milliseconds) => {
                own(&["-O", &format!("timeout={milliseconds}")])
            }
            Some(("--rlimit-per", ticks)) => own(&["--rlimit", ticks]),
            Some(("-memory", mebibytes)) => own(&["--memory", mebibytes]),
            Some(("-v", level)) if is_number(level) => {
                own(&vec!["-v"; level.parse().map_or(0, |level: usize| level.min(3))])
            }
            _ => Meaning::Own,
        },
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn of_milliseconds(text: &str, argument: impl FnOnce(String) -> Vec<String>) -> Meaning {
    match text.parse::<u64>() {
        Ok(number) => Meaning::Replaced(argument(format!("{}.{:03}", number / 1000, number % 1000))),
        Err(_) => Meaning::Own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(arguments: &str) -> String {
        let words = arguments.split_whitespace().map(OsString::from);
        let all: Vec<String> = rewritten(words).into_iter().map(|word| word.into_string().unwrap()).collect();
        all.join(" ")
    }

    #[test]
    fn arguments_of_other_solvers_become_ours() {
        for (theirs, ours) in [
            ("s -in -smt2 a.smt2", "s a.smt2"),
            ("s -T:5 a.smt2", "s --timeout 5 a.smt2"),
            ("s -t:5000 -memory:100", "s -O timeout=5000 --memory 100"),
            ("s --lang smt2 --incremental a", "s a"),
            ("s --lang=smt2.6 -L smt2 a", "s a"),
            ("s --tlimit=1500 --produce-models a", "s --timeout 1.500 a"),
            ("s --timeout 3 --tlimit=x", "s --timeout 3 --tlimit=x"),
            ("s --lang tptp", "s --lang tptp"),
            ("s -- -in", "s -- -in"),
        ] {
            assert_eq!(rewrite(theirs), ours, "{theirs}");
        }
    }
}
