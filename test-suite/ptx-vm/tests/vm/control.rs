//! Branches, calls, barriers and fences.

use raddle_ptx_vm::{Options, Order, Shape};

use crate::support::Run;

#[test]
pub fn branches() {
    // The sum of 1 to 10, with a guard of either sense.
    let body = "mov.b32 %r1, 0; mov.b32 %r2, 0; bra.uni $test;
        $next: add.s32 %r2, %r2, 1; add.s32 %r1, %r1, %r2;
        $test: setp.lt.s32 %p1, %r2, 10; @%p1 bra $next;
        setp.eq.b32 %p2, %r1, 55; @!%p2 bra $end; st.global.b32 [%rd2], %r1; $end:";
    assert_eq!(Run::new(body).u32s(1), [55]);
}

#[test]
fn any_instruction_may_have_a_guard() {
    let body = "mov.pred %p1, 0; mov.b32 %r1, 1; @%p1 mov.b32 %r1, 2; @!%p1 add.s32 %r1, %r1, 4;
        st.global.b32 [%rd2], %r1; @%p1 trap;";
    assert_eq!(Run::new(body).u32s(1), [5]);
}

#[test]
pub fn indexed_branches() {
    let body =
        "mov.u32 %r1, %tid.x; $list: .branchtargets $a, $b, $a; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3;
        brx.idx %r1, $list; $a: st.global.b32 [%rd4], 1; bra $end; $b: st.global.b32 [%rd4], 2; $end:";
    assert_eq!(Run::new(body).block(3).u32s(3), [1, 2, 1]);
}

#[test]
pub fn calls() {
    let before = "
        .func (.param .b32 r) factorial(.param .b32 n);
        .func (.param .b32 r) factorial(.param .b32 n) {
            .reg .pred %p<2>; .reg .b32 %r<5>;
            ld.param.b32 %r1, [n]; mov.b32 %r2, 1; setp.eq.b32 %p1, %r1, 0; @%p1 bra $done;
            sub.s32 %r3, %r1, 1;
            { .param .b32 param0; .param .b32 retval0;
              st.param.b32 [param0], %r3; call.uni (retval0), factorial, (param0); ld.param.b32 %r4, [retval0]; }
            mul.lo.s32 %r2, %r4, %r1;
            $done: st.param.b32 [r], %r2; ret; }
        .func put(.param .b64 to, .param .b32 what) {
            .reg .b32 %r<2>; .reg .b64 %rd<2>;
            ld.param.b64 %rd1, [to]; ld.param.b32 %r1, [what]; st.b32 [%rd1], %r1; ret; }
        .func nothing() { }";
    let body = "
        { .param .b32 param0; .param .b32 retval0;
          st.param.b32 [param0], 6; call.uni (retval0), factorial, (param0); ld.param.b32 %r1, [retval0]; }
        { .param .b64 param0; .param .b32 param1;
          st.param.b64 [param0], %rd2; st.param.b32 [param1], %r1; call put, (param0, param1); }
        call nothing;";
    assert_eq!(Run::new(body).before(before).u32s(1), [720]);
}

/// A function's parameter is memory of the thread whose address can be taken.
#[test]
fn parameters_of_functions_can_be_written() {
    let before = ".func (.param .b32 r) f(.param .align 4 .b8 a[8]) { .reg .b32 %r<3>; .reg .b64 %rd<3>;
        mov.b64 %rd1, a; cvta.local.u64 %rd2, %rd1; st.b32 [%rd2+4], 5; ld.b32 %r1, [%rd2]; ld.b32 %r2, [%rd2+4];
        add.s32 %r1, %r1, %r2; st.param.b32 [r], %r1; ret; }";
    let body = "{ .param .align 4 .b8 param0[8]; .param .b32 retval0; st.param.b32 [param0], 10;
        call.uni (retval0), f, (param0); ld.param.b32 %r1, [retval0]; st.global.b32 [%rd2], %r1; }";
    assert_eq!(Run::new(body).before(before).u32s(1), [15]);
}

#[test]
pub fn exits() {
    let before = ".func stop() { exit; }";
    let body = "st.global.b32 [%rd2], 1; call stop; st.global.b32 [%rd2], 2;";
    assert_eq!(Run::new(body).before(before).u32s(1), [1]);
}

/// Reverses 64 numbers through shared memory.
fn reversal(barrier: &str) -> String {
    format!(
        "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; mov.b64 %rd4, s; add.s64 %rd5, %rd4, %rd3;
         st.shared.b32 [%rd5], %r1; {barrier}
         sub.s32 %r2, 63, %r1; mul.wide.u32 %rd6, %r2, 4; add.s64 %rd7, %rd4, %rd6; ld.shared.b32 %r3, [%rd7];
         add.s64 %rd8, %rd2, %rd3; st.global.b32 [%rd8], %r3;"
    )
}

#[test]
pub fn barriers_and_fences() {
    let before = ".shared .align 4 .b8 s[256];";
    let expected: Vec<u32> = (0..64).rev().collect();
    let fences = ["membar.cta", "membar.gl", "membar.sys", "fence.sc.sys", "fence.acq_rel.gpu", "fence.acq_rel.cta"];
    for barrier in ["bar.sync 0;", "barrier.sync 3;"] {
        for fence in fences {
            let body = reversal(&format!("{fence}; {barrier}"));
            assert_eq!(Run::new(&body).before(before).output(256).block(64).u32s(64), expected, "{barrier} {fence}");
        }
    }
}

#[test]
fn the_order_of_threads_and_blocks_does_not_matter_to_a_correct_kernel() {
    let before = ".shared .align 4 .b8 s[256];";
    let body = reversal("bar.sync 0;");
    let body = body.replace(
        "st.global",
        "mov.u32 %r4, %ctaid.x; mul.wide.u32 %rd9, %r4, 256; add.s64 %rd8, %rd8, %rd9; st.global",
    );
    let run = |order| {
        let shape = Shape::new([3, 1, 1], [64, 1, 1]);
        Run::new(&body)
            .before(before)
            .output(768)
            .shape(shape)
            .options(Options { order, ..Options::default() })
            .u32s(192)
    };
    assert_eq!(run(Order::Ascending), run(Order::Descending));
}

#[test]
fn the_order_of_threads_shows_in_a_kernel_that_depends_on_it() {
    let body = "mov.u32 %r1, %tid.x; atom.global.exch.b32 %r2, [%rd1], %r1; mul.wide.u32 %rd3, %r1, 4;
        add.s64 %rd4, %rd2, %rd3; st.global.b32 [%rd4], %r2;";
    let run = |order| Run::new(body).block(3).options(Options { order, ..Options::default() }).u32s(3);
    assert_eq!(run(Order::Ascending), [0, 0, 1]);
    assert_eq!(run(Order::Descending), [1, 2, 0]);
}

/// LLVM declares shared variables of one kernel in its body.
#[test]
fn shared_variables_of_a_function_are_shared() {
    let body =
        ".shared .align 4 .b32 s; mov.u32 %r1, %tid.x; setp.ne.b32 %p1, %r1, 0; @%p1 bra $wait; st.shared.b32 [s], 8;
        $wait: bar.sync 0; @!%p1 bra $end; ld.shared.b32 %r2, [s]; st.global.b32 [%rd2], %r2; $end:";
    assert_eq!(Run::new(body).block(2).u32s(1), [8]);
}

#[test]
fn dynamic_shared_memory_has_the_size_of_the_launch() {
    let before = ".extern .shared .align 16 .b8 d[];";
    let body = "st.shared.b32 [d+12], 3; ld.shared.b32 %r1, [d+12]; st.global.b32 [%rd2], %r1;";
    let shape = Shape { dynamic_shared: 16, ..Shape::block(1) };
    assert_eq!(Run::new(body).before(before).shape(shape).u32s(1), [3]);
    let small = Shape { dynamic_shared: 12, ..Shape::block(1) };
    let fault = Run::new(body).before(before).shape(small).fault();
    assert!(fault.to_string().contains("out of bounds; the nearest allocation is d, 12 bytes"), "{fault}");
}

#[test]
fn global_variables_live_on_between_launches() {
    use raddle_ptx_vm::{Argument, Machine, Module};
    let body = "ld.global.b32 %r1, [g]; add.s32 %r1, %r1, 1; st.global.b32 [g], %r1; st.global.b32 [%rd2], %r1;";
    let text = crate::support::module(".visible .global .align 4 .b32 g = 41;", body);
    let mut machine = Machine::default();
    let module = machine.load(Module::parse(&text).expect("parses"));
    let output = machine.alloc(4);
    for expected in [42, 43] {
        let arguments = [Argument::Pointer(output), Argument::Pointer(output)];
        machine.launch(module, "k", Shape::block(1), &arguments).expect("runs");
        assert_eq!(machine.read(output, 4).expect("was written"), u32::to_le_bytes(expected));
    }
}
