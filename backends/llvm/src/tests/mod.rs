//! Tests that go through LLVM: one binary, so that MLIR is linked once.

mod data;
mod graft;
mod kernels;
mod optional;
mod ptx;
mod random_kernels;
mod support;
