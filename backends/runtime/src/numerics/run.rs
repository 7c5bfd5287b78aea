//! Running the test's kernels on a device.

use std::ffi::CStr;
use std::time::Duration;

use super::cases::{self, Case};
use super::judge::Judge;
use super::operands::{Item, SLOTS, items};
use super::text::Form;
use super::{Numerics, Type};
use crate::device::{Device, Launch};
use crate::error::DeviceError;
use crate::known::fnv1a;
use crate::ranges::{Range, Span};
use crate::strided::Strided;
use crate::types::{ABI_VERSION, Kernel, OVERWRITTEN, READ, RaddleKernel, WRITE};

/// A kernel with the cases that it computes, in the order of its results.
pub struct TestKernel {
    name: &'static CStr,
    pub form: Form,
    /// Of its operands a, b and c.
    pub float: Type,
    pub cases: fn() -> Vec<Case>,
    spirv: &'static [u8],
    /// "" where the form has none.
    pub ptx: &'static str,
}

pub const KERNELS: [TestKernel; 4] = [
    TestKernel {
        name: c"numerics_single",
        form: Form::Usual,
        float: Type::F32,
        cases: single_cases,
        spirv: include_bytes!("kernels/numerics_single.spv"),
        ptx: include_str!("kernels/numerics_single.ptx"),
    },
    TestKernel {
        name: c"numerics_single_bare",
        form: Form::Bare,
        float: Type::F32,
        cases: bare_single_cases,
        spirv: include_bytes!("kernels/numerics_single_bare.spv"),
        ptx: "",
    },
    TestKernel {
        name: c"numerics_double",
        form: Form::Usual,
        float: Type::F64,
        cases: double_cases,
        spirv: include_bytes!("kernels/numerics_double.spv"),
        ptx: include_str!("kernels/numerics_double.ptx"),
    },
    TestKernel {
        name: c"numerics_double_bare",
        form: Form::Bare,
        float: Type::F64,
        cases: cases::corrected_float_cases::<f64>,
        spirv: include_bytes!("kernels/numerics_double_bare.spv"),
        ptx: "",
    },
];

/// All that a device without 64-bit floats can run.
fn single_cases() -> Vec<Case> {
    let mut cases = cases::float_cases::<f32>();
    cases.extend(cases::integer_cases(Type::I32));
    cases.extend(cases::integer_cases(Type::I64));
    cases.extend(cases::extending_cases());
    cases
}

fn bare_single_cases() -> Vec<Case> {
    let mut cases = cases::corrected_float_cases::<f32>();
    cases.extend(cases::corrected_extending_cases());
    cases
}

fn double_cases() -> Vec<Case> {
    let mut cases = cases::float_cases::<f64>();
    cases.extend(cases::resizing_cases());
    cases
}

impl TestKernel {
    pub fn name(&self) -> &'static str {
        self.name.to_str().unwrap_or_default()
    }

    /// The words of its SPIR-V.
    pub fn words(&self) -> Vec<u32> {
        self.spirv.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect()
    }
}

/// How devices are given modules; another number when that changes, since what they compute may change with it. 2: Vulkan is asked for denormals.
const WAY: &str = "2";

/// Outcomes of another test say nothing about this one.
pub fn test_name() -> String {
    let hash = |text: &[u8]| format!("{:016x}", fnv1a(text));
    let operands = |ty| items(ty).iter().flat_map(|item| item.slots()).flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    let code = KERNELS.iter().flat_map(|kernel| [hash(kernel.spirv), hash(kernel.ptx.as_bytes())]);
    let all: Vec<String> = code.chain([Type::F32, Type::F64].map(|ty| hash(&operands(ty)))).collect();
    hash(format!("{} {WAY}", all.join(" ")).as_bytes())
}

/// Tests the device, which nobody else uses.
pub fn measure(device: &dyn Device) -> Result<Numerics, DeviceError> {
    let mut judge = Judge::default();
    let has_doubles = device.info().features.float64;
    for kernel in KERNELS.iter().filter(|kernel| has_doubles || kernel.float == Type::F32) {
        let (cases, items) = ((kernel.cases)(), items(kernel.float));
        match results(device, kernel, &items, cases.len()) {
            Ok(results) => judge.hear(kernel.form, &cases, &items, &results),
            // The device's form of code has no corrections.
            Err(DeviceError::NoCode) if kernel.form == Form::Bare => (),
            Err(error) => return Err(error),
        }
    }
    Ok(judge.verdicts(test_name()))
}

/// What the kernel makes of the items, `n_cases` results of 8 bytes each.
fn results(device: &dyn Device, kernel: &TestKernel, items: &[Item], n_cases: usize) -> Result<Vec<u64>, DeviceError> {
    let operands: Vec<u64> = items.iter().flat_map(|item| item.slots()).collect();
    debug_assert_eq!(operands.len(), items.len() * SLOTS as usize);
    let mut results = vec![0u64; items.len() * n_cases];
    let (low, high) = (operands.as_ptr() as usize, operands.as_ptr_range().end as usize);
    let read =
        Range { base: low, low, high, flags: READ, object: Some(0), name: "operands".into(), rows: None, around: None };
    let (low, high) = (results.as_mut_ptr() as usize, results.as_ptr_range().end as usize);
    let flags = READ | WRITE | OVERWRITTEN;
    let written =
        Range { base: low, low, high, flags, object: Some(1), name: "results".into(), rows: None, around: None };
    let ranges = [read, written];
    let spans = [0, 1].map(|i: usize| Span { low: ranges[i].low, high: ranges[i].high, members: vec![i] });
    let (from, to) = (device.allocate(&spans[0], &ranges)?, device.allocate(&spans[1], &ranges)?);
    let bytes = size_of_val(&*results);
    // SAFETY: the buffers have the sizes of the two vectors, and the kernel's text reads and writes just these.
    let done = unsafe {
        let copied = device
            .copy_in(&from, 0, operands.as_ptr().cast(), Strided::whole(size_of_val(&*operands)))
            .and_then(|_| device.copy_in(&to, 0, results.as_ptr().cast(), Strided::whole(bytes)));
        copied
            .and_then(|_| launch(device, kernel, items.len() as i64, &[from.address, to.address]))
            .and_then(|()| device.copy_out(&to, 0, results.as_mut_ptr().cast(), Strided::whole(bytes)))
    };
    device.free(&from);
    device.free(&to);
    done.map(|_| results)
}

/// # Safety
/// The arguments are the addresses of the operands and results of `n` items.
unsafe fn launch(device: &dyn Device, kernel: &TestKernel, n: i64, args: &[u64]) -> Result<(), DeviceError> {
    let (words, arg_range) = (kernel.words(), [0, 1]);
    let mut raw = RaddleKernel {
        version: ABI_VERSION,
        dims: 1,
        name: kernel.name.as_ptr(),
        source: c"numerics self-test".as_ptr(),
        n_args: args.len() as u64,
        arg_range: arg_range.as_ptr(),
        cpu: None,
        emulated: None,
        spirv: words.as_ptr(),
        spirv_bytes: 4 * words.len() as u64,
        state: std::ptr::null_mut(),
        ptx: if kernel.ptx.is_empty() { std::ptr::null() } else { kernel.ptx.as_ptr().cast() },
        ptx_bytes: kernel.ptx.len() as u64,
        group: [0; 3],
        group_asked: 0,
        together: 1,
        order: 0,
    };
    // The device writes its state.
    let raw = &raw mut raw;
    // SAFETY: what it points to lives until the launch has ended.
    let kernel = unsafe { Kernel::new(&*raw) };
    let launch = Launch { kernel, extent: [n, 1, 1], args, group: kernel.group(), about: Duration::ZERO, waits: true };
    unsafe { device.launch(&launch) }.map(|_| ())
}
