//! The rows that compute values, checked against results that were not computed here: a PTX module with one kernel per
//! form, its inputs, and what it must answer. Runs on the machine of this crate and on any other that takes PTX.
//!
//! Thread i of a kernel reads the i-th case's operands and writes its result. The expectations are in `cases.txt`,
//! which `cases.py` writes. Never asks the table for a result.

use std::fmt::Write;

use crate::half::F16;
use crate::machine::{Argument, Machine, Shape};
use crate::module::Module;
use crate::table::{Does, RowId, TABLE};
use crate::types::{NAN32, NAN64, Type};

const CASES: &str = include_str!("conformance/cases.txt");

/// Operands of a case, with the unused ones.
const SLOTS: usize = 4;

/// One form with its cases. A kernel takes the extents of its launch, as all of Raddle's do, and the addresses of inputs and
/// results, 32 and 8 bytes per thread.
#[derive(Debug)]
pub struct Kernel {
    pub name: String,
    pub form: String,
    /// Threads, in one block.
    pub cases: u32,
    pub inputs: Vec<u8>,
    pub expected: Vec<u64>,
    row: RowId,
    out: Type,
    args: Vec<Type>,
}

/// All of them.
pub fn kernels() -> Result<Vec<Kernel>, String> {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    lines.enumerate().map(|(i, line)| kernel(i, line).ok_or_else(|| format!("cases.txt: '{line:.80}'"))).collect()
}

fn kernel(i: usize, line: &str) -> Option<Kernel> {
    let (form, cases) = line.split_once(": ")?;
    let row = *TABLE.named(form).first()?;
    let (out, args) = match TABLE.row(row).does {
        Does::Value { out, args, .. } => (out, args.to_vec()),
        Does::Select(ty) => (ty, vec![ty, ty, Type::Pred]),
        // The two predicates as the two lowest bits of a number.
        Does::ComparePair(_) => (Type::U32, vec![Type::U32; 2]),
        _ => return None,
    };
    let (mut inputs, mut expected) = (Vec::new(), Vec::new());
    for case in cases.split("; ") {
        let (operands, result) = case.split_once(" = ")?;
        let operands: Vec<&str> = operands.split(' ').collect();
        if operands.len() != args.len() {
            return None;
        }
        let mut slots = [0; SLOTS];
        for ((slot, operand), ty) in slots.iter_mut().zip(operands).zip(&args) {
            *slot = bits(*ty, operand)?;
        }
        inputs.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
        expected.push(bits(out, result)?);
    }
    let (name, form, cases) = (format!("case_{i}"), form.to_owned(), expected.len() as u32);
    Some(Kernel { name, form, cases, inputs, expected, row, out, args })
}

/// A number as a register holds it.
fn bits(ty: Type, text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok();
    }
    match ty {
        Type::F16 if text == "nan" => Some(u64::from(F16::NAN.0)),
        Type::F32 if text == "nan" => Some(u64::from(NAN32)),
        Type::F64 if text == "nan" => Some(NAN64),
        Type::F16 => Some(u64::from(F16::from_f64(text.parse().ok()?).0)),
        Type::F32 => Some(u64::from(text.parse::<f32>().ok()?.to_bits())),
        Type::F64 => Some(text.parse::<f64>().ok()?.to_bits()),
        Type::Pred | Type::S8 | Type::S16 | Type::S32 | Type::S64 | Type::U8 | Type::U16 | Type::U32 | Type::U64 => {
            Some(text.parse::<i128>().ok()? as u64 & ty.width().mask())
        }
    }
}

/// The text of a module that holds the kernels.
pub fn module(kernels: &[Kernel], version: &str, target: &str) -> String {
    let mut text = format!(".version {version}\n.target {target}\n.address_size 64\n");
    for kernel in kernels {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", kernel_text(kernel));
    }
    text
}

fn kernel_text(kernel: &Kernel) -> String {
    let Kernel { name, form, out, args, .. } = kernel;
    let mut body = String::new();
    let is_pair = matches!(TABLE.row(kernel.row).does, Does::ComparePair(_));
    let mut operands = if is_pair { "%p0|%p1".to_owned() } else { register(*out, 0) };
    for (i, ty) in args.iter().enumerate() {
        let (i, offset) = (i + 1, 8 * i);
        let load = match ty {
            Type::Pred => format!("ld.global.b32 %r9, [%rd2+{offset}];\n\tsetp.ne.b32 %p{i}, %r9, 0;"),
            ty => format!("ld.global.b{} {}, [%rd2+{offset}];", ty.width().bits(), register(*ty, i)),
        };
        body += &format!("\t{load}\n");
        operands += &format!(", {}", register(*ty, i));
    }
    let result = match out {
        _ if is_pair => "selp.b64 %rd4, 1, 0, %p0;\n\tselp.b64 %rd5, 2, 0, %p1;\n\tor.b64 %rd4, %rd4, %rd5;".to_owned(),
        Type::Pred => "selp.b64 %rd4, 1, 0, %p0;".to_owned(),
        ty => match ty.width().bits() {
            64 => "mov.b64 %rd4, %rd10;".to_owned(),
            bits => format!("cvt.u64.u{bits} %rd4, {};", register(*ty, 0)),
        },
    };
    format!(
        ".visible .entry {name}(\n\t.param .u64 x,\n\t.param .u64 y,\n\t.param .u64 z,\n\t.param .u64 inputs,\n\t.param .u64 results\n)\n{{\n\
         \t.reg .pred %p<5>;\n\t.reg .b16 %rs<5>;\n\t.reg .b32 %r<10>;\n\t.reg .b64 %rd<15>;\n\
         \tld.param.b64 %rd1, [inputs];\n\tld.param.b64 %rd3, [results];\n\tmov.u32 %r8, %tid.x;\n\
         \tmul.wide.u32 %rd5, %r8, 32;\n\tadd.s64 %rd2, %rd1, %rd5;\n\
         \tmul.wide.u32 %rd6, %r8, 8;\n\tadd.s64 %rd3, %rd3, %rd6;\n\
         {body}\t{form} {operands};\n\t{result}\n\tst.global.b64 [%rd3], %rd4;\n\tret;\n}}\n"
    )
}

/// A register for the result (0) or an operand.
fn register(ty: Type, i: usize) -> String {
    match ty {
        Type::Pred => format!("%p{i}"),
        Type::S8 | Type::U8 | Type::S16 | Type::U16 | Type::F16 => format!("%rs{i}"),
        Type::S32 | Type::U32 | Type::F32 => format!("%r{i}"),
        Type::S64 | Type::U64 | Type::F64 => format!("%rd{}", 10 + i),
    }
}

/// Runs all on a machine of ours. Answers the rows that were reached and what went wrong.
pub fn run() -> Result<(Vec<RowId>, Vec<String>), String> {
    let kernels = kernels()?;
    let text = module(&kernels, "7.8", "sm_90");
    let mut machine = Machine::default();
    let module = machine.load(Module::parse(&text).map_err(|error| error.to_string())?);
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for kernel in &kernels {
        let inputs = machine.alloc_with(&kernel.inputs);
        let results = machine.alloc(8 * u64::from(kernel.cases));
        let extents = [kernel.cases, 1, 1].map(|extent| Argument::U64(u64::from(extent)));
        let [x, y, z] = extents;
        let arguments = [x, y, z, Argument::Pointer(inputs), Argument::Pointer(results)];
        let launched = machine.launch(module, &kernel.name, Shape::block(kernel.cases), &arguments);
        let bytes = launched
            .map_err(|error| error.to_string())
            .and_then(|_| machine.read(results, 8 * u64::from(kernel.cases)).map_err(|error| error.to_string()))?;
        wrong.extend(differences(kernel, &bytes));
        rows.push(kernel.row);
    }
    Ok((rows, wrong))
}

/// Doubles that are NaN have the payload of an operand on an H200; PTX says canonical ones of floats alone.
fn is_same(out: Type, expected: u64, found: u64) -> bool {
    let is_nan = |bits: u64| f64::from_bits(bits).is_nan();
    expected == found || out == Type::F64 && is_nan(expected) && is_nan(found)
}

/// What differs from the expectation in the results of a kernel, 8 bytes each.
pub fn differences(kernel: &Kernel, results: &[u8]) -> Vec<String> {
    let operands = kernel.inputs.chunks(8 * SLOTS);
    let found = results.chunks(8).map(|bytes| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)));
    let cases = kernel
        .expected
        .iter()
        .zip(found)
        .zip(operands)
        .filter(|((expected, found), _)| !is_same(kernel.out, **expected, *found));
    let shown = cases.map(|((expected, found), operands)| {
        let operands: Vec<String> =
            operands.chunks(8).map(|bytes| bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect()).collect();
        format!("{} {}: {found:#x}, expected {expected:#x}", kernel.form, operands[..kernel.args.len()].join(" "))
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_results_are_as_expected() {
        let (rows, wrong) = run().expect("runs");
        assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
        let missing = TABLE.rows().filter(|(id, row)| {
            matches!(row.does, Does::Value { .. } | Does::Select(_) | Does::ComparePair(_))
                && !row.approximate
                && !rows.contains(id)
        });
        let missing: Vec<&str> = missing.map(|(_, row)| row.form.as_str()).collect();
        assert!(missing.is_empty(), "rows without a case: {missing:?}");
    }

    #[test]
    fn a_wrong_result_is_noticed() {
        let kernels = kernels().expect("reads");
        let mut results: Vec<u8> = kernels[0].expected.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        assert!(differences(&kernels[0], &results).is_empty());
        results[8] ^= 1;
        assert_eq!(differences(&kernels[0], &results).len(), 1);
    }
}
