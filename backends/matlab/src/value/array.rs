//! Arrays of one element type. One element needs no allocation; more are shared until they are written.

use super::Dims;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct Array<T> {
    dims: Dims,
    data: Data<T>,
}

#[derive(Clone, Debug)]
enum Data<T> {
    One(T),
    Many(Rc<Vec<T>>),
}

impl<T> Array<T> {
    /// # Panics
    /// If the number of elements is not the product of the extents: an error of ours.
    pub fn new(dims: Dims, mut data: Vec<T>) -> Array<T> {
        assert_eq!(dims.count(), data.len(), "extents {dims}");
        match data.pop() {
            Some(one) if data.is_empty() => Array { dims, data: Data::One(one) },
            Some(last) => {
                data.push(last);
                Array { dims, data: Data::Many(Rc::new(data)) }
            }
            None => Array { dims, data: Data::Many(Rc::new(data)) },
        }
    }

    pub fn scalar(value: T) -> Array<T> {
        Array { dims: [1, 1].into(), data: Data::One(value) }
    }

    pub fn row(values: Vec<T>) -> Array<T> {
        Array::new([1, values.len()].into(), values)
    }

    pub fn column(values: Vec<T>) -> Array<T> {
        Array::new([values.len(), 1].into(), values)
    }

    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in column-major order.
    pub fn as_slice(&self) -> &[T] {
        match &self.data {
            Data::One(value) => std::slice::from_ref(value),
            Data::Many(values) => values,
        }
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The only element, if there is just one.
    pub fn as_scalar(&self) -> Option<&T> {
        match &self.data {
            Data::One(value) => Some(value),
            Data::Many(_) => None,
        }
    }

    /// # Panics
    /// If the number of elements differs: an error of ours.
    pub fn reshape(mut self, dims: Dims) -> Array<T> {
        assert_eq!(dims.count(), self.len(), "extents {dims}");
        self.dims = dims;
        self
    }

    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Array<U> {
        match &self.data {
            Data::One(value) => {
                let mut f = f;
                Array { dims: self.dims.clone(), data: Data::One(f(value)) }
            }
            Data::Many(values) => {
                Array { dims: self.dims.clone(), data: Data::Many(Rc::new(values.iter().map(f).collect())) }
            }
        }
    }

    /// `map` for functions that can fail.
    ///
    /// # Errors
    /// The first error of `f`.
    pub fn try_map<U, E>(&self, f: impl FnMut(&T) -> Result<U, E>) -> Result<Array<U>, E> {
        Ok(Array::new(self.dims.clone(), self.iter().map(f).collect::<Result<_, E>>()?))
    }
}

impl<T: Clone> Array<T> {
    pub fn filled(dims: Dims, value: T) -> Array<T> {
        let count = dims.count();
        Array::new(dims, vec![value; count])
    }

    /// The elements for writing: copied first if another value shares them.
    pub fn make_mut(&mut self) -> &mut [T] {
        match &mut self.data {
            Data::One(value) => std::slice::from_mut(value),
            Data::Many(values) => Rc::<Vec<T>>::make_mut(values),
        }
    }

    /// The elements, without a copy if no other value shares them.
    pub fn into_vec(self) -> Vec<T> {
        match self.data {
            Data::One(value) => vec![value],
            Data::Many(values) => Rc::try_unwrap(values).unwrap_or_else(|shared| (*shared).clone()),
        }
    }
}

impl<T> Default for Array<T> {
    /// 0x0
    fn default() -> Array<T> {
        Array::new([0, 0].into(), vec![])
    }
}
