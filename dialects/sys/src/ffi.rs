//! Declarations of the C++ shim's functions, and helpers at the boundary. No logic.

use std::any::Any;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlir_sys::{
    MlirAttribute, MlirContext, MlirDiagnosticSeverity, MlirDialectRegistry, MlirLocation, MlirModule, MlirOperation,
    MlirStringCallback, MlirStringRef, MlirValue,
};

#[repr(C)]
pub struct PassOption {
    pub name: MlirStringRef,
    pub help: MlirStringRef,
}

#[repr(C)]
pub struct PassTable {
    pub argument: MlirStringRef,
    pub description: MlirStringRef,
    pub anchor: MlirStringRef,
    pub options: *const PassOption,
    pub option_count: isize,
    pub create: extern "C" fn() -> *mut c_void,
    pub clone: extern "C" fn(*mut c_void) -> *mut c_void,
    pub destroy: extern "C" fn(*mut c_void),
    pub set: extern "C" fn(*mut c_void, MlirStringRef, MlirStringRef, MlirStringCallback, *mut c_void) -> bool,
    pub run: extern "C" fn(*mut c_void, MlirOperation) -> bool,
}

pub type Verifier = extern "C" fn(MlirOperation) -> bool;

#[repr(C)]
pub struct RegionVerifiers {
    pub nest: Verifier,
    pub view: Verifier,
    pub enter: Verifier,
    pub launch: Verifier,
    pub math: Verifier,
}

unsafe extern "C" {
    pub fn raddleRegisterPass(table: *const PassTable);
    pub fn raddleRegisterPipeline(argument: MlirStringRef, description: MlirStringRef, text: MlirStringRef);
    pub fn raddleOptMain(
        argc: c_int,
        argv: *mut *mut c_char,
        tool_name: MlirStringRef,
        registry: MlirDialectRegistry,
    ) -> c_int;
    pub fn raddleRegisterRegionDialect(registry: MlirDialectRegistry, verifiers: RegionVerifiers);
    pub fn raddleEmitDiagnostic(
        location: MlirLocation,
        severity: MlirDiagnosticSeverity,
        message: MlirStringRef,
        note_count: isize,
        note_locations: *const MlirLocation,
        note_messages: *const MlirStringRef,
    );
    pub fn raddleMappingCreate() -> *mut c_void;
    pub fn raddleMappingDestroy(mapping: *mut c_void);
    pub fn raddleMappingMap(mapping: *mut c_void, from: MlirValue, to: MlirValue);
    pub fn raddleMappingLookup(mapping: *mut c_void, from: MlirValue) -> MlirValue;
    pub fn raddleOperationClone(op: MlirOperation, mapping: *mut c_void) -> MlirOperation;
    pub fn raddleOperationSetProperty(op: MlirOperation, name: MlirStringRef, value: MlirAttribute) -> bool;
    pub fn raddleModuleParse(context: MlirContext, source: MlirStringRef, name: MlirStringRef) -> MlirModule;
    pub fn raddleOperationIsPure(op: MlirOperation) -> bool;
    pub fn raddleOperationIsMemoryEffectFree(op: MlirOperation) -> bool;
}

/// Borrows a Rust string for the length of a call (or forever, if it is static).
pub fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// Copies a string that MLIR owns. MLIR's empty string may be a null pointer.
///
/// # Safety
///
/// `text` must point to `length` readable bytes unless the length is 0.
pub unsafe fn to_string(text: MlirStringRef) -> String {
    if text.length == 0 {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `f`; a panic becomes its message. Unwinding into C++ would abort the process.
pub fn guard<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| panic_message(payload.as_ref()))
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_string(),
        (_, Some(text)) => text.clone(),
        _ => "panic without a message".to_string(),
    }
}
