//! The opt driver with upstream passes and the region dialect only: what this crate offers without the rest of Raddle.

fn main() {
    let args: Vec<String> = std::env::args().collect();
    std::process::exit(raddle_dialects::opt_main(&args));
}
