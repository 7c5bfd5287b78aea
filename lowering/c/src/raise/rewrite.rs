//! New nodes in a unit's syntax tree, and copies of expressions and statements. Never changes a node that is there.

use super::counted::values_of;
use crate::ast::{
    BinaryOp, CastKind, Decl, DeclId, Expr, ExprId, ExprKind, Floats, Loc, Stmt, StmtId, StmtKind, Storage, Type,
    TypeId, TypeKind, UnaryOp, Unit,
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
        self.exprs.push(Expr { kind, ty, loc, is_lvalue, constant: None, floats, is_whole: false, keeps_value: false });
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

    /// The unsigned integer type of that many bytes.
    pub fn unsigned_type(&mut self, size: u64) -> TypeId {
        let spelling = if size == 8 { "unsigned long" } else { "unsigned" };
        self.plain_type(TypeKind::Int { bits: 8 * size as u32, signed: false }, size, size as u32, spelling)
    }

    /// `char *`.
    pub fn byte_pointer_type(&mut self) -> TypeId {
        let byte = self.plain_type(TypeKind::Int { bits: 8, signed: true }, 1, 1, "char");
        self.pointer_to(byte)
    }

    /// The type `int`.
    pub fn int_type(&mut self) -> TypeId {
        self.plain_type(TypeKind::Int { bits: 32, signed: true }, 4, 4, "int")
    }

    pub fn void_type(&mut self) -> TypeId {
        self.plain_type(TypeKind::Void, 0, 0, "void")
    }

    pub fn add_function_type(&mut self, kind: TypeKind) -> TypeId {
        self.plain_type(kind, 0, 1, "function")
    }

    /// The type of pointers to `to`.
    pub fn pointer_to(&mut self, to: TypeId) -> TypeId {
        self.derived(TypeKind::Pointer { to }, 8, 8)
    }

    pub fn array_of(&mut self, elem: TypeId, len: u64) -> TypeId {
        let (size, align) = (self.ty(elem).size * len, self.ty(elem).align);
        self.derived(TypeKind::Array { elem, len }, size, align)
    }

    fn derived(&mut self, kind: TypeKind, size: u64, align: u32) -> TypeId {
        let spelling = match kind {
            TypeKind::Pointer { to: of } => format!("{} *", self.ty(of).spelling),
            TypeKind::Array { elem: of, len } => format!("{}[{len}]", self.ty(of).spelling),
            _ => String::new(),
        };
        self.plain_type(kind, size, align, &spelling)
    }

    /// The type for an lvalue that may access objects of any type.
    pub fn any_object(&mut self, ty: TypeId) -> TypeId {
        let any = Type { may_alias: true, ..self.ty(ty).clone() };
        let known = self.types.iter().position(|it| *it == any).unwrap_or_else(|| {
            self.types.push(any);
            self.types.len() - 1
        });
        TypeId(known as u32)
    }

    /// The type without qualifiers.
    fn plain_type(&mut self, kind: TypeKind, size: u64, align: u32, spelling: &str) -> TypeId {
        let is_plain = |ty: &Type| {
            ty.kind == kind && !(ty.is_const || ty.is_volatile || ty.is_restrict || ty.is_atomic || ty.may_alias)
        };
        let known = self.types.iter().position(is_plain).unwrap_or_else(|| {
            self.types.push(Type {
                kind,
                size,
                align,
                is_const: false,
                is_volatile: false,
                is_restrict: false,
                is_atomic: false,
                may_alias: false,
                spelling: spelling.into(),
            });
            self.types.len() - 1
        });
        TypeId(known as u32)
    }

    pub fn add_int(&mut self, value: i64, loc: Loc) -> ExprId {
        let ty = self.int_type();
        let literal = self.add_expr(ExprKind::Int { value }, ty, loc, false);
        self.exprs[literal.0 as usize].constant = Some(value);
        literal
    }

    /// The value of an integer in another type; itself if that is its own.
    pub fn add_converted(&mut self, e: ExprId, to: TypeId) -> ExprId {
        let (loc, constant) = (self.expr(e).loc, self.expr(e).constant);
        if self.ty(self.expr(e).ty).kind == self.ty(to).kind {
            return e;
        }
        let cast = self.add_expr(ExprKind::Cast { cast: CastKind::IntegralCast, arg: e }, to, loc, false);
        let range = values_of(self, to);
        self.exprs[cast.0 as usize].constant = constant.filter(|it| (range.min..=range.max).contains(&i128::from(*it)));
        cast
    }

    pub fn add_ref(&mut self, decl: DeclId, loc: Loc) -> ExprId {
        let ty = self.decl(decl).ty;
        self.add_expr(ExprKind::Ref { decl }, ty, loc, true)
    }

    pub fn add_load(&mut self, lvalue: ExprId) -> ExprId {
        let (ty, loc) = (self.expr(lvalue).ty, self.expr(lvalue).loc);
        self.add_expr(ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg: lvalue }, ty, loc, false)
    }

    /// The statement `lhs = rhs;`.
    pub fn add_assignment(&mut self, lhs: ExprId, rhs: ExprId, loc: Loc) -> StmtId {
        let ty = self.expr(lhs).ty;
        let expr = self.add_expr(ExprKind::Assign { lhs, rhs }, ty, loc, false);
        self.add_stmt(StmtKind::Expr { expr }, loc)
    }

    /// The declaration of `decl` as a statement.
    pub fn add_declaration(&mut self, decl: DeclId, loc: Loc) -> StmtId {
        self.add_stmt(StmtKind::Decl { decls: vec![decl] }, loc)
    }

    /// `for (T k = 0; k < count; k++)` with what `body` makes of `k`, where T is the type of the count.
    pub fn add_counted_loop(
        &mut self,
        count: ExprId,
        loc: Loc,
        body: impl FnOnce(&mut Unit, ExprId) -> Option<Vec<StmtId>>,
    ) -> Option<StmtId> {
        let (ty, int) = (self.expr(count).ty, self.int_type());
        let index = self.add_local("k", ty, loc);
        let zero = self.add_expr(ExprKind::Int { value: 0 }, ty, loc, false);
        self.exprs[zero.0 as usize].constant = Some(0);
        self.decls[index.0 as usize].init = Some(zero);
        let init = Some(self.add_declaration(index, loc));
        let [place, read, stepped] = [0; 3].map(|_| self.add_ref(index, loc));
        let (value, lhs) = (self.add_load(place), self.add_load(read));
        let cond = Some(self.add_expr(ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs: count }, int, loc, false));
        let inc = Some(self.add_expr(ExprKind::Unary { op: UnaryOp::PreInc, arg: stepped }, ty, loc, false));
        let body = body(self, value)?;
        let body = self.add_stmt(StmtKind::Compound { body }, loc);
        Some(self.add_stmt(StmtKind::For { init, cond, inc, body }, loc))
    }

    /// Whether the variable is zero.
    pub fn add_is_zero(&mut self, decl: DeclId, loc: Loc) -> ExprId {
        let variable = self.add_ref(decl, loc);
        let (lhs, rhs) = (self.add_load(variable), self.add_int(0, loc));
        let ty = self.int_type();
        self.add_expr(ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs }, ty, loc, false)
    }

    pub fn copy_expr(&mut self, e: ExprId, copies: &mut Copies) -> ExprId {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.copy_expr_here(e, copies))
    }

    fn copy_expr_here(&mut self, e: ExprId, copies: &mut Copies) -> ExprId {
        let kind = self.expr(e).kind.clone();
        if let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = kind
            && let ExprKind::Ref { decl } = self.expr(arg).kind
            && let Some(&value) = copies.values.get(&decl)
        {
            // The argument's own variables are the caller's.
            let copy = self.copy_expr(value, &mut Copies::default());
            self.exprs[copy.0 as usize].is_whole = true;
            return copy;
        }
        let kind = match kind {
            ExprKind::Ref { decl } => ExprKind::Ref { decl: copies.decls.get(&decl).copied().unwrap_or(decl) },
            ExprKind::StmtExpr { body } => ExprKind::StmtExpr { body: self.copy_stmt(body, copies) },
            other => other.map(|child| self.copy_expr(child, copies)),
        };
        let old = self.expr(e);
        self.exprs.push(Expr { kind, ..old.clone() });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// A variable like `decl` without its initializer, which stands for it in further copies.
    pub fn copy_decl(&mut self, decl: DeclId, copies: &mut Copies) -> DeclId {
        let old = self.decl(decl);
        let (name, ty, loc, address_taken, align, attributes) =
            (old.name.clone(), old.ty, old.loc, old.address_taken, old.align, old.attributes.clone());
        let own = self.add_local(&name, ty, loc);
        let entry = &mut self.decls[own.0 as usize];
        (entry.address_taken, entry.attributes, entry.align) = (address_taken, attributes, align);
        copies.decls.insert(decl, own);
        own
    }

    fn copy_local(&mut self, decl: DeclId, copies: &mut Copies) -> DeclId {
        let own = self.copy_decl(decl, copies);
        let init = self.decl(decl).init.map(|init| self.copy_expr(init, copies));
        self.decls[own.0 as usize].init = init;
        own
    }

    /// A copy with variables of its own. Labels and what names them stay as they are.
    pub fn copy_stmt(&mut self, s: StmtId, copies: &mut Copies) -> StmtId {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.copy_stmt_here(s, copies))
    }

    fn copy_stmt_here(&mut self, s: StmtId, copies: &mut Copies) -> StmtId {
        let loc = self.stmt(s).loc;
        let kind = match self.stmt(s).kind.clone() {
            StmtKind::Compound { body } => {
                StmtKind::Compound { body: body.into_iter().map(|s| self.copy_stmt(s, copies)).collect() }
            }
            StmtKind::Decl { decls } => {
                StmtKind::Decl { decls: decls.into_iter().map(|d| self.copy_local(d, copies)).collect() }
            }
            StmtKind::Expr { expr } => StmtKind::Expr { expr: self.copy_expr(expr, copies) },
            StmtKind::If { cond, then, other } => StmtKind::If {
                cond: self.copy_expr(cond, copies),
                then: self.copy_stmt(then, copies),
                other: other.map(|other| self.copy_stmt(other, copies)),
            },
            StmtKind::For { init, cond, inc, body } => {
                // The initialization declares what the rest uses.
                let init = init.map(|init| self.copy_stmt(init, copies));
                let (cond, inc) = (cond.map(|e| self.copy_expr(e, copies)), inc.map(|e| self.copy_expr(e, copies)));
                StmtKind::For { init, cond, inc, body: self.copy_stmt(body, copies) }
            }
            StmtKind::While { cond, body } => {
                StmtKind::While { cond: self.copy_expr(cond, copies), body: self.copy_stmt(body, copies) }
            }
            StmtKind::Do { body, cond } => {
                StmtKind::Do { body: self.copy_stmt(body, copies), cond: self.copy_expr(cond, copies) }
            }
            StmtKind::Switch { cond, body } => {
                StmtKind::Switch { cond: self.copy_expr(cond, copies), body: self.copy_stmt(body, copies) }
            }
            StmtKind::Case { low, high, body } => StmtKind::Case { low, high, body: self.copy_stmt(body, copies) },
            StmtKind::Default { body } => StmtKind::Default { body: self.copy_stmt(body, copies) },
            StmtKind::Label { name, body } => StmtKind::Label { name, body: self.copy_stmt(body, copies) },
            StmtKind::Return { value } => StmtKind::Return { value: value.map(|value| self.copy_expr(value, copies)) },
            StmtKind::IndirectGoto { target } => StmtKind::IndirectGoto { target: self.copy_expr(target, copies) },
            other @ (StmtKind::Null
            | StmtKind::Goto { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other { .. }) => other,
        };
        self.add_stmt(kind, loc)
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
