//! Accesses, conditions and expressions.

use std::fmt::Write;

use super::*;
use crate::tree::{Access, Affine, Atom, Binary, Cond, Edge, Expr, Extent, Helper, Math, Part, Sizes, Subscript};

impl Printer<'_> {
    pub(super) fn array(&self, id: ArrayId) -> String {
        match self.function.arrays[id].form {
            Form::Global => format!("g{}_{id}", self.function.seed),
            Form::Member => format!("s->a{id}"),
            Form::Flat { of } => format!("a{of}"),
            Form::Vla
            | Form::Linear
            | Form::Cells
            | Form::Overlap { .. }
            | Form::Record
            | Form::Local { .. }
            | Form::Rows(_) => {
                format!("a{id}")
            }
        }
    }

    pub(super) fn access(&self, access: &Access) -> String {
        let array = &self.function.arrays[access.array];
        let forms = access.subscripts.iter().filter_map(|subscript| match subscript {
            Subscript::Affine(form) => Some(form),
            Subscript::Modulo(_) | Subscript::Cell(_) | Subscript::Near(..) => None,
        });
        // A flat subscript is one sum, whose types meet; others stand each in its own brackets.
        let mixed = array.form == Form::Linear && self.mixed(forms);
        let subscripts: Vec<String> = (0..access.subscripts.len()).map(|d| self.subscript(access, d, mixed)).collect();
        let brackets = |subscripts: &[String]| subscripts.iter().map(|s| format!("[{s}]")).collect::<String>();
        match array.form {
            Form::Record => format!("r[{}].a{}{}", subscripts[0], access.array, brackets(&subscripts[1..])),
            Form::Linear => {
                let mut flat = subscripts[0].clone();
                for (subscript, &extent) in subscripts.iter().zip(&array.extents).skip(1) {
                    flat = format!("({flat}) * {} + {subscript}", self.extent(extent));
                }
                format!("a{}[{flat}]", access.array)
            }
            Form::Vla
            | Form::Global
            | Form::Overlap { .. }
            | Form::Cells
            | Form::Flat { .. }
            | Form::Member
            | Form::Local { .. }
            | Form::Rows(_) => {
                format!("{}{}", self.array(access.array), brackets(&subscripts))
            }
        }
    }

    pub(super) fn subscript(&self, access: &Access, dimension: usize, mixed: bool) -> String {
        match &access.subscripts[dimension] {
            Subscript::Affine(form) => self.sum(form, Use::NonNegative, mixed || self.mixed([form])),
            Subscript::Modulo(expr) => {
                let extent = self.function.arrays[access.array].extents[dimension];
                match extent {
                    Extent::Fixed(size) if size.count_ones() == 1 => {
                        format!("({}) & {}", self.converted(expr, Elem::I32), size - 1)
                    }
                    extent => format!("({}) % (unsigned){}", self.converted(expr, Elem::U32), self.extent(extent)),
                }
            }
            Subscript::Cell(expr) => self.expr(expr),
            Subscript::Near(form, edge) => {
                let size = self.extent(self.function.arrays[access.array].extents[dimension]);
                let place = self.form(form, Use::Number);
                match edge {
                    Edge::Clamped => format!("({place} < 0 ? 0 : {place} > {size} - 1 ? {size} - 1 : {place})"),
                    Edge::Around => {
                        format!("({place} < 0 ? {place} + {size} : {place} >= {size} ? {place} - {size} : {place})")
                    }
                    Edge::Rest => format!("({place} + {size}) % {size}"),
                }
            }
        }
    }

    /// `n` or `m`.
    fn size(&self, name: &str) -> String {
        match self.function.sizes {
            Sizes::Parameters => name.into(),
            Sizes::Globals => format!("{name}{}", self.function.seed),
            Sizes::Pointed => format!("size[{}]", u8::from(name == "m")),
            Sizes::Fields => format!("size->{name}"),
        }
    }

    fn extent(&self, extent: Extent) -> String {
        match extent {
            Extent::N => self.size("n"),
            Extent::M => self.size("m"),
            Extent::Above(more) => format!("({} + {more})", self.size("n")),
            Extent::Fixed(extent) => extent.to_string(),
        }
    }

    pub(super) fn index(&self, var: VarId) -> Index {
        // Counters of `while` loops are of type int.
        self.indices.iter().find(|(id, _)| *id == var).map_or(Index::Int, |(_, index)| *index)
    }

    /// The variable's text; with a cast where C would compute with it modulo 2^32 or 2^64 and that would show.
    pub(super) fn atom(&self, atom: Atom, usage: Use, mixed: bool) -> String {
        match atom {
            Atom::N => self.size("n"),
            Atom::M => self.size("m"),
            Atom::Wrapped if usage == Use::Number || mixed => "(int)(third * three)".into(),
            Atom::Wrapped => "third * three".into(),
            Atom::Cell(array, element) => format!("{}[{element}]", self.array(array)),
            Atom::Var(var) => match (self.index(var), usage) {
                (Index::Unsigned, Use::NonNegative) if mixed => format!("(int)i{var}"),
                (Index::Unsigned | Index::Size, Use::Number) => format!("(int)i{var}"),
                (Index::Int | Index::Long | Index::Unsigned | Index::Size, _) => format!("i{var}"),
                (Index::Far, _) => format!("(i{var} - {})", far(var)),
            },
        }
    }

    /// Do unsigned variables of 32 bits meet variables of 64?
    pub(super) fn mixed<'f>(&self, forms: impl IntoIterator<Item = &'f Affine>) -> bool {
        let terms = forms.into_iter().flat_map(|form| &form.terms);
        let indices = terms.filter_map(|(_, atom)| match atom {
            Atom::Var(var) => Some(self.index(*var)),
            Atom::Wrapped => Some(Index::Unsigned),
            Atom::N | Atom::M | Atom::Cell(..) => None,
        });
        let (mut narrow, mut wide) = (false, false);
        for index in indices {
            narrow |= index == Index::Unsigned;
            wide |= matches!(index, Index::Long | Index::Size | Index::Far);
        }
        narrow && wide
    }

    pub(super) fn form(&self, form: &Affine, usage: Use) -> String {
        self.sum(form, usage, self.mixed([form]))
    }

    pub(super) fn sum(&self, form: &Affine, usage: Use, mixed: bool) -> String {
        let mut out = String::new();
        for &(factor, atom) in &form.terms {
            let atom = self.atom(atom, usage, mixed);
            let sign = match (out.is_empty(), factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let factor = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            let _ = write!(out, "{sign}{factor}{atom}");
        }
        match form.constant {
            constant if out.is_empty() => constant.to_string(),
            0 => out,
            constant if constant < 0 => format!("{out} - {}", -constant),
            constant => format!("{out} + {constant}"),
        }
    }

    pub(super) fn condition(&self, condition: &Cond) -> String {
        match condition {
            Cond::NonNegative(form) => format!("{} >= 0", self.form(form, Use::Number)),
            Cond::NonZero(form) => self.unequal(form),
            Cond::Congruent { form, modulus, rest } => {
                format!("({}) % {modulus} == {rest}", self.form(form, Use::Number))
            }
            Cond::Less(a, b) => self.comparison(a, "<", b),
            Cond::AtMost(a, b) => self.comparison(a, "<=", b),
            Cond::Equal(a, b) => self.comparison(a, "==", b),
            Cond::Unequal(a, b) => self.comparison(a, "!=", b),
            Cond::Both(a, b) => format!("({}) && ({})", self.condition(a), self.condition(b)),
        }
    }

    /// `i != j`: what is added on the left, what is subtracted on the right.
    fn unequal(&self, form: &Affine) -> String {
        let part = |sign: i64| {
            let terms = form.terms.iter().filter(|(factor, _)| factor.signum() == sign);
            let constant = if form.constant.signum() == sign { sign * form.constant } else { 0 };
            Affine { constant, terms: terms.map(|&(factor, atom)| (sign * factor, atom)).collect() }
        };
        format!("{} != {}", self.form(&part(1), Use::Number), self.form(&part(-1), Use::Number))
    }

    /// Of one type, so that C compares values as they are; of the real parts where C has no order.
    pub(super) fn comparison(&self, a: &Expr, operator: &str, b: &Expr) -> String {
        let elem = self.function.elem(a);
        match (elem.is_complex(), operator) {
            (true, "!=") if is_zero(b) => self.expr(a),
            (true, "==") if is_zero(b) => format!("!({})", self.expr(a)),
            (true, "==" | "!=") => format!("{} {operator} {}", self.expr(a), self.expr(b)),
            (true, _) => format!("creal({}) {operator} creal({})", self.expr(a), self.expr(b)),
            (false, _) => format!("{} {operator} {}", self.converted(a, elem), self.converted(b, elem)),
        }
    }

    /// The expression's value in type `to`: by C's own conversion where that is defined for all values.
    pub(super) fn converted(&self, expr: &Expr, to: Elem) -> String {
        let (from, text) = (self.function.elem(expr), self.expr(expr));
        match (from.is_float(), to.is_float()) {
            _ if from == to => text,
            (true, false) => {
                let sign = if to.is_signed() { "" } else { "fabs" };
                format!("({})(int64_t){sign}(limit({text}))", type_name(to))
            }
            _ => format!("({})({text})", type_name(to)),
        }
    }

    /// The expression as the operand of an operation whose other operand is a float of type `to`.
    pub(super) fn promoted(&self, expr: &Expr, to: Elem) -> String {
        match (self.function.elem(expr), to) {
            (Elem::F64, Elem::F32 | Elem::F16) | (Elem::F32, Elem::F16) => self.converted(expr, to),
            (Elem::F64, Elem::C32) => self.converted(expr, Elem::F32),
            (Elem::C64, Elem::C32) => self.converted(expr, to),
            (from, to) if from.is_complex() && !to.is_complex() => self.converted(expr, to),
            _ => self.expr(expr),
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Literal(elem, value) => literal(*elem, *value),
            Expr::Load(access) => self.access(access),
            Expr::Scalar(scalar) => format!("s{scalar}"),
            Expr::Var(var) if self.index(*var) == Index::Int => format!("i{var}"),
            Expr::Var(var) => format!("(int){}", self.atom(Atom::Var(*var), Use::NonNegative, false)),
            Expr::Form(form) => format!("(int)({})", self.form(form, Use::Number)),
            Expr::Here(_) => "*p".into(),
            Expr::Binary(op, elem, a, b) => self.binary(*op, *elem, a, b),
            Expr::Convert(elem, a) => format!("({})({})", type_name(*elem), self.converted(a, *elem)),
            Expr::Math(math, elem, a) => self.math(*math, *elem, a),
            Expr::Part(part, elem, a) => self.part(*part, *elem, a),
            Expr::Call(helper, elem, a, b) => {
                call(*helper, *elem, &self.converted(a, *elem), &self.converted(b, *elem))
            }
            Expr::Choose(condition, elem, a, b) if elem.is_complex() => {
                format!("({} ? {} : {})", self.condition(condition), self.converted(a, *elem), self.promoted(b, *elem))
            }
            Expr::Choose(condition, elem, a, b) => {
                let condition = self.condition(condition);
                format!("({condition} ? {} : {})", self.converted(a, *elem), self.converted(b, *elem))
            }
        }
    }

    fn part(&self, part: Part, elem: Elem, a: &Expr) -> String {
        let (a, letter) = (self.converted(a, elem.complex()), letter(elem));
        match part {
            Part::Real => format!("__real__ ({a})"),
            Part::Imag => format!("__imag__ ({a})"),
            Part::Creal => format!("creal{letter}({a})"),
            Part::Cimag => format!("cimag{letter}({a})"),
        }
    }

    /// Complex numbers know signs and conjugates only.
    fn complex_math(&self, math: Math, elem: Elem, a: &Expr) -> String {
        match math {
            Math::Negate => format!("(-{})", self.converted(a, elem)),
            Math::Tilde => format!("(~({})({}))", type_name(elem), self.expr(a)),
            Math::Conj
            | Math::Sqrt
            | Math::Fabs
            | Math::Floor
            | Math::Ceil
            | Math::Round
            | Math::Rint
            | Math::Logb
            | Math::Exp
            | Math::Log
            | Math::Sin
            | Math::Atan
            | Math::Tanh
            | Math::Cbrt => format!("conj{}({})", letter(elem), self.converted(a, elem)),
        }
    }

    pub(super) fn math(&self, math: Math, elem: Elem, a: &Expr) -> String {
        if elem.is_complex() {
            return self.complex_math(math, elem, a);
        }
        let name = match math {
            Math::Sqrt => "sqrt",
            Math::Fabs => "fabs",
            Math::Floor => "floor",
            Math::Ceil => "ceil",
            Math::Negate => return format!("(-{})", self.converted(a, elem)),
            Math::Round => "round",
            Math::Rint => "rint",
            Math::Logb => "logb",
            Math::Exp => "exp",
            Math::Log => "log",
            Math::Sin => "sin",
            Math::Atan => "atan",
            Math::Tanh => "tanh",
            Math::Cbrt => "cbrt",
            Math::Conj | Math::Tilde => return self.converted(a, elem),
        };
        format!("{name}{}({})", letter(elem), self.converted(a, elem))
    }

    pub(super) fn binary(&self, op: Binary, elem: Elem, a: &Expr, b: &Expr) -> String {
        if op == Binary::Pair && elem.is_complex() {
            let [re, im] =
                [a, b].map(|it| format!("({})({})", type_name(elem.part()), self.converted(it, elem.part())));
            return format!("__builtin_complex({re}, {im})");
        }
        if elem.is_float() {
            // With one operand of the type, C converts a narrower one by itself.
            let l = if self.function.elem(b) == elem { self.promoted(a, elem) } else { self.converted(a, elem) };
            let r = self.promoted(b, elem);
            return if elem.is_complex() { complex_binary(op, &l, &r) } else { float_binary(op, letter(elem), &l, &r) };
        }
        let (ty, wide) = (type_name(elem), unsigned(elem));
        let (l, r) = (self.converted(a, elem), self.converted(b, elem));
        let wrapping = |op: &str| match elem {
            Elem::U32 | Elem::U64 => format!("({l} {op} {r})"),
            _ => format!("({ty})(({wide}){l} {op} ({wide}){r})"),
        };
        // The mask makes both the divisor and, for signed types, the quotient fit.
        let divisor = format!("(({r} & 15) + 1)");
        match op {
            Binary::Add | Binary::Pair => wrapping("+"),
            Binary::Sub => wrapping("-"),
            Binary::Mul => wrapping("*"),
            Binary::Div => format!("({ty})({l} / {divisor})"),
            Binary::Rem | Binary::Fmod | Binary::Remainder => format!("({ty})({l} % {divisor})"),
            Binary::And => format!("({ty})({l} & {r})"),
            Binary::Or | Binary::Pow | Binary::Atan2 => format!("({ty})({l} | {r})"),
            Binary::Xor | Binary::Fdim | Binary::Hypot => format!("({ty})({l} ^ {r})"),
            Binary::Shl => format!("({ty})(({wide}){l} << ({r} & 7))"),
            Binary::Shr => format!("({ty})({l} >> ({r} & 7))"),
            Binary::LimitedAdd => format!("({ty})(({l} & 4095) + ({r} & 4095))"),
            Binary::LimitedMul => format!("({ty})(({l} & 4095) * ({r} & 4095))"),
            Binary::Min => format!("({l} < {r} ? {l} : {r})"),
            Binary::Max => format!("({l} > {r} ? {l} : {r})"),
        }
    }
}

fn call(helper: Helper, elem: Elem, a: &str, b: &str) -> String {
    let suffix = suffix(elem);
    match helper {
        Helper::Mix => format!("mix_{suffix}({a}, {b})"),
        Helper::Early => format!("early_{suffix}({a}, {b})"),
        Helper::Looped => format!("looped_{suffix}({a}, {b})"),
        Helper::Switched => format!("switched_{suffix}({a}, {b})"),
        Helper::Deep => format!("deep_{suffix}({a}, {b})"),
        Helper::Chosen => format!("chosen_{suffix}({a}, {b})"),
        Helper::Pair => format!("fold_{suffix}(order_{suffix}({a}, {b}))"),
        Helper::Inner if elem.is_complex() => {
            let ty = type_name(elem);
            format!("({{ {ty} x_ = {a}; {ty} y_ = {b}; x_ -= y_; x_ == 0 ? y_ : x_; }})")
        }
        Helper::Inner => {
            let ty = type_name(elem);
            format!("({{ {ty} x_ = {a}; {ty} y_ = {b}; x_ < y_ ? x_ : y_; }})")
        }
    }
}

/// What the names of `<math.h>` end with for this type.
fn letter(elem: Elem) -> &'static str {
    if matches!(elem, Elem::F16 | Elem::F32 | Elem::C32) { "f" } else { "" }
}

fn float_binary(op: Binary, letter: &str, l: &str, r: &str) -> String {
    match op {
        Binary::Add | Binary::LimitedAdd | Binary::Or | Binary::Shl | Binary::Pair => format!("({l} + {r})"),
        Binary::Sub | Binary::Xor | Binary::Shr => format!("({l} - {r})"),
        Binary::Mul | Binary::LimitedMul | Binary::And => format!("({l} * {r})"),
        Binary::Div | Binary::Rem => format!("({l} / {r})"),
        Binary::Min => format!("({l} < {r} ? {l} : {r})"),
        Binary::Max => format!("({l} > {r} ? {l} : {r})"),
        Binary::Fmod => format!("fmod{letter}({l}, {r})"),
        Binary::Remainder => format!("remainder{letter}({l}, {r})"),
        Binary::Fdim => format!("fdim{letter}({l}, {r})"),
        Binary::Pow => format!("pow{letter}({l}, {r})"),
        Binary::Atan2 => format!("atan2{letter}({l}, {r})"),
        Binary::Hypot => format!("hypot{letter}({l}, {r})"),
    }
}

/// The operations that complex numbers have, and something else for each of the others.
fn complex_binary(op: Binary, l: &str, r: &str) -> String {
    match op {
        Binary::Add | Binary::LimitedAdd | Binary::Or | Binary::Shl | Binary::Pair => format!("({l} + {r})"),
        Binary::Sub | Binary::Xor | Binary::Shr | Binary::Fdim => format!("({l} - {r})"),
        Binary::Mul | Binary::LimitedMul | Binary::And | Binary::Pow | Binary::Hypot => format!("({l} * {r})"),
        Binary::Div | Binary::Rem | Binary::Fmod | Binary::Remainder | Binary::Atan2 => format!("({l} / {r})"),
        Binary::Min => format!("(creal({l}) < creal({r}) ? {l} : {r})"),
        Binary::Max => format!("(cimag({l}) > cimag({r}) ? {l} : {r})"),
    }
}

/// What numbers of the type end with.
fn float_suffix(elem: Elem) -> &'static str {
    if elem == Elem::F16 { "f16" } else { letter(elem) }
}

fn literal(elem: Elem, value: i64) -> String {
    match elem {
        Elem::C32 | Elem::C64 => complex_literal(elem, value),
        _ if elem.is_float() && value < 0 => format!("({:?}{})", value as f64 / 4.0, float_suffix(elem)),
        _ if elem.is_float() => format!("{:?}{}", value as f64 / 4.0, float_suffix(elem)),
        _ if value < 0 => format!("({})({value})", type_name(elem)),
        _ => format!("({}){value}", type_name(elem)),
    }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(_, 0))
}

/// Whole numbers are real.
fn complex_literal(elem: Elem, value: i64) -> String {
    let re = literal(elem.part(), value);
    let im = match value.rem_euclid(4) {
        0 => return re,
        rest => literal(elem.part(), [1, -2, 3][rest as usize - 1]),
    };
    if value % 3 == 0 { format!("__builtin_complex({re}, {im})") } else { format!("({re} + {im} * I)") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_different_width_do_not_meet_in_a_sum() {
        let function = crate::generate::function(0);
        let indices = vec![(0, Index::Unsigned), (1, Index::Size), (2, Index::Int)];
        let printer = Printer { function: &function, indices, out: String::new(), depth: 0 };
        let term = |var| Affine { constant: 9, terms: vec![(-1, Atom::Var(var))] };
        assert!(printer.mixed([&term(0), &term(1)]));
        assert!(!printer.mixed([&term(0), &term(2)]), "int is converted to unsigned, modulo 2^32");
        assert_eq!(printer.sum(&term(0), Use::NonNegative, true), "-(int)i0 + 9");
        assert_eq!(printer.sum(&term(0), Use::NonNegative, false), "-i0 + 9");
    }

    #[test]
    fn real_operands_of_complex_numbers_stay_real() {
        let function = crate::generate::function(0);
        let printer = Printer { function: &function, indices: vec![], out: String::new(), depth: 0 };
        let [whole, real, wide] =
            [Expr::Literal(Elem::C32, 1), Expr::Literal(Elem::F32, 2), Expr::Literal(Elem::F64, 2)];
        let binary = |op, elem, a: &Expr, b: &Expr| printer.binary(op, elem, a, b);
        assert_eq!(binary(Binary::Mul, Elem::C32, &real, &whole), "(0.5f * (0.25f + 0.25f * I))");
        assert_eq!(binary(Binary::Div, Elem::C32, &whole, &wide), "((0.25f + 0.25f * I) / (float)(0.5))");
        assert_eq!(binary(Binary::Sub, Elem::F32, &whole, &real), "((float)((0.25f + 0.25f * I)) - 0.5f)");
        assert_eq!(binary(Binary::Pair, Elem::C64, &wide, &wide), "__builtin_complex((double)(0.5), (double)(0.5))");
        let conjugate = Expr::Math(Math::Tilde, Elem::C64, Box::new(real));
        assert_eq!(printer.converted(&conjugate, Elem::I32), "(int)(int64_t)(limit((~(double _Complex)(0.5f))))");
    }

    #[test]
    fn complex_numbers_have_no_order() {
        let function = crate::generate::function(0);
        let printer = Printer { function: &function, indices: vec![], out: String::new(), depth: 0 };
        let [a, b] = [8, 12].map(|value| Box::new(Expr::Literal(Elem::C64, value)));
        assert_eq!(printer.condition(&Cond::Less(a.clone(), b.clone())), "creal(2.0) < creal(3.0)");
        assert_eq!(printer.condition(&Cond::Unequal(a.clone(), b.clone())), "2.0 != 3.0");
        let zero = Box::new(Expr::Literal(Elem::C64, 0));
        assert_eq!(printer.condition(&Cond::Unequal(a.clone(), zero.clone())), "2.0");
        assert_eq!(printer.condition(&Cond::Equal(a.clone(), zero)), "!(2.0)");
        assert_eq!(printer.binary(Binary::Min, Elem::C64, &a, &b), "(creal(2.0) < creal(3.0) ? 2.0 : 3.0)");
    }

    #[test]
    fn what_is_subtracted_stands_on_the_right() {
        let function = crate::generate::function(0);
        let indices = vec![(0, Index::Int), (1, Index::Int)];
        let printer = Printer { function: &function, indices, out: String::new(), depth: 0 };
        let form = |constant, terms| Cond::NonZero(Affine { constant, terms });
        let apart = vec![(1, Atom::Var(0)), (-1, Atom::Var(1))];
        assert_eq!(printer.condition(&form(1, apart)), "i0 + 1 != i1");
        assert_eq!(printer.condition(&form(-3, vec![(1, Atom::Var(0))])), "i0 != 3");
        assert_eq!(printer.condition(&form(0, vec![(2, Atom::Var(1))])), "2 * i1 != 0");
    }
}
