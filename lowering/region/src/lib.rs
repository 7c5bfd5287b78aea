//! Passes on `region.nest`: what may run in parallel and why not, private copies, distribution, and the way back to plain loops.
//!
//! Knows no device and makes no kernel; integer sets are asked of `raddle_poly`, never computed here.

pub mod affine;
mod apart;
mod assigned;
pub mod atomics;
mod bands;
pub mod blocks;
mod bodies;
mod chains;
mod computed;
pub mod cost;
mod demote;
pub mod describe;
pub mod device_ops;
pub mod distribute;
pub mod emit;
pub mod expand;
pub mod expand_fma;
pub mod expand_half;
pub mod expand_math;
pub mod extract;
pub mod formula;
mod forward;
pub mod in_place;
pub mod inline;
pub mod inspect;
pub mod interchange;
pub mod lower_calls;
pub mod lower_views;
pub mod math_code;
mod minima;
pub mod narrow;
pub mod old_values;
mod panels;
pub mod parallelize;
pub mod partials;
pub mod precompute;
pub mod privatize;
mod products;
pub mod promote;
mod random;
pub mod ranges;
mod realize;
pub mod reduce;
pub mod reductions;
pub mod rehearse;
mod rows;
pub mod scans;
pub mod schedule;
pub mod schedules;
pub mod select;
pub mod selections;
pub mod single;
mod slice;
pub mod split;
pub mod spread;
mod strips;
mod tail;
pub mod tile;
pub mod unasked;
pub mod unblock;
pub mod updates;
mod values;
pub mod vectorize;
pub mod versions;
pub mod views;
pub mod waves;
pub mod worth;

use raddle_dialects::{Registered, register_pass};

/// Makes the passes known by name.
pub fn register() -> Vec<Registered> {
    vec![
        register_pass::<unblock::Unblock>(),
        register_pass::<single::Single>(),
        register_pass::<in_place::InPlace>(),
        register_pass::<privatize::Privatize>(),
        register_pass::<rehearse::Rehearse>(),
        register_pass::<precompute::Precompute>(),
        register_pass::<reduce::Reduce>(),
        register_pass::<parallelize::Parallelize>(),
        register_pass::<distribute::Distribute>(),
        register_pass::<old_values::OldValues>(),
        register_pass::<atomics::Atomics>(),
        register_pass::<inspect::Inspect>(),
        register_pass::<schedule::Schedule>(),
        register_pass::<split::Split>(),
        register_pass::<tile::Tile>(),
        register_pass::<waves::Waves>(),
        register_pass::<spread::Spread>(),
        register_pass::<promote::Promote>(),
        register_pass::<interchange::Interchange>(),
        register_pass::<vectorize::Vectorize>(),
        register_pass::<select::Select>(),
        register_pass::<unasked::Unasked>(),
        register_pass::<narrow::Narrow>(),
        register_pass::<lower_views::LowerViews>(),
        register_pass::<inline::Inline>(),
        register_pass::<lower_calls::LowerCalls>(),
        register_pass::<expand_math::ExpandMath>(),
        register_pass::<expand_fma::ExpandFma>(),
        register_pass::<expand_half::ExpandHalf>(),
    ]
}
