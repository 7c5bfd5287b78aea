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
//! The same for steps by what does not change: `dst += stride` behind a row, `p += stride - n` where the row was walked with `*p++`.
//!
//! Legality: in the loop, the variable is only read and stepped by constants and values that the loop leaves alone; each step runs once per
//! iteration of the counted loops around it (`counted`); nothing but the variable's value changes, which is computed in 64 bits (unsigned
//! where its steps may wrap around) and converted back. Behind an inner loop whose count is not a constant, the count is computed before the
//! outermost one.
//! Runs after calls are replaced, before nests are read; outer loops first, so that one substitution serves a whole nest.
//!
//! Two variables that step each other (`k = j + 1; ... j = k + 1;`) step themselves first; both branches of a condition may
//! step, by the same sum.
//! Rejects: other steps under conditions or in loops that are left early, steps by what changes or is in memory, triangular nests as a whole
//! (their inner loops may do), variables with an address.
//! Source:  Par4All thesis 4.5. Differs: counts steps instead of asking a linear precondition; steps disappear instead of
//! becoming assignments; in Fig 4.9 the second source must read `--k`.

use super::closed_form;
use super::counted::{
    Counted, is_own, is_plain_read, is_simple, skips_its_end, split_header, step_of, value_step_of, wraps,
};
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
pub fn stepped(unit: &Unit, s: StmtId) -> Vec<DeclId> {
    let StmtKind::For { body, .. } = unit.stmt(s).kind else { return vec![] };
    let (mut order, mut steps) = (Vec::new(), HashMap::<DeclId, u32>::new());
    visit::walk(unit, Item::Stmt(body), |item| {
        match item {
            Item::Expr(e) => {
                if let Some(k) = stepped_variable(unit, e) {
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

/// The variable that an expression changes by a constant or a value.
fn stepped_variable(unit: &Unit, e: ExprId) -> Option<DeclId> {
    step_of(unit, e).map(|it| it.0).or_else(|| value_step_of(unit, e).map(|it| it.0))
}

/// How far a variable is stepped: a sum of what is known when the outermost loop begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    pub constant: i64,
    /// Values that the loop leaves alone, each with 1 or -1.
    pub values: Vec<(i64, ExprId)>,
    /// Inner loops whose count is not a constant, of which each steps by its count times its delta.
    pub runs: Vec<usize>,
}

impl Amount {
    fn constant(constant: i64) -> Amount {
        Amount { constant, ..Amount::default() }
    }

    fn add(&mut self, other: &Amount) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant)?;
        self.values.extend(&other.values);
        self.runs.extend(&other.runs);
        Some(())
    }

    /// How many summands it has.
    pub fn terms(&self) -> usize {
        usize::from(self.constant != 0) + self.values.len() + self.runs.len()
    }

    pub fn is_constant(&self) -> bool {
        self.values.is_empty() && self.runs.is_empty()
    }
}

pub struct Level {
    pub counted: Counted,
    /// How far one iteration steps the variable.
    pub delta: Amount,
}

/// A place where the variable's value is wanted.
pub struct Use {
    pub at: ExprId,
    /// The loops around it, from the outermost.
    pub path: Vec<usize>,
    /// What was stepped before it in the iterations that it is in, of all of them.
    pub offset: Amount,
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
    pub fn of(unit: &Unit, s: StmtId, variable: DeclId) -> Option<Induction> {
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

    /// How far each iteration of the outermost loop steps the variable, if that is a positive constant.
    pub fn constant_step(&self) -> Option<i64> {
        let delta = &self.levels.first()?.delta;
        (delta.is_constant() && delta.constant > 0).then_some(delta.constant)
    }

    /// Steps of more than one need a multiple as the variable's step, since indices are not divided.
    fn can_be_written(&self) -> bool {
        let amounts = self.levels.iter().map(|it| &it.delta).chain(self.uses.iter().map(|it| &it.offset));
        let written: HashSet<usize> = amounts.flat_map(|it| it.runs.iter().copied()).collect();
        self.levels.iter().enumerate().all(|(number, level)| {
            let step = level.counted.step.abs();
            let divides = level.delta.is_constant() && level.delta.constant % step == 0;
            step == 1 || divides && !written.contains(&number)
        })
    }
}

fn wraps_anywhere(unit: &Unit, body: StmtId, variable: DeclId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= matches!(item, Item::Expr(e) if stepped_variable(unit, e) == Some(variable) && wraps(unit, e));
        !found
    });
    found
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
        self.found.levels.push(Level { counted, delta: Amount::default() });
        self.path.push(number);
        let mut sum = Amount::default();
        self.stmt(body, &mut sum)?;
        self.path.pop();
        self.found.levels[number].delta = sum;
        Some(number)
    }

    fn stmt(&mut self, s: StmtId, sum: &mut Amount) -> Option<()> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s, sum))
    }

    fn stmt_here(&mut self, s: StmtId, sum: &mut Amount) -> Option<()> {
        match &self.unit.stmt(s).kind {
            StmtKind::Compound { body } => body.iter().try_for_each(|&s| self.stmt(s, sum)),
            StmtKind::Expr { expr } if self.is_step(*expr) => {
                let amount = self.step(*expr)?;
                sum.add(&amount)?;
                self.found.steps.push(s);
                Some(())
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
                let mut sums = [sum.clone(), sum.clone()];
                self.stmt(then, &mut sums[0])?;
                self.stmt(other, &mut sums[1])?;
                let is_same = sums[0] == sums[1];
                *sum = sums[0].clone();
                is_same.then_some(())
            }
            _ if self.is_stepped_in(Item::Stmt(s)) => None,
            _ => self.reads(Item::Stmt(s), sum),
        }
    }

    fn is_step(&self, e: ExprId) -> bool {
        stepped_variable(self.unit, e) == Some(self.found.variable)
    }

    /// By how much an expression that does nothing else steps our variable.
    fn step(&self, e: ExprId) -> Option<Amount> {
        if let Some((_, constant)) = step_of(self.unit, e) {
            return Some(Amount::constant(constant));
        }
        let (_, value, is_subtracted) = value_step_of(self.unit, e)?;
        let mut variables = vec![];
        let is_known = is_simple(self.unit, value, &mut variables) && self.are_left_alone(&variables);
        let factor = if is_subtracted { -1 } else { 1 };
        is_known.then(|| Amount { values: vec![(factor, value)], ..Amount::default() })
    }

    fn are_left_alone(&self, variables: &[DeclId]) -> bool {
        variables.iter().all(|&it| self.all.writes(it) == 0 && !self.is_declared_inside(it))
    }

    fn is_stepped_in(&self, item: Item) -> bool {
        let mut found = false;
        visit::walk(self.unit, item, |item| {
            found |= matches!(item, Item::Expr(e) if self.is_step(e));
            !found
        });
        found
    }

    fn inner_loop(&mut self, s: StmtId, sum: &mut Amount) -> Option<()> {
        let before = self.found.uses.len();
        let number = self.counted_loop(s)?;
        for it in &mut self.found.uses[before..] {
            it.offset.add(sum)?;
        }
        let level = &self.found.levels[number];
        let constant = level.counted.constant_count(self.unit).filter(|_| level.delta.is_constant());
        if let Some(count) = constant {
            return sum.add(&Amount::constant(count.checked_mul(level.delta.constant)?));
        }
        if level.counted.is_open {
            return None;
        }
        // Its count is written in terms of what holds in the whole loop.
        let mut variables = vec![];
        let bounds = [level.counted.lo, level.counted.sides.1];
        let is_fixed =
            bounds.iter().all(|&e| is_simple(self.unit, e, &mut variables)) && self.are_left_alone(&variables);
        sum.runs.push(number);
        is_fixed.then_some(())
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
    fn expr(&mut self, e: ExprId, sum: &mut Amount) -> Option<()> {
        let (mut steps, mut conditional) = (vec![], false);
        visit::walk(self.unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return true };
            let may_be_skipped = matches!(
                self.unit.expr(e).kind,
                ExprKind::Conditional { .. }
                    | ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::Comma, .. }
            );
            conditional |= may_be_skipped && self.is_stepped_in(item);
            steps.extend(self.is_step(e).then_some(e));
            true
        });
        let at = match steps[..] {
            [] => return self.reads(Item::Expr(e), sum),
            [step] => step,
            _ => return None,
        };
        if conditional || self.occurrences(e) != self.occurrences(at) {
            return None;
        }
        let is_old = matches!(self.unit.expr(at).kind, ExprKind::Unary { op: UnaryOp::PostInc | UnaryOp::PostDec, .. });
        let before = sum.clone();
        sum.add(&self.step(at)?)?;
        let offset = if is_old { before } else { sum.clone() };
        self.found.uses.push(Use { at, path: self.path.clone(), offset });
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
    fn reads(&mut self, item: Item, sum: &Amount) -> Option<()> {
        let (unit, k) = (self.unit, self.found.variable);
        let (mut reads, mut others) = (vec![], false);
        visit::walk(unit, item, |item| {
            let Item::Expr(e) = item else { return true };
            others |= unit.expr(e).kind == ExprKind::Ref { decl: k };
            let is_read = is_plain_read(unit, e, k);
            reads.extend(is_read.then_some(e));
            !is_read
        });
        if others {
            return None;
        }
        let uses = reads.into_iter().map(|at| Use { at, path: self.path.clone(), offset: sum.clone() });
        self.found.uses.extend(uses);
        Some(())
    }
}
