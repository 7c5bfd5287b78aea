//! Prints the module that a C file imports to: functions with nests, or all of them with `--all`.
//!
//!     import-ir [--all] FILE.c [CLANG-ARGUMENTS]

use raddle_c::{import, read};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let force_all = args.first().is_some_and(|arg| arg == "--all");
    args.drain(..usize::from(force_all));
    match print(&args, force_all) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(args: &[String], force_all: bool) -> Result<(), String> {
    let tree = std::env::temp_dir().join(format!("import-ir-{}.json", std::process::id()));
    let mut clang = Command::new("clang-22");
    clang.args(["-fsyntax-only", "-w"]).args(args);
    read::export_arguments(&mut clang, &tree);
    let status = clang.status().map_err(|error| format!("cannot run clang-22: {error}"))?;
    let unit = if status.success() { read::read(&tree).map_err(|e| e.to_string()) } else { Err("clang failed".into()) };
    let _ = std::fs::remove_file(&tree);
    let context = raddle_dialects::context();
    let options =
        import::Options { nests: true, force_all, only: None, callers: None, numerics: import::Numerics::Strict };
    let result = import::import(&context, &unit?, &options);
    for refused in &result.refused_loops {
        let import::RefusedLoop { function, position, reason, reason_position } = refused;
        eprintln!("{position}: loop in '{function}' is no nest: {reason} ({reason_position})");
    }
    for declined in &result.declined {
        eprintln!("{}: '{}' stays clang's: {}", declined.position, declined.function, declined.construct);
    }
    for (function, position, text) in &result.assumptions {
        eprintln!("{position}: in '{function}': {text}");
    }
    println!("{}", result.module.as_operation());
    match melior::ir::operation::OperationLike::verify(&result.module.as_operation()) {
        true => Ok(()),
        false => Err("the imported module is invalid".into()),
    }
}
