//! What builtin functions may ask of the program that runs: calls back, output, and state that outlives a call. Holds no syntax tree.

use crate::Result;
use crate::value::Value;

/// The interpreter as builtin functions see it.
pub trait Session {
    /// Calls a function handle, or a function by name (a char row). At most `nargout` values come back, possibly fewer.
    fn call(&mut self, function: &Value, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>>;

    /// Does a function of this name exist (of the user, or a builtin)?
    fn is_function(&mut self, name: &str) -> bool;

    /// Writes to standard output, or to where `evalc` collects it.
    fn write(&mut self, bytes: &[u8]);

    /// Writes to standard error.
    fn write_error(&mut self, bytes: &[u8]);

    /// The text that the call stands in, and where its function's name begins there, if there is one.
    fn place(&self) -> Option<(std::rc::Rc<str>, usize)> {
        None
    }

    /// The functions that run, innermost first, and where they are.
    fn frames(&self) -> Vec<crate::error::StackFrame> {
        vec![]
    }

    /// State shared by builtin functions.
    fn state(&mut self) -> &mut State;
}

/// State of builtin functions that outlives a call. One field per family, each with a type of its own in that family's file.
#[derive(Default)]
pub struct State {
    pub format: crate::display::Format,
    pub random: crate::builtins::random::Random,
    pub timer: Option<std::time::Instant>,
    pub warnings: crate::builtins::errors::Warnings,
    pub last_error: Option<crate::Error>,
    pub files: crate::builtins::files::Files,
    /// What the program was warned of that is told once.
    pub told: std::collections::HashSet<&'static str>,
}
