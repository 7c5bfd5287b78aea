//! The functions as lists of operations: the same bits as on numbers, and not too many of them.

mod oracle;
mod tape;

use oracle::points;
use raddle_math::{Evaluate, FUNCTIONS, Function, Operand, Type, apply, native::Int};
use tape::{Bits, Size, Tape};

/// Arguments of a function, of their types.
fn arguments<'t>(tape: &'t Tape, function: &Function) -> Vec<Operand<&'t Tape>> {
    let argument = |it: &Type| match it {
        Type::F32 => Operand::F32(tape.argument()),
        Type::F64 => Operand::F64(tape.argument()),
        Type::I64 => Operand::I64(tape.argument()),
    };
    function.arguments().iter().map(argument).collect()
}

/// What the list gives for these numbers, and what the function gives, as bits.
fn both(
    tape: &Tape,
    function: &Function,
    arguments: &[Operand<&Tape>],
    result: Operand<&Tape>,
    x: f64,
    y: f64,
) -> (u64, u64) {
    let bound: Vec<_> = arguments
        .iter()
        .zip([x, y])
        .map(|(argument, number)| match argument {
            Operand::F32(it) => it.with(number as f32),
            Operand::F64(it) => it.with(number),
            Operand::I64(it) => it.with(Int(number as i32 as i64)),
        })
        .collect();
    let listed = match result {
        Operand::F32(it) => tape.evaluate(&bound, it).to(),
        Operand::F64(it) => tape.evaluate(&bound, it).to(),
        Operand::I64(it) => tape.evaluate(&bound, it).to(),
    };
    let direct = match function.evaluate {
        Evaluate::F32(f) => f(x as f32).to(),
        Evaluate::F32F32(f) => f(x as f32, y as f32).to(),
        Evaluate::F32I64(f) => f(x as f32, (y as i32).into()).to(),
        Evaluate::F64(f) => f(x).to(),
        Evaluate::F64F64(f) => f(x, y).to(),
        Evaluate::F64I64(f) => f(x, (y as i32).into()).to(),
    };
    (listed, direct)
}

#[test]
fn recorded_functions_give_the_same_bits() {
    for function in FUNCTIONS {
        let tape = &Tape::default();
        let arguments = arguments(tape, function);
        let result = apply(tape, function.name, &arguments).expect("the arguments are the function's");
        for (x, y) in points::binary64(function.name, 7).take(1000) {
            let (listed, direct) = both(tape, function, &arguments, result, x, y);
            assert_eq!(listed, direct, "{}({x:e}, {y:e})", function.name);
        }
    }
}

/// `cargo test -p raddle-math --test code -- --nocapture` prints the sizes.
#[test]
fn functions_are_small_enough_to_be_inlined() {
    for function in FUNCTIONS {
        let tape = &Tape::default();
        apply(tape, function.name, &arguments(tape, function)).expect("the arguments are the function's");
        let Size { straight, inside } = tape.size();
        println!("{:10} {straight:4} {inside:4}", function.name);
        assert!(
            straight <= 700 && inside <= 700,
            "{} has {straight} operations and {inside} in branches",
            function.name
        );
    }
}
