//! Test support: C text to an AST through the clang plugin, an interpreter of the AST, and one of plans.

mod agreed;
mod computes;
mod execute;
mod interpret;
mod memory;
mod never;
mod program;
mod random;
mod stubs;
mod unit;

use crate::ast::{DeclId, TypeKind, Unit};
use crate::plan::{Declined, Nest};
use interpret::{Machine, Scalar};
use std::process::Command;

pub type Run<T> = Result<T, Stop>;

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    Fuel,
    /// The program's fault: it proves nothing about a plan.
    Undefined(String),
    /// The interpreter's limits.
    Unsupported(String),
    /// The plan claims something that does not hold.
    Violation(String),
}

/// Parses C text with clang.
pub fn parse(source: &str) -> Unit {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (input, out) = (dir.path().join("test.c"), dir.path().join("test.json"));
    std::fs::write(&input, source).expect("the source is written");
    let mut clang = Command::new("clang-22");
    clang.args(["-fsyntax-only", "-w", "-std=gnu17"]).arg(&input);
    crate::read::export_arguments(&mut clang, &out);
    assert!(clang.status().expect("clang-22 runs").success(), "clang refuses:\n{source}");
    crate::read::read(&out).expect("the plugin's output is read")
}

/// The nests and declined loops of the function called `f`.
pub fn raise(unit: &Unit) -> (Vec<Nest>, Vec<Declined>) {
    crate::raise::nests(unit, function(unit, "f"))
}

pub fn function(unit: &Unit, name: &str) -> DeclId {
    let found = unit.functions.iter().copied().find(|&f| unit.decl(f).name == name);
    found.unwrap_or_else(|| panic!("no function '{name}'"))
}

/// The only nest of `f`, as text.
pub fn nest(source: &str) -> String {
    let unit = parse(source);
    let (nests, declined) = raise(&unit);
    assert_eq!(nests.len(), 1, "declined: {declined:#?}");
    crate::raise::print(&unit, &nests[0])
}

/// Why the outermost loop of `f` is no nest.
pub fn declined(source: &str) -> String {
    let unit = parse(source);
    let (nests, declined) = raise(&unit);
    let texts: Vec<String> = nests.iter().map(|nest| crate::raise::print(&unit, nest)).collect();
    assert!(!declined.is_empty(), "{}", texts.join("\n"));
    declined[0].reason.clone()
}

/// What a comparison of a function's direct run and its run by plans showed.
#[derive(Debug, PartialEq)]
pub enum Comparison {
    /// The same memory; how many nests ran by their plan.
    Same(u64),
    /// The run itself is undefined or beyond the interpreter.
    Void,
    Different(String),
}

const BLOCK: u64 = 4096;

/// Runs the function both ways, from the text as it was (`original`) and by plans of what became of it: pointer parameters
/// get a block each (at its middle), integers come from `values`.
pub fn compare(original: &Unit, unit: &Unit, function: DeclId, nests: &[Nest], values: &[i64]) -> Comparison {
    const FUEL: u64 = 40_000;
    let (direct, wanted, _) = run(original, function, &[], values, FUEL);
    // Bounds that a plan computes before its loop take steps of their own.
    let (planned, got, count) = run(unit, function, nests, values, 4 * FUEL);
    match (&direct, &planned) {
        (Err(Stop::Undefined(_) | Stop::Unsupported(_)), _) => Comparison::Void,
        (_, Err(Stop::Unsupported(what))) => Comparison::Different(format!("unsupported: {what}")),
        (Err(Stop::Fuel), Err(Stop::Fuel)) => Comparison::Void,
        (Err(Stop::Fuel), _) => match run(unit, function, nests, values, FUEL / 8).0 {
            Err(Stop::Fuel) => Comparison::Void,
            other => Comparison::Different(format!("a loop that does not end ended: {other:?}")),
        },
        _ if direct == planned && wanted == got => Comparison::Same(count),
        _ if direct == planned => Comparison::Different("memory differs".into()),
        _ => Comparison::Different(format!("{direct:?} directly, {planned:?} by the plan")),
    }
}

type Outcome = (Run<Option<Scalar>>, Vec<Vec<u8>>, u64);

fn run(unit: &Unit, function: DeclId, nests: &[Nest], values: &[i64], fuel: u64) -> Outcome {
    let mut machine = Machine::new(unit, nests, fuel);
    let mut values = values.iter().copied().cycle();
    let mut arguments = Vec::new();
    for &param in &unit.decl(function).params {
        let ty = unit.ty(unit.decl(param).ty);
        arguments.push(match ty.kind {
            TypeKind::Pointer { .. } => Scalar::Int((machine.memory.allocate(BLOCK) + BLOCK / 2).into()),
            TypeKind::Float { bits: 32 } => Scalar::F32(1.5),
            TypeKind::Float { .. } => Scalar::F64(2.5),
            _ => Scalar::Int(interpret::canonical(ty, values.next().unwrap_or(0).into())),
        });
    }
    let shared = machine.memory.blocks();
    let result = machine.call(function, &arguments);
    (result, machine.memory.contents(shared), machine.planned)
}
