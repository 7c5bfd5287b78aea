//! What functions do to memory, where it is little: callers in other files need not have all that is on devices brought back.
//!
//! ```text
//!     double now(void) { struct timeval t; gettimeofday(&t, 0); return t.tv_sec; }     nothing
//!     void release(void *p) { free(p); }                                               frees its first argument
//!     void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }          nothing, unless it ends the program
//! ```
//!
//! Known are functions that touch their own variables only, and of the library call what touches nothing else. Of others it is known whether
//! they have loops that may be launched: callers then call the body that leaves data on devices (`gpu-aware`).

use crate::ast::{
    CastKind, Decl, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, TypeId, TypeKind, UnaryOp, Unit,
};
use crate::raise::inline::calls_in;
use crate::raise::promise;
use crate::raise::visit::{self, Item};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Library functions that touch what they are given pointers to, and nothing else of the program.
const LIBRARY: &[&str] = &[
    "abs",
    "aligned_alloc",
    "calloc",
    "clock",
    "clock_getres",
    "clock_gettime",
    "difftime",
    "exit",
    "fabs",
    "fprintf",
    "fputs",
    "getrusage",
    "gettimeofday",
    "labs",
    "malloc",
    "omp_get_wtime",
    "perror",
    "posix_memalign",
    "printf",
    "puts",
    "sqrt",
    "time",
    "times",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    Nothing,
    /// Nothing, or it ends the program, whose exit handlers may access anything.
    MayEnd,
    /// The block that this argument points to.
    Frees(u32),
    /// It has loops that may be launched: it may leave data on devices, if its caller knows of these.
    Launches,
}

/// The effect of a function, which holds if the library's functions are the library's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub effect: Effect,
    pub library: BTreeSet<String>,
}

/// Of all functions for other files whose effect is known, by symbol.
pub fn of(unit: &Unit) -> BTreeMap<String, Known> {
    let public = unit.functions.iter().filter(|it| !unit.decl(**it).is_internal);
    let statics = hosts_statics(unit);
    public.filter_map(|&it| Some((unit.decl(it).symbol.clone(), known(unit, it, &statics)?))).collect()
}

/// Integers of the unit that no launch has on a device: nobody takes their addresses, and no function that names them has a loop, or is
/// called by one that has.
fn hosts_statics(unit: &Unit) -> BTreeSet<DeclId> {
    let is_number = |id: &DeclId| {
        let decl = unit.decl(*id);
        let is_integer = matches!(unit.ty(decl.ty).kind, TypeKind::Int { .. });
        decl.is_internal && is_global(decl) && is_integer && !decl.address_taken
    };
    let mut statics: BTreeSet<DeclId> = (0..unit.decls.len() as u32).map(DeclId).filter(is_number).collect();
    let has_loop =
        |body: StmtId| any(unit, Item::Stmt(body), &|item| matches!(item, Item::Stmt(s) if is_loop(unit, s)));
    let bodies = unit.functions.iter().filter_map(|it| unit.decl(*it).body);
    let (mut open, mut seen): (Vec<StmtId>, BTreeSet<DeclId>) =
        (bodies.filter(|it| has_loop(*it)).collect(), BTreeSet::new());
    while let Some(body) = open.pop() {
        visit::walk(unit, Item::Stmt(body), |item| {
            if let Item::Expr(e) = item
                && let ExprKind::Ref { decl } = unit.expr(e).kind
            {
                statics.remove(&decl);
                let called = unit.definition(decl);
                open.extend(unit.decl(called).body.filter(|_| seen.insert(called)));
            }
            true
        });
    }
    statics
}

fn is_loop(unit: &Unit, s: StmtId) -> bool {
    matches!(unit.stmt(s).kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. })
}

/// Where a function may leave data on devices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// A loop of its own, or of a function that it calls in its unit, writes to memory.
    pub loops: bool,
    /// The functions of other units that these call.
    pub calls: BTreeSet<String>,
}

/// Of all functions for other files, by symbol.
pub fn reaches(unit: &Unit) -> BTreeMap<String, Reach> {
    let public = unit.functions.iter().filter(|it| !unit.decl(**it).is_internal);
    public.map(|&it| (unit.decl(it).symbol.clone(), reach(unit, it))).collect()
}

fn reach(unit: &Unit, function: DeclId) -> Reach {
    let (mut res, mut seen, mut open) = (Reach::default(), BTreeSet::new(), vec![function]);
    while let Some(function) = open.pop() {
        let Some(body) = unit.decl(function).body else {
            res.calls.insert(unit.decl(function).symbol.clone());
            continue;
        };
        res.loops |= has_writing_loop(unit, body);
        let called = calls_in(unit, Item::Stmt(body)).into_iter().flatten().map(|it| unit.definition(it));
        let is_function = |it: &DeclId| unit.decl(*it).storage == Storage::Function;
        open.extend(called.filter(is_function).filter(|it| seen.insert(*it)));
    }
    res
}

/// Functions that another unit may have, and that may touch memory.
pub fn of_others(unit: &Unit) -> Vec<DeclId> {
    let is_systems =
        |decl: &Decl| unit.files.get(decl.loc.0 as usize).is_some_and(|it| it.starts_with("/usr/include/"));
    let ids = (0..unit.decls.len() as u32).map(DeclId);
    let others = ids.filter(|&id| {
        let decl = unit.decl(id);
        let is_function = decl.storage == Storage::Function && decl.body.is_none() && !decl.is_internal;
        is_function && !decl.is_builtin && !is_systems(decl) && promise(unit, id).is_none()
    });
    others.collect()
}

/// Where nobody knows the other units: functions of theirs that `main` calls again and again, itself or through functions of its unit, are
/// taken for such as may launch, if they may reach floating-point arrays. So a program's time loop need not be in one file with its kernels.
pub fn guess(unit: &mut Unit) {
    let others = of_others(unit);
    let main = unit.functions.iter().copied().find(|it| unit.decl(*it).name == "main");
    let (mut seen, mut guessed) = (BTreeSet::new(), vec![]);
    // With each function: is it called again and again?
    let mut open: Vec<(DeclId, bool)> = main.into_iter().map(|it| (it, false)).collect();
    while let Some((function, is_repeated)) = open.pop() {
        let Some(body) = unit.decl(function).body else {
            guessed.extend(Some(function).filter(|it| is_repeated && others.contains(it)));
            continue;
        };
        let repeated = called_in_loops(unit, body);
        let called = calls_in(unit, Item::Stmt(body)).into_iter().flatten();
        let called = called.map(|it| (unit.definition(it), is_repeated || repeated.contains(&it)));
        open.extend(called.filter(|it| seen.insert(*it)));
    }
    let has_arrays = unit.decls.iter().any(|it| is_global(it) && has_floats(unit, it.ty, DEPTH));
    let may_reach_arrays = |it: &DeclId| match &unit.ty(unit.decl(*it).ty).kind {
        TypeKind::Function { params, variadic: false, .. } if params.is_empty() => has_arrays,
        TypeKind::Function { params, variadic: false, .. } => params.iter().any(|it| has_floats(unit, *it, DEPTH)),
        _ => false,
    };
    let guessed: Vec<_> = guessed.into_iter().filter(may_reach_arrays).map(|it| unit.decl(it).symbol.clone()).collect();
    unit.stubs.effects.extend(guessed.into_iter().map(|it| (it, Effect::Launches)));
}

fn is_global(decl: &Decl) -> bool {
    matches!(decl.storage, Storage::Global | Storage::StaticLocal)
}

/// Records in records that are looked into.
const DEPTH: u32 = 3;

/// Does a value of this type hold floating-point arrays, or lead to some?
fn has_floats(unit: &Unit, ty: TypeId, depth: u32) -> bool {
    match unit.ty(ty).kind {
        TypeKind::Pointer { to: inner }
        | TypeKind::Array { elem: inner, .. }
        | TypeKind::IncompleteArray { elem: inner }
        | TypeKind::VariableArray { elem: inner, .. } => is_float(unit, inner) || has_floats(unit, inner, depth),
        TypeKind::Record { record } if depth > 0 => {
            unit.record(record).fields.iter().any(|it| has_floats(unit, it.ty, depth - 1))
        }
        _ => false,
    }
}

/// A floating-point number, or a record that has one.
fn is_float(unit: &Unit, ty: TypeId) -> bool {
    match unit.ty(ty).kind {
        TypeKind::Float { .. } => true,
        TypeKind::Record { record } => {
            unit.record(record).fields.iter().any(|it| matches!(unit.ty(it.ty).kind, TypeKind::Float { .. }))
        }
        _ => false,
    }
}

fn called_in_loops(unit: &Unit, body: StmtId) -> Vec<DeclId> {
    let mut found = vec![];
    visit::walk(unit, Item::Stmt(body), |item| {
        let Item::Stmt(s) = item else { return true };
        if is_loop(unit, s) {
            found.extend(calls_in(unit, item).into_iter().flatten());
        }
        !is_loop(unit, s)
    });
    found
}

/// Is there a `for` that assigns to an element of an array, or through a pointer?
fn has_writing_loop(unit: &Unit, body: StmtId) -> bool {
    let writes = |item: Item| match item {
        Item::Expr(e) => written(unit, e).is_some_and(|it| is_element(unit, it)),
        Item::Stmt(_) | Item::Declare(_) => false,
    };
    let is_writing_loop = |item: Item| {
        matches!(item, Item::Stmt(s) if matches!(unit.stmt(s).kind, StmtKind::For { .. })) && any(unit, item, &writes)
    };
    any(unit, Item::Stmt(body), &is_writing_loop)
}

/// Is there such an item at or below `root`?
fn any(unit: &Unit, root: Item, is_wanted: &dyn Fn(Item) -> bool) -> bool {
    let mut found = false;
    visit::walk(unit, root, |item| {
        found = found || is_wanted(item);
        !found
    });
    found
}

/// What an expression assigns to.
fn written(unit: &Unit, e: ExprId) -> Option<ExprId> {
    match unit.expr(e).kind {
        ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => Some(lhs),
        ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, arg } => {
            Some(arg)
        }
        _ => None,
    }
}

fn is_element(unit: &Unit, mut place: ExprId) -> bool {
    loop {
        match unit.expr(place).kind {
            ExprKind::Subscript { .. } | ExprKind::Unary { op: UnaryOp::Deref, .. } => return true,
            ExprKind::Member { arrow, base, .. } => match arrow {
                true => return true,
                false => place = base,
            },
            _ => return false,
        }
    }
}

fn known(unit: &Unit, function: DeclId, statics: &BTreeSet<DeclId>) -> Option<Known> {
    let body = unit.decl(function).body?;
    let freed = freed(unit, function, body);
    let (library, freeing) = (BTreeSet::new(), freed.map(|it| it.0));
    let mut check = Check { unit, library, functions: vec![function], freeing, statics };
    check.body(body).then_some(())?;
    let effect = match (freed, check.library.contains("exit")) {
        (Some((_, argument)), false) => Effect::Frees(argument),
        (Some(_), true) => return None,
        (None, true) => Effect::MayEnd,
        (None, false) => Effect::Nothing,
    };
    Some(Known { effect, library: check.library })
}

/// The call that surely frees a parameter, and which one.
fn freed(unit: &Unit, function: DeclId, body: StmtId) -> Option<(ExprId, u32)> {
    let StmtKind::Compound { body: all } = &unit.stmt(body).kind else { return None };
    let StmtKind::Expr { expr } = unit.stmt(*all.first()?).kind else { return None };
    let ExprKind::Call { callee, args, .. } = &unit.expr(expr).kind else { return None };
    let [arg] = args[..] else { return None };
    let callee = unit.decl(named(unit, *callee)?);
    let param = named(unit, arg)?;
    let place = unit.decl(function).params.iter().position(|it| *it == param)?;
    let is_free = callee.name == "free" && callee.symbol == callee.name && callee.body.is_none();
    is_free.then_some((expr, u32::try_from(place).ok()?))
}

/// What an expression names, behind conversions.
fn named(unit: &Unit, mut e: ExprId) -> Option<DeclId> {
    loop {
        match unit.expr(e).kind {
            ExprKind::Cast { arg, .. } => e = arg,
            ExprKind::Ref { decl } => return Some(decl),
            _ => return None,
        }
    }
}

struct Check<'u> {
    unit: &'u Unit,
    library: BTreeSet<String>,
    /// Those that are looked at, so that recursion ends.
    functions: Vec<DeclId>,
    freeing: Option<ExprId>,
    /// As [`hosts_statics`].
    statics: &'u BTreeSet<DeclId>,
}

/// Streams of the library, which are no memory of the program.
const STREAMS: [&str; 2] = ["stderr", "stdout"];

impl Check<'_> {
    /// Does it touch variables of its own only?
    fn body(&mut self, body: StmtId) -> bool {
        let (unit, mut is_fine) = (self.unit, true);
        visit::walk(unit, Item::Stmt(body), |item| {
            is_fine = is_fine
                && match item {
                    Item::Stmt(s) => {
                        !matches!(unit.stmt(s).kind, StmtKind::Other { .. } | StmtKind::IndirectGoto { .. })
                    }
                    Item::Declare(d) => is_plain_local(unit, d),
                    Item::Expr(e) => self.expr(e),
                };
            is_fine
        });
        is_fine
    }

    fn expr(&mut self, e: ExprId) -> bool {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Ref { decl } => {
                let is_own = matches!(unit.decl(*decl).storage, Storage::Param | Storage::Local | Storage::Function);
                is_own || self.statics.contains(decl) || self.is_stream(e)
            }
            ExprKind::Unary { op: UnaryOp::Deref, .. } | ExprKind::Member { arrow: true, .. } => false,
            ExprKind::Subscript { base, .. } => self.is_local_array(*base),
            ExprKind::Call { .. } if self.freeing == Some(e) => {
                self.library.insert("free".into());
                true
            }
            ExprKind::Call { callee, args, .. } => named(unit, *callee).is_some_and(|it| self.call(it, args)),
            ExprKind::Other { .. } | ExprKind::VaArg { .. } | ExprKind::SizeofVla { .. } => false,
            _ => true,
        }
    }

    fn call(&mut self, callee: DeclId, args: &[ExprId]) -> bool {
        let decl = self.unit.decl(callee);
        match decl.body {
            Some(body) if decl.is_internal => {
                self.functions.contains(&callee) || {
                    self.functions.push(callee);
                    self.body(body)
                }
            }
            Some(_) => false,
            None => {
                self.library.insert(decl.name.clone());
                // `int puts(const char *) __asm__("look")` is another function.
                let is_called_so = decl.symbol == decl.name;
                is_called_so
                    && LIBRARY.contains(&decl.name.as_str())
                    && args.iter().all(|it| self.is_own_or_no_pointer(*it))
            }
        }
    }

    fn is_own_or_no_pointer(&self, e: ExprId) -> bool {
        let unit = self.unit;
        let expr = unit.expr(e);
        match &expr.kind {
            _ if !matches!(unit.ty(expr.ty).kind, TypeKind::Pointer { .. }) => true,
            ExprKind::Cast { cast: CastKind::NullToPointer, .. } => true,
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => {
                matches!(unit.expr(*arg).kind, ExprKind::String { .. }) || self.is_local_array(e)
            }
            _ if self.is_stream(e) => true,
            ExprKind::Cast { cast: CastKind::BitCast | CastKind::NoOp, arg } => self.is_own_or_no_pointer(*arg),
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => self.is_local(*arg),
            _ => false,
        }
    }

    /// `stderr` and `stdout`, as the library's headers declare them.
    fn is_stream(&self, e: ExprId) -> bool {
        let Some(decl) = named(self.unit, e).map(|it| self.unit.decl(it)) else { return false };
        let is_systems = self.unit.files.get(decl.loc.0 as usize).is_some_and(|it| it.starts_with("/usr/include/"));
        is_systems && STREAMS.contains(&decl.name.as_str())
    }

    fn is_local_array(&self, e: ExprId) -> bool {
        matches!(self.unit.expr(e).kind,
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } if self.is_local(arg))
    }

    /// A variable of the function, or a part of it.
    fn is_local(&self, mut e: ExprId) -> bool {
        loop {
            match &self.unit.expr(e).kind {
                ExprKind::Ref { decl } => return self.unit.decl(*decl).storage == Storage::Local,
                ExprKind::Member { base, arrow: false, .. } => e = *base,
                _ => return false,
            }
        }
    }
}

fn is_plain_local(unit: &Unit, decl: DeclId) -> bool {
    let it = unit.decl(decl);
    it.storage != Storage::StaticLocal && !it.has_cleanup() && visit::extents(unit, Item::Declare(decl)).is_empty()
}
