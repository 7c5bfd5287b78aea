//! How often arrays travel: what stays on a device between launches is counted, and results are those of the sequential program. Rows F9,
//! F10, F12 and F14.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

struct Built {
    dir: tempfile::TempDir,
}

/// Transfers of one run.
#[derive(Debug, PartialEq)]
struct Counts {
    to_device: u64,
    to_host: u64,
    evictions: u64,
    /// Of the lists: array, direction, count.
    rows: Vec<(String, String, u64)>,
}

impl Counts {
    fn of(&self, array: &str, direction: &str) -> u64 {
        self.rows.iter().filter(|it| it.0 == array && it.1 == direction).map(|it| it.2).sum()
    }
}

/// `line` without its first word is what `raddle` is given.
fn line(dir: &Path, line: &str) {
    raddle(dir, &line.split_whitespace().skip(1).collect::<Vec<_>>());
}

fn raddle(dir: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let output = command.env("RADDLE_STRICT_FALLBACK", "1").current_dir(dir).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

impl Built {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).unwrap();
        }
        Self { dir }
    }

    fn program(source: &str, words: &[&str]) -> Self {
        let built = Self::new(&[("a.c", source)]);
        raddle(built.dir.path(), &[&["build", "--offload-min", "0"], words, &["a.c", "-o", "a"]].concat());
        built
    }

    fn run(&self, device: &str, settings: &[(&str, &str)], arguments: &[&str]) -> (String, Value) {
        let stats = self.dir.path().join("stats.json");
        let mut command = self.command(device);
        command.args(arguments).env("RADDLE_STATS", format!("json:{}", stats.display()));
        command.envs(settings.iter().copied());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stats = serde_json::from_slice(&std::fs::read(&stats).unwrap()).unwrap();
        (String::from_utf8_lossy(&output.stdout).into_owned(), stats)
    }

    /// Ends after a minute, so that a deadlock is no endless test.
    fn command(&self, device: &str) -> Command {
        let mut command = Command::new("timeout");
        command.arg("60").arg(self.dir.path().join("a"));
        command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0");
        command
    }

    /// On the emulated device; the output is that of the sequential program.
    fn counts(&self, settings: &[(&str, &str)], arguments: &[&str]) -> Counts {
        self.counts_on("emulated", settings, arguments)
    }

    fn counts_on(&self, device: &str, settings: &[(&str, &str)], arguments: &[&str]) -> Counts {
        let (expected, _) = self.run("none", &[], arguments);
        let (actual, stats) = self.run(device, settings, arguments);
        assert_eq!(actual, expected);
        let total = |direction: &str| stats["transfers"][direction]["count"].as_u64().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let rows = stats["transfers"]["list"].as_array().unwrap().iter();
        let rows = rows.map(|it| (text(&it["array"]), text(&it["direction"]), it["count"].as_u64().unwrap()));
        Counts {
            to_device: total("h2d"),
            to_host: total("d2h"),
            evictions: stats["evictions"].as_u64().unwrap(),
            rows: rows.collect(),
        }
    }
}

const JACOBI: &str = "
#include <stdio.h>
#include <stdlib.h>
static void init(int n, double A[n][n], double B[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { A[i][j] = (double)i * (j + 2) / n; B[i][j] = (double)i * (j + 3) / n; }
}
static void kernel_jacobi(int steps, int n, double A[n][n], double B[n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
  }
}
int main(int argc, char **argv) {
  int n = 40, steps = atoi(argv[1]);
  double(*A)[n] = malloc(sizeof(double[n][n])), (*B)[n] = malloc(sizeof(double[n][n]));
  init(n, A, B);
  kernel_jacobi(steps, n, A, B);
  for (int i = 0; i < n; i++) printf(\"%.17g \", A[i][i / 2]);
  free(A);
  free(B);
  return 0;
}
";

/// Row F9: the number of copies does not depend on the number of time steps; what nobody reads again does not travel.
#[test]
fn a_time_loop_copies_once_f9() {
    let everything = Built::program(JACOBI, &[]);
    let kernel = Built::program(JACOBI, &["--offload-only", "kernel_.*"]);
    for steps in ["1", "20", "77"] {
        let all = everything.counts(&[], &[steps]);
        assert_eq!((all.to_device, all.of("A", "d2h"), all.to_host), (0, 1, 1), "{steps}: {all:?}");
        let only = kernel.counts(&[], &[steps]);
        assert!(only.to_device == 2 && only.to_host == 1 && only.of("A", "d2h") == 1, "{steps}: {only:?}");
    }
    let naive = Built::program(JACOBI, &["--transfers", "naive"]).counts(&[], &["20"]);
    assert!(naive.to_device >= 40 && naive.to_host >= 40, "{naive:?}");
}

const SWEEPS: &str = "#include <stdio.h>
#include <stdlib.h>
static void kernel_sweeps(int steps, int n, double A[n][n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5;
}
int main(int argc, char **argv) {
  int steps = atoi(argv[1]), n = 40;
  double(*A)[n] = malloc(sizeof(double[n][n]));
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = (i * j + 1) % 11;
  kernel_sweeps(steps, n, A);
  for (int i = 0; i < n; i++) printf(\"%.17g \", A[i][i / 2]);
  free(A);
  return 0;
}
";

/// Waves of a sweep in place: each launch has the hull of a diagonal, which has corners that no iteration reaches. All of the array travels
/// once, as the loop that was there before reaches all of it.
#[test]
fn waves_copy_once() {
    let kernel = Built::program(SWEEPS, &["--offload-only", "kernel_.*"]);
    for steps in ["1", "20"] {
        let counts = kernel.counts(&[], &[steps]);
        assert!(counts.to_device == 1 && counts.to_host == 1, "{steps}: {counts:?}");
    }
}

/// A trace has an event for each launch, copy and sequential loop that statistics count, and their bytes.
#[test]
fn a_trace_tells_what_statistics_count() {
    let program = Built::program(JACOBI, &["--offload-only", "kernel_.*"]);
    let trace = program.dir.path().join("trace.json");
    for device in ["emulated", "cpu", "vulkan"] {
        let (output, stats) = program.run(device, &[("RADDLE_TRACE", trace.to_str().unwrap())], &["9"]);
        assert_eq!(output, program.run("none", &[], &["9"]).0);
        let text = std::fs::read(&trace).unwrap();
        let document: Value = serde_json::from_slice(&text).unwrap();
        let events = document["traceEvents"].as_array().unwrap();
        let of = |kind: &str| events.iter().filter(|it| it["cat"] == kind).collect::<Vec<_>>();
        let launches: u64 =
            stats["kernels"].as_array().unwrap().iter().map(|it| it["launches"].as_u64().unwrap()).sum();
        assert_eq!((of("launch").len() as u64, launches), (launches, 18), "{device}");
        for direction in ["h2d", "d2h", "d2d"] {
            let copies: Vec<_> = of("copy").into_iter().filter(|it| it["args"]["direction"] == direction).collect();
            let bytes: u64 = copies.iter().map(|it| it["args"]["bytes"].as_u64().unwrap()).sum();
            let total = &stats["transfers"][direction];
            assert_eq!(
                (copies.len() as u64, bytes),
                (total["count"].as_u64().unwrap(), total["bytes"].as_u64().unwrap())
            );
        }
        let is_timed = |it: &&Value| it["ts"].is_number() && it["dur"].is_number() && it["args"]["source"].is_string();
        assert!(events.iter().filter(|it| it["ph"] == "X").all(|it| is_timed(&it)), "{device}");
        assert!(of("launch").iter().all(|it| it["args"]["device"] == device && it["name"].is_string()));
        assert_eq!(document["otherData"]["dropped"], 0);
    }
    let none: Value = {
        program.run("none", &[("RADDLE_TRACE", trace.to_str().unwrap())], &["9"]);
        serde_json::from_slice(&std::fs::read(&trace).unwrap()).unwrap()
    };
    assert!(none["traceEvents"].as_array().unwrap().iter().all(|it| it["cat"] != "launch" && it["cat"] != "copy"));
}

const AMOUNTS: &str = "
#include <stdio.h>
#include <stdlib.h>
void cross(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j];
}
void spread(int n, int k, double *a, double *b, int *f) {
  for (int i = k; i < n; i++)
    if (f[i]) a[2 * i] = b[i - k];
}
int main(void) {
  int n = 50, m = 40, *f = calloc(n, sizeof *f);
  double(*a)[m] = calloc(n * m, 8), (*b)[m] = calloc(n * m, 8);
  cross(n, m, a, b);
  spread(n, 3, a[0], b[0], f);
  printf(\"%g\\n\", b[3][3] + a[1][2]);
}
";

/// Of lines such as `in     a: 8*n = 400 bytes`: array and bytes, sorted.
fn explained(dir: &Path) -> Vec<(String, u64)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let words = ["explain", "--transfers", "naive", "--offload-min", "0", "a.c", "--at", "n=50,m=40,k=3"];
    let output = command.current_dir(dir).args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let amount = |line: &str| {
        let (before, after) = line.split_once(": ")?;
        let bytes = after.split_once(" = ")?.1.split_once(" bytes")?.0.parse().ok()?;
        Some((before.split_whitespace().last()?.to_owned(), bytes))
    };
    let mut all: Vec<_> = text.lines().filter(|it| !it.contains("kernel")).filter_map(amount).collect();
    all.sort();
    all
}

/// The bytes that `raddle explain` names are those that copies around each launch have.
#[test]
fn explained_amounts_are_copied() {
    let program = Built::program(AMOUNTS, &["--transfers", "naive"]);
    let (_, stats) = program.run("emulated", &[], &[]);
    let rows = stats["transfers"]["list"].as_array().unwrap().iter();
    let mut copied: Vec<(String, u64)> =
        rows.map(|it| (it["array"].as_str().unwrap().to_owned(), it["bytes"].as_u64().unwrap())).collect();
    copied.sort();
    assert_eq!(copied.len(), 6, "{copied:?}");
    assert_eq!(explained(program.dir.path()), copied);
}

/// `raddle run --trace` writes a trace where nothing is offloaded, too, and `raddle explain` reads it.
#[test]
fn programs_without_kernels_have_an_empty_trace() {
    let built = Built::new(&[("a.c", "int main(void) { return 0; }"), ("b.c", JACOBI)]);
    raddle(built.dir.path(), &["run", "--trace", "a.json", "a.c"]);
    raddle(built.dir.path(), &["run", "--trace", "b.json", "--device", "cpu", "b.c", "--", "3"]);
    for (source, trace) in [("a.c", "a.json"), ("b.c", "b.json")] {
        let document: Value = serde_json::from_slice(&std::fs::read(built.dir.path().join(trace)).unwrap()).unwrap();
        assert_eq!(document["traceEvents"].as_array().unwrap().is_empty(), source == "a.c");
        raddle(built.dir.path(), &["explain", "--trace", trace, source, "--html", "page.html"]);
    }
}

const CHECKPOINTS: &str = "
#include <stdio.h>
#include <stdlib.h>
#define N 8192
static double a[N], b[N];
int main(int argc, char **argv) {
  int steps = atoi(argv[1]);
  FILE *zeros = fopen(\"/dev/zero\", \"r\");
  if (!zeros || fread(a, 1, sizeof a, zeros) != sizeof a) return 1;
  fclose(zeros);
  a[N / 2] = 1;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < N - 1; i++) a[i] = b[i];
    if (t % 10 == 9)
      for (int i = 0; i < N; i += 1000) printf(\"%g \", a[i]);
  }
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i];
  printf(\"%g\\n\", sum);
  return 0;
}
";

/// The host reads a part now and then: one copy out for each time something is newer on the device.
#[test]
fn checkpoints_copy_out_what_is_read() {
    let built = Built::program(CHECKPOINTS, &[]);
    for (steps, reads) in [("20", 2), ("25", 3)] {
        let counts = built.counts(&[], &[steps]);
        assert_eq!((counts.of("a", "h2d"), counts.of("a", "d2h")), (1, reads), "{counts:?}");
        assert!(counts.of("b", "h2d") == 0 && counts.of("b", "d2h") <= 1, "{counts:?}");
    }
}

/// A device that shares the host's memory copies nothing, but for kernels that its driver may stop.
#[test]
fn shared_memory_is_not_copied() {
    let built = Built::program(JACOBI, &[]);
    for steps in ["1", "20"] {
        let shared = built.counts_on("vulkan", &[("RADDLE_ZERO_COPY", "1")], &[steps]);
        assert_eq!((shared.to_device, shared.to_host), (0, 0), "{steps}: {shared:?}");
        let copied = built.counts_on("vulkan", &[("RADDLE_ZERO_COPY", "0")], &[steps]);
        assert_eq!(copied, built.counts(&[], &[steps]), "{steps}: as on a device with memory of its own");
    }
}

/// Blocks of the host come and go, at the same addresses, with loops that a driver may stop in between.
#[test]
fn shared_memory_may_be_freed() {
    let source = "
#include <stdio.h>
#include <stdlib.h>
static double sum(int n, const double *a) { double s = 0; for (int i = 0; i < n; i++) s = s / 2 + a[i]; return s; }
int main(void) {
  double all = 0;
  for (int t = 0; t < 12; t++) {
    int n = 40000 + t % 3 * 7000;
    double *a = malloc(n * sizeof *a), *b = (double *)((char *)malloc(n * sizeof *b + 64) + 8 * (t % 5));
    void *start = (char *)b - 8 * (t % 5);
    for (int i = 0; i < n; i++) { a[i] = i % 9 + t; b[i] = i % 5; }
    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
    if (t % 2)
      for (int i = 0; i < n; i++) {
        double x = a[i];
        for (int k = 0; k < 5; k++) x = x / 2 + b[i];
        a[i] = x;
      }
    b[t] += 1;
    for (int i = 0; i < n; i++) a[i] += b[i];
    all = all / 3 + sum(n, a);
    free(a);
    free(start);
  }
  printf(\"%.17g\\n\", all);
}
";
    let built = Built::program(source, &[]);
    for zero_copy in ["0", "1"] {
        built.counts_on("vulkan", &[("RADDLE_ZERO_COPY", zero_copy)], &[]);
    }
}

const STEPS: &str = "
#include <stdio.h>
#include <stdlib.h>
#define N 3000
static double p[N], v[N], f[N], m[N];
__attribute__((noinline)) static void forces(void) { for (int i = 0; i < N; i++) f[i] = -p[i] * m[i]; }
__attribute__((noinline)) static void kick(double t) { for (int i = 0; i < N; i++) v[i] += t * f[i] / m[i]; }
__attribute__((noinline)) static void drift(double t) { for (int i = 0; i < N; i++) p[i] += t * v[i]; }
__attribute__((noinline)) static double energy(void) {
  double sum = 0;
  for (int i = 0; i < N; i += 100) sum += p[i] * p[i] + v[i] * v[i];
  return sum;
}
__attribute__((noinline)) static void iteration(double t) { forces(); kick(t / 2); drift(t); forces(); kick(t / 2); }
int main(int argc, char **argv) {
  int steps = atoi(argv[1]), every = atoi(argv[2]);
  for (int i = 0; i < N; i++) { p[i] = i * 0.01; v[i] = 0; m[i] = 1 + i % 3; }
  for (int t = 0; t < steps; t++) {
    iteration(0.01);
    if ((t + 1) % every == 0) printf(\"%.17g\\n\", energy());
  }
  return 0;
}
";

/// Row F10: functions that are called in a loop copy nothing; a checkpoint copies what it reads.
#[test]
fn functions_leave_data_where_it_is_f10() {
    let built = Built::program(STEPS, &[]);
    for steps in ["1", "2", "50"] {
        let counts = built.counts(&[], &[steps, "100"]);
        assert_eq!((counts.to_device, counts.to_host), (0, 4), "{steps}: each array once, at the end: {counts:?}");
    }
    let counts = built.counts(&[], &["50", "10"]);
    assert_eq!((counts.to_device, counts.of("p", "d2h"), counts.of("v", "d2h")), (0, 5, 5), "{counts:?}");
}

/// Two files of one program, one of them clang's: the plain contract at its calls.
#[test]
fn callers_that_know_nothing_find_memory_whole() {
    let main = "
#include <stdio.h>
void step(double *a, double *b, int n);
static double a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = i % 10;
  for (int t = 0; t < 7; t++) { step(a, b, 1000); a[t] += b[t + 1]; }
  double sum = 0;
  for (int i = 0; i < 1000; i++) sum += a[i] * (i % 7);
  printf(\"%.17g\\n\", sum);
}
";
    let step = "
void step(double *restrict a, double *restrict b, int n) {
  for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
  for (int i = 1; i < n - 1; i++) a[i] = b[i] / 2;
}
";
    let built = Built::new(&[("main.c", main), ("step.c", step)]);
    let dir = built.dir.path();
    raddle(dir, &["cc", "--device", "none", "-c", "main.c", "-o", "main.o"]);
    raddle(dir, &["cc", "--offload-min", "0", "-c", "step.c", "-o", "step.o"]);
    raddle(dir, &["cc", "main.o", "step.o", "-o", "a"]);
    let counts = built.counts(&[], &[]);
    assert!(counts.of("a", "h2d") <= 14 && counts.to_host == 14, "{counts:?}");
}

/// Row F12: of an array that a kernel writes in part, the other elements stay as they were.
#[test]
fn partly_written_arrays_keep_the_rest_f12() {
    let source = "
#include <stdio.h>
static int a[100];
int main(void) {
  for (int i = 0; i < 100; i += 7) a[i] = -i;
  a[0] = 5; a[1] = 6; a[98] = 7; a[99] = 8;
  for (int i = 0; i < 49; i++) a[2 * i + 1] += i;
  for (int i = 0; i < 100; i++) printf(\"%d \", a[i]);
}
";
    let counts = Built::program(source, &[]).counts(&[], &[]);
    assert!(counts.of("a", "d2h") >= 1, "{counts:?}");
}

/// Row F14: four arrays in turn, three times, with room for three: the one that is used again last makes room. Where nobody says when that is,
/// it is the one that was not used for longest.
#[test]
fn arrays_make_room_for_each_other_f14() {
    let source = "
#include <stdio.h>
static double a[1000], b[1000], c[1000], d[1000];
int main(void) {
  getchar();
  int t = 0;
  do {
    for (int i = 0; i < 1000; i++) a[i] += 1;
    for (int i = 0; i < 1000; i++) b[i] += 2;
    for (int i = 0; i < 1000; i++) c[i] += 3;
    for (int i = 0; i < 1000; i++) d[i] += 4;
  } while (++t < 3);
  printf(\"%g %g %g %g\\n\", a[7], b[8], c[9], d[10]);
}
";
    let built = Built::program(source, &[]);
    let counts = built.counts(&[("RADDLE_GPU_MEM", "24000")], &[]);
    assert_eq!((counts.to_device, counts.to_host, counts.evictions), (6, 6, 3), "{counts:?}");
    // A loop that calls the same functions: each launch is the only one of its function.
    let calls = source.replace("int main(void) {", "FUNCTIONS\nint main(void) {");
    let add = |name: char| format!("for (int i = 0; i < 1000; i++) {name}[i] += {};", name as u32 - 'a' as u32 + 1);
    let function = |name: char| format!("__attribute__((noinline)) static void to_{name}(void) {{ {} }}\n", add(name));
    let functions: String = "abcd".chars().map(function).collect();
    let calls = "abcd".chars().fold(calls, |text, it| text.replace(&add(it), &format!("to_{it}();")));
    let calls = calls.replace("FUNCTIONS", &functions);
    let counts = Built::program(&calls, &[]).counts(&[("RADDLE_GPU_MEM", "24000")], &[]);
    assert_eq!((counts.to_device, counts.to_host, counts.evictions), (12, 12, 9), "{counts:?}");
    let counts = built.counts(&[], &[]);
    assert_eq!((counts.to_device, counts.to_host, counts.evictions), (4, 4, 0), "{counts:?}");
}

/// A launch whose arrays do not fit together stays on the host; none of them makes room for another one of the same launch.
#[test]
fn arrays_of_one_launch_do_not_make_room_for_each_other() {
    let source = "
#include <stdio.h>
static double a[1000], b[1000], c[1000];
int main(void) {
  getchar();
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 1000; i++) a[i] += 1;
    for (int i = 0; i < 1000; i++) b[i] += a[i] * c[i];
  }
  printf(\"%g %g\\n\", a[7], b[8]);
}
";
    let counts = Built::program(source, &[]).counts(&[("RADDLE_GPU_MEM", "20000")], &[]);
    assert_eq!((counts.of("b", "h2d"), counts.of("c", "h2d")), (0, 0), "{counts:?}");
}

/// Of a large array, the host reads and writes single elements: these alone travel, until it reads more.
#[test]
fn single_elements_of_large_arrays_travel_alone() {
    let source = "
#include <stdio.h>
#include <stdlib.h>
#define N 40000
static double a[N], b[N];
int main(int argc, char **argv) {
  int steps = atoi(argv[1]);
  double seen = 0;
  for (int i = 0; i < N; i++) a[i] = i % 11;
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < N; i++) b[i] = a[i] * 0.5 + t;
    seen += b[17 * t];
    b[18 * t] = seen;
    for (int i = 0; i < N; i++) a[i] = b[i] + 1;
    a[19 * t] -= 3;
  }
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i] * (i % 5) + b[i];
  printf(\"%.17g %.17g\\n\", seen, sum);
}
";
    let built = Built::program(source, &[]);
    let counts = built.counts(&[], &["6"]);
    assert!(counts.of("a", "h2d") + counts.of("b", "h2d") <= 12, "{counts:?}");
    let (_, stats) = built.run("emulated", &[], &["6"]);
    let bytes = stats["transfers"]["d2h"]["bytes"].as_u64().unwrap();
    assert!((640_000..1_700_000).contains(&bytes), "{bytes} bytes: {counts:?}");
}

/// What a loop of the host reads and writes of an array is a box: nothing between its rows travels.
#[test]
fn boxes_of_the_host_travel_alone() {
    let source = "
#include <stdio.h>
#include <stdlib.h>
#define N 240
static double a[N][N], norms[N];
int main(int argc, char **argv) {
  int steps = atoi(argv[1]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = (i * 7 + j * 3) % 13;
  for (int k = 0; k < steps; k++) {
    double norm = 0;
    for (int i = 0; i < N; i++) norm += a[i][k] * a[i][k];
    norms[k] = norm;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) a[i][j] = a[i][j] * 0.5 + j;
    for (int i = 1; i < N; i++) a[i][k + 1] += a[i - 1][k + 1];
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) sum += a[i][j] * (i % 5 + j % 3);
  printf(\"%.17g %.17g %.17g\\n\", sum, norms[1], norms[steps - 1]);
}
";
    let built = Built::program(source, &[]);
    let steps = 20;
    built.counts(&[], &[&steps.to_string()]);
    let (_, stats) = built.run("emulated", &[], &[&steps.to_string()]);
    let bytes = |direction: &str| stats["transfers"][direction]["bytes"].as_u64().unwrap();
    let (array, column) = (240 * 240 * 8, 240 * 8);
    // Each step reads two columns and writes one.
    assert!(bytes("d2h") <= array + 2 * steps * column, "{stats}");
    assert!(bytes("h2d") <= steps * column, "{stats}");
}

const CONDITIONS: &str = "
#include <stdio.h>
#include <stdlib.h>
#define N 400
static double x[N], v[N];
static int alive[N];
static unsigned bins[16];
static void move(int n, double *p, double *q, int *on) {
  for (int i = 0; i < n; i++)
    if (on[i]) p[i] += q[i];
}
int main(int argc, char **argv) {
  int steps = atoi(argv[1]);
  for (int i = 0; i < N; i++) { x[i] = i; v[i] = i % 7; alive[i] = i % 3 != 0; }
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < N; i++)
      if (alive[i]) x[i] += v[i];
    move(N, x, v, alive);
    for (int i = 0; i < N; i++) bins[(unsigned)x[i] % 16]++;
    for (int i = 0; i < N; i++) v[i] = v[i] * 0.5;
  }
  double sum = 0;
  for (int i = 0; i < N; i++) sum += x[i] * (i % 5);
  for (int k = 0; k < 16; k++) printf(\"%u \", bins[k]);
  printf(\"%g\\n\", sum);
  return 0;
}
";

/// Arrays that are written where a condition holds, and histograms, stay on the device like others.
#[test]
fn conditional_writes_leave_data_where_it_is() {
    let program = Built::program(CONDITIONS, &[]);
    for steps in ["1", "20"] {
        let counts = program.counts(&[], &[steps]);
        let of = |array: &str| (counts.of(array, "h2d"), counts.of(array, "d2h"));
        assert_eq!(["x", "v", "alive"].map(of), [(0, 1); 3], "{steps}: {counts:?}");
        assert_eq!(of("bins"), (1, 1), "{steps}: {counts:?}");
    }
}

const TIMED: &str = "
#include <stdio.h>
#include <stdlib.h>
double now(void);
void release(void *);
enum { N = 2000 };
double *shared;
int main(void) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  shared = a;
  for (int i = 0; i < N; i++) { a[i] = i; b[i] = 2 * i; }
  double start = now();
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < N - 1; i++) b[i] = a[i - 1] + a[i + 1];
    double between = now();
    if (between < start) return 1;
    for (int i = 1; i < N - 1; i++) a[i] = b[i] * 0.5;
  }
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i];
  printf(\"%g\\n\", sum);
  release(a);
  release(b);
  return 0;
}
";

/// Functions of other files that read a clock or free a block bring nothing back; those that do anything else do.
#[test]
fn small_functions_of_other_files_are_known() {
    let clock = "#include <sys/time.h>\n#include <stdlib.h>\nstatic double of(struct timeval t) { return t.tv_sec + 1e-6 * t.tv_usec; }\n\
                 double now(void) { struct timeval t; gettimeofday(&t, NULL); return of(t); }\n\
                 void release(void *p) { free(p); }\n";
    let quiet = [("clock.c", clock)];
    let reading = "extern double *shared;\n#include <stdlib.h>\ndouble now(void) { return shared[3]; }\nvoid release(void *p) { free(p); }\n";
    let counting = "static int calls;\ndouble now(void) { return ++calls; }\n#include <stdlib.h>\n\
                    void release(void *p) { if (calls > 3) free(p); }\n";
    let own = "#include <stdlib.h>\nextern double *shared;\nlong time(long *p) { return shared[2] + (p != 0); }\n\
               double now(void) { return time(0); }\nvoid release(void *p) { free(p); }\n";
    let own_elsewhere = [
        (
            "clock.c",
            "#include <time.h>\n#include <stdlib.h>\ndouble now(void) { return time(0); }\nvoid release(void *p) { free(p); }\n",
        ),
        ("time.c", "extern double *shared;\nlong time(long *p) { return shared[2] + (p != 0); }\n"),
    ];
    let wrapping =
        [("clock.c", clock), ("wrap.c", "extern double *shared;\ndouble __wrap_now(void) { return shared[1]; }\n")];
    // The library's name is another function's.
    let labelled = "#include <stdlib.h>\nextern double *shared;\nlong look(long *p) { return shared[2] + (p != 0); }\n\
                    long time(long *) __asm__(\"look\");\n\
                    double now(void) { return time(0); }\nvoid release(void *p) { free(p); }\n";
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str], bool);
    let cases: [Case; 7] = [
        (&[("clock.c", labelled)], &[], false),
        (&quiet, &[], true),
        (&[("clock.c", reading)], &[], false),
        (&[("clock.c", counting)], &[], false),
        (&[("clock.c", own)], &["-fno-builtin"], false),
        (&own_elsewhere, &["-fno-builtin"], false),
        (&wrapping, &["-Wl,--wrap=now"], false),
    ];
    for (files, words, is_known) in cases {
        let built = Built::new(&[&[("a.c", TIMED)], files].concat());
        let names: Vec<&str> = files.iter().map(|it| it.0).collect();
        let start = ["build", "--offload-min", "0", "-w", "-o", "a", "a.c"];
        raddle(built.dir.path(), &[&start, &names[..], words].concat());
        let counts = built.counts(&[], &[]);
        assert_eq!(counts.to_device == 0 && counts.to_host == 1, is_known, "{names:?} {words:?}: {counts:?}");
    }
}

/// A kernel fills the rows of `a` between two bounds, and another one adds them up; the rest of `a` is the host's, and stays so.
const LEANING: &str = "
#include <stdio.h>
enum { N = 40, M = 47 };
static double a[N][M], sums[N];
static void kernel_fill(int n) {
  for (int i = 0; i < n; i++)
    for (int j = FROM; j < TO; j++) a[i][j] = 0.5 * i - j;
}
static void kernel_sums(int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = FROM; j < TO; j++) sum += a[i][j];
    sums[i] = sum;
  }
}
int main(void) {
  int n = N;
  for (int i = 0; i < N * M; i++) a[0][i] = i;
  kernel_fill(n);
  kernel_sums(n);
  for (int i = 0; i < N; i++) printf(\"%g\\n\", sums[i]);
  for (int i = 0; i < N * M; i++) printf(\"%g \", a[0][i]);
  return 0;
}
";

/// Triangles, bands and diagonals are known to the byte: what a kernel overwrites of them is not copied in, the first copy back is one copy,
/// and the host keeps what lies around them. Other shapes go in first.
#[test]
fn rows_that_lean_are_not_copied_in() {
    let cases = [
        ("0", "i + 1", 0),
        ("i + 1", "n + 1", 0),
        ("i", "i + 4", 0),
        ("i", "i + 1", 0),
        ("n - i", "n + 2", 0),
        ("2", "n + 3 - i", 0),
        ("0", "(i < 7 ? 3 : 5)", 1),
        ("0", "i / 2 + 1", 1),
    ];
    for (from, to, copies) in cases {
        let bounds = [format!("-DFROM={from}"), format!("-DTO={to}")];
        let words = ["--offload-only", "kernel_.*", &bounds[0], &bounds[1]];
        let counts = Built::program(LEANING, &words).counts(&[], &[]);
        assert_eq!((counts.of("a", "h2d"), counts.of("a", "d2h")), (copies, 1), "{from} {to}: {counts:?}");
        let naive = Built::program(LEANING, &[&words[..], &["--transfers", "naive"]].concat());
        let (copied, at_most) = (naive.counts(&[], &[]), 2);
        assert!(copied.of("a", "h2d") <= at_most && copied.of("a", "d2h") == 1, "{from} {to}: {copied:?}");
    }
}

/// Rows that a condition may leave out are the host's as well.
#[test]
fn triangles_with_holes_are_copied_in() {
    let source = LEANING.replace("a[i][j] = 0.5 * i - j", "if ((i + j) % 5) a[i][j] = 0.5 * i - j");
    let words = ["--offload-only", "kernel_.*", "-DFROM=0", "-DTO=i+1"];
    let counts = Built::program(&source, &words).counts(&[], &[]);
    assert!(counts.of("a", "h2d") >= 1, "{counts:?}");
    let reading = LEANING.replace("a[i][j] = 0.5 * i - j", "a[i][j] = 0.5 * a[i][j] - j");
    let counts = Built::program(&reading, &words).counts(&[], &[]);
    assert_eq!(counts.of("a", "h2d"), 1, "{counts:?}");
}

/// Functions of another file ask for memory and may end the program.
const ENDING: &str = "
#include <stdio.h>
#include <stdlib.h>
enum { N = 2000 };
double *get(long n);
static double *a;
static void show(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i];
  printf(\"%g\\n\", sum);
}
static void kernel_fill(int n) { for (int i = 0; i < n; i++) a[i] = 3 * i; }
static void kernel_more(int n) { for (int i = 0; i < n; i++) a[i] += i; }
int main(int argc, char **argv) {
  int steps = atoi(argv[1]), end = atoi(argv[2]);
  a = malloc(N * sizeof *a);
  atexit(show);
  kernel_fill(N);
  for (int t = 0; t < steps; t++) {
    double *b = get(t == end ? -1 : t + 1);
    free(b);
    kernel_more(N);
  }
  return 0;
}
";

/// A call that only allocates leaves data on devices. If it calls `exit`, handlers find memory whole, however often it was called before.
#[test]
fn calls_that_may_end_the_program_bring_nothing_back() {
    let get = "#include <stdio.h>\n#include <stdlib.h>\nstatic size_t padding;\n\
               static void *checked(long n) { void *p = NULL; padding += 0;\n\
               if (n < 0 || posix_memalign(&p, 64, n * 8 + padding)) { fprintf(stderr, \"no memory\\n\"); exit(0); } return p; }\n\
               double *get(long n) { return checked(n); }\n";
    let telling = get.replace("padding += 0;", "padding += 0; extern double *seen; if (seen) *seen += 1;");
    let counted = |text: &str, arguments: &[&str]| {
        let built = Built::new(&[("a.c", ENDING), ("get.c", text), ("seen.c", "double *seen;")]);
        let words =
            ["build", "--offload-min", "0", "--offload-only", "kernel_.*", "-w", "-o", "a", "a.c", "get.c", "seen.c"];
        raddle(built.dir.path(), &words);
        built.counts(&[], arguments)
    };
    let counts = counted(get, &["10", "-1"]);
    assert_eq!((counts.to_device, counts.to_host), (0, 1), "{counts:?}");
    for (steps, end) in [("10", "7"), ("40", "30"), ("40", "-1")] {
        let counts = counted(get, &[steps, end]);
        assert!(counts.to_host < 30, "{counts:?}");
    }
    // It writes to the program's memory; others may have what it counts in.
    let shared = get.replace("static size_t padding;", "static size_t padding; size_t *place = &padding;");
    let looping = format!("{get}void count(int n) {{ for (int i = 0; i < n; i++) padding += 0; }}\n");
    for text in [&telling, &shared, &looping] {
        let counts = counted(text, &["10", "-1"]);
        assert!(counts.to_host >= 10, "{text}: {counts:?}");
    }
}

/// An object, alone or in an archive, that is linked besides has a function of the library's name.
#[test]
fn objects_may_bring_functions_of_the_library() {
    let clock = "#include <time.h>\n#include <stdlib.h>\ndouble now(void) { return time(0); }\nvoid release(void *p) { free(p); }\n";
    let own = "extern double *shared;\nlong time(long *p) { return shared[2] + (p != 0); }\n";
    for library in ["time.o", "libtime.a"] {
        let built = Built::new(&[("a.c", TIMED), ("clock.c", clock), ("time.c", own)]);
        let dir = built.dir.path();
        raddle(dir, &["cc", "--device", "none", "-fno-builtin", "-w", "-c", "time.c", "-o", "time.o"]);
        let archived = Command::new("ar").current_dir(dir).args(["rcs", "libtime.a", "time.o"]).status();
        assert!(archived.unwrap().success());
        raddle(dir, &["build", "--offload-min", "0", "-w", "-fno-builtin", "-o", "a", "a.c", "clock.c", library]);
        let counts = built.counts(&[], &[]);
        assert!(counts.to_host > 1, "{library}: {counts:?}");
    }
}

const CHECKPOINTED: &str = "
#include <stdio.h>
#include <stdlib.h>
void step(double *a, double *b, int n);
int main(int argc, char **argv) {
  int steps = atoi(argv[1]), n = 8192;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  for (int i = 0; i < n; i++) { a[i] = i % 17; b[i] = 0; }
  for (int t = 0; t < steps; t++) {
    step(a, b, n);
    if (t % 10 == 9)
      for (int i = 0; i < 3; i++) printf(\"%.17g\\n\", a[i * 100]);
  }
  for (int i = 0; i < n; i++) sum += a[i];
  printf(\"%.17g\\n\", sum);
  free(a);
  free(b);
  return 0;
}
";

const STEP: &str = "
void step(double *restrict a, double *restrict b, int n) {
  for (int i = 1; i < n - 1; i++) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
  for (int i = 1; i < n - 1; i++) a[i] = b[i];
}
";

/// However two files become a program, what they compute stays on the device until the host reads it.
#[test]
fn data_stays_from_one_file_to_the_next() {
    let ways: [&[&str]; 6] = [
        &["raddle build --offload-min 0 main.c step.c -o a"],
        &["raddle cc --offload-min 0 -O2 main.c step.c -o a"],
        &["raddle cc --offload-min 0 -c main.c", "raddle cc --offload-min 0 -c step.c", "raddle cc main.o step.o -o a"],
        &[
            "raddle cc -flto --offload-min 0 -c main.c",
            "raddle cc -flto --offload-min 0 -c step.c",
            "raddle cc -flto --offload-min 0 main.o step.o -o a",
        ],
        &["raddle cc --offload-min 0 -fPIC -c main.c step.c", "raddle cc -no-pie step.o main.o -o a"],
        &[
            "raddle cc --offload-min 0 -g -ffunction-sections -c main.c step.c",
            "raddle cc main.o step.o -Wl,--gc-sections -o a",
        ],
    ];
    for way in ways {
        let built = Built::new(&[("main.c", CHECKPOINTED), ("step.c", STEP)]);
        way.iter().for_each(|it| line(built.dir.path(), it));
        for (steps, out) in [("20", 2), ("25", 3)] {
            let counts = built.counts(&[], &[steps]);
            assert_eq!(
                (counts.to_device, counts.of("a", "d2h"), counts.of("b", "d2h")),
                (0, out, 0),
                "{way:?}: {counts:?}"
            );
        }
    }
}

/// A file without loops of its own, whose calls launch; a function of the other file that only reads.
#[test]
fn files_without_kernels_leave_data_where_it_is() {
    let main = "
#include <stdio.h>
void fill(void), step(void);
double first(void);
int main(void) {
  fill();
  for (int t = 0; t < 9; t++) step();
  printf(\"%g\\n\", first());
  step();
  printf(\"%g\\n\", first());
}
";
    let steps = "
double field[5000];
void fill(void) { for (int i = 0; i < 5000; i++) field[i] = i % 9; }
void step(void) { for (int i = 0; i < 5000; i++) field[i] = field[i] / 2 + 1; }
double first(void) { return field[7]; }
";
    let built = Built::new(&[("main.c", main), ("steps.c", steps)]);
    line(built.dir.path(), "raddle build --offload-min 0 main.c steps.c -o a");
    let counts = built.counts(&[], &[]);
    assert_eq!(counts.to_device, 0, "{counts:?}");
    assert!(counts.to_host <= 3, "each read of the host, and the end: {counts:?}");
}

/// A particle-mesh code in five files: its stars come in, their places go out at each checkpoint, whatever the number of steps.
#[test]
fn a_particle_mesh_code_copies_its_stars_and_checkpoints() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/programs/stars-pm");
    let names = ["main", "mesh", "fft", "poisson", "motion"];
    let read = |name: String| (std::fs::read_to_string(sources.join(&name)).unwrap(), name);
    let all = names.iter().map(|it| format!("{it}.c")).chain(["stars.h".to_string()]).map(read);
    let all: Vec<_> = all.collect();
    let files: Vec<(&str, &str)> = all.iter().map(|(text, name)| (name.as_str(), text.as_str())).collect();
    let built = Built::new(&files);
    let list = |end: &str| names.map(|it| format!("{it}{end}")).join(" ");
    let separately = names.map(|it| format!("raddle cc -O2 -c {it}.c"));
    let ways = [
        vec![format!("raddle build {} -lm -o a", list(".c"))],
        [&separately[..], &[format!("raddle cc {} -lm -o a", list(".o"))]].concat(),
    ];
    for way in ways {
        way.iter().for_each(|it| line(built.dir.path(), it));
        for (steps, checkpoints) in [("9", 0), ("20", 2), ("41", 4)] {
            let settings = [("RADDLE_OFFLOAD_MIN", "1000")];
            let counts = built.counts(&settings, &[steps]);
            let of = |array| (counts.of(array, "h2d"), counts.of(array, "d2h"));
            assert_eq!(
                (of("place"), of("speed"), of("root")),
                ((1, checkpoints), (1, 0), (1, 0)),
                "{way:?}: {counts:?}"
            );
            assert_eq!((counts.to_device, counts.to_host), (3, checkpoints), "{way:?}: {counts:?}");
        }
    }
    let (expected, _) = built.run("none", &[], &["11"]);
    for device in ["cpu", "vulkan"] {
        assert_eq!(built.run(device, &[("RADDLE_OFFLOAD_MIN", "1000")], &["11"]).0, expected, "{device}");
    }
}

/// The lists reach further each time somebody changes them: `how` is 0 for nobody, the host, a launch, the library, a function of others.
const LISTS: &str = "
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 3000 };
void others(int *at, int i, int value);
__attribute__((noinline)) static void gather(int n, const double *restrict x, double *restrict y, const int *restrict first,
                                             const int *restrict second) {
  for (int i = 0; i < n; i++) y[i] = x[second[first[i]]] + i;
}
__attribute__((noinline)) static void scale(double *y) {
  for (int i = 0; i < N; i++) y[i] = y[i] / 3 + i % 5;
}
__attribute__((noinline)) static void widen(int *at, int by) {
  for (int i = 0; i < 40; i++) at[i] = at[i] + by;
}
int main(int argc, char **argv) {
  int how = atoi(argv[1]), *first = malloc(N * sizeof *first), *second = malloc(N * sizeof *second), value = 0;
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), sum = 0;
  for (int i = 0; i < N; i++) { first[i] = i % 50; second[i] = i % 60; y[i] = 0; }
  /* By the host: devices get what is reached. */
  x[0] = 1;
  for (int i = 1; i < N; i++) x[i] = x[i - 1] / 2 + i;
  for (int t = 0; t < 12; t++) {
    gather(N - t / 6, x, y, first, second);
    scale(y);
    value = 70 + t * 100;
    if (how == 1 && t == 3) second[3] = value;
    if (how == 2 && t == 3) first[7] = value;
    if (how == 3 && t == 3) widen(first, value);
    if (how == 4 && t == 3) memcpy(second + 10, &value, sizeof value);
    if (how == 5 && t == 3) others(second, 11, value);
    if (how == 6 && t == 3) {
      free(second);
      second = malloc(N * sizeof *second);
      for (int i = 0; i < N; i++) second[i] = i % 90;
    }
  }
  for (int i = 0; i < N; i++) sum = sum / 2 + y[i] + y[i % 60];
  printf(\"%.17g\\n\", sum);
  return 0;
}
";

const RECALLS: &str = "
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int __real_raddle_recall(const void *, const uint64_t *, int64_t, int64_t, int64_t *, int64_t);
static int asked, known;
int __wrap_raddle_recall(const void *owner, const uint64_t *words, int64_t ranges, int64_t n, int64_t *values, int64_t count) {
  int answer = __real_raddle_recall(owner, words, ranges, n, values, count);
  asked++;
  known += answer;
  return answer;
}
void others(int *at, int i, int value) { at[i] = value; }
__attribute__((destructor)) static void say(void) {
  if (getenv(\"SAY\")) printf(\"%d of %d\\n\", known, asked);
}
";

/// How far lists of subscripts reach is looked up once, and again when somebody has changed them. The emulated device ends the program where
/// a kernel reads behind what it was given.
#[test]
fn lists_are_looked_at_again_when_they_change() {
    let built = Built::new(&[("a.c", LISTS), ("recalls.c", RECALLS)]);
    line(built.dir.path(), "raddle cc --device none -c recalls.c -o recalls.o");
    line(built.dir.path(), "raddle build --offload-min 0 a.c recalls.o -Wl,--wrap=raddle_recall -o a");
    for how in ["0", "1", "2", "3", "4", "5", "6"] {
        let (expected, _) = built.run("none", &[], &[how]);
        let (said, _) = built.run("emulated", &[("SAY", "1")], &[how]);
        let (sum, recalls) = said.split_once('\n').unwrap();
        assert_eq!(format!("{sum}\n"), expected, "{how}");
        // Two lists, which are looked at before the first launch; with fewer elements they are other lists.
        let known: u32 = recalls.split(' ').next().unwrap().parse().unwrap();
        let most = if how == "0" { 20 } else { 19 };
        assert!(recalls.trim_end().ends_with("of 24") && (14..=most).contains(&known), "{how}: {recalls}");
    }
}

const LIBRARY_OUTER: &str = "
void step(double *, double *, int);
void outer(double *restrict a, double *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] += 1;
  step(a, b, n);
  for (int i = 0; i < n; i++) a[i] += b[i];
}
";

const OUTER_MAIN: &str = "
#include <stdio.h>
void outer(double *, double *, int);
static double a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = i % 10;
  for (int t = 0; t < 5; t++) outer(a, b, 1000);
  double sum = 0;
  for (int i = 0; i < 1000; i++) sum = sum / 3 + a[i] * (i % 7) + b[i];
  printf(\"%.17g\\n\", sum);
}
";

/// A name that leads elsewhere than to the function that knows of devices: who is called instead finds memory whole.
#[test]
fn calls_that_lead_elsewhere_find_memory_whole() {
    let other =
        "void step(double *a, double *b, int n) { for (int i = 0; i < n; i++) b[i] = a[i] * 2 + b[n - 1 - i] / 3; }\n";
    let wrap = "
void __real_step(double *, double *, int);
void __wrap_step(double *a, double *b, int n) {
  for (int i = 1; i < n; i++) a[i] += a[i - 1] / 2;
  __real_step(a, b, n);
  for (int i = 1; i < n; i++) a[i] += b[i - 1] / 2;
}
";
    let files =
        [("main.c", OUTER_MAIN), ("outer.c", LIBRARY_OUTER), ("step.c", STEP), ("other.c", other), ("wrap.c", wrap)];
    let objects = "raddle cc --offload-min 0 -fPIC -c main.c outer.c step.c";
    let plain = "raddle cc --device none -O1 -fPIC -c other.c wrap.c";
    type Way<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);
    let ways: [Way; 4] = [
        (&["raddle cc main.o outer.o step.o wrap.o -Wl,--wrap=step -o a"], &[]),
        (&["raddle cc main.o outer.o other.o step.o -Wl,-z,muldefs -o a"], &[]),
        (
            &[
                "raddle cc -shared outer.o step.o -o libouter.so",
                "raddle cc -shared other.o -o libother.so",
                "raddle cc main.o -L. -louter -Wl,-rpath,$ORIGIN -o a",
            ],
            &[("LD_PRELOAD", "libother.so"), ("LD_LIBRARY_PATH", ".")],
        ),
        (
            &[
                "raddle cc -shared outer.o step.o -o libouter.so",
                "raddle cc main.o libouter.so -Wl,-rpath,$ORIGIN -o a",
            ],
            &[],
        ),
    ];
    let mut sums = vec![];
    for (way, settings) in ways {
        let built = Built::new(&files);
        [&[objects, plain], way].concat().iter().for_each(|it| line(built.dir.path(), it));
        let preload =
            settings.iter().map(|it| (it.0, built.dir.path().join(it.1).display().to_string())).collect::<Vec<_>>();
        let settings: Vec<(&str, &str)> = preload.iter().map(|it| (it.0, it.1.as_str())).collect();
        let (expected, _) = built.run("none", &settings, &[]);
        assert_eq!(built.run("emulated", &settings, &[]).0, expected, "{way:?}");
        sums.push(expected);
    }
    assert!(sums[1] == sums[2] && sums[0] != sums[3] && sums[1] != sums[3], "each way calls what it should: {sums:?}");
}

const BOXES: &str = "
#include <stdio.h>
struct body { double x, y, z, mass; };
static int grid[10][12];
static struct body bodies[50];
static void kernel_box(void) {
  for (int i = 3; i < 7; i++)
    for (int j = 2; j < 7; j++) grid[i][j] += i * j;
}
static void kernel_field(void) {
  for (int i = 0; i < 50; i++) bodies[i].y *= 2;
}
int main(void) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 12; j++) grid[i][j] = i + j;
  for (int i = 0; i < 50; i++) bodies[i] = (struct body){i, i + 1, i + 2, i + 3};
  kernel_box();
  kernel_field();
  long sum = 0;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 12; j++) sum = sum * 3 % 1000003 + grid[i][j];
  double all = 0;
  for (int i = 0; i < 50; i++) all += bodies[i].x + bodies[i].y * 3 + bodies[i].z + bodies[i].mass;
  printf(\"%ld %g\\n\", sum, all);
  return 0;
}
";

/// A box of 4 x 5 in an array of 10 x 12 ints is one transfer of 80 bytes, one field of 50 structures one of 400.
#[test]
fn boxes_travel_without_what_lies_between() {
    let program = Built::program(BOXES, &["--offload-only", "kernel_.*"]);
    let (expected, _) = program.run("none", &[], &[]);
    for device in ["emulated", "vulkan"] {
        for settings in [&[][..], &[("RADDLE_VULKAN_STAGING", "1")]] {
            let (actual, stats) = program.run(device, settings, &[]);
            assert_eq!(actual, expected);
            let rows = stats["transfers"]["list"].as_array().unwrap().iter();
            let mut rows: Vec<(&str, &str, u64, u64)> = rows
                .map(|it| {
                    let (array, direction) = (it["array"].as_str().unwrap(), it["direction"].as_str().unwrap());
                    (array, direction, it["count"].as_u64().unwrap(), it["bytes"].as_u64().unwrap())
                })
                .collect();
            rows.sort_unstable();
            let (array, fields) = ("grid", "bodies");
            let wanted =
                [(fields, "d2h", 1, 400), (fields, "h2d", 1, 400), (array, "d2h", 1, 80), (array, "h2d", 1, 80)];
            assert_eq!(rows, wanted, "{device}");
        }
    }
}

const FAULTS: &str = "
#include <stdio.h>
#include <stdlib.h>
enum { N = 500 };
static double a[N], b[N];
static void at_end(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i] + b[i] * (i % 3);
  printf(\"end %.17g\\n\", sum);
}
static void step(void) {
  for (int i = 1; i < N - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
  for (int i = 1; i < N - 1; i++) a[i] = b[i] + 1;
}
int main(void) {
  atexit(at_end);
  for (int i = 0; i < N; i++) a[i] = i;
  for (int t = 0; t < 4; t++) {
    step();
    if (t % 2) printf(\"%.17g %.17g\\n\", a[t], b[N / 2]);
  }
  return 0;
}
";

/// Whatever call of a device fails: the program's results, or an end with status 3, without handlers if they would find old values.
#[test]
fn programs_whose_device_fails_end_right_or_say_what_is_lost() {
    let program = Built::program(FAULTS, &[]);
    let (expected, _) = program.run("none", &[], &[]);
    for (device, zero_copy) in [("emulated", "0"), ("vulkan", "0"), ("vulkan", "1")] {
        let (mut losses, mut ends) = (0, 0);
        for kind in ["lost", "refused", "memory"] {
            for call in 1..60 {
                let mut command = program.command(device);
                command.env("RADDLE_FAULT", format!("{kind}:{call}")).env("RADDLE_ZERO_COPY", zero_copy);
                let output = command.output().unwrap();
                let (said, got) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
                let what = format!("{device} {kind}:{call}: {}\n{said}{got}", output.status);
                let loses = said.contains("lost: the newest values of '");
                match output.status.code() {
                    Some(0) => assert!(got == expected && !loses, "{what}"),
                    Some(3) if loses => assert!(expected.starts_with(&*got) && !got.contains("end"), "{what}"),
                    Some(3) => assert!(got.contains("end") && said.contains("raddle: error: "), "{what}"),
                    _ => panic!("{what}"),
                }
                losses += i32::from(loses);
                ends += i32::from(output.status.code() == Some(3));
                if said.is_empty() {
                    break;
                }
            }
        }
        // Where memory is shared, a failure loses what a kernel may have written in part, or nothing.
        assert!(losses > 2 && (ends > losses || zero_copy == "1"), "{device}: {losses} {ends}");
    }
}

const ALARMS: &str = "
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
enum { N = 3000 };
static double a[N], b[N];
static sigjmp_buf out;
static void handler(int number) { siglongjmp(out, number); }
static void fill(double x) {
  for (int i = 0; i < N; i++) a[i] = x * i;
}
static void step(void) {
  for (int i = 0; i < N; i++) b[i] += a[i];
}
int main(void) {
  signal(SIGALRM, handler);
  for (volatile int round = 1; round < 60; round++) {
    fill(round);
    if (!sigsetjmp(out, 1)) {
      struct itimerval timer = {{0, 0}, {0, 100 + 37 * (round % 40)}};
      setitimer(ITIMER_REAL, &timer, 0);
      for (;;) step();
    }
    double sum = 0;
    for (int i = 0; i < N; i++) sum += a[i];
    printf(\"%.17g\\n\", sum);
  }
  return 0;
}
";

/// A handler leaves a loop that never ends; what a launch before it left on the device is not lost.
#[test]
fn loops_may_be_left_by_handlers_of_signals() {
    let program = Built::program(ALARMS, &[]);
    let (expected, _) = program.run("none", &[], &[]);
    for device in ["cpu", "emulated", "vulkan"] {
        for _ in 0..3 {
            assert_eq!(program.run(device, &[], &[]).0, expected, "{device}");
        }
    }
}

/// The loops get shorter until no launch pays for its own sake; the matrix is on the device.
const SHRINKING: &str = "
#include <stdio.h>
static double a[60][60], s[8];
__attribute__((noinline)) static void eliminate(int n) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j];
  }
}
__attribute__((noinline)) static void sums(int n) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < n; j++) s[i] = s[i] * 0.5 + a[i][j];
}
static void fill(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 1.0 / (i + j + 1) + (i == j) * 9;
}
int main(int argc, char **argv) {
  fill(60);
  if (argc == 1) eliminate(60);
  for (int t = 1; t < argc; t++) {
    fill(60);
    sums(60);
    printf(\"%d \", t);
  }
  for (int i = 0; i < 60; i++) printf(\"%.17g \", a[i][i / 2] + s[i % 8]);
  return 0;
}
";

/// A short launch goes where newer bytes are: to fetch them and send them again takes longer.
#[test]
fn short_launches_go_where_data_is() {
    let built = Built::program(SHRINKING, &[]);
    let settings = [("RADDLE_OFFLOAD_MIN", "1000")];
    let counts = built.counts(&settings, &[]);
    assert!(counts.to_device <= 2 && counts.to_host <= 2, "{counts:?}");
    // Also where the program is compiled for launches that are not so short.
    let compiled = Built::new(&[("a.c", SHRINKING)]);
    raddle(compiled.dir.path(), &["build", "a.c", "-o", "a"]);
    let counts = compiled.counts(&settings, &[]);
    assert!(counts.to_device <= 2 && counts.to_host <= 2, "{counts:?}");
    // Eight work items of 60 iterations each are slower there.
    let counts = built.counts(&settings, &["1", "2", "3"]);
    assert!(counts.of("a", "d2h") >= 3, "{counts:?}");
}

const PRINTED: &str = "
#include <stdio.h>
static double a[400], b[400], c[400];
__attribute__((noinline)) static void step(void) {
  for (int i = 0; i < 400; i++) { a[i] = a[i] + i; b[i] = a[i] * 2; c[i] = a[i] - b[i]; }
}
static void show(const double *x, double *y) {
  for (int i = 0; i < 400; i++) {
    if (i % 20 == 0) printf(\"\\n\");
    printf(\"%g \", x[i]);
    if (y) y[i] = i;
  }
}
int main(int argc, char **argv) {
  for (int t = 0; t < 3; t++) {
    step();
    show(b, argc > 1 ? c : 0);
    step();
    show(a, 0);
  }
  show(c, 0);
  return 0;
}
";

/// A loop that prints one array asks for it, and leaves others on the device, whose newer bytes it never reaches, until the program ends (`b`). One that it writes is
/// brought up to date once, not for each element.
#[test]
fn printing_an_array_leaves_the_others_where_they_are() {
    let built = Built::program(PRINTED, &[]);
    let counts = built.counts(&[], &[]);
    assert_eq!(["a", "b", "c"].map(|it| counts.of(it, "d2h")), [3, 4, 1], "{counts:?}");
    let counts = built.counts(&[], &["write"]);
    assert_eq!((counts.of("b", "d2h"), counts.of("a", "d2h")), (4, 3), "{counts:?}");
    assert!(counts.of("c", "d2h") <= 7, "{counts:?}");
}

const GRAM_SCHMIDT: &str = "
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double A[60][60], R[60][60], Q[60][60];
__attribute__((noinline)) static void kernel_gramschmidt(int m, int n) {
  for (int k = 0; k < n; k++) {
    double norm = 0;
    for (int i = 0; i < m; i++) norm += A[i][k] * A[i][k];
    R[k][k] = sqrt(norm);
    for (int i = 0; i < m; i++) Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < n; j++) {
      R[k][j] = 0;
      for (int i = 0; i < m; i++) R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < m; i++) A[i][j] -= Q[i][k] * R[k][j];
    }
  }
}
int main(int argc, char **argv) {
  int m = atoi(argv[1]), n = atoi(argv[2]);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) { A[i][j] = (i * j + i) % 11 + (i == j) * 20; R[i][j] = Q[i][j] = 0; }
  kernel_gramschmidt(m, n);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) printf(\"%.17g %.17g \", R[i][j], Q[i][j]);
  return 0;
}
";

/// Statements between launches are launches of one work item where the device has their arrays, so a loop's copies do not depend on its length;
/// on the host they are two for each iteration.
#[test]
fn statements_go_where_data_is_f15() {
    let built = Built::program(GRAM_SCHMIDT, &["--offload-only", "kernel_.*"]);
    let [short, long] = ["20", "40"].map(|n| built.counts(&[], &["40", n]));
    assert_eq!((short.to_device, short.to_host), (long.to_device, long.to_host), "{short:?} {long:?}");
    assert!(long.to_device <= 2 && long.to_host <= 3, "{long:?}");
    let mut explain = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let text = explain.current_dir(built.dir.path()).args(["explain", "--offload-min", "0", "a.c"]).output().unwrap();
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("line 8: statements are a kernel of one work item"), "{text}");
    let everywhere = Built::program(GRAM_SCHMIDT, &[]).counts(&[], &["40", "40"]);
    assert!(everywhere.to_device == 0 && everywhere.to_host <= 3, "{everywhere:?}");
}

const DURBIN: &str = "
#include <stdio.h>
#include <stdlib.h>
#define N 60
static double y[N][N], sum[N][N], alpha[N], beta[N], r[N], out[N];
__attribute__((noinline)) static void kernel_durbin(int n) {
  y[0][0] = r[0];
  beta[0] = 1;
  alpha[0] = r[0];
  for (int k = 1; k < n; k++) {
    beta[k] = beta[k - 1] - alpha[k - 1] * alpha[k - 1] * beta[k - 1];
    sum[0][k] = r[k];
    for (int i = 0; i <= k - 1; i++) sum[i + 1][k] = sum[i][k] + r[k - i - 1] * y[i][k - 1];
    alpha[k] = -sum[k][k] * beta[k];
    for (int i = 0; i <= k - 1; i++) y[i][k] = y[i][k - 1] + alpha[k] * y[k - i - 1][k - 1];
    y[k][k] = alpha[k];
  }
  for (int i = 0; i < n; i++) out[i] = y[i][n - 1];
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  for (int i = 0; i < n; i++) {
    r[i] = 1.0 / (i + 2);
    alpha[i] = beta[i] = out[i] = 0;
    for (int j = 0; j < n; j++) y[i][j] = sum[i][j] = 0;
  }
  kernel_durbin(n);
  for (int i = 0; i < n; i++) printf(\"%.17g \", out[i]);
  return 0;
}
";

/// What is on the host at first goes to the device when waiting has cost as much as its copies. From then on nothing is copied: 3 n + 4 copies
/// without such launches.
#[test]
fn statements_follow_their_data_a2_32() {
    let built = Built::program(DURBIN, &["--offload-only", "kernel_.*"]);
    let [short, long] = ["30", "60"].map(|n| built.counts(&[], &[n]));
    assert_eq!((short.to_device, short.to_host), (long.to_device, long.to_host), "{short:?} {long:?}");
    assert!(long.to_device + long.to_host < 40, "{long:?}");
}

const LONG_STATEMENTS: &str = "
#include <stdio.h>
#include <stdlib.h>
static double a[20000], s[4];
__attribute__((noinline)) static void kernel(int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + i;
    for (int i = 1; i < n; i++) a[i] = a[i - 1] * 0.25 + a[i];
  }
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  kernel(n, 5);
  for (int i = 0; i < n; i++) printf(\"%.17g \", a[i]);
  return 0;
}
";

/// One work item takes long: many iterations are the host's, whatever is copied for them.
#[test]
fn long_statements_stay_where_they_are_f15() {
    let built = Built::program(LONG_STATEMENTS, &["--offload-only", "kernel"]);
    let short = built.counts(&[], &["100"]);
    assert_eq!((short.to_device, short.to_host), (1, 1), "{short:?}");
    let long = built.counts(&[], &["20000"]);
    assert!(long.to_device >= 5 && long.to_host >= 5, "{long:?}");
}

/// A function without loops that calls a launching one of another file says what it accesses, in a unit that has nothing else of Raddle's.
#[test]
fn units_without_loops_may_ask_for_data() {
    const FIRST: &str = "
#include <stdio.h>
double a[400];
void relay(int);
void step(void) {
  for (int i = 0; i < 400; i++) a[i] = a[i] * 0.5 + i;
}
int main(void) {
  for (int t = 0; t < 5; t++) relay(t);
  printf(\"%.17g %.17g\\n\", a[3], a[399]);
  return 0;
}
";
    const SECOND: &str =
        "extern double a[400]; void step(void); void relay(int t) { a[t] = 7; step(); a[t + 1] += 2; }";
    let built = Built::new(&[("a.c", FIRST), ("b.c", SECOND)]);
    raddle(built.dir.path(), &["build", "--offload-min", "0", "a.c", "b.c", "-o", "a"]);
    let counts = built.counts(&[], &[]);
    assert!(counts.to_device + counts.to_host > 0, "{counts:?}");
}
