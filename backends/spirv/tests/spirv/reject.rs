//! What lies outside the kernel contract is answered with an error at the operation, and nothing panics.

use raddle_spirv::Options;

use crate::support::{BODY_LINE, kernel, try_emit};

/// The error for a kernel with this body, and its line counted from the body's first.
fn error(body: &str) -> (String, usize) {
    let (message, line) = rejection(&kernel("%p: !llvm.ptr, %n: i64", body));
    (message, line - BODY_LINE + 1)
}

/// The message of the error for a module, and its line.
fn rejection(source: &str) -> (String, usize) {
    let error = try_emit(source, &Options::default()).expect_err(source);
    let at = error.at.expect("a position");
    assert_eq!(at.file, "test.mlir");
    (error.message, at.line)
}

#[test]
fn operations_outside_the_contract() {
    let cases = [
        ("%r = arith.constant 1.0 : f64\n%s = arith.remf %r, %r : f64", "operation 'arith.remf' has no SPIR-V form"),
        (
            "%r = arith.constant 1.0 : f64\n%s = arith.maximumf %r, %r : f64",
            "operation 'arith.maximumf' has no SPIR-V form",
        ),
        ("%r = arith.constant 1.0 : f64\n%s = math.exp %r : f64", "operation 'math.exp' has no SPIR-V form"),
        ("\n%r, %s = arith.mulsi_extended %n, %n : i64", "operation 'arith.mulsi_extended' has no SPIR-V form"),
        ("\n%r = gpu.thread_id x", "operation 'gpu.thread_id' has no SPIR-V form"),
        ("\ngpu.barrier", "operation 'gpu.barrier' has no SPIR-V form"),
        ("\n%r = llvm.ptrtoint %p : !llvm.ptr to i64", "operation 'llvm.ptrtoint' has no SPIR-V form"),
        ("\nscf.execute_region { scf.yield }", "operation 'scf.execute_region' has no SPIR-V form"),
    ];
    for (body, message) in cases {
        assert_eq!(error(body), (message.to_owned(), 2), "{body}");
    }
}

#[test]
fn updates_outside_the_contract() {
    let update = "an atomic update of this kind has no SPIR-V form";
    let cases = [
        ("%u = llvm.atomicrmw xchg %p, %n monotonic : !llvm.ptr, i64", update),
        ("%u = llvm.atomicrmw add %p, %n seq_cst : !llvm.ptr, i64", update),
        ("%u = llvm.atomicrmw volatile add %p, %n monotonic : !llvm.ptr, i64", update),
        (
            "%u = llvm.atomicrmw add %p, %n monotonic {alignment = 4 : i64} : !llvm.ptr, i64",
            "an atomic update of what is not aligned has no SPIR-V form",
        ),
    ];
    for (body, message) in cases {
        assert_eq!(error(&format!("\n{body}")), (message.to_owned(), 2), "{body}");
    }
    let narrow = "%i = arith.constant 1 : i16\n%u = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i16";
    assert_eq!(error(narrow), ("an atomic update of type 'i16' has no SPIR-V form".to_owned(), 2));
}

#[test]
fn types_outside_the_contract() {
    let cases = [
        ("%r = arith.constant 1.0 : f16", "type 'f16' has no SPIR-V form"),
        ("%r = arith.constant 1.0 : bf16", "type 'bf16' has no SPIR-V form"),
        ("%r = arith.constant 1 : i128", "type 'i128' has no SPIR-V form"),
        ("%r = arith.constant 1 : i7", "type 'i7' has no SPIR-V form"),
        ("%r = arith.constant 1 : i24", "type 'i24' has no SPIR-V form"),
        ("%r = arith.constant dense<1> : vector<4xi32>", "type 'vector<4xi32>' has no SPIR-V form"),
        ("%r = arith.trunci %n : i64 to i12", "type 'i12' has no SPIR-V form"),
        ("%r = llvm.load %p : !llvm.ptr -> f80", "type 'f80' has no SPIR-V form"),
        ("%r = llvm.load %p : !llvm.ptr -> i1", "a device access of type 'i1' has no SPIR-V form"),
        (
            "%r = llvm.load %p : !llvm.ptr -> !llvm.struct<(i32, i32)>",
            "type '!llvm.struct<(i32, i32)>' has no SPIR-V form",
        ),
        ("%r = memref.alloca() : memref<4xf16>", "private memory of type 'memref<4xf16>' has no SPIR-V form"),
        ("%r = memref.alloca() : memref<0xf32>", "private memory of type 'memref<0xf32>' has no SPIR-V form"),
        ("%r = memref.alloca() : memref<4xf32, 3>", "private memory of type 'memref<4xf32, 3>' has no SPIR-V form"),
        (
            "%r = memref.alloca() : memref<4x4xf32, strided<[1, 4]>>",
            "private memory of type 'memref<4x4xf32, strided<[1, 4]>>' has no SPIR-V form",
        ),
        ("%r = memref.alloca(%x) : memref<?xf32>", "private memory of type 'memref<?xf32>' has no SPIR-V form"),
    ];
    for (body, message) in cases {
        assert_eq!(error(body), (message.to_owned(), 1), "{body}");
    }
}

#[test]
fn forms_outside_the_contract() {
    let cases = [
        (
            "%r = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i128",
            "'llvm.getelementptr' other than by scalars has no SPIR-V form",
        ),
        (
            "%r = llvm.getelementptr %p[%n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i8>",
            "'llvm.getelementptr' other than by scalars has no SPIR-V form",
        ),
        ("%r = llvm.load volatile %p : !llvm.ptr -> i32", "'llvm.load' that is volatile or atomic has no SPIR-V form"),
        (
            "llvm.store %n, %p atomic monotonic {alignment = 8 : i64} : i64, !llvm.ptr",
            "'llvm.store' that is volatile or atomic has no SPIR-V form",
        ),
        (
            "%r = memref.alloca() : memref<i64>\n%s = arith.select %inside, %r, %r : memref<i64>",
            "operand of type 'i1' of 'arith.select' has no SPIR-V form",
        ),
    ];
    for (body, message) in &cases[..4] {
        assert_eq!(error(body), ((*message).to_owned(), 1), "{body}");
    }
    let (message, line) = error(cases[4].0);
    assert_eq!((message.contains("memref<i64>"), line), (true, 2), "{message}");
}

#[test]
fn rounding_modes() {
    let body = |mode| format!("%r = arith.constant 1.0 : f64\n%s = arith.truncf %r {mode} : f64 to f32");
    let (message, line) = error(&body("toward_zero"));
    assert_eq!((message.as_str(), line), ("'arith.truncf' with a rounding mode has no SPIR-V form", 2));
    let nearest = kernel("%p: !llvm.ptr", &body("to_nearest_even"));
    assert!(try_emit(&nearest, &Options::default()).is_ok());
}

#[test]
fn functions_outside_the_contract() {
    let signature = "%ex: index, %ey: index, %ez: index";
    let cases = [
        (format!("gpu.func @f({signature}) {{ gpu.return }}"), "a function that is not a kernel has no SPIR-V form"),
        (format!("gpu.func @f({signature}, %b: i1) kernel {{ gpu.return }}"), "an i1 argument has no SPIR-V form"),
        (
            format!("gpu.func @f({signature}, %m: memref<4xf32>) kernel {{ gpu.return }}"),
            "type 'memref<4xf32>' has no SPIR-V form",
        ),
        (
            format!("gpu.func @f({signature}) workgroup(%w: memref<4xf32, 3>) kernel {{ gpu.return }}"),
            "memory attributions have no SPIR-V form",
        ),
        (
            format!("gpu.func @f({signature}) kernel {{ cf.br ^bb1\n^bb1: gpu.return }}"),
            "'gpu.func' with other than one block has no SPIR-V form",
        ),
        ("func.func private @f()".to_owned(), "operation 'func.func' has no SPIR-V form"),
    ];
    for (function, message) in cases {
        let source = format!("gpu.module @m {{\n{function}\n}}");
        assert_eq!(rejection(&source), (message.to_owned(), 2), "{function}");
    }
}

#[test]
fn modules_without_kernels() {
    assert_eq!(rejection("gpu.module @m {\n}"), ("a module without kernels has no SPIR-V form".to_owned(), 1));
}

#[test]
fn only_gpu_modules_are_emitted() {
    let context = raddle_dialects::context();
    let module = raddle_dialects::text::parse(&context, "module {}", "test.mlir").unwrap();
    let error = raddle_spirv::emit(module.as_operation(), &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "test.mlir:1:1: error: operation 'builtin.module' has no SPIR-V form");
}
