//! Measures what launches and copies cost on the devices of this machine, for `auto` (`raddle devices --calibrate`). It never
//! runs in a program of the user, whose first launches are not the place for it.
//!
//! One kernel measures all: each work item loads a number, multiplies and adds so many times, and stores it. One item without
//! rounds is an empty launch, many items without rounds move memory, many rounds compute.

use std::ffi::CStr;
use std::time::{Duration, Instant};

use crate::auto::Calibrated;
use crate::config::{Config, DeviceChoice};
use crate::cost::{Constants, HOST_BANDWIDTH};
use crate::cpu::CpuDevice;
use crate::cuda::CudaDevice;
use crate::device::{Buffer, Device, DeviceInfo, Launch};
use crate::error::DeviceError;
use crate::ranges::{Range, Span};
use crate::strided::Strided;
use crate::types::{ABI_VERSION, Kernel, READ, RaddleKernel, WRITE};
use crate::vulkan::VulkanDevice;

/// What a round takes a core of the host, as the compiler estimates it: two operations in vectors of four.
const ROUND_NS: f64 = 0.05;

/// Times are the least of so many: what else the machine does only adds to them.
const REPEATS: usize = 15;

/// A measurement this long is exact enough.
const LONG_NS: f64 = 2e6;

/// Items that fill every device, and bytes that no cache holds.
const ITEMS: i64 = 1 << 22;

/// The kernel for devices, made by the back ends; arguments: the numbers, the rounds as 64-bit integer, factor, summand.
pub struct Probe {
    pub spirv: Vec<u32>,
    pub ptx: String,
}

pub const NAME: &CStr = c"raddle_probe";

/// All devices that `auto` may take, with what went wrong for the others.
pub fn calibrate(config: &Config, probe: &Probe) -> (Vec<Calibrated>, Vec<String>) {
    let listed = crate::device::devices();
    let usable = listed.iter().filter(|it| it.problem.is_empty() && !it.software && it.features.float64);
    let mut problems = Vec::new();
    let mut all = Vec::new();
    for info in usable.filter(|it| it.kind != "emulated") {
        match measure(config, info, probe) {
            Ok(constants) => all.push(Calibrated::new(info, constants)),
            Err(error) => problems.push(format!("{} {}: {error}", info.kind, info.name)),
        }
    }
    (all, problems)
}

fn measure(config: &Config, info: &DeviceInfo, probe: &Probe) -> Result<Constants, DeviceError> {
    let config = |kind| Config { device: kind, index: info.index, ..config.clone() };
    let start = Instant::now();
    let device: Box<dyn Device> = match info.kind {
        "cuda" => Box::new(CudaDevice::open(&config(DeviceChoice::Cuda))?),
        "vulkan" => Box::new(VulkanDevice::open(&config(DeviceChoice::Vulkan))?),
        _ => return threads(config(DeviceChoice::Cpu).threads, probe),
    };
    // With the numerics self-test, if this driver is new.
    let open_ns = start.elapsed().as_nanos() as f64;
    gpu(&*device, probe, open_ns)
}

/// Threads are compared with one of them: how good the code is does not matter then.
fn threads(threads: usize, probe: &Probe) -> Result<Constants, DeviceError> {
    let (one, all) = (CpuDevice::new(1), CpuDevice::new(threads));
    let mut data = vec![1f64; ITEMS as usize];
    let [one, all] = [&one, &all].map(|device| Lab::new(device, probe, &mut data));
    let (mut one, mut all) = (one?, all?);
    let launch_ns = all.launch(threads as i64, 0)?;
    let compute = one.launch(4096, 500)? / all.launch(4096, 500)?;
    let stream = one.launch(ITEMS, 0)? / all.launch(ITEMS, 0)?;
    Ok(Constants {
        launch_ns,
        bandwidth: HOST_BANDWIDTH * stream.max(0.5),
        speedup: compute.clamp(0.5, threads as f64),
        ..Constants::cpu(threads)
    })
}

fn gpu(device: &dyn Device, probe: &Probe, open_ns: f64) -> Result<Constants, DeviceError> {
    let mut data = vec![1f64; ITEMS as usize];
    let bytes = size_of_val(&*data) as f64;
    let mut lab = Lab::new(device, probe, &mut data)?;
    let copy_ns = lab.copy_in(8)?;
    let to_device = bytes / (lab.copy_in(bytes as usize)? - copy_ns).max(1.);
    let to_host = bytes / (lab.copy_out(bytes as usize)? - copy_ns).max(1.);
    let launch_ns = lab.launch(1, 0)?;
    let stream_ns = (lab.launch(ITEMS, 0)? - launch_ns).max(1.);
    // As many rounds as take some time: devices differ by factors of a thousand.
    let (mut items, mut rounds) = (64, 16);
    while items < ITEMS && lab.once(items, rounds)? < LONG_NS {
        (items, rounds) = (4 * items, rounds.min(256) * 2);
    }
    let full_ns = (lab.launch(items, rounds)? - launch_ns).max(1.) / items as f64;
    let alone_ns = (lab.launch(1, rounds)? - launch_ns).max(1.);
    Ok(Constants {
        open_ns,
        launch_ns,
        copy_ns,
        to_device,
        to_host,
        bandwidth: 2. * bytes / stream_ns,
        speedup: rounds as f64 * ROUND_NS / full_ns,
        width: (alone_ns / full_ns).max(1.),
    })
}

/// A device with the kernel and the numbers in its memory.
struct Lab<'a> {
    device: &'a dyn Device,
    /// Devices know a kernel again by what they write into it. Points into the probe.
    kernel: *mut RaddleKernel,
    host: *mut f64,
    buffer: Buffer,
    _probe: &'a Probe,
}

impl<'a> Lab<'a> {
    fn new(device: &'a dyn Device, probe: &'a Probe, data: &mut [f64]) -> Result<Self, DeviceError> {
        let low = data.as_mut_ptr() as usize;
        let high = low + size_of_val(data);
        let range = Range {
            base: low,
            low,
            high,
            flags: READ | WRITE,
            object: Some(0),
            name: "probe".into(),
            rows: None,
            around: None,
        };
        let buffer = device.allocate(&Span { low, high, members: vec![0] }, &[range])?;
        let kernel = Box::into_raw(Box::new(kernel(probe)));
        let mut lab = Self { device, kernel, host: data.as_mut_ptr(), buffer, _probe: probe };
        lab.copy_in(size_of_val(data))?;
        Ok(lab)
    }

    fn copy_in(&mut self, bytes: usize) -> Result<f64, DeviceError> {
        // SAFETY: buffer and host memory have the size of the numbers, which is at least `bytes`.
        least(|| unsafe { self.device.copy_in(&self.buffer, 0, self.host.cast(), Strided::whole(bytes)) }.map(|_| ()))
    }

    fn copy_out(&mut self, bytes: usize) -> Result<f64, DeviceError> {
        // SAFETY: as above.
        least(|| unsafe { self.device.copy_out(&self.buffer, 0, self.host.cast(), Strided::whole(bytes)) }.map(|_| ()))
    }

    fn launch(&mut self, items: i64, rounds: i64) -> Result<f64, DeviceError> {
        self.run(items, rounds)?; // The first one may compile.
        least(|| self.run(items, rounds))
    }

    fn once(&mut self, items: i64, rounds: i64) -> Result<f64, DeviceError> {
        time(|| self.run(items, rounds))
    }

    fn run(&self, items: i64, rounds: i64) -> Result<(), DeviceError> {
        let args = [self.buffer.address, rounds as u64, 0.5f64.to_bits(), 1f64.to_bits()];
        // SAFETY: what the kernel points to lives as long as the probe, and there are as many numbers as items.
        let kernel = unsafe { Kernel::new(&*self.kernel) };
        // A launch that is worth it calls all threads.
        let about = Duration::from_secs(1);
        let launch = Launch { kernel, extent: [items, 1, 1], args: &args, group: kernel.group(), about, waits: true };
        unsafe { self.device.launch(&launch) }.map(|_| ())
    }
}

fn kernel(probe: &Probe) -> RaddleKernel {
    const ARG_RANGE: [i32; 4] = [0, -1, -1, -1];
    RaddleKernel {
        version: ABI_VERSION,
        dims: 1,
        name: NAME.as_ptr(),
        source: c"raddle devices --calibrate".as_ptr(),
        n_args: ARG_RANGE.len() as u64,
        arg_range: const { &ARG_RANGE }.as_ptr(),
        cpu: Some(on_cpu),
        emulated: None,
        spirv: probe.spirv.as_ptr(),
        spirv_bytes: 4 * probe.spirv.len() as u64,
        state: std::ptr::null_mut(),
        ptx: probe.ptx.as_ptr().cast(),
        ptx_bytes: probe.ptx.len() as u64,
        group: [0; 3],
        group_asked: 0,
        together: 1,
        order: 0,
    }
}

impl Drop for Lab<'_> {
    fn drop(&mut self) {
        self.device.free(&self.buffer);
        // SAFETY: it came from a box, and no launch is left.
        drop(unsafe { Box::from_raw(self.kernel) });
    }
}

/// The kernel for threads. Numbers come in blocks, so that it can use vectors.
unsafe extern "C" fn on_cpu(args: *const u64, lo: *const i64, hi: *const i64) {
    const BLOCK: usize = 64;
    // SAFETY: the arguments are those of `Lab::run`, the box lies within the numbers.
    let (numbers, rounds) = unsafe {
        let (lo, hi) = (*lo, *hi);
        let first = (*args as *mut f64).add(lo as usize);
        (std::slice::from_raw_parts_mut(first, (hi - lo) as usize), *args.add(1) as i64)
    };
    let (factor, summand) = unsafe { (f64::from_bits(*args.add(2)), f64::from_bits(*args.add(3))) };
    for block in numbers.chunks_mut(BLOCK) {
        for _ in 0..rounds {
            block.iter_mut().for_each(|it| *it = *it * factor + summand);
        }
        block.iter_mut().for_each(|it| *it += 0.25);
    }
}

fn least(mut act: impl FnMut() -> Result<(), DeviceError>) -> Result<f64, DeviceError> {
    (0..REPEATS).try_fold(f64::MAX, |least, _| Ok(least.min(time(&mut act)?).max(1.)))
}

fn time(mut act: impl FnMut() -> Result<(), DeviceError>) -> Result<f64, DeviceError> {
    let start = Instant::now();
    act()?;
    Ok(start.elapsed().as_nanos() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_measured_against_one() {
        let probe = Probe { spirv: vec![], ptx: String::new() };
        let constants = threads(2, &probe).unwrap();
        assert!(constants.launch_ns > 100. && constants.launch_ns < 1e8, "{constants:?}");
        assert!((0.5..=2.).contains(&constants.speedup) && constants.width == 2., "{constants:?}");
        assert!(constants.bandwidth >= 0.5 * HOST_BANDWIDTH && constants.bandwidth.is_finite());
    }

    #[test]
    fn every_number_is_computed() {
        let mut data = vec![1f64; 1000];
        let device = CpuDevice::new(2);
        let probe = Probe { spirv: vec![], ptx: String::new() };
        let lab = Lab::new(&device, &probe, &mut data).unwrap();
        lab.run(900, 2).unwrap();
        drop(lab);
        // (1 * 0.5 + 1) * 0.5 + 1, and the block's quarter.
        assert!(data[..900].iter().all(|&it| it == 2.) && data[900..].iter().all(|&it| it == 1.));
    }
}
