//! New nodes in a unit's syntax tree, and copies of expressions. Never changes a node that is there.

use crate::ast::{
    CastKind, Decl, DeclId, Expr, ExprId, ExprKind, Floats, Loc, Stmt, StmtId, StmtKind, Storage, TypeId, Unit,
};
use std::collections::HashMap;

/// What the variables of a function become in a copy of its body.
#[derive(Default)]
pub struct Copies {
    pub values: HashMap<DeclId, ExprId>,
    pub decls: HashMap<DeclId, DeclId>,
}

impl Unit {
    pub fn add_expr(&mut self, kind: ExprKind, ty: TypeId, loc: Loc, is_lvalue: bool) -> ExprId {
        let floats = Floats::default();
        self.exprs.push(Expr { kind, ty, loc, is_lvalue, constant: None, floats, is_whole: false });
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub fn add_stmt(&mut self, kind: StmtKind, loc: Loc) -> StmtId {
        self.stmts.push(Stmt { kind, loc, end: loc });
        StmtId(self.stmts.len() as u32 - 1)
    }

    pub fn add_local(&mut self, name: &str, ty: TypeId, loc: Loc) -> DeclId {
        self.decls.push(Decl {
            name: name.into(),
            symbol: String::new(),
            ty,
            storage: Storage::Local,
            loc,
            is_internal: false,
            is_thread_local: false,
            has_other_name: false,
            is_inline: false,
            no_return: false,
            is_builtin: false,
            address_taken: false,
            align: 0,
            clangs_own: None,
            attributes: Vec::new(),
            init: None,
            params: Vec::new(),
            body: None,
        });
        DeclId(self.decls.len() as u32 - 1)
    }

    pub fn copy_expr(&mut self, e: ExprId, copies: &Copies) -> ExprId {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.copy_expr_here(e, copies))
    }

    fn copy_expr_here(&mut self, e: ExprId, copies: &Copies) -> ExprId {
        let kind = self.expr(e).kind.clone();
        if let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = kind
            && let ExprKind::Ref { decl } = self.expr(arg).kind
            && let Some(&value) = copies.values.get(&decl)
        {
            // The argument's own variables are the caller's.
            let copy = self.copy_expr(value, &Copies::default());
            self.exprs[copy.0 as usize].is_whole = true;
            return copy;
        }
        let kind = match kind {
            ExprKind::Ref { decl } => ExprKind::Ref { decl: copies.decls.get(&decl).copied().unwrap_or(decl) },
            other => other.map(|child| self.copy_expr(child, copies)),
        };
        let old = self.expr(e);
        self.exprs.push(Expr { kind, ..old.clone() });
        ExprId(self.exprs.len() as u32 - 1)
    }
}

impl ExprKind {
    /// The same with other children.
    pub(crate) fn map(self, mut f: impl FnMut(ExprId) -> ExprId) -> ExprKind {
        match self {
            ExprKind::Binary { op, lhs, rhs } => ExprKind::Binary { op, lhs: f(lhs), rhs: f(rhs) },
            ExprKind::Assign { lhs, rhs } => ExprKind::Assign { lhs: f(lhs), rhs: f(rhs) },
            ExprKind::CompoundAssign { op, lhs, rhs, compute_lhs_ty, compute_ty } => {
                ExprKind::CompoundAssign { op, lhs: f(lhs), rhs: f(rhs), compute_lhs_ty, compute_ty }
            }
            ExprKind::Unary { op, arg } => ExprKind::Unary { op, arg: f(arg) },
            ExprKind::Cast { cast, arg } => ExprKind::Cast { cast, arg: f(arg) },
            ExprKind::Conditional { cond, then, other } => {
                ExprKind::Conditional { cond: f(cond), then: f(then), other: f(other) }
            }
            ExprKind::Subscript { base, index } => ExprKind::Subscript { base: f(base), index: f(index) },
            ExprKind::Member { base, record, field, arrow } => ExprKind::Member { base: f(base), record, field, arrow },
            ExprKind::Call { callee, args, builtin } => {
                ExprKind::Call { callee: f(callee), args: args.into_iter().map(f).collect(), builtin }
            }
            ExprKind::InitList { inits } => {
                ExprKind::InitList { inits: inits.into_iter().map(|init| init.map(&mut f)).collect() }
            }
            ExprKind::CompoundLiteral { init } => ExprKind::CompoundLiteral { init: f(init) },
            ExprKind::VaArg { list } => ExprKind::VaArg { list: f(list) },
            ExprKind::Other { class, args } => ExprKind::Other { class, args: args.into_iter().map(f).collect() },
            leaf @ (ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String { .. }
            | ExprKind::Ref { .. }
            | ExprKind::SizeofVla { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::ImplicitZero) => leaf,
        }
    }
}
