//! What only clang can pass by value: records, complex numbers, 128-bit integers, vectors.
//!
//! A function with such a parameter or result is imported as `__raddle_body_f`, which takes the addresses of all parameters
//! and of the result. Calls of such a function go to `__raddle_call_f`, which takes addresses likewise. What stands
//! between these and clang's `f` is made by clang in a second run (`plugin/thunk.h`), with the arguments [`thunk_arguments`].
//!
//! Declines calls through pointers, variadic functions, functions whose symbol is not their name.

use super::function::{Function, Res};
use super::types::{Scalar, Signature};
use crate::ast::{Decl, ExprId, TypeId, TypeKind, Unit};
use melior::ir::Module;
use raddle_dialects::{Val, ir};

/// The prefix of an imported function that takes everything by address.
pub const BODY_PREFIX: &str = "__raddle_body_";
/// The prefix of the function through which such a function is called.
const CALL_PREFIX: &str = "__raddle_call_";

/// Where a `return` statement's value goes.
#[derive(Clone, Copy)]
pub(super) enum Returned<'c> {
    Nothing,
    Value(Scalar),
    Memory { ptr: Val<'c>, ty: TypeId },
}

/// Arguments that make a clang with the plugin add what the functions of `module` need.
pub fn thunk_arguments(module: &Module<'_>) -> Vec<String> {
    let functions = ir::ops(ir::body(ir::root(module))).into_iter().filter_map(ir::symbol_name);
    let argument = |symbol: &str| {
        let (kind, name) = match symbol.strip_prefix(BODY_PREFIX) {
            Some(name) => ("define", name),
            None => ("call", symbol.strip_prefix(CALL_PREFIX)?),
        };
        Some(format!("-fplugin-arg-raddle-{kind}={name}"))
    };
    functions.filter_map(argument).collect()
}

/// Whether a thunk can stand for the function: the plugin finds it by its name.
pub(super) fn has_thunk(decl: &Decl) -> bool {
    decl.symbol == decl.name
}

/// The parameters and result by address.
pub(super) fn by_address(unit: &Unit, function: TypeId) -> Option<Signature> {
    let TypeKind::Function { ret, ref params, variadic: false, .. } = unit.ty(function).kind else { return None };
    let has_result = unit.ty(ret).kind != TypeKind::Void;
    let params = vec![Scalar::Pointer; params.len() + usize::from(has_result)];
    Some(Signature { result: None, params, variadic: false, prototyped: true })
}

impl<'c> Function<'c, '_> {
    /// Calls a function that passes or returns by value. The value is the result's; of a record, its address.
    pub fn call_by_address(&mut self, id: ExprId, callee: &Decl, args: &[ExprId]) -> Res<Option<Val<'c>>> {
        let (unit, loc) = (self.unit, self.unit.expr(id).loc);
        let signature = by_address(unit, callee.ty).filter(|_| has_thunk(callee) && self.nest.is_none());
        let (Some(signature), TypeKind::Function { ret, params, prototyped: true, .. }) =
            (signature, &unit.ty(callee.ty).kind)
        else {
            return self.stop("call that passes or returns by value", loc);
        };
        if params.len() != args.len() {
            return self.stop("call with too few arguments", loc);
        }
        let mut operands = Vec::new();
        for (arg, param) in args.iter().zip(params) {
            let align = unit.ty(*param).align.max(1);
            let ptr = self.allocate(*param, align, unit.expr(*arg).loc)?;
            self.initialize(ptr, align, *param, *arg, false)?;
            operands.push(ptr);
        }
        self.set_location(loc);
        let result = match unit.ty(*ret).kind {
            TypeKind::Void => None,
            _ => Some(self.allocate(*ret, unit.ty(*ret).align.max(1), loc)?),
        };
        operands.extend(result);
        let name = format!("{CALL_PREFIX}{}", callee.symbol);
        self.symbols.function(&name, Some(&signature));
        self.emit_call(Some(&name), &operands, &signature.params, &signature);
        Ok(result.map(|ptr| match Scalar::of(unit, *ret) {
            Some(scalar) => self.load_scalar(scalar, ptr, unit.ty(*ret).align.max(1), false),
            None => ptr,
        }))
    }
}
