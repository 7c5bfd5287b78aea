//! Variables that hold what the iteration before has assigned: it is computed again instead.
//!
//! ```text
//!                                           { double x0 = x;
//!     for (i = lo; i < n; i++) {              for (i = lo; i < n; i++) {
//!       a[i] = b[i] + x;              ->        double x_;
//!       x = b[i];                               if (i > lo) x_ = b[i - 1]; else x_ = x0;
//!     }                                         a[i] = b[i] + x_;
//!                                               x = b[i];
//!                                             } }
//! ```
//!
//! A value of a value before (`y = x; x = b[i];`) needs two such conditions.
//! Legal if:  the loop counts by one; the variable is assigned once, in each iteration, by a value that is made of the index,
//!            of what the loop does not change, and of variables that the iteration has assigned before from such values.
//!            Then the same operations on the same operands give the same value again, and what is read has been read by the
//!            iteration before.
//! Rejects:   values that read what the loop may write, calls, loops that are left early, values of more than `MAX_NODES` nodes.
//! Source:    Wolfe, "Beyond induction variables" (PLDI 1992). Differs: a condition instead of peeled iterations, so that the
//!            loop stays one.

use super::counted::{Counted, is_own, is_plain_read, is_simple, skips_its_end};
use super::effects::{Effects, has_jumps, place};
use super::induction::{in_sizes, loops};
use super::inline::calls_in;
use super::rewrite::Copies;
use super::value::{is_ordinary, is_plain_cast};
use super::visit::{self, Item, mentions};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, Loc, Stmt, StmtId, StmtKind, TypeKind, UnaryOp, Unit};
use std::collections::{HashMap, HashSet};

/// Of a value that is computed twice.
const MAX_NODES: u32 = 60;

pub fn replace_wrap_arounds(unit: &mut Unit) {
    let sizes = in_sizes(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        let whole = Effects::of_stmt(unit, body);
        for s in loops(unit, body) {
            let Some(mut carried) = Carried::of(unit, &whole, &sizes, s) else { continue };
            // One variable's value may be the other's before.
            while carried.replace_one() {}
            carried.enclose(s);
        }
    }
}

struct Carried<'u> {
    unit: &'u mut Unit,
    function: &'u Effects,
    /// Variables that types mention.
    sizes: &'u HashSet<DeclId>,
    counted: Counted,
    effects: Effects,
    /// The statements of the body, which run one after the other.
    list: Vec<StmtId>,
    /// By the variable that holds it: the first iteration's value, and the assigned one, in terms of the iteration before.
    known: HashMap<DeclId, Option<(DeclId, ExprId)>>,
    /// Declarations before the loop, and statements before its body.
    outside: Vec<StmtId>,
    inside: Vec<StmtId>,
    loc: Loc,
    nodes: u32,
}

impl<'u> Carried<'u> {
    fn of(unit: &'u mut Unit, function: &'u Effects, sizes: &'u HashSet<DeclId>, s: StmtId) -> Option<Carried<'u>> {
        let counted = Counted::new(unit, s)?;
        let effects = Effects::of_stmt(unit, s);
        let mut variables = Vec::new();
        let is_fixed = is_simple(unit, counted.lo, &mut variables)
            && variables.iter().all(|&it| effects.writes(it) == 0 && !effects.declared.contains(&it));
        let fits = !counted.is_open
            && counted.step.abs() == 1
            && is_fixed
            && !skips_its_end(unit, counted.body)
            && calls_in(unit, Item::Stmt(s)).is_empty();
        if !fits {
            return None;
        }
        let (mut list, loc) = (Vec::new(), unit.stmt(s).loc);
        flatten(unit, counted.body, &mut list);
        let (known, outside, inside) = (HashMap::new(), Vec::new(), Vec::new());
        Some(Carried { unit, function, sizes, counted, effects, list, known, outside, inside, loc, nodes: 0 })
    }

    /// Replaces the uses of one variable.
    fn replace_one(&mut self) -> bool {
        let found = (0..self.list.len()).find_map(|position| {
            let (variable, value) = self.assigned(position)?;
            let uses = self.uses_before(variable, position, value)?;
            self.nodes = 0;
            let ty = self.unit.decl(variable).ty;
            let own = self.unit.add_local(&self.unit.decl(variable).name.clone(), ty, self.loc);
            let statement = self.assign_past(own, value, position)?;
            Some((variable, value, position, uses, own, statement))
        });
        let Some((variable, value, position, uses, own, statement)) = found else { return false };
        let (name, ty) = (self.unit.decl(variable).name.clone(), self.unit.decl(variable).ty);
        let first = self.unit.add_local(&name, ty, self.loc);
        let now = self.unit.add_ref(variable, self.loc);
        self.unit.decls[first.0 as usize].init = Some(self.unit.add_load(now));
        self.outside.push(self.unit.add_declaration(first, self.loc));
        self.inside.push(self.unit.add_declaration(own, self.loc));
        let choice = self.unless_first(statement, own, first);
        self.inside.push(choice);
        uses.into_iter().for_each(|e| self.unit.exprs[e.0 as usize].kind = ExprKind::Ref { decl: own });
        self.nodes = 0;
        let past = self.past(value, position);
        self.known.insert(own, past.map(|past| (first, past)));
        true
    }

    /// What the statement assigns a variable that nothing else in the loop changes.
    fn assigned(&self, position: usize) -> Option<(DeclId, ExprId)> {
        let StmtKind::Expr { expr } = self.unit.stmt(self.list[position]).kind else { return None };
        let ExprKind::Assign { lhs, rhs } = self.unit.expr(expr).kind else { return None };
        let ExprKind::Ref { decl } = self.unit.expr(lhs).kind else { return None };
        let is_scalar =
            matches!(self.unit.ty(self.unit.decl(decl).ty).kind, TypeKind::Int { .. } | TypeKind::Float { .. });
        let is_carried = is_own(self.unit, decl)
            && is_scalar
            && !self.sizes.contains(&decl)
            && self.effects.writes(decl) == 1
            && !self.effects.declared.contains(&decl)
            && !mentions(self.unit, Item::Expr(rhs), decl);
        is_carried.then_some((decl, rhs))
    }

    /// The mentions of the variable in front of its assignment; None if there are none, or others than its value.
    fn uses_before(&self, variable: DeclId, position: usize, value: ExprId) -> Option<Vec<ExprId>> {
        let Counted { lo, cond, .. } = self.counted;
        if [lo, cond, value].iter().any(|&e| mentions(self.unit, Item::Expr(e), variable)) {
            return None;
        }
        let (mut reads, mut all) = (Vec::new(), 0);
        for &s in &self.list[..position] {
            visit::walk(self.unit, Item::Stmt(s), |item| {
                let Item::Expr(e) = item else { return true };
                all += usize::from(self.unit.expr(e).kind == ExprKind::Ref { decl: variable });
                if is_plain_read(self.unit, e, variable)
                    && let ExprKind::Cast { arg, .. } = self.unit.expr(e).kind
                {
                    reads.push(arg);
                }
                true
            });
        }
        (!reads.is_empty() && reads.len() == all).then_some(reads)
    }

    /// `target = the value of e in the iteration before`.
    fn assign_past(&mut self, target: DeclId, e: ExprId, position: usize) -> Option<StmtId> {
        let lhs = self.unit.add_ref(target, self.loc);
        let held = match self.unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match self.unit.expr(arg).kind {
                ExprKind::Ref { decl } => self.known.get(&decl).copied().flatten(),
                _ => None,
            },
            _ => None,
        };
        let Some((first, value)) = held else {
            let value = self.past(e, position)?;
            return Some(self.unit.add_assignment(lhs, value, self.loc));
        };
        // As conditions of statements, which are analysed better.
        let value = self.past(value, 0)?;
        let then = self.unit.add_assignment(lhs, value, self.loc);
        let (lhs, rhs) = (self.unit.add_ref(target, self.loc), self.read(first));
        let other = self.unit.add_assignment(lhs, rhs, self.loc);
        let index = self.read(self.counted.index);
        let before = self.past(index, 0)?;
        let cond = self.is_behind_first(before);
        Some(self.unit.add_stmt(StmtKind::If { cond, then, other: Some(other) }, self.loc))
    }

    fn unless_first(&mut self, then: StmtId, target: DeclId, first: DeclId) -> StmtId {
        let index = self.read(self.counted.index);
        let cond = self.is_behind_first(index);
        let (lhs, rhs) = (self.unit.add_ref(target, self.loc), self.read(first));
        let other = self.unit.add_assignment(lhs, rhs, self.loc);
        self.unit.add_stmt(StmtKind::If { cond, then, other: Some(other) }, self.loc)
    }

    fn is_behind_first(&mut self, index: ExprId) -> ExprId {
        let rhs = self.unit.copy_expr(self.counted.lo, &mut Copies::default());
        let op = if self.counted.step > 0 { BinaryOp::Gt } else { BinaryOp::Lt };
        let ty = self.unit.int_type();
        self.unit.add_expr(ExprKind::Binary { op, lhs: index, rhs }, ty, self.loc, false)
    }

    fn read(&mut self, decl: DeclId) -> ExprId {
        let place = self.unit.add_ref(decl, self.loc);
        self.unit.add_load(place)
    }

    /// What the expression's value was in the iteration before, where the statements before `position` had been run.
    fn past(&mut self, e: ExprId, position: usize) -> Option<ExprId> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.past_here(e, position))
    }

    fn past_here(&mut self, e: ExprId, position: usize) -> Option<ExprId> {
        self.nodes += 1;
        let expr = self.unit.expr(e).clone();
        if self.nodes > MAX_NODES || !is_ordinary(self.unit.ty(expr.ty)) {
            return None;
        }
        if expr.constant.is_some() {
            return Some(self.unit.copy_expr(e, &mut Copies::default()));
        }
        let is_arithmetic = match expr.kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => return self.past_load(e, arg, position),
            ExprKind::Ref { decl } => !self.effects.declared.contains(&decl),
            ExprKind::Binary { op, .. } => op != BinaryOp::Comma,
            ExprKind::Cast { cast, .. } => is_plain_cast(cast) || cast == CastKind::ArrayToPointer,
            ExprKind::Unary { op, .. } => matches!(
                op,
                UnaryOp::Plus
                    | UnaryOp::Minus
                    | UnaryOp::Not
                    | UnaryOp::LogicalNot
                    | UnaryOp::Extension
                    | UnaryOp::Deref
            ),
            ExprKind::Float { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::Member { .. }
            | ExprKind::Conditional { .. } => true,
            _ => false,
        };
        is_arithmetic.then_some(())?;
        let mut is_known = true;
        let kind = expr.kind.map(|child| {
            let past = self.past(child, position);
            is_known &= past.is_some();
            past.unwrap_or(child)
        });
        is_known.then_some(())?;
        let added = self.unit.add_expr(kind, expr.ty, expr.loc, expr.is_lvalue);
        let entry = &mut self.unit.exprs[added.0 as usize];
        (entry.floats, entry.is_whole) = (expr.floats, expr.is_whole);
        Some(added)
    }

    fn past_load(&mut self, load: ExprId, lvalue: ExprId, position: usize) -> Option<ExprId> {
        let ty = self.unit.expr(load).ty;
        if let ExprKind::Ref { decl } = self.unit.expr(lvalue).kind {
            if decl == self.counted.index {
                let (lhs, one) = (self.read(decl), self.unit.add_int(1, self.loc));
                let rhs = self.unit.add_expr(
                    ExprKind::Cast { cast: CastKind::IntegralCast, arg: one },
                    self.unit.decl(decl).ty,
                    self.loc,
                    false,
                );
                self.unit.exprs[rhs.0 as usize].constant = Some(1);
                let op = if self.counted.step > 0 { BinaryOp::Sub } else { BinaryOp::Add };
                return Some(self.unit.add_expr(ExprKind::Binary { op, lhs, rhs }, ty, self.loc, false));
            }
            if let Some(known) = self.known.get(&decl).copied() {
                let (first, value) = known?;
                let (then, other) = (self.past(value, 0)?, self.read(first));
                let index = self.read(self.counted.index);
                let before = self.past(index, 0)?;
                let cond = self.is_behind_first(before);
                return Some(self.unit.add_expr(ExprKind::Conditional { cond, then, other }, ty, self.loc, false));
            }
            if let Some((value, at)) = self.value_of(decl, position) {
                return self.past(value, at);
            }
        }
        let is_kept = !self.effects.may_change(self.unit, self.function, &place(self.unit, lvalue));
        let arg = is_kept.then(|| self.past(lvalue, position))??;
        Some(self.unit.add_expr(ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg }, ty, self.loc, false))
    }

    /// What a variable was given in this iteration, before `position`, and where.
    fn value_of(&self, variable: DeclId, position: usize) -> Option<(ExprId, usize)> {
        let is_declared = self.effects.declared.contains(&variable);
        if !is_own(self.unit, variable) {
            return None;
        }
        (0..position).find_map(|at| match &self.unit.stmt(self.list[at]).kind {
            StmtKind::Decl { decls } if decls.contains(&variable) && self.effects.writes(variable) == 0 => {
                Some((self.unit.decl(variable).init?, at))
            }
            StmtKind::Expr { expr } => match self.unit.expr(*expr).kind {
                ExprKind::Assign { lhs, rhs } => {
                    let is_only = self.effects.writes(variable) == 1
                        && !(is_declared && self.unit.decl(variable).init.is_some())
                        && self.unit.expr(lhs).kind == (ExprKind::Ref { decl: variable });
                    is_only.then_some((rhs, at))
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// Puts what was made around the loop and in front of its body.
    fn enclose(self, s: StmtId) {
        let Stmt { kind, loc, end } = self.unit.stmt(s).clone();
        let StmtKind::For { init, cond, inc, body } = kind else { return };
        if self.outside.is_empty() {
            return;
        }
        let statements = self.inside.into_iter().chain([body]).collect();
        let body = self.unit.add_stmt(StmtKind::Compound { body: statements }, loc);
        let inner = self.unit.add_stmt(StmtKind::For { init, cond, inc, body }, loc);
        self.unit.stmts[inner.0 as usize].end = end;
        let body = self.outside.into_iter().chain([inner]).collect();
        self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
    }
}

/// The statements that a statement is made of, one after the other.
pub fn flatten(unit: &Unit, s: StmtId, out: &mut Vec<StmtId>) {
    match &unit.stmt(s).kind {
        StmtKind::Compound { body } => body.iter().for_each(|&s| flatten(unit, s, out)),
        _ => out.push(s),
    }
}
