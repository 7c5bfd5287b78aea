//! MATLAB programs through the commands: compiled loops print what the interpreter and Octave print, on every device.

use std::path::Path;
use std::process::{Command, Output};

fn raddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).env("RADDLE_STRICT_FALLBACK", "1").output().unwrap()
}

fn program(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/matlab/compiled");
    folder.join(name).display().to_string()
}

/// A program prints what is recorded, on every device.
fn prints_the_record(name: &str) {
    let expected = std::fs::read_to_string(program(&format!("{name}.out"))).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let exe = dir.path().join(name);
    let built = raddle(&[
        "build",
        "--offload-min",
        "0",
        "--targets",
        "cpu,emulated",
        &program(&format!("{name}.m")),
        "-o",
        &exe.display().to_string(),
    ]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for device in ["none", "cpu", "emulated"] {
        let output = Command::new(&exe).env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{device}: {said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{device}: {said}");
    }
}

/// Matrices that functions fill are filled as late as possible, and in the memory of the value before, unless somebody sees it.
#[test]
fn matrices_are_filled_late_m14() {
    prints_the_record("late");
}

/// Growth, errors, output, complex results and empty ranges within compiled loops, and a function of another file.
#[test]
fn the_interpreter_goes_on_where_a_compiled_loop_cannot() {
    prints_the_record("leaving");
}

#[test]
fn statements_of_whole_arrays_print_what_octave_prints() {
    prints_the_record("arrays");
}

/// Complex numbers whose imaginary parts come and go, integers that saturate, singles: as scalars and as elements of arrays.
#[test]
fn numbers_of_other_classes_print_what_octave_prints() {
    prints_the_record("complex_numbers");
    prints_the_record("integers");
    prints_the_record("integers64");
    prints_the_record("singles");
}

/// What is collected to one loop has not happened when a later test fails, and has when something else needs it.
#[test]
fn groups_of_statements_happen_once_and_in_order() {
    prints_the_record("groups");
}

/// Values that an assignment behind `break`, `continue`, `return` or an error does not replace.
#[test]
fn values_that_loops_leave_are_there() {
    prints_the_record("live");
}

/// MEGHA's twelve programs at small sizes, functions not inlined by hand: the interpreter prints what Octave prints, compiled code nearly
/// that, and the same bits on all devices.
#[test]
fn meghas_programs_print_what_octave_prints_m34() {
    let dir = tempfile::tempdir().unwrap();
    let exe = dir.path().join("program");
    let names =
        ["bscholes", "capr", "clos", "crni", "dich", "edit", "fdtd", "fiff", "filter", "matmul", "nb1d", "nb3d"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/bench/matlab");
    let devices: &[&str] = if has_vulkan() { &["cpu", "emulated", "vulkan"] } else { &["cpu", "emulated"] };
    for name in names {
        let script = dir.path().join(format!("{name}.m"));
        let text = std::fs::read_to_string(folder.join(format!("{name}.m"))).unwrap();
        // All bits of a number, where the record has 15 digits.
        std::fs::write(&script, with_small_sizes(&text).replace("%.15g", "%.17g")).unwrap();
        let script = script.display().to_string();
        let output = raddle(&["build", "--offload-min", "0", &script, "-o", &exe.display().to_string()]);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = |device: &str, interpreted: bool| {
            let mut command = Command::new(&exe);
            command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0");
            command.envs(interpreted.then_some(("RADDLE_MATLAB_INTERPRET", "1")));
            let output = command.output().unwrap();
            assert!(output.status.success(), "{name} on {device}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        let expected = numbers(&std::fs::read_to_string(folder.join(format!("{name}.out"))).unwrap());
        let digits = |all: &[f64]| all.iter().map(|number| format!("{number:.14e}")).collect::<Vec<_>>();
        assert_eq!(digits(&numbers(&printed("none", true))), digits(&expected), "{name}");
        let text = printed("none", false);
        let is_close = |(x, y): (&f64, &f64)| (x - y).abs() <= 1e-10 * y.abs().max(1e-300);
        let actual = numbers(&text);
        let same = actual.len() == expected.len() && actual.iter().zip(&expected).all(is_close);
        assert!(same, "{name}:\n{text}instead of\n{expected:?}");
        for &device in devices {
            assert_eq!(printed(device, false), text, "{name} on {device}");
        }
    }
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn has_vulkan() -> bool {
    let devices = String::from_utf8(raddle(&["devices"]).stdout).unwrap();
    devices.lines().any(|line| line.starts_with("vulkan: "))
}

/// A benchmark with the sizes of its line `% small: 10 20, ...` in the assignments at its head.
fn with_small_sizes(text: &str) -> String {
    let sizes = text.lines().find_map(|line| line.strip_prefix("% small: ")).unwrap();
    let mut sizes = sizes.split(',').next().unwrap().split(' ');
    let line = |line: &str| match line.split_once(" = ") {
        Some((name, value)) if value.trim_end_matches(';').parse::<u64>().is_ok() => {
            sizes.next().map_or_else(|| line.into(), |size| format!("{name} = {size};"))
        }
        _ => line.into(),
    };
    text.lines().map(line).collect::<Vec<String>>().join("\n")
}

/// The C text of a script.
fn c_of(text: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.m");
    std::fs::write(&script, text).unwrap();
    String::from_utf8(raddle(&["emit", "--offload-min", "0", "--stage", "c", &script.display().to_string()]).stdout)
        .unwrap()
}

fn kernels(c: &str) -> usize {
    c.matches("noinline)) void nest_").count()
}

/// Statements that read elements at their own place are one loop, functions included; arrays that nobody reads are not written.
#[test]
fn statements_of_arrays_become_one_kernel_m14() {
    let function = "1;\nfunction y = f(a, s)\n  t = a .* s;\n  u = t + 1;\n  y = u .* u - t;\nend\n";
    let body = "x = ones(100, 1); y = x;\nfor k = 1:9\n  y = f(x + y, 2) + x;\n  x = y / 3;\nend\n";
    let c = c_of(&format!("{function}{body}"));
    // The function by itself has one, too.
    assert_eq!(kernels(&c), 2, "{c}");
    let (_, kernel) = c.rsplit_once("noinline)) void nest_").unwrap();
    let (parameters, _) = kernel.split_once('{').unwrap();
    assert_eq!(parameters.matches("restrict").count(), 2, "{kernel}");
}

/// Elements at other places are needed: two loops, and a copy where a statement overwrites what it reads.
#[test]
fn statements_that_read_other_elements_stay_apart() {
    let shifted = "x = ones(100, 1); y = x;\nfor k = 1:9\n  y = x + 1;\n  x(1:99) = y(2:100);\nend\n";
    assert_eq!(kernels(&c_of(shifted)), 2);
    let turned = "x = ones(100); y = x;\nfor k = 1:9\n  y = x + 1;\n  x = y';\nend\n";
    assert_eq!(kernels(&c_of(turned)), 2);
    let own = "x = ones(100, 1);\nfor k = 1:9\n  x(1:99) = x(2:100) / 2;\nend\n";
    assert_eq!(kernels(&c_of(own)), 2);
}

/// Sums join the loop that makes their elements, and what nobody reads behind them is not written: neither behind the loop, nor where
/// `break` leaves it, nor by name, nor by a statement that is interpreted.
#[test]
fn arrays_of_the_script_that_nobody_reads_are_not_written_m14() {
    let start = "A = ones(300); y = zeros(300, 1); u = A;\nfor k = 1:5\n";
    let body = "  t = A .* k;\n  u = t + 1;\n  y = y + sum(t .* u, 2);\n";
    let c = c_of(&format!("{start}{body}end\ndisp(sum(y))\n"));
    assert_eq!(kernels(&c), 2, "{c}");
    assert!(!c.contains("a_t[") && !c.contains("a_u["), "{c}");
    let is_written = |rest: &str| c_of(&format!("{start}{body}{rest}\n")).contains("a_u[i1][i0] =");
    for rest in [
        "end\ndisp(u(1))",
        "  if k == 3, break; end\n  u = A;\nend\ndisp(u(1))",
        "end\neval('disp(u(1))')",
        "  f = @() u;\nend",
        "  if k > 3, disp(u(1)), end\nend",
    ] {
        assert!(is_written(rest), "{rest}");
    }
    assert!(!is_written("  if k > 6, u = 2 * A; disp(u(1)), end\nend"));
}

/// What changes from iteration to iteration, is read by name or displayed cannot be left out or moved.
#[test]
fn what_has_effects_is_not_inlined() {
    let loops = "x = ones(50, 1);\nfor k = 1:9\n  x = f(x) / 2;\nend\n";
    let is_compiled = |body: &str| {
        let c = c_of(&format!("1;\nfunction y = f(x)\n  {body}\nend\n{loops}"));
        // The row of the loop's variable.
        c.contains("\"x\", 1, 2, 1, 1")
    };
    assert!(is_compiled("y = x;") && is_compiled("if x(1) > 2, error('no'); end\n  y = x;"));
    for body in ["global g\n  g = x;\n  y = x;", "disp(sum(x)); y = x;", "y = x; eval('y = 2 * x;');", "y = x"] {
        assert!(!is_compiled(body), "{body}");
    }
}

#[test]
fn loops_become_nests_with_the_places_of_the_script() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("product.m");
    let text = "n = 200;\na = ones(n); b = a;\nfor i = 1:n\n  for j = 1:n\n    b(i, j) = 2 * a(i, j) + j;\n  end\nend\nprintf(\"%d\\n\", b(3, 4));\n";
    std::fs::write(&script, text).unwrap();
    let script = script.display().to_string();
    let c = raddle(&["emit", "--stage", "c", &script]);
    assert!(String::from_utf8_lossy(&c.stdout).contains("nest_0_1("));
    let output = raddle(&["run", "--device", "cpu", "--remarks", &script]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("product.m:3: remark: loop in 'product' runs on the device"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "6\n");
}

/// A condition of loop variables may keep subscripts within the array: then the loop is a nest. One that allows an iteration too many
/// does not, and the program has its error.
#[test]
fn conditions_bound_subscripts() {
    let run = |body: &str| {
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("script.m");
        let text = format!(
            "n = 3000; k = 1; x = 1:n; y = zeros(1, n);\nfor i = 1:n\n  {body}\nend\nprintf(\"%g\\n\", sum(y));\n"
        );
        std::fs::write(&script, text).unwrap();
        let words = ["run", "--device", "cpu", "--offload-min", "0", "--stats", &script.display().to_string()];
        let output = raddle(&words);
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for body in [
        "if i == 1, y(i) = x(n); else, y(i) = x(i-1); end",
        "if i > 1, y(i) = x(i-1); end",
        "if i > 1.5 && x(i-1) > 2, y(i) = x(i-1); end",
        "if i >= n, y(i) = x(1); elseif i == k, y(i) = 7; else, y(i) = x(i-1) + x(i+1); end",
        "if ~(i <= k || n <= i), y(i) = x(i-1) + x(i+1); end",
        "if i ~= n, y(i) = x(i+1); end",
    ] {
        let (good, said) = run(body);
        assert!(good && said.contains("launches") && !said.contains("no loop nest"), "{body}: {said}");
    }
    for body in [
        "if i >= 1, y(i) = x(i-1); end",
        "if i > 0.5 && x(i) > 0, y(i) = x(i-1); end",
        "if i > n, y(i) = x(1); else, y(i) = x(i+1); end",
        "if i == 2, y(i) = 7; else, y(i) = x(i-1); end",
        "if ~(i < k || n < i), y(i) = x(i-1); end",
        "if i ~= 2, y(i) = x(i+1); end",
    ] {
        let (good, said) = run(body);
        assert!(!good && (said.contains("out of bound") || said.contains("x(0): subscripts")), "{body}: {said}");
    }
}

/// Loops whose C text clang refuses, which is our error, are interpreted: here a macro takes the name of a function that they have.
#[test]
fn refused_c_is_interpreted_with_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    std::fs::write(path("script.m"), "s = 0; for i = 1:10, s = s + i; end, disp(s)\n").unwrap();
    let words = ["build", "--offload-min", "0", "-Draddlemat_count=0", &path("script.m"), "-o", &path("program")];
    assert!(!raddle(&words).status.success(), "tests want to know of such an error");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("warning: internal error: clang refuses the C text of the script's loops"), "{said}");
    let printed = Command::new(path("program")).output().unwrap().stdout;
    assert_eq!(String::from_utf8_lossy(&printed), "55\n");
}

/// `raddle run` tries a script before it compiles it: one that ends at once is interpreted, and what it does is done once, whatever
/// the trial came to.
#[test]
fn short_scripts_are_run_without_being_compiled() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let run = |script: &str| {
        std::fs::write(path("script.m"), script).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        // Who sets a variable of ours wants the script compiled.
        let settings = std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("RADDLE_"));
        for (name, _) in settings {
            command.env_remove(name);
        }
        command.env("RADDLE_CACHE_DIR", path("cache")).args(["run", "script.m"]).current_dir(dir.path());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let files = std::fs::read_dir(path("cache")).unwrap().flatten();
        let marks = files.filter(|file| file.path().extension().is_some_and(|it| it == "mark")).count();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), said, marks)
    };
    let log = "f = fopen('a.log', 'a'); fprintf(f, 'once\\n'); fclose(f);";
    let lines = |name: &str| std::fs::read_to_string(path(name)).unwrap().lines().count();

    assert_eq!(run(&format!("{log} pause(60 * 0); x = 3")), (Some(0), "x = 3\n".into(), String::new(), 0));
    assert_eq!(lines("a.log"), 1);
    let (status, said, error, marks) = run("function f(), error('my:id', 'no'); end\ndisp(1), f()");
    assert_eq!((status, &*said, marks), (Some(1), "1\n", 0), "{error}");
    assert!(error.starts_with("error: no\n"), "{error}");
    // A file that it has written and reads, and one that it deletes, stop the trial.
    let reads = run(&format!("{log} disp(numel(fileread('a.log')))"));
    assert_eq!(reads, (Some(0), "10\n".into(), String::new(), 1));
    assert_eq!(lines("a.log"), 2);
    let deletes = run("n = exist('a.log'); delete('a.log'); disp([n, exist('a.log')])");
    assert_eq!(deletes, (Some(0), "   2   0\n".into(), String::new(), 2));
    // So does time.
    let long = run("s = 0; for i = 1:3e7, s = s + mod(i, 3); end, disp(s)");
    assert_eq!(long, (Some(0), "3.0000e+07\n".into(), String::new(), 3));
    // A program of many loops has as long as they would take to compile.
    let loops = "for i = 1:2, x = i; end\n".repeat(40);
    let many = run(&format!("{loops}t = cputime; while cputime - t < 0.6, end, disp(x)"));
    assert_eq!(many, (Some(0), "2\n".into(), String::new(), 3));
    let (status, _, said, _) = run("x = (1 + ;\ny = ];\n");
    assert_eq!(status, Some(1));
    assert!(said.contains("script.m:1:") && said.contains("script.m:2:") && said.contains('^'), "{said}");
}

/// Loops over scalars of integer classes compute with integers of C, but where a result may not be whole or not fit.
#[test]
fn integers_of_loops_are_integers_of_c() {
    let c = c_of(
        "a = int32(3); s = int32(0); u = uint32(5); h = int32(1);
         for i = 1:90000
           s = s + a * 2 - i; u = u * u; h = h * 0.5;
           if s < -1000, s = int32(7); end
         end
         disp(s), disp(u), disp(h)",
    );
    let has = |text: &str| assert!(c.contains(text), "{text}\n{c}");
    has("int64_t v_s = *r_s;");
    has("raddle_limit(v_a * 2, -2147483648, 2147483647)");
    has("if ((v_s < (0 - 1000))) {");
    // Their products have up to 64 bits.
    has("raddle_saturate(((double)v_u * (double)v_u), 0.0, 4294967295.0)");
    has("raddle_int(((double)v_h * 0.5), -2147483648.0, 2147483647.0)");
}

/// What runs a few times in all is left to the interpreter, with a remark; what may run often, or nobody knows how often, is not.
#[test]
fn what_takes_a_few_steps_is_not_compiled() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.m");
    let c_of = |text: &str| {
        std::fs::write(&script, text).unwrap();
        String::from_utf8(raddle(&["emit", "--stage", "c", &script.display().to_string()]).stdout).unwrap()
    };
    let function = "1;\nfunction s = f(x)\n  s = 0;\n  for i = 1:numel(x)\n    s = s + x(i) * i;\n  end\nend\n";
    // Each with a function of its own, so that no other loop has a region.
    let alone = |text: &str| match text {
        _ if text.contains("early(") => {
            "1;\nfunction n = early(x)\n  n = 1e6; if x > 0, return, end, n = 5;\nend\n".into()
        }
        _ if text.contains("set_global") => "1;\nfunction set_global()\n  global G\n  G = 1e6;\nend\n".into(),
        _ if text.contains("by_handle") => format!("{function}function r = by_handle(x)\n  r = f(x);\nend\n"),
        _ if text.contains("recursive") => {
            let body = "  r = 0; if n > 0, r = f(1:n) + recursive(n - 1); end\n";
            format!("{function}function r = recursive(n)\n{body}end\n")
        }
        _ if text.contains("f(") || text.contains("@f") || text.contains("'f'") => function.into(),
        _ => String::new(),
    };
    let has_regions = |text: String| c_of(&text).contains("int64_t region$");
    let is_compiled = |body: &str| has_regions(format!("{function}{body}\n"));
    assert!(!is_compiled("disp(f(1:50))"));
    let said = raddle(&["run", "--remarks", &script.display().to_string()]).stderr;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("script.m:4: remark:") && said.contains("steps at most"), "{said}");
    for small in [
        "A = [1 2; 3 4]; for k = 1:rows(A), A(k, :) += f(A(:, k)); end",
        "n = 20; x = zeros(n, 1); for k = 1:n-1, x(k+1) = x(k) + k; end, disp(f(x'))",
        "p.n = 10; s = 0; for k = 1:p.n, s += k; end",
        "x = []; for k = 1:9, x = [x k]; end",
    ] {
        assert!(!is_compiled(small), "{small}");
    }
    for large in [
        "disp(f(1:5000))",
        "for k = 1:100, disp(f(1:50)), end",
        "disp(f(rand(1, randi(3e6))))",
        "disp(cellfun(@f, {1, 2}))",
        "g = 'f'; disp(feval(g, 1:3))",
        "eval('y = f(1:9);')",
        "x = 1; while x < 1e6, x = 2 * x; end",
        "x = 1:3; x = input(''); for k = 1:numel(x), x(k) = k; end",
        "n = 1; n = str2double('5000'); s = 0; for k = 1:n, s += k; end",
        "s = 0; n = 1; for k = 1:20, n = 2 * n; end, for k = 1:n, s += k; end",
        // The value that counts is not the last one in the text.
        "n = 5; for j = 1:3, n = 1e6; if rand > 2, break; end, n = 5; end, s = 0; for k = 1:n, s += k; end",
        "n = 5; try, n = 1e6; error('x'); n = 5; catch, end, s = 0; for k = 1:n, s += k; end",
        "s = 0; for k = 1:early(1), s += k; end",
        "global G; G = 5; set_global(); s = 0; for k = 1:G, s += k; end",
        "n = 5; a = n; b = a; c = b; d = c; e = d; for j = 1:90, for k = 1:e, s = k; end, e = d; d = c; c = b; b = a; a = a * 2; end",
        // Functions of functions that are called in ways that are not seen.
        "disp(f(1:3)), cellfun(@by_handle, {1:5000})",
        "switch f(1:5000), case 1, disp(1), end",
        "disp(f(1:3)), recursive(3)",
        "n = 5; h = @() assignin('caller', 'n', 1e6); h(); s = 0; for k = 1:n, s += k; end",
    ] {
        assert!(has_regions(format!("{}{large}\n", alone(large))), "{large}");
    }
    // One that calls itself may do so any number of times.
    let recursive = "1;\nfunction s = g(n)\n  s = 0;\n  for i = 1:3\n    s = s + i;\n  end\n  if n > 0, s = s + g(n - 1); end\nend\ng(9)\n";
    assert!(c_of(recursive).contains("int64_t region$"));
}

/// Fields of structs, and variables whose classes only the running program knows.
#[test]
fn fields_and_unknown_classes_print_what_octave_prints() {
    prints_the_record("fields");
    prints_the_record("unknown");
}

/// Compiled loops do not warn of `|` and `&` whose right side is not evaluated.
fn without_short_circuits(said: &str) -> String {
    let blocks = said.split_inclusive("\n\n");
    blocks.filter(|block| !block.starts_with("warning: Matlab-style short-circuit operation")).collect()
}

/// Every twelfth program of the corpus, compiled; `RADDLE_MATLAB_CORPUS=all` for all of them.
#[test]
fn programs_of_the_corpus_print_the_record_when_compiled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/matlab");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path()).collect();
    names.retain(|path| {
        path.extension().is_some_and(|extension| extension == "m") && path.with_extension("out").exists()
    });
    names.sort();
    assert!(names.len() >= 400);
    let step = if std::env::var("RADDLE_MATLAB_CORPUS").is_ok_and(|which| which == "all") { 1 } else { 12 };
    let has_vulkan = has_vulkan();
    let dir = tempfile::tempdir().unwrap();
    let exe = dir.path().join("program");
    for path in names.iter().step_by(step) {
        let (script, to) = (path.display().to_string(), exe.display().to_string());
        let built = raddle(&["build", "--offload-min", "0", &script, "-o", &to]);
        assert!(built.status.success(), "{script}: {}", String::from_utf8_lossy(&built.stderr));
        let expected = std::fs::read(path.with_extension("out")).unwrap();
        for device in ["none", "cpu", "emulated", "vulkan"] {
            if device == "vulkan" && !has_vulkan {
                continue;
            }
            let mut command = Command::new(&exe);
            command.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").current_dir(&folder);
            let output = command.stdin(std::process::Stdio::null()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(printed, String::from_utf8_lossy(&expected), "{script} on {device}: {said}");
            let error = std::fs::read_to_string(path.with_extension("err")).unwrap_or_default();
            assert_eq!(without_short_circuits(&said), without_short_circuits(&error), "{script} on {device}");
            let fails = error.lines().any(|line| line.starts_with("error: "));
            assert_eq!(output.status.code(), Some(i32::from(fails)), "{script} on {device}: {said}");
        }
    }
}

#[test]
fn all_mistakes_of_a_script_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("wrong.m");
    std::fs::write(&script, "x = (1 + ;\ny = 2;\nz = ];\n").unwrap();
    let output = raddle(&["build", &script.display().to_string(), "-o", &dir.path().join("x").display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("wrong.m:1:") && said.contains("wrong.m:3:") && said.contains('^'), "{said}");
}

#[test]
fn loops_of_the_interpreter_have_a_remark() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("cells.m");
    std::fs::write(&script, "s = {};\nfor i = 1:3\n  s{i} = i;\nend\ndisp(numel(s))\n").unwrap();
    let output = raddle(&["run", "--offload-min", "0", "--remarks", &script.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("cells.m:2: remark:") && said.contains("interpreted: an assignment to a cell or field"),
        "{said}"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
}

/// What `build` remarks of a script.
fn remarks_of(script: &str) -> String {
    let exe = tempfile::tempdir().unwrap();
    let exe = exe.path().join("program").display().to_string();
    let words = ["build", "--remarks", "--targets", "cpu,emulated", "--offload-min", "0", script, "-o", &exe];
    let output = raddle(&words);
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The same of a script's text.
fn remarks_on(text: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.m");
    std::fs::write(&script, text).unwrap();
    remarks_of(&script.display().to_string())
}

/// The number that a text begins with, and the rest.
fn number(text: &str) -> (Option<usize>, &str) {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    (digits.parse().ok(), rest)
}

/// The places that a text names: file, line, and column if it has one.
fn places(text: &str) -> Vec<(String, usize, Option<usize>)> {
    let mut all = vec![];
    for (at, _) in text.match_indices(".m:") {
        let is_end = |c: char| c.is_whitespace() || "('".contains(c);
        let start = text[..at].rfind(is_end).map_or(0, |it| it + 1);
        let (line, rest) = number(&text[at + 3..]);
        let Some(line) = line else { continue };
        let column = rest.strip_prefix(':').and_then(|it| number(it).0);
        all.push((format!("{}.m", &text[start..at]), line, column));
    }
    all
}

/// The words of the C text that no script of the tests has.
fn is_internal(word: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let numbered = |kind: &str| word.strip_prefix(kind).is_some_and(|rest| !rest.is_empty() && digits(rest));
    let of_variable = word.split_once('_').is_some_and(|(kind, rest)| {
        let letter = kind.trim_end_matches(|it: char| it.is_ascii_digit());
        !rest.is_empty() && ["a", "v", "y", "q", "m", "n", "p", "c", "r", "ry"].contains(&letter)
    });
    let starts = ["nest_", "region$", "function$", "raddle_", "raddlemat_"];
    of_variable
        || ["r", "t", "w", "low", "high"].into_iter().any(numbered)
        || starts.iter().any(|it| word.starts_with(it))
}

/// A remark names lines and columns that are there, and nothing of the C text.
fn is_of_the_script(remark: &str) {
    for (file, line, column) in places(remark) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{file} of {remark}"));
        let length = text.lines().nth(line - 1).map(|it| it.chars().count());
        let length = length.unwrap_or_else(|| panic!("{file} has no line {line}: {remark}"));
        assert!(column.is_none_or(|it| it <= length + 1), "{length} columns in {file}:{line}: {remark}");
        // Loops without C text, and those with tests, have places of the script itself.
        let has_columns = remark.contains("interpreted: ") || remark.contains("compiled with tests");
        assert!(column.is_none() || has_columns, "{remark}");
    }
    let names = remark.split('\'').skip(1).step_by(2);
    let words = names.flat_map(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$'));
    words.for_each(|word| assert!(!is_internal(word) && !word.contains('$'), "'{word}' in {remark}"));
}

/// No column of the C text, and no name of it, is in what is said of MATLAB programs.
#[test]
fn remarks_have_the_places_and_names_of_the_script() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite");
    let bench = ["capr", "crni", "dich", "edit", "fdtd", "nb1d"].map(|name| format!("bench/matlab/{name}.m"));
    let compiled = ["arrays", "complex_numbers", "fields", "late", "groups", "unknown"];
    let compiled = compiled.map(|name| format!("matlab/compiled/{name}.m"));
    let demo = ["programs/demo/diffusion.m".to_string()];
    let mut count = 0;
    for name in demo.iter().chain(&bench).chain(&compiled) {
        let said = remarks_of(&root.join(name).display().to_string());
        for remark in said.lines().filter(|line| line.contains(": remark: ")) {
            count += 1;
            is_of_the_script(remark);
        }
    }
    assert!(count > 100, "{count}");
}

/// Variables and functions have the names that the script gives them, in remarks for machines and in statistics as well.
#[test]
fn remarks_name_what_the_script_names() {
    let text = "1;\nfunction y = total(x)\n  y = 0;\n  for k = 1:numel(x)\n    y = y + x(k);\n  end\nend\n\
                x = rand(1, 5000);\ns = 0;\nfor i = 1:5000\n  s = s + x(i);\nend\nfor i = 1:5000\n  x(i) = 2 * x(i);\nend\n\
                disp(total(x) + s);\n";
    let said = remarks_on(text);
    assert!(said.contains("script.m:4: remark: loop in 'total' stays on the host: reduction + on 'y': "), "{said}");
    assert!(said.contains("script.m:10: remark: loop in 'script' stays on the host: reduction + on 's': "), "{said}");
    assert!(said.contains("script.m:13: remark: loop in 'script' runs on the device"), "{said}");
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    std::fs::write(path("script.m"), text).unwrap();
    let (json, stats) = (path("remarks.json"), path("stats.json"));
    let wanted = [format!("--remarks=json:{json}"), format!("--stats=json:{stats}")];
    let words = ["run", "--device", "emulated", "--offload-min", "0", &wanted[0], &wanted[1], &path("script.m")];
    let output = raddle(&words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json = std::fs::read_to_string(json).unwrap();
    assert!(
        json.contains("loop in 'total' stays on the host: reduction + on 'y'") && !json.contains("nest_"),
        "{json}"
    );
    let stats: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(stats).unwrap()).unwrap();
    let all = |list: &serde_json::Value, key: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|it| it[key].as_str().unwrap().to_string()).collect()
    };
    let functions = all(&stats["nests"], "function");
    assert!(functions.iter().all(|it| it == "script" || it == "total") && functions.len() == 3, "{functions:?}");
    assert_eq!(all(&stats["kernels"], "name"), ["script_13"]);
    assert!(all(&stats["transfers"]["list"], "array").iter().all(|it| it == "x"), "{stats:#}");
}

/// What a function of another file is given is copied where it is called.
#[test]
fn arguments_have_the_place_of_the_call() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.m");
    std::fs::write(dir.path().join("lifted.m"), "function y = lifted(x)\n  x(1) = 0;\n  y = x + 1;\nend\n").unwrap();
    let text = format!(
        "{}x = rand(1, 5000);\nfor k = 1:50\n  y = lifted(x);\n  x = y;\nend\ndisp(x(2));\n",
        "% A line.\n".repeat(40)
    );
    std::fs::write(&script, text).unwrap();
    let said = remarks_of(&script.display().to_string());
    said.lines().filter(|line| line.contains(": remark: ")).for_each(is_of_the_script);
    assert!(said.contains("script.m:43: remark: loop in 'script' runs on the device"), "{said}");
    assert!(said.contains("lifted.m:3: remark: loop in 'lifted' runs on the device"), "{said}");
}

/// A loop that keeps its tests says so, in an explanation, too; one that has none does not.
#[test]
fn compiled_loops_with_tests_have_a_remark() {
    let loops = |value: &str| format!("n = 5000; x = rand(1, n);\nfor i = 1:n\n  x(i) = {value};\nend\ndisp(x(3));\n");
    let said = remarks_on(&loops("log(x(i)) + x(i)^1.5"));
    let why = "compiled with tests in its iterations, so it has no parallel version: a result that may be complex (";
    assert!(said.contains(&format!("script.m:2: remark: loop in 'script' stays on the host: {why}")), "{said}");
    assert!(said.contains("script.m:3:10)"), "{said}");
    let free = remarks_on(&loops("exp(x(i)) + x(i)"));
    assert!(free.contains("script.m:2: remark: ") && !free.contains("compiled with tests"), "{free}");
    let ends = "k = 1; s = 0;\nwhile s < 1e5\n  s = s + k; k = k + 1;\nend\ndisp(k);\n";
    let ends = remarks_on(ends);
    assert!(ends.contains("script.m:2: remark: ") && ends.contains("a condition tells how often it runs"), "{ends}");
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.m");
    std::fs::write(&script, loops("log(x(i)) + x(i)^1.5")).unwrap();
    let output = raddle(&["explain", "--offload-min", "0", &script.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("script.m:2: in 'script': stays on the host") && said.contains("compiled with tests"),
        "{said}"
    );
}

/// A sweep that a device runs in waves is one loop, whose other versions are not told.
#[test]
fn a_loop_with_several_versions_has_one_remark() {
    let text = "n = 300; a = rand(n);\nfor k = 1:5\n  for i = 2:n-1\n    for j = 2:n-1\n      \
                a(i,j) = (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)) / 4;\n    end\n  end\nend\ndisp(a(3, 3));\n";
    let said = remarks_on(text);
    let remarks: Vec<&str> = said.lines().filter(|line| line.contains(": remark: ")).collect();
    assert!(
        matches!(remarks[..], [one] if one.ends_with("script.m:2: remark: loop in 'script' runs on the device")),
        "{said}"
    );
    // Loops that are not versions of each other have a verdict each.
    let said = remarks_on(
        "x = rand(1, 5000); s = 0;\nfor i = 1:5000\n  x(i) = x(i) + 1;\nend\nfor i = 1:5000\n  s = s + x(i);\nend\ndisp(s);\n",
    );
    assert!(said.contains("script.m:2: remark: loop in 'script' runs on the device"), "{said}");
    assert!(said.contains("script.m:5: remark: loop in 'script' stays on the host"), "{said}");
}

/// Functions that nobody has are warned of where they are called first, and are Octave's errors when the program comes there.
#[test]
fn unknown_functions_are_warned_of() {
    let dir = tempfile::tempdir().unwrap();
    let (script, exe) = (dir.path().join("script.m"), dir.path().join("script"));
    std::fs::write(dir.path().join("part.m"), "x = own + 1;\nprintf('%d\\n', x);\n").unwrap();
    let build = |text: &str| {
        std::fs::write(&script, text).unwrap();
        let output = raddle(&["build", &script.display().to_string(), "-o", &exe.display().to_string()]);
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = build("x = 1;\nif x > 2, y = sparse(x); end\nf = @(a) sparse(a) + nosuch(a);\nprintf('%d\\n', x);\n");
    let messages: Vec<_> = said.lines().filter(|line| line.contains(": warning: ")).collect();
    assert_eq!(messages.len(), 2, "{said}");
    let text = "is no function of the program, and none that is built in";
    assert!(messages[0].ends_with(&format!("script.m:2:15: warning: 'sparse' {text}")), "{said}");
    assert!(messages[1].ends_with(&format!("script.m:3:22: warning: 'nosuch' {text}")), "{said}");
    assert!(said.contains('^') && said.contains("docs/builtins.md"), "{said}");
    let output = Command::new(&exe).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1\n");
    // The ones that Octave has say what is missing; guards by identifier see the same error.
    build("try, sparse(3); catch err, disp(err.identifier), disp(err.message), end\n");
    let output = Command::new(&exe).output().unwrap();
    let reason = "'sparse' undefined near line 1, column 6 (Raddle has no sparse matrices)";
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("Octave:undefined-function\n{reason}\n"));

    // Variables of all kinds, functions of the program, and what a script that is run sees of its caller.
    let known = "1;\nfunction r = f(a, varargin), r = a + numel(varargin); end\nglobal g\ng = 1; own = f(g, 2);\n\
        try, error('no'), catch e, disp(e.message), end\nfor [v, k] = struct('a', 1), disp(k), end\n\
        h = @(a) a + own; [p, q.z] = deal(h(1)); m = containers.Map(); part\nans\n";
    assert_eq!(build(known), "");
}
