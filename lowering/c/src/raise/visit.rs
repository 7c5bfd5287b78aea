//! Children of AST nodes and iteration over subtrees. Iterative, so that depth costs no stack.

use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, TypeKind, Unit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Stmt(StmtId),
    Expr(ExprId),
    Declare(DeclId),
}

/// Calls whose arguments C does not evaluate: what they assign is not assigned, what they read not read.
const UNEVALUATED: [&str; 7] = [
    "__assume",
    "__builtin_assume",
    "__builtin_classify_type",
    "__builtin_constant_p",
    "__builtin_dynamic_object_size",
    "__builtin_object_size",
    "__builtin_os_log_format_buffer_size",
];

/// Visits everything at and below `root` that may be evaluated, in source order, outer before inner; `enter` says whether to
/// go inside.
pub fn walk(unit: &Unit, root: Item, mut enter: impl FnMut(Item) -> bool) {
    let mut pending = vec![root];
    while let Some(item) = pending.pop() {
        if enter(item) {
            let from = pending.len();
            children(unit, item, &mut pending);
            pending[from..].reverse();
        }
    }
}

/// How many statements and expressions there are.
pub fn size(unit: &Unit, root: StmtId) -> usize {
    let mut count = 0;
    walk(unit, Item::Stmt(root), |_| {
        count += 1;
        true
    });
    count
}

/// Does the variable's name occur, be it in a type?
pub fn mentions(unit: &Unit, root: Item, decl: DeclId) -> bool {
    let mut found = false;
    walk(unit, root, |item| {
        found |= matches!(item, Item::Expr(e) if unit.expr(e).kind == ExprKind::Ref { decl });
        found = found || extents(unit, item).into_iter().any(|e| mentions(unit, Item::Expr(e), decl));
        !found
    });
    found
}

/// The extents of variable-length types that a declaration, a conversion or `sizeof` names. `walk` does not go there, since
/// a type is named in several places; C evaluates them where the type is declared, or written.
pub fn extents(unit: &Unit, item: Item) -> Vec<ExprId> {
    let mut next = match item {
        Item::Stmt(_) => None,
        Item::Declare(decl) => Some(unit.decl(decl).ty),
        Item::Expr(e) => match unit.expr(e).kind {
            ExprKind::SizeofVla { of } => Some(of),
            ExprKind::Cast { .. } => Some(unit.expr(e).ty),
            _ => None,
        },
    };
    let mut found = vec![];
    while let Some(ty) = next {
        next = match unit.ty(ty).kind {
            TypeKind::VariableArray { elem, len } => {
                found.extend(len);
                Some(elem)
            }
            TypeKind::Array { elem: inner, .. }
            | TypeKind::IncompleteArray { elem: inner }
            | TypeKind::Pointer { to: inner } => Some(inner),
            _ => None,
        };
    }
    found
}

/// Splits `a op b op c`.
pub fn operands(unit: &Unit, e: ExprId, op: BinaryOp) -> Vec<ExprId> {
    let (mut found, mut pending) = (vec![], vec![e]);
    while let Some(e) = pending.pop() {
        match unit.expr(e).kind {
            ExprKind::Binary { op: other, lhs, rhs } if other == op => pending.extend([rhs, lhs]),
            ExprKind::Cast { cast: CastKind::ToVoid, arg } => pending.push(arg),
            _ => found.push(e),
        }
    }
    found
}

fn children(unit: &Unit, item: Item, out: &mut Vec<Item>) {
    match item {
        Item::Stmt(id) => stmt_children(&unit.stmt(id).kind, out),
        Item::Expr(id) => expr_children(&unit.expr(id).kind, out),
        Item::Declare(id) => out.extend(unit.decl(id).init.map(Item::Expr)),
    }
}

fn stmt_children(kind: &StmtKind, out: &mut Vec<Item>) {
    match kind {
        StmtKind::Null | StmtKind::Break | StmtKind::Continue | StmtKind::Goto { .. } | StmtKind::Other { .. } => {}
        StmtKind::Compound { body } => out.extend(body.iter().map(|&s| Item::Stmt(s))),
        StmtKind::Decl { decls } => out.extend(decls.iter().map(|&d| Item::Declare(d))),
        StmtKind::Expr { expr } | StmtKind::IndirectGoto { target: expr } => out.push(Item::Expr(*expr)),
        StmtKind::If { cond, then, other } => {
            out.extend([Item::Expr(*cond), Item::Stmt(*then)]);
            out.extend(other.map(Item::Stmt));
        }
        StmtKind::For { init, cond, inc, body } => {
            out.extend(init.map(Item::Stmt));
            out.extend(cond.map(Item::Expr));
            out.extend(inc.map(Item::Expr));
            out.push(Item::Stmt(*body));
        }
        StmtKind::While { cond, body } | StmtKind::Switch { cond, body } => {
            out.extend([Item::Expr(*cond), Item::Stmt(*body)])
        }
        StmtKind::Do { body, cond } => out.extend([Item::Stmt(*body), Item::Expr(*cond)]),
        StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            out.push(Item::Stmt(*body))
        }
        StmtKind::Return { value } => out.extend(value.map(Item::Expr)),
    }
}

fn expr_children(kind: &ExprKind, out: &mut Vec<Item>) {
    match kind {
        ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::String { .. } | ExprKind::Ref { .. } => {}
        ExprKind::SizeofVla { .. } | ExprKind::ImplicitZero => {}
        ExprKind::Binary { lhs, rhs, .. }
        | ExprKind::Assign { lhs, rhs }
        | ExprKind::CompoundAssign { lhs, rhs, .. } => {
            out.extend([Item::Expr(*lhs), Item::Expr(*rhs)]);
        }
        ExprKind::Unary { arg, .. } | ExprKind::Cast { arg, .. } => out.push(Item::Expr(*arg)),
        ExprKind::Conditional { cond, then, other } => out.extend([*cond, *then, *other].map(Item::Expr)),
        ExprKind::Subscript { base, index } => out.extend([*base, *index].map(Item::Expr)),
        ExprKind::Member { base, .. } => out.push(Item::Expr(*base)),
        ExprKind::Call { callee, args, builtin } => {
            out.push(Item::Expr(*callee));
            let evaluated = if UNEVALUATED.contains(&builtin.as_str()) { &[][..] } else { args };
            out.extend(evaluated.iter().map(|&a| Item::Expr(a)));
        }
        ExprKind::InitList { inits } => out.extend(inits.iter().flatten().map(|&e| Item::Expr(e))),
        ExprKind::CompoundLiteral { init } => out.push(Item::Expr(*init)),
        ExprKind::VaArg { list } => out.push(Item::Expr(*list)),
        ExprKind::StmtExpr { body } => out.push(Item::Stmt(*body)),
        ExprKind::Other { args, .. } => out.extend(args.iter().map(|&a| Item::Expr(a))),
    }
}
