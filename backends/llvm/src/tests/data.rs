//! Static data as a C program sees it through `raddle.h`.

use super::support::*;
use crate::{
    Error, Gate, KernelInfo, Kernels, LeftOut, LlvmContext, NestInfo, OptLevel, SiteInfo, StaticData, Unit, lower_host,
};
use object::{Object, ObjectSymbol};

/// Scales an array by two on the device; also the host code that launches it.
const PROGRAM: &str = r#"
gpu.module @scale_c_9 {
  gpu.func @scale_c_9_k0(%ex: index, %ey: index, %ez: index, %p: !llvm.ptr, %n: i64) kernel attributes {region.dims = 1 : i64} {
    %x = gpu.global_id x
    %in = arith.cmpi slt, %x, %ex : index
    scf.if %in {
      %c8 = arith.constant 8 : i64
      %i = arith.index_cast %x : index to i64
      %o = arith.muli %i, %c8 : i64
      %q = llvm.getelementptr %p[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %v = llvm.load %q {alignment = 8 : i64} : !llvm.ptr -> f64 loc("scale.c":9:12)
      %w = arith.addf %v, %v : f64
      llvm.store %w, %q {alignment = 8 : i64} : f64, !llvm.ptr loc("scale.c":9:10)
    } {region.guard}
    gpu.return
  }
}
llvm.mlir.global external @__raddle_kernel_scale_c_9_k0() {addr_space = 0 : i32} : i8
llvm.mlir.global external @__raddle_site_7() {addr_space = 0 : i32} : i8
llvm.func @launch(!llvm.ptr, !llvm.ptr)
llvm.func @__raddle_impl_scale() {
  %site = llvm.mlir.addressof @__raddle_site_7 : !llvm.ptr
  %kernel = llvm.mlir.addressof @__raddle_kernel_scale_c_9_k0 : !llvm.ptr
  llvm.call @launch(%site, %kernel) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
"#;

const C: &str = r#"
#include "raddle.h"
#include <stdio.h>
static double a[10];
static int accesses;
__attribute__((constructor)) static void own(void) { a[0] = 1; }
void raddle_register_unit(raddle_unit *unit) {
    printf("%u %u %s %s %s '%s' %p\n", unit->version, unit->n_nests, unit->nests[1].source, unit->nests[1].function,
           unit->nests[1].verdict, unit->nests[1].reason, (void *)unit->next);
    for (uint32_t i = 0; i < unit->n_gates; i++) printf("%ld %u %u ", unit->gates[i]->least++, unit->gates[i]->picoseconds, unit->gates[i]->is_version);
    printf("%u\n", *unit->residence);
    unit->next = unit;
}
void raddle_emu_access(uint64_t address, uint32_t size, uint32_t is_write, const char *where) {
    if (accesses++ < 2) printf("%d %u %u %s\n", (int)(address - (uint64_t)a), size, is_write, where);
}
void launch(const raddle_site *site, raddle_kernel *k) {
    int64_t lo[3] = {2, 0, 0}, hi[3] = {5, 1, 1};
    uint64_t args[2] = {(uint64_t)a, 10};
    printf("%u %u %s %s\n", site->version, site->code, site->source, site->function);
    printf("%u %u %s %s %lu %d %d %lu %x %p\n", k->version, k->dims, k->name, k->source, k->n_args, k->arg_range[0],
           k->arg_range[1], k->spirv_bytes, k->spirv[0], k->state);
    printf("%.*s %lu\n", (int)k->ptx_bytes, k->ptx, k->ptx_bytes);
    printf("%u %u %u %u %u %u\n", k->group[0], k->group[1], k->group[2], k->group_asked, k->together, k->order);
    k->state = k;
    k->cpu(args, lo, hi);
    k->emulated(args, lo, hi);
}
void scale(void) {}
int main(void) {
    for (int i = 0; i < 10; i++) a[i] += i;
    scale();
    for (int i = 0; i < 10; i++) printf("%g ", a[i]);
    printf("%d\n", accesses);
}
"#;

fn data() -> StaticData {
    let nest = |source: &str, verdict: &str, reason: &str| NestInfo {
        source: source.to_string(),
        function: "scale".to_string(),
        verdict: verdict.to_string(),
        reason: reason.to_string(),
    };
    StaticData {
        kernels: vec![KernelInfo {
            name: "scale_c_9_k0".to_string(),
            source: "scale.c:9".to_string(),
            dims: 1,
            arg_range: vec![0, -1],
            spirv: vec![0x0723_0203, 5],
            ptx: ".version 7.0".to_string(),
            group: [32, 8, 1],
            group_asked: true,
        }],
        sites: vec![SiteInfo {
            id: 7,
            source: "scale.c:9".to_string(),
            function: "scale".to_string(),
            has_ptx: true,
            has_atomics: true,
            threads_only: false,
            bounded: false,
            together: true,
            irregular: true,
            serial: true,
            resident: true,
            left_out: LeftOut::default(),
            picoseconds: 250,
        }],
        nests: vec![nest("scale.c:9", "device", ""), nest("scale.c:20", "host", "carries a \"dependence\"")],
        gates: vec![Gate::Launch(350), Gate::Launch(800), Gate::Threads],
    }
}

fn build(data: &StaticData, level: OptLevel) -> Result<(Vec<u8>, String), Error> {
    let (context, llvm) = (mlir(), LlvmContext::new());
    let mut program = parse(&context, PROGRAM);
    let kernels = Kernels::compile(&llvm, &context, &program, &options(level))?;
    lower_host(&context, &mut program)?;
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../runtime/include");
    let mut unit = Unit::from_bitcode(&llvm, &Workshop::new().bitcode(C, &[include]))?;
    unit.add_host(&context, &mut program, &options(level))?;
    unit.add_kernels(kernels)?;
    unit.add_static_data(data)?;
    let text = unit.emit_llvm_text();
    unit.optimize(&options(level))?;
    let optimized = unit.emit_llvm_text();
    assert!(!attributes_of_kernel(&optimized, "scale_c_9_k0.items(").contains("optnone"), "{optimized}");
    assert!(attributes_of_kernel(&optimized, "scale_c_9_k0.emu.items(").contains("optnone"), "{optimized}");
    assert!(!optimized.contains("raddle-finished"), "{optimized}");
    assert_eq!(body_of_kernel(&optimized), body_of_kernel(&text), "the unit's passes leave kernels alone");
    Ok((unit.emit_object(&options(level))?, text))
}

/// The attributes that a function's number stands for.
fn attributes_of_kernel<'t>(text: &'t str, name: &str) -> &'t str {
    let line = text.lines().find(|it| it.starts_with("define") && it.contains(name)).unwrap();
    let number = line.split_whitespace().find(|it| it.starts_with('#')).unwrap();
    text.lines().find(|it| it.starts_with(&format!("attributes {number} "))).unwrap()
}

/// The instructions of the kernel for CPU threads.
fn body_of_kernel(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|it| !(it.starts_with("define") && it.contains("@scale_c_9_k0.items(")));
    // Metadata is numbered anew.
    let body: Vec<_> = lines.skip(1).take_while(|it| *it != "}").map(|it| it.split(", !").next().unwrap()).collect();
    assert!(body.iter().any(|it| it.contains("store")), "{text}");
    body
}

const EXPECTED: &str = "13 2 scale.c:20 scale host 'carries a \"dependence\"' (nil)
0 250 0 0 350 1 0 800 1 0 0 2 0
13 3463 scale.c:9 scale
13 1 scale_c_9_k0 scale.c:9 2 0 -1 8 7230203 (nil)
.version 7.0 12
32 8 1 1 1 0
16 8 0 scale.c:9:12
16 8 1 scale.c:9:10
1 1 8 12 16 5 6 7 8 9 6
";

#[test]
fn descriptors_have_the_layout_of_the_header() {
    for level in [OptLevel::O0, OptLevel::O3] {
        let shop = Workshop::new();
        let object = shop.file("unit.o", build(&data(), level).unwrap().0);
        assert_eq!(shop.run_program(&[&object]), EXPECTED);
    }
}

/// The unit, and its kernels in an object of their own.
fn build_apart(level: OptLevel) -> Result<[Vec<u8>; 2], Error> {
    let (context, llvm) = (mlir(), LlvmContext::new());
    let mut program = parse(&context, PROGRAM);
    let (theirs, options) = (LlvmContext::new(), options(level));
    let kernels = Kernels::compile(&theirs, &context, &program, &options)?;
    lower_host(&context, &mut program)?;
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../runtime/include");
    let mut unit = Unit::from_bitcode(&llvm, &Workshop::new().bitcode(C, &[include, "-fPIC"]))?;
    let facts = unit.facts("1c9e");
    let (object, names) = facts.object(&theirs, kernels, &options)?;
    unit.add_host(&context, &mut program, &options)?;
    unit.optimize(&options)?;
    unit.declare_kernels(&facts, names);
    unit.add_static_data(&data())?;
    Ok([unit.emit_object(&options)?, object])
}

#[test]
fn kernels_may_be_an_object_of_their_own() {
    for level in [OptLevel::O0, OptLevel::O3] {
        let shop = Workshop::new();
        let [unit, kernels] = build_apart(level).unwrap();
        let object = object::File::parse(&*kernels).unwrap();
        let defined: Vec<_> = object.symbols().filter(|it| it.is_definition() && it.is_global()).collect();
        let names = defined.iter().map(|it| it.name().unwrap()).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["raddle.1c9e.scale_c_9_k0", "raddle.1c9e.scale_c_9_k0.emu"]);
        assert!(defined.iter().all(|it| it.is_weak() && it.scope() == object::SymbolScope::Linkage), "hidden and weak");
        let undefined = object.symbols().find(|it| it.name() == Ok("raddle_emu_access")).unwrap();
        assert!(undefined.is_undefined() && undefined.is_weak());
        let parts = [shop.file("unit.o", unit), shop.file("kernels.o", kernels)];
        assert_eq!(shop.run_program(&[&parts[0], &parts[1]]), EXPECTED);
    }
}

#[test]
fn nothing_of_it_is_visible_outside_the_unit() {
    let text = build(&data(), OptLevel::O2).unwrap().1;
    for symbol in ["@__raddle_kernel_scale_c_9_k0", "@__raddle_site_7", "@__raddle_unit", "@scale_c_9_k0"] {
        let line = text.lines().find(|line| {
            line.starts_with(&format!("{symbol} ="))
                || (line.starts_with("define") && line.contains(&format!("{symbol}(")))
        });
        assert!(line.is_some_and(|line| line.contains(" internal ")), "{symbol}: {line:?}");
    }
}

#[test]
fn missing_descriptors_are_named() {
    let without_site = StaticData { sites: Vec::new(), ..data() };
    assert!(matches!(build(&without_site, OptLevel::O2), Err(Error::MissingSymbol(name)) if name == "__raddle_site_7"));
    let mut unknown = data();
    unknown.kernels[0].name = "nothing".to_string();
    assert!(matches!(build(&unknown, OptLevel::O2), Err(Error::MissingSymbol(name)) if name == "nothing"));
}

#[test]
fn a_unit_registers_for_the_gates_of_its_sites() {
    let text = build(&StaticData { nests: Vec::new(), gates: Vec::new(), ..data() }, OptLevel::O2).unwrap().1;
    assert!(text.contains("@__raddle_register"), "{text}");
    assert!(text.contains("@llvm.global_ctors = appending global [2 x"), "{text}");
}

#[test]
fn a_unit_without_nests_and_sites_registers_nothing() {
    let (context, llvm) = (mlir(), LlvmContext::new());
    let mut program = parse(&context, "llvm.func @f() { llvm.return }");
    let mut unit = Unit::from_bitcode(&llvm, &Workshop::new().bitcode("void f(void);", &[])).unwrap();
    unit.add_host(&context, &mut program, &options(OptLevel::O2)).unwrap();
    unit.add_static_data(&StaticData::default()).unwrap();
    assert!(!unit.emit_llvm_text().contains("@__raddle_register"));
}
