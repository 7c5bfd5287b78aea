//! Running other programs: with their output shown, and counted where it tells of tests.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// How many tests passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
}

impl Counts {
    pub fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// `cargo` with the toolchain that runs us.
pub fn cargo(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root);
    command
}

pub fn must_succeed(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("cannot run {}: {error}", describe(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", describe(command))) }
}

/// What `command` prints, if it ends well; its errors go where ours go.
pub fn output(command: &mut Command) -> Result<String, String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", describe(command)))?;
    if !output.status.success() {
        return Err(format!("{} ended with {}", describe(command), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs `command`, passes its standard output on and counts the tests it reports. False: it did not end well.
pub fn run_and_count(command: &mut Command) -> Result<(bool, Counts), String> {
    run_and_count_to(command, &mut std::io::stdout())
}

fn run_and_count_to(command: &mut Command, out: &mut impl Write) -> Result<(bool, Counts), String> {
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|error| format!("cannot run {}: {error}", describe(command)))?;
    let mut counts = Counts::default();
    if let Some(stdout) = child.stdout.take() {
        let mut lines = BufReader::new(stdout);
        let mut line = Vec::new();
        // By bytes: a test may print anything.
        while lines.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            counts.add(counts_in(&String::from_utf8_lossy(&line)));
            // Nobody to tell if our own standard output is closed.
            // Nobody to tell if our own standard output is closed.
            let _ = out.write_all(&line);
            line.clear();
        }
    }
    let status = child.wait().map_err(|error| format!("{}: {error}", describe(command)))?;
    Ok((status.success(), counts))
}

/// What a line says about tests: Rust's `test result: ok. 3 passed; 1 failed; ...`, lit's `  Passed: 3 (75.00%)` and
/// `  Failed: 1 (25.00%)`, and a plain `3 passed, 1 failed`.
fn counts_in(line: &str) -> Counts {
    let line = line.trim();
    if let Some((_, rest)) = line.split_once("test result: ") {
        let number = |word| rest.split([';', '.']).find_map(|part| part.trim().strip_suffix(word)?.trim().parse().ok());
        return Counts { passed: number("passed").unwrap_or(0), failed: number("failed").unwrap_or(0) };
    }
    let labelled = |label| {
        let rest: &str = line.strip_prefix(label)?;
        rest.split_whitespace().next()?.parse().ok()
    };
    if let Some(passed) = labelled("Passed:") {
        return Counts { passed, failed: 0 };
    }
    if let Some(failed) = ["Failed:", "Unresolved:", "Timed Out:"].into_iter().find_map(labelled) {
        return Counts { passed: 0, failed };
    }
    plain(line).unwrap_or_default()
}

fn plain(line: &str) -> Option<Counts> {
    let (passed, failed) = line.split_once(" passed, ")?;
    Some(Counts { passed: passed.parse().ok()?, failed: failed.strip_suffix(" failed")?.parse().ok()? })
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_test_tools_print() {
        let counts = |line| {
            let Counts { passed, failed } = counts_in(line);
            (passed, failed)
        };
        assert_eq!(counts("test result: ok. 19 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"), (19, 0));
        assert_eq!(counts("test result: FAILED. 2 passed; 3 failed; 1 ignored"), (2, 3));
        assert_eq!(counts("  Passed: 4 (100.00%)\n"), (4, 0));
        assert_eq!(counts("  Failed: 1 (25.00%)"), (0, 1));
        assert_eq!(counts("2000 passed, 1 failed"), (2000, 1));
        assert_eq!(counts("12 passed, some failed"), (0, 0));
        assert_eq!(counts("Passed: all"), (0, 0));
        assert_eq!(counts(""), (0, 0));
    }

    #[test]
    fn a_program_that_fails_is_noticed() {
        // Printed for real, the line would be counted by who runs this test.
        let mut out = vec![];
        let mut command = Command::new("sh");
        let (good, counts) =
            run_and_count_to(command.args(["-c", "echo 3 passed, 1 failed; exit 1"]), &mut out).unwrap();
        assert_eq!(out, b"3 passed, 1 failed\n");
        assert_eq!((good, counts), (false, Counts { passed: 3, failed: 1 }));
        assert!(run_and_count(&mut Command::new("no-such-program-of-raddle")).is_err());
        assert!(must_succeed(&mut Command::new("false")).is_err());
        assert!(output(&mut Command::new("false")).is_err());
        assert_eq!(output(Command::new("echo").arg("a")).unwrap(), "a\n");
    }
}
