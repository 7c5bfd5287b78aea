//! C text of operations on integers of up to 32 bits. They are doubles in C, which hold every sum, and every product that does not
//! saturate: so a result is that of doubles, rounded and saturated.

use super::code::{Code, literal, round_to, saturate_to};
use super::emit::{Emitter, Result, unsupported};
use super::functions::{PARTIAL, UNARY};
use super::operations::elementary;
use super::types::{Elem, IntClass};
use crate::ast::{BinaryOp, Expr, Span};

/// Powers with exponents up to this, which is less than the bits of each class, are written as products.
const MAX_PRODUCTS: f64 = 7.0;

pub fn saturated(class: IntClass, text: &str) -> Code {
    Code::number_of(Elem::Int(class), saturate_to(class, text))
}

fn rounded(class: IntClass, text: &str) -> Code {
    Code::number_of(Elem::Int(class), round_to(class, text))
}

fn is_of(class: IntClass, code: &Code) -> bool {
    code.elem == Elem::Int(class)
}

/// `a op b`, one of which is of the class, the other of the same or of no integer class.
pub fn arithmetic(op: BinaryOp, class: IntClass, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let text = elementary(op, &a.number(), &b.number(), span)?;
    let is_whole = is_of(class, a) && is_of(class, b) && matches!(op, BinaryOp::Add | BinaryOp::Sub);
    // Products of doubles may be rounded, but only where they saturate.
    let is_product = is_of(class, a) && is_of(class, b) && matches!(op, BinaryOp::Mul | BinaryOp::MatMul);
    Ok(if is_whole || is_product { saturated(class, &text) } else { rounded(class, &text) })
}

/// `a ^ b`. Products that saturate are what the power of doubles is, saturated.
pub fn power(em: &mut Emitter, class: IntClass, a: &Code, b: &Code, right: &Expr) -> Result<Code> {
    let (x, y) = (em.word(&a.number()), em.word(&b.number()));
    let power = round_to(class, &format!("pow({x}, {y})"));
    if is_of(class, a) && is_of(class, b) {
        // Negative exponents leave ones.
        return Ok(Code::number_of(a.elem, format!("({y} < 0 && {x} != 1 && {x} != -1 ? 0.0 : {power})")));
    }
    let exponent = literal(right).filter(|exponent| exponent.fract() == 0.0 && (1.0..=MAX_PRODUCTS).contains(exponent));
    match exponent {
        Some(exponent) if is_of(class, a) => Ok(products(em, class, x, exponent as u64)),
        _ => Ok(Code::number_of(Elem::Int(class), power)),
    }
}

/// By repeated squares.
fn products(em: &mut Emitter, class: IntClass, x: String, mut rest: u64) -> Code {
    let (mut square, mut result) = (x, None);
    while rest > 0 {
        if rest % 2 == 1 {
            result = Some(match result {
                None => square.clone(),
                Some(before) => em.temporary(&saturate_to(class, &format!("{before} * {square}"))),
            });
        }
        rest /= 2;
        if rest > 0 {
            square = em.temporary(&saturate_to(class, &format!("{square} * {square}")));
        }
    }
    Code::number_of(Elem::Int(class), result.unwrap_or_default())
}

/// The C operator of a function of bits.
pub fn bit_operator(name: &str) -> Option<&'static str> {
    match name {
        "bitand" => Some("&"),
        "bitor" => Some("|"),
        "bitxor" => Some("^"),
        _ => None,
    }
}

/// A builtin function of which an argument is an integer; none is complex, logical or a character.
pub fn function(em: &mut Emitter, name: &str, args: &[Code], span: Span) -> Result<Code> {
    match args {
        [x] => function_of_one(em, name, x, span),
        [a, b] => function_of_two(em, name, a, b, span),
        _ => unsupported(span, format!("'{name}' of integers")),
    }
}

fn function_of_one(em: &mut Emitter, name: &str, x: &Code, span: Span) -> Result<Code> {
    let Elem::Int(class) = x.elem else {
        return unsupported(span, format!("'{name}' of integers"));
    };
    match name {
        "abs" => Ok(saturated(class, &format!("fabs({})", x.text))),
        "sign" => Ok(Code::number_of(x.elem, format!("raddle_sign({})", x.text))),
        "floor" | "ceil" | "round" | "fix" | "real" | "conj" => Ok(x.clone()),
        "imag" => Ok(Code::number_of(x.elem, "0.0")),
        "isnan" | "isinf" | "iscomplex" => Ok(Code::test("0")),
        "isfinite" | "isreal" => Ok(Code::test("1")),
        _ if name == "arg"
            || name == "angle"
            || UNARY.iter().any(|row| row.0 == name)
            || PARTIAL.iter().any(|row| row.0 == name) =>
        {
            em.function_of(name, &[Code::double(x.text.clone())], span)
        }
        _ => unsupported(span, format!("'{name}' of integers")),
    }
}

fn function_of_two(em: &mut Emitter, name: &str, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let class = match (a.elem, b.elem) {
        (Elem::Int(one), Elem::Int(other)) if one != other => {
            return unsupported(span, format!("'{name}' of integers of two classes"));
        }
        (Elem::Int(class), _) | (_, Elem::Int(class)) => class,
        _ => return unsupported(span, format!("'{name}' of integers")),
    };
    // Floats count as integers of the class.
    let elem = Elem::Int(class);
    let mut both = || (em.word(&a.stored_as(elem)), em.word(&b.stored_as(elem)));
    let text = match name {
        "mod" | "rem" => {
            let (x, y) = both();
            format!("raddle_{name}_int({x}, {y})")
        }
        "max" | "min" => {
            let (x, y) = both();
            format!("({x} {} {y} ? {x} : {y})", if name == "max" { ">" } else { "<" })
        }
        "idivide" => {
            let (least, greatest) = class.limits();
            let exact = i32::from(is_of(class, a) && is_of(class, b));
            format!("raddle_idivide({}, {}, {least}.0, {greatest}.0, {exact})", a.number(), b.number())
        }
        "bitshift" => return shift(em, a, b, span),
        "atan2" | "hypot" if a.elem != Elem::Single && b.elem != Elem::Single => {
            return em.function_of(name, &[Code::double(a.number()), Code::double(b.number())], span);
        }
        _ => match bit_operator(name) {
            Some(symbol) => {
                format!("(double)((int64_t){} {symbol} (int64_t){})", a.stored_as(elem), b.stored_as(elem))
            }
            None => return unsupported(span, format!("'{name}' of integers")),
        },
    };
    Ok(Code::number_of(elem, text))
}

/// `bitshift(x, places)` of an integer.
fn shift(em: &mut Emitter, x: &Code, places: &Code, span: Span) -> Result<Code> {
    let Elem::Int(class) = x.elem else {
        return unsupported(span, "'bitshift' of a double");
    };
    let is_whole = em.is_whole(places);
    let by = em.word(&places.number());
    if !is_whole {
        em.test(&format!("{by} == floor({by}) && {by} - {by} == 0"), span)?;
    }
    let (bits, signed) = (class.bits() - u32::from(class.is_signed()), i32::from(class.is_signed()));
    Ok(Code::number_of(x.elem, format!("raddle_shift({}, {by}, {bits}, {signed})", x.text)))
}
