//! `isequal`: same extents and same elements; classes of numbers do not matter.

use super::arithmetic::promoted;
use super::compare;
use crate::value::{Handle, StructArray, Value};
use raddle_matlab::ast::BinaryOp;
use std::rc::Rc;

/// `isequal(a, b)`.
pub fn is_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Cell(x), Value::Cell(y)) => x.dims() == y.dims() && x.iter().zip(y.iter()).all(|(x, y)| is_equal(x, y)),
        (Value::Struct(x), Value::Struct(y)) => structs(x, y),
        (Value::Handle(x), Value::Handle(y)) => handles(x, y),
        (Value::Map(x), Value::Map(y)) => Rc::ptr_eq(x, y),
        (a, b) if a.is_number_like() && b.is_number_like() => numbers(a, b),
        _ => false,
    }
}

fn numbers(a: &Value, b: &Value) -> bool {
    if a.dims() != b.dims() {
        return false;
    }
    let (a, b) = (promoted(a), promoted(b));
    if a.is_complex() || b.is_complex() {
        return a.to_complex().zip(b.to_complex()).is_some_and(|(x, y)| x.as_slice() == y.as_slice());
    }
    match compare::binary(BinaryOp::Equal, &a, &b) {
        Ok(Value::Bool(array)) => array.iter().all(|&same| same),
        _ => false,
    }
}

fn structs(x: &StructArray, y: &StructArray) -> bool {
    x.dims() == y.dims()
        && x.fields.len() == y.fields.len()
        && x.fields.iter().all(|(name, field)| {
            let other = y.fields.get(name);
            other.is_some_and(|other| field.iter().zip(other.iter()).all(|(x, y)| is_equal(x, y)))
        })
}

fn handles(x: &Rc<Handle>, y: &Rc<Handle>) -> bool {
    match (&**x, &**y) {
        (Handle::Named(x), Handle::Named(y)) => x == y,
        (Handle::Inline { names: a, text: x, .. }, Handle::Inline { names: b, text: y, .. }) => a == b && x == y,
        (Handle::User { function: x, .. }, Handle::User { function: y, .. }) => Rc::ptr_eq(x, y),
        (Handle::Anonymous { code: f, captured: a, .. }, Handle::Anonymous { code: g, captured: b, .. }) => {
            Rc::ptr_eq(x, y)
                || f.text == g.text
                    && a.len() == b.len()
                    && a.iter().zip(b).all(|((s, x), (t, y))| s == t && is_equal(x, y))
        }
        _ => false,
    }
}
