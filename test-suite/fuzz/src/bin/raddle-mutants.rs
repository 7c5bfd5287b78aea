//! `raddle-mutants`: plants errors into a copy of the compiler, and tells how many random programs find each.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use raddle_fuzz::generate::{self, Only, Wanted};
use raddle_fuzz::mutants;
use raddle_fuzz::oracle::Judge;

/// Programs that are built together.
const BATCH: usize = 8;

/// The optimization level they are built at: the fastest.
const LEVEL: &str = "O0";

/// The order in which tiles are many, in the small nests of random programs.
const TILES: &str = "tiles:8";

/// Seeds errors in the compiler and looks for them with random programs.
#[derive(Parser)]
#[command(version)]
enum Command {
    /// Plant all errors into a copy of the repository
    Plant {
        /// The copy; it is changed
        tree: PathBuf,
    },
    /// Look for each error with a compiler that was built from the copy
    Find {
        #[arg(long)]
        raddle: PathBuf,
        /// Devices, separated by commas
        #[arg(long, value_delimiter = ',', default_value = "cpu,emulated,vulkan")]
        device: Vec<String>,
        /// Programs to try for each error
        #[arg(long, default_value_t = 2000)]
        programs: u64,
        /// Only errors whose name contains this
        #[arg(long, default_value = "")]
        only: String,
        /// What was tried: a later run goes on from there, and the table is of all runs
        #[arg(long)]
        state: Option<PathBuf>,
    },
}

/// How far the search for an error has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Progress {
    programs: u64,
    found: bool,
}

fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Plant { tree } => mutants::plant(&tree).map(|()| ExitCode::SUCCESS),
        Command::Find { raddle, device, programs, only, state } => {
            find_all(&raddle, &device, programs, &only, state.as_deref())
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("raddle-mutants: {error:#}");
        ExitCode::from(3)
    })
}

/// A table of all errors and how many programs found them; not a success if one was not found.
fn find_all(raddle: &Path, devices: &[String], programs: u64, only: &str, state: Option<&Path>) -> Result<ExitCode> {
    let mut known = state.map(read_state).transpose()?.unwrap_or_default();
    let chosen: Vec<_> = mutants::shown_here().filter(|name| name.contains(only)).collect();
    for name in &chosen {
        let judge = Judge {
            raddle: raddle.to_owned(),
            devices: devices.to_vec(),
            levels: vec![LEVEL.into()],
            timeout: Duration::from_secs(300),
            numerics: mutants::numerics(name),
            files: mutants::files(name),
            schedule: schedule(name).map(str::to_owned),
            environment: vec![(mutants::SELECTOR.into(), (*name).into())],
        };
        let progress = known.entry((*name).to_owned()).or_default();
        while !progress.found && progress.programs < programs {
            *progress = try_unit(&judge, *progress, programs)?;
            state.map_or(Ok(()), |state| write_state(state, name, *progress))?;
        }
    }
    println!("| error | programs until found |\n|---|---|");
    let of = |name: &str| known.get(name).copied().unwrap_or_default();
    for name in &chosen {
        let Progress { programs, found } = of(name);
        let text = if found { programs.to_string() } else { format!("not found in {programs}") };
        println!("| {name} | {text} |");
    }
    Ok(ExitCode::from(u8::from(!chosen.iter().all(|name| of(name).found))))
}

fn schedule(name: &str) -> Option<&'static str> {
    match () {
        () if mutants::is_of_tiles(name) => Some(TILES),
        () if mutants::is_of_parts(name) => Some("parts"),
        () => None,
    }
}

/// Tries the next programs, from seed 0 on, until one differs.
fn try_unit(judge: &Judge, before: Progress, programs: u64) -> Result<Progress> {
    let end = programs.min(before.programs + BATCH as u64);
    let only = match judge.schedule.as_deref() {
        Some(TILES) => Some(Only::Dense),
        Some(_) => Some(Only::Sums),
        None => None,
    };
    let wanted = Wanted { numerics: judge.numerics, only, ..Wanted::default() };
    let functions: Vec<_> = (before.programs..end).map(|seed| generate::function_for(wanted, seed)).collect();
    let difference = judge.check(&functions, LEVEL)?.difference;
    if let Some(difference) = &difference {
        eprintln!("seeds {}..{end}: {difference}", before.programs);
    }
    Ok(Progress { programs: end, found: difference.is_some() })
}

/// Lines of a name, how many programs were tried, and whether the last ones found the error; later lines count.
fn read_state(path: &Path) -> Result<HashMap<String, Progress>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().filter_map(state_line).collect()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(HashMap::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// None for a line that was cut off.
fn state_line(line: &str) -> Option<(String, Progress)> {
    let mut parts = line.split('\t');
    let (name, programs, found) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
    let found = match found {
        "found" => true,
        "looking" => false,
        _ => return None,
    };
    Some((name.to_owned(), Progress { programs, found }))
}

fn write_state(path: &Path, name: &str, progress: Progress) -> Result<()> {
    let Progress { programs, found } = progress;
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    writeln!(file, "{name}\t{programs}\t{}", if found { "found" } else { "looking" })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_goes_on_where_it_stopped() {
        let path = tempfile::tempdir().unwrap().keep().join("state");
        assert!(read_state(&path).unwrap().is_empty());
        let first = Progress { programs: 8, found: false };
        let last = Progress { programs: 16, found: true };
        write_state(&path, "a", first).unwrap();
        write_state(&path, "b", first).unwrap();
        write_state(&path, "a", last).unwrap();
        let state = read_state(&path).unwrap();
        assert_eq!((state["a"], state["b"]), (last, first));
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        assert_eq!(state_line("a\t24\tloo"), None);
        assert_eq!(state_line("a\t2"), None);
    }
}
