//! A trial: the program is interpreted for a moment, without effects, to see whether compiling it would pay (`raddle run`). A program
//! that ends within a trial ends sooner than a compiler would.
//!
//! Nothing is written or waited for: files that would be written are `/dev/null`. What would change anything else, or read back what
//! was not written, stops the trial.

use super::Interp;
use crate::value::Value;
use std::time::{Duration, Instant};

/// Exit statuses of a trial: the program has come to its end, whatever its own status is, or its time was over, or it was to have an
/// effect. `raddle run` knows them.
pub const ENDED: i32 = 0;
const OVER: i32 = 100;
const STOPPED: i32 = 101;

/// Time on the clock beside the processor's, for programs that wait.
const WAITING: Duration = Duration::from_secs(2);

/// How often the time is looked at.
const TICK: Duration = Duration::from_millis(10);

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

/// Begins a trial, which ends with the process, or when it has used so much processor time: a busy machine makes no program long.
pub fn begin(longest: Duration) -> Trial {
    let start = Instant::now();
    let watch = std::thread::Builder::new().spawn(move || {
        while processor_time() < longest && start.elapsed() < longest + WAITING {
            std::thread::sleep(TICK);
        }
        end(OVER)
    });
    if watch.is_err() {
        end(STOPPED);
    }
    Trial::default()
}

fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is that of a local variable.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Ends the process at once: nothing that it holds is worth anything.
fn end(status: i32) -> ! {
    // SAFETY: the call does not return.
    unsafe { libc::_exit(status) }
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
            end(STOPPED);
        }
        trial.has_hidden |= WRITERS.contains(&name);
        name != "pause" && !WRITERS.contains(&name)
    }
}
