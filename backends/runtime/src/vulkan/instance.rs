//! The Vulkan instance, the messages of its validation layers, and what its physical devices can do. It makes no
//! device.

use std::ffi::{CStr, c_void};
use std::sync::Mutex;

use ash::{Entry, vk};

use super::failed;
use crate::device::{DeviceInfo, Features, Limits, Widths};
use crate::error::DeviceError;
use crate::loader;

const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// The first message of a validation layer that nobody has reported yet. Vulkan calls back from any thread.
type Message = Mutex<Option<String>>;

pub struct Instance {
    pub handle: ash::Instance,
    messenger: Option<(ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    /// Boxed: the layer has its address.
    message: Box<Message>,
    /// The loaded library; must outlive the handle.
    _entry: Entry,
}

impl Instance {
    pub fn open(validate: bool) -> Result<Self, DeviceError> {
        loader::check_drivers_can_be_loaded("Vulkan")?;
        let entry = unsafe { Entry::load() }.map_err(|error| no_driver(error.to_string()))?;
        let version =
            unsafe { entry.try_enumerate_instance_version() }.map_err(failed("vkEnumerateInstanceVersion"))?;
        let version = version.unwrap_or(vk::API_VERSION_1_0);
        if version < vk::API_VERSION_1_2 {
            let found = format!("Vulkan {}", version_text(version));
            return Err(DeviceError::OldDriver { found, least: "Vulkan 1.2".to_owned() });
        }
        let application = vk::ApplicationInfo::default().application_name(c"raddle").api_version(vk::API_VERSION_1_3);
        let layers = [VALIDATION_LAYER.as_ptr()];
        let extensions = [ash::ext::debug_utils::NAME.as_ptr()];
        let mut info = vk::InstanceCreateInfo::default().application_info(&application);
        if validate {
            info = info.enabled_layer_names(&layers).enabled_extension_names(&extensions);
        }
        let handle = unsafe { entry.create_instance(&info, None) }.map_err(failed("vkCreateInstance"))?;
        let mut instance = Self { handle, messenger: None, message: Box::default(), _entry: entry };
        if validate {
            instance.listen()?;
        }
        Ok(instance)
    }

    pub fn close_but_stay_loaded(self) {
        std::mem::forget(self._entry.clone());
    }

    fn listen(&mut self) -> Result<(), DeviceError> {
        let utils = ash::ext::debug_utils::Instance::new(&self._entry, &self.handle);
        let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
            .message_severity(
                vk::DebugUtilsMessageSeverityFlagsEXT::WARNING | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR,
            )
            .message_type(
                vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
            )
            .user_data((&raw const *self.message).cast_mut().cast())
            .pfn_user_callback(Some(note_message));
        let messenger = unsafe { utils.create_debug_utils_messenger(&info, None) };
        self.messenger = Some((utils, messenger.map_err(failed("vkCreateDebugUtilsMessengerEXT"))?));
        Ok(())
    }

    /// The validation message that came since the last call, as an error.
    pub fn check_messages(&self) -> Result<(), DeviceError> {
        let message = self.message.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        message.map_or(Ok(()), |message| Err(DeviceError::Validation(message)))
    }

    pub fn physical_devices(&self) -> Result<Vec<Physical>, DeviceError> {
        let handles =
            unsafe { self.handle.enumerate_physical_devices() }.map_err(failed("vkEnumeratePhysicalDevices"))?;
        let mut devices: Vec<Physical> =
            handles.into_iter().map(|handle| Physical::new(&self.handle, handle)).collect();
        devices.sort_by_key(|device| device.rank);
        for (index, device) in devices.iter_mut().enumerate() {
            device.info.index = index;
        }
        Ok(devices)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        unsafe {
            if let Some((utils, messenger)) = self.messenger.take() {
                utils.destroy_debug_utils_messenger(messenger, None);
            }
            self.handle.destroy_instance(None);
        }
    }
}

fn no_driver(why: String) -> DeviceError {
    DeviceError::NoDriver { api: "Vulkan", why }
}

unsafe extern "system" fn note_message(
    _severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user: *mut c_void,
) -> vk::Bool32 {
    let message = unsafe { data.as_ref().and_then(|data| data.message_as_c_str()) };
    let message = message.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(slot) = unsafe { user.cast::<Message>().as_ref() } {
        slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(message);
    }
    vk::FALSE
}

/// A physical device and what matters of it here.
pub struct Physical {
    pub handle: vk::PhysicalDevice,
    pub info: DeviceInfo,
    pub memory: vk::PhysicalDeviceMemoryProperties,
    pub queue_family: u32,
    pub timestamp_bits: u32,
    pub timestamp_period: f32,
    /// The device's memory is the host's: a mapping costs nothing.
    pub shares_memory: bool,
    pub has_maintenance4: bool,
    /// Of host memory that becomes device memory; `None` if the driver cannot do that.
    pub import_alignment: Option<u64>,
    /// Discrete devices first, software last.
    rank: u32,
}

impl Physical {
    fn new(instance: &ash::Instance, handle: vk::PhysicalDevice) -> Self {
        let core = unsafe { instance.get_physical_device_properties(handle) };
        let memory = unsafe { instance.get_physical_device_memory_properties(handle) };
        let queue = compute_queue(instance, handle);
        let (features, has_maintenance4) = features(instance, handle, core.api_version);
        let (rank, shares_memory) = match core.device_type {
            vk::PhysicalDeviceType::DISCRETE_GPU => (0, false),
            vk::PhysicalDeviceType::INTEGRATED_GPU => (1, true),
            vk::PhysicalDeviceType::VIRTUAL_GPU => (2, false),
            vk::PhysicalDeviceType::CPU => (4, true),
            _ => (3, false),
        };
        let (driver, limits) = driver_and_limits(instance, handle, &core);
        let info = DeviceInfo {
            kind: "vulkan",
            index: 0,
            name: string(core.device_name_as_c_str()),
            driver,
            api: version_text(core.api_version),
            capability: String::new(),
            problem: problem(core.api_version, &features, queue.is_some()),
            memory_bytes: device_memory(&memory),
            host_memory: shares_memory,
            software: core.device_type == vk::PhysicalDeviceType::CPU,
            limits,
            features,
            numerics: None,
        };
        let (queue_family, timestamp_bits) = queue.unwrap_or_default();
        let timestamp_period = core.limits.timestamp_period;
        Self {
            handle,
            info,
            memory,
            queue_family,
            timestamp_bits,
            timestamp_period,
            shares_memory,
            has_maintenance4,
            import_alignment: import_alignment(instance, handle, core.api_version),
            rank,
        }
    }
}

/// What the properties say beyond Vulkan 1.0; empty or zero for devices older than 1.2.
fn driver_and_limits(
    instance: &ash::Instance,
    handle: vk::PhysicalDevice,
    core: &vk::PhysicalDeviceProperties,
) -> (String, Limits) {
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut maintenance3 = vk::PhysicalDeviceMaintenance3Properties::default();
    if core.api_version >= vk::API_VERSION_1_2 {
        let mut all = vk::PhysicalDeviceProperties2::default();
        all = all.push_next(&mut driver).push_next(&mut subgroup).push_next(&mut maintenance3);
        unsafe { instance.get_physical_device_properties2(handle, &mut all) };
    }
    let limits = Limits {
        max_group_size: core.limits.max_compute_work_group_size,
        max_group_items: core.limits.max_compute_work_group_invocations,
        max_groups: core.limits.max_compute_work_group_count,
        max_allocation_bytes: maintenance3.max_memory_allocation_size,
        shared_memory_bytes: core.limits.max_compute_shared_memory_size,
        subgroup_size: subgroup.subgroup_size,
        max_rounds: max_rounds(driver.driver_id, subgroup.subgroup_size),
    };
    let driver = format!("{} {}", string(driver.driver_name_as_c_str()), string(driver.driver_info_as_c_str()));
    (driver.trim().to_owned(), limits)
}

fn import_alignment(instance: &ash::Instance, handle: vk::PhysicalDevice, version: u32) -> Option<u64> {
    let extensions = unsafe { instance.enumerate_device_extension_properties(handle) }.ok()?;
    let name = Ok(ash::ext::external_memory_host::NAME);
    let has_it = version >= vk::API_VERSION_1_2 && extensions.iter().any(|it| it.extension_name_as_c_str() == name);
    let mut host = vk::PhysicalDeviceExternalMemoryHostPropertiesEXT::default();
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut host);
    has_it.then(|| unsafe { instance.get_physical_device_properties2(handle, &mut all) })?;
    Some(host.min_imported_host_pointer_alignment)
}

/// Mesa's software driver counts the rounds of all loops of a subgroup, and at 65,535 ends each loop after one round (its
/// constant `LP_MAX_TGSI_LOOP_ITERATIONS`). Work items whose loops end at different times need as many as all of them
/// together at worst.
fn max_rounds(driver: vk::DriverId, subgroup_size: u32) -> u32 {
    match driver {
        vk::DriverId::MESA_LLVMPIPE => 65_000 / subgroup_size.max(1),
        _ => 0,
    }
}

fn string(text: Result<&CStr, std::ffi::FromBytesUntilNulError>) -> String {
    text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

fn version_text(version: u32) -> String {
    let (major, minor) = (vk::api_version_major(version), vk::api_version_minor(version));
    format!("{major}.{minor}.{}", vk::api_version_patch(version))
}

fn features(instance: &ash::Instance, handle: vk::PhysicalDevice, version: u32) -> (Features, bool) {
    if version < vk::API_VERSION_1_2 {
        return (Features::default(), false);
    }
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut controls);
    unsafe { instance.get_physical_device_properties2(handle, &mut properties) };
    let widths = |f32: vk::Bool32, f64: vk::Bool32| Widths { f32: f32 != 0, f64: f64 != 0 };
    let mut all = vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12);
    if version >= vk::API_VERSION_1_3 {
        all = all.push_next(&mut v13);
    }
    unsafe { instance.get_physical_device_features2(handle, &mut all) };
    let core = all.features;
    let features = Features {
        int8: v12.shader_int8 != 0,
        int16: core.shader_int16 != 0,
        int64: core.shader_int64 != 0,
        float64: core.shader_float64 != 0,
        int64_atomics: v12.shader_buffer_int64_atomics != 0,
        storage8: v12.storage_buffer8_bit_access != 0,
        storage16: v11.storage_buffer16_bit_access != 0,
        device_address: v12.buffer_device_address != 0,
        denorm_preserve: widths(controls.shader_denorm_preserve_float32, controls.shader_denorm_preserve_float64),
        rounding_to_nearest: widths(
            controls.shader_rounding_mode_rte_float32,
            controls.shader_rounding_mode_rte_float64,
        ),
        signed_zero_inf_nan_preserve: widths(
            controls.shader_signed_zero_inf_nan_preserve_float32,
            controls.shader_signed_zero_inf_nan_preserve_float64,
        ),
    };
    (features, v13.maintenance4 != 0)
}

/// Why Raddle can't use the device, or "".
fn problem(version: u32, features: &Features, has_queue: bool) -> String {
    let problems = [
        (version < vk::API_VERSION_1_2, "Vulkan 1.2"),
        (!has_queue, "a compute queue"),
        (!features.device_address, "buffer device addresses"),
        (!features.int64, "64-bit integers"),
    ];
    let missing: Vec<&str> = problems.iter().filter(|(missing, _)| *missing).map(|&(_, name)| name).collect();
    if missing.is_empty() { String::new() } else { format!("lacks {}", missing.join(", ")) }
}

/// Family and valid timestamp bits of the first queue that computes.
fn compute_queue(instance: &ash::Instance, handle: vk::PhysicalDevice) -> Option<(u32, u32)> {
    let families = unsafe { instance.get_physical_device_queue_family_properties(handle) };
    let index = families.iter().position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE))?;
    Some((index as u32, families[index].timestamp_valid_bits))
}

fn device_memory(memory: &vk::PhysicalDeviceMemoryProperties) -> u64 {
    let heaps = memory.memory_heaps_as_slice().iter();
    heaps.filter(|heap| heap.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL)).map(|heap| heap.size).max().unwrap_or(0)
}

/// All Vulkan devices; one entry with the problem if there is no driver.
pub fn infos() -> Vec<DeviceInfo> {
    let listed = Instance::open(false).and_then(|instance| instance.physical_devices());
    match listed {
        Ok(devices) => devices.into_iter().map(|device| device.info).collect(),
        Err(error) => vec![DeviceInfo { kind: "vulkan", problem: error.to_string(), ..DeviceInfo::default() }],
    }
}
