//! What builtin functions return, as far as compiled code is concerned. Computes nothing.

use super::types::{Elem, Known, Shape, Type};

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

/// Arrays of extents.
const FILLED: &[&str] = &["zeros", "ones", "rand", "randn", "Inf", "NaN", "inf", "nan"];

/// What a call returns. `literals` are the values of arguments that are numbers in the text.
pub fn result(name: &str, args: &[Known], literals: &[Option<f64>]) -> Known {
    let scalar = Known::Typed(Type::SCALAR);
    if args.is_empty() && CONSTANTS.iter().any(|(constant, _)| *constant == name) {
        return scalar;
    }
    if FILLED.contains(&name) {
        return filled(args, literals, Elem::Double);
    }
    match name {
        "true" | "false" => filled(args, literals, Elem::Bool),
        "numel" | "length" | "ndims" | "rows" | "columns" | "toc" | "clock" | "nnz" | "trace" | "det" | "norm"
        | "dot" => scalar,
        "isempty" | "isscalar" | "isvector" if args.iter().all(|arg| is_vector(*arg)) => Known::Typed(Type::BOOL),
        "size" if args.len() == 2 => scalar,
        "size" => Known::Typed(Type::array(Shape::Row)),
        "linspace" => Known::Typed(Type::array(Shape::Row)),
        "sum" | "prod" | "mean" | "median" | "std" | "var" if args.len() == 1 => reduction(args[0]),
        "max" | "min" if args.len() == 1 => reduction(args[0]),
        "any" | "all" if args.len() == 1 => map(reduction(args[0]), Elem::Bool),
        "sum" | "prod" | "mean" if args.len() == 2 => lines(args[0], literals[1], Elem::Double),
        "any" | "all" if args.len() == 2 => lines(args[0], literals[1], Elem::Bool),
        "max" | "min" if args.len() == 3 => lines(args[0], literals[2], Elem::Double),
        "cumsum" | "cumprod" | "sort" | "abs" | "real" if args.len() == 1 => double(args[0]),
        "double" if args.len() == 1 => double(args[0]),
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
        "randi" if args.len() >= 2 => filled(&args[1..], &literals[1..], Elem::Double),
        "randi" => scalar,
        _ => elementwise(name, args),
    }
}

fn elementwise(name: &str, args: &[Known]) -> Known {
    match args {
        [x] if UNARY.iter().any(|row| row.0 == name) || PARTIAL.iter().any(|row| row.0 == name) => double(*x),
        [x] if TESTS.iter().any(|row| row.0 == name) => map(*x, Elem::Bool),
        [a, b] if BINARY.iter().any(|row| row.0 == name) => match (a.typed(), b.typed()) {
            (Some(a), Some(b)) => Known::Typed(Type::array(a.shape.elementwise(b.shape))),
            _ => Known::Anything,
        },
        _ => Known::Anything,
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

fn reduction(known: Known) -> Known {
    match known.typed().map(|ty| ty.shape) {
        Some(Shape::Scalar | Shape::Row | Shape::Column) => Known::Typed(Type::SCALAR),
        Some(Shape::Matrix) => Known::Typed(Type::array(Shape::Row)),
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
