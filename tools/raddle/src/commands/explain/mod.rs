//! `raddle explain`: per loop nest of a source what the compiler decided and why, which elements it reaches, and what is copied.
//! A reader: it compiles nothing and changes no decision.

mod at;
mod gather;
mod html;
mod picture;
mod text;
mod timeline;
mod words;

use super::build::{COMPILER_FLAGS, command_line};
use super::emit;
use crate::cc::args::CommandLine;
use crate::error::{Error, Result};
use crate::options::{Shared, Split};
use crate::{output, temp};
use at::Values;
use gather::Explanation;
use std::ffi::OsString;
use std::path::PathBuf;
use timeline::Run;

/// Say for each loop nest where it runs and why, what it reads and writes, and what is copied
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = COMPILER_FLAGS, override_usage = "raddle explain [OPTIONS] [COMPILER FLAGS] FILE...")]
pub struct Explain {
    #[command(flatten)]
    pub shared: Shared,
    /// Values for names in formulas, for numbers beside them; may be given several times
    #[arg(long, value_name = "NAME=VALUE,...")]
    pub at: Vec<String>,
    /// Write a page with the explanation, and with pictures for the values of --at, instead of text
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Show a run as well: the file that --trace of 'raddle run' has written
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

pub fn run(explain: &Explain, words: &Split) -> Result<()> {
    explain.shared.check()?;
    check_meaning(&explain.shared)?;
    let values = Values::parse(&explain.at)?;
    if let Some(word) = words.program.first() {
        let message = format!("unexpected word '{}': 'raddle explain' runs no program", word.to_string_lossy());
        return Err(Error::usage(message));
    }
    // Lines of a makefile make objects.
    let compiler: Vec<OsString> = words.compiler.iter().filter(|it| *it != "-c").cloned().collect();
    let line = command_line(&compiler, "explain", explain.shared.least())?;
    let run = explain.trace.as_deref().map(Run::read).transpose()?;
    let script = compiler.iter().map(PathBuf::from).find(|it| it.extension().is_some_and(|it| it == "m"));
    let all = explanations(&line, explain, (&values, script.as_ref()))?;
    values.check(&gather::names(&all))?;
    match &explain.html {
        Some(path) if path.as_os_str() != "-" => {
            temp::write_output(path, html::page(&all, &values, run.as_ref()).as_bytes())
        }
        Some(_) => output::print(html::page(&all, &values, run.as_ref()).as_bytes()),
        None => output::print(text::page(&all, &values, run.as_ref()).as_bytes()),
    }
}

/// Rejects options that would be silently without effect.
fn check_meaning(shared: &Shared) -> Result<()> {
    let reports = [
        ("--stats", shared.stats.is_some()),
        ("--remarks", shared.remarks.is_some()),
        ("--dump", shared.dump.is_some()),
    ];
    if let Some((name, _)) = reports.iter().find(|it| it.1) {
        return Err(Error::usage_hint(
            format!("'raddle explain' has no '{name}'"),
            "it is an option of 'raddle build' and 'raddle run'",
        ));
    }
    match shared.device.as_deref() {
        Some("none") => Err(Error::usage("with '--device none' all loops are clang's: there is nothing to explain")),
        Some(_) | None => Ok(()),
    }
}

fn explanations(
    line: &CommandLine,
    explain: &Explain,
    (values, script): (&Values, Option<&PathBuf>),
) -> Result<Vec<Explanation>> {
    if line.c_inputs().next().is_none() {
        return Err(Error::usage("'raddle explain' takes C sources, or a MATLAB script"));
    }
    let value = |name: &str| values.get(name);
    let of = |it| {
        let found = gather::explanation(&emit::source(line, it), &explain.shared, &value)?;
        Ok(match &line.matlab {
            Some(others) => found.of_matlab(script, (&others.on_host, &others.functions)),
            None => found,
        })
    };
    line.c_inputs().map(of).collect()
}
