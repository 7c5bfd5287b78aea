//! `gpu-transfers`: put the copies around launches.
//!
//! ```text
//!     before                           after, scheme=naive                               after, scheme=optimized
//!     scf.if %ok {                     scf.if %ok {                                      the same, but for
//!       region.launch ...                region.copy_in each range that is not           - the copies out: the host gets a byte
//!       region.exit                        overwritten                                     when it needs it
//!     }                                  region.launch ...                               - `resident` on the region.enter
//!                                        region.copy_out each range that is written
//!                                        region.exit
//!                                      }
//! ```
//!
//! Legal if:  always: what the kernel may read is on the device before it, what it may have written is on the host after it, or is asked for
//!            (`gpu-residence`). A range that is written in part is copied in as well, so that copying it out leaves the other bytes as they
//!            were.
//! Needs:     `gpu-outline`. With `optimized`, `gpu-residence` comes later.
//! Declines:  to leave data on the device of a site whose kernels are CPU threads'. Of a loose range that may be larger than the object, what is
//!            not on the device already is there for one launch.
//! Source:    Par4All thesis 3.3 (basic mapping: in = read, out = written) and 3.5 (Kernel Data Mapping; here copies are made when they are
//!            needed, so that none has to be proven superfluous).

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::region::{CopyOp, Direction, EnterOp, RESIDENT, THREADS_ONLY, flags};
use raddle_dialects::{Failure, Pass};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    #[default]
    Naive,
    Optimized,
}

#[derive(Clone, Default)]
pub struct Transfers {
    scheme: Scheme,
}

impl Pass for Transfers {
    const ARG: &'static str = "gpu-transfers";
    const DESC: &'static str = "put the copies around launches";
    const OPTIONS: &'static [(&'static str, &'static str)] =
        &[("scheme", "naive: around each launch; optimized: out when the host needs it")];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.scheme = match (name, value) {
            ("scheme", "naive") => Scheme::Naive,
            ("scheme", "optimized") => Scheme::Optimized,
            _ => return Err(format!("option '{name}' does not take '{value}'")),
        };
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for enter in ir::find_all(op, "region.enter").into_iter().filter_map(EnterOp::cast) {
            let stays = self.scheme == Scheme::Optimized && may_stay(enter);
            if stays {
                ir::set_attr(enter.op(), RESIDENT, Builder::before(enter.op()).unit());
            }
            around(enter, !stays);
        }
        Ok(())
    }
}

/// Can the data of a site stay on the device?
fn may_stay(enter: EnterOp<'_>) -> bool {
    !ir::has_attr(enter.op(), THREADS_ONLY)
}

/// Copies around the launches of one `region.enter`.
fn around(enter: EnterOp<'_>, goes_back: bool) {
    for launch in launches(enter) {
        let (before, after) = (Builder::before(launch), Builder::after(launch));
        for (number, range) in enter.ranges().iter().enumerate() {
            if range.flags & flags::CHECK_ONLY != 0 {
                continue;
            }
            // What is overwritten in a box may have to be copied in all the same: there may be too many rows.
            if range.flags & flags::OVERWRITTEN == 0 || !range.rows.is_empty() {
                CopyOp::build(&before, Direction::In, number, range);
            }
            // What need not be the object's stays for one launch.
            let is_borrowed = range.flags & flags::LOOSE != 0 && range.flags & flags::THERE == 0;
            if (goes_back || is_borrowed) && range.flags & flags::WRITE != 0 {
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
