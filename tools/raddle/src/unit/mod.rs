//! Our stages of one translation unit: syntax tree in, object with kernels out. `compile` is their order.
//!
//! Runs in a copy of the process (`crate::compile` starts it), so that a crash in a library costs the offloading and not the
//! program. It parses no command line and prints nothing.

pub mod code;
pub mod data;
pub mod dump;
pub mod probe;
#[cfg(test)]
mod self_test;
pub mod stages;
mod threads;

use crate::compile::{self, Report};
use crate::error::{Error, Result};
use crate::targets::Targets;
use crate::{clang, temp};
use code::Code;
use dump::Dump;
use melior::Context;
use melior::ir::Module;
use raddle_llvm::{Facts, Kernels, LlvmContext, Options, StaticData, Unit};
use stages::{Frontend, Imports, pass_pipeline};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the original process asks for.
pub struct Job<'a> {
    /// The unit's name in dumps.
    pub name: String,
    pub front: &'a Frontend,
    /// Clang words that read the source.
    pub source_words: Vec<OsString>,
    pub code: Code,
    pub targets: Targets,
    pub dump: Option<PathBuf>,
    /// Import all functions and make no kernel.
    pub untransformed: bool,
    pub object: PathBuf,
    pub verbose: bool,
}

/// Compiles the unit. If nothing in it runs on a device or computes otherwise than clang's code, no object is written and the
/// report says so.
pub fn compile(job: &Job<'_>) -> Result<Report> {
    let mut report = Report::default();
    let dump = Dump::new(job.dump.as_deref(), &job.name)?;
    let front = job.front;
    let context = raddle_dialects::context();
    raddle_pipeline::register();
    if job.untransformed {
        return untransformed(job, &dump, &context);
    }
    let mut module = report.timed("import", || Ok(front.import(&context, Imports::WithNests)))?.add_to(&mut report);
    dump.module("nest", &module)?;
    dump.text("poly.txt", || stages::poly_text(&module))?;
    let analyze = front.analyze(job.code.options().vector_bytes());
    report.timed("analyze", || pass_pipeline(&context, &mut module, &analyze))?;
    dump.module("analyzed", &module)?;
    report.timed("map", || pass_pipeline(&context, &mut module, &front.map()))?;
    dump.module("gpu", &module)?;
    report.nests = front.told(report.nests, &module);
    report.nests.sort_by_key(|nest| nest.place());
    report.offloaded = data::has_kernels(&module);
    if !data::drop_host_functions(&module) {
        return Ok(report);
    }
    // Clang works beside the next stages, which ask for no more of its functions.
    let bitcode = Bitcode::start(&job.source_words, &module, job.verbose)?;
    report.timed("lower", || pass_pipeline(&context, &mut module, raddle_pipeline::LOWER))?;
    dump.module("lowered", &module)?;
    let llvm = LlvmContext::new();
    let kernels = match () {
        () if report.offloaded => Some(kernels(job, &dump, (&context, &module), &llvm, &mut report)?),
        // Other units launch: what is on devices is told to this one, too.
        () if data::asks_for_residence(&module) => Some(without_kernels(job, &module, &report)?),
        () => None,
    };
    host(job, &dump, (&context, &mut module), bitcode, &llvm, kernels, &mut report)?;
    Ok(report)
}

/// The unit's kernels on their way.
struct OnDevices<'l> {
    gpus: threads::ForGpus,
    cpus: Cpu<'l>,
    /// Without what GPUs run.
    data: StaticData,
}

/// CPU code of kernels.
enum Cpu<'l> {
    Nothing,
    /// For the unit's own module.
    Within(Kernels<'l>),
    /// Objects of their own, which a linker makes part of the unit's.
    Apart(threads::ForCpus),
}

fn kernels<'l>(
    job: &Job<'_>,
    dump: &Dump,
    (context, module): (&Context, &Module<'_>),
    llvm: &'l LlvmContext,
    report: &mut Report,
) -> Result<OnDevices<'l>> {
    let gpus = threads::ForGpus::start(module, job.targets)?;
    let options = Options { emulated: job.targets.emulated, ..job.code.options() };
    let can_be_apart = job.code.finish_words.is_empty() && dump.is_off() && clang::object_linker().is_some();
    let cpus = if can_be_apart && threads::are_apart(module, &job.front.own_symbols()) {
        Cpu::Apart(threads::ForCpus::start(module, &options)?)
    } else {
        let compile = || Kernels::compile(llvm, context, module, &options).map_err(internal);
        let kernels = report.timed("kernels", compile)?;
        dump.text("kernels.ll", || Ok(kernels.llvm_text()))?;
        Cpu::Within(kernels)
    };
    Ok(OnDevices { gpus, cpus, data: static_data(job, module, report) })
}

fn without_kernels<'l>(job: &Job<'_>, module: &Module<'_>, report: &Report) -> Result<OnDevices<'l>> {
    let gpus = threads::ForGpus::start(module, job.targets)?;
    Ok(OnDevices { gpus, cpus: Cpu::Nothing, data: static_data(job, module, report) })
}

fn static_data(job: &Job<'_>, module: &Module<'_>, report: &Report) -> StaticData {
    data::static_data(module, &report.nests, |it: &str| job.front.shown(it).to_string(), job.targets)
}

/// Clang's unit with the module's functions in the place of clang's, as an object.
fn host<'l>(
    job: &Job<'_>,
    dump: &Dump,
    (context, module): (&Context, &mut Module<'_>),
    bitcode: Bitcode,
    llvm: &'l LlvmContext,
    kernels: Option<OnDevices<'l>>,
    report: &mut Report,
) -> Result<()> {
    let options = job.code.options();
    report.ours = true;
    let bitcode = report.timed("clang bitcode", || bitcode.finish())?;
    let mut unit = Unit::from_bitcode(llvm, &bitcode).map_err(internal)?;
    let facts = unit.facts(&blake3::hash(&bitcode).to_hex()[..16]);
    if let Some(OnDevices { cpus: Cpu::Apart(threads), .. }) = &kernels {
        threads.tell(&facts);
    }
    report.timed("host", || {
        raddle_llvm::lower_host(context, module).map_err(internal)?;
        unit.add_host(context, module, &options).map_err(internal)
    })?;
    let groups = complete(job, dump, &mut unit, &facts, kernels, report)?;
    dump.text("host.ll", || Ok(unit.emit_llvm_text()))?;
    report.timed("object", || write_object(&unit, groups, job, &options))
}

/// Optimizes the unit, with its kernels or beside them, and adds what it knows of them; the kernels that are apart.
fn complete<'l>(
    job: &Job<'_>,
    dump: &Dump,
    unit: &mut Unit<'l>,
    facts: &Facts,
    kernels: Option<OnDevices<'l>>,
    report: &mut Report,
) -> Result<Vec<threads::Group>> {
    match kernels {
        Some(OnDevices { gpus, cpus: Cpu::Within(kernels), data }) => {
            unit.add_kernels(kernels).map_err(internal)?;
            describe(job, dump, unit, (gpus, data), report)?;
            optimize(unit, job, report)?;
            Ok(vec![])
        }
        Some(OnDevices { gpus, cpus: Cpu::Apart(threads), data }) => {
            optimize(unit, job, report)?;
            let groups = report.timed("kernels", || threads.finish())?;
            groups.iter().for_each(|group| unit.declare_kernels(facts, group.names.clone()));
            describe(job, dump, unit, (gpus, data), report)?;
            unit.make_runtime_optional().map_err(internal)?;
            Ok(groups)
        }
        Some(OnDevices { gpus, cpus: Cpu::Nothing, data }) => {
            describe(job, dump, unit, (gpus, data), report)?;
            optimize(unit, job, report).map(|()| vec![])
        }
        None => optimize(unit, job, report).map(|()| vec![]),
    }
}

fn optimize(unit: &mut Unit<'_>, job: &Job<'_>, report: &mut Report) -> Result<()> {
    report.timed("optimize", || {
        unit.make_runtime_optional().map_err(internal)?;
        unit.optimize(&job.code.options()).map_err(internal)
    })
}

/// Adds what the runtime needs to know of the kernels.
fn describe(
    job: &Job<'_>,
    dump: &Dump,
    unit: &mut Unit<'_>,
    (gpus, mut data): (threads::ForGpus, StaticData),
    report: &mut Report,
) -> Result<()> {
    let code = report.timed("device code", || gpus.finish())?;
    dump.device_code(&code)?;
    report.gaps.extend(data::gaps(&code));
    data::add_code(&mut data, &code, job.targets);
    unit.add_static_data(&data).map_err(internal)
}

/// All of the unit's functions through MLIR and back: with their nests, without kernels.
fn untransformed(job: &Job<'_>, dump: &Dump, context: &Context) -> Result<Report> {
    let mut report = Report::default();
    let mut module = job.front.import(context, Imports::AllWithNests).add_to(&mut report);
    dump.module("nest", &module)?;
    pass_pipeline(context, &mut module, &job.front.host())?;
    dump.module("lowered", &module)?;
    let bitcode = Bitcode::start(&job.source_words, &module, job.verbose)?;
    host(job, dump, (context, &mut module), bitcode, &LlvmContext::new(), None, &mut report)?;
    Ok(report)
}

/// Clang's program, before any optimization, which a process of clang makes.
pub struct Bitcode {
    process: temp::Held,
    path: PathBuf,
}

impl Bitcode {
    /// Starts clang in the words' language standard and at their optimization level. With its program come the functions that
    /// `module`, which is to be grafted in, needs from clang.
    pub fn start(source_words: &[OsString], module: &Module<'_>, verbose: bool) -> Result<Bitcode> {
        let path = temp::scratch_file("host.bc")?;
        let mut words = source_words.to_vec();
        // Not for the tree: under the plugin clang keeps constants that imported functions read.
        words.extend(compile::plugin_words(Path::new("/dev/null")));
        words.extend(raddle_c::import::thunk_arguments(module).into_iter().map(OsString::from));
        // Diagnostics were given when clang compiled the unit for itself.
        let more = [
            "-w",
            "-Qunused-arguments",
            "-emit-llvm",
            "-c",
            "-Xclang",
            "-disable-llvm-passes",
            "-Xclang",
            "-disable-O0-optnone",
            "-o",
        ];
        words.extend(more.iter().map(OsString::from));
        words.push(path.clone().into());
        Ok(Bitcode { process: clang::start(&words, verbose, None)?, path })
    }

    pub fn finish(self) -> Result<Vec<u8>> {
        clang::finish(self.process)?;
        std::fs::read(&self.path).map_err(|error| Error::file("read", &self.path, &error))
    }
}

fn write_object(unit: &Unit, kernels: Vec<threads::Group>, job: &Job<'_>, options: &Options) -> Result<()> {
    let write =
        |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).map_err(|error| Error::file("write", path, &error));
    if job.code.finish_words.is_empty() {
        let object = unit.emit_object(options).map_err(internal)?;
        if kernels.is_empty() {
            return write(&job.object, &object);
        }
        let objects = std::iter::once(object).chain(kernels.into_iter().map(|it| it.object)).enumerate();
        let file = |(number, object): (usize, Vec<u8>)| {
            let path = temp::scratch_file(&format!("part-{number}.o"))?;
            write(&path, &object).map(|()| path)
        };
        return link(&objects.map(file).collect::<Result<Vec<_>>>()?, &job.object, job.verbose);
    }
    let bitcode = temp::scratch_file("unit.bc")?;
    write(&bitcode, &unit.emit_bitcode())?;
    finish(&bitcode, &job.object, &job.code.finish_words, job.verbose)
}

/// Makes one object of several.
fn link(parts: &[PathBuf], object: &Path, verbose: bool) -> Result<()> {
    let linker = clang::object_linker().ok_or_else(|| internal("there is no linker for objects"))?;
    let mut command = Command::new(linker);
    command.arg("-r").args(parts).arg("-o").arg(object);
    if verbose {
        clang::print(&linker.display().to_string(), &command.get_args().map(OsString::from).collect::<Vec<_>>());
    }
    let status = temp::run(&mut command).map_err(internal)?;
    if status.success() { Ok(()) } else { Err(internal(format!("{} -r: {status}", linker.display()))) }
}

/// Clang's code generator on bitcode that is optimized already.
fn finish(bitcode: &Path, object: &Path, words: &[OsString], verbose: bool) -> Result<()> {
    let mut words = words.to_vec();
    words.extend(
        // What the bitcode's floating-point operations may become, their flags say.
        ["-fno-fast-math", "-ffp-contract=off", "-w", "-Qunused-arguments", "-c"]
            .iter()
            .chain(&["-Xclang", "-disable-llvm-passes", "-x", "ir"])
            .map(OsString::from),
    );
    words.extend([bitcode.into(), "-o".into(), object.into()]);
    clang::run(&words, verbose)
}

/// An error of a stage on a program that clang accepts is a gap or a bug of ours.
pub fn internal(error: impl std::fmt::Display) -> Error {
    Error::Internal(error.to_string())
}
