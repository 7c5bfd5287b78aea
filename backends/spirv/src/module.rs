//! The SPIR-V module being written: its sections, and the ids of types, constants and files, each declared once.
//!
//! It knows nothing of MLIR. Capabilities follow from what is declared, so a module asks a device for what it uses.

use std::collections::{HashMap, HashSet};

use rspirv::binary::Assemble;
use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, MemoryModel, Op,
    SourceLanguage, StorageClass, Word,
};

use crate::cursor::Body;
use crate::scalar::Scalar;
use crate::{FloatWidths, Options};

/// SPIR-V 1.5, the newest version that Vulkan 1.2 must accept.
const VERSION: (u8, u8) = (1, 5);

/// Work-group size where the specialization constants 0, 1, 2 are not given.
const DEFAULT_WORK_GROUP: [u32; 3] = [64, 1, 1];

/// The specialization constant with the number of rounds that the loops of a work item may take, 0 for any number.
const ROUND_LIMIT: u32 = 3;

/// What the runtime passes besides the arguments' block: numbers of 64 bits, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PushConstant {
    /// The device address of the argument block.
    Arguments,
    /// Zero, unknown to the driver when it compiles.
    Zero,
}

impl PushConstant {
    const COUNT: usize = 2;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Void,
    /// `void()`: entry points take nothing.
    EntryPoint,
    Scalar(Scalar),
    /// Three 32-bit numbers: invocation ids and work-group sizes.
    Triple,
    /// The struct of the push constants.
    PushConstants,
    Array {
        element: Word,
        length: u32,
    },
    Pointer(StorageClass, Word),
}

pub(crate) struct Module {
    options: Options,
    sections: dr::Module,
    capabilities: HashSet<Capability>,
    types: HashMap<Type, Word>,
    constants: HashMap<(Scalar, u64), Word>,
    files: HashMap<String, Word>,
    /// Numbers of 64 bits that are signed ones of 32.
    extended_numbers: HashSet<Word>,
    extended: Option<Word>,
    invocation_id: Word,
    push_constants: Word,
    round_limit: Option<Word>,
    last_id: Word,
}

impl Module {
    pub fn new(options: &Options) -> Module {
        let mut module = Module {
            options: *options,
            sections: dr::Module::new(),
            capabilities: HashSet::from([Capability::Shader, Capability::PhysicalStorageBufferAddresses]),
            types: HashMap::new(),
            constants: HashMap::new(),
            files: HashMap::new(),
            extended_numbers: HashSet::new(),
            extended: None,
            invocation_id: 0,
            push_constants: 0,
            round_limit: None,
            last_id: 0,
        };
        module.sections.memory_model = Some(instruction(
            Op::MemoryModel,
            vec![
                Operand::AddressingModel(AddressingModel::PhysicalStorageBuffer64),
                Operand::MemoryModel(MemoryModel::GLSL450),
            ],
        ));
        module.invocation_id = module.global(StorageClass::Input, Type::Triple, "global_invocation_id");
        let built_in = Operand::BuiltIn(BuiltIn::GlobalInvocationId);
        module.decorate(module.invocation_id, Decoration::BuiltIn, vec![built_in]);
        module.push_constants = module.global(StorageClass::PushConstant, Type::PushConstants, "push_constants");
        module.declare_work_group_size();
        module
    }

    pub fn note_extended(&mut self, id: Word) {
        self.extended_numbers.insert(id);
    }

    /// Is it a signed number of 32 bits, extended to 64?
    pub fn is_extended(&self, id: Word) -> bool {
        self.extended_numbers.contains(&id)
    }

    /// Nothing is to be hidden from the driver.
    pub fn is_bare(&self) -> bool {
        self.options.bare
    }

    pub fn new_id(&mut self) -> Word {
        self.last_id += 1;
        self.last_id
    }

    /// The variable with the three numbers of the work item.
    pub fn invocation_id(&self) -> Word {
        self.invocation_id
    }

    /// The variable of the push constants.
    pub fn push_constants(&self) -> Word {
        self.push_constants
    }

    pub fn require(&mut self, capability: Capability) {
        self.capabilities.insert(capability);
    }

    pub fn scalar(&mut self, scalar: Scalar) -> Word {
        self.type_id(Type::Scalar(scalar))
    }

    pub fn type_id(&mut self, ty: Type) -> Word {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let id = self.declare_type(ty);
        self.types.insert(ty, id);
        id
    }

    fn declare_type(&mut self, ty: Type) -> Word {
        let (opcode, operands) = match ty {
            Type::Void => (Op::TypeVoid, vec![]),
            Type::EntryPoint => (Op::TypeFunction, vec![Operand::IdRef(self.type_id(Type::Void))]),
            Type::Scalar(scalar) => self.scalar_declaration(scalar),
            Type::Triple => (Op::TypeVector, vec![Operand::IdRef(self.scalar(Scalar::I32)), Operand::LiteralBit32(3)]),
            Type::PushConstants => {
                (Op::TypeStruct, vec![Operand::IdRef(self.scalar(Scalar::I64)); PushConstant::COUNT])
            }
            Type::Array { element, length } => {
                let length = self.constant(Scalar::I32, length.into());
                (Op::TypeArray, vec![Operand::IdRef(element), Operand::IdRef(length)])
            }
            Type::Pointer(class, pointee) => {
                (Op::TypePointer, vec![Operand::StorageClass(class), Operand::IdRef(pointee)])
            }
        };
        let id = self.new_id();
        self.sections.types_global_values.push(Instruction::new(opcode, None, Some(id), operands));
        if ty == Type::PushConstants {
            self.decorate(id, Decoration::Block, vec![]);
            for member in 0..PushConstant::COUNT as u32 {
                let offset = [Operand::Decoration(Decoration::Offset), Operand::LiteralBit32(8 * member)];
                let operands = [Operand::IdRef(id), Operand::LiteralBit32(member)].into_iter().chain(offset).collect();
                self.sections.annotations.push(instruction(Op::MemberDecorate, operands));
            }
        }
        id
    }

    fn scalar_declaration(&mut self, scalar: Scalar) -> (Op, Vec<Operand>) {
        let capability = match scalar {
            Scalar::Bool | Scalar::I32 | Scalar::F32 => None,
            Scalar::I8 => Some(Capability::Int8),
            Scalar::I16 => Some(Capability::Int16),
            Scalar::I64 => Some(Capability::Int64),
            Scalar::F64 => Some(Capability::Float64),
        };
        self.capabilities.extend(capability);
        let width = Operand::LiteralBit32(scalar.bits());
        match scalar {
            Scalar::Bool => (Op::TypeBool, vec![]),
            Scalar::F32 | Scalar::F64 => (Op::TypeFloat, vec![width]),
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                (Op::TypeInt, vec![width, Operand::LiteralBit32(0)])
            }
        }
    }

    /// A pointer to `scalar` in device memory.
    pub fn device_pointer(&mut self, scalar: Scalar) -> Word {
        match scalar {
            Scalar::I8 => self.require(Capability::StorageBuffer8BitAccess),
            Scalar::I16 => self.require(Capability::StorageBuffer16BitAccess),
            Scalar::Bool | Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::F64 => {}
        }
        let pointee = self.scalar(scalar);
        self.type_id(Type::Pointer(StorageClass::PhysicalStorageBuffer, pointee))
    }

    /// The constant of type `scalar` with the representation `bits`.
    pub fn constant(&mut self, scalar: Scalar, bits: u64) -> Word {
        let bits = scalar.truncate(bits);
        if let Some(&id) = self.constants.get(&(scalar, bits)) {
            return id;
        }
        let (opcode, operands) = match (scalar, scalar.bits()) {
            (Scalar::Bool, _) if bits != 0 => (Op::ConstantTrue, vec![]),
            (Scalar::Bool, _) => (Op::ConstantFalse, vec![]),
            (_, 64) => (Op::Constant, vec![Operand::LiteralBit64(bits)]),
            // The mask above leaves at most 32 bits; the narrower types want zeros there, being declared unsigned.
            _ => (Op::Constant, vec![Operand::LiteralBit32(bits as u32)]),
        };
        let (ty, id) = (self.scalar(scalar), self.new_id());
        self.sections.types_global_values.push(Instruction::new(opcode, Some(ty), Some(id), operands));
        self.constants.insert((scalar, bits), id);
        id
    }

    fn global(&mut self, class: StorageClass, ty: Type, name: &str) -> Word {
        let pointee = self.type_id(ty);
        let pointer = self.type_id(Type::Pointer(class, pointee));
        let id = self.new_id();
        let variable = Instruction::new(Op::Variable, Some(pointer), Some(id), vec![Operand::StorageClass(class)]);
        self.sections.types_global_values.push(variable);
        self.name(id, name);
        id
    }

    fn declare_work_group_size(&mut self) {
        let triple = self.type_id(Type::Triple);
        let mut parts = Vec::new();
        for (number, size) in (0..).zip(DEFAULT_WORK_GROUP) {
            parts.push(Operand::IdRef(self.specialization_constant(number, size)));
        }
        let id = self.new_id();
        let size = Instruction::new(Op::SpecConstantComposite, Some(triple), Some(id), parts);
        self.sections.types_global_values.push(size);
        self.decorate(id, Decoration::BuiltIn, vec![Operand::BuiltIn(BuiltIn::WorkgroupSize)]);
        self.name(id, "work_group_size");
    }

    fn specialization_constant(&mut self, number: u32, default: u32) -> Word {
        let (word, id) = (self.scalar(Scalar::I32), self.new_id());
        let constant = Instruction::new(Op::SpecConstant, Some(word), Some(id), vec![Operand::LiteralBit32(default)]);
        self.sections.types_global_values.push(constant);
        self.decorate(id, Decoration::SpecId, vec![Operand::LiteralBit32(number)]);
        id
    }

    /// The specialization constant `ROUND_LIMIT`.
    pub fn round_limit(&mut self) -> Word {
        if let Some(id) = self.round_limit {
            return id;
        }
        let id = self.specialization_constant(ROUND_LIMIT, 0);
        self.name(id, "round_limit");
        self.round_limit = Some(id);
        id
    }

    pub fn name(&mut self, id: Word, name: &str) {
        let operands = vec![Operand::IdRef(id), Operand::LiteralString(name.to_owned())];
        self.sections.debug_names.push(instruction(Op::Name, operands));
    }

    pub fn decorate(&mut self, id: Word, decoration: Decoration, extra: Vec<Operand>) {
        let mut operands = vec![Operand::IdRef(id), Operand::Decoration(decoration)];
        operands.extend(extra);
        self.sections.annotations.push(instruction(Op::Decorate, operands));
    }

    /// The instruction set `GLSL.std.450`.
    pub fn extended(&mut self) -> Word {
        if let Some(id) = self.extended {
            return id;
        }
        let id = self.new_id();
        let set = vec![Operand::LiteralString("GLSL.std.450".to_owned())];
        self.sections.ext_inst_imports.push(Instruction::new(Op::ExtInstImport, None, Some(id), set));
        self.extended = Some(id);
        id
    }

    /// The id of a source file's name, for `OpLine`.
    pub fn file(&mut self, name: &str) -> Word {
        if let Some(&id) = self.files.get(name) {
            return id;
        }
        let id = self.new_id();
        let text = vec![Operand::LiteralString(name.to_owned())];
        self.sections.debug_string_source.push(Instruction::new(Op::String, None, Some(id), text));
        let source =
            vec![Operand::SourceLanguage(SourceLanguage::Unknown), Operand::LiteralBit32(0), Operand::IdRef(id)];
        self.sections.debug_string_source.push(instruction(Op::Source, source));
        self.files.insert(name.to_owned(), id);
        id
    }

    pub fn add_entry_point(&mut self, name: &str, body: Body) {
        let (void, function_type) = (self.type_id(Type::Void), self.type_id(Type::EntryPoint));
        let id = self.new_id();
        self.name(id, name);
        let control = vec![Operand::FunctionControl(FunctionControl::NONE), Operand::IdRef(function_type)];
        self.sections.functions.push(dr::Function {
            def: Some(Instruction::new(Op::Function, Some(void), Some(id), control)),
            end: Some(instruction(Op::FunctionEnd, vec![])),
            parameters: vec![],
            blocks: body.into_blocks(),
        });
        let interface = vec![
            Operand::ExecutionModel(ExecutionModel::GLCompute),
            Operand::IdRef(id),
            Operand::LiteralString(name.to_owned()),
            Operand::IdRef(self.invocation_id),
            Operand::IdRef(self.push_constants),
        ];
        self.sections.entry_points.push(instruction(Op::EntryPoint, interface));
    }

    /// The words of the module.
    pub fn finish(mut self) -> Vec<Word> {
        self.declare_float_controls();
        let mut capabilities: Vec<_> = self.capabilities.iter().copied().collect();
        capabilities.sort_by_key(|&capability| capability as u32);
        self.sections.capabilities = capabilities
            .into_iter()
            .map(|capability| instruction(Op::Capability, vec![Operand::Capability(capability)]))
            .collect();
        let mut header = dr::ModuleHeader::new(self.last_id + 1);
        header.set_version(VERSION.0, VERSION.1);
        self.sections.header = Some(header);
        self.sections.assemble()
    }

    fn declare_float_controls(&mut self) {
        let controls = [
            (
                self.options.signed_zero_inf_nan_preserve,
                Capability::SignedZeroInfNanPreserve,
                ExecutionMode::SignedZeroInfNanPreserve,
            ),
            (self.options.denorm_preserve, Capability::DenormPreserve, ExecutionMode::DenormPreserve),
            (self.options.rounding_mode_rte, Capability::RoundingModeRTE, ExecutionMode::RoundingModeRTE),
        ];
        let entry_points: Vec<Operand> =
            self.sections.entry_points.iter().map(|entry_point| entry_point.operands[1].clone()).collect();
        for (widths, capability, mode) in controls {
            for scalar in self.used_widths(widths) {
                self.require(capability);
                self.sections.execution_modes.extend(entry_points.iter().map(|entry_point| {
                    let width = Operand::LiteralBit32(scalar.bits());
                    instruction(Op::ExecutionMode, vec![entry_point.clone(), Operand::ExecutionMode(mode), width])
                }));
            }
        }
    }

    fn used_widths(&self, offered: FloatWidths) -> Vec<Scalar> {
        [(offered.f32, Scalar::F32), (offered.f64, Scalar::F64)]
            .into_iter()
            .filter(|&(offered, scalar)| offered && self.types.contains_key(&Type::Scalar(scalar)))
            .map(|(_, scalar)| scalar)
            .collect()
    }
}

/// An instruction without a result.
pub(crate) fn instruction(opcode: Op, operands: Vec<Operand>) -> Instruction {
    Instruction::new(opcode, None, None, operands)
}
