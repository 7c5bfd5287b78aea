//! Random functions that make matrices of one number and write parts of them in nests: which elements are filled, when, and in whose
//! memory, must not be seen.

use super::Random;
use std::fmt::Write;

pub struct Fills {
    random: Random,
    text: String,
    /// How much less and more than the variables of rows and columns is within bounds.
    slack: [[u64; 2]; 2],
}

/// The matrices of a function.
const NAMES: [&str; 2] = ["u", "v"];

impl Fills {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    /// A subscript by a loop's variable, of which it may be so much less or more; now and then out of bounds.
    fn subscript(&mut self, variable: &str, extent: &str, [less, more]: [u64; 2]) -> String {
        match self.random.below(40) {
            0 => format!("{variable}+{}", more + 1),
            1..4 => "1".into(),
            4..7 => extent.into(),
            7 => format!("min({variable}+1, {extent})"),
            8 => format!("max({variable}-2, 1)"),
            9..15 if less > 0 => format!("{variable}-{}", 1 + self.random.below(less)),
            15..21 if more > 0 => format!("{variable}+{}", 1 + self.random.below(more)),
            _ => variable.into(),
        }
    }

    fn element(&mut self) -> String {
        let name = NAMES[self.random.below(2) as usize];
        let [rows, columns] = self.slack;
        let (i, j) = (self.subscript("i", "m", rows), self.subscript("j", "n", columns));
        format!("{name}({i}, {j})")
    }

    fn value(&mut self) -> String {
        match self.random.below(5) {
            0 => "i - j / 4".into(),
            1 => "x * i".into(),
            2 => format!("{} + 1", self.element()),
            3 => format!("{} - {} / 2", self.element(), self.element()),
            _ => format!("x - {}", self.element()),
        }
    }

    /// A loop's range, and how much less and more than its values is within bounds.
    fn range(&mut self, extent: &str) -> (String, [u64; 2]) {
        const RANGES: [(&str, [u64; 2]); 16] = [
            ("1:E", [0, 0]),
            ("1:E", [0, 0]),
            ("1:E", [0, 0]),
            ("1:E", [0, 0]),
            ("2:E-1", [1, 1]),
            ("3:E", [2, 0]),
            ("2:E", [1, 0]),
            ("2:E-1", [1, 1]),
            ("3:E", [2, 0]),
            ("2:E", [1, 0]),
            ("1:E-1", [0, 1]),
            ("1:2:E", [0, 0]),
            ("E:-1:1", [0, 0]),
            ("E:-1:2", [1, 0]),
            ("4:E-4", [3, 4]),
            ("1:E-2", [0, 2]),
        ];
        let (range, slack) = RANGES[self.random.below(RANGES.len() as u64) as usize];
        (range.replace('E', extent), slack)
    }

    fn store(&mut self, depth: usize) {
        let (place, value) = (self.element(), self.value());
        match self.random.below(16) {
            0 => self.line(depth, &format!("if j < n, {place} = {value}; end")),
            1 => self.line(depth, &format!("if i > 1 && j > 2, {place} = {value}; else, s = s + i; end")),
            2 => self.line(depth, &format!("{place} += {value};")),
            3 => self.line(depth, &format!("s = s + {place};")),
            4 => self.line(depth, &format!("if i == 3, continue, end, {place} = {value};")),
            _ => self.line(depth, &format!("{place} = {value};")),
        }
    }

    fn nest(&mut self) {
        let ((rows, by_row), (columns, by_column)) = (self.range("m"), self.range("n"));
        self.slack = [by_row, by_column];
        let by_rows = self.random.below(8) == 0;
        let loops = if by_rows { [("i", rows), ("j", columns)] } else { [("j", columns), ("i", rows)] };
        for (depth, (name, range)) in loops.iter().enumerate() {
            self.line(depth + 1, &format!("for {name} = {range}"));
            if depth == 0 && !by_rows {
                match self.random.below(6) {
                    0 | 1 => {
                        let slack = std::mem::replace(&mut self.slack[0], [0, 1]);
                        self.line(2, "i = 1;");
                        self.store(2);
                        self.slack[0] = slack;
                    }
                    2 if self.random.below(2) == 0 => self.line(2, "if j == x, continue, end"),
                    _ => (),
                }
            }
        }
        for _ in 0..1 + self.random.below(2) {
            self.store(3);
        }
        self.line(2, "end");
        self.line(1, "end");
    }

    fn make(&mut self, name: &str) {
        let value = self.random.pick(&[
            "zeros(m, n)",
            "zeros(m, n)",
            "zeros(m, n)",
            "ones(m, n)",
            "ones(m, n)",
            "Inf(m, n)",
            "zeros(m, n) + x",
        ]);
        let line = format!("{name} = {value};");
        self.line(1, &line);
    }

    fn function(&mut self, number: usize) {
        // Every third one has its result as an argument.
        let is_given = number % 3 == 2;
        let parameters = if is_given { "m, n, x, u" } else { "m, n, x" };
        self.line(0, &format!("function [u, s] = make{number}({parameters})"));
        self.line(1, "s = 0;");
        for name in NAMES.iter().skip(usize::from(is_given)) {
            self.make(name);
        }
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(16) {
                0 => self.line(1, "u(2, 1) = x;"),
                1 => self.line(1, "s = s + sum(u(:, end));"),
                2 => self.line(1, "v = v * 2 + u;"),
                3 if number == 3 => self.line(1, "if x > 2, return; end"),
                4 => self.make("u"),
                5 => self.line(1, "u(1:2, 2:3) = x;"),
                6 => self.line(1, "u(:, 1:2) = 7;"),
                7 => self.line(1, "v = [u(1:2, :); zeros(m - 2, n)];"),
                8 => self.line(1, "if x > 2 && v(2, 2) > 0, s = s + u(1, 1); end"),
                _ => (),
            }
            self.nest();
        }
        self.line(1, "u = u + v;");
        self.line(0, "end");
    }

    /// A program of several functions, each called in a loop of the script.
    pub fn text(seed: u64) -> String {
        let mut program = Fills {
            random: Random(seed ^ 0xF111),
            text: "1;\nfunction r = z(m, n), r = ones(m, n) / 4; end\n".into(),
            slack: [[0; 2]; 2],
        };
        for number in 0..8 {
            program.function(number);
        }
        for number in 0..8 {
            program.text.push_str("w = [1 2; 3 4]; total = 0; s = 0;\ntry\n");
            let (m, n) =
                program.random.pick(&["k + 3;k + 4", "6 - k;7", "4;3 + k", "40;30 + k"]).split_once(';').unwrap();
            let given = if number % 3 == 2 { format!(", z({m}, {n})") } else { String::new() };
            let call = format!("make{number}({m}, {n}, k{given})");
            let call = match program.random.below(4) {
                0 => format!("[w, s] = {call};"),
                1 => format!("total = total + sum(w(:)); w = {call};"),
                _ => format!("w = {call}; total = total + sum(w(1, :));"),
            };
            let _ = writeln!(program.text, "for k = 1:3\n  {call}\nend");
            program.text.push_str("catch err\n  disp(err.message)\nend\n");
            program.text.push_str("printf('%.17g ', size(w), total, s, w); printf('\\n');\n");
        }
        // Nobody sees the old value where the loop is not in `try`, and the variable does not outlive the function.
        for number in 0..8 {
            let kept =
                if number % 4 == 1 { "persistent w; if isempty(w), w = [1 2; 3 4]; end," } else { "w = [1 2; 3 4];" };
            let given = if number % 3 == 2 { ", ones(5, 4 + k) * k" } else { "" };
            let _ = writeln!(program.text, "function total = within{number}(last)\n  {kept} total = w(2, 2);");
            let _ = writeln!(
                program.text,
                "  for k = 1:last, w = make{number}(5, 4 + k, k{given}); total = total + sum(w(:)); end\nend"
            );
            let _ = writeln!(
                program.text,
                "for last = [3 0 2]\n  try, printf('%.17g\\n', within{number}(last)), catch err, disp(err.message), end\nend"
            );
        }
        program.text
    }
}
