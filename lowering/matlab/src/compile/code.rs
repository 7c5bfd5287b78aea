//! The C text of scalar values. Knows no syntax tree but numbers in the text, and writes nothing.

use super::types::{Elem, IntClass, WideClass};
use crate::ast::{Expr, ExprKind, UnaryOp};

/// The C text of a scalar expression.
#[derive(Clone, Debug)]
pub struct Code {
    /// Of C type `double`; `int` where `elem` is logical, and an integer of 64 bits where it is one.
    pub text: String,
    /// The imaginary part of a complex number, of C type `double`. Both parts are names or numbers then.
    pub imag: Option<String>,
    pub elem: Elem,
    /// Never negative, and never NaN unless that is all right for a square root.
    pub non_negative: bool,
    /// Never -0, so that equal numbers are the same.
    pub no_minus_zero: bool,
    /// The same as an integer.
    pub int: Option<Int>,
    /// The same of C type `int64_t`, if `elem` is an integer class of up to 32 bits: a name or an element.
    pub whole: Option<String>,
}

/// The C text of type `int64_t` of an integer expression.
#[derive(Clone, Debug)]
pub struct Int {
    pub text: String,
    /// Bounds as texts of type double, over names of the code around the nest.
    pub low: String,
    pub high: String,
}

impl Int {
    pub fn exact(text: impl Into<String>) -> Int {
        let text = text.into();
        Int { low: format!("(double){text}"), high: format!("(double){text}"), text }
    }

    /// A number of the text, as [`number`] has it.
    pub fn number(value: i64) -> Int {
        let text = format!("{:?}", value as f64);
        Int { text: value.to_string(), low: text.clone(), high: text }
    }

    pub fn combine(op: char, a: &Int, b: &Int) -> Int {
        let text = format!("({} {op} {})", a.text, b.text);
        let (low, high) = match op {
            '+' => (format!("({} + {})", a.low, b.low), format!("({} + {})", a.high, b.high)),
            '-' => (format!("({} - {})", a.low, b.high), format!("({} - {})", a.high, b.low)),
            _ => {
                let products = [(&a.low, &b.low), (&a.low, &b.high), (&a.high, &b.low), (&a.high, &b.high)];
                let all: Vec<_> = products.iter().map(|(x, y)| format!("{x} * {y}")).collect();
                let fold = |f: &str| format!("{f}({f}({}, {}), {f}({}, {}))", all[0], all[1], all[2], all[3]);
                (fold("fmin"), fold("fmax"))
            }
        };
        Int { text, low, high }
    }
}

impl Code {
    pub fn double(text: impl Into<String>) -> Code {
        let (text, elem) = (text.into(), Elem::Double);
        Code { text, imag: None, elem, non_negative: false, no_minus_zero: false, int: None, whole: None }
    }

    /// A number of a class whose numbers are doubles.
    pub fn number_of(elem: Elem, text: impl Into<String>) -> Code {
        Code { elem, ..Code::double(text) }
    }

    /// A number of an integer class of up to 32 bits, from the name of an `int64_t`.
    pub fn of_whole(class: IntClass, name: String) -> Code {
        Code { whole: Some(name.clone()), ..Code::number_of(Elem::Int(class), format!("(double){name}")) }
    }

    /// The same from an element in memory.
    pub fn of_whole_element(class: IntClass, text: &str) -> Code {
        let whole = Some(format!("(int64_t){text}"));
        Code { whole, ..Code::number_of(Elem::Int(class), format!("(double){text}")) }
    }

    pub fn complex(real: impl Into<String>, imag: impl Into<String>) -> Code {
        Code { imag: Some(imag.into()), ..Code::number_of(Elem::Complex, real) }
    }

    pub fn test(text: impl Into<String>) -> Code {
        Code { non_negative: true, ..Code::number_of(Elem::Bool, text) }
    }

    /// The value of a C variable or element, which is a number for every class. `imag` is the name of an imaginary part.
    pub fn of_variable(text: String, imag: impl FnOnce() -> String, elem: Elem) -> Code {
        match elem {
            Elem::Bool => Code::test(format!("({text} != 0)")),
            Elem::Complex => Code::complex(text, imag()),
            Elem::Double | Elem::Char | Elem::Single | Elem::Int(_) | Elem::Wide(_) => Code::number_of(elem, text),
        }
    }

    pub fn of_int(int: Int) -> Code {
        Code { int: Some(int.clone()), ..Code::double(format!("(double){}", int.text)) }
    }

    /// The text as a C double; the real part of a complex number. Integers of 64 bits stay what they are.
    pub fn number(&self) -> String {
        match self.elem {
            Elem::Bool => format!("(double){}", self.text),
            Elem::Double | Elem::Char | Elem::Complex | Elem::Single | Elem::Int(_) | Elem::Wide(_) => {
                self.text.clone()
            }
        }
    }

    /// The imaginary part, which real numbers have, too.
    pub fn imaginary(&self) -> String {
        self.imag.clone().unwrap_or_else(|| "0.0".into())
    }

    /// The number as an element of an array of a class, to which it is converted.
    pub fn stored_as(&self, elem: Elem) -> String {
        if elem == self.elem {
            return self.number();
        }
        let text = self.as_double();
        match elem {
            Elem::Int(class) => round_to(class, &text),
            Elem::Single => format!("raddle_single({text})"),
            Elem::Wide(WideClass::I64) if self.elem == Elem::Wide(WideClass::U64) => {
                format!("(int64_t)({0} > INT64_MAX ? INT64_MAX : {0})", self.text)
            }
            Elem::Wide(WideClass::U64) if self.elem == Elem::Wide(WideClass::I64) => {
                format!("(uint64_t)({0} < 0 ? 0 : {0})", self.text)
            }
            Elem::Wide(class) => format!("raddle_to_{}({text})", class.name()),
            Elem::Double | Elem::Bool | Elem::Char | Elem::Complex => text,
        }
    }

    /// A number of an integer class of up to 32 bits as an `int64_t`.
    pub fn as_whole(&self) -> String {
        match (&self.whole, &self.int) {
            (Some(name), _) => name.clone(),
            (None, Some(int)) => int.text.clone(),
            (None, None) => format!("(int64_t){}", self.text),
        }
    }

    /// The text as a C double whatever the class is.
    pub fn as_double(&self) -> String {
        match self.elem {
            Elem::Wide(_) => format!("(double){}", self.text),
            Elem::Double | Elem::Bool | Elem::Char | Elem::Complex | Elem::Single | Elem::Int(_) => self.number(),
        }
    }
}

/// A number as one of an integer class: rounded, saturated.
pub fn round_to(class: IntClass, text: &str) -> String {
    let (least, greatest) = class.limits();
    format!("raddle_int({text}, {least}.0, {greatest}.0)")
}

/// A whole number as one of an integer class: saturated.
pub fn saturate_to(class: IntClass, text: &str) -> String {
    let (least, greatest) = class.limits();
    format!("raddle_saturate({text}, {least}.0, {greatest}.0)")
}

/// Is it a name or a number, which can be written again and again?
pub fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.')
}

/// The number of a class in compiled code.
pub fn tag(elem: Elem) -> i32 {
    match elem {
        Elem::Double => 1,
        Elem::Bool => 2,
        Elem::Char => 3,
        Elem::Complex => 4,
        Elem::Single => 5,
        Elem::Int(IntClass::I8) => 6,
        Elem::Int(IntClass::I16) => 7,
        Elem::Int(IntClass::I32) => 8,
        Elem::Int(IntClass::U8) => 9,
        Elem::Int(IntClass::U16) => 10,
        Elem::Int(IntClass::U32) => 11,
        Elem::Wide(WideClass::I64) => 12,
        Elem::Wide(WideClass::U64) => 13,
    }
}

/// The C type of a scalar variable; the imaginary part of a complex number has a variable of its own.
pub fn scalar_type(elem: Elem) -> &'static str {
    match elem {
        Elem::Int(_) => "int64_t",
        Elem::Wide(_) => c_type(elem),
        Elem::Double | Elem::Bool | Elem::Char | Elem::Complex | Elem::Single => "double",
    }
}

/// The C type of an array's elements.
pub fn c_type(elem: Elem) -> &'static str {
    match elem {
        Elem::Double => "double",
        Elem::Complex => "raddle_pair",
        Elem::Single => "float",
        Elem::Int(IntClass::I8) => "signed char",
        Elem::Int(IntClass::I16) => "short",
        Elem::Int(IntClass::I32) => "int",
        Elem::Bool | Elem::Char | Elem::Int(IntClass::U8) => "unsigned char",
        Elem::Int(IntClass::U16) => "unsigned short",
        Elem::Int(IntClass::U32) => "unsigned",
        Elem::Wide(WideClass::I64) => "int64_t",
        Elem::Wide(WideClass::U64) => "uint64_t",
    }
}

/// The C text of an element in memory as a number; elements that are no doubles are converted.
pub fn element_text(text: String, elem: Elem) -> String {
    match elem {
        Elem::Double | Elem::Bool | Elem::Complex | Elem::Wide(_) => text,
        Elem::Char | Elem::Single | Elem::Int(_) => format!("(double){text}"),
    }
}

/// Does an array of a class keep it when an element of another one is stored?
pub fn takes(array: Elem, value: Elem) -> bool {
    match (array, value) {
        (array, value) if array == value => true,
        (Elem::Double | Elem::Complex, Elem::Double | Elem::Bool | Elem::Single | Elem::Int(_) | Elem::Wide(_)) => true,
        (Elem::Single | Elem::Int(_) | Elem::Wide(_), value) => value != Elem::Complex,
        (Elem::Bool | Elem::Char | Elem::Double | Elem::Complex, _) => false,
    }
}

/// The step of a range if it is an integer in the text.
pub fn step_of(step: &Expr) -> Option<i64> {
    literal(step).filter(|step| step.fract() == 0.0 && *step != 0.0 && step.abs() < 1e9).map(|step| step as i64)
}

/// The value of a number in the text, with a sign.
pub fn literal(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Number(value) => Some(*value),
        ExprKind::Unary(UnaryOp::Minus, operand) => literal(operand).map(|value| -value),
        _ => None,
    }
}

pub fn number(value: f64) -> Code {
    let text = if value.is_infinite() { "INFINITY".into() } else { format!("{value:?}") };
    let int = (value.fract() == 0.0 && value.abs() < 1e9).then(|| Int::number(value as i64));
    let no_minus_zero = value != 0.0 || value.is_sign_positive();
    Code { non_negative: value >= 0.0, no_minus_zero, int, ..Code::double(text) }
}
