//! Calls: of users' functions, builtin functions, handles. Evaluates no arguments.

use super::exec::Flow;
use super::frame::{Code, Frame, Link};
use super::lookup::Callee;
use super::place::Place;
use super::{Interp, MAX_DEPTH};
use crate::error::StackFrame;
use crate::value::{Array, Handle, Value};
use crate::{Error, Result, builtins, fail};
use raddle_matlab::ast::{Anonymous, File, Function, Parameter, Slot, Span};
use std::rc::Rc;

impl Interp {
    /// Calls a handle, or the function of a name.
    pub fn call_value(&mut self, function: &Value, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        match function {
            Value::Handle(handle) => self.call_handle(handle, args, nargout),
            other => match other.as_text() {
                Some(name) => self.call_named(&name, args, nargout),
                None => {
                    Err(Error::new("feval: first argument must be a string, inline function, or a function handle"))
                }
            },
        }
    }

    pub fn call_named(&mut self, name: &str, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        match self.find_function(name) {
            Some(callee) => self.call_callee(&callee, args, nargout),
            None => {
                let text = format!("feval: function '{name}' not found");
                Err(Error::with_id("Octave:undefined-function", text))
            }
        }
    }

    pub fn call_handle(&mut self, handle: &Rc<Handle>, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        match &**handle {
            Handle::Named(name) => match self.find_function(name) {
                Some(callee) => self.call_callee(&callee, args, nargout),
                None => Err(Error::new(format!("invalid function handle, unable to find function for @{name}"))),
            },
            Handle::Inline { function, .. } => self.call_handle(function, args, nargout),
            Handle::User { function, file } => {
                let code = Code::new(function.clone(), file.clone());
                self.call_user(&code, args, nargout)
            }
            Handle::Anonymous { code, captured, file } => self.call_anonymous(code, captured, file, args, nargout),
        }
    }

    pub fn call_callee(&mut self, callee: &Callee, mut args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        let own_name = match callee {
            Callee::Builtin(entry) => Some(entry.name),
            Callee::Own(own) => Some(own.name),
            Callee::User(_) | Callee::Script(_) => None,
        };
        if own_name.is_some_and(|name| !self.try_call(name, &mut args)) {
            return Ok(vec![]);
        }
        match callee {
            Callee::User(code) => self.call_user(code, args, nargout),
            Callee::Builtin(entry) => {
                let result = self.guard(|this| builtins::call(entry, this, args, nargout));
                if let "cd" | "chdir" = entry.name {
                    self.functions.forget_files();
                }
                result
            }
            Callee::Own(own) => self.call_own(own, args, nargout),
            Callee::Script(code) if !args.is_empty() || nargout > 0 => {
                let source = &code.function.source;
                let path = source.absolute.as_deref().or(source.path.as_deref());
                fail!("invalid call to script {}", path.map_or(String::new(), |path| path.display().to_string()))
            }
            Callee::Script(code) => self.run_in_frame(code).map(|()| vec![]),
        }
    }

    /// A function of the user.
    pub fn call_user(&mut self, code: &Rc<Code>, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        let function = &code.function;
        if args.len() > function.parameters.len() && function.varargin.is_none() {
            return Err(not_entered(function, "inputs"));
        }
        if nargout > function.outputs.len() && function.varargout.is_none() {
            return Err(not_entered(function, "outputs"));
        }
        let ignored = std::mem::take(&mut self.wanted_outputs);
        self.issue_warnings();
        self.push(Frame { ignored, ..Frame::new(code.clone()) })?;
        let result = self.run_function(code, args, nargout);
        self.pop(result)
    }

    fn run_function(&mut self, code: &Rc<Code>, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        self.frame.nargin = args.len();
        self.frame.nargout = nargout;
        self.bind(&code.function.parameters, code.function.varargin, args)?;
        let flow = self.block(&code.function.body);
        self.keep_persistent();
        if flow? != Flow::Return {
            self.frame.place = Place::At(end_of(&code.function));
        }
        self.outputs(code, nargout)
    }

    /// Gives parameters their values.
    fn bind(&mut self, parameters: &[Parameter], varargin: Option<Slot>, args: Vec<Value>) -> Result<()> {
        let mut args = args.into_iter();
        for parameter in parameters {
            let value = match (args.next(), &parameter.default) {
                (Some(value), _) => Some(value),
                (None, Some(default)) => Some(self.eval(default)?),
                (None, None) => None,
            };
            if let (Some(slot), Some(value)) = (parameter.slot, value) {
                self.frame.variables[slot.0 as usize] = Some(value);
            }
        }
        if let Some(slot) = varargin {
            let rest: Vec<_> = args.collect();
            let rows = usize::from(!rest.is_empty());
            let rest = Array::new([rows, rest.len()].into(), rest);
            self.frame.variables[slot.0 as usize] = Some(Value::cell(rest));
        }
        Ok(())
    }

    /// The values of the outputs that the caller wants and that were set.
    fn outputs(&mut self, code: &Rc<Code>, nargout: usize) -> Result<Vec<Value>> {
        let function = &code.function;
        let mut values = vec![];
        for (at, &slot) in function.outputs.iter().take(nargout.max(1)).enumerate() {
            match self.variable(slot) {
                Some(value) => values.push(value),
                None if nargout == 0 => return Ok(vec![]),
                // `[~, x] = f()`: the caller takes nothing there.
                None if self.frame.ignored.get(at) == Some(&true) => values.push(Value::empty()),
                None => {
                    let name = self.frame.names[slot.0 as usize].clone();
                    self.frame.at = declared(function, &name);
                    return Err(self.undefined(&name));
                }
            }
        }
        if let Some(slot) = function.varargout
            && values.len() < nargout.max(1)
            && let Some(Value::Cell(rest)) = self.variable(slot)
        {
            values.extend(rest.iter().take(nargout.max(1) - values.len()).cloned());
        }
        Ok(values)
    }

    fn call_anonymous(
        &mut self,
        function: &Rc<Anonymous>,
        captured: &[(Slot, Value)],
        file: &Rc<File>,
        args: Vec<Value>,
        nargout: usize,
    ) -> Result<Vec<Value>> {
        if args.len() > function.parameters.len() && function.varargin.is_none() {
            let text = "@<anonymous>: function called with too many inputs";
            return Err(Error::with_id("Octave:invalid-fun-call", text));
        }
        let code = self.anonymous_code(function, file);
        self.push(Frame::new(code))?;
        self.frame.nargin = args.len();
        self.frame.nargout = nargout;
        self.frame.at = function.body.span;
        self.frame.place = Place::of_expr(&function.body);
        for (slot, value) in captured {
            self.frame.variables[slot.0 as usize] = Some(value.clone());
        }
        let result = self.bind(&function.parameters, function.varargin, args);
        let result = result.and_then(|()| self.eval_many(&function.body, nargout));
        self.pop(result)
    }

    /// The body of an anonymous function as code of its own, made once.
    fn anonymous_code(&mut self, function: &Rc<Anonymous>, file: &Rc<File>) -> Rc<Code> {
        let code = self.anonymous.entry(Rc::as_ptr(function)).or_insert_with(|| {
            let at = function.body.span.start;
            let around = file.functions.iter().find(|it| (it.span.start..it.span.end).contains(&at));
            let body = raddle_matlab::ast::Function {
                name: around.map_or("@<anonymous>".into(), |it| format!("{}>@<anonymous>", it.name).into()),
                source: file.source.clone(),
                scope: function.scope.clone(),
                parameters: vec![],
                varargin: None,
                outputs: vec![],
                varargout: None,
                body: vec![],
                span: function.body.span,
            };
            (function.clone(), Code::new(Rc::new(body), file.clone()))
        });
        code.1.clone()
    }

    fn push(&mut self, frame: Frame) -> Result<()> {
        if self.callers.len() >= MAX_DEPTH {
            return Err(Error::with_id("Octave:recursion-depth", "max_recursion_depth exceeded"));
        }
        let caller = std::mem::replace(&mut self.frame, frame);
        self.callers.push(caller);
        Ok(())
    }

    /// Returns to the caller. An error learns where it was.
    pub fn pop<T>(&mut self, result: Result<T>) -> Result<T> {
        // Functions of the library are not seen.
        let is_seen = result.is_err() && self.frame.code.function.source.path.is_some();
        let place = is_seen.then(|| self.frame.stack_frame());
        if let Some(caller) = self.callers.pop() {
            self.frame = caller;
            self.take_back();
        }
        result.map_err(|mut error| {
            place.into_iter().for_each(|frame| error.leaves(frame));
            error
        })
    }

    /// Runs a script with a frame of its own: the program's main script.
    pub fn enter_script(&mut self, code: &Rc<Code>) -> Result<()> {
        self.frame = Frame::new(code.clone());
        self.frame.is_function = false;
        let result = self.block(&code.function.body);
        result.map(drop).map_err(|mut error| {
            error.leaves(self.frame.stack_frame());
            error
        })
    }

    /// Runs a script or an evaluated text in the current frame: its names become the frame's.
    pub fn run_in_frame(&mut self, code: &Rc<Code>) -> Result<()> {
        let code = self.adapt(code)?;
        self.frame.extend(&code.function.scope.names);
        let outside = std::mem::replace(&mut self.frame.code, code.clone());
        let (at, place) = (self.frame.at, self.frame.place);
        self.frame.outside.push((outside.clone(), place));
        self.scripts += 1;
        let result = if self.scripts > MAX_DEPTH {
            Err(Error::with_id("Octave:recursion-depth", "max_recursion_depth exceeded"))
        } else {
            self.block(&code.function.body)
        };
        self.scripts -= 1;
        let result = result.map_err(|mut error| {
            if code.function.source.path.is_some() {
                error.leaves(self.frame.stack_frame());
            }
            error
        });
        self.frame.outside.pop();
        self.frame.code = outside;
        (self.frame.at, self.frame.place) = (at, place);
        result.map(drop)
    }

    /// Code whose first names are those of the frame. A script file is parsed again for a frame with other names.
    fn adapt(&mut self, code: &Rc<Code>) -> Result<Rc<Code>> {
        let own = &code.function.scope.names;
        if own.len() >= self.frame.names.len() && own[..self.frame.names.len()] == self.frame.names[..] {
            return Ok(code.clone());
        }
        self.parse_here(code.function.source.clone())
    }

    /// A text as code of the current frame.
    pub fn parse_here(&mut self, source: Rc<raddle_matlab::ast::Source>) -> Result<Rc<Code>> {
        let scope = raddle_matlab::ast::Scope { names: (*self.frame.names).clone() };
        let file = raddle_matlab::parse_eval(source.clone(), &scope).map_err(|diagnostics| {
            let lines: Vec<_> = diagnostics.iter().map(|diagnostic| super::describe(&source, diagnostic)).collect();
            Error::new(format!("parse error:\n\n{}\n", lines.join("\n")))
        })?;
        Ok(Code::new(file.script.clone(), Rc::new(file)))
    }

    /// Values of persistent variables outlive the frame.
    fn keep_persistent(&mut self) {
        if self.frame.links.is_empty() {
            return;
        }
        let function = Rc::as_ptr(&self.frame.code.function);
        for &(slot, link) in &self.frame.links {
            if link == Link::Persistent
                && let Some(value) = self.frame.variables[slot.0 as usize].take()
            {
                self.persistent.insert((function, slot.0), value);
            }
        }
    }

    /// The value of a variable of the current frame.
    pub fn variable(&self, slot: Slot) -> Option<Value> {
        self.place(slot).cloned()
    }

    /// Where the value of a variable is.
    pub fn place(&self, slot: Slot) -> Option<&Value> {
        match self.frame.variables.get(slot.0 as usize) {
            Some(Some(value)) => Some(value),
            _ if self.frame.links.is_empty() => None,
            _ => match self.frame.link(slot) {
                Some(Link::Global) => self.globals.get(&self.frame.names[slot.0 as usize]),
                _ => None,
            },
        }
    }

    /// Takes a variable's value to change it; [`Interp::store`] brings it back.
    pub fn take(&mut self, slot: Slot) -> Option<Value> {
        match self.frame.variables[slot.0 as usize].take() {
            Some(value) => Some(value),
            None if self.frame.link(slot) == Some(Link::Global) => {
                self.globals.remove(&self.frame.names[slot.0 as usize])
            }
            None => None,
        }
    }

    pub fn store(&mut self, slot: Slot, value: Value) {
        if !self.frame.links.is_empty() && self.frame.link(slot) == Some(Link::Global) {
            self.globals.insert(self.frame.names[slot.0 as usize].clone(), value);
        } else {
            self.frame.variables[slot.0 as usize] = Some(value);
        }
    }
}

/// Where a function's head names an output.
fn declared(function: &raddle_matlab::ast::Function, name: &str) -> Span {
    let head = function.source.text.get(function.span.start as usize..).unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |at: &usize| !head[..*at].ends_with(is_part) && !head[at + name.len()..].starts_with(is_part);
    let at = head.match_indices(name).map(|it| it.0).find(is_whole).unwrap_or(0) as u32;
    Span { start: function.span.start + at, end: function.span.start + at + name.len() as u32 }
}

/// Where the word stands that ends a function.
fn end_of(function: &Function) -> u32 {
    let text = function.source.text.get(..function.span.end as usize).unwrap_or_default();
    let word = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let start = if text[word.len()..].starts_with("end") { word.len() } else { text.len() };
    start as u32
}

/// A call with too many `what`: the function is in the stack, without a place.
fn not_entered(function: &Function, what: &str) -> Error {
    let file = function.source.path.as_deref().map_or(String::new(), |path| path.display().to_string());
    let frame = StackFrame { file, function: function.name.to_string(), line: 0, column: 0 };
    let text = format!("{}: function called with too many {what}", function.name);
    Error { stack: vec![frame], ..Error::with_id("Octave:invalid-fun-call", text) }
}
