//! A panic is our bug: caught here, printed with how to report it and where the reproducer lies. Never hides one.

use crate::diag::Diagnostic;
use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::path::PathBuf;

pub const HOW_TO_REPORT: &str =
    "this is a bug in raddle: please report it with the message, the output of 'raddle --version' and the reproducer";

thread_local! {
    /// Message, place and stack of the latest panic of this thread.
    static LATEST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the report instead of printing it at once. To be called once, at the start.
pub fn keep_reports() {
    std::panic::set_hook(Box::new(|info| {
        let report = format!("{info}\n\n{}", Backtrace::force_capture());
        LATEST.with(|latest| *latest.borrow_mut() = report);
    }));
}

/// Runs `body`; a panic comes back as its report.
pub fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).map_err(|payload| {
        let report = LATEST.with(RefCell::take);
        if report.is_empty() { payload_text(payload.as_ref()) } else { report }
    })
}

fn payload_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Writes the command, the report and `files` into a directory that stays, and tells the user.
pub fn diagnostic(report: &str, files: &[(&str, Vec<u8>)]) -> Diagnostic {
    let first_line = report.lines().take(2).collect::<Vec<_>>().join(" ");
    add_reproducer(Diagnostic::error(format!("internal error: {first_line}")), report, files)
}

pub fn add_reproducer(diagnostic: Diagnostic, report: &str, files: &[(&str, Vec<u8>)]) -> Diagnostic {
    match write_reproducer(report, files) {
        Some(dir) => diagnostic.note(None, format!("the reproducer is in {}", dir.display())).hint(HOW_TO_REPORT),
        None => diagnostic.hint(HOW_TO_REPORT),
    }
}

fn write_reproducer(report: &str, files: &[(&str, Vec<u8>)]) -> Option<PathBuf> {
    let dir = tempfile::Builder::new().prefix("raddle-bug-").tempdir().ok()?.keep();
    let command: Vec<_> = std::env::args_os().map(|word| format!("{:?}", word.to_string_lossy())).collect();
    let cwd = std::env::current_dir().unwrap_or_default();
    std::fs::write(dir.join("command.sh"), format!("cd {cwd:?}\n{}\n", command.join(" "))).ok()?;
    std::fs::write(dir.join("report.txt"), format!("raddle {}\n{report}\n", env!("CARGO_PKG_VERSION"))).ok()?;
    for (name, contents) in files {
        std::fs::write(dir.join(name), contents).ok()?;
    }
    Some(dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_comes_back_as_text() {
        let report = catch(|| panic!("the message")).unwrap_err();
        assert!(report.contains("the message"), "{report}");
        assert_eq!(catch(|| 3), Ok(3));
    }

    #[test]
    fn the_reproducer_holds_command_and_report() {
        let diagnostic = diagnostic("it broke", &[("unit.i", b"int x;".to_vec())]);
        let dir = PathBuf::from(diagnostic.notes[0].1.strip_prefix("the reproducer is in ").unwrap());
        assert!(std::fs::read_to_string(dir.join("report.txt")).unwrap().contains("it broke"));
        assert_eq!(std::fs::read(dir.join("unit.i")).unwrap(), b"int x;");
        std::fs::remove_dir_all(dir).unwrap();
    }
}
