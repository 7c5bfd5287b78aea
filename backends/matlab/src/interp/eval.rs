//! Expressions. Assigns nothing but by assignment expressions.

use super::Interp;
use crate::value::{Array, Handle, Range, Value};
use crate::{Error, Result, fail, ops};
use raddle_matlab::ast::{Anonymous, BinaryOp, Expr, ExprKind, IntegerClass, Slot, StepValue, UnaryOp};
use std::rc::Rc;

/// The variable whose transpose an expression is.
fn transposed(expr: &Expr) -> Option<(UnaryOp, Slot)> {
    match &expr.kind {
        ExprKind::Unary(op @ (UnaryOp::Transpose | UnaryOp::ConjugateTranspose), operand) => match operand.kind {
            ExprKind::Name(slot) => Some((*op, slot)),
            _ => None,
        },
        _ => None,
    }
}

impl Interp {
    /// The value of an expression that must have one.
    pub fn eval(&mut self, expr: &Expr) -> Result<Value> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(Value::scalar(*value)),
            ExprKind::Name(slot) => match self.place(*slot) {
                Some(value) => Ok(value.clone()),
                None => self.eval_one(expr),
            },
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Index { .. } | ExprKind::CellIndex { .. } | ExprKind::Field { .. } => self.eval_one(expr),
            ExprKind::DynamicField { .. } => self.eval_one(expr),
            ExprKind::Unary(op, operand) => {
                let value = self.eval(operand)?;
                ops::unary(*op, &value)
            }
            ExprKind::AndAlso(left, right) => Ok(Value::bool(self.truth(left)? && self.truth(right)?)),
            ExprKind::OrElse(left, right) => Ok(Value::bool(self.truth(left)? || self.truth(right)?)),
            ExprKind::Range { base, step, limit } => {
                let base = self.eval(base)?;
                let step = step.as_ref().map(|step| self.eval(step)).transpose()?;
                let limit = self.eval(limit)?;
                ops::range(&base, step.as_ref(), &limit)
            }
            ExprKind::Integer { bits, class } => Ok(integer(*bits, *class)),
            // A complex number without an imaginary part is real.
            ExprKind::Imaginary(0.0) => Ok(Value::scalar(0.0)),
            ExprKind::Imaginary(value) => Ok(Value::Complex(Array::scalar(num_complex::Complex64::new(0.0, *value)))),
            ExprKind::Text { bytes, double_quoted } => Ok(text(bytes, *double_quoted)),
            ExprKind::Colon => Ok(Value::text(":")),
            ExprKind::End => self.end_value(),
            ExprKind::Matrix(rows) => {
                let rows = self.rows(rows)?;
                ops::concat(rows)
            }
            ExprKind::Cell(rows) => self.cell(rows),
            ExprKind::Anonymous(function) => Ok(self.anonymous(function)),
            ExprKind::Handle(name) => Ok(self.handle(name)),
            ExprKind::Assign { .. } => self.eval_one(expr),
            ExprKind::Step { target, op, value } => self.step_value(target, *op, *value),
        }
    }

    fn eval_one(&mut self, expr: &Expr) -> Result<Value> {
        let mut values = self.eval_many(expr, 1)?.into_iter();
        match values.next() {
            Some(value) => Ok(value),
            None if matches!(expr.kind, ExprKind::CellIndex { .. } | ExprKind::Field { .. }) => {
                Err(Error::new("indexing produces no results"))
            }
            None => Err(Error::new("value on right hand side of assignment is undefined")),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Result<Value> {
        if let Some(value) = self.product_with_transpose(op, left, right, expr)? {
            return Ok(value);
        }
        let left = self.operand(left)?;
        let right = self.operand(right)?;
        self.frame.at = expr.span;
        let (left, right) = match (left, right) {
            (Ok(left), Ok(right)) => (left, right),
            (left, right) => {
                let name = |value: &Result<Value, ()>| value.as_ref().map_or("cs-list".into(), Value::kind_name);
                let (left, right) = (name(&left), name(&right));
                fail!("binary operator '{}' not implemented for '{left}' by '{right}' operations", ops::symbol(op));
            }
        };
        ops::binary(op, &left, &right)
    }

    /// `a' * b`, `a * b'` and `a' \ b` are one operation in Octave, which takes an N-d array for a matrix of as many rows. None where
    /// no variable with such an array is transposed.
    fn product_with_transpose(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
    ) -> Result<Option<Value>> {
        let first = transposed(left).filter(|_| matches!(op, BinaryOp::MatMul | BinaryOp::MatLeftDivide));
        let second = transposed(right).filter(|_| op == BinaryOp::MatMul && first.is_none());
        let Some((turn, slot)) = first.or(second) else { return Ok(None) };
        let Some(turned) = self.place(slot).filter(|value| value.dims().rank() > 2).cloned() else { return Ok(None) };
        let other = self.eval(if first.is_some() { right } else { left })?;
        self.frame.at = expr.span;
        let turned = ops::unary(turn, &ops::as_factor(turned, &other))?;
        let (left, right) = if first.is_some() { (turned, other) } else { (other, turned) };
        ops::binary(op, &left, &right).map(Some)
    }

    /// An operand, or `Err(())` for a list of several values.
    fn operand(&mut self, expr: &Expr) -> Result<Result<Value, ()>> {
        if !matches!(expr.kind, ExprKind::CellIndex { .. } | ExprKind::Field { .. }) {
            return self.eval(expr).map(Ok);
        }
        let mut values = self.eval_many(expr, 1)?;
        Ok(if values.len() == 1 { values.pop().ok_or(()) } else { Err(()) })
    }

    /// An operand of `&&` or `||`.
    fn truth(&mut self, expr: &Expr) -> Result<bool> {
        self.eval(expr)?.is_true()
    }

    /// All values of an expression: a call may give up to `nargout`, a cs-list all of its own.
    pub fn eval_many(&mut self, expr: &Expr, nargout: usize) -> Result<Vec<Value>> {
        match &expr.kind {
            ExprKind::Name(_)
            | ExprKind::Index { .. }
            | ExprKind::CellIndex { .. }
            | ExprKind::Field { .. }
            | ExprKind::DynamicField { .. } => self.chain(expr, nargout),
            ExprKind::Assign { targets, value } => self.assign_expression(targets, value),
            _ if nargout > 1 => Err(Error::new("invalid number of output arguments for constant expression")),
            _ => self.eval(expr).map(|value| vec![value]),
        }
    }

    /// Arguments and elements of matrices: lists of several values are spliced in.
    pub fn eval_list(&mut self, exprs: &[Expr]) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(exprs.len());
        for expr in exprs {
            match expr.kind {
                ExprKind::CellIndex { .. }
                | ExprKind::Field { .. }
                | ExprKind::DynamicField { .. }
                | ExprKind::Index { .. } => {
                    values.extend(self.eval_many(expr, 1)?);
                }
                _ => values.push(self.eval(expr)?),
            }
        }
        Ok(values)
    }

    fn rows(&mut self, rows: &[Vec<Expr>]) -> Result<Vec<Vec<Value>>> {
        rows.iter().map(|row| self.eval_list(row)).collect()
    }

    /// `{...}`: every value is an element, but cells are concatenated with their neighbours only in Octave's way: as elements.
    fn cell(&mut self, rows: &[Vec<Expr>]) -> Result<Value> {
        let rows = self.rows(rows)?;
        let rows: Vec<_> = rows.into_iter().filter(|row| !row.is_empty()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != columns) {
            let other = rows.iter().map(Vec::len).find(|&length| length != columns).unwrap_or(0);
            fail!("vertical dimensions mismatch (1x{columns} vs 1x{other})");
        }
        let height = rows.len();
        let mut elements: Vec<_> = rows.into_iter().map(Vec::into_iter).collect();
        let mut values = Vec::with_capacity(height * columns);
        for _ in 0..columns {
            values.extend(elements.iter_mut().filter_map(Iterator::next));
        }
        Ok(Value::cell(Array::new([height, columns].into(), values)))
    }

    /// `x++` and its kin.
    fn step_value(&mut self, target: &Expr, op: BinaryOp, value: StepValue) -> Result<Value> {
        let before = self.eval(target)?;
        let after = ops::binary(op, &before, &Value::scalar(1.0)).map_err(|error| not_a_step(op, &before, error))?;
        self.assign_value(target, after.clone())?;
        Ok(match value {
            StepValue::Before => before,
            StepValue::After => after,
        })
    }

    fn anonymous(&mut self, function: &Rc<Anonymous>) -> Value {
        let captured = function.captures.iter();
        let captured = captured.filter_map(|&(outside, inside)| Some((inside, self.variable(outside)?)));
        let captured = captured.collect();
        let file = self.frame.code.file.clone();
        Value::Handle(Rc::new(Handle::Anonymous { code: function.clone(), captured, file }))
    }

    /// `@name`. A subfunction is bound now, as other files do not see it.
    pub fn handle(&mut self, name: &Rc<str>) -> Value {
        let file = self.frame.code.file.clone();
        let local =
            file.is_function_file.then(|| file.functions.iter().find(|function| function.name == *name)).flatten();
        Value::Handle(Rc::new(match local {
            Some(function) => Handle::User { function: function.clone(), file: file.clone() },
            None => Handle::Named(name.clone()),
        }))
    }

    /// Calls `each` with the value of every iteration of `for`, until it says to stop.
    pub fn for_each(
        &mut self,
        values: &Value,
        slot_value: &mut dyn FnMut(&mut Interp, Value) -> Result<bool>,
    ) -> Result<()> {
        match values {
            Value::Range(range) => self.for_range(range, slot_value),
            Value::Handle(_) | Value::Map(_) | Value::Parser(_) => slot_value(self, values.clone()).map(drop),
            _ if values.is_scalar() => slot_value(self, values.clone()).map(drop),
            _ => {
                let dims = values.dims();
                let columns = dims.as_slice()[1..].iter().product::<usize>();
                if dims.rows() == 0 || columns == 0 {
                    return Ok(());
                }
                if dims.rows() == 1
                    && let Value::Double(array) = values
                {
                    for &value in array.iter() {
                        if !slot_value(self, Value::scalar(value))? {
                            break;
                        }
                    }
                    return Ok(());
                }
                let flat = values.clone().reshape([dims.rows(), columns].into());
                for column in 0..columns {
                    let at = crate::index::Subscript::Value(Value::scalar(column as f64 + 1.0));
                    let value = crate::index::get(&flat, &[crate::index::Subscript::Colon, at], None)?;
                    if !slot_value(self, value)? {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    fn for_range(&mut self, range: &Range, each: &mut dyn FnMut(&mut Interp, Value) -> Result<bool>) -> Result<()> {
        for k in 0..range.len() {
            if !each(self, Value::scalar(range.get(k)))? {
                break;
            }
        }
        Ok(())
    }

    /// The name of a slot of the current frame.
    pub fn name_of(&self, slot: Slot) -> Rc<str> {
        self.frame.names[slot.0 as usize].clone()
    }
}

fn text(bytes: &Rc<[u8]>, double_quoted: bool) -> Value {
    match Value::text(bytes) {
        Value::Char(chars) => Value::Char(crate::value::CharArray { double_quoted, ..chars }),
        other => other,
    }
}

/// A hexadecimal or binary literal: the low bits in its class.
fn integer(bits: u64, class: IntegerClass) -> Value {
    match class {
        IntegerClass::I8 => Value::I8(Array::scalar(bits as i8)),
        IntegerClass::I16 => Value::I16(Array::scalar(bits as i16)),
        IntegerClass::I32 => Value::I32(Array::scalar(bits as i32)),
        IntegerClass::I64 => Value::I64(Array::scalar(bits as i64)),
        IntegerClass::U8 => Value::U8(Array::scalar(bits as u8)),
        IntegerClass::U16 => Value::U16(Array::scalar(bits as u16)),
        IntegerClass::U32 => Value::U32(Array::scalar(bits as u32)),
        IntegerClass::U64 => Value::U64(Array::scalar(bits)),
    }
}

/// The error of `x++` where `x` has no numbers.
pub fn not_a_step(op: BinaryOp, value: &Value, error: Error) -> Error {
    if value.is_number_like() {
        return error;
    }
    let sign = if op == BinaryOp::Sub { "--" } else { "++" };
    Error::new(format!("unary operator '{sign}' not implemented for '{}' operands", value.kind_name()))
}
