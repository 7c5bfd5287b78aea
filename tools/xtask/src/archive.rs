//! Where LLVM 22's packages come from on releases whose configured archives lack them.
//!
//! Debian 12 has them among its security updates, which a minimal installation may not have configured; every other
//! release gets them from LLVM's own archive. Either is one file in apt's list of sources.

use std::fs;

/// An entry for apt, and the key it is signed with if apt does not have it.
#[derive(Debug, PartialEq, Eq)]
pub struct Archive {
    pub entry: String,
    /// Where the key is to be fetched from and put.
    pub key: Option<(&'static str, &'static str)>,
}

/// The file that holds the entry.
pub const LIST: &str = "/etc/apt/sources.list.d/raddle-llvm.list";
const KEY: (&str, &str) = ("https://apt.llvm.org/llvm-snapshot.gpg.key", "/etc/apt/keyrings/apt.llvm.org.asc");

/// For the system that we run on.
pub fn for_this_system() -> Option<Archive> {
    choose(&fs::read_to_string("/etc/os-release").ok()?)
}

fn choose(os_release: &str) -> Option<Archive> {
    let value = |key: &str| {
        let line = os_release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
        Some(line.trim_matches('"'))
    };
    match (value("ID")?, value("VERSION_CODENAME")?) {
        ("debian", "bookworm") => Some(Archive {
            entry: "deb http://deb.debian.org/debian-security bookworm-security main".into(),
            key: None,
        }),
        (_, codename) => Some(Archive {
            entry: format!(
                "deb [signed-by={}] http://apt.llvm.org/{codename}/ llvm-toolchain-{codename}-22 main",
                KEY.1
            ),
            key: Some(KEY),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_release_has_its_archive() {
        let bookworm = choose("NAME=\"Debian GNU/Linux\"\nVERSION_CODENAME=bookworm\nID=debian\n").unwrap();
        assert!(bookworm.entry.ends_with("bookworm-security main") && bookworm.key.is_none());
        let noble = choose("ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=\"noble\"\n").unwrap();
        assert!(noble.entry.ends_with("http://apt.llvm.org/noble/ llvm-toolchain-noble-22 main"));
        assert_eq!(noble.key, Some(KEY));
        assert_eq!(choose("ID=debian\n"), None);
    }
}
