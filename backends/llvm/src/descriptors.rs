//! Static data of a translation unit, as `raddle.h` lays it out: kernels, sites, nests, and their registration.

use crate::emit::verify;
use crate::{Error, Unit};
use inkwell::AddressSpace;
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::values::{
    ArrayValue, AsValueRef, BasicValueEnum, FunctionValue, GlobalValue, StructValue, UnnamedAddress,
};
use llvm_sys::core::LLVMGetAggregateElement;
use raddle_dialects::region::LIBRARY;

/// What becomes a `raddle_kernel`; the host code refers to it as `__raddle_kernel_NAME`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelInfo {
    pub name: String,
    /// `file.c:12`.
    pub source: String,
    /// 1 to 3.
    pub dims: u32,
    /// Per argument the range that a pointer points into, or -1.
    pub arg_range: Vec<i32>,
    /// Empty if there is no SPIR-V.
    pub spirv: Vec<u32>,
    /// Empty if there is no PTX.
    pub ptx: String,
    /// Work items of a work-group in x, y, z; 0 is chosen at the launch.
    pub group: [u32; 3],
    /// Somebody asked for `group`.
    pub group_asked: bool,
}

/// What becomes a `raddle_site`; the host code refers to it as `__raddle_site_ID`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteInfo {
    pub id: u32,
    pub source: String,
    pub function: String,
    /// All kernels of the site have PTX.
    pub has_ptx: bool,
    /// A kernel of the site updates memory atomically.
    pub has_atomics: bool,
    /// Its kernels have no code but that of CPU threads.
    pub threads_only: bool,
    /// Those touch nothing but the ranges of the site.
    pub bounded: bool,
    /// Its kernels run several work items side by side ([`crate::runs_together`]).
    pub together: bool,
    /// An iteration has loops whose length only data tells.
    pub irregular: bool,
    /// Statements of the host, for a device that has their arrays.
    pub serial: bool,
    /// What its launches leave on the device stays there.
    pub resident: bool,
    /// Code that was left out though there could be some.
    pub left_out: LeftOut,
    /// Of one innermost iteration on a core of the host, estimated.
    pub picoseconds: u32,
}

/// The devices whose code nobody wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    pub emulated: bool,
    pub vulkan: bool,
    pub cuda: bool,
}

/// What becomes a `raddle_nest`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NestInfo {
    pub source: String,
    pub function: String,
    /// `device`, `threads` or `host`.
    pub verdict: String,
    /// Empty where the verdict is `device`.
    pub reason: String,
}

/// What a version of the code asks; it becomes a `raddle_gate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// May a launch pay whose iterations take so many picoseconds? `__raddle_gate_PICOSECONDS` in the host code.
    Launch(i64),
    /// Do launches go to CPU threads? `__raddle_gate_threads`.
    Threads,
}

/// All static data of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaticData {
    pub kernels: Vec<KernelInfo>,
    pub sites: Vec<SiteInfo>,
    /// Of versions of the code. Sites have gates of their own.
    pub gates: Vec<Gate>,
    pub nests: Vec<NestInfo>,
}

/// `RADDLE_ABI_VERSION`.
const ABI_VERSION: u64 = 13;

/// `RADDLE_HAS_PTX`.
const HAS_PTX: u64 = 1;

/// `RADDLE_HAS_ATOMICS`.
const HAS_ATOMICS: u64 = 2;

/// `RADDLE_TIMES_HOST`: all of our code calls `raddle_host_done` where it is asked to.
const TIMES_HOST: u64 = 4;

/// `RADDLE_THREADS_ONLY`.
const THREADS_ONLY: u64 = 8;

/// `RADDLE_NO_EMULATED` and so on.
const NO_EMULATED: u64 = 16;
const NO_VULKAN: u64 = 32;
const NO_CUDA: u64 = 64;

/// `RADDLE_IRREGULAR`.
const IRREGULAR: u64 = 128;

/// `RADDLE_RESIDENT`.
const RESIDENT: u64 = 256;

/// `RADDLE_BOUNDED`.
const BOUNDED: u64 = 512;

/// `RADDLE_TOGETHER`.
const TOGETHER: u64 = 1024;

/// `RADDLE_SERIAL`.
const SERIAL: u64 = 2048;

/// `RADDLE_BRINGS_LIBRARY`.
const BRINGS_LIBRARY: u64 = 1;

/// The unit's byte that says whether anything is on a device.
pub const RESIDENCE: &str = "__raddle_residence";

/// The priority of functions marked `__attribute__((constructor))` without one.
const DEFAULT_PRIORITY: u64 = 65535;

/// Defines all of `data` in the unit; every declared descriptor must be in it.
pub(crate) fn define(unit: &mut Unit, data: &StaticData) -> Result<(), Error> {
    let builder = Builder { context: unit.module.get_context(), unit };
    for kernel in &data.kernels {
        builder.kernel(kernel)?;
    }
    let sites = data.sites.iter().map(|site| builder.site(site));
    let versions = data.gates.iter().map(|gate| builder.version_gate(*gate));
    let gates: Vec<_> = sites.chain(versions).collect();
    // A unit without loops may ask, too, what others have left on devices.
    if !data.nests.is_empty() || !gates.is_empty() || unit.module.get_global(RESIDENCE).is_some() {
        builder.register(&data.nests, &gates)?;
    }
    no_descriptor_is_missing(unit)?;
    verify(&unit.module)
}

fn no_descriptor_is_missing(unit: &Unit) -> Result<(), Error> {
    let names = unit.module.get_globals().filter(|global| global.is_declaration());
    let mut names = names.map(|global| global.get_name().to_string_lossy().into_owned());
    let ours = [KERNEL_PREFIX, SITE_PREFIX, GATE_PREFIX, RESIDENCE];
    match names.find(|name| ours.iter().any(|prefix| name.starts_with(prefix))) {
        Some(name) => Err(Error::MissingSymbol(name)),
        None => Ok(()),
    }
}

const KERNEL_PREFIX: &str = "__raddle_kernel_";
const SITE_PREFIX: &str = "__raddle_site_";
const GATE_PREFIX: &str = "__raddle_gate_";

struct Builder<'u, 'l> {
    context: ContextRef<'l>,
    unit: &'u Unit<'l>,
}

impl<'l> Builder<'_, 'l> {
    fn kernel(&self, info: &KernelInfo) -> Result<(), Error> {
        let code = self.unit.kernels.get(&info.name).ok_or_else(|| Error::MissingSymbol(info.name.clone()))?;
        let int = self.context.i32_type();
        let ranges: Vec<_> = info.arg_range.iter().map(|range| int.const_int(i64::from(*range) as u64, true)).collect();
        let words: Vec<_> = info.spirv.iter().map(|word| int.const_int(u64::from(*word), false)).collect();
        let fields = [
            self.int32(ABI_VERSION),
            self.int32(u64::from(info.dims)),
            self.string(&info.name),
            self.string(&info.source),
            self.int64(info.arg_range.len() as u64),
            self.array(int.const_array(&ranges), ranges.is_empty()),
            code.cpu.as_global_value().as_pointer_value().into(),
            code.emulated.map_or(self.null(), |it| it.as_global_value().as_pointer_value().into()),
            self.array(int.const_array(&words), words.is_empty()),
            self.int64(4 * words.len() as u64),
            self.null(),
            self.array(self.context.const_string(info.ptx.as_bytes(), false), info.ptx.is_empty()),
            self.int64(info.ptx.len() as u64),
            int.const_array(&info.group.map(|size| int.const_int(u64::from(size), false))).into(),
            self.int32(u64::from(info.group_asked)),
            self.int32(u64::from(code.together)),
            self.int32(u64::from(code.order.bits())),
        ];
        self.descriptor(&format!("{KERNEL_PREFIX}{}", info.name), &fields, false);
        Ok(())
    }

    /// A site begins with its gate.
    fn site(&self, info: &SiteInfo) -> BasicValueEnum<'l> {
        let flags = [
            (info.has_ptx, HAS_PTX),
            (info.has_atomics, HAS_ATOMICS),
            (true, TIMES_HOST),
            (info.threads_only, THREADS_ONLY),
            (info.left_out.emulated, NO_EMULATED),
            (info.left_out.vulkan, NO_VULKAN),
            (info.left_out.cuda, NO_CUDA),
            (info.irregular, IRREGULAR),
            (info.resident, RESIDENT),
            (info.bounded, BOUNDED),
            (info.together, TOGETHER),
            (info.serial, SERIAL),
        ];
        let code = flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1).sum();
        let [least, picoseconds, is_version] = self.gate(info.picoseconds, 0);
        let fields = [
            least,
            picoseconds,
            is_version,
            self.int32(ABI_VERSION),
            self.int32(code),
            self.string(&info.source),
            self.string(&info.function),
        ];
        self.descriptor(&format!("{SITE_PREFIX}{}", info.id), &fields, false).as_pointer_value().into()
    }

    fn version_gate(&self, gate: Gate) -> BasicValueEnum<'l> {
        let (name, picoseconds, version) = match gate {
            Gate::Launch(picoseconds) => (picoseconds.to_string(), u32::try_from(picoseconds).unwrap_or(u32::MAX), 1),
            Gate::Threads => ("threads".into(), 0, 2),
        };
        let fields = self.gate(picoseconds, version);
        self.descriptor(&format!("{GATE_PREFIX}{name}"), &fields, false).as_pointer_value().into()
    }

    /// Open at first: who comes before the runtime has filled it asks the runtime.
    fn gate(&self, picoseconds: u32, version: u64) -> [BasicValueEnum<'l>; 3] {
        [self.int64(0), self.int32(u64::from(picoseconds)), self.int32(version)]
    }

    /// The lists of nests and gates, and the constructor that hands them to the runtime.
    fn register(&self, nests: &[NestInfo], gates: &[BasicValueEnum<'l>]) -> Result<(), Error> {
        let row = |nest: &NestInfo| {
            let texts = [&nest.source, &nest.function, &nest.verdict, &nest.reason];
            self.context.const_struct(&texts.map(|text| self.string(text)), false)
        };
        let rows: Vec<_> = nests.iter().map(row).collect();
        let pointer = self.context.ptr_type(AddressSpace::default());
        let table = self.context.struct_type(&[pointer.into(); 4], false).const_array(&rows);
        let pointers: Vec<_> = gates.iter().map(|gate| gate.into_pointer_value()).collect();
        let fields = [
            self.int32(ABI_VERSION),
            self.int32(nests.len() as u64),
            self.array(table, nests.is_empty()),
            self.null(),
            self.array(pointer.const_array(&pointers), gates.is_empty()),
            self.int32(gates.len() as u64),
            self.int32(if self.brings_library() { BRINGS_LIBRARY } else { 0 }),
            self.residence().as_pointer_value().into(),
        ];
        let unit = self.descriptor("__raddle_unit", &fields, false);
        // A section of its own tells who links that there are nests.
        unit.set_section(Some(".raddle"));
        let constructor = self.constructor(unit)?;
        append_constructor(&self.unit.module, self.context, constructor);
        Ok(())
    }

    fn brings_library(&self) -> bool {
        let functions = LIBRARY.iter().filter_map(|name| self.unit.module.get_function(name));
        functions.into_iter().any(|it| it.count_basic_blocks() > 0)
    }

    fn residence(&self) -> GlobalValue<'l> {
        let byte = self.context.i8_type();
        let module = &self.unit.module;
        let global = module.get_global(RESIDENCE).unwrap_or_else(|| module.add_global(byte, None, RESIDENCE));
        // Until the unit is registered, nobody knows: code that runs before asks the runtime.
        global.set_initializer(&byte.const_int(u64::from(u8::MAX), false));
        global.set_linkage(Linkage::Internal);
        global
    }

    fn constructor(&self, unit: GlobalValue<'l>) -> Result<FunctionValue<'l>, Error> {
        let module = &self.unit.module;
        let pointer = self.context.ptr_type(AddressSpace::default());
        let register = module.get_function("raddle_register_unit").unwrap_or_else(|| {
            module.add_function(
                "raddle_register_unit",
                self.context.void_type().fn_type(&[pointer.into()], false),
                None,
            )
        });
        let ty = self.context.void_type().fn_type(&[], false);
        let constructor = module.add_function("__raddle_register", ty, Some(Linkage::Internal));
        let builder = self.context.create_builder();
        builder.position_at_end(self.context.append_basic_block(constructor, "entry"));
        // The runtime, if there is one, knows better.
        builder
            .build_store(self.residence().as_pointer_value(), self.context.i8_type().const_zero())
            .and_then(|_| builder.build_call(register, &[unit.as_pointer_value().into()], ""))
            .and_then(|_| builder.build_return(None))
            .map_err(|error| Error::Link(error.to_string()))?;
        Ok(constructor)
    }

    /// Defines `name` as a struct, in the place of the host code's declaration if there is one.
    fn descriptor(&self, name: &str, fields: &[BasicValueEnum<'l>], constant: bool) -> GlobalValue<'l> {
        let module = &self.unit.module;
        let declared = module.get_global(name).filter(|global| global.is_declaration());
        let value = self.context.const_struct(fields, false);
        let defined = module.add_global(value.get_type(), None, "");
        defined.set_initializer(&value);
        defined.set_constant(constant);
        defined.set_linkage(Linkage::Internal);
        if let Some(declared) = declared {
            declared.as_pointer_value().replace_all_uses_with(defined.as_pointer_value());
            // SAFETY: nothing uses it any more.
            unsafe { declared.delete() };
        }
        defined.set_name(name);
        defined
    }

    fn int32(&self, value: u64) -> BasicValueEnum<'l> {
        self.context.i32_type().const_int(value, false).into()
    }

    fn int64(&self, value: u64) -> BasicValueEnum<'l> {
        self.context.i64_type().const_int(value, false).into()
    }

    fn null(&self) -> BasicValueEnum<'l> {
        self.context.ptr_type(AddressSpace::default()).const_null().into()
    }

    fn string(&self, text: &str) -> BasicValueEnum<'l> {
        self.array(self.context.const_string(text.as_bytes(), true), false)
    }

    /// The address of a constant array; null for an empty one.
    fn array(&self, array: ArrayValue<'l>, empty: bool) -> BasicValueEnum<'l> {
        if empty {
            return self.null();
        }
        let global = self.unit.module.add_global(array.get_type(), None, "__raddle_data");
        global.set_initializer(&array);
        global.set_constant(true);
        global.set_linkage(Linkage::Private);
        global.set_unnamed_address(UnnamedAddress::Global);
        global.as_pointer_value().into()
    }
}

/// Adds `constructor` behind the unit's own constructors.
fn append_constructor<'l>(module: &LlvmModule<'l>, context: ContextRef<'l>, constructor: FunctionValue<'l>) {
    const NAME: &str = "llvm.global_ctors";
    let pointer = context.ptr_type(AddressSpace::default());
    let entry = context.const_struct(
        &[
            context.i32_type().const_int(DEFAULT_PRIORITY, false).into(),
            constructor.as_global_value().as_pointer_value().into(),
            pointer.const_null().into(),
        ],
        false,
    );
    let old = module.get_global(NAME);
    let mut entries = old.map(elements).unwrap_or_default();
    entries.push(entry);
    let array = entry.get_type().const_array(&entries);
    let global = module.add_global(array.get_type(), None, "");
    global.set_initializer(&array);
    global.set_linkage(Linkage::Appending);
    if let Some(old) = old {
        // SAFETY: nothing can use the list of constructors.
        unsafe { old.delete() };
    }
    global.set_name(NAME);
}

/// The structs in the array that initializes `global`.
fn elements<'l>(global: GlobalValue<'l>) -> Vec<StructValue<'l>> {
    let Some(BasicValueEnum::ArrayValue(array)) = global.get_initializer() else { return Vec::new() };
    let element = |i| {
        // SAFETY: `i` is below the array's length; the elements of a list of constructors are structs.
        unsafe { StructValue::new(LLVMGetAggregateElement(array.as_value_ref(), i)) }
    };
    (0..array.get_type().len()).map(element).collect()
}
