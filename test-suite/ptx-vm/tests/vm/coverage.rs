//! Every row of the table is executed by a test.

use raddle_ptx_vm::table::{Does, TABLE};

use crate::{control, memory, support, transfer};

#[test]
fn every_row_is_exercised() {
    let tests: [fn(); 19] = [
        memory::loads,
        memory::loads_of_parameters,
        memory::stores,
        memory::stores_of_constants,
        memory::stores_of_parameters,
        memory::strong_loads_and_stores,
        memory::atomics,
        memory::atomic_sums_flush_subnormal_numbers_in_global_memory,
        transfer::moves,
        transfer::halves,
        transfer::special_registers,
        transfer::addresses,
        transfer::carries,
        transfer::shuffles,
        transfer::votes,
        transfer::approximations,
        control::branches,
        control::indexed_branches,
        control::calls,
    ];
    tests.into_iter().for_each(|test| test());
    control::exits();
    control::barriers_and_fences();
    let reached = support::reached();
    let (computing, wrong) = raddle_ptx_vm::conformance::run().expect("runs");
    assert!(wrong.is_empty(), "{wrong:?}");
    let missing = TABLE.rows().filter(|(id, row)| {
        // The trap's test is among the faults.
        !reached.contains(id) && !computing.contains(id) && !matches!(row.does, Does::Trap)
    });
    let missing: Vec<&str> = missing.map(|(_, row)| row.form.as_str()).collect();
    assert!(missing.is_empty(), "rows that no test executes: {missing:?}");
}
