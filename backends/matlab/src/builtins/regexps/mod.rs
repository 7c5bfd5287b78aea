//! Regular expressions: `regexp`, `regexpi`, `regexprep`. Matches through PCRE2; translates what Octave writes in other ways.

mod pattern;
mod replace;
mod search;
mod translate;

use super::{ANY, Entry, entry};

pub use pattern::{Match, Options, Regex};

pub const TABLE: &[Entry] = &[
    entry("regexp", 2, ANY, search::regexp),
    entry("regexpi", 2, ANY, search::regexp),
    entry("regexprep", 3, ANY, replace::regexprep),
];
