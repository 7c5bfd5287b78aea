//! Registration of the region dialect with verifiers written in Rust.

use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationLike;
use mlir_sys::MlirOperation;

use crate::Op;
use crate::diagnostic::{Severity, emit};
use crate::ffi::{self, RegionVerifiers};

/// The rules for an op beyond what its ODS description says. `Err` is the message, without the op's name.
/// Zero-sized, so that the shim can call it through a plain function pointer.
pub trait Verify {
    fn nest(op: Op<'_>) -> Result<(), String>;
    fn view(op: Op<'_>) -> Result<(), String>;
    /// `region.enter`, `region.disjoint`, `region.host_access` and `region.host`.
    fn enter(op: Op<'_>) -> Result<(), String>;
    fn launch(op: Op<'_>) -> Result<(), String>;
    fn math(op: Op<'_>) -> Result<(), String>;
}

/// Adds the dialect. All calls of a process must name the same `V`.
pub fn register<V: Verify>(registry: &DialectRegistry) {
    let verifiers =
        RegionVerifiers { nest: nest::<V>, view: view::<V>, enter: enter::<V>, launch: launch::<V>, math: math::<V> };
    unsafe { ffi::raddleRegisterRegionDialect(registry.to_raw(), verifiers) }
}

extern "C" fn nest<V: Verify>(op: MlirOperation) -> bool {
    check(op, V::nest)
}

extern "C" fn view<V: Verify>(op: MlirOperation) -> bool {
    check(op, V::view)
}

extern "C" fn enter<V: Verify>(op: MlirOperation) -> bool {
    check(op, V::enter)
}

extern "C" fn launch<V: Verify>(op: MlirOperation) -> bool {
    check(op, V::launch)
}

extern "C" fn math<V: Verify>(op: MlirOperation) -> bool {
    check(op, V::math)
}

fn check(op: MlirOperation, rule: fn(Op<'_>) -> Result<(), String>) -> bool {
    let op = unsafe { Op::from_raw(op) };
    let result = ffi::guard(|| rule(op)).unwrap_or_else(|message| Err(format!("internal error: {message}")));
    if let Err(message) = &result {
        let name = op.name();
        let name = name.as_string_ref();
        emit(op.location(), Severity::Error, format!("'{}' op {message}", name.as_str().unwrap_or_default())).report();
    }
    result.is_ok()
}
