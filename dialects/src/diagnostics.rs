//! Errors, warnings and remarks at a place in the source, and catching those that MLIR reports.

use std::sync::{Arc, Mutex};

use melior::Context;
use melior::diagnostic::{Diagnostic, DiagnosticSeverity};
use melior::ir::Location;

use crate::ir::{FileLineCol, file_line_col};

pub use raddle_mlir_sys::diagnostic::{InFlight, Severity, emit};

/// Begins an error; `.report()`, or dropping it, reports it. Notes are added with `.note(location, text)`.
pub fn error<'c>(location: Location<'c>, message: impl Into<String>) -> InFlight<'c> {
    emit(location, Severity::Error, message)
}

pub fn warning<'c>(location: Location<'c>, message: impl Into<String>) -> InFlight<'c> {
    emit(location, Severity::Warning, message)
}

pub fn remark<'c>(location: Location<'c>, message: impl Into<String>) -> InFlight<'c> {
    emit(location, Severity::Remark, message)
}

/// A diagnostic that was reported, apart from the context it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub severity: Severity,
    pub at: Option<FileLineCol>,
    pub text: String,
    pub notes: Vec<Message>,
}

impl Message {
    fn new(diagnostic: &Diagnostic) -> Self {
        let notes = (0..diagnostic.note_count()).filter_map(|i| diagnostic.note(i).ok());
        Message {
            severity: severity(diagnostic.severity()),
            at: file_line_col(diagnostic.location()),
            text: diagnostic.to_string(),
            notes: notes.map(|note| Message::new(&note)).collect(),
        }
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(at) = &self.at {
            write!(f, "{at}: ")?;
        }
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Remark => "remark",
        };
        write!(f, "{kind}: {}", self.text)
    }
}

fn severity(severity: DiagnosticSeverity) -> Severity {
    match severity {
        DiagnosticSeverity::Error => Severity::Error,
        DiagnosticSeverity::Warning => Severity::Warning,
        DiagnosticSeverity::Note => Severity::Note,
        DiagnosticSeverity::Remark => Severity::Remark,
    }
}

/// Runs `f`; what is reported meanwhile in `context` is returned instead of printed.
pub fn capture<T>(context: &Context, f: impl FnOnce() -> T) -> (T, Vec<Message>) {
    let messages = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&messages);
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(Message::new(&diagnostic));
        true
    });
    let result = f();
    context.detach_diagnostic_handler(handler);
    let messages = std::mem::take(&mut *messages.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    (result, messages)
}
