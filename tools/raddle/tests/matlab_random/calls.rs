//! Random functions with loops, which loops call with arguments of which some stay the same: parts of them run once in such a loop. The
//! statements stand in any order, so that what is read may be made before, later, or in the iteration before.

use super::Random;
use std::fmt::Write;

pub struct Calls {
    random: Random,
    text: String,
    /// The statement is one of those that compute the same each time, unless it reads something else.
    is_same: bool,
    /// One in so many variables is of the wrong kind.
    rarely: u64,
    /// Numbers that a loop has made.
    made: bool,
}

/// Arrays of a function, its parameters, its result and one of its own: those that may stay the same, and the others.
const ARRAYS: [&[&str]; 2] = [&["p", "t"], &["q", "w", "x"]];
const NUMBERS: [&[&str]; 2] = [&["a", "c"], &["b", "s"]];

impl Calls {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn array(&mut self) -> &'static str {
        let kind = usize::from(self.is_same == (self.random.below(self.rarely) == 0));
        let all = ARRAYS[kind];
        all[self.random.below(all.len() as u64) as usize]
    }

    fn number(&mut self) -> &'static str {
        let kind = usize::from(self.is_same == (self.random.below(self.rarely) == 0));
        NUMBERS[kind][self.random.below(2) as usize]
    }

    /// A number within a loop over `k`, or outside of one.
    fn leaf(&mut self, in_loop: bool) -> String {
        let array = self.array();
        match self.random.below(8) {
            // Made in this iteration, or in the one before it.
            0..2 if self.made && in_loop => "e".into(),
            0..3 if in_loop => format!("{array}(k)"),
            3 if in_loop => format!("{array}(k-1)"),
            0 | 1 => format!("{array}(2)"),
            2 => format!("{array}(n)"),
            3 => "n".into(),
            4 => self.random.pick(&["0.5", "2", "3"]).into(),
            // Numbers that stay the same are for all.
            5 => NUMBERS[0][self.random.below(2) as usize].into(),
            _ => self.number().into(),
        }
    }

    fn value(&mut self, in_loop: bool) -> String {
        let (a, b) = (self.leaf(in_loop), self.leaf(in_loop));
        match self.random.below(6) {
            0 => format!("{a} - {b}"),
            1 => format!("{a} / ({b} * {b} + 1)"),
            2 => format!("0.25 * {a} + {b}"),
            3 => format!("mod({a}, 7)"),
            4 => format!("max({a}, {b})"),
            _ => format!("cos({a}) * {b}"),
        }
    }

    fn assignment(&mut self, depth: usize, in_loop: bool) {
        let value = self.value(in_loop);
        let (array, number) = (self.array(), self.number());
        let place = match (in_loop, self.random.below(4)) {
            (true, 0 | 1) => format!("{array}(k)"),
            (true, 2) => number.into(),
            (false, 0) => format!("{array}(2)"),
            (false, 1) => format!("{array}(n)"),
            _ => number.into(),
        };
        self.line(depth, &format!("{place} = {value};"));
    }

    fn statement(&mut self) {
        self.is_same = self.random.below(2) == 0;
        match self.random.below(10) {
            0..5 => {
                let range = self.random.pick(&["2:n", "2:n", "2:n", "2:3", "n:-1:2", "2:2:n", "3:c"]).to_owned();
                self.line(1, &format!("for k = {range}"));
                let is_mixed = range.starts_with("2:n") && self.random.below(2) == 0;
                let makes = is_mixed && self.random.below(2) == 0;
                let (count, seldom) = (1 + self.random.below(4), self.random.below(3) == 0);
                for number in 0..count {
                    if is_mixed {
                        self.is_same = self.random.below(2) == 0;
                    }
                    if makes && number == u64::from(seldom) {
                        self.is_same = true;
                        let value = self.value(true);
                        self.line(2, &format!("e = {value};"));
                        self.made = true;
                        self.is_same = false;
                    }
                    self.assignment(2, true);
                    self.made |= makes && seldom;
                }
                self.made = false;
                if self.random.below(6) == 0 {
                    let (a, b) = (self.leaf(true), self.leaf(true));
                    self.line(2, &format!("if {a} > {b}"));
                    self.assignment(3, true);
                    self.line(2, "end");
                }
                self.line(1, "end");
            }
            5 => {
                let (into, from) = (self.array(), self.array());
                let what = self.random.pick(&["zeros(1, n)", "ones(1, n) / 4", "* 0.5", "+ 1"]).to_owned();
                let value = if what.len() > 6 { what } else { format!("{from} {what}") };
                self.line(1, &format!("{into} = {value};"));
            }
            6 => {
                let (number, array) = (self.number(), self.array());
                self.line(1, &format!("{number} = sum({array}) / n;"));
            }
            _ => self.assignment(1, false),
        }
    }

    fn function(&mut self, number: usize) {
        self.line(0, &format!("function x = f{number}(p, q, w, s)"));
        self.rarely = if self.random.below(3) == 0 { 12 } else { 200 };
        self.line(1, "n = numel(p);");
        self.line(1, "x = zeros(1, n); t = ones(1, n); a = 1; b = 2; c = 3;");
        for _ in 0..2 + self.random.below(5) {
            self.statement();
        }
        self.text.push_str("end\n");
    }

    /// Loops that call it, under a condition now and then, and change some of the arguments.
    fn caller(&mut self, number: usize) {
        self.line(0, &format!("function r = g{number}(P, Q, R, m)"));
        self.line(1, "r = zeros(1, 6); y = r; S = 0.75;");
        self.line(1, "for i = 1:2");
        self.line(2, "for j = 1:m");
        let condition = self.random.pick(&["j > 1", "mod(j, 2) == 0", "i + j > 3"]).to_owned();
        let is_conditional = self.random.below(4) == 0;
        if is_conditional {
            self.line(3, &format!("if {condition}"));
        }
        let often = self.random.pick(&["P", "P", "R", "r"]).to_owned();
        let mut args = vec![self.random.pick(&["P", "P", "Q", &often, &often])];
        args.extend((0..2).map(|_| self.random.pick(&["P", "Q", "Q", "R", "r"])));
        let last = self.random.pick(&["S", "S", "j", "0.5", "P(2)"]);
        let result = self.random.pick(&["r", "R", "y", "y"]);
        self.line(4, &format!("{result} = f{number}({}, {last});", args.join(", ")));
        if is_conditional {
            self.line(3, "end");
        }
        self.line(3, "r = r * 0.5 + y + R * 0.25;");
        if self.random.below(6) == 0 {
            let change = self.random.pick(&["P(1) = j;", "S = S + 1;", "Q = Q * 0.5;"]);
            self.line(3, change);
        }
        self.line(2, "end");
        if self.random.below(2) == 0 {
            self.line(2, "P(2) = P(2) + i; Q = Q + 1; S = S * 2;");
        }
        self.line(1, "end");
        self.text.push_str("end\n");
    }

    pub fn text(seed: u64) -> String {
        let mut program =
            Calls { random: Random(seed ^ 0xCA11), text: "1;\n".into(), is_same: false, rarely: 200, made: false };
        for number in 0..8 {
            program.function(number);
            program.caller(number);
            let _ = writeln!(
                program.text,
                "for m = [1 4], try, printf('%.17g ', g{number}([3 -1 4 1.5 -9 2], [2 7 -1 8 2.5 1], [1 -2 3 -4 5 -6], m)); disp('') \
                 catch err, disp(err.message), end, end"
            );
        }
        program.text
    }
}
