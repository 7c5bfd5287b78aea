//! The C functions of `raddle.h`. Each turns C structures into Rust ones, finds the calling thread's session and ends
//! the program where `raddle.h` says so. No decision is taken here, except that nests which the runtime itself reaches run
//! on the host: each function notes that its thread is in the runtime.

use std::cell::RefCell;
use std::ffi::{CString, OsStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use crate::config::{Config, DeviceChoice, StatsTarget};
use crate::cpu::KERNEL_ROOM_BYTES;
use crate::device;
use crate::directory::{self, Window};
use crate::ending;
use crate::error::Fatal;
use crate::heap;
use crate::host_time;
use crate::in_order;
use crate::inside::Inside;
use crate::kept::Inputs;
use crate::learn::Advice;
use crate::loader;
use crate::ranges::{self, Range, first_conflict};
use crate::residence::{self, UNITS};
use crate::rows;
use crate::runtime::{LeftOut, Runtime, Site, Size};
use crate::session::Session;
use crate::signals::Undisturbed;
use crate::stats::Nest;
use crate::types::{
    ABI_VERSION, BOUNDED, BRINGS_LIBRARY, HAS_ATOMICS, HAS_PTX, IRREGULAR, Kernel, RESIDENT, RaddleKernel, RaddleNest,
    RaddleRange, RaddleSite, RaddleUnit, SERIAL, THREADS_ONLY, TIMES_HOST, TOGETHER, text,
};

const STATUS_USAGE: c_int = 2;
const STATUS_DEVICE: c_int = 3;

/// What `raddle_enter` answers.
const ON_THE_HOST: c_int = 0;
const ENTERED: c_int = 1;
const ON_THE_HOST_TIMED: c_int = 2;

static RUNTIME: OnceLock<Runtime> = OnceLock::new();
static START: OnceLock<Start> = OnceLock::new();

struct Start {
    at: Instant,
    process: u32,
    /// Relative paths in settings count from here, wherever the program goes.
    folder: PathBuf,
}

/// A site that a thread is in, and what its cancellation was before. Handlers of signals wait until it has left the site: one that leaves by
/// `longjmp` would leave locks and the stack that other threads work on.
struct Entry {
    session: Session<'static>,
    cancellation: c_int,
    undisturbed: Option<Undisturbed>,
}

/// Entries leave the list and come back with each call, so they stay where they are in memory.
type Sessions = ManuallyDrop<Vec<Box<Entry>>>;

thread_local! {
    /// The sites that this thread is in, innermost last. Without a destructor, so that handlers that run after those of
    /// thread-local data (`atexit`) can still enter sites; an empty list owns no memory.
    static SESSIONS: RefCell<Sessions> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

fn runtime() -> &'static Runtime {
    RUNTIME.get_or_init(|| match Config::from_env() {
        Ok(config) => Runtime::new(config),
        Err(error) => quit(STATUS_USAGE, &error.to_string()),
    })
}

/// Ends the program as `exit` does, so that what it printed so far comes out. Where newest values of arrays are lost, its exit handlers
/// do not run: they would find old ones.
fn quit(status: c_int, message: &str) -> ! {
    eprintln!("raddle: error: {message}");
    let lost = directory::with(directory::Directory::rescue);
    if lost.is_empty() {
        unsafe { libc::exit(status) }
    }
    eprintln!("raddle: error: lost: the newest values of '{}'", lost.join("', '"));
    if RUNTIME.get().is_some_and(|it| it.config.stats.is_some() || it.config.trace.is_some()) {
        at_exit();
    }
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(status)
    }
}

fn or_quit(result: Result<(), Fatal>) {
    if let Err(error) = result {
        quit(STATUS_DEVICE, &error.to_string());
    }
}

fn check_version(version: u32, what: &str) {
    if version != ABI_VERSION {
        let message =
            format!("{what} was compiled for version {version} of the runtime; this is version {ABI_VERSION}");
        quit(STATUS_DEVICE, &message);
    }
}

/// Notes when the program began, and that statistics are due when it ends.
fn start() {
    START.get_or_init(|| {
        let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if ["RADDLE_STATS", "RADDLE_TRACE"].iter().any(is_set) {
            unsafe { libc::atexit(at_exit) };
        }
        let folder = std::env::current_dir().unwrap_or_default();
        Start { at: Instant::now(), process: std::process::id(), folder }
    });
}

extern "C" fn at_exit() {
    let _inside = Inside::again();
    let Some(start) = START.get() else { return };
    // The child of a fork would overwrite what its parent writes.
    if start.process != std::process::id() {
        return;
    }
    // Not `runtime()`: a program that never entered a site must not fail for a wrong setting now.
    let fresh = if RUNTIME.get().is_none() { Config::from_env().ok().map(Runtime::new) } else { None };
    let Some(runtime) = RUNTIME.get().or(fresh.as_ref()) else { return };
    write_trace(runtime, start);
    let Some(target) = &runtime.config.stats else { return };
    let target = match target {
        StatsTarget::Table => StatsTarget::Table,
        StatsTarget::Json(path) => StatsTarget::Json(start.folder.join(path)),
    };
    let compile = runtime.config.stats_compile.as_ref().map(|path| start.folder.join(path));
    let run_ns = start.at.elapsed().as_nanos() as u64;
    let report = runtime.stats.report(&runtime.device_info(), &nests(), run_ns, compile.as_deref());
    let written = report.map_or(Ok(()), |report| report.write(&target));
    if let Err(error) = written {
        eprintln!("raddle: the statistics can't be written: {error}");
    }
}

fn write_trace(runtime: &Runtime, start: &Start) {
    let (Some(trace), Some(path)) = (runtime.stats.trace(), &runtime.config.trace) else { return };
    if let Err(error) = trace.write(&start.folder.join(path)) {
        eprintln!("raddle: the trace can't be written: {error}");
    }
}

/// Who names a GPU that is not there hears it when the program starts. The loader may be at work in this thread, as a library with
/// nests is opened; then the first launch says it.
fn check_named_device() {
    static CHECK: Once = Once::new();
    let is_gpu = |name: &OsStr| ["cuda", "vulkan"].iter().any(|it| name.as_encoded_bytes().starts_with(it.as_bytes()));
    if CHECK.is_completed()
        || !std::env::var_os("RADDLE_DEVICE").is_some_and(|name| is_gpu(&name))
        || loader::is_active()
    {
        return;
    }
    CHECK.call_once(|| match Config::from_env() {
        Ok(config) if config.may_lack_device => (),
        Ok(config) => {
            if let Err(error) = device::check_is_there(&config) {
                quit(STATUS_DEVICE, &error.to_string());
            }
            if config.device == DeviceChoice::Cuda {
                // No forked child can use the driver any more; from here on they are told from this process.
                runtime().is_forked_child();
            }
        }
        Err(error) => quit(STATUS_USAGE, &error.to_string()),
    });
}

/// The nests of all registered units, in the order of registration.
fn nests() -> Vec<Nest> {
    let units: Vec<&RaddleUnit> = residence::units().collect();
    units.iter().rev().flat_map(|unit| unit_nests(unit)).map(nest).collect()
}

fn unit_nests(unit: &RaddleUnit) -> &[RaddleNest] {
    if unit.nests.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(unit.nests, unit.n_nests as usize) } }
}

fn nest(raw: &RaddleNest) -> Nest {
    let owned = |string| unsafe { text(string) }.into_owned();
    Nest {
        source: owned(raw.source),
        function: owned(raw.function),
        verdict: owned(raw.verdict),
        reason: owned(raw.reason),
    }
}

/// The last of the destructors of the object that holds the runtime: its code may be gone afterwards, so no thread may be in it. A
/// program's own code stays to the end.
extern "C" fn at_unload() {
    if let Some(runtime) = RUNTIME.get().filter(|_| loader::is_in_library()) {
        runtime.end_threads();
    }
}

#[used]
#[unsafe(link_section = ".fini_array.00000")]
static AT_UNLOAD: extern "C" fn() = at_unload;

/// `is_version` of the gate of versions for CPU threads.
const GATE_OF_THREADS: u32 = 2;

/// Tells the unit which launches are too small to ask for, at gates whose `is_version` is wanted.
fn fill_gates(unit: &RaddleUnit, is_wanted: impl Fn(u32) -> bool) {
    if unit.gates.is_null() {
        return;
    }
    let gates = unsafe { std::slice::from_raw_parts(unit.gates, unit.n_gates as usize) };
    for gate in gates.iter().filter_map(|gate| unsafe { gate.as_ref() }).filter(|it| is_wanted(it.is_version)) {
        let least = match gate.is_version {
            GATE_OF_THREADS => runtime().least_on_threads(),
            version => runtime().least_instances(known_cost(gate.picoseconds), version != 0),
        };
        gate.least.store(least, Relaxed);
    }
}

/// Once `auto` has opened a GPU, versions for CPU threads give way to those for devices of their own.
fn close_threads_gates() {
    static ARE_CLOSED: AtomicBool = AtomicBool::new(false);
    if runtime().has_opened_gpu() && !ARE_CLOSED.swap(true, Relaxed) {
        residence::units().for_each(|it| fill_gates(it, |is_version| is_version == GATE_OF_THREADS));
    }
}

/// # Safety
/// `unit` points to static data as in `raddle.h`; each unit is registered once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_register_unit(unit: *mut RaddleUnit) {
    let inside = Inside::first();
    let Some(unit) = (unsafe { unit.as_mut() }) else { return };
    check_version(unit.version, "an object file");
    if unit.flags & BRINGS_LIBRARY != 0 {
        residence::forbid();
    }
    if inside.is_some() {
        start();
        if unit_nests(unit).iter().any(|nest| unsafe { text(nest.verdict) } == "device") {
            check_named_device();
        }
        fill_gates(unit, |_| true);
    }
    let mut head = UNITS.load(SeqCst);
    loop {
        unit.next = head;
        match UNITS.compare_exchange(head, unit, SeqCst, SeqCst) {
            Ok(_) => return residence::registered(unit),
            Err(now) => head = now,
        }
    }
}

/// # Safety
/// As `raddle.h` says; `ranges` has `n_ranges` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_enter(
    site: *const RaddleSite,
    ranges: *const RaddleRange,
    n_ranges: i64,
    instances: i64,
    items: i64,
) -> c_int {
    let Some(mut inside) = Inside::first() else { return ON_THE_HOST };
    let Some(raw) = (unsafe { site.as_ref() }) else { quit(STATUS_DEVICE, "raddle_enter without a site") };
    check_version(raw.version, "a site");
    start();
    let size = Size { instances, items, picoseconds: known_cost(raw.gate.picoseconds) };
    let is_serial = raw.code & SERIAL != 0;
    let declines = if is_serial { !directory::has_data() } else { runtime().declines_unseen(size) };
    if declines {
        return ON_THE_HOST;
    }
    // Only code that says where the loop ends can be learned of, and nothing is of statements: what devices have differs each time.
    let times_host = raw.code & TIMES_HOST != 0 && !is_serial;
    let known = if times_host { runtime().known_advice(site as usize, size) } else { Some(Advice::NONE) };
    let advice = known.unwrap_or_else(|| {
        inside.undisturbed();
        runtime().advice(site as usize, size)
    });
    if runtime().stays_unseen(advice, size) {
        return if advice.times_host() { timed(raw, instances) } else { ON_THE_HOST };
    }
    inside.undisturbed();
    let site = unsafe {
        Site {
            id: site as usize,
            source: text(raw.source),
            function: text(raw.function),
            has_ptx: raw.code & HAS_PTX != 0,
            has_atomics: raw.code & HAS_ATOMICS != 0,
            threads_only: raw.code & THREADS_ONLY != 0,
            may_follow: raw.code & (THREADS_ONLY | BOUNDED) == THREADS_ONLY,
            is_resident: raw.code & RESIDENT != 0,
            is_irregular: raw.code & IRREGULAR != 0,
            runs_together: raw.code & TOGETHER != 0,
            is_serial,
            left_out: LeftOut::of(raw.code),
        }
    };
    let entered = runtime().enter(site, unsafe { list(ranges, n_ranges) }, size, advice);
    close_threads_gates();
    match entered {
        Err(fatal) => quit(STATUS_DEVICE, &fatal.to_string()),
        Ok(None) if times_host && runtime().times_host(advice) => timed(raw, instances),
        Ok(None) => ON_THE_HOST,
        Ok(Some(session)) => {
            let (cancellation, undisturbed) = (inside.keep_cancellation_off(), inside.keep_undisturbed());
            let entry = Box::new(Entry { session, cancellation, undisturbed });
            SESSIONS.with_borrow_mut(|sessions| sessions.push(entry));
            ENTERED
        }
    }
}

fn timed(site: &RaddleSite, instances: i64) -> c_int {
    if host_time::begin(&raw const *site as usize, instances) { ON_THE_HOST_TIMED } else { ON_THE_HOST }
}

/// # Safety
/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_host_done(site: *const RaddleSite) {
    let now = Instant::now();
    let _inside = Inside::again();
    let Some(run) = host_time::end(site as usize, now) else { return };
    let Some(raw) = (unsafe { site.as_ref() }) else { return };
    let (source, function) = unsafe { (text(raw.source), text(raw.function)) };
    let short = runtime().host_ran(site as usize, &source, &function, run);
    if let Some(least) = short.filter(|_| raw.code & IRREGULAR == 0) {
        raw.gate.least.fetch_max(least, Relaxed);
    }
}

/// Programs that call the runtime by hand need not know what an iteration costs.
fn known_cost(picoseconds: u32) -> u32 {
    if picoseconds == 0 { 1000 } else { picoseconds }
}

unsafe fn list(ranges: *const RaddleRange, n_ranges: i64) -> Vec<Range> {
    let n_ranges = if ranges.is_null() { 0 } else { usize::try_from(n_ranges).unwrap_or(0) };
    (0..n_ranges).map(|i| unsafe { Range::new(&*ranges.add(i)) }).collect()
}

/// # Safety
/// As `raddle.h` says; `ranges` has `n_ranges` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_disjoint(ranges: *const RaddleRange, n_ranges: i64) -> c_int {
    let Some(mut inside) = Inside::first() else { return 0 };
    inside.undisturbed();
    let ranges = unsafe { list(ranges, n_ranges) };
    let overlap = || !matches!(unsafe { rows::look(&ranges, |_| false) }, Ok(None));
    c_int::from(first_conflict(&ranges).is_none() && !(rows::has_rows(&ranges) && overlap()))
}

/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_has_room() -> c_int {
    c_int::from(crate::stack::left().is_some_and(|bytes| bytes >= KERNEL_ROOM_BYTES))
}

/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_choose(version: *const c_void, instances: i64, picoseconds: u32) -> i64 {
    const VERSION: i64 = 1;
    let Some(mut inside) = Inside::first() else { return VERSION };
    inside.undisturbed();
    let size = Size { instances, items: instances, picoseconds: known_cost(picoseconds) };
    let (takes, is_timed) = runtime().chooses(version as usize, size);
    i64::from(takes) | if is_timed { (host_time::nanoseconds() as i64) << 1 } else { 0 }
}

/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_chosen(version: *const c_void, instances: i64, token: i64) {
    let now = host_time::nanoseconds();
    let Some(mut inside) = Inside::first() else { return };
    inside.undisturbed();
    let time = Duration::from_nanos(now.saturating_sub((token >> 1) as u64));
    runtime().choice_took(version as usize, instances, token & 1 == 1, time);
}

/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_workspace(bytes: i64, instances: i64, picoseconds: u32) -> *mut c_void {
    let Some(mut inside) = Inside::first() else { return std::ptr::null_mut() };
    inside.undisturbed();
    let runtime = runtime();
    let work = Size { instances, items: instances, picoseconds: known_cost(picoseconds) };
    let size = usize::try_from(bytes).ok().filter(|&it| it > 0 && it as u64 <= runtime.workspace_limit());
    match size {
        Some(size) if runtime.would_take(work, size) => unsafe { libc::malloc(size) },
        Some(_) | None => std::ptr::null_mut(),
    }
}

/// # Safety
/// `workspace` came from [`raddle_workspace`] and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_workspace_end(workspace: *mut c_void) {
    let _inside = Inside::again();
    unsafe { forget_block(workspace) };
    unsafe { libc::free(workspace) }
}

/// Runs `act` on the calling thread's session of `site`. The session leaves the thread's list meanwhile, so that a
/// kernel that fails its checks may end the program from inside.
fn with_session(site: *const RaddleSite, act: impl FnOnce(&mut Session<'static>) -> Result<(), Fatal>) {
    let mut entry = take_session(site);
    or_quit(act(&mut entry.session));
    SESSIONS.with_borrow_mut(|sessions| sessions.push(entry));
}

fn take_session(site: *const RaddleSite) -> Box<Entry> {
    let taken = SESSIONS.with_borrow_mut(|sessions| {
        let found = sessions.iter().rposition(|entry| entry.session.site_id() == site as usize);
        let session = found.map(|i| sessions.remove(i));
        if sessions.is_empty() {
            sessions.shrink_to_fit();
        }
        session
    });
    taken.unwrap_or_else(|| {
        let source = unsafe { site.as_ref().map(|site| text(site.source)) }.unwrap_or_default();
        quit(STATUS_DEVICE, &format!("{source}: the site is used without being entered by this thread"))
    })
}

/// # Safety
/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_copy_in(site: *const RaddleSite, range: *const RaddleRange) {
    let _inside = Inside::again();
    let Some(range) = (unsafe { range.as_ref() }) else { return };
    with_session(site, |session| match session.works_on(ranges::bounds(range)) {
        true => Ok(()),
        false => session.copy_in(&unsafe { Range::new(range) }),
    });
}

/// # Safety
/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_copy_out(site: *const RaddleSite, range: *const RaddleRange) {
    let _inside = Inside::again();
    let Some(range) = (unsafe { range.as_ref() }) else { return };
    with_session(site, |session| match session.works_on(ranges::bounds(range)) {
        true => Ok(()),
        false => session.copy_out(&unsafe { Range::new(range) }),
    });
}

/// # Safety
/// As `raddle.h` says; `extent` has three entries and `args` one per argument of the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_launch(
    site: *const RaddleSite,
    kernel: *mut RaddleKernel,
    extent: *const i64,
    args: *const u64,
) {
    let _inside = Inside::again();
    let Some(raw) = (unsafe { kernel.as_ref() }) else { quit(STATUS_DEVICE, "raddle_launch without a kernel") };
    check_version(raw.version, "a kernel");
    let kernel = unsafe { Kernel::new(raw) };
    let extent = unsafe { *extent.cast::<[i64; 3]>() };
    let args = if args.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(args, kernel.n_args()) } };
    with_session(site, |session| unsafe { session.launch(kernel, extent, args) });
}

/// # Safety
/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_exit(site: *const RaddleSite) {
    // Handlers come last, when the thread is out of the runtime.
    let _undisturbed = leave(site);
}

fn leave(site: *const RaddleSite) -> Option<Undisturbed> {
    let mut inside = Inside::again();
    let Entry { session, cancellation, undisturbed } = *take_session(site);
    inside.restore_cancellation(cancellation);
    or_quit(session.exit());
    if !residence::is_allowed() {
        or_quit(directory::with(|it| it.flush(&runtime().stats)));
    }
    undisturbed
}

/// `None` where the thread has nothing on a device, and for what the runtime itself reaches (a driver's `malloc`) while it holds locks. A
/// thread that has data must be heard, even if it may not enter sites any more.
fn with_data() -> Option<(Inside, &'static Runtime)> {
    let is_heard = directory::has_data() && !Inside::is_busy();
    RUNTIME.get().filter(|_| is_heard).map(|runtime| (Inside::again(), runtime))
}

/// The host accesses these ranges next.
///
/// # Safety
/// As `raddle.h` says; `ranges` has `n_ranges` entries, and `windows` as many, or it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_host_access(ranges: *const RaddleRange, n_ranges: i64, windows: *mut Window) {
    let Some((_inside, runtime)) = with_data() else { return };
    let ranges = unsafe { list(ranges, n_ranges) };
    or_quit(directory::with(|it| {
        ranges.iter().try_for_each(|range| it.host_access(range, &runtime.stats))?;
        if !windows.is_null() {
            let found = ranges.iter().map(|range| it.window(range)).enumerate();
            // SAFETY: there are as many windows.
            found.for_each(|(number, window)| unsafe { windows.add(number).write(window) });
        }
        Ok(())
    }));
}

/// The host may access anything next.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_flush() {
    let Some((_inside, runtime)) = with_data() else { return };
    or_quit(directory::with(|it| it.flush(&runtime.stats)));
}

/// A function that is called next touches no memory of the program, but may call `exit`.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_may_end() {
    let Some((_inside, runtime)) = with_data() else { return };
    if !ending::arm(raddle_flush) {
        or_quit(directory::with(|it| it.flush(&runtime.stats)));
    }
}

/// Nobody may use an object any more that ends here; a device's newer bytes are forgotten.
///
/// # Safety
/// Any address is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_host_end(ptr: *const c_void, bytes: i64) {
    let Some((_inside, _)) = with_data() else { return };
    let (low, bytes) = (ptr as usize, usize::try_from(bytes).unwrap_or(0));
    if directory::with(|it| it.is_in_use(low)) {
        quit(STATUS_DEVICE, &format!("the host object at {ptr:p} ends while a site uses it"));
    }
    directory::with(|it| it.end(low..low.saturating_add(bytes)));
}

/// The inputs that two calls share.
unsafe fn inputs(owner: *const c_void, words: *const u64, n_ranges: i64, n_words: i64) -> Inputs {
    // SAFETY: as `raddle.h` says.
    let words = unsafe { std::slice::from_raw_parts(words, usize::try_from(n_words).unwrap_or(0)) };
    Inputs::new(owner as usize, words, usize::try_from(n_ranges).unwrap_or(0))
}

/// # Safety
/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_recall(
    owner: *const c_void,
    words: *const u64,
    n_ranges: i64,
    n_words: i64,
    values: *mut i64,
    n_values: i64,
) -> c_int {
    let Some((_inside, _)) = with_data() else { return 0 };
    let inputs = unsafe { inputs(owner, words, n_ranges, n_words) };
    let Some(kept) = directory::with(|it| it.recall(&inputs)) else { return 0 };
    for (number, value) in kept.iter().enumerate().take(usize::try_from(n_values).unwrap_or(0)) {
        unsafe { values.add(number).write(*value) };
    }
    1
}

/// # Safety
/// As `raddle.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_keep(
    owner: *const c_void,
    words: *const u64,
    n_ranges: i64,
    n_words: i64,
    values: *const i64,
    n_values: i64,
) {
    let Some((_inside, _)) = with_data() else { return };
    let inputs = unsafe { inputs(owner, words, n_ranges, n_words) };
    // SAFETY: as `raddle.h` says.
    let values = unsafe { std::slice::from_raw_parts(values, usize::try_from(n_values).unwrap_or(0)) };
    directory::with(|it| it.keep(inputs, values));
}

/// A block of `malloc` is about to be freed.
///
/// # Safety
/// It is null, or one that `free` takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_host_free(ptr: *const c_void) {
    if let Some((_inside, _)) = with_data() {
        unsafe { forget_block(ptr.cast_mut()) };
    }
}

/// # Safety
/// As [`heap::size_of_block`].
unsafe fn forget_block(block: *mut c_void) {
    if !directory::has_data() {
        return;
    }
    match (unsafe { heap::size_of_block(block) }, RUNTIME.get()) {
        (Some(bytes), _) => directory::with(|it| it.end(block as usize..block as usize + bytes)),
        (None, Some(runtime)) => or_quit(directory::with(|it| it.flush(&runtime.stats))),
        (None, None) => (),
    }
}

/// # Safety
/// `place` is null or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn raddle_emu_access(address: u64, size: u32, is_write: u32, place: *const c_char) {
    if let Err(message) = crate::emulated::check_access(address, size, is_write != 0) {
        let place = unsafe { text(place) };
        quit(STATUS_DEVICE, &format!("{place}: {message}"));
    }
}

/// In a kernel, see `raddle.h`.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_await(tile: i64) {
    in_order::reach(tile);
}

/// The devices of this machine as JSON; the caller frees the string.
#[unsafe(no_mangle)]
pub extern "C" fn raddle_devices_json() -> *mut c_char {
    let _inside = Inside::again();
    let text = serde_json::to_string(&crate::device::devices()).unwrap_or_default();
    let text = CString::new(text).unwrap_or_default();
    // From malloc, so that C's free fits.
    unsafe { libc::strdup(text.as_ptr()) }
}
