//! Values of terms with quantifiers in a model.

use super::eliminate_within;
use crate::answer::{Incompleteness, Unknown};
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::options::Options;
use crate::term::{Sort, Term, TermError, Terms};
use fxhash::FxHashMap;

/// The values of terms in a model. Quantified parts are decided with the values of the free symbols
/// substituted, within the budget; the reason if that does not succeed.
pub(crate) fn values(
    terms: &mut Terms,
    model: &Model,
    roots: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Result<Vec<Value>, Unknown> {
    if !terms.has_quantifiers(roots) {
        return Ok(model.eval_all(terms, roots));
    }
    let is_inner = |terms: &Terms, term: Term| terms.quantifier(term).is_none();
    let mut outermost: Vec<Term> =
        roots.iter().flat_map(|&root| terms.reachable_within(root, is_inner)).collect();
    outermost.retain(|&term| terms.quantifier(term).is_some());
    outermost.sort_unstable();
    outermost.dedup();
    let known = known_values(terms, model, &outermost);
    let unmade = |error: TermError| Unknown::Incomplete(Incompleteness::Term(error));
    let mut truths: FxHashMap<Term, Term> = FxHashMap::default();
    for term in outermost {
        let instance = terms.substitute(term, &known).map_err(unmade)?;
        let result = eliminate_within(terms, instance, options, budget);
        let bounds = model.eval_all(terms, &[result.must, result.may]);
        let truth = match bounds[..] {
            [Value::Bool(true), _] => true,
            [_, Value::Bool(false)] => false,
            _ => return Err(result.reason.unwrap_or(Unknown::Interrupted)),
        };
        truths.insert(term, terms.bool(truth));
    }
    let mut decided = Vec::with_capacity(roots.len());
    for &root in roots {
        decided.push(terms.substitute(root, &truths).map_err(unmade)?);
    }
    Ok(model.eval_all(terms, &decided))
}

/// The free constants of some terms whose values can be written as terms, with these.
fn known_values(terms: &mut Terms, model: &Model, roots: &[Term]) -> FxHashMap<Term, Term> {
    let mut known = FxHashMap::default();
    for symbol in terms.free_symbols(roots) {
        if !terms.parameters(symbol).is_empty() {
            continue;
        }
        let value = match (terms.symbol_sort(symbol), model.value(terms, symbol)) {
            (Sort::Bool, Value::Bool(value)) => terms.bool(value),
            (Sort::Int, Value::Int(value)) => terms.int(value),
            (Sort::Real, Value::Real(value)) => terms.real(value),
            _ => continue,
        };
        known.insert(terms.symbol(symbol), value);
    }
    known
}
