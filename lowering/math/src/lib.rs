//! The functions of C's <math.h>, written once over the operations that every backend rounds alike ([`algebra`]): the
//! same bits on all devices. Knows no IR and no device; an [`Algebra`] stands for either plain numbers or code.
//!
//! Functions in f64 compute in a pair of f64 ([`real`]) and round it. Those in f32 compute in f64, so a device without
//! it declines them.

pub mod algebra;
mod arc;
#[rustfmt::skip]
mod coefficients;
pub mod complex;
mod erf;
mod exp;
pub mod fused;
mod hyperbolic;
mod log;
mod modulo;
pub mod native;
mod number;
mod pow;
mod real;
mod reduce;
mod root;
mod simple;
mod table;
mod trig;

pub use algebra::{Algebra, Float, Integer, Value};
pub use native::Native;
pub use table::{Agreement, Evaluate, FUNCTIONS, Function, Operand, Type, apply, c, find};
