//! What a device computes, measured: a self-test of the operations that kernels are made of, whose judge is the host.
//!
//! ```text
//!   cases: MLIR text + the host's result      text (cargo test -p raddle)      kernels/*.spv, *.ptx, by the back ends
//!                      |                                                            |
//!                   operands -------------------------------- run: launches --------+
//!                      |                                        |
//!                      +---- judge: bit for bit, any NaN for any NaN ----> Numerics: per type and operation
//! ```
//!
//! A driver's bits about denormals and rounding say what it means to do; Vulkan leaves 2.5 ulp to divisions of any
//! driver. So every driver is tested once per version, and `known` keeps the outcome. An operation is
//! - `native` if it is right as it stands,
//! - `corrected` if it is right in the form that our back ends give it and was wrong without (see `float.rs` of
//!   `backends/spirv`),
//! - `declined` if it is wrong: kernels with it do not run on the device.
//!
//! It never tells why a driver is wrong, does not look at operations that have no row, and takes the host's own
//! arithmetic, in the default floating-point environment, for right.

mod cases;
mod judge;
mod operands;
mod run;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::device::{Device, DeviceInfo};
use crate::error::DeviceError;
use crate::known::Store;

pub use run::measure;
pub use text::{Form, sources};

/// The part of `known`.
const PART: &str = "numerics";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    I32,
    I64,
    F32,
    F64,
}

impl Type {
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    fn bytes(self) -> u64 {
        match self {
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 => 8,
        }
    }

    /// As MLIR and `raddle devices` write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// What a verdict is about. One operation may be several instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Loads, stores and selections: a float that nobody computes with keeps its bits.
    Move,
    /// Sign, absolute value, copysign.
    Bits,
    Add,
    Sub,
    Mul,
    /// Remainders of integers, too.
    Div,
    Sqrt,
    Compare,
    /// To an integral value.
    Round,
    FromInteger,
    ToInteger,
    /// From or to the narrower type of the kind.
    Resize,
    Shift,
}

impl Operation {
    /// As the JSON forms write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Bits => "bits",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Div => "div",
            Self::Sqrt => "sqrt",
            Self::Compare => "compare",
            Self::Round => "round",
            Self::FromInteger => "from-integer",
            Self::ToInteger => "to-integer",
            Self::Resize => "resize",
            Self::Shift => "shift",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Native,
    Corrected,
    Declined,
}

/// An operation on a type.
pub type Need = (Type, Operation);

/// What a kernel needs to be exact, as far as there are verdicts.
pub type Needs = BTreeSet<Need>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    #[serde(rename = "type")]
    pub ty: Type,
    pub operation: Operation,
    pub verdict: Verdict,
    /// The first wrong result, of the plain form if the verdict is `corrected`; "" if there was none.
    pub evidence: String,
}

/// The outcome of a self-test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numerics {
    /// Which test it was.
    pub test: String,
    pub rows: Vec<Row>,
}

impl Numerics {
    pub fn row(&self, (ty, operation): Need) -> Option<&Row> {
        self.rows.iter().find(|row| row.ty == ty && row.operation == operation)
    }

    pub fn with(&self, verdict: Verdict) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.verdict == verdict)
    }
}

/// A kernel needs what the device does not compute exactly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} of {} is not exact on {device}: {evidence}", operation.name(), ty.name())]
pub struct Inexact {
    pub operation: Operation,
    pub ty: Type,
    /// With its driver.
    pub device: String,
    pub evidence: String,
}

/// Checks that the device computes all of `needs` as the host does. A device under test computes anything.
pub fn check(device: &DeviceInfo, needs: &Needs) -> Result<(), DeviceError> {
    let Some(numerics) = &device.numerics else { return Ok(()) };
    let wrong = |&need: &Need| match numerics.row(need) {
        Some(Row { verdict: Verdict::Native | Verdict::Corrected, .. }) => None,
        Some(Row { verdict: Verdict::Declined, evidence, .. }) => Some((need, evidence.clone())),
        None => Some((need, "it has no verdict".to_owned())),
    };
    let Some(((ty, operation), evidence)) = needs.iter().find_map(wrong) else { return Ok(()) };
    let device = format!("{} (driver {} {})", device.name, device.driver, device.api);
    Err(DeviceError::Inexact(Box::new(Inexact { operation, ty, device, evidence })))
}

/// What was measured for this driver, if anything.
pub fn known(device: &DeviceInfo, store: Option<&Store>) -> Option<Numerics> {
    store?.read::<Numerics>(device, PART).filter(|known| known.test == run::test_name())
}

/// What was measured for this driver, or else is now, on a device of its own, and kept.
pub fn known_or_measured(
    device: &DeviceInfo,
    store: Option<&Store>,
    open: impl FnOnce() -> Result<Box<dyn Device>, DeviceError>,
) -> Result<Numerics, DeviceError> {
    if let Some(known) = known(device, store) {
        return Ok(known);
    }
    let numerics =
        open().and_then(|device| measure(&*device)).map_err(|error| DeviceError::SelfTest(Box::new(error)))?;
    keep(device, store, &numerics);
    Ok(numerics)
}

pub fn keep(device: &DeviceInfo, store: Option<&Store>, numerics: &Numerics) {
    if let Some(store) = store {
        store.write(device, PART, numerics);
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.ty.name(), self.operation.name())
    }
}
