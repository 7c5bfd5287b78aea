//! `raddle opt`, also as `raddle-opt`: MLIR's opt driver with upstream's passes and our own.

use crate::error::{Error, Result, status};
use std::ffi::OsString;

pub fn run(words: &[OsString]) -> Result<()> {
    let mut args = vec!["raddle-opt".to_string()];
    for word in words {
        let text =
            word.to_str().ok_or_else(|| Error::usage(format!("'{}' is not valid UTF-8", word.to_string_lossy())))?;
        args.push(text.to_string());
    }
    raddle_pipeline::register();
    match raddle_dialects::opt_main(&args) {
        0 => Ok(()),
        // The driver has printed its diagnostics.
        status::INPUT => Err(Error::Reported),
        other => Err(Error::Internal(format!("the driver ended with status {other}"))),
    }
}
