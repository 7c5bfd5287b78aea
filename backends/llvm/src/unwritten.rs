//! Statics that nobody writes become constants.
//!
//! ```text
//!     before                                                        after
//!     @shape = internal global [2 x i32] [i32 3, i32 5]             @shape = internal constant [2 x i32] [i32 3, i32 5]
//!     define i32 @rows() { %n = load i32, ptr @shape; ret i32 %n }  the same
//! ```
//!
//! LLVM finds that out itself, but not where the address reaches the runtime, which host code tells what its loops access. Then no bound
//! that such a variable holds is known, and short loops stay loops.
//!
//! Legal if:  clang's module uses the address to load from, to compare, and to call functions with that do the same: of this module, and no
//!            others can take their place. Whoever else gets the address may write.
//! Needs:     clang's module as it came: host code that is grafted into it writes what clang's code writes, and gives addresses to the runtime,
//!            which copies values that kernels have changed.
//! Source:    what LLVM's GlobalOpt does, with the ways of an address through parameters and local variables.

use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::values::{AsValueRef, GlobalValue};
use llvm_sys::LLVMLinkage::*;
use llvm_sys::LLVMOpcode::*;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;
use std::collections::HashSet;
use std::ffi::CStr;

pub(crate) fn make_constant(module: &LlvmModule) {
    if module.get_flag("SemanticInterposition").is_some() {
        return;
    }
    for variable in module.get_globals().filter(|it| is_candidate(*it)) {
        if Addresses::of(variable.as_value_ref()).are_read_only() {
            variable.set_constant(true);
        }
    }
}

fn is_candidate(variable: GlobalValue) -> bool {
    let is_static = matches!(variable.get_linkage(), Linkage::Internal | Linkage::Private);
    let is_plain =
        !variable.is_thread_local() && variable.get_section().is_none() && !variable.is_externally_initialized();
    is_static && is_plain && !variable.is_constant() && variable.get_initializer().is_some()
}

/// Values that may point into one variable.
struct Addresses {
    open: Vec<LLVMValueRef>,
    seen: HashSet<LLVMValueRef>,
}

/// What an instruction does with an address.
enum Use {
    /// It reads there, or looks at the address.
    Read,
    /// This value is an address of the variable, too.
    Address(LLVMValueRef),
    /// It is kept in this local variable.
    Kept(LLVMValueRef),
    /// It may be written through.
    Unknown,
}

impl Addresses {
    fn of(variable: LLVMValueRef) -> Addresses {
        Addresses { open: vec![variable], seen: HashSet::from([variable]) }
    }

    fn are_read_only(&mut self) -> bool {
        while let Some(address) = self.open.pop() {
            for (user, operand) in uses(address) {
                match use_of(user, operand) {
                    Use::Read => {}
                    Use::Address(value) => self.add(value),
                    Use::Kept(variable) if self.loads_of(variable) => {}
                    Use::Kept(_) | Use::Unknown => return false,
                }
            }
        }
        true
    }

    fn add(&mut self, value: LLVMValueRef) {
        if self.seen.insert(value) {
            self.open.push(value);
        }
    }

    /// Adds what is loaded from a local variable; false if other code can get at what it holds.
    fn loads_of(&mut self, variable: LLVMValueRef) -> bool {
        if !self.seen.insert(variable) {
            return true;
        }
        uses(variable).into_iter().all(|(user, operand)| match opcode(user) {
            Some(LLVMLoad) => {
                self.add(user);
                true
            }
            Some(LLVMStore) => operand == 1,
            Some(LLVMCall) => is_mark(user),
            _ => false,
        })
    }
}

/// Who uses a value, and as which operand.
fn uses(value: LLVMValueRef) -> Vec<(LLVMValueRef, u32)> {
    // SAFETY: the value and its users belong to a module that lives and that nobody changes meanwhile.
    unsafe {
        let first = LLVMGetFirstUse(value);
        let all = std::iter::successors((!first.is_null()).then_some(first), |it| {
            let next = LLVMGetNextUse(*it);
            (!next.is_null()).then_some(next)
        });
        let operands = all.map(|it| LLVMGetUser(it)).collect::<HashSet<_>>().into_iter().flat_map(|user| {
            let count = u32::try_from(LLVMGetNumOperands(user)).unwrap_or_default();
            (0..count).filter(move |at| LLVMGetOperand(user, *at) == value).map(move |at| (user, at))
        });
        operands.collect()
    }
}

/// None for constants of which no code is made, such as parts of initializers.
fn opcode(user: LLVMValueRef) -> Option<llvm_sys::LLVMOpcode> {
    // SAFETY: as in `uses`.
    unsafe {
        match () {
            () if !LLVMIsAInstruction(user).is_null() => Some(LLVMGetInstructionOpcode(user)),
            () if !LLVMIsAConstantExpr(user).is_null() => Some(LLVMGetConstOpcode(user)),
            () => None,
        }
    }
}

fn use_of(user: LLVMValueRef, operand: u32) -> Use {
    match opcode(user) {
        // SAFETY: as in `uses`.
        Some(LLVMLoad) if unsafe { LLVMGetVolatile(user) } == 0 => Use::Read,
        Some(LLVMICmp) => Use::Read,
        Some(LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMPHI | LLVMSelect | LLVMFreeze) => {
            Use::Address(user)
        }
        Some(LLVMStore) if operand == 0 => kept(user),
        Some(LLVMCall) => call(user, operand),
        _ => Use::Unknown,
    }
}

/// Of an instruction that stores an address.
fn kept(store: LLVMValueRef) -> Use {
    // SAFETY: as in `uses`; a store has two operands.
    let place = unsafe { LLVMGetOperand(store, 1) };
    match opcode(place) {
        Some(LLVMAlloca) => Use::Kept(place),
        _ => Use::Unknown,
    }
}

fn call(call: LLVMValueRef, operand: u32) -> Use {
    if is_mark(call) || operand == 1 && is_copy(call) {
        return Use::Read;
    }
    // SAFETY: as in `uses`; the operands of a call are its arguments and then the callee, and parameters are counted first.
    unsafe {
        let callee = LLVMGetCalledValue(call);
        let is_argument = operand < LLVMGetNumArgOperands(call);
        match is_argument && runs_as_written(callee) && operand < LLVMCountParams(callee) {
            true => Use::Address(LLVMGetParam(callee, operand)),
            false => Use::Unknown,
        }
    }
}

/// A function whose body here is the one that runs, as for LLVM's own passes.
fn runs_as_written(callee: LLVMValueRef) -> bool {
    // SAFETY: as in `uses`.
    unsafe {
        let has_body = !LLVMIsAFunction(callee).is_null() && LLVMCountBasicBlocks(callee) > 0;
        has_body && matches!(LLVMGetLinkage(callee), LLVMInternalLinkage | LLVMPrivateLinkage | LLVMExternalLinkage)
    }
}

/// A call that says something about a variable and does nothing with it.
fn is_mark(call: LLVMValueRef) -> bool {
    ["llvm.lifetime.", "llvm.dbg."].iter().any(|it| callee_name(call).starts_with(it))
}

/// A call that reads behind its second argument and writes behind its first.
fn is_copy(call: LLVMValueRef) -> bool {
    // SAFETY: as in `uses`; the last argument, a constant, says whether the copy is volatile.
    let is_plain = || unsafe { LLVMIsNull(LLVMGetOperand(call, 3)) != 0 };
    ["llvm.memcpy.", "llvm.memmove."].iter().any(|it| callee_name(call).starts_with(it)) && is_plain()
}

fn callee_name(call: LLVMValueRef) -> String {
    // SAFETY: as in `uses`; LLVM's names end with a null byte.
    unsafe {
        let mut length = 0;
        CStr::from_ptr(LLVMGetValueName2(LLVMGetCalledValue(call), &mut length)).to_string_lossy().into_owned()
    }
}
