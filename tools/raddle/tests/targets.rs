//! `--targets`: objects without the code for some devices. To such a device a program is one without it.

use std::fs;
use std::process::{Command, Output};

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");
const SOURCE: &str = "#include <stdio.h>\nvoid k(float *a) {\n  for (int i = 0; i < 5000; i++)\n    a[i] = a[i] * 2 + 1;\n}\n\
    float a[5000];\nint main(void) {\n  k(a);\n  printf(\"%g\\n\", a[4999]);\n}\n";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::write(place.0.path().join("a.c"), SOURCE).unwrap();
        place
    }

    fn raddle(&self, args: &str) -> Output {
        Command::new(RADDLE).args(args.split_whitespace()).current_dir(self.0.path()).output().unwrap()
    }

    #[track_caller]
    fn made(&self, args: &str) {
        let output = self.raddle(args);
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn size(&self, targets: &str) -> u64 {
        self.made(&format!("cc -O2 --targets={targets} -c a.c -o a.o"));
        fs::metadata(self.0.path().join("a.o")).unwrap().len()
    }

    /// Status, what is printed, and what is said.
    fn on(&self, device: &str, fallback: &str) -> (Option<i32>, String, String) {
        let mut program = Command::new(self.0.path().join("x"));
        program.env("RADDLE_DEVICE", device).env("RADDLE_OFFLOAD_MIN", "0");
        if !fallback.is_empty() {
            program.env("RADDLE_FALLBACK", fallback);
        }
        let output = program.output().unwrap();
        let [printed, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        (output.status.code(), printed, said)
    }
}

#[test]
fn objects_shrink_by_what_is_left_out() {
    let place = Place::new();
    let all = place.size("cpu,cuda,emulated,vulkan");
    for targets in ["cuda,emulated", "cpu,vulkan,emulated", "vulkan,cuda"] {
        assert!(place.size(targets) < all, "{targets}");
    }
    let cpu = place.size("cpu");
    assert!(cpu < place.size("cpu,cuda") && cpu < place.size("vulkan") && cpu < place.size("emulated"));
}

#[test]
fn a_device_that_was_left_out_is_a_missing_one() {
    let place = Place::new();
    place.made("build --targets cpu,vulkan a.c -o x");
    let (status, printed, said) = place.on("emulated", "0");
    assert_eq!((status, printed.as_str()), (Some(3), ""), "{said}");
    let expected = "a.c:3: it was compiled without code for 'emulated' (--targets leaves it out";
    assert!(said.contains(expected), "{said}");
    let (status, printed, said) = place.on("emulated", "1");
    assert_eq!((status, printed.as_str()), (Some(0), "1\n"), "{said}");
    assert!(said.contains("runs sequentially: it was compiled without code for 'emulated'"), "{said}");
    for device in ["cpu", "auto", "none"] {
        let (status, printed, said) = place.on(device, "");
        assert_eq!((status, printed.as_str(), said.as_str()), (Some(0), "1\n", ""), "{device}");
    }
    place.made("build --targets emulated a.c -o x");
    let (status, printed, said) = place.on("emulated", "");
    assert_eq!((status, printed.as_str(), said.as_str()), (Some(0), "1\n", ""));
}

#[test]
fn unknown_targets_are_named() {
    let place = Place::new();
    for command in ["cc -c", "build -o x"] {
        let output = place.raddle(&format!("{command} --targets cpu,gpu a.c"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("no target 'gpu'; targets are"), "{said}");
    }
    // The cache tells programs with different targets apart.
    let run = |targets: &str| {
        let args = format!("run --device emulated --offload-min 0 --targets {targets} a.c");
        let mut command = Command::new(RADDLE);
        command.args(args.split_whitespace()).current_dir(place.0.path());
        command
            .env("RADDLE_FALLBACK", "0")
            .env("RADDLE_CACHE_DIR", place.0.path().join("cache"))
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!([run("emulated"), run("cpu"), run("emulated")], [Some(0), Some(3), Some(0)]);
}
