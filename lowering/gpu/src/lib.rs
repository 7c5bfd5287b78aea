//! `raddle-gpu`.
