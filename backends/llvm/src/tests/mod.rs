//! Tests that go through LLVM: one binary, so that MLIR is linked once.

mod kernels;
mod support;
