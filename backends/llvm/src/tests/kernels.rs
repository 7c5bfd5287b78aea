//! Kernels: text in, running code out.

use super::support::*;
use crate::{Kernels, LlvmContext, OptLevel};

/// y[x] = a * x[x] + y[x]
const SAXPY: &str = r#"
gpu.module @saxpy_c_3 {
  gpu.func @saxpy_c_3_k0(%ex: index, %ey: index, %ez: index, %x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias}, %a: f32) kernel
      attributes {region.dims = 1 : i64} {
    %i = gpu.global_id x
    %in = arith.cmpi slt, %i, %ex : index
    scf.if %in {
      %c4 = arith.constant 4 : i64
      %k = arith.index_cast %i : index to i64
      %o = arith.muli %k, %c4 : i64
      %px = llvm.getelementptr %x[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %py = llvm.getelementptr %y[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %vx = llvm.load %px {alignment = 4 : i64} : !llvm.ptr -> f32
      %vy = llvm.load %py {alignment = 4 : i64} : !llvm.ptr -> f32
      %m = arith.mulf %a, %vx : f32
      %s = arith.addf %m, %vy : f32
      llvm.store %s, %py {alignment = 4 : i64} : f32, !llvm.ptr
    } {region.guard}
    gpu.return
  }
}
"#;

#[test]
fn saxpy_prints() {
    let context = mlir();
    let llvm = LlvmContext::new();
    let m = parse(&context, SAXPY);
    for op in crate::ir::nested(melior::ir::operation::OperationRef::from(m.as_operation())) { println!("OP {}", crate::ir::op_name(&op)); }
    let kernels = Kernels::compile(&llvm, &context, &parse(&context, SAXPY), &options(OptLevel::O2)).unwrap();
    println!("{}", kernels.llvm_text());
    println!("{}", kernels.emulated.print_to_string());
}
