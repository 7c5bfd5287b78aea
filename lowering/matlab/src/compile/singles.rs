//! C text of operations on singles, which are doubles in C. A sum, product, quotient or root of doubles has digits enough that
//! rounding it again gives what floats give; other functions are those of floats.

use super::code::{Code, literal};
use super::emit::{Emitter, Result, unsupported};
use super::functions::{PARTIAL, TESTS};
use super::operations::elementary;
use super::types::Elem;
use crate::ast::{BinaryOp, Expr, Span};

/// Functions of floats in C, by their names in programs.
const FLOATS: &[&str] = &["exp", "expm1", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh"];

fn single(text: impl Into<String>) -> Code {
    Code::number_of(Elem::Single, text)
}

/// A number as a single.
pub fn rounded(code: &Code) -> String {
    match code.elem {
        Elem::Double | Elem::Int(_) => format!("raddle_single({})", code.number()),
        Elem::Single | Elem::Bool | Elem::Char | Elem::Complex | Elem::Wide(_) => code.number(),
    }
}

/// `a op b`, one of which is single, the other no integer.
pub fn arithmetic(op: BinaryOp, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let text = elementary(op, &rounded(a), &rounded(b), span)?;
    let is_product = matches!(op, BinaryOp::Mul | BinaryOp::MatMul | BinaryOp::RightDivide | BinaryOp::MatRightDivide);
    let non_negative = a.non_negative && b.non_negative && (is_product || op == BinaryOp::Add);
    Ok(Code { non_negative, ..single(format!("raddle_single{text}")) })
}

pub fn power(em: &mut Emitter, a: &Code, b: &Code, right: &Expr, span: Span) -> Result<Code> {
    let (x, y) = (em.word(&rounded(a)), em.word(&rounded(b)));
    match literal(right) {
        Some(2.0) => return Ok(Code { non_negative: true, ..single(format!("raddle_single({x} * {x})")) }),
        Some(exponent) if exponent.fract() == 0.0 => (),
        _ if a.non_negative => (),
        _ => em.test(&format!("!({x} < 0) || {y} == floor({y})"), span)?,
    }
    // An exponent that is 2 by its value is a product in the interpreter.
    Ok(single(format!("({y} == 2 ? raddle_single({x} * {x}) : (double)powf((float){x}, (float){y}))")))
}

/// A builtin function of which an argument is single; none is complex, logical, a character or an integer.
pub fn function(em: &mut Emitter, name: &str, args: &[Code], span: Span) -> Result<Code> {
    match args {
        [x] => function_of_one(em, name, x, span),
        [a, b] => function_of_two(name, a, b, span),
        _ => unsupported(span, format!("'{name}' of singles")),
    }
}

fn function_of_one(em: &mut Emitter, name: &str, x: &Code, span: Span) -> Result<Code> {
    let text = &x.text;
    if FLOATS.contains(&name) {
        return Ok(single(format!("(double){name}f((float){text})")));
    }
    if let Some((_, function, condition)) = PARTIAL.iter().find(|row| row.0 == name) {
        let value = em.word(text);
        if !(x.non_negative && *condition == "!(x < 0)") {
            em.test(&condition.replace('x', &value), span)?;
        }
        return Ok(match *function {
            "sqrt" => Code { non_negative: true, ..single(format!("raddle_single(sqrt({value}))")) },
            function => single(format!("(double){function}f((float){value})")),
        });
    }
    if let Some((_, test)) = TESTS.iter().find(|row| row.0 == name) {
        return Ok(Code::test(format!("({test}({text}) != 0)")));
    }
    Ok(match name {
        "abs" => Code { non_negative: true, ..single(format!("fabs({text})")) },
        "floor" | "ceil" | "round" => single(format!("{name}({text})")),
        "fix" => single(format!("trunc({text})")),
        "sign" => single(format!("raddle_sign({text})")),
        "real" | "conj" => x.clone(),
        "imag" => single("0.0"),
        "arg" | "angle" => single(format!("(double)atan2f(0.0f, (float){text})")),
        "isreal" => Code::test("1"),
        "iscomplex" => Code::test("0"),
        _ => return unsupported(span, format!("'{name}' of singles")),
    })
}

fn function_of_two(name: &str, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let (x, y) = (a.number(), b.number());
    Ok(single(match name {
        // The numbers are compared as they are, and rounded then.
        "max" | "min" => format!("raddle_single(raddle_{name}({x}, {y}))"),
        "mod" | "rem" => format!("raddle_{name}_single({x}, {y})"),
        "atan2" | "hypot" => format!("(double){name}f((float){x}, (float){y})"),
        _ => return unsupported(span, format!("'{name}' of singles")),
    }))
}
