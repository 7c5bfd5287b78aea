//! Tests of this crate and of the shim below it, in one binary because each that links MLIR is large.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, Attribute, Location, Module, RegionLike, ValueLike};
use mlir_sys::{mlirAffineExprCompose, mlirAffineExprIsAMod, mlirAffineMapGetResult};

use crate::build::{self, Builder, CmpI, DYNAMIC};
use crate::diagnostics::{Message, Severity, capture, error, remark};
use crate::ir::{self, Mapping, Order, Source};
use crate::pass::{Failure, Pass, PipelineError, register_pass, register_pipeline, register_upstream, run_pipeline};
use crate::region::{
    CallOp, CopyOp, Direction, EnterOp, ExitOp, Groups, LaunchOp, MathOp, NestInput, NestOp, Promise, Range, ViewOp,
    flags,
};
use crate::{Op, context, text};

fn parse<'c>(context: &'c Context, source: &str) -> Module<'c> {
    text::parse(context, source, "test.mlir").unwrap_or_else(|messages| panic!("{}", messages[0]))
}

fn texts(messages: &[Message]) -> Vec<String> {
    messages.iter().map(Message::to_string).collect()
}

fn names<'c>(ops: &[Op<'c>]) -> Vec<&'c str> {
    ops.iter().map(|op| ir::name(*op)).collect()
}

const LOOP: &str = r#"
func.func @f(%a: memref<?xf64>, %n: index) {
  %c2 = arith.constant 2 : index
  %m = arith.addi %n, %c2 : index
  affine.for %i = 0 to %m {
    %v = affine.load %a[%i] : memref<?xf64>
    affine.store %v, %a[%i] : memref<?xf64>
  }
  return
}"#;

#[test]
fn walks_in_both_orders() {
    let context = context();
    let module = parse(&context, LOOP);
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let body = ["arith.constant", "arith.addi", "affine.for", "affine.load", "affine.store", "affine.yield"];
    let pre = names(&ir::nested(func, Order::Pre));
    assert_eq!(pre, [&["func.func"], body.as_slice(), &["func.return"]].concat());
    let post = names(&ir::nested(func, Order::Post));
    let loop_last = ["arith.constant", "arith.addi", "affine.load", "affine.store", "affine.yield", "affine.for"];
    assert_eq!(post, [loop_last.as_slice(), &["func.return", "func.func"]].concat());
    let store = ir::find_all(func, "affine.store")[0];
    assert_eq!(names(&ir::parents(store).collect::<Vec<_>>()), ["affine.for", "func.func", "builtin.module"]);
    assert_eq!(ir::enclosing(store, "func.func"), Some(func));
    assert_eq!(ir::enclosing(store, "region.nest"), None);
    assert!(ir::lookup(ir::root(&module), "g").is_none());
}

#[test]
fn uses_and_sources() {
    let context = context();
    let module = parse(&context, LOOP);
    let add = ir::find_all(ir::root(&module), "arith.addi")[0];
    let [n, two] = ir::operands(add)[..] else { panic!("addi has two operands") };
    assert_eq!(ir::constant_int(two), Some(2));
    assert_eq!(ir::constant_int(n), None);
    assert!(matches!(ir::source(n), Source::Argument(_, 1)));
    assert_eq!(ir::source(ir::result(add)), Source::Result(add, 0));
    assert_eq!(ir::defining_op(n), None);
    let uses = ir::uses(ir::result(add));
    assert_eq!((names(&[uses[0].0]), uses[0].1, uses.len()), (vec!["affine.for"], 0, 1));

    ir::replace_op(add, &[n]);
    assert!(!ir::has_uses(two));
    assert!(ir::find_all(ir::root(&module), "arith.addi").is_empty());
    assert!(module.as_operation().verify());
}

#[test]
#[should_panic(expected = "erasing arith.addi whose result is used")]
fn erasing_a_used_op_is_refused() {
    let context = context();
    let module = parse(&context, LOOP);
    ir::erase(ir::find_all(ir::root(&module), "arith.addi")[0]);
}

#[test]
fn clones_with_a_mapping() {
    let context = context();
    let module = parse(&context, LOOP);
    let root = ir::root(&module);
    let old = ir::find_all(root, "affine.for")[0];
    let (add, bound) = (ir::find_all(root, "arith.addi")[0], ir::operands(old)[0]);
    let mut mapping = Mapping::new();
    mapping.map(bound, ir::operands(add)[0]);
    let new = Builder::after(old).clone_op(old, &mut mapping);
    assert_eq!(ir::operands(new), [ir::operands(add)[0]]);
    let induction = |op| ir::arguments(ir::body(op))[0];
    assert_eq!(mapping.get(induction(old)), Some(induction(new)));
    assert_eq!(mapping.get(ir::operands(add)[1]), None);
    assert_eq!(mapping.get_or_same(ir::operands(add)[1]), ir::operands(add)[1]);
    assert!(module.as_operation().verify());
}

#[test]
fn inlines_a_block() {
    let context = context();
    let module = parse(
        &context,
        "%c = arith.constant true\n%r = scf.if %c -> i64 { %v = arith.constant 7 : i64\n scf.yield %v : i64 } else { %v = arith.constant 8 : i64\n scf.yield %v : i64 }\n%s = arith.addi %r, %r : i64",
    );
    let branch = ir::find_all(ir::root(&module), "scf.if")[0];
    let yielded = ir::inline_before(ir::entry_block(branch, 1).unwrap(), branch, &[]);
    ir::replace_op(branch, &yielded);
    assert!(module.as_operation().verify());
    let add = ir::find_all(ir::root(&module), "arith.addi")[0];
    assert_eq!(ir::constant_int(ir::operands(add)[0]), Some(8));
}

#[test]
fn detaches_and_moves() {
    let context = context();
    let module = parse(&context, "%a = arith.constant 1 : i64\n%b = arith.constant 2 : i64");
    let [a, b] = ir::find_all(ir::root(&module), "arith.constant")[..] else { panic!("two constants") };
    ir::move_before(b, a);
    let order = |module: &Module| ir::i64_attr(ir::ops(ir::body(ir::root(module)))[0], "value");
    assert_eq!(order(&module), Some(2));
    ir::move_after(b, a);
    assert_eq!(order(&module), Some(1));
    Builder::before(a).insert(ir::detach(b));
    assert_eq!(order(&module), Some(2));
}

#[test]
fn reads_and_writes_attributes() {
    let context = context();
    let module = parse(&context, "module { func.func private @f() }");
    let (root, b) = (ir::root(&module), Builder::before(ir::lookup(ir::root(&module), "f").unwrap()));
    ir::set_attr(root, "t.s", b.str(""));
    ir::set_attr(root, "t.i", b.i32(-5));
    ir::set_attr(root, "t.l", b.i64s(&[1, -2]));
    ir::set_attr(root, "t.n", b.strs(&["a", "b"]));
    ir::set_attr(root, "t.k", b.nested_symbol("m", "k"));
    ir::set_attr(root, "t.f", b.symbol("f"));
    ir::set_attr(root, "t.u", b.unit());
    assert_eq!(ir::str_attr(root, "t.s"), Some(""));
    assert_eq!(ir::i64_attr(root, "t.i"), Some(-5));
    assert_eq!(ir::i64s_attr(root, "t.l"), Some(vec![1, -2]));
    assert_eq!(ir::strs_attr(root, "t.n"), Some(vec!["a", "b"]));
    assert_eq!(ir::symbol_attr(root, "t.k"), Some(vec!["m", "k"]));
    assert_eq!(ir::flat_symbol_attr(root, "t.f"), Some("f"));
    assert!(ir::has_attr(root, "t.u"));
    assert_eq!((ir::str_attr(root, "t.i"), ir::i64s_attr(root, "t.s"), ir::i64_attr(root, "t.x")), (None, None, None));
    ir::remove_attr(root, "t.u");
    ir::remove_attr(root, "t.u");
    assert!(!ir::has_attr(root, "t.u"));
}

#[test]
fn finds_source_positions() {
    let context = context();
    let at = |line| Location::new(&context, "a.c", line, 3);
    let unknown = Location::unknown(&context);
    let line = |location| ir::file_line_col(location).map(|at| at.line);
    assert_eq!(ir::file_line_col(at(7)).unwrap().to_string(), "a.c:7:3");
    assert_eq!(line(Location::name(&context, "x", at(8))), Some(8));
    assert_eq!(line(Location::call_site(at(9), at(10))), Some(9));
    assert_eq!(line(Location::fused(&context, &[unknown, at(11), at(12)], Attribute::unit(&context))), Some(11));
    assert_eq!(line(unknown), None);
}

/// The nest of the dialect's documentation, once built and once parsed.
#[test]
fn builds_a_nest() {
    let context = context();
    let expected = parse(
        &context,
        r#"func.func private @p() -> (!llvm.ptr, i64)
        func.func @f() {
          %p:2 = func.call @p() : () -> (!llvm.ptr, i64)
          region.nest (%p#0, %p#1 : !llvm.ptr, i64) attributes {function = "f", names = ["a", "n"], objects = array<i64: 0, -1>, live_out = array<i64: 1, 0>} {
          ^bb0(%a: !llvm.ptr, %m: i64):
            %c0 = arith.constant 0 : index
            %c8 = arith.constant 8 : index
            %s = arith.index_cast %m : i64 to index
            %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
            affine.for %i = 0 to %s {
              %v = affine.load %A[%i] : memref<?xf64>
              affine.store %v, %A[%i] : memref<?xf64>
            }
          }
          return
        }"#,
    );
    let module = parse(
        &context,
        "func.func private @p() -> (!llvm.ptr, i64)\nfunc.func @f() { %p:2 = func.call @p() : () -> (!llvm.ptr, i64)\n return }",
    );
    let call = ir::find_all(ir::root(&module), "func.call")[0];
    let b = Builder::after(call);
    let [p, n] = ir::results(call)[..] else { panic!("the call has two results") };
    let input = |value, name: &str, object, live_out| NestInput { value, name: name.into(), object, live_out };
    let (nest, body) = NestOp::build(&b, "f", &[input(p, "a", 0, true), input(n, "n", -1, false)]);
    let b = b.before_terminator(body);
    let [a, m] = ir::arguments(body)[..] else { panic!("the body has two arguments") };
    let (c0, c8, s) = (b.constant_index(0), b.constant_index(8), b.index_cast(m, b.index()));
    let view = ViewOp::build(&b, a, c0, &[s], &[c8], b.memref(&[DYNAMIC], b.f64()));
    let (zero, identity) = (AffineMap::constant(&context, 0), AffineMap::multi_dim_identity(&context, 1));
    let bound = AffineMap::new(&context, 0, 1, &[AffineExpr::symbol(&context, 0)]);
    let (_, inner) = b.affine_for((zero, &[]), (bound, &[s]), 1);
    let (b, i) = (b.before_terminator(inner), ir::arguments(inner)[0]);
    let v = b.affine_load(view.result(), identity, &[i]);
    b.affine_store(v, view.result(), identity, &[i]);

    assert!(module.as_operation().verify());
    assert_eq!(module.as_operation().to_string(), expected.as_operation().to_string());
    assert_eq!((nest.function(), nest.names(), nest.objects()), ("f", vec!["a", "n"], vec![0, -1]));
    assert_eq!((nest.inputs(), nest.live_out(), nest.body()), (vec![p, n], vec![true, false], body));
    assert_eq!((view.base(), view.offset(), view.sizes(), view.strides()), (a, c0, vec![s], vec![c8]));
    assert_eq!(view.element_type(), b.f64());
    assert!(NestOp::cast(view.op()).is_none());
    assert_eq!(crate::region::nests(ir::root(&module)).len(), 1);
}

#[test]
fn builds_a_launch() {
    let context = context();
    let module = parse(&context, "func.func @f(%p: !llvm.ptr, %n: i64, %x: index) { return }");
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let [p, n, x] = ir::arguments(ir::body(func))[..] else { panic!("f has three arguments") };
    let b = Builder::at_start(&context, ir::body(func), Location::unknown(&context));
    let range = Range {
        base: p,
        lo: x,
        hi: x,
        flags: flags::READ | flags::WRITE,
        object: 0,
        name: "a".into(),
        rows: vec![],
        lean: None,
        around: None,
    };
    let enter = EnterOp::build(&b, "f", std::slice::from_ref(&range), (x, x, 70));
    let (branch, then, other) = b.scf_if(enter.taken(), &[], false);
    let inside = b.before_terminator(then);
    let copy = CopyOp::build(&inside, Direction::In, 0, &range);
    let launch = LaunchOp::build(&inside, ("m", "k"), [x; 3], &[(p, Some(0)), (n, None)]);
    CopyOp::build(&inside, Direction::Out, 0, &range);
    ExitOp::build(&inside);

    assert!(module.as_operation().verify() && other.is_none());
    assert_eq!((enter.items(), enter.picoseconds()), (x, 70));
    assert_eq!((enter.instances(), enter.function(), enter.ranges()[0].name.as_str()), (x, "f", "a"));
    assert_eq!((copy.direction(), copy.index(), copy.range().base), (Direction::In, 0, p));
    assert_eq!((launch.kernel(), launch.extents()), (("m", "k"), [x; 3]));
    assert_eq!(launch.args(), [(p, Some(0)), (n, None)]);
    assert_eq!(launch.groups(), None);
    for groups in [Groups::Shape([32, 0, 1]), Groups::Asked([16, 4, 1])] {
        launch.set_groups(&b, groups);
        assert_eq!(launch.groups(), Some(groups));
    }
    ir::set_attr(launch.op(), "work_group", b.i64s(&[64]));
    assert_eq!(launch.groups(), Some(Groups::Asked([64, 1, 1])));
    assert!(module.as_operation().verify());
    assert_eq!(ir::uses(enter.taken()), [(branch, 0)]);
}

#[test]
fn builds_calls_of_math_functions() {
    let context = context();
    let module = parse(&context, "func.func @f(%x: f32, %n: i64) { return }");
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let [x, n] = ir::arguments(ir::body(func))[..] else { panic!("f has two arguments") };
    let b = Builder::at_start(&context, ir::body(func), Location::unknown(&context));
    for promise in [Promise::Own, Promise::Exact, Promise::Libm] {
        let call = MathOp::build(&b, "ldexpf", &[x, n], promise);
        assert_eq!((call.function(), call.arguments(), call.promise()), ("ldexpf", vec![x, n], promise));
        assert_eq!(call.result().r#type(), b.f32());
    }
    assert!(module.as_operation().verify());
}

#[test]
fn builds_calls_of_the_programs_functions() {
    let context = context();
    let module = parse(&context, "func.func @f(%f: i64, %x: f64, %p: i64) { return }");
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let [f, x, p] = ir::arguments(ir::body(func))[..] else { panic!("f has three arguments") };
    let b = Builder::at_start(&context, ir::body(func), Location::unknown(&context));
    let call = CallOp::build(&b, ("g", f), &[x, p], b.f64(), (&[1], 700), &[]);
    assert_eq!((call.function(), call.address(), call.picoseconds()), ("g", f, 700));
    assert_eq!(call.arguments(), [(x, false), (p, true)]);
    let plain = CallOp::build(&b, ("h", f), &[x], b.f64(), (&[], 1), &[]);
    assert_eq!(plain.arguments(), [(x, false)]);
    assert!(module.as_operation().verify());
}

#[test]
fn a_failed_attempt_leaves_nothing() {
    let context = context();
    let module = parse(&context, "func.func @f(%n: index) { %one = arith.constant 1 : index return }");
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let (n, ret) = (ir::arguments(ir::body(func))[0], ir::find_all(func, "func.return")[0]);
    let before = ir::ops(ir::body(func));
    for b in [Builder::before(ret), Builder::before(before[0])] {
        let failed = b.attempt(|b| Err::<(), _>(ir::key(b.addi(n, b.constant_index(2)))));
        assert!(failed.is_err());
        assert_eq!(ir::ops(ir::body(func)), before);
    }
    let written = Builder::before(ret).attempt(|b| Ok::<_, ()>(ir::key(b.addi(n, b.constant_index(2)))));
    assert!(written.is_ok());
    assert_eq!(ir::ops(ir::body(func)).len(), before.len() + 2);
    assert!(module.as_operation().verify());
}

#[test]
fn builds_control_flow_and_memory() {
    let context = context();
    let module = parse(&context, "func.func @f(%p: !llvm.ptr, %n: index, %d: f64) -> f64 { return %d : f64 }");
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let [p, n, d] = ir::arguments(ir::body(func))[..] else { panic!("f has three arguments") };
    let ret = ir::find_all(func, "func.return")[0];
    let b = Builder::before(ret);
    let (zero, one) = (b.constant_index(0), b.constant_index(1));
    let (sum, body) = b.scf_for(zero, n, one, &[d]);
    let [i, acc] = ir::arguments(body)[..] else { panic!("one index, one value") };
    let b = b.in_block(body);
    let bytes = b.muli(b.index_cast(i, b.int(64)), b.constant_int(b.int(64), 8));
    let x = b.llvm_load(b.byte_offset(p, bytes), b.f64(), 8);
    let cell = b.memref_alloca(b.memref(&[], b.f64()));
    b.memref_store(x, cell, &[]);
    let even = b.cmpi(CmpI::Ult, i, n);
    let x = b.select(even, b.memref_load(cell, &[]), b.constant_float(b.f64(), 0.5));
    b.op("scf.yield", &[b.binary("arith.addf", acc, x)], &[], &[]);
    ir::set_operand(ret, 0, ir::result(sum));
    assert!(module.as_operation().verify());
    let printed = module.as_operation().to_string();
    assert!(printed.contains("llvm.getelementptr") && printed.contains("cmpi ult"), "{printed}");
}

#[derive(Clone, Default)]
struct Rename {
    to: Option<String>,
}

impl Pass for Rename {
    const ARG: &'static str = "test-rename";
    const DESC: &'static str = "renames a function";
    const OP: &'static str = "func.func";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[("to", "the new name")];

    fn set(&mut self, _: &str, value: &str) -> Result<(), String> {
        if value.starts_with(char::is_numeric) {
            return Err(format!("'{value}' is no name"));
        }
        self.to = Some(value.to_string());
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        match self.to.as_deref() {
            Some("panic") => panic!("asked for"),
            Some("operand") => op.operand(3).map(|_| ()).map_err(Failure::from),
            Some(name) => {
                ir::set_attr(op, "sym_name", Builder::before(op).str(name));
                remark(op.location(), format!("renamed to {name}")).report();
                Ok(())
            }
            None => {
                error(op.location(), "no name given").note(op.location(), "here").report();
                Err(Failure::Reported)
            }
        }
    }
}

/// Runs `pipeline` on a function and returns its name afterwards, or the pipeline's error, with all diagnostics.
fn rename(pipeline: &str) -> (Result<String, PipelineError>, Vec<Message>) {
    register_upstream();
    register_pass::<Rename>();
    register_pass::<Rename>();
    register_pipeline("test-renames", "renames twice", "func.func(test-rename{to=a}),func.func(test-rename{to=b})");
    let context = context();
    let mut module = parse(&context, "func.func @f() { return }");
    let (result, messages) = capture(&context, || run_pipeline(&mut module, pipeline));
    let func = ir::find_all(ir::root(&module), "func.func")[0];
    (result.map(|()| ir::symbol_name(func).unwrap().to_string()), messages)
}

#[test]
fn runs_passes_by_name() {
    let (name, messages) = rename("builtin.module(func.func(test-rename{to=g}),cse)");
    assert_eq!(name, Ok("g".to_string()));
    assert_eq!(
        (messages[0].severity, texts(&messages)),
        (Severity::Remark, vec!["test.mlir:1:1: remark: renamed to g".into()])
    );
    assert_eq!(rename("builtin.module(test-renames)").0, Ok("b".to_string()));
}

#[test]
fn reports_why_a_pass_failed() {
    let failed = |options: &str| {
        let (result, messages) = rename(&format!("builtin.module(func.func(test-rename{options}))"));
        assert_eq!(result, Err(PipelineError::Failed));
        messages
    };
    let messages = failed("");
    assert_eq!((messages[0].text.as_str(), messages[0].notes[0].text.as_str()), ("no name given", "here"));
    assert_eq!(failed("{to=panic}")[0].text, "internal error in pass 'test-rename': asked for");
    assert!(failed("{to=operand}")[0].text.starts_with("internal error in pass 'test-rename': "));
}

#[test]
fn reports_malformed_pipelines() {
    let error = |pipeline: &str| match rename(pipeline).0 {
        Err(PipelineError::Parse(message)) => message,
        other => panic!("{pipeline}: {other:?}"),
    };
    assert!(error("builtin.module(func.func(test-rename{to=1}))").contains("test-rename: '1' is no name"));
    assert!(error("builtin.module(func.func(test-rename{from=x}))").contains("no such option from"));
    assert!(error("builtin.module(no-such-pass)").contains("does not refer to a registered pass"));
    assert!(error("builtin.module(cse").contains("expected"));
}

#[test]
fn a_pass_is_refused_on_another_op() {
    let (result, messages) = rename("builtin.module(test-rename{to=g})");
    assert!(result.is_err());
    assert!(format!("{result:?}{:?}", texts(&messages)).contains("test-rename"), "{result:?} {messages:?}");
}

#[test]
fn text_round_trips_with_locations() {
    let context = context();
    let module = parse(&context, LOOP);
    let printed = text::print(ir::root(&module), text::Locations::Kept).unwrap();
    assert!(printed.contains("test.mlir"));
    let again = text::parse(&context, &printed, "other.mlir").unwrap();
    assert_eq!(text::print(ir::root(&again), text::Locations::Kept).unwrap(), printed);
}

#[test]
fn malformed_text_is_reported() {
    let context = context();
    for (source, expected) in [
        ("func.func @f(", "bad.mlir:1:13: error: "),
        (
            "\n  region.yield",
            "bad.mlir:2:3: error: 'region.yield' op expects parent op to be one of 'region.nest, region.host'",
        ),
        ("no.such", "bad.mlir:1:1: error: "),
        ("\u{fe}\0 func", "bad.mlir:1:"),
    ] {
        let messages = text::parse(&context, source, "bad.mlir").expect_err(source);
        assert!(messages[0].to_string().starts_with(expected), "{source:?}: {messages:?}");
    }
}

#[test]
fn regions_have_no_blocks_at_first() {
    let context = context();
    let module = parse(&context, "func.func @f(%c: i1) { return }");
    let func = ir::lookup(ir::root(&module), "f").unwrap();
    let c = ir::arguments(ir::body(func))[0];
    let b = Builder::at_start(&context, ir::body(func), Location::unknown(&context));
    let (branch, _, _) = b.scf_if(c, &[], false);
    assert_eq!(c.r#type(), b.int(1));
    assert!(branch.region(1).unwrap().first_block().is_none());
    assert!(ir::entry_block(branch, 1).is_none() && ir::entry_block(branch, 2).is_none());
}

/// `docs/ops.md` is mlir-tblgen's output; `RADDLE_BLESS=1` writes it.
#[test]
fn op_reference_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ops.md");
    let header = "# The region dialect\n\nGenerated from `dialects/region/Region.td` by `cargo xtask docs`.\n\n";
    let body = raddle_mlir_sys::OP_REFERENCE.lines().skip_while(|line| !line.starts_with("###"));
    let expected = header.to_string() + body.collect::<Vec<_>>().join("\n").trim_end() + "\n";
    if std::env::var_os("RADDLE_BLESS").is_some() {
        std::fs::write(path, &expected).expect("docs/ops.md is writable");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "docs/ops.md is out of date: run `cargo xtask docs`");
}

/// Whatever sums and products make of a remainder, MLIR does not see one alone in a bound, and values are the same.
#[test]
fn bounds_are_no_remainders_alone() {
    let context = context();
    let constant = |value| AffineExpr::constant(&context, value);
    for (factor, more, by) in [(1, 0, 2), (1, 1, 2), (-1, 0, 2), (-1, 5, 3), (3, 2, 4), (2, 1, 4)] {
        let of = AffineExpr::dim(&context, 0) * constant(factor) + constant(more);
        let alone = AffineExpr::modulo(of, constant(by));
        let one = build::remainder(&context, of, by);
        let other = build::remainder(&context, of, by) * constant(-1) + constant(by - 1);
        for expr in [alone, one, other] {
            let map = build::bound(&context, AffineMap::new(&context, 1, 0, &[expr]));
            let found = unsafe { AffineExpr::from_raw(mlirAffineMapGetResult(map.to_raw(), 0)) };
            assert!(!unsafe { mlirAffineExprIsAMod(build::simplified(found, 1, 0).to_raw()) }, "{map}");
            for at in -7..8 {
                let value = |it: AffineExpr<'_>| {
                    let at = [AffineExpr::constant(&context, at)];
                    let composed = AffineMap::new(&context, 0, 0, &at);
                    unsafe { AffineExpr::from_raw(mlirAffineExprCompose(it.to_raw(), composed.to_raw())) }
                        .constant_value()
                };
                assert_eq!(value(found), value(expr), "{map} at {at}");
            }
        }
    }
}
