//! A program's calls, in order and out of order.

use std::ptr::null_mut;

use super::exports::*;
use super::*;

const KERNEL: &CStr = c"
    .version 7.0 .target sm_70 .address_size 64
    .visible .entry double(.param .u64 p, .param .u32 n) {
        .reg .pred %past; .reg .b32 %r<4>; .reg .b64 %rd<3>;
        ld.param.b64 %rd1, [p];
        ld.param.b32 %r3, [n];
        mov.u32 %r1, %tid.x;
        setp.ge.s32 %past, %r1, %r3;
        @%past bra end;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd1, %rd1, %rd2;
        ld.global.b32 %r2, [%rd1];
        add.s32 %r2, %r2, %r2;
        st.global.b32 [%rd1], %r2;
    end:
        ret;
    }";

/// What `make` puts in the place that it gets, if the call succeeds.
fn made<T>(first: T, make: impl FnOnce(*mut T) -> i32) -> T {
    let mut place = first;
    assert_eq!(make(&mut place), 0);
    place
}

/// All of it is one test: the device is the process's.
#[test]
fn a_program_from_start_to_end() {
    assert_eq!(unsafe { cuMemAlloc_v2(&mut 0, 4) }, Code::NotInitialized as i32);
    assert_eq!(cuInit(0), 0);
    assert_eq!(made(0, |count| unsafe { cuDeviceGetCount(count) }), 1);
    assert_eq!(unsafe { cuDeviceGet(&mut 0, 1) }, Code::InvalidDevice as i32);
    assert_eq!(unsafe { cuMemAlloc_v2(&mut 0, 4) }, Code::InvalidContext as i32);
    let context = made(null_mut(), |context| unsafe { cuDevicePrimaryCtxRetain(context, 0) });
    assert_eq!(cuCtxPushCurrent_v2(null_mut()), Code::InvalidContext as i32);
    assert_eq!(cuCtxPushCurrent_v2(context), 0);
    memory_is_checked();
    copies_are_begun();
    modules_are_checked();
    kernels_run();
    a_fault_breaks_the_context();
    assert_eq!(unsafe { cuCtxPopCurrent_v2(null_mut()) }, 0);
    assert_eq!(cuDevicePrimaryCtxRelease_v2(0), 0);
    assert_eq!(cuDevicePrimaryCtxRelease_v2(0), Code::InvalidContext as i32);
}

fn allocate(bytes: usize) -> u64 {
    made(0, |pointer| unsafe { cuMemAlloc_v2(pointer, bytes) })
}

fn memory_is_checked() {
    let (pointer, mut back) = (allocate(16), [0u8; 16]);
    let read = |back: &mut [u8; 16]| unsafe { cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), pointer, 16) };
    assert_eq!(read(&mut back), Code::InvalidValue as i32, "nobody wrote it");
    assert_eq!(unsafe { cuMemcpyHtoD_v2(pointer, [7u8; 16].as_ptr().cast(), 16) }, 0);
    assert_eq!((read(&mut back), back), (0, [7; 16]));
    assert_eq!(unsafe { cuMemcpyHtoD_v2(pointer + 8, [7u8; 16].as_ptr().cast(), 16) }, Code::InvalidValue as i32);
    assert_eq!(cuMemFree_v2(pointer + 8), Code::InvalidValue as i32);
    assert_eq!(cuMemFree_v2(pointer), 0);
    assert_eq!((read(&mut back), cuMemFree_v2(pointer)), (Code::InvalidValue as i32, Code::InvalidValue as i32));
    let too_much = device::MEMORY as usize + 1;
    assert_eq!(unsafe { cuMemAlloc_v2(&mut 0, too_much) }, Code::OutOfMemory as i32);
}

fn copies_are_begun() {
    let (pointer, other) = (allocate(8), [0u8; 8]);
    let host = made(null_mut(), |it| unsafe { cuMemHostAlloc(it, 8, 0) });
    let begin_in = |from: *const c_void, bytes| unsafe { cuMemcpyHtoDAsync_v2(pointer, from, bytes, null_mut()) };
    assert_eq!(begin_in(other.as_ptr().cast(), 8), Code::InvalidValue as i32, "the device does not reach it");
    assert_eq!(begin_in(host, 9), Code::InvalidValue as i32);
    let bytes = host.cast::<[u8; 8]>();
    unsafe { bytes.write([1; 8]) };
    assert_eq!(begin_in(host, 8), 0);
    // Too early: the device has not read it.
    unsafe { bytes.write([2; 8]) };
    let done = event();
    assert_eq!((cuEventRecord(done, null_mut()), cuEventSynchronize(done)), (0, 0));
    unsafe { bytes.write([3; 8]) };
    assert_eq!(unsafe { cuMemcpyDtoHAsync_v2(host, pointer, 8, null_mut()) }, 0);
    assert_eq!(unsafe { bytes.read() }, [3; 8]);
    assert_eq!((cuEventSynchronize(done), unsafe { bytes.read() }), (0, [2; 8]));
    assert_eq!((cuMemFreeHost(host), cuMemFreeHost(host)), (0, Code::InvalidValue as i32));
    assert_eq!((cuEventDestroy_v2(done), cuMemFree_v2(pointer)), (0, 0));
}

fn load(text: &CStr, log: &mut [u8]) -> std::result::Result<*mut c_void, i32> {
    let (keys, mut module) = ([ERROR_LOG, ERROR_LOG_BYTES], null_mut());
    let values = [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
    let result = unsafe { cuModuleLoadDataEx(&mut module, text.as_ptr().cast(), 2, keys.as_ptr(), values.as_ptr()) };
    if result == 0 { Ok(module) } else { Err(result) }
}

fn modules_are_checked() {
    let mut log = [b'?'; 40];
    assert_eq!(load(c".version 7.0 .target sm_70 .address_size 64 .visible .entry f() { jump; }", &mut log), Err(218));
    let complaint = CStr::from_bytes_until_nul(&log).unwrap().to_string_lossy();
    assert!(complaint.starts_with("line 1: ") && complaint.len() == 39, "{complaint}");
    let module = load(KERNEL, &mut log).unwrap();
    let find = |name: &CStr| unsafe { cuModuleGetFunction(&mut null_mut(), module, name.as_ptr()) };
    assert_eq!((find(c"double"), find(c"triple")), (0, Code::NotFound as i32));
    assert_eq!((cuModuleUnload(module), find(c"double")), (0, Code::InvalidHandle as i32));
}

/// Runs the kernel on `items` integers at `pointer` and waits for it.
fn run(pointer: u64, items: u32) -> i32 {
    let module = load(KERNEL, &mut [0; 100]).unwrap();
    let find = |function| unsafe { cuModuleGetFunction(function, module, c"double".as_ptr()) };
    let function = made(null_mut(), find);
    // The high bytes of the second slot are no part of the parameter.
    let slots = [pointer, u64::from(items) | 0xdead << 32];
    let parameters = slots.each_ref().map(|slot| std::ptr::from_ref(slot).cast());
    let (start, end) = (event(), event());
    assert_eq!(cuEventRecord(start, null_mut()), 0);
    let parameters = parameters.as_ptr();
    let launched = unsafe { cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, null_mut(), parameters, std::ptr::null()) };
    assert_eq!((launched, cuEventRecord(end, null_mut())), (0, 0));
    let waited = cuEventSynchronize(end);
    if waited == 0 {
        assert!(made(-1.0, |milliseconds| unsafe { cuEventElapsedTime(milliseconds, start, end) }) >= 0.0);
        assert_eq!((cuEventDestroy_v2(start), cuEventDestroy_v2(start)), (0, Code::InvalidHandle as i32));
    }
    waited
}

fn event() -> *mut c_void {
    made(null_mut(), |event| unsafe { cuEventCreate(event, 0) })
}

fn kernels_run() {
    let (pointer, mut back) = (allocate(12), [0i32; 3]);
    assert_eq!(unsafe { cuMemcpyHtoD_v2(pointer, [1i32, -2, 21].as_ptr().cast(), 12) }, 0);
    assert_eq!(run(pointer, 3), 0);
    assert_eq!(unsafe { cuMemcpyDtoH_v2(back.as_mut_ptr().cast(), pointer, 12) }, 0);
    assert_eq!(back, [2, -4, 42]);
    assert_eq!(cuMemFree_v2(pointer), 0);
}

fn a_fault_breaks_the_context() {
    let pointer = allocate(12);
    assert_eq!(unsafe { cuMemcpyHtoD_v2(pointer, [1i32; 3].as_ptr().cast(), 12) }, 0);
    assert_eq!(run(pointer, 4), Code::IllegalAddress as i32);
    assert_eq!(unsafe { cuMemAlloc_v2(&mut 0, 4) }, Code::IllegalAddress as i32);
}
