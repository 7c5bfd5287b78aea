//! `raddle-fuzz`: compares random C functions between clang -O0 and Raddle on devices.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use raddle_fuzz::campaign::Campaign;
use raddle_fuzz::generate::{self, Only, Wanted};
use raddle_fuzz::oracle::Judge;
use raddle_fuzz::print::{self, Files};
use raddle_fuzz::tree::Numerics;

/// Compares random C functions, one per seed, between clang -O0 and Raddle. Failing ones are shrunk and shown.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// Seeds, as FIRST..END
    #[arg(long, value_parser = seeds)]
    seeds: Range<u64>,
    /// Devices, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "cpu")]
    device: Vec<String>,
    /// Optimization levels, separated by commas; units take them in turn
    #[arg(long, value_delimiter = ',', default_value = "O2,O0,O1,O0", value_parser = ["O0", "O1", "O2", "O3"])]
    opt: Vec<String>,
    /// The compiler; if not given the one beside this program, or else on PATH
    #[arg(long)]
    raddle: Option<PathBuf>,
    /// Programs built and run at the same time; all cores' worth if not given
    #[arg(long)]
    jobs: Option<usize>,
    /// Functions in one program
    #[arg(long, default_value_t = 8)]
    batch: u64,
    /// Where failing functions are written
    #[arg(long)]
    keep: Option<PathBuf>,
    /// What is finished; a run with the same file and range goes on where the last one stopped
    #[arg(long)]
    state: Option<PathBuf>,
    /// Stop after so many failing functions
    #[arg(long, default_value_t = 5)]
    max_failures: u64,
    /// Seconds for each build and run
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Which functions of <math.h> are called: strict, the exact ones; reproducible and contract, all, and devices are compared with each other
    #[arg(long, value_enum, default_value = "strict")]
    fp: Numerics,
    /// Functions with _Float16: each seed has another function then
    #[arg(long)]
    halves: bool,
    /// Functions with complex numbers, all of them: most seeds have another function then
    #[arg(long, conflicts_with = "halves")]
    complex: bool,
    /// Functions with nests of this kind alone: each seed has another function then
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Programs of two files: one has the helpers that the other one calls
    #[arg(long)]
    two_files: bool,
    /// Write all loops anew (identity, or random:SEED for some legal order), tile products (tiles:SIZE), or cut loops in two parts (parts)
    #[arg(long)]
    schedule: Option<String>,
    /// Instead of comparing, ask clang's sanitizers whether the functions have defined behaviour
    #[arg(long)]
    sanitize: bool,
    /// Instead of comparing, print the C text
    #[arg(long)]
    print: bool,
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let (first, end) = text.split_once("..").ok_or("expected FIRST..END")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("'{text}': {error}"));
    Ok(number(first)?..number(end)?)
}

fn neighbour() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|exe| exe.with_file_name("raddle"));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| "raddle".into())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let files = if options.two_files { Files::Two } else { Files::One };
    let wanted = Wanted { numerics: options.fp, halves: options.halves, complex: options.complex, only: options.only };
    if options.print {
        let functions: Vec<_> = options.seeds.map(|seed| generate::function_for(wanted, seed)).collect();
        print!("{}", print::program(&functions, files).into_iter().map(|source| source.text).collect::<String>());
        return ExitCode::SUCCESS;
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let campaign = Campaign {
        judge: Judge {
            raddle: options.raddle.unwrap_or_else(neighbour),
            devices: options.device,
            levels: options.opt,
            timeout: Duration::from_secs(options.timeout),
            numerics: options.fp,
            files,
            schedule: options.schedule,
            environment: vec![],
        },
        seeds: options.seeds,
        halves: options.halves,
        complex: options.complex,
        only: options.only,
        batch: options.batch.max(1),
        jobs: options.jobs.unwrap_or_else(cores).max(1),
        sanitize: options.sanitize,
        max_failures: options.max_failures,
        keep: options.keep,
        state: options.state,
    };
    match campaign.run() {
        Ok(summary) => {
            print!("{}", summary.text());
            ExitCode::from(u8::from(!summary.failed.is_empty()))
        }
        Err(error) => {
            eprintln!("raddle-fuzz: {error:#}");
            ExitCode::from(3)
        }
    }
}
