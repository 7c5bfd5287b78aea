//! What a compiler command line says about machine code. It changes no word and knows no stage.

use raddle_llvm::OptLevel;
use std::ffi::OsString;

/// How machine code is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The letter or digit behind `-O`.
    pub level: char,
    /// Behind `-march=`.
    pub processor: Option<String>,
    /// LLVM's feature string for options such as `-mavx2`.
    pub features: String,
    /// Options under which clang itself finishes the bitcode; empty where our own code generator does the same.
    pub finish_words: Vec<OsString>,
}

/// Flags that bitcode has recorded, or that end with the front end: the code generator need not know them.
const IN_BITCODE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-O",
    "-W",
    "-w",
    "-std=",
    "-ansi",
    "-pedantic",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-march=",
    "-mtune=",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-fno-pic",
    "-fno-pie",
    "-pthread",
    "-pipe",
    "-v",
    "-fstrict-aliasing",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fno-common",
    "-fcommon",
    "-fvisibility=",
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-ffp-contract=",
    "-ffast-math",
    "-fno-fast-math",
    "-ffp-model=",
    "-fbracket-depth=",
    "-fdiagnostics-",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fno-builtin",
    "-fno-inline",
    "-fno-stack-protector",
    "-fstack-protector",
    "-fomit-frame-pointer",
    "-fno-omit-frame-pointer",
    "-fno-math-errno",
    "-fgnu89-inline",
];
/// Instruction-set extensions by the beginning of their names.
const EXTENSIONS: &[&str] = &["avx", "sse", "ssse", "bmi", "fma", "f16c", "popcnt", "lzcnt", "adx"];

impl Code {
    pub fn of(words: &[OsString]) -> Code {
        let mut code = Code { level: '0', processor: None, features: String::new(), finish_words: vec![] };
        let mut only_recorded = true;
        let mut texts = words.iter().map(|word| word.to_str().unwrap_or_default());
        while let Some(text) = texts.next() {
            if let Some(level) = text.strip_prefix("-O") {
                code.level = level.chars().next().unwrap_or('1');
            } else if let Some(processor) = text.strip_prefix("-march=") {
                code.processor = Some(processor.into());
            } else if let Some(feature) = extension(text) {
                let comma = if code.features.is_empty() { "" } else { "," };
                code.features += &format!("{comma}{feature}");
            } else if !IN_BITCODE.iter().any(|prefix| text.starts_with(prefix)) {
                only_recorded = false;
            } else if value_follows(text) {
                texts.next();
            }
        }
        if !only_recorded {
            code.finish_words = words.to_vec();
        }
        code
    }

    pub fn options(&self) -> raddle_llvm::Options {
        let opt_level = match self.level {
            '0' => OptLevel::O0,
            '1' | 'g' => OptLevel::O1,
            's' => OptLevel::Os,
            'z' => OptLevel::Oz,
            '3' | '4'..='9' | 'f' => OptLevel::O3,
            _ => OptLevel::O2,
        };
        let mut options = match self.processor.as_deref() {
            Some("native") => raddle_llvm::Options::native(opt_level),
            Some(cpu) => raddle_llvm::Options { opt_level, cpu: cpu.into(), ..raddle_llvm::Options::default() },
            None => raddle_llvm::Options { opt_level, ..raddle_llvm::Options::default() },
        };
        if !self.features.is_empty() {
            let comma = if options.features.is_empty() { "" } else { "," };
            options.features += &format!("{comma}{}", self.features);
        }
        options
    }
}

/// `-mavx2` is `+avx2`, `-mno-avx2` is `-avx2`.
fn extension(text: &str) -> Option<String> {
    let name = text.strip_prefix("-m")?;
    let (sign, name) = name.strip_prefix("no-").map_or(('+', name), |name| ('-', name));
    EXTENSIONS.iter().any(|it| name.starts_with(it)).then(|| format!("{sign}{name}"))
}

/// Options of [`IN_BITCODE`] whose value is the next word.
fn value_follows(text: &str) -> bool {
    matches!(text, "-I" | "-D" | "-U" | "-include" | "-imacros" | "-isystem" | "-iquote" | "-idirafter")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        Code::of(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn levels_processors_and_extensions() {
        assert_eq!(code("").level, '0');
        assert_eq!(code("-O").level, '1');
        assert_eq!(code("-O3 -O2 -Os").level, 's');
        let code = code("-O2 -march=haswell -mavx2 -mno-fma");
        assert_eq!((code.processor.as_deref(), code.features.as_str()), (Some("haswell"), "+avx2,-fma"));
        assert_eq!(code.options().features, "+avx2,-fma");
    }

    #[test]
    fn clang_finishes_where_a_flag_is_for_the_code_generator() {
        assert!(code("-O2 -I a -DX=1 -include x.h -Wall -fPIC -std=c99 -march=native").finish_words.is_empty());
        for text in ["-O2 -ffunction-sections", "-g", "-mcmodel=large", "-fno-plt", "--sysroot /x", "-unknown"] {
            assert_eq!(code(text).finish_words.len(), text.split_whitespace().count(), "{text}");
        }
    }
}
