//! `raddle explain`: per loop nest of a source what the compiler decided and why, which elements it reaches, and what is copied.
//! A reader: it compiles nothing and changes no decision.

mod at;
mod gather;
mod text;
mod words;

use super::build::{COMPILER_FLAGS, command_line};
use super::emit;
use crate::cc::args::CommandLine;
use crate::error::{Error, Result};
use crate::options::{Shared, Split};
use crate::output;
use at::Values;
use gather::Explanation;
use std::ffi::OsString;

/// Say for each loop nest where it runs and why, what it reads and writes, and what is copied
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = COMPILER_FLAGS, override_usage = "raddle explain [OPTIONS] [COMPILER FLAGS] FILE...")]
pub struct Explain {
    #[command(flatten)]
    pub shared: Shared,
    /// Values for names in formulas, for numbers beside them; may be given several times
    #[arg(long, value_name = "NAME=VALUE,...")]
    pub at: Vec<String>,
}

pub fn run(explain: &Explain, words: &Split) -> Result<()> {
    explain.shared.check()?;
    let values = Values::parse(&explain.at)?;
    if let Some(word) = words.program.first() {
        let message = format!("unexpected word '{}': 'raddle explain' runs no program", word.to_string_lossy());
        return Err(Error::usage(message));
    }
    // Lines of a makefile make objects.
    let compiler: Vec<OsString> = words.compiler.iter().filter(|it| *it != "-c").cloned().collect();
    let line = command_line(&compiler, "explain")?;
    let all = explanations(&line, explain, &values)?;
    values.check(&gather::names(&all))?;
    output::print(text::page(&all, &values).as_bytes())
}

fn explanations(line: &CommandLine, explain: &Explain, values: &Values) -> Result<Vec<Explanation>> {
    if line.c_inputs().next().is_none() {
        return Err(Error::usage("'raddle explain' takes C sources, or a MATLAB script"));
    }
    let value = |name: &str| values.get(name);
    line.c_inputs().map(|it| gather::explanation(&emit::source(line, it), &explain.shared, &value)).collect()
}
