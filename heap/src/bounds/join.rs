//! Joins and widenings of states.
//!
//! Where two states hold different numbers at the same places, the joined state has a new symbol for each
//! pair of numbers. A place whose numbers are a multiple of such a pair plus a common rest stays related to
//! it. Each state gives the new symbols values, so every fact that both imply holds for the joined state.

use super::expr::{Expr, Sym};
use super::facts::Facts;
use super::object::{Cell, ObjId, Object, Recent};
use super::store::{Frame, Implication, Store, Target, Value};
use crate::ir::{Function, IntType, Program, Scalar, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How bounds are combined.
#[derive(Clone, Copy)]
pub(super) enum Mode<'t> {
    /// The weaker of both.
    Join,
    /// Bounds of the first state that the second exceeds move to the next threshold, if there is one.
    Widen(&'t [i128]),
}

impl Mode<'_> {
    /// An upper bound from those of both states, where bounds are not below the thresholds.
    fn most(self, one: Option<i128>, other: Option<i128>) -> Option<i128> {
        let (one, other) = (one?, other?);
        match self {
            _ if other <= one => Some(one),
            Mode::Join => Some(other),
            Mode::Widen(thresholds) => thresholds.iter().copied().find(|threshold| *threshold >= other),
        }
    }

    /// A lower bound.
    fn least(self, one: Option<i128>, other: Option<i128>) -> Option<i128> {
        let (one, other) = (one?, other?);
        match self {
            _ if other >= one => Some(one),
            Mode::Join => Some(other),
            Mode::Widen(thresholds) => thresholds.iter().rev().copied().find(|threshold| *threshold <= other),
        }
    }

    /// A bound of a difference.
    fn difference(self, one: i128, other: i128) -> Option<i128> {
        match self {
            _ if other <= one => Some(one),
            Mode::Join => Some(other),
            Mode::Widen(_) => [-1, 0, 1].into_iter().find(|threshold| *threshold >= other),
        }
    }
}

/// Sizes and offsets are in this range.
const PLACES: (i128, i128) = (-(1 << 63), 1 << 63);

struct Pair {
    sides: [Expr; 2],
    sym: Sym,
    /// The range of the type.
    range: (i128, i128),
}

struct Joiner<'s, 't> {
    sides: [&'s Store; 2],
    mode: Mode<'t>,
    pairs: Vec<Pair>,
    /// Objects that stand for several texts.
    texts: BTreeMap<ObjId, Rc<Object>>,
    /// The state under construction; its facts come last.
    joined: Store,
}

impl Store {
    /// A state that includes both, which have the same shape.
    pub(super) fn join(&self, other: &Store, program: &Program, mode: Mode<'_>) -> Store {
        let (mut one, mut other) = (self.clone(), other.clone());
        for side in [&mut one, &mut other] {
            side.fix_constants();
            side.forget_texts();
        }
        one.align(&other);
        other.align(&one);
        if let Mode::Widen(_) = mode {
            one.forget_recent();
            other.forget_recent();
        }
        let mut joined = one.clone();
        joined.facts = Facts::default();
        let mut joiner =
            Joiner { sides: [&one, &other], mode, pairs: Vec::new(), texts: BTreeMap::new(), joined };
        joiner.prepare(program);
        joiner.frames(program);
        joiner.objects();
        joiner.finish()
    }

    /// Makes cells of those parts of objects where another state has some.
    pub(super) fn align(&mut self, other: &Store) {
        for (id, more) in &other.objects {
            let Some(own) = self.objects.get(id).filter(|own| !Rc::ptr_eq(own, more)) else { continue };
            let is_new = |at: &i128, cell: &Cell| own.cells.get(at).is_none_or(|own| own.bytes != cell.bytes);
            let missing: Vec<(i128, Cell)> = more
                .cells
                .iter()
                .filter(|(at, cell)| is_new(at, cell))
                .map(|(at, cell)| (*at, cell.clone()))
                .collect();
            for (at, cell) in missing {
                let is_natural = matches!(&cell.value, Value::Int { expr, .. } if other.is_natural(expr));
                let ty = match cell.value {
                    Value::Ptr { .. } => Scalar::Ptr,
                    Value::Int { .. } => {
                        Scalar::Int(IntType { bits: (8 * cell.bytes) as u8, signed: !is_natural })
                    }
                    Value::Float { .. } => continue,
                };
                let mut cases = self.clone().load(*id, &Expr::constant(at), ty, cell.bytes);
                // Bytes that are not initialized here, or not there at all, are left to the summary.
                if let (Some((store, value)), true) = (cases.pop(), cases.is_empty())
                    && (!value.is_undefined() || cell.value.is_undefined())
                {
                    *self = store;
                }
            }
        }
    }

    /// Adds cells at offsets that are not constant to the summaries.
    pub(super) fn forget_recent(&mut self) {
        let ids: Vec<ObjId> = self.objects.keys().copied().collect();
        for id in ids {
            if self.objects[&id].recent.is_empty() {
                continue;
            }
            let Some(object) = self.object_mut(id) else { continue };
            for cell in std::mem::take(&mut object.recent).into_iter().filter(|cell| cell.is_written) {
                self.absorb(id, &cell.offset, cell.bytes, &cell.value);
            }
        }
    }

    /// All expressions in variables and memory.
    pub(super) fn each_expr(&self, mut act: impl FnMut(&Expr)) {
        for value in self.frames.iter().flat_map(|frame| frame.vars.values()) {
            match value {
                Value::Int { expr, .. } | Value::Ptr { offset: expr, .. } => act(expr),
                Value::Float { .. } => {}
            }
        }
        self.objects.values().for_each(|object| object.each_expr(&mut act));
    }

    /// The symbols in variables and memory.
    pub(super) fn symbols(&self) -> BTreeSet<Sym> {
        let mut found = BTreeSet::new();
        self.each_expr(|expr| found.extend(expr.symbols()));
        found
    }

    /// Forgets objects that stand for several texts if nothing points to them.
    fn forget_texts(&mut self) {
        let is_text = |id: &&ObjId| matches!(id, ObjId::AnyText(_));
        let texts: Vec<ObjId> = self.objects.keys().filter(is_text).copied().collect();
        for id in texts {
            let mut is_used = self.objects.values().any(|object| object.rest.mentions(id));
            self.each_value(|value| {
                is_used |= matches!(value, Value::Ptr { target: Target::Object(own), .. } if *own == id);
            });
            if !is_used {
                self.objects.remove(&id);
            }
        }
    }

    /// Replaces symbols that have one value by it.
    fn fix_constants(&mut self) {
        for sym in self.symbols() {
            if let (Some(low), Some(high)) = (self.facts.low(sym), self.facts.high(sym))
                && low == high
            {
                self.substitute(sym, &Expr::constant(low));
            }
        }
    }

    /// Forgets symbols that nothing holds.
    pub(super) fn compact(&mut self) {
        self.fix_constants();
        self.forget_texts();
        let kept = self.kept(self.symbols());
        self.restrict(&kept);
    }

    /// Symbols with those that notes about them mention.
    fn kept(&self, mut kept: BTreeSet<Sym>) -> BTreeSet<Sym> {
        let mut more = BTreeSet::new();
        for (sym, (_, expr)) in &self.tests {
            if kept.contains(sym) {
                more.extend(expr.symbols());
            }
        }
        for note in self.implications.iter().filter(|note| kept.contains(&note.sym)) {
            more.extend(note.fact.symbols());
        }
        for note in self.wrapped.iter().filter(|note| kept.contains(&note.sym)) {
            more.extend(note.expr.symbols());
        }
        kept.extend(more);
        kept
    }

    /// Restricts notes and facts to symbols.
    fn restrict(&mut self, kept: &BTreeSet<Sym>) {
        let has = |expr: &Expr| expr.symbols().all(|sym| kept.contains(&sym));
        self.nonzero.retain(|(sym, _)| kept.contains(sym));
        self.tests.retain(|sym, (_, expr)| kept.contains(sym) && has(expr));
        self.implications.retain(|note| kept.contains(&note.sym) && has(&note.fact));
        self.wrapped.retain(|note| kept.contains(&note.sym) && has(&note.expr));
        self.products.retain(|note| kept.contains(&note.sym) && note.factors.iter().all(has));
        self.facts = self.facts.restricted(kept);
    }
}

impl Joiner<'_, '_> {
    /// Makes symbols for the numbers that differ, those first of which others may be multiples.
    fn prepare(&mut self, program: &Program) {
        let [one, other] = self.sides;
        let add = |value: &Value, more: &Value, range| match (value, more) {
            (Value::Int { expr, .. }, Value::Int { expr: more, .. }) if expr != more => {
                Some((expr.clone(), more.clone(), range))
            }
            _ => None,
        };
        let mut numbers = Vec::new();
        for (own, more) in one.frames.iter().zip(&other.frames) {
            let function = &program.functions[own.function.index()];
            for (var, value) in &own.vars {
                let more = more.vars.get(var);
                numbers.extend(more.and_then(|more| add(value, more, type_range(function, *var))));
            }
        }
        for (id, own) in &one.objects {
            let Some(more) = other.objects.get(id).filter(|more| !Rc::ptr_eq(own, more)) else { continue };
            for (at, cell) in &own.cells {
                let more = more.cells.get(at).filter(|more| more.bytes == cell.bytes);
                numbers.extend(more.and_then(|more| {
                    add(&cell.value, &more.value, self.cell_range(&cell.value, &more.value, cell.bytes))
                }));
            }
        }
        numbers
            .sort_by_cached_key(|(one, other, _)| one.minus(other).map_or(i128::MAX, |rest| rest.content()));
        for (one, other, range) in &numbers {
            self.expr(one, other, *range);
        }
    }

    fn frames(&mut self, program: &Program) {
        let [one, other] = self.sides;
        let mut frames = Vec::with_capacity(one.frames.len());
        for (own, more) in one.frames.iter().zip(&other.frames) {
            let function = &program.functions[own.function.index()];
            let mut vars = BTreeMap::new();
            // What only one side holds is not read again, or was never set.
            for (var, value) in &own.vars {
                if let Some(more) = more.vars.get(var) {
                    let text = self.text(frames.len(), *var, value, more);
                    let value = text.unwrap_or_else(|| self.value(value, more, type_range(function, *var)));
                    vars.insert(*var, value);
                }
            }
            frames.push(Frame { function: own.function, vars });
        }
        self.joined.frames = frames;
    }

    /// A variable that points to different texts points to an object that stands for both.
    fn text(&mut self, depth: usize, var: VarId, one: &Value, other: &Value) -> Option<Value> {
        let [first, second] = self.sides;
        let (Value::Ptr { target: Target::Object(own), .. }, Value::Ptr { target: Target::Object(more), .. }) =
            (one, other)
        else {
            return None;
        };
        if own == more || !first.is_text(one) || !second.is_text(other) {
            return None;
        }
        // The object may exist on a side only if the variable points to it there.
        let is_free = |side: &Store, own: ObjId, id: ObjId| own == id || !side.objects.contains_key(&id);
        let names =
            (0..2u32).map(|turn| ObjId::AnyText((depth as u32) << 24 | turn << 23 | var.0 & 0x7f_ffff));
        let id = names.into_iter().find(|id| is_free(first, *own, *id) && is_free(second, *more, *id))?;
        let (own, more) = (&first.objects[own], &second.objects[more]);
        let size = self.expr(&own.size, &more.size, PLACES);
        let length = self.expr(&own.end_of_text()?, &more.end_of_text()?, PLACES);
        self.texts.insert(id, Rc::new(Object::any_text(size, length)));
        let undefined = one.is_undefined() || other.is_undefined();
        Some(Value::Ptr { target: Target::Object(id), offset: Expr::default(), undefined })
    }

    fn value(&mut self, one: &Value, other: &Value, range: (i128, i128)) -> Value {
        let is_undefined = one.is_undefined() || other.is_undefined();
        match (one, other) {
            (Value::Int { expr, .. }, Value::Int { expr: other, .. }) => {
                Value::Int { expr: self.expr(expr, other, range), undefined: is_undefined }
            }
            (Value::Ptr { target, offset, .. }, Value::Ptr { target: same, offset: other, .. })
                if target == same =>
            {
                let offset = self.expr(offset, other, PLACES);
                Value::Ptr { target: *target, offset, undefined: is_undefined }
            }
            (Value::Ptr { .. }, Value::Ptr { .. }) => {
                Value::Ptr { target: Target::Unknown, offset: Expr::default(), undefined: is_undefined }
            }
            (Value::Float { .. }, Value::Float { .. }) => Value::Float { undefined: is_undefined },
            // The types of a place differ.
            (Value::Ptr { .. }, _) | (_, Value::Ptr { .. }) => {
                Value::Ptr { target: Target::Unknown, offset: Expr::default(), undefined: is_undefined }
            }
            _ => Value::Float { undefined: is_undefined },
        }
    }

    /// The expression for a place, from those of both sides.
    fn expr(&mut self, one: &Expr, other: &Expr, range: (i128, i128)) -> Expr {
        if one == other {
            return one.clone();
        }
        let Some(difference) = one.minus(other) else { return self.fresh(one, other, range) };
        let is_place = range == PLACES;
        self.related(one, &difference, is_place).unwrap_or_else(|| self.fresh(one, other, range))
    }

    /// An expression by a pair, or for places in memory by two: its difference between the sides is a sum of
    /// multiples of theirs.
    fn related(&self, one: &Expr, difference: &Expr, is_place: bool) -> Option<Expr> {
        for (index, pair) in self.pairs.iter().enumerate() {
            let Some(own) = pair.sides[0].minus(&pair.sides[1]) else { continue };
            if let Some(factor) = difference.multiple_of(&own) {
                return one.plus(&pair.sides[0], -factor)?.plus(&Expr::of(pair.sym), factor);
            }
            for &(sym, unit) in own.terms.iter().filter(|_| is_place) {
                let factor = difference.coefficient(sym) / unit;
                if factor == 0 || factor * unit != difference.coefficient(sym) {
                    continue;
                }
                let Some(rest) = difference.plus(&own, -factor) else { continue };
                let others = self.pairs.iter().enumerate().filter(|(other, _)| *other != index);
                for (_, second) in others {
                    let times =
                        second.sides[0].minus(&second.sides[1]).and_then(|own| rest.multiple_of(&own));
                    if let Some(times) = times {
                        let base = one.plus(&pair.sides[0], -factor)?.plus(&second.sides[0], -times)?;
                        return base.plus(&Expr::of(pair.sym), factor)?.plus(&Expr::of(second.sym), times);
                    }
                }
            }
        }
        None
    }

    fn fresh(&mut self, one: &Expr, other: &Expr, range: (i128, i128)) -> Expr {
        let sym = self.joined.symbol(None, None);
        self.pairs.push(Pair { sides: [one.clone(), other.clone()], sym, range });
        Expr::of(sym)
    }

    fn objects(&mut self) {
        let [one, other] = self.sides;
        let mut objects = std::mem::take(&mut self.texts);
        for (id, own) in &one.objects {
            let Some(more) = other.objects.get(id).filter(|_| !objects.contains_key(id)) else { continue };
            let object = match Rc::ptr_eq(own, more) || own == more {
                true => Rc::clone(own),
                false => Rc::new(self.object(*id, own, more)),
            };
            objects.insert(*id, object);
        }
        self.joined.objects = objects;
    }

    fn object(&mut self, id: ObjId, one: &Object, other: &Object) -> Object {
        let mut cells = BTreeMap::new();
        for (at, own) in &one.cells {
            let Some(more) = other.cells.get(at).filter(|more| more.bytes == own.bytes) else { continue };
            let range = self.cell_range(&own.value, &more.value, own.bytes);
            let value = self.value(&own.value, &more.value, range);
            cells.insert(*at, Cell { bytes: own.bytes, value });
        }
        let recent = self.recent(one, other);
        let own = self.without(0, id, &cells, &recent);
        let more = self.without(1, id, &cells, &recent);
        let rest = match self.mode {
            Mode::Join => own.rest.join(&more.rest),
            Mode::Widen(thresholds) => own.rest.widen(&more.rest, |bound, is_high| match is_high {
                true => thresholds.iter().copied().find(|threshold| *threshold >= bound),
                false => thresholds.iter().rev().copied().find(|threshold| *threshold <= bound),
            }),
        };
        let size = self.expr(&own.size, &more.size, PLACES);
        let prefix = self.expr(&own.prefix, &more.prefix, PLACES);
        let suffix = self.expr(&own.suffix, &more.suffix, PLACES);
        let zeros = self.zeros(&own.zeros, &more.zeros);
        Object {
            size,
            constant: one.constant,
            cells,
            recent,
            rest,
            prefix,
            suffix,
            zeros,
            text: one.text.clone(),
        }
    }

    /// An object of a side whose other cells are added to the summary.
    fn without(&self, side: usize, id: ObjId, cells: &BTreeMap<i128, Cell>, recent: &[Recent]) -> Rc<Object> {
        let object = &self.sides[side].objects[&id];
        let is_cell_lost = |at: &i128, cell: &Cell| cells.get(at).is_none_or(|kept| kept.bytes != cell.bytes);
        let is_kept =
            |cell: &Recent| recent.iter().any(|kept| kept.offset == cell.offset && kept.bytes == cell.bytes);
        let lost: Vec<&Recent> =
            object.recent.iter().filter(|cell| cell.is_written && !is_kept(cell)).collect();
        if lost.is_empty() && !object.cells.iter().any(|(at, cell)| is_cell_lost(at, cell)) {
            return Rc::clone(object);
        }
        let mut store = self.sides[side].clone();
        if object.cells.keys().any(|at| !cells.contains_key(at)) {
            store.settle_prefix(id);
        }
        for (at, cell) in object.cells.iter().filter(|(at, cell)| is_cell_lost(at, cell)) {
            store.absorb(id, &Expr::constant(*at), cell.bytes, &cell.value);
        }
        for cell in lost {
            store.absorb(id, &cell.offset, cell.bytes, &cell.value);
        }
        Rc::clone(&store.objects[&id])
    }

    /// The range of a cell: that of signed numbers, unless a side exceeds it.
    fn cell_range(&self, one: &Value, other: &Value, bytes: u32) -> (i128, i128) {
        let half = 1i128 << (8 * bytes.min(8) - 1);
        let sides = self.sides.iter().zip([one, other]);
        let is_signed = sides.into_iter().all(|(side, value)| match value {
            Value::Int { expr, .. } => side.facts.most(expr).is_some_and(|most| most < half),
            _ => true,
        });
        let sides = self.sides.iter().zip([one, other]);
        let is_natural = sides.into_iter().all(|(side, value)| match value {
            Value::Int { expr, .. } => side.is_natural(expr),
            _ => true,
        });
        (if is_natural { 0 } else { -half }, if is_signed { half - 1 } else { 2 * half - 1 })
    }

    /// Cells at the same offset on both sides.
    fn recent(&mut self, one: &Object, other: &Object) -> Vec<Recent> {
        let mut found = Vec::new();
        for own in &one.recent {
            let Some(more) =
                other.recent.iter().find(|more| more.offset == own.offset && more.bytes == own.bytes)
            else {
                continue;
            };
            let range = self.cell_range(&own.value, &more.value, own.bytes);
            let value = self.value(&own.value, &more.value, range);
            found.push(Recent { value, is_written: own.is_written || more.is_written, ..own.clone() });
        }
        found
    }

    /// Zeros that both sides have; the others in pairs.
    fn zeros(&mut self, one: &[Expr], other: &[Expr]) -> Vec<Expr> {
        let mut found: Vec<Expr> = one.iter().filter(|zero| other.contains(zero)).cloned().collect();
        let own: Vec<&Expr> = one.iter().filter(|zero| !other.contains(zero)).collect();
        let more: Vec<&Expr> = other.iter().filter(|zero| !one.contains(zero)).collect();
        for (own, more) in own.iter().rev().zip(more.iter().rev()) {
            let zero = self.expr(own, more, PLACES);
            found.push(zero);
        }
        found
    }

    /// Adds the facts and notes that both sides have.
    fn finish(mut self) -> Store {
        let [one, other] = self.sides;
        let fresh: BTreeMap<Sym, usize> =
            self.pairs.iter().enumerate().map(|(index, pair)| (pair.sym, index)).collect();
        self.joined.tests.retain(|sym, test| other.tests.get(sym) == Some(test));
        let both = |has: &dyn Fn(&Store) -> bool| has(one) && has(other);
        let wrapped = one.wrapped.iter().chain(&other.wrapped);
        self.joined.wrapped = unique(wrapped.filter(|note| both(&|side| side.is_wrapped(note))));
        self.joined.products.retain(|note| other.products.contains(note));
        self.joined.nonzero.retain(|(sym, plus)| other.is_nonzero(&Expr::of(*sym).shifted(*plus)));
        let names = Names { pairs: &self.pairs, fresh };
        let mut kept = self.joined.symbols();
        self.joined.implications = self.implications(&names, &kept);
        kept = self.joined.kept(kept);
        let mut facts = Facts::default();
        for &sym in &kept {
            let (range, sides) = names.sides(sym);
            let most = self.mode.most(one.facts.most(&sides[0]), other.facts.most(&sides[1]));
            let least = self.mode.least(one.facts.least(&sides[0]), other.facts.least(&sides[1]));
            facts.introduce(sym, least.or(range.map(|range| range.0)), most.or(range.map(|range| range.1)));
            if one.is_nonzero(&sides[0]) && other.is_nonzero(&sides[1]) {
                self.joined.nonzero.insert((sym, 0));
            }
        }
        for (x, y) in candidates([one, other], &kept, &names) {
            let (_, first) = names.sides(x);
            let (_, second) = names.sides(y);
            let differences = [0, 1].map(|side| first[side].minus(&second[side]));
            let [Some(own), Some(more)] = differences else { continue };
            let bounds = (one.facts.most(&own), other.facts.most(&more));
            let (Some(least), Some(most)) = bounds else { continue };
            // Bounds are widened; differences that follow from them alone must not bring them back.
            let is_implied = matches!(self.mode, Mode::Widen(_)) && one.facts.by_bounds(&own) == Some(least);
            if is_implied && least.max(most) > 1 {
                continue;
            }
            if let Some(most) = self.mode.difference(least, most) {
                let _ = facts.relate(x, y, most);
            }
        }
        self.linear(&mut facts, &kept, &names);
        // No object is larger than this, also if bounds of its size are widened.
        for object in self.joined.objects.values() {
            let _ = facts.add(&object.size.shifted(-i128::from(i64::MAX)));
        }
        self.joined.facts = facts;
        self.joined.restrict(&kept);
        self.joined
    }

    /// Implications that hold on both sides. At loop heads, they are about symbols that stay the same.
    fn implications(&self, names: &Names<'_>, kept: &BTreeSet<Sym>) -> Vec<Implication> {
        let mut found: Vec<Implication> = Vec::new();
        for side in 0..2 {
            for note in &self.sides[side].implications {
                let (sym, fact) = match self.mode {
                    Mode::Widen(_) => (Some(note.sym), Some(note.fact.clone())),
                    Mode::Join => (
                        names.of_side(note.sym, side, kept).and_then(|expr| expr.as_symbol()),
                        note.fact.substituted(|sym| names.of_side(sym, side, kept)),
                    ),
                };
                let (Some(sym), Some(fact)) = (sym, fact) else { continue };
                let holds = |side: usize| {
                    let there = |sym: Sym| Some(names.sides(sym).1[side].clone());
                    let fact = fact.substituted(there);
                    let premise = &names.sides(sym).1[side];
                    fact.is_some_and(|fact| self.sides[side].is_implied(premise, note.is_zero, &fact))
                };
                let named = Implication { sym, is_zero: note.is_zero, fact: fact.clone() };
                if holds(0) && holds(1) && !found.contains(&named) {
                    found.push(named);
                }
            }
        }
        found
    }

    /// Linear inequalities of one side that hold on the other.
    fn linear(&self, facts: &mut Facts, kept: &BTreeSet<Sym>, names: &Names<'_>) {
        let sources = if matches!(self.mode, Mode::Join) { 2 } else { 1 };
        for side in 0..sources {
            for fact in self.sides[side].facts.linear() {
                let named = fact.substituted(|sym| names.of_side(sym, side, kept));
                let Some(named) = named else { continue };
                let there = named.substituted(|sym| Some(names.sides(sym).1[1 - side].clone()));
                if there.is_some_and(|there| self.sides[1 - side].facts.holds(&there)) {
                    let _ = facts.add(&named);
                }
            }
        }
    }
}

/// Notes, each once.
fn unique<'n, T: PartialEq + Clone + 'n>(notes: impl Iterator<Item = &'n T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for note in notes {
        if !found.contains(note) {
            found.push(note.clone());
        }
    }
    found
}

/// The symbols of a joined state as expressions of both sides.
struct Names<'p> {
    pairs: &'p [Pair],
    fresh: BTreeMap<Sym, usize>,
}

impl Names<'_> {
    fn sides(&self, sym: Sym) -> (Option<(i128, i128)>, [Expr; 2]) {
        match self.fresh.get(&sym) {
            Some(index) => (Some(self.pairs[*index].range), self.pairs[*index].sides.clone()),
            None => (None, [Expr::of(sym), Expr::of(sym)]),
        }
    }

    /// A symbol of a side as an expression over symbols of the joined state.
    fn of_side(&self, sym: Sym, side: usize, kept: &BTreeSet<Sym>) -> Option<Expr> {
        let named = self.pairs.iter().find_map(|pair| match pair.sides[side].terms[..] {
            [(own, 1)] if own == sym => Some(Expr::of(pair.sym).shifted(-pair.sides[side].constant)),
            _ => None,
        });
        named.or_else(|| kept.contains(&sym).then(|| Expr::of(sym)))
    }
}

/// Pairs of symbols whose difference may be bounded.
fn candidates(sides: [&Store; 2], kept: &BTreeSet<Sym>, names: &Names<'_>) -> Vec<(Sym, Sym)> {
    let is_old = |sym: &Sym| kept.contains(sym) && !names.fresh.contains_key(sym);
    let old = sides.into_iter().flat_map(|side| side.facts.differences()).map(|(x, y, _)| (x, y));
    let old: BTreeSet<(Sym, Sym)> = old.filter(|(x, y)| is_old(x) && is_old(y)).collect();
    let mut found: Vec<(Sym, Sym)> = old.into_iter().collect();
    for x in names.fresh.keys().filter(|sym| kept.contains(sym)) {
        for y in kept.iter().filter(|y| *y != x) {
            found.push((*x, *y));
            if !names.fresh.contains_key(y) {
                found.push((*y, *x));
            }
        }
    }
    found
}

/// The range of a variable.
fn type_range(function: &Function, var: VarId) -> (i128, i128) {
    match function.vars.get(var.index()).map(|var| var.ty) {
        Some(Scalar::Int(int)) => (int.min(), int.max()),
        _ => (-(1 << 64), 1 << 64),
    }
}
