//! The C interface of the archive that compiled programs link.

use crate::interp::Interp;
use crate::interp::compiled::{RawProgram, Regions, regions, sources};
use crate::ops;
use std::ffi::{c_char, c_int};

/// Nested calls of the program are nested calls of the interpreter.
const STACK: usize = 1 << 30;

/// Runs a program: the exit status of the process.
///
/// # Safety
/// `program` is what `raddle_matlab::compile` wrote, and stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddlemat_main(
    _argc: c_int,
    _argv: *const *const c_char,
    program: *const RawProgram,
) -> c_int {
    let program = program as usize;
    let run = move || {
        // SAFETY: the caller says so.
        let program = unsafe { &*(program as *const RawProgram) };
        // SAFETY: as above.
        let sources = unsafe { sources(program) };
        // SAFETY: as above.
        let regions = unsafe { regions(program, &sources) };
        // For tests: the program's meaning without compiled loops.
        let regions = if std::env::var_os("RADDLE_MATLAB_INTERPRET").is_some() { Regions::new() } else { regions };
        Interp::new().run_compiled(sources, regions)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    thread.map_or(3, |thread| thread.join().unwrap_or(3))
}

/// The number of elements of a range; -1 where there is no such range.
#[unsafe(no_mangle)]
pub extern "C" fn raddlemat_count(base: f64, step: f64, limit: f64) -> i64 {
    // -1 where there is no such range, or none that is counted exactly.
    i64::try_from(ops::range_count(base, step, limit)).ok().filter(|count| *count < 1 << 53).unwrap_or(-1)
}
