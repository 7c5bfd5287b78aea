//! Parsing a module under a file name, and writing an operation as bytecode.

use melior::Context;
use melior::ir::{Module, OperationRef};
use std::ffi::c_void;

use crate::ffi;

/// Parses and verifies text or bytecode; what is wrong is reported in the context, under `name`. Ops outside a module
/// are put into one.
pub fn parse_module<'c>(context: &'c Context, source: &[u8], name: &str) -> Option<Module<'c>> {
    let source = mlir_sys::MlirStringRef { data: source.as_ptr().cast(), length: source.len() };
    unsafe { Module::from_option_raw(ffi::raddleModuleParse(context.to_raw(), source, ffi::string_ref(name))) }
}

/// `op` as bytecode, which [`parse_module`] reads, locations included.
pub fn bytecode(op: OperationRef<'_, '_>) -> Vec<u8> {
    unsafe extern "C" fn append(part: mlir_sys::MlirStringRef, bytes: *mut c_void) {
        if part.length > 0 {
            // SAFETY: MLIR passes a valid part on, and `bytes` is the vector below, which nobody else uses meanwhile.
            unsafe {
                let part = std::slice::from_raw_parts(part.data.cast::<u8>(), part.length);
                (*bytes.cast::<Vec<u8>>()).extend_from_slice(part);
            }
        }
    }
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: the operation is alive, and the callback gets the vector that it expects.
    unsafe { mlir_sys::mlirOperationWriteBytecode(op.to_raw(), Some(append), (&raw mut bytes).cast()) };
    bytes
}
