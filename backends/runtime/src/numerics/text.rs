//! The test's kernels as MLIR after the contract of `docs/kernels.md`, for the back ends. A build of the runtime has the
//! code that they made of it (`kernels/`), which a test of `tools/raddle` keeps up to date.

use std::fmt::Write;

use super::Type;
use super::cases::{Case, Code};
use super::operands::SLOTS;
use super::run::{KERNELS, TestKernel};

/// The form of code that a source is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As programs' kernels are compiled.
    Usual,
    /// Without what the SPIR-V back end adds because of drivers.
    Bare,
}

/// Every kernel's name, form, and `gpu.module`.
pub fn sources() -> Vec<(&'static str, Form, String)> {
    KERNELS.iter().map(|kernel| (kernel.name(), kernel.form, source(kernel))).collect()
}

fn source(kernel: &TestKernel) -> String {
    let cases = (kernel.cases)();
    let mut body = prologue(kernel.float, cases.len() as u64);
    for (i, case) in cases.iter().enumerate() {
        body += &code(case).replace("$r", &format!("%r{i}"));
        body += &store(case.result, i);
    }
    let body: String = body.lines().map(|line| format!("      {}\n", line.trim())).collect();
    format!(
        "gpu.module @self_test {{
  gpu.func @{name}(%ex: index, %ey: index, %ez: index, %in: !llvm.ptr {{llvm.noalias}}, %out: !llvm.ptr {{llvm.noalias}}) kernel
      attributes {{region.dims = 1 : i64}} {{
    %x = gpu.global_id x
    %inside = arith.cmpi slt, %x, %ex : index
    scf.if %inside {{
{body}    }} {{region.guard}}
    gpu.return
  }}
}}
",
        name = kernel.name()
    )
}

/// Loads the item's operands and finds the place of its results.
fn prologue(float: Type, n_cases: u64) -> String {
    let mut text = format!(
        "%xi = arith.index_cast %x : index to i64
%slots = arith.constant {} : i64\n%from = arith.muli %xi, %slots : i64
%width = arith.constant {} : i64\n%to = arith.muli %xi, %width : i64\n",
        8 * SLOTS,
        8 * n_cases
    );
    let float = (float.name(), float.bytes());
    for (i, (name, (ty, bytes))) in
        [("a", float), ("b", float), ("c", float), ("p64", ("i64", 8)), ("q64", ("i64", 8))].into_iter().enumerate()
    {
        let _ = write!(
            text,
            "%{name}_at = arith.constant {} : i64\n%{name}_off = arith.addi %from, %{name}_at : i64
%{name}_p = llvm.getelementptr %in[%{name}_off] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%{name} = llvm.load %{name}_p {{alignment = {bytes} : i64}} : !llvm.ptr -> {ty}\n",
            8 * i
        );
    }
    text += "%p32 = arith.trunci %p64 : i64 to i32\n%q32 = arith.trunci %q64 : i64 to i32\n";
    for bits in [32, 64] {
        let _ = write!(
            text,
            "%one{bits} = arith.constant 1 : i{bits}\n%last{bits} = arith.constant {} : i{bits}
%n{bits} = arith.shrsi %p{bits}, %one{bits} : i{bits}\n%d{bits} = arith.ori %q{bits}, %one{bits} : i{bits}
%s{bits} = arith.andi %q{bits}, %last{bits} : i{bits}\n",
            bits - 1
        );
    }
    text
}

/// The case's text with the names of its operands. What is longest goes first: `$p` begins `$p32`.
fn code(case: &Case) -> String {
    let mut text = match case.code {
        Code::Text(text) => text.to_owned(),
        Code::Mask(compare, predicates, operands) => mask(compare, predicates, operands),
    };
    for name in ["p32", "q32"] {
        text = text.replace(&format!("${name}"), &format!("%{name}"));
    }
    let width = if case.ty == Type::I32 { "32" } else { "64" };
    for name in ["p", "q", "n", "d", "s"] {
        text = text.replace(&format!("${name}"), &format!("%{name}{width}"));
    }
    for name in ["a", "b", "c"] {
        text = text.replace(&format!("${name}"), &format!("%{name}"));
    }
    text.replace("$t", case.ty.name()) + "\n"
}

fn mask(compare: &str, predicates: &[&str], operands: &str) -> String {
    let mut text = "$r_m0 = arith.constant 0 : i32\n".to_owned();
    for (i, predicate) in predicates.iter().enumerate() {
        let sum = if i + 1 == predicates.len() { "$r".to_owned() } else { format!("$r_m{}", i + 1) };
        let _ = write!(
            text,
            "$r_c{i} = {compare} {predicate}, {operands}\n$r_e{i} = arith.extui $r_c{i} : i1 to i32
$r_d{i} = arith.constant {i} : i32\n$r_s{i} = arith.shli $r_e{i}, $r_d{i} : i32
{sum} = arith.ori $r_m{i}, $r_s{i} : i32\n"
        );
    }
    text
}

fn store(ty: Type, i: usize) -> String {
    format!(
        "%at{i} = arith.constant {} : i64\n%off{i} = arith.addi %to, %at{i} : i64
%ptr{i} = llvm.getelementptr %out[%off{i}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.store %r{i}, %ptr{i} {{alignment = {} : i64}} : {}, !llvm.ptr\n",
        8 * i,
        ty.bytes(),
        ty.name()
    )
}
