//! What is found out about a proof.

use std::collections::BTreeMap;
use std::fmt;

/// What a proof is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every step was checked, and the last one is the empty clause: the problem is unsatisfiable.
    Valid,
    /// The same, but for steps by rules that are not checked.
    Holey,
    /// A step does not follow, or the proof cannot be read, or does not end with the empty clause.
    Invalid,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Valid => "valid",
            Verdict::Holey => "holey",
            Verdict::Invalid => "invalid",
        })
    }
}

/// What was found out about a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not [`Verdict::Valid`]; empty if it is.
    pub message: String,
    /// How many steps and assumptions were read.
    pub steps: usize,
    /// How many steps there are by each rule.
    pub rules: BTreeMap<String, u64>,
}
