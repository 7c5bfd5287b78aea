//! The kernel that `raddle devices --calibrate` measures with, compiled for devices. Its parameters and its meaning are
//! `raddle_rt::calibrate`'s.

use crate::error::{Error, Result};
use raddle_dialects::{ir, text};
use raddle_llvm::{LlvmContext, PTX_ARCHITECTURE};
use raddle_rt::calibrate::Probe;

pub fn probe() -> Result<Probe> {
    let context = raddle_dialects::context();
    let module = text::parse(&context, include_str!("probe.mlir"), "probe.mlir")
        .map_err(|errors| Error::Internal(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))?;
    let kernels = ir::find_all(ir::root(&module), "gpu.module");
    let kernel = kernels.first().copied().ok_or_else(|| Error::Internal("the probe has no kernel".into()))?;
    Ok(Probe {
        spirv: raddle_spirv::emit(kernel, &raddle_spirv::Options::default()).map_err(super::internal)?,
        ptx: raddle_llvm::ptx(&LlvmContext::new(), &context, kernel, PTX_ARCHITECTURE).map_err(super::internal)?,
    })
}

#[cfg(test)]
mod tests {
    use raddle_rt::calibrate::NAME;

    #[test]
    fn the_probe_is_a_kernel_of_every_kind() {
        let probe = super::probe().unwrap();
        raddle_spirv::validate(&probe.spirv).unwrap();
        let entry = format!(".entry {}(", NAME.to_str().unwrap());
        assert!(probe.ptx.contains(&entry), "{}", probe.ptx);
    }
}
