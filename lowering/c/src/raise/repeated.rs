//! A condition that is tested again right behind where it was found to hold, as programs that lock around an update do.
//!
//! ```text
//!     if (x[i] > most) {                          if (x[i] > most) {
//!       if (x[i] > most) { most = x[i]; }   ->      most = x[i];
//!     }                                           }
//! ```
//!
//! What is left is a maximum, or another update that the passes know.
//! Legal if:  evaluating the condition does nothing, and nothing stands between: it has the same value the second time.
//! Rejects:   conditions that read something volatile or atomic; a second `else` that a jump leads into.

use super::inline::is_free;
use super::value::same_expr;
use super::visit::{self, Item};
use crate::ast::{StmtId, StmtKind, Unit};

pub fn drop_repeated_conditions(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body else { continue };
        for (second, held) in repeated(unit, body) {
            unit.stmts[second.0 as usize].kind = StmtKind::Compound { body: vec![held] };
        }
    }
}

/// The conditions that hold, with their first branches.
fn repeated(unit: &Unit, body: StmtId) -> Vec<(StmtId, StmtId)> {
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Stmt(s) = item
            && let StmtKind::If { cond, then, .. } = unit.stmt(s).kind
            && let Some(second) = first_of(unit, then)
            && let StmtKind::If { cond: again, then: held, other } = unit.stmt(second).kind
            && same_expr(unit, cond, again)
            && is_free(unit, cond)
            && other.is_none_or(|it| !has_labels(unit, it))
        {
            found.push((second, held));
        }
        true
    });
    found
}

/// A jump may lead into the statement.
pub(super) fn has_labels(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        if let Item::Stmt(s) = item {
            use StmtKind::{Case, Default, Label, Other};
            found |= matches!(unit.stmt(s).kind, Label { .. } | Case { .. } | Default { .. } | Other { .. });
        }
        !found
    });
    found
}

/// The statement that runs first.
fn first_of(unit: &Unit, s: StmtId) -> Option<StmtId> {
    match &unit.stmt(s).kind {
        StmtKind::Compound { body } => {
            let first = body.iter().find(|it| unit.stmt(**it).kind != StmtKind::Null)?;
            first_of(unit, *first)
        }
        _ => Some(s),
    }
}
