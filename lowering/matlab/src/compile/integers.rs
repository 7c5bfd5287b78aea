//! C text of operations on integers of up to 32 bits. Sums, differences and products of whole numbers are computed as `int64_t`, and
//! saturated. Kernels of whole arrays have doubles instead, which vectors of all machines know; they hold every sum, and every product
//! that does not saturate. What is not whole is a result of doubles, rounded and saturated.

use super::code::{Code, literal, round_to, saturate_to};
use super::emit::{Emitter, Result, unsupported};
use super::functions::{PARTIAL, UNARY};
use super::operations::elementary;
use super::text::is_number;
use super::types::{Elem, IntClass};
use crate::ast::{BinaryOp, Expr, Span};

/// Powers with exponents up to this, which is less than the bits of each class, are written as products.
const MAX_PRODUCTS: f64 = 7.0;

fn is_of(class: IntClass, code: &Code) -> bool {
    code.elem == Elem::Int(class)
}

/// A whole number of C type `int64_t`, if it is known to be one: less than 2^53.
pub fn whole(em: &Emitter, code: &Code) -> Option<String> {
    match (code.elem, &code.int) {
        _ if em.element.is_some() => None,
        (Elem::Int(_), _) => Some(code.as_whole()),
        (Elem::Bool, _) => Some(format!("(int64_t){}", code.text)),
        // Scalars of a nest are whole only if it tests them.
        (Elem::Double, Some(int)) if em.nest.is_none() || !int.text.contains("q_") => Some(int.text.clone()),
        _ => None,
    }
}

/// Is it a number in the text, of less than 2^31?
fn is_written(text: &str) -> bool {
    let inner = text.strip_prefix("(0 - ").and_then(|rest| rest.strip_suffix(')'));
    is_number(inner.unwrap_or(text))
}

/// A value of C type `int64_t` or `double` within the class.
fn kept(em: &mut Emitter, class: IntClass, text: &str) -> Code {
    let name = em.temporary_of(Elem::Int(class), text);
    Code::of_whole(class, name)
}

/// A value of C type `int64_t`, saturated.
pub fn limited(em: &mut Emitter, class: IntClass, text: &str) -> Code {
    let (least, greatest) = class.limits();
    kept(em, class, &format!("raddle_limit({text}, {least}, {greatest})"))
}

/// A value of C type `double` that is whole, saturated.
fn saturated(em: &mut Emitter, class: IntClass, text: &str) -> Code {
    from_double(em, class, saturate_to(class, text))
}

/// A value of C type `double` within the class.
fn from_double(em: &mut Emitter, class: IntClass, text: String) -> Code {
    if em.element.is_some() {
        // Functions of the result would write it several times.
        return Code::number_of(Elem::Int(class), em.temporary(&text));
    }
    kept(em, class, &text)
}

pub fn minus(em: &mut Emitter, class: IntClass, x: &Code) -> Code {
    match whole(em, x) {
        Some(x) => limited(em, class, &format!("-{x}")),
        None => saturated(em, class, &format!("-{}", x.text)),
    }
}

/// `a op b`, one of which is of the class, the other of the same or of no integer class.
pub fn arithmetic(em: &mut Emitter, op: BinaryOp, class: IntClass, a: &Code, b: &Code, span: Span) -> Result<Code> {
    if let Some(text) = whole_arithmetic(em, op, a, b) {
        return Ok(limited(em, class, &text));
    }
    let text = elementary(op, &a.number(), &b.number(), span)?;
    let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
    // Products of doubles may be rounded, but only where they saturate.
    let is_product = matches!(op, BinaryOp::Mul | BinaryOp::MatMul);
    let is_whole = |code: &Code| is_of(class, code) || code.text.parse::<f64>().is_ok_and(|value| value.fract() == 0.0);
    let are_whole = is_whole(a) && is_whole(b);
    let result = if are_whole && (is_sum || is_product) { saturate_to(class, &text) } else { round_to(class, &text) };
    Ok(from_double(em, class, result))
}

/// The operation on numbers of C type `int64_t`, where they hold its result.
fn whole_arithmetic(em: &Emitter, op: BinaryOp, a: &Code, b: &Code) -> Option<String> {
    let (x, y) = (whole(em, a)?, whole(em, b)?);
    // Less than 2^31 in size, so that products are less than 2^63.
    let is_small = |code: &Code, text: &str| match code.elem {
        Elem::Int(class) => class != IntClass::U32,
        Elem::Bool => true,
        _ => is_written(text),
    };
    match op {
        BinaryOp::Add => Some(format!("{x} + {y}")),
        BinaryOp::Sub => Some(format!("{x} - {y}")),
        BinaryOp::Mul | BinaryOp::MatMul => (is_small(a, &x) && is_small(b, &y)).then(|| format!("{x} * {y}")),
        _ => None,
    }
}

/// `a ^ b`. Products that saturate are what the power of doubles is, saturated.
pub fn power(em: &mut Emitter, class: IntClass, a: &Code, b: &Code, right: &Expr) -> Result<Code> {
    let exponent = literal(right).filter(|exponent| exponent.fract() == 0.0 && (1.0..=MAX_PRODUCTS).contains(exponent));
    if let Some(exponent) = exponent.filter(|_| is_of(class, a) && !is_of(class, b)) {
        return products(em, class, a, exponent as u64, right.span);
    }
    let (x, y) = (em.word(&a.number()), em.word(&b.number()));
    let power = round_to(class, &format!("pow({x}, {y})"));
    let are_both = is_of(class, a) && is_of(class, b);
    // Negative exponents leave ones.
    let text = if are_both { format!("({y} < 0 && {x} != 1 && {x} != -1 ? 0.0 : {power})") } else { power };
    Ok(from_double(em, class, text))
}

/// By repeated squares.
fn products(em: &mut Emitter, class: IntClass, x: &Code, mut rest: u64, span: Span) -> Result<Code> {
    let (mut square, mut result) = (x.clone(), None);
    while rest > 0 {
        if rest % 2 == 1 {
            result = Some(match result {
                None => square.clone(),
                Some(before) => arithmetic(em, BinaryOp::Mul, class, &before, &square, span)?,
            });
        }
        rest /= 2;
        if rest > 0 {
            square = arithmetic(em, BinaryOp::Mul, class, &square, &square, span)?;
        }
    }
    Ok(result.unwrap_or(square))
}

/// `x op y`
pub fn comparison(em: &Emitter, symbol: &str, a: &Code, b: &Code) -> String {
    match (whole(em, a), whole(em, b)) {
        (Some(x), Some(y)) => format!("({x} {symbol} {y})"),
        _ => format!("({} {symbol} {})", a.number(), b.number()),
    }
}

/// A number as one of the class.
pub fn conversion(em: &mut Emitter, class: IntClass, x: &Code) -> Code {
    match whole(em, x) {
        Some(_) if is_of(class, x) => x.clone(),
        Some(text) => limited(em, class, &text),
        None => from_double(em, class, x.stored_as(Elem::Int(class))),
    }
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
    match (name, whole(em, x).map(|text| em.word_of(x.elem, &text))) {
        ("abs", Some(x)) => return Ok(limited(em, class, &format!("({x} < 0 ? -{x} : {x})"))),
        ("sign", Some(x)) => return Ok(kept(em, class, &format!("({x} > 0) - ({x} < 0)"))),
        _ => (),
    }
    match name {
        "abs" => Ok(saturated(em, class, &format!("fabs({})", x.text))),
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
    if em.element.is_none()
        && let Some(code) = function_of_whole(em, name, class, a, b)
    {
        return Ok(code);
    }
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

/// A function of two numbers of C type `int64_t`. Floats count as integers of the class.
fn function_of_whole(em: &mut Emitter, name: &str, class: IntClass, a: &Code, b: &Code) -> Option<Code> {
    let symbol = bit_operator(name);
    if !matches!(name, "mod" | "rem" | "max" | "min") && symbol.is_none() {
        return None;
    }
    let [x, y] = [a, b].map(|code| {
        let code = conversion(em, class, code);
        em.word_of(Elem::Int(class), &code.as_whole())
    });
    let text = match (name, symbol) {
        (_, Some(symbol)) => format!("{x} {symbol} {y}"),
        ("max", _) => format!("{x} > {y} ? {x} : {y}"),
        ("min", _) => format!("{x} < {y} ? {x} : {y}"),
        _ => format!("raddle_{name}_whole({x}, {y})"),
    };
    Some(kept(em, class, &text))
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
