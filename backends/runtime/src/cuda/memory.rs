//! Device memory as the driver hands it out.

use super::context::Context;
use super::driver::DevicePointer;
use crate::error::DeviceError;
use crate::pool;

#[derive(Clone, Copy)]
pub struct Chunk {
    address: DevicePointer,
    size: u64,
}

impl pool::Chunk for Chunk {
    fn address(&self) -> u64 {
        self.address
    }

    fn size(&self) -> u64 {
        self.size
    }
}

/// The context is current.
impl pool::Source for Context {
    type Chunk = Chunk;

    fn create(&self, size: u64) -> Result<Chunk, DeviceError> {
        let mut address = 0;
        unsafe { self.driver.cuMemAlloc_v2(&mut address, size as usize) }?;
        Ok(Chunk { address, size })
    }

    fn destroy(&self, chunk: &Chunk) {
        // Only a lost context fails here, and what it held is gone.
        let _ = unsafe { self.driver.cuMemFree_v2(chunk.address) };
    }
}
