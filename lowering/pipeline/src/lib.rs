//! `raddle-pipeline`.
