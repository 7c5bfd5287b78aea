//! `raddle build`: sources in, one self-contained executable out. Which device it uses is chosen when it runs.

use crate::cc::args::{CommandLine, InputKind, Mode};
use crate::cc::{self, Scope};
use crate::diag::Diagnostic;
use crate::error::{Error, Result};
use crate::options::{Shared, Split, check_readable};
use crate::{matlab, remarks, stats};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Compile C sources into one executable; the device is chosen when it runs
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = COMPILER_FLAGS)]
pub struct Build {
    #[command(flatten)]
    pub shared: Shared,
    /// The executable
    #[arg(short, value_name = "EXE")]
    pub output: PathBuf,
}

pub const COMPILER_FLAGS: &str = "\
Files are C sources, objects and archives. Compiler flags are GCC's, among and before the files:
-I DIR, -D NAME[=VALUE], -U NAME, -std=STANDARD, -O[LEVEL] (default -O2), -g, -W..., -f..., -m..., -l LIBRARY, -L DIR, -pthread, @FILE.";

pub fn run(build: &Build, words: &Split) -> Result<()> {
    build.shared.check()?;
    if let Some(word) = words.program.first() {
        let message = format!("unexpected word '{}': 'raddle build' runs no program", word.to_string_lossy());
        return Err(Error::usage(message));
    }
    let line = command_line(&words.compiler, "build", build.shared.least())?;
    let scope = if line.lto { Scope::Linked } else { Scope::Program };
    let reports = cc::compile_and_link(&line, scope, &build.output, &build.shared.compile()?, &[])?;
    remarks::print(&reports, &build.shared.remarks())?;
    stats::compile_only(&reports, &build.shared.stats())
}

/// The compiler's words of `raddle build` and `raddle run`, checked: they name sources and make an executable. Loops of a script with
/// fewer than `least` iterations in all are interpreted.
pub fn command_line(words: &[OsString], command: &str, least: u64) -> Result<CommandLine> {
    if let Some(at) = matlab::script(words) {
        check_readable(std::path::Path::new(&words[at]))?;
        return matlab::translate(words, at, command == "run", least);
    }
    let mut words = words.to_vec();
    if !words.iter().any(|word| word.to_str().is_some_and(|text| text.starts_with("-O"))) {
        words.insert(0, "-O2".into());
    }
    let line = CommandLine::parse(words);
    if line.mode != Mode::Link {
        return Err(Error::usage_hint(
            format!("'raddle {command}' makes executables only"),
            "for objects and other outputs there is 'raddle cc'",
        ));
    }
    if line.inputs().next().is_none() {
        return Err(Error::usage_hint("no input file", format!("try 'raddle {command} --help'")));
    }
    for input in line.inputs() {
        check_language(&input.path, input.kind)?;
        check_readable(&input.path)?;
    }
    Ok(line)
}

fn check_language(path: &std::path::Path, kind: InputKind) -> Result<()> {
    let language = match path.extension().and_then(OsStr::to_str) {
        Some("cc" | "cp" | "cpp" | "cxx" | "c++" | "C" | "hpp") => "C++",
        Some("f" | "F" | "for" | "f77" | "f90" | "F90" | "f95" | "f03" | "f08") => "Fortran",
        Some("mlir") => return Err(Error::not_in_this_version("MLIR as a program")),
        Some(_) | None => return Ok(()),
    };
    if kind == InputKind::C {
        return Ok(());
    }
    let message = format!("'{}' is {language}, which raddle does not compile", path.display());
    Err(Error::Input(Box::new(Diagnostic::error(message).hint("raddle compiles C and MATLAB"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> Error {
        let words: Vec<_> = text.split_whitespace().map(OsString::from).collect();
        command_line(&words, "build", 0).unwrap_err()
    }

    #[test]
    fn other_outputs_are_for_raddle_cc() {
        assert_eq!(error("-c a.c").exit_status(), 2);
        assert_eq!(error("-E a.c").exit_status(), 2);
        assert_eq!(error("-O2").exit_status(), 2);
    }

    #[test]
    fn other_languages_are_named() {
        assert!(error("a.cpp").to_string().contains("C++"));
        assert!(error("a.f90").to_string().contains("Fortran"));
        assert!(error("/no/such/file.c").to_string().contains("No such file"));
        assert!(error("/").to_string().contains("Is a directory"));
    }
}
