//! The options that all commands share, as values: what to compile for a device, and what to report.

use crate::cc::args::CommandLine;
use crate::error::{Error, Result};
use crate::numerics;
use crate::targets::Targets;
use raddle_c::import::Numerics;
use raddle_gpu::transfers::Scheme;
use regex::Regex;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Devices by name; the runtime knows more about them.
const DEVICES: &[&str] = &["auto", "cpu", "cuda", "emulated", "vulkan", "ptx-vm", "none"];
const LATER_DEVICES: &[&str] = &["wgpu"];

/// The CUDA device on a driver of ours, which interprets PTX.
pub const PTX_VM: &str = "ptx-vm";

/// Innermost iterations of the smallest launch, unless `--offload-min` says otherwise.
const OFFLOAD_MIN: u64 = 1000;

/// `--stats` and `--remarks`: not wanted, for people on standard error, or as JSON in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Report {
    #[default]
    Off,
    Text,
    Json(PathBuf),
}

#[derive(clap::Args, Clone, Debug)]
pub struct Shared {
    /// Where legal loop nests run: auto, cpu, cuda, emulated, vulkan, ptx-vm (cuda, interpreted) or none (clang's program), with :INDEX for one of several
    #[arg(long, value_name = "DEVICE[:INDEX]")]
    pub device: Option<String>,
    /// Launches with fewer iterations stay on the host (one that takes longer than 10 ns counts as several); loops that are known to have fewer when they are compiled are left to clang. 0 for no limit [default: 1000]
    #[arg(long, value_name = "N")]
    pub offload_min: Option<u64>,
    /// Offload loop nests of matching functions only
    #[arg(long, value_name = "REGEX")]
    pub offload_only: Option<Regex>,
    /// Floating-point values: strict (clang's, bit for bit), reproducible (loop nests have sums in an order and functions of <math.h> of our own, with the same bits everywhere), contract (reproducible, and products are one operation with the sum around them) or fast (as -ffast-math) [default: what -ffast-math and -ffp-contract= ask for, else strict]
    #[arg(long, value_name = "MODE")]
    pub fp: Option<String>,
    /// C file that says what functions of other files and libraries do: definitions that may stand for calls in loops, declarations with const or pure; may be given several times
    #[arg(long, value_name = "FILE")]
    pub stubs: Vec<PathBuf>,
    /// Devices that the program has code for, besides CPU threads, which it always has: of cuda, emulated and vulkan. To the others its loops are those of a program without the device [default: all]
    #[arg(long, value_name = "LIST")]
    pub targets: Option<Targets>,
    /// How arrays travel: optimized (they stay on the device until the host needs them) or naive (in before and out after every loop nest)
    #[arg(long, value_name = "SCHEME", default_value = "optimized")]
    pub transfers: String,
    /// Print statistics to standard error, or write them as JSON
    #[arg(long, value_name = "json:FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = parse_report)]
    pub stats: Option<Report>,
    /// Say for each loop nest where it runs and why, on standard error or as JSON
    #[arg(long, value_name = "json:FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = parse_report)]
    pub remarks: Option<Report>,
    /// Write every stage and every kernel into this directory
    #[arg(long, value_name = "DIR")]
    pub dump: Option<PathBuf>,
    /// Take every function through MLIR and offload nothing: what our own code generation costs
    #[arg(long, hide = true)]
    pub untransformed: bool,
    /// Write all loops anew, in the order of the source (identity) or in some other legal one (random:SEED); or tile products by so many
    /// iterations (tiles:SIZE), or cut loops in two parts wherever that is legal (parts)
    #[arg(long, value_name = "ORDER", hide = true)]
    pub schedule: Option<String>,
    /// Print the commands that are run
    #[arg(short, long)]
    pub verbose: bool,
    /// Color of diagnostics
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub color: crate::diag::Color,
}

/// Orders that `region-schedule` knows, sizes of tiles, and `parts`.
fn check_schedule(order: &str) -> Result<()> {
    let is_random = order.strip_prefix("random:").is_some_and(|seed| seed.parse::<u64>().is_ok());
    let is_size =
        order.strip_prefix("tiles:").is_some_and(|size| size.parse().is_ok_and(|it: u16| (1..=4096).contains(&it)));
    match ["identity", "parts"].contains(&order) || is_random || is_size {
        true => Ok(()),
        false => Err(Error::usage_hint(
            format!("invalid value '{order}' for '--schedule'"),
            "orders are identity, random:SEED, tiles:SIZE and parts",
        )),
    }
}

fn parse_report(text: &str) -> std::result::Result<Report, String> {
    match text.strip_prefix("json:") {
        Some("") => Err("a file is missing after 'json:'".into()),
        Some(file) => Ok(Report::Json(file.into())),
        None if text.is_empty() => Ok(Report::Text),
        None => Err("expected 'json:FILE' or nothing".into()),
    }
}

impl Shared {
    /// Rejects what exists in other versions only, before any work is done.
    pub fn check(&self) -> Result<()> {
        if let Some(device) = &self.device {
            check_device(device)?;
        }
        self.numerics()?;
        self.schedule.as_deref().map_or(Ok(()), check_schedule)?;
        self.stubs.iter().try_for_each(|file| check_readable(file))?;
        if let Some(dir) = &self.dump {
            std::fs::create_dir_all(dir).map_err(|error| Error::file("make", dir, &error))?;
        }
        self.scheme()?;
        crate::diag::set_color(self.color);
        Ok(())
    }

    /// What `--transfers` says.
    fn scheme(&self) -> Result<Scheme> {
        match self.transfers.as_str() {
            "optimized" => Ok(Scheme::Optimized),
            "naive" => Ok(Scheme::Naive),
            other => Err(Error::usage_hint(
                format!("invalid value '{other}' for '--transfers'"),
                "schemes are optimized and naive",
            )),
        }
    }

    /// What `--fp` says, if it is there.
    pub fn numerics(&self) -> Result<Option<Numerics>> {
        let Some(name) = &self.fp else { return Ok(None) };
        match numerics::MODES.iter().find(|(known, _)| known == name) {
            Some((_, mode)) => Ok(Some(*mode)),
            None => Err(Error::usage_hint(
                format!("invalid value '{name}' for '--fp'"),
                format!("modes are {}", numerics::MODES.map(|(name, _)| name).join(", ")),
            )),
        }
    }

    /// Innermost iterations of the smallest launch.
    pub fn least(&self) -> u64 {
        self.offload_min.unwrap_or(OFFLOAD_MIN)
    }

    pub fn compile(&self) -> Result<Compile> {
        let targets = self.targets.unwrap_or_default();
        Ok(Compile {
            offload: self.device.as_deref() != Some("none"),
            least: self.least(),
            only: self.offload_only.clone(),
            dump: self.dump.clone(),
            untransformed: self.untransformed,
            schedule: self.schedule.clone(),
            verbose: self.verbose,
            numerics: self.numerics()?,
            stubs: self.stubs.clone(),
            targets,
            // CPU threads work on the host's memory.
            transfers: if targets.are_threads_only() { Scheme::Naive } else { self.scheme()? },
        })
    }

    pub fn remarks(&self) -> Report {
        self.remarks.clone().unwrap_or_default()
    }

    pub fn stats(&self) -> Report {
        self.stats.clone().unwrap_or_default()
    }
}

/// A file that can be opened.
pub fn check_readable(path: &Path) -> Result<()> {
    let file = std::fs::File::open(path).map_err(|error| Error::file("read", path, &error))?;
    match file.metadata() {
        Ok(meta) if meta.is_dir() => Err(Error::input(format!("cannot read '{}': Is a directory", path.display()))),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn check_device(text: &str) -> Result<()> {
    let (name, index) = text.split_once(':').map_or((text, None), |(name, index)| (name, Some(index)));
    if LATER_DEVICES.contains(&name) {
        return Err(Error::not_in_this_version(&format!("the device '{name}'")));
    }
    if !DEVICES.contains(&name) {
        return Err(Error::usage_hint(
            format!("unknown device '{name}'"),
            format!("devices are {}", DEVICES.join(", ")),
        ));
    }
    match index {
        Some(index) if name == PTX_VM => {
            Err(Error::usage(format!("'{PTX_VM}' is one device; it has no index {index}")))
        }
        Some(index) if index.parse::<u32>().is_err() => {
            Err(Error::usage(format!("'{index}' is not the index of a device")))
        }
        Some(_) | None => Ok(()),
    }
}

/// What the compilation of a unit needs to know besides clang's own flags.
#[derive(Clone, Debug, Default)]
pub struct Compile {
    pub offload: bool,
    /// Loops that are known to have fewer innermost iterations are left to clang.
    pub least: u64,
    pub only: Option<Regex>,
    pub dump: Option<PathBuf>,
    pub untransformed: bool,
    /// An order of iterations for all nests.
    pub schedule: Option<String>,
    pub verbose: bool,
    /// `--fp`.
    pub numerics: Option<Numerics>,
    /// Files with stubs.
    pub stubs: Vec<PathBuf>,
    /// Devices that get code.
    pub targets: Targets,
    pub transfers: Scheme,
}

impl Compile {
    /// The mode of a unit with these compiler words.
    pub fn mode(&self, words: &[OsString]) -> Numerics {
        numerics::mode(self.numerics, words)
    }
}

/// Words of our own commands, sorted by who reads them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// For clap: our options.
    pub own: Vec<OsString>,
    /// In their order: files and compiler flags.
    pub compiler: Vec<OsString>,
    /// After `--`.
    pub program: Vec<OsString>,
}

/// Our options are the long ones and those that `command` declares; every other word is the compiler's.
pub fn split(command: &clap::Command, words: impl IntoIterator<Item = OsString>) -> Split {
    let mut split = Split::default();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(text) = word.to_str() else {
            split.compiler.push(word);
            continue;
        };
        if text == "--" {
            split.program.extend(words.by_ref());
        } else if is_own(command, text) {
            let value = own_value_follows(command, text).then(|| words.next()).flatten();
            split.own.push(word);
            split.own.extend(value);
        } else {
            let value = takes_compiler_value(&word).then(|| words.next()).flatten();
            split.compiler.push(word);
            split.compiler.extend(value);
        }
    }
    split
}

/// `-I` and its like written alone: the next word is a value even if it looks like an option.
pub fn takes_compiler_value(word: &OsString) -> bool {
    let line = CommandLine::parse([word.clone(), "value".into()]);
    word.to_str().is_some_and(|text| text.starts_with('-')) && line.inputs().next().is_none()
}

fn is_own(command: &clap::Command, text: &str) -> bool {
    const CLANG_LONG: &[&str] =
        &["--sysroot", "--param", "--target", "--coverage", "--std", "--include", "--define", "--gcc-"];
    match text.strip_prefix("--") {
        Some(name) if is_declared(command, name) => true,
        Some(_) => !CLANG_LONG.iter().any(|prefix| text.starts_with(prefix)),
        None => short(command, text).is_some() || text == "-h" || text == "-V",
    }
}

/// `name` may have a value behind a `=`.
fn is_declared(command: &clap::Command, name: &str) -> bool {
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    command.get_arguments().any(|arg| arg.get_long() == Some(name))
}

fn short<'a>(command: &'a clap::Command, text: &str) -> Option<&'a clap::Arg> {
    let letter = text.strip_prefix('-')?.chars().next()?;
    let joined = text.len() > 2;
    command.get_arguments().find(|arg| arg.get_short() == Some(letter) && (!joined || arg.get_action().takes_values()))
}

fn own_value_follows(command: &clap::Command, text: &str) -> bool {
    let arg = match text.strip_prefix("--") {
        Some(name) => command.get_arguments().find(|arg| arg.get_long() == Some(name)),
        None => short(command, text).filter(|_| text.len() == 2),
    };
    arg.is_some_and(|arg| arg.get_action().takes_values() && !arg.is_require_equals_set())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Parser};

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        shared: Shared,
        #[arg(short)]
        output: Option<PathBuf>,
    }

    fn split_text(text: &str) -> [Vec<String>; 3] {
        let command = <Command as clap::CommandFactory>::command();
        let split = split(&command, text.split_whitespace().map(OsString::from));
        [split.own, split.compiler, split.program]
            .map(|words| words.iter().map(|it| it.to_string_lossy().into_owned()).collect())
    }

    fn shared(words: &[&str]) -> Result<Shared> {
        let command = Command::parse_from(std::iter::once("raddle").chain(words.iter().copied()));
        command.shared.check().map(|()| command.shared)
    }

    #[test]
    fn own_options_and_compiler_flags_in_any_order() {
        let [own, compiler, program] = split_text(
            "-I inc --device cpu -DN=3 a.c --stats -o x -std=c99 -lm --offload-min=5 -O2 -v -include -odd -- -v b",
        );
        assert_eq!(own, ["--device", "cpu", "--stats", "-o", "x", "--offload-min=5", "-v"]);
        assert_eq!(compiler, ["-I", "inc", "-DN=3", "a.c", "-std=c99", "-lm", "-O2", "-include", "-odd"]);
        assert_eq!(program, ["-v", "b"]);
    }

    #[test]
    fn unknown_long_options_are_ours_to_reject() {
        assert_eq!(split_text("--devise cpu")[0], ["--devise"]);
        assert_eq!(split_text("--sysroot /x")[1], ["--sysroot", "/x"]);
        let [own, compiler, _] = split_text("--targets cpu --targets=cuda --target=x86_64-linux-gnu");
        assert_eq!((own.len(), compiler), (3, vec!["--target=x86_64-linux-gnu".to_string()]));
    }

    #[test]
    fn reports_are_text_or_json() {
        assert_eq!(parse_report(""), Ok(Report::Text));
        assert_eq!(parse_report("json:f"), Ok(Report::Json("f".into())));
        assert!(parse_report("json:").is_err() && parse_report("xml:f").is_err());
    }

    #[test]
    fn values_of_other_versions_and_nonsense_are_usage_errors() {
        for words in [
            &["--device", "wgpu"][..],
            &["--device", "tpu"],
            &["--device", "cpu:x"],
            &["--fp", "x"],
            &["--transfers", "x"],
        ] {
            assert_eq!(shared(words).unwrap_err().exit_status(), 2, "{words:?}");
        }
        assert!(shared(&["--device", "vulkan:1", "--fp", "strict"]).is_ok());
        for (name, mode) in numerics::MODES {
            assert_eq!(shared(&["--fp", name]).unwrap().numerics().unwrap(), Some(mode));
        }
        assert_eq!(shared(&[]).unwrap().numerics().unwrap(), None);
        assert!(shared(&["--device", "cuda:1"]).is_ok() && shared(&["--device", "ptx-vm"]).is_ok());
        assert!(shared(&["--device", "ptx-vm:1"]).is_err());
    }

    #[test]
    fn the_shared_options_form_a_clap_group() {
        Shared::augment_args(clap::Command::new("x")).debug_assert();
    }
}
