//! Loops that step what they test, in the condition or in the body, get a counter of their own.
//!
//! ```text
//!     while (n--)                    { first = n;                      while (p < e)             { m = e - p;
//!       *q++ = 0;              ->        n--; *q++ = 0;                  *q++ = f(*p++);    ->     for (t = 0; t < m; t++)
//!                                      }                                                             *q++ = f(*p++);
//!                                      n--; }                                                    }
//!     for (p = a; p < e; p++)        { p = a; m = e - p;
//!       *q++ = f(*p);          ->      for (t = 0; t < m; t++) { *q++ = f(*p); p++; } }
//! ```
//!
//! What the program steps is an induction variable then.
//!
//! Legal if:  the body is left at its end alone. In a condition: nothing else changes the variable, an integer of the function's own; the
//!            counter of a loop until zero is unsigned, as `n` may be negative, and many programs mean "for ever" by that. In the body or
//!            the header: each iteration steps the variable once, by a positive constant; what it is compared with does not change.
//!            Pointers are counted by the bytes between them, and `p != e` as unsigned. Integers have up to 32 bits and a sign, are
//!            compared by an order, and do not wrap around (`-fwrapv`).
//! Rejects:   other steps, loops that end early, pointers that the header steps and nothing else with them, as `header` follows these.
//! Runs before `induction`, which takes the steps out of the body.

use super::closed_form::wide_type;
use super::counted::{is_own, is_simple, skips_its_end, step_of};
use super::effects::{Effects, has_jumps};
use super::induction::{Induction, in_sizes, stepped};
use super::rewrite::Copies;
use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Loc, SignedOverflow, Stmt, StmtId, StmtKind, TypeId, TypeKind,
    UnaryOp, Unit,
};

pub fn count_tested_steps(unit: &mut Unit) {
    if unit.signed_overflow == SignedOverflow::Traps {
        return;
    }
    let sizes = in_sizes(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        for s in tested_loops(unit, body) {
            if let Some(tested) = Tested::of(unit, s).filter(|it| !sizes.contains(&it.variable)) {
                tested.count_down(unit, s);
            } else if let Some(walk) = Walk::of(unit, s).filter(|it| !sizes.contains(&it.variable)) {
                walk.count_up(unit, s);
            }
        }
    }
}

/// `while` and `for` loops, outer ones first.
fn tested_loops(unit: &Unit, body: StmtId) -> Vec<StmtId> {
    let mut found = vec![];
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Stmt(s) = item
            && matches!(unit.stmt(s).kind, StmtKind::While { .. } | StmtKind::For { .. })
        {
            found.push(s);
        }
        true
    });
    found
}

/// `while (n--)`, `while (n-- > 0)`, `while (n-- != 0)`; `for (; n; n--)` where the body steps others.
struct Tested {
    variable: DeclId,
    /// It runs until zero, whatever the sign: a negative number comes there by way of all others.
    until_zero: bool,
    body: StmtId,
    /// The step is in the condition.
    before_body: bool,
}

impl Tested {
    fn of(unit: &Unit, s: StmtId) -> Option<Tested> {
        let (cond, inc, body) = match unit.stmt(s).kind {
            StmtKind::While { cond, body } => (cond, None, body),
            StmtKind::For { init: None, cond: Some(cond), inc, body } => (cond, inc, body),
            _ => return None,
        };
        let (until_zero, side) = match unit.expr(strip(unit, cond)).kind {
            ExprKind::Binary { op: op @ (BinaryOp::Gt | BinaryOp::Ne), lhs, rhs } => {
                (unit.expr(rhs).constant == Some(0)).then_some((op == BinaryOp::Ne, strip(unit, lhs)))?
            }
            _ => (true, strip(unit, cond)),
        };
        let variable = match inc {
            None => decremented(unit, side)?,
            Some(inc) => read_variable(unit, side).filter(|it| step_of(unit, inc) == Some((*it, -1)))?,
        };
        let is_int = matches!(unit.ty(unit.decl(variable).ty).kind, TypeKind::Int { bits: 32 | 64, .. });
        let is_left_alone = Effects::of_stmt(unit, body).writes(variable) == 0 && !skips_its_end(unit, body);
        let is_wanted = inc.is_none() || !stepped(unit, s).is_empty();
        let fits = is_int && is_own(unit, variable) && is_left_alone && is_wanted;
        fits.then_some(Tested { variable, until_zero, body, before_body: inc.is_none() })
    }

    fn count_down(self, unit: &mut Unit, s: StmtId) {
        let Stmt { loc, end, .. } = *unit.stmt(s);
        let (name, ty) = (unit.decl(self.variable).name.clone(), unit.decl(self.variable).ty);
        let counts_in = if self.until_zero { unit.unsigned_type(unit.ty(ty).size) } else { ty };
        let [first, count] = [ty, counts_in].map(|ty| unit.add_local(&name, ty, loc));
        for (decl, value) in [(first, self.variable), (count, first)] {
            let value = unit.add_ref(value, loc);
            let value = unit.add_load(value);
            let to = unit.decl(decl).ty;
            unit.decls[decl.0 as usize].init = Some(unit.add_converted(value, to));
        }
        let [left, tested] = [(); 2].map(|()| unit.add_ref(count, loc));
        let (lhs, zero) = (unit.add_load(tested), unit.add_int(0, loc));
        let (zero, int) = (unit.add_converted(zero, counts_in), unit.int_type());
        let cond = unit.add_expr(ExprKind::Binary { op: BinaryOp::Gt, lhs, rhs: zero }, int, loc, false);
        let inc = unit.add_expr(ExprKind::Unary { op: UnaryOp::PreDec, arg: left }, counts_in, loc, false);
        let [step, last] = [(); 2].map(|()| {
            let arg = unit.add_ref(self.variable, loc);
            let expr = unit.add_expr(ExprKind::Unary { op: UnaryOp::PreDec, arg }, ty, loc, false);
            unit.add_stmt(StmtKind::Expr { expr }, loc)
        });
        let body = if self.before_body { vec![step, self.body] } else { vec![self.body, step] };
        let body = unit.add_stmt(StmtKind::Compound { body }, loc);
        let init = unit.add_declaration(count, loc);
        let inner = StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body };
        let before = vec![unit.add_declaration(first, loc)];
        enclose(unit, s, (inner, end), before, if self.before_body { vec![last] } else { vec![] });
    }
}

/// `n` of `n--`.
fn decremented(unit: &Unit, e: ExprId) -> Option<DeclId> {
    let ExprKind::Unary { op: UnaryOp::PostDec, arg } = unit.expr(e).kind else { return None };
    match unit.expr(arg).kind {
        ExprKind::Ref { decl } => Some(decl),
        _ => None,
    }
}

/// A loop from where a variable is to a bound.
struct Walk {
    variable: DeclId,
    /// What is added to it before it is compared.
    ahead: i64,
    op: BinaryOp,
    bound: ExprId,
    /// What the loop's header does before it, and at the end of each iteration.
    init: Option<StmtId>,
    inc: Option<ExprId>,
    body: StmtId,
}

impl Walk {
    fn of(unit: &Unit, s: StmtId) -> Option<Walk> {
        let (init, cond, inc, body) = match unit.stmt(s).kind {
            StmtKind::While { cond, body } => (None, cond, None, body),
            StmtKind::For { init, cond: Some(cond), inc, body } => (init, cond, inc, body),
            _ => return None,
        };
        let ExprKind::Binary { op, lhs, rhs } = unit.expr(strip(unit, cond)).kind else { return None };
        let (op, side, bound) = match op {
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ne => (op, lhs, rhs),
            BinaryOp::Gt => (BinaryOp::Lt, rhs, lhs),
            BinaryOp::Ge => (BinaryOp::Le, rhs, lhs),
            _ => return None,
        };
        let (side, ahead) = match unit.expr(side).kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => (lhs, unit.expr(rhs).constant?),
            _ => (side, 0),
        };
        let variable = read_variable(unit, side)?;
        let walk = Walk { variable, ahead, op, bound, init, inc, body };
        (walk.has_type(unit) && walk.has_fixed_bound(unit, s) && walk.is_wanted(unit, s)).then_some(walk)
    }

    fn has_type(&self, unit: &Unit) -> bool {
        let ty = unit.ty(unit.decl(self.variable).ty);
        let is_same = unit.ty(unit.expr(self.bound).ty).kind == ty.kind;
        let is_known = match ty.kind {
            TypeKind::Int { bits: 32, signed: true } => {
                is_same && self.ahead == 0 && self.op != BinaryOp::Ne && !unit.wraps(ty)
            }
            TypeKind::Pointer { to } => {
                let element = |e: ExprId| match unit.ty(unit.expr(e).ty).kind {
                    TypeKind::Pointer { to } => Some(unit.ty(to).size),
                    _ => None,
                };
                unit.ty(to).size > 0 && element(self.bound) == Some(unit.ty(to).size)
            }
            _ => false,
        };
        is_known && is_own(unit, self.variable)
    }

    fn has_fixed_bound(&self, unit: &Unit, s: StmtId) -> bool {
        let mut variables = vec![];
        let effects = Effects::of_stmt(unit, s);
        is_simple(unit, self.bound, &mut variables)
            && variables.iter().all(|it| effects.writes(*it) == 0 && *it != self.variable)
    }

    /// Is the variable stepped in the body, or together with others there?
    fn is_wanted(&self, unit: &Unit, s: StmtId) -> bool {
        let writes = Effects::of_stmt(unit, self.body).writes(self.variable);
        let is_pointer = matches!(unit.ty(unit.decl(self.variable).ty).kind, TypeKind::Pointer { .. });
        let is_left_early = skips_its_end(unit, self.body);
        match self.inc {
            _ if is_left_early => false,
            None => self.init.is_none() && writes > 0,
            Some(inc) => {
                let steps = step_of(unit, inc).is_some_and(|it| it.0 == self.variable && it.1 > 0);
                let has_init = self.init.is_none_or(|init| sets(unit, init, self.variable));
                is_pointer && writes == 0 && steps && has_init && !stepped(unit, s).is_empty()
            }
        }
    }

    fn count_up(self, unit: &mut Unit, s: StmtId) {
        let Stmt { loc, end, .. } = *unit.stmt(s);
        let long = wide_type(unit, TypeKind::Int { bits: 64, signed: true });
        // Behind a bound that it must meet, a pointer is on its way to the end of all memory.
        let ty = if self.op == BinaryOp::Ne { unit.unsigned_type(8) } else { long };
        let [most, count] = ["most", "count"].map(|name| unit.add_local(name, ty, loc));
        let zero = unit.add_int(0, loc);
        unit.decls[count.0 as usize].init = Some(unit.add_converted(zero, ty));
        let [tested, bound, counted] = [count, most, count].map(|it| unit.add_ref(it, loc));
        let (lhs, rhs, int) = (unit.add_load(tested), unit.add_load(bound), unit.int_type());
        let cond = unit.add_expr(ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs }, int, loc, false);
        let inc = unit.add_expr(ExprKind::Unary { op: UnaryOp::PreInc, arg: counted }, ty, loc, false);
        let step = self.inc.map(|expr| unit.add_stmt(StmtKind::Expr { expr }, loc));
        let body = std::iter::once(self.body).chain(step).collect();
        let body = unit.add_stmt(StmtKind::Compound { body }, loc);
        let init = unit.add_declaration(count, loc);
        let inner = StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body };
        let attempt = unit.add_stmt(inner.clone(), loc);
        // How far an iteration steps, if that is the same for all.
        let Some(delta) = Induction::of(unit, attempt, self.variable).and_then(|it| it.constant_step()) else { return };
        unit.decls[most.0 as usize].init = Some(self.iterations(unit, delta, ty, loc));
        let before = self.init.into_iter().chain([unit.add_declaration(most, loc)]).collect();
        enclose(unit, s, (inner, end), before, vec![]);
    }

    /// How many steps of `delta` there are up to the bound. Pointers are compared as they are: they need not be whole elements apart.
    fn iterations(&self, unit: &mut Unit, delta: i64, ty: TypeId, loc: Loc) -> ExprId {
        let long = wide_type(unit, TypeKind::Int { bits: 64, signed: true });
        let own = unit.add_ref(self.variable, loc);
        let ends = [unit.copy_expr(self.bound, &mut Copies::default()), unit.add_load(own)];
        let size = match unit.ty(unit.decl(self.variable).ty).kind {
            TypeKind::Pointer { to } => unit.ty(to).size as i64,
            _ => 1,
        };
        let bytes = unit.byte_pointer_type();
        let is_pointer = matches!(unit.ty(unit.decl(self.variable).ty).kind, TypeKind::Pointer { .. });
        let [lhs, rhs] = ends.map(|arg| match is_pointer {
            true => unit.add_expr(ExprKind::Cast { cast: CastKind::BitCast, arg }, bytes, loc, false),
            false => unit.add_converted(arg, long),
        });
        let distance = unit.add_expr(ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs }, long, loc, false);
        let distance = unit.add_converted(distance, ty);
        let step = delta * size;
        let rest = match self.op {
            BinaryOp::Lt => step - 1,
            BinaryOp::Le => step,
            _ => 0,
        };
        let rest = rest - self.ahead * size;
        let mut with = |op: BinaryOp, lhs: ExprId, value: i64| {
            let rhs = unit.add_int(value.abs(), loc);
            let rhs = unit.add_converted(rhs, ty);
            unit.add_expr(ExprKind::Binary { op, lhs, rhs }, ty, loc, false)
        };
        let sum = match rest {
            0 => distance,
            1.. => with(BinaryOp::Add, distance, rest),
            _ => with(BinaryOp::Sub, distance, rest),
        };
        if step == 1 { sum } else { with(BinaryOp::Div, sum, step) }
    }
}

/// Does the first part of a header only set the variable?
fn sets(unit: &Unit, init: StmtId, variable: DeclId) -> bool {
    match &unit.stmt(init).kind {
        StmtKind::Decl { decls } => decls.contains(&variable),
        StmtKind::Expr { expr } => {
            matches!(unit.expr(*expr).kind, ExprKind::Assign { lhs, .. } if unit.expr(lhs).kind == ExprKind::Ref { decl: variable })
        }
        _ => false,
    }
}

/// The variable whose value this is, as the program's type has it.
fn read_variable(unit: &Unit, e: ExprId) -> Option<DeclId> {
    let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(strip(unit, e)).kind else { return None };
    let ExprKind::Ref { decl } = unit.expr(arg).kind else { return None };
    Some(decl)
}

/// Without conversions to a truth value, which keep zero.
fn strip(unit: &Unit, e: ExprId) -> ExprId {
    match unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::IntegralToBoolean | CastKind::NoOp, arg } => strip(unit, arg),
        _ => e,
    }
}

/// `s` becomes a block of `before`, the loop, and `after`.
fn enclose(unit: &mut Unit, s: StmtId, (inner, end): (StmtKind, Loc), before: Vec<StmtId>, after: Vec<StmtId>) {
    let inner = unit.add_stmt(inner, unit.stmt(s).loc);
    unit.stmts[inner.0 as usize].end = end;
    let body = before.into_iter().chain([inner]).chain(after).collect();
    unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
}
