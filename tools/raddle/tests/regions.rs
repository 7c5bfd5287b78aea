//! Which elements loops reach, and how many of them travel: sets are compared with those of instrumented runs, and counts and bytes of copies
//! with what the sets say. Rows of Par4All (F, A2) and of the paper on convex array regions (R); times are measured nowhere.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

struct Built {
    dir: tempfile::TempDir,
}

/// Copies of one run: array, direction, count and bytes of each row of the list.
#[derive(Debug)]
struct Copies {
    rows: Vec<(String, String, u64, u64)>,
    launches: u64,
    stats: Value,
}

impl Copies {
    fn of(stats: Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let number = |value: &Value| value.as_u64().unwrap();
        let list = stats["transfers"]["list"].as_array().unwrap().iter();
        let row = |it: &Value| (text(&it["array"]), text(&it["direction"]), number(&it["count"]), number(&it["bytes"]));
        let rows = list.map(row).filter(|it| it.1 != "d2d").collect();
        let launches = stats["kernels"].as_array().unwrap().iter().map(|it| number(&it["launches"])).sum();
        Self { rows, launches, stats }
    }

    fn counts(&self) -> (u64, u64) {
        let count = |direction: &str| self.rows.iter().filter(|it| it.1 == direction).map(|it| it.2).sum();
        (count("h2d"), count("d2h"))
    }

    fn bytes(&self) -> (u64, u64) {
        let bytes = |direction: &str| self.rows.iter().filter(|it| it.1 == direction).map(|it| it.3).sum();
        (bytes("h2d"), bytes("d2h"))
    }
}

fn raddle(dir: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let output = command.env("RADDLE_STRICT_FALLBACK", "1").current_dir(dir).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", said(&output.stderr));
    output
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Built {
    fn source(source: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.c"), source).unwrap();
        Self { dir }
    }

    fn program(source: &str, words: &[&str]) -> Self {
        let built = Self::source(source);
        raddle(built.dir.path(), &[&["build", "--offload-min", "0"], words, &["a.c", "-o", "a"]].concat());
        built
    }

    /// Ends after a minute, so that a deadlock is no endless test.
    fn run(&self, device: &str, settings: &[(&str, &str)], arguments: &[&str]) -> Output {
        let mut command = Command::new("timeout");
        command.arg("60").arg(self.dir.path().join("a")).args(arguments);
        command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0");
        command.env("RADDLE_STATS", format!("json:{}", self.dir.path().join("stats.json").display()));
        command.envs(settings.iter().copied()).output().unwrap()
    }

    fn copies_on(&self, device: &str, settings: &[(&str, &str)], arguments: &[&str]) -> Copies {
        let expected = self.run("none", &[], arguments);
        let actual = self.run(device, settings, arguments);
        let errors = said(&actual.stderr);
        assert!(expected.status.success() && actual.status.success(), "{device} {arguments:?}: {errors}");
        assert_eq!(said(&actual.stdout), said(&expected.stdout), "{device} {arguments:?}");
        let stats = std::fs::read(self.dir.path().join("stats.json")).unwrap();
        Copies::of(serde_json::from_slice(&stats).unwrap())
    }

    /// On the emulated device; the output is that of the sequential program.
    fn copies(&self, arguments: &[&str]) -> Copies {
        self.copies_on("emulated", &[], arguments)
    }
}

/// `R` and `W` stand for elements that are read and written. With `TRACE` they are counted while the program runs.
const SETS: &str = "
#ifdef TRACE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int u[5000], v[5000], w[5000], *const arrays[3] = {u, v, w};
static unsigned char seen[2][3][5000];
static int *note(int is_write, const void *at) {
  for (int k = 0; k < 3; k++)
    if ((int *)at >= arrays[k] && (int *)at < arrays[k] + 5000) seen[is_write][k][(int *)at - arrays[k]] = 1;
  return (int *)at;
}
static void tell(const char *function) {
  for (int d = 0; d < 2; d++)
    for (int k = 0; k < 3; k++) {
      int count = 0;
      for (int i = 0; i < 5000; i++) count += seen[d][k][i];
      if (count) printf(\"%s %s %c %d\\n\", function, d ? \"writes\" : \"reads\", \"uvw\"[k], count);
    }
  memset(seen, 0, sizeof seen);
}
#define R(a, at) (*note(0, &a at))
#define W(a, at) (*note(1, &a at))
#else
#define R(a, at) a at
#define W(a, at) a at
#endif
static void window(int i, int k, const int *u, int *v, const int *w) {
  int sum = 0;
  for (int j = 0; j < k; j++) sum += R(u, [i + j]) * R(w, [j]);
  W(v, [i]) = sum;
}
void fir(int n, int k, const int *restrict u, int *restrict v, const int *restrict w) {
  for (int i = 0; i < n - k + 1; i++) window(i, k, u, v, w);
}
void holes(int n, int *u) {
  for (int i = 0; i < n; i++)
    if (i != 3) W(u, [i]) = 0;
}
void branches(int n, const int *restrict u, int *restrict v, int *restrict w) {
  for (int i = 0; i < n; i++)
    if (R(u, [i]) > 3) W(v, [i]) = 1;
    else W(w, [i]) = 1;
}
void choices(int n, int c, int *restrict u, const int *restrict v) {
  for (int i = 0; i < n; i++)
    switch (c) {
    case 5: W(u, [i]) = R(v, [i]); break;
    default: W(u, [i]) = R(v, [i + 2]); break;
    }
}
void triangle(int n, int u[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) W(u, [i][j]) = i + j;
}
void rectangle(int n, int u[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) W(u, [i][j]) = i + j;
}
static void twice(int n, int *p) {
  for (int i = 0; i < n; i++) W(p, [i]) = R(p, [i]) * 2;
}
void rows(int n, int u[n][n]) {
  for (int i = 1; i < n - 1; i++) twice(n - 2, &u[i][2]);
}
void shifts(int n, int *u) {
  for (int i = 0; i < 4; i++) twice(n, &u[10 + i]);
}
void updated(int n, int *restrict u, int *restrict v) {
  for (int i = 0; i < n; i++) {
    int t = R(u, [i]);
    W(u, [i]) = t + 1;
    W(v, [i]) = R(u, [i]);
  }
}
void parity(int n, int *u) {
  for (int i = 0; i < n; i++)
    if (i % 2) W(u, [i]) = 1;
}
void both(int n, int k, int *restrict u, const int *restrict v) {
  for (int i = k; i < n - 1; i++)
    if (2 * i < n) W(u, [2 * i + 1]) = R(v, [i - k]) + R(v, [n - 1 - i]);
}
void neighbours(int n, int *restrict u, const int *restrict v, const int *restrict w) {
  for (int i = 0; i < n; i++) W(u, [i]) = i > 0 && i < n - 2 ? R(v, [i - 1]) + R(v, [i + 2]) : i == 0 || i == n - 1 ? R(w, [i]) : 7;
}
void clamped(int n, int k, int *restrict u, const int *restrict v, const int *restrict w) {
  for (int i = 0; i < n; i++)
    W(u, [i]) = R(v, [i > 0 ? i - 1 : 0]) + R(v, [i < n - 1 ? i + 1 : n - 1]) + R(w, [i + 2 > k ? k : i < 3 || i > 5 ? i + 2 : 0]);
}
void quotients(int n, int c, int *restrict u, const int *restrict v, const int *restrict w) {
  for (int i = 0; i < n; i++)
    switch (c) {
    case 5: W(u, [i]) = R(v, [3 * (i / 3) + 2]) + R(w, [i % 4]); break;
    default: W(u, [i]) = R(v, [i]); break;
    }
}
#ifdef TRACE
int main(int argc, char **argv) {
  int n = atoi(argv[1]), k = atoi(argv[2]);
  fir(n, k, u, v, w), tell(\"fir\");
  holes(n, u), tell(\"holes\");
  for (int c = 3; c <= 4; c++) {
    for (int i = 0; i < n; i++) u[i] = c;
    branches(n, u, v, w);
  }
  tell(\"branches\");
  choices(n, 5, u, v), tell(\"choices\");
  triangle(n, (int(*)[n])u), tell(\"triangle\");
  rectangle(n, (int(*)[n])u), tell(\"rectangle\");
  rows(n, (int(*)[n])u), tell(\"rows\");
  shifts(n, u), tell(\"shifts\");
  updated(n, u, v), tell(\"updated\");
  parity(n, u), tell(\"parity\");
  both(n, k, u, v), tell(\"both\");
  neighbours(n, u, v, w), tell(\"neighbours\");
  clamped(n, k, u, v, w), tell(\"clamped\");
  quotients(n, 5, u, v, w), tell(\"quotients\");
  return 0;
}
#endif
";

/// Function, direction and array; the number of elements that run says.
type Elements = BTreeMap<(String, String, String), u64>;

fn traced(built: &Built, n: &str, k: &str) -> Elements {
    let output = said(&built.run("none", &[], &[n, k]).stdout);
    let row = |line: &str| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        ((words[0].clone(), words[1].clone(), words[2].clone()), words[3].parse().unwrap())
    };
    output.lines().map(row).collect()
}

/// The blocks of `raddle explain`, by function; those of inlined functions have no numbers for what their callers pass.
fn explained(dir: &Path, at: &str) -> BTreeMap<String, Vec<String>> {
    let text = said(&raddle(dir, &["explain", "--offload-min", "0", "a.c", "--at", at]).stdout);
    let mut blocks = BTreeMap::new();
    for block in text.split("\n\n") {
        if let Some((_, rest)) = block.split_once(": in '") {
            let name = rest.split_once('\'').unwrap().0.to_owned();
            blocks.insert(name, block.lines().map(str::to_owned).collect());
        }
    }
    blocks
}

/// Of lines such as `  reads    perhaps a[i] for 0 <= i < n  [12 elements, 48 bytes]`; and the sets that are not certain.
fn sets(blocks: &BTreeMap<String, Vec<String>>) -> (Elements, Vec<String>) {
    let (mut elements, mut perhaps) = (Elements::new(), vec![]);
    for (function, lines) in blocks {
        let mut direction = "";
        for line in lines {
            match line.split_whitespace().next() {
                Some(word @ ("reads" | "writes")) => direction = if word == "reads" { "reads" } else { "writes" },
                Some("launch") => break,
                _ => {}
            }
            let Some((before, after)) = line.split_once("  [").filter(|_| !direction.is_empty()) else { continue };
            let set = before.trim_start().trim_start_matches(direction).trim_start();
            let certain = set.trim_start_matches("perhaps ");
            let array = certain.split_once('[').map_or(certain, |it| it.0).to_owned();
            if certain != set {
                perhaps.push(format!("{function} {direction} {array}"));
            }
            if let Some(count) =
                after.split_once(" element").and_then(|it| it.0.parse::<u64>().ok()).filter(|it| *it > 0)
            {
                elements.insert((function.clone(), direction.to_owned(), array), count);
            }
        }
    }
    (elements, perhaps)
}

/// Rows F1 and R1 to R4, R6, R7: what loops reach, across calls, conditions, choices, quotients and `switch`, has as many elements as an
/// instrumented program reaches. Only where a condition depends on data is a set larger than that of one run, and it is called so.
#[test]
fn sets_are_those_of_runs_r1_r2_r3_r4_r6_r7() {
    let built = Built::source(SETS);
    let dir = built.dir.path();
    raddle(dir, &["cc", "--device", "none", "-DTRACE", "-O1", "a.c", "-o", "a"]);
    for (n, k) in [(1, 1), (3, 2), (4, 4), (5, 7), (12, 4), (60, 7)] {
        let expected = traced(&built, &n.to_string(), &k.to_string());
        let blocks = explained(dir, &format!("n={n},k={k},c=5"));
        let (mut actual, mut perhaps) = sets(&blocks);
        actual.retain(|it, _| it.0 != "window" && it.0 != "twice");
        assert_eq!(actual, expected, "n = {n}, k = {k}");
        perhaps.retain(|it| !it.starts_with("window"));
        assert_eq!(perhaps, ["branches writes v", "branches writes w"], "n = {n}, k = {k}");
    }
}

/// Rows R1 and R11: sets are printed as conditions, and a box goes in where the kernel does not write all of its set.
#[test]
fn sets_have_conditions_and_boxes_r1_r11() {
    let built = Built::source(SETS);
    let blocks = explained(built.dir.path(), "n=8,k=3");
    let has = |function: &str, words: &[&str]| {
        let lines = &blocks[function];
        let is_there = lines.iter().any(|it| words.iter().all(|word| it.contains(word)));
        assert!(is_there, "{function}: {words:?} in {lines:#?}");
    };
    has("window", &["u[j] for i <= j < k + i"]);
    has("window", &["w[j] for 0 <= j < k"]);
    has("fir", &["u[x] for 0 < k <= n and 0 <= x < n"]);
    has("fir", &["writes", "v[i] for 0 <= i <= n - k"]);
    has("holes", &["writes", "u[i] for 0 <= i < n and (i >= 4 or i <= 2)", "[7 elements"]);
    has("branches", &["perhaps w[i] for 0 <= i < n"]);
    has("parity", &["(1 + i) mod 2 = 0"]);
    let amounts = |function: &str| {
        let lines = blocks[function].iter().skip_while(|it| !it.starts_with("  launch")).skip(1);
        let amount = |line: &String| {
            let bytes = line.split_once(" = ")?.1.split_once(" bytes")?.0.to_owned();
            Some(format!("{}{bytes}", line.chars().take(7).collect::<String>().trim()))
        };
        lines.filter_map(amount).collect::<Vec<_>>()
    };
    has("triangle", &["[36 elements, 144 bytes]"]);
    // All of it is written, and what lies beside it stays as it is.
    assert_eq!(amounts("triangle"), ["out256"]);
    assert_eq!(amounts("rectangle"), ["out256"]);
    assert_eq!(amounts("holes"), ["in32", "out32"]);
    // The second read finds what the iteration has written, and all of `v` is written.
    assert_eq!(amounts("updated"), ["in32", "out32", "32"]);
}

const VALUES: &str = "
#include <stdio.h>
#include <stdlib.h>
static int x[400], y[400], a[400], b[400];
static int *middle = a + 200;
#define CALLEE __attribute__((noinline)) static void
CALLEE temporary(int n) {
  int t[400];
  for (int i = 0; i < n; i++) t[i] = x[i] * 3;
  for (int i = 0; i < n; i++) y[i] = t[i] + t[n - 1 - i];
}
CALLEE updated(int n) {
  for (int i = 0; i < n; i++) { int t = a[i]; a[i] = t + 1; b[i] = a[i]; }
}
CALLEE stepped(int k, int n) {
  for (int i = 0; i < n; i++) a[k++] = i;
  printf(\"%d \", k);
}
CALLEE negative(int n) {
  for (int i = -n; i <= n; i++) middle[i] = i;
}
int main(int argc, char **argv) {
  int n = atoi(argv[2]);
  for (int i = 0; i < 400; i++) { x[i] = i; a[i] = -i; if (argc > 9) puts(\"\"); }
  switch (atoi(argv[1])) {
  case 0: temporary(n); break;
  case 1: updated(n); break;
  case 2: stepped(7, n); break;
  default: negative(n); break;
  }
  for (int i = 0; i < 400; i++) printf(\"%d %d %d \", a[i], y[i], b[i]);
  return 0;
}
";

/// Rows F2, R8, R9, R10 and R15: only values from before a loop are copied in, only values for what comes after it out. Subscripts that are
/// steps, and negative ones, mean the elements that they mean when the loop begins.
#[test]
fn values_travel_in_and_out_f2_r8_r9_r10_r15() {
    let built = Built::program(VALUES, &[]);
    for (n, bytes) in [("12", 48), ("150", 600)] {
        let copies = |what: &str| {
            let copies = built.copies(&[what, n]);
            copies.rows.iter().map(|it| (format!("{} {}", it.0, it.1), it.2, it.3)).collect::<Vec<_>>()
        };
        let row = |what: &str, bytes: u64| (what.to_owned(), 1, bytes);
        assert_eq!(copies("0"), [row("x h2d", bytes), row("y d2h", bytes)], "`t` is nobody's");
        assert_eq!(copies("1"), [row("a h2d", bytes), row("a d2h", bytes), row("b d2h", bytes)]);
        assert_eq!(copies("2"), [row("a d2h", bytes)]);
        assert_eq!(copies("3"), [row("middle d2h", 2 * bytes + 4)]);
    }
}

const CALLS: &str = "
#include <stdio.h>
#include <stdlib.h>
static int a[40], b[10][12], c[10][12];
static void twice(int n, int *p) {
  for (int i = 0; i < n; i++) p[i] = p[i] * 2;
}
static void add(int n, int m, int (*p)[12], int (*q)[12]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) p[i][j] += q[i][j] * 3;
}
void kernel_shifts(void) { for (int r = 0; r < 2; r++) twice(5, &a[10 + r]); }
void kernel_rows(void) { for (int r = 1; r < 4; r++) twice(6, &b[r][2]); }
void kernel_blocks(void) { for (int r = 0; r < 2; r++) add(2, 5, &b[3 + 2 * r], &c[1 + 2 * r]); }
int main(int argc, char **argv) {
  for (int i = 0; i < 40; i++) a[i] = i;
  for (int i = 0; i < 120; i++) { b[i / 12][i % 12] = i; c[i / 12][i % 12] = i * 7 % 5; }
  switch (atoi(argv[1])) {
  case 0: kernel_shifts(); break;
  case 1: kernel_rows(); break;
  default: kernel_blocks(); break;
  }
  twice(2, a);
  add(1, 1, b, c);
  for (int i = 0; i < 40; i++) printf(\"%d \", a[i]);
  for (int i = 0; i < 120; i++) printf(\"%d \", b[i / 12][i % 12]);
  return 0;
}
";

/// Rows F6, R7 and R16: a callee's loop reaches parts of its caller's arrays, a row of a matrix through a plain pointer included; these
/// parts travel, and the callee stays what it is for others.
#[test]
fn parts_of_callers_arrays_travel_f6_r7_r16() {
    let built = Built::program(CALLS, &["--offload-only", "kernel_.*"]);
    for (what, launches, counts, bytes) in
        [("0", 2, (1, 1), (24, 24)), ("1", 1, (1, 1), (72, 72)), ("2", 1, (2, 1), (160, 80))]
    {
        let copies = built.copies(&[what]);
        assert_eq!((copies.launches, copies.counts(), copies.bytes()), (launches, counts, bytes), "{what}: {copies:?}");
    }
}

/// Statements under conditions, whose arrays the host reads and writes now and then. What comes next is drawn from a number.
const GUARDED: &str = "
#include <stdio.h>
#include <stdlib.h>
#define N 64
static unsigned a[N], b[N], f[N], g[N][16], p[2 * N], seed;
static unsigned next(void) { return (seed = seed * 1103515245u + 12345u) >> 8; }
#define S __attribute__((noinline)) static void
#define FROM(lo, hi) for (int i = lo; i < hi; i++)
S data(int lo, int hi, unsigned t) { FROM(lo, hi) if (f[i] % 7 < t) a[i] = b[i] + t; }
S otherwise(int lo, int hi, unsigned t) { FROM(lo, hi) if (f[i] % 5 < t) a[i] += t; else b[i] = i; }
S hole(int lo, int hi, int k) { FROM(lo, hi) if (i != k) b[i] = a[i] * 3 + 1; }
S odd(int lo, int hi) { FROM(lo, hi) if (i % 2) b[i] = a[N - 1 - i]; }
S triangle(int n, int k) { FROM(0, n) for (int j = 0; j <= i && j < 16; j++) if (j != k) g[i][j] += i * j + f[i]; }
S corner(int n, int m) { FROM(n, N) for (int j = m; j < 16; j++) g[i][j] = a[i] + j; }
S stretch(int lo, int hi, unsigned t) { FROM(lo, hi) if (f[i] % 3 < t) p[2 * i + 1] = a[i] ^ t; }
S fold(int lo, int hi) { FROM(lo, hi) { a[i] = p[i] + 1; if (i > hi / 2) f[i] = p[2 * i] + b[i]; } }
S only(int lo, int hi, int k) { FROM(lo, hi) if (i == k) a[i] = 5; }
static unsigned host(int how, int at) {
  switch (how) {
  case 0: return a[at];
  case 1: return b[at] += 1;
  case 2: return g[at][at % 16] ^= 3;
  default: return p[at] * 2 + f[at];
  }
}
int main(int argc, char **argv) {
  int rounds = atoi(argv[1]), every = atoi(argv[2]);
  seed = atoi(argv[3]);
  FROM(0, N) { a[i] = next(); b[i] = next(); f[i] = next(); if (argc > 9) puts(\"\"); }
  unsigned sum = 0;
  for (int r = 0; r < rounds; r++) {
    int x = next() % N, y = next() % (N + 1), lo = x < y ? x : y, hi = x < y ? y : x, k = next() % N;
    unsigned t = next() % 8;
    switch (next() % 9) {
    case 0: data(lo, hi, t); break;
    case 1: otherwise(lo, hi, t); break;
    case 2: hole(lo, hi, k); break;
    case 3: odd(lo, hi); break;
    case 4: triangle(hi, k % 16); break;
    case 5: corner(lo, k % 16); break;
    case 6: stretch(lo, hi, t); break;
    case 7: fold(lo, hi); break;
    default: only(lo, hi, k); break;
    }
    if (next() % every == 0) sum = sum * 31 + host(next() % 4, next() % N);
    if (r % 500 == 499) printf(\"%u\\n\", sum);
  }
  FROM(0, N) {
    sum = sum * 31 + a[i] + b[i] * 3 + f[i] * 5 + p[i] * 7 + p[N + i];
    for (int j = 0; j < 16; j++) sum = sum * 17 + g[i][j];
  }
  printf(\"%u\\n\", sum);
  return 0;
}
";

/// Rows R13, R17 and R23: thousands of statements that write what their conditions let them, each after others whose values are still on
/// the device, leave what the sequential program leaves.
#[test]
fn guarded_statements_keep_what_they_do_not_write_r13_r17_r23() {
    let built = Built::program(GUARDED, &[]);
    let naive = Built::program(GUARDED, &["--transfers", "naive"]);
    for (rounds, every, seed) in [("10000", "1", "1"), ("10000", "4", "2"), ("10000", "60", "3")] {
        let copies = built.copies(&[rounds, every, seed]);
        assert!(copies.launches > 9000, "{} launches", copies.launches);
    }
    assert!(naive.copies(&["2000", "4", "5"]).launches > 1800);
    built.copies_on("vulkan", &[("RADDLE_ZERO_COPY", "0")], &["500", "9", "4"]);
}

/// Stairs, and a row with a hole: what the host has put beside them must survive.
const PARTLY: &str = "
#include <stdio.h>
static int a[8][8], b[12];
static void kernel_part(void) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j <= i / 2; j++) a[i][j] = i + j;
  for (int i = 0; i < 12; i++)
    if (i != 3) b[i] = 0;
}
int main(void) {
  for (int i = 0; i < 64; i++) a[i / 8][i % 8] = 100 + i;
  for (int i = 0; i < 12; i++) b[i] = 70 + i;
  kernel_part();
  for (int i = 0; i < 64; i++) printf(\"%d \", a[i / 8][i % 8]);
  for (int i = 0; i < 12; i++) printf(\"%d \", b[i]);
  return 0;
}
";

/// Rows F3, F4 and R13: a box that is written in part is copied in, though no element of it is read. Without that copy the device would
/// return what nobody has written, and the emulated device notices.
#[test]
fn boxes_that_are_written_in_part_are_copied_in_f3_f4_r13() {
    let only = ["--offload-only", "kernel_.*"];
    let built = Built::program(PARTLY, &only);
    let copies = built.copies(&[]);
    assert_eq!((copies.counts(), copies.bytes()), ((2, 2), (256 + 48, 256 + 48)), "{copies:?}");
    let text = said(&built.run("emulated", &[], &[]).stdout);
    let numbers: Vec<&str> = text.split_whitespace().collect();
    assert_eq!((numbers[7], numbers[56], numbers[64 + 3], numbers[64 + 4]), ("107", "7", "73", "0"));

    let dir = built.dir.path();
    let emit =
        [&["emit", "--offload-min", "0", "--transfers", "naive", "--stage", "llvm"], &only[..], &["a.c"]].concat();
    let text = said(&raddle(dir, &emit).stdout);
    let lines: Vec<&str> = text.lines().collect();
    let loads: Vec<usize> = (0..lines.len()).filter(|it| lines[*it].contains("call void @raddle_copy_in")).collect();
    assert_eq!(loads.len(), 2);
    for removed in loads {
        let kept: Vec<&str> = (0..lines.len()).filter(|it| *it != removed).map(|it| lines[it]).collect();
        std::fs::write(dir.join("a.ll"), kept.join("\n")).unwrap();
        raddle(dir, &["build", "a.ll", "-o", "a"]);
        let output = built.run("emulated", &[], &[]);
        assert_eq!(output.status.code(), Some(3), "{}: {}", lines[removed], said(&output.stderr));
        // Of stairs nobody knows which elements they are.
        let complaints = ["neither copied in nor written", "copied out and was not copied in"];
        let said = said(&output.stderr);
        assert!(complaints.iter().any(|it| said.contains(it)), "{said}");
    }
}

const BOXES: &str = "
#include <stdio.h>
static float pt[90][99], t[20];
static int line[50], grid[10][12], cube[6][7][8];
static void kernel_points(double step, double range, double xmin, double ymin) {
  for (int i = 0; i < 90; i++)
    for (int j = 0; j < 99; j++) {
      float x = xmin + i * step, y = ymin + j * step;
      for (int k = 0; k < 20; k++)
        if (t[k] - x < range) pt[i][j] += t[k] * y;
    }
}
static void kernel_boxes(int n) {
  for (int i = 5; i < 5 + n; i++) line[i] += i;
  for (int i = 3; i < 3 + n; i++)
    for (int j = 2; j < 3 + n; j++) grid[i][j] -= j;
  for (int i = 1; i < 5; i++)
    for (int j = 2; j < 2 + n; j++)
      for (int k = 3; k < 4 + n; k++) cube[i][j][k] += k;
}
int main(void) {
  for (int i = 0; i < 90; i++)
    for (int j = 0; j < 99; j++) pt[i][j] = i - j;
  for (int k = 0; k < 20; k++) t[k] = k * 0.125f;
  for (int i = 0; i < 50; i++) line[i] = i;
  for (int i = 0; i < 120; i++) grid[i / 12][i % 12] = i;
  for (int i = 0; i < 336; i++) cube[i / 56][i / 8 % 7][i % 8] = i;
  kernel_points(0.25, 3.5, -2, 7);
  kernel_boxes(4);
  double sum = 0;
  for (int i = 0; i < 90; i++)
    for (int j = 0; j < 99; j++) sum = sum / 2 + pt[i][j];
  printf(\"%.17g\", sum);
  for (int i = 0; i < 50; i++) printf(\" %d\", line[i]);
  for (int i = 0; i < 120; i++) printf(\" %d\", grid[i / 12][i % 12]);
  for (int i = 0; i < 336; i++) printf(\" %d\", cube[i / 56][i / 8 % 7][i % 8]);
  return 0;
}
";

/// Rows F7, R12, R25 and R27: boxes of one, two and three dimensions, and whole arrays, are one transfer each, of the same bytes on every
/// device that has memory of its own; one program brings code for all of them.
#[test]
fn boxes_are_one_transfer_on_every_device_f7_r12_r25_r27() {
    let only = ["--offload-only", "kernel_.*"];
    let built = Built::program(BOXES, &only);
    let wanted = [
        ("cube", "d2h", 1, 320),
        ("cube", "h2d", 1, 320),
        ("grid", "d2h", 1, 80),
        ("grid", "h2d", 1, 80),
        ("line", "d2h", 1, 16),
        ("line", "h2d", 1, 16),
        ("pt", "d2h", 1, 90 * 99 * 4),
        ("pt", "h2d", 1, 90 * 99 * 4),
        ("t", "h2d", 1, 80),
    ];
    let check = |mut copies: Copies, device: &str| {
        copies.rows.sort_unstable();
        let rows: Vec<_> = copies.rows.iter().map(|it| (it.0.as_str(), it.1.as_str(), it.2, it.3)).collect();
        assert_eq!(rows, wanted, "{device}");
    };
    for (device, settings) in [("emulated", &[][..]), ("vulkan", &[]), ("vulkan", &[("RADDLE_VULKAN_STAGING", "1")])] {
        let settings = [settings, &[("RADDLE_ZERO_COPY", "0")]].concat();
        check(built.copies_on(device, &settings, &[]), device);
    }
    assert!(built.copies_on("cpu", &[], &[]).rows.is_empty());
    let dir = built.dir.path();
    let words = ["run", "--device", "ptx-vm", "--offload-min", "0", "--stats=json:stats.json"];
    let output = raddle(dir, &[&words[..], &only, &["a.c"]].concat());
    assert_eq!(said(&output.stdout), said(&built.run("none", &[("RADDLE_STATS", "")], &[]).stdout));
    check(Copies::of(serde_json::from_slice(&std::fs::read(dir.join("stats.json")).unwrap()).unwrap()), "ptx-vm");
}

/// A loop of launches whose callee has a loop around its launch, so that copies could stand in the callee, around its loop, or around both
/// calls.
const MOTION: &str = "
#include <stdio.h>
#include <stdlib.h>
#define BUMP(p) for (int q = 0; q < 2; q++) (p)[q] += q == 0
#define CALLEE __attribute__((noinline)) static void
static int seen;
CALLEE bar(int i, int *k) {
  while (i-- >= 0) {
    BUMP(k);
    if (i > 1000) puts(\"never\");
  }
}
CALLEE watched(int i, int *k) {
  while (i-- >= 0) {
    BUMP(k);
    seen = seen * 3 + k[0];
    if (i > 1000) puts(\"never\");
  }
}
CALLEE moving(int i, int *k) {
  while (i-- >= 0) {
    BUMP(k);
    k += 2;
    if (i > 1000) puts(\"never\");
  }
}
CALLEE either(int i, int *k, int *l) {
  if (i > 2) {
    BUMP(k);
    return;
  }
  BUMP(l);
}
int main(int argc, char **argv) {
  int first = atoi(argv[2]), second = atoi(argv[3]), c = 0, j[2] = {5, 9}, rows[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (argc > 9) j[0] = rows[0] = argc;
  switch (atoi(argv[1])) {
  case 0: bar(first, j); bar(second, j); break;
  case 1: bar(first, j); j[0] = 70; bar(second, j); break;
  case 2: watched(first, j); watched(second, j); break;
  case 3: bar(first, &rows[2 * c++]); bar(second, &rows[2 * c++]); break;
  case 4: moving(first, rows); moving(second, rows); break;
  default: either(first, j, rows); either(second, j, rows); break;
  }
  printf(\"%d %d %d\", j[0], j[1], seen);
  for (int i = 0; i < 8; i++) printf(\" %d\", rows[i]);
  return 0;
}
";

/// Rows F16, R17, R18, R19 and R20: copies leave loops and callees and meet, unless the host reads or writes in between, the argument is
/// another one, the callee changes its parameter, or its exits leave different arrays. A loop that does not run copies nothing.
#[test]
fn copies_leave_loops_and_callees_f16_r17_r18_r19_r20() {
    let built = Built::program(MOTION, &[]);
    let naive = Built::program(MOTION, &["--transfers", "naive"]);
    let cases = [
        (["0", "0", "1"], (3, 3), (1, 1)),
        (["0", "-1", "-1"], (0, 0), (0, 0)),
        (["0", "-1", "4"], (5, 5), (1, 1)),
        (["1", "0", "1"], (3, 3), (2, 2)),
        (["2", "0", "1"], (3, 3), (1, 3)),
        (["2", "3", "-1"], (4, 4), (1, 4)),
        (["3", "0", "1"], (3, 3), (2, 2)),
        (["4", "1", "2"], (5, 5), (3, 3)),
        (["5", "3", "-1"], (2, 2), (2, 2)),
        (["5", "0", "1"], (2, 2), (1, 1)),
    ];
    for (arguments, around, moved) in cases {
        assert_eq!(naive.copies(&arguments).counts(), around, "{arguments:?}");
        assert_eq!(built.copies(&arguments).counts(), moved, "{arguments:?}");
    }
    let text = said(&built.run("emulated", &[], &["0", "0", "1"]).stdout);
    assert!(text.starts_with("8 9 "), "{text}");
}

/// Tiles one after the other, each of them a launch: what stands behind a launch keeps the loop of tiles from being one nest.
const TILES: &str = "
#include <stdio.h>
#include <stdlib.h>
static int src[2000], dst[2000], m[32];
#define CALLEE __attribute__((noinline)) static void
CALLEE fir(int lo, int hi, int k, int *restrict dst, const int *restrict src, const int *restrict m) {
  for (int i = lo; i < hi; i++) {
    int v = 0;
    for (int j = 0; j < k; j++) v += src[i + j] * m[j];
    dst[i] = v;
  }
}
CALLEE part(int lo, int hi) { for (int i = lo; i < hi; i++) dst[i] = src[i] * 3; }
CALLEE half(int lo, int hi) { for (int i = lo; i < hi; i += 2) dst[i] = src[i] * 3; }
CALLEE perhaps(int lo, int hi, int t) { for (int i = lo; i < hi; i++) if (src[i] > t) dst[i] = i; }
int main(int argc, char **argv) {
  int what = atoi(argv[1]), n = atoi(argv[2]), k = atoi(argv[3]), tile = atoi(argv[4]), stride = atoi(argv[5]);
  int count = n - k + 1;
  for (int i = 0; i < n; i++) { src[i] = i * i % 17 + 1; dst[i] = -i; if (argc > 9) puts(\"\"); }
  for (int j = 0; j < k; j++) { m[j] = j + 1; if (argc > 9) puts(\"\"); }
  switch (what) {
  case 0:
    for (int lo = 0; lo < count; lo += stride) {
      fir(lo, lo + tile < count ? lo + tile : count, k, dst, src, m);
      if (argc > 9) printf(\"tile %d\\n\", lo);
    }
    break;
  case 1: part(0, 10); part(5, 15); break;
  case 2: half(0, 12); half(1, 12); break;
  default: perhaps(0, 10, 1000); perhaps(5, 15, 8); break;
  }
  for (int i = 0; i < n; i++) printf(\"%d \", dst[i]);
  return 0;
}
";

/// Rows F17, R22 and R28: tiles of a filter copy each element in once, however many tiles there are, and each result out once; copies
/// around each launch are twice the window's length for each tile.
#[test]
fn tiles_copy_what_earlier_ones_have_not_f17_r22_r28() {
    let built = Built::program(TILES, &[]);
    let naive = Built::program(TILES, &["--transfers", "naive"]);
    let elements = |built: &Built, n: u64, k: u64, tile: u64, stride: u64| {
        let arguments = [0, n, k, tile, stride].map(|it| it.to_string());
        let (to_device, to_host) = built.copies(&arguments.each_ref().map(String::as_str)).bytes();
        (to_device / 4, to_host / 4)
    };
    for tile in [1, 10, 47, 94] {
        assert_eq!(elements(&built, 100, 7, tile, tile), (107, 94), "tiles of {tile}");
    }
    assert_eq!(elements(&naive, 100, 7, 1, 1), (1316, 94));
    assert_eq!((elements(&naive, 10, 3, 1, 1), elements(&built, 10, 3, 1, 1)), ((48, 8), (13, 8)));
    assert_eq!((elements(&naive, 1024, 16, 1, 1).0, elements(&built, 1024, 16, 1, 1).0), (32288, 1040));
    // Windows that do not meet: four elements a tile, or what lies between as well.
    assert_eq!(elements(&built, 104, 4, 1, 3).0, 103 + 4);
    assert!((21 * 4 + 4..=104 + 4).contains(&elements(&built, 104, 4, 1, 5).0));
}

/// Rows R19, R23 and R24: a copy is left out only for elements that are there: of an overlap, not between every second element, and not
/// where an earlier launch might have written.
#[test]
fn only_what_is_there_is_not_copied_r19_r23_r24() {
    let built = Built::program(TILES, &[]);
    let bytes = |what: &str, array: &str, direction: &str| {
        let copies = built.copies(&[what, "15", "1", "1", "1"]);
        copies.rows.iter().filter(|it| it.0 == array && it.1 == direction).map(|it| it.3).sum::<u64>()
    };
    assert_eq!((bytes("1", "src", "h2d"), bytes("1", "dst", "h2d")), (15 * 4, 0));
    assert_eq!(bytes("2", "src", "h2d"), 12 * 4);
    assert_eq!((bytes("3", "dst", "h2d"), bytes("3", "dst", "d2h")), (15 * 4, 15 * 4));
}

const OVERLAPS: &str = "
#include <stdio.h>
#include <stdlib.h>
static int data[300], m[8];
__attribute__((noinline)) static void fir(int n, int k, int *src, int *dst, int *m) {
  for (int i = 0; i < n - k + 1; i++) {
    int v = 0;
    for (int j = 0; j < k; j++) v += src[i + j] * m[j];
    dst[i] = v;
  }
}
int main(int argc, char **argv) {
  int distance = atoi(argv[1]);
  for (int i = 0; i < 300; i++) { data[i] = i % 11; if (argc > 9) puts(\"\"); }
  for (int j = 0; j < 8; j++) { m[j] = 1 - j % 2; if (argc > 9) puts(\"\"); }
  fir(100, 8, data, data + distance, m);
  for (int i = 0; i < 300; i++) printf(\"%d \", data[i]);
  return 0;
}
";

/// Row R14: a loop that works on copies needs arrays that do not overlap; that is tested before it, for each pair.
#[test]
fn arrays_that_overlap_are_not_copied_r14() {
    let built = Built::program(OVERLAPS, &[]);
    for (distance, launches) in [("1", 0), ("99", 0), ("100", 1), ("200", 1)] {
        let copies = built.copies(&[distance]);
        assert_eq!(copies.launches, launches, "{distance}: {copies:?}");
        assert_eq!(copies.bytes(), if launches == 0 { (0, 0) } else { (432, 372) }, "{distance}: {copies:?}");
    }
}

const IN_PLACE: &str = "#include <stdio.h>
#include <stdlib.h>
double data[300];
__attribute__((noinline)) void add(int n, const double *x, const double *y, double *w) {
  for (int i = 0; i < n; i++) w[i] = x[i] + 0.5 * y[i];
}
int main(int argc, char **argv) {
  for (int i = 0; i < 300; i++) { data[i] = i % 11; if (argc > 9) puts(\"\"); }
  add(100, data + atoi(argv[1]), data + atoi(argv[2]), data);
  for (int i = 0; i < 300; i++) printf(\"%g \", data[i]);
  return 0;
}
";

/// One array under two names is one array on the device, too; the third one must lie apart from it.
#[test]
fn calls_in_place_launch() {
    let built = Built::program(IN_PLACE, &[]);
    let two_in = (1600, 800);
    let cases = [("100", "200", 1, two_in), ("0", "200", 1, two_in), ("100", "0", 1, two_in)];
    let others = [("0", "50", 0, (0, 0)), ("1", "100", 0, (0, 0)), ("0", "0", 0, (0, 0))];
    for (x, y, launches, bytes) in cases.into_iter().chain(others) {
        let copies = built.copies(&[x, y]);
        assert_eq!((copies.launches, copies.bytes()), (launches, bytes), "{x}, {y}: {copies:?}");
    }
}

/// Row F39: what a kernel may not do keeps a loop on the host or on CPU threads, and the remark says what it is.
#[test]
fn remarks_name_what_kernels_may_not_do_f39() {
    let cases = [
        ("a[i] = count(a[i]);", "call to 'count', whose body cannot replace it: it calls itself"),
        ("a[i] = i; printf(\"%d\", a[i]);", "call to 'printf'"),
        (
            "int *p = malloc(8); p[0] = i; a[i] = p[0] * 2; free(p);",
            "'malloc(...)' is not a pointer that a nest can follow",
        ),
        ("a[i] = f(a[i]);", "call to 'f'"),
        ("int t[m]; t[0] = i; a[i] = t[0];", "variable 't' has type 'int[m]'"),
        ("a[i] = last(1, i);", "call to 'last', whose body cannot replace it: it has a variable number of arguments"),
        ("v[i] = i;", "'v[i]' is volatile or atomic"),
        ("static int s; s += a[i]; a[i] = s;", "prefix sum on 's'"),
        ("a[i] = i;", "runs on the device"),
        (
            "a[i] = fib(a[i]);",
            "runs on CPU threads; not on devices with memory of their own: call to 'fib', a function",
        ),
        ("a[i] = even(i);", "runs on CPU threads; not on devices with memory of their own: call to 'even', a function"),
    ];
    let head = "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>
static int counted;
static int count(int n) { counted++; return n < 2 ? n : count(n - 1); }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(int n);
static int odd(int n) { return n ? even(n - 1) : 0; }
static int even(int n) { return n ? odd(n - 1) : 1; }
static int last(int n, ...) { va_list l; va_start(l, n); int r = va_arg(l, int); va_end(l); return r; }
";
    let parameters = "int n, int m, int *restrict a, volatile int *v, int (*f)(int)";
    let body = |(k, case): (usize, &(&str, &str))| {
        format!("void loop_{k}({parameters}) {{ for (int i = 0; i < n; i++) {{ {} }} }}\n", case.0)
    };
    let built = Built::source(&(head.to_owned() + &cases.iter().enumerate().map(body).collect::<String>()));
    let output = raddle(built.dir.path(), &["cc", "--remarks", "--offload-min", "0", "-c", "a.c", "-o", "a.o"]);
    let remarks = said(&output.stderr);
    for (k, (text, rule)) in cases.iter().enumerate() {
        let stays = if rule.starts_with("runs") { "" } else { "stays on the host: " };
        let verdict = format!("loop in 'loop_{k}' {stays}{rule}");
        assert!(remarks.contains(&verdict), "{text}: {remarks}");
    }
}

/// Polynomials in the number of time steps and the size: their coefficients, and a constant.
type Count = [u64; 3];

fn value(count: Count, t: u64, n: u64) -> u64 {
    count[0] * t + count[1] * n + count[2]
}

const PROGRAMS: &str = "
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef double V;
#define K __attribute__((noinline)) static void
#define FOR(i, lo, hi) for (int i = lo; i < hi; i++)
#define M (V(*)[n])
static V *block(int n, int k) {
  V *x = malloc(n * n * sizeof(V));
  FOR(e, 0, n * n) {
    x[e] = 1 + (e * 7 + k * 3) % 11 * 0.25 + (e % (n + 1) == 0) * n;
    if (n > 10000) puts(\"\");
  }
  return x;
}
static void show(int n, V *x) {
  V sum = 0;
  FOR(i, 0, n * n) sum = sum * 0.5 + x[i];
  printf(\"%.17g \", sum);
}
";

/// Programs whose launches are the thesis' kernels, so that copies around each of them have its counts, too.
const SAME_KERNELS: &str = "
K kernel_gemm(int n, V A[n][n], V B[n][n], V C[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) { C[i][j] *= 0.3; FOR(k, 0, n) C[i][j] += 1.2 * A[i][k] * B[k][j]; }
}
K kernel_gemver(int n, V A[n][n], V u1[n], V v1[n], V u2[n], V v2[n], V w[n], V x[n], V y[n], V z[n]) {
  FOR(i, 0, n) FOR(j, 0, n) A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
  FOR(i, 0, n) FOR(j, 0, n) x[i] += 0.4 * A[j][i] * y[j];
  FOR(i, 0, n) x[i] += z[i];
  FOR(i, 0, n) FOR(j, 0, n) w[i] += 1.5 * A[i][j] * x[j];
}
K kernel_lu(int n, V A[n][n]) {
  FOR(k, 0, n) {
    FOR(j, k + 1, n) A[k][j] /= A[k][k];
    FOR(i, k + 1, n) FOR(j, k + 1, n) A[i][j] -= A[i][k] * A[k][j];
  }
}
K kernel_mvt(int n, V A[n][n], V x1[n], V x2[n], V y1[n], V y2[n]) {
  FOR(i, 0, n) FOR(j, 0, n) x1[i] += A[i][j] * y1[j];
  FOR(i, 0, n) FOR(j, 0, n) x2[i] += A[j][i] * y2[j];
}
K kernel_syrk(int n, V A[n][n], V C[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) C[i][j] *= 0.4;
  FOR(i, 0, n) FOR(j, 0, n) FOR(k, 0, n) C[i][j] += 1.2 * A[i][k] * A[j][k];
}
K kernel_syr2k(int n, V A[n][n], V B[n][n], V C[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) C[i][j] *= 0.4;
  FOR(i, 0, n) FOR(j, 0, n) FOR(k, 0, n) C[i][j] += 1.2 * A[i][k] * B[j][k] + 1.2 * B[i][k] * A[j][k];
}
K kernel_hotspot(int t, int n, V temp[n][n], V power[n][n], V result[n][n]) {
  FOR(s, 0, t) {
    FOR(i, 0, n) FOR(j, 0, n) {
      V flow = power[i][j];
      if (i > 0) flow += temp[i - 1][j] - temp[i][j];
      if (i < n - 1) flow += temp[i + 1][j] - temp[i][j];
      if (j > 0) flow += temp[i][j - 1] - temp[i][j];
      if (j < n - 1) flow += temp[i][j + 1] - temp[i][j];
      result[i][j] = temp[i][j] + 0.01 * flow;
    }
    FOR(i, 0, n) FOR(j, 0, n) temp[i][j] = result[i][j];
  }
}
";

const OTHER_KERNELS: &str = "
K kernel_2mm(int n, V A[n][n], V B[n][n], V C[n][n], V D[n][n], V T[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) { T[i][j] = 0; FOR(k, 0, n) T[i][j] += A[i][k] * B[k][j]; }
  FOR(i, 0, n) FOR(j, 0, n) { D[i][j] = 0; FOR(k, 0, n) D[i][j] += T[i][k] * C[k][j]; }
}
K kernel_3mm(int n, V A[n][n], V B[n][n], V C[n][n], V D[n][n], V E[n][n], V F[n][n], V G[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) { E[i][j] = 0; FOR(k, 0, n) E[i][j] += A[i][k] * B[k][j]; }
  FOR(i, 0, n) FOR(j, 0, n) { F[i][j] = 0; FOR(k, 0, n) F[i][j] += C[i][k] * D[k][j]; }
  FOR(i, 0, n) FOR(j, 0, n) { G[i][j] = 0; FOR(k, 0, n) G[i][j] += E[i][k] * F[k][j]; }
}
K kernel_adi(int t, int n, V X[n][n], V A[n][n], V B[n][n]) {
  FOR(s, 0, t) {
    FOR(i, 0, n) FOR(j, 1, n) {
      X[i][j] -= X[i][j - 1] * A[i][j] / B[i][j - 1];
      B[i][j] -= A[i][j] * A[i][j] / B[i][j - 1];
    }
    FOR(i, 0, n) X[i][n - 1] /= B[i][n - 1];
    FOR(i, 0, n) FOR(j, 0, n - 2)
      X[i][n - j - 2] = (X[i][n - 2 - j] - X[i][n - 3 - j] * A[i][n - j - 3]) / B[i][n - 3 - j];
    FOR(i, 1, n) FOR(j, 0, n) {
      X[i][j] -= X[i - 1][j] * A[i][j] / B[i - 1][j];
      B[i][j] -= A[i][j] * A[i][j] / B[i - 1][j];
    }
    FOR(j, 0, n) X[n - 1][j] /= B[n - 1][j];
    FOR(i, 0, n - 2) FOR(j, 0, n)
      X[n - 2 - i][j] = (X[n - 2 - i][j] - X[n - i - 3][j] * A[n - 3 - i][j]) / B[n - 2 - i][j];
  }
}
K kernel_atax(int n, V A[n][n], V x[n], V y[n], V tmp[n]) {
  FOR(i, 0, n) y[i] = 0;
  FOR(i, 0, n) {
    tmp[i] = 0;
    FOR(j, 0, n) tmp[i] += A[i][j] * x[j];
    FOR(j, 0, n) y[j] += A[i][j] * tmp[i];
  }
}
K kernel_bicg(int n, V A[n][n], V r[n], V s[n], V p[n], V q[n]) {
  FOR(i, 0, n) s[i] = 0;
  FOR(i, 0, n) {
    q[i] = 0;
    FOR(j, 0, n) { s[j] += r[i] * A[i][j]; q[i] += A[i][j] * p[j]; }
  }
}
K kernel_correlation(int n, V data[n][n], V symmat[n][n], V mean[n], V stddev[n]) {
  FOR(j, 0, n) { mean[j] = 0; FOR(i, 0, n) mean[j] += data[i][j]; mean[j] /= n; }
  FOR(j, 0, n) {
    stddev[j] = 0;
    FOR(i, 0, n) stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    stddev[j] = sqrt(stddev[j] / n);
    stddev[j] = stddev[j] <= 0.005 ? 1 : stddev[j];
  }
  FOR(i, 0, n) FOR(j, 0, n) { data[i][j] -= mean[j]; data[i][j] /= sqrt(n) * stddev[j]; }
  FOR(i, 0, n - 1) {
    symmat[i][i] = 1;
    FOR(j, i + 1, n) {
      symmat[i][j] = 0;
      FOR(k, 0, n) symmat[i][j] += data[k][i] * data[k][j];
      symmat[j][i] = symmat[i][j];
    }
  }
  symmat[n - 1][n - 1] = 1;
}
K kernel_covariance(int n, V data[n][n], V symmat[n][n], V mean[n]) {
  FOR(j, 0, n) { mean[j] = 0; FOR(i, 0, n) mean[j] += data[i][j]; mean[j] /= n; }
  FOR(i, 0, n) FOR(j, 0, n) data[i][j] -= mean[j];
  FOR(i, 0, n) FOR(j, i, n) {
    symmat[i][j] = 0;
    FOR(k, 0, n) symmat[i][j] += data[k][i] * data[k][j];
    symmat[j][i] = symmat[i][j];
  }
}
K kernel_doitgen(int n, V A[n][n], V C[n][n], V sum[n][n]) {
  FOR(r, 0, n) {
    FOR(p, 0, n) { sum[r][p] = 0; FOR(s, 0, n) sum[r][p] += A[r][s] * C[s][p]; }
    FOR(p, 0, n) A[r][p] = sum[r][p];
  }
}
K kernel_fdtd(int t, int n, V ex[n][n], V ey[n][n], V hz[n][n], V fict[t]) {
  FOR(s, 0, t) {
    FOR(j, 0, n) ey[0][j] = fict[s];
    FOR(i, 1, n) FOR(j, 0, n) ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    FOR(i, 0, n) FOR(j, 1, n) ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    FOR(i, 0, n - 1) FOR(j, 0, n - 1) hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
K kernel_gauss(int n, V in[n][n], V weight[9], V across[n][n], V out[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) {
    V sum = in[i][j] * weight[0];
    if (j >= 4 && j < n - 4) FOR(k, 1, 5) sum += (in[i][j - k] + in[i][j + k]) * weight[k];
    across[i][j] = sum;
  }
  FOR(i, 0, n) FOR(j, 0, n) {
    V sum = across[i][j] * weight[0];
    if (i >= 4 && i < n - 4) FOR(k, 1, 5) sum += (across[i - k][j] + across[i + k][j]) * weight[k];
    out[i][j] = sum;
  }
}
K kernel_gesummv(int n, V A[n][n], V B[n][n], V tmp[n], V x[n], V y[n]) {
  FOR(i, 0, n) {
    tmp[i] = 0;
    y[i] = 0;
    FOR(j, 0, n) { tmp[i] += A[i][j] * x[j]; y[i] += B[i][j] * x[j]; }
    y[i] = 1.1 * tmp[i] + 0.7 * y[i];
  }
}
K kernel_gramschmidt(int n, V A[n][n], V R[n][n], V Q[n][n]) {
  FOR(k, 0, n) {
    V norm = 0;
    FOR(i, 0, n) norm += A[i][k] * A[i][k];
    R[k][k] = sqrt(norm);
    FOR(i, 0, n) Q[i][k] = A[i][k] / R[k][k];
    FOR(j, k + 1, n) {
      R[k][j] = 0;
      FOR(i, 0, n) R[k][j] += Q[i][k] * A[i][j];
      FOR(i, 0, n) A[i][j] -= Q[i][k] * R[k][j];
    }
  }
}
K kernel_jacobi1(int t, int n, V A[n], V B[n]) {
  FOR(s, 0, t) {
    FOR(i, 1, n - 1) B[i] = 0.3 * (A[i - 1] + A[i] + A[i + 1]);
    FOR(i, 1, n - 1) A[i] = B[i];
  }
}
K kernel_jacobi2(int t, int n, V A[n][n], V B[n][n]) {
  FOR(s, 0, t) {
    FOR(i, 1, n - 1) FOR(j, 1, n - 1) B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    FOR(i, 1, n - 1) FOR(j, 1, n - 1) A[i][j] = B[i][j];
  }
}
K kernel_symm(int n, V A[n][n], V B[n][n], V C[n][n]) {
  FOR(i, 0, n) FOR(j, 0, n) {
    V acc = 0;
    FOR(k, 0, j - 1) { C[k][j] += 1.3 * A[k][i] * B[i][j]; acc += B[k][j] * A[k][i]; }
    C[i][j] = 0.6 * C[i][j] + 1.3 * A[i][i] * B[i][j] + 1.3 * acc;
  }
}
K kernel_lud(int n, V A[n][n]) {
  FOR(i, 0, n) {
    FOR(j, i, n) FOR(k, 0, i) A[i][j] -= A[i][k] * A[k][j];
    FOR(j, i + 1, n) { FOR(k, 0, i) A[j][i] -= A[j][k] * A[k][i]; A[j][i] /= A[i][i]; }
  }
}
K kernel_srad(int t, int n, V J[n][n], V dN[n][n], V dS[n][n], V dW[n][n], V dE[n][n], V c[n][n]) {
  FOR(s, 0, t) {
    V sum = 0, sum2 = 0;
    FOR(i, 0, n / 2) FOR(j, 0, n / 2) { sum += J[i][j]; sum2 += J[i][j] * J[i][j]; }
    V mean = sum / (n / 2 * (n / 2)), var = sum2 / (n / 2 * (n / 2)) - mean * mean, q0 = var / (mean * mean);
    FOR(i, 0, n) FOR(j, 0, n) {
      V x = J[i][j];
      dN[i][j] = dS[i][j] = dW[i][j] = dE[i][j] = 0;
      if (i > 0) dN[i][j] = J[i - 1][j] - x;
      if (i < n - 1) dS[i][j] = J[i + 1][j] - x;
      if (j > 0) dW[i][j] = J[i][j - 1] - x;
      if (j < n - 1) dE[i][j] = J[i][j + 1] - x;
      V g2 = (dN[i][j] * dN[i][j] + dS[i][j] * dS[i][j] + dW[i][j] * dW[i][j] + dE[i][j] * dE[i][j]) / (x * x);
      V l = (dN[i][j] + dS[i][j] + dW[i][j] + dE[i][j]) / x, num = 0.5 * g2 - 0.0625 * l * l, den = 1 + 0.25 * l;
      V q = num / (den * den);
      den = (q - q0) / (q0 * (1 + q0));
      c[i][j] = 1 / (1 + den);
      if (c[i][j] < 0) c[i][j] = 0;
      else if (c[i][j] > 1) c[i][j] = 1;
    }
    FOR(i, 0, n) FOR(j, 0, n) {
      V flow = c[i][j] * (dN[i][j] + dW[i][j]);
      if (i < n - 1) flow += c[i + 1][j] * dS[i][j];
      if (j < n - 1) flow += c[i][j + 1] * dE[i][j];
      J[i][j] += 0.125 * flow;
    }
  }
}
";

/// Name, arguments and results, the thesis' count with its optimization (its Table 7.2), and the count of copies around each launch. It has
/// `4 * n` for lu, whose last step has no elements here.
const SAME: &[(&str, &str, &str, Count, Count)] = &[
    ("gemm", "(n, M a, M b, M c)", "c", [0, 0, 4], [0, 0, 4]),
    ("lu", "(n, M a)", "a", [0, 0, 2], [0, 4, 0]),
    ("syrk", "(n, M a, M b)", "b", [0, 0, 3], [0, 0, 5]),
    ("syr2k", "(n, M a, M b, M c)", "c", [0, 0, 4], [0, 0, 6]),
    ("hotspot", "(t, n, M a, M b, M c)", "a", [0, 0, 3], [5, 0, 0]),
    ("gemver", "(n, M a, b, c, d, e, f, g, h, k)", "f", [0, 0, 10], [0, 0, 17]),
    ("mvt", "(n, M a, b, c, d, e)", "b, c", [0, 0, 7], [0, 0, 8]),
];

/// Name, arguments and results, the thesis' count, and how many more there may be: an upper triangle of `symmat` is written before all of
/// it is, `fict` is an array here, and `B` has been written by the host, not left as it was allocated.
const OTHERS: &[(&str, &str, &str, Count, u64)] = &[
    ("2mm", "(n, M a, M b, M c, M d, M e)", "d", [0, 0, 5], 0),
    ("3mm", "(n, M a, M b, M c, M d, M e, M f, M g)", "g", [0, 0, 6], 0),
    ("adi", "(t, n, M a, M b, M c)", "a", [0, 0, 4], 0),
    ("correlation", "(n, M a, M b, c, d)", "b", [0, 0, 2], 2),
    ("covariance", "(n, M a, M b, c)", "b", [0, 0, 2], 0),
    ("doitgen", "(n, M a, M b, M c)", "a", [0, 0, 3], 0),
    ("fdtd", "(t, n, M a, M b, M c, d)", "a, b, c", [0, 0, 6], 1),
    ("gauss", "(n, M a, b, M c, M d)", "d", [0, 0, 4], 0),
    ("gramschmidt", "(n, M a, M b, M c)", "b, c", [0, 2, 1], 0),
    ("jacobi2", "(t, n, M a, M b)", "a", [0, 0, 3], 0),
    ("symm", "(n, M a, M b, M c)", "c", [0, 0, 4], 0),
    ("lud", "(n, M a)", "a", [0, 0, 2], 0),
    ("srad", "(t, n, M a, M b, M c, M d, M e, M f)", "a", [1, 0, 1], 0),
    ("atax", "(n, M a, b, c, d)", "c", [0, 0, 3], 0),
    ("bicg", "(n, M a, b, c, d, e)", "c, e", [0, 0, 5], 0),
    ("gesummv", "(n, M a, M b, c, d, e)", "e", [0, 0, 3], 1),
    ("jacobi1", "(t, n, a, b)", "a", [0, 0, 3], 0),
];

fn program(kernels: &str, table: &[(&str, &str, &str)], words: &[&str]) -> Built {
    let mut cases = String::new();
    for (number, (name, call, results)) in table.iter().enumerate() {
        let shows: String = results.split(", ").map(|it| format!(" show(n, {it});")).collect();
        cases += &format!("  case {number}: kernel_{name}{call};{shows} break;\n");
    }
    let blocks: String = ('a'..='k').map(|it| format!("  V *{it} = block(n, {});\n", it as u32 - 'a' as u32)).collect();
    let frees: String = ('a'..='k').map(|it| format!("  free({it});\n")).collect();
    let main = format!(
        "int main(int argc, char **argv) {{\n  int t = atoi(argv[2]), n = atoi(argv[3]);\n{blocks}  switch (atoi(argv[1])) {{\n{cases}  }}\n{frees}  return 0;\n}}\n"
    );
    Built::program(&format!("{PROGRAMS}{kernels}{main}"), words)
}

/// The count of all copies of a run; its statistics say that the loops of the kernel went to the device.
fn counted(built: &Built, number: usize, name: &str, t: u64, n: u64) -> u64 {
    let arguments = [number as u64, t, n].map(|it| it.to_string());
    let copies = built.copies(&arguments.each_ref().map(String::as_str));
    let nests = copies.stats["nests"].as_array().unwrap();
    let function = format!("kernel_{name}");
    assert!(nests.iter().any(|it| it["function"] == *function && it["verdict"] == "device"), "{name}: {nests:?}");
    assert!(copies.launches > 0 && copies.rows.iter().all(|it| it.3 > 0), "{name}: {copies:?}");
    copies.counts().0 + copies.counts().1
}

/// Rows F13, F40, A2-30 and A2-31: programs without any pragma have at most the copies of the thesis' optimization, for two numbers of
/// steps and two sizes; with copies around each launch they have the thesis' numbers for those. Statistics list loops, launches and copies.
#[test]
fn programs_copy_as_often_as_when_optimized_by_par4all_f13_f40_a2_30_a2_31() {
    let table: Vec<_> = SAME.iter().map(|it| (it.0, it.1, it.2)).collect();
    let built = program(SAME_KERNELS, &table, &[]);
    let naive = program(SAME_KERNELS, &table, &["--transfers", "naive"]);
    for (number, (name, _, _, optimized, around)) in SAME.iter().enumerate() {
        for (t, n) in [(3, 12), (5, 16)] {
            let steps = if *name == "lu" { n - 1 } else { n };
            assert_eq!(counted(&naive, number, name, t, n), value(*around, t, steps), "{name}");
            let count = counted(&built, number, name, t, n);
            assert!(count <= value(*optimized, t, n), "{name}: {count} copies");
        }
    }
}

/// Rows F13, F40 and A2-31, of programs whose loops are other launches here.
#[test]
fn programs_with_other_kernels_copy_as_often_f13_f40_a2_31() {
    let table: Vec<_> = OTHERS.iter().map(|it| (it.0, it.1, it.2)).collect();
    let built = program(OTHER_KERNELS, &table, &[]);
    for (number, (name, _, _, optimized, more)) in OTHERS.iter().enumerate() {
        let sizes: &[(u64, u64)] = if *name == "jacobi2" { &[(3, 12), (400, 64)] } else { &[(3, 12), (5, 16)] };
        for (t, n) in sizes.iter().copied() {
            let count = counted(&built, number, name, t, n);
            assert!(count <= value(*optimized, t, n) + more, "{name}: {count} copies");
        }
    }
}
