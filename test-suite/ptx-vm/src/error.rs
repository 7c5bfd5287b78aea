//! What can be wrong with a module, with a launch, and with what a kernel does.

use std::fmt;

use thiserror::Error;

use crate::table::Space;

/// A module that is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {problem}: `{text}`")]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// The whole line.
    pub text: String,
    pub problem: ParseProblem,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseProblem {
    #[error("expected {expected}, found {found}")]
    Syntax { expected: &'static str, found: String },
    #[error("unknown directive '{0}'")]
    UnknownDirective(String),
    #[error("unknown instruction form '{0}'")]
    UnknownForm(String),
    #[error("'{0}' is approximate: its result depends on the device")]
    Approximate(String),
    #[error("'{form}' ({section}) {complaint}")]
    Operands { form: String, section: &'static str, complaint: String },
    #[error("'{0}' is not declared")]
    Undeclared(String),
    #[error("'{0}' is declared twice")]
    DeclaredTwice(String),
    #[error("type '{0}' is not supported here")]
    UnsupportedType(String),
    #[error("version {0} is not supported")]
    UnsupportedVersion(String),
    #[error("{0}")]
    Invalid(&'static str),
}

/// Why a kernel did not run, or did not run to its end.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LaunchError {
    #[error("there is no kernel '{0}'")]
    UnknownKernel(String),
    #[error("kernel {kernel} takes {wanted} arguments, {given} are given")]
    ArgumentCount { kernel: String, wanted: usize, given: usize },
    #[error("argument {index} of kernel {kernel} has {wanted} bytes, {given} are given")]
    ArgumentSize { kernel: String, index: usize, wanted: usize, given: usize },
    #[error("kernel {kernel} cannot be launched with grid {grid:?} and block {block:?}: {why}")]
    Shape { kernel: String, grid: [u32; 3], block: [u32; 3], why: &'static str },
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

/// Something that a kernel must not do, and where it did it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    pub kind: FaultKind,
    pub kernel: String,
    /// Of the PTX, from 1.
    pub line: u32,
    /// The instruction.
    pub text: String,
    pub source: Option<SourceLocation>,
    pub block: [u32; 3],
    pub thread: [u32; 3],
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { kind, kernel, line, text, source, block, thread } = self;
        if let Some(source) = source {
            write!(f, "{source}: ")?;
        }
        let [block, thread] = [block, thread].map(|[x, y, z]| format!("({x}, {y}, {z})"));
        write!(f, "kernel {kernel}, block {block}, thread {thread}, PTX line {line} `{text}`: {kind}")
    }
}

/// What `.loc` and `.file` say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Debug, Clone, PartialEq, Error)]
pub enum FaultKind {
    #[error("{verb} {bytes} bytes at {space} address {address:#x}, {problem}")]
    Memory { verb: Verb, bytes: u32, space: Space, address: u64, problem: MemoryProblem },
    #[error("depends on what line {line} reads: it {load}")]
    Unset { line: u32, load: Box<FaultKind> },
    #[error("{0}, which PTX leaves open")]
    Unspecified(&'static str),
    #[error("{0} was not written before")]
    UndefinedRegister(String),
    #[error("threads of a block wait at a barrier that others do not reach ({0})")]
    BarrierDivergence(String),
    #[error("lane {0} of the warp's mask does not execute this instruction now")]
    WarpDivergence(u32),
    #[error("the mask {0:#x} leaves out the lane that executes the instruction")]
    NotInMask(u32),
    #[error("the value of lane {0}, which is not in the mask, is asked for")]
    LaneNotInMask(u32),
    #[error("branch target {0} is beyond the list")]
    BranchTarget(u64),
    #[error("the trap was reached")]
    Trap,
    #[error("control reaches the end of the function")]
    EndOfFunction,
    #[error("calls are nested deeper than {0}")]
    CallDepth(usize),
    #[error("the budget of {0} instructions is used up")]
    Budget(u64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Reads,
    Writes,
    Updates,
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Updates => "updates",
        })
    }
}

/// What is wrong with an access to memory.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryProblem {
    #[error("which is out of bounds; {}", nearest(.0.as_ref()))]
    OutOfBounds(Option<Nearest>),
    #[error("which is not aligned")]
    Misaligned,
    #[error("of which byte {byte} of {allocation} was never written")]
    Uninitialized { allocation: String, byte: u64 },
    #[error("but {0} is read-only")]
    ReadOnly(String),
    #[error("which no atomic operation can reach")]
    NotAtomic,
    #[error("but byte {byte} of {allocation} is loaded as constant (ld.global.nc) and written in one launch")]
    ConstantChanges { allocation: String, byte: u64 },
    #[error("in a race with {other}: byte {byte} of {allocation}")]
    Race { allocation: String, byte: u64, other: Racer },
}

/// The allocation closest to an address outside of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    pub allocation: String,
    pub address: u64,
    pub bytes: u64,
}

fn nearest(allocation: Option<&Nearest>) -> String {
    match allocation {
        None => "nothing is allocated there".to_owned(),
        Some(Nearest { allocation, address, bytes }) => {
            format!("the nearest allocation is {allocation}, {bytes} bytes at {address:#x}")
        }
    }
}

/// The other side of a race, as far as it is remembered. Numbers count blocks and threads with x running fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Racer {
    pub verb: Verb,
    pub block: u32,
    /// `None`: several threads.
    pub thread: Option<u32>,
}

impl fmt::Display for Racer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { verb, block, thread } = self;
        match thread {
            Some(thread) => write!(f, "thread number {thread} of block number {block}, which {verb} it"),
            None => write!(f, "threads of block number {block}, one of which {verb} it"),
        }
    }
}

/// Wrong use of device memory by the host.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the host {verb} {bytes} bytes at {address:#x}, {problem}")]
pub struct HostError {
    pub verb: Verb,
    pub bytes: u64,
    pub address: u64,
    pub problem: MemoryProblem,
}
