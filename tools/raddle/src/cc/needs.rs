//! What linked files need of ours, by the names in them. Objects refer to the runtime weakly, so no linker fetches it
//! for them: who links must ask for it.
//!
//! Reads files whole and parses none but the result of a link; never decides how to link.

use object::{Object, ObjectSection};
use regex::bytes::Regex;
use std::path::Path;
use std::sync::LazyLock;

/// The section with each unit's list of nests.
const UNITS: &str = ".raddle";

/// Whether an object, an archive or what clang makes an object of has nests that run on devices, or that ask the runtime something. What is not an input of
/// a static link has none.
pub fn needs_runtime(path: &Path) -> bool {
    static NAMES: LazyLock<Regex> = LazyLock::new(|| {
        // In an object zeros stand around them; in LLVM IR and assembly, punctuation does.
        let text = r"(?-u)(^|[^\w.])raddle_(register_unit|disjoint|workspace)($|[^\w.])";
        Regex::new(text).expect("it is a regular expression")
    });
    let file = std::fs::read(path).unwrap_or_default();
    !is_dynamic(&file) && NAMES.is_match(&file)
}

/// An executable or a shared library, linked without the runtime although objects in it have nests: they came from archives
/// that the linker found by itself (`-lNAME`).
pub fn lacks_runtime(file: &[u8]) -> bool {
    let has_units = |file: object::File| file.section_by_name(UNITS).is_some_and(|it| it.size() > 0);
    object::File::parse(file).is_ok_and(has_units) && !holds_runtime(file)
}

/// By a text of it, which is there in a stripped program, too.
pub fn holds_runtime(file: &[u8]) -> bool {
    static TEXT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("RADDLE_OFFLOAD_MIN").expect("it is a regular expression"));
    TEXT.is_match(file)
}

/// An ELF file that is linked already.
fn is_dynamic(file: &[u8]) -> bool {
    const SHARED: u8 = 3;
    file.starts_with(b"\x7fELF") && file.get(16) == Some(&SHARED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(bytes: &[u8]) -> bool {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.o");
        std::fs::write(&path, bytes).unwrap();
        needs_runtime(&path)
    }

    #[test]
    fn names_tell_what_is_needed() {
        assert!(needs(b"\x7fELF..\0raddle_register_unit\0printf\0"));
        assert!(needs(b"\x7fELF..\0raddle_disjoint\0"));
        assert!(needs(b"call void @raddle_register_unit(ptr @u)"));
        assert!(!needs(b"\x7fELF..\0printf\0"));
        assert!(!needs(b"\x7fELF..\0my_raddle_register_unit\0"));
        assert!(!needs(b"\x7fELF............\x03\0..\0raddle_register_unit\0"));
        assert!(!needs_runtime(Path::new("/no/such/file")));
    }

    #[test]
    fn other_files_lack_nothing() {
        assert!(!lacks_runtime(b"") && !lacks_runtime(b"no program"));
    }
}
