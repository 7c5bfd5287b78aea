//! Loops whose iterations can be counted before they run: `for (i = lo; i < hi; i += s)` with an index that nothing else
//! changes. Also puts what a header does beside counting (`i++, k += 2`) where it reads as part of the program. Does not
//! decide what is done with such a loop.

use super::effects::Effects;
use super::inline::is_free;
use super::prove::Range;
use super::visit::{self, Item, mentions};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Stmt, StmtId, StmtKind, Storage, TypeId, TypeKind, UnaryOp, Unit,
};

pub struct Counted {
    pub index: DeclId,
    pub lo: ExprId,
    /// Not 0; its sign is that of the comparison.
    pub step: i64,
    pub cond: ExprId,
    /// The operands of the comparison, as they are compared: the index's side, the other one.
    pub sides: (ExprId, ExprId),
    pub includes_bound: bool,
    pub body: StmtId,
    /// How often the body runs is known when it has: the condition compares something else than the index.
    pub is_open: bool,
}

impl Counted {
    pub fn new(unit: &Unit, s: StmtId) -> Option<Counted> {
        let StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body } = unit.stmt(s).kind else {
            return None;
        };
        let (index, step) = step_of(unit, inc)?;
        if let Some(open) = Counted::open(unit, (init, cond, inc, body), (index, step)) {
            return Some(open);
        }
        let ExprKind::Binary { op, lhs, rhs } = unit.expr(cond).kind else { return None };
        let on_left = mentions(unit, Item::Expr(lhs), index);
        let sides = if on_left { (lhs, rhs) } else { (rhs, lhs) };
        let upward = match op {
            BinaryOp::Lt | BinaryOp::Le => on_left,
            BinaryOp::Gt | BinaryOp::Ge => !on_left,
            _ => return None,
        };
        let reads_index = is_read_of(unit, sides.0, index) && !mentions(unit, Item::Expr(sides.1), index);
        let lo = initial_value(unit, init, index)?;
        let unchanged = Effects::of_stmt(unit, body).writes(index) == 0 && !mentions(unit, Item::Expr(lo), index);
        let includes_bound = matches!(op, BinaryOp::Le | BinaryOp::Ge);
        let fits = upward == (step > 0) && reads_index && unchanged && is_counter(unit, index);
        let counted = Counted { index, lo, step, cond, sides, includes_bound, body, is_open: false };
        (fits && counted.ends_in_range(unit, inc)).then_some(counted)
    }

    /// `for (i = lo; i * s < n; i++)`, where nothing else changes the index, which does not wrap around.
    fn open(
        unit: &Unit,
        (init, cond, inc, body): (StmtId, ExprId, ExprId, StmtId),
        (index, step): (DeclId, i64),
    ) -> Option<Counted> {
        let ExprKind::Binary { lhs, rhs, .. } = unit.expr(cond).kind else { return None };
        let is_plain = |e: ExprId| is_read_of(unit, e, index);
        let lo = initial_value(unit, init, index)?;
        let unchanged = Effects::of_stmt(unit, body).writes(index) == 0 && !mentions(unit, Item::Expr(lo), index);
        let fits = unchanged && step == 1 && !wraps(unit, inc) && is_counter(unit, index);
        // Behind the loop, the index says how often it ran.
        let is_outside = !matches!(unit.stmt(init).kind, StmtKind::Decl { .. });
        let fits = fits && is_outside && is_free(unit, cond) && !is_plain(lhs) && !is_plain(rhs);
        let sides = (lhs, rhs);
        fits.then_some(Counted { index, lo, step, cond, sides, includes_bound: false, body, is_open: true })
    }

    /// The step after the last iteration does not wrap around, after which the loop would go on.
    fn ends_in_range(&self, unit: &Unit, inc: ExprId) -> bool {
        let ty = unit.decl(self.index).ty;
        let is_unsigned = matches!(unit.ty(ty).kind, TypeKind::Int { signed: false, .. });
        // Steps of powers of two come by the same values after they have wrapped around, so that there is no end.
        if !wraps(unit, inc) || is_unsigned && self.step.unsigned_abs().is_power_of_two() {
            return true;
        }
        let (range, bound) = (values_of(unit, ty), values(unit, self.sides.1));
        let (slack, step) = (i128::from(!self.includes_bound), i128::from(self.step));
        if step > 0 { bound.max - slack + step <= range.max } else { bound.min + slack + step >= range.min }
    }

    /// How often the body runs, if that is a constant.
    pub fn constant_count(&self, unit: &Unit) -> Option<i64> {
        if self.is_open {
            return None;
        }
        let (lo, hi) = (i128::from(unit.expr(self.lo).constant?), i128::from(unit.expr(self.sides.1).constant?));
        let span = if self.step > 0 { hi - lo } else { lo - hi };
        let distance = span + i128::from(self.includes_bound);
        let step = i128::from(self.step).abs();
        let is_signed = matches!(unit.ty(unit.expr(self.sides.1).ty).kind, TypeKind::Int { signed: true, .. });
        let count = (distance.max(0) + step - 1) / step;
        i64::try_from(count).ok().filter(|_| is_signed || lo >= 0 && hi >= 0)
    }
}

/// A variable of the function that only plain assignments change.
pub fn is_own(unit: &Unit, decl: DeclId) -> bool {
    let (decl, ty) = (unit.decl(decl), unit.ty(unit.decl(decl).ty));
    matches!(decl.storage, Storage::Local | Storage::Param)
        && !decl.address_taken
        && !ty.is_volatile
        && !ty.is_atomic
        && !decl.is_thread_local
}

pub fn is_counter(unit: &Unit, decl: DeclId) -> bool {
    is_own(unit, decl) && matches!(unit.ty(unit.decl(decl).ty).kind, TypeKind::Int { bits: 32 | 64, .. })
}

/// The variable that an expression changes by a constant, and the constant: `k++`, `k -= 2`, `k = k + 3`.
pub fn step_of(unit: &Unit, e: ExprId) -> Option<(DeclId, i64)> {
    let variable = |e: ExprId| match unit.expr(e).kind {
        ExprKind::Ref { decl } => Some(decl),
        _ => None,
    };
    let signed = |op: BinaryOp, amount: ExprId| match op {
        BinaryOp::Add => unit.expr(amount).constant,
        BinaryOp::Sub => unit.expr(amount).constant?.checked_neg(),
        _ => None,
    };
    match unit.expr(e).kind {
        ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PostInc, arg } => Some((variable(arg)?, 1)),
        ExprKind::Unary { op: UnaryOp::PreDec | UnaryOp::PostDec, arg } => Some((variable(arg)?, -1)),
        ExprKind::CompoundAssign { op, lhs, rhs, .. } => Some((variable(lhs)?, signed(op, rhs)?)),
        ExprKind::Assign { lhs, rhs } => {
            let k = variable(lhs)?;
            let ExprKind::Binary { op, lhs: x, rhs: y } = unit.expr(rhs).kind else { return None };
            let amount = if is_plain_read(unit, x, k) {
                signed(op, y)?
            } else if op == BinaryOp::Add && is_plain_read(unit, y, k) {
                signed(op, x)?
            } else {
                return None;
            };
            Some((k, amount))
        }
        ExprKind::Cast { cast: CastKind::ToVoid, arg } => step_of(unit, arg),
        _ => None,
    }
    .filter(|(_, amount)| *amount != 0 && i32::try_from(*amount).is_ok())
}

/// The variable that an expression changes by a value, the value, and whether it is subtracted: `k += n`, `p -= n`, `k = k + n`.
pub fn value_step_of(unit: &Unit, e: ExprId) -> Option<(DeclId, ExprId, bool)> {
    let variable = |e: ExprId| match unit.expr(e).kind {
        ExprKind::Ref { decl } => Some(decl),
        _ => None,
    };
    let (k, amount, op) = match unit.expr(e).kind {
        ExprKind::CompoundAssign { op, lhs, rhs, .. } => (variable(lhs)?, rhs, op),
        ExprKind::Assign { lhs, rhs } => {
            let k = variable(lhs)?;
            let ExprKind::Binary { op, lhs: x, rhs: y } = unit.expr(rhs).kind else { return None };
            match (is_plain_read(unit, x, k), is_plain_read(unit, y, k)) {
                (true, false) => (k, y, op),
                (false, true) if op == BinaryOp::Add => (k, x, op),
                _ => return None,
            }
        }
        ExprKind::Cast { cast: CastKind::ToVoid, arg } => return value_step_of(unit, arg),
        _ => return None,
    };
    let is_int = matches!(unit.ty(unit.expr(amount).ty).kind, TypeKind::Int { bits: ..=64, .. });
    let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
    (is_sum && is_int && !mentions(unit, Item::Expr(amount), k)).then_some((k, amount, op == BinaryOp::Sub))
}

/// The step wraps around where the variable's type ends: integers of the type do, or what it is computed in is another type.
pub fn wraps(unit: &Unit, step: ExprId) -> bool {
    let (own, computed_in) = match unit.expr(step).kind {
        ExprKind::Cast { cast: CastKind::ToVoid, arg } => return wraps(unit, arg),
        ExprKind::CompoundAssign { lhs, compute_ty, .. } => (unit.expr(lhs).ty, compute_ty),
        _ => (unit.expr(step).ty, unit.expr(step).ty),
    };
    match &unit.ty(own).kind {
        TypeKind::Int { .. } => unit.wraps(unit.ty(own)) || unit.ty(computed_in).kind != unit.ty(own).kind,
        _ => false,
    }
}

/// The values of an integer type.
pub fn values_of(unit: &Unit, ty: TypeId) -> Range {
    match unit.ty(ty).kind {
        TypeKind::Int { bits: bits @ ..=64, signed: true } => {
            Range { min: -1 << (bits - 1), max: (1 << (bits - 1)) - 1 }
        }
        TypeKind::Int { bits: bits @ ..=64, signed: false } => Range { min: 0, max: (1 << bits) - 1 },
        _ => Range::ANY,
    }
}

/// The values that an expression may have, by its type and the types it is converted from.
fn values(unit: &Unit, e: ExprId) -> Range {
    let expr = unit.expr(e);
    let own = values_of(unit, expr.ty);
    let known = match (expr.constant, &expr.kind) {
        (Some(value), _) => Range { min: value.into(), max: value.into() },
        (None, ExprKind::Cast { cast: CastKind::IntegralCast, arg }) => values(unit, *arg),
        _ => own,
    };
    if known.intersection(own) == known { known } else { own }
}

pub fn is_plain_read(unit: &Unit, e: ExprId, k: DeclId) -> bool {
    let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind else { return false };
    unit.expr(arg).kind == ExprKind::Ref { decl: k }
}

/// The variable's value, perhaps converted to a type that holds it or for an unsigned comparison.
fn is_read_of(unit: &Unit, mut e: ExprId, k: DeclId) -> bool {
    let width = |e: ExprId| unit.ty(unit.expr(e).ty).size;
    let is_signed = |e: ExprId| matches!(unit.ty(unit.expr(e).ty).kind, TypeKind::Int { signed: true, .. });
    while let ExprKind::Cast { cast: CastKind::IntegralCast, arg } = unit.expr(e).kind
        && (width(arg) < width(e) || width(arg) == width(e) && (is_signed(arg) || !is_signed(e)))
    {
        e = arg;
    }
    is_plain_read(unit, e, k)
}

pub fn initial_value(unit: &Unit, init: StmtId, index: DeclId) -> Option<ExprId> {
    match &unit.stmt(init).kind {
        StmtKind::Decl { decls } if decls[..] == [index] => unit.decl(index).init,
        StmtKind::Expr { expr } => match unit.expr(*expr).kind {
            ExprKind::Assign { lhs, rhs } if unit.expr(lhs).kind == (ExprKind::Ref { decl: index }) => Some(rhs),
            _ => None,
        },
        _ => None,
    }
}

/// The value depends on constants and variables of the function alone, which it lists, and nothing happens on the way.
pub fn is_simple(unit: &Unit, e: ExprId, variables: &mut Vec<DeclId>) -> bool {
    let expr = unit.expr(e);
    if expr.constant.is_some() {
        return true;
    }
    match expr.kind {
        ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(arg).kind {
            ExprKind::Ref { decl } if is_own(unit, decl) => {
                variables.push(decl);
                true
            }
            _ => false,
        },
        ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => matches!(unit.expr(arg).kind, ExprKind::Ref { .. }),
        ExprKind::Float { .. } => true,
        ExprKind::Cast {
            cast:
                CastKind::IntegralCast
                | CastKind::NoOp
                | CastKind::BitCast
                | CastKind::FloatingCast
                | CastKind::IntegralToFloating,
            arg,
        } => is_simple(unit, arg, variables),
        ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus, arg } => is_simple(unit, arg, variables),
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, lhs, rhs } => {
            is_simple(unit, lhs, variables) && is_simple(unit, rhs, variables)
        }
        ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr, lhs, rhs } => {
            let harmless = unit.expr(rhs).constant.is_some_and(|value| (1..32).contains(&value));
            harmless && is_simple(unit, lhs, variables)
        }
        _ => false,
    }
}

/// `for (i = 0, k = 0; c; i++, k += 2) S` becomes `{ k = 0; for (i = 0; c; i++) { S k += 2; } }`.
pub fn split_header(unit: &mut Unit, s: StmtId) {
    let StmtKind::For { init, cond: Some(cond), inc: Some(inc), body } = unit.stmt(s).kind else { return };
    let mut increments = visit::operands(unit, inc, BinaryOp::Comma);
    let tested = |unit: &Unit, e: ExprId| {
        step_of(unit, e).is_some_and(|(variable, _)| mentions(unit, Item::Expr(cond), variable))
    };
    let Some(at) = increments.iter().position(|&e| tested(unit, e)) else { return };
    let index_increment = increments.remove(at);
    let Some((index, _)) = step_of(unit, index_increment) else { return };
    let is_apart = |e: ExprId| is_own_step(unit, e) && !tested(unit, e) && !mentions(unit, Item::Expr(e), index);
    let apart = increments.iter().all(|&e| is_apart(e));
    let Some((before, init)) = split_init(unit, init, index).filter(|_| apart) else { return };
    if increments.is_empty() && before.is_empty() || skips_its_end(unit, body) {
        return;
    }
    let (loc, end) = (unit.stmt(s).loc, unit.stmt(s).end);
    let mut statements = vec![body];
    statements.extend(increments.into_iter().map(|expr| unit.add_stmt(StmtKind::Expr { expr }, loc)));
    let body = unit.add_stmt(StmtKind::Compound { body: statements }, loc);
    let inner = StmtKind::For { init, cond: Some(cond), inc: Some(index_increment), body };
    let inner = unit.add_stmt(inner, loc);
    unit.stmts[inner.0 as usize].end = end;
    let body = before.into_iter().chain([inner]).collect();
    unit.stmts[s.0 as usize] = Stmt { kind: StmtKind::Compound { body }, loc, end };
}

fn is_own_step(unit: &Unit, e: ExprId) -> bool {
    let variable = step_of(unit, e).map(|it| it.0).or_else(|| value_step_of(unit, e).map(|it| it.0));
    variable.is_some_and(|it| is_own(unit, it))
}

/// What a header's first part does beside setting the index, as statements, and the rest of it; None if their order matters.
fn split_init(unit: &mut Unit, init: Option<StmtId>, index: DeclId) -> Option<(Vec<StmtId>, Option<StmtId>)> {
    let Some(init) = init else { return Some((vec![], None)) };
    let loc = unit.stmt(init).loc;
    let sets_index = |unit: &Unit, e: ExprId| {
        matches!(unit.expr(e).kind, ExprKind::Assign { lhs, rhs }
            if unit.expr(lhs).kind == (ExprKind::Ref { decl: index }) && unit.expr(rhs).constant.is_some())
    };
    match unit.stmt(init).kind.clone() {
        StmtKind::Decl { decls } if decls.len() > 1 => {
            let (own, others): (Vec<_>, Vec<_>) = decls.into_iter().partition(|&decl| decl == index);
            let apart = own.iter().all(|&d| unit.decl(d).init.is_some_and(|init| unit.expr(init).constant.is_some()))
                && others.iter().all(|&decl| !mentions(unit, Item::Declare(decl), index));
            let own = (!own.is_empty()).then(|| unit.add_stmt(StmtKind::Decl { decls: own }, loc));
            let others = unit.add_stmt(StmtKind::Decl { decls: others }, loc);
            apart.then_some((vec![others], own))
        }
        StmtKind::Expr { expr } => {
            let (own, others): (Vec<_>, Vec<_>) =
                visit::operands(unit, expr, BinaryOp::Comma).into_iter().partition(|&e| sets_index(unit, e));
            if others.is_empty() || own.is_empty() && visit::operands(unit, expr, BinaryOp::Comma).len() == 1 {
                return Some((vec![], Some(init)));
            }
            let apart = own.len() == 1 && others.iter().all(|&e| !mentions(unit, Item::Expr(e), index));
            let mut statement = |expr| unit.add_stmt(StmtKind::Expr { expr }, loc);
            let before = others.into_iter().map(&mut statement).collect();
            apart.then(|| (before, own.into_iter().map(statement).next()))
        }
        _ => Some((vec![], Some(init))),
    }
}

/// Does control leave the body, or reach it, elsewhere than at its ends? What is put at its end might not be run then.
pub fn skips_its_end(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= match item {
            Item::Stmt(s) => matches!(
                unit.stmt(s).kind,
                StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return { .. }
                    | StmtKind::Goto { .. }
                    | StmtKind::IndirectGoto { .. }
                    | StmtKind::Label { .. }
                    | StmtKind::Case { .. }
                    | StmtKind::Default { .. }
                    | StmtKind::Other { .. }
            ),
            Item::Expr(e) => matches!(unit.expr(e).kind, ExprKind::StmtExpr { .. }),
            Item::Declare(_) => false,
        };
        !found
    });
    found
}

/// Assigns a value without effects to variable `k`, which keeps it to the end of the statement; the value.
pub fn assigned(unit: &Unit, s: StmtId, k: DeclId) -> Option<ExprId> {
    let value = match &unit.stmt(s).kind {
        // A later declarator may change it: `int k = 3, old = k++;`.
        StmtKind::Decl { decls } if decls.contains(&k) && Effects::of_stmt(unit, s).writes(k) == 0 => {
            unit.decl(k).init?
        }
        StmtKind::Expr { expr } => match unit.expr(*expr).kind {
            ExprKind::Assign { lhs, rhs } if unit.expr(lhs).kind == (ExprKind::Ref { decl: k }) => rhs,
            _ => return None,
        },
        _ => return None,
    };
    is_free(unit, value).then_some(value)
}
