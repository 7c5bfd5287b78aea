//! Random C functions with loops: bounds, steps, index types and subscripts that are mostly affine and partly not, with the
//! edge cases of unsigned arithmetic. Undefined runs are the interpreter's to notice.

pub struct Generator {
    state: u64,
    text: String,
    /// Names of the indices in scope.
    indices: Vec<String>,
    count: u32,
    /// Declared at the top of the function.
    outer: Vec<String>,
}

/// A function called `name` with loops that `seed` chooses.
pub fn function(name: &str, seed: u64) -> String {
    let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut generator = Generator { state, text: String::new(), indices: Vec::new(), count: 0, outer: Vec::new() };
    for _ in 0..=generator.below(2) {
        generator.a_loop(1);
    }
    let declarations: String = generator.outer.iter().map(|name| format!("  {name} = 3;\n")).collect();
    let place = generator.below(9) as i64 - 3;
    let body = generator.text;
    format!(
        "void {name}(int *a, int *b, int n, int m, unsigned u, long l, unsigned long z) {{\n  int s = 1, x = 2;\n  \
         int k0 = 1; unsigned k1 = 2; long k2 = n; unsigned long k3 = u; int *p = a;\n  \
         int *c = (n & 1 ? a : b) + {place}; c[0] = n; c[1] = m & 7;\n\
         {declarations}{body}  b[1] += s + x;\n  b[2] += k0 + k1 * 3 + k2 * 5 + k3 * 7;\n  *p = 9;\n}}\n"
    )
}

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        // xorshift64*
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
    }

    fn pick<'s>(&mut self, choices: &[&'s str]) -> &'s str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text += &"  ".repeat(depth);
        self.text += text;
        self.text += "\n";
    }

    fn index(&mut self) -> String {
        match self.indices.len() as u64 {
            0 => "1".into(),
            count => {
                let at = self.below(count) as usize;
                self.indices[at].clone()
            }
        }
    }

    fn bound(&mut self) -> String {
        let index = self.index();
        match self.below(16) {
            14 => "*c".into(),
            15 => "c[1]".into(),
            0..=2 => self.below(7).to_string(),
            3 => "n".into(),
            4 => "m".into(),
            5 => "n - 1".into(),
            6 => "u".into(),
            7 => "u - 1".into(),
            8 => "z".into(),
            9 => index,
            10 => format!("{index} + 1"),
            11 => format!("n - {index}"),
            12 => "(n < m ? n : m)".into(),
            _ => "l".into(),
        }
    }

    fn a_loop(&mut self, depth: usize) {
        let name = format!("i{}", self.count);
        self.count += 1;
        let ty = self.pick(&["int", "int", "int", "unsigned", "long", "unsigned long", "unsigned char", "short"]);
        let up = self.chance(65);
        let step = 1 + self.below(3).saturating_sub(self.below(2));
        let (start, end) = (self.bound(), self.bound());
        let test = match (self.below(4), up) {
            (0, _) => "!=",
            (1, true) => "<=",
            (1, false) => ">=",
            (_, true) => "<",
            (_, false) => ">",
        };
        let increment = match (up, step, self.below(3)) {
            (true, 1, 0) => format!("{name}++"),
            (false, 1, 0) => format!("--{name}"),
            (true, _, 1) => format!("{name} = {name} + {step}"),
            (true, ..) => format!("{name} += {step}"),
            (false, ..) => format!("{name} -= {step}"),
        };
        let increment = if self.chance(10) {
            let (step, change) = (self.pick(&["m", "u", "l", "n - 3", "x"]), if up { "+=" } else { "-=" });
            format!("{name} {change} {step}")
        } else {
            increment
        };
        let (start, end) = if up || self.chance(30) { (start, end) } else { (end, start) };
        let start = if self.chance(12) { self.coloured(&start) } else { start };
        let declared = if self.chance(30) {
            self.outer.push(format!("{ty} {name}"));
            name.clone()
        } else {
            format!("{ty} {name}")
        };
        let extra = if self.chance(10) {
            format!(" && {name} {} {}", if up { "<" } else { ">" }, self.bound())
        } else {
            String::new()
        };
        let more = if self.chance(10) { ", k0 += 2" } else { "" };
        self.line(depth, &format!("for ({declared} = {start}; {name} {test} {end}{extra}; {increment}{more}) {{"));
        self.indices.push(name.clone());
        let carried = if self.chance(12) { self.carried(depth + 1) } else { String::new() };
        self.body(depth + 1);
        self.line(depth + 1, &carried);
        self.indices.pop();
        self.line(depth, "}");
        if !declared.contains(' ') && self.chance(40) {
            self.line(depth, &format!("b[2] += {name};"));
        }
    }

    /// A first value that changes with the parity of something, or a remainder.
    fn coloured(&mut self, start: &str) -> String {
        let (of, more) = (self.index(), self.below(4));
        match self.below(5) {
            0 => format!("{start} + (({of} + {more}) & 1)"),
            1 => format!("(({of} - m) & 3) + {start}"),
            2 => format!("{start} + ({of} + {more}) % 3"),
            3 => format!("{start} - ({of} & 1)"),
            _ => format!("({of} % 2 == 1 ? {start} + 1 : {start})"),
        }
    }

    /// Uses what the iteration before has left; the statements that leave it.
    fn carried(&mut self, depth: usize) -> String {
        let (v, w) = (format!("v{}", self.count), format!("w{}", self.count));
        self.count += 1;
        let ty = self.pick(&["int", "unsigned", "long", "unsigned char"]);
        self.outer.extend([format!("{ty} {v}"), format!("int {w}")]);
        let (index, other) = (self.index(), self.index());
        self.line(depth, &format!("a[{other}] = {v} + 2 * {w};"));
        match self.below(4) {
            0 => format!("{w} = {index} + m; {v} = {w};"),
            1 => format!("int t{v} = {index} * 2; {w} = t{v} + 1; {v} = n - t{v};"),
            2 => format!("if (s & 1) {w} = {index}; {v} = {other};"),
            _ => format!("{w} = {v}; {v} = {index} - {other};"),
        }
    }

    fn body(&mut self, depth: usize) {
        for _ in 0..=self.below(2) {
            match self.below(15) {
                10 => self.gotos(depth),
                0..=2 if depth < 4 => self.a_loop(depth),
                3 => self.walk(depth),
                4 => self.conditional(depth),
                5 => self.local(depth),
                6 => self.counted_while(depth),
                7..=8 => self.step(depth),
                9 => self.switch(depth),
                _ => self.assignment(depth),
            }
        }
    }

    /// A loop over pointers.
    fn walk(&mut self, depth: usize) {
        let name = format!("q{}", self.count);
        self.count += 1;
        let (start, end, offset) = (self.subscript(), self.bound(), self.below(3));
        let test = self.pick(&["<", "<=", "!="]);
        self.line(
            depth,
            &format!(
                "for (int *{name} = a + {start}; {name} {test} a + {end}; {name} += {}) {name}[{offset}] = x;",
                1 + offset / 2
            ),
        );
    }

    fn conditional(&mut self, depth: usize) {
        let (index, bound) = (self.index(), self.bound());
        let cond = match self.below(5) {
            0 => format!("{index} < {bound} && {index} >= 1"),
            1 => format!("{index} == {bound} || {index} > 2"),
            2 => format!("!({index} <= {bound})"),
            3 if self.chance(30) => format!("b[{index}]++ > {bound} && s-- > 2"),
            3 => format!("a[{}] > 1", self.subscript()),
            _ => format!("{index} != {bound}"),
        };
        if self.chance(25) {
            let jump = self.jump();
            self.line(depth, &format!("if ({cond}) {jump}"));
            return;
        }
        self.line(depth, &format!("if ({cond}) {{"));
        self.assignment(depth + 1);
        if self.chance(25) {
            let (index, jump) = (self.index(), self.jump());
            self.line(depth + 1, &format!("if (b[{index}] > {index}) {jump}"));
            self.assignment(depth + 1);
        }
        if self.chance(30) {
            self.line(depth, "} else {");
            self.body(depth + 1);
        }
        self.line(depth, "}");
    }

    /// Out of the innermost loop, if that is not the only one.
    fn jump(&mut self) -> &'static str {
        if self.indices.len() > 1 && self.chance(50) { "break;" } else { "continue;" }
    }

    /// Statements with labels, and jumps to them, mostly forward.
    fn gotos(&mut self, depth: usize) {
        let first = self.count;
        self.count += 3;
        let target = |this: &mut Self, least: u64| first as u64 + least + this.below(3 - least);
        let back = self.chance(4);
        for number in 0..3u64 {
            for _ in 0..self.below(3) {
                let (index, bound) = (self.index(), self.bound());
                let label = if back { target(self, 0) } else { target(self, number) };
                match self.below(6) {
                    0 => self.assignment(depth),
                    1 => {
                        let other = target(self, number);
                        self.line(
                            depth,
                            &format!("if ({index} > 2) goto l{label}; else {{ b[{index}] = {bound}; goto l{other}; }}"),
                        );
                    }
                    2 => self.line(
                        depth,
                        &format!("if (a[{index}] < {bound}) {{ s += 2; if (s & 1) goto l{label}; a[{index}] = 7; }}"),
                    ),
                    3 => {
                        let other = target(self, number);
                        self.line(depth, &format!(
                            "switch (({index}) % 3) {{ case 0: b[{index}] += 1; goto l{label}; case 1: goto l{other}; case 2: s++; break; }}"
                        ));
                    }
                    4 if self.chance(30) => self.line(depth, &format!("goto l{label};")),
                    4 => self.line(depth, &format!("int g{0} = {bound}; a[2] += g{0};", self.count)),
                    _ => self.line(depth, &format!("if ({index} != {bound}) goto l{label};")),
                }
                self.count += 1;
            }
            self.line(depth, &format!("l{}: ;", first as u64 + number));
            self.assignment(depth);
        }
    }

    fn switch(&mut self, depth: usize) {
        let selector = self.subscript();
        self.line(depth, &format!("switch (({selector}) % 5) {{"));
        for label in ["case 0:", "case 1: case 2:", "default:", "case 3 ... 7:"] {
            if self.chance(20) {
                continue;
            }
            self.line(depth, label);
            self.assignment(depth + 1);
            let index = self.index();
            match self.below(6) {
                0..=2 => self.line(depth + 1, "break;"),
                3 => self.line(depth + 1, &format!("if (a[{index}] > 1) break;")),
                4 => self.line(depth + 1, "continue;"),
                _ => {}
            }
        }
        self.assignment(depth + 1);
        self.line(depth, "}");
    }

    fn local(&mut self, depth: usize) {
        let name = format!("t{}", self.count);
        self.count += 1;
        let (value, ty) = (self.subscript(), self.pick(&["int", "unsigned", "long", "unsigned char"]));
        self.line(depth, &format!("{ty} {name} = {value};"));
        let other = self.subscript();
        if self.chance(30) {
            self.line(depth, &format!("{name} += 1;"));
        }
        self.line(depth, &format!("a[{name}] = b[{other}] + {name};"));
        if self.chance(30) {
            self.line(depth, &format!("int *p{name} = a + {other}; p{name}[1] += 2;"));
        }
    }

    /// Uses and steps a variable.
    fn step(&mut self, depth: usize) {
        let k = self.pick(&["k0", "k0", "k1", "k2", "k3"]);
        let (amount, index) = (1 + self.below(3), self.index());
        let statement = match self.below(9) {
            0 => format!("a[{k}] = x; {k} += {amount};"),
            1 => format!("b[{k}++] += {index};"),
            2 => format!("a[--{k}] = s;"),
            3 => format!("s += {k}; {k}++; a[{k}] = 1;"),
            4 => format!("{k} = {k} - {amount};"),
            5 => format!("{k} = {index}; {k}++;"),
            6 => format!("*p++ = {index}; p += {};", amount / 2),
            7 => format!("b[{index}] += *--p;"),
            _ => format!("{k}++, {k} += 2; x = {k};"),
        };
        self.line(depth, &statement);
    }

    fn counted_while(&mut self, depth: usize) {
        let bound = self.bound();
        let index = self.index();
        let text = match self.below(3) {
            0 => format!("x = 0; while (x < ({bound}) % 5) {{ b[x] += s; x++; }}"),
            1 => format!(
                "x = 0; while (1) {{ if (x >= ({bound}) % 5) break; b[x++] += s; if (a[x] > {index}) continue; b[x] = 1; }}"
            ),
            _ => format!(
                "x = 0; do {{ if (a[x] == {index}) {{ b[x] += 1; continue; }} s += a[x]; if (s & 1) break; }} while (++x < 4);"
            ),
        };
        self.line(depth, &text);
    }

    fn assignment(&mut self, depth: usize) {
        let (to, from, index) = (self.subscript(), self.subscript(), self.index());
        let statement = match self.below(6) {
            0 => format!("s += a[{to}];"),
            1 => format!("x = {index} * 2; a[x] = b[{from}];"),
            2 => format!("b[{to}] += a[{from}] + {index};"),
            3 => format!("a[b[{from}] & 7] += 1;"),
            4 => format!("*(a + {to}) = *(b + {from}) + (int)u;"),
            _ => format!("a[{to}] = b[{from}] * 3 + m;"),
        };
        self.line(depth, &statement);
    }

    fn subscript(&mut self) -> String {
        let (i, j) = (self.index(), self.index());
        match self.below(14) {
            12 => format!("n * m + {i}"),
            13 => format!("{j} - (m - 1) * l"),
            0..=2 => i,
            3 => format!("{i} + 1"),
            4 => format!("{i} - 1"),
            5 => format!("2 * {i} + {j}"),
            6 => format!("{i} * m + {j}"),
            7 => format!("{i} * 10 + {j}"),
            8 => format!("n - {i} - 1"),
            9 => format!("(unsigned char){i}"),
            10 => format!("{i} + u - 1"),
            _ => format!("({i} << 1) - {j}"),
        }
    }
}
