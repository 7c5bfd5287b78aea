//! `gpu.func` to an entry point: arguments, the map from MLIR values to ids, and the choice of a lowering per op.
//!
//! The entry point reads its arguments from the block whose device address is the first of the push constants, 8 bytes each.
//! The slot behind them is for a mark: the work item took more rounds in loops than the device allows, and stopped.

use std::collections::HashMap;

use melior::ir::ValueLike;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use raddle_dialects::{self as mlir, ir};
use rspirv::dr::Operand;
use rspirv::spirv::{Op, Word};

use crate::cursor::{Block, Body, Cursor, Rounding, Terminator};
use crate::error::SpirvError;
use crate::memory::PrivateArray;
use crate::module::{Module, PushConstant, Type};
use crate::scalar::{Scalar, Typed};
use crate::{arith, control, convert, memory, read};

/// Bytes of an argument's slot.
const SLOT: u64 = 8;

/// Stack that must be left before a nested region is lowered, and how much to add if it is not.
const RED_ZONE: usize = 128 << 10;
const MORE_STACK: usize = 4 << 20;

/// What an MLIR value became.
enum Binding {
    Scalar(Typed),
    Private(PrivateArray),
}

/// One kernel being lowered.
pub(crate) struct Kernel<'m> {
    pub module: &'m mut Module,
    pub body: Body,
    bindings: HashMap<usize, Binding>,
    /// Slots of the argument block before the mark.
    slots: u64,
    /// The variable that counts down the rounds of loops.
    rounds: Option<Word>,
}

pub(crate) fn lower(module: &mut Module, function: mlir::Op) -> Result<(), SpirvError> {
    let name = kernel_name(function)?;
    let entry = read::single_block(function, 0)?;
    let mut kernel = Kernel { module, body: Body::default(), bindings: HashMap::new(), slots: 0, rounds: None };
    let mut block = kernel.new_block();
    kernel.load_arguments(function, entry, &mut block)?;
    let (block, terminator) = kernel.sequence(entry, block)?;
    if !ir::is(terminator, "gpu.return") || !ir::operands(terminator).is_empty() {
        return Err(read::unsupported(terminator));
    }
    kernel.body.close(block, Terminator::Return);
    let body = kernel.body;
    module.add_entry_point(name, body);
    Ok(())
}

fn kernel_name<'c>(function: mlir::Op<'c>) -> Result<&'c str, SpirvError> {
    if !ir::is(function, "gpu.func") {
        return Err(read::unsupported(function));
    }
    if !ir::has_attr(function, "gpu.kernel") {
        return Err(read::error(function, "a function that is not a kernel has no SPIR-V form"));
    }
    ir::symbol_name(function).ok_or_else(|| read::error(function, "kernel without a name"))
}

impl Kernel<'_> {
    pub fn new_block(&mut self) -> Block {
        Block::new(self.module.new_id())
    }

    pub fn cursor<'b>(&'b mut self, block: &'b mut Block) -> Cursor<'b> {
        Cursor { module: self.module, block, rounding: Rounding::Each }
    }

    fn load_arguments(&mut self, function: mlir::Op, entry: mlir::Block, block: &mut Block) -> Result<(), SpirvError> {
        let arguments = plain_arguments(function, entry)?;
        let mut cursor = self.cursor(block);
        let base = cursor.push_constant(PushConstant::Arguments);
        for (slot, argument) in (0..).zip(arguments) {
            let scalar = read::require_scalar(function, argument.r#type())?;
            let Some(bytes) = scalar.bytes() else {
                return Err(read::error(function, "an i1 argument has no SPIR-V form"));
            };
            let mut cursor = self.cursor(block);
            let address = cursor.offset(base, slot * SLOT);
            let id = cursor.load_device(address, scalar, bytes);
            self.bind(argument, Typed { id, scalar });
            self.slots = slot + 1;
        }
        Ok(())
    }

    /// The variable with the rounds that are left, which begins as the module's `round_limit`.
    pub fn rounds(&mut self) -> Word {
        if let Some(id) = self.rounds {
            return id;
        }
        let (word, limit) = (self.module.scalar(Scalar::I32), self.module.round_limit());
        let id = self.body.variable(self.module, word, Some(limit));
        self.module.name(id, "rounds");
        self.rounds = Some(id);
        id
    }

    /// Ends the work item with a mark.
    pub fn give_up(&mut self, mut block: Block) {
        let slots = self.slots;
        let mut cursor = self.cursor(&mut block);
        let base = cursor.push_constant(PushConstant::Arguments);
        let address = cursor.offset(base, slots * SLOT);
        let mark = Typed { id: cursor.constant(Scalar::I64, 1), scalar: Scalar::I64 };
        cursor.store_device(address, mark, SLOT as u32);
        self.body.close(block, Terminator::Return);
    }

    /// Lowers the operations of `ops`, starting in `block`; returns the block open at the end, and the terminator.
    pub fn sequence<'c>(&mut self, ops: mlir::Block<'c>, block: Block) -> Result<(Block, mlir::Op<'c>), SpirvError> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.sequence_on_this_stack(ops, block))
    }

    fn sequence_on_this_stack<'c>(
        &mut self,
        ops: mlir::Block<'c>,
        mut block: Block,
    ) -> Result<(Block, mlir::Op<'c>), SpirvError> {
        let mut ops = ir::ops(ops);
        let terminator = ops.pop();
        for op in ops {
            block = self.operation(op, block)?;
        }
        match terminator {
            Some(terminator) => Ok((block, terminator)),
            None => Err(SpirvError { at: None, message: "a block without terminator has no SPIR-V form".into() }),
        }
    }

    fn operation(&mut self, op: mlir::Op, mut block: Block) -> Result<Block, SpirvError> {
        if let Some(at) = ir::file_line_col(op.location()) {
            let file = self.module.file(&at.file);
            block.set_line(file, at.line as Word, at.column as Word);
        }
        match ir::name(op) {
            "scf.for" => return control::lower_for(self, op, block),
            "scf.if" => return control::lower_if(self, op, block),
            "scf.while" => return control::lower_while(self, op, block),
            "gpu.global_id" => self.global_id(op, &mut block)?,
            "llvm.getelementptr" => memory::lower_address(self, op, &mut block)?,
            "llvm.load" => memory::lower_device_load(self, op, &mut block)?,
            "llvm.store" => memory::lower_device_store(self, op, &mut block)?,
            "llvm.atomicrmw" => memory::lower_atomic_update(self, op, &mut block)?,
            "memref.alloca" => memory::lower_alloca(self, op)?,
            "memref.load" => memory::lower_private_load(self, op, &mut block)?,
            "memref.store" => memory::lower_private_store(self, op, &mut block)?,
            _ => self.arithmetic(op, &mut block)?,
        }
        Ok(block)
    }

    fn arithmetic(&mut self, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
        let Some(lowering) = arith::lowering(ir::name(op)) else { return Err(read::unsupported(op)) };
        let args = self.operands(op, 0)?;
        let mut results = Vec::new();
        for result in ir::results(op) {
            results.push(read::require_scalar(op, result.r#type())?);
        }
        let Some(&first) = results.first() else { return Err(read::unsupported(op)) };
        let ids = arith::lower(&mut self.cursor(block), op, lowering, &args, first)?;
        for ((value, id), scalar) in ir::results(op).into_iter().zip(ids).zip(results) {
            self.bind(value, Typed { id, scalar });
        }
        Ok(())
    }

    fn global_id(&mut self, op: mlir::Op, block: &mut Block) -> Result<(), SpirvError> {
        let dimension = ir::attr(op, "dimension").map(|dimension| dimension.to_string()).unwrap_or_default();
        let component = match dimension.as_str() {
            "#gpu<dim x>" => 0,
            "#gpu<dim y>" => 1,
            "#gpu<dim z>" => 2,
            _ => return Err(read::unsupported(op)),
        };
        let variable = self.module.invocation_id();
        let (triple, word) = (self.module.type_id(Type::Triple), self.module.scalar(Scalar::I32));
        let mut cursor = self.cursor(block);
        let all = cursor.typed(Op::Load, triple, vec![Operand::IdRef(variable)]);
        let parts = vec![Operand::IdRef(all), Operand::LiteralBit32(component)];
        let id = cursor.typed(Op::CompositeExtract, word, parts);
        let id = convert::zero_extend(&mut cursor, Typed { id, scalar: Scalar::I32 }, Scalar::I64);
        self.bind_result(op, Typed { id, scalar: Scalar::I64 })
    }

    pub fn bind(&mut self, value: mlir::Val, typed: Typed) {
        self.bindings.insert(ir::key(value), Binding::Scalar(typed));
    }

    /// `op`'s only result is `typed`.
    pub fn bind_result(&mut self, op: mlir::Op, typed: Typed) -> Result<(), SpirvError> {
        let value = read::only_result(op)?;
        self.bind(value, typed);
        Ok(())
    }

    pub fn bind_private(&mut self, op: mlir::Op, array: PrivateArray) -> Result<(), SpirvError> {
        let value = read::only_result(op)?;
        self.bindings.insert(ir::key(value), Binding::Private(array));
        Ok(())
    }

    /// The scalar that `value`, used by `op`, became.
    pub fn scalar(&self, op: mlir::Op, value: mlir::Val) -> Result<Typed, SpirvError> {
        match self.bindings.get(&ir::key(value)) {
            Some(Binding::Scalar(typed)) => Ok(*typed),
            Some(Binding::Private(_)) | None => Err(no_form(op, value)),
        }
    }

    /// The scalars that the operands of `op` from number `first` on became.
    pub fn operands(&self, op: mlir::Op, first: usize) -> Result<Vec<Typed>, SpirvError> {
        ir::operands(op).into_iter().skip(first).map(|value| self.scalar(op, value)).collect()
    }

    /// The scalar that operand `index` of `op` became.
    pub fn operand(&self, op: mlir::Op, index: usize) -> Result<Typed, SpirvError> {
        self.scalar(op, read::operand(op, index)?)
    }

    /// The private array that operand `index` of `op` became.
    pub fn private(&self, op: mlir::Op, index: usize) -> Result<PrivateArray, SpirvError> {
        let value = read::operand(op, index)?;
        match self.bindings.get(&ir::key(value)) {
            Some(Binding::Private(array)) => Ok(*array),
            Some(Binding::Scalar(_)) | None => Err(no_form(op, value)),
        }
    }
}

fn no_form(op: mlir::Op, value: mlir::Val) -> SpirvError {
    read::error(op, format!("operand of type '{}' of '{}' has no SPIR-V form", value.r#type(), ir::name(op)))
}

/// The entry block's arguments, which must be the function's: `gpu.func` appends its memory attributions to them.
fn plain_arguments<'c>(function: mlir::Op<'c>, entry: mlir::Block<'c>) -> Result<Vec<mlir::Val<'c>>, SpirvError> {
    let ty = ir::attr(function, "function_type").and_then(|ty| TypeAttribute::try_from(ty).ok());
    let ty = ty.and_then(|ty| FunctionType::try_from(ty.value()).ok());
    let arguments = ir::arguments(entry);
    if ty.is_none_or(|ty| ty.input_count() != arguments.len()) {
        return Err(read::error(function, "memory attributions have no SPIR-V form"));
    }
    Ok(arguments)
}
