//! The emulated device's flavor of a kernel: before every access of device memory, a call
//! `raddle_emu_access(address, size, is_write, "file.c:12:5")`; two before an atomic update, which reads and writes. Never
//! touches private memory.

use crate::Error;
use crate::ir::{nested, op_name, operations, position_or_unknown, quoted};
use crate::lower::{unsupported, with_diagnostics};
use melior::Context;
use melior::IrRewriter;
use melior::ir::attribute::{DenseI32ArrayAttribute, FlatSymbolRefAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef};
use melior::ir::{Identifier, Module, Type, Value, ValueLike};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Announces the accesses of all functions of `module`, which are kernels outlined for this flavor.
pub(super) fn announce_accesses(context: &Context, module: &Module) -> Result<(), Error> {
    let items = operations(module.body()).into_iter().filter(|op| is_items(*op));
    let accesses = items.flat_map(nested).map(Access::of).collect::<Result<Vec<_>, _>>()?.concat();
    for access in &accesses {
        access.announce(context)?;
    }
    let announcers: BTreeSet<_> = accesses.iter().map(Access::announcer).collect();
    let text = announcers.into_iter().enumerate().map(|(i, announcer)| announcer.text(i)).collect::<String>();
    let declared = with_diagnostics(context, || Module::parse(context, &format!("{RUNTIME}{text}")))?;
    let rewriter = IrRewriter::new(context);
    let rewriter = rewriter.as_rewriter_base();
    rewriter.set_insertion_point_to_end(module.body());
    operations(declared.body()).into_iter().for_each(|op| {
        rewriter.clone_op(op);
    });
    Ok(())
}

const RUNTIME: &str = "llvm.func @raddle_emu_access(i64, i32, i32, !llvm.ptr)\n";

/// Of the two functions of a kernel only the inner one reads device memory; the other one unpacks its arguments.
fn is_items(op: OperationRef) -> bool {
    op.attribute("sym_name").is_ok_and(|name| name.to_string().ends_with(".items\""))
}

#[derive(Clone)]
struct Access<'c, 'a> {
    op: OperationRef<'c, 'a>,
    address: Value<'c, 'a>,
    size: u32,
    is_write: bool,
}

impl<'c, 'a> Access<'c, 'a> {
    /// What `op` does to device memory, in order.
    fn of(op: OperationRef<'c, 'a>) -> Result<Vec<Self>, Error> {
        let (address, value, writes): (_, _, &[bool]) = match op_name(&op).as_str() {
            "llvm.load" => (op.operand(0), op.result(0).map(Value::from), &[false]),
            "llvm.store" => (op.operand(1), op.operand(0), &[true]),
            "llvm.atomicrmw" => (op.operand(0), op.operand(1), &[false, true]),
            _ => return Ok(vec![]),
        };
        let (Ok(address), Ok(value)) = (address, value) else {
            return Err(unsupported(op, "it has no address"));
        };
        match size_of(value.r#type()) {
            Some(size) => Ok(writes.iter().map(|&is_write| Self { op, address, size, is_write }).collect()),
            None => Err(unsupported(op, "the accessed type has no size")),
        }
    }

    fn announcer(&self) -> Announcer {
        Announcer { place: position_or_unknown(self.op.location()), size: self.size, is_write: self.is_write }
    }

    /// Inserts the call before the access.
    fn announce(&self, context: &Context) -> Result<(), Error> {
        let attribute = |name| Identifier::new(context, name);
        let call = OperationBuilder::new("llvm.call", self.op.location())
            .add_operands(&[self.address])
            .add_attributes(&[
                (attribute("callee"), FlatSymbolRefAttribute::new(context, &self.announcer().symbol()).into()),
                (attribute("operandSegmentSizes"), DenseI32ArrayAttribute::new(context, &[1, 0]).into()),
                (attribute("op_bundle_sizes"), DenseI32ArrayAttribute::new(context, &[]).into()),
            ])
            .build();
        match (call, self.op.block()) {
            (Ok(call), Some(block)) => block.insert_operation_before(self.op, call),
            _ => return Err(unsupported(self.op, "its announcement could not be built")),
        };
        Ok(())
    }
}

fn size_of(ty: Type) -> Option<u32> {
    match ty.to_string().as_str() {
        "i8" => Some(1),
        "i16" => Some(2),
        "i32" | "f32" => Some(4),
        "i64" | "f64" => Some(8),
        _ => None,
    }
}

/// A small function that makes the runtime call for one kind of access at one place in the source.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Announcer {
    place: String,
    size: u32,
    is_write: bool,
}

impl Announcer {
    fn symbol(&self) -> String {
        let verb = if self.is_write { "store" } else { "load" };
        format!("raddle.announce.{verb}{}.{}", self.size, self.place)
    }

    fn text(&self, index: usize) -> String {
        let (symbol, is_write) = (quoted(&self.symbol()), u32::from(self.is_write));
        let mut bytes = quoted(&self.place);
        bytes.insert_str(bytes.len() - 1, "\\00");
        let (length, size) = (self.place.len() + 1, self.size);
        let mut text = String::new();
        let _ = writeln!(
            text,
            "llvm.mlir.global internal constant @raddle.place.{index}({bytes}) : !llvm.array<{length} x i8>
llvm.func internal @{symbol}(%pointer: !llvm.ptr) attributes {{always_inline}} {{
  %address = llvm.ptrtoint %pointer : !llvm.ptr to i64
  %size = llvm.mlir.constant({size} : i32) : i32
  %is_write = llvm.mlir.constant({is_write} : i32) : i32
  %place = llvm.mlir.addressof @raddle.place.{index} : !llvm.ptr
  llvm.call @raddle_emu_access(%address, %size, %is_write, %place) : (i64, i32, i32, !llvm.ptr) -> ()
  llvm.return
}}"
        );
        text
    }
}
