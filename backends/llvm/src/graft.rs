//! Grafting: imported host code and kernels become part of clang's module.
//!
//! ```text
//!     clang's module                       host module                     after
//!     define internal i32 @f(i32) {A}      define i32 @__raddle_impl_f     define internal i32 @f(i32) {B}
//!     @f.calls = internal global i32 0        (i32) {B, uses @f.calls}     @f.calls = internal global i32 0
//!     @t = global ptr @f                   @f.calls = external global      @t = global ptr @f
//! ```
//!
//! An internal symbol that the host module declares is external while the two are linked and internal again afterwards.
//! Everything about a replaced function but its body stays clang's: linkage, visibility, attributes, section, comdat,
//! calling convention, debug-info subprogram.
//!
//! Where only clang knows how something is passed, the imported function is `__raddle_body_f`, which takes addresses, and
//! the new body is that of `__raddle_thunk_f`, which clang has made and which calls it. `__raddle_call_f`, also clang's,
//! is how imported functions call such a function.
//!
//! A function may have a second body, `__raddle_aware_f`, which stays internal and has the attributes of clang's function.
//!
//! Needs:    both modules in one LLVM context, the host module's functions with clang's types.
//! Declines: labels whose address is taken, other types than clang's. All of it is checked before the unit is changed.
//! Drops:    functions that clang has no body for. Nothing in the unit uses them, or the program has them elsewhere.
//! Invents:  statics that clang has not emitted. Nothing that runs uses them.

use crate::emit::{annotate_functions, verify};
use crate::ir::operations;
use crate::kernels::{KernelName, Order};
use crate::{Error, Kernels, LlvmContext, Options, Unit, entries};
use inkwell::attributes::{Attribute as LlvmAttribute, AttributeLoc};
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::LLVMLinkage;
use llvm_sys::LLVMUnnamedAddr::LLVMGlobalUnnamedAddr;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{
    LLVMDIBuilderCreateDebugLocation, LLVMDILocationGetColumn, LLVMDILocationGetLine, LLVMGetSubprogram,
    LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc, LLVMSetSubprogram,
};
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};
use melior::Context;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::{Attribute, Module};
use raddle_dialects::region::STATIC;
use std::ffi::CString;
use std::ptr::null_mut;

/// What the name of an imported function starts with.
const IMPORTED: &str = "__raddle_impl_";
/// What the name of an imported function that takes addresses starts with.
const BODY: &str = "__raddle_body_";
/// What the name of clang's function that calls such a one starts with.
const THUNK: &str = "__raddle_thunk_";
/// What the name of clang's function through which imported code calls such a one starts with.
const CALL: &str = "__raddle_call_";

/// What the name of a function's body for callers that know of devices starts with.
pub(crate) const AWARE: &str = "__raddle_aware_";

/// Attribute of functions that the unit's passes leave alone.
const FINISHED: &str = "raddle-finished";

/// A function that the host module brings.
struct Imported {
    /// The C name.
    name: String,
    by_address: bool,
}

impl Imported {
    fn of(symbol: &str) -> Option<Imported> {
        let imported = |prefix, by_address| {
            let name = symbol.strip_prefix(prefix)?.to_string();
            Some(Imported { name, by_address })
        };
        imported(IMPORTED, false).or_else(|| imported(BODY, true))
    }

    /// Its symbol in the host module.
    fn symbol(&self) -> String {
        format!("{}{}", if self.by_address { BODY } else { IMPORTED }, self.name)
    }

    /// The function of clang's module that calls it, in the place of clang's own.
    fn thunk<'l>(&self, clang: &LlvmModule<'l>) -> Option<FunctionValue<'l>> {
        self.by_address.then(|| clang.get_function(&format!("{THUNK}{}", self.name))).flatten()
    }
}

/// CPU code of one kernel, linked in.
#[derive(Clone, Copy)]
pub(crate) struct KernelCode<'l> {
    pub(crate) cpu: FunctionValue<'l>,
    /// None if CPU threads alone can run it.
    pub(crate) emulated: Option<FunctionValue<'l>>,
    /// Work items along x that `cpu` runs fastest at once.
    pub(crate) together: u32,
    pub(crate) order: Order,
}

/// `left_out`: [`statics_left_out`].
pub(crate) fn graft_host<'l>(
    unit: &mut Unit<'l>,
    host: LlvmModule<'l>,
    left_out: &[String],
    options: &Options,
) -> Result<(), Error> {
    drop_left_out(&unit.module, &host);
    left_out.iter().for_each(|name| stand_in(&host, name));
    let replaced = imported(&host);
    for function in &replaced {
        replaceable(&unit.module, &host, function)?;
    }
    declarations_agree(&unit.module, &host)?;
    annotate_functions(&host, options);
    // The linker would leave those out that nothing in the unit calls.
    aware(&host).for_each(|it| it.set_linkage(Linkage::External));
    let exposed = expose(&unit.module, &host);
    let linked = link(unit.llvm, &unit.module, host);
    for symbol in exposed {
        // SAFETY: linking keeps the symbols of the module that is linked into.
        unsafe { LLVMSetLinkage(symbol.value, symbol.linkage) };
    }
    linked?;
    complete_aware(&unit.module);
    replaced.iter().for_each(|function| replace(&unit.module, function));
    let calls = unit.module.get_functions().filter(|function| name_of(*function).starts_with(CALL));
    calls.for_each(|function| function.set_linkage(Linkage::Internal));
    entries::open(&unit.module);
    verify(&unit.module)
}

pub(crate) fn add_kernels<'l>(unit: &mut Unit<'l>, kernels: Kernels<'l>) -> Result<(), Error> {
    let Kernels { cpu, emulated, names } = kernels;
    for (module, until) in [(cpu, Until::CodeGeneration), (emulated, Until::Ever)] {
        if until == Until::Ever || !calls_into(&module, &unit.module) {
            module.get_functions().for_each(|function| finish(function, until));
        }
        // Kernel names could be C identifiers of the unit; these cannot.
        for function in module.get_functions().filter(|f| f.get_linkage() == Linkage::External) {
            if function.count_basic_blocks() > 0 {
                set_name(function, &linked_name(&name_of(function)));
            }
        }
        link(unit.llvm, &unit.module, module)?;
    }
    for KernelName { name, is_emulated, together, order } in names {
        let take = |name: &str| {
            let function = unit.module.get_function(&linked_name(name));
            let function = function.ok_or_else(|| Error::MissingSymbol(name.to_string()))?;
            function.set_linkage(Linkage::Internal);
            set_name(function, name);
            Ok(function)
        };
        let emulated = if is_emulated { Some(take(&format!("{name}.emu"))?) } else { None };
        let code = KernelCode { cpu: take(&name)?, emulated, together, order };
        unit.kernels.insert(name, code);
    }
    verify(&unit.module)
}

/// Does a function of `module` call one that `unit` has a body for? Then the unit's passes may still gain something.
fn calls_into(module: &LlvmModule, unit: &LlvmModule) -> bool {
    let declared = module.get_functions().filter(|function| function.count_basic_blocks() == 0);
    let mut own = declared.filter_map(|function| unit.get_function(&name_of(function)));
    own.any(|function| function.count_basic_blocks() > 0)
}

/// How long a kernel is left as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Machine code of a kernel for CPU threads must be good.
    CodeGeneration,
    /// The emulated device is for checking: its code is as large as the other and may be slow, if it is made fast.
    Ever,
}

/// Keeps the unit's passes from optimizing once more what is optimized, until [`reopen`].
fn finish(function: FunctionValue, until: Until) {
    let [no_passes, no_inlining, always] =
        ["optnone", "noinline", "alwaysinline"].map(LlvmAttribute::get_named_enum_kind_id);
    let has = |kind| function.get_enum_attribute(AttributeLoc::Function, kind).is_some();
    if function.count_basic_blocks() == 0 || has(no_passes) || has(always) {
        return;
    }
    // SAFETY: the function lives, and so does its context.
    let context = unsafe { ContextRef::new(LLVMGetTypeContext(LLVMTypeOf(function.as_value_ref()))) };
    let add = |attribute| function.add_attribute(AttributeLoc::Function, attribute);
    if until == Until::CodeGeneration {
        add(context.create_string_attribute(FINISHED, if has(no_inlining) { "" } else { "may be inlined" }));
    }
    // What asks for no passes must not be inlined.
    add(context.create_enum_attribute(no_inlining, 0));
    add(context.create_enum_attribute(no_passes, 0));
}

/// Code generation must see kernels as what they are: without passes it would generate slow code, too.
pub(crate) fn reopen(module: &LlvmModule) {
    for function in module.get_functions() {
        let Some(mark) = function.get_string_attribute(AttributeLoc::Function, FINISHED) else { continue };
        let remove = |name| {
            function.remove_enum_attribute(AttributeLoc::Function, LlvmAttribute::get_named_enum_kind_id(name));
        };
        remove("optnone");
        if !mark.get_string_value().is_empty() {
            remove("noinline");
        }
        function.remove_string_attribute(AttributeLoc::Function, FINISHED);
    }
}

fn linked_name(name: &str) -> String {
    format!("raddle.kernel.{name}")
}

fn name_of(function: FunctionValue) -> String {
    function.get_name().to_string_lossy().into_owned()
}

fn set_name(function: FunctionValue, name: &str) {
    function.as_global_value().set_name(name);
}

/// The functions that `host` brings.
fn imported(host: &LlvmModule) -> Vec<Imported> {
    let defined = host.get_functions().filter(|function| function.count_basic_blocks() > 0);
    defined.filter_map(|function| Imported::of(&name_of(function))).collect()
}

/// Clang emits no static function without uses, and nothing but a declaration for some inline ones.
fn drop_left_out(clang: &LlvmModule, host: &LlvmModule) {
    for function in imported(host) {
        let is_emitted = clang.get_function(&function.name).is_some_and(|function| function.count_basic_blocks() > 0);
        if !is_emitted {
            // SAFETY: imported code calls functions by their C names, and clang's code calls no thunk, so nothing uses these.
            let unused = host.get_function(&function.symbol()).into_iter().chain(function.thunk(clang));
            unused.for_each(|function| unsafe { function.delete() });
        }
    }
}

fn replaceable(clang: &LlvmModule, host: &LlvmModule, function: &Imported) -> Result<(), Error> {
    let name = &function.name;
    let refuse = |reason: &str| Err(Error::NotReplaceable { name: name.clone(), reason: reason.to_string() });
    let Some(new) = host.get_function(&function.symbol()) else {
        return refuse("it was not imported");
    };
    let Some(old) = clang.get_function(name) else {
        return refuse("clang has no such function");
    };
    if has_label_address(old) {
        return refuse("the address of one of its labels is taken");
    }
    if !function.by_address {
        return same_type(old, new, name);
    }
    let (Some(thunk), Some(called)) = (function.thunk(clang), clang.get_function(&function.symbol())) else {
        return refuse("clang has made no thunk for it");
    };
    same_type(old, thunk, name)?;
    same_type(called, new, &function.symbol())
}

/// Whether some `&&label` of the function is stored anywhere.
fn has_label_address(function: FunctionValue) -> bool {
    let blocks = function.get_basic_block_iter();
    // SAFETY: the blocks are alive.
    let values = blocks.map(|block| unsafe { LLVMBasicBlockAsValue(block.as_mut_ptr()) });
    values.flat_map(users).any(|user| unsafe { !LLVMIsABlockAddress(user).is_null() })
}

fn same_type(clang: FunctionValue, imported: FunctionValue, name: &str) -> Result<(), Error> {
    let (clang, imported) = (clang.get_type(), imported.get_type());
    if clang == imported {
        return Ok(());
    }
    let (clang, imported) = (clang.print_to_string().to_string(), imported.print_to_string().to_string());
    Err(Error::TypeMismatch { name: name.to_string(), clang, imported })
}

/// Is there a call of the function, and not its address alone?
fn is_called(function: FunctionValue) -> bool {
    let value = function.as_value_ref();
    // SAFETY: the function and its users are alive.
    users(value).any(|user| unsafe { !LLVMIsACallInst(user).is_null() && LLVMGetCalledValue(user) == value })
}

/// A function called by imported code must have the type under which clang knows it. Functions declared without a
/// prototype have none; their calls carry their own. Where only the address is wanted, the type is clang's business.
fn declarations_agree(clang: &LlvmModule, host: &LlvmModule) -> Result<(), Error> {
    for declared in host.get_functions().filter(|function| function.count_basic_blocks() == 0) {
        let name = name_of(declared);
        let Some(known) = clang.get_function(&name) else {
            if name.starts_with(CALL) {
                return Err(Error::MissingSymbol(name));
            }
            continue;
        };
        // Clang's own type of a definition without one has parameters.
        let is_unprototyped =
            |function: FunctionValue| function.get_type().is_var_arg() && function.count_params() == 0;
        if is_called(declared) && !is_unprototyped(known) && !is_unprototyped(declared) {
            same_type(known, declared, &name)?;
        }
    }
    Ok(())
}

/// A symbol of clang's module and the linkage to give back to it.
struct Exposed {
    value: LLVMValueRef,
    linkage: LLVMLinkage,
}

/// Makes the symbols that `host` declares visible to the linker, and has the linker keep what clang says about them.
fn expose(clang: &LlvmModule, host: &LlvmModule) -> Vec<Exposed> {
    let functions = host.get_functions().map(|function| function.as_value_ref());
    let globals = host.get_globals().map(|global| global.as_value_ref());
    let mut exposed = Vec::new();
    // SAFETY: all values are alive; only linkage and flags change.
    for declared in functions.chain(globals).filter(|value| unsafe { LLVMIsDeclaration(*value) } != 0) {
        unsafe {
            LLVMSetUnnamedAddress(declared, LLVMGlobalUnnamedAddr);
            let Some(value) = find_symbol(clang.as_mut_ptr(), declared) else { continue };
            let linkage = LLVMGetLinkage(value);
            let changes = matches!(
                linkage,
                LLVMLinkage::LLVMInternalLinkage
                    | LLVMLinkage::LLVMPrivateLinkage
                    | LLVMLinkage::LLVMExternalWeakLinkage
            );
            if changes {
                LLVMSetLinkage(value, LLVMLinkage::LLVMExternalLinkage);
                exposed.push(Exposed { value, linkage });
            }
        }
    }
    exposed
}

/// The function, variable or alias of `module` with the name of `symbol`.
///
/// # Safety
/// Both are alive.
unsafe fn find_symbol(module: LLVMModuleRef, symbol: LLVMValueRef) -> Option<LLVMValueRef> {
    unsafe {
        let mut length = 0;
        let text = LLVMGetValueName2(symbol, &mut length);
        let name = CString::new(std::slice::from_raw_parts(text.cast::<u8>(), length)).ok()?;
        let found = [
            LLVMGetNamedFunction(module, name.as_ptr()),
            LLVMGetNamedGlobal(module, name.as_ptr()),
            LLVMGetNamedGlobalAlias(module, name.as_ptr(), length),
            LLVMGetNamedGlobalIFunc(module, name.as_ptr(), length),
        ];
        found.into_iter().find(|value| !value.is_null())
    }
}

/// Gives the host module's declarations of weak references clang's linkage: translation would already fold a comparison
/// of a strong one's address with null.
pub(crate) fn keep_weak_references(clang: &LlvmModule, context: &Context, host: &Module) {
    let weak = Attribute::parse(context, "#llvm.linkage<extern_weak>");
    for op in operations(host.body()) {
        let name = op.attribute("sym_name").and_then(StringAttribute::try_from);
        let (Ok(name), Some(weak)) = (name, weak) else { continue };
        let function = clang.get_function(name.value()).map(|function| function.get_linkage());
        let linkage = function.or_else(|| clang.get_global(name.value()).map(|global| global.get_linkage()));
        if linkage == Some(Linkage::ExternalWeak) {
            // SAFETY: nobody else holds the op while its module is prepared.
            unsafe { OperationRefMut::from_raw(op.to_raw()) }.set_inherent_attribute("linkage", weak);
        }
    }
}

/// The static functions and variables that the host module names and clang has not emitted. Clang folds conditions and emits
/// nothing for what only their dead branches name; imported functions may have such branches.
pub(crate) fn statics_left_out(clang: &LlvmModule, host: &Module) -> Vec<String> {
    let statics = operations(host.body()).into_iter().filter(|op| op.attribute(STATIC).is_ok());
    let names = statics.filter_map(|op| op.attribute("sym_name").and_then(StringAttribute::try_from).ok());
    let is_emitted = |name: &str| clang.get_function(name).is_some() || clang.get_global(name).is_some();
    names.map(|name| name.value().to_string()).filter(|name| !is_emitted(name)).collect()
}

/// Defines what nothing ever reaches.
fn stand_in(host: &LlvmModule, name: &str) {
    if let Some(function) = host.get_function(name).filter(|function| function.count_basic_blocks() == 0) {
        let builder = host.get_context().create_builder();
        builder.position_at_end(host.get_context().append_basic_block(function, ""));
        builder.build_unreachable().expect("the builder has a place");
        function.set_linkage(Linkage::Internal);
    }
    if let Some(variable) = host.get_global(name).filter(|variable| variable.get_initializer().is_none()) {
        // SAFETY: the variable is alive; the constant has its type.
        unsafe {
            LLVMSetInitializer(variable.as_value_ref(), LLVMConstNull(LLVMGlobalGetValueType(variable.as_value_ref())))
        };
        variable.set_linkage(Linkage::Internal);
    }
}

/// Links `source` into `destination`.
fn link(llvm: &LlvmContext, destination: &LlvmModule, source: LlvmModule) -> Result<(), Error> {
    source.set_triple(&destination.get_triple());
    source.set_data_layout(&destination.get_data_layout());
    // SAFETY: linking frees the source, so its owner must not.
    let failed = unsafe { LLVMLinkModules2(destination.as_mut_ptr(), source.as_mut_ptr()) } != 0;
    std::mem::forget(source);
    if failed { Err(Error::Link(llvm.take_errors("unknown reason"))) } else { Ok(()) }
}

/// Puts the imported function, or the thunk that calls it, in the place of clang's; both are there, with one type.
fn replace(module: &LlvmModule, function: &Imported) {
    let (Some(old), Some(body)) = (module.get_function(&function.name), module.get_function(&function.symbol())) else {
        return;
    };
    let thunk = function.thunk(module);
    if let Some(thunk) = thunk {
        take_attributes_of(thunk, body, AttributeLoc::Function);
        body.set_linkage(Linkage::Internal);
    }
    let new = thunk.unwrap_or(body);
    take_properties(old, new);
    take_attributes(old, new);
    // SAFETY: all are functions of this module; the old one is unused when it is deleted.
    unsafe {
        take_metadata(old.as_value_ref(), new.as_value_ref());
        // A thunk has a subprogram of its own; of two bodies, the one with the source's lines has it.
        if module.get_function(&format!("{AWARE}{}", function.name)).is_none() {
            take_subprogram(old.as_value_ref(), body.as_value_ref());
        }
        LLVMReplaceAllUsesWith(old.as_value_ref(), new.as_value_ref());
        LLVMDeleteFunction(old.as_value_ref());
    }
    set_name(new, &function.name);
}

/// Second bodies of functions, for callers that know of devices, are what clang says that the functions are.
fn complete_aware(module: &LlvmModule) {
    for function in aware(module) {
        function.set_linkage(Linkage::Internal);
        let symbol = name_of(function);
        let name = symbol.strip_prefix(AWARE).unwrap_or_default();
        let Some(old) = module.get_function(name) else { continue };
        take_attributes_of(old, function, AttributeLoc::Function);
        // A pure function may bring data back, or leave some on a device.
        function.remove_enum_attribute(AttributeLoc::Function, LlvmAttribute::get_named_enum_kind_id("memory"));
        if module.get_function(&format!("{IMPORTED}{name}")).is_some() {
            // SAFETY: both are functions of this module; the old one is replaced next.
            unsafe { take_subprogram(old.as_value_ref(), function.as_value_ref()) };
        }
    }
}

/// Second bodies.
pub(crate) fn aware<'l>(module: &LlvmModule<'l>) -> impl Iterator<Item = FunctionValue<'l>> {
    let defined = module.get_functions().filter(|it| it.count_basic_blocks() > 0);
    defined.filter(|it| it.get_name().to_bytes().starts_with(AWARE.as_bytes()))
}

fn take_properties(old: FunctionValue, new: FunctionValue) {
    let (from, to) = (old.as_value_ref(), new.as_value_ref());
    // SAFETY: plain getters and setters of two live functions.
    unsafe {
        LLVMSetLinkage(to, LLVMGetLinkage(from));
        LLVMSetVisibility(to, LLVMGetVisibility(from));
        LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
        LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(from));
        LLVMSetAlignment(to, LLVMGetAlignment(from));
        llvm_sys::comdat::LLVMSetComdat(to, llvm_sys::comdat::LLVMGetComdat(from));
        let section = LLVMGetSection(from);
        if !section.is_null() {
            LLVMSetSection(to, section);
        }
        if LLVMHasPersonalityFn(from) != 0 {
            LLVMSetPersonalityFn(to, LLVMGetPersonalityFn(from));
        }
    }
}

fn take_attributes(old: FunctionValue, new: FunctionValue) {
    let places = (0..old.count_params()).map(AttributeLoc::Param);
    places.chain([AttributeLoc::Function, AttributeLoc::Return]).for_each(|place| take_attributes_of(old, new, place));
}

fn take_attributes_of(old: FunctionValue, new: FunctionValue, place: AttributeLoc) {
    for attribute in new.attributes(place) {
        if attribute.is_string() {
            new.remove_string_attribute(place, &attribute.get_string_kind_id().to_string_lossy());
        } else {
            new.remove_enum_attribute(place, attribute.get_enum_kind_id());
        }
    }
    for attribute in old.attributes(place) {
        new.add_attribute(place, attribute);
    }
}

/// Profile, type and section metadata; the subprogram has its own function.
///
/// # Safety
/// Both are live functions.
unsafe fn take_metadata(old: LLVMValueRef, new: LLVMValueRef) {
    unsafe {
        let debug = LLVMGetMDKindIDInContext(LLVMGetModuleContext(LLVMGetGlobalParent(old)), c"dbg".as_ptr(), 3);
        let mut count = 0;
        let entries = LLVMGlobalCopyAllMetadata(old, &mut count);
        for i in 0..count as u32 {
            let kind = LLVMValueMetadataEntriesGetKind(entries, i);
            if kind != debug {
                LLVMGlobalSetMetadata(new, kind, LLVMValueMetadataEntriesGetMetadata(entries, i));
            }
        }
        LLVMDisposeValueMetadataEntries(entries);
    }
}

/// Moves clang's debug-info subprogram to the new body, whose instructions keep their lines under it. Without one,
/// the new body has no debug locations.
///
/// # Safety
/// Both are live functions.
unsafe fn take_subprogram(old: LLVMValueRef, new: LLVMValueRef) {
    unsafe {
        let subprogram = LLVMGetSubprogram(old);
        LLVMSetSubprogram(old, null_mut());
        LLVMSetSubprogram(new, subprogram);
        let context = LLVMGetModuleContext(LLVMGetGlobalParent(new));
        for instruction in instructions(new) {
            let location = match (subprogram.is_null(), LLVMInstructionGetDebugLoc(instruction)) {
                (true, _) => null_mut(),
                (false, known) => {
                    let (line, column) = line_of(known);
                    LLVMDIBuilderCreateDebugLocation(context, line, column, subprogram, null_mut())
                }
            };
            LLVMInstructionSetDebugLoc(instruction, location);
        }
    }
}

/// Line and column of a debug location, 0 for none.
unsafe fn line_of(location: LLVMMetadataRef) -> (u32, u32) {
    if location.is_null() {
        return (0, 0);
    }
    // SAFETY: the caller gives a location.
    unsafe { (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location)) }
}

/// The instructions of a function.
unsafe fn instructions(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the lists end in null.
    unsafe {
        let non_null = |block: &_| !<*mut _>::is_null(*block);
        let first = Some(LLVMGetFirstBasicBlock(function)).filter(non_null);
        let blocks = std::iter::successors(first, |block| Some(LLVMGetNextBasicBlock(*block)).filter(non_null));
        blocks.flat_map(instructions_of_block).collect()
    }
}

fn instructions_of_block(block: llvm_sys::prelude::LLVMBasicBlockRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the list ends in null.
    let mut instruction = unsafe { LLVMGetFirstInstruction(block) };
    while !instruction.is_null() {
        found.push(instruction);
        instruction = unsafe { LLVMGetNextInstruction(instruction) };
    }
    found
}

/// What uses `value` directly.
fn users(value: LLVMValueRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the list of uses ends in null.
    let first = Some(unsafe { LLVMGetFirstUse(value) }).filter(|one| !one.is_null());
    let uses = std::iter::successors(first, |one| Some(unsafe { LLVMGetNextUse(*one) }).filter(|next| !next.is_null()));
    uses.map(|one| unsafe { LLVMGetUser(one) })
}
