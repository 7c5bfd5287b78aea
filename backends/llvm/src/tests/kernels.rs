//! Kernels: text in, running code out. Each runs in both flavors over boxes that cut the work items in several ways, and
//! must give what the C program gives.

use super::support::*;
use crate::emit::emit;
use crate::{Error, Kernels, LlvmContext, OptLevel, Options};
use inkwell::targets::FileType;

/// A kernel `k` in one `gpu.module`: what it takes besides the extents, how many dimensions it has, its body.
pub(super) fn kernel(arguments: &str, dims: usize, private: &str, body: &str) -> String {
    let ids = ["x", "y", "z"][..dims].iter().map(|d| {
        format!("%{d} = gpu.global_id {d}\n%c{d} = arith.cmpi slt, %{d}, %e{d} : index\n%{d}i = arith.index_cast %{d} : index to i64\n")
    });
    let guard = match dims {
        1 => "%in = arith.andi %cx, %cx : i1",
        2 => "%in = arith.andi %cx, %cy : i1",
        _ => "%xy = arith.andi %cx, %cy : i1\n%in = arith.andi %xy, %cz : i1",
    };
    format!(
        "gpu.module @m {{
gpu.func @k(%ex: index, %ey: index, %ez: index, {arguments}) kernel attributes {{region.dims = {dims} : i64}} {{
{private}
{}{guard}
scf.if %in {{
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%w8 = arith.constant 8 : i64
{body}
}} {{region.guard}}
gpu.return
}}
}}",
        ids.collect::<String>()
    )
}

/// What the judge does around the kernel: `SETUP` defines `double in[]`, `args[]` and `reference()`.
const JUDGE: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
typedef void kernel(const uint64_t *, const int64_t *, const int64_t *);
kernel cpu __asm__("k"), emulated __asm__("k.emu");
static long announced;
void raddle_emu_access(uint64_t address, uint32_t size, uint32_t is_write, const char *where) {
    announced += size + (address ? 0 : 1000000) + (is_write > 1);
}
#define N 300
static double a[N * N], b[N * N], c[N * N], start[N * N], expected[N * N];
static uint64_t bits(double value) { uint64_t u; memcpy(&u, &value, 8); return u; }
SETUP
static void run(kernel *k, const int64_t extent[3], int64_t cut) {
    memcpy(c, start, sizeof c);
    for (int64_t z = 0; z < extent[2]; z++)
        for (int64_t y = 0; y < extent[1]; y += cut)
            for (int64_t x = 0; x < extent[0]; x += cut) {
                int64_t lo[3] = {x, y, z}, hi[3] = {x + cut, y + cut, z + 1};
                for (int d = 0; d < 2; d++) if (hi[d] > extent[d]) hi[d] = extent[d];
                k(args, lo, hi);
            }
    printf(memcmp(c, expected, sizeof c) ? "wrong " : "right ");
}
int main(void) {
    for (int i = 0; i < N * N; i++) {
        a[i] = (i * 37 % 101 - 50) / 7.0;
        b[i] = (i * 53 % 97 - 40) / 3.0;
        start[i] = c[i] = i % 13 - 6.5;
    }
    setup();
    reference();
    memcpy(expected, c, sizeof c);
    run(cpu, extent, 1 << 20);
    run(cpu, extent, 97);
    run(cpu, extent, 1);
    run(emulated, extent, 1 << 20);
    puts(announced > 0 && announced < 1000000000 ? "announced" : "silent");
    int64_t none[3] = {5, 0, 0};
    memcpy(c, expected, sizeof c);
    cpu(args, none, none);
    puts(memcmp(c, expected, sizeof c) ? "touched" : "");
}
"#;

struct Compiled {
    cpu: Vec<u8>,
    emulated: Vec<u8>,
    text: String,
}

fn compile_for(text: &str, options: &Options) -> Result<Compiled, Error> {
    let (context, llvm) = (mlir(), LlvmContext::new());
    let kernels = Kernels::compile(&llvm, &context, &parse(&context, text), options)?;
    Ok(Compiled {
        cpu: emit(&kernels.cpu, options, FileType::Object)?,
        emulated: emit(&kernels.emulated, options, FileType::Object)?,
        text: kernels.llvm_text(),
    })
}

/// Runs the kernel for a plain processor and for this machine's; the LLVM IR of the first.
fn judge(text: &str, setup: &str) -> String {
    let plain = Options::default();
    for options in [Options::native(OptLevel::O2), plain.clone()] {
        let shop = Workshop::new();
        let code = compile_for(text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let main = shop.file("judge.c", JUDGE.replace("SETUP", setup));
        let (cpu, emulated) = (shop.file("cpu.o", code.cpu), shop.file("emulated.o", code.emulated));
        // Kernel modules alone do not say how the unit is to be placed.
        let output = shop.run_program_with(&["-no-pie"], &[&main, &cpu, &emulated]);
        assert_eq!(output, "right right right right announced\n\n", "{}", code.text);
    }
    compile_for(text, &plain).map(|code| code.text).unwrap_or_default()
}

const SAXPY: &str = r#"
%o = arith.muli %xi, %w8 : i64
%pa = llvm.getelementptr %a[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%pc = llvm.getelementptr %c[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
%vc = llvm.load %pc {alignment = 8 : i64} : !llvm.ptr -> f64
%m = arith.mulf %s, %va : f64
%r = arith.addf %m, %vc : f64
llvm.store %r, %pc {alignment = 8 : i64} : f64, !llvm.ptr
"#;
const SAXPY_C: &str = "
static int64_t extent[3] = {N * N, 1, 1};
static uint64_t args[4];
static void setup(void) { args[0] = (uint64_t)a; args[1] = (uint64_t)c; args[2] = bits(1.7); }
static void reference(void) { for (int i = 0; i < N * N; i++) c[i] = 1.7 * a[i] + c[i]; }";

fn vectors(text: &str, width: usize) -> bool {
    text.contains(&format!("load <{width} x double>")) && text.contains(&format!("store <{width} x double>"))
}

#[test]
fn saxpy_is_vectorized_without_knowing_that_arrays_differ() {
    for arguments in
        ["%a: !llvm.ptr {llvm.noalias}, %c: !llvm.ptr {llvm.noalias}, %s: f64", "%a: !llvm.ptr, %c: !llvm.ptr, %s: f64"]
    {
        let text = judge(&kernel(arguments, 1, "", SAXPY), SAXPY_C);
        assert!(vectors(&text, 2), "{text}");
        assert!(!text.contains("memcheck"), "work items are independent: no overlap check is needed\n{text}");
    }
    let wide = Options { cpu: "haswell".to_string(), ..Options::default() };
    let text = compile_for(&kernel("%a: !llvm.ptr, %c: !llvm.ptr, %s: f64", 1, "", SAXPY), &wide).unwrap().text;
    assert!(vectors(&text, 4), "{text}");
    assert!(!text.contains("fma") && !text.contains(" contract ") && !text.contains(" fast "), "{text}");
}

/// `c[y][x] = sum over k of a[y][k] * b[k][x]`, `ACC` says where the sum is kept.
fn gemm(private: &str, loops: &str) -> String {
    let body = format!(
        "%n = arith.index_cast %size : i64 to index
%rn = arith.muli %yi, %size : i64
%ra = arith.muli %rn, %w8 : i64
%cx1 = arith.addi %rn, %xi : i64
%oc = arith.muli %cx1, %w8 : i64
%pc = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i8
{loops}"
    );
    kernel(
        "%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}, %c: !llvm.ptr {llvm.noalias}, %size: i64",
        2,
        private,
        &body,
    )
}

const PRODUCT: &str = "%ki = arith.index_cast %k : index to i64
%ak = arith.addi %rn, %ki : i64
%oa = arith.muli %ak, %w8 : i64
%bk = arith.muli %ki, %size : i64
%bx = arith.addi %bk, %xi : i64
%ob = arith.muli %bx, %w8 : i64
%pa = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%pb = llvm.getelementptr %b[%ob] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
%vb = llvm.load %pb {alignment = 8 : i64} : !llvm.ptr -> f64
%m = arith.mulf %va, %vb : f64";

const GEMM_C: &str = "
static int64_t extent[3] = {N, N, 1};
static uint64_t args[4];
static void setup(void) { args[0] = (uint64_t)a; args[1] = (uint64_t)b; args[2] = (uint64_t)c; args[3] = N; }
static void reference(void) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { double s = c[i * N + j];
        for (int k = 0; k < N; k++) s += a[i * N + k] * b[k * N + j];
        c[i * N + j] = s; } }";

/// Three ways to keep the sum: in device memory, carried by the loop, in private memory.
fn gemms() -> [String; 3] {
    let in_memory = format!(
        "scf.for %k = %c0 to %n step %c1 {{
{PRODUCT}
%old = llvm.load %pc {{alignment = 8 : i64}} : !llvm.ptr -> f64
%new = arith.addf %old, %m : f64
llvm.store %new, %pc {{alignment = 8 : i64}} : f64, !llvm.ptr
}}"
    );
    let carried = format!(
        "%first = llvm.load %pc {{alignment = 8 : i64}} : !llvm.ptr -> f64
%sum = scf.for %k = %c0 to %n step %c1 iter_args(%old = %first) -> (f64) {{
{PRODUCT}
%new = arith.addf %old, %m : f64
scf.yield %new : f64
}}
llvm.store %sum, %pc {{alignment = 8 : i64}} : f64, !llvm.ptr"
    );
    let private = format!(
        "%first = llvm.load %pc {{alignment = 8 : i64}} : !llvm.ptr -> f64
memref.store %first, %t[] : memref<f64>
scf.for %k = %c0 to %n step %c1 {{
{PRODUCT}
%old = memref.load %t[] : memref<f64>
%new = arith.addf %old, %m : f64
memref.store %new, %t[] : memref<f64>
}}
%sum = memref.load %t[] : memref<f64>
llvm.store %sum, %pc {{alignment = 8 : i64}} : f64, !llvm.ptr"
    );
    [gemm("", &in_memory), gemm("", &carried), gemm("%t = memref.alloca() : memref<f64>", &private)]
}

#[test]
fn gemm_is_vectorized_wherever_its_sum_is_kept() {
    for text in gemms() {
        let code = judge(&text, GEMM_C);
        assert!(vectors(&code, 2), "{code}");
        let wide = Options { cpu: "haswell".to_string(), ..Options::default() };
        let code = compile_for(&text, &wide).unwrap().text;
        assert!(vectors(&code, 4), "{code}");
        assert!(code.contains("fmul <4 x double>") && !code.contains("fma"), "{code}");
    }
}

#[test]
fn gemm_is_vectorized_without_knowing_that_arrays_differ() {
    for text in gemms() {
        let text = text.replace(" {llvm.noalias}", "");
        assert!(text != gemms()[0], "the arrays were known to differ");
        let code = judge(&text, GEMM_C);
        assert!(vectors(&code, 2) && !code.contains("memcheck"), "{code}");
    }
}

#[test]
fn sums_of_rows_are_jammed() {
    // c[x] += a[x * N + k]: consecutive in k, not in x.
    let body = "%n = arith.index_cast %size : i64 to index
%row = arith.muli %xi, %size : i64
%oc = arith.muli %xi, %w8 : i64
%pc = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%first = llvm.load %pc {alignment = 8 : i64} : !llvm.ptr -> f64
%sum = scf.for %k = %c0 to %n step %c1 iter_args(%old = %first) -> (f64) {
  %ki = arith.index_cast %k : index to i64
  %e = arith.addi %row, %ki : i64
  %oa = arith.muli %e, %w8 : i64
  %pa = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
  %new = arith.addf %old, %va : f64
  scf.yield %new : f64
}
llvm.store %sum, %pc {alignment = 8 : i64} : f64, !llvm.ptr";
    let setup = "
static int64_t extent[3] = {N, 1, 1};
static uint64_t args[3];
static void setup(void) { args[0] = (uint64_t)a; args[1] = (uint64_t)c; args[2] = N; }
static void reference(void) { for (int i = 0; i < N; i++) for (int k = 0; k < N; k++) c[i] += a[i * N + k]; }";
    let text = judge(&kernel("%a: !llvm.ptr, %c: !llvm.ptr, %size: i64", 1, "", body), setup);
    assert!(!text.contains("alloca"), "sums stay in registers\n{text}");
    assert!(text.contains("fadd <2 x double>"), "columns of sums\n{text}");
    assert!(text.contains("llvm.prefetch") && text.contains("fence.v8f64"), "rows in blocks\n{text}");
    let writes = body.replace("  %new =", "  llvm.store %va, %pa {alignment = 8 : i64} : f64, !llvm.ptr\n  %new =");
    let text = compile_for(&kernel("%a: !llvm.ptr, %c: !llvm.ptr, %size: i64", 1, "", &writes), &Options::default());
    assert!(writes != body && !text.unwrap().text.contains("llvm.prefetch"), "it may read what it writes");
    let in_blocks = |body: &str| {
        let text = kernel("%a: !llvm.ptr, %c: !llvm.ptr, %size: i64", 1, "", body);
        compile_for(&text, &Options::default()).unwrap().text.contains("llvm.prefetch")
    };
    // The address of a row that does not exist may divide by zero, and 32 bits may wrap in the middle of a row.
    let divided = body.replace("%row = arith.muli %xi, %size", "%row = arith.divsi %size, %xi");
    let constant = body.replace("%row = arith.muli %xi, %size", "%row = arith.divsi %xi, %w8");
    let narrow = body.replace(
        "  %ki = arith.index_cast %k : index to i64",
        "  %k32 = arith.index_cast %k : index to i32\n  %ki = arith.extsi %k32 : i32 to i64",
    );
    assert!(divided != body && !in_blocks(&divided) && in_blocks(&constant));
    assert!(narrow != body && !in_blocks(&narrow));
    let unordered = body.replace("%va : f64", "%va fastmath<reassoc> : f64");
    assert!(unordered != body);
    let unordered = kernel("%a: !llvm.ptr, %c: !llvm.ptr, %size: i64", 1, "", &unordered);
    let text = compile_for(&unordered, &Options::default()).unwrap().text;
    assert!(text.contains("vector.reduce.fadd"), "LLVM makes several sums of one\n{text}");
}

#[test]
fn sums_under_a_condition_that_all_items_share_are_jammed() {
    // if (N > 0) { t = c[x]; for k { t += a[x * N + k]; } c[x] = t; }, as elements that are kept in variables are.
    let body = "%n = arith.index_cast %size : i64 to index
%row = arith.muli %xi, %size : i64
%oc = arith.muli %xi, %w8 : i64
%pc = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%runs = arith.cmpi sgt, %n, %c0 : index
scf.if %runs {
  %first = llvm.load %pc {alignment = 8 : i64} : !llvm.ptr -> f64
  memref.store %first, %t[] : memref<f64>
  scf.for %k = %c0 to %n step %c1 {
    %ki = arith.index_cast %k : index to i64
    %e = arith.addi %row, %ki : i64
    %oa = arith.muli %e, %w8 : i64
    %pa = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
    %old = memref.load %t[] : memref<f64>
    %new = arith.addf %old, %va : f64
    memref.store %new, %t[] : memref<f64>
  }
  %last = memref.load %t[] : memref<f64>
  llvm.store %last, %pc {alignment = 8 : i64} : f64, !llvm.ptr
}";
    let setup = |size: &str| {
        format!(
            "
static int64_t extent[3] = {{N, 1, 1}};
static uint64_t args[3];
static void setup(void) {{ args[0] = (uint64_t)a; args[1] = (uint64_t)c; args[2] = {size}; }}
static void reference(void) {{ for (int i = 0; i < N; i++) for (int k = 0; k < {size}; k++) c[i] += a[i * {size} + k]; }}"
        )
    };
    let arguments = "%a: !llvm.ptr {llvm.noalias}, %c: !llvm.ptr {llvm.noalias}, %size: i64";
    let text = kernel(arguments, 1, "%t = memref.alloca() : memref<f64>", body);
    let code = judge(&text, &setup("N"));
    assert!(code.contains("fadd <2 x double>"), "columns of sums\n{code}");
    judge(&text, &setup("3"));
    // Where items decide for themselves, they go one after the other.
    let own = text.replace("%runs = arith.cmpi sgt, %n, %c0 : index", "%runs = arith.cmpi sgt, %xi, %size : i64");
    assert!(own != text && !compile_for(&own, &Options::default()).unwrap().text.contains("prefer-no-gather"));
}

#[test]
fn rows_without_a_sum_are_not_jammed() {
    // c[x * N + k] = (t = a[x * N + k]) * t: LLVM makes vectors along k, which copies would only disturb.
    let body = "%n = arith.index_cast %size : i64 to index
%row = arith.muli %xi, %size : i64
scf.for %k = %c0 to %n step %c1 {
  %ki = arith.index_cast %k : index to i64
  %e = arith.addi %row, %ki : i64
  %o = arith.muli %e, %w8 : i64
  %pa = llvm.getelementptr %a[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
  memref.store %va, %t[] : memref<f64>
  %vt = memref.load %t[] : memref<f64>
  %new = arith.mulf %vt, %va : f64
  %pc = llvm.getelementptr %c[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %new, %pc {alignment = 8 : i64} : f64, !llvm.ptr
}";
    let arguments = "%a: !llvm.ptr {llvm.noalias}, %c: !llvm.ptr {llvm.noalias}, %size: i64";
    let text = kernel(arguments, 1, "%t = memref.alloca() : memref<f64>", body);
    let code = compile_for(&text, &Options::default()).unwrap().text;
    assert!(!code.contains("prefer-no-gather") && code.contains("fmul <2 x double>"), "{code}");
}

#[test]
fn private_arrays_while_loops_and_conditions_work_in_strips() {
    // A prefix sum in private memory, then a search in it, per work item; z and y are used too.
    let body = "%n = arith.index_cast %size : i64 to index
%zero = arith.constant 0.0 : f64
%c3 = arith.constant 3 : index
%c4 = arith.constant 4 : index
%w40 = arith.constant 40 : i64
scf.for %i = %c0 to %c4 step %c1 { memref.store %zero, %t[%i] : memref<4xf64> }
%plane = arith.muli %zi, %w40 : i64
%line = arith.addi %plane, %yi : i64
%base = arith.muli %line, %size : i64
%at = arith.addi %base, %xi : i64
%oc = arith.muli %at, %w8 : i64
%pc = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i8
scf.for %k = %c0 to %n step %c1 {
  %ki = arith.index_cast %k : index to i64
  %rk = arith.muli %ki, %size : i64
  %e = arith.addi %rk, %xi : i64
  %oa = arith.muli %e, %w8 : i64
  %pa = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
  %positive = arith.cmpf ogt, %va, %zero : f64
  %slot = arith.remui %k, %c4 : index
  scf.if %positive {
    %old = memref.load %t[%slot] : memref<4xf64>
    %new = arith.addf %old, %va : f64
    memref.store %new, %t[%slot] : memref<4xf64>
  } else {
    %last = memref.load %t[%c3] : memref<4xf64>
    %root = math.absf %va : f64
    %less = math.sqrt %root : f64
    %new = arith.subf %last, %less : f64
    memref.store %new, %t[%c3] : memref<4xf64>
  }
}
%found = scf.while (%i = %c0) : (index) -> index {
  %in3 = arith.cmpi slt, %i, %c3 : index
  %v = memref.load %t[%i] : memref<4xf64>
  %limit = arith.constant 100.0 : f64
  %small = arith.cmpf olt, %v, %limit : f64
  %go = arith.andi %in3, %small : i1
  scf.condition(%go) %i : index
} do {
^bb0(%i: index):
  %next = arith.addi %i, %c1 : index
  scf.yield %next : index
}
%value = memref.load %t[%found] : memref<4xf64>
%fi = arith.index_cast %found : index to i64
%ff = arith.sitofp %fi : i64 to f64
%r = arith.addf %value, %ff : f64
llvm.store %r, %pc {alignment = 8 : i64} : f64, !llvm.ptr";
    let setup = "
static int64_t extent[3] = {N, 40, 2};
static uint64_t args[3];
static void setup(void) { args[0] = (uint64_t)a; args[1] = (uint64_t)c; args[2] = N; }
static void reference(void) {
    for (int z = 0; z < 2; z++) for (int y = 0; y < 40; y++) for (int x = 0; x < N; x++) {
        double t[4] = {0, 0, 0, 0};
        for (int k = 0; k < N; k++) {
            double v = a[k * N + x];
            if (v > 0) t[k % 4] += v; else t[3] -= sqrt(fabs(v));
        }
        int i = 0;
        while (i < 3 && t[i] < 100.0) i++;
        c[(z * 40 + y) * N + x] = t[i] + i;
    }
}";
    let text = judge(
        &kernel("%a: !llvm.ptr, %c: !llvm.ptr, %size: i64", 3, "%t = memref.alloca() : memref<4xf64>", body),
        setup,
    );
    assert!(text.contains("alloca"), "a place per work item of a strip\n{text}");
}

#[test]
fn all_scalar_types_are_unpacked_from_their_slots() {
    let body = "%o = arith.muli %xi, %w8 : i64
%pc = llvm.getelementptr %c[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%pb = llvm.getelementptr %bytes[%xi] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%byte = llvm.load %pb {alignment = 1 : i64} : !llvm.ptr -> i8
%e0 = arith.extsi %byte : i8 to i64
%e1 = arith.extsi %s8 : i8 to i64
%e2 = arith.extui %s16 : i16 to i64
%e3 = arith.extsi %s32 : i32 to i64
%e4 = arith.index_cast %si : index to i64
%t1 = arith.addi %e0, %e1 : i64
%t2 = arith.addi %t1, %e2 : i64
%t3 = arith.addi %t2, %e3 : i64
%t4 = arith.addi %t3, %e4 : i64
%f0 = arith.sitofp %t4 : i64 to f64
%f1 = arith.extf %sf : f32 to f64
%f2 = arith.addf %f0, %f1 : f64
%f3 = math.floor %f2 : f64
%f4 = math.copysign %f3, %sd : f64
%f5 = math.roundeven %sd : f64
%f6 = math.trunc %sd : f64
%f7 = math.ceil %sd : f64
%g1 = arith.addf %f4, %f5 : f64
%g2 = arith.addf %g1, %f6 : f64
%g3 = arith.addf %g2, %f7 : f64
llvm.store %g3, %pc {alignment = 8 : i64} : f64, !llvm.ptr";
    let arguments = "%bytes: !llvm.ptr, %c: !llvm.ptr, %s8: i8, %s16: i16, %s32: i32, %si: index, %sf: f32, %sd: f64";
    let setup = "
static int64_t extent[3] = {N, 1, 1};
static uint64_t args[8];
static float f = 0.75f;
static void setup(void) {
    args[0] = (uint64_t)a; args[1] = (uint64_t)c; args[2] = 0xfffffffffffffffe; args[3] = 0xabcd0000fff0;
    args[4] = 0x12345678fffffff0; args[5] = 1ul << 40; args[7] = bits(-2.5);
    memcpy(&args[6], &f, 4);
}
static void reference(void) {
    for (int i = 0; i < N; i++)
        c[i] = copysign(floor((double)(((signed char *)a)[i] - 2 + 0xfff0 - 16 + (1l << 40)) + f), -2.5) - 2.0 - 2.0 - 2.0;
}";
    judge(&kernel(arguments, 1, "", body), setup);
}

fn refusal(text: &str) -> (String, String) {
    match compile_for(text, &Options::default()).err() {
        Some(Error::Unsupported { location, op, reason }) => {
            assert!(location.starts_with("-:"), "{location}");
            (op, reason)
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// Each work item goes through a loop that would move into strips if it had no atomic updates.
const UPDATES: &str = "%n = arith.constant 40 : index
%mask = arith.constant 60 : i64
%w4 = arith.constant 4 : i64
scf.for %k = %c0 to %n step %c1 {
  %ki = arith.index_cast %k : index to i64
  %row = arith.muli %ki, %xi : i64
  %bits = arith.andi %row, %mask : i64
  %at = arith.muli %bits, %w4 : i64
  %pc = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %term = arith.trunci %row : i64 to i32
  %u = llvm.atomicrmw add %pc, %term monotonic : !llvm.ptr, i32
  %pd = llvm.getelementptr %pc[1024] : (!llvm.ptr) -> !llvm.ptr, i8
  %v = llvm.atomicrmw umax %pd, %row monotonic : !llvm.ptr, i64
  %o = arith.muli %xi, %w8 : i64
  %pe = llvm.getelementptr %c[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %pf = llvm.getelementptr %pe[4096] : (!llvm.ptr) -> !llvm.ptr, i8
  %old = llvm.load %pf {alignment = 8 : i64} : !llvm.ptr -> i64
  %new = arith.addi %old, %row : i64
  llvm.store %new, %pf {alignment = 8 : i64} : i64, !llvm.ptr
}";

#[test]
fn atomic_updates_are_kept_one_by_one() {
    let setup = "
static int64_t extent[3] = {N, 1, 1};
static uint64_t args[1];
static void setup(void) { args[0] = (uint64_t)c; }
static void reference(void) {
    for (uint64_t i = 0; i < N; i++)
        for (uint64_t k = 0; k < 40; k++) {
            char *at = (char *)c + (k * i & 60) * 4;
            uint64_t *most = (uint64_t *)(at + 1024);
            *(uint32_t *)at += k * i;
            if (*most < k * i) *most = k * i;
            ((uint64_t *)((char *)c + 4096))[i] += k * i;
        }
}";
    let text = judge(&kernel("%c: !llvm.ptr", 1, "", UPDATES), setup);
    assert!(text.contains("atomicrmw add ptr") && !text.contains(" x i64>"), "{text}");
    // A maximum that leaves the element as it is does not store it.
    assert!(text.contains("load atomic i64") && text.contains("cmpxchg ptr") && !text.contains("umax"), "{text}");
}

#[test]
fn what_is_not_in_the_contract_is_refused_at_the_op() {
    for (body, op, reason) in [
        ("%r = arith.remf %s, %s : f64", "arith.remf", "kernels do not contain such operations"),
        ("%r = math.exp %s : f64", "math.exp", "kernels do not contain such operations"),
        // In kernels for CPU threads alone.
        (
            "%r = llvm.intr.minnum(%s, %s) : (f64, f64) -> f64",
            "llvm.intr.minnum",
            "kernels do not contain such operations",
        ),
        (
            "%v = vector.broadcast %s : f64 to vector<4xf64>",
            "vector.broadcast",
            "kernels do not contain such operations",
        ),
        ("%t = memref.alloca() : memref<4xf64>", "memref.alloca", "private memory is not at the top of the kernel"),
        (
            "%p = llvm.load %c : !llvm.ptr -> !llvm.ptr",
            "llvm.load",
            "values of type !llvm.ptr do not lie in device memory",
        ),
        (
            "%u = llvm.atomicrmw fadd %c, %s monotonic : !llvm.ptr, f64",
            "llvm.atomicrmw",
            "kernels do not update memory so",
        ),
        (
            "%u = llvm.atomicrmw add %c, %w8 seq_cst : !llvm.ptr, i64",
            "llvm.atomicrmw",
            "kernels do not update memory so",
        ),
        (
            "%i = arith.constant 1 : i16\n%u = llvm.atomicrmw add %c, %i monotonic : !llvm.ptr, i16",
            "llvm.atomicrmw",
            "values of type i16 are not updated atomically",
        ),
        ("%b = arith.constant 1 : i128", "arith.constant", "kernels do not compute values of type i128"),
        ("%e = arith.addi %ex, %x : index", "gpu.func", "the launch extents are used outside the guard"),
    ] {
        let text = kernel("%c: !llvm.ptr, %s: f64", 1, "", body);
        assert_eq!(refusal(&text), (op.to_string(), reason.to_string()));
    }
    let arguments = kernel("%c: !llvm.ptr, %s: f16", 1, "", "");
    assert_eq!(refusal(&arguments).1, "argument 4 has type f16");
}

#[test]
fn a_program_without_kernels_has_none() {
    assert!(!compile_for("llvm.func @f()", &Options::default()).unwrap().text.contains("define"));
}

/// A triangle: work items of the hull with `x <= y` do nothing.
const TRIANGLE: &str = "%above = arith.addi %y, %c1 : index
%from = arith.cmpi sge, %x, %above : index
%size_index = arith.index_cast %size : i64 to index
%end = arith.cmpi sgt, %size_index, %x : index
%both = arith.andi %from, %end : i1
scf.if %both {
  %line = arith.muli %yi, %size : i64
  %at = arith.addi %line, %xi : i64
  %oc = arith.muli %at, %w8 : i64
  %pa = llvm.getelementptr %a[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %pc = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa {alignment = 8 : i64} : !llvm.ptr -> f64
  %root = math.sqrt %va : f64
  llvm.store %root, %pc {alignment = 8 : i64} : f64, !llvm.ptr
}";

#[test]
fn work_items_with_nothing_to_do_are_not_visited() {
    let setup = "
static int64_t extent[3] = {N + 7, N, 1};
static uint64_t args[3];
static void setup(void) {
    for (int i = 0; i < N * N; i++) a[i] = i;
    args[0] = (uint64_t)a; args[1] = (uint64_t)c; args[2] = N;
}
static void reference(void) { for (int y = 0; y < N; y++) for (int x = y + 1; x < N; x++) c[y * N + x] = sqrt(a[y * N + x]); }";
    let arguments = "%a: !llvm.ptr {llvm.noalias}, %c: !llvm.ptr {llvm.noalias}, %size: i64";
    let text = judge(&kernel(arguments, 2, "", TRIANGLE), setup);
    assert!(text.contains("sqrt.v2f64"), "vectors without a mask\n{text}");
    // Not a value of x alone.
    let other = TRIANGLE.replace("arith.cmpi sge, %x, %above : index", "arith.cmpi ugt, %xi, %yi : i64");
    let text = judge(&kernel(arguments, 2, "", &other), setup);
    assert!(!text.contains("sqrt.v2f64"), "a condition that no range says\n{text}");
}
