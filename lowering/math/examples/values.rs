//! Arguments and results of a function, in decimal digits that stand for one f64:
//! `cargo run -p raddle-math --example values -- FUNCTION COUNT`. For `measure.py`; judges nothing.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use std::process::ExitCode;

use oracle::points;
use raddle_math::{Evaluate, find};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, name, count] = &arguments[..] else {
        eprintln!("values FUNCTION COUNT");
        return ExitCode::from(2);
    };
    let (Some(function), Ok(count)) = (find(name), count.parse::<usize>()) else {
        eprintln!("no function {name}, or {count} is no number");
        return ExitCode::from(2);
    };
    for (x, y) in points::binary64(name, 11).take(count) {
        match function.evaluate {
            Evaluate::F64(f) => println!("{x:e} {:e}", f(x)),
            Evaluate::F64F64(f) => println!("{x:e} {y:e} {:e}", f(x, y)),
            Evaluate::F64I64(f) => println!("{x:e} {} {:e}", y as i32, f(x, (y as i32).into())),
            Evaluate::F32(f) => println!("{:e} {:e}", f64::from(x as f32), f64::from(f(x as f32))),
            Evaluate::F32F32(f) => {
                let (x, y) = (x as f32, y as f32);
                println!("{:e} {:e} {:e}", f64::from(x), f64::from(y), f64::from(f(x, y)));
            }
            Evaluate::F32I64(f) => {
                println!("{:e} {} {:e}", f64::from(x as f32), y as i32, f64::from(f(x as f32, (y as i32).into())));
            }
        }
    }
    ExitCode::SUCCESS
}
