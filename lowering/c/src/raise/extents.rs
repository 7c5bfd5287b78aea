//! Extents of variable-length arrays that may change later are kept in variables of their own.
//!
//! ```text
//!     scanf("%d", &n);                    scanf("%d", &n);
//!     double r[n * n];              ->    const int extent = n * n;   double r[extent];
//! ```
//!
//! C evaluates them where the array is declared, and only there; then a nest knows the array's shape whatever becomes of `n`.
//! Legal if:  the type is of this declaration alone.
//! Rejects:   extents whose variables keep their values: they stay the same expressions as bounds of loops.

use super::effects::{Effects, exposed};
use super::spell;
use super::visit::{self, Item, extents};
use crate::ast::{CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, Unit};
use std::collections::HashMap;

pub fn keep_extents(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body else { continue };
        let effects = Effects::of_stmt(unit, body);
        let mut uses: HashMap<ExprId, u32> = HashMap::new();
        let mut blocks = Vec::new();
        visit::walk(unit, Item::Stmt(body), |item| {
            match item {
                Item::Declare(_) => extents(unit, item).into_iter().for_each(|it| *uses.entry(it).or_default() += 1),
                Item::Stmt(s) if matches!(unit.stmt(s).kind, StmtKind::Compound { .. }) => blocks.push(s),
                Item::Stmt(_) | Item::Expr(_) => {}
            }
            true
        });
        let mut changing: Vec<ExprId> = uses
            .into_iter()
            .filter(|(it, count)| *count == 1 && may_change(unit, &effects, *it))
            .map(|it| it.0)
            .collect();
        changing.sort();
        if !changing.is_empty() {
            blocks.into_iter().for_each(|it| keep_in(unit, it, &changing));
        }
    }
}

/// The extent is no number, and made of something that may be assigned later.
fn may_change(unit: &Unit, effects: &Effects, len: ExprId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Expr(len), |item| {
        if let Item::Expr(e) = item {
            found |= match unit.expr(e).kind {
                _ if unit.expr(e).constant.is_some() => return false,
                ExprKind::Ref { decl } => {
                    let own = matches!(unit.decl(decl).storage, Storage::Local | Storage::Param);
                    !own || exposed(unit.decl(decl)) || effects.writes(decl) > 0
                }
                ExprKind::Subscript { .. } | ExprKind::Member { .. } | ExprKind::Call { .. } => true,
                _ => false,
            };
        }
        !found
    });
    found
}

/// Puts variables in front of the declarations in a list of statements.
fn keep_in(unit: &mut Unit, block: StmtId, changing: &[ExprId]) {
    let StmtKind::Compound { body } = unit.stmt(block).kind.clone() else { return };
    let has_one = |unit: &Unit, it: DeclId| extents(unit, Item::Declare(it)).iter().any(|len| changing.contains(len));
    let mut statements = Vec::new();
    for s in body {
        match unit.stmt(s).kind.clone() {
            StmtKind::Decl { decls } if decls.iter().any(|it| has_one(unit, *it)) => {
                let loc = unit.stmt(s).loc;
                for decl in decls {
                    for len in extents(unit, Item::Declare(decl)).into_iter().filter(|it| changing.contains(it)) {
                        let variable = keep(unit, len);
                        statements.push(unit.add_declaration(variable, loc));
                    }
                    statements.push(unit.add_declaration(decl, loc));
                }
            }
            _ => statements.push(s),
        }
    }
    unit.stmts[block.0 as usize].kind = StmtKind::Compound { body: statements };
}

/// A variable with the value of the extent, which reads it from now on.
fn keep(unit: &mut Unit, len: ExprId) -> DeclId {
    let (value, name) = (unit.expr(len).clone(), spell::expr(unit, len));
    let (ty, loc) = (value.ty, value.loc);
    let init = ExprId(unit.exprs.len() as u32);
    unit.exprs.push(value);
    let variable = unit.add_local(&name, ty, loc);
    unit.decls[variable.0 as usize].init = Some(init);
    let arg = unit.add_ref(variable, loc);
    unit.exprs[len.0 as usize].kind = ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg };
    variable
}
