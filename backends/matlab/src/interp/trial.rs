//! A trial: the program is interpreted for a moment, without effects, to see whether compiling it would pay (`raddle run`). A program
//! that ends within a trial ends sooner than a compiler would.
//!
//! Nothing is written or waited for: files that would be written are `/dev/null`. What would change anything else, or read back what
//! was not written, stops the trial.

use super::Interp;
use crate::value::Value;
use std::time::Duration;

/// Exit statuses of a trial.
const ENDED: i32 = 0;
const STOPPED: i32 = 100;

/// As long as it takes to compile a page.
const LONGEST: Duration = Duration::from_millis(300);

/// Functions that change something outside of the program, or wait for somebody.
const EFFECTS: &[&str] = &[
    "cd", "chdir", "copyfile", "delete", "diary", "input", "keyboard", "mkdir", "movefile", "putenv", "rename",
    "rmdir", "setenv", "system", "unlink", "unsetenv",
];

/// Functions that write a file and return nothing.
const WRITERS: &[&str] = &["csvwrite", "dlmwrite", "save"];

/// Functions that see what is in files.
const READERS: &[&str] = &[
    "csvread",
    "dir",
    "dlmread",
    "exist",
    "fileread",
    "fopen",
    "importdata",
    "isdir",
    "isfile",
    "isfolder",
    "load",
    "ls",
    "run",
    "source",
    "stat",
    "textread",
];

#[derive(Default)]
pub struct Trial {
    /// A file was to be written, and was not.
    has_hidden: bool,
}

/// Begins a trial, which ends with the process.
pub fn begin() -> Trial {
    let _ = std::thread::Builder::new().spawn(|| {
        std::thread::sleep(LONGEST);
        stop()
    });
    Trial::default()
}

/// Ends the process at once: nothing that it holds is worth anything.
fn stop() -> ! {
    // SAFETY: the call does not return.
    unsafe { libc::_exit(STOPPED) }
}

/// The program has ended, whatever its own status is.
pub fn end() -> i32 {
    ENDED
}

impl Interp {
    /// Looks at a call before it happens. `false` if it is left out.
    pub fn try_call(&mut self, name: &str, args: &mut [Value]) -> bool {
        let Some(trial) = self.trial.as_mut() else {
            return true;
        };
        let writes = |mode: &Value| mode.as_text().is_none_or(|mode| mode.contains(['w', 'a', '+', 'W', 'A']));
        if name == "fopen" && args.get(1).is_some_and(writes) {
            args[0] = Value::text("/dev/null");
            trial.has_hidden = true;
        } else if EFFECTS.contains(&name) || trial.has_hidden && READERS.contains(&name) {
            stop();
        }
        trial.has_hidden |= WRITERS.contains(&name);
        name != "pause" && !WRITERS.contains(&name)
    }
}
