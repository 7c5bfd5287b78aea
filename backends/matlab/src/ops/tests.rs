//! Operators against naive twins, and against results that were recorded from Octave.

use super::*;
use crate::value::{Array, Class, Complex64, Dims};
use proptest::prelude::*;
use raddle_matlab::ast::UnaryOp;

fn doubles(dims: &[usize], values: &[f64]) -> Value {
    Value::Double(Array::new(Dims::new(dims), values.to_vec()))
}

fn elements(value: &Value) -> Vec<f64> {
    value.to_doubles().map(Array::into_vec).unwrap_or_default()
}

fn int8(values: &[i8]) -> Value {
    Value::I8(Array::row(values.to_vec()))
}

fn apply(op: BinaryOp, left: &Value, right: &Value) -> Value {
    binary(op, left, right).unwrap()
}

fn message(op: BinaryOp, left: &Value, right: &Value) -> String {
    binary(op, left, right).unwrap_err().message
}

/// Position in `dims` of the element at `position` of an array of extents `whole`, by division.
fn repeated_position(position: usize, whole: &Dims, dims: &Dims) -> usize {
    let (mut rest, mut stride, mut result) = (position, 1, 0);
    for k in 0..whole.rank() {
        let index = rest % whole.get(k);
        rest /= whole.get(k);
        if dims.get(k) != 1 {
            result += index * stride;
        }
        stride *= dims.get(k);
    }
    result
}

/// Extents of two arrays that conform.
fn conforming() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    prop::collection::vec((1_usize..4, 0..3_u8), 2..4).prop_map(|extents| {
        let left = extents.iter().map(|&(extent, which)| if which == 1 { 1 } else { extent }).collect();
        let right = extents.iter().map(|&(extent, which)| if which == 2 { 1 } else { extent }).collect();
        (left, right)
    })
}

fn numbered(dims: &Dims, first: f64) -> Value {
    Value::Double(Array::new(dims.clone(), (0..dims.count()).map(|k| first + k as f64).collect()))
}

proptest! {
    #[test]
    fn broadcasting_is_a_loop_over_positions((left, right) in conforming()) {
        let (a, b) = (Dims::new(&left), Dims::new(&right));
        let rank = a.rank().max(b.rank());
        let whole: Vec<usize> = (0..rank).map(|k| a.get(k).max(b.get(k))).collect();
        let whole = Dims::new(&whole);
        let result = apply(BinaryOp::Sub, &numbered(&a, 100.0), &numbered(&b, 1.0));
        prop_assert_eq!(result.dims(), whole.clone());
        let expected: Vec<f64> = (0..whole.count())
            .map(|k| 99.0 + repeated_position(k, &whole, &a) as f64 - repeated_position(k, &whole, &b) as f64)
            .collect();
        prop_assert_eq!(elements(&result), expected);
    }

    #[test]
    fn small_integers_are_rounded_and_saturated(x: i8, y: i8) {
        let (a, b) = (int8(&[x]), int8(&[y]));
        let clamped = |value: f64| value.round().clamp(-128.0, 127.0);
        let (p, q) = (f64::from(x), f64::from(y));
        prop_assert_eq!(elements(&apply(BinaryOp::Add, &a, &b)), vec![clamped(p + q)]);
        prop_assert_eq!(elements(&apply(BinaryOp::Sub, &a, &b)), vec![clamped(p - q)]);
        prop_assert_eq!(elements(&apply(BinaryOp::Mul, &a, &b)), vec![clamped(p * q)]);
        let quotient = if x == 0 && y == 0 { 0.0 } else { clamped(p / q) };
        prop_assert_eq!(elements(&apply(BinaryOp::RightDivide, &a, &b)), vec![quotient]);
    }

    #[test]
    fn large_integers_saturate(x: i64, y: i64) {
        let value = |x| Value::I64(Array::scalar(x));
        let result = |op| match apply(op, &value(x), &value(y)) {
            Value::I64(array) => array.into_vec()[0],
            other => panic!("{other:?}"),
        };
        let clamped = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let (p, q) = (i128::from(x), i128::from(y));
        prop_assert_eq!(result(BinaryOp::Add), clamped(p + q));
        prop_assert_eq!(result(BinaryOp::Sub), clamped(p - q));
        prop_assert_eq!(result(BinaryOp::Mul), clamped(p * q));
        if y != 0 {
            let doubled = 2 * p.abs() / q.abs();
            let rounded = (doubled + 1) / 2 * p.signum() * q.signum();
            prop_assert_eq!(result(BinaryOp::RightDivide), clamped(rounded));
        }
    }

    #[test]
    fn products_of_matrices_are_sums_in_order(rows in 0_usize..6, inner in 0_usize..6, columns in 0_usize..10) {
        let fraction = |k: usize| 1.0 / (k as f64 + 3.0);
        let matrix = |m: usize, n: usize| doubles(&[m, n], &(0..m * n).map(fraction).collect::<Vec<_>>());
        let (a, b) = (matrix(rows, inner), matrix(inner, columns));
        prop_assume!(!a.is_scalar() && !b.is_scalar());
        let (x, y) = (elements(&a), elements(&b));
        let mut expected = vec![];
        for j in 0..columns {
            for i in 0..rows {
                expected.push((0..inner).fold(0.0, |sum, k| sum + x[k * rows + i] * y[j * inner + k]));
            }
        }
        prop_assert_eq!(elements(&apply(BinaryOp::MatMul, &a, &b)), expected);
    }

    #[test]
    fn ranges_end_at_their_limit(count in 1_u32..500, tenth in 1_u32..50) {
        let step = f64::from(tenth) / 10.0;
        let limit = f64::from(tenth * (count - 1)) / 10.0;
        prop_assert_eq!(range_count(0.0, step, limit), count as usize);
    }

    #[test]
    fn transposition_twice_changes_nothing(rows in 0_usize..40, columns in 0_usize..40) {
        let a = numbered(&[rows, columns].into(), 0.0);
        let turned = unary(UnaryOp::Transpose, &a).unwrap();
        prop_assert_eq!(turned.dims(), Dims::from([columns, rows]));
        prop_assert_eq!(elements(&unary(UnaryOp::Transpose, &turned).unwrap()), elements(&a));
    }
}

#[test]
fn in_place_is_the_same_as_not() {
    let (a, b) = (doubles(&[2, 2], &[1.0, 2.0, 3.0, 4.0]), doubles(&[1, 2], &[10.0, 20.0]));
    for op in [BinaryOp::Add, BinaryOp::Mul, BinaryOp::MatMul, BinaryOp::Power] {
        for right in [&a, &b, &Value::scalar(2.0)] {
            let mut target = a.clone();
            match binary(op, &a, right) {
                Ok(expected) => {
                    binary_into(op, &mut target, right).unwrap();
                    assert_eq!(elements(&target), elements(&expected));
                }
                Err(_) => {
                    assert!(binary_into(op, &mut target, right).is_err());
                    assert_eq!(elements(&target), elements(&a));
                }
            }
        }
    }
}

#[test]
fn integers_of_64_bits_beside_doubles() {
    let value = |x| Value::I64(Array::scalar(x));
    let cases = [
        (BinaryOp::Add, 5, 0.5, 6),
        (BinaryOp::Sub, 5, 0.5, 4),
        (BinaryOp::Sub, 5, 2.5, 2),
        (BinaryOp::Mul, i64::MAX, 0.5, 4_611_686_018_427_387_904),
        (BinaryOp::RightDivide, i64::MAX, 3.5, 2_635_249_153_387_078_656),
        (BinaryOp::RightDivide, i64::MAX, 3.0, 3_074_457_345_618_258_602),
        (BinaryOp::Add, i64::MIN, f64::INFINITY, i64::MAX - 1),
        (BinaryOp::Add, i64::MIN, 2_f64.powi(63), 0),
        (BinaryOp::Add, 7, f64::NAN, 7),
        (BinaryOp::Mul, 7, f64::NAN, 0),
    ];
    for (op, x, y, expected) in cases {
        match apply(op, &value(x), &Value::scalar(y)) {
            Value::I64(array) => assert_eq!(array.as_slice(), [expected], "{op:?} {x} {y}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn comparison_of_64_bits_with_doubles() {
    let less = |x: i64, y: f64| apply(BinaryOp::Less, &Value::I64(Array::scalar(x)), &Value::scalar(y)).as_scalar();
    assert_eq!(less(9_007_199_254_740_993, 9_007_199_254_740_992.0), Some(0.0));
    assert_eq!(less(3, 3.5), Some(1.0));
    assert_eq!(less(-4, -3.5), Some(1.0));
    assert_eq!(less(3, f64::NAN), Some(0.0));
    // Octave's own rule.
    assert_eq!(less(i64::MAX, 2_f64.powi(63)), Some(0.0));
    assert_eq!(less(i64::MIN, -2_f64.powi(63)), Some(1.0));
}

#[test]
fn powers() {
    let power = |x: f64, y: f64| apply(BinaryOp::Power, &Value::scalar(x), &Value::scalar(y));
    assert_eq!(elements(&power(1.1, 2.0)), [1.1 * 1.1]);
    assert!(power(-8.0, 1.0 / 3.0).is_complex());
    assert!(power(-2.0, f64::INFINITY).is_complex());
    let z = Value::Complex(Array::scalar(Complex64::new(1.0, 2.0)));
    let square = apply(BinaryOp::Power, &z, &Value::scalar(2.0));
    assert_eq!(square.to_complex().unwrap().into_vec(), [Complex64::new(-3.0, 4.0)]);
    assert_eq!(elements(&apply(BinaryOp::Power, &int8(&[2, -2]), &Value::scalar(7.0))), [127.0, -128.0]);
}

#[test]
fn imaginary_parts_of_zero_are_dropped() {
    let i = Value::Complex(Array::scalar(Complex64::new(0.0, 1.0)));
    let product = apply(BinaryOp::Mul, &i, &i);
    assert_eq!((product.is_complex(), elements(&product)), (false, vec![-1.0]));
}

#[test]
fn quotients_of_complex_numbers() {
    let z = |re, im| Value::Complex(Array::scalar(Complex64::new(re, im)));
    let quotient = |a: &Value, b: &Value| apply(BinaryOp::RightDivide, a, b).to_complex().unwrap().into_vec()[0];
    assert_eq!(quotient(&z(1.0, 2.0), &z(3.0, 4.0)), Complex64::new(0.44, 0.08));
    assert_eq!(quotient(&z(1.0, 1.0), &Value::scalar(0.0)), Complex64::new(f64::INFINITY, f64::INFINITY));
}

#[test]
fn messages() {
    let (two, three) = (doubles(&[1, 2], &[1.0; 2]), doubles(&[1, 3], &[1.0; 3]));
    let sizes = "nonconformant arguments (op1 is 1x2, op2 is 1x3)";
    assert_eq!(message(BinaryOp::Add, &two, &three), format!("operator +: {sizes}"));
    assert_eq!(message(BinaryOp::Mul, &two, &three), format!("product: {sizes}"));
    assert_eq!(message(BinaryOp::RightDivide, &two, &three), format!("quotient: {sizes}"));
    assert_eq!(message(BinaryOp::Equal, &two, &three), format!("mx_el_eq: {sizes}"));
    let cell = Value::cell_row(vec![Value::scalar(1.0)]);
    let text = "binary operator '+' not implemented for 'cell' by 'scalar' operations";
    assert_eq!(message(BinaryOp::Add, &cell, &Value::bool(true)), text);
    assert_eq!(message(BinaryOp::And, &Value::scalar(f64::NAN), &two), "invalid conversion from NaN to logical");
    let int16 = Value::I16(Array::scalar(1));
    let text = "binary operator '+' not implemented for 'int8 scalar' by 'int16 scalar' operations";
    assert_eq!(message(BinaryOp::Add, &int8(&[1]), &int16), text);
    let error = unary(UnaryOp::Minus, &cell).unwrap_err();
    assert_eq!(error.message, "unary operator '-' not implemented for 'cell' operands");
}

#[test]
fn brackets() {
    let size = |rows: Vec<Vec<Value>>| concat(rows).map(|value| value.dims().to_string()).map_err(|e| e.message);
    let zeros = |rows, columns| Value::Double(Array::filled([rows, columns].into(), 0.0));
    assert_eq!(size(vec![vec![zeros(1, 0), zeros(2, 1)]]), Ok("2x1".into()));
    assert_eq!(size(vec![vec![zeros(1, 0), zeros(0, 1)]]), Ok("0x0".into()));
    assert_eq!(size(vec![vec![zeros(0, 3)], vec![zeros(0, 3)]]), Ok("0x3".into()));
    assert_eq!(size(vec![vec![zeros(3, 0)], vec![zeros(1, 0)]]), Ok("4x0".into()));
    let mismatch = "vertical dimensions mismatch (0x3 vs 1x2)";
    assert_eq!(size(vec![vec![zeros(0, 3)], vec![zeros(1, 2)]]), Err(mismatch.into()));
    let rows = vec![vec![Value::text("abc")], vec![Value::text("d")]];
    let texts = concat(rows).unwrap();
    assert_eq!(texts.dims(), Dims::from([2, 3]));
    let mixed = concat(vec![vec![Value::scalar(300.0), int8(&[1]), Value::bool(true)]]).unwrap();
    assert_eq!((mixed.class(), elements(&mixed)), (Class::I8, vec![127.0, 1.0, 1.0]));
    let cell = |x| Value::cell_row(vec![Value::scalar(x)]);
    assert_eq!(size(vec![vec![cell(1.0), Value::empty(), Value::scalar(2.0)]]), Ok("1x2".into()));
    assert_eq!(size(vec![vec![zeros(1, 1), zeros(1, 1)], vec![cell(1.0), cell(2.0)]]), Ok("2x2".into()));
}

#[test]
fn pages_are_joined_behind_each_other() {
    let (a, b) = (doubles(&[1, 2], &[1.0, 2.0]), doubles(&[1, 2], &[3.0, 4.0]));
    let pages = cat(2, vec![a.clone(), b.clone()]).unwrap();
    assert_eq!((pages.dims(), elements(&pages)), (Dims::new(&[1, 2, 2]), vec![1.0, 2.0, 3.0, 4.0]));
    let rows = cat(0, vec![a, b]).unwrap();
    assert_eq!(elements(&rows), [1.0, 3.0, 2.0, 4.0]);
}

#[test]
fn systems_of_equations() {
    let a = doubles(&[2, 2], &[1.0, 3.0, 2.0, 4.0]);
    let b = doubles(&[2, 1], &[5.0, 11.0]);
    let x = elements(&apply(BinaryOp::MatLeftDivide, &a, &b));
    assert!(x.iter().zip([1.0, 2.0]).all(|(x, y)| (x - y).abs() < 1e-14), "{x:?}");
    let square = apply(BinaryOp::MatPower, &a, &Value::scalar(2.0));
    assert_eq!(elements(&square), [7.0, 15.0, 10.0, 22.0]);
}

#[test]
fn conversion_rounds_and_saturates() {
    let values = doubles(&[1, 5], &[2.5, -2.5, 300.0, -300.0, f64::NAN]);
    assert_eq!(elements(&convert(&values, Class::I8).unwrap()), [3.0, -3.0, 127.0, -128.0, 0.0]);
    assert_eq!(elements(&convert(&values, Class::U8).unwrap()), [3.0, 0.0, 255.0, 0.0, 0.0]);
    assert!(convert(&values, Class::Bool).is_err());
}

#[test]
fn equality_ignores_classes_of_numbers() {
    assert!(is_equal(&Value::scalar(97.0), &Value::text("a")));
    assert!(is_equal(&int8(&[1]), &Value::bool(true)));
    assert!(!is_equal(&Value::scalar(f64::NAN), &Value::scalar(f64::NAN)));
    assert!(!is_equal(&Value::empty(), &doubles(&[0, 3], &[])));
}

#[test]
fn short_ranges_are_matrices() {
    let of = |base: f64, limit: f64| range(&base.into(), None, &limit.into()).unwrap();
    assert!(matches!(of(1.0, 0.0), Value::Double(_)));
    assert!(matches!(of(1.0, 3.0), Value::Range(_)));
    assert!(range(&1.0.into(), None, &f64::INFINITY.into()).is_err());
}
