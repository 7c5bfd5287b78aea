//! Loops whose step is a value that they do not change count from zero; their index is computed.
//!
//! ```text
//!                                        { long count;
//!     for (i = lo; i < n; i += s)          for (count = 0; (int)((long)lo + count * s) < n; count++) {
//!       a[i] = b[i];               ->        int i_ = (int)((long)lo + count * s);
//!                                            a[i_] = b[i_];
//!                                          }
//!                                          i = (int)((long)lo + count * s); }
//! ```
//!
//! So do loops that step by one and begin at such an index: `for (j = i; j < i + s; j++)` runs `s` times, wherever `i` is.
//!
//! That is so for any step, 0 and negative ones as well, and however the loop is left. That it ends, and after how many
//! rounds, is `header`'s question, which has it checked when the program runs.
//! A small innermost loop whose step is a variable gets a version for step 1, as such steps often are: `if (s == 1) for (i = lo; i < n;
//! i++) a[i] = b[i]; else { .. }`.
//! Legal if:  the index is an integer of the function's own that only the increment changes; `lo` and `s` are the same all
//!            the time. The sum is computed in `unsigned long` where the index may wrap around, and converted back, and where
//!            a `long` might not hold the product.
//! Rejects:   steps and first values from memory, loops with calls, unless the program ends behind them.
//! Runs before `induction`, which asks for steps of constants.

use super::closed_form::wide_type;
use super::counted::{initial_value, is_counter, is_own, is_plain_read, is_simple, wraps};
use super::effects::{Effects, has_jumps, place};
use super::induction::{in_sizes, loops};
use super::inline::{calls_that_stay, is_free};
use super::live::Liveness;
use super::rewrite::Copies;
use super::value::is_ordinary;
use super::visit::{self, Item, mentions};
use crate::ast::{
    self, BinaryOp, CastKind, DeclId, ExprId, ExprKind, Loc, SignedOverflow, Stmt, StmtId, StmtKind, Storage, TypeKind,
    UnaryOp, Unit,
};
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;

pub fn count_strides(unit: &mut Unit) {
    if unit.signed_overflow == SignedOverflow::Traps {
        return;
    }
    let sizes = in_sizes(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        let (whole, liveness) = (Effects::of_stmt(unit, body), LazyCell::new(|| Liveness::of(unit, body)));
        let found = |s: StmtId| Strided::of(unit, &whole, s, &sizes, &liveness).map(|it| (s, it));
        let mut found: Vec<_> = loops(unit, body).into_iter().filter_map(found).collect();
        drop_plain(unit, &mut found);
        for (s, strided) in found {
            let by_one = if strided.has_plain_step(unit) { strided.by_one(unit, s) } else { None };
            strided.count(unit, s);
            if let Some((is_one, by_one)) = by_one {
                choose(unit, s, is_one, by_one);
            }
        }
    }
}

struct Strided {
    index: DeclId,
    /// The index is declared by the loop.
    is_own: bool,
    /// Its value may be read behind the loop.
    is_wanted: bool,
    lo: ExprId,
    op: BinaryOp,
    /// None: 1.
    step: Option<ExprId>,
    cond: ExprId,
    body: StmtId,
    /// In which the index is computed.
    wide: TypeKind,
}

impl Strided {
    fn of(
        unit: &Unit,
        function: &Effects,
        s: StmtId,
        sizes: &HashSet<DeclId>,
        liveness: &impl Deref<Target = Liveness>,
    ) -> Option<Strided> {
        let StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body } = unit.stmt(s).kind else {
            return None;
        };
        let (index, op, step) = step_of(unit, inc)?;
        let lo = initial_value(unit, init, index)?;
        let effects = Effects::of_stmt(unit, s);
        let is_fixed = |e: ExprId| is_fixed(unit, e, &effects, function, index);
        let only_stepped = Effects::of_stmt(unit, body).writes(index) == 0
            && is_counter(unit, index)
            && !sizes.contains(&index)
            && mentions(unit, Item::Expr(cond), index)
            && is_free(unit, cond);
        let fits = only_stepped && is_fixed(lo) && step.is_none_or(is_fixed) && calls_that_stay(unit, s).is_empty();
        let ty = unit.ty(unit.decl(index).ty);
        // Where the step is 1, the sum is the index that the program has, too.
        let is_narrow = ty.size < 8 || unit.expr(lo).constant == Some(0) || step.is_none();
        let wide = TypeKind::Int { bits: 64, signed: is_narrow && !wraps(unit, inc) };
        let is_own = matches!(unit.stmt(init).kind, StmtKind::Decl { .. });
        fits.then(|| {
            let is_wanted = !is_own && liveness.live_after(unit, s, index);
            Strided { index, is_own, is_wanted, lo, op, step, cond, body, wide }
        })
    }

    /// Is the step a variable with a value, of a small loop that has no others in it, and that counts so by one?
    fn has_plain_step(&self, unit: &Unit) -> bool {
        let is_known = |decl: DeclId| {
            let declared = unit.decl(decl);
            declared.init.is_some() || !matches!(declared.storage, Storage::Local)
        };
        let has_value = self.step.and_then(|it| variable_of(unit, it)).is_some_and(is_known);
        has_value && self.runs_towards_its_bound(unit) && is_small_and_innermost(unit, self.body)
    }

    fn runs_towards_its_bound(&self, unit: &Unit) -> bool {
        let ExprKind::Binary { op, lhs, rhs } = unit.expr(self.cond).kind else { return false };
        let is_index = |e: ExprId| variable_of(unit, e) == Some(self.index);
        let up = match op {
            BinaryOp::Lt | BinaryOp::Le if is_index(lhs) => true,
            BinaryOp::Gt | BinaryOp::Ge if is_index(rhs) => true,
            BinaryOp::Lt | BinaryOp::Le if is_index(rhs) => false,
            BinaryOp::Gt | BinaryOp::Ge if is_index(lhs) => false,
            _ => return false,
        };
        up == (self.op == BinaryOp::Add)
    }

    /// Whether the step is 1, and a copy of the loop for that.
    fn by_one(&self, unit: &mut Unit, s: StmtId) -> Option<(ExprId, StmtId)> {
        let loc = unit.stmt(s).loc;
        let lhs = unit.copy_expr(self.step?, &mut Copies::default());
        let rhs = unit.add_expr(ExprKind::Int { value: 1 }, unit.expr(lhs).ty, loc, false);
        unit.exprs[rhs.0 as usize].constant = Some(1);
        let int = unit.int_type();
        let is_one = unit.add_expr(ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs }, int, loc, false);
        let copy = unit.copy_stmt(s, &mut Copies::default());
        if let StmtKind::For { inc: Some(inc), .. } = unit.stmt(copy).kind
            && let Some((index, ..)) = step_of(unit, inc)
        {
            let op = if self.op == BinaryOp::Add { UnaryOp::PreInc } else { UnaryOp::PreDec };
            let arg = unit.add_ref(index, loc);
            unit.exprs[inc.0 as usize].kind = ExprKind::Unary { op, arg };
        }
        unit.stmts[copy.0 as usize].end = unit.stmt(s).end;
        Some((is_one, copy))
    }

    fn count(self, unit: &mut Unit, s: StmtId) {
        let Stmt { loc, end, .. } = *unit.stmt(s);
        let long = wide_type(unit, TypeKind::Int { bits: 64, signed: true });
        let name = unit.decl(self.index).name.clone();
        let count = unit.add_local(&name, long, loc);
        let (zero, [lhs, stepped]) = (unit.add_int(0, loc), [0, 1].map(|_| unit.add_ref(count, loc)));
        let zero = unit.add_expr(ExprKind::Cast { cast: CastKind::IntegralCast, arg: zero }, long, loc, false);
        unit.exprs[zero.0 as usize].constant = Some(0);
        let init = unit.add_assignment(lhs, zero, loc);
        let inc = unit.add_expr(ExprKind::Unary { op: UnaryOp::PreInc, arg: stepped }, long, loc, false);
        let value = self.value(unit, count, loc);
        let mut copies = Copies { values: HashMap::from([(self.index, value)]), decls: HashMap::new() };
        let cond = unit.copy_expr(self.cond, &mut copies);
        let value = self.value(unit, count, loc);
        let own = if self.is_own { self.index } else { self.renamed(unit, loc) };
        unit.decls[own.0 as usize].init = Some(value);
        let declaration = unit.add_declaration(own, loc);
        let body = unit.add_stmt(StmtKind::Compound { body: vec![declaration, self.body] }, loc);
        let inner = unit.add_stmt(StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body }, loc);
        unit.stmts[inner.0 as usize].end = end;
        if let Strided { index, lo, cond, step: Some(step), op: BinaryOp::Add, .. } = self {
            unit.strided.insert(inner, ast::Strided { index, own, lo, cond, step });
        }
        let mut block = vec![unit.add_declaration(count, loc), inner];
        if self.is_wanted {
            let (lhs, value) = (unit.add_ref(self.index, loc), self.value(unit, count, loc));
            block.push(unit.add_assignment(lhs, value, loc));
        }
        unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: block };
    }

    /// The index in terms of the count.
    fn value(&self, unit: &mut Unit, count: DeclId, loc: Loc) -> ExprId {
        let wide = wide_type(unit, self.wide.clone());
        let count = unit.add_ref(count, loc);
        let count = unit.add_load(count);
        let lo = unit.copy_expr(self.lo, &mut Copies::default());
        let [lo, count] = [lo, count].map(|e| unit.add_converted(e, wide));
        let distance = match self.step {
            Some(step) => {
                let step = unit.copy_expr(step, &mut Copies::default());
                let rhs = unit.add_converted(step, wide);
                unit.add_expr(ExprKind::Binary { op: BinaryOp::Mul, lhs: count, rhs }, wide, loc, false)
            }
            None => count,
        };
        let value = unit.add_expr(ExprKind::Binary { op: self.op, lhs: lo, rhs: distance }, wide, loc, false);
        let ty = unit.decl(self.index).ty;
        unit.add_converted(value, ty)
    }

    /// A variable that the body uses for the index.
    fn renamed(&self, unit: &mut Unit, loc: Loc) -> DeclId {
        let (name, ty) = (unit.decl(self.index).name.clone(), unit.decl(self.index).ty);
        let own = unit.add_local(&name, ty, loc);
        let mut found = Vec::new();
        visit::walk(unit, Item::Stmt(self.body), |item| {
            found.extend(match item {
                Item::Expr(e) => (unit.expr(e).kind == ExprKind::Ref { decl: self.index }).then_some(e),
                Item::Stmt(_) | Item::Declare(_) => None,
            });
            true
        });
        found.into_iter().for_each(|e| unit.exprs[e.0 as usize].kind = ExprKind::Ref { decl: own });
        own
    }
}

/// `s` becomes `if (is_one) by_one; else s`.
fn choose(unit: &mut Unit, s: StmtId, is_one: ExprId, by_one: StmtId) {
    let Stmt { kind, loc, .. } = unit.stmt(s).clone();
    let strided = unit.add_stmt(kind, loc);
    unit.stmts[s.0 as usize].kind = StmtKind::If { cond: is_one, then: by_one, other: Some(strided) };
}

/// The variable that this reads.
fn variable_of(unit: &Unit, e: ExprId) -> Option<DeclId> {
    match unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::IntegralCast, arg } => variable_of(unit, arg),
        ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(arg).kind {
            ExprKind::Ref { decl } => Some(decl),
            _ => None,
        },
        _ => None,
    }
}

/// May there be two of this statement?
fn is_small_and_innermost(unit: &Unit, body: StmtId) -> bool {
    const MOST: usize = 200;
    let (mut is_plain, mut nodes) = (true, 0);
    visit::walk(unit, Item::Stmt(body), |item| {
        nodes += 1;
        is_plain &= nodes < MOST
            && match item {
                Item::Stmt(s) => !matches!(
                    unit.stmt(s).kind,
                    StmtKind::For { .. }
                        | StmtKind::While { .. }
                        | StmtKind::Do { .. }
                        | StmtKind::Switch { .. }
                        | StmtKind::Case { .. }
                        | StmtKind::Default { .. }
                ),
                Item::Declare(decl) => matches!(unit.decl(decl).storage, Storage::Local),
                Item::Expr(_) => true,
            };
        is_plain
    });
    is_plain
}

/// Loops that step by one keep their index, unless they begin at one that is counted here and end so much further on.
fn drop_plain(unit: &Unit, found: &mut Vec<(StmtId, Strided)>) {
    let counted: HashSet<DeclId> = found.iter().filter(|(_, it)| it.step.is_some()).map(|(_, it)| it.index).collect();
    found.retain(|(_, it)| {
        let from = variable_of(unit, it.lo).filter(|it| counted.contains(it));
        it.step.is_some() || from.is_some_and(|from| ends_behind(unit, it, from))
    });
}

/// `j < from + d` or `j <= from + d`
fn ends_behind(unit: &Unit, it: &Strided, from: DeclId) -> bool {
    let ExprKind::Binary { op: BinaryOp::Lt | BinaryOp::Le, lhs, rhs } = unit.expr(it.cond).kind else { return false };
    variable_of(unit, lhs) == Some(it.index) && has_term(unit, rhs, from)
}

/// Is the value a sum of the variable and others?
fn has_term(unit: &Unit, e: ExprId, variable: DeclId) -> bool {
    match unit.expr(e).kind {
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
            has_term(unit, lhs, variable) || has_term(unit, rhs, variable)
        }
        ExprKind::Binary { op: BinaryOp::Sub, lhs, .. } => has_term(unit, lhs, variable),
        ExprKind::Cast { cast: CastKind::IntegralCast, arg } => has_term(unit, arg, variable),
        _ => variable_of(unit, e) == Some(variable),
    }
}

/// The variable that an increment changes, whether it grows, and by what, which is no constant; None for 1.
fn step_of(unit: &Unit, e: ExprId) -> Option<(DeclId, BinaryOp, Option<ExprId>)> {
    let variable = |e: ExprId| match unit.expr(e).kind {
        ExprKind::Ref { decl } => Some(decl),
        _ => None,
    };
    let found = match unit.expr(e).kind {
        ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PostInc, arg } => {
            return Some((variable(arg)?, BinaryOp::Add, None));
        }
        ExprKind::CompoundAssign { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs, .. } => {
            (variable(lhs)?, op, rhs)
        }
        ExprKind::Assign { lhs, rhs } => {
            let (k, mut sum) = (variable(lhs)?, rhs);
            while let ExprKind::Cast { cast: CastKind::IntegralCast, arg } = unit.expr(sum).kind {
                sum = arg;
            }
            let ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs: x, rhs: y } = unit.expr(sum).kind
            else {
                return None;
            };
            match (is_plain_read(unit, x, k), op == BinaryOp::Add && is_plain_read(unit, y, k)) {
                (true, _) => (k, op, y),
                (false, true) => (k, op, x),
                (false, false) => return None,
            }
        }
        _ => return None,
    };
    let is_integer = matches!(unit.ty(unit.expr(found.2).ty).kind, TypeKind::Int { bits: ..=64, .. });
    let (index, op, step) = found;
    match unit.expr(step).constant {
        Some(1) if op == BinaryOp::Add => Some((index, op, None)),
        Some(_) => None,
        None => is_integer.then_some((index, op, Some(step))),
    }
}

/// The expression has one value as long as the loop runs, and evaluating it does nothing.
pub(super) fn is_fixed(unit: &Unit, e: ExprId, effects: &Effects, function: &Effects, index: DeclId) -> bool {
    let mut variables = Vec::new();
    let is_made_of_own = is_simple(unit, e, &mut variables);
    let is_kept = |decl: DeclId| effects.writes(decl) == 0 && !effects.declared.contains(&decl) && decl != index;
    if is_made_of_own {
        return variables.into_iter().all(is_kept);
    }
    // A variable that others know, unless stores may reach it.
    let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind else { return false };
    let ExprKind::Ref { decl } = unit.expr(arg).kind else { return false };
    let declared = unit.decl(decl);
    let is_shared = matches!(declared.storage, Storage::Global | Storage::StaticLocal) && !declared.is_thread_local;
    (is_shared || is_own(unit, decl))
        && is_ordinary(unit.ty(declared.ty))
        && is_kept(decl)
        && !effects.may_change(unit, function, &place(unit, arg))
}
