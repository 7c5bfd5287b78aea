//! Executables of `raddle run`, kept between runs and found again by what they were made from.
//!
//! A key is the hash of the command, of the contents of every file named in it and of the tool. Under it lies a manifest: the
//! headers and libraries that were used, with their hashes, and the name of the executable. All are written in one step, so
//! concurrent runs see old or new, never half. What was not used for longest goes when the total exceeds the bound.

use crate::compile::Report;
use crate::error::{Error, Result};
use crate::temp;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Total size of the cache unless `RADDLE_CACHE_SIZE` (bytes) says otherwise.
const DEFAULT_BOUND: u64 = 2 << 30;

pub struct Cache {
    dir: PathBuf,
    bound: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    executable: String,
    /// Path and hash of what the command does not name.
    dependencies: Vec<(PathBuf, String)>,
    reports: Vec<Report>,
}

#[derive(Debug)]
pub struct Entry {
    pub executable: PathBuf,
    pub reports: Vec<Report>,
}

impl Cache {
    /// `RADDLE_CACHE_DIR`, else `raddle` in the user's cache directory; `None` where there is no such place.
    pub fn open() -> Option<Cache> {
        let dir = raddle_rt::known::cache_dir()?;
        let bound = std::env::var("RADDLE_CACHE_SIZE").ok().and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_BOUND);
        fs::create_dir_all(&dir).ok()?;
        Some(Cache { dir, bound })
    }

    /// The executable made for this key, if nothing it was made from has changed.
    pub fn find(&self, key: &str) -> Option<Entry> {
        let manifest: Manifest = serde_json::from_slice(&fs::read(self.manifest(key)).ok()?).ok()?;
        let unchanged = manifest.dependencies.iter().all(|(path, hash)| hash_file(path).as_deref() == Some(hash));
        let executable = self.dir.join(&manifest.executable);
        if !unchanged || !executable.is_file() {
            return None;
        }
        // The time of last use, for eviction.
        let _ = fs::File::open(&executable).and_then(|file| file.set_modified(SystemTime::now()));
        Some(Entry { executable, reports: manifest.reports })
    }

    /// Remembers something about a key without an executable.
    pub fn mark(&self, key: &str) {
        // A cache that cannot be written costs time alone.
        let _ = fs::write(self.dir.join(format!("{key}.mark")), "");
    }

    pub fn is_marked(&self, key: &str) -> bool {
        self.dir.join(format!("{key}.mark")).is_file()
    }

    /// Moves a fresh executable in. Its name tells its contents, so nobody's running program is replaced under it.
    pub fn insert(&self, key: &str, fresh: &Path, dependencies: &[PathBuf], reports: Vec<Report>) -> Result<Entry> {
        let hash = hash_file(fresh).ok_or_else(|| Error::input(format!("cannot read '{}'", fresh.display())))?;
        let executable = self.dir.join(format!("{hash}.exe"));
        install_executable(fresh, &executable)?;
        let dependencies = dependencies.iter().filter_map(|path| Some((path.clone(), hash_file(path)?))).collect();
        let manifest = Manifest { executable: format!("{hash}.exe"), dependencies, reports };
        let text = serde_json::to_vec(&manifest).map_err(|error| Error::Internal(error.to_string()))?;
        temp::write_output(&self.manifest(key), &text)?;
        self.evict(&executable);
        Ok(Entry { executable, reports: manifest.reports })
    }

    fn manifest(&self, key: &str) -> PathBuf {
        self.dir.join(format!("{key}.json"))
    }

    /// Drops the least recently used files until the rest fits; `newest` always stays.
    fn evict(&self, newest: &Path) {
        let Ok(entries) = fs::read_dir(&self.dir) else { return };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .flatten()
            .filter_map(|entry| {
                let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((meta.modified().ok()?, meta.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in files {
            if total <= self.bound {
                break;
            }
            if path != newest && fs::remove_file(&path).is_ok() {
                total -= size;
            }
        }
    }
}

fn install_executable(fresh: &Path, executable: &Path) -> Result<()> {
    let failed = |error: std::io::Error| Error::file("write", executable, &error);
    let output = temp::Output::new(executable)?;
    // A copy, as the scratch directory may be on another file system; it keeps the permissions.
    fs::copy(fresh, output.target()).map_err(failed)?;
    output.complete()
}

/// Hash of the command line, of where it runs, of the environment that clang reads, of the files it names, and of the tools.
pub fn key(words: &[OsString], files: &[&Path], tools: &[&Path]) -> String {
    const ENVIRONMENT: &[&str] = &["CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "SOURCE_DATE_EPOCH"];
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(std::env::current_dir().unwrap_or_default().as_os_str().as_bytes());
    for name in ENVIRONMENT {
        add(std::env::var_os(name).unwrap_or_default().as_bytes());
    }
    for tool in tools {
        add(tool_stamp(tool).as_bytes());
    }
    for word in words {
        add(word.as_bytes());
    }
    for file in files {
        add(hash_file(file).unwrap_or_default().as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Tools are large: path, size and time of change stand for their contents.
fn tool_stamp(path: &Path) -> String {
    let meta = fs::metadata(path).ok();
    let changed = meta.as_ref().and_then(|meta| meta.modified().ok());
    format!("{path:?} {:?} {changed:?}", meta.map(|meta| meta.len()))
}

fn hash_file(path: &Path) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(path).ok()?).ok()?;
    Some(hasher.finalize().to_hex().to_string())
}

/// The prerequisites in a dependency file that clang or the linker wrote.
pub fn read_dependencies(text: &str) -> Vec<PathBuf> {
    let mut res = Vec::new();
    let joined = text.replace("\\\n", " ");
    for rule in joined.lines() {
        let Some((_, files)) = rule.split_once(": ").or_else(|| rule.split_once(":\t")) else { continue };
        let mut word = String::new();
        let mut chars = files.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if chars.peek() == Some(&' ') || chars.peek() == Some(&'#') => word.extend(chars.next()),
                '$' if chars.peek() == Some(&'$') => word.extend(chars.next()),
                c if c.is_whitespace() => push_path(&mut res, &mut word),
                c => word.push(c),
            }
        }
        push_path(&mut res, &mut word);
    }
    res
}

fn push_path(paths: &mut Vec<PathBuf>, word: &mut String) {
    if !word.is_empty() {
        paths.push(std::mem::take(word).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Place {
        dir: tempfile::TempDir,
        cache: Cache,
    }

    fn place(bound: u64) -> Place {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("cache")).unwrap();
        let cache = Cache { dir: dir.path().join("cache"), bound };
        Place { dir, cache }
    }

    impl Place {
        fn file(&self, name: &str, contents: &[u8]) -> PathBuf {
            let path = self.dir.path().join(name);
            fs::write(&path, contents).unwrap();
            path
        }
    }

    #[test]
    fn found_until_a_dependency_changes() {
        let place = place(u64::MAX);
        let (exe, header) = (place.file("exe", b"program"), place.file("a.h", b"1"));
        assert!(place.cache.find("k").is_none());
        place.cache.insert("k", &exe, std::slice::from_ref(&header), vec![]).unwrap();
        assert_eq!(fs::read(place.cache.find("k").unwrap().executable).unwrap(), b"program");
        assert!(place.cache.find("other").is_none());
        place.file("a.h", b"2");
        assert!(place.cache.find("k").is_none());
        place.file("a.h", b"1");
        assert!(place.cache.find("k").is_some());
        fs::remove_file(header).unwrap();
        assert!(place.cache.find("k").is_none());
    }

    #[test]
    fn a_damaged_manifest_is_no_entry() {
        let place = place(u64::MAX);
        place.file("cache/k.json", b"{\"executable\":");
        assert!(place.cache.find("k").is_none());
    }

    #[test]
    fn the_least_recently_used_go_first() {
        let place = place(9000);
        let old = place.cache.insert("old", &place.file("1", &[1; 4000]), &[], vec![]).unwrap();
        let past = SystemTime::now() - std::time::Duration::from_secs(99);
        fs::File::open(&old.executable).unwrap().set_modified(past).unwrap();
        place.cache.insert("mid", &place.file("2", &[2; 4000]), &[], vec![]).unwrap();
        place.cache.insert("new", &place.file("3", &[3; 4000]), &[], vec![]).unwrap();
        assert!(place.cache.find("old").is_none());
        assert!(place.cache.find("mid").is_some() && place.cache.find("new").is_some());
    }

    #[test]
    fn keys_tell_words_and_contents_apart() {
        let place = place(0);
        let file = place.file("a.c", b"1");
        let key_of = |words: &[&str]| key(&words.iter().map(OsString::from).collect::<Vec<_>>(), &[&file], &[]);
        let first = key_of(&["ab", "c"]);
        assert_ne!(first, key_of(&["a", "bc"]));
        assert_eq!(first, key_of(&["ab", "c"]));
        place.file("a.c", b"2");
        assert_ne!(first, key_of(&["ab", "c"]));
    }

    #[test]
    fn dependency_files_are_read_as_make_reads_them() {
        let text = "a.o: a.c \\\n  dir\\ x/b.h c$$d.h\n\nc.h:\n";
        assert_eq!(read_dependencies(text), ["a.c", "dir x/b.h", "c$d.h"].map(PathBuf::from));
    }
}
