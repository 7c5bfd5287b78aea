//! C text of operations on complex numbers: two doubles, of which the second is zero where the interpreter has a real number. What
//! is done depends on that, as it does in the interpreter (`numbers.h`). Functions without a short formula are the interpreter's own,
//! outside of nests.

use super::code::{Code, literal};
use super::emit::{Emitter, Result, unsupported};
use super::operations::elementary;
use super::types::Elem;
use crate::ast::{BinaryOp, Expr, Span};

/// Powers with exponents up to this are written as products.
const MAX_PRODUCTS: f64 = 64.0;

/// The interpreter's functions, by the number that `raddlemat_complex` knows them by.
const LIBRARY: &[&str] = &[
    "power", "sqrt", "log", "log2", "log10", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan",
    "asinh", "expm1",
];

/// Both parts in variables of their own.
fn parts(em: &mut Emitter, re: &str, im: &str) -> Code {
    let (re, im) = (em.temporary(re), em.temporary(im));
    Code::complex(re, im)
}

/// An operation that a macro of `numbers.h` computes.
fn both(em: &mut Emitter, name: &str, [a, b, c, d]: [&str; 4]) -> Code {
    let [re, im] = [(); 2].map(|()| em.variable_for("double"));
    em.line(format!("RADDLE_{name}({re}, {im}, {a}, {b}, {c}, {d})"));
    Code::complex(re, im)
}

pub fn conjugate(em: &mut Emitter, z: &Code) -> Code {
    parts(em, &z.text, &format!("-{}", z.imaginary()))
}

pub fn minus(em: &mut Emitter, z: &Code) -> Code {
    parts(em, &format!("-{}", z.text), &format!("-{}", z.imaginary()))
}

/// `complex(a, b)`. With a zero the result would be complex in the interpreter, too, but not here.
pub fn of_parts(em: &mut Emitter, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let code = parts(em, &a.number(), &b.number());
    em.test(&format!("{} != 0", code.imaginary()), span)?;
    Ok(code)
}

/// `a op b`, one of which is complex.
pub fn arithmetic(em: &mut Emitter, op: BinaryOp, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let (x, y) = (em.word(&a.number()), em.word(&b.number()));
    let (u, v) = (a.imaginary(), b.imaginary());
    let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
    let plain = elementary(op, &x, &y, span)?;
    let is_product = matches!(op, BinaryOp::Mul | BinaryOp::MatMul);
    Ok(match (&a.imag, &b.imag) {
        // The zero of a real number changes no imaginary part that is not zero.
        _ if is_sum => {
            let imag = elementary(op, &u, &v, span)?;
            parts(em, &plain, &imag)
        }
        (Some(u), None) if is_product => parts(em, &plain, &format!("raddle_scaled({u}, {y})")),
        (None, Some(v)) if is_product => parts(em, &plain, &format!("raddle_scaled({v}, {x})")),
        (Some(u), None) => parts(em, &plain, &format!("raddle_shrunk({u}, {y})")),
        _ if is_product => both(em, "TIMES", [&x, &u, &y, &v]),
        _ => both(em, "OVER", [&x, &u, &y, &v]),
    })
}

/// `a ^ b`, one of which is complex.
pub fn power(em: &mut Emitter, a: &Code, b: &Code, right: &Expr, span: Span) -> Result<Code> {
    let exponent = literal(right).filter(|exponent| exponent.fract() == 0.0 && exponent.abs() <= MAX_PRODUCTS);
    let Some(exponent) = exponent.filter(|_| b.imag.is_none()) else {
        let (x, y) = (em.word(&a.number()), em.word(&b.number()));
        return library(em, "power", [&x, &a.imaginary(), &y, &b.imaginary()], span);
    };
    let power = products(em, a, exponent);
    let (x, u) = (&a.text, a.imaginary());
    let real = match exponent {
        2.0 => format!("{x} * {x}"),
        _ => format!("pow({x}, {})", b.number()),
    };
    let (re, im) = (power.text.clone(), power.imaginary());
    Ok(parts(em, &format!("{u} == 0 ? {real} : {re}"), &format!("{u} == 0 ? 0.0 : {im}")))
}

/// By repeated squares, whose factor of one is no number that can be left out.
fn products(em: &mut Emitter, a: &Code, exponent: f64) -> Code {
    let one = Code::complex("1.0", "0.0");
    let mut rest = exponent.abs() as u64;
    let (mut square, mut result) = (a.clone(), if rest % 2 == 1 { a.clone() } else { one.clone() });
    rest /= 2;
    while rest > 0 {
        square = product(em, &square, &square);
        if rest % 2 == 1 {
            result = product(em, &result, &square);
        }
        rest /= 2;
    }
    if exponent >= 0.0 {
        return result;
    }
    both(em, "QUOTIENT", ["1.0", "0.0", &result.text, &result.imaginary()])
}

/// A product of numbers that count as complex whatever they are.
fn product(em: &mut Emitter, a: &Code, b: &Code) -> Code {
    both(em, "PRODUCT", [&a.text, &a.imaginary(), &b.text, &b.imaginary()])
}

/// By magnitude, then by phase; equality by both parts.
pub fn comparison(symbol: &str, a: &Code, b: &Code) -> String {
    let (x, u, y, v) = (a.number(), a.imaginary(), b.number(), b.imaginary());
    match symbol {
        "==" => format!("({x} == {y} && {u} == {v})"),
        "!=" => format!("({x} != {y} || {u} != {v})"),
        _ => format!("(raddle_order({x}, {u}, {y}, {v}) {symbol} 0)"),
    }
}

/// A builtin function of which an argument is complex.
pub fn function(em: &mut Emitter, name: &str, args: &[Code], span: Span) -> Result<Code> {
    let [z] = args else {
        return unsupported(span, format!("'{name}' of complex numbers"));
    };
    let (re, im) = (z.text.clone(), z.imaginary());
    let each = |em: &mut Emitter, f: &str| parts(em, &format!("{f}({re})"), &format!("{f}({im})"));
    Ok(match name {
        "real" => Code::double(re),
        // The zero of a real number has no sign.
        "imag" => Code::double(format!("({im} + 0.0)")),
        "conj" => conjugate(em, z),
        "abs" => Code { non_negative: true, ..Code::double(format!("hypot({re}, {im})")) },
        "arg" | "angle" => Code::double(format!("atan2({im} + 0.0, {re})")),
        "isreal" => Code::test(format!("({im} == 0)")),
        "iscomplex" => Code::test(format!("({im} != 0)")),
        "isnan" => Code::test(format!("({re} != {re} || {im} != {im})")),
        "isinf" => Code::test(format!("(isinf({re}) || isinf({im}))")),
        "isfinite" => Code::test(format!("(isfinite({re}) && isfinite({im}))")),
        "floor" => each(em, "floor"),
        "ceil" => each(em, "ceil"),
        "round" => each(em, "round"),
        "fix" => each(em, "trunc"),
        "exp" => parts(em, &format!("raddle_exp_re({re}, {im})"), &format!("raddle_exp_im({re}, {im})")),
        "sign" => {
            let size = em.temporary(&format!("hypot({re}, {im})"));
            let first = format!("{im} == 0 ? raddle_sign({re}) : {re} / {size}");
            parts(em, &first, &format!("raddle_shrunk({im}, {size})"))
        }
        _ => return library(em, name, [&re, &im, "0.0", "0.0"], span),
    })
}

/// A function that the interpreter computes.
fn library(em: &mut Emitter, name: &str, [a, b, c, d]: [&str; 4], span: Span) -> Result<Code> {
    let Some(number) = LIBRARY.iter().position(|known| *known == name) else {
        return unsupported(span, format!("'{name}' of complex numbers"));
    };
    if em.nest.is_some() {
        return unsupported(span, format!("'{name}' of complex numbers, which is called"));
    }
    let text = |part: usize| format!("raddlemat_complex({number}, {part}, {a}, {b}, {c}, {d})");
    Ok(parts(em, &text(0), &text(1)))
}

/// A number of the text that is no real one; one without an imaginary part is complex as long as it is not used.
pub fn imaginary(value: f64, span: Span) -> Result<Code> {
    if value == 0.0 {
        return unsupported(span, "an imaginary zero");
    }
    Ok(Code { elem: Elem::Complex, ..Code::complex("0.0", super::code::number(value).text) })
}
