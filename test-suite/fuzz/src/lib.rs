//! Random C functions, compared between clang's unoptimized build and Raddle's on every device.
//!
//! - `tree`: functions as data; `bounds`: the judge of what they mean; `generate`: random ones.
//! - `print`: their C text; `census`: what they are made of.
//! - `oracle`: builds, runs and compares; `shrink`: makes failing functions small.
//! - `campaign`: ranges of seeds, resumable, with statistics.
//! - `mutants`: errors planted into a copy of the compiler, which the programs must find.
//!
//! A seed is a function. Nothing here knows the compiler beyond its command line and its statistics file.

pub mod bounds;
pub mod campaign;
pub mod census;
pub mod generate;
pub mod mutants;
pub mod oracle;
pub mod print;
pub mod shrink;
pub mod tree;
