//! The memory of the test interpreter: blocks with gaps between them, so that stray accesses are noticed.

use super::Stop;

const GAP: u64 = 256;
const START: u64 = 0x1_0000;

#[derive(Clone, Default)]
pub struct Memory {
    bytes: Vec<u8>,
    blocks: Vec<(u64, u64)>,
}

impl Memory {
    /// A new block with bytes that depend on its number only.
    pub fn allocate(&mut self, size: u64) -> u64 {
        let offset = (self.bytes.len() as u64).next_multiple_of(64) + GAP;
        self.bytes.resize((offset + size) as usize, 0);
        let seed = self.blocks.len() as u64 * 37 + 11;
        for (i, byte) in self.bytes[offset as usize..].iter_mut().enumerate() {
            *byte = (seed.wrapping_mul(i as u64 + 3) % 5) as u8;
        }
        self.blocks.push((START + offset, size));
        START + offset
    }

    fn slot(&self, address: u64, size: u64) -> Result<usize, Stop> {
        let inside = |&&(start, len): &&(u64, u64)| start <= address && address.saturating_add(size) <= start + len;
        match self.blocks.iter().find(inside) {
            _ if size > 8 => Err(Stop::Unsupported("no scalar".into())),
            Some(_) => Ok((address - START) as usize),
            None => Err(Stop::Undefined(format!("access to {size} bytes at {address:#x}"))),
        }
    }

    /// A pointer may point into a block or to its end.
    pub fn check_pointer(&self, address: i128) -> Result<(), Stop> {
        let inside = |&(start, len): &(u64, u64)| (i128::from(start)..=i128::from(start + len)).contains(&address);
        match self.blocks.iter().any(inside) {
            true => Ok(()),
            false => Err(Stop::Undefined("pointer out of bounds".into())),
        }
    }

    pub fn load(&self, address: u64, size: u64) -> Result<u64, Stop> {
        let slot = self.slot(address, size)?;
        let mut bytes = [0; 8];
        bytes[..size as usize].copy_from_slice(&self.bytes[slot..slot + size as usize]);
        Ok(u64::from_le_bytes(bytes))
    }

    pub fn store(&mut self, address: u64, size: u64, bits: u64) -> Result<(), Stop> {
        let slot = self.slot(address, size)?;
        self.bytes[slot..slot + size as usize].copy_from_slice(&bits.to_le_bytes()[..size as usize]);
        Ok(())
    }

    /// Overwrites what must not be read any more.
    pub fn poison(&mut self, address: u64, size: u64) -> Result<(), Stop> {
        let slot = self.slot(address, 0)?;
        self.bytes[slot..slot + size as usize].fill(0xA5);
        Ok(())
    }

    /// The contents of the first `count` blocks.
    pub fn contents(&self, count: usize) -> Vec<Vec<u8>> {
        let block =
            |&(start, len): &(u64, u64)| self.bytes[(start - START) as usize..(start - START + len) as usize].to_vec();
        self.blocks.iter().take(count).map(block).collect()
    }

    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }
}
