//! The system packages that Raddle needs to build and to be tested, and their installation with apt.
//!
//! Only on Debian and Ubuntu; elsewhere it says what is missing and lets the build go on.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::archive;
use crate::process::must_succeed;

/// Where the packages put LLVM; `.cargo/config.toml` says the same to the build.
pub const LLVM: &str = "/usr/lib/llvm-22";

/// Tells whether the configured archives have LLVM 22.
const LLVM_PACKAGE: &str = "libmlir-22-dev";

/// Debian's names; Ubuntu and apt.llvm.org use the same.
const PACKAGES: &[&str] = &[
    // C and C++ for the MLIR shim and the clang plugin; clang is also what compiles the user's programs.
    "g++",
    "clang-22",
    "lld-22",
    "libclang-rt-22-dev",
    // LLVM, MLIR, clang's headers, isl (headers of its own, code inside libPollyISL) and what LLVM links.
    "llvm-22-dev",
    "llvm-22-tools",
    "libmlir-22-dev",
    "mlir-22-tools",
    "libclang-22-dev",
    "libpolly-22-dev",
    "libisl-dev",
    "zlib1g-dev",
    "libzstd-dev",
    "libxml2-dev",
    "libffi-dev",
    "libedit-dev",
    // A Vulkan device on any machine, and its judges.
    "libvulkan1",
    "mesa-vulkan-drivers",
    "vulkan-validationlayers",
    "spirv-tools",
    // The tests: lit, and building other people's projects.
    "python3",
    "make",
    "cmake",
];

/// Installs what is missing, as root or through sudo, and says so. Does nothing if all is there.
pub fn install_missing() -> Result<(), String> {
    let Some(missing) = missing()? else {
        if Path::new(LLVM).is_dir() {
            return Ok(());
        }
        return Err(format!(
            "this is not a Debian or Ubuntu system; install the equivalents of these packages, with LLVM in {LLVM}:\n  {}",
            PACKAGES.join(" ")
        ));
    };
    if missing.is_empty() {
        return Ok(());
    }
    println!("xtask: these system packages are missing and are installed with apt-get:\n  {}", missing.join(" "));
    apt(&["update", "-q"])?;
    provide_llvm(&missing)?;
    let install = ["install", "-y", "-q", "--no-install-recommends"];
    apt(&[install.as_slice(), &missing].concat())
        .map_err(|error| format!("{error}\nInstall them by hand, then call this again:\n  {}", missing.join(" ")))
}

/// The packages that are not installed; None if there is no dpkg.
fn missing() -> Result<Option<Vec<&'static str>>, String> {
    let mut query = Command::new("dpkg-query");
    query.args(["-W", "-f=${db:Status-Abbrev} ${Package}\\n"]).args(PACKAGES).stderr(Stdio::null());
    match query.output() {
        Ok(output) => Ok(Some(not_installed(&String::from_utf8_lossy(&output.stdout)))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot run dpkg-query: {error}")),
    }
}

fn not_installed(listing: &str) -> Vec<&'static str> {
    let installed: BTreeSet<&str> = listing.lines().filter_map(|line| line.strip_prefix("ii")).map(str::trim).collect();
    PACKAGES.iter().copied().filter(|package| !installed.contains(package)).collect()
}

/// Adds an archive that has LLVM 22 if the configured ones do not.
fn provide_llvm(missing: &[&str]) -> Result<(), String> {
    if !missing.contains(&LLVM_PACKAGE) || apt_has_llvm() {
        return Ok(());
    }
    let archive =
        archive::for_this_system().ok_or("apt has no LLVM 22, and /etc/os-release does not name a release")?;
    println!("xtask: the archives of this system have no LLVM 22; adding to {}:\n  {}", archive::LIST, archive.entry);
    if let Some((url, file)) = archive.key {
        apt(&["install", "-y", "-q", "--no-install-recommends", "curl", "ca-certificates"])?;
        as_root(&["sh", "-c", &format!("mkdir -p $(dirname {file}) && curl -fsSL {url} -o {file}")])?;
    }
    as_root(&["sh", "-c", &format!("echo '{}' > {}", archive.entry, archive::LIST)])?;
    apt(&["update", "-q"])?;
    if apt_has_llvm() {
        Ok(())
    } else {
        Err(format!("there is no {LLVM_PACKAGE} for this release in that archive either"))
    }
}

fn apt_has_llvm() -> bool {
    let output = Command::new("apt-cache").args(["policy", LLVM_PACKAGE]).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("Candidate: 1:22"))
}

fn apt(args: &[&str]) -> Result<(), String> {
    as_root(&[&["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"], args].concat())
}

fn as_root(words: &[&str]) -> Result<(), String> {
    let mut words = words.to_vec();
    if !is_root() {
        words.insert(0, "sudo");
    }
    println!("xtask: {}", words.join(" "));
    must_succeed(Command::new(words[0]).args(&words[1..]))
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_is_not_installed() {
        let all: String = PACKAGES.iter().map(|package| format!("ii  {package}\n")).collect();
        assert!(not_installed(&all).is_empty());
        let removed = all.replace("ii  cmake", "rc  cmake").replace("ii  make\n", "");
        assert_eq!(not_installed(&removed), ["make", "cmake"]);
        assert_eq!(not_installed(""), PACKAGES);
    }
}
