//! Atomic minima and maxima in CPU code: an element is stored only where it changes, as in the program, whose memory may be
//! read-only where nothing does. (LLVM's own loop, for want of an instruction, always stores.) Never touches other updates,
//! and changes no value.

use crate::Error;
use crate::ir::{nested, op_name, operations};
use crate::lower::{unsupported, with_diagnostics};
use melior::Context;
use melior::IrRewriter;
use melior::ir::attribute::{DenseI32ArrayAttribute, FlatSymbolRefAttribute, IntegerAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef};
use melior::ir::{Identifier, Module, ValueLike};
use std::collections::BTreeSet;

/// Puts calls of small functions in the place of the minima and maxima in `module`, and adds these functions.
pub(super) fn spare_stores(context: &Context, module: &Module) -> Result<(), Error> {
    let all = nested(module.as_operation());
    let updates: Vec<_> = all.into_iter().filter_map(|op| Some((op, Extreme::of(op)?))).collect();
    for (op, extreme) in &updates {
        extreme.call(context, *op)?;
    }
    let kinds: BTreeSet<_> = updates.into_iter().map(|(_, extreme)| extreme).collect();
    let text: String = kinds.iter().map(Extreme::text).collect();
    let functions = with_diagnostics(context, || Module::parse(context, &text))?;
    let rewriter = IrRewriter::new(context);
    let rewriter = rewriter.as_rewriter_base();
    rewriter.set_insertion_point_to_end(module.body());
    operations(functions.body()).into_iter().for_each(|op| {
        rewriter.clone_op(op);
    });
    Ok(())
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Extreme {
    /// How a term compares with the element whose place it takes.
    before: &'static str,
    ty: String,
}

impl Extreme {
    /// What `op` computes, if it is such an update.
    fn of(op: OperationRef) -> Option<Self> {
        if op_name(&op) != "llvm.atomicrmw" {
            return None;
        }
        let number = op.attribute("bin_op").and_then(IntegerAttribute::try_from).ok()?.value();
        // LLVM's numbers of max, min, umax, umin.
        let &(_, before) = [(7, "sgt"), (8, "slt"), (9, "ugt"), (10, "ult")].iter().find(|it| it.0 == number)?;
        Some(Self { before, ty: op.result(0).ok()?.r#type().to_string() })
    }

    fn symbol(&self) -> String {
        format!("raddle.update.{}.{}", self.before, self.ty)
    }

    /// Replaces `op` by the call.
    fn call(&self, context: &Context, op: OperationRef) -> Result<(), Error> {
        let attribute = |name| Identifier::new(context, name);
        let (Ok(element), Ok(term), Ok(old), Some(block)) = (op.operand(0), op.operand(1), op.result(0), op.block())
        else {
            return Err(unsupported(op, "it has no element"));
        };
        let call = OperationBuilder::new("llvm.call", op.location())
            .add_operands(&[element, term])
            .add_results(&[old.r#type()])
            .add_attributes(&[
                (attribute("callee"), FlatSymbolRefAttribute::new(context, &self.symbol()).into()),
                (attribute("operandSegmentSizes"), DenseI32ArrayAttribute::new(context, &[2, 0]).into()),
                (attribute("op_bundle_sizes"), DenseI32ArrayAttribute::new(context, &[]).into()),
            ])
            .build()
            .map_err(|_| unsupported(op, "its loop could not be called"))?;
        let call = block.insert_operation_before(op, call);
        let rewriter = IrRewriter::new(context);
        rewriter.as_rewriter_base().replace_op_with_operation(op, call);
        Ok(())
    }

    fn text(&self) -> String {
        let (symbol, before, ty) = (self.symbol(), self.before, &self.ty);
        format!(
            "llvm.func internal @{symbol}(%element: !llvm.ptr, %term: {ty}) -> {ty} attributes {{always_inline}} {{
  %first = llvm.load %element atomic monotonic {{alignment = {} : i64}} : !llvm.ptr -> {ty}
  llvm.br ^test(%first : {ty})
^test(%old: {ty}):
  %changes = llvm.icmp \"{before}\" %term, %old : {ty}
  llvm.cond_br %changes, ^store, ^end
^store:
  %found = llvm.cmpxchg %element, %old, %term monotonic monotonic : !llvm.ptr, {ty}
  %now = llvm.extractvalue %found[0] : !llvm.struct<({ty}, i1)>
  %is_stored = llvm.extractvalue %found[1] : !llvm.struct<({ty}, i1)>
  llvm.cond_br %is_stored, ^end, ^test(%now : {ty})
^end:
  llvm.return %old : {ty}
}}
",
            if self.ty == "i32" { 4 } else { 8 }
        )
    }
}
