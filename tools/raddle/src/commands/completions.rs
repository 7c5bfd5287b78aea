//! Generated helpers for the shell: completions and manual pages.

use crate::error::{Error, Result};
use std::path::PathBuf;

/// Print the completion script of a shell
#[derive(clap::Args, Clone, Debug)]
pub struct Completions {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Write the manual pages into a directory
#[derive(clap::Args, Clone, Debug)]
pub struct Man {
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
}

pub fn completions(command: &mut clap::Command, args: &Completions) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "raddle", &mut script);
    crate::output::print(&script)
}

pub fn man(command: &clap::Command, args: &Man) -> Result<()> {
    std::fs::create_dir_all(&args.dir).map_err(|error| Error::file("make", &args.dir, &error))?;
    clap_mangen::generate_to(command.clone(), &args.dir).map_err(|error| Error::file("write to", &args.dir, &error))
}
