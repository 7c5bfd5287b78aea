//! Runs every program of `test-suite/programs/run` on every device against clang's unoptimized build.
//!
//! Compared: standard output and exit status or signal. A loop has a comment `// raddle: device`, `// raddle: threads(REASON)` (CPU threads alone) or `// raddle: host(REASON)`, or several of these with `|` between, and must
//! have that verdict in the statistics. Comments `// args:`, `// flags:` and `// with:` give arguments, compiler flags and more
//! sources, `// stubs:` files for `--stubs`, which clang never sees.
//! A comment `// options:` gives options of Raddle's own, under which results need not be clang's: such a program is
//! compared with its own executable on no device, or, if a comment `// tolerance:` says how far numbers may be apart (relatively),
//! with clang's after all. Devices: `RADDLE_TEST_DEVICES` (default none,cpu,emulated,vulkan,ptx-vm); filters on the command line
//! (the first words) name programs.

mod verdicts;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use verdicts::check_verdicts;

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test-suite/programs/run");
const DEVICES: &str = "none,cpu,emulated,vulkan,ptx-vm";
/// Seconds; what takes longer hangs.
const LONGEST: &str = "300";
/// Where the verdicts are looked up: what is legal does not depend on the device.
const VERDICT_DEVICE: &str = "cpu";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (names, rest) = words.split_at(words.iter().take_while(|word| !word.starts_with('-')).count());
    // The harness takes one filter only.
    let mut arguments = Arguments::from_iter(std::iter::once("run").chain(rest.iter().map(String::as_str)));
    // Programs are compared, not timed, but some start threads of their own; two at a time is enough on small machines.
    arguments.test_threads.get_or_insert(2);
    let devices = std::env::var("RADDLE_TEST_DEVICES").unwrap_or_else(|_| DEVICES.into());
    let devices: Vec<String> = devices.split(',').map(String::from).collect();
    let known = tempfile::tempdir().expect("a temporary folder can be made");
    let name = |source: &Path| source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_asked = |source: &PathBuf| names.is_empty() || names.iter().any(|it| name(source).contains(it));
    let trials = sources().into_iter().filter(is_asked).map(|source| {
        let (devices, known) = (devices.clone(), known.path().to_owned());
        let name = name(&source);
        Trial::test(name, move || Program::read(&source, &known)?.check(&devices))
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    drop(known);
    conclusion.exit();
}

fn sources() -> Vec<PathBuf> {
    let dir = fs::canonicalize(PROGRAMS).expect("the test suite lies beside the tools");
    let files = fs::read_dir(dir).expect("the folder of programs can be read").flatten().map(|entry| entry.path());
    let mut res: Vec<_> = files.filter(|path| path.extension() == Some(OsStr::new("c"))).collect();
    res.sort();
    res
}

struct Program {
    sources: Vec<PathBuf>,
    flags: Vec<String>,
    options: Vec<String>,
    /// Relative, of the numbers that are printed.
    tolerance: Option<f64>,
    stubs: Vec<PathBuf>,
    args: Vec<String>,
    dir: tempfile::TempDir,
}

impl Program {
    /// What one program's run finds out of a device is kept in `known` for the others.
    fn read(source: &Path, known: &Path) -> Result<Program, Failed> {
        let text = fs::read_to_string(source)?;
        let words = |key: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(key));
            lines.flat_map(str::split_whitespace).map(String::from).collect()
        };
        let folder = source.parent().unwrap_or(Path::new("."));
        let more = words("// with: ").into_iter().map(|name| folder.join(name));
        let sources = std::iter::once(source.to_path_buf()).chain(more).collect();
        let (flags, options, args) = (words("// flags: "), words("// options: "), words("// args: "));
        let tolerance = words("// tolerance: ").first().map(|word| word.parse()).transpose()?;
        let stubs = words("// stubs: ").into_iter().map(|name| folder.join(name)).collect();
        let dir = tempfile::tempdir()?;
        fs::create_dir(dir.path().join("cache"))?;
        std::os::unix::fs::symlink(known, dir.path().join("cache/devices"))?;
        Ok(Program { sources, flags, options, tolerance, stubs, args, dir })
    }

    fn check(&self, devices: &[String]) -> Result<(), Failed> {
        let expected = self.run_oracle()?;
        let executable = self.dir.path().join("program");
        let built = self.dir.path().join("build.json");
        let mut build = self.raddle("build", None);
        succeed(build.arg(format!("--stats=json:{}", built.display())).arg("-o").arg(&executable))?;
        // Built for no device, a program is clang's.
        for device in devices.iter().filter(|device| self.is_clangs() || *device != "none") {
            let stats = self.dir.path().join(format!("{device}.json"));
            let output = self.command(device, &executable, &stats).output()?;
            compare(device, &expected, &output, self.tolerance)?;
            is_used(device, &output)?;
            // A program that a signal ends writes no statistics.
            if device == VERDICT_DEVICE && expected.status.code().is_some() {
                check_verdicts(&self.sources, &[&built, &stats])?;
            }
        }
        Ok(())
    }

    /// One executable serves all devices, but for none: that one, which has no kernels, `raddle run` builds.
    fn command(&self, device: &str, executable: &Path, stats: &Path) -> Command {
        let mut run = if device == "none" { self.raddle("run", Some(device)) } else { limited(executable) };
        if device == "none" {
            run.arg("--");
        } else {
            run.env("RADDLE_DEVICE", if device == "ptx-vm" { "cuda" } else { device }).env("RADDLE_OFFLOAD_MIN", "0");
            run.env("RADDLE_STATS", format!("json:{}", stats.display()));
        }
        if device == "ptx-vm" {
            run.env("RADDLE_CUDA_DRIVER", Path::new(RADDLE).with_file_name("libraddle_cuda_stub.so"));
        }
        run.args(&self.args).env("RADDLE_CACHE_DIR", self.dir.path().join("cache"));
        // Drivers compile every time: what that does to a program shows only where they have nothing in store.
        run.env("MESA_SHADER_CACHE_DIR", self.dir.path().join("cache"));
        run
    }

    /// A command of Raddle's with the sources.
    fn raddle(&self, command: &str, device: Option<&str>) -> Command {
        let mut run = limited(Path::new(RADDLE));
        run.args([command, "--offload-min", "0"]);
        run.args(device.iter().flat_map(|it| ["--device", it]));
        run.args(self.stubs.iter().flat_map(|stub| [OsStr::new("--stubs"), stub.as_os_str()]));
        run.args(&self.options).args(&self.sources).args(&self.flags);
        run.env("RADDLE_CACHE_DIR", self.dir.path().join("cache")).env("RADDLE_STRICT_FALLBACK", "1");
        run
    }

    /// Whether results are clang's, at least nearly.
    fn is_clangs(&self) -> bool {
        self.options.is_empty() || self.tolerance.is_some()
    }

    fn run_oracle(&self) -> Result<Output, Failed> {
        let executable = self.dir.path().join("oracle");
        let mut build = Command::new(if self.is_clangs() { "clang-22" } else { RADDLE });
        if self.is_clangs() {
            build.arg("-O0");
        } else {
            build.arg("build").args(&self.options).env("RADDLE_STRICT_FALLBACK", "1");
        }
        succeed(build.args(&self.sources).args(&self.flags).arg("-o").arg(&executable))?;
        Ok(Command::new(executable).args(&self.args).env("RADDLE_DEVICE", "none").output()?)
    }
}

fn limited(program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.arg(LONGEST).arg(program);
    command
}

fn succeed(command: &mut Command) -> Result<(), Failed> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into()),
    }
}

fn compare(device: &str, expected: &Output, actual: &Output, tolerance: Option<f64>) -> Result<(), Failed> {
    let end = |output: &Output| (output.status.code(), output.status.signal());
    if end(expected) != end(actual) {
        let stderr = String::from_utf8_lossy(&actual.stderr);
        return Err(format!("{device}: ended with {}, expected {}\n{stderr}", actual.status, expected.status).into());
    }
    if expected.stdout != actual.stdout && !tolerance.is_some_and(|it| is_near(&expected.stdout, &actual.stdout, it)) {
        return Err(format!("{device}: other output\n{}", first_difference(&expected.stdout, &actual.stdout)).into());
    }
    Ok(())
}

/// The devices of the tests compute all that kernels need, and every operation has a verdict.
fn is_used(device: &str, output: &Output) -> Result<(), Failed> {
    let said = String::from_utf8_lossy(&output.stderr);
    match said.lines().find(|line| line.contains(" is not exact on ")) {
        Some(line) => Err(format!("{device}: {line}").into()),
        None => Ok(()),
    }
}

/// The same words, but that numbers may be apart by `tolerance` times the larger of them.
fn is_near(expected: &[u8], actual: &[u8], tolerance: f64) -> bool {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let near = |(a, b): (&str, &str)| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(x), Ok(y)) => a == b || (x - y).abs() <= tolerance * x.abs().max(y.abs()),
        _ => a == b,
    };
    let words = expected.split_whitespace().count() == actual.split_whitespace().count();
    words && expected.split_whitespace().zip(actual.split_whitespace()).all(near)
}

fn first_difference(expected: &[u8], actual: &[u8]) -> String {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let lines = |text: &str| text.lines().map(String::from).enumerate().collect::<BTreeMap<_, _>>();
    let (expected, actual) = (lines(&expected), lines(&actual));
    let first = (0..).find(|index| expected.get(index) != actual.get(index)).unwrap_or_default();
    format!("line {}\n  expected {:?}\n  actual   {:?}", first + 1, expected.get(&first), actual.get(&first))
}
