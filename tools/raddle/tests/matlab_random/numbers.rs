//! Random loops over complex numbers, integers and singles: mostly of classes that mix, now and then of some that do not.

use super::Random;
use std::fmt::Write;

/// What a value is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Double,
    Complex,
    Single,
    /// By the name of its class.
    Int(&'static str),
}

const INTS: [&str; 8] = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"];

const KINDS: [Kind; 5] = [Kind::Double, Kind::Complex, Kind::Single, Kind::Int("uint8"), Kind::Int("int32")];

/// The variables of every program, each loop's start.
const START: &str = "clear
x = 2.5; y = -3; z = 1 + 2i; w = 3 - 1i; q = 0; s = 0; f = single(0.1); g = single(-7.25); flag = true;
v = [1.5 -2 0 Inf NaN 1e5]; R = (1:6) / 4; Z = [1+1i, 2, -3i, 0.5-2i, 4, 1i]; C = reshape(Z, 2, 3); F = single(v); G = single(R);
a_int8 = int8(100); b_int8 = int8(-128); A_int8 = int8([1 -2 127 -128 5 0]);
a_uint8 = uint8(200); b_uint8 = uint8(3); A_uint8 = uint8(reshape(1:12, 3, 4) * 20);
a_int16 = int16(-300); b_int16 = int16(7); A_int16 = int16([1 -2 32767 -32768 5 0]);
a_uint16 = uint16(60000); b_uint16 = uint16(9); A_uint16 = uint16([1 2 65535 0 5 40]);
a_int32 = int32(-5); b_int32 = int32(2147483600); A_int32 = int32([1 -2 3; 100000 -70000 0]);
a_uint32 = uint32(4000000000); b_uint32 = uint32(17); A_uint32 = uint32([1 2 3 4 5 4294967295]);
a_int64 = int64(9007199254740993) * 3; b_int64 = int64(-7); A_int64 = int64([1 -2 3 9e18 -9e18 0]);
a_uint64 = bitshift(uint64(3), 62) + 1; b_uint64 = uint64(11); A_uint64 = uint64([1 2 3 1e19 5 0]);
";

pub struct Numbers {
    random: Random,
    text: String,
    depth: usize,
    /// The class that this program has most of.
    int: &'static str,
    /// Loop variables around.
    loops: Vec<&'static str>,
}

impl Numbers {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(self.depth));
    }

    fn kind(&mut self) -> Kind {
        match self.random.below(8) {
            0 | 1 => Kind::Double,
            2 | 3 => Kind::Complex,
            4 => Kind::Single,
            _ => Kind::Int(self.int),
        }
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
            1 => "end".into(),
            2 => format!("mod({counter}, 3) + 1"),
            3 => "b_int16".into(),
            4 => "3".into(),
            _ => counter,
        }
    }

    fn array(&mut self, kind: Kind) -> String {
        let (a, b) = (self.index(), self.index());
        match kind {
            Kind::Double => format!("{}({a})", self.random.pick(&["v", "R"])),
            Kind::Complex => match self.random.below(3) {
                0 => format!("C({a}, {b})"),
                _ => format!("Z({a})"),
            },
            Kind::Single => format!("{}({a})", self.random.pick(&["F", "G"])),
            Kind::Int(name @ ("uint8" | "int32")) if self.random.below(2) == 0 => format!("A_{name}({a}, {b})"),
            Kind::Int(name) => format!("A_{name}({a})"),
        }
    }

    fn name(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Double => self.random.pick(&["x", "y"]).into(),
            Kind::Complex => self.random.pick(&["z", "w", "q"]).into(),
            // A double until it has another class.
            Kind::Single | Kind::Int(_) if self.random.below(6) == 0 => "s".into(),
            Kind::Single => self.random.pick(&["f", "g"]).into(),
            Kind::Int(name) => format!("{}_{name}", self.random.pick(&["a", "b"])),
        }
    }

    fn leaf(&mut self, kind: Kind) -> String {
        let counter = self.counter();
        match (self.random.below(5), kind) {
            (0 | 1, _) => self.array(kind),
            (2, Kind::Double) => self.random.pick(&["0.5", "2", "-1", "1e3", "0", "Inf", "flag"]).into(),
            (2, Kind::Complex) => self.random.pick(&["1i", "2.5i", "(1 - 1i)", "complex(x, y)", "i", "-3i"]).into(),
            (2, Kind::Single) => format!("single({})", self.random.pick(&["0.3", "7", "-2.5", "x", "a_int16"])),
            (2, Kind::Int(name)) => format!("{name}({})", self.random.pick(&["7", "x", "-2.5", "1000", "y", "v(4)"])),
            (3, Kind::Double) => counter,
            _ => self.name(kind),
        }
    }

    fn value(&mut self, kind: Kind, depth: u64) -> String {
        // Now and then another kind than is asked for.
        let kind = if self.random.below(40) == 0 { KINDS[self.random.below(5) as usize] } else { kind };
        if depth == 0 {
            return self.leaf(kind);
        }
        let (left, other) = if self.random.below(3) == 0 { (Kind::Double, kind) } else { (kind, Kind::Double) };
        let below = self.random.below(depth);
        let mixed = self.random.below(2) == 0;
        let a = self.value(if mixed { left } else { kind }, depth - 1);
        let b = self.value(if mixed { other } else { kind }, below);
        match self.random.below(11) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 | 4 => format!("({a} * {b})"),
            5 => format!("({a} / {b})"),
            6 => format!("({a} .\\ {b})"),
            7 => format!("-({a})"),
            8 => {
                let exponent = match kind {
                    Kind::Int(name) if self.random.below(2) == 0 => {
                        format!("{name}({})", self.random.pick(&["-1", "-2", "3", "x"]))
                    }
                    _ => self.random.pick(&["2", "3", "0", "5"]).into(),
                };
                format!("({})^{exponent}", self.value(kind, depth - 1))
            }
            _ => self.function(kind, depth - 1),
        }
    }

    fn function(&mut self, kind: Kind, depth: u64) -> String {
        let any = self.kind();
        let (a, b) = (self.value(kind, depth), self.value(kind, depth));
        match kind {
            Kind::Double => match self.random.below(6) {
                0 => format!("double({})", self.value(any, depth)),
                1 => {
                    format!(
                        "{}({})",
                        self.random.pick(&["real", "imag", "abs", "arg"]),
                        self.value(Kind::Complex, depth)
                    )
                }
                2 => format!("{}({a}, 3)", self.random.pick(&["mod", "rem", "max", "bitand"])),
                3 => format!("real({})", self.value(any, depth)),
                4 => self.test(depth),
                _ => format!("{}({a})", self.random.pick(&["abs", "floor", "sign", "cos", "isreal", "imag"])),
            },
            Kind::Complex => match self.random.below(5) {
                0 => format!("({a})'"),
                1 => format!("conj({a})"),
                2 => format!("{}({a})", self.random.pick(&["exp", "sqrt", "log", "sin", "cosh", "tan"])),
                3 => format!("{}({a})", self.random.pick(&["floor", "round", "sign", "exp", "fix"])),
                _ => format!("({a})^{}", self.random.pick(&["-1", "-2", "0.5", "y", "w", "6"])),
            },
            Kind::Single => match self.random.below(4) {
                0 => format!("{}({a}, {b})", self.random.pick(&["mod", "rem", "max", "min", "atan2", "hypot"])),
                1 => format!("{}({a})", self.random.pick(&["abs", "floor", "sqrt", "round", "sign", "fix"])),
                2 => format!("{}({a})", self.random.pick(&["sin", "cos", "exp", "log", "tanh", "atan", "log2"])),
                _ => format!("single({})", self.value(any, depth)),
            },
            Kind::Int(name) => match self.random.below(5) {
                0 => format!("{}({a}, {b})", self.random.pick(&["mod", "rem", "max", "min", "idivide"])),
                1 => format!("{}({a}, {b})", self.random.pick(&["bitand", "bitor", "bitxor"])),
                2 => format!("{}({a})", self.random.pick(&["abs", "sign", "floor", "real"])),
                3 => format!("bitshift({a}, {})", self.random.pick(&["1", "-1", "3", "-4", "y", "9"])),
                _ => format!("{name}({})", self.value(any, depth)),
            },
        }
    }

    fn test(&mut self, depth: u64) -> String {
        let kind = self.kind();
        let (a, b) = (self.value(kind, depth), self.value(kind, depth));
        match self.random.below(8) {
            0 => format!("({a} && {b} ~= 3)"),
            1 => format!("!({a})"),
            2 => format!("({a} | {b})"),
            _ => format!("({a} {} {b})", self.random.pick(&["<", "<=", ">", ">=", "==", "~="])),
        }
    }

    fn statement(&mut self, depth: u64) {
        let kind = self.kind();
        match self.random.below(12) {
            0..=3 => {
                let (name, value) = (self.name(kind), self.value(kind, 2));
                self.line(&format!("{name} = {value};"));
            }
            4..=6 => {
                let from = if self.random.below(4) == 0 { self.kind() } else { kind };
                let (place, value) = (self.array(kind), self.value(from, 2));
                self.line(&format!("{place} = {value};"));
            }
            7 => {
                let (name, value) = (self.name(kind), self.value(kind, 1));
                self.line(&format!("{name} += {value};"));
            }
            8 if depth > 0 => {
                let test = self.test(1);
                self.line(&format!("if {test}"));
                self.statement(depth - 1);
                self.line("else");
                self.statement(depth - 1);
                self.line("end");
            }
            9 | 10 if depth > 0 && self.loops.len() < 3 => self.for_loop(depth),
            11 => {
                let value = self.value(Kind::Complex, 1);
                self.line(&format!("R({}) = {value};", self.loops.last().unwrap_or(&"1")));
            }
            _ => {
                let (value, place) = (self.value(kind, 1), self.array(kind));
                self.line(&format!("t = {value}; {place} = turn(t, {});", self.loops.last().unwrap_or(&"1")));
            }
        }
    }

    fn for_loop(&mut self, depth: u64) {
        let counter = ["h", "k", "m"][self.loops.len()];
        let int = self.int;
        let range = match self.random.below(8) {
            0 => format!("{int}(1):{int}(4)"),
            1 => format!("1:min(b_{int}, 4)"),
            2 => format!("{int}(5):-2:1"),
            3 => "3:-1:1".into(),
            4 => format!("{}:4", self.loops.last().unwrap_or(&"1")),
            _ => "1:3".into(),
        };
        self.line(&format!("for {counter} = {range}"));
        self.loops.push(counter);
        self.depth += 1;
        if self.random.below(6) == 0 {
            self.line(&format!("if {counter} > 2, break, end"));
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth - 1);
        }
        self.depth -= 1;
        self.loops.pop();
        self.line("end");
    }

    /// A program of several loops, each from the same start.
    pub fn text(seed: u64) -> String {
        let random = Random(seed ^ 0xC0FFEE);
        let mut program = Numbers { random, text: "1;\n".into(), depth: 0, int: "uint8", loops: vec![] };
        program.text.push_str("function r = turn(a, b)\n  if b > 2, r = a * b; return; end\n  r = a - b / 2;\nend\n");
        for _ in 0..8 {
            program.int = INTS[program.random.below(8) as usize];
            program.text.push_str(START);
            program.text.push_str("try\n");
            program.for_loop(3);
            program.text.push_str("catch err\n  disp(err.message)\nend\n");
            for names in [
                "x, y, z, w, q, s, f, g",
                "v, R, Z, C, F, G",
                "a_int8, b_int8, A_int8, a_uint8, b_uint8, A_uint8, a_int16, b_int16, A_int16",
                "a_uint16, b_uint16, A_uint16, a_int32, b_int32, A_int32, a_uint32, b_uint32, A_uint32",
            ] {
                program.show(names);
            }
            // As doubles they would lose digits.
            program.text.push_str("try, printf('%d ', a_int64, b_int64, A_int64); printf('%d ', a_uint64, b_uint64, A_uint64); disp(a_int64), disp(A_uint64), catch err, disp(err.message), end, disp([class(a_int64) class(A_int64) class(a_uint64) class(A_uint64)])\n");
        }
        program.text
    }

    /// Prints the values and classes of variables.
    fn show(&mut self, names: &str) {
        let of = |f: &str| names.split(", ").map(|name| format!("{f}({name})")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(self.text, "printf('%.17g ', {}); printf('\\n');", of("real"));
        let _ = writeln!(self.text, "printf('%.17g ', {}, {}); printf('\\n');", of("imag"), of("isreal"));
        let _ = writeln!(self.text, "disp([{}])", of("class").replace("), ", ") ' ' "));
    }
}
