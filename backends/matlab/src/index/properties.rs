//! Indexing against a naive model: elements by their coordinates, one after another.

use super::{Subscript, delete, get, set};
use crate::value::{Array, Dims, Value};
use proptest::prelude::*;

/// Subscripts of the model: 0-based positions, or all.
#[derive(Clone, Debug)]
enum Positions {
    All,
    List(Vec<usize>),
    Mask(Vec<bool>),
}

impl Positions {
    fn list(&self, extent: usize) -> Vec<usize> {
        match self {
            Positions::All => (0..extent).collect(),
            Positions::List(list) => list.clone(),
            Positions::Mask(mask) => (0..mask.len()).filter(|&k| mask[k]).collect(),
        }
    }

    fn subscript(&self) -> Subscript {
        match self {
            Positions::All => Subscript::Colon,
            Positions::List(list) => {
                Subscript::Value(Value::row(list.iter().map(|&position| position as f64 + 1.0).collect()))
            }
            Positions::Mask(mask) => Subscript::Value(Value::Bool(Array::row(mask.clone()))),
        }
    }
}

/// An array whose elements are all different.
fn numbered(extents: &[usize]) -> Value {
    let dims = Dims::new(extents);
    let values = (0..dims.count()).map(|k| k as f64 + 1.0).collect();
    Value::Double(Array::new(dims, values))
}

fn elements(value: &Value) -> Vec<f64> {
    value.to_doubles().map(Array::into_vec).unwrap_or_default()
}

/// The element at coordinates; coordinates beyond the last dimension are zero.
fn at(value: &Value, coordinates: &[usize]) -> f64 {
    let dims = value.dims();
    let (mut place, mut stride) = (0, 1);
    for (axis, &position) in coordinates.iter().enumerate() {
        place += position * stride;
        stride *= dims.get(axis);
    }
    elements(value)[place]
}

/// All coordinates in these lists, the first fastest.
fn product(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    lists.iter().fold(vec![vec![]], |before, list| {
        list.iter()
            .flat_map(|&position| {
                before.iter().map(move |start| start.iter().copied().chain([position]).collect::<Vec<_>>())
            })
            .collect()
    })
}

fn positions(extent: usize, reach: usize) -> impl Strategy<Value = Positions> {
    let list = if reach == 0 { Just(vec![]).boxed() } else { proptest::collection::vec(0..reach, 0..4).boxed() };
    prop_oneof![
        Just(Positions::All),
        list.prop_map(Positions::List),
        proptest::collection::vec(any::<bool>(), extent).prop_map(Positions::Mask),
    ]
}

/// Extents, and subscripts that reach up to `beyond` positions further.
fn case(beyond: usize) -> impl Strategy<Value = (Vec<usize>, Vec<Positions>)> {
    proptest::collection::vec(0_usize..4, 2..4).prop_flat_map(move |extents| {
        let each: Vec<_> = extents.iter().map(|&extent| positions(extent, extent + beyond)).collect();
        (Just(extents), each)
    })
}

proptest! {
    #[test]
    fn reading((extents, subscripts) in case(0)) {
        let value = numbered(&extents);
        let lists: Vec<_> = subscripts.iter().zip(&extents).map(|(one, &extent)| one.list(extent)).collect();
        let arguments: Vec<_> = subscripts.iter().map(Positions::subscript).collect();
        let found = get(&value, &arguments, None).unwrap();
        let lengths: Vec<_> = lists.iter().map(Vec::len).collect();
        prop_assert_eq!(found.dims(), Dims::new(&lengths));
        let expected: Vec<_> = product(&lists).iter().map(|coordinates| at(&value, coordinates)).collect();
        prop_assert_eq!(elements(&found), expected);
    }

    #[test]
    fn reading_linear(extents in proptest::collection::vec(1_usize..4, 2..4), picks in proptest::collection::vec(0_usize..27, 0..6)) {
        let value = numbered(&extents);
        let picks: Vec<_> = picks.into_iter().map(|pick| pick % value.count()).collect();
        let found = get(&value, &[Positions::List(picks.clone()).subscript()], None).unwrap();
        let expected: Vec<_> = picks.iter().map(|&pick| pick as f64 + 1.0).collect();
        prop_assert_eq!(elements(&found), expected);
    }

    #[test]
    fn writing((extents, subscripts) in case(2)) {
        // In an empty matrix a colon stands for the value's extent, which has tests of its own.
        prop_assume!(Dims::new(&extents).as_slice().iter().any(|&extent| extent != 0));
        let before = numbered(&extents);
        let lists: Vec<_> = subscripts.iter().zip(&extents).map(|(one, &extent)| one.list(extent)).collect();
        let arguments: Vec<_> = subscripts.iter().map(Positions::subscript).collect();
        let lengths: Vec<_> = lists.iter().map(Vec::len).collect();
        let count: usize = lengths.iter().product();
        let values: Vec<_> = (0..count).map(|k| -1.0 - k as f64).collect();
        let mut after = before.clone();
        set(&mut after, &arguments, Value::Double(Array::new(Dims::new(&lengths), values.clone()))).unwrap();

        let grown: Vec<_> = lists.iter().zip(&extents)
            .map(|(list, &extent)| list.iter().map(|&position| position + 1).max().unwrap_or(0).max(extent)).collect();
        prop_assert_eq!(after.dims(), Dims::new(&grown));
        let written = product(&lists);
        let everywhere: Vec<Vec<usize>> = grown.iter().map(|&extent| (0..extent).collect()).collect();
        for coordinates in product(&everywhere) {
            let is_old = coordinates.iter().zip(&extents).all(|(position, extent)| position < extent);
            // The last value that is written to a place stays there.
            let expected = match written.iter().rposition(|place| *place == coordinates) {
                Some(k) => values[k],
                None if is_old => at(&before, &coordinates),
                None => 0.0,
            };
            prop_assert_eq!(at(&after, &coordinates), expected, "{:?}", coordinates);
        }
        prop_assert_eq!(elements(&before), elements(&numbered(&extents)), "the copy that was shared");
    }

    #[test]
    fn one_value_to_all((extents, subscripts) in case(2)) {
        prop_assume!(Dims::new(&extents).as_slice().iter().any(|&extent| extent != 0));
        let arguments: Vec<_> = subscripts.iter().map(Positions::subscript).collect();
        let lists: Vec<_> = subscripts.iter().zip(&extents).map(|(one, &extent)| one.list(extent)).collect();
        let mut after = numbered(&extents);
        set(&mut after, &arguments, Value::scalar(-7.0)).unwrap();
        for coordinates in product(&lists) {
            prop_assert_eq!(at(&after, &coordinates), -7.0);
        }
    }

    #[test]
    fn deleting(extents in proptest::collection::vec(1_usize..5, 2..4), axis in 0_usize..3, mask in proptest::collection::vec(any::<bool>(), 4)) {
        let axis = axis % extents.len();
        prop_assume!(axis < Dims::new(&extents).rank());
        let before = numbered(&extents);
        let goes: Vec<_> = (0..extents[axis]).filter(|&k| mask[k]).collect();
        let mut arguments = vec![Subscript::Colon; extents.len()];
        arguments[axis] = Positions::List(goes.clone()).subscript();
        let mut after = before.clone();
        delete(&mut after, &arguments).unwrap();

        let lists: Vec<Vec<usize>> = extents.iter().enumerate()
            .map(|(k, &extent)| (0..extent).filter(|position| k != axis || !goes.contains(position)).collect()).collect();
        let lengths: Vec<_> = lists.iter().map(Vec::len).collect();
        prop_assert_eq!(after.dims(), Dims::new(&lengths));
        let expected: Vec<_> = product(&lists).iter().map(|coordinates| at(&before, coordinates)).collect();
        prop_assert_eq!(elements(&after), expected);
    }

    #[test]
    fn nothing_panics(extents in proptest::collection::vec(0_usize..4, 2..4), numbers in proptest::collection::vec(-2.0_f64..6.0, 0..4), value in 0_usize..4) {
        let numbers: Vec<_> = numbers.into_iter().map(|x| if x > 1.0 { x.round() } else { x }).collect();
        let arguments: Vec<_> = numbers.iter().map(|&x| Subscript::from(x)).collect();
        let mut target = numbered(&extents);
        let _ = get(&target, &arguments, Some("x"));
        let _ = set(&mut target, &arguments, numbered(&[1, value]));
        let _ = delete(&mut target, &arguments);
    }
}
