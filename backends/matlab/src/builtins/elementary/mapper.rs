//! Functions of one number, applied to each element of a value. A function is a table row; the classes are treated here.

use super::numeric::with_integers;
use crate::builtins::Call;
use crate::value::{Array, Complex32, Complex64, Value};
use crate::{Error, Result};

/// A function of numbers for the classes that compute in floats.
pub struct Mapper {
    /// The name in messages, which may differ from the one it was called by.
    pub name: &'static str,
    pub double: fn(f64) -> f64,
    pub single: fn(f32) -> f32,
    /// `None`: real numbers only.
    pub complex: Option<ComplexPair>,
    /// `None`: every real number has a real result.
    pub domain: Option<Domain>,
}

#[derive(Clone, Copy)]
pub struct ComplexPair {
    pub double: fn(Complex64) -> Complex64,
    pub single: fn(Complex32) -> Complex32,
}

/// Which real numbers have real results, and the results of the others.
#[derive(Clone, Copy)]
pub struct Domain {
    pub contains: fn(f64) -> bool,
    pub outside: fn(f64) -> Complex64,
    pub outside_single: fn(f32) -> Complex32,
}

/// A row of [`Mapper`]s whose results are real for every real number.
pub const fn total(
    name: &'static str,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
    complex: fn(Complex64) -> Complex64,
    complex_single: fn(Complex32) -> Complex32,
) -> Mapper {
    Mapper {
        name,
        double,
        single,
        complex: Some(ComplexPair { double: complex, single: complex_single }),
        domain: None,
    }
}

/// A row of [`Mapper`]s without complex numbers.
pub const fn real(name: &'static str, double: fn(f64) -> f64, single: fn(f32) -> f32) -> Mapper {
    Mapper { name, double, single, complex: None, domain: None }
}

impl Mapper {
    pub const fn with_domain(
        self,
        contains: fn(f64) -> bool,
        outside: fn(f64) -> Complex64,
        outside_single: fn(f32) -> Complex32,
    ) -> Mapper {
        Mapper { domain: Some(Domain { contains, outside, outside_single }), ..self }
    }

    /// The function of a builtin's only argument.
    ///
    /// # Errors
    /// As [`Mapper::apply`].
    pub fn call(&self, mut call: Call) -> Result<Vec<Value>> {
        Ok(vec![self.apply(std::mem::replace(&mut call.args[0], Value::empty()))?])
    }

    /// The function of each element: class single for single, else double; same extents.
    ///
    /// # Errors
    /// `NAME: argument must be numeric` for text, `NAME: not defined for KIND` for what has no numbers.
    pub fn apply(&self, value: Value) -> Result<Value> {
        Ok(match value {
            Value::Structured(matrix) => return self.apply(matrix.to_value()),
            Value::Double(array) => self.doubles(&array),
            Value::Single(array) => self.singles(&array),
            Value::Complex(ref array) => {
                let complex = self.complex.ok_or_else(|| not_defined(self.name, &value))?;
                Value::Complex(array.map(|&z| (complex.double)(z))).narrow()
            }
            Value::SingleComplex(ref array) => {
                let complex = self.complex.ok_or_else(|| not_defined(self.name, &value))?;
                Value::SingleComplex(array.map(|&z| (complex.single)(z))).narrow()
            }
            Value::Char(_) => return Err(Error::new(format!("{}: argument must be numeric", self.name))),
            other => self.doubles(&other.to_doubles().ok_or_else(|| not_defined(self.name, &other))?),
        })
    }

    fn doubles(&self, array: &Array<f64>) -> Value {
        match self.domain {
            Some(domain) if !array.iter().all(|&x| (domain.contains)(x)) => {
                let value = |&x: &f64| {
                    if (domain.contains)(x) { Complex64::new((self.double)(x), 0.0) } else { (domain.outside)(x) }
                };
                Value::Complex(array.map(value)).narrow()
            }
            _ => Value::Double(array.map(|&x| (self.double)(x))),
        }
    }

    fn singles(&self, array: &Array<f32>) -> Value {
        match self.domain {
            Some(domain) if !array.iter().all(|&x| (domain.contains)(x.into())) => {
                let value = |&x: &f32| {
                    let inside = (domain.contains)(x.into());
                    if inside { Complex32::new((self.single)(x), 0.0) } else { (domain.outside_single)(x) }
                };
                Value::SingleComplex(array.map(value)).narrow()
            }
            _ => Value::Single(array.map(|&x| (self.single)(x))),
        }
    }
}

/// `NAME: not defined for KIND`
pub fn not_defined(name: &str, value: &Value) -> Error {
    Error::new(format!("{name}: not defined for {}", value.kind_name()))
}

/// Functions that keep integers as they are: `floor` and its kin. Text and truth values become doubles.
///
/// # Errors
/// `NAME: not defined for KIND`.
pub fn rounding(call: Call, double: fn(f64) -> f64, single: fn(f32) -> f32) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    Ok(vec![match &value {
        Value::Single(array) => Value::Single(array.map(|&x| single(x))),
        Value::Complex(array) => Value::Complex(array.map(|z| Complex64::new(double(z.re), double(z.im)))).narrow(),
        Value::SingleComplex(array) => {
            Value::SingleComplex(array.map(|z| Complex32::new(single(z.re), single(z.im)))).narrow()
        }
        other => with_integers!(other, _array => other.clone(), other => {
            let array = other.to_doubles().ok_or_else(|| not_defined(call.name, other))?;
            Value::Double(array.map(|&x| double(x)))
        }),
    }])
}
