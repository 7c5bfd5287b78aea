//! Tests of the whole machine: PTX text in, memory or a fault out.

mod control;
mod coverage;
mod faults;

mod llvm;
mod memory;
mod parse;
mod random;
mod support;
mod transfer;
