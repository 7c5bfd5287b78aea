//! Diagnostics at a location, with severity and notes. They reach the context's handlers (or standard error).

use melior::ir::Location;
use mlir_sys::{
    MlirDiagnosticSeverity, MlirDiagnosticSeverity_MlirDiagnosticError, MlirDiagnosticSeverity_MlirDiagnosticNote,
    MlirDiagnosticSeverity_MlirDiagnosticRemark, MlirDiagnosticSeverity_MlirDiagnosticWarning, MlirLocation,
    MlirStringRef,
};

use crate::ffi;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    /// Only attached to another diagnostic; reported alone it becomes a remark.
    Note,
    Remark,
}

impl Severity {
    fn to_raw(self) -> MlirDiagnosticSeverity {
        match self {
            Severity::Error => MlirDiagnosticSeverity_MlirDiagnosticError,
            Severity::Warning => MlirDiagnosticSeverity_MlirDiagnosticWarning,
            Severity::Note => MlirDiagnosticSeverity_MlirDiagnosticNote,
            Severity::Remark => MlirDiagnosticSeverity_MlirDiagnosticRemark,
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
                self.severity.to_raw(),
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
