//! A domain for the tests of the walker: an abstract integer for each variable of `main`, and the comparison
//! that a variable is the result of.

use super::numbers::Abstract;
use crate::ir::*;
use crate::obligations::{Obligation, Proof};
use crate::property::ViolationKind;
use crate::walk::disjunction::Splitting;
use crate::walk::fixpoint::{Widening, solve};
use crate::walk::{Call, Domain, Jump, Jumps, block, leave};
use std::collections::{BTreeMap, BTreeSet};

/// A comparison of two operands.
type Test = (CompareOp, Operand, Operand);

/// The variables at a point; `None` for those that may be uninitialised.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Values<A> {
    vars: Vec<Option<A>>,
    tests: BTreeMap<VarId, Test>,
}

/// The domain, with its findings so far.
#[derive(Debug)]
pub(super) struct Numbers<'p, A> {
    program: &'p Program,
    types: Vec<IntType>,
    /// Limit on the rounds of a loop.
    pub(super) rounds: usize,
    quiet: usize,
    pub(super) gaps: Vec<(Pos, String)>,
    /// Obligations that were not discharged.
    pub(super) open: BTreeSet<Obligation>,
    /// All values that were assigned at a place.
    pub(super) assigned: BTreeMap<Pos, A>,
    /// Values that `main` returned.
    pub(super) returned: Vec<Option<A>>,
}

impl<'p, A: Abstract> Numbers<'p, A> {
    pub(super) fn new(program: &'p Program) -> Numbers<'p, A> {
        let types = main(program).vars.iter().map(|var| var.ty.as_int().expect("an integer")).collect();
        Numbers {
            program,
            types,
            rounds: 20,
            quiet: 0,
            gaps: Vec::new(),
            open: BTreeSet::new(),
            assigned: BTreeMap::new(),
            returned: Vec::new(),
        }
    }

    /// The state in which `main` begins.
    pub(super) fn start(&self) -> Values<A> {
        Values { vars: vec![None; self.types.len()], tests: BTreeMap::new() }
    }

    /// The proof of this domain.
    pub(super) fn proof(&self) -> Proof {
        match self.gaps.is_empty() {
            true => {
                Proof::AllBut { places: self.open.clone(), kinds: A::UNCHECKED.iter().copied().collect() }
            }
            false => Proof::Void,
        }
    }

    /// Records a possible violation, if the domain checks for its kind.
    fn violate(&mut self, kind: ViolationKind, pos: Pos) {
        if self.quiet == 0 && !A::UNCHECKED.contains(&kind) {
            self.open.insert(Obligation { pos, kind });
        }
    }

    fn value(&mut self, state: &Values<A>, operand: &Operand, pos: Pos) -> A {
        match operand {
            Operand::Var(var) => state.vars[var.index()].unwrap_or_else(|| {
                self.violate(ViolationKind::Uninitialized, pos);
                A::any(self.types[var.index()])
            }),
            Operand::Int(value, _) => A::constant(*value),
            _ => {
                self.gap(pos, "not an integer");
                A::any(IntType { bits: 64, signed: true })
            }
        }
    }

    /// The value of an expression; `None` if it never has one.
    fn expression(&mut self, state: &Values<A>, expr: &Expr, pos: Pos) -> Option<A> {
        Some(match expr {
            Expr::Use(operand) => self.value(state, operand, pos),
            Expr::Compare(op, _, left, right) => {
                let (left, right) = (self.value(state, left, pos), self.value(state, right, pos));
                let holds = A::refine(*op, left, right).map(|_| A::constant(1));
                let fails = A::refine(negated(*op), left, right).map(|_| A::constant(0));
                match (holds, fails) {
                    (Some(one), Some(other)) => one.join(other),
                    (one, other) => one.or(other)?,
                }
            }
            Expr::Binary(op, Scalar::Int(ty), left, right) => {
                let (left, mut right) = (self.value(state, left, pos), self.value(state, right, pos));
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                    if right.contains(0) {
                        self.violate(ViolationKind::DivisionByZero, pos);
                    }
                    right = A::refine(CompareOp::Ne, right, A::constant(0))?.0;
                }
                let Some(result) = A::binary(*op, left, right) else {
                    self.violate(ViolationKind::Overflow, pos);
                    return Some(A::any(*ty));
                };
                if !ty.signed {
                    return Some(result.wrap(*ty));
                }
                if !result.fits(*ty) {
                    self.violate(ViolationKind::Overflow, pos);
                }
                result.restrict(*ty)?
            }
            _ => {
                self.gap(pos, "not modelled");
                return None;
            }
        })
    }

    fn set(&mut self, state: &mut Values<A>, var: VarId, value: Option<A>, pos: Pos) {
        state.vars[var.index()] = value;
        let is_var = |operand: &Operand| *operand == Operand::Var(var);
        state.tests.retain(|&result, (_, left, right)| result != var && !is_var(left) && !is_var(right));
        if let (0, Some(value)) = (self.quiet, value) {
            self.assigned.entry(pos).and_modify(|known| *known = known.join(value)).or_insert(value);
        }
    }

    /// The state in which a comparison holds.
    fn compare(&mut self, state: &Values<A>, (op, left, right): Test) -> Option<Values<A>> {
        let mut refined = state.clone();
        let values = (self.value(state, &left, Pos::NOWHERE), self.value(state, &right, Pos::NOWHERE));
        let (one, other) = A::refine(op, values.0, values.1)?;
        for (operand, value) in [(left, one), (right, other)] {
            if let Operand::Var(var) = operand
                && state.vars[var.index()].is_some()
            {
                refined.vars[var.index()] = Some(value);
            }
        }
        Some(refined)
    }

    fn both(&self, one: Values<A>, other: &Values<A>, join: impl Fn(A, A, IntType) -> A) -> Values<A> {
        let pairs = one.vars.iter().zip(&other.vars).zip(&self.types);
        let vars = pairs.map(|((&one, &other), &ty)| Some(join(one?, other?, ty))).collect();
        let mut tests = one.tests;
        tests.retain(|var, test| other.tests.get(var) == Some(test));
        Values { vars, tests }
    }
}

pub(super) fn main(program: &Program) -> &Function {
    &program.functions[program.main.expect("a main").index()]
}

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Ge => CompareOp::Lt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Le => CompareOp::Gt,
    }
}

impl<'p, A: Abstract> Domain<'p> for Numbers<'p, A> {
    type State = Values<A>;
    type Value = A;
    type Condition = Operand;
    type Arguments = ();

    fn gap(&mut self, pos: Pos, text: &str) {
        if self.quiet == 0 {
            self.gaps.push((pos, text.to_string()));
        }
    }

    fn begin(&mut self, _: &'p Stmt, _: &mut Values<A>) -> bool {
        true
    }

    fn transfer(&mut self, stmt: &'p Stmt, mut state: Values<A>) -> Option<Values<A>> {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let result = self.expression(&state, value, pos)?;
                self.set(&mut state, *dst, Some(result), pos);
                if let Expr::Compare(op, _, left, right) = *value
                    && ![left, right].contains(&Operand::Var(*dst))
                {
                    state.tests.insert(*dst, (op, left, right));
                }
                Some(state)
            }
            StmtKind::Begin(Local::Var(var)) | StmtKind::End(Local::Var(var)) => {
                self.set(&mut state, *var, None, pos);
                Some(state)
            }
            StmtKind::Assume(operand) => self.assume(&state, *operand, true),
            StmtKind::Fail { failure } => {
                let kind = match failure {
                    Failure::Assertion(_) => ViolationKind::Assertion,
                    Failure::ErrorCall(_) => ViolationKind::ErrorCall,
                };
                self.violate(kind, pos);
                None
            }
            _ => {
                self.gap(pos, "not modelled");
                None
            }
        }
    }

    fn condition(&mut self, state: &mut Values<A>, operand: &'p Operand, pos: Pos) -> Operand {
        self.value(state, operand, pos);
        *operand
    }

    fn assume(&mut self, state: &Values<A>, condition: Operand, holds: bool) -> Option<Values<A>> {
        let zero = Operand::Int(0, IntType::INT);
        let op = if holds { CompareOp::Ne } else { CompareOp::Eq };
        let state = self.compare(state, (op, condition, zero))?;
        let Operand::Var(var) = condition else { return Some(state) };
        match state.tests.get(&var).copied() {
            Some((op, left, right)) => {
                let op = if holds { op } else { negated(op) };
                self.compare(&state, (op, left, right))
            }
            None => Some(state),
        }
    }

    fn join(&mut self, one: Values<A>, other: Values<A>) -> Values<A> {
        self.both(one, &other, |one, other, _| one.join(other))
    }

    fn returned(&mut self, state: &mut Values<A>, value: &'p ReturnValue, pos: Pos) -> Option<A> {
        match value {
            ReturnValue::Scalar(operand) => Some(self.value(state, operand, pos)),
            _ => None,
        }
    }

    fn run_loop(
        &mut self,
        inner: &'p Loop,
        state: Values<A>,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Values<A>> {
        let solution = solve(self, inner, state, self.rounds);
        if !solution.is_stable {
            self.gap(pos, "no loop invariant found");
        }
        leave(self, solution.iteration.exits, jumps)
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: Values<A>,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Values<A>> {
        let program = self.program;
        match callee {
            Callee::Direct(function) if program.functions[function.index()].body.is_none() => {
                self.library_call(call, &program.functions[function.index()], &(), state, jumps)
            }
            _ => {
                self.gap(call.pos, "calls are not modelled");
                None
            }
        }
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        _: &(),
        mut state: Values<A>,
        _: &mut Jumps<'p, Self>,
    ) -> Option<Values<A>> {
        match call.result {
            CallResult::Var(var) if function.name == "nondet" => {
                let value = A::any(self.types[var.index()]);
                self.set(&mut state, *var, Some(value), call.pos);
                Some(state)
            }
            _ => {
                self.gap(call.pos, "an unknown function");
                None
            }
        }
    }
}

impl<'p, A: Abstract> Widening<'p> for Numbers<'p, A> {
    fn set_quiet(&mut self, is_quiet: bool) {
        if is_quiet {
            self.quiet += 1;
        } else {
            self.quiet -= 1;
        }
    }

    fn widen(&mut self, _: &'p Loop, head: &Values<A>, next: &Values<A>) -> Option<Values<A>> {
        let joined = self.both(head.clone(), next, |head, next, ty| head.widen(next, ty));
        (joined != *head).then_some(joined)
    }
}

impl<'p, A: Abstract> Splitting<'p> for Numbers<'p, A> {
    /// The result of a comparison is either 0 or 1.
    fn cases(&mut self, stmt: &'p Stmt, state: Values<A>) -> Vec<Values<A>> {
        let Some(state) = self.transfer(stmt, state) else { return Vec::new() };
        let StmtKind::Assign { dst, value: Expr::Compare(..) } = stmt.kind else { return vec![state] };
        let sides = [true, false].map(|holds| self.assume(&state, Operand::Var(dst), holds));
        sides.into_iter().flatten().collect()
    }
}

/// Walks `main` with a domain, and collects the values that it returns.
pub(super) fn walk_main<'p, D: Domain<'p>>(
    domain: &mut D,
    program: &'p Program,
    begin: D::State,
) -> (Option<D::State>, Vec<Option<D::Value>>) {
    let body = main(program).body.as_ref().expect("a body");
    let mut jumps = Vec::new();
    let end = block(domain, body, begin, &mut jumps);
    let returned = jumps.into_iter().map(|(jump, _)| match jump {
        Jump::Return(value) => value,
        other => {
            panic!("{} has no target", if matches!(other, Jump::Break(_)) { "break" } else { "continue" })
        }
    });
    (end, returned.collect())
}

/// Walks `main` with abstract integers.
pub(super) fn analyze<A: Abstract>(program: &Program) -> Numbers<'_, A> {
    analyze_in(program, Numbers::new(program))
}

/// The same with a given domain that has not walked yet.
pub(super) fn analyze_in<'p, A: Abstract>(program: &'p Program, numbers: Numbers<'p, A>) -> Numbers<'p, A> {
    let mut numbers = numbers;
    let begin = numbers.start();
    (_, numbers.returned) = walk_main(&mut numbers, program, begin);
    numbers
}
