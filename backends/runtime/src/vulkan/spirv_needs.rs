//! What a SPIR-V module needs of a device, read from its words. It judges no other part of the module.

use crate::device::Features;
use crate::error::DeviceError;

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: usize = 5;
const OP_CAPABILITY: u32 = 17;
const OP_FUNCTION: u32 = 54;

/// Checks that the device has every capability that the module declares.
pub fn check(module: &[u32], features: &Features) -> Result<(), DeviceError> {
    for capability in capabilities(module)? {
        let (name, present) = match capability {
            1 => ("Shader", true),
            9 => ("Float16", false),
            10 => ("Float64", features.float64),
            11 => ("Int64", features.int64),
            22 => ("Int16", features.int16),
            39 => ("Int8", features.int8),
            4433 | 4434 => ("16-bit storage", features.storage16),
            4448 | 4449 => ("8-bit storage", features.storage8),
            5347 => ("PhysicalStorageBufferAddresses", features.device_address),
            other => return Err(DeviceError::MissingCapability(format!("SPIR-V capability {other}"))),
        };
        if !present {
            return Err(DeviceError::MissingCapability(name.to_owned()));
        }
    }
    Ok(())
}

/// The module's capabilities; walks the instructions up to the first function.
fn capabilities(module: &[u32]) -> Result<Vec<u32>, DeviceError> {
    if module.first() != Some(&MAGIC) {
        return Err(DeviceError::MalformedSpirv("no magic number"));
    }
    let mut rest = module.get(HEADER_WORDS..).ok_or(DeviceError::MalformedSpirv("no header"))?;
    let mut found = Vec::new();
    while let Some(&first) = rest.first() {
        let (opcode, words) = (first & 0xffff, (first >> 16) as usize);
        if words == 0 || words > rest.len() {
            return Err(DeviceError::MalformedSpirv("an instruction does not end"));
        }
        match opcode {
            OP_CAPABILITY if words == 2 => found.push(rest[1]),
            OP_FUNCTION => return Ok(found),
            _ => {}
        }
        rest = &rest[words..];
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
        assert!(check(&module(&[99]), &Features::ALL).unwrap_err().to_string().contains("99"));
    }

    #[test]
    fn rejects_what_is_no_module() {
        for broken in [&[][..], &[MAGIC], &[1, 2, 3, 4, 5, 6], &[MAGIC, 0, 0, 0, 0], &[MAGIC, 0, 0, 0, 0, 9 << 16]] {
            assert!(matches!(check(broken, &Features::ALL), Err(DeviceError::MalformedSpirv(_))), "{broken:?}");
        }
    }
}
