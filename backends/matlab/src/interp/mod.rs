//! The interpreter of the syntax tree: the meaning of every program. Never types or compiles anything.
//!
//! Each function call has a frame with one slot per name of its scope. A name without a variable is a function call; what it calls
//! is looked up once and kept beside the code.

mod assign;
mod call;
mod chain;
pub mod compiled;
mod eval;
mod exec;
mod frame;
mod listing;
mod lookup;
mod own;
mod place;
mod stored;
mod trial;

pub use own::functions as own_functions;

use crate::builtins::errors;
use crate::error::{StackFrame, called_from};
use crate::session::{Session, State};
use crate::value::Value;
use crate::{Error, Result, memory};
use frame::{Code, Frame};
use raddle_matlab::ast::{Anonymous, File, Function, Scope, Source};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// The greatest number of nested calls, as Octave's `max_recursion_depth`.
const MAX_DEPTH: usize = 256;

/// A program that runs.
pub struct Interp {
    /// The frame of the function that runs now; its callers' are in `callers`, innermost last.
    frame: Frame,
    callers: Vec<Frame>,
    /// How many scripts and evaluated texts run within each other.
    scripts: usize,
    globals: HashMap<Rc<str>, Value>,
    persistent: HashMap<(*const Function, u32), Value>,
    functions: lookup::Functions,
    /// Bodies of anonymous functions as code, by the function, which is kept so that its address stays its own.
    anonymous: HashMap<*const Anonymous, (Rc<Anonymous>, Rc<Code>)>,
    /// Which outputs of the call that comes are ignored with `~`.
    wanted_outputs: Vec<bool>,
    /// What `end` means, innermost last.
    ends: Vec<chain::EndOf>,
    state: State,
    /// Compiled statements.
    regions: compiled::Regions,
    trial: Option<trial::Trial>,
    /// Collects what is written while `evalc` runs, innermost last.
    captures: Vec<Vec<u8>>,
}

/// How a program ended: what the process returns.
pub struct Ending {
    pub status: i32,
}

impl Interp {
    pub fn new() -> Interp {
        let empty = Rc::new(Function {
            name: "".into(),
            source: Rc::default(),
            scope: Scope::default(),
            parameters: vec![],
            varargin: None,
            outputs: vec![],
            varargout: None,
            body: vec![],
            span: raddle_matlab::ast::Span::default(),
        });
        let file = File { source: Rc::default(), script: empty.clone(), functions: vec![], is_function_file: false };
        Interp {
            frame: Frame::new(Code::new(empty, Rc::new(file))),
            callers: vec![],
            scripts: 0,
            globals: HashMap::new(),
            persistent: HashMap::new(),
            functions: lookup::Functions::default(),
            anonymous: HashMap::new(),
            wanted_outputs: vec![],
            ends: vec![],
            state: State::default(),
            regions: compiled::Regions::new(),
            trial: None,
            captures: vec![],
        }
    }

    /// Runs a parsed script, or calls a function file's main function without arguments, as `octave-cli FILE` does. Errors that
    /// nothing catches are written to standard error.
    pub fn run(&mut self, file: File) -> Ending {
        if let Some(dir) = file.source.path.as_deref().and_then(Path::parent) {
            // Where the program is comes first, and its file's folder then.
            self.functions.add_dir(Path::new("."));
            self.functions.add_dir(dir);
        }
        let result = self.guard(|this| this.run_file(Rc::new(file)));
        let status = match result {
            Ok(()) => 0,
            Err(Error { exit: Some(status), .. }) => status,
            Err(error) => {
                self.write_error(report(&error).as_bytes());
                1
            }
        };
        memory::flush();
        Ending { status }
    }

    /// Runs the script that `path` names, with no loop compiled; `trial` is the processor time of one, which says by its status whether
    /// it came to its end. The exit status.
    pub fn run_interpreted(&mut self, path: &Path, trial: Option<Duration>) -> i32 {
        let Ok(bytes) = std::fs::read(path) else {
            return 3;
        };
        self.trial = trial.map(trial::begin);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let source = Rc::new(Source::new(Some(path.to_path_buf()), text.into()));
        let status = self.run_compiled(vec![source], compiled::Regions::new());
        if trial.is_some() { trial::ENDED } else { status }
    }

    /// Runs a compiled program: the first source, with the others as files of functions. The exit status.
    pub fn run_compiled(&mut self, sources: Vec<Rc<Source>>, regions: compiled::Regions) -> i32 {
        self.regions = regions;
        let mut sources = sources.into_iter();
        let Some(main) = sources.next() else {
            return 0;
        };
        for source in sources {
            self.functions.add_source(source);
        }
        // The compiler has parsed it before.
        match raddle_matlab::parse_file(main) {
            Ok(file) => self.run(file).status,
            Err(_) => 3,
        }
    }

    /// Makes errors of panics; the functions that they left are left.
    fn guard<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let depth = self.callers.len();
        let mut result = memory::guard(|| f(self));
        while self.callers.len() > depth {
            result = self.pop(result);
        }
        result
    }

    fn run_file(&mut self, file: Rc<File>) -> Result<()> {
        if file.is_function_file {
            let main = self.functions.define_file(&file);
            return match main {
                Some(code) => self.call_user(&code, vec![], 0).map(drop),
                None => Ok(()),
            };
        }
        let code = Code::new(file.script.clone(), file.clone());
        self.enter_script(&code)
    }

    /// Adds a directory where functions' files are looked for.
    pub fn add_path(&mut self, dir: PathBuf) {
        self.functions.add_dir(&dir);
    }
}

impl Default for Interp {
    fn default() -> Interp {
        Interp::new()
    }
}

/// The text of an error that nothing caught.
fn report(error: &Error) -> String {
    let text = format!("error: {}\n", errors::message_of(error));
    if error.message.ends_with('\n') || error.stack.is_empty() {
        return text;
    }
    text + &called_from("error", &error.stack)
}

impl Session for Interp {
    fn call(&mut self, function: &Value, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        self.call_value(function, args, nargout)
    }

    fn is_function(&mut self, name: &str) -> bool {
        self.find_function(name).is_some()
    }

    fn write(&mut self, bytes: &[u8]) {
        match self.captures.last_mut() {
            Some(capture) => capture.extend_from_slice(bytes),
            None if self.trial.is_some() => (),
            None => memory::print(bytes),
        }
    }

    fn write_error(&mut self, bytes: &[u8]) {
        if self.trial.is_some() {
            return;
        }
        // What was written before comes first.
        memory::flush();
        let _ = std::io::stderr().write_all(bytes);
    }

    fn place(&self) -> Option<(Rc<str>, usize)> {
        Some((self.frame.code.function.source.text.clone(), self.frame.at.start as usize))
    }

    fn frames(&self) -> Vec<StackFrame> {
        std::iter::once(&self.frame).chain(self.callers.iter().rev()).flat_map(Frame::stack_frames).collect()
    }

    fn state(&mut self) -> &mut State {
        &mut self.state
    }
}

/// Reads and parses a file.
///
/// # Errors
/// What cannot be read, and errors of the text with their places, all in one message.
pub fn load(path: &Path) -> Result<File> {
    let text =
        std::fs::read(path).map_err(|error| Error::new(format!("could not find file {}: {error}", path.display())))?;
    let text: Rc<str> = String::from_utf8_lossy(&text).into();
    let source = Rc::new(Source::new(Some(path.to_path_buf()), text));
    raddle_matlab::parse_file(source.clone()).map_err(|diagnostics| {
        let lines: Vec<_> = diagnostics.iter().map(|diagnostic| describe(&source, diagnostic)).collect();
        Error::with_id("Octave:undefined-function", format!("parse error:\n\n{}", lines.join("\n")))
    })
}

/// `file:line:col: error: message`, the line and a caret.
pub fn describe(source: &Source, diagnostic: &raddle_matlab::Diagnostic) -> String {
    let (line, column, text) = raddle_matlab::diagnostic::position(&source.text, diagnostic.span.start);
    let path = source.path.as_deref().map_or("<eval>".into(), |path| path.display().to_string());
    let caret = format!("{:>column$}", "^");
    let hint = diagnostic.hint.as_ref().map_or(String::new(), |hint| format!("\nhint: {hint}"));
    format!("{path}:{line}:{column}: error: {}\n{text}\n{caret}{hint}", diagnostic.message)
}
