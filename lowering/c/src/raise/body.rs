//! Statements of a nest: loops, conditions, declarations, assignments. Jumps become conditions around what they skip (`jumps`).

use super::counted::step_of;
use super::effects::exposed;
use super::header::{For, Header};
use super::jumps::{Around, is_left_early, jumps_at_end};
use super::nest::{Builder, FinalValue, Meaning, elem_of};
use super::value::{Cond, is_ordinary, range_of};
use super::visit::{Item, extents};
use super::{Reason, Result};
use crate::ast::{BinaryOp, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, TypeId, TypeKind};
use crate::plan::{Constraint, Elem, Local, Node};

/// What is in scope and known at a point, to come back to.
pub(super) struct Scope {
    meanings: std::collections::HashMap<DeclId, Meaning>,
    facts: usize,
    around: usize,
}

impl Builder<'_> {
    /// The loop that is the nest.
    pub fn outermost(&mut self, stmt: StmtId) -> Result<Vec<Node>> {
        let Some(parts) = self.for_parts(stmt) else { return Err(Reason::at_stmt(stmt, "not a for loop")) };
        let scope = self.enter();
        let header = self.header(parts)?;
        self.affine_for(parts, header, scope)
    }

    fn for_parts(&self, stmt: StmtId) -> Option<For> {
        match self.unit.stmt(stmt).kind {
            StmtKind::For { init, cond, inc, body } => Some(For { stmt, init, cond, inc, body }),
            _ => None,
        }
    }

    pub fn enter(&self) -> Scope {
        Scope { meanings: self.scope.clone(), facts: self.prover.facts.len(), around: self.around.len() }
    }

    pub fn leave(&mut self, scope: Scope) {
        self.scope = scope.meanings;
        self.prover.facts.truncate(scope.facts);
        self.around.truncate(scope.around);
    }

    fn affine_for(&mut self, parts: For, header: Header, scope: Scope) -> Result<Vec<Node>> {
        let (mut inside, _) = self.around_jumps(Around::Loop, |this| this.stmt(parts.body, true))?;
        for e in header.after {
            inside.extend(self.expr_stmt(e)?);
        }
        self.leave(scope);
        if !header.is_own {
            self.final_value(parts, header.id)?;
        }
        let mut nodes = header.before;
        nodes.push(Node::Loop(header.id, inside));
        Ok(nodes)
    }

    /// The index keeps its last value where that may be read.
    fn final_value(&mut self, parts: For, id: crate::plan::LoopId) -> Result<()> {
        let index = self.loops[id.0 as usize].index;
        if !self.function.liveness.live_after(self.unit, parts.stmt, index) {
            return Ok(());
        }
        let at = parts.cond.or(parts.inc);
        let is_inside = self.effects.declared.contains(&index);
        match at.filter(|_| !is_inside).and_then(|at| self.memory(at, index)) {
            Some(raw) => {
                self.final_values.push(FinalValue { index: id, raw });
                Ok(())
            }
            None => Err(Reason::at_stmt(
                parts.stmt,
                format!("loop index '{}' is used after its loop", self.unit.decl(index).name),
            )),
        }
    }

    pub fn stmt(&mut self, s: StmtId, tail: bool) -> Result<Vec<Node>> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s, tail))
    }

    /// `tail`: nothing follows in the loop body, so that `continue` only ends the statement.
    fn stmt_here(&mut self, s: StmtId, tail: bool) -> Result<Vec<Node>> {
        let refuse = |what: &str| Err(Reason::at_stmt(s, format!("{what} in the loop")));
        match &self.unit.stmt(s).kind {
            StmtKind::Null => Ok(Vec::new()),
            StmtKind::Compound { body } => self.block(body, tail),
            StmtKind::Decl { decls } => {
                let mut nodes = Vec::new();
                for &decl in decls {
                    nodes.extend(self.declare(s, decl)?);
                }
                Ok(nodes)
            }
            StmtKind::Expr { expr } => self.expr_stmt(*expr),
            StmtKind::If { .. } => match self.without_last_branch(s, tail) {
                Some(nodes) => nodes,
                None => self.if_stmt(s, &[], tail),
            },
            StmtKind::For { .. } => self.inner_for(s),
            StmtKind::While { cond, body } => self.sequential(s, Some(*cond), *body, None, true),
            StmtKind::Do { body, cond } => self.sequential(s, Some(*cond), *body, None, false),
            StmtKind::Continue if tail => Ok(Vec::new()),
            StmtKind::Continue | StmtKind::Break => self.jump(s),
            StmtKind::Return { .. } => refuse("'return'"),
            StmtKind::Switch { cond, body } => self.switch(s, *cond, *body, tail),
            StmtKind::Case { .. } | StmtKind::Default { .. } => refuse("a label of 'switch' within a statement"),
            StmtKind::Goto { .. } | StmtKind::IndirectGoto { .. } => refuse("'goto'"),
            StmtKind::Label { .. } => refuse("label"),
            StmtKind::Other { class } => refuse(class),
        }
    }

    fn block(&mut self, statements: &[StmtId], tail: bool) -> Result<Vec<Node>> {
        let scope = self.scope.clone();
        let nodes = self.statements(statements, tail);
        self.scope = scope;
        nodes
    }

    pub fn statements(&mut self, statements: &[StmtId], tail: bool) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        for (position, &s) in statements.iter().enumerate() {
            let rest = &statements[position + 1..];
            if self.skips_rest(s) {
                nodes.extend(self.if_stmt(s, rest, tail)?);
                return Ok(nodes);
            }
            let own = self.stmt(s, tail && rest.is_empty())?;
            let flags = self.open_flags(&own);
            nodes.extend(own);
            if !flags.is_empty() && !rest.is_empty() {
                nodes.extend(self.unless(&flags, |this| this.statements(rest, tail))?);
                return Ok(nodes);
            }
        }
        Ok(nodes)
    }

    /// An `if` with a branch that ends in a jump.
    fn skips_rest(&self, s: StmtId) -> bool {
        match self.unit.stmt(s).kind {
            StmtKind::If { then, other, .. } => {
                jumps_at_end(self.unit, then) || other.is_some_and(|other| jumps_at_end(self.unit, other))
            }
            _ => false,
        }
    }

    /// An `if`, with the statements after it in the branches that go on to them.
    fn if_stmt(&mut self, s: StmtId, rest: &[StmtId], tail: bool) -> Result<Vec<Node>> {
        let StmtKind::If { cond, then, other } = self.unit.stmt(s).kind else {
            return Err(Reason::at_stmt(s, "not a condition"));
        };
        let affine = self.affine_condition(cond);
        if affine.is_none() {
            self.rvalue(cond)?;
        }
        let then = self.branch(Some(then), rest, tail, affine.as_ref().map(|cond| (cond, true)))?;
        let other = self.branch(other, rest, tail, affine.as_ref().map(|cond| (cond, false)))?;
        let Some(affine) = affine else { return Ok(vec![Node::If { stmt: s, cond, then, other }]) };
        let constraint =
            |c: &super::value::Constraint| Some(Constraint { expr: c.expr.to_affine()?, relation: c.relation });
        let (then, other) = if affine.negated { (other, then) } else { (then, other) };
        Ok(vec![Node::AffineIf { stmt: s, cond: affine.all.iter().filter_map(constraint).collect(), then, other }])
    }

    fn affine_condition(&mut self, cond: ExprId) -> Option<Cond> {
        let mark = self.mark();
        let found = self.condition(cond).ok().filter(|cond| cond.all.iter().all(|c| c.expr.to_affine().is_some()));
        let found = found.filter(|found| {
            let values: Vec<_> = found.all.iter().map(|c| c.expr.clone()).collect();
            self.limit(cond, &values).is_ok()
        });
        if found.is_none() {
            self.rollback(mark);
        }
        found
    }

    fn branch(
        &mut self,
        s: Option<StmtId>,
        rest: &[StmtId],
        tail: bool,
        cond: Option<(&Cond, bool)>,
    ) -> Result<Vec<Node>> {
        let scope = self.enter();
        if let Some((cond, holds)) = cond {
            self.assume_cond(cond, holds);
        }
        self.conditions += 1;
        let ends = s.is_some_and(|s| jumps_at_end(self.unit, s));
        let mut result = s.map_or(Ok(Vec::new()), |s| self.stmt(s, tail && (ends || rest.is_empty())));
        if let (Ok(nodes), false) = (&mut result, ends) {
            match self.block(rest, tail) {
                Ok(more) => nodes.extend(more),
                Err(reason) => result = Err(reason),
            }
        }
        self.conditions -= 1;
        self.leave(scope);
        result
    }

    fn inner_for(&mut self, s: StmtId) -> Result<Vec<Node>> {
        let Some(parts) = self.for_parts(s) else { return Err(Reason::at_stmt(s, "not a for loop")) };
        let scope = self.enter();
        if !is_left_early(self.unit, parts.body)
            && let Ok(header) = self.header(parts)
        {
            return self.affine_for(parts, header, scope);
        }
        let mut nodes = match parts.init {
            Some(init) => self.stmt(init, false)?,
            None => Vec::new(),
        };
        nodes.extend(self.sequential(s, parts.cond, parts.body, parts.inc, true)?);
        self.leave(scope);
        Ok(nodes)
    }

    /// A loop that is executed as it stands.
    fn sequential(
        &mut self,
        s: StmtId,
        cond: Option<ExprId>,
        body: StmtId,
        inc: Option<ExprId>,
        test_first: bool,
    ) -> Result<Vec<Node>> {
        let scope = self.enter();
        self.conditions += 1;
        cond.map_or(Ok(()), |test| self.rvalue(test))?;
        let (mut body, stop) = self.around_jumps(Around::While, |this| this.stmt(body, true))?;
        if let Some(inc) = inc {
            self.rvalue(inc)?;
        }
        // A step under a condition makes each iteration wait for the comparison of the one before.
        let goes_on = inc.filter(|&inc| stop.is_some() && self.is_for_the_loop_alone(s, inc));
        body.extend(goes_on.map(Node::Expr));
        let inc = inc.filter(|_| goes_on.is_none());
        self.conditions -= 1;
        self.leave(scope);
        if stop.is_none() && cond.is_none() {
            return Err(Reason::at_stmt(s, "loop without a condition"));
        }
        let mut nodes: Vec<Node> = stop.map(Node::Flag).into_iter().collect();
        nodes.push(Node::While { stmt: s, cond, body, inc, test_first, stop });
        Ok(nodes)
    }

    /// Is it a step of a variable that nobody reads after the loop? Then it may be done when the loop is left, too.
    fn is_for_the_loop_alone(&self, s: StmtId, inc: ExprId) -> bool {
        step_of(self.unit, inc).is_some_and(|(index, _)| !self.function.liveness.live_after(self.unit, s, index))
    }

    pub fn expr_stmt(&mut self, e: ExprId) -> Result<Vec<Node>> {
        let mut parts = Vec::new();
        self.operands(e, BinaryOp::Comma, &mut parts);
        let mut nodes = Vec::new();
        for part in parts {
            if self.points_anew(part)? {
                continue;
            }
            self.rvalue(part)?;
            self.learn(part);
            nodes.push(Node::Expr(part));
        }
        Ok(nodes)
    }

    /// `x = affine expression`, the only assignment to `x` in the nest: known until the end of the block.
    fn learn(&mut self, e: ExprId) {
        if let Some((decl, rhs)) = self.only_assignment(e)
            && range_of(self.unit.ty(self.unit.decl(decl).ty)).is_some()
        {
            self.learn_value(decl, rhs);
        }
    }

    fn learn_value(&mut self, decl: DeclId, value: ExprId) {
        if let Ok(value) = self.settled_without_checks(value) {
            self.scope.insert(decl, Meaning::Value(value));
        } else if let Some((sum, shift)) = self.shifted_without_checks(value) {
            self.scope.insert(decl, Meaning::Shifted(sum, shift));
        } else if let Some(cases) = self.cases(value) {
            self.scope.insert(decl, Meaning::OneOf(cases));
        }
    }

    /// A value that needs a check is not worth knowing: the check may fail where the variable would do.
    pub(super) fn settled_without_checks(&mut self, e: ExprId) -> Result<super::poly::Poly> {
        let mark = self.mark();
        let checks = self.checks.len();
        let value = self.settled(e);
        if self.checks.len() == checks {
            return value;
        }
        self.rollback(mark);
        Err(Reason::at_expr(e, "needs a check"))
    }

    fn only_assignment(&self, e: ExprId) -> Option<(DeclId, ExprId)> {
        let ExprKind::Assign { lhs, rhs } = self.unit.expr(e).kind else { return None };
        let ExprKind::Ref { decl } = self.unit.expr(lhs).kind else { return None };
        let is_only =
            self.effects.writes(decl) == 1 && !exposed(self.unit.decl(decl)) && !self.mentions(Item::Expr(rhs), decl);
        is_only.then_some((decl, rhs))
    }

    /// `p = a + i * n`, the only assignment to the pointer in the nest, whose value is not wanted after it.
    fn points_anew(&mut self, e: ExprId) -> Result<bool> {
        let Some((decl, rhs)) = self.only_assignment(e) else { return Ok(false) };
        let is_pointer = matches!(self.unit.ty(self.unit.decl(decl).ty).kind, TypeKind::Pointer { .. });
        if !is_pointer || self.function.liveness.live_after(self.unit, self.root, decl) {
            return Ok(false);
        }
        self.points(decl, rhs)?;
        Ok(true)
    }

    pub fn declare(&mut self, s: StmtId, decl: DeclId) -> Result<Vec<Node>> {
        let declared = self.unit.decl(decl);
        let ty = self.unit.ty(declared.ty);
        let fail = |what: &str| Err(Reason::at_stmt(s, format!("variable '{}' {what}", declared.name)));
        // Of pointers to arrays; C evaluates their extents, used or not.
        let is_fixed = |&e: &ExprId| self.is_constant(e);
        let is_array = matches!(ty.kind, TypeKind::VariableArray { .. });
        if !is_array && !extents(self.unit, Item::Declare(decl)).iter().all(is_fixed) {
            return fail("has an extent that changes");
        }
        if declared.storage != Storage::Local {
            return Ok(Vec::new());
        }
        if !is_ordinary(ty) {
            return fail("is volatile or atomic");
        }
        if declared.has_cleanup() {
            return fail("has attribute 'cleanup'");
        }
        if let TypeKind::Pointer { .. } = ty.kind {
            return match declared.init {
                Some(init) if self.effects.writes(decl) == 0 => self.points(decl, init).map(|()| Vec::new()),
                None if self.effects.writes(decl) <= 1 => Ok(Vec::new()),
                _ => fail("is a pointer that changes in the nest"),
            };
        }
        let Some((elem, dims)) = self.local_shape(declared.ty) else {
            return fail(&format!("has type '{}'", ty.spelling));
        };
        self.locals.push(Local { decl, elem, dims: dims.clone() });
        match declared.init {
            Some(_) if !dims.is_empty() => fail("is an array with an initializer"),
            Some(init) => {
                self.rvalue(init)?;
                if self.effects.writes(decl) == 0 && !exposed(declared) && range_of(ty).is_some() {
                    self.learn_value(decl, init);
                }
                Ok(vec![Node::Declare(decl)])
            }
            None => Ok(vec![Node::Declare(decl)]),
        }
    }

    /// Element type and extents of a scalar or an array of constant size.
    pub fn local_shape(&self, ty: TypeId) -> Option<(Elem, Vec<u64>)> {
        let (mut ty, mut dims) = (ty, Vec::new());
        loop {
            match self.unit.ty(ty).kind {
                TypeKind::Array { elem, len } => {
                    dims.push(len);
                    ty = elem;
                }
                _ => {
                    return is_ordinary(self.unit.ty(ty))
                        .then(|| elem_of(self.unit.ty(ty)).map(|elem| (elem, dims)))?;
                }
            }
        }
    }
}
