//! Imported functions in the place of clang's, with everything around them unchanged.

use super::support::*;
use crate::{Error, LlvmContext, OptLevel};

/// Replaces `bump`, which uses a static variable of the file and a static of the function.
const BUMP: &str = r#"
llvm.mlir.global external @counter() {addr_space = 0 : i32} : i32
llvm.mlir.global external @bump.calls() {addr_space = 0 : i32} : i32
llvm.func @twice(i32) -> i32
llvm.func @__raddle_impl_bump(%by: i32) -> i32 {
  %one = arith.constant 1 : i32
  %counter = llvm.mlir.addressof @counter : !llvm.ptr
  %calls = llvm.mlir.addressof @bump.calls : !llvm.ptr
  %n = llvm.load %calls : !llvm.ptr -> i32
  %n1 = arith.addi %n, %one : i32
  llvm.store %n1, %calls : i32, !llvm.ptr
  %d = llvm.call @twice(%by) : (i32) -> i32
  %old = llvm.load %counter : !llvm.ptr -> i32
  %new = arith.addi %old, %d : i32
  llvm.store %new, %counter : i32, !llvm.ptr
  %r = arith.addi %new, %n1 : i32
  llvm.return %r : i32
}
"#;

fn bump_unit(name: &str, start: i32, factor: i32) -> String {
    format!(
        "static int counter = {start};
         static int twice(int x) {{ return {factor} * x; }}
         static int bump(int by) {{ static int calls; calls++; counter += twice(by); return counter + calls; }}
         static int (*const table[])(int) = {{ twice, bump }};
         int {name}(int by) {{ bump(by); return table[1](by) + counter; }}"
    )
}

#[test]
fn statics_of_one_name_in_two_units_stay_apart() {
    let shop = Workshop::new();
    let one = shop.file("one.o", grafted(&bump_unit("one", 10, 2), BUMP, &[]).unwrap().object);
    let two = shop.file("two.o", grafted(&bump_unit("two", 1000, 3), BUMP, &["-fPIC"]).unwrap().object);
    let main = shop.file(
        "main.c",
        "#include <stdio.h>\nint one(int), two(int);\nint main(void) { printf(\"%d %d %d\\n\", one(5), two(5), one(1)); }",
    );
    assert_eq!(shop.run_program(&[&main, &one, &two]), "62 2062 72\n");
}

#[test]
fn internal_symbols_are_internal_again() {
    let text = grafted(&bump_unit("one", 10, 2), BUMP, &[]).unwrap().text;
    assert!(text.contains("@counter = internal global i32 10"), "{text}");
    assert!(text.contains("@bump.calls = internal global i32 0"), "{text}");
    assert!(text.contains("define internal i32 @twice("), "{text}");
    assert!(text.contains("define internal i32 @bump("), "{text}");
    assert!(text.contains("constant [2 x ptr] [ptr @twice, ptr @bump]"), "{text}");
    assert!(!text.contains("__raddle_impl"), "{text}");
}

/// `f` calls itself through its C name and doubles what clang's body would answer.
const RECURSIVE: &str = r#"
llvm.func @f(i32) -> i32
llvm.func @__raddle_impl_f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %stop = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %stop -> i32 {
    scf.yield %c0 : i32
  } else {
    %m = arith.subi %n, %c1 : i32
    %s = llvm.call @f(%m) : (i32) -> i32
    %s2 = arith.addi %s, %n : i32
    %s3 = arith.addi %s2, %n : i32
    scf.yield %s3 : i32
  }
  llvm.return %r : i32
}
"#;

#[test]
fn recursion_reaches_the_new_body() {
    let shop = Workshop::new();
    let unit = grafted(
        "#include <stdio.h>
         int f(int n) { return n <= 0 ? 0 : n + f(n - 1); }
         int main(void) { int (*volatile g)(int) = f; printf(\"%d %d\\n\", f(4), g(3)); }",
        RECURSIVE,
        &[],
    );
    let object = shop.file("unit.o", unit.unwrap().object);
    assert_eq!(shop.run_program(&[&object]), "20 12\n");
}

#[test]
fn an_alias_of_a_replaced_function_follows_it() {
    let shop = Workshop::new();
    let source = "#include <stdio.h>
         int f(int n) { return n; }
         int g(int n) __attribute__((alias(\"f\")));
         int main(void) { printf(\"%d\\n\", g(4)); }";
    let object = shop.file("unit.o", grafted(source, RECURSIVE, &[]).unwrap().object);
    assert_eq!(shop.run_program(&[&object]), "20\n");
}

#[test]
fn linkage_visibility_section_and_attributes_stay_clangs() {
    let source = "__attribute__((weak, visibility(\"protected\"), section(\".text.mine\"), aligned(64), cold)) int f(int n) { return n; }";
    let text = grafted(source, RECURSIVE, &["-march=haswell"]).unwrap().text;
    let line = text.lines().find(|line| line.starts_with("define")).unwrap();
    assert!(line.starts_with("define weak protected i32 @f(i32 noundef %0)"), "{line}");
    assert!(line.contains("section \".text.mine\" align 64"), "{line}");
    let group = line.split('#').nth(1).unwrap().split_whitespace().next().unwrap();
    let attributes = text.lines().find(|line| line.starts_with(&format!("attributes #{group} "))).unwrap();
    assert!(attributes.contains(" cold ") && attributes.contains("\"target-cpu\"=\"haswell\""), "{attributes}");
}

#[test]
fn a_weak_function_yields_to_a_strong_one() {
    let shop = Workshop::new();
    let weak = grafted("__attribute__((weak)) int f(int n) { return n; }", RECURSIVE, &[]).unwrap().object;
    let weak = shop.file("weak.o", weak);
    let main = shop.file(
        "main.c",
        "#include <stdio.h>\nint f(int n) { return 7 * n; }\nint main(void) { printf(\"%d\\n\", f(2)); }",
    );
    assert_eq!(shop.run_program(&[&main, &weak]), "14\n");
}

#[test]
fn an_inline_definition_is_replaced_and_not_emitted() {
    let unit = grafted("inline int f(int n) { return n; }\nint g(int n) { return f(n); }", RECURSIVE, &[]).unwrap();
    assert!(unit.text.contains("define available_externally i32 @f("), "{}", unit.text);
}

#[test]
fn constructors_and_destructors_lie_where_every_linker_looks_for_them() {
    let source = "
        static volatile int level;
        __attribute__((constructor)) static void last(void) { level = 2; }
        __attribute__((constructor(300))) static void first(void) { level = 1; }
        __attribute__((destructor)) static void end(void) { level = 3; }
        int f(int n) { return n; }";
    let unit = grafted(source, RECURSIVE, &[]).unwrap();
    let has = |name: &str| unit.object.windows(name.len()).any(|bytes| bytes == name.as_bytes());
    for section in [".init_array.300\0", ".init_array\0", ".fini_array\0"] {
        assert!(has(section), "{section}");
    }
    assert!(!has(".ctors") && !has(".dtors"));
}

#[test]
fn constructors_thread_locals_and_string_literals_work() {
    let shop = Workshop::new();
    let source = "#include <stdio.h>
         static _Thread_local int level = 3;
         static const char *text = \"literal\";
         __attribute__((constructor)) static void start(void) { level++; }
         __attribute__((noinline)) static const char *f(int n) { level += n; return text; }
         int main(void) { printf(\"%s %d\\n\", f(5), level); }";
    let host = r#"
llvm.mlir.global external thread_local @level() {addr_space = 0 : i32} : i32
llvm.mlir.global external @".str.1"() {addr_space = 0 : i32} : !llvm.array<8 x i8>
llvm.func @__raddle_impl_f(%n: i32) -> !llvm.ptr {
  %declared = llvm.mlir.addressof @level : !llvm.ptr
  %level = "llvm.intr.threadlocal.address"(%declared) : (!llvm.ptr) -> !llvm.ptr
  %old = llvm.load %level : !llvm.ptr -> i32
  %two = arith.constant 2 : i32
  %m = arith.muli %n, %two : i32
  %new = arith.addi %old, %m : i32
  llvm.store %new, %level : i32, !llvm.ptr
  %text = llvm.mlir.addressof @".str.1" : !llvm.ptr
  %one = llvm.getelementptr %text[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return %one : !llvm.ptr
}
"#;
    let unit = grafted(source, host, &["-fPIC"]).unwrap();
    assert!(unit.text.contains("@.str.1 = private unnamed_addr constant"), "{}", unit.text);
    assert!(unit.text.contains("@level = internal thread_local global"), "{}", unit.text);
    let object = shop.file("unit.o", unit.object);
    assert_eq!(shop.run_program(&[&object]), "iteral 14\n");
}

#[test]
fn a_weak_reference_stays_weak() {
    let shop = Workshop::new();
    let source = "#include <stdio.h>
         int maybe(int) __attribute__((weak));
         int f(int n) { return maybe ? maybe(n) : -1; }
         int main(void) { printf(\"%d\\n\", f(1)); }";
    let host = r#"
llvm.func @maybe(i32) -> i32
llvm.func @__raddle_impl_f(%n: i32) -> i32 {
  %maybe = llvm.mlir.addressof @maybe : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %known = llvm.icmp "ne" %maybe, %null : !llvm.ptr
  %r = scf.if %known -> i32 {
    %s = llvm.call @maybe(%n) : (i32) -> i32
    scf.yield %s : i32
  } else {
    %c = arith.constant -2 : i32
    scf.yield %c : i32
  }
  llvm.return %r : i32
}
"#;
    let unit = grafted(source, host, &[]).unwrap();
    assert!(unit.text.contains("declare extern_weak i32 @maybe("), "{}", unit.text);
    let object = shop.file("unit.o", unit.object);
    assert_eq!(shop.run_program(&[&object]), "-2\n");
}

#[test]
fn debug_info_moves_to_the_new_body() {
    let source = "static int twice(int x) { return 2 * x; }
         static int counter;
         static int bump(int by) { static int calls; calls++; counter += twice(by); return counter + calls; }
         int one(int by) { return bump(by); }";
    for level in [OptLevel::O0, OptLevel::O2] {
        let unit = grafted_at(source, BUMP, &["-g"], level).unwrap();
        let line = unit.text.lines().find(|line| line.contains("@bump(") && line.starts_with("define")).unwrap();
        assert!(line.contains("!dbg"), "{line}");
        assert_eq!(unit.text.matches("!DISubprogram(name: \"bump\"").count(), 1, "{}", unit.text);
        let call = unit.text.lines().find(|line| line.contains("call i32 @twice") && line.contains("!dbg"));
        assert!(call.is_some(), "{}", unit.text);
    }
}

#[test]
fn lines_of_the_source_survive_in_the_new_body() {
    let source = "\nint f(int n) {\n  return n;\n}\n";
    let host = r#"
llvm.func @__raddle_impl_f(%n: i32) -> i32 {
  %two = arith.constant 2 : i32
  %m = arith.muli %n, %two : i32 loc("unit.c":3:10)
  llvm.return %m : i32
}
"#;
    let text = grafted(source, host, &["-g"]).unwrap().text;
    let line = text.lines().find(|line| line.contains(" mul i32")).unwrap();
    let location = format!("{} = ", line.rsplit(' ').next().unwrap());
    let location = text.lines().find(|line| line.starts_with(&location)).unwrap();
    assert!(location.contains("!DILocation(line: 3, column: 10, scope: "), "{location}");
    let scope = location.split("scope: ").nth(1).unwrap().trim_end_matches(')');
    let scope = text.lines().find(|line| line.starts_with(&format!("{scope} = "))).unwrap();
    assert!(scope.contains("DISubprogram(name: \"f\""), "{scope}");
}

#[test]
fn another_type_is_an_error_value() {
    let error = grafted("long f(int n) { return n; }", RECURSIVE, &[]).err();
    assert!(matches!(&error, Some(Error::TypeMismatch { name, .. }) if name == "f"), "{error:?}");
    assert_eq!(error.unwrap().to_string(), "`f` is `i64 (i32)` in clang's code but `i32 (i32)` in the imported code");
    let called = grafted(
        "long twice(long); static int bump(int by) { return twice(by); } int g(void) { return bump(1); }",
        BUMP,
        &[],
    );
    assert!(matches!(called.err(), Some(Error::TypeMismatch { name, .. }) if name == "twice"));
}

/// A function of two structs, with what clang makes for it from the syntax tree.
const PAIRS: &str = "#include <stdio.h>
struct pair { double x, y; };
struct big { long a[9]; };
static struct pair f(struct pair p, struct big b) { return p; }
void __raddle_body_f(struct pair *, struct big *, struct pair *);
struct pair __raddle_thunk_f(struct pair p, struct big b) { struct pair r; __raddle_body_f(&p, &b, &r); return r; }
struct pair (*volatile table)(struct pair, struct big) = f;
void __raddle_call_g(struct pair *p) { printf(\"%g\\n\", p->x + p->y); }
int main(void) {
  struct pair p = f((struct pair){1, 2}, (struct big){{3}}), q = table(p, (struct big){{4}});
  printf(\"%g %g %g %g\\n\", p.x, p.y, q.x, q.y);
}
";

const PAIRS_BODY: &str = r#"
llvm.func @__raddle_call_g(!llvm.ptr)
llvm.func @__raddle_body_f(%p: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr {llvm.noalias}) {
  %x = llvm.load %p : !llvm.ptr -> f64
  %yp = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %y = llvm.load %yp : !llvm.ptr -> f64 loc("unit.c":4:70)
  %n = llvm.load %b : !llvm.ptr -> i64
  %d = arith.sitofp %n : i64 to f64
  %sum = arith.addf %y, %d : f64
  llvm.store %sum, %r : f64, !llvm.ptr
  %rp = llvm.getelementptr %r[1] : (!llvm.ptr) -> !llvm.ptr, f64
  llvm.store %x, %rp : f64, !llvm.ptr
  llvm.call @__raddle_call_g(%p) : (!llvm.ptr) -> ()
  llvm.return
}
"#;

#[test]
fn a_thunk_stands_between_clangs_interface_and_a_body_that_takes_addresses() {
    for (flags, level) in [(&[][..], OptLevel::O0), (&["-g", "-fPIC"], OptLevel::O0), (&["-g"], OptLevel::O2)] {
        let shop = Workshop::new();
        let unit = grafted_at(PAIRS, PAIRS_BODY, flags, level).unwrap();
        assert!(unit.text.contains("define internal { double, double } @f(double"), "{}", unit.text);
        assert!(unit.text.contains("define internal void @__raddle_body_f(ptr"), "{}", unit.text);
        assert!(unit.text.contains("define internal void @__raddle_call_g(ptr"), "{}", unit.text);
        assert!(!unit.text.contains("@__raddle_thunk_f("), "{}", unit.text);
        let object = shop.file("unit.o", unit.object);
        assert_eq!(shop.run_program(&[&object]), "3\n6\n5 1 5 5\n", "{flags:?}");
    }
}

#[test]
fn both_a_thunk_and_its_body_have_debug_info() {
    let text = grafted(PAIRS, PAIRS_BODY, &["-g"]).unwrap().text;
    for (function, name) in [("@f(", "__raddle_thunk_f"), ("@__raddle_body_f(", "f")] {
        let line = text.lines().find(|line| line.starts_with("define") && line.contains(function)).unwrap();
        let scope = line.split("!dbg ").nth(1).unwrap().trim_end_matches(" {");
        let scope = text.lines().find(|line| line.starts_with(&format!("{scope} = "))).unwrap();
        assert!(scope.contains(&format!("DISubprogram(name: \"{name}\"")), "{scope}");
    }
    assert!(text.contains("DILocation(line: 4, column: 70"), "{text}");
}

#[test]
fn a_thunk_of_a_function_that_clang_leaves_out_is_left_out() {
    let source = "struct pair { double x, y; }; struct big { long a[9]; };
         static struct pair f(struct pair p, struct big b) { return p; }
         void __raddle_body_f(struct pair *, struct big *, struct pair *);
         struct pair __raddle_thunk_f(struct pair p, struct big b) { struct pair r; __raddle_body_f(&p, &b, &r); return r; }
         void __raddle_call_g(struct pair *p) {}";
    let text = grafted(source, PAIRS_BODY, &["-w"]).unwrap().text;
    assert!(!text.contains("@f(") && !text.contains("thunk_f") && !text.contains("define void"), "{text}");
}

#[test]
fn a_thunk_that_is_missing_or_of_another_type_is_an_error_value() {
    let without = |part: &str| grafted(&PAIRS.replace(part, "other"), PAIRS_BODY, &[]).err();
    assert!(
        matches!(without("__raddle_thunk_f"), Some(Error::NotReplaceable { reason, .. }) if reason.contains("no thunk"))
    );
    assert!(matches!(without("__raddle_call_g"), Some(Error::MissingSymbol(name)) if name == "__raddle_call_g"));
    let body = PAIRS_BODY.replace(", %r: !llvm.ptr {llvm.noalias}) {", ") {\n  %r = llvm.mlir.zero : !llvm.ptr");
    let error = grafted(PAIRS, &body, &[]).err();
    assert!(matches!(error, Some(Error::TypeMismatch { name, .. }) if name == "__raddle_body_f"));
}

#[test]
fn what_cannot_be_replaced_is_an_error_value() {
    let labels = "int f(int n) { static void *const at[] = {&&a, &&b}; goto *at[n & 1]; a: return 1; b: return 2; }";
    match grafted(labels, RECURSIVE, &[]).err() {
        Some(Error::NotReplaceable { reason, .. }) => assert_eq!(reason, "the address of one of its labels is taken"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn functions_that_clang_leaves_out_are_left_out() {
    for (source, kept) in [
        ("static int f(int n) { return n; } int g(int n) { return n; }", "@g("),
        ("int f(int); int g(int n) { return f(n); }", "declare i32 @f("),
    ] {
        let text = grafted(source, RECURSIVE, &["-w"]).unwrap().text;
        assert!(text.contains(kept), "{source}: {text}");
        assert!(!text.contains("define i32 @f") && !text.contains("__raddle_impl_f"), "{source}: {text}");
    }
}

#[test]
fn two_definitions_are_an_error_value() {
    let host = "llvm.func @g(%n: i32) -> i32 {\n llvm.return %n : i32\n}";
    let error = grafted("int g(int n) { return n; }", host, &[]).err();
    assert!(matches!(&error, Some(Error::Link(message)) if message.contains("multiply defined")), "{error:?}");
}

#[test]
fn a_function_without_prototype_is_called() {
    let shop = Workshop::new();
    let source = "#include <stdio.h>\nint twice();
         static int counter; static int bump(int by) { static int calls; calls++; counter += twice(by); return counter + calls; }
         int twice(x) int x; { return 2 * x; }
         int main(void) { printf(\"%d\\n\", bump(5)); }";
    let object = shop.file("unit.o", grafted(source, BUMP, &["-std=c89", "-w"]).unwrap().object);
    assert_eq!(shop.run_program(&[&object]), "11\n");
}

#[test]
fn long_arrays_begin_a_line_unless_the_program_places_them() {
    let llvm = LlvmContext::new();
    let c = "double first = 1., a[1000] = {1.}; static float b[5000] = {1.};
             char short_one[100] = {1};
             __attribute__((section(\"list\"))) double entry[1000] = {1.};
             __thread double own[1000] = {1.};
             __attribute__((aligned(128))) double wide[1000] = {1.};
             extern double c[1000]; float *of_b(int i) { return i ? b + i : (float *)c; }";
    let unit = super::support::unit(&llvm, &Workshop::new().bitcode(c, &[]));
    crate::align::align_arrays(&unit.module);
    let alignment = |name: &str| unit.module.get_global(name).map(|it| it.get_alignment());
    let found = ["a", "b", "short_one", "entry", "own", "wide", "c"].map(alignment);
    assert_eq!(found, [64, 64, 16, 16, 16, 128, 16].map(Some));
}

#[test]
fn statics_that_nobody_writes_become_constants() {
    let llvm = LlvmContext::new();
    let c = "typedef struct { int n[2]; } shape;
             static int plain = 1, walked = 2, read = 3, written = 1, given = 2, kept = 4, asked = 5, moved = 6, through = 7, twice = 8, seen = 9, swapped = 10;
             static shape whole = {{1, 2}}, rows = {{3, 4}}, table = {{5, 6}}; static shape *list[] = {&table};
             static volatile int port = 1; int shared = 1; static int *seat;
             void others(int *); int ask(const int *) __attribute__((pure));
             static int sum(const shape *s) { int t = 0; for (int i = 0; i < 2; i++) t += s->n[i]; return t; }
             int row(const shape *s) { return s->n[1]; }
             static void set(int *p) { *p = 1; }
             static int *same(int *p) { return p; }
             __attribute__((weak)) int any(int *p) { return *p; }
             int f(int i) { written++; others(&given); seat = &kept; set(i ? &through : &shared); *same(&moved) = 2;
               shape copy = whole; int *p = &twice; p = i ? p : &read; int **q = i > 1 ? &p : 0; if (i) q = 0;
               int *r = &swapped; if (i > 3) r = &seen; __asm__ volatile(\"\" : : \"r\"(&r));
               int *w = &walked;
               return plain + *w + read + *p + sum(&rows) + row(i ? &rows : &whole) + copy.n[0] + ask(&asked) + list[0]->n[i] + port + shared + any(&seen) + *r; }";
    let unit = super::support::unit(&llvm, &Workshop::new().bitcode(c, &["-w"]));
    crate::unwritten::make_constant(&unit.module);
    let all = unit.module.get_globals().filter(|it| it.is_constant());
    let mut found: Vec<_> = all.map(|it| it.get_name().to_str().unwrap().to_string()).collect();
    found.sort();
    assert_eq!(found, ["list", "plain", "rows", "walked", "whole"]);
    let interposed =
        super::support::unit(&llvm, &Workshop::new().bitcode(c, &["-w", "-fPIC", "-fsemantic-interposition"]));
    crate::unwritten::make_constant(&interposed.module);
    assert!(interposed.module.get_globals().all(|it| !it.is_constant()));
}

#[test]
fn garbage_is_not_bitcode() {
    let llvm = LlvmContext::new();
    for bytes in [&b""[..], b"BC\xC0\xDE", b"int main(void) { return 0; }"] {
        assert!(matches!(crate::Unit::from_bitcode(&llvm, bytes), Err(Error::Bitcode(_))));
    }
}

#[test]
fn foreign_ops_are_named() {
    let host = "func.func @g() {\n  return\n}";
    match grafted("int x;", host, &[]).err() {
        Some(Error::Unsupported { op, location, .. }) => {
            assert_eq!((op.as_str(), location.as_str()), ("func.func", "-:1:1"))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_code_is_placed_as_clang_was_told() {
    let shop = Workshop::new();
    let main = shop.file("main.c", "#include <stdio.h>\nint one(int);\nint main(void) { printf(\"%d\\n\", one(5)); }");
    for (flags, link) in [(["-fno-pic"], ["-no-pie"]), (["-fPIE"], ["-pie"]), (["-fPIC"], ["-pie"])] {
        let one = shop.file("one.o", grafted(&bump_unit("one", 10, 2), BUMP, &flags).unwrap().object);
        assert_eq!(shop.run_program_with(&link, &[&main, &one]), "62\n");
    }
    let fixed = grafted(&bump_unit("one", 10, 2), BUMP, &["-fno-pic"]).unwrap().asm;
    assert!(fixed.contains("table(,%") || !fixed.contains("GOTPCREL"), "{fixed}");
    let library = grafted(
        "extern int counter; int twice(int); int bump(int by) { static int calls; return calls += by; }",
        BUMP,
        &["-fPIC"],
    )
    .unwrap()
    .asm;
    assert!(library.contains("counter@GOTPCREL") && library.contains("twice@PLT"), "{library}");
}

#[test]
fn the_unit_knows_its_processor() {
    let llvm = LlvmContext::new();
    let bitcode = Workshop::new().bitcode("int f(int n) { return n; }", &["-march=haswell"]);
    let options = unit(&llvm, &bitcode).options(OptLevel::O1);
    assert_eq!((options.cpu.as_str(), options.opt_level), ("haswell", OptLevel::O1));
    assert!(options.features.contains("+avx2"), "{}", options.features);
    let empty = Workshop::new().bitcode("int x;", &[]);
    assert_eq!(unit(&llvm, &empty).options(OptLevel::O1).cpu, crate::Options::default().cpu);
}

#[test]
fn memory_made_by_passes_does_not_grow_the_stack() {
    let host = r#"
llvm.func @__raddle_impl_f(%n: i32) -> i32 {
  %low = arith.constant 0 : index
  %one = arith.constant 1 : index
  %high = arith.constant 3000000 : index
  %unit = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %low to %high step %one iter_args(%old = %zero) -> (i32) {
    %m = memref.alloca() : memref<16xi32>
    memref.store %unit, %m[%one] : memref<16xi32>
    %v = memref.load %m[%one] : memref<16xi32>
    %new = arith.addi %old, %v : i32
    scf.yield %new : i32
  }
  llvm.return %sum : i32
}
"#;
    let source = "#include <stdio.h>\nint f(int n) { return n; }\nint main(void) { printf(\"%d\\n\", f(1)); }";
    let shop = Workshop::new();
    let object = shop.file("unit.o", grafted_at(source, host, &[], OptLevel::O0).unwrap().object);
    assert_eq!(shop.run_program(&[&object]), "3000000\n");
}

#[test]
fn an_address_needs_no_type() {
    let source = "struct s { long a[9]; }; void by_value(struct s x) {} void *where(void) { return 0; }";
    let host = r#"
llvm.func @by_value()
llvm.func @__raddle_impl_where() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @by_value : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
"#;
    let text = grafted(source, host, &[]).unwrap().text;
    assert!(text.contains("define dso_local void @by_value(ptr"), "{text}");
    assert!(text.contains("ret ptr @by_value"), "{text}");
}
