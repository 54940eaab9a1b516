//! Calls: functions with a body are followed, those of the library are modelled.

mod cycle;
mod footprint;
mod stack;
mod table;

pub(super) use stack::Stack;
pub(super) use table::Table;

use super::engine::Shapes;
use super::graph::{Fill, Graph, Object, Origin, Var};
use super::memory::cut;
use super::value::{Expr, Value};
use super::walker::State;
use crate::checkers;
use crate::ir::{
    Arg, CallResult, Callee, FuncId, Function, Init, IntType, Operand, Param, Pos, ReturnValue, Role, Scalar,
};
use crate::libc::{self, Id};
use crate::numbers::Interval;
use crate::property::{Leaks, ViolationKind};
use crate::walk::{Call, Jump, Jumps, block};
use cfp_solver::Int;
use std::rc::Rc;

/// Limit on the depth of calls.
const MAX_CALLS: usize = 40;

/// Limit on calls of one function that are under way.
const MAX_RECURSION: usize = 4;

impl<'p> Shapes<'p> {
    pub(super) fn call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let mut end: Option<State> = None;
        let groups: Vec<(FuncId, State)> = match callee {
            Callee::Direct(id) => vec![(*id, state)],
            Callee::Pointer(operand, _) => {
                let mut groups: Vec<(FuncId, State)> = Vec::new();
                for graph in state {
                    match self.operand(&graph, operand) {
                        Value::Function(id) => match groups.iter_mut().find(|(known, _)| *known == id) {
                            Some((_, group)) => group.push(graph),
                            None => groups.push((id, vec![graph])),
                        },
                        _ => self.violate(call.pos, ViolationKind::BadCall),
                    }
                }
                groups
            }
        };
        for (id, group) in groups {
            if let Some(after) = self.call_function(id, call, group, jumps) {
                end = Some(crate::walk::joined(self, end, after));
            }
        }
        end
    }

    fn call_function(
        &mut self,
        id: FuncId,
        call: Call<'p>,
        state: State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let function = &self.task.program.functions[id.index()];
        let is_model = function.role == Role::Model && self.model_calls.is_empty();
        if function.body.is_none() || is_model {
            return self.call_library(call, function, state, jumps);
        }
        self.call_defined(id, call, state)
    }

    /// Follows a call.
    fn call_defined(&mut self, id: FuncId, call: Call<'p>, state: State) -> Option<State> {
        let function = &self.task.program.functions[id.index()];
        let body = function.body.as_ref()?;
        let statement = self.statement;
        let mut inside: State = Vec::new();
        let mut recursive: State = Vec::new();
        for graph in state {
            let count = graph.calls.iter().filter(|other| **other == id).count();
            let is_again = count > 0 || self.stack.holds(id);
            if (self.tabulates || self.stacks) && is_again {
                recursive.extend(self.entered(graph, id, function, call));
                continue;
            }
            if count >= MAX_RECURSION || graph.calls.len() >= MAX_CALLS {
                self.is_recursive = true;
                self.gap_at(call.pos, format!("recursion of {}", function.name));
                return None;
            }
            inside.extend(self.entered(graph, id, function, call));
        }
        if inside.is_empty() && recursive.is_empty() {
            return None;
        }
        if let CallResult::Var(result) = call.result
            && let Some(graph) = inside.first().or(recursive.first())
        {
            let caller = &self.task.program.functions[graph.calls[graph.calls.len() - 2].index()];
            let given = self.task.program.types.scalar(function.ty.result);
            if given.is_some_and(|given| given != caller.vars[result.index()].ty) {
                self.gap_at(call.pos, "a result of another type than that of the function");
                return None;
            }
        }
        let is_model = function.role == Role::Model;
        if is_model {
            self.model_calls.push(call.pos);
        }
        let mut inner = Vec::new();
        self.call_sites.push(call.pos);
        let fallen = if inside.is_empty() { None } else { block(self, body, inside, &mut inner) };
        self.call_sites.pop();
        let mut returns: State = Vec::new();
        for graph in recursive {
            returns.extend(match self.stacks {
                true => self.call_on_stack(graph, call),
                false => self.call_recursive(&graph, call),
            });
        }
        if is_model {
            self.model_calls.pop();
        }
        self.statement = statement;
        let mut end: Option<State> = None;
        let returned = inner.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
        for state in returned.map(|(_, state)| state).chain(fallen).chain([returns]) {
            let mut left: State = Vec::new();
            for graph in state {
                left.extend(self.left(graph, call));
            }
            if !left.is_empty() {
                end = Some(crate::walk::joined(self, end, left));
            }
        }
        end
    }

    /// The state at the start of a function.
    fn entered(&mut self, graph: Graph, id: FuncId, function: &'p Function, call: Call<'p>) -> Vec<Graph> {
        let depth = graph.calls.len() as u32;
        let mut states = vec![graph];
        if function.params.len() > call.args.len() {
            self.gap_at(call.pos, "a call with too few arguments");
            return Vec::new();
        }
        for (param, arg) in function.params.iter().zip(call.args) {
            let mut next = Vec::new();
            for mut graph in states {
                match (param, arg) {
                    (Param::Var(param), Arg::Scalar(operand, ty))
                        if *ty == function.vars[param.index()].ty =>
                    {
                        let value = self.operand(&graph, operand);
                        graph.vars.insert(Var { depth, id: *param }, value);
                        next.push(graph);
                    }
                    (Param::Slot(slot), Arg::Object(operand, _)) => {
                        let info = &function.slots[slot.index()];
                        let size = info.size.unwrap_or(0);
                        for (mut graph, object) in self.copied(graph, operand, size, call.pos) {
                            let object = Object { origin: Origin::Local(depth), ..object };
                            let id = self.new_object(&mut graph, object);
                            graph.slots.insert((depth, *slot), id);
                            next.push(graph);
                        }
                    }
                    _ => {
                        self.gap_at(call.pos, "arguments that do not match the parameters");
                        return Vec::new();
                    }
                }
            }
            states = next;
        }
        let live = self.statement.and_then(|stmt| {
            let live = self.live(states.first()?.function())?;
            Some((live, stmt))
        });
        for graph in &mut states {
            // What the caller does not read any more.
            if let Some((live, stmt)) = &live
                && let Some(after) = live.after_call(stmt)
            {
                let outer = depth - 1;
                let target = match call.result {
                    CallResult::Object(Operand::Var(id), _) => Some(*id),
                    _ => None,
                };
                graph.keep_vars(outer, |var| after.contains(var) || Some(var) == target);
            }
            graph.calls.push(id);
            graph.result = Value::Unset;
        }
        states
    }

    /// Copies of an object, as new ones that are not part of their states yet.
    fn copied(&mut self, graph: Graph, from: &Operand, size: u64, pos: Pos) -> Vec<(Graph, Object)> {
        let bytes = Expr::constant(Int::from(size));
        let mut results = Vec::new();
        for (graph, from) in self.accessed(graph, from, size as i64, pos) {
            let Some(start) = graph.constant(&from.offset) else {
                self.gap_at(pos, "a copy of an object at an unknown place");
                continue;
            };
            let mut object = Object::new(Origin::Heap, bytes.clone(), Fill::Unset, pos);
            for (offset, cell) in cut(graph.object(from.object), start, size as i64) {
                object.write(offset, cell.bytes, cell.value);
            }
            results.push((graph, object));
        }
        results
    }

    /// Keeps the result of a function in its state.
    pub(super) fn keep_result(&mut self, mut graph: Graph, value: &ReturnValue, pos: Pos) -> Vec<Graph> {
        match value {
            ReturnValue::None => graph.result = Value::Unset,
            ReturnValue::Scalar(operand) => {
                graph.result = self.operand(&graph, operand);
                // The exit status of the program.
                let is_status = graph.calls.len() == 1 && self.task.program.main == Some(graph.function());
                if is_status && self.task.checks.uninitialized && graph.result == Value::Unset {
                    self.violate(pos, ViolationKind::Uninitialized);
                }
            }
            ReturnValue::Object(operand, ty) => {
                let Some(size) = self.task.program.types.size(*ty, self.task.program.target) else {
                    self.gap_at(pos, "a returned object of unknown size");
                    return Vec::new();
                };
                let copies = self.copied(graph, operand, size, pos).into_iter();
                let results = copies.map(|(graph, object)| Graph { returned: Some(object), ..graph });
                return results.collect();
            }
        }
        vec![graph]
    }

    /// The state behind a call, from one at a return.
    fn left(&mut self, mut graph: Graph, call: Call<'p>) -> Vec<Graph> {
        let depth = graph.depth();
        graph.vars.retain(|var, _| var.depth < depth);
        self.end_locals(&mut graph, depth);
        graph.calls.pop();
        let result = std::mem::replace(&mut graph.result, Value::Unset);
        match call.result {
            CallResult::None => graph.returned = None,
            CallResult::Var(id) => {
                let ty = self.type_of(&graph, *id);
                let value = self.coerced(&mut graph, result, ty);
                self.assign(&mut graph, *id, value);
            }
            CallResult::Object(operand, _) => {
                let Some(object) = graph.returned.take() else {
                    self.gap_at(call.pos, "a function without the object that it should return");
                    return Vec::new();
                };
                return self.store_object(graph, operand, object, call.pos);
            }
        }
        vec![graph]
    }

    /// Writes a returned object to its destination.
    fn store_object(&mut self, graph: Graph, to: &Operand, object: Object, pos: Pos) -> Vec<Graph> {
        let mut results = Vec::new();
        // While the destination is exposed, the object is part of the state.
        let mut graph = graph;
        let bytes = object.size.clone();
        graph.returned = Some(object);
        for (mut graph, at) in self.located(graph, to, pos) {
            let Some(object) = graph.returned.take() else { continue };
            if self.in_bounds(&mut graph, &at, &bytes, pos).is_none() {
                continue;
            }
            if !graph.object(at.object).parts.is_empty() {
                self.gap_at(pos, "an object that is returned to an element of an array");
                continue;
            }
            let (Some(offset), Some(size)) = (graph.constant(&at.offset), graph.constant(&bytes)) else {
                self.gap_at(pos, "an object that is returned to an unknown place");
                continue;
            };
            let cells = cut(&object, 0, size);
            let target = graph.object_mut(at.object);
            for (start, cell) in cells {
                target.write(offset + start, cell.bytes, cell.value);
            }
            results.push(graph);
        }
        results
    }

    /// The local objects of a function cease to exist.
    pub(super) fn end_locals(&mut self, graph: &mut Graph, depth: u32) {
        let ended: Vec<_> = graph
            .objects
            .iter()
            .filter(|(_, object)| object.origin == Origin::Local(depth))
            .map(|(&id, _)| id)
            .collect();
        graph.slots.retain(|(other, _), _| *other != depth);
        for id in ended {
            graph.end_object(id);
        }
    }

    /// A call of a function without a body.
    pub(super) fn call_library(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        state: State,
        _: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let name = libc::canonical_name(&function.name);
        if let Some((contract, checker)) = checkers::contract(name)
            && let Some(definition) = self.task.program.checker(checker)
        {
            if definition.has_spans() {
                self.gap_at(call.pos, "parts of the memory of a memory manager");
                return None;
            }
            let after = self.contract(contract, definition, call, state);
            return (!after.is_empty()).then_some(after);
        }
        let after: State = match libc::id(name) {
            Some(Id::Malloc | Id::Calloc) => {
                let is_zero = libc::id(name) == Some(Id::Calloc);
                state.into_iter().flat_map(|graph| self.allocation(graph, call, is_zero)).collect()
            }
            Some(Id::Free) => {
                let [Arg::Scalar(operand, _)] = call.args else { return self.unknown_call(call, name) };
                state.into_iter().flat_map(|graph| self.free(graph, operand, call.pos)).collect()
            }
            Some(id @ (Id::Exit | Id::Abort)) => {
                // An abnormal end loses no memory, but leaves some behind.
                if id == Id::Exit || self.task.checks.leaks == Leaks::Any {
                    for graph in state {
                        self.end(graph, call.pos);
                    }
                }
                return None;
            }
            Some(Id::Memset) => state.into_iter().flat_map(|graph| self.memset(graph, call)).collect(),
            Some(id @ (Id::Memcpy | Id::Memmove)) => {
                let may_overlap = id == Id::Memmove;
                state.into_iter().flat_map(|graph| self.memcpy(graph, call, may_overlap)).collect()
            }
            Some(Id::Rand) => state
                .into_iter()
                .map(|mut graph| {
                    let value = self.fresh_in(&mut graph, &Interval::between(0, i64::from(i32::MAX)));
                    self.set_result(graph, call, value)
                })
                .collect(),
            Some(Id::Srand | Id::AtomicSection) => {
                state.into_iter().map(|graph| self.set_result(graph, call, Value::Any)).collect()
            }
            Some(Id::Putchar) => state
                .into_iter()
                .map(|mut graph| {
                    let value = self.fresh_in(&mut graph, &Interval::between(-1, 255));
                    self.set_result(graph, call, value)
                })
                .collect(),
            Some(Id::Puts | Id::Printf(_))
                if matches!(name, "puts" | "printf") && self.prints_literals(call, &state) =>
            {
                let printed = |mut graph| {
                    let value = self.fresh_in(&mut graph, &Interval::between(-1, i64::from(i32::MAX)));
                    self.set_result(graph, call, value)
                };
                state.into_iter().map(printed).collect()
            }
            None if self.is_input(name) && !takes_pointer(call) => {
                let mut after = Vec::new();
                for graph in state {
                    after.push(self.set_result(graph, call, Value::Any));
                }
                after
            }
            _ => match self.models.get(name).copied() {
                Some(model) if self.needs_are_met(name, call, &state) => {
                    return self.call_defined(model, call, state);
                }
                None if is_harmless(name, call) && function.returns => {
                    state.into_iter().map(|graph| self.set_result(graph, call, Value::Any)).collect()
                }
                _ => return self.unknown_call(call, name),
            },
        };
        (!after.is_empty()).then_some(after)
    }

    /// Whether a call of a library function requires nothing that its model does not check, other than that
    /// arguments point into different objects, and they do.
    fn needs_are_met(&self, name: &str, call: Call<'p>, state: &State) -> bool {
        let target = |graph: &Graph, argument: u8| {
            let Arg::Scalar(operand, Scalar::Ptr) = call.args.get(usize::from(argument))? else {
                return None;
            };
            let id = self.operand(graph, operand).target()?;
            let object = graph.object(id);
            (object.segment.is_none() && object.origin != Origin::Outside).then_some(id)
        };
        let are_apart = |graph: &Graph, one: u8, other: u8| {
            let pair = target(graph, one).zip(target(graph, other));
            pair.is_some_and(|(one, other)| one != other)
        };
        libc::needs(name).into_iter().all(|need| match need {
            libc::Need::Disjoint(one, other, _) => state.iter().all(|graph| are_apart(graph, one, other)),
            need => need.is_met_by_execution(),
        })
    }

    fn is_input(&self, name: &str) -> bool {
        libc::is_input(name) || self.task.input_functions.iter().any(|pattern| libc::matches(pattern, name))
    }

    fn unknown_call(&mut self, call: Call<'p>, name: &str) -> Option<State> {
        self.gap_at(call.pos, format!("a call of {name}, which is not modelled here"));
        None
    }

    /// Sets the result of a library function.
    pub(super) fn set_result(&mut self, mut graph: Graph, call: Call<'p>, value: Value) -> Graph {
        if let CallResult::Var(id) = call.result {
            let ty = self.type_of(&graph, *id);
            let value = self.coerced(&mut graph, value, ty);
            self.assign(&mut graph, *id, value);
        }
        graph
    }

    /// The value of an integer argument.
    fn integer_argument(&mut self, graph: &Graph, call: Call<'p>, index: usize) -> Option<Expr> {
        match call.args.get(index)? {
            Arg::Scalar(operand, Scalar::Int(_)) => match self.operand(graph, operand) {
                Value::Int(expr) => Some(expr),
                _ => None,
            },
            _ => None,
        }
    }

    fn allocation(&mut self, graph: Graph, call: Call<'p>, is_zero: bool) -> Vec<Graph> {
        let size = match is_zero {
            true => {
                let factors = [0, 1].map(|index| self.integer_argument(&graph, call, index));
                match factors {
                    [Some(count), Some(size)] => super::numeric::product(&graph, &count, &size),
                    _ => None,
                }
            }
            false => self.integer_argument(&graph, call, 0),
        };
        let Some(size) = size else {
            self.gap_at(call.pos, "an allocation of unknown size");
            return Vec::new();
        };
        // Very large blocks may not be there.
        let range = graph.numbers.range(&size);
        let is_usual = range.low().is_some_and(|low| *low >= Int::ONE)
            && range.high().is_some_and(|high| *high < Int::from(1_i64 << 31));
        if !is_usual {
            self.gap_at(call.pos, "an allocation of a size that may be zero or too large");
            return Vec::new();
        }
        let fill = if is_zero { Fill::Zero } else { Fill::Unset };
        let results = self.allocate(graph, &size, fill, call.pos);
        results.into_iter().map(|(graph, value)| self.set_result(graph, call, value)).collect()
    }

    fn memset(&mut self, graph: Graph, call: Call<'p>) -> Vec<Graph> {
        let (byte, size) = (self.integer_argument(&graph, call, 1), self.integer_argument(&graph, call, 2));
        let (Some(Arg::Scalar(to, _)), Some(size)) = (call.args.first(), size) else {
            self.gap_at(call.pos, "a block of unknown size");
            return Vec::new();
        };
        let value = match byte {
            Some(byte) if graph.is_constant(&byte, 0) => Value::Zeros,
            Some(_) => Value::Any,
            None => Value::Unset,
        };
        let states = self.fill(graph, to, &size, value, call.pos);
        states.into_iter().map(|graph| self.with_address(graph, call, to)).collect()
    }

    fn memcpy(&mut self, graph: Graph, call: Call<'p>, may_overlap: bool) -> Vec<Graph> {
        let size = self.integer_argument(&graph, call, 2);
        let ([Arg::Scalar(to, _), Arg::Scalar(from, _), ..], Some(size)) = (call.args, size) else {
            self.gap_at(call.pos, "a block of unknown size");
            return Vec::new();
        };
        let states = self.copy(graph, [to, from], &size, may_overlap, call.pos);
        states.into_iter().map(|graph| self.with_address(graph, call, to)).collect()
    }

    /// The result is the address that was given.
    fn with_address(&mut self, graph: Graph, call: Call<'p>, to: &Operand) -> Graph {
        let value = self.operand(&graph, to);
        self.set_result(graph, call, value)
    }

    /// Whether a call prints a literal and numbers of type `int` only: then it needs nothing.
    fn prints_literals(&self, call: Call<'p>, state: &State) -> bool {
        let [Arg::Scalar(Operand::Global(id), Scalar::Ptr), numbers @ ..] = call.args else { return false };
        let global = &self.task.program.globals[id.index()];
        let Init::Bytes(bytes) = &global.init else { return false };
        let is_literal = global.constant && global.name.is_empty() && bytes.contains(&0);
        let conversions = bytes.iter().filter(|byte| **byte == b'%').count();
        let plain = [b"%d", b"%i", b"%u", b"%x", b"%c"];
        let known: usize =
            plain.iter().map(|text| bytes.windows(2).filter(|window| window == *text).count()).sum();
        let is_number = |arg: &Arg| {
            let Arg::Scalar(operand, Scalar::Int(IntType { bits: 32, .. })) = arg else { return false };
            state.iter().all(|graph| self.operand(graph, operand) != Value::Unset)
        };
        is_literal && conversions == known && known == numbers.len() && numbers.iter().all(is_number)
    }

    /// Adds a program that starts with parameters.
    pub(super) fn entry(&mut self, graph: &mut Graph, function: &'p Function) {
        for param in &function.params {
            match param {
                Param::Var(id) => {
                    let value = match function.vars[id.index()].ty {
                        Scalar::Int(ty) => self.fresh(graph, ty),
                        Scalar::Ptr => self.outside(graph, function.pos),
                        Scalar::Float(_) => Value::Any,
                    };
                    self.assign(graph, *id, value);
                }
                Param::Slot(id) => {
                    let size = Expr::constant(Int::from(function.slots[id.index()].size.unwrap_or(0)));
                    self.begin_slot(graph, *id, size, function.pos);
                    let object = graph.slots[&(graph.depth(), *id)];
                    Rc::make_mut(graph.objects.get_mut(&object).expect("just made")).fill = Fill::Any;
                }
            }
        }
    }
}

/// Whether a call passes an address, through which something may be written.
fn takes_pointer(call: Call<'_>) -> bool {
    call.args.iter().any(|arg| !matches!(arg, Arg::Scalar(_, Scalar::Int(_) | Scalar::Float(_))))
}

/// Whether a library function only computes a number from numbers.
fn is_harmless(name: &str, call: Call<'_>) -> bool {
    let Some(function) = libc::find(name) else { return false };
    let is_plain = function.effects.iter().all(|effect| {
        matches!(effect, libc::Effect::Returns(..) | libc::Effect::Input | libc::Effect::Output)
    });
    let is_void = matches!(call.result, CallResult::None);
    is_plain && is_void && function.is_described && !function.is_native && libc::needs(name).is_empty()
}
