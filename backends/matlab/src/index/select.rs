//! Which elements subscripts select, and in which extents. Knows no class.

use super::subscript::{self, Index, Parsed};
use crate::value::{Array, Dims, Range, Rearrange, room};
use crate::{Error, Result};
use smallvec::SmallVec;

/// Positions along each subscript's dimension of an array with these extents.
#[derive(Debug)]
pub struct Selection {
    /// The array's extents as the subscripts see them: the last one is the product of those that have no subscript.
    extents: SmallVec<[usize; 2]>,
    indexes: SmallVec<[Index; 2]>,
    /// The extents of what is selected.
    pub dims: Dims,
}

impl Selection {
    /// Subscripts that must be in bound.
    ///
    /// # Errors
    /// `index (_,5): out of bound 3 (dimensions are 3x3)`, too many elements.
    pub fn new(dims: &Dims, parsed: &[Parsed]) -> Result<Selection> {
        let extents = folded(dims, parsed.len());
        check(dims, &extents, parsed)?;
        let result = match parsed {
            [one] => linear_dims(dims, one),
            _ => {
                let lengths: SmallVec<[usize; 2]> =
                    parsed.iter().zip(&extents).map(|(one, &extent)| length(one, extent)).collect();
                Dims::new(&lengths)
            }
        };
        result.checked_count()?;
        Ok(Selection::of_parts(extents, parsed, result))
    }

    fn of_parts(extents: SmallVec<[usize; 2]>, parsed: &[Parsed], dims: Dims) -> Selection {
        let indexes = parsed.iter().zip(&extents).map(|(one, &extent)| one.index(extent)).collect();
        Selection { extents, indexes, dims }
    }

    /// Positions that are in bound for sure, along each dimension of `extents`.
    pub fn within(extents: &[usize], indexes: SmallVec<[Index; 2]>, dims: Dims) -> Selection {
        Selection { extents: extents.into(), indexes, dims }
    }

    pub fn count(&self) -> usize {
        self.indexes.iter().map(Index::len).product()
    }

    /// # Errors
    /// Too many elements.
    pub fn of<T: Clone>(&self, array: &Array<T>) -> Result<Array<T>> {
        if self.is_whole() {
            return Ok(array.clone().reshape(self.dims.clone()));
        }
        let source = array.as_slice();
        let mut values = room(self.count())?;
        self.runs(|start, stride, index| match index.as_run() {
            Some(run) if stride == 1 => values.extend_from_slice(&source[start + run.start..start + run.end]),
            _ => values.extend(index.iter().map(|position| source[start + position * stride].clone())),
        });
        Ok(Array::new(self.dims.clone(), values))
    }

    /// # Errors
    /// Too many elements.
    pub fn of_range(&self, range: &Range) -> Result<Array<f64>> {
        let mut values = room(self.count())?;
        self.runs(|start, stride, index| {
            values.extend(index.iter().map(|position| range.get(start + position * stride)));
        });
        Ok(Array::new(self.dims.clone(), values))
    }

    /// Every element, in order?
    pub fn is_whole(&self) -> bool {
        self.indexes.iter().zip(&self.extents).all(|(index, &extent)| *index == Index::all(extent))
    }

    /// Writes the selected elements: one value to all of them, or one to each.
    pub fn put<T: Clone>(&self, target: &mut [T], values: &[T]) {
        if let [value] = values {
            self.runs(|start, stride, index| match index.as_run() {
                Some(run) if stride == 1 => target[start + run.start..start + run.end].fill(value.clone()),
                _ => index.iter().for_each(|position| target[start + position * stride] = value.clone()),
            });
            return;
        }
        let mut rest = values;
        self.runs(|start, stride, index| {
            let (now, later) = rest.split_at(index.len());
            rest = later;
            match index.as_run() {
                Some(run) if stride == 1 => target[start + run.start..start + run.end].clone_from_slice(now),
                _ => index.iter().zip(now).for_each(|(position, value)| {
                    target[start + position * stride] = value.clone();
                }),
            }
        });
    }

    /// Visits the elements in order as runs along one dimension: `(start, stride, positions)`, the element of a position being
    /// `start + position * stride`. Dimensions before it have one position only.
    fn runs(&self, mut visit: impl FnMut(usize, usize, &Index)) {
        if self.count() == 0 {
            return;
        }
        let inner = self.indexes.iter().position(|index| index.len() != 1).unwrap_or(0);
        let mut strides: SmallVec<[usize; 2]> = SmallVec::new();
        let mut stride = 1;
        for &extent in &self.extents {
            strides.push(stride);
            stride *= extent;
        }
        let fixed: usize = (0..inner).map(|dimension| self.indexes[dimension].at(0) * strides[dimension]).sum();
        let mut counters: SmallVec<[usize; 2]> = SmallVec::from_elem(0, self.indexes.len());
        loop {
            let outer: usize = (inner + 1..self.indexes.len())
                .map(|dimension| self.indexes[dimension].at(counters[dimension]) * strides[dimension])
                .sum();
            visit(fixed + outer, strides[inner], &self.indexes[inner]);
            let next = (inner + 1..self.indexes.len()).find(|&dimension| {
                counters[dimension] += 1;
                let in_range = counters[dimension] < self.indexes[dimension].len();
                if !in_range {
                    counters[dimension] = 0;
                }
                in_range
            });
            if next.is_none() {
                return;
            }
        }
    }
}

/// # Errors
/// `index (_,5): out of bound 3 (dimensions are 3x3)`.
pub fn check(dims: &Dims, extents: &[usize], parsed: &[Parsed]) -> Result<()> {
    for (at, (one, &extent)) in parsed.iter().zip(extents).enumerate() {
        if one.bound() > extent {
            return Err(subscript::out_of_bound(one.bound(), at, parsed.len(), extent, dims));
        }
    }
    Ok(())
}

impl Rearrange for Selection {
    fn dims(&self, _: &Dims) -> Dims {
        self.dims.clone()
    }

    fn apply<T: Clone>(&self, array: &Array<T>, _: &T) -> Result<Array<T>> {
        self.of(array)
    }
}

fn length(one: &Parsed, extent: usize) -> usize {
    match one {
        Parsed::Colon => extent,
        Parsed::Positions(positions) => positions.index.len(),
    }
}

/// The extents as `count` subscripts see them.
pub fn folded(dims: &Dims, count: usize) -> SmallVec<[usize; 2]> {
    let mut extents: SmallVec<[usize; 2]> = (0..count).map(|dimension| dims.get(dimension)).collect();
    if let Some(last) = extents.last_mut() {
        *last = dims.as_slice().iter().skip(count - 1).product();
    }
    extents
}

/// The extents of `x(subscript)`: those of the subscript, but vectors of a vector lie like the vector.
fn linear_dims(dims: &Dims, one: &Parsed) -> Dims {
    match one {
        Parsed::Colon => [dims.count(), 1].into(),
        Parsed::Positions(positions) => {
            let shape = &positions.shape;
            match dims.long_of_vector() {
                Some(long) if shape.long_of_vector().is_some() => dims.with(long, positions.index.len()),
                _ => shape.clone(),
            }
        }
    }
}

/// What an indexed assignment does: the extents after it, and the elements that are written.
#[derive(Debug)]
pub struct Placement {
    /// The extents to grow to.
    pub grown: Option<Dims>,
    pub selection: Selection,
}

impl Placement {
    /// # Errors
    /// Octave's: extents that do not match, subscripts that cannot grow the array.
    pub fn new(dims: &Dims, parsed: &[Parsed], value: &Dims) -> Result<Placement> {
        match parsed {
            [] => Err(Error::new("invalid empty index list")),
            [one] => Placement::linear(dims, one, value),
            _ => Placement::along(dims, parsed, value),
        }
    }

    fn linear(dims: &Dims, one: &Parsed, value: &Dims) -> Result<Placement> {
        let count = dims.count();
        let selected = length(one, count);
        if !value.is_scalar() && value.count() != selected {
            return Err(nonconformant(&[selected, 1].into(), value));
        }
        let grown = if one.bound() > count { Some(grown_vector(dims, one.bound())?) } else { None };
        let extent = grown.as_ref().map_or(count, Dims::count);
        let selection =
            Selection::of_parts(SmallVec::from_slice(&[extent]), std::slice::from_ref(one), [selected, 1].into());
        Ok(Placement { grown, selection })
    }

    fn along(dims: &Dims, parsed: &[Parsed], value: &Dims) -> Result<Placement> {
        let mut extents = folded(dims, parsed.len());
        let colons = colon_extents(dims, parsed, value).unwrap_or_else(|| extents.clone());
        let lengths: SmallVec<[usize; 2]> =
            parsed.iter().zip(&colons).map(|(one, &extent)| length(one, extent)).collect();
        if !conform(&lengths, value)? {
            return Ok(Placement { grown: None, selection: Selection::of_parts(extents, parsed, Dims::new(&lengths)) });
        }
        let mut grows = false;
        for ((one, extent), &colon) in parsed.iter().zip(&mut extents).zip(&colons) {
            let needed = if one.is_colon() { colon } else { one.bound() };
            grows |= needed > *extent;
            *extent = needed.max(*extent);
        }
        if grows && parsed.len() < dims.rank() {
            return Err(cannot_grow());
        }
        let grown = grows.then(|| Dims::new(&extents));
        Ok(Placement { grown, selection: Selection::of_parts(extents, parsed, Dims::new(&lengths)) })
    }
}

/// The extents of a vector that is written behind its end.
fn grown_vector(dims: &Dims, count: usize) -> Result<Dims> {
    match dims.as_slice() {
        [0 | 1, _] => Ok([1, count].into()),
        [_, 1] => Ok([count, 1].into()),
        _ => Err(cannot_grow()),
    }
}

fn cannot_grow() -> Error {
    Error::with_id(
        "Octave:invalid-resize",
        "Invalid resizing operation or ambiguous assignment to an out-of-bounds array element",
    )
}

/// In `[]`, a colon stands for as many positions as the value has there.
fn colon_extents(dims: &Dims, parsed: &[Parsed], value: &Dims) -> Option<SmallVec<[usize; 2]>> {
    if dims.as_slice().iter().any(|&extent| extent != 0) {
        return None;
    }
    let is_single = |one: &Parsed| matches!(one, Parsed::Positions(positions) if positions.is_scalar);
    if value.rank() == parsed.len() && !parsed.iter().any(is_single) {
        return Some(value.as_slice().into());
    }
    let mut left = value.as_slice().iter().filter(|extent| **extent != 1);
    let extents = parsed.iter().map(|one| if is_single(one) { 1 } else { left.next().copied().unwrap_or(1) });
    Some(extents.collect())
}

/// Do a value's extents fit, ones left out? Where both are empty in different ways, they do not, but nothing is to be done.
fn conform(lengths: &[usize], value: &Dims) -> Result<bool> {
    if value.is_scalar() {
        return Ok(true);
    }
    let long =
        |extents: &[usize]| -> SmallVec<[usize; 2]> { extents.iter().copied().filter(|&extent| extent != 1).collect() };
    if long(lengths) == long(value.as_slice()) {
        return Ok(true);
    }
    if lengths.contains(&0) && value.as_slice().contains(&0) {
        return Ok(false);
    }
    if lengths.len() == 2 {
        return Err(nonconformant(&Dims::new(lengths), &[value.rows(), value.cols()].into()));
    }
    // Octave shows the value without ones here.
    Err(nonconformant(&Dims::new(lengths), &Dims::new(&long(value.as_slice()))))
}

fn nonconformant(left: &Dims, right: &Dims) -> Error {
    Error::with_id("Octave:nonconformant-args", format!("=: nonconformant arguments (op1 is {left}, op2 is {right})"))
}
