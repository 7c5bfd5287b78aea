//! C text of operations on integers of 64 bits: of C type `int64_t` or `uint64_t`, in functions of `wide.h`. Nests have none, as
//! kernels have no products of 128 bits.

use super::code::{Code, c_type, is_word};
use super::emit::{Emitter, Result, unsupported};
use super::integers::bit_operator;
use super::types::{Elem, WideClass};
use crate::ast::{BinaryOp, Span};

fn wide(class: WideClass, text: String) -> Code {
    Code::number_of(Elem::Wide(class), text)
}

fn is_wide(code: &Code) -> bool {
    code.elem.is_wide()
}

/// Nests and kernels are written without.
pub fn check(em: &Emitter, span: Span) -> Result<()> {
    match em.nest.is_some() || em.element.is_some() {
        true => unsupported(span, "an integer of 64 bits"),
        false => Ok(()),
    }
}

/// `a op b`, one of which is of the class, the other of the same or of no integer class.
pub fn arithmetic(em: &Emitter, op: BinaryOp, class: WideClass, a: &Code, b: &Code, span: Span) -> Result<Code> {
    check(em, span)?;
    let name = match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul | BinaryOp::MatMul => "mul",
        BinaryOp::RightDivide | BinaryOp::MatRightDivide => "div",
        _ => return unsupported(span, "an operator that is not compiled"),
    };
    let of = class.name();
    let (x, y) = (a.number(), b.number());
    Ok(wide(
        class,
        match (is_wide(a), is_wide(b)) {
            (true, true) => format!("raddle_{name}_{of}({x}, {y})"),
            (true, false) => format!("raddle_{name}_{of}_double({x}, {y})"),
            (false, _) => {
                let reversed = match name {
                    "sub" => "from",
                    "div" => "under",
                    same => same,
                };
                format!("raddle_{reversed}_{of}_double({y}, {x})")
            }
        },
    ))
}

pub fn minus(class: WideClass, x: &Code) -> Code {
    let text = if class == WideClass::I64 { format!("raddle_neg_int64({})", x.text) } else { "(uint64_t)0".into() };
    wide(class, text)
}

/// A comparison, exact.
pub fn comparison(class: WideClass, symbol: &str, a: &Code, b: &Code) -> String {
    let (x, y, of) = (a.number(), b.number(), class.name());
    match (is_wide(a), is_wide(b)) {
        (true, true) => format!("({x} {symbol} {y})"),
        (true, false) => format!("(raddle_order_{of}({x}, {y}) {symbol} 0)"),
        (false, _) => format!("(0 {symbol} raddle_order_{of}({y}, {x}))"),
    }
}

/// A builtin function of which an argument is of 64 bits; none is complex, logical or a character.
pub fn function(em: &mut Emitter, name: &str, args: &[Code], span: Span) -> Result<Code> {
    check(em, span)?;
    match args {
        [x] => function_of_one(em, name, x, span),
        [a, b] => function_of_two(em, name, a, b, span),
        _ => unsupported(span, format!("'{name}' of integers of 64 bits")),
    }
}

/// A C variable with this value.
fn keep(em: &mut Emitter, class: WideClass, text: &str) -> String {
    if is_word(text) {
        return text.into();
    }
    let name = em.declare(c_type(Elem::Wide(class)), "t");
    em.line(format!("{name} = {text};"));
    name
}

fn function_of_one(em: &mut Emitter, name: &str, x: &Code, span: Span) -> Result<Code> {
    let Elem::Wide(class) = x.elem else {
        return unsupported(span, format!("'{name}' of integers of 64 bits"));
    };
    Ok(match name {
        "abs" if class == WideClass::I64 => {
            let x = keep(em, class, &x.text);
            wide(class, format!("({x} < 0 ? raddle_neg_int64({x}) : {x})"))
        }
        "abs" | "floor" | "ceil" | "round" | "fix" | "real" | "conj" => x.clone(),
        "sign" => {
            let x = keep(em, class, &x.text);
            wide(class, format!("({}_t)(({x} > 0) - ({x} < 0))", class.name()))
        }
        "imag" => wide(class, format!("({}_t)0", class.name())),
        "isnan" | "isinf" | "iscomplex" => Code::test("0"),
        "isfinite" | "isreal" => Code::test("1"),
        _ => return unsupported(span, format!("'{name}' of integers of 64 bits")),
    })
}

fn function_of_two(em: &mut Emitter, name: &str, a: &Code, b: &Code, span: Span) -> Result<Code> {
    let class = match (a.elem, b.elem) {
        (Elem::Wide(class), other) | (other, Elem::Wide(class))
            if other == Elem::Wide(class) || matches!(other, Elem::Double | Elem::Single) =>
        {
            class
        }
        _ => return unsupported(span, format!("'{name}' of integers of two classes")),
    };
    let elem = Elem::Wide(class);
    if name == "bitshift" {
        return shift(em, class, a, b, span);
    }
    let (x, y) = (keep(em, class, &a.stored_as(elem)), keep(em, class, &b.stored_as(elem)));
    Ok(wide(
        class,
        match (name, bit_operator(name)) {
            (_, Some(symbol)) => format!("({x} {symbol} {y})"),
            ("mod" | "rem", _) => format!("raddle_{name}_{}({x}, {y})", class.name()),
            ("max", _) => format!("({x} > {y} ? {x} : {y})"),
            ("min", _) => format!("({x} < {y} ? {x} : {y})"),
            _ => return unsupported(span, format!("'{name}' of integers of 64 bits")),
        },
    ))
}

/// `bitshift(x, places)`
fn shift(em: &mut Emitter, class: WideClass, x: &Code, places: &Code, span: Span) -> Result<Code> {
    if !is_wide(x) || is_wide(places) {
        return unsupported(span, "'bitshift' by an integer of 64 bits");
    }
    let by = em.word(&places.number());
    if !em.is_whole(places) {
        em.test(&format!("{by} == floor({by}) && {by} - {by} == 0"), span)?;
    }
    Ok(wide(class, format!("raddle_shift_{}({}, {by})", class.name(), x.text)))
}
