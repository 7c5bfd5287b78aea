//! The judge finds what devices do wrong, and the devices of this machine do nothing wrong.

use std::sync::Mutex;

use super::cases::Case;
use super::operands::{Item, SLOTS};
use super::run::{KERNELS, TestKernel};
use super::text::Form;
use super::*;
use crate::config::{Config, DeviceChoice};
use crate::cuda::CudaDevice;
use crate::device::{Buffer, Features, Launch, Launched};
use crate::ranges::{Range, Span};
use crate::strided::Strided;
use crate::vulkan::VulkanDevice;

/// What a device does to a case: the result that the host expects becomes another one.
type Fault = fn(Form, &Case, &Item, u64) -> u64;

/// A device that computes with the host's arithmetic and one fault.
struct Faulty {
    info: DeviceInfo,
    fault: Fault,
    memory: Mutex<Vec<Vec<u8>>>,
}

impl Faulty {
    fn new(fault: Fault) -> Self {
        let info = DeviceInfo { kind: "faulty", features: Features::ALL, ..DeviceInfo::default() };
        Self { info, fault, memory: Mutex::default() }
    }

    fn run(&self, kernel: &TestKernel, operands: &[u8]) -> Vec<u8> {
        let slots: Vec<u64> = operands.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        let cases = (kernel.cases)();
        let mut results = Vec::new();
        for slots in slots.chunks(SLOTS as usize) {
            let item = Item { a: slots[0], b: slots[1], c: slots[2], p: slots[3] as i64, q: slots[4] as i64 };
            for case in &cases {
                let expected = (case.expected)(&item).unwrap_or(0);
                results.extend((self.fault)(kernel.form, case, &item, expected).to_le_bytes());
            }
        }
        results
    }
}

impl Device for Faulty {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn allocate(&self, span: &Span, _ranges: &[Range]) -> Result<Buffer, DeviceError> {
        let mut memory = self.memory.lock().unwrap();
        let bytes = span.high - span.low;
        memory.push(vec![0; bytes]);
        let key = memory.len() as u64 - 1;
        Ok(Buffer { address: key, bytes, key, is_hosts: false })
    }

    fn free(&self, _buffer: &Buffer) {}

    unsafe fn copy_in(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *const u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let bytes = rows.bytes;
        let from = unsafe { std::slice::from_raw_parts(host, bytes) };
        self.memory.lock().unwrap()[buffer.key as usize][offset..offset + bytes].copy_from_slice(from);
        Ok(bytes)
    }

    unsafe fn copy_out(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *mut u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let bytes = rows.bytes;
        let to = unsafe { std::slice::from_raw_parts_mut(host, bytes) };
        to.copy_from_slice(&self.memory.lock().unwrap()[buffer.key as usize][offset..offset + bytes]);
        Ok(bytes)
    }

    unsafe fn copy_within(&self, _: (&Buffer, usize), _: (&Buffer, usize), _: Strided) -> Result<usize, DeviceError> {
        unreachable!("the self-test has no use for it")
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        let kernel = KERNELS.iter().find(|kernel| kernel.name() == launch.kernel.name()).unwrap();
        let mut memory = self.memory.lock().unwrap();
        let results = self.run(kernel, &memory[launch.args[0] as usize]);
        memory[launch.args[1] as usize].copy_from_slice(&results);
        Ok(Launched { grid: [1; 3], block: [1; 3], ns: 0, prepare_ns: 0 })
    }
}

fn measured(fault: Fault) -> Numerics {
    measure(&Faulty::new(fault)).unwrap()
}

/// The rows with this verdict.
fn names(numerics: &Numerics, verdict: Verdict) -> Vec<String> {
    numerics.with(verdict).map(ToString::to_string).collect()
}

fn flushed(ty: Type, bits: u64) -> u64 {
    match ty {
        Type::F32 if f32::from_bits(bits as u32).is_subnormal() => bits & 1 << 31,
        Type::F64 if f64::from_bits(bits).is_subnormal() => bits & 1 << 63,
        Type::F32 | Type::F64 | Type::I32 | Type::I64 => bits,
    }
}

/// What a float operation of 32 bits computes from operands without denormals.
fn flush_operands(case: &Case, item: &Item, expected: u64) -> u64 {
    let of = |bits| flushed(Type::F32, bits);
    let item = Item { a: of(item.a), b: of(item.b), c: of(item.c), ..*item };
    if case.ty == Type::F32 { (case.expected)(&item).unwrap_or(0) } else { expected }
}

#[test]
fn an_exact_device_is_native_throughout() {
    let numerics = measured(|_, _, _, expected| expected);
    assert_eq!(numerics.with(Verdict::Native).count(), numerics.rows.len());
    // Floats: all but shifts, resizing for one of the types. Integers: sums, products, quotients, comparisons, shifts.
    assert_eq!(numerics.rows.len(), 2 * 11 + 1 + 2 * 6 + 1);
    assert!(numerics.rows.iter().all(|row| row.evidence.is_empty()));
}

#[test]
fn any_nan_will_do() {
    let numerics = measured(|_, case, _, expected| match case.result {
        Type::F32 if f32::from_bits(expected as u32).is_nan() => 0xffff_ffff,
        Type::F64 if f64::from_bits(expected).is_nan() => 0x7ff0_0000_0000_0001,
        Type::F32 | Type::F64 | Type::I32 | Type::I64 => expected,
    });
    assert_eq!(numerics.with(Verdict::Native).count(), numerics.rows.len());
    let lost = measured(|_, case, _, expected| match case.result {
        Type::F32 if f32::from_bits(expected as u32).is_nan() => 0,
        Type::F32 | Type::F64 | Type::I32 | Type::I64 => expected,
    });
    assert!(names(&lost, Verdict::Declined).contains(&"f32 sqrt".to_owned()));
}

#[test]
fn flushing_denormal_results_is_found() {
    let numerics = measured(|_, case, _, expected| flushed(case.result, expected) & flushed(Type::F32, u64::MAX));
    let declined = names(&numerics, Verdict::Declined);
    for operation in ["add", "sub", "mul", "div", "move", "bits"] {
        assert!(declined.contains(&format!("f32 {operation}")), "{operation}: {declined:?}");
        assert!(declined.contains(&format!("f64 {operation}")), "{operation}: {declined:?}");
    }
    assert!(!declined.iter().any(|row| row.starts_with('i')), "{declined:?}");
    // The root of the least denormal is normal, and an integer is none.
    assert!(!declined.contains(&"f32 from-integer".to_owned()), "{declined:?}");
}

#[test]
fn flushing_denormal_operands_is_found() {
    let numerics = measured(|_, case, item, expected| flush_operands(case, item, expected));
    let declined = names(&numerics, Verdict::Declined);
    for operation in ["add", "sub", "mul", "div", "sqrt", "compare", "round"] {
        assert!(declined.contains(&format!("f32 {operation}")), "{operation}: {declined:?}");
    }
    assert!(declined.iter().all(|row| row.starts_with("f32")), "{declined:?}");
    let addition = numerics.row((Type::F32, Operation::Add)).unwrap();
    assert_eq!(addition.evidence, "a + b with a=0e0 b=1e-45 gave 0e0, not 1e-45");
}

#[test]
fn contraction_is_found() {
    let numerics = measured(|_, case, item, expected| match (case.name, case.ty) {
        ("a * b + c", Type::F64) => {
            f64::from_bits(item.a).mul_add(f64::from_bits(item.b), f64::from_bits(item.c)).to_bits()
        }
        ("a * b + c", Type::F32) => {
            let [a, b, c] = [item.a, item.b, item.c].map(|bits| f32::from_bits(bits as u32));
            u64::from(a.mul_add(b, c).to_bits())
        }
        _ => expected,
    });
    assert_eq!(names(&numerics, Verdict::Declined), ["f32 add", "f32 mul", "f64 add", "f64 mul"]);
}

#[test]
fn reassociation_is_found() {
    let numerics = measured(|_, case, item, expected| match (case.name, case.ty) {
        ("(a * 3) * 5.7", Type::F32) => u64::from((f32::from_bits(item.a as u32) * (3.0 * 5.7)).to_bits()),
        ("(a + b) - b", Type::F64) => item.a,
        _ => expected,
    });
    assert_eq!(names(&numerics, Verdict::Declined), ["f32 mul", "f64 add", "f64 sub"]);
}

#[test]
fn divisions_that_are_nearly_right_are_found() {
    let numerics = measured(|_, case, item, expected| match (case.name, case.ty) {
        // At most 2.5 units off, as Vulkan allows.
        ("a / b", Type::F32) => {
            let [a, b] = [item.a, item.b].map(|bits| f32::from_bits(bits as u32));
            let by_reciprocal = a * (1.0 / b);
            if by_reciprocal.is_normal() { u64::from(by_reciprocal.to_bits()) } else { expected }
        }
        _ => expected,
    });
    assert_eq!(names(&numerics, Verdict::Declined), ["f32 div"]);
}

#[test]
fn what_only_the_bare_form_gets_wrong_is_corrected() {
    let numerics = measured(|form, case, _, expected| match (form, case.name) {
        (Form::Bare, "a * 0") => 0,
        (Form::Bare, "(long)(int)p < 1") => 0,
        _ => expected,
    });
    assert_eq!(names(&numerics, Verdict::Corrected), ["i64 compare", "f32 mul", "f64 mul"]);
    assert_eq!(names(&numerics, Verdict::Declined), [""; 0]);
}

#[test]
fn wrong_integers_are_found() {
    let numerics = measured(|_, case, _, expected| match (case.name, case.ty) {
        ("p >> s", Type::I64) => expected & (u64::MAX >> 1),
        ("(p >> 1) % (q | 1)", Type::I32) if expected >> 31 == 1 => expected.wrapping_neg() & 0xffff_ffff,
        _ => expected,
    });
    assert_eq!(names(&numerics, Verdict::Declined), ["i32 div", "i64 shift"]);
}

fn info_with(rows: &[(Need, Verdict)]) -> DeviceInfo {
    let row = |&((ty, operation), verdict): &(Need, Verdict)| Row {
        ty,
        operation,
        verdict,
        evidence: "1 / 3 is wrong".to_owned(),
    };
    let numerics = Numerics { test: String::new(), rows: rows.iter().map(row).collect() };
    DeviceInfo {
        name: "GPU".to_owned(),
        driver: "D 1".to_owned(),
        api: "2".to_owned(),
        numerics: Some(numerics),
        ..DeviceInfo::default()
    }
}

#[test]
fn a_kernel_is_declined_for_what_it_needs_only() {
    let (add, div, sqrt) = ((Type::F32, Operation::Add), (Type::F32, Operation::Div), (Type::F32, Operation::Sqrt));
    let info = info_with(&[(add, Verdict::Corrected), (div, Verdict::Declined)]);
    assert_eq!(check(&info, &Needs::from([add])), Ok(()));
    let error = check(&info, &Needs::from([add, div])).unwrap_err();
    assert_eq!(error.to_string(), "div of f32 is not exact on GPU (driver D 1 2): 1 / 3 is wrong");
    assert!(error.is_refusal() && error.is_permanent() && !error.is_bug());
    // Nobody knows.
    assert!(check(&info, &Needs::from([sqrt])).unwrap_err().to_string().contains("it has no verdict"));
    assert_eq!(check(&DeviceInfo { numerics: None, ..info }, &Needs::from([div, sqrt])), Ok(()));
}

#[test]
fn a_device_is_tested_once_per_driver() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let exact = || Ok(Box::new(Faulty::new(|_, _, _, expected| expected)) as Box<dyn Device>);
    let never = || panic!("it is known");
    let info = info_with(&[]);
    let first = known_or_measured(&info, Some(&store), exact).unwrap();
    assert_eq!(known_or_measured(&info, Some(&store), never).unwrap(), first);
    assert_eq!(known(&info, Some(&store)), Some(first.clone()));
    let updated = DeviceInfo { driver: "D 2".to_owned(), ..info.clone() };
    assert_eq!(known(&updated, Some(&store)), None);
    // The outcome of another test is none.
    keep(&info, Some(&store), &Numerics { test: "older".to_owned(), ..first });
    assert_eq!((known(&info, Some(&store)), known(&info, None)), (None, None));
}

#[test]
fn a_test_that_fails_is_no_outcome() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let failing = || Err(DeviceError::Ending);
    let error = known_or_measured(&info_with(&[]), Some(&store), failing).unwrap_err();
    assert_eq!(error.to_string(), "the numerics self-test of the device failed: the program is ending");
    assert!(!error.is_bug() && !error.is_refusal());
    let invalid = || Err(DeviceError::Validation("bad module".to_owned()));
    assert!(known_or_measured(&info_with(&[]), Some(&store), invalid).unwrap_err().is_bug());
    assert_eq!(known(&info_with(&[]), Some(&store)), None);
}

fn config() -> Config {
    let stub = std::env::current_exe().unwrap().with_file_name("libraddle_cuda_stub.so");
    Config { validate: true, cuda_driver: Some(stub), ..Config::parse(|_| None).unwrap() }
}

/// What Mesa 22 and later compute otherwise in the plain form. Another driver may need less.
#[test]
fn vulkan_is_exact_with_corrections() {
    let device = VulkanDevice::open_for_test(&Config { device: DeviceChoice::Vulkan, ..config() }).unwrap();
    let numerics = measure(&*device).unwrap();
    assert_eq!(numerics.with(Verdict::Declined).collect::<Vec<_>>(), [] as [&Row; 0]);
    let allowed = ["i64 compare", "f32 add", "f32 sub", "f32 mul", "f32 div", "f32 from-integer", "f32 round"];
    let allowed: Vec<_> = allowed.iter().flat_map(|row| [(*row).to_owned(), row.replace("f32", "f64")]).collect();
    let corrected = names(&numerics, Verdict::Corrected);
    assert!(corrected.iter().all(|row| allowed.contains(row)), "{corrected:?}");
    if device.info().name.starts_with("llvmpipe") {
        assert!(
            corrected.contains(&"f32 mul".to_owned()) && corrected.contains(&"f64 mul".to_owned()),
            "{corrected:?}"
        );
    }
}

#[test]
fn the_ptx_interpreter_is_native_throughout() {
    let device = CudaDevice::open_for_test(&Config { device: DeviceChoice::Cuda, ..config() }).unwrap();
    let numerics = measure(&*device).unwrap();
    assert_eq!(names(&numerics, Verdict::Native).len(), numerics.rows.len(), "{numerics:?}");
}

/// Every operation that programs' kernels can need must have a verdict, or they would be declined.
#[test]
fn the_kernels_of_the_test_need_what_it_gives_verdicts_on() {
    let numerics = measured(|_, _, _, expected| expected);
    for kernel in KERNELS.iter().filter(|kernel| kernel.form == Form::Usual) {
        // In SPIR-V, doubles are rounded by operations on their bits.
        let mut vulkan = crate::vulkan::numerics_needs(&kernel.words()).unwrap();
        vulkan.insert((Type::F64, Operation::Round));
        check_needs(&numerics, kernel, &vulkan);
        check_needs(&numerics, kernel, &crate::cuda::numerics_needs(kernel.ptx.as_bytes()));
    }
}

/// The rows cover `needs`, and each operation under test is seen in the code.
fn check_needs(numerics: &Numerics, kernel: &TestKernel, needs: &Needs) {
    let without_row: Vec<_> = needs.iter().filter(|&&need| numerics.row(need).is_none()).collect();
    assert!(without_row.is_empty(), "{without_row:?}");
    let cases = (kernel.cases)();
    let unseen: Vec<_> = cases.iter().flat_map(|case| &case.needs).filter(|need| !needs.contains(need)).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}
