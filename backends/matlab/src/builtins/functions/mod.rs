//! Functions as values: handles, functions that call others for every element, checks of arguments.

mod each;
mod handles;
mod validate;

use super::{ANY, Entry, entry, file_entry};

pub use handles::{handle_text, of_text};

pub const TABLE: &[Entry] = &[
    entry("arrayfun", 2, ANY, each::arrayfun),
    entry("bsxfun", 3, 3, handles::bsxfun),
    entry("cellfun", 2, ANY, each::cellfun),
    entry("func2str", 1, 1, handles::func2str),
    entry("functions", 1, 1, handles::functions),
    file_entry("nargchk", 3, 4, validate::nargchk),
    file_entry("narginchk", 2, 2, validate::narginchk),
    file_entry("nthargout", 2, ANY, handles::nthargout),
    entry("str2func", 1, 2, handles::str2func),
    entry("inline", 1, ANY, handles::inline),
    entry("argnames", 1, 1, handles::argnames),
    entry("formula", 1, 1, handles::formula),
    file_entry("vectorize", 1, 1, handles::vectorize),
    file_entry("structfun", 2, ANY, each::structfun),
    file_entry("validateattributes", 3, 6, validate::validateattributes),
];
