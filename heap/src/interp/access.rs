//! Scalars and bit-fields in memory.

use super::arith::{self, Value};
use super::inputs::InputKind;
use super::machine::{Machine, Stop};
use super::memory::Fault;
use super::outcome::Outcome;
use crate::ir::*;

impl Machine<'_> {
    /// Reads a scalar; uninitialized bytes get a value.
    pub(super) fn load(&mut self, address: Value, ty: Scalar, pos: Pos) -> Result<Value, Stop> {
        if address.undefined {
            self.check_defined(address, "an address", pos)?;
        }
        let size = self.program.target.size_of(ty);
        let read = match ty {
            Scalar::Ptr => self.memory.read_pointer(address.bits),
            Scalar::Float(FloatType::F80) => {
                return Err(Box::new(Outcome::Unsupported(
                    "arithmetic of type long double".to_string(),
                    pos,
                )));
            }
            _ => self.memory.read(address.bits, size),
        };
        let mut read = read.map_err(|fault| self.stop(fault, pos))?;
        if read.open {
            let chosen = self.input(InputKind::Uninitialized, ty, pos);
            let bits = match ty {
                Scalar::Ptr => self.memory.number_of(chosen.bits),
                Scalar::Float(FloatType::F32) => u64::from((chosen.float() as f32).to_bits()),
                _ => chosen.bits,
            };
            self.memory.choose(address.bits, size, bits);
            let again = match ty {
                Scalar::Ptr => self.memory.read_pointer(address.bits),
                _ => self.memory.read(address.bits, size),
            };
            read = again.map_err(|fault| self.stop(fault, pos))?;
        }
        let bits = match ty {
            Scalar::Int(IntType::BOOL) => u64::from(read.bits != 0),
            Scalar::Int(int) => arith::extend(read.bits, int),
            Scalar::Float(FloatType::F32) => f64::from(f32::from_bits(read.bits as u32)).to_bits(),
            _ => read.bits,
        };
        Ok(Value { bits, undefined: read.undefined })
    }

    /// A string that a library function reads, up to its zero byte or so many bytes. Its length depends on
    /// all of them, so none may be uninitialized; if that is not checked, they get values.
    pub(super) fn string(&mut self, address: u64, most: u64, pos: Pos) -> Result<Vec<u8>, Stop> {
        let (mut bytes, is_whole) =
            self.memory.string(address, most).map_err(|fault| self.stop(fault, pos))?;
        let character = Scalar::Int(IntType { bits: 8, signed: false });
        while !is_whole && (bytes.len() as u64) < most {
            let at = self.memory.offset(address, bytes.len() as i64);
            let byte = self.load(Value::new(at), character, pos)?;
            self.check_defined(byte, "the length of a string", pos)?;
            if byte.bits == 0 {
                break;
            }
            bytes.push(byte.bits as u8);
        }
        Ok(bytes)
    }

    /// Writes a scalar.
    pub(super) fn store_scalar(&mut self, address: u64, value: Value, ty: Scalar) -> Result<(), Fault> {
        match ty {
            Scalar::Int(int) => self.memory.write(address, int.bytes(), value.bits, value.undefined),
            Scalar::Float(FloatType::F32) => {
                let bits = u64::from((value.float() as f32).to_bits());
                self.memory.write(address, 4, bits, value.undefined)
            }
            Scalar::Float(_) => self.memory.write(address, 8, value.bits, value.undefined),
            Scalar::Ptr => self.memory.write_pointer(address, value.bits, value.undefined),
        }
    }

    /// The bytes that a bit-field lies in, as a number; it may need nine.
    fn bit_bytes(&mut self, address: u64, bits: BitField) -> Result<(u128, bool), Fault> {
        let count = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        let mut number = 0u128;
        let mut undefined = false;
        for index in 0..count {
            let read = self.memory.read(self.memory.offset(address, i64::from(index)), 1)?;
            number |= u128::from(read.bits) << (8 * index);
            undefined |= read.undefined;
        }
        Ok((number, undefined))
    }

    pub(super) fn load_bits(
        &mut self,
        address: Value,
        ty: Scalar,
        bits: BitField,
        pos: Pos,
    ) -> Result<Value, Stop> {
        self.check_defined(address, "an address", pos)?;
        let (number, undefined) =
            self.bit_bytes(address.bits, bits).map_err(|fault| self.stop(fault, pos))?;
        let field = (number >> bits.shift) as u64;
        let signed = matches!(ty, Scalar::Int(IntType { signed: true, .. }));
        let bits = arith::extend(field, IntType { bits: bits.width, signed });
        Ok(Value { bits, undefined })
    }

    pub(super) fn store_bits(&mut self, address: u64, value: Value, bits: BitField) -> Result<(), Fault> {
        let (old, _) = self.bit_bytes(address, bits)?;
        let mask = ((1u128 << bits.width) - 1) << bits.shift;
        let new = (old & !mask) | ((u128::from(value.bits) << bits.shift) & mask);
        let count = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        for index in 0..count {
            let byte = (new >> (8 * index)) as u8;
            let cell = self.memory.offset(address, i64::from(index));
            self.memory.write(cell, 1, u64::from(byte), value.undefined)?;
        }
        Ok(())
    }
}
