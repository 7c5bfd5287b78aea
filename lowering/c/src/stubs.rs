//! Stubs: what the user says, in C, about functions that are compiled elsewhere.
//!
//! ```text
//!     the program            stubs.c                              in the unit then
//!     double f(double);      double f(double x) { return x*x; }   calls of f in loops may be replaced by the body
//!     int rows(struct m *);  int rows(struct m *) __attribute__((pure));    rows has the attribute
//! ```
//!
//! A definition is a promise that the function does this and nothing else that the program could notice; `const` and `pure`
//! are the promises that compilers know. Nothing of a stub reaches an object but what stands for calls in loops: all other
//! calls are the linker's. A function that the program defines needs no stub, and its stub is ignored.
//!
//! Names with external linkage that the program declares are the program's. Everything else in a stub file is its own, and
//! whatever refers to it cannot stand in a program (`raise::inline` sees to that). Rejected are types other than the
//! program's, and two stubs of one function.

use crate::ast::{DeclId, ExprId, ExprKind, Loc, RecordId, StmtId, StmtKind, Storage, TypeId, TypeKind, Unit};
use crate::raise::promise;
use std::collections::{HashMap, HashSet};

/// Why a stub cannot be taken. Places are `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    pub position: String,
    pub message: String,
    /// Another place, and what is there.
    pub note: (String, String),
}

/// Whether the file says anything about a function.
pub fn has_stubs(file: &Unit) -> bool {
    let mut declared = (0..file.decls.len() as u32).map(DeclId);
    !file.functions.is_empty() || declared.any(|it| promise(file, it).is_some())
}

/// Adds what one file says to a program's unit.
pub fn add(unit: &mut Unit, mut file: Unit) -> Result<(), Rejected> {
    Shift::behind(unit).apply(&mut file);
    let first = unit.decls.len();
    let before: HashMap<String, DeclId> = externals(unit, 0).into_iter().rev().collect();
    unit.files.append(&mut file.files);
    unit.types.append(&mut file.types);
    unit.records.append(&mut file.records);
    unit.decls.append(&mut file.decls);
    let mut names = HashMap::new();
    for (name, own) in externals(unit, first) {
        let Some(&known) = before.get(&name) else { continue };
        agree(unit, own, known)?;
        stand_for(unit, own, known)?;
        names.insert(own, known);
    }
    for expr in &mut file.exprs {
        if let ExprKind::Ref { decl } = &mut expr.kind {
            *decl = names.get(decl).copied().unwrap_or(*decl);
        }
    }
    unit.exprs.append(&mut file.exprs);
    unit.stmts.append(&mut file.stmts);
    unit.stubs.own.push(first..unit.decls.len());
    unit.stubs.bodies.append(&mut file.functions);
    Ok(())
}

/// Functions and variables with external linkage from declaration `first` on.
fn externals(unit: &Unit, first: usize) -> Vec<(String, DeclId)> {
    let is_external = |id: &DeclId| {
        let decl = unit.decl(*id);
        matches!(decl.storage, Storage::Function | Storage::Global) && !decl.is_internal
    };
    let ids = (first as u32..unit.decls.len() as u32).map(DeclId).filter(is_external);
    ids.map(|id| (unit.decl(id).name.clone(), id)).collect()
}

/// What `own` says is said of `known`.
fn stand_for(unit: &mut Unit, own: DeclId, known: DeclId) -> Result<(), Rejected> {
    if unit.functions.contains(&known) {
        return Ok(());
    }
    if unit.decl(own).body.is_some() {
        let other = unit.stubs.definitions.insert(known, own);
        let earlier = other.or(unit.decl(known).body.map(|_| known));
        if let Some(earlier) = earlier {
            let name = &unit.decl(own).name;
            let at = |id: DeclId| unit.position(unit.decl(id).loc);
            let (message, note) = (format!("second stub of '{name}'"), "the first one is here".to_string());
            return Err(Rejected { position: at(own), message, note: (at(earlier), note) });
        }
    }
    let promises: Vec<String> =
        unit.decl(own).attributes.iter().filter(|it| *it == "const" || *it == "pure").cloned().collect();
    unit.decls[known.0 as usize].attributes.extend(promises);
    Ok(())
}

fn agree(unit: &Unit, own: DeclId, known: DeclId) -> Result<(), Rejected> {
    let (a, b) = (unit.decl(own), unit.decl(known));
    if a.storage == b.storage && compatible(unit, a.ty, b.ty, &mut HashSet::new()) {
        return Ok(());
    }
    let spelling = |ty: TypeId| &unit.ty(ty).spelling;
    Err(Rejected {
        position: unit.position(a.loc),
        message: format!("'{}' is '{}' here and '{}' elsewhere", a.name, spelling(a.ty), spelling(b.ty)),
        note: (unit.position(b.loc), "declared here".into()),
    })
}

/// C's compatible types, except that types of one representation are not told apart. `assumed`: pairs being compared.
fn compatible(unit: &Unit, a: TypeId, b: TypeId, assumed: &mut HashSet<(TypeId, TypeId)>) -> bool {
    if a == b || !assumed.insert((a, b)) {
        return true;
    }
    let (x, y) = (unit.ty(a), unit.ty(b));
    if (x.is_const, x.is_volatile, x.is_atomic) != (y.is_const, y.is_volatile, y.is_atomic) {
        return false;
    }
    match (&x.kind, &y.kind) {
        (TypeKind::Pointer { to: a }, TypeKind::Pointer { to: b }) => compatible(unit, *a, *b, assumed),
        (TypeKind::Array { elem: a, len: x }, TypeKind::Array { elem: b, len: y }) => {
            x == y && compatible(unit, *a, *b, assumed)
        }
        (TypeKind::Record { record: a }, TypeKind::Record { record: b }) => same_record(unit, *a, *b, assumed),
        (
            TypeKind::Function { ret: r, params: p, variadic: v, prototyped: true },
            TypeKind::Function { ret: s, params: q, variadic: w, prototyped: true },
        ) => {
            v == w
                && p.len() == q.len()
                && compatible(unit, *r, *s, assumed)
                && p.iter().zip(q).all(|(p, q)| compatible(unit, *p, *q, assumed))
        }
        (TypeKind::Function { ret: r, .. }, TypeKind::Function { ret: s, .. }) => compatible(unit, *r, *s, assumed),
        (x, y) => match (element(x), element(y)) {
            // One of the lengths is not known.
            (Some(a), Some(b)) => compatible(unit, a, b, assumed),
            (None, None) => x == y,
            _ => false,
        },
    }
}

fn element(kind: &TypeKind) -> Option<TypeId> {
    match kind {
        TypeKind::Array { elem, .. } | TypeKind::IncompleteArray { elem } | TypeKind::VariableArray { elem, .. } => {
            Some(*elem)
        }
        _ => None,
    }
}

/// Of one name and, where both are complete, with the same fields.
fn same_record(unit: &Unit, a: RecordId, b: RecordId, assumed: &mut HashSet<(TypeId, TypeId)>) -> bool {
    let (a, b) = (unit.record(a), unit.record(b));
    let is_either_incomplete = a.fields.is_empty() || b.fields.is_empty();
    let mut same_fields = || {
        a.fields.len() == b.fields.len()
            && a.fields.iter().zip(&b.fields).all(|(f, g)| {
                let layout = |it: &crate::ast::Field| (it.name.clone(), it.offset_bits, it.bit_width);
                layout(f) == layout(g) && compatible(unit, f.ty, g.ty, assumed)
            })
    };
    a.name == b.name && a.is_union == b.is_union && (is_either_incomplete || same_fields())
}

/// How far the entries of a file's tables move when they are appended to a unit's.
struct Shift {
    files: u32,
    types: u32,
    records: u32,
    decls: u32,
    exprs: u32,
    stmts: u32,
}

impl Shift {
    fn behind(unit: &Unit) -> Shift {
        let [files, types, records, decls, exprs, stmts] = [
            unit.files.len(),
            unit.types.len(),
            unit.records.len(),
            unit.decls.len(),
            unit.exprs.len(),
            unit.stmts.len(),
        ]
        .map(|len| len as u32);
        Shift { files, types, records, decls, exprs, stmts }
    }

    fn apply(&self, file: &mut Unit) {
        for ty in &mut file.types {
            self.type_kind(&mut ty.kind);
        }
        for field in file.records.iter_mut().flat_map(|record| &mut record.fields) {
            self.ty(&mut field.ty);
        }
        for decl in &mut file.decls {
            self.ty(&mut decl.ty);
            self.loc(&mut decl.loc);
            decl.init.iter_mut().for_each(|it| self.expr(it));
            decl.params.iter_mut().for_each(|it| self.decl(it));
            decl.body.iter_mut().for_each(|it| self.stmt(it));
        }
        for expr in &mut file.exprs {
            self.ty(&mut expr.ty);
            self.loc(&mut expr.loc);
            self.expr_kind(&mut expr.kind);
        }
        for stmt in &mut file.stmts {
            self.loc(&mut stmt.loc);
            self.loc(&mut stmt.end);
            self.stmt_kind(&mut stmt.kind);
        }
        file.functions.iter_mut().for_each(|it| self.decl(it));
    }

    fn ty(&self, id: &mut TypeId) {
        id.0 += self.types;
    }
    fn decl(&self, id: &mut DeclId) {
        id.0 += self.decls;
    }
    fn expr(&self, id: &mut ExprId) {
        id.0 += self.exprs;
    }
    fn stmt(&self, id: &mut StmtId) {
        id.0 += self.stmts;
    }
    fn loc(&self, loc: &mut Loc) {
        loc.0 += self.files;
    }

    fn type_kind(&self, kind: &mut TypeKind) {
        match kind {
            TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } | TypeKind::Other => {}
            TypeKind::Pointer { to: elem } | TypeKind::Array { elem, .. } | TypeKind::IncompleteArray { elem } => {
                self.ty(elem);
            }
            TypeKind::VariableArray { elem, len } => {
                self.ty(elem);
                len.iter_mut().for_each(|it| self.expr(it));
            }
            TypeKind::Record { record } => record.0 += self.records,
            TypeKind::Function { ret, params, variadic: _, prototyped: _ } => {
                self.ty(ret);
                params.iter_mut().for_each(|it| self.ty(it));
            }
        }
    }

    fn expr_kind(&self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Ref { decl } => self.decl(decl),
            ExprKind::CompoundAssign { compute_lhs_ty, compute_ty, .. } => {
                self.ty(compute_lhs_ty);
                self.ty(compute_ty);
            }
            ExprKind::Member { record, .. } => record.0 += self.records,
            ExprKind::SizeofVla { of } => self.ty(of),
            ExprKind::StmtExpr { body } => self.stmt(body),
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Cast { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::Call { .. }
            | ExprKind::InitList { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::ImplicitZero
            | ExprKind::Other { .. } => {}
        }
        let old = std::mem::replace(kind, ExprKind::ImplicitZero);
        *kind = old.map(|child| ExprId(child.0 + self.exprs));
    }

    fn stmt_kind(&self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Null | StmtKind::Goto { .. } | StmtKind::Break | StmtKind::Continue | StmtKind::Other { .. } => {}
            StmtKind::Compound { body } => body.iter_mut().for_each(|it| self.stmt(it)),
            StmtKind::Decl { decls } => decls.iter_mut().for_each(|it| self.decl(it)),
            StmtKind::Expr { expr } | StmtKind::IndirectGoto { target: expr } => self.expr(expr),
            StmtKind::If { cond, then, other } => {
                self.expr(cond);
                self.stmt(then);
                other.iter_mut().for_each(|it| self.stmt(it));
            }
            StmtKind::For { init, cond, inc, body } => {
                init.iter_mut().for_each(|it| self.stmt(it));
                cond.iter_mut().chain(inc).for_each(|it| self.expr(it));
                self.stmt(body);
            }
            StmtKind::While { cond, body } | StmtKind::Do { body, cond } | StmtKind::Switch { cond, body } => {
                self.expr(cond);
                self.stmt(body);
            }
            StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => self.stmt(body),
            StmtKind::Return { value } => value.iter_mut().for_each(|it| self.expr(it)),
        }
    }
}
