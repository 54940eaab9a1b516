//! Properties as stated in verification competitions: what to check, and the answer line.
//!
//! A property is given by its usual name or by a file of statements such as
//! `CHECK( init(main()), LTL(G ! call(reach_error())) )`. What it does not mention is not an error.

mod checks;

pub use checks::{Checks, Ints, Leaks, ViolationKind};

use std::fmt;

/// One requirement on all executions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The error function is never called.
    UnreachCall,
    /// All reads and writes are of valid memory.
    ValidDeref,
    /// All frees are of allocated memory, and at most once.
    ValidFree,
    /// No allocated memory leaks.
    ValidMemtrack,
    /// No memory is allocated when the program ends.
    ValidMemcleanup,
    /// No signed arithmetic overflows.
    NoOverflow,
}

impl Part {
    /// The name in verdicts.
    pub fn name(self) -> &'static str {
        match self {
            Part::UnreachCall => "unreach-call",
            Part::ValidDeref => "valid-deref",
            Part::ValidFree => "valid-free",
            Part::ValidMemtrack => "valid-memtrack",
            Part::ValidMemcleanup => "valid-memcleanup",
            Part::NoOverflow => "no-overflow",
        }
    }

    /// The formula in property files.
    fn formula(self) -> &'static str {
        match self {
            Part::UnreachCall => "G ! call(reach_error())",
            Part::ValidDeref => "G valid-deref",
            Part::ValidFree => "G valid-free",
            Part::ValidMemtrack => "G valid-memtrack",
            Part::ValidMemcleanup => "G valid-memcleanup",
            Part::NoOverflow => "G ! overflow",
        }
    }
}

/// What must hold: at least one part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    parts: Vec<Part>,
}

/// Why a property cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyError {
    /// The line in its file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PropertyError {}

impl Property {
    /// The property with a usual name.
    pub fn named(name: &str) -> Option<Property> {
        let parts = match name {
            "unreach-call" => vec![Part::UnreachCall],
            "valid-memsafety" => vec![Part::ValidDeref, Part::ValidFree, Part::ValidMemtrack],
            "valid-memcleanup" => vec![Part::ValidMemcleanup],
            "no-overflow" => vec![Part::NoOverflow],
            _ => return None,
        };
        Some(Property { parts })
    }

    /// The property that a file states.
    ///
    /// ```
    /// use cfp_heap::property::{Part, Property};
    ///
    /// let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";
    /// assert_eq!(Property::parse(text).unwrap().parts(), [Part::ValidDeref, Part::ValidFree]);
    /// let error = Property::parse("CHECK( init(main()), LTL(F end) )").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: the formula F end is not one that can be checked");
    /// ```
    pub fn parse(text: &str) -> Result<Property, PropertyError> {
        let mut parts = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let error = |message: String| PropertyError { line: index + 1, message };
            if line.trim().is_empty() {
                continue;
            }
            // Blanks are insignificant here.
            let dense: String = line.chars().filter(|character| !character.is_whitespace()).collect();
            let statement = dense.strip_prefix("CHECK(init(").and_then(|rest| rest.strip_suffix("))"));
            let Some((entry, formula)) = statement.and_then(|rest| rest.split_once("()),LTL(")) else {
                return Err(error("not of the form CHECK( init(main()), LTL(...) )".to_string()));
            };
            if entry != "main" {
                return Err(error(format!("the program begins with {entry}, not with main: use --entry")));
            }
            let called = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())"));
            parts.push(match (formula, called) {
                (_, Some("reach_error" | "__VERIFIER_error")) => Part::UnreachCall,
                (_, Some(other)) => {
                    let known = "only reach_error and __VERIFIER_error can be";
                    return Err(error(format!("{other} cannot be the error function, {known}")));
                }
                ("Gvalid-deref", _) => Part::ValidDeref,
                ("Gvalid-free", _) => Part::ValidFree,
                ("Gvalid-memtrack", _) => Part::ValidMemtrack,
                ("Gvalid-memcleanup", _) => Part::ValidMemcleanup,
                ("G!overflow", _) => Part::NoOverflow,
                _ => {
                    let shown = line.split_once("LTL(").map_or(line, |(_, rest)| rest);
                    let shown = shown.trim().trim_end_matches([')', ' ']);
                    return Err(error(format!("the formula {shown} is not one that can be checked")));
                }
            });
        }
        parts.sort_unstable();
        parts.dedup();
        if parts.is_empty() {
            return Err(PropertyError { line: 1, message: "the file states nothing".to_string() });
        }
        Ok(Property { parts })
    }

    /// What must hold, in a fixed order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// What counts as an error. See [`Checks`] for what follows anything else.
    pub fn checks(&self) -> Checks {
        let leaks = match (self.has(Part::ValidMemcleanup), self.has(Part::ValidMemtrack)) {
            (true, _) => Leaks::Any,
            (_, true) => Leaks::Lost,
            _ => Leaks::Off,
        };
        Checks {
            assertions: self.has(Part::UnreachCall),
            memory: self.has(Part::ValidDeref) || self.has(Part::ValidFree),
            bounds: false,
            leaks,
            streams: false,
            uninitialized: false,
            overflow: self.has(Part::NoOverflow),
            arithmetic: false,
            conversions: false,
            pointers: false,
        }
    }

    /// The part that an error violates, if it is one of this property. An assertion that fails ends the
    /// program, but it is not the call that the property forbids.
    pub fn violated(&self, kind: ViolationKind) -> Option<Part> {
        if kind == ViolationKind::Leak && self.has(Part::ValidMemcleanup) {
            return Some(Part::ValidMemcleanup);
        }
        if kind == ViolationKind::Assertion {
            return None;
        }
        self.parts.iter().copied().find(|part| part.name() == kind.property())
    }
}

impl fmt::Display for Property {
    /// As in a property file, one statement in a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            let end = if index + 1 < self.parts.len() { "\n" } else { "" };
            write!(f, "CHECK( init(main()), LTL({}) ){end}", part.formula())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_they_are_printed() {
        for name in ["unreach-call", "valid-memsafety", "valid-memcleanup", "no-overflow"] {
            let property = Property::named(name).expect("a usual name");
            assert_eq!(Property::parse(&property.to_string()), Ok(property), "{name}");
        }
        assert_eq!(Property::named("termination"), None);
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_line() {
        let shown = |text: &str| Property::parse(text).unwrap_err().to_string();
        assert_eq!(shown("\n\n"), "line 1: the file states nothing");
        assert_eq!(shown("\nG valid-free"), "line 2: not of the form CHECK( init(main()), LTL(...) )");
        assert!(shown("CHECK( init(main()), LTL(G ! call(stop())) )").contains("stop cannot be the error"));
        assert!(shown("CHECK( init(start()), LTL(G valid-free) )").contains("begins with start"));
    }

    #[test]
    fn a_leak_violates_the_part_that_is_asked_for() {
        let violated = |name: &str| Property::named(name).and_then(|it| it.violated(ViolationKind::Leak));
        assert_eq!(violated("valid-memsafety"), Some(Part::ValidMemtrack));
        assert_eq!(violated("valid-memcleanup"), Some(Part::ValidMemcleanup));
        assert_eq!(violated("no-overflow"), None);
    }

    #[test]
    fn only_the_forbidden_call_violates_its_property() {
        let property = Property::named("unreach-call").expect("a usual name");
        assert_eq!(property.violated(ViolationKind::ErrorCall), Some(Part::UnreachCall));
        assert_eq!(property.violated(ViolationKind::Assertion), None);
    }
}
