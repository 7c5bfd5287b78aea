//! What a piece of code writes, and whether a value read elsewhere can be changed by it.
//!
//! Memory is told apart by known objects first (variables whose address nobody has, restrict parameters), then by C's rule
//! that an object is accessed through its own type or a character type. Where the rule does not hold
//! (`-fno-strict-aliasing`, `may_alias`), two objects of one struct type may overlap, too: only fields that are reached from
//! one root without a cast are then apart. Never looks at control flow.

use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, Decl, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, Type, TypeId, TypeKind, UnaryOp,
    Unit,
};
use std::collections::{HashMap, HashSet};

/// Where an lvalue lies, as far as its spelling tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub root: Root,
    pub ty: TypeId,
    /// The record and field of the innermost member access; None in a union, whose members share their place.
    field: Option<(u32, u32)>,
    /// Part of a union: reached through any of its members, whatever their types.
    in_union: bool,
    /// A cast on the way from the root: the place need not lie where an object of the record may lie.
    is_cast: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    Variable(DeclId),
    /// Behind a pointer; the variable that holds the pointer, if it is one.
    Pointer(Option<DeclId>),
}

impl Place {
    /// The whole variable.
    pub fn of_variable(unit: &Unit, variable: DeclId) -> Place {
        let ty = unit.decl(variable).ty;
        Place { root: Root::Variable(variable), ty, field: None, in_union: false, is_cast: false }
    }
}

#[derive(Default)]
pub struct Effects {
    /// How often each scalar variable is assigned (initializers not counted).
    writes: HashMap<DeclId, u32>,
    /// Assignments to elements, fields and through pointers.
    stores: Vec<Place>,
    /// Variables declared inside, with automatic storage.
    pub declared: HashSet<DeclId>,
}

impl Effects {
    pub fn of(unit: &Unit, root: Item) -> Effects {
        let mut effects = Effects::default();
        effects.add(unit, root);
        effects
    }

    pub fn of_stmt(unit: &Unit, stmt: StmtId) -> Effects {
        Effects::of(unit, Item::Stmt(stmt))
    }

    pub fn add(&mut self, unit: &Unit, root: Item) {
        visit::walk(unit, root, |item| {
            match item {
                Item::Expr(id) => self.expr(unit, id),
                Item::Declare(id) if unit.decl(id).storage == Storage::Local => {
                    self.declared.insert(id);
                }
                Item::Declare(_) | Item::Stmt(_) => {}
            }
            visit::extents(unit, item).into_iter().for_each(|e| self.add(unit, Item::Expr(e)));
            true
        });
    }

    fn expr(&mut self, unit: &Unit, id: ExprId) {
        match &unit.expr(id).kind {
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => self.write(unit, *lhs),
            ExprKind::Unary { op, arg } if is_step(*op) => self.write(unit, *arg),
            _ => {}
        }
    }

    fn write(&mut self, unit: &Unit, lvalue: ExprId) {
        match unit.expr(lvalue).kind {
            ExprKind::Ref { decl } => *self.writes.entry(decl).or_insert(0) += 1,
            _ => self.stores.push(place(unit, lvalue)),
        }
    }

    /// Number of direct assignments to the variable itself.
    pub fn writes(&self, decl: DeclId) -> u32 {
        self.writes.get(&decl).copied().unwrap_or(0)
    }

    /// All that is written is the variable, and such as are declared here.
    pub fn change_only(&self, variable: DeclId) -> bool {
        self.stores.is_empty() && self.writes.keys().all(|it| *it == variable || self.declared.contains(it))
    }

    /// Memory that other functions may know of is written.
    pub fn change_shared_memory(&self, unit: &Unit) -> bool {
        let is_shared = |store: &Place| match store.root {
            Root::Variable(decl) => exposed(unit.decl(decl)) || unit.decl(decl).storage != Storage::Local,
            Root::Pointer(_) => true,
        };
        let is_own = |decl: &DeclId| matches!(unit.decl(*decl).storage, Storage::Local | Storage::Param);
        self.stores.iter().any(is_shared) || self.writes.keys().any(|decl| exposed(unit.decl(*decl)) || !is_own(decl))
    }

    /// The memory at `read`, whose root does not change while the code runs, may change. Pure calls are not counted.
    pub fn may_change(&self, unit: &Unit, function: &Effects, read: &Place) -> bool {
        let direct = |&decl: &DeclId| may_alias(unit, function, &Place::of_variable(unit, decl), read);
        self.writes.keys().any(direct) || self.may_store_to(unit, function, read)
    }

    /// The same of stores that are no assignments of a variable.
    pub fn may_store_to(&self, unit: &Unit, function: &Effects, read: &Place) -> bool {
        self.stores.iter().any(|store| may_alias(unit, function, store, read))
    }

    /// The memory at `read` may change, which another function reads: pointers there may lead to whatever others know of, and to what the pointers
    /// `passed` lead to. Memory that no variable stands for may change its type, so types tell variables apart alone.
    pub fn may_change_for_others(&self, unit: &Unit, function: &Effects, read: &Place, passed: &[Root]) -> bool {
        if matches!(read.root, Root::Variable(_)) {
            return self.may_change(unit, function, read);
        }
        let may_meet = |store: &Place| match store.root {
            Root::Variable(decl) => {
                exposed(unit.decl(decl)) && may_share_type(unit, store, read) && !different_fields(unit, store, read)
            }
            Root::Pointer(Some(pointer)) if owns(unit, pointer) => passed.contains(&store.root),
            Root::Pointer(_) => true,
        };
        let direct = |&decl: &DeclId| may_meet(&Place::of_variable(unit, decl));
        self.stores.iter().any(may_meet) || self.writes.keys().any(direct)
    }

    /// Only stores through pointers to somewhere else may change the memory at `read`: whether they do, their addresses tell.
    pub fn may_change_by_address_only(&self, read: &Place) -> bool {
        let is_direct = |store: &Place| store.root == read.root && read.root != Root::Pointer(None);
        let is_own = |&decl: &DeclId| read.root == Root::Variable(decl);
        !self.writes.keys().any(is_own) && !self.stores.iter().any(is_direct)
    }
}

/// A store through `written` may change what is read through `read`.
pub fn may_meet(unit: &Unit, function: &Effects, written: ExprId, read: ExprId) -> bool {
    may_alias(unit, function, &place(unit, written), &place(unit, read))
}

pub fn is_step(op: UnaryOp) -> bool {
    matches!(op, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec)
}

/// Someone else may hold the variable's address.
pub fn exposed(decl: &Decl) -> bool {
    decl.address_taken || decl.has_other_name || (decl.storage == Storage::Global && !decl.is_internal)
}

/// A pointer may lead to the variable, while no function runs that is given its address.
pub fn pointed_at(unit: &Unit, variable: DeclId) -> bool {
    exposed(unit.decl(variable)) && !unit.owners.unkept.contains(&variable)
}

/// Nothing else leads to what the pointer points to.
pub fn owns(unit: &Unit, pointer: DeclId) -> bool {
    unit.owners.owning.contains(&pointer)
}

/// The variables are two objects. Nobody says which one another name stands for.
pub fn are_two_objects(unit: &Unit, x: DeclId, y: DeclId) -> bool {
    let (a, b) = (unit.decl(x), unit.decl(y));
    let is_own = |decl: &Decl| matches!(decl.storage, Storage::Local | Storage::Param);
    let is_one_symbol = a.symbol == b.symbol && !a.is_internal && !b.is_internal;
    x != y && (is_own(a) || is_own(b) || !a.has_other_name && !b.has_other_name && !is_one_symbol)
}

/// A restrict parameter that keeps its value: what is reached through it is reached no other way.
fn is_restrict(unit: &Unit, function: &Effects, pointer: DeclId) -> bool {
    let decl = unit.decl(pointer);
    unit.ty(decl.ty).is_restrict
        && decl.storage == Storage::Param
        && !decl.address_taken
        && function.writes(pointer) == 0
}

/// What is behind restrict parameter `p` is not at `other`: a variable, or behind a parameter that cannot be based on `p`.
pub fn is_apart(unit: &Unit, function: &Effects, p: DeclId, other: Root) -> bool {
    let is_parameter =
        |q: DeclId| unit.decl(q).storage == Storage::Param && !unit.decl(q).address_taken && function.writes(q) == 0;
    is_restrict(unit, function, p)
        && match other {
            Root::Variable(_) => true,
            Root::Pointer(Some(q)) => q != p && is_parameter(q),
            Root::Pointer(None) => false,
        }
}

fn may_alias(unit: &Unit, function: &Effects, a: &Place, b: &Place) -> bool {
    match (a.root, b.root) {
        (Root::Variable(x), Root::Variable(y)) if x == y => !different_fields(unit, a, b),
        (Root::Variable(x), Root::Variable(y)) if are_two_objects(unit, x, y) => false,
        (Root::Variable(x), Root::Pointer(_)) | (Root::Pointer(_), Root::Variable(x)) if !pointed_at(unit, x) => false,
        (Root::Pointer(Some(p)), other) | (other, Root::Pointer(Some(p)))
            if owns(unit, p) && other != Root::Pointer(Some(p)) =>
        {
            false
        }
        (Root::Pointer(Some(p)), other) | (other, Root::Pointer(Some(p))) if is_apart(unit, function, p, other) => {
            false
        }
        _ => may_share_type(unit, a, b) && !different_fields(unit, a, b),
    }
}

/// Two fields of one struct type, at different places in any object of that type. An array without a size reaches what is
/// behind it. Where types say nothing, the objects must be one, or neighbours in an array.
fn different_fields(unit: &Unit, a: &Place, b: &Place) -> bool {
    let (Some((record, f)), Some((other, g))) = (a.field, b.field) else { return false };
    let first = unit.records[record as usize].fields.get(f.min(g) as usize);
    let reached_alike = a.root == b.root && a.root != Root::Pointer(None) && !a.is_cast && !b.is_cast;
    record == other
        && f != g
        && first.is_some_and(|field| unit.ty(field.ty).size > 0)
        && (reached_alike || types_hold(unit, a) && types_hold(unit, b))
}

/// What is at the place is accessed as an object of its type, or a part of one.
fn types_hold(unit: &Unit, place: &Place) -> bool {
    !unit.relaxed_aliasing && !unit.ty(place.ty).may_alias && !place.in_union
}

/// Whether one object may be accessed through lvalues of both types.
fn may_share_type(unit: &Unit, a: &Place, b: &Place) -> bool {
    if !types_hold(unit, a) || !types_hold(unit, b) {
        return true;
    }
    let (a, b) = (unit.ty(a.ty), unit.ty(b.ty));
    match (&a.kind, &b.kind) {
        _ if accesses_any(a) || accesses_any(b) => true,
        (TypeKind::Int { bits: x, .. }, TypeKind::Int { bits: y, .. }) => x == y,
        (TypeKind::Float { bits: x }, TypeKind::Float { bits: y }) => x == y,
        (TypeKind::Pointer { .. }, TypeKind::Pointer { .. }) | (TypeKind::Bool, TypeKind::Bool) => true,
        (x, y) if is_scalar(x) && is_scalar(y) => false,
        // A record or array may contain the other.
        _ => true,
    }
}

fn accesses_any(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Int { bits: 8, .. })
}

fn is_scalar(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Int { .. } | TypeKind::Float { .. } | TypeKind::Pointer { .. } | TypeKind::Bool)
}

/// The place an lvalue (or what a pointer expression points at) belongs to.
pub fn place(unit: &Unit, lvalue: ExprId) -> Place {
    let ty = unit.expr(lvalue).ty;
    let (mut field, mut in_union, mut is_cast) = (None, false, false);
    // `(&s->x)[i]` reaches what is behind the field.
    let mut is_stepped = false;
    let mut at = lvalue;
    let root = loop {
        match &unit.expr(at).kind {
            ExprKind::Ref { decl } if is_pointer(unit, unit.expr(at).ty) && at != lvalue => {
                break Root::Pointer(Some(*decl));
            }
            ExprKind::Ref { decl } => break Root::Variable(*decl),
            ExprKind::Subscript { base, .. } => at = *base,
            ExprKind::Member { base, record, field: index, .. } => {
                in_union |= unit.record(*record).is_union;
                field = field.or((!is_stepped).then_some((record.0, *index)));
                at = *base;
            }
            ExprKind::Unary { op: UnaryOp::Deref, arg } => at = *arg,
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => {
                is_stepped |= field.is_none();
                at = *arg;
            }
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                at = if is_pointer(unit, unit.expr(*lhs).ty) { *lhs } else { *rhs };
            }
            ExprKind::Cast { cast: cast @ (CastKind::ArrayToPointer | CastKind::NoOp | CastKind::BitCast), arg } => {
                is_cast |= *cast == CastKind::BitCast;
                at = *arg;
            }
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(*arg).kind {
                ExprKind::Ref { .. } => at = *arg,
                _ => break Root::Pointer(None),
            },
            _ => break Root::Pointer(None),
        }
    };
    Place { root, ty, field: field.filter(|_| !in_union), in_union, is_cast }
}

fn is_pointer(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.ty(ty).kind, TypeKind::Pointer { .. })
}

/// The function has control flow that a structured walk does not follow.
pub fn has_jumps(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= match item {
            Item::Stmt(id) => matches!(
                unit.stmt(id).kind,
                StmtKind::Goto { .. } | StmtKind::IndirectGoto { .. } | StmtKind::Label { .. } | StmtKind::Other { .. }
            ),
            Item::Expr(id) => calls_twice(unit, id),
            Item::Declare(_) => false,
        };
        !found
    });
    found
}

/// A call that can return twice.
fn calls_twice(unit: &Unit, call: ExprId) -> bool {
    const NAMES: [&str; 8] =
        ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "savectx", "vfork", "getcontext", "__builtin_setjmp"];
    let ExprKind::Call { callee, builtin, .. } = &unit.expr(call).kind else { return false };
    NAMES.contains(&builtin.as_str())
        || callee_decl(unit, *callee).is_some_and(|d| NAMES.contains(&unit.decl(d).name.as_str()))
}

/// What a declaration promises of all calls, by the attributes that compilers share: they return, change nothing, and their
/// value is that of equal calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The value depends on the arguments alone.
    Const,
    /// It depends on the arguments and on memory.
    Pure,
}

pub fn promise(unit: &Unit, function: DeclId) -> Option<Promise> {
    let has = |name: &str| unit.decl(function).attributes.iter().any(|attribute| attribute == name);
    let is_function = unit.decl(function).storage == Storage::Function;
    match (is_function && has("const"), is_function && has("pure")) {
        (true, _) => Some(Promise::Const),
        (false, true) => Some(Promise::Pure),
        (false, false) => None,
    }
}

/// The function that is called, if it is named.
pub fn callee_decl(unit: &Unit, callee: ExprId) -> Option<DeclId> {
    match unit.expr(callee).kind {
        ExprKind::Ref { decl } => Some(decl),
        ExprKind::Cast { arg, .. } => callee_decl(unit, arg),
        _ => None,
    }
}
