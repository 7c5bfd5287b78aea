//! One suite for all devices: what a program can see of a device must not depend on which one it is.
//!
//! The CUDA device runs on the driver of `test-suite/ptx-vm/driver`, or on the user's if `RADDLE_TEST_CUDA` is set.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use crate::config::{Config, DeviceChoice};
use crate::known::Store;
use crate::learn::Advice;
use crate::ranges::Range;
use crate::runtime::{LeftOut, Runtime, Site, Size};
use crate::session::Session;
use crate::test_kernels::{Element, TestKernel, axpy, index_value, index3};
use crate::types::{OVERWRITTEN, READ, WRITE};

/// How a suite's runtime is set up: the device, and changes to the settings.
struct Setup {
    device: DeviceChoice,
    kind: &'static str,
    validate: bool,
    staging: bool,
}

impl Setup {
    fn config(&self) -> Config {
        let mut config = Config::parse(|_| None).unwrap();
        (config.device, config.validate, config.staging) = (self.device, self.validate, self.staging);
        (config.offload_min, config.threads, config.fallback) = (0, 4, true);
        config.cuda_driver = cuda_driver();
        config.store = Some(store());
        config
    }

    fn runtime(&self) -> Runtime {
        Runtime::new(self.config())
    }

    /// Does device memory lie apart from the host's?
    fn is_separate(&self) -> bool {
        self.device != DeviceChoice::Cpu
    }
}

/// Cargo builds it beside the test; `None` for the system's.
fn cuda_driver() -> Option<PathBuf> {
    match std::env::var_os("RADDLE_TEST_CUDA") {
        Some(_) => crate::config::cuda_driver(),
        None => Some(std::env::current_exe().unwrap().with_file_name("libraddle_cuda_stub.so")),
    }
}

const SIZE: Size = Size { instances: 1_000_000, items: 1_000_000, picoseconds: 1000 };

/// What one test finds out of a device, the others know.
fn store() -> Store {
    static STORE: OnceLock<Store> = OnceLock::new();
    let fresh = || {
        let dir = std::env::current_exe().unwrap().with_file_name("known");
        let _ = std::fs::remove_dir_all(&dir);
        Store::at(&dir)
    };
    STORE.get_or_init(fresh).clone()
}

fn site() -> Site {
    Site {
        id: 1,
        source: "conformance.c:5".into(),
        function: "test".into(),
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

fn range<T>(data: &[T], flags: u32, object: i32, name: &str) -> Range {
    let low = data.as_ptr() as usize;
    let object = u32::try_from(object).ok();
    Range {
        base: low,
        low,
        high: low + size_of_val(data),
        flags,
        object,
        name: name.to_owned().into(),
        rows: None,
        around: None,
    }
}

/// A range that a kernel writes.
fn range_mut<T>(data: &mut [T], flags: u32, object: i32, name: &str) -> Range {
    let low = data.as_mut_ptr() as usize;
    Range { base: low, low, ..range(data, flags, object, name) }
}

fn enter<'rt>(runtime: &'rt Runtime, setup: &Setup, ranges: &[Range]) -> Session<'rt> {
    let session = runtime.enter(site(), ranges.to_vec(), SIZE, Advice::NONE).unwrap().expect("the site is entered");
    assert_eq!(session.device_kind(), setup.kind);
    session
}

/// Launches and makes sure that the device itself did it.
fn launch(session: &mut Session, setup: &Setup, kernel: &TestKernel, extent: [i64; 3], args: &[u64]) {
    unsafe { session.launch(kernel.kernel(), extent, args) }.unwrap();
    assert_eq!(session.device_kind(), setup.kind);
}

fn address<T>(data: &[T]) -> u64 {
    data.as_ptr() as u64
}

fn one_to_three_dimensions(setup: &Setup) {
    let runtime = setup.runtime();
    for extent in [[1, 1, 1], [1037, 1, 1], [33, 17, 1], [13, 11, 7], [1, 1, 70], [1, 300, 1], [4096, 1, 1]] {
        let [ex, ey, ez] = extent;
        let dims = (1 + (0..3).rposition(|d| extent[d] > 1).unwrap_or(0)) as u32;
        // Canaries behind the end: work items beyond the extents must do nothing.
        let items = (ex * ey * ez) as usize;
        let mut out = vec![-1i64; items + 512];
        let range = range_mut(&mut out, READ | WRITE, 0, "out");
        let mut session = enter(&runtime, setup, std::slice::from_ref(&range));
        session.copy_in(&range).unwrap();
        launch(&mut session, setup, &index3(dims), extent, &[address(&out), ex as u64, ey as u64]);
        session.copy_out(&range).unwrap();
        session.exit().unwrap();
        let canaries = out.split_off(items);
        assert!(canaries.iter().all(|&canary| canary == -1), "{extent:?}");
        for (i, &value) in out.iter().enumerate() {
            let i = i as i64;
            assert_eq!(value, index_value(i % ex, i / ex % ey, i / ex / ey), "{extent:?}, item {i}");
        }
    }
}

/// `y = a x + y` on `n` elements, with the pointer to x moved before its array.
fn check_axpy<T: Element>(runtime: &Runtime, setup: &Setup, kernel: &TestKernel, n: usize, seed: i64) {
    let x: Vec<T> = (0..n as i64).map(|i| T::from_index(seed + 3 * i)).collect();
    let mut y: Vec<T> = (0..n as i64).map(|i| T::from_index(seed - i)).collect();
    let a = T::from_index(seed + 5);
    let expected: Vec<T> = x.iter().zip(&y).map(|(&x, &y)| T::multiply_add(a, x, y)).collect();
    let ranges = [range(&x, READ, 0, "x"), range_mut(&mut y, READ | WRITE, 1, "y")];
    let mut session = enter(runtime, setup, &ranges);
    ranges.iter().for_each(|range| session.copy_in(range).unwrap());
    let before_x = address(&x).wrapping_sub(1000 * size_of::<T>() as u64);
    launch(&mut session, setup, kernel, [n as i64, 1, 1], &[before_x, address(&y), a.to_slot(), 1000]);
    if setup.is_separate() {
        assert_eq!(y[n - 1], T::from_index(seed - (n as i64 - 1)), "host memory changed before the copy");
    }
    session.copy_out(&ranges[1]).unwrap();
    session.exit().unwrap();
    y.iter_mut().zip(&expected).enumerate().for_each(|(i, (y, e))| assert_eq!(y, e, "element {i} of {n}"));
}

fn all_scalar_types(setup: &Setup) {
    let runtime = setup.runtime();
    check_axpy::<i8>(&runtime, setup, &axpy::<i8>(), 1003, 1);
    check_axpy::<i16>(&runtime, setup, &axpy::<i16>(), 1003, 2);
    check_axpy::<i32>(&runtime, setup, &axpy::<i32>(), 1003, 3);
    check_axpy::<i64>(&runtime, setup, &axpy::<i64>(), 1003, 4);
    check_axpy::<f32>(&runtime, setup, &axpy::<f32>(), 1003, 5);
    check_axpy::<f64>(&runtime, setup, &axpy::<f64>(), 1003, 6);
}

fn many_launches_reuse_buffers(setup: &Setup) {
    // Memory for a few rounds only: what a round leaves must serve the next.
    let runtime = Runtime::new(Config { device_memory: Some(4 << 20), ..setup.config() });
    let kernel = axpy::<f64>();
    for round in 0..100 {
        check_axpy::<f64>(&runtime, setup, &kernel, 1 + (round * 7919) % 60_000, round as i64);
    }
}

fn large_arrays(setup: &Setup) {
    let runtime = setup.runtime();
    check_axpy::<i64>(&runtime, setup, &axpy::<i64>(), 3_000_001, 1);
}

fn overlapping_ranges_share_a_buffer(setup: &Setup) {
    let runtime = setup.runtime();
    let mut data: Vec<i64> = (0..2000).collect();
    // Two views of one array: x = data[0..1500], y = data[500..2000].
    let (x, y) = (range(&data[..1500], READ, 3, "x"), range_mut(&mut data[500..], READ | WRITE, 3, "y"));
    let mut session = enter(&runtime, setup, &[x.clone(), y.clone()]);
    session.copy_in(&x).unwrap();
    session.copy_in(&y).unwrap();
    // y[i] += 2 x[i] for the first 500 elements: reads data[0..500], writes data[500..1000]...
    let kernel = axpy::<i64>();
    let first = [address(&data), address(&data[500..]), 2, 0];
    launch(&mut session, setup, &kernel, [500, 1, 1], &first);
    // ... and then data[500..1000], just written through the other view, into data[1000..1500].
    let second = [address(&data), address(&data[1000..]), 2, 500];
    launch(&mut session, setup, &kernel, [500, 1, 1], &second);
    session.copy_out(&y).unwrap();
    session.exit().unwrap();
    let mut expected: Vec<i64> = (0..2000).collect();
    for i in 500..1500 {
        expected[i] += 2 * expected[i - 500];
    }
    assert_eq!(data, expected);
}

fn undeclared_overlap_is_declined(setup: &Setup) {
    let runtime = setup.runtime();
    let mut data = vec![0i32; 100];
    let (x, y) = (range(&data[..60], READ, -1, "x"), range_mut(&mut data[50..], WRITE, 4, "y"));
    assert!(runtime.enter(site(), vec![x.clone(), y], SIZE, Advice::NONE).unwrap().is_none());
    let read_only = range(&data[50..], READ, 4, "y");
    assert!(runtime.enter(site(), vec![x, read_only], SIZE, Advice::NONE).unwrap().is_some());
}

fn partial_copies_move_exactly_their_bytes(setup: &Setup) {
    if !setup.is_separate() {
        return;
    }
    let runtime = setup.runtime();
    let x = vec![1i32; 1000];
    let mut y = vec![10i32; 1000];
    let ranges = [range(&x, READ, 0, "x"), range_mut(&mut y, READ | WRITE, 1, "y")];
    let mut session = enter(&runtime, setup, &ranges);
    ranges.iter().for_each(|range| session.copy_in(range).unwrap());
    launch(&mut session, setup, &axpy::<i32>(), [1000, 1, 1], &[address(&x), address(&y), 5, 0]);
    session.copy_out(&range_mut(&mut y[13..77], WRITE, 1, "y")).unwrap();
    drop(session);
    let expected: Vec<i32> = (0..1000).map(|i| if (13..77).contains(&i) { 15 } else { 10 }).collect();
    assert_eq!(y, expected);
}

fn empty_ranges_and_extents_do_nothing(setup: &Setup) {
    let runtime = setup.runtime();
    let x: Vec<f32> = Vec::new();
    let mut y = vec![1f32; 64];
    let ranges = [range(&x, READ, 0, "x"), range_mut(&mut y, READ | WRITE, 1, "y")];
    for extent in [[0, 1, 1], [64, 0, 1], [64, 1, -3]] {
        let mut session = enter(&runtime, setup, &ranges);
        ranges.iter().for_each(|range| session.copy_in(range).unwrap());
        launch(&mut session, setup, &axpy::<f32>(), extent, &[address(&x), address(&y), 0, 0]);
        session.copy_out(&ranges[1]).unwrap();
        session.exit().unwrap();
    }
    assert_eq!(y, vec![1f32; 64]);
    assert!(enter(&runtime, setup, &[]).exit().is_ok());
}

fn out_of_memory_declines_and_recovers(setup: &Setup) {
    let runtime = Runtime::new(Config { device_memory: Some(1 << 20), ..setup.config() });
    let large = vec![0u8; 2 << 20];
    let entered = runtime.enter(site(), vec![range(&large, READ, 0, "large")], SIZE, Advice::NONE).unwrap().is_some();
    assert_eq!(entered, !setup.is_separate());
    check_axpy::<i64>(&runtime, setup, &axpy::<i64>(), 1000, 1);
}

fn host_threads_work_at_once(setup: &Setup) {
    let runtime = setup.runtime();
    let kernel = axpy::<i32>();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (runtime, kernel) = (&runtime, &kernel);
            scope.spawn(move || {
                for round in 0..15 {
                    check_axpy::<i32>(
                        runtime,
                        setup,
                        kernel,
                        2000 + 100 * thread + round,
                        (thread * 31 + round) as i64,
                    );
                }
            });
        }
    });
}

fn overwritten_ranges_need_no_copy_in(setup: &Setup) {
    let runtime = setup.runtime();
    let mut out = vec![0i64; 999];
    let range = range_mut(&mut out, WRITE | OVERWRITTEN, -1, "out");
    let mut session = enter(&runtime, setup, std::slice::from_ref(&range));
    launch(&mut session, setup, &index3(1), [999, 1, 1], &[address(&out), 999, 1]);
    session.copy_out(&range).unwrap();
    session.exit().unwrap();
    assert!(out.into_iter().eq(0..999));
}

fn unaligned_arrays_keep_their_alignment(setup: &Setup) {
    let runtime = setup.runtime();
    let kernel = axpy::<i16>();
    let x: Vec<i16> = (0..600).collect();
    for start in 0..9 {
        let mut y = vec![1i16; 600];
        let expected: Vec<i16> = y[start..].iter().zip(&x[start + 1..]).map(|(y, x)| y + 3 * x).collect();
        let ranges = [range(&x[start + 1..], READ, 0, "x"), range_mut(&mut y[start..], READ | WRITE, 1, "y")];
        let n = 600 - start - 1;
        let mut session = enter(&runtime, setup, &ranges);
        ranges.iter().for_each(|range| session.copy_in(range).unwrap());
        launch(&mut session, setup, &kernel, [n as i64, 1, 1], &[address(&x[start + 1..]), address(&y[start..]), 3, 0]);
        session.copy_out(&ranges[1]).unwrap();
        session.exit().unwrap();
        assert_eq!(y[start..600 - 1], expected[..n]);
    }
}

fn kernels_without_code_go_on_with_the_cpu(setup: &Setup) {
    if !setup.is_separate() {
        return;
    }
    let runtime = setup.runtime();
    let good = axpy::<i32>();
    let bad = good.changed(|raw| (raw.emulated, raw.spirv, raw.ptx) = (None, std::ptr::null(), std::ptr::null()));
    let x = vec![1i32; 500];
    let mut y = vec![10i32; 500];
    let ranges = [range(&x, READ, 0, "x"), range_mut(&mut y, READ | WRITE, 1, "y")];
    let args = [address(&x), y.as_mut_ptr() as u64, 5, 0];
    let mut session = enter(&runtime, setup, &ranges);
    ranges.iter().for_each(|range| session.copy_in(range).unwrap());
    launch(&mut session, setup, &good, [500, 1, 1], &args);
    // What the first launch wrote must come along.
    unsafe { session.launch(bad.kernel(), [500, 1, 1], &args) }.unwrap();
    assert_eq!(session.device_kind(), "cpu");
    session.copy_out(&ranges[1]).unwrap();
    session.exit().unwrap();
    assert_eq!(y, vec![20; 500]);
    assert!(
        runtime.enter(site(), ranges.to_vec(), SIZE, Advice::NONE).unwrap().is_none(),
        "the site stays on the host"
    );
}

fn misuse_is_reported(setup: &Setup) {
    let runtime = setup.runtime();
    let (x, y) = (vec![0i32; 10], vec![0i32; 10]);
    let mut session = enter(&runtime, setup, &[range(&x, READ, 0, "x")]);
    let message = session.copy_in(&range(&y, READ, 1, "y")).unwrap_err().to_string();
    assert!(message.contains("conformance.c:5") && message.contains("'y'"), "{message}");
    let args = [address(&x), address(&y), 0, 0];
    let message = unsafe { session.launch(axpy::<i32>().kernel(), [1, 1, 1], &args) }.unwrap_err().to_string();
    assert!(message.contains("range 1"), "{message}");
}

/// Grid and block of the one launch that the statistics know of.
fn grid_and_block(runtime: &Runtime) -> [[u64; 3]; 2] {
    let report = runtime.stats.report(&runtime.device_info(), &[], 0, None).unwrap();
    let report = serde_json::to_value(report).unwrap();
    ["grid", "block"].map(|name| serde_json::from_value(report["kernels"][0][name].clone()).unwrap())
}

fn work_groups_are_as_asked_for(setup: &Setup) {
    let asked = axpy::<i32>().changed(|raw| (raw.group, raw.group_asked) = ([8, 4, 2], 1));
    let chosen = axpy::<i32>().changed(|raw| raw.group = [16, 1, 1]);
    let is_gpu = matches!(setup.device, DeviceChoice::Vulkan | DeviceChoice::Cuda);
    // A kernel's guard knows its own dimension alone: a GPU's groups have no other.
    let granted = |[x, y, z]: [u32; 3]| Some(if is_gpu { [x, 1, 1] } else { [x, y, z] }.map(u64::from));
    // The setting wins over the kernel's wish, and that over a choice, which is for GPUs alone.
    let rows = [
        (Some([64, 2, 1]), &asked, granted([64, 2, 1])),
        (None, &asked, granted([8, 4, 2])),
        (None, &chosen, is_gpu.then_some([16, 1, 1])),
    ];
    for (block, kernel, expected) in rows {
        let runtime = Runtime::new(Config { block, ..setup.config() });
        check_axpy::<i32>(&runtime, setup, kernel, 1003, 1);
        let [grid, found] = grid_and_block(&runtime);
        match expected {
            Some(expected) => assert_eq!((found, grid), (expected, [1003u64.div_ceil(expected[0]), 1, 1])),
            None => assert_ne!(found, [16, 1, 1]),
        }
    }
}

fn wishes_beyond_a_gpu_are_not_granted(setup: &Setup) {
    let kernel = axpy::<i32>().changed(|raw| (raw.group, raw.group_asked) = ([2048, 1, 1], 1));
    let runtime = setup.runtime();
    check_axpy::<i32>(&runtime, setup, &kernel, 1003, 1);
    let has_limits = matches!(setup.device, DeviceChoice::Vulkan | DeviceChoice::Cuda);
    assert_eq!(
        grid_and_block(&runtime)[1] == [2048, 1, 1],
        !has_limits || runtime.device_info().limits.max_group_size[0] >= 2048
    );
}

macro_rules! suite {
    ($($module:ident: $device:ident, $validate:literal, $staging:literal;)*) => { $(
        suite!(@tests $module, DeviceChoice::$device, $validate, $staging,
            one_to_three_dimensions, all_scalar_types, many_launches_reuse_buffers, large_arrays,
            overlapping_ranges_share_a_buffer, undeclared_overlap_is_declined,
            partial_copies_move_exactly_their_bytes, empty_ranges_and_extents_do_nothing,
            out_of_memory_declines_and_recovers, host_threads_work_at_once,
            overwritten_ranges_need_no_copy_in, unaligned_arrays_keep_their_alignment,
            kernels_without_code_go_on_with_the_cpu, misuse_is_reported,
            work_groups_are_as_asked_for, wishes_beyond_a_gpu_are_not_granted);
    )* };
    (@tests $module:ident, $device:expr, $validate:literal, $staging:literal, $($test:ident),*) => {
        mod $module {
            use super::*;
            fn setup() -> Setup {
                let kind = match $device {
                    DeviceChoice::Cpu => "cpu",
                    DeviceChoice::Emulated => "emulated",
                    DeviceChoice::Vulkan => "vulkan",
                    DeviceChoice::Cuda => "cuda",
                    DeviceChoice::Auto | DeviceChoice::None => "none",
                };
                Setup { device: $device, kind, validate: $validate, staging: $staging }
            }
            $(
                #[test]
                fn $test() {
                    super::$test(&setup());
                }
            )*
        }
    };
}

suite! {
    cpu: Cpu, false, false;
    emulated: Emulated, false, false;
    vulkan: Vulkan, false, false;
    vulkan_under_validation_layers: Vulkan, true, false;
    vulkan_with_memory_of_its_own: Vulkan, true, true;
    cuda: Cuda, false, false;
}

/// The words of a module without its `OpCapability capability`.
fn without_capability(module: &[u32], capability: u32) -> Vec<u32> {
    let at = module.windows(2).position(|words| words == [2 << 16 | 17, capability]).unwrap();
    [&module[..at], &module[at + 2..]].concat()
}

#[test]
fn validation_messages_are_errors() {
    let setup = Setup { device: DeviceChoice::Vulkan, kind: "vulkan", validate: true, staging: false };
    let float64 = 10;
    let good = axpy::<f64>();
    let broken: &'static [u32] = without_capability(good.kernel().spirv().unwrap(), float64).leak();
    let broken = good.changed(|raw| (raw.spirv, raw.spirv_bytes) = (broken.as_ptr(), 4 * broken.len() as u64));
    let runtime = setup.runtime();
    let y = vec![0f64; 10];
    let mut session = enter(&runtime, &setup, &[range(&y, READ, 0, "x"), range(&y, READ | WRITE, 0, "y")]);
    let args = [address(&y), address(&y), 0, 0];
    let message = unsafe { session.launch(broken.kernel(), [10, 1, 1], &args) }.unwrap_err().to_string();
    assert!(message.starts_with("conformance.c:7: kernel axpy: Vulkan validation:"), "{message}");
}

/// `y[i] = y[i - 1] + y[i]` as if its items were independent.
fn dependent_items(seed: u64) -> Vec<i64> {
    let setup = Setup { device: DeviceChoice::Emulated, kind: "emulated", validate: false, staging: false };
    let runtime = Runtime::new(Config { emulated_seed: seed, ..setup.config() });
    let mut y = vec![1i64; 100];
    let ranges = [range_mut(&mut y, READ | WRITE, 0, "y")];
    let args = [y.as_mut_ptr() as u64, y[1..].as_mut_ptr() as u64, 1, 0];
    let mut session = enter(&runtime, &setup, &ranges);
    session.copy_in(&ranges[0]).unwrap();
    static ONE_ARRAY: [i32; 4] = [0, 0, -1, -1];
    let kernel = axpy::<i64>().changed(|raw| raw.arg_range = ONE_ARRAY.as_ptr());
    launch(&mut session, &setup, &kernel, [99, 1, 1], &args);
    session.copy_out(&ranges[0]).unwrap();
    y
}

#[test]
fn the_emulated_device_brings_dependences_to_light() {
    let in_order: Vec<i64> = (1..=100).collect();
    assert_ne!(dependent_items(1), in_order);
    assert_eq!(dependent_items(1), dependent_items(1));
    assert_ne!(dependent_items(1), dependent_items(2));
}

/// What the driver's device answers to the cases of one instruction form, 8 bytes each.
fn results_of(session: &mut Session, row: &raddle_ptx_vm::conformance::Kernel, results: &mut [u64]) {
    let text = raddle_ptx_vm::conformance::module(std::slice::from_ref(row), "7.8", "sm_90");
    let (cases, name) = (i64::from(row.cases), CString::new(row.name.as_str()).unwrap());
    static TWO_ARRAYS: [i32; 2] = [0, 1];
    let kernel = index3(1).changed(|raw| {
        (raw.name, raw.n_args, raw.arg_range) = (name.as_ptr(), 2, TWO_ARRAYS.as_ptr());
        (raw.ptx, raw.ptx_bytes) = (text.as_ptr().cast(), text.len() as u64);
    });
    let args = [row.inputs.as_ptr() as u64, results.as_ptr() as u64];
    unsafe { session.launch(kernel.kernel(), [cases, 1, 1], &args) }.unwrap();
    session.copy_out(&range_mut(results, WRITE | OVERWRITTEN, 1, "results")).unwrap();
}

#[test]
fn cuda_instructions_mean_what_the_interpreter_takes_them_for() {
    let setup = Setup { device: DeviceChoice::Cuda, kind: "cuda", validate: false, staging: false };
    let mut runtimes = BTreeMap::new();
    for row in raddle_ptx_vm::conformance::kernels().unwrap() {
        let mut results = vec![0u64; row.cases as usize];
        let ranges =
            [range(&row.inputs, READ, 0, "inputs"), range_mut(&mut results, WRITE | OVERWRITTEN, 1, "results")];
        // The rows tell their cases apart by the thread in its block.
        let one_block = |cases| Runtime::new(Config { block: Some([cases, 1, 1]), ..setup.config() });
        let runtime = runtimes.entry(row.cases).or_insert_with_key(|&cases| one_block(cases));
        let mut session = enter(runtime, &setup, &ranges);
        session.copy_in(&ranges[0]).unwrap();
        results_of(&mut session, &row, &mut results);
        session.exit().unwrap();
        let bytes: Vec<u8> = results.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        assert_eq!(raddle_ptx_vm::conformance::differences(&row, &bytes), [""; 0]);
    }
}

/// The kind of device that a site with so many iterations goes to under `auto`, after it ran there.
fn auto_device(config: Config, has_ptx: bool, instances: i64) -> &'static str {
    let size = Size { instances, items: instances, picoseconds: 1000 };
    let runtime = Runtime::new(Config { device: DeviceChoice::Auto, ..config });
    let mut out = vec![0i64; 999];
    let range = range_mut(&mut out, READ | WRITE, 0, "out");
    assert_ne!(runtime.least_on_threads(), i64::MAX, "no GPU is open yet");
    let session = runtime.enter(Site { has_ptx, ..site() }, vec![range.clone()], size, Advice::NONE).unwrap();
    let mut session = session.expect("the site is entered");
    let kind = session.device_kind();
    session.copy_in(&range).unwrap();
    unsafe { session.launch(index3(1).kernel(), [999, 1, 1], &[address(&out), 999, 1]) }.unwrap();
    session.copy_out(&range).unwrap();
    session.exit().unwrap();
    assert!(out.into_iter().eq(0..999));
    assert!(kind == "cpu" || runtime.device_info().kind == kind);
    assert!(kind == "cpu" || runtime.least_on_threads() == i64::MAX, "versions for CPU threads give way");
    kind
}

#[test]
fn auto_takes_a_cuda_device_where_it_may_pay() {
    let setup = Setup { device: DeviceChoice::Cuda, kind: "cuda", validate: false, staging: false };
    let without_driver = Config { cuda_driver: Some("/no/such/libcuda.so".into()), ..setup.config() };
    assert_eq!(auto_device(setup.config(), true, 1 << 31), "cuda");
    assert_eq!(auto_device(setup.config(), true, 1 << 20), "cpu");
    // The machine may have a GPU that Vulkan finds.
    assert_ne!(auto_device(setup.config(), false, 1 << 31), "cuda");
    assert_ne!(auto_device(without_driver, true, 1 << 31), "cuda");
    assert_eq!(auto_device(Config { device_memory: Some(1000), ..setup.config() }, true, 1 << 31), "cpu");
}

/// How often the version runs in so many executions, where it and the loop take so many microseconds.
fn versions_chosen(device: DeviceChoice, executions: usize, [version_us, loop_us]: [u64; 2]) -> usize {
    let setup = Setup { device, kind: "cpu", validate: false, staging: false };
    let runtime = setup.runtime();
    // The compiler's estimate is right.
    let size = Size { picoseconds: loop_us as u32, ..SIZE };
    let run = |_: &usize| {
        let (takes, is_timed) = runtime.chooses(4096, size);
        if is_timed {
            let time = Duration::from_micros(if takes { version_us } else { loop_us });
            runtime.choice_took(4096, SIZE.instances, takes, time);
        }
        takes
    };
    (0..executions).filter(run).count()
}

#[test]
fn a_version_runs_where_it_takes_less_time_than_the_loop() {
    let faster = versions_chosen(DeviceChoice::Auto, 1000, [600, 1000]);
    assert!(faster > 950, "{faster} of 1000");
    let slower = versions_chosen(DeviceChoice::Auto, 1000, [1200, 1000]);
    assert!(slower < 100, "{slower} of 1000");
    // A loop of seconds is not run for a comparison that may cost more than it wins.
    assert_eq!(versions_chosen(DeviceChoice::Auto, 4, [1_200_000, 2_000_000]), 4);
    // Who names threads wants to see what they do.
    assert_eq!(versions_chosen(DeviceChoice::Cpu, 100, [1200, 1000]), 100);
}

#[test]
fn sites_for_threads_are_entered_by_cpu_threads_alone() {
    use DeviceChoice::{Auto, Cpu, Cuda, Emulated, Vulkan};
    let setup = Setup { device: Auto, kind: "cpu", validate: false, staging: false };
    let mut out = vec![0i64; 999];
    let range = range_mut(&mut out, READ | WRITE, 0, "out");
    for (device, taken) in [(Cpu, true), (Auto, true), (Emulated, false), (Vulkan, false), (Cuda, false)] {
        // A driver that fails would end the program: it is not even opened.
        let config =
            Config { device, cuda_driver: Some("/no/such/libcuda.so".into()), fallback: false, ..setup.config() };
        let runtime = Runtime::new(config);
        let size = Size { instances: 1 << 31, ..SIZE };
        let session =
            runtime.enter(Site { threads_only: true, ..site() }, vec![range.clone()], size, Advice::NONE).unwrap();
        let kind = session.map(|it| it.device_kind());
        assert_eq!(kind, taken.then_some("cpu"), "{device:?}");
    }
}

#[test]
fn auto_takes_no_cpu_threads_for_atomic_updates() {
    let setup = Setup { device: DeviceChoice::Auto, kind: "cpu", validate: false, staging: false };
    let mut out = vec![0i64; 999];
    let range = range_mut(&mut out, READ | WRITE, 0, "out");
    for (device, taken) in [(DeviceChoice::Auto, false), (DeviceChoice::Cpu, true)] {
        let runtime = Runtime::new(Config { device, ..setup.config() });
        let enter = |has_atomics| {
            runtime
                .enter(
                    Site { has_atomics, ..site() },
                    vec![range.clone()],
                    Size { instances: 1 << 31, ..SIZE },
                    Advice::NONE,
                )
                .unwrap()
        };
        assert_eq!((enter(true).is_some(), enter(false).is_some()), (taken, true), "{device:?}");
    }
}

#[test]
fn auto_runs_kernels_alone_that_go_side_by_side() {
    let setup = Setup { device: DeviceChoice::Auto, kind: "cpu", validate: false, staging: false };
    let mut out = vec![0i64; 999];
    let range = range_mut(&mut out, READ | WRITE, 0, "out");
    let side_by_side = || Site { runs_together: true, ..site() };
    // Too short for threads: 12 us; too short to be entered at all: 6 us.
    let cases = [
        (side_by_side(), 12_000, true),
        (site(), 12_000, false),
        (Site { has_atomics: true, ..side_by_side() }, 12_000, false),
        (side_by_side(), 6_000, false),
    ];
    for (site, instances, taken) in cases {
        let runtime = Runtime::new(Config { threads: 2, ..setup.config() });
        let size = Size { instances, items: 999, picoseconds: 1000 };
        let session = runtime.enter(site, vec![range.clone()], size, Advice::NONE).unwrap();
        assert_eq!(session.is_some(), taken, "{instances}");
        let Some(mut session) = session else { continue };
        assert_eq!(session.device_kind(), "cpu");
        session.copy_in(&range).unwrap();
        unsafe { session.launch(index3(1).kernel(), [999, 1, 1], &[address(&out), 999, 1]) }.unwrap();
        session.copy_out(&range).unwrap();
        session.exit().unwrap();
    }
    assert!(out.into_iter().eq(0..999));
}

#[test]
fn cuda_devices_are_listed_with_their_limits() {
    let infos = crate::cuda::infos(cuda_driver().as_deref());
    let first = &infos[0];
    assert_eq!((first.kind, first.index, first.problem.as_str()), ("cuda", 0, ""));
    assert!(first.api.starts_with("CUDA 1") && first.capability.contains('.') && !first.name.is_empty());
    assert_eq!((first.limits.max_groups, first.limits.max_group_items), ([i32::MAX as u32, 65535, 65535], 1024));
    assert!(first.memory_bytes > 1 << 30 && first.limits.shared_memory_bytes >= 48 << 10);
    let none = crate::cuda::infos(Some("/no/such/libcuda.so".as_ref()));
    assert!(none.len() == 1 && none[0].problem.starts_with("no CUDA driver can be opened"), "{none:?}");
}

#[test]
fn devices_are_listed_with_their_limits() {
    let devices = crate::device::devices();
    let kinds: Vec<&str> = devices.iter().map(|device| device.kind).collect();
    assert_eq!(kinds[..3], ["cpu", "emulated", "vulkan"]);
    let vulkan = &devices[2];
    assert_eq!(vulkan.problem, "");
    assert!(vulkan.limits.max_group_items >= 128 && vulkan.memory_bytes > 0 && vulkan.features.int64);
}
