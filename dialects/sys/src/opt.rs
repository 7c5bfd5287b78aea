//! MLIR's opt driver: reads IR, runs passes given by flags or as a pipeline, prints IR.

use std::ffi::{CString, c_char, c_int};

use melior::dialect::DialectRegistry;

use crate::ffi;

/// Runs the driver with `args` (the first is the program's name); the result is the exit status. The driver keeps its
/// options in global variables: call it once per process.
pub fn opt_main(tool: &str, registry: &DialectRegistry, args: &[String]) -> i32 {
    // An argument with a zero byte cannot come from a command line; cut it there as C would.
    let args: Vec<CString> =
        args.iter().map(|arg| CString::new(arg.split('\0').next().unwrap_or_default()).unwrap_or_default()).collect();
    let mut argv: Vec<*mut c_char> = args.iter().map(|arg| arg.as_ptr().cast_mut()).collect();
    let argc = argv.len() as c_int;
    argv.push(std::ptr::null_mut());
    unsafe { ffi::raddleOptMain(argc, argv.as_mut_ptr(), ffi::string_ref(tool), registry.to_raw()) }
}
