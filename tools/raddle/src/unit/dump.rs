//! `--dump DIR`: every stage of every unit as a file in `DIR/UNIT`. Without the option nothing is printed or written.

use super::data::DeviceCode;
use super::stages::module_text;
use crate::error::{Error, Result};
use crate::temp::write_output;
use melior::ir::Module;
use raddle_dialects::text::Locations;
use std::path::{Path, PathBuf};

pub struct Dump {
    dir: Option<PathBuf>,
}

impl Dump {
    pub fn new(dir: Option<&Path>, unit: &str) -> Result<Dump> {
        let dir = dir.map(|dir| dir.join(unit));
        if let Some(dir) = &dir {
            std::fs::create_dir_all(dir).map_err(|error| Error::file("make", dir, &error))?;
        }
        Ok(Dump { dir })
    }

    pub fn is_off(&self) -> bool {
        self.dir.is_none()
    }

    pub fn module(&self, stage: &str, module: &Module<'_>) -> Result<()> {
        self.text(&format!("{stage}.mlir"), || module_text(module, Locations::Kept))
    }

    pub fn text(&self, name: &str, make: impl FnOnce() -> Result<String>) -> Result<()> {
        let Some(dir) = &self.dir else { return Ok(()) };
        write_output(&dir.join(name), make()?.as_bytes())
    }

    pub fn device_code(&self, all: &[DeviceCode]) -> Result<()> {
        let Some(dir) = &self.dir else { return Ok(()) };
        for DeviceCode { module, spirv, ptx, .. } in all {
            match spirv {
                Some(Ok(words)) => {
                    write_output(&dir.join(format!("{module}.spv")), &bytes(words))?;
                    self.text(&format!("{module}.spvasm"), || {
                        raddle_spirv::disassemble(words).map_err(super::internal)
                    })?;
                }
                Some(Err(error)) => self.text(&format!("{module}.spv-error"), || Ok(format!("{error}\n")))?,
                None => {}
            }
            match ptx {
                Some(Ok(text)) => self.text(&format!("{module}.ptx"), || Ok(text.clone()))?,
                Some(Err(error)) => self.text(&format!("{module}.ptx-error"), || Ok(format!("{error}\n")))?,
                None => {}
            }
        }
        Ok(())
    }
}

/// SPIR-V files are little-endian here.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
