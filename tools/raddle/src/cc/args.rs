//! The model of a GCC-style command line: which words are inputs, outputs, modes, probes, and which belong to the linker only.
//!
//! It never judges an option: what it does not know goes on to clang untouched, whose diagnostics then apply.

use crate::matlab::Script;
use crate::script::Functions;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What a file on the command line is to the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// C source, preprocessed or not.
    C,
    /// Source in another language, headers, standard input: clang's business.
    OtherSource,
    /// Objects, archives, libraries and everything unknown.
    Linker,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub path: PathBuf,
    pub kind: InputKind,
    /// The language that `-x` asks for.
    pub language: Option<OsString>,
}

impl Input {
    /// Becomes a precompiled header, which is never linked.
    pub fn is_header(&self) -> bool {
        match self.language.as_ref().map(|language| language.as_bytes()) {
            Some(language) => language.ends_with(b"header"),
            None => self.path.extension().is_some_and(|it| HEADERS.iter().any(|header| it == *header)),
        }
    }
}

/// One option with its value words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    Input(Input),
    /// Means something to every compilation of a source file.
    Compile(Vec<OsString>),
    /// `-MD`, `-MF FILE` and the like: write a dependency file beside the object.
    Dependency(Vec<OsString>),
    /// Means something to the linker only.
    Link(Vec<OsString>),
}

/// How far the command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Compile and link.
    Link,
    /// `-c`.
    Object,
    /// A question about the compiler, or an output that is not an object (`-E`, `-S`, `-M`, ...): clang answers alone.
    Clang,
}

#[derive(Clone, Debug)]
pub struct CommandLine {
    /// Every word after expansion of response files.
    pub words: Vec<OsString>,
    pub args: Vec<Arg>,
    pub output: Option<PathBuf>,
    pub mode: Mode,
    /// An option under which an object must be clang's own (sanitizers, profiling, LTO, another target), or which has clang
    /// write files beside it that are named after it. A later option that takes it back changes nothing.
    pub clang_only: Option<OsString>,
    /// Objects are for another machine than this one, where no runtime of ours is.
    pub other_target: bool,
    /// The C source is a MATLAB program: what is linked has the interpreter.
    pub matlab: Option<Script>,
    /// `-flto`: objects carry what links need to know bodies of other files.
    pub lto: bool,
    /// A dependency file for each source goes into this directory, whatever the words say.
    pub dependency_dir: Option<PathBuf>,
}

impl CommandLine {
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> CommandLine {
        let words = expand_response_files(words.into_iter().collect(), 0);
        let mut parser =
            Parser { all: &words, words: words.iter(), language: None, joined_value: None, line: CommandLine::empty() };
        while let Some(word) = parser.words.next() {
            if word == "--" {
                return Self::with_inputs(parser);
            }
            parser.word(word);
        }
        let mut line = parser.line;
        line.words = words;
        line
    }

    /// Behind `--` all words are inputs. They are spelled such that they are without it, so that words may be appended.
    fn with_inputs(mut parser: Parser) -> CommandLine {
        let inputs: Vec<OsString> = parser.words.as_slice().iter().map(as_input).collect();
        inputs.iter().for_each(|input| parser.input(input));
        parser.line.words = [parser.before_separator(), &inputs].concat();
        parser.line
    }

    fn empty() -> CommandLine {
        CommandLine {
            words: vec![],
            args: vec![],
            output: None,
            mode: Mode::Link,
            clang_only: None,
            other_target: false,
            matlab: None,
            lto: false,
            dependency_dir: None,
        }
    }

    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.args.iter().filter_map(|arg| match arg {
            Arg::Input(input) => Some(input),
            Arg::Compile(_) | Arg::Dependency(_) | Arg::Link(_) => None,
        })
    }

    pub fn c_inputs(&self) -> impl Iterator<Item = &Input> {
        self.inputs().filter(|input| input.kind == InputKind::C)
    }

    /// Where the C source is a MATLAB program, its functions.
    pub fn script_functions(&self) -> Option<Rc<Functions>> {
        self.matlab.as_ref().map(|script| script.functions.clone())
    }

    /// The words that every compilation of a source file needs.
    pub fn compile_words(&self) -> Vec<OsString> {
        self.select(|arg| match arg {
            Arg::Compile(words) => Some(words),
            Arg::Input(_) | Arg::Dependency(_) | Arg::Link(_) => None,
        })
    }

    pub fn dependency_words(&self) -> Vec<OsString> {
        self.select(|arg| match arg {
            Arg::Dependency(words) => Some(words),
            Arg::Input(_) | Arg::Compile(_) | Arg::Link(_) => None,
        })
    }

    /// The last of some options that are written as one word.
    pub fn last_of<'a>(&self, options: &[&'a str]) -> Option<&'a str> {
        let same = |word: &OsString| options.iter().copied().find(|it| word == it);
        self.words.iter().rev().find_map(same)
    }

    pub fn has_link_word(&self, word: &str) -> bool {
        self.args.iter().any(|arg| matches!(arg, Arg::Link(words) if words[0] == word))
    }

    pub fn has_link_word_with(&self, start: &str) -> bool {
        let starts = |word: &OsString| word.to_string_lossy().starts_with(start);
        self.args.iter().any(|arg| matches!(arg, Arg::Link(words) if starts(&words[0])))
    }

    fn select<'a>(&'a self, pick: impl Fn(&'a Arg) -> Option<&'a Vec<OsString>>) -> Vec<OsString> {
        self.args.iter().filter_map(pick).flatten().cloned().collect()
    }
}

/// GNU's long names, as clang knows them, for the options whose meaning matters here.
const LONG_FLAGS: &[(&str, &str)] = &[
    ("--compile", "-c"),
    ("--preprocess", "-E"),
    ("--assemble", "-S"),
    ("--dependencies", "-M"),
    ("--user-dependencies", "-MM"),
    ("--write-dependencies", "-MD"),
    ("--write-user-dependencies", "-MMD"),
    ("--print-missing-file-dependencies", "-MG"),
    ("--shared", "-shared"),
    ("--static", "-static"),
    ("--no-standard-libraries", "-nostdlib"),
    ("--optimize", "-O"),
];
/// Likewise with a value: the next word, or behind a `=`. A short name that ends with `=` has it in the same word.
const LONG_WITH_VALUE: &[(&str, &str)] = &[
    ("--output", "-o"),
    ("--language", "-x"),
    ("--std", "-std="),
    ("--include", "-include"),
    ("--imacros", "-imacros"),
    ("--include-directory", "-I"),
    ("--include-directory-after", "-idirafter"),
    ("--include-prefix", "-iprefix"),
    ("--include-with-prefix", "-iwithprefix"),
    ("--include-with-prefix-after", "-iwithprefix"),
    ("--include-with-prefix-before", "-iwithprefixbefore"),
    ("--define-macro", "-D"),
    ("--undefine-macro", "-U"),
    ("--assert", "-A"),
    ("--prefix", "-B"),
    ("--library-directory", "-L"),
    ("--force-link", "-u"),
    ("--for-linker", "-Xlinker"),
];

/// Options whose value is the next word, when they are written alone. (`-o` and `-x` have their own rules.)
const SEPARATE_COMPILE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-A",
    "-B",
    "-F",
    "-G",
    "-include",
    "-imacros",
    "-include-pch",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-isysroot",
    "-imultilib",
    "-iframework",
    "-ivfsoverlay",
    "-Xclang",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xanalyzer",
    "-mllvm",
    "-arch",
    "-target",
    "-resource-dir",
    "--sysroot",
    "--param",
    "-dumpdir",
    "-dumpbase",
    "-dumpbase-ext",
    "-working-directory",
    "-index-store-path",
    "--system-header-prefix",
    "--no-system-header-prefix",
    "--analyzer-output",
    "-b",
    "-cxx-isystem",
    "-isystem-after",
    "-iframeworkwithsysroot",
    "-vfsoverlay",
    "-iapinotes-modules",
    "-fmodules-user-build-path",
    "-module-dependency-dir",
    "-gen-cdb-fragment-path",
    "-dependency-dot",
    "-dependency-file",
    "-mmlir",
    "-mthread-model",
    "-meabi",
    "-Xclangas",
    "-Xarch_device",
    "-Xarch_host",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xopenmp-target",
];
/// Beside the object: of several compilations of a source one writes it.
const SEPARATE_DEPENDENCY: &[&str] = &["-MF", "-MT", "-MQ", "-MJ", "-serialize-diagnostics", "--serialize-diagnostics"];
const SEPARATE_LINK: &[&str] = &[
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-Xlinker",
    "-rpath",
    "-framework",
    "-undefined",
    "--entry",
    "-Tbss",
    "-Tdata",
    "-Ttext",
];
/// Link-time optimization is ours then, and clang's in the sources that it compiles alone.
const LTO: &[&str] = &["-flto", "-flto=auto", "-flto=full", "-flto=jobserver", "-flto=thin"];
const LINK: &[&str] = &[
    "-fno-lto",
    "-ffat-lto-objects",
    "-fno-fat-lto-objects",
    "-shared",
    "-static",
    "-static-pie",
    "-pie",
    "-no-pie",
    "-nopie",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-r",
    "-s",
    "-static-libgcc",
    "-shared-libgcc",
    "-static-libstdc++",
    "-n",
    "-N",
];
const LINK_PREFIXES: &[&str] = &[
    "-l",
    "-L",
    "-Wl,",
    "-fuse-ld=",
    "--ld-path=",
    "-flto-jobs=",
    "-z",
    "-T",
    "-u",
    "-rtlib=",
    "--rtlib=",
    "-unwindlib=",
    "--unwindlib=",
];
const DEPENDENCY_PREFIXES: &[&str] = &["-MD", "-MMD", "-MF", "-MT", "-MQ", "-MP", "-MG", "-MV", "-Wp,-M"];
const HEADERS: &[&str] = &["h", "H", "hh", "hpp", "hxx", "iih"];
const CLANG_MODES: &[&str] = &[
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-emit-llvm",
    "-emit-ast",
    "-emit-interface-stubs",
    "--analyze",
    "-analyze",
    "--precompile",
    "-verify-pch",
    "-###",
    "--version",
    "--help",
    "-help",
    "--help-hidden",
    "-cc1",
    "-cc1as",
    "--autocomplete",
    "-rewrite-objc",
];
const CLANG_MODE_PREFIXES: &[&str] = &[
    "-print-",
    "--print-",
    "-dumpversion",
    "-dumpmachine",
    "-dumpfullversion",
    "-dumpspecs",
    "--help=",
    "-ccc-",
    "--autocomplete=",
];
/// Behind `-Xclang`.
const FRONTEND_ACTIONS: &[&str] = &[
    "-E",
    "-Eonly",
    "-S",
    "-fsyntax-only",
    "-init-only",
    "-plugin",
    "-fixit",
    "-analyze",
    "-templight-dump",
    "-verify-pch",
    "-module-file-info",
    "-extract-api",
];
const FRONTEND_ACTION_PREFIXES: &[&str] =
    &["-ast-", "-dump-", "-emit-", "-print-", "-rewrite-", "-fixit=", "-code-completion-at"];
const CLANG_ONLY: &[&str] = &[
    "-m32",
    "-mx32",
    "-pg",
    "--coverage",
    "-coverage",
    "-fprofile-arcs",
    "-ftest-coverage",
    "-fcoverage-mapping",
    "-fopenmp",
    "-fopenacc",
    "-ffreestanding",
    "-funique-internal-linkage-names",
    // Imported code has nothing of what these define.
    "-frounding-math",
    "-ffp-model=strict",
    "-ffp-exception-behavior=strict",
    "-ffp-exception-behavior=maytrap",
    "-fno-strict-float-cast-overflow",
    "-ftrivial-auto-var-init=zero",
    "-ftrivial-auto-var-init=pattern",
];
const CLANG_ONLY_PREFIXES: &[&str] = &[
    "-flto",
    "-fsplit-lto-unit",
    "-fwhole-program-vtables",
    "-fvirtual-function-elimination",
    "-fsanitize",
    "-fprofile-",
    "-fcs-profile-",
    "-fopenmp=",
    "-save-temps",
    "--save-temps",
    "-gsplit-dwarf",
    "-finstrument-",
    "-fxray-",
    "-fembed-bitcode",
    "-target",
    "--target=",
    "-fplugin=",
    "-ftrapv",
    "-fstack-usage",
    "-ftime-trace",
    "-fsave-optimization-record",
    "-emit-",
    "-fcf-runtime-abi",
];
const OTHER_TARGET_PREFIXES: &[&str] = &["-m32", "-mx32", "-target", "--target="];

struct Parser<'a> {
    all: &'a [OsString],
    words: std::slice::Iter<'a, OsString>,
    /// What the last `-x` said; `none` clears it.
    language: Option<OsString>,
    /// The value of a long option that is written in one word with it.
    joined_value: Option<OsString>,
    line: CommandLine,
}

impl<'a> Parser<'a> {
    /// The words in front of the `--` that was just read.
    fn before_separator(&self) -> &'a [OsString] {
        &self.all[..self.all.len() - self.words.len() - 1]
    }

    fn word(&mut self, word: &OsString) {
        let bytes = word.as_bytes();
        if !bytes.starts_with(b"-") || bytes == b"-" {
            return self.input(word);
        }
        match self.short(bytes) {
            Some(short) => self.short_word(&short),
            None => self.short_word(word),
        }
        self.joined_value = None;
    }

    /// What stands for a long option, whose value the next one to ask for it gets.
    fn short(&mut self, word: &[u8]) -> Option<OsString> {
        let named = |table: &[(&str, &'static str)], name: &[u8]| {
            table.iter().find(|(long, _)| long.as_bytes() == name).map(|(_, short)| OsString::from(*short))
        };
        if let Some(level) = word.strip_prefix(b"--optimize=") {
            return Some(OsString::from_vec([b"-O", level].concat()));
        }
        let (name, value) = match word.iter().position(|byte| *byte == b'=') {
            Some(at) => (&word[..at], Some(&word[at + 1..])),
            None => (word, None),
        };
        let flag = if value.is_none() { named(LONG_FLAGS, name) } else { None };
        let short = flag.or_else(|| named(LONG_WITH_VALUE, name))?;
        self.joined_value = value.map(|it| OsStr::from_bytes(it).to_owned());
        let joins = short.as_bytes().ends_with(b"=");
        let value = if joins { self.value() } else { None };
        Some(
            value
                .into_iter()
                .fold(short, |short, value| OsString::from_vec([short.as_bytes(), value.as_bytes()].concat())),
        )
    }

    fn short_word(&mut self, word: &OsString) {
        let Some(text) = word.to_str() else { return self.push(Arg::Compile(vec![word.clone()])) };
        if let Some(rest) = text.strip_prefix("-o").filter(|rest| !rest.starts_with("bjc")) {
            self.output(rest);
        } else if let Some(rest) = text.strip_prefix("-x").filter(|rest| !rest.starts_with("ray")) {
            let language = if rest.is_empty() { self.value() } else { Some(rest.into()) };
            self.language = language.filter(|it| it != "none");
        } else if text == "-c" {
            self.raise_mode(Mode::Object);
        } else {
            self.option(text, word);
        }
    }

    fn option(&mut self, text: &str, word: &OsString) {
        if CLANG_MODES.contains(&text) || has_prefix(text, CLANG_MODE_PREFIXES) {
            self.line.mode = Mode::Clang;
        }
        let is_ours = LTO.contains(&text) || text.starts_with("-flto-jobs=");
        if !is_ours && (CLANG_ONLY.contains(&text) || has_prefix(text, CLANG_ONLY_PREFIXES)) {
            self.line.clang_only.get_or_insert_with(|| word.clone());
        }
        self.line.other_target |= has_prefix(text, OTHER_TARGET_PREFIXES);
        self.line.lto = (self.line.lto || LTO.contains(&text)) && text != "-fno-lto";
        if text == "-Xclang" {
            let words = self.with_value(word);
            self.frontend_action(&words);
            self.push(Arg::Compile(words));
        } else if SEPARATE_LINK.contains(&text) {
            let words = self.with_value(word);
            self.push(Arg::Link(words));
        } else if is_ours || LINK.contains(&text) || (has_prefix(text, LINK_PREFIXES) && text != "-undef") {
            self.push(Arg::Link(vec![word.clone()]));
        } else if SEPARATE_DEPENDENCY.contains(&text) {
            let words = self.with_value(word);
            self.push(Arg::Dependency(words));
        } else if let Some(words) = preprocessor_dependencies(text) {
            self.push(Arg::Dependency(words));
        } else if has_prefix(text, DEPENDENCY_PREFIXES) {
            self.push(Arg::Dependency(vec![word.clone()]));
        } else if SEPARATE_COMPILE.contains(&text) {
            let words = self.with_value(word);
            self.push(Arg::Compile(words));
        } else {
            self.push(Arg::Compile(vec![word.clone()]));
        }
    }

    /// What clang's front end shall do instead of making an object.
    fn frontend_action(&mut self, words: &[OsString]) {
        let action = words.get(1).and_then(|word| word.to_str());
        if action.is_some_and(|text| FRONTEND_ACTIONS.contains(&text) || has_prefix(text, FRONTEND_ACTION_PREFIXES)) {
            self.line.mode = Mode::Clang;
        }
    }

    fn input(&mut self, word: &OsString) {
        let path = PathBuf::from(word);
        let kind = if word == "-" { InputKind::OtherSource } else { input_kind(&path, self.language.as_deref()) };
        self.push(Arg::Input(Input { path, kind, language: self.language.clone() }));
    }

    fn output(&mut self, joined: &str) {
        self.line.output = if joined.is_empty() { self.value().map(PathBuf::from) } else { Some(joined.into()) };
        if self.line.output.is_none() {
            // `-o` without a file: clang says so.
            self.line.mode = Mode::Clang;
        }
    }

    fn raise_mode(&mut self, mode: Mode) {
        if self.line.mode == Mode::Link {
            self.line.mode = mode;
        }
    }

    /// The option and its value; a missing value is left for clang to complain about.
    fn with_value(&mut self, word: &OsString) -> Vec<OsString> {
        std::iter::once(word.clone()).chain(self.value()).collect()
    }

    fn value(&mut self) -> Option<OsString> {
        self.joined_value.take().or_else(|| self.words.next().cloned())
    }

    fn push(&mut self, arg: Arg) {
        self.line.args.push(arg);
    }
}

/// A file's name that no one takes for an option.
fn as_input(word: &OsString) -> OsString {
    if !word.as_bytes().starts_with(b"-") {
        return word.clone();
    }
    Path::new(".").join(word).into_os_string()
}

/// `-Wp,-MD` and `-Wp,-MD,FILE` as clang reads them: with more values, only the first one counts.
fn preprocessor_dependencies(text: &str) -> Option<Vec<OsString>> {
    let values: Vec<&str> = text.strip_prefix("-Wp,")?.split(',').collect();
    match values[..] {
        [kind @ ("-MD" | "-MMD"), file] => Some(vec![kind.into(), "-MF".into(), file.into()]),
        [kind @ ("-MD" | "-MMD"), ..] => Some(vec![kind.into()]),
        _ => None,
    }
}

fn has_prefix(text: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| text.starts_with(prefix))
}

fn input_kind(path: &Path, language: Option<&OsStr>) -> InputKind {
    if let Some(language) = language {
        return if language == "c" || language == "cpp-output" { InputKind::C } else { InputKind::OtherSource };
    }
    match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i") => InputKind::C,
        Some(
            "h" | "H" | "hh" | "hpp" | "hxx" | "iih" | "cc" | "cp" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "ii" | "m"
            | "M" | "mm" | "mi" | "s" | "S" | "sx" | "asm" | "bc" | "ll" | "cl" | "cu" | "f" | "F" | "f90" | "F90"
            | "f95" | "for" | "pch" | "gch" | "cppm",
        ) => InputKind::OtherSource,
        Some(_) | None => InputKind::Linker,
    }
}

/// `@file` stands for the words in the file; a file that cannot be read is a word like any other (as in GCC).
fn expand_response_files(words: Vec<OsString>, depth: usize) -> Vec<OsString> {
    const MAX_DEPTH: usize = 16;
    let mut res = Vec::with_capacity(words.len());
    for word in words {
        let contents = match word.as_bytes().strip_prefix(b"@") {
            Some(path) if depth < MAX_DEPTH => std::fs::read(OsStr::from_bytes(path)).ok(),
            Some(_) | None => None,
        };
        match contents {
            Some(text) => res.extend(expand_response_files(split_words(&text), depth + 1)),
            None => res.push(word),
        }
    }
    res
}

/// GNU quoting: white space separates, quotes group, a backslash takes the next byte as it is.
fn split_words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote: Option<u8> = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' && quote != Some(b'\'') {
            word.get_or_insert_default().extend(bytes.next());
        } else if quote == Some(byte) {
            quote = None;
        } else if quote.is_none() && (byte == b'"' || byte == b'\'') {
            quote = Some(byte);
            word.get_or_insert_default();
        } else if quote.is_none() && byte.is_ascii_whitespace() {
            words.extend(word.take());
        } else {
            word.get_or_insert_default().push(byte);
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

/// The text of a response file that stands for `words`.
pub fn quote_words(words: &[OsString]) -> Vec<u8> {
    let mut text = Vec::new();
    for word in words {
        text.push(b'"');
        for &byte in word.as_bytes() {
            if byte == b'"' || byte == b'\\' {
                text.push(b'\\');
            }
            text.push(byte);
        }
        text.extend_from_slice(b"\"\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> CommandLine {
        CommandLine::parse(text.split_whitespace().map(OsString::from))
    }

    fn strings(words: Vec<OsString>) -> Vec<String> {
        words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn sorts_words_by_what_they_mean() {
        let line = parse("-O2 -c -MD -MF x.d -I inc -DN=3 a.c -o out/a.o -lm");
        assert_eq!(line.mode, Mode::Object);
        assert_eq!(line.output.as_deref(), Some(Path::new("out/a.o")));
        assert_eq!(strings(line.compile_words()), ["-O2", "-I", "inc", "-DN=3"]);
        assert_eq!(strings(line.dependency_words()), ["-MD", "-MF", "x.d"]);
        assert_eq!(line.c_inputs().count(), 1);
        assert!(line.has_link_word("-lm"));
        let line = parse("-undef -usymbol --shared a.c");
        assert_eq!(strings(line.compile_words()), ["-undef"]);
        assert!(line.has_link_word("-usymbol") && line.has_link_word("-shared"));
    }

    #[test]
    fn a_value_is_never_taken_for_an_input() {
        let line = parse("-include conf.c -Xlinker a.c -T b.c -isystem c.c -MF d.c");
        assert_eq!(line.inputs().count(), 0);
    }

    #[test]
    fn long_names_are_the_short_ones() {
        let line =
            parse("--compile --output=x.o --std c99 --optimize=2 --include-directory inc --define-macro=A=1 a.c");
        assert_eq!((line.mode, line.output.as_deref()), (Mode::Object, Some(Path::new("x.o"))));
        assert_eq!(strings(line.compile_words()), ["-std=c99", "-O2", "-I", "inc", "-D", "A=1"]);
        let line = parse("--language=c a --shared --output lib.so --std=c11 --for-linker a.c --unknown=x");
        assert_eq!((line.c_inputs().count(), line.output.as_deref()), (1, Some(Path::new("lib.so"))));
        assert_eq!(strings(line.compile_words()), ["-std=c11", "--unknown=x"]);
        assert!(line.has_link_word("-shared") && line.has_link_word("-Xlinker"));
        assert_eq!(parse("--preprocess a.c").mode, Mode::Clang);
        assert_eq!(parse("--output").mode, Mode::Clang);
        assert_eq!(strings(parse("--serialize-diagnostics a.c -c b.c").dependency_words())[1], "a.c");
    }

    #[test]
    fn link_time_optimization_is_for_links_to_see() {
        for (text, expected) in [
            ("-flto a.c", true),
            ("-flto=auto a.c", true),
            ("-flto=thin -flto-jobs=2 -ffat-lto-objects a.c", true),
            ("-flto -fno-lto a.c", false),
            ("-fno-lto -flto a.c", true),
            ("a.c", false),
        ] {
            let line = parse(text);
            assert_eq!((line.lto, &line.clang_only), (expected, &None), "{text}");
            assert!(line.compile_words().is_empty(), "{text}");
        }
    }

    #[test]
    fn behind_two_dashes_are_inputs() {
        let line = parse("-c -Xclang -- -o x.o -- a.c -b.c");
        assert_eq!(strings(line.words.clone()), ["-c", "-Xclang", "--", "-o", "x.o", "a.c", "./-b.c"]);
        assert_eq!(line.c_inputs().count(), 2);
    }

    #[test]
    fn inputs_by_extension_and_by_language() {
        let line = parse("a.c b.cpp c.o libd.a libe.so.1 noext -x c f.txt -x none g.txt -");
        let kinds: Vec<_> = line.inputs().map(|input| input.kind).collect();
        use InputKind::*;
        assert_eq!(kinds, [C, OtherSource, Linker, Linker, Linker, Linker, C, Linker, OtherSource]);
    }

    #[test]
    fn probes_and_other_outputs_are_clangs() {
        for text in [
            "--version",
            "-print-prog-name=ld",
            "-dumpmachine",
            "-###  a.c",
            "-E a.c",
            "-c -S a.c",
            "-MM a.c",
            "a.c -o",
            "-c -Xclang -ast-dump a.c",
            "-c -Xclang -emit-llvm a.c",
        ] {
            assert_eq!(parse(text).mode, Mode::Clang, "{text}");
        }
        assert_eq!(parse("-MD -MMD a.c -v").mode, Mode::Link);
        assert_eq!(parse("-Xclang -fno-validate-pch a.c").mode, Mode::Link);
    }

    #[test]
    fn flags_that_need_clangs_own_object() {
        for text in [
            "-flto=2 a.c",
            "-flto -fwhole-program-vtables a.c",
            "-fsanitize=address a.c",
            "-m32 a.c",
            "--target=aarch64 a.c",
            "-pg a.c",
            "-fprofile-instr-generate a.c",
            "-funique-internal-linkage-names a.c",
            "-frounding-math a.c",
            "-ffp-model=strict a.c",
            "-ffp-exception-behavior=strict a.c",
            "-ffp-exception-behavior=maytrap a.c",
            "-fno-strict-float-cast-overflow a.c",
            "-ftrivial-auto-var-init=zero a.c",
            "-ftrivial-auto-var-init=pattern a.c",
        ] {
            assert!(parse(text).clang_only.is_some(), "{text}");
        }
        let defaults = "-fno-rounding-math -ffp-model=precise -ffp-exception-behavior=ignore -ftrivial-auto-var-init=uninitialized";
        assert!(parse(defaults).clang_only.is_none());
        assert!(parse("-O3 -g -fPIC -march=native -ffunction-sections -fno-strict-aliasing a.c").clang_only.is_none());
    }

    #[test]
    fn the_last_of_some_options_counts() {
        let last = |text| parse(text).last_of(&["-mdaz-ftz", "-mno-daz-ftz"]);
        assert_eq!(last("-mno-daz-ftz -mdaz-ftz a.c"), Some("-mdaz-ftz"));
        assert_eq!(last("-mdaz-ftz -mno-daz-ftz a.c"), Some("-mno-daz-ftz"));
        assert_eq!(last("-ffast-math a.c"), None);
    }

    #[test]
    fn response_files_expand_with_gnu_quoting() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("args");
        std::fs::write(&path, "-DA=\"x y\" 'b c.c'\n-DE=\\\"q\\\"").unwrap();
        let line = CommandLine::parse([OsString::from(format!("@{}", path.display())), "@absent".into()]);
        assert_eq!(strings(line.words.clone()), ["-DA=x y", "b c.c", "-DE=\"q\"", "@absent"]);
    }

    #[test]
    fn quoting_round_trips() {
        let words: Vec<OsString> = ["a b", "c\"d", "e\\f", "", "'g'"].iter().map(OsString::from).collect();
        assert_eq!(split_words(&quote_words(&words)), words);
    }

    proptest::proptest! {
        #[test]
        fn any_words_parse_without_panic(words in proptest::collection::vec("[ -~]{0,12}", 0..12)) {
            let line = CommandLine::parse(words.iter().map(OsString::from));
            proptest::prop_assert!(line.args.len() <= line.words.len());
        }

        #[test]
        fn quoting_any_bytes_round_trips(words in proptest::collection::vec(proptest::collection::vec(1u8..=255, 0..12), 0..8)) {
            let words: Vec<OsString> = words.into_iter().map(OsString::from_vec).collect();
            proptest::prop_assert_eq!(split_words(&quote_words(&words)), words);
        }
    }
}
