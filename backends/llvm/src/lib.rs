//! `raddle-llvm`.
