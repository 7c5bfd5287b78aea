//! Errors that are planted into a copy of the compiler to see whether random programs find them. Never part of the product.
//!
//! An error replaces one expression. All are planted at once; `RADDLE_MUTANT` in the environment says which one is in
//! effect, so that one build serves for all.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::print::Files;
use crate::tree::Numerics;

mod places;

pub use places::PLACES;

/// The variable that names the error in effect.
pub const SELECTOR: &str = "RADDLE_MUTANT";

/// An expression of the sources and what may stand there instead.
pub struct Place {
    pub file: &'static str,
    /// Text that occurs once, with the expression between `«` and `»`.
    pub text: &'static str,
    /// Names and wrong expressions. Without a name it is no error, and in effect with all errors: it lets them show.
    pub mutants: &'static [(&'static str, &'static str)],
}

/// Errors in what `--fp reproducible` does: only its programs can show them.
const REPRODUCIBLE: &[&str] = &["trees of floats are left out without a workspace"];

/// What programs have to be compared with for the error to show.
pub fn numerics(name: &str) -> Numerics {
    if REPRODUCIBLE.contains(&name) { Numerics::Reproducible } else { Numerics::Strict }
}

/// Errors in what is done with several files.
const TWO_FILES: &[&str] = &[];

/// How many files the programs have that may show the error.
pub fn files(name: &str) -> Files {
    if TWO_FILES.contains(&name) { Files::Two } else { Files::One }
}

/// Errors of tiles show in dense nests that have many of them.
pub fn is_of_tiles(name: &str) -> bool {
    is_in(places::OF_TILES, name)
}

/// Errors of loops in two parts show where these need not be worth it.
pub fn is_of_parts(name: &str) -> bool {
    is_in(places::OF_PARTS, name)
}

fn is_in(files: &[&str], name: &str) -> bool {
    let is_named = |place: &Place| place.mutants.iter().any(|it| it.0 == name);
    PLACES.iter().any(|it| files.contains(&it.file) && is_named(it))
}

/// The names of all errors.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLACES.iter().flat_map(|place| place.mutants).map(|(name, _)| *name).filter(|name| !name.is_empty())
}

/// Those that programs of this crate may show.
pub fn shown_here() -> impl Iterator<Item = &'static str> {
    names().filter(|it| !it.starts_with(places::OF_RESIDENCE))
}

/// Plants all errors into the sources under `tree`.
pub fn plant(tree: &Path) -> Result<()> {
    for place in PLACES {
        let path = tree.join(place.file);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        std::fs::write(&path, place.planted(&text)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

impl Place {
    /// The source with the choice among the right and the wrong expressions.
    fn planted(&self, source: &str) -> Result<String> {
        let (before, after, expression) = self.parts()?;
        let right = format!("{before}{expression}{after}");
        if source.matches(&right).count() != 1 {
            bail!("{} does not have this once: {right}", self.file);
        }
        let wrong: String = self
            .mutants
            .iter()
            .map(|(name, text)| {
                let selected = match *name {
                    "" => format!("std::env::var_os({SELECTOR:?}).is_some()"),
                    name => format!("std::env::var_os({SELECTOR:?}).is_some_and(|it| it == {name:?})"),
                };
                format!("if {selected} {{ {text} }} else ")
            })
            .collect();
        Ok(source.replacen(&right, &format!("{before}({wrong}{{ {expression} }}){after}"), 1))
    }

    /// What stands before and after the expression, and the expression.
    fn parts(&self) -> Result<(&str, &str, &str)> {
        let (before, rest) = self.text.split_once('«').context("an expression is marked")?;
        let (expression, after) = rest.split_once('»').context("an expression ends")?;
        Ok((before, after, expression))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_error_has_its_place_in_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for place in PLACES {
            let source = std::fs::read_to_string(root.join(place.file)).unwrap();
            let planted = place.planted(&source).unwrap();
            assert!(planted.contains(place.mutants[0].1) && planted != source, "{}", place.file);
        }
        assert_eq!(names().collect::<HashSet<_>>().len(), names().count(), "names tell errors apart");
        assert!(REPRODUCIBLE.iter().all(|name| names().any(|it| it == *name)));
    }

    #[test]
    fn a_place_that_is_not_there_is_an_error() {
        let place = Place { file: "a.rs", text: "f(«x»)", mutants: &[("name", "y")] };
        assert!(place.planted("g(x)").is_err());
        assert!(place.planted("f(x) + f(x)").is_err());
        let planted = place.planted("1 + f(x)").unwrap();
        assert_eq!(
            planted,
            "1 + f((if std::env::var_os(\"RADDLE_MUTANT\").is_some_and(|it| it == \"name\") { y } else { x }))"
        );
    }
}
