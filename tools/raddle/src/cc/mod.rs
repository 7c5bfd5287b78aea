//! GCC-style command lines: `raddle cc`, and the compiling and linking half of `raddle build` and `raddle run`.
//!
//! One clang process and nothing else where nothing of ours is needed; it never changes what clang would call its outputs.

pub mod args;
pub mod link;
mod needs;
mod taken;

use crate::clang;
use crate::compile::{self, Report, Unit};
use crate::error::{Error, Result};
use crate::lto::relink::{self, Relink};
use crate::lto::replaced::Replaced;
use crate::lto::{self, trace};
use crate::matlab;
use crate::numerics;
use crate::options::Compile;
use crate::program::{self, link_words};
use crate::temp::{self, Output};
use args::{CommandLine, Input, InputKind, Mode};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// `raddle cc`: compiles, links, or becomes clang.
pub fn drive(line: &CommandLine, options: &Compile) -> Result<Vec<Report>> {
    if clang_alone(line, options) {
        let words = [as_given(line, options), link_words(line, options)?].concat();
        return clang::exec(&words, options.verbose).map(|never| match never {});
    }
    match line.mode {
        Mode::Object => line.c_inputs().map(|input| compile_to_object(line, input, options)).collect(),
        Mode::Link if line.lto => compile_and_link(line, Scope::Linked, &link_output(line), options, &[]),
        Mode::Link if line.c_inputs().next().is_none() => {
            link::run(line, &[], line.words.clone(), &link_output(line), options).map(|_| vec![])
        }
        Mode::Link | Mode::Clang => compile_and_link(line, Scope::Unit, &link_output(line), options, &[]),
    }
}

/// Whether the command is the same with clang in our place.
fn clang_alone(line: &CommandLine, options: &Compile) -> bool {
    let foreign_source = line.inputs().any(|input| input.kind == InputKind::OtherSource);
    // Files that are called C otherwise.
    let as_cpp = line.words.iter().any(|word| word == "--driver-mode=g++") && line.c_inputs().next().is_some();
    let to_standard_output = line.output.as_deref() == Some(Path::new("-"));
    let one_name_for_many = line.output.is_some() && line.inputs().count() > 1;
    !options.offload
        || line.clang_only.is_some()
        || line.inputs().next().is_none()
        || line.inputs().any(Input::is_header)
        || as_cpp
        || match line.mode {
            Mode::Clang => true,
            Mode::Object => {
                foreign_source || one_name_for_many || to_standard_output || line.c_inputs().next().is_none()
            }
            Mode::Link => false,
        }
}

fn as_given(line: &CommandLine, options: &Compile) -> Vec<OsString> {
    let all_c = line.inputs().all(|input| input.kind != InputKind::OtherSource);
    if all_c && line.c_inputs().next().is_some() && line.mode != Mode::Clang {
        return numerics::words(&line.words, options.mode(&line.words));
    }
    line.words.clone()
}

/// Where clang compiles alone and links, objects on the line may hold kernels all the same.
fn link_words(line: &CommandLine, options: &Compile) -> Result<Vec<OsString>> {
    let links = line.mode == Mode::Link && line.inputs().next().is_some() && !line.inputs().any(Input::is_header);
    if links { link::runtime_words(line, &[], options) } else { Ok(vec![]) }
}

fn compile_to_object(line: &CommandLine, input: &Input, options: &Compile) -> Result<Report> {
    let path = line.output.clone().unwrap_or_else(|| file_name_with(&input.path, "o"));
    let output = Output::new(&path)?;
    let unit = unit(line, input, &path);
    let report = match line.lto {
        true => lto::compile(&unit, output.target(), options)?,
        false => compile::unit(&unit, output.target(), options)?,
    };
    output.complete()?;
    Ok(report)
}

/// What a unit may know of the others that are compiled with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Nothing.
    Unit,
    /// The bodies of functions.
    Program,
    /// Those, and what linked objects and archives carry: `-flto`.
    Linked,
}

/// Compiles every C input into the scratch directory and links all into `output`; `extra` words go to clang at the link.
pub fn compile_and_link(
    line: &CommandLine,
    scope: Scope,
    output: &Path,
    options: &Compile,
    extra: &[OsString],
) -> Result<Vec<Report>> {
    let output = Output::new(output)?;
    let mut units = Vec::new();
    for input in line.c_inputs() {
        let object = temp::scratch_file(&file_name_with(&input.path, "o").to_string_lossy())?;
        units.push((unit(line, input, &link_output(line)), object));
    }
    let compile_units = || -> Result<Vec<Report>> {
        match scope {
            Scope::Program if units.len() > 1 => program::compile(&units, line, options),
            Scope::Program | Scope::Unit => {
                units.iter().map(|(unit, object)| compile::unit(unit, object, options)).collect()
            }
            Scope::Linked => units.iter().map(|(unit, object)| lto::compile(unit, object, options)).collect(),
        }
    };
    let mut reports = match (compile_units(), &line.matlab) {
        (Err(_), Some(script)) if !compile::strict_fallback() => {
            line.c_inputs().try_for_each(|input| script.interpret(&input.path))?;
            let reports = compile_units()?;
            matlab::warn_of_interpretation();
            reports
        }
        (reports, _) => reports?,
    };
    if let (Some(script), Some(report)) = (&line.matlab, reports.first_mut()) {
        report.nests.extend(script.on_host.iter().cloned());
        report.nests.sort_by_key(|nest| nest.place());
    }
    let objects: Vec<PathBuf> = units.into_iter().map(|(_, object)| object).collect();
    match scope {
        Scope::Linked => {
            for (object, report) in link_again(line, &objects, output.target(), options)? {
                match objects.iter().position(|it| *it == object) {
                    Some(unit) => reports[unit] = report,
                    None => reports.push(report),
                }
            }
        }
        Scope::Program | Scope::Unit => {
            let mut words = link::words(line, &objects, &Replaced::default());
            words.extend_from_slice(extra);
            words.extend(["-o".into(), output.target().into()]);
            link::run(line, &objects, words, output.target(), options)?;
        }
    }
    output.complete()?;
    Ok(reports)
}

/// Links, and once more where units know more now and are compiled again: their objects and reports.
fn link_again(
    line: &CommandLine,
    objects: &[PathBuf],
    output: &Path,
    options: &Compile,
) -> Result<Vec<(PathBuf, Report)>> {
    let link = |relink: &Relink, output: &Path| {
        let mut words = link::words(line, objects, &relink.replaced);
        words.extend(relink.words());
        words.extend([trace::WORD.into(), "-o".into(), output.into()]);
        let files: Vec<PathBuf> = objects.iter().chain(relink.replaced.files()).cloned().collect();
        link::run(line, &files, words, output, options)
    };
    let said = link(&Relink::default(), output)?;
    let (taken, others) = trace::read(&said);
    print!("{}", if link_words::traces(line) { &said } else { &others });
    if !options.offload {
        return Ok(vec![]);
    }
    let relink = relink::relink((line, objects), &taken, options)?;
    if relink.reports.is_empty() {
        return Ok(vec![]);
    }
    let second = temp::scratch_file("linked")?;
    let (again, _) = trace::read(&link(&relink, &second)?);
    if !relink.takes_the_same(line, &taken, again) {
        return Ok(vec![]);
    }
    std::fs::copy(&second, output).map_err(|error| Error::file("write", output, &error))?;
    Ok(relink.reports)
}

fn link_output(line: &CommandLine) -> PathBuf {
    line.output.clone().unwrap_or_else(|| "a.out".into())
}

/// `object` is the name that the user knows it by.
fn unit(line: &CommandLine, input: &Input, object: &Path) -> Unit {
    Unit {
        source: input.path.clone(),
        language: input.language.clone(),
        words: line.compile_words(),
        dependencies: dependency_words(line, input, object),
        dependency_dir: line.dependency_dir.clone(),
        script: line.script_functions(),
    }
}

/// The dependency options with everything explicit that clang would derive from the name of its output, which is a temporary one here.
fn dependency_words(line: &CommandLine, input: &Input, object: &Path) -> Vec<OsString> {
    if let Some(dir) = &line.dependency_dir {
        // Sources of one name in different directories must not share a file.
        let position = line.inputs().position(|other| other == input).unwrap_or_default();
        return vec!["-MD".into(), "-MF".into(), dir.join(format!("{position}.d")).into()];
    }
    let mut words = line.dependency_words();
    let has = |words: &[OsString], prefixes: &[&str]| {
        words.iter().filter_map(|word| word.to_str()).any(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)))
    };
    if has(&words, &["-MD", "-MMD"]) && !has(&words, &["-MF"]) {
        let file = if line.output.is_some() { object.with_extension("d") } else { file_name_with(&input.path, "d") };
        words.extend(["-MF".into(), file.into()]);
    }
    if has(&words, &["-MD", "-MMD"]) && !has(&words, &["-MT", "-MQ"]) {
        let target = if line.output.is_some() { object.into() } else { file_name_with(&input.path, "o") };
        words.extend(["-MQ".into(), target.into()]);
    }
    words
}

fn file_name_with(path: &Path, extension: &str) -> PathBuf {
    PathBuf::from(path.file_name().unwrap_or_default()).with_extension(extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> CommandLine {
        CommandLine::parse(text.split_whitespace().map(OsString::from))
    }

    fn dependencies(text: &str) -> String {
        let line = line(text);
        let input = line.c_inputs().next().unwrap();
        let object = line.output.clone().unwrap_or_else(|| file_name_with(&input.path, "o"));
        let words = dependency_words(&line, input, &object);
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn dependency_files_are_named_as_clang_names_them() {
        assert_eq!(dependencies("-c -MD s/a.c"), "-MD -MF a.d -MQ a.o");
        assert_eq!(dependencies("-c -MMD s/a.c -o b/x.o"), "-MMD -MF b/x.d -MQ b/x.o");
        assert_eq!(dependencies("-c -MD -MF f -MT t a.c"), "-MD -MF f -MT t");
        assert_eq!(dependencies("-c -Wp,-MD,f a.c -o x.o"), "-MD -MF f -MQ x.o");
        assert_eq!(dependencies("-c -Wp,-MMD a.c"), "-MMD -MF a.d -MQ a.o");
        assert_eq!(dependencies("-c -Wp,-MD,f,-MT,x a.c -o b.o"), "-MD -MF b.d -MQ b.o");
        assert_eq!(dependencies("-c a.c"), "");
    }

    #[test]
    fn the_runtime_is_linked_where_clang_compiles_alone() {
        let on = Compile { offload: true, ..Compile::default() };
        let dir = tempfile::tempdir().unwrap();
        let [with, without] = ["with.o", "without.o"].map(|name| dir.path().join(name).display().to_string());
        std::fs::write(&with, "\0raddle_register_unit\0").unwrap();
        std::fs::write(&without, "\0register_unit\0").unwrap();
        for (text, expected) in [
            (format!("-pg {with}"), true),
            (format!("-pg {without}"), false),
            (format!("-fsanitize=address a.c {with} -o x"), true),
            (format!("-c -pg {with}"), false),
            (format!("-pg a.h {with}"), false),
            (format!("-m32 {with}"), false),
            (format!("-pg -r {with}"), false),
            ("-v".into(), false),
        ] {
            assert!(clang_alone(&line(&text), &on), "{text}");
            // Without a library to link, it is asked for all the same.
            let asked = link_words(&line(&text), &on).map_or(true, |words| !words.is_empty());
            assert_eq!(asked, expected, "{text}");
        }
    }

    #[test]
    fn clang_alone_where_nothing_is_ours() {
        let on = Compile { offload: true, ..Compile::default() };
        let off = Compile::default();
        for text in ["--version", "-c a.cpp", "-c a.S", "-E a.c", "-c -flto=2 a.c", "-c a.c b.c -o x.o", ""] {
            assert!(clang_alone(&line(text), &on), "{text}");
        }
        for text in [
            "-c a.c -o -",
            "a.h",
            "-x c-header a -o a.pch",
            "a.hpp",
            "-c -fstack-usage a.c",
            "-c --driver-mode=g++ a.c",
        ] {
            assert!(clang_alone(&line(text), &on), "{text}");
        }
        for text in [
            "-c a.c",
            "-c -flto a.c",
            "-c a.c b.c",
            "a.c -o x",
            "a.o -o x",
            "a.cpp b.c",
            "-x c a.h",
            "--driver-mode=g++ a.o",
        ] {
            assert!(!clang_alone(&line(text), &on), "{text}");
            assert!(clang_alone(&line(text), &off), "{text}");
        }
    }
}
