//! Statements as a control-flow graph.

use super::by_value::Returned;
use super::function::{Function, Local, Res, Switch, Target, declared_alignment};
use super::ops::CmpI;
use super::types::Scalar;
use crate::ast::{DeclId, ExprId, Loc, StmtId, StmtKind, Storage, TypeKind};
use raddle_dialects::{Block, Val};

/// A GNU case range of at most this many values becomes cases, a longer one a comparison.
const MAX_RANGE_CASES: u64 = 64;

impl<'c, 'u> Function<'c, 'u> {
    pub fn statement(&mut self, id: StmtId) -> Res<()> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.statement_inner(id))
    }

    fn statement_inner(&mut self, id: StmtId) -> Res<()> {
        if let Some(nest) = self.nests.get(&id).copied() {
            return self.nest_or_statement(id, nest);
        }
        self.plain_statement(id)
    }

    pub fn plain_statement(&mut self, id: StmtId) -> Res<()> {
        let unit = self.unit;
        let stmt = unit.stmt(id);
        self.set_location(stmt.loc);
        match &stmt.kind {
            StmtKind::Null => Ok(()),
            StmtKind::Compound { body } => self.compound(body),
            StmtKind::Decl { decls } => decls.iter().try_for_each(|decl| self.declaration(*decl)),
            StmtKind::Expr { expr } => self.effect(*expr),
            StmtKind::If { cond, then, other } => self.if_(*cond, *then, *other),
            StmtKind::For { init, cond, inc, body } => self.for_(*init, *cond, *inc, *body),
            StmtKind::While { cond, body } => self.for_(None, Some(*cond), None, *body),
            StmtKind::Do { body, cond } => self.do_(*body, *cond),
            StmtKind::Switch { cond, body } => self.switch(*cond, *body),
            StmtKind::Case { low, high, body } => self.case(*low, *high, *body, stmt.loc),
            StmtKind::Default { body } => self.default(*body, stmt.loc),
            StmtKind::Label { name, body } => {
                let block = self.label(name);
                self.ops.fall_into(block);
                self.statement(*body)
            }
            StmtKind::Goto { label } => {
                self.has_goto = true;
                if !self.saved_stacks.is_empty() {
                    return self.stop("goto beside a variable-length array", stmt.loc);
                }
                let block = self.label(label);
                self.ops.branch(block, &[]);
                Ok(())
            }
            StmtKind::Break => self.jump(self.breaks.last().copied(), stmt.loc),
            StmtKind::Continue => self.jump(self.continues.last().copied(), stmt.loc),
            StmtKind::Return { value } => self.return_(*value),
            StmtKind::IndirectGoto { .. } => self.stop("computed goto", stmt.loc),
            StmtKind::Other { class } => self.stop(class.clone(), stmt.loc),
        }
    }

    fn compound(&mut self, body: &[StmtId]) -> Res<()> {
        self.scope(|this| body.iter().try_for_each(|stmt| this.statement(*stmt)))
    }

    /// A scope: variable-length arrays declared in `body` are released at its end.
    fn scope<T>(&mut self, body: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let depth = self.saved_stacks.len();
        let result = body(self)?;
        if self.ops.is_open() {
            self.restore_stack(depth);
        }
        self.saved_stacks.truncate(depth);
        Ok(result)
    }

    /// Releases the variable-length arrays that were declared since `depth` of them were alive.
    fn restore_stack(&mut self, depth: usize) {
        if let Some(Some(slot)) = self.saved_stacks.get(depth).copied() {
            let pointer = Scalar::Pointer.value_type(self.context());
            let saved = self.ops.load(slot, pointer, 8, false);
            self.ops.at().op("llvm.intr.stackrestore", &[saved], &[], &[]);
        }
    }

    fn label(&mut self, name: &'u str) -> Block<'c> {
        if let Some(block) = self.labels.get(name) {
            return *block;
        }
        let block = self.ops.new_block(&[]);
        self.labels.insert(name, block);
        block
    }

    fn jump(&mut self, target: Option<Target<'c>>, loc: Loc) -> Res<()> {
        let Some(target) = target else { return self.stop("jump out of nothing", loc) };
        self.ops.at();
        self.restore_stack(target.stack_depth);
        self.ops.branch(target.block, &[]);
        Ok(())
    }

    // Declarations

    fn declaration(&mut self, id: DeclId) -> Res<()> {
        let decl = self.unit.decl(id);
        if decl.storage == Storage::StaticLocal {
            return self.evaluate_extents(decl.ty);
        }
        if decl.storage != Storage::Local {
            return Ok(());
        }
        self.set_location(decl.loc);
        if decl.has_cleanup() {
            return self.stop("attribute 'cleanup'", decl.loc);
        }
        self.evaluate_extents(decl.ty)?;
        if matches!(self.unit.ty(decl.ty).kind, TypeKind::VariableArray { .. }) {
            return self.variable_length_array(id);
        }
        // A declaration that is reached again (a loop's body, a second emission) keeps its storage.
        let local = match self.locals.get(&id) {
            Some(local) => *local,
            None => self.allocate_local(id)?,
        };
        match decl.init {
            Some(init) => self.initialize(local.ptr, local.align, decl.ty, init, false),
            None => Ok(()),
        }
    }

    fn variable_length_array(&mut self, id: DeclId) -> Res<()> {
        let decl = self.unit.decl(id);
        if self.has_goto {
            return self.stop("goto beside a variable-length array", decl.loc);
        }
        let pointer = Scalar::Pointer.value_type(self.context());
        let stack = self.ops.at().value("llvm.intr.stacksave", &[], pointer, &[]);
        let saved = self.allocate_type(pointer, 8);
        self.ops.store(stack, saved, 8, false);
        self.saved_stacks.push(Some(saved));
        let (count, base) = self.extent(decl.ty, decl.loc)?;
        let Some(elem) = super::types::sized_type(self.context(), self.unit, base) else {
            return self.stop("array of an incomplete type", decl.loc);
        };
        // Clang aligns arrays of at least 16 bytes, and every variable-length one, to 16.
        let align = declared_alignment(self.unit, decl).max(16);
        let array = self.ops.alloca(elem, align, count);
        let slot = match self.locals.get(&id) {
            Some(local) => local.ptr,
            None => self.allocate_type(pointer, 8),
        };
        self.ops.store(array, slot, 8, false);
        self.locals.insert(id, Local { ptr: slot, align, is_indirect: true });
        if decl.init.is_some() {
            // There is but one initializer for such an array: the empty one.
            let size = self.ops.int(64, self.unit.ty(base).size as i64);
            let bytes = self.ops.binary_nsw("arith.muli", count, size);
            self.ops.zero_bytes(array, bytes);
        }
        Ok(())
    }

    // Branches and loops

    fn if_(&mut self, cond: ExprId, then: StmtId, other: Option<StmtId>) -> Res<()> {
        let (then_block, end) = (self.ops.new_block(&[]), self.ops.new_block(&[]));
        let other_block = other.map(|_| self.ops.new_block(&[]));
        self.ops.at();
        self.branch_on(cond, then_block, other_block.unwrap_or(end))?;
        self.ops.enter(then_block);
        self.scope(|this| this.statement(then))?;
        if let (Some(other), Some(block)) = (other, other_block) {
            if self.ops.is_open() {
                self.ops.branch(end, &[]);
            }
            self.ops.enter(block);
            self.scope(|this| this.statement(other))?;
        }
        self.ops.fall_into(end);
        Ok(())
    }

    fn for_(&mut self, init: Option<StmtId>, cond: Option<ExprId>, inc: Option<ExprId>, body: StmtId) -> Res<()> {
        self.scope(|this| {
            if let Some(init) = init {
                this.statement(init)?;
            }
            let (test, run) = (this.ops.new_block(&[]), this.ops.new_block(&[]));
            let (step, end) = (this.ops.new_block(&[]), this.ops.new_block(&[]));
            this.ops.fall_into(test);
            match cond {
                Some(cond) => this.branch_on(cond, run, end)?,
                None => this.ops.branch(run, &[]),
            }
            this.ops.enter(run);
            this.loop_body(body, step, end)?;
            this.ops.fall_into(step);
            if let Some(inc) = inc {
                this.effect(inc)?;
            }
            this.ops.branch(test, &[]);
            this.ops.enter(end);
            Ok(())
        })
    }

    fn do_(&mut self, body: StmtId, cond: ExprId) -> Res<()> {
        let (run, test, end) = (self.ops.new_block(&[]), self.ops.new_block(&[]), self.ops.new_block(&[]));
        self.ops.fall_into(run);
        self.loop_body(body, test, end)?;
        self.ops.fall_into(test);
        self.branch_on(cond, run, end)?;
        self.ops.enter(end);
        Ok(())
    }

    fn loop_body(&mut self, body: StmtId, next: Block<'c>, end: Block<'c>) -> Res<()> {
        let stack_depth = self.saved_stacks.len();
        self.continues.push(Target { block: next, stack_depth });
        self.breaks.push(Target { block: end, stack_depth });
        let result = self.scope(|this| this.statement(body));
        self.continues.pop();
        self.breaks.pop();
        result
    }

    // Switches

    fn switch(&mut self, cond: ExprId, body: StmtId) -> Res<()> {
        let scalar = self.scalar_of(cond)?;
        let value = self.rvalue(cond)?;
        let (dispatch, end) = (self.ops.new_block(&[]), self.ops.new_block(&[]));
        self.ops.branch(dispatch, &[]);
        self.switches.push(Switch { cases: Vec::new(), default: None });
        self.breaks.push(Target { block: end, stack_depth: self.saved_stacks.len() });
        let result = self.scope(|this| this.statement(body));
        self.breaks.pop();
        let switch = self.switches.pop();
        result?;
        self.ops.fall_into(end);
        if let Some(switch) = switch {
            match self.unit.expr(cond).constant {
                Some(known) => self.jump_to_case(dispatch, known, scalar, &switch, end),
                None => self.dispatch(dispatch, value, scalar, &switch, end),
            }
        }
        self.ops.enter(end);
        Ok(())
    }

    /// Fills `dispatch` with the jump to the case of `value`.
    fn dispatch(&mut self, dispatch: Block<'c>, value: Val<'c>, scalar: Scalar, switch: &Switch<'c>, end: Block<'c>) {
        let (bits, signed) = match scalar {
            Scalar::Int { bits, signed } => (bits, signed),
            Scalar::Bool => (1, false),
            Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => (64, false),
        };
        let default = switch.default.unwrap_or(end);
        let mut single = Vec::new();
        self.ops.enter(dispatch);
        for (low, high, block) in &switch.cases {
            match high {
                None => single.push((*low, *block)),
                Some(high) if is_empty_range(*low, *high, signed) => {}
                Some(high) if high.wrapping_sub(*low) as u64 <= MAX_RANGE_CASES => {
                    let count = high.wrapping_sub(*low);
                    single.extend((0..=count).map(|i| (low.wrapping_add(i), *block)));
                }
                Some(high) => self.range_test(value, bits, *low, *high, *block),
            }
        }
        self.ops.switch(value, bits, default, &single);
    }

    /// As `dispatch`, where the value is known: nothing leads to the other cases, and clang does not emit them.
    fn jump_to_case(&mut self, dispatch: Block<'c>, known: i64, scalar: Scalar, switch: &Switch<'c>, end: Block<'c>) {
        let is_signed = matches!(scalar, Scalar::Int { signed: true, .. });
        let covers = |low: i64, high: i64| match is_signed {
            true => (low..=high).contains(&known),
            false => (low as u64..=high as u64).contains(&(known as u64)),
        };
        let case = switch.cases.iter().find(|(low, high, _)| covers(*low, high.unwrap_or(*low)));
        self.ops.enter(dispatch);
        self.ops.branch(case.map_or(switch.default.unwrap_or(end), |(_, _, block)| *block), &[]);
    }

    fn range_test(&mut self, value: Val<'c>, bits: u32, low: i64, high: i64, block: Block<'c>) {
        let low_value = self.ops.int(bits, low);
        let distance = self.ops.binary("arith.subi", value, low_value);
        let length = self.ops.int(bits, high.wrapping_sub(low));
        let inside = self.ops.at().cmpi(CmpI::Ule, distance, length);
        let next = self.ops.new_block(&[]);
        self.ops.branch_if(inside, block, next);
        self.ops.enter(next);
    }

    fn case(&mut self, low: i64, high: Option<i64>, body: StmtId, loc: Loc) -> Res<()> {
        let block = self.ops.new_block(&[]);
        match self.switches.last_mut() {
            Some(switch) => switch.cases.push((low, high, block)),
            None => return self.stop("case outside of a switch", loc),
        }
        self.ops.fall_into(block);
        self.statement(body)
    }

    fn default(&mut self, body: StmtId, loc: Loc) -> Res<()> {
        let block = self.ops.new_block(&[]);
        match self.switches.last_mut() {
            Some(switch) => switch.default = Some(block),
            None => return self.stop("default outside of a switch", loc),
        }
        self.ops.fall_into(block);
        self.statement(body)
    }

    fn return_(&mut self, value: Option<ExprId>) -> Res<()> {
        let result = match (value, self.result) {
            (Some(value), Returned::Value(scalar)) => {
                let value = self.rvalue(value)?;
                Some(self.passed(value, scalar))
            }
            (Some(value), Returned::Memory { ptr, ty }) => {
                self.initialize(ptr, self.unit.ty(ty).align.max(1), ty, value, false)?;
                None
            }
            (Some(value), Returned::Nothing) => {
                self.effect(value)?;
                None
            }
            (None, Returned::Nothing | Returned::Memory { .. }) => None,
            (None, Returned::Value(scalar)) => {
                let ty = scalar.passed_type(self.context());
                Some(self.ops.undefined(ty))
            }
        };
        self.ops.return_(result);
        Ok(())
    }

    /// GNU `({ ... })`: the value of its last expression statement.
    pub fn statement_expression(&mut self, body: StmtId) -> Res<Option<Val<'c>>> {
        let unit = self.unit;
        if self.nest.is_some() {
            return self.stop("statement expression in a nest", unit.stmt(body).loc);
        }
        let StmtKind::Compound { body } = &unit.stmt(body).kind else {
            return self.stop("statement expression of an unusual form", unit.stmt(body).loc);
        };
        let Some((last, first)) = body.split_last() else { return Ok(None) };
        self.scope(|this| {
            first.iter().try_for_each(|stmt| this.statement(*stmt))?;
            match unit.stmt(*last).kind {
                StmtKind::Expr { expr } if Scalar::of(unit, unit.expr(expr).ty).is_some() => {
                    this.rvalue(expr).map(Some)
                }
                _ => this.statement(*last).map(|()| None),
            }
        })
    }
}

fn is_empty_range(low: i64, high: i64, signed: bool) -> bool {
    if signed { high < low } else { (high as u64) < low as u64 }
}
