//! Device and private memory, run on a device.

use crate::support::{bytes_of, kernel, load, spirv, store};
use crate::vulkan::{Arg, launch};

fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|i| (i * 37 + 11) as u8).collect()
}

/// Copies elements of every type, with less alignment than the type has, from an address that has no more.
#[test]
fn underaligned_accesses_are_split() {
    for (ty, alignment) in [("i16", 1), ("i32", 1), ("i32", 2), ("f32", 1), ("i64", 4), ("f64", 1), ("f64", 2)] {
        let size = bytes_of(ty);
        let body = format!(
            "      %size = arith.constant {size} : i64
      %o = arith.muli %xi, %size : i64
      %ps = llvm.getelementptr %pa[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %pt = llvm.getelementptr %pb[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %s = llvm.getelementptr %ps[{alignment}] : (!llvm.ptr) -> !llvm.ptr, i8
      %t = llvm.getelementptr %pt[{alignment}] : (!llvm.ptr) -> !llvm.ptr, i8
      %v = llvm.load %s {{alignment = {alignment} : i64}} : !llvm.ptr -> {ty}
      llvm.store %v, %t {{alignment = {alignment} : i64}} : {ty}, !llvm.ptr"
        );
        let words = spirv(&kernel("%pa: !llvm.ptr, %pb: !llvm.ptr", &body));
        let count = 9;
        let mut source = bytes(size * count + 16);
        let mut target = vec![0; source.len()];
        let args = vec![Arg::Buffer(&mut source), Arg::Buffer(&mut target)];
        launch(&words, [count as u64, 1, 1], [4, 1, 1], args);
        let copied = alignment..alignment + size * count;
        assert_eq!(target[copied.clone()], source[copied.clone()], "{ty} aligned to {alignment}");
        assert!(target[..alignment].iter().chain(&target[copied.end..]).all(|&byte| byte == 0), "{ty}: wrote beside");
    }
}

#[test]
fn negative_and_absent_offsets() {
    let body = load("v", "%pa", "i32")
        + "      %back = arith.constant -4 : i64
      %next = llvm.getelementptr inbounds %v_at[8] : (!llvm.ptr) -> !llvm.ptr, i8
      %same = llvm.getelementptr %next[%back] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %w = llvm.load %same : !llvm.ptr -> i32
      %r = arith.subi %w, %v : i32\n"
        + &store("r", "%pb", "i32");
    let words = spirv(&kernel("%pa: !llvm.ptr, %pb: !llvm.ptr", &body));
    let mut source: Vec<u8> = (0..8_u32).flat_map(|i| (i * i).to_le_bytes()).collect();
    let mut target = vec![0; 28];
    launch(&words, [7, 1, 1], [64, 1, 1], vec![Arg::Buffer(&mut source), Arg::Buffer(&mut target)]);
    let expected: Vec<u8> = (0..7_u32).flat_map(|i| (2 * i + 1).to_le_bytes()).collect();
    assert_eq!(target, expected);
}

/// Scalars of every type arrive in the low bytes of their slots, whatever lies above.
#[test]
fn scalar_arguments() {
    let types = ["i8", "i16", "i32", "i64", "index", "f32", "f64"];
    let values: [u64; 7] = [
        0xFFFF_FFFF_FFFF_FF85,
        0xFFFF_FFFF_FFFF_8001,
        0xFFFF_FFFF_8000_0001,
        0x8000_0000_0000_0001,
        0x7000_0000_0000_0003,
        0xFFFF_FFFF_0000_0000 | 1.5_f32.to_bits() as u64,
        2.25_f64.to_bits(),
    ];
    let mut arguments = vec!["%out: !llvm.ptr".to_owned()];
    let mut body = String::new();
    for (i, ty) in types.iter().enumerate() {
        arguments.push(format!("%s{i}: {ty}"));
        let ty = if *ty == "index" {
            body += &format!("      %v{i} = arith.index_cast %s{i} : index to i64\n");
            "i64"
        } else {
            body += &format!(
                "      %true{i} = arith.constant true\n      %v{i} = arith.select %true{i}, %s{i}, %s{i} : {ty}\n"
            );
            ty
        };
        body += &format!(
            "      %p{i} = llvm.getelementptr %out[{}] : (!llvm.ptr) -> !llvm.ptr, i8
      llvm.store %v{i}, %p{i} {{alignment = {} : i64}} : {ty}, !llvm.ptr\n",
            8 * i,
            bytes_of(ty)
        );
    }
    let words = spirv(&kernel(&arguments.join(", "), &body));
    let mut out = vec![0; 8 * types.len()];
    let mut args = vec![Arg::Buffer(&mut out)];
    args.extend(values.map(Arg::Scalar));
    launch(&words, [1, 1, 1], [1, 1, 1], args);
    for ((got, value), ty) in out.chunks(8).zip(values).zip(types) {
        let mut expected = value.to_le_bytes();
        expected[bytes_of(ty)..].fill(0);
        assert_eq!(got, expected, "{ty}");
    }
}

/// Fills a private 3x4 array, reads it transposed: each work item has its own.
#[test]
fn private_arrays() {
    for ty in ["i8", "i16", "i32", "i64", "f32", "f64", "i1"] {
        let cast = |value: &str, name: &str| match ty {
            "f32" | "f64" => format!("%{name} = arith.sitofp {value} : i64 to {ty}"),
            "i64" => format!("%{name} = arith.addi {value}, %zero : i64"),
            _ => format!("%{name} = arith.trunci {value} : i64 to {ty}"),
        };
        let back = match ty {
            "f32" | "f64" => format!("arith.fptosi %e : {ty} to i64"),
            "i64" => "arith.addi %e, %zero : i64".to_owned(),
            _ => format!("arith.extui %e : {ty} to i64"),
        };
        let body = format!(
            "      %m = memref.alloca() : memref<3x4x{ty}>
      %zero = arith.constant 0 : i64
      %seven = arith.constant 7 : i64
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c3 step %c1 {{
        scf.for %j = %c0 to %c4 step %c1 {{
          %i4 = arith.muli %i, %c4 : index
          %n = arith.addi %i4, %j : index
          %ni = arith.index_cast %n : index to i64
          %nx = arith.addi %ni, %xi : i64
          {}
          memref.store %v, %m[%i, %j] : memref<3x4x{ty}>
        }}
      }}
      %r = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (i64) {{
        %t = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %s) -> (i64) {{
          %e = memref.load %m[%i, %j] : memref<3x4x{ty}>
          %ei = {back}
          %w = arith.muli %u, %seven : i64
          %y = arith.addi %w, %ei : i64
          scf.yield %y : i64
        }}
        scf.yield %t : i64
      }}\n",
            cast("%nx", "v")
        ) + &store("r", "%out", "i64");
        let words = spirv(&kernel("%out: !llvm.ptr", &body));
        let mut out = vec![0; 8 * 20];
        launch(&words, [20, 1, 1], [8, 1, 1], vec![Arg::Buffer(&mut out)]);
        for (x, got) in (0..).zip(out.chunks(8)) {
            let cell = |i: i64, j: i64| if ty == "i1" { (4 * i + j + x) & 1 } else { 4 * i + j + x };
            let order = (0..4).flat_map(|j| (0..3).map(move |i| (i, j)));
            let expected = order.fold(0_i64, |sum, (i, j)| sum.wrapping_mul(7).wrapping_add(cell(i, j)));
            assert_eq!(i64::from_le_bytes(got.try_into().unwrap()), expected, "{ty}, work item {x}");
        }
    }
}

/// All work items update the same few elements; the order makes no difference.
#[test]
fn atomic_updates() {
    type Update = (&'static str, fn(i64, i64) -> i64);
    let updates: [Update; 8] = [
        ("add", i64::wrapping_add),
        ("_and", |old, term| old & term),
        ("_or", |old, term| old | term),
        ("_xor", |old, term| old ^ term),
        ("min", Ord::min),
        ("max", Ord::max),
        ("umin", |old, term| (old as u64).min(term as u64) as i64),
        ("umax", |old, term| (old as u64).max(term as u64) as i64),
    ];
    for (operator, update) in updates {
        for ty in ["i32", "i64"] {
            let size = bytes_of(ty);
            let (factor, cast) = match ty {
                "i32" => (0x1234_5671_i64, "arith.trunci %t : i64 to i32"),
                _ => (0x1234_5671_9abc_def1, "arith.addi %t, %zero : i64"),
            };
            let body = format!(
                "      %zero = arith.constant 0 : i64
      %three = arith.constant 3 : i64
      %size = arith.constant {size} : i64
      %f = arith.constant {factor} : i64
      %k = arith.andi %xi, %three : i64
      %o = arith.muli %k, %size : i64
      %p = llvm.getelementptr %pa[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %t = arith.muli %xi, %f : i64
      %v = {cast}
      %u = llvm.atomicrmw {operator} %p, %v monotonic {{alignment = {size} : i64}} : !llvm.ptr, {ty}"
            );
            let words = spirv(&kernel("%pa: !llvm.ptr", &body));
            let mut data = bytes(4 * size);
            let number = |bytes: &[u8]| match *bytes {
                [a, b, c, d] => i64::from(i32::from_le_bytes([a, b, c, d])),
                _ => i64::from_le_bytes(bytes.try_into().unwrap()),
            };
            let mut expected: Vec<i64> = data.chunks(size).map(number).collect();
            for x in 0..300_i64 {
                let term = x.wrapping_mul(factor);
                let term = if ty == "i32" { i64::from(term as i32) } else { term };
                let place = &mut expected[x as usize & 3];
                *place = update(*place, term);
                *place = if ty == "i32" { i64::from(*place as i32) } else { *place };
            }
            launch(&words, [300, 1, 1], [16, 1, 1], vec![Arg::Buffer(&mut data)]);
            assert_eq!(data.chunks(size).map(number).collect::<Vec<_>>(), expected, "{operator} {ty}");
        }
    }
}

/// Two pointers into one buffer: what is stored through one is loaded through the other.
#[test]
fn pointers_may_alias() {
    let body = "      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c4 = arith.constant 4 : i64
      scf.for %i = %c0 to %n step %c1 : i64 {
        %o = arith.muli %i, %c4 : i64
        %p = llvm.getelementptr %pa[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        %q = llvm.getelementptr %pa[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        %next = llvm.getelementptr %q[4] : (!llvm.ptr) -> !llvm.ptr, i8
        %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> f32
        %w = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
        %bits = arith.bitcast %w : i32 to f32
        %s = arith.addf %v, %bits : f32
        llvm.store %s, %next {alignment = 4 : i64} : f32, !llvm.ptr
      }";
    let words = spirv(&kernel("%pa: !llvm.ptr, %n: i64", body));
    let mut data = vec![0; 4 * 10];
    data[..4].copy_from_slice(&1.0_f32.to_le_bytes());
    launch(&words, [1, 1, 1], [1, 1, 1], vec![Arg::Buffer(&mut data), Arg::Scalar(9)]);
    let got: Vec<f32> = data.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
    assert_eq!(got, (0..10).map(|i| 2.0_f32.powi(i)).collect::<Vec<_>>());
}
