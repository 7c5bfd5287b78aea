//! All 2^32 arguments of functions of one f32, 10^8 points of the others, against the reference:
//! `cargo run --release -p raddle-math --example exhaustive -- FUNCTION|all [--threads N] [--points N]`.
//! Prints the largest distance and where it is; fails if one is over 1. Takes minutes per function and core, or less with
//! fewer points.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use oracle::{Worst, compare, reference, strided};
use raddle_math::{Evaluate, FUNCTIONS, Function};

/// Parts of the work that threads take in turn.
const PARTS: u64 = 1024;

struct Options {
    function: String,
    threads: usize,
    points: Option<u64>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\nexhaustive FUNCTION|all [--threads N] [--points N]");
            return ExitCode::from(2);
        }
    };
    let chosen = |it: &&Function| options.function == "all" || options.function == it.name;
    let mut failed = false;
    for function in FUNCTIONS.iter().filter(chosen).filter(|it| reference(it.name).is_some()) {
        let start = Instant::now();
        let Worst { points, different, distance, place } = measure(function, &options);
        let seconds = start.elapsed().as_secs_f64();
        println!("{:10} {points} points, {different} off, at most {distance} {place} ({seconds:.0} s)", function.name);
        failed |= distance > u64::from(function.error > 0.5);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn options() -> Result<Options, String> {
    let mut arguments = std::env::args().skip(1);
    let function = arguments.next().ok_or("no function given")?;
    if function != "all" && !FUNCTIONS.iter().any(|it| it.name == function && reference(it.name).is_some()) {
        return Err(format!("no function {function}, or no reference for it"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options { function, threads: cores, points: None };
    while let Some(option) = arguments.next() {
        let number = arguments.next().and_then(|it| it.parse().ok()).ok_or(format!("{option} needs a number"))?;
        match option.as_str() {
            "--threads" => options.threads = number as usize,
            "--points" => options.points = Some(number),
            _ => return Err(format!("no option {option}")),
        }
    }
    Ok(options)
}

fn measure(function: &Function, options: &Options) -> Worst {
    let next = AtomicU64::new(0);
    let patterns = matches!(function.evaluate, Evaluate::F32(_));
    let points = options.points.unwrap_or(if patterns { 1 << 32 } else { 100_000_000 });
    let work = || {
        let mut worst = Worst::default();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= PARTS {
                return worst;
            }
            worst.join(if patterns {
                let size = (1 << 32) / PARTS;
                strided(function.name, part * size..(part + 1) * size, (1 << 32) / points.max(1))
            } else {
                // The tests use small seeds.
                compare(function.name, points.div_ceil(PARTS), 1000 + part)
            });
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut worst = Worst::default();
        threads.into_iter().for_each(|it| worst.join(it.join().expect("a thread compares numbers and nothing else")));
        worst
    })
}
