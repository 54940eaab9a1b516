//! Symbolic values that are passed to functions and returned by them.

use super::Shade;
use super::library::Called;
use super::path::Source;
use crate::interp::arith::Value;
use crate::interp::code::{CONSTANT, CallArg, CallInfo, Src};
use crate::interp::machine::Machine;
use crate::ir::*;
use crate::libc;

impl Machine<'_> {
    /// Identifies an instruction of the frame on top; the lowest four bits are left for its conditions.
    pub(in crate::interp) fn site(&self, pc: usize) -> u64 {
        let function = self.frames.last().and_then(|frame| frame.function);
        let function = function.map_or(0, |function| function.index() as u64 + 1);
        (function << 40) + ((pc as u64) << 4)
    }

    /// The shades of a new frame.
    #[cold]
    pub(in crate::interp) fn shade_frame(&mut self, base: usize, registers: usize) {
        if let Some(shadow) = &mut self.shadow {
            shadow.registers.truncate(base);
            shadow.registers.resize(base + registers, None);
        }
    }

    /// The shade of the result of a function that has returned.
    #[cold]
    pub(in crate::interp) fn shade_returned(&mut self, register: usize, value: Value, ty: Scalar) {
        if let Some(shadow) = &mut self.shadow {
            let returned = shadow.returned.take();
            shadow.set(register, returned);
            shadow.confirm(register, value, ty);
        }
    }

    /// The shades of the arguments of a call.
    #[cold]
    pub(in crate::interp) fn shades(&self, call: &CallInfo, base: usize) -> Vec<Shade> {
        let Some(shadow) = &self.shadow else { return Vec::new() };
        let shade = |arg: &CallArg| match arg {
            CallArg::Scalar(Src(index), _) if index & CONSTANT == 0 => shadow.get(base + *index as usize),
            _ => None,
        };
        call.args.iter().map(shade).collect()
    }

    /// Passes symbolic arguments to the function on top.
    #[cold]
    pub(in crate::interp) fn shade_parameters(
        &mut self,
        function: FuncId,
        args: &[(Value, Scalar)],
        shades: &[Shade],
    ) {
        let info = &self.program.functions[function.index()];
        let (Some(shadow), Some(frame)) = (&mut self.shadow, self.frames.last()) else { return };
        for ((param, shade), (_, ty)) in info.params.iter().zip(shades).zip(args) {
            if let Param::Var(var) = param
                && info.vars[var.index()].ty == *ty
            {
                shadow.set(frame.base + var.index(), shade.clone());
            }
        }
    }

    /// The symbolic result of a function without a body: an input, or what its model computes.
    #[cold]
    pub(in crate::interp) fn shade_result(
        &mut self,
        function: FuncId,
        (args, shades): (&[(Value, Scalar)], &[Shade]),
        asked: usize,
        value: Value,
        result: Option<(usize, Scalar)>,
    ) {
        let is_input = self.asked() == asked + 1;
        let site = self.site(self.frames.last().map_or(0, |frame| frame.pc));
        let Some(shadow) = &mut self.shadow else { return };
        let name = libc::canonical_name(&self.program.functions[function.index()].name);
        let shade = match libc::id(name) {
            _ if is_input => shadow.input(asked),
            Some(id) => {
                let args: Vec<u64> = args.iter().map(|(value, _)| value.bits).collect();
                shadow.library(&self.memory, &Called { id, args: &args, shades, result: value.bits, site })
            }
            None => None,
        };
        if let Some((register, ty)) = result {
            shadow.set(register, shade);
            shadow.confirm(register, value, ty);
        }
    }

    /// The bytes of an argument of the program are unknown. One that is zero is its end, and if the byte at
    /// its end is another one, then it is longer.
    pub(in crate::interp) fn shade_argument(&mut self, index: usize, text: u64, bytes: &[u8]) {
        let (Some(shadow), Some(cells)) = (&mut self.shadow, &mut self.memory.cells) else { return };
        for (at, &byte) in bytes.iter().chain(&[0]).enumerate() {
            let shade = shadow.add_input(Source::Argument(index, at), (0, 255), byte.into());
            cells.set(text + at as u64, 1, shade);
        }
    }
}
