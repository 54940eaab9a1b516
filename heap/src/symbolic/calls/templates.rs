//! Candidate claims of contracts: relations of simple forms between arguments, results, global integers and
//! the bounds of objects.

use crate::ir::{Callee, FuncId, Operand, Param, Scalar, Stmt, StmtKind, Type, each_stmt};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::contract::{Claim, Part, Quantity, SetCells, Spot};
use crate::symbolic::exec::stacks::signature::{Shape, Signature};
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::state::State;
use cfp_solver::Int;
use std::collections::BTreeSet;

/// Limit on the constants in claims.
const MAX_CONSTANTS: usize = 12;

/// Limit on the global integers in claims.
const MAX_GLOBALS: usize = 6;

impl Executor<'_> {
    /// Constants of the function and of the path to its call, and some small ones.
    pub(crate) fn constants(&mut self, state: &State, function: FuncId) -> Vec<Int> {
        let mut found: BTreeSet<Int> = [-1, 0, 1, 2].map(Int::from).into();
        let mut others = BTreeSet::new();
        for term in self.logic.terms().reachable(&state.path) {
            others.extend(self.logic.terms().as_constant(term).cloned());
        }
        if let Some(body) = &self.program.functions[function.index()].body {
            each_stmt(body, &mut |stmt| {
                for operand in stmt.kind.operands() {
                    if let Operand::Int(value, _) = operand {
                        found.insert(Int::from(value));
                    }
                }
            });
        }
        let mut others: Vec<Int> = others.into_iter().collect();
        others.sort_by_key(|value| value.abs());
        for value in others {
            if found.len() < MAX_CONSTANTS {
                found.insert(value);
            }
        }
        found.into_iter().collect()
    }

    /// Candidates for cells that are initialised at all calls.
    pub(crate) fn set_cells(&self, signature: &Signature, blocks: usize) -> BTreeSet<SetCells> {
        let mut found = BTreeSet::new();
        let globals = self.globals.iter().filter(|&&global| !self.object(global).constant);
        let spots: Vec<Spot> =
            globals.map(|&global| Spot::Global(global)).chain((0..blocks).map(Spot::Block)).collect();
        for class in self.read_classes(signature.function) {
            found.extend(spots.iter().map(|&spot| SetCells { spot, class, within: None }));
            for (pointer, shape) in signature.shapes.iter().enumerate() {
                let spot = match *shape {
                    Shape::Block(block, _) => Spot::Block(block),
                    Shape::Global(object, _) => Spot::Global(object),
                    _ => continue,
                };
                let stride = self.stride(signature.function, pointer);
                for (number, shape) in signature.shapes.iter().enumerate() {
                    if *shape == Shape::Number {
                        let within = Some(Part { pointer, number, stride });
                        found.insert(SetCells { spot, class, within });
                    }
                }
            }
        }
        found
    }

    /// Visits each statement of a function and of its transitive callees.
    fn each_statement(&self, function: FuncId, act: &mut dyn FnMut(&Stmt)) {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![function]);
        while let Some(function) = pending.pop() {
            let body = self.program.functions[function.index()].body.as_ref();
            let Some(body) = body.filter(|_| seen.insert(function)) else { continue };
            each_stmt(body, &mut |stmt| {
                act(stmt);
                if let StmtKind::Call { callee: Callee::Direct(called), .. } = &stmt.kind {
                    pending.push(*called);
                }
            });
        }
    }

    /// The classes through which a function and its callees read memory.
    fn read_classes(&self, function: FuncId) -> BTreeSet<Class> {
        let mut classes = BTreeSet::new();
        self.each_statement(function, &mut |stmt| {
            if let StmtKind::Load { access, .. } = &stmt.kind {
                classes.insert(Class::of(self.program.target, access.ty));
            }
        });
        classes
    }

    /// The globals that a function or its callees access by name.
    pub(crate) fn used_globals(&self, function: FuncId) -> BTreeSet<ObjectId> {
        let mut found = BTreeSet::new();
        self.each_statement(function, &mut |stmt| {
            for operand in stmt.kind.operands() {
                if let Operand::Global(global) = operand
                    && found.len() < MAX_GLOBALS
                {
                    found.insert(self.globals[global.index()]);
                }
            }
        });
        found
    }

    /// Candidate preconditions.
    pub(crate) fn claims_before(&self, signature: &Signature, constants: &[Int]) -> BTreeSet<Claim> {
        let mut claims = BTreeSet::new();
        let indices = |is_wanted: fn(&Shape) -> bool| -> Vec<usize> {
            (0..signature.shapes.len()).filter(|&index| is_wanted(&signature.shapes[index])).collect()
        };
        let numbers = indices(|shape| *shape == Shape::Number);
        let pointers = indices(|shape| matches!(shape, Shape::Block(..) | Shape::Global(..)));
        for &number in &numbers {
            let number = vec![(Quantity::Argument(number), 1)];
            for constant in constants {
                claims.insert(Claim::at_least(number.clone(), constant.clone()));
                claims.insert(Claim::at_most(number.clone(), constant.clone()));
            }
        }
        for object in self.used_globals(signature.function) {
            let global = vec![(Quantity::Global(object), 1)];
            for constant in constants {
                claims.insert(Claim::at_least(global.clone(), constant.clone()));
                claims.insert(Claim::at_most(global.clone(), constant.clone()));
            }
        }
        for &one in &numbers {
            for &other in numbers.iter().filter(|&&other| other != one) {
                let difference = vec![(Quantity::Argument(other), 1), (Quantity::Argument(one), -1)];
                for least in [-1, 0, 1] {
                    claims.insert(Claim::at_least(difference.clone(), least));
                }
            }
        }
        for &pointer in &pointers {
            let stride = self.stride(signature.function, pointer);
            claims.insert(Claim::at_least(vec![(Quantity::Alive(pointer), 1)], 1));
            claims.insert(Claim::at_least(vec![(Quantity::Offset(pointer), 1)], 0));
            for least in [0, stride] {
                claims.insert(Claim::at_least(vec![(Quantity::Room(pointer), 1)], least));
            }
            for &number in &numbers {
                // The number may be an element count or an index: room for so many elements, or one more.
                let room = vec![(Quantity::Room(pointer), 1), (Quantity::Argument(number), -stride)];
                for least in [0, stride] {
                    claims.insert(Claim::at_least(room.clone(), least));
                }
            }
        }
        claims
    }

    /// Candidate bounds of the cells that a call writes.
    pub(crate) fn frame_bounds(&self, signature: &Signature) -> BTreeSet<(Spot, Claim)> {
        let mut starts = Vec::new();
        for (pointer, shape) in signature.shapes.iter().enumerate() {
            let spot = match *shape {
                Shape::Block(block, _) => Spot::Block(block),
                Shape::Global(object, _) => Spot::Global(object),
                _ => continue,
            };
            let stride = self.stride(signature.function, pointer);
            starts.push((spot, vec![(Quantity::Offset(pointer), -1)], stride));
        }
        for object in self.used_globals(signature.function) {
            let element = self.object(object).ty.and_then(|ty| self.program.types.element(ty));
            let stride = element.and_then(|element| self.program.types.size(element, self.program.target));
            if let Some(stride) = stride.and_then(|stride| i64::try_from(stride).ok()) {
                starts.push((Spot::Global(object), Vec::new(), stride));
            }
        }
        let mut bounds = BTreeSet::new();
        for (spot, start, stride) in starts {
            let numbers =
                (0..signature.shapes.len()).filter(|&index| signature.shapes[index] == Shape::Number);
            let indices = numbers.map(|number| vec![(Quantity::Argument(number), -stride)]);
            for index in [Vec::new()].into_iter().chain(indices) {
                let rest = [start.clone(), index].concat();
                if rest.is_empty() {
                    continue;
                }
                let from = |quantity| [vec![(quantity, 1)], rest.clone()].concat();
                bounds.insert((spot, Claim::at_least(from(Quantity::First), 0)));
                // The number may be an element count or the last index.
                for most in [0, stride] {
                    bounds.insert((spot, Claim::at_most(from(Quantity::End), most)));
                }
            }
        }
        bounds
    }

    /// The size of an argument's pointee, in bytes.
    fn stride(&self, function: FuncId, argument: usize) -> i64 {
        let function = &self.program.functions[function.index()];
        let Some(Param::Var(var)) = function.params.get(argument) else { return 1 };
        let types = &self.program.types;
        let pointee = match types.get(function.vars[var.index()].ctype) {
            Type::Pointer(pointee) => types.size(*pointee, self.program.target),
            _ => None,
        };
        pointee.and_then(|size| i64::try_from(size).ok()).filter(|&size| size > 0).unwrap_or(1)
    }

    /// Candidate postconditions.
    pub(crate) fn claims_after(&self, signature: &Signature, constants: &[Int]) -> BTreeSet<Claim> {
        let mut claims = BTreeSet::new();
        for object in self.used_globals(signature.function) {
            let after = (Quantity::GlobalAfter(object), 1);
            for constant in constants {
                claims.insert(Claim::at_least(vec![after], constant.clone()));
                claims.insert(Claim::at_most(vec![after], constant.clone()));
            }
            let difference = vec![after, (Quantity::Global(object), -1)];
            for bound in [-1, 0, 1] {
                claims.insert(Claim::at_least(difference.clone(), bound));
                claims.insert(Claim::at_most(difference.clone(), bound));
            }
        }
        let result = self.program.functions[signature.function.index()].ty.result;
        if !matches!(self.program.types.scalar(result), Some(Scalar::Int(_))) {
            return claims;
        }
        let result = (Quantity::Result, 1);
        for constant in constants {
            claims.insert(Claim::at_least(vec![result], constant.clone()));
            claims.insert(Claim::at_most(vec![result], constant.clone()));
        }
        let numbers: Vec<usize> =
            (0..signature.shapes.len()).filter(|&index| signature.shapes[index] == Shape::Number).collect();
        for &one in &numbers {
            for factor in [1, -1] {
                let difference = vec![result, (Quantity::Argument(one), factor)];
                for bound in [-1, 0, 1] {
                    claims.insert(Claim::at_least(difference.clone(), bound));
                    claims.insert(Claim::at_most(difference.clone(), bound));
                }
            }
            for &other in numbers.iter().filter(|&&other| other > one) {
                for (left, right) in [(1, 1), (1, -1), (-1, 1)] {
                    let sum =
                        vec![result, (Quantity::Argument(one), -left), (Quantity::Argument(other), -right)];
                    claims.insert(Claim { sum, constant: Int::ZERO, is_equation: true });
                }
            }
        }
        claims
    }
}
