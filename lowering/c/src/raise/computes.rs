//! Functions that only compute a value, from their arguments and from memory that they do not change: a nest may call them in each iteration.
//!
//! ```text
//!     long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }
//!     int fits(int row, int columns, ..) { .. its own arrays, other such functions .. }
//! ```
//!
//! They assign their own variables alone, by name, and call such functions and the library's functions of numbers. Of recursion it is assumed
//! that the functions do so until one is found that does not. What they read is listed: a nest must not write it.

use super::access::{is_pure, may_set_errno};
use super::effects::{Place, Root, callee_decl, is_step, place};
use super::inline::is_replaceable;
use super::nest::elem_of;
use super::value::is_ordinary;
use super::visit::{self, Item};
use crate::ast::{CastKind, Computes, DeclId, ExprId, ExprKind, StmtKind, Storage, TypeId, TypeKind, Unit};
use std::collections::{HashMap, HashSet};

/// More places that are read are too many to be looked at.
const MOST_READS: usize = 40;

/// What a call takes, in picoseconds: of a function that calls itself, of one with loops, and of each part of another.
const RECURSIVE: i64 = 50_000_000;
const WITH_LOOPS: i64 = 2_000_000;
const PART: i64 = 250;

/// Of all functions that a nest may call.
pub fn find(unit: &Unit) -> HashMap<DeclId, Computes> {
    let bodies = unit.functions.iter().chain(&unit.stubs.bodies);
    let mut known: HashMap<DeclId, Own> = bodies.filter_map(|&it| Some((it, Own::of(unit, it)?))).collect();
    loop {
        let is_lost = |own: &Own| own.calls.iter().any(|it| !known.contains_key(it));
        let lost: Vec<DeclId> = known.iter().filter(|it| is_lost(it.1)).map(|it| *it.0).collect();
        if lost.is_empty() {
            break;
        }
        lost.iter().for_each(|it| drop(known.remove(it)));
    }
    let callable = known.keys().filter(|it| is_callable(unit, **it));
    callable.filter_map(|&it| Some((it, with_callees(&known, it)?))).collect()
}

/// What is known of a function, if a nest may call it.
pub fn computes(unit: &Unit, function: DeclId) -> Option<&Computes> {
    unit.computes.get(&unit.definition(function))
}

/// What a function does itself.
struct Own {
    reads: Vec<Place>,
    calls: HashSet<DeclId>,
    sets_errno: bool,
    has_loops: bool,
    parts: i64,
}

impl Own {
    fn of(unit: &Unit, function: DeclId) -> Option<Own> {
        let body = unit.decl(function).body.filter(|_| is_replaceable(unit, function))?;
        let (reads, calls) = (vec![], HashSet::new());
        let mut own = Own { reads, calls, sets_errno: false, has_loops: false, parts: 0 };
        let mut is_fine = true;
        visit::walk(unit, Item::Stmt(body), |item| {
            own.parts += 1;
            is_fine = is_fine
                && own.reads.len() <= MOST_READS
                && match item {
                    Item::Stmt(s) => own.statement(&unit.stmt(s).kind),
                    Item::Declare(d) => is_plain(unit, d),
                    Item::Expr(e) => own.expression(unit, e).is_some(),
                };
            is_fine
        });
        is_fine.then_some(own)
    }

    fn statement(&mut self, kind: &StmtKind) -> bool {
        self.has_loops |=
            matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. } | StmtKind::Goto { .. });
        !matches!(kind, StmtKind::Other { .. } | StmtKind::IndirectGoto { .. })
    }

    fn expression(&mut self, unit: &Unit, e: ExprId) -> Option<()> {
        let expr = unit.expr(e);
        is_ordinary(unit.ty(expr.ty)).then_some(())?;
        match &expr.kind {
            ExprKind::Other { .. } | ExprKind::VaArg { .. } | ExprKind::SizeofVla { .. } => None,
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => is_own(unit, *lhs),
            ExprKind::Unary { op, arg } if is_step(*op) => is_own(unit, *arg),
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => self.read(unit, *arg),
            ExprKind::Call { callee, builtin, .. } => self.call(unit, *callee, builtin),
            _ => Some(()),
        }
    }

    fn call(&mut self, unit: &Unit, callee: ExprId, builtin: &str) -> Option<()> {
        let function = callee_decl(unit, callee)?;
        let definition = unit.definition(function);
        if unit.decl(definition).body.is_some() {
            self.calls.insert(definition);
            return Some(());
        }
        self.sets_errno |= may_set_errno(builtin);
        is_pure(builtin).then_some(())
    }

    fn read(&mut self, unit: &Unit, lvalue: ExprId) -> Option<()> {
        let read = place(unit, lvalue);
        let is_known = match read.root {
            // Each thread has one.
            Root::Variable(it) if unit.decl(it).is_thread_local => return None,
            Root::Variable(it) => is_automatic(unit, it) || is_constant(unit, unit.decl(it).ty),
            Root::Pointer(_) => false,
        };
        if !is_known && !self.reads.contains(&read) {
            self.reads.push(read);
        }
        Some(())
    }
}

/// A variable that each call has of its own, or a part of one.
fn is_own(unit: &Unit, lvalue: ExprId) -> Option<()> {
    matches!(place(unit, lvalue).root, Root::Variable(it) if is_automatic(unit, it)).then_some(())
}

fn is_constant(unit: &Unit, ty: TypeId) -> bool {
    match unit.ty(ty).kind {
        TypeKind::Array { elem, .. } => is_constant(unit, elem),
        _ => unit.ty(ty).is_const,
    }
}

fn is_automatic(unit: &Unit, variable: DeclId) -> bool {
    matches!(unit.decl(variable).storage, Storage::Local | Storage::Param)
}

fn is_plain(unit: &Unit, variable: DeclId) -> bool {
    let decl = unit.decl(variable);
    let is_alone = decl.storage != Storage::Local || !decl.has_cleanup() && is_ordinary(unit.ty(decl.ty));
    is_alone && visit::extents(unit, Item::Declare(variable)).is_empty()
}

/// A nest can pass what it takes, and use what it returns.
fn is_callable(unit: &Unit, function: DeclId) -> bool {
    let decl = unit.decl(function);
    let TypeKind::Function { ret, variadic: false, .. } = unit.ty(decl.ty).kind else { return false };
    let is_passed = |ty: TypeId| is_number(unit, ty) || matches!(unit.ty(ty).kind, TypeKind::Pointer { .. });
    is_number(unit, ret) && decl.params.iter().all(|it| is_passed(unit.decl(*it).ty))
}

fn is_number(unit: &Unit, ty: TypeId) -> bool {
    let ty = unit.ty(ty);
    elem_of(ty).is_some() && !matches!(ty.kind, TypeKind::Float { bits: 16 })
}

/// With what the functions do that it calls.
fn with_callees(known: &HashMap<DeclId, Own>, function: DeclId) -> Option<Computes> {
    let mut all = Computes { reads: vec![], sets_errno: false, calls: HashSet::new(), picoseconds: 0 };
    let mut pending = vec![function];
    while let Some(next) = pending.pop() {
        let own = known.get(&next)?;
        for read in &own.reads {
            if !all.reads.contains(read) {
                all.reads.push(read.clone());
            }
        }
        all.sets_errno |= own.sets_errno;
        all.picoseconds += own.parts * PART + if own.has_loops { WITH_LOOPS } else { 0 };
        let is_new = |it: &DeclId| *it != function && !all.calls.contains(it);
        pending.extend(own.calls.iter().copied().filter(is_new));
        all.calls.extend(&own.calls);
    }
    all.picoseconds += if all.calls.contains(&function) { RECURSIVE } else { 0 };
    (all.reads.len() <= MOST_READS).then_some(all)
}
