//! Prints the loop nests that `raise` finds in C files, and why the other loops are none.
//!
//!     nests [-v] CLANG-ARGUMENTS... FILE.c

use raddle_c::ast::Unit;
use raddle_c::plan::ExprIdOrStmt;
use raddle_c::{raise, read};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().position(|argument| argument == "-v").map(|at| arguments.remove(at)).is_some();
    match export(&arguments) {
        Ok(mut unit) => {
            raise::prepare(&mut unit);
            report(&unit, verbose);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("nests: {message}");
            ExitCode::FAILURE
        }
    }
}

fn export(arguments: &[String]) -> Result<Unit, String> {
    let out = std::env::temp_dir().join(format!("nests-{}.json", std::process::id()));
    let mut clang = Command::new("clang-22");
    clang.args(["-fsyntax-only", "-w"]).args(arguments);
    read::export_arguments(&mut clang, &out);
    let status = clang.status().map_err(|e| format!("cannot run clang-22: {e}"))?;
    let unit = if status.success() { read::read(&out).map_err(|e| e.to_string()) } else { Err("clang failed".into()) };
    let _ = std::fs::remove_file(&out);
    unit
}

fn report(unit: &Unit, verbose: bool) {
    for &function in &unit.functions {
        let (nests, declined) = raise::nests(unit, function);
        let name = &unit.decl(function).name;
        for nest in &nests {
            println!("{}: {name}: nest", unit.position(unit.stmt(nest.stmt).loc));
            if verbose {
                print!("{}", raise::print(unit, nest));
            }
        }
        for declined in &declined {
            let at = match declined.at {
                ExprIdOrStmt::Expr(e) => unit.expr(e).loc,
                ExprIdOrStmt::Stmt(s) => unit.stmt(s).loc,
            };
            let position = unit.position(unit.stmt(declined.stmt).loc);
            println!("{position}: {name}: declined: {} at {}", declined.reason, unit.position(at));
        }
    }
}
