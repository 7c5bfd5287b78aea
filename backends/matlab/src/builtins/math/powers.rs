//! `nextpow2`, `pow2`, `rat`.

use crate::builtins::Call;
use crate::builtins::elementary::division::frexp;
use crate::builtins::elementary::numeric::wrap_as;
use crate::ops;
use crate::value::{Array, Class, Value};
use crate::{Result, fail};
use raddle_matlab::ast::BinaryOp;

/// `nextpow2(x)`: the least exponent with 2^n not below |x|.
pub fn nextpow2(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if !value.is_number_like() || matches!(value, Value::Bool(_) | Value::Char(_)) {
        fail!("nextpow2: X must be numeric");
    }
    let magnitudes = value.to_complex().unwrap_or_default().map(|z| z.re.hypot(z.im));
    let exponents = magnitudes.map(|&x| {
        let (fraction, exponent) = frexp(x);
        if x.is_infinite() || x.is_nan() {
            x
        } else if fraction == 0.5 {
            exponent - 1.0
        } else {
            exponent
        }
    });
    Ok(vec![wrap_as(value.class(), exponents)])
}

/// `pow2(x)`, `pow2(f, e)`.
pub fn pow2(call: Call) -> Result<Vec<Value>> {
    let two = Value::scalar(2.0);
    Ok(vec![match &call.args[..] {
        [fraction, exponent] => ops::binary(BinaryOp::Mul, fraction, &ops::binary(BinaryOp::Power, &two, exponent)?)?,
        args => ops::binary(BinaryOp::Power, &two, &args[0])?,
    }])
}

/// A number as a continued fraction: its steps, and the quotient they make.
struct Fraction {
    steps: Vec<f64>,
    numerator: f64,
    denominator: f64,
}

/// `rat(x, tolerance)`: text, or numerators and denominators.
pub fn rat(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if !value.class().is_float() || value.is_complex() {
        fail!("rat: X must be a single or double array");
    }
    let array = value.to_doubles().unwrap_or_default();
    let sum: f64 = array.iter().filter(|x| x.is_finite()).map(|x| x.abs()).sum();
    let tolerance = call.args.get(1).and_then(Value::as_scalar).unwrap_or(1e-6 * sum);
    let fractions: Vec<Fraction> = array.iter().map(|&x| fraction_of(x, tolerance)).collect();
    if call.nargout >= 2 {
        let part = |f: fn(&Fraction) -> f64| {
            wrap_as(value.class(), Array::new(array.dims().clone(), fractions.iter().map(f).collect()))
        };
        return Ok(vec![part(|f| f.numerator), part(|f| f.denominator)]);
    }
    let texts: Vec<String> = array.iter().zip(&fractions).map(|(&x, f)| text_of(x, f)).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    let rows = texts.len();
    let padded: Vec<Vec<u8>> = texts.iter().map(|text| format!("{text:width$}").into_bytes()).collect();
    let bytes = (0..width).flat_map(|column| padded.iter().map(move |row| row[column])).collect();
    Ok(vec![Value::chars(Array::new([rows, width].into(), bytes))])
}

fn fraction_of(x: f64, tolerance: f64) -> Fraction {
    if !x.is_finite() {
        let infinite = x.is_infinite();
        let numerator = if infinite { x.signum() } else { x };
        return Fraction { steps: vec![], numerator, denominator: if infinite { 0.0 } else { 1.0 } };
    }
    let (mut last_n, mut last_d) = (1.0, 0.0);
    let (mut n, mut d) = (x.round(), 1.0);
    let mut rest = x - n;
    let mut steps = vec![n];
    while (x - n / d).abs() >= tolerance && rest != 0.0 && steps.len() < 20 {
        let flip = 1.0 / rest;
        let step = flip.round();
        rest = flip - step;
        (n, last_n) = (n * step + last_n, n);
        (d, last_d) = (d * step + last_d, d);
        steps.push(step);
    }
    let sign = if d < 0.0 { -1.0 } else { 1.0 };
    Fraction { steps, numerator: n * sign, denominator: d * sign }
}

fn text_of(x: f64, fraction: &Fraction) -> String {
    let Some((first, rest)) = fraction.steps.split_first() else {
        return if x.is_nan() {
            "NaN".into()
        } else if x > 0.0 {
            "Inf".into()
        } else {
            "-Inf".into()
        };
    };
    let mut text = if *first == 0.0 && x.is_sign_negative() { "-0".into() } else { format!("{first:.0}") };
    for (k, step) in rest.iter().enumerate() {
        let last = k + 1 == rest.len();
        text += &match (last, *step < 0.0) {
            (true, true) => format!(" + 1/({step:.0})"),
            (true, false) => format!(" + 1/{step:.0}"),
            (false, _) => format!(" + 1/({step:.0}"),
        };
    }
    text + &")".repeat(rest.len().saturating_sub(1)) + if rest.is_empty() && *first != 0.0 { " " } else { "" }
}

/// The class of a value if it is single, else double.
pub fn single_or_double(value: &Value) -> Class {
    if value.class() == Class::Single { Class::Single } else { Class::Double }
}
