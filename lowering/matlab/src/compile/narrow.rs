//! What a condition says of loop variables: where it holds, a nest's subscripts have closer bounds.
//!
//! ```text
//! for i = 1:n
//!   if i == 1, y(i) = x(n); else y(i) = x(i - 1); end      % in `else`, i is at least 2
//! end
//! ```
//!
//! The bounds are computed once, before the nest, in variables of their own. A comparison with a number that is no number never
//! holds, and `fmin` and `fmax` leave such a number out.

use super::code::Int;
use super::emit::Emitter;
use super::nest::Counter;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// Bounds of the loop variables where `condition` is true, or where it is false.
pub fn by(em: &mut Emitter, condition: &Expr, is_true: bool) {
    match &condition.kind {
        ExprKind::Unary(UnaryOp::Not, operand) => by(em, operand, !is_true),
        ExprKind::AndAlso(left, right) | ExprKind::Binary(BinaryOp::And, left, right) if is_true => {
            by(em, left, true);
            by(em, right, true);
        }
        ExprKind::OrElse(left, right) | ExprKind::Binary(BinaryOp::Or, left, right) if !is_true => {
            by(em, left, false);
            by(em, right, false);
        }
        ExprKind::Binary(op, left, right) => {
            compare(em, left, if is_true { Some(*op) } else { opposite(*op) }, right);
            compare(em, right, mirrored(*op).and_then(|op| if is_true { Some(op) } else { opposite(op) }), left);
        }
        _ => (),
    }
}

/// The bounds of the loop variables, to go back to.
pub fn counters(em: &Emitter) -> Vec<Counter> {
    em.nest.as_ref().map_or(vec![], |state| state.counters.clone())
}

pub fn restore(em: &mut Emitter, counters: Vec<Counter>) {
    if let Some(state) = em.nest.as_mut() {
        state.counters = counters;
    }
}

/// What is true where the comparison is not, or the loop variable has nothing to be compared with.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        _ => return None,
    })
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        BinaryOp::Equal | BinaryOp::NotEqual => op,
        _ => return None,
    })
}

fn compare(em: &mut Emitter, variable: &Expr, op: Option<BinaryOp>, with: &Expr) {
    let (ExprKind::Name(slot), Some(op)) = (&variable.kind, op) else {
        return;
    };
    let find = |em: &Emitter| em.nest.as_ref()?.counters.iter().rposition(|counter| counter.slot == *slot);
    let Some((at, value)) = find(em).zip(bounds(em, with)) else {
        return;
    };
    let Some(int) = em.nest.as_ref().map(|state| state.counters[at].int.clone()) else {
        return;
    };
    let (low, high) = narrowed(&int, op, &value);
    let (low, high) = (named(em, low, int.low), named(em, high, int.high));
    if let Some(state) = em.nest.as_mut() {
        state.counters[at].int = Int { text: int.text, low, high };
    }
}

/// A name for a bound that is computed before the nest, or the bound as it was.
fn named(em: &mut Emitter, value: Option<String>, before: String) -> String {
    let Some(value) = value else {
        return before;
    };
    let name = em.fresh("b");
    if let Some(state) = em.nest.as_mut() {
        state.bounds.push((name.clone(), value));
    }
    name
}

/// The new lower and upper bound of an integer that compares so with a value.
fn narrowed(int: &Int, op: BinaryOp, value: &Int) -> (Option<String>, Option<String>) {
    let (low, high) = (&int.low, &int.high);
    let least = |text: &str| Some(format!("fmax({low}, {text})"));
    let most = |text: &str| Some(format!("fmin({high}, {text})"));
    match op {
        BinaryOp::Equal => (least(&value.low), most(&value.high)),
        BinaryOp::LessEqual => (None, most(&value.high)),
        BinaryOp::GreaterEqual => (least(&value.low), None),
        // The value may be no whole number.
        BinaryOp::Less => (None, most(&format!("ceil({}) - 1.0", value.high))),
        BinaryOp::Greater => (least(&format!("floor({}) + 1.0", value.low)), None),
        BinaryOp::NotEqual if value.low == value.high => (
            Some(format!("({low} == {0} ? {low} + 1.0 : {low})", value.low)),
            Some(format!("({high} == {0} ? {high} - 1.0 : {high})", value.low)),
        ),
        _ => (None, None),
    }
}

/// The bounds of what a loop variable is compared with, if it is a sum of loop variables and of what does not change.
fn bounds(em: &mut Emitter, expr: &Expr) -> Option<Int> {
    let (body, checks) = (em.body.len(), em.nest.as_ref()?.checks.len());
    let code = em.position(expr);
    let writes = em.body.len() != body;
    em.body.truncate(body);
    // The comparison itself has its checks already.
    em.nest.as_mut()?.checks.truncate(checks);
    code.ok()?.int.filter(|_| !writes)
}
