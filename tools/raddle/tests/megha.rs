//! The rows of MEGHA's digest (first half): what the compiler makes of MATLAB, seen from outside, and what such programs print on
//! every device.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn raddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).output().unwrap()
}

/// What a command prints for a script, errors included.
fn told(words: &[&str], text: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.m");
    std::fs::write(&script, text).unwrap();
    let script = script.display().to_string();
    let exe = dir.path().join("exe").display().to_string();
    let mut all = words.to_vec();
    all.extend(["--offload-min", "0", &*script]);
    if words[0] == "build" {
        all.extend(["-o", &*exe]);
    }
    let output = raddle(&all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
}

fn c_of(text: &str) -> String {
    told(&["emit", "--stage", "c"], text)
}

/// The functions of nests: heads and bodies.
fn nests(c: &str) -> Vec<&str> {
    let nests = c.split("static __attribute__((noinline)) void nest_").skip(1);
    nests.map(|nest| nest.split("\n}\n").next().unwrap()).collect()
}

/// Those that begin in a line of the script.
fn nests_of(c: &str, line: usize) -> Vec<&str> {
    let place = format!("#line {line} ");
    let starts = |nest: &&str| nest.lines().nth(1).is_some_and(|first| first.starts_with(&place));
    nests(c).into_iter().filter(starts).collect()
}

/// The remarks of a script: where its loops run.
fn remarks(text: &str) -> String {
    told(&["build", "--remarks"], text)
}

/// Does the loop of a line run on devices?
fn is_parallel(remarks: &str, line: usize) -> bool {
    let place = format!("script.m:{line}: remark: loop in '");
    let mut of_line = remarks.lines().filter(|remark| remark.contains(&place)).peekable();
    assert!(of_line.peek().is_some(), "line {line} has no remark:\n{remarks}");
    of_line.all(|remark| !remark.contains("stays on the host"))
}

/// How a loop of the script is explained: the words behind `line 4, for i: `.
fn fate<'a>(explained: &'a str, line: usize, index: &str) -> &'a str {
    let head = format!("line {line}, for {index}: ");
    explained.split(&head).nth(1).unwrap_or_else(|| panic!("no '{head}':\n{explained}")).lines().next().unwrap()
}

/// What `raddle emit --stage mat` says of a region.
fn region_of(text: &str) -> String {
    told(&["emit", "--stage", "mat"], text)
}

/// The devices with memory of their own that are there.
fn devices() -> Vec<&'static str> {
    let all = String::from_utf8(raddle(&["devices"]).stdout).unwrap();
    let has_vulkan = all.lines().any(|line| line.starts_with("vulkan: "));
    if has_vulkan { vec!["emulated", "vulkan"] } else { vec!["emulated"] }
}

/// The script as an executable, which is there as long as the folder is.
fn built(text: &str, targets: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let (script, exe) = (dir.path().join("script.m"), dir.path().join("exe"));
    std::fs::write(&script, text).unwrap();
    let words = ["build", "--offload-min", "0", "--targets", targets];
    let output =
        Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).arg(&script).arg("-o").arg(&exe).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (dir, exe)
}

/// What an executable prints on a device, and its statistics.
fn measured(exe: &Path, device: &str, variables: &[(&str, &str)]) -> (String, Value) {
    let file = exe.with_extension("json");
    let wanted = format!("json:{}", file.display());
    // Copies are counted as on devices with memory of their own.
    let settings = [("RADDLE_STATS", &*wanted), ("RADDLE_ZERO_COPY", "0")];
    let printed = run(exe, device, &[variables, &settings].concat());
    (printed, serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap())
}

fn run(exe: &Path, device: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(exe);
    command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").envs(variables.iter().copied());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{device}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The script compiled prints a text on every device, and interpreted; the executable can have sizes from outside.
fn prints_with(text: &str, runs: &[(&[(&str, &str)], &str)]) {
    let (_dir, exe) = built(text, "cpu,emulated");
    for (variables, expected) in runs {
        for device in ["none", "cpu", "emulated"] {
            assert_eq!(run(&exe, device, variables), *expected, "{device}");
        }
        let interpreted = [*variables, &[("RADDLE_MATLAB_INTERPRET", "1")]].concat();
        assert_eq!(run(&exe, "none", &interpreted), *expected, "interpreted");
    }
}

fn prints(text: &str, expected: &str) {
    prints_with(text, &[(&[], expected)]);
}

/// The loop of a nest in MLIR, without its host's version.
fn nest_of<'a>(text: &'a str, function: &str) -> &'a str {
    let head = format!("function = \"{function}\"");
    let nest = text.split("region.nest(").find(|nest| nest.contains(&head)).unwrap_or_else(|| panic!("{text}"));
    nest.split("\n    }\n").next().unwrap()
}

/// The operators on numbers, in their order.
fn operators(nest: &str) -> Vec<&str> {
    let words = nest.split_whitespace().filter_map(|word| word.strip_prefix("arith."));
    words.filter(|word| matches!(*word, "addf" | "subf" | "mulf" | "divf")).collect()
}

/// Each operator is one operation of the nest, whatever the expression's depth; of the row's five assignments the one of `i + 1` is in a
/// subscript. So it makes no difference who takes the expression apart.
#[test]
fn operators_are_single_operations_m1() {
    let text = |body: &str| {
        format!(
            "n = 1000; a = (1:n) / 8; b = a * 2; c = a + 3; d = b - 1; x = zeros(1, n);
for i = 1:n-1
{body}
end
printf('%.17g\\n', sum(x));
"
        )
    };
    let whole = text("  x(i) = (a(i) + b(i)) * (c(i) - d(i + 1));");
    let apart = text("  t0 = a(i) + b(i);\n  t2 = d(i + 1);\n  t3 = c(i) - t2;\n  x(i) = t0 * t3;");
    for text in [&whole, &apart] {
        let mlir = told(&["emit", "--stage", "nest"], text);
        let nest = nest_of(&mlir, "nest_0_1");
        assert_eq!(operators(nest), ["addf", "subf", "mulf"], "{nest}");
        assert_eq!(nest.matches("- 1] : memref<?xf64>").count(), 4, "a, b, c and x at i:\n{nest}");
        let next = nest.lines().filter(|line| line.contains("affine.load") && line.contains("] : memref<?xf64>"));
        assert_eq!(next.filter(|line| !line.contains("- 1]")).count(), 1, "d at i + 1:\n{nest}");
        prints(text, "-14899148.4375\n");
    }
}

/// What is simple stays as it is.
#[test]
fn to_simplify_twice_changes_nothing_m1() {
    let text = "n = 1000; a = (1:n) / 8; c = a + 3; x = zeros(1, n);
for i = 1:n-1, x(i) = (a(i) + c(i) * 1) * (c(i) - a(i + 1) / 2); end
printf('%.17g\\n', sum(x));
";
    let dir = tempfile::tempdir().unwrap();
    let simpler = |mlir: &str| {
        let file = dir.path().join("a.mlir");
        std::fs::write(&file, mlir).unwrap();
        let output = raddle(&["opt", "--canonicalize", "--cse", &file.display().to_string()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let first = told(&["emit", "--stage", "nest"], text);
    let once = simpler(&first);
    assert_ne!(once, first);
    assert_eq!(simpler(&once), once);
}

/// An element's assignment is one store, whatever its subscripts, and an assignment of several values is one statement.
#[test]
fn elements_and_several_values_are_assigned_at_once_m1() {
    let text = "a = zeros(4, 5, 6);
for k = 1:6, for j = 1:5, for i = 1:4, a(i, j, k) = 2; end, end, end
[r, c] = size(zeros(2, 3)); printf('%d %d %d\\n', sum(a(:)), r, c);
";
    let mlir = told(&["emit", "--stage", "nest"], text);
    let nest = nest_of(&mlir, "nest_0_1");
    let stores: Vec<_> =
        nest.lines().filter(|line| line.contains("affine.store") && line.contains("x?xf64>")).collect();
    assert!(matches!(stores[..], [store] if store.matches(" - 1").count() == 3), "{nest}");
    prints(text, "240 2 3\n");
}

#[test]
fn end_and_colon_are_subscripts_m2() {
    let text = "a = ones(10, 1); b = ones(10, 10); C = reshape(1:24, 2, 3, 4);
for k = 1:3
  a(4:end) = 42; b(5:end, 1) = 42; C(:, end, 2:end) = k; d = C(end) + b(end, 1);
end
printf('%d %d %d %d\\n', sum(a), sum(b(:)), sum(C(:)), d);
";
    prints(text, "297 346 213 45\n");
    assert!(!c_of(text).split("static const struct raddle_mat_source").next().unwrap().contains(" end "));
}

/// The loop's values and bounds are those at its beginning.
#[test]
fn loop_variables_are_the_loops_own_m3() {
    prints(
        "n = 10; c = 0;\nfor i = 1:n\n  i = i + 10; n = 3; c = c + 1;\nend\nprintf('%d %d %d\\n', c, i, n);\n",
        "10 20 3\n",
    );
}

/// Only what an iteration leaves to the next is carried; what both branches assign is one variable behind them; a store to an element makes
/// no new array.
#[test]
fn only_live_variables_are_carried_m4() {
    let text = "A = zeros(1, 20000); t = 0; s = 0;
for i = 1:20000
  if mod(i, 3) == 0, t = i * 2; u = 1; else, t = i + 1; u = 2; end
  A(10) = 42;
  s = s + t * u;
end
printf('%d %d\\n', s, A(10));
";
    let c = c_of(text);
    let [nest] = nests(&c)[..] else { panic!("{c}") };
    let head = nest.lines().next().unwrap();
    assert!(head.contains("*restrict r_s") && !head.contains("r_t") && !head.contains("r_u"), "{head}");
    assert!(head.matches("a_A").count() == 1, "{head}");
    for name in ["v_t", "v_u"] {
        let (declared, assigned) = (format!("double {name};"), format!("  {name} = "));
        assert_eq!((nest.matches(&declared).count(), nest.matches(&assigned).count()), (1, 2), "{nest}");
    }
    prints(text, "400046668 42\n");
}

/// The row's loop with a condition takes `n` alone, as `x` is assigned before it is read; both have their values behind it.
#[test]
fn loops_with_conditions_take_what_they_read_m4() {
    let text = "n = 42; x = 1;\nwhile n < 4000\n  x = n + 1;\n  n = x + 1;\nend\nprintf('%d %d\\n', n, x);\n";
    let said = region_of(text);
    assert!(said.contains("script.m:2-5, in script:\n"), "{said}");
    assert!(said.contains("  n: double scalar, read and written\n  x: double scalar, made here\n"), "{said}");
    prints(text, "4000 3999\n");
    prints(&text.replace("n = 42", "n = 4001"), "4001 1\n");
}

/// Classes and shapes come from the program, sizes from the running one, unless the program says them where it makes the array. What has no
/// class is named, and needs no annotation to run.
#[test]
fn classes_and_shapes_are_inferred_m5() {
    let text = "n = 100; A = rand(n, n); B = ones(100, 50) * ones(50, 20); C = B'; z = int8(1:3); s = 0;
for i = 1:columns(C), s = s + C(1, i) + B(i, 1) + A(i, i) * 0 + double(z(1)); end
printf('%g %s %s %s\\n', s, mat2str(size(A)), mat2str(size(B)), mat2str(size(C)));
q.x = {1, 2};
for k = 1:2000, y = q.x{1} + k; end
";
    let c = c_of(text);
    // Roles, shapes (0 scalar, 1 row, 3 matrix) and classes (1 double, 6 int8).
    for row in [
        "{\"A\", 1, 3, 1, 0}",
        "{\"B\", 1, 3, 1, 0}",
        "{\"C\", 1, 3, 1, 0}",
        "{\"s\", 1, 0, 1, 1}",
        "{\"z\", 1, 1, 6, 0}",
    ] {
        assert!(c.contains(row), "{row}\n{c}");
    }
    let remarks = remarks(text);
    assert!(remarks.contains("script.m:5: remark") && remarks.contains("the class of 'y' is not known"), "{remarks}");
    prints(text, "10100 [100 100] [100 20] [20 100]\n");
}

/// Sizes that the text says are constants of the loops that it becomes: 100 x 50 times 50 x 20 is 100 x 20. Others come with the arrays when
/// a region is entered: one executable runs both.
#[test]
fn sizes_are_constants_where_the_text_says_them_m5() {
    let text = "1;
function C = f()
  C = ones(100, 50) * ones(50, 20);
end
function C = g(A, B)
  C = A * B;
end
for k = 1:2, C = f(); D = g(ones(100, 10 * k), ones(10 * k, 20)); printf('%s %s %d %d\\n', mat2str(size(C)), mat2str(size(D')), C(1), D(1)); end
";
    let c = c_of(text);
    let product = |line: usize| nests_of(&c, line).into_iter().find(|nest| nest.contains(" += ")).unwrap();
    let constant = product(3);
    assert!(["j < 20;", "k < 50;", "i < 100;"].iter().all(|bound| constant.contains(bound)), "{constant}");
    let other = product(6);
    assert!(["j < n_B;", "k < n_A;", "i < m_A;"].iter().all(|bound| other.contains(bound)), "{other}");
    prints(text, "[100 20] [20 100] 50 10\n[100 20] [20 100] 50 20\n");
}

/// A statement of whole arrays and a parallel nest of loops are one operation each.
#[test]
fn array_statements_and_nests_are_one_operation_m6() {
    let text = "1;
function r = f(a, b)
  r = a + b .* a;
end
function a = g(a)
  for j = 1:columns(a)
    for i = 1:rows(a)
      a(i, j) = a(i, j) * 2;
    end
  end
end
A = reshape(mod((1:2500) * 7, 51), 50, 50);
for k = 1:3, x = f(A * k, ones(50, 50)); y = g(x); end, printf('%.17g\\n', sum(x(:)), sum(y(:)));
";
    let c = c_of(text);
    // The function has one, and the loop that calls it another.
    let statements = nests_of(&c, 3);
    assert!(statements.len() == 2 && statements.iter().all(|nest| nest.matches("for (int64_t").count() == 1), "{c}");
    let [nest] = nests_of(&c, 6)[..] else { panic!("{c}") };
    assert_eq!(nest.matches("for (int64_t").count(), 2, "{nest}");
    prints(text, "374892\n749784\n");
}

/// Sums, products of elements, transposes, matrix products and parallel loops go to devices; means and recurrences do not, and a loop with
/// output is the interpreter's.
#[test]
fn what_suits_devices_is_told_m7() {
    let text = "1;
function r = added(a, b), r = a + b; end
function r = scaled(a, b), r = a .* b; end
function r = turned(a), r = a'; end
function r = product(a, b), r = a * b; end
function r = next(a)
  r = a;
  for i = 1:numel(a), r(i) = a(i) + 1; end
end
function r = average(a), r = mean(a(:)); end
function a = recurrence(a)
  for i = 2:numel(a), a(i) = a(i-1) * 0.5 + a(i); end
end
A = reshape(mod(1:3600, 7), 60, 60); B = A;
for k = 1:2
  B = scaled(turned(product(added(A, B), A)), A) / 1000; B = next(B); m = average(B);
end
for k = 1:2, B = recurrence(B); end
for k = 1:2
  disp(k + m * 0);
end
";
    let remarks = remarks(text);
    for line in [2, 3, 4, 5, 8] {
        assert!(is_parallel(&remarks, line), "{line}\n{remarks}");
    }
    for (line, reason) in [
        (10, "in 'average' stays on the host: reduction + on"),
        (12, "in 'recurrence' stays on the host: flow on 'a'"),
        (19, "in 'script' stays on the host: interpreted: a statement that is not compiled ("),
    ] {
        assert!(!is_parallel(&remarks, line), "{line}\n{remarks}");
        assert!(remarks.contains(&format!("script.m:{line}: remark: loop {reason}")), "{line}\n{remarks}");
    }
    prints(text, "1\n2\n");
}

/// Exact dependences: offsets by the number of iterations, even and odd elements, filters, products; not recurrences and sweeps.
#[test]
fn user_loops_are_parallel_where_they_may_m8() {
    let text = "1;
function y = fir(x, h)
  y = zeros(1, numel(x));
  for i = 1:numel(x) - 16
    s = 0;
    for k = 1:16, s = s + x(i + k) * h(k); end
    y(i) = s;
  end
end
function c = product(a, b)
  c = zeros(rows(a), columns(b));
  for i = 1:rows(a)
    for j = 1:columns(b)
      for k = 1:columns(a), c(i, j) = c(i, j) + a(i, k) * b(k, j); end
    end
  end
end
function a = ahead(a, n)
  for i = 1:n, a(i) = a(i + n); end
end
function a = odd(a, n)
  for i = 1:n, a(2 * i) = a(2 * i + 1); end
end
function x = recurrence(x)
  for i = 2:numel(x), x(i) = x(i - 1) / 2 + x(i); end
end
function a = near(a, n)
  for i = 1:n, a(i + n - 1) = a(i); end
end
x = mod((1:5000) * 7, 11); y = fir(x, (1:16) / 16); A = reshape(1:6400, 80, 80); C = product(A, A');
z = ahead(x, 2500); w = odd(x, 2000); v = recurrence(mod(x, 2)); u = near(x, 2500);
printf('%.17g\\n', sum(y), sum(C(:)), sum(z), sum(w), round(sum(v)), sum(u));
";
    let remarks = remarks(text);
    for line in [4, 12, 19, 22] {
        assert!(is_parallel(&remarks, line), "{line}\n{remarks}");
    }
    for line in [25, 28] {
        assert!(!is_parallel(&remarks, line), "{line}\n{remarks}");
    }
    let explained = told(&["explain"], text);
    for (line, index) in [(4, "i"), (12, "i"), (13, "j")] {
        assert!(fate(&explained, line, index).starts_with("parallel"), "{line}\n{explained}");
    }
    // The sums of a filter and of an element of a product are computed in their order.
    for (line, reason) in [(6, "reduction + on"), (14, "an iteration overwrites")] {
        let fate = fate(&explained, line, "k");
        assert!(fate.starts_with("run in order by each work item: ") && fate.contains(reason), "{line}\n{explained}");
    }
    prints(text, "211823.25\n6991872128000\n25004\n25004\n4545\n25006\n");
}

/// A sweep in place has no parallel loop: each element waits for two neighbours. It runs in waves, with the values of its order.
#[test]
fn sweeps_in_place_are_not_parallel_m8() {
    let text = "1;
function a = sweep(a, n)
  for i = 2:n - 1
    for j = 2:n - 1
      a(i, j) = (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1)) / 4;
    end
  end
end
a = sweep(reshape(mod((1:1600) * 7, 51), 40, 40), 40); printf('%.17g %.17g\\n', sum(a(:)), a(20, 20));
";
    let explained = told(&["explain"], text);
    assert!(explained.contains("script.m:3: in 'sweep': in part"), "{explained}");
    assert!(fate(&explained, 4, "j").starts_with("sequential: an iteration"), "{explained}");
    assert!(explained.contains("line 3: loop has a version in waves of tiles for CPU threads"), "{explained}");
    prints(text, "40106.292374674522 20.469569489574731\n");
}

/// Ranges in subscripts are no arrays; lists of places are tested once for each of them.
#[test]
fn ranges_in_subscripts_are_no_arrays_m15() {
    let text = "1;
function s = f(E, n)
  X = E(:, :, 2:n + 1); Y = E(:, 10:-2:2, 1);
  s = sum(X(:)) + sum(Y(:) .* (1:numel(Y))');
end
function s = g(E, t)
  X = E(:, :, t) * 1;
  s = sum(X(:));
end
E = reshape(1:1200, 10, 10, 12); r = 0; q = 0;
for k = 1:3, r = r + f(E * k, 10); q = q + g(E * k, [2 3 5]); end, printf('%.17g\\n', r, q);
";
    let c = c_of(text);
    let slices = nests_of(&c, 3);
    assert!(!slices.is_empty() && slices.iter().all(|nest| !nest.contains("floor") && nest.contains("[b")), "{c}");
    let tests: Vec<_> = nests_of(&c, 7).into_iter().filter(|nest| nest.contains("*bad |=")).collect();
    assert!(!tests.is_empty() && tests.iter().all(|nest| nest.matches("for (int64_t").count() == 1), "{c}");
    prints(text, "3910050\n510900\n");
}

/// A colon, a list and a range are three kinds of loops.
#[test]
fn subscripts_become_loops_m16() {
    let text = "1;
function r = f(E, idx)
  X = E(:, idx, 3:2:9); Y = E(idx, 10:-2:2, 4); Z = E(end:-1:1, :, 1);
  r = [sum(X(:)) sum(Y(:)) sum(Z(:) .* (1:numel(Z))') size(X)];
end
E = reshape(mod((1:1000) * 37, 101), 10, 10, 10); idx = [5 1 1 9];
for k = 1:2, printf('%.17g ', f(E * k, idx)); end, disp('')
try, f(E, [1 11]); catch err, disp(err.message), end
";
    let expected =
        "7547 1077 250636 10 4 4 15094 2154 501272 10 4 4 \nE(_,11,_): out of bound 10 (dimensions are 10x10x10)\n";
    prints(text, expected);
    assert!(c_of(text).contains("void nest_"));
}

/// Loops that statements of arrays become go along columns, and so do parallel loops of the user, in any order.
#[test]
fn loops_go_along_columns_m17() {
    let c = c_of(
        "1;
function r = f(a, b)
  r = a(:, :, 1) .* b + a(:, :, 2)';
end
for k = 1:3, x = f(rand(60, 60, 2) * k, ones(60)); end
",
    );
    let nest = nests(&c).into_iter().find(|nest| nest.contains("a_r[i1][i0] =")).unwrap();
    let [outer, inner] = ["int64_t i1 = 0", "int64_t i0 = 0"].map(|head| nest.find(head).unwrap());
    assert!(outer < inner, "{nest}");
    for loops in ["for i = 1:rows(B), for j = 1:columns(B)", "for j = 1:columns(B), for i = 1:rows(B)"] {
        let text = format!(
            "1;
function A = scaled(B)
  A = zeros(size(B));
  {loops}
    A(i, j) = B(i, j) * 2;
  end, end
end
A = scaled(reshape(1:40000, 4000, 10)); printf('%.17g\\n', sum(A(:)));
"
        );
        let (_dir, exe) = built(&text, "cpu,emulated");
        let (_, stats) = measured(&exe, "emulated", &[]);
        let is_of_loops = |kernel: &&Value| kernel["source"].as_str().unwrap().ends_with("script.m:4");
        let kernel = stats["kernels"].as_array().unwrap().iter().find(is_of_loops).unwrap();
        let [x, width] = ["grid", "block"].map(|what| kernel[what][0].as_u64().unwrap());
        assert!(x * width >= 4000, "{loops}\n{stats}");
        prints(&text, "1600040000\n");
    }
}

/// Groups cover every element once, whatever the extents: the launch policy's on each device, and those of the row, which may be asked for.
/// Rows are columns here, and a grid has three dimensions: 33 x 65 x 5 is 2 groups of 32 by 65 by 5, where the row has 3 by 33 * 5.
#[test]
fn groups_cover_every_element_once_m18() {
    let text = "A = zeros(33, 65, 5);
for k = 1:5
  for j = 1:65
    for i = 1:33, A(i, j, k) = A(i, j, k) + 1 + i / 64; end
  end
end
printf('%d %.17g %d\\n', numel(A), sum(A(:)), all(A(:) >= 1 & A(:) < 2));
";
    assert!(is_parallel(&remarks(text), 2));
    let expected = "10725 13573.828125 1\n";
    prints(text, expected);
    let (_dir, exe) = built(text, "cpu,emulated,vulkan");
    for device in [&["cpu"], &devices()[..]].concat() {
        let shape = |asked: &[(&str, &str)]| {
            let (printed, stats) = measured(&exe, device, asked);
            assert_eq!(printed, expected, "{device}");
            let [kernel] = &stats["kernels"].as_array().unwrap()[..] else { panic!("{stats}") };
            assert_eq!(kernel["launches"], 1, "{stats}");
            ["grid", "block"].map(|what| [0, 1, 2].map(|at| kernel[what][at].as_u64().unwrap()))
        };
        let [grid, block] = shape(&[]);
        for (at, extent) in [33, 65, 5].into_iter().enumerate() {
            let (groups, items) = (grid[at], block[at]);
            // The last group has elements, too.
            assert!(groups * items >= extent && (groups - 1) * items < extent, "{device}: {grid:?}, {block:?}");
        }
        assert_eq!(shape(&[("RADDLE_BLOCK", "32x1")]), [[2, 65, 5], [32, 1, 1]], "{device}");
    }
}

/// A product of matrices is a nest of its own until it is scheduled, whatever stands beside it.
#[test]
fn products_of_matrices_stay_apart_m25() {
    let text = "1;
function r = f(a, b)
  c = a * b;
  r = c + 1;
end
A = reshape(mod((1:4096) * 7, 51), 64, 64);
for k = 1:2, x = f(A * k, A); end, printf('%.17g\\n', sum(x(:)));
";
    let c = c_of(text);
    let (products, others): (Vec<_>, Vec<_>) = nests(&c).into_iter().partition(|nest| nest.contains(" += "));
    assert!(!products.is_empty() && !others.is_empty(), "{c}");
    for product in products {
        // One loop makes the zeros that the others add to.
        assert!(product.matches("for (int64_t").count() == 4 && !product.contains("+ 1.0"), "{product}");
    }
    prints(text, "327624504\n");
}

/// The product has the bits of the naive triple loop, interpreted and on every device, and is tiled for CPU threads.
#[test]
fn products_of_matrices_are_those_of_the_triple_loop_m25() {
    let text = "1;
function c = naive(a, b)
  c = zeros(rows(a), columns(b));
  for i = 1:rows(a)
    for j = 1:columns(b)
      for k = 1:columns(a)
        c(i, j) = c(i, j) + a(i, k) * b(k, j);
      end
    end
  end
end
function c = product(a, b)
  c = a * b;
end
A = reshape(mod((1:2600) * 7, 51), 40, 65) / 7; B = reshape(mod((1:3315) * 5, 37), 65, 51) / 3;
for k = 1:2, x = product(A * k, B); y = naive(A * k, B); printf('%d %.17g %.17g\\n', isequal(x, y), sum(x(:)), x(40, 51)); end
";
    let explained = told(&["explain"], text);
    assert!(explained.contains("line 13: loop has a version in tiles for CPU threads"), "{explained}");
    prints(text, "1 2843546.7142857118 1567.5714285714282\n1 5687093.4285714235 3135.1428571428564\n");
}

/// Functions are called as they are, arrays grow, lists of places are computed, and one executable runs any size.
#[test]
fn nothing_is_written_by_hand_m38() {
    let text = "1;
function r = twice(x), r = helper(x) * 2; end
function r = helper(x), r = x + 1; end
a = ones(10, 1); a(15) = 42; n = str2double(getenv('SIZE')); b = [];
for i = 1:n, b(end + 1) = twice(i); end
t = linspace(1, n, n); c = a(mod(t, 15) + 1);
printf('%d %g %g %.17g %.17g\\n', numel(a), sum(a(11:14)), a(15), sum(b), sum(c));
";
    prints_with(text, &[(&[("SIZE", "10")], "15 0 42 130 9\n"), (&[("SIZE", "3000")], "15 0 42 9009000 10400\n")]);
}

/// The row's script: one kernel makes what is displayed behind it, and only that is there and copied, once.
#[test]
fn scripts_of_arrays_become_one_kernel_a2_36() {
    let arrays = "a = ones(1000, 1000);\nb = a + a + a;\nc = b * 2 + 3;\n";
    for (shown, made, expected) in [
        ("disp(b(7)), disp(c(7))\n", &["a_b", "a_c"][..], "3\n9\n"),
        ("disp(a(7)), disp(b(7)), disp(c(7))\n", &["a_a", "a_b", "a_c"], "1\n3\n9\n"),
    ] {
        let text = format!("{arrays}{shown}");
        let c = c_of(&text);
        let [nest] = nests(&c)[..] else { panic!("{c}") };
        let head = nest.lines().next().unwrap();
        assert!(made.iter().all(|name| head.contains(name)), "{head}");
        assert_eq!(head.matches("restrict").count(), made.len(), "{head}");
        let (_dir, exe) = built(&text, "cpu,emulated,vulkan");
        for device in devices() {
            let (printed, stats) = measured(&exe, device, &[]);
            assert_eq!(printed, expected, "{device}");
            assert!(matches!(&stats["kernels"].as_array().unwrap()[..], [one] if one["launches"] == 1), "{stats}");
            let transfers = &stats["transfers"];
            assert_eq!((&transfers["h2d"]["count"], &transfers["d2h"]["count"]), (&0.into(), &made.len().into()));
            let rows = transfers["list"].as_array().unwrap();
            let names = rows.iter().map(|row| row["array"].as_str().unwrap().trim_start_matches("a_"));
            assert!(names.eq(made.iter().map(|name| name.trim_start_matches("a_"))), "{device}: {transfers}");
        }
        prints(&text, expected);
    }
}

/// Statements of a script outside of loops run once, so they are compiled only if they are known to take long.
#[test]
fn short_statements_of_a_script_are_interpreted_a2_36() {
    let text = |size: &str| format!("n = {size};\na = ones(n, n);\nb = a + a + a;\nc = b * 2 + 3;\ndisp(c(1))\n");
    assert!(region_of(&text("1000")).contains("  c: double matrix, made here\n"));
    for size in ["10", "str2double(getenv('SIZE'))"] {
        assert_eq!(region_of(&text(size)), "", "{size}");
    }
}

/// A statement of a script that calls functions with loops leaves these to the functions: their arrays are the interpreter's then, which
/// nobody copies.
#[test]
fn loops_of_functions_that_a_script_calls_are_regions_there_a2_36() {
    let said = region_of(
        "1;
function x = f(n)
  x = g(n) + 1;
end
function x = g(n)
  x = zeros(n, n);
  for k = 1:n
    for i = 2:n, x(i, k) = x(i - 1, k) + 1; end
  end
end
x = f(2000);
disp(x(5))
",
    );
    assert!(said.contains(", in g:\n") && !said.contains(", in script:\n"), "{said}");
}

/// Growth in a row of statements of a script, an error behind it, and values that are read by their names.
#[test]
fn long_statements_of_a_script_happen_in_order_a2_36() {
    let text = "e = 4;
try
  a = ones(100, 100) * ones(100, 120);
  b = a(1:100, 1:100) + 1;
  c = b; c(200, 1) = 7; d = b * 2; d = c + a; e = 5;
catch err
  disp(err.message)
end
name = 'd'; printf('%d ', a(1), b(1), size(c), c(200, 1), eval(name)(1), e); printf('\\n');
";
    let said = region_of(text);
    assert!(said.contains("script.m:3-5, in script:\n") && said.contains("  d: double matrix, made here\n"), "{said}");
    prints(text, "operator +: nonconformant arguments (op1 is 200x100, op2 is 100x120)\n100 101 200 100 7 202 4 \n");
}

/// The same in a function: what nobody asks for is not made. Output has an effect on the host.
#[test]
fn functions_of_arrays_become_one_kernel_a2_36() {
    let text = "1;
function c = f(x)
  a = x * ones(1000, 1000);
  b = a + a + a;
  c = b * 2 + 3;
end
for k = 1:2, c = f(k); disp(c(1)), end
";
    let c = c_of(text);
    let last = c.rsplit("static __attribute__((noinline)) void nest_").next().unwrap();
    let head = last.lines().next().unwrap();
    assert!(head.contains("a_c") && !head.contains("a_a") && !head.contains("a_b"), "{head}");
    assert!(remarks(text).contains("script.m:7: remark: loop in 'script' stays on the host: interpreted: "));
    prints(text, "9\n15\n");
}

/// Statements of whole vectors in a user's loop are one loop over elements in its nest, which is parallel: vectors that an iteration makes
/// anew are numbers, and sums are there behind it. What passes from one iteration to the next stays in memory.
#[test]
fn whole_vectors_of_user_loops_are_in_their_nests_m8() {
    let text = "1;
function r = f(x, A)
  r = zeros(numel(x), 1); acc = zeros(numel(x), 1);
  for k = 1:numel(x)
    d = x - x(k);
    e = d .* A(:, k);
    r(k) = sum(e) + max(d) * 2;
  end
  for k = 1:numel(x)
    acc = acc / 2 + A(:, k);
  end
  r = r + acc;
end
x = (1:65)'; A = mod((1:65)' * (1:65), 7) - 3;
for k = 1:2, r = f(x * k, A); printf('%.17g %.17g %.17g\\n', sum(r), r(7), max(r)); end
";
    let c = c_of(text);
    let [parallel] = nests_of(&c, 4)[..] else { panic!("{c}") };
    assert!(parallel.matches("for (int64_t").count() == 2 && parallel.contains("double v_d = "), "{parallel}");
    let [sequential] = nests_of(&c, 9)[..] else { panic!("{c}") };
    assert!(sequential.contains("a_acc[") && !sequential.contains("double v_acc"), "{sequential}");
    let remarks = remarks(text);
    assert!(is_parallel(&remarks, 4), "{remarks}");
    let types = told(&["emit", "--stage", "mat"], text);
    assert!(types.contains("script.m:4-8, in f:\n") && types.contains("  d: double column, made here\n"), "{types}");
    prints(text, "4110.1259842519703 -4960 5848\n8270.1259842519739 -9914 11702\n");
}

/// What a called function computes from arguments that the loop around the call leaves alone is computed once in that loop: of a loop that
/// does more than that, the part that needs nothing else.
#[test]
fn parts_of_functions_that_stay_the_same_run_once_in_a_loop() {
    let text = |change: &str| {
        format!(
            "1;
function x = solve(lower, middle, upper, right)
  n = numel(middle); x = zeros(n, 1);
  for k = 2:n
    factor = lower(k-1) / middle(k-1);
    middle(k) = middle(k) - factor * upper(k-1);
    right(k) = right(k) - factor * right(k-1);
  end
  x(n) = right(n) / middle(n);
  for k = n-1:-1:1, x(k) = (right(k) - upper(k) * x(k+1)) / middle(k); end
end
function u = heat(n, steps)
  u = ones(n, steps); middle = 4 * ones(1, n); side = -ones(1, n - 1);
  for j = 2:steps
    u(:, j) = solve(side, middle, side, u(:, j-1));
    {change}
  end
end
u = heat(1000, 30); printf('%.17g\\n', u(500, 1:3), u(1, 30));
"
        )
    };
    let c = c_of(&text(""));
    assert!(c.contains("once1 = 0;\n") && c.contains("if (!once1) {\n") && c.contains("a1_factor_each"), "{c}");
    prints(&text(""), "1\n0.5\n0.25\n2.7832966832597988e-10\n");
    let c = c_of(&text("middle(1) = middle(1) + 1;"));
    assert!(!c.contains("if (!once"), "{c}");
}
