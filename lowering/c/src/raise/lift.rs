//! Statements that stand for parts of an expression, in front of the statement that evaluates it: bodies of functions that
//! `inline` has found fit for it, and statement expressions.
//!
//! ```text
//!     x = a + f(b);          { T p = b; ...; result = ...; }      x = a + result;
//!     x = c ? f(b) : 0;      if (c) { ...; result = ...; } else result = 0;      x = result;
//! ```
//!
//! They are evaluated earlier than before, so they must change nothing but variables of their own, and nothing else in the
//! expression may have effects but an assignment of its value. A part that is the whole value is the first thing that the
//! statement does, and may change what it likes.

use super::effects::{Root, callee_decl, is_step, place, promise};
use super::inline::{Form, Inliner, has_own_effect, leaves, obstacle, reads_only_own};
use super::never::last_branches;
use super::rewrite::Copies;
use super::single_exit;
use super::visit::{self, Item};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, Loc, StmtId, StmtKind, TypeKind, Unit};
use std::collections::HashSet;

impl Inliner<'_> {
    /// What is to be done before an expression statement, of which nothing may be left.
    pub fn before_statement(&mut self, root: ExprId) -> Vec<StmtId> {
        let mut e = root;
        while let ExprKind::Cast { cast: CastKind::ToVoid, arg } = self.unit.expr(e).kind {
            e = arg;
        }
        if !self.has_statements(e) || !self.may_lift(e) {
            return self.before(root);
        }
        let mut before = Vec::new();
        self.lift_discarded(e, &mut before);
        // Nothing is left of the statement.
        self.unit.exprs[root.0 as usize].kind = ExprKind::ImplicitZero;
        before
    }

    /// What is to be done before the expression is evaluated.
    pub fn before(&mut self, root: ExprId) -> Vec<StmtId> {
        let mut before = Vec::new();
        if self.holds_statements(root) && self.may_lift(root) {
            self.lift(root, &mut before);
        }
        before
    }

    /// The expression is made of statements.
    fn has_statements(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::StmtExpr { .. } => true,
            ExprKind::Call { .. } => self.candidate(e).is_some(),
            _ => false,
        }
    }

    /// `a, b` and so on, as `assert` is in glibc.
    pub fn is_list(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::ToVoid, arg } => self.is_list(arg),
            ExprKind::Binary { op: BinaryOp::Comma, .. } => true,
            _ => false,
        }
    }

    /// The parts of a list that is a statement, each as a statement of its own.
    pub fn split_list(&mut self, e: ExprId) -> Vec<StmtId> {
        let mut statements = Vec::new();
        for expr in visit::operands(self.unit, e, BinaryOp::Comma) {
            let loc = self.unit.expr(expr).loc;
            statements.push(self.unit.add_stmt(StmtKind::Expr { expr }, loc));
        }
        self.changed = true;
        statements
    }

    pub fn holds_statements(&self, e: ExprId) -> bool {
        let mut found = false;
        visit::walk(self.unit, Item::Expr(e), |item| {
            found |= matches!(item, Item::Expr(e) if self.has_statements(e));
            !found
        });
        found
    }

    /// Whether everything in the expression that is made of statements may be done first. Remembers why a call may not.
    fn may_lift(&mut self, root: ExprId) -> bool {
        let (value, assigns) = match self.unit.expr(root).kind {
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
                (rhs, u32::from(!self.holds_statements(lhs)))
            }
            _ => (root, 0),
        };
        // Of structs, clang takes the target's address first.
        let is_record = matches!(self.unit.ty(self.unit.expr(root).ty).kind, TypeKind::Record { .. });
        let is_settled = value == root || !is_record || reads_only_own(self.unit, root, Some(value));
        let is_target_plain = (assigns == 1 || value == root) && is_settled;
        let first = if is_target_plain { self.first_part(value) } else { None };
        let mut effects = 0;
        let mut found = Vec::new();
        let mut refused = None;
        visit::walk(self.unit, Item::Expr(if first.is_some() { value } else { root }), |item| {
            let Item::Expr(e) = item else { return false };
            if self.has_statements(e) {
                found.push(e);
                let why = self.why_not_first(e, first == Some(e));
                refused = refused.take().or(why);
                return !self.is_in_place(e, first);
            }
            let is_call = matches!(self.unit.expr(e).kind, ExprKind::Call { .. });
            effects += u32::from(has_own_effect(self.unit, e) || is_call && !is_promised(self.unit, e));
            true
        });
        let allowed = if first.is_some() { 0 } else { assigns };
        if effects > allowed {
            refused = refused.or(Some("something else in the expression has effects"));
        }
        if let Some(why) = refused {
            found.into_iter().for_each(|e| drop(self.unit.kept_calls.calls.insert(e, why.into())));
        }
        refused.is_none()
    }

    /// The part that is evaluated before anything else that it could change: it is the whole value, or the only call with
    /// statements, and the rest reads nothing but variables that nobody else can reach.
    fn first_part(&self, value: ExprId) -> Option<ExprId> {
        let mut whole = value;
        while let ExprKind::Cast { arg, .. } = self.unit.expr(whole).kind {
            whole = arg;
        }
        if self.has_statements(whole) {
            return Some(whole);
        }
        let mut parts = Vec::new();
        visit::walk(self.unit, Item::Expr(value), |item| {
            parts.extend(if let Item::Expr(e) = item { self.has_statements(e).then_some(e) } else { None });
            true
        });
        match parts[..] {
            [part] if matches!(self.unit.expr(part).kind, ExprKind::Call { .. }) => {
                reads_only_own(self.unit, value, Some(part)).then_some(part)
            }
            _ => None,
        }
    }

    /// What is in `e` is done in its place: the statements of a statement expression, the arguments of the call that is
    /// done first if they have no statements.
    fn is_in_place(&self, e: ExprId, first: Option<ExprId>) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::StmtExpr { .. } => true,
            ExprKind::Call { args, .. } => first == Some(e) && !args.iter().any(|&arg| self.holds_statements(arg)),
            _ => false,
        }
    }

    /// Why the statements of `e` cannot be done before anything else of the expression.
    fn why_not_first(&self, e: ExprId, is_whole: bool) -> Option<&'static str> {
        match self.unit.expr(e).kind {
            ExprKind::StmtExpr { body } if leaves(self.unit, body) => Some("it jumps out of the expression"),
            ExprKind::StmtExpr { body } if obstacle(self.unit, body).is_some() => Some("it cannot be moved"),
            _ if is_whole => None,
            ExprKind::StmtExpr { body } if !self.is_quiet(body) => Some("it has effects inside of an expression"),
            _ => match self.candidate(e) {
                Some((Form { may_change: true, .. }, ..)) => Some("it may change memory, inside of an expression"),
                Some((Form { may_change: false, .. }, ..)) | None => None,
            },
        }
    }

    /// The statements change nothing but variables that they declare, unless they end the program.
    fn is_quiet(&self, body: StmtId) -> bool {
        let unit = &*self.unit;
        let left_out = last_branches(unit, body);
        let mut declared = HashSet::new();
        let mut quiet = true;
        visit::walk(unit, Item::Stmt(body), |item| {
            match item {
                Item::Declare(decl) => drop(declared.insert(decl)),
                Item::Expr(e) => {
                    let target = match &unit.expr(e).kind {
                        ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => Some(*lhs),
                        ExprKind::Unary { op, arg } if is_step(*op) => Some(*arg),
                        _ => None,
                    };
                    quiet &= match (target, &unit.expr(e).kind) {
                        (Some(target), _) => {
                            matches!(place(unit, target).root, Root::Variable(decl) if declared.contains(&decl))
                        }
                        (None, ExprKind::Call { .. }) => {
                            is_promised(unit, e) || self.candidate(e).is_some_and(|(form, ..)| !form.may_change)
                        }
                        (None, ExprKind::StmtExpr { .. }) => true,
                        (None, _) => !has_own_effect(unit, e),
                    };
                }
                Item::Stmt(s) if left_out.contains(&s) => return false,
                Item::Stmt(_) => {}
            }
            quiet
        });
        quiet
    }

    fn lift(&mut self, e: ExprId, before: &mut Vec<StmtId>) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.lift_here(e, before));
    }

    fn lift_here(&mut self, e: ExprId, before: &mut Vec<StmtId>) {
        if !self.holds_statements(e) {
            return;
        }
        let loc = self.unit.expr(e).loc;
        match self.unit.expr(e).kind.clone() {
            _ if self.has_statements(e) => self.lift_value(e, before),
            ExprKind::Conditional { cond, then, other }
                if self.holds_statements(then) || self.holds_statements(other) =>
            {
                self.lift(cond, before);
                let variable = self.variable_for(e, before);
                let (then, other) = (self.arm(then, variable), self.arm(other, variable));
                before.push(self.unit.add_stmt(StmtKind::If { cond, then, other: Some(other) }, loc));
                self.become_read(e, variable);
            }
            ExprKind::Binary { op: op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), lhs, rhs }
                if self.holds_statements(rhs) =>
            {
                self.lift(lhs, before);
                let variable = self.variable_for(e, before);
                let [no, yes] = [0, 1].map(|value| self.constant_arm(value, variable, loc));
                let mut body = Vec::new();
                self.lift(rhs, &mut body);
                body.push(self.unit.add_stmt(StmtKind::If { cond: rhs, then: yes, other: Some(no) }, loc));
                let rest = self.unit.add_stmt(StmtKind::Compound { body }, loc);
                let is_and = op == BinaryOp::LogicalAnd;
                let known = self.constant_arm(i64::from(!is_and), variable, loc);
                let (then, other) = if is_and { (rest, known) } else { (known, rest) };
                before.push(self.unit.add_stmt(StmtKind::If { cond: lhs, then, other: Some(other) }, loc));
                self.become_read(e, variable);
            }
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } if self.holds_statements(rhs) => {
                self.lift_discarded(lhs, before);
                self.lift(rhs, before);
                let value = self.unit.expr(rhs).clone();
                self.unit.exprs[e.0 as usize] = value;
            }
            other => {
                other.map(|child| {
                    self.lift(child, before);
                    child
                });
            }
        }
    }

    /// An expression whose value nobody wants, as statements.
    fn lift_discarded(&mut self, e: ExprId, before: &mut Vec<StmtId>) {
        let loc = self.unit.expr(e).loc;
        if self.has_statements(e) {
            self.put_statements(e, None, before);
        } else {
            self.lift(e, before);
            before.push(self.unit.add_stmt(StmtKind::Expr { expr: e }, loc));
        }
    }

    fn lift_value(&mut self, e: ExprId, before: &mut Vec<StmtId>) {
        let variable = self.variable_for(e, before);
        self.put_statements(e, variable, before);
        self.become_read(e, variable);
    }

    /// The statements of a call or statement expression; the value goes to `variable`.
    fn put_statements(&mut self, e: ExprId, variable: Option<DeclId>, before: &mut Vec<StmtId>) {
        let loc = self.unit.expr(e).loc;
        let body = match self.unit.expr(e).kind {
            ExprKind::StmtExpr { body } => self.statement_expression(body, variable),
            _ => self.call_body(e, variable, before),
        };
        self.changed = true;
        let block = self.unit.add_stmt(StmtKind::Compound { body }, loc);
        before.push(block);
        if matches!(self.unit.expr(e).kind, ExprKind::StmtExpr { .. }) {
            self.stmt(block);
        }
    }

    fn call_body(&mut self, call: ExprId, variable: Option<DeclId>, before: &mut Vec<StmtId>) -> Vec<StmtId> {
        let Some((Form { body, .. }, params, args)) = self.candidate(call) else { return vec![] };
        let loc = self.unit.expr(call).loc;
        let mut copies = Copies::default();
        let mut inside = Vec::new();
        for (param, arg) in params.into_iter().zip(args) {
            self.lift(arg, before);
            let own = self.unit.copy_decl(param, &mut copies);
            self.unit.decls[own.0 as usize].init = Some(arg);
            inside.push(self.unit.add_declaration(own, loc));
        }
        inside.extend(single_exit::copy(self.unit, &body, &mut copies, variable, loc));
        inside
    }

    fn statement_expression(&mut self, body: StmtId, variable: Option<DeclId>) -> Vec<StmtId> {
        let StmtKind::Compound { body: mut statements } = self.unit.stmt(body).kind.clone() else { return vec![body] };
        if let Some(variable) = variable
            && let Some(last) = statements.last_mut()
            && let StmtKind::Expr { expr } = self.unit.stmt(*last).kind
        {
            let loc = self.unit.stmt(*last).loc;
            let lhs = self.unit.add_ref(variable, loc);
            *last = self.unit.add_assignment(lhs, expr, loc);
        }
        statements
    }

    /// A variable for the value of the expression, if it has one.
    fn variable_for(&mut self, e: ExprId, before: &mut Vec<StmtId>) -> Option<DeclId> {
        let (ty, loc) = (self.unit.expr(e).ty, self.unit.expr(e).loc);
        if self.unit.ty(ty).kind == TypeKind::Void {
            return None;
        }
        let variable = self.unit.add_local("result", ty, loc);
        before.push(self.unit.add_declaration(variable, loc));
        Some(variable)
    }

    /// The expression reads the variable now; without one it does nothing.
    fn become_read(&mut self, e: ExprId, variable: Option<DeclId>) {
        let loc = self.unit.expr(e).loc;
        let kind = match variable {
            Some(variable) => {
                let arg = self.unit.add_ref(variable, loc);
                ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg }
            }
            None => ExprKind::ImplicitZero,
        };
        self.unit.exprs[e.0 as usize].kind = kind;
        self.unit.exprs[e.0 as usize].constant = None;
        self.changed = true;
    }

    /// One of two alternatives, whose value goes to `variable`.
    fn arm(&mut self, e: ExprId, variable: Option<DeclId>) -> StmtId {
        let loc = self.unit.expr(e).loc;
        let mut body = Vec::new();
        match variable {
            Some(variable) => {
                self.lift(e, &mut body);
                let lhs = self.unit.add_ref(variable, loc);
                body.push(self.unit.add_assignment(lhs, e, loc));
            }
            None => self.lift_discarded(e, &mut body),
        }
        self.unit.add_stmt(StmtKind::Compound { body }, loc)
    }

    fn constant_arm(&mut self, value: i64, variable: Option<DeclId>, loc: Loc) -> StmtId {
        let Some(variable) = variable else { return self.unit.add_stmt(StmtKind::Null, loc) };
        let (lhs, rhs) = (self.unit.add_ref(variable, loc), self.unit.add_int(value, loc));
        self.unit.add_assignment(lhs, rhs, loc)
    }
}

/// A call that changes nothing: of a pure function, or one that promises it.
fn is_promised(unit: &Unit, call: ExprId) -> bool {
    let ExprKind::Call { callee, builtin, .. } = &unit.expr(call).kind else { return false };
    super::access::is_pure(builtin) || callee_decl(unit, *callee).is_some_and(|it| promise(unit, it).is_some())
}
