//! MATLAB sources on a command line: each program becomes one C file, which goes the way of all C. Parses and writes files;
//! the language is `raddle-matlab`'s.

use crate::cc::args::{CommandLine, InputKind};
use crate::cc::link;
use crate::clang;
use crate::compile::Nest;
use crate::diag::{Diagnostic, Position, Severity};
use crate::error::{Error, Result};
use crate::script::Functions;
use crate::temp;
use raddle_matlab::ast::{ExprKind, File, Function, Source};
use raddle_matlab::compile::{self, Remark, Runs};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The flags under which the C text is compiled: no product is fused with a sum, and nothing of ours is worth a warning.
const FLAGS: &[&str] = &["-ffp-contract=off", "-fno-math-errno", "-w"];

/// What a command line keeps of a script beside its C text.
#[derive(Clone, Debug)]
pub struct Script {
    /// The loops that the interpreter keeps, and compiled ones that keep tests.
    pub on_host: Vec<Nest>,
    /// The C functions with loops in them.
    pub functions: Rc<Functions>,
    /// What is known of the variables of compiled loops.
    pub types: String,
    /// The C text that leaves all loops to the interpreter.
    plain: String,
}

impl Script {
    /// Leaves all loops to the interpreter: clang refuses what was made of them.
    pub fn interpret(&self, source: &Path) -> Result<()> {
        std::fs::write(source, &self.plain).map_err(|error| Error::file("write", source, &error))
    }
}

/// How many loops there are in a script and the functions that it may call: about as many kernels are compiled.
pub fn count_loops(script: &Path) -> Result<usize> {
    let files = load_program(script, Warnings::Off)?;
    let functions = files.iter().flat_map(|file| file.functions.iter().chain(std::iter::once(&file.script)));
    Ok(functions.map(|function| function.body.iter().map(compile::uses::loops).sum::<usize>()).sum())
}

/// Says what is wrong in a script's text.
pub fn check(script: &Path) -> Result<()> {
    load(script).map(drop)
}

/// Makes the interpreter an executable, which runs the script that `RADDLE_MATLAB_SCRIPT` names.
pub fn link_interpreter(to: &Path) -> Result<()> {
    let c = temp::scratch_file("interpreter.c")?;
    std::fs::write(&c, compile::without_regions(&[])).map_err(|error| Error::file("write", &c, &error))?;
    let object = temp::scratch_file("interpreter.o")?;
    let words = |texts: &[&str]| texts.iter().map(OsString::from).collect::<Vec<_>>();
    let compile = [words(&["-w", "-c", "-o"]), vec![object.clone().into(), c.into()]].concat();
    clang::run(&compile, false)?;
    let script = Script { on_host: vec![], functions: Rc::default(), types: String::new(), plain: String::new() };
    let line = CommandLine { matlab: Some(script), ..CommandLine::parse(std::iter::empty::<OsString>()) };
    link::of_interpreter(&line, &object, to)
}

/// The program is fine, we are not: it runs, and the user can report what happened.
pub fn warn_of_interpretation() {
    let message = "internal error: clang refuses the C text of the script's loops; all of them are interpreted";
    Diagnostic::warning(message).hint("please report this, with the script").emit();
}

/// A MATLAB script among the words, by its suffix.
pub fn script(words: &[OsString]) -> Option<usize> {
    words.iter().position(|word| Path::new(word).extension() == Some(OsStr::new("m")))
}

/// The command line with the script's C text in place of the script. What has fewer than `least` iterations in
/// all is interpreted.
///
/// # Errors
/// All that is wrong in the sources; a script among other inputs.
pub fn translate(words: &[OsString], at: usize, native: bool, least: u64) -> Result<CommandLine> {
    let path = PathBuf::from(&words[at]);
    let files = load_program(&path, Warnings::On)?;
    warn_of_missing(&files);
    let output = compile::compile(&files, least);
    let name = path.with_extension("c");
    let c = temp::scratch_file(&name.file_name().unwrap_or_default().to_string_lossy())?;
    std::fs::write(&c, &output.c).map_err(|error| Error::file("write", &c, &error))?;
    let mut all: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
    if !words.iter().any(|word| word.to_str().is_some_and(|text| text.starts_with("-O"))) {
        all.push("-O3".into());
    }
    if native {
        all.push("-march=native".into());
    }
    all.extend_from_slice(words);
    let place = all.len() - words.len() + at;
    all[place] = c.into();
    let mut line = CommandLine::parse(all);
    let (on_host, plain) = (on_host(&files, &output.remarks), compile::without_regions(&files));
    let functions = Rc::new(Functions(output.functions));
    line.matlab = Some(Script { on_host, functions, types: output.types, plain });
    let alone = "name one script; functions are found beside it";
    if let Some(other) = line.inputs().find(|input| input.kind != InputKind::C) {
        let message = format!("'{}' cannot be linked into a MATLAB program", other.path.display());
        return Err(Error::usage_hint(message, alone));
    }
    if line.inputs().count() > 1 {
        return Err(Error::usage_hint("a script among other sources", alone));
    }
    Ok(line)
}

/// All names of builtin functions, sorted: one a line.
const BUILTINS: &str = include_str!("matlab_builtins.txt");

/// Warns of functions that neither the program nor we have.
fn warn_of_missing(files: &[Rc<File>]) {
    let known: Vec<&str> = BUILTINS.lines().collect();
    let packages: BTreeSet<&str> = files.iter().filter_map(|file| package(file)).collect();
    let is_known = |name: &str| known.binary_search(&name).is_ok() || packages.contains(name);
    for one in compile::missing(files, &is_known) {
        let position = position(&files[one.source].source, one.place);
        Diagnostic::warning(format!("'{}' is no function of the program, and none that is built in", one.name))
            .at(Some(position))
            .hint("if the program comes here, it ends with Octave's error; docs/builtins.md has all functions")
            .emit();
    }
}

/// The loops that have no version for devices, and why.
fn on_host(files: &[Rc<File>], remarks: &[Remark]) -> Vec<Nest> {
    let place = |file: &File, offset: u32| {
        let (line, column, _) = raddle_matlab::diagnostic::position(&file.source.text, offset);
        let path = file.source.path.as_deref().map_or(String::new(), |path| path.display().to_string());
        (format!("{path}:{line}"), column)
    };
    let one = |remark: &Remark| {
        let file = files.get(remark.source)?;
        let ((source, _), (reason, column)) = (place(file, remark.stmt), place(file, remark.place));
        let how = match remark.runs {
            Runs::Interpreted => "interpreted",
            Runs::Tested => "compiled with tests in its iterations, so it has no parallel version",
        };
        let reason = format!("{how}: {} ({reason}:{column})", remark.reason);
        let function = remark.function.to_string();
        Some(Nest { source, function, verdict: "host".into(), reason })
    };
    remarks.iter().filter_map(one).collect()
}

/// Whether files that cannot be parsed are warned of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Warnings {
    On,
    Off,
}

/// The script and the files of the functions that it may call, from its own folder, the folder `private` and packages in it.
fn load_program(path: &Path, warnings: Warnings) -> Result<Vec<Rc<File>>> {
    let mut files = vec![load(path)?];
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut next = 0;
    while next < files.len() {
        let names = names_of(&files[next]);
        next += 1;
        for name in names.into_iter().filter(|name| known.insert(name.clone())) {
            let beside = [path.with_file_name(format!("{name}.m")), path.with_file_name(format!("private/{name}.m"))];
            let found = beside.into_iter().filter(|file| file != path && file.is_file());
            let found = found.chain(files_in(&path.with_file_name(format!("+{name}"))));
            files.extend(found.filter_map(|file| load_function(&file, warnings)));
        }
    }
    Ok(files)
}

/// The package that a file belongs to: its outermost folder whose name begins with `+`.
fn package(file: &File) -> Option<&str> {
    let mut folders = file.source.path.as_deref()?.iter().filter_map(OsStr::to_str);
    folders.find_map(|folder| folder.strip_prefix('+'))
}

/// The functions of a package, and of the packages in it.
fn files_in(package: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in std::fs::read_dir(package).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && entry.file_name().to_string_lossy().starts_with('+') {
            files.extend(files_in(&path));
        } else if path.extension() == Some(OsStr::new("m")) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A file that cannot be parsed matters when its function is called, and the interpreter says so again then.
fn load_function(path: &Path, warnings: Warnings) -> Option<Rc<File>> {
    match parse(path) {
        Ok(Ok(file)) => Some(file),
        Ok(Err(diagnostics)) if warnings == Warnings::On => {
            diagnostics.into_iter().for_each(|one| Diagnostic { severity: Severity::Warning, ..one }.emit());
            None
        }
        Ok(Err(_)) | Err(_) => None,
    }
}

fn load(path: &Path) -> Result<Rc<File>> {
    let mut diagnostics = match parse(path)? {
        Ok(file) => return Ok(file),
        Err(diagnostics) => diagnostics,
    };
    let last = diagnostics.pop();
    diagnostics.iter().for_each(Diagnostic::emit);
    Err(Error::Input(Box::new(last.unwrap_or_else(|| Diagnostic::error("the file cannot be parsed")))))
}

fn parse(path: &Path) -> Result<Result<Rc<File>, Vec<Diagnostic>>> {
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let source = Rc::new(Source::new(Some(path.to_path_buf()), text.into()));
    let parsed = raddle_matlab::parse_file(source.clone());
    Ok(parsed.map(Rc::new).map_err(|diagnostics| diagnostics.iter().map(|one| diagnostic(&source, one)).collect()))
}

fn position(source: &Source, place: u32) -> Position {
    let (line, column, _) = raddle_matlab::diagnostic::position(&source.text, place);
    let file = source.path.as_deref().map_or(String::new(), |path| path.display().to_string());
    Position { file, line: line as u32, column: column as u32 }
}

fn diagnostic(source: &Source, one: &raddle_matlab::Diagnostic) -> Diagnostic {
    let diagnostic = Diagnostic::error(one.message.clone()).at(Some(position(source, one.span.start)));
    match &one.hint {
        Some(hint) => diagnostic.hint(hint.clone()),
        None => diagnostic,
    }
}

/// What may name a function: names, handles, and texts that `feval` and its kin may get.
fn names_of(file: &File) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for function in file.functions.iter().chain(std::iter::once(&file.script)) {
        names_in(function, &mut names);
    }
    names
}

fn names_in(function: &Function, names: &mut BTreeSet<String>) {
    names.extend(function.scope.names.iter().map(|name| name.to_string()));
    for stmt in &function.body {
        compile::uses::expressions(stmt, &mut |expr| {
            compile::uses::walk(expr, &mut |expr| match &expr.kind {
                ExprKind::Handle(name) => {
                    names.insert(name.to_string());
                }
                ExprKind::Text { bytes, .. } => {
                    let text = String::from_utf8_lossy(bytes).into_owned();
                    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                        names.insert(text);
                    }
                }
                ExprKind::Anonymous(function) => names.extend(function.scope.names.iter().map(|name| name.to_string())),
                _ => (),
            });
        });
    }
}
