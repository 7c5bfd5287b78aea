// Which loops become grid dimensions, and what stays in the kernel or on the host.
// RUN: %raddle-opt %s --region-parallelize --gpu-outline --gpu-transfers --split-input-file 2>/dev/null | FileCheck %s

// Triangular: the hull is launched, the kernel tests the real bounds.
// CHECK-LABEL: llvm.func @triangle
// CHECK: region.launch @{{.*}} extents(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: gpu.func
// CHECK-SAME: region.dims = 2
// CHECK: region.nest
// CHECK: %[[LO:.*]] = affine.max
// CHECK: %[[HI:.*]] = affine.min
// CHECK-DAG: arith.cmpi sge, %{{.*}}, %[[LO]]
// CHECK-DAG: arith.cmpi slt, %{{.*}}, %[[HI]]
// CHECK: scf.if
// CHECK-NOT: affine.for
// CHECK: affine.store
llvm.func @triangle(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "triangle", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %one = arith.constant 1.0 : f64
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        affine.store %one, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// -----

// Tiles: the hull of the inner loop is all of the array, so its grid dimension has one tile's iterations, behind its own lower bound.
// CHECK-LABEL: llvm.func @tiles
// CHECK: region.launch @{{.*}} extents(%[[TILE:[^,]*]], %{{.*}}, %{{.*}})
// CHECK: gpu.func
// CHECK-SAME: region.dims = 2
// CHECK: region.nest
// CHECK: %[[LO:.*]] = affine.max
// CHECK: %[[HI:.*]] = affine.min
// CHECK: %[[I:.*]] = arith.addi %[[LO]], %{{.*}} : index
// CHECK: %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[HI]]
// CHECK: scf.if %[[IN]]
// CHECK-NOT: affine.for
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]]]
llvm.func @tiles(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "tiles", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %one = arith.constant 1.0 : f64
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    affine.for %t = 0 to %s step 64 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 64, s0)>(%t)[%s] {
        affine.store %one, %A[%i] : memref<?xf64>
      }
    }
  }
  llvm.return
}

// -----

// Four parallel loops: three are mapped, the innermost stays in the kernel.
// CHECK-LABEL: llvm.func @four_deep
// CHECK: region.launch
// CHECK: gpu.func
// CHECK-SAME: region.dims = 3
// CHECK: gpu.global_id x
// CHECK: gpu.global_id y
// CHECK: gpu.global_id z
// CHECK: affine.for
// CHECK-NOT: affine.for
llvm.func @four_deep(%p: !llvm.ptr) {
  region.nest (%p : !llvm.ptr) attributes {function = "four_deep", names = ["a"],
      objects = array<i64: -1>, live_out = array<i64: 1>} {
  ^bb0(%a: !llvm.ptr):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c512 = arith.constant 512 : index
    %v = arith.constant 1 : i8
    %A = region.view %a [%c0] sizes [%c8, %c8, %c8, %c8] strides [%c512, %c64, %c8, %c1] : !llvm.ptr -> memref<8x8x8x8xi8>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.for %k = 0 to 8 {
          affine.for %l = 0 to 8 {
            affine.store %v, %A[%i, %j, %k, %l] : memref<8x8x8x8xi8>
          }
        }
      }
    }
  }
  llvm.return
}

// -----

// A sequential loop around a parallel one: launches inside of it, its index is an argument.
// CHECK-LABEL: llvm.func @time_steps
// CHECK: affine.for %[[T:.*]] = 1 to
// CHECK: region.enter
// CHECK: region.launch {{.*}} args({{.*}}%[[T]]
llvm.func @time_steps(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "time_steps", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %row = arith.muli %s, %c8 : index
    %A = region.view %a [%c0] sizes [%s, %s] strides [%row, %c8] : !llvm.ptr -> memref<?x?xf64>
    affine.for %t = 1 to %s {
      affine.for %j = 0 to %s {
        %v = affine.load %A[%t - 1, %j] : memref<?x?xf64>
        affine.store %v, %A[%t, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// -----

// A stride: iteration = lower + step * id. A scalar in memory that is only read travels by value.
// CHECK-LABEL: llvm.func @strided
// CHECK: region.enter {{.*}}flags = array<i64: {{9|2}}, {{9|2}}>
// CHECK: scf.if
// CHECK: %[[X:.*]] = affine.load
// CHECK-NOT: region.copy_in {{.*}}name = "x"
// CHECK: region.launch {{.*}} args({{.*}}%[[X]]
// CHECK: gpu.func
// CHECK: region.nest
// CHECK: %[[C3:.*]] = arith.constant 3
// CHECK: arith.muli %{{.*}}, %[[C3]]
llvm.func @strided(%p: !llvm.ptr, %x: !llvm.ptr, %n: i64) {
  region.nest (%p, %x, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "strided", names = ["a", "x", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %xp: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %X = region.view %xp [%c0] sizes [] strides [] : !llvm.ptr -> memref<f64>
    affine.for %i = 1 to %s step 3 {
      %v = affine.load %X[] : memref<f64>
      affine.store %v, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// -----

// A call keeps the loop on the host, and so does an array of unknown extent with a subscript that is not affine.
// CHECK: module attributes {region.nests = {{.*}}call to 'exp' is not a device operation{{.*}}the extent of 'b' that the loop reaches is not known
// CHECK-NOT: region.launch
llvm.func @exp(f64) -> f64
llvm.func @host_only(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  region.nest (%p, %q, %n : !llvm.ptr, !llvm.ptr, i64) attributes {function = "host_only", names = ["a", "b", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %b: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %unknown = arith.constant -1 : index
    %s = arith.index_cast %m : i64 to index
    %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
    %B = region.view %b [%c0] sizes [%unknown] strides [%c8] : !llvm.ptr -> memref<?xi64>
    affine.for %i = 0 to %s {
      %v = affine.load %A[%i] : memref<?xf64>
      %w = llvm.call @exp(%v) : (f64) -> f64
      affine.store %w, %A[%i] : memref<?xf64>
    }
    affine.for %i = 0 to %s {
      %v = affine.load %B[%i] : memref<?xi64>
      %k = arith.index_cast %v : i64 to index
      %w = memref.load %B[%k] : memref<?xi64>
      %f = arith.sitofp %w : i64 to f64
      affine.store %f, %A[%i] : memref<?xf64>
    }
  }
  llvm.return
}

// -----

// No memory, so nothing that a device could change.
// CHECK-LABEL: llvm.func @nothing
// CHECK-NOT: region.enter
// CHECK: affine.for
llvm.func @nothing(%n: i64) {
  region.nest (%n : i64) attributes {function = "nothing", names = ["n"], objects = array<i64: -1>, live_out = array<i64: 0>} {
  ^bb0(%m: i64):
    %s = arith.index_cast %m : i64 to index
    affine.for %i = 0 to %s {
    }
  }
  llvm.return
}

// -----

// Columns, not rows, lie together: the first and the last subscript are not the least and the greatest address, and the corners of the box
// are nobody's, so the range is loose (16).
// CHECK-LABEL: llvm.func @columns
// CHECK: region.enter {{.*}}flags = array<i64: 18>
llvm.func @columns(%p: !llvm.ptr, %n: i64) {
  region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "columns", names = ["a", "n"],
      objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
  ^bb0(%a: !llvm.ptr, %m: i64):
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %unknown = arith.constant -1 : index
    %one = arith.constant 1.0 : f64
    %s = arith.index_cast %m : i64 to index
    %column = arith.muli %s, %c8 : index
    %A = region.view %a [%c0] sizes [%unknown, %s] strides [%c8, %column] : !llvm.ptr -> memref<?x?xf64>
    affine.for %i = 0 to %s {
      affine.for %j = 0 to affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%s] {
        affine.store %one, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  llvm.return
}

// -----

// A truth value and a half come from outside of the loop: they are passed as integers.
// CHECK-LABEL: llvm.func @passed_as_integers
// CHECK-DAG: arith.extui %{{.*}} : i1 to i8
// CHECK-DAG: arith.bitcast %{{.*}} : f16 to i16
// CHECK: region.launch
// CHECK: gpu.func
// CHECK: region.nest
// CHECK-DAG: arith.trunci %{{.*}} : i8 to i1
// CHECK-DAG: arith.bitcast %{{.*}} : i16 to f16
llvm.func @passed_as_integers(%p: !llvm.ptr, %x: f32, %n: i64) {
  region.nest (%p, %x, %n : !llvm.ptr, f32, i64) attributes {function = "passed_as_integers", names = ["a", "x", "n"],
      objects = array<i64: -1, -1, -1>, live_out = array<i64: 1, 1, 1>} {
  ^bb0(%a: !llvm.ptr, %v: f32, %m: i64):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %s = arith.index_cast %m : i64 to index
    %zero = arith.constant 0.0 : f32
    %A = region.view %a [%c0] sizes [%s] strides [%c4] : !llvm.ptr -> memref<?xf32>
    %positive = arith.cmpf ogt, %v, %zero : f32
    %half = arith.truncf %v : f32 to f16
    affine.for %i = 0 to %s {
      %wide = arith.extf %half : f16 to f32
      %chosen = arith.select %positive, %wide, %zero : f32
      affine.store %chosen, %A[%i] : memref<?xf32>
    }
  }
  llvm.return
}
