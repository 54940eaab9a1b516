//! Domains that take little time, ask no questions to the solver, and decide some programs.

use crate::analysis::{LoopInvariant, Open, Options, Task};
use crate::ir::Program;
use crate::multiword::MultiwordOptions;
use crate::obligations::Proof;
use crate::shapes::ShapeCosts;
use crate::techniques::Technique;
use crate::{bounds, counters, multiword, shapes};
use std::time::{Duration, Instant};

/// Limit on the time of a small domain.
const DOMAIN_TIME: Duration = Duration::from_secs(5);

/// The same for shapes: for linked lists, there is hardly another proof.
const SHAPES_TIME: Duration = Duration::from_secs(15);

/// The same for memory managers, which no other domain proves.
const MANAGER_TIME: Duration = Duration::from_secs(60);

/// The same for shapes after the analysis, when there is nothing else to do but runs.
pub(super) const LAST_TIME: Duration = Duration::from_secs(15);

/// Limits on the time of a domain: in itself, and as a part of the time that is left.
pub(super) fn limits(technique: Technique) -> (Duration, u32) {
    match technique {
        Technique::Multiword => (MANAGER_TIME, 2),
        Technique::Shapes => (SHAPES_TIME, 3),
        _ => (DOMAIN_TIME, 4),
    }
}

/// What a domain has found.
pub(super) struct Found {
    pub(super) proof: Proof,
    pub(super) invariants: Vec<LoopInvariant>,
    /// Why there is no proof.
    pub(super) missing: Option<Open>,
    pub(super) shapes: Option<ShapeCosts>,
}

impl Found {
    fn proof(proof: Proof) -> Found {
        Found { proof, invariants: Vec::new(), missing: None, shapes: None }
    }
}

/// The domains, in the order in which they are tried.
pub(super) const DOMAINS: [Technique; 4] =
    [Technique::ListCounters, Technique::Multiword, Technique::Bounds, Technique::Shapes];

/// Whether a domain is tried before the analysis. Shapes of programs without links are tried last.
pub(super) fn is_early(technique: Technique, program: &Program) -> bool {
    technique != Technique::Shapes || shapes::applies(program)
}

/// What a proof by a domain alone says.
pub(super) fn reason(technique: Technique) -> &'static str {
    match technique {
        Technique::ListCounters => "no run of the program has an error, by lengths of lists (list-counters)",
        Technique::Shapes => "no run of the program has an error, by shapes of lists (shapes)",
        Technique::Multiword => "no run of the program has an error, by lists of blocks (multiword)",
        _ => super::NO_ERROR,
    }
}

/// Analyses a task in a domain; nothing if it does not apply. Descriptions of loop invariants take time, so
/// they are made only if they are wanted.
pub(super) fn analyze(
    technique: Technique,
    task: &Task<'_>,
    time: Duration,
    options: &Options,
) -> Option<Found> {
    let describes = options.invariants || options.picture.is_some();
    match technique {
        Technique::ListCounters => counters::analyze(task)
            .map(|found| Found { invariants: found.invariants, ..Found::proof(found.proof) }),
        Technique::Bounds => Some(Found::proof(bounds::analyze(task, time).proof)),
        Technique::Multiword => {
            let deadline = Some(Instant::now() + time);
            let abstraction = options.abstraction;
            let options = MultiwordOptions { deadline, abstraction, widening: true };
            multiword::analyze(task, options).map(|found| Found {
                invariants: found.invariants,
                shapes: Some(ShapeCosts {
                    steps: found.steps,
                    disjuncts: found.states,
                    rounds: found.rounds,
                }),
                missing: found
                    .missing
                    .map(|(pos, text)| Open::gap(pos, format!("no proof by lists of blocks: {text}"))),
                ..Found::proof(found.proof)
            })
        }
        Technique::Shapes => {
            let deadline = Some(Instant::now() + time);
            let analyze = if describes { shapes::analyze_and_describe } else { shapes::analyze };
            analyze(task, deadline).map(|found| Found {
                proof: found.proof,
                invariants: found.invariants,
                missing: found.missing.map(|(pos, text)| stopped(pos, &text)),
                shapes: Some(found.costs),
            })
        }
        _ => None,
    }
}

/// Why the domain of shapes proves nothing.
fn stopped(pos: crate::ir::Pos, text: &str) -> Open {
    Open::gap(pos, format!("the shape domain stops here: {text}"))
}
