//! Tests of the SPIR-V backend: MLIR text in, `spirv-val` on every module, results compared on a Vulkan device.
//!
//! One binary, because each that links MLIR is large. It needs `spirv-val` and a Vulkan 1.2 driver (lavapipe will do).

mod arithmetic;
mod control;
mod memory;
mod reject;
mod structure;
mod support;
mod vulkan;
