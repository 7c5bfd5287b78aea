//! Shared by the tests: contexts, clang, running programs.

use crate::{Error, LlvmContext, OptLevel, Options, Unit, lower_host};
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub const CLANG: &str = "clang-22";

pub fn mlir() -> Context {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

pub fn parse<'c>(context: &'c Context, text: &str) -> Module<'c> {
    Module::parse(context, text).unwrap_or_else(|| panic!("not MLIR:\n{text}"))
}

pub fn options(opt_level: OptLevel) -> Options {
    Options { opt_level, ..Options::default() }
}

/// A directory with C sources and what is made of them.
pub struct Workshop {
    directory: TempDir,
}

impl Workshop {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.directory.path().join(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    /// Compiles `source` to bitcode as the driver does.
    pub fn bitcode(&self, source: &str, flags: &[&str]) -> Vec<u8> {
        let input = self.file("unit.c", source);
        let output = self.directory.path().join("unit.bc");
        let mut clang = Command::new(CLANG);
        clang.args(["-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"]).args(flags);
        run(clang.arg(&input).arg("-o").arg(&output));
        std::fs::read(output).unwrap()
    }

    /// Links files and runs the program; its standard output.
    pub fn run_program(&self, files: &[&Path]) -> String {
        self.run_program_with(&[], files)
    }

    pub fn run_program_with(&self, flags: &[&str], files: &[&Path]) -> String {
        let program = self.directory.path().join("program");
        run(Command::new(CLANG).args(flags).args(files).args(["-lm", "-o"]).arg(&program));
        String::from_utf8(run(&mut Command::new(&program)).stdout).unwrap()
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    output
}

pub fn unit<'l>(llvm: &'l LlvmContext, bitcode: &[u8]) -> Unit<'l> {
    Unit::from_bitcode(llvm, bitcode).unwrap_or_else(|error| panic!("{error}"))
}

/// A C unit with host code grafted in.
pub struct Grafted {
    pub object: Vec<u8>,
    pub asm: String,
    /// LLVM IR before optimization.
    pub text: String,
}

pub fn grafted(c: &str, host: &str, flags: &[&str]) -> Result<Grafted, Error> {
    grafted_at(c, host, flags, OptLevel::O2)
}

pub fn grafted_at(c: &str, host: &str, flags: &[&str], level: OptLevel) -> Result<Grafted, Error> {
    let (context, llvm) = (mlir(), LlvmContext::new());
    let mut unit = unit(&llvm, &Workshop::new().bitcode(c, flags));
    let options = unit.options(level);
    let mut host = parse(&context, host);
    lower_host(&context, &mut host)?;
    unit.add_host(&context, &mut host, &options)?;
    let text = unit.emit_llvm_text();
    unit.optimize(&options)?;
    let asm = String::from_utf8_lossy(&unit.emit_asm(&options)?).into_owned();
    Ok(Grafted { object: unit.emit_object(&options)?, asm, text })
}
