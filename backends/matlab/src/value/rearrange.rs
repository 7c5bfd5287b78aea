//! Changes of extents and of the places of elements, written once for all classes. Never changes an element.

use super::{Array, CharArray, Complex32, Complex64, Dims, StructArray, Value};
use crate::{Error, Result};

/// A change of an array's extents and of its elements' places.
pub trait Rearrange {
    /// The extents afterwards.
    fn dims(&self, dims: &Dims) -> Dims;

    /// The array afterwards, of the extents that `dims` says. What has no element from before is `fill`.
    ///
    /// # Errors
    /// Too many elements.
    fn apply<T: Clone>(&self, array: &Array<T>, fill: &T) -> Result<Array<T>>;
}

impl Value {
    /// The value with its elements in other places, in the same class.
    ///
    /// # Errors
    /// Too many elements; values that have no elements.
    pub fn rearrange(&self, how: &impl Rearrange) -> Result<Value> {
        Ok(match self {
            Value::Double(array) => Value::Double(how.apply(array, &0.0)?),
            Value::Single(array) => Value::Single(how.apply(array, &0.0)?),
            Value::Complex(array) => Value::Complex(how.apply(array, &Complex64::default())?).narrow(),
            Value::SingleComplex(array) => Value::SingleComplex(how.apply(array, &Complex32::default())?).narrow(),
            Value::Bool(array) => Value::Bool(how.apply(array, &false)?),
            Value::Char(chars) => {
                Value::Char(CharArray { bytes: how.apply(&chars.bytes, &0)?, double_quoted: chars.double_quoted })
            }
            Value::I8(array) => Value::I8(how.apply(array, &0)?),
            Value::I16(array) => Value::I16(how.apply(array, &0)?),
            Value::I32(array) => Value::I32(how.apply(array, &0)?),
            Value::I64(array) => Value::I64(how.apply(array, &0)?),
            Value::U8(array) => Value::U8(how.apply(array, &0)?),
            Value::U16(array) => Value::U16(how.apply(array, &0)?),
            Value::U32(array) => Value::U32(how.apply(array, &0)?),
            Value::U64(array) => Value::U64(how.apply(array, &0)?),
            Value::Cell(array) => Value::cell(how.apply(array, &Value::empty())?),
            Value::Struct(structs) => {
                let mut fields = structs.fields.clone();
                for field in fields.values_mut() {
                    *field = how.apply(field, &Value::empty())?;
                }
                Value::structs(StructArray::with_fields(how.dims(structs.dims()), fields))
            }
            Value::Range(_) | Value::Diagonal(_) | Value::Structured(_) => return self.clone().full().rearrange(how),
            Value::Handle(_) | Value::Map(_) | Value::Parser(_) => {
                return Err(Error::new(format!("wrong type argument '{}'", self.kind_name())));
            }
        })
    }

    /// The value of these extents whose element `k` is the one at `places[k]` before, or the class's zero where that is
    /// [`NOWHERE`].
    ///
    /// # Errors
    /// Too many elements; values that have no elements.
    pub fn picked(&self, places: &[usize], dims: Dims) -> Result<Value> {
        self.rearrange(&Picked { places, dims })
    }
}

/// No place.
pub const NOWHERE: usize = usize::MAX;

struct Picked<'a> {
    places: &'a [usize],
    dims: Dims,
}

impl Rearrange for Picked<'_> {
    fn dims(&self, _: &Dims) -> Dims {
        self.dims.clone()
    }

    fn apply<T: Clone>(&self, array: &Array<T>, fill: &T) -> Result<Array<T>> {
        let elements = array.as_slice();
        let mut values = super::room(self.places.len())?;
        values.extend(self.places.iter().map(|&place| elements.get(place).unwrap_or(fill).clone()));
        Ok(Array::new(self.dims.clone(), values))
    }
}
