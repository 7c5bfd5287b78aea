//! Dense factorizations in the order of operations of the reference LAPACK (3.11, modified BSD licence), because the last bits of a
//! result decide whether a program shows `2` or `2.0000`. Every routine names the one whose order it keeps. Large matrices may be
//! given to faer by callers, where speed matters more than bits. Knows no [`crate::Value`], and never panics on any matrix.

pub mod bidiagonal;
pub mod blas;
pub mod cholesky;
pub mod dqds;
pub mod eigen;
pub mod eigenvectors;
pub mod hessenberg;
pub mod least_squares;
pub mod lu;
pub mod matrix;
pub mod qr;
pub mod scalar;
pub mod schur;
pub mod schur_complex;
pub mod svd;
pub mod symmetric;
pub mod triangular;

pub use matrix::Mat;
pub use scalar::{Real, Scalar};
