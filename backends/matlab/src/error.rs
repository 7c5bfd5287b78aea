//! Errors that a MATLAB program can catch.

/// An error as `try ... catch` sees it. `message` is without `error: ` before it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    pub message: String,
    /// Often empty, as in Octave.
    pub identifier: String,
    /// Where it was raised, innermost first.
    pub stack: Vec<StackFrame>,
    /// It was raised before: the stack is that of the first time.
    pub is_again: bool,
    /// `exit(n)` and `quit`, which nothing catches.
    pub exit: Option<i32>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackFrame {
    pub file: String,
    pub function: String,
    /// From 1; 0 for a function that was not entered.
    pub line: usize,
    pub column: usize,
}

/// What Octave prints of a stack below an error or a warning.
pub fn called_from(kind: &str, stack: &[StackFrame]) -> String {
    let mut text = format!("{kind}: called from\n");
    for frame in stack {
        let place = format!(" at line {} column {}", frame.line, frame.column);
        text.push_str(&format!("    {}{}\n", frame.function, if frame.line == 0 { "" } else { &place }));
    }
    text
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn new(message: impl Into<String>) -> Error {
        Error { message: message.into(), identifier: String::new(), stack: vec![], is_again: false, exit: None }
    }

    /// It leaves a function.
    pub fn leaves(&mut self, frame: StackFrame) {
        // Octave shows the same frame once.
        if !self.is_again && self.stack.last() != Some(&frame) {
            self.stack.push(frame);
        }
    }

    /// With one of Octave's identifiers, such as `Octave:undefined-function`.
    pub fn with_id(identifier: &str, message: impl Into<String>) -> Error {
        Error { identifier: identifier.to_string(), ..Error::new(message) }
    }

    /// `Invalid call to NAME.  Correct usage is: ...`, which Octave raises for a wrong number of arguments.
    pub fn invalid_call(name: &str) -> Error {
        Error::with_id("Octave:invalid-fun-call", crate::builtins::usages::invalid_call(name))
    }

    /// What Octave raises for arrays that are too large.
    pub fn out_of_memory() -> Error {
        Error::with_id("Octave:bad-alloc", "out of memory or dimension too large for Octave's index type")
    }
}

/// `Err(Error::new(format!(...)))`.
#[macro_export]
macro_rules! fail {
    ($($word:tt)*) => { return Err($crate::Error::new(format!($($word)*))) };
}
