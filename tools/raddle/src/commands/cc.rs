//! `raddle cc`, also as `raddle-cc`: a C compiler for `CC=` and `CMAKE_C_COMPILER`.

use crate::cc::{self, args::CommandLine};
use crate::error::Result;
use crate::options::Shared;
use crate::{remarks, stats};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;

/// Our options in a GCC-style command line, which are written in one word each (`--device=none`).
#[derive(Parser)]
#[command(name = "raddle cc", no_binary_name = true)]
struct Own {
    #[command(flatten)]
    shared: Shared,
}

const OWN: &[&str] = &[
    "--device=",
    "--offload-min=",
    "--offload-only=",
    "--fp=",
    "--stubs=",
    "--transfers=",
    "--stats",
    "--remarks",
    "--dump=",
    "--untransformed",
    "--color=",
];

/// Our options as people write them, for manual pages and completions.
pub fn declaration() -> clap::Command {
    let own = |arg: &clap::Arg| arg.get_long().is_some_and(|long| is_own(&format!("--{long}=").into()));
    let written = |arg: &clap::Arg| match arg.get_action().takes_values() {
        true => arg.clone().require_equals(true),
        false => arg.clone(),
    };
    clap::Command::new("cc").args(Own::command().get_arguments().filter(|arg| own(arg)).map(written))
}

pub fn run(words: Vec<OsString>) -> Result<()> {
    let (own, words): (Vec<_>, Vec<_>) = words.into_iter().partition(is_own);
    let shared = Own::try_parse_from(own).unwrap_or_else(|error| crate::cli::exit_with(&error)).shared;
    shared.check()?;
    let reports = cc::drive(&CommandLine::parse(words), &shared.compile()?)?;
    remarks::print(&reports, &shared.remarks())?;
    stats::compile_only(&reports, &shared.stats())
}

fn is_own(word: &OsString) -> bool {
    word.to_str().is_some_and(|text| {
        OWN.iter().any(|own| {
            if own.ends_with('=') {
                text.starts_with(own)
            } else {
                text == *own || text.starts_with(&format!("{own}="))
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_words_are_told_from_the_compilers() {
        for word in ["--device=none", "--stats", "--stats=json:x", "--remarks"] {
            assert!(is_own(&word.into()), "{word}");
        }
        for word in ["--device", "--statsy", "-O2", "--version", "a.c"] {
            assert!(!is_own(&word.into()), "{word}");
        }
    }
}
