//! LLVM's global state: targets, the fatal-error hook, and a context that collects diagnostics instead of printing.

use inkwell::context::Context;
use inkwell::targets::{InitializationConfig, Target};
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::prelude::LLVMDiagnosticInfoRef;
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{Once, OnceLock};

static INITIALIZE: Once = Once::new();
static FATAL_HOOK: OnceLock<fn(&str)> = OnceLock::new();

/// `hook` is called with LLVM's reason before a fatal LLVM error ends the process; it should remove temporary files,
/// report and exit. Only the first call counts. Without a hook, one line is printed and the exit status is 70.
pub fn set_fatal_error_hook(hook: fn(&str)) {
    FATAL_HOOK.get_or_init(|| hook);
}

extern "C" fn on_fatal_error(reason: *const c_char) {
    // SAFETY: LLVM passes a NUL-terminated string that lives through the call.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    match FATAL_HOOK.get() {
        Some(hook) => hook(&reason),
        None => eprintln!("raddle: internal error: LLVM: {reason}"),
    }
    std::process::exit(70);
}

fn initialize() {
    INITIALIZE.call_once(|| {
        // SAFETY: the handler is a plain function that never unwinds into LLVM.
        unsafe { LLVMInstallFatalErrorHandler(Some(on_fatal_error)) };
        // It fails only where LLVM was built without the machine's own target; making a target machine reports that.
        let _ = Target::initialize_native(&InitializationConfig::default());
        Target::initialize_nvptx(&InitializationConfig::default());
    });
}

/// Owns LLVM modules' types, constants and metadata; one per translation unit.
pub struct LlvmContext {
    pub(crate) inner: Context,
    /// Boxed because LLVM keeps its address.
    errors: Box<RefCell<Vec<String>>>,
}

impl Default for LlvmContext {
    fn default() -> Self {
        Self::new()
    }
}

impl LlvmContext {
    pub fn new() -> Self {
        initialize();
        let inner = Context::create();
        let errors = Box::new(RefCell::new(Vec::new()));
        let sink = std::ptr::from_ref(&*errors).cast_mut().cast::<c_void>();
        // SAFETY: `errors` is boxed and lives as long as the context.
        unsafe { LLVMContextSetDiagnosticHandler(inner.raw(), Some(collect), sink) };
        Self { inner, errors }
    }

    /// The errors that LLVM reported since the last call, or `otherwise` if there are none.
    pub(crate) fn take_errors(&self, otherwise: &str) -> String {
        let errors = self.errors.take();
        if errors.is_empty() { otherwise.to_string() } else { errors.join("; ") }
    }
}

/// Keeps errors; remarks and warnings about code that clang has already diagnosed are dropped.
extern "C" fn collect(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: LLVM gives a valid diagnostic; `sink` is the vector of the context that calls.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) != LLVMDiagnosticSeverity::LLVMDSError {
            return;
        }
        let text = LLVMGetDiagInfoDescription(info);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        (*sink.cast::<RefCell<Vec<String>>>()).borrow_mut().push(message);
    }
}
