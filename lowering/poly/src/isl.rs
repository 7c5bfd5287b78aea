//! A safe wrapper of the part of isl that the analysis uses.
//!
//! Handles are reference counted by isl; every operation here takes its operands by reference and gives isl copies of
//! the handles. A [`Ctx`] and everything made in it stays on one thread (`Rc` makes that a type error to break). All of a thread
//! share isl's context, and with it the answers that are known already (`memo`); how much each may compute is its own.
//! isl never prints and never aborts: a failed operation is an [`IslError`]. This module knows no loops and no accesses.

use std::{
    cell::{Cell, RefCell},
    ffi::{CStr, CString, c_char, c_int, c_uint, c_ulong, c_void},
    fmt,
    rc::Rc,
};

use raw::*;

#[allow(non_camel_case_types, non_upper_case_globals, non_snake_case, dead_code, clippy::all)]
mod raw {
    include!(concat!(env!("OUT_DIR"), "/isl.rs"));
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IslError {
    #[error("the analysis needs more steps than it is allowed")]
    Quota,
    #[error("integer set library: {0}")]
    Failed(String),
}

pub type Result<T> = std::result::Result<T, IslError>;

/// The version text of the library that is linked.
pub fn version() -> String {
    // SAFETY: isl_version returns a static string.
    unsafe { CStr::from_ptr(isl_version()) }.to_string_lossy().into_owned()
}

/// Whether isl's text syntax takes this as the name of a parameter or iterator.
pub fn is_identifier(name: &str) -> bool {
    const RESERVED: [&str; 19] = [
        "and", "or", "not", "exists", "floor", "ceil", "mod", "min", "max", "rat", "infty", "infinity", "nan", "NaN",
        "implies", "floord", "ceild", "true", "false",
    ];
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !RESERVED.contains(&name)
}

/// isl's context of a thread.
struct Shared {
    ptr: *mut isl_ctx,
    memo: memo::Memo,
    /// The number of the [`Owner`] whose limit isl has.
    limited: Cell<u64>,
    /// How many owners there have been.
    owners: Cell<u64>,
}

impl Shared {
    fn new() -> Result<Shared> {
        // SAFETY: a fresh context is owned by this function until it is wrapped.
        unsafe {
            let ptr = isl_ctx_alloc();
            if ptr.is_null() {
                return Err(IslError::Failed("out of memory".into()));
            }
            isl_options_set_on_error(ptr, ISL_ON_ERROR_CONTINUE as c_int);
            Ok(Shared { ptr, memo: Default::default(), limited: Cell::new(0), owners: Cell::new(0) })
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.memo.forget();
        // SAFETY: every other object holds a clone of the `Rc`, so this runs after the last object is freed.
        unsafe { isl_ctx_free(self.ptr) }
    }
}

thread_local! {
    static SHARED: RefCell<Option<Rc<Shared>>> = const { RefCell::new(None) };
}

/// Somebody who computes.
struct Owner {
    shared: Rc<Shared>,
    number: u64,
    /// How many operations a question may take.
    allowed: Cell<u64>,
    /// How often the operation limit was exceeded.
    exceeded: Cell<u32>,
}

#[derive(Clone)]
pub struct Ctx(Rc<Owner>);

impl Ctx {
    pub fn new() -> Result<Ctx> {
        let shared = SHARED.with_borrow_mut(|known| match known {
            Some(known) => Ok(known.clone()),
            None => Ok(known.insert(Rc::new(Shared::new()?)).clone()),
        })?;
        let number = shared.owners.get() + 1;
        shared.owners.set(number);
        Ok(Ctx(Rc::new(Owner { shared, number, allowed: Cell::new(0), exceeded: Cell::new(0) })))
    }

    fn isl(&self) -> *mut isl_ctx {
        self.0.shared.ptr
    }

    fn memo(&self) -> &memo::Memo {
        &self.0.shared.memo
    }

    /// Lets isl perform `operations` more basic operations; beyond them everything answers [`IslError::Quota`]. 0 is no limit. What
    /// was answered before takes none.
    pub fn limit(&self, operations: u64) {
        self.0.allowed.set(operations);
        self.0.shared.limited.set(self.0.number);
        // SAFETY: the context is alive.
        unsafe {
            isl_ctx_reset_operations(self.isl());
            isl_ctx_set_max_operations(self.isl(), operations as c_ulong);
        }
    }

    /// Before operations: what others of the thread have used up is theirs.
    fn enter(&self) {
        if self.0.shared.limited.get() != self.0.number {
            self.limit(self.0.allowed.get());
        }
    }

    /// How many operations have failed because of the limit so far.
    pub fn times_exceeded(&self) -> u32 {
        self.0.exceeded.get()
    }

    fn error(&self) -> IslError {
        // SAFETY: the context is alive; the message is copied before the error is reset.
        unsafe {
            let kind = isl_ctx_last_error(self.isl());
            let message = isl_ctx_last_error_msg(self.isl());
            let text = if message.is_null() {
                "unknown error".into()
            } else {
                CStr::from_ptr(message).to_string_lossy().into_owned()
            };
            isl_ctx_reset_error(self.isl());
            if kind != isl_error::isl_error_quota && !self.is_exhausted() {
                return IslError::Failed(text);
            }
            self.0.exceeded.set(self.0.exceeded.get() + 1);
            IslError::Quota
        }
    }

    /// Whether the limit is reached. What isl says then may be an error of its own: its parser calls it a syntax error.
    fn is_exhausted(&self) -> bool {
        // SAFETY: the context is alive. Beyond the limit isl allocates nothing, and says so with an error that is taken back.
        unsafe {
            let probe = isl_val_zero(self.isl());
            isl_val_free(probe);
            isl_ctx_reset_error(self.isl());
            probe.is_null()
        }
    }

    fn bool(&self, answer: isl_bool::Type) -> Result<bool> {
        if answer < 0 { Err(self.error()) } else { Ok(answer != 0) }
    }

    /// A string that isl allocated for us.
    fn text(&self, text: *mut c_char) -> Result<String> {
        if text.is_null() {
            return Err(self.error());
        }
        // SAFETY: isl returns NUL-terminated strings made by malloc, owned by the caller.
        unsafe {
            let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
            libc::free(text.cast());
            Ok(owned)
        }
    }
}

/// Which tuple of a relation a dimension belongs to; a set's own dimensions are `Out`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    Param,
    In,
    Out,
}

/// A Rust value as the argument that isl expects. Objects are passed as fresh copies because isl consumes them.
trait Argument {
    type Raw;
    fn raw(self) -> Self::Raw;
}

impl Argument for u32 {
    type Raw = c_uint;
    fn raw(self) -> c_uint {
        self
    }
}

impl Argument for i32 {
    type Raw = c_int;
    fn raw(self) -> c_int {
        self
    }
}

impl Argument for Dim {
    type Raw = isl_dim_type::Type;
    fn raw(self) -> isl_dim_type::Type {
        match self {
            Dim::Param => isl_dim_type::isl_dim_param,
            Dim::In => isl_dim_type::isl_dim_in,
            Dim::Out => isl_dim_type::isl_dim_out,
        }
    }
}

/// Declares an owning handle: drop, clone, text, and conversion from and to isl's pointer.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident = $raw:ident, $copy:ident, $free:ident, $to_str:ident) => {
        $(#[$doc])*
        pub struct $name {
            ptr: *mut $raw,
            ctx: Ctx,
        }

        impl $name {
            fn wrap(ctx: &Ctx, ptr: *mut $raw) -> Result<$name> {
                if ptr.is_null() { Err(ctx.error()) } else { Ok($name { ptr, ctx: ctx.clone() }) }
            }
        }

        impl Argument for &$name {
            type Raw = *mut $raw;
            /// Before most operations: the limit is that of the operand's context.
            fn raw(self) -> *mut $raw {
                self.ctx.enter();
                // SAFETY: `ptr` is a live handle; a copy is a new reference to it.
                unsafe { $copy(self.ptr) }
            }
        }

        impl memo::Operand for $name {
            fn word(&self) -> usize {
                self.ptr as usize
            }
            fn handle(&self) -> Option<memo::Handle> {
                unsafe fn free(ptr: *mut c_void) {
                    // SAFETY: a handle of this type, which the caller gives up.
                    unsafe { $free(ptr.cast()) };
                }
                // SAFETY: the copy is a reference of its own.
                Some(unsafe { memo::Handle::new($copy(self.ptr).cast(), free) })
            }
        }

        impl memo::Answer for $name {
            fn keep(&self) -> Option<memo::Kept> {
                memo::Operand::handle(self).map(memo::Kept::Object)
            }
            fn again(ctx: &Ctx, kept: &memo::Kept) -> Option<$name> {
                match kept {
                    // SAFETY: the question has answers of this type alone; a copy is a new reference.
                    memo::Kept::Object(it) => Some($name { ptr: unsafe { $copy(it.ptr().cast()) }, ctx: ctx.clone() }),
                    memo::Kept::Bool(_) => None,
                }
            }
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                $name { ptr: self.raw(), ctx: self.ctx.clone() }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: `ptr` is owned by this handle.
                unsafe { $free(self.ptr) };
            }
        }

        impl $name {
            /// In isl's notation. An error once the operations that are allowed are used up.
            pub fn text(&self) -> Result<String> {
                // SAFETY: `ptr` is live; the string is ours.
                self.ctx.text(unsafe { $to_str(self.ptr) })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(&self.text().map_err(|_| fmt::Error)?)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

/// Declares methods after isl's functions: `new` ones consume copies and give an object, `ask` ones look and give a bool.
macro_rules! methods {
    ($name:ident { $( $(#[$doc:meta])* $kind:ident $method:ident($($arg:ident: $ty:ty),*) $(-> $ret:ident)? = $function:ident; )* }) => {
        impl $name {
            $( methods!(@ $(#[$doc])* $kind $method ($($arg: $ty),*) $($ret)? $function); )*
        }
    };
    (@ $(#[$doc:meta])* new $method:ident ($($arg:ident: $ty:ty),*) $ret:ident $function:ident) => {
        $(#[$doc])*
        pub fn $method(&self $(, $arg: $ty)*) -> Result<$ret> {
            self.ctx.once($function as *const (), &[self $(, &$arg)*], None, || {
                // SAFETY: isl consumes the copies that `raw` makes, also when it fails.
                $ret::wrap(&self.ctx, unsafe { $function(self.raw() $(, $arg.raw())*) })
            })
        }
    };
    (@ $(#[$doc:meta])* ask $method:ident ($($arg:ident: $ty:ty),*) $function:ident) => {
        $(#[$doc])*
        pub fn $method(&self $(, $arg: $ty)*) -> Result<bool> {
            self.ctx.once($function as *const (), &[self $(, &$arg)*], None, || {
                // SAFETY: the function only looks at live handles.
                self.ctx.bool(unsafe { $function(self.ptr $(, $arg.look())*) })
            })
        }
    };
}

mod memo;
pub mod tree;

/// An argument of a function that only looks at it.
trait Look {
    type Raw;
    fn look(self) -> Self::Raw;
}

impl Look for u32 {
    type Raw = c_uint;
    fn look(self) -> c_uint {
        self
    }
}

impl Look for Dim {
    type Raw = isl_dim_type::Type;
    fn look(self) -> isl_dim_type::Type {
        self.raw()
    }
}

macro_rules! look {
    ($($name:ident $raw:ident),*) => { $(
        impl Look for &$name {
            type Raw = *mut $raw;
            fn look(self) -> *mut $raw {
                self.ptr
            }
        }
    )* };
}

object!(/// A set of integer tuples of one space, with parameters.
    Set = isl_set, isl_set_copy, isl_set_free, isl_set_to_str);
object!(/// A relation between integer tuples of two spaces.
    Map = isl_map, isl_map_copy, isl_map_free, isl_map_to_str);
object!(/// A union of sets of several spaces.
    UnionSet = isl_union_set, isl_union_set_copy, isl_union_set_free, isl_union_set_to_str);
object!(/// A union of relations between several spaces.
    UnionMap = isl_union_map, isl_union_map_copy, isl_union_map_free, isl_union_map_to_str);
object!(/// A piecewise quasi-affine function of the parameters.
    PwAff = isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free, isl_pw_aff_to_str);
object!(/// An expression over parameters that a program can evaluate.
    AstExpr = isl_ast_expr, isl_ast_expr_copy, isl_ast_expr_free, isl_ast_expr_to_C_str);
look!(Set isl_set, Map isl_map);

methods!(Set {
    new intersect(other: &Set) -> Set = isl_set_intersect;
    new intersect_params(params: &Set) -> Set = isl_set_intersect_params;
    new union(other: &Set) -> Set = isl_set_union;
    new subtract(other: &Set) -> Set = isl_set_subtract;
    new coalesce() -> Set = isl_set_coalesce;
    new complement() -> Set = isl_set_complement;
    new gist(context: &Set) -> Set = isl_set_gist;
    new gist_params(context: &Set) -> Set = isl_set_gist_params;
    new remove_redundancies() -> Set = isl_set_remove_redundancies;
    /// The parameter values for which the set is not empty.
    new params() -> Set = isl_set_params;
    new project_out(dim: Dim, first: u32, count: u32) -> Set = isl_set_project_out;
    new add_dims(dim: Dim, count: u32) -> Set = isl_set_add_dims;
    new move_dims(to: Dim, to_pos: u32, from: Dim, from_pos: u32, count: u32) -> Set = isl_set_move_dims;
    new reset_tuple() -> Set = isl_set_reset_tuple_id;
    new flat_product(other: &Set) -> Set = isl_set_flat_product;
    new apply(map: &Map) -> Set = isl_set_apply;
    new lexmin() -> Set = isl_set_lexmin;
    new lexmax() -> Set = isl_set_lexmax;
    /// Fails where the dimension is not bounded from below.
    new dim_min(pos: i32) -> PwAff = isl_set_dim_min;
    new dim_max(pos: i32) -> PwAff = isl_set_dim_max;
    new to_union() -> UnionSet = isl_union_set_from_set;
    new flatten() -> Set = isl_set_flatten;
    /// The relation from nothing (a tuple without dimensions) to this set.
    new as_range() -> Map = isl_map_from_range;
    ask is_empty() = isl_set_is_empty;
    ask is_subset(other: &Set) = isl_set_is_subset;
    ask is_equal(other: &Set) = isl_set_is_equal;
    ask is_bounded(dim: Dim, pos: u32) = isl_set_dim_is_bounded;
    /// Whether one of the dimensions matters.
    ask involves(dim: Dim, first: u32, count: u32) = isl_set_involves_dims;
});

methods!(Map {
    new intersect(other: &Map) -> Map = isl_map_intersect;
    new intersect_domain(set: &Set) -> Map = isl_map_intersect_domain;
    new intersect_range(set: &Set) -> Map = isl_map_intersect_range;
    new intersect_params(params: &Set) -> Map = isl_map_intersect_params;
    new union(other: &Map) -> Map = isl_map_union;
    new subtract(other: &Map) -> Map = isl_map_subtract;
    new coalesce() -> Map = isl_map_coalesce;
    new reverse() -> Map = isl_map_reverse;
    new apply_range(next: &Map) -> Map = isl_map_apply_range;
    /// The relation from what both have to the numbers of this one, then those of the other.
    new flat_range_product(other: &Map) -> Map = isl_map_flat_range_product;
    new domain() -> Set = isl_map_domain;
    new range() -> Set = isl_map_range;
    new lexmin() -> Map = isl_map_lexmin;
    new lexmax() -> Map = isl_map_lexmax;
    new deltas() -> Set = isl_map_deltas;
    new equate(dim_a: Dim, pos_a: i32, dim_b: Dim, pos_b: i32) -> Map = isl_map_equate;
    new order_lt(dim_a: Dim, pos_a: i32, dim_b: Dim, pos_b: i32) -> Map = isl_map_order_lt;
    new order_gt(dim_a: Dim, pos_a: i32, dim_b: Dim, pos_b: i32) -> Map = isl_map_order_gt;
    new project_out(dim: Dim, first: u32, count: u32) -> Map = isl_map_project_out;
    new move_dims(to: Dim, to_pos: u32, from: Dim, from_pos: u32, count: u32) -> Map = isl_map_move_dims;
    new reset_tuple(dim: Dim) -> Map = isl_map_reset_tuple_id;
    new to_union() -> UnionMap = isl_union_map_from_map;
    new wrap_as_set() -> Set = isl_map_wrap;
    ask is_empty() = isl_map_is_empty;
    ask is_subset(other: &Map) = isl_map_is_subset;
});

methods!(UnionSet {
    new union(other: &UnionSet) -> UnionSet = isl_union_set_union;
});

methods!(UnionMap {
    new union(other: &UnionMap) -> UnionMap = isl_union_map_union;
    new intersect_domain(set: &UnionSet) -> UnionMap = isl_union_map_intersect_domain;
    new coalesce() -> UnionMap = isl_union_map_coalesce;
});

methods!(PwAff {
    new coalesce() -> PwAff = isl_pw_aff_coalesce;
    new gist(context: &Set) -> PwAff = isl_pw_aff_gist;
    /// Where the function is defined, as a set of parameter values.
    new domain() -> Set = isl_pw_aff_domain;
});

impl Set {
    pub fn read(ctx: &Ctx, text: &str) -> Result<Set> {
        let text = c_string(text)?;
        // SAFETY: the string lives during the call.
        let read = || Set::wrap(ctx, unsafe { isl_set_read_from_str(ctx.isl(), text.as_ptr()) });
        ctx.once(isl_set_read_from_str as *const (), &[], Some(&text), read)
    }

    /// For a set of one dimension, all integers from its least element upward.
    pub fn upward(&self) -> Result<Set> {
        self.apply(&Map::read(&self.ctx, "{ [x] -> [y] : y >= x }")?)
    }

    /// For a set of one dimension, all integers from its greatest element downward.
    pub fn downward(&self) -> Result<Set> {
        self.apply(&Map::read(&self.ctx, "{ [x] -> [y] : y <= x }")?)
    }

    /// Each tuple, with the numbers of `by` added.
    pub fn shifted(&self, by: &[i64]) -> Result<Set> {
        let list = |each: fn((usize, &i64)) -> String| by.iter().enumerate().map(each).collect::<Vec<_>>().join(", ");
        let (from, to) = (list(|(n, _)| format!("x{n}")), list(|(n, more)| format!("x{n} + {more}")));
        self.apply(&Map::read(&self.ctx, &format!("{{ [{from}] -> [{to}] }}"))?)
    }

    /// From each tuple to itself.
    pub fn identity(&self) -> Result<Map> {
        // SAFETY: isl consumes the copy.
        let identity = || Map::wrap(&self.ctx, unsafe { isl_set_identity(self.raw()) });
        self.ctx.once(isl_set_identity as *const (), &[self], None, identity)
    }

    /// The relation from the first `count` dimensions to the others.
    pub fn split_at(&self, count: u32) -> Result<Map> {
        self.as_range()?.move_dims(Dim::In, 0, Dim::Out, 0, count)
    }

    pub fn set_dim_name(&self, dim: Dim, pos: u32, name: &str) -> Result<Set> {
        let name = c_string(name)?;
        // SAFETY: the string lives during the call; the handle is a copy.
        let named = || Set::wrap(&self.ctx, unsafe { isl_set_set_dim_name(self.raw(), dim.raw(), pos, name.as_ptr()) });
        self.ctx.once(isl_set_set_dim_name as *const (), &[self, &dim, &pos], Some(&name), named)
    }

    pub fn set_tuple_name(&self, name: &str) -> Result<Set> {
        let name = c_string(name)?;
        // SAFETY: the string lives during the call; the handle is a copy.
        let named = || Set::wrap(&self.ctx, unsafe { isl_set_set_tuple_name(self.raw(), name.as_ptr()) });
        self.ctx.once(isl_set_set_tuple_name as *const (), &[self], Some(&name), named)
    }

    /// The number of convex parts the set is kept in.
    pub fn parts(&self) -> Result<u32> {
        // SAFETY: only looks.
        u32::try_from(unsafe { isl_set_n_basic_set(self.ptr) }).map_err(|_| self.ctx.error())
    }

    /// The numbers that parts of the set divide by, each once, as far as isl names them.
    pub fn divisors(&self) -> Result<Vec<i64>> {
        self.ctx.enter();
        let mut found: Vec<i64> = vec![];
        // SAFETY: isl calls back during the call only, with the address that it is given.
        let status = unsafe { isl_set_foreach_basic_set(self.ptr, Some(add_divisors), (&raw mut found).cast()) };
        // A division without a name is an error that is no failure.
        // SAFETY: the context is alive.
        unsafe { isl_ctx_reset_error(self.ctx.isl()) };
        found.sort_unstable();
        found.dedup();
        if status < 0 { Err(IslError::Quota) } else { Ok(found) }
    }

    /// The least value of a dimension over all parameters; None if there is none.
    pub fn min_val(&self, pos: i32) -> Result<Option<i64>> {
        // SAFETY: the handle is a copy.
        self.value(unsafe { isl_set_dim_min_val(self.raw(), pos) })
    }

    /// The greatest value of a dimension over all parameters; None if there is none.
    pub fn max_val(&self, pos: i32) -> Result<Option<i64>> {
        // SAFETY: the handle is a copy.
        self.value(unsafe { isl_set_dim_max_val(self.raw(), pos) })
    }

    /// An integer as i64; infinity, NaN and integers beyond i64 are None.
    fn value(&self, val: *mut isl_val) -> Result<Option<i64>> {
        if val.is_null() {
            return Err(self.ctx.error());
        }
        // SAFETY: `val` is ours and freed once.
        let text = unsafe {
            let text = isl_val_to_str(val);
            isl_val_free(val);
            self.ctx.text(text)?
        };
        Ok(text.parse().ok())
    }

    /// The tuples whose dimension `pos` is `value`.
    pub fn fix(&self, dim: Dim, pos: u32, value: i64) -> Result<Set> {
        // SAFETY: isl consumes the copy and the new value.
        let fixed = || unsafe {
            let value = isl_val_int_from_si(self.ctx.isl(), value);
            Set::wrap(&self.ctx, isl_set_fix_val(self.raw(), dim.raw(), pos, value))
        };
        self.ctx.once(isl_set_fix_val as *const (), &[self, &dim, &pos, &value], None, fixed)
    }

    /// How many tuples a set has whose parameters are fixed; None if there are infinitely many, or more than an i64 counts.
    pub fn count(&self) -> Result<Option<i64>> {
        self.ctx.enter();
        // SAFETY: only looks; the value is ours.
        self.value(unsafe { isl_set_count_val(self.ptr) })
    }

    /// The tuples of a bounded set without parameters, of `rank` dimensions; None if there are more than `limit`.
    pub fn points(&self, rank: u32, limit: usize) -> Result<Option<Vec<Vec<i64>>>> {
        self.ctx.enter();
        let mut found = Points { rank, limit, points: vec![], too_many: false };
        // SAFETY: isl calls back during the call only, with the address that it is given.
        let status = unsafe { isl_set_foreach_point(self.ptr, Some(add_point), (&raw mut found).cast()) };
        if found.too_many {
            // The end of the walk is an error that is no failure.
            let _ = self.ctx.error();
            return Ok(None);
        }
        if status < 0 { Err(self.ctx.error()) } else { Ok(Some(found.points)) }
    }

    /// As an expression that is true where the parameters are in this set, given that they are in `context`.
    pub fn condition(&self, context: &Set) -> Result<AstExpr> {
        // SAFETY: the build is freed after its only use; isl consumes the copy.
        let build = || unsafe {
            let build = isl_ast_build_from_context(context.raw());
            let expr = isl_ast_build_expr_from_set(build, self.raw());
            isl_ast_build_free(build);
            AstExpr::wrap(&self.ctx, expr)
        };
        self.ctx.once(isl_ast_build_expr_from_set as *const (), &[self, context], None, build)
    }
}

/// Adds the divisors of a part to the list at `user`.
extern "C" fn add_divisors(part: *mut isl_basic_set, user: *mut std::ffi::c_void) -> isl_stat::Type {
    // SAFETY: `user` is the list of `Set::divisors`, which waits; the part and what is made of it are ours.
    unsafe {
        let found = &mut *user.cast::<Vec<i64>>();
        for pos in 0..isl_basic_set_dim(part, isl_dim_type::isl_dim_div).max(0) {
            let quotient = isl_basic_set_get_div(part, pos);
            let divisor = isl_aff_get_denominator_val(quotient);
            if !divisor.is_null() {
                found.push(isl_val_get_num_si(divisor));
            }
            isl_val_free(divisor);
            isl_aff_free(quotient);
        }
        isl_basic_set_free(part);
    }
    isl_stat::isl_stat_ok
}

struct Points {
    rank: u32,
    limit: usize,
    points: Vec<Vec<i64>>,
    too_many: bool,
}

/// Adds a point to the [`Points`] at `user`, or ends the walk.
extern "C" fn add_point(point: *mut isl_point, user: *mut std::ffi::c_void) -> isl_stat::Type {
    // SAFETY: `user` is the `Points` of `Set::points`, which waits; the point and its values are ours.
    unsafe {
        let found = &mut *user.cast::<Points>();
        if found.points.len() >= found.limit {
            isl_point_free(point);
            found.too_many = true;
            return isl_stat::isl_stat_error;
        }
        let coordinate = |pos: u32| {
            let value = isl_point_get_coordinate_val(point, Dim::Out.raw(), pos as c_int);
            let number = isl_val_get_num_si(value);
            isl_val_free(value);
            number
        };
        found.points.push((0..found.rank).map(coordinate).collect());
        isl_point_free(point);
    }
    isl_stat::isl_stat_ok
}

impl Map {
    pub fn read(ctx: &Ctx, text: &str) -> Result<Map> {
        let text = c_string(text)?;
        // SAFETY: the string lives during the call.
        let read = || Map::wrap(ctx, unsafe { isl_map_read_from_str(ctx.isl(), text.as_ptr()) });
        ctx.once(isl_map_read_from_str as *const (), &[], Some(&text), read)
    }

    pub fn set_dim_name(&self, dim: Dim, pos: u32, name: &str) -> Result<Map> {
        let name = c_string(name)?;
        // SAFETY: the string lives during the call; the handle is a copy.
        let named = || Map::wrap(&self.ctx, unsafe { isl_map_set_dim_name(self.raw(), dim.raw(), pos, name.as_ptr()) });
        self.ctx.once(isl_map_set_dim_name as *const (), &[self, &dim, &pos], Some(&name), named)
    }

    pub fn set_tuple_name(&self, dim: Dim, name: &str) -> Result<Map> {
        let name = c_string(name)?;
        // SAFETY: the string lives during the call; the handle is a copy.
        let named = || Map::wrap(&self.ctx, unsafe { isl_map_set_tuple_name(self.raw(), dim.raw(), name.as_ptr()) });
        self.ctx.once(isl_map_set_tuple_name as *const (), &[self, &dim], Some(&name), named)
    }

    /// For a relation to single numbers, from each number to all that are less.
    pub fn later(&self) -> Result<Map> {
        Map::read(&self.ctx, "{ [t] -> [u] : u < t }")
    }

    /// The relation between the first dimensions of both tuples, whatever the others are.
    pub fn first_dims(&self, of_in: u32, of_out: u32) -> Result<Map> {
        let map = self.reset_tuple(Dim::In)?.reset_tuple(Dim::Out)?;
        let map = map.project_out(Dim::In, of_in, map.dims(Dim::In)?.saturating_sub(of_in))?;
        map.project_out(Dim::Out, of_out, map.dims(Dim::Out)?.saturating_sub(of_out))
    }

    /// The pairs of a tuple of `from` and one of `to` whose first `count` numbers are equal.
    pub fn pairs_that_agree(from: &Set, to: &Set, count: usize) -> Result<Map> {
        // SAFETY: isl consumes the copies.
        let all = || unsafe { Map::wrap(&from.ctx, isl_map_from_domain_and_range(from.raw(), to.raw())) };
        let all = from.ctx.once(isl_map_from_domain_and_range as *const (), &[from, to], None, all)?;
        (0..count as i32).try_fold(all, |map, position| map.equate(Dim::In, position, Dim::Out, position))
    }

    /// Without the pairs of equal tuples, in a relation from a space to itself.
    pub fn without_identity(&self) -> Result<Map> {
        // SAFETY: the space is ours, and isl consumes it.
        let identity = || unsafe { Map::wrap(&self.ctx, isl_map_identity(isl_map_get_space(self.ptr))) };
        let identity = self.ctx.once(isl_map_identity as *const (), &[self], None, identity)?;
        self.subtract(&identity)
    }

    pub fn dims(&self, dim: Dim) -> Result<u32> {
        // SAFETY: only looks.
        let count = unsafe { isl_map_dim(self.ptr, dim.raw()) };
        u32::try_from(count).map_err(|_| self.ctx.error())
    }
}

impl PwAff {
    /// As an expression, valid where the parameters are in `context` and the function is defined.
    pub fn expression(&self, context: &Set) -> Result<AstExpr> {
        // SAFETY: the build is freed after its only use; isl consumes the copy.
        let build = || unsafe {
            let build = isl_ast_build_from_context(context.raw());
            let expr = isl_ast_build_expr_from_pw_aff(build, self.raw());
            isl_ast_build_free(build);
            AstExpr::wrap(&self.ctx, expr)
        };
        self.ctx.once(isl_ast_build_expr_from_pw_aff as *const (), &[self, context], None, build)
    }
}

/// Value-based flow: for every sink instance, the sources whose value it may see.
///
/// A `must` source hides every earlier source of the same element; a `may` source hides none.
pub fn flow(sink: &UnionMap, must: &UnionMap, may: &UnionMap, schedule: &UnionMap) -> Result<UnionMap> {
    // SAFETY: isl consumes the copies and the access info; the flow is freed after its only use.
    let compute = || unsafe {
        let info = isl_union_access_info_from_sink(sink.raw());
        let info = isl_union_access_info_set_must_source(info, must.raw());
        let info = isl_union_access_info_set_may_source(info, may.raw());
        let info = isl_union_access_info_set_schedule_map(info, schedule.raw());
        let flow = isl_union_access_info_compute_flow(info);
        let dependence = isl_union_flow_get_may_dependence(flow);
        isl_union_flow_free(flow);
        UnionMap::wrap(&sink.ctx, dependence)
    };
    sink.ctx.once(isl_union_access_info_compute_flow as *const (), &[sink, must, may, schedule], None, compute)
}

impl UnionSet {
    pub fn read(ctx: &Ctx, text: &str) -> Result<UnionSet> {
        let text = c_string(text)?;
        // SAFETY: the string lives during the call.
        let read = || UnionSet::wrap(ctx, unsafe { isl_union_set_read_from_str(ctx.isl(), text.as_ptr()) });
        ctx.once(isl_union_set_read_from_str as *const (), &[], Some(&text), read)
    }
}

impl UnionMap {
    pub fn read(ctx: &Ctx, text: &str) -> Result<UnionMap> {
        let text = c_string(text)?;
        // SAFETY: the string lives during the call.
        let read = || UnionMap::wrap(ctx, unsafe { isl_union_map_read_from_str(ctx.isl(), text.as_ptr()) });
        ctx.once(isl_union_map_read_from_str as *const (), &[], Some(&text), read)
    }

    pub fn is_empty(&self) -> Result<bool> {
        // SAFETY: only looks.
        let ask = || self.ctx.bool(unsafe { isl_union_map_is_empty(self.ptr) });
        self.ctx.once(isl_union_map_is_empty as *const (), &[self], None, ask)
    }
}

/// One node of an [`AstExpr`].
pub enum AstNode {
    Int(String),
    Name(String),
    Op(AstOp, Vec<AstExpr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstOp {
    And,
    Or,
    Max,
    Min,
    Minus,
    Add,
    Sub,
    Mul,
    /// Division that is known to leave no remainder.
    ExactDiv,
    FloorDiv,
    /// Remainder of a non-negative dividend, or of any dividend if only compared with zero.
    Rem,
    Select,
    Eq,
    Le,
    Lt,
    Ge,
    Gt,
}

impl AstExpr {
    pub fn node(&self) -> Result<AstNode> {
        // SAFETY: only looks; what the getters return is owned and freed here or by a wrapper.
        unsafe {
            match isl_ast_expr_get_type(self.ptr) {
                isl_ast_expr_type::isl_ast_expr_int => {
                    let val = isl_ast_expr_int_get_val(self.ptr);
                    let text = isl_val_to_str(val);
                    isl_val_free(val);
                    Ok(AstNode::Int(self.ctx.text(text)?))
                }
                isl_ast_expr_type::isl_ast_expr_id => {
                    let id = isl_ast_expr_id_get_id(self.ptr);
                    let name = isl_id_get_name(id);
                    let text =
                        if name.is_null() { None } else { Some(CStr::from_ptr(name).to_string_lossy().into_owned()) };
                    isl_id_free(id);
                    text.map(AstNode::Name).ok_or_else(|| self.ctx.error())
                }
                isl_ast_expr_type::isl_ast_expr_op => self.op(),
                _ => Err(self.ctx.error()),
            }
        }
    }

    #[allow(non_upper_case_globals)]
    fn op(&self) -> Result<AstNode> {
        use isl_ast_expr_op_type::*;
        // SAFETY: only looks.
        let op = match unsafe { isl_ast_expr_op_get_type(self.ptr) } {
            isl_ast_expr_op_and | isl_ast_expr_op_and_then => AstOp::And,
            isl_ast_expr_op_or | isl_ast_expr_op_or_else => AstOp::Or,
            isl_ast_expr_op_max => AstOp::Max,
            isl_ast_expr_op_min => AstOp::Min,
            isl_ast_expr_op_minus => AstOp::Minus,
            isl_ast_expr_op_add => AstOp::Add,
            isl_ast_expr_op_sub => AstOp::Sub,
            isl_ast_expr_op_mul => AstOp::Mul,
            isl_ast_expr_op_div => AstOp::ExactDiv,
            isl_ast_expr_op_fdiv_q | isl_ast_expr_op_pdiv_q => AstOp::FloorDiv,
            isl_ast_expr_op_pdiv_r | isl_ast_expr_op_zdiv_r => AstOp::Rem,
            isl_ast_expr_op_cond | isl_ast_expr_op_select => AstOp::Select,
            isl_ast_expr_op_eq => AstOp::Eq,
            isl_ast_expr_op_le => AstOp::Le,
            isl_ast_expr_op_lt => AstOp::Lt,
            isl_ast_expr_op_ge => AstOp::Ge,
            isl_ast_expr_op_gt => AstOp::Gt,
            other => return Err(IslError::Failed(format!("unexpected operation {other} in an expression"))),
        };
        // SAFETY: only looks; each argument is a new handle.
        let args = unsafe {
            let count = isl_ast_expr_op_get_n_arg(self.ptr);
            (0..count).map(|i| AstExpr::wrap(&self.ctx, isl_ast_expr_op_get_arg(self.ptr, i))).collect::<Result<_>>()?
        };
        Ok(AstNode::Op(op, args))
    }
}

fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| IslError::Failed("a name or formula contains a NUL character".into()))
}
