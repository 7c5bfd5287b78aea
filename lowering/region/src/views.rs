//! `region.view` read into plain data, and which views of one pointer are one array.

use melior::ir::{BlockLike, Type, TypeLike, ValueLike};
use mlir_sys::*;
use raddle_dialects::ir::{self, Op, Source, Val, constant_int};
use raddle_dialects::region::{INSPECTED, REACH, ROWS};

use crate::extract::is_inside;

/// The operand of a `region.view` that is its first size, behind base and offset.
pub const FIRST_SIZE: usize = 2;

/// One `region.view`.
#[derive(Clone)]
pub struct ViewInfo<'c> {
    pub op: Op<'c>,
    pub result: Val<'c>,
    pub base: Val<'c>,
    /// Operand of the nest that `base` is; None for a workspace.
    pub input: Option<usize>,
    /// Bytes.
    pub offset: Val<'c>,
    /// Elements.
    pub sizes: Vec<Val<'c>>,
    /// Bytes.
    pub strides: Vec<Val<'c>>,
    pub elem_bytes: i64,
    pub name: String,
    pub live_out: bool,
    /// Entry of the nest's `objects`.
    pub object: i64,
    /// So many of the first subscripts choose a pointer to follow.
    pub rows: usize,
}

impl<'c> ViewInfo<'c> {
    /// The extent of a dimension, if it is known that the array has so many elements.
    pub fn extent(&self, dim: usize) -> Option<Val<'c>> {
        self.reach(dim).filter(|_| dim > 0 || !ir::has_attr(self.op, REACH))
    }

    /// A number that the subscripts of a dimension stay below, if one is known.
    pub fn reach(&self, dim: usize) -> Option<Val<'c>> {
        self.sizes.get(dim).copied().filter(|size| ir::constant_int(*size).is_none_or(|it| it >= 0))
    }

    pub fn rank(&self) -> u32 {
        self.sizes.len() as u32
    }

    pub fn same_shape(&self, other: &Self) -> bool {
        let first = usize::from(self.rank() > 0 && (self.is_inspected() || other.is_inspected()));
        self.elem_bytes == other.elem_bytes
            && self.rows == other.rows
            && same_index(self.offset, other.offset)
            && same_list(&self.strides, &other.strides)
            && self.sizes.len() == other.sizes.len()
            && same_list(&self.sizes[first..], &other.sizes[first..])
    }

    /// The same shape, but that one of the arrays has a number of elements in its first dimension that nobody knows.
    pub fn same_rows(&self, other: &Self) -> bool {
        let known = |it: &Self| it.sizes.first().copied().and_then(constant_int).filter(|it| *it >= 0);
        let is_open = |it: &Self| it.sizes.first().is_some_and(|it| constant_int(*it) == Some(-1));
        let fits = is_open(self) && known(other).is_some() || is_open(other) && known(self).is_some();
        let rest = |it: &Self| Self { sizes: it.sizes[1..].to_vec(), ..it.clone() };
        fits && self.sizes.len() == other.sizes.len() && rest(self).same_shape(&rest(other))
    }

    /// Its first size is known where the view is.
    pub fn is_inspected(&self) -> bool {
        ir::has_attr(self.op, INSPECTED)
    }

    /// The bytes that elements have within one record, [from, to), if the record is what the first `outer` strides step over:
    /// all inner dimensions have constant strides and sizes.
    fn bytes_in_record(&self, outer: usize) -> Option<(i64, i64)> {
        let from = constant_int(self.offset).filter(|it| *it >= 0)?;
        let mut to = from.checked_add(self.elem_bytes)?;
        for (size, stride) in self.sizes.iter().zip(&self.strides).skip(outer) {
            let (size, stride) = (constant_int(*size)?, constant_int(*stride)?);
            if size <= 0 || stride < 0 {
                return None;
            }
            to = to.checked_add((size - 1).checked_mul(stride)?)?;
        }
        let fits = match outer.checked_sub(1) {
            Some(last) => to <= constant_int(self.strides[last])?,
            None => true,
        };
        fits.then_some((from, to))
    }

    /// Each element of a dimension holds all of the next dimension: a lexicographically greater subscript is a greater address.
    pub fn is_nested(&self) -> bool {
        let strides = self.strides.windows(2).zip(self.sizes.iter().skip(1));
        strides.into_iter().all(|(pair, size)| {
            let (outer, mut inner) = (Product::of(pair[0]), Product::of(pair[1]));
            inner.times(Product::of(*size));
            outer.others == inner.others && inner.constant > 0 && outer.constant >= inner.constant
        })
    }

    /// Another field of the same struct or array of structs: no byte in common. (Subscripts stay in the bounds of inner
    /// dimensions, as C demands.)
    fn other_field(&self, other: &Self) -> bool {
        if self.rows > 0 || other.rows > 0 {
            // Rows of another table are other rows, as is checked.
            return self.rows > 0 && other.rows > 0 && !same_index(self.offset, other.offset);
        }
        (0..=self.strides.len().min(other.strides.len())).any(|outer| {
            if !same_list(&self.strides[..outer], &other.strides[..outer]) {
                return false;
            }
            let (Some(a), Some(b)) = (self.bytes_in_record(outer), other.bytes_in_record(outer)) else { return false };
            a.1 <= b.0 || b.1 <= a.0
        })
    }
}

/// Is the view over a variable of the function? (Its `objects` entry then says that its address is not taken.)
pub fn is_local_variable(view: &ViewInfo<'_>) -> bool {
    let nest = ir::enclosing(view.op, "region.nest");
    let operand = nest.zip(view.input).and_then(|(nest, input)| ir::operands(nest).get(input).copied());
    operand.and_then(ir::defining_op).is_some_and(|it| ir::is(it, "llvm.alloca"))
}

/// An integer as a product: what is constant of it, and the other factors in a fixed order.
struct Product {
    constant: i128,
    others: Vec<usize>,
}

impl Product {
    fn of(value: Val<'_>) -> Self {
        if let Some(constant) = constant_int(value) {
            return Self { constant: constant.into(), others: vec![] };
        }
        match ir::defining_op(value).filter(|it| ir::name(*it) == "arith.muli") {
            Some(op) => {
                ir::operands(op).into_iter().map(Self::of).fold(Self { constant: 1, others: vec![] }, |mut all, it| {
                    all.times(it);
                    all
                })
            }
            None => Self { constant: 1, others: vec![ir::key(value)] },
        }
    }

    fn times(&mut self, other: Self) {
        self.constant = self.constant.saturating_mul(other.constant);
        self.others.extend(other.others);
        self.others.sort();
    }
}

/// Views that may share elements.
pub struct Group<'c> {
    pub views: Vec<ViewInfo<'c>>,
    /// All views have one shape, so equal subscripts are equal elements and different ones are different.
    pub faithful: bool,
}

pub fn memref_rank(value: Val<'_>) -> u32 {
    unsafe { mlirShapedTypeGetRank(value.r#type().to_raw()) as u32 }
}

/// Bytes of an element of a memref.
pub fn element_bytes(memref: Val<'_>) -> i64 {
    type_bytes(raddle_dialects::build::element_type(memref))
}

/// Bytes of a memref of known sizes; i64::MAX for more, and where one is unknown.
pub fn memref_bytes(memref: Val<'_>) -> i64 {
    let size = |dim| unsafe { mlirShapedTypeGetDimSize(memref.r#type().to_raw(), dim) };
    let sizes = (0..memref_rank(memref) as isize).map(|dim| u64::try_from(size(dim)).unwrap_or(u64::MAX));
    let bytes = sizes.fold(element_bytes(memref) as u64, u64::saturating_mul);
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// Bytes of an integer or float.
pub fn type_bytes(ty: Type<'_>) -> i64 {
    let ty = ty.to_raw();
    unsafe {
        match () {
            () if mlirTypeIsAInteger(ty) => i64::from(mlirIntegerTypeGetWidth(ty).div_ceil(8)),
            () if mlirTypeIsAF32(ty) => 4,
            () => 8,
        }
    }
}

fn same_index(a: Val<'_>, b: Val<'_>) -> bool {
    ir::key(a) == ir::key(b) || constant_int(a).is_some_and(|it| constant_int(b) == Some(it))
}

fn same_list(a: &[Val<'_>], b: &[Val<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_index(*a, *b))
}

/// Is this computed from an iterator, or read, in a loop of the nest?
fn may_vary<'c>(nest: Op<'c>, value: Val<'c>) -> bool {
    match ir::source(value) {
        Source::Argument(block, _) => block.parent_operation().is_none_or(|it| it != nest && is_inside(it, nest)),
        Source::Result(op, _) if !is_inside(op, nest) || ir::parent(op) == Some(nest) => false,
        Source::Result(op, _) => !ir::is_pure(op) || ir::operands(op).into_iter().any(|it| may_vary(nest, it)),
    }
}

/// The views of a nest: of memory that it is given or asks for, with subscripts that count upward.
pub fn of_nest<'c>(nest: Op<'c>) -> Vec<ViewInfo<'c>> {
    ir::find_all(nest, "region.view").into_iter().filter_map(|it| read(nest, it)).collect()
}

fn read<'c>(nest: Op<'c>, op: Op<'c>) -> Option<ViewInfo<'c>> {
    let [base, offset, sizes, strides] = ir::operand_segments(op)?.try_into().ok()?;
    let (base, offset) = (*base.first()?, *offset.first()?);
    let input = match ir::source(base) {
        Source::Argument(_, number) => Some(number),
        Source::Result(owner, _) if ir::is(owner, "region.workspace") => None,
        Source::Result(..) => return None,
    };
    if strides.iter().any(|it| constant_int(*it).is_some_and(|it| it <= 0)) {
        return None;
    }
    // Equal subscripts are equal elements, in all iterations.
    let first = usize::from(ir::has_attr(op, INSPECTED));
    let shape = [sizes.get(first..).unwrap_or_default(), &strides, &[offset]].concat();
    if input.is_some() && shape.into_iter().any(|it| may_vary(nest, it)) {
        return None;
    }
    let entry = |list: &str| ir::i64s_attr(nest, list)?.get(input?).copied();
    let names = ir::strs_attr(nest, "names");
    let name = names.as_ref().zip(input).and_then(|(names, it)| names.get(it).copied()).unwrap_or("workspace");
    let result = ir::result(op);
    Some(ViewInfo {
        op,
        result,
        base,
        input,
        offset,
        sizes,
        strides,
        elem_bytes: element_bytes(result),
        name: name.to_string(),
        // Memory from inside the nest is scratch.
        live_out: input.is_some() && entry("live_out") != Some(0),
        object: entry("objects").unwrap_or(-1),
        rows: ir::i64_attr(op, ROWS).and_then(|it| usize::try_from(it).ok()).unwrap_or(0),
    })
}

/// Groups views: different pointers never share elements (proven, or checked before the launch), views of one pointer do
/// unless they are different fields of one array of structs.
pub fn group<'c>(views: &[ViewInfo<'c>]) -> Vec<Group<'c>> {
    let mut groups: Vec<Group<'c>> = vec![];
    for view in views {
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|it| it.views.iter().any(|other| may_share(view, other)));
        let mut merged = Group { views: vec![], faithful: true };
        for it in joined {
            merged.faithful &= it.faithful && it.views.iter().all(|other| same_array(view, other));
            merged.views.extend(it.views);
        }
        merged.views.push(view.clone());
        groups = apart;
        groups.push(merged);
    }
    groups
}

fn same_array(a: &ViewInfo<'_>, b: &ViewInfo<'_>) -> bool {
    ir::key(a.base) == ir::key(b.base) && a.same_shape(b)
}

fn may_share(a: &ViewInfo<'_>, b: &ViewInfo<'_>) -> bool {
    match ir::key(a.base) == ir::key(b.base) {
        true => !a.other_field(b),
        // One object under two pointers; unknown objects are checked when the program runs.
        false => a.object >= 0 && a.object == b.object,
    }
}
