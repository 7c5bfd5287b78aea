//! Device memory: one Vulkan buffer per chunk of the pool, copies by mapping or through a staging buffer.

use ash::vk;

use super::failed;
use super::launch::Launcher;
use super::logical::Logical;
use crate::device::Buffer;
use crate::error::DeviceError;
use crate::pool::{self, Pool};
use crate::ranges::Span;

const STAGING_BYTES: u64 = 16 << 20;

type Flags = vk::MemoryPropertyFlags;

/// A Vulkan buffer with its own memory.
#[derive(Clone, Copy)]
pub struct Chunk {
    pub handle: vk::Buffer,
    memory: vk::DeviceMemory,
    pub address: u64,
    size: u64,
    /// Null if the host can't reach it.
    pub mapped: *mut u8,
}

unsafe impl Send for Chunk {}

impl pool::Chunk for Chunk {
    fn address(&self) -> u64 {
        self.address
    }

    fn size(&self) -> u64 {
        self.size
    }
}

impl pool::Source for Logical {
    type Chunk = Chunk;

    fn create(&self, size: u64) -> Result<Chunk, DeviceError> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        let host = Flags::HOST_VISIBLE | Flags::HOST_COHERENT;
        let shared = [Flags::DEVICE_LOCAL | host | Flags::HOST_CACHED, host, Flags::DEVICE_LOCAL];
        // A device with memory of its own is fast only there.
        let wishes = if self.shares_memory { &shared[..] } else { &shared[2..] };
        create_chunk(self, size, usage, wishes, self.shares_memory)
    }

    fn destroy(&self, chunk: &Chunk) {
        destroy_chunk(self, chunk);
    }
}

pub struct Buffers {
    pool: Pool<Chunk>,
    staging: Option<Chunk>,
}

impl Buffers {
    pub fn new(logical: &Logical, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX).min(logical.info.memory_bytes.max(1));
        Self { pool: Pool::new(limit, logical.info.limits.max_allocation_bytes), staging: None }
    }

    pub fn allocate(&mut self, logical: &Logical, span: &Span) -> Result<Buffer, DeviceError> {
        self.pool.allocate(logical, span)
    }

    pub fn free(&mut self, logical: &Logical, buffer: &Buffer) {
        self.pool.free(logical, buffer);
    }

    fn staging(&mut self, logical: &Logical) -> Result<Chunk, DeviceError> {
        if let Some(chunk) = self.staging {
            return Ok(chunk);
        }
        let host = Flags::HOST_VISIBLE | Flags::HOST_COHERENT;
        // Cached memory makes the host's reads fast.
        let wishes = [host | Flags::HOST_CACHED, host];
        let usage = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let chunk = create_chunk(logical, STAGING_BYTES, usage, &wishes, true)?;
        self.staging = Some(chunk);
        Ok(chunk)
    }

    /// # Safety
    /// As `Device::copy_in`.
    pub unsafe fn copy_in(
        &mut self,
        logical: &Logical,
        launcher: &mut Launcher,
        buffer: &Buffer,
        offset: usize,
        host: *const u8,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        let (chunk, start) = self.pool.chunk(buffer)?;
        let at = start as usize + offset;
        if !chunk.mapped.is_null() {
            unsafe { std::ptr::copy_nonoverlapping(host, chunk.mapped.add(at), bytes) };
            return Ok(());
        }
        let staging = self.staging(logical)?;
        for (done, part) in pieces(bytes) {
            unsafe { std::ptr::copy_nonoverlapping(host.add(done), staging.mapped, part) };
            let region = copy_region(0, at + done, part);
            launcher.submit(logical, |commands| unsafe {
                logical.handle.cmd_copy_buffer(commands, staging.handle, chunk.handle, &[region]);
            })?;
        }
        Ok(())
    }

    /// # Safety
    /// As `Device::copy_out`.
    pub unsafe fn copy_out(
        &mut self,
        logical: &Logical,
        launcher: &mut Launcher,
        buffer: &Buffer,
        offset: usize,
        host: *mut u8,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        let (chunk, start) = self.pool.chunk(buffer)?;
        let at = start as usize + offset;
        if !chunk.mapped.is_null() {
            unsafe { std::ptr::copy_nonoverlapping(chunk.mapped.add(at), host, bytes) };
            return Ok(());
        }
        let staging = self.staging(logical)?;
        for (done, part) in pieces(bytes) {
            let region = copy_region(at + done, 0, part);
            launcher.submit(logical, |commands| unsafe {
                logical.handle.cmd_copy_buffer(commands, chunk.handle, staging.handle, &[region]);
            })?;
            unsafe { std::ptr::copy_nonoverlapping(staging.mapped, host.add(done), part) };
        }
        Ok(())
    }

    /// Frees everything; the device must be idle.
    pub fn destroy(&mut self, logical: &Logical) {
        self.pool.destroy(logical);
        if let Some(chunk) = self.staging.take() {
            destroy_chunk(logical, &chunk);
        }
    }
}

/// `bytes` in pieces that fit the staging buffer: (offset, length).
fn pieces(bytes: usize) -> impl Iterator<Item = (usize, usize)> {
    let piece = STAGING_BYTES as usize;
    (0..bytes).step_by(piece).map(move |start| (start, piece.min(bytes - start)))
}

fn copy_region(from: usize, to: usize, bytes: usize) -> vk::BufferCopy {
    vk::BufferCopy::default().src_offset(from as u64).dst_offset(to as u64).size(bytes as u64)
}

/// A buffer in the first memory type that `wishes` lead to.
pub fn create_chunk(
    logical: &Logical,
    size: u64,
    usage: vk::BufferUsageFlags,
    wishes: &[Flags],
    map: bool,
) -> Result<Chunk, DeviceError> {
    let device = &logical.handle;
    let info = vk::BufferCreateInfo::default().size(size).usage(usage);
    let handle = unsafe { device.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
    let mut chunk = Chunk { handle, memory: vk::DeviceMemory::null(), address: 0, size, mapped: std::ptr::null_mut() };
    let filled = fill_chunk(logical, &mut chunk, usage, wishes, map);
    if filled.is_err() {
        destroy_chunk(logical, &chunk);
    }
    filled.map(|()| chunk)
}

fn fill_chunk(
    logical: &Logical,
    chunk: &mut Chunk,
    usage: vk::BufferUsageFlags,
    wishes: &[Flags],
    map: bool,
) -> Result<(), DeviceError> {
    let device = &logical.handle;
    let needs = unsafe { device.get_buffer_memory_requirements(chunk.handle) };
    let kind = wishes.iter().find_map(|&wish| logical.memory_type(needs.memory_type_bits, wish));
    let kind = kind.ok_or_else(|| DeviceError::MissingCapability("a memory type for buffers".to_owned()))?;
    let addressed = usage.contains(vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS);
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
    if addressed {
        info = info.push_next(&mut flags);
    }
    unsafe {
        chunk.memory = device.allocate_memory(&info, None).map_err(failed("vkAllocateMemory"))?;
        device.bind_buffer_memory(chunk.handle, chunk.memory, 0).map_err(failed("vkBindBufferMemory"))?;
        let visible = logical.memory.memory_types[kind as usize].property_flags.contains(Flags::HOST_VISIBLE);
        if map && visible {
            let pointer = device.map_memory(chunk.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
            chunk.mapped = pointer.map_err(failed("vkMapMemory"))?.cast();
        }
        if addressed {
            let info = vk::BufferDeviceAddressInfo::default().buffer(chunk.handle);
            chunk.address = device.get_buffer_device_address(&info);
        }
    }
    Ok(())
}

pub fn destroy_chunk(logical: &Logical, chunk: &Chunk) {
    unsafe {
        logical.handle.destroy_buffer(chunk.handle, None);
        logical.handle.free_memory(chunk.memory, None);
    }
}
