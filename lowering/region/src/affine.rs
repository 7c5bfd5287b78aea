//! Affine maps, bounds and conditions of upstream's `affine` dialect as isl text.

use std::collections::HashMap;

use melior::ir::affine_expr::AffineExpr;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use mlir_sys::*;

use crate::extract::{expr_text, name_of};

/// Names of index values: iterators are bound, everything else that is legal in an affine map becomes a parameter.
#[derive(Default)]
pub struct Names<'c, 'a> {
    by_value: HashMap<usize, String>,
    values: HashMap<String, Value<'c, 'a>>,
    params: Vec<String>,
}

impl<'c, 'a> Names<'c, 'a> {
    pub fn bind(&mut self, value: Value<'c, 'a>, name: String) {
        self.by_value.insert(value.to_raw().ptr as usize, name.clone());
        self.values.insert(name, value);
    }

    pub fn params(&self) -> Vec<String> {
        self.params.clone()
    }

    pub fn into_values(self) -> HashMap<String, Value<'c, 'a>> {
        self.values
    }

    /// The value as isl text: a constant, an iterator, an `affine.apply` of such, or a symbol of the nest.
    pub fn index(&mut self, value: Value<'c, 'a>) -> Option<String> {
        if let Some(name) = self.by_value.get(&(value.to_raw().ptr as usize)) {
            return Some(name.clone());
        }
        if let Some(constant) = constant_index(value) {
            return Some(format!("({constant})"));
        }
        if let Some(op) = defining_op(value)
            && name_of(op) == "affine.apply"
        {
            return map_results(op, "map", 0, self).into_iter().next().flatten();
        }
        if !is_nest_symbol(value) {
            return None;
        }
        let name = format!("p{}", self.params.len());
        self.params.push(name.clone());
        self.bind(value, name.clone());
        Some(name)
    }
}

pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    if !value.is_operation_result() {
        return None;
    }
    let raw = unsafe { mlirOpResultGetOwner(value.to_raw()) };
    (!raw.ptr.is_null()).then(|| unsafe { OperationRef::from_raw(raw) })
}

pub fn constant_index(value: Value<'_, '_>) -> Option<i64> {
    let op = defining_op(value)?;
    if name_of(op) != "arith.constant" {
        return None;
    }
    let attribute = op.attribute("value").ok()?.to_raw();
    unsafe { mlirAttributeIsAInteger(attribute).then(|| mlirIntegerAttrGetValueInt(attribute)) }
}

/// Defined at the top of the nest (or an argument of it), so the same in all its iterations.
pub fn is_nest_symbol(value: Value<'_, '_>) -> bool {
    let owner = if value.is_operation_result() {
        defining_op(value).and_then(|it| it.parent_operation())
    } else {
        let block = unsafe { mlirBlockArgumentGetOwner(value.to_raw()) };
        let raw = unsafe { mlirBlockGetParentOperation(block) };
        (!raw.ptr.is_null()).then(|| unsafe { OperationRef::from_raw(raw) })
    };
    owner.is_some_and(|it| name_of(it) == "region.nest")
}

/// A name as an isl identifier.
pub fn identifier(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert(0, 'a');
    }
    text
}

/// The results of map attribute `attribute`, whose operands start at operand `first`.
pub fn map_results<'c, 'a>(
    op: OperationRef<'c, 'a>,
    attribute: &str,
    first: usize,
    names: &mut Names<'c, 'a>,
) -> Vec<Option<String>> {
    let count = op.operand_count();
    map_over(op, attribute, first..count, names).unwrap_or_default()
}

fn map_over<'c, 'a>(
    op: OperationRef<'c, 'a>,
    attribute: &str,
    operands: std::ops::Range<usize>,
    names: &mut Names<'c, 'a>,
) -> Option<Vec<Option<String>>> {
    let attribute = op.attribute(attribute).ok()?.to_raw();
    let map = unsafe { mlirAffineMapAttrGetValue(attribute) };
    let texts: Vec<_> = operands.filter_map(|it| op.operand(it).ok()).map(|it| names.index(it)).collect();
    let dims = unsafe { mlirAffineMapGetNumDims(map) } as usize;
    let (dims, symbols) = texts.split_at(dims.min(texts.len()));
    let results = unsafe { mlirAffineMapGetNumResults(map) };
    Some(
        (0..results)
            .map(|it| expr_text(unsafe { AffineExpr::from_raw(mlirAffineMapGetResult(map, it)) }, dims, symbols))
            .collect(),
    )
}

/// The constant step of an `affine.for`.
pub fn step(op: OperationRef<'_, '_>) -> Option<i64> {
    let attribute = op.attribute("step").ok()?.to_raw();
    unsafe { mlirAttributeIsAInteger(attribute).then(|| mlirIntegerAttrGetValueInt(attribute)) }
}

/// Operand ranges of an `affine.for`'s lower and upper bound.
pub fn bound_operands(op: OperationRef<'_, '_>) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let operands_of = |name: &str| {
        let attribute = op.attribute(name).ok()?.to_raw();
        let map = unsafe { mlirAffineMapAttrGetValue(attribute) };
        Some(unsafe { mlirAffineMapGetNumInputs(map) } as usize)
    };
    let (lower, upper) = (operands_of("lowerBoundMap")?, operands_of("upperBoundMap")?);
    Some((0..lower, lower..lower + upper))
}

/// `iter`'s constraints in an `affine.for`; None where a bound is not affine.
pub fn loop_constraints<'c, 'a>(op: OperationRef<'c, 'a>, iter: &str, names: &mut Names<'c, 'a>) -> Option<String> {
    let (lower_operands, upper_operands) = bound_operands(op)?;
    let step = step(op)?;
    let lower: Option<Vec<_>> = map_over(op, "lowerBoundMap", lower_operands, names)?.into_iter().collect();
    let upper: Option<Vec<_>> = map_over(op, "upperBoundMap", upper_operands, names)?.into_iter().collect();
    let (lower, upper) = (lower?, upper?);
    let mut parts: Vec<String> = lower.iter().map(|it| format!("{it} <= {iter}")).collect();
    parts.extend(upper.iter().map(|it| format!("{iter} < {it}")));
    match (step, lower.as_slice()) {
        (1, _) => {}
        (_, [start]) => parts.push(format!("({iter} - {start}) mod {step} = 0")),
        _ => return None,
    }
    Some(parts.join(" and "))
}

/// The condition of an `affine.if` as a conjunction.
pub fn if_condition<'c, 'a>(op: OperationRef<'c, 'a>, names: &mut Names<'c, 'a>) -> Option<String> {
    let attribute = op.attribute("condition").ok()?.to_raw();
    let set = unsafe { mlirIntegerSetAttrGetValue(attribute) };
    let texts: Vec<_> = op.operands().map(|it| names.index(it)).collect();
    let dims = unsafe { mlirIntegerSetGetNumDims(set) } as usize;
    let (dims, symbols) = texts.split_at(dims.min(texts.len()));
    let count = unsafe { mlirIntegerSetGetNumConstraints(set) };
    let parts: Option<Vec<String>> = (0..count)
        .map(|it| {
            let (expr, equality) = unsafe {
                (AffineExpr::from_raw(mlirIntegerSetGetConstraint(set, it)), mlirIntegerSetIsConstraintEq(set, it))
            };
            let text = expr_text(expr, dims, symbols)?;
            Some(format!("{text} {} 0", if equality { "=" } else { ">=" }))
        })
        .collect();
    let parts = parts?;
    Some(if parts.is_empty() { "0 = 0".into() } else { parts.join(" and ") })
}
