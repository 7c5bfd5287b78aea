//! The link command: the user's words with objects in place of C sources, and the runtime at the end.
//!
//! The runtime is an archive behind everything else and its libraries are linked only as needed: a program without kernels links as it does with clang.

use super::args::{Arg, CommandLine, InputKind};
use super::taken;
use crate::clang;
use crate::diag::Diagnostic;
use crate::error::Result;
use crate::install;
use crate::options::Compile;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// `objects` stand for the C inputs, in their order.
pub fn words(line: &CommandLine, objects: &[PathBuf], options: &Compile) -> Vec<OsString> {
    let mut objects = objects.iter();
    // Flags for the compilation were used, only not here.
    let mut words: Vec<OsString> = vec!["-Qunused-arguments".into()];
    for arg in &line.args {
        match arg {
            Arg::Input(input) if input.kind == InputKind::C => words.extend(objects.next().map(OsString::from)),
            Arg::Input(input) => match &input.language {
                Some(language) => {
                    words.extend(["-x".into(), language.clone(), input.path.clone().into(), "-x".into(), "none".into()])
                }
                None => words.push(input.path.clone().into()),
            },
            Arg::Compile(these) | Arg::Link(these) => words.extend_from_slice(these),
            Arg::Dependency(_) => (),
        }
    }
    words.extend(runtime_words(line, options));
    words
}

/// `libraddle_rt.a` and what it needs of the system. A relocatable link (`-r`) keeps its references open.
pub fn runtime_words(line: &CommandLine, options: &Compile) -> Vec<OsString> {
    let Some(archive) = install::runtime_archive().filter(|_| options.offload && !line.has_link_word("-r")) else {
        return vec![];
    };
    // An `-x` may still be in force.
    let mut words = vec!["-x".into(), "none".into(), archive.into_os_string()];
    if cfg!(target_arch = "x86_64") && line.last_of(&["-mdaz-ftz", "-mno-daz-ftz"]) != Some("-mdaz-ftz") {
        // With -ffast-math clang links what makes the processor flush subnormal numbers, and kernels need the default environment.
        // Who asks for that in so many words gets it, and loop nests that all run on the host.
        words.push("-mno-daz-ftz".into());
    }
    if line.has_link_word("-shared") {
        // Every shared library has its own copy, and exports none of it.
        words.push("-Wl,--exclude-libs,libraddle_rt.a".into());
    }
    let bare = ["-nostdlib", "-nodefaultlibs", "-nolibc"].iter().any(|word| line.has_link_word(word));
    if !bare {
        let libraries = ["-Wl,--push-state,--as-needed", "-lgcc_eh", "-lm", "-lpthread", "-ldl", "-Wl,--pop-state"];
        words.extend(libraries.iter().map(OsString::from));
    }
    words
}

/// Runs clang with `words`, which make `output`. If the program defines what the runtime needs of the system, it is linked again
/// with the runtime switched off.
pub fn run(mut words: Vec<OsString>, output: &Path, options: &Compile) -> Result<()> {
    clang::run(&words, options.verbose)?;
    // Linked statically, a program holds the system's own definitions.
    let is_static = ["-static", "-static-pie"].iter().any(|word| words.iter().any(|it| it == word));
    let file = if is_static || !options.offload { vec![] } else { std::fs::read(output).unwrap_or_default() };
    let Some(name) = taken::name(&file) else { return Ok(()) };
    let message =
        format!("the program defines '{name}', which the runtime needs of the system; loop nests stay on the host");
    Diagnostic::warning(message).emit();
    words.push("-Wl,--defsym=raddle_off=1".into());
    clang::run(&words, options.verbose)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str, objects: &[&str]) -> String {
        let line = CommandLine::parse(text.split_whitespace().map(OsString::from));
        let objects: Vec<PathBuf> = objects.iter().map(PathBuf::from).collect();
        let words = words(&line, &objects, &Compile::default());
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn objects_stand_where_the_sources_stood() {
        assert_eq!(
            joined("-O2 a.c -Llib -lx b.c c.o -MD -lm", &["1.o", "2.o"]),
            "-Qunused-arguments -O2 1.o -Llib -lx 2.o c.o -lm"
        );
    }

    #[test]
    fn a_language_applies_to_its_own_input_only() {
        assert_eq!(
            joined("-x c a -x assembler b -x none c.o", &["1.o"]),
            "-Qunused-arguments 1.o -x assembler b -x none c.o"
        );
    }
}
