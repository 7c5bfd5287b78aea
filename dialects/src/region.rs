//! The region dialect's ops, typed: what each holds, and how to build it.
//!
//! Accessors are for verified IR: they panic where an op lacks what its ODS description demands.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Type, ValueLike};

use crate::build::{Builder, CmpI};
use crate::ir::{self, Block, Op, Val};
pub use crate::verify::is_element;

/// The dialect's namespace.
pub const DIALECT: &str = "region";

/// Attribute of a declaration: the unit's own, a `static` of C.
pub const STATIC: &str = "region.static";

/// Attribute of a `gpu.func` and its `region.enter`: CPU threads alone can run it, with the reason.
pub const THREADS_ONLY: &str = "region.threads_only";

/// The reason of loops that are one version of several: what devices run is said of another one.
pub const OF_VERSION: &str = "it belongs to a version for CPU threads";

/// Attribute of a `region.enter` for CPU threads: its ranges are all that its kernels touch.
pub const BOUNDED: &str = "region.bounded";

/// Attribute of a loop of one iteration, of its launch and its site: statements of the host, for a device that has their arrays just then.
pub const SERIAL: &str = "region.serial";

/// Attribute of a `region.enter`: an iteration has loops whose length only data tells.
pub const IRREGULAR: &str = "region.irregular";

/// Attribute of an `scf.if`: its first branch is rarely reached.
pub const RARE: &str = "region.rare";

/// Attribute of an `scf.if`: its first branch is unlikely, which LLVM is told.
pub const UNLIKELY: &str = "region.unlikely";

/// Attribute of a `region.enter`: what its launches leave on the device stays there.
pub const RESIDENT: &str = "resident";

/// Functions of the C library that the run-time library and drivers call. Where a program brings one of them, it is called from within launches
/// and copies, and must find all memory whole there.
pub const LIBRARY: &[&str] = &[
    "aligned_alloc",
    "bcopy",
    "bzero",
    "calloc",
    "free",
    "malloc",
    "malloc_usable_size",
    "memalign",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "posix_memalign",
    "realloc",
    "strlen",
    "wcslen",
];

/// Attribute of a nest in C that was made from another language: what its function is called there.
pub const SHOWN: &str = "region.shown";

/// Attribute of a `region.enter`: how many launches later each array is used again, 0 if nobody knows.
pub const NEXT_USE: &str = "region.next";

/// As many launches as are told apart.
pub const MOST_LATER: i64 = 0xfff;

/// Attribute of a function: calls of the unit reach this body, and no other one of that name.
pub const REACHED: &str = "region.reached";

/// Attribute of a function: other units may call it. Its value: is one known to do so?
pub const PUBLIC: &str = "region.public";

/// Attribute of the declaration of another unit's function, which may have a body for callers that know of devices. Its value: is the
/// function known to have loops that may launch?
pub const ENTRY: &str = "region.entry";

/// Attribute of a function's declaration: it touches no memory but its own variables, and may end the program.
pub const MAY_END: &str = "region.may_end";

/// Attribute of a function's declaration: it touches no memory but its own variables, but for a block of `malloc` that it frees: the argument's
/// number, or -1.
pub const FREES_ONLY: &str = "region.frees_only";

/// Attribute of a function's declaration: the unit has a body of it.
pub const DEFINED: &str = "region.defined";

/// Attribute of a function before and behind which data may be on a device, and of its calls.
pub const AWARE: &str = "region.aware";

/// Attribute of a `region.view`: so many of its first subscripts choose a pointer, in memory at the base or behind the pointer before,
/// and the other subscripts count from there.
pub const ROWS: &str = "region.rows";

/// Attribute of a `region.view`: the first size was found when the program runs, and is known where the view is. Another view of the same
/// array has none. Also of the loop that has such views.
pub const INSPECTED: &str = "region.inspected";

/// Attribute of a `region.view`: the first size is what subscripts stay below. The array may have fewer elements.
pub const REACH: &str = "region.reach";

/// Attribute of a nest: memory is accessed as its own type only, as C demands (see [`crate::tbaa`]).
pub const TYPED: &str = "region.typed";

/// Attribute of a nest: a version of the one before, for callers that pass one array under two names.
pub const IN_PLACE: &str = "region.in_place";

/// Attribute of a nest: a version of the next one without its blocks. Its value: so many loops around each other are in another order.
/// The nest is in the first branch of an `scf.if` that is never taken, until somebody finds that it may be.
pub const UNBLOCKED: &str = "region.unblocked";

/// Attribute of such a version: inside of these loops an element that is stored last waits in a variable while inner loops run, where it
/// was stored and read again between blocks.
pub const SUMMED: &str = "region.summed";

/// Attribute of such a version and of the nest with blocks, the same number for both.
pub const BLOCKED: &str = "region.blocked";

/// Bits of the `flags` of [`EnterOp`] and [`CopyOp`].
pub mod flags {
    /// The range is read.
    pub const READ: i64 = 1;
    /// The range is written.
    pub const WRITE: i64 = 2;
    /// Every byte of the range is written, so its old contents do not matter.
    pub const OVERWRITTEN: i64 = 4;
    /// The range takes part in the overlap check and is not needed on the device.
    pub const CHECK_ONLY: i64 = 8;
    /// The range may be larger than the object: what is not there is not read, only changed bytes go back.
    pub const LOOSE: i64 = 16;
    /// The range holds pointers, and the next one says what lies behind each.
    pub const TABLE: i64 = 32;
    /// The ends count from each pointer of the range before, a table; `object` is how far apart these pointers are.
    pub const BEHIND: i64 = 64;
    /// Of an access of the host: more of the array is accessed soon.
    pub const MANY: i64 = 128;
    /// Of a loose range: all of it is the object's.
    pub const THERE: i64 = 1024;
    /// In attributes only: the range has a box.
    pub const ROWS: i64 = 256;
    /// Likewise, of an [`EnterOp`] only: it is known what the loops around access.
    pub const AROUND: i64 = 512;
    /// In what the runtime is given, the bits from here on: the range's array is used again so many launches later.
    pub const NEXT_USE_SHIFT: i64 = 20;
}

macro_rules! typed_op {
    ($(#[$doc:meta])* $type:ident, $($name:literal)|+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $type<'c>(pub(crate) Op<'c>);

        impl<'c> $type<'c> {
            /// `op` as this type, if it is one.
            pub fn cast(op: Op<'c>) -> Option<Self> {
                matches!(ir::name(op), $($name)|+).then_some(Self(op))
            }

            pub fn op(self) -> Op<'c> {
                self.0
            }
        }
    };
}

typed_op! {
    /// `region.nest`: a candidate loop nest.
    NestOp, "region.nest"
}
typed_op! {
    /// `region.view`: an array over host memory.
    ViewOp, "region.view"
}
typed_op! {
    /// `region.math`: a call of a function of `<math.h>`.
    MathOp, "region.math"
}
typed_op! {
    /// `region.call`: a call of a function of the program that only computes a value.
    CallOp, "region.call"
}
typed_op! {
    /// `region.enter`: asks the runtime to take a launch.
    EnterOp, "region.enter"
}
typed_op! {
    /// `region.disjoint`: do ranges of host memory lie apart?
    DisjointOp, "region.disjoint"
}
typed_op! {
    /// `region.host_access`: the host accesses ranges next.
    HostAccessOp, "region.host_access"
}
typed_op! {
    /// `region.host`: code of the host, and what it accesses.
    HostOp, "region.host"
}
typed_op! {
    /// `region.flush`: the host may access anything next.
    FlushOp, "region.flush"
}
typed_op! {
    /// `region.host_end`: an object of the host ends its life.
    HostEndOp, "region.host_end"
}
typed_op! {
    /// `region.recall`: what was computed before from the same bytes.
    RecallOp, "region.recall"
}
typed_op! {
    /// `region.keep`: keeps what was computed from bytes of ranges.
    KeepOp, "region.keep"
}
typed_op! {
    /// `region.may_pay`: may a launch of so many iterations pay?
    MayPayOp, "region.may_pay"
}
typed_op! {
    /// `region.await`: waits for the row of tiles before this one.
    AwaitOp, "region.await"
}
typed_op! {
    /// `region.choose`: a version of a loop, or the loop?
    ChooseOp, "region.choose"
}
typed_op! {
    /// `region.chosen`: the end of what `region.choose` has begun.
    ChosenOp, "region.chosen"
}
typed_op! {
    /// `region.workspace`: memory for private copies.
    WorkspaceOp, "region.workspace"
}
typed_op! {
    /// `region.copy_in` and `region.copy_out`.
    CopyOp, "region.copy_in" | "region.copy_out"
}
typed_op! {
    /// `region.launch`: runs a kernel.
    LaunchOp, "region.launch"
}
typed_op! {
    /// `region.exit`: ends what `region.enter` began.
    ExitOp, "region.exit"
}

/// One operand of a [`NestOp`], with what is known of it.
#[derive(Clone, Debug)]
pub struct NestInput<'c> {
    pub value: Val<'c>,
    pub name: String,
    /// Pointers with different non-negative numbers reach disjoint memory; -1 is unknown, or a scalar.
    pub object: i64,
    pub live_out: bool,
}

impl<'c> NestOp<'c> {
    /// An empty nest and its block, whose arguments stand for the inputs; the block ends in `region.yield`.
    pub fn build(b: &Builder<'c>, function: &str, inputs: &[NestInput<'c>]) -> (Self, Block<'c>) {
        let values: Vec<_> = inputs.iter().map(|input| input.value).collect();
        let names: Vec<_> = inputs.iter().map(|input| &input.name).collect();
        let objects: Vec<_> = inputs.iter().map(|input| input.object).collect();
        let live_out: Vec<_> = inputs.iter().map(|input| i64::from(input.live_out)).collect();
        let attrs = [
            ("function", b.str(function)),
            ("names", b.strs(&names)),
            ("objects", b.i64s(&objects)),
            ("live_out", b.i64s(&live_out)),
        ];
        let op = b.op_with_regions("region.nest", &values, &[], &attrs, 1);
        let types: Vec<_> = values.iter().map(ValueLike::r#type).collect();
        let body = b.block(op, 0, &types);
        b.in_block(body).op("region.yield", &[], &[], &[]);
        (NestOp(op), body)
    }

    pub fn inputs(self) -> Vec<Val<'c>> {
        ir::operands(self.0)
    }

    /// The C function it is in.
    pub fn function(self) -> &'c str {
        demand(self.0, "function", ir::str_attr)
    }

    /// What people call that function.
    pub fn shown(self) -> &'c str {
        ir::str_attr(self.0, SHOWN).unwrap_or(self.function())
    }

    pub fn names(self) -> Vec<&'c str> {
        demand(self.0, "names", ir::strs_attr)
    }

    pub fn objects(self) -> Vec<i64> {
        demand(self.0, "objects", ir::i64s_attr)
    }

    pub fn live_out(self) -> Vec<bool> {
        demand(self.0, "live_out", ir::i64s_attr).into_iter().map(|flag| flag != 0).collect()
    }

    pub fn body(self) -> Block<'c> {
        ir::body(self.0)
    }

    /// People are told of another version of the nest.
    pub fn is_hidden(self) -> bool {
        ir::has_attr(self.0, IN_PLACE) || ir::has_attr(self.0, BLOCKED)
    }

    /// The body takes one input for another one, which is no input any more.
    pub fn merge_inputs(self, kept: usize, other: usize) {
        let arguments = ir::arguments(self.body());
        ir::replace_all_uses(arguments[other], arguments[kept]);
        ir::erase_argument(self.body(), other);
        let mut live_out: Vec<i64> = self.live_out().into_iter().map(i64::from).collect();
        live_out[kept] |= live_out[other];
        let (mut names, mut inputs, mut objects) = (self.names(), self.inputs(), self.objects());
        names.remove(other);
        inputs.remove(other);
        objects.remove(other);
        live_out.remove(other);
        let b = Builder::before(self.0);
        let lists = [("names", b.strs(&names)), ("objects", b.i64s(&objects)), ("live_out", b.i64s(&live_out))];
        lists.into_iter().for_each(|(name, list)| ir::set_attr(self.0, name, list));
        ir::set_operands(self.0, &inputs);
    }
}

impl<'c> ViewOp<'c> {
    /// Offset, sizes and strides are of type index; `ty` is a memref of as many dimensions.
    pub fn build(
        b: &Builder<'c>,
        base: Val<'c>,
        offset: Val<'c>,
        sizes: &[Val<'c>],
        strides: &[Val<'c>],
        ty: Type<'c>,
    ) -> Self {
        let operands = [&[base, offset], sizes, strides].concat();
        let segments = b.i32s(&[1, 1, sizes.len() as i32, strides.len() as i32]);
        ViewOp(b.op("region.view", &operands, &[ty], &[("operandSegmentSizes", segments)]))
    }

    pub fn base(self) -> Val<'c> {
        segments(self.0)[0][0]
    }

    /// Bytes from the base to element [0, ..., 0].
    pub fn offset(self) -> Val<'c> {
        segments(self.0)[1][0]
    }

    /// Elements per dimension; a first size of -1 is unknown.
    pub fn sizes(self) -> Vec<Val<'c>> {
        segments(self.0).swap_remove(2)
    }

    /// Bytes between neighbours, per dimension.
    pub fn strides(self) -> Vec<Val<'c>> {
        segments(self.0).swap_remove(3)
    }

    pub fn result(self) -> Val<'c> {
        ir::result(self.0)
    }

    pub fn element_type(self) -> Type<'c> {
        crate::build::element_type(self.result())
    }
}

/// Whose value a [`MathOp`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// That of our own implementation, wherever it is computed.
    Own,
    /// The only one there is: the C library and our own implementation have the same bits.
    Exact,
    /// The C library's, to the last bit: no device has it.
    Libm,
}

impl<'c> MathOp<'c> {
    /// The result has the type of the first argument.
    pub fn build(b: &Builder<'c>, function: &str, arguments: &[Val<'c>], promise: Promise) -> Self {
        let mut attrs = vec![("function", b.str(function))];
        match promise {
            Promise::Own => {}
            Promise::Exact => attrs.push(("exact", b.unit())),
            Promise::Libm => attrs.push(("libm", b.unit())),
        }
        MathOp(b.op("region.math", arguments, &[arguments[0].r#type()], &attrs))
    }

    /// The function's name in C.
    pub fn function(self) -> &'c str {
        demand(self.0, "function", ir::str_attr)
    }

    pub fn arguments(self) -> Vec<Val<'c>> {
        ir::operands(self.0)
    }

    pub fn promise(self) -> Promise {
        match (ir::has_attr(self.0, "exact"), ir::has_attr(self.0, "libm")) {
            (_, true) => Promise::Libm,
            (true, false) => Promise::Exact,
            (false, false) => Promise::Own,
        }
    }

    pub fn result(self) -> Val<'c> {
        ir::result(self.0)
    }
}

impl<'c> CallOp<'c> {
    /// `pointers` are the numbers of the arguments that are addresses; `attrs` are `arg_attrs` and `res_attrs` of an `llvm.call`.
    pub fn build(
        b: &Builder<'c>,
        (function, address): (&str, Val<'c>),
        arguments: &[Val<'c>],
        result: Type<'c>,
        (pointers, picoseconds): (&[i64], i64),
        attrs: &[(&str, Attribute<'c>)],
    ) -> Self {
        let operands: Vec<Val<'c>> = [&[address], arguments].concat();
        let mut all = vec![("function", b.str(function)), ("picoseconds", b.i64(picoseconds))];
        if !pointers.is_empty() {
            all.push(("pointers", b.i64s(pointers)));
        }
        CallOp(b.op("region.call", &operands, &[result], &[&all, attrs].concat()))
    }

    /// The function's name in C.
    pub fn function(self) -> &'c str {
        demand(self.0, "function", ir::str_attr)
    }

    pub fn address(self) -> Val<'c> {
        ir::operands(self.0)[0]
    }

    /// With whether each is an address.
    pub fn arguments(self) -> Vec<(Val<'c>, bool)> {
        let pointers = ir::i64s_attr(self.0, "pointers").unwrap_or_default();
        let all = ir::operands(self.0).into_iter().skip(1);
        all.enumerate().map(|(number, it)| (it, pointers.contains(&(number as i64)))).collect()
    }

    pub fn picoseconds(self) -> i64 {
        demand(self.0, "picoseconds", ir::i64_attr)
    }

    pub fn result(self) -> Val<'c> {
        ir::result(self.0)
    }
}

/// One range of bytes of an [`EnterOp`]: `[base + lo, base + hi)`.
#[derive(Clone, Debug)]
pub struct Range<'c> {
    pub base: Val<'c>,
    pub lo: Val<'c>,
    pub hi: Val<'c>,
    /// See [`flags`].
    pub flags: i64,
    pub object: i64,
    pub name: String,
    /// If not all of its bytes are touched but a box: for each dimension, the innermost first, how many subscripts it has and how many bytes
    /// they are apart. Not of a [`DisjointOp`].
    pub rows: Vec<(Val<'c>, Val<'c>)>,
    /// By how many bytes rows of the box begin and end further on, from row to row of the second dimension: a triangle, a band. Only with `rows`.
    pub lean: Option<(Val<'c>, Val<'c>)>,
    /// From where to where the loops around access the array, before and after, all in all. Only of an [`EnterOp`].
    pub around: Option<(Val<'c>, Val<'c>)>,
}

/// A box of a range has so many dimensions; those that an array lacks have one subscript.
pub const BOX_DIMS: usize = 4;

/// So many numbers say which box it is: of each dimension two, and its lean.
pub const BOX_NUMBERS: usize = 2 * BOX_DIMS + 2;

impl Range<'_> {
    /// With those that say which operands there are.
    pub fn all_flags(&self) -> i64 {
        let rows = if self.rows.is_empty() { 0 } else { flags::ROWS };
        let around = if self.around.is_some() { flags::AROUND } else { 0 };
        self.flags | rows | around
    }
}

impl<'c> EnterOp<'c> {
    /// `work` are the innermost iterations, those that may run at the same time, and one iteration's picoseconds.
    pub fn build(b: &Builder<'c>, function: &str, ranges: &[Range<'c>], work: (Val<'c>, Val<'c>, i64)) -> Self {
        let (mut operands, mut attrs) = range_parts(b, ranges);
        let n = ranges.len() as i32;
        operands.extend([work.0, work.1]);
        let rows = all_boxes(b, ranges);
        let around: Vec<Val<'c>> = ranges.iter().filter_map(|it| it.around).flat_map(|it| [it.0, it.1]).collect();
        operands.extend(rows.iter().chain(&around));
        let sizes = [n, n, n, 1, 1, rows.len() as i32, around.len() as i32];
        attrs.push(("operandSegmentSizes", b.i32s(&sizes)));
        attrs.extend([("function", b.str(function)), (PICOSECONDS, b.i64(work.2))]);
        say_all_flags(b, ranges, &mut attrs);
        EnterOp(b.op("region.enter", &operands, &[b.int(1)], &attrs))
    }

    pub fn ranges(self) -> Vec<Range<'c>> {
        let [boxes, around] = [5, 6].map(|it| segments(self.0).get(it).cloned().unwrap_or_default());
        let mut all = with_boxes(ranges(self.0), &boxes);
        let mut around = around.chunks(2);
        for range in all.iter_mut().filter(|it| it.flags & flags::AROUND != 0) {
            range.around = around.next().map(|it| (it[0], it[1]));
            range.flags &= !flags::AROUND;
        }
        all
    }

    /// How many innermost iterations the launch stands for.
    pub fn instances(self) -> Val<'c> {
        segments(self.0)[3][0]
    }

    /// How many of them may run at the same time.
    pub fn items(self) -> Val<'c> {
        segments(self.0).get(4).and_then(|it| it.first()).copied().unwrap_or_else(|| self.instances())
    }

    /// What one of them takes a core of the host; the compiler's estimate.
    pub fn picoseconds(self) -> i64 {
        picoseconds(self.0)
    }

    pub fn function(self) -> &'c str {
        demand(self.0, "function", ir::str_attr)
    }

    /// The one whose answer a branch asks.
    pub fn of_branch(op: Op<'c>) -> Option<Self> {
        let condition = ir::is(op, "scf.if").then(|| ir::operands(op)[0])?;
        ir::defining_op(condition).and_then(Self::cast)
    }

    /// True if the launch shall run on a device.
    pub fn taken(self) -> Val<'c> {
        ir::result(self.0)
    }
}

impl<'c> DisjointOp<'c> {
    pub fn build(b: &Builder<'c>, ranges: &[Range<'c>]) -> Self {
        let (operands, mut attrs) = range_parts(b, ranges);
        let n = ranges.len() as i32;
        attrs.push(("operandSegmentSizes", b.i32s(&[n, n, n])));
        DisjointOp(b.op("region.disjoint", &operands, &[b.int(1)], &attrs))
    }

    pub fn ranges(self) -> Vec<Range<'c>> {
        ranges(self.0)
    }

    /// True if no two ranges overlap that must not.
    pub fn disjoint(self) -> Val<'c> {
        ir::result(self.0)
    }
}

impl<'c> HostAccessOp<'c> {
    pub fn build(b: &Builder<'c>, ranges: &[Range<'c>]) -> Self {
        Self::within(b, ranges, None)
    }

    /// `windows`: two words for each range, which the op reads and writes.
    pub fn within(b: &Builder<'c>, ranges: &[Range<'c>], windows: Option<Val<'c>>) -> Self {
        let (mut operands, mut attrs) = box_parts(b, ranges);
        let boxes = operands.len() as i32 - 3 * ranges.len() as i32;
        operands.extend(windows);
        let n = ranges.len() as i32;
        let sizes = b.i32s(&[n, n, n, boxes, i32::from(windows.is_some())]);
        attrs.iter_mut().filter(|it| it.0 == "operandSegmentSizes").for_each(|it| it.1 = sizes);
        HostAccessOp(b.op("region.host_access", &operands, &[], &attrs))
    }

    pub fn windows(self) -> Option<Val<'c>> {
        segments(self.0).get(4)?.first().copied()
    }

    pub fn ranges(self) -> Vec<Range<'c>> {
        ranges_with_boxes(self.0)
    }
}

impl<'c> HostOp<'c> {
    /// Around `op`, which stands where the builder builds.
    pub fn around(b: &Builder<'c>, ranges: &[Range<'c>], op: Op<'c>) -> Self {
        let (operands, attrs) = box_parts(b, ranges);
        let host = b.op_with_regions("region.host", &operands, &[], &attrs, 1);
        let body = b.block(host, 0, &[]);
        let end = b.in_block(body).op("region.yield", &[], &[], &[]);
        ir::move_before(op, end);
        HostOp(host)
    }

    pub fn ranges(self) -> Vec<Range<'c>> {
        ranges_with_boxes(self.0)
    }

    /// Puts the body in the op's place.
    pub fn inline(self) {
        ir::inline_before(ir::body(self.0), self.0, &[]);
        ir::erase(self.0);
    }
}

/// What values were computed from: bytes of ranges (base, lower and upper end), and numbers.
#[derive(Clone)]
pub struct Inputs<'c> {
    pub ranges: Vec<[Val<'c>; 3]>,
    pub keys: Vec<Val<'c>>,
}

impl<'c> Inputs<'c> {
    /// Operands, and how many there are of each kind.
    fn parts(&self) -> (Vec<Val<'c>>, Vec<i32>) {
        let part = |number: usize| self.ranges.iter().map(move |it| it[number]);
        let operands = part(0).chain(part(1)).chain(part(2)).chain(self.keys.iter().copied()).collect();
        let n = self.ranges.len() as i32;
        (operands, vec![n, n, n, self.keys.len() as i32])
    }

    fn of(op: Op<'c>) -> Self {
        let groups = segments(op);
        let group = |number: usize| groups.get(number).cloned().unwrap_or_default();
        let ranges = group(0).into_iter().zip(group(1)).zip(group(2)).map(|((base, lo), hi)| [base, lo, hi]);
        Self { ranges: ranges.collect(), keys: group(3) }
    }
}

impl<'c> RecallOp<'c> {
    pub fn build(b: &Builder<'c>, slot: i64, inputs: &Inputs<'c>, values: usize) -> Self {
        let (operands, sizes) = inputs.parts();
        let types: Vec<_> = std::iter::once(b.int(1)).chain(std::iter::repeat_n(b.int(64), values)).collect();
        let attrs = [("operandSegmentSizes", b.i32s(&sizes)), ("slot", b.i64(slot))];
        RecallOp(b.op("region.recall", &operands, &types, &attrs))
    }

    pub fn inputs(self) -> Inputs<'c> {
        Inputs::of(self.0)
    }

    pub fn known(self) -> Val<'c> {
        ir::results(self.0)[0]
    }

    pub fn values(self) -> Vec<Val<'c>> {
        ir::results(self.0).split_off(1)
    }
}

impl<'c> KeepOp<'c> {
    pub fn build(b: &Builder<'c>, slot: i64, inputs: &Inputs<'c>, values: &[Val<'c>]) -> Self {
        let (mut operands, mut sizes) = inputs.parts();
        operands.extend(values);
        sizes.push(values.len() as i32);
        let attrs = [("operandSegmentSizes", b.i32s(&sizes)), ("slot", b.i64(slot))];
        KeepOp(b.op("region.keep", &operands, &[], &attrs))
    }

    pub fn inputs(self) -> Inputs<'c> {
        Inputs::of(self.0)
    }

    pub fn values(self) -> Vec<Val<'c>> {
        segments(self.0).get(4).cloned().unwrap_or_default()
    }
}

impl<'c> FlushOp<'c> {
    pub fn build(b: &Builder<'c>) -> Self {
        FlushOp(b.op("region.flush", &[], &[], &[]))
    }

    /// The host may access anything if the program ends before it comes here again.
    pub fn at_end(b: &Builder<'c>) -> Self {
        FlushOp(b.op("region.flush", &[], &[], &[("at_end", melior::ir::Attribute::unit(b.context()))]))
    }

    pub fn is_at_end(self) -> bool {
        ir::has_attr(self.0, "at_end")
    }
}

impl<'c> HostEndOp<'c> {
    /// Without `bytes`, the pointer is a block of `malloc`.
    pub fn build(b: &Builder<'c>, pointer: Val<'c>, bytes: Option<i64>) -> Self {
        let bytes: Vec<_> = bytes.into_iter().map(|it| ("bytes", b.i64(it))).collect();
        HostEndOp(b.op("region.host_end", &[pointer], &[], &bytes))
    }

    pub fn pointer(self) -> Val<'c> {
        ir::operands(self.0)[0]
    }

    pub fn bytes(self) -> Option<i64> {
        ir::i64_attr(self.0, "bytes")
    }
}

impl<'c> AwaitOp<'c> {
    /// The tile of number `tile` comes next; with `blocks`, of several rows that a thread has together.
    pub fn build(b: &Builder<'c>, tile: Val<'c>, blocks: bool) -> Self {
        let attrs = [("blocks", b.unit())];
        AwaitOp(b.op("region.await", &[tile], &[], if blocks { &attrs } else { &[] }))
    }
}

impl<'c> MayPayOp<'c> {
    /// For a launch of `instances` iterations that take `picoseconds` each.
    pub fn build(b: &Builder<'c>, instances: Val<'c>, picoseconds: i64) -> Self {
        MayPayOp(b.op("region.may_pay", &[instances], &[b.int(1)], &[(PICOSECONDS, b.i64(picoseconds))]))
    }

    /// For a nest of at most `instances` iterations, before its checks. What they take is said later.
    pub fn of_nest(b: &Builder<'c>, instances: Val<'c>) -> Self {
        let attrs = [("nest", b.unit()), (PICOSECONDS, b.i64(1))];
        MayPayOp(b.op("region.may_pay", &[instances], &[b.int(1)], &attrs))
    }

    pub fn set_picoseconds(self, picoseconds: i64) {
        ir::set_attr(self.0, PICOSECONDS, Builder::before(self.0).i64(picoseconds));
    }

    pub fn is_of_nest(self) -> bool {
        ir::has_attr(self.0, "nest")
    }

    /// For a version that is better on CPU threads and on the host, whether it is launched there or not.
    pub fn on_threads(b: &Builder<'c>, instances: Val<'c>) -> Self {
        MayPayOp(b.op("region.may_pay", &[instances], &[b.int(1)], &[("threads", b.unit())]))
    }

    pub fn is_on_threads(self) -> bool {
        ir::has_attr(self.0, "threads")
    }

    pub fn instances(self) -> Val<'c> {
        ir::operands(self.0)[0]
    }

    pub fn picoseconds(self) -> i64 {
        picoseconds(self.0)
    }

    /// False if no device would take the launch.
    pub fn answer(self) -> Val<'c> {
        ir::result(self.0)
    }
}

impl<'c> ChooseOp<'c> {
    /// For `instances` iterations that take `picoseconds` each in the loop.
    pub fn build(b: &Builder<'c>, instances: Val<'c>, picoseconds: i64) -> Self {
        let attrs = [(PICOSECONDS, b.i64(picoseconds))];
        ChooseOp(b.op("region.choose", &[instances], &[b.int(64)], &attrs))
    }

    pub fn instances(self) -> Val<'c> {
        ir::operands(self.0)[0]
    }

    pub fn picoseconds(self) -> i64 {
        picoseconds(self.0)
    }

    pub fn token(self) -> Val<'c> {
        ir::result(self.0)
    }
}

impl<'c> ChosenOp<'c> {
    pub fn build(b: &Builder<'c>, token: Val<'c>, instances: Val<'c>) -> Self {
        ChosenOp(b.op("region.chosen", &[token, instances], &[], &[]))
    }

    pub fn token(self) -> Val<'c> {
        ir::operands(self.0)[0]
    }

    pub fn instances(self) -> Val<'c> {
        ir::operands(self.0)[1]
    }
}

impl<'c> WorkspaceOp<'c> {
    /// For a launch of `instances` iterations that take `picoseconds` each.
    pub fn build(b: &Builder<'c>, bytes: Val<'c>, instances: Val<'c>, picoseconds: i64) -> Self {
        let attrs = [(PICOSECONDS, b.i64(picoseconds))];
        WorkspaceOp(b.op("region.workspace", &[bytes, instances], &[b.ptr()], &attrs))
    }

    pub fn picoseconds(self) -> i64 {
        picoseconds(self.0)
    }

    /// Bytes, and the launch's innermost iterations.
    pub fn sizes(self) -> [Val<'c>; 2] {
        [0, 1].map(|it| ir::operands(self.0)[it])
    }

    /// Null if there is no memory, or no use for it.
    pub fn pointer(self) -> Val<'c> {
        ir::result(self.0)
    }

    pub fn is_there(self, b: &Builder<'c>) -> Val<'c> {
        let word = b.cast("llvm.ptrtoint", self.pointer(), b.int(64));
        b.cmpi(CmpI::Ne, word, b.constant_int(b.int(64), 0))
    }

    /// Frees the memory, at the builder's place.
    pub fn end(self, b: &Builder<'c>) {
        b.op("region.workspace_end", &[self.pointer()], &[], &[]);
    }
}

const PICOSECONDS: &str = "picoseconds";

fn picoseconds(op: Op<'_>) -> i64 {
    ir::i64_attr(op, PICOSECONDS).unwrap_or(1000)
}

/// Operands and attributes that describe ranges: bases, lower ends, upper ends; flags, objects, names.
fn range_parts<'c>(
    b: &Builder<'c>,
    ranges: &[Range<'c>],
) -> (Vec<Val<'c>>, Vec<(&'static str, melior::ir::Attribute<'c>)>) {
    let each = |part: fn(&Range<'c>) -> Val<'c>| ranges.iter().map(part);
    let operands = each(|r| r.base).chain(each(|r| r.lo)).chain(each(|r| r.hi)).collect();
    let numbers = |part: fn(&Range<'c>) -> i64| b.i64s(&ranges.iter().map(part).collect::<Vec<_>>());
    let names: Vec<_> = ranges.iter().map(|range| &range.name).collect();
    let attrs = vec![("flags", numbers(|r| r.flags)), ("objects", numbers(|r| r.object)), ("names", b.strs(&names))];
    (operands, attrs)
}

/// Operands and attributes of ranges with boxes, which come behind them.
fn box_parts<'c>(
    b: &Builder<'c>,
    ranges: &[Range<'c>],
) -> (Vec<Val<'c>>, Vec<(&'static str, melior::ir::Attribute<'c>)>) {
    let plain: Vec<Range<'c>> = ranges.iter().map(|it| Range { around: None, ..it.clone() }).collect();
    let (mut operands, mut attrs) = range_parts(b, &plain);
    let (n, rows) = (ranges.len() as i32, all_boxes(b, &plain));
    operands.extend(&rows);
    attrs.push(("operandSegmentSizes", b.i32s(&[n, n, n, rows.len() as i32])));
    say_all_flags(b, &plain, &mut attrs);
    (operands, attrs)
}

fn say_all_flags<'c>(b: &Builder<'c>, ranges: &[Range<'c>], attrs: &mut [(&'static str, melior::ir::Attribute<'c>)]) {
    let all: Vec<i64> = ranges.iter().map(Range::all_flags).collect();
    attrs.iter_mut().filter(|it| it.0 == "flags").for_each(|it| it.1 = b.i64s(&all));
}

fn all_boxes<'c>(b: &Builder<'c>, ranges: &[Range<'c>]) -> Vec<Val<'c>> {
    ranges.iter().flat_map(|it| full_box(b, it)).flat_map(|it| [it.0, it.1]).collect()
}

fn ranges_with_boxes<'c>(op: Op<'c>) -> Vec<Range<'c>> {
    with_boxes(ranges(op), segments(op).get(3).map_or(&[], Vec::as_slice))
}

/// Gives those that have one their box.
fn with_boxes<'c>(mut all: Vec<Range<'c>>, boxes: &[Val<'c>]) -> Vec<Range<'c>> {
    let mut boxes = boxes.chunks(BOX_NUMBERS);
    for range in all.iter_mut().filter(|it| it.flags & flags::ROWS != 0) {
        range.rows = boxes.next().unwrap_or_default().chunks(2).map(|it| (it[0], it[1])).collect();
        let is_upright = |it: &(Val<'c>, Val<'c>)| [it.0, it.1].into_iter().all(|it| ir::constant_int(it) == Some(0));
        range.lean = range.rows.pop().filter(|it| !is_upright(it));
        range.flags &= !flags::ROWS;
    }
    all
}

/// With a subscript for each dimension that is missing, and the lean; nothing if there is no box.
fn full_box<'c>(b: &Builder<'c>, range: &Range<'c>) -> Vec<(Val<'c>, Val<'c>)> {
    let mut rows = range.rows.clone();
    if !rows.is_empty() {
        rows.resize_with(BOX_DIMS, || (b.constant_index(1), b.constant_index(0)));
        rows.push(range.lean.unwrap_or_else(|| (b.constant_index(0), b.constant_index(0))));
    }
    rows
}

/// The ranges of a `region.enter` or `region.disjoint`.
pub(crate) fn ranges<'c>(op: Op<'c>) -> Vec<Range<'c>> {
    let groups = segments(op);
    let flags = demand(op, "flags", ir::i64s_attr);
    let objects = demand(op, "objects", ir::i64s_attr);
    let names = demand(op, "names", ir::strs_attr);
    (0..groups[0].len())
        .map(|i| Range {
            base: groups[0][i],
            lo: groups[1][i],
            hi: groups[2][i],
            flags: flags[i],
            object: objects[i],
            name: names[i].to_string(),
            rows: vec![],
            lean: None,
            around: None,
        })
        .collect()
}

/// The direction of a [`CopyOp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

impl<'c> CopyOp<'c> {
    /// Copies the `index`-th range of a `region.enter`.
    pub fn build(b: &Builder<'c>, direction: Direction, index: usize, range: &Range<'c>) -> Self {
        let name = match direction {
            Direction::In => "region.copy_in",
            Direction::Out => "region.copy_out",
        };
        let attrs = [
            ("range", b.i64(index as i64)),
            ("flags", b.i64(range.flags)),
            ("object", b.i64(range.object)),
            ("name", b.str(&range.name)),
        ];
        CopyOp(b.op(name, &[range.base, range.lo, range.hi], &[], &attrs))
    }

    pub fn direction(self) -> Direction {
        if ir::is(self.0, "region.copy_in") { Direction::In } else { Direction::Out }
    }

    /// Position of the range in the `region.enter`.
    pub fn index(self) -> usize {
        demand(self.0, "range", ir::i64_attr) as usize
    }

    pub fn range(self) -> Range<'c> {
        let operands = ir::operands(self.0);
        Range {
            base: operands[0],
            lo: operands[1],
            hi: operands[2],
            flags: demand(self.0, "flags", ir::i64_attr),
            object: demand(self.0, "object", ir::i64_attr),
            name: demand(self.0, "name", ir::str_attr).to_string(),
            rows: vec![],
            lean: None,
            around: None,
        }
    }
}

impl<'c> LaunchOp<'c> {
    /// Launches `@module::@function`. Each argument comes with the number of the `region.enter` range that it points
    /// into, None for scalars.
    pub fn build(
        b: &Builder<'c>,
        (module, function): (&str, &str),
        extents: [Val<'c>; 3],
        args: &[(Val<'c>, Option<usize>)],
    ) -> Self {
        let operands: Vec<_> = extents.into_iter().chain(args.iter().map(|(value, _)| *value)).collect();
        let ranges: Vec<_> = args.iter().map(|(_, range)| range.map_or(-1, |range| range as i64)).collect();
        let attrs = [("kernel", b.nested_symbol(module, function)), ("ranges", b.i64s(&ranges))];
        LaunchOp(b.op("region.launch", &operands, &[], &attrs))
    }

    /// All of it on the calling thread, without the runtime: what the host does where no device takes the launch.
    pub fn set_here(self) {
        ir::set_attr(self.0, HERE, Builder::before(self.0).unit());
    }

    pub fn is_here(self) -> bool {
        ir::has_attr(self.0, HERE)
    }

    /// The names of the kernel's module and function.
    pub fn kernel(self) -> (&'c str, &'c str) {
        let path = demand(self.0, "kernel", ir::symbol_attr);
        (path[0], path[1])
    }

    /// Work items in x, y, z.
    pub fn extents(self) -> [Val<'c>; 3] {
        let operands = ir::operands(self.0);
        [operands[0], operands[1], operands[2]]
    }

    pub fn args(self) -> Vec<(Val<'c>, Option<usize>)> {
        let ranges = demand(self.0, "ranges", ir::i64s_attr);
        self.0.operands().skip(3).zip(ranges).map(|(value, range)| (value, usize::try_from(range).ok())).collect()
    }
}

/// Attribute of a `region.launch` that the calling thread runs.
const HERE: &str = "here";

/// How the work items of a launch are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// Somebody asks for these sizes.
    Asked([i64; 3]),
    /// These follow from the extents; 0 is bound when the launch runs.
    Shape([i64; 3]),
}

impl Groups {
    const WORK_GROUP: &'static str = "work_group";
    const SHAPE: &'static str = "group_shape";

    fn of(op: Op<'_>) -> Option<Groups> {
        let sizes = |name| ir::i64s_attr(op, name).map(padded);
        sizes(Self::WORK_GROUP).map(Groups::Asked).or_else(|| sizes(Self::SHAPE).map(Groups::Shape))
    }
}

/// Sizes in x, y, z.
fn padded(sizes: Vec<i64>) -> [i64; 3] {
    [0, 1, 2].map(|axis: usize| sizes.get(axis).copied().unwrap_or(1))
}

impl<'c> LaunchOp<'c> {
    /// None if all sizes are bound when the launch runs.
    pub fn groups(self) -> Option<Groups> {
        Groups::of(self.0)
    }

    pub fn set_groups(self, b: &Builder<'c>, groups: Groups) {
        let (name, sizes) = match groups {
            Groups::Asked(sizes) => (Groups::WORK_GROUP, sizes),
            Groups::Shape(sizes) => (Groups::SHAPE, sizes),
        };
        ir::set_attr(self.0, name, b.i64s(&sizes));
    }
}

impl<'c> ExitOp<'c> {
    pub fn build(b: &Builder<'c>) -> Self {
        ExitOp(b.op("region.exit", &[], &[], &[]))
    }
}

/// All nests in `root`, in source order.
pub fn nests<'c>(root: Op<'c>) -> Vec<NestOp<'c>> {
    ir::nested(root, ir::Order::Pre).into_iter().filter_map(NestOp::cast).collect()
}

fn demand<'c, T>(op: Op<'c>, name: &str, read: impl Fn(Op<'c>, &str) -> Option<T>) -> T {
    read(op, name).unwrap_or_else(|| panic!("{} has the attribute '{name}'", ir::name(op)))
}

fn segments<'c>(op: Op<'c>) -> Vec<Vec<Val<'c>>> {
    ir::operand_segments(op).unwrap_or_else(|| panic!("{} has operand segments", ir::name(op)))
}
