//! `cargo xtask demo`: from a bare machine to an unmodified C program on a device.

use std::path::Path;
use std::process::Command;

use crate::process::{cargo, must_succeed};
use crate::{matlab, runtime, system};

/// The shipped example.
const EXAMPLE: &str = "test-suite/programs/demo/heat.c";

pub fn run(root: &Path) -> Result<(), String> {
    system::install_missing()?;
    build(root)?;
    let raddle = root.join("target/release/raddle");
    for device in ["none", "cpu", "vulkan"] {
        let args = ["run", "--device", device, "--stats", EXAMPLE];
        println!("\n$ raddle {}", args.join(" "));
        must_succeed(Command::new(&raddle).args(args).current_dir(root))?;
    }
    println!("\nThe program was compiled as it is; `none` is clang's build of it.");
    Ok(())
}

/// The tools and the archives, optimized.
pub fn build(root: &Path) -> Result<(), String> {
    runtime::build(root)?;
    matlab::build(root)?;
    must_succeed(&mut cargo(root, &["build", "--release", "--package", "raddle"]))
}
