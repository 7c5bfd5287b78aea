//! What the module says beside its code: capabilities, work-group size, decorations, source lines, float controls.

use raddle_dialects::{context, ir, text};
use raddle_spirv::{FloatWidths, Options, disassemble, emit};

use crate::support::{kernel, load, spirv, spirv_with, store};

fn lines(words: &[u32]) -> Vec<String> {
    disassemble(words).unwrap().lines().map(str::to_owned).collect()
}

fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| line.contains(text)).count()
}

fn axpy(ty: &str) -> String {
    let body = load("a", "%pa", ty)
        + &format!("      %b = arith.mulf %a, %a : {ty}\n      %r = arith.addf %a, %b : {ty}\n")
        + &store("r", "%pa", ty);
    kernel("%pa: !llvm.ptr", &body)
}

#[test]
fn capabilities_are_those_used() {
    let single = lines(&spirv(&axpy("f32")));
    assert_eq!(count(&single, "OpCapability"), 3, "{single:?}");
    for needed in ["Shader", "Int64", "PhysicalStorageBufferAddresses"] {
        assert_eq!(count(&single, &format!("OpCapability {needed}")), 1, "{needed}");
    }
    assert_eq!(count(&lines(&spirv(&axpy("f64"))), "OpCapability Float64"), 1);
    let bytes = load("a", "%pa", "i8") + &load("b", "%pb", "i16") + &store("a", "%pa", "i8");
    let bytes = lines(&spirv(&kernel("%pa: !llvm.ptr, %pb: !llvm.ptr", &bytes)));
    for needed in ["Int8", "Int16", "StorageBuffer8BitAccess", "StorageBuffer16BitAccess"] {
        assert_eq!(count(&bytes, &format!("OpCapability {needed}")), 1, "{needed}");
    }
}

#[test]
fn updates_of_64_bits_need_a_capability() {
    let update = |ty: &str| {
        let term = format!("      %t = arith.constant 5 : {ty}\n");
        let body = term + &format!("      %u = llvm.atomicrmw add %pa, %t monotonic : !llvm.ptr, {ty}");
        lines(&spirv(&kernel("%pa: !llvm.ptr", &body)))
    };
    assert_eq!(count(&update("i32"), "Int64Atomics"), 0);
    assert_eq!(count(&update("i64"), "OpCapability Int64Atomics"), 1);
}

#[test]
fn every_float_operation_is_exact() {
    let single = lines(&spirv(&axpy("f32")));
    assert_eq!(count(&single, "NoContraction"), count(&single, "OpFMul") + count(&single, "OpFAdd"));
    assert_eq!(count(&single, "NoContraction"), 2);
}

/// What drivers fold wrongly they must not recognize.
#[test]
fn zeros_are_hidden_from_drivers() {
    let times = |constant: &str| {
        let body = load("a", "%pa", "f32")
            + &format!("      %c = arith.constant {constant} : f32\n      %r = arith.mulf %a, %c : f32\n")
            + &store("r", "%pa", "f32");
        lines(&spirv(&kernel("%pa: !llvm.ptr", &body)))
    };
    for zero in ["0.0", "-0.0"] {
        assert_eq!(count(&times(zero), "OpBitwiseOr"), 1, "{zero} meets the push constant");
    }
    assert_eq!(count(&times("2.0"), "OpBitwiseOr"), 0);
    let body = load("a", "%pa", "i32") + "      %f = arith.sitofp %a : i32 to f32\n" + &store("f", "%pa", "f32");
    assert_eq!(count(&lines(&spirv(&kernel("%pa: !llvm.ptr", &body))), "OpBitwiseOr"), 1, "loops may be unrolled");
}

#[test]
fn work_group_size_is_specialized() {
    let words = lines(&spirv(&axpy("f32")));
    for constant in 0..3 {
        assert_eq!(count(&words, &format!("SpecId {constant}")), 1);
    }
    assert_eq!(count(&words, "BuiltIn WorkgroupSize"), 1);
    assert_eq!(count(&words, "OpSpecConstantComposite"), 1);
    assert_eq!(count(&words, "LocalSize"), 0, "a fixed size would contradict it");
}

#[test]
fn dimension_x_is_component_0() {
    let words = lines(&spirv(&axpy("f32")));
    assert_eq!(count(&words, "BuiltIn GlobalInvocationId"), 1);
    let extract: Vec<_> = words.iter().filter(|line| line.contains("OpCompositeExtract")).collect();
    assert_eq!(extract.len(), 1);
    assert!(extract[0].ends_with(" 0"), "{}", extract[0]);
}

#[test]
fn bare_modules_hide_nothing_from_drivers() {
    let body = load("a", "%pa", "f64")
        + "      %z = arith.constant 0.0 : f64\n      %r = arith.mulf %a, %z : f64\n"
        + &store("r", "%pa", "f64")
        + "      %i = arith.extsi %n : i32 to i64\n      %c = arith.cmpi slt, %i, %xi : i64\n"
        + "      %f = arith.sitofp %n : i32 to f64\n";
    let source = kernel("%pa: !llvm.ptr, %n: i32", &body);
    let hidden = |bare| count(&lines(&spirv_with(&source, &Options { bare, ..Options::default() })), "OpBitwiseOr");
    assert_eq!((hidden(false), hidden(true)), (3, 0));
}

#[test]
fn float_controls_are_requested_for_types_offered_and_used() {
    let none = lines(&spirv(&axpy("f32")));
    assert_eq!(count(&none, "OpExecutionMode"), 0);
    let both = FloatWidths { f32: true, f64: true };
    let options = Options {
        signed_zero_inf_nan_preserve: both,
        denorm_preserve: FloatWidths { f32: false, f64: true },
        rounding_mode_rte: both,
        bare: false,
    };
    let single = lines(&spirv_with(&axpy("f32"), &options));
    assert_eq!(count(&single, "OpExecutionMode"), 2, "f64 does not occur, and f32 denormals are not offered");
    assert_eq!(count(&single, "OpCapability DenormPreserve"), 0);
    let double = lines(&spirv_with(&axpy("f64"), &options));
    for mode in ["SignedZeroInfNanPreserve 64", "DenormPreserve 64", "RoundingModeRTE 64"] {
        assert_eq!(count(&double, mode), 1, "{mode}");
    }
}

#[test]
fn instructions_carry_the_lines_of_the_source() {
    let source = "
#read = loc(\"dir/prog.c\":41:7)
#inlined = loc(callsite(\"callee\"(\"dir/inline.h\":9:3) at #read))
gpu.module @m {
  gpu.func @prog_c_40_k0(%ex: index, %ey: index, %ez: index, %a: i32) kernel {
    %b = arith.addi %a, %a : i32 loc(#read)
    %c = arith.addi %b, %b : i32 loc(#read)
    %d = arith.addi %c, %c : i32 loc(fused[#inlined, #read])
    gpu.return
  }
}";
    let words = lines(&spirv(source));
    assert_eq!(count(&words, "OpString \"dir/prog.c\""), 1);
    assert_eq!(count(&words, "OpString \"dir/inline.h\""), 1);
    assert_eq!(count(&words, " 41 7"), 1, "one line for both operations");
    assert_eq!(count(&words, " 9 3"), 1);
    assert_eq!(count(&words, "OpEntryPoint GLCompute"), 1);
    assert_eq!(count(&words, "OpName"), 4, "kernel, ids, arguments, group size");
    assert_eq!(count(&words, "\"prog_c_40_k0\""), 2, "entry point and name");
}

#[test]
fn each_kernel_is_an_entry_point() {
    let function = |name: &str| {
        format!("gpu.func @{name}(%ex: index, %ey: index, %ez: index) kernel {{ %x = gpu.global_id z\n gpu.return }}")
    };
    let source = format!("gpu.module @m {{ {}\n{} }}", function("first"), function("second"));
    let words = lines(&spirv(&source));
    assert_eq!(count(&words, "OpEntryPoint"), 2);
    assert_eq!(count(&words, "OpFunction "), 2);
    assert_eq!(count(&words, "OpTypeVoid"), 1);
}

#[test]
fn emission_is_deterministic() {
    assert_eq!(spirv(&axpy("f64")), spirv(&axpy("f64")));
}

#[test]
fn words_that_are_no_module_do_not_disassemble() {
    assert!(disassemble(&[1, 2, 3]).is_err());
    assert!(disassemble(&[]).is_err());
}

#[test]
fn invalid_modules_are_found() {
    let mut words = spirv(&axpy("f32"));
    words.truncate(words.len() - 1);
    assert!(raddle_spirv::validate(&words).is_err());
}

/// A handle that another thread may use while this one waits.
struct Lent<'c>(raddle_dialects::Op<'c>);

unsafe impl Send for Lent<'_> {}

/// Nests far deeper than the stack of the emitting thread could hold.
#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    const DEPTH: usize = 2000;
    let open = "scf.if %in {\n".repeat(DEPTH);
    let source = format!(
        "gpu.module @m {{ gpu.func @k(%ex: index, %ey: index, %ez: index) kernel {{
        %x = gpu.global_id x
        %in = arith.cmpi slt, %x, %ex : index
        {open} {} gpu.return }} }}",
        "}\n".repeat(DEPTH)
    );
    let parse_and_emit = move || {
        let context = context();
        let module = text::parse(&context, &source, "test.mlir").unwrap();
        let lent = Lent(ir::find_all(module.as_operation(), "gpu.module")[0]);
        std::thread::scope(|scope| {
            let emit = move || {
                let lent = lent;
                emit(lent.0, &Options::default()).map(|words| words.len())
            };
            std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, emit).unwrap().join().unwrap()
        })
    };
    // MLIR's own parser and verifier need a deep stack.
    let parser = std::thread::Builder::new().stack_size(256 << 20).spawn(parse_and_emit).unwrap();
    assert!(parser.join().unwrap().unwrap() > 10 * DEPTH);
}
