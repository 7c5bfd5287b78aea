//! The commands as a user meets them: bad input gives a clear diagnostic and the right exit status, and leaves nothing behind.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");

/// An empty directory to work in, with temporary files and cache inside, so that leftovers are seen.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        for name in ["tmp", "work"] {
            fs::create_dir(dir.path().join(name)).unwrap();
        }
        Place { dir }
    }

    fn work(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    fn command(&self, args: &str) -> Command {
        let mut command = Command::new(RADDLE);
        command.args(args.split_whitespace()).current_dir(self.work());
        command.env("TMPDIR", self.dir.path().join("tmp")).env("RADDLE_CACHE_DIR", self.dir.path().join("cache"));
        command
    }

    fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    fn text(&self, args: &str) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The command fails with this status, says this, and leaves the directory as it was.
    #[track_caller]
    fn fails(&self, args: &str, status: i32, message: &str) {
        let before = self.files();
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(status), "{args}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{args}: {}", stderr(&output));
        assert_eq!(before, self.files(), "{args}");
        self.is_clean();
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut res: Vec<_> = fs::read_dir(self.work()).unwrap().map(|entry| entry.unwrap().path()).collect();
        res.sort();
        res
    }

    #[track_caller]
    fn is_clean(&self) {
        let left: Vec<_> =
            fs::read_dir(self.dir.path().join("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "temporary files were left: {left:?}");
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Root may read and write everything.
fn is_root() -> bool {
    unsafe { libc::geteuid() == 0 }
}

const HELLO: &str = "#include <stdio.h>\nint main(int argc, char **argv) { printf(\"hello %s\\n\", argc > 1 ? argv[1] : \"\"); return argc; }\n";

#[test]
fn errors_in_the_source_are_clangs_to_explain() {
    let place = Place::new();
    place.file("a.c", "int main(void) { return x; }\n");
    place.file("b.c", "#include \"absent.h\"\nint main(void) { return 0; }\n");
    for (command, output) in [("run", ""), ("build", "-o x"), ("cc", "-o x"), ("cc -c", "-o x.o"), ("cc -c", "")] {
        place.fails(&format!("{command} a.c {output}"), 1, "a.c:1:25: error: use of undeclared identifier 'x'");
        place.fails(&format!("{command} b.c {output}"), 1, "b.c:1:10: fatal error: 'absent.h' file not found");
    }
}

#[test]
fn an_undefined_function_is_the_linkers_to_explain() {
    let place = Place::new();
    place.file("a.c", "void nowhere(void);\nint main(void) { nowhere(); return 0; }\n");
    for args in ["run a.c", "build a.c -o x", "cc a.c", "cc a.c -o x"] {
        place.fails(args, 1, "undefined reference to `nowhere'");
    }
}

#[test]
fn unknown_flags() {
    let place = Place::new();
    place.file("a.c", HELLO);
    place.fails("cc --frobnicate a.c", 1, "unknown argument: '--frobnicate'");
    place.fails("cc -c -fno-such-flag a.c", 1, "unknown argument: '-fno-such-flag'");
    place.fails("run --frobnicate a.c", 2, "unexpected argument '--frobnicate'");
    place.fails("build -fno-such-flag a.c -o x", 1, "unknown argument: '-fno-such-flag'");
    place.fails("frobnicate", 2, "unrecognized subcommand");
    place.fails("build a.c", 2, "required arguments were not provided");
    place.fails("run", 2, "no input file");
    place.fails("run -c a.c", 2, "there is 'raddle cc'");
    place.fails("cc -c a.c -o", 1, "argument to '-o' is missing");
}

#[test]
fn files_that_are_no_c() {
    let place = Place::new();
    place.file("empty.c", "");
    place.file("garbage.c", (0..4000u32).map(|i| (i * 197 % 251) as u8).collect::<Vec<_>>());
    place.file("garbage.o", b"\x7fELF then nothing sensible");
    place.file("a.cpp", "int main() {}\n");
    fs::create_dir(place.work().join("dir.c")).unwrap();
    place.fails("run empty.c", 1, "undefined reference to `main'");
    place.fails("run garbage.c", 1, "error");
    place.fails("cc -c garbage.c -o x.o", 1, "error");
    place.fails("cc garbage.o -o x", 1, "garbage.o");
    place.fails("run a.cpp", 1, "C++");
    place.fails("run dir.c", 1, "Is a directory");
    place.fails("cc -c dir.c", 1, "dir.c");
    place.fails("run absent.c", 1, "cannot read 'absent.c': No such file or directory");
    place.fails("cc -c absent.c", 1, "no such file or directory: 'absent.c'");
    assert!(place.run("cc -c empty.c").status.success());
}

#[test]
fn places_that_cannot_be_read_or_written() {
    let place = Place::new();
    place.file("a.c", HELLO);
    fs::create_dir(place.work().join("dir")).unwrap();
    place.fails("build a.c -o no/such/dir", 1, "cannot write 'no/such/dir': No such file or directory");
    place.fails("build a.c -o dir", 1, "cannot write 'dir': Is a directory");
    place.fails("cc -c a.c -o no/x.o", 1, "No such file or directory");
    place.fails("run --dump /dev/null/x a.c", 1, "cannot make '/dev/null/x'");
    place.fails("cc --dump=/dev/null/x -c a.c", 1, "cannot make '/dev/null/x'");
    place.fails("build a.c -o /proc/x", 1, "cannot write '/proc/x'");
    if !is_root() {
        place.file("secret.c", HELLO);
        fs::set_permissions(place.work().join("secret.c"), fs::Permissions::from_mode(0o000)).unwrap();
        place.fails("run secret.c", 1, "cannot read 'secret.c': Permission denied");
        fs::set_permissions(place.work().join("dir"), fs::Permissions::from_mode(0o555)).unwrap();
        place.fails("build a.c -o dir/x", 1, "cannot write 'dir/x': Permission denied");
    }
}

#[test]
fn what_is_no_file_stays_where_a_compilation_fails() {
    let place = Place::new();
    place.file("wrong.c", "int f(int");
    assert!(Command::new("mkfifo").arg(place.work().join("pipe")).status().unwrap().success());
    place.fails("cc -c wrong.c -o pipe", 1, "error: expected");
}

#[test]
fn devices_and_modes_by_name() {
    let place = Place::new();
    place.file("a.c", HELLO);
    place.fails("run --device tpu a.c", 2, "unknown device 'tpu'");
    place.fails("run --device wgpu a.c", 2, "not in this version");
    place.fails("run --device cpu:first a.c", 2, "not the index of a device");
    place.fails("build --fp exact a.c -o x", 2, "modes are strict, reproducible, contract, fast");
    place.fails("cc --fp=exact -c a.c", 2, "invalid value 'exact' for '--fp'");
    place.fails("build --transfers lazy a.c -o x", 2, "schemes are optimized and naive");
    place.fails("run --offload-only ( a.c", 2, "regex");
    place.fails("run --stats=xml:f a.c", 2, "json:FILE");
    place.fails("cc --device=tpu -c a.c", 2, "unknown device 'tpu'");
}

/// A difference in the last bit of any step changes what is printed.
fn chaos(loops: &str) -> String {
    format!(
        "#include <math.h>\n#include <stdio.h>\ndouble a[2000];\nint main(void) {{\n  a[0] = 0.3;\n  {loops}\n  \
         printf(\"%a\\n\", a[1999]);\n  return 0;\n}}\n"
    )
}

#[test]
fn functions_of_loop_nests_are_the_librarys_or_our_own() {
    let place = Place::new();
    let step = "3.1 * sin(a[i - 1]) * exp(0.01 * cos(a[i - 1]))";
    place.file("host.c", chaos(&format!("for (int i = 1; i < 2000; i++) a[i] = {step};")));
    let kernel = "for (int k = 0; k < 1; k++) for (int i = 1; i < 2000; i++) a[i] = ";
    place.file("kernel.c", chaos(&format!("{kernel}{step};")));
    let strict = place.text("run --device none host.c -lm");
    let own = place.text("run --device cpu --fp reproducible host.c -lm");
    assert_ne!(strict, own);
    // The cache keeps them apart, and no device means clang's program.
    assert_eq!(place.text("run --device cpu host.c -lm"), strict);
    assert_eq!(place.text("run --device cpu --fp strict host.c -lm"), strict);
    assert_eq!(place.text("run --device none --fp reproducible host.c -lm"), strict);
    assert_eq!(place.text("run --device cpu --offload-min 0 kernel.c -lm"), strict);
    for device in ["cpu", "emulated", "none"] {
        for (compile, name) in [("build --fp reproducible -o x", "kernel.c"), ("cc --fp=reproducible -o x", "host.c")] {
            place.text(&format!("{compile} {name} -lm"));
            let mut program = Command::new(place.work().join("x"));
            let output = program.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), own, "{device} {name}");
        }
    }
}

/// What a product and a sum leave of x*x - x*x rounded: nothing, unless they are one operation.
const RESIDUE: &str = "#include <stdio.h>\ndouble a[2000], b[2000];\nint main(void) {\n\
                       for (int i = 0; i < 2000; i++) { a[i] = i + 0.1; b[i] = a[i] * a[i]; }\n\
                       for (int i = 0; i < 2000; i++) b[i] = a[i] * a[i] - b[i];\n\
                       double s = 0; for (int i = 0; i < 2000; i++) s += b[i] < 0 ? -b[i] : b[i];\n\
                       printf(\"%d\\n\", s > 0);\n return 0;\n}\n";

#[test]
fn numerics_are_chosen_by_our_option_or_else_by_the_compilers() {
    let place = Place::new();
    place.file("a.c", RESIDUE);
    for (options, expected) in [
        ("", "0"),
        ("--fp contract", "1"),
        ("-ffp-contract=on", "1"),
        ("-ffp-contract=fast", "1"),
        ("-ffp-contract=fast -ffp-contract=off", "0"),
        ("-ffp-contract=fast --fp strict", "0"),
        ("-ffast-math --fp reproducible", "0"),
        ("-ffast-math --fp contract", "1"),
        ("-ffp-contract=off --fp contract", "1"),
    ] {
        let output = place.text(&format!("run --device cpu --offload-min 0 {options} a.c"));
        assert_eq!(output.trim(), expected, "{options}");
    }
    // A Makefile's flags, and a launch in spite of what clang links for them.
    place.text("cc -O2 -ffast-math a.c -o x");
    let mut program = Command::new(place.work().join("x"));
    let output =
        program.env("RADDLE_DEVICE", "cpu").env("RADDLE_OFFLOAD_MIN", "0").env("RADDLE_STATS", "table").output();
    let output = output.unwrap();
    assert!(output.status.success());
    let stats = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stats.contains("main_a_4") && stats.contains("cpu"), "{stats}");
}

#[test]
fn a_thousand_levels_of_nesting() {
    let place = Place::new();
    let nested = |open: &str, depth: usize, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let braces = |depth| {
        format!(
            "int x;\nint main(void) {{ {} return x; }}\n",
            nested("for (int i = 0; i < 1; i++) {\n", depth, "x++;", "}")
        )
    };
    place.file("braces.c", braces(1000));
    place.file("deeper.c", braces(5000));
    place.file(
        "parentheses.c",
        format!("int main(void) {{ int x = 1; return {}; }}\n", nested("(1 + ", 1000, "x", ")")),
    );
    place.file("sum.c", format!("int main(void) {{ int x = 1; return {} x; }}\n", "x +\n".repeat(1000)));
    // Clang's own optimizer takes long for this.
    assert_eq!(place.run("run -O0 braces.c").status.code(), Some(1));
    assert_eq!(place.run("run parentheses.c").status.code(), Some(1001 % 256));
    assert_eq!(place.run("run sum.c").status.code(), Some(1001 % 256));
    place.fails("cc -c deeper.c", 1, "bracket nesting level exceeded maximum");
}

#[test]
fn a_function_of_ten_thousand_lines() {
    let place = Place::new();
    let lines: String =
        (0..10_000).map(|i| format!("  a[{}] += a[{}] * {};\n", i % 64, (i * 7 + 1) % 64, i % 5)).collect();
    let source = format!(
        "#include <stdio.h>\nstatic unsigned a[64];\nint main(void) {{\n  a[0] = 1;\n{lines}  printf(\"%u\\n\", a[7]);\n  return 0;\n}}\n"
    );
    place.file("long.c", source);
    let ours = place.text("run -O0 long.c");
    assert_eq!(ours, place.text("run -O0 --device none long.c"));
}

#[test]
fn the_programs_end_is_the_commands_end() {
    let place = Place::new();
    place.file("a.c", HELLO);
    let output = place.run("run a.c -- -v there");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b"hello -v\n"[..]));
    place.file("b.c", "#include <stdlib.h>\nint main(void) { abort(); }\n");
    assert_eq!(place.run("run b.c").status.signal(), Some(libc::SIGABRT));
    assert_eq!(place.run("run --stats=json:s.json b.c").status.signal(), Some(libc::SIGABRT));
    place.is_clean();
}

#[test]
fn a_changed_header_makes_a_new_program() {
    let place = Place::new();
    place.file("a.c", "#include \"n.h\"\nint main(void) { return N; }\n");
    for n in [3, 4, 3] {
        place.file("n.h", format!("#define N {n}\n"));
        for _ in 0..2 {
            assert_eq!(place.run("run a.c").status.code(), Some(n));
        }
    }
    assert_eq!(place.run("run a.c -DM=1").status.code(), Some(3));
}

#[test]
fn runs_without_a_place_for_the_cache() {
    let place = Place::new();
    place.file("a.c", HELLO);
    let mut command = place.command("run a.c -- x");
    let output = command.env("RADDLE_CACHE_DIR", "/proc/nowhere").output().unwrap();
    assert_eq!(output.stdout, b"hello x\n", "{}", stderr(&output));
    place.is_clean();
}

#[test]
fn statistics_have_every_field() {
    let place = Place::new();
    place.file("a.c", HELLO);
    assert!(place.run("run --stats=json:s.json a.c").status.code() == Some(1));
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(place.work().join("s.json")).unwrap()).unwrap();
    for key in
        ["version", "device", "compile", "run_ns", "nests", "kernels", "transfers", "evictions", "imported", "fallback"]
    {
        assert!(stats.get(key).is_some(), "{key}");
    }
    assert!(stats["compile"][0]["ns"].as_u64() > Some(0));
    assert!(stderr(&place.run("run --stats a.c")).contains("clang"));
}

#[test]
fn launches_that_only_cpu_threads_run_are_timed() {
    let place = Place::new();
    let text = "#include <math.h>\nstatic double a[5000];\n\
                int main(void) { for (int i = 0; i < 5000; i++) a[i] = exp(a[i] + i); return a[3] != exp(3); }\n";
    place.file("a.c", text);
    assert!(place.run("run --device cpu --stats=json:s.json a.c -lm").status.success());
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(place.work().join("s.json")).unwrap()).unwrap();
    let nest = &stats["nests"][0];
    assert_eq!((nest["verdict"].as_str(), nest["device"].as_str()), (Some("threads"), Some("cpu")), "{nest}");
    assert!(nest["device_ns"].as_u64() > Some(0), "{nest}");
}

#[test]
fn objects_under_some_options_are_clangs_own() {
    let place = Place::new();
    let text = "static int n; static int f(int x) { int a[99]; for (int i = 0; i < 99; i++) a[i] = i + x; return a[n]; }\n\
                int main(int c, char **v) { n = c; return f(3); }\n";
    place.file("a.c", text);
    for (option, imported) in [("-O1", 1), ("-fprofile-instr-generate", 0), ("-funique-internal-linkage-names", 0)] {
        assert_eq!(place.run(&format!("run --stats=json:s.json {option} a.c")).status.code(), Some(4), "{option}");
        let stats: serde_json::Value = serde_json::from_slice(&fs::read(place.work().join("s.json")).unwrap()).unwrap();
        assert_eq!(stats["imported"], imported, "{option}");
    }
}

#[test]
fn objects_with_kernels_link_under_clangs_own_options() {
    let place = Place::new();
    place.file("k.c", "void k(float *a) { for (int i = 0; i < 5000; i++) a[i] = a[i] * 2 + 1; }\n");
    place.file("main.c", "void k(float *a); float a[5000]; int main(void) { k(a); return a[7] != 1; }\n");
    place.text("cc -O2 -c k.c");
    for args in ["-flto main.c k.o", "-pg main.c k.o", "-Werror --coverage k.o main.c", "-flto k.o -x c main.c"] {
        place.text(&format!("cc {args} -o prog"));
        assert!(
            Command::new(place.work().join("prog")).current_dir(place.work()).status().unwrap().success(),
            "{args}"
        );
    }
}

#[test]
fn a_closed_output_ends_quietly() {
    let place = Place::new();
    let mut child = place.command("completions bash").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 1), "{}", output.status);
    assert_eq!(stderr(&output), "");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command("completions bash").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
}

#[test]
fn statistics_go_into_a_device_and_not_in_its_place() {
    let place = Place::new();
    place.file(
        "a.c",
        "float a[5000]; int main(void) { for (int i = 0; i < 5000; i++) a[i] = i * 2 + 1; return a[1] != 3; }\n",
    );
    let link = place.work().join("zero");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    place.text("run --device cpu --offload-min 0 --stats=json:zero a.c");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

/// A clang that never ends, so that the signal arrives in the middle.
fn interrupt(place: &Place, args: &str, signal: i32) -> Output {
    place.file("slow-clang", "#!/bin/sh\ntouch started\nexec sleep 60\n");
    let clang = place.work().join("slow-clang");
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = place.command(args);
    command.env("RADDLE_CLANG", &clang).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let child = command.spawn().unwrap();
    let start = Instant::now();
    while !place.work().join("started").exists() {
        assert!(start.elapsed() < Duration::from_secs(20), "clang was not started");
        std::thread::sleep(Duration::from_millis(5));
    }
    unsafe { libc::kill(child.id() as libc::pid_t, signal) };
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(40), "the child was waited for");
    fs::remove_file(place.work().join("started")).unwrap();
    output
}

#[test]
fn signals_leave_nothing_behind() {
    for (args, signal) in
        [("build a.c -o x", libc::SIGINT), ("run a.c", libc::SIGTERM), ("cc -c a.c -o x.o", libc::SIGINT)]
    {
        let place = Place::new();
        place.file("a.c", HELLO);
        let output = interrupt(&place, args, signal);
        assert_eq!(output.status.signal(), Some(signal), "{args}");
        let names: Vec<_> = place.files().iter().filter_map(|path| path.file_name().map(OsStr::to_os_string)).collect();
        assert_eq!(names, ["a.c", "slow-clang"], "{args}");
        place.is_clean();
    }
}

#[test]
fn clang_answers_questions_about_the_compiler() {
    let place = Place::new();
    for args in ["--version", "-dumpmachine", "-print-prog-name=ld", "-v", "-### -c a.c"] {
        let ours = place.run(&format!("cc {args}"));
        let clangs = Command::new("clang-22").args(args.split_whitespace()).current_dir(place.work()).output().unwrap();
        assert_eq!(
            (ours.status.code(), ours.stdout, ours.stderr),
            (clangs.status.code(), clangs.stdout, clangs.stderr),
            "{args}"
        );
    }
    let output = Command::new(RADDLE).arg0("raddle-cc").arg("-dumpversion").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("22"));
}

#[test]
fn outputs_and_dependency_files_are_named_as_clang_names_them() {
    let listing = |compiler: &mut dyn FnMut(&Place, &str) -> Output, args: &str| {
        let place = Place::new();
        place.file("s/a.c", "#include \"b.h\"\nint main(void) { return B; }\n");
        place.file("s/b.h", "#define B 0\n");
        place.file("c.c", "int c;\n");
        fs::create_dir(place.work().join("out")).unwrap();
        let output = compiler(&place, args);
        assert!(output.status.success(), "{args}: {}", stderr(&output));
        let mut files = Vec::new();
        for dir in ["", "s", "out"] {
            for entry in
                fs::read_dir(place.work().join(dir)).unwrap().map(Result::unwrap).filter(|it| it.path().is_file())
            {
                let dependencies = entry.path().extension() == Some(OsStr::new("d"));
                let text = dependencies.then(|| fs::read_to_string(entry.path()).unwrap());
                let mode = entry.metadata().unwrap().permissions().mode();
                files.push((Path::new(dir).join(entry.file_name()), text, mode));
            }
        }
        files.sort();
        files
    };
    let mut ours = |place: &Place, args: &str| place.run(&format!("cc {args}"));
    let mut clangs = |place: &Place, args: &str| {
        Command::new("clang-22").args(args.split_whitespace()).current_dir(place.work()).output().unwrap()
    };
    for args in [
        "s/a.c",
        "-c s/a.c",
        "-c s/a.c c.c",
        "-c -MD s/a.c -o out/x.o",
        "-c -MMD -MF out/deps.d s/a.c",
        "-MD s/a.c -o out/prog",
        "-MMD -MP s/a.c",
        "-c -MD -MT target s/a.c",
        "-c -Wp,-MD,out/w.d s/a.c -o out/x.o",
        "-c -Wp,-MMD s/a.c",
        "-c -Wp,-MD,out/w.d,-MT,x s/a.c",
        "-S s/a.c",
        "-E s/a.c -o out/a.i",
        "-shared -fPIC s/a.c -o out/lib.so",
        "-c -x c s/a.c -o out/y",
        "-M s/a.c -MF out/m.d",
        "-c s/a.c -MJ out/j.json",
        "--compile s/a.c --output=out/x.o --std c99",
        "--compile s/a.c --output out/x.o --write-dependencies",
        "-c s/a.c --serialize-diagnostics out/a.dia",
        "-c -o out/x.o -- s/a.c",
        "-o out/x -- s/a.c",
        "s/b.h",
        "-x c-header s/b.h -o out/b.pch",
        "-c c.c -o -",
        "-c -fstack-usage s/a.c -o out/x.o",
        "-c -Xclang -ast-dump s/a.c",
        "-c -fsave-optimization-record s/a.c",
    ] {
        assert_eq!(listing(&mut ours, args), listing(&mut clangs, args), "{args}");
    }
}

#[test]
fn a_failed_command_leaves_of_an_older_output_what_clang_leaves() {
    let is_left = |compiler: &mut Command, args: &str| {
        let place = Place::new();
        place.file("a.c", "int main(void) { return x; }\n");
        place.file("b.c", "int b(void);\nint main(void) { return b(); }\n");
        place.file("old", "old");
        let output = compiler.args(args.split_whitespace()).current_dir(place.work()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}: {}", stderr(&output));
        place.files().contains(&place.work().join("old"))
    };
    for (args, expected) in [
        ("-c a.c -o old", false),
        ("b.c -o old", false),
        ("a.c -o old", true),
        ("-c absent.c -o old", true),
        ("-c -fno-such-flag b.c -o old", true),
    ] {
        assert_eq!(is_left(&mut Command::new("clang-22"), args), expected, "clang {args}");
        assert_eq!(is_left(Command::new(RADDLE).arg("cc"), args), expected, "{args}");
    }
}

#[test]
fn a_program_from_standard_input_is_linked() {
    let place = Place::new();
    place.file("f.c", "int f(int *a) { for (int i = 0; i < 9; i++) a[i] = i; return a[7]; }\n");
    place.file("main", "int f(int *);\nint main(void) { int a[9]; return f(a); }\n");
    place.text("cc -c f.c");
    for args in ["f.o -xc - -o prog", "-x c f.c - -o prog"] {
        let input = fs::File::open(place.work().join("main")).unwrap();
        let output = place.command(&format!("cc {args}")).stdin(input).output().unwrap();
        assert!(output.status.success(), "{args}: {}", stderr(&output));
        assert_eq!(Command::new(place.work().join("prog")).status().unwrap().code(), Some(7), "{args}");
    }
    place.is_clean();
}

/// Clang works on several files at once; what it says of them comes in their order, up to the first file with an error.
#[test]
fn messages_come_in_the_order_of_the_files() {
    let place = Place::new();
    for name in ["a", "b", "c", "e", "g"] {
        place.file(&format!("{name}.c"), format!("int {name}(int x) {{ int of_{name}; return x; }}\n"));
    }
    place.file("e.c", "int e(int x) { return of_e; }\n");
    place.file("m.c", "int main(void) { return 0; }\n");
    let unused = |text: &str| -> Vec<String> {
        let names = text.lines().filter(|it| it.contains("warning:") || it.contains("error:"));
        names.map(|it| it.split('\'').nth(1).unwrap_or_default().into()).collect()
    };
    let output = place.run("build -Wall g.c c.c m.c b.c a.c -o x");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(unused(&stderr(&output)), ["of_g", "of_c", "of_b", "of_a"]);
    let output = place.run("build -Wall m.c g.c c.c e.c a.c -o y");
    assert_eq!(
        (output.status.code(), unused(&stderr(&output))),
        (Some(1), ["of_g", "of_c", "of_e"].map(Into::into).to_vec())
    );
    place.is_clean();
}

const IN_CONSTRUCTOR: &str = "#include <stdio.h>
static int a[4000];
__attribute__((constructor)) static void work(void) {
  for (int i = 0; i < 4000; i++) a[i] = 2 * i;
  printf(\"%d\\n\", a[3999]);
}
";

/// Kernels are an object of their own until a linker makes one of both; where there is no such linker, they are compiled with the unit.
#[test]
fn kernels_of_equal_objects_do_not_collide() {
    let place = Place::new();
    place.file("k.c", IN_CONSTRUCTOR);
    place.file("m.c", "int main(void) { return 0; }\n");
    place.text("cc -O2 -c k.c -o 1.o");
    fs::copy(place.work().join("1.o"), place.work().join("2.o")).unwrap();
    let clang = PathBuf::from("/usr/lib/llvm-22/bin/clang");
    if clang.is_file() {
        let without =
            place.command("cc -O2 -c k.c -o 3.o").env("PATH", "/nonexistent").env("RADDLE_CLANG", clang).output();
        assert!(without.as_ref().unwrap().status.success(), "{}", stderr(&without.unwrap()));
    } else {
        place.text("cc -O2 -c k.c -o 3.o");
    }
    place.text("cc m.c 1.o 2.o 3.o -o x");
    for device in ["cpu", "emulated"] {
        let output =
            Command::new(place.work().join("x")).env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").output();
        let output = output.unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "7998\n".repeat(3), "{device}: {}", stderr(&output));
    }
}

#[test]
fn cpp_is_linked_with_our_objects() {
    let place = Place::new();
    place.file("f.c", "int f(int *a) { for (int i = 0; i < 9; i++) a[i] = i; return a[7]; }\n");
    let throws = "int main() { int a[9]; try { throw f(a); } catch (int thrown) { return thrown; } }";
    place.file("main.cpp", format!("extern \"C\" int f(int *);\n{throws}\n"));
    place.text("cc -c f.c");
    place.text("cc --driver-mode=g++ -c main.cpp");
    for args in ["main.o f.o", "main.cpp f.o"] {
        place.text(&format!("cc --driver-mode=g++ {args} -o prog"));
        assert_eq!(Command::new(place.work().join("prog")).status().unwrap().code(), Some(7), "{args}");
    }
    place.is_clean();
}

#[test]
fn an_object_goes_to_standard_output() {
    let place = Place::new();
    place.file("a.c", "int a;\n");
    assert!(place.run("cc -c a.c -o -").stdout.starts_with(b"\x7fELF"));
    assert_eq!(place.files(), [place.work().join("a.c")]);
}

#[test]
fn mixed_inputs_link() {
    let place = Place::new();
    place.file("a.c", "int b(void); int c(void); int d(void);\nint main(void) { return b() + c() + d(); }\n");
    place.file("b.c", "int b(void) { return 1; }\n");
    place.file("c.c", "int c(void) { return 2; }\n");
    place.file("d.s", ".globl d\nd: movl $4, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n");
    place.file("args", "a.c -O1\n'c.o' \"libb.a\"");
    place.text("cc -c b.c c.c");
    assert!(Command::new("ar").args(["rc", "libb.a", "b.o"]).current_dir(place.work()).status().unwrap().success());
    for args in ["a.c c.o -L. -lb d.s", "a.c b.c c.c d.s", "@args d.s", "a.c c.o libb.a -x assembler d.s"] {
        place.text(&format!("cc {args} -o prog"));
        assert_eq!(Command::new(place.work().join("prog")).status().unwrap().code(), Some(7), "{args}");
    }
    place.text("cc -r b.c c.c -o both.o");
    place.text("cc -shared -fPIC b.c c.c -o libbc.so");
    place.text("cc a.c both.o d.s -o prog");
    place.text("cc a.c d.s -L. -lbc -Wl,-rpath,. -o prog");
    place.is_clean();
}

const GEMM: &str = "#include <stdio.h>
enum { N = 40 };
static double a[N][N], b[N][N], c[N][N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < 3; i++)
    printf(\"%.1f\\n\", c[i][7]);
  return 0;
}
";
const GEMM_PRINTS: &str = "15080.0\n15580.0\n16080.0\n";

#[test]
fn an_executable_needs_nothing_but_libc() {
    let place = Place::new();
    place.file("gemm.c", GEMM);
    place.text("build gemm.c -o gemm");
    let exe = place.work().join("gemm");
    let output = Command::new("ldd").arg(&exe).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in text.lines() {
        let family = ["linux-vdso", "libc.so", "libm.so", "libpthread", "libdl.so", "ld-linux"];
        assert!(family.iter().any(|name| line.contains(name)), "{line}");
    }
    let stripped = place.work().join("stripped");
    assert!(Command::new("strip").arg(&exe).arg("-o").arg(&stripped).status().unwrap().success());
    let size = fs::metadata(&stripped).unwrap().len();
    assert!(size < 4 << 20, "{size} bytes");
    for device in ["none", "cpu", "emulated", "auto"] {
        let output = Command::new(&exe)
            .env_clear()
            .env("RADDLE_DEVICE", device)
            .env("RADDLE_OFFLOAD_MIN", "0")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), GEMM_PRINTS, "{device}: {}", stderr(&output));
    }
    let plain = place.text("build --device none gemm.c -o plain");
    assert!(plain.is_empty() && fs::metadata(place.work().join("plain")).unwrap().len() < 100_000);
}

#[test]
fn every_stage_can_be_shown() {
    let place = Place::new();
    place.file("gemm.c", GEMM);
    for (stage, part) in [
        ("host", "llvm.func @__raddle_impl_main"),
        ("nest", "region.nest"),
        ("poly", "RAW := "),
        ("schedule", "  loops:\n    for c0 = 0 to"),
        ("gpu", "region.launch"),
        ("llvm", "define"),
        ("spirv-asm", "OpEntryPoint GLCompute"),
    ] {
        assert!(place.text(&format!("emit gemm.c --stage {stage}")).contains(part), "{stage}");
    }
    for stage in ["host", "nest", "gpu"] {
        place.text(&format!("emit gemm.c --stage {stage} -o {stage}.mlir"));
        place.text(&format!("opt {stage}.mlir -o again.mlir"));
    }
    place.text("emit gemm.c --stage spirv -o gemm.spv");
    let valid = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.2", "gemm.spv"])
        .current_dir(place.work())
        .output()
        .unwrap();
    assert!(valid.status.success(), "{}", stderr(&valid));
    place.fails("emit gemm.c --stage spirv --offload-only nothing -o x.spv", 1, "no loop of 'gemm.c' runs on a device");
}

#[test]
fn a_missing_gpu_is_an_error_and_the_interpreter_stands_in_for_one() {
    const SUM: &str = "#include <stdio.h>
        int a[3000];
        int main(void) { for (int i = 0; i < 3000; i++) a[i] = 3 * i; printf(\"%d\\n\", a[2999]); return 0; }\n";
    let place = Place::new();
    place.file("a.c", SUM);
    assert_eq!(place.text("run --device ptx-vm --offload-min 0 a.c"), "8997\n");
    let missing = [
        ("no-device", "raddle: error: cuInit failed with CUDA_ERROR_NO_DEVICE (no NVIDIA GPU is visible here"),
        ("old-driver", "raddle: error: the driver offers CUDA 10.2, and CUDA 11.0 or later is needed"),
        ("oom", "a.c:3: cuMemAlloc_v2 failed with CUDA_ERROR_OUT_OF_MEMORY"),
    ];
    for (failure, message) in missing {
        let mut run = place.command("run --device ptx-vm --offload-min 0 a.c");
        let output = run.env("RADDLE_STUB_CUDA", failure).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b""[..]), "{}", stderr(&output));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let mut run = place.command("run --device cuda --offload-min 0 a.c");
    let output = run.env("RADDLE_CUDA_DRIVER", "/no/such/libcuda.so.1").output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("no CUDA driver can be opened: /no/such/libcuda.so.1"), "{}", stderr(&output));
}

#[test]
fn a_named_gpu_that_is_missing_ends_the_program_at_its_start() {
    let place = Place::new();
    // No loop is reached.
    place.file("a.c", "#include <stdio.h>\nint a[3000];\nint main(int n, char **v) {\n  puts(\"begun\");\n  if (n > 9)\n    for (int i = 0; i < 3000; i++) a[i] = 3 * i;\n  return a[n];\n}\n");
    let run = |args: &str, fallback: &str| {
        let output = place.command(args).env("RADDLE_FALLBACK", fallback).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
    };
    for fallback in ["", "0"] {
        let (status, out, err) = run("run --device vulkan:77 a.c", fallback);
        assert_eq!((status, out.as_str()), (Some(3), ""), "{err}");
        assert!(err.starts_with("raddle: error: there is no Vulkan device 77"), "{err}");
    }
    assert_eq!(run("run --device vulkan:77 a.c", "1"), (Some(0), "begun\n".to_owned(), String::new()));
    place.file("b.c", HELLO);
    assert_eq!(run("run --device vulkan:77 b.c", "0").0, Some(1), "a program without a kernel needs no device");
}

#[test]
fn static_programs_open_no_driver() {
    let place = Place::new();
    place.file("a.c", "#include <stdio.h>\nint a[3000];\nint main(void) { for (int i = 0; i < 3000; i++) a[i] = 3 * i; printf(\"%d\\n\", a[2999]); return 0; }\n");
    for flags in ["-static", "-static-pie"] {
        place.text(&format!("cc -O2 {flags} a.c -o a"));
        let run = |device: &str, fallback: &str| {
            let mut program = Command::new(place.work().join("a"));
            program.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").env("RADDLE_FALLBACK", fallback);
            let output = program.output().unwrap();
            (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
        };
        for device in ["auto", "cpu", "emulated"] {
            assert_eq!(run(device, ""), (Some(0), "8997\n".to_owned(), String::new()), "{device}");
        }
        for device in ["vulkan", "cuda"] {
            let (status, _, err) = run(device, "");
            assert!(status == Some(3) && err.contains("the program is linked statically"), "{device}: {err}");
            let (status, out, err) = run(device, "1");
            assert_eq!((status, out.as_str()), (Some(0), "8997\n"), "{device}: {err}");
        }
    }
}

/// A nest in a constructor and one in a destructor of a library that is opened and closed, three times.
const LIBRARY: &str = "#include <math.h>
static double a[200000];
static int n = 200000;
static double fill(double by) {
  for (int i = 0; i < n; i++) {
    double x = i;
    for (int k = 0; k < 20; k++) x = sqrt(x + k) / (k + by);
    a[i] = x;
  }
  return a[n - 1];
}
static double first;
__attribute__((constructor)) static void begin(void) { first = fill(1.5); }
double get(void) { return first; }
double again(void) { return fill(2.5); }
__attribute__((destructor)) static void end(void) { fill(3.5); }
";

const OPENER: &str = "#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  for (int r = 0; r < 3; r++) {
    void *library = dlopen(argv[1], RTLD_NOW);
    double (*get)(void) = (double (*)(void))dlsym(library, \"get\");
    double (*again)(void) = (double (*)(void))dlsym(library, \"again\");
    printf(\"%.17g %.17g\\n\", get(), argc > 2 ? again() : 0);
    dlclose(library);
    // A thread that were still in the library's code would have to wake up there.
    usleep(20000);
  }
}
";

#[test]
fn nests_run_in_constructors_and_destructors_of_libraries_that_come_and_go() {
    let place = Place::new();
    place.file("library.c", LIBRARY);
    place.file("main.c", OPENER);
    place.text("cc -O2 -shared -fPIC library.c -o library.so -lm");
    place.text("cc -O2 main.c -o main -ldl");
    place.text("cc -O2 --device=none -shared -fPIC library.c -o plain.so -lm");
    let run = |library: &str, device: &str, more: &str| {
        let mut program = Command::new("timeout");
        program.args(["60", "./main", library]).args(more.split_whitespace()).current_dir(place.work());
        program.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0").env("RADDLE_THREADS", "4");
        let output = program.output().unwrap();
        assert!(output.status.success(), "{device} {more}: {} {}", output.status, stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    for more in ["", "again"] {
        let expected = run("./plain.so", "none", more);
        assert_eq!(expected.lines().count(), 3);
        for device in ["cpu", "emulated", "vulkan", "auto"] {
            assert_eq!(run("./library.so", device, more), expected, "{device} {more}");
        }
    }
}

#[test]
fn statistics_and_remarks_name_the_loops() {
    let place = Place::new();
    place.file("gemm.c", GEMM);
    let output = place.run("run --device cpu --offload-min 0 --stats=json:s.json --remarks gemm.c");
    assert_eq!(String::from_utf8_lossy(&output.stdout), GEMM_PRINTS);
    let remarks = stderr(&output);
    assert!(remarks.contains("gemm.c:10: remark: loop in 'main' runs on the device"), "{remarks}");
    assert!(remarks.contains("gemm.c:14: remark: loop in 'main' stays on the host: "), "{remarks}");
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(place.work().join("s.json")).unwrap()).unwrap();
    let stages: Vec<_> = stats["compile"].as_array().unwrap().iter().map(|it| it["stage"].as_str().unwrap()).collect();
    assert!(stages.contains(&"clang") && stages.contains(&"kernels"), "{stages:?}");
    assert_eq!(stats["device"]["kind"], "cpu");
    assert!(stats["kernels"].as_array().unwrap().iter().any(|kernel| kernel["launches"] == 1));
    assert!(stats["imported"].as_u64() >= Some(1));

    place.run("run --remarks=json:r.json --dump dump --offload-only nothing gemm.c");
    assert_eq!(fs::read_to_string(place.work().join("r.json")).unwrap(), "[]\n");
    place.text("run --dump dump gemm.c");
    for name in ["nest.mlir", "poly.txt", "analyzed.mlir", "gpu.mlir", "lowered.mlir", "kernels.ll", "host.ll"] {
        assert!(fs::metadata(place.work().join("dump/gemm").join(name)).unwrap().len() > 0, "{name}");
    }
}

/// What the environment asks for reaches every device's launch; extents that the source fixes reach a GPU's.
#[test]
fn work_groups_are_as_asked_for() {
    let place = Place::new();
    let source = "static int a[300][5];
int main(void) {
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 5; j++)
      a[i][j] = i * j;
  return a[299][4] != 1196;
}
";
    place.file("a.c", source);
    let block = |device: &str, asked: Option<&str>| {
        let mut run = place.command(&format!("run --device {device} --offload-min 0 --stats=json:s.json a.c"));
        run.envs(asked.map(|it| ("RADDLE_BLOCK", it)));
        let output = run.output().unwrap();
        assert!(output.status.success(), "{device}: {}", stderr(&output));
        let stats: serde_json::Value = serde_json::from_slice(&fs::read(place.work().join("s.json")).unwrap()).unwrap();
        stats["kernels"][0]["block"].to_string()
    };
    for device in ["cpu", "emulated", "vulkan", "ptx-vm"] {
        assert_eq!(block(device, Some("16x4")), "[16,4,1]", "{device}");
    }
    // Rows of 5 take 8 work items; the interpreter says how many multiprocessors there are to fill.
    assert_eq!(block("vulkan", None), "[8,32,1]");
    assert_eq!(block("ptx-vm", None), "[8,8,1]");
}

/// Row F20: whichever transfer is taken out of the program, the emulated device says which array lacks it.
#[test]
fn the_emulated_device_reports_each_transfer_that_is_missing() {
    let place = Place::new();
    let source = "#include <stdio.h>
static double a[1000], b[2000];
int main(void) {
  for (int i = 0; i < 2000; i++)
    b[i] = i / 8.0;
  for (int i = 0; i < 1000; i++)
    a[i] += 3 * b[2 * i];
  printf(\"%g %g\\n\", a[7], a[999]);
}
";
    place.file("a.c", source);
    let text = place.text("emit --transfers naive --stage llvm a.c");
    let lines: Vec<&str> = text.lines().collect();
    let run_without = |removed: Option<usize>| {
        let kept: Vec<&str> = (0..lines.len()).filter(|number| Some(*number) != removed).map(|it| lines[it]).collect();
        place.file("a.ll", kept.join("\n"));
        place.text("build a.ll -o a");
        let mut program = Command::new(place.work().join("a"));
        program.env("RADDLE_DEVICE", "emulated").env("RADDLE_OFFLOAD_MIN", "0").output().unwrap()
    };
    let whole = run_without(None);
    assert_eq!((whole.status.code(), String::from_utf8_lossy(&whole.stdout).as_ref()), (Some(0), "5.25 749.25\n"));

    let transfers: Vec<usize> = (0..lines.len()).filter(|&it| lines[it].contains("call void @raddle_copy_")).collect();
    let mut said = Vec::new();
    for &number in &transfers {
        let output = run_without(Some(number));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{}: {message}", lines[number]);
        let array = if message.contains("array 'a'") { 'a' } else { 'b' };
        said.push((array, lines[number].contains("raddle_copy_in"), message));
    }
    said.sort();
    let expected = [('a', false), ('a', true), ('b', false), ('b', true)];
    assert_eq!(said.iter().map(|(array, is_copy_in, _)| (*array, *is_copy_in)).collect::<Vec<_>>(), expected);
    for (array, is_copy_in, message) in said {
        let complaint = if is_copy_in { "neither copied in nor written" } else { "nothing copied it out" };
        assert!(message.contains(&format!("array '{array}'")) && message.contains(complaint), "{message}");
    }
}

#[test]
fn a_makefile_with_a_static_library() {
    let place = Place::new();
    let scale = "void scale(double *a, int n) {\n  for (int i = 0; i < n; i++)\n    a[i] *= FACTOR;\n}\n";
    place.file("lib/scale.h", "#define FACTOR 3\nvoid scale(double *a, int n);\n");
    place.file("lib/scale.c", format!("#include \"scale.h\"\n{scale}"));
    place.file(
        "app/main.c",
        "#include \"../lib/scale.h\"\n#include <stdio.h>\nstatic double a[2000];\nint main(void) {\n  for (int i = 0; i < 2000; i++)\n    a[i] = i;\n  scale(a, 2000);\n  printf(\"%g\\n\", a[1999]);\n}\n",
    );
    let makefile = "CFLAGS = -O2 -MMD\napp/main: app/main.o lib/libscale.a\n\t$(CC) app/main.o -Llib -lscale -o $@\nlib/libscale.a: lib/scale.o\n\tar rc $@ $^\n-include app/main.d lib/scale.d\n";
    place.file("Makefile", makefile);
    for (factor, result) in [("3", "5997\n"), ("5", "9995\n")] {
        place.file("lib/scale.h", format!("#define FACTOR {factor}\nvoid scale(double *a, int n);\n"));
        let mut make = Command::new("make");
        make.arg(format!("CC={RADDLE} cc")).current_dir(place.work()).env("RADDLE_STRICT_FALLBACK", "1");
        let output = make.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let output = Command::new(place.work().join("app/main"))
            .env("RADDLE_DEVICE", "emulated")
            .env("RADDLE_STATS", "table")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), result);
        assert!(stderr(&output).contains("scale.c:3"), "{}", stderr(&output));
    }
}

/// A clang that works, and then runs `after` with the path of the syntax tree in `$tree`.
fn clang_followed_by(place: &Place, after: &str) -> PathBuf {
    // The syntax tree appears under its name only when the script says so: Raddle waits for nothing else.
    let script = format!(
        "#!/bin/sh
for word; do
  shift
  case $word in -fplugin-arg-raddle-ast-out=/dev/*);; -fplugin-arg-raddle-ast-out=*) tree=${{word#*=}}; word=$word.clang;; esac
  set -- \"$@\" \"$word\"
done
clang-22 \"$@\" || exit
[ -z \"$tree\" ] || {{ {after}; }}
"
    );
    place.file("clang", script);
    let path = place.work().join("clang");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Its code generator may have something to say, whichever object is taken, and it writes the dependency file.
#[test]
fn clang_comes_to_its_end() {
    let place = Place::new();
    place.file("hello.c", HELLO);
    place.file("gemm.c", GEMM);
    let came_to_its_end = |words: &str, tree: &str| {
        let clang = clang_followed_by(&place, &format!("{tree}; sleep 1; touch went_on"));
        let output = place.command(words).env("RADDLE_CLANG", &clang).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        if stderr(&output).contains("reproducer") {
            remove_reproducer(&output);
        }
        fs::remove_file(place.work().join("went_on")).is_ok()
    };
    let whole = "mv $tree.clang $tree";
    assert!(came_to_its_end("cc -O2 -MD -c gemm.c -o x.o", whole), "our object is taken");
    let read = fs::read_to_string(place.work().join("x.d")).unwrap();
    assert!(read.contains("x.o:") && read.contains("gemm.c"), "{read}");
    assert!(came_to_its_end("cc -O2 -c hello.c -o x.o", whole), "there is no nest");
    assert!(came_to_its_end("cc -O2 -c gemm.c -o x.o", "echo '{' >$tree"), "a stage fails");
}

/// Removes the directory that a bug report names; the preprocessed source in it.
fn remove_reproducer(output: &Output) -> String {
    let message = stderr(output);
    let (_, rest) = message.split_once("the reproducer is in ").expect("the reproducer is named");
    let dir = PathBuf::from(rest.lines().next().unwrap());
    let source = fs::read_to_string(dir.join("unit.i")).unwrap();
    fs::remove_dir_all(dir).unwrap();
    source
}

#[test]
fn our_failure_costs_the_offloading_and_not_the_program() {
    let place = Place::new();
    place.file("a.c", HELLO);
    place.file("gemm.c", GEMM);
    let clang = clang_followed_by(&place, "echo '{' >$tree");
    let output = place.command("run a.c").env("RADDLE_CLANG", &clang).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b"hello \n"[..]));
    let message = stderr(&output);
    assert!(message.contains("warning: a.c: compiled without offloading after an internal error"), "{message}");
    assert!(remove_reproducer(&output).contains("hello %s"));
    place.is_clean();

    let clang_dies = clang_followed_by(&place, "kill -SEGV $$");
    let output = place.command("run gemm.c").env("RADDLE_CLANG", &clang_dies).output().unwrap();
    assert!(stderr(&output).contains("ended by signal 11"), "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), GEMM_PRINTS);
    remove_reproducer(&output);

    let clang = clang_followed_by(&place, "echo '{' >$tree");
    let mut strict = place.command("build a.c -o x");
    let output = strict.env("RADDLE_CLANG", &clang).env("RADDLE_STRICT_FALLBACK", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(!place.work().join("x").exists());
    place.is_clean();
}

#[test]
fn malformed_ir_and_pipelines() {
    let place = Place::new();
    place.file("good.mlir", "func.func @f() {\n  return\n}\n");
    place.file("bad.mlir", "func.func @f() {\n  retrn\n}\n");
    place.file("invalid.mlir", "func.func @f() -> i32 {\n  return\n}\n");
    place.file("garbage.mlir", (0..999u32).map(|i| (i * 197 % 251) as u8).collect::<Vec<_>>());
    assert!(place.text("opt --canonicalize good.mlir").contains("func.func @f()"));
    place.fails("opt bad.mlir", 1, "bad.mlir:2:3: error: custom op 'retrn' is unknown");
    place.fails(
        "opt invalid.mlir",
        1,
        "invalid.mlir:2:3: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1",
    );
    place.fails("opt garbage.mlir", 1, "garbage.mlir:1:2: error: unexpected character");
    place.fails("opt absent.mlir", 1, "No such file or directory");
    place.fails("opt --pass-pipeline=builtin.module(cse good.mlir", 1, "expected");
    place.fails(
        "opt --pass-pipeline=builtin.module(no-such-pass) good.mlir",
        1,
        "'no-such-pass' does not refer to a registered pass",
    );
    place.fails("opt --no-such-flag good.mlir", 1, "no-such-flag");
    let output = Command::new(RADDLE)
        .arg0("/usr/bin/raddle-opt")
        .args(["-", "--verify-roundtrip"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn own_passes_are_in_the_driver() {
    let help = Place::new().text("opt --help");
    for pass in ["--canonicalize", "--affine-loop-tile", "--region-parallelize", "--gpu-outline", "--raddle-analyze"] {
        assert!(help.contains(pass), "{pass}");
    }
}

#[test]
fn devices_are_listed() {
    let place = Place::new();
    assert!(place.text("devices").contains("cpu: "));
    let devices: serde_json::Value = serde_json::from_str(&place.text("devices --json")).unwrap();
    let kinds: Vec<_> = devices.as_array().unwrap().iter().map(|device| device["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"cpu") && kinds.contains(&"emulated"), "{kinds:?}");
}

/// The device list as JSON, with the PTX interpreter for a CUDA device.
fn devices_with_interpreter(place: &Place, args: &str, failure: &str) -> Vec<serde_json::Value> {
    let stub = Path::new(RADDLE).with_file_name("libraddle_cuda_stub.so");
    let mut command = place.command(&format!("devices --json {args}"));
    let output = command.env("RADDLE_CUDA_DRIVER", stub).env("RADDLE_STUB_CUDA", failure).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Rows of the self-test of the device of this kind, with this verdict.
fn verdicts(devices: &[serde_json::Value], kind: &str, verdict: &str) -> Vec<String> {
    let device = devices.iter().find(|device| device["kind"] == kind).unwrap();
    let rows = device["numerics"]["rows"].as_array().unwrap().iter().filter(|row| row["verdict"] == verdict);
    rows.map(|row| format!("{} {}", row["type"].as_str().unwrap(), row["operation"].as_str().unwrap())).collect()
}

#[test]
fn devices_show_what_they_compute() {
    let place = Place::new();
    assert!(place.text("devices").contains("  numerics  not tested yet\n"));
    let devices = devices_with_interpreter(&place, "--self-test", "");
    for kind in ["vulkan", "cuda"] {
        assert_eq!(verdicts(&devices, kind, "declined"), [""; 0]);
    }
    assert_eq!(verdicts(&devices, "cuda", "corrected"), [""; 0]);
    assert!(devices[0]["numerics"].is_null(), "the CPU is the judge");
    // It is kept, and another device knows nothing of it.
    assert_eq!(devices_with_interpreter(&place, "", ""), devices);
    let flushing = devices_with_interpreter(&place, "", "flush-denormals");
    assert!(flushing.iter().any(|device| device["kind"] == "cuda" && device["numerics"].is_null()), "{flushing:?}");
    let flushing = devices_with_interpreter(&place, "--self-test", "flush-denormals");
    assert_eq!(verdicts(&flushing, "cuda", "declined"), ["f32 add", "f32 sub", "f32 mul", "f32 div", "f32 sqrt"]);
    let failing = devices_with_interpreter(&place, "--self-test", "fault");
    let problem = failing.iter().find(|device| device["kind"] == "cuda").unwrap()["problem"].as_str().unwrap();
    assert!(problem.starts_with("its numerics self-test failed: cuEventSynchronize failed with"), "{problem}");
}

#[test]
fn what_a_device_does_not_compute_exactly_runs_elsewhere() {
    // Halves of the least denormal numbers, in both precisions.
    const HALVES: &str = "#include <stdio.h>
        float a[3000];
        double b[3000];
        int main(void) {
          for (int i = 0; i < 3000; i++) a[i] = (i & 7) * 1e-45f;
          for (int i = 0; i < 3000; i++) a[i] = a[i] * 0.5f;
          for (int i = 0; i < 3000; i++) b[i] = i * 5e-324;
          float s = 0; double t = 0;
          for (int i = 0; i < 3000; i++) { s += a[i]; t += b[i]; }
          printf(\"%a %a\\n\", s, t); return 0; }\n";
    let place = Place::new();
    place.file("a.c", HALVES);
    let expected = place.text("run --device none a.c");
    assert_eq!(place.text("run --device ptx-vm --offload-min 0 a.c"), expected);
    let mut command = place.command("run --device ptx-vm --offload-min 0 --stats=json:s.json a.c");
    let output = command.env("RADDLE_STUB_CUDA", "flush-denormals").output().unwrap();
    assert_eq!((String::from_utf8_lossy(&output.stdout).as_ref(), output.status.code()), (expected.as_str(), Some(0)));
    let said = stderr(&output);
    let reason = "goes on with the CPU: mul of f32 is not exact on Raddle PTX interpreter that flushes denormals \
                  (driver NVIDIA";
    assert!(said.contains("a.c:6: kernel ") && said.contains(reason), "{said}");
    assert!(!said.contains("a.c:7: "), "{said}");
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(place.work().join("s.json")).unwrap()).unwrap();
    let device_of = |line: &str| {
        let kernels = stats["kernels"].as_array().unwrap();
        kernels.iter().find(|kernel| kernel["source"].as_str().unwrap().starts_with(line)).unwrap()["device"].clone()
    };
    assert_eq!((device_of("a.c:6"), device_of("a.c:7")), ("cpu".into(), "cuda".into()));
}

#[test]
fn devices_are_measured_once_for_all() {
    let place = Place::new();
    assert!(!place.text("devices").contains("measured"));
    let measured = place.text("devices --calibrate");
    let line = measured.lines().find(|line| line.contains("measured")).unwrap();
    assert!(line.contains("launch") && line.contains("times one core"), "{line}");
    let later = place.text("devices");
    assert_eq!(later.lines().find(|it| it.contains("measured")), Some(line));
    let devices: serde_json::Value = serde_json::from_str(&place.text("devices --json")).unwrap();
    let cpu = devices.as_array().unwrap().iter().find(|device| device["kind"] == "cpu").unwrap();
    assert!(cpu["calibration"]["launch_ns"].as_f64().unwrap() > 0.);
}

#[test]
fn stages_of_other_versions_and_bad_requests() {
    let place = Place::new();
    place.file("a.c", HELLO);
    place.file("bad.c", "int f( {\n");
    place.fails("emit a.c --stage region", 2, "not in this version");
    place.fails("emit a.c --stage mat", 2, "a C source has no stage 'mat'");
    place.fails("emit a.c --stage lunch", 2, "stages are mat, c, host, nest");
    place.fails("emit a.c", 2, "--stage");
    place.fails("emit a.c a.c --stage nest", 2, "one C source");
    place.fails("emit bad.c --stage nest -o out", 1, "bad.c:1:");
    place.fails("emit a.c --stage spirv -o out.spv", 1, "no loop of 'a.c' runs on a device");
    place.fails("emit a.c --stage host -o no/out", 1, "cannot write 'no/out'");
}

#[test]
fn bad_stubs_are_shown_with_their_place() {
    let place = Place::new();
    place.file("a.c", "double g(double);\nvoid f(double *a) { for (int i = 0; i < 9; i++) a[i] = g(a[i]); }\nint main(void) { return 0; }\n");
    place.file("type.c", "\nint g(double x) { return x; }\n");
    place.file("good.c", "double g(double x) { return x; }\n");
    place.file("syntax.c", "double g(double x) { return y; }\n");
    place.file("empty.c", "int g2(void);\n");
    for (command, output) in [("run", ""), ("build", "-o x"), ("cc -c", "-o x.o"), ("emit --stage nest", "")] {
        let stub = |names: &str| {
            let options: String = names.split(' ').map(|name| format!(" --stubs={name}")).collect();
            format!("{command} a.c {output} {options}")
        };
        place.fails(&stub("type.c"), 1, "type.c:2:5: error: 'g' is 'int (double)' here and 'double (double)' elsewhere\n    2 | int g(double x) { return x; }\n      |     ^\na.c:1:8: note: declared here\n");
        place.fails(&stub("good.c good.c"), 1, "good.c:1:8: error: second stub of 'g'\n    1 | double");
        place.fails(&stub("good.c syntax.c"), 1, "syntax.c:1:29: error: use of undeclared identifier 'y'\n");
        place.fails(&stub("empty.c"), 1, "empty.c:1:1: error: no stub in this file\n");
        place.fails(&stub("absent.c"), 1, "cannot read 'absent.c': No such file");
    }
    place.fails("build a.c -o x --stubs", 2, "--stubs");
    assert!(place.run("cc -c -MD a.c -o a.o --stubs=good.c").status.success());
    let dependencies = fs::read_to_string(place.work().join("a.d")).unwrap();
    assert!(dependencies.contains("good.c") && dependencies.contains(" a.c"), "{dependencies}");
}

#[test]
fn a_changed_stub_is_a_changed_program() {
    let place = Place::new();
    let text = "#include <stdio.h>\nint g(int);\nint main(void) {\n static int a[2000];\n for (int i = 0; i < 2000; i++) a[i] = g(i);\n printf(\"%d\\n\", a[7]); return 0; }\n";
    place.file("a.c", text);
    place.file("lib.c", "int g(int x) { return 0; }\n");
    place.file("s.h", "#define K 2\n");
    place.file("s.c", "#include \"s.h\"\nint g(int x) { return K * x; }\n");
    let run = "run --device cpu a.c lib.c --stubs s.c";
    // Such stubs break their promise: their value tells whether they were used.
    assert_eq!(place.text(run), "14\n");
    place.file("s.h", "#define K 3\n");
    assert_eq!(place.text(run), "21\n");
    assert_eq!(place.text("run --device cpu a.c lib.c"), "0\n");
    assert_eq!(place.text("run --device none a.c lib.c --stubs s.c"), "0\n");
}

#[test]
fn completions_and_manual_pages() {
    let place = Place::new();
    assert!(place.text("completions bash").contains("--offload-only"));
    assert!(place.text("completions zsh raddle-cc").starts_with("#compdef raddle-cc\n"));
    assert!(place.text("completions fish raddle-opt").contains("-l region-parallelize"));
    place.text("man pages");
    let pages = ["", "-run", "-build", "-cc", "-emit", "-explain", "-devices", "-opt", "-completions"];
    let mut written: Vec<_> = fs::read_dir(place.work().join("pages")).unwrap().map(|it| it.unwrap().path()).collect();
    let mut expected = pages.map(|page| place.work().join(format!("pages/raddle{page}.1")));
    written.sort();
    expected.sort();
    assert_eq!(written, expected);
    let page = |name: &str| fs::read_to_string(place.work().join("pages").join(name)).unwrap();
    assert!(page("raddle-run.1").contains("Words for the program"));
    assert!(page("raddle-opt.1").contains("give iterations private copies"));
    assert!(page("raddle-cc.1").contains("offload\\-only") && !page("raddle-cc.1").contains("verbose"));
    place.fails("completions vax", 2, "invalid value 'vax'");
    place.fails("completions bash vi", 2, "invalid value 'vi'");
}

/// A library function with a nest, and a program that calls it.
fn library(place: &Place) {
    place.file("fill.c", "void fill(double *a, int n) { for (int i = 0; i < n; i++) a[i] = i * 0.5; }\n");
    let main = "#include <stdio.h>\nvoid fill(double *, int);
        int main(void) { static double a[5000]; fill(a, 5000); printf(\"%g\\n\", a[4999]); return 0; }\n";
    place.file("main.c", main);
}

/// What the program prints, and whether it ran a nest on a device.
fn outcome(place: &Place, program: &str) -> (String, bool) {
    let mut command = Command::new(place.work().join(program));
    command.envs([("RADDLE_DEVICE", "cpu"), ("RADDLE_OFFLOAD_MIN", "0"), ("RADDLE_STATS", "table")]);
    let output = command.current_dir(place.work()).output().unwrap();
    assert!(output.status.success(), "{program}: {}", stderr(&output));
    (String::from_utf8_lossy(&output.stdout).trim().to_string(), stderr(&output).contains("launches"))
}

#[test]
fn options_of_ours_have_their_value_behind_a_space_or_an_equals_sign() {
    let place = Place::new();
    library(&place);
    place.text("cc -O2 --device none --offload-min 0 main.c fill.c -o host");
    place.text("cc --fp reproducible --device=cpu -O2 main.c fill.c -o device");
    assert_eq!(outcome(&place, "host"), ("2499.5".into(), false));
    assert_eq!(outcome(&place, "device"), ("2499.5".into(), true));
    place.fails("cc --fp exact -c fill.c", 2, "modes are strict");
    place.fails("cc -c fill.c --device", 2, "a value is required for '--device");
}

#[test]
fn the_help_of_cc_lists_our_options_and_then_clangs() {
    let place = Place::new();
    let help = place.text("cc --help");
    let positions =
        ["--device <DEVICE", "--fp <MODE>", "--remarks", "OVERVIEW: clang"].map(|text| help.find(text).unwrap());
    assert!(positions.is_sorted(), "{positions:?}");
}

#[test]
fn a_missing_runtime_is_our_message_where_it_is_needed() {
    let place = Place::new();
    library(&place);
    place.file("plain.c", "int main(void) { return 0; }\n");
    place.text("cc -O2 -c fill.c -o fill.o");
    assert!(
        Command::new("ar").args(["rc", "libfill.a", "fill.o"]).current_dir(place.work()).status().unwrap().success()
    );
    let lib = place.work();
    let cc = |args: &str| place.command(&format!("cc {args}")).env("RADDLE_LIB_DIR", &lib).output().unwrap();
    for args in ["-O2 main.c fill.c -o x", "main.c fill.o -o x", "main.c libfill.a -o x", "main.c -L. -lfill -o x"] {
        let output = cc(args);
        assert_eq!(output.status.code(), Some(1), "{args}: {}", stderr(&output));
        assert!(stderr(&output).contains("libraddle_rt.a") && stderr(&output).contains("--device none"), "{args}");
        assert!(!stderr(&output).contains("undefined reference") && !place.work().join("x").exists(), "{args}");
    }
    for args in ["plain.c -o x", "-O2 -c fill.c", "-O2 --device none main.c fill.c -o x"] {
        assert!(cc(args).status.success(), "{args}");
    }
}

#[test]
fn no_library_of_ours_decides_a_link_test() {
    let place = Place::new();
    place.file("a.c", "char lround();\nint main(void) { return lround(); }\n");
    place.fails("cc -w a.c -o a", 1, "undefined reference to `lround'");
    place.text("cc -w a.c -lm -o a");
    let words = stderr(&place.run("cc -v -w a.c -lm -o a"));
    assert!(!words.contains("raddle_rt") && !words.contains("-lpthread"), "{words}");
    // Nor does it in a program with kernels.
    place.file(
        "b.c",
        "char lround();\ndouble x[5000];\n
        int main(void) { for (int i = 0; i < 5000; i++) x[i] = i; return lround(); }\n",
    );
    place.fails("cc -O2 -w b.c -o b", 1, "undefined reference to `lround'");
}

#[test]
fn objects_run_on_the_host_where_another_linker_leaves_the_runtime_out() {
    let place = Place::new();
    library(&place);
    place.text("cc -O2 -fPIC -c fill.c main.c");
    let link = |words: &str| {
        let mut words = words.split_whitespace();
        let status = Command::new(words.next().unwrap()).args(words).current_dir(place.work()).status().unwrap();
        assert!(status.success());
    };
    link("clang-22 main.o fill.o -o alone");
    link("ld -shared fill.o -o libfill.so");
    link("clang-22 main.o -L. -lfill -Wl,-rpath,. -o loads");
    link("clang-22 -shared -Wl,-z,defs fill.o -o libdefs.so");
    for program in ["alone", "loads"] {
        assert_eq!(outcome(&place, program), ("2499.5".into(), false), "{program}");
    }
    place.text("cc -shared fill.o -o libfill.so");
    assert_eq!(outcome(&place, "loads"), ("2499.5".into(), true));
}

#[test]
fn our_links_bring_the_runtime_however_they_find_the_objects() {
    let place = Place::new();
    library(&place);
    place.text("cc -O2 -c fill.c main.c");
    assert!(
        Command::new("ar").args(["rc", "libfill.a", "fill.o"]).current_dir(place.work()).status().unwrap().success()
    );
    for words in ["main.o fill.o", "main.c fill.o", "main.o libfill.a", "main.o -L. -lfill", "-s main.o -L. -lfill"] {
        place.text(&format!("cc {words} -o prog"));
        assert_eq!(outcome(&place, "prog"), ("2499.5".into(), true), "{words}");
    }
    place.text("cc --driver-mode=g++ main.o fill.o -o prog");
    assert_eq!(outcome(&place, "prog"), ("2499.5".into(), true));
}
