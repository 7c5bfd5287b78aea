//! Kernels for the conformance suite in all four forms: for CPU threads, with checked accesses, and as SPIR-V and PTX
//! made here after the contract of `docs/kernels.md`.

use std::ffi::CString;

use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, MemoryAccess,
    MemoryModel, SelectionControl, StorageClass, Word,
};

use crate::types::{ABI_VERSION, CpuKernel, Kernel, RaddleKernel};

/// A scalar type that kernels compute with.
pub trait Element: Copy + PartialEq + std::fmt::Debug + Send + 'static {
    const FLOAT: bool;
    fn multiply_add(a: Self, x: Self, y: Self) -> Self;
    fn from_index(i: i64) -> Self;
    fn to_slot(self) -> u64;
    fn from_slot(slot: u64) -> Self;
}

macro_rules! integer {
    ($($ty:ty, $unsigned:ty);*) => { $(
        impl Element for $ty {
            const FLOAT: bool = false;
            fn multiply_add(a: Self, x: Self, y: Self) -> Self { a.wrapping_mul(x).wrapping_add(y) }
            fn from_index(i: i64) -> Self { i as $ty }
            fn to_slot(self) -> u64 { self as $unsigned as u64 }
            fn from_slot(slot: u64) -> Self { slot as $ty }
        }
    )* };
}
integer!(i8, u8; i16, u16; i32, u32; i64, u64);

macro_rules! float {
    ($($ty:ty, $bits:ty);*) => { $(
        impl Element for $ty {
            const FLOAT: bool = true;
            fn multiply_add(a: Self, x: Self, y: Self) -> Self { a * x + y }
            fn from_index(i: i64) -> Self { i as $ty * 0.37 }
            fn to_slot(self) -> u64 { self.to_bits() as u64 }
            fn from_slot(slot: u64) -> Self { <$ty>::from_bits(slot as $bits) }
        }
    )* };
}
float!(f32, u32; f64, u64);

/// A kernel's forms.
struct Code {
    cpu: CpuKernel,
    emulated: CpuKernel,
    spirv: Vec<u32>,
    ptx: String,
}

/// A kernel that lives as long as the test process, so that it may be handed to devices freely.
pub struct TestKernel {
    pub raw: &'static RaddleKernel,
}

/// Its pointers lead to constants; the one field that changes is atomic.
unsafe impl Sync for TestKernel {}

impl TestKernel {
    fn new(name: &str, dims: u32, arg_range: &[i32], code: Code) -> Self {
        let (spirv, ptx): (&'static [u32], &'static str) = (code.spirv.leak(), code.ptx.leak());
        let raw = RaddleKernel {
            version: ABI_VERSION,
            dims,
            name: CString::new(name).unwrap().into_raw(),
            source: c"conformance.c:7".as_ptr(),
            n_args: arg_range.len() as u64,
            arg_range: arg_range.to_vec().leak().as_ptr(),
            cpu: Some(code.cpu),
            emulated: Some(code.emulated),
            spirv: spirv.as_ptr(),
            spirv_bytes: 4 * spirv.len() as u64,
            state: std::ptr::null_mut(),
            ptx: ptx.as_ptr().cast(),
            ptx_bytes: ptx.len() as u64,
            group: [0; 3],
            group_asked: 0,
            together: 1,
            order: 0,
        };
        Self { raw: Box::leak(Box::new(raw)) }
    }

    /// The same kernel with changes, as a kernel of its own.
    pub fn changed(&self, change: impl FnOnce(&mut RaddleKernel)) -> Self {
        let mut raw = unsafe { std::ptr::read(self.raw) };
        raw.state = std::ptr::null_mut();
        change(&mut raw);
        Self { raw: Box::leak(Box::new(raw)) }
    }

    pub fn kernel(&self) -> Kernel<'static> {
        unsafe { Kernel::new(self.raw) }
    }
}

/// `y[i] = a * x[i + offset] + y[i]`; arguments x, y, a, offset.
pub fn axpy<T: Element>() -> TestKernel {
    let (cpu, emulated) = (axpy_cpu::<T, false> as CpuKernel, axpy_cpu::<T, true> as CpuKernel);
    let code = Code { cpu, emulated, spirv: axpy_spirv::<T>(), ptx: axpy_ptx::<T>() };
    TestKernel::new("axpy", 1, &[0, 1, -1, -1], code)
}

/// `out[(z * ey + y) * ex + x] = x + 1000 y + 1000000 z` of 64-bit integers; arguments out, ex, ey.
pub fn index3(dims: u32) -> TestKernel {
    let (cpu, emulated) = (index3_cpu::<false> as CpuKernel, index3_cpu::<true> as CpuKernel);
    let code = Code { cpu, emulated, spirv: index3_spirv(), ptx: index3_ptx() };
    TestKernel::new("index3", dims, &[0, -1, -1], code)
}

fn checked(address: u64, size: usize, is_write: bool) {
    if let Err(message) = crate::emulated::check_access(address, size as u32, is_write) {
        panic!("{message}");
    }
}

unsafe fn load<T: Copy, const CHECKED: bool>(address: u64) -> T {
    if CHECKED {
        checked(address, size_of::<T>(), false);
    }
    unsafe { (address as *const T).read() }
}

unsafe fn store<T: Copy, const CHECKED: bool>(address: u64, value: T) {
    if CHECKED {
        checked(address, size_of::<T>(), true);
    }
    unsafe { (address as *mut T).write(value) }
}

unsafe extern "C" fn axpy_cpu<T: Element, const CHECKED: bool>(args: *const u64, lo: *const i64, hi: *const i64) {
    unsafe {
        let [x, y, a, offset] = *args.cast::<[u64; 4]>();
        let at = |base: u64, i: i64| base.wrapping_add_signed(i * size_of::<T>() as i64);
        for i in *lo..*hi {
            let xi = load::<T, CHECKED>(at(x, i + offset as i64));
            let yi = load::<T, CHECKED>(at(y, i));
            store::<T, CHECKED>(at(y, i), T::multiply_add(T::from_slot(a), xi, yi));
        }
    }
}

unsafe extern "C" fn index3_cpu<const CHECKED: bool>(args: *const u64, lo: *const i64, hi: *const i64) {
    unsafe {
        let [out, ex, ey] = *args.cast::<[u64; 3]>();
        let (lo, hi) = (*lo.cast::<[i64; 3]>(), *hi.cast::<[i64; 3]>());
        for z in lo[2]..hi[2] {
            for y in lo[1]..hi[1] {
                for x in lo[0]..hi[0] {
                    let linear = (z * ey as i64 + y) * ex as i64 + x;
                    store::<i64, CHECKED>(out.wrapping_add_signed(8 * linear), index_value(x, y, z));
                }
            }
        }
    }
}

pub fn index_value(x: i64, y: i64, z: i64) -> i64 {
    x + 1000 * y + 1_000_000 * z
}

/// Ids that every module of ours has.
struct Module {
    b: Builder,
    void: Word,
    boolean: Word,
    u32t: Word,
    u64t: Word,
    argument_block: Word,
    global_id: Word,
}

impl Module {
    fn new(capabilities: &[Capability]) -> Self {
        let mut b = Builder::new();
        b.set_version(1, 5);
        for &capability in &[Capability::Shader, Capability::Int64, Capability::PhysicalStorageBufferAddresses] {
            b.capability(capability);
        }
        capabilities.iter().for_each(|&capability| b.capability(capability));
        b.memory_model(AddressingModel::PhysicalStorageBuffer64, MemoryModel::GLSL450);
        let (void, boolean) = (b.type_void(), b.type_bool());
        let (u32t, u64t) = (b.type_int(32, 0), b.type_int(64, 0));
        let argument_block = push_constant(&mut b, u64t);
        let global_id = global_id(&mut b, u32t);
        Self { b, void, boolean, u32t, u64t, argument_block, global_id }
    }

    fn constant(&mut self, value: u64) -> Word {
        self.b.constant_bit64(self.u64t, value)
    }

    /// The value of type `ty` at a device address.
    fn load(&mut self, ty: Word, address: Word, align: u32) -> Word {
        let pointer = self.pointer(ty, address);
        let aligned = Some(MemoryAccess::ALIGNED);
        self.b.load(ty, None, pointer, aligned, [Operand::LiteralBit32(align)]).unwrap()
    }

    fn store(&mut self, ty: Word, address: Word, value: Word, align: u32) {
        let pointer = self.pointer(ty, address);
        self.b.store(pointer, value, Some(MemoryAccess::ALIGNED), [Operand::LiteralBit32(align)]).unwrap();
    }

    fn pointer(&mut self, ty: Word, address: Word) -> Word {
        let pointer_type = self.b.type_pointer(None, StorageClass::PhysicalStorageBuffer, ty);
        self.b.convert_u_to_ptr(pointer_type, None, address).unwrap()
    }

    fn add(&mut self, a: Word, b: Word) -> Word {
        self.b.i_add(self.u64t, None, a, b).unwrap()
    }

    fn mul(&mut self, a: Word, b: Word) -> Word {
        self.b.i_mul(self.u64t, None, a, b).unwrap()
    }

    /// Slot `i` of the argument block at `block`.
    fn slot(&mut self, block: Word, i: u64) -> Word {
        let offset = self.constant(8 * i);
        let address = self.add(block, offset);
        self.load(self.u64t, address, 8)
    }

    /// `base + index * size`.
    fn element(&mut self, base: Word, index: Word, size: usize) -> Word {
        let size = self.constant(size as u64);
        let offset = self.mul(index, size);
        self.add(base, offset)
    }

    /// The kernel `name`: `body` runs for work items inside the extents and gets the block's address and the ids.
    fn kernel(mut self, name: &str, body: impl FnOnce(&mut Self, Word, [Word; 3])) -> Vec<u32> {
        let function_type = self.b.type_function(self.void, []);
        let main = self.b.begin_function(self.void, None, FunctionControl::NONE, function_type).unwrap();
        self.b.begin_block(None).unwrap();
        let block = self.block_address();
        let id = self.item();
        let mut inside = None;
        for (d, id) in id.into_iter().enumerate() {
            let extent = self.slot(block, d as u64);
            let below = self.b.s_less_than(self.boolean, None, id, extent).unwrap();
            let both = inside.map(|so_far| self.b.logical_and(self.boolean, None, so_far, below).unwrap());
            inside = Some(both.unwrap_or(below));
        }
        let (work, end) = (self.b.id(), self.b.id());
        self.b.selection_merge(end, SelectionControl::NONE).unwrap();
        self.b.branch_conditional(inside.unwrap(), work, end, []).unwrap();
        self.b.begin_block(Some(work)).unwrap();
        body(&mut self, block, id);
        self.b.branch(end).unwrap();
        self.b.begin_block(Some(end)).unwrap();
        self.b.ret().unwrap();
        self.b.end_function().unwrap();
        self.b.entry_point(ExecutionModel::GLCompute, main, name, [self.argument_block, self.global_id]);
        self.b.execution_mode(main, ExecutionMode::LocalSize, [1, 1, 1]);
        self.b.module().assemble()
    }

    fn block_address(&mut self) -> Word {
        let pointer_type = self.b.type_pointer(None, StorageClass::PushConstant, self.u64t);
        let zero = self.b.constant_bit32(self.u32t, 0);
        let member = self.b.access_chain(pointer_type, None, self.argument_block, [zero]).unwrap();
        self.b.load(self.u64t, None, member, None, []).unwrap()
    }

    fn item(&mut self) -> [Word; 3] {
        let vector = self.b.type_vector(self.u32t, 3);
        let id = self.b.load(vector, None, self.global_id, None, []).unwrap();
        [0, 1, 2].map(|d| {
            let narrow = self.b.composite_extract(self.u32t, None, id, [d]).unwrap();
            self.b.u_convert(self.u64t, None, narrow).unwrap()
        })
    }
}

fn push_constant(b: &mut Builder, u64t: Word) -> Word {
    let block = b.type_struct([u64t]);
    b.decorate(block, Decoration::Block, []);
    b.member_decorate(block, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
    let pointer = b.type_pointer(None, StorageClass::PushConstant, block);
    b.variable(pointer, None, StorageClass::PushConstant, None)
}

/// The built-in inputs: the work item's id, and the work-group size by specialization constants 0 to 2.
fn global_id(b: &mut Builder, u32t: Word) -> Word {
    let vector = b.type_vector(u32t, 3);
    let sizes = [0, 1, 2].map(|id| {
        let size = b.spec_constant_bit32(u32t, 1);
        b.decorate(size, Decoration::SpecId, [Operand::LiteralBit32(id)]);
        size
    });
    let group = b.spec_constant_composite(vector, sizes);
    b.decorate(group, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::WorkgroupSize)]);
    let pointer = b.type_pointer(None, StorageClass::Input, vector);
    let id = b.variable(pointer, None, StorageClass::Input, None);
    b.decorate(id, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::GlobalInvocationId)]);
    id
}

fn capabilities<T: Element>() -> Vec<Capability> {
    match (T::FLOAT, size_of::<T>()) {
        (false, 1) => vec![Capability::Int8, Capability::StorageBuffer8BitAccess],
        (false, 2) => vec![Capability::Int16, Capability::StorageBuffer16BitAccess],
        (true, 8) => vec![Capability::Float64],
        _ => vec![],
    }
}

fn axpy_spirv<T: Element>() -> Vec<u32> {
    let size = size_of::<T>();
    let mut module = Module::new(&capabilities::<T>());
    let bits = 8 * size as u32;
    let element = if T::FLOAT { module.b.type_float(bits, None) } else { module.b.type_int(bits, 0) };
    module.kernel("axpy", |m, block, [i, _, _]| {
        let [x, y, a, offset] = [3, 4, 5, 6].map(|slot| m.slot(block, slot));
        let a = scalar::<T>(m, element, a);
        let shifted = m.add(i, offset);
        let (x, y) = (m.element(x, shifted, size), m.element(y, i, size));
        let (xi, yi) = (m.load(element, x, size as u32), m.load(element, y, size as u32));
        let sum = if T::FLOAT {
            let product = m.b.f_mul(element, None, a, xi).unwrap();
            let sum = m.b.f_add(element, None, product, yi).unwrap();
            for id in [product, sum] {
                m.b.decorate(id, Decoration::NoContraction, []);
            }
            sum
        } else {
            let product = m.b.i_mul(element, None, a, xi).unwrap();
            m.b.i_add(element, None, product, yi).unwrap()
        };
        m.store(element, y, sum, size as u32);
    })
}

/// The low bytes of an argument slot as a value of type `T`.
fn scalar<T: Element>(m: &mut Module, element: Word, slot: Word) -> Word {
    match (T::FLOAT, size_of::<T>()) {
        (false, 8) => slot,
        (false, _) => m.b.u_convert(element, None, slot).unwrap(),
        (true, 8) => m.b.bitcast(element, None, slot).unwrap(),
        (true, _) => {
            let low = m.b.u_convert(m.u32t, None, slot).unwrap();
            m.b.bitcast(element, None, low).unwrap()
        }
    }
}

fn index3_spirv() -> Vec<u32> {
    Module::new(&[]).kernel("index3", |m, block, [x, y, z]| {
        let [out, ex, ey] = [3, 4, 5].map(|slot| m.slot(block, slot));
        let plane = m.mul(z, ey);
        let row = m.add(plane, y);
        let start = m.mul(row, ex);
        let linear = m.add(start, x);
        let address = m.element(out, linear, 8);
        let (thousand, million) = (m.constant(1000), m.constant(1_000_000));
        let (ty, tz) = (m.mul(y, thousand), m.mul(z, million));
        let sum = m.add(x, ty);
        let sum = m.add(sum, tz);
        m.store(m.u64t, address, sum, 8);
    })
}

/// The entry `name`: `body` runs for work items inside the extents, with their ids in `%id0` to `%id2`. After the three
/// extents, parameter `NAME_param_3` and so on have the types `parameters`.
fn ptx_kernel(name: &str, parameters: &[&str], registers: &str, body: &str) -> String {
    let types = ["u64"; 3].iter().chain(parameters).enumerate();
    let declared: Vec<String> = types.map(|(i, ty)| format!("\t.param .{ty} {name}_param_{i}")).collect();
    let mut ids = String::new();
    for (d, axis) in ["x", "y", "z"].into_iter().enumerate() {
        ids += &format!(
            "\tmov.u32 %group, %ctaid.{axis};\n\tmov.u32 %size, %ntid.{axis};\n\tmov.u32 %thread, %tid.{axis};\n\
             \tmul.wide.u32 %base, %group, %size;\n\tcvt.u64.u32 %inner, %thread;\n\tadd.s64 %id{d}, %base, %inner;\n\
             \tld.param.b64 %extent, [{name}_param_{d}];\n\tsetp.ge.s64 %outside, %id{d}, %extent;\n\
             \t@%outside bra $end;\n"
        );
    }
    let registers = ptx_registers("pred", &["outside"])
        + &ptx_registers("b32", &["group", "size", "thread"])
        + &ptx_registers("b64", &["base", "inner", "extent", "id0", "id1", "id2"])
        + registers;
    format!(
        ".version 6.0\n.target sm_70\n.address_size 64\n\n.visible .entry {name}(\n{}\n)\n{{\n\
         {registers}{ids}{body}$end:\n\tret;\n}}\n",
        declared.join(",\n")
    )
}

fn ptx_registers(ty: &str, names: &[&str]) -> String {
    names.iter().map(|name| format!("\t.reg .{ty} %{name};\n")).collect()
}

fn axpy_ptx<T: Element>() -> String {
    let (bytes, bits) = (size_of::<T>(), 8 * size_of::<T>());
    // Bytes are computed in registers of 16 bits: there are no narrower ones.
    let register = bits.max(16);
    let (parameter, multiply, add) = if T::FLOAT {
        (format!("f{bits}"), format!("mul.rn.f{bits}"), format!("add.rn.f{bits}"))
    } else {
        (format!("u{bits}"), format!("mul.lo.s{register}"), format!("add.s{register}"))
    };
    let registers = ptx_registers("b64", &["x", "y", "offset", "at"])
        + &ptx_registers(&format!("b{register}"), &["a", "xi", "yi", "ax", "sum"]);
    let body = format!(
        "\tld.param.b64 %x, [axpy_param_3];\n\tld.param.b64 %y, [axpy_param_4];\n\
         \tld.param.b{bits} %a, [axpy_param_5];\n\tld.param.b64 %offset, [axpy_param_6];\n\
         \tcvta.to.global.u64 %x, %x;\n\tcvta.to.global.u64 %y, %y;\n\tadd.s64 %at, %id0, %offset;\n\
         \tmad.lo.s64 %x, %at, {bytes}, %x;\n\tmad.lo.s64 %y, %id0, {bytes}, %y;\n\
         \tld.global.b{bits} %xi, [%x];\n\tld.global.b{bits} %yi, [%y];\n\
         \t{multiply} %ax, %a, %xi;\n\t{add} %sum, %ax, %yi;\n\tst.global.b{bits} [%y], %sum;\n"
    );
    ptx_kernel("axpy", &["u64", "u64", &parameter, "u64"], &registers, &body)
}

fn index3_ptx() -> String {
    let registers = ptx_registers("b64", &["out", "ex", "ey", "at", "value"]);
    let body = "\tld.param.b64 %out, [index3_param_3];\n\tld.param.b64 %ex, [index3_param_4];\n\
                \tld.param.b64 %ey, [index3_param_5];\n\tcvta.to.global.u64 %out, %out;\n\
                \tmad.lo.s64 %at, %id2, %ey, %id1;\n\tmad.lo.s64 %at, %at, %ex, %id0;\n\
                \tmad.lo.s64 %at, %at, 8, %out;\n\tmad.lo.s64 %value, %id1, 1000, %id0;\n\
                \tmad.lo.s64 %value, %id2, 1000000, %value;\n\tst.global.b64 [%at], %value;\n";
    ptx_kernel("index3", &["u64", "u64", "u64"], &registers, body)
}

#[test]
fn modules_are_valid_spirv() {
    let modules = [
        axpy_spirv::<i8>(),
        axpy_spirv::<i16>(),
        axpy_spirv::<i32>(),
        axpy_spirv::<i64>(),
        axpy_spirv::<f32>(),
        axpy_spirv::<f64>(),
        index3_spirv(),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (i, module) in modules.iter().enumerate() {
        let file = folder.path().join(format!("{i}.spv"));
        std::fs::write(&file, module.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
        let output = std::process::Command::new("spirv-val").args(["--target-env", "vulkan1.2"]).arg(&file).output();
        let output = output.expect("spirv-val is installed");
        assert!(output.status.success(), "module {i}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// NVIDIA's assembler has a say where it is installed.
#[test]
fn modules_are_valid_ptx() {
    let integers = [axpy_ptx::<i8>(), axpy_ptx::<i16>(), axpy_ptx::<i32>(), axpy_ptx::<i64>()];
    let others = [axpy_ptx::<f32>(), axpy_ptx::<f64>(), index3_ptx()];
    let folder = tempfile::tempdir().unwrap();
    for (i, module) in integers.iter().chain(&others).enumerate() {
        let file = folder.path().join(format!("{i}.ptx"));
        std::fs::write(&file, module).unwrap();
        let ptxas = std::env::var_os("RADDLE_PTXAS").unwrap_or("ptxas".into());
        let mut ptxas = std::process::Command::new(ptxas);
        match ptxas.arg("-arch=sm_70").arg(&file).arg("-o").arg(folder.path().join("out")).output() {
            Ok(output) => assert!(output.status.success(), "{i}: {}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => return eprintln!("ptxas was not asked: {error}"),
        }
    }
}
