//! Linear algebra: factorizations, systems, eigenvalues, norms, functions of matrices. The numeric work is in [`crate::lapack`]; here
//! are arguments, shapes, classes, messages and warnings. Elementwise functions are elsewhere.

mod balance;
mod checks;
mod decompose;
pub mod determinant;
pub(crate) mod eigen;
mod functions;
mod generalized;
mod matrix;
mod norms;
mod products;
mod reduced;
mod rotations;
mod singular;
pub mod solve;

use super::{Call, Entry, entry};
use crate::Value;
pub use matrix::{Element, Matrix};

pub const TABLE: &[Entry] = &[
    entry("balance", 1, 4, balance::balance),
    entry("bandwidth", 1, 2, checks::bandwidth),
    entry("chol", 1, 3, decompose::chol),
    entry("chol2inv", 1, 1, decompose::chol2inv),
    entry("cholinv", 1, 1, decompose::cholinv),
    entry("cond", 1, 2, norms::cond),
    entry("cross", 2, 3, products::cross),
    entry("det", 1, 1, determinant::det),
    entry("dot", 2, 3, products::dot),
    entry("eig", 1, 4, eigen::eig),
    entry("expm", 1, 1, functions::expm),
    entry("givens", 2, 2, rotations::givens),
    entry("hess", 1, 1, decompose::hess),
    entry("inv", 1, 1, determinant::inv),
    entry("inverse", 1, 1, determinant::inv),
    entry("isbanded", 3, 3, checks::isbanded),
    entry("isdefinite", 1, 2, checks::isdefinite),
    entry("linsolve", 2, 3, solve::linsolve),
    entry("logm", 1, 2, functions::logm),
    entry("lu", 1, 3, decompose::lu),
    entry("mldivide", 2, 2, solve::divide),
    entry("mrdivide", 2, 2, solve::divide),
    entry("norm", 1, 3, norms::norm),
    entry("normest", 1, 2, norms::normest),
    entry("null", 1, 2, singular::null),
    entry("orth", 1, 2, singular::orth),
    entry("pinv", 1, 2, singular::pinv),
    entry("planerot", 1, 1, rotations::planerot),
    entry("qr", 1, 3, decompose::qr),
    entry("rank", 1, 2, singular::rank),
    entry("rcond", 1, 1, determinant::rcond),
    entry("rref", 1, 2, reduced::rref),
    entry("schur", 1, 2, decompose::schur),
    entry("sqrtm", 1, 1, functions::sqrtm),
    entry("svd", 1, 2, singular::svd),
    entry("trace", 1, 1, determinant::trace),
    entry("vecnorm", 1, 3, norms::vecnorm),
];

/// A warning: identifier and text.
pub struct Warning {
    pub identifier: &'static str,
    pub message: String,
}

impl Warning {
    /// A matrix without an inverse, or nearly so.
    pub fn singular(rcond: f64) -> Warning {
        let text = "matrix singular to machine precision";
        if rcond == 0.0 || rcond.is_nan() {
            return Warning { identifier: "Octave:singular-matrix", message: text.into() };
        }
        let value = crate::format::sprintf(b"%g", &[Value::scalar(rcond)]).unwrap_or_default();
        let message = format!("{text}, rcond = {}", String::from_utf8_lossy(&value));
        Warning { identifier: "Octave:nearly-singular-matrix", message }
    }

    pub fn issue(self, call: &mut Call) {
        super::errors::warn(call.session, self.identifier, &self.message);
    }
}
