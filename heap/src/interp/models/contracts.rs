//! Structures that a program assumes are built from inputs; those that it checks are compared with the rules.
//!
//! An assumed structure is built rule by rule from its address on. Where several rules are possible, an input
//! chooses: 0 is the first one, for lists the empty one. Then come the data of the node, as inputs. Addresses
//! of which nothing is said are null. If no rule is possible, the run is none.
//!
//! Parts of the memory of a memory manager have an input for their size, and one for their place.
//!
//! A check applies rules in the same order. Each one owns an object that no other one owns. If a rule has a
//! name whose value nothing tells, it is not clear whether it holds, and the run ends there.

use super::inclusions::{Fault, Miss, told};
use super::{Call, Model};
use crate::checkers::{
    self, CallRule, CellRule, Class, Comparison, Contract, Definition, Fact, Place as CellPlace, Rule, Span,
    Term,
};
use crate::interp::arena::Place;
use crate::interp::arith::{self, Value};
use crate::interp::choices;
use crate::interp::inputs::InputKind;
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Origin;
use crate::interp::outcome::Outcome;
use crate::ir::{IntType, Pos, Program, Scalar};
use crate::property::ViolationKind;
use std::collections::BTreeSet;

/// Limit on the blocks of an assumed structure; from the first number on, rules without calls are preferred.
const BLOCKS: [usize; 2] = [64, 1000];

/// By how much an assumed part of the memory of a memory manager may be larger than it must be, in units.
const MAX_UNITS: i128 = 7;

/// Limit on rules that a check tries.
const MAX_TRIED: usize = 100_000;

/// The model of a contract, by its name.
pub(super) fn find(name: &str) -> Option<Model> {
    match checkers::contract(name)?.0 {
        Contract::Assume => Some(assume),
        Contract::Check => Some(check),
    }
}

/// Values for the parameters of a definition. Addresses and integers are both numbers.
#[derive(Clone, Debug, Default)]
struct Given {
    pointers: Vec<i128>,
    integers: Vec<i128>,
}

/// Values for the names of a rule, as far as they are known.
struct Names<'g> {
    this: i128,
    given: &'g Given,
    fresh: Vec<Option<i128>>,
}

impl Names<'_> {
    fn value(&self, term: Term) -> Option<i128> {
        match term {
            Term::This => Some(self.this),
            Term::Fresh(index) => self.fresh[index],
            Term::Pointer(index) => self.given.pointers.get(index).copied(),
            Term::Integer(index) => self.given.integers.get(index).copied(),
            Term::Number(number) => Some(i128::from(number)),
        }
    }

    /// Whether a fact holds, if that is known.
    fn holds(&self, fact: &Fact) -> Option<bool> {
        let mut sum = i128::from(fact.constant);
        for (term, factor) in &fact.terms {
            sum += self.value(*term)? * i128::from(*factor);
        }
        Some(match fact.op {
            Comparison::Equal => sum == 0,
            Comparison::Different => sum != 0,
            Comparison::Less => sum < 0,
            Comparison::AtMost => sum <= 0,
        })
    }

    /// Gives names the values that equations say.
    fn define(&mut self, rule: &Rule) {
        for fact in rule.facts.iter().filter(|fact| fact.op == Comparison::Equal) {
            let open = fact.terms.iter().filter(|(term, _)| self.value(*term).is_none());
            let open: Vec<(Term, i64)> = open.copied().collect();
            let [(Term::Fresh(index), factor @ (1 | -1))] = open[..] else { continue };
            let known = fact.terms.iter().filter_map(|(term, by)| Some(self.value(*term)? * i128::from(*by)));
            let sum = known.sum::<i128>() + i128::from(fact.constant);
            self.fresh[index] = Some(-sum * i128::from(factor));
        }
    }

    /// The arguments of a call.
    fn arguments(&self, call: &CallRule) -> Option<Given> {
        let values = |terms: &[Term]| terms.iter().map(|term| self.value(*term)).collect::<Option<_>>();
        Some(Given { pointers: values(&call.pointers)?, integers: values(&call.integers)? })
    }
}

/// The definition that a contract is about, and its arguments from some index on.
fn contract<'p>(program: &'p Program, c: &Call<'_>, first: usize) -> Result<(&'p Definition, Given), Stop> {
    let unknown = || Box::new(Outcome::Unsupported(format!("the contract {}", c.name), c.pos));
    let (_, name) = checkers::contract(c.name).ok_or_else(unknown)?;
    let definition = program.checker(name).ok_or_else(unknown)?;
    let args = c.args.get(first..).filter(|args| args.len() == definition.arity()).ok_or_else(unknown)?;
    let mut given = Given::default();
    for (index, (value, ty)) in args.iter().enumerate() {
        match ty {
            Scalar::Ptr if index < definition.pointers => given.pointers.push(i128::from(value.bits)),
            Scalar::Int(int) if index >= definition.pointers => {
                given.integers.push(arith::number(value.bits, *int));
            }
            _ => return Err(unknown()),
        }
    }
    Ok((definition, given))
}

fn assume(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    m.memory.note_choice(choices::OUTSIDE);
    let (definition, given) = contract(m.program, c, 0)?;
    let mut blocks = 0;
    let address = build(m, definition, &given, &mut blocks, c)?;
    if m.has_caller() {
        m.held.push(address as u64);
    }
    Ok(Value::new(address as u64))
}

/// Builds a structure, and returns its address.
fn build(
    m: &mut Machine<'_>,
    definition: &Definition,
    given: &Given,
    blocks: &mut usize,
    c: &Call<'_>,
) -> Result<i128, Stop> {
    let names = |rule: &Rule| Names { this: 0, given, fresh: vec![None; rule.fresh.len()] };
    let mentions_this = |fact: &Fact| fact.terms.iter().any(|(term, _)| *term == Term::This);
    let is_possible = |rule: &&Rule| {
        let mut facts = rule.facts.iter().filter(|fact| !mentions_this(fact));
        facts.all(|fact| names(rule).holds(fact) != Some(false))
    };
    let mut rules: Vec<&Rule> = definition.rules.iter().filter(is_possible).collect();
    // Where the parameters say that there are no more nodes, there are none.
    let is_last = |rule: &&Rule| {
        let mut facts = rule.facts.iter().filter(|fact| !mentions_this(fact)).peekable();
        let is_given = facts.peek().is_some() && facts.all(|fact| names(rule).holds(fact) == Some(true));
        is_given && rule.cells.is_empty() && rule.calls.is_empty()
    };
    if let Some(last) = rules.iter().copied().find(is_last) {
        rules = vec![last];
    }
    if *blocks >= BLOCKS[1] {
        return Err(Box::new(Outcome::Limit("size of an assumed structure")));
    }
    if *blocks >= BLOCKS[0] && rules.iter().any(|rule| rule.calls.is_empty()) {
        rules.retain(|rule| rule.calls.is_empty());
    }
    let rule = match rules[..] {
        [] => return Err(Box::new(Outcome::Infeasible(c.pos))),
        [rule] => rule,
        _ => {
            let range = Some((0, rules.len() as i128 - 1));
            let kind = InputKind::Function(c.name.to_string());
            rules[m.input_within(kind, Scalar::INT, range, c.pos).bits as usize]
        }
    };
    let mut names = names(rule);
    names.this = match (rule.block, rule.span) {
        (_, Some(span)) => i128::from(part(m, rule, &mut names, span, c)?),
        (Some(bytes), _) => {
            *blocks += 1;
            i128::from(m.create(bytes as u64, Origin::Heap, c.pos)?)
        }
        (None, None) => place(rule, &names).ok_or_else(|| unclear(&definition.name, c.pos))?,
    };
    names.define(rule);
    for index in 0..rule.fresh.len() {
        let is_called = rule.calls.iter().any(|call| call.at == Term::Fresh(index));
        if names.fresh[index].is_none() && !is_called {
            names.fresh[index] = Some(chosen(m, rule, index, c));
        }
        names.define(rule);
    }
    // Arguments may be the addresses of other structures of the rule, which are built before.
    let mut pending: Vec<&CallRule> = rule.calls.iter().collect();
    while !pending.is_empty() {
        let ready = pending.iter().position(|call| names.arguments(call).is_some()).unwrap_or(0);
        let call = pending.remove(ready);
        let inner = m.program.checker(&call.checker).zip(names.arguments(call));
        let (Term::Fresh(index), Some((inner, arguments))) = (call.at, inner) else {
            return Err(unclear(&definition.name, c.pos));
        };
        names.fresh[index] = Some(build(m, inner, &arguments, blocks, c)?);
    }
    for cell in &rule.cells {
        let value = names.value(cell.value).ok_or_else(|| unclear(&definition.name, c.pos))?;
        write(m, rule, cell, &names, value).map_err(|()| unclear(&definition.name, c.pos))?;
    }
    match rule.facts.iter().all(|fact| names.holds(fact) == Some(true)) {
        true => Ok(names.this),
        false => Err(Box::new(Outcome::Infeasible(c.pos))),
    }
}

/// The address of a new part of the memory of a memory manager, with its size and place as inputs.
fn part(
    m: &mut Machine<'_>,
    rule: &Rule,
    names: &mut Names<'_>,
    span: Span,
    c: &Call<'_>,
) -> Result<u64, Stop> {
    names.define(rule);
    let count = match (names.value(span.count), span.count) {
        (None, Term::Fresh(index)) => {
            let ty = IntType { bits: 64, signed: true };
            let low = bounds(rule, span.count, ty).0.max(1);
            let range = Some((low, low + MAX_UNITS));
            let kind = InputKind::Function(c.name.to_string());
            let count = arith::number(m.input_within(kind, Scalar::Int(ty), range, c.pos).bits, ty);
            names.fresh[index] = Some(count);
            count
        }
        (count, _) => count.unwrap_or(0),
    };
    let bytes = count.checked_mul(span.unit.into()).and_then(|bytes| u64::try_from(bytes).ok());
    let bytes = bytes.filter(|bytes| (1..1 << 20).contains(bytes));
    let bytes = bytes.ok_or_else(|| Box::new(Outcome::Infeasible(c.pos)))?;
    const PLACES: [Place; 4] = [Place::Above, Place::AboveGap, Place::Below, Place::BelowGap];
    let kind = InputKind::Function(c.name.to_string());
    let place = m.input_within(kind, Scalar::INT, Some((0, PLACES.len() as i128 - 1)), c.pos);
    m.in_arena(bytes, PLACES[place.bits as usize], c.pos)
}

fn unclear(name: &str, pos: Pos) -> Stop {
    Box::new(Outcome::Unsupported(format!("the definition {name}, whose rules leave something open"), pos))
}

/// The address of a structure without memory: the one that an equation gives.
fn place(rule: &Rule, names: &Names<'_>) -> Option<i128> {
    if !rule.cells.is_empty() {
        return None;
    }
    rule.facts.iter().find_map(|fact| match (fact.op, fact.sides()?) {
        (Comparison::Equal, (Term::This, other) | (other, Term::This)) => names.value(other),
        _ => None,
    })
}

/// A value for a name of a rule: an input in the bounds that facts give.
fn chosen(m: &mut Machine<'_>, rule: &Rule, index: usize, c: &Call<'_>) -> i128 {
    let name = Term::Fresh(index);
    if rule.is_address(index) {
        return 0;
    }
    let cell = rule.cells.iter().find(|cell| cell.value == name);
    let bytes = cell.map_or(4, |cell| extent(m.program, cell).map_or(4, |(_, bytes)| bytes));
    let ty = IntType { bits: (bytes * 8).min(64) as u8, signed: true };
    let (low, high) = bounds(rule, name, ty);
    let range = (low <= high && (low, high) != (ty.min(), ty.max())).then_some((low, high));
    let value = m.input_within(InputKind::Function(c.name.to_string()), Scalar::Int(ty), range, c.pos);
    arith::number(value.bits, ty)
}

/// The bounds of a name that facts give.
fn bounds(rule: &Rule, name: Term, ty: IntType) -> (i128, i128) {
    let (mut low, mut high) = (ty.min(), ty.max());
    for fact in &rule.facts {
        let constant = i128::from(fact.constant) + i128::from(fact.op == Comparison::Less);
        match (fact.op, &fact.terms[..]) {
            (Comparison::Less | Comparison::AtMost, [(term, 1)]) if *term == name => {
                high = high.min(-constant);
            }
            (Comparison::Less | Comparison::AtMost, [(term, -1)]) if *term == name => {
                low = low.max(constant);
            }
            _ => {}
        }
    }
    (low, high)
}

/// Where a cell is, and how many bytes it has.
fn extent(program: &Program, cell: &CellRule) -> Option<(i64, i64)> {
    let CellPlace::Offset(offset) = cell.place else { return None };
    Some((offset, cell.bytes.unwrap_or(i64::from(program.target.pointer_bytes))))
}

/// The type of a cell; nothing for bytes that are no scalar.
fn scalar(program: &Program, rule: &Rule, cell: &CellRule) -> Option<Scalar> {
    let (_, bytes) = extent(program, cell)?;
    match bytes {
        _ if rule.is_address_in(cell) => {
            (bytes == i64::from(program.target.pointer_bytes)).then_some(Scalar::Ptr)
        }
        1 | 2 | 4 | 8 => Some(Scalar::Int(IntType { bits: (bytes * 8) as u8, signed: true })),
        _ => None,
    }
}

/// Whether a cell holds bytes of which nothing is said.
fn is_raw(rule: &Rule, cell: &CellRule) -> bool {
    matches!(cell.value, Term::Fresh(index) if rule.fresh[index] == Class::Raw)
}

fn write(
    m: &mut Machine<'_>,
    rule: &Rule,
    cell: &CellRule,
    names: &Names<'_>,
    value: i128,
) -> Result<(), ()> {
    let (offset, bytes) = extent(m.program, cell).ok_or(())?;
    let address = m.memory.offset(names.this as u64, offset);
    let Some(ty) = scalar(m.program, rule, cell) else {
        let filled = if is_raw(rule, cell) { m.memory.fill(address, bytes as u64, 0).ok() } else { None };
        return filled.ok_or(());
    };
    m.store_scalar(address, Value::new(value as u64), ty).map_err(|_| ())
}

/// A structure that remains to be checked.
#[derive(Clone)]
struct Goal<'p> {
    definition: &'p Definition,
    at: i128,
    given: Given,
    /// The cell that holds the address.
    held_by: Option<(i128, i64)>,
}

/// A check that is under way.
#[derive(Clone)]
struct Check<'p> {
    goals: Vec<Goal<'p>>,
    /// Objects that rules own, by their first address.
    owned: BTreeSet<u64>,
    /// Addresses that parts of the memory of a memory manager own, with their ends.
    spans: Vec<(i128, i128)>,
}

/// What is left to try, and the rule that failed last on the way.
struct Search<'p> {
    left: usize,
    last: Option<Miss<'p>>,
}

impl<'p> Search<'p> {
    /// Notes that a rule of which so much holds is not applied.
    fn note(&mut self, check: &Check<'p>, goal: &Goal<'p>, stage: usize, fault: impl FnOnce() -> Fault<'p>) {
        let rank = (check.owned.len(), stage);
        if self.last.as_ref().is_none_or(|last| last.rank < rank) {
            self.last = Some(Miss { at: goal.at, held_by: goal.held_by, fault: fault(), rank });
        }
    }
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Holds,
    Fails,
    Unclear,
}

fn check(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let (definition, given) = contract(m.program, c, 1)?;
    let at = i128::from(c.address(0));
    let goals = vec![Goal { definition, at, given, held_by: None }];
    let mut search = Search { left: MAX_TRIED, last: None };
    match prove(m, Check { goals, owned: BTreeSet::new(), spans: Vec::new() }, &mut search, c.pos)? {
        Answer::Holds => Ok(Value::new(0)),
        Answer::Unclear => Err(unclear(&definition.name, c.pos)),
        Answer::Fails if !m.config.checks.assertions => Err(Box::new(m.ended(Outcome::Aborted, c.pos))),
        Answer::Fails => {
            let mut message = format!("the structure does not satisfy {}", definition.name);
            if let Some(miss) = search.last {
                message += &format!(": {}", told(m, definition, at, &miss));
            }
            Err(m.violation(ViolationKind::Assertion, message, c.pos, Vec::new()))
        }
    }
}

fn prove<'p>(
    m: &mut Machine<'p>,
    mut check: Check<'p>,
    search: &mut Search<'p>,
    pos: Pos,
) -> Result<Answer, Stop> {
    loop {
        let Some(goal) = check.goals.pop() else { return Ok(Answer::Holds) };
        let mut answer = Answer::Fails;
        let mut possible = Vec::new();
        for rule in &goal.definition.rules {
            let Some(rest) = search.left.checked_sub(1) else { return Ok(Answer::Unclear) };
            search.left = rest;
            match apply(m, &check, (&goal, rule), search, pos)? {
                (Answer::Holds, next) => possible.push(next),
                (Answer::Unclear, _) => answer = Answer::Unclear,
                (Answer::Fails, _) => {}
            }
        }
        // Most definitions have one rule for each case, so that nothing has to be tried.
        if possible.len() == 1 && answer == Answer::Fails {
            check = possible.remove(0);
            continue;
        }
        for next in possible {
            match prove(m, next, search, pos)? {
                Answer::Holds => return Ok(Answer::Holds),
                Answer::Unclear => answer = Answer::Unclear,
                Answer::Fails => {}
            }
        }
        return Ok(answer);
    }
}

/// Applies a rule: whether its cells and facts hold, and what remains to be checked then.
fn apply<'p>(
    m: &mut Machine<'p>,
    check: &Check<'p>,
    (goal, rule): (&Goal<'p>, &'p Rule),
    search: &mut Search<'p>,
    pos: Pos,
) -> Result<(Answer, Check<'p>), Stop> {
    let mut next = check.clone();
    let mut names = Names { this: goal.at, given: &goal.given, fresh: vec![None; rule.fresh.len()] };
    let address = goal.at as u64;
    if rule.span.is_none() && (rule.block.is_some() || !rule.cells.is_empty()) {
        let answer = block(m, rule, address);
        if answer != Answer::Holds {
            // It says more than that the structure is not empty, but less than why it is not.
            search.note(&next, goal, if goal.at == 0 { 0 } else { 2 }, || Fault::NoNode);
            return Ok((answer, next));
        }
        if !next.owned.insert(address) {
            search.note(&next, goal, usize::MAX, || Fault::Twice);
            return Ok((Answer::Fails, next));
        }
    }
    for (index, cell) in rule.cells.iter().enumerate() {
        match read(m, rule, cell, &mut names, pos)? {
            Reading::Holds => {}
            Reading::Unclear => return Ok((Answer::Unclear, next)),
            Reading::Fails { found, wanted } => {
                let offset = extent(m.program, cell).map_or(0, |(offset, _)| offset);
                let is_address = rule.is_address_in(cell);
                let fault = || Fault::Cell { offset, is_address, found, wanted };
                search.note(&next, goal, 1 + index, fault);
                return Ok((Answer::Fails, next));
            }
        }
    }
    names.define(rule);
    if let Some(span) = rule.span {
        match names.value(span.count) {
            Some(count) if owns(m, &mut next, goal.at, count * i128::from(span.unit)) => {}
            Some(_) => return Ok((Answer::Fails, next)),
            None => return Ok((Answer::Unclear, next)),
        }
    }
    let mut answer = Answer::Holds;
    for (index, fact) in rule.facts.iter().enumerate() {
        match names.holds(fact) {
            Some(true) => {}
            Some(false) => {
                let stage = 1 + rule.cells.len() + index;
                search.note(&next, goal, stage, || Fault::Fact(fact, terms(m.program, rule, fact, &names)));
                return Ok((Answer::Fails, next));
            }
            None => answer = Answer::Unclear,
        }
    }
    for call in &rule.calls {
        let definition = m.program.checker(&call.checker);
        let (Some(at), Some(given), Some(definition)) =
            (names.value(call.at), names.arguments(call), definition)
        else {
            return Ok((Answer::Unclear, next));
        };
        let cell = rule.cells.iter().find(|cell| cell.value == call.at && call.at != Term::This);
        let held_by = cell.and_then(|cell| extent(m.program, cell)).map(|(offset, _)| (goal.at, offset));
        next.goals.push(Goal { definition, at, given, held_by });
    }
    Ok((answer, next))
}

/// The terms of a comparison: the cells that hold them, if there are some, and their values.
fn terms(program: &Program, rule: &Rule, fact: &Fact, names: &Names<'_>) -> Vec<(Term, Option<i64>, i128)> {
    let known = fact.terms.iter().filter_map(|(term, _)| {
        let cell = rule.cells.iter().find(|cell| cell.value == *term && *term != Term::This);
        let offset = cell.and_then(|cell| extent(program, cell)).map(|(offset, _)| offset);
        Some((*term, offset, names.value(*term)?))
    });
    known.collect()
}

/// Whether there are bytes at an address that no other rule owns; then this one does.
fn owns(m: &Machine<'_>, check: &mut Check<'_>, at: i128, bytes: i128) -> bool {
    let is_inside = m.memory.living_size(at as u64).is_some_and(|(size, offset)| {
        offset >= 0 && bytes > 0 && i128::from(offset) + bytes <= i128::from(size)
    });
    let is_free = check.spans.iter().all(|(low, high)| at + bytes <= *low || *high <= at);
    check.spans.push((at, at + bytes));
    is_inside && is_free
}

/// Whether the memory at an address is what a rule owns. It is not clear what a definition means by a block
/// that is only a part of an object: in MemCAD, arrays may be taken for memory of their own.
fn block(m: &Machine<'_>, rule: &Rule, address: u64) -> Answer {
    let is_heap = m.memory.locate(address).0.origin == Origin::Heap;
    match (m.memory.living_size(address), rule.block) {
        (Some((_, 0)), None) => Answer::Holds,
        (Some((size, 0)), Some(bytes)) if is_heap && bytes as u64 == size => Answer::Holds,
        (Some((size, offset)), Some(bytes)) if offset >= 0 && (offset + bytes) as u64 <= size => {
            Answer::Unclear
        }
        (Some((_, 1..)), None) => Answer::Unclear,
        _ => Answer::Fails,
    }
}

/// What a cell holds: what it should, or something else.
enum Reading {
    Holds,
    Unclear,
    Fails { found: Option<i128>, wanted: Option<i128> },
}

/// Reads a cell: it gives a name its value, or must hold what the rule says.
fn read(
    m: &mut Machine<'_>,
    rule: &Rule,
    cell: &CellRule,
    names: &mut Names<'_>,
    pos: Pos,
) -> Result<Reading, Stop> {
    let Some((offset, bytes)) = extent(m.program, cell) else { return Ok(Reading::Unclear) };
    let address = m.memory.offset(names.this as u64, offset);
    if m.memory.check_block(address, bytes as u64, false).is_err() {
        return Ok(Reading::Fails { found: None, wanted: None });
    }
    if is_raw(rule, cell) {
        return Ok(Reading::Holds);
    }
    let Some(ty) = scalar(m.program, rule, cell) else { return Ok(Reading::Unclear) };
    let value = m.load(Value::new(address), ty, pos)?;
    if value.undefined && m.config.checks.uninitialized {
        return Ok(Reading::Fails { found: None, wanted: None });
    }
    let value = match ty {
        Scalar::Int(int) => arith::number(value.bits, int),
        _ => i128::from(value.bits),
    };
    match (cell.value, names.value(cell.value)) {
        (Term::Fresh(index), None) => names.fresh[index] = Some(value),
        (_, Some(wanted)) if wanted == value => {}
        (_, Some(wanted)) => return Ok(Reading::Fails { found: Some(value), wanted: Some(wanted) }),
        (_, None) => return Ok(Reading::Unclear),
    }
    Ok(Reading::Holds)
}
