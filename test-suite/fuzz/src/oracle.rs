//! Builds and runs a unit with clang -O0 and with Raddle, and compares what they print.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::ops::Range;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::census::Counts;
use crate::print::{self, Files, Source};
use crate::tree::{Function, Numerics};

const CLANG: &str = "clang-22";
const SANITIZERS: [&str; 4] =
    ["-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// How units are judged.
#[derive(Clone, Debug)]
pub struct Judge {
    pub raddle: PathBuf,
    pub devices: Vec<String>,
    /// Optimization levels (`O0`); each unit is built at one of them.
    pub levels: Vec<String>,
    /// For each build and each run.
    pub timeout: Duration,
    pub numerics: Numerics,
    pub files: Files,
    /// What `raddle build --schedule` is told.
    pub schedule: Option<String>,
    /// Variables of the compiler's and its programs' environment.
    pub environment: Vec<(String, String)>,
}

/// What became of a unit.
#[derive(Debug, Default)]
pub struct Report {
    /// What differs from the oracle; none if nothing does.
    pub difference: Option<String>,
    /// Verdicts on the functions' nests, as the statistics of the first device tell: `device`, `host: REASON`.
    pub verdicts: Counts,
}

struct Finished {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl Judge {
    /// Compares the functions' program, built at an optimization level, on every device with what `numerics` says. An error is the machine's
    /// fault (no clang, no space).
    pub fn check(&self, functions: &[Function], level: &str) -> Result<Report> {
        let dir = tempfile::tempdir()?;
        let sources = self.write(functions, dir.path())?;
        let program = dir.path().join("program");
        let mut build = Command::new(&self.raddle);
        build
            .args(["build", "--offload-min", "0"])
            .args(sources.iter().map(|source| source.name))
            .current_dir(dir.path())
            .arg(format!("-{level}"))
            .args(["-w", "-lm", "-o"])
            .arg(&program);
        build.arg(format!("--fp={}", self.numerics.mode()));
        build.args(self.schedule.iter().map(|order| format!("--schedule={order}")));
        // An internal error must not hide behind clang's program.
        build.env("RADDLE_STRICT_FALLBACK", "1").envs(self.environment.clone());
        let built = self.run(&mut build, dir.path())?;
        if !built.status.success() {
            return Ok(Report { difference: Some(failure("raddle build", &built)), ..Report::default() });
        }
        let expected = match self.numerics {
            Numerics::Strict => self.expected(dir.path(), functions)?,
            Numerics::Reproducible | Numerics::Contract => {
                let alone = self.run(Command::new(&program).env("RADDLE_DEVICE", "none"), dir.path())?;
                if !alone.status.success() {
                    return Ok(Report { difference: Some(failure("on no device, it", &alone)), ..Report::default() });
                }
                alone.stdout
            }
        };
        let mut report = Report::default();
        for (number, device) in self.devices.iter().enumerate() {
            let stats = dir.path().join(format!("stats-{number}.json"));
            let mut run = Command::new(&program);
            run.envs(self.device(device)).env("RADDLE_OFFLOAD_MIN", "0").envs(self.environment.clone());
            run.env("RADDLE_STATS", format!("json:{}", stats.display()));
            let finished = self.run(&mut run, dir.path())?;
            if number == 0 {
                report.verdicts = verdicts(&stats, &sources);
            }
            report.difference = difference(device, &expected, &finished);
            if report.difference.is_some() {
                break;
            }
        }
        Ok(report)
    }

    /// How a program is told its device. The interpreter of PTX is a driver of ours beside the compiler.
    fn device(&self, name: &str) -> Vec<(&'static str, OsString)> {
        if name != "ptx-vm" {
            return vec![("RADDLE_DEVICE", name.into())];
        }
        let driver = self.raddle.with_file_name("libraddle_cuda_stub.so");
        vec![("RADDLE_DEVICE", "cuda".into()), ("RADDLE_CUDA_DRIVER", driver.into())]
    }

    fn expected(&self, dir: &Path, functions: &[Function]) -> Result<String> {
        let finished = self.clang(dir, &["-O0"])?;
        if !finished.status.success() {
            let seeds: Vec<String> = functions.iter().map(|function| function.seed.to_string()).collect();
            bail!("seeds {}: {}", seeds.join(" "), failure("clang's program", &finished));
        }
        Ok(finished.stdout)
    }

    /// Does a program of these functions behave under clang's sanitizers, and print what it prints without them?
    pub fn is_defined(&self, functions: &[Function]) -> Result<Option<String>> {
        let dir = tempfile::tempdir()?;
        self.write(functions, dir.path())?;
        let expected = self.expected(dir.path(), functions)?;
        let finished = self.clang(dir.path(), &SANITIZERS)?;
        Ok(difference("sanitizers", &expected, &finished))
    }

    /// Writes the functions' program.
    fn write(&self, functions: &[Function], dir: &Path) -> Result<Vec<Source>> {
        let sources = print::program(functions, self.files);
        for source in &sources {
            fs::write(dir.join(source.name), &source.text)?;
        }
        Ok(sources)
    }

    /// Builds what was written with clang and runs it.
    fn clang(&self, dir: &Path, flags: &[&str]) -> Result<Finished> {
        let program = dir.join("oracle");
        let mut build = Command::new(CLANG);
        build.args(flags).args(["-w", "-o"]).arg(&program).arg("unit.c");
        if self.files == Files::Two {
            build.arg("other.c");
        }
        build.arg("-lm").current_dir(dir);
        let built = self.run(&mut build, dir)?;
        if !built.status.success() {
            bail!("{}", failure(CLANG, &built));
        }
        self.run(&mut Command::new(program), dir)
    }

    fn run(&self, command: &mut Command, dir: &Path) -> Result<Finished> {
        // Through files: a full pipe would block the child while this thread waits for its end.
        let (out, err) = (dir.join("stdout"), dir.join("stderr"));
        command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?);
        let mut child = command.spawn().with_context(|| format!("cannot run {:?}", command.get_program()))?;
        let deadline = Instant::now() + self.timeout;
        let mut pause = Duration::from_micros(500);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() > deadline {
                child.kill()?;
                break child.wait()?;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        let text = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(Finished { status, stdout: text(out)?, stderr: text(err)? })
    }
}

/// What ended badly, and the end of what it said.
fn failure(what: &str, finished: &Finished) -> String {
    let how = match finished.status.signal() {
        Some(libc::SIGKILL) => "took too long".to_owned(),
        _ => format!("ended with {}", finished.status),
    };
    let lines: Vec<&str> = finished.stderr.lines().collect();
    let tail = lines[lines.len().saturating_sub(12)..].join("\n");
    format!("{what} {how}\n{tail}")
}

fn difference(device: &str, expected: &str, actual: &Finished) -> Option<String> {
    if !actual.status.success() {
        return Some(failure(device, actual));
    }
    let (mut wanted, mut got) = (expected.lines(), actual.stdout.lines());
    loop {
        match (wanted.next(), got.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => {
                let (a, b) = (a.unwrap_or("nothing"), b.unwrap_or("nothing"));
                return Some(format!("{device}: {b}, expected: {a}"));
            }
        }
    }
}

#[derive(serde::Deserialize)]
struct Stats {
    nests: Vec<Nest>,
}

#[derive(serde::Deserialize)]
struct Nest {
    source: String,
    verdict: String,
    #[serde(default)]
    reason: String,
}

/// Verdicts on the nests of generated functions: a nest is an outermost loop, and runs on the device if any loop in it
/// does. None if there are no statistics.
fn verdicts(stats: &Path, sources: &[Source]) -> Counts {
    let mut counts = BTreeMap::new();
    let stats = fs::read(stats).ok().and_then(|bytes| serde_json::from_slice::<Stats>(&bytes).ok());
    let rows = stats.map(|stats| stats.nests).unwrap_or_default();
    for (file, nest) in sources.iter().flat_map(|it| outermost_loops(&it.text).into_iter().map(|nest| (it.name, nest)))
    {
        let inside: Vec<&Nest> = rows.iter().filter(|row| row.is_in(file) && nest.contains(&row.line())).collect();
        let device = inside.iter().any(|row| matches!(row.verdict.as_str(), "device" | "threads"));
        let verdict = match inside.iter().find(|row| row.line() == nest.start) {
            _ if device => "device".to_owned(),
            Some(outer) => format!("host: {}", pattern(&outer.reason)),
            None => "host: no verdict".to_owned(),
        };
        *counts.entry(verdict).or_default() += 1;
    }
    counts
}

impl Nest {
    fn is_in(&self, file: &str) -> bool {
        self.source.rsplit_once(':').is_some_and(|(path, _)| path.ends_with(file))
    }

    fn line(&self) -> usize {
        self.source.rsplit(':').next().and_then(|line| line.parse().ok()).unwrap_or(0)
    }
}

/// The lines of each loop that stands directly in a generated function, by indentation.
fn outermost_loops(unit: &str) -> Vec<Range<usize>> {
    let mut loops = Vec::new();
    let mut start = None;
    let mut generated = false;
    for (line, text) in (1..).zip(unit.lines()) {
        if !text.starts_with(' ') && text.ends_with('{') {
            let name = text.trim_start_matches("static ").split_whitespace().nth(1).unwrap_or_default();
            generated = name.strip_prefix('f').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        } else if generated && text.starts_with("    for (") {
            start = Some(line);
        } else if text == "    }" {
            loops.extend(start.take().map(|start| start..line));
        }
    }
    loops
}

/// A reason without its names and numbers.
fn pattern(reason: &str) -> String {
    let mut out = String::new();
    for (part, text) in reason.split('\'').enumerate() {
        out += if part % 2 == 1 { "'_'" } else { text };
    }
    let words = out.split_whitespace().map(|word| if word.contains(|c: char| c.is_ascii_digit()) { "_" } else { word });
    words.take(12).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_hide_names_and_numbers() {
        assert_eq!(pattern("'a3' is written at f.c:12:4 by 'i0'"), "'_' is written at _ by '_'");
    }

    #[test]
    fn nests_are_the_outermost_loops_of_generated_functions() {
        let text = "static int x(void) {\n    for (;;) {\n    }\n}\nint f1(int n) {\n    int s0 = 1;\n    for (;;) {\n        \
                    for (;;) {\n        }\n    }\n    for (;;) {\n    }\n}\n";
        assert_eq!(outermost_loops(text), [7..10, 11..12]);
    }

    #[test]
    fn a_nest_with_an_inner_loop_on_the_device_is_on_the_device() {
        let dir = tempfile::tempdir().unwrap();
        let stats = dir.path().join("stats.json");
        let rows = r#"{"nests": [{"source": "u.c:2", "verdict": "host", "reason": "anti on 'a'"},
            {"source": "u.c:3", "verdict": "device", "reason": ""},
            {"source": "u.c:6", "verdict": "host", "reason": "call to 'g'"}]}"#;
        fs::write(&stats, rows).unwrap();
        let text = "int f1(int n) {\n    for (;;) {\n        for (;;) {\n        }\n    }\n    for (;;) {\n    }\n}\n";
        let expected = Counts::from([("device".into(), 1), ("host: call to '_'".into(), 1)]);
        let source = Source { name: "u.c", text: text.into() };
        assert_eq!(verdicts(&stats, &[source]), expected);
    }

    #[test]
    fn differences_name_the_first_line() {
        let finished = |stdout: &str, code| Finished {
            status: ExitStatus::from_raw(code),
            stdout: stdout.into(),
            stderr: "last words".into(),
        };
        assert_eq!(difference("cpu", "f1 a\nf2 b\n", &finished("f1 a\nf2 b\n", 0)), None);
        let found = difference("cpu", "f1 a\nf2 b\n", &finished("f1 a\nf2 c\n", 0));
        assert_eq!(found.as_deref(), Some("cpu: f2 c, expected: f2 b"));
        let cut = difference("cpu", "f1 a\n", &finished("", 0));
        assert_eq!(cut.as_deref(), Some("cpu: nothing, expected: f1 a"));
        assert!(difference("cpu", "", &finished("", libc::SIGSEGV)).is_some_and(|text| text.contains("last words")));
    }
}
