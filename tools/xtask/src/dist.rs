//! `cargo xtask dist`: a tarball that runs from any folder.
//!
//! `bin/raddle` with its other names as links, `lib/raddle` with what it links into programs, the C header.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::must_succeed;
use crate::{demo, system};

/// From the workspace, to the tarball.
const FILES: &[(&str, &str)] = &[
    ("target/release/raddle", "bin/raddle"),
    ("target/rt/libraddle_rt.a", "lib/raddle/libraddle_rt.a"),
    ("target/release/lib/raddle/libraddle_ast.so", "lib/raddle/libraddle_ast.so"),
    ("backends/runtime/include/raddle.h", "include/raddle.h"),
    ("README.md", "share/doc/raddle/README.md"),
    ("LICENSE", "share/doc/raddle/LICENSE"),
    ("CHANGELOG.md", "share/doc/raddle/CHANGELOG.md"),
];
/// Other names of the one binary.
const NAMES: &[&str] = &["raddle-cc", "raddle-opt"];

pub fn run(root: &Path) -> Result<(), String> {
    system::install_missing()?;
    demo::build(root)?;
    let name = format!("raddle-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let dist = root.join("target/dist");
    let stage = dist.join(&name);
    fill(root, &stage).map_err(|error| format!("{}: {error}", stage.display()))?;
    let archive = format!("{name}.tar.gz");
    must_succeed(Command::new("tar").args(["czf", &archive, "--owner=0", "--group=0", &name]).current_dir(&dist))?;
    println!("{}", PathBuf::from("target/dist").join(archive).display());
    Ok(())
}

fn fill(root: &Path, stage: &Path) -> std::io::Result<()> {
    if stage.exists() {
        fs::remove_dir_all(stage)?;
    }
    for (from, to) in FILES {
        let to = stage.join(to);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(root.join(from), to).map_err(|error| std::io::Error::new(error.kind(), format!("{from}: {error}")))?;
    }
    for name in NAMES {
        std::os::unix::fs::symlink("raddle", stage.join("bin").join(name))?;
    }
    Ok(())
}
