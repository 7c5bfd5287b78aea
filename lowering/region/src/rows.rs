//! What a loop touches behind tables of pointers (`double **m`): the range of the table, which the loop reads, then one per level of
//! what lies behind its pointers. They are for the check before a launch, which reads the tables; so it must read no pointer that
//! the loop does not read itself, whatever the sizes of the tables are.

use raddle_dialects::ir::{self, Val};
use raddle_dialects::region::{Range, flags};
use raddle_poly::model::{AccessId, AccessKind};

use crate::ranges::{IndexBox, ObjectRange, Scope};
use crate::views::ViewInfo;

/// The ranges of `accesses`, all to `view`, whose first subscripts choose pointers. `number` is the view's own.
pub fn of_view<'c>(
    scope: &Scope<'_, 'c>,
    view: &ViewInfo<'c>,
    number: i64,
    accesses: &[AccessId],
) -> Result<Vec<ObjectRange<'c>>, String> {
    let groups =
        if may_be_read(scope, view, accesses) { vec![accesses.to_vec()] } else { by_table(scope, view, accesses) };
    let mut ranges = vec![];
    for group in groups {
        if !may_be_read(scope, view, &group) {
            return Err(format!("which pointers of '{}' the loop follows is not known before it", view.name));
        }
        ranges.extend(chain(scope, view, number, (&group, accesses))?);
    }
    Ok(ranges)
}

/// May the check read all pointers between the least and the greatest subscripts of the accesses? It follows all but the last on the
/// way, so the loop must follow these whenever it runs. The last ones lie in one table between two that the loop reads; what such
/// a pointer is does not matter, if the loop does not read it: the check may take it for a row that overlaps another one.
fn may_be_read(scope: &Scope<'_, '_>, view: &ViewInfo<'_>, accesses: &[AccessId]) -> bool {
    scope.analysis.surely_enclose(accesses, scope.id, view.rows as u32)
}

/// The accesses by their subscripts of the table: neighbours `m[k][j - 1]` and `m[k - 1][j]` reach all rows but those in a corner.
fn by_table(scope: &Scope<'_, '_>, view: &ViewInfo<'_>, accesses: &[AccessId]) -> Vec<Vec<AccessId>> {
    let mut groups: Vec<Vec<AccessId>> = vec![];
    let access = |id: AccessId| &scope.found.model.accesses[id.0 as usize];
    for &id in accesses {
        let same = |group: &&mut Vec<AccessId>| {
            let (a, b) = (access(group[0]), access(id));
            a.loops == b.loops && a.subscripts.get(..view.rows) == b.subscripts.get(..view.rows)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    groups
}

/// The table as one group of accesses reaches it, what lies behind its pointers if these are tables, and the rows as all reach them:
/// so one row is the same bytes wherever it is found.
fn chain<'c>(
    scope: &Scope<'_, 'c>,
    view: &ViewInfo<'c>,
    number: i64,
    (group, all): (&[AccessId], &[AccessId]),
) -> Result<Vec<ObjectRange<'c>>, String> {
    let unknown = || format!("the extent of '{}' that the loop reaches is not known", view.name);
    let b = scope.b;
    let hull = |accesses: &[AccessId]| scope.analysis.footprint(accesses, Some(scope.id));
    let box_of = |accesses: &[AccessId]| hull(accesses).and_then(|it| scope.index_box(it)).ok_or_else(unknown);
    let (table, row) = (box_of(group)?, box_of(all)?);
    let apart: Option<Vec<i64>> = view.strides[..view.rows].iter().map(|it| ir::constant_int(*it)).collect();
    let apart = apart.filter(|it| it.iter().all(|it| i32::try_from(*it).is_ok())).ok_or_else(unknown)?;
    let extent = |offset: Val<'c>, hull: &IndexBox<'c>, dims: std::ops::Range<usize>, bytes: i64| {
        let (mut lo, mut hi) = (offset, offset);
        for dim in dims {
            lo = b.addi(lo, b.muli(hull.dims[dim].0, view.strides[dim]));
            hi = b.addi(hi, b.muli(hull.dims[dim].1, view.strides[dim]));
        }
        (lo, b.addi(hi, b.constant_index(bytes)))
    };
    let mut ranges = vec![];
    for level in 0..view.rows {
        let offset = if level == 0 { view.offset } else { b.constant_index(0) };
        let (lo, hi) = extent(offset, &table, level..level + 1, 8);
        let (lo, hi) = if level == 0 { scope.nothing_unless(table.nonempty, lo, hi) } else { (lo, hi) };
        let behind = level.checked_sub(1).map(|before| apart[before]);
        let is_behind = if level == 0 { 0 } else { flags::BEHIND };
        ranges.push(range(view, (lo, hi), flags::READ | flags::TABLE | is_behind, behind.unwrap_or(number)));
    }
    let (lo, hi) = extent(b.constant_index(0), &row, view.rows..view.sizes.len(), view.elem_bytes);
    let is_write = |it: &AccessId| scope.found.model.accesses[it.0 as usize].kind == AccessKind::Write;
    let use_ = if all.iter().any(is_write) { flags::READ | flags::WRITE } else { flags::READ };
    ranges.push(range(view, (lo, hi), use_ | flags::BEHIND, apart[view.rows - 1]));
    Ok(ranges)
}

/// `object`: how far apart the pointers are that it lies behind, or the view's number.
fn range<'c>(view: &ViewInfo<'c>, (lo, hi): (Val<'c>, Val<'c>), bits: i64, object: i64) -> ObjectRange<'c> {
    let bits = bits | flags::CHECK_ONLY;
    let range = Range {
        base: view.base,
        lo,
        hi,
        flags: bits,
        object,
        name: view.name.clone(),
        rows: vec![],
        lean: None,
        around: None,
    };
    ObjectRange { range, scalar: None, is_upper_bound: false, is_private: false }
}
