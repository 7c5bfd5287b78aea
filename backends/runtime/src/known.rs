//! What is known of the devices of this machine, kept between runs of programs: one small JSON file per device, driver
//! and part. It measures nothing and believes nothing that was written for another driver or another Raddle.
//!
//! ```text
//!   ~/.cache/raddle/devices/vulkan-llvmpipe-LLVM-19-1-7-256-bits-5d1c0f8a3b9e7264.numerics.json
//!     {"device": {"kind": "vulkan", "name": ..., "driver": ..., "api": ..., "raddle": "0.1.0"}, "known": ...}
//! ```
//!
//! A file that cannot be read, is damaged or is about something else is as if nothing was known, and what cannot be
//! written is forgotten: no program fails because of it. Files are replaced in one step, so that processes that write
//! at the same time leave one of their files whole. Parts have files of their own, so nobody has to merge.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::device::DeviceInfo;

/// `RADDLE_CACHE_DIR`, else `raddle` in the user's cache directory; `None` where there is no such place.
pub fn cache_dir() -> Option<PathBuf> {
    let var = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let xdg = || var("XDG_CACHE_HOME").filter(|dir| dir.is_absolute()).map(|dir| dir.join("raddle"));
    let home = || var("HOME").map(|dir| dir.join(".cache/raddle"));
    var("RADDLE_CACHE_DIR").or_else(xdg).or_else(home)
}

/// What is known of the device under `part`, in the user's cache.
pub fn read<T: DeserializeOwned>(device: &DeviceInfo, part: &str) -> Option<T> {
    Store::of_user()?.read(device, part)
}

/// Keeps it for later programs of the user.
pub fn write<T: Serialize>(device: &DeviceInfo, part: &str, known: &T) {
    if let Some(store) = Store::of_user() {
        store.write(device, part, known);
    }
}

/// A directory with what is known.
#[derive(Debug, Clone)]
pub struct Store {
    dir: PathBuf,
}

/// What a device's file says: another driver, or another device whose file has the same name, shows here.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    kind: String,
    name: String,
    driver: String,
    api: String,
    raddle: String,
}

#[derive(Serialize, Deserialize)]
struct Entry<T> {
    device: Identity,
    known: T,
}

impl Identity {
    fn of(device: &DeviceInfo) -> Self {
        Self {
            kind: device.kind.to_owned(),
            name: device.name.clone(),
            driver: device.driver.clone(),
            api: device.api.clone(),
            raddle: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The beginning of its files' names: something for people, and a hash of all.
    fn stem(&self) -> String {
        let words = self.name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let name: String = words.collect::<Vec<_>>().join("-").chars().take(40).collect();
        let all = [&self.kind, &self.name, &self.driver, &self.api, &self.raddle].map(String::as_str).join("\0");
        format!("{}-{name}-{:016x}", self.kind, fnv1a(all.as_bytes()))
    }
}

/// The 64-bit FNV-1a hash, the same in every build, which the standard library's need not be.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Store {
    pub fn of_user() -> Option<Self> {
        cache_dir().map(|cache| Self::at(&cache))
    }

    /// The store of the cache directory `cache`.
    pub fn at(cache: &Path) -> Self {
        Self { dir: cache.join("devices") }
    }

    pub fn read<T: DeserializeOwned>(&self, device: &DeviceInfo, part: &str) -> Option<T> {
        let identity = Identity::of(device);
        let entry: Entry<T> = serde_json::from_slice(&fs::read(self.file(&identity, part)).ok()?).ok()?;
        (entry.device == identity).then_some(entry.known)
    }

    pub fn write<T: Serialize>(&self, device: &DeviceInfo, part: &str, known: &T) {
        let identity = Identity::of(device);
        let file = self.file(&identity, part);
        if let Ok(mut text) = serde_json::to_vec_pretty(&Entry { device: identity, known }) {
            text.push(b'\n');
            // What cannot be kept is measured again.
            let _ = self.replace(&file, &text);
        }
    }

    fn file(&self, identity: &Identity, part: &str) -> PathBuf {
        self.dir.join(format!("{}.{part}.json", identity.stem()))
    }

    /// The file is the old or the new one at any time, for any reader.
    fn replace(&self, file: &Path, text: &[u8]) -> std::io::Result<()> {
        static WRITES: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(&self.dir)?;
        let mut fresh = file.as_os_str().to_owned();
        fresh.push(format!(".{}-{}", std::process::id(), WRITES.fetch_add(1, SeqCst)));
        let written = fs::File::create(&fresh).and_then(|mut out| out.write_all(text));
        let replaced = written.and_then(|()| fs::rename(&fresh, file));
        if replaced.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device() -> DeviceInfo {
        DeviceInfo {
            kind: "vulkan",
            name: "GPU (a/b) \u{fc}".to_owned(),
            driver: "Driver 1.2".to_owned(),
            api: "1.3.0".to_owned(),
            ..DeviceInfo::default()
        }
    }

    fn files(cache: &Path) -> Vec<PathBuf> {
        fs::read_dir(cache.join("devices")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn what_was_written_is_known() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(&dir.path().join("not/yet/there"));
        assert_eq!(store.read::<Vec<u32>>(&device(), "one"), None);
        store.write(&device(), "one", &vec![1u32, 2]);
        store.write(&device(), "other", &"text");
        assert_eq!(store.read::<Vec<u32>>(&device(), "one"), Some(vec![1, 2]));
        assert_eq!(store.read::<String>(&device(), "other").as_deref(), Some("text"));
        store.write(&device(), "one", &vec![3u32]);
        assert_eq!(store.read::<Vec<u32>>(&device(), "one"), Some(vec![3]));
        let names = files(&dir.path().join("not/yet/there"));
        assert!(names.len() == 2 && names.iter().all(|name| name.to_str().unwrap().contains("/vulkan-GPU-a-b-")));
    }

    #[test]
    fn every_part_of_the_identity_counts() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        store.write(&device(), "part", &1);
        for changed in [
            DeviceInfo { kind: "cuda", ..device() },
            DeviceInfo { name: "GPU a b".to_owned(), ..device() },
            DeviceInfo { driver: "Driver 1.3".to_owned(), ..device() },
            DeviceInfo { api: "1.3.1".to_owned(), ..device() },
        ] {
            assert_eq!(store.read::<i32>(&changed, "part"), None, "{changed:?}");
        }
        // The place in the list says nothing about a device.
        assert_eq!(store.read::<i32>(&DeviceInfo { index: 3, ..device() }, "part"), Some(1));
    }

    #[test]
    fn files_of_others_and_damaged_ones_say_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        store.write(&device(), "part", &vec![1u32]);
        let file = files(dir.path()).remove(0);
        let text = fs::read_to_string(&file).unwrap();
        let of_other_raddle = text.replace(env!("CARGO_PKG_VERSION"), "0.0.0");
        for bad in ["", "{", "[1]", &text[..text.len() / 2], &of_other_raddle, &text.replace("1\n", "-1\n")] {
            assert_ne!(bad, text);
            fs::write(&file, bad).unwrap();
            assert_eq!(store.read::<Vec<u32>>(&device(), "part"), None, "{bad}");
        }
        fs::write(&file, [0xff, 0xfe, 0]).unwrap();
        assert_eq!(store.read::<Vec<u32>>(&device(), "part"), None);
        store.write(&device(), "part", &vec![2u32]);
        assert_eq!(store.read::<Vec<u32>>(&device(), "part"), Some(vec![2]));
    }

    #[test]
    fn where_nothing_can_be_written_nothing_is_known() {
        let dir = tempfile::tempdir().unwrap();
        let no_dir = dir.path().join("file");
        fs::write(&no_dir, "").unwrap();
        for cache in [no_dir.as_path(), Path::new("/proc/nowhere")] {
            let store = Store::at(cache);
            store.write(&device(), "part", &1);
            assert_eq!(store.read::<i32>(&device(), "part"), None);
        }
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_no_other_behind() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        store.write(&device(), "part", &1);
        let file = files(dir.path()).remove(0);
        fs::remove_file(&file).unwrap();
        fs::create_dir_all(file.join("in the way")).unwrap();
        store.write(&device(), "part", &2);
        assert_eq!((store.read::<i32>(&device(), "part"), files(dir.path())), (None, vec![file]));
    }

    #[test]
    fn writers_at_the_same_time_leave_one_whole_file() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::at(dir.path());
        let of = |writer: u32| vec![writer; 2000];
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    for _ in 0..20 {
                        store.write(&device(), "part", &of(writer));
                        let known = store.read::<Vec<u32>>(&device(), "part").expect("one of the files");
                        assert!(known == of(known[0]));
                    }
                });
            }
        });
        assert_eq!(files(dir.path()).len(), 1);
    }
}
