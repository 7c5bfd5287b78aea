//! Random kernels: the CPU flavor (strips, jams, vectorized) must leave memory as the emulated flavor does, which runs one
//! work item after the other.

use super::support::*;
use crate::{Kernels, LlvmContext, OptLevel, Options};
use inkwell::OptimizationLevel;
use inkwell::execution_engine::{ExecutionEngine, JitFunction};
use inkwell::module::Module as LlvmModule;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::Range;

/// How many are tried; another range of seeds with `RADDLE_SEEDS=first..last` in the environment.
const SEEDS: Range<u64> = 0..24;

fn seeds() -> Range<u64> {
    let asked = std::env::var("RADDLE_SEEDS").ok().and_then(|text| {
        let (first, last) = text.split_once("..")?;
        Some(first.parse().ok()?..last.parse().ok()?)
    });
    asked.unwrap_or(SEEDS)
}

/// Work items in x and y; more than one strip.
const EXTENT: [i64; 2] = [1100, 3];
/// Doubles that a work item writes.
const OWN: i64 = 2;
const ELEMENTS: usize = 16 * 1024;

/// Writes the body of a kernel. Values are named by kind and number, so that any of a kind in scope can be picked.
struct Writer {
    random: StdRng,
    text: String,
    next: u32,
    /// In scope: doubles, i64 values that fit a subscript, and conditions.
    floats: Vec<String>,
    ints: Vec<String>,
    bits: Vec<String>,
    depth: u32,
    /// Only what can be jammed: loops that all work items run through alike, conditions that they share, one private variable.
    plain: bool,
}

impl Writer {
    fn new(seed: u64) -> Self {
        let names = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        Self {
            random: StdRng::seed_from_u64(seed),
            text: String::new(),
            next: 0,
            floats: names(&["%s", "%seed"]),
            ints: names(&["%xi", "%yi", "%size"]),
            bits: names(&["%odd", "%high"]),
            depth: 0,
            plain: seed.is_multiple_of(3),
        }
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn pick(&mut self, from: fn(&Self) -> &Vec<String>) -> String {
        let count = from(self).len();
        // What was computed lately more often than not, so that results depend on much.
        let index = self.random.random_range(0..count).max(self.random.random_range(0..count));
        from(self)[index].clone()
    }

    fn float(&mut self) -> String {
        self.pick(|writer| &writer.floats)
    }

    fn define(&mut self, expression: &str) -> String {
        let name = self.name();
        let _ = writeln!(self.text, "{name} = {expression}");
        name
    }

    fn statement(&mut self) {
        let depth = if self.plain { 1 } else { 3 };
        match self.random.random_range(0..15) {
            0..=2 => self.load(),
            3..=4 => self.float_op(),
            5 => self.int_op(),
            6 => self.compare(),
            7 => self.store(),
            8 => self.read_private(),
            9 => self.write_private(),
            10..=12 if self.depth < depth => self.for_loop(),
            13 if self.depth < depth && !self.plain => self.condition(),
            14 if self.depth < depth => self.shared_condition(),
            _ => self.float_op(),
        }
    }

    fn statements(&mut self) {
        for _ in 0..self.random.random_range(2..if self.plain { 5 } else { 7 }) {
            self.statement();
        }
    }

    /// Of `%a` at a place that is mostly consecutive along x, or in a row of each x.
    fn load(&mut self) {
        let other = self.pick(|writer| &writer.ints);
        let row = match self.random.random_range(0..10) {
            0..8 if self.plain => "%row7",
            0..8 => "%xi",
            _ => "%yi",
        };
        self.element(row, &other);
    }

    fn element(&mut self, row: &str, other: &str) {
        let element = self.define(&format!("arith.addi {row}, {other} : i64"));
        let offset = self.define(&format!("arith.muli {element}, %w8 : i64"));
        let pointer = self.define(&format!("llvm.getelementptr %a[{offset}] : (!llvm.ptr, i64) -> !llvm.ptr, i8"));
        let value = self.define(&format!("llvm.load {pointer} {{alignment = 8 : i64}} : !llvm.ptr -> f64"));
        self.floats.push(value);
    }

    /// To one of this work item's places in `%c`.
    fn store(&mut self) {
        let place = self.random.random_range(0..OWN) * EXTENT[0] * EXTENT[1];
        let place = self.define(&format!("arith.constant {place} : i64"));
        let element = self.define(&format!("arith.addi %own, {place} : i64"));
        let offset = self.define(&format!("arith.muli {element}, %w8 : i64"));
        let pointer = self.define(&format!("llvm.getelementptr %c[{offset}] : (!llvm.ptr, i64) -> !llvm.ptr, i8"));
        let old = self.define(&format!("llvm.load {pointer} {{alignment = 8 : i64}} : !llvm.ptr -> f64"));
        let value = self.float();
        let _ = writeln!(self.text, "llvm.store {value}, {pointer} {{alignment = 8 : i64}} : f64, !llvm.ptr");
        self.floats.push(old);
    }

    fn float_op(&mut self) {
        let (left, right) = (self.float(), self.float());
        let op = *["arith.addf", "arith.subf", "arith.mulf"].choose(&mut self.random).unwrap_or(&"arith.addf");
        let value = self.define(&format!("{op} {left}, {right} : f64"));
        // Keeps values from growing out of all bounds: then everything would be infinite and equal.
        let value = self.define(&format!("arith.divf {value}, %three : f64"));
        self.floats.push(value);
    }

    /// Results stay small and not negative.
    fn int_op(&mut self) {
        let (left, right) = (self.pick(|writer| &writer.ints), self.pick(|writer| &writer.ints));
        let sum = self.define(&format!("arith.addi {left}, {right} : i64"));
        let small = self.define(&format!("arith.andi {sum}, %mask : i64"));
        self.ints.push(small);
    }

    fn compare(&mut self) {
        let (left, right) = (self.float(), self.float());
        let bit = if self.random.random_bool(0.5) {
            self.define(&format!("arith.cmpf olt, {left}, {right} : f64"))
        } else {
            let (left, right) = (self.pick(|writer| &writer.ints), self.pick(|writer| &writer.ints));
            self.define(&format!("arith.cmpi slt, {left}, {right} : i64"))
        };
        let value = self.define(&format!("arith.select {bit}, {left}, {right} : f64"));
        self.bits.push(bit);
        self.floats.push(value);
    }

    fn private_index(&mut self) -> String {
        let index = self.pick(|writer| &writer.ints);
        let small = self.define(&format!("arith.andi {index}, %one : i64"));
        self.define(&format!("arith.index_cast {small} : i64 to index"))
    }

    fn read_private(&mut self) {
        let value = if self.plain || self.random.random_bool(0.5) {
            self.define("memref.load %t[] : memref<f64>")
        } else {
            let index = self.private_index();
            self.define(&format!("memref.load %p[{index}] : memref<2xf64>"))
        };
        self.floats.push(value);
    }

    fn write_private(&mut self) {
        let value = self.float();
        if self.plain || self.random.random_bool(0.5) {
            let _ = writeln!(self.text, "memref.store {value}, %t[] : memref<f64>");
        } else {
            let index = self.private_index();
            let _ = writeln!(self.text, "memref.store {value}, %p[{index}] : memref<2xf64>");
        }
    }

    /// A loop that carries two doubles and may swap them; its bounds may depend on x.
    fn for_loop(&mut self) {
        let high = if self.plain || self.random.random_bool(0.7) {
            "%n".to_string()
        } else {
            let high = self.pick(|writer| &writer.ints);
            let high = self.define(&format!("arith.andi {high}, %seven : i64"));
            self.define(&format!("arith.index_cast {high} : i64 to index"))
        };
        let (first, second) = (self.float(), self.float());
        let (result, id, one, two) = (self.name(), self.name(), self.name(), self.name());
        let _ = writeln!(
            self.text,
            "{result}:2 = scf.for {id} = %c0 to {high} step %c1 iter_args({one} = {first}, {two} = {second}) -> (f64, f64) {{"
        );
        self.scope(|writer| {
            writer.floats.extend([one.clone(), two.clone()]);
            let id = writer.define(&format!("arith.index_cast {id} : index to i64"));
            if writer.plain && writer.random.random_bool(0.5) {
                writer.element("%row7", &id);
                writer.float_op();
            } else {
                writer.ints.push(id);
                writer.statements();
            }
            let (new_one, new_two) = if writer.random.random_bool(0.3) {
                (two.clone(), one.clone())
            } else {
                (writer.float(), writer.float())
            };
            let _ = writeln!(writer.text, "scf.yield {new_one}, {new_two} : f64, f64\n}}");
        });
        self.floats.extend([format!("{result}#0"), format!("{result}#1")]);
    }

    fn condition(&mut self) {
        let (bit, result) = (self.pick(|writer| &writer.bits), self.name());
        let _ = writeln!(self.text, "{result} = scf.if {bit} -> (f64) {{");
        for end in ["} else {", "}"] {
            self.scope(|writer| {
                writer.statements();
                let value = writer.float();
                let _ = writeln!(writer.text, "scf.yield {value} : f64\n{end}");
            });
        }
        self.floats.push(result);
    }

    /// Of what all work items have; true or false. It may have all that can stand around it.
    fn shared_condition(&mut self) {
        let relation = if self.random.random_bool(0.7) { "sgt" } else { "slt" };
        let bit = self.define(&format!("arith.cmpi {relation}, %size, %one : i64"));
        let _ = writeln!(self.text, "scf.if {bit} {{");
        self.scope(|writer| {
            writer.depth -= 1;
            writer.statements();
            writer.depth += 1;
            let _ = writeln!(writer.text, "}}");
        });
    }

    /// What is under a range of work items along x: up to three comparisons, some of them the same for all, or none that a range could say.
    fn range(&mut self) -> String {
        let mut text = format!("%shift = arith.constant {} : index\n", self.random.random_range(-200..200));
        let step = self.random.random_range(1..4);
        let _ = write!(text, "%step = arith.constant {step} : index\n%steps = arith.muli %x, %step : index\n");
        text +=
            "%moved = arith.addi %steps, %shift : index\n%y7 = arith.muli %y, %n : index\n%all = arith.constant true\n";
        let mut all = "%all".to_string();
        for number in 0..self.random.random_range(1..4) {
            let bound = match self.random.random_range(0..12) {
                0 => i64::MAX,
                1 => i64::MIN,
                _ => self.random.random_range(-100..1200),
            };
            let relation = ["slt", "sle", "sgt", "sge"].choose(&mut self.random).unwrap_or(&"sge");
            let (left, right, ty) = match self.random.random_range(0..12) {
                0 => ("%y", format!("%b{number}"), "index"),
                1 => ("%xi", "%yi".into(), "i64"),
                2..5 => ("%moved", format!("%b{number}"), "index"),
                5..8 => ("%x", "%y7".into(), "index"),
                _ => ("%moved", "%y7".into(), "index"),
            };
            let (left, right) = if self.random.random() { (left, right.as_str()) } else { (right.as_str(), left) };
            let _ = writeln!(text, "%b{number} = arith.constant {bound} : index");
            let _ = writeln!(text, "%part{number} = arith.cmpi {relation}, {left}, {right} : {ty}");
            let _ = writeln!(text, "%all{number} = arith.andi {all}, %part{number} : i1");
            all = format!("%all{number}");
        }
        text + &format!("scf.if {all} {{\n")
    }

    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let (floats, ints, bits) = (self.floats.len(), self.ints.len(), self.bits.len());
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.floats.truncate(floats);
        self.ints.truncate(ints);
        self.bits.truncate(bits);
    }

    fn kernel(mut self) -> String {
        for _ in 0..if self.plain { 2 } else { 5 } {
            self.statement();
        }
        self.depth = 0;
        self.for_loop();
        self.store();
        let x = EXTENT[0];
        let range = if !self.plain && self.random.random_bool(0.5) { self.range() } else { String::new() };
        let end = if range.is_empty() { "" } else { "}\n" };
        let (array, filled) = if self.plain {
            ("", "")
        } else {
            (
                "%p = memref.alloca() : memref<2xf64>",
                "memref.store %s, %p[%c0] : memref<2xf64>\nmemref.store %three, %p[%c1] : memref<2xf64>",
            )
        };
        format!(
            "gpu.module @m {{
gpu.func @k(%ex: index, %ey: index, %ez: index, %a: !llvm.ptr, %c: !llvm.ptr {{llvm.noalias}}, %size: i64, %s: f64) kernel
    attributes {{region.dims = 2 : i64}} {{
%t = memref.alloca() : memref<f64>
{array}
%x = gpu.global_id x
%y = gpu.global_id y
%cx = arith.cmpi slt, %x, %ex : index
%cy = arith.cmpi slt, %y, %ey : index
%in = arith.andi %cx, %cy : i1
scf.if %in {{
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%one = arith.constant 1 : i64
%seven = arith.constant 7 : i64
%mask = arith.constant 63 : i64
%w8 = arith.constant 8 : i64
%three = arith.constant 3.0 : f64
%row = arith.constant {x} : i64
%xi = arith.index_cast %x : index to i64
%yi = arith.index_cast %y : index to i64
%line = arith.muli %yi, %row : i64
%row7 = arith.muli %xi, %seven : i64
%own = arith.addi %line, %xi : i64
%n = arith.index_cast %size : i64 to index
%last = arith.andi %xi, %one : i64
%odd = arith.cmpi eq, %last, %one : i64
%high = arith.cmpi eq, %yi, %one : i64
{range}%seed_offset = arith.muli %own, %w8 : i64
%seed_pointer = llvm.getelementptr %a[%seed_offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
%seed = llvm.load %seed_pointer {{alignment = 8 : i64}} : !llvm.ptr -> f64
memref.store %s, %t[] : memref<f64>
{filled}
{}{end}}} {{region.guard}}
gpu.return
}}
}}",
            self.text
        )
    }
}

type Entry = unsafe extern "C" fn(*const u64, *const i64, *const i64);

extern "C" fn unobserved(_address: u64, _size: u32, _is_write: u32, _place: *const i8) {}

/// Along x a box for strips, one for jams, and one that is too narrow for these.
const BOXES: [[i64; 2]; 3] = [[0, 1060], [1060, 1089], [1089, EXTENT[0]]];

/// Iterations of loops: several blocks; rows that follow one another, with a block and a rest; a rest alone; none.
const SIZES: [u64; 4] = [21, 7, 3, 0];

/// Runs function `name` over all work items, with loops of as many iterations as each of `SIZES` says; what is then in `c`.
fn run(module: &LlvmModule, name: &str) -> Vec<Vec<u64>> {
    let engine = module.create_jit_execution_engine(OptimizationLevel::Default).unwrap();
    if let Some(announce) = module.get_function("raddle_emu_access") {
        engine.add_global_mapping(&announce, unobserved as *const () as usize);
    }
    SIZES.map(|size| run_with(&engine, name, size)).into()
}

fn run_with(engine: &ExecutionEngine, name: &str, size: u64) -> Vec<u64> {
    let a: Vec<f64> = (0..ELEMENTS).map(|i| ((i * 37 % 101) as f64 - 50.0) / 7.0).collect();
    let mut c: Vec<f64> = (0..ELEMENTS).map(|i| (i % 13) as f64 - 6.5).collect();
    let arguments = [a.as_ptr() as u64, c.as_mut_ptr() as u64, size, 1.25f64.to_bits()];
    for [first, end] in BOXES {
        let (low, high) = ([first, 0, 0], [end, EXTENT[1], 1]);
        // SAFETY: the kernels write their own places of `c` and read `a` below 7 * x + 63 + ...
        unsafe {
            let entry: JitFunction<Entry> = engine.get_function(name).unwrap();
            entry.call(arguments.as_ptr(), low.as_ptr(), high.as_ptr());
        }
    }
    c.into_iter().map(f64::to_bits).collect()
}

#[test]
fn both_flavors_compute_the_same() {
    let (mut in_strips, mut jammed, mut in_blocks, mut changed) = (0, 0, 0, 0);
    let seeds = seeds();
    for seed in seeds.clone() {
        let (context, llvm) = (mlir(), LlvmContext::new());
        let text = Writer::new(seed).kernel();
        let options = Options { opt_level: OptLevel::O2, ..Options::native(OptLevel::O2) };
        let kernels = Kernels::compile(&llvm, &context, &parse(&context, &text), &options)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        in_strips += u64::from(kernels.llvm_text().contains("align 64"));
        jammed += u64::from(kernels.llvm_text().contains("prefer-no-gather"));
        in_blocks += u64::from(kernels.llvm_text().contains("llvm.prefetch"));
        let (fast, plain) = (run(&kernels.cpu, "k"), run(&kernels.emulated, "k.emu"));
        for (size, (fast, plain)) in SIZES.iter().zip(fast.iter().zip(&plain)) {
            let different = fast.iter().zip(plain).filter(|(one, other)| one != other).count();
            assert_eq!(different, 0, "seed {seed}, {size} iterations\n{text}");
        }
        changed += u64::from(plain[0].iter().collect::<HashSet<_>>().len() > 100);
    }
    let count = seeds.end - seeds.start;
    println!(
        "{in_strips} of {count} in strips, {jammed} jammed, {in_blocks} in blocks, {changed} with results of their own"
    );
    if count < SEEDS.end {
        return;
    }
    assert!(in_strips * 4 > count, "only {in_strips} kernels run in strips: the test has lost its object");
    assert!(!cfg!(target_arch = "x86_64") || jammed * 6 > count, "only {jammed} kernels are jammed");
    assert!(in_blocks * 12 > count, "only {in_blocks} kernels read rows in blocks");
    assert!(changed * 2 > count, "only {changed} kernels compute something");
}
