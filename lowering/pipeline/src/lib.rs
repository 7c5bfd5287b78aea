//! All pipelines, as values. No pass lives here.

use raddle_dialects::{Registered, register_pipeline};
use raddle_gpu::transfers::Scheme;
use raddle_region::reduce::FloatOrder;

/// Finds what may run in parallel: privatized, distributed, marked. Starts from `region.nest` as the front end makes it.
pub const ANALYZE: &str = "region-unblock,\
    region-single,\
    canonicalize,cse,\
    region-in-place,cse,\
    region-privatize,\
    region-rehearse,\
    region-split,\
    region-precompute,\
    region-tile,\
    region-waves,\
    region-spread,\
    region-reduce,\
    region-distribute,\
    region-old-values,\
    region-interchange,\
    canonicalize,\
    region-atomics,\
    region-inspect,\
    region-parallelize"; // Tiles keep the order of sums, which `region-reduce` changes. Atomic updates are the last resort. Marks are for the loops as they finally are.

/// Kernels, launches and copies, from marked loops. Extents that are constants are so only after clean-up.
pub const MAP: &str = "gpu-serial,\
    gpu-outline{host=true},\
    canonicalize,\
    region-promote,\
    gpu-launch-config,\
    gpu-transfers{scheme=optimized},\
    gpu-next-use,\
    gpu-aware,\
    canonicalize,cse"; // Index arithmetic of declined loops is dead by now.

/// [`MAP`], or with copies around each launch.
pub fn map(transfers: Scheme) -> String {
    match transfers {
        Scheme::Optimized => MAP.into(),
        Scheme::Naive => MAP.replacen("gpu-serial,gpu-outline{host=true}", "gpu-outline", 1).replacen(
            "scheme=optimized",
            "scheme=naive",
            1,
        ),
    }
}

/// To plain loops over pointers, with calls of the runtime; kernels as docs/kernels.md has them.
pub const LOWER: &str = "region-select,\
    region-vectorize,\
    lower-affine,\
    region-narrow,\
    region-lower-views,\
    region-inline,\
    region-lower-calls,\
    region-expand-math,\
    llvm.func(mem2reg),cse,\
    gpu-residence,\
    gpu-lower-launches,\
    gpu-rare,\
    canonicalize,cse"; // Of pointers in variables nobody knows where they lead, and each read of one would be announced.

/// [`ANALYZE`] with an order of floating-point sums and products, for vector registers of so many bytes. `schedule` names an order of
/// iterations for all loops, or `tiles:SIZE`, the size of tiles; `parts` cuts loops in two wherever that is legal.
pub fn analyze(floats: FloatOrder, vector: i64, schedule: Option<&str>) -> String {
    let passes = ANALYZE.replacen("region-reduce", &format!("region-reduce{{floats={}}}", floats.name()), 1);
    let mode = if schedule == Some(PARTS) { " mode=all size=7" } else { "" };
    let passes =
        passes.replacen("region-precompute", &format!("region-precompute{{floats={}{mode}}}", floats.name()), 1);
    let size = schedule.and_then(|it| it.strip_prefix("tiles:"));
    let sizes = size.map_or_else(String::new, |it| format!(" tile={it} depth={it}"));
    let passes = passes.replacen("region-tile", &format!("region-tile{{vector={vector}{sizes}}}"), 1);
    let rows = size.map_or_else(String::new, |it| format!("{{size={it}}}"));
    let passes = passes.replacen("region-waves", &format!("region-waves{rows}"), 1);
    let passes = passes.replacen("region-interchange", &format!("region-interchange{rows}"), 1);
    match order_in(schedule) {
        Some(order) => {
            passes.replacen("region-parallelize", &format!("region-schedule{{order={order}}},region-parallelize"), 1)
        }
        None => passes,
    }
}

/// The schedule that is none of all loops.
const PARTS: &str = "parts";

/// The order of all loops that a schedule is, if it is one.
fn order_in(schedule: Option<&str>) -> Option<&str> {
    schedule.filter(|it| !it.starts_with("tiles:") && *it != PARTS)
}

/// [`HOST`], with an order of iterations if `schedule` names one.
pub fn host(schedule: Option<&str>) -> String {
    let first = order_in(schedule)
        .map_or_else(String::new, |order| format!("canonicalize,cse,region-schedule{{order={order}}},"));
    format!("{first}{HOST}")
}

/// What a unit goes through when it is only compiled: no kernel.
pub const HOST: &str = "region-unasked,region-select,lower-affine,region-narrow,region-lower-views,region-inline,region-lower-calls,region-expand-math,canonicalize,cse";

/// Makes all own passes and pipelines known by name, and upstream's. Returns the own ones.
pub fn register() -> Vec<Registered> {
    raddle_dialects::pass::register_upstream();
    let pipelines = [
        ("raddle-analyze", "find what may run in parallel", ANALYZE),
        ("raddle-map", "make kernels, launches and copies of parallel loops", MAP),
        ("raddle-lower", "lower nests and launches to plain code", LOWER),
    ];
    let passes = raddle_region::register().into_iter().chain(raddle_gpu::register());
    passes.chain(pipelines.map(|(name, description, text)| register_pipeline(name, description, text))).collect()
}
