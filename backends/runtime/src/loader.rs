//! The dynamic loader, as far as it limits what may be done now. It loads nothing.

use std::ffi::{CStr, c_int, c_void};
use std::ops::Range;
use std::sync::OnceLock;

use crate::error::DeviceError;

/// A statically linked program has a loader of its own that can't start what drivers need: they crash in it.
pub fn check_drivers_can_be_loaded(api: &'static str) -> Result<(), DeviceError> {
    if is_static() {
        let why = "the program is linked statically".to_owned();
        return Err(DeviceError::NoDriver { api, why });
    }
    Ok(())
}

/// Is the program without an interpreter, as its own headers say?
fn is_static() -> bool {
    // SAFETY: the system passes the address and number of the program's headers.
    let headers = unsafe {
        let at = libc::getauxval(libc::AT_PHDR) as *const libc::Elf64_Phdr;
        let count = libc::getauxval(libc::AT_PHNUM) as usize;
        if at.is_null() { &[] } else { std::slice::from_raw_parts(at, count) }
    };
    !headers.is_empty() && headers.iter().all(|header| header.p_type != libc::PT_INTERP)
}

/// Is this thread in a constructor or destructor of a library, called by the loader? `dlopen` and `dlclose` hold the loader's lock
/// meanwhile. A thread that needs the lock, for thread-local data with a destructor, say, waits for them; who waits for such a
/// thread waits for ever. Code of a library that is being closed must not be left to threads in any case.
pub fn is_active() -> bool {
    let mut search = Search { loader: loader(), found: false };
    if !search.loader.is_empty() {
        // SAFETY: the callback gets what is passed here, and nothing is kept.
        unsafe { _Unwind_Backtrace(visit, (&raw mut search).cast()) };
    }
    search.found
}

struct Search {
    loader: Range<usize>,
    found: bool,
}

extern "C" fn visit(context: *mut c_void, search: *mut c_void) -> c_int {
    const GO_ON: c_int = 0;
    const END_OF_STACK: c_int = 5;
    // SAFETY: `is_active` passed it.
    let search = unsafe { &mut *search.cast::<Search>() };
    search.found |= search.loader.contains(&unsafe { _Unwind_GetIP(context) });
    if search.found { END_OF_STACK } else { GO_ON }
}

unsafe extern "C" {
    fn _Unwind_Backtrace(visit: extern "C" fn(*mut c_void, *mut c_void) -> c_int, argument: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Where the loader's code is; empty if there is none.
fn loader() -> Range<usize> {
    static LOADER: OnceLock<Range<usize>> = OnceLock::new();
    let find = || {
        let mut found = 0..0;
        // SAFETY: as in `is_active`.
        unsafe { libc::dl_iterate_phdr(Some(note_loader), (&raw mut found).cast()) };
        found
    };
    LOADER.get_or_init(find).clone()
}

unsafe extern "C" fn note_loader(info: *mut libc::dl_phdr_info, _size: usize, found: *mut c_void) -> c_int {
    // SAFETY: the system describes an object that is loaded.
    let (info, found) = unsafe { (&*info, &mut *found.cast::<Range<usize>>()) };
    let path = if info.dlpi_name.is_null() { c"" } else { unsafe { CStr::from_ptr(info.dlpi_name) } };
    let name = path.to_bytes().rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    if !name.starts_with(b"ld-linux") && !name.starts_with(b"ld-musl") {
        return 0;
    }
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    for header in headers.iter().filter(|header| header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_X != 0) {
        let start = (info.dlpi_addr + header.p_vaddr) as usize;
        *found = start..start + header.p_memsz as usize;
    }
    1
}

/// Is the runtime part of a library, which may be unloaded, rather than of the program itself?
pub fn is_in_library() -> bool {
    unsafe extern "C" {
        /// Where the object that holds the runtime begins; the linker's.
        #[link_name = "__ehdr_start"]
        static OWN_HEADER: libc::Elf64_Ehdr;
    }
    // SAFETY: the header is mapped, as the first of the object's pages.
    let (own, offset) = unsafe { (&raw const OWN_HEADER as usize, OWN_HEADER.e_phoff as usize) };
    own + offset != unsafe { libc::getauxval(libc::AT_PHDR) } as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_an_ordinary_program() {
        assert!(!is_active() && !is_static() && !is_in_library());
        assert!(!loader().is_empty());
        assert!(check_drivers_can_be_loaded("Vulkan").is_ok());
    }
}
