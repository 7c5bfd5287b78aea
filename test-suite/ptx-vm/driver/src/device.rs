//! The one device: its memory, what was loaded into it, and how it stands since the last kernel. Safe code; C's pointers
//! stay in `lib.rs`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::time::Instant;

use raddle_ptx_vm::{
    Approximations, Argument, DeviceAddress, HostError, LaunchError, Machine, Module, ModuleId, Options, Shape,
};

use crate::code::{Code, Result};
use crate::copy::Begun;
use crate::failure::Failure;
use crate::handles::Handles;

/// Bytes of the device's memory.
pub const MEMORY: u64 = 4 << 30;
pub const MAX_THREADS: i32 = 1024;
/// What every kernel is said to take per thread.
pub const REGISTERS_OF_A_KERNEL: i32 = 32;

/// The primary context's handle; handles of other things begin far above it.
const CONTEXT: usize = 0x100;
const FIRST_MODULE: usize = 0x1_0000_0000;
const FIRST_FUNCTION: usize = 0x2_0000_0000;
const FIRST_EVENT: usize = 0x3_0000_0000;

thread_local! {
    /// How often this thread has pushed the one context. Without a destructor: threads that end may still launch.
    static PUSHED: Cell<usize> = const { Cell::new(0) };
}

struct Loaded {
    id: ModuleId,
    /// Parameter sizes by kernel.
    kernels: BTreeMap<String, Vec<usize>>,
}

struct Function {
    module: ModuleId,
    name: String,
    parameters: Vec<usize>,
}

pub struct Device {
    pub failure: Option<Failure>,
    machine: Machine,
    /// Sizes by address.
    allocations: BTreeMap<u64, u64>,
    /// Memory of the host that the device reaches by itself, by address.
    on_host: BTreeMap<usize, Box<[u8]>>,
    /// In the order in which they were begun.
    begun: Vec<Begun>,
    modules: Handles<Loaded>,
    functions: Handles<Function>,
    /// With the time at which they were recorded.
    events: Handles<Option<Instant>>,
    /// How often the primary context is retained.
    retained: usize,
    /// What a kernel did, for the next call that waits for it.
    pending: Option<Code>,
    /// What every call fails with since.
    broken: Option<Code>,
}

impl Device {
    pub fn new(failure: Option<Failure>) -> Self {
        // A program's kernel may run as long as it likes, as on a device without a display.
        let options = Options { budget: u64::MAX, ..Options::default() };
        Self {
            failure,
            machine: Machine::new(options),
            allocations: BTreeMap::new(),
            on_host: BTreeMap::new(),
            begun: Vec::new(),
            modules: Handles::new(FIRST_MODULE),
            functions: Handles::new(FIRST_FUNCTION),
            events: Handles::new(FIRST_EVENT),
            retained: 0,
            pending: None,
            broken: None,
        }
    }

    pub fn retain(&mut self) -> *mut c_void {
        self.retained += 1;
        std::ptr::without_provenance_mut(CONTEXT)
    }

    /// The last one to let go destroys the context and what belongs to it.
    pub fn release(&mut self) -> Result<()> {
        self.retained = self.retained.checked_sub(1).ok_or(Code::InvalidContext)?;
        if self.retained == 0 {
            let addresses = std::mem::take(&mut self.allocations);
            addresses.into_keys().try_for_each(|address| host(self.machine.free(DeviceAddress(address))))?;
            self.on_host.clear();
            self.begun.clear();
            self.modules.clear();
            self.functions.clear();
            self.events.clear();
            (self.pending, self.broken) = (None, None);
        }
        Ok(())
    }

    pub fn push(&mut self, context: *mut c_void) -> Result<()> {
        if context.addr() != CONTEXT || self.retained == 0 {
            return Err(Code::InvalidContext);
        }
        PUSHED.set(PUSHED.get() + 1);
        Ok(())
    }

    pub fn pop(&mut self) -> Result<*mut c_void> {
        PUSHED.set(PUSHED.get().checked_sub(1).ok_or(Code::InvalidContext)?);
        Ok(std::ptr::without_provenance_mut(CONTEXT))
    }

    /// Is a context current, and still of use?
    pub fn check_context(&self) -> Result<()> {
        if self.retained == 0 || PUSHED.get() == 0 {
            return Err(Code::InvalidContext);
        }
        self.broken.map_or(Ok(()), Err)
    }

    /// For the end of all that was begun: here the failures of kernels come out.
    pub fn wait(&mut self) -> Result<()> {
        self.copy_what_was_begun()?;
        self.broken = self.broken.or(self.pending.take());
        self.broken.map_or(Ok(()), Err)
    }

    fn copy_what_was_begun(&mut self) -> Result<()> {
        // SAFETY: `begin` has looked whether that memory is there, and who frees it waits first.
        std::mem::take(&mut self.begun).into_iter().try_for_each(|it| unsafe { it.run(self) })
    }

    /// It is done when somebody waits, or a kernel follows.
    pub fn begin(&mut self, copy: Begun) -> Result<()> {
        let block = self.on_host.range(..=copy.host).next_back();
        let end = block.map_or(0, |(start, block)| start + block.len());
        if copy.host.checked_add(copy.bytes).is_none_or(|it| it > end) {
            return Err(Code::InvalidValue);
        }
        self.begun.push(copy);
        Ok(())
    }

    pub fn allocate_on_host(&mut self, bytes: usize) -> Result<*mut c_void> {
        if bytes == 0 {
            return Err(Code::InvalidValue);
        }
        let mut block = vec![0; bytes].into_boxed_slice();
        let pointer = block.as_mut_ptr();
        self.on_host.insert(pointer.expose_provenance(), block);
        Ok(pointer.cast())
    }

    pub fn free_on_host(&mut self, pointer: *mut c_void) -> Result<()> {
        self.on_host.remove(&pointer.addr()).map(drop).ok_or(Code::InvalidValue)
    }

    pub fn allocate(&mut self, bytes: u64) -> Result<u64> {
        let used: u64 = self.allocations.values().sum();
        if bytes == 0 {
            return Err(Code::InvalidValue);
        }
        if self.failure == Some(Failure::OutOfMemory) || bytes > MEMORY - used {
            return Err(Code::OutOfMemory);
        }
        let DeviceAddress(address) = self.machine.alloc(bytes);
        self.allocations.insert(address, bytes);
        Ok(address)
    }

    pub fn free(&mut self, address: u64) -> Result<()> {
        self.allocations.remove(&address).ok_or(Code::InvalidValue)?;
        host(self.machine.free(DeviceAddress(address)))
    }

    pub fn write(&mut self, to: u64, bytes: &[u8]) -> Result<()> {
        host(self.machine.write(DeviceAddress(to), bytes))
    }

    /// A driver copies what is there. Nothing at all is a mistake.
    pub fn read(&mut self, from: u64, bytes: u64) -> Result<Vec<u8>> {
        host(self.machine.read_in_part(DeviceAddress(from), bytes))
    }

    pub fn move_bytes(&mut self, to: u64, from: u64, bytes: u64) -> Result<()> {
        host(self.machine.move_bytes(DeviceAddress(to), DeviceAddress(from), bytes))
    }

    /// The module's handle, or what is wrong with its text.
    pub fn load(&mut self, text: &str) -> std::result::Result<*mut c_void, String> {
        if self.failure == Some(Failure::BadPtx) {
            return Err("ptxas fatal : RADDLE_STUB_CUDA asks for it".to_owned());
        }
        let text = if self.failure == Some(Failure::FlushDenormals) { &flushing(text) } else { text };
        let module = Module::parse_with(text, Approximations::of(text)).map_err(|error| error.to_string())?;
        let sizes = |kernel: &str| module.parameters(kernel).unwrap_or_default();
        let kernels = module.kernels().map(|kernel| (kernel.to_owned(), sizes(kernel))).collect();
        Ok(self.modules.add(Loaded { id: self.machine.load(module), kernels }))
    }

    /// Its functions go with it.
    pub fn unload(&mut self, module: *mut c_void) -> Result<()> {
        let gone = self.modules.remove(module)?.id;
        self.functions.retain(|function| function.module != gone);
        Ok(())
    }

    pub fn function(&mut self, module: *mut c_void, name: &str) -> Result<*mut c_void> {
        let Loaded { id, kernels } = self.modules.get(module)?;
        let parameters = kernels.get(name).ok_or(Code::NotFound)?.clone();
        Ok(self.functions.add(Function { module: *id, name: name.to_owned(), parameters }))
    }

    /// The sizes of a function's parameters.
    pub fn parameters(&mut self, function: *mut c_void) -> Result<Vec<usize>> {
        Ok(self.functions.get(function)?.parameters.clone())
    }

    /// What goes wrong in the kernel is heard of later, as on a device.
    pub fn launch(
        &mut self,
        function: *mut c_void,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u32,
        arguments: Vec<Vec<u8>>,
    ) -> Result<()> {
        self.copy_what_was_begun()?;
        let Function { module, name, .. } = self.functions.get(function)?;
        if let Some(code) = self.failure.and_then(Failure::of_launch) {
            self.pending = Some(code);
            return Ok(());
        }
        let arguments: Vec<Argument> = arguments.into_iter().map(Argument::Bytes).collect();
        let shape = Shape { grid, block, dynamic_shared };
        let Err(error) = self.machine.launch(*module, name, shape, &arguments) else { return Ok(()) };
        eprintln!("raddle-cuda-stub: {error}");
        if !matches!(error, LaunchError::Fault(_)) {
            return Err(Code::InvalidValue);
        }
        self.pending = Some(Code::IllegalAddress);
        Ok(())
    }

    pub fn create_event(&mut self) -> *mut c_void {
        self.events.add(None)
    }

    pub fn record(&mut self, event: *mut c_void) -> Result<()> {
        *self.events.get(event)? = Some(Instant::now());
        Ok(())
    }

    /// When the event was recorded.
    pub fn event(&mut self, event: *mut c_void) -> Result<Option<Instant>> {
        self.events.get(event).copied()
    }

    pub fn destroy_event(&mut self, event: *mut c_void) -> Result<()> {
        self.events.remove(event).map(drop)
    }
}

/// A host access that a device would take without a word, or answer with garbage.
fn host<T>(result: std::result::Result<T, HostError>) -> Result<T> {
    result.map_err(|error| {
        eprintln!("raddle-cuda-stub: {error}");
        Code::InvalidValue
    })
}

/// `CUdevice_attribute`
/// The text whose arithmetic in single precision flushes denormals.
fn flushing(text: &str) -> String {
    let flush = |text: String, name: &str| text.replace(&format!("{name}.rn.f32"), &format!("{name}.rn.ftz.f32"));
    ["add", "sub", "mul", "div", "sqrt"].into_iter().fold(text.to_owned(), flush)
}

pub fn attribute(failure: Option<Failure>, which: i32) -> Result<i32> {
    let (major, minor) = if failure == Some(Failure::OldGpu) { (6, 1) } else { (9, 0) };
    Ok(match which {
        // Threads of a block, all and per dimension.
        1 => MAX_THREADS,
        2 | 3 => 1024,
        4 => 64,
        // Blocks of a grid.
        5 => i32::MAX,
        6 | 7 => 65535,
        // Shared memory of a block.
        8 => 48 << 10,
        // Threads of a warp.
        10 => 32,
        // Multiprocessors.
        16 => 4,
        // Is the memory the host's?
        18 => 0,
        // Of a multiprocessor: threads, shared memory, registers, blocks.
        39 => 2048,
        81 => 164 << 10,
        82 => 65536,
        106 => 32,
        75 => major,
        76 => minor,
        _ => return Err(Code::InvalidValue),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn arithmetic_in_single_precision_flushes() {
        let text = "add.rn.f32 %r1, %r2, %r3; sqrt.rn.f32 %r1, %r2; add.rn.f64 %d1, %d2, %d3; cvt.rn.f32.s32 %r1, %r2;";
        let flushing = "add.rn.ftz.f32 %r1, %r2, %r3; sqrt.rn.ftz.f32 %r1, %r2; add.rn.f64 %d1, %d2, %d3; cvt.rn.f32.s32 %r1, %r2;";
        assert_eq!(super::flushing(text), flushing);
    }
}
