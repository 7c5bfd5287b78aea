//! From paths to objects and views. All accesses to one object are looked at together: those that may meet get one view.
//!
//! A subscript such as `i * n + j` is taken apart into `[i][j]` where `0 <= j < n` can be proven or checked (for all
//! accesses to the object with the same extents); else it stays opaque. So may `i * (n + 2) + j`.

use std::collections::BTreeMap;

use super::effects::{self, Root};
use super::nest::{Builder, SMALL, Shaped, elem_bytes, sum};
use super::path::{Index, Path, PathBase, Size, Step};
use super::poly::{Poly, gcd};
use super::prove::{Bounds, Range};
use super::{Reason, Result, spell};
use crate::ast::{DeclId, ExprId, ExprKind};
use crate::plan::{
    Access, Affine, Base, Dim, Elem, MAX_LEVEL, Object, ObjectId, Stride, Subscript, Symbol, SymbolId, Target, Term,
    Value, View, ViewId,
};

/// An access to memory outside the nest, or to a local array.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub expr: ExprId,
    pub path: Path,
    pub elem: Elem,
    pub writes: bool,
    /// The facts at the access, if its subscript is a product.
    pub facts: Option<Vec<Poly>>,
    /// The lvalues that are read only if the subscript stays opaque.
    pub opaque_reads: Vec<ExprId>,
}

/// Products of two ints are at most this, whichever way.
const PRODUCT: i64 = 1 << 62;

#[derive(Default)]
pub(super) struct Shapes {
    pub objects: Vec<Object>,
    pub views: Vec<View>,
    /// By [`Raw`].
    pub accesses: Vec<Shaped>,
}

/// Accesses of one object with one layout.
struct Draft {
    offset: i64,
    sizes: Vec<Size>,
    extents: Vec<Option<Affine>>,
    /// The first extent is what subscripts stay below, not the array's own.
    is_reach: bool,
    elem: Elem,
    members: Vec<usize>,
}

impl Builder<'_> {
    pub fn shapes(&mut self) -> Result<Shapes> {
        let mut shapes = Shapes { accesses: vec![(ViewId(0), Vec::new()); self.raws.len()], ..Shapes::default() };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for raw in 0..self.raws.len() {
            let base = self.raws[raw].path.base;
            match groups.iter_mut().find(|group| self.same_base(self.raws[group[0]].path.base, base)) {
                Some(group) => group.push(raw),
                None => groups.push(vec![raw]),
            }
        }
        for group in groups {
            let has_rows = group.iter().any(|&raw| self.raws[raw].path.rows.hops > 0);
            if !has_rows {
                self.recover(&group);
            }
            group.iter().for_each(|&raw| self.name_products(raw));
            match self.raws[group[0]].path.base {
                PathBase::Local(decl) => self.local_accesses(decl, &group)?,
                PathBase::Variable(_) | PathBase::Pointer(_) => self.object(&group, has_rows, &mut shapes)?,
            }
        }
        self.number(&mut shapes);
        Ok(shapes)
    }

    /// Local arrays are reached with all their subscripts or not at all. An element of another type than the array's has the bits that
    /// begin where the array's element does.
    fn local_accesses(&mut self, decl: DeclId, group: &[usize]) -> Result<()> {
        let (own, dims) = self.local_shape(self.unit.decl(decl).ty).unzip();
        let dims = dims.unwrap_or_default();
        for &raw in group {
            let Raw { expr, path, elem, writes, .. } = self.raws[raw].clone();
            let mut bytes = own.map_or(0, elem_bytes);
            let holds = elem_bytes(elem) == bytes || elem_bytes(elem) < bytes && !writes;
            let mut fits = holds && path.offset == 0 && path.steps.len() == dims.len();
            for (n, (step, &len)) in path.steps.iter().zip(&dims).enumerate().rev() {
                fits &= step.size == Size::constant(bytes) && (n == 0 || step.extent.is_some());
                bytes = bytes.saturating_mul(i64::try_from(len).unwrap_or(i64::MAX));
            }
            if !fits {
                return Err(Reason::at_expr(
                    expr,
                    format!("'{}' is not accessed by its subscripts", self.unit.decl(decl).name),
                ));
            }
            let subscripts = path.steps.iter().map(|step| subscript(&step.index)).collect();
            self.record(expr, super::nest::Found::Done(Access { target: Target::Local(decl), subscripts }));
        }
        Ok(())
    }

    fn object(&mut self, group: &[usize], has_rows: bool, shapes: &mut Shapes) -> Result<()> {
        let first = self.raws[group[0]].clone();
        let (base, name) = match first.path.base {
            PathBase::Pointer(e) => (Base::Pointer(e), spell::expr(self.unit, e)),
            PathBase::Variable(decl) | PathBase::Local(decl) => {
                (Base::Variable(decl), self.unit.decl(decl).name.clone())
            }
        };
        let live_out = match base {
            // Rows are memory of others.
            Base::Variable(_) if has_rows => true,
            Base::Variable(decl) => self.function.liveness.live_after(self.unit, self.root, decl),
            Base::Pointer(_) => true,
        };
        let object = ObjectId(shapes.objects.len() as u32);
        shapes.objects.push(Object { base, distinct: None, live_out, name });
        if has_rows {
            return self.row_views(object, group, shapes);
        }
        let drafts = self.drafts(group)?;
        for mut draft in drafts {
            self.bound(&mut draft);
            let view = ViewId(shapes.views.len() as u32);
            for &raw in &draft.members {
                let subscripts = self.raws[raw].path.steps.iter().map(|step| subscript(&step.index)).collect();
                shapes.accesses[raw] = (view, subscripts);
            }
            shapes.views.push(self.view(object, &draft));
        }
        Ok(())
    }

    /// Where the type does not tell the first extent and subscripts have values that are not affine: a number below which all of them
    /// stay, which is what the loops around them end at, or what such a value is taken modulo.
    fn bound(&self, draft: &mut Draft) {
        let first = |raw: &usize| self.raws[*raw].path.steps.first().map(|it| &it.index);
        let opaque = draft.members.iter().filter_map(first).any(|it| !it.terms.is_empty());
        if !opaque || draft.extents.first() != Some(&None) {
            return;
        }
        let indices = draft.members.iter().map(|it| first(it)?.value.clone()).collect::<Option<Vec<Poly>>>();
        let Some(indices) = indices else { return };
        let of_loops = self.loops.iter().flat_map(|it| &it.upper).map(Poly::from_affine);
        let cases = indices.iter().flat_map(Poly::opaques).flat_map(|id| &self.prover.opaques[id as usize]);
        let of_values = cases.filter_map(|case| match &case.bounds {
            Bounds::Between(_, greatest) => greatest.plus(1),
            Bounds::Is(_) => None,
        });
        let is_fixed = |it: &Poly| it.innermost().is_none();
        let mut candidates: Vec<Poly> = of_values.chain(of_loops).filter(is_fixed).collect();
        candidates.dedup();
        let bounds = |extent: &Poly| {
            draft.members.iter().zip(&indices).all(|(raw, index)| self.stays_below(*raw, index, extent))
        };
        draft.extents[0] = candidates.iter().find(|it| bounds(it)).and_then(Poly::to_affine);
        draft.is_reach = draft.extents[0].is_some();
    }

    /// The subscript is from 0 to before the extent, by what is known at the access.
    fn stays_below(&self, raw: usize, index: &Poly, extent: &Poly) -> bool {
        let facts = self.raws[raw].facts.as_ref().unwrap_or(&self.prover.facts);
        let last = extent.sub(index).and_then(|it| it.plus(-1));
        [Some(index.clone()), last]
            .into_iter()
            .all(|goal| goal.is_some_and(|goal| self.prover.proves_from(facts, &goal)))
    }

    fn view(&self, object: ObjectId, draft: &Draft) -> View {
        let raw = &self.raws[draft.members[0]];
        let name = match raw.path.base {
            PathBase::Variable(decl) if raw.path.steps.is_empty() && raw.path.offset == 0 => {
                self.unit.decl(decl).name.clone()
            }
            _ => spell::array(self.unit, raw.expr),
        };
        let dim = |(size, extent): (&Size, &Option<Affine>)| Dim {
            extent: extent.clone(),
            stride: Stride { bytes: size.bytes, factors: size.factors.clone() },
        };
        let dims = draft.sizes.iter().zip(&draft.extents).map(dim).collect();
        let offset = super::nest::constant(draft.offset);
        View { object, offset, dims, elem: draft.elem, name, rows: 0, is_reach: draft.is_reach }
    }

    /// Groups accesses by layout; layouts that may overlap become one flat array.
    fn drafts(&mut self, group: &[usize]) -> Result<Vec<Draft>> {
        let mut drafts: Vec<Draft> = Vec::new();
        for &raw in group {
            let Raw { path, elem, .. } = &self.raws[raw];
            let sizes: Vec<Size> = path.steps.iter().map(|step| step.size.clone()).collect();
            let extents: Vec<Option<Affine>> = path.steps.iter().map(|step| step.extent.clone()).collect();
            let inner = |extents: &[Option<Affine>]| extents.get(1..).map(<[_]>::to_vec);
            let same = |draft: &&mut Draft| {
                draft.offset == path.offset
                    && draft.elem == *elem
                    && draft.sizes == sizes
                    && inner(&draft.extents) == inner(&extents)
            };
            match drafts.iter_mut().find(same) {
                Some(draft) => {
                    draft.members.push(raw);
                    if draft.extents.first() != extents.first() {
                        draft.extents[0] = None;
                    }
                }
                None => drafts.push(Draft {
                    offset: path.offset,
                    sizes,
                    extents,
                    is_reach: false,
                    elem: *elem,
                    members: vec![raw],
                }),
            }
        }
        let clash = |a: &Draft, b: &Draft| !are_disjoint(a, b);
        let clashes = drafts.iter().enumerate().any(|(i, a)| drafts[..i].iter().any(|b| clash(a, b)));
        // Where nothing bounds an inner subscript, it may reach what the next outer one does.
        let unbounded = |raw: &usize| {
            let steps = &self.raws[*raw].path.steps;
            let moves = |steps: &[Step]| steps.iter().any(|step| !step.index.is_zero());
            steps.iter().enumerate().any(|(n, step)| step.extent.is_none() && moves(&steps[..n]))
        };
        let clashes = clashes || group.iter().any(unbounded);
        if clashes { self.flatten(drafts).map(|draft| vec![draft]) } else { Ok(drafts) }
    }

    /// One dimension of elements for all accesses.
    fn flatten(&mut self, drafts: Vec<Draft>) -> Result<Draft> {
        let members: Vec<usize> = drafts.iter().flat_map(|draft| draft.members.iter().copied()).collect();
        let at = self.raws[members[0]].expr;
        let fail =
            || Reason::at_expr(at, format!("'{}' is accessed in shapes that may overlap", spell::array(self.unit, at)));
        let (elem, offset) = (drafts[0].elem, drafts.iter().map(|draft| draft.offset).min().unwrap_or(0));
        let bytes = elem_bytes(elem);
        if drafts.iter().any(|draft| draft.elem != elem) {
            return Err(fail());
        }
        for &raw in &members {
            let index = flat_index(&self.raws[raw].path, offset, bytes).ok_or_else(fail)?;
            self.raws[raw].path.steps = vec![Step { index, size: Size::constant(bytes), extent: None }];
        }
        Ok(Draft { offset, sizes: vec![Size::constant(bytes)], extents: vec![None], is_reach: false, elem, members })
    }

    /// Takes linearized subscripts of an object apart, all or none: the first one of each, behind which there may be others
    /// (`cells[i * n + j].speed[k]`).
    fn recover(&mut self, group: &[usize]) {
        let is_product = |raw: &Raw| raw.facts.is_some();
        let Some(size) =
            group.iter().map(|&raw| &self.raws[raw]).find(|raw| is_product(raw)).and_then(|raw| raw.path.steps.first())
        else {
            return;
        };
        let size = size.size.clone();
        let members: Vec<usize> = group.iter().copied().filter(|&raw| self.is_linear_in(raw, &size)).collect();
        if self.is_read_only(group) && self.meets_others(&members, group) {
            return;
        }
        let Some(steps) = self.take_apart(&members, &size) else { return };
        for (raw, steps) in members.into_iter().zip(steps) {
            let all = steps.iter().chain(&self.raws[raw].path.steps[1..]);
            if all.flat_map(|it| &it.index.terms).next().is_none() {
                for read in std::mem::take(&mut self.raws[raw].opaque_reads) {
                    self.found.remove(&read);
                }
            }
            self.raws[raw].path.steps.splice(..1, steps);
        }
    }

    /// What reaches the same elements in a way that is not understood keeps all of them in one row. Where some are stored that would
    /// not help, and loops further inside may still be nests.
    fn meets_others(&self, members: &[usize], group: &[usize]) -> bool {
        let path = |raw: &usize| &self.raws[*raw].path;
        let meets = |raw: &usize| members.iter().any(|it| path(it).offset == path(raw).offset);
        group.iter().any(|raw| !members.contains(raw) && meets(raw))
    }

    fn is_read_only(&self, group: &[usize]) -> bool {
        let place = |raw: &usize| effects::place(self.unit, self.raws[*raw].expr);
        group.iter().all(|raw| self.effects.may_change_by_address_only(&place(raw)))
    }

    /// `r * n + j` where `r` and `n` do not change: the product is a symbol of its own.
    fn name_products(&mut self, raw: usize) {
        let values: Vec<Option<Poly>> = self.raws[raw].path.steps.iter().map(|step| step.index.value.clone()).collect();
        let is_product = |value: &Option<Poly>| value.as_ref().is_some_and(|value| value.to_affine().is_none());
        if !values.iter().any(is_product) {
            return;
        }
        let mark = self.mark();
        let Some(named) = values.into_iter().map(|value| self.with_named_products(&value?)).collect::<Option<Vec<_>>>()
        else {
            self.rollback(mark);
            return;
        };
        for (step, value) in self.raws[raw].path.steps.iter_mut().zip(named) {
            step.index = Index { value: Some(value.clone()), plus: value, terms: Vec::new() };
        }
        for read in std::mem::take(&mut self.raws[raw].opaque_reads) {
            self.found.remove(&read);
        }
    }

    /// The value as an affine one, if its products are of symbols alone.
    fn with_named_products(&mut self, value: &Poly) -> Option<Poly> {
        let mut sum = Poly::default();
        for (product, coefficient) in value.iter() {
            let symbols: Vec<SymbolId> = product.iter().filter_map(|&term| super::poly::symbol(term)).collect();
            let term = match product.len() {
                _ if product.iter().any(|it| matches!(it, Term::Opaque(_))) => return None,
                0 | 1 => Poly::monomial(product.to_vec(), coefficient),
                length if length == symbols.len() => {
                    Poly::term(Term::Symbol(self.product(&symbols)?)).scale(coefficient)?
                }
                _ => return None,
            };
            sum = sum.add(&term)?;
        }
        Some(sum)
    }

    /// A symbol for the product, which 64 bits hold: its factors' types say so, or a check does.
    fn product(&mut self, factors: &[SymbolId]) -> Option<SymbolId> {
        let is_it = |symbol: &Symbol| matches!(&symbol.value, Value::Product(known) if known == factors);
        if let Some(known) = self.symbols.iter().position(is_it) {
            return Some(SymbolId(known as u32));
        }
        let value = Poly::monomial(factors.iter().copied().map(Term::Symbol).collect(), 1);
        let (range, far) = (self.prover.range(&value), Range::within(PRODUCT));
        let level = factors.iter().map(|it| self.level(*it)).max().unwrap_or(0);
        let is_far = range.intersection(far) != range;
        if is_far && (level >= MAX_LEVEL || factors.len() > 3) {
            return None;
        }
        if is_far {
            let facts = std::mem::take(&mut self.prover.facts);
            for limit in [value.plus(SMALL)?, value.scale(-1)?.plus(SMALL)?] {
                self.add_check(limit);
            }
            self.prover.facts = facts;
        }
        let range = if is_far { range.intersection(Range::within(SMALL)) } else { range };
        let name = self.spell(&value);
        Some(self.add_symbol(Value::Product(factors.to_vec()), name, level, range))
    }

    fn is_linear_in(&self, raw: usize, size: &Size) -> bool {
        let Some((first, rest)) = self.raws[raw].path.steps.split_first() else { return false };
        let is_plain = |it: &Step| it.size.factors.is_empty() && it.index.value.is_some();
        first.size == *size && is_plain(first) && rest.iter().all(|it| is_plain(it) && it.extent.is_some())
    }

    /// Strides are symbols, or symbols and a constant (`i * (n + 2) + j`): first without checks, then with.
    fn take_apart(&mut self, members: &[usize], size: &Size) -> Option<Vec<Vec<Step>>> {
        let values: Vec<Poly> =
            members.iter().filter_map(|&raw| self.raws[raw].path.steps[0].index.value.clone()).collect();
        let (plain, moved) = (Shift::default(), shift(&values));
        let both = [(&plain, false), (&moved, false), (&plain, true), (&moved, true)];
        let tries = if moved.is_empty() { &both[2..3] } else { &both[..] };
        for &(shift, may_check) in tries {
            let (mark, checks) = (self.mark(), self.checks.len());
            let steps = self.take_apart_by(members, &values, size, (shift, may_check));
            if steps.is_some() && (may_check || self.checks.len() == checks) {
                return steps;
            }
            self.rollback(mark);
        }
        None
    }

    /// Inside, each symbol stands for itself plus what `shift` says.
    fn take_apart_by(
        &mut self,
        members: &[usize],
        values: &[Poly],
        size: &Size,
        (shift, may_check): (&Shift, bool),
    ) -> Option<Vec<Vec<Step>>> {
        let values = values.iter().map(|it| with_shift(it, shift, -1)).collect::<Option<Vec<_>>>()?;
        let strides = strides(&values).filter(|it| may_check || is_chain(it))?;
        let first =
            members.first().map(|it| (self.raws[*it].expr, self.raws[*it].facts.clone().unwrap_or_default()))?;
        let saved = std::mem::replace(&mut self.prover.facts, first.1);
        let extents = strides.windows(2).map(|pair| self.inner_extent(&pair[0], &pair[1], shift, first.0));
        let extents: Option<Vec<Poly>> = extents.collect();
        self.prover.facts = saved;
        let extents = extents?;
        let mut result = vec![vec![]; members.len()];
        for number in farthest_first(&values) {
            let (raw, value) = (members[number], &values[number]);
            let subscripts = split(value, &strides)?;
            let mut subscripts = subscripts.iter().map(|it| with_shift(it, shift, 1)).collect::<Option<Vec<_>>>()?;
            let facts = self.raws[raw].facts.clone().unwrap_or_default();
            let saved = std::mem::replace(&mut self.prover.facts, facts);
            let fits = self.fit(&mut subscripts, &extents, self.raws[raw].expr);
            self.prover.facts = saved;
            fits?;
            result[number] = steps(subscripts, &extents, &sizes(&strides, size, shift)?, &self.opaques)?;
        }
        Some(result)
    }

    /// How many of `inner` make one of `outer`: a quotient, rounded down, where that is no product of symbols. All subscripts are below it, so
    /// no two elements meet.
    fn inner_extent(&mut self, outer: &LinearStride, inner: &LinearStride, shift: &Shift, at: ExprId) -> Option<Poly> {
        if let Some(product) = extent(outer, inner).filter(|it| it.to_affine().is_some()) {
            return with_shift(&product, shift, 1);
        }
        let [of, by] = [outer, inner].map(LinearStride::elements);
        let is_early = |it: SymbolId| self.level(it) == 0 && !shift.contains_key(&it);
        let is_known = of.symbols().into_iter().chain(by.symbols()).all(is_early) && of.degree().max(by.degree()) <= 3;
        self.ensure(&by.plus(-1).filter(|_| is_known)?, at, "a stride may not be positive").ok()?;
        let range = self.limit(at, &[by.clone(), of.clone()]).ok()?;
        let value = Value::Quotient { of: sum(&of), by: sum(&by) };
        let known = self.symbols.iter().position(|symbol| symbol.value == value);
        let name = format!("({}) / ({})", self.spell(&of), self.spell(&by));
        let range = Range { min: range.min.min(-1), max: range.max.max(0) };
        let symbol = known.map(|it| SymbolId(it as u32)).unwrap_or_else(|| self.add_symbol(value, name, 0, range));
        Some(Poly::term(Term::Symbol(symbol)))
    }

    /// Makes each inner subscript lie between 0 and its extent, carrying into the next outer one if need be. So many of the inner
    /// stride as a quotient says, rounded down, may be less than the outer one: nothing is carried then.
    fn fit(&mut self, subscripts: &mut [Poly], extents: &[Poly], at: ExprId) -> Option<()> {
        for inner in (1..subscripts.len()).rev() {
            let extent = &extents[inner - 1];
            let carried =
                |carry: i64| Some((subscripts[inner].add(&extent.scale(carry)?)?, subscripts[inner - 1].plus(-carry)?));
            let fits = |value: &Poly| Some([value.clone(), extent.sub(value)?.plus(-1)?]);
            let carries: &[i64] = if self.is_quotient(extent) { &[0] } else { &[0, 1, -1] };
            let all: Vec<_> = carries.iter().filter_map(|it| carried(*it)).collect();
            let is_proven =
                |it: &&(Poly, Poly)| fits(&it.0).is_some_and(|goals| goals.iter().all(|goal| self.prover.proves(goal)));
            let is_checked = |this: &mut Self, it: &(Poly, Poly)| {
                let mark = this.mark();
                let ensured = |goal: &Poly| this.ensure(goal, at, "subscript out of bounds").is_ok();
                let fits = fits(&it.0).is_some_and(|goals| goals.iter().all(ensured));
                if !fits {
                    this.rollback(mark);
                }
                fits
            };
            let chosen = all.iter().find(is_proven).or_else(|| all.iter().find(|it| is_checked(self, it)));
            (subscripts[inner], subscripts[inner - 1]) = chosen?.clone();
        }
        Some(())
    }

    fn is_quotient(&self, value: &Poly) -> bool {
        value.symbols().into_iter().any(|it| matches!(self.symbols[it.0 as usize].value, Value::Quotient { .. }))
    }

    /// Which objects are known to be apart from all others.
    fn number(&self, shapes: &mut Shapes) {
        let has_rows = |number: usize| shapes.views.iter().any(|it| it.rows > 0 && it.object.0 as usize == number);
        // Rows may be anybody's.
        let root = |(number, object): (usize, &Object)| match has_rows(number) {
            true => Root::Pointer(None),
            false => self.root(&object.base),
        };
        let objects = &shapes.objects;
        // Of a base that is not understood: it may be made of the variable.
        let leads = |number: usize, variable: DeclId| match objects[number].base {
            Base::Variable(decl) => decl == variable,
            Base::Pointer(e) => super::visit::mentions(self.unit, super::visit::Item::Expr(e), variable),
        };
        let roots: Vec<Root> = objects.iter().enumerate().map(root).collect();
        let is_apart = |mine: usize| match roots[mine] {
            Root::Pointer(Some(p)) => roots.iter().enumerate().all(|(other, &root)| {
                let is_alone = || effects::owns(self.unit, p) && !leads(other, p);
                mine == other || is_alone() || effects::is_apart(self.unit, &self.function.effects, p, root)
            }),
            Root::Pointer(None) => false,
            Root::Variable(decl) => roots.iter().enumerate().all(|(other, &root)| match root {
                Root::Pointer(Some(p)) => {
                    !effects::pointed_at(self.unit, decl)
                        || effects::owns(self.unit, p)
                        || effects::is_apart(self.unit, &self.function.effects, p, roots[mine])
                }
                Root::Pointer(None) => !effects::pointed_at(self.unit, decl) && !leads(other, decl),
                Root::Variable(x) => mine == other || effects::are_two_objects(self.unit, decl, x),
            }),
        };
        let apart: Vec<bool> = (0..objects.len()).map(is_apart).collect();
        for ((number, object), apart) in (0..).zip(&mut shapes.objects).zip(apart) {
            object.distinct = apart.then_some(number);
        }
    }

    fn root(&self, base: &Base) -> Root {
        match base {
            Base::Variable(decl) => Root::Variable(*decl),
            Base::Pointer(e) => match self.unit.expr(*e).kind {
                ExprKind::Cast { arg, .. } => match self.unit.expr(arg).kind {
                    ExprKind::Ref { decl } => Root::Pointer(Some(decl)),
                    _ => Root::Pointer(None),
                },
                _ => Root::Pointer(None),
            },
        }
    }
}

pub(super) fn subscript(index: &Index) -> Subscript {
    let plus = index.plus.to_affine().unwrap_or_default();
    match index.terms.as_slice() {
        [] => Subscript::Affine(plus),
        terms => Subscript::Opaque { terms: terms.to_vec(), plus },
    }
}

/// The number of the element in bytes / `bytes` from `offset`; None if a size is not constant.
fn flat_index(path: &Path, offset: i64, bytes: i64) -> Option<Index> {
    let exact = |value: i64| (value % bytes == 0).then_some(value / bytes);
    let mut plus = Poly::constant(exact(path.offset.checked_sub(offset)?)?);
    let mut terms = Vec::new();
    for step in &path.steps {
        let factor = if step.size.factors.is_empty() { exact(step.size.bytes)? } else { return None };
        plus = plus.add(&step.index.plus.scale(factor)?)?;
        for &(e, sign) in &step.index.terms {
            terms.push((e, sign.checked_mul(factor)?));
        }
    }
    Some(Index { value: terms.is_empty().then(|| plus.clone()), plus, terms })
}

/// Two layouts of one object that cannot meet: at every distance that their strides allow, the bytes differ. Inner
/// subscripts stay within their extents.
fn are_disjoint(a: &Draft, b: &Draft) -> bool {
    let splits = |draft: &Draft| 0..=draft.sizes.len();
    splits(a).any(|i| splits(b).any(|j| apart(a, i, b, j) == Some(true)))
}

/// With the inner dimensions of `a` from `i` on and of `b` from `j` on as blocks of bytes, the outer ones as strides.
fn apart(a: &Draft, i: usize, b: &Draft, j: usize) -> Option<bool> {
    let strides = a.sizes[..i].iter().chain(&b.sizes[..j]).map(|size| size.bytes.unsigned_abs());
    let period = strides.fold(0, gcd);
    let (a, b) = ((a.offset, span(a, i)?), (b.offset, span(b, j)?));
    let (low, high) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let distance = u64::try_from(high.0.checked_sub(low.0)?).ok()?;
    if period == 0 {
        return Some(distance >= low.1);
    }
    let distance = distance % period;
    Some(distance >= low.1 && distance.checked_add(high.1)? <= period)
}

/// Bytes from the first to the end of the last element over the dimensions from `from` on.
fn span(draft: &Draft, from: usize) -> Option<u64> {
    let mut bytes = elem_bytes(draft.elem).unsigned_abs();
    for (size, extent) in draft.sizes[from..].iter().zip(&draft.extents[from..]) {
        let extent = extent
            .as_ref()
            .filter(|extent| extent.terms.is_empty() && extent.constant > 0 && size.factors.is_empty())?;
        bytes = (extent.constant as u64 - 1).checked_mul(size.bytes.unsigned_abs())?.checked_add(bytes)?;
    }
    Some(bytes)
}

/// Subscripts with what an element of each dimension takes.
fn steps(subscripts: Vec<Poly>, extents: &[Poly], sizes: &[Size], opaques: &[ExprId]) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for (k, (value, size)) in subscripts.into_iter().zip(sizes).enumerate() {
        let extent = match k {
            0 => None,
            _ => Some(extents[k - 1].to_affine()?),
        };
        steps.push(Step { index: index(value, opaques)?, size: size.clone(), extent });
    }
    Some(steps)
}

/// An affine value, or one with terms that are evaluated in their place.
fn index(value: Poly, opaques: &[ExprId]) -> Option<Index> {
    let (mut plus, mut terms) = (Poly::default(), Vec::new());
    for (product, coefficient) in value.iter() {
        if let [Term::Opaque(id)] = product {
            terms.push((opaques[*id as usize], coefficient));
        } else {
            plus = plus.add(&Poly::monomial(product.to_vec(), coefficient))?;
        }
    }
    plus.to_affine()?;
    Some(Index { value: Some(value), plus, terms })
}

fn sizes(strides: &[LinearStride], element: &Size, shift: &Shift) -> Option<Vec<Size>> {
    let factor = |symbol: &SymbolId| Affine {
        constant: shift.get(symbol).copied().unwrap_or(0),
        terms: vec![(Term::Symbol(*symbol), 1)],
    };
    let size = |stride: &LinearStride| {
        let bytes = element.bytes.checked_mul(stride.factor)?;
        Some(Size { bytes, factors: stride.symbols.iter().map(factor).collect() })
    };
    strides.iter().map(size).collect()
}

/// What is added to a symbol.
type Shift = BTreeMap<SymbolId, i64>;

/// The constants beside symbols in strides: `i * n` and `2 * i` are `i * (n + 2)`.
fn shift(values: &[Poly]) -> Shift {
    let mut found = Shift::default();
    for value in values {
        for (product, coefficient) in value.iter() {
            let symbols: Vec<SymbolId> = product.iter().filter_map(|&term| super::poly::symbol(term)).collect();
            for symbol in symbols.iter().filter(|_| product.len() == symbols.len() + 1) {
                let mut rest = product.to_vec();
                rest.retain(|it| *it != Term::Symbol(*symbol));
                let times = product.len() - rest.len();
                rest.extend(std::iter::repeat_n(Term::Symbol(*symbol), times - 1));
                rest.sort();
                let (beside, all) = (value.get(&rest), coefficient.checked_mul(times as i64));
                if let Some(constant) = all.filter(|all| beside != 0 && beside % all == 0).map(|all| beside / all) {
                    found.entry(*symbol).or_insert(constant);
                }
            }
        }
    }
    found
}

/// With each symbol plus `sign` times its shift in its place.
fn with_shift(value: &Poly, shift: &Shift, sign: i64) -> Option<Poly> {
    let mut sum = Poly::default();
    for (product, coefficient) in value.iter() {
        let mut all = Poly::constant(coefficient);
        for term in product {
            let constant = super::poly::symbol(*term).and_then(|it| shift.get(&it)).copied().unwrap_or(0);
            all = all.mul(&Poly::term(*term).plus(constant.checked_mul(sign)?)?)?;
        }
        sum = sum.add(&all)?;
    }
    Some(sum)
}

/// `factor * product of symbols` elements.
struct LinearStride {
    symbols: Vec<SymbolId>,
    factor: i64,
    /// The outermost loop whose index it is multiplied with.
    outermost: u32,
}

impl LinearStride {
    fn elements(&self) -> Poly {
        Poly::monomial(self.symbols.iter().copied().map(Term::Symbol).collect(), self.factor)
    }
}

/// Each stride is a multiple of the next.
fn is_chain(strides: &[LinearStride]) -> bool {
    strides.windows(2).all(|pair| extent(&pair[0], &pair[1]).is_some_and(|extent| extent.to_affine().is_some()))
}

/// The values' numbers: first those with the greatest and the least constant. What holds for these is known to hold for those between.
fn farthest_first(values: &[Poly]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&it| std::cmp::Reverse(values[it].get(&[])));
    if order.len() > 2 {
        order[1..].rotate_right(1);
    }
    order
}

/// The strides that products of an index and symbols show, those of more symbols or else of outer loops first; the last is 1.
fn strides(values: &[Poly]) -> Option<Vec<LinearStride>> {
    let mut found: Vec<LinearStride> = vec![LinearStride { symbols: Vec::new(), factor: 1, outermost: u32::MAX }];
    for (product, coefficient) in values.iter().flat_map(Poly::iter) {
        let symbols: Vec<SymbolId> = product.iter().filter_map(|&term| super::poly::symbol(term)).collect();
        match product.len() - symbols.len() {
            0 => continue,
            1 => {}
            _ => return None,
        }
        let number = product.iter().filter_map(|it| if let Term::Loop(id) = it { Some(id.0) } else { None }).min();
        let outermost = number.unwrap_or(u32::MAX);
        match found.iter_mut().find(|stride| stride.symbols == symbols) {
            Some(stride) if symbols.is_empty() => stride.factor = 1,
            Some(stride) => {
                stride.outermost = stride.outermost.min(outermost);
                stride.factor = i64::try_from(gcd(stride.factor.unsigned_abs(), coefficient.unsigned_abs())).ok()?
            }
            None => found.push(LinearStride { symbols, factor: coefficient.checked_abs()?, outermost }),
        }
    }
    found.sort_by_key(|stride| (std::cmp::Reverse(stride.symbols.len()), stride.outermost));
    // Each factor divides those of the larger strides.
    for k in 1..found.len() {
        let factor = gcd(found[k - 1].factor.unsigned_abs(), found[k].factor.unsigned_abs());
        found[k].factor = i64::try_from(factor).ok()?;
    }
    (found.len() > 1).then_some(found)
}

/// How many of `inner` make one of `outer`.
fn extent(outer: &LinearStride, inner: &LinearStride) -> Option<Poly> {
    let mut product = outer.symbols.clone();
    for symbol in &inner.symbols {
        product.remove(product.iter().position(|other| other == symbol)?);
    }
    let factor = (outer.factor % inner.factor == 0).then_some(outer.factor / inner.factor)?;
    Some(Poly::monomial(product.into_iter().map(Term::Symbol).collect(), factor))
}

/// The subscripts whose products with the strides sum up to `value`.
fn split(value: &Poly, strides: &[LinearStride]) -> Option<Vec<Poly>> {
    let mut subscripts = vec![Poly::default(); strides.len()];
    'monomials: for (product, coefficient) in value.iter() {
        for (subscript, stride) in subscripts.iter_mut().zip(strides) {
            if let Some(quotient) = quotient(product, coefficient, stride) {
                *subscript = subscript.add(&quotient)?;
                continue 'monomials;
            }
        }
        return None;
    }
    Some(subscripts)
}

/// `coefficient * product / stride`, if that is affine.
fn quotient(product: &[Term], coefficient: i64, stride: &LinearStride) -> Option<Poly> {
    let mut rest = product.to_vec();
    for &symbol in &stride.symbols {
        rest.remove(rest.iter().position(|&term| term == Term::Symbol(symbol))?);
    }
    (rest.len() <= 1 && coefficient % stride.factor == 0).then(|| Poly::monomial(rest, coefficient / stride.factor))
}
