//! C text of loops with tests: ranges as C variables, so that the interpreter can go on in any iteration, and a nest before the loop
//! where there is one.

use super::arrays;
use super::classes;
use super::code::{Code, Int, literal, number, step_of, tag};
use super::emit::{Emitter, Loop, MAX_LOOPS, Result, Unsupported, unsupported};
use super::nest::{self, Nest};
use super::types::{Elem, Type, WideClass};
use super::uses;
use crate::ast::{Block, Expr, ExprKind, Slot, Stmt};
use std::fmt::Write;

impl Emitter<'_, '_> {
    pub fn while_loop(&mut self, stmt: &Stmt, condition: &Expr, body: &Block) -> Result<()> {
        if self.nest.is_some() {
            return nest::while_loop(self, condition, body);
        }
        let test = Unsupported { span: condition.span, reason: "a condition tells how often it runs".into() };
        self.note_loop(stmt, Some(test));
        self.line("for (;;) {");
        let condition = self.condition(condition)?;
        self.line(format!("if (!{condition}) break;"));
        self.block(body);
        self.line("}");
        Ok(())
    }

    pub fn for_loop(&mut self, stmt: &Stmt, target: &Expr, values: &Expr, body: &Block) -> Result<()> {
        let ExprKind::Name(slot) = target.kind else {
            return unsupported(target.span, "a loop variable that is an element");
        };
        if self.nest.is_some() {
            return nest::for_loop(self, stmt, None);
        }
        let ExprKind::Range { base, step, limit } = &values.kind else {
            return unsupported(values.span, "a loop over something that is no range");
        };
        if !self.known(slot).typed().is_some_and(Type::is_scalar) {
            return unsupported(target.span, "a loop variable that is no scalar");
        }
        if self.loops.len() == MAX_LOOPS {
            return unsupported(stmt.span, "a loop in more loops than a region keeps");
        }
        let (id, elem) = self.header(base, step.as_deref(), limit)?;
        if self.known(slot).typed().is_none_or(|ty| ty.elem != elem) {
            return unsupported(target.span, "a loop variable that has another class elsewhere");
        }
        let is_outermost = self.loops.is_empty() && self.path.is_empty() && self.callers.is_empty();
        if is_outermost {
            self.again(id);
        }
        if !self.is_dead_after(stmt, slot) {
            // Without iterations the variable becomes empty.
            self.require(&format!("count{id} != 0"));
        }
        if let Some(by) = step.as_deref().map_or(Some(1), step_of) {
            // A count that rounds up ends behind the limit, where the range has the limit itself.
            let compare = if by > 0 { "<=" } else { ">=" };
            self.require(&format!(
                "count{id} == 0 || base{id} + (double)(count{id} - 1) * step{id} {compare} limit{id}"
            ));
        }
        let nest = self.nest_of(stmt, step.as_deref(), id);
        self.used.insert(slot);
        self.written.insert(slot);
        if let Some(Nest { condition, call, written, plan }) = &nest {
            self.line(format!("if ({condition}) {{"));
            plan.before.iter().for_each(|line| self.line(line));
            self.line(call);
            plan.after.iter().for_each(|line| self.line(line));
            for data in written {
                self.is_written(data);
            }
            let (name, class) = (self.name(slot), self.tag(slot));
            self.line(format!(
                "if (k{id} < count{id}) {{ {name} = base{id} + (double)(count{id} - 1) * step{id}; {class} = {}; }}",
                tag(elem)
            ));
            self.line("} else {");
            plan.otherwise.iter().for_each(|line| self.line(line));
        }
        self.line(format!("for (; k{id} < count{id}; k{id}++) {{"));
        let around = self.has_nest;
        self.has_nest |= nest.is_some();
        self.loop_body(slot, id, step.as_deref(), base, body);
        self.has_nest = around;
        self.line("}");
        if let Some(nest) = nest {
            self.line("}");
            nest.plan.end(self);
        }
        Ok(())
    }

    /// The loop's version without tests, if it has one of its own.
    fn nest_of(&mut self, stmt: &Stmt, step: Option<&Expr>, id: usize) -> Option<Nest> {
        if self.has_nest || self.in_function {
            return None;
        }
        let nest = match step.filter(|step| step_of(step).is_none()) {
            Some(step) => unsupported(step.span, "a step that is no integer in the text"),
            None => nest::try_nest(self, stmt, id),
        };
        self.note_loop(stmt, nest.as_ref().err().cloned());
        nest.ok()
    }

    /// Evaluates a range into C variables; the class of its elements.
    fn header(&mut self, base: &Expr, step: Option<&Expr>, limit: &Expr) -> Result<(usize, Elem)> {
        let parts = [Some(base), step, Some(limit)];
        let mut codes = vec![];
        for part in parts {
            codes.push(part.map_or(Ok(number(1.0)), |part| self.range_part(part))?);
        }
        let elem = codes.iter().try_fold(Elem::Double, |elem, code| classes::common(elem, code.elem));
        let Some(elem) = elem else {
            return unsupported(base.span, "a range of two classes");
        };
        arrays::flush(self);
        self.counter += 1;
        let id = self.counter;
        let _ = writeln!(
            self.declarations,
            "  double base{id} = 0, step{id} = 0, limit{id} = 0;\n  int64_t count{id} = 0, k{id} = 0;"
        );
        let [base, step, limit] = [0, 1, 2].map(|at| codes[at].as_double());
        self.line(format!("base{id} = {base}; step{id} = {step}; limit{id} = {limit};"));
        let limits = match elem {
            Elem::Int(class) => Some(class.limits()),
            // Far from where doubles skip integers.
            Elem::Wide(WideClass::I64) => Some((-10_000_000_000_000, 10_000_000_000_000)),
            Elem::Wide(WideClass::U64) => Some((0, 10_000_000_000_000)),
            Elem::Double | Elem::Bool | Elem::Char | Elem::Complex | Elem::Single => None,
        };
        if let Some((least, greatest)) = limits {
            let within = |name: &str| format!("{name}{id} >= {least}.0 && {name}{id} <= {greatest}.0");
            // Whole numbers of the class; others are errors.
            self.require(&format!("{} && {}", within("base"), within("limit")));
            let whole = |name: &str| format!("{name}{id} == floor({name}{id})");
            self.require(&format!("{} && {} && {}", whole("base"), whole("limit"), whole("step")));
        }
        self.line(format!("count{id} = raddlemat_count(base{id}, step{id}, limit{id}); k{id} = 0;"));
        self.line(super::arrays::start_of(id));
        // Ranges that are errors are told by the interpreter.
        self.require(&format!("count{id} >= 0"));
        Ok((id, elem))
    }

    /// The base, step or limit of a range.
    fn range_part(&mut self, part: &Expr) -> Result<Code> {
        if !self.type_of(part).typed().is_some_and(|ty| ty.is_scalar() && ty.elem.is_wide()) {
            return self.position(part);
        }
        let code = self.scalar(part)?;
        if code.elem.is_wide() { Ok(code) } else { unsupported(part.span, "a range that is no range of numbers") }
    }

    /// Goes on with the outermost loop where the interpreter left it.
    fn again(&mut self, id: usize) {
        self.line("if (state->again) {");
        self.line(format!(
            "base{id} = state->loops[0].base; step{id} = state->loops[0].step; limit{id} = state->loops[0].limit;"
        ));
        self.line(format!("count{id} = state->loops[0].count; k{id} = state->loops[0].next;"));
        self.line("}");
    }

    fn loop_body(&mut self, slot: Slot, id: usize, step: Option<&Expr>, base: &Expr, body: &Block) {
        let changes = body.iter().any(|stmt| uses::assigned(stmt).contains(&slot));
        let step = step.map_or(Some(1), step_of);
        let name = self.name(slot);
        let last = format!("base{id} + (double)k{id} * step{id}");
        let clamp = match step {
            Some(_) => last,
            None => format!("raddle_clamp({last}, limit{id}, step{id}, k{id} + 1 == count{id})"),
        };
        let elem = self.known(slot).typed().map_or(Elem::Double, |ty| ty.elem);
        self.line(format!("{name} = {clamp}; {} = {};", self.tag(slot), tag(elem)));
        let mut int = None;
        if !changes && step.is_some() {
            let is_int = literal(base).is_some_and(|base| base.fract() == 0.0) || self.scalar_int(base);
            let counter = self.declare("int64_t", "i");
            if !is_int {
                self.require(&format!("raddle_is_int({name})"));
            }
            self.line(format!("{counter} = (int64_t){name};"));
            int = Some(Int::exact(counter));
        }
        let non_negative = step.is_some_and(|step| step > 0) && self.is_non_negative(base);
        self.loops.push(Loop { slot, id, elem, int, non_negative });
        self.block(body);
        self.loops.pop();
    }
}
