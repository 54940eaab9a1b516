//! Initialisers of globals as constants: a small evaluator for the code that they are lowered to.

use crate::ir::*;
use fxhash::FxHashMap;

/// The constants that code stores to globals; nothing if it does more than store constants.
pub(super) fn constant_cells(code: &Block) -> Option<Vec<(GlobalId, InitCell)>> {
    let mut cells = Cells::default();
    cells.block(code)?;
    Some(cells.stored)
}

#[derive(Default)]
struct Cells {
    /// The values of variables: a constant, and a distance from it if it is an address.
    known: FxHashMap<VarId, (Operand, i64)>,
    stored: Vec<(GlobalId, InitCell)>,
    /// The largest offset stored to so far, per global.
    highest: FxHashMap<GlobalId, u64>,
}

impl Cells {
    fn resolve(&self, operand: Operand) -> Option<(Operand, i64)> {
        match operand {
            Operand::Var(var) => self.known.get(&var).copied(),
            Operand::Undef(_) | Operand::Slot(_) => None,
            constant => Some((constant, 0)),
        }
    }

    /// A value that is no address.
    fn number(&self, operand: Operand) -> Option<Operand> {
        self.resolve(operand).filter(|(_, offset)| *offset == 0).map(|(number, _)| number)
    }

    fn block(&mut self, code: &Block) -> Option<()> {
        code.iter().try_for_each(|stmt| self.statement(&stmt.kind))
    }

    fn statement(&mut self, stmt: &StmtKind) -> Option<()> {
        match stmt {
            StmtKind::Assign { dst, value } => {
                let value = self.expression(value)?;
                self.known.insert(*dst, value);
            }
            StmtKind::If { cond, then, otherwise } => match self.number(*cond)? {
                Operand::Int(0, _) => self.block(otherwise)?,
                Operand::Int(..) => self.block(then)?,
                _ => return None,
            },
            // An initialiser of the whole overrides earlier ones of its parts.
            StmtKind::Zero { addr, size } => {
                let (Operand::Global(global), offset) = self.resolve(*addr)? else { return None };
                let offset = u64::try_from(offset).ok()?;
                let range = offset..offset.checked_add(*size)?;
                // Offsets usually increase; then no earlier cell is in the range.
                if self.highest.get(&global).is_some_and(|highest| offset <= *highest) {
                    self.stored.retain(|(other, cell)| *other != global || !range.contains(&cell.offset));
                }
            }
            StmtKind::Store { addr, value, access } => {
                let (Operand::Global(global), offset) = self.resolve(*addr)? else { return None };
                let (value, addend) = self.resolve(*value)?;
                let offset = u64::try_from(offset).ok()?;
                let last = self.highest.entry(global).or_insert(offset);
                *last = offset.max(*last);
                self.stored.push((global, InitCell { offset, access: *access, value, addend }));
            }
            _ => return None,
        }
        Some(())
    }

    fn expression(&self, value: &Expr) -> Option<(Operand, i64)> {
        Some(match *value {
            Expr::Use(operand) => self.resolve(operand)?,
            Expr::Elem { base, index: Operand::Int(index, _), stride: Operand::Int(stride, _), .. } => {
                let (base, offset) = self.resolve(base)?;
                (base, offset + i64::try_from(index * stride).ok()?)
            }
            Expr::Field { base, offset: inside, .. } => {
                let (base, offset) = self.resolve(base)?;
                (base, offset + inside as i64)
            }
            // An address converted to an integer.
            Expr::Convert { from: Scalar::Ptr, to: Scalar::Int(to), value } => match self.resolve(value)? {
                (Operand::Null, offset) => (Operand::Int(to.wrap(offset.into()), to), 0),
                address => address,
            },
            Expr::Convert { from: Scalar::Int(from), to: Scalar::Int(to), value } => {
                match self.resolve(value)? {
                    (Operand::Int(number, _), 0) => (Operand::Int(to.wrap(number), to), 0),
                    address if from.bits == to.bits => address,
                    _ => return None,
                }
            }
            Expr::Convert { to, value, .. } => (converted(self.number(value)?, to)?, 0),
            Expr::Unary(UnaryOp::Neg, Scalar::Float(ty), value) => match self.number(value)? {
                Operand::Float(number, _) => (Operand::Float(-number, ty), 0),
                _ => return None,
            },
            Expr::Binary(op, Scalar::Float(ty), left, right) => {
                (floating(op, ty, self.number(left)?, self.number(right)?)?, 0)
            }
            Expr::Compare(op, Scalar::Float(_), left, right) => {
                (compared(op, self.number(left)?, self.number(right)?)?, 0)
            }
            _ => return None,
        })
    }
}

/// A floating number, rounded to its type; nothing if the type is wider than what we compute with.
fn rounded(number: f64, ty: FloatType) -> Option<Operand> {
    match ty {
        FloatType::F32 => Some(Operand::Float(f64::from(number as f32), ty)),
        FloatType::F64 => Some(Operand::Float(number, ty)),
        FloatType::F80 => None,
    }
}

/// A conversion from or to a floating number.
fn converted(value: Operand, to: Scalar) -> Option<Operand> {
    match (value, to) {
        (Operand::Float(_, FloatType::F80), _) => None,
        (Operand::Float(number, _), Scalar::Float(ty)) => rounded(number, ty),
        (Operand::Float(number, _), Scalar::Int(ty)) => {
            // Far beyond all integers, the conversion saturates, and such a number does not fit either.
            let whole = number.trunc() as i128;
            let fits = !number.is_nan() && ty.min() <= whole && whole <= ty.max();
            fits.then_some(Operand::Int(whole, ty))
        }
        // Rounded once.
        (Operand::Int(number, _), Scalar::Float(FloatType::F32)) => {
            Some(Operand::Float(f64::from(number as f32), FloatType::F32))
        }
        (Operand::Int(number, _), Scalar::Float(ty)) => rounded(number as f64, ty),
        _ => None,
    }
}

/// Arithmetic. That of `float` is exact in `double` up to the last rounding, which is the same.
fn floating(op: BinaryOp, ty: FloatType, left: Operand, right: Operand) -> Option<Operand> {
    let (Operand::Float(left, _), Operand::Float(right, _)) = (left, right) else { return None };
    let number = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        BinaryOp::Div => left / right,
        _ => return None,
    };
    rounded(number, ty)
}

fn compared(op: CompareOp, left: Operand, right: Operand) -> Option<Operand> {
    let (Operand::Float(left, _), Operand::Float(right, _)) = (left, right) else { return None };
    let holds = match op {
        CompareOp::Eq => left == right,
        CompareOp::Ne => left != right,
        CompareOp::Lt => left < right,
        CompareOp::Le => left <= right,
        CompareOp::Gt => left > right,
        CompareOp::Ge => left >= right,
    };
    Some(Operand::Int(holds.into(), IntType::INT))
}
