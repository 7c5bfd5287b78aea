//! The definitions that compiled regions share: those of `prelude.h`, `numbers.h` and `wide.h` that a program uses, as clang takes
//! 20 ms to read all of them.

use std::collections::HashSet;

const DEFINITIONS: &str =
    concat!(include_str!("prelude.h"), "\n", include_str!("numbers.h"), "\n", include_str!("wide.h"));

/// What stands before the C text of a program. The files separate their definitions by empty lines; the first part includes the
/// headers of C.
pub fn used_by(program: &str) -> String {
    let mut used: HashSet<&str> = names(program).collect();
    let mut parts: Vec<&str> = DEFINITIONS.split("\n\n").map(str::trim_end).collect();
    let includes = parts.remove(0);
    let mut kept = vec![];
    // What a definition uses is before it.
    for part in parts.into_iter().rev().filter(|part| !part.is_empty()) {
        if defined(part).any(|name| used.contains(name)) {
            used.extend(names(part));
            kept.push(part);
        }
    }
    kept.push(includes);
    kept.iter().rev().fold(String::new(), |text, part| text + part + "\n\n")
}

/// The names that the lines of a part define which are not indented, and perhaps some that they use.
fn defined(part: &str) -> impl Iterator<Item = &str> {
    let lines = part.lines().filter(|line| !line.starts_with([' ', '}']));
    lines.flat_map(|line| names(line.split_once('{').map_or(line, |(head, _)| head)))
}

/// Words that begin as the names of these files do.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("raddle") || word.starts_with("RADDLE"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_come_with_what_they_use() {
        let text = used_by("raddle_mod_int64(x, y) + raddle_rem(x, y)");
        for name in
            ["raddle_mod_int64(int64_t x", "raddle_rem(double x", "raddle_nearly_whole(double", "#include <math.h>"]
        {
            assert!(text.contains(name), "{name} in {text}");
        }
        for name in ["raddle_mod(", "raddle_pair", "struct raddle_mat_loop"] {
            assert!(!text.contains(name), "{name} in {text}");
        }
    }

    #[test]
    fn all_is_there_for_who_uses_all() {
        let text = used_by(DEFINITIONS);
        assert_eq!(names(&text).collect::<HashSet<_>>(), names(DEFINITIONS).collect());
    }
}
