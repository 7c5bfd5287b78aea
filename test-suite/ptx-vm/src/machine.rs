//! The machine as a host sees it: device memory, modules, launches. Runs blocks one after the other.

use std::collections::BTreeMap;

use crate::error::{HostError, LaunchError, Verb};
use crate::execute::{Executor, GLOBAL_START};
use crate::memory::{Content, Memory, Permission};
use crate::module::{Function, FunctionId, Module, Place};
use crate::table::{Row, RowId, Space, TABLE};

/// What `cuMemAlloc` promises.
const ALLOCATION_ALIGNMENT: u64 = 256;
/// Addresses in the small spaces begin here.
const SPACE_START: u64 = 0x1000;
const MAX_THREADS: u32 = 1024;
const MAX_SHARED: u64 = 227 << 10;

/// In which order the blocks of a grid and the threads of a block run. A kernel without races gives the same result in
/// any order, unless it has atomic operations whose order matters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Ascending,
    Descending,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Instructions that a launch may execute, all threads together.
    pub budget: u64,
    pub order: Order,
}

impl Default for Options {
    fn default() -> Self {
        Self { budget: 1_000_000_000, order: Order::Ascending }
    }
}

/// An address in global memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeviceAddress(pub u64);

/// A module with its variables in a machine's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModuleId(usize);

/// A kernel's argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Pointer(DeviceAddress),
    Bytes(Vec<u8>),
}

impl Argument {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::U8(value) => value.to_le_bytes().to_vec(),
            Self::U16(value) => value.to_le_bytes().to_vec(),
            Self::U32(value) => value.to_le_bytes().to_vec(),
            Self::U64(value) | Self::Pointer(DeviceAddress(value)) => value.to_le_bytes().to_vec(),
            Self::I8(value) => value.to_le_bytes().to_vec(),
            Self::I16(value) => value.to_le_bytes().to_vec(),
            Self::I32(value) => value.to_le_bytes().to_vec(),
            Self::I64(value) => value.to_le_bytes().to_vec(),
            Self::F32(value) => value.to_le_bytes().to_vec(),
            Self::F64(value) => value.to_le_bytes().to_vec(),
            Self::Bytes(bytes) => bytes.clone(),
        }
    }
}

/// How many blocks and threads a kernel gets, and how much dynamic shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
}

impl Shape {
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Self { grid, block, dynamic_shared: 0 }
    }

    /// `threads` threads in one block.
    pub fn block(threads: u32) -> Self {
        Self::new([1; 3], [threads, 1, 1])
    }
}

/// Bytes that instructions read and wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    pub read: u64,
    pub written: u64,
}

/// What a launch executed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those whose guard was false included.
    pub instructions: u64,
    pub(crate) traffic: [Traffic; 6],
    pub(crate) rows: Vec<u64>,
}

impl Counts {
    pub fn traffic(&self, space: Space) -> Traffic {
        self.traffic[space as usize]
    }

    /// The table's rows that were executed, and how often.
    pub fn rows(&self) -> impl Iterator<Item = (RowId, &'static Row, u64)> {
        let executed = self.rows.iter().enumerate().filter(|(_, count)| **count > 0);
        executed.map(|(at, count)| (RowId(at as u16), TABLE.row(RowId(at as u16)), *count))
    }
}

struct Loaded {
    module: Module,
    /// By the number of the variable. Shared ones have none before a launch.
    addresses: BTreeMap<usize, u64>,
}

/// What is the same for all threads of a launch.
pub(crate) struct Launch<'m> {
    pub module: &'m Module,
    pub kernel: String,
    pub function: FunctionId,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub order: Order,
    pub budget: u64,
    /// By the number of the variable.
    pub addresses: Vec<u64>,
}

pub struct Machine {
    options: Options,
    global: Memory,
    constants: Memory,
    modules: Vec<Loaded>,
    allocations: u64,
}

impl Default for Machine {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl Machine {
    pub fn new(options: Options) -> Self {
        Self {
            options,
            global: Memory::new(GLOBAL_START),
            constants: Memory::new(SPACE_START),
            modules: Vec::new(),
            allocations: 0,
        }
    }

    /// Memory whose bytes must be written before they are read.
    pub fn alloc(&mut self, bytes: u64) -> DeviceAddress {
        self.allocate(bytes, Content::Uninitialized)
    }

    pub fn alloc_with(&mut self, bytes: &[u8]) -> DeviceAddress {
        self.allocate(bytes.len() as u64, Content::Bytes(bytes))
    }

    fn allocate(&mut self, bytes: u64, content: Content) -> DeviceAddress {
        let name = format!("buffer {}", self.allocations);
        self.allocations += 1;
        let align = ALLOCATION_ALIGNMENT;
        DeviceAddress(self.global.allocate(name.into(), bytes, align, content, Permission::ReadWrite))
    }

    pub fn free(&mut self, address: DeviceAddress) -> Result<(), HostError> {
        let problem = self.global.free(address.0);
        problem.map_err(|problem| HostError { verb: Verb::Writes, bytes: 0, address: address.0, problem })
    }

    /// All of the bytes must have been written, by whom ever.
    pub fn read(&mut self, address: DeviceAddress, bytes: u64) -> Result<Vec<u8>, HostError> {
        let read = self.global.read(address.0, bytes).map(<[u8]>::to_vec);
        read.map_err(|problem| HostError { verb: Verb::Reads, bytes, address: address.0, problem })
    }

    /// At least one of the bytes must have been written; what the others seem to have means nothing.
    pub fn read_in_part(&mut self, address: DeviceAddress, bytes: u64) -> Result<Vec<u8>, HostError> {
        let read = self.global.read_in_part(address.0, bytes);
        read.map_err(|problem| HostError { verb: Verb::Reads, bytes, address: address.0, problem })
    }

    /// Copies within the device. Bytes that were never written are not there, either.
    pub fn move_bytes(&mut self, to: DeviceAddress, from: DeviceAddress, bytes: u64) -> Result<(), HostError> {
        let moved = self.global.move_bytes(to.0, from.0, bytes);
        moved.map_err(|problem| HostError { verb: Verb::Reads, bytes, address: from.0, problem })
    }

    pub fn write(&mut self, address: DeviceAddress, data: &[u8]) -> Result<(), HostError> {
        let bytes = data.len() as u64;
        let written = self.global.write(address.0, data);
        written.map_err(|problem| HostError { verb: Verb::Writes, bytes, address: address.0, problem })
    }

    /// Gives the module's variables their place; they live as long as the machine.
    pub fn load(&mut self, module: Module) -> ModuleId {
        let mut addresses = BTreeMap::new();
        for (at, variable) in module.variables.iter().enumerate() {
            let (memory, permission) = match variable.space {
                Space::Global => (&mut self.global, Permission::ReadWrite),
                Space::Const => (&mut self.constants, Permission::ReadOnly),
                Space::Generic | Space::Shared | Space::Local | Space::Param => continue,
            };
            let Place { name, bytes, align } = variable.place.clone();
            addresses.insert(at, memory.allocate(name, bytes, align, Content::Bytes(&variable.initial), permission));
        }
        self.modules.push(Loaded { module, addresses });
        ModuleId(self.modules.len() - 1)
    }

    /// Runs a kernel to its end. After a fault it has run in part.
    pub fn launch(
        &mut self,
        module: ModuleId,
        kernel: &str,
        shape: Shape,
        arguments: &[Argument],
    ) -> Result<Counts, LaunchError> {
        let Loaded { module, addresses } = &self.modules[module.0];
        let Some((id, function)) = module.kernel(kernel) else {
            return Err(LaunchError::UnknownKernel(kernel.to_owned()));
        };
        check_shape(module, function, shape)?;
        let mut params = parameters(function, arguments)?;
        let (_, shared) = shared_memory(module, shape);
        let address = |at: usize| addresses.get(&at).or(shared.get(&at)).copied().unwrap_or(0);
        let launch = Launch {
            module,
            kernel: kernel.to_owned(),
            function: id,
            grid: shape.grid,
            block: shape.block,
            order: self.options.order,
            budget: self.options.budget,
            addresses: (0..module.variables.len()).map(address).collect(),
        };
        self.global.forget_races();
        let mut counts = Counts::default();
        let [x, y, z] = shape.grid;
        let blocks = x * y * z;
        for i in 0..blocks {
            let number = match self.options.order {
                Order::Ascending => i,
                Order::Descending => blocks - 1 - i,
            };
            let mut executor = Executor {
                launch: &launch,
                global: &mut self.global,
                constants: &mut self.constants,
                params: &mut params,
                shared: shared_memory(module, shape).0,
                block: [number % x, number / x % y, number / x / y],
                block_number: number,
                epoch: 0,
                counts: &mut counts,
            };
            executor.run_block()?;
        }
        Ok(counts)
    }
}

/// A block's shared memory, and where in it the variables are: the same place in each block.
fn shared_memory(module: &Module, shape: Shape) -> (Memory, BTreeMap<usize, u64>) {
    let mut memory = Memory::new(SPACE_START);
    let mut addresses = BTreeMap::new();
    for (at, variable) in module.variables.iter().enumerate().filter(|(_, variable)| variable.space == Space::Shared) {
        let Place { name, bytes, align } = variable.place.clone();
        let bytes = if variable.dynamic { u64::from(shape.dynamic_shared) } else { bytes };
        let content = Content::Uninitialized;
        addresses.insert(at, memory.allocate(name, bytes, align, content, Permission::ReadWrite));
    }
    (memory, addresses)
}

/// The kernel's parameters as memory.
fn parameters(function: &Function, arguments: &[Argument]) -> Result<Memory, LaunchError> {
    let (kernel, wanted) = (function.name.clone(), function.params.len());
    if arguments.len() != wanted {
        return Err(LaunchError::ArgumentCount { kernel, wanted, given: arguments.len() });
    }
    let mut memory = Memory::new(SPACE_START);
    for (index, (place, argument)) in function.params.iter().zip(arguments).enumerate() {
        let bytes = argument.bytes();
        let (wanted, given) = (place.bytes as usize, bytes.len());
        if wanted != given {
            return Err(LaunchError::ArgumentSize { kernel, index, wanted, given });
        }
        memory.allocate(place.name.clone(), place.bytes, place.align, Content::Bytes(&bytes), Permission::ReadOnly);
    }
    Ok(memory)
}

/// What devices admit, and what the kernel asks for.
fn check_shape(module: &Module, function: &Function, shape: Shape) -> Result<(), LaunchError> {
    let Shape { grid, block, dynamic_shared } = shape;
    let product = |extents: [u32; 3]| extents.iter().fold(1u64, |n, extent| n.saturating_mul(u64::from(*extent)));
    let shared = module.variables.iter().filter(|variable| variable.space == Space::Shared);
    let shared: u64 = shared.map(|variable| variable.place.bytes).sum();
    let why = if product(grid) == 0 || product(block) == 0 {
        "an extent is 0"
    } else if product(block) > u64::from(MAX_THREADS) || block[2] > 64 {
        "a block has at most 1024 threads, 64 in z"
    } else if grid[0] > i32::MAX as u32 || grid[1] > 65535 || grid[2] > 65535 || product(grid) > 1 << 31 {
        "there are too many blocks"
    } else if function.required_block.is_some_and(|required| required != block) {
        "the kernel requires another block (.reqntid)"
    } else if function.block_limit.is_some_and(|limit| product(block) > product(limit)) {
        "the kernel admits smaller blocks only (.maxntid)"
    } else if shared + u64::from(dynamic_shared) > MAX_SHARED {
        "there is not so much shared memory"
    } else {
        return Ok(());
    };
    Err(LaunchError::Shape { kernel: function.name.clone(), grid, block, why })
}
