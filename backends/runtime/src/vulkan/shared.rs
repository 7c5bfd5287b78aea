//! Host memory as device memory (VK_EXT_external_memory_host): pages of the program become a buffer, and nothing is copied.
//!
//! ```text
//!     host     | page | page ####### page | page |        the span
//!     buffer          [.....#######......]                its pages
//! ```
//!
//! The pages must stay the program's while the buffer lives: the directory ends it before any code runs that may free them.

use std::collections::HashMap;
use std::ffi::c_void;

use ash::{ext, vk};

use super::buffers::{Chunk, addressable, bind_chunk, destroy_chunk, start_chunk};
use super::logical::Logical;
use crate::device::Buffer;
use crate::ranges::Span;

/// Keys of the pool's buffers are lower.
const FIRST_KEY: u64 = 1 << 63;

const HANDLE: vk::ExternalMemoryHandleTypeFlags = vk::ExternalMemoryHandleTypeFlags::HOST_ALLOCATION_EXT;

/// What the device needs to import host memory.
pub struct Importer {
    functions: ext::external_memory_host::Device,
    /// Of addresses and sizes.
    alignment: usize,
    /// Smaller arrays are copied.
    least_bytes: usize,
}

impl Importer {
    pub fn new(instance: &ash::Instance, device: &ash::Device, alignment: u64, least_bytes: usize) -> Self {
        let functions = ext::external_memory_host::Device::new(instance, device);
        Self { functions, alignment: (alignment as usize).max(1), least_bytes }
    }

    /// The memory types that pages from `start` on can be of.
    fn types(&self, start: *const c_void) -> Option<u32> {
        let mut properties = vk::MemoryHostPointerPropertiesEXT::default();
        // SAFETY: the pages are the program's.
        let ask = self.functions.fp().get_memory_host_pointer_properties_ext;
        let asked = unsafe { ask(self.functions.device(), HANDLE, start, &mut properties) };
        (asked == vk::Result::SUCCESS).then_some(properties.memory_type_bits)
    }
}

/// The buffers that are host memory.
#[derive(Default)]
pub struct Shared {
    chunks: HashMap<u64, Chunk>,
    made: u64,
}

impl Shared {
    /// `None` if the device cannot have these pages, or if a copy is better.
    pub fn share(&mut self, logical: &Logical, span: &Span) -> Option<Buffer> {
        let importer = logical.importer.as_ref()?;
        let start = span.low / importer.alignment * importer.alignment;
        let size = span.high.checked_next_multiple_of(importer.alignment)? - start;
        let bytes = span.high - span.low;
        if bytes < importer.least_bytes || size as u64 > logical.info.limits.max_allocation_bytes {
            return None;
        }
        let chunk = import(logical, importer, start as *mut c_void, size as u64)?;
        self.made += 1;
        let key = FIRST_KEY + self.made;
        self.chunks.insert(key, chunk);
        Some(Buffer { address: chunk.address + (span.low - start) as u64, bytes, key, is_hosts: true })
    }

    /// Answers whether it was one of these.
    pub fn free(&mut self, logical: &Logical, buffer: &Buffer) -> bool {
        let chunk = self.chunks.remove(&buffer.key);
        chunk.iter().for_each(|it| destroy_chunk(logical, it));
        chunk.is_some()
    }

    /// The device must be idle.
    pub fn destroy(&mut self, logical: &Logical) {
        self.chunks.drain().for_each(|it| destroy_chunk(logical, &it.1));
    }
}

fn import(logical: &Logical, importer: &Importer, start: *mut c_void, size: u64) -> Option<Chunk> {
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
    let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(HANDLE);
    let mut chunk =
        start_chunk(logical, vk::BufferCreateInfo::default().size(size).usage(usage).push_next(&mut external)).ok()?;
    let bound = (|| {
        // SAFETY: the buffer is alive.
        let needs = unsafe { logical.handle.get_buffer_memory_requirements(chunk.handle) };
        let coherent = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let kind = logical.memory_type(needs.memory_type_bits & importer.types(start)?, coherent)?;
        let mut pages = vk::ImportMemoryHostPointerInfoEXT::default().handle_type(HANDLE).host_pointer(start);
        let mut flags = addressable();
        let info = vk::MemoryAllocateInfo::default().allocation_size(size).memory_type_index(kind);
        let info = info.push_next(&mut pages).push_next(&mut flags);
        (needs.size <= size).then(|| bind_chunk(logical, &mut chunk, info, true).ok()).flatten()
    })();
    if bound.is_none() {
        destroy_chunk(logical, &chunk);
    }
    bound.map(|()| chunk)
}
