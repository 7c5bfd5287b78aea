//! `raddle-spirv`.
