//! PTX text of kernels. What it computes is judged where PTX runs.

use super::kernels::kernel;
use super::support::*;
use crate::ir::gpu_modules;
use crate::{Error, LlvmContext, PTX_ARCHITECTURE, ptx};

fn text(kernel: &str) -> Result<String, Error> {
    let (context, llvm) = (mlir(), LlvmContext::new());
    let module = parse(&context, kernel);
    ptx(&llvm, &context, gpu_modules(&module)[0], PTX_ARCHITECTURE)
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

const LOAD: &str = "%p = llvm.getelementptr %a[%xi] : (!llvm.ptr, i64) -> !llvm.ptr, f64
%v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> f64\n";
const STORE: &str = "llvm.store %r, %p {alignment = 8 : i64} : f64, !llvm.ptr";

#[test]
fn extents_come_before_the_arguments() {
    let body = format!("{LOAD}%r = arith.mulf %v, %f : f64\n{STORE}");
    let text = text(&kernel("%a: !llvm.ptr {llvm.noalias}, %f: f64, %n: i32", 3, "", &body)).unwrap();
    assert_eq!(count(&text, ".visible .entry k("), 1, "{text}");
    let types: Vec<_> = text.lines().filter(|line| line.contains(".param ")).map(|line| &line.trim()[7..11]).collect();
    assert_eq!(types, [".u64", ".u64", ".u64", ".u64", ".f64", ".u32"]);
    for register in ["%ctaid.x", "%ntid.y", "%tid.z"] {
        assert_eq!(count(&text, register), 1, "{register}");
    }
    assert_eq!((count(&text, "ld.global.b64"), count(&text, "st.global.b64")), (1, 1), "{text}");
}

#[test]
fn values_are_those_of_the_source_order() {
    let body =
        format!("{LOAD}%m = arith.mulf %v, %v : f64\n%s = arith.addf %m, %v : f64\n%r = math.sqrt %s : f64\n{STORE}");
    let text = text(&kernel("%a: !llvm.ptr", 1, "", &body)).unwrap();
    for operation in ["mul.rn.f64", "add.rn.f64", "sqrt.rn.f64"] {
        assert_eq!(count(&text, operation), 1, "{operation}\n{text}");
    }
    assert_eq!(count(&text, "fma"), 0, "{text}");
}

/// `min` would give -0 where the choice gives 0.
#[test]
fn choices_are_no_minima() {
    let body = format!(
        "{LOAD}%z = arith.constant 0.0 : f64\n%c = arith.cmpf olt, %v, %z : f64\n%r = arith.select %c, %v, %z : f64\n{STORE}"
    );
    let text = text(&kernel("%a: !llvm.ptr", 1, "", &body)).unwrap();
    assert_eq!((count(&text, "min."), count(&text, "selp")), (0, 1), "{text}");
}

#[test]
fn private_memory_is_local() {
    let private = "%t = memref.alloca() : memref<8xf64>";
    let body = format!(
        "{LOAD}%seven = arith.constant 7 : i64\n%at = arith.andi %xi, %seven : i64\n%k = arith.index_cast %at : i64 to index
memref.store %v, %t[%k] : memref<8xf64>\nmemref.store %f, %t[%c1] : memref<8xf64>
%r = memref.load %t[%k] : memref<8xf64>\n{STORE}"
    );
    let text = text(&kernel("%a: !llvm.ptr, %f: f64", 1, private, &body)).unwrap();
    assert!(text.contains("__local_depot0[64]") && text.contains("st.local.b64"), "{text}");
}

/// In the space that the pointer is known to be in, for all of the device.
#[test]
fn atomic_updates() {
    let updates = ["add i32 add.u32", "_and i32 and.b32", "_or i64 or.b64", "_xor i64 xor.b64", "min i32 min.s32"];
    let others = ["max i64 max.s64", "umin i32 min.u32", "umax i64 max.u64", "add i64 add.u64"];
    for row in updates.into_iter().chain(others) {
        let [operator, ty, form] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let value = if ty == "i32" { "%v = arith.trunci %xi : i64 to i32" } else { "%v = arith.addi %xi, %w8 : i64" };
        let body = format!("{value}\n%u = llvm.atomicrmw {operator} %a, %v monotonic : !llvm.ptr, {ty}");
        let text = text(&kernel("%a: !llvm.ptr", 1, "", &body)).unwrap();
        assert_eq!((count(&text, &format!("atom.global.{form}")), count(&text, "atom")), (1, 1), "{row}\n{text}");
    }
}

#[test]
fn foreign_operations_are_errors() {
    let body = format!("{LOAD}%r = math.exp %v : f64\n{STORE}");
    let error = text(&kernel("%a: !llvm.ptr", 1, "", &body)).unwrap_err().to_string();
    assert!(error.contains("math.exp"), "{error}");
}
