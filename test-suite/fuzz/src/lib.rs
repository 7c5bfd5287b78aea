//! `raddle-fuzz`.
