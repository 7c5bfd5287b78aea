//! The two functions around a kernel's body, as MLIR text with an empty x loop. Never looks into the body.

use super::Flavor;
use super::check::EXTENTS;
use super::strips::{Company, NARROW, Plan};
use crate::ir::{entry_block, quoted};
use melior::Context;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{Type, ValueLike};
use std::fmt::Write;

/// The attribute that keeps the access group, since a distinct attribute cannot be named from outside.
pub(super) const GROUP: &str = "raddle.access_group";

/// Marks a function whose work items are jammed, until its features are set.
pub(super) const JAMMED: &str = "raddle-jammed";

/// Bounds of the box of work items, as arguments.
const BOUNDS: [&str; 6] = ["lx", "hx", "ly", "hy", "lz", "hz"];

/// An argument of a kernel.
pub(super) struct Argument {
    /// An index is i64 outside of the kernel.
    pub ty: String,
    pub is_index: bool,
    pub noalias: bool,
}

/// `NAME.items`, then `NAME`.
pub(super) fn text(context: &Context, name: &str, kernel: OperationRef, flavor: Flavor, plan: Plan) -> String {
    let name = match flavor {
        Flavor::Cpu => name.to_string(),
        Flavor::Emulated => format!("{name}.emu"),
    };
    let items = quoted(&format!("{name}.items"));
    let mut arguments = arguments(context, kernel, EXTENTS);
    if flavor == Flavor::Emulated {
        // The emulated device is a judge: it relies on as little as possible.
        arguments.iter_mut().for_each(|argument| argument.noalias = false);
    }
    let mut text = String::from("#group = #llvm.access_group<id = distinct[0]<>>\n");
    items_text(&mut text, &items, &arguments, plan);
    entry_text(&mut text, &quoted(&name), &items, &arguments);
    text
}

/// The arguments from number `first` on.
pub(super) fn arguments(context: &Context, kernel: OperationRef, first: usize) -> Vec<Argument> {
    let Some(entry) = entry_block(kernel) else { return Vec::new() };
    let attributes = kernel.attribute("arg_attrs").and_then(ArrayAttribute::try_from).ok();
    let index = Type::index(context);
    let argument = |i: usize| {
        let ty = entry.argument(i).map(|argument| argument.r#type()).unwrap_or(index);
        let is_index = ty == index;
        let ty = if is_index { "i64".to_string() } else { ty.to_string() };
        let attributes = attributes.and_then(|all| all.element(i).ok());
        let attributes = attributes.and_then(|one| DictionaryAttribute::try_from(one).ok());
        let noalias = attributes.is_some_and(|one| one.to_string().contains("llvm.noalias"));
        Argument { ty, is_index, noalias }
    };
    (first..entry.argument_count()).map(argument).collect()
}

fn items_text(text: &mut String, items: &str, arguments: &[Argument], plan: Plan) {
    let _ = write!(text, "llvm.func internal @{items}(");
    for (i, Argument { ty, noalias, .. }) in arguments.iter().enumerate() {
        let attribute = if *noalias { " {llvm.noalias}" } else { "" };
        let _ = write!(text, "%a{i}: {ty}{attribute}, ");
    }
    let bounds = BOUNDS.map(|bound| format!("%{bound}: i64")).join(", ");
    let mark = if plan.jams { format!(", passthrough = [\"{JAMMED}\"]") } else { String::new() };
    let _ = writeln!(text, "{bounds}) attributes {{no_inline, no_unwind, {GROUP} = #group{mark}}} {{");
    text.push_str("  %c1 = arith.constant 1 : index\n");
    for bound in BOUNDS {
        let _ = writeln!(text, "  %i{bound} = arith.index_cast %{bound} : i64 to index");
    }
    text.push_str("  %span = arith.subi %ihx, %ilx : index\n");
    let narrow = if plan.jams { jam_text() } else { loops("%ilx", "%ihx") };
    if plan.strips {
        let _ = writeln!(text, "  %narrow = arith.constant {NARROW} : index");
        let _ = writeln!(text, "  %wide = arith.cmpi sge, %span, %narrow : index");
        let _ = writeln!(text, "  scf.if %wide {{\n{}  }} else {{\n{narrow}  }}", strips_text());
    } else {
        text.push_str(&narrow);
    }
    text.push_str("  llvm.return\n}\n");
}

fn strips_text() -> String {
    let (width, loops) = (Company::Strip.width(), loops("%strip", "%end"));
    format!(
        "  %width = arith.constant {width} : index
  scf.for %strip = %ilx to %ihx step %width {{
    %next = arith.addi %strip, %width : index
    %end = arith.minsi %next, %ihx : index
{loops}  }} {{{}}}
",
        Company::Strip.mark()
    )
}

/// All jams are full, so that each has as many copies; what is left over at the end has loops of its own.
fn jam_text() -> String {
    let (width, full, rest) = (Company::Jam.width(), loops("%jam", "%full"), loops("%full", "%ihx"));
    format!(
        "  %width = arith.constant {width} : index
  %rest = arith.remsi %span, %width : index
  %full = arith.subi %ihx, %rest : index
  scf.for %jam = %ilx to %full step %width {{
{full}  }} {{{}}}
{rest}",
        Company::Jam.mark()
    )
}

fn loops(low: &str, high: &str) -> String {
    format!(
        "  scf.for %z = %ilz to %ihz step %c1 {{
    scf.for %y = %ily to %ihy step %c1 {{
      scf.for %x = {low} to {high} step %c1 {{
      }} {{llvm.loop_annotation = #llvm.loop_annotation<parallelAccesses = #group>}}
    }}
  }}
"
    )
}

/// Unpacks the slots of 8 bytes.
fn entry_text(text: &mut String, entry: &str, items: &str, arguments: &[Argument]) {
    let _ = write!(text, "llvm.func @{entry}(%args: !llvm.ptr, %lo: !llvm.ptr, %hi: !llvm.ptr) ");
    text.push_str("attributes {no_unwind} {\n");
    for (i, Argument { ty, .. }) in arguments.iter().enumerate() {
        slot_text(text, &format!("a{i}"), "args", i, ty);
    }
    for (i, bound) in BOUNDS.iter().enumerate() {
        slot_text(text, bound, if i % 2 == 0 { "lo" } else { "hi" }, i / 2, "i64");
    }
    let values = (0..arguments.len()).map(|i| format!("%a{i}")).chain(BOUNDS.map(|bound| format!("%{bound}")));
    let types = arguments.iter().map(|argument| argument.ty.as_str()).chain(["i64"; BOUNDS.len()]);
    let (values, types) = (values.collect::<Vec<_>>().join(", "), types.collect::<Vec<_>>().join(", "));
    let _ = writeln!(text, "  llvm.call @{items}({values}) : ({types}) -> ()\n  llvm.return\n}}");
}

fn slot_text(text: &mut String, value: &str, base: &str, slot: usize, ty: &str) {
    let _ = writeln!(text, "  %p_{value} = llvm.getelementptr %{base}[{slot}] : (!llvm.ptr) -> !llvm.ptr, i64");
    let _ = writeln!(text, "  %{value} = llvm.load %p_{value} {{alignment = 8 : i64}} : !llvm.ptr -> {ty}");
}
