//! Writing binary elements to open files.

use super::read::{self, Kind, Stored};
use crate::builtins::Call;
use crate::value::Value;
use crate::{Result, fail};

fn bytes(value: f64, stored: Stored, is_big_endian: bool) -> Vec<u8> {
    let bits = match (stored.kind, stored.size) {
        (Kind::Float, 4) => u64::from((value as f32).to_bits()),
        (Kind::Float, _) => value.to_bits(),
        (Kind::Signed, size) => {
            let limit = 2f64.powi(8 * size as i32 - 1);
            value.round().clamp(-limit, limit - 1.0) as i64 as u64
        }
        (Kind::Unsigned, size) => value.round().clamp(0.0, 2f64.powi(8 * size as i32) - 1.0) as u64,
    };
    let mut bytes = bits.to_le_bytes()[..stored.size].to_vec();
    if is_big_endian {
        bytes.reverse();
    }
    bytes
}

/// `fwrite(file, data, [precision], [skip], [order])`
pub fn fwrite(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let Some(data) = args[1].to_doubles() else {
        fail!("fwrite: wrong type argument '{}'", args[1].kind_name());
    };
    let name = args.get(2).and_then(Value::as_text).unwrap_or_else(|| "uchar".into());
    let Some((stored, _)) = read::stored(&name) else {
        fail!("fwrite: invalid PRECISION specified");
    };
    let order = args.get(4).and_then(Value::as_text);
    let is_standard = args[0].as_scalar().is_some_and(|number| number == 1.0 || number == 2.0);
    let is_big_endian = match order {
        Some(order) => order == "ieee-be" || order == "b",
        None if is_standard => false,
        None => session.state().files.get("fwrite", &args[0])?.is_big_endian,
    };
    let out: Vec<u8> = data.iter().flat_map(|&value| bytes(value, stored, is_big_endian)).collect();
    super::write(session, "fwrite", &args[0], &out)?;
    Ok(vec![Value::scalar(data.len() as f64)])
}
