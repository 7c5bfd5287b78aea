//! Floats smaller than the smallest normal number: drivers may compute with zero in their place (NVIDIA's does, for `float`), unless a module asks
//! for them. Whether a device offers that is not known when a module is made, so it is asked for here.

use std::borrow::Cow;

use super::spirv_needs::{HEADER_WORDS, OP_CAPABILITY, OP_EXECUTION_MODE, OP_TYPE_FLOAT, instructions, opcode};
use crate::device::Features;
use crate::error::DeviceError;

const OP_ENTRY_POINT: u32 = 15;
const CAPABILITY: u32 = 4464;
const MODE: u32 = 4459;

/// The module with a request for denormals of all its types, if the device offers them for all of these. (For some alone, devices have rules.)
pub fn kept<'m>(module: &'m [u32], features: &Features) -> Result<Cow<'m, [u32]>, DeviceError> {
    let list = instructions(module)?;
    let widths: Vec<u32> =
        list.iter().filter(|it| opcode(it) == OP_TYPE_FLOAT).filter_map(|it| it.get(2).copied()).collect();
    let is_offered = |width: &u32| match width {
        32 => features.denorm_preserve.f32,
        64 => features.denorm_preserve.f64,
        _ => false,
    };
    let asks = |it: &&[u32]| opcode(it) == OP_EXECUTION_MODE && it.get(2) == Some(&MODE);
    if widths.is_empty() || !widths.iter().all(is_offered) || list.iter().any(asks) {
        return Ok(Cow::Borrowed(module));
    }
    let entries = list.iter().filter(|it| opcode(it) == OP_ENTRY_POINT).filter_map(|it| it.get(2).copied());
    let modes = entries
        .flat_map(|entry| widths.iter().flat_map(move |width| [4 << 16 | OP_EXECUTION_MODE, entry, MODE, *width]));
    let requests = [(OP_CAPABILITY, vec![2 << 16 | OP_CAPABILITY, CAPABILITY]), (OP_ENTRY_POINT, modes.collect())];
    let mut words = module[..HEADER_WORDS].to_vec();
    for (at, instruction) in list.iter().enumerate() {
        words.extend_from_slice(instruction);
        let is_last = |op: u32| opcode(instruction) == op && list.get(at + 1).is_none_or(|next| opcode(next) != op);
        requests.iter().filter(|(op, _)| is_last(*op)).for_each(|(_, request)| words.extend_from_slice(request));
    }
    Ok(Cow::Owned(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Widths;

    /// A module with two kernels and floats of 32 bits.
    const MODULE: [u32; 26] = [
        0x0723_0203,
        0x0001_0500,
        0,
        9,
        0, // header
        2 << 16 | 17,
        1, // Shader
        2 << 16 | 17,
        11, // Int64
        3 << 16 | 14,
        0,
        1, // memory model
        4 << 16 | 15,
        5,
        3,
        0x61, // entry point %3 "a"
        4 << 16 | 15,
        5,
        4,
        0x62, // entry point %4 "b"
        3 << 16 | 16,
        3,
        31, // an execution mode
        3 << 16 | 22,
        2,
        32, // float
    ];

    #[test]
    fn all_kernels_ask_for_what_the_device_offers() {
        let kept = kept(&MODULE, &Features::ALL).unwrap();
        let added = [&MODULE[..9], &[2 << 16 | 17, 4464], &MODULE[9..20]].concat();
        let modes = [4 << 16 | 16, 3, 4459, 32, 4 << 16 | 16, 4, 4459, 32];
        assert_eq!(kept[..], [&added[..], &modes, &MODULE[20..]].concat());
        // Once is enough.
        assert!(matches!(super::kept(&kept, &Features::ALL), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn a_device_without_them_gets_the_module_as_it_is() {
        let only_f64 = Features { denorm_preserve: Widths { f32: false, f64: true }, ..Features::ALL };
        assert!(matches!(kept(&MODULE, &only_f64), Ok(Cow::Borrowed(_))));
        let mut with_halves = MODULE;
        with_halves[25] = 16;
        assert!(matches!(kept(&with_halves, &Features::ALL), Ok(Cow::Borrowed(_))));
        assert!(kept(&MODULE[1..], &Features::ALL).is_err());
    }
}
