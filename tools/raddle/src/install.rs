//! Where the files that come with the executable lie: `../lib/raddle` of an installation, or cargo's target directory.

use std::path::{Path, PathBuf};

/// The runtime that executables link: `libraddle_rt.a`.
pub fn runtime_archive() -> Option<PathBuf> {
    find("libraddle_rt.a", &["../rt/lib", "../../rt/lib"])
}

/// What executables of MATLAB programs link: the interpreter, and the runtime with it.
pub fn matlab_object() -> Option<PathBuf> {
    find("raddle_mat.o", &["../mat", "../../mat"])
}

/// The CUDA driver that interprets PTX.
pub fn ptx_vm() -> Option<PathBuf> {
    find("libraddle_cuda_stub.so", &[".", ".."])
}

/// Where an installation has its files.
pub fn expected_folder() -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("RADDLE_LIB_DIR") {
        return Some(dir.into());
    }
    Some(std::env::current_exe().ok()?.parent()?.parent()?.join("lib/raddle"))
}

fn find(name: &str, in_target: &[&str]) -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("RADDLE_LIB_DIR") {
        return Some(Path::new(&dir).join(name)).filter(|path| path.is_file());
    }
    let exe = std::env::current_exe().ok()?;
    let dir = exe.parent()?;
    let places = std::iter::once("../lib/raddle").chain(in_target.iter().copied());
    places.map(|place| dir.join(place).join(name)).find(|path| path.is_file())?.canonicalize().ok()
}
