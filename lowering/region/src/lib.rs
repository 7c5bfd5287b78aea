//! `raddle-region`.
