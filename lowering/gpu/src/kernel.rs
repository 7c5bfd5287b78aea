//! The body of a kernel: what it takes from outside, its signature, and the loop body over work-item ids (docs/kernels.md).

use std::fmt::Write;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, TypeLike, ValueLike};
use raddle_dialects::Failure;
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Mapping, Op, Source, Val};
use raddle_dialects::region::{NestInput, NestOp, THREADS_ONLY, flags};
use raddle_region::affine::bounds;
use raddle_region::extract::is_inside;
use raddle_region::ranges::Ranges;

use crate::grid::{Dim, Shape};
use crate::record::source_line;

/// A value from outside of the loop that the kernel needs.
pub struct Capture<'c> {
    pub value: Val<'c>,
    pub kind: CaptureKind<'c>,
    pub name: String,
}

pub enum CaptureKind<'c> {
    /// A scalar, passed as it is.
    Scalar,
    /// An i1, passed as a byte: memory and arguments have no smaller type.
    Truth,
    /// An f16, passed as its bits: not every device has the type.
    Half,
    /// A pointer: the entry of `ranges` that it points into, and its entry in the nest's `objects`.
    Pointer { range: usize, object: i64 },
    /// A pointer into the host's memory that nothing is written through: its entry in the nest's `objects`.
    Unbounded { object: i64 },
    /// A scalar in memory that the kernel only reads: loaded before the launch; its type.
    Loaded(melior::ir::Type<'c>),
}

impl<'c> Capture<'c> {
    fn type_text(&self) -> String {
        match &self.kind {
            CaptureKind::Loaded(ty) => ty.to_string(),
            CaptureKind::Truth => "i8".into(),
            CaptureKind::Half => "i16".into(),
            CaptureKind::Scalar | CaptureKind::Pointer { .. } | CaptureKind::Unbounded { .. } => {
                self.value.r#type().to_string()
            }
        }
    }

    /// Of a pointer, its entry in the nest's `objects`.
    fn object(&self) -> Option<i64> {
        match self.kind {
            CaptureKind::Pointer { object, .. } | CaptureKind::Unbounded { object } => Some(object),
            CaptureKind::Scalar | CaptureKind::Truth | CaptureKind::Half | CaptureKind::Loaded(_) => None,
        }
    }

    /// The value to launch with, and the range that it points into.
    pub fn launch_argument(&self, b: &Builder<'c>) -> (Val<'c>, Option<usize>) {
        match &self.kind {
            CaptureKind::Scalar | CaptureKind::Unbounded { .. } => (self.value, None),
            CaptureKind::Truth => (b.cast("arith.extui", self.value, b.int(8)), None),
            CaptureKind::Half => (b.cast("arith.bitcast", self.value, b.int(16)), None),
            CaptureKind::Pointer { range, .. } => (self.value, Some(*range)),
            CaptureKind::Loaded(_) => (b.affine_load(self.value, melior::ir::AffineMap::empty(b.context()), &[]), None),
        }
    }
}

pub fn defined_inside<'c>(value: Val<'c>, op: Op<'c>) -> bool {
    match ir::source(value) {
        Source::Result(source, _) => is_inside(source, op),
        Source::Argument(block, _) => block.parent_operation().is_some_and(|it| is_inside(it, op)),
    }
}

/// What loop `op` takes from outside, in order of first use. What `is_made_again` is not taken, but what it is made of: of a
/// view its pointer, offset, sizes and strides.
pub fn captures<'c>(op: Op<'c>, nest: NestOp<'c>, ranges: &Ranges<'c>) -> Vec<Capture<'c>> {
    let mut list = Captures { op, nest, ranges, found: vec![] };
    for inner in ir::nested(op, ir::Order::Pre) {
        for operand in ir::operands(inner) {
            list.add(operand);
        }
    }
    list.found
}

struct Captures<'s, 'c> {
    op: Op<'c>,
    nest: NestOp<'c>,
    ranges: &'s Ranges<'c>,
    found: Vec<Capture<'c>>,
}

impl<'c> Captures<'_, 'c> {
    fn add(&mut self, value: Val<'c>) {
        let known = self.found.iter().any(|it| ir::key(it.value) == ir::key(value));
        if known || defined_inside(value, self.op) {
            return;
        }
        let source = ir::defining_op(value);
        let name = source.map_or("", ir::name);
        match (name, source) {
            (_, Some(source)) if is_made_again(source) && !self.is_loaded(value) => {
                ir::operands(source).into_iter().for_each(|it| self.add(it))
            }
            ("region.view" | "memref.alloca", _) => {
                let kind = CaptureKind::Loaded(raddle_dialects::build::element_type(value));
                self.found.push(Capture { value, kind, name: "scalar".into() });
            }
            _ => self.add_plain(value),
        }
    }

    /// Is this a view that travels by value?
    fn is_loaded(&self, view: Val<'c>) -> bool {
        self.ranges.bounded.iter().any(|it| it.scalar.is_some_and(|it| ir::key(it) == ir::key(view)))
    }

    fn add_plain(&mut self, value: Val<'c>) {
        let name = match ir::source(value) {
            Source::Argument(block, number) if block == self.nest.body() => self.nest.names().get(number).copied(),
            Source::Argument(..) | Source::Result(..) => None,
        };
        let range = self.ranges.bounded.iter().position(|it| ir::key(it.range.base) == ir::key(value));
        let unbounded = self.ranges.unbounded.iter().find(|it| ir::key(it.base) == ir::key(value));
        let kind = match (range, unbounded) {
            (Some(range), _) => {
                let found = &self.ranges.bounded[range].range;
                // A table has its view's number there.
                let object = if found.flags & flags::TABLE == 0 { found.object } else { -1 };
                CaptureKind::Pointer { range, object }
            }
            (None, Some(pointer)) => CaptureKind::Unbounded { object: pointer.object },
            (None, None) if value.r#type().to_string() == "i1" => CaptureKind::Truth,
            (None, None) if value.r#type().is_f16() => CaptureKind::Half,
            (None, None) => CaptureKind::Scalar,
        };
        self.found.push(Capture { value, kind, name: name.unwrap_or("value").to_string() });
    }
}

/// A `gpu.module` with the kernel's signature and an empty body. First the extents, then where each dimension starts, then
/// the captures. `threads_only`: why CPU threads alone can run it.
pub fn module_text(
    name: &str,
    function: &str,
    op: Op<'_>,
    dims: usize,
    captures: &[Capture<'_>],
    threads_only: Option<&str>,
) -> String {
    let mut arguments = String::from("%ex: index, %ey: index, %ez: index");
    for dim in 0..dims {
        let _ = write!(arguments, ", %lower{dim}: index");
    }
    for (number, capture) in captures.iter().enumerate() {
        let apart = if is_apart(captures, number) { " {llvm.noalias}" } else { "" };
        let _ = write!(arguments, ", %a{number}: {}{apart}", capture.type_text());
    }
    let mut ranges: Vec<i64> = vec![-1; dims];
    ranges.extend(captures.iter().map(|it| match it.kind {
        CaptureKind::Pointer { range, .. } => range as i64,
        CaptureKind::Scalar
        | CaptureKind::Truth
        | CaptureKind::Half
        | CaptureKind::Loaded(_)
        | CaptureKind::Unbounded { .. } => -1,
    }));
    let ranges = ranges.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let (source, function) = (quoted(&source_line(op)), quoted(function));
    let only = threads_only.map_or(String::new(), |reason| format!(", {THREADS_ONLY} = {}", quoted(reason)));
    format!(
        "gpu.module @{name} {{ gpu.func @{name}({arguments}) kernel attributes {{region.dims = {dims} : i64, \
         region.arg_ranges = array<i64: {ranges}>, region.source = {source}, region.function = {function}{only}}} \
         {{ gpu.return }} }}"
    )
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Is what pointer `number` reaches apart from what the other pointers reach? Unknown objects are checked before the launch.
fn is_apart(captures: &[Capture<'_>], number: usize) -> bool {
    let Some(object) = captures[number].object() else { return false };
    object < 0 || captures.iter().filter(|it| it.object() == Some(object)).count() == 1
}

/// Writes the body: ids, the guard, and in it a nest with the body of the innermost loop of the grid.
pub fn fill<'c>(
    gpu_module: Op<'c>,
    nest: NestOp<'c>,
    op: Op<'c>,
    dims: &[Dim<'c>],
    captures: &[Capture<'c>],
) -> Result<(), Failure> {
    let function = ir::find_all(gpu_module, "gpu.func")
        .first()
        .copied()
        .ok_or_else(|| Failure::Internal("kernel module holds no function".into()))?;
    let block = ir::body(function);
    ir::walk(gpu_module, ir::Order::Pre, |it| ir::set_location(it, op.location()));
    let arguments = ir::arguments(block);
    let b = Builder::at_start(ir::context(op), block, op.location());
    let ids: Vec<Val<'c>> = ["x", "y", "z"][..dims.len()].iter().map(|it| global_id(&b, it)).collect();
    let inside = ids
        .iter()
        .zip(&arguments)
        .map(|(id, extent)| b.cmpi(CmpI::Slt, *id, *extent))
        .reduce(|x, y| b.binary("arith.andi", x, y))
        .ok_or_else(|| Failure::Internal("a kernel needs a dimension".into()))?;
    let (guard, then, _) = b.scf_if(inside, &[], false);
    ir::set_attr(guard, "region.guard", b.unit());
    let inputs = nest_inputs(&ids, &arguments[3..], captures);
    let (_, body) = NestOp::build(&b.before_terminator(then), nest.function(), &inputs);
    let last = ir::ops(body).last().copied().ok_or_else(|| Failure::Internal("a nest needs a terminator".into()))?;
    write_body(&Builder::before(last).at(op.location()), &ir::arguments(body), op, dims, captures)
}

fn global_id<'c>(b: &Builder<'c>, dimension: &str) -> Val<'c> {
    let attribute = b.parse_attr(&format!("#gpu<dim {dimension}>"));
    let attrs: Vec<_> = attribute.map(|it| ("dimension", it)).into_iter().collect();
    b.value("gpu.global_id", &[], b.index(), &attrs)
}

/// Operands of the nest in the kernel: the ids (x first), then the function's arguments behind the extents.
fn nest_inputs<'c>(ids: &[Val<'c>], arguments: &[Val<'c>], captures: &[Capture<'c>]) -> Vec<NestInput<'c>> {
    let scalar = |value: Val<'c>, name: &str| NestInput { value, name: name.into(), object: -1, live_out: true };
    let lowers = ids.len();
    let mut inputs: Vec<_> = ids.iter().map(|it| scalar(*it, "id")).collect();
    inputs.extend(arguments[..lowers].iter().map(|it| scalar(*it, "lower")));
    for (value, capture) in arguments[lowers..].iter().zip(captures) {
        let object = capture.object().unwrap_or(-1);
        inputs.push(NestInput { value: *value, name: capture.name.clone(), object, live_out: true });
    }
    inputs
}

fn write_body<'c>(
    b: &Builder<'c>,
    arguments: &[Val<'c>],
    root: Op<'c>,
    dims: &[Dim<'c>],
    captures: &[Capture<'c>],
) -> Result<(), Failure> {
    let mut mapping = Mapping::new();
    let (ids, rest) = arguments.split_at(dims.len());
    let (lowers, values) = rest.split_at(dims.len());
    for (capture, value) in captures.iter().zip(values) {
        match capture.kind {
            CaptureKind::Loaded(ty) => mapping.map(capture.value, private_copy(b, ty, *value)),
            CaptureKind::Truth => mapping.map(capture.value, b.cast("arith.trunci", *value, b.int(1))),
            CaptureKind::Half => mapping.map(capture.value, b.cast("arith.bitcast", *value, capture.value.r#type())),
            CaptureKind::Scalar | CaptureKind::Pointer { .. } | CaptureKind::Unbounded { .. } => {
                mapping.map(capture.value, *value);
            }
        }
    }
    remake(b, root, &mut mapping);
    for (number, dim) in dims.iter().enumerate() {
        // The last dimension is x.
        let id = ids[dims.len() - 1 - number];
        let scaled = if dim.step == 1 { id } else { b.muli(id, b.constant_index(dim.step)) };
        let iv = b.addi(lowers[number], scaled);
        mapping.map(iterator(dim), iv);
    }
    let mut at = *b;
    for dim in dims.iter().filter(|it| it.shape != Shape::Plain) {
        at = in_bounds(&at, dim, &mut mapping)?;
    }
    let innermost = dims.iter().map(|it| it.op).fold(root, |inner, op| if is_inside(op, inner) { op } else { inner });
    let body = ir::ops(ir::body(innermost));
    for op in &body[..body.len().saturating_sub(1)] {
        let copy = at.clone_op(*op, &mut mapping);
        // Versions are chosen by the host: nothing is launched from here.
        for question in ir::find_all(copy, "region.may_pay") {
            ir::replace_op(question, &[Builder::before(question).constant_bool(false)]);
        }
    }
    Ok(())
}

/// A variable of the work item that holds `value`.
fn private_copy<'c>(b: &Builder<'c>, ty: melior::ir::Type<'c>, value: Val<'c>) -> Val<'c> {
    let variable = b.memref_alloca(b.memref(&[], ty));
    b.affine_store(value, variable, melior::ir::AffineMap::empty(b.context()), &[]);
    variable
}

/// Does the kernel make this value again? Constants, views and products with a constant: strides in bytes are such products,
/// and LLVM has a version for stride 1 only where it sees the factor.
fn is_made_again(op: Op<'_>) -> bool {
    match ir::name(op) {
        "arith.constant" | "region.view" => true,
        "arith.muli" => ir::operands(op).into_iter().any(|it| ir::constant_int(it).is_some()),
        _ => false,
    }
}

/// Makes what `is_made_again` of the values from outside.
fn remake<'c>(b: &Builder<'c>, root: Op<'c>, mapping: &mut Mapping<'c>) {
    for op in ir::nested(root, ir::Order::Pre) {
        for operand in ir::operands(op) {
            remake_value(b, root, operand, mapping);
        }
    }
}

fn remake_value<'c>(b: &Builder<'c>, root: Op<'c>, value: Val<'c>, mapping: &mut Mapping<'c>) {
    if mapping.get(value).is_some() || defined_inside(value, root) {
        return;
    }
    let Some(source) = ir::defining_op(value).filter(|it| is_made_again(*it)) else { return };
    for operand in ir::operands(source) {
        remake_value(b, root, operand, mapping);
    }
    b.clone_op(source, mapping);
}

fn iterator<'c>(dim: &Dim<'c>) -> Val<'c> {
    ir::arguments(ir::body(dim.op))[0]
}

/// `if lower <= iv < upper`, as the loop has it, or `if lower + iv < upper` with that sum as the iterator; returns the place inside.
fn in_bounds<'c>(b: &Builder<'c>, dim: &Dim<'c>, mapping: &mut Mapping<'c>) -> Result<Builder<'c>, Failure> {
    let missing = || Failure::Internal("a loop lost its bounds".into());
    let copy = mapped_bounds(b, dim.op, mapping).ok_or_else(missing)?;
    let iv = mapping.get(iterator(dim)).ok_or_else(missing)?;
    let inside = if dim.shape == Shape::Moving {
        let iv = b.addi(copy.0, iv);
        mapping.map(iterator(dim), iv);
        b.cmpi(CmpI::Slt, iv, copy.1)
    } else {
        let above = b.cmpi(CmpI::Sge, iv, copy.0);
        let below = b.cmpi(CmpI::Slt, iv, copy.1);
        b.binary("arith.andi", above, below)
    };
    let (_, then, _) = b.scf_if(inside, &[], false);
    Ok(b.before_terminator(then))
}

fn mapped_bounds<'c>(b: &Builder<'c>, op: Op<'c>, mapping: &Mapping<'c>) -> Option<(Val<'c>, Val<'c>)> {
    let (lower, upper) = bounds(b, op)?;
    for bound in [lower, upper] {
        let source = ir::defining_op(bound)?;
        for (number, operand) in ir::operands(source).into_iter().enumerate() {
            ir::set_operand(source, number, mapping.get_or_same(operand));
        }
    }
    Some((lower, upper))
}
