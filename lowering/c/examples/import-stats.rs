//! Prints how many functions of C files import, and what keeps the others with clang.
//!
//!     import-stats FILE.c... [-- CLANG-ARGUMENTS]

use raddle_c::{import, read};
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let files: Vec<String> = args.by_ref().take_while(|arg| arg != "--").collect();
    let flags: Vec<String> = args.collect();
    if files.is_empty() {
        eprintln!("usage: import-stats FILE.c... [-- CLANG-ARGUMENTS]");
        return ExitCode::from(2);
    }
    let (mut imported, mut constructs, mut failed) = (0, BTreeMap::<String, Vec<String>>::new(), false);
    for file in &files {
        match import_file(file, &flags) {
            Ok((count, declined)) => {
                imported += count;
                for function in declined {
                    constructs.entry(function.construct).or_default().push(function.position);
                }
            }
            Err(error) => {
                eprintln!("{file}: error: {error}");
                failed = true;
            }
        }
    }
    let declined: usize = constructs.values().map(Vec::len).sum();
    let share = 100.0 * imported as f64 / (imported + declined).max(1) as f64;
    println!("{imported} of {} functions imported ({share:.1} %)", imported + declined);
    for (construct, positions) in constructs {
        println!("{:5}  {construct}  ({})", positions.len(), positions[0]);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn import_file(file: &str, flags: &[String]) -> Result<(usize, Vec<import::Declined>), String> {
    let tree = std::env::temp_dir().join(format!("import-stats-{}.json", std::process::id()));
    let mut clang = Command::new("clang-22");
    clang.args(["-fsyntax-only", "-w", file]).args(flags);
    read::export_arguments(&mut clang, &tree);
    let status = clang.status().map_err(|error| format!("cannot run clang-22: {error}"))?;
    let unit = if status.success() { read::read(&tree).map_err(|e| e.to_string()) } else { Err("clang failed".into()) };
    let _ = std::fs::remove_file(&tree);
    let unit = unit?;
    let context = raddle_dialects::context();
    let options = import::Options { force_all: true, ..Default::default() };
    let result = import::import(&context, &unit, &options);
    let valid = melior::ir::operation::OperationLike::verify(&result.module.as_operation());
    if valid { Ok((result.imported.len(), result.declined)) } else { Err("the imported module is invalid".into()) }
}
