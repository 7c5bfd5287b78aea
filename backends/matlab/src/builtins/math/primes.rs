//! Whole numbers: `primes`, `isprime`, `factor`, `gcd`, `lcm`. Classes of integers are kept.

use crate::builtins::Call;
use crate::builtins::elementary::broadcast::broadcast;
use crate::builtins::elementary::mapper::not_defined;
use crate::builtins::search::keys::Keys;
use crate::ops;
use crate::value::{Array, Class, Complex64, Value};
use crate::{Error, Result, fail};
use raddle_matlab::ast::BinaryOp;

/// A list of doubles in the class of a value.
fn in_class(class: Class, value: Value) -> Result<Value> {
    if class.is_integer() || class == Class::Single { ops::convert(&value, class) } else { Ok(value) }
}

/// `primes(n)`: a row of those up to `n`.
pub fn primes(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let Some(n) = value.as_scalar().filter(|_| value.is_scalar() && !value.is_complex()) else {
        fail!("primes: N must be a real scalar");
    };
    if !n.is_finite() && n != f64::NEG_INFINITY {
        fail!("primes: N must be finite (not +Inf or NaN)");
    }
    if n > 1e10 {
        fail!("out of memory or dimension too large for Octave's index type");
    }
    let list = if n < 2.0 { vec![] } else { primes_to(n as usize) };
    Ok(vec![in_class(value.class(), Value::row(list))?])
}

fn primes_to(n: usize) -> Vec<f64> {
    // One flag for each odd number from 3 on.
    let mut composite = vec![false; n.saturating_sub(1) / 2];
    let mut list = vec![2.0];
    for k in 0..composite.len() {
        if composite[k] {
            continue;
        }
        let p = 2 * k + 3;
        list.push(p as f64);
        let mut multiple = (p * p - 3) / 2;
        while multiple < composite.len() {
            composite[multiple] = true;
            multiple += p;
        }
    }
    list
}

/// `list_primes(n)`: the first `n`.
pub fn list_primes(call: Call) -> Result<Vec<Value>> {
    let n = match call.args.first() {
        None => 25.0,
        Some(n) if n.is_scalar() => n.as_scalar().unwrap_or(0.0),
        Some(_) => fail!("list_primes: argument must be a scalar"),
    };
    if n < 1.0 || n.is_nan() {
        return Ok(vec![Value::empty()]);
    }
    let count = n as usize;
    let bound = if count < 6 { 13.0 } else { n * (n.ln() + n.ln().ln()) + 1.0 };
    if bound > 1e9 {
        fail!("out of memory or dimension too large for Octave's index type");
    }
    let mut list = primes_to(bound as usize);
    list.truncate(count);
    Ok(vec![Value::row(list)])
}

/// `isprime(x)`: of magnitudes; complex whole numbers in the sense of Gauss.
///
/// # Errors
/// Numbers with a fraction.
pub fn isprime(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if value.dims() == [0, 0].into() && value.is_number_like() {
        return Ok(vec![value]);
    }
    if let (Some(array), true) = (value.to_complex(), value.is_complex()) {
        if array.iter().any(|z| z.re.fract() != 0.0 || z.im.fract() != 0.0) {
            fail!("isprime: X contains non-integer entries");
        }
        return Ok(vec![Value::Bool(array.map(|&z| is_gaussian_prime(z)))]);
    }
    match Keys::new(&value) {
        Some(Keys::Integers(wide)) => {
            let flags = wide.iter().map(|&n| is_prime(n.unsigned_abs() as u64)).collect();
            Ok(vec![Value::Bool(Array::new(value.dims(), flags))])
        }
        _ => {
            let array = value.to_doubles().ok_or_else(|| not_defined("fix", &value))?;
            if array.iter().any(|x| x.fract() != 0.0) {
                fail!("isprime: X contains non-integer entries");
            }
            Ok(vec![Value::Bool(array.map(|&x| is_prime(x.abs() as u64)))])
        }
    }
}

fn is_gaussian_prime(z: Complex64) -> bool {
    let (a, b) = (z.re.abs() as u64, z.im.abs() as u64);
    match (a, b) {
        (0, n) | (n, 0) => n % 4 == 3 && is_prime(n),
        (a, b) => is_prime(a.saturating_mul(a).saturating_add(b.saturating_mul(b))),
    }
}

/// Miller and Rabin's test with bases that leave no exception below 2^64.
pub fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    for p in BASES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power_modulo(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        for _ in 1..twos {
            x = multiply_modulo(x, x, n);
            if x == n - 1 {
                return true;
            }
        }
        false
    })
}

fn multiply_modulo(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

fn power_modulo(base: u64, mut exponent: u64, n: u64) -> u64 {
    let (mut result, mut base) = (1, base % n);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply_modulo(result, base, n);
        }
        base = multiply_modulo(base, base, n);
        exponent >>= 1;
    }
    result
}

/// `factor(q)`: the prime factors; with two outputs each one once, and how often.
pub fn factor(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let refuse = "factor: Q must be a real non-negative integer";
    if !value.is_scalar() || value.is_complex() || !value.is_number_like() {
        fail!("{refuse}");
    }
    let q = match Keys::new(value) {
        Some(Keys::Integers(wide)) => wide.first().copied().filter(|&q| q >= 0).map(|q| q as u64),
        _ => value.as_scalar().filter(|&q| q >= 0.0 && q.fract() == 0.0 && q < 1.8e19).map(|q| q as u64),
    };
    let Some(q) = q else { fail!("{refuse}") };
    if value.class() == Class::Double && q as f64 > 9_007_199_254_740_992.0 {
        fail!("factor: Q too large to factor");
    }
    let factors = factors_of(q);
    if call.nargout < 2 {
        return Ok(vec![factor_list(value.class(), &factors)?]);
    }
    let mut distinct: Vec<u64> = factors.clone();
    distinct.dedup();
    let counts = distinct.iter().map(|p| factors.iter().filter(|q| *q == p).count() as f64).collect();
    Ok(vec![factor_list(value.class(), &distinct)?, Value::row(counts)])
}

fn factor_list(class: Class, factors: &[u64]) -> Result<Value> {
    if class == Class::U64 {
        return Ok(Value::U64(Array::row(factors.to_vec())));
    }
    in_class(class, Value::row(factors.iter().map(|&p| p as f64).collect()))
}

fn factors_of(mut q: u64) -> Vec<u64> {
    if q < 4 {
        return vec![q];
    }
    let mut factors = vec![];
    let mut p = 2;
    while p * p <= q {
        if is_prime(q) {
            break;
        }
        while q.is_multiple_of(p) {
            factors.push(p);
            q /= p;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    if q > 1 {
        factors.push(q);
    }
    factors
}

/// Greatest common divisor, and factors that make it: g = a x + b y.
fn extended_gcd(a: i128, b: i128) -> (i128, i128, i128) {
    let (mut g, mut rest) = (a.abs(), b.abs());
    let (mut x, mut next_x, mut y, mut next_y) = (1, 0, 0, 1);
    while rest != 0 {
        let quotient = g / rest;
        (g, rest) = (rest, g - quotient * rest);
        (x, next_x) = (next_x, x - quotient * next_x);
        (y, next_y) = (next_y, y - quotient * next_y);
    }
    (g, if a < 0 { -x } else { x }, if b < 0 { -y } else { y })
}

/// `gcd(a, b, ...)` and the factors as further outputs.
pub fn gcd(call: Call) -> Result<Vec<Value>> {
    let mut result = call.args[0].clone().full();
    let mut factors: Vec<Value> = vec![];
    for other in &call.args[1..] {
        let (g, x, y) = gcd_pair(&result, &other.clone().full())?;
        for factor in &mut factors {
            *factor = ops::binary(BinaryOp::Mul, factor, &x)?;
        }
        if factors.is_empty() {
            factors.push(x);
        }
        factors.push(y);
        result = g;
    }
    factors.insert(0, result);
    Ok(factors)
}

fn gcd_pair(a: &Value, b: &Value) -> Result<(Value, Value, Value)> {
    let class = gcd_class(a, b)?;
    let (x, y) = (whole_numbers(a)?, whole_numbers(b)?);
    let triples = broadcast("gcd", &x, &y, |&x, &y| extended_gcd(x, y))?;
    let part = |f: fn(&(i128, i128, i128)) -> i128| in_wide_class(class, triples.map(f));
    Ok((part(|t| t.0)?, part(|t| t.1)?, part(|t| t.2)?))
}

fn in_wide_class(class: Class, array: Array<i128>) -> Result<Value> {
    match class {
        Class::I64 => Ok(Value::I64(array.map(|&x| x as i64))),
        Class::U64 => Ok(Value::U64(array.map(|&x| x as u64))),
        class => in_class(class, Value::Double(array.map(|&x| x as f64))),
    }
}

fn gcd_class(a: &Value, b: &Value) -> Result<Class> {
    let plain = |value: &Value| value.is_number_like() && !value.is_text() && !value.is_complex();
    let (x, y) = (a.class(), b.class());
    let mixed = x.is_integer() && y.is_integer() && x != y;
    if !plain(a) || !plain(b) || mixed {
        fail!("gcd: invalid class combination for gcd: {} and {}", x.name(), y.name());
    }
    Ok(match (x, y) {
        (x, _) if x.is_integer() => x,
        (_, y) if y.is_integer() => y,
        (Class::Single, _) | (_, Class::Single) => Class::Single,
        _ => Class::Double,
    })
}

fn whole_numbers(value: &Value) -> Result<Array<i128>> {
    if let Some(Keys::Integers(wide)) = Keys::new(value) {
        return Ok(Array::new(value.dims(), wide));
    }
    let array = value.to_doubles().unwrap_or_default();
    if array.iter().any(|x| x.fract() != 0.0 || !x.is_finite()) {
        fail!("gcd: all values must be integers");
    }
    Ok(array.map(|&x| x as i128))
}

/// `lcm(a, b, ...)`: a times the quotient of b and their divisor, with the sign that this gives.
pub fn lcm(call: Call) -> Result<Vec<Value>> {
    let numeric = |value: &Value| value.is_number_like() && !matches!(value, Value::Bool(_) | Value::Char(_));
    if !call.args.iter().all(numeric) {
        return Err(Error::new("lcm: all arguments must be numeric"));
    }
    let mut result = call.args[0].clone().full();
    for other in &call.args[1..] {
        let (divisor, ..) = gcd_pair(&result, &other.clone().full())?;
        let product = ops::binary(BinaryOp::Mul, &result, &ops::binary(BinaryOp::RightDivide, other, &divisor)?)?;
        result = match product {
            // Zero and zero.
            Value::Double(array) => Value::Double(array.map(|&x| if x.is_nan() { 0.0 } else { x })),
            other => other,
        };
    }
    Ok(vec![result])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_agree_with_division() {
        let slow = |n: u64| n >= 2 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..2000).all(|n| is_prime(n) == slow(n)));
        let listed: Vec<f64> = (0..2000).filter(|&n| slow(n)).map(|n| n as f64).collect();
        assert_eq!(primes_to(1999), listed);
        assert!(is_prime(18_446_744_073_709_551_557) && !is_prime(u64::MAX));
    }

    #[test]
    fn factors_multiply_to_the_number() {
        assert_eq!(factors_of(600_851_475_143), [71, 839, 1471, 6857]);
        assert_eq!([factors_of(0), factors_of(1), factors_of(2)].concat(), [0, 1, 2]);
        assert!((4..500_u64).all(|n| factors_of(n).iter().product::<u64>() == n));
    }

    #[test]
    fn divisors_are_combinations() {
        assert_eq!(extended_gcd(12, 18), (6, -1, 1));
        assert_eq!(extended_gcd(-12, 18), (6, 1, 1));
        assert_eq!(extended_gcd(0, 0).0, 0);
    }
}
