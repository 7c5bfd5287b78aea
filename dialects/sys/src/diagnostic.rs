//! Diagnostics at a location, with severity and notes. They reach the context's handlers (or standard error).

use std::ffi::c_int;

use melior::ir::Location;
use mlir_sys::{MlirLocation, MlirStringRef};

use crate::ffi;

/// In the order of MLIR's `DiagnosticSeverity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
    Remark,
}

impl Severity {
    /// MLIR's number for it.
    fn code(self) -> c_int {
        match self {
            Severity::Error => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError as c_int,
            Severity::Warning => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticWarning as c_int,
            Severity::Note => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticNote as c_int,
            Severity::Remark => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticRemark as c_int,
        }
    }
}

/// A diagnostic under construction; it is reported when dropped.
#[must_use = "dropping it at once reports it without notes: write `let _ =` or call `.report()`"]
pub struct InFlight<'c> {
    location: Location<'c>,
    severity: Severity,
    message: String,
    notes: Vec<(Location<'c>, String)>,
}

impl<'c> InFlight<'c> {
    pub fn note(mut self, location: Location<'c>, message: impl Into<String>) -> Self {
        self.notes.push((location, message.into()));
        self
    }

    /// Reports it now.
    pub fn report(self) {}
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        let locations: Vec<MlirLocation> = self.notes.iter().map(|(location, _)| location.to_raw()).collect();
        let messages: Vec<MlirStringRef> = self.notes.iter().map(|(_, message)| ffi::string_ref(message)).collect();
        unsafe {
            ffi::raddleEmitDiagnostic(
                self.location.to_raw(),
                self.severity.code(),
                ffi::string_ref(&self.message),
                self.notes.len() as isize,
                locations.as_ptr(),
                messages.as_ptr(),
            );
        }
    }
}

/// Begins a diagnostic.
pub fn emit<'c>(location: Location<'c>, severity: Severity, message: impl Into<String>) -> InFlight<'c> {
    InFlight { location, severity, message: message.into(), notes: Vec::new() }
}
