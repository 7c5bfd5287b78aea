//! The least of Vulkan that runs a kernel: one device, host-visible buffers with addresses, one dispatch at a time.
//!
//! Validation layer messages fail the test if the layer is installed.

use std::ffi::{CStr, CString, c_void};
use std::sync::{Mutex, OnceLock};

use ash::vk;

/// An argument of a kernel.
pub enum Arg<'a> {
    /// The address of a device copy of the bytes, which is copied back after the launch.
    Buffer(&'a mut Vec<u8>),
    /// The low bytes of the slot.
    Scalar(u64),
}

/// Runs entry point `k` with `extent` work items in groups of `group`.
pub fn launch(words: &[u32], extent: [u64; 3], group: [u32; 3], args: Vec<Arg>) {
    static DEVICE: OnceLock<Mutex<Device>> = OnceLock::new();
    let device = DEVICE.get_or_init(|| Mutex::new(unsafe { Device::open() }));
    let device = device.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    unsafe { device.launch(words, extent, group, args) };
    let messages = std::mem::take(&mut *MESSAGES.lock().unwrap());
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

/// What the validation layer said.
static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

unsafe extern "system" fn record(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _: *mut c_void,
) -> vk::Bool32 {
    if let Some(text) = unsafe { (*data).message_as_c_str() } {
        MESSAGES.lock().unwrap().push(text.to_string_lossy().into_owned());
    }
    vk::FALSE
}

struct Device {
    // Keeps the loader's library open.
    _entry: ash::Entry,
    device: ash::Device,
    memory: vk::PhysicalDeviceMemoryProperties,
    queue: vk::Queue,
}

struct Buffer {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    address: u64,
    bytes: *mut u8,
}

impl Device {
    unsafe fn open() -> Device {
        unsafe {
            let entry = ash::Entry::load().expect("a Vulkan loader");
            let instance = instance(&entry);
            let physical = instance.enumerate_physical_devices().unwrap()[0];
            let device = logical_device(&instance, physical);
            let memory = instance.get_physical_device_memory_properties(physical);
            let queue = device.get_device_queue(0, 0);
            Device { _entry: entry, device, memory, queue }
        }
    }

    unsafe fn launch(&self, words: &[u32], extent: [u64; 3], group: [u32; 3], args: Vec<Arg>) {
        unsafe {
            let mut slots: Vec<u64> = extent.to_vec();
            let mut buffers = Vec::new();
            for arg in args {
                match arg {
                    Arg::Scalar(bits) => slots.push(bits),
                    Arg::Buffer(host) => {
                        let buffer = self.buffer(host);
                        slots.push(buffer.address);
                        buffers.push((buffer, host));
                    }
                }
            }
            let slots: Vec<u8> = slots.iter().flat_map(|slot| slot.to_le_bytes()).collect();
            let block = self.buffer(&slots);
            let groups = [0, 1, 2].map(|i| extent[i].div_ceil(group[i].into()) as u32);
            self.dispatch(words, block.address, groups, group);
            self.free(&block);
            for (buffer, host) in buffers {
                host.as_mut_ptr().copy_from_nonoverlapping(buffer.bytes, host.len());
                self.free(&buffer);
            }
        }
    }

    unsafe fn buffer(&self, contents: &[u8]) -> Buffer {
        unsafe {
            let usage = vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS | vk::BufferUsageFlags::STORAGE_BUFFER;
            let size = contents.len().max(8) as u64;
            let buffer = self.device.create_buffer(&vk::BufferCreateInfo::default().size(size).usage(usage), None);
            let buffer = buffer.unwrap();
            let needs = self.device.get_buffer_memory_requirements(buffer);
            let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let fits = |&index: &u32| {
                let flags = self.memory.memory_types[index as usize].property_flags;
                needs.memory_type_bits & (1 << index) != 0 && flags.contains(wanted)
            };
            let index = (0..self.memory.memory_type_count).find(fits).expect("host-visible memory");
            let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
            let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index);
            let memory = self.device.allocate_memory(&info.push_next(&mut flags), None).unwrap();
            self.device.bind_buffer_memory(buffer, memory, 0).unwrap();
            let bytes = self.device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()).unwrap();
            let bytes = bytes.cast::<u8>();
            bytes.copy_from_nonoverlapping(contents.as_ptr(), contents.len());
            let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
            Buffer { buffer, memory, address: self.device.get_buffer_device_address(&info), bytes }
        }
    }

    unsafe fn free(&self, buffer: &Buffer) {
        unsafe {
            self.device.destroy_buffer(buffer.buffer, None);
            self.device.free_memory(buffer.memory, None);
        }
    }

    unsafe fn dispatch(&self, words: &[u32], block: u64, groups: [u32; 3], group: [u32; 3]) {
        unsafe {
            let device = &self.device;
            let shader = device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None);
            let shader = shader.unwrap();
            let range = vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(16);
            let layout = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(std::slice::from_ref(&range));
            let layout = device.create_pipeline_layout(&layout, None).unwrap();
            let pipeline = self.pipeline(shader, layout, group);
            let pool = device.create_command_pool(&vk::CommandPoolCreateInfo::default(), None).unwrap();
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info).unwrap()[0];
            device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default()).unwrap();
            device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline);
            let push_constants = u128::from(block).to_le_bytes();
            device.cmd_push_constants(commands, layout, vk::ShaderStageFlags::COMPUTE, 0, &push_constants);
            device.cmd_dispatch(commands, groups[0], groups[1], groups[2]);
            device.end_command_buffer(commands).unwrap();
            let submit = vk::SubmitInfo::default().command_buffers(std::slice::from_ref(&commands));
            device.queue_submit(self.queue, &[submit], vk::Fence::null()).unwrap();
            device.queue_wait_idle(self.queue).unwrap();
            device.destroy_command_pool(pool, None);
            device.destroy_pipeline(pipeline, None);
            device.destroy_pipeline_layout(layout, None);
            device.destroy_shader_module(shader, None);
        }
    }

    unsafe fn pipeline(&self, shader: vk::ShaderModule, layout: vk::PipelineLayout, group: [u32; 3]) -> vk::Pipeline {
        let data: Vec<u8> = group.iter().flat_map(|size| size.to_le_bytes()).collect();
        let entries = [0, 1, 2].map(|i| vk::SpecializationMapEntry { constant_id: i, offset: 4 * i, size: 4 });
        let sizes = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(shader)
            .name(c"k")
            .specialization_info(&sizes);
        let info = vk::ComputePipelineCreateInfo::default().layout(layout).stage(stage);
        unsafe { self.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None).unwrap()[0] }
    }
}

unsafe fn instance(entry: &ash::Entry) -> ash::Instance {
    const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";
    unsafe {
        let layers = entry.enumerate_instance_layer_properties().unwrap_or_default();
        let checked = layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(LAYER));
        let layers: Vec<CString> = checked.then(|| LAYER.to_owned()).into_iter().collect();
        let layers: Vec<_> = layers.iter().map(|layer| layer.as_ptr()).collect();
        let extensions: Vec<_> = checked.then(|| ash::ext::debug_utils::NAME.as_ptr()).into_iter().collect();
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
        let info = vk::InstanceCreateInfo::default()
            .application_info(&application)
            .enabled_layer_names(&layers)
            .enabled_extension_names(&extensions);
        let instance = entry.create_instance(&info, None).expect("a Vulkan driver");
        if checked {
            let severity =
                vk::DebugUtilsMessageSeverityFlagsEXT::ERROR | vk::DebugUtilsMessageSeverityFlagsEXT::WARNING;
            let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
                .message_severity(severity)
                .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
                .pfn_user_callback(Some(record));
            let utils = ash::ext::debug_utils::Instance::new(entry, &instance);
            utils.create_debug_utils_messenger(&info, None).unwrap();
        }
        instance
    }
}

unsafe fn logical_device(instance: &ash::Instance, physical: vk::PhysicalDevice) -> ash::Device {
    let features = vk::PhysicalDeviceFeatures::default().shader_int64(true).shader_float64(true).shader_int16(true);
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default().storage_buffer16_bit_access(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
        .buffer_device_address(true)
        .shader_int8(true)
        .shader_buffer_int64_atomics(true)
        .storage_buffer8_bit_access(true);
    let queue = vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0]);
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(std::slice::from_ref(&queue))
        .enabled_features(&features)
        .push_next(&mut v11)
        .push_next(&mut v12);
    unsafe { instance.create_device(physical, &info, None).expect("a device with 8 to 64 bits and addresses") }
}
