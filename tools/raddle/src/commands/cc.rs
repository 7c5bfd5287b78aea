//! `raddle cc`, also as `raddle-cc`: a C compiler for `CC=` and `CMAKE_C_COMPILER`.

use crate::cc::{self, args::CommandLine};
use crate::error::{Error, Result, describe};
use crate::options::{Shared, takes_compiler_value};
use crate::{remarks, stats};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io::Write;

/// Our options in a GCC-style command line. `-v` and what is not listed are clang's.
#[derive(Parser)]
#[command(name = "raddle cc", no_binary_name = true, disable_help_flag = true)]
struct Own {
    #[command(flatten)]
    shared: Shared,
}

const OWN: &[&str] = &[
    "device",
    "offload-min",
    "offload-only",
    "fp",
    "stubs",
    "targets",
    "transfers",
    "stats",
    "remarks",
    "dump",
    "untransformed",
    "schedule",
    "color",
];

/// Our options as people write them, for help, manual pages and completions.
pub fn declaration() -> clap::Command {
    let arguments = Own::command();
    let own = |arg: &&clap::Arg| arg.get_long().is_some_and(|long| OWN.contains(&long));
    clap::Command::new("cc").args(arguments.get_arguments().filter(own))
}

pub fn run(words: Vec<OsString>) -> Result<()> {
    let (own, words) = split(words);
    let shared = Own::try_parse_from(own).unwrap_or_else(|error| crate::cli::exit_with(&error)).shared;
    shared.check()?;
    let line = CommandLine::parse(words);
    if line.last_of(&["--help", "-help"]).is_some() {
        print_help()?;
    }
    let reports = cc::drive(&line, &shared.compile()?)?;
    remarks::print(&reports, &shared.remarks())?;
    stats::compile_only(&reports, &shared.stats())
}

/// Our options, in front of clang's.
fn print_help() -> Result<()> {
    const USAGE: &str = "raddle cc GCC-STYLE-ARGUMENTS...";
    const TEMPLATE: &str = "\
Compiles and links as clang does, and runs loop nests on CPU threads and GPUs.

Usage: {usage}

Options of raddle (a value may also stand behind '='):
{options}

A program chooses its device when it runs: RADDLE_DEVICE and RADDLE_OFFLOAD_MIN say then what --device and --offload-min
say to 'raddle run'. Here --device none leaves all loop nests to clang.

What follows is clang's own help.
";
    let help = declaration().disable_help_flag(true).override_usage(USAGE).help_template(TEMPLATE).render_help();
    print!("{help}");
    std::io::stdout().flush().map_err(|error| Error::input(format!("cannot write the help: {}", describe(&error))))
}

/// Our words, with their values, and the compiler's.
fn split(words: Vec<OsString>) -> (Vec<OsString>, Vec<OsString>) {
    let (command, mut own, mut compiler) = (declaration(), Vec::new(), Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let (mine, value) = match own_option(&command, &word) {
            Some(takes_next) => (true, takes_next),
            None => (false, takes_compiler_value(&word)),
        };
        let is_end = word == "--";
        let to = if mine { &mut own } else { &mut compiler };
        to.push(word);
        if value {
            to.extend(words.next());
        }
        if is_end {
            compiler.extend(words.by_ref());
        }
    }
    (own, compiler)
}

/// For an option of ours: whether its value is the next word.
fn own_option(command: &clap::Command, word: &OsString) -> Option<bool> {
    let text = word.to_str()?.strip_prefix("--")?;
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(name))?;
    Some(value.is_none() && arg.get_action().takes_values() && !arg.is_require_equals_set())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_text(text: &str) -> (String, String) {
        let (own, compiler) = split(text.split_whitespace().map(OsString::from).collect());
        let join = |words: Vec<OsString>| words.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join(" ");
        (join(own), join(compiler))
    }

    #[test]
    fn own_words_are_told_from_the_compilers() {
        for (text, own, compiler) in [
            ("-O2 --device none a.c --fp=strict -c", "--device none --fp=strict", "-O2 a.c -c"),
            ("--stats a.c --remarks=json:x --offload-min 0", "--stats --remarks=json:x --offload-min 0", "a.c"),
            ("--statsy --version -v a.c", "", "--statsy --version -v a.c"),
            ("-include --fp -Xclang --device a.c", "", "-include --fp -Xclang --device a.c"),
            ("a.c -- --fp", "", "a.c -- --fp"),
            ("a.c --fp", "--fp", "a.c"),
        ] {
            assert_eq!(split_text(text), (own.into(), compiler.into()), "{text}");
        }
    }

    #[test]
    fn the_help_lists_what_is_taken() {
        let help = declaration().render_help().to_string();
        OWN.iter()
            .filter(|name| !["untransformed", "schedule"].contains(name))
            .for_each(|name| assert!(help.contains(&format!("--{name}"))));
    }
}
