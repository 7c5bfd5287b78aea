//! The code of the runtime's numerics self-test is what our back ends make of its kernels today. With `RADDLE_BLESS=1` in
//! the environment, the tests write it.

use raddle_dialects::{ir, text};
use raddle_llvm::{LlvmContext, PTX_ARCHITECTURE};
use raddle_rt::numerics::{Form, sources};
use std::fs;
use std::path::PathBuf;

/// Every file of the test with what it should hold.
fn files() -> Vec<(String, Vec<u8>)> {
    let context = raddle_dialects::context();
    let mut files = Vec::new();
    for (name, form, source) in sources() {
        let module = text::parse(&context, &source, "numerics.mlir").unwrap_or_else(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("{}\n{source}", errors.join("\n"))
        });
        let kernels = ir::find_all(module.as_operation(), "gpu.module")[0];
        let options = raddle_spirv::Options { bare: form == Form::Bare, ..Default::default() };
        let words = raddle_spirv::emit(kernels, &options).unwrap();
        raddle_spirv::validate(&words).unwrap();
        files.push((format!("{name}.spv"), super::dump::bytes(&words)));
        if form == Form::Usual {
            let ptx = raddle_llvm::ptx(&LlvmContext::new(), &context, kernels, PTX_ARCHITECTURE).unwrap();
            files.push((format!("{name}.ptx"), ptx.into_bytes()));
        }
    }
    files
}

#[test]
fn the_code_of_the_self_test_is_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../backends/runtime/src/numerics/kernels");
    for (name, expected) in files() {
        let path = folder.join(name);
        if std::env::var_os("RADDLE_BLESS").is_some() {
            fs::write(&path, &expected).unwrap();
        }
        let same = fs::read(&path).unwrap() == expected;
        assert!(same, "{} is out of date; RADDLE_BLESS=1 writes it", path.display());
    }
}
