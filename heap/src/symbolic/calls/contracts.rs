//! Contracts for recursive functions: claims that hold for all calls because each call preserves them if the
//! calls it makes do.
//!
//! A *contract* has a precondition (relations between the arguments, and bounds of the blocks they point
//! into), a postcondition (relations between result and arguments), and a frame: the cells that a call may
//! write. The candidates are all claims of some simple forms; those of the precondition must hold at the call
//! at hand. The body is executed for arbitrary arguments that satisfy the precondition. A recursive call in
//! it must satisfy the precondition, and then returns a state that satisfies the postcondition. Claims that
//! are not preserved are dropped until the rest is inductive. If the body then has no error, neither has any
//! call of any depth.
//!
//! Functions whose summaries are too large to instantiate are handled in the same way.

use crate::ir::{FuncId, IntType, Param, Pos, Scalar};
use crate::property::Leaks;
use crate::symbolic::calls::signature::Beginning;
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::exec::stacks::contract::{Claim, Contract, Part, Quantity, SetCells, Spot, Trial};
use crate::symbolic::exec::stacks::signature::Signature;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::arrays::{Array, Unwritten};
use crate::symbolic::store::place::{Base, Class, ObjectId};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::{Pointer, Value};
use crate::techniques::Technique;
use crate::walk;
use cfp_solver::{Op, Sort, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// Limit on rounds of dropping claims and executing the body again.
const MAX_ROUNDS: usize = 16;

/// Limit on nested analyses.
const MAX_NESTING: usize = 3;

/// The terms that claims range over.
#[derive(Clone)]
pub(crate) struct Numbers {
    values: Vec<Value>,
    /// For each argument that points into an object: the object's size, and whether it is alive.
    objects: Vec<Option<(Term, Term)>>,
    /// Global integers, before and after.
    globals: [BTreeMap<ObjectId, Term>; 2],
    result: Option<Term>,
    /// The first byte of a written cell, and the byte behind it.
    cell: Option<(Term, Term)>,
}

impl Numbers {
    /// The same with a written cell, from its first byte to the byte behind it.
    pub(crate) fn with_cell(&self, cell: (Term, Term)) -> Numbers {
        Numbers { cell: Some(cell), ..self.clone() }
    }
}

impl<'p> Executor<'p> {
    pub(crate) fn trial(&mut self) -> &mut Trial {
        self.calls.trial.as_mut().expect("a contract is being checked")
    }

    /// Whether a contract for this function is being checked.
    pub(crate) fn is_on_trial(&self, function: FuncId) -> bool {
        self.calls.trial.as_ref().is_some_and(|trial| trial.contract.signature.function == function)
    }

    /// Handles a call by an inductive contract; `None` if no contract is found.
    pub(crate) fn call_by_contract(
        &mut self,
        state: &State,
        function: FuncId,
        values: &[Argument],
        pos: Pos,
    ) -> Option<(State, Option<Value>)> {
        let is_deep = self.nesting >= self.calls.under_way.len() + MAX_NESTING;
        if is_deep || self.limits.reached.is_some() || !self.logic.is_on(Technique::Contracts) {
            return None;
        }
        let start = Instant::now();
        let done = self.call_any_contract(state, function, values, pos);
        self.logic.count_use(Technique::Contracts, done.is_some(), start);
        done
    }

    fn call_any_contract(
        &mut self,
        state: &State,
        function: FuncId,
        values: &[Argument],
        pos: Pos,
    ) -> Option<(State, Option<Value>)> {
        let (signature, targets) = self.signature(state, function, values)?;
        let mut state = state.clone();
        let numbers = self.numbers(&mut state, function, values)?;
        for index in 0..self.calls.contracts.len() {
            let contract = Arc::clone(&self.calls.contracts[index]);
            if contract.signature == signature && self.may_call(&mut state, &contract, &numbers, &targets) {
                return self.after_call(state, &contract, numbers, &targets, pos);
            }
        }
        let contract = self.find_contract(&mut state, signature, &numbers, &targets)?;
        let contract = Arc::new(contract);
        self.calls.contracts.push(Arc::clone(&contract));
        self.after_call(state, &contract, numbers, &targets, pos)
    }

    /// The terms of a call that claims range over.
    fn numbers(&mut self, state: &mut State, function: FuncId, values: &[Argument]) -> Option<Numbers> {
        let mut objects = Vec::with_capacity(values.len());
        let values: Vec<Value> = values.iter().map(Argument::value).collect::<Option<_>>()?;
        for value in &values {
            let target = match *value {
                Value::Number(_) => None,
                Value::Pointer(Pointer { object, .. }) => {
                    let object = self.logic.settled(&state.path, object);
                    self.single_target(state, object)
                }
            };
            objects.push(target.map(|target| {
                let alive = self.is_alive(state, &target);
                (self.size_of(state, &target), self.bit(alive))
            }));
        }
        let globals = [self.global_integers(state, function), BTreeMap::new()];
        Some(Numbers { values, objects, globals, result: None, cell: None })
    }

    /// The global integers that a function or its callees access by name.
    fn global_integers(&mut self, state: &mut State, function: FuncId) -> BTreeMap<ObjectId, Term> {
        let mut found = BTreeMap::new();
        for object in self.used_globals(function) {
            let ty = self.object(object).ty.and_then(|ty| self.program.types.scalar(ty));
            let Some(Scalar::Int(int)) = ty.filter(|_| !self.object(object).constant) else { continue };
            if int == IntType::BOOL || !int.bits.is_multiple_of(8) {
                continue;
            }
            let class = Class::of(self.program.target, Scalar::Int(int));
            let array = self.contents(state, object, class);
            let start = vec![self.logic.int(0)];
            let value = self.read_cell(state, (object, class), array, &start)[0];
            let is_unsigned = !self.logic.is_math && !int.signed;
            found.insert(object, if is_unsigned { self.logic.as_unsigned(value, int.bits) } else { value });
        }
        found
    }

    fn quantity(&mut self, quantity: Quantity, numbers: &Numbers) -> Option<Term> {
        Some(match quantity {
            Quantity::Argument(index) => match numbers.values[index] {
                Value::Number(term) => term,
                Value::Pointer(..) => return None,
            },
            Quantity::Offset(index) => match numbers.values[index] {
                Value::Pointer(Pointer { offset, .. }) => offset,
                Value::Number(_) => return None,
            },
            Quantity::Room(index) => {
                let (Value::Pointer(Pointer { offset, .. }), Some((size, _))) =
                    (numbers.values[index], numbers.objects[index])
                else {
                    return None;
                };
                self.logic.plus(size, offset, -1)
            }
            Quantity::Alive(index) => numbers.objects[index]?.1,
            Quantity::Global(object) => *numbers.globals[0].get(&object)?,
            Quantity::GlobalAfter(object) => *numbers.globals[1].get(&object)?,
            Quantity::Result => numbers.result?,
            Quantity::First => numbers.cell?.0,
            Quantity::End => numbers.cell?.1,
        })
    }

    /// A claim as a formula; `None` if a quantity in it does not exist at this call.
    pub(crate) fn claim(&mut self, claim: &Claim, numbers: &Numbers) -> Option<Term> {
        let mut sum = self.logic.int(claim.constant.clone());
        for &(quantity, factor) in &claim.sum {
            let term = self.quantity(quantity, numbers)?;
            sum = self.logic.plus(sum, term, factor);
        }
        let zero = self.logic.int(0);
        Some(match claim.is_equation {
            true => equal(&mut self.logic, sum, zero),
            false => self.logic.at_most(zero, sum),
        })
    }

    /// The claims that are not proved. Bisects the set, since most claims are proved together.
    pub(crate) fn not_kept(
        &mut self,
        path: &[Term],
        claims: &BTreeSet<Claim>,
        numbers: &Numbers,
    ) -> Vec<Claim> {
        let mut found = Vec::new();
        let all: Vec<&Claim> = claims.iter().collect();
        let mut pending = vec![&all[..]];
        while let Some(part) = pending.pop() {
            let formulas: Option<Vec<Term>> = part.iter().map(|claim| self.claim(claim, numbers)).collect();
            let formula = formulas.map(|formulas| self.logic.all(&formulas));
            if formula.is_some_and(|formula| self.logic.follows(path, formula)) {
                continue;
            }
            match part {
                [] => {}
                [claim] => found.push((*claim).clone()),
                _ => pending.extend([&part[..part.len() / 2], &part[part.len() / 2..]]),
            }
        }
        found
    }

    /// Whether a call satisfies the precondition of a contract.
    fn may_call(
        &mut self,
        state: &mut State,
        contract: &Contract,
        numbers: &Numbers,
        targets: &[Target],
    ) -> bool {
        self.not_kept(&state.path, &contract.before, numbers).is_empty()
            && contract.set.iter().all(|cells| self.are_set(state, cells, numbers, targets))
    }

    /// The object of a spot.
    fn spot_target(&mut self, spot: Spot, targets: &[Target]) -> Target {
        match spot {
            Spot::Block(block) => targets[block].clone(),
            Spot::Global(object) => self.newest(object),
        }
    }

    /// Whether all of these cells are initialised.
    fn are_set(
        &mut self,
        state: &mut State,
        cells: &SetCells,
        numbers: &Numbers,
        targets: &[Target],
    ) -> bool {
        let (target, class) = (self.spot_target(cells.spot, targets), cells.class);
        let any = self.logic.unknown("cell");
        let inside = self.is_cell(state, any, (cells, &target), numbers);
        let mut path = state.path.clone();
        path.push(inside);
        let looking = State { path, ..state.clone() };
        let place = self.place(&looking, &target, any);
        let array = self.contents(state, target.object, class);
        let cell = self.read_cell(state, (target.object, class), array, &place);
        let is_set = cell.last().copied().expect("a cell says whether it is set");
        let is_set = self.truth(is_set);
        self.logic.follows(&looking.path, is_set)
    }

    /// The condition that an offset is that of one of these cells.
    fn is_cell(
        &mut self,
        state: &State,
        offset: Term,
        (cells, target): (&SetCells, &Target),
        numbers: &Numbers,
    ) -> Term {
        let (zero, bytes) = (self.logic.int(0), self.logic.int(i64::from(cells.class.size())));
        let end = self.logic.plus(offset, bytes, 1);
        let rest = self.logic.terms().modulo(offset, bytes);
        let size = self.size_of(state, target);
        let mut parts = vec![
            self.logic.at_most(zero, offset),
            self.logic.at_most(end, size),
            equal(&mut self.logic, rest, zero),
        ];
        if let Some(Part { pointer, number, stride }) = cells.within {
            let bounds = (Quantity::Offset(pointer), Quantity::Argument(number));
            let (from, count) = (self.quantity(bounds.0, numbers), self.quantity(bounds.1, numbers));
            let (Some(from), Some(count)) = (from, count) else { return self.logic.terms().bool(false) };
            let to = self.logic.plus(from, count, stride);
            parts.extend([self.logic.at_most(from, offset), self.logic.at_most(end, to)]);
        }
        self.logic.all(&parts)
    }

    /// The state after a call that satisfies a contract: the frame is havocked and the postcondition is
    /// assumed.
    fn after_call(
        &mut self,
        mut state: State,
        contract: &Contract,
        mut numbers: Numbers,
        targets: &[Target],
        pos: Pos,
    ) -> Option<(State, Option<Value>)> {
        self.logic.here = pos;
        let called = &self.program.functions[contract.signature.function.index()];
        let what =
            format!("what the recursive function `{}` computes is known only by a contract", called.name);
        self.begin_loss(pos, what);
        let spots: BTreeSet<Spot> = contract.written.iter().map(|(spot, _)| *spot).collect();
        for spot in spots {
            let target = self.spot_target(spot, targets);
            let object = target.object;
            let mut classes: BTreeSet<Class> =
                self.classes(&state, object).into_iter().map(|(class, _)| class).collect();
            let written = contract.written.iter().filter(|(other, _)| *other == spot);
            classes.extend(written.map(|(_, class)| *class));
            for class in classes {
                let before = self.contents(&mut state, object, class);
                let parts = self.parts_of_place(object, class);
                let region = self.frame_region(contract, (spot, class), &target, &numbers).map(Arc::new);
                let logic = &mut self.heap.prover.logic;
                let array = self.heap.arrays.havoc(logic, before, class, parts, region);
                state.memory.insert((object, class), array);
            }
        }
        let value = self.program.types.scalar(called.ty.result).map(|ty| self.unknown_value(ty, "result"));
        self.logic.set_loss(None);
        if let Some(Value::Number(result)) = value {
            numbers.result = Some(result);
        }
        numbers.globals[1] = self.global_integers(&mut state, contract.signature.function);
        for claim in &contract.after {
            if let Some(formula) = self.claim(claim, &numbers) {
                state.assume(&mut self.logic, formula);
            }
        }
        Some((state, value))
    }

    /// A recursive call in a body under check: the precondition must hold, and the postcondition is assumed.
    pub(crate) fn call_on_trial(
        &mut self,
        mut state: State,
        values: &[Argument],
        pos: Pos,
    ) -> Option<(State, Option<Value>)> {
        let contract = self.trial().contract.clone();
        let is_looked_at = self.trial().quiet == self.findings.quiet;
        let Some((signature, targets)) = self.signature(&state, contract.signature.function, values) else {
            self.trial().failure.get_or_insert("unresolved pointer passed to a recursive call");
            return None;
        };
        let numbers = self.numbers(&mut state, contract.signature.function, values)?;
        let trial = self.trial();
        if !trial.kept.signature.generalize(&signature) {
            trial.failure.get_or_insert("arguments of another shape passed to a recursive call");
        }
        if trial.failure.is_some() {
            return None;
        }
        if is_looked_at {
            for claim in self.not_kept(&state.path, &contract.before, &numbers) {
                self.trial().kept.before.remove(&claim);
            }
            for cells in &contract.set {
                if !self.are_set(&mut state, cells, &numbers, &targets) {
                    self.trial().kept.set.remove(cells);
                }
            }
        }
        self.after_call(state, &contract, numbers, &targets, pos)
    }

    /// Finds an inductive contract, starting from all candidate claims.
    fn find_contract(
        &mut self,
        state: &mut State,
        signature: Signature,
        numbers: &Numbers,
        targets: &[Target],
    ) -> Option<Contract> {
        let constants = self.constants(state, signature.function);
        let mut before = self.claims_before(&signature, &constants);
        for claim in self.not_kept(&state.path, &before, numbers) {
            before.remove(&claim);
        }
        let mut set = self.set_cells(&signature, targets.len());
        set.retain(|cells| self.are_set(state, cells, numbers, targets));
        let after = self.claims_after(&signature, &constants);
        let bounds = self.frame_bounds(&signature);
        let mut contract = Contract { signature, before, after, set, written: BTreeSet::new(), bounds };
        for _ in 0..MAX_ROUNDS {
            let (kept, _) = self.try_contract(&contract, false)?;
            if kept == contract {
                let (kept, is_free_of_errors) = self.try_contract(&contract, true)?;
                log::debug!("contract {contract:?}: {is_free_of_errors}");
                return (is_free_of_errors && kept == contract).then_some(contract);
            }
            contract = kept;
        }
        None
    }

    /// Executes the body of a function under a contract. Returns the claims that were preserved, and whether
    /// the body has no error.
    fn try_contract(&mut self, contract: &Contract, is_loud: bool) -> Option<(Contract, bool)> {
        let mut other = self.sibling();
        let trial = self.lend(&mut other, |other| {
            other.findings.quiet = usize::from(!is_loud);
            other.execute_trial(contract);
            other.calls.trial.take()
        })?;
        if other.limits.reached.is_some() {
            return None;
        }
        if let Some(failure) = trial.failure {
            log::debug!("no contract: {failure}");
            return None;
        }
        let leaves = self.checks.leaks != Leaks::Off && !other.findings.ends.is_empty();
        let is_free_of_errors =
            other.findings.suspects.is_empty() && other.findings.gaps.is_empty() && !leaves;
        for suspect in &other.findings.suspects {
            log::debug!("contract: open obligation: {} at {:?}", suspect.text, suspect.pos);
        }
        for (pos, gap) in &other.findings.gaps {
            log::debug!("contract: not modelled: {gap} at {pos:?}");
        }
        Some((trial.kept, is_free_of_errors))
    }

    fn execute_trial(&mut self, contract: &Contract) {
        let signature = &contract.signature;
        let program = self.program;
        let called = &program.functions[signature.function.index()];
        let Beginning { mut state, values, blocks, .. } = self.begin_isolated(signature);
        let trial = Trial {
            contract: contract.clone(),
            kept: contract.clone(),
            quiet: self.findings.quiet,
            failure: None,
        };
        self.calls.trial = Some(Box::new(trial));
        let here = self.logic.terms().bool(true);
        let targets: Vec<Target> =
            blocks.iter().map(|&object| Target { object, member: None, turn: None, here }).collect();
        let numbers = self.numbers(&mut state, signature.function, &values);
        let (Some(body), Some(mut numbers)) = (&called.body, numbers) else {
            self.trial().failure = Some("no body, or arguments that are not scalars");
            return;
        };
        for claim in &contract.before {
            if let Some(formula) = self.claim(claim, &numbers) {
                state.assume(&mut self.logic, formula);
            }
        }
        for cells in &contract.set {
            self.state_set(&mut state, cells, &numbers, &targets);
        }
        let mut vars = vec![None; called.vars.len()];
        for (param, value) in called.params.iter().zip(&values) {
            if let (Param::Var(var), Some(value)) = (param, value.value()) {
                vars[var.index()] = Some(value);
            }
        }
        let slots = vec![None; called.slots.len()];
        let function = signature.function;
        state.frames.push(Frame { function, vars, slots, allocas: Vec::new(), result: None });
        let entry = state.clone();
        let mut jumps = Vec::new();
        let fallen = walk::block(self, body, state, &mut jumps);
        let returns = fallen.map(|state| (Jump::Return(None), state)).into_iter().chain(jumps);
        for (jump, mut state) in returns {
            let Jump::Return(value) = jump else { continue };
            let frame = state.frames.pop().expect("the frame of the call");
            for object in frame.slots.into_iter().flatten().chain(frame.allocas) {
                self.end_object(&mut state, object);
            }
            self.note_writes(&entry, &state, &blocks, &numbers);
            let has_result = program.types.scalar(called.ty.result).is_some();
            numbers.result = match value {
                Some(Value::Number(result)) => Some(result),
                Some(Value::Pointer(..)) => None,
                None if has_result => {
                    self.trial().failure.get_or_insert("it may return without a value");
                    None
                }
                None => None,
            };
            numbers.globals[1] = self.global_integers(&mut state, function);
            for claim in self.not_kept(&state.path, &contract.after, &numbers) {
                self.trial().kept.after.remove(&claim);
            }
        }
    }

    /// Assumes that these cells are initialised at the beginning.
    fn state_set(&mut self, state: &mut State, cells: &SetCells, numbers: &Numbers, targets: &[Target]) {
        let target = self.spot_target(cells.spot, targets);
        let array = self.contents(state, target.object, cells.class);
        let Array::Unwritten(parts) = self.arrays.get(array) else { return };
        let Some(Unwritten::Function(symbol, args)) = parts.last() else { return };
        let (symbol, has_iterations) = (*symbol, !args.is_empty());
        if has_iterations {
            return;
        }
        let any = self.logic.terms().constant("cell", Sort::Int);
        let one = self.logic.int(1);
        let inside = self.is_cell(state, any, (cells, &target), numbers);
        let flag = self.logic.terms().apply(symbol, &[any]);
        let is_set = self.logic.terms().eq(flag, one);
        let body = self.logic.implied(inside, is_set);
        self.logic.add_general_fact(symbol, vec![any], body);
    }

    /// Adds what the function has written to the frame.
    fn note_writes(&mut self, entry: &State, state: &State, blocks: &[ObjectId], numbers: &Numbers) {
        let outlives = |&object: &ObjectId, alive: &Term| {
            let is_new = !entry.alive.contains_key(&object);
            is_new
                && self.object(object).origin.is_owned()
                && self.logic.brackets.terms().op(*alive) != Op::False
        };
        let is_new = state.alive.iter().any(|(object, alive)| outlives(object, alive));
        let is_kept = |object: &ObjectId| entry.alive.get(object) == state.alive.get(object);
        if is_new || !state.families.is_empty() || !entry.alive.keys().all(is_kept) {
            self.trial().failure.get_or_insert("the recursion allocates or frees memory");
        }
        let same_base = |(object, base): (&ObjectId, &Base)| state.bases.get(object) == Some(base);
        if !entry.bases.iter().all(same_base) || entry.unset_writes != state.unset_writes {
            self.trial().failure.get_or_insert("the recursion changes whole objects");
        }
        for (object, class) in self.changed_cells(entry, state) {
            let base = entry.bases.get(&object).copied().unwrap_or(Base::Mixed);
            let untouched = self.unwritten.get(&(object, class, base));
            if state.memory.get(&(object, class)) == untouched {
                continue;
            }
            let spot = match blocks.iter().position(|&block| block == object) {
                Some(block) => Spot::Block(block),
                None => Spot::Global(object),
            };
            self.trial().kept.written.insert((spot, class));
            self.check_bounds((entry, state), (object, class), spot, numbers);
        }
    }
}
