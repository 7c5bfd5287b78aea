//! Setting properties that the C API does not reach: it takes them for attributes that mean nothing.

use melior::ir::{Attribute, AttributeLike};

use crate::{Op, ffi};

/// Sets a property of `op` from its attribute form, such as `2 : i32` for an enum. False, and perhaps a diagnostic, if the op
/// does not take it.
pub fn set_property<'c>(op: Op<'c>, name: &str, value: Attribute<'c>) -> bool {
    unsafe { ffi::raddleOperationSetProperty(op.to_raw(), ffi::string_ref(name), value.to_raw()) }
}
