//! The multi-call binary `raddle`: runner, drop-in C compiler and pass driver.
//!
//! Main sets the stage (signals, stack, panics) and turns every end into an exit status; the commands do the work.

mod cache;
mod cc;
mod clang;
mod cli;
mod commands;
mod compile;
mod diag;
mod error;
mod install;
mod lto;
mod matlab;
mod numerics;
mod options;
mod output;
mod panic;
mod program;
mod remarks;
mod script;
mod stats;
mod targets;
mod temp;
mod unit;

use error::status;

/// LLVM, MLIR and isl allocate through it, too: a fifth of a large file's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Deeply nested sources recurse in MLIR and LLVM; pages that are not touched cost nothing.
const STACK_BYTES: usize = 1 << 30;

fn main() {
    panic::keep_reports();
    temp::clean_up_on_signals();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run);
    let code = match worker.map(|thread| thread.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) | Err(_) => status::INTERNAL,
    };
    temp::clean_up();
    std::process::exit(code);
}

fn run() -> i32 {
    match panic::catch(|| cli::run(std::env::args_os())) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            let code = error.exit_status();
            if let Some(diagnostic) = error.diagnostic() {
                diagnostic.emit();
            }
            code
        }
        Err(report) => {
            panic::diagnostic(&report, &[]).emit();
            status::INTERNAL
        }
    }
}
