//! Open obligations in names of the program, to explain an `unknown` verdict.

use crate::property::ViolationKind;
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::notation::Names;
use crate::symbolic::findings::prover::Prover;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Op, Sort, Term};
use fxhash::{FxHashMap, FxHashSet};

/// Longer texts are dropped.
const MAX_LENGTH: usize = 100;

impl Prover<'_> {
    /// Phrases an unproved claim in the names visible in the innermost function; nothing if it mentions a
    /// term without a name. Object numbers mean nothing to users, so for pointers only "not null" is
    /// expressed.
    pub(crate) fn unproved_fact(
        &mut self,
        state: &State,
        claim: Term,
        kind: ViolationKind,
    ) -> Option<String> {
        let mut parts = match self.logic.terms().op(claim) {
            // The message about an uninitialized value or a leak says it all.
            Op::False if matches!(kind, ViolationKind::Uninitialized | ViolationKind::Leak) => return None,
            Op::False => return Some("this point is unreachable".to_string()),
            Op::And => self.logic.terms().args(claim).to_vec(),
            _ => vec![claim],
        };
        // Drop conjuncts that the path implies.
        parts.retain(|&part| !self.logic.follows_at_once(&state.path, part));
        let claim = self.logic.terms().and(&parts);
        let frame = state.frames.last()?.clone();
        let function = &self.program.functions[frame.function.index()];
        let mut names = Names { product: Some(self.logic.product), ..Names::default() };
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let mut taken: FxHashSet<&str> = FxHashSet::default();
        // If several variables share a name, then the innermost initialized one comes last.
        for (var, value) in function.vars.iter().zip(&frame.vars).rev() {
            let (Some(name), Some(value)) = (&var.name, value) else { continue };
            if !taken.insert(name) {
                continue;
            }
            let term = match *value {
                Value::Number(term) => term,
                Value::Pointer(Pointer { object, .. }) if kind == ViolationKind::NullDereference => object,
                Value::Pointer(..) => continue,
            };
            // A variable equal to an unknown plus a constant names the unknown.
            let (products, constant) = linear(self.logic.brackets.terms(), term);
            let Some((&unknown, factor)) = products.iter().next().filter(|_| products.len() == 1) else {
                continue;
            };
            if factor.is_one() && !values.contains_key(&unknown) {
                let variable = self.logic.terms().constant(name, Sort::Int);
                names.terms.insert(variable, name.clone());
                let distance = self.logic.int(-constant);
                let same = self.logic.plus(variable, distance, 1);
                values.insert(unknown, same);
            }
        }
        let claim = self.logic.substitute(claim, &values);
        let simple = self.logic.brackets.simplify(claim);
        let terms = self.logic.brackets.terms();
        if matches!(terms.op(simple), Op::True | Op::False) || !names.is_known(terms, simple) {
            return None;
        }
        let text = as_in_c(&names.text(terms, simple));
        (text.len() <= MAX_LENGTH && !text.contains('…')).then_some(text)
    }
}

/// A formula with the operators of C.
fn as_in_c(text: &str) -> String {
    const SIGNS: [(&str, &str); 9] = [
        ("≤", "<="),
        ("≠", "!="),
        (" = ", " == "),
        ("∧", "&&"),
        ("∨", "||"),
        ("¬", "!"),
        ("⇒", "implies"),
        ("·", " * "),
        ("−", "-"),
    ];
    SIGNS.iter().fold(text.to_string(), |text, (sign, in_c)| text.replace(sign, in_c))
}
