//! Random MATLAB loops: a program prints the same with its compiled loops as interpreted, on every device. The programs reach what
//! compiled loops leave to the interpreter: growth, errors, output, complex results, empty and odd ranges, classes that change, extents
//! that do not fit.

#[path = "matlab_random/calls.rs"]
mod calls;
#[path = "matlab_random/fills.rs"]
mod fills;
#[path = "matlab_random/numbers.rs"]
mod numbers;
#[path = "matlab_random/vectors.rs"]
mod vectors;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many programs: each is built once and runs four times.
const PROGRAMS: u64 = 6;

/// A generator of numbers: the sequence is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

struct Program {
    random: Random,
    text: String,
    /// Loop variables around.
    loops: Vec<&'static str>,
}

const COUNTERS: [&str; 3] = ["i", "j", "k"];

impl Program {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(self.loops.len() + 1));
    }

    fn counter(&mut self) -> String {
        match self.loops.len() as u64 {
            0 => "2".into(),
            depth => self.loops[self.random.below(depth) as usize].into(),
        }
    }

    fn index(&mut self) -> String {
        let counter = self.counter();
        match self.random.below(12) {
            0 => format!("{counter} + 1"),
            1 => format!("{counter} - 1"),
            2 => "end".into(),
            3 => format!("mod({counter}, 3) + 1"),
            4 => format!("min({counter}, 4)"),
            5 => "x".into(),
            6 => "3".into(),
            7 => format!("{counter} + g"),
            _ => counter,
        }
    }

    fn element(&mut self) -> String {
        let (a, b) = (self.index(), self.index());
        match self.random.below(6) {
            0 => format!("v({a})"),
            1 => format!("w({a})"),
            2 => format!("m({a})"),
            3 => format!("c({a})"),
            4 => format!("A({a})"),
            _ => format!("A({a}, {b})"),
        }
    }

    fn value(&mut self, depth: u64) -> String {
        if depth == 0 {
            return match self.random.below(5) {
                0 => self.counter(),
                1 => self.element(),
                2 => self.random.pick(&["x", "y", "z", "flag"]).into(),
                3 => self.random.pick(&["0.5", "2", "3", "-1", "pi", "1e-3", "7"]).into(),
                _ => self.random.pick(&["x", "y", "numel(v)", "size(A, 2)"]).into(),
            };
        }
        let other = self.random.below(depth);
        let (a, b) = (self.value(depth - 1), self.value(other));
        match self.random.below(14) {
            0..=2 => format!("({a} + {b})"),
            3 => format!("({a} - {b})"),
            4 | 5 => format!("{a} * {b}"),
            6 => format!("{a} / (1 + abs({b}))"),
            7 => format!("({a})^2"),
            8 => format!("{}({a}, {b})", self.random.pick(&["min", "max"])),
            9 => format!("{}({a})", self.random.pick(&["abs", "floor", "sqrt", "cos", "round", "sign"])),
            10 => format!("mod({a}, 4)"),
            11 => format!("f({a}, {b})"),
            12 => format!("-({a})"),
            _ => self.test(depth - 1),
        }
    }

    fn test(&mut self, depth: u64) -> String {
        let (a, b) = (self.value(depth), self.value(depth));
        match self.random.below(8) {
            0 => format!("({a} < {b} && {b} ~= 3)"),
            1 => format!("({a} > {b} || flag)"),
            2 => format!("!({a} == {b})"),
            3 => format!("(({a} < 1) | ({b} > 2))"),
            _ => format!("({a} {} {b})", self.random.pick(&["<", "<=", ">", ">=", "==", "~="])),
        }
    }

    fn statement(&mut self, depth: u64) {
        match self.random.below(16) {
            0..=3 => {
                let (name, value) = (self.random.pick(&["x", "y", "z", "t"]), self.value(2));
                self.line(&format!("{name} = {value};"));
            }
            4..=7 => {
                let (place, value) = (self.element(), self.value(2));
                self.line(&format!("{place} = {value};"));
            }
            8 => {
                let value = self.value(1);
                let text = match self.random.below(4) {
                    0 => format!("y = max(y, {value});"),
                    1 => format!("y = min({value}, y);"),
                    _ => format!("x += {value};"),
                };
                self.line(&text);
            }
            9 => {
                let value = self.test(1);
                self.line(&format!("flag = {value};"));
            }
            10 if depth > 0 => self.condition(depth),
            15 if !self.loops.is_empty() => self.neighbour(),
            11 | 12 if self.loops.len() < 3 && depth > 0 => self.for_loop(depth),
            13 => {
                let value = self.test(0);
                let what = self.random.pick(&["break", "continue", "printf('%d\\n', 7)", "v(end+1) = 3", "t"]);
                self.line(&format!("if {value}, {what}, end"));
            }
            14 if depth > 0 => {
                self.line("n = 0;");
                self.line("while n < 3 && x < 1e6");
                self.line("  n = n + 1;");
                self.line("  y = y + n / 4;");
                self.line("end");
            }
            _ => {
                let value = self.value(1);
                self.line(&format!("t = {value}; z = t + 1;"));
            }
        }
    }

    fn condition(&mut self, depth: u64) {
        let test = self.test(1);
        self.line(&format!("if {test}"));
        self.statement(depth - 1);
        self.line("else");
        self.statement(depth - 1);
        self.line("end");
    }

    /// Elements beside the loop variable's, which a condition keeps within the array: most of the time.
    fn neighbour(&mut self) {
        let (i, j) = (self.counter(), self.counter());
        let test = match self.random.below(8) {
            0 => format!("{i} == 1"),
            1 => format!("{i} <= 1 || {j} == 1"),
            2 => format!("~({i} > 1)"),
            3 => format!("1 >= {i}"),
            4 => format!("{i} < x"),
            5 => format!("{i} ~= {j}"),
            6 => format!("{i} == 1 | {i} >= numel(v)"),
            _ => format!("{i} <= {j} && {j} ~= 4"),
        };
        let array = self.random.pick(&["v", "w", "m"]);
        let other = self.random.pick(&["+ 1", "- 1", "+ 2"]);
        let value = self.value(1);
        self.line(&format!("if {test}, w({i}) = {array}({i} {other}) + {value}; else, w({j}) = {array}({i} - 1); end"));
    }

    fn for_loop(&mut self, depth: u64) {
        let counter = COUNTERS[self.loops.len()];
        let outer = self.counter();
        let range = match self.random.below(10) {
            0 => "5:-1:2".into(),
            1 => "1:2:5".into(),
            2 => format!("{outer}:4"),
            3 => "0.5:0.5:2".into(),
            4 => "1:0".into(),
            5 => "2:numel(v) - 1".into(),
            // Not for hours.
            6 => "1:min(x, 50)".into(),
            7 => "1:g".into(),
            _ => "1:4".into(),
        };
        self.line(&format!("for {counter} = {range}"));
        self.loops.push(counter);
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth - 1);
        }
        self.loops.pop();
        self.line("end");
    }

    /// A program of several loops, each from the same start.
    fn text(seed: u64) -> String {
        let mut program = Program { random: Random(seed), text: "1;\n".into(), loops: vec![] };
        program.text.push_str("function r = f(a, b)\n  if a > b, r = a - b; return; end\n  r = a + b / 2;\nend\n");
        for _ in 0..12 {
            let _ = writeln!(program.text, "clear\n{SCALARS}\n{ARRAYS}\ntry");
            program.for_loop(3);
            program.text.push_str("catch err\n  disp(err.message)\nend\n");
            program.text.push_str("printf('%.17g ', x, y, z, flag, A, v, w, m, double(c)); printf('\\n');\n");
            program.text.push_str(
                "disp([class(x) ' ' class(y) ' ' class(z) ' ' class(flag) ' ' class(A) ' ' class(m) ' ' class(c)])\n",
            );
            // Variables that nobody reads again may be local to a nest.
            if seed.is_multiple_of(2) {
                program
                    .text
                    .push_str("try, disp(t), catch, disp('no t'), end, try, disp(i), catch, disp('no i'), end\n");
            }
        }
        match seed % 3 {
            1 => with_fields(&program.text),
            2 => with_unknown(&program.text),
            _ => program.text,
        }
    }
}

const SCALARS: &str = "x = 2; y = 1; z = 0.25; flag = true; g = 3;";
const ARRAYS: &str =
    "A = reshape(1:30, 6, 5) / 4; v = (1:6) * 2; w = [3; 1; 4; 1; 5; 9]; m = (1:6) * 2 > 5; c = 'octave';";

/// Variables are fields of structs.
fn with_fields(text: &str) -> String {
    let mut result = String::new();
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once('\n')) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let start = match &*word {
            "x" | "z" | "v" | "A" => "p.",
            "w" | "m" => "p.q.",
            _ => "",
        };
        result.push_str(start);
        result.push_str(&word);
        word.clear();
        result.push(c);
    }
    // The struct is seen as a whole, too.
    result.replace("printf('%d\\n', 7)", "r = p; p.x = 3; p = r")
}

/// Variables whose classes nobody knows before the program runs.
fn with_unknown(text: &str) -> String {
    let of_cells = |setting: &str| {
        let parts: Vec<_> = setting.trim_end_matches(';').split("; ").collect();
        // Some of the parts have semicolons of their own.
        let mut settings: Vec<String> = vec![];
        for part in parts {
            match (part.split_once(" = "), settings.last_mut()) {
                (None, Some(last)) => *last = format!("{last}; {part}"),
                _ => settings.push(part.into()),
            }
        }
        let (names, values): (Vec<_>, Vec<_>) = settings.iter().filter_map(|setting| setting.split_once(" = ")).unzip();
        let cells = format!("u = {{{}}};", values.join(", "));
        let reads = names.iter().zip(1..).map(|(name, at)| format!(" {name} = u{{{at}}};"));
        cells + &reads.collect::<String>()
    };
    text.replace(SCALARS, &of_cells(SCALARS)).replace(ARRAYS, &of_cells(ARRAYS))
}

/// Programs of whole arrays: statements of any shapes, some of which do not fit.
struct Arrays {
    random: Random,
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Scalar,
    /// 1x5
    Row,
    /// 4x1
    Column,
    /// 4x5
    Matrix,
    /// 4x5x3
    Cube,
}

/// Functions of arrays: with loops, conditions, errors, several outputs, parameters that are assigned or returned.
const FUNCTIONS: &str = "function y = smooth(x, n)
  y = x;
  for i = 1:n
    y(2:end-1) = (x(1:end-2) + x(3:end)) / 2;
    x = y;
  end
end
function [a, b] = swap(x, y)
  a = y; b = x;
end
function r = scaled(x, s)
  if any(x(:) > 1e6), error('too large'); end
  t = x - mean(x(:));
  r = t .* s + abs(t) / 3;
  r(r < 0) = -r(r < 0) / 2;
end
function s = length2(v)
  w = v .* v;
  if numel(v) == 0
    s = -1; return
  end
  s = sqrt(sum(w(:)));
end
function k = first(x, s)
  k = 0; t = x + s;
  for i = 1:numel(t)
    if t(i) > 2, k = i; return, end
  end
  k = -1;
end
function [s, z] = both(x)
  [m, n] = size(x);
  s = m * 10 + n + length2(x);
  z = scaled(x, 2);
end
";

const LONG: &str = "Z = zeros(1000, 400) + x;\n";

impl Arrays {
    fn shape(&mut self) -> Shape {
        match self.random.below(9) {
            0 => Shape::Scalar,
            1 | 2 => Shape::Row,
            3 | 4 => Shape::Column,
            5..=7 => Shape::Matrix,
            _ => Shape::Cube,
        }
    }

    fn leaf(&mut self, shape: Shape) -> String {
        // Now and then another shape than is asked for.
        let shape = if self.random.below(40) == 0 { self.shape() } else { shape };
        let all: &[&str] = match shape {
            Shape::Scalar => &["x", "y", "t", "0.5", "2", "-1", "r(2)", "A(3, t)", "numel(r)", "c(end)", "size(A, 2)"],
            Shape::Row => &[
                "r",
                "q",
                "A(2, :)",
                "A(t, :)",
                "r(end:-1:1)",
                "(1:5)",
                "c(1:4)(1, 1) * r",
                "zeros(1, 5)",
                "w(2:6)",
                "w(k)",
                "B(:, 1)'(1, 1) + r",
                "ones(1, 5)",
                "p",
            ],
            Shape::Column => &[
                "c",
                "d",
                "A(:, 2)",
                "A(:, t)",
                "B(:, end)",
                "c(4:-1:1)",
                "(2:5)'",
                "A(1:4, 3)",
                "c(l)",
                "ones(4, 1)",
                "w(3:6)'",
            ],
            Shape::Matrix => &[
                "A",
                "B",
                "M",
                "A(:, 5:-1:1)",
                "B(:, k)",
                "B(l, :)",
                "zeros(4, 5)",
                "N(:, :, t)",
                "(A > 1)",
                "A([4 1 2 3], :)",
                "H'",
                "U",
                "W",
                "U",
            ],
            Shape::Cube => &["N", "O", "N(:, :, [3 1 2])", "N(:, :, 3:-1:1)", "O(4:-1:1, :, :)", "ones(4, 5, 3)"],
        };
        self.random.pick(all).into()
    }

    fn smaller(&mut self, shape: Shape) -> Shape {
        match (shape, self.random.below(6)) {
            (_, 0) => Shape::Scalar,
            (Shape::Matrix, 1) => Shape::Row,
            (Shape::Matrix, 2) => Shape::Column,
            (Shape::Cube, 1) => Shape::Matrix,
            _ => shape,
        }
    }

    fn value(&mut self, shape: Shape, depth: u64) -> String {
        if depth == 0 {
            return self.leaf(shape);
        }
        if self.random.below(5) == 0 {
            return self.special(shape, depth - 1);
        }
        let other = self.smaller(shape);
        let (a, b) = (self.value(shape, depth - 1), self.value(other, depth - 1));
        match self.random.below(16) {
            0..=2 => format!("({a} + {b})"),
            3 => format!("({b} - {a})"),
            4 | 5 => format!("({a} .* {b})"),
            6 => format!("({a} ./ (1 + abs({b})))"),
            7 => format!("({a}) .^ 2"),
            8 => format!("{}({a}, {b})", self.random.pick(&["min", "max", "mod", "atan2"])),
            9 => format!("{}({a})", self.random.pick(&["abs", "floor", "sqrt", "cos", "sign", "log", "isnan"])),
            10 => format!("-({a})"),
            11 => format!("({a} {} {b})", self.random.pick(&["<", ">=", "==", "~=", "&", "|"])),
            12 => format!("!({a})"),
            13 => format!("({a}) * {}", self.value(Shape::Scalar, 0)),
            14 => format!("({a}) / {}", self.value(Shape::Scalar, 0)),
            _ => format!("abs({a}) .^ 1.5"),
        }
    }

    /// Sums, products, matrices of parts.
    fn special(&mut self, shape: Shape, depth: u64) -> String {
        if self.random.below(4) == 0 {
            let value = self.value(shape, depth);
            return match (shape, self.random.below(3)) {
                (Shape::Scalar, 0) => match self.random.below(2) {
                    0 => format!("length2({})", self.value(Shape::Row, depth)),
                    _ => format!("first({}, {})", self.value(Shape::Column, depth), self.leaf(shape)),
                },
                (Shape::Scalar, 1) => format!("min([{value}, x, {}])", self.leaf(shape)),
                (Shape::Scalar, _) => format!("max([{value}; y])"),
                (Shape::Row | Shape::Column, 0) => format!("smooth({value}, 2)"),
                (_, 1) => format!("scaled({value}, {})", self.leaf(Shape::Scalar)),
                _ => format!("scaled({value}, y)"),
            };
        }
        let fold = self.random.pick(&["sum", "mean", "max", "min", "prod", "any", "all"]).to_string();
        match shape {
            Shape::Scalar => match self.random.below(5) {
                0 => format!("{} * {}", self.value(Shape::Row, 0), "r'"),
                1 => format!("{fold}({}(:))", self.random.pick(&["A", "N", "M"])),
                2 => format!("{fold}({})", self.value(Shape::Column, depth)),
                3 => format!("{fold}({fold}({}))", self.value(Shape::Matrix, depth)),
                _ => format!("{fold}({})", self.value(Shape::Row, depth)),
            },
            Shape::Row => match self.random.below(5) {
                0 => format!("({})'", "A(:, 1:4)(:, 1)'(1) * r'"),
                1 => format!("{fold}({})", self.value(Shape::Matrix, depth)),
                2 => format!("[{}, r(2:3), {}, x]", self.value(Shape::Scalar, depth), self.leaf(Shape::Scalar)),
                3 => format!("(c' * {})", self.value(Shape::Matrix, depth)),
                _ => format!("[{} A(1, 2:5)]", self.value(Shape::Scalar, depth)),
            },
            Shape::Column => match self.random.below(6) {
                0 => format!("({} * r')", self.value(Shape::Matrix, depth)),
                1 => format!("[{}; c(2:3); x]", self.value(Shape::Scalar, depth)),
                2 if fold == "max" || fold == "min" => format!("{fold}({}, [], 2)", self.value(Shape::Matrix, depth)),
                3 => format!("mean({}, 2)", self.value(Shape::Matrix, depth)),
                _ => format!("sum({}, 2)", self.value(Shape::Matrix, depth)),
            },
            Shape::Matrix => match self.random.below(4) {
                0 => format!("({} * r)", self.value(Shape::Column, depth)),
                1 => format!("[{}; A(2:4, :)]", self.value(Shape::Row, depth)),
                2 => format!("(A * (B' * {}))", self.value(Shape::Matrix, depth)),
                _ => format!("[A(:, 1:4), {}]", self.value(Shape::Column, depth)),
            },
            Shape::Cube => self.value(shape, depth),
        }
    }

    fn statement(&mut self) -> String {
        let shape = self.shape();
        let value = self.value(shape, 2);
        let names: &[&str] = match shape {
            Shape::Scalar => &["x", "y"],
            Shape::Row => &["r", "q", "f"],
            Shape::Column => &["c", "d"],
            Shape::Matrix => &["A", "B", "M", "G", "U", "W", "U"],
            Shape::Cube => &["N", "O"],
        };
        match (self.random.below(12), shape) {
            (0, Shape::Row) => format!("A({}, :) = {value};", self.random.pick(&["1", "t", "end", "5"])),
            (1, Shape::Row) => {
                format!("r(2:4) = {};", self.random.pick(&["r(1:3) + r(3:5)", "x", "A(1, 1:3)", "c(1:3)", "r(1:2)"]))
            }
            (0, Shape::Column) => format!("B(:, {}) = {value};", self.random.pick(&["1", "t", "end"])),
            (0, Shape::Matrix) => format!("N(:, :, t) = {value};"),
            (1, Shape::Matrix) => "A(2:3, 2:4) = A(1:2, 1:3) .* B(3:4, 3:5) - A(2:3, 2:4);".into(),
            (2, Shape::Matrix) => format!("A({}) = {};", self.value(Shape::Matrix, 1), self.leaf(Shape::Scalar)),
            (3, Shape::Matrix) => format!("A += {};", self.value(Shape::Matrix, 1)),
            (0, Shape::Scalar) => format!("r(:) = {value};"),
            (1, Shape::Scalar) => format!("if {value}, A(:, 1) = 2; else, c = c / 2; end"),
            (2, Shape::Scalar) => format!("B({}, t) = {value};", self.random.pick(&["1", "t", "end", "6"])),
            (4, Shape::Scalar) => "[y, M] = both(A);".into(),
            (5, Shape::Scalar) => self
                .random
                .pick(&["[r, q] = swap(q, r);", "[c, d] = swap(d, smooth(c, 1));", "[n, m] = size(B); x = n + m;"])
                .into(),
            (4, Shape::Matrix) => {
                let (mask, value) = (self.value(Shape::Matrix, 0), self.leaf(Shape::Scalar));
                format!("M({mask} > {value}) = B({mask} > {value}) * 2 + {value};")
            }
            (3, Shape::Scalar) => self
                .random
                .pick(&[
                    "r(end + 1) = 1; r = r(1:5);",
                    "if x > 2, disp(x), end",
                    "M = A > x;",
                    "p = 2:6;",
                    "c = A(1:4)';",
                    "M = M & (A > 0);",
                    "c = sqrt(-c); c = real(c) + 1;",
                    "if t > x, break, end",
                    "if M(t) > 0, continue, end",
                    "A = [sum(U .* W, 2), max(U, [], 2), A(:, 1:3)];",
                    "U = sqrt(W - x); c = sum(U, 2);",
                    "W = A .^ 2; U = sqrt(W); d = sum(U .* W, 2);",
                ])
                .into(),
            _ => format!("{} = {value};", self.random.pick(names)),
        }
    }

    fn text(seed: u64) -> String {
        let loop_of = |program: &mut Arrays| {
            let count = 2 + program.random.below(6);
            let statements: String = (0..count).map(|_| format!("  {}\n", program.statement())).collect();
            format!("for t = 1:3\n{statements}end\n")
        };
        Arrays::of_parts(seed, seed ^ 0x5eed, &loop_of)
    }

    /// Statements that run once. The matrix of many elements among them is what they are compiled for.
    fn straight(seed: u64) -> String {
        let row_of = |program: &mut Arrays| {
            let mut text = format!("t = {};\n{LONG}", 1 + program.random.below(3));
            for _ in 0..3 + program.random.below(8) {
                let statement = program.statement();
                if !statement.contains("break") && !statement.contains("continue") {
                    let _ = writeln!(text, "{statement}");
                    text.push_str(if statement.starts_with("if ") { LONG } else { "" });
                }
            }
            text
        };
        Arrays::of_parts(seed, seed ^ 0x057a, &row_of)
    }

    /// Eight programs, each of which does the same with arrays of its own.
    fn of_parts(seed: u64, state: u64, part: &dyn Fn(&mut Arrays) -> String) -> String {
        let mut program = Arrays { random: Random(state) };
        let mut text = format!("1;\n{FUNCTIONS}");
        for _ in 0..8 {
            text.push_str("clear\nx = 2; y = 0.75; A = reshape(1:20, 4, 5) / 8 - 1; B = A .* A + 0.5; M = A + 0; H = B'; G = A; U = B; W = A;\n");
            text.push_str("r = [3 1 4 1 5] / 2; q = r * 2; f = r + 1; c = [2; 7; 1; 8]; d = c - 4; w = (1:6) .^ 2; k = [5 1 2 2 3]; l = [4; 3; 2; 1]; p = 1:5;\n");
            text.push_str("N = reshape(1:60, 4, 5, 3) / 9; O = N - 2;\ntry\n");
            text.push_str(&part(&mut program));
            text.push_str("catch err\n  disp(err.message)\nend\n");
            text.push_str("printf('%.17g ', x, y, A, B, M, r, q, f, c, d, N, O, G); printf('\\n');\n");
            // Arrays that nobody reads again may never be written.
            if seed.is_multiple_of(2) {
                text.push_str("printf('%.17g ', U, W); printf('\\n');\n");
            }
            text.push_str("disp([class(x) class(y) class(A) class(B) class(M) class(r) class(c) class(G)]); disp([size(A) size(B) size(M) size(r) size(c) size(G) size(f)])\n");
            text.push_str("p, k\n");
        }
        text
    }
}

fn run(exe: &Path, device: &str, interpreted: bool, seed: u64) -> String {
    let mut command = Command::new(exe);
    // Memory that was never written is not zero.
    command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").env("MALLOC_PERTURB_", "165");
    if interpreted {
        command.env("RADDLE_MATLAB_INTERPRET", "1");
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "seed {seed} on {device}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn compiled_loops_print_what_interpreted_ones_print() {
    compare(Program::text);
}

#[test]
fn compiled_arrays_print_what_interpreted_ones_print() {
    compare(Arrays::text);
}

#[test]
fn compiled_statements_that_run_once_print_what_interpreted_ones_print() {
    compare(Arrays::straight);
}

#[test]
fn compiled_numbers_print_what_interpreted_ones_print() {
    compare(numbers::Numbers::text);
}

#[test]
fn compiled_fills_print_what_interpreted_ones_print() {
    compare(fills::Fills::text);
}

#[test]
fn compiled_vectors_print_what_interpreted_ones_print() {
    compare(vectors::Vectors::text);
}

#[test]
fn compiled_calls_print_what_interpreted_ones_print() {
    compare(calls::Calls::text);
}

/// `cargo test -p raddle --test matlab_random -- --ignored`
#[test]
#[ignore = "needs GNU Octave"]
fn interpreted_programs_print_what_octave_prints() {
    // `x += y` that makes `x` larger is an error there if nobody shares `x` (decision 77).
    let (mut count, mut excepted) = (0, 0);
    for text in [
        Program::text,
        Arrays::text,
        Arrays::straight,
        numbers::Numbers::text,
        fills::Fills::text,
        vectors::Vectors::text,
        calls::Calls::text,
    ] {
        let dir = tempfile::tempdir().unwrap();
        for seed in seeds() {
            let script = dir.path().join("program.m");
            std::fs::write(&script, text(seed)).unwrap();
            let mut octave = Command::new("octave-cli");
            octave.args(["--norc", "--no-window-system", "--quiet"]).arg(&script);
            let expected = String::from_utf8_lossy(&octave.output().unwrap().stdout).into_owned();
            count += 1;
            if expected.lines().any(|line| line.starts_with("+=: nonconformant")) {
                excepted += 1;
                continue;
            }
            // It ends within its trial, so it is interpreted.
            let output = Command::new(env!("CARGO_BIN_EXE_raddle")).arg("run").arg(&script).output().unwrap();
            let actual = String::from_utf8_lossy(&output.stdout).into_owned();
            let difference =
                actual.lines().zip(expected.lines()).find(|(actual, expected)| !nearly_equal(actual, expected));
            assert!(
                difference.is_none() && actual.lines().count() == expected.lines().count(),
                "seed {seed}: {difference:?}\n{}",
                text(seed)
            );
        }
    }
    assert!(excepted <= 1 + count / 100, "{excepted} of {count} files are not compared");
}

/// Words are the same, or numbers whose difference the last bits of elementary functions explain.
fn nearly_equal(a: &str, b: &str) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    let words = |text: &str| text.split([' ', ',']).map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (words(a), words(b));
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| a == b || matches!((a.parse(), b.parse()), (Ok(a), Ok(b)) if close(a, b)))
}

/// `RADDLE_MATLAB_SEED` is the first, `RADDLE_MATLAB_PROGRAMS` their number.
fn seeds() -> std::ops::Range<u64> {
    let from = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let first = from("RADDLE_MATLAB_SEED").unwrap_or(1);
    first..first + from("RADDLE_MATLAB_PROGRAMS").unwrap_or(PROGRAMS)
}

/// The script and the executable of a program.
fn build(dir: &Path, text: &str, seed: u64) -> (PathBuf, PathBuf) {
    let (script, exe) = (dir.join("program.m"), dir.join("program"));
    std::fs::write(&script, text).unwrap();
    if let Some(kept) = std::env::var_os("RADDLE_MATLAB_KEEP") {
        std::fs::write(kept, text).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.env("RADDLE_STRICT_FALLBACK", "1").arg("build").args(["--offload-min", "0", "--targets", "cpu,emulated"]);
    let output = command.arg(&script).arg("-o").arg(&exe).output().unwrap();
    assert!(output.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&output.stderr));
    (script, exe)
}

/// Builds and runs programs, compiled and interpreted.
fn compare(text: fn(u64) -> String) {
    let dir = tempfile::tempdir().unwrap();
    let (mut compiled, mut count) = (0, 0);
    for seed in seeds() {
        count += 1;
        let (script, exe) = build(dir.path(), &text(seed), seed);
        let c = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .args(["emit", "--offload-min", "0", "--stage", "c"])
            .arg(&script)
            .output()
            .unwrap();
        compiled += u64::from(String::from_utf8_lossy(&c.stdout).contains("int64_t region$"));
        let expected = run(&exe, "none", true, seed);
        for device in ["none", "cpu", "emulated"] {
            let actual = run(&exe, device, false, seed);
            let same = actual.lines().zip(expected.lines()).take_while(|(actual, expected)| actual == expected).count();
            let [actual_line, expected_line] = [&actual, &expected].map(|text| text.lines().nth(same).unwrap_or(""));
            assert!(
                actual == expected,
                "seed {seed} on {device}, line {}:\n{actual_line}\ninstead of\n{expected_line}\n{}",
                same + 1,
                text(seed)
            );
        }
    }
    assert!(compiled * 10 >= count * 9, "{compiled} of {count} programs have compiled loops");
}
