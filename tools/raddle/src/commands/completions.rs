//! Generated helpers for the shell: completions and manual pages.

use crate::error::{Error, Result};
use std::path::PathBuf;

/// Print the completion script of a shell
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "For bash, say: raddle completions bash > ~/.local/share/bash-completion/completions/raddle")]
pub struct Completions {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
    /// The program whose words are completed
    #[arg(value_enum, default_value = "raddle")]
    pub program: Program,
}

/// The names of the one binary.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum Program {
    Raddle,
    RaddleCc,
    RaddleOpt,
}

/// Write the manual pages into a directory
#[derive(clap::Args, Clone, Debug)]
pub struct Man {
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub dir: PathBuf,
}

/// `root` is the declaration of all commands.
pub fn completions(root: clap::Command, args: &Completions) -> Result<()> {
    let (name, mut command) = match args.program {
        Program::Raddle => ("raddle", root),
        Program::RaddleCc => ("raddle-cc", alone(&root, "cc")),
        Program::RaddleOpt => ("raddle-opt", alone(&root, "opt")),
    };
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    crate::output::print(&script)
}

/// A command that is a program, too.
fn alone(root: &clap::Command, name: &str) -> clap::Command {
    let command = root.find_subcommand(name).expect("it is declared");
    command.clone().bin_name(format!("raddle-{name}"))
}

pub fn man(root: clap::Command, args: &Man) -> Result<()> {
    std::fs::create_dir_all(&args.dir).map_err(|error| Error::file("make", &args.dir, &error))?;
    // A page on `help` would say what `--help` is.
    let root = root.disable_help_subcommand(true);
    clap_mangen::generate_to(root, &args.dir).map_err(|error| Error::file("write to", &args.dir, &error))
}
