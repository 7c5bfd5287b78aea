//! How large a block of the program's `malloc` is. A program may bring a `malloc` of its own: then only a `malloc_usable_size` that comes
//! with it knows.

use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

type Size = unsafe extern "C" fn(*mut c_void) -> usize;

/// The bytes of a block, if anybody can tell.
///
/// # Safety
/// `block` is null or what `free` takes.
pub unsafe fn size_of_block(block: *mut c_void) -> Option<usize> {
    static SIZE: OnceLock<Option<Size>> = OnceLock::new();
    let size = *SIZE.get_or_init(|| {
        let (size, free) = (symbol(c"malloc_usable_size")?, symbol(c"free")?);
        // SAFETY: it has been C's type since there is such a function.
        (object_of(size)? == object_of(free)?).then(|| unsafe { std::mem::transmute::<*mut c_void, Size>(size) })
    });
    // SAFETY: the block is of the allocator that the function belongs to.
    size.map(|size| unsafe { size(block) })
}

/// What the name means to the program.
fn symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: it only asks.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Where the library begins that holds this code.
fn object_of(code: *mut c_void) -> Option<usize> {
    // SAFETY: all zero is a value of the type, and the call only fills it.
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    (unsafe { libc::dladdr(code, &mut info) } != 0).then_some(info.dli_fbase as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_large_as_asked_for_or_larger() {
        for bytes in [1, 100, 100_000] {
            let block = unsafe { libc::malloc(bytes) };
            assert!(unsafe { size_of_block(block) }.is_none_or(|it| it >= bytes));
            unsafe { libc::free(block) };
        }
        assert!(unsafe { size_of_block(std::ptr::null_mut()) }.is_none_or(|it| it == 0));
    }
}
