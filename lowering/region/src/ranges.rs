//! Which bytes of which objects a loop touches: one range per pointer: operands of the nest, and workspaces.
//!
//! The range is the hull of the elements that all iterations reach, for fixed indices of the loops around it, so it holds for one
//! execution of the loop. Strides are taken for non-negative, as C's array types have them.

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{BOX_DIMS, DisjointOp, Range, flags};
use raddle_poly::analysis::{Analysis, BoundingBox, Cond};
use raddle_poly::model::{AccessId, AccessKind, ArrayId, LoopId};

use crate::atomics::ATOMIC;
use crate::emit;
use crate::extract::{Extracted, Storage, is_inside};
use crate::rows;
use crate::updates::{Plain, Update};
use crate::views::{ViewInfo, is_local_variable};

/// The range of one pointer.
pub struct ObjectRange<'c> {
    pub range: Range<'c>,
    /// One scalar that is only read: it can travel by value.
    pub scalar: Option<Val<'c>>,
    /// It may end behind the last element that is reached, in another object.
    pub is_upper_bound: bool,
    /// A variable that no other pointer reaches.
    pub is_private: bool,
}

/// A pointer through which a loop only reads, nobody knows how far. Whatever the loop writes is another object, so nothing has
/// to be checked, and who shares the host's memory needs no more.
pub struct Unbounded<'c> {
    pub base: Val<'c>,
    /// Entry of the nest's `objects`; known.
    pub object: i64,
    /// Why devices with memory of their own cannot have it.
    pub reason: String,
}

/// What a loop touches.
pub struct Ranges<'c> {
    pub bounded: Vec<ObjectRange<'c>>,
    pub unbounded: Vec<Unbounded<'c>>,
    /// Why devices with memory of their own cannot follow pointers that the loop follows.
    pub follows: Option<String>,
}

/// The ranges of loop `id`, computed by ops that `b` adds; the error says what has no known extent and needs one.
pub fn of_loop<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    id: LoopId,
) -> Result<Ranges<'c>, String> {
    reached(b, found, analysis, id, |_, _| false)
}

/// The ranges to compare before parts of the loop run in another order: not those of arrays that are known to be apart from all others.
pub fn to_compare<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    id: LoopId,
) -> Result<Vec<ObjectRange<'c>>, String> {
    Ok(reached(b, found, analysis, id, |scope, view| scope.is_apart(view))?.bounded)
}

fn reached<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    id: LoopId,
    may_skip: impl Fn(&Scope<'_, 'c>, &ViewInfo<'c>) -> bool,
) -> Result<Ranges<'c>, String> {
    let op = found.loops[id.0 as usize];
    let mut by_input: Vec<ObjectRange<'c>> = vec![];
    let mut unbounded: Vec<Unbounded<'c>> = vec![];
    let mut follows = None;
    for (number, storage) in found.arrays.iter().enumerate() {
        let array = ArrayId(number as u32);
        let accesses: Vec<_> = found.accesses_in(op).into_iter().filter(|it| found.array_of(*it) == array).collect();
        if accesses.is_empty() || storage.views.is_empty() {
            continue;
        }
        let scope = Scope { b, found, analysis, id };
        for view in &storage.views {
            let own: Vec<_> = accesses.iter().copied().filter(|it| scope.reaches(*it, view)).collect();
            if own.is_empty() {
                continue;
            }
            let is_late = |value: &Val<'c>| ir::defining_op(*value).is_some_and(|it| is_inside(it, op));
            let is_late_number = |value: &Val<'c>| ir::constant_int(*value).is_none() && is_late(value);
            // A workspace that is asked for in each iteration, or the number of elements that an inspector finds there: nothing before the loop
            // can name it.
            if is_late(&view.base) || view.sizes.iter().any(is_late_number) {
                return Err(format!("'{}' is known in the loop only", view.name));
            }
            if view.rows > 0 {
                follows = Some(format!("it follows the pointers in '{}'", view.name));
                let number = by_input.len() as i64;
                by_input.extend(rows::of_view(&scope, view, number, &own)?);
                continue;
            }
            match scope.view_range(array, storage, view, &own) {
                Ok(range) => merge(b, &mut by_input, range),
                Err(reason) if scope.is_apart_from_writes(view) => {
                    unbounded.push(Unbounded { base: view.base, object: view.object, reason });
                }
                Err(_) if may_skip(&scope, view) => {}
                Err(reason) => return Err(reason),
            }
        }
    }
    Ok(Ranges { bounded: by_input, unbounded, follows })
}

/// `may_pay`, and no two of the ranges overlap, which may take a call to find out.
pub fn where_disjoint<'c>(b: &Builder<'c>, may_pay: Val<'c>, ranges: Vec<ObjectRange<'c>>) -> Val<'c> {
    if !need_check(&ranges) {
        return may_pay;
    }
    let ranges: Vec<Range<'c>> = ranges.into_iter().map(|it| it.range).collect();
    and_then(b, may_pay, |b| DisjointOp::build(b, &ranges).disjoint())
}

/// The first, and only where it holds the other one.
pub fn and_then<'c>(b: &Builder<'c>, first: Val<'c>, other: impl FnOnce(&Builder<'c>) -> Val<'c>) -> Val<'c> {
    let (both, then, none) = b.scf_if(first, &[b.int(1)], true);
    let inside = b.in_block(then);
    inside.op("scf.yield", &[other(&inside)], &[], &[]);
    if let Some(none) = none {
        let outside = b.in_block(none);
        outside.op("scf.yield", &[outside.constant_bool(false)], &[], &[]);
    }
    ir::result(both)
}

/// May two of these ranges overlap, one of them written, without the compiler knowing?
pub fn need_check(ranges: &[ObjectRange<'_>]) -> bool {
    let is_written = |it: &ObjectRange<'_>| it.range.flags & flags::WRITE != 0;
    let has_rows = ranges.iter().any(|it| it.range.flags & flags::BEHIND != 0);
    has_rows && ranges.iter().any(is_written) || checked_pairs(ranges).next().is_some()
}

/// A range whose check says more than the accesses do: where it ends behind them, what the heap puts there decides.
pub fn decided_by_layout<'s, 'c>(ranges: &'s [ObjectRange<'c>]) -> Option<&'s ObjectRange<'c>> {
    checked_pairs(ranges).flat_map(|(a, b)| [a, b]).find(|it| it.is_upper_bound)
}

fn checked_pairs<'s, 'c>(
    ranges: &'s [ObjectRange<'c>],
) -> impl Iterator<Item = (&'s ObjectRange<'c>, &'s ObjectRange<'c>)> {
    let is_row = |it: &ObjectRange<'_>| it.range.flags & flags::BEHIND != 0;
    let apart = move |it: &ObjectRange<'_>| it.is_private || it.range.flags == flags::OVERWRITTEN || is_row(it);
    let has_object = |it: &Range<'_>| it.object >= 0 && it.flags & flags::TABLE == 0;
    let unknown = move |a: &Range<'_>, b: &Range<'_>| !has_object(a) || !has_object(b);
    let written = |a: &Range<'_>, b: &Range<'_>| (a.flags | b.flags) & flags::WRITE != 0;
    let pairs = ranges.iter().enumerate().flat_map(|(n, a)| ranges[n + 1..].iter().map(move |b| (a, b)));
    pairs.filter(move |(a, b)| !apart(a) && !apart(b) && unknown(&a.range, &b.range) && written(&a.range, &b.range))
}

/// Least and greatest subscript per dimension, or those of the first and last element, and whether there is any element at all (None: surely).
pub(crate) struct IndexBox<'c> {
    pub(crate) dims: Vec<(Val<'c>, Val<'c>)>,
    pub(crate) nonempty: Option<Val<'c>>,
    /// These are a first and a last element: others between them may have any subscripts.
    pub(crate) is_ends: bool,
}

pub(crate) struct Scope<'s, 'c> {
    pub(crate) b: &'s Builder<'c>,
    pub(crate) found: &'s Extracted<'c>,
    pub(crate) analysis: &'s Analysis,
    pub(crate) id: LoopId,
}

impl<'c> Scope<'_, 'c> {
    fn access_op(&self, access: AccessId) -> Op<'c> {
        self.found.accesses[access.0 as usize]
    }

    /// Is all that the loop writes known to be other objects than the one behind `view`, or variables of its own?
    fn is_apart_from_writes(&self, view: &ViewInfo<'c>) -> bool {
        let is_write = |it: &AccessId| self.found.model.accesses[it.0 as usize].kind == AccessKind::Write;
        self.is_apart_from(view, is_write)
    }

    /// Is all that the loop reaches otherwise known to be other objects than the one behind `view`, or variables of its own?
    fn is_apart(&self, view: &ViewInfo<'c>) -> bool {
        self.is_apart_from(view, |it| !self.reaches(*it, view))
    }

    /// The same of the arrays of some accesses.
    fn is_apart_from(&self, view: &ViewInfo<'c>, some: impl Fn(&AccessId) -> bool) -> bool {
        let accesses = self.found.accesses_in(self.found.loops[self.id.0 as usize]);
        let is_among =
            |number: usize| accesses.iter().any(|it| self.found.array_of(*it) == ArrayId(number as u32) && some(it));
        // Workspaces are memory of their own.
        let is_apart = |other: &ViewInfo<'c>| other.input.is_none() || other.object >= 0 && other.object != view.object;
        let mut arrays = (0..self.found.arrays.len()).filter(|it| is_among(*it));
        view.object >= 0 && arrays.all(|it| self.found.arrays[it].views.iter().all(is_apart))
    }

    fn reaches(&self, access: AccessId, view: &ViewInfo<'c>) -> bool {
        ir::operands(self.access_op(access)).iter().any(|it| ir::key(*it) == ir::key(view.result))
    }

    fn view_range(
        &self,
        array: ArrayId,
        storage: &Storage<'c>,
        view: &ViewInfo<'c>,
        accesses: &[AccessId],
    ) -> Result<ObjectRange<'c>, String> {
        let (box_, uncertain) = match storage.faithful {
            true => self.reach(view, accesses),
            false => (self.whole(view), false),
        };
        let box_ = box_.ok_or_else(|| format!("the extent of '{}' that the loop reaches is not known", view.name))?;
        let (lo, hi) = self.bytes(view, &box_.dims);
        let (lo, hi) = self.nothing_unless(box_.nonempty, lo, hi);
        let is_write = |it: &AccessId| self.found.model.accesses[it.0 as usize].kind == AccessKind::Write;
        let (writes, reads): (Vec<_>, Vec<_>) = accesses.iter().copied().partition(is_write);
        let written = !writes.is_empty();
        let may_end_outside = uncertain && view.extent(0).is_none();
        // Elements that are there may still be another thread's to write, or nobody's.
        let loose = match written {
            true => uncertain || !storage.faithful || self.may_stay(accesses) || self.may_go_beyond(view, &writes),
            false => may_end_outside,
        };
        let is_upper_bound = may_end_outside && !self.is_one_element(accesses);
        let mut bits = if reads.is_empty() { 0 } else { flags::READ };
        bits |= if written { flags::WRITE } else { 0 };
        let is_dense = self.is_dense(view, &box_.dims);
        let has_dims = !loose && !box_.is_ends && (1..=BOX_DIMS).contains(&view.strides.len());
        let lean = if has_dims && storage.faithful { self.lean(view, accesses) } else { None };
        let is_box = has_dims && (!is_dense || lean.is_some());
        let rows = if is_box { self.rows(view, &box_.dims) } else { vec![] };
        let is_alone = written && storage.faithful && storage.views.len() == 1;
        let overwritten = is_alone
            && match lean {
                Some(_) => self.analysis.overwrites_what_it_touches(array, self.id),
                None => self.analysis.overwrites(array, Some(self.id)),
            };
        bits |= if overwritten && !loose && (is_dense || is_box) { flags::OVERWRITTEN } else { 0 };
        bits |= if loose { flags::LOOSE } else { 0 };
        bits |= if loose && !may_end_outside { flags::THERE } else { 0 };
        let bits = if view.input.is_none() { self.workspace_flags(view, bits) } else { bits };
        let (rows, lean) = if bits == flags::OVERWRITTEN { (vec![], None) } else { (rows, lean) };
        let around =
            if loose || view.input.is_none() || view.is_inspected() { None } else { self.around(array, storage, view) };
        let (base, object, name) = (view.base, view.object, view.name.clone());
        let range = Range { base, lo, hi, flags: bits, object, name, rows, lean, around };
        let scalar = (view.rank() == 0 && !written && storage.views.len() == 1).then_some(view.result);
        let is_private = view.rank() == 0 && view.object >= 0 && is_local_variable(view);
        Ok(ObjectRange { range, scalar, is_upper_bound, is_private })
    }

    /// From where to where the loops around surely access the array through `view` when they have run, if it is more than the loop does.
    fn around(&self, array: ArrayId, storage: &Storage<'c>, view: &ViewInfo<'c>) -> Option<(Val<'c>, Val<'c>)> {
        let scope = Scope { id: self.outermost(view)?, ..*self };
        let all = self.found.accesses_in(self.found.loops[scope.id.0 as usize]);
        let accesses: Vec<_> =
            all.into_iter().filter(|it| self.found.array_of(*it) == array && self.reaches(*it, view)).collect();
        if !storage.faithful || scope.may_go_beyond(view, &accesses) {
            return None;
        }
        let (Some(box_), false) = scope.reach(view, &accesses) else { return None };
        let (lo, hi) = self.bytes(view, &box_.dims);
        Some(self.nothing_unless(box_.nonempty, lo, hi))
    }

    /// The outermost loop around in which nothing keeps an iteration from its end, and which the array is there before.
    fn outermost(&self, view: &ViewInfo<'c>) -> Option<LoopId> {
        let parent = |id: &LoopId| self.found.model.loops[id.0 as usize].parent;
        let is_clear = |id: &LoopId| {
            let op = self.found.loops[id.0 as usize];
            let is_there = ir::defining_op(view.base).is_none_or(|it| !is_inside(it, op));
            is_there && self.found.unknown_effects_in(op).is_none()
        };
        std::iter::successors(parent(&self.id), parent).take_while(is_clear).last()
    }

    /// Nobody sees a workspace before or after, unless accesses outside of the loop do, or its next execution in a loop around.
    fn workspace_flags(&self, view: &ViewInfo<'c>, bits: i64) -> i64 {
        let op = self.found.loops[self.id.0 as usize];
        let home = ir::defining_op(view.base).and_then(ir::parent);
        let mut around = ir::parents(op).take_while(|it| Some(*it) != home);
        if around.any(|it| ["affine.for", "scf.for", "scf.while"].contains(&ir::name(it))) {
            return bits;
        }
        let is_seen = ir::uses(view.result).into_iter().any(|it| !is_inside(it.0, op));
        if is_seen { bits } else { flags::OVERWRITTEN }
    }

    /// The subscripts between which the accesses stay, and whether some between them may be no access's and not there.
    fn reach(&self, view: &ViewInfo<'c>, accesses: &[AccessId]) -> (Option<IndexBox<'c>>, bool) {
        if !self.is_uncertain(view, accesses) {
            return (self.hull(view, accesses), false);
        }
        let ends = self.analysis.ends(accesses, self.id).filter(|_| view.is_nested());
        match ends.and_then(|it| self.index_box(it)) {
            Some(ends) => (Some(IndexBox { is_ends: true, ..ends }), false),
            None => (self.hull(view, accesses).map(|it| self.clamped(view, it)), true),
        }
    }

    /// Least and greatest subscript per dimension: from the accesses, or for a dimension without a bound from its size.
    fn hull(&self, view: &ViewInfo<'c>, accesses: &[AccessId]) -> Option<IndexBox<'c>> {
        match self.analysis.footprint(accesses, Some(self.id)) {
            Some(bounds) => self.index_box(bounds),
            None => self.whole(view),
        }
    }

    pub(crate) fn index_box(&self, bounds: BoundingBox) -> Option<IndexBox<'c>> {
        let value = |expr| emit::index(self.b, expr, &self.found.values);
        let dims: Option<Vec<_>> = bounds.dims.iter().map(|it| value(&it.lo).zip(value(&it.hi))).collect();
        let nonempty = match bounds.nonempty {
            Cond::Const(true) => None,
            cond => Some(emit::condition(self.b, &cond, &self.found.values)?),
        };
        Some(IndexBox { dims: dims?, nonempty, is_ends: false })
    }

    fn whole(&self, view: &ViewInfo<'c>) -> Option<IndexBox<'c>> {
        let dims: Option<Vec<_>> =
            (0..view.sizes.len()).map(|dim| Some((self.b.constant_index(0), self.last(view, dim)?))).collect();
        Some(IndexBox { dims: dims?, nonempty: None, is_ends: false })
    }

    /// The last subscript of a dimension of known extent.
    fn last(&self, view: &ViewInfo<'c>, dim: usize) -> Option<Val<'c>> {
        view.extent(dim).map(|size| self.b.subi(size, self.b.constant_index(1)))
    }

    /// May the hull have elements that no access reaches, and that the array need not have? What surely happens reaches
    /// elements of one array only, and all between them. Subscripts that data decide reach whatever they do. A corner of
    /// the hull that is no access's lies before or behind what is reached, and an array of unknown extent may begin or end there.
    fn is_uncertain(&self, view: &ViewInfo<'c>, accesses: &[AccessId]) -> bool {
        let has_corners = || view.extent(0).is_some() || self.analysis.reach_corners(accesses, self.id);
        match view.rank() {
            0 => false,
            1 => self.may_go_beyond(view, accesses),
            _ => self.may_go_beyond(view, accesses) || !has_corners(),
        }
    }

    /// Is the hull of what the accesses may reach larger than that of what they surely reach?
    fn may_go_beyond(&self, view: &ViewInfo<'c>, accesses: &[AccessId]) -> bool {
        if view.rank() == 0 || self.analysis.surely(accesses, self.id).len() == accesses.len() {
            return false;
        }
        match self.analysis.footprint(accesses, Some(self.id)) {
            Some(hull) => self.analysis.sure_footprint(accesses, self.id) != Some(hull),
            None => true,
        }
    }

    fn is_one_element(&self, accesses: &[AccessId]) -> bool {
        let hull = self.analysis.footprint(accesses, Some(self.id));
        hull.is_some_and(|it| it.dims.iter().all(|dim| dim.lo == dim.hi))
    }

    /// Are all writes atomic minima and maxima? Elements that are no greater or less are not the loop's to write.
    fn may_stay(&self, accesses: &[AccessId]) -> bool {
        let is_extreme = |op| {
            let update = ir::i64_attr(op, "kind").and_then(Update::of_kind);
            ir::is(op, ATOMIC) && update.is_some_and(|it| matches!(it.plain(), Plain::If(_)))
        };
        let is_write = |it: &&AccessId| self.found.model.accesses[it.0 as usize].kind == AccessKind::Write;
        accesses.iter().filter(is_write).all(|it| is_extreme(self.access_op(*it)))
    }

    /// No subscript is outside of its dimension.
    fn clamped(&self, view: &ViewInfo<'c>, mut box_: IndexBox<'c>) -> IndexBox<'c> {
        for (dim, (low, high)) in box_.dims.iter_mut().enumerate() {
            let Some(last) = self.last(view, dim) else { continue };
            *low = self.b.binary("arith.maxsi", *low, self.b.constant_index(0));
            *high = self.b.binary("arith.minsi", *high, last);
        }
        box_
    }

    /// An empty range is so for minima and maxima as well: from a huge to a very negative number.
    pub(crate) fn nothing_unless(&self, nonempty: Option<Val<'c>>, lo: Val<'c>, hi: Val<'c>) -> (Val<'c>, Val<'c>) {
        let Some(nonempty) = nonempty else { return (lo, hi) };
        let far = self.b.constant_index(i64::MAX / 4);
        let low = self.b.constant_index(-(i64::MAX / 4));
        (self.b.select(nonempty, lo, far), self.b.select(nonempty, hi, low))
    }

    /// The bytes from the first to behind the last element of a box.
    fn bytes(&self, view: &ViewInfo<'c>, box_: &[(Val<'c>, Val<'c>)]) -> (Val<'c>, Val<'c>) {
        let b = self.b;
        let (mut lo, mut hi) = (view.offset, view.offset);
        for ((least, greatest), stride) in box_.iter().zip(&view.strides) {
            lo = b.addi(lo, b.muli(*least, *stride));
            hi = b.addi(hi, b.muli(*greatest, *stride));
        }
        (lo, b.addi(hi, b.constant_index(view.elem_bytes)))
    }

    /// Of each dimension, the innermost first: how many subscripts the box has, and how many bytes they are apart.
    fn rows(&self, view: &ViewInfo<'c>, dims: &[(Val<'c>, Val<'c>)]) -> Vec<(Val<'c>, Val<'c>)> {
        let b = self.b;
        let count = |(lo, hi): (Val<'c>, Val<'c>)| b.addi(b.subi(hi, lo), b.constant_index(1));
        dims.iter().zip(&view.strides).rev().map(|(dim, stride)| (count(*dim), *stride)).collect()
    }

    /// By how many bytes the rows of what the accesses reach begin and end further on from one to the next.
    fn lean(&self, view: &ViewInfo<'c>, accesses: &[AccessId]) -> Option<(Val<'c>, Val<'c>)> {
        let bytes = view.strides.last().copied().and_then(ir::constant_int)?;
        let lean = self.analysis.lean(accesses, self.id)?;
        let number = |by: i64| Some(self.b.constant_index(by.checked_mul(bytes)?));
        number(lean.low).zip(number(lean.high))
    }

    /// The box's elements fill the bytes between its first and its last one: all dimensions but the first are whole, and each stride is the
    /// size of what lies under it.
    fn is_dense(&self, view: &ViewInfo<'c>, dims: &[(Val<'c>, Val<'c>)]) -> bool {
        let Some(innermost) = view.strides.last() else { return true };
        let is_whole = |dim: usize| {
            let Some(size) = view.extent(dim) else { return false };
            let (lo, hi) = (Term::of(dims[dim].0), Term::of(dims[dim].1));
            let is_all = lo == Term::constant(0) && hi.plus(1) == Some(Term::of(size));
            is_all && is_product(view.strides[dim - 1], size, view.strides[dim])
        };
        ir::constant_int(*innermost) == Some(view.elem_bytes) && (1..dims.len()).all(is_whole)
    }
}

/// A value and a constant, added.
#[derive(PartialEq, Eq)]
struct Term {
    value: Option<usize>,
    constant: i64,
}

impl Term {
    fn constant(constant: i64) -> Self {
        Self { value: None, constant }
    }

    fn of(value: Val<'_>) -> Self {
        if let Some(constant) = ir::constant_int(value) {
            return Self::constant(constant);
        }
        let sum = ir::defining_op(value).and_then(|op| {
            let [x, y] = ir::operands(op).try_into().ok()?;
            match (ir::name(op), ir::constant_int(x), ir::constant_int(y)) {
                ("arith.addi", _, Some(y)) => Self::of(x).plus(y),
                ("arith.addi", Some(x), _) => Self::of(y).plus(x),
                ("arith.subi", _, Some(y)) => Self::of(x).plus(y.checked_neg()?),
                _ => None,
            }
        });
        sum.unwrap_or(Self { value: Some(ir::key(value)), constant: 0 })
    }

    fn plus(self, more: i64) -> Option<Self> {
        Some(Self { constant: self.constant.checked_add(more)?, ..self })
    }
}

/// Is `value` seen to be `x * y`?
fn is_product(value: Val<'_>, x: Val<'_>, y: Val<'_>) -> bool {
    if let (Some(value), Some(x), Some(y)) = (ir::constant_int(value), ir::constant_int(x), ir::constant_int(y)) {
        return x.checked_mul(y) == Some(value);
    }
    let factors = ir::defining_op(value).filter(|it| ir::is(*it, "arith.muli")).map(ir::operands).unwrap_or_default();
    let is = |found: Val<'_>, wanted: Val<'_>| Term::of(found) == Term::of(wanted);
    matches!(factors[..], [a, b] if is(a, x) && is(b, y) || is(a, y) && is(b, x))
}

/// Adds a range, or widens the one of the same pointer.
fn merge<'c>(b: &Builder<'c>, all: &mut Vec<ObjectRange<'c>>, new: ObjectRange<'c>) {
    let Some(old) = all.iter_mut().find(|it| ir::key(it.range.base) == ir::key(new.range.base)) else {
        all.push(new);
        return;
    };
    old.range.lo = b.binary("arith.minsi", old.range.lo, new.range.lo);
    old.range.hi = b.binary("arith.maxsi", old.range.hi, new.range.hi);
    // The union of two overwritten ranges may have a gap.
    if old.range.flags != flags::OVERWRITTEN {
        old.range.flags = (old.range.flags | new.range.flags) & !flags::OVERWRITTEN;
    }
    old.range.rows.clear();
    old.range.lean = None;
    old.range.around = None;
    old.scalar = None;
    old.is_upper_bound |= new.is_upper_bound;
    old.is_private &= new.is_private;
}

/// Number of innermost iterations of loop `id`, as an upper bound: the most that each loop has, multiplied along the nest, summed over siblings.
pub fn instances<'c>(b: &Builder<'c>, found: &Extracted<'c>, analysis: &Analysis, id: LoopId) -> Val<'c> {
    inner_instances(b, found, analysis, id, id)
}

fn inner_instances<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    root: LoopId,
    id: LoopId,
) -> Val<'c> {
    let children: Vec<LoopId> = (0..found.loops.len() as u32)
        .map(LoopId)
        .filter(|it| found.model.loops[it.0 as usize].parent == Some(id))
        .collect();
    let inner =
        children.into_iter().map(|it| inner_instances(b, found, analysis, root, it)).reduce(|x, y| b.addi(x, y));
    let trips = trip_count(b, found, analysis, root, id);
    match (trips, inner) {
        (Some(trips), Some(inner)) => b.muli(trips, inner),
        (Some(trips), None) => trips,
        (None, Some(inner)) => inner,
        (None, None) => b.constant_index(1),
    }
}

/// The most iterations that loop `id` has in one execution of `root`.
pub fn trip_count<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    root: LoopId,
    id: LoopId,
) -> Option<Val<'c>> {
    let step = crate::affine::step(found.loops[id.0 as usize]).unwrap_or(1);
    trips_in(b, found, &analysis.longest(id, root)?, b.constant_index(0), step)
}

/// Iterations from `lower` to the upper end of a box of one dimension; 0 if the box is empty.
pub fn trips_in<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    range: &BoundingBox,
    lower: Val<'c>,
    step: i64,
) -> Option<Val<'c>> {
    let last = emit::index(b, &range.dims.first()?.hi, &found.values)?;
    let trips = crate::affine::trips(b, lower, b.addi(last, b.constant_index(1)), step);
    Some(match &range.nonempty {
        Cond::Const(true) => trips,
        cond => b.select(emit::condition(b, cond, &found.values)?, trips, b.constant_index(0)),
    })
}
