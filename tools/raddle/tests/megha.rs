//! The rows of MEGHA's digest (first half): what the compiler makes of MATLAB, seen from outside, and what such programs print on
//! every device.

use std::path::Path;
use std::process::{Command, Output};

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

fn run(exe: &Path, device: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(exe);
    command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").envs(variables.iter().copied());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{device}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The script compiled prints a text on every device, and interpreted; the executable can have sizes from outside.
fn prints_with(text: &str, runs: &[(&[(&str, &str)], &str)]) {
    let dir = tempfile::tempdir().unwrap();
    let (script, exe) = (dir.path().join("script.m"), dir.path().join("exe"));
    std::fs::write(&script, text).unwrap();
    let words = ["build", "--offload-min", "0", "--targets", "cpu,emulated"];
    let output =
        Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).arg(&script).arg("-o").arg(&exe).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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

/// Each operator is one operation of the nest, whatever the expression's depth.
#[test]
fn operators_are_single_operations_m1() {
    let text = "n = 1000; a = (1:n) / 8; b = a * 2; c = a + 3; d = b - 1; x = zeros(1, n);
for i = 1:n-1
  x(i) = (a(i) + b(i)) * (c(i) - d(i + 1));
end
A = zeros(2, 3); A(1, 2) = 2; [r, k] = size(A); printf('%.17g %d %d %d\\n', sum(x), r, k, sum(A(:)));
";
    let nest = told(&["emit", "--stage", "nest"], text);
    let function = nest.split("llvm.func @").find(|function| function.starts_with("__raddle_impl_nest_0_1(")).unwrap();
    let count = |operation: &str| function.matches(operation).count();
    // The host's version of the loop has them once again.
    let versions = count("arith.mulf");
    assert!(versions >= 1 && count("arith.addf") == versions && count("arith.subf") == versions, "{function}");
    prints(text, "-14899148.4375 2 3 2\n");
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

/// Only what an iteration leaves to the next is carried; a store to an element makes no new array.
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
    let head = c.lines().find(|line| line.contains("void nest_0_1(")).unwrap();
    assert!(head.contains("*restrict r_s") && !head.contains("r_t") && !head.contains("r_u"), "{head}");
    assert!(head.matches("a_A").count() == 1, "{head}");
    prints(text, "400046668 42\n");
}

/// Classes and shapes come from the program; what has none is named, and needs no annotation to run.
#[test]
fn classes_and_shapes_are_inferred_m5() {
    let text = "n = 100; A = rand(n, n); B = ones(100, 50) * ones(50, 20); C = B'; z = int8(1:3); s = 0;
for i = 1:columns(C), s = s + C(1, i) + B(i, 1) + A(i, i) * 0 + double(z(1)); end
printf('%g %s %s\\n', s, mat2str(size(B)), mat2str(size(C)));
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
    prints(text, "10100 [100 20] [20 100]\n");
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

/// Sums, products of elements, matrix products and transposes go to devices; means, output and recurrences do not.
#[test]
fn what_suits_devices_is_told_m7() {
    let remarks = remarks(
        "1;
function r = f(a, b)
  c = a + b;
  d = c .* a;
  e = d';
  r = e .* 2;
  for i = 2:numel(a), a(i) = a(i-1) * 0.5 + a(i); end
  for i = 1:numel(a), b(i) = b(i) + 1; end
  r = r + mean(a(:)) + mean(b(:));
  disp(r(1))
end
for k = 1:3, f(rand(100, 100), rand(100, 100)); end
",
    );
    assert!(is_parallel(&remarks, 3) && is_parallel(&remarks, 8), "{remarks}");
    assert!(!is_parallel(&remarks, 7) && !is_parallel(&remarks, 9), "{remarks}");
    assert!(remarks.contains("script.m:7: remark: loop in 'nest_1_1' stays on the host: flow on 'a_a'"), "{remarks}");
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
    prints(text, "211823.25\n6991872128000\n25004\n25004\n4545\n25006\n");
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
        let stats = told(&["run", "--stats", "--device", "emulated"], &text);
        let row = stats.lines().find(|line| line.contains("nest_1_1_") && line.contains("], [")).unwrap();
        let numbers: Vec<u64> = row.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        let [x, _, _, width, _, _] = numbers[numbers.len() - 6..] else { panic!("{stats}") };
        assert!(x * width >= 4000, "{loops}\n{stats}");
        prints(&text, "1600040000\n");
    }
}

/// Groups cover every element once, whatever the extents.
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
    prints(text, "10725 13573.828125 1\n");
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

/// Scripts of arrays become loops without arrays between them; output has an effect on the host.
#[test]
fn scripts_of_arrays_become_one_kernel_a2_36() {
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
