//! Brute force: tries all assignments of a small box.

use cfp_solver::{Int, Model, Sort, Symbol, Term, Terms, Value};

/// A model with integers between minus and plus `limit`, if there is one.
pub fn find_model(terms: &Terms, symbols: &[Symbol], assertions: &[Term], limit: i64) -> Option<Model> {
    let mut point: Vec<i64> = symbols.iter().map(|&symbol| domain(terms, symbol, limit).0).collect();
    loop {
        let mut model = Model::new();
        for (&symbol, &value) in symbols.iter().zip(&point) {
            let value = match terms.symbol_sort(symbol) {
                Sort::Bool => Value::Bool(value == 1),
                _ => Value::Int(Int::from(value)),
            };
            model.set(symbol, value);
        }
        if model.eval_all(terms, assertions).iter().all(|value| *value == Value::Bool(true)) {
            return Some(model);
        }
        // The next point, like counting.
        let advanced = symbols.iter().enumerate().any(|(index, &symbol)| {
            let (low, high) = domain(terms, symbol, limit);
            let carry = point[index] == high;
            point[index] = if carry { low } else { point[index] + 1 };
            !carry
        });
        if !advanced {
            return None;
        }
    }
}

fn domain(terms: &Terms, symbol: Symbol, limit: i64) -> (i64, i64) {
    match terms.symbol_sort(symbol) {
        Sort::Bool => (0, 1),
        _ => (-limit, limit),
    }
}
