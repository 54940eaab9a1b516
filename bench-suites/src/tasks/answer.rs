//! The answers a solver can give, as solvers print them and as result files store them.

use std::fmt;

/// One answer to one check; also used for the answer that is expected of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The assertions have a model.
    Sat,
    /// They have none.
    Unsat,
    /// The solver gave up, or nobody knows what to expect.
    Unknown,
}

impl Answer {
    /// Reads the word of SMT-LIB and of benchmark metadata.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "sat" => Some(Self::Sat),
            "unsat" => Some(Self::Unsat),
            "unknown" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Reads a line of solver output: SMT-LIB's words, or the `s` line of the SAT competitions.
    pub fn from_line(line: &str) -> Option<Self> {
        match line.trim() {
            "s SATISFIABLE" => Some(Self::Sat),
            "s UNSATISFIABLE" => Some(Self::Unsat),
            "s UNKNOWN" => Some(Self::Unknown),
            word => Self::from_word(word),
        }
    }

    /// True of `sat` and `unsat`.
    pub fn is_definite(self) -> bool {
        self != Self::Unknown
    }

    /// True if both are definite and they differ: at least one of them is wrong.
    pub fn contradicts(self, other: Self) -> bool {
        self.is_definite() && other.is_definite() && self != other
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
            Self::Unknown => "unknown",
        })
    }
}

/// The answers of an incremental script in one field: `sat;unsat;sat`.
pub fn join(answers: &[Answer]) -> String {
    answers.iter().map(Answer::to_string).collect::<Vec<_>>().join(";")
}

/// The inverse of [`join`]; a word that is no answer counts as `unknown`.
pub fn split(field: &str) -> Vec<Answer> {
    field
        .split(';')
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(|word| Answer::from_word(word).unwrap_or(Answer::Unknown))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_competitions() {
        assert_eq!(Answer::from_line("sat\r"), Some(Answer::Sat));
        assert_eq!(Answer::from_line("s UNSATISFIABLE"), Some(Answer::Unsat));
        assert_eq!(Answer::from_line("unknown"), Some(Answer::Unknown));
        assert_eq!(Answer::from_line("(error \"sat\")"), None);
        assert_eq!(Answer::from_line("satisfied"), None);
        assert_eq!(Answer::from_line(""), None);
    }

    #[test]
    fn unknown_contradicts_nothing() {
        assert!(Answer::Sat.contradicts(Answer::Unsat));
        assert!(!Answer::Sat.contradicts(Answer::Unknown));
        assert!(!Answer::Unsat.contradicts(Answer::Unsat));
    }

    #[test]
    fn joined_answers_split_again() {
        let answers = [Answer::Sat, Answer::Unknown, Answer::Unsat];
        assert_eq!(join(&answers), "sat;unknown;unsat");
        assert_eq!(split(&join(&answers)), answers);
        assert_eq!(split(""), []);
    }
}
