//! Whether terms of two arenas are the same up to names: of bound variables as they like, and free symbols
//! called alike.

use cfp_solver::{Op, Sort, Symbol, Term, Terms};
use std::collections::{HashMap, HashSet};

/// A comparison of terms, of several pairs with the same free symbols.
pub struct Renaming<'a> {
    left: &'a Terms,
    right: &'a Terms,
    /// The free symbols of the right for those of the left, and back.
    free: HashMap<Symbol, Symbol>,
    back: HashMap<Symbol, Symbol>,
    /// The sorts of the right for those of the left.
    sorts: HashMap<Sort, Sort>,
}

/// No scope is around.
const NOWHERE: usize = usize::MAX;

impl<'a> Renaming<'a> {
    /// Nothing compared yet.
    pub fn new(left: &'a Terms, right: &'a Terms) -> Renaming<'a> {
        Renaming { left, right, free: HashMap::new(), back: HashMap::new(), sorts: HashMap::new() }
    }

    /// Compares two terms; tells where they differ. What is shared is compared once for each scope it stands
    /// in.
    pub fn compare(&mut self, a: Term, b: Term) -> Result<(), String> {
        let (left, right) = (self.left, self.right);
        // Scopes are lists from inside to outside: what is around, and a pair of variables.
        let mut scopes: Vec<(usize, Term, Term)> = Vec::new();
        let mut pending = vec![(a, b, NOWHERE)];
        let mut seen = HashSet::new();
        while let Some((a, b, scope)) = pending.pop() {
            if !seen.insert((a, b, scope)) {
                continue;
            }
            if !self.are_alike(a, b, scope, &scopes) {
                let text = |terms: &Terms, term| {
                    terms.display(term).to_string().chars().take(500).collect::<String>()
                };
                return Err(format!("{} is not {}", text(left, a), text(right, b)));
            }
            match (left.quantifier(a), right.quantifier(b)) {
                (Some((variables_a, body_a)), Some((variables_b, body_b))) => {
                    let mut inner = scope;
                    for (&variable_a, &variable_b) in variables_a.iter().zip(variables_b) {
                        scopes.push((inner, variable_a, variable_b));
                        inner = scopes.len() - 1;
                    }
                    pending.push((body_a, body_b, inner));
                }
                _ => {
                    let pairs = left.args(a).iter().copied().zip(right.args(b).iter().copied());
                    pending.extend(pairs.map(|(a, b)| (a, b, scope)));
                }
            }
        }
        Ok(())
    }

    /// Whether two terms have the same operator and number of arguments; symbols must mean the same.
    fn are_alike(&mut self, a: Term, b: Term, scope: usize, scopes: &[(usize, Term, Term)]) -> bool {
        let (left, right) = (self.left, self.right);
        let (op_a, op_b) = (left.op(a), right.op(b));
        let sorts_of = |terms: &Terms, term: Term| -> Vec<Sort> {
            let variables = terms.quantifier(term).map_or(&[][..], |(variables, _)| variables);
            variables.iter().chain([&term]).map(|&term| terms.sort(term)).collect()
        };
        let (sorts_a, sorts_b) = (sorts_of(left, a), sorts_of(right, b));
        if left.args(a).len() != right.args(b).len() || sorts_a.len() != sorts_b.len() {
            return false;
        }
        if !sorts_a.into_iter().zip(sorts_b).all(|(a, b)| self.match_sorts(a, b)) {
            return false;
        }
        match (op_a, op_b) {
            (Op::Symbol(symbol_a), Op::Symbol(symbol_b)) => {
                let mut at = scope;
                while at != NOWHERE && scopes[at].1 != a && scopes[at].2 != b {
                    at = scopes[at].0;
                }
                match at {
                    NOWHERE => self.match_free(symbol_a, symbol_b),
                    _ => (scopes[at].1, scopes[at].2) == (a, b),
                }
            }
            (Op::Apply(symbol_a), Op::Apply(symbol_b)) => self.match_free(symbol_a, symbol_b),
            (Op::Symbol(_) | Op::Apply(_), _) | (_, Op::Symbol(_) | Op::Apply(_)) => false,
            (Op::ConstArray(_), Op::ConstArray(_)) => true,
            _ => left.operator_name(op_a) == right.operator_name(op_b),
        }
    }

    /// Whether a sort of the one side can be this one of the other. Declared ones may be called otherwise.
    fn match_sorts(&mut self, a: Sort, b: Sort) -> bool {
        let is_declared = |sort| matches!(sort, Sort::Uninterpreted(_) | Sort::Array(_));
        (a == b || is_declared(a)) && *self.sorts.entry(a).or_insert(b) == b
    }

    /// Whether a free symbol of the one side can be this one of the other.
    fn match_free(&mut self, a: Symbol, b: Symbol) -> bool {
        let (name_a, name_b) = (self.left.name(a), self.right.name(b));
        // A name that would clash gets a number.
        let is_alike = name_a == name_b || without_mark(name_b) == name_a;
        is_alike && *self.free.entry(a).or_insert(b) == b && *self.back.entry(b).or_insert(a) == a
    }
}

/// A name without a number at its end, `!2`.
fn without_mark(name: &str) -> String {
    match name.trim_end_matches('|').rsplit_once('!') {
        Some((start, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            start.to_string()
        }
        _ => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renaming_is_told_from_capture() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
        let (xy, zy, yy) = (terms.lt(&[x, y]), terms.lt(&[z, y]), terms.lt(&[y, y]));
        let (of_x, of_z, of_y) = (terms.exists(&[x], xy), terms.exists(&[z], zy), terms.exists(&[y], yy));
        let (both_x, both_z) = (terms.and(&[xy, of_x]), terms.and(&[xy, of_z]));
        let same = |a, b| Renaming::new(&terms, &terms).compare(a, b).is_ok();
        assert!(same(of_x, of_x) && same(of_x, of_z) && same(both_x, both_z) && same(xy, xy));
        assert!(!same(of_x, of_y), "y was captured");
        assert!(!same(xy, zy), "free symbols have names");
        assert!(!same(xy, of_x));
    }
}
