//! Every place where an entry of a unit's tables names another one. What is done with the names is the caller's business.

use crate::ast::{
    Decl, DeclId, Expr, ExprId, ExprKind, Loc, Record, RecordId, Stmt, StmtId, StmtKind, Type, TypeId, TypeKind,
};

/// A name in an entry, to be read or changed.
#[derive(Debug)]
pub enum Id<'a> {
    /// Of [`Loc`].
    File(&'a mut u32),
    Type(&'a mut TypeId),
    Record(&'a mut RecordId),
    Decl(&'a mut DeclId),
    Expr(&'a mut ExprId),
    Stmt(&'a mut StmtId),
}

impl<'a> Id<'a> {
    pub fn number(self) -> &'a mut u32 {
        match self {
            Id::File(it) => it,
            Id::Type(it) => &mut it.0,
            Id::Record(it) => &mut it.0,
            Id::Decl(it) => &mut it.0,
            Id::Expr(it) => &mut it.0,
            Id::Stmt(it) => &mut it.0,
        }
    }
}

fn loc(loc: &mut Loc, f: &mut impl FnMut(Id)) {
    f(Id::File(&mut loc.0));
}

pub fn of_type(ty: &mut Type, f: &mut impl FnMut(Id)) {
    match &mut ty.kind {
        TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } | TypeKind::Other => {}
        TypeKind::Pointer { to: elem }
        | TypeKind::Array { elem, .. }
        | TypeKind::IncompleteArray { elem }
        | TypeKind::Complex { elem } => {
            f(Id::Type(elem));
        }
        TypeKind::VariableArray { elem, len } => {
            f(Id::Type(elem));
            len.iter_mut().for_each(|it| f(Id::Expr(it)));
        }
        TypeKind::Record { record } => f(Id::Record(record)),
        TypeKind::Function { ret, params, variadic: _, prototyped: _ } => {
            f(Id::Type(ret));
            params.iter_mut().for_each(|it| f(Id::Type(it)));
        }
    }
}

pub fn of_record(record: &mut Record, f: &mut impl FnMut(Id)) {
    record.fields.iter_mut().for_each(|field| f(Id::Type(&mut field.ty)));
}

pub fn of_decl(decl: &mut Decl, f: &mut impl FnMut(Id)) {
    f(Id::Type(&mut decl.ty));
    loc(&mut decl.loc, f);
    decl.init.iter_mut().for_each(|it| f(Id::Expr(it)));
    decl.params.iter_mut().for_each(|it| f(Id::Decl(it)));
    decl.body.iter_mut().for_each(|it| f(Id::Stmt(it)));
}

pub fn of_expr(expr: &mut Expr, f: &mut impl FnMut(Id)) {
    f(Id::Type(&mut expr.ty));
    loc(&mut expr.loc, f);
    match &mut expr.kind {
        ExprKind::Ref { decl } => f(Id::Decl(decl)),
        ExprKind::CompoundAssign { compute_lhs_ty, compute_ty, .. } => {
            f(Id::Type(compute_lhs_ty));
            f(Id::Type(compute_ty));
        }
        ExprKind::Member { record, .. } => f(Id::Record(record)),
        ExprKind::SizeofVla { of } => f(Id::Type(of)),
        ExprKind::StmtExpr { body } => f(Id::Stmt(body)),
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
    let old = std::mem::replace(&mut expr.kind, ExprKind::ImplicitZero);
    expr.kind = old.map(|mut child| {
        f(Id::Expr(&mut child));
        child
    });
}

pub fn of_stmt(stmt: &mut Stmt, f: &mut impl FnMut(Id)) {
    loc(&mut stmt.loc, f);
    loc(&mut stmt.end, f);
    match &mut stmt.kind {
        StmtKind::Null | StmtKind::Goto { .. } | StmtKind::Break | StmtKind::Continue | StmtKind::Other { .. } => {}
        StmtKind::Compound { body } => body.iter_mut().for_each(|it| f(Id::Stmt(it))),
        StmtKind::Decl { decls } => decls.iter_mut().for_each(|it| f(Id::Decl(it))),
        StmtKind::Expr { expr } | StmtKind::IndirectGoto { target: expr } => f(Id::Expr(expr)),
        StmtKind::If { cond, then, other } => {
            f(Id::Expr(cond));
            f(Id::Stmt(then));
            other.iter_mut().for_each(|it| f(Id::Stmt(it)));
        }
        StmtKind::For { init, cond, inc, body } => {
            init.iter_mut().for_each(|it| f(Id::Stmt(it)));
            cond.iter_mut().chain(inc).for_each(|it| f(Id::Expr(it)));
            f(Id::Stmt(body));
        }
        StmtKind::While { cond, body } | StmtKind::Do { body, cond } | StmtKind::Switch { cond, body } => {
            f(Id::Expr(cond));
            f(Id::Stmt(body));
        }
        StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => f(Id::Stmt(body)),
        StmtKind::Return { value } => value.iter_mut().for_each(|it| f(Id::Expr(it))),
    }
}
