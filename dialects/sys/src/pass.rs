//! Passes written in Rust, known to MLIR by name: in textual pipelines, as flags, in `--help`.

use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::Mutex;

use melior::ir::operation::OperationLike;
use mlir_sys::{MlirOperation, MlirStringCallback, MlirStringRef};

use crate::Op;
use crate::diagnostic::{Severity, emit};
use crate::ffi::{self, PassOption, PassTable};

/// A transformation of one op. A value is made by `default` for each use in a pipeline, given its options, and cloned
/// for each thread that runs it, so it cannot carry results out: those go into the IR or a diagnostic.
pub trait Pass: Clone + Default + Send + 'static {
    /// The name in pipelines and on the command line.
    const ARG: &'static str;
    /// One line for `--help`.
    const DESC: &'static str;
    /// The op it runs on, `builtin.module` or `func.func` say; empty for any.
    const OP: &'static str = "";
    /// Name and help of each option.
    const OPTIONS: &'static [(&'static str, &'static str)] = &[];

    /// Takes one of the options. The error is the message for the user.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        Err(format!("option '{name}' does not take '{value}'"))
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure>;
}

/// Why a pass failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The reason has been reported as a diagnostic.
    Reported,
    /// What must not happen on valid IR; becomes an error at the op that the pass ran on.
    Internal(String),
}

impl From<melior::Error> for Failure {
    fn from(error: melior::Error) -> Self {
        Failure::Internal(error.to_string())
    }
}

/// A pass or pipeline that MLIR knows by name, and what it says in `--help`.
pub struct Registered {
    pub name: &'static str,
    pub description: &'static str,
}

/// Makes `P` known under its name. Later calls for the same name change nothing.
pub fn register_pass<P: Pass>() -> Registered {
    let registered = Registered { name: P::ARG, description: P::DESC };
    if !first_use_of(P::ARG) {
        return registered;
    }
    let options: Vec<PassOption> = P::OPTIONS
        .iter()
        .map(|(name, help)| PassOption { name: ffi::string_ref(name), help: ffi::string_ref(help) })
        .collect();
    let options = options.leak();
    // MLIR's registry lives as long as the process, and so must what it points to.
    let table = Box::leak(Box::new(PassTable {
        argument: ffi::string_ref(P::ARG),
        description: ffi::string_ref(P::DESC),
        anchor: ffi::string_ref(P::OP),
        options: options.as_ptr(),
        option_count: options.len() as isize,
        create: create::<P>,
        clone: clone::<P>,
        destroy: destroy::<P>,
        set: set::<P>,
        run: run::<P>,
    }));
    unsafe { ffi::raddleRegisterPass(table) };
    registered
}

/// Makes `--name` and `name` in pipelines stand for the textual pipeline `text`. Later calls for the same name change nothing.
pub fn register_pipeline(name: &'static str, description: &'static str, text: &str) -> Registered {
    if first_use_of(name) {
        let [name, description, text] = [name, description, text.to_string().leak()].map(ffi::string_ref);
        unsafe { ffi::raddleRegisterPipeline(name, description, text) };
    }
    Registered { name, description }
}

fn first_use_of(name: &'static str) -> bool {
    static NAMES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut names = NAMES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    names.get_or_insert_default().insert(name)
}

extern "C" fn create<P: Pass>() -> *mut c_void {
    // A pass whose `default` panics cannot report it: there is no IR yet.
    Box::into_raw(Box::new(ffi::guard(P::default).unwrap_or_else(|message| abort(P::ARG, &message)))).cast()
}

extern "C" fn clone<P: Pass>(state: *mut c_void) -> *mut c_void {
    let state = unsafe { &*state.cast::<P>() };
    Box::into_raw(Box::new(ffi::guard(|| state.clone()).unwrap_or_else(|message| abort(P::ARG, &message)))).cast()
}

extern "C" fn destroy<P: Pass>(state: *mut c_void) {
    let state = unsafe { Box::from_raw(state.cast::<P>()) };
    if let Err(message) = ffi::guard(|| drop(state)) {
        abort(P::ARG, &message);
    }
}

extern "C" fn set<P: Pass>(
    state: *mut c_void,
    name: MlirStringRef,
    value: MlirStringRef,
    error: MlirStringCallback,
    user: *mut c_void,
) -> bool {
    let state = unsafe { &mut *state.cast::<P>() };
    let (name, value) = unsafe { (ffi::to_string(name), ffi::to_string(value)) };
    let result = ffi::guard(|| state.set(&name, &value)).unwrap_or_else(Err);
    if let (Err(message), Some(error)) = (&result, error) {
        unsafe { error(ffi::string_ref(&format!("{}: {message}", P::ARG)), user) };
    }
    result.is_ok()
}

extern "C" fn run<P: Pass>(state: *mut c_void, op: MlirOperation) -> bool {
    let state = unsafe { &mut *state.cast::<P>() };
    let op = unsafe { Op::from_raw(op) };
    let result = ffi::guard(|| state.run(op)).unwrap_or_else(|message| Err(Failure::Internal(message)));
    match result {
        Ok(()) => true,
        Err(Failure::Reported) => false,
        Err(Failure::Internal(message)) => {
            emit(op.location(), Severity::Error, format!("internal error in pass '{}': {message}", P::ARG)).report();
            false
        }
    }
}

fn abort(pass: &str, message: &str) -> ! {
    eprintln!("internal error in pass '{pass}': {message}");
    std::process::abort()
}
