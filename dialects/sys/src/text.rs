//! Parsing a module under a file name.

use melior::Context;
use melior::ir::Module;

use crate::ffi;

/// Parses and verifies text or bytecode; what is wrong is reported in the context, under `name`. Ops outside a module
/// are put into one.
pub fn parse_module<'c>(context: &'c Context, source: &[u8], name: &str) -> Option<Module<'c>> {
    let source = mlir_sys::MlirStringRef { data: source.as_ptr().cast(), length: source.len() };
    unsafe { Module::from_option_raw(ffi::raddleModuleParse(context.to_raw(), source, ffi::string_ref(name))) }
}
