//! `raddle-mutants`: plants errors into a copy of the compiler, and tells how many random programs find each.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use raddle_fuzz::oracle::Judge;
use raddle_fuzz::tree::Numerics;
use raddle_fuzz::{generate, mutants};

/// Programs that are built together.
const BATCH: usize = 8;

/// The optimization level they are built at: the fastest.
const LEVEL: &str = "O0";

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
    },
}

fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Plant { tree } => mutants::plant(&tree).map(|()| ExitCode::SUCCESS),
        Command::Find { raddle, device, programs, only } => find_all(&raddle, &device, programs, &only),
    };
    result.unwrap_or_else(|error| {
        eprintln!("raddle-mutants: {error:#}");
        ExitCode::from(3)
    })
}

/// A table of all errors and how many programs found them; not a success if one was not found.
fn find_all(raddle: &Path, devices: &[String], programs: u64, only: &str) -> Result<ExitCode> {
    println!("| error | programs until found |\n|---|---|");
    let mut all = true;
    for name in mutants::names().filter(|name| name.contains(only)) {
        let judge = Judge {
            raddle: raddle.to_owned(),
            devices: devices.to_vec(),
            levels: vec![LEVEL.into()],
            timeout: Duration::from_secs(300),
            numerics: Numerics::Strict,
            environment: vec![(mutants::SELECTOR.into(), name.into())],
        };
        let found = find(&judge, programs)?;
        all &= found.is_some();
        println!("| {name} | {} |", found.map_or("not found".into(), |count| count.to_string()));
    }
    Ok(ExitCode::from(u8::from(!all)))
}

/// How many programs, from seed 0 on, were tried when one differed.
fn find(judge: &Judge, programs: u64) -> Result<Option<u64>> {
    for from in (0..programs).step_by(BATCH) {
        let end = programs.min(from + BATCH as u64);
        let functions: Vec<_> = (from..end).map(generate::function).collect();
        if let Some(difference) = judge.check(&functions, LEVEL)?.difference {
            eprintln!("seeds {from}..{end}: {difference}");
            return Ok(Some(end));
        }
    }
    Ok(None)
}
