gpu.module @raddle_probe {
  gpu.func @raddle_probe(%ex: index, %ey: index, %ez: index, %numbers: !llvm.ptr {llvm.noalias}, %rounds: index, %factor: f64, %summand: f64) kernel
      attributes {region.arg_ranges = array<i64: 0, -1, -1, -1>, region.dims = 1 : i64} {
    %x = gpu.global_id x
    %inside = arith.cmpi slt, %x, %ex : index
    scf.if %inside {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %i = arith.index_cast %x : index to i64
      %c8 = arith.constant 8 : i64
      %offset = arith.muli %i, %c8 : i64
      %place = llvm.getelementptr %numbers[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %first = llvm.load %place {alignment = 8 : i64} : !llvm.ptr -> f64
      %last = scf.for %k = %c0 to %rounds step %c1 iter_args(%v = %first) -> (f64) {
        %product = arith.mulf %v, %factor : f64
        %sum = arith.addf %product, %summand : f64
        scf.yield %sum : f64
      }
      %quarter = arith.constant 0.25 : f64
      %result = arith.addf %last, %quarter : f64
      llvm.store %result, %place {alignment = 8 : i64} : f64, !llvm.ptr
    } {region.guard}
    gpu.return
  }
}
