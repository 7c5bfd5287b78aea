//! Moves, special registers, address conversions, carries, shuffles and votes.

use raddle_ptx_vm::Shape;

use crate::support::Run;

#[test]
pub fn moves() {
    let body = "mov.b16 %rs1, 0x3C00; mov.b16 %rs2, %rs1; st.global.b16 [%rd2], %rs2;
        mov.b32 %r1, 0f3F800000; mov.b32 %r2, %r1; st.global.b32 [%rd2+4], %r2;
        mov.b64 %rd3, -1; mov.b64 %rd4, %rd3; st.global.b64 [%rd2+8], %rd4;
        mov.pred %p1, -1; mov.pred %p2, %p1; selp.b16 %rs3, 1, 0, %p2; st.global.b16 [%rd2+2], %rs3;
        mov.pred %p1, 0; selp.b64 %rd5, 1, 0, %p1; st.global.b64 [%rd2+16], %rd5;
        mov.b64 %rd6, 0dBFF0000000000000; st.global.b64 [%rd2+24], %rd6;
        mov.u32 %r3, WARP_SZ; st.global.b32 [%rd2+32], %r3;";
    let bytes = Run::new(body).bytes(36);
    assert_eq!(bytes[..4], [0x00, 0x3c, 1, 0]);
    assert_eq!(bytes[4..8], 1f32.to_le_bytes());
    assert_eq!(bytes[8..24], [[0xff; 8], [0; 8]].concat());
    assert_eq!(bytes[24..32], (-1f64).to_le_bytes());
    assert_eq!(bytes[32..], [32, 0, 0, 0]);
}

#[test]
pub fn halves() {
    let body = "mov.b32 %r1, 1; mov.b32 %r2, 2; mov.b64 %rd3, {%r1, %r2}; st.global.b64 [%rd2], %rd3;
        mov.b64 {%r3, %r4}, %rd3; st.global.b32 [%rd2+8], %r4; st.global.b32 [%rd2+12], %r3;
        mov.b16 %rs1, 3; mov.b32 %r5, {%rs1, 4}; st.global.b32 [%rd2+16], %r5;
        mov.b32 {%rs2, %rs3}, %r5; st.global.b16 [%rd2+20], %rs3; st.global.b16 [%rd2+22], %rs2;
        { .reg .b16 unused; mov.b32 {unused, %rs4}, %r5; } cvt.u32.u16 %r6, %rs4; st.global.b32 [%rd2+24], %r6;";
    assert_eq!(Run::new(body).u32s(7), [1, 2, 2, 1, 0x0004_0003, 0x0003_0004, 4]);
}

#[test]
pub fn special_registers() {
    // Thread (2, 1, 1) of a block of 4 x 2 x 2 is number 14; block (1, 0, 2) of a grid of 2 x 3 x 4.
    let names = [
        "tid.x",
        "tid.y",
        "tid.z",
        "ntid.x",
        "ntid.y",
        "ntid.z",
        "ctaid.x",
        "ctaid.y",
        "ctaid.z",
        "nctaid.x",
        "nctaid.y",
        "nctaid.z",
        "laneid",
        "lanemask_eq",
        "lanemask_lt",
        "lanemask_le",
        "lanemask_gt",
        "lanemask_ge",
    ];
    let stores: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(i, name)| format!("mov.u32 %r9, %{name}; st.global.b32 [%rd2+{}], %r9;\n", 4 * i))
        .collect();
    let pick: Vec<String> = [("tid.x", 2), ("tid.y", 1), ("tid.z", 1), ("ctaid.x", 1), ("ctaid.y", 0), ("ctaid.z", 2)]
        .iter()
        .map(|(name, value)| format!("mov.u32 %r1, %{name}; setp.ne.b32 %p1, %r1, {value}; @%p1 bra $end;\n"))
        .collect();
    let body = format!("{} {} $end:", pick.concat(), stores.concat());
    let found = Run::new(&body).output(128).shape(Shape::new([2, 3, 4], [4, 2, 2])).u32s(names.len());
    assert_eq!(found[..13], [2, 1, 1, 4, 2, 2, 1, 0, 2, 2, 3, 4, 14]);
    assert_eq!(found[13..], [1 << 14, (1 << 14) - 1, (1 << 15) - 1, u32::MAX << 15, u32::MAX << 14]);
}

#[test]
pub fn addresses() {
    let before =
        ".shared .align 4 .b8 s[4]; .global .align 4 .b8 g[4] = {1, 2, 3, 4}; .const .align 4 .b8 c[4] = {5, 6};";
    for (space, variable, expected) in
        [("global", "g", 0x0403_0201), ("const", "c", 0x0605), ("shared", "s", 9), ("local", "l", 9)]
    {
        let fill = if expected == 9 { format!("st.{space}.b32 [{variable}], 9;") } else { String::new() };
        let body = format!(
            ".local .align 4 .b8 l[4]; {fill} mov.b64 %rd3, {variable};
             cvta.{space}.u64 %rd4, %rd3; ld.b32 %r1, [%rd4]; st.global.b32 [%rd2], %r1;
             cvta.to.{space}.u64 %rd5, %rd4; ld.{space}.b32 %r2, [%rd5]; st.global.b32 [%rd2+4], %r2;"
        );
        assert_eq!(Run::new(&body).before(before).u32s(2), [expected, expected], "{space}");
    }
}

#[test]
pub fn carries() {
    // (2^64 - 1) + 1 and 0 - 1 in 128 bits.
    let body = "mov.b64 %rd3, -1; mov.b64 %rd4, 1; mov.b64 %rd5, 0;
        add.cc.s64 %rd6, %rd3, %rd4; addc.cc.s64 %rd7, %rd5, %rd5;
        sub.cc.s64 %rd8, %rd5, %rd4; subc.cc.s64 %rd9, %rd5, %rd5; subc.cc.s64 %rd10, %rd4, %rd5;
        st.global.b64 [%rd2], %rd6; st.global.b64 [%rd2+8], %rd7; st.global.b64 [%rd2+16], %rd8;
        st.global.b64 [%rd2+24], %rd9; st.global.b64 [%rd2+32], %rd10;";
    assert_eq!(Run::new(body).u64s(5), [0, 1, u64::MAX, u64::MAX, 0]);
}

/// Each of 32 lanes shuffles its number times 10 and stores the result.
fn shuffled(form: &str, operands: &str) -> Vec<u32> {
    let body = format!(
        "mov.u32 %r1, %tid.x; mul.lo.s32 %r2, %r1, 10; shfl.sync.{form}.b32 %r3, %r2, {operands}, -1;
         mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3; st.global.b32 [%rd4], %r3;"
    );
    Run::new(&body).output(128).block(32).u32s(32).into_iter().map(|value| value / 10).collect()
}

#[test]
pub fn shuffles() {
    let lanes = |f: fn(u32) -> u32| (0..32).map(f).collect::<Vec<_>>();
    assert_eq!(shuffled("up", "3, 0"), lanes(|i| if i < 3 { i } else { i - 3 }));
    assert_eq!(shuffled("down", "3, 31"), lanes(|i| if i + 3 > 31 { i } else { i + 3 }));
    assert_eq!(shuffled("bfly", "5, 31"), lanes(|i| i ^ 5));
    assert_eq!(shuffled("idx", "7, 31"), lanes(|_| 7));
    // Segments of 8 lanes: mask 0b11000 in bits 8 to 12.
    assert_eq!(shuffled("down", "1, 6175"), lanes(|i| if i % 8 == 7 { i } else { i + 1 }));
    assert_eq!(shuffled("idx", "2, 6175"), lanes(|i| i / 8 * 8 + 2));
    assert_eq!(shuffled("up", "1, 6144"), lanes(|i| if i % 8 == 0 { i } else { i - 1 }));
}

#[test]
pub fn votes() {
    // 40 threads: two warps, the second one with 8 lanes. The predicate is true below 36.
    let vote = |form: &str, out: &str, store: &str| {
        let body = format!(
            "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 36; vote.sync.{form} {out}, %p1, -1; {store}
             mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3; st.global.b32 [%rd4], %r3;"
        );
        let found = Run::new(&body).output(160).block(40).u32s(40);
        assert!(
            found[..32].iter().all(|value| *value == found[0]) && found[32..].iter().all(|value| *value == found[32])
        );
        [found[0], found[32]]
    };
    let predicate = "selp.b32 %r3, 1, 0, %p2;";
    assert_eq!(vote("all.pred", "%p2", predicate), [1, 0]);
    assert_eq!(vote("any.pred", "%p2", predicate), [1, 1]);
    assert_eq!(vote("uni.pred", "%p2", predicate), [1, 0]);
    assert_eq!(vote("ballot.b32", "%r3", ""), [u32::MAX, 0xf]);
}

#[test]
pub fn approximations() {
    let cases = [
        ("rcp", 4f32, 0.25),
        ("sqrt", 9.0, 3.0),
        ("rsqrt", 4.0, 0.5),
        ("sin", 0.5, 0.479_425_55),
        ("cos", 0.5, 0.877_582_55),
        ("ex2", 3.0, 8.0),
    ];
    for (name, input, expected) in cases {
        let body = format!("ld.global.b32 %r1, [%rd1]; {name}.approx.f32 %r2, %r1; st.global.b32 [%rd2], %r2;");
        let bits = Run::new(&body).input(&input.to_le_bytes()).u32s(1)[0];
        assert_eq!(f32::from_bits(bits), expected, "{name}");
    }
    for (form, expected) in [("add", 6f32), ("sub", 3.0), ("mul", 6.75), ("div.approx", 3.0)] {
        let body = format!(
            "ld.global.b32 %r1, [%rd1]; mov.b32 %r2, 0f3FC00000; {form}.f32 %r3, %r1, %r2; st.global.b32 [%rd2], %r3;"
        );
        let bits = Run::new(&body).input(&4.5f32.to_le_bytes()).u32s(1)[0];
        assert_eq!(f32::from_bits(bits), expected, "{form}");
    }
    // 4.5 and 1.5 in 16 bits; with 6.5 and 1.5 below them.
    for (form, expected) in [("add", 0x4600), ("sub", 0x4200), ("mul", 0x46c0)] {
        let body = format!(
            "ld.global.b16 %rs1, [%rd1]; mov.b16 %rs2, 0x3E00; {form}.f16 %rs3, %rs1, %rs2; cvt.u32.u16 %r1, %rs3; st.global.b32 [%rd2], %r1;"
        );
        assert_eq!(Run::new(&body).input(&0x4480u16.to_le_bytes()).u32s(1)[0], expected, "{form}");
    }
    for (form, expected) in [("add", 0x4600_4800), ("sub", 0x4200_4500), ("mul", 0x46c0_48e0)] {
        let body = format!(
            "ld.global.b32 %r1, [%rd1]; mov.b32 %r2, 0x3E003E00; {form}.f16x2 %r3, %r1, %r2; st.global.b32 [%rd2], %r3;"
        );
        assert_eq!(Run::new(&body).input(&0x4480_4680u32.to_le_bytes()).u32s(1)[0], expected, "{form}");
    }
    for (form, expected) in [("add", 6f64), ("sub", 3.0), ("mul", 6.75)] {
        let body = format!(
            "ld.global.b64 %rd3, [%rd1]; mov.b64 %rd4, 0d3FF8000000000000; {form}.f64 %rd5, %rd3, %rd4; st.global.b64 [%rd2], %rd5;"
        );
        let bits = Run::new(&body).input(&4.5f64.to_le_bytes()).output(8).u64s(1)[0];
        assert_eq!(f64::from_bits(bits), expected, "{form}");
    }
}
