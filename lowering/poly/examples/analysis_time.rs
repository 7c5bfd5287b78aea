//! Times everything the compiler asks about nests of PolyBench's kinds; build it with --release.

use std::time::Instant;

use raddle_poly::{
    Analysis,
    model::{AccessId, ArrayId, LoopId, Model},
};

#[path = "../tests/support/kernels.rs"]
mod kernels;
#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

fn main() {
    println!(
        "{:16} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "kernel", "accesses", "build ms", "carried", "private", "boxes", "text", "total"
    );
    for (name, text) in kernels::ALL {
        let model = support::parse(text);
        let start = Instant::now();
        let mut last = start;
        let mut lap = || {
            let now = Instant::now();
            let ms = (now - last).as_secs_f64() * 1e3;
            last = now;
            ms
        };
        let analysis = Analysis::new(&model).expect("the kernels are affine");
        let build = lap();
        carried(&analysis, &model);
        let dependences = lap();
        private(&analysis, &model);
        let privatization = lap();
        boxes(&analysis, &model);
        let bounds = lap();
        let total = start.elapsed().as_secs_f64() * 1e3;
        lap();
        analysis.text().expect("the kernels are small");
        let text = lap();
        let accesses = model.accesses.len();
        println!(
            "{name:16} {accesses:8} {build:9.2} {dependences:9.2} {privatization:9.2} {bounds:9.2} {text:9.2} {total:9.2}"
        );
    }
}

fn loops(model: &Model) -> impl Iterator<Item = LoopId> {
    (0..model.loops.len() as u32).map(LoopId)
}

fn carried(analysis: &Analysis, model: &Model) {
    for id in loops(model) {
        std::hint::black_box(analysis.carried(id, &[]));
    }
}

fn private(analysis: &Analysis, model: &Model) {
    for id in loops(model) {
        for array in 0..model.arrays.len() as u32 {
            std::hint::black_box(analysis.privatizable(id, ArrayId(array)));
        }
    }
}

/// The footprint of each array in the outermost loops and in the loops directly inside them.
fn boxes(analysis: &Analysis, model: &Model) {
    for id in loops(model) {
        std::hint::black_box(analysis.hull(id, id));
        for array in 0..model.arrays.len() as u32 {
            let ids = (0..model.accesses.len() as u32).map(AccessId);
            let used: Vec<_> = ids
                .filter(|a| {
                    model.accesses[a.0 as usize].array.0 == array && model.accesses[a.0 as usize].loops.contains(&id)
                })
                .collect();
            std::hint::black_box(analysis.footprint(&used, Some(id)));
            std::hint::black_box(analysis.overwrites(ArrayId(array), Some(id)));
        }
    }
}
