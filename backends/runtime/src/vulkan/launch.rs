//! Shapes of launches and the one command buffer through which all work goes to the queue, each piece waited for.

use std::time::Instant;

use ash::vk;

use super::buffers::{Chunk, create_chunk, destroy_chunk};
use super::logical::Logical;
use super::{failed, lost};
use crate::device::{Launch, Launched, Limits};
use crate::error::DeviceError;

/// Slots before the arguments: the extents.
const EXTENT_SLOTS: usize = 3;

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
            device.queue_submit(logical.queue, &submit, self.fence).map_err(failed("vkQueueSubmit"))?;
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
        let address = self.write_arguments(logical, launch)?;
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
        let waited = start.elapsed().as_nanos() as u64;
        let ns = self.device_time(logical).unwrap_or(waited);
        Ok(Launched { grid: groups, block: block.map(u64::from), ns })
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

    /// Fills the argument block: extents, then arguments. No launch is running, so the one block is free.
    fn write_arguments(&mut self, logical: &Logical, launch: &Launch) -> Result<u64, DeviceError> {
        let block = self.argument_block(logical, EXTENT_SLOTS + launch.args.len())?;
        let slots = block.mapped.cast::<u64>();
        let extents = launch.extent.iter().map(|&n| n as u64);
        for (i, slot) in extents.chain(launch.args.iter().copied()).enumerate() {
            unsafe { slots.add(i).write(slot) };
        }
        Ok(block.address)
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

/// The work-group shape of a launch: the user's if it fits the device, else a usual one for the number of dimensions
/// in use, shrunk to small extents and grown as long as the device can't count the groups otherwise.
pub fn choose_block(extent: [i64; 3], wish: Option<[u32; 3]>, limits: &Limits) -> Result<[u32; 3], DeviceError> {
    if let Some(block) = wish.filter(|&block| fits(block, limits) && countable(extent, block, limits)) {
        return Ok(block);
    }
    let mut block = match extent {
        [_, 1, 1] => [256, 1, 1],
        [_, _, 1] => [32, 8, 1],
        [_, _, _] => [32, 4, 2],
    };
    for d in 0..3 {
        let needed = u32::try_from(extent[d].unsigned_abs().next_power_of_two()).unwrap_or(u32::MAX);
        block[d] = block[d].min(needed).min(limits.max_group_size[d]).max(1);
    }
    while !fits(block, limits) {
        let largest = (0..3).max_by_key(|&d| block[d]).unwrap_or(0);
        block[largest] /= 2;
    }
    grow(extent, block, limits).ok_or(DeviceError::TooLarge { extent })
}

fn grow(extent: [i64; 3], mut block: [u32; 3], limits: &Limits) -> Option<[u32; 3]> {
    while !countable(extent, block, limits) {
        let groups = group_counts(extent, block);
        // No dimension is over: its work items are too many, and larger groups would not help.
        let over = (0..3).find(|&d| groups[d] > u64::from(limits.max_groups[d]))?;
        block[over] = block[over].checked_mul(2)?;
        if !fits(block, limits) {
            return None;
        }
    }
    Some(block)
}

fn fits(block: [u32; 3], limits: &Limits) -> bool {
    let items = block.iter().map(|&size| u64::from(size)).product::<u64>();
    items <= u64::from(limits.max_group_items) && (0..3).all(|d| block[d] <= limits.max_group_size[d])
}

/// Can the device count the groups, and a 32-bit GlobalInvocationId the work items?
fn countable(extent: [i64; 3], block: [u32; 3], limits: &Limits) -> bool {
    let groups = group_counts(extent, block);
    (0..3).all(|d| groups[d] <= u64::from(limits.max_groups[d]) && groups[d] * u64::from(block[d]) <= 1 << 32)
}

fn group_counts(extent: [i64; 3], block: [u32; 3]) -> [u64; 3] {
    [0, 1, 2].map(|d: usize| extent[d].unsigned_abs().div_ceil(u64::from(block[d])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limits(max_groups: u32, items: u32) -> Limits {
        let (max_group_size, max_groups) = ([1024, 1024, 64], [max_groups; 3]);
        Limits { max_group_size, max_group_items: items, max_groups, ..Limits::default() }
    }

    #[test]
    fn usual_shapes() {
        let limits = limits(65535, 1024);
        assert_eq!(choose_block([1000, 1, 1], None, &limits), Ok([256, 1, 1]));
        assert_eq!(choose_block([1000, 1000, 1], None, &limits), Ok([32, 8, 1]));
        assert_eq!(choose_block([1000, 1000, 9], None, &limits), Ok([32, 4, 2]));
        assert_eq!(choose_block([5, 1000, 1], None, &limits), Ok([8, 8, 1]));
        assert_eq!(choose_block([1000, 1, 1], Some([64, 1, 1]), &limits), Ok([64, 1, 1]));
    }

    #[test]
    fn too_many_groups_need_larger_ones_or_fail() {
        let limits = limits(100, 1024);
        assert_eq!(choose_block([50_000, 1, 1], None, &limits), Ok([512, 1, 1]));
        let extent = [200_000, 1, 1];
        assert_eq!(choose_block(extent, None, &limits), Err(DeviceError::TooLarge { extent }));
    }

    #[test]
    fn work_item_ids_have_32_bits() {
        let limits = limits(u32::MAX, 1024);
        assert!(choose_block([1 << 32, 1, 1], None, &limits).is_ok());
        assert!(choose_block([(1 << 32) + 1, 1, 1], None, &limits).is_err());
    }

    #[test]
    fn a_wish_beyond_the_device_is_not_granted() {
        assert_eq!(choose_block([1000, 1, 1], Some([2048, 1, 1]), &limits(65535, 1024)), Ok([256, 1, 1]));
    }

    proptest! {
        #[test]
        fn every_shape_fits(x in 1i64..1 << 40, y in 1i64..1 << 20, z in 1i64..1 << 20, items in 1u32..2048) {
            let limits = limits(65535, items);
            if let Ok(block) = choose_block([x, y, z], None, &limits) {
                prop_assert!(fits(block, &limits) && countable([x, y, z], block, &limits));
            }
        }
    }
}
