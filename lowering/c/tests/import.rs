//! Programs whose functions all go through the importer must behave as clang's.
//!
//! Each program is built twice: by clang -O0 alone, and with every imported function deleted from clang's bitcode and
//! replaced by the importer's. Upstream tools lower and link, so this test depends on no back end of ours.

use melior::ir::operation::OperationLike;
use raddle_c::ast::Unit;
use raddle_c::import::{self, BODY_PREFIX, IMPL_PREFIX, ImportResult};
use raddle_c::{raise, read};
use raddle_dialects::pass::run_pipeline;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BIN: &str = "/usr/lib/llvm-22/bin";
/// Nests to plain loops over pointers, by our own passes.
const DISSOLVE: &str = "builtin.module(region-unasked,lower-affine,region-lower-views,region-inline,region-lower-calls,region-expand-math)";
const LOWER: &str = "--pass-pipeline=builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,\
                     convert-math-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)";

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/programs/import").canonicalize().unwrap()
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Compiles `source` to bitcode and reads its tree, in one clang process.
fn compile(source: &Path, dir: &Path, flags: &[&str]) -> Unit {
    let tree = dir.join("unit.json");
    let mut clang = Command::new(format!("{BIN}/clang"));
    clang.args(["-O0", "-w", "-c", "-emit-llvm"]).args(flags).arg(source).arg("-o").arg(dir.join("unit.bc"));
    read::export_arguments(&mut clang, &tree);
    run(&mut clang);
    let mut unit = read::read(&tree).unwrap_or_else(|error| panic!("{error}"));
    raise::prepare(&mut unit);
    unit
}

fn import_all<'c>(context: &'c melior::Context, unit: &Unit) -> ImportResult<'c> {
    let options = import::Options { force_all: true, ..Default::default() };
    import::import(context, unit, &options)
}

/// The functions that clang emitted: unused static ones are in the tree only.
fn defined(dir: &Path) -> HashSet<String> {
    let names = run(Command::new(format!("{BIN}/llvm-nm")).args(["--defined-only", "-j"]).arg(dir.join("unit.bc")));
    String::from_utf8(names.stdout).unwrap().lines().map(str::to_string).collect()
}

/// Replaces the imported functions in clang's unit and links the program.
fn link_imported(unit: &Unit, result: &mut ImportResult<'_>, dir: &Path) -> PathBuf {
    let path = |name: &str| dir.join(name);
    run_pipeline(&mut result.module, DISSOLVE).unwrap();
    std::fs::write(path("impl.mlir"), result.module.as_operation().to_string()).unwrap();
    run(Command::new(format!("{BIN}/mlir-opt")).arg(LOWER).arg(path("impl.mlir")).arg("-o").arg(path("low.mlir")));
    run(Command::new(format!("{BIN}/mlir-translate"))
        .arg("--mlir-to-llvmir")
        .arg(path("low.mlir"))
        .arg("-o")
        .arg(path("impl.ll")));
    run(Command::new(format!("{BIN}/clang"))
        .args(["-O2", "-w", "-fPIC", "-c"])
        .arg(path("impl.ll"))
        .arg("-o")
        .arg(path("impl.o")));
    let symbols: Vec<&str> = result.imported.iter().map(|f| unit.decl(f.decl).symbol.as_str()).collect();
    let mut extract = Command::new(format!("{BIN}/llvm-extract"));
    extract.arg("--delete").args(symbols.iter().map(|name| format!("--func={name}")));
    run(extract.arg(path("unit.bc")).arg("-o").arg(path("rest.bc")));
    let mut rename = Command::new("objcopy");
    rename.args(symbols.iter().map(|name| format!("--redefine-sym={IMPL_PREFIX}{name}={name}")));
    run(rename.arg(path("impl.o")));
    run(Command::new(format!("{BIN}/clang"))
        .args(["-w", "-O0"])
        .args([path("rest.bc"), path("impl.o")])
        .args(["-lm", "-o"])
        .arg(path("imported")));
    path("imported")
}

/// Standard output and status.
fn behaviour(program: &Path) -> (String, Option<i32>) {
    let output = Command::new(program).output().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// Returns how many nests the program has; 0 where they are not looked for.
fn check_program(source: &Path, context: &melior::Context, nests: bool) -> usize {
    let dir = tempfile::tempdir().unwrap();
    let unit = compile(source, dir.path(), &[]);
    let emitted = defined(dir.path());
    let only = |name: &str| emitted.contains(name);
    let options = import::Options {
        nests,
        force_all: true,
        only: Some(&only),
        callers: None,
        numerics: import::Numerics::Strict,
    };
    let mut result = import::import(context, &unit, &options);
    assert!(result.declined.is_empty(), "{}: {:?}", source.display(), result.declined);
    assert!(result.module.as_operation().verify(), "{}", source.display());
    let reference = dir.path().join("reference");
    run(Command::new(format!("{BIN}/clang")).args(["-O0", "-w"]).arg(source).args(["-lm", "-o"]).arg(&reference));
    let imported = link_imported(&unit, &mut result, dir.path());
    let (expected, actual) = (behaviour(&reference), behaviour(&imported));
    assert!(!expected.0.is_empty(), "{} prints nothing", source.display());
    assert_eq!(expected, actual, "{}", source.display());
    result.imported.iter().map(|function| function.nests).sum()
}

fn sources() -> Vec<PathBuf> {
    let mut sources: Vec<_> = std::fs::read_dir(programs()).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    assert!(sources.len() >= 10, "the programs are there");
    sources
}

fn context() -> melior::Context {
    static REGISTERED: std::sync::Once = std::sync::Once::new();
    REGISTERED.call_once(|| {
        raddle_dialects::pass::register_upstream();
        raddle_region::register();
    });
    raddle_dialects::context()
}

#[test]
fn imported_programs_behave_as_clangs() {
    let context = context();
    for source in sources() {
        assert_eq!(check_program(&source, &context, false), 0);
    }
}

#[test]
fn programs_with_nests_behave_as_clangs() {
    let context = context();
    let nests: usize = sources().iter().map(|source| check_program(source, &context, true)).sum();
    assert!(nests >= 40, "{nests} nests in all");
}

fn unit_of(text: &str, flags: &[&str]) -> Unit {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("unit.c");
    std::fs::write(&source, text).unwrap();
    compile(&source, dir.path(), flags)
}

/// Each text is one function that is left to clang, for this construct at this position.
fn check_declined(cases: &[(&str, &str, &str)]) {
    let context = context();
    for &(text, construct, position) in cases {
        let result = import_all(&context, &unit_of(text, &[]));
        assert_eq!(result.declined.len(), 1, "{text}");
        assert_eq!(result.declined[0].construct, construct, "{text}");
        assert!(result.declined[0].position.ends_with(position), "{text}: {}", result.declined[0].position);
        let module = result.module.as_operation().to_string();
        assert!(!module.contains(IMPL_PREFIX) && !module.contains(BODY_PREFIX), "{text}: nothing is left behind");
        assert!(import::thunk_arguments(&result.module).is_empty(), "{text}: nothing is asked of clang");
    }
}

#[test]
fn unsupported_constructs_are_declined_with_a_position() {
    let cases = [
        ("int f(void) { __asm__(\"\"); return 0; }", "GCCAsmStmt", "unit.c:1:15"),
        ("int f(int n) { void *p = &&l; goto *p; l: return n; }", "AddrLabelExpr", "unit.c:1:26"),
        (
            "struct s { int a; }; int f(struct s x) __asm__(\"g\"); int f(struct s x) { return x.a; }",
            "parameter or result passed by value",
            "unit.c:1:58",
        ),
        (
            "struct s { int a; }; int f(struct s (*g)(void)) { return g().a; }",
            "call that passes or returns by value",
            "unit.c:1:58",
        ),
        ("_Atomic int a; int f(void) { return a; }", "atomic access", "unit.c:1:37"),
        ("int f(int n, ...) { return n; }", "variadic function", "unit.c:1:5"),
        ("#include <setjmp.h>\nint f(jmp_buf b) { return setjmp(b); }", "call of '_setjmp'", "unit.c:2:27"),
        ("int f(int *p) { return __sync_add_and_fetch(p, 1); }", "__sync_add_and_fetch_4", "unit.c:1:24"),
        ("void *alloca(unsigned long); int f(void) { return *(int *)alloca(4); }", "alloca", "unit.c:1:59"),
        (
            "int f(int n) { volatile struct { int a : 3; } s; s.a = n; return s.a; }",
            "volatile bit-field",
            "unit.c:1:50",
        ),
        ("int f(int n, int a[n++]) { return n; }", "extent of a parameter with an effect", "unit.c:1:26"),
        (
            "typedef __int128 t __attribute__((aligned(1))); void f(t *p) { *p = 1; }",
            "typedef that changes an alignment",
            "unit.c:1:64",
        ),
        (
            "typedef long double t __attribute__((aligned(1))); t f(t *p) { return p[1]; }",
            "parameter or result whose typedef changes the alignment",
            "unit.c:1:54",
        ),
        (
            "typedef struct { int a, b; } s __attribute__((aligned(1))); int f(s *p) { return p->b; }",
            "typedef that changes an alignment",
            "unit.c:1:85",
        ),
        (
            "typedef struct { int a, b; } s __attribute__((aligned(64))); int f(int n) { return ((s){n}).b; }",
            "typedef that changes an alignment",
            "unit.c:1:85",
        ),
        ("__attribute__((ms_abi)) int f(int n) { return n; }", "calling convention that is not C's", "unit.c:1:29"),
        (
            "__attribute__((ms_abi)) int g(int); int f(int n) { return g(n); }",
            "calling convention that is not C's",
            "unit.c:1:59",
        ),
        (
            "int f(__attribute__((ms_abi)) int (*g)(int)) { return g(1); }",
            "calling convention that is not C's",
            "unit.c:1:55",
        ),
        ("int g(int); int f(int n) { __attribute__((musttail)) return g(n); }", "attribute 'musttail'", "unit.c:1:28"),
        (
            "static int g(void) __attribute__((weakref(\"h\"))); int f(void) { return g(); }",
            "attribute 'weakref'",
            "unit.c:1:72",
        ),
        (
            "register long r __asm__(\"rsp\"); long f(void) { return r; }",
            "variable in a register of the whole program",
            "unit.c:1:55",
        ),
        (
            "long f(void) { static const long d = (char *)&&y - (char *)&&x; x: y: return d; }",
            "address of a label",
            "unit.c:1:16",
        ),
    ];
    check_declined(&cases);
}

#[test]
fn complex_numbers_that_are_declined() {
    check_declined(&[
        (
            "_Complex long double f(_Complex long double z) { return z; }",
            "value of type '_Complex long double'",
            "unit.c:1:57",
        ),
        ("double f(double x) { _Complex int z = x; return x; }", "object of type '_Complex int'", "unit.c:1:35"),
        (
            "double f(double x) { volatile _Complex double z = x; return x; }",
            "object of type 'volatile _Complex double'",
            "unit.c:1:47",
        ),
        (
            "double f(_Complex double (*g)(double)) { return __real__ g(1); }",
            "call that passes or returns by value",
            "unit.c:1:58",
        ),
        (
            "struct s { _Complex double z; }; double f(int c, _Complex double z) { return c ? __real__ ((struct s){z * z}).z : 0; }",
            "complex number in this place",
            "unit.c:1:102",
        ),
        ("int f(int n, _Complex double z) { n += z; return n; }", "assignment of a complex result", "unit.c:1:37"),
    ]);
}

#[test]
fn quotients_in_clangs_other_ways_are_declined() {
    let text = "_Complex double f(_Complex double x, _Complex double y) { return x / y; }";
    let context = context();
    for way in ["improved", "promoted"] {
        let result = import_all(&context, &unit_of(text, &[&format!("-fcomplex-arithmetic={way}")]));
        assert_eq!(result.declined[0].construct, "complex division in another way", "{way}");
    }
    assert!(import_all(&context, &unit_of(text, &["-fcomplex-arithmetic=basic"])).declined.is_empty());
}

#[test]
fn what_is_passed_by_value_is_passed_by_address() {
    let text = "struct s { double a[2]; int n; }; struct s g(struct s x, int i);
                double f(struct s x, char c) { x.n += c; return g(g(x, 1), x.n).a[1]; }
                struct s h(void) { struct s r = {{1, 2}, 3}; return r; }
                void i(int n, double (*a)[n], __int128 x) { a[0][1] = x; }
                int plain(int n) { return n; }";
    let context = context();
    let result = import_all(&context, &unit_of(text, &[]));
    assert!(result.declined.is_empty(), "{:?}", result.declined);
    assert!(result.module.as_operation().verify());
    let module = result.module.as_operation().to_string();
    let pointers = |count: usize| vec!["!llvm.ptr {llvm.noalias}"; count];
    for (name, count) in [("f", 3), ("h", 1), ("i", 3)] {
        let start = format!("llvm.func @__raddle_body_{name}(");
        let line = module.lines().find(|line| line.contains(&start)).unwrap_or_else(|| panic!("{start}\n{module}"));
        let types: Vec<_> =
            line.split(&['(', ')'][..]).nth(1).unwrap().split(", ").map(|it| it.split_once(": ").unwrap().1).collect();
        assert_eq!(types, pointers(count), "{line}");
        assert!(line.ends_with(") {"), "no result: {line}");
    }
    assert!(module.contains("llvm.func @__raddle_call_g(!llvm.ptr, !llvm.ptr, !llvm.ptr)\n"), "{module}");
    assert_eq!(module.matches("llvm.call @__raddle_call_g(").count(), 2, "{module}");
    let mut thunks = import::thunk_arguments(&result.module);
    thunks.sort();
    assert_eq!(thunks, ["call=g", "define=f", "define=h", "define=i"].map(|it| format!("-fplugin-arg-raddle-{it}")));
}

#[test]
fn signed_overflow_is_undefined_only_where_the_flags_say_so() {
    let context = context();
    let text = "int f(int a, unsigned b) { return a + (int)(b + 1u); }";
    let module = |flags: &[&str]| import_all(&context, &unit_of(text, flags)).module.as_operation().to_string();
    assert_eq!(module(&[]).matches("overflow<nsw>").count(), 1);
    assert_eq!(module(&["-fwrapv"]).matches("overflow<nsw>").count(), 0);
    let traps = import_all(&context, &unit_of(text, &["-ftrapv"]));
    assert_eq!(traps.declined[0].construct, "-ftrapv");
}

#[test]
fn pointers_stay_in_their_objects_only_where_the_flags_say_so() {
    let context = context();
    let text = "int *f(int *p, long n) { return p + n; }";
    let module = |flags: &[&str]| import_all(&context, &unit_of(text, flags)).module.as_operation().to_string();
    assert!(module(&[]).contains("llvm.getelementptr inbounds"), "{}", module(&[]));
    for flag in ["-fwrapv-pointer", "-fno-strict-overflow"] {
        assert!(!module(&[flag]).contains("inbounds"), "{flag}");
    }
}

#[test]
fn symbols_are_clangs() {
    let context = context();
    let text = "__attribute__((overloadable)) int f(char *z) { static int n; return n += *z; }
                __attribute__((overloadable)) int f(double z) { return z; }
                int f(int z) { return z + f(2.0); }
                extern inline __attribute__((gnu_inline)) int g(void) { return 1; }
                int g(void) { return 2; }";
    let result = import_all(&context, &unit_of(text, &[]));
    let symbols: Vec<_> = result.imported.iter().map(|function| function.symbol.as_str()).collect();
    assert_eq!(symbols, ["_Z1fPc", "_Z1fd", "f", "g"]);
    let module = result.module.as_operation().to_string();
    assert!(module.contains("@_Z1fPc.n") && module.contains("llvm.call @_Z1fd("), "{module}");
    assert!(module.contains("arith.constant 2 : i32"), "the function's own body: {module}");
}

#[test]
fn variables_are_aligned_as_clangs() {
    let context = context();
    let text = "typedef float t __attribute__((aligned(64))); typedef __int128 u __attribute__((aligned(1)));
                extern u g; void h(void *, void *); void f(void) { t a = 1; _Alignas(32) char b; g = a; h(&a, &b); }";
    let module = import_all(&context, &unit_of(text, &[])).module.as_operation().to_string();
    for wanted in ["alignment = 64", "alignment = 32", "{alignment = 1 : i64} : i128"] {
        assert!(module.contains(wanted), "{wanted}: {module}");
    }
}

/// Nests of the first function whose bounds no store is suspected to change: no address is checked when the program runs.
fn unwatched_nests(unit: &Unit) -> usize {
    raddle_c::raise::nests(unit, unit.functions[0]).0.iter().filter(|nest| nest.watches.is_empty()).count()
}

#[test]
fn memory_of_another_type_is_out_of_reach_only_under_strict_aliasing() {
    // The bound is behind a pointer; the body writes doubles.
    let text = "void f(long *n, double *a) { for (long i = 0; i < *n; i++) a[i] = 1; }";
    let nests = |flags: &[&str]| {
        let unit = unit_of(text, flags);
        unwatched_nests(&unit)
    };
    assert_eq!(nests(&[]), 1);
    assert_eq!(nests(&["-fno-strict-aliasing"]), 0);
}

#[test]
fn fields_are_apart_in_one_object_and_where_types_hold() {
    let nests = |body: &str, flags: &[&str]| {
        let text = format!(
            "struct s {{ int n, of[9]; }}; struct v {{ struct s a; }}; struct m {{ int n, of[9]; }} __attribute__((may_alias));
             union u {{ struct s a; struct {{ int x; struct s a; }} b; }}; {body}"
        );
        let unit = unit_of(&text, flags);
        unwatched_nests(&unit)
    };
    let relaxed = ["-fno-strict-aliasing"];
    let one = "void f(struct s *p) { for (int i = 0; i < p->n; i++) p->of[i] = 1; }";
    assert_eq!((nests(one, &[]), nests(one, &relaxed)), (1, 1));
    let inner = "void f(struct v *p) { for (int i = 0; i < p[2].a.n; i++) p->a.of[i] = 1; }";
    assert_eq!((nests(inner, &[]), nests(inner, &relaxed)), (1, 1));
    let two = "void f(struct s *p, struct s *q) { for (int i = 0; i < p->n; i++) q->of[i] = 1; }";
    assert_eq!((nests(two, &[]), nests(two, &relaxed)), (1, 0));
    let cast = "void f(struct s *p) { for (int i = 0; i < p->n; i++) ((struct s *)((char *)p + 4))->of[i] = 1; }";
    assert_eq!(nests(cast, &relaxed), 0);
    let any = "void f(struct m *p, struct m *q) { for (int i = 0; i < p->n; i++) q->of[i] = 1; }";
    assert_eq!(nests(any, &[]), 0);
    let stepped = "void f(struct s *p, int k) { for (int i = 0; i < p->n; i++) (&p->of[0])[k + i] = 1; }";
    assert_eq!(nests(stepped, &[]), 0);
    let comma = "void f(int *restrict p, int *q) { for (int i = 0; i < *q; i++) *(p, q + i) = 1; }";
    assert_eq!(nests(comma, &[]), 0);
    let union_members = "void f(union u *p) { for (int i = 0; i < p->a.of[0]; i++) p->b.a.n = i; }";
    assert_eq!(nests(union_members, &[]), 0);
}

#[test]
fn deep_nesting_is_no_limit() {
    let context = context();
    let nested = |open: &str, close: &str, depth| open.repeat(depth) + "n++" + &close.repeat(depth);
    let blocks = format!("int f(int n) {{ {}; return n; }}", nested("if (n) { ", ";}", 1000));
    // Clang itself runs out of stack at about 500 such parentheses.
    let parens = format!("int g(int n) {{ return {}; }}", nested("-(1 + ", ")", 250));
    let sum = format!("int h(int n) {{ return n {}; }}", "+ n".repeat(20_000));
    for text in [blocks, parens, sum] {
        let result = import_all(&context, &unit_of(&text, &["-fbracket-depth=5000"]));
        assert_eq!((result.imported.len(), result.declined.len()), (1, 0));
    }
}

#[test]
fn positions_are_those_of_the_source_after_expansion() {
    let text =
        "#define LOOP for (int i = 0; i < n; i++) s += i;\nint f(int n) {\n  int s = 0;\n  LOOP\n  return s;\n}\n";
    let unit = unit_of(text, &[]);
    let body = unit.stmts.iter().filter(|stmt| matches!(stmt.kind, raddle_c::ast::StmtKind::For { .. }));
    let lines: Vec<_> = body.map(|stmt| (stmt.loc.1, stmt.loc.2)).collect();
    assert_eq!(lines, [(4, 3)]);
}

fn import_nests<'c>(context: &'c melior::Context, text: &str, force_all: bool) -> ImportResult<'c> {
    let options =
        import::Options { nests: true, force_all, only: None, callers: None, numerics: import::Numerics::Strict };
    import::import(context, &unit_of(text, &[]), &options)
}

#[test]
fn nests_say_what_the_source_says() {
    let context = context();
    let text =
        "void f(int n, double *restrict a, double *restrict b) { for (int i = n - 1; i >= 0; i -= 2) a[i] = b[i]; }";
    let result = import_nests(&context, text, false);
    let module = result.module.as_operation().to_string();
    assert_eq!(result.imported[0].nests, 1);
    assert!(module.contains("objects = array<i64: 0, 1, -1>"), "{module}");
    assert!(module.contains("region.name = \"i\""), "{module}");
    // Counted upwards from 0, in the source's order.
    assert!(module.contains("ceildiv 2") && module.contains("* -2 + symbol("), "{module}");
    assert!(!module.contains("llvm.cond_br"), "nothing to check: {module}");
}

#[test]
fn checks_choose_between_the_nest_and_host_code() {
    let context = context();
    let text = "double v[100]; void f(int m) { for (unsigned u = 0; u < (unsigned)m; u++) v[u] += u; }";
    let result = import_nests(&context, text, false);
    let module = result.module.as_operation().to_string();
    assert_eq!(module.matches("region.nest").count(), 1);
    assert_eq!(module.matches("arith.cmpi ult").count(), 1, "the loop as host code: {module}");
    assert!(result.assumptions.iter().any(|(_, _, text)| text.contains("m >= 0")), "{:?}", result.assumptions);
}

#[test]
fn a_nest_that_cannot_be_written_becomes_host_code() {
    let context = context();
    let text = "struct __attribute__((packed)) s { char c; double d; };\n\
                void f(int n, struct s *p) { for (int i = 0; i < n; i++) p[i].d = i; }";
    let without = import_nests(&context, text, false);
    assert!(without.imported.is_empty() && without.declined.is_empty());
    let refused = &without.refused_loops[0];
    assert_eq!(refused.reason, "element that its type's alignment does not fit");
    assert!(
        refused.position.ends_with("unit.c:2:30") && refused.reason_position.ends_with("unit.c:2:63"),
        "{refused:?}"
    );
    let forced = import_nests(&context, text, true);
    assert_eq!((forced.imported.len(), forced.imported[0].nests), (1, 0));
    assert!(!forced.module.as_operation().to_string().contains("region.nest"));
}

#[test]
fn malformed_trees_are_errors() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tree.json");
    assert!(matches!(read::read(&path), Err(read::ReadError::Io { .. })));
    std::fs::write(&path, "{\"files\": [").unwrap();
    assert!(matches!(read::read(&path), Err(read::ReadError::Json { .. })));
    let tables = |functions: &str| {
        format!(
            "{{\"files\": [], \"triple\": \"\", \"data_layout\": \"\", \"types\": [], \"records\": [], \"decls\": [], \
             \"exprs\": [], \"stmts\": [], \"functions\": [{functions}]}}"
        )
    };
    std::fs::write(&path, tables("")).unwrap();
    assert!(read::read(&path).is_ok());
    std::fs::write(&path, tables("7")).unwrap();
    let error = read::read(&path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("function 7 of 0"), "{error}");
}

/// Expressions over doubles and floats, some of which hold products to contract; `pick` chooses.
fn float_expression(pick: &mut impl FnMut(u32) -> u32, depth: u32) -> String {
    if depth == 0 || pick(8) == 0 {
        return ["a", "b", "c", "f", "0.1", "3", "2.5f"][pick(7) as usize].into();
    }
    let kind = pick(14);
    let mut inner = || float_expression(pick, depth - 1);
    match kind {
        0..3 => format!("({} * {})", inner(), inner()),
        3..6 => format!("({} + {})", inner(), inner()),
        6 | 7 => format!("({} - {})", inner(), inner()),
        8 => format!("- {}", inner()),
        9 => format!("(b, {})", inner()),
        10 => format!("(double){}", inner()),
        11 => format!("(1 ? {} : {})", inner(), inner()),
        12 => format!("(n ? {} : {})", inner(), inner()),
        _ => format!("(c = {})", inner()),
    }
}

/// How often `wanted` occurs in each function; functions begin where `start` does.
fn count_per_function(text: &str, start: &str, wanted: &str) -> Vec<usize> {
    let uses = |body: &str| body.lines().filter(|line| line.contains(wanted) && !line.starts_with("declare")).count();
    text.split(start).skip(1).map(uses).collect()
}

#[test]
fn the_products_that_are_contracted_are_clangs() {
    let mut state = 1u32;
    let mut pick = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % limit
    };
    let mut function = |number: u32| {
        let (depth, op) = (2 + number % 4, ["=", "+=", "-="][number as usize % 3]);
        let statement = format!("c {op} {};", float_expression(&mut pick, depth));
        format!("double g{number}(int n, double a, double b, double c, float f) {{ {statement} return c; }}\n")
    };
    let functions: Vec<String> = (0..2000).map(&mut function).collect();
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("unit.c");
    std::fs::write(&source, functions.concat()).unwrap();
    let unit = compile(&source, dir.path(), &["-ffp-contract=on"]);
    let context = context();
    let own = import_all(&context, &unit).module.as_operation().to_string();
    let clangs = run(Command::new(format!("{BIN}/llvm-dis")).arg("-o").arg("-").arg(dir.path().join("unit.bc"))).stdout;
    let clangs = count_per_function(&String::from_utf8(clangs).unwrap(), "\ndefine ", "@llvm.fmuladd.f");
    let own = count_per_function(&own, "llvm.func @__raddle_impl_g", "llvm.intr.fmuladd");
    assert!(clangs.iter().sum::<usize>() > 300 && clangs.len() == 2000 && own.len() == 2000);
    let all = own.iter().zip(&clangs).zip(&functions);
    let wrong: Vec<_> = all.filter(|((own, clangs), _)| own != clangs).collect();
    assert!(wrong.is_empty(), "own, clang's: {wrong:#?}");
}
