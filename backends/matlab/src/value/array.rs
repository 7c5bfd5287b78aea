//! Arrays of one element type. One element needs no allocation; more are shared until they are written.

use super::{Dims, room};
use crate::{Error, memory};
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

    /// [`Array::filled`] with extents that a program asks for.
    ///
    /// # Errors
    /// More than memory can have.
    pub fn try_filled(dims: Dims, value: T) -> Result<Array<T>, Error> {
        /// From here on, memory comes from the system as zeros, which nobody has to write.
        const LARGE: usize = 1 << 16;
        let count = dims.checked_count()?;
        let mut values = room(count)?;
        if count >= LARGE {
            drop(values);
            values = vec![value; count];
        } else {
            values.resize(count, value);
        }
        Ok(Array::new(dims, values))
    }

    /// Changes the extents to ones of which none is less than now. New elements are `fill`. What is appended at the end takes
    /// amortized constant time per element.
    ///
    /// # Errors
    /// More than memory can have.
    pub fn grow(&mut self, dims: Dims, fill: &T) -> Result<(), Error> {
        let count = dims.checked_count()?;
        if count != self.len() {
            if self.is_empty() || self.dims.is_start_of(&dims) {
                self.append(count, fill)?;
            } else {
                let mut values = room(count)?;
                values.resize(count, fill.clone());
                place_columns(self.as_slice(), &self.dims, &mut values, &dims);
                self.data = Data::Many(Rc::new(values));
            }
        }
        self.dims = dims;
        Ok(())
    }

    fn append(&mut self, count: usize, fill: &T) -> Result<(), Error> {
        match &mut self.data {
            Data::Many(_) if count == 1 => self.data = Data::One(fill.clone()),
            Data::Many(shared) => {
                let values = Rc::<Vec<T>>::make_mut(shared);
                let more = count - values.len();
                memory::reserve(values, more)?;
                values.resize(count, fill.clone());
            }
            Data::One(value) => {
                let mut values = room(count.max(4))?;
                values.push(std::mem::replace(value, fill.clone()));
                values.resize(count, fill.clone());
                self.data = Data::Many(Rc::new(values));
            }
        }
        Ok(())
    }

    /// Removes elements that lie one after another; `dims` are the extents without them.
    ///
    /// # Panics
    /// If the number of elements that stay is not that of the extents: an error of ours.
    pub fn remove(&mut self, elements: std::ops::Range<usize>, dims: Dims) {
        if let Data::Many(shared) = &mut self.data
            && let Some(values) = Rc::get_mut(shared)
            && dims.count() > 1
        {
            values.drain(elements);
            assert_eq!(dims.count(), values.len(), "extents {dims}");
            self.dims = dims;
            return;
        }
        let old = self.as_slice();
        let kept = [&old[..elements.start], &old[elements.end..]].concat();
        *self = Array::new(dims, kept);
    }

    /// Has no other value the same elements?
    pub fn is_unshared(&self) -> bool {
        match &self.data {
            Data::One(_) => true,
            Data::Many(values) => Rc::strong_count(values) == 1,
        }
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

/// Copies an array into the first places along each dimension of a larger one.
fn place_columns<T: Clone>(from: &[T], from_dims: &Dims, to: &mut [T], to_dims: &Dims) {
    let rows = from_dims.rows();
    let rank = from_dims.rank();
    let mut column = vec![0; rank];
    for elements in from.chunks_exact(rows.max(1)) {
        let mut at = 0;
        for dimension in (1..to_dims.rank()).rev() {
            at = at * to_dims.get(dimension) + column.get(dimension).copied().unwrap_or(0);
        }
        let at = at * to_dims.rows();
        to[at..at + rows].clone_from_slice(elements);
        for (dimension, place) in column.iter_mut().enumerate().skip(1) {
            *place += 1;
            if *place < from_dims.get(dimension) {
                break;
            }
            *place = 0;
        }
    }
}

impl<T> Default for Array<T> {
    /// 0x0
    fn default() -> Array<T> {
        Array::new([0, 0].into(), vec![])
    }
}
