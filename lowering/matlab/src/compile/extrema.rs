//! Minima and maxima that nests update, `x = max(x, e)`, as comparisons: so the C front end sees that they are reductions.
//!
//! Before: `x = raddle_max(x, e)`, which takes `e` where `x` is NaN. After: `if (e >= x) x = e`, where a test before the nest says that `x`
//! is a number. Of equal values, such as zeros of either sign, the second argument stays in both.

use super::emit::{Emitter, Result, literal};
use super::types::{Elem, Known, Type};
use super::{nest, uses};
use crate::ast::{Expr, ExprKind, Slot, Span, Stmt, StmtKind, Target};
use std::collections::BTreeSet;

/// What `max(x, e)` and its kin are of.
struct Extremum<'e> {
    other: &'e Expr,
    /// When the other one is taken.
    symbol: &'static str,
}

/// The variables that a statement assigns nothing but such minima and maxima, and numbers of the text.
pub fn of_statement(em: &Emitter, stmt: &Stmt) -> BTreeSet<Slot> {
    let mut kept = uses::assigned(stmt);
    remove_others(em, stmt, &mut kept);
    kept
}

fn remove_others(em: &Emitter, stmt: &Stmt, kept: &mut BTreeSet<Slot>) {
    match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            if let [Target::Place(place)] = &targets[..]
                && let ExprKind::Name(slot) = place.kind
                && (literal(value).is_some_and(|number| !number.is_nan()) || extremum(em, slot, value).is_some())
            {
                return;
            }
            kept.retain(|slot| !uses::assigned(stmt).contains(slot));
        }
        StmtKind::For { target, .. } => {
            if let ExprKind::Name(slot) = target.kind {
                kept.remove(&slot);
            }
        }
        _ if uses::blocks(stmt).is_empty() => {
            kept.retain(|slot| !uses::assigned(stmt).contains(slot));
        }
        _ => (),
    }
    uses::blocks(stmt).into_iter().flatten().for_each(|inner| remove_others(em, inner, kept));
}

/// `value` as a minimum or maximum of a variable and something else.
fn extremum<'e>(em: &Emitter, slot: Slot, value: &'e Expr) -> Option<Extremum<'e>> {
    let ExprKind::Index { base, arguments } = &value.kind else { return None };
    let (ExprKind::Name(name), [first, second]) = (&base.kind, &arguments[..]) else { return None };
    let text = em.text(*name);
    if em.known(*name) != Known::Nothing || em.functions.find(em.function, text).is_some() {
        return None;
    }
    let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Name(name) if name == slot);
    let (other, symbol) = match (text, is_it(first), is_it(second)) {
        ("max", true, false) => (second, ">="),
        ("max", false, true) => (first, ">"),
        ("min", true, false) => (second, "<="),
        ("min", false, true) => (first, "<"),
        _ => return None,
    };
    (!uses::read(other).contains(&slot)).then_some(Extremum { other, symbol })
}

/// Writes `slot = value` in a nest if it is such a minimum or maximum: whether it is.
pub fn assign(em: &mut Emitter, slot: Slot, value: &Expr, span: Span) -> Result<bool> {
    let is_kept = em.nest.as_ref().is_some_and(|nest| nest.extrema.contains(&slot));
    if !is_kept || em.known(slot) != Known::Typed(Type::SCALAR) {
        return Ok(false);
    }
    let Some(Extremum { other, symbol }) = extremum(em, slot, value) else { return Ok(false) };
    if em.type_of(other) != Known::Typed(Type::SCALAR) {
        return Ok(false);
    }
    let code = em.scalar(other)?;
    if code.elem != Elem::Double {
        return Ok(false);
    }
    let (value, name) = (em.temporary(&code.number()), em.name(slot));
    nest::updates(em, slot, span)?;
    em.line(format!("if ({value} {symbol} {name}) {name} = {value};"));
    Ok(true)
}
