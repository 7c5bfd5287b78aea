//! Functions that only compute a value, from their arguments and from memory that they do not change: a nest may call them in each iteration.
//!
//! ```text
//!     long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }
//!     double trace(.., int depth) { double t; int k = hit(.., &t); .. trace(.., depth - 1) .. }      hit writes *t
//! ```
//!
//! Those that promise so with `__attribute__((const))`, and those that are seen to: they assign their own variables alone, by name or through
//! pointers that lead to these, and call the library's functions of numbers and functions that write nothing else than what they are given
//! the addresses of. Of recursion it is assumed that functions are so until one is found that is not. What they read is listed: a nest must
//! not write it.

use super::access::{is_pure, may_set_errno};
use super::effects::{Place, Promise, Root, callee_decl, is_step, place, promise};
use super::inline::is_replaceable;
use super::nest::elem_of;
use super::value::is_ordinary;
use super::visit::{self, Item};
use crate::ast::{CastKind, Computes, DeclId, ExprId, ExprKind, StmtKind, Storage, TypeId, TypeKind, UnaryOp, Unit};
use std::collections::{HashMap, HashSet};

/// More places that are read are too many to be looked at.
const MOST_READS: usize = 40;

/// Larger functions are not told to other units.
const MOST_PARTS: i64 = 2000;

/// What a call takes, in picoseconds: of a function that calls itself, of one with loops, of each part of another, and of one that nobody sees.
const RECURSIVE: i64 = 50_000_000;
const WITH_LOOPS: i64 = 2_000_000;
const PART: i64 = 250;
const UNSEEN: i64 = 20_000;

/// What is known of a function, if a nest may call it.
pub fn computes(unit: &Unit, function: DeclId) -> Option<&Computes> {
    unit.computes.get(&unit.definition(function))
}

/// Of all functions that a nest may call.
pub fn find(unit: &Unit) -> HashMap<DeclId, Computes> {
    let known = known(unit);
    let callable = known.iter().filter(|(it, own)| own.writes.is_empty() && is_callable(unit, **it));
    let seen = callable.filter_map(|(&it, _)| Some((it, with_callees(&known, it)?)));
    let promised =
        (0..unit.decls.len() as u32).map(DeclId).filter(|it| is_promised(unit, *it) && is_callable(unit, *it));
    let unseen = |it| (it, Computes { reads: vec![], sets_errno: false, calls: HashSet::new(), picoseconds: UNSEEN });
    promised.map(unseen).chain(seen).collect()
}

/// Does the declaration promise that its value depends on its arguments alone? One without arguments may depend on the thread, as
/// `pthread_self` does.
fn is_promised(unit: &Unit, function: DeclId) -> bool {
    let takes_any =
        matches!(&unit.ty(unit.decl(function).ty).kind, TypeKind::Function { params, .. } if !params.is_empty());
    promise(unit, function) == Some(Promise::Const) && takes_any
}

/// What other units are told of: functions that nests may call, and those that such functions may call. Not large ones.
pub fn for_others(unit: &Unit) -> (HashSet<DeclId>, HashSet<DeclId>) {
    let told: HashMap<DeclId, Own> = known(unit).into_iter().filter(|it| it.1.parts <= MOST_PARTS).collect();
    let is_callable = |(it, own): &(&DeclId, &Own)| own.writes.is_empty() && is_callable(unit, **it);
    (told.iter().filter(is_callable).map(|it| *it.0).collect(), told.keys().copied().collect())
}

fn known(unit: &Unit) -> HashMap<DeclId, Own> {
    let bodies = unit.functions.iter().chain(&unit.stubs.bodies);
    let mut known: HashMap<DeclId, Own> = bodies.filter_map(|&it| Some((it, Own::of(unit, it)?))).collect();
    loop {
        let changes: Vec<_> = known.iter().filter_map(|(it, own)| Some((*it, own.more_writes(&known)?))).collect();
        if changes.is_empty() {
            break;
        }
        for (function, writes) in changes {
            match writes {
                Some(writes) => drop(known.get_mut(&function).map(|own| own.writes.extend(writes))),
                None => drop(known.remove(&function)),
            }
        }
    }
    known
}

/// Where a pointer, or the address of an lvalue, leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// To variables that each call has of its own.
    Own,
    /// To where this parameter leads.
    Parameter(usize),
    Elsewhere,
}

/// What a function does itself.
#[derive(Default)]
struct Own {
    reads: Vec<Place>,
    /// The parameters behind which it writes.
    writes: HashSet<usize>,
    /// With where the arguments lead that are pointers.
    calls: Vec<(DeclId, Vec<Lead>)>,
    sets_errno: bool,
    has_loops: bool,
    parts: i64,
}

impl Own {
    fn of(unit: &Unit, function: DeclId) -> Option<Own> {
        let body = unit.decl(function).body.filter(|_| is_replaceable(unit, function))?;
        let leads = Leads::of(unit, function, Item::Stmt(body));
        let mut own = Own::default();
        // Sizes in parameters' types are evaluated when the function is entered.
        let params = unit.decl(function).params.iter().map(|it| Item::Declare(*it));
        params.chain([Item::Stmt(body)]).all(|it| own.is_fine(&leads, it)).then_some(own)
    }

    fn is_fine(&mut self, leads: &Leads<'_>, root: Item) -> bool {
        let (unit, mut is_fine) = (leads.unit, true);
        visit::walk(unit, root, |item| {
            self.parts += 1;
            is_fine = is_fine
                && self.reads.len() <= MOST_READS
                && match item {
                    Item::Stmt(s) => self.statement(&unit.stmt(s).kind),
                    Item::Declare(d) => is_plain(unit, d),
                    Item::Expr(e) => self.expression(leads, e).is_some(),
                }
                && visit::extents(unit, item).into_iter().all(|it| self.is_fine(leads, Item::Expr(it)));
            is_fine
        });
        is_fine
    }

    fn statement(&mut self, kind: &StmtKind) -> bool {
        self.has_loops |=
            matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. } | StmtKind::Goto { .. });
        !matches!(kind, StmtKind::Other { .. } | StmtKind::IndirectGoto { .. })
    }

    fn expression(&mut self, leads: &Leads<'_>, e: ExprId) -> Option<()> {
        let unit = leads.unit;
        let expr = unit.expr(e);
        is_ordinary(unit.ty(expr.ty)).then_some(())?;
        match &expr.kind {
            // Each thread has one: its value and its address are others there.
            ExprKind::Ref { decl } if unit.decl(*decl).is_thread_local => None,
            ExprKind::Other { .. } | ExprKind::VaArg { .. } | ExprKind::SizeofVla { .. } => None,
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => self.write(leads.of_lvalue(*lhs)),
            ExprKind::Unary { op, arg } if is_step(*op) => self.write(leads.of_lvalue(*arg)),
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => {
                self.read(leads, *arg);
                Some(())
            }
            ExprKind::Call { callee, args, builtin } => self.call(leads, *callee, args, builtin),
            _ => Some(()),
        }
    }

    fn write(&mut self, lead: Lead) -> Option<()> {
        match lead {
            Lead::Own => {}
            Lead::Parameter(number) => drop(self.writes.insert(number)),
            Lead::Elsewhere => return None,
        }
        Some(())
    }

    fn call(&mut self, leads: &Leads<'_>, callee: ExprId, args: &[ExprId], builtin: &str) -> Option<()> {
        let unit = leads.unit;
        let callee = callee_decl(unit, callee)?;
        let function = unit.definition(callee);
        if is_promised(unit, callee) {
            return Some(());
        }
        if unit.decl(function).body.is_some() {
            self.calls.push((function, args.iter().map(|it| leads.of_pointer(*it)).collect()));
            return Some(());
        }
        self.sets_errno |= may_set_errno(builtin);
        is_pure(builtin).then_some(())
    }

    fn read(&mut self, leads: &Leads<'_>, lvalue: ExprId) {
        let mut read = place(leads.unit, lvalue);
        match read.root {
            Root::Variable(it) if is_constant(leads.unit, leads.unit.decl(it).ty) => return,
            _ if leads.of_lvalue(lvalue) == Lead::Own => return,
            Root::Variable(_) => {}
            Root::Pointer(_) => read.root = Root::Pointer(None),
        }
        if !self.reads.contains(&read) {
            self.reads.push(read);
        }
    }

    /// The parameters behind which functions write that it calls, and that are not known yet; the inner `None` if it is no such function.
    fn more_writes(&self, known: &HashMap<DeclId, Own>) -> Option<Option<HashSet<usize>>> {
        let mut more = HashSet::new();
        for (callee, leads) in &self.calls {
            let Some(callee) = known.get(callee) else { return Some(None) };
            for number in &callee.writes {
                match leads.get(*number) {
                    Some(Lead::Own) => {}
                    Some(Lead::Parameter(own)) if self.writes.contains(own) => {}
                    Some(Lead::Parameter(own)) => drop(more.insert(*own)),
                    Some(Lead::Elsewhere) | None => return Some(None),
                }
            }
        }
        (!more.is_empty()).then_some(Some(more))
    }
}

/// Where the pointer variables of a function lead.
struct Leads<'u> {
    unit: &'u Unit,
    parameters: &'u [DeclId],
    /// What is assigned to each.
    sources: HashMap<DeclId, Vec<ExprId>>,
}

impl<'u> Leads<'u> {
    fn of(unit: &'u Unit, function: DeclId, body: Item) -> Self {
        let mut sources: HashMap<DeclId, Vec<ExprId>> = HashMap::new();
        visit::walk(unit, body, |item| {
            let assigned = match item {
                Item::Declare(d) => unit.decl(d).init.map(|init| (d, init)),
                Item::Expr(e) => match unit.expr(e).kind {
                    ExprKind::Assign { lhs, rhs } => match unit.expr(lhs).kind {
                        ExprKind::Ref { decl } => Some((decl, rhs)),
                        _ => None,
                    },
                    _ => None,
                },
                Item::Stmt(_) => None,
            };
            assigned.into_iter().for_each(|(variable, value)| sources.entry(variable).or_default().push(value));
            true
        });
        Self { unit, parameters: &unit.decl(function).params, sources }
    }

    fn of_lvalue(&self, lvalue: ExprId) -> Lead {
        self.of_root(root(self.unit, lvalue), &mut vec![])
    }

    fn of_pointer(&self, pointer: ExprId) -> Lead {
        self.of_root(root(self.unit, pointer), &mut vec![])
    }

    /// `seen` are variables that are looked at already: what is made from them leads where they lead.
    fn of_root(&self, root: Root, seen: &mut Vec<DeclId>) -> Lead {
        match root {
            Root::Variable(it) if is_automatic(self.unit, it) => Lead::Own,
            Root::Pointer(Some(it)) if is_automatic(self.unit, it) && !self.unit.decl(it).address_taken => {
                self.of_variable(it, seen)
            }
            Root::Variable(_) | Root::Pointer(_) => Lead::Elsewhere,
        }
    }

    fn of_variable(&self, pointer: DeclId, seen: &mut Vec<DeclId>) -> Lead {
        seen.push(pointer);
        let passed = self.parameters.iter().position(|it| *it == pointer).map(Lead::Parameter);
        let mut all: Vec<Lead> = passed.into_iter().collect();
        for &value in self.sources.get(&pointer).into_iter().flatten() {
            match root(self.unit, value) {
                Root::Pointer(Some(it)) if it == pointer => {}
                Root::Pointer(Some(it)) if seen.contains(&it) => return Lead::Elsewhere,
                root => all.push(self.of_root(root, seen)),
            }
        }
        seen.pop();
        match all.split_first() {
            Some((first, rest)) if rest.iter().all(|it| it == first) => *first,
            _ => Lead::Elsewhere,
        }
    }
}

/// As a place's, and of `*p++` and the like.
fn root(unit: &Unit, e: ExprId) -> Root {
    match place(unit, e).root {
        Root::Pointer(None) => Root::Pointer(stepped(unit, e)),
        known => known,
    }
}

fn stepped(unit: &Unit, mut e: ExprId) -> Option<DeclId> {
    loop {
        match unit.expr(e).kind {
            ExprKind::Subscript { base, .. } | ExprKind::Member { base, .. } => e = base,
            ExprKind::Cast { cast: CastKind::NoOp | CastKind::BitCast, arg } => e = arg,
            ExprKind::Unary { op, arg } if is_step(op) => match unit.expr(arg).kind {
                ExprKind::Ref { decl } => return Some(decl),
                _ => return None,
            },
            ExprKind::Unary { op: UnaryOp::Deref, arg } => e = arg,
            _ => return None,
        }
    }
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
    decl.storage != Storage::Local || !decl.has_cleanup() && is_ordinary(unit.ty(decl.ty))
}

/// A nest can pass what it takes, and use what it returns.
fn is_callable(unit: &Unit, function: DeclId) -> bool {
    let decl = unit.decl(function);
    let TypeKind::Function { ret, variadic: false, prototyped: true, .. } = unit.ty(decl.ty).kind else { return false };
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
        for &(callee, _) in &own.calls {
            if all.calls.insert(callee) && callee != function {
                pending.push(callee);
            }
        }
    }
    all.picoseconds += if all.calls.contains(&function) { RECURSIVE } else { 0 };
    (all.reads.len() <= MOST_READS).then_some(all)
}
