//! The C interface of the archive that compiled programs link.

use crate::builtins::elementary::functions as f;
use crate::builtins::elementary::mapper::Mapper;
use crate::interp::Interp;
use crate::interp::compiled::{RawProgram, Regions, regions, sources};
use crate::ops;
use crate::value::{Array, Complex64, Value};
use raddle_matlab::ast::BinaryOp;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::time::Duration;

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
    keep_memory();
    if may_have_two_threads() {
        crate::prefault::start();
    }
    let run = move || {
        // SAFETY: the caller says so.
        let program = unsafe { &*(program as *const RawProgram) };
        // SAFETY: as above.
        let sources = unsafe { sources(program) };
        if sources.is_empty() {
            // The interpreter alone, for a script that is not compiled.
            let script = std::env::var_os("RADDLE_MATLAB_SCRIPT").unwrap_or_default();
            let trial = std::env::var("RADDLE_MATLAB_TRIAL").ok().and_then(|text| text.parse().ok());
            return Interp::new().run_interpreted(script.as_ref(), trial.map(Duration::from_millis));
        }
        // SAFETY: as above.
        let regions = unsafe { regions(program, &sources) };
        // For tests: the program's meaning without compiled loops.
        let regions = if std::env::var_os("RADDLE_MATLAB_INTERPRET").is_some() { Regions::new() } else { regions };
        Interp::new().run_compiled(sources, regions)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    thread.map_or(3, |thread| thread.join().unwrap_or(3))
}

#[cfg(feature = "runtime")]
fn may_have_two_threads() -> bool {
    use raddle_rt::config::{Config, DeviceChoice};
    Config::from_env().is_ok_and(|config| config.threads > 1 && config.device != DeviceChoice::None)
}

#[cfg(not(feature = "runtime"))]
fn may_have_two_threads() -> bool {
    false
}

/// The most bytes that a program keeps although it has freed them.
const KEPT: c_int = 1 << 29;

/// Arrays come and go with each statement. Memory that the system takes back and gives again costs more than most operations on it,
/// so large blocks are part of the one heap, and what is freed there is used again.
fn keep_memory() {
    // SAFETY: no other thread is there yet.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_MMAP_MAX, 0);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
    }
}

/// Memory for an array of a region's own, or null.
#[unsafe(no_mangle)]
pub extern "C" fn raddlemat_memory(bytes: usize) -> *mut c_void {
    crate::memory::block(bytes)
}

/// The number of elements of a range; -1 where there is no such range.
#[unsafe(no_mangle)]
pub extern "C" fn raddlemat_count(base: f64, step: f64, limit: f64) -> i64 {
    // -1 where there is no such range, or none that is counted exactly.
    i64::try_from(ops::range_count(base, step, limit)).ok().filter(|count| *count < 1 << 53).unwrap_or(-1)
}

/// The functions of complex numbers that compiled loops call, by their numbers in `raddle_matlab::compile`. The first is the power.
const FUNCTIONS: [&Mapper; 15] = [
    &f::SQRT,
    &f::LOG,
    &f::LOG2,
    &f::LOG10,
    &f::SIN,
    &f::COS,
    &f::TAN,
    &f::SINH,
    &f::COSH,
    &f::TANH,
    &f::ASIN,
    &f::ACOS,
    &f::ATAN,
    &f::ASINH,
    &f::EXPM1,
];

/// A function and its arguments by their bits, and the result.
type Computed = ((i64, [u64; 4]), Complex64);

thread_local! {
    /// Both parts are asked for, one after the other.
    static LAST: Cell<Computed> = const { Cell::new(((-1, [0; 4]), Complex64::new(0.0, 0.0))) };
}

/// A part of a function of `a + bi`, or of `a + bi` and `c + di`. It looks at no memory of the program's.
#[unsafe(no_mangle)]
pub extern "C" fn raddlemat_complex(function: i64, part: i64, a: f64, b: f64, c: f64, d: f64) -> f64 {
    let key = (function, [a, b, c, d].map(f64::to_bits));
    let (known, mut result) = LAST.get();
    if known != key {
        result = complex_function(function, Complex64::new(a, b), Complex64::new(c, d));
        LAST.set((key, result));
    }
    if part == 0 { result.re } else { result.im }
}

fn complex_function(function: i64, x: Complex64, y: Complex64) -> Complex64 {
    let value = |number: Complex64| Value::Complex(Array::scalar(number)).narrow();
    let result = match usize::try_from(function).ok().and_then(|function| FUNCTIONS.get(function.wrapping_sub(1))) {
        Some(mapper) => mapper.apply(value(x)),
        None => ops::binary(BinaryOp::Power, &value(x), &value(y)),
    };
    // Functions of numbers have numbers as results.
    let result = result.ok().and_then(|value| value.to_complex()).and_then(|array| array.as_scalar().copied());
    result.unwrap_or(Complex64::new(f64::NAN, 0.0))
}

/// `x op y`, or `y op x`, of an integer of 64 bits and a double. `operator` 0 to 3 are `+`, `-`, `*` and `/`; 4 is the order of both:
/// -1, 0 or 1 where neither is NaN. It looks at no memory.
#[unsafe(no_mangle)]
pub extern "C" fn raddlemat_wide(operator: i64, is_signed: i64, is_reversed: i64, x: i64, y: f64) -> i64 {
    let x = if is_signed != 0 { Value::I64(Array::scalar(x)) } else { Value::U64(Array::scalar(x as u64)) };
    let y = Value::scalar(y);
    let holds = |op| ops::binary(op, &x, &y).ok().and_then(|value| value.as_scalar()) == Some(1.0);
    let op = match operator {
        0 => BinaryOp::Add,
        1 => BinaryOp::Sub,
        2 => BinaryOp::Mul,
        3 => BinaryOp::RightDivide,
        _ => return i64::from(holds(BinaryOp::Greater)) - i64::from(holds(BinaryOp::Less)),
    };
    let result = if is_reversed != 0 { ops::binary(op, &y, &x) } else { ops::binary(op, &x, &y) };
    match result {
        Ok(Value::I64(array)) => array.as_scalar().copied().unwrap_or_default(),
        Ok(Value::U64(array)) => array.as_scalar().copied().unwrap_or_default() as i64,
        _ => 0,
    }
}
