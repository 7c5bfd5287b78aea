//! Array expansion: a private array as slices of a workspace, one per iteration of a chain of loops.
//!
//! `t[p]` in the body of loops i and j becomes `w[i][j][p]`: a view over memory from `region.workspace`, with the loops' own
//! indices as leading subscripts. The view's offset takes out where the loops and the elements begin.

use melior::ir::{AffineExpr, AffineMap, Attribute, BlockLike, Type};
use mlir_sys::*;
use raddle_dialects::Failure;
use raddle_dialects::build::{Builder, CmpF, DYNAMIC, element_type};
use raddle_dialects::ir::{self, Op, Source, Val};
use raddle_dialects::region::{ViewOp, WorkspaceOp};
use raddle_poly::analysis::{Analysis, Cond};
use raddle_poly::model::{AccessId, ArrayId, LoopId};

use crate::affine::{bounds, map_attr, trips};
use crate::emit;
use crate::extract::{Extracted, is_inside};
use crate::views::type_bytes;

/// The expansion of one array.
pub struct Expansion<'c> {
    pub array: ArrayId,
    /// Indices of the chain's loops, outermost first.
    ivs: Vec<Val<'c>>,
    /// Per dimension of the expanded array: where subscripts begin, and how many there are.
    dims: Vec<(Val<'c>, Val<'c>)>,
    elem_bytes: i64,
    elem: Type<'c>,
    workspace: Option<WorkspaceOp<'c>>,
    view: Option<Val<'c>>,
}

/// The innermost of loops over an array's elements, with the subscripts in the expanded array and in the original one.
struct OverBox<'c> {
    place: Builder<'c>,
    here: (AffineMap<'c>, Vec<Val<'c>>),
    there: (AffineMap<'c>, Vec<Val<'c>>),
}

/// The size of an array; 0, for which no workspace is asked, where it is no number of 64 bits: boxes may have more elements than are reached.
pub fn bytes<'c>(b: &Builder<'c>, elem_bytes: i64, extents: impl Iterator<Item = Val<'c>>) -> Val<'c> {
    const MOST: f64 = (1u64 << 62) as f64;
    let (mut product, mut about) = (b.constant_index(elem_bytes), b.constant_float(b.f64(), elem_bytes as f64));
    for extent in extents {
        product = b.muli(product, extent);
        let factor = b.cast("arith.sitofp", b.index_cast(extent, b.int(64)), b.f64());
        about = b.binary("arith.mulf", about, factor);
    }
    let fits = b.cmpf(CmpF::Ole, about, b.constant_float(b.f64(), MOST));
    b.select(fits, product, b.constant_index(0))
}

/// A workspace as a dense array, of which each dimension begins at a subscript and has so many.
pub fn dense_view<'c>(
    b: &Builder<'c>,
    workspace: WorkspaceOp<'c>,
    elem: Type<'c>,
    dims: &[(Val<'c>, Val<'c>)],
) -> Val<'c> {
    let sizes = vec![b.constant_index(-1); dims.len()];
    dense_view_of(b, workspace, elem, dims, &sizes)
}

/// The same with sizes that subscripts stay below, where that is known of all.
pub fn dense_view_of<'c>(
    b: &Builder<'c>,
    workspace: WorkspaceOp<'c>,
    elem: Type<'c>,
    dims: &[(Val<'c>, Val<'c>)],
    sizes: &[Val<'c>],
) -> Val<'c> {
    let (mut stride, mut offset, mut strides) = (b.constant_index(type_bytes(elem)), b.constant_index(0), vec![]);
    for (lower, extent) in dims.iter().rev() {
        strides.insert(0, stride);
        offset = b.subi(offset, b.muli(*lower, stride));
        stride = b.muli(stride, *extent);
    }
    let ty = b.memref(&vec![DYNAMIC; dims.len()], elem);
    ViewOp::build(b, workspace.pointer(), offset, sizes, &strides, ty).result()
}

/// Do the bounds of `op` use a value from inside of `outer`?
pub fn depends_on_loop<'c>(op: Op<'c>, outer: Op<'c>) -> bool {
    ir::operands(op).into_iter().any(|it| is_defined_inside(it, outer))
}

pub fn is_defined_inside<'c>(value: Val<'c>, outer: Op<'c>) -> bool {
    match ir::source(value) {
        Source::Result(source, _) => is_inside(source, outer),
        Source::Argument(block, _) => block.parent_operation().is_some_and(|it| is_inside(it, outer)),
    }
}

impl<'c> Expansion<'c> {
    /// Computes the extents before the loop `id`: of a slice for each iteration of `chain`, with room for the elements that `accesses` to the
    /// array reach. None if one has no closed form.
    pub fn plan(
        b: &Builder<'c>,
        found: &Extracted<'c>,
        analysis: &Analysis,
        accesses: &[AccessId],
        id: LoopId,
        chain: &[Op<'c>],
    ) -> Option<Self> {
        let array = found.array_of(*accesses.first()?);
        let view = found.arrays[array.0 as usize].views.first()?;
        let mut dims = vec![];
        for op in chain {
            let (lower, upper) = bounds(b, *op)?;
            dims.push((lower, trips(b, lower, upper, 1)));
        }
        let footprint = analysis.footprint(accesses, Some(id))?;
        // Bounds mean nothing where no element is reached.
        let nonempty = match &footprint.nonempty {
            Cond::Const(true) => None,
            cond => Some(emit::condition(b, cond, &found.values)?),
        };
        for bound in footprint.dims {
            let lower = emit::index(b, &bound.lo, &found.values)?;
            let last = emit::index(b, &bound.hi, &found.values)?;
            let extent = b.addi(b.subi(last, lower), b.constant_index(1));
            dims.push((lower, nonempty.map_or(extent, |it| b.select(it, extent, b.constant_index(0)))));
        }
        let ivs = chain.iter().map(|op| ir::arguments(ir::body(*op)).first().copied()).collect::<Option<Vec<_>>>()?;
        let elem = element_type(view.result);
        Some(Self { array, ivs, dims, elem_bytes: view.elem_bytes, elem, workspace: None, view: None })
    }

    /// A slice for each of the iterations of `op`, of which the first and how many there are is given, with all elements of the array.
    pub fn whole(
        found: &Extracted<'c>,
        array: ArrayId,
        (op, first, trips): (Op<'c>, Val<'c>, Val<'c>),
        dims: &[(Val<'c>, Val<'c>)],
    ) -> Result<Self, Failure> {
        let no_view = || Failure::Internal("an array has no view".into());
        let view = found.arrays[array.0 as usize].views.first().ok_or_else(no_view)?;
        let dims = [&[(first, trips)], dims].concat();
        let (ivs, elem) = (ir::arguments(ir::body(op))[..1].to_vec(), element_type(view.result));
        Ok(Self { array, ivs, dims, elem_bytes: view.elem_bytes, elem, workspace: None, view: None })
    }

    /// Has slices for the iterations of a strip alone, each at its place in the strip.
    pub fn in_strips(&mut self, b: &Builder<'c>, length: i64) {
        let trips = self.dims[0].1;
        self.dims[0] = (b.constant_index(0), b.binary("arith.minsi", trips, b.constant_index(length)));
    }

    /// Asks for the memory; the result is true if it is there.
    pub fn allocate(&mut self, b: &Builder<'c>, instances: Val<'c>, picoseconds: i64) -> Val<'c> {
        let bytes = bytes(b, self.elem_bytes, self.dims.iter().map(|it| it.1));
        let workspace = WorkspaceOp::build(b, bytes, instances, picoseconds);
        self.workspace = Some(workspace);
        workspace.is_there(b)
    }

    /// The expanded array.
    pub fn make_view(&mut self, b: &Builder<'c>) {
        // All accesses are within. What begins elsewhere has no size: a view's elements are from 0 on.
        let is_zero = |it: Op<'c>| {
            let map = map_attr(it, "map").filter(|it| it.result_count() == 1);
            map.and_then(|it| it.result(0).ok()).is_some_and(|it| it.is_constant() && it.constant_value() == 0)
        };
        let begins = |it: Val<'c>| ir::constant_int(it) == Some(0) || ir::defining_op(it).is_some_and(is_zero);
        let size = |(lower, extent): &(Val<'c>, Val<'c>)| if begins(*lower) { *extent } else { b.constant_index(-1) };
        let sizes: Vec<_> = self.dims.iter().map(size).collect();
        self.view = self.workspace.map(|it| dense_view_of(b, it, self.elem, &self.dims, &sizes));
    }

    pub fn end(&self, b: &Builder<'c>) {
        if let Some(workspace) = self.workspace {
            workspace.end(b);
        }
    }

    /// Lets the accesses that `wanted` chooses reach the expanded array.
    pub fn redirect(&self, found: &Extracted<'c>, wanted: impl Fn(Op<'c>) -> bool) -> Result<(), Failure> {
        let view = self.made_view()?;
        for memref in &found.arrays[self.array.0 as usize].memrefs {
            for (user, operand) in ir::uses(*memref).into_iter().filter(|it| wanted(it.0)) {
                let mut operands = ir::operands(user);
                operands[operand] = view;
                let first = operand + 1;
                match ir::name(user) {
                    "affine.load" | "affine.store" => {
                        let (map, dims) = self.longer_map(user)?;
                        operands.splice(first + dims..first + dims, self.ivs.iter().copied());
                        ir::set_attr(user, "map", map);
                    }
                    _ => {
                        operands.splice(first..first, self.ivs.iter().copied());
                    }
                }
                ir::set_operands(user, &operands);
            }
        }
        Ok(())
    }

    /// Lets the accesses in `part` reach the slice of the iteration `local`, instead of the one that the loop's index names.
    pub fn reindex(&self, part: Op<'c>, local: Val<'c>) -> Result<(), Failure> {
        for (user, operand) in ir::uses(self.made_view()?).into_iter().filter(|it| is_inside(it.0, part)) {
            let leading = match map_attr(user, "map").map(|it| it.result(0)) {
                Some(Ok(expr)) if expr.is_dim() => expr.dim_position(),
                Some(_) => return Err(Failure::Internal("a slice has no index".into())),
                None => 0,
            };
            ir::set_operand(user, operand + 1 + leading, local);
        }
        Ok(())
    }

    fn made_view(&self) -> Result<Val<'c>, Failure> {
        self.view.ok_or_else(|| Failure::Internal("a workspace has no view".into()))
    }

    /// Copies this iteration's slice to the original array: all elements of the box.
    pub fn store_back(&self, place: Builder<'c>, original: Val<'c>) -> Result<(), Failure> {
        let view = self.made_view()?;
        let box_ = self.over_box(place);
        let value = box_.place.affine_load(view, box_.here.0, &box_.here.1);
        box_.place.affine_store(value, original, box_.there.0, &box_.there.1);
        Ok(())
    }

    /// An element of this iteration's slice.
    pub fn load(&self, b: &Builder<'c>, element: &[Val<'c>]) -> Result<Val<'c>, Failure> {
        Ok(b.memref_load(self.made_view()?, &[&self.ivs, element].concat()))
    }

    /// Copies the elements of the box from the original array.
    pub fn fill(&self, place: Builder<'c>, original: Val<'c>) -> Result<(), Failure> {
        let view = self.made_view()?;
        let box_ = self.over_box(place);
        let value = box_.place.affine_load(original, box_.there.0, &box_.there.1);
        box_.place.affine_store(value, view, box_.here.0, &box_.here.1);
        Ok(())
    }

    /// Loops over the elements of the box.
    fn over_box(&self, place: Builder<'c>) -> OverBox<'c> {
        let symbol = AffineMap::new(place.context(), 0, 1, &[AffineExpr::symbol(place.context(), 0)]);
        let mut b = place;
        let mut subscripts = vec![];
        for (_, extent) in &self.dims[self.ivs.len()..] {
            let zero = AffineMap::constant(b.context(), 0);
            let (_, body) = b.affine_for((zero, &[]), (symbol, &[*extent]), 1);
            subscripts.extend(ir::arguments(body).first().copied());
            b = b.before_terminator(body);
        }
        // Subscript d is lower + index; the chain's indices lead in the workspace.
        let lowers: Vec<_> = self.dims[self.ivs.len()..].iter().map(|it| it.0).collect();
        let rank = subscripts.len();
        let context = b.context();
        let sums: Vec<_> = (0..rank).map(|it| AffineExpr::dim(context, it) + AffineExpr::symbol(context, it)).collect();
        let there = AffineMap::new(context, rank, rank, &sums);
        let chain = self.ivs.len();
        let mut leading: Vec<_> = (0..chain).map(|it| AffineExpr::dim(context, rank + it)).collect();
        leading.extend(&sums);
        let here = AffineMap::new(context, rank + chain, rank, &leading);
        OverBox {
            place: b,
            here: (here, [&subscripts, self.ivs.as_slice(), &lowers].concat()),
            there: (there, [&subscripts, lowers.as_slice()].concat()),
        }
    }

    /// The access map with the loops' indices as leading results, and how many dimensions it had: the indices are new
    /// dimensions behind those.
    fn longer_map(&self, user: Op<'c>) -> Result<(Attribute<'c>, usize), Failure> {
        use melior::ir::AttributeLike;
        let attribute = ir::attr(user, "map").ok_or_else(|| Failure::Internal("an access has no map".into()))?;
        let context = ir::context(user).to_raw();
        unsafe {
            let old = mlirAffineMapAttrGetValue(attribute.to_raw());
            let dims = mlirAffineMapGetNumDims(old);
            let more = self.ivs.len() as isize;
            let mut results: Vec<_> = (0..more).map(|it| mlirAffineDimExprGet(context, dims + it)).collect();
            results.extend((0..mlirAffineMapGetNumResults(old)).map(|it| mlirAffineMapGetResult(old, it)));
            let symbols = mlirAffineMapGetNumSymbols(old);
            let map = mlirAffineMapGet(context, dims + more, symbols, results.len() as isize, results.as_mut_ptr());
            let map = AffineMap::from_raw(map);
            Ok((Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())), dims as usize))
        }
    }
}
