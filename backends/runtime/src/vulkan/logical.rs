//! The logical device: opened with every optional feature that kernels can use, and its memory types.

use ash::vk;

use super::failed;
use super::instance::{Instance, Physical};
use super::shared::Importer;
use crate::config::Config;
use crate::device::{DeviceInfo, Features};
use crate::error::DeviceError;
use crate::signals::with_signals_blocked;

pub struct Logical {
    pub handle: ash::Device,
    pub queue: vk::Queue,
    pub queue_family: u32,
    pub info: DeviceInfo,
    pub memory: vk::PhysicalDeviceMemoryProperties,
    /// Buffers can be mapped at no cost; else copies go through a staging buffer.
    pub shares_memory: bool,
    /// Host memory itself can be device memory.
    pub importer: Option<Importer>,
    pub timestamp_bits: u32,
    pub timestamp_period: f32,
    /// Must outlive the handle.
    instance: Instance,
}

/// Is there the device that the settings name? The driver's library stays loaded, as its exit handlers may be registered.
pub fn check_is_there(config: &Config) -> Result<(), DeviceError> {
    with_signals_blocked(|| {
        let instance = Instance::open(false)?;
        let found = choose(instance.physical_devices()?, config.index).map(|_| ());
        instance.close_but_stay_loaded();
        found
    })
}

impl Logical {
    pub fn open(config: &Config) -> Result<Self, DeviceError> {
        let instance = Instance::open(config.validate)?;
        let physical = choose(instance.physical_devices()?, config.index)?;
        let import = physical.import_alignment.filter(|_| physical.shares_memory && !config.staging);
        let import = import.zip(config.zero_copy);
        let handle = create(&instance, &physical, import.is_some())?;
        let importer = import.map(|(alignment, least)| Importer::new(&instance.handle, &handle, alignment, least));
        let queue = unsafe { handle.get_device_queue(physical.queue_family, 0) };
        let Physical { info, memory, queue_family, timestamp_bits, timestamp_period, shares_memory, .. } = physical;
        let logical = Self {
            handle,
            queue,
            queue_family,
            info,
            memory,
            shares_memory: shares_memory && !config.staging,
            importer,
            timestamp_bits,
            timestamp_period,
            instance,
        };
        logical.check_messages()?;
        Ok(logical)
    }

    /// The first memory type among `allowed` bits with all of `wanted`.
    pub fn memory_type(&self, allowed: u32, wanted: vk::MemoryPropertyFlags) -> Option<u32> {
        let types = self.memory.memory_types_as_slice().iter().enumerate();
        types
            .filter(|&(i, kind)| allowed & (1 << i) != 0 && kind.property_flags.contains(wanted))
            .map(|(i, _)| i as u32)
            .next()
    }

    /// Any message of the validation layers since the last call.
    pub fn check_messages(&self) -> Result<(), DeviceError> {
        self.instance.check_messages()
    }
}

impl Drop for Logical {
    fn drop(&mut self) {
        unsafe { self.handle.destroy_device(None) };
    }
}

fn choose(devices: Vec<Physical>, index: usize) -> Result<Physical, DeviceError> {
    let describe = |device: &Physical| format!("{} ({})", device.info.index, device.info.name);
    let usable: Vec<String> = devices.iter().filter(|device| device.info.problem.is_empty()).map(describe).collect();
    let usable = if usable.is_empty() { "none".to_owned() } else { usable.join(", ") };
    let chosen = devices.into_iter().nth(index).ok_or(DeviceError::NoSuchDevice { api: "Vulkan", index, usable })?;
    if !chosen.info.problem.is_empty() {
        let (name, problem) = (chosen.info.name, chosen.info.problem);
        return Err(DeviceError::Unusable { name, problem });
    }
    Ok(chosen)
}

fn create(instance: &Instance, physical: &Physical, imports: bool) -> Result<ash::Device, DeviceError> {
    let Features { int8, int16, int64, float64, int64_atomics, storage8, storage16, device_address, .. } =
        physical.info.features;
    let core = vk::PhysicalDeviceFeatures::default().shader_int16(int16).shader_int64(int64).shader_float64(float64);
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default().storage_buffer16_bit_access(storage16);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
        .shader_int8(int8)
        .shader_buffer_int64_atomics(int64_atomics)
        .storage_buffer8_bit_access(storage8)
        .buffer_device_address(device_address);
    // Lets a module size its work group by LocalSizeId.
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default().maintenance4(true);
    let queues =
        [vk::DeviceQueueCreateInfo::default().queue_family_index(physical.queue_family).queue_priorities(&[1.0])];
    let extensions = [ash::ext::external_memory_host::NAME.as_ptr()];
    let mut info = vk::DeviceCreateInfo::default()
        .enabled_extension_names(if imports { &extensions } else { &[] })
        .queue_create_infos(&queues)
        .enabled_features(&core)
        .push_next(&mut v11)
        .push_next(&mut v12);
    if physical.has_maintenance4 {
        info = info.push_next(&mut v13);
    }
    unsafe { instance.handle.create_device(physical.handle, &info, None) }.map_err(failed("vkCreateDevice"))
}
