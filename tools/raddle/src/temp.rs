//! Everything on disk that must not outlive the command: the scratch directory, outputs that are not complete yet, child processes.
//!
//! They go at any end: normal exit, error, panic, SIGINT, SIGTERM, SIGHUP. A child that a signal interrupts is ended first.

use crate::error::{Error, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Default)]
struct State {
    scratch: Option<PathBuf>,
    n_scratch_files: usize,
    n_outputs: usize,
    incomplete: Vec<PathBuf>,
    children: Vec<u32>,
}

static STATE: Mutex<State> =
    Mutex::new(State { scratch: None, n_scratch_files: 0, n_outputs: 0, incomplete: Vec::new(), children: Vec::new() });
/// A signal has arrived: no new child may start, and whoever waits for one stays put until the process ends.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handlers. To be called once, at the start.
pub fn clean_up_on_signals() {
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            INTERRUPTED.store(true, Ordering::SeqCst);
            end_children(signal);
            clean_up();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    });
}

fn end_children(signal: i32) {
    const PATIENCE: u32 = 200;
    for attempt in 0..PATIENCE {
        let children = state().children.clone();
        if children.is_empty() {
            return;
        }
        let signal = if attempt == 0 {
            signal
        } else if attempt == PATIENCE / 2 {
            libc::SIGKILL
        } else {
            0
        };
        for pid in children {
            // SAFETY: plain system calls; the pid is a child that nobody has waited for yet, or one just gone. A child that is
            // stopped hears the signal when it goes on.
            unsafe {
                libc::kill(pid as libc::pid_t, signal);
                libc::kill(pid as libc::pid_t, libc::SIGCONT);
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Removes what is left. Idempotent.
pub fn clean_up() {
    let mut state = state();
    for path in state.incomplete.drain(..) {
        let _ = fs::remove_file(path);
    }
    if let Some(scratch) = state.scratch.take() {
        let _ = fs::remove_dir_all(scratch);
    }
}

/// A path for a temporary file of this name, in a directory of its own that goes with the command.
pub fn scratch_file(name: &str) -> Result<PathBuf> {
    let mut state = state();
    if state.scratch.is_none() {
        let dir = tempfile::Builder::new().prefix("raddle-").tempdir();
        let dir = dir.map_err(|error| Error::file("make a temporary directory in", &std::env::temp_dir(), &error))?;
        state.scratch = Some(dir.keep());
    }
    state.n_scratch_files += 1;
    let dir = state.scratch.clone().unwrap_or_default().join(state.n_scratch_files.to_string());
    fs::create_dir(&dir).map_err(|error| Error::file("make", &dir, &error))?;
    Ok(dir.join(name))
}

/// Whether the file goes with the command.
pub fn is_scratch(path: &Path) -> bool {
    state().scratch.as_ref().is_some_and(|scratch| path.starts_with(scratch))
}

fn next_output() -> usize {
    let mut state = state();
    state.n_outputs += 1;
    state.n_outputs
}

/// An output file that appears under its name only when complete.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// What is written to: a hidden neighbour of `path`, or `path` itself where that is a device or a pipe.
    target: PathBuf,
}

impl Output {
    pub fn new(path: &Path) -> Result<Output> {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => {
                return Err(Error::input(format!("cannot write '{}': Is a directory", path.display())));
            }
            Ok(meta) if !meta.is_file() => return Ok(Output { path: path.into(), target: path.into() }),
            Ok(meta) if meta.permissions().readonly() => check_writable(path)?,
            Ok(_) | Err(_) => (),
        }
        if path.file_name().is_none() {
            return Err(Error::input(format!("'{}' is not a file name", path.display())));
        }
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Short: the name may be as long as names can be.
        let target = dir.join(format!(".raddle-{}-{}", std::process::id(), next_output()));
        // Fails now rather than after a long compilation.
        fs::File::create(&target).map_err(|error| Error::file("write", path, &error))?;
        state().incomplete.push(target.clone());
        Ok(Output { path: path.into(), target })
    }

    pub fn target(&self) -> &Path {
        &self.target
    }

    pub fn complete(self) -> Result<()> {
        if self.target != self.path {
            fs::rename(&self.target, &self.path).map_err(|error| Error::file("write", &self.path, &error))?;
            state().incomplete.retain(|path| *path != self.target);
        }
        Ok(())
    }
}

impl Drop for Output {
    /// Where `complete` was not reached, the unfinished file goes. Where it went already, clang took it for the output of what
    /// failed, and what had the name before goes as well.
    fn drop(&mut self) {
        let mut state = state();
        if let Some(index) = state.incomplete.iter().position(|path| *path == self.target) {
            state.incomplete.swap_remove(index);
            let removed = fs::remove_file(&self.target);
            if removed.is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
                let _ = fs::remove_file(&self.path);
            }
        }
    }
}

/// Removes an output that is not made. What is no file (`/dev/null`, a pipe) is not ours to remove.
pub fn remove_file(path: &Path) {
    if path.is_file() {
        let _ = fs::remove_file(path);
    }
}

fn check_writable(path: &Path) -> Result<()> {
    fs::OpenOptions::new().append(true).open(path).map(drop).map_err(|error| Error::file("write", path, &error))
}

/// A complete file in one step.
pub fn write_output(path: &Path, contents: &[u8]) -> Result<()> {
    let output = Output::new(path)?;
    fs::write(output.target(), contents).map_err(|error| Error::file("write", path, &error))?;
    output.complete()
}

/// Starts a child that a signal to this process ends too.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut state = state();
    if INTERRUPTED.load(Ordering::SeqCst) {
        drop(state);
        wait_for_the_end();
    }
    let child = command.spawn()?;
    state.children.push(child.id());
    Ok(child)
}

/// Waits for a child of [`spawn`].
pub fn wait(mut child: Child) -> io::Result<ExitStatus> {
    let status = child.wait();
    state().children.retain(|pid| *pid != child.id());
    if INTERRUPTED.load(Ordering::SeqCst) {
        wait_for_the_end();
    }
    status
}

pub fn run(command: &mut Command) -> io::Result<ExitStatus> {
    wait(spawn(command)?)
}

/// A child that works beside this process, and can be given up. It goes when this process goes, however that ends.
pub struct Held {
    child: Child,
    ended: Option<ExitStatus>,
}

impl Held {
    pub fn start(command: &mut Command) -> io::Result<Held> {
        // SAFETY: one plain system call between fork and exec.
        unsafe {
            command.pre_exec(|| match libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            })
        };
        Ok(Held { child: spawn(command)?, ended: None })
    }

    /// Waits until the child has made `file` or has ended; its status if it has ended.
    pub fn wait_for(&mut self, file: &Path) -> io::Result<Option<ExitStatus>> {
        const BETWEEN_LOOKS: Duration = Duration::from_micros(500);
        loop {
            if let Some(status) = self.try_wait()? {
                return Ok(Some(status));
            }
            if file.exists() {
                return Ok(None);
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait()?;
            if self.ended.is_some() {
                forget_child(self.child.id());
            }
        }
        Ok(self.ended)
    }

    /// Waits for the child's end.
    pub fn finish(mut self) -> io::Result<ExitStatus> {
        match self.try_wait()? {
            Some(status) => Ok(status),
            None => self.reap(),
        }
    }

    fn reap(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait()?;
        self.ended = Some(status);
        forget_child(self.child.id());
        Ok(status)
    }

    fn signal(&self, signal: i32) {
        // SAFETY: plain system call; nobody has waited for the child yet.
        unsafe { libc::kill(self.child.id() as libc::pid_t, signal) };
    }
}

impl Drop for Held {
    /// Ends the child at once. What it has begun to write stays.
    fn drop(&mut self) {
        if let Ok(None) = self.try_wait() {
            self.signal(libc::SIGKILL);
            let _ = self.reap();
        }
    }
}

fn forget_child(pid: u32) {
    state().children.retain(|it| *it != pid);
    if INTERRUPTED.load(Ordering::SeqCst) {
        wait_for_the_end();
    }
}

/// Runs `work` in a copy of this process, whose standard error goes into `output` and whose exit status is what `work` returns.
/// The copy has none of this process's other threads, so `work` must not rely on any.
pub fn run_in_copy(output: &fs::File, work: impl FnOnce() -> i32) -> io::Result<ExitStatus> {
    let mut state = state();
    if INTERRUPTED.load(Ordering::SeqCst) {
        drop(state);
        wait_for_the_end();
    }
    // SAFETY: nobody else holds the state, which the copy must be able to lock; malloc's locks are the C library's to care for.
    let pid = unsafe { libc::fork() };
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    if pid > 0 {
        state.children.push(pid as u32);
        drop(state);
        return wait_for_copy(pid);
    }
    // What is listed there is the original's to remove and to end. Where the copy is killed, the original removes its files.
    let scratch = state.scratch.take().map(|dir| dir.join("copy")).filter(|dir| fs::create_dir(dir).is_ok());
    *state = State { scratch, ..State::default() };
    drop(state);
    clean_up_on_signals();
    // SAFETY: plain system calls.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
        libc::dup2(output.as_raw_fd(), libc::STDERR_FILENO);
        let status = work();
        clean_up();
        libc::_exit(status)
    }
}

fn wait_for_copy(pid: libc::pid_t) -> io::Result<ExitStatus> {
    let mut status = 0;
    // SAFETY: plain system call; nobody else waits for the copy.
    while unsafe { libc::waitpid(pid, &mut status, 0) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    forget_child(pid as u32);
    Ok(ExitStatus::from_raw(status))
}

/// Ends this process as the child ended: same exit status, or same signal.
pub fn exit_like(status: ExitStatus) -> ! {
    clean_up();
    if let Some(signal) = status.signal() {
        // Without this, a crash would leave a second core file, of the wrong program.
        let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: plain system calls on valid arguments.
        unsafe {
            libc::setrlimit(libc::RLIMIT_CORE, &no_core);
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        std::process::exit(128 + signal);
    }
    std::process::exit(status.code().unwrap_or(1));
}

fn wait_for_the_end() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_appears_only_when_complete() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out");
        let output = Output::new(&path).unwrap();
        fs::write(output.target(), "x").unwrap();
        assert!(!path.exists());
        drop(output);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);

        write_output(&path, b"y").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"y");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn names_may_be_as_long_as_they_can_be() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x".repeat(255));
        write_output(&path, b"y").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"y");
    }

    #[test]
    fn devices_are_written_through() {
        let output = Output::new(Path::new("/dev/null")).unwrap();
        assert_eq!(output.target(), Path::new("/dev/null"));
        output.complete().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn directories_and_absent_places_are_errors() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Output::new(dir.path()).unwrap_err().to_string().contains("Is a directory"));
        assert!(Output::new(&dir.path().join("no/such")).unwrap_err().to_string().contains("No such file"));
    }

    #[test]
    fn a_child_comes_to_its_end_or_goes() {
        let dir = tempfile::tempdir().unwrap();
        let start = |name: &str| {
            let script = format!("touch {name}; sleep 0.3; touch {name}.done");
            let mut held = Held::start(Command::new("sh").arg("-c").arg(script).current_dir(dir.path())).unwrap();
            assert!(held.wait_for(&dir.path().join(name)).unwrap().is_none());
            held
        };
        assert!(start("finished").finish().unwrap().success());
        assert!(dir.path().join("finished.done").exists());
        drop(start("dropped"));
        std::thread::sleep(Duration::from_millis(500));
        assert!(!dir.path().join("dropped.done").exists());

        let mut failing = Held::start(Command::new("sh").args(["-c", "exit 3"])).unwrap();
        assert_eq!(failing.wait_for(Path::new("/absent")).unwrap().and_then(|it| it.code()), Some(3));
        assert_eq!(failing.finish().unwrap().code(), Some(3));
    }

    #[test]
    fn scratch_files_of_one_name_do_not_collide() {
        let (a, b) = (scratch_file("x.o").unwrap(), scratch_file("x.o").unwrap());
        assert_ne!(a, b);
        assert_eq!(a.file_name(), b.file_name());
        clean_up();
        assert!(!a.parent().unwrap().exists());
    }
}
