//! Floating-point variables that a loop steps by a constant, where all values are exact.
//!
//! ```text
//!     float s = 0;                         float s = 0;
//!     for (i = 0; i < 1000; i++) {         for (i = 0; i < 1000; i++) {
//!       s += 2;                      ->      a[i] = (0 + 2 * (float)(i + 1)) * b[i];
//!       a[i] = s * b[i];                   }
//!     }                                    s = 0 + 2 * (float)1000;
//! ```
//!
//! Legal if:  the first value, the step and the number of iterations are constants, the step is a statement that each
//!            iteration runs, and all values are multiples of one power of two that the type's significand counts: then no
//!            operation rounds, here or there. None is a zero with a sign of its own: a sum of zero is positive, as the
//!            product's is, and the first value is no negative zero.
//! Rejects:   steps such as 0.1, whose sums are rounded; loops of unknown length.

use super::closed_form::value_at_entry;
use super::counted::{Counted, is_own, is_plain_read, skips_its_end};
use super::effects::{Effects, has_jumps};
use super::induction::loops;
use super::visit::{self, Item};
use super::wrap_around::flatten;
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Stmt, StmtId, StmtKind, TypeId, TypeKind, UnaryOp, Unit,
};

struct Stepped {
    variable: DeclId,
    counted: Counted,
    first: f64,
    step: f64,
    count: i64,
    /// The statement that steps.
    at: StmtId,
    /// Reads before it and behind it.
    before: Vec<ExprId>,
    behind: Vec<ExprId>,
}

pub fn count_float_steps(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        for s in loops(unit, body) {
            if let Some(stepped) = Stepped::of(unit, body, s) {
                stepped.replace(unit, s);
            }
        }
    }
}

impl Stepped {
    fn of(unit: &Unit, function: StmtId, s: StmtId) -> Option<Stepped> {
        let counted = Counted::new(unit, s)?;
        let count = counted.constant_count(unit)?;
        if skips_its_end(unit, counted.body) || counted.step != 1 {
            return None;
        }
        let (mut list, effects) = (Vec::new(), Effects::of_stmt(unit, s));
        flatten(unit, counted.body, &mut list);
        let (position, variable, step) = list.iter().enumerate().find_map(|(position, &at)| {
            let (variable, step) = float_step(unit, at)?;
            (effects.writes(variable) == 1 && is_own(unit, variable)).then_some((position, variable, step))
        })?;
        let first = folded(unit, value_at_entry(unit, function, s, variable)?)?;
        let significand = match unit.ty(unit.decl(variable).ty).kind {
            TypeKind::Float { bits: 32 } => 24,
            TypeKind::Float { bits: 64 } => 53,
            _ => return None,
        };
        let is_known = !effects.declared.contains(&variable) && unit.expr(counted.lo).constant.is_some();
        if !is_known || !are_exact(first, step, count, significand) {
            return None;
        }
        let before = reads(unit, &list[..position], variable)?;
        let behind = reads(unit, &list[position + 1..], variable)?;
        Some(Stepped { variable, counted, first, step, count, at: list[position], before, behind })
    }

    fn replace(self, unit: &mut Unit, s: StmtId) {
        let Stmt { loc, end, .. } = *unit.stmt(s);
        for (reads, more) in [(&self.before, 0), (&self.behind, 1)] {
            for &read in reads {
                let rounds = self.rounds(unit, more);
                let value = self.value(unit, rounds);
                let kind = unit.expr(value).kind.clone();
                unit.exprs[read.0 as usize].kind = kind;
            }
        }
        unit.stmts[self.at.0 as usize].kind = StmtKind::Null;
        let rounds = unit.add_int(self.count, loc);
        let (lhs, value) = (unit.add_ref(self.variable, loc), self.value(unit, rounds));
        let last = unit.add_assignment(lhs, value, loc);
        let kind = unit.stmt(s).kind.clone();
        let inner = unit.add_stmt(kind, loc);
        unit.stmts[inner.0 as usize].end = end;
        unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: vec![inner, last] };
    }

    /// How many steps came before, at a place in an iteration.
    fn rounds(&self, unit: &mut Unit, more: i64) -> ExprId {
        let Counted { index, lo, .. } = self.counted;
        let lo = unit.expr(lo).constant.unwrap_or(0);
        let (ty, loc) = (unit.decl(index).ty, unit.expr(self.counted.lo).loc);
        let place = unit.add_ref(index, loc);
        let lhs = unit.add_load(place);
        let (op, distance) = if lo > more { (BinaryOp::Sub, lo - more) } else { (BinaryOp::Add, more - lo) };
        if distance == 0 {
            return lhs;
        }
        let rhs = unit.add_expr(ExprKind::Int { value: distance }, ty, loc, false);
        unit.exprs[rhs.0 as usize].constant = Some(distance);
        unit.add_expr(ExprKind::Binary { op, lhs, rhs }, ty, loc, false)
    }

    /// `first + step * rounds`.
    fn value(&self, unit: &mut Unit, rounds: ExprId) -> ExprId {
        let (ty, loc) = (unit.decl(self.variable).ty, unit.expr(rounds).loc);
        let [first, step] = [self.first, self.step].map(|value| add_float(unit, value, ty, rounds));
        let cast = CastKind::IntegralToFloating;
        let rounds = unit.add_expr(ExprKind::Cast { cast, arg: rounds }, ty, loc, false);
        let product = unit.add_expr(ExprKind::Binary { op: BinaryOp::Mul, lhs: step, rhs: rounds }, ty, loc, false);
        unit.add_expr(ExprKind::Binary { op: BinaryOp::Add, lhs: first, rhs: product }, ty, loc, false)
    }
}

fn add_float(unit: &mut Unit, value: f64, ty: TypeId, like: ExprId) -> ExprId {
    let bits = match unit.ty(ty).kind {
        TypeKind::Float { bits: 32 } => format!("{:x}", (value as f32).to_bits()),
        _ => format!("{:x}", value.to_bits()),
    };
    let loc = unit.expr(like).loc;
    unit.add_expr(ExprKind::Float { bits, text: format!("{value:?}") }, ty, loc, false)
}

/// All sums and products are integers times one power of two, and the integers fit the significand.
fn are_exact(first: f64, step: f64, count: i64, significand: i32) -> bool {
    let is_plain = |value: f64| value.is_finite() && value.abs() < 1e15 && !(value == 0.0 && value.is_sign_negative());
    let is_integer = |value: f64| value.fract() == 0.0;
    // Sixteenths and the like will do; what is finer is rounded in decimal anyway.
    let unit = (0..=10).map(|bits| 2f64.powi(-bits)).find(|unit| is_integer(first / unit) && is_integer(step / unit));
    let Some(unit) = unit.filter(|_| is_plain(first) && is_plain(step) && step != 0.0 && count < 1 << 24) else {
        return false;
    };
    (first.abs() + step.abs() * (count as f64 + 1.0)) / unit < 2f64.powi(significand)
}

/// The variable that a statement steps by a constant, and the constant.
fn float_step(unit: &Unit, s: StmtId) -> Option<(DeclId, f64)> {
    let StmtKind::Expr { expr } = unit.stmt(s).kind else { return None };
    let ExprKind::CompoundAssign { op, lhs, rhs, compute_ty, .. } = unit.expr(expr).kind else { return None };
    let ExprKind::Ref { decl } = unit.expr(lhs).kind else { return None };
    let is_float = matches!(unit.ty(unit.decl(decl).ty).kind, TypeKind::Float { .. });
    if !is_float || !matches!(unit.ty(compute_ty).kind, TypeKind::Float { bits: 32 | 64 }) {
        return None;
    }
    match op {
        BinaryOp::Add => Some((decl, folded(unit, rhs)?)),
        BinaryOp::Sub => Some((decl, -folded(unit, rhs)?)),
        _ => None,
    }
}

/// The value of a floating-point constant.
fn folded(unit: &Unit, e: ExprId) -> Option<f64> {
    let expr = unit.expr(e);
    let rounded = |value: f64| match unit.ty(expr.ty).kind {
        TypeKind::Float { bits: 32 } => Some(f64::from(value as f32)),
        TypeKind::Float { bits: 64 } => Some(value),
        _ => None,
    };
    match &expr.kind {
        ExprKind::Float { bits, .. } => {
            let bits = u64::from_str_radix(bits.trim_start_matches("0x"), 16).ok()?;
            match unit.ty(expr.ty).kind {
                TypeKind::Float { bits: 32 } => Some(f32::from_bits(u32::try_from(bits).ok()?).into()),
                TypeKind::Float { bits: 64 } => Some(f64::from_bits(bits)),
                _ => None,
            }
        }
        ExprKind::Cast { cast: CastKind::FloatingCast | CastKind::NoOp, arg } => rounded(folded(unit, *arg)?),
        ExprKind::Cast { cast: CastKind::IntegralToFloating, arg } => {
            let value = unit.expr(*arg).constant.filter(|value| value.abs() < 1 << 24)?;
            rounded(value as f64)
        }
        ExprKind::Unary { op: UnaryOp::Minus, arg } => Some(-folded(unit, *arg)?),
        _ => None,
    }
}

/// The mentions of the variable, all of which are reads.
fn reads(unit: &Unit, list: &[StmtId], variable: DeclId) -> Option<Vec<ExprId>> {
    let (mut found, mut mentions) = (Vec::new(), 0);
    for &s in list {
        visit::walk(unit, Item::Stmt(s), |item| {
            let Item::Expr(e) = item else { return true };
            mentions += usize::from(unit.expr(e).kind == ExprKind::Ref { decl: variable });
            found.extend(is_plain_read(unit, e, variable).then_some(e));
            true
        });
    }
    (found.len() == mentions).then_some(found)
}
