//! `cargo xtask dist`: a tarball that runs from any folder, and a Debian package of the same files.
//!
//! ```text
//! bin/              raddle; raddle-cc and raddle-opt are links to it
//! lib/raddle/       what it links into programs, and the plugin for clang
//! include/          the runtime's C interface
//! share/man/man1/   a page for each command                      both made by the binary itself,
//! share/...         completions for bash, zsh and fish           from the declaration of its options
//! share/doc/raddle/
//! ```

mod deb;
mod notices;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{must_succeed, output};
use crate::{demo, system};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// From the workspace, to the layout.
const FILES: &[(&str, &str)] = &[
    ("target/release/raddle", "bin/raddle"),
    (crate::runtime::ARCHIVE, "lib/raddle/libraddle_rt.a"),
    (crate::matlab::OBJECT, "lib/raddle/raddle_mat.o"),
    ("target/release/lib/raddle/libraddle_ast.so", "lib/raddle/libraddle_ast.so"),
    ("backends/runtime/include/raddle.h", "include/raddle.h"),
    ("README.md", "share/doc/raddle/README.md"),
    ("LICENSE", "share/doc/raddle/LICENSE"),
    ("CHANGELOG.md", "share/doc/raddle/CHANGELOG.md"),
];

/// Other names of the one binary.
const LINKS: &[&str] = &["raddle-cc", "raddle-opt"];

/// What is stripped, and how: an archive keeps the symbols that programs link, a plugin those that clang looks up.
const STRIPPED: &[(&str, &[&str])] = &[
    ("bin/raddle", &[]),
    ("lib/raddle/libraddle_rt.a", &["--strip-debug", "--enable-deterministic-archives"]),
    ("lib/raddle/libraddle_ast.so", &["--strip-unneeded"]),
];

/// A shell and where it looks for the completions of a program, in the layout; `@` is the program.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/@"),
    ("zsh", "share/zsh/site-functions/_@"),
    ("fish", "share/fish/vendor_completions.d/@.fish"),
];

pub fn run(root: &Path) -> Result<(), String> {
    system::install_missing()?;
    demo::build(root)?;
    let name = format!("raddle-{VERSION}-{}-linux", std::env::consts::ARCH);
    let dist = root.join("target/dist");
    let stage = dist.join(&name);
    fill(root, &stage)?;
    println!("{}", tarball(root, &dist, &name)?.display());
    if deb::possible() {
        println!("{}", deb::build(root, &stage, &dist)?.display());
    } else {
        println!("xtask: no Debian package: dpkg-deb and dpkg-shlibdeps (of dpkg-dev) are not installed");
    }
    Ok(())
}

fn fill(root: &Path, stage: &Path) -> Result<(), String> {
    fresh(stage)?;
    for (from, to) in FILES {
        copy(&root.join(from), &stage.join(to))?;
    }
    for name in LINKS {
        let link = stage.join("bin").join(name);
        symlink("raddle", &link).map_err(|error| at(&link, &error))?;
    }
    for (file, how) in STRIPPED {
        strip(&stage.join(file), how)?;
    }
    write(&stage.join("share/doc/raddle/third-party.txt"), notices::text(root)?.as_bytes())?;
    generate(stage)?;
    set_modes(stage)
}

/// Manual pages and completions, by the binary that they describe.
fn generate(stage: &Path) -> Result<(), String> {
    let raddle = stage.join("bin/raddle");
    must_succeed(Command::new(&raddle).arg("man").arg(stage.join("share/man/man1")))?;
    for program in LINKS.iter().chain(&["raddle"]) {
        for (shell, place) in COMPLETIONS {
            let script = output(Command::new(&raddle).args(["completions", shell, program]))?;
            write(&stage.join(place.replace('@', program)), script.as_bytes())?;
        }
    }
    Ok(())
}

fn strip(file: &Path, how: &[&str]) -> Result<(), String> {
    let size = || fs::metadata(file).map(|it| it.len()).map_err(|error| at(file, &error));
    let before = size()?;
    must_succeed(Command::new("strip").args(how).arg(file))?;
    println!("{}: {before} bytes, stripped {}", file.display(), size()?);
    Ok(())
}

/// The same sources give the same archive: sorted, with the time of the commit.
fn tarball(root: &Path, dist: &Path, name: &str) -> Result<PathBuf, String> {
    let archive = dist.join(format!("{name}.tar.gz"));
    let time = format!("--mtime=@{}", commit(root, "%ct")?);
    let mut tar = Command::new("tar");
    tar.args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", &time]);
    must_succeed(tar.arg("--directory").arg(dist).arg("--file").arg(&archive).arg(name))?;
    Ok(archive)
}

/// What git says about the last commit, in one of its formats.
fn commit(root: &Path, format: &str) -> Result<String, String> {
    let mut git = Command::new("git");
    output(git.args(["log", "-1", &format!("--format={format}")]).current_dir(root)).map(|text| text.trim().into())
}

/// Everyone may read, and run programs; whatever the umask and the modes in the workspace are.
fn set_modes(path: &Path) -> Result<(), String> {
    let meta = fs::symlink_metadata(path).map_err(|error| at(path, &error))?;
    if meta.is_symlink() {
        return Ok(());
    }
    let is_program = path.parent().is_some_and(|folder| folder.ends_with("bin"));
    let mode = if meta.is_dir() || is_program { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| at(path, &error))?;
    if meta.is_dir() { children(path)?.iter().try_for_each(|child| set_modes(child)) } else { Ok(()) }
}

fn children(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| entry.map(|it| it.path())).collect();
    paths.map_err(|error| at(folder, &error))
}

/// An empty folder.
fn fresh(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make_parent(to)?;
    fs::copy(from, to).map(drop).map_err(|error| at(from, &error))
}

fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    make_parent(path)?;
    fs::write(path, contents).map_err(|error| at(path, &error))
}

fn make_parent(path: &Path) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
