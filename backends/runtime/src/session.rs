//! One site between `raddle_enter` and `raddle_exit`: its device buffers, its copies and launches, and its retreat to
//! the CPU if the device fails while host memory can still be made whole.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::device::{Device, Launch, Launched};
use crate::directory::{self, Directory};
use crate::entry::Key;
use crate::error::{DeviceError, Fatal};
use crate::ranges::{Range, spans};
use crate::runtime::{Runtime, Site, Size};
use crate::signals::endable;
use crate::trace::Since;
use crate::types::{Group, Kernel};

/// A launch that takes no longer is waited for with all signals blocked, and the pages that it touches are not counted.
pub const SHORT: Duration = Duration::from_micros(50);

/// The same on CPU threads, where that is all that is to be done: nobody notices a signal that ends the program so much later, nor a hundred
/// times as late, where the estimate is wrong.
const UNNOTICED: Duration = Duration::from_millis(1);

pub struct Session<'rt> {
    runtime: &'rt Runtime,
    device: Arc<dyn Device>,
    site: Site,
    ranges: Vec<Range>,
    size: Size,
    /// The time is wanted: CPU threads have had the site from the start.
    since: Option<Instant>,
    /// The process had so many pages then; not counted where it takes as long as the launch.
    pages: Option<u64>,
    has_launched: bool,
    /// Entries of the thread's directory.
    keys: Vec<Key>,
}

impl<'rt> Session<'rt> {
    /// Reserves device memory for all ranges.
    pub fn new(
        runtime: &'rt Runtime,
        device: Arc<dyn Device>,
        site: Site,
        ranges: Vec<Range>,
        size: Size,
    ) -> Result<Self, DeviceError> {
        let since = device.is_host().then(Instant::now);
        let mut session =
            Self { runtime, device, site, ranges, size, since, pages: None, has_launched: false, keys: Vec::new() };
        session.pages = (session.device.is_host() && session.is_long() && runtime.learns()).then(pages_so_far);
        session.map_all()?;
        Ok(session)
    }

    /// What led to the session began at `since`, and counts as time of the launch.
    pub fn began(&mut self, since: Instant) {
        self.since = self.since.map(|_| since);
    }

    fn fatal(&self, error: DeviceError) -> Fatal {
        Fatal::Site { source_line: self.site.source.to_string(), error }
    }

    fn is_long(&self) -> bool {
        self.size.host_ns() > SHORT.as_nanos() as f64
    }

    /// Does what the site leaves on the device stay there?
    fn is_resident(&self) -> bool {
        self.site.is_resident && !self.device.is_host()
    }

    /// A site that does not share what is on devices works on the host's bytes, like code of the host.
    pub fn make_host_whole(&self) -> Result<(), Fatal> {
        if self.is_resident() {
            return Ok(());
        }
        let stats = &self.runtime.stats;
        directory::with(|it| if self.site.may_follow { it.flush(stats) } else { it.host_takes(&self.ranges, stats) })
    }

    /// On an error, `drop` frees what was allocated. CPU threads have the host's memory, of which no books are kept.
    fn map_all(&mut self) -> Result<(), DeviceError> {
        if self.device.is_host() {
            return Ok(());
        }
        let (ranges, is_resident) = (&self.ranges, self.is_resident());
        let may_share = !ranges.iter().any(Range::is_loose) && !self.runtime.stops_halfway(self.site.id);
        let site = directory::Site { device: &self.device, ranges, source: &self.site.source, is_resident, may_share };
        let stats = &self.runtime.stats;
        self.keys = directory::with(|it| {
            let is_wider = is_resident && ranges.iter().any(|it| it.around.is_some());
            let widened: Vec<Range> = if is_wider { ranges.iter().map(Range::widened).collect() } else { Vec::new() };
            match it.acquire(&site, &spans(if is_wider { &widened } else { ranges }), stats) {
                // What the loops around need in all may be too much.
                Err(error) if is_wider && error.is_out_of_memory() => it.acquire(&site, &spans(ranges), stats),
                done => done,
            }
        })?;
        Ok(())
    }

    pub fn site_id(&self) -> usize {
        self.site.id
    }

    pub fn device_kind(&self) -> &'static str {
        self.device.info().kind
    }

    fn unknown(&self, range: &Range) -> Fatal {
        Fatal::Misuse {
            source_line: self.site.source.to_string(),
            what: format!("array '{}' is copied outside of the ranges that the site was entered with", range.name),
        }
    }

    /// Are these bytes of one of its ranges, and does the device work on the host's memory, so that nothing is ever copied?
    pub fn works_on(&self, (low, high): (usize, usize)) -> bool {
        self.device.is_host() && self.ranges.iter().any(|it| it.low <= low && high <= it.high)
    }

    /// Does a copy of the range do nothing? It must be one of the site's, all the same.
    fn needs_no_copy(&self, range: &Range) -> Result<bool, Fatal> {
        if self.device.is_host() && !range.stays_on_host() && !self.works_on((range.low, range.high)) {
            return Err(self.unknown(range));
        }
        Ok(range.stays_on_host() || self.device.is_host())
    }

    pub fn copy_in(&mut self, range: &Range) -> Result<(), Fatal> {
        if self.needs_no_copy(range)? {
            return Ok(());
        }
        let copied = directory::with(|it| it.copy_in(&self.keys, range, &self.runtime.stats));
        match copied.ok_or_else(|| self.unknown(range))? {
            Ok(()) => Ok(()),
            Err(error) if self.runtime.ends_with(&error) => Err(self.transfer_error(range, error)),
            Err(error) => self.retreat(&format!("array '{}'", range.name), error),
        }
    }

    pub fn copy_out(&mut self, range: &Range) -> Result<(), Fatal> {
        if self.needs_no_copy(range)? {
            return Ok(());
        }
        let copied = directory::with(|it| it.copy_out(&self.keys, range, &self.runtime.stats));
        copied.ok_or_else(|| self.unknown(range))?.map_err(|error| self.transfer_error(range, error))
    }

    fn transfer_error(&self, range: &Range, error: DeviceError) -> Fatal {
        Fatal::Transfer { source_line: self.site.source.to_string(), array: range.name.to_string(), error }
    }

    /// # Safety
    /// `kernel` is what the compiler made for this site, and `args` has its slots.
    pub unsafe fn launch(&mut self, kernel: Kernel, extent: [i64; 3], args: &[u64]) -> Result<(), Fatal> {
        if extent.iter().any(|&n| n <= 0) {
            return Ok(());
        }
        if let Some(range) =
            (0..args.len()).filter_map(|i| kernel.arg_range(i)).find(|&range| range >= self.ranges.len())
        {
            let what = format!("kernel {} uses range {range}, which the site does not have", kernel.name());
            return Err(Fatal::Misuse { source_line: self.site.source.to_string(), what });
        }
        if self.device.may_stop_halfway(kernel) {
            self.prepare_for_half_a_launch(&format!("kernel {}", kernel.name()))?;
        }
        let since = self.runtime.stats.now();
        if !self.has_launched && self.is_long() {
            self.device.touch(&self.ranges, self.size.instances);
        }
        match unsafe { self.launch_here(kernel, extent, args) } {
            Ok(launched) => {
                self.record(kernel, since, launched);
                Ok(())
            }
            Err(error) if self.runtime.ends_with(&error) => Err(launch_error(kernel, error)),
            Err(error) if error.is_lost() && directory::with(|it| it.tear(&self.keys, &self.ranges)) => {
                self.runtime.mark_lost();
                Err(launch_error(kernel, error))
            }
            Err(error) => {
                self.retreat(&format!("kernel {}", kernel.name()), error)?;
                let since = self.runtime.stats.now();
                let launched =
                    unsafe { self.launch_here(kernel, extent, args) }.map_err(|error| launch_error(kernel, error))?;
                self.record(kernel, since, launched);
                Ok(())
            }
        }
    }

    /// A kernel that a driver's limit stops halfway leaves arrays in pieces: where that may happen, the device works on memory of its own,
    /// and the host gets what earlier kernels wrote first.
    fn prepare_for_half_a_launch(&mut self, what: &str) -> Result<(), Fatal> {
        self.runtime.may_stop_halfway(self.site.id);
        match directory::with(|it| it.part(&self.keys, &self.ranges, &self.runtime.stats)) {
            Ok(()) => self.fetch_written().map_err(|error| self.fatal(error)),
            Err(error) if self.runtime.ends_with(&error) => Err(self.fatal(error)),
            Err(error) => self.retreat(what, error),
        }
    }

    unsafe fn launch_here(&self, kernel: Kernel, extent: [i64; 3], args: &[u64]) -> Result<Launched, DeviceError> {
        let group = self.runtime.config.block.map_or(kernel.group(), Group::asked);
        let about = Duration::from_nanos(self.size.host_ns() as u64);
        if self.device.is_host() {
            let launch = Launch { kernel, extent, args, group, about: self.for_threads(about), waits: true };
            return self.endable(about, UNNOTICED, || unsafe { self.device.launch(&launch) });
        }
        let args: Vec<u64> = directory::with(|it| {
            args.iter().enumerate().map(|(i, &slot)| self.translate(it, kernel.arg_range(i), slot)).collect()
        });
        // While the device has nothing that the host lacks, the CPU can go on after a fault.
        let may_retreat = !directory::with(|it| it.has_newer(&self.device));
        // Nobody asks before the host reads what is shared.
        let waits = may_retreat || self.runtime.somebody_asks() || self.site.is_irregular || self.device.shares();
        let launch = Launch { kernel, extent, args: &args, group, about, waits };
        self.endable(about, SHORT, || unsafe { self.device.launch(&launch) })
    }

    /// What threads go by when they cut a launch. Who wants each launch on the device wants it on all threads.
    fn for_threads(&self, about: Duration) -> Duration {
        let is_known = !self.site.is_irregular && self.runtime.config.offload_min > 0;
        if is_known { about.max(Duration::from_nanos(1)) } else { Duration::ZERO }
    }

    /// Lets signals through that end the program, unless it takes less than `short`. How long an irregular launch takes, nobody knows.
    fn endable<T>(&self, about: Duration, short: Duration, run: impl FnOnce() -> T) -> T {
        if about < short && !self.site.is_irregular { run() } else { endable(run) }
    }

    fn translate(&self, directory: &mut Directory, range: Option<usize>, slot: u64) -> u64 {
        let Some(range) = range.map(|i| &self.ranges[i]) else { return slot };
        // A pointer into a range that stays on the host is never followed, so it may stay what it is.
        let is_mapped = !range.stays_on_host();
        is_mapped.then(|| directory.translate(&self.keys, range, slot)).flatten().unwrap_or(slot)
    }

    fn record(&mut self, kernel: Kernel, since: Since, launched: Launched) {
        if !self.device.is_host() {
            directory::with(|it| it.launched(&self.keys, &self.ranges));
        }
        self.has_launched = true;
        // Names take time to make.
        if !self.runtime.stats.is_wanted() && !self.runtime.config.verbose {
            return;
        }
        let (name, source) = (kernel.name(), kernel.source());
        self.runtime.stats.launched(since, (&name, &source), self.device_kind(), launched);
        if self.runtime.config.verbose {
            let Launched { grid, block, ns, prepare_ns: _ } = launched;
            let device = self.device_kind();
            eprintln!(
                "raddle: {source}: {name} on {device}, grid {grid:?}, block {block:?}, {:.3} ms",
                ns as f64 / 1e6
            );
        }
    }

    /// Goes on with the CPU on host memory. Possible while the device has had no effects, or if what it wrote can be
    /// fetched.
    fn retreat(&mut self, what: &str, error: DeviceError) -> Result<(), Fatal> {
        if error.is_lost() {
            self.runtime.mark_lost();
        }
        if error.is_lost() && directory::with(|it| it.has_newer(&self.device)) {
            return Err(self.fatal(error));
        }
        self.fetch_written().map_err(|error| self.fatal(error))?;
        directory::with(|it| it.flush_device(&self.device, &self.runtime.stats))?;
        if error.is_permanent() {
            self.runtime.refuse(self.site.id, error.to_string());
        }
        let topic = format!("{}: {what} goes on with the CPU", self.site.source);
        self.runtime.say(&topic, &format!("{topic}: {error}"));
        // The device has failed: what it has to say of its buffers does not matter any more.
        let _ = self.release();
        directory::with(|it| it.flush_device(&self.device, &self.runtime.stats))?;
        self.device = self.runtime.cpu();
        self.map_all().map_err(|error| self.fatal(error))
    }

    /// Copies back what kernels wrote. A range that is overwritten later may hold anything until then.
    fn fetch_written(&mut self) -> Result<(), DeviceError> {
        directory::with(|it| it.fetch(&self.keys, &self.ranges, &self.runtime.stats))
    }

    fn release(&mut self) -> Result<(), DeviceError> {
        let keys = std::mem::take(&mut self.keys);
        if keys.is_empty() {
            return Ok(());
        }
        directory::with(|it| it.release(&keys))
    }

    pub fn exit(mut self) -> Result<(), Fatal> {
        self.release().map_err(|error| self.fatal(error))?;
        if let Some(since) = self.since.filter(|_| self.has_launched) {
            let pages = self.pages.map_or(0, |before| pages_so_far().saturating_sub(before));
            self.runtime.launched(self.site.id, self.size, since.elapsed(), pages);
        }
        Ok(())
    }
}

/// How many pages of memory the system has given to the process.
fn pages_so_far() -> u64 {
    // SAFETY: all zeros are valid, and the call fills it.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) };
    usage.ru_minflt.unsigned_abs()
}

fn launch_error(kernel: Kernel, error: DeviceError) -> Fatal {
    Fatal::Launch { source_line: kernel.source().into_owned(), kernel: kernel.name().into_owned(), error }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // An error comes from `exit`, which has left no keys.
        let _ = self.release();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use ash::vk;

    use super::*;
    use crate::config::{Config, DeviceChoice};
    use crate::cpu::CpuDevice;
    use crate::device::{Buffer, DeviceInfo};
    use crate::emulated::EmulatedDevice;
    use crate::error::Code;
    use crate::learn::Advice;
    use crate::ranges::Span;
    use crate::runtime::LeftOut;
    use crate::strided::{Rows, Strided};
    use crate::test_kernels::{TestKernel, axpy};
    use crate::types::{LOOSE, READ, WRITE};

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Step {
        Allocate,
        CopyIn,
        /// A copy-in after a launch.
        LateCopyIn,
        FirstLaunch,
        SecondLaunch,
        CopyOut,
    }

    /// The emulated device, failing at one step with one error, and at every step after it if the device is lost.
    struct Failing {
        inner: EmulatedDevice,
        info: DeviceInfo,
        at: Step,
        error: DeviceError,
        launches: Mutex<u32>,
        failed: Mutex<bool>,
    }

    impl Failing {
        fn new(at: Step, error: DeviceError) -> Arc<Self> {
            let inner = EmulatedDevice::new(1, None);
            let info = inner.info().clone();
            Arc::new(Self { inner, info, at, error, launches: Mutex::new(0), failed: Mutex::new(false) })
        }

        fn step(&self, step: Step) -> Result<(), DeviceError> {
            let mut failed = self.failed.lock().unwrap();
            let fails = if *failed { self.error.is_lost() } else { step == self.at };
            *failed |= fails;
            if fails { Err(self.error.clone()) } else { Ok(()) }
        }
    }

    impl Device for Failing {
        fn info(&self) -> &DeviceInfo {
            &self.info
        }

        fn allocate(&self, span: &Span, ranges: &[Range]) -> Result<Buffer, DeviceError> {
            self.step(Step::Allocate)?;
            self.inner.allocate(span, ranges)
        }

        fn free(&self, buffer: &Buffer) {
            self.inner.free(buffer);
        }

        fn expose(&self, buffer: &Buffer, ranges: Vec<Range>) {
            self.inner.expose(buffer, ranges);
        }

        fn may_stop_halfway(&self, _: Kernel) -> bool {
            matches!(self.error, DeviceError::TooManyRounds { .. })
        }

        unsafe fn copy_in(&self, b: &Buffer, offset: usize, host: *const u8, n: Strided) -> Result<usize, DeviceError> {
            let early = *self.launches.lock().unwrap() == 0;
            self.step(if early { Step::CopyIn } else { Step::LateCopyIn })?;
            unsafe { self.inner.copy_in(b, offset, host, n) }
        }

        unsafe fn copy_out(&self, b: &Buffer, offset: usize, host: *mut u8, n: Strided) -> Result<usize, DeviceError> {
            self.step(Step::CopyOut)?;
            unsafe { self.inner.copy_out(b, offset, host, n) }
        }

        unsafe fn copy_within(
            &self,
            to: (&Buffer, usize),
            from: (&Buffer, usize),
            rows: Strided,
        ) -> Result<usize, DeviceError> {
            unsafe { self.inner.copy_within(to, from, rows) }
        }

        unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
            let mut launches = self.launches.lock().unwrap();
            *launches += 1;
            let step = self.step(if *launches == 1 { Step::FirstLaunch } else { Step::SecondLaunch });
            if let Err(DeviceError::TooManyRounds { .. }) = step {
                // The kernel was stopped when it had written something.
                unsafe { self.inner.launch(launch) }?;
            }
            step?;
            unsafe { self.inner.launch(launch) }
        }
    }

    const REFUSED: DeviceError =
        DeviceError::Call { call: "vkQueueSubmit", code: Code::Vulkan(vk::Result::ERROR_OUT_OF_HOST_MEMORY) };
    const LOST: DeviceError =
        DeviceError::Lost { call: "vkWaitForFences", code: Code::Vulkan(vk::Result::ERROR_DEVICE_LOST) };

    fn config() -> Config {
        Config { device: DeviceChoice::Emulated, offload_min: 0, threads: 2, ..Config::parse(|_| None).unwrap() }
    }

    const SIZE: Size = Size { instances: 1_000_000, items: 1_000_000, picoseconds: 1000 };

    fn site() -> Site {
        Site {
            id: 7,
            source: "a.c:1".into(),
            function: "f".into(),
            has_ptx: false,
            has_atomics: false,
            threads_only: false,
            may_follow: false,
            runs_together: false,
            is_resident: false,
            is_irregular: false,
            is_serial: false,
            left_out: LeftOut::default(),
        }
    }

    fn range(data: &mut [i32], flags: u32, object: u32, name: &str) -> Range {
        let low = data.as_mut_ptr() as usize;
        Range {
            base: low,
            low,
            high: low + 4 * data.len(),
            flags,
            object: Some(object),
            name: name.to_owned().into(),
            rows: None,
            around: None,
        }
    }

    /// Twice `y += 2 x` on the device of `runtime`; the result and where it ended, or `None` if the site was not
    /// entered.
    fn run(runtime: &Runtime) -> Option<Result<(Vec<i32>, &'static str), Fatal>> {
        let kernel: TestKernel = axpy::<i32>();
        let (mut x, mut y) = (vec![5; 100], vec![1; 100]);
        let ranges = [range(&mut x, READ, 0, "x"), range(&mut y, READ | WRITE, 1, "y")];
        let args = [x.as_ptr() as u64, y.as_mut_ptr() as u64, 2, 0];
        let mut session = match runtime.enter(site(), ranges.to_vec(), SIZE, Advice::NONE) {
            Ok(entered) => entered?,
            Err(fatal) => return Some(Err(fatal)),
        };
        let mut all = || {
            session.copy_in(&ranges[0])?;
            session.copy_in(&ranges[1])?;
            for _ in 0..2 {
                unsafe { session.launch(kernel.kernel(), [100, 1, 1], &args) }?;
            }
            session.copy_out(&ranges[1])?;
            Ok(session.device_kind())
        };
        let ended = all();
        Some(ended.map(|kind| (y, kind)))
    }

    #[test]
    fn failures_before_effects_continue_on_the_cpu() {
        for at in [Step::CopyIn, Step::FirstLaunch] {
            for error in [REFUSED, LOST] {
                let runtime = Runtime::with_device(config(), Failing::new(at, error.clone()));
                assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "cpu"))), "{at:?} {error}");
                // A lost device is not tried again; another failure may have been a passing one.
                let again = run(&runtime);
                assert_eq!(again.is_none(), error.is_lost(), "{at:?} {error}: {again:?}");
            }
        }
    }

    #[test]
    fn effects_are_fetched_if_the_device_still_answers() {
        let runtime = Runtime::with_device(config(), Failing::new(Step::SecondLaunch, REFUSED));
        assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "cpu"))));
    }

    #[test]
    fn a_kernel_that_is_stopped_halfway_has_no_effects() {
        for at in [Step::FirstLaunch, Step::SecondLaunch] {
            let config = Config { fallback: false, ..config() };
            let runtime = Runtime::with_device(config, Failing::new(at, DeviceError::TooManyRounds { limit: 1 }));
            assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "cpu"))), "{at:?}");
        }
    }

    /// The device has newer values between the rows that the kernel reaches.
    #[test]
    fn a_kernel_on_rows_that_is_stopped_halfway_has_no_effects() {
        let device = Failing::new(Step::SecondLaunch, DeviceError::TooManyRounds { limit: 1 });
        let runtime = Runtime::with_device(Config { fallback: false, ..config() }, device);
        let kernel = axpy::<i32>();
        let (mut x, mut y) = (vec![5; 100], vec![1; 100]);
        let whole = range(&mut y, READ | WRITE, 1, "y");
        let rows = Strided { bytes: 160, count: [2, 1], stride: [200, 0] };
        let in_rows = Range { high: whole.low + rows.hull(), rows: Some(Rows::Even(rows)), ..whole.clone() };
        let args = [x.as_ptr() as u64, y.as_mut_ptr() as u64, 2, 0];
        let site = Site { is_resident: true, ..site() };
        for (written, count) in [(whole, 100), (in_rows, 40)] {
            let ranges = [range(&mut x, READ, 0, "x"), written];
            let mut session = runtime.enter(site.clone(), ranges.to_vec(), SIZE, Advice::NONE).unwrap().unwrap();
            ranges.iter().for_each(|range| session.copy_in(range).unwrap());
            unsafe { session.launch(kernel.kernel(), [count, 1, 1], &args) }.unwrap();
            session.exit().unwrap();
        }
        directory::with(|it| it.flush(&runtime.stats)).unwrap();
        assert_eq!(y, [vec![21; 40], vec![11; 60]].concat());
    }

    #[test]
    fn effects_on_a_lost_device_are_fatal() {
        for at in [Step::SecondLaunch, Step::CopyOut] {
            let runtime = Runtime::with_device(config(), Failing::new(at, LOST));
            let message = run(&runtime).unwrap().unwrap_err().to_string();
            assert!(
                message.starts_with("a.c:1: ") && message.contains("vkWaitForFences failed with ERROR_DEVICE_LOST"),
                "{message}"
            );
        }
    }

    #[test]
    fn what_the_host_did_after_a_copy_stays() {
        let kernel = axpy::<i32>();
        let runtime = Runtime::with_device(config(), Failing::new(Step::LateCopyIn, REFUSED));
        let (mut x, mut y) = (vec![5; 100], vec![1; 100]);
        let ranges = [range(&mut x, READ, 0, "x"), range(&mut y, READ | WRITE, 1, "y")];
        let args = [x.as_ptr() as u64, y.as_mut_ptr() as u64, 2, 0];
        let mut session = runtime.enter(site(), ranges.to_vec(), SIZE, Advice::NONE).unwrap().unwrap();
        for round in 0..2 {
            ranges.iter().for_each(|range| session.copy_in(range).unwrap());
            unsafe { session.launch(kernel.kernel(), [100, 1, 1], &args) }.unwrap();
            session.copy_out(&ranges[1]).unwrap();
            y.iter_mut().for_each(|y| *y += 1000 * (round + 1));
        }
        assert_eq!((y, session.device_kind()), (vec![1 + 10 + 1000 + 10 + 2000; 100], "cpu"));
    }

    #[test]
    fn loose_ranges_go_back_byte_by_byte() {
        let kernel = axpy::<i32>();
        let runtime = Runtime::with_device(config(), Arc::new(EmulatedDevice::new(1, None)));
        let (mut x, mut y) = (vec![5; 100], vec![1; 100]);
        let ranges = [range(&mut x, READ, 0, "x"), range(&mut y, READ | WRITE | LOOSE, 1, "y")];
        let args = [x.as_ptr() as u64, y.as_mut_ptr() as u64, 2, 0];
        let mut session = runtime.enter(site(), ranges.to_vec(), SIZE, Advice::NONE).unwrap().unwrap();
        let early = session.copy_out(&ranges[1]).unwrap_err().to_string();
        ranges.iter().for_each(|range| session.copy_in(range).unwrap());
        // The launch leaves the last element as it is; somebody else changes it meanwhile.
        unsafe { session.launch(kernel.kernel(), [99, 1, 1], &args) }.unwrap();
        y[99] = 77;
        session.copy_out(&ranges[1]).unwrap();
        assert_eq!((y[0], y[98], y[99]), (11, 11, 77));
        assert!(early.contains("copied in"), "{early}");
    }

    #[test]
    fn no_memory_means_no_entry() {
        let error = DeviceError::OutOfMemory { wanted: 1, used: 0, limit: 0 };
        let runtime = Runtime::with_device(config(), Failing::new(Step::Allocate, error));
        assert_eq!(run(&runtime), None);
        assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "emulated"))));
    }

    #[test]
    fn a_kernel_that_can_never_run_refuses_its_site() {
        let lacks = DeviceError::MissingCapability("Float64".to_owned());
        let runtime = Runtime::with_device(config(), Failing::new(Step::FirstLaunch, lacks));
        assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "cpu"))));
        assert_eq!(run(&runtime), None);
    }

    #[test]
    fn without_fallback_a_failure_is_fatal() {
        let no_memory = DeviceError::OutOfMemory { wanted: 1, used: 0, limit: 0 };
        let faults = [(Step::Allocate, no_memory), (Step::CopyIn, REFUSED), (Step::FirstLaunch, LOST)];
        for (at, error) in faults {
            let config = Config { fallback: false, ..config() };
            let runtime = Runtime::with_device(config, Failing::new(at, error.clone()));
            let message = run(&runtime).unwrap().unwrap_err().to_string();
            assert!(message.ends_with(&error.to_string()), "{message}");
        }
    }

    #[test]
    fn what_is_beyond_a_device_is_no_failure() {
        let lacks = DeviceError::MissingCapability("Float64".to_owned());
        let config = Config { fallback: false, ..config() };
        let runtime = Runtime::with_device(config, Failing::new(Step::FirstLaunch, lacks));
        assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "cpu"))));
    }

    #[test]
    fn mistakes_of_the_compiler_are_fatal() {
        let bug = DeviceError::BadAccess("reads nonsense".to_owned());
        let runtime = Runtime::with_device(config(), Failing::new(Step::FirstLaunch, bug));
        let message = run(&runtime).unwrap().unwrap_err().to_string();
        assert_eq!(message, "conformance.c:7: kernel axpy: reads nonsense");
    }

    /// A device on the host's memory, with some of its own: CPU threads run its kernels.
    struct Sharing {
        inner: CpuDevice,
        info: DeviceInfo,
        /// What becomes of a launch that has written half of its array.
        fails: Option<DeviceError>,
        may_stop: bool,
        own: Mutex<HashMap<u64, Vec<u8>>>,
        copies: Mutex<Vec<&'static str>>,
    }

    impl Sharing {
        fn new(fails: Option<DeviceError>, may_stop: bool) -> Arc<Self> {
            let info = DeviceInfo { kind: "sharing", ..EmulatedDevice::new(1, None).info().clone() };
            let (own, copies) = Default::default();
            Arc::new(Self { inner: CpuDevice::new(1), info, fails, may_stop, own, copies })
        }

        fn copies(&self) -> Vec<&'static str> {
            self.copies.lock().unwrap().clone()
        }
    }

    impl Device for Sharing {
        fn info(&self) -> &DeviceInfo {
            &self.info
        }

        fn allocate(&self, span: &Span, _: &[Range]) -> Result<Buffer, DeviceError> {
            let memory = vec![0; span.high - span.low];
            let address = memory.as_ptr() as u64;
            let buffer = Buffer { address, bytes: memory.len(), key: address, is_hosts: false };
            self.own.lock().unwrap().insert(address, memory);
            Ok(buffer)
        }

        fn share(&self, span: &Span) -> Option<Buffer> {
            Some(Buffer { address: span.low as u64, bytes: span.high - span.low, key: 0, is_hosts: true })
        }

        fn shares(&self) -> bool {
            true
        }

        fn free(&self, buffer: &Buffer) {
            self.own.lock().unwrap().remove(&buffer.key);
        }

        fn may_stop_halfway(&self, _: Kernel) -> bool {
            self.may_stop
        }

        unsafe fn copy_in(&self, b: &Buffer, offset: usize, host: *const u8, n: Strided) -> Result<usize, DeviceError> {
            assert!(!b.is_hosts);
            self.copies.lock().unwrap().push("in");
            unsafe { std::ptr::copy_nonoverlapping(host, (b.address as *mut u8).add(offset), n.hull()) };
            Ok(n.hull())
        }

        unsafe fn copy_out(&self, b: &Buffer, offset: usize, host: *mut u8, n: Strided) -> Result<usize, DeviceError> {
            assert!(!b.is_hosts);
            self.copies.lock().unwrap().push("out");
            unsafe { std::ptr::copy_nonoverlapping((b.address as *const u8).add(offset), host, n.hull()) };
            Ok(n.hull())
        }

        unsafe fn copy_within(
            &self,
            _: (&Buffer, usize),
            _: (&Buffer, usize),
            _: Strided,
        ) -> Result<usize, DeviceError> {
            unreachable!("no buffer grows")
        }

        unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
            let Some(error) = &self.fails else { return unsafe { self.inner.launch(launch) } };
            let half = Launch { extent: [launch.extent[0] / 2, 1, 1], ..*launch };
            unsafe { self.inner.launch(&half) }?;
            Err(error.clone())
        }
    }

    /// Twice `y += 2 x` where data may stay; the result and where it ended.
    fn run_resident(device: Arc<Sharing>) -> Result<(Vec<i32>, &'static str), Fatal> {
        let runtime = Runtime::with_device(config(), device);
        let kernel: TestKernel = axpy::<i32>();
        let (mut x, mut y) = (vec![5; 100], vec![1; 100]);
        let ranges = [range(&mut x, READ, 0, "x"), range(&mut y, READ | WRITE, 1, "y")];
        let args = [x.as_ptr() as u64, y.as_mut_ptr() as u64, 2, 0];
        let site = Site { is_resident: true, ..site() };
        let mut kind = "";
        for _ in 0..2 {
            let mut session =
                runtime.enter(site.clone(), ranges.to_vec(), SIZE, Advice::NONE)?.expect("the site is entered");
            session.copy_in(&ranges[0])?;
            session.copy_in(&ranges[1])?;
            unsafe { session.launch(kernel.kernel(), [100, 1, 1], &args) }?;
            kind = session.device_kind();
            session.exit()?;
        }
        directory::with(|it| it.flush(&runtime.stats))?;
        Ok((y, kind))
    }

    #[test]
    fn nothing_is_copied_where_memory_is_shared() {
        let device = Sharing::new(None, false);
        assert_eq!(run_resident(device.clone()), Ok((vec![21; 100], "sharing")));
        assert_eq!(device.copies(), [""; 0]);
        assert!(!directory::has_data(), "a flush ends what is shared");
    }

    #[test]
    fn kernels_that_may_stop_halfway_work_on_copies() {
        let device = Sharing::new(None, true);
        assert_eq!(run_resident(device.clone()), Ok((vec![21; 100], "sharing")));
        let copies = device.copies();
        assert!(copies.starts_with(&["in", "in"]) && copies.ends_with(&["out"]), "{copies:?}");
        let stopped = Sharing::new(Some(DeviceError::TooManyRounds { limit: 1 }), true);
        assert_eq!(run_resident(stopped), Ok((vec![21; 100], "cpu")), "the host's memory was not touched");
    }

    #[test]
    fn shared_memory_in_pieces_is_fatal() {
        let error = run_resident(Sharing::new(Some(LOST), false)).unwrap_err().to_string();
        assert!(error.contains("kernel axpy") && error.contains("ERROR_DEVICE_LOST"), "{error}");
        assert_eq!(directory::with(Directory::rescue), ["y"]);
        let _ = directory::with(|it| it.flush(&Runtime::with_device(config(), Sharing::new(None, false)).stats));
    }

    #[test]
    fn an_address_may_be_another_arrays_after_its_end() {
        let runtime = Runtime::with_device(config(), Arc::new(EmulatedDevice::new(1, None)));
        let kernel: TestKernel = axpy::<i32>();
        let mut both = [vec![5; 100], vec![1; 100]].concat();
        let (x, y) = both.split_at_mut(100);
        let args = [x.as_ptr() as u64, y.as_mut_ptr() as u64, 2, 0];
        let site = Site { is_resident: true, ..site() };
        let mut ranges = [range(x, READ, 0, "x"), range(y, READ | WRITE, 0, "y")];
        // They overlap, so that they share a buffer, which outlives the array that ends.
        ranges[0].high += 4;
        for start in [1, 3] {
            y.fill(start);
            let mut session = runtime.enter(site.clone(), ranges.to_vec(), SIZE, Advice::NONE).unwrap().unwrap();
            session.copy_in(&ranges[0]).unwrap();
            session.copy_in(&ranges[1]).expect("what the kernel wrote is nobody's now");
            unsafe { session.launch(kernel.kernel(), [100, 1, 1], &args) }.unwrap();
            session.exit().unwrap();
            directory::with(|it| it.end(ranges[1].low..ranges[1].high));
            assert!(directory::has_data(), "the other array stays");
        }
        directory::with(|it| it.flush(&runtime.stats)).unwrap();
    }

    #[test]
    fn the_cpu_device_needs_no_retreat() {
        let runtime = Runtime::with_device(config(), Arc::new(CpuDevice::new(2)));
        assert_eq!(run(&runtime), Some(Ok((vec![21; 100], "cpu"))));
    }
}
