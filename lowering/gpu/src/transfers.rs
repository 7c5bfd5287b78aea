//! `gpu-transfers`: put the copies around launches.
//!
//! ```text
//!     before                           after, scheme=naive
//!     scf.if %ok {                     scf.if %ok {
//!       region.launch ...                region.copy_in each range that is not overwritten
//!       region.exit                      region.launch ...
//!     }                                  region.copy_out each range that is written
//!                                        region.exit
//!                                      }
//! ```
//!
//! Legal if:  always: what the kernel may read is on the device before it, what it may have written is on the host after it. A range that
//!            is written in part is copied in as well, so that copying it out leaves the other bytes as they were.
//! Needs:     `gpu-outline`.
//! Declines:  nothing.
//! Source:    Par4All thesis 3.3 (basic mapping: in = read, out = written).

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::region::{CopyOp, Direction, EnterOp, flags};
use raddle_dialects::{Failure, Pass};

#[derive(Clone, Default)]
pub struct Transfers;

impl Pass for Transfers {
    const ARG: &'static str = "gpu-transfers";
    const DESC: &'static str = "put the copies around launches";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[("scheme", "naive: around each launch")];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, value) {
            ("scheme", "naive") => Ok(()),
            _ => Err(format!("option '{name}' does not take '{value}'")),
        }
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        ir::find_all(op, "region.enter").into_iter().filter_map(EnterOp::cast).for_each(naive);
        Ok(())
    }
}

/// Copies around the launches of one `region.enter`.
fn naive(enter: EnterOp<'_>) {
    for launch in launches(enter) {
        let (before, after) = (Builder::before(launch), Builder::after(launch));
        for (number, range) in enter.ranges().iter().enumerate() {
            if range.flags & flags::CHECK_ONLY != 0 {
                continue;
            }
            if range.flags & flags::OVERWRITTEN == 0 {
                CopyOp::build(&before, Direction::In, number, range);
            }
            if range.flags & flags::WRITE != 0 {
                CopyOp::build(&after, Direction::Out, number, range);
            }
        }
    }
}

/// The launches in the branch that is run if the runtime agrees.
pub fn launches<'c>(enter: EnterOp<'c>) -> Vec<Op<'c>> {
    ir::uses(enter.taken())
        .into_iter()
        .filter_map(|(user, _)| ir::entry_block(user, 0))
        .flat_map(ir::ops)
        .flat_map(|it| ir::find_all(it, "region.launch"))
        .collect()
}
