//! `cargo xtask test`: runs the steps of `steps.rs` and sums up.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::process::{self, Counts, run_and_count};
use crate::steps::{Action, STEPS, Step};
use crate::system;

/// Runs the steps named in `only` (all, if empty). The last line is `N passed, N failed`, alone.
pub fn run(root: &Path, only: &[&str]) -> Result<(), String> {
    let steps = select(only)?;
    system::install_missing()?;
    let mut total = Counts::default();
    let mut closing = Vec::new();
    for step in steps {
        println!("== {}: {}", step.name, step.what);
        let start = Instant::now();
        let (good, counts) = match run_and_count(&mut command(root, &step.action)) {
            Ok((good, counts)) => (good && counts.failed == 0, counts),
            Err(message) => {
                eprintln!("xtask: {message}");
                (false, Counts::default())
            }
        };
        let counts = as_test(good, counts);
        total.add(counts);
        let verdict = if good { "ok" } else { "FAILED" };
        let Counts { passed, failed } = counts;
        let seconds = start.elapsed().as_secs();
        closing.push(format!(
            "{verdict:6} {:10} {passed:6} passed {failed:4} failed {seconds:5} s  {}",
            step.name, step.what
        ));
    }
    println!("\n{}\n{} passed, {} failed", closing.join("\n"), total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { Err("some tests failed".into()) }
}

fn select(only: &[&str]) -> Result<Vec<&'static Step>, String> {
    for name in only {
        if !STEPS.iter().any(|step| step.name == *name) {
            let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
            return Err(format!("there is no step '{name}'; steps are {}", known.join(", ")));
        }
    }
    Ok(STEPS.iter().filter(|step| only.is_empty() || only.contains(&step.name)).collect())
}

/// A step without tests of its own counts as one; a step that breaks has at least one failure.
fn as_test(good: bool, counts: Counts) -> Counts {
    match (good, counts) {
        (true, Counts { passed: 0, failed: 0 }) => Counts { passed: 1, failed: 0 },
        (false, Counts { passed, failed: 0 }) => Counts { passed, failed: 1 },
        (_, counts) => counts,
    }
}

fn command(root: &Path, action: &Action) -> Command {
    match action {
        Action::Cargo(args) => process::cargo(root, args),
        Action::Lit(args) => {
            let mut command = Command::new(format!("{}/bin/lit", system::LLVM));
            command.args(*args).current_dir(root);
            command
        }
        Action::Shell(line) => {
            let mut command = Command::new("sh");
            command.args(["-c", line]).current_dir(root);
            command
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_steps_count_as_failures() {
        let counts = |passed, failed| Counts { passed, failed };
        assert_eq!(as_test(true, counts(0, 0)), counts(1, 0));
        assert_eq!(as_test(true, counts(5, 0)), counts(5, 0));
        assert_eq!(as_test(false, counts(5, 0)), counts(5, 1));
        assert_eq!(as_test(false, counts(0, 2)), counts(0, 2));
    }

    #[test]
    fn steps_are_selected_by_name() {
        assert_eq!(select(&[]).unwrap().len(), STEPS.len());
        assert_eq!(select(&["lit"]).unwrap()[0].name, "lit");
        assert!(select(&["lot"]).is_err_and(|message| message.contains("lit")));
    }
}
