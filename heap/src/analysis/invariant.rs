//! Loop invariants as part of a result.

use super::graph::HeapGraph;
use crate::ir::{IntType, Pos};
use crate::numbers::Interval;
use crate::techniques::Technique;
use cfp_solver::Int;
use std::collections::BTreeMap;

/// A loop invariant, valid whenever control reaches the head of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    /// The loop.
    pub pos: Pos,
    /// The function that contains it.
    pub function: String,
    /// What found it.
    pub found_by: Technique,
    /// Whether it is about some entries of the loop only; in others, the iterations are executed one by one.
    pub is_partial: bool,
    /// How to read the formulas, if they have a notation of their own.
    pub legend: Option<String>,
    /// Formulas, of which at least one holds.
    pub disjuncts: Vec<String>,
    /// As much of it as can be said by a C expression, if anything.
    pub expression: Option<String>,
    /// The heap in each of the disjuncts, if the domain has graphs.
    pub graphs: Vec<HeapGraph>,
    /// How many nodes there are from pointer variables on to null, along the links of lists, where that is
    /// known.
    pub lengths: BTreeMap<String, Interval>,
    /// Iterations of the analysis until it was stable; none if it was not found by iteration.
    pub rounds: Option<usize>,
}

/// The lengths in one of several cases; those that are known in all cases.
pub(crate) fn any_length(cases: &[BTreeMap<String, Interval>]) -> BTreeMap<String, Interval> {
    let Some((first, others)) = cases.split_first() else { return BTreeMap::new() };
    let joined = |(name, range): (&String, &Interval)| {
        let ranges: Option<Vec<&Interval>> = others.iter().map(|case| case.get(name)).collect();
        Some((name.clone(), ranges?.into_iter().fold(range.clone(), |all, range| all.join(range))))
    };
    first.iter().filter_map(joined).collect()
}

/// A literal for comparing a variable with a constant, typed so that C compares them as integers; `None` if
/// the type cannot hold the constant.
pub(crate) fn literal(constant: i64, ty: IntType) -> Option<String> {
    // The least number of a signed type has no literal.
    if !ty.holds(i128::from(constant)) || constant == i64::MIN || constant == i64::from(i32::MIN) {
        return None;
    }
    Some(match (ty.bits, ty.signed) {
        (64, true) => format!("{constant}LL"),
        (64, false) => format!("{constant}ULL"),
        (32, false) => format!("{constant}U"),
        _ => constant.to_string(),
    })
}

/// The bounds of a variable as C expressions, unless they are those of its type.
pub(crate) fn bounds_in_c(name: &str, ty: IntType, range: &Interval) -> Vec<String> {
    let text = |bound: Option<&Int>| literal(bound?.to_i64()?, ty);
    if let Some(value) = range.as_constant() {
        return text(Some(value)).map(|value| format!("{name} == {value}")).into_iter().collect();
    }
    let low = text(range.low().filter(|low| **low > Int::from(ty.min())));
    let high = text(range.high().filter(|high| **high < Int::from(ty.max())));
    let low = low.map(|low| format!("{name} >= {low}"));
    low.into_iter().chain(high.map(|high| format!("{name} <= {high}"))).collect()
}

/// One of several cases in C, each a conjunction; nothing if that is always true.
pub(crate) fn any_in_c(cases: &[Vec<String>]) -> Option<String> {
    let (first, others) = cases.split_first()?;
    let is_common = |part: &&String| others.iter().all(|case| case.contains(part));
    let common: Vec<&String> = first.iter().filter(is_common).collect();
    let rest = |case: &Vec<String>| -> Vec<String> {
        case.iter().filter(|part| !common.contains(part)).cloned().collect()
    };
    let mut special: Vec<Vec<String>> = cases.iter().map(rest).collect();
    special.sort();
    special.dedup();
    let mut parts: Vec<String> = common.iter().map(|part| part.to_string()).collect();
    if !special.iter().any(Vec::is_empty) {
        let cases: Vec<String> = special.iter().map(|case| format!("({})", case.join(" && "))).collect();
        parts.push(if parts.is_empty() { cases.join(" || ") } else { format!("({})", cases.join(" || ")) });
    }
    (!parts.is_empty()).then(|| parts.join(" && "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_and_cases_in_c() {
        let int = IntType { bits: 32, signed: true };
        assert_eq!(bounds_in_c("i", int, &Interval::between(0, i64::from(i32::MAX))), ["i >= 0"]);
        assert_eq!(bounds_in_c("i", int, &Interval::constant(3)), ["i == 3"]);
        assert!(bounds_in_c("i", int, &Interval::ALL).is_empty());
        let case = |parts: &[&str]| parts.iter().map(|part| part.to_string()).collect::<Vec<_>>();
        let cases = [case(&["i >= 0", "p == 0"]), case(&["i >= 0", "p != 0", "q != 0"])];
        let both = "i >= 0 && ((p != 0 && q != 0) || (p == 0))";
        assert_eq!(any_in_c(&cases).as_deref(), Some(both));
        assert_eq!(any_in_c(&cases[..1]).as_deref(), Some("i >= 0 && p == 0"));
        assert_eq!(any_in_c(&[case(&["i >= 0"]), case(&["i >= 0", "p == 0"])]).as_deref(), Some("i >= 0"));
        assert_eq!(any_in_c(&[case(&["p == 0"]), case(&[])]), None);
    }
}
