//! Device memory: one Vulkan buffer per chunk of the pool, copies by mapping or through a staging buffer.

use ash::vk;

use super::failed;
use super::launch::Launcher;
use super::logical::Logical;
use super::shared::Shared;
use crate::device::Buffer;
use crate::error::DeviceError;
use crate::pool::{self, Pool};
use crate::ranges::Span;
use crate::strided::Strided;

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
    shared: Shared,
    staging: Option<Chunk>,
}

impl Buffers {
    pub fn new(logical: &Logical, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX).min(logical.info.memory_bytes.max(1));
        Self {
            pool: Pool::new(limit, logical.info.limits.max_allocation_bytes),
            shared: Shared::default(),
            staging: None,
        }
    }

    pub fn allocate(&mut self, logical: &Logical, span: &Span) -> Result<Buffer, DeviceError> {
        self.pool.allocate(logical, span)
    }

    /// As `Device::share`.
    pub fn share(&mut self, logical: &Logical, span: &Span) -> Option<Buffer> {
        self.shared.share(logical, span)
    }

    pub fn free(&mut self, logical: &Logical, buffer: &Buffer) {
        if !self.shared.free(logical, buffer) {
            self.pool.free(logical, buffer);
        }
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
        rows: Strided,
    ) -> Result<(), DeviceError> {
        let (chunk, start) = self.pool.chunk(buffer)?;
        let at = start as usize + offset;
        if !chunk.mapped.is_null() {
            rows.starts().for_each(|row| unsafe {
                std::ptr::copy_nonoverlapping(host.add(row), chunk.mapped.add(at + row), rows.bytes);
            });
            return Ok(());
        }
        let staging = self.staging(logical)?;
        for load in loads(rows) {
            load.iter().for_each(|it| unsafe {
                std::ptr::copy_nonoverlapping(host.add(it.outside), staging.mapped.add(it.inside), it.bytes);
            });
            let regions: Vec<_> = load.iter().map(|it| copy_region(it.inside, at + it.outside, it.bytes)).collect();
            launcher.submit(logical, |commands| unsafe {
                logical.handle.cmd_copy_buffer(commands, staging.handle, chunk.handle, &regions);
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
        rows: Strided,
    ) -> Result<(), DeviceError> {
        let (chunk, start) = self.pool.chunk(buffer)?;
        let at = start as usize + offset;
        if !chunk.mapped.is_null() {
            rows.starts().for_each(|row| unsafe {
                std::ptr::copy_nonoverlapping(chunk.mapped.add(at + row), host.add(row), rows.bytes);
            });
            return Ok(());
        }
        let staging = self.staging(logical)?;
        for load in loads(rows) {
            let regions: Vec<_> = load.iter().map(|it| copy_region(at + it.outside, it.inside, it.bytes)).collect();
            launcher.submit(logical, |commands| unsafe {
                logical.handle.cmd_copy_buffer(commands, chunk.handle, staging.handle, &regions);
            })?;
            load.iter().for_each(|it| unsafe {
                std::ptr::copy_nonoverlapping(staging.mapped.add(it.inside), host.add(it.outside), it.bytes);
            });
        }
        Ok(())
    }

    pub fn copy_within(
        &mut self,
        logical: &Logical,
        launcher: &mut Launcher,
        to: (&Buffer, usize),
        from: (&Buffer, usize),
        rows: Strided,
    ) -> Result<(), DeviceError> {
        let (source, from_start) = self.pool.chunk(from.0)?;
        let (source, from_at) = (source.handle, from_start as usize + from.1);
        let (target, to_start) = self.pool.chunk(to.0)?;
        let (target, to_at) = (target.handle, to_start as usize + to.1);
        let regions: Vec<_> = rows.starts().map(|row| copy_region(from_at + row, to_at + row, rows.bytes)).collect();
        launcher.submit(logical, |commands| unsafe {
            logical.handle.cmd_copy_buffer(commands, source, target, &regions);
        })
    }

    /// Frees everything; the device must be idle.
    pub fn destroy(&mut self, logical: &Logical) {
        self.pool.destroy(logical);
        self.shared.destroy(logical);
        if let Some(chunk) = self.staging.take() {
            destroy_chunk(logical, &chunk);
        }
    }
}

/// A part of a row, by where it lies in the rows and in the staging buffer.
struct Part {
    outside: usize,
    inside: usize,
    bytes: usize,
}

/// What one submission copies: parts that fit the staging buffer together.
fn loads(rows: Strided) -> Vec<Vec<Part>> {
    let room = STAGING_BYTES as usize;
    let (mut loads, mut load, mut full): (Vec<Vec<Part>>, Vec<Part>, usize) = (Vec::new(), Vec::new(), 0);
    for start in rows.starts() {
        let mut done = 0;
        while done < rows.bytes {
            if full == room {
                loads.push(std::mem::take(&mut load));
                full = 0;
            }
            let bytes = (rows.bytes - done).min(room - full);
            load.push(Part { outside: start + done, inside: full, bytes });
            (full, done) = (full + bytes, done + bytes);
        }
    }
    loads.push(load);
    loads
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
    let mut chunk = start_chunk(logical, vk::BufferCreateInfo::default().size(size).usage(usage))?;
    let filled = fill_chunk(logical, &mut chunk, usage, wishes, map);
    if filled.is_err() {
        destroy_chunk(logical, &chunk);
    }
    filled.map(|()| chunk)
}

/// A buffer without memory.
pub fn start_chunk(logical: &Logical, info: vk::BufferCreateInfo) -> Result<Chunk, DeviceError> {
    let handle = unsafe { logical.handle.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
    let (memory, mapped) = (vk::DeviceMemory::null(), std::ptr::null_mut());
    Ok(Chunk { handle, memory, address: 0, size: info.size, mapped })
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
    let mut info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
    let mut flags = addressable();
    if addressed {
        info = info.push_next(&mut flags);
    }
    bind_chunk(logical, chunk, info, addressed)?;
    let visible = logical.memory.memory_types[kind as usize].property_flags.contains(Flags::HOST_VISIBLE);
    if map && visible {
        let pointer = unsafe { device.map_memory(chunk.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()) };
        chunk.mapped = pointer.map_err(failed("vkMapMemory"))?.cast();
    }
    Ok(())
}

/// What memory needs whose buffer is to have an address.
pub fn addressable() -> vk::MemoryAllocateFlagsInfo<'static> {
    vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS)
}

/// Gives the chunk's buffer memory and, if wanted, an address.
pub fn bind_chunk(
    logical: &Logical,
    chunk: &mut Chunk,
    info: vk::MemoryAllocateInfo,
    addressed: bool,
) -> Result<(), DeviceError> {
    let device = &logical.handle;
    unsafe {
        chunk.memory = device.allocate_memory(&info, None).map_err(failed("vkAllocateMemory"))?;
        device.bind_buffer_memory(chunk.handle, chunk.memory, 0).map_err(failed("vkBindBufferMemory"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_to_fit_the_staging_buffer() {
        let room = STAGING_BYTES as usize;
        for rows in [
            Strided::whole(2 * room + 5),
            Strided { bytes: 24, count: [7, 3], stride: [40, 400] },
            Strided { bytes: room / 2 + 1, count: [3, 1], stride: [room, 0] },
        ] {
            let loads = loads(rows);
            let total: usize = loads.iter().flatten().map(|it| it.bytes).sum();
            assert_eq!(total, rows.total());
            for load in &loads {
                let mut at = 0;
                for part in load {
                    assert_eq!(part.inside, at);
                    at += part.bytes;
                }
                assert!(at <= room);
            }
        }
    }
}
