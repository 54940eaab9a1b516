//! Integers, comparisons and conditions.

use super::engine::Shapes;
use super::expose::negated;
use super::graph::{Graph, Origin, Test};
use super::parts::quotient;
use super::value::{End, Expr, Pointer, Value, constant, minus, plus, range_of};
use crate::ir::{BinaryOp, CompareOp, Expr as Operation, IntType, Operand, Pos, Scalar, UnaryOp, VarId};
use crate::numbers::Interval;
use crate::property::ViolationKind;
use cfp_solver::{Int, Rat};

/// Limit on values of an integer that are looked at one by one.
const MAX_CASES: i64 = 8;

impl Shapes<'_> {
    /// Assigns the result of an operation.
    pub(super) fn compute(
        &mut self,
        mut graph: Graph,
        dst: VarId,
        operation: &Operation,
        pos: Pos,
    ) -> Vec<Graph> {
        if let Operation::Binary(BinaryOp::Shl | BinaryOp::Shr, _, _, amount) = operation
            && let Some(cases) = self.cases(&graph, amount)
        {
            return cases.into_iter().flat_map(|graph| self.compute(graph, dst, operation, pos)).collect();
        }
        let value = match operation {
            Operation::Use(operand) => self.operand(&graph, operand),
            Operation::Compare(op, Scalar::Ptr, left, right) => {
                return self.compare_pointers(graph, dst, *op, [left, right]);
            }
            Operation::Compare(op, ty, left, right) => self.compare(&mut graph, *op, *ty, [left, right]),
            Operation::Field { base, offset, record, .. } => {
                let base = self.operand(&graph, base);
                self.note_record(&mut graph, &base, *record);
                shifted(&base, &Expr::constant(Int::from(*offset)))
            }
            Operation::Elem { base, index, stride, .. } => {
                let is_variable = matches!(index, Operand::Var(_));
                let (base, index) = (self.operand(&graph, base), self.operand(&graph, index));
                let stride = self.operand(&graph, stride);
                if is_variable {
                    self.divide_array(&mut graph, &base, &stride);
                }
                match (index, stride) {
                    (Value::Int(index), Value::Int(stride)) => match product(&graph, &index, &stride) {
                        Some(bytes) => shifted(&base, &bytes),
                        None => unknown_address(&base),
                    },
                    _ => unknown_address(&base),
                }
            }
            Operation::PtrDiff { left, right, stride } => self.difference(&mut graph, [left, right], stride),
            Operation::Convert { from, to, value } => {
                let value = self.operand(&graph, value);
                match (from, to) {
                    (Scalar::Float(_), Scalar::Int(ty)) if value != Value::Unset => {
                        if self.task.checks.conversions {
                            self.violate(pos, ViolationKind::FloatConversion);
                        }
                        self.fresh(&mut graph, *ty)
                    }
                    // _Bool is 0 or 1, whatever is converted.
                    (Scalar::Int(_), Scalar::Int(ty)) if ty.bits == 1 => self.truth(&mut graph, value),
                    _ => self.coerced(&mut graph, value, *to),
                }
            }
            Operation::Unary(op, Scalar::Int(ty), operand) => match self.operand(&graph, operand) {
                Value::Int(expr) => {
                    let exact = match op {
                        UnaryOp::Neg => Some(negated(&expr)),
                        UnaryOp::Not if ty.signed => Some(negated(&expr).plus_constant(-1)),
                        UnaryOp::Not => None,
                    };
                    match self.in_type(&mut graph, exact, *ty, *op == UnaryOp::Neg, pos) {
                        Some(value) => value,
                        None => return Vec::new(),
                    }
                }
                _ => {
                    if *op == UnaryOp::Neg && ty.signed && self.task.checks.overflow {
                        self.violate(pos, ViolationKind::Overflow);
                    }
                    Value::Unset
                }
            },
            Operation::Binary(op, Scalar::Int(ty), left, right) => {
                let values = (self.operand(&graph, left), self.operand(&graph, right));
                match values {
                    (Value::Int(left), Value::Int(right)) => {
                        match self.binary(&mut graph, *op, *ty, [&left, &right], pos) {
                            Some(value) => value,
                            None => return Vec::new(),
                        }
                    }
                    (_, right) => {
                        self.unset_operation(&graph, *op, *ty, &right, pos);
                        Value::Unset
                    }
                }
            }
            Operation::Unary(_, _, operand) if self.operand(&graph, operand) == Value::Unset => Value::Unset,
            Operation::Binary(_, _, left, right)
                if [left, right].into_iter().any(|side| self.operand(&graph, side) == Value::Unset) =>
            {
                Value::Unset
            }
            Operation::Unary(..) | Operation::Binary(..) => Value::Any,
        };
        self.assign(&mut graph, dst, value);
        vec![graph]
    }

    /// The states in which an integer has each of its values, if it has a few: what is not linear in it is
    /// linear then.
    fn cases(&self, graph: &Graph, operand: &Operand) -> Option<Vec<Graph>> {
        let Value::Int(expr) = self.operand(graph, operand) else { return None };
        let range = graph.numbers.range(&expr);
        let (low, high) = (range.low()?.to_i64()?, range.high()?.to_i64()?);
        if graph.constant(&expr).is_some() || high - low >= MAX_CASES {
            return None;
        }
        let case = |value: i64| {
            let mut graph = graph.clone();
            graph.assume(&Test { op: CompareOp::Eq, expr: expr.clone().plus_constant(-value) })?;
            graph.constant(&expr)?;
            graph.cases.extend(expr.terms().map(|(dim, _)| *dim));
            Some(graph)
        };
        let cases: Vec<Graph> = (low..=high).filter_map(case).collect();
        (cases.len() as i64 == high - low + 1).then_some(cases)
    }

    /// An operation with an operand that is not initialized may have any result.
    fn unset_operation(&mut self, graph: &Graph, op: BinaryOp, ty: IntType, right: &Value, pos: Pos) {
        let may_be_zero = match right {
            Value::Int(divisor) => graph.numbers.range(divisor).contains(&Int::ZERO),
            _ => true,
        };
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) && may_be_zero {
            self.violate(pos, ViolationKind::DivisionByZero);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) && self.task.checks.arithmetic {
            self.violate(pos, ViolationKind::BadShift);
        }
        let is_bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shr);
        if ty.signed && self.task.checks.overflow && !is_bitwise {
            self.violate(pos, ViolationKind::Overflow);
        }
    }

    /// Whether a value is not zero, as an integer.
    fn truth(&mut self, graph: &mut Graph, value: Value) -> Value {
        let Value::Int(expr) = value else { return Value::Unset };
        if Interval::between(0, 1).includes(&graph.numbers.range(&expr)) {
            return Value::Int(expr);
        }
        self.tested(graph, Test { op: CompareOp::Ne, expr })
    }

    /// The result of a test, as an integer.
    fn tested(&mut self, graph: &mut Graph, test: Test) -> Value {
        match graph.decided(&test) {
            Some(holds) => Value::int(i64::from(holds)),
            None => {
                let dim = self.names.dim();
                graph.restrict(dim, &Interval::between(0, 1)).expect("a new integer");
                graph.tests.insert(dim, test);
                Value::Int(Expr::of(dim))
            }
        }
    }

    /// The test whose result an expression is.
    fn test_of(graph: &Graph, expr: &Expr) -> Option<Test> {
        let mut terms = expr.terms();
        let (dim, factor) = terms.next()?;
        let is_plain = terms.next().is_none() && *factor == Rat::from(1) && expr.constant_part().is_zero();
        graph.tests.get(dim).filter(|_| is_plain).cloned()
    }

    fn compare(
        &mut self,
        graph: &mut Graph,
        op: CompareOp,
        ty: Scalar,
        [left, right]: [&Operand; 2],
    ) -> Value {
        let (left, right) = (self.operand(graph, left), self.operand(graph, right));
        match (left, right, ty) {
            (Value::Int(left), Value::Int(right), Scalar::Int(_)) => {
                if let (Some(test), Some(0), CompareOp::Eq | CompareOp::Ne) =
                    (Self::test_of(graph, &left), constant(&right), op)
                {
                    let test = if op == CompareOp::Ne { test } else { test.negated() };
                    return self.tested(graph, test);
                }
                self.tested(graph, Test { op, expr: minus(&left, &right) })
            }
            (Value::Unset, ..) | (_, Value::Unset, _) => Value::Unset,
            _ => self.fresh_in(graph, &Interval::between(0, 1)),
        }
    }

    /// Compares addresses: nodes are taken out of segments where that matters.
    fn compare_pointers(
        &mut self,
        graph: Graph,
        dst: VarId,
        op: CompareOp,
        [left, right]: [&Operand; 2],
    ) -> Vec<Graph> {
        let mut results = Vec::new();
        for graph in self.inhabited(graph, left) {
            for graph in self.inhabited(graph, right) {
                let sides = (self.operand(&graph, left), self.operand(&graph, right));
                for (mut graph, is_equal) in self.are_equal(graph, sides.0.clone(), sides.1.clone()) {
                    let value = match (op, is_equal) {
                        _ if sides.0 == Value::Unset || sides.1 == Value::Unset => Value::Unset,
                        (CompareOp::Eq, Some(is_equal)) => Value::int(i64::from(is_equal)),
                        (CompareOp::Ne, Some(is_equal)) => Value::int(i64::from(!is_equal)),
                        (CompareOp::Le | CompareOp::Ge, Some(true)) => Value::int(1),
                        (CompareOp::Lt | CompareOp::Gt, Some(true)) => Value::int(0),
                        _ => match ordered(&sides.0, &sides.1) {
                            Some(expr) => self.tested(&mut graph, Test { op, expr }),
                            None => self.fresh_in(&mut graph, &Interval::between(0, 1)),
                        },
                    };
                    self.assign(&mut graph, dst, value);
                    results.push(graph);
                }
            }
        }
        results
    }

    /// The states in which the segment that a value points to, if it is one, has nodes.
    fn inhabited(&mut self, graph: Graph, operand: &Operand) -> Vec<Graph> {
        let (mut done, mut pending) = (Vec::new(), vec![graph]);
        while let Some(graph) = pending.pop() {
            match self.operand(&graph, operand) {
                Value::Pointer(at) if graph.may_be_empty(at.object) => {
                    pending.extend(graph.emptied(at.object, &mut self.names));
                    done.extend(graph.inhabited(at.object));
                }
                _ => done.push(graph),
            }
        }
        done
    }

    /// Whether two addresses are equal, where segments have nodes.
    pub(super) fn are_equal(
        &mut self,
        graph: Graph,
        left: Value,
        right: Value,
    ) -> Vec<(Graph, Option<bool>)> {
        let is_equal = match (&left, &right) {
            (Value::Null, Value::Null) => Some(true),
            (Value::Int(address), Value::Null) | (Value::Null, Value::Int(address)) => {
                graph.decided(&Test { op: CompareOp::Eq, expr: address.clone() })
            }
            (Value::Int(one), Value::Int(other)) => {
                graph.decided(&Test { op: CompareOp::Eq, expr: minus(one, other) })
            }
            (Value::Function(one), Value::Function(other)) => Some(one == other),
            (Value::Null, Value::Function(_)) | (Value::Function(_), Value::Null) => Some(false),
            (Value::Pointer(pointer), Value::Null) | (Value::Null, Value::Pointer(pointer)) => {
                (!is_outside(&graph, pointer) && is_inside(&graph, pointer, true)).then_some(false)
            }
            (Value::Pointer(one), Value::Pointer(other)) if one.object == other.object => {
                if one.end != other.end {
                    return self.ends_are_equal(graph, one, other);
                }
                let expr = minus(&one.offset, &other.offset);
                graph.decided(&Test { op: CompareOp::Eq, expr })
            }
            (Value::Pointer(one), Value::Pointer(other))
                if is_outside(&graph, one)
                    || is_outside(&graph, other)
                    || may_overlap(&graph, one, other) =>
            {
                None
            }
            (Value::Pointer(one), Value::Pointer(other)) => {
                let are_inside = is_inside(&graph, one, false) && is_inside(&graph, other, false);
                (are_inside || one.offset == other.offset).then_some(false)
            }
            (Value::Pointer(one), Value::Function(_)) | (Value::Function(_), Value::Pointer(one)) => {
                (!is_outside(&graph, one)).then_some(false)
            }
            _ => None,
        };
        vec![(graph, is_equal)]
    }

    /// Whether the first and the last node of a segment are the same.
    fn ends_are_equal(&mut self, graph: Graph, one: &Pointer, other: &Pointer) -> Vec<(Graph, Option<bool>)> {
        let (Some(first), Some(second)) = (constant(&one.offset), constant(&other.offset)) else {
            return vec![(graph, None)];
        };
        let mut results = Vec::new();
        for single in graph.single(one.object, &mut self.names) {
            results.push((single, Some(first == second)));
        }
        if let Some(plural) = graph.plural(one.object) {
            let are_inside = is_inside(&plural, one, false) && is_inside(&plural, other, false);
            results.push((plural, (are_inside || first == second).then_some(false)));
        }
        results
    }

    fn difference(&mut self, graph: &mut Graph, [left, right]: [&Operand; 2], stride: &Operand) -> Value {
        let ty = self.task.program.target.ptrdiff();
        let stride = match self.operand(graph, stride) {
            Value::Int(stride) => constant(&stride),
            _ => None,
        };
        match (self.operand(graph, left), self.operand(graph, right), stride) {
            (Value::Pointer(left), Value::Pointer(right), Some(stride))
                if left.object == right.object && left.end == right.end && stride > 0 =>
            {
                let bytes = minus(&left.offset, &right.offset);
                match constant(&bytes) {
                    Some(bytes) if bytes % stride == 0 => Value::int(bytes / stride),
                    None if stride == 1 => Value::Int(bytes),
                    _ => self.fresh(graph, ty),
                }
            }
            (Value::Unset, ..) | (_, Value::Unset, _) => Value::Unset,
            _ => self.fresh(graph, ty),
        }
    }

    /// The result of arithmetic: exact if it is in range. Nothing if execution cannot go on.
    fn in_type(
        &mut self,
        graph: &mut Graph,
        exact: Option<Expr>,
        ty: IntType,
        may_overflow: bool,
        pos: Pos,
    ) -> Option<Value> {
        let Some(exact) = exact else {
            if may_overflow && ty.signed && self.task.checks.overflow {
                self.violate(pos, ViolationKind::Overflow);
            }
            return Some(self.fresh(graph, ty));
        };
        if range_of(ty).includes(&graph.numbers.range(&exact))
            || range_of(ty).includes(&graph.related_range(&exact))
        {
            return Some(Value::Int(exact));
        }
        if !ty.signed || !self.task.checks.overflow || !may_overflow {
            return Some(self.coerced(graph, Value::Int(exact), Scalar::Int(ty)));
        }
        self.violate(pos, ViolationKind::Overflow);
        // Behind the check, the result is in range.
        graph.numbers.at_most_zero(&minus(&exact, &Expr::constant(Int::from(ty.max())))).ok()?;
        graph.numbers.at_most_zero(&minus(&Expr::constant(Int::from(ty.min())), &exact)).ok()?;
        Some(Value::Int(exact))
    }

    fn binary(
        &mut self,
        graph: &mut Graph,
        op: BinaryOp,
        ty: IntType,
        [left, right]: [&Expr; 2],
        pos: Pos,
    ) -> Option<Value> {
        use BinaryOp::*;
        match op {
            Add => self.in_type(graph, Some(plus(left, right)), ty, true, pos),
            Sub => self.in_type(graph, Some(minus(left, right)), ty, true, pos),
            Mul => {
                let exact = product(graph, left, right);
                if exact.is_none()
                    && let Some(range) = multiplied(&graph.numbers.range(left), &graph.numbers.range(right))
                    && range_of(ty).includes(&range)
                {
                    return Some(self.fresh_in(graph, &range));
                }
                self.in_type(graph, exact, ty, true, pos)
            }
            Div | Rem => self.division(graph, op, ty, [left, right], pos),
            Shl | Shr => self.shift(graph, op, ty, [left, right], pos),
            And | Or | Xor => Some(self.bits(graph, op, ty, [left, right])),
        }
    }

    fn division(
        &mut self,
        graph: &mut Graph,
        op: BinaryOp,
        ty: IntType,
        [left, right]: [&Expr; 2],
        pos: Pos,
    ) -> Option<Value> {
        let divisor = graph.numbers.range(right);
        if divisor.contains(&Int::ZERO) {
            self.violate(pos, ViolationKind::DivisionByZero);
            graph.assume(&Test { op: CompareOp::Ne, expr: right.clone() })?;
        }
        let range = graph.numbers.range(left);
        if ty.signed && divisor.contains(&Int::MINUS_ONE) && range.contains(&Int::from(ty.min())) {
            if self.task.checks.overflow {
                self.violate(pos, ViolationKind::Overflow);
            }
            return Some(self.fresh(graph, ty));
        }
        let numbers = (graph.constant(left), graph.constant(right));
        if let (Some(left), Some(right)) = numbers
            && right != 0
        {
            let result =
                if op == BinaryOp::Div { left.checked_div(right)? } else { left.checked_rem(right)? };
            return Some(Value::int(result));
        }
        let is_natural = |range: &Interval| range.low().is_some_and(|low| *low >= Int::ZERO);
        if let Some(by) = numbers.1.filter(|by| *by > 0 && is_natural(&range)) {
            return self.divided(graph, op, ty, left, by);
        }
        if is_natural(&range) && divisor.low().is_some_and(Int::is_positive) {
            return self.divided_by_unknown(graph, op, ty, [left, right]);
        }
        let result = match (op, numbers.1) {
            (BinaryOp::Rem, Some(right)) if right > 0 => Interval::between(1 - right, right - 1),
            (BinaryOp::Div, Some(right)) if right > 0 => {
                let divide = |bound: &Int| Some(Int::from(bound.to_i64()? / right));
                let bounds = (range.low().and_then(divide), range.high().and_then(divide));
                Interval::new(bounds.0, bounds.1).unwrap_or(Interval::ALL)
            }
            _ => Interval::ALL,
        };
        let result = result.meet(&range_of(ty)).unwrap_or_else(|| range_of(ty));
        Some(self.fresh_in(graph, &result))
    }

    /// The quotient or the rest of a division by a positive number, of what is not negative: the dividend is
    /// known to be a sum of both.
    fn divided(
        &mut self,
        graph: &mut Graph,
        op: BinaryOp,
        ty: IntType,
        left: &Expr,
        by: i64,
    ) -> Option<Value> {
        if let Some((quotient, rest)) = known_quotient(graph, left, by) {
            return Some(if op == BinaryOp::Div { Value::Int(quotient) } else { Value::int(rest) });
        }
        // The same division as before has the same result.
        for slack in graph.slacks.iter().filter(|slack| slack.terms().nth(1).is_none()) {
            let rest = graph.numbers.equations().reduce(&left.clone().plus_expr(slack, &Rat::from(-by)));
            if Interval::between(0, by - 1).includes(&graph.numbers.range(&rest)) {
                return Some(Value::Int(if op == BinaryOp::Div { slack.clone() } else { rest }));
            }
        }
        let high = graph.numbers.range(left).high().and_then(Int::to_i64);
        let most = |bound: i64| high.map_or(bound, |high| high.min(bound));
        let least = Some(Int::ZERO);
        let quotients = Interval::new(least.clone(), high.map(|high| Int::from(high / by)))?;
        let rests = Interval::new(least, Some(Int::from(most(by - 1))))?;
        let (quotient, rest) = (self.names.dim(), self.names.dim());
        graph.restrict(quotient, &quotients.meet(&range_of(ty))?)?;
        graph.restrict(rest, &rests)?;
        let sum = Expr::of(rest).plus(&quotient, &Rat::from(by));
        graph.numbers.equate(&minus(left, &sum)).ok()?;
        // The equation holds as long as there is something to say about.
        graph.slacks.push(Expr::of(quotient));
        Some(Value::Int(Expr::of(if op == BinaryOp::Div { quotient } else { rest })))
    }

    /// The quotient or the rest of a division by an unknown positive number, of what is not negative: neither
    /// is more than the dividend, and the rest is less than the divisor.
    fn divided_by_unknown(
        &mut self,
        graph: &mut Graph,
        op: BinaryOp,
        ty: IntType,
        [left, right]: [&Expr; 2],
    ) -> Option<Value> {
        let high = graph.numbers.range(left).high().cloned();
        let range = Interval::new(Some(Int::ZERO), high)?.meet(&range_of(ty))?;
        let dim = self.names.dim();
        graph.restrict(dim, &range)?;
        let result = Expr::of(dim);
        if op == BinaryOp::Rem {
            let test = Test { op: CompareOp::Lt, expr: minus(&result, right) };
            graph.assume(&test)?;
            self.keep_bound(graph, &test)?;
        }
        Some(Value::Int(result))
    }

    fn shift(
        &mut self,
        graph: &mut Graph,
        op: BinaryOp,
        ty: IntType,
        [left, right]: [&Expr; 2],
        pos: Pos,
    ) -> Option<Value> {
        let is_valid = Interval::between(0, i64::from(ty.bits) - 1).includes(&graph.numbers.range(right));
        let range = graph.numbers.range(left);
        let is_negative = range.low().is_none_or(|low| *low < Int::ZERO);
        if !is_valid || op == BinaryOp::Shl && ty.signed && is_negative {
            if self.task.checks.arithmetic {
                self.violate(pos, ViolationKind::BadShift);
            }
            return Some(self.fresh(graph, ty));
        }
        let amount = graph.constant(right);
        match (op, amount) {
            (BinaryOp::Shl, Some(amount)) if amount < 63 => {
                let exact = Expr::constant(0).plus_expr(left, &Rat::from(1i64 << amount));
                self.in_type(graph, Some(exact), ty, true, pos)
            }
            (BinaryOp::Shl, _) => self.in_type(graph, None, ty, true, pos),
            (_, Some(amount)) if !is_negative && amount < 63 => {
                self.divided(graph, BinaryOp::Div, ty, left, 1 << amount)
            }
            _ if !is_negative => {
                let high = range.high().cloned();
                let range = Interval::new(Some(Int::ZERO), high).unwrap_or(Interval::ALL);
                Some(self.fresh_in(graph, &range.meet(&range_of(ty)).unwrap_or_else(|| range_of(ty))))
            }
            _ => Some(self.fresh(graph, ty)),
        }
    }

    fn bits(&mut self, graph: &mut Graph, op: BinaryOp, ty: IntType, [left, right]: [&Expr; 2]) -> Value {
        if let (Some(left), Some(right)) = (graph.constant(left), graph.constant(right)) {
            let result = match op {
                BinaryOp::And => left & right,
                BinaryOp::Or => left | right,
                _ => left ^ right,
            };
            if ty.holds(i128::from(result)) {
                return Value::int(result);
            }
        }
        let are_bits = |expr: &Expr| Interval::between(0, 1).includes(&graph.numbers.range(expr));
        let range = match op {
            _ if are_bits(left) && are_bits(right) => Interval::between(0, 1),
            BinaryOp::And => {
                let ranges = [graph.numbers.range(left), graph.numbers.range(right)];
                let mask = ranges.iter().filter(|it| it.low().is_some_and(|low| *low >= Int::ZERO));
                match mask.filter_map(|range| range.high()?.to_i64()).min() {
                    Some(most) => Interval::between(0, most),
                    None => range_of(ty),
                }
            }
            _ => range_of(ty),
        };
        self.fresh_in(graph, &range)
    }

    /// A bound of a sum of several unknowns is that of a new one.
    pub(super) fn keep_bound(&mut self, graph: &mut Graph, test: &Test) -> Option<()> {
        let is_bound = !matches!(test.op, CompareOp::Eq | CompareOp::Ne);
        if !is_bound || test.expr.terms().count() < 2 || graph.decided(test) == Some(true) {
            return Some(());
        }
        let slack = Expr::of(self.names.dim());
        graph.numbers.equate(&minus(&slack, &test.expr)).ok()?;
        graph.assume(&Test { op: test.op, expr: slack.clone() })?;
        graph.slacks.push(slack);
        Some(())
    }

    /// The states in which an operand is not zero, or is.
    pub(super) fn assumed(&mut self, graph: &Graph, operand: &Operand, holds: bool) -> Option<Graph> {
        let mut graph = graph.clone();
        match self.operand(&graph, operand) {
            Value::Int(expr) => {
                if let Some(test) = Self::test_of(&graph, &expr) {
                    let test = graph.strict(if holds { test } else { test.negated() });
                    graph.assume(&test)?;
                    self.keep_bound(&mut graph, &test)?;
                    graph.assume(&Test { op: CompareOp::Eq, expr: expr.plus_constant(-i64::from(holds)) })?;
                } else {
                    let op = if holds { CompareOp::Ne } else { CompareOp::Eq };
                    graph.assume(&Test { op, expr })?;
                }
            }
            Value::Null => return (!holds).then_some(graph),
            Value::Function(_) => return holds.then_some(graph),
            Value::Pointer(_) | Value::Zeros | Value::Any | Value::Dangling | Value::Unset => {}
        }
        Some(graph)
    }
}

/// An address at a distance from another one.
fn shifted(base: &Value, bytes: &Expr) -> Value {
    match base {
        Value::Pointer(pointer) => {
            Value::Pointer(Pointer { offset: plus(&pointer.offset, bytes), ..pointer.clone() })
        }
        _ if constant(bytes) == Some(0) => base.clone(),
        Value::Null => Value::Int(bytes.clone()),
        Value::Int(address) => Value::Int(plus(address, bytes)),
        _ => unknown_address(base),
    }
}

/// An address of which no more is known than of another one.
fn unknown_address(base: &Value) -> Value {
    match base {
        Value::Unset | Value::Dangling => base.clone(),
        _ => Value::Any,
    }
}

/// The product of two expressions, if it is linear.
pub(super) fn product(graph: &Graph, left: &Expr, right: &Expr) -> Option<Expr> {
    let scaled = |expr: &Expr, factor: i64| Expr::constant(0).plus_expr(expr, &Rat::from(factor));
    match (graph.constant(left), graph.constant(right)) {
        (Some(factor), _) => Some(scaled(right, factor)),
        (_, Some(factor)) => Some(scaled(left, factor)),
        _ => None,
    }
}

/// An expression divided by a number, and the rest, if equations tell that it is the same for all values.
fn known_quotient(graph: &Graph, expr: &Expr, by: i64) -> Option<(Expr, i64)> {
    let equations = graph.numbers.equations();
    let reduced = equations.reduce(expr);
    let replaced = equations.rows().filter_map(|(lead, row)| {
        let zero = minus(row, &Expr::of(*lead));
        let (dim, factor) = reduced.terms().find(|(dim, _)| zero.coefficient(dim).is_some())?;
        let times = -(factor / zero.coefficient(dim)?);
        Some(reduced.clone().plus_expr(&zero, &times))
    });
    [expr.clone(), reduced.clone()].into_iter().chain(replaced).find_map(|expr| quotient(&expr, by))
}

/// The range of a product.
fn multiplied(left: &Interval, right: &Interval) -> Option<Interval> {
    let bound = |bound: Option<&Int>| bound?.to_i64().map(i128::from);
    let bounds = [bound(left.low())?, bound(left.high())?, bound(right.low())?, bound(right.high())?];
    let corners = [bounds[0], bounds[1]].into_iter().flat_map(|one| [one * bounds[2], one * bounds[3]]);
    let corners: Vec<i128> = corners.collect();
    Interval::new(
        corners.iter().min().map(|low| Int::from(*low)),
        corners.iter().max().map(|high| Int::from(*high)),
    )
}

/// Whether two objects may share memory: string literals with equal ends do, as a compiler likes.
fn may_overlap(graph: &Graph, one: &Pointer, other: &Pointer) -> bool {
    [one, other].iter().all(|at| graph.object(at.object).origin == Origin::Global { is_constant: true })
}

/// Whether nothing is known of an address.
fn is_outside(graph: &Graph, pointer: &Pointer) -> bool {
    graph.object(pointer.object).origin == Origin::Outside
}

/// Whether an address is in its object, or just behind it.
fn is_inside(graph: &Graph, pointer: &Pointer, may_be_end: bool) -> bool {
    let last = pointer.offset.clone().plus_constant(i64::from(!may_be_end));
    graph.is_at_most(&Expr::constant(0), &pointer.offset)
        && graph.is_at_most(&last, &graph.object(pointer.object).size)
}

/// The difference of two addresses in the same object.
fn ordered(left: &Value, right: &Value) -> Option<Expr> {
    match (left, right) {
        (Value::Pointer(left), Value::Pointer(right))
            if left.object == right.object && left.end == right.end && left.end != End::Own =>
        {
            Some(minus(&left.offset, &right.offset))
        }
        _ => None,
    }
}
