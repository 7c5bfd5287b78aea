//! Generates the region dialect from its ODS file with mlir-tblgen and compiles the C++ shim.

use std::path::Path;
use std::process::Command;

const ODS: &str = "../region/Region.td";
const SOURCES: [&str; 3] = ["cpp/pass.cpp", "cpp/region.cpp", "cpp/support.cpp"];
const GENERATED: [(&str, &str); 5] = [
    ("-gen-dialect-decls", "RegionDialect.h.inc"),
    ("-gen-dialect-defs", "RegionDialect.cpp.inc"),
    ("-gen-op-decls", "RegionOps.h.inc"),
    ("-gen-op-defs", "RegionOps.cpp.inc"),
    ("-gen-op-doc", "RegionOps.md"),
];

fn main() {
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    for file in SOURCES.iter().chain(&[ODS]) {
        println!("cargo:rerun-if-changed={file}");
    }
    let prefix = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for (generator, file) in GENERATED {
        tblgen(&prefix, generator, &Path::new(&out).join(file));
    }
    let include = format!("{prefix}/include");
    let mut build = cc::Build::new();
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        build.define("NDEBUG", None);
    }
    build
        .cpp(true)
        .std("c++17")
        .files(SOURCES)
        .include(&out)
        // As system headers, so that our own warnings stay visible.
        .flag(format!("-isystem{include}"))
        // Debian builds LLVM without exceptions and with RTTI.
        .flag("-fno-exceptions")
        .define("_GNU_SOURCE", None)
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .flag_if_supported("-Wno-unused-parameter")
        .compile("raddle_mlir_shim");
}

fn tblgen(prefix: &str, generator: &str, output: &Path) {
    let program = format!("{prefix}/bin/mlir-tblgen");
    let status = Command::new(&program)
        .args([generator, "-dialect=region", "-I", &format!("{prefix}/include"), ODS, "-o"])
        .arg(output)
        .status()
        .unwrap_or_else(|error| panic!("cannot run {program}: {error} (`cargo xtask setup` installs it)"));
    assert!(status.success(), "{program} {generator} {ODS} failed");
}
