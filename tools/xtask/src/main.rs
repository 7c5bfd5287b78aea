//! `cargo xtask`: sets up the machine, builds, runs the demonstration and all tests.
//!
//! Depends on nothing but the standard library, so that it builds before LLVM is installed. What the tests consist of
//! is a value in `steps.rs`.

mod archive;
mod demo;
mod dist;
mod matlab;
mod process;
mod runtime;
mod steps;
mod system;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  setup           install the system packages that are missing
  demo            set up, build, run an unmodified C program on a device, with statistics
  test [STEP...]  set up, build, run all tests (or the named steps)
  tidy            check the repository's rules
  runtime         build the archive that programs are linked with
  matlab          build what programs in MATLAB are linked with
  docs            regenerate docs/ops.md, docs/passes.md and docs/builtins.md
  dist            build a tarball and a Debian package in target/dist
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let result = match args.as_slice() {
        ["setup"] => system::install_missing(),
        ["demo"] => demo::run(&root),
        ["test", steps @ ..] => test::run(&root, steps),
        ["tidy"] => tidy::run(&root),
        ["runtime"] => runtime::build(&root),
        ["matlab"] => matlab::build(&root),
        ["docs"] => docs(&root),
        ["dist"] => dist::run(&root),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf()
}

fn docs(root: &Path) -> Result<(), String> {
    let page = tidy::reference::page(&tidy::read(root)?);
    let path = root.join(tidy::reference::PAGE);
    std::fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    // The tests that compare the other pages also write them, if asked.
    system::install_missing()?;
    for test in [["raddle-dialects", "op_reference"], ["raddle-mat", "builtin_reference"]] {
        let mut command = process::cargo(root, &["test", "-q", "-p", test[0], test[1]]);
        command.env("RADDLE_BLESS", "1");
        process::must_succeed(&mut command)?;
    }
    Ok(())
}
