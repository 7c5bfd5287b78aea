//! Names of the system that a linked program takes for something of its own. The runtime is linked statically, so that its calls
//! go there as well. It looks at the finished file, where archives, visibility and the linker's options have had their effect,
//! and never changes it.

use super::needs::holds_runtime;
use object::{Object, ObjectSymbol};
use std::collections::HashSet;

/// What the runtime calls of POSIX and Linux. The functions of ISO C are not a program's to redefine, except for those that manage
/// and copy memory, which the runtime takes as they are.
const CALLED: &[&str] = &[
    "clock_gettime",
    "close",
    "dl_iterate_phdr",
    "dlclose",
    "dlerror",
    "dlopen",
    "dlsym",
    "fstat64",
    "getauxval",
    "getcwd",
    "getpid",
    "getrandom",
    "gettid",
    "lseek64",
    "mkdir",
    "mmap64",
    "mprotect",
    "munmap",
    "open64",
    "poll",
    "process_vm_readv",
    "pthread_create",
    "pthread_getattr_np",
    "pthread_self",
    "pthread_sigmask",
    "read",
    "readlink",
    "realpath",
    "sched_getaffinity",
    "sched_yield",
    "sigaltstack",
    "sigdelset",
    "sigfillset",
    "stat64",
    "statx",
    "syscall",
    "sysconf",
    "unlink",
    "write",
    "writev",
];

/// What drivers and the libraries that they bring usually call besides. They see what a program does not hide.
const CALLED_BY_DRIVERS: &[&str] = &[
    "clock_nanosleep",
    "dup",
    "fcntl",
    "fcntl64",
    "fstat",
    "ftruncate",
    "ftruncate64",
    "ioctl",
    "isatty",
    "lseek",
    "mmap",
    "open",
    "opendir",
    "readdir",
    "readdir64",
    "stat",
];

/// The first name that the runtime in `file` needs of the system and that `file` defines.
pub fn name(file: &[u8]) -> Option<String> {
    let parsed = object::File::parse(file).ok()?;
    let imports: HashSet<&str> =
        parsed.dynamic_symbols().filter(|it| it.is_undefined()).filter_map(|it| it.name().ok()).collect();
    let is_taken = |(name, is_local): &(&str, bool)| match is_local {
        // `static` in its unit, while the runtime has the system's; or hidden, and then the runtime has this one.
        true => CALLED.contains(name) && !imports.contains(name),
        false => CALLED.contains(name) || CALLED_BY_DRIVERS.contains(name) || name.starts_with("pthread_"),
    };
    let defined = parsed.dynamic_symbols().chain(parsed.symbols()).filter(|it| it.is_definition());
    let taken = defined.filter_map(|it| Some((it.name().ok()?, it.is_local()))).filter(is_taken);
    taken.map(|(name, _)| name).min().filter(|_| holds_runtime(file)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_take_nothing() {
        assert_eq!(name(b""), None);
        assert_eq!(name(b"no program"), None);
    }
}
