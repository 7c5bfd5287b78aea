//! Cloning with a mapping from old values to new ones, and questions about an op's effects.

use std::ffi::c_void;
use std::marker::PhantomData;

use melior::ir::operation::Operation;
use melior::ir::{Value, ValueLike};

use crate::{Op, Val, ffi};

/// Which value stands for which in a copy (MLIR's IRMapping).
pub struct Mapping<'c> {
    raw: *mut c_void,
    context: PhantomData<&'c ()>,
}

impl<'c> Mapping<'c> {
    pub fn new() -> Self {
        Mapping { raw: unsafe { ffi::raddleMappingCreate() }, context: PhantomData }
    }

    /// From now on, copies use `to` where the original uses `from`.
    pub fn map(&mut self, from: Val<'c>, to: Val<'c>) {
        unsafe { ffi::raddleMappingMap(self.raw, from.to_raw(), to.to_raw()) }
    }

    pub fn get(&self, from: Val<'c>) -> Option<Val<'c>> {
        let raw = unsafe { ffi::raddleMappingLookup(self.raw, from.to_raw()) };
        (!raw.ptr.is_null()).then(|| unsafe { Value::from_raw(raw) })
    }

    /// What `from` became, or `from` itself.
    pub fn get_or_same(&self, from: Val<'c>) -> Val<'c> {
        self.get(from).unwrap_or(from)
    }

    /// A copy of `op` in no block; its results, and all values defined inside it, are added to the mapping.
    pub fn clone_op(&mut self, op: Op<'c>) -> Operation<'c> {
        unsafe { Operation::from_raw(ffi::raddleOperationClone(op.to_raw(), self.raw)) }
    }
}

impl Default for Mapping<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Mapping<'_> {
    fn drop(&mut self) {
        unsafe { ffi::raddleMappingDestroy(self.raw) }
    }
}

/// No memory effects and no undefined behaviour: may be moved, copied and deleted freely.
pub fn is_pure(op: Op<'_>) -> bool {
    unsafe { ffi::raddleOperationIsPure(op.to_raw()) }
}

/// Neither reads nor writes memory (but may, for instance, divide by zero).
pub fn is_memory_effect_free(op: Op<'_>) -> bool {
    unsafe { ffi::raddleOperationIsMemoryEffectFree(op.to_raw()) }
}
