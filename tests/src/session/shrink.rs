//! Making sessions smaller. What is made is not always well-formed; whoever tries it notices.

use super::{Script, Step};
use crate::sexpr::Tree;

/// Smaller sessions, the boldest steps first.
pub fn candidates(script: &Script) -> Vec<Script> {
    let mut found = Vec::new();
    let with_steps = |steps: Vec<Step>| Script { steps, ..script.clone() };
    let count = script.steps.len();
    for length in [count / 2, count / 4, count / 8, 2, 1] {
        for start in (0..count).step_by(length.max(1)) {
            let end = (start + length).min(count);
            found.push(with_steps([&script.steps[..start], &script.steps[end..]].concat()));
        }
    }
    for (index, step) in script.steps.iter().enumerate() {
        for step in smaller_steps(step) {
            let mut steps = script.steps.clone();
            steps[index] = step;
            found.push(with_steps(steps));
        }
    }
    if script.cores {
        found.push(Script { cores: false, ..script.clone() });
    }
    if script.minimal_cores {
        found.push(Script { minimal_cores: false, ..script.clone() });
    }
    if script.global_declarations {
        found.push(Script { global_declarations: false, ..script.clone() });
    }
    found.retain(|candidate| candidate.to_string().len() < script.to_string().len());
    found
}

fn smaller_steps(step: &Step) -> Vec<Step> {
    let smaller = |text: &str| Tree::read(text).smaller().into_iter().map(|tree| tree.to_string());
    match step {
        Step::Assert { name, term } => {
            let unnamed = name.is_some().then(|| Step::Assert { name: None, term: term.clone() });
            let terms = smaller(term).map(|term| Step::Assert { name: name.clone(), term });
            unnamed.into_iter().chain(terms).collect()
        }
        Step::Define { name, parameters, sort, body } => smaller(body)
            .map(|body| Step::Define {
                name: name.clone(),
                parameters: parameters.clone(),
                sort: sort.clone(),
                body,
            })
            .collect(),
        Step::Check { assumptions, values } => {
            let fewer = |terms: &[String]| {
                let mut found = Vec::new();
                for index in 0..terms.len() {
                    let mut rest = terms.to_vec();
                    let term = rest.remove(index);
                    found.push(rest);
                    found.extend(smaller(&term).map(|term| {
                        let mut changed = terms.to_vec();
                        changed[index] = term;
                        changed
                    }));
                }
                found
            };
            let some = fewer(assumptions)
                .into_iter()
                .map(|assumptions| Step::Check { assumptions, values: values.clone() });
            let others = fewer(values)
                .into_iter()
                .map(|values| Step::Check { assumptions: assumptions.clone(), values });
            some.chain(others).collect()
        }
        _ => Vec::new(),
    }
}
