//! Compiles the clang plugin and copies it next to the binaries, where an installed layout has it too.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const SOURCES: [&str; 2] = ["plugin/ast_export.cpp", "plugin/thunk.cpp"];
const LIBRARY: &str = "libraddle_ast.so";

fn main() {
    println!("cargo:rerun-if-changed=plugin");
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let library = out.join(LIBRARY);
    compile(&library);
    // OUT_DIR is <target>/<profile>/build/<package>/out; the binaries are in <target>/<profile>.
    if let Some(profile) = out.ancestors().nth(3) {
        let installed = profile.join("lib/raddle");
        let copied = fs::create_dir_all(&installed).and_then(|()| fs::copy(&library, installed.join(LIBRARY)));
        if let Err(error) = copied {
            println!("cargo:warning=cannot copy the clang plugin to {}: {error}", installed.display());
        }
    }
    println!("cargo:rustc-env=RADDLE_AST_PLUGIN={}", library.display());
}

fn compile(library: &Path) {
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect("MLIR_SYS_220_PREFIX names LLVM 22's installation");
    let config = format!("{prefix}/bin/llvm-config");
    let flags = Command::new(&config).arg("--cxxflags").output().unwrap_or_else(|e| panic!("cannot run {config}: {e}"));
    let flags = String::from_utf8(flags.stdout).expect("llvm-config prints text");
    let compiler = env::var("CXX").unwrap_or_else(|_| "g++".into());
    let status = Command::new(&compiler)
        .args(["-shared", "-fPIC", "-O2", "-fno-exceptions", "-Wall", "-Wno-comment"])
        .args(flags.split_whitespace())
        .args(SOURCES)
        .arg("-o")
        .arg(library)
        .status()
        .unwrap_or_else(|e| panic!("cannot run {compiler}: {e}"));
    assert!(status.success(), "the clang plugin does not compile");
}
