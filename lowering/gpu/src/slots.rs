//! Stack slots at the entry of a host function, for what the runtime reads through pointers.

use melior::ir::{TypeLike, ValueLike};
use mlir_sys::*;
use raddle_dialects::Failure;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};

use crate::lower_launches::misplaced;

/// `struct raddle_range`, in bytes.
pub mod range_layout {
    pub const BASE: i64 = 0;
    pub const LO: i64 = 8;
    pub const HI: i64 = 16;
    pub const FLAGS: i64 = 24;
    pub const OBJECT: i64 = 28;
    pub const NAME: i64 = 32;
    /// Counts, then strides.
    pub const ROWS: i64 = 40;
    pub const LEAN: i64 = 104;
    pub const AROUND: i64 = 120;
    pub const BYTES: i64 = 136;
}

/// A window: its first address, and how many it has.
pub const WINDOW_BYTES: i64 = 16;
pub const WINDOW_COUNT: i64 = 8;

/// The function whose entry holds the slots.
pub struct Slots<'c> {
    function: Op<'c>,
}

impl<'c> Slots<'c> {
    pub fn of(op: Op<'c>) -> Result<Self, Failure> {
        ir::enclosing(op, "llvm.func").map(|function| Self { function }).ok_or_else(|| misplaced(op))
    }

    /// `bytes` of stack, aligned to 8, at the function's entry.
    pub fn alloca(&self, b: &Builder<'c>, bytes: i64) -> Val<'c> {
        let at = Builder::at_start(b.context(), ir::body(self.function), b.location());
        let count = at.constant_int(at.int(64), bytes.max(8) / 8);
        let attrs = [("elem_type", at.type_attr(at.int(64))), ("alignment", at.i64(8))];
        at.value("llvm.alloca", &[count], at.ptr(), &attrs)
    }

    /// Stores values in words of 8 bytes, scalars in the low bytes; returns the slot.
    pub fn store_words(&self, b: &Builder<'c>, values: &[Val<'c>]) -> Result<Val<'c>, Failure> {
        let slot = self.alloca(b, values.len() as i64 * 8);
        for (number, value) in values.iter().enumerate() {
            let offset = b.constant_int(b.int(64), number as i64 * 8);
            b.llvm_store(word(b, *value), b.byte_offset(slot, offset), 8);
        }
        Ok(slot)
    }
}

/// The bits of a scalar or pointer, zero-extended to 64.
fn word<'c>(b: &Builder<'c>, value: Val<'c>) -> Val<'c> {
    let ty = value.r#type();
    let i64_type = b.int(64);
    let raw = ty.to_raw();
    unsafe {
        match () {
            () if mlirTypeIsALLVMPointerType(raw) => b.cast("llvm.ptrtoint", value, i64_type),
            () if mlirTypeIsAIndex(raw) => b.index_cast(value, i64_type),
            () if mlirTypeIsAF64(raw) => b.cast("arith.bitcast", value, i64_type),
            () if mlirTypeIsAF32(raw) => {
                let bits = b.cast("arith.bitcast", value, b.int(32));
                b.cast("arith.extui", bits, i64_type)
            }
            () if ty == i64_type => value,
            () => b.cast("arith.extui", value, i64_type),
        }
    }
}
