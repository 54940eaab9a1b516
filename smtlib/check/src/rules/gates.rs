//! Rules about connectives. Each clause that defines a gate is a tautology; with its first literal as a
//! premise it is an elimination rule.

use super::{Context, Step, require};
use crate::terms::{Op, Sort, Term};

/// Which literals the clause of a gate has beside the gate itself.
#[derive(Clone, Copy)]
enum Others {
    /// One of the arguments, with this sign.
    One(bool),
    /// All arguments, with this sign.
    All(bool),
    /// These arguments, with their signs.
    These(&'static [(usize, bool)]),
}

struct Gate {
    tautology: &'static str,
    elimination: &'static str,
    op: Op,
    /// The sign of the gate in its clause.
    sign: bool,
    others: Others,
}

const fn gate(
    tautology: &'static str,
    elimination: &'static str,
    op: Op,
    sign: bool,
    others: Others,
) -> Gate {
    Gate { tautology, elimination, op, sign, others }
}

const GATES: [Gate; 19] = [
    gate("and_pos", "and", Op::And, false, Others::One(true)),
    gate("and_neg", "not_and", Op::And, true, Others::All(false)),
    gate("or_pos", "or", Op::Or, false, Others::All(true)),
    gate("or_neg", "not_or", Op::Or, true, Others::One(false)),
    gate("xor_pos1", "xor1", Op::Xor, false, Others::These(&[(0, true), (1, true)])),
    gate("xor_pos2", "xor2", Op::Xor, false, Others::These(&[(0, false), (1, false)])),
    gate("xor_neg1", "not_xor1", Op::Xor, true, Others::These(&[(0, true), (1, false)])),
    gate("xor_neg2", "not_xor2", Op::Xor, true, Others::These(&[(0, false), (1, true)])),
    gate("implies_pos", "implies", Op::Implies, false, Others::These(&[(0, false), (1, true)])),
    gate("implies_neg1", "not_implies1", Op::Implies, true, Others::These(&[(0, true)])),
    gate("implies_neg2", "not_implies2", Op::Implies, true, Others::These(&[(1, false)])),
    gate("equiv_pos1", "equiv2", Op::Equal, false, Others::These(&[(0, true), (1, false)])),
    gate("equiv_pos2", "equiv1", Op::Equal, false, Others::These(&[(0, false), (1, true)])),
    gate("equiv_neg1", "not_equiv2", Op::Equal, true, Others::These(&[(0, false), (1, false)])),
    gate("equiv_neg2", "not_equiv1", Op::Equal, true, Others::These(&[(0, true), (1, true)])),
    gate("ite_pos1", "ite1", Op::Ite, false, Others::These(&[(0, true), (2, true)])),
    gate("ite_pos2", "ite2", Op::Ite, false, Others::These(&[(0, false), (1, true)])),
    gate("ite_neg1", "not_ite1", Op::Ite, true, Others::These(&[(0, true), (2, false)])),
    gate("ite_neg2", "not_ite2", Op::Ite, true, Others::These(&[(0, false), (1, false)])),
];

/// Whether a rule is about gates.
pub(super) fn is_known(rule: &str) -> bool {
    GATES.iter().any(|gate| gate.tautology == rule || gate.elimination == rule)
}

/// Checks a clause of a gate, or an elimination.
pub(super) fn check(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    let is_it = |gate: &&Gate| gate.tautology == step.rule || gate.elimination == step.rule;
    let gate = GATES.iter().find(is_it).ok_or("no such rule")?;
    // The premise of an elimination contradicts the literal of the gate in its clause.
    let (literal, sign) = match gate.elimination == step.rule {
        true => (step.unit(0)?, !gate.sign),
        false => (*step.clause.first().ok_or("the clause is empty")?, gate.sign),
    };
    let (term, is_positive) = context.terms.literal(literal);
    require(is_positive == sign, "the first literal has the wrong sign")?;
    let args: Vec<Term> = match context.terms.args(term, gate.op) {
        Some(args) => args.to_vec(),
        None => return Err(format!("{} is no {:?}", context.terms.show(term), gate.op)),
    };
    let is_formula = |arg: &Term| context.terms.sort_of(*arg) == Sort::BOOL;
    require(args.iter().all(is_formula), "the arguments are no formulas")?;
    let holds = match gate.others {
        Others::One(sign) => args.iter().any(|arg| context.covers(step.clause, [(*arg, sign)])),
        Others::All(sign) => context.covers(step.clause, args.iter().map(|arg| (*arg, sign))),
        Others::These(places) => {
            let count = if gate.op == Op::Ite { 3 } else { 2 };
            require(args.len() == count, "chains of this connective are not supported")?;
            context.covers(step.clause, places.iter().map(|(index, sign)| (args[*index], *sign)))
        }
    };
    require(holds, "a literal is missing")
}
