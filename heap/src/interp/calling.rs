//! Calls: frames, arguments, functions without a body, and returns.

use super::arith::{self, Value};
use super::code::{CONSTANT, CallArg, CallInfo, Code, Src, Target};
use super::inputs::InputKind;
use super::machine::{Errno, Frame, Machine, Stop};
use super::memory::Origin;
use super::models;
use super::outcome::*;
use crate::ir::*;
use crate::libc;
use crate::property::ViolationKind;
use std::rc::Rc;

impl<'p> Machine<'p> {
    pub(super) fn push_frame(
        &mut self,
        function: Option<FuncId>,
        code: Rc<Code>,
        result: Option<(u32, Scalar)>,
        object: Option<(u64, u64)>,
        called_from: Pos,
    ) -> Result<(), Stop> {
        if self.frames.len() >= self.config.depth {
            return Err(Box::new(Outcome::Limit("depth of calls")));
        }
        let base = self.registers.len();
        self.registers.resize(base + code.registers as usize, Value { bits: 0, undefined: true });
        for slot in code.first_slot..code.registers {
            self.registers[base + slot as usize] = Value::new(0);
        }
        if self.shadow.is_some() {
            self.shade_frame(base, code.registers as usize);
        }
        self.frames.push(Frame {
            function,
            code,
            pc: 0,
            base,
            result,
            object,
            called_from,
            allocas: Vec::new(),
            is_model: function
                .is_some_and(|function| self.program.functions[function.index()].role == Role::Model),
        });
        Ok(())
    }

    /// Assigns the arguments to the parameters of the top frame.
    pub(super) fn set_arguments(&mut self, function: FuncId, args: &[(Value, Scalar)]) -> Result<(), Stop> {
        let info = &self.program.functions[function.index()];
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (base, first_slot) = (frame.base, frame.code.first_slot);
        for (index, param) in info.params.iter().enumerate() {
            let arg = args.get(index).copied();
            match (param, arg) {
                (Param::Var(var), Some((value, ty))) => {
                    let wanted = info.vars[var.index()].ty;
                    // Without a prototype, the types may differ.
                    let bits = if ty == wanted { value.bits } else { arith::convert(ty, wanted, value.bits) };
                    self.registers[base + var.index()] = Value { bits, ..value };
                    if self.config.trace {
                        self.record_register(var.0, base, info.pos);
                    }
                }
                (Param::Var(_), None) => {}
                (Param::Slot(slot), arg) => {
                    let size = info.slots[slot.index()].size.unwrap_or(0);
                    let address = self.create(size, Origin::Local, info.pos)?;
                    self.registers[base + (first_slot + slot.0) as usize] = Value::new(address);
                    if let Some((from, _)) = arg {
                        self.memory
                            .copy(address, from.bits, size)
                            .map_err(|fault| self.stop(fault, info.pos))?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        code: &Code,
        call: &CallInfo,
        base: usize,
        pos: Pos,
    ) -> Result<Option<Outcome>, Stop> {
        let get = |registers: &[Value], Src(index): Src| match index & CONSTANT == 0 {
            true => registers[base + index as usize],
            false => code.constants[(index & !CONSTANT) as usize],
        };
        let function = match call.callee {
            Target::Direct(function) => function,
            Target::Pointer(pointer) => {
                let pointer = get(&self.registers, pointer);
                self.check_defined(pointer, "a call", pos)?;
                let (object, offset) = self.memory.locate(pointer.bits);
                match object.origin {
                    Origin::Function(function) if offset == 0 => function,
                    _ => {
                        let what =
                            if pointer.bits == 0 { "a null pointer" } else { "a pointer to no function" };
                        let message = format!("call through {what}");
                        return Err(self.violation(ViolationKind::BadCall, message, pos, Vec::new()));
                    }
                }
            }
        };
        let function = self.library.get(function.index()).copied().unwrap_or(function);
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(match arg {
                CallArg::Scalar(value, ty) => (get(&self.registers, *value), *ty),
                CallArg::Object(address) => (get(&self.registers, *address), Scalar::Ptr),
            });
        }
        let object = call.object.map(|(address, size)| (get(&self.registers, address).bits, size));
        let shades = if self.shadow.is_some() { self.shades(call, base) } else { Vec::new() };
        if self.is_first_model(function) {
            self.check_model_call(function, &args, pos)?;
        }
        if let Some(code) = self.code(function) {
            if self.config.trace && self.program.functions[function.index()].role != Role::Model {
                self.record(Event::Enter { pos, function });
            }
            self.push_frame(Some(function), code, call.result, object, pos)?;
            self.set_arguments(function, &args)?;
            if !shades.is_empty() {
                self.shade_parameters(function, &args, &shades);
            }
            return Ok(None);
        }
        if object.is_some() {
            let name = &self.program.functions[function.index()].name;
            let text = format!("the function {name}, which returns an object");
            return Err(Box::new(Outcome::Unsupported(text, pos)));
        }
        let asked = self.asked();
        let result = self.external(function, &args, (call.result.map(|(_, ty)| ty), call.is_read), pos);
        let value = match result {
            Ok(value) => value,
            // The program terminates normally: no error yet, but memory may be leaked.
            Err(stop) => {
                return match *stop {
                    outcome @ (Outcome::Finished(_) | Outcome::Aborted) => Ok(Some(self.ended(outcome, pos))),
                    _ => Err(stop),
                };
            }
        };
        if self.shadow.is_some() {
            let result = call.result.map(|(register, ty)| (base + register as usize, ty));
            self.shade_result(function, (&args, &shades), asked, value, result);
        }
        if let Some((register, _)) = call.result {
            self.registers[base + register as usize] = value;
            if self.config.trace {
                self.record_register(register, base, pos);
            }
        }
        Ok(None)
    }

    /// Whether a function is a model in C that the program, not another model, calls.
    fn is_first_model(&self, function: FuncId) -> bool {
        self.program.functions[function.index()].role == Role::Model
            && self.frames.last().is_none_or(|frame| !frame.is_model)
    }

    /// Checks what the table requires of a call that is executed by a model in C.
    fn check_model_call(&mut self, function: FuncId, args: &[(Value, Scalar)], pos: Pos) -> Result<(), Stop> {
        let name = self.program.functions[function.index()].name.as_str();
        match libc::find(name) {
            Some(known) if !known.is_native => {
                self.errno = Errno::Any;
                self.check_arguments(name, args, pos)?;
                let call = models::Call { name, args, result: None, is_read: false, pos };
                models::needs::check(self, &call, known)
            }
            Some(_) => Ok(()),
            None => {
                let call = models::Call { name, args, result: None, is_read: false, pos };
                models::again::note_scan(self, &call)
            }
        }
    }

    /// Checks that the arguments of a library function are initialized: what it does depends on them.
    fn check_arguments(&self, name: &str, args: &[(Value, Scalar)], pos: Pos) -> Result<(), Stop> {
        match args.iter().find(|(value, _)| value.undefined) {
            Some((value, _)) => self.check_defined(*value, &format!("an argument of {name}"), pos),
            None => Ok(()),
        }
    }

    /// Calls a function without a body: its model, or an input of its type.
    pub(super) fn external(
        &mut self,
        function: FuncId,
        args: &[(Value, Scalar)],
        (result, is_read): (Option<Scalar>, bool),
        pos: Pos,
    ) -> Result<Value, Stop> {
        let program = self.program;
        let name = &program.functions[function.index()].name;
        let plain = libc::canonical_name(name);
        let model = match self.models[function.index()] {
            Some(model) => model,
            None => {
                let model = models::of_function(plain, program.functions[function.index()].returns);
                self.models[function.index()] = Some(model);
                model
            }
        };
        let call = models::Call { name, args, result, is_read, pos };
        if let Some(known) = libc::find(plain) {
            self.errno = Errno::Any;
            self.check_arguments(plain, args, pos)?;
            if known.is_native {
                models::needs::check(self, &call, known)?;
            }
        }
        let value = model(self, &call)?;
        // Models in C have their own use of `errno`.
        if self.frames.last().is_some_and(|frame| frame.is_model) {
            self.errno = Errno::Any;
        }
        Ok(value)
    }

    /// Returns from the top frame, at a place in it.
    pub(super) fn leave(
        &mut self,
        value: Option<Value>,
        object: Option<(u64, u64)>,
        pos: Pos,
    ) -> Result<Option<Outcome>, Stop> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Outcome::Finished(0))) };
        // The result is copied before the lifetimes of the locals end.
        if let (Some((from, size)), Some((to, room))) = (object, frame.object) {
            self.memory.copy(to, from, size.min(room)).map_err(|fault| self.stop(fault, pos))?;
        }
        let mut result = Vec::new();
        if self.frames.len() == 1 && !self.has_caller() {
            value.map_or(Ok(()), |value| self.check_defined(value, "the exit status", pos))?;
        } else if self.frames.len() == 1 {
            result.extend(value);
            let pointers = object.into_iter().flat_map(|(from, _)| self.memory.pointers_in_object(from));
            result.extend(pointers.map(Value::new));
        }
        let Some(frame) = self.frames.pop() else { return Ok(None) };
        if frame.function.is_none() {
            self.protect_constants();
        }
        for slot in frame.code.first_slot..frame.code.registers {
            let address = self.registers[frame.base + slot as usize].bits;
            if address != 0 {
                self.memory.end(address, pos);
            }
        }
        for address in &frame.allocas {
            self.memory.end(*address, pos);
        }
        self.registers.truncate(frame.base);
        // The caller of the entry function has its result.
        self.registers.extend(result);
        if self.config.trace
            && !frame.is_model
            && let Some(function) = frame.function
        {
            self.record(Event::Leave { function });
        }
        let Some(caller) = self.frames.last() else {
            let code = value.map_or(0, |value| value.bits as i32);
            return Ok(Some(self.ended(Outcome::Finished(code), pos)));
        };
        if let Some((register, ty)) = frame.result {
            let base = caller.base;
            let value = match value {
                Some(value) => value,
                None => Value { undefined: true, ..self.input(InputKind::Uninitialized, ty, pos) },
            };
            self.registers[base + register as usize] = value;
            if self.shadow.is_some() {
                self.shade_returned(base + register as usize, value, ty);
            }
            if self.config.trace {
                self.record_register(register, base, frame.called_from);
            }
        }
        Ok(None)
    }
}
