//! What can end a command, and the exit status each gives. Never decides how a message looks (`diag` does).

use crate::diag::Diagnostic;
use std::path::Path;

/// 0 is success, 3 the runtime's when a device fails; a program started by `raddle run` has its own.
pub mod status {
    pub const INPUT: i32 = 1;
    pub const USAGE: i32 = 2;
    /// A bug of ours.
    pub const INTERNAL: i32 = 4;
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's input is wrong and the diagnostics are already out (clang's, mostly).
    #[error("errors were reported")]
    Reported,
    #[error("{}", .0.message)]
    Input(Box<Diagnostic>),
    #[error("{}", .0.message)]
    Usage(Box<Diagnostic>),
    /// Clang did not end by itself.
    #[error("clang was ended by signal {0}")]
    ClangCrashed(i32),
    #[error("{0}")]
    Internal(String),
    /// Whoever read our output went away: nobody is left to tell.
    #[error("the reader of the output closed it")]
    OutputClosed,
}

impl Error {
    pub fn input(message: impl Into<String>) -> Error {
        Error::Input(Box::new(Diagnostic::error(message)))
    }

    pub fn usage(message: impl Into<String>) -> Error {
        Error::Usage(Box::new(Diagnostic::error(message)))
    }

    pub fn usage_hint(message: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Usage(Box::new(Diagnostic::error(message).hint(hint)))
    }

    pub fn not_in_this_version(what: &str) -> Error {
        Error::usage(format!("{what} is not in this version of raddle"))
    }

    /// A file that cannot be read, written or made.
    pub fn file(doing: &str, path: &Path, error: &std::io::Error) -> Error {
        Error::input(format!("cannot {doing} '{}': {}", path.display(), describe(error)))
    }

    pub fn exit_status(&self) -> i32 {
        match self {
            Error::Reported | Error::Input(_) | Error::ClangCrashed(_) | Error::OutputClosed => status::INPUT,
            Error::Usage(_) => status::USAGE,
            Error::Internal(_) => status::INTERNAL,
        }
    }

    /// The message for standard error, if there is one left to print.
    pub fn diagnostic(self) -> Option<Diagnostic> {
        match self {
            Error::Reported | Error::OutputClosed => None,
            Error::Input(diagnostic) | Error::Usage(diagnostic) => Some(*diagnostic),
            Error::ClangCrashed(_) => Some(Diagnostic::error(self.to_string())),
            Error::Internal(message) => {
                Some(Diagnostic::error(format!("internal error: {message}")).hint(crate::panic::HOW_TO_REPORT))
            }
        }
    }
}

/// The system's message without Rust's "(os error N)".
pub fn describe(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
