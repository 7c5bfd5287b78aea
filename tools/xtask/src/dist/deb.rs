//! The Debian package: the layout under /usr, with what Debian's policy wants beside it.
//!
//! Clang is recommended and not depended on: only compiling C needs it, and releases whose archives lack clang 22 can install the
//! package, too. Made by dpkg-deb from a folder, as the package of a project that is not part of Debian; what the binary links is asked of dpkg-shlibdeps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{VERSION, at, children, commit, fresh, set_modes, write};
use crate::process::{must_succeed, output};

const CONTROL: &str = include_str!("../../debian/control");
const COPYRIGHT: &str = include_str!("../../debian/copyright");

/// What Debian keeps elsewhere than the layout does, or not at all.
const MOVED: &[(&str, Option<&str>)] = &[
    ("share/zsh/site-functions", Some("share/zsh/vendor-completions")),
    ("share/doc/raddle/CHANGELOG.md", Some("share/doc/raddle/changelog")),
    ("share/doc/raddle/LICENSE", None),
];

/// Files that link shared libraries.
const LINKED: &[&str] = &["usr/bin/raddle", "usr/lib/raddle/libraddle_ast.so"];

/// Whether Debian's tools are there.
pub fn possible() -> bool {
    ["dpkg-deb", "dpkg-shlibdeps"].iter().all(|tool| Command::new(tool).arg("--version").output().is_ok())
}

pub fn build(root: &Path, layout: &Path, dist: &Path) -> Result<PathBuf, String> {
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_string();
    let version = format!("{VERSION}-1");
    let package = dist.join(format!("raddle_{version}_{architecture}"));
    fresh(&package)?;
    must_succeed(Command::new("cp").arg("--archive").arg(layout).arg(package.join("usr")))?;
    for (from, to) in MOVED {
        relocate(&package.join("usr").join(from), to.map(|to| package.join("usr").join(to)).as_deref())?;
    }
    let doc = package.join("usr/share/doc/raddle");
    let maintainer = maintainer(root)?;
    write(&doc.join("copyright"), COPYRIGHT.as_bytes())?;
    write(&doc.join("changelog.Debian"), changelog(&version, &maintainer, &commit(root, "%aD")?).as_bytes())?;
    compress(&doc.join("changelog"))?;
    compress(&doc.join("changelog.Debian"))?;
    compress(&doc.join("third-party.txt"))?;
    children(&package.join("usr/share/man/man1"))?.iter().try_for_each(|page| compress(page))?;
    let fields = [
        ("@VERSION@", version),
        ("@ARCHITECTURE@", architecture),
        ("@MAINTAINER@", maintainer),
        ("@DEPENDS@", shared_libraries(&package)?),
        ("@INSTALLED_SIZE@", (bytes(&package.join("usr"))? / 1024).to_string()),
    ];
    let control = fields.iter().fold(CONTROL.to_string(), |text, (name, value)| text.replace(name, value));
    write(&package.join("DEBIAN/control"), control.as_bytes())?;
    write(&package.join("DEBIAN/md5sums"), checksums(&package)?.as_bytes())?;
    set_modes(&package)?;
    let deb = package.with_added_extension("deb");
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--build", "--root-owner-group"]).arg(&package).arg(&deb).env("SOURCE_DATE_EPOCH", commit(root, "%ct")?);
    must_succeed(&mut pack)?;
    Ok(deb)
}

fn relocate(from: &Path, to: Option<&Path>) -> Result<(), String> {
    let done = match to {
        Some(to) => fs::rename(from, to),
        None => fs::remove_file(from),
    };
    done.map_err(|error| at(from, &error))
}

/// By Debian's convention from the environment, else who made the last commit.
fn maintainer(root: &Path) -> Result<String, String> {
    match (std::env::var("DEBFULLNAME"), std::env::var("DEBEMAIL")) {
        (Ok(name), Ok(address)) => Ok(format!("{name} <{address}>")),
        (_, _) => commit(root, "%an <%ae>"),
    }
}

fn changelog(version: &str, maintainer: &str, date: &str) -> String {
    format!(
        "raddle ({version}) unstable; urgency=medium\n\n  * What has changed is in changelog.gz.\n\n -- {maintainer}  {date}\n"
    )
}

fn compress(file: &Path) -> Result<(), String> {
    must_succeed(Command::new("gzip").args(["-9", "--no-name", "--force"]).arg(file))
}

/// The value of Depends. dpkg-shlibdeps wants to stand in a source package.
fn shared_libraries(package: &Path) -> Result<String, String> {
    let source = package.with_added_extension("source");
    fresh(&source)?;
    write(&source.join("debian/control"), b"Source: raddle\n\nPackage: raddle\nArchitecture: any\n")?;
    let files = LINKED.iter().map(|file| package.join(file));
    let said = output(Command::new("dpkg-shlibdeps").arg("-O").args(files).current_dir(&source))?;
    fs::remove_dir_all(&source).map_err(|error| at(&source, &error))?;
    let value = said.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    value.map(str::to_string).ok_or_else(|| format!("dpkg-shlibdeps said: {said}"))
}

fn bytes(path: &Path) -> Result<u64, String> {
    let meta = fs::symlink_metadata(path).map_err(|error| at(path, &error))?;
    match meta.is_dir() {
        true => children(path)?.iter().map(|child| bytes(child)).sum(),
        false => Ok(meta.len()),
    }
}

/// `md5sum`'s lines on all files, whose paths are relative to the root.
fn checksums(package: &Path) -> Result<String, String> {
    let command = "find usr -type f -print0 | sort -z | xargs -0 md5sum";
    output(Command::new("sh").args(["-c", command]).current_dir(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_the_control_file_has_a_value_to_take() {
        let fields = ["@VERSION@", "@ARCHITECTURE@", "@MAINTAINER@", "@DEPENDS@", "@INSTALLED_SIZE@"];
        let filled = fields.iter().fold(CONTROL.to_string(), |text, field| {
            assert!(text.contains(field), "{field}");
            text.replace(field, "x")
        });
        assert!(!filled.contains('@'), "{filled}");
    }

    #[test]
    fn debians_changelog_has_its_form() {
        let text = changelog("1.0-1", "A <a@b.org>", "Mon, 1 Jan 2026 00:00:00 +0000");
        assert!(text.starts_with("raddle (1.0-1) unstable; urgency=medium\n\n  * "));
        assert!(text.ends_with("\n\n -- A <a@b.org>  Mon, 1 Jan 2026 00:00:00 +0000\n"));
    }
}
