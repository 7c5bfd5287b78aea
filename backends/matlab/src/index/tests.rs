//! Indexing against recorded results. Never runs programs.

use super::*;

fn at(positions: &[f64]) -> Vec<Subscript> {
    positions.iter().map(|&position| position.into()).collect()
}

fn row(values: &[f64]) -> Subscript {
    Subscript::Value(Value::row(values.to_vec()))
}

fn mask(values: &[bool], dims: [usize; 2]) -> Subscript {
    Subscript::Value(Value::Bool(Array::new(dims.into(), values.to_vec())))
}

fn magic() -> Value {
    Value::Double(Array::new([3, 3].into(), vec![8., 3., 4., 1., 5., 9., 6., 7., 2.]))
}

fn doubles(value: &Value) -> Vec<f64> {
    value.to_doubles().unwrap().into_vec()
}

fn message(result: Result<impl Sized>) -> String {
    named(result.err().expect("an error"), "A").message
}

#[test]
fn single_elements() {
    assert_eq!(doubles(&get(&magic(), &at(&[2.0]), None).unwrap()), [3.0]);
    assert_eq!(doubles(&get(&magic(), &at(&[2.0, 3.0]), None).unwrap()), [7.0]);
    assert_eq!(doubles(&get(&magic(), &at(&[2.0, 3.0, 1.0]), None).unwrap()), [7.0]);
}

#[test]
fn shapes_of_linear_indexing() {
    let line = Value::row(vec![1., 2., 3., 4.]);
    let column = Value::column(vec![1., 2., 3., 4.]);
    let shape = |value: &Value, subscript: Subscript| get(value, &[subscript], None).unwrap().dims().to_string();
    assert_eq!(shape(&magic(), Subscript::Colon), "9x1");
    assert_eq!(shape(&magic(), row(&[1., 2.])), "1x2");
    assert_eq!(shape(&column, row(&[1., 2.])), "2x1");
    assert_eq!(shape(&line, mask(&[true; 4], [2, 2])), "1x4");
    assert_eq!(shape(&magic(), mask(&[false; 9], [3, 3])), "0x1");
    assert_eq!(shape(&magic(), mask(&[false; 3], [1, 3])), "1x0");
    assert_eq!(shape(&line, mask(&[false], [1, 1])), "0x0");
    assert_eq!(shape(&line, row(&[])), "1x0");
    assert_eq!(shape(&Value::scalar(5.0), row(&[1., 1.])), "1x2");
    assert_eq!(shape(&Value::scalar(5.0), Subscript::Value(Value::empty())), "0x0");
}

#[test]
fn errors_of_reading() {
    let error = |subscripts: &[Subscript]| message(get(&magic(), subscripts, None));
    assert_eq!(error(&at(&[5.0, 1.0])), "A(5,_): out of bound 3 (dimensions are 3x3)");
    assert_eq!(error(&at(&[1.0, 1.0, 2.0])), "A(_,_,2): out of bound 1 (dimensions are 3x3)");
    assert_eq!(error(&at(&[10.0])), "A(10): out of bound 9 (dimensions are 3x3)");
    let reason = "subscripts must be either integers 1 to (2^63)-1 or logicals";
    assert_eq!(error(&at(&[0.0])), format!("A(0): {reason}"));
    assert_eq!(error(&at(&[1.0, 0.0])), format!("A(_,0): {reason}"));
    assert_eq!(error(&[Subscript::Value(Value::cell(Array::default()))]), format!("A(<cell>): {reason}"));
}

#[test]
fn growth() {
    let mut value = Value::empty();
    for k in 1..=100 {
        set(&mut value, &at(&[f64::from(k)]), Value::scalar(f64::from(k))).unwrap();
    }
    assert_eq!(value.dims().to_string(), "1x100");
    assert_eq!(doubles(&value), (1..=100).map(f64::from).collect::<Vec<_>>());
    let mut value = magic();
    set(&mut value, &at(&[5.0, 4.0]), Value::scalar(1.0)).unwrap();
    assert_eq!(value.dims().to_string(), "5x4");
    assert_eq!(doubles(&value)[..6], [8., 3., 4., 0., 0., 1.]);
    assert!(message(set(&mut magic(), &at(&[20.0]), Value::scalar(1.0))).starts_with("Invalid resizing"));
    let mut column = Value::column(vec![1.0, 2.0]);
    set(&mut column, &at(&[4.0]), Value::scalar(9.0)).unwrap();
    assert_eq!(column.dims().to_string(), "4x1");
}

#[test]
fn extents_that_do_not_fit() {
    let error = |subscripts: &[Subscript], value: Value| message(set(&mut magic(), subscripts, value));
    assert_eq!(
        error(&[row(&[1., 2.])], Value::row(vec![1., 2., 3.])),
        "=: nonconformant arguments (op1 is 2x1, op2 is 1x3)"
    );
    let all = Subscript::Colon;
    assert_eq!(
        error(&[all.clone(), all.clone(), row(&[2.0])], Value::row(vec![1., 2.])),
        "=: nonconformant arguments (op1 is 3x3, op2 is 2x1)"
    );
}

#[test]
fn classes() {
    let ints = Value::I8(Array::row(vec![1, 2, 3]));
    let mut value = Value::row(vec![1.0, 2.5]);
    set(&mut value, &[row(&[1., 2., 3.])], ints).unwrap();
    assert_eq!((value.class(), doubles(&value)), (Class::Double, vec![1., 2., 3.]));
    let mut value = Value::Bool(Array::row(vec![true, false]));
    set(&mut value, &at(&[2.0]), Value::scalar(5.0)).unwrap();
    assert_eq!((value.class(), doubles(&value)), (Class::Bool, vec![1., 1.]));
    let mut value = Value::text("abc");
    set(&mut value, &at(&[2.0]), Value::scalar(65.0)).unwrap();
    assert_eq!(value.as_text().as_deref(), Some("aAc"));
    assert_eq!(
        message(set(&mut magic(), &at(&[1.0]), Value::cell(Array::default()))),
        "operator =: no conversion for assignment of 'cell' to indexed 'matrix'"
    );
    let made = set_new(&at(&[2.0]), Value::bool(true)).unwrap();
    assert_eq!((made.class(), doubles(&made)), (Class::Bool, vec![0., 1.]));
}

#[test]
fn deletion() {
    let left = |value: Value, subscripts: &[Subscript]| {
        let mut value = value;
        delete(&mut value, subscripts).unwrap();
        (value.dims().to_string(), doubles(&value))
    };
    assert_eq!(left(magic(), &at(&[1.0])), ("1x8".into(), vec![3., 4., 1., 5., 9., 6., 7., 2.]));
    assert_eq!(left(magic(), &[row(&[1., 2.])]).0, "7x1");
    assert_eq!(left(magic(), &[Subscript::Colon, Subscript::Colon]).0, "0x3");
    assert_eq!(left(magic(), &[Subscript::Colon, row(&[1., 3.])]), ("3x1".into(), vec![1., 5., 9.]));
    assert_eq!(left(magic(), &[row(&[]), row(&[2.])]).0, "3x3");
    assert_eq!(message(delete(&mut magic(), &at(&[1.0, 1.0]))), "a null assignment can only have one non-colon index");
    assert!(message(delete(&mut magic(), &at(&[0.0]))).starts_with("A0: subscripts"));
    assert_eq!(message(delete(&mut magic(), &at(&[10.0]))), "A(I) = []: index out of bounds: value 10 out of bound 9");
}

#[test]
fn nothing_panics_on_large_subscripts() {
    for extents in [&[1e13][..], &[1e15, 1e15], &[4e18], &[4e18, 4e18]] {
        let result = set(&mut Value::scalar(1.0), &at(extents), Value::scalar(1.0));
        assert_eq!(result.unwrap_err().identifier, "Octave:bad-alloc");
    }
}
