//! Generates the isl declarations from the headers that come with LLVM's Polly, and links its static isl.

use std::{env, path::PathBuf};

const HEADERS: [&str; 18] = [
    "ctx",
    "options",
    "val",
    "space",
    "id",
    "point",
    "set",
    "map",
    "union_set",
    "union_map",
    "aff",
    "ilp",
    "flow",
    "ast",
    "ast_build",
    "schedule",
    "schedule_node",
    "version",
];

fn main() {
    let prefix = env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-search={prefix}/lib");
    // Not bundled into the rlib: MLIR's own link line may name the same archive again.
    println!("cargo:rustc-link-lib=static:-bundle=PollyISL");

    let includes: String = HEADERS.iter().map(|header| format!("#include <isl/{header}.h>\n")).collect();
    let bindings = bindgen::builder()
        .header_contents("isl_all.h", &includes)
        .clang_arg(format!("-I{prefix}/include/polly"))
        .allowlist_function("isl_.*")
        .allowlist_var("ISL_.*")
        .blocklist_type("FILE")
        .blocklist_function(".*_(read_from|print|dump|get_file|set_file|to).*(file|FILE).*")
        .opaque_type("_IO_.*")
        .raw_line("pub type FILE = libc::FILE;")
        .default_enum_style(bindgen::EnumVariation::ModuleConsts)
        .layout_tests(false)
        .generate()
        .expect("isl's headers (package libpolly-22-dev) are readable");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("isl.rs");
    bindings.write_to_file(out).expect("OUT_DIR is writable");
}
