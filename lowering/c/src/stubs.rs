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

use crate::ast::{DeclId, ExprKind, RecordId, Storage, TypeId, TypeKind, Unit};
use crate::ids::{self, Id};
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
pub fn add(unit: &mut Unit, file: Unit) -> Result<(), Rejected> {
    append(unit, file, |unit, id| unit.decl(id).name.clone(), stand_for)
}

/// Adds the body of a function that another unit of the program defines, with the declarations that it needs. The same name
/// is the same symbol here. What the user's stubs say of the function comes first. If the types differ, nothing is added.
pub fn add_body(unit: &mut Unit, excerpt: Unit) -> Result<(), Rejected> {
    if !same_rules(unit, &excerpt) {
        let message = "the options of its file change what code means".into();
        return Err(Rejected { position: String::new(), message, note: Default::default() });
    }
    let lens = Shift::behind(unit);
    let stand_for_new = |unit: &mut Unit, own, known| {
        if !unit.stubs.definitions.contains_key(&known) && unit.decl(known).body.is_none() {
            stand_for(unit, own, known)?;
        }
        Ok(())
    };
    let added = append(unit, excerpt, |unit, id| unit.decl(id).symbol.clone(), stand_for_new);
    added.inspect_err(|_| lens.cut(unit))?;
    unit.stubs.linked.extend(unit.stubs.own.last().cloned());
    Ok(())
}

/// What holds for a unit as a whole is the same for both.
fn same_rules(a: &Unit, b: &Unit) -> bool {
    let flags =
        |it: &Unit| (it.signed_overflow, it.pointers_wrap, it.relaxed_aliasing, it.half_in_float, it.math_errno);
    flags(a) == flags(b) && a.triple == b.triple && a.data_layout == b.data_layout
}

/// Says why the body of a function in another file cannot be known.
pub fn refuse(unit: &mut Unit, symbol: &str, why: &str) {
    let named = externals(unit, 0).filter(|&id| unit.decl(id).symbol == symbol);
    let unknown = named.filter(|id| unit.decl(*id).body.is_none() && !unit.stubs.definitions.contains_key(id));
    let unknown: Vec<DeclId> = unknown.collect();
    unit.stubs.refused.extend(unknown.into_iter().map(|id| (id, why.to_string())));
}

/// Appends a file's tables; of what has the same name in both, one stands for the other.
fn append(
    unit: &mut Unit,
    mut file: Unit,
    name: impl Fn(&Unit, DeclId) -> String,
    stand_for: impl Fn(&mut Unit, DeclId, DeclId) -> Result<(), Rejected>,
) -> Result<(), Rejected> {
    Shift::behind(unit).apply(&mut file);
    let first = unit.decls.len();
    let before: HashMap<String, DeclId> = externals(unit, 0).map(|id| (name(unit, id), id)).rev().collect();
    unit.files.append(&mut file.files);
    unit.types.append(&mut file.types);
    unit.records.append(&mut file.records);
    unit.decls.append(&mut file.decls);
    let pairs = externals(unit, first).filter_map(|own| Some((own, *before.get(&name(unit, own))?)));
    let names: HashMap<DeclId, DeclId> = pairs.collect();
    let mut pairs: Vec<(DeclId, DeclId)> = names.iter().map(|(own, known)| (*own, *known)).collect();
    pairs.sort();
    pairs.iter().try_for_each(|&(own, known)| agree(unit, own, known))?;
    pairs.iter().try_for_each(|&(own, known)| stand_for(unit, own, known))?;
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
fn externals(unit: &Unit, first: usize) -> impl DoubleEndedIterator<Item = DeclId> {
    let is_external = |id: &DeclId| {
        let decl = unit.decl(*id);
        matches!(decl.storage, Storage::Function | Storage::Global) && !decl.is_internal
    };
    (first as u32..unit.decls.len() as u32).map(DeclId).filter(is_external)
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

    /// Takes back what was appended since.
    fn cut(&self, unit: &mut Unit) {
        unit.files.truncate(self.files as usize);
        unit.types.truncate(self.types as usize);
        unit.records.truncate(self.records as usize);
        unit.decls.truncate(self.decls as usize);
    }

    fn apply(&self, file: &mut Unit) {
        let mut shift = |id: Id| match id {
            Id::File(file) => *file += self.files,
            Id::Type(id) => id.0 += self.types,
            Id::Record(id) => id.0 += self.records,
            Id::Decl(id) => id.0 += self.decls,
            Id::Expr(id) => id.0 += self.exprs,
            Id::Stmt(id) => id.0 += self.stmts,
        };
        file.types.iter_mut().for_each(|it| ids::of_type(it, &mut shift));
        file.records.iter_mut().for_each(|it| ids::of_record(it, &mut shift));
        file.decls.iter_mut().for_each(|it| ids::of_decl(it, &mut shift));
        file.exprs.iter_mut().for_each(|it| ids::of_expr(it, &mut shift));
        file.stmts.iter_mut().for_each(|it| ids::of_stmt(it, &mut shift));
        file.functions.iter_mut().for_each(|it| shift(Id::Decl(it)));
    }
}
