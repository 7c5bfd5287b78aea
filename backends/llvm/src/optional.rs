//! A unit that needs no runtime: its references to the runtime are weak, and what is not there answers "on the host".
//!
//! ```text
//!     before                                      after
//!     declare i32 @raddle_enter(..)               declare extern_weak i32 @raddle_enter(..)
//!     %r = call i32 @raddle_enter(..)             %r = call i32 @raddle_enter.here(..)  ; 0 if there is no @raddle_enter
//! ```
//!
//! Objects of `raddle cc -c` are linked by other linkers, too (into a shared library by `ld -shared`, by `$(CXX)`), which do
//! not know of the runtime. Zero from `raddle_enter`, `raddle_disjoint` and `raddle_workspace` is the sequential loop;
//! nothing else is called then. Our own links ask for the runtime by name (`raddle_register_unit`).
//!
//! Never touches calls in kernels: without the runtime nobody runs them.

use crate::emit::verify;
use crate::{Error, Unit};
use inkwell::IntPredicate;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{
    AnyValueEnum, BasicMetadataValueEnum, BasicValue, BasicValueEnum, BasicValueUse, CallSiteValue, FunctionValue,
};

/// What the names of the runtime's functions begin with.
const PREFIX: &str = "raddle_";
/// LLVM's number of `preserve_mostcc`.
const PRESERVE_MOST: u32 = 14;
/// Called in kernels only.
const IN_KERNELS: [&str; 2] = ["raddle_emu_access", "raddle_await"];

/// Makes the unit's references to the runtime's functions weak, those that are not yet.
pub(crate) fn make_optional(unit: &Unit) -> Result<(), Error> {
    let name = |function: &FunctionValue| function.get_name().to_string_lossy().into_owned();
    let is_weak = |function: &FunctionValue| function.get_linkage() == Linkage::ExternalWeak;
    let declared = unit.module.get_functions().filter(|it| it.count_basic_blocks() == 0);
    let missing: Vec<_> = declared.filter(is_runtimes).filter(|it| !is_weak(it)).collect();
    for function in missing {
        function.set_linkage(Linkage::ExternalWeak);
        if !IN_KERNELS.contains(&&*name(&function)) {
            let here = unit.module.add_function(
                &format!("{}.here", name(&function)),
                function.get_type(),
                Some(Linkage::Internal),
            );
            function.replace_all_uses_with(here);
            spare_registers(here);
            // One test for the unit: inlined at each call, it multiplied the paths through the program's own code.
            for attribute in ["noinline", "cold"] {
                let kind = Attribute::get_named_enum_kind_id(attribute);
                let attribute = unit.module.get_context().create_enum_attribute(kind, 0);
                here.add_attribute(AttributeLoc::Function, attribute);
            }
            call_if_there(unit.module.get_context(), function, here)?;
        }
    }
    verify(&unit.module)
}

/// The same for code that only the runtime calls.
pub(crate) fn make_weak(module: &LlvmModule) {
    let missing = module.get_functions().filter(|it| it.count_basic_blocks() == 0);
    missing.filter(is_runtimes).for_each(|it| it.set_linkage(Linkage::ExternalWeak));
}

fn is_runtimes(function: &FunctionValue) -> bool {
    function.get_name().to_string_lossy().starts_with(PREFIX)
}

/// Has `here` save its callers' registers, as it is rarely reached from code that has better use for them.
fn spare_registers(here: FunctionValue) {
    let uses = std::iter::successors(here.as_global_value().as_pointer_value().get_first_use(), |it| it.get_next_use());
    let calls: Vec<_> = uses.map(|it| call_of(it, here)).collect();
    let known = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
    if known && calls.iter().all(Option::is_some) {
        here.set_call_conventions(PRESERVE_MOST);
        calls.into_iter().flatten().for_each(|it| it.set_call_convention(PRESERVE_MOST));
    }
}

/// The call of `here` that a use is.
fn call_of<'l>(use_: BasicValueUse<'l>, here: FunctionValue<'l>) -> Option<CallSiteValue<'l>> {
    let AnyValueEnum::InstructionValue(user) = use_.get_user() else { return None };
    let call = CallSiteValue::try_from(user).ok()?;
    (call.get_called_fn_value() == Some(here)).then_some(call)
}

/// The body of `here`: calls `function`, or returns zero.
fn call_if_there<'l>(
    context: ContextRef<'l>,
    function: FunctionValue<'l>,
    here: FunctionValue<'l>,
) -> Result<(), Error> {
    let failed = |error: inkwell::builder::BuilderError| Error::Link(error.to_string());
    let [entry, there, absent] = ["entry", "there", "absent"].map(|name| context.append_basic_block(here, name));
    let builder = context.create_builder();
    builder.position_at_end(entry);
    let int = context.i64_type();
    let address = builder.build_ptr_to_int(function.as_global_value().as_pointer_value(), int, "").map_err(failed)?;
    let is_there = builder.build_int_compare(IntPredicate::NE, address, int.const_zero(), "").map_err(failed)?;
    builder.build_conditional_branch(is_there, there, absent).map_err(failed)?;
    builder.position_at_end(there);
    let arguments: Vec<BasicMetadataValueEnum> = here.get_param_iter().map(Into::into).collect();
    let call = builder.build_call(function, &arguments, "").map_err(failed)?;
    return_value(&builder, call.try_as_basic_value().basic()).map_err(failed)?;
    builder.position_at_end(absent);
    return_value(&builder, here.get_type().get_return_type().map(zero)).map_err(failed)
}

fn return_value<'l>(
    builder: &inkwell::builder::Builder<'l>,
    value: Option<BasicValueEnum<'l>>,
) -> Result<(), inkwell::builder::BuilderError> {
    builder.build_return(value.as_ref().map(|value| value as _)).map(drop)
}

fn zero(ty: BasicTypeEnum<'_>) -> BasicValueEnum<'_> {
    ty.as_basic_type_enum().const_zero()
}
