//! Loop invariants as C expressions, for witnesses (thesis, section 4.4).
//!
//! Candidates are checked in the third pass of a loop's summary, at the beginning of iteration `k`: what is
//! proved there holds whenever this entry of the loop reaches its head. Candidates are bounds of the
//! variables that the loop changes, by constants and by other variables, and the linear relations between
//! variables that change by constants: `x = x0 + s k` and `y = y0 + t k` imply `t (x - x0) = s (y - y0)`. A
//! loop may be entered several times. An invariant must be proved for all entries, and a loop has none if one
//! of its entries was not summarised.
//!
//! An expression must mean in C what was proved over the integers. So both sides of a comparison have the
//! same type. Arithmetic is either on variables of at most 32 bits, computed in 64 bits, or modular on
//! unsigned variables.

use crate::analysis::{LoopInvariant, literal};
use crate::ir::*;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::loops::carried::{Carrier, Change};
use crate::symbolic::loops::summary::Plan;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use crate::techniques::Technique;
use cfp_solver::{Int, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Limit on queries for one entry of a loop.
const MAX_QUESTIONS: usize = 60;

/// Factors and constants below this bound, times 32-bit numbers, do not overflow 64 bits.
const MAX_FACTOR: i64 = 1 << 28;

/// A program variable in scope at the head of a loop.
struct Visible {
    name: String,
    ty: IntType,
    now: Term,
    /// For a variable that the loop changes: its initial value, and its step if that is constant.
    moves: Option<(Term, Option<i64>)>,
}

/// A candidate invariant: the C expression and the formula it stands for.
type Candidate = (String, Term);

impl<'p> Executor<'p> {
    /// All proved invariants, by position.
    pub(crate) fn loop_invariants(&self) -> Vec<LoopInvariant> {
        let program = self.program;
        let mut unfollowed = self.calls.contracted_functions();
        unfollowed.extend(&self.loops.invariants.unfollowed);
        let Some(unfollowed) = called_from(program, unfollowed) else { return Vec::new() };
        let mut found = Vec::new();
        for (key, expressions) in &self.loops.invariants.proved {
            let (Some(expressions), Some(&pos)) = (expressions, self.loops.invariants.places.get(key)) else {
                continue;
            };
            // A summarised or contracted call enters the loop without visiting it, so nothing is proved for
            // that entry.
            if !expressions.is_empty() && !unfollowed.contains(&key.0) {
                let function = program.functions[key.0.index()].name.clone();
                found.push(LoopInvariant {
                    pos,
                    function,
                    found_by: Technique::LoopSummaries,
                    is_partial: false,
                    legend: None,
                    disjuncts: vec![expressions.join(" && ")],
                    expression: Some(expressions.join(" && ")),
                    graphs: Vec::new(),
                    lengths: BTreeMap::new(),
                    rounds: None,
                });
            }
        }
        found.sort_by_key(|invariant| invariant.pos);
        found
    }

    /// Records that a loop is entered.
    pub(crate) fn enter_loop(&mut self, state: &State, inner: &Loop, pos: Pos) {
        if self.loops.invariants.are_wanted
            && let Some(frame) = state.frames.last()
        {
            self.loops.invariants.places.insert((frame.function, inner.label), pos);
        }
    }

    /// Records an entry of a loop for which no invariant was proved.
    pub(crate) fn no_invariants(&mut self, state: &State, inner: &Loop) {
        if self.loops.invariants.are_wanted
            && self.findings.quiet == 0
            && let Some(frame) = state.frames.last()
        {
            self.loops.invariants.proved.insert((frame.function, inner.label), None);
        }
    }

    /// Checks the candidates at the beginning of iteration `k` and records those that hold.
    pub(crate) fn note_invariants(&mut self, inner: &'p Loop, plan: &Plan, begin: &State) {
        if !self.loops.invariants.are_wanted || self.findings.quiet > 0 {
            return;
        }
        // If the body comes first, the loop head is not where iterations begin.
        if !inner.begins_at_head() || self.logic.is_math {
            return self.no_invariants(begin, inner);
        }
        let Some(frame) = begin.frames.last() else { return };
        let key = (frame.function, inner.label);
        let before = match self.loops.invariants.proved.get(&key) {
            Some(None) => return,
            Some(Some(before)) => Some(before.clone()),
            None => None,
        };
        let variables = self.visible_variables(inner, plan, begin);
        let mut proved = Vec::new();
        for (expression, claim) in self.candidates(inner, &variables).into_iter().take(MAX_QUESTIONS) {
            let is_known = before.as_ref().is_none_or(|before| before.contains(&expression));
            if is_known && !proved.contains(&expression) && self.logic.follows(&begin.path, claim) {
                proved.push(expression);
            }
        }
        self.loops.invariants.proved.insert(key, Some(proved));
    }

    /// The integer variables in scope at the head of a loop.
    fn visible_variables(&mut self, inner: &Loop, plan: &Plan, begin: &State) -> Vec<Visible> {
        let Some(frame) = begin.frames.last() else { return Vec::new() };
        let function = &self.program.functions[frame.function.index()];
        let mut found = Vec::new();
        for &var in &inner.visible {
            let (Var { name: Some(name), ty: Scalar::Int(ty), .. }, Some(Value::Number(now))) =
                (&function.vars[var.index()], frame.vars[var.index()])
            else {
                continue;
            };
            let carried = plan.carried.iter().find(|carried| carried.carrier == Carrier::Var(var));
            let moves = carried.and_then(|carried| carried.parts.first()).map(|part| {
                let step = match &part.change {
                    Some(Change::Linear(step)) => step.to_i64(),
                    _ => None,
                };
                (part.start, step)
            });
            let moves = moves.filter(|(_, step)| *step != Some(0));
            if ty.bits >= 8 {
                found.push(Visible { name: name.clone(), ty: *ty, now, moves });
            }
        }
        found
    }

    /// The candidate invariants of a loop.
    fn candidates(&mut self, inner: &Loop, variables: &[Visible]) -> Vec<Candidate> {
        let constants = compared_constants(inner);
        let mut found = Vec::new();
        for variable in variables {
            let Some((start, step)) = variable.moves else { continue };
            if let Some(start) = self.logic.terms().as_constant(start).and_then(Int::to_i64) {
                // An increasing variable stays at or above its initial value.
                if step.is_none_or(|step| step > 0) {
                    found.extend(self.bound(variable, ">=", start));
                }
                if step.is_none_or(|step| step < 0) {
                    found.extend(self.bound(variable, "<=", start));
                }
            } else {
                found.extend(self.bound(variable, ">=", 0));
            }
            // At the head, a variable may be past the bound of the test by one, and by one step.
            for &constant in &constants {
                let step = step.unwrap_or(1).clamp(-MAX_FACTOR, MAX_FACTOR);
                if step > 0 {
                    found.extend(self.bound(variable, "<=", constant));
                    found.extend(self.bound(variable, "<=", constant.saturating_add(step)));
                } else {
                    found.extend(self.bound(variable, ">=", constant));
                    found.extend(self.bound(variable, ">=", constant.saturating_add(step)));
                }
            }
            if let Some(step) = step.filter(|step| step.abs() > 1 && step.abs() < MAX_FACTOR) {
                found.extend(self.remainder(variable, start, step));
            }
        }
        for (index, left) in variables.iter().enumerate() {
            for (place, right) in variables.iter().enumerate() {
                let is_new = left.moves.is_some() && (right.moves.is_none() || place > index);
                if !is_new {
                    continue;
                }
                if left.ty == right.ty {
                    let (below, above) =
                        (self.logic.at_most(left.now, right.now), self.logic.at_most(right.now, left.now));
                    found.push((format!("{} <= {}", left.name, right.name), below));
                    found.push((format!("{} >= {}", left.name, right.name), above));
                }
                found.extend(self.relation(left, right, variables));
            }
        }
        found
    }

    /// A bound by a constant.
    fn bound(&mut self, variable: &Visible, sign: &str, constant: i64) -> Option<Candidate> {
        let text = literal(constant, variable.ty)?;
        let number = self.logic.int(constant);
        let claim = match sign {
            "<=" => self.logic.at_most(variable.now, number),
            _ => self.logic.at_most(number, variable.now),
        };
        Some((format!("{} {sign} {text}", variable.name), claim))
    }

    /// The remainder of a variable modulo its step.
    fn remainder(&mut self, variable: &Visible, start: Term, step: i64) -> Option<Candidate> {
        let start = self.logic.terms().as_constant(start).and_then(Int::to_i64)?;
        if variable.ty.bits > 32 || start.abs() >= MAX_FACTOR {
            return None;
        }
        let (first, size, zero) = (self.logic.int(start), self.logic.int(step.abs()), self.logic.int(0));
        let way = self.logic.plus(variable.now, first, -1);
        let rest = self.logic.terms().modulo(way, size);
        let claim = equal(&mut self.logic, rest, zero);
        let way = wide_difference(&variable.name, &start.to_string());
        Some((format!("{way} % {} == 0", step.abs()), claim))
    }

    /// The linear relation between two variables that both have a constant step.
    fn relation(&mut self, left: &Visible, right: &Visible, all: &[Visible]) -> Option<Candidate> {
        let ((left_start, left_step), (right_start, right_step)) = (left.moves?, right.moves?);
        let (s, t) = (left_step?, right_step?);
        let (first, second) = (self.start_text(left_start, all)?, self.start_text(right_start, all)?);
        if s.abs() >= MAX_FACTOR || t.abs() >= MAX_FACTOR {
            return None;
        }
        // t (x - x0) = s (y - y0)
        let (x, y) = (self.logic.plus(left.now, left_start, -1), self.logic.plus(right.now, right_start, -1));
        let zero = self.logic.int(0);
        let (x, y) = (self.logic.plus(zero, x, t), self.logic.plus(zero, y, s));
        let claim = equal(&mut self.logic, x, y);
        if left.ty.bits <= 32 && right.ty.bits <= 32 && first.is_narrow && second.is_narrow {
            let side = |name: &str, start: &str, factor: i64| {
                let way = wide_difference(name, start);
                match factor {
                    1 => way,
                    -1 => format!("-{way}"),
                    _ => format!("{factor} * {way}"),
                }
            };
            let (x, y) = (side(&left.name, &first.text, t), side(&right.name, &second.text, s));
            return Some((format!("{x} == {y}"), claim));
        }
        // Differences of unsigned variables are exact modulo the size of their type.
        let is_modular = left.ty == right.ty && !left.ty.signed && left.ty.bits == 64 && s.abs() == t.abs();
        if !is_modular || first.text.starts_with('-') || second.text.starts_with('-') {
            return None;
        }
        let way = |name: &str, start: &str| match start {
            "0" => name.to_string(),
            _ => format!("{name} - {start}"),
        };
        let back = |name: &str, start: &str| format!("{start} - {name}");
        let (x, y) = match s == t {
            true => (way(&left.name, &first.text), way(&right.name, &second.text)),
            false => (way(&left.name, &first.text), back(&right.name, &second.text)),
        };
        let is_unsigned = |start: &Start| start.ty.is_none_or(|ty| ty == left.ty);
        (is_unsigned(&first) && is_unsigned(&second)).then(|| (format!("{x} == {y}"), claim))
    }

    /// An initial value in C: a constant, or a variable that still holds it.
    fn start_text(&mut self, start: Term, all: &[Visible]) -> Option<Start> {
        if let Some(constant) = self.logic.terms().as_constant(start).and_then(Int::to_i64) {
            let is_narrow = constant.abs() < MAX_FACTOR;
            return is_narrow.then(|| Start { text: constant.to_string(), ty: None, is_narrow });
        }
        let kept = all.iter().find(|variable| variable.moves.is_none() && variable.now == start)?;
        Some(Start { text: kept.name.clone(), ty: Some(kept.ty), is_narrow: kept.ty.bits <= 32 })
    }
}

/// Functions and all their transitive callees; `None` if there is an indirect call.
fn called_from(program: &Program, functions: BTreeSet<FuncId>) -> Option<BTreeSet<FuncId>> {
    let mut pending: Vec<FuncId> = functions.iter().copied().collect();
    let mut found = functions;
    while let Some(function) = pending.pop() {
        let Some(body) = &program.functions[function.index()].body else { continue };
        let mut is_known = true;
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::Call { callee: Callee::Direct(called), .. } => {
                pending.extend(found.insert(*called).then_some(*called))
            }
            StmtKind::Call { .. } => is_known = false,
            _ => {}
        });
        if !is_known {
            return None;
        }
    }
    Some(found)
}

/// An initial value in C.
struct Start {
    text: String,
    /// The type, if it is a variable.
    ty: Option<IntType>,
    /// Whether it has at most 32 bits.
    is_narrow: bool,
}

/// A difference computed in 64 bits.
fn wide_difference(name: &str, start: &str) -> String {
    match start.strip_prefix('-') {
        None if start == "0" => format!("(long long){name}"),
        Some(positive) => format!("((long long){name} + {positive})"),
        None => format!("((long long){name} - {start})"),
    }
}

/// The constants that the test of a loop compares with.
fn compared_constants(inner: &Loop) -> Vec<i64> {
    let mut found = Vec::new();
    each_stmt(&inner.test, &mut |stmt| {
        if let StmtKind::Assign { value: Expr::Compare(_, _, left, right), .. } = &stmt.kind {
            for operand in [left, right] {
                if let Operand::Int(value, _) = operand
                    && let Ok(value) = i64::try_from(*value)
                    && !found.contains(&value)
                {
                    found.push(value);
                }
            }
        }
    });
    found
}
