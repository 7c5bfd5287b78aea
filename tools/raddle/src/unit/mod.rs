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

use crate::compile::{self, Report};
use crate::error::{Error, Result};
use crate::targets::Targets;
use crate::{clang, temp};
use code::Code;
use dump::Dump;
use melior::Context;
use melior::ir::Module;
use raddle_llvm::{Kernels, LlvmContext, Options, StaticData, Unit};
use stages::{Frontend, Imports, pass_pipeline};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
    report.timed("lower", || pass_pipeline(&context, &mut module, raddle_pipeline::LOWER))?;
    dump.module("lowered", &module)?;

    // Clang works while the kernels are compiled.
    let bitcode = Bitcode::start(&job.source_words, &module, job.verbose)?;
    let llvm = LlvmContext::new();
    let device =
        if report.offloaded { Some(kernels(job, &dump, (&context, &module), &llvm, &mut report)?) } else { None };
    host(job, &dump, (&context, &mut module), bitcode, &llvm, device, &mut report)?;
    Ok(report)
}

/// What devices run, and what the runtime needs to know about it.
fn kernels<'l>(
    job: &Job<'_>,
    dump: &Dump,
    (context, module): (&Context, &Module<'_>),
    llvm: &'l LlvmContext,
    report: &mut Report,
) -> Result<(Kernels<'l>, StaticData)> {
    // What GPUs run is made beside what CPU threads run.
    let device = data::Thread::start(module, job.targets)?;
    let options = Options { emulated: job.targets.emulated, ..job.code.options() };
    let kernels = report.timed("kernels", || Kernels::compile(llvm, context, module, &options).map_err(internal))?;
    dump.text("kernels.ll", || Ok(kernels.llvm_text()))?;
    let code = report.timed("device code", || device.finish())?;
    dump.device_code(&code)?;
    report.gaps.extend(data::gaps(&code));
    let shown = |it: &str| job.front.shown(it).to_string();
    let data = data::static_data(module, code, &report.nests, shown, job.targets);
    Ok((kernels, data))
}

/// Clang's unit with the module's functions in the place of clang's, as an object.
fn host<'l>(
    job: &Job<'_>,
    dump: &Dump,
    (context, module): (&Context, &mut Module<'_>),
    bitcode: Bitcode,
    llvm: &'l LlvmContext,
    kernels: Option<(Kernels<'l>, StaticData)>,
    report: &mut Report,
) -> Result<()> {
    let options = job.code.options();
    report.ours = true;
    let bitcode = report.timed("clang bitcode", || bitcode.finish())?;
    let unit = report.timed("host", || {
        raddle_llvm::lower_host(context, module).map_err(internal)?;
        let mut unit = Unit::from_bitcode(llvm, &bitcode).map_err(internal)?;
        unit.add_host(context, module, &options).map_err(internal)?;
        if let Some((kernels, data)) = kernels {
            unit.add_kernels(kernels).map_err(internal)?;
            unit.add_static_data(&data).map_err(internal)?;
        }
        unit.make_runtime_optional().map_err(internal)?;
        unit.optimize(&options).map_err(internal)?;
        Ok(unit)
    })?;
    dump.text("host.ll", || Ok(unit.emit_llvm_text()))?;
    report.timed("object", || write_object(&unit, job, &options))
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
        Ok(Bitcode { process: clang::start(&words, verbose)?, path })
    }

    pub fn finish(self) -> Result<Vec<u8>> {
        clang::finish(self.process)?;
        std::fs::read(&self.path).map_err(|error| Error::file("read", &self.path, &error))
    }
}

fn write_object(unit: &Unit, job: &Job<'_>, options: &raddle_llvm::Options) -> Result<()> {
    if job.code.finish_words.is_empty() {
        let object = unit.emit_object(options).map_err(internal)?;
        return std::fs::write(&job.object, object).map_err(|error| Error::file("write", &job.object, &error));
    }
    let bitcode = temp::scratch_file("unit.bc")?;
    std::fs::write(&bitcode, unit.emit_bitcode()).map_err(|error| Error::file("write", &bitcode, &error))?;
    finish(&bitcode, &job.object, &job.code.finish_words, job.verbose)
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
