//! What the analysis is told about a loop nest: no IR, only integer sets and affine expressions in isl's notation.
//!
//! A *statement* here is one memory access of the nest (a load or a store) at its place in the loop tree.

use std::collections::{BTreeMap, BTreeSet};

/// Index into [`Model::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);
/// Index into [`Model::arrays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayId(pub u32);
/// Index into [`Model::accesses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccessId(pub u32);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Parameter names, valid isl identifiers: integers that do not change in the nest.
    pub params: Vec<String>,
    /// What is known of the parameters, e.g. `n >= 1 and m >= 0`; empty for nothing.
    pub context: String,
    pub arrays: Vec<Array>,
    /// Outer loops come before the loops they contain.
    pub loops: Vec<Loop>,
    pub accesses: Vec<Access>,
    /// Bodies of conditions that are not affine.
    pub branches: Vec<Branch>,
    /// By array and dimension: subscripts that are not affine are from 0 to before this parameter or number.
    pub extents: BTreeMap<(ArrayId, u32), String>,
    /// Reads of variables (rank 0) that follow a write in the same iteration of the loop, as the structure of the code tells.
    pub covered: BTreeSet<(AccessId, LoopId)>,
    /// Variables that each iteration of the loop writes, as the structure of the code tells.
    pub always_written: BTreeSet<(ArrayId, LoopId)>,
}

/// Accesses that happen together or not at all: one branch of a condition that is not affine, nested ones included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// How many loops are around the condition; it is decided once in each of their iterations.
    pub depth: u32,
    pub accesses: Vec<AccessId>,
    /// The branch that runs where this one does not, as an index into [`Model::branches`], if there is one.
    pub other: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    pub name: String,
    pub rank: u32,
    /// May be read after the nest.
    pub live_out: bool,
    /// Declared inside the body of this loop: a fresh copy per iteration (of it and all its parents).
    pub local_to: Option<LoopId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The iterator's name, a valid isl identifier, unique in the model.
    pub iter: String,
    pub parent: Option<LoopId>,
    /// Position among the children of its parent (loops and accesses share one count).
    pub position: u32,
    /// Constraints on `iter` in terms of parameters and outer iterators: `0 <= i and i < n`; strides as
    /// `exists (e: i = lb + s e)`. Empty if the trip count is not affine (the loop is then never parallel).
    pub constraints: String,
    /// -1 for a loop that counts down (later iterations have smaller values), else 1.
    pub direction: i8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    Read,
    Write,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub kind: AccessKind,
    pub array: ArrayId,
    /// Enclosing loops, outermost first.
    pub loops: Vec<LoopId>,
    /// Position among the children of the innermost enclosing loop.
    pub position: u32,
    /// Conditions around it beyond the loops' own (affine `if`s), e.g. `j <= i`; empty for none.
    pub guard: String,
    /// One isl expression per dimension (`i + 1`), None where not affine (any element).
    pub subscripts: Vec<Option<String>>,
    /// False under a condition that is neither affine nor one of [`Model::branches`]: it may not happen.
    pub certain: bool,
    /// Accesses executed within one instance in the order of their ids when positions are equal.
    /// Where it stands in the source, for messages.
    pub source: String,
}
