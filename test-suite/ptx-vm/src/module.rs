//! A module in the compact form that is interpreted: names are numbers, operands are registers or constants. Made by
//! `decode`; does nothing by itself.

use std::sync::Arc;

use crate::error::SourceLocation;
use crate::table::{Access, Alignment, AtomicFn, CarryFn, PairFn, RowId, Shuffle, Space, Target, ValueFn, Vote};
use crate::types::{Type, Width};

/// The first line of modules that may hold approximate instructions (docs/kernels.md).
pub const APPROXIMATE: &str = "// approximate\n";

/// Which forms a reader admits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Approximations {
    #[default]
    Refused,
    Allowed,
}

impl Approximations {
    /// What a module says of itself.
    pub fn of(text: &str) -> Approximations {
        if text.starts_with(APPROXIMATE) { Approximations::Allowed } else { Approximations::Refused }
    }
}

/// A module that has been read and checked.
#[derive(Debug)]
pub struct Module {
    pub(crate) text: String,
    pub(crate) functions: Vec<Function>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) sources: Vec<SourceLocation>,
}

impl Module {
    /// The names of its kernels.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().filter(|function| function.is_kernel).map(|function| function.name.as_str())
    }

    /// The sizes of a kernel's parameters in bytes.
    pub fn parameters(&self, kernel: &str) -> Option<Vec<usize>> {
        let (_, function) = self.kernel(kernel)?;
        Some(function.params.iter().map(|param| param.bytes as usize).collect())
    }

    pub(crate) fn kernel(&self, name: &str) -> Option<(FunctionId, &Function)> {
        let at = self.functions.iter().position(|function| function.is_kernel && function.name == name)?;
        Some((FunctionId(at as u32), &self.functions[at]))
    }

    /// A line of the text, for messages.
    pub(crate) fn line(&self, line: u32) -> String {
        crate::syntax::shown(&self.text, line)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionId(pub u32);

/// A variable of the module: global, const or shared.
#[derive(Debug)]
pub struct Variable {
    pub place: Place,
    pub space: Space,
    pub initial: Vec<u8>,
    pub dynamic: bool,
}

/// Memory with a name.
#[derive(Debug, Clone)]
pub struct Place {
    pub name: Arc<str>,
    pub bytes: u64,
    pub align: u64,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub is_kernel: bool,
    /// A kernel's parameters; those of another function are in its frame.
    pub params: Vec<Place>,
    /// What each call allocates: results, parameters, then local variables and those of call sequences.
    pub frame: Vec<Place>,
    pub results: usize,
    pub required_block: Option<[u32; 3]>,
    pub block_limit: Option<[u32; 3]>,
    pub registers: Vec<Registers>,
    pub code: Vec<Instruction>,
}

impl Function {
    pub fn register_count(&self) -> usize {
        self.registers.last().map_or(0, |group| (group.first + group.count) as usize)
    }

    pub fn register_name(&self, register: Register) -> String {
        let group = self.registers.iter().find(|group| (group.first..group.first + group.count).contains(&register.0));
        match group {
            Some(Registers { name, numbered: false, .. }) => name.clone(),
            Some(Registers { name, first, .. }) => format!("{name}{}", register.0 - first),
            None => "a register".to_owned(),
        }
    }
}

/// A group of registers that were declared together.
#[derive(Debug)]
pub struct Registers {
    pub name: String,
    pub width: Width,
    pub first: u32,
    pub count: u32,
    pub numbered: bool,
}

/// Index into a call's registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register(pub u32);

/// Index of an instruction in its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(pub u32);

/// Index into a call's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameIndex(pub u32);

#[derive(Debug)]
pub struct Instruction {
    pub row: RowId,
    pub line: u32,
    /// Index into the module's source locations.
    pub source: Option<u32>,
    pub guard: Option<(Register, bool)>,
    pub op: Op,
}

/// A value that an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arg {
    Register(Register),
    Constant(u64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    Variable(u32),
    KernelParam(u32),
    Frame(FrameIndex),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    Register(Register),
    Symbol(Symbol),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    pub base: Base,
    pub offset: i64,
}

/// Special registers, section 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    Thread(Axis),
    BlockSize(Axis),
    Block(Axis),
    GridSize(Axis),
    Lane,
    /// The lanes of the warp with numbers as the name says.
    LanesEqual,
    LanesBelow,
    LanesUpTo,
    LanesAbove,
    LanesFrom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
    Z,
}

#[derive(Debug, Clone, Copy)]
pub enum Source {
    Arg(Arg),
    Special(Special),
    Address(Symbol),
}

#[derive(Debug)]
pub enum Op {
    Value { out: Register, value: ValueFn, args: [Arg; 4] },
    Move { out: Register, source: Source },
    Pack { out: Register, parts: [Arg; 2], half: Width },
    Unpack { out: [Register; 2], from: Arg, half: Width },
    Select { out: Register, choices: [Arg; 2], predicate: Arg },
    ComparePair { out: [Register; 2], args: [Arg; 2], compare: PairFn },
    Carry { out: Register, args: [Arg; 2], takes_carry: bool, value: CarryFn },
    ConvertAddress { out: Register, from: Arg, space: Space, to: Target },
    Load { access: Access, address: Address, out: Vec<(Register, Width)> },
    Store { access: Access, address: Address, values: Vec<Arg> },
    Atomic { access: Access, update: AtomicFn, out: Register, address: Address, operands: [Arg; 2] },
    Branch(Label),
    BranchIndexed { index: Arg, targets: Vec<Label> },
    Call { function: FunctionId, results: Vec<FrameIndex>, args: Vec<FrameIndex> },
    Return,
    Exit,
    Trap,
    Barrier { alignment: Alignment, id: u8 },
    Fence,
    Shuffle { shuffle: Shuffle, out: Register, value: Arg, lane: Arg, clamp: Arg, mask: Arg },
    Vote { vote: Vote, out: Register, predicate: Arg, mask: Arg },
}

/// A type that a form names, for messages.
pub fn type_name(ty: Type) -> String {
    format!("{ty:?}").to_lowercase()
}
