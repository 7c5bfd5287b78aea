//! A candidate loop nest, read off the AST: what `raise` finds and `import` turns into one `region.nest`.
//!
//! The plan holds no IR. Expressions are linear in the surrounding loops' indices and the nest's symbols;
//! whatever is not, is left as an AST expression and evaluated where it stands.

use crate::ast::{DeclId, ExprId, StmtId};

/// Index into [`Nest::loops`]; also the name of the loop's index variable in an [`Affine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);
/// Index into [`Nest::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);
/// Index into [`Nest::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);
/// Index into [`Nest::views`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ViewId(pub u32);

/// `constant + sum of coefficient * term`, in exact (mathematical) integers. Terms are sorted and distinct; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    pub constant: i64,
    pub terms: Vec<(Term, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    Loop(LoopId),
    Symbol(SymbolId),
}

/// An integer that does not change while the nest runs; evaluated once before it, in C's own type, then sign- or zero-extended.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// A side-effect-free AST expression over variables that the nest does not write.
    pub expr: ExprId,
    pub name: String,
}

/// A memory object the nest reaches: one pointer operand of `region.nest`.
#[derive(Clone, Debug)]
pub struct Object {
    pub base: Base,
    /// Some: a number of an object known to be distinct from all objects with other numbers (a local or global
    /// array or scalar, a restrict pointer). None: a pointer whose target is not known.
    pub distinct: Option<u32>,
    /// The contents may be read after the nest (false only for locals proven dead).
    pub live_out: bool,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The address of a variable (array, struct or scalar, local or global).
    Variable(DeclId),
    /// The value of a pointer expression that the nest does not change, evaluated once before it.
    Pointer(ExprId),
}

/// An array as the nest sees it: element type, extents and byte strides over an object. Rank 0 is a scalar.
#[derive(Clone, Debug)]
pub struct View {
    pub object: ObjectId,
    /// Bytes from the object's base to element [0, ..., 0].
    pub offset: Affine,
    pub dims: Vec<Dim>,
    pub elem: Elem,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Elements; None where the type does not tell (the first dimension behind a pointer).
    pub extent: Option<Affine>,
    /// Distance of neighbours in bytes: a constant times a product of symbols (`8 * n * m` for `double a[][n][m]`).
    pub stride: Stride,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    pub bytes: i64,
    pub factors: Vec<Affine>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elem {
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

#[derive(Clone, Debug)]
pub struct Nest {
    /// The outermost `for` statement (or the first of several adjacent ones that make one nest).
    pub stmt: StmtId,
    pub symbols: Vec<Symbol>,
    pub objects: Vec<Object>,
    pub views: Vec<View>,
    pub loops: Vec<Loop>,
    /// Scalars and arrays declared inside the nest: one private copy per execution of their scope.
    pub locals: Vec<Local>,
    /// Every lvalue expression in the body that names an element: how to reach it.
    pub accesses: Vec<(ExprId, Access)>,
    pub body: Vec<Node>,
    /// What holds only if checked when the program runs (the sequential code is the other branch).
    pub checks: Vec<Check>,
    /// What was taken from C's rules on undefined behaviour (signed overflow, bounds of inner dimensions).
    pub assumptions: Vec<(ExprId, String)>,
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub stmt: StmtId,
    pub index: DeclId,
    /// First value of the index.
    pub lower: Vec<Affine>,
    /// The index stays below the least of these (above the greatest, if `step` < 0); `lower` are joined by max (min).
    pub upper: Vec<Affine>,
    pub step: i64,
    /// The variable's value after the loop is wanted: declared outside and live.
    pub store_index: bool,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub decl: DeclId,
    pub elem: Elem,
    /// Constant extents; empty for a scalar.
    pub dims: Vec<u64>,
}

#[derive(Clone, Debug)]
pub struct Access {
    pub target: Target,
    pub subscripts: Vec<Subscript>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    View(ViewId),
    Local(DeclId),
    /// The current value of a loop's index (read only).
    Index(LoopId),
    /// The value of a symbol (read only).
    Symbol(SymbolId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subscript {
    Affine(Affine),
    /// Evaluated where it stands, as an AST expression plus a constant number of elements.
    Opaque(ExprId),
}

/// The body in source order.
#[derive(Clone, Debug)]
pub enum Node {
    Loop(LoopId, Vec<Node>),
    /// An affine condition: a conjunction of `expr >= 0` (true) or `expr == 0`.
    AffineIf {
        stmt: StmtId,
        cond: Vec<Constraint>,
        then: Vec<Node>,
        other: Vec<Node>,
    },
    /// Any other condition without side effects.
    If {
        stmt: StmtId,
        cond: ExprId,
        then: Vec<Node>,
        other: Vec<Node>,
    },
    /// `while`/`do`/a non-affine `for` inside the nest: sequential, its accesses are approximate.
    While {
        stmt: StmtId,
        cond: Option<ExprId>,
        body: Vec<Node>,
        inc: Option<ExprId>,
        test_first: bool,
    },
    /// An expression statement: assignments to accesses, calls of known pure functions.
    Expr(ExprId),
    /// A scalar declared in the body, with its initializer.
    Declare(DeclId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    pub expr: Affine,
    pub equality: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// `expr >= 0` in exact integers, evaluated from the symbols.
    NonNegative(Affine, String),
}

/// Why a loop is not a nest: the construct and where.
#[derive(Clone, Debug)]
pub struct Declined {
    pub stmt: StmtId,
    pub at: ExprIdOrStmt,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprIdOrStmt {
    Expr(ExprId),
    Stmt(StmtId),
}
