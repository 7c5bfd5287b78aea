//! What a SPIR-V module needs of a device, read from its words. It judges no other part of the module.

use crate::device::{Features, Widths};
use crate::error::DeviceError;

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: usize = 5;
const OP_EXECUTION_MODE: u32 = 16;
const OP_CAPABILITY: u32 = 17;
const OP_FUNCTION: u32 = 54;

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

fn opcode(instruction: &[u32]) -> u32 {
    instruction[0] & 0xffff
}

/// The module's instructions up to the first function.
fn declarations(module: &[u32]) -> Result<Vec<&[u32]>, DeviceError> {
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
        if opcode(instruction) == OP_FUNCTION {
            return Ok(found);
        }
        found.push(instruction);
        rest = behind;
    }
    Err(DeviceError::MalformedSpirv("no function"))
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
    fn float_controls_count_by_width() {
        let mut words = module(&[1, 4464]);
        let end = words.len() - 5;
        words.splice(end..end, [4 << 16 | OP_EXECUTION_MODE, 1, 4459, 64]);
        assert_eq!(check(&words, &Features::ALL), Ok(()));
        let only_f32 = Features { denorm_preserve: Widths { f32: true, f64: false }, ..Features::ALL };
        let message = check(&words, &only_f32).unwrap_err().to_string();
        assert_eq!(message, "the device lacks DenormPreserve for 64-bit floats");
    }

    #[test]
    fn rejects_what_is_no_module() {
        for broken in [&[][..], &[MAGIC], &[1, 2, 3, 4, 5, 6], &[MAGIC, 0, 0, 0, 0], &[MAGIC, 0, 0, 0, 0, 9 << 16]] {
            assert!(matches!(check(broken, &Features::ALL), Err(DeviceError::MalformedSpirv(_))), "{broken:?}");
        }
    }
}
