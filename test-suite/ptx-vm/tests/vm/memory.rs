//! Loads, stores and atomic operations of every space, type and shape.

use crate::support::Run;

/// All bytes differ, and all are negative.
const BYTES: [u8; 16] =
    [0x80, 0x91, 0xa2, 0xb3, 0xc4, 0xd5, 0xe6, 0xf7, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff];
const SCALARS: [(&str, usize); 7] = [("b8", 1), ("b16", 2), ("b32", 4), ("b64", 8), ("s8", 1), ("s16", 2), ("s32", 4)];
const VECTORS: [(usize, &str, usize); 7] =
    [(2, "b8", 1), (2, "b16", 2), (2, "b32", 4), (2, "b64", 8), (4, "b8", 1), (4, "b16", 2), (4, "b32", 4)];

/// The bits of a register of `width` bits after a load of these bytes.
fn extended(bytes: &[u8], is_signed: bool, width: u32) -> u64 {
    let fill = if is_signed && bytes[bytes.len() - 1] & 0x80 != 0 { 0xff } else { 0 };
    let mut whole = [fill; 8];
    whole[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(whole) & u64::MAX >> (64 - width)
}

/// Declarations and code that put `BYTES` where `%rd3` points, in the space.
fn filled(space: &str) -> (String, String) {
    let [low, high] = [0, 8].map(|at| i64::from_le_bytes(BYTES[at..at + 8].try_into().expect("8 bytes")));
    let list: Vec<String> = BYTES.iter().map(u8::to_string).collect();
    let stores = |space: &str| format!("mov.b64 %rd3, v; st.{space}.b64 [v], {low}; st.{space}.b64 [v+8], {high};");
    match space {
        "" | "global" => (String::new(), "mov.b64 %rd3, %rd1;".to_owned()),
        "shared" => (".shared .align 16 .b8 v[16];".to_owned(), stores("shared")),
        "local" => (String::new(), format!(".local .align 16 .b8 v[16]; {}", stores("local"))),
        "const" => (format!(".const .align 16 .b8 v[16] = {{{}}};", list.join(", ")), "mov.b64 %rd3, v;".to_owned()),
        other => panic!("{other}"),
    }
}

fn qualifier(space: &str) -> String {
    if space.is_empty() { String::new() } else { format!(".{space}") }
}

#[test]
pub fn loads() {
    for space in ["", "global", "shared", "local", "const"] {
        let (before, setup) = filled(space);
        let at = qualifier(space);
        load_all(&before, &setup, &format!("ld{at}"), "%rd3");
    }
    load_all("", "mov.b64 %rd3, %rd1;", "ld.global.nc", "%rd3");
}

fn load_all(before: &str, setup: &str, ld: &str, base: &str) {
    for (ty, size) in SCALARS {
        for (register, width) in [("%rs1", 16), ("%r1", 32), ("%rd10", 64)] {
            if width < 8 * size as u32 {
                continue;
            }
            let wide = match width {
                16 => "cvt.u64.u16 %rd11, %rs1;",
                32 => "cvt.u64.u32 %rd11, %r1;",
                _ => "mov.b64 %rd11, %rd10;",
            };
            let body = format!("{setup} {ld}.{ty} {register}, [{base}+8]; {wide} st.global.b64 [%rd2], %rd11;");
            let expected = extended(&BYTES[8..8 + size], ty.starts_with('s'), width);
            assert_eq!(Run::new(&body).before(before).input(&BYTES).u64s(1), [expected], "{ld}.{ty} {register}");
        }
    }
    for (lanes, ty, size) in VECTORS {
        let registers: Vec<String> = (10..10 + lanes).map(|i| format!("%rd{i}")).collect();
        let stores: Vec<String> =
            (0..lanes).map(|i| format!("st.global.b64 [%rd2+{}], {};", 8 * i, registers[i])).collect();
        let body = format!("{setup} {ld}.v{lanes}.{ty} {{{}}}, [{base}]; {}", registers.join(", "), stores.concat());
        let expected: Vec<u64> = (0..lanes).map(|i| extended(&BYTES[i * size..][..size], false, 64)).collect();
        assert_eq!(Run::new(&body).before(before).input(&BYTES).u64s(lanes), expected, "{ld}.v{lanes}.{ty}");
    }
}

#[test]
pub fn loads_of_parameters() {
    let list: Vec<String> = SCALARS.iter().map(|(ty, _)| format!("ld.param.{ty} %rd3, [v+8];")).collect();
    let vectors: Vec<String> = VECTORS
        .iter()
        .map(|(lanes, ty, _)| {
            let registers = if *lanes == 2 { "{%rd4, %rd5}" } else { "{%rd4, %rd5, %rd6, %rd7}" };
            format!("ld.param.v{lanes}.{ty} {registers}, [v];")
        })
        .collect();
    for (load, (ty, size)) in list.iter().zip(SCALARS) {
        let expected = extended(&BYTES[8..8 + size], ty.starts_with('s'), 64);
        assert_eq!(with_parameter(&format!("{load} st.global.b64 [%rd2], %rd3;"))[0], expected, "{load}");
    }
    for (load, (lanes, _, size)) in vectors.iter().zip(VECTORS) {
        let stores: Vec<String> =
            (0..lanes).map(|i| format!("st.global.b64 [%rd2+{}], %rd{};", 8 * i, 4 + i)).collect();
        let expected: Vec<u64> = (0..lanes).map(|i| extended(&BYTES[i * size..][..size], false, 64)).collect();
        assert_eq!(with_parameter(&format!("{load} {}", stores.concat()))[..lanes], expected, "{load}");
    }
    // Through its address.
    let body = "mov.b64 %rd3, v; ld.param.b16 %rd4, [%rd3+2]; st.global.b64 [%rd2], %rd4;";
    assert_eq!(with_parameter(body)[0], extended(&BYTES[2..4], false, 64));
}

/// Runs a kernel with a parameter `v` of 16 bytes; answers four words.
fn with_parameter(body: &str) -> Vec<u64> {
    use raddle_ptx_vm::{Argument, Machine, Module, Shape};
    let text = format!(
        ".version 7.0 .target sm_80 .address_size 64
         .visible .entry k(.param .align 16 .b8 v[16], .param .u64 q) {{
             .reg .b64 %rd<9>; ld.param.b64 %rd2, [q];\n{body}\nret; }}"
    );
    let mut machine = Machine::default();
    let module = machine.load(Module::parse(&text).unwrap_or_else(|error| panic!("{error}")));
    let output = machine.alloc_with(&[0; 32]);
    let arguments = [Argument::Bytes(BYTES.to_vec()), Argument::Pointer(output)];
    let counts = machine.launch(module, "k", Shape::block(1), &arguments).unwrap_or_else(|error| panic!("{error}"));
    crate::support::note(&counts);
    let bytes = machine.read(output, 32).expect("was written");
    bytes.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("8 bytes"))).collect()
}

/// Code that writes `BYTES` to `base` with one kind of store, from registers wider than what is stored.
fn stores_of_all(st: &str, base: &str, lanes: usize, ty: &str, size: usize) -> String {
    let step = lanes * size;
    let store = |at: usize| {
        let values: Vec<String> = (0..lanes).map(|i| format!("%rd{}", 10 + i)).collect();
        let moves: Vec<String> = (0..lanes)
            .map(|i| {
                let bytes = &BYTES[at + i * size..][..size];
                // The upper bits must not matter.
                let bits = extended(bytes, false, 64) | u64::MAX.checked_shl(8 * size as u32).unwrap_or(0);
                format!("mov.b64 %rd{}, {};", 10 + i, bits as i64)
            })
            .collect();
        let (shape, values) = match lanes {
            1 => (String::new(), values.concat()),
            _ => (format!(".v{lanes}"), format!("{{{}}}", values.join(", "))),
        };
        format!("{} {st}{shape}.{ty} [{base}+{at}], {values};\n", moves.concat())
    };
    (0..16 / step).map(|i| store(i * step)).collect()
}

fn every_store() -> impl Iterator<Item = (usize, &'static str, usize)> {
    SCALARS[..4].iter().map(|(ty, size)| (1, *ty, *size)).chain(VECTORS)
}

#[test]
pub fn stores() {
    for (lanes, ty, size) in every_store() {
        for (space, before, setup) in [
            ("", "", "mov.b64 %rd3, %rd2;"),
            ("global", "", "mov.b64 %rd3, %rd2;"),
            ("shared", ".shared .align 16 .b8 v[16];", "mov.b64 %rd3, v;"),
            ("local", "", ".local .align 16 .b8 v[16]; mov.b64 %rd3, v;"),
        ] {
            let at = qualifier(space);
            let code = stores_of_all(&format!("st{at}"), "%rd3", lanes, ty, size);
            let copy = format!("ld{at}.v2.b64 {{%rd4, %rd5}}, [%rd3]; st.global.v2.b64 [%rd2], {{%rd4, %rd5}};");
            let body = format!("{setup} {code} {copy}");
            assert_eq!(Run::new(&body).before(before).bytes(16), BYTES, "st{at} {lanes} {ty}");
        }
    }
}

/// A constant and a register as wide as the value can be stored, too.
#[test]
pub fn stores_of_constants() {
    let body = "st.global.b32 [%rd2], -2; st.global.b8 [%rd2+4], 255; mov.b16 %rs1, 7; st.global.b8 [%rd2+5], %rs1;
        st.global.b16 [%rd2+6], %rs1; st.global.b32 [%rd2+8], 0f3F800000; st.global.b64 [%rd2+16], 0dBFF0000000000000;";
    let bytes = Run::new(body).bytes(8);
    assert_eq!(bytes, [0xfe, 0xff, 0xff, 0xff, 0xff, 7, 7, 0]);
    let body = format!("{body} ld.global.b32 %r1, [%rd2+8]; ld.global.b64 %rd3, [%rd2+16]; st.global.b32 [%rd2], %r1;");
    assert_eq!(Run::new(&body).bytes(4), 1f32.to_le_bytes());
}

/// A function that answers its parameter, with every kind of store into the call's variables.
#[test]
pub fn stores_of_parameters() {
    let before = ".func (.param .align 16 .b8 r[16]) same(.param .align 16 .b8 a[16]) { .reg .b64 %rd<3>;
        ld.param.v2.b64 {%rd1, %rd2}, [a]; st.param.v2.b64 [r], {%rd1, %rd2}; ret; }";
    for (lanes, ty, size) in every_store() {
        let code = stores_of_all("st.param", "param0", lanes, ty, size);
        let body = format!(
            "{{ .param .align 16 .b8 param0[16]; .param .align 16 .b8 retval0[16]; {code}
             call.uni (retval0), same, (param0); ld.param.v2.b64 {{%rd4, %rd5}}, [retval0]; }}
             st.global.v2.b64 [%rd2], {{%rd4, %rd5}};"
        );
        assert_eq!(Run::new(&body).before(before).bytes(16), BYTES, "{lanes} {ty}");
    }
}

#[test]
pub fn strong_loads_and_stores() {
    for space in ["", "global", "shared"] {
        let (before, setup) = match space {
            "shared" => (".shared .align 8 .b64 v;", "mov.b64 %rd3, v; st.shared.b64 [v], -1;"),
            _ => ("", "mov.b64 %rd3, %rd2; st.global.b64 [%rd2], -1;"),
        };
        let at = qualifier(space);
        for (ty, size) in &SCALARS[..4] {
            for (load, store) in [
                ("volatile", "volatile"),
                ("relaxed.sys", "relaxed.sys"),
                ("relaxed.gpu", "relaxed.gpu"),
                ("acquire.sys", "release.sys"),
                ("acquire.gpu", "release.gpu"),
            ] {
                let body = format!(
                    "{setup} mov.b64 %rd4, 4294967297; st.{store}{at}.{ty} [%rd3], %rd4;
                     ld.{load}{at}.{ty} %rd5, [%rd3]; st.global.b64 [%rd2], %rd5;"
                );
                let expected = 0x1_0000_0001 & u64::MAX >> (64 - 8 * size);
                assert_eq!(Run::new(&body).before(before).u64s(1), [expected], "{body}");
            }
        }
    }
}

/// Operation, memory before, operands, memory after.
const ATOMICS: &[(&str, u64, &[u64], u64)] = &[
    ("add.u32", 0xffff_ffff, &[2], 1),
    ("add.u64", u64::MAX, &[2], 1),
    ("add.f32", 0x3f80_0000, &[0x4000_0000], 0x4040_0000),
    ("add.f64", 0x3ff0_0000_0000_0000, &[0x4000_0000_0000_0000], 0x4008_0000_0000_0000),
    ("and.b32", 0xf0f0, &[0xff00], 0xf000),
    ("and.b64", 0xf0f0 << 32, &[0xff00 << 32], 0xf000 << 32),
    ("or.b32", 0xf0f0, &[0xff00], 0xfff0),
    ("or.b64", 0xf0f0 << 32, &[0xff00 << 32], 0xfff0 << 32),
    ("xor.b32", 0xf0f0, &[0xff00], 0x0ff0),
    ("xor.b64", 0xf0f0 << 32, &[0xff00 << 32], 0x0ff0 << 32),
    ("exch.b32", 5, &[6], 6),
    ("exch.b64", 5, &[6 << 40], 6 << 40),
    ("cas.b32", 5, &[5, 9], 9),
    ("cas.b32", 5, &[4, 9], 5),
    ("cas.b64", 5 << 40, &[5 << 40, 9], 9),
    ("cas.b64", 5 << 40, &[5, 9], 5 << 40),
    ("min.s32", 5, &[0xffff_ffff], 0xffff_ffff),
    ("max.s32", 0xffff_ffff, &[5], 5),
    ("min.s64", 5, &[u64::MAX], u64::MAX),
    ("max.s64", u64::MAX, &[5], 5),
    ("min.u32", 5, &[0xffff_ffff], 5),
    ("max.u32", 5, &[0xffff_ffff], 0xffff_ffff),
    ("min.u64", u64::MAX, &[5], 5),
    ("max.u64", 5, &[u64::MAX], u64::MAX),
    ("inc.u32", 4, &[5], 5),
    ("inc.u32", 5, &[5], 0),
    ("dec.u32", 0, &[5], 5),
    ("dec.u32", 9, &[5], 5),
    ("dec.u32", 3, &[5], 2),
];

#[test]
pub fn atomics() {
    for space in ["", "global", "shared"] {
        for (operation, old, operands, new) in ATOMICS {
            let body = atomic(space, "", operation, *old, operands);
            let found = Run::new(&body).before(".shared .align 8 .b64 v;").u64s(2);
            assert_eq!(found, [*old, *new], "atom {space} {operation}");
        }
    }
    for order in ["relaxed.gpu", "relaxed.sys", "acquire.sys", "release.gpu", "acq_rel.sys", "acq_rel.gpu"] {
        let body = atomic("global", &format!(".{order}"), "cas.b32", 5, &[5, 9]);
        assert_eq!(Run::new(&body).before(".shared .align 8 .b64 v;").u64s(2), [5, 9], "{order}");
    }
}

/// The old value to the first word of the output, memory to the second.
fn atomic(space: &str, order: &str, operation: &str, old: u64, operands: &[u64]) -> String {
    let at = qualifier(space);
    let base = if space == "shared" { "mov.b64 %rd3, v;" } else { "add.s64 %rd3, %rd2, 8;" };
    let (width, register) = if operation.ends_with("32") { ("b32", "%r") } else { ("b64", "%rd") };
    let moves: Vec<String> =
        operands.iter().enumerate().map(|(i, bits)| format!("mov.{width} {register}{}, {bits};", 11 + i)).collect();
    let args: Vec<String> = (0..operands.len()).map(|i| format!(", {register}{}", 11 + i)).collect();
    format!(
        "{base} st{at}.b64 [%rd3], {}; {} atom{order}{at}.{operation} {register}10, [%rd3]{};
         st.global.b64 [%rd2], 0; st.global.{width} [%rd2], {register}10;
         ld{at}.b64 %rd4, [%rd3]; st.global.b64 [%rd2+8], %rd4;",
        old as i64,
        moves.concat(),
        args.concat()
    )
}

/// Subnormal sums survive in shared memory alone.
#[test]
pub fn atomic_sums_flush_subnormal_numbers_in_global_memory() {
    let sum = |space| Run::new(&atomic(space, "", "add.f32", 1, &[1])).before(".shared .align 8 .b64 v;").u64s(2)[1];
    assert_eq!([sum("global"), sum(""), sum("shared")], [0, 0, 2]);
}

#[test]
fn atomics_of_many_threads_add_up() {
    let body = "atom.global.add.u32 %r1, [%rd1], 1;";
    let body = format!(
        "{body} mov.u32 %r2, %tid.x; setp.ne.b32 %p1, %r2, 0; @%p1 bra $end;
        st.global.b32 [%rd2], 7; $end:"
    );
    assert_eq!(Run::new(&body).block(100).u32s(1), [7]);
}

#[test]
fn traffic_is_counted_per_space() {
    use raddle_ptx_vm::Traffic;
    use raddle_ptx_vm::table::Space;
    let body = "ld.global.b32 %r1, [%rd1]; st.shared.b16 [v], %r1; atom.global.add.u64 %rd3, [%rd1+8], 1;
        .local .b8 l[4]; st.local.b8 [l], 1; ld.local.b8 %rs1, [l]; ld.const.b64 %rd4, [c];";
    let counts = Run::new(body).before(".shared .b16 v; .const .b64 c = 5;").counts();
    let expected = [
        (Space::Global, 12, 8),
        (Space::Shared, 0, 2),
        (Space::Local, 1, 1),
        (Space::Const, 8, 0),
        (Space::Param, 16, 0),
    ];
    for (space, read, written) in expected {
        assert_eq!(counts.traffic(space), Traffic { read, written }, "{space}");
    }
    assert_eq!(counts.instructions, 9);
}
