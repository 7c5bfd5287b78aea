//! `raddle-rt`.
