//! Liveness of local variables at loop exits: a backward walk over the structured statements, to a fixpoint over loops.
//!
//! Variables that others may reach (globals, statics, taken addresses) are always live and not followed. With jumps that
//! the structure does not show (goto, setjmp, asm) everything is live.

use super::effects::{exposed, has_jumps, is_step};
use super::visit::{self, Item};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, Unit};
use std::collections::{HashMap, HashSet};

type Set = HashSet<DeclId>;

/// Nests deeper than the passes allowed are treated as if everything were live.
const MAX_PASSES: usize = 24;

pub struct Liveness {
    /// Live followed variables after each loop; None if everything is.
    after: Option<HashMap<StmtId, Set>>,
}

impl Liveness {
    pub fn of(unit: &Unit, body: StmtId) -> Liveness {
        let mut walk = Walk { unit, heads: HashMap::new(), after: HashMap::new(), targets: Vec::new(), changed: true };
        if has_jumps(unit, body) {
            return Liveness { after: None };
        }
        for _ in 0..MAX_PASSES {
            walk.changed = false;
            walk.stmt(body, Set::new());
            if !walk.changed {
                return Liveness { after: Some(walk.after) };
            }
        }
        Liveness { after: None }
    }

    /// What is live after a loop is so after its copy.
    pub fn copy(&mut self, of: StmtId, to: StmtId) {
        if let Some(after) = &mut self.after
            && let Some(live) = after.get(&of).cloned()
        {
            after.insert(to, live);
        }
    }

    /// The variable's value (or any element of it) may be read after the loop `stmt`.
    pub fn live_after(&self, unit: &Unit, stmt: StmtId, variable: DeclId) -> bool {
        let Some(after) = self.after.as_ref().and_then(|after| after.get(&stmt)) else { return true };
        !is_followed(unit, variable) || after.contains(&variable)
    }
}

fn is_followed(unit: &Unit, variable: DeclId) -> bool {
    let decl = unit.decl(variable);
    matches!(decl.storage, Storage::Local | Storage::Param) && !exposed(decl)
}

/// Where `break` and `continue` go, and what is live at the labels of the switch around.
#[derive(Default)]
struct Target {
    on_break: Set,
    /// None in a switch: `continue` goes to the loop around it.
    on_continue: Option<Set>,
    at_cases: Set,
}

struct Walk<'a> {
    unit: &'a Unit,
    /// Live at the head of each loop, as found so far.
    heads: HashMap<StmtId, Set>,
    after: HashMap<StmtId, Set>,
    targets: Vec<Target>,
    changed: bool,
}

impl Walk<'_> {
    /// From what is live after the statement to what is live before it.
    fn stmt(&mut self, id: StmtId, live: Set) -> Set {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(id, live))
    }

    fn stmt_here(&mut self, id: StmtId, live: Set) -> Set {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::Null | StmtKind::Goto { .. } | StmtKind::IndirectGoto { .. } | StmtKind::Other { .. } => live,
            StmtKind::Compound { body } => body.iter().rev().fold(live, |live, &s| self.stmt(s, live)),
            StmtKind::Decl { decls } => decls.iter().rev().fold(live, |live, &d| self.declare(d, live)),
            StmtKind::Expr { expr } => self.expr(*expr, live),
            StmtKind::If { cond, then, other } => {
                let mut before = self.stmt(*then, live.clone());
                before.extend(other.map_or(live.clone(), |other| self.stmt(other, live)));
                self.expr(*cond, before)
            }
            StmtKind::For { init, cond, inc, body } => {
                let head = self.a_loop(id, live, *cond, *body, *inc, true);
                init.map_or(head.clone(), |init| self.stmt(init, head))
            }
            StmtKind::While { cond, body } => self.a_loop(id, live, Some(*cond), *body, None, true),
            StmtKind::Do { body, cond } => self.a_loop(id, live, Some(*cond), *body, None, false),
            StmtKind::Switch { cond, body } => self.switch(*cond, *body, live),
            StmtKind::Case { body, .. } | StmtKind::Default { body } => {
                let before = self.stmt(*body, live);
                if let Some(switch) = self.targets.iter_mut().rev().find(|target| target.on_continue.is_none()) {
                    switch.at_cases.extend(before.iter().copied());
                }
                before
            }
            StmtKind::Label { body, .. } => self.stmt(*body, live),
            StmtKind::Break => self.targets.last().map_or(live, |target| target.on_break.clone()),
            StmtKind::Continue => {
                let target = self.targets.iter().rev().find_map(|target| target.on_continue.as_ref());
                target.cloned().unwrap_or(live)
            }
            StmtKind::Return { value } => value.map_or(Set::new(), |value| self.expr(value, Set::new())),
        }
    }

    /// Live at the loop's entry.
    fn a_loop(
        &mut self,
        id: StmtId,
        live: Set,
        cond: Option<ExprId>,
        body: StmtId,
        inc: Option<ExprId>,
        first: bool,
    ) -> Set {
        self.after.insert(id, live.clone());
        let back = self.heads.get(&id).cloned().unwrap_or_default();
        // `back` is live at the test of for and while, and at the start of the body of do.
        let test = |walk: &mut Self, mut after: Set| {
            if cond.is_some() {
                after.extend(live.iter().copied());
            }
            cond.map_or(after.clone(), |cond| walk.expr(cond, after))
        };
        let after_body = if first { back.clone() } else { test(self, back.clone()) };
        let on_continue = inc.map_or(after_body.clone(), |inc| self.expr(inc, after_body));
        self.targets.push(Target {
            on_break: live.clone(),
            on_continue: Some(on_continue.clone()),
            at_cases: Set::new(),
        });
        let before_body = self.stmt(body, on_continue);
        self.targets.pop();
        let head = if first { test(self, before_body) } else { before_body };
        if head != back {
            self.changed = true;
            self.heads.insert(id, head.clone());
        }
        head
    }

    fn switch(&mut self, cond: ExprId, body: StmtId, live: Set) -> Set {
        self.targets.push(Target { on_break: live.clone(), on_continue: None, at_cases: Set::new() });
        self.stmt(body, live.clone());
        let mut before = self.targets.pop().unwrap_or_default().at_cases;
        before.extend(live);
        self.expr(cond, before)
    }

    fn declare(&mut self, id: DeclId, mut live: Set) -> Set {
        live.remove(&id);
        let decl = self.unit.decl(id);
        let live = visit::extents(self.unit, Item::Declare(id)).into_iter().fold(live, |live, e| self.expr(e, live));
        decl.init.map_or(live.clone(), |init| self.expr(init, live))
    }

    /// Everything read is live before; a scalar that is certainly assigned and not read is dead before.
    fn expr(&mut self, id: ExprId, mut live: Set) -> Set {
        let mut kills = Vec::new();
        certain_assignments(self.unit, id, &mut kills);
        for variable in kills {
            live.remove(&variable);
        }
        self.reads(id, live)
    }

    fn reads(&mut self, id: ExprId, mut live: Set) -> Set {
        let (unit, mut skipped) = (self.unit, HashSet::new());
        let (mut bodies, mut extents) = (Vec::new(), Vec::new());
        visit::walk(unit, Item::Expr(id), |item| {
            extents.extend(visit::extents(unit, item));
            let Item::Expr(e) = item else {
                bodies.extend(match item {
                    Item::Stmt(s) => Some(s),
                    Item::Expr(_) | Item::Declare(_) => None,
                });
                return false;
            };
            match &unit.expr(e).kind {
                ExprKind::Assign { lhs, .. } => skipped.extend(target(unit, *lhs)),
                ExprKind::Ref { decl } if !skipped.contains(&e) && is_followed(unit, *decl) => {
                    live.insert(*decl);
                }
                _ => {}
            }
            true
        });
        let live = extents.into_iter().fold(live, |live, e| self.reads(e, live));
        // The body may be skipped, and what it assigns may be read before it in the same expression.
        bodies.into_iter().fold(live, |live, body| {
            let before = self.stmt(body, live.clone());
            &live | &before
        })
    }
}

/// Scalars that the expression assigns whichever way it is evaluated.
fn certain_assignments(unit: &Unit, root: ExprId, kills: &mut Vec<DeclId>) {
    visit::walk(unit, Item::Expr(root), |item| {
        let Item::Expr(e) = item else { return false };
        match &unit.expr(e).kind {
            ExprKind::Assign { lhs, .. } => {
                if let ExprKind::Ref { decl } = unit.expr(*lhs).kind {
                    kills.push(decl);
                }
                true
            }
            // Their operands may be skipped.
            ExprKind::Conditional { .. } | ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr, .. } => {
                false
            }
            ExprKind::Unary { op, .. } => !is_step(*op),
            _ => true,
        }
    });
}

/// The mention of the variable that an assignment's left side writes into; None behind a pointer.
fn target(unit: &Unit, lvalue: ExprId) -> Option<ExprId> {
    match &unit.expr(lvalue).kind {
        ExprKind::Ref { .. } => Some(lvalue),
        ExprKind::Member { base, arrow: false, .. } => target(unit, *base),
        ExprKind::Subscript { base, .. } => match unit.expr(*base).kind {
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => target(unit, arg),
            _ => None,
        },
        _ => None,
    }
}
