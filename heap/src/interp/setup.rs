//! The initial state of a run: functions, globals, arguments.

use super::arith::Value;
use super::choices;
use super::code::compile;
use super::inputs::InputKind;
use super::machine::{Machine, Stop};
use super::memory::{Fault, Origin};
use super::outcome::Outcome;
use crate::ir::*;
use crate::libc;
use std::rc::Rc;

impl Machine<'_> {
    /// Functions, globals, the arguments of the program; then the first frames.
    pub(super) fn set_up(&mut self) -> Result<(), Stop> {
        for (index, function) in self.program.functions.iter().enumerate() {
            let address = self.create(0, Origin::Function(FuncId(index as u32)), function.pos)?;
            self.addresses.functions.push(address);
        }
        for global in &self.program.globals {
            let address = self.create(global.size, Origin::Global, global.pos)?;
            self.addresses.globals.push(address);
        }
        for index in 0..self.program.globals.len() {
            self.set_up_global(index)?;
        }
        let entry = self.config.entry.or(self.program.main);
        let Some(entry) = entry else {
            let pos = self.program.start.pos;
            return Err(Box::new(Outcome::Unsupported("the program has no main function".to_string(), pos)));
        };
        let function = &self.program.functions[entry.index()];
        let Some(code) = self.code(entry) else {
            let reason = format!("the function {} has no body", function.name);
            return Err(Box::new(Outcome::Unsupported(reason, function.pos)));
        };
        let args = match Some(entry) == self.program.main {
            true => self.main_arguments(entry)?,
            false => self.entry_arguments(entry)?,
        };
        self.push_frame(Some(entry), code, None, None, function.pos)?;
        self.set_arguments(entry, &args)?;
        if self.program.start.body.as_ref().is_some_and(|body| !body.is_empty()) {
            let start = &self.program.start;
            let body = start.body.as_ref().map_or(&[][..], |body| body);
            let code = compile(self.program, start, &body.to_vec(), &self.addresses);
            // It may set constants, so these are protected after it.
            self.push_frame(None, Rc::new(code), None, None, start.pos)?;
        } else {
            self.protect_constants();
        }
        Ok(())
    }

    /// Stores one scalar of an initialiser.
    fn set_up_cell(&mut self, address: u64, cell: &InitCell) -> Result<(), Fault> {
        let place = self.memory.offset(address, cell.offset as i64);
        let pointed = match cell.value {
            Operand::Global(global) => Some(self.addresses.globals[global.index()]),
            Operand::Func(function) => Some(self.addresses.functions[function.index()]),
            _ => None,
        };
        let pointed = pointed.map(|start| self.memory.offset(start, cell.addend));
        let value = match (pointed, cell.value, cell.access.ty) {
            (Some(pointer), _, Scalar::Int(_)) => {
                self.memory.note_choice(choices::ADDRESS);
                self.memory.number_of(pointer)
            }
            (Some(pointer), ..) => pointer,
            (None, Operand::Int(value, _), _) => value as u64,
            (None, Operand::Float(value, _), _) => value.to_bits(),
            // The null pointer, maybe with an offset.
            (None, ..) => self.memory.offset(0, cell.addend),
        };
        match cell.access.bits {
            Some(bits) => self.store_bits(place, Value::new(value), bits),
            None => self.store_scalar(place, Value::new(value), cell.access.ty),
        }
    }

    fn set_up_global(&mut self, index: usize) -> Result<(), Stop> {
        let program = self.program;
        let global = &program.globals[index];
        let address = self.addresses.globals[index];
        let stop = |fault: Fault| {
            Box::new(Outcome::Unsupported(
                format!("an initialiser that does not fit: {}", fault.message),
                global.pos,
            ))
        };
        match &global.init {
            Init::Unknown
                if libc::is_stream(&global.name)
                    && global.size == u64::from(self.program.target.pointer_bytes) =>
            {
                let stream = self.create(0, Origin::StandardStream, global.pos)?;
                self.memory.write_pointer(address, stream, false).map_err(stop)?;
            }
            Init::Unknown if libc::is_environment(&global.name) => {
                let list = self.environment(global.pos)?;
                self.memory.write_pointer(address, list, false).map_err(stop)?;
            }
            Init::Unknown
                if program.types.has_pointer(global.ty) && program.mentions(GlobalId(index as u32)) =>
            {
                let reason = format!("the variable {}, which is not defined", global.name);
                return Err(Box::new(Outcome::Unsupported(reason, global.pos)));
            }
            Init::Unknown => {
                // Defined elsewhere, so its bytes are inputs; most of a large one are zero.
                const MOST: u64 = 4096;
                self.memory.fill(address, global.size, 0).map_err(stop)?;
                let byte = Scalar::Int(IntType { bits: 8, signed: false });
                for at in 0..global.size.min(MOST) {
                    let value = self.input(InputKind::Extern(global.name.clone()), byte, global.pos);
                    let cell = self.memory.offset(address, at as i64);
                    self.memory.write(cell, 1, value.bits, false).map_err(stop)?;
                }
            }
            Init::Bytes(bytes) => {
                for (at, &byte) in bytes.iter().enumerate() {
                    let cell = self.memory.offset(address, at as i64);
                    self.memory.write(cell, 1, u64::from(byte), false).map_err(stop)?;
                }
            }
            Init::Cells(cells) => {
                self.memory.fill(address, global.size, 0).map_err(stop)?;
                for cell in cells {
                    self.set_up_cell(address, cell).map_err(stop)?;
                }
            }
        }
        Ok(())
    }

    /// From now on, the program must not write to constants.
    pub(super) fn protect_constants(&mut self) {
        for (global, address) in self.program.globals.iter().zip(&self.addresses.globals) {
            if global.constant {
                self.memory.make_constant(*address);
            }
        }
    }

    fn main_arguments(&mut self, main: FuncId) -> Result<Vec<(Value, Scalar)>, Stop> {
        let function = &self.program.functions[main.index()];
        if function.params.is_empty() {
            return Ok(Vec::new());
        }
        let pos = function.pos;
        let arguments = self.inputs.arguments();
        self.arguments = arguments.clone();
        let pointer = u64::from(self.program.target.pointer_bytes);
        let argv = self.create((arguments.len() as u64 + 1) * pointer, Origin::Global, pos)?;
        for (index, argument) in arguments.iter().enumerate() {
            let text = self.new_bytes(argument, pos)?;
            if index > 0 {
                self.shade_argument(index, text, argument);
            }
            let cell = self.memory.offset(argv, (index as u64 * pointer) as i64);
            self.memory.write_pointer(cell, text, false).map_err(|fault| self.stop(fault, pos))?;
        }
        let last = self.memory.offset(argv, (arguments.len() as u64 * pointer) as i64);
        self.memory.write_pointer(last, 0, false).map_err(|fault| self.stop(fault, pos))?;
        let mut values =
            vec![(Value::new(arguments.len() as u64), Scalar::INT), (Value::new(argv), Scalar::Ptr)];
        if function.params.len() > 2 {
            values.push((Value::new(self.environment(pos)?), Scalar::Ptr));
        }
        Ok(values)
    }

    /// The list of environment variables: here it is empty.
    fn environment(&mut self, pos: Pos) -> Result<u64, Stop> {
        if let Some(list) = self.environment {
            return Ok(list);
        }
        self.memory.note_choice(choices::OUTSIDE);
        let list = self.create(u64::from(self.program.target.pointer_bytes), Origin::Global, pos)?;
        self.memory.write_pointer(list, 0, false).map_err(|fault| self.stop(fault, pos))?;
        self.environment = Some(list);
        Ok(list)
    }

    /// An object with a string and its zero byte.
    pub(super) fn new_bytes(&mut self, bytes: &[u8], pos: Pos) -> Result<u64, Stop> {
        let address = self.create(bytes.len() as u64 + 1, Origin::Global, pos)?;
        for (index, &byte) in bytes.iter().chain(&[0]).enumerate() {
            let cell = self.memory.offset(address, index as i64);
            self.memory.write(cell, 1, u64::from(byte), false).map_err(|fault| self.stop(fault, pos))?;
        }
        Ok(address)
    }

    fn entry_arguments(&mut self, entry: FuncId) -> Result<Vec<(Value, Scalar)>, Stop> {
        let function = &self.program.functions[entry.index()];
        let mut args = Vec::new();
        for param in &function.params {
            let Param::Var(var) = param else {
                let reason = "a record as parameter of the function to run".to_string();
                return Err(Box::new(Outcome::Unsupported(reason, function.pos)));
            };
            let info = &function.vars[var.index()];
            let kind = InputKind::Parameter(info.name.clone().unwrap_or_default());
            let value = self.input(kind, info.ty, function.pos);
            args.push((value, info.ty));
        }
        Ok(args)
    }
}
