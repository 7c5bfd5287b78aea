//! A candidate loop nest, read off the AST: what `raise` finds and `import` turns into one `region.nest`.
//!
//! The plan holds no IR. Expressions are linear in the surrounding loops' indices and the nest's symbols;
//! whatever is not, is left as an AST expression and evaluated where it stands.
//!
//! Order of evaluation (decision 69): the symbols of level 0, the checks of these (in 128-bit integers, which hold them exactly), then, only if they hold,
//! the symbols of level 1 and the checks that mention these, and so on; then pointer bases, the watches, then, only if they hold, the nest. An AST expression with a folded `constant` is that constant:
//! nothing below it appears in `accesses`. Every other lvalue that is read or written appears there, also those in
//! conditions, in opaque subscripts and in the initializers of declared variables.

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

/// A flag that says that control has left a loop or a switch, or the present iteration. Named in order of their making.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FlagId(pub u32);

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
    /// A value that changes in the nest and of which bounds are known; never in a finished plan.
    Opaque(u32),
}

/// A scalar (integer or floating) that does not change while the nest runs. Only integers occur in an [`Affine`]: sign- or
/// zero-extended from C's own type; an unsigned 64-bit one is checked to be small before it is used so.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub value: Value,
    pub name: String,
    /// Evaluating it may fault (a load through a pointer, say) unless the checks of all lower levels hold; 0 if it never does.
    pub level: u32,
}

/// The highest level of a symbol.
pub const MAX_LEVEL: u32 = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A side-effect-free rvalue expression over variables that the nest does not write (or, for the index of the
    /// outermost loop where the `for` does not set it, the value on entry).
    Expr(ExprId),
    /// The product of symbols before it, as a 64-bit integer, which holds it if the checks do.
    Product(Vec<SymbolId>),
    /// `of / by` rounded down, of symbols before it, where `by` is positive and both are within 2^62; else any number.
    Quotient { of: Sum, by: Sum },
    /// `(to - from) / bytes` of two pointer expressions, an exact division.
    Difference { to: ExprId, from: ExprId, bytes: i64 },
    /// The address of a function, as a 64-bit integer.
    Function(DeclId),
    /// The value of a pointer expression that the nest does not change, as a 64-bit integer.
    Address(ExprId),
}

/// A memory object the nest reaches: one pointer operand of `region.nest`.
#[derive(Clone, Debug)]
pub struct Object {
    pub base: Base,
    /// Some: disjoint from all other objects of the nest, numbered or not (a variable whose address no pointer of the nest can
    /// hold, a restrict pointer). None: may overlap the others that are None.
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
/// Two views of one object never overlap (fields of one struct); what cannot be told apart is one view.
#[derive(Clone, Debug)]
pub struct View {
    pub object: ObjectId,
    /// Bytes from the object's base to element [0, ..., 0].
    pub offset: Affine,
    pub dims: Vec<Dim>,
    pub elem: Elem,
    pub name: String,
    /// So many of the first subscripts choose a pointer in memory, and what follows counts from there (`double **m`: 1). Rows are
    /// taken for disjoint, which is checked before a launch.
    pub rows: usize,
    /// The first extent is what subscripts stay below; there may be fewer elements.
    pub is_reach: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Elements, in symbols; None where the type does not tell (only ever the first dimension, behind a pointer).
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
    /// Every lvalue expression in the body that names an element: how to reach it. And every call that is made before the
    /// nest instead: the symbol that has its value.
    pub accesses: Vec<(ExprId, Access)>,
    /// The calls that are made where they stand, of functions that only compute a value.
    pub calls: Vec<(ExprId, Call)>,
    pub body: Vec<Node>,
    /// What holds only if checked when the program runs (the sequential code is the other branch).
    pub checks: Vec<Check>,
    /// As `checks`: what symbols and bases are read from keeps its value.
    pub watches: Vec<Watch>,
    /// A nest that executes the same instances in another order, if that is found to be as good.
    pub unblocked: Option<Box<Unblocked>>,
    /// What was taken from C's rules on undefined behaviour (signed overflow, bounds of inner dimensions).
    pub assumptions: Vec<(ExprId, String)>,
}

/// A version of a nest whose loops go from block to block, without the blocks.
#[derive(Clone, Debug)]
pub struct Unblocked {
    pub nest: Nest,
    /// In order, each evaluated where those before it hold: else the version executes other instances.
    pub conditions: Vec<ExprId>,
    /// Loops around each other whose order differs.
    pub loops: u32,
    /// Inside of these an element that is stored last waits in a variable, which loops do not touch.
    pub is_summed: bool,
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub stmt: StmtId,
    /// The variable. A pointer that walks over an array has an index that counts elements (only its accesses matter).
    pub index: DeclId,
    /// First value of the index, but for `shift`.
    pub lower: Vec<Affine>,
    /// Added to the only one of `lower`, in a loop that counts up.
    pub shift: Option<Remainder>,
    /// The index stays below the least of these (above the greatest, if `step` < 0); `lower` are joined by max (min).
    pub upper: Vec<Affine>,
    pub step: i64,
    /// The variable's value after the loop is wanted, in the nest or after it: where to store it, a rank-0 view of the
    /// variable. (The last value is the first one that fails the bounds; the first one if there is no iteration.)
    pub store_index: Option<ViewId>,
}

/// `of mod by`: from 0 to `by - 1`, whatever the sign of `of`.
#[derive(Clone, Debug)]
pub struct Remainder {
    pub of: Affine,
    pub by: i64,
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

#[derive(Clone, Debug)]
pub struct Call {
    /// The function's address.
    pub function: SymbolId,
    /// Arguments that are pointers, by number.
    pub addresses: Vec<(usize, SymbolId)>,
    /// It reads memory, which the nest does not write.
    pub reads: bool,
    /// What it takes, roughly.
    pub picoseconds: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    View(ViewId),
    Local(DeclId),
    /// The current value of a loop's index (read only), converted to the lvalue's type.
    Index(LoopId),
    /// The value of a symbol (read only), which has the lvalue's type.
    Symbol(SymbolId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subscript {
    Affine(Affine),
    /// `plus` and the sum of factor times integer AST expression, evaluated where the access stands.
    Opaque {
        terms: Vec<(ExprId, i64)>,
        plus: Affine,
    },
}

/// The body in source order.
#[derive(Clone, Debug)]
pub enum Node {
    Loop(LoopId, Vec<Node>),
    /// An affine condition: a conjunction.
    AffineIf {
        stmt: StmtId,
        cond: Vec<Constraint>,
        then: Vec<Node>,
        other: Vec<Node>,
    },
    /// Any other condition.
    If {
        stmt: StmtId,
        cond: ExprId,
        then: Vec<Node>,
        other: Vec<Node>,
    },
    /// `while`/`do`/a non-affine `for` inside the nest: sequential, its accesses are approximate. Where `stop` is set after the
    /// body, it ends: neither `inc` nor `cond` is evaluated any more. Without `cond` only `stop` ends it.
    While {
        stmt: StmtId,
        cond: Option<ExprId>,
        body: Vec<Node>,
        inc: Option<ExprId>,
        test_first: bool,
        stop: Option<FlagId>,
    },
    /// A `switch`: `cond` is evaluated once, then the arms run in order that its value has.
    Switch {
        stmt: StmtId,
        cond: ExprId,
        arms: Vec<Arm>,
        /// No value has two arms.
        apart: bool,
    },
    /// A flag comes into being, not set; a copy of its own for each execution.
    Flag(FlagId),
    /// `break` or `continue`: the flag is set.
    Set(FlagId),
    /// What a jump skips: runs where the flag is not set.
    Unless(FlagId, Vec<Node>),
    /// An expression statement: assignments to accesses, calls of known pure functions.
    Expr(ExprId),
    /// One of the nest's locals is declared here, with its initializer if it has one (scalars only).
    Declare(DeclId),
}

/// What a `switch` runs for some values.
#[derive(Clone, Debug)]
pub struct Arm {
    /// First and last value, as C's type of the condition has them.
    pub values: Vec<(i64, i64)>,
    /// It runs for all values but those.
    pub is_for_others: bool,
    pub body: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    pub expr: Affine,
    pub relation: Relation,
}

/// What a condition says of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    NonNegative,
    Zero,
    /// Of this number, which is positive.
    Multiple(i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The sum of factor times product of symbols is >= 0 in exact integers; at most three symbols in a product, each then
    /// checked to lie within 2^40. The text says it in C's terms.
    NonNegative(Sum, String),
}

/// A sum of factor times product of symbols, exact in 128-bit integers.
pub type Sum = Vec<(Vec<SymbolId>, i64)>;

impl Check {
    /// The highest level of a symbol that it mentions.
    pub fn level(&self, symbols: &[Symbol]) -> u32 {
        let Check::NonNegative(sum, _) = self;
        let mentioned = sum.iter().flat_map(|(product, _)| product);
        mentioned.filter_map(|it| symbols.get(it.0 as usize)).map(|it| it.level).max().unwrap_or(0)
    }
}

/// The object that an lvalue names has no byte in common with what the nest writes.
#[derive(Clone, Debug)]
pub struct Watch {
    pub place: ExprId,
    pub written: Vec<Written>,
}

/// All that the nest writes through one lvalue, or more: the bytes from `low` to before `high`, counted from the object's base.
#[derive(Clone, Debug)]
pub struct Written {
    pub object: ObjectId,
    pub low: Sum,
    pub high: Sum,
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
