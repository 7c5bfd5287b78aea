//! The link command: the user's words with objects in place of C sources, and the runtime at the end if anything needs it.
//!
//! A program without kernels links as it does with clang, to the word: tests of configure scripts see no library of ours.

use super::args::{Arg, CommandLine, InputKind};
use super::needs::{lacks_runtime, needs_runtime};
use super::taken;
use crate::clang;
use crate::diag::Diagnostic;
use crate::error::{Error, Result};
use crate::install;
use crate::lto::replaced::Replaced;
use crate::lto::trace;
use crate::options::Compile;
use raddle_c::import::Numerics;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// `objects` stand for the C inputs, in their order, and others for files of the line.
pub fn words(line: &CommandLine, objects: &[PathBuf], replaced: &Replaced) -> Vec<OsString> {
    let mut objects = objects.iter();
    let plugin = lto_plugin_is_there();
    // Flags for the compilation were used, only not here.
    let mut words: Vec<OsString> = vec!["-Qunused-arguments".into()];
    for arg in &line.args {
        match arg {
            Arg::Input(input) if input.kind == InputKind::C => {
                words.extend(objects.next().map(|object| replaced.input(object).into()))
            }
            Arg::Input(input) => match &input.language {
                Some(language) => {
                    words.extend(["-x".into(), language.clone(), input.path.clone().into(), "-x".into(), "none".into()])
                }
                None => words.push(replaced.input(&input.path).into()),
            },
            Arg::Link(these) => match replaced.library(these) {
                Some(archive) => words.push(archive.into()),
                None if is_lto(these) && !plugin => {}
                None => words.extend_from_slice(these),
            },
            Arg::Compile(these) => words.extend_from_slice(these),
            Arg::Dependency(_) => (),
        }
    }
    words
}

/// An option of link-time optimization.
fn is_lto(words: &[OsString]) -> bool {
    let is = |text: &str| text.starts_with("-flto") || text.ends_with("fat-lto-objects");
    words[0].to_str().is_some_and(is)
}

/// Clang has GNU's linker load a plugin for bitcode, which installations may lack; our objects do without.
fn lto_plugin_is_there() -> bool {
    let folder = clang::path().ok().and_then(|clang| clang.canonicalize().ok()?.parent()?.parent().map(Path::to_owned));
    folder.is_none_or(|folder| folder.join("lib/LLVMgold.so").is_file())
}

/// Runs clang with `words`, which link the line's files and `objects` into `output`. What only the linker finds (`-lNAME`)
/// may need the runtime, too, and the program may define what the runtime needs of the system: both are seen in the output,
/// and then it is linked again, with the runtime, or with the runtime switched off. Where the linker was asked for its files
/// ([`trace::WORD`]), what it said comes back.
pub fn run(
    line: &CommandLine,
    objects: &[PathBuf],
    mut words: Vec<OsString>,
    output: &Path,
    options: &Compile,
) -> Result<String> {
    let runtime = runtime_words(line, objects, options)?;
    words.extend_from_slice(&runtime);
    let mut said = clang(&words, options)?;
    if !takes_runtime(line, options) || line.matlab.is_some() {
        // A MATLAB program has the runtime, and no names of its own.
        return Ok(said);
    }
    let mut file = std::fs::read(output).unwrap_or_default();
    if runtime.is_empty() && lacks_runtime(&file) && output.is_file() {
        // A failed link leaves no output.
        std::fs::remove_file(output).map_err(|error| Error::file("replace", output, &error))?;
        words.extend(words_for(line, Runtime::Needed, options)?);
        said = clang(&words, options)?;
        file = std::fs::read(output).unwrap_or_default();
    }
    // Linked statically, a program holds the system's own definitions.
    let is_static = ["-static", "-static-pie"].iter().any(|word| words.iter().any(|it| it == word));
    let Some(name) = taken::name(&file).filter(|_| !is_static) else { return Ok(said) };
    let message =
        format!("the program defines '{name}', which the runtime needs of the system; loop nests stay on the host");
    Diagnostic::warning(message).emit();
    words.push("-Wl,--defsym=raddle_off=1".into());
    clang(&words, options)
}

fn clang(words: &[OsString], options: &Compile) -> Result<String> {
    if words.iter().any(|word| word == trace::WORD) {
        return clang::read(words, options.verbose);
    }
    clang::run(words, options.verbose).map(|()| String::new())
}

/// A relocatable link (`-r`) keeps its references open.
fn takes_runtime(line: &CommandLine, options: &Compile) -> bool {
    line.matlab.is_some() || options.offload && !line.has_link_word("-r") && !line.other_target
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Runtime {
    Needed,
    Unused,
}

/// `libraddle_rt.a` and what it needs of the system, if the line's files or `objects` need it.
pub fn runtime_words(line: &CommandLine, objects: &[PathBuf], options: &Compile) -> Result<Vec<OsString>> {
    if !takes_runtime(line, options) {
        return Ok(vec![]);
    }
    let given = line.inputs().filter(|input| input.kind != InputKind::C).map(|input| &input.path);
    let needed = line.matlab.is_some() || given.chain(objects).any(|path| needs_runtime(path));
    words_for(line, if needed { Runtime::Needed } else { Runtime::Unused }, options)
}

/// Links an object of MATLAB's interpreter.
pub fn of_interpreter(line: &CommandLine, object: &Path, output: &Path) -> Result<()> {
    let mut words = vec![OsString::from("-o"), output.into(), object.into()];
    words.extend(words_for(line, Runtime::Needed, &Compile::default())?);
    clang::run(&words, false)
}

fn words_for(line: &CommandLine, runtime: Runtime, options: &Compile) -> Result<Vec<OsString>> {
    let mut words = Vec::new();
    let own_numbers = options.numerics.is_some_and(|mode| mode != Numerics::Strict);
    let flushing = line.last_of(&["-mdaz-ftz", "-mno-daz-ftz"]) == Some("-mdaz-ftz");
    if cfg!(target_arch = "x86_64") && (runtime == Runtime::Needed || own_numbers) && !flushing {
        // With -ffast-math clang links what makes the processor flush subnormal numbers, and nests need the default environment.
        // Who asks for that in so many words gets it, and loop nests that all run on the host.
        words.push("-mno-daz-ftz".into());
    }
    if runtime == Runtime::Unused {
        return Ok(words);
    }
    let archive = archive(line)?;
    // An `-x` may still be in force. References to the runtime are weak: one by name fetches it.
    words.extend(["-Wl,-u,raddle_register_unit", "-x", "none"].map(OsString::from));
    words.push(archive.into_os_string());
    if line.has_link_word("-shared") {
        // Every shared library has its own copy, and exports none of it.
        words.push("-Wl,--exclude-libs,libraddle_rt.a".into());
    }
    let bare = ["-nostdlib", "-nodefaultlibs", "-nolibc"].iter().any(|word| line.has_link_word(word));
    if line.matlab.is_some() {
        words.extend(matlab_words(line).into_iter().map(OsString::from));
    }
    if !bare {
        words.extend(libraries().into_iter().map(OsString::from));
    }
    Ok(words)
}

/// What links a MATLAB program: without what nobody needs, and by LLVM's linker, which takes less than half of the time of GNU's.
fn matlab_words(line: &CommandLine) -> Vec<&'static str> {
    let is_chosen = line.has_link_word_with("-fuse-ld=") || line.has_link_word_with("--ld-path=");
    let linker = (!is_chosen && clang::has_lld()).then_some("-fuse-ld=lld");
    linker.into_iter().chain(["-Wl,--gc-sections", "-lm"]).collect()
}

/// The runtime calls the C library and the unwinder that comes with the compiler; kernels call what the source calls, and
/// `fma`, which the archive has. No `-lm` of ours finds a name that the program's own words do not.
fn libraries() -> Vec<&'static str> {
    let old = if threads_are_apart() { &["-lpthread", "-ldl"][..] } else { &[] };
    [&["-Wl,--push-state,--as-needed", "-lgcc_eh"][..], old, &["-Wl,--pop-state"]].concat()
}

/// Before glibc 2.34, threads and `dlopen` were in libraries of their own.
fn threads_are_apart() -> bool {
    // SAFETY: the function returns a constant text.
    let version = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) }.to_string_lossy().into_owned();
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) < (Some(2), Some(34))
}

/// The archive that a program links, or the object: that of MATLAB programs holds the runtime, too.
fn archive(line: &CommandLine) -> Result<PathBuf> {
    match line.matlab.is_some() {
        true => install::matlab_object().ok_or_else(|| missing("MATLAB programs need", "raddle_mat.o")),
        false => install::runtime_archive().ok_or_else(|| missing("loop nests need", "libraddle_rt.a")),
    }
}

fn missing(who: &str, name: &str) -> Error {
    let message = format!("{who} the runtime library '{name}', which is not there");
    let place =
        install::expected_folder().map_or(String::new(), |folder| format!("it belongs into {}; ", folder.display()));
    let hint = format!("{place}RADDLE_LIB_DIR names another folder, and --device none leaves all loops to clang");
    Error::Input(Box::new(Diagnostic::error(message).hint(hint)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str, objects: &[&str]) -> String {
        let line = CommandLine::parse(text.split_whitespace().map(OsString::from));
        let objects: Vec<PathBuf> = objects.iter().map(PathBuf::from).collect();
        let words = words(&line, &objects, &Replaced::default());
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
