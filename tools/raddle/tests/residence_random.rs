//! Random programs whose data stays on a device between launches: kernels, accesses of the host, functions that know of devices and some
//! that do not, a file of another compiler that keeps pointers, jumps and early ends. They print what the sequential program prints. The
//! emulated device overwrites what the host must not read.
//!
//! `RADDLE_RESIDENCE_SEED` is the first program, `RADDLE_RESIDENCE_PROGRAMS` their number.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const PROGRAMS: u64 = 12;

/// What Raddle does not compile: it keeps pointers, and reads and writes what they lead to.
const OTHER: &str = "
#include <stdlib.h>
static unsigned *kept[4];
static unsigned count;
void keep(unsigned *p) { kept[count++ % 4] = p; }
unsigned peek(unsigned i) { return count ? kept[i % (count < 4 ? count : 4)][i % 64] : 7; }
void poke(unsigned i, unsigned v) { if (count) kept[i % (count < 4 ? count : 4)][i % 64] += v; }
void visit(void (*f)(unsigned *, unsigned *), unsigned *p) { f(p, p + 64); }
";

/// Raddle knows, where it is compiled with the rest, that this touches nothing and may end the program.
const GET: &str = "
#include <stdio.h>
#include <stdlib.h>
static unsigned asked;
unsigned *get(unsigned n) {
  asked += 1;
  unsigned *p = n > 92 ? NULL : malloc((64 + asked % 3) * sizeof *p);
  if (!p) {
    printf(\"nothing left: %u\\n\", asked);
    exit(6);
  }
  return p;
}
";

const HEAD: &str = "
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#define N 64
void keep(unsigned *), poke(unsigned, unsigned), visit(void (*)(unsigned *, unsigned *), unsigned *);
unsigned peek(unsigned), *get(unsigned);
void forget(void);
extern unsigned G[N], M[N], W[2 * N];
extern unsigned *H;
/* Subscripts: below N. */
extern unsigned *K;
extern unsigned s, steps;
extern jmp_buf away;
static int order(const void *x, const void *y) {
  unsigned p = *(const unsigned *)x, q = *(const unsigned *)y;
  return (p > q) - (p < q);
}
static void put(unsigned *held, unsigned *count, const unsigned *from) {
  *held = *held * 5 + *from;
  if (*held & 1) ++*count;
}
static void fill(unsigned *to, const unsigned *from, unsigned n) {
  memcpy(to, from, n * sizeof *to);
  if (n > 2) to[0] += from[1];
  else memset(to + n, 3, sizeof *to);
}
static void both(unsigned *p, unsigned n) {
  p[0] += n;
  p[1] ^= p[0];
}
";

const VARIABLES: &str = "
unsigned G[N], M[N], W[2 * N];
unsigned *H, *K;
unsigned s = 5, steps;
jmp_buf away;
static void at_end(void) { printf(\"end %u %u %u\\n\", G[3], H[5], s); }
";

/// How a program is compiled: `program.c` alone, or with `more.c`, in one command or not. `get.c` goes with it.
const WAYS: [&[&str]; 4] = [
    &["build --offload-min 0 program.c get.c other.o -o program"],
    &["build --offload-min 0 program.c get.c more.c other.o -o program"],
    &[
        "cc --offload-min 0 -c program.c -o program.o",
        "cc --offload-min 0 -fPIC -c more.c -o more.o",
        "cc --offload-min 0 -c get.c -o get.o",
        "cc more.o program.o get.o other.o -o program",
    ],
    // Functions of the program that knows nothing of devices.
    &[
        "cc --offload-min 0 -c program.c -o program.o",
        "cc --device none -c more.c -o more.o",
        "cc --offload-min 0 -c get.c -o get.o",
        "cc more.o program.o get.o other.o -o program",
    ],
];

/// A generator of numbers: the sequence is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick(&mut self, all: &[&str]) -> String {
        all[self.below(all.len() as u64) as usize].to_string()
    }
}

struct Program {
    random: Random,
    text: String,
    depth: usize,
    /// Functions so far, which later ones may call.
    functions: u64,
    has_local: bool,
    is_main: bool,
    /// There are two files.
    is_split: bool,
    /// What is in the second one.
    second: String,
}

impl Program {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(self.depth));
    }

    fn array(&mut self) -> String {
        let mut all = vec!["G", "M", "H"];
        if !self.is_main {
            all.extend(["a", "b", "a", "b"]);
        }
        if self.has_local {
            all.extend(["L", "L"]);
        }
        self.random.pick(&all)
    }

    /// One that lives as long as the program.
    fn lasting(&mut self) -> String {
        self.random.pick(&["G", "M", "H"])
    }

    fn place(&mut self) -> String {
        match self.random.below(4) {
            0 => "s % N".into(),
            1 => "steps % N".into(),
            _ => self.random.below(64).to_string(),
        }
    }

    fn kernel(&mut self) {
        let (x, y) = (self.array(), self.array());
        let (factor, more) = (self.random.below(9) + 1, self.random.below(100));
        let lo = self.random.below(3);
        let hi = 62 + self.random.below(3);
        if self.random.below(3) == 0 {
            return self.kernel_on_boxes(&x, &y, factor);
        }
        let text = match self.random.below(12) {
            8 => format!("for (int i = 0; i < N; i++) {x}[i] = H[K[i]] + {more}u;"),
            9 => format!("for (int i = {lo}; i < {hi}; i++) H[K[i]] += {factor}u * i;"),
            10 => format!("for (int i = 0; i < N; i++) {x}[i] += H[K[K[i]]] ^ {more}u;"),
            11 => format!("for (int i = {lo}; i < {hi}; i++) K[i] = (K[i] * {factor}u + {more}u) % (s % N + 1);"),
            0 => format!("for (int i = 0; i < N; i++) {x}[i] = i * {factor}u + s;"),
            1 => format!("for (int i = {lo}; i < {hi}; i++) {x}[i] = {x}[i] * {factor}u + {more}u;"),
            2 => format!("for (int i = {lo}; i < {hi}; i++) {x}[i] += {y}[i] ^ {more}u;"),
            3 => format!("for (int i = 1; i < N - 1; i++) {x}[i] = {y}[i - 1] + {factor}u * {y}[i + 1];"),
            4 => format!("for (int i = 0; i < N / 2; i++) {x}[2 * i] = {y}[i] + {more}u;"),
            5 => format!("for (int i = 0; i < N; i++) s += {x}[i] * {factor}u;"),
            6 => format!("for (int i = 0; i < (int)(s % N); i++) {x}[i] ^= {more}u;"),
            _ => format!("for (int i = 0; i < N; i++) if ({y}[i] & 1) {x}[i] += {factor}u;"),
        };
        self.line(&text);
    }

    /// The arrays as matrices of eight rows, or of structures: parts of them, row by row, with steps of the host between.
    fn kernel_on_boxes(&mut self, x: &str, y: &str, factor: u64) {
        let (place, column) = (self.random.below(8), self.random.below(8));
        let inner = "for (int i = 1; i < 7; i++) for (int j = 1; j < 7; j++)";
        let body = match self.random.below(21) {
            9 => format!(
                "for (int t = 0; t < 7; t++) {{ unsigned norm = 0; for (int i = 0; i < 8; i++) norm = norm * 3 + p[i][t]; q[t][t] = norm; {inner} p[i][j] += q[t][t] ^ q[i][j]; q[{place}][7 - t] ^= p[t][{column}]; }}"
            ),
            10 => format!(
                "for (int t = 0; t < 6; t++) {{ {inner} p[i][j] = p[i][j] * {factor}u + t; s += p[{place}][t]; if (s & 1) q[{column}][t] = p[t][1]; {x}[t] = {y}[63 - t] + p[0][0]; }}"
            ),
            11 => format!(
                "unsigned last = {factor}; for (int t = 0; t < 5; t++) {{ {inner} q[i][j] = p[i][j] + last; for (int k = 1; k < 8; k++) p[k][t] = p[k - 1][t] * 3 + p[k][t]; last = last * 5 + q[{place}][t]; p[t][{column}] = last; }} s ^= last;"
            ),
            12 => format!(
                "unsigned z = 1; for (int t = 0; t < 5; t++) {{ {inner} p[i][j] += q[i][j] * {factor}u; z = p[t][{column}]; p[{place}][t] = z * 3; }} s ^= z;"
            ),
            // Triangles, diagonals and what lies beside them.
            14 => format!("for (int i = 0; i < 8; i++) for (int j = 0; j <= i; j++) p[i][j] = i * {factor}u + j;"),
            15 => format!("for (int i = 0; i < 8; i++) for (int j = i; j < 8; j++) p[i][j] = q[j][i] + {factor}u;"),
            16 => {
                format!("for (int i = 0; i < 8; i++) p[i][i] = q[i][{column}] * {factor}u; s += p[{place}][{column}];")
            }
            17 => format!("for (int i = 0; i < 8; i++) for (int j = 0; j < i; j++) p[i][j] = p[j][i] + {factor}u;"),
            18 => format!(
                "for (int t = 0; t < 3; t++) {{ for (int i = 0; i < 8; i++) for (int j = 7 - i; j < 8; j++) p[i][j] = q[j][i] ^ t; q[{place}][t] += p[t][{column}]; }}"
            ),
            20 => {
                format!("for (int i = 0; i < 8; i++) for (int j = 0; j <= i; j++) p[i][j] = p[i][j] * {factor}u + i;")
            }
            19 => format!("for (int i = 0; i < 6; i++) {{ p[i][i] = i + {factor}u; p[i][i + 2] = i * 3; }}"),
            13 => format!(
                "unsigned last = {factor}; for (int t = 0; t < 6; t++) {{ {inner} q[i][j] = p[i][j] ^ t; p[t][{column}] = last; last = q[{place}][t] + 1; }}"
            ),
            0 => format!("{inner} p[i][j] = i * {factor}u + j;"),
            1 => format!("{inner} p[i][j] = q[i - 1][j] + {factor}u * q[i][j + 1];"),
            2 => format!("for (int i = 0; i < 8; i++) p[i][{column}] = i + {factor}u;"),
            3 => "int w = s % 9; for (int i = 0; i < 8; i++) for (int j = 0; j < w; j++) p[i][j] = i + j;".into(),
            4 => format!("for (int i = 1; i < 8; i++) for (int j = 0; j < 8; j++) p[i][j] += p[i - 1][j] * {factor}u;"),
            5 => format!(
                "for (int i = 1; i < 8; i++) {{ p[i][0] = p[i - 1][1] + s; for (int j = 1; j < 8; j++) p[i][j] = q[i][j] ^ {factor}u; }}"
            ),
            6 => format!(
                "for (int t = 0; t < 3; t++) {{ {inner} q[i][j] = p[i + 1][j] + p[i][j - 1]; {inner} p[i][j] = q[i][j]; p[{place}][t] += {factor}u; }}"
            ),
            7 => format!(
                "struct four {{ unsigned a, b, c, d; }} *r = (void *){x}; for (int i = 0; i < 16; i++) r[i].c = i * {factor}u;"
            ),
            _ => format!("unsigned sum = 0; for (int i = 0; i < 8; i++) sum = sum * 3 + p[i][{column}]; s += sum;"),
        };
        self.line(&format!("{{ unsigned (*p)[8] = (void *){x}, (*q)[8] = (void *){y}; {body} (void)p; (void)q; }}"));
    }

    fn host(&mut self) {
        let (x, y, place, other) = (self.array(), self.array(), self.place(), self.place());
        let value = self.random.below(1000);
        let text = match self.random.below(21) {
            13 => format!("K[{place}] = {}u;", value % 64),
            14 => format!("if ({x}[{place}] & 1) K[{other}] = {}u;", value % 64),
            0 => format!("{x}[{place}] = {value};"),
            1 => format!("{x}[{place}] += {y}[{other}];"),
            2 => format!("s = s * 3 + {x}[{place}];"),
            3 => format!("for (int i = 1; i < N; i++) {x}[i] = {x}[i - 1] * 3 + {x}[i];"),
            4 => format!("{{ int k = 0; while (k < N && ({x}[k] & 7) != 3) k++; s += k; }}"),
            5 => format!("printf(\"%u %u\\n\", {x}[{place}], s);"),
            6 => format!("for (int i = 0; i < N; i += 13) printf(\"%u \", {x}[i]);"),
            7 => format!("memcpy({x} + 8, {y} + 40, 16 * sizeof(unsigned));"),
            8 => format!("memset({x} + {}, {}, 20);", value % 40, value % 5),
            9 => format!(
                "{{ unsigned *q = {x}; for (int k = 0; k < 5; k++) {{ q[(k * 7 + s) % N] += k; if (q[k] > 99) break; }} }}"
            ),
            15 => format!("{{ unsigned own = {value}, n = s % 3; put(&own, &n, {x} + {place}); s += own * 2 + n; }}"),
            16 => format!(
                "{{ unsigned own[6] = {{1, 2, 3, 4, 5, 6}}; fill(own, {x} + {}, s % 5); s += own[s % 6]; }}",
                value % 40
            ),
            17 => format!("both({x} + {}, s);", value % 40),
            18 => format!("{{ unsigned own[2] = {{s, {value}}}; both(own, 3); s ^= own[1]; put(own, {x}, own + 1); }}"),
            19 => format!("memmove({x} + s % 9, {y} + s % 7, s % 50 * sizeof(unsigned));"),
            20 => format!("s += memcmp({x} + s % 9, {y} + 5, s % 11 * sizeof(unsigned)) == 0;"),
            10 => format!("{{ volatile unsigned *v = {x}; v[{place}] += 1; }}"),
            11 => format!("__atomic_fetch_add(&{x}[{place}], 3, __ATOMIC_SEQ_CST);"),
            _ => format!("qsort({x}, 16, sizeof(unsigned), order);"),
        };
        self.line(&text);
    }

    fn call(&mut self) {
        let (x, y, place, lasting) = (self.array(), self.array(), self.place(), self.lasting());
        let text = match self.random.below(9) {
            8 => format!("{{ unsigned *m = get(s % 97); m[3] = {x}[{place}]; s += m[3]; free(m); }}"),
            0 => format!("keep({lasting});"),
            1 => format!("poke({place}, {});", self.random.below(50)),
            2 => format!("s ^= peek({place});"),
            3 if self.functions > 0 => format!("visit(f{}, W);", self.random.below(self.functions)),
            4 => "{ unsigned *m = malloc(N * sizeof *m); for (int i = 0; i < N; i++) m[i] = i + s; \
                  for (int i = 0; i < N; i++) G[i] += m[i]; s += m[9]; free(m); }"
                .into(),
            // Elsewhere, a parameter may be this block.
            5 if self.is_main => {
                "{ unsigned *m = malloc(N * sizeof *m); for (int i = 0; i < N; i++) m[i] = H[i] * 3; free(H); H = m; \
                  forget(); }"
                    .into()
            }
            _ if self.functions > 0 => format!("f{}({x}, {y});", self.random.below(self.functions)),
            _ => format!("s += {x}[{place}];"),
        };
        self.line(&text);
    }

    fn block(&mut self, head: &str, statements: u64) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        (0..statements).for_each(|_| self.statement());
        self.depth -= 1;
        self.line("}");
    }

    fn statement(&mut self) {
        let is_deep = self.depth > 3;
        match self.random.below(24) {
            0..=9 => self.kernel(),
            10..=15 => self.host(),
            16..=18 => self.call(),
            19 if !is_deep => {
                let count = self.random.below(3) + 1;
                let times = self.random.below(4);
                self.block(&format!("for (int t{0} = 0; t{0} < {times}; t{0}++)", self.depth), count);
            }
            20 if !is_deep => {
                let (x, place) = (self.array(), self.place());
                self.block(&format!("if ({x}[{place}] & 1)"), 2);
                self.block("else", 1);
            }
            21 if !is_deep => {
                self.line("switch (s % 3) {");
                self.line("case 0:");
                self.statement();
                self.line("case 1: {");
                self.statement();
                self.line("break; }");
                self.line("default:");
                self.statement();
                self.line("}");
            }
            22 if !self.is_main => self.line("if (s % 16 == 3) return;"),
            23 if self.depth > 1 && !self.is_main => self.line("if (++steps > 400) exit(4);"),
            _ => self.line("if (++steps > 300) longjmp(away, 1);"),
        }
    }

    fn function(&mut self) {
        let start = self.text.len();
        self.function_here();
        if self.is_split && self.random.below(2) == 0 {
            self.second.push_str(&self.text[start..]);
            self.text.truncate(start);
        }
    }

    fn function_here(&mut self) {
        let kind =
            self.random.pick(&["static ", "static ", "", "__attribute__((noinline)) ", "__attribute__((weak)) "]);
        let kind = if self.is_split && kind == "static " { String::new() } else { kind };
        self.has_local = self.random.below(3) == 0;
        self.line(&format!("{kind}void f{}(unsigned *a, unsigned *b) {{", self.functions));
        self.depth += 1;
        self.line("if (++steps > 500) longjmp(away, 2);");
        if self.has_local {
            let local = self.random.pick(&[
                "unsigned L[N];",
                "unsigned size = N + steps - steps; unsigned L[size];",
                "struct { int x; unsigned all[N]; } record; unsigned *L = record.all;",
                "unsigned more[2 * N]; unsigned *L = more + s % 9;",
            ]);
            self.line(&local);
            self.line("for (int i = 0; i < N; i++) L[i] = i ^ s;");
        }
        let statements = self.random.below(6) + 2;
        (0..statements).for_each(|_| self.statement());
        if self.has_local {
            self.line("s += L[11];");
            self.has_local = false;
        }
        self.depth -= 1;
        self.line("}");
        self.functions += 1;
    }

    /// `program.c`, and `more.c` where the program has two files.
    fn of(seed: u64) -> (String, String) {
        let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let is_split = WAYS[Self::way(seed)].iter().any(|it| it.contains("more.c"));
        let prototypes = (0..4).map(|it| format!("void f{it}(unsigned *, unsigned *);\n")).collect::<String>();
        let head = if is_split { format!("{HEAD}{prototypes}") } else { HEAD.into() };
        let text = format!("{head}{VARIABLES}");
        let mut program =
            Program { random, text, depth: 0, functions: 0, has_local: false, is_main: false, is_split, second: head };
        let functions = program.random.below(4) + 1;
        (0..functions).for_each(|_| program.function());
        program.is_main = true;
        program.line("__attribute__((noinline)) static void work(void) {");
        program.depth = 1;
        program.line("for (int i = 0; i < N; i++) W[i] = 5 * i;");
        let statements = program.random.below(8) + 4;
        (0..statements).for_each(|_| program.statement());
        program.depth = 0;
        program.line("}");
        program.line("void forget(void) { for (int i = 0; i < 4; i++) keep(G); }");
        program.line("int main(void) {");
        program.depth = 1;
        program.line("H = malloc(N * sizeof *H);");
        program.line("K = malloc(N * sizeof *K);");
        program.line("for (int i = 0; i < N; i++) K[i] = i * 7 % 9;");
        program.line("for (int i = 0; i < N; i++) { G[i] = i; M[i] = 3 * i; H[i] = i * i; }");
        program.line("atexit(at_end);");
        program.line("if (setjmp(away) == 0) { work(); work(); }");
        program.line("unsigned h = s;");
        program.line("for (int i = 0; i < N; i++) h = h * 31 + G[i] + 7 * M[i] + H[i] * 13 + W[i] + W[i + N] * 3;");
        program.line("printf(\"%u %u\\n\", h, s);");
        program.line("return 0;");
        program.depth = 0;
        program.line("}");
        (program.text, program.second)
    }

    fn way(seed: u64) -> usize {
        (seed % WAYS.len() as u64) as usize
    }

    fn text(seed: u64) -> String {
        let (first, second) = Self::of(seed);
        if Self::way(seed) == 0 { first } else { format!("{first}\n/* more.c */\n{second}") }
    }
}

/// What the program printed, its status and how many launches it made.
fn run(exe: &Path, device: &str, seed: u64) -> (String, Option<i32>, usize) {
    let stats = exe.with_extension("json");
    let mut command = Command::new(exe);
    command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").env("RADDLE_ZERO_COPY", "1");
    command.env("RADDLE_STATS", format!("json:{}", stats.display()));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.is_empty(), "seed {seed} on {device}: {said}\n{}", Program::text(seed));
    let counted: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&stats).unwrap_or_default()).unwrap_or_default();
    let launches = counted["kernels"].as_array().map_or(0, Vec::len);
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code(), launches)
}

fn raddle(dir: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let output = command.env("RADDLE_STRICT_FALLBACK", "1").current_dir(dir).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn data_on_devices_is_never_stale() {
    let dir = tempfile::tempdir().unwrap();
    let number =
        |name: &str, otherwise: u64| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise);
    let (first, count) = (number("RADDLE_RESIDENCE_SEED", 1), number("RADDLE_RESIDENCE_PROGRAMS", PROGRAMS));
    std::fs::write(dir.path().join("other.c"), OTHER).unwrap();
    std::fs::write(dir.path().join("get.c"), GET).unwrap();
    raddle(dir.path(), &["cc", "--device", "none", "-c", "other.c", "-o", "other.o"]);
    let mut launching = 0;
    for seed in first..first + count {
        let (first, second) = Program::of(seed);
        std::fs::write(dir.path().join("program.c"), first).unwrap();
        std::fs::write(dir.path().join("more.c"), second).unwrap();
        for line in WAYS[Program::way(seed)] {
            raddle(dir.path(), &line.split(' ').collect::<Vec<_>>());
        }
        let exe = dir.path().join("program");
        let (expected, status, _) = run(&exe, "none", seed);
        // Where memory is shared, nothing may be stale either.
        for device in ["emulated", "cpu", "vulkan"].into_iter().filter(|it| *it != "vulkan" || seed % 3 == 0) {
            let (actual, actual_status, launches) = run(&exe, device, seed);
            launching += u64::from(launches > 0);
            assert!(
                actual == expected && status == actual_status,
                "seed {seed} on {device}:\n{actual}\ninstead of\n{expected}\n{}",
                Program::text(seed)
            );
        }
    }
    // Functions with atomic operations are clang's.
    assert!(launching * 4 >= 2 * count * 3, "{launching} of {} runs launch anything", 2 * count);
}
