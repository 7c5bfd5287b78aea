//! Texts: char arrays and cells of them. Knows no regular expressions and prints nothing.

mod build;
mod classes;
pub mod columns;
mod compare;
mod escapes;
mod find;
mod numbers;
pub mod scan;
mod split;
pub mod text;

use super::{ANY, Entry, entry, file_entry};

pub use build::to_chars;

pub const TABLE: &[Entry] = &[
    file_entry("blanks", 1, 1, build::blanks),
    entry("cellstr", 1, 1, build::cellstr),
    entry("char", 1, ANY, build::char),
    file_entry("cstrcat", 0, ANY, build::cstrcat),
    file_entry("deblank", 1, 1, build::deblank),
    entry("do_string_escapes", 1, 1, escapes::do_string_escapes),
    file_entry("endsWith", 2, 4, find::starts_with),
    file_entry("index", 2, 3, find::index),
    entry("isalnum", 1, 1, classes::isalnum),
    entry("isalpha", 1, 1, classes::isalpha),
    entry("isascii", 1, 1, classes::isascii),
    entry("iscntrl", 1, 1, classes::iscntrl),
    entry("isdigit", 1, 1, classes::isdigit),
    entry("isgraph", 1, 1, classes::isgraph),
    file_entry("isletter", 1, 1, classes::isalpha),
    entry("islower", 1, 1, classes::islower),
    entry("isprint", 1, 1, classes::isprint),
    entry("ispunct", 1, 1, classes::ispunct),
    entry("isspace", 1, 1, classes::isspace),
    entry("isupper", 1, 1, classes::isupper),
    entry("isxdigit", 1, 1, classes::isxdigit),
    entry("lower", 1, 1, classes::tolower),
    file_entry("isstrprop", 2, 2, classes::isstrprop),
    file_entry("native2unicode", 1, 2, escapes::native2unicode),
    file_entry("list_in_columns", 1, 3, columns::list_in_columns),
    file_entry("ostrsplit", 2, 3, split::ostrsplit),
    file_entry("regexptranslate", 2, 2, escapes::regexptranslate),
    file_entry("rindex", 2, 2, find::index),
    entry("sscanf", 2, 3, scan::sscanf),
    file_entry("startsWith", 2, 4, find::starts_with),
    entry("str2double", 1, 1, numbers::str2double),
    file_entry("str2num", 1, 1, numbers::str2num),
    file_entry("strcat", 0, ANY, build::strcat),
    file_entry("strchr", 2, 4, find::strchr),
    entry("strcmp", 2, 2, compare::strcmp),
    entry("strcmpi", 2, 2, compare::strcmpi),
    entry("strfind", 2, 6, find::strfind),
    file_entry("strjoin", 1, 2, split::strjoin),
    file_entry("strjust", 1, 2, build::strjust),
    entry("strncmp", 3, 3, compare::strncmp),
    entry("strncmpi", 3, 3, compare::strncmpi),
    entry("strrep", 3, 5, find::strrep),
    file_entry("strsplit", 1, ANY, split::strsplit),
    file_entry("strtok", 1, 2, split::strtok),
    file_entry("strtrim", 1, 1, build::strtrim),
    entry("strvcat", 0, ANY, build::strvcat),
    file_entry("substr", 2, 3, find::substr),
    entry("tolower", 1, 1, classes::tolower),
    entry("toupper", 1, 1, classes::toupper),
    entry("undo_string_escapes", 1, 1, escapes::undo_string_escapes),
    file_entry("unicode2native", 1, 2, escapes::unicode2native),
    file_entry("untabify", 1, 3, build::untabify),
    entry("upper", 1, 1, classes::toupper),
    file_entry("validatestring", 2, 5, escapes::validatestring),
];

/// No text is longer.
const MOST_BYTES: usize = 1 << 34;

/// What Octave says about arrays that no memory holds.
pub fn too_large() -> crate::Error {
    crate::Error::with_id("Octave:bad-alloc", "out of memory or dimension too large for Octave's index type")
}
