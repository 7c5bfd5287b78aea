//! One translation unit: clang's object, and ours in its place where loop nests go to a device.
//!
//! Clang compiles every unit, beside us, so a valid program always compiles, and what only clang's code generator refuses is refused:
//! its process goes on while our stages run in a copy of this one (`unit`), from the syntax tree that it writes first. Its object is
//! the result where there is nothing to replace or a stage fails.

use crate::cc::args::CommandLine;
use crate::clang;
use crate::diag::Diagnostic;
use crate::error::{Error, Result, status};
use crate::numerics;
use crate::options::Compile;
use crate::script::Functions;
use crate::unit::{
    Job,
    code::Code,
    stages::{Frontend, Wishes},
};
use crate::{panic, temp};
use raddle_c::import::Numerics;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::rc::Rc;
use std::time::Instant;

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
    /// Of the C text of a MATLAB program.
    pub script: Option<Rc<Functions>>,
}

/// A file with stubs, and its syntax tree as the plugin writes it.
#[derive(Clone, Debug)]
pub struct StubFile {
    pub source: PathBuf,
    pub syntax_tree: PathBuf,
}

/// What our stages read: the unit, and what is known of functions of other files.
#[derive(Clone, Debug)]
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

/// A kernel has no code for a kind of device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    pub kernel: String,
    /// `CUDA` or `Vulkan`
    pub devices: String,
    pub reason: String,
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "kernel '{}' has no code for {} devices: {}", self.kernel, self.devices, self.reason)
    }
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
    pub gaps: Vec<Gap>,
}

impl Report {
    /// The same unit's further stages, and what came of them.
    fn add(&mut self, more: Report) {
        let stages = self.stages.drain(..).chain(more.stages).collect();
        *self = Report { stages, ..more };
    }

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

/// A unit whose syntax tree is there: clang goes on with its object, and we have not begun.
pub struct Opened<'a> {
    unit: &'a Unit,
    object: &'a Path,
    options: &'a Compile,
    report: Report,
    /// None: the object is clang's, and complete.
    clang: Option<Clang>,
    failure: Option<Failure>,
}

impl Opened<'_> {
    /// Where clang wrote the syntax tree.
    pub fn syntax_tree(&self) -> Option<&Path> {
        self.clang.as_ref().filter(|_| self.failure.is_none()).map(|clang| clang.syntax_tree.as_path())
    }

    /// Waits for the object that clang makes.
    fn complete(&mut self) -> Result<()> {
        let Opened { clang, object, report, .. } = self;
        clang.as_mut().map_or(Ok(()), |clang| report.timed("clang", || clang.complete(object)))
    }
}

/// Compiles `unit` into `object`.
pub fn unit(unit: &Unit, object: &Path, options: &Compile) -> Result<Report> {
    finish(open(unit, object, options)?, None)
}

/// The part of the compilation that needs clang alone.
pub fn open<'a>(unit: &'a Unit, object: &'a Path, options: &'a Compile) -> Result<Opened<'a>> {
    begin(unit, object, options, Says::AtOnce)?.open()
}

/// The same for several units, whose objects clang has made then: it works on as many at once as there are processors.
pub fn open_all<'a>(units: &'a [(Unit, PathBuf)], options: &'a Compile) -> Result<Vec<Opened<'a>>> {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut begun, mut opened) = (VecDeque::new(), Vec::new());
    let complete = |begun: Begun<'a>| -> Result<Opened<'a>> {
        let mut opened = begun.open()?;
        opened.complete().map(|()| opened)
    };
    for (number, (unit, object)) in units.iter().enumerate() {
        let says = if number == 0 { Says::AtOnce } else { Says::AtItsEnd };
        begun.push_back(begin(unit, object, options, says)?);
        if begun.len() == at_once {
            opened.extend(begun.pop_front().map(complete).transpose()?);
        }
    }
    for begun in begun {
        opened.push(complete(begun)?);
    }
    Ok(opened)
}

/// When clang's messages appear.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    AtOnce,
    /// Behind those of the units before.
    AtItsEnd,
}

/// A unit that clang works on, if it may go on beside us.
struct Begun<'a> {
    unit: &'a Unit,
    object: &'a Path,
    options: &'a Compile,
    clang: Option<Clang>,
}

fn begin<'a>(unit: &'a Unit, object: &'a Path, options: &'a Compile, says: Says) -> Result<Begun<'a>> {
    let is_ours = options.offload && !is_clangs_own(unit);
    let clang = if is_ours { Some(Clang::start(unit, options, says)?) } else { None };
    Ok(Begun { unit, object, options, clang })
}

impl<'a> Begun<'a> {
    /// Waits for the syntax tree.
    fn open(self) -> Result<Opened<'a>> {
        let Begun { unit, object, options, clang } = self;
        let mut report = Report::default();
        let Some(mut clang) = clang else {
            report.timed("clang", || clang_object(unit, object, options))?;
            return Ok(Opened { unit, object, options, report, clang: None, failure: None });
        };
        let failure = match report.timed("clang", || clang.syntax_tree(object)) {
            Ok(()) => None,
            Err(Error::ClangCrashed(signal)) => {
                // Perhaps our plugin did it.
                report.timed("clang", || clang_object(unit, object, options))?;
                Some(Failure::Ours(format!("clang with the plugin was ended by signal {signal}")))
            }
            Err(other) => return Err(other),
        };
        Ok(Opened { unit, object, options, report, clang: Some(clang), failure })
    }
}

/// Our part. `bodies` is a file with functions of other units ([`Trees::bodies`]).
pub fn finish(opened: Opened, bodies: Option<PathBuf>) -> Result<Report> {
    let Opened { unit, object, options, mut report, clang, failure } = opened;
    let Some(clang) = clang else { return Ok(report) };
    let offloaded = match failure {
        Some(failure) => Err(failure),
        None => {
            let mode = options.mode(&unit.words);
            let stubs = report.timed("stubs", || stub_files(unit, mode, &options.stubs, options.verbose))?;
            let trees = Trees { syntax_tree: clang.syntax_tree.clone(), stubs, bodies };
            offload(unit, &trees, object, options)
        }
    };
    match offloaded {
        Ok(ours) => {
            report.add(ours);
            if let Some(gap) = report.gaps.first().filter(|_| strict_fallback()) {
                return Err(Error::Internal(gap.to_string()));
            }
            // Its code generator may have something to say, too, and other files to write.
            match report.ours {
                true => report.timed("clang", || clang.end(object))?,
                false => report.timed("clang", || clang.finish(object))?,
            }
            Ok(report)
        }
        Err(Failure::Input(error)) => Err(error),
        Err(Failure::Ours(failure)) => {
            // A program that clang refuses for what only its code generator sees needs no words of ours.
            report.timed("clang", || clang.finish(object))?;
            if strict_fallback() {
                return Err(Error::Internal(failure));
            }
            fallback_warning(unit, &failure, options).emit();
            Ok(report)
        }
    }
}

/// Clang at work on a unit's object. It is ended where this goes before it has finished.
struct Clang {
    /// None where it has crashed, and another one has made the object.
    process: Option<temp::Held>,
    syntax_tree: PathBuf,
    /// A scratch file: what a process that is ended leaves behind goes with the command.
    object: PathBuf,
    /// A file with what it says, which nobody has seen.
    said: Option<PathBuf>,
}

impl Clang {
    fn start(unit: &Unit, options: &Compile, says: Says) -> Result<Clang> {
        let (syntax_tree, object) = (temp::scratch_file("syntax-tree.json")?, temp::scratch_file("unit.o")?);
        let words = object_words(unit, &object, Some(&syntax_tree), options);
        // Where clang fails, it removes what is there for some errors, and not for others.
        std::fs::write(&object, "").map_err(|error| Error::file("write", &object, &error))?;
        let said = if says == Says::AtItsEnd { Some(temp::scratch_file("said")?) } else { None };
        let process = clang::start(&words, options.verbose, said.as_deref())?;
        Ok(Clang { process: Some(process), syntax_tree, object, said })
    }

    /// Waits until the syntax tree is complete. Where clang fails, it does to `object` what it does to its own one.
    fn syntax_tree(&mut self, object: &Path) -> Result<()> {
        let Some(process) = &mut self.process else { return Ok(()) };
        let ended = process.wait_for(&self.syntax_tree).map_err(clang::cannot_start)?;
        let Some(status) = ended.filter(|status| !status.success()) else { return Ok(()) };
        self.process = None;
        self.say();
        self.failed(status, object)
    }

    /// Passes on what clang has said.
    fn say(&mut self) {
        let said = self.said.take().and_then(|it| std::fs::read(it).ok()).unwrap_or_default();
        // Where standard error is closed, nobody wants it.
        let _ = std::io::stderr().lock().write_all(&said);
    }

    fn failed(&self, status: ExitStatus, object: &Path) -> Result<()> {
        if !self.object.exists() {
            temp::remove_file(object);
        }
        clang::success(status)
    }

    /// Puts the object that clang makes into `object`.
    fn finish(mut self, object: &Path) -> Result<()> {
        self.complete(object)
    }

    fn complete(&mut self, object: &Path) -> Result<()> {
        match self.process.take() {
            Some(process) => {
                self.wait(process, object)?;
                copy(&self.object, object)
            }
            None => Ok(()),
        }
    }

    /// Lets clang come to its end; its object is not needed.
    fn end(mut self, object: &Path) -> Result<()> {
        self.process.take().map_or(Ok(()), |process| self.wait(process, object))
    }

    fn wait(&mut self, process: temp::Held, object: &Path) -> Result<()> {
        let status = process.finish().map_err(clang::cannot_start)?;
        self.say();
        if status.success() { Ok(()) } else { self.failed(status, object) }
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to).map(drop).map_err(|error| Error::file("write", to, &error))
}

/// Under some options the object must be clang's, whichever command compiles it.
fn is_clangs_own(unit: &Unit) -> bool {
    CommandLine::parse(unit.words.iter().cloned()).clang_only.is_some()
}

/// The object that clang makes alone.
fn clang_object(unit: &Unit, object: &Path, options: &Compile) -> Result<()> {
    clang::run(&object_words(unit, object, None, options), options.verbose)
}

/// Clang's words for an object; `syntax_tree` is written on the way.
fn object_words(unit: &Unit, object: &Path, syntax_tree: Option<&Path>, options: &Compile) -> Vec<OsString> {
    let mut words = dependency_words(unit, options);
    words.push("-c".into());
    words.extend(syntax_tree.map(plugin_words).unwrap_or_default());
    words.extend(source_words(unit, options.mode(&unit.words)));
    words.extend(["-o".into(), object.into()]);
    words
}

/// Which dependency file to write, with all files that the object depends on.
fn dependency_words(unit: &Unit, options: &Compile) -> Vec<OsString> {
    unit.dependencies.iter().cloned().chain(options.stubs.iter().flat_map(|stub| depends_on(stub))).collect()
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

/// Our stages, in a process of their own where there is a loop nest at all. On success `object` is written if anything in the
/// unit runs on a device.
fn offload(unit: &Unit, trees: &Trees, object: &Path, options: &Compile) -> Result<Report, Failure> {
    let text = |error: Error| error.to_string();
    let mut report = Report::default();
    let numerics = options.mode(&unit.words);
    let only = options.only.as_ref().map(ToString::to_string);
    let read = || {
        let wishes = Wishes {
            only: only.as_deref(),
            least: options.least,
            numerics,
            schedule: options.schedule.as_deref(),
            transfers: options.transfers,
            script: unit.script.clone(),
        };
        report.timed("read", || Frontend::read(trees, &wishes))
    };
    let front = panic::catch(read)?.map_err(|error| match error {
        Error::Input(_) => Failure::Input(error),
        other => Failure::Ours(text(other)),
    })?;
    if !options.untransformed
        && let Some(nests) = panic::catch(|| front.only_host_loops())?
    {
        return Ok(Report { nests, ..report });
    }
    let code = Code::of(&unit.words);
    let ours = temp::scratch_file("unit.o").map_err(text)?;
    let job = Job {
        name: unit.source.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        front: &front,
        source_words: source_words(unit, numerics),
        code,
        targets: options.targets,
        dump: options.dump.clone(),
        untransformed: options.untransformed,
        object: ours.clone(),
        verbose: options.verbose,
    };
    report.add(run_job(&job)?);
    if report.ours {
        copy(&ours, object).map_err(text)?;
    }
    Ok(report)
}

/// Compiles in a copy of this process, so that a crash in a library costs the offloading and not the program. The copy's error
/// otherwise.
fn run_job(job: &Job<'_>) -> Result<Report, String> {
    let io = |error: std::io::Error| error.to_string();
    let file = |name| temp::scratch_file(name).map_err(|error| error.to_string());
    let (report_file, output) = (file("report.json")?, file("stderr")?);
    let written = std::fs::File::create(&output).map_err(io)?;
    let status = temp::run_in_copy(&written, || report_job(job, &report_file)).map_err(io)?;
    let said = std::fs::read_to_string(&output).unwrap_or_default();
    if !status.success() {
        return Err(format!("{}{status}", if said.is_empty() { said } else { format!("{}\n", said.trim_end()) }));
    }
    // What `--verbose` prints.
    eprint!("{said}");
    let report = std::fs::read(&report_file).map_err(io)?;
    serde_json::from_slice(&report).map_err(|error| error.to_string())
}

/// The copy's side: a failure goes to standard error and into the exit status.
fn report_job(job: &Job<'_>, report_file: &Path) -> i32 {
    // A panic inside a callback from C++ ends the process at once: its message must be out before.
    drop(std::panic::take_hook());
    raddle_llvm::set_fatal_error_hook(|reason| {
        eprintln!("LLVM: {reason}");
        temp::clean_up();
        std::process::exit(status::INTERNAL);
    });
    let compile = || -> Result<()> {
        let report = crate::unit::compile(job)?;
        let text = serde_json::to_vec(&report).map_err(|error| Error::Internal(error.to_string()))?;
        std::fs::write(report_file, text).map_err(|error| Error::file("write", report_file, &error))
    };
    match panic::catch(compile) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            let status = error.exit_status();
            error.diagnostic().into_iter().for_each(|it| it.emit());
            status
        }
        // Its message is out.
        Err(_) => status::INTERNAL,
    }
}

/// Tests want an error of ours to be one.
pub fn strict_fallback() -> bool {
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
