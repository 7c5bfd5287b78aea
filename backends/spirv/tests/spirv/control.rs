//! Structured control flow, run on a device and compared with the same loops in Rust.

use crate::support::{kernel, load, spirv, store};
use crate::vulkan::{Arg, launch};

/// Runs a body that computes `%r : i64` from `%a : i64` on all of `values`.
fn run(values: &[i64], body: &str, expected: impl Fn(i64) -> i64) {
    let body = load("a", "%pa", "i64") + body + "\n" + &store("r", "%pr", "i64");
    let words = spirv(&kernel("%pa: !llvm.ptr, %pr: !llvm.ptr", &body));
    let mut input: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let mut output = vec![0xAA; input.len()];
    let args = vec![Arg::Buffer(&mut input), Arg::Buffer(&mut output)];
    launch(&words, [values.len() as u64, 1, 1], [8, 1, 1], args);
    for (&value, got) in values.iter().zip(output.chunks(8)) {
        assert_eq!(i64::from_le_bytes(got.try_into().unwrap()), expected(value), "of {value}\n{body}");
    }
}

const VALUES: [i64; 13] = [-7, -1, 0, 1, 2, 3, 5, 8, 13, 27, 64, 97, 100];

#[test]
fn counted_loop_carries_values() {
    // Fibonacci: the two values change places, which only simultaneous assignment gets right.
    let body = "
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %f:2 = scf.for %i = %c0 to %a step %c1 iter_args(%p = %c0, %q = %c1) -> (i64, i64) : i64 {
        %s = arith.addi %p, %q : i64
        scf.yield %q, %s : i64, i64
      }
      %r = arith.muli %f#0, %c1 : i64";
    run(&VALUES, body, |a| {
        let (mut p, mut q) = (0_i64, 1_i64);
        for _ in 0..a {
            (p, q) = (q, p.wrapping_add(q));
        }
        p
    });
}

#[test]
fn counted_loop_with_negative_bounds_and_step() {
    let body = "
      %lo = arith.constant -20 : i64
      %c3 = arith.constant 3 : i64
      %c0 = arith.constant 0 : i64
      %r = scf.for %i = %lo to %a step %c3 iter_args(%s = %c0) -> (i64) : i64 {
        %t = arith.muli %i, %i : i64
        %u = arith.addi %s, %t : i64
        scf.yield %u : i64
      }";
    run(&VALUES, body, |a| (-20..a).step_by(3).map(|i| i * i).sum());
}

#[test]
fn unsigned_counted_loop() {
    let body = "
      %lo = arith.constant 9223372036854775800 : i64
      %up = arith.addi %lo, %a : i64
      %c1 = arith.constant 1 : i64
      %c0 = arith.constant 0 : i64
      %r = scf.for unsigned %i = %lo to %up step %c1 iter_args(%s = %c0) -> (i64) : i64 {
        %u = arith.addi %s, %c1 : i64
        scf.yield %u : i64
      }";
    run(&[0, 1, 7, 8, 9, 30], body, |a| a);
}

#[test]
fn conditional_with_and_without_results() {
    let body = "
      %m = memref.alloca() : memref<i64>
      %c0 = arith.constant 0 : i64
      %c5 = arith.constant 5 : i64
      memref.store %c5, %m[] : memref<i64>
      %neg = arith.cmpi slt, %a, %c0 : i64
      %big = arith.cmpi sgt, %a, %c5 : i64
      scf.if %big {
        memref.store %a, %m[] : memref<i64>
      }
      %v, %w = scf.if %neg -> (i64, i64) {
        scf.yield %c5, %a : i64, i64
      } else {
        %n = scf.if %big -> (i64) {
          %d = arith.muli %a, %c5 : i64
          scf.yield %d : i64
        } else {
          scf.yield %c0 : i64
        }
        scf.yield %a, %n : i64, i64
      }
      %l = memref.load %m[] : memref<i64>
      %s = arith.addi %v, %w : i64
      %r = arith.addi %s, %l : i64";
    run(&VALUES, body, |a| {
        let (x, y) = if a < 0 { (5, a) } else { (a, if a > 5 { a * 5 } else { 0 }) };
        x + y + a.max(5)
    });
}

#[test]
fn while_loop_counts_collatz_steps() {
    let body = "
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c2 = arith.constant 2 : i64
      %c3 = arith.constant 3 : i64
      %start = arith.maxsi %a, %c1 : i64
      %f, %r = scf.while (%n = %start, %count = %c0) : (i64, i64) -> (i64, i64) {
        %more = arith.cmpi ne, %n, %c1 : i64
        scf.condition(%more) %n, %count : i64, i64
      } do {
      ^bb0(%n: i64, %count: i64):
        %half = arith.divsi %n, %c2 : i64
        %rest = arith.remsi %n, %c2 : i64
        %odd = arith.cmpi eq, %rest, %c1 : i64
        %next = scf.if %odd -> (i64) {
          %t = arith.muli %n, %c3 : i64
          %u = arith.addi %t, %c1 : i64
          scf.yield %u : i64
        } else {
          scf.yield %half : i64
        }
        %more = arith.addi %count, %c1 : i64
        scf.yield %next, %more : i64, i64
      }";
    run(&VALUES, body, |a| {
        let (mut n, mut count) = (a.max(1), 0);
        while n != 1 {
            n = if n % 2 == 1 { 3 * n + 1 } else { n / 2 };
            count += 1;
        }
        count
    });
}

/// The condition's region has control flow of its own, and forwards other values than it takes.
#[test]
fn while_loop_with_a_loop_in_its_condition() {
    let body = "
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %r, %flag = scf.while (%n = %c0) : (i64) -> (i64, i1) {
        %square = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (i64) : i64 {
          %t = arith.addi %s, %n : i64
          scf.yield %t : i64
        }
        %below = arith.cmpi slt, %square, %a : i64
        %zero = arith.constant false
        scf.condition(%below) %square, %zero : i64, i1
      } do {
      ^bb0(%square: i64, %flag: i1):
        %root = math.sqrt %half : f64
        %n = arith.fptosi %root : f64 to i64
        %next = arith.addi %n, %c1 : i64
        scf.yield %next : i64
      }";
    // The root of the square is n again; f64 is exact here.
    let body = body
        .replace("%root = math.sqrt %half", "%float = arith.sitofp %square : i64 to f64\n %root = math.sqrt %float");
    run(&VALUES, &body, |a| (0..).map(|n| n * n).find(|&square| square >= a).unwrap());
}

/// Triangular loops four deep, with a guard in the middle and values carried through every level.
#[test]
fn deep_nest() {
    let body = "
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c2 = arith.constant 2 : i64
      %c9 = arith.constant 9 : i64
      %n = arith.minsi %a, %c9 : i64
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %c0) -> (i64) : i64 {
        %s1r = scf.for %j = %i to %n step %c1 iter_args(%s1 = %s0) -> (i64) : i64 {
          %even = arith.cmpi slt, %j, %c2 : i64
          %s2r = scf.if %even -> (i64) {
            scf.yield %s1 : i64
          } else {
            %s3r = scf.for %k = %j to %n step %c2 iter_args(%s3 = %s1) -> (i64) : i64 {
              %s4r = scf.for %l = %c0 to %k step %c1 iter_args(%s4 = %s3) -> (i64) : i64 {
                %p = arith.muli %i, %l : i64
                %q = arith.addi %s4, %p : i64
                %t = arith.xori %q, %k : i64
                scf.yield %t : i64
              }
              scf.yield %s4r : i64
            }
            scf.yield %s3r : i64
          }
          scf.yield %s2r : i64
        }
        scf.yield %s1r : i64
      }";
    run(&VALUES, body, |a| {
        let (n, mut s) = (a.min(9), 0);
        for i in 0..n {
            for j in (i..n).filter(|&j| j >= 2) {
                for k in (j..n).step_by(2) {
                    for l in 0..k {
                        s = (s + i * l) ^ k;
                    }
                }
            }
        }
        s
    });
}

/// All dimensions, extents that no group size divides, and the guard.
#[test]
fn work_items_in_three_dimensions() {
    let source = "gpu.module @m {
      gpu.func @k(%ex: index, %ey: index, %ez: index, %out: !llvm.ptr, %scale: i32) kernel {
        %x = gpu.global_id x
        %y = gpu.global_id y
        %z = gpu.global_id z
        %cx = arith.cmpi slt, %x, %ex : index
        %cy = arith.cmpi slt, %y, %ey : index
        %cz = arith.cmpi slt, %z, %ez : index
        %cxy = arith.andi %cx, %cy : i1
        %in = arith.andi %cxy, %cz : i1
        scf.if %in {
          %zy = arith.muli %z, %ey : index
          %row = arith.addi %zy, %y : index
          %rowx = arith.muli %row, %ex : index
          %at = arith.addi %rowx, %x : index
          %c4 = arith.constant 4 : index
          %bytes = arith.muli %at, %c4 : index
          %offset = arith.index_cast %bytes : index to i64
          %p = llvm.getelementptr %out[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
          %id = arith.index_cast %at : index to i32
          %v = arith.muli %id, %scale : i32
          llvm.store %v, %p {alignment = 4 : i64} : i32, !llvm.ptr
        } {region.guard}
        gpu.return
      }
    }";
    let words = spirv(source);
    for group in [[64, 1, 1], [4, 4, 2], [1, 16, 1], [7, 3, 5]] {
        let mut out = vec![0; 4 * (11 * 6 * 3 + 1)];
        launch(&words, [11, 6, 3], group, vec![Arg::Buffer(&mut out), Arg::Scalar(3)]);
        let got: Vec<u32> = out.chunks(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap())).collect();
        // The element after the last belongs to no work item.
        let expected: Vec<u32> = (0..11 * 6 * 3).map(|i| 3 * i).chain([0]).collect();
        assert_eq!(got, expected, "groups of {group:?}");
    }
}
