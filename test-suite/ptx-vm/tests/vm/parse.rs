//! What is not accepted, and how it is said.

use raddle_ptx_vm::{APPROXIMATE, Approximations, Module, ParseProblem};

use crate::support::{module, refused};

#[test]
fn an_error_names_the_line() {
    let error = refused("", "mov.b32 %r1, 1;\nadd.sat.s32  %r1, %r1, 1; // saturates");
    assert_eq!(error.problem, ParseProblem::UnknownForm("add.sat.s32".into()));
    assert_eq!(error.to_string(), "line 14: unknown instruction form 'add.sat.s32': `add.sat.s32 %r1, %r1, 1;`");
}

#[test]
fn unknown_instruction_forms() {
    for form in [
        // Known instructions in forms that Raddle does not emit or must not.
        "fma.rz.f32",
        "add.rn.f32x2",
        "ld.global.b128",
        "ld.relaxed.cta.global.b32",
        "st.const.b32",
        "atom.relaxed.cta.global.add.u32",
        "atom.global.add.s32",
        "red.global.add.u32",
        "bar.arrive",
        "bar.warp.sync",
        "cvt.f32.f64",
        "cvt.rn.f64.f32",
        "mov.f32",
        "bra.x",
        "retx",
        "",
    ] {
        let error = refused("", &format!("{form} %r1, %r2;"));
        match error.problem {
            ParseProblem::UnknownForm(found) => assert_eq!(found, form),
            ParseProblem::Syntax { .. } => assert_eq!(form, ""),
            other => panic!("{form}: {other}"),
        }
    }
}

#[test]
fn approximate_instructions_must_be_allowed() {
    let body = "mov.b32 %r1, 0f3F800000; sqrt.approx.f32 %r2, %r1;";
    assert_eq!(refused("", body).problem, ParseProblem::Approximate("sqrt.approx.f32".into()));
    assert!(Module::parse_with(&module("", body), Approximations::Allowed).is_ok());
    let body = "mov.b32 %r1, 0f3F800000; add.f32 %r2, %r1, %r1;";
    assert_eq!(refused("", body).problem, ParseProblem::Approximate("add.f32".into()));
    let text = format!("{APPROXIMATE}{}", module("", body));
    assert_eq!(Approximations::of(&text), Approximations::Allowed);
    assert_eq!(Approximations::of(&module("", body)), Approximations::Refused);
}

#[test]
fn unknown_directives() {
    for (before, body, name) in [
        (".alias a, b;", "", ".alias"),
        (".visible .tex t;", "", ".tex"),
        ("", ".pragmas \"x\";", ".pragmas"),
        ("", "p : .callprototype _ ();", ".callprototype"),
        (".func f(.reg .b32 a);", "", ".reg"),
        (".func f() .attribute;", "", ".attribute"),
    ] {
        assert_eq!(refused(before, body).problem, ParseProblem::UnknownDirective(name.into()));
    }
}

/// Operands that do not fit, with a part of the complaint.
#[test]
fn operands() {
    for (body, complaint) in [
        ("add.s32 %r1, %r2;", "has too few operands"),
        ("add.s32 %r1, %r2, 1, 2;", "has 4 operands, 3 were expected"),
        ("add.s32 %r1, %rd2, 1;", "cannot use %rd2, a register of .b64, as s32"),
        ("add.s32 1, %r2, 1;", "needs a register"),
        ("setp.lt.f16x2 %p1, %r1, %r2;", "needs two predicates p|q"),
        ("setp.lt.f32 %p1|%p2, %r1, %r2;", "needs a register"),
        ("setp.lt.f16x2 %p1|%r2, %r1, %r2;", "cannot use %r2, a register of .b32, as pred"),
        ("add.s32 %r1, %r2, 4294967296;", "cannot use 4294967296 as s32"),
        ("add.s16 %rs1, %rs2, -32769;", "cannot use -32769 as s16"),
        ("add.rn.f32 %r1, %r2, 1;", "cannot use 1 as f32"),
        ("add.rn.f32 %r1, %r2, 0d3FF0000000000000;", "needs a register or a constant of type f32"),
        ("setp.eq.b32 %r1, %r2, 1;", "cannot use %r1, a register of .b32, as pred"),
        ("cvt.u32.u64 %r1, %r2;", "cannot use %r2, a register of .b32, as u64"),
        ("cvt.u32.u16 %rd1, %rs1;", "cannot use %rd1, a register of .b64, as u32"),
        ("cvt.u32.u16 %r1, %p1;", "cannot use %p1, a register of .pred, as u16"),
        ("ld.global.b64 %r1, [%rd1];", "cannot use %r1, a register of .b32, as u64"),
        ("ld.global.b32 %r1, [%r2];", "cannot use %r2, a register of .b32, as u64"),
        ("ld.global.b32 %r1, %rd1;", "needs an address"),
        ("ld.global.b32 %r1, [64];", "needs a register or a variable in its address"),
        ("ld.global.b32 5, [%rd1];", "needs a register"),
        ("ld.global.v2.b32 %r1, [%rd1];", "needs 2 values"),
        ("ld.global.v2.b32 {%r1, %r2, %r3}, [%rd1];", "needs 2 values"),
        ("ld.global.b32 %r1, [s];", "cannot reach 's', which is in the shared space"),
        ("ld.global.b64 %rd3, [p];", "cannot reach 'p', which is in the param space"),
        ("st.param.b64 [p], %rd1;", "writes a parameter of the kernel"),
        ("mov.b32 %r1, s;", "is too narrow for an address"),
        ("mov.b64 %rd1, %tid.x;", "cannot read %tid.x"),
        ("mov.b64 %rd1, {%r1, %r2, %r3};", "needs one register and two halves"),
        ("mov.b64 {%r1, %rs2}, %rd1;", "cannot use %rs2"),
        ("bra 5;", "needs a label"),
        ("brx.idx %r1, 5;", "needs a list of labels"),
        ("bar.sync 16;", "needs the number of a barrier"),
        ("bar.sync 0, 64;", "has 2 operands, 1 were expected"),
        ("call k;", "calls a kernel"),
        ("call 5;", "needs the name of a function"),
        ("call f, 5;", "needs a list of arguments"),
        ("call f;", "passes 0 values, 1 are declared"),
        ("call f, (5);", "passes variables only"),
        ("{ .param .b64 a; call f, (a); }", "passes 'a', 8 bytes, for 4 bytes"),
    ] {
        let problem = refused(".shared .b32 s; .func f(.param .b32 n) { ret; }", body).problem;
        let ParseProblem::Operands { complaint: found, section, .. } = &problem else { panic!("{body}: {problem}") };
        assert!(found.contains(complaint) && section.starts_with("9.7."), "{body}: {found}");
    }
}

#[test]
fn names() {
    for (body, name) in [
        ("add.s32 %r1, %r20, 1;", "%r20"),
        ("add.s32 %r1, %x, 1;", "%x"),
        ("mov.u32 %r1, %clock;", "%clock"),
        ("bra $nowhere;", "$nowhere"),
        ("brx.idx %r1, $list;", "$list"),
        ("$list: .branchtargets $a;", "$a"),
        ("mov.b64 %rd1, nothing;", "nothing"),
        ("ld.global.b32 %r1, [nothing];", "nothing"),
        ("call nothing;", "nothing"),
        ("call declared;", "declared"),
        ("{ .param .b32 a; } st.param.b32 [a], 1;", "a"),
        ("{ .reg .b32 inner; } mov.b32 inner, 1;", "inner"),
        ("@%r1 ret;", "%r1 as a predicate"),
    ] {
        assert_eq!(refused(".func declared();", body).problem, ParseProblem::Undeclared(name.into()), "{body}");
    }
    for (before, body, name) in [
        ("", ".reg .b32 %r<2>;", "%r"),
        ("", "{ .reg .b16 a; .reg .b32 a; }", "a"),
        ("", "$a: $a:", "$a"),
        ("", ".local .b32 p;", "p"),
        (".shared .b32 s; .global .b32 s;", "", "s"),
        (".func f() { } .func f() { }", "", "f"),
    ] {
        assert_eq!(refused(before, body).problem, ParseProblem::DeclaredTwice(name.into()), "{before} {body}");
    }
}

/// LLVM writes such blocks for conversions of halves of a register.
#[test]
fn blocks_have_registers_of_their_own() {
    let body = "{ .reg .b16 a; mov.b32 {a, %rs1}, %r1; } { .reg .b32 a; mov.b32 a, %r1; add.s32 %r1, a, %r2; }";
    assert!(Module::parse(&module("", body)).is_ok());
}

#[test]
fn declarations() {
    for (before, body, message) in [
        ("", ".reg .b128 %q;", "type '.b128' is not supported here"),
        ("", ".reg .b8 %q;", "type 'u8' is not supported here"),
        ("", ".reg .b32 %q<9999999>;", "there are too many registers"),
        (".global .pred g;", "", "type '.pred' is not supported here"),
        (".global .align 3 .b8 g;", "", "an alignment is a power of two"),
        (".shared .b8 s[300000];", "", "the variable is too large"),
        (".global .b64 g[4000000000][4000000000];", "", "the variable is too large"),
        (".global .b8 g[2] = {1, 2, 3};", "", "there are more initial values than elements"),
        (".global .b64 g = h;", "", "an initial value is a number"),
        (".extern .global .b32 g;", "", "a variable of another module"),
        (".shared .b8 s[];", "", "a variable without a size"),
        ("", ".shared .b8 s[];", "a variable without a size"),
        (".func f(.param .b8 a[]);", "", "a variable without a size"),
    ] {
        let error = refused(before, body).to_string();
        assert!(error.contains(message), "{before}{body}: {error}");
    }
}

#[test]
fn headers() {
    let header = |text: &str| Module::parse(text).map(drop).map_err(|error| error.to_string());
    assert_eq!(header(".version 7.8 .target sm_90, debug .address_size 64"), Ok(()));
    assert_eq!(header(""), Ok(()));
    assert_eq!(header(".version 5.0"), Err("line 1: version 5.0 is not supported: `.version 5.0`".into()));
    assert_eq!(header(".version\n7"), Ok(()));
    assert_eq!(header(".target gfx90"), Err("line 1: expected a target sm_XX, found 'gfx90': `.target gfx90`".into()));
    assert_eq!(header(".address_size 32"), Err("line 1: expected 64, found '32': `.address_size 32`".into()));
    assert_eq!(header("x"), Err("line 1: unknown directive 'x': `x`".into()));
}

/// Any prefix of a module is an error or a smaller module, never a panic; so is a module with a character changed.
#[test]
fn damaged_text() {
    let text = module(
        ".file 1 \"a.c\" .section .debug { .b8 1 } .global .align 4 .b8 g[8] = {1, 0x2, -3}; .func (.param .b32 r) f(.param .b32 a) { ret; }",
        ".loc 1 2 3, function_name $s+4, inlined_at 1 2 3 .pragma \"nounroll\"; @!%p1 bra $l; $l: { .param .b32 x; }
        ld.global.v2.b32 {%r1, %r2}, [%rd1+-8]; mov.b32 %r1, 0f3F800000; $t: .branchtargets $l, $l; brx.idx %r1, $t;",
    );
    assert!(Module::parse(&text).is_ok());
    for end in 0..text.len() {
        let _ = Module::parse(&text[..end]);
        for other in ["", "{", ")", "9", "\u{e4}", "\""] {
            let _ = Module::parse(&format!("{}{other}{}", &text[..end], &text[end + 1..]));
        }
    }
}
