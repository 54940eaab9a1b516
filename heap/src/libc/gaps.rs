//! What of a program is not followed: constructs that the intermediate representation does not express, and
//! functions without a body that have no model.

use crate::checkers;
use crate::ir::{Callee, Pos, Program, Role, StmtKind, each_stmt};
use crate::libc;
use std::collections::BTreeMap;

/// Something that is not followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// What it is.
    pub what: String,
    /// At how many places it is.
    pub places: usize,
    /// The first of them.
    pub first: Pos,
}

impl Program {
    /// What is not followed in the code of the program itself, the most frequent first.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut found: BTreeMap<String, (usize, Pos)> = BTreeMap::new();
        let own = self.functions.iter().filter(|function| function.role == Role::Program);
        for body in own.filter_map(|function| function.body.as_ref()) {
            each_stmt(body, &mut |stmt| {
                let what = match &stmt.kind {
                    StmtKind::Unsupported(reason) => without_places(reason),
                    StmtKind::Call { callee: Callee::Direct(callee), .. } => {
                        let callee = &self.functions[callee.index()];
                        let is_known = callee.body.is_some()
                            || libc::is_input(&callee.name)
                            || libc::find(&callee.name).is_some()
                            || checkers::contract(&callee.name).is_some();
                        if is_known {
                            return;
                        }
                        format!("a call of {}, which has no body", callee.name)
                    }
                    _ => return,
                };
                found.entry(what).or_insert((0, stmt.pos)).0 += 1;
            });
        }
        let mut gaps: Vec<Gap> =
            found.into_iter().map(|(what, (places, first))| Gap { what, places, first }).collect();
        gaps.sort_by_key(|gap| std::cmp::Reverse(gap.places));
        gaps
    }
}

/// A reason without the positions in the names of types that have no other name.
fn without_places(reason: &str) -> String {
    let mut text = String::new();
    let mut rest = reason;
    while let Some((before, after)) = rest.split_once(" at ") {
        text += before;
        match after.split_once(')').filter(|(place, _)| place.contains(':')) {
            Some((_, end)) => {
                text += ")";
                rest = end;
            }
            None => {
                text += " at ";
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_closures_do_not_count() {
        assert_eq!(without_places("a conversion from (lambda at a.cpp:3:7)"), "a conversion from (lambda)");
        assert_eq!(without_places("a call at the end"), "a call at the end");
    }
}
