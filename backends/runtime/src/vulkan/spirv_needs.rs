//! What a SPIR-V module needs of a device, read from its words: capabilities and float controls from its declarations,
//! exact operations from its functions. It judges no other part of the module.

use std::collections::HashMap;

use crate::device::{Features, Widths};
use crate::error::DeviceError;
use crate::numerics::{Need, Needs, Operation, Type};

const MAGIC: u32 = 0x0723_0203;
pub(super) const HEADER_WORDS: usize = 5;
pub(super) const OP_EXECUTION_MODE: u32 = 16;
pub(super) const OP_CAPABILITY: u32 = 17;
const OP_FUNCTION: u32 = 54;
const OP_LOOP_MERGE: u32 = 246;

/// Has a function of the module a loop?
pub fn has_loop(module: &[u32]) -> bool {
    let mut rest = module.get(HEADER_WORDS..).unwrap_or_default();
    while let Some(&word) = rest.first() {
        if word & 0xFFFF == OP_LOOP_MERGE {
            return true;
        }
        rest = rest.get(((word >> 16) as usize).max(1)..).unwrap_or_default();
    }
    false
}

/// Checks that the device has every capability and every float control that the module declares.
pub fn check(module: &[u32], features: &Features) -> Result<(), DeviceError> {
    for instruction in declarations(module)? {
        let (name, present) = match *instruction {
            [_, capability] if opcode(instruction) == OP_CAPABILITY => has_capability(capability, features),
            [_, _, mode, width] if opcode(instruction) == OP_EXECUTION_MODE => has_float_control(mode, width, features),
            _ => continue,
        };
        if !present {
            return Err(DeviceError::MissingCapability(name));
        }
    }
    Ok(())
}

fn has_capability(capability: u32, features: &Features) -> (String, bool) {
    let (name, present) = match capability {
        1 => ("Shader", true),
        10 => ("Float64", features.float64),
        11 => ("Int64", features.int64),
        12 => ("Int64Atomics", features.int64_atomics),
        22 => ("Int16", features.int16),
        39 => ("Int8", features.int8),
        4433 | 4434 => ("16-bit storage", features.storage16),
        4448 | 4449 => ("8-bit storage", features.storage8),
        // Float controls: the execution modes say for which types.
        4464 | 4466 | 4467 => ("float controls", true),
        5347 => ("PhysicalStorageBufferAddresses", features.device_address),
        other => return (format!("SPIR-V capability {other}"), false),
    };
    (name.to_owned(), present)
}

/// Execution modes with one operand that is no width (there are none in kernels) are the driver's business.
fn has_float_control(mode: u32, width: u32, features: &Features) -> (String, bool) {
    let (name, widths) = match mode {
        4459 => ("DenormPreserve", features.denorm_preserve),
        4461 => ("SignedZeroInfNanPreserve", features.signed_zero_inf_nan_preserve),
        4462 => ("RoundingModeRTE", features.rounding_to_nearest),
        _ => ("", Widths::BOTH),
    };
    let present = match width {
        32 => widths.f32,
        64 => widths.f64,
        _ => false,
    };
    (format!("{name} for {width}-bit floats"), present || name.is_empty())
}

pub(super) fn opcode(instruction: &[u32]) -> u32 {
    instruction[0] & 0xffff
}

/// The module's instructions up to the first function.
fn declarations(module: &[u32]) -> Result<Vec<&[u32]>, DeviceError> {
    let mut all = instructions(module)?;
    let end = all.iter().position(|instruction| opcode(instruction) == OP_FUNCTION);
    all.truncate(end.ok_or(DeviceError::MalformedSpirv("no function"))?);
    Ok(all)
}

pub(super) fn instructions(module: &[u32]) -> Result<Vec<&[u32]>, DeviceError> {
    if module.first() != Some(&MAGIC) {
        return Err(DeviceError::MalformedSpirv("no magic number"));
    }
    let mut rest = module.get(HEADER_WORDS..).ok_or(DeviceError::MalformedSpirv("no header"))?;
    let mut found = Vec::new();
    while let Some(&first) = rest.first() {
        let words = (first >> 16) as usize;
        if words == 0 || words > rest.len() {
            return Err(DeviceError::MalformedSpirv("an instruction does not end"));
        }
        let (instruction, behind) = rest.split_at(words);
        found.push(instruction);
        rest = behind;
    }
    Ok(found)
}

const OP_EXT_INST: u32 = 12;
const OP_TYPE_INT: u32 = 21;
pub(super) const OP_TYPE_FLOAT: u32 = 22;
const OP_LOAD: u32 = 61;
const OP_STORE: u32 = 62;
const OP_SELECT: u32 = 169;
const OP_BITCAST: u32 = 124;

/// Which operations the module computes with, as far as the numerics self-test has verdicts on them.
pub fn numerics(module: &[u32]) -> Result<Needs, DeviceError> {
    let (mut types, mut values, mut needs) = (HashMap::new(), HashMap::new(), Needs::new());
    for instruction in instructions(module)? {
        match (opcode(instruction), instruction) {
            (OP_TYPE_INT | OP_TYPE_FLOAT, &[_, id, width, ..]) => {
                types.extend(scalar(opcode(instruction), width).map(|ty| (id, ty)));
            }
            (OP_STORE, &[_, _, value, ..]) => needs.extend(values.get(&value).and_then(|&ty| moved(ty))),
            // Nothing else begins with the id of a scalar type but what has a result of this type.
            (_, &[_, ty, id, ..]) if types.contains_key(&ty) => {
                values.insert(id, types[&ty]);
                needs.extend(operation(instruction, types[&ty], &values));
            }
            // Those with a result of another type: a comparison has a truth value.
            (_, &[_, _, _, operand, ..]) => {
                let compared = values.get(&operand).filter(|_| is_comparison(opcode(instruction)));
                needs.extend(compared.map(|&ty| (ty, Operation::Compare)));
            }
            _ => (),
        }
    }
    Ok(needs)
}

/// Narrower integers have no verdicts.
fn scalar(opcode: u32, width: u32) -> Option<Type> {
    match (opcode, width) {
        (OP_TYPE_INT, 32) => Some(Type::I32),
        (OP_TYPE_INT, 64) => Some(Type::I64),
        (OP_TYPE_FLOAT, 32) => Some(Type::F32),
        (OP_TYPE_FLOAT, 64) => Some(Type::F64),
        _ => None,
    }
}

fn moved(ty: Type) -> Option<Need> {
    ty.is_float().then_some((ty, Operation::Move))
}

/// `OpIEqual` to `OpFUnordGreaterThanEqual`.
fn is_comparison(opcode: u32) -> bool {
    (170..=191).contains(&opcode)
}

/// What an instruction with a result of type `to` needs.
fn operation(instruction: &[u32], to: Type, values: &HashMap<u32, Type>) -> Option<Need> {
    let from = instruction.get(3).and_then(|operand| values.get(operand)).copied();
    let float = |ty: Option<Type>| ty.filter(|ty| ty.is_float());
    Some(match opcode(instruction) {
        128 | 129 => (to, Operation::Add),
        130 | 131 => (to, Operation::Sub),
        132 | 133 => (to, Operation::Mul),
        134..=141 => (to, Operation::Div),
        194..=196 => (to, Operation::Shift),
        109 | 110 => (from?, Operation::ToInteger),
        111 | 112 => (to, Operation::FromInteger),
        113 | 114 if to.max(from.unwrap_or(to)) == Type::I64 => (Type::I64, Operation::Resize),
        115 => (Type::F64, Operation::Resize),
        OP_LOAD | OP_SELECT => return moved(to),
        OP_BITCAST => (float(Some(to)).or(float(from))?, Operation::Bits),
        OP_EXT_INST => (to, extended(*instruction.get(4)?)?),
        _ => return None,
    })
}

/// By the numbers of `GLSL.std.450`, the one set that kernels use.
fn extended(number: u32) -> Option<Operation> {
    match number {
        2 | 3 | 8 | 9 => Some(Operation::Round),
        31 => Some(Operation::Sqrt),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(capabilities: &[u32]) -> Vec<u32> {
        let mut words = vec![MAGIC, 0x0001_0500, 0, 10, 0];
        words.extend(capabilities.iter().flat_map(|&capability| [2 << 16 | OP_CAPABILITY, capability]));
        words.extend([5 << 16 | OP_FUNCTION, 1, 2, 0, 3]);
        words
    }

    #[test]
    fn names_the_missing_capability() {
        let no_f64 = Features { float64: false, ..Features::ALL };
        assert_eq!(check(&module(&[1, 11, 5347]), &no_f64), Ok(()));
        assert_eq!(check(&module(&[1, 10]), &no_f64), Err(DeviceError::MissingCapability("Float64".to_owned())));
        let no_atomics = Features { int64_atomics: false, ..Features::ALL };
        assert_eq!(check(&module(&[1, 11]), &no_atomics), Ok(()));
        let lacks = DeviceError::MissingCapability("Int64Atomics".to_owned());
        assert_eq!(check(&module(&[1, 11, 12]), &no_atomics), Err(lacks));
        assert_eq!(check(&module(&[1, 11, 12]), &Features::ALL), Ok(()));
        assert!(check(&module(&[99]), &Features::ALL).unwrap_err().to_string().contains("99"));
    }

    #[test]
    fn loops_are_found_and_words_like_them_are_not() {
        assert!(!has_loop(&module(&[1, OP_LOOP_MERGE])));
        let mut words = module(&[1]);
        words.extend([4 << 16 | OP_LOOP_MERGE, 1, 2, 0]);
        assert!(has_loop(&words));
        assert!(!has_loop(&[]));
    }

    #[test]
    fn float_controls_count_by_width() {
        let mut words = module(&[1, 4464]);
        let end = words.len() - 5;
        words.splice(end..end, [4 << 16 | OP_EXECUTION_MODE, 1, 4459, 64]);
        assert_eq!(check(&words, &Features::ALL), Ok(()));
        let only_f32 = Features { denorm_preserve: Widths { f32: true, f64: false }, ..Features::ALL };
        let message = check(&words, &only_f32).unwrap_err().to_string();
        assert_eq!(message, "the device lacks DenormPreserve for 64-bit floats");
    }

    /// A function's instructions on operands of both float types and both integer types: %1 to %4 are the types, %11 to %14
    /// values of them, %5 is `bool`.
    fn needs_of(code: &[&[u32]]) -> Vec<String> {
        let declarations: [&[u32]; 9] = [
            &[OP_TYPE_INT, 1, 32, 0],
            &[OP_TYPE_INT, 2, 64, 0],
            &[OP_TYPE_FLOAT, 3, 32],
            &[OP_TYPE_FLOAT, 4, 64],
            &[20, 5],
            &[1, 1, 11],
            &[1, 2, 12],
            &[1, 3, 13],
            &[1, 4, 14],
        ];
        let mut words = vec![MAGIC, 0x0001_0500, 0, 100, 0];
        for instruction in declarations.iter().chain([[OP_FUNCTION, 6, 7, 0, 8].as_slice()].iter()).chain(code) {
            words.push((instruction.len() as u32) << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        numerics(&words).unwrap().iter().map(|(ty, operation)| format!("{} {}", ty.name(), operation.name())).collect()
    }

    #[test]
    fn operations_count_by_type() {
        assert_eq!(needs_of(&[]), [""; 0]);
        assert_eq!(needs_of(&[&[129, 3, 20, 13, 13], &[136, 4, 21, 14, 14]]), ["f32 add", "f64 div"]);
        assert_eq!(needs_of(&[&[128, 1, 20, 11, 11], &[195, 2, 21, 12, 12]]), ["i32 add", "i64 shift"]);
        assert_eq!(needs_of(&[&[OP_EXT_INST, 3, 20, 50, 31, 13]]), ["f32 sqrt"]);
        assert_eq!(needs_of(&[&[OP_EXT_INST, 4, 20, 50, 8, 14]]), ["f64 round"]);
    }

    #[test]
    fn comparisons_and_stores_count_by_their_operands() {
        assert_eq!(needs_of(&[&[184, 5, 20, 14, 14], &[177, 5, 21, 11, 11]]), ["i32 compare", "f64 compare"]);
        // What was computed is an operand, too.
        assert_eq!(needs_of(&[&[133, 3, 20, 13, 13], &[180, 5, 21, 20, 20]]), ["f32 mul", "f32 compare"]);
        assert_eq!(needs_of(&[&[OP_STORE, 60, 13], &[OP_STORE, 60, 12]]), ["f32 move"]);
        assert_eq!(needs_of(&[&[OP_LOAD, 4, 20, 60], &[OP_SELECT, 1, 21, 20, 11, 11]]), ["f64 move"]);
    }

    #[test]
    fn conversions_count_by_the_type_that_is_hard() {
        assert_eq!(needs_of(&[&[110, 1, 20, 14]]), ["f64 to-integer"]);
        assert_eq!(needs_of(&[&[111, 3, 20, 12]]), ["f32 from-integer"]);
        assert_eq!(needs_of(&[&[115, 3, 20, 14]]), ["f64 resize"]);
        assert_eq!(needs_of(&[&[114, 2, 20, 11]]), ["i64 resize"]);
        assert_eq!(needs_of(&[&[113, 1, 20, 12]]), ["i64 resize"]);
        // From 16 bits.
        assert_eq!(needs_of(&[&[113, 1, 20, 99]]), [""; 0]);
        assert_eq!(needs_of(&[&[OP_BITCAST, 2, 20, 14], &[OP_BITCAST, 1, 21, 99]]), ["f64 bits"]);
    }

    #[test]
    fn rejects_what_is_no_module() {
        for broken in [&[][..], &[MAGIC], &[1, 2, 3, 4, 5, 6], &[MAGIC, 0, 0, 0, 0], &[MAGIC, 0, 0, 0, 0, 9 << 16]] {
            assert!(matches!(check(broken, &Features::ALL), Err(DeviceError::MalformedSpirv(_))), "{broken:?}");
        }
    }
}
