//! Chains such as `a(1).b{2}`: indexing, field access and calls, from left to right.

use super::Interp;
use super::lookup::Callee;
use crate::builtins::{maps, missing::reason, parsers};
use crate::index::{self, Subscript};
use crate::value::{Dims, Value};
use crate::{Error, Result, fail, ops};
use raddle_matlab::ast::{Expr, ExprKind, Slot};
use std::rc::Rc;

/// What `end` stands for in the subscripts that are evaluated now.
pub enum EndOf {
    /// A variable of the current frame.
    Variable {
        slot: Slot,
        position: usize,
        count: usize,
    },
    Value {
        dims: Dims,
        position: usize,
        count: usize,
    },
    /// Nothing: why.
    Missing(Error),
    /// In arguments of a function: there `end` belongs to what is around the call.
    Call,
}

/// One step of a chain, not evaluated yet.
#[derive(Clone, Copy)]
pub enum Step<'a> {
    Paren(&'a [Expr]),
    Brace(&'a [Expr]),
    Field(&'a Rc<str>),
    Dynamic(&'a Expr),
}

/// The expression that a chain starts at, and its steps.
pub fn steps(expr: &Expr) -> (&Expr, Vec<Step<'_>>) {
    let mut steps = vec![];
    let mut at = expr;
    loop {
        let (base, step) = match &at.kind {
            ExprKind::Index { base, arguments } => (base, Step::Paren(arguments)),
            ExprKind::CellIndex { base, arguments } => (base, Step::Brace(arguments)),
            ExprKind::Field { base, name } => (base, Step::Field(name)),
            ExprKind::DynamicField { base, name } => (base, Step::Dynamic(name)),
            _ => break,
        };
        steps.push(step);
        at = base;
    }
    steps.reverse();
    (at, steps)
}

/// Other names of functions, and methods, which Octave's note on variables that shadow functions does not know.
const UNNOTED: &[&str] = &[
    "J",
    "addOptional",
    "addParamValue",
    "addParameter",
    "addRequired",
    "addSwitch",
    "argnames",
    "chdir",
    "exit",
    "formula",
    "gammaln",
    "hist3",
    "i",
    "ifelse",
    "inf",
    "inputParser",
    "inverse",
    "isKey",
    "isbool",
    "j",
    "keys",
    "lower",
    "nan",
    "parse",
    "putenv",
    "remove",
    "upper",
    "values",
];

impl Interp {
    /// The values of a chain; a call at its end may give up to `nargout`.
    pub fn chain(&mut self, expr: &Expr, nargout: usize) -> Result<Vec<Value>> {
        if let ExprKind::Index { base, arguments } = &expr.kind
            && let ExprKind::Name(slot) = base.kind
            && let Some(value) = self.place(slot)
            && !matches!(value, Value::Handle(_) | Value::Map(_) | Value::Parser(_))
        {
            return self.index_variable(slot, arguments, expr).map(|value| vec![value]);
        }
        let (base, steps) = steps(expr);
        let ExprKind::Name(slot) = base.kind else {
            let value = self.eval(base)?;
            return self.follow(value, &steps, nargout, None);
        };
        match self.variable(slot) {
            Some(value) => {
                let name = self.name_of(slot);
                self.follow(value, &steps, nargout, Some(&name))
            }
            None => self.chain_of_call(slot, &steps, nargout, base),
        }
    }

    /// `x(...)` of a variable, without a copy of it.
    fn index_variable(&mut self, slot: Slot, arguments: &[Expr], expr: &Expr) -> Result<Value> {
        let subscripts = self.subscripts(arguments, |position, count| EndOf::Variable { slot, position, count })?;
        let Some(value) = self.place(slot) else {
            let name = self.name_of(slot);
            return Err(self.undefined(&name));
        };
        let result = index::get(value, &subscripts, None);
        if arguments.is_empty() {
            warn_of_no_subscripts(value);
        }
        result.or_else(|_| {
            // Once more, for the message: the name costs time.
            self.frame.at = expr.span;
            let name = self.name_of(slot);
            let value = self.variable(slot).unwrap_or_else(Value::empty);
            let result = index::get(&value, &subscripts, Some(&name));
            result.map_err(|error| self.shadowing(index::named(error, &name), &name))
        })
    }

    /// An index out of bound may be meant as a call.
    fn shadowing(&mut self, mut error: Error, name: &str) -> Error {
        let mut is_function =
            || self.find_function(name).is_some() && !UNNOTED.contains(&name) || reason(name).is_some();
        if error.identifier == "Octave:index-out-of-bounds" && is_function() {
            error.message.push_str(&format!(" (note: variable '{name}' shadows function)"));
        }
        error
    }

    fn chain_of_call(&mut self, slot: Slot, steps: &[Step], nargout: usize, base: &Expr) -> Result<Vec<Value>> {
        self.frame.at = base.span;
        if let [Step::Field(field), rest @ ..] = steps
            && &*self.name_of(slot) == "containers"
            && &***field == "Map"
        {
            return self.call_step("containers.Map", rest, nargout);
        }
        let (callee, steps) = match self.callee(slot) {
            Some(callee) => (callee, steps),
            None => self.of_package(slot, steps)?,
        };
        let (args, rest) = self.call_arguments(steps)?;
        self.frame.at = base.span;
        // A statement wants no value of a call either whose value it goes on with.
        let wanted = if rest.is_empty() { nargout } else { nargout.min(1) };
        let values = self.call_callee(&callee, args, wanted)?;
        self.follow_call(values, rest, nargout)
    }

    /// The function that names of packages and its own name, as fields, stand for.
    fn of_package<'s, 'a>(&mut self, slot: Slot, steps: &'s [Step<'a>]) -> Result<(Callee, &'s [Step<'a>])> {
        let name = self.name_of(slot);
        let mut names = vec![&*name];
        for (at, step) in steps.iter().enumerate() {
            let Step::Field(field) = step else { break };
            names.push(field);
            if let Some(callee) = self.find_in_package(&names) {
                return Ok((callee, &steps[at + 1..]));
            }
        }
        match names[..] {
            [package, member, ..] if self.is_package(package) => {
                fail!("member '{member}' in package '{package}' does not exist")
            }
            _ => {
                // Arguments are computed before their function is looked for.
                let place = self.frame.at;
                self.call_arguments(steps)?;
                self.frame.at = place;
                Err(self.undefined(&name))
            }
        }
    }

    fn call_step(&mut self, name: &str, steps: &[Step], nargout: usize) -> Result<Vec<Value>> {
        let (args, rest) = self.call_arguments(steps)?;
        let values = self.call_named(name, args, if rest.is_empty() { nargout } else { nargout.min(1) })?;
        self.follow_call(values, rest, nargout)
    }

    /// The arguments of a call at the start of steps, and the steps after it.
    fn call_arguments<'s, 'a>(&mut self, steps: &'s [Step<'a>]) -> Result<(Vec<Value>, &'s [Step<'a>])> {
        match steps {
            [Step::Paren(arguments), rest @ ..] => Ok((self.arguments(arguments)?, rest)),
            rest => Ok((vec![], rest)),
        }
    }

    pub fn arguments(&mut self, arguments: &[Expr]) -> Result<Vec<Value>> {
        self.ends.push(EndOf::Call);
        // Calls among the arguments are no calls of the assignment.
        let wanted = std::mem::take(&mut self.wanted_outputs);
        let values = self.eval_list(arguments);
        self.wanted_outputs = wanted;
        self.ends.pop();
        values
    }

    fn follow_call(&mut self, values: Vec<Value>, rest: &[Step], nargout: usize) -> Result<Vec<Value>> {
        if rest.is_empty() {
            return Ok(values);
        }
        match values.into_iter().next() {
            Some(value) => self.follow(value, rest, nargout, None),
            None => Err(Error::new("indexing undefined value")),
        }
    }

    /// Applies steps to a value.
    fn follow(&mut self, value: Value, steps: &[Step], nargout: usize, name: Option<&str>) -> Result<Vec<Value>> {
        let mut value = value;
        for (at, step) in steps.iter().enumerate() {
            let rest = &steps[at + 1..];
            if let (Value::Handle(handle), Step::Paren(arguments)) = (&value, step) {
                let handle = handle.clone();
                let args = self.arguments(arguments)?;
                let values = self.call_handle(&handle, args, if rest.is_empty() { nargout } else { nargout.min(1) })?;
                return self.follow_call(values, rest, nargout);
            }
            if let (Value::Parser(parser), Step::Field(field)) = (&value, step) {
                let parser = parser.clone();
                let (args, rest) = self.call_arguments(rest)?;
                let found = parsers::member(self, &parser, field, &args)?;
                return self.follow_call(found, rest, nargout);
            }
            if let (Value::Map(map), Step::Field(field)) = (&value, step) {
                let map = map.clone();
                let (args, rest) = self.call_arguments(rest)?;
                let found = maps::member(&map, field, &args)?;
                return self.follow_call(vec![found], rest, nargout);
            }
            let mut values = self.step(&value, step, name)?;
            if rest.is_empty() {
                return Ok(values);
            }
            if values.len() != 1 {
                fail!("a cs-list cannot be further indexed");
            }
            value = values.swap_remove(0);
        }
        Ok(vec![value])
    }

    /// One step that is no call.
    fn step(&mut self, value: &Value, step: &Step, name: Option<&str>) -> Result<Vec<Value>> {
        match step {
            Step::Paren(arguments) => {
                let subscripts = self.subscripts_of(value, arguments)?;
                if arguments.is_empty() {
                    warn_of_no_subscripts(value);
                }
                match value {
                    Value::Map(map) => maps::get(map, &key(&subscripts)?).map(|value| vec![value]),
                    _ => {
                        let found = index::get(value, &subscripts, name).map(|value| vec![value]);
                        found.map_err(|error| name.map_or(error.clone(), |name| index::named(error, name)))
                    }
                }
            }
            Step::Brace(arguments) => {
                let Value::Cell(_) = value else {
                    return Err(not_cell(value));
                };
                if arguments.is_empty() {
                    fail!("invalid empty index expression {{}}, use {{:}} instead");
                }
                let subscripts = self.subscripts_of(value, arguments)?;
                let found = index::get(value, &subscripts, name);
                match found.map_err(|error| name.map_or(error.clone(), |name| index::named(error, name)))? {
                    Value::Cell(cells) => Ok(Rc::unwrap_or_clone(cells).into_vec()),
                    other => Ok(vec![other]),
                }
            }
            Step::Field(field) => fields(value, field),
            Step::Dynamic(expr) => {
                let field = self.field_name(expr)?;
                fields(value, &field)
            }
        }
    }

    pub fn field_name(&mut self, expr: &Expr) -> Result<Rc<str>> {
        let value = self.eval(expr)?;
        match value.as_text() {
            Some(name) => Ok(name.into()),
            None => Err(Error::new("dynamic structure field names must be strings")),
        }
    }

    fn subscripts_of(&mut self, value: &Value, arguments: &[Expr]) -> Result<Vec<Subscript>> {
        let dims = value.dims();
        self.subscripts(arguments, |position, count| EndOf::Value { dims: dims.clone(), position, count })
    }

    /// Evaluates subscripts; `end_of` says what `end` means at a position of how many.
    pub fn subscripts(&mut self, arguments: &[Expr], end_of: impl Fn(usize, usize) -> EndOf) -> Result<Vec<Subscript>> {
        let mut subscripts = Vec::with_capacity(arguments.len());
        for (position, argument) in arguments.iter().enumerate() {
            match &argument.kind {
                ExprKind::Colon => subscripts.push(Subscript::Colon),
                ExprKind::Number(value) => subscripts.push(Subscript::Value(Value::scalar(*value))),
                ExprKind::Name(slot) if self.place(*slot).is_some() => {
                    subscripts.extend(self.variable(*slot).map(magic));
                }
                _ => {
                    self.ends.push(end_of(position, arguments.len()));
                    let values = self.eval_list(std::slice::from_ref(argument));
                    self.ends.pop();
                    subscripts.extend(values?.into_iter().map(magic));
                }
            }
        }
        Ok(subscripts)
    }

    /// `end`
    pub fn end_value(&mut self) -> Result<Value> {
        let context = self.ends.iter().rev().find(|end| !matches!(end, EndOf::Call));
        let (dims, position, count) = match context {
            Some(EndOf::Variable { slot, position, count }) => {
                (self.place(*slot).map(Value::dims).ok_or_else(no_value)?, *position, *count)
            }
            Some(EndOf::Missing(error)) => return Err(error.clone()),
            Some(EndOf::Value { dims, position, count }) => (dims.clone(), *position, *count),
            Some(EndOf::Call) | None => return Err(no_value()),
        };
        let extents = dims.as_slice();
        let extent = match (position, count) {
            (_, 1) => dims.count(),
            (position, count) if position + 1 == count => extents.iter().skip(position).product(),
            (position, _) => dims.get(position),
        };
        Ok(Value::scalar(extent as f64))
    }
}

/// `end` of what has no value.
pub fn no_value() -> Error {
    Error::new("invalid use of 'end': may only be used to index existing value")
}

/// A char `:` is the colon.
fn magic(value: Value) -> Subscript {
    match value.as_bytes() {
        Some(b":") => Subscript::Colon,
        _ => Subscript::Value(value),
    }
}

/// The key of a map's subscript.
pub fn key(subscripts: &[Subscript]) -> Result<Value> {
    match subscripts {
        [Subscript::Colon] => Ok(Value::text(":")),
        // Octave looks at the first key alone.
        [Subscript::Value(key), ..] => Ok(key.clone()),
        _ => Err(Error::new("containers.Map: no key specified")),
    }
}

fn not_cell(value: &Value) -> Error {
    match value {
        Value::Map(_) => Error::new("containers.Map: only '()' indexing is supported"),
        _ => Error::new(format!("{} cannot be indexed with {{", value.indexed_name())),
    }
}

/// `x()` is all of `x`.
fn warn_of_no_subscripts(value: &Value) {
    let kind = match value {
        Value::Char(_) | Value::Handle(_) | Value::Map(_) | Value::Parser(_) => return,
        Value::Cell(_) => "cell array".into(),
        Value::Struct(_) => "struct".into(),
        Value::Range(_) | Value::Diagonal(_) | Value::Structured(_) | Value::Double(_) => "matrix".into(),
        Value::Bool(_) => "bool matrix".into(),
        other => other.kind_name().replace("scalar", "matrix"),
    };
    ops::warn("", format!("'{kind}' object indexed with empty index list"));
}

/// `value.name`: one value per element.
fn fields(value: &Value, name: &str) -> Result<Vec<Value>> {
    match value {
        Value::Struct(structs) => match structs.fields.get(name) {
            Some(field) => Ok(field.as_slice().to_vec()),
            None => Err(Error::with_id("Octave:invalid-indexing", format!("structure has no member '{name}'"))),
        },
        other => Err(Error::new(format!("{} cannot be indexed with .", other.indexed_name()))),
    }
}
