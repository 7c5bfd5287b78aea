//! The C abstract syntax tree of one translation unit, as the clang plugin exports it.
//!
//! Everything is an index into a flat table (no recursion in the reader, however deep the source nests).
//! Children are stored in source order; an absent part (`for (;;)`) is `None`, never left out.
//! The JSON layout is the serde layout of these types; the writer is `plugin/ast_export.cpp`.

use crate::effects::Effect;
use crate::raise::Place;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, concat!($prefix, "{}"), self.0) }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { fmt::Debug::fmt(self, f) }
        }
    )*};
}

ids! {
    /// A type in [`Unit::types`].
    TypeId, "t";
    /// A struct or union in [`Unit::records`].
    RecordId, "r";
    /// A variable, parameter or function in [`Unit::decls`].
    DeclId, "d";
    /// An expression in [`Unit::exprs`].
    ExprId, "e";
    /// A statement in [`Unit::stmts`].
    StmtId, "s";
}

/// A source position after macro expansion: `[file, line, column]`; file indexes [`Unit::files`], line 0 is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Loc(pub u32, pub u32, pub u32);

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    pub files: Vec<String>,
    pub triple: String,
    pub data_layout: String,
    #[serde(default)]
    pub signed_overflow: SignedOverflow,
    /// `-fwrapv-pointer`: pointer arithmetic may leave its object.
    #[serde(default)]
    pub pointers_wrap: bool,
    /// `-fno-strict-aliasing`: an object may be accessed through an lvalue of any type.
    #[serde(default)]
    pub relaxed_aliasing: bool,
    /// Expressions of type `_Float16` compute in `float` and are rounded where they end, as C's `FLT_EVAL_METHOD` allows and
    /// clang does on processors without arithmetic of their own for it.
    #[serde(default)]
    pub half_in_float: bool,
    /// Functions of `<math.h>` report errors in `errno` (not with `-fno-math-errno`).
    #[serde(default)]
    pub math_errno: bool,
    pub types: Vec<Type>,
    pub records: Vec<Record>,
    pub decls: Vec<Decl>,
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    /// Every function with a body in this unit, in source order.
    pub functions: Vec<DeclId>,
    /// `#pragma STDC FP_CONTRACT ON`, `#pragma omp ...` and the like: (position, text after `#pragma `).
    #[serde(default)]
    pub pragmas: Vec<(Loc, String)>,
    /// What stub files have added.
    #[serde(skip)]
    pub stubs: Stubs,
    #[serde(skip)]
    pub kept_calls: KeptCalls,
    /// Functions that nests may call (`raise::computes`).
    #[serde(skip)]
    pub computes: HashMap<DeclId, Computes>,
    #[serde(skip)]
    pub owners: Owners,
    /// Loops from block to block whose size is a variable, as they were (`raise::strides`).
    #[serde(skip)]
    pub strided: HashMap<StmtId, Strided>,
    /// Versions of loops that go through their iterations in blocks (`raise::blocks`).
    #[serde(skip)]
    pub unblocked: HashMap<StmtId, Unblocked>,
}

/// A loop whose step is a variable, before it counted from zero.
#[derive(Clone, Copy, Debug)]
pub struct Strided {
    /// The variable in `cond`.
    pub index: DeclId,
    /// The one in the body.
    pub own: DeclId,
    pub lo: ExprId,
    pub cond: ExprId,
    pub step: ExprId,
}

/// A loop without blocks that may stand for one with them.
#[derive(Debug)]
pub struct Unblocked {
    /// No part of the function's body.
    pub stmt: StmtId,
    /// In order, each evaluated where those before it hold.
    pub conditions: Vec<ExprId>,
    /// Loops, one in the other, that are in another order than the statement's own.
    pub loops: u32,
    /// Inside of these stands a loop that was in blocks, too, between a read of an element and a store to it.
    pub is_summed: bool,
    /// The sizes of blocks are constants.
    pub is_affine: bool,
    /// Its loops, and those of the function that they are copies of.
    pub twins: Vec<(StmtId, StmtId)>,
}

/// A function that only computes a value.
#[derive(Clone, Debug)]
pub struct Computes {
    /// What it reads besides its own variables and constants.
    pub reads: Vec<Place>,
    pub sets_errno: bool,
    /// The functions that it calls, and that these call.
    pub calls: HashSet<DeclId>,
    /// What a call takes, roughly.
    pub picoseconds: i64,
}

/// Variables through which alone some memory is reached (`raise::owners`).
#[derive(Debug, Default)]
pub struct Owners {
    /// Pointers to blocks to which no other pointer leads.
    pub owning: HashSet<DeclId>,
    /// Variables whose address is taken, and that no pointer leads to.
    pub unkept: HashSet<DeclId>,
}

/// Why calls in loops stay calls (`raise::inline`).
#[derive(Debug, Default)]
pub struct KeptCalls {
    /// Of all calls of a function.
    pub bodies: HashMap<DeclId, String>,
    /// Of one call.
    pub calls: HashMap<ExprId, String>,
}

/// What is known from stub files (`stubs`) of functions without a body in the unit.
#[derive(Debug, Default)]
pub struct Stubs {
    /// The functions with a body in a stub file.
    pub bodies: Vec<DeclId>,
    /// For functions that were declared before: the declaration that has the body.
    pub definitions: HashMap<DeclId, DeclId>,
    /// Declarations of the stub files' own.
    pub own: Vec<Range<usize>>,
    /// Those of them that are from other units of the program, where their symbols are.
    pub linked: Vec<Range<usize>>,
    /// Why a body cannot stand for calls.
    pub refused: HashMap<DeclId, String>,
    /// What functions of other units do to memory, by symbol.
    pub effects: HashMap<String, Effect>,
    /// The unit's functions that other units of the program call, by symbol.
    pub called: HashSet<String>,
}

/// What overflow of a signed integer means in this unit (`-fwrapv`, `-ftrapv`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignedOverflow {
    #[default]
    Undefined,
    Wraps,
    Traps,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Type {
    pub kind: TypeKind,
    /// Bytes; 0 for void, functions, incomplete and variable-length types.
    #[serde(default)]
    pub size: u64,
    /// Bytes.
    #[serde(default)]
    pub align: u32,
    #[serde(default)]
    pub is_const: bool,
    #[serde(default)]
    pub is_volatile: bool,
    #[serde(default)]
    pub is_restrict: bool,
    #[serde(default)]
    pub is_atomic: bool,
    /// Of an lvalue: attribute `may_alias`, so that it may access objects of any type.
    #[serde(default)]
    pub may_alias: bool,
    /// The C spelling, for messages.
    #[serde(default)]
    pub spelling: String,
}

/// Canonical kinds: typedefs, enums and attributes are resolved (an enum is its integer type).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TypeKind {
    Void,
    Bool,
    /// Width in bits: 8, 16, 32, 64, 128.
    Int {
        bits: u32,
        signed: bool,
    },
    /// Width in bits: 16, 32, 64, 80, 128.
    Float {
        bits: u32,
    },
    Pointer {
        to: TypeId,
    },
    Array {
        elem: TypeId,
        len: u64,
    },
    IncompleteArray {
        elem: TypeId,
    },
    /// `len` is the extent expression (null for `[*]`).
    VariableArray {
        elem: TypeId,
        len: Option<ExprId>,
    },
    Record {
        record: RecordId,
    },
    /// `_Complex`: the real part, then the imaginary one. Of floats and doubles it is a record after `raise::complex`.
    Complex {
        elem: TypeId,
    },
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        prototyped: bool,
    },
    /// Vectors, builtin va_list helpers and so on; functions using the value are left to clang.
    Other,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    pub name: String,
    pub is_union: bool,
    pub is_packed: bool,
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    pub ty: TypeId,
    /// Offset in bits from the start of the record.
    pub offset_bits: u64,
    /// Width of a bit-field in bits.
    #[serde(default)]
    pub bit_width: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Storage {
    Param,
    Local,
    StaticLocal,
    Global,
    Function,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Decl {
    /// The C name.
    pub name: String,
    /// The symbol in the object file; empty for locals and parameters. A static local has clang's `function.name`.
    #[serde(default)]
    pub symbol: String,
    pub ty: TypeId,
    pub storage: Storage,
    pub loc: Loc,
    /// `static` at file scope, or a static local.
    #[serde(default)]
    pub is_internal: bool,
    #[serde(default)]
    pub is_thread_local: bool,
    /// A variable whose symbol is another one's as well, or may be: attribute `alias`, or `__asm__` behind the declarator.
    #[serde(default)]
    pub has_other_name: bool,
    #[serde(default)]
    pub is_inline: bool,
    #[serde(default)]
    pub no_return: bool,
    /// Clang makes code of its calls: a library need not have it.
    #[serde(default)]
    pub is_builtin: bool,
    /// The address is taken anywhere in the unit (`&x`, or a record's or array's address escaping in ways other than subscripts).
    /// Of a function: it is named elsewhere than in the calls of `exprs`, or its symbol may be.
    #[serde(default)]
    pub address_taken: bool,
    /// Bytes, of variables: what clang aligns them to; 0 if only the type says it.
    #[serde(default)]
    pub align: u32,
    /// Why functions that use the declaration stay clang's.
    #[serde(default)]
    pub clangs_own: Option<String>,
    /// `register`/section/cleanup attributes that the importer must not lose: their clang spellings.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// Initializer of a local variable.
    #[serde(default)]
    pub init: Option<ExprId>,
    /// Functions: parameters and body of the definition.
    #[serde(default)]
    pub params: Vec<DeclId>,
    #[serde(default)]
    pub body: Option<StmtId>,
}

impl Decl {
    /// A function is called with the variable's address where its scope ends.
    pub fn has_cleanup(&self) -> bool {
        self.attributes.iter().any(|attribute| attribute == "cleanup")
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub loc: Loc,
    #[serde(default)]
    pub is_lvalue: bool,
    /// The value, if clang folds this rvalue integer expression to a constant (two's complement in 64 bits).
    #[serde(default)]
    pub constant: Option<i64>,
    #[serde(default)]
    pub floats: Floats,
    /// The value of an argument or a call, put in its place: it is rounded to its type, whatever stands around it.
    #[serde(default)]
    pub is_whole: bool,
    /// A conversion to a type that holds the value, wherever it is computed.
    #[serde(default)]
    pub keeps_value: bool,
}

/// What clang may do with the values of a floating-point operation, by options and pragmas: one bit each, and above them a number for complex ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Floats(pub u16);

/// How a product or quotient of complex numbers is computed (`-fcomplex-arithmetic`, `#pragma STDC CX_LIMITED_RANGE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComplexRange {
    /// As C's Annex G recommends: infinities are found where the formula gives NaN.
    Full,
    /// By the formula alone.
    Basic,
    /// In other ways that clang has.
    Other,
}

impl Floats {
    /// A product in the same expression need not be rounded: `-ffp-contract=on`, `#pragma STDC FP_CONTRACT ON`.
    pub fn contract(self) -> bool {
        self.0 & 1 != 0
    }

    /// The flags of `-ffast-math`, as `arith.fastmath` numbers them: reassoc, nnan, ninf, nsz, arcp, contract, afn.
    pub fn fast(self) -> u8 {
        (self.0 >> 1 & 0x7f) as u8
    }

    pub fn range(self) -> ComplexRange {
        match self.0 >> 8 {
            0 => ComplexRange::Full,
            1 => ComplexRange::Basic,
            _ => ComplexRange::Other,
        }
    }

    /// The same for an operation that is rounded by itself.
    pub fn alone(self) -> Floats {
        Floats(self.0 & 0xfe)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    LogicalAnd,
    LogicalOr,
    Comma,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    LogicalNot,
    Deref,
    AddrOf,
    PreInc,
    PreDec,
    PostInc,
    PostDec,
    Extension,
    Real,
    Imag,
}

/// Clang's cast kinds that occur in C; everything else is `Other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CastKind {
    LvalueToRvalue,
    NoOp,
    ArrayToPointer,
    FunctionToPointer,
    BuiltinToFunction,
    NullToPointer,
    IntegralToPointer,
    PointerToIntegral,
    PointerToBoolean,
    BitCast,
    ToVoid,
    IntegralCast,
    IntegralToBoolean,
    IntegralToFloating,
    FloatingToIntegral,
    FloatingToBoolean,
    FloatingCast,
    RealToComplex,
    ComplexToReal,
    ComplexToBoolean,
    /// Of both parts.
    ComplexCast,
    AtomicToNonAtomic,
    NonAtomicToAtomic,
    Other,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExprKind {
    Int {
        value: i64,
    },
    /// The exact bits of the value, in hexadecimal, in the width of its type (IEEE layout), and its decimal spelling.
    Float {
        bits: String,
        text: String,
    },
    /// Bytes with the terminator, hexadecimal.
    String {
        bytes: String,
    },
    Ref {
        decl: DeclId,
    },
    Binary {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    Assign {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `lhs op= rhs`: computed in `compute_ty`, then converted back to the type of `lhs`; `lhs` is first converted to `compute_lhs_ty`.
    CompoundAssign {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        compute_lhs_ty: TypeId,
        compute_ty: TypeId,
    },
    Unary {
        op: UnaryOp,
        arg: ExprId,
    },
    Cast {
        cast: CastKind,
        arg: ExprId,
    },
    Conditional {
        cond: ExprId,
        then: ExprId,
        other: ExprId,
    },
    /// `base` has pointer type (after decay) and `index` an integer type, whichever side they were written on.
    Subscript {
        base: ExprId,
        index: ExprId,
    },
    /// `base.field`, or `base->field` where `arrow`.
    Member {
        base: ExprId,
        record: RecordId,
        field: u32,
        arrow: bool,
    },
    /// `builtin` is clang's builtin name or the C library function that clang knows (`sqrt`, `memcpy`, `printf`), else empty.
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
        #[serde(default)]
        builtin: String,
    },
    /// Semantic form: one entry per field or element; `None` and missing ones at the end are zero-initialized.
    /// Of a union, the last entry is the one initialized field.
    InitList {
        inits: Vec<Option<ExprId>>,
    },
    CompoundLiteral {
        init: ExprId,
    },
    /// `sizeof` of a variable-length type (constant ones are `Int`).
    SizeofVla {
        of: TypeId,
    },
    VaArg {
        list: ExprId,
    },
    /// GNU statement expression.
    StmtExpr {
        body: StmtId,
    },
    ImplicitZero,
    /// Anything else, with clang's class name. `args` are its children.
    Other {
        class: String,
        args: Vec<ExprId>,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Stmt {
    pub kind: StmtKind,
    pub loc: Loc,
    /// Last position of the statement.
    #[serde(default)]
    pub end: Loc,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StmtKind {
    Null,
    Compound {
        body: Vec<StmtId>,
    },
    Decl {
        decls: Vec<DeclId>,
    },
    Expr {
        expr: ExprId,
    },
    If {
        cond: ExprId,
        then: StmtId,
        other: Option<StmtId>,
    },
    For {
        init: Option<StmtId>,
        cond: Option<ExprId>,
        inc: Option<ExprId>,
        body: StmtId,
    },
    While {
        cond: ExprId,
        body: StmtId,
    },
    Do {
        body: StmtId,
        cond: ExprId,
    },
    Switch {
        cond: ExprId,
        body: StmtId,
    },
    /// `low ... high` for GNU ranges.
    Case {
        low: i64,
        high: Option<i64>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Label {
        name: String,
        body: StmtId,
    },
    Goto {
        label: String,
    },
    IndirectGoto {
        target: ExprId,
    },
    Break,
    Continue,
    Return {
        value: Option<ExprId>,
    },
    /// Inline assembly and anything else, with clang's class name.
    Other {
        class: String,
    },
}

/// The C library's function behind the macro `errno`, and those that print what it says.
const READS_ERRNO: &[&str] = &["__errno_location", "perror", "warn", "vwarn", "err", "verr"];

impl Unit {
    /// What functions of `<math.h>` leave in `errno` may be looked at here.
    pub fn reads_errno(&self) -> bool {
        let is_it = |decl: &Decl| decl.storage == Storage::Function && READS_ERRNO.contains(&decl.name.as_str());
        // The program's own functions of these names read it by the library's.
        self.math_errno && self.decls.iter().any(|decl| is_it(decl) && decl.body.is_none())
    }
    /// Integers of the type wrap around where a result does not fit; of others, that is undefined.
    pub fn wraps(&self, ty: &Type) -> bool {
        match ty.kind {
            TypeKind::Int { signed: true, .. } => self.signed_overflow != SignedOverflow::Undefined,
            TypeKind::Int { signed: false, .. } | TypeKind::Bool => true,
            _ => false,
        }
    }
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }
    pub fn decl(&self, id: DeclId) -> &Decl {
        &self.decls[id.0 as usize]
    }
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }
    /// The declaration whose body may stand for a call of the function: its own or its stub's.
    pub fn definition(&self, function: DeclId) -> DeclId {
        self.stubs.definitions.get(&function).copied().unwrap_or(function)
    }
    /// `file:line:column`.
    pub fn position(&self, loc: Loc) -> String {
        format!("{}:{}:{}", self.files.get(loc.0 as usize).map_or("<unknown>", String::as_str), loc.1, loc.2)
    }
}
