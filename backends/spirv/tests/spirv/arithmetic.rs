//! Every arithmetic operation on edge values, bit for bit against Rust. Results of undefined cases are not looked at;
//! where an operation makes a NaN, any NaN will do.

use crate::support::{bytes_of, kernel, load, spirv, store};
use crate::vulkan::{Arg, launch};

/// What is tested: operations on `$a` and `$b` that define `$r` (of one alone, `$r = ` is left out), the type of `$r`, and
/// what it should be (none: undefined).
struct Case {
    text: String,
    result: &'static str,
    expected: Box<dyn Fn(u64, u64) -> Option<u64>>,
    any_nan: bool,
}

fn case(text: impl Into<String>, result: &'static str, expected: impl Fn(u64, u64) -> Option<u64> + 'static) -> Case {
    Case { text: text.into(), result, expected: Box::new(expected), any_nan: false }
}

/// A case that computes a float of type `result`.
fn float_case(
    text: impl Into<String>,
    result: &'static str,
    expected: impl Fn(u64, u64) -> Option<u64> + 'static,
) -> Case {
    Case { any_nan: true, ..case(text, result, expected) }
}

fn bits_of(ty: &str) -> u32 {
    match ty {
        "i1" => 1,
        _ => 8 * bytes_of(ty) as u32,
    }
}

/// The type in memory of a value of type `ty`.
fn stored(ty: &'static str) -> &'static str {
    match ty {
        "i1" => "i8",
        "index" => "i64",
        _ => ty,
    }
}

fn mask(ty: &str, value: i128) -> u64 {
    value as u64 & (u64::MAX >> (64 - bits_of(ty)))
}

fn signed(ty: &str, bits: u64) -> i128 {
    let spare = 128 - bits_of(ty);
    ((bits as i128) << spare) >> spare
}

fn unsigned(ty: &str, bits: u64) -> i128 {
    mask(ty, bits.into()).into()
}

/// Runs each case on all pairs of `a` and `b` values.
fn check(a_type: &'static str, b_type: &'static str, pairs: &[(u64, u64)], cases: &[Case]) {
    let mut arguments = vec!["%pa: !llvm.ptr".to_owned(), "%pb: !llvm.ptr".to_owned()];
    let mut body = operand("a", a_type) + &operand("b", b_type);
    for (i, case) in cases.iter().enumerate() {
        arguments.push(format!("%p{i}: !llvm.ptr"));
        let define = if case.text.contains("$r") { "" } else { "$r = " };
        let text = case.text.replace("$a", "%a").replace("$b", "%b");
        let text = format!("      {define}{text}\n").replace("$r", &format!("%r{i}"));
        body += &(text + &result(i, case.result));
    }
    let words = spirv(&kernel(&arguments.join(", "), &body));

    let mut inputs = [pack(a_type, pairs.iter().map(|p| p.0)), pack(b_type, pairs.iter().map(|p| p.1))];
    let mut outputs: Vec<Vec<u8>> =
        cases.iter().map(|case| vec![0xAA; pairs.len() * bytes_of(stored(case.result))]).collect();
    let args = inputs.iter_mut().chain(&mut outputs).map(Arg::Buffer).collect();
    launch(&words, [pairs.len() as u64, 1, 1], [32, 1, 1], args);
    for (case, output) in cases.iter().zip(&outputs) {
        compare(case, pairs, output);
    }
}

fn operand(name: &str, ty: &'static str) -> String {
    let pointer = format!("%p{name}");
    match ty {
        "i1" => {
            load(&format!("{name}m"), &pointer, "i8") + &format!("      %{name} = arith.trunci %{name}m : i8 to i1\n")
        }
        "index" => {
            load(&format!("{name}m"), &pointer, "i64")
                + &format!("      %{name} = arith.index_cast %{name}m : i64 to index\n")
        }
        _ => load(name, &pointer, ty),
    }
}

fn result(i: usize, ty: &'static str) -> String {
    let pointer = format!("%p{i}");
    match ty {
        "i1" => format!("      %m{i} = arith.extui %r{i} : i1 to i8\n") + &store(&format!("m{i}"), &pointer, "i8"),
        "index" => {
            format!("      %m{i} = arith.index_cast %r{i} : index to i64\n") + &store(&format!("m{i}"), &pointer, "i64")
        }
        _ => store(&format!("r{i}"), &pointer, ty),
    }
}

fn pack(ty: &'static str, values: impl Iterator<Item = u64>) -> Vec<u8> {
    let bytes = bytes_of(stored(ty));
    values.flat_map(|value| value.to_le_bytes().into_iter().take(bytes)).collect()
}

fn compare(case: &Case, pairs: &[(u64, u64)], output: &[u8]) {
    let bytes = bytes_of(stored(case.result));
    let mut checked = 0;
    for (&(a, b), got) in pairs.iter().zip(output.chunks(bytes)) {
        let Some(expected) = (case.expected)(a, b) else { continue };
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(got);
        let got = u64::from_le_bytes(word);
        let both_nan = case.any_nan && is_nan(case.result, got) && is_nan(case.result, expected);
        assert!(got == expected || both_nan, "{} of {a:#x}, {b:#x}: {got:#x}, not {expected:#x}", case.text);
        checked += 1;
    }
    assert!(checked > 0, "{} was never defined", case.text);
}

fn is_nan(ty: &str, bits: u64) -> bool {
    match ty {
        "f32" => f32::from_bits(bits as u32).is_nan(),
        _ => f64::from_bits(bits).is_nan(),
    }
}

/// A simple generator, so that runs repeat.
fn random(count: usize) -> Vec<u64> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) ^ state.rotate_left(23)
    };
    (0..count).map(|_| next()).collect()
}

fn all_pairs(values: &[u64]) -> Vec<(u64, u64)> {
    values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))).collect()
}

fn integers(ty: &str) -> Vec<u64> {
    let top = 1_i128 << (bits_of(ty) - 1);
    let near = [0, 1, 2, 3, 7, 10, 63, 100, -1, -2, -3, -10, top, top + 1, top - 1, top - 2, top / 3, 0x5555_5555];
    let mut values: Vec<u64> = near.iter().map(|&value| mask(ty, value)).collect();
    values.extend(random(6).iter().map(|&value| mask(ty, value.into())));
    values
}

const INTEGER_TYPES: [&str; 6] = ["i1", "i8", "i16", "i32", "i64", "index"];

fn integer_cases(ty: &'static str) -> Vec<Case> {
    let s = move |bits| signed(ty, bits);
    let u = move |bits| unsigned(ty, bits);
    let m = move |value| Some(mask(ty, value));
    // Division by zero is undefined, and so is the quotient that does not fit.
    let dividable = move |a, b| s(b) != 0 && signed(ty, mask(ty, s(a) / s(b))) == s(a) / s(b);
    let shiftable = move |b| u(b) < bits_of(ty).into();
    let op = |name: &str| format!("arith.{name} $a, $b : {ty}");
    let floor = |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
    vec![
        case(op("addi"), ty, move |a, b| m(u(a) + u(b))),
        case(op("subi"), ty, move |a, b| m(u(a) - u(b))),
        case(op("muli"), ty, move |a, b| m(s(a) * s(b))),
        case(op("divsi"), ty, move |a, b| dividable(a, b).then(|| mask(ty, s(a) / s(b)))),
        case(op("remsi"), ty, move |a, b| dividable(a, b).then(|| mask(ty, s(a) % s(b)))),
        case(op("floordivsi"), ty, move |a, b| dividable(a, b).then(|| mask(ty, floor(s(a), s(b))))),
        case(op("ceildivsi"), ty, move |a, b| dividable(a, b).then(|| mask(ty, -floor(-s(a), s(b))))),
        case(op("divui"), ty, move |a, b| (u(b) != 0).then(|| mask(ty, u(a) / u(b)))),
        case(op("remui"), ty, move |a, b| (u(b) != 0).then(|| mask(ty, u(a) % u(b)))),
        case(op("ceildivui"), ty, move |a, b| (u(b) != 0).then(|| mask(ty, (u(a) + u(b) - 1) / u(b)))),
        case(op("andi"), ty, move |a, b| m(u(a) & u(b))),
        case(op("ori"), ty, move |a, b| m(u(a) | u(b))),
        case(op("xori"), ty, move |a, b| m(u(a) ^ u(b))),
        case(op("shli"), ty, move |a, b| shiftable(b).then(|| mask(ty, u(a) << u(b)))),
        case(op("shrui"), ty, move |a, b| shiftable(b).then(|| mask(ty, u(a) >> u(b)))),
        case(op("shrsi"), ty, move |a, b| shiftable(b).then(|| mask(ty, s(a) >> u(b)))),
        case(op("maxsi"), ty, move |a, b| m(s(a).max(s(b)))),
        case(op("minsi"), ty, move |a, b| m(s(a).min(s(b)))),
        case(op("maxui"), ty, move |a, b| m(u(a).max(u(b)))),
        case(op("minui"), ty, move |a, b| m(u(a).min(u(b)))),
    ]
}

fn integer_comparisons(ty: &'static str) -> Vec<Case> {
    let s = move |bits| signed(ty, bits);
    let u = move |bits| unsigned(ty, bits);
    let op = |name: &str| format!("arith.cmpi {name}, $a, $b : {ty}");
    vec![
        case(op("eq"), "i1", move |a, b| Some((u(a) == u(b)).into())),
        case(op("ne"), "i1", move |a, b| Some((u(a) != u(b)).into())),
        case(op("slt"), "i1", move |a, b| Some((s(a) < s(b)).into())),
        case(op("sle"), "i1", move |a, b| Some((s(a) <= s(b)).into())),
        case(op("sgt"), "i1", move |a, b| Some((s(a) > s(b)).into())),
        case(op("sge"), "i1", move |a, b| Some((s(a) >= s(b)).into())),
        case(op("ult"), "i1", move |a, b| Some((u(a) < u(b)).into())),
        case(op("ule"), "i1", move |a, b| Some((u(a) <= u(b)).into())),
        case(op("ugt"), "i1", move |a, b| Some((u(a) > u(b)).into())),
        case(op("uge"), "i1", move |a, b| Some((u(a) >= u(b)).into())),
    ]
}

#[test]
fn integer_arithmetic() {
    for ty in INTEGER_TYPES {
        check(ty, ty, &all_pairs(&integers(ty)), &integer_cases(ty));
    }
}

#[test]
fn integer_comparison() {
    for ty in INTEGER_TYPES {
        check(ty, ty, &all_pairs(&integers(ty)), &integer_comparisons(ty));
    }
}

#[test]
fn addition_with_carry() {
    for ty in INTEGER_TYPES {
        let wide = move |a, b| unsigned(ty, a) + unsigned(ty, b);
        let cases = [
            case(format!("$r, $r_carry = arith.addui_extended $a, $b : {ty}, i1"), ty, move |a, b| {
                Some(mask(ty, wide(a, b)))
            }),
            case(format!("$r_sum, $r = arith.addui_extended $a, $b : {ty}, i1"), "i1", move |a, b| {
                Some((wide(a, b) >> bits_of(ty)) as u64)
            }),
        ];
        check(ty, ty, &all_pairs(&integers(ty)), &cases);
    }
}

#[test]
fn integer_conversion() {
    for from in INTEGER_TYPES {
        let mut cases = Vec::new();
        for to in INTEGER_TYPES {
            let sign = move |a, _| Some(mask(to, signed(from, a)));
            let zero = move |a, _| Some(mask(to, unsigned(from, a)));
            let index = (from == "index") != (to == "index");
            if index {
                cases.push(case(format!("arith.index_cast $a : {from} to {to}"), to, sign));
                cases.push(case(format!("arith.index_castui $a : {from} to {to}"), to, zero));
            } else if from != "index" && bits_of(from) < bits_of(to) {
                cases.push(case(format!("arith.extsi $a : {from} to {to}"), to, sign));
                cases.push(case(format!("arith.extui $a : {from} to {to}"), to, zero));
            } else if from != "index" && bits_of(from) > bits_of(to) {
                cases.push(case(format!("arith.trunci $a : {from} to {to}"), to, zero));
            }
        }
        let values: Vec<_> = integers(from).into_iter().map(|value| (value, value)).collect();
        check(from, from, &values, &cases);
    }
}

#[test]
fn selection() {
    for ty in ["i1", "i8", "i16", "i32", "i64", "index", "f32", "f64"] {
        let values: Vec<u64> = [0, 1, 2, 0x7FF5].iter().map(|&value| mask(ty, value)).collect();
        let compare = if ty.starts_with('f') { "arith.cmpf olt" } else { "arith.cmpi ult" };
        let text = format!("$r_less = {compare}, $a, $b : {ty}\n$r = arith.select $r_less, $a, $b : {ty}");
        // Non-negative, so floats compare as their bits do.
        check(ty, ty, &all_pairs(&values), &[case(text, ty, |a, b| Some(a.min(b)))]);
    }
}

/// What the tests need of f32 and f64.
trait Float: Copy + 'static {
    const TYPE: &'static str;
    fn from_raw(bits: u64) -> Self;
    fn raw(self) -> u64;
    fn wide(self) -> f64;
    fn arithmetic(self, other: Self, op: &str) -> Self;
    fn round(self, op: &str) -> Self;
}

macro_rules! float {
    ($float:ty, $name:literal, $bits:ty) => {
        impl Float for $float {
            const TYPE: &'static str = $name;

            fn from_raw(bits: u64) -> Self {
                <$float>::from_bits(bits as $bits)
            }

            fn raw(self) -> u64 {
                self.to_bits().into()
            }

            fn wide(self) -> f64 {
                self.into()
            }

            fn arithmetic(self, other: Self, op: &str) -> Self {
                match op {
                    "addf" => self + other,
                    "subf" => self - other,
                    "mulf" => self * other,
                    _ => self / other,
                }
            }

            fn round(self, op: &str) -> Self {
                match op {
                    "floor" => self.floor(),
                    "ceil" => self.ceil(),
                    "trunc" => self.trunc(),
                    "roundeven" => self.round_ties_even(),
                    _ => self.sqrt(),
                }
            }
        }
    };
}

float!(f32, "f32", u32);
float!(f64, "f64", u64);

/// Edge values and random ones of every magnitude.
fn floats<F: Float>(extra: usize) -> Vec<u64> {
    let (exponent, mantissa) = if F::TYPE == "f32" { (8, 23) } else { (11, 52) };
    let infinity = ((1_u64 << exponent) - 1) << mantissa;
    let one = ((1_u64 << (exponent - 1)) - 1) << mantissa;
    let half_step = 1_u64 << (mantissa - 1);
    let sign = 1_u64 << (exponent + mantissa);
    let unit = 1_u64 << mantissa;
    let positive = [
        0,
        1,
        unit - 1, // the denormals' ends
        unit,     // the least normal
        one,
        one + 1,
        one - 1,
        one - unit, // 0.5
        one - unit + 1,
        one + half_step,                        // 1.5
        one + unit,                             // 2
        one + unit + half_step / 2,             // 2.5
        one + unit + half_step,                 // 3
        one + unit + half_step + half_step / 2, // 3.5
        one + mantissa * unit + 1,              // the first odd integer above 2^mantissa
        one + 31 * unit,
        one + 30 * unit + 3,
        infinity - 1,
        infinity,
        infinity + half_step, // quiet NaNs
        infinity + half_step + 5,
    ];
    let mut values: Vec<u64> = positive.iter().flat_map(|&bits| [bits, bits | sign]).collect();
    values.extend(random(extra).iter().map(|&value| value & (sign | (sign - 1))));
    values
}

fn float_arithmetic_of<F: Float>() {
    let ty = F::TYPE;
    let cases: Vec<Case> = ["addf", "subf", "mulf", "divf"]
        .into_iter()
        .map(|op| {
            let expected = move |a, b| Some(F::from_raw(a).arithmetic(F::from_raw(b), op).raw());
            float_case(format!("arith.{op} $a, $b : {ty}"), ty, expected)
        })
        .collect();
    check(ty, ty, &all_pairs(&floats::<F>(60)), &cases);
}

#[test]
fn float_arithmetic() {
    float_arithmetic_of::<f32>();
    float_arithmetic_of::<f64>();
}

fn float_rounding_of<F: Float>() {
    let ty = F::TYPE;
    let cases: Vec<Case> = ["floor", "ceil", "trunc", "roundeven", "sqrt"]
        .into_iter()
        .map(|op| float_case(format!("math.{op} $a : {ty}"), ty, move |a, _| Some(F::from_raw(a).round(op).raw())))
        .collect();
    let values: Vec<_> = floats::<F>(4000).into_iter().map(|value| (value, 0)).collect();
    check(ty, ty, &values, &cases);
}

#[test]
fn float_rounding_and_square_root() {
    float_rounding_of::<f32>();
    float_rounding_of::<f64>();
}

/// Signs and payloads of NaNs and denormals must come through exactly.
fn float_bits_of<F: Float>() {
    let ty = F::TYPE;
    let sign = 1_u64 << (bits_of(ty) - 1);
    let integer = if ty == "f32" { "i32" } else { "i64" };
    let cases = [
        case(format!("arith.negf $a : {ty}"), ty, move |a, _| Some(a ^ sign)),
        case(format!("math.absf $a : {ty}"), ty, move |a, _| Some(a & !sign)),
        case(format!("math.copysign $a, $b : {ty}"), ty, move |a, b| Some(a & !sign | b & sign)),
        case(format!("arith.bitcast $a : {ty} to {integer}"), integer, |a, _| Some(a)),
        case(format!("arith.select %inside, $b, $a : {ty}"), ty, |_, b| Some(b)),
    ];
    check(ty, ty, &all_pairs(&floats::<F>(20)), &cases);
    let back = [case(format!("arith.bitcast $a : {integer} to {ty}"), ty, |a, _| Some(a))];
    check(integer, integer, &all_pairs(&floats::<F>(0)), &back);
}

#[test]
fn float_bits() {
    float_bits_of::<f32>();
    float_bits_of::<f64>();
}

/// `arith.cmpf`'s predicates: whether each holds for operands that are less, equal, greater, unordered.
const PREDICATES: [(&str, [u64; 4]); 16] = [
    ("false", [0, 0, 0, 0]),
    ("oeq", [0, 1, 0, 0]),
    ("ogt", [0, 0, 1, 0]),
    ("oge", [0, 1, 1, 0]),
    ("olt", [1, 0, 0, 0]),
    ("ole", [1, 1, 0, 0]),
    ("one", [1, 0, 1, 0]),
    ("ord", [1, 1, 1, 0]),
    ("ueq", [0, 1, 0, 1]),
    ("ugt", [0, 0, 1, 1]),
    ("uge", [0, 1, 1, 1]),
    ("ult", [1, 0, 0, 1]),
    ("ule", [1, 1, 0, 1]),
    ("une", [1, 0, 1, 1]),
    ("uno", [0, 0, 0, 1]),
    ("true", [1, 1, 1, 1]),
];

fn float_comparison_of<F: Float>() {
    let compare = |a, b| F::from_raw(a).wide().partial_cmp(&F::from_raw(b).wide());
    let cases = PREDICATES.map(|(name, holds)| {
        let expected = move |a, b| Some(holds[compare(a, b).map_or(3, |order| (order as i8 + 1) as usize)]);
        case(format!("arith.cmpf {name}, $a, $b : {}", F::TYPE), "i1", expected)
    });
    check(F::TYPE, F::TYPE, &all_pairs(&floats::<F>(20)), &cases);
}

#[test]
fn float_comparison() {
    float_comparison_of::<f32>();
    float_comparison_of::<f64>();
}

#[test]
fn float_to_float() {
    let single: Vec<_> = floats::<f32>(500).into_iter().map(|value| (value, 0)).collect();
    let widen = |a, _| Some(f64::from(f32::from_raw(a)).to_bits());
    check("f32", "f32", &single, &[float_case("arith.extf $a : f32 to f64", "f64", widen)]);
    let mut double = floats::<f64>(500);
    double.extend(floats::<f32>(500).into_iter().map(|value| f64::from(f32::from_raw(value)).to_bits() + 0x1000_0000));
    let double: Vec<_> = double.into_iter().map(|value| (value, 0)).collect();
    let narrow = |a, _| Some(u64::from((f64::from_bits(a) as f32).to_bits()));
    check("f64", "f64", &double, &[float_case("arith.truncf $a : f64 to f32", "f32", narrow)]);
}

#[test]
fn integer_to_float() {
    for from in ["i1", "i8", "i16", "i32", "i64"] {
        let (s, u) = (move |a| signed(from, a), move |a| unsigned(from, a));
        let cases = [
            case(format!("arith.sitofp $a : {from} to f32"), "f32", move |a, _| Some((s(a) as f32).raw())),
            case(format!("arith.uitofp $a : {from} to f32"), "f32", move |a, _| Some((u(a) as f32).raw())),
            case(format!("arith.sitofp $a : {from} to f64"), "f64", move |a, _| Some((s(a) as f64).raw())),
            case(format!("arith.uitofp $a : {from} to f64"), "f64", move |a, _| Some((u(a) as f64).raw())),
        ];
        let mut values = integers(from);
        values.extend(random(500).iter().map(|&value| mask(from, value.into())));
        // Halfway between two f32, and two f64.
        values.extend([0x0100_0001, 0x0100_0003, 0x0020_0000_0000_0001, 0x0020_0000_0000_0003].map(|v| mask(from, v)));
        let values: Vec<_> = values.into_iter().map(|value| (value, 0)).collect();
        check(from, from, &values, &cases);
    }
}

fn float_to_integer_from<F: Float>() {
    let from = F::TYPE;
    let mut values = floats::<F>(200);
    let integral = [0_i64, 1, 2, 100, 127, 128, 200, 255, 256, 32767, 32768, 65535, 65536, 1 << 30, 1 << 31, 1 << 32];
    let numbers = integral.iter().flat_map(|&n| [n as f64, n as f64 + 0.75, -(n as f64), -(n as f64) - 0.25]);
    let huge = [2.0_f64.powi(62), 2.0_f64.powi(63), -2.0_f64.powi(63), 1.5 * 2.0_f64.powi(63)];
    let raw = |number: f64| if from == "f32" { u64::from((number as f32).to_bits()) } else { number.to_bits() };
    values.extend(numbers.chain(huge).map(raw));
    let values: Vec<_> = values.into_iter().map(|value| (value, 0)).collect();
    let mut cases = Vec::new();
    for to in ["i1", "i8", "i16", "i32", "i64"] {
        let bits = bits_of(to);
        let inside = move |a: u64, low: i128, high: i128| {
            let whole = F::from_raw(a).wide().trunc();
            // Beyond 2^100, `as` still converts, and infinities and NaNs fail the first test.
            (whole.abs() < 1e30).then_some(whole as i128).filter(|n| (low..high).contains(n)).map(|n| mask(to, n))
        };
        let (low, high) = (-(1_i128 << (bits - 1)), 1_i128 << (bits - 1));
        cases.push(case(format!("arith.fptosi $a : {from} to {to}"), to, move |a, _| inside(a, low, high)));
        cases.push(case(format!("arith.fptoui $a : {from} to {to}"), to, move |a, _| inside(a, 0, 1_i128 << bits)));
    }
    check(from, from, &values, &cases);
}

#[test]
fn float_to_integer() {
    float_to_integer_from::<f32>();
    float_to_integer_from::<f64>();
}

/// Without NoContraction, lavapipe reassociates `(a + b) - b` and contracts `a * b + c`.
#[test]
fn float_chains_are_not_reassociated() {
    let (add, mul) = ("$r_first = arith.addf $a, $b : f32", "$r_first = arith.mulf $a, $b : f32");
    let cases = [
        float_case(format!("{add}\n$r = arith.subf $r_first, $b : f32"), "f32", |a, b| {
            let (a, b) = (f32::from_raw(a), f32::from_raw(b));
            Some((a + b - b).raw())
        }),
        float_case(format!("{mul}\n$r = arith.addf $r_first, $a : f32"), "f32", |a, b| {
            let (a, b) = (f32::from_raw(a), f32::from_raw(b));
            Some((a * b + a).raw())
        }),
    ];
    let values = random(4000);
    let number = |bits: u64| u64::from(((bits >> 40) as f32 / 1024.0 - 5000.0).to_bits());
    let pairs: Vec<_> = values.chunks(2).map(|pair| (number(pair[0]), number(pair[1]))).collect();
    check("f32", "f32", &pairs, &cases);
}
