//! Rows of control flow, barriers, fences and the trap (9.7.12, 9.7.13, 9.7.19).

use super::{Alignment, Does, Table};

pub fn add_rows(t: &mut Table) {
    t.add("9.7.12.3 bra", "bra[.uni]", Does::Branch);
    t.add("9.7.12.4 brx.idx", "brx.idx[.uni]", Does::BranchIndexed);
    t.add("9.7.12.5 call", "call[.uni]", Does::Call);
    t.add("9.7.12.6 ret", "ret[.uni]", Does::Return);
    t.add("9.7.12.7 exit", "exit", Does::Exit);
    t.add("9.7.13.1 bar", "bar.sync", Does::Barrier(Alignment::Aligned));
    t.add("9.7.13.1 barrier", "barrier.sync", Does::Barrier(Alignment::Unaligned));
    t.add("9.7.13.4 membar", "membar(.cta|.gl|.sys)", Does::Fence);
    t.add("9.7.13.4 fence", "fence(.acq_rel|.sc)(.cta|.gpu|.sys)", Does::Fence);
    t.add("9.7.19.4 trap", "trap", Does::Trap);
}
