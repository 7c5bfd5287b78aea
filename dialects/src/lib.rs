//! `raddle-dialects`.
