//! Statements.

use super::Interp;
use super::frame::{Code, Link};
use super::place::Place;
use crate::builtins::errors;
use crate::session::Session;
use crate::value::{Class, Value};
use crate::{Result, display, fail, ops};
use raddle_matlab::ast::{BinaryOp, Block, Expr, ExprKind, Slot, Stmt, StmtKind};

/// How a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Normal,
    Break,
    Continue,
    Return,
}

impl Interp {
    pub fn block(&mut self, block: &Block) -> Result<Flow> {
        self.statements(block)
    }

    pub fn statements(&mut self, block: &[Stmt]) -> Result<Flow> {
        let mut at = 0;
        while let Some(rest) = block.get(at..).filter(|rest| !rest.is_empty()) {
            let (flow, count) = self.first(rest)?;
            at += count;
            match flow {
                Flow::Normal => (),
                other => return Ok(other),
            }
        }
        Ok(Flow::Normal)
    }

    /// Runs the first statement, or the first ones: how many.
    fn first(&mut self, block: &[Stmt]) -> Result<(Flow, usize)> {
        let result = self.perform(block);
        self.issue_warnings();
        result
    }

    /// Those of operators since the last time.
    pub fn issue_warnings(&mut self) {
        for warning in ops::take_warnings() {
            errors::warn(self, warning.identifier, &warning.message);
        }
    }

    fn perform(&mut self, block: &[Stmt]) -> Result<(Flow, usize)> {
        use StmtKind::{Assign, For, Update, While};
        if !self.regions.is_empty()
            && matches!(block[0].kind, For { .. } | While { .. } | Assign { .. } | Update { .. })
            && let Some(result) = self.try_region(block)
        {
            return result;
        }
        Ok((self.interpret(&block[0])?, 1))
    }

    /// Runs a statement without its compiled region.
    pub fn interpret(&mut self, stmt: &Stmt) -> Result<Flow> {
        self.frame.at = stmt.span;
        self.frame.place = Place::of(stmt);
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expression_statement(expr, stmt.print)?,
            StmtKind::Assign { targets, value } => self.assign(targets, value, stmt.print)?,
            StmtKind::Update { target, op, value } => self.update(target, *op, value, stmt.print)?,
            StmtKind::If { arms, otherwise } => return self.if_statement(arms, otherwise.as_ref()),
            StmtKind::While { condition, body } => return self.while_loop(condition, body),
            StmtKind::DoUntil { body, condition } => return self.do_until(body, condition),
            StmtKind::For { target, values, body } => return self.for_loop(target, values, body),
            StmtKind::Switch { value, cases, otherwise } => return self.switch(value, cases, otherwise.as_ref()),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return => return Ok(Flow::Return),
            StmtKind::Global(names) => self.global(names)?,
            StmtKind::Persistent(names) => self.persistent(names)?,
            StmtKind::Try { body, error, handler } => return self.try_statement(body, *error, handler),
            StmtKind::UnwindProtect { body, cleanup } => return self.unwind_protect(body, cleanup),
            StmtKind::Function(at) => {
                let file = self.frame.code.file.clone();
                if let Some(function) = file.functions.get(*at) {
                    self.functions.define(Code::new(function.clone(), file.clone()));
                    // A variable of its name is gone.
                    if let Some(slot) = self.frame.slot(&function.name) {
                        self.frame.variables[slot.0 as usize] = None;
                    }
                }
            }
        }
        Ok(Flow::Normal)
    }

    /// A condition is evaluated.
    fn stands_at(&mut self, condition: &Expr) {
        self.frame.at = condition.span;
        self.frame.place = Place::of_expr(condition);
    }

    /// A value goes to `ans` unless it is that of a variable.
    fn expression_statement(&mut self, expr: &Expr, print: bool) -> Result<()> {
        if let ExprKind::Name(slot) = expr.kind
            && self.place(slot).is_some()
        {
            return self.show(slot, print);
        }
        if let ExprKind::Assign { targets, value } = &expr.kind {
            return self.assign(targets, value, print);
        }
        let values = self.eval_many(expr, 0)?;
        let is_list = matches!(expr.kind, ExprKind::CellIndex { .. } | ExprKind::Field { .. });
        for value in values.into_iter().take(if is_list { usize::MAX } else { 1 }) {
            if print {
                let text = display::named("ans", &value, self.state.format);
                self.write(&text);
            }
            self.set_variable("ans", value);
        }
        Ok(())
    }

    /// Sets a variable of the current frame by its name.
    pub fn set_variable(&mut self, name: &str, value: Value) {
        let slot = self.frame.slot_or_new(name);
        self.store(slot, value);
    }

    /// The condition of `if` and `while`.
    fn condition(&mut self, expr: &Expr) -> Result<bool> {
        self.logic(expr)?.is_true()
    }

    /// In these conditions `|` and `&` leave out their right side where the left one is a scalar that decides, as in MATLAB.
    fn logic(&mut self, expr: &Expr) -> Result<Value> {
        let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = &expr.kind else {
            return self.eval(expr);
        };
        let first = self.logic(left)?;
        let is_or = *op == BinaryOp::Or;
        if !first.is_scalar() {
            // Octave evaluates the left side once more here.
            return self.eval(expr);
        }
        if first.is_true()? != is_or {
            return Ok(Value::bool(self.logic(right)?.is_true()?));
        }
        let text = format!("Matlab-style short-circuit operation performed for operator {}", ops::symbol(*op));
        errors::warn(self, "Octave:possible-matlab-short-circuit-operator", &text);
        Ok(Value::bool(is_or))
    }

    fn if_statement(&mut self, arms: &[(Expr, Block)], otherwise: Option<&Block>) -> Result<Flow> {
        for (condition, block) in arms {
            self.stands_at(condition);
            if self.condition(condition)? {
                return self.block(block);
            }
        }
        otherwise.map_or(Ok(Flow::Normal), |block| self.block(block))
    }

    fn while_loop(&mut self, condition: &Expr, body: &Block) -> Result<Flow> {
        loop {
            self.stands_at(condition);
            if !self.condition(condition)? {
                return Ok(Flow::Normal);
            }
            match self.block(body)? {
                Flow::Normal | Flow::Continue => (),
                Flow::Break => return Ok(Flow::Normal),
                Flow::Return => return Ok(Flow::Return),
            }
        }
    }

    fn do_until(&mut self, body: &Block, condition: &Expr) -> Result<Flow> {
        loop {
            match self.block(body)? {
                Flow::Normal | Flow::Continue => (),
                Flow::Break => return Ok(Flow::Normal),
                Flow::Return => return Ok(Flow::Return),
            }
            self.stands_at(condition);
            if self.eval(condition)?.is_true()? {
                return Ok(Flow::Normal);
            }
        }
    }

    fn for_loop(&mut self, target: &Expr, values: &Expr, body: &Block) -> Result<Flow> {
        let values = self.loop_values(values)?;
        self.for_values(target, values, body)
    }

    /// The values of a loop, which may be a range without an end.
    pub fn loop_values(&mut self, values: &Expr) -> Result<Value> {
        let ExprKind::Range { base, step, limit } = &values.kind else {
            return self.eval(values);
        };
        let base = self.eval(base)?;
        let step = step.as_ref().map(|step| self.eval(step)).transpose()?;
        let limit = self.eval(limit)?;
        match ops::endless(&base, step.as_ref(), &limit) {
            Some(range) if range.limit.is_finite() => Ok(Value::Range(range)),
            Some(range) => {
                const ENDLESS: &str = "FOR loop limit is infinite, will stop after 9223372036854775807 steps";
                errors::warn(self, "Octave:infinite-loop", ENDLESS);
                Ok(Value::Range(range))
            }
            None => ops::range(&base, step.as_ref(), &limit),
        }
    }

    /// A `for` statement whose values are known.
    pub fn for_values(&mut self, target: &Expr, values: Value, body: &Block) -> Result<Flow> {
        if let Value::Handle(_) | Value::Map(_) = values {
            let at = self.frame.stack_frame();
            fail!("invalid type in for loop expression near line {}, column {}", at.line, at.column);
        }
        let dims = values.dims();
        if dims.count() == 0 {
            self.assign_value(target, values.full())?;
            return Ok(Flow::Normal);
        }
        let mut returned = Flow::Normal;
        self.for_each(&values, &mut |interp, value| {
            interp.assign_value(target, value)?;
            match interp.block(body)? {
                Flow::Normal | Flow::Continue => Ok(true),
                Flow::Break => Ok(false),
                Flow::Return => {
                    returned = Flow::Return;
                    Ok(false)
                }
            }
        })?;
        Ok(returned)
    }

    fn switch(&mut self, value: &Expr, cases: &[(Expr, Block)], otherwise: Option<&Block>) -> Result<Flow> {
        let value = self.eval(value)?;
        for (label, block) in cases {
            let label = self.eval(label)?;
            let matches = match &label {
                Value::Cell(labels) => labels.iter().try_fold(false, |found, it| Ok(found || is_case(&value, it)?))?,
                label => is_case(&value, label)?,
            };
            if matches {
                return self.block(block);
            }
        }
        otherwise.map_or(Ok(Flow::Normal), |block| self.block(block))
    }

    fn global(&mut self, names: &[(Slot, Option<Expr>)]) -> Result<()> {
        for (slot, value) in names {
            let name = self.name_of(*slot);
            if self.frame.link(*slot).is_none() {
                self.frame.links.push((*slot, Link::Global));
            }
            self.frame.variables[slot.0 as usize] = None;
            if !self.globals.contains_key(&name) {
                let value = value.as_ref().map_or(Ok(Value::empty()), |value| self.eval(value))?;
                self.globals.insert(name, value);
            }
        }
        Ok(())
    }

    fn persistent(&mut self, names: &[(Slot, Option<Expr>)]) -> Result<()> {
        for (slot, value) in names {
            if self.frame.link(*slot).is_some() {
                continue;
            }
            let key = (std::rc::Rc::as_ptr(&self.frame.code.function), slot.0);
            let value = match self.persistent.remove(&key).or_else(|| self.lent(key)) {
                Some(value) => value,
                None => value.as_ref().map_or(Ok(Value::empty()), |value| self.eval(value))?,
            };
            self.frame.links.push((*slot, Link::Persistent));
            self.frame.variables[slot.0 as usize] = Some(value);
        }
        Ok(())
    }

    /// The variable from a call of the same function that has not ended: it has it back when this one ends.
    fn lent(&mut self, (function, slot): (*const raddle_matlab::ast::Function, u32)) -> Option<Value> {
        let is_same = |it: &&mut super::frame::Frame| {
            std::rc::Rc::as_ptr(&it.code.function) == function && it.link(Slot(slot)) == Some(Link::Persistent)
        };
        let holder = self.callers.iter_mut().rev().find(is_same)?;
        holder.variables[slot as usize].take()
    }

    /// Persistent variables that a call of the same function had from this frame.
    pub fn take_back(&mut self) {
        for at in 0..self.frame.links.len() {
            let (slot, link) = self.frame.links[at];
            let key = (std::rc::Rc::as_ptr(&self.frame.code.function), slot.0);
            if link == Link::Persistent
                && let Some(value) = self.persistent.remove(&key)
            {
                self.frame.variables[slot.0 as usize] = Some(value);
            }
        }
    }

    fn try_statement(&mut self, body: &Block, error: Option<Slot>, handler: &Block) -> Result<Flow> {
        let ends = self.ends.len();
        let captures = self.captures.len();
        match self.guard(|this| this.block(body)) {
            Err(caught) if caught.exit.is_none() => {
                self.ends.truncate(ends);
                self.captures.truncate(captures);
                let mut caught = caught;
                // Nobody else asks for the callers.
                match error {
                    Some(_) => self.frames().into_iter().for_each(|frame| caught.leaves(frame)),
                    None => caught.leaves(self.frame.stack_frame()),
                }
                caught.is_again = false;
                if let Some(slot) = error {
                    self.store(slot, errors::error_value(&caught));
                }
                self.state.last_error = Some(caught);
                self.block(handler)
            }
            other => other,
        }
    }

    fn unwind_protect(&mut self, body: &Block, cleanup: &Block) -> Result<Flow> {
        let ends = self.ends.len();
        let result = self.block(body);
        self.ends.truncate(ends);
        let place = self.frame.place;
        let flow = self.block(cleanup)?;
        // An error of the body is where it was.
        self.frame.place = place;
        match flow {
            Flow::Normal => result,
            other => result.map(|_| other),
        }
    }
}

/// Does `case label` take the value of `switch`?
fn is_case(value: &Value, label: &Value) -> Result<bool> {
    if matches!(value, Value::Map(_)) || matches!(label, Value::Map(_)) {
        fail!("eq method not defined for containers.Map class");
    }
    if let (Value::Double(a), Value::Double(b)) = (value, label)
        && let (Some(a), Some(b)) = (a.as_scalar(), b.as_scalar())
    {
        return Ok(a == b);
    }
    if value.is_text() && label.is_text() {
        return Ok(value.as_bytes() == label.as_bytes());
    }
    if value.dims() != label.dims() {
        return Ok(false);
    }
    let is_plain = |it: &Value| !matches!(it, Value::Cell(_) | Value::Struct(_));
    if value.is_empty() && is_plain(value) == is_plain(label) {
        return Ok(true);
    }
    let number = |it: &Value| if it.is_text() { ops::convert(it, Class::Double) } else { Ok(it.clone()) };
    ops::binary(BinaryOp::Equal, &number(value)?, &number(label)?)?.is_true()
}
