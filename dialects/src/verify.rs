//! The region dialect's verifiers: the rules that ODS cannot express. Each looks only at its own op.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{Type, TypeLike, ValueLike};
use mlir_sys::*;
use raddle_mlir_sys::region::Verify;

use crate::ir::{self, Op, Val};
use crate::region::flags::{AROUND, BEHIND, CHECK_ONLY, LOOSE, MANY, OVERWRITTEN, READ, ROWS, TABLE, THERE, WRITE};
use crate::region::{BOX_NUMBERS, DisjointOp, EnterOp, HostAccessOp, LaunchOp, NestOp, Range, THREADS_ONLY, ViewOp};

pub struct Rules;

type Verdict = Result<(), String>;

impl Verify for Rules {
    fn nest(op: Op<'_>) -> Verdict {
        let nest = NestOp(op);
        let inputs = nest.inputs();
        count("names", nest.names().len(), "operands", inputs.len())?;
        count("objects", nest.objects().len(), "operands", inputs.len())?;
        let live_out = ir::i64s_attr(op, "live_out").unwrap_or_default();
        count("live_out", live_out.len(), "operands", inputs.len())?;
        demand(live_out.iter().all(|flag| matches!(flag, 0 | 1)), || "live_out holds 0 and 1 only".into())?;
        for (value, object) in inputs.iter().zip(nest.objects()) {
            nest_input(*value, object)?;
        }
        let arguments = ir::arguments(nest.body());
        let types = |values: &[Val<'_>]| values.iter().map(|value| value.r#type().to_string()).collect::<Vec<_>>();
        let (want, found) = (types(&inputs), types(&arguments));
        demand(want == found, || format!("body takes ({}), operands are ({})", found.join(", "), want.join(", ")))
    }

    fn view(op: Op<'_>) -> Verdict {
        let view = ViewOp(op);
        demand(is_pointer(view.base().r#type()), || format!("base is {}, not !llvm.ptr", view.base().r#type()))?;
        let ty = MemRefType::try_from(view.result().r#type()).map_err(|error| error.to_string())?;
        let rank = unsafe { mlirShapedTypeGetRank(ty.to_raw()) } as usize;
        count("sizes", view.sizes().len(), "dimensions", rank)?;
        count("strides", view.strides().len(), "dimensions", rank)?;
        let element = view.element_type();
        demand(is_element(element), || format!("element type {element} is none of i8, i16, i32, i64, f32, f64"))?;
        let identity = unsafe { mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(ty.to_raw())) };
        demand(identity, || "memref has a layout; the strides say where elements lie".into())?;
        demand(ty.memory_space().is_none(), || "memref has a memory space; views are over host memory".into())
    }

    fn enter(op: Op<'_>) -> Verdict {
        let groups = ir::operand_segments(op).unwrap_or_default();
        let bases = groups[0].len();
        demand(bases > 0, || "has no ranges".into())?;
        count("lower ends", groups[1].len(), "bases", bases)?;
        count("upper ends", groups[2].len(), "bases", bases)?;
        for name in ["flags", "objects"] {
            count(name, ir::i64s_attr(op, name).unwrap_or_default().len(), "bases", bases)?;
        }
        count("names", ir::strs_attr(op, "names").unwrap_or_default().len(), "bases", bases)?;
        let all = match ir::name(op) {
            "region.enter" => EnterOp(op).ranges(),
            "region.disjoint" => DisjointOp(op).ranges(),
            _ => HostAccessOp(op).ranges(),
        };
        let bits = ir::i64s_attr(op, "flags").unwrap_or_default();
        let boxes = if ir::is(op, "region.enter") { 5 } else { 3 };
        for (group, flag, what, each) in [(boxes, ROWS, "boxes", BOX_NUMBERS), (6, AROUND, "surroundings", 2)] {
            let flagged = bits.iter().filter(|it| **it & flag != 0).count();
            let (found, want) = (groups.get(group).map_or(0, Vec::len), each * flagged);
            demand(found == want, || format!("has {found} numbers for {flagged} {what}, which take {want}"))?;
        }
        let is_table = |it: Option<&Range<'_>>| it.is_some_and(|it| it.flags & TABLE != 0);
        for (number, range) in all.iter().enumerate() {
            let before = number.checked_sub(1).and_then(|it| all.get(it));
            demand((range.flags & BEHIND != 0) == is_table(before), || {
                format!("'{}' has to lie behind the pointers of a table before it, if there is one", range.name)
            })?;
        }
        demand(!is_table(all.last()), || "has a table and nothing that lies behind it".into())?;
        for range in all {
            let ty = range.base.r#type();
            demand(is_pointer(ty), || format!("base '{}' is {ty}, not !llvm.ptr", range.name))?;
            flags_make_sense(&range)?;
            demand(range.object >= -1, || format!("object {} of '{}' is below -1", range.object, range.name))?;
        }
        Ok(())
    }

    fn launch(op: Op<'_>) -> Verdict {
        let path = ir::symbol_attr(op, "kernel").unwrap_or_default();
        demand(path.len() == 2, || format!("kernel @{} is not @module::@function", path.join("::@")))?;
        let ranges = ir::i64s_attr(op, "ranges").unwrap_or_default();
        count("ranges", ranges.len(), "arguments", op.operand_count() - 3)?;
        for (value, range) in LaunchOp(op).args() {
            let ty = value.r#type();
            demand(is_pointer(ty) || is_scalar(ty), || format!("argument of type {ty} is neither pointer nor scalar"))?;
            // CPU threads follow any pointer of the host.
            let needs_no_range = is_pointer(ty) && range.is_none() && ir::has_attr(op, THREADS_ONLY);
            demand(needs_no_range || is_pointer(ty) == range.is_some(), || match range {
                Some(range) => format!("argument of type {ty} cannot point into range {range}"),
                None => "a pointer argument needs a range".into(),
            })?;
        }
        group_sizes(op, "work_group", 1)?;
        group_sizes(op, "group_shape", 0)
    }

    fn math(op: Op<'_>) -> Verdict {
        let marks = ["exact", "libm"].map(|name| ir::has_attr(op, name));
        demand(marks != [true, true], || "is both exact and libm".into())?;
        let result = ir::result(op).r#type();
        let types: Vec<_> = ir::operands(op).iter().map(ValueLike::r#type).collect();
        if ir::str_attr(op, "function").is_some_and(|it| it.contains('.')) {
            demand(matches!(types.len(), 2 | 4), || {
                format!("has {} arguments; parts of complex results have 2 or 4", types.len())
            })?;
            return demand(types.iter().all(|it| *it == result), || format!("has arguments that are not {result}"));
        }
        let (Some(first), 1..=2) = (types.first(), types.len()) else {
            return Err(format!("has {} arguments; functions have 1 or 2", types.len()));
        };
        demand(*first == result, || format!("result has type {result}, the first argument {first}"))?;
        let second_fits = types.get(1).is_none_or(|it| *it == result || integer_width(*it).is_some());
        demand(second_fits, || format!("second argument has type {}, not {result} or i64", types[1]))
    }
}

/// Work items that a group may have: CUDA's limit, and that of the Vulkan devices that have the most.
const MOST_ITEMS: i64 = 1024;

/// Sizes of a work-group, at least `least` each.
fn group_sizes(op: Op<'_>, name: &str, least: i64) -> Verdict {
    let Some(sizes) = ir::i64s_attr(op, name) else { return Ok(()) };
    demand((1..=3).contains(&sizes.len()), || format!("{name} has {} sizes for 1 to 3 dimensions", sizes.len()))?;
    demand(sizes.iter().all(|size| *size >= least), || format!("{name} holds a size below {least}"))?;
    let items = sizes.iter().fold(1i64, |items, size| items.saturating_mul((*size).max(1)));
    demand(items <= MOST_ITEMS, || format!("{name} has {items} work items; a group has at most {MOST_ITEMS}"))
}

fn nest_input(value: Val<'_>, object: i64) -> Verdict {
    let ty = value.r#type();
    demand(is_pointer(ty) || is_scalar(ty), || format!("operand of type {ty} is neither !llvm.ptr nor a scalar"))?;
    demand(object >= -1, || format!("object {object} is below -1"))?;
    demand(object == -1 || is_pointer(ty), || format!("operand of type {ty} cannot have object {object}"))
}

fn flags_make_sense(range: &Range<'_>) -> Verdict {
    let Range { flags, name, .. } = range;
    demand(flags & !(READ | WRITE | OVERWRITTEN | CHECK_ONLY | LOOSE | TABLE | BEHIND | MANY | THERE) == 0, || {
        format!(
            "flags {flags} of '{name}' are not made of 1 read, 2 write, 4 overwritten, 8 check only, 16 loose, 32 table, 64 behind, 128 one of many, 1024 there"
        )
    })?;
    demand(flags & (TABLE | BEHIND) == 0 || flags & CHECK_ONLY != 0, || {
        format!("flags {flags} of '{name}' copy what is behind pointers")
    })?;
    // Overwritten alone is scratch memory.
    demand(flags & (READ | WRITE | OVERWRITTEN) != 0, || {
        format!("flags {flags} of '{name}' say neither read nor written")
    })
}

fn demand(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

fn count(what: &str, found: usize, per: &str, want: usize) -> Verdict {
    demand(found == want, || format!("has {found} {what} for {want} {per}"))
}

fn is_pointer(ty: Type<'_>) -> bool {
    unsafe { mlirTypeIsALLVMPointerType(ty.to_raw()) }
}

fn integer_width(ty: Type<'_>) -> Option<u32> {
    IntegerType::try_from(ty).ok().filter(IntegerType::is_signless).map(|ty| ty.width())
}

fn is_float(ty: Type<'_>) -> bool {
    ty.is_f32() || ty.is_f64()
}

fn is_scalar(ty: Type<'_>) -> bool {
    is_float(ty) || ty.is_index() || integer_width(ty).is_some_and(|width| width <= 64)
}

/// May a view have elements of the type?
pub fn is_element(ty: Type<'_>) -> bool {
    is_float(ty) || matches!(integer_width(ty), Some(8 | 16 | 32 | 64))
}
