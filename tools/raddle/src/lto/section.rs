//! The section of an object file that holds what another compilation of its unit needs. Linkers drop it (`SHF_EXCLUDE`), and
//! nobody else knows it. What is in it is for `super` to say.
//!
//! ```text
//!     object file          appended
//!     headers, sections    .raddle.ir   magic, version | fingerprint of the rest | data, compressed
//! ```
//!
//! Tools change objects (`objcopy --redefine-sym`, `ld -r`, `strip`). The fingerprint tells whether code, data, relocations
//! and symbols are still those that the section was made for; it must hold, or the section is none.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use object::elf::{self, FileHeader64, SectionHeader64};
use object::endian::{LittleEndian, U32, U64};
use object::read::elf::FileHeader;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolFlags, SymbolSection, pod};

const NAME: &str = ".raddle.ir";
const MAGIC: &[u8] = concat!("raddle ir ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();
/// Half of the time for a tenth more bytes than the best.
const EFFORT: u8 = 4;

const EXCLUDE: u64 = elf::SHF_EXCLUDE as u64;

/// The object file with `data` in the section. None for what is not an object file of this machine's kind.
pub fn add(object: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    let contents = [MAGIC, &fingerprint(object)?, &compress_to_vec(data, EFFORT)].concat();
    append(object, &contents)
}

/// What [`add`] has put there, if the object is still the same otherwise.
pub fn find(object: &[u8]) -> Option<Vec<u8>> {
    let file = object::File::parse(object).ok()?;
    let contents = file.section_by_name(NAME)?.data().ok()?;
    let (held, compressed) = contents.strip_prefix(MAGIC)?.split_at_checked(blake3::OUT_LEN)?;
    if held != fingerprint(object)? {
        return None;
    }
    decompress_to_vec(compressed).ok()
}

/// Appends the section, its name and a new table of sections. All that was there keeps its place; the old table goes where it is the
/// end.
fn append(object: &[u8], contents: &[u8]) -> Option<Vec<u8>> {
    const E_SHOFF: usize = 0x28;
    const E_SHNUM: usize = 0x3c;
    let header = FileHeader64::<LittleEndian>::parse(object).ok()?;
    let sections = header.section_headers(LittleEndian, object).ok()?;
    if header.e_type.get(LittleEndian) != elf::ET_REL || sections.len() + 1 >= usize::from(elf::SHN_LORESERVE) {
        return None;
    }
    let names = usize::try_from(header.shstrndx(LittleEndian, object).ok()?).ok()?;
    let mut sections = sections.to_vec();
    let table = sections.get(names)?;
    let start = usize::try_from(table.sh_offset.get(LittleEndian)).ok()?;
    let len = usize::try_from(table.sh_size.get(LittleEndian)).ok()?;
    let old_names = object.get(start..start.checked_add(len)?)?;

    let mut file = object.to_vec();
    let old_table = usize::try_from(header.e_shoff.get(LittleEndian)).ok()?;
    if old_table + size_of_val(&*sections) == file.len() {
        file.truncate(old_table);
    }
    let data_at = end(&mut file);
    file.extend_from_slice(contents);
    let names_at = end(&mut file);
    file.extend_from_slice(old_names);
    file.extend_from_slice(NAME.as_bytes());
    file.push(0);
    sections[names].sh_offset = U64::new(LittleEndian, names_at);
    sections[names].sh_size = U64::new(LittleEndian, (len + NAME.len() + 1) as u64);
    sections.push(header_of(len, data_at, contents.len()));
    let sections_at = end(&mut file);
    file.extend_from_slice(pod::bytes_of_slice(&sections));
    file[E_SHOFF..E_SHOFF + 8].copy_from_slice(&sections_at.to_le_bytes());
    file[E_SHNUM..E_SHNUM + 2].copy_from_slice(&u16::try_from(sections.len()).ok()?.to_le_bytes());
    Some(file)
}

/// The aligned end of the file.
fn end(file: &mut Vec<u8>) -> u64 {
    file.resize(file.len().next_multiple_of(8), 0);
    file.len() as u64
}

fn header_of(name: usize, offset: u64, size: usize) -> SectionHeader64<LittleEndian> {
    let small = |it: u32| U32::new(LittleEndian, it);
    let wide = |it: u64| U64::new(LittleEndian, it);
    SectionHeader64 {
        sh_name: small(name as u32),
        sh_type: small(elf::SHT_PROGBITS),
        sh_flags: wide(EXCLUDE),
        sh_addr: wide(0),
        sh_offset: wide(offset),
        sh_size: wide(size as u64),
        sh_link: small(0),
        sh_info: small(0),
        sh_addralign: wide(1),
        sh_entsize: wide(0),
    }
}

/// A hash of what links see of the object: contents of sections, relocations, global symbols.
fn fingerprint(object: &[u8]) -> Option<[u8; blake3::OUT_LEN]> {
    let file = object::File::parse(object).ok()?;
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    for section in file.sections() {
        let name = section.name().ok()?;
        if !is_linked(name) {
            continue;
        }
        add(name.as_bytes());
        add(format!("{:?} {}", section.flags(), section.size()).as_bytes());
        add(section.data().ok()?);
        for (offset, relocation) in section.relocations() {
            let target = target(&file, relocation.target())?;
            add(format!("{offset} {:?} {} {target}", relocation.flags(), relocation.addend()).as_bytes());
        }
    }
    // Tools sort symbols as they like.
    let mut symbols: Vec<String> = file.symbols().filter(|it| it.is_global()).map(|it| symbol(&it)).collect();
    symbols.sort();
    symbols.iter().for_each(|it| add(it.as_bytes()));
    Some(*hasher.finalize().as_bytes())
}

/// Neither debugging information, which may be stripped, nor a table that is read otherwise.
fn is_linked(name: &str) -> bool {
    const TABLES: &[&str] = &["", NAME, ".symtab", ".strtab", ".shstrtab", ".llvm_addrsig", ".symtab_shndx", ".group"];
    const APART: &[&str] = &[".debug", ".rela", ".rel."];
    !TABLES.contains(&name) && !APART.iter().any(|prefix| name.starts_with(prefix))
}

fn target(file: &object::File, target: RelocationTarget) -> Option<String> {
    let RelocationTarget::Symbol(index) = target else { return Some(format!("{target:?}")) };
    let symbol = file.symbol_by_index(index).ok()?;
    match (symbol.name().ok()?, symbol.section()) {
        ("", SymbolSection::Section(index)) => Some(file.section_by_index(index).ok()?.name().ok()?.to_owned()),
        (name, _) => Some(name.to_owned()),
    }
}

fn symbol(symbol: &object::Symbol) -> String {
    let flags = match symbol.flags() {
        SymbolFlags::Elf { st_info, st_other } => (st_info, st_other),
        _ => (0, 0),
    };
    let name = symbol.name().unwrap_or_default();
    format!("{name} {flags:?} {} {} {}", symbol.size(), symbol.is_definition(), symbol.is_common())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Command;

    const SOURCE: &str = "extern int v; int g(int); static int h(int i) { return i + v; }\n\
        int f(int i) { return g(i) + h(i); }\n";

    fn run(dir: &Path, program: &str, words: &str) {
        let status = Command::new(program).args(words.split_whitespace()).current_dir(dir).status().unwrap();
        assert!(status.success(), "{program} {words}");
    }

    /// An object of clang's with a section.
    fn object(words: &str) -> (tempfile::TempDir, Vec<u8>) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.c"), SOURCE).unwrap();
        run(dir.path(), "clang-22", &format!("{words} -c a.c"));
        let plain = std::fs::read(dir.path().join("a.o")).unwrap();
        let with = add(&plain, &b"twice twice twice twice twice".repeat(100)).unwrap();
        assert!(with.len() < plain.len() + 1000);
        std::fs::write(dir.path().join("a.o"), &with).unwrap();
        (dir, with)
    }

    fn kept(dir: &Path, name: &str) -> bool {
        let data = find(&std::fs::read(dir.join(name)).unwrap());
        data.is_some_and(|data| data == b"twice twice twice twice twice".repeat(100))
    }

    #[test]
    fn what_was_added_is_found() {
        for words in ["", "-O2 -g -fPIC", "-O2 -ffunction-sections -fdata-sections"] {
            let (dir, with) = object(words);
            assert!(kept(dir.path(), "a.o"), "{words}");
            assert!(add(&with, b"").and_then(|twice| find(&twice)).is_none_or(|data| !data.is_empty()));
        }
        assert_eq!(add(b"no object", b""), None);
        assert_eq!(find(b"no object"), None);
    }

    #[test]
    fn a_changed_object_has_none() {
        let (dir, _) = object("-O2");
        for (words, expected) in [
            ("--redefine-sym f=k", false),
            ("--redefine-sym g=k", false),
            ("--weaken-symbol f", false),
            ("--localize-symbol f", false),
            ("--globalize-symbol h --prefix-symbols p_", false),
            ("--strip-debug", true),
            ("--rename-section .text=.other", false),
        ] {
            run(dir.path(), "objcopy", &format!("{words} a.o b.o"));
            assert_eq!(kept(dir.path(), "b.o"), expected, "{words}");
        }
        run(dir.path(), "ld", "-r a.o -o b.o");
        std::fs::write(dir.path().join("e.s"), ".globl k\nk: ret\n").unwrap();
        run(dir.path(), "clang-22", "-c e.s");
        run(dir.path(), "ld", "-r a.o e.o -o c.o");
        assert!(!kept(dir.path(), "c.o"));
    }

    #[test]
    fn a_linked_file_has_no_section() {
        let (dir, _) = object("-O2 -fPIC");
        for linker in ["bfd", "lld"] {
            run(dir.path(), "clang-22", &format!("-fuse-ld={linker} -shared a.o -o a.so"));
            let linked = std::fs::read(dir.path().join("a.so")).unwrap();
            assert!(object::File::parse(&*linked).unwrap().section_by_name(NAME).is_none(), "{linker}");
        }
    }
}
