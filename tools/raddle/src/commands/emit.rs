//! `raddle emit`: one source, shown as it is at one stage of the compilation.

use super::build::{COMPILER_FLAGS, command_line};
use crate::cc::args::{CommandLine, Input};
use crate::compile::{self, Report, Trees, Unit as Source};
use crate::diag::Diagnostic;
use crate::error::{Error, Result};
use crate::options::{Shared, Split};
use crate::unit::code::Code;
use crate::unit::stages::{self, Frontend, Imports, Wishes, pass_pipeline};
use crate::unit::{Bitcode, data, dump, internal};
use crate::{clang, output, remarks, stats, temp};
use melior::Context;
use melior::ir::Module;
use raddle_dialects::text::Locations;
use raddle_llvm::{Kernels, LlvmContext, Options, PTX_ARCHITECTURE, Unit};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Print a source as it is at a stage of the compilation
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = COMPILER_FLAGS, override_usage = "raddle emit [OPTIONS] [COMPILER FLAGS] FILE --stage STAGE [-o OUT]")]
pub struct Emit {
    #[command(flatten)]
    pub shared: Shared,
    /// mat, c (of MATLAB), host, nest, poly, schedule, gpu, llvm, ptx, spirv or spirv-asm
    #[arg(long, value_parser = parse_stage)]
    pub stage: Stage,
    /// Say of every operation of MLIR which place of the source it comes from
    #[arg(long)]
    pub locations: bool,
    /// Write here instead of standard output (-)
    #[arg(short, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What is known of the variables of a MATLAB program's loops.
    Mat,
    /// The C text of a MATLAB program.
    C,
    /// Every function as plain MLIR, nothing offloaded.
    Host,
    /// Loop nests as the front end finds them.
    Nest,
    /// Domains, accesses and dependences in isl's notation.
    Poly,
    /// Schedule trees of the loops and of their versions, and the loops that isl writes from them.
    Schedule,
    /// Kernels, launches and copies.
    Gpu,
    /// The whole unit in LLVM IR, optimized, with the CPU code of its kernels.
    Llvm,
    /// The kernels for NVIDIA's GPUs.
    Ptx,
    Spirv,
    SpirvAsm,
}

fn parse_stage(text: &str) -> Result<Stage, String> {
    match text {
        "mat" => Ok(Stage::Mat),
        "c" => Ok(Stage::C),
        "host" => Ok(Stage::Host),
        "nest" => Ok(Stage::Nest),
        "poly" => Ok(Stage::Poly),
        "schedule" => Ok(Stage::Schedule),
        "gpu" => Ok(Stage::Gpu),
        "llvm" => Ok(Stage::Llvm),
        "ptx" => Ok(Stage::Ptx),
        "spirv" => Ok(Stage::Spirv),
        "spirv-asm" => Ok(Stage::SpirvAsm),
        "region" => Err(format!("the stage '{text}' is not in this version of raddle")),
        _ => Err("stages are mat, c, host, nest, poly, schedule, gpu, llvm, ptx, spirv, spirv-asm".into()),
    }
}

pub fn run(emit: &Emit, words: &Split) -> Result<()> {
    emit.shared.check()?;
    let line = command_line(&words.compiler, "emit", emit.shared.least())?;
    let (Some(input), 1) = (line.c_inputs().next(), line.inputs().count()) else {
        return Err(Error::usage("'raddle emit' takes one C source"));
    };
    if emit.stage == Stage::Spirv && emit.output.is_none() && std::io::stdout().is_terminal() {
        return Err(Error::usage_hint("SPIR-V is binary", "write it to a file with -o, or try --stage spirv-asm"));
    }
    if emit.stage == Stage::Mat {
        let of_c = || Error::usage_hint("a C source has no stage 'mat'", "it is for MATLAB programs; try --stage nest");
        let script = line.matlab.as_ref().ok_or_else(of_c)?;
        print(emit, script.types.as_bytes())?;
        let report = Report { nests: script.on_host.clone(), ..Report::default() };
        return remarks::print(&[report], &emit.shared.remarks());
    }
    let source = source(&line, input);
    if emit.stage == Stage::C {
        let text = std::fs::read(&source.source).map_err(|error| Error::file("read", &source.source, &error))?;
        return print(emit, &text);
    }
    let front = front_end(&source, &emit.shared)?;
    let mut report = Report::default();
    let bytes = stage(&front, &source, emit, &mut report)?;
    print(emit, &bytes)?;
    report.nests.extend(line.matlab.iter().flat_map(|script| &script.on_host).cloned());
    remarks::print(std::slice::from_ref(&report), &emit.shared.remarks())?;
    stats::compile_only(&[report], &emit.shared.stats())
}

fn print(emit: &Emit, bytes: &[u8]) -> Result<()> {
    match &emit.output {
        Some(path) if path.as_os_str() != "-" => temp::write_output(path, bytes),
        _ => output::print(bytes),
    }
}

/// A source with the words of its compilation.
pub fn source(line: &CommandLine, input: &Input) -> Source {
    Source {
        source: input.path.clone(),
        language: input.language.clone(),
        words: line.compile_words(),
        dependencies: vec![],
        dependency_dir: None,
        script: line.script_functions(),
    }
}

/// Clang's syntax tree, read, with calls in loops replaced. What clang has to say of the source is out then.
pub fn front_end(source: &Source, shared: &Shared) -> Result<Frontend> {
    let syntax_tree = temp::scratch_file("syntax-tree.json")?;
    let mut words = compile::plugin_words(&syntax_tree);
    let options = shared.compile()?;
    let mode = options.mode(&source.words);
    words.extend(compile::source_words(source, mode));
    words.push("-fsyntax-only".into());
    clang::run(&words, shared.verbose)?;
    let only = shared.offload_only.as_ref().map(regex::Regex::as_str);
    let stubs = compile::stub_files(source, mode, &shared.stubs, shared.verbose)?;
    let wishes = Wishes {
        only,
        least: options.least,
        numerics: mode,
        schedule: options.schedule.as_deref(),
        transfers: options.transfers,
        script: source.script.clone(),
    };
    Frontend::read(&Trees { syntax_tree, stubs, bodies: None }, &wishes)
}

fn stage(front: &Frontend, source: &Source, emit: &Emit, report: &mut Report) -> Result<Vec<u8>> {
    let context = raddle_dialects::context();
    raddle_pipeline::register();
    let imports = if emit.stage == Stage::Host { Imports::All } else { Imports::WithNests };
    let mut module = front.import(&context, imports).add_to(report);
    if emit.stage == Stage::Schedule {
        stages::keep_schedules(&module);
    }
    let mut passes = |pipeline: &str| pass_pipeline(&context, &mut module, pipeline);
    let analyze = front.analyze(Code::of(&source.words).options().vector_bytes());
    let map = front.map();
    match emit.stage {
        Stage::Host => passes(&front.host())?,
        Stage::Mat | Stage::C | Stage::Nest | Stage::Poly => (),
        Stage::Schedule => passes(&analyze)?,
        Stage::Gpu => [analyze.as_str(), map.as_str()].into_iter().try_for_each(&mut passes)?,
        Stage::Llvm | Stage::Ptx | Stage::Spirv | Stage::SpirvAsm => {
            [analyze.as_str(), map.as_str(), raddle_pipeline::LOWER].into_iter().try_for_each(&mut passes)?
        }
    }
    report.nests = front.told(std::mem::take(&mut report.nests), &module);
    let locations = if emit.locations { Locations::Kept } else { Locations::Left };
    match emit.stage {
        Stage::Mat | Stage::C | Stage::Host | Stage::Nest | Stage::Gpu => {
            stages::module_text(&module, locations).map(String::into_bytes)
        }
        Stage::Schedule => Ok(stages::schedules_text(&module).into_bytes()),
        Stage::Poly => stages::poly_text(&module).map(String::into_bytes),
        Stage::Llvm => llvm_text(&context, &mut module, (front, source), emit).map(String::into_bytes),
        Stage::Ptx => ptx(&context, &module, (front, source)).map(String::into_bytes),
        Stage::Spirv => Ok(dump::bytes(&spirv(&module, (front, source))?)),
        Stage::SpirvAsm => {
            raddle_spirv::disassemble(&spirv(&module, (front, source))?).map(String::into_bytes).map_err(internal)
        }
    }
}

fn llvm_text(
    context: &Context,
    module: &mut Module<'_>,
    (front, source): (&Frontend, &Source),
    emit: &Emit,
) -> Result<String> {
    let options = Code::of(&source.words).options();
    let llvm = LlvmContext::new();
    let targets = emit.shared.compile()?.targets;
    let code = data::device_code(&llvm, context, module, targets);
    let nests = front.told(vec![], module);
    let mut data = data::static_data(module, &nests, |it| front.shown(it).into(), targets);
    data::add_code(&mut data, &code, targets);
    let options = Options { emulated: targets.emulated, ..options };
    let kernels = Kernels::compile(&llvm, context, module, &options).map_err(internal)?;
    let mode = emit.shared.compile()?.mode(&source.words);
    let bitcode = Bitcode::start(&compile::source_words(source, mode), module, emit.shared.verbose)?.finish()?;
    raddle_llvm::lower_host(context, module).map_err(internal)?;
    let mut unit = Unit::from_bitcode(&llvm, &bitcode).map_err(internal)?;
    unit.add_host(context, module, &options).map_err(internal)?;
    unit.add_kernels(kernels).map_err(internal)?;
    unit.add_static_data(&data).map_err(internal)?;
    unit.optimize(&options).map_err(internal)?;
    Ok(unit.emit_llvm_text())
}

/// All kernels of the unit in one PTX module.
fn ptx(context: &Context, module: &Module<'_>, from: (&Frontend, &Source)) -> Result<String> {
    let all = merged(module, from)?;
    raddle_llvm::ptx(&LlvmContext::new(), context, all, PTX_ARCHITECTURE)
        .map_err(|error| Error::input(error.to_string()))
}

/// All kernels of the unit in one `gpu.module`.
fn merged<'c: 'a, 'a>(
    module: &'a Module<'c>,
    (front, source): (&Frontend, &Source),
) -> Result<raddle_dialects::Op<'a>> {
    data::merge_kernels(module).ok_or_else(|| {
        let mut diagnostic = Diagnostic::error(format!("no loop of '{}' runs on a device", source.source.display()));
        for nest in front.told(vec![], module) {
            diagnostic = diagnostic.note(None, format!("{}: {}", nest.source, nest.reason));
        }
        Error::Input(Box::new(diagnostic))
    })
}

/// All kernels of the unit in one SPIR-V module.
fn spirv(module: &Module<'_>, from: (&Frontend, &Source)) -> Result<Vec<u32>> {
    let all = merged(module, from)?;
    data::spirv(all).map_err(|error| Error::input(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_by_name() {
        assert_eq!(parse_stage("spirv-asm"), Ok(Stage::SpirvAsm));
        assert!(parse_stage("region").unwrap_err().contains("not in this version"));
        assert!(parse_stage("x").unwrap_err().contains("spirv-asm"));
    }
}
