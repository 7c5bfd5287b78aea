//! One space's memory: allocations with their bytes, each of which knows whether it was written. Every access is
//! checked here. Knows neither instructions nor threads.

use std::sync::Arc;

use crate::error::{MemoryProblem, Nearest, Verb};
use crate::race::{Conflict, Shadow, Who};
use crate::table::Strength;

/// Unaddressable bytes after each allocation, more than any access has.
const GAP: u64 = 256;

#[derive(Debug)]
pub struct Allocation {
    name: Arc<str>,
    address: u64,
    data: Vec<u8>,
    /// Per byte: was it written?
    set: Vec<bool>,
    writable: bool,
    races: Shadow,
}

impl Allocation {
    fn end(&self) -> u64 {
        self.address + self.data.len() as u64
    }
}

/// What an allocation holds at first.
pub enum Content<'a> {
    Uninitialized,
    /// These bytes, and zeros after them.
    Bytes(&'a [u8]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    ReadOnly,
    ReadWrite,
}

/// How an instruction accesses memory, for the check.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    pub address: u64,
    pub bytes: u32,
    pub verb: Verb,
    /// `None`: memory that one thread alone sees.
    pub race: Option<(Strength, Who)>,
}

#[derive(Debug)]
pub struct Memory {
    /// By address.
    allocations: Vec<Allocation>,
    next: u64,
    /// Index of the allocation that was found last: most accesses come back to it.
    last: usize,
}

impl Memory {
    /// Addresses begin at `start`, which is not 0.
    pub fn new(start: u64) -> Self {
        Self { allocations: Vec::new(), next: start, last: 0 }
    }

    /// Addresses never come back, so that a stale one is found out. They are aligned as asked and no better.
    pub fn allocate(
        &mut self,
        name: Arc<str>,
        bytes: u64,
        align: u64,
        content: Content,
        permission: Permission,
    ) -> u64 {
        let address = self.next.next_multiple_of(2 * align) + align;
        self.next = address + bytes + GAP;
        let mut data = vec![0; bytes as usize];
        let mut set = vec![false; bytes as usize];
        if let Content::Bytes(initial) = content {
            data[..initial.len()].copy_from_slice(initial);
            set.fill(true);
        }
        let writable = permission == Permission::ReadWrite;
        self.allocations.push(Allocation { name, address, data, set, writable, races: Shadow::default() });
        address
    }

    pub fn len(&self) -> usize {
        self.allocations.len()
    }

    /// Frees all allocations but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.allocations.truncate(len);
    }

    /// Frees the allocation at `address`.
    pub fn free(&mut self, address: u64) -> Result<(), MemoryProblem> {
        match self.allocations.iter().position(|allocation| allocation.address == address) {
            Some(at) => {
                self.allocations.remove(at);
                Ok(())
            }
            None => Err(MemoryProblem::OutOfBounds(self.nearest(address))),
        }
    }

    /// Forgets accesses: a new launch is ordered after all before it.
    pub fn forget_races(&mut self) {
        self.allocations.iter_mut().for_each(|allocation| allocation.races.clear());
    }

    /// Reads up to 16 bytes; the problem, if there is one, is that not all of them were written.
    pub fn load(&mut self, request: Request) -> Result<([u8; 16], Option<MemoryProblem>), MemoryProblem> {
        let (allocation, range) = self.check(request)?;
        let mut bytes = [0; 16];
        bytes[..range.len()].copy_from_slice(&allocation.data[range.clone()]);
        Ok((bytes, initialized(allocation, range).err()))
    }

    /// Replaces a number of up to 8 bytes; answers the old one.
    pub fn update(&mut self, request: Request, new: impl FnOnce(u64) -> u64) -> Result<u64, MemoryProblem> {
        let (allocation, range) = self.check(request)?;
        initialized(allocation, range.clone())?;
        let mut old = [0; 8];
        old[..range.len()].copy_from_slice(&allocation.data[range.clone()]);
        let old = u64::from_le_bytes(old);
        let new = new(old).to_le_bytes();
        allocation.data[range.clone()].copy_from_slice(&new[..range.len()]);
        Ok(old)
    }

    /// Writes the first bytes of `bytes`.
    pub fn store(&mut self, request: Request, bytes: &[u8]) -> Result<(), MemoryProblem> {
        let (allocation, range) = self.check(request)?;
        let bytes = &bytes[..range.len()];
        allocation.data[range.clone()].copy_from_slice(bytes);
        allocation.set[range].fill(true);
        Ok(())
    }

    /// The bytes of an access by the host, whatever their length.
    pub fn read(&mut self, address: u64, bytes: u64) -> Result<&[u8], MemoryProblem> {
        let (allocation, range) = self.find(address, bytes)?;
        initialized(allocation, range.clone())?;
        Ok(&allocation.data[range])
    }

    /// The same where only some of the bytes were written: the others have values of no meaning.
    pub fn read_in_part(&mut self, address: u64, bytes: u64) -> Result<Vec<u8>, MemoryProblem> {
        let (allocation, range) = self.find(address, bytes)?;
        let set = &allocation.set[range.clone()];
        if !set.contains(&true) {
            initialized(allocation, range.clone())?;
        }
        let byte = |(byte, set): (&u8, &bool)| if *set { *byte } else { MEANINGLESS };
        Ok(allocation.data[range].iter().zip(set).map(byte).collect())
    }

    /// Copies bytes with their marks.
    pub fn move_bytes(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), MemoryProblem> {
        let (allocation, range) = self.find(from, bytes)?;
        let (data, set) = (allocation.data[range.clone()].to_vec(), allocation.set[range].to_vec());
        let (allocation, range) = self.find(to, bytes)?;
        allocation.data[range.clone()].copy_from_slice(&data);
        allocation.set[range].copy_from_slice(&set);
        Ok(())
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), MemoryProblem> {
        let (allocation, range) = self.find(address, bytes.len() as u64)?;
        allocation.data[range.clone()].copy_from_slice(bytes);
        allocation.set[range].fill(true);
        Ok(())
    }

    /// Copies between allocations with their marks, padding included.
    pub fn copy(&mut self, from: usize, to: usize) {
        let Allocation { data, set, .. } = &self.allocations[from];
        let (data, set) = (data.clone(), set.clone());
        let target = &mut self.allocations[to];
        (target.data, target.set) = (data, set);
    }

    pub fn address(&self, at: usize) -> u64 {
        self.allocations[at].address
    }

    /// All that can be wrong with an access, but that what it reads was never written.
    fn check(&mut self, request: Request) -> Result<(&mut Allocation, std::ops::Range<usize>), MemoryProblem> {
        let Request { address, bytes, verb, race } = request;
        if !address.is_multiple_of(u64::from(bytes)) {
            return Err(MemoryProblem::Misaligned);
        }
        let (allocation, range) = self.find(address, u64::from(bytes))?;
        if verb != Verb::Reads && !allocation.writable {
            return Err(MemoryProblem::ReadOnly(allocation.name.to_string()));
        }
        if let Some((strength, who)) = race {
            for at in range.clone() {
                let conflict = allocation.races.access(at, verb, strength, who);
                conflict.map_err(|conflict| {
                    let (allocation, byte) = (allocation.name.to_string(), at as u64);
                    match conflict {
                        Conflict::Race(other) => MemoryProblem::Race { allocation, byte, other },
                        Conflict::ConstantChanges => MemoryProblem::ConstantChanges { allocation, byte },
                    }
                })?;
            }
        }
        Ok((allocation, range))
    }

    /// The allocation that holds all of the bytes, and where.
    fn find(&mut self, address: u64, bytes: u64) -> Result<(&mut Allocation, std::ops::Range<usize>), MemoryProblem> {
        let holds = |allocation: &Allocation| {
            allocation.address <= address && address < allocation.end() && bytes <= allocation.end() - address
        };
        if !self.allocations.get(self.last).is_some_and(holds) {
            let after = self.allocations.partition_point(|allocation| allocation.address <= address);
            match after.checked_sub(1) {
                Some(at) if holds(&self.allocations[at]) => self.last = at,
                Some(_) | None => return Err(MemoryProblem::OutOfBounds(self.nearest(address))),
            }
        }
        let allocation = &mut self.allocations[self.last];
        let start = (address - allocation.address) as usize;
        Ok((allocation, start..start + bytes as usize))
    }

    fn nearest(&self, address: u64) -> Option<Nearest> {
        let distance = |allocation: &&Allocation| {
            allocation.address.saturating_sub(address).max(address.saturating_sub(allocation.end()))
        };
        let Allocation { name, address, data, .. } = self.allocations.iter().min_by_key(distance)?;
        Some(Nearest { allocation: name.to_string(), address: *address, bytes: data.len() as u64 })
    }
}

/// What bytes seem to have that were never written.
const MEANINGLESS: u8 = 0xA5;

fn initialized(allocation: &Allocation, range: std::ops::Range<usize>) -> Result<(), MemoryProblem> {
    match allocation.set[range.clone()].iter().position(|set| !set) {
        None => Ok(()),
        Some(at) => Err(MemoryProblem::Uninitialized {
            allocation: allocation.name.to_string(),
            byte: (range.start + at) as u64,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHO: Who = Who { block: 0, epoch: 0, thread: 0 };

    fn request(address: u64, bytes: u32, verb: Verb) -> Request {
        Request { address, bytes, verb, race: Some((Strength::Weak, WHO)) }
    }

    #[test]
    fn marks_go_along() {
        let mut memory = Memory::new(0x1000);
        let [a, b] =
            ["a", "b"].map(|name| memory.allocate(name.into(), 8, 4, Content::Uninitialized, Permission::ReadWrite));
        assert!(memory.read_in_part(a, 8).is_err(), "nothing at all");
        memory.write(a + 2, &[1, 2]).unwrap();
        memory.move_bytes(b, a, 8).unwrap();
        assert!(memory.read(b, 4).is_err());
        assert_eq!(memory.read_in_part(b, 4).unwrap(), [MEANINGLESS, MEANINGLESS, 1, 2]);
        assert!(memory.move_bytes(b, a, 9).is_err());
    }

    #[test]
    fn accesses_are_checked() {
        let mut memory = Memory::new(0x100);
        let a = memory.allocate("a".into(), 8, 4, Content::Uninitialized, Permission::ReadWrite);
        let b = memory.allocate("b".into(), 8, 8, Content::Bytes(&[1, 2]), Permission::ReadOnly);
        assert_eq!((a % 8, b % 16), (4, 8), "aligned, and no better than asked");
        assert_eq!(memory.load(request(b, 4, Verb::Reads)).map(|(bytes, _)| bytes[..4].to_vec()), Ok(vec![1, 2, 0, 0]));
        assert_eq!(memory.store(request(b, 1, Verb::Writes), &[0]), Err(MemoryProblem::ReadOnly("b".into())));
        assert_eq!(memory.load(request(a + 2, 4, Verb::Reads)), Err(MemoryProblem::Misaligned));
        assert_eq!(memory.store(request(a, 2, Verb::Writes), &[7, 8]), Ok(()));
        let unset = MemoryProblem::Uninitialized { allocation: "a".into(), byte: 2 };
        assert_eq!(memory.load(request(a, 4, Verb::Reads)).map(|(_, problem)| problem), Ok(Some(unset.clone())));
        assert_eq!(memory.update(request(a, 4, Verb::Updates), |old| old), Err(unset));
        let nearest = Some(Nearest { allocation: "a".into(), address: a, bytes: 8 });
        assert_eq!(memory.load(request(a + 8, 1, Verb::Reads)), Err(MemoryProblem::OutOfBounds(nearest)));
        assert!(matches!(memory.read(a + 4, 8), Err(MemoryProblem::OutOfBounds(_))), "over the end");
        assert!(matches!(memory.read(u64::MAX, 8), Err(MemoryProblem::OutOfBounds(_))));
    }

    #[test]
    fn freed_addresses_do_not_come_back() {
        let mut memory = Memory::new(0x100);
        let a = memory.allocate("a".into(), 8, 4, Content::Uninitialized, Permission::ReadWrite);
        assert_eq!(memory.free(a), Ok(()));
        assert_eq!(memory.free(a), Err(MemoryProblem::OutOfBounds(None)));
        let b = memory.allocate("b".into(), 8, 4, Content::Uninitialized, Permission::ReadWrite);
        assert_ne!(a, b);
    }
}
