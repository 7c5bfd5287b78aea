//! The command line of raddle's own commands: declared with clap, which also makes help, completions and manual pages.

use crate::commands::{build, cc, completions, devices, emit, explain, opt, run};
use crate::error::{Error, Result, status};
use crate::options::{Split, split};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use std::ffi::{OsStr, OsString};

/// Compiles plain sequential C and runs its loop nests on CPU threads and GPUs
#[derive(Parser)]
#[command(name = "raddle", version, after_help = EXIT_STATUS, subcommand_required = true, arg_required_else_help = true)]
struct Raddle {
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status: of 'run', the program's; else 0 success, 1 an error in the input, 2 wrong usage, 3 a device or driver failed, 4 a bug in raddle.";

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Build(build::Build),
    /// Compile and link as a C compiler does: a drop-in for CC= and, as the single word raddle-cc, for CMAKE_C_COMPILER
    #[command(disable_help_flag = true, override_usage = "raddle cc GCC-STYLE-ARGUMENTS...")]
    Cc,
    Emit(emit::Emit),
    Explain(explain::Explain),
    Devices(devices::Devices),
    /// MLIR's opt driver with all upstream passes and our own; also as raddle-opt
    #[command(
        disable_help_flag = true,
        override_usage = "raddle opt [FILE|-] [--PASS[=OPTIONS]]... | --pass-pipeline='...'"
    )]
    Opt,
    Completions(completions::Completions),
    #[command(hide = true)]
    Man(completions::Man),
}

/// Runs the command that the words name; the first is the program's own name.
pub fn run(mut words: impl Iterator<Item = OsString>) -> Result<()> {
    let name = words.next().unwrap_or_default();
    let words: Vec<OsString> = words.collect();
    match program_name(&name) {
        Some("raddle-cc") => return cc::run(words),
        Some("raddle-opt") => return opt::run(&words),
        Some(_) | None => (),
    }
    match words.split_first() {
        Some((first, rest)) if first == "cc" => cc::run(rest.to_vec()),
        Some((first, rest)) if first == "opt" => opt::run(rest),
        Some((first, rest)) => own_command(first, rest),
        None => own_command(OsStr::new("--help"), &[]).and(Err(Error::usage("a command is missing"))),
    }
}

fn program_name(name: &OsStr) -> Option<&str> {
    std::path::Path::new(name).file_name()?.to_str()
}

/// Commands with options of their own. Words for the compiler are set aside before clap sees the rest.
fn own_command(name: &OsStr, words: &[OsString]) -> Result<()> {
    let mut root = Raddle::command();
    root.build();
    let takes_compiler_words = ["run", "build", "emit", "explain"].iter().any(|it| name == *it);
    let split = match root.find_subcommand(name).filter(|_| takes_compiler_words) {
        Some(command) => split(command, words.iter().cloned()),
        None => Split { own: words.to_vec(), ..Split::default() },
    };
    let all = [OsString::from("raddle"), name.to_owned()].into_iter().chain(split.own.iter().cloned());
    let matches = root.try_get_matches_from_mut(all).unwrap_or_else(|error| exit_with(&error));
    let parsed = Raddle::from_arg_matches(&matches).unwrap_or_else(|error| exit_with(&error));
    match parsed.command {
        Command::Run(command) => run::run(&command, &split),
        Command::Build(command) => build::run(&command, &split),
        Command::Cc => cc::run(vec![]),
        Command::Emit(command) => emit::run(&command, &split),
        Command::Explain(command) => explain::run(&command, &split),
        Command::Devices(command) => devices::run(&command),
        Command::Opt => opt::run(&[]),
        Command::Completions(command) => completions::completions(documented(), &command),
        Command::Man(command) => completions::man(documented(), &command),
    }
}

/// The commands as people write them: with the words that clap never sees, because they are the compiler's or MLIR's.
fn documented() -> clap::Command {
    let compiled = |command: clap::Command| {
        let words = Arg::new("words").value_name("FILE|FLAG").num_args(1..).value_hint(ValueHint::FilePath);
        command.arg(words.help("C sources, objects, archives, and the flags of a C compiler"))
    };
    let arguments = Arg::new("arguments").value_name("ARG").num_args(0..).last(true).help("Words for the program");
    Raddle::command()
        .mut_subcommand("run", |run| compiled(run).arg(arguments))
        .mut_subcommand("build", compiled)
        .mut_subcommand("emit", compiled)
        .mut_subcommand("explain", compiled)
        .mut_subcommand("cc", |cc| compiled(cc.args(cc::declaration().get_arguments())))
        .mut_subcommand("opt", |opt| opt.args(opt::declaration().get_arguments()))
}

/// Clap's help and its errors, with our exit status.
pub fn exit_with(error: &clap::Error) -> ! {
    // Nobody to tell if standard error is closed.
    let _ = error.print();
    crate::temp::clean_up();
    std::process::exit(if error.use_stderr() { status::USAGE } else { 0 });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_consistent() {
        Raddle::command().debug_assert();
        documented().debug_assert();
    }

    #[test]
    fn the_name_chooses_the_tool() {
        assert_eq!(program_name(OsStr::new("/usr/bin/raddle-cc")), Some("raddle-cc"));
        assert_eq!(program_name(OsStr::new("raddle")), Some("raddle"));
    }
}
