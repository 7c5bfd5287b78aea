//! Expressions of the polyhedral analysis as `arith` ops on index values.

use std::collections::HashMap;

use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::Val;
use raddle_poly::analysis::{Comparison, Cond, Expr};

/// Computes `expr`; `values` gives the names' values. None if a name has none.
pub fn index<'c>(b: &Builder<'c>, expr: &Expr, values: &HashMap<String, Val<'c>>) -> Option<Val<'c>> {
    let at = |it: &Expr| index(b, it, values);
    Some(match expr {
        Expr::Const(value) => b.constant_index(*value),
        Expr::Name(name) => *values.get(name)?,
        Expr::Add(x, y) => b.addi(at(x)?, at(y)?),
        Expr::Sub(x, y) => b.subi(at(x)?, at(y)?),
        Expr::Mul(factor, x) => b.muli(at(x)?, b.constant_index(*factor)),
        Expr::FloorDiv(x, divisor) => floor_div(b, at(x)?, *divisor),
        Expr::Mod(x, divisor) => {
            let x = at(x)?;
            let whole = b.muli(floor_div(b, x, *divisor), b.constant_index(*divisor));
            b.subi(x, whole)
        }
        Expr::Min(x, y) => b.binary("arith.minsi", at(x)?, at(y)?),
        Expr::Max(x, y) => b.binary("arith.maxsi", at(x)?, at(y)?),
        Expr::Select(cond, x, y) => b.select(condition(b, cond, values)?, at(x)?, at(y)?),
    })
}

/// The truth of `cond` as an i1. None if a name has no value.
pub fn condition<'c>(b: &Builder<'c>, cond: &Cond, values: &HashMap<String, Val<'c>>) -> Option<Val<'c>> {
    Some(match cond {
        Cond::Const(value) => b.constant_bool(*value),
        Cond::Compare(comparison, x, y) => {
            let kind = match comparison {
                Comparison::Eq => CmpI::Eq,
                Comparison::Le => CmpI::Sle,
                Comparison::Lt => CmpI::Slt,
                Comparison::Ge => CmpI::Sge,
                Comparison::Gt => CmpI::Sgt,
            };
            b.cmpi(kind, index(b, x, values)?, index(b, y, values)?)
        }
        Cond::And(x, y) => b.binary("arith.andi", condition(b, x, values)?, condition(b, y, values)?),
        Cond::Or(x, y) => b.binary("arith.ori", condition(b, x, values)?, condition(b, y, values)?),
    })
}

/// Rounds towards minus infinity; `divisor` > 0. (`arith.floordivsi` needs an expansion pass that may not run here.)
fn floor_div<'c>(b: &Builder<'c>, x: Val<'c>, divisor: i64) -> Val<'c> {
    let (zero, divisor) = (b.constant_index(0), b.constant_index(divisor));
    let quotient = b.binary("arith.divsi", x, divisor);
    let remainder = b.binary("arith.remsi", x, divisor);
    let below = b.cmpi(CmpI::Slt, remainder, zero);
    let one_less = b.subi(quotient, b.constant_index(1));
    b.select(below, one_less, quotient)
}
