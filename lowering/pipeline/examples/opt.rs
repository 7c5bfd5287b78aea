//! The opt driver alone, for trying pipelines without building the `raddle` command.

fn main() {
    raddle_pipeline::register();
    std::process::exit(raddle_dialects::opt_main(&std::env::args().collect::<Vec<_>>()));
}
