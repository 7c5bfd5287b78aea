//! The archive that programs link, `libraddle_rt.a`.
//!
//! Cargo's has functions in it that programs know by their names: the compiler's helpers (`__divdc3` divides complex numbers) and functions of
//! `<math.h>` (`cbrt`), whose last bits are not those of the libraries that clang's build uses. They get names of their own here, so that
//! the linker takes none of them for the program's.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::process::{cargo, must_succeed, output};
use crate::system;

/// Cargo's, which it puts there again whenever it likes.
const BUILT: &str = "target/rt/libraddle_rt.a";
/// The one that programs link, from the workspace.
pub const ARCHIVE: &str = "target/rt/lib/libraddle_rt.a";
/// What the names begin with.
const PREFIX: &str = "raddle_rt.";

/// Builds the archive.
pub fn build(root: &Path) -> Result<(), String> {
    // As one of two kinds of library it would not be optimized as a whole, and be twice as large in programs.
    let words = ["rustc", "--package", "raddle-rt", "--profile", "rt", "--crate-type", "staticlib"];
    must_succeed(&mut cargo(root, &words))?;
    rename(&root.join(BUILT), &root.join(ARCHIVE))
}

fn rename(built: &Path, archive: &Path) -> Result<(), String> {
    let mut nm = Command::new(format!("{}/bin/llvm-nm", system::LLVM));
    nm.args(["--defined-only", "--extern-only", "--quiet", "--format=just-symbols"]);
    let symbols = output(nm.arg(built))?;
    let (names, part) = (archive.with_extension("names"), archive.with_extension("part"));
    let pairs: String = foreign(&symbols).into_iter().map(|it| format!("{it} {PREFIX}{it}\n")).collect();
    let failed = |path: &Path| format!("{}: cannot be written", path.display());
    archive.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| format!("{}: {error}", failed(archive)))?;
    fs::write(&names, pairs).map_err(|error| format!("{}: {error}", failed(&names)))?;
    let mut copy = Command::new(format!("{}/bin/llvm-objcopy", system::LLVM));
    // Cargo strips no archive; debug information would be more than half of each program, and of the time to link it.
    copy.arg("--strip-debug").arg(format!("--redefine-syms={}", names.display()));
    must_succeed(copy.arg(built).arg(&part))?;
    // In one step: whoever was interrupted has the old archive, or none.
    fs::rename(&part, archive).map_err(|error| format!("{}: {error}", failed(archive)))
}

/// Functions with one right result, which is any library's. Kernels call them where the processor has no instruction, and a program may not
/// be linked with the C library's.
const EXACT: &[&str] =
    &["ceil", "copysign", "fabs", "floor", "fma", "fmod", "rint", "round", "roundeven", "sqrt", "trunc"];

/// What an archive defines and is neither called by programs nor Rust's: names that a program, its libraries or the compiler may mean
/// otherwise.
fn foreign(symbols: &str) -> Vec<&str> {
    let ours = ["raddle_", "__raddle_", "_ZN", "_R", "rust_", "__rust_", "DW.ref.rust_"];
    let is_ours = |name: &str| ours.iter().any(|it| name.starts_with(it));
    let is_exact = |name: &str| EXACT.iter().any(|it| *it == name || name.strip_suffix('f') == Some(it));
    // A line that ends in a colon names a member.
    let is_foreign = |line: &&str| !line.is_empty() && !line.ends_with(':') && !is_ours(line) && !is_exact(line);
    let mut foreign: Vec<&str> = symbols.lines().filter(is_foreign).collect();
    foreign.sort_unstable();
    foreign.dedup();
    foreign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_programs_know_are_found() {
        let symbols = "rt.o:\nraddle_enter\n_ZN9raddle_rt5enter17h0E\n__raddle_any\nrust_eh_personality\n\nmath.o:\ncbrt\nfmaf\n__divdc3\nraddle_rt.fma\n\nlibm.o:\ncbrt\n";
        assert_eq!(foreign(symbols), ["__divdc3", "cbrt"]);
        assert_eq!(foreign(""), Vec::<&str>::new());
    }
}
