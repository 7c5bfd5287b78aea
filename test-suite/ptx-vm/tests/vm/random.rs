//! Random straight-line programs against Rust's arithmetic, without the table of expected values between them.

use proptest::prelude::*;

use crate::support::Run;

/// One instruction on four registers of its type: `registers[0] = op(registers[1], registers[2])`.
#[derive(Debug, Clone, Copy)]
struct Step {
    op: usize,
    registers: [usize; 3],
}

fn steps(ops: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..ops, [0..4usize, 0..4, 0..4]).prop_map(|(op, registers)| Step { op, registers });
    proptest::collection::vec(step, 1..40)
}

type Op<T> = (&'static str, fn(T, T) -> T);

/// The program as PTX, and what it leaves in the registers.
fn program<T: Copy>(ops: &[Op<T>], steps: &[Step], mut values: [T; 4], register: &str) -> (String, [T; 4]) {
    let mut body = String::new();
    for Step { op, registers: [out, a, b] } in steps {
        let (name, f) = ops[*op];
        body += &format!("{name} {register}{}, {register}{}, {register}{};\n", 4 + out, 4 + a, 4 + b);
        values[*out] = f(values[*a], values[*b]);
    }
    (body, values)
}

fn run(bits: u32, register: &str, input: &[u8], body: &str) -> Vec<u8> {
    let size = bits / 8;
    let each = |f: &dyn Fn(u32) -> String| (0..4).map(f).collect::<String>();
    let loads = each(&|i| format!("ld.global.b{bits} {register}{}, [%rd1+{}];\n", 4 + i, i * size));
    let stores = each(&|i| format!("st.global.b{bits} [%rd2+{}], {register}{};\n", i * size, 4 + i));
    Run::new(&format!("{loads}{body}{stores}")).input(input).bytes(u64::from(4 * size))
}

const S32: &[Op<i32>] = &[
    ("add.s32", i32::wrapping_add),
    ("sub.s32", i32::wrapping_sub),
    ("mul.lo.s32", i32::wrapping_mul),
    ("mul.hi.s32", |a, b| ((i64::from(a) * i64::from(b)) >> 32) as i32),
    ("min.s32", |a, b| a.min(b)),
    ("max.u32", |a, b| (a as u32).max(b as u32) as i32),
    ("and.b32", |a, b| a & b),
    ("or.b32", |a, b| a | b),
    ("xor.b32", |a, b| a ^ b),
    ("shl.b32", |a, b| a.checked_shl(b as u32).unwrap_or(0)),
    ("shr.s32", |a, b| a.checked_shr(b as u32).unwrap_or(a >> 31)),
    ("shr.u32", |a, b| (a as u32).checked_shr(b as u32).unwrap_or(0) as i32),
];

const S64: &[Op<i64>] = &[
    ("add.s64", i64::wrapping_add),
    ("sub.s64", i64::wrapping_sub),
    ("mul.lo.s64", i64::wrapping_mul),
    ("mul.hi.u64", |a, b| ((u128::from(a as u64) * u128::from(b as u64)) >> 64) as i64),
    ("min.u64", |a, b| (a as u64).min(b as u64) as i64),
    ("max.s64", |a, b| a.max(b)),
    ("and.b64", |a, b| a & b),
    ("xor.b64", |a, b| a ^ b),
];

/// NaNs are compared as one value: Rust does not promise their bits.
const F32: &[Op<f32>] = &[
    ("add.rn.f32", |a, b| a + b),
    ("sub.rn.f32", |a, b| a - b),
    ("mul.rn.f32", |a, b| a * b),
    ("div.rn.f32", |a, b| a / b),
    ("min.f32", |a, b| {
        if a == b && a.is_sign_negative() {
            a
        } else if a == b {
            b
        } else {
            a.min(b)
        }
    }),
    ("max.f32", |a, b| {
        if a == b && a.is_sign_negative() {
            b
        } else if a == b {
            a
        } else {
            a.max(b)
        }
    }),
];

const F64: &[Op<f64>] = &[
    ("add.rn.f64", |a, b| a + b),
    ("sub.rn.f64", |a, b| a - b),
    ("mul.rn.f64", |a, b| a * b),
    ("div.rn.f64", |a, b| a / b),
    ("min.f64", |a, b| {
        if a == b && a.is_sign_negative() {
            a
        } else if a == b {
            b
        } else {
            a.min(b)
        }
    }),
    ("max.f64", |a, b| {
        if a == b && a.is_sign_negative() {
            b
        } else if a == b {
            a
        } else {
            a.max(b)
        }
    }),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn integers_of_32_bits(values: [i32; 4], steps in steps(S32.len())) {
        let (body, expected) = program(S32, &steps, values, "%r");
        let found = run(32, "%r", &values.map(i32::to_le_bytes).concat(), &body);
        prop_assert_eq!(found, expected.map(i32::to_le_bytes).concat());
    }

    #[test]
    fn integers_of_64_bits(values: [i64; 4], steps in steps(S64.len())) {
        let (body, expected) = program(S64, &steps, values, "%rd");
        let found = run(64, "%rd", &values.map(i64::to_le_bytes).concat(), &body);
        prop_assert_eq!(found, expected.map(i64::to_le_bytes).concat());
    }

    #[test]
    fn single_precision(near: [bool; 4], bits: [u32; 4], steps in steps(F32.len())) {
        // Bits of all kinds, and numbers near 1, whose sums stay finite.
        let values = [0, 1, 2, 3].map(|i: usize| if near[i] { bits[i] as f32 / 1e9 } else { f32::from_bits(bits[i]) });
        let (body, expected) = program(F32, &steps, values, "%r");
        let found = run(32, "%r", &values.map(f32::to_le_bytes).concat(), &body);
        for (bytes, expected) in found.chunks(4).zip(expected) {
            let found = f32::from_le_bytes(bytes.try_into().expect("4 bytes"));
            prop_assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{found} {expected}");
        }
    }

    #[test]
    fn double_precision(near: [bool; 4], bits: [u64; 4], steps in steps(F64.len())) {
        let values = [0, 1, 2, 3].map(|i: usize| if near[i] { bits[i] as f64 / 1e18 } else { f64::from_bits(bits[i]) });
        let (body, expected) = program(F64, &steps, values, "%rd");
        let found = run(64, "%rd", &values.map(f64::to_le_bytes).concat(), &body);
        for (bytes, expected) in found.chunks(8).zip(expected) {
            let found = f64::from_le_bytes(bytes.try_into().expect("8 bytes"));
            prop_assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{found} {expected}");
        }
    }
}
