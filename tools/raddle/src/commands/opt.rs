//! `raddle opt`, also as `raddle-opt`: MLIR's opt driver with upstream's passes and our own.

use crate::error::{Error, Result, status};
use clap::{Arg, ArgAction, ValueHint};
use std::ffi::OsString;

/// Our passes and the flags everyone needs, for manual pages and completions. MLIR's own parser reads the command line.
pub fn declaration() -> clap::Command {
    let file = |name, help| Arg::new(name).value_name("FILE").value_hint(ValueHint::FilePath).help(help);
    let flag = |name, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let pipeline = Arg::new("pass-pipeline").long("pass-pipeline").value_name("TEXT").require_equals(true);
    clap::Command::new("opt")
        .arg(file("input", "MLIR in text or bytecode form; - or nothing for standard input"))
        .arg(file("output", "Write here instead of standard output").short('o'))
        .arg(pipeline.help("Run a pipeline in text form, such as builtin.module(raddle-analyze)"))
        .arg(flag("split-input-file", "Take what // ----- separates for files of their own"))
        .arg(flag("verify-diagnostics", "Compare diagnostics with // expected-error comments"))
        .arg(flag("mlir-print-ir-after-all", "Print the module after each pass"))
        .arg(flag("emit-bytecode", "Write bytecode"))
        .arg(flag("help", "List all flags and passes, upstream's included"))
        .args(raddle_pipeline::register().into_iter().map(|it| flag(it.name, it.description)))
        .disable_help_flag(true)
}

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
