//! C programs on the archive, as cargo makes it: the README's example, the emulated device's errors, life with threads,
//! forks and signals, statistics, and the size of it all.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The archive, built once per run with its own profile beside the test's own target folder.
fn archive() -> &'static Path {
    static ARCHIVE: OnceLock<PathBuf> = OnceLock::new();
    ARCHIVE.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let build =
            ["rustc", "--quiet", "-p", "raddle-rt", "--profile", "rt", "--crate-type", "staticlib", "--target-dir"];
        let status = Command::new(env!("CARGO")).args(build).arg(target).current_dir(folder()).status();
        assert!(status.unwrap().success());
        target.join("rt/libraddle_rt.a")
    })
}

/// A compiled program in a folder of its own.
struct Program {
    folder: tempfile::TempDir,
}

impl Program {
    fn new(source: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("step.inc"), assembled("step.spvasm")).unwrap();
        let ptx = std::fs::read_to_string(self::folder().join("tests/c/step.ptx")).unwrap();
        std::fs::write(folder.path().join("step_ptx.inc"), format!("{ptx:?}")).unwrap();
        let file = folder.path().join("program.c");
        std::fs::write(&file, source).unwrap();
        let mut clang = Command::new("clang-22");
        clang.args(["-O1", "-Wall", "-Wextra", "-Werror", "-frounding-math", "-I"]).arg(self::folder().join("include"));
        clang.arg(&file).arg(archive()).args(["-static-libgcc", "-Wl,--gc-sections", "-lm", "-lpthread", "-ldl", "-o"]);
        let output = clang.arg(folder.path().join("program")).output().expect("clang-22 is installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self { folder }
    }

    fn from_file(name: &str) -> Self {
        Self::new(&std::fs::read_to_string(folder().join("tests/c").join(name)).unwrap())
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("program")
    }

    fn run(&self, argument: &str, settings: &[(&str, &str)]) -> Output {
        let mut command = Command::new(self.path());
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("RADDLE_")) {
            command.env_remove(name);
        }
        command.env("RADDLE_CACHE_DIR", cache());
        command.arg(argument).envs(settings.iter().copied()).current_dir(self.folder.path()).output().unwrap()
    }
}

/// Where the runs keep what they find out of devices.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_programs")
}

/// `life.c`, after a run that tested the interpreter: failures on purpose come later then.
fn life_on_a_tested_device() -> Program {
    let program = Program::from_file("life.c");
    let output = program.run("plain", &[("RADDLE_DEVICE", "cuda"), cuda_stub()]);
    assert!(output.status.success(), "{}", stderr(&output));
    program
}

/// The driver of `test-suite/ptx-vm/driver`, which cargo builds beside the test; the system's if `RADDLE_TEST_CUDA` is
/// set.
fn cuda_driver() -> (&'static str, &'static str) {
    if std::env::var_os("RADDLE_TEST_CUDA").is_some() { ("RADDLE_CUDA_DRIVER", "") } else { cuda_stub() }
}

/// The driver that can be told to fail.
fn cuda_stub() -> (&'static str, &'static str) {
    static STUB: OnceLock<String> = OnceLock::new();
    let path = || std::env::current_exe().unwrap().with_file_name("libraddle_cuda_stub.so");
    ("RADDLE_CUDA_DRIVER", STUB.get_or_init(|| path().to_str().unwrap().to_owned()))
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A SPIR-V module, assembled and found valid, as the initializer of a C array.
fn assembled(name: &str) -> String {
    let module = tempfile::NamedTempFile::new().unwrap();
    let source = folder().join("tests/c").join(name);
    let tool = |tool: &str, arguments: &[&Path]| {
        let output = Command::new(tool).args(["--target-env", "vulkan1.2"]).args(arguments).output().unwrap();
        assert!(output.status.success(), "{tool}: {}{}", stdout(&output), stderr(&output));
    };
    tool("spirv-as", &[&source, Path::new("-o"), module.path()]);
    tool("spirv-val", &[module.path()]);
    let bytes = std::fs::read(module.path()).unwrap();
    bytes.chunks_exact(4).map(|word| format!("{},", u32::from_le_bytes(word.try_into().unwrap()))).collect()
}

fn readme_example() -> String {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let (_, from) = readme.split_once("```c\n").unwrap();
    from.split_once("```").unwrap().0.to_owned()
}

#[test]
fn readme_example_runs_on_every_device() {
    let program = Program::new(&readme_example());
    for device in ["auto", "cpu", "none", "emulated", "vulkan", "cuda"] {
        let output = program.run("", &[("RADDLE_DEVICE", device), cuda_driver()]);
        assert_eq!(
            (output.status.code(), stdout(&output).trim()),
            (Some(0), "199 11"),
            "{device}: {}",
            stderr(&output)
        );
        // It has no code for the last three, goes on with the CPU and says so.
        let without_code = matches!(device, "emulated" | "vulkan" | "cuda");
        assert_eq!(stderr(&output).contains("saxpy.c:16: kernel saxpy goes on with the CPU"), without_code, "{device}");
    }
}

#[test]
fn wrong_settings_end_with_status_2() {
    let program = Program::new(&readme_example());
    let output = program.run("", &[("RADDLE_DEVICE", "gpu")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("unknown device 'gpu'") && stderr(&output).contains("vulkan"),
        "{}",
        stderr(&output)
    );
    let output = program.run("", &[("RADDLE_OFFLOAD_MIN", "few")]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_named_vulkan_device_has_to_be_there_unless_a_fallback_is_wished_for() {
    // The one registers its unit, the other is found out at its first launch.
    let (early, late) = (Program::from_file("life.c"), Program::new(&readme_example()));
    let no_driver = [("RADDLE_DEVICE", "vulkan"), ("VK_DRIVER_FILES", "/dev/null"), ("VK_ICD_FILENAMES", "/dev/null")];
    let no_device = [("RADDLE_DEVICE", "vulkan:77")];
    for (settings, why) in
        [(&no_driver[..], "vkCreateInstance failed"), (&no_device[..], "there is no Vulkan device 77")]
    {
        for (program, argument, place) in [(&early, "fail", ""), (&late, "", "saxpy.c:16: ")] {
            let output = program.run(argument, settings);
            assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), ""), "{}", stderr(&output));
            let message = format!("raddle: error: {place}{why}");
            assert!(stderr(&output).starts_with(&message), "{message}: {}", stderr(&output));
        }
        let output = late.run("", &[settings, &[("RADDLE_FALLBACK", "1")]].concat());
        assert_eq!((output.status.code(), stdout(&output).trim()), (Some(0), "199 11"));
        assert!(stderr(&output).contains("saxpy.c:16: runs sequentially"), "{}", stderr(&output));
    }
}

#[test]
fn the_check_of_a_named_device_leaves_it_to_forked_children() {
    let program = Program::from_file("life.c");
    let run = |device: &str| {
        let output = program.run("fork-first", &[("RADDLE_DEVICE", device), cuda_driver()]);
        assert_eq!(output.status.code(), Some(0), "{device}: {}", stderr(&output));
        stdout(&output)
    };
    assert_eq!(run("vulkan"), "child 1\nstatus 0\n");
    assert_eq!(run("cpu"), "child 1\nstatus 0\n");
    // CUDA's driver is of no use to a child once it was initialized.
    assert_eq!(run("cuda"), "child 0\nstatus 0\n");
}

/// What goes wrong with a CUDA device that the user named: the stub's failure, how `life.c` is called, the message.
const CUDA_FAILURES: [(&str, &str, &str); 8] = [
    ("old-driver", "fail", "the driver offers CUDA 10.2, and CUDA 11.0 or later is needed (update it"),
    ("no-device", "fail", "cuInit failed with CUDA_ERROR_NO_DEVICE (no NVIDIA GPU is visible here"),
    ("old-gpu", "fail", "Raddle PTX interpreter can't be used: it has compute capability 6.1"),
    ("oom", "fail", "life.c:17: cuMemAlloc_v2 failed with CUDA_ERROR_OUT_OF_MEMORY (close other programs"),
    ("timeout", "fail", "life.c:17: kernel step: cuEventSynchronize failed with CUDA_ERROR_LAUNCH_TIMEOUT (the kernel"),
    ("bad-ptx", "fail", "life.c:17: kernel step: the driver rejects its PTX with CUDA_ERROR_INVALID_PTX: ptxas fatal"),
    ("", "fail-malformed", "life.c:17: kernel step: the driver rejects its PTX with CUDA_ERROR_INVALID_PTX: line 3"),
    (
        "",
        "fail-nameless",
        "life.c:17: kernel stop: the driver rejects its PTX with CUDA_ERROR_NOT_FOUND: there is no entry",
    ),
];

#[test]
fn a_failing_cuda_device_ends_the_program_before_it_touches_memory() {
    let program = life_on_a_tested_device();
    let fails = |argument: &str, settings: &[(&str, &str)], message: &str| {
        let output = program.run(argument, settings);
        assert!(stderr(&output).contains(&format!("raddle: error: {message}")), "{message}: {}", stderr(&output));
        // Without a place it is known when the program starts, before it has a handler for its end.
        let at_end = if message.starts_with("life.c:17: ") { "untouched\n" } else { "" };
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), at_end), "{message}");
    };
    let cuda = ("RADDLE_DEVICE", "cuda");
    for (failure, argument, message) in CUDA_FAILURES {
        fails(argument, &[cuda, cuda_stub(), ("RADDLE_STUB_CUDA", failure)], message);
    }
    fails("fail", &[("RADDLE_DEVICE", "cuda:3"), cuda_stub()], "there is no CUDA device 3; usable are: 0 (Raddle");
    for library in ["/no/such/libcuda.so", "libm.so.6"] {
        let message = "no CUDA driver can be opened: ";
        fails("fail", &[cuda, ("RADDLE_CUDA_DRIVER", library)], message);
    }
}

#[test]
fn a_kernel_that_faults_on_a_cuda_device_ends_the_program() {
    let program = life_on_a_tested_device();
    for (failure, argument) in [("fault", "fail"), ("", "fail-stray")] {
        for fallback in ["0", "1"] {
            let settings = [("RADDLE_DEVICE", "cuda"), ("RADDLE_FALLBACK", fallback), cuda_stub()];
            let output = program.run(argument, &[&settings[..], &[("RADDLE_STUB_CUDA", failure)]].concat());
            let message =
                "life.c:17: kernel step: cuEventSynchronize failed with CUDA_ERROR_ILLEGAL_ADDRESS (a kernel did";
            assert!(stderr(&output).contains(message), "{}", stderr(&output));
            assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), "untouched\n"));
        }
    }
}

#[test]
fn with_a_fallback_programs_go_on_without_a_cuda_device() {
    let program = life_on_a_tested_device();
    for (failure, argument, message) in CUDA_FAILURES.into_iter().filter(|(_, argument, _)| *argument == "fail") {
        let settings =
            [("RADDLE_DEVICE", "cuda"), ("RADDLE_FALLBACK", "1"), cuda_stub(), ("RADDLE_STUB_CUDA", failure)];
        let output = program.run("plain", &settings);
        assert_eq!((output.status.code(), argument), (Some(0), "fail"), "{failure}: {}", stderr(&output));
        let reason = message.rsplit_once("step: ").or(message.split_once("life.c:17: ")).map_or(message, |it| it.1);
        assert!(stderr(&output).contains(reason), "{failure}: {}", stderr(&output));
        // Before the launch nothing was begun; after it, the CPU finishes what the device began.
        let begun = matches!(failure, "timeout" | "bad-ptx");
        assert_eq!(stdout(&output), format!("device {}\n", i32::from(begun)), "{failure}");
    }
}

#[test]
fn a_device_that_fails_the_self_test_is_not_used() {
    let program = Program::from_file("life.c");
    let fresh = tempfile::tempdir().unwrap();
    let cache = ("RADDLE_CACHE_DIR", fresh.path().to_str().unwrap());
    for (failure, fallback, status) in [("timeout", "0", 3), ("fault", "1", 0), ("bad-ptx", "1", 0)] {
        let settings = [("RADDLE_DEVICE", "cuda"), ("RADDLE_FALLBACK", fallback), cuda_stub(), cache];
        let output = program.run("plain", &[&settings[..], &[("RADDLE_STUB_CUDA", failure)]].concat());
        let message = "life.c:17: ";
        assert_eq!(output.status.code(), Some(status), "{failure}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{failure}: {}", stderr(&output));
        let why = "the numerics self-test of the device failed: ";
        assert!(stderr(&output).contains(why), "{failure}: {}", stderr(&output));
    }
    assert!(!fresh.path().join("devices").exists(), "what failed is no outcome");
}

#[test]
fn a_kernel_without_ptx_is_no_failure_of_the_device() {
    let program = Program::from_file("life.c");
    let output = program.run("codeless", &[("RADDLE_DEVICE", "cuda"), cuda_driver()]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "device 1\n"));
    let message = "raddle: life.c:17: kernel step goes on with the CPU: it has no code for this device\n";
    assert_eq!(stderr(&output), message);
}

#[test]
fn auto_asks_for_no_cuda_device_where_it_does_not_pay() {
    // The stub would complain about the setting.
    let settings = [("RADDLE_STUB_CUDA", "nonsense"), cuda_stub()];
    let output = Program::from_file("life.c").run("learn-untimed", &settings);
    assert_eq!((stdout(&output).as_str(), stderr(&output).as_str()), ("launched often\n", ""));
}

#[test]
fn auto_leaves_a_site_alone_that_lost() {
    let program = Program::from_file("life.c");
    let run = |argument: &str, device: &str| {
        let output = program.run(argument, &[("RADDLE_DEVICE", device), ("RADDLE_THREADS", "2")]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    // The estimate is for launches, each of which takes longer than the loop.
    assert_eq!(run("learn", "auto"), "launched seldom\n");
    assert_eq!(run("learn", "cpu"), "launched always\n");
    // Nobody says where this loop ends. The first executions do not win what threads take to start.
    assert_eq!(run("learn-untimed", "auto"), "launched often\n");
}

#[test]
fn exhausted_memory_is_said_once_per_site() {
    let settings = [("RADDLE_DEVICE", "emulated"), ("RADDLE_GPU_MEM", "10000")];
    let output = Program::from_file("life.c").run("threads", &settings);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "device 0\nthreads 0\n"));
    let message = "raddle: life.c:17: runs sequentially: out of device memory: 20000 bytes wanted, 0 of 10000 in use";
    assert_eq!(stderr(&output).lines().collect::<Vec<_>>(), [message]);
}

#[test]
fn emulated_device_names_each_mistake() {
    let program = Program::from_file("emulated.c");
    let run = |mistake: &str| program.run(mistake, &[("RADDLE_DEVICE", "emulated")]);
    let fine = run("none");
    assert_eq!((fine.status.code(), stdout(&fine).as_str()), (Some(0), "done\n"), "{}", stderr(&fine));
    let mistakes = [
        ("no-copy-in", "emulated.c:21:17: kernel scale reads 8 bytes of array 'x'", "neither copied in nor written"),
        ("out-of-bounds", "emulated.c:21:17: kernel scale reads 8 bytes of array 'x' at byte 80", "out of bounds"),
        (
            "undeclared-write",
            "emulated.c:21:9: kernel scale writes 8 bytes of array 'y'",
            "does not declare as written",
        ),
        ("no-write", "array 'y': copies out array 'y' at byte 7992", "neither copied in nor written"),
        ("no-copy-out", "emulated.c:20: the kernel wrote array 'y' at byte 0", "stale"),
        ("stale-copy-in", "array 'y': copies the host's stale bytes over array 'y' at byte 0", "which a kernel wrote"),
        ("freed-early", "the host object at", "ends while a site uses it"),
        ("use-after-exit", "emulated.c:20: the site is used without being entered", ""),
        ("stale-pointer", "emulated.c:30:1: kernel steal reads 8 bytes of array 'x' at byte 0", "was freed"),
        ("host-pointer", "emulated.c:30:1: kernel steal reads 8 bytes of address", "no device memory"),
    ];
    for (mistake, message, fault) in mistakes {
        let output = run(mistake);
        assert_eq!(output.status.code(), Some(3), "{mistake}: {}", stderr(&output));
        assert!(stderr(&output).contains(message) && stderr(&output).contains(fault), "{mistake}: {}", stderr(&output));
    }
}

/// What `life.c` prints in the surroundings `what`.
fn life(device: &str, what: &str) -> String {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| Program::from_file("life.c"));
    let output = program.run(what, &[("RADDLE_DEVICE", device), ("RADDLE_THREADS", "3"), cuda_driver()]);
    assert_eq!(output.status.code(), Some(0), "{device}, {what}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn forks_threads_signals_and_rounding() {
    for device in ["cpu", "emulated", "vulkan", "cuda"] {
        assert_eq!(life(device, "plain"), "device 1\n", "{device}");
        assert_eq!(life(device, "fork"), "device 1\nchild 0\nstatus 0 parent 1\n", "{device}");
        assert_eq!(life(device, "threads"), "device 1\nthreads 400\n", "{device}");
        assert_eq!(life(device, "rounding"), "device 0\n", "{device}");
    }
    assert_eq!(life("cpu", "signals"), "device 1\non the main thread 100\n");
}

#[test]
fn handlers_that_run_late_enter_sites_too() {
    assert_eq!(life("cpu", "atexit"), "device 1\nat exit 1\n");
    assert_eq!(life("emulated", "atexit"), "device 1\nat exit 1\n");
    // By then the driver may have cleaned up after itself.
    assert_eq!(life("vulkan", "atexit"), "device 1\nat exit 0\n");
    assert_eq!(life("cuda", "atexit"), "device 1\nat exit 0\n");
}

#[test]
fn validation_layers_have_nothing_to_say() {
    let program = Program::from_file("life.c");
    let output = program.run("threads", &[("RADDLE_DEVICE", "vulkan"), ("RADDLE_VULKAN_VALIDATE", "1")]);
    assert_eq!((output.status.code(), stderr(&output).contains("alidation")), (Some(0), false), "{}", stderr(&output));
}

#[test]
fn a_crash_in_a_kernel_is_the_programs_crash() {
    use std::os::unix::process::ExitStatusExt;
    let output = Program::from_file("life.c").run("crash", &[("RADDLE_DEVICE", "cpu"), ("RADDLE_THREADS", "2")]);
    assert_eq!(output.status.signal(), Some(11));
}

#[test]
fn statistics_follow_their_schema() {
    let program = Program::from_file("life.c");
    let compile = r#"{"compile": [{"stage": "parse", "ns": 5}], "imported": 7, "fallback": [{"function": "f"}]}"#;
    std::fs::write(program.folder.path().join("compile.json"), compile).unwrap();
    let settings = [
        ("RADDLE_DEVICE", "cpu"),
        ("RADDLE_STATS", "json:stats.json"),
        ("RADDLE_STATS_COMPILE", "compile.json"),
        ("RADDLE_VERBOSE", "1"),
    ];
    // The forked child ends by itself and must not write over its parent's statistics.
    let output = program.run("fork", &settings);
    assert!(stderr(&output).contains("raddle: life.c:17: step on cpu, grid ["), "{}", stderr(&output));
    let text = std::fs::read_to_string(program.folder.path().join("stats.json")).unwrap();
    let stats: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&stats["version"], &stats["device"]["kind"]), (&Value::from(1), &Value::from("cpu")));
    assert_eq!((&stats["compile"][0]["stage"], &stats["imported"]), (&Value::from("parse"), &Value::from(7)));
    assert_eq!(stats["fallback"][0]["function"], "f");
    assert!(stats["run_ns"].as_u64().unwrap() > 0);
    let nests = stats["nests"].as_array().unwrap();
    assert_eq!((nests.len(), &nests[0]["device"], &nests[0]["reason"]), (2, &Value::from("cpu"), &Value::from("")));
    assert_eq!((&nests[1]["device"], &nests[1]["reason"]), (&Value::from("none"), &Value::from("carried by i")));
    let kernel = &stats["kernels"][0];
    assert_eq!((&kernel["name"], &kernel["launches"]), (&Value::from("step"), &Value::from(2)));
    assert_eq!((&kernel["source"], &kernel["grid"].as_array().unwrap().len()), (&Value::from("life.c:17"), &3));
    assert_eq!(stats["transfers"]["h2d"], serde_json::json!({"count": 0, "bytes": 0}));
    assert_eq!(stats["evictions"], 0);
}

#[test]
fn statistics_say_why_a_nest_stayed_on_the_host() {
    let program = Program::from_file("life.c");
    let settings = [("RADDLE_DEVICE", "cpu"), ("RADDLE_OFFLOAD_MIN", "600000"), ("RADDLE_STATS", "table")];
    let output = program.run("plain", &settings);
    assert_eq!(stdout(&output), "device 0\n");
    assert!(stderr(&output).contains("5000 iterations are fewer than 6"), "{}", stderr(&output));
    assert!(stderr(&output).contains("carried by i"), "{}", stderr(&output));
}

#[test]
fn sequential_runs_are_timed_where_the_program_says_their_end() {
    let program = Program::from_file("life.c");
    let nest = |argument: &str, device: &str| {
        let settings = [("RADDLE_DEVICE", device), ("RADDLE_STATS", "json:stats.json")];
        assert_eq!(program.run(argument, &settings).status.code(), Some(0));
        let text = std::fs::read_to_string(program.folder.path().join("stats.json")).unwrap();
        let stats: Value = serde_json::from_str(&text).unwrap();
        let number = |name: &str| stats["nests"][0][name].as_u64().unwrap();
        assert_eq!(stats["nests"][0]["source"], "life.c:17");
        (number("host_runs"), number("host_ns") > 0, number("device_ns") > 0)
    };
    // Two sequential runs, in an environment that no device has.
    assert_eq!(nest("rounding-timed", "cpu"), (2, true, false));
    assert_eq!(nest("rounding-timed", "none"), (2, true, false));
    assert_eq!(nest("rounding", "cpu"), (0, false, false));
    assert_eq!(nest("plain", "cpu"), (0, false, true));
}

#[test]
fn transfers_are_counted_to_the_byte() {
    // The program's array of 1000 doubles goes each way once.
    let program = Program::from_file("emulated.c");
    let output = program.run("none", &[("RADDLE_DEVICE", "emulated"), ("RADDLE_STATS", "json:stats.json")]);
    assert_eq!(output.status.code(), Some(0));
    let text = std::fs::read_to_string(program.folder.path().join("stats.json")).unwrap();
    let transfers = &serde_json::from_str::<Value>(&text).unwrap()["transfers"];
    assert_eq!(transfers["h2d"], serde_json::json!({"count": 1, "bytes": 8000}));
    assert_eq!(transfers["d2h"], serde_json::json!({"count": 1, "bytes": 8000}));
    let first = &transfers["list"][0];
    assert_eq!((&first["array"], &first["direction"], &first["bytes"]), (&"x".into(), &"h2d".into(), &8000.into()));
}

#[test]
fn executables_are_small_and_need_only_libc() {
    let program = Program::new(&readme_example());
    let status = Command::new("strip").arg(program.path()).status().unwrap();
    assert!(status.success());
    let bytes = std::fs::metadata(program.path()).unwrap().len();
    assert!(bytes <= 1_500_000, "{bytes} bytes");
    let output = Command::new("ldd").arg(program.path()).output().unwrap();
    let family = ["linux-vdso", "libc.so", "libm.so", "libpthread.so", "libdl.so", "ld-linux"];
    for line in stdout(&output).lines() {
        assert!(family.iter().any(|name| line.contains(name)), "{line}");
    }
}
