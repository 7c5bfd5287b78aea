//! Random loops with statements of whole vectors: those that an iteration makes anew, slices, sums, vectors that pass from iteration to
//! iteration, beside scalars, conditions, and lengths that do not fit now and then.

use super::Random;
use std::fmt::Write;

pub struct Vectors {
    random: Random,
    text: String,
    /// The variable of the innermost loop.
    counter: &'static str,
    /// How many vectors the iteration has made.
    made: usize,
}

/// Vectors that iterations make.
const MADE: [&str; 3] = ["d", "e", "h"];

impl Vectors {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn scalar(&mut self) -> String {
        let k = self.counter;
        let sum = self.random.pick(&["sum", "sum", "max", "min", "mean", "prod", "sum"]);
        match self.random.below(18) {
            14 | 15 => "s".into(),
            16 | 17 => "t".into(),
            0 | 1 => format!("x({k})"),
            2 => format!("A({k}, 2)"),
            3 => k.into(),
            4 => "g".into(),
            5 => "s".into(),
            6 => "t".into(),
            7 => format!("A(end, {k})"),
            8 if self.made == 0 => format!("{sum}(y)"),
            9 if self.made == 0 => format!("x' * {}", self.leaf()),
            10 => "q(2)".into(),
            _ => self.random.pick(&["0.5", "2", "-1", "3", "g", "1e-3"]).into(),
        }
    }

    /// A column of six elements, now and then of others.
    fn leaf(&mut self) -> String {
        let k = self.counter;
        if self.made > 0 && self.random.below(2) == 0 {
            return MADE[self.random.below(self.made as u64) as usize].into();
        }
        // Seldom of other lengths, which end the loop.
        match self.random.below(35) {
            0 => self.random.pick(&["x", "y", "acc", "w", "q", "A(1:5, 2)"]).into(),
            1 | 2 => "y".into(),
            3..7 => format!("A(:, {k})"),
            7..10 => format!("B({k}, :)'"),
            10 => format!("A(:, min({k} + 1, 6))"),
            11 => "r'".into(),
            12 => "A(1:6, g)".into(),
            13 => self.random.pick(&["z(2:7)", "z(2:7)", "z(1:6)", "z(1:numel(y))"]).into(),
            14 => self.random.pick(&["z(g:g+5)", "z(2:numel(y)+1)"]).into(),
            15 => "(x > y)".into(),
            // Made in an iteration before, or by nobody.
            16 => self.random.pick(&["x(:)", "d", "e"]).into(),
            17..20 => "acc".into(),
            20..26 => "y".into(),
            _ => "x".into(),
        }
    }

    fn value(&mut self, depth: u64) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let a = self.value(depth - 1);
        let b = if self.random.below(2) == 0 { self.scalar() } else { self.value(depth - 1) };
        match self.random.below(16) {
            0..=2 => format!("({a} + {b})"),
            3..=5 => format!("({a} - {b})"),
            6 | 7 => format!("{a} .* {b}"),
            8 => format!("{a} ./ (1 + abs({b}))"),
            9 => format!("({a}) .^ 2"),
            10 => format!("{}({a})", self.random.pick(&["abs", "floor", "cos", "exp", "sign"])),
            11 => format!("{}({a}, {b})", self.random.pick(&["max", "min"])),
            12 => format!("-({a})"),
            13 => format!("({a} {} {b})", self.random.pick(&["<", ">", "==", "~="])),
            14 => format!("sqrt(({a}) .^ 2 + {})", self.random.pick(&["0.25", "g", "1", "abs(x)"])),
            _ => format!("mod({a}, 3)"),
        }
    }

    fn sum(&mut self) -> String {
        let value = self.value(1);
        let name = self.random.pick(&["sum", "sum", "sum", "sum", "max", "min", "mean", "any", "all", "prod"]);
        match self.random.below(6) {
            0 if !value.contains(['<', '>', '=']) => format!("({value})' * {}", self.leaf()),
            1 => format!("{name}(B({}, :) .* r)", self.counter),
            2 => format!("2 * sum({value}) + {}", self.scalar()),
            3 => format!("sum({value}) / (1 + abs({name}({})))", self.leaf()),
            _ => format!("{name}({value})"),
        }
    }

    fn statement(&mut self, depth: usize) {
        let k = self.counter;
        match self.random.below(24) {
            0..6 => {
                let value = self.value(2);
                let at = self.random.below(MADE.len().min(self.made + 1) as u64) as usize;
                self.line(depth, &format!("{} = {value};", MADE[at]));
                self.made = self.made.max(at + 1);
            }
            6..10 => {
                let sum = self.sum();
                let place = self.random.pick(&["s", "s", "t", "t", "u(K)", "C(K, 1)", "q(1)", "x(K)"]).replace('K', k);
                self.line(depth, &format!("{place} = {sum};"));
                if place.len() == 1 && self.made > 0 && self.random.below(2) == 0 {
                    let used = self.random.pick(&["C(:, K) = y + P;", "acc = acc - P;", "d = x .* P;", "u(K) = P;"]);
                    let used = used.replace('K', k).replace('P', &place);
                    self.line(depth, &used);
                }
            }
            10..13 => {
                let value = self.value(1);
                let place = self.random.pick(&[
                    "C(:, K)",
                    "C(:, K)",
                    "B(K, :)",
                    "C(1:6, g)",
                    "A(:, K)",
                    "z(1:6)",
                    "z(2:7)",
                    "z(1:numel(y))",
                ]);
                let place = place.replace('K', k);
                let turned = if place.starts_with('B') && self.random.below(2) == 0 { "'" } else { "" };
                self.line(depth, &format!("{place} = ({value}){turned};"));
            }
            13..15 => {
                let value = self.value(1);
                let operator = self.random.pick(&["+", "-", ".*"]);
                self.line(depth, &format!("acc = acc {operator} ({value});"));
            }
            15 => {
                let value = self.scalar();
                self.line(depth, &format!("s = s / 2 + {value};"));
            }
            22 => {
                let (value, name) = (self.scalar(), self.random.pick(&["s", "s", "t"]).to_owned());
                let text = match self.random.below(5) {
                    0 => format!("{name} = max({name}, {value} * 0);"),
                    1 => format!("{name} = min({value} * 0, {name});"),
                    2 => format!("{name} = min({name}, {value});"),
                    3 => format!("{name} = max({value}, {name});"),
                    _ => format!("{name} = max({name}, {value} - {name});"),
                };
                self.line(depth, &text);
            }
            16 => {
                let sum = self.sum();
                self.line(depth, &format!("if {sum} > {}", self.random.0 % 9));
                let made = self.made;
                self.statement(depth + 1);
                self.made = made;
                self.line(depth, "end");
            }
            17 => {
                let value = self.scalar();
                self.line(depth, &format!("C(:, {k}) = {value};"));
            }
            18 if depth < 4 => {
                let sum = self.sum();
                self.line(depth, &format!("n = 0; while n < 3 && {sum} < 1e5"));
                let made = self.made;
                self.line(depth + 1, "n = n + 1;");
                self.statement(depth + 1);
                self.made = made;
                self.line(depth, "end");
            }
            19 if depth < 3 => {
                self.line(depth, "for j = 1:3");
                let (made, counter) = (self.made, std::mem::replace(&mut self.counter, "j"));
                self.statement(depth + 1);
                self.statement(depth + 1);
                (self.made, self.counter) = (made, counter);
                self.line(depth, "end");
            }
            20 if self.made > 0 => {
                let text = self.random.pick(&["d(2)", "numel(d)", "d(end)", "size(d, 1)"]).to_owned();
                self.line(depth, &format!("t = {text} + {k};"));
            }
            21 => self.line(depth, &format!("g = min(g + {k}, 2);")),
            _ => {
                let value = self.scalar();
                self.line(depth, &format!("t = {value} * 2;"));
            }
        }
    }

    fn for_loop(&mut self) {
        let range = self
            .random
            .pick(&["1:5", "1:6", "1:6", "2:5", "6:-1:1", "1:2:5", "1:g", "1:0", "2:numel(x) - 1"])
            .to_owned();
        self.line(1, &format!("for k = {range}"));
        (self.counter, self.made) = ("k", 0);
        for _ in 0..3 + self.random.below(4) {
            self.statement(2);
        }
        self.line(1, "end");
    }

    /// A program of several functions with a loop each, whose vectors nobody sees unless they are results.
    pub fn text(seed: u64) -> String {
        let start = Vectors { random: Random(seed ^ 0x7EC7), text: "1;\n".into(), counter: "k", made: 0 };
        let mut program = start;
        for number in 0..8 {
            let shown = if program.random.below(4) == 0 { ", d, e" } else { "" };
            let _ =
                writeln!(program.text, "function [s, t, u, A, B, C, x, z, q, acc{shown}] = f{number}(x, y, A, B, g)");
            program.line(1, "w = x(1:end-1); r = y'; z = [x; y]; q = [1; 2; 3]; acc = zeros(numel(y), 1); C = zeros(6, 6); u = zeros(1, 6); t = 2;");
            let first = program.random.pick(&["1", "1", "1", "NaN", "-0", "-Inf"]).to_owned();
            program.line(1, &format!("s = {first};"));
            if !shown.is_empty() {
                program.line(1, "d = y; e = x;");
            }
            program.for_loop();
            if program.random.below(3) == 0 {
                program.for_loop();
            }
            program.text.push_str("end\n");
            let outputs = if shown.is_empty() { 10 } else { 12 };
            // Lengths that fit, others, one element and none.
            let _ = writeln!(
                program.text,
                "for v = [1 2 1 2 1 1; 6 6 3 6 1 0; 6 6 3 5 1 0], g = v(1); n = v(2); \
                 X = g * [3; -1; 4; 1.5; -9; 2]; Y = [2; 7; -1; 8; 2.5; g]; A = reshape(1:n*n, n, n) / 7; B = reshape(n*n:-1:1, n, n) / 5; \
                 try, c = cell(1, {outputs}); [c{{:}}] = f{number}(X(1:v(3)), Y(1:n), A, B, g); for i = 1:{outputs}, printf('%.17g ', c{{i}}); \
                 printf('%s %d %d\\n', class(c{{i}}), size(c{{i}})); end, catch err, disp(err.message), end, end"
            );
        }
        program.text
    }
}
