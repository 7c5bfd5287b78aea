//! `raddle-rt`: runs the kernels of a compiled program on the device that the user chose, and keeps the books.
//!
//! ```text
//!   C program --- abi (raddle.h) ---> runtime: which device? ---> session: one entered site
//!                                        |                            |  spans of host memory <-> device buffers
//!                                      config (environment)           v
//!                                      stats  (what happened)      Device: cpu | emulated | vulkan | cuda
//! ```
//!
//! A failure before a site had effects sends the program down its sequential path and says so, unless the settings
//! forbid it; a failure after it ends the program with status 3. The runtime depends on no other part of Raddle, knows
//! no loop nest and no IR, opens no driver before the first launch that needs one, and never changes host memory
//! outside the ranges that a site declared.

pub mod abi;
mod affinity;
pub mod auto;
mod boxes;
pub mod calibrate;
pub mod config;
pub mod cost;
pub mod cpu;
pub mod cuda;
pub mod device;
mod directory;
pub mod emulated;
mod ending;
mod entry;
pub mod error;
mod faulty;
mod forked;
mod fp_env;
mod fresh;
mod futex;
mod heap;
mod host_time;
mod in_order;
mod inside;
mod intervals;
mod kept;
pub mod known;
mod learn;
mod load;
mod loader;
mod loose;
pub mod numerics;
mod occupancy;
mod pool;
pub mod ranges;
mod residence;
mod rows;
pub mod runtime;
pub mod serial;
mod session;
mod shape;
mod signals;
mod stack;
pub mod stats;
pub mod strided;
pub mod trace;
pub mod types;
pub mod vulkan;
mod workers;

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod test_kernels;

pub use device::{DeviceInfo, devices, self_test};
