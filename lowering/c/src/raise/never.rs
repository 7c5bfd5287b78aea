//! Branches that end the program: `if (n > MAX) { fprintf(stderr, ...); exit(1); }`, a failing `assert`.
//!
//! ```text
//!     for (i = 0; i < n; i++) {                        check -n + m >= 0
//!       if (i >= m) { puts("too far"); exit(1); }  ->  for i = 0 to n
//!       a[i] = b[i];                                     a[i] = b[i]
//!     }
//! ```
//!
//! Legal if: the condition has the other value wherever the nest evaluates it: that is proven, or checked before the nest (where it
//! cannot be, the source's loop runs). Then neither the branch nor the condition is part of the nest; what is in the branch
//! does not matter, and that it ends the program is only why it is worth a check.
//! Declines: conditions of what the nest computes or reads from arrays; then the calls in the branch are the nest's, and the remark's.

use super::effects::callee_decl;
use super::nest::Builder;
use super::path::PathBase;
use super::poly::Poly;
use super::value::{Constraint, is_surely_there, is_truth, null_test};
use super::visit::{self, Item};
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, StmtId, StmtKind, TypeKind, UnaryOp, Unit};
use crate::plan::{Node, Relation, Term};
use std::collections::HashSet;

/// Functions that call functions that call functions that do not return.
const DEPTH: u32 = 4;

/// Statements `c ? (void)0 : f();` and `(void)(c || (f(), 0));` become an `if` where `f` does not return. C libraries write `assert` so.
/// Pointers as conditions become `!!p`, which is a number.
pub fn split_choices(unit: &mut Unit) {
    for s in (0..unit.stmts.len() as u32).map(StmtId) {
        split_choice(unit, s);
        let is_pointer = |e: ExprId| matches!(unit.ty(unit.expr(e).ty).kind, TypeKind::Pointer { .. });
        if let StmtKind::If { cond, then, other } = unit.stmt(s).kind
            && is_pointer(cond)
            && last_branch(unit, s).is_some()
        {
            let (int, loc) = (unit.int_type(), unit.expr(cond).loc);
            let not = |unit: &mut Unit, arg: ExprId| {
                unit.add_expr(ExprKind::Unary { op: UnaryOp::LogicalNot, arg }, int, loc, false)
            };
            let is_null = not(unit, cond);
            let cond = not(unit, is_null);
            unit.stmts[s.0 as usize].kind = StmtKind::If { cond, then, other };
        }
    }
}

fn split_choice(unit: &mut Unit, s: StmtId) {
    if let StmtKind::Expr { expr } = unit.stmt(s).kind {
        // Another type may be the value of a statement expression.
        let is_void = unit.ty(unit.expr(expr).ty).kind == TypeKind::Void;
        if let Some((cond, [then, other])) = choice(unit, expr).filter(|_| is_void) {
            let loc = unit.stmt(s).loc;
            let arm = |unit: &mut Unit, e: Option<ExprId>| {
                unit.add_stmt(e.map_or(StmtKind::Null, |expr| StmtKind::Expr { expr }), loc)
            };
            let (then, other) = (arm(unit, then), Some(arm(unit, other)));
            unit.stmts[s.0 as usize].kind = StmtKind::If { cond, then, other };
        }
    }
}

/// A condition, and what is evaluated where it holds and where it does not: one of these does not return.
fn choice(unit: &Unit, e: ExprId) -> Option<(ExprId, [Option<ExprId>; 2])> {
    let is_last = |e: ExprId| {
        visit::operands(unit, e, BinaryOp::Comma).first().is_some_and(|&first| does_not_return(unit, first, DEPTH))
    };
    match unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::ToVoid, arg } => choice(unit, arg),
        ExprKind::Conditional { cond, then, other } if is_last(then) || is_last(other) => {
            Some((cond, [Some(then), Some(other)]))
        }
        ExprKind::Binary { op: BinaryOp::LogicalOr, lhs, rhs } if is_last(rhs) => Some((lhs, [None, Some(rhs)])),
        ExprKind::Binary { op: BinaryOp::LogicalAnd, lhs, rhs } if is_last(rhs) => Some((lhs, [Some(rhs), None])),
        _ => None,
    }
}

/// Control does not come to the end of the statement: its last call does not return.
fn ends_program(unit: &Unit, s: StmtId) -> bool {
    ends(unit, s, DEPTH)
}

fn ends(unit: &Unit, s: StmtId, depth: u32) -> bool {
    match &unit.stmt(s).kind {
        StmtKind::Compound { body } => body.last().is_some_and(|&last| ends(unit, last, depth)),
        StmtKind::Expr { expr } => does_not_return(unit, *expr, depth),
        StmtKind::If { then, other: Some(other), .. } => ends(unit, *then, depth) && ends(unit, *other, depth),
        _ => false,
    }
}

fn does_not_return(unit: &Unit, e: ExprId, depth: u32) -> bool {
    match unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::ToVoid | CastKind::NoOp, arg } => does_not_return(unit, arg, depth),
        ExprKind::Binary { op: BinaryOp::Comma, lhs, .. } => does_not_return(unit, lhs, depth),
        ExprKind::Call { callee, .. } => callee_decl(unit, callee).is_some_and(|function| {
            let body = unit.decl(unit.definition(function)).body.filter(|_| depth > 0);
            unit.decl(function).no_return
                || body.is_some_and(|body| ends(unit, body, depth - 1) && !returns(unit, body))
        }),
        _ => false,
    }
}

fn returns(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= matches!(item, Item::Stmt(s) if matches!(unit.stmt(s).kind, StmtKind::Return { .. }));
        !found
    });
    found
}

/// The branches in the statement that end the program.
pub(super) fn last_branches(unit: &Unit, s: StmtId) -> HashSet<StmtId> {
    let mut found = HashSet::new();
    visit::walk(unit, Item::Stmt(s), |item| {
        if let Item::Stmt(s) = item {
            found.extend(last_branch(unit, s).map(|(branch, _)| branch));
        }
        true
    });
    found
}

/// The branch of an `if` that ends the program, and the value of its condition that leads there.
fn last_branch(unit: &Unit, s: StmtId) -> Option<(StmtId, bool)> {
    let StmtKind::If { then, other, .. } = unit.stmt(s).kind else { return None };
    let other = other.filter(|&other| ends_program(unit, other)).map(|other| (other, false));
    if ends_program(unit, then) { Some((then, true)) } else { other }
}

impl Builder<'_> {
    /// What is left of an `if` whose other branch is never taken; None if that cannot be made sure.
    pub fn without_last_branch(&mut self, s: StmtId, tail: bool) -> Option<super::Result<Vec<Node>>> {
        let StmtKind::If { cond, then, other } = self.unit.stmt(s).kind else { return None };
        let (_, value) = last_branch(self.unit, s)?;
        if !self.attempt(|this| this.never(cond, value)) {
            return None;
        }
        let rest = if value { other } else { Some(then) };
        Some(rest.map_or(Ok(Vec::new()), |rest| self.stmt(rest, tail)))
    }

    /// Makes sure that the condition never has the value. May leave checks behind if it cannot.
    fn never(&mut self, e: ExprId, value: bool) -> bool {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.never_here(e, value))
    }

    fn never_here(&mut self, e: ExprId, value: bool) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::Binary { op: op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), lhs, rhs } => {
                let (lhs, rhs) = (*lhs, *rhs);
                if (*op == BinaryOp::LogicalOr) == value {
                    self.never(lhs, value) && self.never(rhs, value)
                } else {
                    let sides = [lhs, rhs];
                    let is_proven = sides.into_iter().any(|e| self.attempt(|this| this.never_unchecked(e, value)));
                    // Each side alone is more than what has to hold.
                    is_proven
                        || self.attempt(|this| this.never_both_differ(sides, value))
                        || self.attempt(|this| this.never_is(e, value))
                        || sides.into_iter().any(|e| self.attempt(|this| this.never(e, value)))
                }
            }
            ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => {
                let arg = *arg;
                self.attempt(|this| this.never(arg, !value)) || self.never_is(e, value)
            }
            ExprKind::Call { args, builtin, .. } if builtin == "__builtin_expect" => self.never(args[0], value),
            ExprKind::Cast { cast: CastKind::IntegralCast | CastKind::NoOp | CastKind::IntegralToBoolean, arg }
                if is_truth(self.unit, *arg) =>
            {
                self.never(*arg, value)
            }
            _ if !value && self.attempt(|this| this.is_object(e)) => true,
            _ if null_test(self.unit, e)
                .is_some_and(|(pointer, there)| value != there && self.attempt(|this| this.is_object(pointer))) =>
            {
                true
            }
            _ => self.attempt(|this| this.never_compares(e, value)) || self.never_is(e, value),
        }
    }

    /// As [`Self::never`], without a check.
    fn never_unchecked(&mut self, e: ExprId, value: bool) -> bool {
        let checks = self.checks.len();
        self.never(e, value) && self.checks.len() == checks
    }

    /// Leaves nothing behind where it fails.
    fn attempt(&mut self, way: impl FnOnce(&mut Self) -> bool) -> bool {
        let mark = self.mark();
        let done = way(self);
        if !done {
            self.rollback(mark);
        }
        done
    }

    /// Of a comparison of values that are affine.
    fn never_compares(&mut self, e: ExprId, value: bool) -> bool {
        let Ok(cond) = self.comparison(e) else { return false };
        let [Constraint { expr, relation }] = cond.all.as_slice() else { return false };
        if self.settle().is_err() {
            return false;
        }
        let negated = expr.scale(-1);
        let Some((negated, wants)) = negated.map(|negated| (negated, cond.negated == value)) else { return false };
        match (relation, wants) {
            (Relation::Multiple(_), _) => false,
            (Relation::NonNegative, true) => self.holds(Some(expr.clone()), e),
            (Relation::NonNegative, false) => self.holds(negated.plus(-1), e),
            (Relation::Zero, true) => self.holds(Some(expr.clone()), e) && self.holds(Some(negated), e),
            (Relation::Zero, false) => [expr.plus(-1), negated.plus(-1)].into_iter().any(|goal| self.holds(goal, e)),
        }
    }

    /// Of `x != a && x != b`: one of the differences is zero, so their product is.
    fn never_both_differ(&mut self, sides: [ExprId; 2], value: bool) -> bool {
        let mut product = Poly::constant(1);
        for e in sides {
            let Ok(cond) = self.comparison(e) else { return false };
            let ([Constraint { expr, relation: Relation::Zero }], true) = (cond.all.as_slice(), cond.negated == value)
            else {
                return false;
            };
            let Some(next) = product.mul(expr) else { return false };
            product = next;
        }
        self.settle().is_ok() && self.holds(Some(product.clone()), sides[0]) && self.holds(product.scale(-1), sides[0])
    }

    /// A pointer to a variable, or into one, is not null.
    fn is_object(&mut self, e: ExprId) -> bool {
        let is_pointer = matches!(self.unit.ty(self.unit.expr(e).ty).kind, TypeKind::Pointer { .. });
        // What a table holds may be null.
        let path = if is_pointer { self.pointer(e).ok().filter(|path| path.rows.hops == 0) } else { None };
        let is_there = |decl| is_surely_there(self.unit, decl);
        matches!(path.map(|path| path.base), Some(PathBase::Variable(decl) | PathBase::Local(decl)) if is_there(decl))
    }

    /// Of a comparison of other values that do not change.
    fn never_is(&mut self, e: ExprId, value: bool) -> bool {
        if !is_truth(self.unit, e) {
            return false;
        }
        let Ok(symbol) = self.symbol(e) else { return false };
        let truth = Poly::term(Term::Symbol(symbol));
        if value { self.holds(truth.scale(-1), e) } else { self.holds(truth.plus(-1), e) }
    }

    fn holds(&mut self, goal: Option<Poly>, at: ExprId) -> bool {
        goal.is_some_and(|goal| self.ensure(&goal, at, "a branch that ends the program may be taken").is_ok())
    }
}
