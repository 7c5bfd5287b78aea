//! Compute pipelines, made when a kernel is first launched with a work-group shape and kept.

use std::collections::HashMap;

use ash::vk;

use super::failed;
use super::logical::Logical;
use super::{denormals, spirv_needs};
use crate::error::DeviceError;
use crate::numerics;
use crate::signals::with_signals_blocked;
use crate::types::Kernel;

/// The push constants: the device address of the argument block, and zero.
pub const PUSH_BYTES: u32 = 16;

pub struct Pipelines {
    pub layout: vk::PipelineLayout,
    cache: vk::PipelineCache,
    made: HashMap<(u64, [u32; 3]), vk::Pipeline>,
    has_new: bool,
}

impl Pipelines {
    pub fn new(logical: &Logical) -> Result<Self, DeviceError> {
        let push = [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(PUSH_BYTES)];
        let layout = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&push);
        let device = &logical.handle;
        let layout =
            unsafe { device.create_pipeline_layout(&layout, None) }.map_err(failed("vkCreatePipelineLayout"))?;
        let cache = unsafe { device.create_pipeline_cache(&vk::PipelineCacheCreateInfo::default(), None) };
        Ok(Self {
            layout,
            cache: cache.map_err(failed("vkCreatePipelineCache"))?,
            made: HashMap::new(),
            has_new: false,
        })
    }

    /// Is the kernel ready for launches?
    pub fn has(&self, kernel: Kernel, block: [u32; 3]) -> bool {
        self.made.contains_key(&(kernel.number(), block))
    }

    pub fn get(&mut self, logical: &Logical, kernel: Kernel, block: [u32; 3]) -> Result<vk::Pipeline, DeviceError> {
        let key = (kernel.number(), block);
        if let Some(&pipeline) = self.made.get(&key) {
            return Ok(pipeline);
        }
        let code = kernel.spirv().ok_or(DeviceError::NoCode)?;
        spirv_needs::check(code, &logical.info.features)?;
        numerics::check(&logical.info, &spirv_needs::numerics(code)?)?;
        let pipeline = self.create(logical, kernel, code, block)?;
        self.made.insert(key, pipeline);
        self.has_new = true;
        Ok(pipeline)
    }

    /// Were some made since this was asked last? Drivers compile them with the pipeline or with its first launch.
    pub fn take_new(&mut self) -> bool {
        std::mem::take(&mut self.has_new)
    }

    fn create(
        &self,
        logical: &Logical,
        kernel: Kernel,
        code: &[u32],
        block: [u32; 3],
    ) -> Result<vk::Pipeline, DeviceError> {
        let device = &logical.handle;
        let code = denormals::kept(code, &logical.info.features)?;
        let module = vk::ShaderModuleCreateInfo::default().code(&code);
        let module = unsafe { device.create_shader_module(&module, None) }.map_err(failed("vkCreateShaderModule"))?;
        let entries =
            [0, 1, 2, 3].map(|id: u32| vk::SpecializationMapEntry { constant_id: id, offset: 4 * id, size: 4 });
        let constants = block.into_iter().chain([logical.info.limits.max_rounds]);
        let data: Vec<u8> = constants.flat_map(u32::to_ne_bytes).collect();
        let constants = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(kernel.name_c())
            .specialization_info(&constants);
        let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.layout);
        let made = with_signals_blocked(|| unsafe { device.create_compute_pipelines(self.cache, &[info], None) });
        unsafe { device.destroy_shader_module(module, None) };
        let pipelines = made.map_err(|(_, result)| not_made(result))?;
        Ok(pipelines[0])
    }

    /// The device must be idle.
    pub fn destroy(&mut self, logical: &Logical) {
        let device = &logical.handle;
        unsafe {
            self.made.drain().for_each(|(_, pipeline)| device.destroy_pipeline(pipeline, None));
            device.destroy_pipeline_cache(self.cache, None);
            device.destroy_pipeline_layout(self.layout, None);
        }
    }
}

/// NVIDIA's driver answers `ERROR_UNKNOWN` for a kernel with tens of kilobytes of private memory.
fn not_made(result: vk::Result) -> DeviceError {
    match result {
        vk::Result::ERROR_UNKNOWN | vk::Result::ERROR_INVALID_SHADER_NV => {
            DeviceError::NotCompiled(format!("{result:?}"))
        }
        _ => failed("vkCreateComputePipelines")(result),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_that_a_driver_does_not_compile_is_refused() {
        assert!(not_made(vk::Result::ERROR_UNKNOWN).is_refusal());
        assert!(
            !not_made(vk::Result::ERROR_DEVICE_LOST).is_refusal() && not_made(vk::Result::ERROR_DEVICE_LOST).is_lost()
        );
        assert!(!not_made(vk::Result::ERROR_OUT_OF_HOST_MEMORY).is_refusal());
    }
}
