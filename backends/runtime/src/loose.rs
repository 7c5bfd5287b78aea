//! Copies of ranges that may be larger than the object they belong to. What lies beyond the object is not the program's
//! to read, so reading may fail there, and not the kernels' to write, so only bytes that changed go back.

use std::io::Error;

use crate::error::DeviceError;
use crate::fresh::page_size;

/// Parts that one system call reads, at most; Linux allows 1024.
const PARTS: usize = 512;

/// Host memory as it was when it was copied in.
#[derive(Debug, Clone)]
pub struct Snapshot {
    low: usize,
    bytes: Vec<u8>,
}

impl Snapshot {
    /// Reads `low..high`; bytes in pages that cannot be read are zero.
    pub fn read(low: usize, high: usize) -> Result<Self, DeviceError> {
        let mut bytes = vec![0; high.saturating_sub(low)];
        let page = page_size();
        let mut done = 0;
        while done < bytes.len() {
            let read = read_some(low + done, &mut bytes[done..], page)?;
            done += read;
            if read == 0 {
                // The page at `done` is not there.
                done = ((low + done) / page + 1) * page - low;
            }
        }
        Ok(Self { low, bytes })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Stores those of `new`, the bytes from the snapshot's beginning on, that differ from it; they are what the snapshot
    /// has from now on.
    ///
    /// # Safety
    /// Where `new` differs, memory is writable.
    pub unsafe fn store_changes(&mut self, new: &[u8]) {
        for (offset, (old, new)) in self.bytes.iter_mut().zip(new).enumerate() {
            if old != new {
                unsafe { ((self.low + offset) as *mut u8).write(*new) };
                *old = *new;
            }
        }
    }
}

/// Reads from `address` on, page by page; answers how many bytes could be read before the first page that could not.
fn read_some(address: usize, into: &mut [u8], page: usize) -> Result<usize, DeviceError> {
    let end = address + into.len();
    let mut parts = Vec::with_capacity(PARTS);
    let mut start = address;
    while start < end && parts.len() < PARTS {
        let next = end.min((start / page + 1) * page);
        parts.push(libc::iovec { iov_base: start as *mut _, iov_len: next - start });
        start = next;
    }
    let here = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: start - address };
    // SAFETY: `here` is `into`; the kernel checks the other addresses.
    let read =
        unsafe { libc::process_vm_readv(libc::getpid(), &here, 1, parts.as_ptr(), parts.len() as libc::c_ulong, 0) };
    match usize::try_from(read) {
        Ok(read) => Ok(read),
        Err(_) if Error::last_os_error().raw_os_error() == Some(libc::EFAULT) => Ok(0),
        Err(_) => Err(DeviceError::Inspection(Error::last_os_error().to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of memory with the last one taken away.
    struct Pages {
        start: usize,
        bytes: usize,
    }

    impl Pages {
        fn new(count: usize) -> Self {
            let bytes = count * page_size();
            let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) } as usize;
            assert_ne!(start, libc::MAP_FAILED as usize);
            Self { start, bytes }
        }

        fn take_away(&self, index: usize) {
            let page = page_size();
            let address = (self.start + index * page) as *mut _;
            assert_eq!(unsafe { libc::mprotect(address, page, libc::PROT_NONE) }, 0);
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            unsafe { libc::munmap(self.start as *mut _, self.bytes) };
        }
    }

    #[test]
    fn missing_pages_are_zero() {
        let (pages, page) = (Pages::new(1200), page_size());
        let all = unsafe { std::slice::from_raw_parts_mut(pages.start as *mut u8, pages.bytes) };
        all.iter_mut().enumerate().for_each(|(i, byte)| *byte = (i / page + i) as u8 | 1);
        let expected = all.to_vec();
        for missing in [0, 3, 4, 600, 1199] {
            pages.take_away(missing);
        }
        let (low, high) = (pages.start + 100, pages.start + pages.bytes - 7);
        let snapshot = Snapshot::read(low, high).unwrap();
        assert_eq!(snapshot.bytes().len(), high - low);
        for (i, byte) in snapshot.bytes().iter().enumerate() {
            let missing = [0, 3, 4, 600, 1199].contains(&((i + 100) / page));
            assert_eq!(*byte, if missing { 0 } else { expected[i + 100] }, "byte {i}");
        }
    }

    #[test]
    fn only_changes_are_stored() {
        let mut data = [1_u8, 2, 3, 4, 5];
        let low = data.as_mut_ptr() as usize;
        let mut snapshot = Snapshot::read(low, low + 5).unwrap();
        // Somebody else's byte, which the device saw as it was before.
        unsafe { ((low + 4) as *mut u8).write_volatile(50) };
        unsafe { snapshot.store_changes(&[1, 20, 3, 40, 5]) };
        assert_eq!(unsafe { std::ptr::read_volatile(&data) }, [1, 20, 3, 40, 50]);
        unsafe { snapshot.store_changes(&[1, 2, 3, 40, 5]) };
        assert_eq!(unsafe { std::ptr::read_volatile(&data) }, [1, 2, 3, 40, 50]);
    }

    #[test]
    fn nothing_is_read_of_nothing() {
        assert_eq!(Snapshot::read(16, 16).unwrap().bytes(), &[] as &[u8]);
        assert_eq!(Snapshot::read(16, 20).unwrap().bytes(), &[0; 4]);
    }
}
