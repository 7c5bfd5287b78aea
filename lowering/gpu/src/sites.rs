//! The launches of a module as `gpu-transfers` leaves it, as plain data in the names of the source, for `raddle explain`: which
//! arrays travel, how many bytes, and what is tested first. A reader: it changes no IR and decides nothing.

use std::collections::HashSet;

use melior::ir::operation::OperationLike;
use raddle_dialects::ir::{self, FileLineCol, Op};
use raddle_dialects::region::{
    CopyOp, DisjointOp, EnterOp, LaunchOp, NestOp, RESIDENT, Range, SERIAL, THREADS_ONLY, flags,
};
use raddle_region::formula::{Bytes, Formula, Formulas};

use crate::record;

/// A place where the runtime is asked to take a launch.
#[derive(Clone, Debug)]
pub struct Site {
    /// `file.c:12`
    pub source: String,
    pub function: String,
    pub at: Option<FileLineCol>,
    pub kernel: String,
    /// Dimensions of the grid.
    pub dims: usize,
    /// Only CPU threads run it: why.
    pub threads_only: Option<String>,
    /// Statements between launches, for a device that has their arrays.
    pub serial: bool,
    /// What it wrote stays on the device.
    pub resident: bool,
    pub arrays: Vec<Moved>,
    /// Pairs of arrays that must not overlap, which is tested when the program runs.
    pub tested: Vec<(String, String)>,
    /// Rows behind pointers must lie apart.
    pub follows_rows: bool,
    /// Innermost iterations.
    pub iterations: Formula,
}

/// What travels of one array.
#[derive(Clone, Debug)]
pub struct Moved {
    pub array: String,
    /// Memory that a version of the loop asks for, and that the source does not have.
    pub is_workspace: bool,
    pub flags: i64,
    /// From the first to behind the last byte, counted from the array's pointer.
    pub bytes: Bytes,
    /// The part of these that is touched, where it is a box with gaps: elements per dimension, innermost first.
    pub rows: Option<Rows>,
    /// Before the launch, what is not on the device already.
    pub goes_in: bool,
    /// Right behind the launch.
    pub comes_back: bool,
    /// What the first copy brings, where the loops around access more.
    pub around: Option<Bytes>,
}

/// A box of elements.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Elements and how far apart they are in bytes, innermost first.
    pub dims: Vec<(Formula, Formula)>,
    /// Bytes of an element.
    pub element: Formula,
}

impl Moved {
    pub fn is_read(&self) -> bool {
        self.flags & flags::READ != 0
    }

    pub fn is_written(&self) -> bool {
        self.flags & (flags::WRITE | flags::OVERWRITTEN) != 0
    }

    /// All bytes that are touched are overwritten, so none is needed before.
    pub fn is_overwritten(&self) -> bool {
        self.flags & flags::OVERWRITTEN != 0
    }

    /// A scalar that travels with the launch.
    pub fn is_argument(&self) -> bool {
        self.flags & flags::CHECK_ONLY != 0
    }

    /// It may be larger than what the loop touches.
    pub fn is_loose(&self) -> bool {
        self.flags & flags::LOOSE != 0
    }

    /// Memory of the kernel's own.
    pub fn is_scratch(&self) -> bool {
        self.flags == flags::OVERWRITTEN
    }

    /// Pointers, or what lies behind them.
    pub fn has_rows_behind(&self) -> bool {
        self.flags & (flags::TABLE | flags::BEHIND) != 0
    }
}

/// The sites of a module, outer loops before those in them, in textual order. Second bodies of functions are left out.
pub fn sites(module: Op<'_>) -> Vec<Site> {
    let mut seen = HashSet::new();
    let enters = ir::find_all(module, "region.enter").into_iter().filter_map(EnterOp::cast);
    let is_hidden = |it: &EnterOp<'_>| ir::parents(it.op()).filter_map(NestOp::cast).any(NestOp::is_hidden);
    enters
        .filter(|it| !is_hidden(it))
        .filter_map(|it| site(module, it))
        .filter(|it| seen.insert(it.kernel.clone()))
        .collect()
}

fn site<'c>(module: Op<'c>, enter: EnterOp<'c>) -> Option<Site> {
    let (launch, copies) = launched(enter)?;
    let kernel = launch.kernel().1;
    let function = ir::find_all(module, "gpu.func").into_iter().find(|it| ir::symbol_name(*it) == Some(kernel));
    let dims = function.and_then(|it| ir::i64_attr(it, "region.dims")).and_then(|it| usize::try_from(it).ok());
    let ranges = enter.ranges();
    let mut formulas = Formulas::default();
    let arrays =
        ranges.iter().enumerate().map(|(number, range)| moved(&mut formulas, number, range, &copies)).collect();
    Some(Site {
        source: ir::str_attr(enter.op(), "region.source").map_or_else(|| record::source_line(enter.op()), Into::into),
        function: enter.function().into(),
        at: ir::file_line_col(enter.op().location()),
        kernel: kernel.into(),
        dims: dims.unwrap_or(1),
        threads_only: ir::str_attr(enter.op(), THREADS_ONLY).map(Into::into),
        serial: ir::has_attr(enter.op(), SERIAL),
        resident: ir::has_attr(enter.op(), RESIDENT),
        arrays,
        tested: tested(&ranges),
        follows_rows: ranges.iter().any(|it| it.flags & flags::BEHIND != 0),
        iterations: formulas.of(enter.instances()),
    })
}

/// The launch behind a question, and the copies around it.
fn launched<'c>(enter: EnterOp<'c>) -> Option<(LaunchOp<'c>, Vec<(usize, bool)>)> {
    let branches = ir::uses(enter.taken()).into_iter().filter_map(|(user, _)| ir::entry_block(user, 0));
    let ops: Vec<Op<'c>> = branches.flat_map(ir::ops).flat_map(|it| ir::nested(it, ir::Order::Pre)).collect();
    let launch = ops.iter().find_map(|it| LaunchOp::cast(*it).filter(|it| !it.is_here()))?;
    let copy = |op: &Op<'c>| {
        let copy = CopyOp::cast(*op)?;
        let number = ir::i64_attr(copy.op(), "range").and_then(|it| usize::try_from(it).ok())?;
        Some((number, ir::is(*op, "region.copy_in")))
    };
    Some((launch, ops.iter().filter_map(copy).collect()))
}

fn moved(formulas: &mut Formulas, number: usize, range: &Range<'_>, copies: &[(usize, bool)]) -> Moved {
    let bytes = Bytes::new(formulas.of(range.lo), formulas.of(range.hi));
    let dims: Vec<_> = range.rows.iter().map(|(count, stride)| (formulas.of(*count), formulas.of(*stride))).collect();
    let one = Formula::constant(1);
    // From the first to behind the last byte it is one element more than the strides between them.
    let between = |all: Formula, (count, stride): &(Formula, Formula)| all.minus(&count.minus(&one).times(stride));
    let element = dims.iter().fold(bytes.count(), between);
    let rows = (!dims.is_empty() && element.as_constant().is_some()).then_some(Rows { dims, element });
    Moved {
        array: range.name.clone(),
        is_workspace: is_workspace(range),
        flags: range.flags,
        bytes,
        rows,
        goes_in: copies.contains(&(number, true)),
        comes_back: copies.contains(&(number, false)),
        around: range.around.map(|(lo, hi)| Bytes::new(formulas.of(lo), formulas.of(hi))),
    }
}

fn is_workspace(range: &Range<'_>) -> bool {
    ir::defining_op(range.base).is_some_and(|it| ir::is(it, "region.workspace"))
}

/// The pairs that the runtime looks at: one is written, and the compiler does not know both to be different objects.
fn tested(ranges: &[Range<'_>]) -> Vec<(String, String)> {
    let is_unknown = |it: &Range<'_>| it.object < 0 || it.flags & flags::TABLE != 0;
    let is_written = |it: &Range<'_>| it.flags & (flags::WRITE | flags::OVERWRITTEN) != 0;
    let has_address = |it: &Range<'_>| it.flags & flags::BEHIND == 0;
    let pairs = ranges.iter().enumerate().flat_map(|(n, a)| ranges[n + 1..].iter().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| has_address(a) && has_address(b) && !is_workspace(a) && !is_workspace(b))
        .filter(|(a, b)| (is_unknown(a) || is_unknown(b)) && (is_written(a) || is_written(b)))
        .map(|(a, b)| (a.name.clone(), b.name.clone()))
        .collect()
}

/// Pairs of arrays of which versions of loops in an operation ask whether they overlap, before any site does.
pub fn tested_before(op: Op<'_>) -> Vec<(String, String)> {
    let asked = ir::find_all(op, "region.disjoint").into_iter().filter_map(DisjointOp::cast);
    let mut pairs: Vec<_> = asked.flat_map(|it| tested(&it.ranges())).collect();
    pairs.sort();
    pairs.dedup();
    pairs
}
