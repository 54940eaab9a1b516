//! From a model of a violated obligation to a run that reproduces the error.

use crate::interp::{Config, Inputs, Outcome, Request, Run, run};
use crate::ir::Pos;
use crate::symbolic::exec::arguments::Arguments;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::findings::sink::Suspect;
use cfp_solver::{Int, Model, Symbol, Value};
use std::collections::BTreeMap;

/// The inputs that a model assigns.
struct ModelInputs<'a> {
    model: &'a Model,
    terms: &'a cfp_solver::Terms,
    /// For each statement that reads inputs: the functions that stand for them, and the number of values of
    /// each.
    sites: BTreeMap<Pos, Vec<(Symbol, i64)>>,
    /// The number of inputs read at each statement so far.
    taken: BTreeMap<Pos, i64>,
    arguments: Option<Arguments>,
    /// Whether to use the usual program name instead of the model's.
    has_plain_name: bool,
}

impl Inputs for ModelInputs<'_> {
    fn value(&mut self, request: &Request) -> i128 {
        let taken = self.taken.entry(request.pos).or_insert(0);
        let mut index = *taken;
        *taken += 1;
        for &(function, count) in self.sites.get(&request.pos).into_iter().flatten() {
            if index < count {
                let value = if self.terms.parameters(function).is_empty() {
                    self.model.value(self.terms, function)
                } else {
                    let mut args = vec![Value::Int(Int::ZERO); self.terms.parameters(function).len()];
                    *args.last_mut().expect("there are parameters") = Value::Int(Int::from(index));
                    self.model.function(self.terms, function).apply(&args).clone()
                };
                return value.as_int().and_then(Int::to_i64).map_or(0, i128::from);
            }
            index -= count;
        }
        0
    }

    fn arguments(&mut self) -> Vec<Vec<u8>> {
        // Limit on the number and length of arguments; the rest is cut off.
        const MOST: i64 = 1000;
        let Some(Arguments { count, length, text }) = self.arguments else {
            return vec![b"program".to_vec()];
        };
        let number = |value: &Value| value.as_int().and_then(Int::to_i64).unwrap_or(0);
        let count = number(&self.model.eval(self.terms, count)).clamp(1, MOST);
        let length = self.model.function(self.terms, length);
        let text = self.model.function(self.terms, text);
        let place = |index: i64| Value::Int(Int::from(index));
        let argument = |index: i64| {
            let bytes = 0..number(length.apply(&[place(index)])).clamp(0, MOST);
            let byte = |at: i64| match number(text.apply(&[place(index), place(at)])) as u8 {
                // Only the terminator is zero.
                0 => b'0',
                byte => byte,
            };
            bytes.map(byte).collect()
        };
        let mut all: Vec<Vec<u8>> = (0..count).map(argument).collect();
        if self.has_plain_name {
            all[0] = b"program".to_vec();
        }
        all
    }
}

/// Limit on the models tried for an obligation. A model may assign values to unknowns that no execution
/// produces, so the first one need not reproduce the error.
const MAX_PROPOSALS: usize = 6;

/// Runs on models of a violated obligation. Those that have an error are passed to `is_enough`, until it says
/// so. Returns whether the solver found a model at all.
pub(crate) fn replay(
    executor: &mut Executor<'_>,
    suspect: &Suspect,
    config: &Config,
    mut is_enough: impl FnMut(Run) -> bool,
) -> bool {
    let mut formulas = suspect.formulas.clone();
    for round in 0..MAX_PROPOSALS {
        let Some(model) = executor.logic.model(&formulas) else { return round > 0 };
        if follow(executor, &model, config).is_some_and(&mut is_enough) {
            return true;
        }
        // Require the next model to differ in an input that is read once.
        let mut others = Vec::new();
        for function in executor.findings.inputs.iter().map(|site| site.function).collect::<Vec<_>>() {
            let terms = executor.logic.brackets.terms();
            if !terms.parameters(function).is_empty() {
                continue;
            }
            let Some(value) = model.value(terms, function).as_int().cloned() else { continue };
            let input = executor.logic.terms().apply(function, &[]);
            let value = executor.logic.int(value);
            let same = equal(&mut executor.logic, input, value);
            others.push(executor.logic.negated(same));
        }
        if others.is_empty() {
            return true;
        }
        formulas.push(executor.logic.any(&others));
    }
    true
}

/// The run on the inputs of a model, if it has an error.
fn follow(executor: &Executor<'_>, model: &Model, config: &Config) -> Option<Run> {
    let arguments = executor.arguments;
    let terms = executor.logic.brackets.terms();
    let mut sites: BTreeMap<Pos, Vec<(Symbol, i64)>> = BTreeMap::new();
    for site in &executor.findings.inputs {
        let count = match site.count {
            None => 1,
            Some(count) => model.eval(terms, count).as_int().and_then(Int::to_i64).unwrap_or(1),
        };
        sites.entry(site.pos).or_default().push((site.function, count));
    }
    let config = Config { steps: config.steps.min(20_000_000), ..config.clone() };
    // The program name rarely matters, and a run with the usual one is easier to repeat.
    let names: &[bool] = if arguments.is_some() { &[true, false] } else { &[true] };
    let attempt = |has_plain_name: bool, trace: bool| {
        let (sites, taken) = (sites.clone(), BTreeMap::new());
        let mut inputs = ModelInputs { model, terms, sites, taken, arguments, has_plain_name };
        let run = run(executor.written, &Config { trace, ..config.clone() }, &mut inputs);
        matches!(run.outcome, Outcome::Violation(_)).then_some(run)
    };
    // Most runs have no error, so only a failing one is repeated with a trace.
    names.iter().find_map(|&has_plain_name| {
        let found = attempt(has_plain_name, false)?;
        attempt(has_plain_name, true).or(Some(found))
    })
}
