//! Struct arrays: fields in the order in which they were made.

use super::{Array, Dims, Value};
use indexmap::IndexMap;
use std::rc::Rc;

/// The values of one field, one per element.
pub type Field = Array<Value>;

#[derive(Clone, Debug)]
pub struct StructArray {
    dims: Dims,
    /// All of the same extents as `dims`.
    pub fields: IndexMap<Rc<str>, Field>,
}

impl StructArray {
    /// Elements without fields.
    pub fn new(dims: Dims) -> StructArray {
        StructArray { dims, fields: IndexMap::new() }
    }

    /// 1x1 without fields.
    pub fn scalar() -> StructArray {
        StructArray::new([1, 1].into())
    }

    /// # Panics
    /// If a field's extents differ: an error of ours.
    pub fn with_fields(dims: Dims, fields: IndexMap<Rc<str>, Field>) -> StructArray {
        assert!(fields.values().all(|field| *field.dims() == dims));
        StructArray { dims, fields }
    }

    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    pub fn count(&self) -> usize {
        self.dims.count()
    }

    /// The value of a field of element `k`.
    pub fn get(&self, name: &str, k: usize) -> Option<&Value> {
        self.fields.get(name).and_then(|field| field.as_slice().get(k))
    }

    /// Sets a field of element `k`, which must exist; the field is made where it is missing, with `[]` in the other elements.
    pub fn set(&mut self, name: &str, k: usize, value: Value) {
        let dims = &self.dims;
        let field = self.fields.entry(name.into()).or_insert_with(|| Array::filled(dims.clone(), Value::empty()));
        field.make_mut()[k] = value;
    }

    pub fn reshape(mut self, dims: Dims) -> StructArray {
        for field in self.fields.values_mut() {
            *field = std::mem::take(field).reshape(dims.clone());
        }
        self.dims = dims;
        self
    }
}
