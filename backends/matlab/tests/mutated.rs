//! Programs with mistakes end as programs do: with a result or with an error. No panic, no crash, no abort where memory ends.
//!
//! The mistakes are made by chance in the programs of `test-suite/matlab`: words that are lost, said twice, or from elsewhere. All
//! functions are called with odd arguments besides.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How many programs. `RADDLE_MATLAB_MUTANTS` says another number, `RADDLE_MATLAB_SEED` the first seed.
const PROGRAMS: u64 = 300;

/// Seconds of processor time and KiB of memory for each: some loop forever, some grow forever.
const LIMITS: &str = "ulimit -t 5; ulimit -v 4000000; ulimit -f 1000; exec \"$0\" \"$1\"";

/// Programs with these words might do harm when they are changed.
const OUTSIDE: &[&str] = &[
    "system",
    "shell_cmd",
    "unlink",
    "delete",
    "rmdir",
    "mkdir",
    "rename",
    "fopen",
    "save",
    "diary",
    "chdir",
    "movefile",
    "copyfile",
    "temp",
    "input",
    "keyboard",
    "pause",
    "putenv",
    "setenv",
    "cd",
];

/// Values at the ends of what functions expect.
const ODD: &[&str] = &[
    "0",
    "-1",
    "1e10",
    "NaN",
    "-Inf",
    "2.5",
    "[]",
    "''",
    "{}",
    "true",
    "int8(5)",
    "single(2)",
    "1i",
    "zeros(0,3)",
    "ones(2,2,2)",
    "'abc'",
    "\"a\\n\"",
    "{1,'x'}",
    "struct('a',{1,2})",
    "@sin",
    "@(x) x",
    "1:0",
    "(1:3)'",
    "uint64(18446744073709551615)",
    "end",
    ":",
    "NA",
    "1e308",
    "-0",
    "containers.Map()",
];

/// Functions that end the program, forget its variables, or write beside what the test reads.
const NOT_CALLED: &[&str] = &[
    "exit",
    "quit",
    "clear",
    "clearvars",
    "run",
    "source",
    "kbhit",
    "fdisp",
    "fputs",
    "puts",
    "fprintf",
    "fwrite",
    "csvwrite",
    "dlmwrite",
];

/// Calls of each function. `RADDLE_MATLAB_CALLS` says another number.
const CALLS: u64 = 25;

/// A generator of numbers: the sequence is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Names, numbers, white space and single signs.
fn words(text: &str) -> Vec<String> {
    let kind = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '_' => 0,
        '0'..='9' | '.' => 1,
        ' ' => 2,
        _ => 3,
    };
    let mut words: Vec<String> = vec![];
    let mut last = 3;
    for c in text.chars() {
        let this = kind(c);
        let goes_on = this == last && this != 3 || last == 0 && this == 1 && c != '.';
        match words.last_mut() {
            Some(word) if goes_on => word.push(c),
            _ => {
                words.push(c.into());
                last = this;
            }
        }
    }
    words
}

fn pool() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/matlab");
    let entries = std::fs::read_dir(folder).expect("the folder of the programs is there");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "m"));
    paths.sort();
    let texts = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let all = texts.map(|text| words(&text));
    all.filter(|words| !words.iter().any(|word| OUTSIDE.iter().any(|outside| word.starts_with(outside)))).collect()
}

/// A program with a few mistakes.
fn mutant(pool: &[Vec<String>], seed: u64) -> String {
    let mut random = Random(seed ^ 0x006d_7574);
    let mut program = random.pick(pool).clone();
    // Words from elsewhere are this one's.
    let elsewhere = &pool[(seed as usize * 31 + 7) % pool.len()];
    for _ in 0..1 + random.below(4) {
        let at = random.below(program.len());
        let other = random.pick(elsewhere).clone();
        match random.below(8) {
            0 => drop(program.remove(at)),
            1 => program.insert(at, program[at].clone()),
            2 => program[at] = other,
            3 => program.insert(at, other),
            4 => {
                let second = random.below(program.len());
                program.swap(at, second);
            }
            5 => program.truncate(at.max(1)),
            _ => replace(&mut program, at, &mut random),
        }
        if program.is_empty() {
            program.push("x".into());
        }
    }
    program.concat()
}

/// Puts an odd value in the place of a name or a number.
fn replace(program: &mut [String], at: usize, random: &mut Random) {
    let is_value = |word: &String| word.starts_with(|c: char| c.is_ascii_alphanumeric());
    if let Some(place) = program[at..].iter().position(is_value) {
        program[at + place] = random.pick(ODD).to_string();
    }
}

fn run(folder: &Path, text: &str) -> Output {
    let script = folder.join("mutant.m");
    std::fs::write(&script, text).expect("the script is written");
    let mut command = Command::new("sh");
    command.args(["-c", LIMITS, env!("CARGO_BIN_EXE_raddle-mat")]).arg(&script).current_dir(folder);
    command.stdin(Stdio::null()).output().expect("the interpreter starts")
}

/// The signal of a process that used up its time, and the one for those that hold on to it.
const OUT_OF_TIME: [i32; 2] = [libc::SIGXCPU, libc::SIGKILL];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

#[test]
fn mistakes_are_told_as_errors() {
    use std::os::unix::process::ExitStatusExt;
    let first = number("RADDLE_MATLAB_SEED").unwrap_or(1);
    let folder = std::env::temp_dir().join(format!("raddle-mutants-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let pool = pool();
    assert!(pool.len() > 300, "{} programs", pool.len());
    let (mut found, mut endless) = (vec![], 0);
    for seed in first..first + number("RADDLE_MATLAB_MUTANTS").unwrap_or(PROGRAMS) {
        if std::env::var_os("RADDLE_MATLAB_KEEP").is_some() {
            println!("{}", mutant(&pool, seed));
        }
        let output = run(&folder, &mutant(&pool, seed));
        let said = String::from_utf8_lossy(&output.stderr);
        let signal = output.status.signal();
        if signal.is_some_and(|signal| OUT_OF_TIME.contains(&signal)) {
            endless += 1;
        } else if signal.is_some() || said.contains("panicked at") || said.contains("internal error") {
            let last = said.lines().rev().take(3).collect::<Vec<_>>().join(" | ");
            println!("seed {seed}: {:?} {last}", output.status);
            found.push(seed);
        }
    }
    println!("{endless} programs ran until they were stopped");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(found.is_empty(), "seeds {found:?}");
}

/// A program that calls a function with odd arguments, and says before each call which it is.
fn calls(name: &str, seed: u64, count: u64) -> String {
    let mut random =
        Random(seed ^ name.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())));
    let odd: Vec<_> =
        ODD.iter().filter(|text| **text != "end").map(|text| if *text == ":" { "':'" } else { text }).collect();
    let mut program = "warning off all\n".to_string();
    for _ in 0..count {
        let args: Vec<_> = (0..random.below(5)).map(|_| *random.pick(&odd)).collect();
        let results = ["", "[a] = ", "[a, b] = ", "[a, b, c] = "][random.below(4)];
        let call = format!("{results}{name}({})", args.join(", "));
        let shown = call.replace('\'', "''");
        program += &format!("fprintf(stderr, '%s\\n', '# {shown}'); try, {call}; catch, end\n");
    }
    program
}

/// The call that stands before the first panic of a program.
fn panicking_call(said: &str) -> Option<&str> {
    let panic = said.find("panicked at").or_else(|| said.find("internal error"))?;
    said[..panic].lines().rev().find(|line| line.starts_with("# "))
}

#[test]
fn the_call_before_a_panic_is_found() {
    let said = "# f(1)\n# f([])\n\nthread 'x' panicked at src/f.rs:1:1:\n# f(2)\n";
    assert_eq!(panicking_call(said), Some("# f([])"));
    assert_eq!(panicking_call("# f(1)\nerror: no such file\n"), None);
}

#[test]
fn odd_arguments_are_told_as_errors() {
    use std::os::unix::process::ExitStatusExt;
    let folder = std::env::temp_dir().join(format!("raddle-odd-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (first, count) = (number("RADDLE_MATLAB_SEED").unwrap_or(1), number("RADDLE_MATLAB_CALLS").unwrap_or(CALLS));
    let is_called =
        |name: &&str| !OUTSIDE.iter().any(|outside| name.starts_with(outside)) && !NOT_CALLED.contains(name);
    let names = raddle_mat::functions().into_iter().filter(|known| !known.is_ignored).map(|known| known.name);
    let (mut called, mut found) = (0, vec![]);
    for name in names.filter(is_called) {
        let output = run(&folder, &calls(name, first, count));
        let said = String::from_utf8_lossy(&output.stderr);
        let signal = output.status.signal().filter(|signal| !OUT_OF_TIME.contains(signal));
        found.extend(panicking_call(&said).map(String::from));
        found.extend(signal.map(|signal| format!("{name}: signal {signal}")));
        called += usize::from(said.contains("# "));
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(called > 700, "{called} functions were called");
    assert!(found.is_empty(), "{found:#?}");
}
