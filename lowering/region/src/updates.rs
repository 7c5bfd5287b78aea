//! Updates of one element that commute, and which of them a target has as atomic operations. Reads and changes no nest.
//!
//! An update combines an element with a term: `h[k] += t`, `h[k] = min(h[k], t)`. On integers the result of many updates
//! does not depend on their order. In a nest it is `memref.atomic_rmw`, in a kernel `llvm.atomicrmw`; both number their operators.

use std::fmt;

use raddle_dialects::build::CmpI;

use crate::reductions::{Operator, Order};

/// An operator on integers whose updates commute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Also subtraction, as the addition of the negative.
    Add,
    And,
    Or,
    Xor,
    Min,
    Max,
    UMin,
    UMax,
}

const ALL: [Update; 8] =
    [Update::Add, Update::And, Update::Or, Update::Xor, Update::Min, Update::Max, Update::UMin, Update::UMax];

/// How an update is written without atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// The op that combines element and term.
    Op(&'static str),
    /// The term takes the element's place if it compares so with it.
    If(CmpI),
}

impl Update {
    /// Of a reduction of integers; None for products and last values.
    pub fn of(operator: Operator) -> Option<Update> {
        Some(match operator {
            Operator::Add => Update::Add,
            Operator::And => Update::And,
            Operator::Or => Update::Or,
            Operator::Xor => Update::Xor,
            Operator::Min(Order::Signed) => Update::Min,
            Operator::Min(Order::Unsigned) => Update::UMin,
            Operator::Max(Order::Signed) => Update::Max,
            Operator::Max(Order::Unsigned) => Update::UMax,
            Operator::Mul | Operator::Last | Operator::Min(Order::Float(_)) | Operator::Max(Order::Float(_)) => {
                return None;
            }
        })
    }

    /// Name, number in MLIR's `arith::AtomicRMWKind`, number in its `LLVM::AtomicBinOp`.
    fn row(self) -> (&'static str, i64, i64) {
        match self {
            Update::Add => ("add", 1, 1),
            Update::And => ("and", 2, 3),
            Update::Or => ("or", 14, 5),
            Update::Xor => ("xor", 15, 6),
            Update::Min => ("min", 10, 8),
            Update::Max => ("max", 6, 7),
            Update::UMin => ("umin", 11, 10),
            Update::UMax => ("umax", 7, 9),
        }
    }

    /// The number of `memref.atomic_rmw`'s kind.
    pub fn kind(self) -> i64 {
        self.row().1
    }

    pub fn of_kind(kind: i64) -> Option<Update> {
        ALL.into_iter().find(|it| it.kind() == kind)
    }

    /// The number of `llvm.atomicrmw`'s operator.
    pub fn llvm(self) -> i64 {
        self.row().2
    }

    /// The term that leaves every element of `bits` bits as it is.
    pub fn neutral(self, bits: u32) -> i64 {
        match self {
            Update::Add | Update::Or | Update::Xor | Update::UMax => 0,
            Update::And | Update::UMin => -1,
            Update::Min => i64::MAX >> (64 - bits),
            Update::Max => i64::MIN >> (64 - bits),
        }
    }

    pub fn plain(self) -> Plain {
        match self {
            Update::Add => Plain::Op("arith.addi"),
            Update::And => Plain::Op("arith.andi"),
            Update::Or => Plain::Op("arith.ori"),
            Update::Xor => Plain::Op("arith.xori"),
            Update::Min => Plain::If(CmpI::Slt),
            Update::Max => Plain::If(CmpI::Sgt),
            Update::UMin => Plain::If(CmpI::Ult),
            Update::UMax => Plain::If(CmpI::Ugt),
        }
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.row().0)
    }
}

/// Widths of integers that some target updates atomically.
const WIDTHS: [u32; 2] = [32, 64];

/// The atomic operations of a target: operator and width of the integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(Vec<(Update, u32)>);

impl Default for Target {
    /// What CPUs, CUDA devices and Vulkan devices have. A Vulkan device may lack those of 64 bits; it declines the kernel then.
    fn default() -> Self {
        Self::with(&WIDTHS)
    }
}

impl Target {
    fn with(widths: &[u32]) -> Self {
        Self(widths.iter().flat_map(|width| ALL.map(|update| (update, *width))).collect())
    }

    pub fn has(&self, update: Update, width: u32) -> bool {
        self.0.contains(&(update, width))
    }

    /// A name, or a list such as `add.i32+umax.i64`.
    pub fn parse(text: &str) -> Option<Target> {
        match text {
            "default" => Some(Target::default()),
            "opencl-1.2" => Some(Target::with(&[32])),
            "none" => Some(Target(vec![])),
            list => list.split('+').map(entry).collect::<Option<_>>().map(Target),
        }
    }
}

fn entry(text: &str) -> Option<(Update, u32)> {
    let (name, ty) = text.split_once('.')?;
    let update = ALL.into_iter().find(|it| it.row().0 == name)?;
    let width = ty.strip_prefix('i')?.parse().ok().filter(|width| WIDTHS.contains(width))?;
    Some((update, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_each_updates_own() {
        for update in ALL {
            let (name, kind, llvm) = update.row();
            assert_eq!(Update::of_kind(kind), Some(update));
            let shares = |it: &Update| it.row().0 == name || it.kind() == kind || it.llvm() == llvm;
            assert_eq!(ALL.iter().filter(|it| shares(it)).count(), 1, "{update}");
        }
        assert_eq!(Update::of_kind(0), None);
    }

    #[test]
    fn neutral_terms_change_no_element() {
        for x in [i32::MIN, -1, 0, 1, 77, i32::MAX] {
            let with =
                |update: Update, f: fn(i32, i32) -> i32| assert_eq!(f(x, update.neutral(32) as i32), x, "{update}");
            with(Update::Add, i32::wrapping_add);
            with(Update::And, |x, y| x & y);
            with(Update::Or, |x, y| x | y);
            with(Update::Xor, |x, y| x ^ y);
            with(Update::Min, Ord::min);
            with(Update::Max, Ord::max);
            with(Update::UMin, |x, y| (x as u32).min(y as u32) as i32);
            with(Update::UMax, |x, y| (x as u32).max(y as u32) as i32);
        }
        assert_eq!((Update::Min.neutral(64), Update::Max.neutral(64)), (i64::MAX, i64::MIN));
    }

    #[test]
    fn targets_are_named_or_listed() {
        let of = |text| Target::parse(text);
        assert_eq!(of("default"), Some(Target::default()));
        let opencl = of("opencl-1.2").unwrap();
        assert!(opencl.has(Update::UMax, 32) && !opencl.has(Update::UMax, 64));
        assert!(!of("none").unwrap().has(Update::Add, 32));
        let listed = of("add.i32+umax.i64").unwrap();
        assert!(listed.has(Update::Add, 32) && listed.has(Update::UMax, 64) && !listed.has(Update::Add, 64));
        for wrong in ["", "add", "add.i16", "add.f32", "mul.i32", "add.i32+"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
