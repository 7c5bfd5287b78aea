//! Interprets a MATLAB script: for tests, without a compiler. Holds no logic.

use std::path::Path;

/// Nested calls of the interpreted program are nested calls here.
const STACK: usize = 1 << 30;

fn main() {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: raddle-mat FILE");
        std::process::exit(2);
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || run(Path::new(&path)));
    let status = thread.map_or(3, |thread| thread.join().unwrap_or(3));
    std::process::exit(status);
}

fn run(path: &Path) -> i32 {
    match raddle_mat::interp::load(path) {
        Ok(file) => raddle_mat::interp::Interp::new().run(file).status,
        Err(error) => {
            eprintln!("{}", error.message);
            1
        }
    }
}
