//! Rows behind pointers: `m[i][j]` where the nest itself loads `m[i]`. The table's subscripts and the row's are the subscripts of one
//! view, whose rows are taken for disjoint; that is checked before a launch. Never looks at what the table holds.

use super::nest::{Builder, constant, elem_of};
use super::path::{Index, Path, PathBase, Step};
use super::shape::{Shapes, subscript};
use super::{Reason, Result, spell};
use crate::ast::{ExprId, TypeKind};
use crate::plan::{Dim, ObjectId, Stride, View, ViewId};

/// Pointers on the way to a row, as many as the check before a launch tells rows apart by.
const MOST_HOPS: usize = 2;

impl Builder<'_> {
    /// What is behind pointer `e`, an element of a table at `lvalue`; None if its place has no affine subscripts.
    pub fn row(&mut self, e: ExprId, lvalue: ExprId) -> Option<Path> {
        let target = self.target_type(e).ok()?;
        let is_pointer = matches!(self.unit.ty(target).kind, TypeKind::Pointer { .. });
        if !is_pointer && elem_of(self.unit.ty(target)).is_none() {
            return None;
        }
        let mark = self.mark();
        let path = self.lvalue(lvalue).ok().filter(is_table).and_then(|mut path| {
            let size = self.size_of(target, e).ok()?;
            if path.rows.hops == 0 {
                path.rows.offset = path.offset;
            } else if path.rows.hops == MOST_HOPS {
                return None;
            }
            path.rows.hops += 1;
            path.steps.push(Step { index: Index::zero(), size, extent: None });
            Some(path)
        });
        if path.is_none() {
            self.rollback(mark);
        }
        path
    }

    /// The views of an object that is a table of pointers: one for each table and type.
    pub fn row_views(&mut self, object: ObjectId, group: &[usize], shapes: &mut Shapes) -> Result<()> {
        let first = shapes.views.len();
        for &raw in group {
            let at = self.raws[raw].expr;
            let view = self.row_view(object, raw).ok_or_else(|| self.shapes_differ(at))?;
            let subscripts = self.raws[raw].path.steps.iter().map(|step| subscript(&step.index)).collect();
            let known = shapes.views[first..].iter().position(|it| it.offset == view.offset);
            let number = first + known.unwrap_or(shapes.views.len() - first);
            match shapes.views.get(number) {
                // Two ways to see one table might see one row in two ways.
                Some(known) if (known.rows, known.elem, &known.dims) != (view.rows, view.elem, &view.dims) => {
                    return Err(self.shapes_differ(at));
                }
                Some(_) => {}
                None => shapes.views.push(view),
            }
            shapes.accesses[raw] = (ViewId(number as u32), subscripts);
        }
        Ok(())
    }

    fn shapes_differ(&self, at: ExprId) -> Reason {
        Reason::at_expr(at, format!("'{}' is accessed in shapes that may overlap", spell::array(self.unit, at)))
    }

    fn row_view(&self, object: ObjectId, raw: usize) -> Option<View> {
        let raw = &self.raws[raw];
        let rows = raw.path.rows;
        // A field of what a row holds would need an offset there.
        if rows.hops == 0 || raw.path.steps.len() != rows.hops + 1 || raw.path.offset != rows.offset {
            return None;
        }
        let stride = |step: &Step| Stride { bytes: step.size.bytes, factors: vec![] };
        let is_plain = |step: &Step| step.size.factors.is_empty() && step.extent.is_none();
        // All subscripts of the row: those of the table may have an extent, which says no more than its size.
        raw.path.steps.last().filter(|step| is_plain(step))?;
        let dims = raw.path.steps.iter().map(|step| Dim { extent: None, stride: stride(step) }).collect();
        let name = spell::array(self.unit, raw.expr);
        Some(View {
            object,
            offset: constant(rows.offset),
            dims,
            elem: raw.elem,
            name,
            rows: rows.hops,
            is_reach: false,
        })
    }
}

/// A table's element: one affine subscript behind each pointer that was followed, and of elements of constant size.
fn is_table(path: &Path) -> bool {
    let is_affine = |step: &Step| {
        let value = step.index.value.as_ref().and_then(super::poly::Poly::to_affine);
        step.index.terms.is_empty() && value.is_some() && step.size.factors.is_empty() && step.size.bytes > 0
    };
    let is_outside = matches!(path.base, PathBase::Variable(_) | PathBase::Pointer(_));
    let is_at_start = path.rows.hops == 0 || path.offset == path.rows.offset;
    is_outside && is_at_start && path.steps.len() == path.rows.hops + 1 && path.steps.iter().all(is_affine)
}
