//! Intervals of values and upper bounds of extents: of operations, parts and builtin functions. Knows no variables.

use crate::ast::BinaryOp;

/// All elements are in `low..=high`; extents beyond the second are in `columns`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub low: f64,
    pub high: f64,
    pub rows: f64,
    pub columns: f64,
}

impl Size {
    pub const ANY: Size =
        Size { low: f64::NEG_INFINITY, high: f64::INFINITY, rows: f64::INFINITY, columns: f64::INFINITY };
    pub const EMPTY: Size = Size { low: 0.0, high: 0.0, rows: 0.0, columns: 0.0 };

    /// What is no number may be any.
    pub fn scalar(low: f64, high: f64) -> Size {
        let one = Size { low, high, rows: 1.0, columns: 1.0 };
        one.join(one)
    }

    /// Any values.
    fn of(rows: f64, columns: f64) -> Size {
        Size { rows, columns, ..Size::ANY }
    }

    fn with(self, low: f64, high: f64) -> Size {
        Size { low, high, ..self }
    }

    /// As part of a key.
    pub fn bits(self) -> [u64; 4] {
        [self.low, self.high, self.rows, self.columns].map(f64::to_bits)
    }

    pub fn is_scalar(self) -> bool {
        self.rows <= 1.0 && self.columns <= 1.0
    }

    /// The number of elements.
    pub fn count(self) -> f64 {
        if self.rows == 0.0 || self.columns == 0.0 { 0.0 } else { self.rows * self.columns }
    }

    /// The least that has both. Ends that are no numbers are infinite: as they differ from themselves, no loop would come to an end.
    pub fn join(self, other: Size) -> Size {
        let least = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NEG_INFINITY } else { a.min(b) };
        let most = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::INFINITY } else { a.max(b) };
        Size {
            low: least(self.low, other.low),
            high: most(self.high, other.high),
            rows: most(self.rows, other.rows),
            columns: most(self.columns, other.columns),
        }
    }

    pub fn widened(self, after: Size) -> Size {
        Size {
            low: if after.low < self.low { f64::NEG_INFINITY } else { self.low },
            high: if after.high > self.high { f64::INFINITY } else { self.high },
            rows: if after.rows > self.rows { f64::INFINITY } else { self.rows },
            columns: if after.columns > self.columns { f64::INFINITY } else { self.columns },
        }
    }

    /// An extent that a program asks for.
    fn extent(self) -> f64 {
        self.high.max(0.0)
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Size {
        self.with(f(self.low), f(self.high))
    }
}

/// Of the products of the ends of two intervals.
fn ends(a: Size, b: Size, f: impl Fn(f64, f64) -> f64) -> (f64, f64) {
    let all = [f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)];
    if all.iter().any(|x| x.is_nan()) {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    all.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)))
}

pub fn binary(op: BinaryOp, a: Size, b: Size) -> Size {
    let both = Size::of(a.rows.max(b.rows), a.columns.max(b.columns));
    let within = |(low, high): (f64, f64)| both.with(low, high);
    let is_matrix = !a.is_scalar() && !b.is_scalar();
    match op {
        BinaryOp::Add => within(ends(a, b, |x, y| x + y)),
        BinaryOp::Sub => within(ends(a, b, |x, y| x - y)),
        BinaryOp::MatMul if is_matrix => Size::of(a.rows, b.columns),
        BinaryOp::Mul | BinaryOp::MatMul => within(ends(a, b, |x, y| x * y)),
        BinaryOp::MatRightDivide if !b.is_scalar() => Size::of(a.rows, b.rows),
        BinaryOp::MatLeftDivide if !a.is_scalar() => Size::of(a.columns, b.columns),
        BinaryOp::RightDivide | BinaryOp::MatRightDivide if b.low > 0.0 || b.high < 0.0 => {
            within(ends(a, b, |x, y| x / y))
        }
        BinaryOp::Power | BinaryOp::MatPower
            if a.low >= 0.0 && b.low >= 0.0 && (a.is_scalar() || op == BinaryOp::Power) =>
        {
            within(ends(a, b, f64::powf))
        }
        BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::And
        | BinaryOp::Or => both.with(0.0, 1.0),
        BinaryOp::RightDivide
        | BinaryOp::LeftDivide
        | BinaryOp::MatRightDivide
        | BinaryOp::MatLeftDivide
        | BinaryOp::Power
        | BinaryOp::MatPower => both,
    }
}

pub fn range(base: Size, step: Size, limit: Size) -> Size {
    let (low, high, columns) = match step {
        Size { low, .. } if low > 0.0 => (base.low, limit.high.max(base.low), (limit.high - base.low) / low + 1.0),
        Size { high, .. } if high < 0.0 => (limit.low.min(base.high), base.high, (base.high - limit.low) / -high + 1.0),
        _ => (base.low.min(limit.low), base.high.max(limit.high), f64::INFINITY),
    };
    let columns =
        if columns.is_nan() { f64::INFINITY } else { (columns * (1.0 + 8.0 * f64::EPSILON)).floor().max(0.0) };
    Size { low, high, rows: 1.0, columns }
}

/// Subscripts; `None` for `:`.
pub fn part(array: Size, args: &[Option<Size>]) -> Size {
    match args {
        [] => array,
        [None] => Size { rows: array.count(), columns: 1.0, ..array },
        [Some(one)] if array.rows <= 1.0 => Size { rows: 1.0, columns: one.count(), ..array },
        [Some(one)] if array.columns <= 1.0 => Size { rows: one.count(), columns: 1.0, ..array },
        // As the subscript lies, or as the array, if it is a vector.
        [Some(one)] => Size { rows: one.count(), columns: one.count(), ..array },
        [rows, columns @ ..] => {
            let extent = |arg: &Option<Size>, all: f64| arg.map_or(all, Size::count);
            let columns = columns.iter().map(|arg| extent(arg, array.columns)).product();
            Size { rows: extent(rows, array.rows), columns, ..array }
        }
    }
}

/// An array of which elements were set.
pub fn with_element(old: Option<Size>, args: &[Option<Size>], value: Size) -> Size {
    let old = old.unwrap_or(Size::EMPTY);
    let grown = |arg: &Option<Size>, extent: f64, other: f64| {
        arg.map_or(extent.max(other), |at| extent.max(at.extent()).max(at.count()))
    };
    let (rows, columns) = match args {
        [one] if old.columns <= 1.0 && old.rows > 1.0 => (grown(one, old.rows, 0.0), old.columns.max(1.0)),
        // A matrix of which nothing is known may be a row or a column.
        [one] if old.rows > 1.0 => (grown(one, old.rows, 0.0), grown(one, old.columns, 0.0)),
        [one] => (old.rows.max(1.0), grown(one, old.columns, value.count())),
        [row, column] => (grown(row, old.rows, value.rows), grown(column, old.columns, value.columns)),
        _ => (f64::INFINITY, f64::INFINITY),
    };
    // What is between the old elements and the new ones is zero.
    let all = old.join(value);
    Size { low: all.low.min(0.0), high: all.high.max(0.0), rows, columns }
}

pub fn matrix(rows: &[Vec<Size>]) -> Size {
    let mut all: Option<Size> = None;
    for row in rows {
        let height = row.iter().fold(0.0, |height: f64, part| height.max(part.rows));
        let width: f64 = row.iter().map(|part| part.columns).sum();
        for part in row {
            let one = Size { rows: 0.0, columns: width, ..*part };
            all = Some(all.map_or(one, |all| Size { rows: all.rows, ..all.join(one) }));
        }
        all = all.map(|all| Size { rows: all.rows + height, ..all });
    }
    all.unwrap_or(Size::EMPTY)
}

/// The result of a builtin function.
pub fn builtin(name: &str, args: &[Size]) -> Size {
    match (name, args) {
        ("numel" | "length" | "nnz", [x]) => Size::scalar(0.0, x.count()),
        ("rows", [x]) => Size::scalar(0.0, x.rows),
        ("columns", [x]) => Size::scalar(0.0, x.columns),
        ("size", [x, _]) => Size::scalar(0.0, x.rows.max(x.columns)),
        ("size", [x]) => Size { low: 0.0, high: x.rows.max(x.columns), rows: 1.0, columns: 2.0 },
        ("floor" | "ceil" | "round" | "fix", [x]) => {
            let by: fn(f64) -> f64 = match name {
                "floor" => f64::floor,
                "ceil" => f64::ceil,
                "round" => f64::round,
                _ => f64::trunc,
            };
            x.map(by)
        }
        (
            "double" | "single" | "int8" | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64",
            [x],
        ) => x.with(x.low.floor(), x.high.ceil()),
        ("sqrt", [x]) if x.low >= 0.0 => x.map(f64::sqrt),
        ("abs", [x]) => x.with(0.0, x.low.abs().max(x.high.abs())),
        ("min", [a, b]) => {
            Size::of(a.rows.max(b.rows), a.columns.max(b.columns)).with(a.low.min(b.low), a.high.min(b.high))
        }
        ("max", [a, b]) => {
            Size::of(a.rows.max(b.rows), a.columns.max(b.columns)).with(a.low.max(b.low), a.high.max(b.high))
        }
        ("mod" | "rem", [a, b]) if b.low > 0.0 => {
            let low = if name == "mod" || a.low >= 0.0 { 0.0 } else { -b.high };
            Size::of(a.rows.max(b.rows), a.columns.max(b.columns)).with(low, b.high)
        }
        ("max" | "min", [x]) => Size { rows: if x.rows > 1.0 { 1.0 } else { x.rows }, columns: x.columns, ..*x },
        ("zeros" | "false", args) => filled(args).with(0.0, 0.0),
        ("ones" | "true", args) => filled(args).with(1.0, 1.0),
        ("eye" | "rand" | "magic" | "randn" | "hilb" | "cell" | "Inf" | "NaN", args) => {
            let (low, high) =
                if matches!(name, "eye" | "rand") { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
            filled(args).with(low, high)
        }
        ("randi", [most, args @ ..]) => filled(args).with(most.low.min(1.0), most.high),
        ("randperm", [n]) => Size { low: 1.0, high: n.high, rows: 1.0, columns: n.extent() },
        ("primes", [n]) => Size { low: 2.0, high: n.high, rows: 1.0, columns: n.extent() },
        ("linspace", [a, b]) => Size { low: a.low.min(b.low), high: a.high.max(b.high), rows: 1.0, columns: 100.0 },
        ("linspace", [a, b, n]) => {
            Size { low: a.low.min(b.low), high: a.high.max(b.high), rows: 1.0, columns: n.extent() }
        }
        ("reshape", [x, rows, columns]) => Size { rows: rows.extent(), columns: columns.extent(), ..*x },
        ("repmat", [x, rows, columns]) => {
            Size { rows: x.rows * rows.extent(), columns: x.columns * columns.extent(), ..*x }
        }
        ("find" | "unique", [x]) => {
            let (low, high) = if name == "find" { (1.0, x.count()) } else { (x.low, x.high) };
            let extent = |own: f64| if own <= 1.0 { own } else { x.count() };
            Size { low, high, rows: extent(x.rows), columns: extent(x.columns) }
        }
        ("sum" | "prod" | "mean" | "cumsum" | "cumprod" | "sort" | "diff", [x, ..]) => Size::of(x.rows, x.columns),
        ("diag", [x]) => Size::of(x.count(), x.count()),
        ("diag", [x, k]) => {
            let n = x.count() + k.low.abs().max(k.high.abs());
            Size::of(n, n)
        }
        ("any" | "all" | "isnan" | "isinf" | "isempty" | "not" | "logical", [x, ..]) => x.with(0.0, 1.0),
        ("fliplr" | "flipud" | "circshift" | "triu" | "tril" | "flip", [x, ..]) => *x,
        ("norm" | "det" | "trace" | "dot" | "rank" | "cond", _) => Size::of(1.0, 1.0),
        ("sin" | "cos" | "tanh", [x]) => x.with(-1.0, 1.0),
        (
            "exp" | "log" | "log2" | "log10" | "tan" | "sqrt" | "sign" | "atan" | "asin" | "acos" | "conj" | "inv",
            [x],
        ) => Size::of(x.rows, x.columns),
        ("atan2" | "hypot" | "bitand" | "bitor" | "bitxor" | "power" | "plus" | "minus" | "times", [a, b]) => {
            Size::of(a.rows.max(b.rows), a.columns.max(b.columns))
        }
        ("isscalar" | "isvector" | "strcmp" | "ischar" | "isnumeric" | "isreal", _) => Size::scalar(0.0, 1.0),
        _ => Size::ANY,
    }
}

/// `zeros(n)`, `zeros(m, n)`, `zeros(m, n, p)`
fn filled(args: &[Size]) -> Size {
    match args {
        [] => Size::of(1.0, 1.0),
        [n] if n.is_scalar() => Size::of(n.extent(), n.extent()),
        // As those of another array: each extent is at most the greatest.
        [n] if n.columns <= 2.0 => Size::of(n.extent(), n.extent()),
        [rows, rest @ ..] if rows.is_scalar() => {
            // A text that names a class counts for as many columns: too many, never too few.
            let columns = rest.iter().map(|n| n.extent()).product::<f64>();
            let columns = if rest.iter().any(|n| n.is_scalar()) { columns } else { columns.max(rows.extent()) };
            Size::of(rows.extent(), columns)
        }
        _ => Size::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: [f64; 6] = [-3.0, -1.0, 0.0, 0.5, 2.0, 7.0];

    fn intervals() -> impl Iterator<Item = (Size, Vec<f64>)> {
        let pairs = ENDS.iter().flat_map(|&low| ENDS.iter().map(move |&high| (low, high)));
        let within = |low: f64, high: f64| vec![low, high, low + (high - low) / 3.0];
        pairs.filter(|(low, high)| low <= high).map(move |(low, high)| (Size::scalar(low, high), within(low, high)))
    }

    fn contains(size: Size, x: f64) -> bool {
        x.is_nan() || (size.low <= x && x <= size.high)
    }

    #[test]
    fn joins_come_to_an_end_without_numbers() {
        let nan = Size { low: f64::NAN, high: f64::NAN, rows: f64::NAN, columns: 1.0 };
        for (a, b) in [(nan, nan), (nan, Size::EMPTY), (Size::EMPTY, nan)] {
            let all = a.join(b);
            assert_eq!(all, all.join(b));
            assert_eq!((all.low, all.high, all.rows), (f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY));
        }
        assert_eq!(Size::scalar(f64::NAN, f64::NAN), Size::scalar(f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn results_of_operations_are_in_their_intervals() {
        for (a, xs) in intervals() {
            for (b, ys) in intervals() {
                for (x, y) in xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y))) {
                    let holds = |op, value| contains(binary(op, a, b), value);
                    assert!(holds(BinaryOp::Add, x + y) && holds(BinaryOp::Sub, x - y) && holds(BinaryOp::Mul, x * y));
                    assert!(holds(BinaryOp::RightDivide, x / y), "{a:?} {b:?} {x} {y}");
                    assert!(holds(BinaryOp::Power, x.powf(y)), "{a:?} {b:?} {x} {y}");
                    let modulo = builtin("mod", &[a, b]);
                    assert!(y <= 0.0 || contains(modulo, x - y * (x / y).floor()), "{a:?} {b:?} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn ranges_have_no_more_elements_than_their_bound() {
        for (base, starts) in intervals() {
            for (limit, ends) in intervals() {
                for step in [1.0, 0.5, -1.0, -2.0] {
                    let bound = range(base, Size::scalar(step, step), limit);
                    for (from, to) in starts.iter().flat_map(|&from| ends.iter().map(move |&to| (from, to))) {
                        let count = ((to - from) / step + 1.0).floor().max(0.0);
                        assert!(count <= bound.columns, "{from}:{step}:{to} {bound:?}");
                        let last = from + (count - 1.0) * step;
                        assert!(
                            count == 0.0 || contains(bound, from) && contains(bound, last),
                            "{from}:{step}:{to} {bound:?}"
                        );
                    }
                }
            }
        }
    }
}
