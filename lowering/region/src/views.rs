//! `region.view` read into plain data, and which views of one pointer are one array.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};
use mlir_sys::*;

use crate::affine::constant_index;
use crate::extract::{name_of, ops};

/// One `region.view`.
#[derive(Clone)]
pub struct ViewInfo<'c, 'a> {
    pub op: OperationRef<'c, 'a>,
    pub result: Value<'c, 'a>,
    pub base: Value<'c, 'a>,
    /// Operand of the nest that `base` is.
    pub input: Option<usize>,
    pub offset: Value<'c, 'a>,
    pub sizes: Vec<Value<'c, 'a>>,
    pub strides: Vec<Value<'c, 'a>>,
    /// Bytes of an element.
    pub elem_bytes: i64,
    pub name: String,
    pub live_out: bool,
    /// Entry of the nest's `objects`.
    pub object: i64,
}

impl ViewInfo<'_, '_> {
    pub fn rank(&self) -> u32 {
        self.sizes.len() as u32
    }

    fn same_shape(&self, other: &Self) -> bool {
        let same = |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_index(*a, *b));
        self.elem_bytes == other.elem_bytes
            && same_index(self.offset, other.offset)
            && same(&self.strides, &other.strides)
            && same(&self.sizes, &other.sizes)
    }

    /// Constant offset within the innermost constant stride: (offset, stride).
    fn field(&self) -> Option<(i64, i64)> {
        let stride = constant_index(*self.strides.last()?)?;
        let offset = constant_index(self.offset)?;
        (stride > 0 && (0..stride).contains(&offset)).then_some((offset, stride))
    }

    /// Other fields of the same array of structs: no byte in common.
    fn other_field(&self, other: &Self) -> bool {
        let strides = self.strides.len() == other.strides.len()
            && self.strides.iter().zip(&other.strides).all(|(a, b)| same_index(*a, *b));
        match (self.field(), other.field()) {
            (Some((a, stride)), Some((b, _))) if strides => {
                let (end_a, end_b) = (a + self.elem_bytes, b + other.elem_bytes);
                (end_a <= b || end_b <= a) && end_a <= stride && end_b <= stride
            }
            _ => false,
        }
    }
}

/// Views that may share elements.
pub struct Group<'c, 'a> {
    pub views: Vec<ViewInfo<'c, 'a>>,
    /// All views have one shape, so equal subscripts are equal elements and different ones are different.
    pub faithful: bool,
}

pub fn memref_rank(value: Value<'_, '_>) -> u32 {
    unsafe { mlirShapedTypeGetRank(value.r#type().to_raw()) as u32 }
}

fn same_index(a: Value<'_, '_>, b: Value<'_, '_>) -> bool {
    a.to_raw().ptr == b.to_raw().ptr || constant_index(a).is_some_and(|it| constant_index(b) == Some(it))
}

/// The views at the top of a nest.
pub fn in_block<'c, 'a>(nest: OperationRef<'c, 'a>, block: BlockRef<'c, 'a>) -> Vec<ViewInfo<'c, 'a>> {
    ops(block).into_iter().filter(|it| name_of(*it) == "region.view").filter_map(|it| read(nest, it)).collect()
}

fn read<'c, 'a>(nest: OperationRef<'c, 'a>, op: OperationRef<'c, 'a>) -> Option<ViewInfo<'c, 'a>> {
    let segments = op.attribute("operandSegmentSizes").ok()?.to_raw();
    let count = |it: isize| unsafe { mlirDenseI32ArrayGetElement(segments, it) } as usize;
    let (sizes, strides) = (count(2), count(3));
    let operand = |it: usize| op.operand(it).ok();
    let result: Value<'c, 'a> = op.result(0).ok()?.into();
    let base = operand(0)?;
    let input = argument_number(base);
    let names = nest.attribute("names").ok().map(|it| it.to_raw());
    Some(ViewInfo {
        op,
        result,
        base,
        input,
        offset: operand(1)?,
        sizes: (2..2 + sizes).filter_map(operand).collect(),
        strides: (2 + sizes..2 + sizes + strides).filter_map(operand).collect(),
        elem_bytes: element_bytes(result),
        name: input.and_then(|it| string_at(names?, it)).unwrap_or_else(|| "array".into()),
        live_out: input.is_none_or(|it| int_at(nest, "live_out", it) != Some(0)),
        object: input.and_then(|it| int_at(nest, "objects", it)).unwrap_or(-1),
    })
}

fn argument_number(value: Value<'_, '_>) -> Option<usize> {
    value.is_block_argument().then(|| unsafe { mlirBlockArgumentGetArgNumber(value.to_raw()) } as usize)
}

fn string_at(array: MlirAttribute, index: usize) -> Option<String> {
    let text = unsafe {
        if !mlirAttributeIsAArray(array) || index as isize >= mlirArrayAttrGetNumElements(array) {
            return None;
        }
        let raw = mlirStringAttrGetValue(mlirArrayAttrGetElement(array, index as isize));
        std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.length)
    };
    Some(String::from_utf8_lossy(text).into_owned())
}

/// Entry `index` of a dense i64 array attribute.
pub fn int_at(op: OperationRef<'_, '_>, attribute: &str, index: usize) -> Option<i64> {
    let raw = op.attribute(attribute).ok()?.to_raw();
    unsafe {
        ((index as isize) < mlirDenseArrayGetNumElements(raw)).then(|| mlirDenseI64ArrayGetElement(raw, index as isize))
    }
}

pub fn element_bytes(memref: Value<'_, '_>) -> i64 {
    unsafe {
        let ty = mlirShapedTypeGetElementType(memref.r#type().to_raw());
        match () {
            () if mlirTypeIsAInteger(ty) => i64::from(mlirIntegerTypeGetWidth(ty)).div_ceil(8),
            () if mlirTypeIsAF32(ty) => 4,
            () => 8,
        }
    }
}

/// Groups views: different pointers never share elements (proven, or checked before the launch), views of one pointer do
/// unless they are different fields of one array of structs.
pub fn group<'c, 'a>(views: &[ViewInfo<'c, 'a>]) -> Vec<Group<'c, 'a>> {
    let mut groups: Vec<Group<'c, 'a>> = vec![];
    for view in views {
        let touches = |it: &Group<'c, 'a>| it.views.iter().any(|other| may_share(view, other));
        let mut merged = Group { views: vec![view.clone()], faithful: true };
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        for it in joined {
            merged.faithful &= it.faithful && it.views.iter().all(|other| other.same_shape(view) && same_base(other, view));
            merged.views.splice(0..0, it.views);
        }
        groups = apart;
        groups.push(merged);
    }
    groups
}

fn same_base(a: &ViewInfo<'_, '_>, b: &ViewInfo<'_, '_>) -> bool {
    a.base.to_raw().ptr == b.base.to_raw().ptr
}

fn may_share(a: &ViewInfo<'_, '_>, b: &ViewInfo<'_, '_>) -> bool {
    match same_base(a, b) {
        true => !a.other_field(b),
        // One object under two pointers; unknown objects are checked when the program runs.
        false => a.object >= 0 && a.object == b.object,
    }
}
