//! Functions under construction: open blocks, closed blocks, and a cursor that appends to an open one.
//!
//! A `Block` is a value: whoever holds it may append, and `Body::close` consumes it together with its terminator, so
//! no block is left open and nothing follows a terminator. A loop header is written last (its phis name values of the
//! body) but stands first: `Body::reserve` keeps its place.

use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{Decoration, GlslStd450Op, MemoryAccess, MemorySemantics, Op, Scope, StorageClass, Word};

use crate::module::{Module, PushConstant, Type, instruction};
use crate::scalar::{Scalar, Typed};

/// A block without its terminator.
pub(crate) struct Block {
    label: Word,
    instructions: Vec<Instruction>,
    line: Option<[Word; 3]>,
}

impl Block {
    pub fn new(label: Word) -> Block {
        Block { label, instructions: Vec::new(), line: None }
    }

    pub fn label(&self) -> Word {
        self.label
    }

    pub fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// What follows comes from this line of the file.
    pub fn set_line(&mut self, file: Word, line: u32, column: u32) {
        if self.line == Some([file, line, column]) {
            return;
        }
        self.line = Some([file, line, column]);
        let position = vec![Operand::IdRef(file), Operand::LiteralBit32(line), Operand::LiteralBit32(column)];
        self.push(instruction(Op::Line, position));
    }

    fn terminated(mut self, ending: Vec<Instruction>) -> dr::Block {
        self.instructions.extend(ending);
        let label = Instruction::new(Op::Label, None, Some(self.label), vec![]);
        dr::Block { label: Some(label), instructions: self.instructions }
    }
}

/// How a block ends.
pub(crate) enum Terminator {
    Return,
    Branch(Word),
    /// `scf.if`: continue at `merge` after either branch.
    Select {
        condition: Word,
        then: Word,
        otherwise: Word,
        merge: Word,
    },
    /// The header of a loop, entered at `body`.
    Loop {
        body: Word,
        merge: Word,
        next: Word,
    },
    /// Go on with the loop's body or leave the loop.
    While {
        condition: Word,
        body: Word,
        merge: Word,
    },
}

impl Terminator {
    fn instructions(self) -> Vec<Instruction> {
        use rspirv::spirv::{LoopControl, SelectionControl};
        let branch = |target| instruction(Op::Branch, vec![Operand::IdRef(target)]);
        let conditional = |condition, then, otherwise| {
            let operands = [condition, then, otherwise].map(Operand::IdRef).to_vec();
            instruction(Op::BranchConditional, operands)
        };
        match self {
            Terminator::Return => vec![instruction(Op::Return, vec![])],
            Terminator::Branch(target) => vec![branch(target)],
            Terminator::Select { condition, then, otherwise, merge } => {
                let control = Operand::SelectionControl(SelectionControl::NONE);
                let merge = instruction(Op::SelectionMerge, vec![Operand::IdRef(merge), control]);
                vec![merge, conditional(condition, then, otherwise)]
            }
            Terminator::Loop { body, merge, next } => {
                let control = Operand::LoopControl(LoopControl::NONE);
                let operands = vec![Operand::IdRef(merge), Operand::IdRef(next), control];
                vec![instruction(Op::LoopMerge, operands), branch(body)]
            }
            Terminator::While { condition, body, merge } => vec![conditional(condition, body, merge)],
        }
    }
}

/// The place of a block that is closed after the blocks that follow it.
pub(crate) struct Reserved(usize);

/// The blocks of one function, in the order they appear, and its variables.
#[derive(Default)]
pub(crate) struct Body {
    variables: Vec<Instruction>,
    blocks: Vec<dr::Block>,
}

impl Body {
    pub fn close(&mut self, block: Block, terminator: Terminator) {
        self.blocks.push(block.terminated(terminator.instructions()));
    }

    pub fn reserve(&mut self) -> Reserved {
        self.blocks.push(dr::Block::default());
        Reserved(self.blocks.len() - 1)
    }

    pub fn close_reserved(&mut self, place: Reserved, block: Block, terminator: Terminator) {
        self.blocks[place.0] = block.terminated(terminator.instructions());
    }

    /// A variable private to the work item, which begins as the constant `initial`; SPIR-V wants them all in the first block.
    pub fn variable(&mut self, module: &mut Module, pointee: Word, initial: Option<Word>) -> Word {
        let pointer = module.type_id(Type::Pointer(StorageClass::Function, pointee));
        let id = module.new_id();
        let mut operands = vec![Operand::StorageClass(StorageClass::Function)];
        operands.extend(initial.map(Operand::IdRef));
        self.variables.push(Instruction::new(Op::Variable, Some(pointer), Some(id), operands));
        id
    }

    pub fn into_blocks(mut self) -> Vec<dr::Block> {
        if let Some(first) = self.blocks.first_mut() {
            first.instructions.splice(0..0, self.variables);
        }
        self.blocks
    }
}

/// Appends straight-line code to an open block.
pub(crate) struct Cursor<'a> {
    pub module: &'a mut Module,
    pub block: &'a mut Block,
    pub rounding: Rounding,
}

/// What a driver may do with floating-point instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Nothing: each rounds its result.
    Each,
    /// Contract and reassociate them.
    Any,
}

impl Cursor<'_> {
    /// An instruction with a result of the type with id `ty`.
    pub fn typed(&mut self, opcode: Op, ty: Word, operands: Vec<Operand>) -> Word {
        let id = self.module.new_id();
        self.block.push(Instruction::new(opcode, Some(ty), Some(id), operands));
        id
    }

    /// An instruction on ids with a scalar result.
    pub fn op(&mut self, opcode: Op, result: Scalar, operands: &[Word]) -> Word {
        let ty = self.module.scalar(result);
        self.typed(opcode, ty, operands.iter().copied().map(Operand::IdRef).collect())
    }

    /// A floating-point instruction: without `NoContraction` drivers contract and reassociate.
    pub fn float_op(&mut self, opcode: Op, result: Scalar, operands: &[Word]) -> Word {
        let id = self.op(opcode, result, operands);
        self.keep_rounding(id);
        id
    }

    /// An instruction of `GLSL.std.450` on floats.
    pub fn extended_op(&mut self, opcode: GlslStd450Op, result: Scalar, operands: &[Word]) -> Word {
        let (ty, set) = (self.module.scalar(result), self.module.extended());
        let function = [Operand::IdRef(set), Operand::LiteralExtInstInteger(opcode as u32)];
        let operands = function.into_iter().chain(operands.iter().copied().map(Operand::IdRef)).collect();
        let id = self.typed(Op::ExtInst, ty, operands);
        self.keep_rounding(id);
        id
    }

    fn keep_rounding(&mut self, id: Word) {
        match self.rounding {
            Rounding::Each => self.module.decorate(id, Decoration::NoContraction, vec![]),
            Rounding::Any => {}
        }
    }

    pub fn constant(&mut self, scalar: Scalar, bits: u64) -> Word {
        self.module.constant(scalar, bits)
    }

    /// A member of the push constants.
    pub fn push_constant(&mut self, member: PushConstant) -> Word {
        let ty = self.module.scalar(Scalar::I64);
        let pointer = self.module.type_id(Type::Pointer(StorageClass::PushConstant, ty));
        let (block, index) = (self.module.push_constants(), self.constant(Scalar::I32, member as u64));
        let place = self.typed(Op::AccessChain, pointer, vec![Operand::IdRef(block), Operand::IdRef(index)]);
        self.typed(Op::Load, ty, vec![Operand::IdRef(place)])
    }

    pub fn select(&mut self, result: Scalar, condition: Word, then: Word, otherwise: Word) -> Word {
        self.op(Op::Select, result, &[condition, then, otherwise])
    }

    /// The value's bits as another type of the same width.
    pub fn bitcast(&mut self, value: Typed, to: Scalar) -> Word {
        if value.scalar == to { value.id } else { self.op(Op::Bitcast, to, &[value.id]) }
    }

    /// Loads a scalar of the device memory at `address`, which is a multiple of `alignment`.
    pub fn load_device(&mut self, address: Word, scalar: Scalar, alignment: u32) -> Word {
        let pointer = self.device_pointer(address, scalar);
        let ty = self.module.scalar(scalar);
        let mut operands = vec![Operand::IdRef(pointer)];
        operands.extend(aligned(alignment));
        self.typed(Op::Load, ty, operands)
    }

    pub fn store_device(&mut self, address: Word, value: Typed, alignment: u32) {
        let pointer = self.device_pointer(address, value.scalar);
        let mut operands = vec![Operand::IdRef(pointer), Operand::IdRef(value.id)];
        operands.extend(aligned(alignment));
        self.block.push(instruction(Op::Store, operands));
    }

    /// Combines the device memory at `address` with `value` in one step; answers what was there. Work items of the whole
    /// device take part, and nothing else is ordered by it.
    pub fn update_device(&mut self, opcode: Op, address: Word, value: Typed) -> Word {
        let pointer = self.device_pointer(address, value.scalar);
        let ty = self.module.scalar(value.scalar);
        let scope = self.constant(Scalar::I32, Scope::Device as u64);
        let semantics = self.constant(Scalar::I32, MemorySemantics::empty().bits().into());
        let order = [Operand::IdScope(scope), Operand::IdMemorySemantics(semantics)];
        let operands = [Operand::IdRef(pointer)].into_iter().chain(order).chain([Operand::IdRef(value.id)]).collect();
        self.typed(opcode, ty, operands)
    }

    fn device_pointer(&mut self, address: Word, scalar: Scalar) -> Word {
        let ty = self.module.device_pointer(scalar);
        self.typed(Op::ConvertUToPtr, ty, vec![Operand::IdRef(address)])
    }

    /// `address + bytes`.
    pub fn offset(&mut self, address: Word, bytes: u64) -> Word {
        if bytes == 0 {
            return address;
        }
        let bytes = self.constant(Scalar::I64, bytes);
        self.op(Op::IAdd, Scalar::I64, &[address, bytes])
    }
}

fn aligned(alignment: u32) -> [Operand; 2] {
    [Operand::MemoryAccess(MemoryAccess::ALIGNED), Operand::LiteralBit32(alignment)]
}
