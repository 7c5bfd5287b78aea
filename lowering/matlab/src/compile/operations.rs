//! C text of operations and builtin functions on scalars. The classes of the operands choose the file: this one has real doubles,
//! truth values and what is common to all classes.

use super::classes::{self, is_test};
use super::code::{Code, Int, literal};
use super::emit::{Emitter, Result, unsupported};
use super::functions::{BINARY, PARTIAL, TESTS, UNARY};
use super::types::Elem;
use super::{complex, integers, singles, wide};
use crate::ast::{BinaryOp, Expr, Span, UnaryOp};

/// Which operands of a power of arrays are the same for all elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PowerOf {
    OneExponent,
    OneBase,
    Pairs,
}

impl Emitter<'_, '_> {
    /// An operation on a scalar.
    pub fn unary_of(&mut self, op: UnaryOp, code: Code, span: Span) -> Result<Code> {
        Ok(match (op, code.elem) {
            (UnaryOp::Not, _) => {
                let truth = self.truth(&code, span)?;
                Code::test(format!("(!{truth})"))
            }
            (UnaryOp::ConjugateTranspose, Elem::Complex) => complex::conjugate(self, &code),
            (UnaryOp::Transpose | UnaryOp::ConjugateTranspose, _) => code,
            (UnaryOp::Plus, Elem::Double | Elem::Bool | Elem::Char) => {
                Code { text: code.number(), elem: Elem::Double, ..code }
            }
            (UnaryOp::Plus, Elem::Complex | Elem::Single | Elem::Int(_) | Elem::Wide(_)) => code,
            (UnaryOp::Minus, Elem::Complex) => complex::minus(self, &code),
            (UnaryOp::Minus, Elem::Wide(class)) => wide::minus(class, &code),
            (UnaryOp::Minus, Elem::Single) => Code::number_of(Elem::Single, format!("(-{})", code.text)),
            (UnaryOp::Minus, Elem::Int(class)) => integers::minus(self, class, &code),
            (UnaryOp::Minus, Elem::Double | Elem::Bool | Elem::Char) => {
                let int = code.int.as_ref().map(|int| Int::combine('-', &Int::exact("0"), int));
                Code { int, ..Code::double(format!("(-{})", code.number())) }
            }
        })
    }

    /// An operation on two scalars. `same`: both are the same expression.
    pub fn operation(
        &mut self,
        op: BinaryOp,
        a: &Code,
        b: &Code,
        same: bool,
        right: &Expr,
        span: Span,
    ) -> Result<Code> {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.logic(op, a, b, span);
        }
        let Some(elem) = classes::common(a.elem, b.elem) else {
            return unsupported(span, "an operation on numbers of two classes");
        };
        if is_test(op) {
            if elem.is_wide() {
                wide::check(self, span)?;
            }
            return Ok(Code::test(comparison(self, op, elem, a, b)));
        }
        // `a \ b` is `b / a`.
        let (op, a, b) = match op {
            BinaryOp::LeftDivide | BinaryOp::MatLeftDivide => (BinaryOp::RightDivide, b, a),
            op => (op, a, b),
        };
        let is_power = matches!(op, BinaryOp::Power | BinaryOp::MatPower);
        match elem {
            Elem::Complex if is_power => complex::power(self, a, b, right, span),
            Elem::Complex => complex::arithmetic(self, op, a, b, span),
            Elem::Int(class) if is_power => integers::power(self, class, a, b, right),
            Elem::Int(class) => integers::arithmetic(self, op, class, a, b, span),
            Elem::Wide(_) if is_power => unsupported(span, "a power of an integer of 64 bits"),
            Elem::Wide(class) => wide::arithmetic(self, op, class, a, b, span),
            Elem::Single if is_power => singles::power(self, a, b, right, span),
            Elem::Single => singles::arithmetic(op, a, b, span),
            Elem::Double | Elem::Bool | Elem::Char if is_power => self.power(a, b, right, span),
            Elem::Double | Elem::Bool | Elem::Char => self.arithmetic(op, a, b, same, span),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: &Code, b: &Code, same: bool, span: Span) -> Result<Code> {
        let ints = |symbol: char| match (&a.int, &b.int) {
            (Some(a), Some(b)) => Some(Int::combine(symbol, a, b)),
            _ => None,
        };
        let both = a.non_negative && b.non_negative;
        let text = elementary(op, &a.number(), &b.number(), span)?;
        Ok(match op {
            BinaryOp::Add => {
                let no_minus_zero = a.no_minus_zero || b.no_minus_zero;
                Code { int: ints('+'), non_negative: both, no_minus_zero, ..Code::double(text) }
            }
            BinaryOp::Sub => Code { int: ints('-'), no_minus_zero: a.no_minus_zero, ..Code::double(text) },
            BinaryOp::Mul | BinaryOp::MatMul => {
                // In a nest, the products' bounds were tested as doubles: they do not overflow.
                let int = if self.nest.is_some() { ints('*') } else { None };
                Code { int, non_negative: both || same, ..Code::double(text) }
            }
            _ => Code { non_negative: both, ..Code::double(text) },
        })
    }

    fn power(&mut self, a: &Code, b: &Code, right: &Expr, span: Span) -> Result<Code> {
        let (x, y) = (a.number(), b.number());
        match literal(right) {
            Some(2.0) => return Ok(Code { non_negative: true, ..Code::double(format!("raddle_square({x})")) }),
            Some(exponent) if exponent.fract() == 0.0 => {
                let non_negative = a.non_negative || exponent % 2.0 == 0.0;
                return Ok(Code { non_negative, ..Code::double(format!("pow({x}, {y})")) });
            }
            _ => (),
        }
        if a.non_negative {
            return Ok(Code { non_negative: true, ..Code::double(format!("raddle_power({x}, {y})")) });
        }
        let base = self.temporary(&x);
        let exponent = self.temporary(&y);
        self.test(&format!("!({base} < 0) || {exponent} == floor({exponent})"), span)?;
        Ok(Code::double(format!("raddle_power({base}, {exponent})")))
    }

    /// A power of arrays of more than one element: some exponents are products or quotients there.
    pub fn array_power(&mut self, a: &Code, b: &Code, right: &Expr, of: PowerOf, span: Span) -> Result<Code> {
        let exponent = literal(right).filter(|_| of == PowerOf::OneExponent);
        if exponent == Some(2.0) || matches!(classes::common(a.elem, b.elem), Some(Elem::Int(_))) {
            return self.operation(BinaryOp::Power, a, b, false, right, span);
        }
        if classes::common(a.elem, b.elem) != Some(Elem::Double) {
            return unsupported(span, "a power of arrays of another class");
        }
        let (x, y) = (self.word(&a.number()), self.word(&b.number()));
        let is_whole = exponent.is_some_and(|exponent| exponent.fract() == 0.0);
        if !a.non_negative && !is_whole {
            let whole = format!(" || {y} == floor({y})");
            // One negative number and one exponent that is not whole make all elements complex.
            let or_whole = if of == PowerOf::Pairs { "" } else { &whole };
            self.test(&format!("!({x} < 0){or_whole}"), span)?;
        }
        let is_even = exponent.is_some_and(|exponent| exponent % 2.0 == 0.0);
        let text = match (of, exponent) {
            (_, Some(3.0)) => format!("({x} * {x} * {x})"),
            (_, Some(-1.0)) => format!("(1.0 / {x})"),
            (PowerOf::OneExponent, None) => format!("raddle_array_power({x}, {y})"),
            _ => format!("pow({x}, {y})"),
        };
        Ok(Code { non_negative: a.non_negative || is_even, ..Code::double(text) })
    }

    /// `&` and `|`. Beside an integer, NaN is true.
    fn logic(&mut self, op: BinaryOp, a: &Code, b: &Code, span: Span) -> Result<Code> {
        let is_int = |code: &Code| matches!(code.elem, Elem::Int(_) | Elem::Wide(_));
        if a.imag.is_some() || b.imag.is_some() || (is_int(a) && is_int(b) && a.elem != b.elem) {
            return unsupported(span, "a logical operation on numbers of these classes");
        }
        let symbol = if op == BinaryOp::And { "&&" } else { "||" };
        if is_int(a) || is_int(b) {
            return Ok(Code::test(format!("({} != 0 {symbol} {} != 0)", a.number(), b.number())));
        }
        let (left, right) = (self.truth(a, span)?, self.truth(b, span)?);
        Ok(Code::test(format!("({left} {symbol} {right})")))
    }

    /// The C text of a value's truth: that of NaN is an error.
    pub fn truth(&mut self, code: &Code, span: Span) -> Result<String> {
        match code.elem {
            Elem::Bool => Ok(code.text.clone()),
            Elem::Complex => {
                let (re, im) = (&code.text, code.imaginary());
                self.test(&format!("{re} == {re} && {im} == {im}"), span)?;
                Ok(format!("({re} != 0 || {im} != 0)"))
            }
            Elem::Double | Elem::Single if !self.is_whole(code) => {
                let value = self.temporary(&code.number());
                self.test(&format!("{value} == {value}"), span)?;
                Ok(format!("({value} != 0)"))
            }
            Elem::Double | Elem::Single | Elem::Char | Elem::Int(_) | Elem::Wide(_) => {
                Ok(format!("({} != 0)", code.number()))
            }
        }
    }

    /// A builtin function of scalars.
    pub fn function_of(&mut self, name: &str, args: &[Code], span: Span) -> Result<Code> {
        if let [x] = args
            && let Some(code) = self.conversion(name, x, span)?
        {
            return Ok(code);
        }
        let has = |test: fn(Elem) -> bool| args.iter().any(|arg| test(arg.elem));
        if has(|elem| elem == Elem::Complex) {
            return complex::function(self, name, args, span);
        }
        // Some functions refuse other classes, some keep them.
        if has(|elem| matches!(elem, Elem::Bool | Elem::Char)) {
            return unsupported(span, format!("'{name}' of logical values or characters"));
        }
        if has(|elem| elem.is_wide()) {
            return wide::function(self, name, args, span);
        }
        if has(|elem| matches!(elem, Elem::Int(_))) {
            return integers::function(self, name, args, span);
        }
        if has(|elem| elem == Elem::Single) {
            return singles::function(self, name, args, span);
        }
        match args {
            [x] => self.function_of_one(name, x, span),
            [a, b] => self.function_of_two(name, a, b, span),
            [] if name == "true" => Ok(Code::test("1")),
            [] if name == "false" => Ok(Code::test("0")),
            _ => unsupported(span, format!("a call of '{name}'")),
        }
    }

    /// `double(x)` and its kin.
    fn conversion(&mut self, name: &str, x: &Code, span: Span) -> Result<Option<Code>> {
        if name == "logical" && !matches!(x.elem, Elem::Char | Elem::Complex) {
            return self.truth(x, span).map(|truth| Some(Code::test(truth)));
        }
        let Some(elem) = Elem::of_name(name) else {
            return Ok(None);
        };
        if elem.is_wide() {
            wide::check(self, span)?;
        }
        if x.imag.is_some() {
            let is_double = elem == Elem::Double;
            return if is_double {
                Ok(Some(x.clone()))
            } else {
                unsupported(span, format!("'{name}' of complex numbers"))
            };
        }
        if elem == x.elem {
            return Ok(Some(x.clone()));
        }
        if let Elem::Int(class) = elem {
            return Ok(Some(integers::conversion(self, class, x)));
        }
        // Integers that count loops stay integers as doubles.
        let int = x.int.clone().filter(|_| elem == Elem::Double);
        let non_negative = x.non_negative && matches!(elem, Elem::Double | Elem::Single);
        Ok(Some(Code { int, non_negative, ..Code::number_of(elem, x.stored_as(elem)) }))
    }

    /// A function of a real double.
    fn function_of_one(&mut self, name: &str, x: &Code, span: Span) -> Result<Code> {
        if let Some((_, text)) = UNARY.iter().find(|row| row.0 == name) {
            let non_negative = matches!(name, "abs" | "exp" | "cosh")
                || (x.non_negative && matches!(name, "floor" | "ceil" | "round" | "fix"));
            let no_minus_zero = name == "abs";
            return Ok(Code { non_negative, no_minus_zero, ..Code::double(format!("{text}({})", x.number())) });
        }
        if let Some((_, text, condition)) = PARTIAL.iter().find(|row| row.0 == name) {
            let is_root = *text == "sqrt";
            if x.non_negative && *condition == "!(x < 0)" {
                return Ok(Code { non_negative: is_root, ..Code::double(format!("{text}({})", x.number())) });
            }
            let value = self.temporary(&x.number());
            self.test(&condition.replace('x', &value), span)?;
            return Ok(Code { non_negative: is_root, ..Code::double(format!("{text}({value})")) });
        }
        if let Some((_, text)) = TESTS.iter().find(|row| row.0 == name) {
            return Ok(Code::test(format!("({text}({}) != 0)", x.number())));
        }
        match name {
            "real" | "conj" => Ok(x.clone()),
            "imag" => Ok(Code { non_negative: true, ..Code::double("0.0") }),
            "arg" | "angle" => Ok(Code::double(format!("atan2(0.0, {})", x.number()))),
            "isreal" => Ok(Code::test("1")),
            "iscomplex" => Ok(Code::test("0")),
            _ => unsupported(span, format!("a call of '{name}'")),
        }
    }

    fn function_of_two(&mut self, name: &str, a: &Code, b: &Code, span: Span) -> Result<Code> {
        if let Some((_, text)) = BINARY.iter().find(|row| row.0 == name) {
            let non_negative = (a.non_negative && b.non_negative) || name == "hypot";
            let (x, y) = match name {
                // They mention their arguments several times.
                "mod" | "rem" => (self.word(&a.number()), self.word(&b.number())),
                _ => (a.number(), b.number()),
            };
            let is_extremum = matches!(name, "max" | "min");
            let no_minus_zero = is_extremum && a.no_minus_zero && b.no_minus_zero;
            let text = if no_minus_zero { &format!("raddle_any_{name}") } else { *text };
            return Ok(Code { non_negative, no_minus_zero, ..Code::double(format!("{text}({x}, {y})")) });
        }
        if let Some(symbol) = integers::bit_operator(name) {
            let (x, y) = (a.number(), b.number());
            return Ok(Code::double(format!("(double)(raddle_word({x}) {symbol} raddle_word({y}))")));
        }
        if name == "complex" {
            return complex::of_parts(self, a, b, span);
        }
        unsupported(span, format!("a call of '{name}'"))
    }

    /// Goes on only where a condition holds.
    pub fn test(&mut self, condition: &str, span: Span) -> Result<()> {
        if self.nest.is_some() {
            return unsupported(span, "a result that may be complex");
        }
        if self.element.is_some() {
            super::arrays::test(self, condition);
            return Ok(());
        }
        self.require(condition);
        Ok(())
    }

    /// The same of a value whose C type is that of scalars of a class.
    pub fn word_of(&mut self, elem: Elem, text: &str) -> String {
        if super::code::is_word(text) { text.into() } else { self.temporary_of(elem, text) }
    }

    /// The text itself if it is a name or a number, or a C variable with this value.
    pub fn word(&mut self, text: &str) -> String {
        if super::code::is_word(text) { text.into() } else { self.temporary(text) }
    }
}

/// `x op y` of C doubles for an operator that C has.
pub fn elementary(op: BinaryOp, x: &str, y: &str, span: Span) -> Result<String> {
    Ok(match op {
        BinaryOp::Add => format!("({x} + {y})"),
        BinaryOp::Sub => format!("({x} - {y})"),
        BinaryOp::Mul | BinaryOp::MatMul => format!("({x} * {y})"),
        BinaryOp::RightDivide | BinaryOp::MatRightDivide => format!("({x} / {y})"),
        _ => return unsupported(span, "an operator that is not compiled"),
    })
}

/// A comparison of numbers whose class is `elem` together.
fn comparison(em: &Emitter, op: BinaryOp, elem: Elem, a: &Code, b: &Code) -> String {
    let symbol = match op {
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        _ => "!=",
    };
    let (x, y) = match elem {
        // Beside a single, a double is rounded first; beside an integer nothing is.
        Elem::Single => (singles::rounded(a), singles::rounded(b)),
        Elem::Complex => return complex::comparison(symbol, a, b),
        Elem::Wide(class) => return wide::comparison(class, symbol, a, b),
        Elem::Int(_) => return integers::comparison(em, symbol, a, b),
        Elem::Double | Elem::Bool | Elem::Char => (a.number(), b.number()),
    };
    format!("({x} {symbol} {y})")
}
