//! What builtin functions return, as far as compiled code is concerned. Computes nothing.

use super::classes;
use super::types::{Elem, IntClass, Known, Shape, Type};

/// Elementwise functions of one real argument whose result is real for every argument; the C text of one element.
pub const UNARY: &[(&str, &str)] = &[
    ("abs", "fabs"),
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("round", "round"),
    ("fix", "trunc"),
    ("exp", "exp"),
    ("expm1", "expm1"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("atan", "atan"),
    ("sinh", "sinh"),
    ("cosh", "cosh"),
    ("tanh", "tanh"),
    ("asinh", "asinh"),
    ("cbrt", "cbrt"),
    ("sign", "raddle_sign"),
];

/// Those whose result is complex outside of a range of the argument: the C condition on `x` under which it is real.
pub const PARTIAL: &[(&str, &str, &str)] = &[
    ("sqrt", "sqrt", "!(x < 0)"),
    ("log", "log", "!(x < 0)"),
    ("log2", "log2", "!(x < 0)"),
    ("log10", "log10", "!(x < 0)"),
    ("asin", "asin", "!(x < -1 || x > 1)"),
    ("acos", "acos", "!(x < -1 || x > 1)"),
];

/// Elementwise functions of two real arguments.
pub const BINARY: &[(&str, &str)] = &[
    ("mod", "raddle_mod"),
    ("rem", "raddle_rem"),
    ("atan2", "atan2"),
    ("hypot", "hypot"),
    ("max", "raddle_max"),
    ("min", "raddle_min"),
];

/// Elementwise tests of one argument.
pub const TESTS: &[(&str, &str)] = &[("isnan", "isnan"), ("isinf", "isinf"), ("isfinite", "isfinite")];

/// Constants.
pub const CONSTANTS: &[(&str, &str)] = &[
    ("pi", "3.141592653589793"),
    ("e", "2.718281828459045"),
    ("Inf", "INFINITY"),
    ("inf", "INFINITY"),
    ("NaN", "NAN"),
    ("nan", "NAN"),
    ("eps", "2.220446049250313e-16"),
    ("realmax", "1.7976931348623157e308"),
    ("realmin", "2.2250738585072014e-308"),
];

/// The names of the imaginary unit.
pub const UNITS: &[&str] = &["i", "j", "I", "J"];

/// Arrays of extents.
const FILLED: &[&str] = &["zeros", "ones", "rand", "randn", "Inf", "NaN", "inf", "nan"];

/// Does the function take the name of a class as its last argument?
pub fn takes_class(name: &str) -> bool {
    FILLED.contains(&name) || matches!(name, "eye" | "intmax" | "intmin")
}

/// What a call returns. `literals` are the values of arguments that are numbers in the text.
pub fn result(name: &str, args: &[Known], literals: &[Option<f64>]) -> Known {
    let scalar = Known::Typed(Type::SCALAR);
    if args.is_empty() && CONSTANTS.iter().any(|(constant, _)| *constant == name) {
        return scalar;
    }
    if args.is_empty() && UNITS.contains(&name) {
        return Known::Typed(Type::SCALAR.with(Elem::Complex));
    }
    if FILLED.contains(&name) {
        return filled(args, literals, Elem::Double);
    }
    match name {
        "true" | "false" => filled(args, literals, Elem::Bool),
        "numel" | "length" | "ndims" | "rows" | "columns" | "toc" | "clock" | "nnz" | "trace" | "det" | "norm"
        | "dot" => scalar,
        "isempty" | "isscalar" | "isvector" if args.iter().all(|arg| is_vector(*arg)) => Known::Typed(Type::BOOL),
        "intmax" | "intmin" if args.is_empty() => Known::Typed(Type::SCALAR.with(Elem::Int(IntClass::I32))),
        "isreal" | "iscomplex" if args.len() == 1 => Known::Typed(Type::BOOL),
        "complex" if args.len() == 1 => map(args[0], Elem::Complex),
        "complex" if args.len() == 2 => pair(args, |a, b| match classes::common(a, b)? {
            Elem::Double => Some(Elem::Complex),
            _ => None,
        }),
        "fft" | "ifft" if args.len() == 1 => map(args[0], Elem::Complex),
        "size" if args.len() == 2 => scalar,
        "size" => Known::Typed(Type::array(Shape::Row)),
        "linspace" => Known::Typed(Type::array(Shape::Row)),
        "mean" | "median" | "std" | "var" if args.len() == 1 => reduction(float(args[0])),
        "sum" | "prod" | "max" | "min" if args.len() == 1 => reduction(number(args[0])),
        "any" | "all" if args.len() == 1 => map(reduction(args[0]), Elem::Bool),
        "sum" | "prod" if args.len() == 2 => lines(args[0], literals[1], elem_of(number(args[0]))),
        "mean" if args.len() == 2 => lines(args[0], literals[1], elem_of(float(args[0]))),
        "any" | "all" if args.len() == 2 => lines(args[0], literals[1], Elem::Bool),
        "max" | "min" if args.len() == 3 => lines(args[0], literals[2], elem_of(number(args[0]))),
        "cumsum" | "cumprod" | "sort" | "conj" if args.len() == 1 => number(args[0]),
        "abs" | "real" | "imag" if args.len() == 1 => match number(args[0]) {
            Known::Typed(ty @ Type { elem: Elem::Complex, .. }) => Known::Typed(ty.with(Elem::Double)),
            known => known,
        },
        "arg" | "angle" if args.len() == 1 => match float(args[0]) {
            Known::Typed(ty @ Type { elem: Elem::Complex, .. }) => Known::Typed(ty.with(Elem::Double)),
            known => known,
        },
        "bitand" | "bitor" | "bitxor" if args.len() == 2 => pair(args, classes::common),
        "idivide" if args.len() >= 2 => pair(&args[..2], classes::common),
        "bitshift" if args.len() == 2 => pair(args, |a, _| Some(a)),
        "fliplr" | "flipud" | "flip" | "circshift" | "diff" | "triu" | "tril" | "filter" | "cummax" | "cummin"
            if !args.is_empty() =>
        {
            let same = if name == "filter" { args.last().copied() } else { args.first().copied() };
            same.unwrap_or(Known::Anything)
        }
        "eye" => filled(args, literals, Elem::Double),
        "char" if args.len() == 1 => map(args[0], Elem::Char),
        "polyval" if args.len() == 2 => double(args[1]),
        "interp1" if args.len() >= 3 => double(args[2]),
        "reshape" if args.len() >= 3 => match args[0].typed() {
            Some(ty) => filled(&args[1..], &literals[1..], ty.elem),
            None => Known::Anything,
        },
        "inv" if args.len() == 1 => double(args[0]),
        "logical" | "not" if args.len() == 1 => map(args[0], Elem::Bool),
        _ if args.len() == 1 && Elem::of_name(name).is_some() => converted(args[0], Elem::of_name(name)),
        "randi" if args.len() >= 2 => filled(&args[1..], &literals[1..], Elem::Double),
        "randi" => scalar,
        _ => elementwise(name, args),
    }
}

fn elementwise(name: &str, args: &[Known]) -> Known {
    match args {
        [x] if matches!(name, "floor" | "ceil" | "round" | "fix" | "sign") => number(*x),
        [x] if UNARY.iter().any(|row| row.0 == name) || PARTIAL.iter().any(|row| row.0 == name) => float(*x),
        [x] if TESTS.iter().any(|row| row.0 == name) => map(*x, Elem::Bool),
        [_, _] if matches!(name, "mod" | "rem" | "max" | "min") => pair(args, classes::common),
        [_, _] if BINARY.iter().any(|row| row.0 == name) => {
            pair(args, |a, b| Some(if [a, b].contains(&Elem::Single) { Elem::Single } else { Elem::Double }))
        }
        _ => Known::Anything,
    }
}

/// An elementwise function of two values, by the class of its result.
fn pair(args: &[Known], elem: impl Fn(Elem, Elem) -> Option<Elem>) -> Known {
    let [Known::Typed(a), Known::Typed(b)] = args else {
        return Known::Anything;
    };
    let shape = a.shape.elementwise(b.shape);
    elem(a.elem, b.elem).map_or(Known::Anything, |elem| Known::Typed(Type { elem, shape }))
}

/// `double(x)` and its kin.
fn converted(known: Known, elem: Option<Elem>) -> Known {
    match (known, elem) {
        (Known::Typed(Type { elem: Elem::Complex, .. }), Some(Elem::Double)) => known,
        (Known::Typed(Type { elem: Elem::Complex, .. }), Some(Elem::Single)) => Known::Anything,
        (_, Some(elem)) => map(known, elem),
        (_, None) => Known::Anything,
    }
}

fn is_vector(known: Known) -> bool {
    known.typed().is_some_and(|ty| matches!(ty.shape, Shape::Scalar | Shape::Row | Shape::Column))
}

fn map(known: Known, elem: Elem) -> Known {
    known.typed().map_or(Known::Anything, |ty| Known::Typed(ty.with(elem)))
}

fn double(known: Known) -> Known {
    map(known, Elem::Double)
}

/// The same values as numbers.
fn number(known: Known) -> Known {
    known.typed().map_or(Known::Anything, |ty| Known::Typed(ty.with(classes::number(ty.elem))))
}

/// The class in which functions of floats compute.
fn float(known: Known) -> Known {
    match number(known) {
        Known::Typed(ty @ Type { elem: Elem::Int(_) | Elem::Wide(_), .. }) => Known::Typed(ty.with(Elem::Double)),
        known => known,
    }
}

fn elem_of(known: Known) -> Elem {
    known.typed().map_or(Elem::Double, |ty| ty.elem)
}

fn reduction(known: Known) -> Known {
    match known.typed().map(|ty| ty.shape) {
        Some(Shape::Scalar | Shape::Row | Shape::Column) => Known::Typed(Type::SCALAR.with(elem_of(known))),
        Some(Shape::Matrix) => Known::Typed(Type::array(Shape::Row).with(elem_of(known))),
        Some(Shape::Cube) | None => Known::Anything,
    }
}

/// One value for each line along a dimension.
fn lines(known: Known, along: Option<f64>, elem: Elem) -> Known {
    let shape = match (known.typed().map(|ty| ty.shape), along) {
        (Some(shape @ (Shape::Scalar | Shape::Column)), Some(2.0)) => shape,
        (Some(shape @ (Shape::Scalar | Shape::Row)), Some(1.0)) => shape,
        (Some(Shape::Row), Some(2.0)) | (Some(Shape::Column), Some(1.0)) => Shape::Scalar,
        (Some(Shape::Matrix), Some(2.0)) => Shape::Column,
        (Some(Shape::Matrix), Some(1.0)) => Shape::Row,
        _ => return Known::Anything,
    };
    Known::Typed(Type { elem, shape })
}

fn filled(args: &[Known], literals: &[Option<f64>], elem: Elem) -> Known {
    if args.iter().any(|arg| arg.typed().is_none()) {
        return Known::Anything;
    }
    let is_one = |at: usize| literals.get(at).copied().flatten() == Some(1.0);
    let shape = match args.len() {
        0 => Shape::Scalar,
        1 if is_one(0) => Shape::Scalar,
        1 => Shape::Matrix,
        2 if is_one(0) && is_one(1) => Shape::Scalar,
        2 if is_one(0) => Shape::Row,
        2 if is_one(1) => Shape::Column,
        2 => Shape::Matrix,
        3 => Shape::Cube,
        _ => return Known::Anything,
    };
    Known::Typed(Type { elem, shape })
}
