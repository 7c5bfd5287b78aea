//! `region-tile`: another version of a loop, for CPU threads, whose dense products run in tiles of caches and registers.
//!
//! ```text
//!     for i { for j {                        if pays on threads && disjoint {
//!       s = 0                                  for it, jt in tiles {                        // the launch's grid
//!       for k { s += A[i][k] * B[k][j] }  =>     for i, j { t[i][j] = 0 }
//!       C[i][j] = s                              for kt { for jr { P = B[..][8 columns]
//!     } }                                          for ir { for k { 4 rows by 2 vectors: t[i][j] += A[i][k] * P[k][j] } } } }
//!                                                for i, j { C[i][j] = t[i][j] } }
//!                                            } else { the loop }
//! ```
//!
//! Legal if:  the new order keeps every dependence (`Dependences::are_kept_by`), tiles of the grid carry none, arrays are disjoint, as is
//!            checked. Each element is updated in the order of the source, so no bit changes.
//! Worth it:  where a statement is a dense product (`products`), each value that is loaded is used in several updates.
//! Needs:     `region-privatize` before it, `region-reduce` after it: it changes the order of sums, which tiles keep. Leaves: `region.grid` on the loops of the grid, `region.registers` on those around full register
//!            tiles, for `region-vectorize`; the tiled loops as `region.fallback`, so that no other pass looks at them.
//! Declines:  loops without a product; products that several tiles of the grid would have to update one after the other; arrays whose
//!            extent is not known. Silently: the loop is what it was.
//! Source:    Goto, van de Geijn, Anatomy of high-performance matrix multiplication (TOMS 2008); Wolf, Lam, A data locality optimizing
//!            algorithm (PLDI 1991). Differs: exact dependences in place of unimodular vectors; columns are packed per tile of the grid.

use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::schedule::{Code, Dependences, Form, Registers, Statement, Tree};

use crate::apart::set_apart;
use crate::demote::demote;
use crate::extract::{Extracted, extract_loop};
use crate::forward::forward;
use crate::panels;
use crate::privatize::separate_one;
use crate::products::{Product, Sizes, plan};
use crate::ranges;
use crate::realize::{Scheduled, realize};
use crate::schedule::{have_affine_bounds, shared, statements};
use crate::versions::{Pays, Place, from_copy, offer_loops, uses_outer_local};

/// Attribute of a loop whose iterations are tiles that may run at once.
pub const GRID: &str = "region.grid";
/// Attribute of the loop around full register tiles: in it a loop over rows, in that one over lanes, both of constant length. Updated
/// elements may stay in registers as long as it runs.
pub const REGISTERS: &str = "region.registers";

/// Rows of a cache tile: so many rows of its depth fit the second cache, and columns of it the first one.
const TILE: i64 = 64;
const DEPTH: i64 = 128;

#[derive(Clone)]
pub struct Tile {
    sizes: Sizes,
}

impl Default for Tile {
    fn default() -> Self {
        Self { sizes: Sizes { vector: 32, tile: TILE, depth: DEPTH } }
    }
}

impl Pass for Tile {
    const ARG: &'static str = "region-tile";
    const DESC: &'static str = "tile dense products for CPU threads";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("vector", "bytes of a vector register (32)"),
        ("tile", "rows of a cache tile (64)"),
        ("depth", "values of the inner loop in a cache tile (128)"),
    ];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = size_option(name, value)?;
        match name {
            "vector" => self.sizes.vector = number,
            "tile" => self.sizes.tile = number,
            _ => self.sizes.depth = number,
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            offer_loops(nest, &mut |root| {
                depth(root) >= 3 && !uses_outer_local(root) && from_copy(root, |copy| self.tile_copy(nest, root, copy))
            });
        }
        Ok(())
    }
}

impl Tile {
    fn tile_copy<'c>(&self, nest: Op<'c>, root: Op<'c>, copy: Op<'c>) -> Option<()> {
        let found = extract_loop(nest, copy);
        let (statements, ops) = statements(&found, copy).ok()?;
        let analysis = Analysis::of(&found.model).ok()?;
        if !have_affine_bounds(&analysis, &statements) {
            return None;
        }
        let place = Place { found: &found, analysis: &analysis, root, copy };
        if let Some(planned) = plan(&found, &analysis, (&statements, &ops), self.sizes).ok().flatten() {
            return self.write(&place, (&statements, &ops), planned, self.sizes);
        }
        let is_separate = separate_one(&analysis, &found, (copy, root), 0);
        if is_separate {
            forward(copy);
        }
        if is_separate || set_apart(copy, &found) || demote(copy, &found, &analysis) {
            return self.tile_copy(nest, root, copy);
        }
        let sizes = Sizes { depth: self.sizes.tile, ..self.sizes };
        let split = panels::split(&found, &analysis, (&statements, &ops), sizes)?;
        let planned = panels::plan(&found, &analysis, &split, sizes).ok()??;
        let ops: Vec<_> = split.sources.iter().map(|it| ops[*it].clone()).collect();
        self.write(&place, (&split.statements, &ops), planned, sizes)
    }

    fn write<'c>(
        &self,
        place: &Place<'_, 'c>,
        (statements, ops): (&[Statement], &[Vec<Op<'c>>]),
        (products, dependences, tree): (Vec<Product>, Dependences<'_>, Tree),
        sizes: Sizes,
    ) -> Option<()> {
        let Place { found, analysis, copy, .. } = *place;
        let expanded: Vec<_> = products.iter().flat_map(|it| it.expanded(found, sizes)).collect();
        let mut shared = shared(found, copy, ops, &dependences, &tree).ok()?;
        shared.retain(|it| !expanded.iter().any(|other| other.declaration == Some(it.declaration)));
        if !shared.is_empty() {
            return None;
        }
        let more = products.iter().flat_map(|it| it.tile_numbers(statements)).collect();
        let code = Code::of(&dependences, &tree, &more).ok()?;
        let condition = place.condition(Pays::AlsoAlone, |b| {
            let lengths = products.iter().map(|it| {
                let statement = &statements[it.statement.0 as usize];
                long_enough(b, found, analysis, statement, it, self.sizes.tile)
            });
            Some(lengths.collect::<Option<Vec<_>>>()?.concat())
        })?;
        let tiled = products.iter().map(Product::tiled).collect();
        let packed = products.iter().flat_map(|it| it.packed(found, statements, sizes)).collect();
        let scheduled = Scheduled {
            tiled,
            packed,
            expanded,
            ..Scheduled::new((found, copy), (statements, ops), shared, (&tree, "in tiles"))
        };
        place.replace(condition, "tiles", |b| realize(&scheduled, b, &code))
    }
}

/// Do some full register tiles exist, and enough for each to be worth its loads? None if nobody knows before the loop.
fn long_enough<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    statement: &Statement,
    product: &Product,
    tile: i64,
) -> Option<Vec<Val<'c>>> {
    let Registers { over, rows, lanes, sizes: [height, width], .. } = &product.registers;
    let root = *statement.loops.first()?;
    let trips = |form: &Form| {
        let position = form.coefficients.iter().position(|it| *it != 0)?;
        ranges::trip_count(b, found, analysis, root, statement.loops[position])
    };
    let all_over: Option<Vec<Val<'c>>> = over.iter().map(trips).collect();
    let over = all_over?.into_iter().reduce(|x, y| b.muli(x, y))?;
    // Panels are worth it before many trailing updates alone.
    let rows_least = product.volume.map_or(2 * height, |_| 4 * tile);
    let least = [(over, 2 * height), (trips(rows)?, rows_least), (trips(lanes)?, *width)];
    Some(least.into_iter().map(|(trips, least)| b.cmpi(CmpI::Sge, trips, b.constant_index(least))).collect())
}

/// The value of an option that is a size.
pub(crate) fn size_option(name: &str, value: &str) -> Result<i64, String> {
    let number = value.parse().ok().filter(|it| (1..=4096).contains(it));
    number.ok_or_else(|| format!("option '{name}' does not take '{value}'"))
}

/// Loops around the innermost one, itself included.
pub(crate) fn depth(root: Op<'_>) -> usize {
    let around =
        |it: Op<'_>| ir::parents(it).take_while(|it| *it != root).filter(|it| ir::is(*it, "affine.for")).count();
    let inner = ir::find_all(root, "affine.for").into_iter().filter(|it| *it != root);
    inner.map(|it| around(it) + 2).max().unwrap_or(1)
}
