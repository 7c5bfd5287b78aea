//! Device memory by span: freed chunks are kept for reuse, and one limit holds over all of them. It knows no driver.

use std::collections::HashMap;

use crate::device::Buffer;
use crate::error::DeviceError;
use crate::ranges::Span;

/// Buffers start where the host address does, modulo this: aligned host data stays aligned.
const ALIGNMENT: usize = 256;

/// Sizes are rounded up to this, so that similar sizes can reuse each other's chunks.
const GRANULE: u64 = 64 << 10;

/// Freed chunks are kept for reuse up to this many bytes.
const IDLE_BYTES: u64 = 512 << 20;

/// A piece of device memory as a driver hands it out, aligned to [`ALIGNMENT`].
pub trait Chunk: Copy {
    fn address(&self) -> u64;
    fn size(&self) -> u64;
}

/// Where chunks come from.
pub trait Source {
    type Chunk: Chunk;
    fn create(&self, size: u64) -> Result<Self::Chunk, DeviceError>;
    fn destroy(&self, chunk: &Self::Chunk);
}

pub struct Pool<C> {
    live: HashMap<u64, C>,
    /// Oldest first.
    idle: Vec<C>,
    limit: u64,
    /// The most bytes of one chunk.
    largest: u64,
    /// Bytes of all chunks, idle ones included.
    used: u64,
    next_key: u64,
}

impl<C: Chunk> Pool<C> {
    pub fn new(limit: u64, largest: u64) -> Self {
        Self { live: HashMap::new(), idle: Vec::new(), limit, largest, used: 0, next_key: 0 }
    }

    pub fn allocate(&mut self, source: &impl Source<Chunk = C>, span: &Span) -> Result<Buffer, DeviceError> {
        let shift = span.low % ALIGNMENT;
        let bytes = span.high - span.low;
        let wanted = ((bytes + shift) as u64).next_multiple_of(GRANULE);
        let chunk = match self.reuse(wanted) {
            Some(chunk) => chunk,
            None => self.create(source, wanted)?,
        };
        self.next_key += 1;
        self.live.insert(self.next_key, chunk);
        Ok(Buffer { address: chunk.address() + shift as u64, bytes, key: self.next_key, is_hosts: false })
    }

    pub fn free(&mut self, source: &impl Source<Chunk = C>, buffer: &Buffer) {
        self.idle.extend(self.live.remove(&buffer.key));
        while self.idle.iter().map(C::size).sum::<u64>() > IDLE_BYTES {
            let oldest = self.idle.remove(0);
            self.used -= oldest.size();
            source.destroy(&oldest);
        }
    }

    /// A buffer's chunk and where in it the buffer starts.
    pub fn chunk(&self, buffer: &Buffer) -> Result<(C, u64), DeviceError> {
        let freed = || DeviceError::BadAccess("the buffer was freed before".to_owned());
        let chunk = self.live.get(&buffer.key).copied().ok_or_else(freed)?;
        Ok((chunk, buffer.address - chunk.address()))
    }

    /// The smallest idle chunk that fits and wastes at most half of itself.
    fn reuse(&mut self, wanted: u64) -> Option<C> {
        let fits = |chunk: &C| chunk.size() >= wanted && chunk.size() / 2 <= wanted;
        let candidates = self.idle.iter().enumerate().filter(|(_, chunk)| fits(chunk));
        let (best, _) = candidates.min_by_key(|(_, chunk)| chunk.size())?;
        Some(self.idle.remove(best))
    }

    fn create(&mut self, source: &impl Source<Chunk = C>, wanted: u64) -> Result<C, DeviceError> {
        if self.used.saturating_add(wanted) > self.limit {
            self.drop_idle(source);
        }
        if self.used.saturating_add(wanted) > self.limit || wanted > self.largest {
            return Err(DeviceError::OutOfMemory { wanted, used: self.used, limit: self.limit });
        }
        let chunk = source.create(wanted).or_else(|error| {
            if !error.is_out_of_memory() || self.idle.is_empty() {
                return Err(error);
            }
            self.drop_idle(source);
            source.create(wanted)
        })?;
        self.used += chunk.size();
        Ok(chunk)
    }

    fn drop_idle(&mut self, source: &impl Source<Chunk = C>) {
        for chunk in self.idle.drain(..) {
            self.used -= chunk.size();
            source.destroy(&chunk);
        }
    }

    /// Gives everything back; the device must be idle.
    pub fn destroy(&mut self, source: &impl Source<Chunk = C>) {
        let live = self.live.drain().map(|(_, chunk)| chunk);
        live.chain(self.idle.drain(..)).for_each(|chunk| source.destroy(&chunk));
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::cuda::CudaCode;
    use crate::error::Code;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Piece(u64, u64);

    impl Chunk for Piece {
        fn address(&self) -> u64 {
            self.0
        }
        fn size(&self) -> u64 {
            self.1
        }
    }

    /// A device with so many bytes, and the addresses of what is taken.
    struct Memory {
        bytes: u64,
        taken: RefCell<Vec<Piece>>,
        made: RefCell<u64>,
    }

    impl Memory {
        fn new(bytes: u64) -> Self {
            Self { bytes, taken: RefCell::default(), made: RefCell::default() }
        }
    }

    impl Source for Memory {
        type Chunk = Piece;
        fn create(&self, size: u64) -> Result<Piece, DeviceError> {
            let mut taken = self.taken.borrow_mut();
            if taken.iter().map(Chunk::size).sum::<u64>() + size > self.bytes {
                return Err(DeviceError::Call { call: "cuMemAlloc_v2", code: Code::Cuda(CudaCode::OUT_OF_MEMORY) });
            }
            *self.made.borrow_mut() += 1;
            let piece = Piece(*self.made.borrow() << 32, size);
            taken.push(piece);
            Ok(piece)
        }
        fn destroy(&self, chunk: &Piece) {
            self.taken.borrow_mut().retain(|taken| taken != chunk);
        }
    }

    fn span(low: usize, bytes: usize) -> Span {
        Span { low, high: low + bytes, members: vec![] }
    }

    #[test]
    fn freed_chunks_serve_again_and_keep_the_alignment_of_the_host() {
        let (memory, mut pool) = (Memory::new(1 << 30), Pool::new(1 << 30, 1 << 30));
        let first = pool.allocate(&memory, &span(4096 + 24, 1000)).unwrap();
        assert_eq!((first.address % 256, first.bytes), (24, 1000));
        pool.free(&memory, &first);
        let second = pool.allocate(&memory, &span(8192, 60_000)).unwrap();
        assert_eq!(pool.chunk(&second).unwrap().0, memory.taken.borrow()[0]);
        // Far too large for this.
        pool.allocate(&memory, &span(0, 1 << 20)).unwrap();
        assert_eq!(*memory.made.borrow(), 2);
        assert!(pool.chunk(&first).is_err());
    }

    #[test]
    fn idle_chunks_go_before_memory_is_exhausted() {
        for (device, limit) in [(3 << 20, 1 << 30), (1 << 30, 3 << 20)] {
            let (memory, mut pool) = (Memory::new(device), Pool::new(limit, 1 << 30));
            let first = pool.allocate(&memory, &span(0, 2 << 20)).unwrap();
            assert!(pool.allocate(&memory, &span(0, 3 << 20)).is_err());
            pool.free(&memory, &first);
            pool.allocate(&memory, &span(0, 3 << 20)).unwrap();
            assert_eq!(memory.taken.borrow().len(), 1, "{device} {limit}");
        }
    }

    #[test]
    fn a_limit_is_named() {
        let (memory, mut pool) = (Memory::new(1 << 30), Pool::new(1 << 20, 1 << 30));
        let error = pool.allocate(&memory, &span(0, 2 << 20)).unwrap_err();
        assert_eq!(error, DeviceError::OutOfMemory { wanted: 2 << 20, used: 0, limit: 1 << 20 });
    }

    #[test]
    fn few_freed_bytes_are_kept() {
        let (memory, mut pool) = (Memory::new(4 << 30), Pool::new(4 << 30, 4 << 30));
        let buffers: Vec<_> = (0..3).map(|_| pool.allocate(&memory, &span(0, 300 << 20)).unwrap()).collect();
        buffers.iter().for_each(|buffer| pool.free(&memory, buffer));
        assert_eq!(memory.taken.borrow().len(), 1);
        pool.destroy(&memory);
        assert!(memory.taken.borrow().is_empty());
    }
}
