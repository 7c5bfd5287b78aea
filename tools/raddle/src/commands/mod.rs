//! One file per command.

pub mod build;
pub mod cc;
pub mod completions;
pub mod run;
