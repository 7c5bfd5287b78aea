//! Functions of bits, and `idivide`. Doubles and singles count as whole numbers of 53 and 24 bits.

use super::elementary::broadcast::broadcast;
use super::elementary::numeric::{Integer, with_integers};
use super::{Call, Entry, entry, file_entry};
use crate::value::{Array, Class, Dims, Value};
use crate::{Error, Result, fail};

pub const TABLE: &[Entry] = &[
    entry("bitand", 2, 2, |call| bit_operation(call, |a, b| a & b)),
    entry("bitor", 2, 2, |call| bit_operation(call, |a, b| a | b)),
    entry("bitxor", 2, 2, |call| bit_operation(call, |a, b| a ^ b)),
    entry("bitshift", 2, 3, bitshift),
    file_entry("bitcmp", 1, 2, bitcmp),
    file_entry("bitget", 2, 2, bitget),
    file_entry("bitset", 2, 3, bitset),
    file_entry("idivide", 2, 3, idivide),
];

/// The elements as whole numbers of a class: floats rounded and saturated.
fn wide(value: &Value, class: Class) -> Array<i128> {
    with_integers!(value, array => array.map(|x| x.wide()), other => {
        let array = other.to_doubles().unwrap_or_default();
        let (least, greatest) = limits(class);
        array.map(|x| (x.round() as i128).clamp(least, greatest))
    })
}

/// The whole numbers of a class; those of floats are what bits are taken of.
fn limits(class: Class) -> (i128, i128) {
    match class {
        Class::I8 => (i8::MIN.into(), i8::MAX.into()),
        Class::I16 => (i16::MIN.into(), i16::MAX.into()),
        Class::I32 => (i32::MIN.into(), i32::MAX.into()),
        Class::I64 => (i64::MIN.into(), i64::MAX.into()),
        Class::U8 => (0, u8::MAX.into()),
        Class::U16 => (0, u16::MAX.into()),
        Class::U32 => (0, u32::MAX.into()),
        Class::Bool => (0, 1),
        _ => (0, u64::MAX.into()),
    }
}

/// Whole numbers as a value of a class.
fn unwide(class: Class, array: Array<i128>) -> Value {
    match class {
        Class::Single => Value::Single(array.map(|&x| x as f32)),
        Class::Bool => Value::Bool(array.map(|&x| x != 0)),
        Class::I8 => saturated::<i8>(&array),
        Class::I16 => saturated::<i16>(&array),
        Class::I32 => saturated::<i32>(&array),
        Class::I64 => saturated::<i64>(&array),
        Class::U8 => saturated::<u8>(&array),
        Class::U16 => saturated::<u16>(&array),
        Class::U32 => saturated::<u32>(&array),
        Class::U64 => saturated::<u64>(&array),
        _ => Value::Double(array.map(|&x| x as f64)),
    }
}

fn saturated<T: Integer>(array: &Array<i128>) -> Value {
    T::wrap(array.map(|&x| T::from_wide(x)))
}

fn bit_operation(call: Call, f: fn(i128, i128) -> i128) -> Result<Vec<Value>> {
    Ok(vec![bits(call.name, &call.args[0], &call.args[1], f)?])
}

fn bits(name: &str, x: &Value, y: &Value, f: fn(i128, i128) -> i128) -> Result<Value> {
    let class = common_class(name, x, y)?;
    let (a, b) = (wide(x, class), wide(y, class));
    check_extents(a.dims(), b.dims(), || {
        format!("{name}: size of X and Y must match, or one operand must be a scalar")
    })?;
    Ok(unwide(class, broadcast(name, &a, &b, |&a, &b| f(a, b))?))
}

fn check_extents(a: &Dims, b: &Dims, message: impl Fn() -> String) -> Result<()> {
    if a == b || a.is_scalar() || b.is_scalar() { Ok(()) } else { Err(Error::new(message())) }
}

fn common_class(name: &str, x: &Value, y: &Value) -> Result<Class> {
    for value in [x, y] {
        if value.is_text() || value.is_complex() || !value.is_number_like() {
            fail!("{name}: invalid operand type");
        }
    }
    Ok(match (x.class(), y.class()) {
        (a, b) if a == b => a,
        (a, b) if a.is_integer() && b.is_integer() => fail!("{name}: must have matching operand types"),
        (a, _) if a.is_integer() => a,
        (_, b) if b.is_integer() => b,
        (Class::Single, _) | (_, Class::Single) => Class::Single,
        _ => Class::Double,
    })
}

/// The number of bits that a class has for numbers that are not negative.
fn bit_count(class: Class) -> Option<u32> {
    Some(match class {
        Class::Double => 53,
        Class::Single => 24,
        Class::I8 => 7,
        Class::I16 => 15,
        Class::I32 => 31,
        Class::I64 => 63,
        Class::U8 => 8,
        Class::U16 => 16,
        Class::U32 => 32,
        Class::U64 => 64,
        _ => return None,
    })
}

/// `bitshift(a, n)`, `bitshift(a, n, bits)`: to the left for positive `n`.
///
/// # Errors
/// Classes without bits, shifts that are no integers, extents that do not match.
pub fn bitshift(call: Call) -> Result<Vec<Value>> {
    let (a, n) = (&call.args[0], &call.args[1]);
    let class = a.class();
    let bits = bit_count(class).filter(|_| !a.is_complex());
    let Some(bits) = bits else { fail!("bitshift: not defined for {} objects", class.name()) };
    let kept = match call.args.get(2) {
        None => bits,
        Some(count) => match count.as_scalar() {
            Some(count) if count >= 0.0 => (count as u32).min(bits),
            _ => fail!("bitshift: N must be positive"),
        },
    };
    let shifts = n.to_doubles().unwrap_or_default();
    if shifts.iter().any(|n| n.fract() != 0.0) {
        fail!("bitshift: K must be a scalar or array of integers");
    }
    Ok(vec![shifted(a, &shifts, kept)?])
}

fn shifted(a: &Value, shifts: &Array<f64>, kept: u32) -> Result<Value> {
    let class = a.class();
    let bits = bit_count(class).unwrap_or_default();
    let values = if class.is_float() {
        // Other than in the bit operations, the fraction is dropped and the sign is kept.
        let limit = i128::from(i64::MAX);
        a.to_doubles().unwrap_or_default().map(|&x| if x.is_finite() { (x as i128).clamp(-limit, limit) } else { 0 })
    } else {
        wide(a, class)
    };
    check_extents(values.dims(), shifts.dims(), || {
        "bitshift: size of A and N must match, or one operand must be a scalar".into()
    })?;
    let mask = (1_i128 << kept) - 1;
    let shifted = broadcast("bitshift", &values, shifts, |&x, &n| {
        let n = n.clamp(-127.0, 127.0) as i32;
        match class {
            Class::Double | Class::Single => x.signum() * (moved(x.abs(), n, 63) & mask),
            Class::U8 | Class::U16 | Class::U32 | Class::U64 => moved(x, n, bits - 1) & mask,
            _ => signed_shift(x, n, bits, mask),
        }
    })?;
    Ok(unwide(class, shifted))
}

/// Zero for shifts to the left by more than `most`.
fn moved(x: i128, n: i32, most: u32) -> i128 {
    match n {
        n if n > most as i32 => 0,
        n if n >= 0 => x.wrapping_shl(n.unsigned_abs()),
        n => x >> n.unsigned_abs().min(127),
    }
}

/// In two's complement with `bits` bits beside the sign, which a mask keeps.
fn signed_shift(x: i128, n: i32, bits: u32, mask: i128) -> i128 {
    let sign = 1_i128 << bits;
    let moved = if n >= bits as i32 { 0 } else { moved(x, n, bits) };
    let pattern = moved & (mask | sign);
    let whole = pattern & (2 * sign - 1);
    if whole & sign == 0 { whole } else { whole - 2 * sign }
}

/// `bitcmp(a)`, `bitcmp(a, k)`: the complement of the lowest `k` bits.
fn bitcmp(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    let class = a.class();
    let Some(bits) = bit_count(class) else { fail!("bitcmp: invalid class {}", class.name()) };
    let signed = matches!(class, Class::I8 | Class::I16 | Class::I32 | Class::I64);
    let count = call.args.get(1).and_then(Value::as_count).map(|count| count as u32);
    let complement = |x: i128| match count {
        Some(count) if count < bits => !x & ((1 << count) - 1),
        _ if signed => !x,
        _ => !x & ((1_i128 << bits) - 1),
    };
    Ok(vec![unwide(class, wide(a, class).map(|&x| complement(x)))])
}

/// The numbers of bits, checked: 1 for the lowest.
fn bit_numbers(name: &str, n: &Value, class: Class) -> Result<Array<f64>> {
    let Some(bits) = bit_count(class) else { fail!("{name}: invalid class {}", class.name()) };
    // `bitget` lets the sign's bit pass, which then is zero.
    let signed = matches!(class, Class::I8 | Class::I16 | Class::I32 | Class::I64);
    let bits = bits + u32::from(signed && name == "bitget");
    let numbers = n.to_doubles().unwrap_or_default();
    if numbers.iter().any(|&n| !(n >= 1.0 && n <= f64::from(bits))) {
        fail!("{name}: N must be in the range [1,{bits}]");
    }
    Ok(numbers)
}

/// `bitget(a, n)`: logical.
fn bitget(call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    let class = a.class();
    let numbers = bit_numbers(call.name, &call.args[1], class)?;
    let values = wide(a, class);
    check_extents(values.dims(), numbers.dims(), || {
        "bitand: size of X and Y must match, or one operand must be a scalar".into()
    })?;
    let most = bit_count(class).unwrap_or_default();
    let bit = |&x: &i128, &n: &f64| (n as u32) <= most && x >> (n as u32 - 1) & 1 == 1;
    Ok(vec![Value::Bool(broadcast(call.name, &values, &numbers, bit)?)])
}

/// `bitset(a, n)`, `bitset(a, n, value)`.
fn bitset(call: Call) -> Result<Vec<Value>> {
    let (a, n) = (&call.args[0], &call.args[1]);
    let class = a.class();
    if a.to_doubles().is_some_and(|array| array.iter().any(|&x| x < 0.0)) {
        fail!("bitset: A must be >= 0");
    }
    let numbers = bit_numbers(call.name, n, class)?;
    let on = call.args.get(2).map_or(Some(Array::scalar(1.0)), Value::to_doubles).unwrap_or_default();
    let values = wide(a, class);
    let mut dims = values.dims().clone();
    for other in [numbers.dims(), on.dims()] {
        check_extents(&dims, other, || "bitset: A, N, and VAL must be the same size or scalar".into())?;
        if dims.is_scalar() {
            dims = other.clone();
        }
    }
    let bits = broadcast(call.name, &numbers, &on, |&n, &on| (1_i128 << (n as u32 - 1), on != 0.0))?;
    let set = broadcast(call.name, &values, &bits, |&x, &(bit, on)| if on { x | bit } else { x & !bit })?;
    Ok(vec![unwide(class, set)])
}

/// How a quotient becomes whole.
#[derive(Clone, Copy)]
enum Rounding {
    Fix,
    Ceil,
    Round,
    Floor,
}

/// `idivide(x, y, rounding)`.
///
/// # Errors
/// No integer class, two of them, unknown roundings, extents that do not conform.
fn idivide(call: Call) -> Result<Vec<Value>> {
    let word = call.args.get(2).map_or(Some("fix".into()), Value::as_text).unwrap_or_default();
    let (x, y) = (&call.args[0], &call.args[1]);
    let class = match (x.class(), y.class()) {
        (a, b) if a.is_integer() && b.is_integer() && a != b => {
            fail!("idivide: integer type of X ({}) must match integer type of Y ({})", a.name(), b.name())
        }
        (a, _) if a.is_integer() => a,
        (_, b) if b.is_integer() => b,
        _ => fail!("idivide: at least one input (X or Y) must be an integer type"),
    };
    let rounding = match word.as_str() {
        "fix" => Rounding::Fix,
        "ceil" => Rounding::Ceil,
        "round" => Rounding::Round,
        "floor" => Rounding::Floor,
        word => fail!("idivide: unrecognized rounding type \"{word}\""),
    };
    let quotients = if x.class() == y.class() || y.class() == Class::Bool {
        let limits = limits(class);
        let (a, b) = (wide(x, class), wide(y, class));
        broadcast("quotient", &a, &b, |&a, &b| quotient(a, b, rounding, limits))
    } else {
        let (Some(a), Some(b)) = (x.to_doubles(), y.to_doubles()) else {
            // Complex numbers have no quotient with integers.
            let quotient = crate::ops::binary(raddle_matlab::ast::BinaryOp::RightDivide, x, y);
            return quotient.map(|value| vec![value]);
        };
        broadcast("quotient", &a, &b, |&a, &b| float_quotient(a, b, rounding, limits(class)))
    };
    Ok(vec![unwide(class, quotients?)])
}

/// Exact. Octave's `fix` is away from zero for negative dividends.
fn quotient(a: i128, b: i128, rounding: Rounding, (least, greatest): (i128, i128)) -> i128 {
    if b == 0 {
        let infinite = if a > 0 {
            greatest
        } else if a < 0 {
            least
        } else {
            0
        };
        return match rounding {
            Rounding::Fix | Rounding::Ceil if a < 0 => infinite + 1,
            Rounding::Floor if a > 0 => infinite - 1,
            _ => infinite,
        };
    }
    let (whole, rest) = (a / b, a % b);
    let away = if (a < 0) == (b < 0) { 1 } else { -1 };
    let exact = rest == 0;
    whole
        + match rounding {
            _ if exact => 0,
            Rounding::Fix => {
                if a < 0 {
                    away
                } else {
                    0
                }
            }
            Rounding::Ceil => away.max(0),
            Rounding::Floor => away.min(0),
            Rounding::Round => {
                if 2 * rest.abs() >= b.abs() {
                    away
                } else {
                    0
                }
            }
        }
}

fn float_quotient(a: f64, b: f64, rounding: Rounding, (least, greatest): (i128, i128)) -> i128 {
    let exact = a / b;
    let whole = match rounding {
        Rounding::Fix if a < 0.0 => exact.signum() * exact.abs().ceil(),
        Rounding::Fix => exact.trunc(),
        Rounding::Ceil => exact.ceil(),
        Rounding::Floor => exact.floor(),
        Rounding::Round => exact.round(),
    };
    (whole as i128).clamp(least, greatest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_of_signed_numbers_wrap() {
        let x = Value::I8(Array::row(vec![-128, -65, -33, -1, 0, 31, 64, 127]));
        let shift = |n: f64| match shifted(&x, &Array::scalar(n), 7) {
            Ok(Value::I8(array)) => array.into_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!(shift(1.0), [0, 126, -66, -2, 0, 62, -128, -2]);
        assert_eq!(shift(6.0), [0, -64, -64, -64, 0, -64, 0, -64]);
        assert_eq!(shift(7.0), [0; 8]);
        assert_eq!(shift(-8.0), [-1, -1, -1, -1, 0, 0, 0, 0]);
    }

    #[test]
    fn quotients_are_octaves() {
        let limits = limits(Class::I32);
        let all =
            |a, b| [Rounding::Fix, Rounding::Ceil, Rounding::Floor, Rounding::Round].map(|r| quotient(a, b, r, limits));
        assert_eq!(all(-7, 2), [-4, -3, -4, -4]);
        assert_eq!(all(7, -2), [-3, -3, -4, -4]);
        assert_eq!(all(-7, -3), [3, 3, 2, 2]);
        assert_eq!(all(7, 0), [i32::MAX.into(), i32::MAX.into(), i128::from(i32::MAX) - 1, i32::MAX.into()]);
    }
}
