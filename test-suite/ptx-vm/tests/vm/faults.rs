//! Everything that a kernel must not do, and the kernels beside it that do no wrong.

use raddle_ptx_vm::table::Space;
use raddle_ptx_vm::{
    Argument, DeviceAddress, FaultKind, LaunchError, Machine, MemoryProblem, Module, Options, Racer, Shape, Verb,
};

use crate::support::{Run, module};

fn problem(kind: FaultKind) -> MemoryProblem {
    match kind {
        FaultKind::Memory { problem, .. } => problem,
        FaultKind::Unset { load, .. } => self::problem(*load),
        other => panic!("{other}"),
    }
}

#[test]
fn a_fault_says_where_it_is() {
    let before = ".file 1 \"a.c\"";
    let body = "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\n\
        .loc 1 7 5\nst.global.b32 [%rd4], %r1; // here\nret;";
    let fault = Run::new(body).before(before).output(8).shape(Shape::new([1, 1, 1], [2, 2, 1])).fault();
    assert_eq!((fault.kernel.as_str(), fault.line), ("k", 17));
    assert_eq!((fault.block, fault.thread), ([0; 3], [0, 1, 0]), "the race of column 0 comes first");
    let fault = Run::new(body).before(before).output(8).block(3).fault();
    let FaultKind::Memory { verb: Verb::Writes, bytes: 4, space: Space::Global, address, .. } = fault.kind else {
        panic!("{fault}");
    };
    let expected = format!(
        "a.c:7:5: kernel k, block (0, 0, 0), thread (2, 0, 0), PTX line 17 `st.global.b32 [%rd4], %r1;`: \
         writes 4 bytes at global address {address:#x}, which is out of bounds; \
         the nearest allocation is buffer 1, 8 bytes at {:#x}",
        address - 8
    );
    assert_eq!(fault.to_string(), expected);
}

#[test]
fn accesses_out_of_bounds() {
    let spaces = [
        ("ld.global.b32 %r1, [%rd1+64];", Space::Global),
        ("ld.global.b32 %r1, [%rd1+-4];", Space::Global),
        ("ld.b32 %r1, [%rd2+64];", Space::Global),
        ("st.shared.b32 [s+8], 1;", Space::Shared),
        ("ld.const.b8 %rs1, [c+4];", Space::Const),
        (".local .align 4 .b8 l[8]; st.local.b32 [l+8], 1;", Space::Local),
        ("mov.b64 %rd3, 0; ld.b32 %r1, [%rd3];", Space::Global),
        ("mov.b64 %rd3, -4; ld.global.b32 %r1, [%rd3];", Space::Global),
        // A shared address where a generic one is needed, and the other way round.
        ("mov.b64 %rd3, s; st.b32 [%rd3], 1;", Space::Global),
        ("mov.b64 %rd3, s; cvta.shared.u64 %rd3, %rd3; st.shared.b32 [%rd3], 1;", Space::Shared),
        ("mov.b64 %rd3, p; ld.param.b64 %rd4, [%rd3+8];", Space::Param),
    ];
    for (body, space) in spaces {
        let kind = Run::new(body).before(".shared .align 4 .b8 s[8]; .const .b8 c[4] = {1};").kind();
        let FaultKind::Memory { space: found, problem, .. } = kind else { panic!("{body}: {kind}") };
        assert!(found == space && matches!(problem, MemoryProblem::OutOfBounds(_)), "{body}: {problem}");
    }
}

#[test]
fn misaligned_accesses() {
    for body in [
        "ld.global.b32 %r1, [%rd1+2];",
        "ld.global.v2.b32 {%r1, %r2}, [%rd1+4];",
        "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+8];",
        "st.global.b64 [%rd2+4], 0;",
        "atom.global.add.u32 %r1, [%rd1+2], 1;",
        // Declared with less alignment than the access needs.
        "st.shared.b32 [s], 1;",
        ".local .align 1 .b8 l[8]; st.local.b16 [l], 1;",
    ] {
        let found = problem(Run::new(body).before(".shared .align 2 .b8 s[8];").kind());
        assert_eq!(found, MemoryProblem::Misaligned, "{body}");
    }
}

#[test]
fn bytes_that_were_never_written() {
    for (body, byte) in [
        ("ld.global.b32 %r1, [%rd2]; st.global.b32 [%rd1], %r1;", 0),
        ("ld.global.b32 %r1, [%rd2]; setp.eq.b32 %p1, %r1, 0; @%p1 ret;", 0),
        ("ld.global.b32 %r1, [%rd2]; add.s32 %r2, %r1, 1; mov.b32 %r1, %r2; st.global.b32 [%rd1], %r1;", 0),
        ("ld.global.b64 %rd3, [%rd2]; ld.global.b32 %r1, [%rd3];", 0),
        ("st.global.b8 [%rd2], 1; ld.global.b16 %rs1, [%rd2]; st.global.b16 [%rd1], %rs1;", 1),
        ("st.shared.b32 [s], 1; ld.shared.b32 %r1, [s+4]; st.global.b32 [%rd1], %r1;", 4),
        (".local .align 4 .b8 l[8]; st.local.b16 [l], 1; ld.local.b32 %r1, [l]; st.global.b32 [%rd1], %r1;", 2),
        ("atom.global.add.u32 %r1, [%rd2], 1;", 0),
        ("{ .param .b32 param0; .param .b32 retval0; call.uni (retval0), f, (param0); }", 0),
    ] {
        let before = ".shared .align 4 .b8 s[8]; .func (.param .b32 r) f(.param .b32 a)
            { .reg .b32 %r<2>; ld.param.b32 %r1, [a]; st.param.b32 [r], %r1; ret; }";
        let found = problem(Run::new(body).before(before).kind());
        assert!(matches!(found, MemoryProblem::Uninitialized { byte: at, .. } if at == byte), "{body}: {found}");
    }
}

/// LLVM loads before a loop what the loop overwrites first, and computes with it what no choice takes.
#[test]
fn values_nobody_wants_may_come_from_bytes_never_written() {
    let body = "ld.global.b32 %r1, [%rd2]; add.s32 %r2, %r1, 7; mov.b32 %r3, 5; setp.eq.b32 %p1, %r3, 5;
        selp.b32 %r4, %r3, %r2, %p1; st.global.b32 [%rd2], %r4;";
    assert_eq!(Run::new(body).u32s(1), [5]);
    let fault = Run::new(&body.replace("eq.b32", "ne.b32")).fault();
    assert!(fault.text.contains("st.global"), "{fault}");
    assert!(fault.to_string().contains("depends on what line"), "{fault}");
}

/// Shared and local memory start afresh in each block and call.
#[test]
fn shared_memory_does_not_outlive_its_block() {
    let body = "mov.u32 %r1, %ctaid.x; setp.ne.b32 %p1, %r1, 0; @%p1 bra $read; st.shared.b32 [s], 1;
        $read: ld.shared.b32 %r2, [s]; st.global.b32 [%rd2], %r2;";
    let fault = Run::new(body).before(".shared .b32 s;").shape(Shape::new([2, 1, 1], [1, 1, 1])).fault();
    assert_eq!(fault.block, [1, 0, 0]);
    assert!(matches!(problem(fault.kind), MemoryProblem::Uninitialized { .. }));
}

#[test]
fn read_only_memory() {
    let body = "mov.b64 %rd3, c; cvta.const.u64 %rd3, %rd3; st.b8 [%rd3], 1;";
    let found = problem(Run::new(body).before(".const .b8 c[4] = {1};").kind());
    assert_eq!(found, MemoryProblem::ReadOnly("c".into()));
    let body =
        ".local .b32 l; mov.b64 %rd3, l; cvta.local.u64 %rd3, %rd3; st.b32 [%rd3], 1; atom.add.u32 %r1, [%rd3], 1;";
    assert_eq!(problem(Run::new(body).kind()), MemoryProblem::NotAtomic);
}

/// Each thread of the launch executes these lines, with its number in the block in `%r1` and the block's in `%r2`.
fn with_numbers(body: &str) -> String {
    format!("mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; setp.eq.b32 %p1, %r1, 0; setp.eq.b32 %p2, %r2, 0; {body}")
}

#[test]
fn races_within_a_block() {
    let shared = ".shared .align 4 .b8 s[8];";
    let cases = [
        // Write and write, write and read, read and write, overlapping in one byte.
        ("st.global.b32 [%rd2], 1;", Verb::Writes),
        ("@%p1 st.global.b32 [%rd2], 1; @!%p1 ld.global.b32 %r3, [%rd2];", Verb::Writes),
        ("@%p1 ld.global.b32 %r3, [%rd1]; @!%p1 st.global.b32 [%rd1], 1;", Verb::Reads),
        ("@%p1 st.global.b32 [%rd2], 1; @!%p1 st.global.b8 [%rd2+3], 1;", Verb::Writes),
        ("st.shared.b32 [s], 1;", Verb::Writes),
        // An atomic operation and a plain access.
        ("@%p1 atom.global.add.u32 %r3, [%rd1], 1; @!%p1 ld.global.b32 %r3, [%rd1];", Verb::Writes),
        ("@%p1 st.global.b32 [%rd2], 1; @!%p1 atom.global.add.u32 %r3, [%rd2], 1;", Verb::Writes),
        ("@%p1 ld.global.b32 %r3, [%rd1]; @!%p1 st.relaxed.sys.global.b32 [%rd1], 1;", Verb::Reads),
        // The barrier comes too late.
        ("@%p1 st.shared.b32 [s], 1; @!%p1 st.shared.b32 [s], 2; bar.sync 0;", Verb::Writes),
    ];
    for (body, verb) in cases {
        let found = problem(Run::new(&with_numbers(body)).before(shared).block(2).kind());
        let MemoryProblem::Race { other, .. } = found else { panic!("{body}: {found}") };
        assert_eq!(other, Racer { verb, block: 0, thread: Some(0) }, "{body}");
    }
}

#[test]
fn races_between_blocks() {
    for body in [
        "st.global.b32 [%rd2], 1;",
        "@%p2 st.global.b32 [%rd2], 1; @!%p2 ld.global.b32 %r3, [%rd2];",
        "@%p2 ld.global.b32 %r3, [%rd1]; @!%p2 st.global.b32 [%rd1], 1;",
        // A barrier orders the threads of one block only.
        "@%p2 st.global.b32 [%rd2], 1; bar.sync 0; @!%p2 st.global.b32 [%rd2], 1;",
        "@%p2 atom.global.add.u32 %r3, [%rd1], 1; @!%p2 ld.global.b32 %r3, [%rd1];",
    ] {
        let run = with_numbers(body);
        let fault = Run::new(&run).shape(Shape::new([2, 1, 1], [1, 1, 1])).fault();
        assert_eq!(fault.block, [1, 0, 0]);
        let found = problem(fault.kind);
        let MemoryProblem::Race { other, .. } = &found else { panic!("{body}: {found}") };
        assert_eq!((other.block, other.thread), (0, Some(0)), "{body}");
    }
}

#[test]
fn what_is_no_race() {
    for body in [
        "ld.global.b32 %r3, [%rd1];",
        "atom.global.add.u32 %r3, [%rd1], 1;",
        "atom.global.add.u32 %r3, [%rd1], 1; ld.relaxed.sys.global.b32 %r4, [%rd1];",
        "@%p1 st.shared.b32 [s], 1; bar.sync 0; ld.shared.b32 %r3, [s]; bar.sync 0; @!%p1 bra $end; st.shared.b32 [s], 2; $end:",
        "mul.wide.u32 %rd3, %r1, 4; mul.wide.u32 %rd4, %r2, 8; add.s64 %rd3, %rd3, %rd4; add.s64 %rd3, %rd3, %rd2;
         st.global.b32 [%rd3], 1; ld.global.b32 %r3, [%rd3]; st.global.b32 [%rd3], %r3;",
        // Different bytes of one word.
        "mul.wide.u32 %rd3, %r2, 2; cvt.u64.u32 %rd4, %r1; add.s64 %rd3, %rd3, %rd4; add.s64 %rd3, %rd3, %rd2;
         st.global.b8 [%rd3], 1;",
    ] {
        Run::new(&with_numbers(body)).before(".shared .b32 s;").shape(Shape::new([2, 1, 1], [2, 1, 1])).counts();
    }
}

#[test]
fn memory_that_is_loaded_as_constant_does_not_change() {
    for body in [
        "st.global.b32 [%rd1], 1; ld.global.nc.b32 %r3, [%rd1];",
        "ld.global.nc.b32 %r3, [%rd1]; bar.sync 0; st.global.b8 [%rd1+1], 1;",
        "ld.global.nc.b32 %r3, [%rd1]; atom.global.add.u32 %r4, [%rd1], 1;",
    ] {
        let found = problem(Run::new(body).kind());
        assert!(matches!(found, MemoryProblem::ConstantChanges { .. }), "{body}: {found}");
    }
    Run::new("ld.global.nc.b32 %r3, [%rd1]; st.global.b32 [%rd1+4], 1;").block(1).counts();
}

/// Launches are ordered.
#[test]
fn the_next_launch_does_not_race_with_this_one() {
    let text = module(
        "",
        "mov.u32 %r1, %tid.x; setp.eq.b32 %p1, %r1, 1; @%p1 st.global.b32 [%rd1], 1; ld.global.b32 %r2, [%rd2];",
    );
    let mut machine = Machine::default();
    let module = machine.load(Module::parse(&text).expect("parses"));
    let [a, b] = [machine.alloc_with(&[0; 4]), machine.alloc_with(&[0; 4])].map(Argument::Pointer);
    machine.launch(module, "k", Shape::block(2), &[a.clone(), b.clone()]).expect("runs");
    machine.launch(module, "k", Shape::block(2), &[b, a.clone()]).expect("runs");
    let same = machine.launch(module, "k", Shape::block(2), &[a.clone(), a]);
    assert!(matches!(same, Err(LaunchError::Fault(_))), "{same:?}");
}

#[test]
fn barriers_that_some_threads_do_not_reach() {
    for (body, why) in [
        ("@%p1 bra $end; bar.sync 0; $end:", "thread [0, 0, 0] has ended"),
        ("@%p1 bra $other; bar.sync 0; bra $end; $other: bar.sync 1; $end:", "some at barrier 1, some at barrier 0"),
        ("@%p1 bra $other; bar.sync 0; bra $end; $other: bar.sync 0; $end:", "others of the warp at line"),
        ("@%p1 bra $end; barrier.sync 0; $end:", "has ended"),
    ] {
        let kind = Run::new(&with_numbers(body)).block(2).kind();
        let FaultKind::BarrierDivergence(found) = &kind else { panic!("{body}: {kind}") };
        assert!(found.contains(why), "{body}: {found}");
    }
    // Unaligned barriers may be different instructions, and aligned ones in different warps.
    let body = with_numbers("@%p1 bra $other; barrier.sync 0; bra $end; $other: barrier.sync 0; $end:");
    Run::new(&body).block(2).counts();
    let body = "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bra $other; bar.sync 0; bra $end; $other: bar.sync 0; $end:";
    Run::new(body).block(64).counts();
}

#[test]
fn exchanges_that_some_lanes_do_not_reach() {
    let shuffle = |mask: i64| format!("shfl.sync.idx.b32 %r3, %r1, 1, 31, {mask};");
    let kind = |body: &str| Run::new(&with_numbers(body)).block(4).kind();
    assert_eq!(kind(&format!("@%p1 bra $end; {} $end:", shuffle(15))), FaultKind::WarpDivergence(0));
    assert_eq!(kind(&shuffle(7)), FaultKind::NotInMask(7));
    assert_eq!(
        kind(&format!("@%p1 bra $a; {} bra $end; $a: {} $end:", shuffle(15), shuffle(15))),
        FaultKind::WarpDivergence(1)
    );
    assert_eq!(kind(&format!("@!%p1 bra $end; {} $end:", shuffle(1))), FaultKind::LaneNotInMask(1));
    // Two parts of a warp, each with a mask of its own.
    let both = format!("@%p1 bra $a; {} bra $end; $a: shfl.sync.idx.b32 %r3, %r1, 0, 31, 1; $end:", shuffle(14));
    Run::new(&with_numbers(&both)).block(4).counts();
}

#[test]
fn results_that_the_isa_leaves_open() {
    for (body, why) in [
        ("mov.b32 %r1, 0; div.s32 %r2, %r1, %r1;", "division by zero"),
        ("mov.b64 %rd3, 0; rem.u64 %rd4, %rd3, %rd3;", "division by zero"),
        ("mov.b32 %r1, -2147483648; div.s32 %r2, %r1, -1;", "division of the smallest number by -1"),
        ("mov.b16 %rs1, -32768; rem.s16 %rs2, %rs1, -1;", "division of the smallest number by -1"),
    ] {
        assert_eq!(Run::new(body).kind(), FaultKind::Unspecified(why), "{body}");
    }
    let undefined = |name: &str| FaultKind::UndefinedRegister(name.to_owned());
    assert_eq!(Run::new("add.s32 %r1, %r7, 1;").kind(), undefined("%r7"));
    assert_eq!(Run::new("@%p3 ret;").kind(), undefined("%p3"));
    assert_eq!(Run::new("mov.b64 %rd3, 1; addc.cc.s64 %rd4, %rd3, %rd3;").kind(), undefined("the carry"));
    // Copies are no use, nor is what is not selected.
    Run::new("mov.b32 %r1, %r7; mov.pred %p1, 0; selp.b32 %r2, %r1, 5, %p1; st.global.b32 [%rd2], %r2;").counts();
    assert_eq!(Run::new("mov.b32 %r1, %r7; st.global.b32 [%rd2], %r1;").kind(), undefined("%r1"));
    assert_eq!(
        Run::new("mov.b32 %r1, 2; $l: .branchtargets $a, $a; brx.idx %r1, $l; $a: ret;").kind(),
        FaultKind::BranchTarget(2)
    );
}

#[test]
fn kernels_that_do_not_end_well() {
    assert_eq!(Run::new("trap;").kind(), FaultKind::Trap);
    let before = ".func f() { .reg .b32 %r<2>; mov.b32 %r1, 0; }";
    assert_eq!(Run::new("call f;").before(before).kind(), FaultKind::EndOfFunction);
    let before = ".func f(); .func f() { call f; ret; }";
    assert_eq!(Run::new("call f;").before(before).kind(), FaultKind::CallDepth(256));
    let options = Options { budget: 1000, ..Options::default() };
    assert_eq!(Run::new("$l: bra $l;").options(options).kind(), FaultKind::Budget(1000));
    // Two of the thousand read the parameters, one returns.
    let enough = "mov.b32 %r1, 0; $l: add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, 332; @%p1 bra $l;";
    assert_eq!(Run::new(enough).options(options).counts().instructions, 1000);
}

#[test]
fn launches_that_cannot_be() {
    let text = module("", "").replace(
        ".visible .entry k(.param .u64 p, .param .u64 q)",
        ".visible .entry k(.param .u64 p, .param .u64 q) .reqntid 4 .maxntid 8",
    );
    let mut machine = Machine::default();
    let id = machine.load(Module::parse(&text).expect("parses"));
    let two = [Argument::U64(0), Argument::I64(0)];
    let mut why = |kernel: &str, shape, arguments: &[Argument]| match machine.launch(id, kernel, shape, arguments) {
        Err(error) => error.to_string(),
        Ok(_) => "runs".to_owned(),
    };
    assert_eq!(why("k", Shape::block(4), &two), "runs");
    assert_eq!(why("x", Shape::block(4), &two), "there is no kernel 'x'");
    assert_eq!(why("k", Shape::block(4), &two[..1]), "kernel k takes 2 arguments, 1 are given");
    let short = [Argument::U64(0), Argument::F32(0.0)];
    assert_eq!(why("k", Shape::block(4), &short), "argument 1 of kernel k has 8 bytes, 4 are given");
    for (grid, block, reason) in [
        ([1, 0, 1], [4, 1, 1], "an extent is 0"),
        ([1, 1, 1], [1025, 1, 1], "at most 1024 threads"),
        ([1, 1, 1], [1, 1, 65], "64 in z"),
        ([1, 65536, 1], [4, 1, 1], "too many blocks"),
        ([1, 1, 1], [8, 1, 1], ".reqntid"),
    ] {
        let found = why("k", Shape::new(grid, block), &two);
        assert!(found.contains(reason), "{found}");
    }
    let shape = Shape { dynamic_shared: 228 << 10, ..Shape::block(4) };
    assert!(why("k", shape, &two).contains("not so much shared memory"));
    let text = text.replace(".reqntid 4", "");
    let id = machine.load(Module::parse(&text).expect("parses"));
    let launched = machine.launch(id, "k", Shape::block(9), &two);
    assert!(launched.is_err_and(|error| error.to_string().contains(".maxntid")));
}

#[test]
fn the_host_is_checked_too() {
    let mut machine = Machine::default();
    let a = machine.alloc(4);
    let message = |result: Result<Vec<u8>, _>| result.map_err(|error: raddle_ptx_vm::HostError| error.problem);
    let unset = MemoryProblem::Uninitialized { allocation: "buffer 0".into(), byte: 0 };
    assert_eq!(message(machine.read(a, 4)), Err(unset));
    machine.write(a, &[1, 2]).expect("fits");
    assert_eq!(message(machine.read(a, 2)), Ok(vec![1, 2]));
    assert!(machine.write(DeviceAddress(a.0 + 2), &[0; 4]).is_err(), "over the end");
    machine.free(a).expect("is allocated");
    assert!(machine.free(a).is_err() && machine.read(a, 1).is_err());
}
