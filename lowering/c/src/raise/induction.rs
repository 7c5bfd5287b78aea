//! Induction variables: what a variable that loops only step is in terms of the loops' indices.
//!
//! ```text
//!     int k = 3;                              int k = 3;
//!     for (i = 0; i < n; i++)                 { int k_ = 3;
//!       for (j = 0; j < m; j++) {       ->      for (i = 0; i < n; i++)
//!         a[k] = b[j];                            for (j = 0; j < m; j++) {
//!         k += 2;                                   a[k_ + 2 * m * i + 2 * j] = b[j];
//!       }                                         }
//!                                               k = k_ + 2 * (0 < m ? m : 0) * (0 < n ? n : 0); }
//! ```
//!
//! Legality: in the loop, the variable is only read and stepped by constants; each step runs once per iteration of the
//! counted loops around it (`counted`); nothing but the variable's value changes, which is computed in 64 bits (unsigned
//! where its steps may wrap around) and converted back. A loop whose count is not a constant hides how far it has stepped:
//! then all uses must be inside of it.
//! Runs after calls are replaced, before nests are read; outer loops first, so that one substitution serves a whole nest.
//!
//! Two variables that step each other (`k = j + 1; ... j = k + 1;`) step themselves first; both branches of a condition may
//! step, by the same sum.
//! Rejects: other steps under conditions or in loops that are left early, steps by what changes, triangular nests as a whole
//! (their inner loops may do), variables with an address.
//! Source:  Par4All thesis 4.5. Differs: counts steps instead of asking a linear precondition; steps disappear instead of
//! becoming assignments; in Fig 4.9 the second source must read `--k`.

use super::closed_form;
use super::counted::{Counted, is_own, is_plain_read, is_simple, skips_its_end, split_header, step_of, wraps};
use super::effects::{Effects, has_jumps};
use super::visit::{self, Item, mentions};
use super::wrap_around::flatten;
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, SignedOverflow, StmtId, StmtKind, TypeKind, UnaryOp, Unit,
};
use std::collections::{HashMap, HashSet};

pub fn substitute_inductions(unit: &mut Unit) {
    if unit.signed_overflow == SignedOverflow::Traps {
        return;
    }
    let sizes = in_sizes(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        loops(unit, body).into_iter().for_each(|s| split_header(unit, s));
        for s in loops(unit, body) {
            uncouple(unit, s);
            // Once a variable is replaced, `s` is the block around the loop.
            let mut now = s;
            for k in stepped(unit, s).into_iter().filter(|k| !sizes.contains(k)) {
                if let Some(found) = Induction::of(unit, now, k) {
                    now = closed_form::replace(unit, body, (s, now), &found);
                }
            }
        }
    }
}

/// Variables that types mention: what they are there is not found by looking through the code.
pub fn in_sizes(unit: &Unit) -> HashSet<DeclId> {
    let mut found = HashSet::new();
    for ty in &unit.types {
        let TypeKind::VariableArray { len: Some(len), .. } = ty.kind else { continue };
        visit::walk(unit, Item::Expr(len), |item| {
            if let Item::Expr(e) = item
                && let ExprKind::Ref { decl } = unit.expr(e).kind
            {
                found.insert(decl);
            }
            true
        });
    }
    found
}

/// Outer ones first.
pub fn loops(unit: &Unit, body: StmtId) -> Vec<StmtId> {
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Stmt(s) = item
            && matches!(unit.stmt(s).kind, StmtKind::For { .. })
        {
            found.push(s);
        }
        true
    });
    found
}

/// `k = j + 1; ...; j = k + 2;` becomes `k = j + 1; ...; j = j + 3;`.
fn uncouple(unit: &mut Unit, s: StmtId) {
    let StmtKind::For { body, .. } = unit.stmt(s).kind else { return };
    let (mut list, effects) = (Vec::new(), Effects::of_stmt(unit, s));
    flatten(unit, body, &mut list);
    let mut sums: HashMap<DeclId, (DeclId, i64)> = HashMap::new();
    for s in list {
        let Some((variable, of, amount, value)) = sum_assigned(unit, s) else { continue };
        if effects.writes(variable) != 1 || !is_own(unit, variable) {
            continue;
        }
        match sums.get(&of).copied().filter(|(origin, _)| *origin == variable) {
            Some((_, before)) => {
                let (loc, ty) = (unit.expr(value).loc, unit.expr(value).ty);
                let Some(sum) = before.checked_add(amount).filter(|sum| i32::try_from(*sum).is_ok()) else { return };
                let place = unit.add_ref(variable, loc);
                let (lhs, rhs) = (unit.add_load(place), unit.add_expr(ExprKind::Int { value: sum }, ty, loc, false));
                unit.exprs[rhs.0 as usize].constant = Some(sum);
                unit.exprs[value.0 as usize].kind = ExprKind::Binary { op: BinaryOp::Add, lhs, rhs };
            }
            None => drop(sums.insert(variable, (of, amount))),
        }
    }
}

/// `variable = of + amount`, all of one type.
fn sum_assigned(unit: &Unit, s: StmtId) -> Option<(DeclId, DeclId, i64, ExprId)> {
    let StmtKind::Expr { expr } = unit.stmt(s).kind else { return None };
    let ExprKind::Assign { lhs, rhs: value } = unit.expr(expr).kind else { return None };
    let ExprKind::Ref { decl: variable } = unit.expr(lhs).kind else { return None };
    let ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs } = unit.expr(value).kind else {
        return None;
    };
    let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(lhs).kind else { return None };
    let ExprKind::Ref { decl: of } = unit.expr(arg).kind else { return None };
    let amount = unit.expr(rhs).constant.and_then(|amount| i32::try_from(amount).ok()).map(i64::from)?;
    let kind = |decl: DeclId| &unit.ty(unit.decl(decl).ty).kind;
    let is_alike = kind(variable) == kind(of) && *kind(of) == unit.ty(unit.expr(value).ty).kind;
    let is_int = matches!(kind(of), TypeKind::Int { bits: 32 | 64, .. });
    let amount = if op == BinaryOp::Add { amount } else { -amount };
    (is_alike && is_int && of != variable).then_some((variable, of, amount, value))
}

/// The variables that the loop's body steps and does not change otherwise, in order of their first step.
fn stepped(unit: &Unit, s: StmtId) -> Vec<DeclId> {
    let StmtKind::For { body, .. } = unit.stmt(s).kind else { return vec![] };
    let (mut order, mut steps) = (Vec::new(), HashMap::<DeclId, u32>::new());
    visit::walk(unit, Item::Stmt(body), |item| {
        match item {
            Item::Expr(e) => {
                if let Some((k, _)) = step_of(unit, e) {
                    order.push(k);
                    *steps.entry(k).or_default() += 1;
                }
            }
            Item::Declare(k) => *steps.entry(k).or_default() = u32::MAX / 2,
            Item::Stmt(_) => {}
        }
        true
    });
    let effects = Effects::of_stmt(unit, body);
    order.retain(|k| steps.remove(k) == Some(effects.writes(*k)) && has_closed_form(unit, *k));
    order
}

/// Integers that a 64-bit computation gives back exactly, and pointers to elements of fixed size.
fn has_closed_form(unit: &Unit, k: DeclId) -> bool {
    is_own(unit, k)
        && match unit.ty(unit.decl(k).ty).kind {
            TypeKind::Int { bits, .. } => bits == 32 || bits == 64,
            TypeKind::Pointer { to } => unit.ty(to).size > 0,
            _ => false,
        }
}

/// How far one iteration of a loop steps the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delta {
    Const(i64),
    /// As often as that loop's body runs, as far as that goes.
    Of(usize),
}

pub struct Level {
    pub counted: Counted,
    pub delta: Delta,
}

/// A place where the variable's value is wanted.
pub struct Use {
    pub at: ExprId,
    /// The loops around it, from the outermost.
    pub path: Vec<usize>,
    /// What was stepped before it in the iterations that it is in, of all of them.
    pub offset: i64,
}

pub struct Induction {
    pub variable: DeclId,
    /// The first is the outermost loop.
    pub levels: Vec<Level>,
    pub uses: Vec<Use>,
    /// Statements that only step.
    pub steps: Vec<StmtId>,
    /// The variable's values are those modulo its range.
    pub wraps: bool,
}

impl Induction {
    fn of(unit: &Unit, s: StmtId, variable: DeclId) -> Option<Induction> {
        let StmtKind::For { body, .. } = unit.stmt(s).kind else { return None };
        if skips_its_end(unit, body) {
            return None;
        }
        let wraps = wraps_anywhere(unit, body, variable);
        let found = Induction { variable, levels: vec![], uses: vec![], steps: vec![], wraps };
        let mut scan = Scan { unit, all: Effects::of_stmt(unit, s), found, path: vec![] };
        scan.counted_loop(s)?;
        scan.found.can_be_written().then_some(scan.found)
    }

    /// Steps of more than one need a multiple as the variable's step, since indices are not divided.
    fn can_be_written(&self) -> bool {
        self.levels.iter().enumerate().all(|(number, level)| {
            let step = level.counted.step;
            let count_is_written = self.levels.iter().any(|it| it.delta == Delta::Of(number));
            let divides = match level.delta {
                Delta::Const(delta) => delta % step == 0,
                Delta::Of(_) => step.abs() == 1,
            };
            divides && (!count_is_written || step.abs() == 1)
        })
    }
}

fn wraps_anywhere(unit: &Unit, body: StmtId, variable: DeclId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |=
            matches!(item, Item::Expr(e) if step_of(unit, e).is_some_and(|(k, _)| k == variable) && wraps(unit, e));
        !found
    });
    found
}

/// What was stepped since an iteration began.
#[derive(Clone, Copy)]
struct Sum {
    constant: i64,
    /// A loop that steps it, and whose count is not a constant.
    hidden_by: Option<usize>,
    /// How many uses there were when the iteration began.
    uses: usize,
}

struct Scan<'u> {
    unit: &'u Unit,
    /// Of the whole loop.
    all: Effects,
    found: Induction,
    path: Vec<usize>,
}

impl Scan<'_> {
    fn counted_loop(&mut self, s: StmtId) -> Option<usize> {
        let counted = Counted::new(self.unit, s)?;
        let StmtKind::For { init, cond, inc, body } = self.unit.stmt(s).kind else { return None };
        let header = init.map(Item::Stmt).into_iter().chain([cond, inc].into_iter().flatten().map(Item::Expr));
        let (mut of_lo, mut of_bound) = (vec![], vec![]);
        let is_open = counted.is_open;
        let simple = is_simple(self.unit, counted.lo, &mut of_lo)
            && (is_open || is_simple(self.unit, counted.sides.1, &mut of_bound));
        let own = Effects::of_stmt(self.unit, s);
        // The outermost loop's bounds are read once more behind it.
        let fixed = of_lo.iter().chain(&of_bound).all(|&it| own.writes(it) == 0);
        if !simple || !fixed || header.into_iter().any(|it| mentions(self.unit, it, self.found.variable)) {
            return None;
        }
        let number = self.found.levels.len();
        self.found.levels.push(Level { counted, delta: Delta::Const(0) });
        self.path.push(number);
        let mut sum = Sum { constant: 0, hidden_by: None, uses: self.found.uses.len() };
        self.stmt(body, &mut sum)?;
        self.path.pop();
        self.found.levels[number].delta = sum.hidden_by.map_or(Delta::Const(sum.constant), Delta::Of);
        Some(number)
    }

    fn stmt(&mut self, s: StmtId, sum: &mut Sum) -> Option<()> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s, sum))
    }

    fn stmt_here(&mut self, s: StmtId, sum: &mut Sum) -> Option<()> {
        match &self.unit.stmt(s).kind {
            StmtKind::Compound { body } => body.iter().try_for_each(|&s| self.stmt(s, sum)),
            StmtKind::Expr { expr } if self.step(*expr).is_some() => {
                sum.constant = sum.constant.checked_add(self.step(*expr)?)?;
                self.found.steps.push(s);
                sum.hidden_by.is_none().then_some(())
            }
            StmtKind::Expr { expr } => self.expr(*expr, sum),
            StmtKind::Decl { decls } => {
                let inits: Vec<ExprId> = decls.iter().filter_map(|&decl| self.unit.decl(decl).init).collect();
                inits.into_iter().try_for_each(|init| self.expr(init, sum))
            }
            StmtKind::For { body, .. } if self.is_stepped_in(Item::Stmt(*body)) => self.inner_loop(s, sum),
            &StmtKind::If { cond, then, other: Some(other) } if self.is_stepped_in(Item::Stmt(s)) => {
                if self.is_stepped_in(Item::Expr(cond)) {
                    return None;
                }
                self.reads(Item::Expr(cond), sum)?;
                let mut sums = [*sum; 2];
                self.stmt(then, &mut sums[0])?;
                self.stmt(other, &mut sums[1])?;
                *sum = sums[0];
                let is_sure = sums.iter().all(|it| it.hidden_by.is_none());
                (is_sure && sums[0].constant == sums[1].constant).then_some(())
            }
            _ if self.is_stepped_in(Item::Stmt(s)) => None,
            _ => self.reads(Item::Stmt(s), sum),
        }
    }

    /// By how much the expression steps our variable, if that is all it does.
    fn step(&self, e: ExprId) -> Option<i64> {
        step_of(self.unit, e).filter(|(k, _)| *k == self.found.variable).map(|(_, amount)| amount)
    }

    fn is_stepped_in(&self, item: Item) -> bool {
        let mut found = false;
        visit::walk(self.unit, item, |item| {
            found |= matches!(item, Item::Expr(e) if self.step(e).is_some());
            !found
        });
        found
    }

    fn inner_loop(&mut self, s: StmtId, sum: &mut Sum) -> Option<()> {
        let before = self.found.uses.len();
        let number = self.counted_loop(s)?;
        for it in &mut self.found.uses[before..] {
            it.offset = it.offset.checked_add(sum.constant)?;
        }
        let level = &self.found.levels[number];
        if let (Some(count), Delta::Const(delta)) = (level.counted.constant_count(self.unit), level.delta) {
            sum.constant = sum.constant.checked_add(count.checked_mul(delta)?)?;
            return sum.hidden_by.is_none().then_some(());
        }
        if level.counted.is_open {
            return None;
        }
        // Its count is written in terms of what holds in the whole loop, and is right only if it runs.
        let mut variables = vec![];
        let bounds = [level.counted.lo, level.counted.sides.1];
        let fixed = bounds.iter().all(|&e| is_simple(self.unit, e, &mut variables))
            && variables.iter().all(|&it| self.all.writes(it) == 0 && !self.is_declared_inside(it));
        let alone = sum.constant == 0 && sum.hidden_by.is_none() && before == sum.uses;
        sum.hidden_by = Some(number);
        (fixed && alone).then_some(())
    }

    fn is_declared_inside(&self, variable: DeclId) -> bool {
        let mut found = false;
        visit::walk(self.unit, Item::Stmt(self.found.levels[0].counted.body), |item| {
            found |= item == Item::Declare(variable);
            !found
        });
        found
    }

    /// An expression with any number of reads, or with one step and no read.
    fn expr(&mut self, e: ExprId, sum: &mut Sum) -> Option<()> {
        let (mut steps, mut conditional) = (vec![], false);
        visit::walk(self.unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return true };
            let may_be_skipped = matches!(
                self.unit.expr(e).kind,
                ExprKind::Conditional { .. }
                    | ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::Comma, .. }
            );
            conditional |= may_be_skipped && self.is_stepped_in(item);
            steps.extend(self.step(e).map(|amount| (e, amount)));
            true
        });
        let (at, amount) = match steps[..] {
            [] => return self.reads(Item::Expr(e), sum),
            [step] => step,
            _ => return None,
        };
        if conditional || sum.hidden_by.is_some() || self.occurrences(e) != self.occurrences(at) {
            return None;
        }
        let is_old = matches!(self.unit.expr(at).kind, ExprKind::Unary { op: UnaryOp::PostInc | UnaryOp::PostDec, .. });
        let after = sum.constant.checked_add(amount)?;
        let offset = if is_old { sum.constant } else { after };
        self.found.uses.push(Use { at, path: self.path.clone(), offset });
        sum.constant = after;
        Some(())
    }

    fn occurrences(&self, e: ExprId) -> usize {
        let mut count = 0;
        visit::walk(self.unit, Item::Expr(e), |item| {
            let is_ours = |e: ExprId| self.unit.expr(e).kind == ExprKind::Ref { decl: self.found.variable };
            count += usize::from(matches!(item, Item::Expr(e) if is_ours(e)));
            true
        });
        count
    }

    /// Nothing in `item` steps the variable; each mention must be its value.
    fn reads(&mut self, item: Item, sum: &Sum) -> Option<()> {
        let (unit, k) = (self.unit, self.found.variable);
        let (mut reads, mut others) = (vec![], false);
        visit::walk(unit, item, |item| {
            let Item::Expr(e) = item else { return true };
            others |= unit.expr(e).kind == ExprKind::Ref { decl: k };
            let is_read = is_plain_read(unit, e, k);
            reads.extend(is_read.then_some(e));
            !is_read
        });
        if others || !reads.is_empty() && sum.hidden_by.is_some() {
            return None;
        }
        let uses = reads.into_iter().map(|at| Use { at, path: self.path.clone(), offset: sum.constant });
        self.found.uses.extend(uses);
        Some(())
    }
}
