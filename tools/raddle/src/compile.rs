//! One translation unit: clang's object, and ours in its place where loop nests go to a device.
//!
//! Clang runs first and makes a complete object, so a valid program always compiles: whatever our stages cannot do, keeps that
//! object. Our stages run in a child process (`unit`).

use crate::cc::args::CommandLine;
use crate::clang;
use crate::diag::Diagnostic;
use crate::error::{Error, Result, status};
use crate::numerics;
use crate::options::Compile;
use crate::unit::{Job, code::Code, stages::Frontend};
use crate::{panic, temp};
use raddle_c::import::Numerics;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The hidden command of the child process; its arguments are the job and the report, both files.
pub const CHILD_COMMAND: &str = "--compile-unit";
/// Set (to anything but 0) in tests: a stage that fails on a valid program is an error, not a fallback.
const STRICT_FALLBACK: &str = "RADDLE_STRICT_FALLBACK";

/// A C source and how to compile it.
#[derive(Clone, Debug)]
pub struct Unit {
    pub source: PathBuf,
    /// `-x` of the source.
    pub language: Option<OsString>,
    /// Everything clang needs for the source to mean the same in every compilation: neither input nor output nor mode.
    pub words: Vec<OsString>,
    /// Which dependency file to write.
    pub dependencies: Vec<OsString>,
    /// Dependency files go here, those of stubs, too.
    pub dependency_dir: Option<PathBuf>,
}

/// A file with stubs, and its syntax tree as the plugin writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StubFile {
    pub source: PathBuf,
    pub syntax_tree: PathBuf,
}

/// What our stages read: the unit, and what is known of functions of other files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trees {
    /// Written by the plugin.
    pub syntax_tree: PathBuf,
    pub stubs: Vec<StubFile>,
    /// Functions of the program's other units (`raddle_c::program::Offer`), each a unit of its own.
    pub bodies: Option<PathBuf>,
}

/// Why a unit is not offloaded.
enum Failure {
    /// The user's stubs do not fit the unit.
    Input(Error),
    /// A bug of ours.
    Ours(String),
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::Ours(text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageTime {
    pub stage: String,
    pub ns: u64,
}

/// Where a loop runs and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nest {
    /// `file.c:12`
    pub source: String,
    pub function: String,
    /// `device`, `threads` (CPU threads alone) or `host`
    pub verdict: String,
    pub reason: String,
}

impl Nest {
    /// File and line, for the order of the source.
    pub fn place(&self) -> (String, u32) {
        let (file, line) = self.source.rsplit_once(':').unwrap_or((&self.source, ""));
        (file.into(), line.parse().unwrap_or_default())
    }
}

/// A function that stays clang's, and the construct that is the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallback {
    pub function: String,
    pub construct: String,
    /// `file.c:12:5`
    pub source: String,
}

/// What was done with a unit, for statistics and remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub stages: Vec<StageTime>,
    /// The object holds kernels and needs the runtime.
    pub offloaded: bool,
    /// The object is ours: clang's code of some functions was replaced.
    pub ours: bool,
    pub nests: Vec<Nest>,
    /// How many functions became MLIR.
    pub imported: u64,
    pub fallback: Vec<Fallback>,
}

impl Report {
    pub fn timed<T>(&mut self, stage: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = Instant::now();
        let res = work();
        let ns = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.stages.push(StageTime { stage: stage.into(), ns });
        res
    }
}

/// Times of all units per stage, in the order of first appearance.
pub fn stage_times(reports: &[Report]) -> Vec<StageTime> {
    let mut res: Vec<StageTime> = Vec::new();
    for time in reports.iter().flat_map(|report| &report.stages) {
        match res.iter_mut().find(|it| it.stage == time.stage) {
            Some(it) => it.ns += time.ns,
            None => res.push(time.clone()),
        }
    }
    res
}

/// A unit of which clang has made an object, and not yet we.
pub struct Opened<'a> {
    unit: &'a Unit,
    object: &'a Path,
    options: &'a Compile,
    report: Report,
    /// None: the object stays clang's.
    syntax_tree: Option<Result<PathBuf, Failure>>,
}

impl Opened<'_> {
    /// Where clang wrote the syntax tree.
    pub fn syntax_tree(&self) -> Option<&Path> {
        self.syntax_tree.as_ref()?.as_deref().ok()
    }
}

/// Compiles `unit` into `object`.
pub fn unit(unit: &Unit, object: &Path, options: &Compile) -> Result<Report> {
    finish(open(unit, object, options)?, None)
}

/// The part of the compilation that needs clang alone.
pub fn open<'a>(unit: &'a Unit, object: &'a Path, options: &'a Compile) -> Result<Opened<'a>> {
    let mut report = Report::default();
    if !options.offload || is_clangs_own(unit) {
        report.timed("clang", || clang_object(unit, object, None, options))?;
        return Ok(Opened { unit, object, options, report, syntax_tree: None });
    }
    let syntax_tree = temp::scratch_file("syntax-tree.json")?;
    let syntax_tree = match report.timed("clang", || clang_object(unit, object, Some(&syntax_tree), options)) {
        Ok(()) => Ok(syntax_tree),
        Err(Error::ClangCrashed(signal)) => {
            // Perhaps our plugin did it.
            report.timed("clang", || clang_object(unit, object, None, options))?;
            Err(Failure::Ours(format!("clang with the plugin was ended by signal {signal}")))
        }
        Err(other) => return Err(other),
    };
    Ok(Opened { unit, object, options, report, syntax_tree: Some(syntax_tree) })
}

/// Our part. `bodies` is a file with functions of other units ([`Trees::bodies`]).
pub fn finish(opened: Opened, bodies: Option<PathBuf>) -> Result<Report> {
    let Opened { unit, object, options, mut report, syntax_tree } = opened;
    let offloaded = match syntax_tree {
        None => return Ok(report),
        Some(Err(failure)) => Err(failure),
        Some(Ok(syntax_tree)) => {
            let stubs = report
                .timed("stubs", || stub_files(unit, options.mode(&unit.words), &options.stubs, options.verbose))?;
            offload(unit, Trees { syntax_tree, stubs, bodies }, object, options)
        }
    };
    match offloaded {
        Ok(mut ours) => {
            ours.stages.splice(0..0, report.stages);
            Ok(ours)
        }
        Err(Failure::Input(error)) => Err(error),
        Err(Failure::Ours(failure)) if strict_fallback() => Err(Error::Internal(failure)),
        Err(Failure::Ours(failure)) => {
            fallback_warning(unit, &failure, options).emit();
            Ok(report)
        }
    }
}

/// Under some options the object must be clang's, whichever command compiles it.
fn is_clangs_own(unit: &Unit) -> bool {
    CommandLine::parse(unit.words.iter().cloned()).clang_only.is_some()
}

/// The object that clang makes alone; `syntax_tree` is written on the way.
fn clang_object(unit: &Unit, object: &Path, syntax_tree: Option<&Path>, options: &Compile) -> Result<()> {
    let mut words = unit.dependencies.clone();
    words.push("-c".into());
    words.extend(options.stubs.iter().flat_map(|stub| depends_on(stub)));
    words.extend(syntax_tree.map(plugin_words).unwrap_or_default());
    words.extend(source_words(unit, options.mode(&unit.words)));
    words.extend(["-o".into(), object.into()]);
    clang::run(&words, options.verbose)
}

/// Names `file` among the dependencies where clang writes them.
fn depends_on(file: &Path) -> [OsString; 2] {
    let mut entry = OsString::from("-fdepfile-entry=");
    entry.push(file);
    ["-Xclang".into(), entry]
}

/// The source with the flags that give it its meaning.
pub fn source_words(unit: &Unit, mode: Numerics) -> Vec<OsString> {
    let mut words = numerics::words(&unit.words, mode);
    if let Some(language) = &unit.language {
        words.extend(["-x".into(), language.clone()]);
    }
    words.push(unit.source.clone().into());
    words
}

/// Clang words that make it write the syntax tree besides what it does anyway.
pub fn plugin_words(syntax_tree: &Path) -> Vec<OsString> {
    let mut command = Command::new("clang");
    raddle_c::read::export_arguments(&mut command, syntax_tree);
    command.get_args().map(OsString::from).collect()
}

/// The syntax trees of the stub files, under the flags of the unit. Their errors are clang's to explain.
pub fn stub_files(unit: &Unit, mode: Numerics, sources: &[PathBuf], verbose: bool) -> Result<Vec<StubFile>> {
    let file = |(number, source): (usize, &PathBuf)| {
        let syntax_tree = temp::scratch_file(&format!("stubs-{number}.json"))?;
        let mut words = plugin_words(&syntax_tree);
        words.extend(numerics::words(&unit.words, mode));
        if let Some(dir) = &unit.dependency_dir {
            let dependencies = syntax_tree.with_extension("d");
            let name = dependencies.file_name().unwrap_or_default();
            words.extend(["-MD".into(), "-MF".into(), dir.join(name).into()]);
        }
        // Warnings would come again with every unit.
        words.extend(["-w", "-Qunused-arguments", "-fsyntax-only", "-x", "c"].map(OsString::from));
        words.push(source.into());
        clang::run(&words, verbose)?;
        Ok(StubFile { source: source.clone(), syntax_tree })
    };
    sources.iter().enumerate().map(file).collect()
}

/// Our stages, in a process of their own where there is a loop nest at all. On success the object is replaced if anything in
/// it runs on a device.
fn offload(unit: &Unit, trees: Trees, object: &Path, options: &Compile) -> Result<Report, Failure> {
    let text = |error: Error| error.to_string();
    let numerics = options.mode(&unit.words);
    let only = options.only.as_ref().map(ToString::to_string);
    let read = || Frontend::read(&trees, (only.as_deref(), options.least), numerics);
    let front = panic::catch(read)?.map_err(|error| match error {
        Error::Input(_) => Failure::Input(error),
        other => Failure::Ours(text(other)),
    })?;
    if !options.untransformed
        && let Some(nests) = panic::catch(|| front.only_host_loops())?
    {
        return Ok(Report { nests, ..Report::default() });
    }
    let ours = temp::scratch_file("unit.o").map_err(text)?;
    let job = Job {
        name: unit.source.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        trees,
        source_words: source_words(unit, numerics),
        code: Code::of(&unit.words),
        only,
        least: options.least,
        numerics,
        dump: options.dump.clone(),
        untransformed: options.untransformed,
        object: ours.clone(),
        verbose: options.verbose,
    };
    let report = run_child(&job)?;
    if report.ours {
        std::fs::copy(&ours, object).map_err(|error| Failure::Ours(error.to_string()))?;
    }
    Ok(report)
}

/// Starts the child and reads its report; its error otherwise.
fn run_child(job: &Job) -> Result<Report, String> {
    let io = |error: std::io::Error| error.to_string();
    let file = |name| temp::scratch_file(name).map_err(|error| error.to_string());
    let (job_file, report_file, output) = (file("job.json")?, file("report.json")?, file("stderr")?);
    std::fs::write(&job_file, serde_json::to_vec(job).map_err(|error| error.to_string())?).map_err(io)?;
    let exe = std::env::current_exe().map_err(io)?;
    let mut command = Command::new(exe);
    command.arg(CHILD_COMMAND).arg(&job_file).arg(&report_file).stderr(std::fs::File::create(&output).map_err(io)?);
    let status = temp::run(&mut command).map_err(io)?;
    let said = std::fs::read_to_string(&output).unwrap_or_default();
    if !status.success() {
        return Err(format!("{}{status}", if said.is_empty() { said } else { format!("{}\n", said.trim_end()) }));
    }
    // What `--verbose` prints.
    eprint!("{said}");
    let report = std::fs::read(&report_file).map_err(io)?;
    serde_json::from_slice(&report).map_err(|error| error.to_string())
}

/// The child's side: a failure goes to standard error and into the exit status.
pub fn child(job_file: &Path, report_file: &Path) -> Result<()> {
    // A panic inside a callback from C++ ends the process at once: its message must be out before.
    drop(std::panic::take_hook());
    raddle_llvm::set_fatal_error_hook(|reason| {
        eprintln!("LLVM: {reason}");
        temp::clean_up();
        std::process::exit(status::INTERNAL);
    });
    let read = |path: &Path| std::fs::read(path).map_err(|error| Error::file("read", path, &error));
    let job: Job = serde_json::from_slice(&read(job_file)?).map_err(|error| Error::Internal(error.to_string()))?;
    let report = crate::unit::compile(&job)?;
    let text = serde_json::to_vec(&report).map_err(|error| Error::Internal(error.to_string()))?;
    std::fs::write(report_file, text).map_err(|error| Error::file("write", report_file, &error))
}

fn strict_fallback() -> bool {
    std::env::var_os(STRICT_FALLBACK).is_some_and(|value| value != "0" && !value.is_empty())
}

/// The program is fine, we are not: it is compiled, and the user can report what happened.
fn fallback_warning(unit: &Unit, failure: &str, options: &Compile) -> Diagnostic {
    let message = format!("{}: compiled without offloading after an internal error", unit.source.display());
    let mut words = source_words(unit, options.mode(&unit.words));
    words.extend(["-w".into(), "-E".into(), "-o".into()]);
    let preprocessed = temp::scratch_file("unit.i").ok().and_then(|path| {
        words.push(path.clone().into());
        clang::run(&words, false).ok()?;
        std::fs::read(path).ok()
    });
    let files = [("unit.i", preprocessed.unwrap_or_default())];
    panic::add_reproducer(Diagnostic::warning(message).note(None, failure.trim_end()), failure, &files)
}
