//! What programs in MATLAB are linked with: the interpreter, the builtin functions and the runtime as one object.
//!
//! Cargo makes an archive of them, of some hundred members with sixty thousand sections. The linker of a program would read them all, for
//! each program again. Here they are linked once, without the functions that nobody reaches from those that programs call, into
//! an object of few sections.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::process::{cargo, must_succeed, output};
use crate::system;

const ARCHIVE: &str = "target/mat/libraddle_mat.a";
/// The object, from the workspace.
pub const OBJECT: &str = "target/mat/raddle_mat.o";

/// What programs call begins with one of these.
const CALLED: &[&str] = &["raddle_", "raddlemat_"];

/// GNU's script for the linker. A linker that makes an object drops what describes frames to the unwinder, unless it has to keep it.
const SCRIPT: &str = "\
SECTIONS {
  .text 0 : { *(.text .text.*) }
  .rodata.cst4 0 : { *(.rodata.cst4) }
  .rodata.cst8 0 : { *(.rodata.cst8) }
  .rodata.cst16 0 : { *(.rodata.cst16) }
  .rodata.cst32 0 : { *(.rodata.cst32) }
  .rodata.str1.1 0 : { *(.rodata.str1.1 .rodata.*.str1.1) }
  .rodata.str1.8 0 : { *(.rodata.str1.8 .rodata.*.str1.8) }
  .rodata 0 : { *(.rodata .rodata.*) }
  .gcc_except_table 0 : { *(.gcc_except_table .gcc_except_table.*) }
  .data.rel.ro 0 : { *(.data.rel.ro .data.rel.ro.*) }
  .data 0 : { *(.data .data.*) }
  .tdata 0 : { *(.tdata .tdata.*) }
  .tbss 0 : { *(.tbss .tbss.*) }
  .bss 0 : { *(.bss .bss.*) }
  .eh_frame 0 : { KEEP(*(.eh_frame)) }
  /DISCARD/ : { *(.llvmbc .llvmcmd .comment) }
}
";

/// Builds the archive, and the object from it.
pub fn build(root: &Path) -> Result<(), String> {
    let words = ["rustc", "--package", "raddle-mat", "--lib", "--profile", "mat"];
    must_succeed(cargo(root, &words).args(["--features", "runtime", "--crate-type", "staticlib"]))?;
    link(root)
}

fn link(root: &Path) -> Result<(), String> {
    let [script, names, whole] = ["ld", "names", "whole.o"].map(|end| root.join(OBJECT).with_extension(end));
    let mut nm = Command::new(format!("{}/bin/llvm-nm", system::LLVM));
    nm.args(["--defined-only", "--extern-only", "--quiet", "--format=just-symbols"]);
    let symbols = output(nm.arg(root.join(ARCHIVE)))?;
    let called = called(&symbols);
    let write = |path: &Path, text: &str| fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    write(&script, SCRIPT)?;
    write(&names, &called.join("\n"))?;
    // GNU's: LLVM's loses the descriptions of frames here.
    let mut linker = Command::new("ld.bfd");
    linker.args(["--relocatable", "--strip-debug", "--gc-sections", "--entry", "raddlemat_main"]);
    linker.args(called.iter().map(|name| format!("--undefined={name}"))).arg("--script").arg(&script);
    must_succeed(linker.arg(root.join(ARCHIVE)).arg("-o").arg(&whole))?;
    let mut copy = Command::new(format!("{}/bin/llvm-objcopy", system::LLVM));
    copy.arg("--strip-unneeded").arg(format!("--keep-global-symbols={}", names.display()));
    // In one step: whoever was interrupted has the old object, or none.
    must_succeed(copy.arg(&whole).arg(whole.with_extension("part")))?;
    fs::rename(whole.with_extension("part"), root.join(OBJECT)).map_err(|error| format!("{OBJECT}: {error}"))?;
    fs::remove_file(&whole).map_err(|error| format!("{}: {error}", whole.display()))
}

/// The functions that programs call, among the symbols of an archive.
fn called(symbols: &str) -> Vec<&str> {
    // A line that ends in a colon names a member.
    let is_called = |line: &&str| !line.ends_with(':') && CALLED.iter().any(|begin| line.starts_with(begin));
    let mut called: Vec<&str> = symbols.lines().filter(is_called).collect();
    called.sort_unstable();
    called.dedup();
    called
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_call_is_found_among_symbols() {
        let symbols =
            "raddle_mat.o:\nmain\n_ZN10raddle_mat4main17h0E\nraddlemat_main\nraddle_launch\n\nrt.o:\nraddle_launch\n";
        assert_eq!(called("\nlibc.o:\nfma\n"), Vec::<&str>::new());
        assert_eq!(called(symbols), ["raddle_launch", "raddlemat_main"]);
    }
}
