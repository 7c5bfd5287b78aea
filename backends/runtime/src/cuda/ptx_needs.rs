//! Which operations the kernels of a PTX text compute with, as far as the numerics self-test has verdicts on them. It
//! judges nothing else of the text: the driver's compiler does.

use crate::numerics::{Needs, Operation, Type};

/// What the instructions of the text need.
pub fn needs(text: &[u8]) -> Needs {
    let mut needs = Needs::new();
    for line in text.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok()) {
        instruction(line, &mut needs);
    }
    needs
}

fn instruction(line: &str, needs: &mut Needs) {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with('@') || *word == "{");
    let Some(mnemonic) = words.next().map(|word| word.trim_end_matches(';')) else { return };
    let mut parts = mnemonic.split('.');
    let name = parts.next().unwrap_or_default();
    let Some(ty) = parts.filter_map(scalar).next_back() else { return };
    match name {
        "cvt" => needs.extend(conversion(mnemonic)),
        "mad" | "fma" => needs.extend([(ty, Operation::Mul), (ty, Operation::Add)]),
        // A widening product reads the narrow type, and is one of the wide one.
        "mul" if mnemonic.contains(".wide.") => needs.extend([(Type::I64, Operation::Mul)]),
        _ => needs.extend(operation(name, ty).map(|operation| (ty, operation))),
    }
}

fn operation(name: &str, ty: Type) -> Option<Operation> {
    Some(match name {
        "add" => Operation::Add,
        "sub" => Operation::Sub,
        "mul" => Operation::Mul,
        "div" | "rem" | "rcp" => Operation::Div,
        "sqrt" => Operation::Sqrt,
        "setp" | "set" => Operation::Compare,
        "min" | "max" => Operation::Compare,
        "neg" | "abs" | "copysign" if ty.is_float() => Operation::Bits,
        "ld" | "st" | "mov" | "selp" if ty.is_float() => Operation::Move,
        "shl" | "shr" => Operation::Shift,
        _ => return None,
    })
}

/// `cvt...TO.FROM`. Integers of 8 and 16 bits have no verdicts of their own.
fn conversion(mnemonic: &str) -> Option<(Type, Operation)> {
    // The self-test has no halves: what their conversions answer is exact, or rounded as all targets do.
    if mnemonic.split('.').any(|part| part == "f16") {
        return None;
    }
    let mut types = mnemonic.rsplit('.').map(scalar);
    let (from, to) = (types.next()?, types.next()?);
    let float = |ty: Option<Type>| ty.filter(|ty| ty.is_float());
    match (float(to), float(from)) {
        (Some(to), Some(from)) if to == from => Some((to, Operation::Round)),
        (Some(_), Some(_)) => Some((Type::F64, Operation::Resize)),
        (Some(to), None) => Some((to, Operation::FromInteger)),
        (None, Some(from)) => Some((from, Operation::ToInteger)),
        (None, None) if to.max(from) == Some(Type::I64) => Some((Type::I64, Operation::Resize)),
        (None, None) => None,
    }
}

/// `.b` types are what shifts and moves of bits have.
fn scalar(part: &str) -> Option<Type> {
    Some(match part {
        "f32" => Type::F32,
        "f64" => Type::F64,
        "s32" | "u32" | "b32" => Type::I32,
        "s64" | "u64" | "b64" => Type::I64,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &str) -> Vec<String> {
        needs(lines.as_bytes()).iter().map(|(ty, operation)| format!("{} {}", ty.name(), operation.name())).collect()
    }

    #[test]
    fn instructions_name_their_operations() {
        assert_eq!(of("\tadd.rn.f32 \t%r1, %r2, %r3;"), ["f32 add"]);
        assert_eq!(of("div.rn.f64 %rd1, %rd2, %rd3;\n\t@%p1 sqrt.rn.f32 %r1, %r2;"), ["f32 sqrt", "f64 div"]);
        assert_eq!(of("setp.lt.f64 %p1, %rd1, 0d0000000000000000;"), ["f64 compare"]);
        assert_eq!(of("selp.f64 %rd1, %rd2, %rd3, %p1;"), ["f64 move"]);
        assert_eq!(of("mul.wide.u32 %rd1, %r1, %r2;"), ["i64 mul"]);
        assert_eq!(of("mad.lo.s32 %r1, %r2, %r3, %r4;"), ["i32 add", "i32 mul"]);
        assert_eq!(of("shr.s32 %r1, %r2, 31;\n\tshl.b64 %rd1, %rd2, 3;"), ["i32 shift", "i64 shift"]);
    }

    #[test]
    fn conversions_by_their_two_types() {
        assert_eq!(of("cvt.rmi.f64.f64 %rd1, %rd2;"), ["f64 round"]);
        assert_eq!(of("cvt.rn.f32.f64 %r1, %rd1;\ncvt.f64.f32 %rd1, %r1;"), ["f64 resize"]);
        assert_eq!(of("cvt.rn.f64.s32 %rd1, %r1;"), ["f64 from-integer"]);
        assert_eq!(of("cvt.rzi.s64.f32 %rd1, %r1;"), ["f32 to-integer"]);
        assert_eq!(of("cvt.u64.u32 %rd1, %r1;"), ["i64 resize"]);
        assert_eq!(of("cvt.rn.f32.s16 %r1, %rs1;"), ["f32 from-integer"]);
        assert_eq!(of("cvt.rzi.s16.f32 %rs1, %r1;"), ["f32 to-integer"]);
    }

    #[test]
    fn halves_have_no_verdicts() {
        assert!(of("cvt.f32.f16 %r1, %rs1;\ncvt.rn.f16.f64 %rs1, %rd1;\nadd.rn.f16 %rs1, %rs2, %rs3;").is_empty());
    }

    #[test]
    fn what_is_no_arithmetic_needs_nothing() {
        assert!(
            of(".version 6.0\n.target sm_70\n\t.reg .b32 %r<10>;\n\t.loc 1 3 0\n$L__tmp0:\n\tret;\n\tbra $L1;\n}")
                .is_empty()
        );
        assert!(
            of("\tld.param.b64 %rd1, [k_param_0];\n\tmov.u32 %r1, %tid.x;\n\tst.global.b32 [%rd1], %r1;").is_empty()
        );
    }
}
