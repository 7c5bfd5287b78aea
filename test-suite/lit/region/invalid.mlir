// Each rule of the verifiers, broken once.
// RUN: %raddle-opt %s --split-input-file --verify-diagnostics

func.func @names(%p: !llvm.ptr) {
  // expected-error @+1 {{'region.nest' op has 2 names for 1 operands}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a", "b"], objects = array<i64: 0>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
  }
  return
}

// -----

func.func @objects(%p: !llvm.ptr) {
  // expected-error @+1 {{'region.nest' op has 0 objects for 1 operands}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
  }
  return
}

// -----

func.func @live_out_count(%p: !llvm.ptr) {
  // expected-error @+1 {{'region.nest' op has 2 live_out for 1 operands}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr):
  }
  return
}

// -----

func.func @live_out_value(%p: !llvm.ptr) {
  // expected-error @+1 {{'region.nest' op live_out holds 0 and 1 only}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 2>} {
  ^bb0(%a: !llvm.ptr):
  }
  return
}

// -----

func.func @operand_type(%m: memref<4xf32>) {
  // expected-error @+1 {{'region.nest' op operand of type memref<4xf32> is neither !llvm.ptr nor a scalar}}
  region.nest (%m : memref<4xf32>) attributes {function = "f", names = ["a"], objects = array<i64: -1>, live_out = array<i64: 1>} {
  ^bb0(%a: memref<4xf32>):
  }
  return
}

// -----

func.func @object_below(%p: !llvm.ptr) {
  // expected-error @+1 {{'region.nest' op object -2 is below -1}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: -2>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
  }
  return
}

// -----

func.func @object_of_scalar(%n: i64) {
  // expected-error @+1 {{'region.nest' op operand of type i64 cannot have object 0}}
  region.nest (%n : i64) attributes {function = "f", names = ["n"], objects = array<i64: 0>, live_out = array<i64: 0>} {
  ^bb0(%m: i64):
  }
  return
}

// -----

func.func @body(%p: !llvm.ptr) {
  // expected-error @+1 {{'region.nest' op body takes (i64), operands are (!llvm.ptr)}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 1>} {
  ^bb0(%a: i64):
  }
  return
}

// -----

func.func @isolated(%p: !llvm.ptr, %n: i64) {
  // expected-note @+1 {{required by region isolation constraints}}
  region.nest (%p : !llvm.ptr) attributes {function = "f", names = ["a"], objects = array<i64: 0>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
    // expected-error @+1 {{using value defined outside the region}}
    %s = arith.index_cast %n : i64 to index
  }
  return
}

// -----

func.func @stray_yield() {
  // expected-error @+1 {{'region.yield' op expects parent op to be one of 'region.nest, region.host'}}
  region.yield
}

// -----

func.func @view_base(%p: i64, %i: index) {
  // expected-error @+1 {{'region.view' op base is i64, not !llvm.ptr}}
  %0 = region.view %p [%i] sizes [%i] strides [%i] : i64 -> memref<?xf64>
  return
}

// -----

func.func @view_sizes(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op has 2 sizes for 1 dimensions}}
  %0 = region.view %p [%i] sizes [%i, %i] strides [%i] : !llvm.ptr -> memref<?xf64>
  return
}

// -----

func.func @view_strides(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op has 0 strides for 1 dimensions}}
  %0 = region.view %p [%i] sizes [%i] strides [] : !llvm.ptr -> memref<?xf64>
  return
}

// -----

func.func @view_element(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op element type f16 is none of i8, i16, i32, i64, f32, f64}}
  %0 = region.view %p [%i] sizes [%i] strides [%i] : !llvm.ptr -> memref<?xf16>
  return
}

// -----

func.func @view_bool(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op element type i1 is none of i8, i16, i32, i64, f32, f64}}
  %0 = region.view %p [%i] sizes [%i] strides [%i] : !llvm.ptr -> memref<?xi1>
  return
}

// -----

func.func @view_layout(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op memref has a layout; the strides say where elements lie}}
  %0 = region.view %p [%i] sizes [%i] strides [%i] : !llvm.ptr -> memref<?xf64, strided<[2]>>
  return
}

// -----

func.func @view_space(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op memref has a memory space; views are over host memory}}
  %0 = region.view %p [%i] sizes [%i] strides [%i] : !llvm.ptr -> memref<?xf64, 3>
  return
}

// -----

func.func @view_unranked(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.view' op result #0 must be memref of any type values}}
  %0 = "region.view"(%p, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!llvm.ptr, index) -> memref<*xf64>
  return
}

// -----

func.func @enter_nothing(%i: index) {
  // expected-error @+1 {{'region.enter' op has no ranges}}
  %t = "region.enter"(%i) {operandSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 0>, flags = array<i64>, objects = array<i64>, names = [], function = "f"} : (index) -> i1
  return
}

// -----

func.func @enter_lo(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has 0 lower ends for 1 bases}}
  %t = region.enter bases(%p : !llvm.ptr) from() to(%i) instances %i {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_hi(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has 2 upper ends for 1 bases}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i, %i) instances %i {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_flags(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has 2 flags for 1 bases}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 1, 1>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_objects(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has 0 objects for 1 bases}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 1>, objects = array<i64>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_names(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has 2 names for 1 bases}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a", "b"], function = "f"}
  return
}

// -----

func.func @enter_base(%p: i64, %i: index) {
  // expected-error @+1 {{'region.enter' op base 'a' is i64, not !llvm.ptr}}
  %t = region.enter bases(%p : i64) from(%i) to(%i) instances %i {flags = array<i64: 1>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_no_access(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op flags 8 of 'a' say neither read nor written}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 8>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_unknown_flag(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op flags 2049 of 'a' are not made of 1 read, 2 write, 4 overwritten, 8 check only, 16 loose, 32 table, 64 behind, 128 one of many, 1024 there}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 2049>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @enter_box(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has 2 numbers for 1 boxes, which take 10}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i rows(%i, %i) {flags = array<i64: 257>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @host_box(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.host_access' op has 2 numbers for 1 boxes, which take 10}}
  region.host_access bases(%p : !llvm.ptr) from(%i) to(%i) rows(%i, %i) {flags = array<i64: 257>, objects = array<i64: 0>, names = ["a"]}
  return
}

// -----

func.func @disjoint_box(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.disjoint' op has 0 numbers for 1 boxes, which take 10}}
  %t = region.disjoint bases(%p : !llvm.ptr) from(%i) to(%i) {flags = array<i64: 257>, objects = array<i64: 0>, names = ["a"]}
  return
}

// -----

func.func @enter_object(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op object -3 of 'a' is below -1}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 1>, objects = array<i64: -3>, names = ["a"], function = "f"}
  return
}

// -----

func.func @workspace(%n: index) {
  // expected-error @+1 {{'region.workspace' op result #0 must be LLVM pointer type, but got 'i64'}}
  %w = region.workspace %n for %n : i64
  return
}

// -----

func.func @workspace_end(%n: i64) {
  // expected-error @+1 {{'region.workspace_end' op operand #0 must be LLVM pointer type, but got 'i64'}}
  region.workspace_end %n : i64
  return
}

// -----

func.func @disjoint_names(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.disjoint' op has 0 names for 1 bases}}
  %t = region.disjoint bases(%p : !llvm.ptr) from(%i) to(%i) {flags = array<i64: 1>, objects = array<i64: 0>, names = []}
  return
}

// -----

func.func @launch_flat_symbol(%i: index) {
  // expected-error @+1 {{'region.launch' op kernel @k is not @module::@function}}
  region.launch @k extents(%i, %i, %i) {ranges = array<i64>}
  return
}

// -----

func.func @launch_ranges(%i: index, %n: i64) {
  // expected-error @+1 {{'region.launch' op has 0 ranges for 1 arguments}}
  region.launch @m::@k extents(%i, %i, %i) args(%n : i64) {ranges = array<i64>}
  return
}

// -----

func.func @launch_type(%i: index, %m: memref<4xf32>) {
  // expected-error @+1 {{'region.launch' op argument of type memref<4xf32> is neither pointer nor scalar}}
  region.launch @m::@k extents(%i, %i, %i) args(%m : memref<4xf32>) {ranges = array<i64: -1>}
  return
}

// -----

func.func @launch_pointer(%i: index, %p: !llvm.ptr) {
  // expected-error @+1 {{'region.launch' op a pointer argument needs a range}}
  region.launch @m::@k extents(%i, %i, %i) args(%p : !llvm.ptr) {ranges = array<i64: -1>}
  return
}

// -----

func.func @launch_scalar(%i: index, %n: i64) {
  // expected-error @+1 {{'region.launch' op argument of type i64 cannot point into range 2}}
  region.launch @m::@k extents(%i, %i, %i) args(%n : i64) {ranges = array<i64: 2>}
  return
}

// -----

func.func @launch_group_size(%i: index) {
  // expected-error @+1 {{'region.launch' op work_group holds a size below 1}}
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>, work_group = array<i64: 32, 0, 1>}
  return
}

// -----

func.func @launch_group_items(%i: index) {
  // expected-error @+1 {{'region.launch' op work_group has 1056 work items; a group has at most 1024}}
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>, work_group = array<i64: 32, 33>}
  return
}

// -----

// Sizes whose product does not fit 64 bits.
func.func @launch_group_huge(%i: index) {
  // expected-error @+1 {{'region.launch' op work_group has 9223372036854775807 work items; a group has at most 1024}}
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>, work_group = array<i64: 4294967296, 4294967296, 2>}
  return
}

// -----

func.func @launch_group_rank(%i: index) {
  // expected-error @+1 {{'region.launch' op work_group has 4 sizes for 1 to 3 dimensions}}
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>, work_group = array<i64: 8, 2, 2, 1>}
  return
}

// -----

func.func @launch_shape_size(%i: index) {
  // expected-error @+1 {{'region.launch' op group_shape holds a size below 0}}
  region.launch @m::@k extents(%i, %i, %i) {ranges = array<i64>, group_shape = array<i64: 32, -1, 1>}
  return
}

// -----

func.func @math_marks(%x: f64) {
  // expected-error @+1 {{'region.math' op is both exact and libm}}
  %0 = region.math "exp"(%x) exact libm : (f64) -> f64
  return
}

// -----

func.func @math_no_argument() {
  // expected-error @+1 {{'region.math' op has 0 arguments; functions have 1 or 2}}
  %0 = region.math "exp"() : () -> f64
  return
}

// -----

func.func @math_part(%x: f64) {
  // expected-error @+1 {{'region.math' op has 3 arguments; parts of complex results have 2 or 4}}
  %0 = region.math "cexp.re"(%x, %x, %x) libm : (f64, f64, f64) -> f64
  return
}

// -----

func.func @math_part_types(%x: f64, %y: f32) {
  // expected-error @+1 {{'region.math' op has arguments that are not f64}}
  %0 = region.math "cexp.re"(%x, %y) libm : (f64, f32) -> f64
  return
}

// -----

func.func @math_result(%x: f32) {
  // expected-error @+1 {{'region.math' op result has type f64, the first argument f32}}
  %0 = region.math "exp"(%x) : (f32) -> f64
  return
}

// -----

func.func @math_second(%x: f64, %y: f32) {
  // expected-error @+1 {{'region.math' op second argument has type f32, not f64 or i64}}
  %0 = region.math "pow"(%x, %y) : (f64, f32) -> f64
  return
}

// -----

func.func @row_without_table(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op 'a' has to lie behind the pointers of a table before it, if there is one}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 73>, objects = array<i64: 8>, names = ["a"], function = "f"}
  return
}

// -----

func.func @table_of_nothing(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op has a table and nothing that lies behind it}}
  %t = region.enter bases(%p : !llvm.ptr) from(%i) to(%i) instances %i {flags = array<i64: 41>, objects = array<i64: 0>, names = ["a"], function = "f"}
  return
}

// -----

func.func @copied_table(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{'region.enter' op flags 33 of 'a' copy what is behind pointers}}
  %t = region.enter bases(%p, %p : !llvm.ptr, !llvm.ptr) from(%i, %i) to(%i, %i) instances %i {flags = array<i64: 33, 73>, objects = array<i64: 0, 8>, names = ["a", "a"], function = "f"}
  return
}
