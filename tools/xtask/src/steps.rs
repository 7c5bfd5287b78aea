//! What `cargo xtask test` consists of, in order. All steps run even if one fails.

/// A command of one step.
pub enum Action {
    /// `cargo` with these arguments.
    Cargo(&'static [&'static str]),
    /// lit, from LLVM's tools, with these arguments.
    Lit(&'static [&'static str]),
    /// A line for the shell.
    Shell(&'static str),
}

pub struct Step {
    pub name: &'static str,
    /// What it shows, for the closing line.
    pub what: &'static str,
    pub action: Action,
}

/// A campaign of random programs, with these words.
macro_rules! fuzz {
    ($($word:literal),*) => {
        Action::Cargo(&["run", "--package", "raddle-fuzz", "--", "--batch", "16", "--timeout", "300", $($word),*])
    };
}

pub const STEPS: &[Step] = &[
    Step {
        name: "format",
        what: "the sources are formatted by rustfmt",
        action: Action::Cargo(&["fmt", "--all", "--check"]),
    },
    Step {
        name: "tidy",
        what: "the repository's rules hold",
        action: Action::Cargo(&["test", "--package", "raddle-xtask"]),
    },
    Step {
        name: "lint",
        what: "clippy has no objection",
        action: Action::Cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    },
    // The archive that programs link; the tests of the tools need it.
    Step { name: "runtime", what: "the runtime archive builds", action: Action::Cargo(&["xtask", "runtime"]) },
    Step {
        name: "matlab",
        what: "what programs in MATLAB are linked with builds",
        action: Action::Cargo(&["xtask", "matlab"]),
    },
    Step {
        name: "build",
        what: "the tools build, and the driver that interprets PTX",
        action: Action::Cargo(&["build", "--package", "raddle", "--package", "raddle-cuda-stub"]),
    },
    Step {
        name: "crates",
        what: "unit, property and conformance tests of every crate",
        action: Action::Cargo(&[
            "test",
            "--workspace",
            "--no-fail-fast",
            "--exclude",
            "raddle",
            "--exclude",
            "raddle-xtask",
            "--exclude",
            "raddle-fuzz",
            "--exclude",
            "raddle-math",
            "--exclude",
            "raddle-ptx-vm",
        ]),
    },
    Step {
        name: "math",
        what: "elementary functions within one unit in the last place of correctly rounded ones",
        action: Action::Cargo(&["test", "--package", "raddle-math", "--no-fail-fast"]),
    },
    Step {
        name: "ptx-vm",
        what: "the PTX interpreter on every row of its table, on wrong kernels, and on what LLVM writes",
        action: Action::Cargo(&["test", "--package", "raddle-ptx-vm", "--no-fail-fast"]),
    },
    Step {
        name: "lit",
        what: "passes and verifiers on IR in text form",
        action: Action::Lit(&["-v", "test-suite/lit"]),
    },
    Step {
        name: "programs",
        what: "the tools, and C programs on every device against clang's build",
        action: Action::Cargo(&["test", "--package", "raddle", "--no-fail-fast"]),
    },
    Step {
        name: "ptxas",
        what: "NVIDIA's assembler takes the PTX of all test programs, without spills",
        action: Action::Shell(
            "test-suite/external/ptxas.sh test-suite/programs/run/*.c backends/runtime/src/numerics/kernels/*.ptx",
        ),
    },
    Step {
        name: "fuzzer",
        what: "random programs have defined behaviour, and shrink",
        action: Action::Cargo(&["test", "--package", "raddle-fuzz", "--no-fail-fast"]),
    },
    Step {
        name: "fuzz",
        what: "400 random programs on two devices against clang's build",
        action: fuzz!("--seeds", "0..400", "--device", "cpu,emulated"),
    },
    Step {
        name: "fuzz-tiles",
        what: "random products and sweeps in small tiles",
        action: fuzz!("--only", "dense", "--schedule", "tiles:3", "--seeds", "0..96", "--device", "cpu,emulated"),
    },
    Step {
        name: "fuzz-parts",
        what: "random sums in loops that are cut in two parts",
        action: fuzz!("--only", "sums", "--schedule", "parts", "--seeds", "0..96", "--device", "cpu,emulated"),
    },
    Step {
        name: "fuzz-halves",
        what: "random programs with _Float16, also on Vulkan, which has them written out",
        action: fuzz!("--halves", "--seeds", "0..96", "--device", "cpu,vulkan"),
    },
];
