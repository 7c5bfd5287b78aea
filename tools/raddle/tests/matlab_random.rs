//! Random MATLAB loops: a program prints the same with its compiled loops as interpreted, on every device. The programs reach what
//! compiled loops leave to the interpreter: growth, errors, output, complex results, empty and odd ranges, classes that change.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// How many programs: each is built once and runs four times.
const PROGRAMS: u64 = 10;

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
                self.line(&format!("x += {value};"));
            }
            9 => {
                let value = self.test(1);
                self.line(&format!("flag = {value};"));
            }
            10 if depth > 0 => self.condition(depth),
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
            6 => "1:x".into(),
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
            program.text.push_str("clear\nx = 2; y = 1; z = 0.25; flag = true;\n");
            program.text.push_str(
                "A = reshape(1:30, 6, 5) / 4; v = (1:6) * 2; w = [3; 1; 4; 1; 5; 9]; m = v > 5; c = 'octave';\ntry\n",
            );
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
        program.text
    }
}

fn run(exe: &Path, device: &str, interpreted: bool) -> String {
    let mut command = Command::new(exe);
    command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0");
    if interpreted {
        command.env("RADDLE_MATLAB_INTERPRET", "1");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn compiled_loops_print_what_interpreted_ones_print() {
    let dir = tempfile::tempdir().unwrap();
    let first = std::env::var("RADDLE_MATLAB_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let count = std::env::var("RADDLE_MATLAB_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(PROGRAMS);
    let mut compiled = 0;
    for seed in first..first + count {
        let (script, exe) = (dir.path().join("program.m"), dir.path().join("program"));
        std::fs::write(&script, Program::text(seed)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.env("RADDLE_STRICT_FALLBACK", "1").arg("build").arg("--offload-min").arg("0");
        let output = command.arg(&script).arg("-o").arg(&exe).output().unwrap();
        assert!(output.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&output.stderr));
        let c =
            Command::new(env!("CARGO_BIN_EXE_raddle")).args(["emit", "--stage", "c"]).arg(&script).output().unwrap();
        compiled += u64::from(String::from_utf8_lossy(&c.stdout).contains("int64_t region$"));
        let expected = run(&exe, "none", true);
        for device in ["none", "cpu", "emulated"] {
            let actual = run(&exe, device, false);
            let same = actual.lines().zip(expected.lines()).take_while(|(actual, expected)| actual == expected).count();
            let [actual_line, expected_line] = [&actual, &expected].map(|text| text.lines().nth(same).unwrap_or(""));
            assert!(
                actual == expected,
                "seed {seed} on {device}, line {}:\n{actual_line}\ninstead of\n{expected_line}\n{}",
                same + 1,
                Program::text(seed)
            );
        }
    }
    assert!(compiled * 10 >= count * 9, "{compiled} of {count} programs have compiled loops");
}
