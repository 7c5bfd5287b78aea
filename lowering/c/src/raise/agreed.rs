//! Parameters that are the same array in all calls are replaced by that array, so that it is a known object.
//!
//! ```text
//!     static double a[N], q[N];                         static double a[N], q[N];
//!     static void f(double *x, double *y, int n) {      static void f(double *x, double *y, int n) {
//!       for (i = 0; i < n; i++) y[i] = x[i] * x[i];       for (i = 0; i < n; i++) q[i] = a[i] * a[i];
//!     }                                                 }
//!     ... f(a, q, 7); ... f(a, q, n - 1);               ... f(a, q, 7); ... f(a, q, n - 1);
//! ```
//!
//! Legal if: the unit's own calls are all the calls there are, by name: the function is `static`, its name stands nowhere but
//! in calls of this unit, no other declaration has its symbol, and its attributes call it no other way. All calls pass an
//! array with a place of its own for the whole program, or, inside the function itself, the parameter on. The function reads
//! the parameter and does nothing else with it. A `restrict` parameter stays: it says more than the array would.
//! The parameters and the calls stay as they are. Nothing is analysed here.

use super::effects::callee_decl;
use super::rewrite::Copies;
use super::value::is_ordinary;
use super::visit::{self, Item};
use crate::ast::{CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, TypeKind, Unit};
use std::collections::HashMap;

/// Attributes that make no calls.
const HARMLESS: [&str; 16] = [
    "always_inline",
    "cold",
    "const",
    "flatten",
    "gnu_inline",
    "hot",
    "malloc",
    "maybe_unused",
    "noinline",
    "nonnull",
    "noreturn",
    "nothrow",
    "pure",
    "returns_nonnull",
    "unused",
    "warn_unused_result",
];

/// Replaces parameters by arrays in all functions of the unit. What one function passes on may be the next one's array.
pub fn replace_agreed_parameters(unit: &mut Unit) {
    let functions: Vec<DeclId> = unit.functions.iter().copied().filter(|&it| has_known_calls(unit, it)).collect();
    while !functions.is_empty() {
        let uses = Uses::of(unit);
        let agreed: Vec<(DeclId, ExprId)> = functions.iter().flat_map(|&it| agreed(unit, &uses, it)).collect();
        if agreed.is_empty() {
            break;
        }
        for (param, array) in agreed {
            uses.loads[&param].iter().for_each(|&load| replace(unit, load, array));
        }
    }
}

/// All calls of the function are expressions of this unit that name it.
fn has_known_calls(unit: &Unit, function: DeclId) -> bool {
    let decl = unit.decl(function);
    let has_own_symbol = || unit.decls.iter().filter(|other| other.symbol == decl.symbol).count() == 1;
    let is_c = |body| !has_other_statement(unit, body);
    decl.is_internal
        && !decl.address_taken
        && decl.clangs_own.is_none()
        && decl.attributes.iter().all(|attribute| HARMLESS.contains(&attribute.as_str()))
        && matches!(unit.ty(decl.ty).kind, TypeKind::Function { variadic: false, .. })
        && decl.body.is_some_and(is_c)
        && has_own_symbol()
}

/// Assembly and the like may do anything to a parameter.
fn has_other_statement(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= matches!(item, Item::Stmt(s) if matches!(unit.stmt(s).kind, StmtKind::Other { .. }));
        !found
    });
    found
}

/// What the unit's expressions do with functions and parameters.
#[derive(Default)]
struct Uses {
    /// The arguments of each call, by function.
    calls: HashMap<DeclId, Vec<Vec<ExprId>>>,
    /// The expressions that name a parameter.
    mentions: HashMap<DeclId, usize>,
    /// Those that read it.
    loads: HashMap<DeclId, Vec<ExprId>>,
}

impl Uses {
    fn of(unit: &Unit) -> Uses {
        let mut uses = Uses::default();
        for (e, expr) in (0..).map(ExprId).zip(&unit.exprs) {
            match &expr.kind {
                ExprKind::Ref { decl } if is_parameter(unit, *decl) => *uses.mentions.entry(*decl).or_default() += 1,
                ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => {
                    if let ExprKind::Ref { decl } = unit.expr(*arg).kind
                        && is_parameter(unit, decl)
                    {
                        uses.loads.entry(decl).or_default().push(e);
                    }
                }
                ExprKind::Call { callee, args, .. } => {
                    if let Some(function) = callee_decl(unit, *callee) {
                        uses.calls.entry(function).or_default().push(args.clone());
                    }
                }
                _ => {}
            }
        }
        uses
    }
}

fn is_parameter(unit: &Unit, decl: DeclId) -> bool {
    unit.decl(decl).storage == Storage::Param
}

/// The parameters that are read and nothing else, with the array that each call passes.
fn agreed(unit: &Unit, uses: &Uses, function: DeclId) -> Vec<(DeclId, ExprId)> {
    let decl = unit.decl(function);
    let Some(calls) = uses.calls.get(&function) else { return vec![] };
    if calls.iter().any(|args| args.len() != decl.params.len()) {
        return vec![];
    }
    let array = |(position, &param): (usize, &DeclId)| {
        let ty = unit.ty(unit.decl(param).ty);
        let loads = uses.loads.get(&param)?;
        let is_only_read = uses.mentions.get(&param) == Some(&loads.len());
        if !is_only_read || !is_ordinary(ty) || ty.is_restrict {
            return None;
        }
        let args: Vec<ExprId> = calls.iter().map(|args| args[position]).collect();
        let array = args.iter().copied().find_map(|arg| Some((arg, array(unit, arg)?)))?;
        let is_it = |&arg: &ExprId| self::array(unit, arg) == Some(array.1) || loads.contains(&arg);
        let fits = |&e: &ExprId| unit.expr(e).ty == unit.expr(array.0).ty;
        (args.iter().all(is_it) && loads.iter().all(fits)).then_some((param, array.0))
    };
    decl.params.iter().enumerate().filter_map(array).collect()
}

/// The array of the whole program whose first element the pointer points at.
fn array(unit: &Unit, pointer: ExprId) -> Option<DeclId> {
    match unit.expr(pointer).kind {
        // Another qualifier.
        ExprKind::Cast { cast: CastKind::NoOp, arg } => array(unit, arg),
        ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => match unit.expr(arg).kind {
            ExprKind::Ref { decl } => {
                let declared = unit.decl(decl);
                // Not all static locals have a name.
                let is_static = matches!(declared.storage, Storage::Global | Storage::StaticLocal);
                (is_static && !declared.symbol.is_empty() && !declared.is_thread_local).then_some(decl)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Makes `load` the pointer that `array` is.
fn replace(unit: &mut Unit, load: ExprId, array: ExprId) {
    let copy = unit.copy_expr(array, &mut Copies::default());
    unit.exprs[load.0 as usize].kind = unit.expr(copy).kind.clone();
}
