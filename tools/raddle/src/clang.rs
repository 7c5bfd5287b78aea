//! Clang as a process. Its diagnostics go straight to the user; it never learns about our own options.

use crate::cc::args::quote_words;
use crate::error::{Error, Result};
use crate::{diag, temp};
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;

/// Beyond this many bytes, words go into a response file: the system limits command lines.
const MAX_COMMAND_LINE: usize = 100_000;

/// `RADDLE_CLANG`, `clang-22` on the path, or the place where Debian and apt.llvm.org put it.
pub fn path() -> Result<&'static Path> {
    static PATH: OnceLock<Option<PathBuf>> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        let named = std::env::var_os("RADDLE_CLANG").map(PathBuf::from);
        let candidates = [on_path("clang-22"), Some(PathBuf::from("/usr/lib/llvm-22/bin/clang"))];
        named.or_else(|| candidates.into_iter().flatten().find(|path| path.is_file()))
    });
    path.as_deref().ok_or_else(|| {
        let message = "clang 22 was not found";
        Error::Input(Box::new(
            crate::diag::Diagnostic::error(message)
                .hint("install the package clang-22, or set RADDLE_CLANG to its path"),
        ))
    })
}

/// Does clang find LLVM's linker, beside itself or on the path?
pub fn has_lld() -> bool {
    let beside = || Some(path().ok()?.canonicalize().ok()?.with_file_name("ld.lld").is_file());
    on_path("ld.lld").is_some() || beside() == Some(true)
}

/// A linker that makes one object of several.
pub fn object_linker() -> Option<&'static Path> {
    static PATH: OnceLock<Option<PathBuf>> = OnceLock::new();
    PATH.get_or_init(|| on_path("ld").or_else(|| on_path("ld.lld"))).as_deref()
}

fn on_path(name: &str) -> Option<PathBuf> {
    let dirs = std::env::var_os("PATH")?;
    std::env::split_paths(&dirs).map(|dir| dir.join(name)).find(|path| path.is_file())
}

pub fn command(words: &[OsString]) -> Result<Command> {
    let mut command = Command::new(path()?);
    if words.iter().map(|word| word.len() + 1).sum::<usize>() > MAX_COMMAND_LINE {
        let file = temp::scratch_file("arguments")?;
        std::fs::write(&file, quote_words(words)).map_err(|error| Error::file("write", &file, &error))?;
        let mut word = OsString::from("@");
        word.push(file);
        command.arg(word);
    } else {
        command.args(words);
    }
    Ok(command)
}

/// Runs clang; its failure is the user's to read.
pub fn run(words: &[OsString], verbose: bool) -> Result<()> {
    success(status(words, verbose)?)
}

/// Runs clang; what it and its linker write to standard output comes back.
pub fn read(words: &[OsString], verbose: bool) -> Result<String> {
    if verbose {
        print_command(words);
    }
    let path = temp::scratch_file("output")?;
    let file = std::fs::File::create(&path).map_err(|error| Error::file("write", &path, &error))?;
    let status = temp::run(command(words)?.stdout(file)).map_err(cannot_start)?;
    let said = std::fs::read(&path).unwrap_or_default();
    success(status)?;
    Ok(String::from_utf8_lossy(&said).into_owned())
}

/// Starts clang as a process that can be held up. What it says goes to standard error, or into the file `said`.
pub fn start(words: &[OsString], verbose: bool, said: Option<&Path>) -> Result<temp::Held> {
    if verbose {
        print_command(words);
    }
    let Some(said) = said else { return temp::Held::start(&mut command(words)?).map_err(cannot_start) };
    let file = std::fs::File::create(said).map_err(|error| Error::file("write", said, &error))?;
    // Clang does not see that there is a terminal; the words may ask for something else behind this.
    let color = diag::color_enabled().then(|| OsString::from("-fcolor-diagnostics"));
    let words: Vec<_> = color.into_iter().chain(words.iter().cloned()).collect();
    temp::Held::start(command(&words)?.stderr(file)).map_err(cannot_start)
}

/// Waits for the end of a process that was started; its failure is the user's to read.
pub fn finish(process: temp::Held) -> Result<()> {
    success(process.finish().map_err(cannot_start)?)
}

/// Nothing, if this is how clang ends when it has done what it was told.
pub fn success(status: ExitStatus) -> Result<()> {
    match (status.success(), status.signal()) {
        (true, _) => Ok(()),
        (false, None) => Err(Error::Reported),
        (false, Some(signal)) => Err(Error::ClangCrashed(signal)),
    }
}

fn status(words: &[OsString], verbose: bool) -> Result<ExitStatus> {
    if verbose {
        print_command(words);
    }
    temp::run(&mut command(words)?).map_err(cannot_start)
}

/// Becomes clang: one process, its exit status, its output.
pub fn exec(words: &[OsString], verbose: bool) -> Result<std::convert::Infallible> {
    if verbose {
        print_command(words);
    }
    let total: usize = words.iter().map(|word| word.len() + 1).sum();
    if total > MAX_COMMAND_LINE {
        // The response file must be removed afterwards, so this process stays.
        temp::exit_like(status(words, false)?);
    }
    temp::clean_up();
    Err(cannot_start(command(words)?.exec()))
}

pub fn cannot_start(error: std::io::Error) -> Error {
    Error::input(format!("cannot start clang: {}", crate::error::describe(&error)))
}

pub fn print_command(words: &[OsString]) {
    print("clang-22", words);
}

/// Says which program is started with which words.
pub fn print(program: &str, words: &[OsString]) {
    let words: Vec<_> = words.iter().map(|word| shell_quote(&word.to_string_lossy())).collect();
    eprintln!("{program} {}", words.join(" "));
}

/// The word as a POSIX shell reads it.
pub fn shell_quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(shell_quote("-O2"), "-O2");
        assert_eq!(shell_quote("-DA=\"x y\""), "'-DA=\"x y\"'");
        assert_eq!(shell_quote("it's"), "'it'\\''s'");
        assert_eq!(shell_quote(""), "''");
    }
}
