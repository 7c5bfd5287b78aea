//! Structs and arrays as values in loops become their parts, so that the loops can be nests.
//!
//! ```text
//!     p[i] = q[i];                    p[i].x = q[i].x; p[i].y = q[i].y;
//!     struct v a = {1, 2};            double a.x, a.y; a.x = 1; a.y = 2;
//!     double d[2] = {x};              double d[2]; d[0] = x; d[1] = 0;
//!     memcpy(&a, &p[i], sizeof a);    a = p[i];
//! ```
//!
//! Parts are copied one after the other, which C allows: the operands of an assignment are one object or do not overlap.
//! Where they lie must not change meanwhile, so subscripts that read memory are read first. A variable of the loop whose
//! parts are all that is ever named becomes one variable for each part. Padding is not copied: C says nothing of it, except
//! for `memcpy` and `memset`, which stay where there is some. Long arrays are copied by loops. Declines unions, bit-fields, volatile and
//! atomic parts, and what takes more than 64 assignments. The meaning of the unit does not change.

use super::effects::exposed;
use super::inline::is_free;
use super::nest::elem_of;
use super::rewrite::Copies;
use super::value::{is_ordinary, same_type};
use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Loc, StmtId, StmtKind, Storage, TypeId, TypeKind, UnaryOp, Unit,
};
use std::collections::{HashMap, HashSet};

/// Values of which more assignments would be made stay whole.
const MAX_PARTS: u64 = 64;

/// More elements of an array are copied by a loop.
const MAX_ELEMENTS: u64 = 16;

/// Rewrites the loops of all functions.
pub fn split_aggregates(unit: &mut Unit) {
    for root in loops(unit) {
        let mut splitter = Splitter { unit, of_bytes: false };
        splitter.stmt(root);
        split_variables(unit, root);
    }
}

/// Copies of memory whose operands tell what is copied become assignments.
pub fn replace_copies(unit: &mut Unit) {
    for root in loops(unit) {
        let mut calls = Vec::new();
        visit::walk(unit, Item::Stmt(root), |item| {
            if let Item::Stmt(s) = item
                && let StmtKind::Expr { expr } = unit.stmt(s).kind
            {
                calls.push((s, expr));
            }
            true
        });
        for (s, expr) in calls {
            let mut body = Vec::new();
            if copied(&mut Splitter { unit, of_bytes: true }, expr, &mut body).is_some() {
                unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
            }
        }
    }
}

/// The outermost `for` statements.
fn loops(unit: &Unit) -> Vec<StmtId> {
    let mut found = Vec::new();
    for body in unit.functions.iter().filter_map(|&function| unit.decl(function).body) {
        visit::walk(unit, Item::Stmt(body), |item| {
            let Item::Stmt(s) = item else { return false };
            let is_loop = matches!(unit.stmt(s).kind, StmtKind::For { .. });
            found.extend(is_loop.then_some(s));
            !is_loop
        });
    }
    found
}

fn is_aggregate(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.ty(ty).kind, TypeKind::Record { .. } | TypeKind::Array { .. })
}

fn is_scalar(unit: &Unit, ty: TypeId) -> bool {
    elem_of(unit.ty(ty)).is_some() || matches!(unit.ty(ty).kind, TypeKind::Pointer { .. })
}

/// The number of scalars in a value of the type, and their bytes; None if it has others.
fn parts(unit: &Unit, ty: TypeId) -> Option<(u64, u64)> {
    let entry = unit.ty(ty);
    if !is_ordinary(entry) {
        return None;
    }
    match &entry.kind {
        TypeKind::Array { elem, len } => {
            let (count, bytes) = parts(unit, *elem)?;
            Some((count.checked_mul(*len)?, bytes.checked_mul(*len)?))
        }
        TypeKind::Record { record } => {
            let record = unit.record(*record);
            let mut sum = (0, 0);
            for field in record.fields.iter().filter(|_| !record.is_union) {
                let (count, bytes) = parts(unit, field.ty).filter(|_| field.bit_width.is_none())?;
                sum = (sum.0 + count, sum.1 + bytes);
            }
            (!record.is_union).then_some(sum)
        }
        _ => is_scalar(unit, ty).then_some((1, entry.size)),
    }
}

fn has_few_parts(unit: &Unit, ty: TypeId) -> bool {
    parts(unit, ty).is_some() && assignments(unit, ty) <= MAX_PARTS
}

/// How many assignments copy a value of the type.
fn assignments(unit: &Unit, ty: TypeId) -> u64 {
    match &unit.ty(ty).kind {
        TypeKind::Array { elem, len } if *len > MAX_ELEMENTS => assignments(unit, *elem),
        TypeKind::Array { elem, len } => assignments(unit, *elem).saturating_mul(*len),
        TypeKind::Record { record } => {
            let fields = unit.record(*record).fields.iter().map(|it| assignments(unit, it.ty));
            fields.fold(0, u64::saturating_add)
        }
        _ => 1,
    }
}

struct Splitter<'a> {
    unit: &'a mut Unit,
    /// Bytes are copied: C lets them be of an object of any type.
    of_bytes: bool,
}

impl Splitter<'_> {
    fn stmt(&mut self, s: StmtId) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s));
    }

    fn stmt_here(&mut self, s: StmtId) {
        match self.unit.stmt(s).kind.clone() {
            StmtKind::Compound { body } => {
                let mut statements = Vec::new();
                for inner in body {
                    self.stmt(inner);
                    statements.extend(self.declarations(inner));
                }
                self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: statements };
            }
            StmtKind::Expr { expr } => {
                self.members_in(Item::Expr(expr));
                let mut body = Vec::new();
                if self.assignment(expr, &mut body).is_some() {
                    self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
                }
            }
            StmtKind::If { cond, then, other } => {
                self.members_in(Item::Expr(cond));
                [Some(then), other].into_iter().flatten().for_each(|s| self.stmt(s));
            }
            StmtKind::For { init, cond, inc, body } => {
                init.into_iter().for_each(|init| self.members_in(Item::Stmt(init)));
                [cond, inc].into_iter().flatten().for_each(|e| self.members_in(Item::Expr(e)));
                self.stmt(body);
            }
            StmtKind::While { cond, body } | StmtKind::Do { body, cond } | StmtKind::Switch { cond, body } => {
                self.members_in(Item::Expr(cond));
                self.stmt(body);
            }
            StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => self.stmt(body),
            StmtKind::Decl { .. }
            | StmtKind::Return { .. }
            | StmtKind::Null
            | StmtKind::Goto { .. }
            | StmtKind::IndirectGoto { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other { .. } => self.members_in(Item::Stmt(s)),
        }
    }

    /// A member of a struct's value is the value of the struct's member.
    fn members_in(&mut self, root: Item) {
        let (mut found, mut loaded) = (Vec::new(), HashSet::new());
        visit::walk(self.unit, root, |item| {
            if let Item::Expr(e) = item {
                found.push(e);
                if let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = self.unit.expr(e).kind {
                    loaded.insert(arg);
                }
            }
            true
        });
        // Inner ones first.
        for e in found.into_iter().rev() {
            let expr = self.unit.expr(e).clone();
            if let ExprKind::Member { base, record, field, arrow: false } = expr.kind
                && let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = self.unit.expr(base).kind
                && is_ordinary(self.unit.ty(self.unit.expr(arg).ty))
            {
                let kind = ExprKind::Member { base: arg, record, field, arrow: false };
                let is_array = matches!(self.unit.ty(expr.ty).kind, TypeKind::Array { .. });
                let entry = if expr.is_lvalue || is_array || loaded.contains(&e) {
                    kind
                } else {
                    let arg = self.unit.add_expr(kind, expr.ty, expr.loc, true);
                    ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg }
                };
                self.unit.exprs[e.0 as usize].kind = entry;
                self.unit.exprs[e.0 as usize].is_lvalue |= is_array || loaded.contains(&e);
            }
        }
    }

    /// A statement that declares aggregates with values, as several.
    fn declarations(&mut self, s: StmtId) -> Vec<StmtId> {
        let StmtKind::Decl { decls } = self.unit.stmt(s).kind.clone() else { return vec![s] };
        let loc = self.unit.stmt(s).loc;
        let mut statements = Vec::new();
        for decl in decls {
            statements.push(self.unit.add_declaration(decl, loc));
            let declared = self.unit.decl(decl);
            let (ty, storage) = (declared.ty, declared.storage);
            let Some(init) = declared.init.filter(|_| storage == Storage::Local && is_aggregate(self.unit, ty)) else {
                continue;
            };
            let target = self.unit.add_ref(decl, loc);
            let mut values = Vec::new();
            let fits = has_few_parts(self.unit, ty) && !visit::mentions(self.unit, Item::Expr(init), decl);
            if fits && self.initialize(target, Some(init), &mut values).is_some() {
                self.unit.decls[decl.0 as usize].init = None;
                statements.extend(values);
            }
        }
        statements
    }

    /// The parts of `a = b;` on structs.
    fn assignment(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Option<()> {
        let e = without_void(self.unit, e);
        let ExprKind::Assign { lhs, rhs } = self.unit.expr(e).kind else { return None };
        let ty = self.unit.expr(lhs).ty;
        if !is_aggregate(self.unit, ty) || !has_few_parts(self.unit, ty) {
            return None;
        }
        self.copy(lhs, rhs, out)
    }

    fn copy(&mut self, lhs: ExprId, rhs: ExprId, out: &mut Vec<StmtId>) -> Option<()> {
        let loc = self.unit.expr(rhs).loc;
        match self.unit.expr(rhs).kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue | CastKind::NoOp, arg } => match self.unit.expr(arg).kind {
                ExprKind::CompoundLiteral { init } => self.copy_literal(lhs, init, out),
                _ => self.copy_parts(lhs, Some(arg), out),
            },
            // Complex numbers have such values.
            ExprKind::InitList { .. } => self.copy_literal(lhs, rhs, out),
            ExprKind::ImplicitZero => self.copy_parts(lhs, None, out),
            ExprKind::Conditional { cond, then, other } => {
                let [then, other] = [then, other].map(|value| {
                    let mut body = Vec::new();
                    let lhs = self.unit.copy_expr(lhs, &mut Copies::default());
                    self.copy(lhs, value, &mut body)?;
                    Some(self.unit.add_stmt(StmtKind::Compound { body }, loc))
                });
                let (then, other) = (then?, Some(other?));
                out.push(self.unit.add_stmt(StmtKind::If { cond, then, other }, loc));
                Some(())
            }
            _ => None,
        }
    }

    /// What is written may be read in the literal.
    fn copy_literal(&mut self, lhs: ExprId, init: ExprId, out: &mut Vec<StmtId>) -> Option<()> {
        let (ty, loc) = (self.unit.expr(lhs).ty, self.unit.expr(init).loc);
        let literal = self.unit.add_local("literal", ty, loc);
        out.push(self.unit.add_declaration(literal, loc));
        let target = self.unit.add_ref(literal, loc);
        self.initialize(target, Some(init), out)?;
        let source = self.unit.add_ref(literal, loc);
        self.copy_parts(lhs, Some(source), out)
    }

    /// Assigns all parts of `source`, or zeros.
    fn copy_parts(&mut self, target: ExprId, source: Option<ExprId>, out: &mut Vec<StmtId>) -> Option<()> {
        let ty = self.unit.expr(target).ty;
        let target = self.settled(target, ty, out)?;
        let source = match source {
            Some(source) => Some(self.settled(source, ty, out)?),
            None => None,
        };
        self.assign(target, source, out)
    }

    /// An expression that names the same place while parts of type `ty` are written: subscripts that read memory are read
    /// now.
    fn settled(&mut self, e: ExprId, ty: TypeId, out: &mut Vec<StmtId>) -> Option<ExprId> {
        if !is_free(self.unit, e) {
            return None;
        }
        if is_stable(self.unit, e) {
            return Some(e);
        }
        let own = self.unit.expr(e).clone();
        let kind = match own.kind {
            ExprKind::Subscript { base, index } => {
                let base = self.settled(base, ty, out)?;
                let index = if is_stable(self.unit, index) { index } else { self.read_first(index, out) };
                ExprKind::Subscript { base, index }
            }
            ExprKind::Member { base, record, field, arrow } => {
                let base = self.settled(base, ty, out)?;
                ExprKind::Member { base, record, field, arrow }
            }
            ExprKind::Unary { op: op @ (UnaryOp::Deref | UnaryOp::AddrOf), arg } => {
                ExprKind::Unary { op, arg: self.settled(arg, ty, out)? }
            }
            ExprKind::Cast { cast: cast @ (CastKind::ArrayToPointer | CastKind::NoOp), arg } => {
                ExprKind::Cast { cast, arg: self.settled(arg, ty, out)? }
            }
            ExprKind::Cast { cast: cast @ CastKind::LvalueToRvalue, arg }
                if !self.of_bytes && keeps_pointers(self.unit, ty) =>
            {
                if !matches!(self.unit.ty(own.ty).kind, TypeKind::Pointer { .. }) {
                    return None;
                }
                ExprKind::Cast { cast, arg: self.settled(arg, ty, out)? }
            }
            _ => return None,
        };
        Some(self.unit.add_expr(kind, own.ty, own.loc, own.is_lvalue))
    }

    fn read_first(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> ExprId {
        let (ty, loc) = (self.unit.expr(e).ty, self.unit.expr(e).loc);
        let variable = self.unit.add_local("index", ty, loc);
        self.unit.decls[variable.0 as usize].init = Some(e);
        out.push(self.unit.add_declaration(variable, loc));
        let place = self.unit.add_ref(variable, loc);
        self.unit.add_load(place)
    }

    /// `target = init`, where the target is a variable's part.
    fn initialize(&mut self, target: ExprId, init: Option<ExprId>, out: &mut Vec<StmtId>) -> Option<()> {
        let ty = self.unit.expr(target).ty;
        let Some(value) = init else { return self.assign(target, None, out) };
        match (self.unit.expr(value).kind.clone(), &self.unit.ty(ty).kind) {
            (ExprKind::InitList { inits }, TypeKind::Array { len, .. }) if *len > MAX_ELEMENTS => {
                let all = inits.iter().enumerate().filter_map(|(number, it)| Some((number as u64, (*it)?)));
                let named: Vec<(u64, ExprId)> = all.collect();
                if named.len() as u64 > MAX_PARTS {
                    return None;
                }
                self.assign(target, None, out)?;
                named.into_iter().try_for_each(|(number, value)| {
                    let part = self.part(target, number)?;
                    self.initialize(part, Some(value), out)
                })
            }
            (ExprKind::InitList { inits }, TypeKind::Record { .. } | TypeKind::Array { .. }) => {
                let count = self.count(ty)?;
                (0..count).try_for_each(|number| {
                    let part = self.part(target, number)?;
                    self.initialize(part, inits.get(number as usize).copied().flatten(), out)
                })
            }
            (ExprKind::ImplicitZero, TypeKind::Record { .. } | TypeKind::Array { .. }) => {
                self.assign(target, None, out)
            }
            (_, TypeKind::Record { .. }) => self.copy(target, value, out),
            (_, TypeKind::Array { .. }) => None,
            _ if is_scalar(self.unit, ty) => {
                let loc = self.unit.expr(value).loc;
                let target = self.unit.copy_expr(target, &mut Copies::default());
                out.push(self.unit.add_assignment(target, value, loc));
                Some(())
            }
            _ => None,
        }
    }

    /// Assigns all scalars in `target`; zeros where there is no source.
    fn assign(&mut self, target: ExprId, source: Option<ExprId>, out: &mut Vec<StmtId>) -> Option<()> {
        let (ty, loc) = (self.unit.expr(target).ty, self.unit.expr(target).loc);
        if let TypeKind::Array { elem, len } = self.unit.ty(ty).kind
            && len > MAX_ELEMENTS
        {
            let count = self.unit.add_int(i64::from(i32::try_from(len).ok()?), loc);
            let of_bytes = self.of_bytes;
            let copy = self.unit.add_counted_loop(count, loc, |unit, index| {
                let to = unit.add_element(target, elem, index, loc);
                let from = source.map(|it| unit.add_element(it, elem, index, loc));
                let mut body = Vec::new();
                Splitter { unit, of_bytes }.assign(to, from, &mut body)?;
                Some(body)
            });
            out.push(copy?);
            return Some(());
        }
        if is_aggregate(self.unit, ty) {
            return (0..self.count(ty)?).try_for_each(|number| {
                let to = self.part(target, number)?;
                let from = match source {
                    Some(source) => Some(self.part(source, number)?),
                    None => None,
                };
                self.assign(to, from, out)
            });
        }
        let target = self.scalar_part(target);
        let value = match source {
            Some(source) => {
                let source = self.scalar_part(source);
                self.unit.add_load(source)
            }
            None => self.unit.add_expr(ExprKind::ImplicitZero, ty, loc, false),
        };
        out.push(self.unit.add_assignment(target, value, loc));
        Some(())
    }

    fn scalar_part(&mut self, e: ExprId) -> ExprId {
        let part = self.unit.copy_expr(e, &mut Copies::default());
        if self.of_bytes {
            let ty = self.unit.expr(part).ty;
            self.unit.exprs[part.0 as usize].ty = self.unit.any_object(ty);
        }
        part
    }

    /// The fields or elements of an aggregate.
    fn count(&self, ty: TypeId) -> Option<u64> {
        match self.unit.ty(ty).kind {
            TypeKind::Array { len, .. } => Some(len),
            TypeKind::Record { record } => Some(self.unit.record(record).fields.len() as u64),
            _ => None,
        }
    }

    fn part(&mut self, of: ExprId, number: u64) -> Option<ExprId> {
        let (ty, loc) = (self.unit.expr(of).ty, self.unit.expr(of).loc);
        match self.unit.ty(ty).kind {
            TypeKind::Array { elem, .. } => {
                let index = self.unit.add_int(i64::try_from(number).ok()?, loc);
                Some(self.unit.add_element(of, elem, index, loc))
            }
            TypeKind::Record { record } => {
                let field = u32::try_from(number).ok()?;
                let ty = self.unit.record(record).fields.get(field as usize)?.ty;
                let kind = ExprKind::Member { base: of, record, field, arrow: false };
                Some(self.unit.add_expr(kind, ty, loc, true))
            }
            _ => None,
        }
    }
}

fn without_void(unit: &Unit, mut e: ExprId) -> ExprId {
    while let ExprKind::Cast { cast: CastKind::ToVoid, arg } = unit.expr(e).kind {
        e = arg;
    }
    e
}

/// The value stays while memory is written: it reads variables that nobody else can reach.
fn is_stable(unit: &Unit, e: ExprId) -> bool {
    let mut stable = true;
    visit::walk(unit, Item::Expr(e), |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind
        {
            let is_own = |decl: DeclId| matches!(unit.decl(decl).storage, Storage::Local | Storage::Param);
            stable &= match unit.expr(arg).kind {
                ExprKind::Ref { decl } => {
                    is_own(decl) && !exposed(unit.decl(decl)) && is_scalar(unit, unit.decl(decl).ty)
                }
                _ => false,
            };
        }
        stable
    });
    stable
}

/// Writing a value of the type changes no pointer in memory.
fn keeps_pointers(unit: &Unit, ty: TypeId) -> bool {
    let entry = unit.ty(ty);
    let is_plain = !unit.relaxed_aliasing && !entry.may_alias;
    is_plain
        && match &entry.kind {
            TypeKind::Array { elem, .. } => keeps_pointers(unit, *elem),
            TypeKind::Record { record } => {
                unit.record(*record).fields.iter().all(|field| keeps_pointers(unit, field.ty))
            }
            TypeKind::Int { bits: 8, .. } | TypeKind::Pointer { .. } => false,
            _ => true,
        }
}

// Copies of memory

/// The assignments that a call of `memcpy` or `memset` is.
fn copied(splitter: &mut Splitter<'_>, e: ExprId, out: &mut Vec<StmtId>) -> Option<()> {
    let e = without_void(splitter.unit, e);
    let ExprKind::Call { args, builtin, .. } = splitter.unit.expr(e).kind.clone() else { return None };
    let [to, from, bytes] = args[..] else { return None };
    let (to, ty) = pointed(splitter.unit, to)?;
    let from = match builtin.strip_prefix("__builtin_").unwrap_or(&builtin) {
        "memcpy" => Some(pointed(splitter.unit, from).filter(|(_, other)| same_type(splitter.unit, *other, ty))?.0),
        "memset" if splitter.unit.expr(from).constant == Some(0) => None,
        _ => return None,
    };
    let (count, used) = parts(splitter.unit, ty)?;
    let Some(bytes) = splitter.unit.expr(bytes).constant.and_then(|it| u64::try_from(it).ok()) else {
        let elements = elements_of(splitter.unit, bytes, used)?;
        return copied_in_loop(splitter, (to, from, ty), elements, out);
    };
    let elements = bytes.checked_div(used).filter(|_| used == splitter.unit.ty(ty).size)?;
    if elements.checked_mul(used) != Some(bytes) {
        return None;
    }
    if elements.saturating_mul(count) > MAX_ELEMENTS {
        let loc = splitter.unit.expr(e).loc;
        let elements = splitter.unit.add_int(i64::from(i32::try_from(elements).ok()?), loc);
        return copied_in_loop(splitter, (to, from, ty), elements, out);
    }
    (0..elements).try_for_each(|number| {
        let target = element(splitter.unit, to, ty, number);
        let source = from.map(|from| element(splitter.unit, from, ty, number));
        splitter.copy_parts(target, source, out)
    })
}

/// The number of elements of so many bytes in `n * sizeof *p`, where the product cannot wrap: `n` is an `int` or less.
fn elements_of(unit: &Unit, bytes: ExprId, size: u64) -> Option<ExprId> {
    let ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } = unit.expr(bytes).kind else { return None };
    let is_size = |e: ExprId| unit.expr(e).constant.is_some_and(|it| it as u64 == size);
    let number = if is_size(rhs) { Some(lhs) } else { is_size(lhs).then_some(rhs) };
    number.filter(|it| size < 1 << 31 && is_of_int(unit, *it))
}

fn is_of_int(unit: &Unit, e: ExprId) -> bool {
    let ExprKind::Cast { cast: CastKind::IntegralCast, arg } = unit.expr(e).kind else { return false };
    matches!(unit.ty(unit.expr(arg).ty).kind, TypeKind::Int { bits, .. } if bits <= 32)
}

/// Copies element by element, or fills with zeros. Nothing changes the pointers meanwhile.
fn copied_in_loop(
    splitter: &mut Splitter<'_>,
    (to, from, ty): (ExprId, Option<ExprId>, TypeId),
    elements: ExprId,
    out: &mut Vec<StmtId>,
) -> Option<()> {
    let unit = &mut *splitter.unit;
    let is_fixed = |e: ExprId| is_free(unit, e) && is_stable(unit, e);
    let size = unit.ty(ty).size;
    if ![Some(to), from, Some(elements)].into_iter().flatten().all(is_fixed) || parts(unit, ty)?.1 != size {
        return None;
    }
    let (loc, of_bytes) = (unit.expr(to).loc, splitter.of_bytes);
    let copy = splitter.unit.add_counted_loop(elements, loc, |unit, index| {
        let element = |unit: &mut Unit, base: ExprId| {
            let [index, base] = [index, base].map(|it| unit.copy_expr(it, &mut Copies::default()));
            unit.add_expr(ExprKind::Subscript { base, index }, ty, loc, true)
        };
        let target = element(unit, to);
        let source = from.map(|it| element(unit, it));
        let mut body = Vec::new();
        Splitter { unit, of_bytes }.assign(target, source, &mut body)?;
        Some(body)
    });
    out.push(copy?);
    Some(())
}

/// A pointer argument before it became `void *`, and what it points at.
fn pointed(unit: &Unit, e: ExprId) -> Option<(ExprId, TypeId)> {
    let mut pointer = e;
    loop {
        let TypeKind::Pointer { to } = unit.ty(unit.expr(pointer).ty).kind else { return None };
        match unit.expr(pointer).kind {
            ExprKind::Cast { cast: CastKind::BitCast | CastKind::NoOp, arg } if unit.ty(to).kind == TypeKind::Void => {
                pointer = arg;
            }
            // A conversion to another type says that the object is none of it.
            ExprKind::Cast { cast: CastKind::BitCast, .. } => return None,
            _ => return Some((pointer, to)),
        }
    }
}

/// `pointer[number]`
fn element(unit: &mut Unit, pointer: ExprId, ty: TypeId, number: u64) -> ExprId {
    let loc = unit.expr(pointer).loc;
    match unit.expr(pointer).kind {
        ExprKind::Unary { op: UnaryOp::AddrOf, arg } if number == 0 && same_type(unit, unit.expr(arg).ty, ty) => arg,
        _ => {
            let index = unit.add_int(number as i64, loc);
            unit.add_expr(ExprKind::Subscript { base: pointer, index }, ty, loc, true)
        }
    }
}

// Variables

/// A scalar part of a variable: the fields that lead to it, and the subscripts, with the lengths of the arrays.
struct Part {
    decl: DeclId,
    fields: Vec<u32>,
    subscripts: Vec<(ExprId, u64)>,
}

/// Variables of the loop that have an aggregate type become variables for their parts.
fn split_variables(unit: &mut Unit, root: StmtId) {
    let mut mentions: HashMap<DeclId, usize> = HashMap::new();
    let mut declared = Vec::new();
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(root), |item| {
        match item {
            Item::Declare(decl) if is_splittable(unit, decl) => declared.push(decl),
            Item::Expr(e) => {
                if let ExprKind::Ref { decl } = unit.expr(e).kind {
                    *mentions.entry(decl).or_default() += 1;
                }
                found.extend(part_of(unit, e).map(|part| (e, part)));
            }
            Item::Declare(_) | Item::Stmt(_) => {}
        }
        true
    });
    declared.retain(|decl| {
        let parts = found.iter().filter(|(_, part)| part.decl == *decl).count();
        mentions.get(decl).copied().unwrap_or(0) == parts
    });
    let mut variables: HashMap<DeclId, Vec<(Vec<u32>, DeclId)>> = declared.iter().map(|&decl| (decl, vec![])).collect();
    for (e, part) in found {
        if let Some(parts) = variables.get_mut(&part.decl) {
            name_part(unit, e, part, parts);
        }
    }
    declare_parts(unit, root, &variables);
}

/// A struct, or an array of structs, that has no value yet.
fn is_splittable(unit: &Unit, decl: DeclId) -> bool {
    let declared = unit.decl(decl);
    let mut ty = declared.ty;
    while let TypeKind::Array { elem, .. } = unit.ty(ty).kind {
        ty = elem;
    }
    let is_record = matches!(unit.ty(ty).kind, TypeKind::Record { .. });
    let is_plain = declared.storage == Storage::Local && declared.init.is_none() && !declared.has_cleanup();
    is_record && is_plain && parts(unit, declared.ty).is_some()
}

fn part_of(unit: &Unit, e: ExprId) -> Option<Part> {
    if !is_scalar(unit, unit.expr(e).ty) {
        return None;
    }
    let (mut fields, mut subscripts) = (vec![], vec![]);
    let mut at = e;
    loop {
        match unit.expr(at).kind {
            ExprKind::Ref { decl } => {
                fields.reverse();
                subscripts.reverse();
                return (!fields.is_empty()).then_some(Part { decl, fields, subscripts });
            }
            ExprKind::Member { base, field, arrow: false, .. } => {
                fields.push(field);
                at = base;
            }
            ExprKind::Subscript { base, index } => {
                let ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } = unit.expr(base).kind else { return None };
                let TypeKind::Array { len, .. } = unit.ty(unit.expr(arg).ty).kind else { return None };
                subscripts.push((index, len));
                at = arg;
            }
            _ => return None,
        }
    }
}

/// Makes `e` name the variable that stands for the part.
fn name_part(unit: &mut Unit, e: ExprId, part: Part, variables: &mut Vec<(Vec<u32>, DeclId)>) {
    let (scalar, loc) = (unit.expr(e).ty, unit.expr(e).loc);
    let known = variables.iter().find(|(fields, _)| *fields == part.fields).map(|(_, variable)| *variable);
    let variable = known.unwrap_or_else(|| {
        let ty = part.subscripts.iter().rev().fold(scalar, |elem, (_, len)| unit.array_of(elem, *len));
        let name = format!("{}.{}", unit.decl(part.decl).name, field_name(unit, part.decl, &part.fields));
        let variable = unit.add_local(&name, ty, loc);
        variables.push((part.fields.clone(), variable));
        variable
    });
    let mut place = unit.add_ref(variable, loc);
    for (index, _) in part.subscripts {
        let TypeKind::Array { elem, .. } = unit.ty(unit.expr(place).ty).kind else { return };
        place = unit.add_element(place, elem, index, loc);
    }
    unit.exprs[e.0 as usize].kind = unit.expr(place).kind.clone();
}

fn field_name(unit: &Unit, decl: DeclId, fields: &[u32]) -> String {
    let mut ty = unit.decl(decl).ty;
    let mut names = Vec::new();
    for &field in fields {
        while let TypeKind::Array { elem, .. } = unit.ty(ty).kind {
            ty = elem;
        }
        let TypeKind::Record { record } = unit.ty(ty).kind else { break };
        let Some(field) = unit.record(record).fields.get(field as usize) else { break };
        names.push(field.name.as_str());
        ty = field.ty;
    }
    names.join(".")
}

fn declare_parts(unit: &mut Unit, root: StmtId, variables: &HashMap<DeclId, Vec<(Vec<u32>, DeclId)>>) {
    let mut declarations = Vec::new();
    visit::walk(unit, Item::Stmt(root), |item| {
        if let Item::Stmt(s) = item
            && let StmtKind::Decl { decls } = &unit.stmt(s).kind
            && decls.iter().any(|decl| variables.contains_key(decl))
        {
            declarations.push((s, decls.clone()));
        }
        true
    });
    for (s, decls) in declarations {
        let parts = |decl: DeclId| match variables.get(&decl) {
            Some(parts) => parts.iter().map(|(_, variable)| *variable).collect(),
            None => vec![decl],
        };
        unit.stmts[s.0 as usize].kind = StmtKind::Decl { decls: decls.into_iter().flat_map(parts).collect() };
    }
}

impl Unit {
    /// `of[index]`, of an array.
    fn add_element(&mut self, of: ExprId, elem: TypeId, index: ExprId, loc: Loc) -> ExprId {
        let pointer = self.pointer_to(elem);
        let base = self.add_expr(ExprKind::Cast { cast: CastKind::ArrayToPointer, arg: of }, pointer, loc, false);
        self.add_expr(ExprKind::Subscript { base, index }, elem, loc, true)
    }
}
