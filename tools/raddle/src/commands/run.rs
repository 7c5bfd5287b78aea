//! `raddle run`: builds into a cache, then becomes the program, so that exit status and signals are the program's.

use super::build::{COMPILER_FLAGS, command_line};
use crate::cache::{self, Cache, Entry};
use crate::cc::{self, Scope, args::CommandLine};
use crate::clang;
use crate::compile::Report;
use crate::error::{Error, Result, describe};
use crate::install;
use crate::matlab;
use crate::options::{self, Shared, Split};
use crate::{remarks, stats, temp};
use std::ffi::OsString;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Compile C sources (or reuse the result of an earlier run) and run the program
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = COMPILER_FLAGS, override_usage = "raddle run [OPTIONS] [COMPILER FLAGS] FILE... [-- ARGS...]")]
pub struct Run {
    #[command(flatten)]
    pub shared: Shared,
    /// Write launches, copies and loops on the host with their times, as trace events that Perfetto shows
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// The trace of a program without kernels, which has no runtime to write one.
const NO_EVENTS: &[u8] = b"{\"displayTimeUnit\": \"ns\", \"otherData\": {\"dropped\": 0}, \"traceEvents\": []}\n";

pub fn run(run: &Run, words: &Split) -> Result<()> {
    run.shared.check()?;
    if let Some(command) = interpreted(words)? {
        return become_program(command);
    }
    let line = command_line(&words.compiler, "run", run.shared.least())?;
    if line.output.is_some() {
        return Err(Error::usage_hint(
            "'raddle run' leaves no file behind",
            "for an executable there is 'raddle build -o EXE'",
        ));
    }
    let mut settings = settings(&run.shared)?;
    if let Some(path) = &run.trace {
        settings.push(("RADDLE_TRACE", path.into()));
    }
    let entry = build(&line, &run.shared)?;
    remarks::print(&entry.reports, &run.shared.remarks())?;
    let name = line.inputs().next().and_then(|input| input.path.file_stem()).unwrap_or_default();
    let mut command = program(&entry.executable)?;
    run.trace.as_deref().map_or(Ok(()), |path| temp::write_output(path, NO_EVENTS))?;
    command.arg0(name).args(&words.program).envs(settings);
    match run.shared.stats() {
        options::Report::Off => become_program(command),
        wanted => run_with_stats(command, &entry.reports, &wanted),
    }
}

/// A MATLAB program that ends sooner than it would be compiled: it was tried (`backends/matlab/interp/trial.rs`).
fn interpreted(words: &Split) -> Result<Option<Command>> {
    let Some(script) = alone(words) else { return Ok(None) };
    let (Some(cache), Some(archive)) = (Cache::open(), install::matlab_object()) else { return Ok(None) };
    options::check_readable(script)?;
    matlab::check(script)?;
    let exe = std::env::current_exe().unwrap_or_default();
    let made_by = [clang::path()?, &exe, &archive];
    let long = cache::key(&["a long program".into()], &[script], &made_by);
    if cache.is_marked(&long) {
        return Ok(None);
    }
    let interpreter = interpreter(&cache, &made_by)?;
    let command = || -> Result<Command> {
        let mut command = program(&interpreter)?;
        command.arg0(script.file_stem().unwrap_or_default()).args(&words.program).env("RADDLE_MATLAB_SCRIPT", script);
        Ok(command)
    };
    // Who waits for a compiler may as well wait for the program.
    let compilation = || matlab::count_loops(script).map_or(Duration::ZERO, |loops| LOOP * loops as u32);
    let mut outcome = trial(command()?, PAGE);
    if outcome == Trial::Over
        && let limit = compilation()
        && limit > 2 * PAGE
    {
        outcome = trial(command()?, limit);
    }
    if outcome == Trial::Ended {
        return command().map(Some);
    }
    cache.mark(&long);
    Ok(None)
}

/// Processor time that it takes to compile a page, and a loop.
const PAGE: Duration = Duration::from_millis(300);
const LOOP: Duration = Duration::from_millis(80);

/// How a trial ended.
#[derive(PartialEq, Eq)]
enum Trial {
    /// With the program.
    Ended,
    /// It took too long.
    Over,
    /// The program was to have an effect, or could not be tried.
    Stopped,
}

/// Interprets a program without effects for so much processor time.
fn trial(mut command: Command, longest: Duration) -> Trial {
    command.env("RADDLE_MATLAB_TRIAL", longest.as_millis().to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status().ok().and_then(|status| status.code()) {
        // The statuses of `backends/matlab/interp/trial.rs`.
        Some(0) => Trial::Ended,
        Some(100) => Trial::Over,
        _ => Trial::Stopped,
    }
}

/// The script of a command that says nothing else, in an environment that says nothing of how programs run: whoever says how
/// wants it compiled.
fn alone(words: &Split) -> Option<&Path> {
    let [script] = &words.compiler[..] else { return None };
    let of_tool = ["RADDLE_LIB_DIR", "RADDLE_CLANG", "RADDLE_CACHE_DIR", "RADDLE_CACHE_SIZE"];
    let of_program = |name: &str| name.starts_with("RADDLE_") && !of_tool.contains(&name);
    let has_settings = std::env::vars_os().any(|(name, _)| name.to_str().is_some_and(of_program));
    let has_options = std::env::args_os().skip(1).take_while(|word| word != "--").count() > 2;
    (matlab::script(&words.compiler).is_some() && !has_settings && !has_options).then_some(Path::new(script))
}

/// The executable that interprets scripts.
fn interpreter(cache: &Cache, made_by: &[&Path]) -> Result<PathBuf> {
    let key = cache::key(&["the interpreter".into()], &[], made_by);
    if let Some(entry) = cache.find(&key) {
        return Ok(entry.executable);
    }
    let fresh = temp::scratch_file("interpreter")?;
    matlab::link_interpreter(&fresh)?;
    Ok(cache.insert(&key, &fresh, &[], vec![])?.executable)
}

fn build(line: &CommandLine, shared: &Shared) -> Result<Entry> {
    let options = shared.compile()?;
    let Some(cache) = Cache::open().filter(|_| shared.dump.is_none()) else {
        let executable = temp::scratch_file("program")?;
        let reports = cc::compile_and_link(line, Scope::Program, &executable, &options, &[])?;
        return Ok(Entry { executable, reports });
    };
    let key = cache_key(line, shared)?;
    if let Some(entry) = cache.find(&key) {
        return Ok(entry);
    }
    let executable = temp::scratch_file("program")?;
    let dependencies = Dependencies::new()?;
    let line = dependencies.wanted_by(line);
    let reports = cc::compile_and_link(&line, Scope::Program, &executable, &options, &dependencies.link_words())?;
    // A cache that cannot be written costs time, not the run.
    match cache.insert(&key, &executable, &dependencies.read(), reports.clone()) {
        Ok(entry) => Ok(entry),
        Err(_) => Ok(Entry { executable, reports }),
    }
}

fn cache_key(line: &CommandLine, shared: &Shared) -> Result<String> {
    let own = format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?} {}",
        shared.device.as_deref() == Some("none"),
        shared.offload_min,
        shared.offload_only.as_ref().map(ToString::to_string),
        shared.numerics()?,
        shared.stubs,
        shared.targets,
        shared.schedule,
        shared.transfers,
    );
    let words = [line.words.clone(), vec![own.into()]].concat();
    let files: Vec<&Path> = line.inputs().map(|input| &input.path).chain(&shared.stubs).map(PathBuf::as_path).collect();
    let exe = std::env::current_exe().unwrap_or_default();
    let archive = if line.matlab.is_some() { install::matlab_object() } else { install::runtime_archive() };
    let archive = archive.unwrap_or_default();
    Ok(cache::key(&words, &files, &[clang::path()?, &exe, &archive]))
}

/// What clang and the linker say they have read.
struct Dependencies {
    /// One file for all units: each is appended as it is compiled.
    dir: PathBuf,
    link: PathBuf,
}

impl Dependencies {
    fn new() -> Result<Dependencies> {
        let link = temp::scratch_file("link.d")?;
        let dir = link.parent().unwrap_or(Path::new(".")).to_path_buf();
        Ok(Dependencies { dir, link })
    }

    /// The same command with a dependency file per unit in place of the user's wishes, which mean nothing here.
    fn wanted_by(&self, line: &CommandLine) -> CommandLine {
        CommandLine { dependency_dir: Some(self.dir.clone()), ..line.clone() }
    }

    fn link_words(&self) -> Vec<OsString> {
        let mut word = OsString::from("-Wl,--dependency-file=");
        word.push(&self.link);
        vec![word]
    }

    fn read(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(&self.dir).into_iter().flatten().flatten().map(|entry| entry.path());
        let texts = files.filter_map(|path| std::fs::read(path).ok());
        let mut paths: Vec<_> =
            texts.flat_map(|text| cache::read_dependencies(&String::from_utf8_lossy(&text))).collect();
        paths.sort();
        paths.dedup();
        // Objects in the scratch directory were made from the rest.
        let scratch = self.dir.parent().unwrap_or(&self.dir).to_path_buf();
        paths.retain(|path| !path.starts_with(&scratch));
        paths
    }
}

/// A command that starts the executable. One in the scratch directory is opened first, as the directory goes before the program starts.
fn program(executable: &Path) -> Result<Command> {
    if !temp::is_scratch(executable) {
        return Ok(Command::new(executable));
    }
    let file = std::fs::File::open(executable).map_err(|error| Error::file("read", executable, &error))?;
    let fd = OwnedFd::from(file);
    let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
    let mut command = Command::new(path);
    // SAFETY: the closure only keeps the descriptor alive until the program starts.
    unsafe {
        command.pre_exec(move || {
            let _ = &fd;
            Ok(())
        });
    }
    Ok(command)
}

/// The choices that the runtime reads from the environment.
fn settings(shared: &Shared) -> Result<Vec<(&'static str, OsString)>> {
    let mut settings = vec![];
    match shared.device.as_deref() {
        Some(options::PTX_VM) => {
            settings.extend([("RADDLE_DEVICE", "cuda".into()), ("RADDLE_CUDA_DRIVER", ptx_vm()?.into())]);
        }
        Some(device) => settings.push(("RADDLE_DEVICE", device.into())),
        None => (),
    }
    if let Some(n) = shared.offload_min {
        settings.push(("RADDLE_OFFLOAD_MIN", n.to_string().into()));
    }
    Ok(settings)
}

fn ptx_vm() -> Result<PathBuf> {
    install::ptx_vm().ok_or_else(|| {
        Error::usage_hint(
            format!("the device '{}' is not installed", options::PTX_VM),
            "it comes with Raddle's sources: cargo build -p raddle-cuda-stub",
        )
    })
}

fn become_program(mut command: Command) -> Result<()> {
    temp::clean_up();
    Err(cannot_start(&command.exec()))
}

/// The program runs as a child, as the statistics of one without kernels are ours to write.
fn run_with_stats(mut command: Command, reports: &[Report], wanted: &options::Report) -> Result<()> {
    let compile = temp::scratch_file("compile.json")?;
    let half = stats::compile_half(reports).to_string();
    std::fs::write(&compile, half).map_err(|error| Error::file("write", &compile, &error))?;
    let target = match wanted {
        options::Report::Json(path) => {
            drop(temp::Output::new(path)?);
            let mut target = OsString::from("json:");
            target.push(path);
            target
        }
        options::Report::Text | options::Report::Off => "table".into(),
    };
    command.env("RADDLE_STATS", target).env("RADDLE_STATS_COMPILE", &compile);
    let start = Instant::now();
    let status = temp::run(&mut command).map_err(|error| cannot_start(&error))?;
    match wanted {
        _ if !reports.iter().any(|report| report.offloaded) => stats::report(reports, start.elapsed(), wanted)?,
        options::Report::Json(path) => stats::complete(reports, path)?,
        options::Report::Text | options::Report::Off => (),
    }
    temp::exit_like(status)
}

fn cannot_start(error: &std::io::Error) -> Error {
    Error::input(format!("cannot start the program: {}", describe(error)))
}
