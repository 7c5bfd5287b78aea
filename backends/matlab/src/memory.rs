//! Where memory ends, and where we are wrong, a program sees an error that it can catch, and keeps what it has printed. Where even that
//! cannot be, it ends with Octave's error rather than with an abort.

use crate::{Error, Result};
use std::alloc::{GlobalAlloc, Layout, System};
use std::any::Any;
use std::cell::Cell;
use std::io::{BufWriter, Read, Stdout, Write};
use std::panic::AssertUnwindSafe;
use std::sync::{LazyLock, Mutex, Once, OnceLock, PoisonError};

/// Standard output, which has to be emptied wherever the program ends.
static OUT: LazyLock<Mutex<BufWriter<Stdout>>> =
    LazyLock::new(|| Mutex::new(BufWriter::with_capacity(1 << 16, std::io::stdout())));

/// Writes to standard output. A closed one ends nothing in Octave either.
pub fn print(bytes: &[u8]) {
    let _ = OUT.lock().unwrap_or_else(PoisonError::into_inner).write_all(bytes);
}

/// Empties the buffer of standard output. Nobody is left who could be told that the output is gone.
pub fn flush() {
    let _ = OUT.lock().unwrap_or_else(PoisonError::into_inner).flush();
}

thread_local! {
    /// Who asks for memory can go on without it.
    static MAY_FAIL: Cell<bool> = const { Cell::new(false) };
}

/// An empty vector with room for a number of elements.
///
/// # Errors
/// More than memory can have.
pub fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut values = Vec::new();
    reserve(&mut values, count)?;
    Ok(values)
}

/// Room for more elements.
///
/// # Errors
/// More than memory can have.
pub fn reserve<T>(values: &mut Vec<T>, more: usize) -> Result<()> {
    let before = MAY_FAIL.replace(true);
    let result = values.try_reserve(more);
    MAY_FAIL.set(before);
    result.map_err(|_| Error::out_of_memory())
}

/// The same for who returns no errors: [`guard`] makes one of it.
pub fn room_or_unwind<T>(count: usize) -> Vec<T> {
    room(count).unwrap_or_else(|_| std::panic::resume_unwind(Box::new(Exhausted)))
}

/// What unwinds where memory ends.
struct Exhausted;

/// Makes errors of panics.
///
/// # Errors
/// Those of `f`; memory ended; we are wrong.
pub fn guard<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !is_exhausted(panic.payload()) {
                tell(panic);
            }
        }));
    });
    std::panic::catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        Err(match is_exhausted(&*panic) {
            true => Error::out_of_memory(),
            false => Error::new("internal error; please report it, with the program and the lines above"),
        })
    })
}

/// Vectors panic with these words where their length would be more than an address can have.
fn is_exhausted(panic: &(dyn Any + Send)) -> bool {
    panic.is::<Exhausted>() || panic.downcast_ref::<&str>() == Some(&"capacity overflow")
}

/// The system's memory.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

// SAFETY: all is the system's allocator's, but that the process ends where it has nothing.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        new(given(unsafe { System.alloc(layout) }), layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        new(given(unsafe { System.alloc_zeroed(layout) }), layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's.
        in_large_pages(given(unsafe { System.realloc(memory, layout, size) }), size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[inline]
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !MAY_FAIL.get() {
        end();
    }
    memory
}

/// Asks the system for large pages in large arrays: a page of 4 KiB at a time takes longer than most loops over them. It may have none.
/// A block of `malloc`, or null.
pub fn block(bytes: usize) -> *mut libc::c_void {
    // SAFETY: any number of bytes may be asked for.
    new(unsafe { libc::malloc(bytes) }.cast(), bytes).cast()
}

const LARGE: usize = 4 << 20;

#[inline]
fn in_large_pages(memory: *mut u8, bytes: usize) -> *mut u8 {
    if bytes >= LARGE && !memory.is_null() {
        advise(memory, bytes);
    }
    memory
}

/// As `in_large_pages`, for what is filled soon.
#[inline]
fn new(memory: *mut u8, bytes: usize) -> *mut u8 {
    if bytes >= LARGE && !memory.is_null() {
        advise(memory, bytes);
        crate::prefault::expect(memory, bytes);
    }
    memory
}

/// Is this a virtual machine whose free memory the host takes back? Large pages would come from what it has taken.
static GIVES_BACK: OnceLock<bool> = OnceLock::new();

/// A balloon with the feature 5, free page reporting. No array is made here.
fn gives_back() -> bool {
    const MOST_DEVICES: usize = 32;
    (0..MOST_DEVICES).any(|device| {
        let mut features = [0_u8; 6];
        let path = format!("/sys/bus/virtio/drivers/virtio_balloon/virtio{device}/features");
        let file = std::fs::File::open(path);
        file.is_ok_and(|mut file| file.read_exact(&mut features).is_ok()) && features[5] == b'1'
    })
}

#[cold]
fn advise(memory: *mut u8, bytes: usize) {
    const PAGE: usize = 2 << 20;
    let start = (memory as usize).next_multiple_of(PAGE);
    let end = (memory as usize + bytes) / PAGE * PAGE;
    if cfg!(target_os = "linux") && start < end && !*GIVES_BACK.get_or_init(gives_back) {
        // SAFETY: the pages are in the block that was just given, and what they hold stays.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

/// Nothing here may ask for memory.
#[cold]
fn end() -> ! {
    if let Ok(mut out) = OUT.try_lock() {
        let _ = out.flush();
    }
    let text = "error: out of memory or dimension too large for Octave's index type\n";
    // SAFETY: the text is there; the process ends without looking at anything else.
    unsafe {
        libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
        libc::_exit(1)
    }
}
