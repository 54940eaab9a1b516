//! Loops: fixpoint iteration with widening, one descending pass, and bounds by the number of iterations.

use super::domain::Bounds;
use super::expr::Expr;
use super::join::Mode;
use super::store::{Store, Value};
use super::walker::forget_dead;
use crate::ir::{IntType, Live, Loop, Pos, Scalar, VarId};
use crate::walk::{Exits, Iteration, Jumps, iterate, leave};

/// Limit on rounds of a fixpoint iteration.
const MAX_ROUNDS: usize = 60;

/// Rounds before bounds are widened.
const JOINED_ROUNDS: usize = 2;

/// Rounds before thresholds are no longer tried.
const THRESHOLD_ROUNDS: usize = 30;

/// Copies of variables at the head of a loop have these numbers, from here on.
const COPIES: u32 = 1 << 30;

/// Limit on iterations whose effects are added up.
const MAX_ITERATIONS: i128 = 1 << 40;

impl<'p> Bounds<'p> {
    /// The states behind a loop.
    pub(super) fn solve(
        &mut self,
        inner: &'p Loop,
        entry: Vec<Store>,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Vec<Store>> {
        let entry = self.heads(inner, entry, pos);
        let mut place = self.calls.clone();
        place.push(pos);
        let mut head = entry.clone();
        // An invariant from an earlier round of the loop around this one is often one again.
        if let Some(known) = self.invariants.get(&place).cloned() {
            head = self.widened(&known, &entry, JOINED_ROUNDS, pos).unwrap_or(known);
        }
        for round in 0..MAX_ROUNDS {
            let (next, mut exits) = self.pass(inner, &head, pos);
            if self.gap.is_some() || self.open.is_some() {
                return None;
            }
            if let Some(wider) = self.widened(&head, &next, round, pos) {
                head = wider;
                continue;
            }
            // What is smaller must not start from what was larger.
            let known = std::mem::take(&mut self.invariants);
            if round > JOINED_ROUNDS
                && let Some((smaller, fewer)) = self.narrowed(inner, &entry, next, pos)
            {
                (head, exits) = (smaller, fewer);
            }
            if let Some(smaller) = self.grown(inner, &entry, &head, pos) {
                exits = self.pass(inner, &smaller, pos).1;
                head = smaller;
            }
            self.invariants.clear();
            if self.quiet == 0 {
                exits = iterate(self, inner, head).exits;
            } else {
                self.invariants = known;
                self.invariants.insert(place, head);
            }
            return leave(self, exits, jumps);
        }
        self.gap.get_or_insert_with(|| (pos, "no loop invariant found".to_string()));
        None
    }

    /// Bounds of variables that change by bounded amounts in a bounded number of iterations.
    fn grown(&mut self, inner: &'p Loop, entry: &[Store], head: &[Store], pos: Pos) -> Option<Vec<Store>> {
        let [only] = head else { return None };
        let function = &self.program.functions[only.frame().function.index()];
        let mut numbers = Vec::new();
        for (var, value) in &only.frame().vars {
            if let (Value::Int { expr, .. }, Some(Scalar::Int(ty))) =
                (value, function.vars.get(var.index()).map(|var| var.ty))
            {
                numbers.push((*var, expr.clone(), ty));
            }
        }
        let is_open = |(_, expr, ty): &&(VarId, Expr, IntType)| {
            let (low, high) = only.range(expr, *ty);
            let ty: IntType = *ty;
            ty.signed && (low == ty.min() || high == ty.max())
        };
        let open: Vec<_> = numbers.iter().filter(is_open).cloned().collect();
        if open.is_empty() {
            return None;
        }
        let mut copied = only.clone();
        for (var, expr, _) in &numbers {
            copied.set(copy_of(*var), Value::int(expr.clone()));
        }
        let (next, _) = self.pass(inner, &[copied], pos);
        let change = |var: VarId| changes(&next, var);
        let trips = numbers.iter().filter_map(|(var, ..)| {
            let (low, high) = change(*var)?;
            let (first, last) = (range_of(entry, *var)?, range_of(&next, *var)?);
            match (low, high) {
                (1.., _) => Some(last.1 - first.0),
                (_, ..=-1) => Some(first.1 - last.0),
                _ => None,
            }
        });
        let trips = trips.min().filter(|trips| *trips < MAX_ITERATIONS)?.max(0);
        let (mut smaller, mut is_changed) = (only.clone(), false);
        for &(var, ref expr, ty) in &open {
            let (Some((low, high)), Some(first)) = (change(var), range_of(entry, var)) else { continue };
            let (least, most) = (first.0 + trips * low.min(0), first.1 + trips * high.max(0));
            if most < ty.max() {
                smaller.assume(&expr.shifted(-most)).ok()?;
                is_changed = true;
            }
            if least > ty.min() {
                smaller.assume(&expr.times(-1)?.shifted(least)).ok()?;
                is_changed = true;
            }
        }
        is_changed.then(|| vec![smaller])
    }

    /// One quiet iteration: the next heads, and the exits.
    fn pass(&mut self, inner: &'p Loop, head: &[Store], pos: Pos) -> (Vec<Store>, Exits<'p, Self>) {
        self.quiet += 1;
        let Iteration { next, exits } = iterate(self, inner, head.to_vec());
        let next = self.heads(inner, next.unwrap_or_default(), pos);
        self.quiet -= 1;
        (next, exits)
    }

    /// States at the head of a loop, without what is not read again.
    fn heads(&mut self, inner: &'p Loop, mut states: Vec<Store>, pos: Pos) -> Vec<Store> {
        let Some(current) = states.first().map(|store| store.frame().function) else { return states };
        if let Some(body) = &self.program.functions[current.index()].body {
            let live = self.live.entry(current).or_insert_with(|| Live::of(body)).at_head(inner);
            states.iter_mut().for_each(|store| forget_dead(store, live));
        }
        for store in &mut states {
            store.forget_recent();
            store.compact();
        }
        self.merged(states, Mode::Join, pos)
    }

    /// Heads that cover others, or nothing if they do already.
    fn widened(&mut self, head: &[Store], next: &[Store], round: usize, pos: Pos) -> Option<Vec<Store>> {
        let mut thresholds = Vec::new();
        if round < THRESHOLD_ROUNDS {
            // A number is often limited by another one, such as the room of an array.
            thresholds.clone_from(&self.thresholds);
            for store in head {
                store.each_expr(|expr| thresholds.extend(expr.as_constant()));
            }
            thresholds.sort_unstable();
            thresholds.dedup();
        }
        let mode = if round < JOINED_ROUNDS { Mode::Join } else { Mode::Widen(&thresholds) };
        let mut wider = head.to_vec();
        let mut is_changed = false;
        for store in next {
            if wider.iter().any(|known| known.includes(store)) {
                continue;
            }
            is_changed = true;
            let shape = store.shape(self.program);
            match wider.iter_mut().find(|known| known.shape(self.program) == shape) {
                Some(known) => {
                    let mut joined = known.join(store, self.program, mode);
                    joined.forget_recent();
                    *known = joined;
                }
                None => wider.push(store.clone()),
            }
        }
        is_changed.then(|| self.merged(wider, mode, pos))
    }

    /// A smaller invariant from the states that one iteration leads to, if it is one; with its exits.
    fn narrowed(
        &mut self,
        inner: &'p Loop,
        entry: &[Store],
        next: Vec<Store>,
        pos: Pos,
    ) -> Option<(Vec<Store>, Exits<'p, Self>)> {
        let all = entry.iter().cloned().chain(next).collect();
        let mut smaller = self.merged(all, Mode::Join, pos);
        smaller.iter_mut().for_each(Store::forget_recent);
        let (again, exits) = self.pass(inner, &smaller, pos);
        // The entry is included by construction.
        let is_invariant = again.iter().all(|store| smaller.iter().any(|known| known.includes(store)));
        is_invariant.then_some((smaller, exits))
    }
}

/// The copy of a variable.
fn copy_of(var: VarId) -> VarId {
    VarId(COPIES + var.0)
}

/// Whether a variable is a copy.
pub(super) fn is_copy(var: VarId) -> bool {
    (COPIES..2 * COPIES).contains(&var.0)
}

/// By how much a variable changes in an iteration at the least and at most.
fn changes(next: &[Store], var: VarId) -> Option<(i128, i128)> {
    let mut found: Option<(i128, i128)> = None;
    for store in next {
        let vars = &store.frame().vars;
        let (Some(Value::Int { expr, .. }), Some(Value::Int { expr: before, .. })) =
            (vars.get(&var), vars.get(&copy_of(var)))
        else {
            return None;
        };
        let (Some(low), Some(high)) = store.facts.range(&expr.minus(before)?) else { return None };
        found = Some(found.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
    }
    found
}

/// The range of a variable in some states.
fn range_of(states: &[Store], var: VarId) -> Option<(i128, i128)> {
    let mut found: Option<(i128, i128)> = None;
    for store in states {
        let Some(Value::Int { expr, .. }) = store.frame().vars.get(&var) else { return None };
        let (Some(low), Some(high)) = store.facts.range(expr) else { return None };
        found = Some(found.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
    }
    found
}
