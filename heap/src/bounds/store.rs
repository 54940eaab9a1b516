//! An abstract state: what variables and memory hold, and facts about the symbols in it.

use super::expr::{Expr, Sym};
use super::facts::{Contradiction, Facts};
use super::object::{ObjId, Object};
use crate::ir::{CompareOp, FuncId, IntType, Scalar, VarId};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a pointer points to. A state knows one target of each pointer; other targets are in other states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Target {
    Null,
    Object(ObjId),
    Function(FuncId),
    /// An object that has ended.
    Stale,
    /// Anything.
    Unknown,
}

/// A scalar. It is undefined if it may depend on an uninitialized value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Int { expr: Expr, undefined: bool },
    Ptr { target: Target, offset: Expr, undefined: bool },
    Float { undefined: bool },
}

impl Value {
    pub(super) fn int(expr: Expr) -> Value {
        Value::Int { expr, undefined: false }
    }

    pub(super) fn null() -> Value {
        Value::Ptr { target: Target::Null, offset: Expr::default(), undefined: false }
    }

    pub(super) fn address(target: Target, offset: Expr) -> Value {
        Value::Ptr { target, offset, undefined: false }
    }

    pub(super) fn is_undefined(&self) -> bool {
        match self {
            Value::Int { undefined, .. } | Value::Ptr { undefined, .. } | Value::Float { undefined } => {
                *undefined
            }
        }
    }

    pub(super) fn with_undefined(mut self, more: bool) -> Value {
        match &mut self {
            Value::Int { undefined, .. } | Value::Ptr { undefined, .. } | Value::Float { undefined } => {
                *undefined |= more;
            }
        }
        self
    }
}

/// A frame of the call stack.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) function: FuncId,
    pub(super) vars: BTreeMap<VarId, Value>,
}

/// What follows from the value of a symbol.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Implication {
    pub(super) sym: Sym,
    /// Whether the premise is that the symbol is zero, or that it is not.
    pub(super) is_zero: bool,
    /// Then this is at most zero.
    pub(super) fact: Expr,
}

/// A conversion: `sym = expr` modulo `2^bits`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wrapped {
    pub(super) sym: Sym,
    pub(super) expr: Expr,
    pub(super) bits: u8,
}

/// A product of two expressions that are not constant.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Product {
    pub(super) sym: Sym,
    pub(super) factors: [Expr; 2],
}

/// A set of executions.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub(super) frames: Vec<Frame>,
    pub(super) objects: BTreeMap<ObjId, Rc<Object>>,
    pub(super) facts: Facts,
    /// Symbols that are not the negative of a number, although their bounds do not say so.
    pub(super) nonzero: BTreeSet<(Sym, i128)>,
    /// Symbols that are 1 if an expression is related to zero in this way, otherwise 0.
    pub(super) tests: BTreeMap<Sym, (CompareOp, Expr)>,
    pub(super) implications: Vec<Implication>,
    pub(super) wrapped: Vec<Wrapped>,
    pub(super) products: Vec<Product>,
    /// The next symbol, for all states of an analysis.
    next: Rc<Cell<Sym>>,
}

/// Limit on implications, conversions and products that are kept.
const MAX_NOTES: usize = 40;

impl Store {
    pub(super) fn new(function: FuncId) -> Store {
        Store {
            frames: vec![Frame { function, vars: BTreeMap::new() }],
            objects: BTreeMap::new(),
            facts: Facts::default(),
            nonzero: BTreeSet::new(),
            tests: BTreeMap::new(),
            implications: Vec::new(),
            wrapped: Vec::new(),
            products: Vec::new(),
            next: Rc::new(Cell::new(1)),
        }
    }

    pub(super) fn frame(&self) -> &Frame {
        self.frames.last().expect("a call is under way")
    }

    pub(super) fn set(&mut self, var: VarId, value: Value) {
        self.frames.last_mut().expect("a call is under way").vars.insert(var, value);
    }

    pub(super) fn depth(&self) -> u32 {
        self.frames.len() as u32
    }

    /// A new symbol with bounds.
    pub(super) fn symbol(&mut self, low: Option<i128>, high: Option<i128>) -> Sym {
        let sym = self.next.get();
        self.next.set(sym + 1);
        self.facts.introduce(sym, low, high);
        sym
    }

    /// A new number in a range; a range of one number is that number.
    pub(super) fn between(&mut self, low: i128, high: i128) -> Expr {
        if low == high {
            return Expr::constant(low);
        }
        Expr::of(self.symbol(Some(low), Some(high)))
    }

    /// Any value of a type.
    pub(super) fn any(&mut self, ty: Scalar, undefined: bool) -> Value {
        match ty {
            Scalar::Int(int) => Value::Int { expr: self.between(int.min(), int.max()), undefined },
            Scalar::Float(_) => Value::Float { undefined },
            Scalar::Ptr => Value::Ptr { target: Target::Unknown, offset: Expr::default(), undefined },
        }
    }

    /// The range of an expression of a type.
    pub(super) fn range(&self, expr: &Expr, ty: IntType) -> (i128, i128) {
        let (low, high) = self.facts.range(expr);
        (low.map_or(ty.min(), |low| low.max(ty.min())), high.map_or(ty.max(), |high| high.min(ty.max())))
    }

    /// The object, to change it.
    pub(super) fn object_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(Rc::make_mut)
    }

    /// Assumes that an expression is at most zero.
    pub(super) fn assume(&mut self, expr: &Expr) -> Result<(), Contradiction> {
        self.facts.add(expr)?;
        self.follow()
    }

    /// Assumes that two expressions are equal.
    pub(super) fn equate(&mut self, one: &Expr, other: &Expr) -> Result<(), Contradiction> {
        self.facts.equate(one, other)?;
        self.follow()
    }

    /// Assumes a relation of an expression to zero.
    pub(super) fn assume_test(&mut self, op: CompareOp, expr: &Expr) -> Result<(), Contradiction> {
        match op {
            CompareOp::Lt => self.assume(&expr.shifted(1)),
            CompareOp::Le => self.assume(expr),
            CompareOp::Gt => expr.times(-1).map_or(Ok(()), |minus| self.assume(&minus.shifted(1))),
            CompareOp::Ge => expr.times(-1).map_or(Ok(()), |minus| self.assume(&minus)),
            CompareOp::Eq => self.equate(expr, &Expr::default()),
            CompareOp::Ne => self.assume_not_zero(expr),
        }
    }

    fn assume_not_zero(&mut self, expr: &Expr) -> Result<(), Contradiction> {
        let (low, high) = self.facts.range(expr);
        if (low, high) == (Some(0), Some(0)) {
            return Err(Contradiction);
        }
        if low == Some(0) {
            return self.assume_test(CompareOp::Gt, expr);
        }
        if high == Some(0) {
            return self.assume_test(CompareOp::Lt, expr);
        }
        if let Some(place) = distinct(expr) {
            self.nonzero.insert(place);
            return self.follow();
        }
        Ok(())
    }

    /// Whether an expression is not zero.
    pub(super) fn is_nonzero(&self, expr: &Expr) -> bool {
        let (low, high) = self.facts.range(expr);
        low.is_some_and(|low| low > 0)
            || high.is_some_and(|high| high < 0)
            || distinct(expr).is_some_and(|place| self.nonzero.contains(&place))
    }

    /// Draws conclusions from what is known of symbols.
    fn follow(&mut self) -> Result<(), Contradiction> {
        const MAX_ROUNDS: usize = 8;
        for _ in 0..MAX_ROUNDS {
            let mut is_changed = self.follow_conversions()?;
            let mut index = 0;
            while index < self.implications.len() {
                let Implication { sym, is_zero, .. } = self.implications[index];
                let is_met = match is_zero {
                    true => self.facts.low(sym) == Some(0) && self.facts.high(sym) == Some(0),
                    false => self.is_nonzero(&Expr::of(sym)),
                };
                if is_met {
                    let fact = self.implications.remove(index).fact;
                    self.facts.add(&fact)?;
                    is_changed = true;
                } else {
                    index += 1;
                }
            }
            self.follow_squares()?;
            if !is_changed {
                break;
            }
        }
        Ok(())
    }

    fn follow_conversions(&mut self) -> Result<bool, Contradiction> {
        let mut is_changed = false;
        let mut index = 0;
        while index < self.wrapped.len() {
            let Wrapped { sym, expr, bits } = self.wrapped[index].clone();
            let own = Expr::of(sym);
            // An original of zero gives zero.
            if self.is_nonzero(&own)
                && !self.is_nonzero(&expr)
                && let Some(place) = distinct(&expr)
            {
                is_changed |= self.nonzero.insert(place);
            }
            let modulus = 1i128 << bits;
            let difference = own.minus(&expr).map(|difference| self.facts.range(&difference));
            let Some((Some(low), Some(high))) = difference else {
                index += 1;
                continue;
            };
            // Multiples of the modulus between the bounds.
            let (least, most) = (-(-low).div_euclid(modulus), high.div_euclid(modulus));
            if least > most {
                return Err(Contradiction);
            }
            if least == most {
                self.wrapped.remove(index);
                let exact = expr.shifted(least * modulus);
                self.facts.equate(&own, &exact)?;
                self.substitute(sym, &exact);
                is_changed = true;
            } else {
                index += 1;
            }
        }
        Ok(is_changed)
    }

    /// Replaces a symbol by an expression that is equal to it.
    pub(super) fn substitute(&mut self, sym: Sym, by: &Expr) {
        let replace = |expr: &mut Expr| {
            let factor = expr.coefficient(sym);
            if factor != 0
                && let Some(rest) = expr.plus(&Expr::of(sym), -factor)
                && let Some(replaced) = rest.plus(by, factor)
            {
                *expr = replaced;
            }
        };
        let mut replace_value = |value: &mut Value| match value {
            Value::Int { expr, .. } | Value::Ptr { offset: expr, .. } => replace(expr),
            Value::Float { .. } => {}
        };
        for frame in &mut self.frames {
            frame.vars.values_mut().for_each(&mut replace_value);
        }
        for object in self.objects.values_mut() {
            let mut is_mentioned = false;
            object.each_expr(|expr| is_mentioned |= expr.coefficient(sym) != 0);
            if is_mentioned {
                let object = Rc::make_mut(object);
                object.each_value(&mut replace_value);
                object.each_place(replace);
            }
        }
        self.tests.values_mut().for_each(|(_, expr)| replace(expr));
        self.implications.iter_mut().for_each(|note| replace(&mut note.fact));
        self.wrapped.iter_mut().for_each(|note| replace(&mut note.expr));
    }

    /// Bounds of a square bound its root.
    fn follow_squares(&mut self) -> Result<(), Contradiction> {
        for index in 0..self.products.len() {
            let Product { sym, factors: [one, other] } = &self.products[index];
            if one == other
                && let (Some(high), Some(root)) = (self.facts.high(*sym), one.as_symbol())
                && high >= 0
                && self.facts.low(root).is_some_and(|low| low >= 0)
            {
                self.facts.cap(root, (high as u128).isqrt() as i128)?;
            }
        }
        Ok(())
    }

    /// Whether an expression being zero, or not, implies that another one is at most zero: it is noted, the
    /// premise is false, or the conclusion true.
    pub(super) fn is_implied(&self, premise: &Expr, is_zero: bool, fact: &Expr) -> bool {
        let is_false = match is_zero {
            true => self.is_nonzero(premise),
            false => self.facts.range(premise) == (Some(0), Some(0)),
        };
        let is_noted = |note: &Implication| {
            premise.as_symbol() == Some(note.sym)
                && note.is_zero == is_zero
                && fact.minus(&note.fact).is_some_and(|rest| self.facts.holds(&rest))
        };
        is_false || self.facts.holds(fact) || self.implications.iter().any(is_noted)
    }

    /// Whether a symbol is an expression modulo a power of two.
    pub(super) fn is_wrapped(&self, note: &Wrapped) -> bool {
        if self.wrapped.contains(note) {
            return true;
        }
        let difference = Expr::of(note.sym).minus(&note.expr).map(|difference| self.facts.range(&difference));
        matches!(difference, Some((Some(low), Some(high))) if low == high && low % (1 << note.bits) == 0)
    }

    /// Adds an implication; what is implied already is a fact.
    pub(super) fn imply(&mut self, implication: Implication) -> Result<(), Contradiction> {
        if self.implications.contains(&implication) {
            return Ok(());
        }
        if self.implications.len() >= MAX_NOTES {
            self.implications.remove(0);
        }
        self.implications.push(implication);
        self.follow()
    }

    pub(super) fn note_wrapped(&mut self, wrapped: Wrapped) {
        if self.wrapped.len() >= MAX_NOTES {
            self.wrapped.remove(0);
        }
        self.wrapped.push(wrapped);
    }

    pub(super) fn note_product(&mut self, product: Product) {
        if self.products.len() >= MAX_NOTES {
            self.products.remove(0);
        }
        self.products.push(product);
    }

    /// Calls a function on all values in variables and memory.
    pub(super) fn each_value(&mut self, mut act: impl FnMut(&mut Value)) {
        for frame in &mut self.frames {
            frame.vars.values_mut().for_each(&mut act);
        }
        for object in self.objects.values_mut() {
            if object.has_pointer() {
                Rc::make_mut(object).each_value(&mut act);
            }
        }
    }

    /// Ends an object: pointers to it are stale.
    pub(super) fn end(&mut self, id: ObjId) {
        self.taken(id);
    }

    /// Ends an object, and gives what it was.
    pub(super) fn taken(&mut self, id: ObjId) -> Option<Object> {
        self.objects.get(&id)?;
        self.each_value(|value| {
            if let Value::Ptr { target, offset, .. } = value
                && *target == Target::Object(id)
            {
                *target = Target::Stale;
                *offset = Expr::default();
            }
        });
        for object in self.objects.values_mut() {
            if object.rest.mentions(id) {
                Rc::make_mut(object).rest.end(id);
            }
        }
        self.objects.remove(&id).map(Rc::unwrap_or_clone)
    }
}

impl Store {
    /// The first function has returned: its variables are gone.
    pub(super) fn leave_program(&mut self) {
        self.frames.clear();
        let slots: Vec<ObjId> =
            self.objects.keys().filter(|id| matches!(id, ObjId::Slot { .. })).copied().collect();
        slots.into_iter().for_each(|id| self.end(id));
    }
}

/// A symbol and a number whose sum an expression is, up to its sign.
fn distinct(expr: &Expr) -> Option<(Sym, i128)> {
    match expr.terms[..] {
        [(sym, 1)] => Some((sym, expr.constant)),
        [(sym, -1)] => Some((sym, -expr.constant)),
        _ => None,
    }
}
