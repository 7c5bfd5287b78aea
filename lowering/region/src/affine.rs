//! Affine maps, bounds and conditions of upstream's `affine` dialect as isl text.

use std::collections::HashMap;

use melior::ir::{AffineExpr, AffineMap, Attribute, AttributeLike, BlockLike};
use mlir_sys::*;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Source, Val};

use crate::computed;
use crate::extract::{expr_text, is_inside};

/// Names of index values: iterators are bound, everything else that is the same as long as the nest, or a loop of it, runs becomes a
/// parameter.
#[derive(Default)]
pub struct Names<'c> {
    by_value: HashMap<usize, String>,
    values: HashMap<String, Val<'c>>,
    params: Vec<String>,
    /// The loop; None for the nest.
    within: Option<Op<'c>>,
}

impl<'c> Names<'c> {
    /// What is known before `root` is a parameter.
    pub fn within(root: Op<'c>) -> Self {
        Self { within: Some(root), ..Self::default() }
    }

    pub fn bind(&mut self, value: Val<'c>, name: String) {
        self.by_value.insert(ir::key(value), name.clone());
        self.values.insert(name, value);
    }

    pub fn params(&self) -> Vec<String> {
        self.params.clone()
    }

    pub fn into_values(self) -> HashMap<String, Val<'c>> {
        self.values
    }

    /// The value as isl text: a constant, an iterator, an `affine.apply` of such, or a symbol of the nest.
    pub fn index(&mut self, value: Val<'c>) -> Option<String> {
        if let Some(name) = self.by_value.get(&ir::key(value)) {
            return Some(name.clone());
        }
        if let Some(constant) = ir::constant_int(value) {
            return Some(constant.to_string());
        }
        if let Some(op) = ir::defining_op(value)
            && ir::is(op, "affine.apply")
        {
            return map_results(op, "map", 0, self).into_iter().next().flatten();
        }
        let is_known = match self.within {
            Some(root) => is_known_before(value, root),
            None => is_nest_symbol(value),
        };
        if !is_known {
            return computed::chosen(value, self);
        }
        let name = format!("p{}", self.params.len());
        self.params.push(name.clone());
        self.bind(value, name.clone());
        Some(name)
    }
}

/// Defined at the top of the nest (or an argument of it), so the same in all its iterations.
pub fn is_nest_symbol(value: Val<'_>) -> bool {
    let owner = match ir::source(value) {
        Source::Result(op, _) => ir::parent(op),
        Source::Argument(block, _) => block.parent_operation(),
    };
    owner.is_some_and(|it| ir::is(it, "region.nest"))
}

/// Defined outside of `root`.
fn is_known_before<'c>(value: Val<'c>, root: Op<'c>) -> bool {
    let owner = match ir::source(value) {
        Source::Result(op, _) => Some(op),
        Source::Argument(block, _) => block.parent_operation(),
    };
    owner.is_some_and(|it| !is_inside(it, root))
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
pub fn map_results<'c>(op: Op<'c>, attribute: &str, first: usize, names: &mut Names<'c>) -> Vec<Option<String>> {
    map_over(op, attribute, first..ir::operands(op).len(), names).unwrap_or_default()
}

fn map_over<'c>(
    op: Op<'c>,
    attribute: &str,
    operands: std::ops::Range<usize>,
    names: &mut Names<'c>,
) -> Option<Vec<Option<String>>> {
    map_with(op, attribute, operands, names, expr_text)
}

/// `iter < end`; an end that is a quotient rounded up needs no division.
fn below(iter: &str, end: AffineExpr<'_>, dims: &[Option<String>], symbols: &[Option<String>]) -> Option<String> {
    if end.is_ceil_div() && end.rhs().is_constant() && end.rhs().constant_value() > 0 {
        let whole = expr_text(end.lhs(), dims, symbols)?;
        return Some(format!("{} * {iter} < {whole}", end.rhs().constant_value()));
    }
    Some(format!("{iter} < {}", expr_text(end, dims, symbols)?))
}

/// `text` of each result of a map, given the names of its dimensions and symbols.
fn map_with<'c>(
    op: Op<'c>,
    attribute: &str,
    operands: std::ops::Range<usize>,
    names: &mut Names<'c>,
    text: impl Fn(AffineExpr<'_>, &[Option<String>], &[Option<String>]) -> Option<String>,
) -> Option<Vec<Option<String>>> {
    let attribute = ir::attr(op, attribute)?.to_raw();
    let map = unsafe { mlirAffineMapAttrGetValue(attribute) };
    let all = ir::operands(op);
    let texts: Vec<_> = operands.filter_map(|it| all.get(it).copied()).map(|it| names.index(it)).collect();
    let dims = unsafe { mlirAffineMapGetNumDims(map) } as usize;
    let (dims, symbols) = texts.split_at(dims.min(texts.len()));
    let results = unsafe { mlirAffineMapGetNumResults(map) };
    Some(
        (0..results)
            .map(|it| text(unsafe { AffineExpr::from_raw(mlirAffineMapGetResult(map, it)) }, dims, symbols))
            .collect(),
    )
}

/// The subscripts of an access, which begin at operand `first`, as index values. A loop's index that a subscript does not depend on is no
/// operand of it.
pub fn subscripts<'c>(b: &Builder<'c>, op: Op<'c>, first: usize) -> Vec<Val<'c>> {
    let operands: Vec<Val<'c>> = ir::operands(op).into_iter().skip(first).collect();
    let Some(map) = ir::attr(op, "map") else { return operands };
    unsafe {
        let map = mlirAffineMapAttrGetValue(map.to_raw());
        let (dims, symbols) = (mlirAffineMapGetNumDims(map), mlirAffineMapGetNumSymbols(map));
        let subscript = |number| {
            let mut expr = mlirAffineMapGetResult(map, number);
            if mlirAffineExprIsADim(expr) {
                return operands[mlirAffineDimExprGetPosition(expr) as usize];
            }
            let single = mlirAffineMapGet(ir::context(op).to_raw(), dims, symbols, 1, &mut expr);
            let is_free = |it: usize| (it as isize) < dims && !mlirAffineExprIsFunctionOfDim(expr, it as isize);
            let used = |(it, operand): (usize, &Val<'c>)| if is_free(it) { b.constant_index(0) } else { *operand };
            let used: Vec<Val<'c>> = operands.iter().enumerate().map(used).collect();
            b.affine_apply(AffineMap::from_raw(single), &used)
        };
        (0..mlirAffineMapGetNumResults(map)).map(subscript).collect()
    }
}

/// The constant step of an `affine.for`.
pub fn step(op: Op<'_>) -> Option<i64> {
    ir::i64_attr(op, "step")
}

/// Operand ranges of an `affine.for`'s lower and upper bound.
pub fn bound_operands(op: Op<'_>) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let operands_of = |name: &str| {
        let attribute = ir::attr(op, name)?.to_raw();
        let map = unsafe { mlirAffineMapAttrGetValue(attribute) };
        Some(unsafe { mlirAffineMapGetNumInputs(map) } as usize)
    };
    let (lower, upper) = (operands_of("lowerBoundMap")?, operands_of("upperBoundMap")?);
    Some((0..lower, lower..lower + upper))
}

/// `iter`'s constraints in an `affine.for`; None where a bound is not affine.
pub fn loop_constraints<'c>(op: Op<'c>, iter: &str, names: &mut Names<'c>) -> Option<String> {
    let (lower_operands, upper_operands) = bound_operands(op)?;
    let step = step(op)?;
    let lower: Option<Vec<_>> = map_over(op, "lowerBoundMap", lower_operands, names)?.into_iter().collect();
    let below = |end: AffineExpr<'_>, dims: &[_], symbols: &[_]| below(iter, end, dims, symbols);
    let upper: Option<Vec<_>> = map_with(op, "upperBoundMap", upper_operands, names, below)?.into_iter().collect();
    let (lower, upper) = (lower?, upper?);
    let mut parts: Vec<String> = lower.iter().map(|it| format!("{it} <= {iter}")).collect();
    parts.extend(upper);
    match (step, lower.as_slice()) {
        (1, _) => {}
        (_, [start]) => parts.push(format!("({iter} - {start}) mod {step} = 0")),
        _ => return None,
    }
    Some(parts.join(" and "))
}

/// The condition of an `affine.if` as a conjunction.
pub fn if_condition<'c>(op: Op<'c>, names: &mut Names<'c>) -> Option<String> {
    let attribute = ir::attr(op, "condition")?.to_raw();
    let set = unsafe { mlirIntegerSetAttrGetValue(attribute) };
    let texts: Vec<_> = ir::operands(op).into_iter().map(|it| names.index(it)).collect();
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

/// "This is the last iteration": an integer set and its operands, for an `affine.for` with one upper bound.
pub fn last_iteration<'c>(op: Op<'c>) -> Option<(Attribute<'c>, Vec<Val<'c>>)> {
    let (_, upper) = bound_operands(op)?;
    let map = unsafe { mlirAffineMapAttrGetValue(ir::attr(op, "upperBoundMap")?.to_raw()) };
    let iv = *ir::arguments(ir::entry_block(op, 0)?).first()?;
    let step = step(op)?;
    let mut operands: Vec<Val<'c>> = upper.filter_map(|it| ir::operands(op).get(it).copied()).collect();
    unsafe {
        let context = ir::context(op).to_raw();
        let dims = mlirAffineMapGetNumDims(map);
        operands.insert(dims as usize, iv);
        // iv + step - bound >= 0; the iterator is one more dimension behind the map's own.
        let next = mlirAffineAddExprGet(mlirAffineDimExprGet(context, dims), mlirAffineConstantExprGet(context, step));
        if mlirAffineMapGetNumResults(map) != 1 {
            return None;
        }
        let minus = mlirAffineMulExprGet(mlirAffineMapGetResult(map, 0), mlirAffineConstantExprGet(context, -1));
        let constraint = mlirAffineAddExprGet(next, minus);
        let symbols = mlirAffineMapGetNumSymbols(map);
        let set = mlirIntegerSetGet(context, dims + 1, symbols, 1, &constraint, &false);
        Some((Attribute::from_raw(mlirIntegerSetAttrGet(set)), operands))
    }
}

/// The bounds of an `affine.for` as expressions over common operands, for maps made of both.
pub struct Bounds<'c> {
    pub lower: AffineExpr<'c>,
    /// The least of them counts.
    pub uppers: Vec<AffineExpr<'c>>,
    dims: Vec<Val<'c>>,
    symbols: Vec<Val<'c>>,
}

impl<'c> Bounds<'c> {
    /// None if the lower bound is the greatest of several.
    pub fn of(op: Op<'c>) -> Option<Self> {
        let (lower, upper) = (map_attr(op, "lowerBoundMap")?, map_attr(op, "upperBoundMap")?);
        if lower.result_count() != 1 {
            return None;
        }
        let operands = ir::operands(op);
        let (low, high) = (operands.get(..lower.input_count())?, operands.get(lower.input_count()..)?);
        let (low_dims, low_symbols) = low.split_at_checked(lower.dim_count())?;
        let (high_dims, rest) = high.split_at_checked(upper.dim_count())?;
        let high_symbols = rest.get(..upper.symbol_count())?;
        // The upper bound's operands come behind those of the lower one, unless they are the same.
        let are_same =
            |a: &[Val<'c>], b: &[Val<'c>]| a.iter().map(|it| ir::key(*it)).eq(b.iter().map(|it| ir::key(*it)));
        let behind = |low: &[Val<'c>], high: &[Val<'c>]| if are_same(low, high) { 0 } else { low.len() };
        let (dims, symbols) = (behind(low_dims, high_dims), behind(low_symbols, high_symbols));
        let uppers = (0..upper.result_count()).map(|it| {
            let result = upper.result(it).ok()?;
            let result = result.shift_dims(high_dims.len(), dims, 0);
            Some(result.shift_symbols(high_symbols.len(), symbols, 0))
        });
        let uppers = uppers.collect::<Option<Vec<_>>>()?;
        let (dims, symbols) =
            ([&low_dims[..dims], high_dims].concat(), [&low_symbols[..symbols], high_symbols].concat());
        Some(Self { lower: lower.result(0).ok()?, uppers, dims, symbols })
    }

    /// How many iterations there are if that is a constant, for a loop that steps by `step`.
    pub fn constant_trips(&self, step: i64) -> Option<i64> {
        Some(self.constant_span()?.max(0).checked_add(step - 1)? / step)
    }

    /// From the lower to the upper bound, if that is a constant.
    pub fn constant_span(&self) -> Option<i64> {
        // SAFETY: the number is of the bounds' context.
        let minus = unsafe {
            let one = mlirAffineConstantExprGet(mlirAffineExprGetContext(self.lower.to_raw()), -1);
            AffineExpr::from_raw(mlirAffineMulExprGet(self.lower.to_raw(), one))
        };
        let span = |upper: &AffineExpr<'c>| {
            let span = *upper + minus;
            span.is_constant().then(|| span.constant_value())
        };
        self.uppers.iter().map(span).collect::<Option<Vec<_>>>()?.into_iter().min()
    }

    /// The value of the lower bound.
    pub fn first(&self, b: &Builder<'c>) -> Val<'c> {
        if self.lower.is_constant() {
            return b.constant_index(self.lower.constant_value());
        }
        let (map, operands) = self.map(b, &[self.lower], &[]);
        b.affine_apply(map, &operands)
    }

    /// "The loop runs": an integer set and its operands.
    pub fn is_not_empty(&self, b: &Builder<'c>) -> (Attribute<'c>, Vec<Val<'c>>) {
        // SAFETY: all expressions are of this context, and as many as the set is told.
        unsafe {
            let context = b.context().to_raw();
            let one = mlirAffineConstantExprGet(context, -1);
            let less_one = mlirAffineAddExprGet(mlirAffineMulExprGet(self.lower.to_raw(), one), one);
            let constraints: Vec<_> =
                self.uppers.iter().map(|it| mlirAffineAddExprGet(it.to_raw(), less_one)).collect();
            let (dims, symbols) = (self.dims.len() as isize, self.symbols.len() as isize);
            let (count, equal) = (constraints.len(), vec![false; constraints.len()]);
            let set = mlirIntegerSetGet(context, dims, symbols, count as isize, constraints.as_ptr(), equal.as_ptr());
            (Attribute::from_raw(mlirIntegerSetAttrGet(set)), self.operands(&[]))
        }
    }

    /// One more dimension, behind those of the bounds and `number` others.
    pub fn dim(&self, b: &Builder<'c>, number: usize) -> AffineExpr<'c> {
        AffineExpr::dim(b.context(), self.dims.len() + number)
    }

    /// Values of `results` as a map, whose dimensions beyond those of the bounds are `more`.
    pub fn map(&self, b: &Builder<'c>, results: &[AffineExpr<'c>], more: &[Val<'c>]) -> (AffineMap<'c>, Vec<Val<'c>>) {
        let map = AffineMap::new(b.context(), self.dims.len() + more.len(), self.symbols.len(), results);
        (map, self.operands(more))
    }

    fn operands(&self, more: &[Val<'c>]) -> Vec<Val<'c>> {
        [&self.dims, more, &self.symbols].concat()
    }
}

/// The map that an attribute is.
pub fn map_attr<'c>(op: Op<'c>, name: &str) -> Option<AffineMap<'c>> {
    let attribute = ir::attr(op, name)?;
    Some(unsafe { AffineMap::from_raw(mlirAffineMapAttrGetValue(attribute.to_raw())) })
}

/// The lower and the upper bound of an `affine.for`, each with its operands.
pub fn bound_maps<'c>(op: Op<'c>) -> Option<[Bound<'c>; 2]> {
    let (lower, upper) = bound_operands(op)?;
    let operands = ir::operands(op);
    let own = |range| operands.get(range).map(<[_]>::to_vec);
    Some([(map_attr(op, "lowerBoundMap")?, own(lower)?), (map_attr(op, "upperBoundMap")?, own(upper)?)])
}

/// A bound's map and its operands.
pub type Bound<'c> = (AffineMap<'c>, Vec<Val<'c>>);

/// Gives an `affine.for` other bounds.
pub fn set_bounds<'c>(b: &Builder<'c>, op: Op<'c>, lower: &Bound<'c>, upper: &Bound<'c>) {
    ir::set_attr(op, "lowerBoundMap", b.map_attr(lower.0));
    ir::set_attr(op, "upperBoundMap", b.map_attr(upper.0));
    ir::set_operands(op, &[&lower.1[..], &upper.1[..]].concat());
    ir::set_attr(op, "operandSegmentSizes", b.i32s(&[lower.1.len() as i32, upper.1.len() as i32, 0]));
}

/// Values of an `affine.for`'s bounds at the builder's place: [lower, upper).
pub fn bounds<'c>(b: &Builder<'c>, op: Op<'c>) -> Option<(Val<'c>, Val<'c>)> {
    let (lower, upper) = bound_operands(op)?;
    let operands = ir::operands(op);
    let bound = |name: &str, map: &str, range: std::ops::Range<usize>| {
        Some(b.value(name, operands.get(range)?, b.index(), &[("map", ir::attr(op, map)?)]))
    };
    Some((bound("affine.max", "lowerBoundMap", lower)?, bound("affine.min", "upperBoundMap", upper)?))
}

/// How many iterations there are from `lower` to below `upper`; 0 if there are none.
pub fn trips<'c>(b: &Builder<'c>, lower: Val<'c>, upper: Val<'c>, step: i64) -> Val<'c> {
    let span = b.binary("arith.maxsi", b.subi(upper, lower), b.constant_index(0));
    match step {
        1 => span,
        _ => b.binary("arith.divsi", b.addi(span, b.constant_index(step - 1)), b.constant_index(step)),
    }
}
