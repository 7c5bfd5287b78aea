//! Compilation of loops: each loop that can be typed becomes a C function, a *region*, which the interpreter calls in place of the
//! statement. The C text goes the way of all C in Raddle, so its loops run on every device.
//!
//! Types are guesses ([`infer`]); a region states which types its variables must have, and the interpreter tests them before it
//! calls. What a region cannot do itself (growth, output, results that become complex, errors) it leaves to the interpreter, which
//! goes on at that statement. So nothing here changes what a program means.

mod arrays;
mod callee;
mod classes;
mod code;
mod complex;
mod describe;
mod emit;
mod extrema;
mod fields;
mod functions;
mod guess;
pub mod infer;
mod integers;
mod loops;
mod missing;
mod narrow;
mod nest;
mod once;
mod operations;
mod prelude;
mod region;
mod share;
mod singles;
mod size;
mod solve;
mod text;
pub mod types;
pub mod uses;
mod vectors;
mod wide;
mod work;

pub use fields::DOT;
pub use missing::{Missing, missing};
pub use region::Region;
pub use share::Part;

use crate::ast::File;
use emit::LoopVerdict;
use infer::{Functions, Inference};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

/// How a loop runs that no other version may run in parallel for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// By the interpreter.
    Interpreted,
    /// Compiled, with tests in it.
    Tested,
}

/// A loop that has no version without tests, and why.
#[derive(Clone, Debug)]
pub struct Remark {
    pub runs: Runs,
    pub source: usize,
    /// Where the loop starts.
    pub stmt: u32,
    /// Where the reason is.
    pub place: u32,
    pub reason: String,
    /// The function that holds the loop.
    pub function: Rc<str>,
}

/// In names of C functions whose loops are no loops of the program, but the same ones with tests in them.
pub const TESTED: char = '$';

/// What a C function with a loop is in the program.
#[derive(Clone, Debug)]
pub struct Named {
    /// The function that its statements are in.
    pub function: Rc<str>,
    /// Its region: functions of one region are parts of it, those of several ones may be the same for other types.
    pub region: usize,
    pub part: Part,
}

/// A program as C.
#[derive(Debug)]
pub struct Output {
    pub c: String,
    /// What is known of the variables of each region, as `raddle emit --stage mat` prints it.
    pub types: String,
    pub regions: usize,
    pub remarks: Vec<Remark>,
    /// The C functions with loops, by their names.
    pub functions: BTreeMap<String, Named>,
}

/// Compiles a program: `files[0]` is run, the others define functions that it calls. What has fewer than `least` iterations in
/// all is left to the interpreter.
pub fn compile(files: &[Rc<File>], least: u64) -> Output {
    let files = &fields::name_fields(files);
    let functions = Functions::new(files);
    let mut inference = Inference::new(&functions);
    if let Some(main) = files.first() {
        inference.script(&main.script);
        if let Some(first) = main.functions.first().filter(|_| main.is_function_file) {
            inference.call(first, &[]);
        }
    }
    let mut output =
        Output { c: String::new(), types: String::new(), regions: 0, remarks: vec![], functions: BTreeMap::new() };
    let limit = region::Limit { work: work::Work::of_program(files, &functions), least };
    for function in files.iter().flat_map(|file| &file.functions).filter(|it| limit.work.is_called(it)) {
        inference.uncalled(function);
    }
    let mut regions = vec![];
    for (source, file) in files.iter().enumerate() {
        for function in file.functions.iter().chain(std::iter::once(&file.script)) {
            region::of_function(
                (function, source),
                (&functions, &limit),
                &mut inference,
                &mut regions,
                &mut output.remarks,
            );
        }
    }
    output.remarks.extend(tested(files, &regions));
    share::share(&mut regions);
    output.functions = functions_of(&regions);
    output.regions = regions.len();
    output.types = regions.iter().map(|region| region.description.as_str()).collect();
    output.c = program(files, &regions);
    output
}

/// The compiled loops that have no version without tests in any region.
fn tested(files: &[Rc<File>], regions: &[Region]) -> Vec<Remark> {
    let all = || regions.iter().flat_map(|region| &region.verdicts);
    let place = |it: &LoopVerdict| (Rc::as_ptr(&it.source), it.start);
    let mut told: BTreeSet<_> = all().filter(|it| it.test.is_none()).map(place).collect();
    let remark = |it: &LoopVerdict| {
        let test = it.test.as_ref().filter(|_| told.insert(place(it)))?;
        let source = files.iter().position(|file| Rc::ptr_eq(&file.source, &it.source))?;
        let reason = test.reason.replace(DOT, ".");
        let (stmt, place, function) = (it.start, test.span.start, it.function.clone());
        Some(Remark { runs: Runs::Tested, source, stmt, place, reason, function })
    };
    all().filter_map(remark).collect()
}

fn functions_of(regions: &[Region]) -> BTreeMap<String, Named> {
    let of = |(region, it): (usize, &share::Helper)| {
        (it.name.clone(), Named { function: it.function.clone(), region, part: it.part })
    };
    let all = regions.iter().enumerate();
    all.flat_map(|(region, it)| it.helpers.iter().map(move |helper| of((region, helper)))).collect()
}

/// The program as C that leaves everything to the interpreter.
pub fn without_regions(files: &[Rc<File>]) -> String {
    program(files, &[])
}

fn program(files: &[Rc<File>], regions: &[Region]) -> String {
    let mut c = String::new();
    for region in regions {
        region.helpers.iter().for_each(|helper| c.push_str(&helper.text));
        c.push_str(&region.text);
    }
    let _ = writeln!(c, "static const struct raddle_mat_source sources[] = {{");
    for file in files {
        let path = file.source.path.as_deref().map_or(String::new(), |path| path.display().to_string());
        let text = &file.source.text;
        let _ = writeln!(c, "  {{{}, {}, {}}},", literal(&path), literal(text), text.len());
    }
    // C has no empty arrays.
    let _ = writeln!(c, "  {{0}}\n}};\nstatic const struct raddle_mat_region regions[] = {{");
    for region in regions {
        c.push_str(&region.row);
    }
    let _ = writeln!(c, "  {{0}}\n}};");
    let _ = writeln!(
        c,
        "static const struct raddle_mat_program program = {{{}, {}, sources, regions}};",
        files.len(),
        regions.len()
    );
    let _ = writeln!(c, "int main(int argc, char **argv) {{ return raddlemat_main(argc, argv, &program); }}");
    prelude::used_by(&c) + &c
}

/// A C string literal, in lines.
fn literal(text: &str) -> String {
    let mut result = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'\n' => result.push_str("\\n\"\n\""),
            b'"' => result.push_str("\\\""),
            b'\\' => result.push_str("\\\\"),
            // Trigraphs.
            b'?' => result.push_str("\\?"),
            32..=126 => result.push(char::from(byte)),
            other => {
                let _ = write!(result, "\\{other:03o}");
            }
        }
    }
    result.push('"');
    result
}
