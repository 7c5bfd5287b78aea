//! Launches, and the one command buffer through which all work goes to the queue, each piece waited for.

use std::time::Instant;

use ash::vk;

use super::buffers::{Chunk, create_chunk, destroy_chunk};
use super::logical::Logical;
use super::{failed, lost};
use crate::device::{Launch, Launched};
use crate::error::DeviceError;
use crate::shape::group_counts;
use crate::signals::with_signals_blocked;

/// Slots before the arguments: the extents.
const EXTENT_SLOTS: usize = 3;

/// A launch's argument block.
struct Arguments {
    address: vk::DeviceAddress,
    /// Not 0 once a work item stopped because its loops take too many rounds.
    mark: *const u64,
}

pub struct Launcher {
    pool: vk::CommandPool,
    commands: vk::CommandBuffer,
    fence: vk::Fence,
    /// Begin and end of a launch; null if the queue has no clock.
    clock: vk::QueryPool,
    arguments: Option<Chunk>,
    argument_slots: usize,
}

impl Launcher {
    pub fn new(logical: &Logical) -> Result<Self, DeviceError> {
        let device = &logical.handle;
        let pool = vk::CommandPoolCreateInfo::default()
            .queue_family_index(logical.queue_family)
            .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
        let pool = unsafe { device.create_command_pool(&pool, None) }.map_err(failed("vkCreateCommandPool"))?;
        let commands = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        let commands =
            unsafe { device.allocate_command_buffers(&commands) }.map_err(failed("vkAllocateCommandBuffers"))?;
        let fence =
            unsafe { device.create_fence(&vk::FenceCreateInfo::default(), None) }.map_err(failed("vkCreateFence"))?;
        let clock = if logical.timestamp_bits == 0 { vk::QueryPool::null() } else { create_clock(device)? };
        Ok(Self { pool, commands: commands[0], fence, clock, arguments: None, argument_slots: 0 })
    }

    /// Records commands, submits them and waits for their end.
    pub fn submit(&mut self, logical: &Logical, record: impl FnOnce(vk::CommandBuffer)) -> Result<(), DeviceError> {
        let device = &logical.handle;
        let once = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let commands = [self.commands];
        unsafe {
            device.begin_command_buffer(self.commands, &once).map_err(failed("vkBeginCommandBuffer"))?;
            record(self.commands);
            make_visible_to_host(device, self.commands);
            device.end_command_buffer(self.commands).map_err(failed("vkEndCommandBuffer"))?;
            let submit = [vk::SubmitInfo::default().command_buffers(&commands)];
            with_signals_blocked(|| device.queue_submit(logical.queue, &submit, self.fence))
                .map_err(failed("vkQueueSubmit"))?;
            device.wait_for_fences(&[self.fence], true, u64::MAX).map_err(lost("vkWaitForFences"))?;
            device.reset_fences(&[self.fence]).map_err(lost("vkResetFences"))
        }
    }

    pub fn run(
        &mut self,
        logical: &Logical,
        pipeline: vk::Pipeline,
        layout: vk::PipelineLayout,
        launch: &Launch,
        block: [u32; 3],
    ) -> Result<Launched, DeviceError> {
        let Arguments { address, mark } = self.write_arguments(logical, launch)?;
        let groups = group_counts(launch.extent, block);
        let [x, y, z] = groups.map(|count| count as u32);
        // The address, and a zero that the driver's compiler cannot know.
        let push_constants = u128::from(address).to_le_bytes();
        let (device, clock) = (&logical.handle, self.clock);
        let start = Instant::now();
        self.submit(logical, |commands| unsafe {
            let compute = vk::PipelineBindPoint::COMPUTE;
            device.cmd_bind_pipeline(commands, compute, pipeline);
            device.cmd_push_constants(commands, layout, vk::ShaderStageFlags::COMPUTE, 0, &push_constants);
            if clock != vk::QueryPool::null() {
                device.cmd_reset_query_pool(commands, clock, 0, 2);
                device.cmd_write_timestamp(commands, vk::PipelineStageFlags::TOP_OF_PIPE, clock, 0);
            }
            device.cmd_dispatch(commands, x, y, z);
            if clock != vk::QueryPool::null() {
                device.cmd_write_timestamp(commands, vk::PipelineStageFlags::BOTTOM_OF_PIPE, clock, 1);
            }
        })?;
        // SAFETY: the mark lies in the argument block, which no launch uses now.
        if unsafe { mark.read_volatile() } != 0 {
            return Err(DeviceError::TooManyRounds { limit: logical.info.limits.max_rounds });
        }
        let waited = start.elapsed().as_nanos() as u64;
        let ns = self.device_time(logical).unwrap_or(waited);
        Ok(Launched { grid: groups, block: block.map(u64::from), ns, prepare_ns: 0 })
    }

    /// The time between the last launch's two timestamps.
    fn device_time(&self, logical: &Logical) -> Option<u64> {
        if self.clock == vk::QueryPool::null() {
            return None;
        }
        let mut stamps = [0u64; 2];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        unsafe { logical.handle.get_query_pool_results(self.clock, 0, &mut stamps, flags) }.ok()?;
        let valid = u64::MAX >> (64 - logical.timestamp_bits.min(64));
        let ticks = stamps[1].wrapping_sub(stamps[0]) & valid;
        Some((ticks as f64 * f64::from(logical.timestamp_period)) as u64)
    }

    /// Fills the argument block: extents, arguments, and no mark. No launch is running, so the one block is free.
    fn write_arguments(&mut self, logical: &Logical, launch: &Launch) -> Result<Arguments, DeviceError> {
        let before_mark = EXTENT_SLOTS + launch.args.len();
        let block = self.argument_block(logical, before_mark + 1)?;
        let slots = block.mapped.cast::<u64>();
        let extents = launch.extent.iter().map(|&n| n as u64);
        for (i, slot) in extents.chain(launch.args.iter().copied()).chain([0]).enumerate() {
            unsafe { slots.add(i).write(slot) };
        }
        Ok(Arguments { address: block.address, mark: unsafe { slots.add(before_mark) } })
    }

    fn argument_block(&mut self, logical: &Logical, slots: usize) -> Result<Chunk, DeviceError> {
        if let Some(chunk) = self.arguments.filter(|_| self.argument_slots >= slots) {
            return Ok(chunk);
        }
        if let Some(old) = self.arguments.take() {
            destroy_chunk(logical, &old);
        }
        let slots = slots.next_power_of_two().max(64);
        let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let wishes = [host | vk::MemoryPropertyFlags::DEVICE_LOCAL, host];
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
        let chunk = create_chunk(logical, 8 * slots as u64, usage, &wishes, true)?;
        (self.arguments, self.argument_slots) = (Some(chunk), slots);
        Ok(chunk)
    }

    /// The device must be idle.
    pub fn destroy(&mut self, logical: &Logical) {
        let device = &logical.handle;
        if let Some(chunk) = self.arguments.take() {
            destroy_chunk(logical, &chunk);
        }
        unsafe {
            device.destroy_query_pool(self.clock, None);
            device.destroy_fence(self.fence, None);
            device.destroy_command_pool(self.pool, None);
        }
    }
}

fn create_clock(device: &ash::Device) -> Result<vk::QueryPool, DeviceError> {
    let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
    unsafe { device.create_query_pool(&info, None) }.map_err(failed("vkCreateQueryPool"))
}

/// What the commands before wrote is seen by the host and by later transfers and kernels.
fn make_visible_to_host(device: &ash::Device, commands: vk::CommandBuffer) {
    let all = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
    let barrier = [vk::MemoryBarrier::default()
        .src_access_mask(vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE)
        .dst_access_mask(vk::AccessFlags::HOST_READ | all)];
    let from = vk::PipelineStageFlags::COMPUTE_SHADER | vk::PipelineStageFlags::TRANSFER;
    let to = vk::PipelineStageFlags::ALL_COMMANDS | vk::PipelineStageFlags::HOST;
    unsafe { device.cmd_pipeline_barrier(commands, from, to, vk::DependencyFlags::empty(), &barrier, &[], &[]) };
}
