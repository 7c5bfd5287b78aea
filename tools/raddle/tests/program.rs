//! Programs of several files, whose units know each other's bodies: which definition a call reaches is the linker's to say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");

/// The loop calls a function of another file.
const MAIN: &str = "#include <stdio.h>\nint f(int);\nint main(void) {\n  static int a[2000];\n  for (int i = 0; i < 2000; i++)\n    a[i] = f(i);\n  printf(\"%d\\n\", a[1999]);\n}\n";
const CALLEE: &str = "int f(int i) { return 2 * i; }\n";

struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place { dir: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(name, text)| place.file(name, text));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn file(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, program: impl AsRef<Path>, args: &str) -> Output {
        let mut command = Command::new(program.as_ref());
        command.args(args.split_whitespace()).current_dir(self.dir.path());
        command.env("RADDLE_CACHE_DIR", self.path("cache")).env("RADDLE_STRICT_FALLBACK", "1");
        command.env("RADDLE_DEVICE", "emulated").env("RADDLE_OFFLOAD_MIN", "0");
        command.output().unwrap()
    }

    /// What the command says on standard error.
    #[track_caller]
    fn raddle(&self, args: &str) -> String {
        let output = self.command(RADDLE, args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args}: {said}");
        said
    }

    #[track_caller]
    fn prints(&self, program: &str, expected: &str) {
        let output = self.command(self.path(program), "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The remark on the loop with the call.
#[track_caller]
fn verdict(said: &str, expected: &str) {
    let remark = said.lines().find(|line| line.contains("a.c:5") || line.contains("in 'fill'")).unwrap_or_default();
    assert!(remark.contains(expected), "{said}");
}

const DEVICE: &str = "runs on the device";

#[test]
fn files_of_one_command_know_each_other() {
    let place = Place::new(&[("a.c", MAIN), ("b.c", CALLEE)]);
    verdict(&place.raddle("build --remarks a.c b.c -o x"), DEVICE);
    place.prints("x", "3998\n");
    verdict(&place.raddle("run --remarks a.c b.c"), DEVICE);
    verdict(&place.raddle("cc --remarks a.c b.c -o x"), "which is in another file");
    // A changed body is a changed program.
    place.file("b.c", "int f(int i) { return 3 * i; }\n");
    place.raddle("build a.c b.c -o x");
    place.prints("x", "5997\n");
    // The library's body is not known.
    place.file("b.c", "#include <stdlib.h>\nint f(int i) { return rand() % 1 + i; }\n");
    verdict(&place.raddle("build --remarks a.c b.c -o x"), "it calls 'rand', whose body is not known");
}

#[test]
fn a_call_that_never_runs_keeps_no_body_away() {
    let main =
        MAIN.replace("int f(int);", "int f(int); int g(int);").replace("a[i] = f(i)", "if (0) g(i); else a[i] = f(i)");
    let place = Place::new(&[("a.c", &main), ("b.c", CALLEE)]);
    verdict(&place.raddle("build --remarks a.c b.c -o x"), DEVICE);
    place.prints("x", "3998\n");
    let callee = "int g(int);\nint f(int i) {\n  if (0)\n    g(i);\n  return 2 * i;\n}\n";
    place.file("b.c", callee);
    verdict(&place.raddle("build --remarks a.c b.c -o x"), DEVICE);
    place.prints("x", "3998\n");
}

#[test]
fn what_the_linker_may_replace_stays_a_call() {
    let wrapped = "int __real_f(int); int __wrap_f(int i) { return __real_f(i) + 1; }\n";
    let place =
        Place::new(&[("a.c", MAIN), ("b.c", CALLEE), ("c.c", wrapped), ("d.c", "int g(int i) { return i; }\n")]);
    let said = place.raddle("build --remarks a.c b.c c.c -Wl,--wrap=f -o x");
    verdict(&said, "whose body in another file cannot replace it: the linker wraps it");
    place.prints("x", "3999\n");
    // Behind the objects, the library's function would be the second one.
    let said = place.raddle("build --remarks a.c d.c -Wl,--defsym=f=g -o x");
    verdict(&said, "which is in another file");
    place.prints("x", "1999\n");
    place.file("b.c", "__attribute__((weak)) int f(int i) { return 2 * i; }\n");
    place.file("d.c", "int f(int i) { return 7 * i; }\n");
    let said = place.raddle("build --remarks a.c b.c d.c -o x");
    verdict(&said, "it may be another one when the program is linked");
    place.prints("x", "13993\n");
}

/// A shared library with `fill`, whose loop calls `f` in another file of it.
const LIBRARY: &str = "int f(int);\nvoid fill(int n, int *a) {\n  for (int i = 0; i < n; i++)\n    a[i] = f(i);\n}\n";
const USER: &str = "#include <stdio.h>\nvoid fill(int n, int *a);\nint main(void) {\n  static int a[2000];\n  fill(2000, a);\n  printf(\"%d\\n\", a[1999]);\n}\n";

#[test]
fn what_a_shared_library_exports_may_be_replaced() {
    let place =
        Place::new(&[("l.c", LIBRARY), ("b.c", CALLEE), ("m.c", USER), ("p.c", "int f(int i) { return 9 * i; }\n")]);
    let said = place.raddle("build --remarks -fPIC -shared l.c b.c -o libl.so");
    verdict(&said, "a function that a shared library exports may be replaced when it is loaded");
    place.raddle("cc m.c ./libl.so -o x");
    place.raddle("cc -fPIC -shared p.c -o libp.so");
    place.prints("x", "3998\n");
    let replaced = Command::new(place.path("x"))
        .current_dir(place.dir.path())
        .env("LD_PRELOAD", place.path("libp.so"))
        .env("RADDLE_DEVICE", "emulated")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&replaced.stdout), "17991\n");
    // Nobody outside can see it.
    verdict(&place.raddle("build --remarks -fvisibility=hidden -fPIC -shared l.c b.c -o libh.so"), DEVICE);
}

const CTOR: &str = "#include <stdio.h>\n__attribute__((constructor)) static void c(void) { puts(\"first\"); }\nint f(int i) { return 2 * i; }\n";

#[track_caller]
fn tool(place: &Place, program: &str, args: &str) {
    let output = place.command(program, args);
    assert!(output.status.success(), "{program} {args}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Files with `f` and its caller as objects that carry what links want to know.
fn objects() -> Place {
    let place = Place::new(&[("a.c", MAIN), ("b.c", CALLEE), ("c.c", CTOR)]);
    for name in ["a", "b", "c"] {
        place.raddle(&format!("cc -O2 -flto -c {name}.c"));
    }
    place
}

#[test]
fn objects_know_each_other_at_the_link() {
    let place = objects();
    tool(&place, "ar", "rc liba.a a.o");
    tool(&place, "ar", "rc libb.a b.o");
    tool(&place, "ar", "rc libd.a c.o");
    for words in [
        "a.o b.o",
        "a.o -L. -lb",
        "liba.a -L . -l b",
        "a.o -l:libb.a -L.",
        "-fuse-ld=lld liba.a libb.a",
        "-Wl,--whole-archive liba.a libb.a -Wl,--no-whole-archive",
        "a.c libb.a",
        "a.c b.c",
    ] {
        let said = place.raddle(&format!("cc -O2 -flto --remarks {words} -o x"));
        verdict(&said, DEVICE);
        assert_eq!(said.matches("remark:").count(), 1, "{words}: {said}");
        place.prints("x", "3998\n");
    }
    verdict(&place.raddle("build -flto --remarks a.c b.o -o x"), DEVICE);
    // No call asks for the member any more, whose constructor counts.
    verdict(&place.raddle("cc -flto --remarks a.o libd.a -o x"), DEVICE);
    place.prints("x", "first\n3998\n");
    assert_eq!(place.raddle("cc --remarks a.o b.o -o x"), "", "nothing is asked for");
}

#[test]
fn objects_carry_nothing_that_no_link_can_use() {
    let place = Place::new(&[("n.c", "#include <stdio.h>\nint numbers[3] = {1, 2, 3};\n")]);
    place.raddle("cc -O2 -c n.c -o plain.o");
    place.raddle("cc -O2 -flto -c n.c -o with.o");
    assert!(fs::read(place.path("plain.o")).unwrap() == fs::read(place.path("with.o")).unwrap());
}

#[test]
fn objects_for_links_are_ordinary_for_everyone_else() {
    let place = objects();
    for (program, args) in [
        ("gcc", "a.o b.o -o x"),
        ("clang-22", "a.o b.o -o x"),
        ("clang-22", "-fuse-ld=lld a.o b.o -o x"),
        ("ld", "-r a.o b.o -o ab.o"),
        (RADDLE, "cc -flto -r a.o b.o -o ab.o"),
        (RADDLE, "cc -flto ab.o -o x"),
        ("strip", "--strip-unneeded b.o"),
        (RADDLE, "cc -flto a.o b.o -o x"),
    ] {
        tool(&place, program, args);
        if args.ends_with("x") {
            place.prints("x", "3998\n");
        }
    }
}

#[test]
fn what_tools_changed_is_not_what_it_was() {
    let place = objects();
    place.file("g.c", "int g(int);\nint f(int i) { return g(i) + 1; }\n");
    // The function named f in b.c is g now, and the call of f in a.c reaches another one.
    tool(&place, "objcopy", "--redefine-sym f=g b.o g.o");
    place.raddle("cc -flto a.o g.c g.o -o x");
    place.prints("x", "3999\n");
    tool(&place, "objcopy", "--redefine-sym f=g a.o ag.o");
    place.raddle("cc -flto ag.o g.o -o x");
    place.prints("x", "3998\n");
    // A weak definition may be another one.
    tool(&place, "objcopy", "--weaken-symbol f b.o w.o");
    place.file("s.c", "int f(int i) { return 7 * i; }\n");
    place.raddle("cc -O2 -flto a.o w.o s.c -o x");
    place.prints("x", "13993\n");
    place.raddle("cc -O2 -flto -fwrapv -c b.c -o v.o");
    assert_eq!(place.raddle("cc -flto --remarks a.o v.o -o x"), "", "its options mean something else");
    place.prints("x", "3998\n");
    place.raddle("cc -flto a.o b.o -Wl,--defsym=g=f -o x");
    place.prints("x", "3998\n");
}

#[test]
fn link_time_options_are_clangs_where_clang_works_alone() {
    let place = objects();
    for words in ["-flto", "-flto=thin", "-flto=auto -fuse-linker-plugin -w", "-flto -ffat-lto-objects", "-fno-lto"] {
        place.raddle(&format!("cc -O2 {words} -c b.c -o o.o"));
        assert!(std::fs::read(place.path("o.o")).unwrap().starts_with(b"\x7fELF"), "{words}");
        place.raddle(&format!("cc {words} a.o o.o -o x"));
        place.prints("x", "3998\n");
    }
    assert!(!place.command(RADDLE, "cc -flto=4 -c b.c").status.success());
    place.raddle("cc --device none -O2 -flto -c b.c -o o.o");
    assert!(std::fs::read(place.path("o.o")).unwrap().starts_with(b"BC"), "bitcode");
    let output = place.command(RADDLE, "cc -flto a.o o.o -o x");
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    place.prints("x", "3998\n");
    let output = place.command(RADDLE, "cc -flto a.o b.o -Wl,-t -o x");
    assert!(String::from_utf8_lossy(&output.stdout).contains("b.o\n"), "{output:?}");
}
