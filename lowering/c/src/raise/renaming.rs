//! A variable that is assigned several times in an iteration is a variable of its own each time.
//!
//! ```text
//!     for (i = 1; i < n; i++) {          for (i = 1; i < n; i++) {
//!       t = a[i] + b[i];                   double t_;
//!       a[i] = t + c[i - 1];        ->     t_ = a[i] + b[i];
//!       t = c[i] * d[i];                   a[i] = t_ + c[i - 1];
//!       c[i] = t;                          t = c[i] * d[i];
//!     }                                    c[i] = t; }
//! ```
//!
//! So nothing but its values ties the parts of the body together, which can become loops of their own. One that is assigned once in an iteration is
//! the loop's own as well, if it is assigned elsewhere, too: each loop sees one value of it then.
//! Legal if:  the assignments are statements of the body that each iteration runs, and nothing reads the variable before the
//!            first, nor in the loop's head. Behind the last one it is the variable itself where its value may be wanted after the loop.
//! Rejects:   loops that are left early, variables that others can reach.

use super::counted::{is_own, skips_its_end};
use super::effects::{Effects, has_jumps};
use super::induction::{in_sizes, loops};
use super::live::Liveness;
use super::visit::{self, Item};
use super::wrap_around::flatten;
use crate::ast::{DeclId, ExprId, ExprKind, StmtId, StmtKind, TypeKind, Unit};
use std::collections::HashSet;

pub fn rename_reused(unit: &mut Unit) {
    let sizes = in_sizes(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        let liveness = Liveness::of(unit, body);
        let all = Effects::of_stmt(unit, body);
        loops(unit, body).into_iter().for_each(|s| rename_in(unit, s, &sizes, (&liveness, &all)));
    }
}

/// `all` is what the function does.
fn rename_in(unit: &mut Unit, s: StmtId, sizes: &HashSet<DeclId>, (liveness, all): (&Liveness, &Effects)) {
    let StmtKind::For { init, cond, inc, body } = unit.stmt(s).kind else { return };
    if skips_its_end(unit, body) {
        return;
    }
    let mut list = Vec::new();
    flatten(unit, body, &mut list);
    let effects = Effects::of_stmt(unit, s);
    let mut declarations = Vec::new();
    let head: Vec<Item> = [cond, inc].into_iter().flatten().map(Item::Expr).collect();
    for (variable, starts) in assigned(unit, &list, &effects) {
        let is_reused = starts.len() > 1 || all.writes(variable) > effects.writes(variable);
        let is_in_head = head.iter().any(|&it| !mentions_of(unit, it, variable).is_empty());
        if sizes.contains(&variable) || !is_reused || is_in_head {
            continue;
        }
        let ends = starts[1..].iter().map(|&end| Some(end));
        let last = (!liveness.live_after(unit, s, variable)).then_some(None);
        for (&start, end) in starts.iter().zip(ends.chain(last)) {
            let (ty, loc) = (unit.decl(variable).ty, unit.stmt(s).loc);
            let own = unit.add_local(&unit.decl(variable).name.clone(), ty, loc);
            declarations.push(unit.add_declaration(own, loc));
            // The next assignment's value is computed from this one.
            let last = end.and_then(|end| assignment(unit, list[end])).map(|(_, _, value)| Item::Expr(value));
            let target = assignment(unit, list[start]).map(|(_, target, _)| target);
            let before = target.into_iter().map(Item::Expr);
            let between = list[start + 1..end.unwrap_or(list.len())].iter().map(|&it| Item::Stmt(it));
            let places: Vec<ExprId> =
                before.chain(between).chain(last).flat_map(|item| mentions_of(unit, item, variable)).collect();
            places.into_iter().for_each(|e| unit.exprs[e.0 as usize].kind = ExprKind::Ref { decl: own });
        }
    }
    if !declarations.is_empty() {
        declarations.push(body);
        let body = unit.add_stmt(StmtKind::Compound { body: declarations }, unit.stmt(s).loc);
        unit.stmts[s.0 as usize].kind = StmtKind::For { init, cond, inc, body };
    }
}

/// The variables whose assignments are all statements of the list, and where these are.
fn assigned(unit: &Unit, list: &[StmtId], effects: &Effects) -> Vec<(DeclId, Vec<usize>)> {
    let mut found: Vec<(DeclId, Vec<usize>)> = Vec::new();
    for (position, &s) in list.iter().enumerate() {
        let Some((variable, ..)) = assignment(unit, s) else { continue };
        match found.iter_mut().find(|(known, _)| *known == variable) {
            Some((_, starts)) => starts.push(position),
            None => found.push((variable, vec![position])),
        }
    }
    found.retain(|(variable, starts)| {
        let is_scalar = matches!(unit.ty(unit.decl(*variable).ty).kind, TypeKind::Int { .. } | TypeKind::Float { .. });
        let first = assignment(unit, list[starts[0]]).map(|(_, _, value)| Item::Expr(value));
        let earlier = list[..starts[0]].iter().map(|&it| Item::Stmt(it)).chain(first);
        is_scalar
            && is_own(unit, *variable)
            && !effects.declared.contains(variable)
            && effects.writes(*variable) as usize == starts.len()
            && earlier.flat_map(|item| mentions_of(unit, item, *variable)).next().is_none()
    });
    found
}

/// The variable that a statement assigns, the mention of it, and the value.
fn assignment(unit: &Unit, s: StmtId) -> Option<(DeclId, ExprId, ExprId)> {
    let StmtKind::Expr { expr } = unit.stmt(s).kind else { return None };
    let ExprKind::Assign { lhs, rhs } = unit.expr(expr).kind else { return None };
    let ExprKind::Ref { decl } = unit.expr(lhs).kind else { return None };
    Some((decl, lhs, rhs))
}

fn mentions_of(unit: &Unit, item: Item, variable: DeclId) -> Vec<ExprId> {
    let mut found = Vec::new();
    visit::walk(unit, item, |item| {
        found.extend(match item {
            Item::Expr(e) => (unit.expr(e).kind == ExprKind::Ref { decl: variable }).then_some(e),
            Item::Stmt(_) | Item::Declare(_) => None,
        });
        true
    });
    found
}
