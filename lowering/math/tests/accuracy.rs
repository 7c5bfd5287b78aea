//! Each function against its correctly rounded reference.

mod oracle;

use oracle::{Worst, compare, reference, strided};
use raddle_math::{Evaluate, FUNCTIONS};

/// Checks all functions that `chosen` picks; reports all that are off.
fn check(chosen: impl Fn(Evaluate) -> bool, measure: impl Fn(&str) -> Worst) {
    let mut off = Vec::new();
    for function in FUNCTIONS.iter().filter(|it| chosen(it.evaluate) && reference(it.name).is_some()) {
        let worst = measure(function.name);
        let allowed = u64::from(function.error > 0.5);
        println!(
            "{:10} {:9} points, {:7} off by {}: {}",
            function.name, worst.points, worst.different, worst.distance, worst.place
        );
        if worst.distance > allowed {
            off.push(format!("off by {}: {}", worst.distance, worst.place));
        }
    }
    assert!(off.is_empty(), "{}", off.join("\n"));
}

#[test]
fn one_f64() {
    check(|it| matches!(it, Evaluate::F64(_)), |name| compare(name, 200_000, 1));
}

#[test]
fn two_f64() {
    check(|it| matches!(it, Evaluate::F64F64(_)), |name| compare(name, 300_000, 2));
}

#[test]
fn one_f32() {
    check(|it| matches!(it, Evaluate::F32(_)), |name| strided(name, 0..1 << 32, 9973));
}

#[test]
fn two_f32() {
    check(|it| matches!(it, Evaluate::F32F32(_)), |name| compare(name, 200_000, 3));
}
