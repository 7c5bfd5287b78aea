//! One file per command.

pub mod build;
pub mod cc;
pub mod completions;
pub mod devices;
pub mod emit;
pub mod explain;
pub mod opt;
pub mod run;
