//! LLVM IR through `llc` to PTX, run, and compared with Rust: that LLVM's forms all have rows, and mean what the rows
//! say. At both ends of the optimizer and for the oldest and newest target.

use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_ptx_vm::{Argument, DeviceAddress, Machine, Module, ModuleId, Shape};

const TARGETS: [&str; 3] = ["sm_70", "sm_80", "sm_90"];
const LEVELS: [&str; 2] = ["-O0", "-O3"];

/// LLVM 22's, where its packages put it, or else the first on the path.
fn llc() -> PathBuf {
    let packaged = Path::new("/usr/lib/llvm-22/bin/llc");
    if packaged.exists() { packaged.to_owned() } else { PathBuf::from("llc") }
}

fn compile(ir: &Path, target: &str, level: &str) -> String {
    let output =
        Command::new(llc()).args(["-march=nvptx64", &format!("-mcpu={target}"), level, "-o", "-"]).arg(ir).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run llc: {error}"));
    assert!(output.status.success(), "{}: {}", ir.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs `test` with the module compiled in each way.
fn each_way(ir: &Path, test: impl Fn(&mut Machine, ModuleId)) {
    for target in TARGETS {
        for level in LEVELS {
            let text = compile(ir, target, level);
            let parsed = Module::parse(&text).unwrap_or_else(|error| panic!("{target} {level}: {error}"));
            let mut machine = Machine::default();
            let module = machine.load(parsed);
            test(&mut machine, module);
        }
    }
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ir").join(name)
}

fn launch(machine: &mut Machine, module: ModuleId, kernel: &str, shape: Shape, arguments: &[Argument]) {
    machine.launch(module, kernel, shape, arguments).unwrap_or_else(|error| panic!("{error}"));
}

fn bytes_of<T: Copy, const N: usize>(values: &[T], bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(|value| bytes(*value)).collect()
}

fn values_of<T, const N: usize>(
    machine: &mut Machine,
    at: DeviceAddress,
    count: usize,
    value: fn([u8; N]) -> T,
) -> Vec<T> {
    let bytes = machine.read(at, (count * N) as u64).unwrap_or_else(|error| panic!("{error}"));
    bytes.chunks(N).map(|bytes| value(bytes.try_into().expect("N bytes"))).collect()
}

#[test]
fn gemm() {
    let (ni, nj, nk) = (7usize, 13usize, 9usize);
    let fill = |count: usize, seed: usize| (0..count).map(|i| ((i * seed) % 17) as f64 / 7.0 - 1.0).collect::<Vec<_>>();
    let (a, b, mut c) = (fill(ni * nk, 5), fill(nk * nj, 3), fill(ni * nj, 11));
    let initial = c.clone();
    for i in 0..ni {
        for j in 0..nj {
            let sum = (0..nk).fold(0.0, |sum, k| sum + a[i * nk + k] * b[k * nj + j]);
            c[i * nj + j] = c[i * nj + j] * 1.2 + sum * 1.5;
        }
    }
    each_way(&file("gemm.ll"), |machine, module| {
        let [a, b, d] = [&a, &b, &initial].map(|array| machine.alloc_with(&bytes_of(array, f64::to_le_bytes)));
        let arguments = [
            Argument::I64(nj as i64),
            Argument::I64(ni as i64),
            Argument::Pointer(d),
            Argument::Pointer(a),
            Argument::Pointer(b),
            Argument::I64(nk as i64),
            Argument::F64(1.5),
            Argument::F64(1.2),
        ];
        launch(machine, module, "gemm", Shape::new([2, 2, 1], [8, 4, 1]), &arguments);
        assert_eq!(values_of(machine, d, ni * nj, f64::from_le_bytes), c);
    });
}

#[test]
fn reduction_through_shared_memory() {
    let input: Vec<f32> = (0..192).map(|i| 1.0 / (i + 1) as f32).collect();
    let tree = |block: &[f32]| {
        let mut partial = block.to_vec();
        while partial.len() > 1 {
            let half = partial.len() / 2;
            partial = (0..half).map(|i| partial[i] + partial[i + half]).collect();
        }
        partial[0]
    };
    let expected: Vec<f32> = input.chunks(64).map(tree).collect();
    each_way(&file("reduce.ll"), |machine, module| {
        let from = machine.alloc_with(&bytes_of(&input, f32::to_le_bytes));
        let to = machine.alloc(12);
        let arguments = [Argument::Pointer(from), Argument::Pointer(to)];
        launch(machine, module, "reduce", Shape::new([3, 1, 1], [64, 1, 1]), &arguments);
        assert_eq!(values_of(machine, to, 3, f32::from_le_bytes), expected);
    });
}

#[test]
fn histogram_with_atomic_operations() {
    let input: Vec<i32> = (0..128i32).map(|i| i.wrapping_mul(0x9e37_79b1_u32 as i32) >> 7).collect();
    let mut bins = [0; 8];
    input.iter().for_each(|value| bins[(value & 7) as usize] += 1);
    let product = input.iter().fold(1u64, |product, value| product.wrapping_mul(u64::from((value | 1) as u32)));
    each_way(&file("histogram.ll"), |machine, module| {
        let from = machine.alloc_with(&bytes_of(&input, i32::to_le_bytes));
        let counts = machine.alloc_with(&[0; 32]);
        let largest = machine.alloc_with(&i32::MIN.to_le_bytes());
        let all = machine.alloc_with(&1u64.to_le_bytes());
        let arguments = [from, counts, largest, all].map(Argument::Pointer);
        launch(machine, module, "histogram", Shape::new([4, 1, 1], [32, 1, 1]), &arguments);
        assert_eq!(values_of(machine, counts, 8, i32::from_le_bytes), bins);
        assert_eq!(values_of(machine, largest, 1, i32::from_le_bytes)[0], *input.iter().max().expect("not empty"));
        assert_eq!(values_of(machine, all, 1, u64::from_le_bytes), [product]);
    });
}

#[test]
fn calls_private_arrays_and_switches() {
    let expected = |t: i32| {
        let chosen = [5, t + 100, t * 7, !t, t * t, -9][(t % 6) as usize];
        let (i, weights) = (t % 6, [3, -1, 4, -1]);
        chosen + (i + t) * (i + t) * weights[(i & 3) as usize]
    };
    each_way(&file("calls.ll"), |machine, module| {
        let (to, floats) = (machine.alloc(4 * 40), machine.alloc(16 * 40));
        let arguments = [Argument::Pointer(to), Argument::Pointer(floats), Argument::I32(8)];
        launch(machine, module, "calls", Shape::block(40), &arguments);
        let found = values_of(machine, to, 40, i32::from_le_bytes);
        assert_eq!(found, (0..40).map(expected).collect::<Vec<_>>());
        let found = values_of(machine, floats, 160, f32::from_le_bytes);
        let twice = |t: i32| [5.0 + 2.0 * t as f32, 2.0, 5.0 + 2.0 * t as f32, -2.0];
        assert_eq!(found, (0..40).flat_map(twice).collect::<Vec<_>>());
    });
}

/// An operation of LLVM IR on operands of `i64` or `f64` bits, and what it gives; `None` where it is undefined.
struct Operation {
    /// Lines that define `%d` of type `out` from `%a` and `%b` of type `ty`.
    ir: String,
    ty: &'static str,
    out: &'static str,
    expected: Box<dyn Fn(u64, u64) -> Option<u64>>,
}

fn bits(ty: &str) -> u32 {
    match ty {
        "float" => 32,
        "double" => 64,
        ty => ty[1..].parse().expect("an integer type"),
    }
}

fn masked(value: i128, bits: u32) -> u64 {
    value as u64 & u64::MAX >> (64 - bits)
}

fn signed(value: u64, bits: u32) -> i128 {
    i128::from((value << (64 - bits)) as i64 >> (64 - bits))
}

type Reference = fn(i128, i128, u32) -> Option<i128>;

/// On the operands as signed numbers (`s`) or unsigned ones.
const INTEGER_OPERATIONS: &[(&str, Reference)] = &[
    ("add", |a, b, _| Some(a + b)),
    ("sub", |a, b, _| Some(a - b)),
    ("mul", |a, b, _| Some(a.wrapping_mul(b))),
    ("and", |a, b, _| Some(a & b)),
    ("or", |a, b, _| Some(a | b)),
    ("xor", |a, b, _| Some(a ^ b)),
    ("shl", |a, b, bits| (b >= 0 && b < i128::from(bits)).then(|| a << b)),
    ("lshr", |a, b, bits| (b >= 0 && b < i128::from(bits)).then(|| i128::from(masked(a, bits)) >> b)),
    ("ashr", |a, b, bits| (b >= 0 && b < i128::from(bits)).then(|| a >> b)),
    ("sdiv", |a, b, bits| (b != 0 && !(b == -1 && a == -(1 << (bits - 1)))).then(|| a / b)),
    ("srem", |a, b, bits| (b != 0 && !(b == -1 && a == -(1 << (bits - 1)))).then(|| a % b)),
    ("udiv", |a, b, bits| (b != 0).then(|| i128::from(masked(a, bits) / masked(b, bits)))),
    ("urem", |a, b, bits| (b != 0).then(|| i128::from(masked(a, bits) % masked(b, bits)))),
];

const INTEGER_INTRINSICS: &[(&str, Reference)] = &[
    ("smin", |a, b, _| Some(a.min(b))),
    ("smax", |a, b, _| Some(a.max(b))),
    ("umin", |a, b, bits| Some(i128::from(masked(a, bits).min(masked(b, bits))))),
    ("umax", |a, b, bits| Some(i128::from(masked(a, bits).max(masked(b, bits))))),
];

fn comparison(predicate: &str, a: i128, b: i128, bits: u32) -> bool {
    let (x, y) = (masked(a, bits), masked(b, bits));
    match predicate {
        "eq" => a == b,
        "ne" => a != b,
        "slt" => a < b,
        "sle" => a <= b,
        "sgt" => a > b,
        "sge" => a >= b,
        "ult" => x < y,
        "ule" => x <= y,
        "ugt" => x > y,
        "uge" => x >= y,
        other => panic!("{other}"),
    }
}

fn integer_operations(ty: &'static str) -> Vec<Operation> {
    let n = bits(ty);
    let mut all = Vec::new();
    for (name, reference) in INTEGER_OPERATIONS {
        let expected = move |a, b| Some(masked(reference(signed(a, n), signed(b, n), n)?, n));
        all.push(Operation { ir: format!("%d = {name} {ty} %a, %b"), ty, out: ty, expected: Box::new(expected) });
    }
    for (name, reference) in INTEGER_INTRINSICS.iter().filter(|_| ty != "i1") {
        let expected = move |a, b| Some(masked(reference(signed(a, n), signed(b, n), n)?, n));
        let ir = format!("%d = call {ty} @llvm.{name}.{ty}({ty} %a, {ty} %b)");
        all.push(Operation { ir, ty, out: ty, expected: Box::new(expected) });
    }
    for predicate in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
        let holds = move |a, b| comparison(predicate, signed(a, n), signed(b, n), n);
        let ir = format!("%d = icmp {predicate} {ty} %a, %b");
        let expected = Box::new(move |a, b| Some(u64::from(holds(a, b))));
        all.push(Operation { ir: ir.clone(), ty, out: "i1", expected });
        let ir = format!("{}\n%d = select i1 %c, {ty} %a, {ty} %b", ir.replace("%d", "%c"));
        all.push(Operation { ir, ty, out: ty, expected: Box::new(move |a, b| Some(if holds(a, b) { a } else { b })) });
    }
    for out in ["i1", "i8", "i16", "i32", "i64"] {
        let m = bits(out);
        let names = if m > n { &["sext", "zext"][..] } else { &["trunc"] };
        for name in names.iter().filter(|_| m != n) {
            let expected = move |a, _| Some(masked(if *name == "sext" { signed(a, n) } else { i128::from(a) }, m));
            all.push(Operation { ir: format!("%d = {name} {ty} %a to {out}"), ty, out, expected: Box::new(expected) });
        }
    }
    all
}

/// What `float` and `double` have in common, through a function that makes bits of the exact type.
macro_rules! float_operations {
    ($ty:literal, $suffix:literal, $float:ident, $int:ident) => {{
        let of = |bits: u64| $float::from_bits(bits as $int);
        let to = |value: $float| Some(u64::from(value.to_bits()));
        let mut all = Vec::new();
        let mut add = |ir: String, out, expected: Box<dyn Fn(u64, u64) -> Option<u64>>| {
            all.push(Operation { ir, ty: $ty, out, expected });
        };
        let binary: [(&str, fn($float, $float) -> $float); 4] =
            [("fadd", |a, b| a + b), ("fsub", |a, b| a - b), ("fmul", |a, b| a * b), ("fdiv", |a, b| a / b)];
        for (name, f) in binary {
            add(format!("%d = {name} {} %a, %b", $ty), $ty, Box::new(move |a, b| to(f(of(a), of(b)))));
        }
        add(format!("%d = fneg {} %a", $ty), $ty, Box::new(move |a, _| to(-of(a))));
        let unary: [(&str, fn($float) -> $float); 6] = [
            ("sqrt", $float::sqrt),
            ("fabs", $float::abs),
            ("floor", $float::floor),
            ("ceil", $float::ceil),
            ("trunc", $float::trunc),
            ("roundeven", $float::round_ties_even),
        ];
        for (name, f) in unary {
            let ir = format!("%d = call {0} @llvm.{name}.{1}({0} %a)", $ty, $suffix);
            add(ir, $ty, Box::new(move |a, _| to(f(of(a)))));
        }
        let ir = format!("%d = call {0} @llvm.copysign.{1}({0} %a, {0} %b)", $ty, $suffix);
        add(ir, $ty, Box::new(move |a, b| to(of(a).copysign(of(b)))));
        let comparisons: [(&str, fn($float, $float) -> bool); 14] = [
            ("oeq", |a, b| a == b),
            ("ogt", |a, b| a > b),
            ("oge", |a, b| a >= b),
            ("olt", |a, b| a < b),
            ("ole", |a, b| a <= b),
            ("one", |a, b| a.partial_cmp(&b).is_some_and(|order| order.is_ne())),
            ("ord", |a, b| a.partial_cmp(&b).is_some()),
            ("ueq", |a, b| a.partial_cmp(&b).is_none_or(|order| order.is_eq())),
            ("ugt", |a, b| a.partial_cmp(&b).is_none_or(|order| order.is_gt())),
            ("uge", |a, b| a.partial_cmp(&b).is_none_or(|order| order.is_ge())),
            ("ult", |a, b| a.partial_cmp(&b).is_none_or(|order| order.is_lt())),
            ("ule", |a, b| a.partial_cmp(&b).is_none_or(|order| order.is_le())),
            ("une", |a, b| a != b),
            ("uno", |a, b| a.partial_cmp(&b).is_none()),
        ];
        for (name, f) in comparisons {
            let ir = format!("%d = fcmp {name} {} %a, %b", $ty);
            add(ir.clone(), "i1", Box::new(move |a, b| Some(u64::from(f(of(a), of(b))))));
            let ir = format!("{}\n%d = select i1 %c, {1} %a, {1} %b", ir.replace("%d", "%c"), $ty);
            add(ir, $ty, Box::new(move |a, b| Some(if f(of(a), of(b)) { a } else { b })));
        }
        for out in ["i8", "i16", "i32", "i64"] {
            let n = bits(out);
            let whole = move |a: u64, low: i128, high: i128| {
                let value = of(a).trunc();
                (value.is_finite() && value.abs() < 1e30 && (low..=high).contains(&(value as i128)))
                    .then(|| masked(value as i128, n))
            };
            let to_signed = move |a, _| whole(a, -(1 << (n - 1)), (1 << (n - 1)) - 1);
            add(format!("%d = fptosi {} %a to {out}", $ty), out, Box::new(to_signed));
            add(format!("%d = fptoui {} %a to {out}", $ty), out, Box::new(move |a, _| whole(a, 0, (1 << n) - 1)));
            let saturated = move |a: u64, low: i128, high: i128| {
                let value = of(a);
                let value = if value.is_nan() { 0 } else { (value as i128).clamp(low, high) };
                Some(masked(value, n))
            };
            let ir = |name| format!("%d = call {out} @llvm.{name}.sat.{out}.{}({} %a)", $suffix, $ty);
            let to_signed = move |a, _| saturated(a, -(1 << (n - 1)), (1 << (n - 1)) - 1);
            add(ir("fptosi"), out, Box::new(to_signed));
            add(ir("fptoui"), out, Box::new(move |a, _| saturated(a, 0, (1 << n) - 1)));
        }
        for ty in ["i1", "i8", "i16", "i32", "i64"] {
            let n = bits(ty);
            let expected = Box::new(move |a, _| to(signed(a, n) as $float));
            all.push(Operation { ir: format!("%d = sitofp {ty} %a to {}", $ty), ty, out: $ty, expected });
            let expected = Box::new(move |a, _| to(a as $float));
            all.push(Operation { ir: format!("%d = uitofp {ty} %a to {}", $ty), ty, out: $ty, expected });
        }
        all
    }};
}

fn all_operations() -> Vec<Operation> {
    let mut all: Vec<Operation> = ["i1", "i8", "i16", "i32", "i64"].into_iter().flat_map(integer_operations).collect();
    all.extend(float_operations!("float", "f32", f32, u32));
    all.extend(float_operations!("double", "f64", f64, u64));
    let narrow = |a, _| Some(u64::from((f64::from_bits(a) as f32).to_bits()));
    all.push(Operation {
        ir: "%d = fptrunc double %a to float".into(),
        ty: "double",
        out: "float",
        expected: Box::new(narrow),
    });
    let wide = |a: u64, _| Some(f64::from(f32::from_bits(a as u32)).to_bits());
    all.push(Operation {
        ir: "%d = fpext float %a to double".into(),
        ty: "float",
        out: "double",
        expected: Box::new(wide),
    });
    all
}

fn memory_type(ty: &str) -> &str {
    if ty == "i1" { "i8" } else { ty }
}

/// A module with one kernel per operation: thread i reads the i-th of each operand array.
fn module_of(operations: &[Operation]) -> String {
    let mut text =
        String::from("target triple = \"nvptx64-nvidia-cuda\"\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n");
    for (k, Operation { ir, ty, out, .. }) in operations.iter().enumerate() {
        let memory = memory_type(ty);
        let load = |name: &str| {
            let narrowing = match *ty {
                "i1" => format!("%{name} = trunc i8 %{name}m to i1\n"),
                _ => String::new(),
            };
            let whole = if *ty == "i1" { format!("{name}m") } else { name.to_owned() };
            format!(
                "%{name}p = getelementptr {memory}, ptr %{name}s, i32 %t\n%{whole} = load {memory}, ptr %{name}p\n{narrowing}"
            )
        };
        let (result, widening) = if *out == "i1" { ("%e", "%e = zext i1 %d to i8\n") } else { ("%d", "") };
        let to = memory_type(out);
        text += &format!(
            "define ptx_kernel void @k{k}(ptr %as, ptr %bs, ptr %ds) {{\n\
             %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n{}{}{ir}\n{widening}\
             %dp = getelementptr {to}, ptr %ds, i32 %t\nstore {to} {result}, ptr %dp\nret void\n}}\n",
            load("a"),
            load("b")
        );
    }
    text
}

/// Operand pairs, as bits of a type.
fn operands(ty: &str) -> Vec<(u64, u64)> {
    let n = bits(ty);
    let values: Vec<u64> = match ty {
        "float" => {
            let values =
                [0.0f32, -0.0, 1.0, -1.5, 2.5, 3.5, 0.1, 1e-40, 1e30, -100.7, 255.0, 70000.0, f32::INFINITY, f32::NAN];
            values.iter().map(|value| u64::from(value.to_bits())).collect()
        }
        "double" => {
            let values =
                [0.0f64, -0.0, 1.0, -1.5, 2.5, 3.5, 0.1, 1e-310, 1e300, -100.7, 255.0, 5e9, f64::INFINITY, f64::NAN];
            values.iter().map(|value| value.to_bits()).collect()
        }
        _ => [0, 1, 2, 3, 7, 100, -1, -2, -128, 1 << (n - 1), (1 << (n - 1)) - 1, 0x1234_5678_9abc_def1]
            .map(|value| masked(value, n))
            .to_vec(),
    };
    values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))).collect()
}

/// Runs an operation on all its operands for which it is defined.
fn check(machine: &mut Machine, module: ModuleId, k: usize, operation: &Operation) {
    let Operation { ir, ty, out, expected } = operation;
    let cases: Vec<_> =
        operands(ty).into_iter().filter_map(|(a, b)| expected(a, b).map(|result| (a, b, result))).collect();
    let size = |ty: &str| bits(ty).max(8) as usize / 8;
    let array = |pick: fn(&(u64, u64, u64)) -> u64| -> Vec<u8> {
        cases.iter().flat_map(|case| pick(case).to_le_bytes()[..size(ty)].to_vec()).collect()
    };
    let (a, b) = (machine.alloc_with(&array(|case| case.0)), machine.alloc_with(&array(|case| case.1)));
    let d = machine.alloc((cases.len() * size(out)) as u64);
    let arguments = [a, b, d].map(Argument::Pointer);
    launch(machine, module, &format!("k{k}"), Shape::block(cases.len() as u32), &arguments);
    let found = machine.read(d, (cases.len() * size(out)) as u64).unwrap_or_else(|error| panic!("{error}"));
    for ((a, b, expected), bytes) in cases.iter().zip(found.chunks(size(out))) {
        let found = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        let is_nan = |value: u64| match *out {
            "float" => f32::from_bits(value as u32).is_nan(),
            "double" => f64::from_bits(value).is_nan(),
            _ => false,
        };
        let same = found == *expected || is_nan(found) && is_nan(*expected);
        assert!(same, "{ir} on {a:#x}, {b:#x}: {found:#x}, expected {expected:#x}");
    }
}

#[test]
fn every_operation_on_every_type() {
    let operations = all_operations();
    let folder = tempfile::tempdir().expect("a folder");
    let ir = folder.path().join("operations.ll");
    std::fs::write(&ir, module_of(&operations)).expect("writes");
    for (target, level) in [("sm_70", "-O0"), ("sm_90", "-O3")] {
        let parsed = Module::parse(&compile(&ir, target, level)).unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::default();
        let module = machine.load(parsed);
        operations.iter().enumerate().for_each(|(k, operation)| check(&mut machine, module, k, operation));
    }
}
