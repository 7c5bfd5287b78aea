//! `--fp`, and the compiler's own options about floating-point values: which mode a unit is compiled in, and what clang hears.
//!
//! `--fp` decides. Without it, the last of the options `-ffast-math`, `-ffp-contract=` and their like does, as with clang; and
//! without these it is `strict`.

use raddle_c::import::Numerics;
use std::ffi::OsString;

/// The modes by name, in the order in which they allow more.
pub const MODES: [(&str, Numerics); 4] = [
    ("strict", Numerics::Strict),
    ("reproducible", Numerics::Reproducible),
    ("contract", Numerics::Contract),
    ("fast", Numerics::Fast),
];

/// The mode of a unit that is compiled with `words`; `given` is `--fp`.
pub fn mode(given: Option<Numerics>, words: &[OsString]) -> Numerics {
    given.unwrap_or_else(|| {
        let asked = Asked::of(words);
        match (asked.fast, asked.contract) {
            (true, _) => Numerics::Fast,
            (false, true) => Numerics::Contract,
            (false, false) => Numerics::Strict,
        }
    })
}

/// The words for clang under which host code is in the mode, too.
pub fn words(words: &[OsString], mode: Numerics) -> Vec<OsString> {
    let asked = Asked::of(words);
    let (mut res, contract) = match mode {
        Numerics::Strict | Numerics::Reproducible => (words.to_vec(), "-ffp-contract=off"),
        Numerics::Contract => (words.to_vec(), "-ffp-contract=on"),
        Numerics::Fast if asked.fast => return words.to_vec(),
        Numerics::Fast => {
            // In front: what the words take back of it stays so.
            let others = words.iter().filter(|word| *word != "-fno-fast-math").cloned();
            return [OsString::from("-ffast-math")].into_iter().chain(others).collect();
        }
    };
    if asked.fast {
        res.push("-fno-fast-math".into());
    }
    res.push(contract.into());
    res
}

/// What a GCC-style command line asks for.
#[derive(Default)]
struct Asked {
    fast: bool,
    contract: bool,
}

impl Asked {
    fn of(words: &[OsString]) -> Asked {
        let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        // Of several levels only the last counts.
        let is_fastest = texts.iter().rfind(|text| text.starts_with("-O")).is_some_and(|level| *level == "-Ofast");
        let mut asked = Asked::default();
        for text in texts {
            match text {
                "-ffast-math" | "-ffp-model=fast" | "-ffp-model=aggressive" => asked.fast = true,
                "-Ofast" => asked.fast |= is_fastest,
                "-fno-fast-math" | "-ffp-model=strict" => asked = Asked::default(),
                "-ffp-model=precise" => asked = Asked { fast: false, contract: true },
                "-ffp-contract=off" => asked.contract = false,
                "-ffp-contract=on" | "-ffp-contract=fast" | "-ffp-contract=fast-honor-pragmas" => asked.contract = true,
                _ => {}
            }
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn heard(text: &str, mode: Numerics) -> String {
        let words: Vec<_> = words(&split(text), mode).iter().map(|it| it.to_string_lossy().into_owned()).collect();
        words.join(" ")
    }

    #[test]
    fn options_of_the_compiler_choose_a_mode() {
        use Numerics::{Contract, Fast, Reproducible, Strict};
        for (text, expected) in [
            ("-O2", Strict),
            ("-ffp-contract=on", Contract),
            ("-ffp-contract=fast", Contract),
            ("-ffp-contract=fast -ffp-contract=off", Strict),
            ("-ffast-math", Fast),
            ("-ffast-math -ffp-contract=off", Fast),
            ("-ffast-math -fno-fast-math", Strict),
            ("-fno-fast-math -ffast-math -O3", Fast),
            ("-Ofast", Fast),
            ("-Ofast -O2", Strict),
            ("-Ofast -fno-fast-math", Strict),
            ("-ffp-model=fast", Fast),
            ("-ffp-model=precise", Contract),
            ("-ffp-model=precise -ffp-model=strict", Strict),
        ] {
            assert_eq!(mode(None, &split(text)), expected, "{text}");
            assert_eq!(mode(Some(Reproducible), &split(text)), Reproducible, "{text}");
        }
    }

    #[test]
    fn clang_hears_the_mode_last() {
        assert_eq!(heard("-O2", Numerics::Strict), "-O2 -ffp-contract=off");
        assert_eq!(heard("-ffp-contract=fast", Numerics::Reproducible), "-ffp-contract=fast -ffp-contract=off");
        assert_eq!(heard("-Ofast", Numerics::Strict), "-Ofast -fno-fast-math -ffp-contract=off");
        assert_eq!(heard("-O2", Numerics::Contract), "-O2 -ffp-contract=on");
        assert_eq!(heard("-ffast-math -g", Numerics::Contract), "-ffast-math -g -fno-fast-math -ffp-contract=on");
    }

    #[test]
    fn what_is_taken_back_of_fast_stays_so() {
        let own = "-ffast-math -fno-finite-math-only -ffp-contract=off";
        assert_eq!(heard(own, Numerics::Fast), own);
        assert_eq!(heard("-fno-finite-math-only", Numerics::Fast), "-ffast-math -fno-finite-math-only");
        assert_eq!(heard("-fno-fast-math -O1", Numerics::Fast), "-ffast-math -O1");
    }
}
