//! Functions of linear algebra against results that Octave gave (`recorded/linalg.m` makes `recorded/linalg.txt`): bit for bit where
//! the order of operations is LAPACK's, else to a few units in the last place.

use raddle_mat::builtins::{call, find};
use raddle_mat::session::{Session, State};
use raddle_mat::value::{Array, Complex32, Complex64};
use raddle_mat::{Result, Value};

#[derive(Default)]
struct Silent(State);

impl Session for Silent {
    fn call(&mut self, _function: &Value, _args: Vec<Value>, _nargout: usize) -> Result<Vec<Value>> {
        Ok(vec![])
    }

    fn is_function(&mut self, _name: &str) -> bool {
        false
    }

    fn write(&mut self, _bytes: &[u8]) {}

    fn write_error(&mut self, _bytes: &[u8]) {}

    fn state(&mut self) -> &mut State {
        &mut self.0
    }
}

/// `CLASS ROWS COLUMNS NUMBERS...`
fn parse(text: &str) -> Value {
    let mut words = text.split_whitespace();
    let class = words.next().expect("a class");
    let mut extent = || words.next().and_then(|word| word.parse::<usize>().ok()).expect("an extent");
    let dims = [extent(), extent()].into();
    let numbers: Vec<f64> = words.map(|word| word.parse().expect("a number")).collect();
    let pairs = || numbers.chunks(2).map(|pair| Complex64::new(pair[0], pair[1]));
    match class {
        "d" => Value::Double(Array::new(dims, numbers)),
        "t" => Value::text(numbers.iter().map(|&x| x as u8).collect::<Vec<u8>>()),
        "s" => Value::Single(Array::new(dims, numbers.iter().map(|&x| x as f32).collect())),
        "z" => Value::Complex(Array::new(dims, pairs().collect())),
        _ => {
            Value::SingleComplex(Array::new(dims, pairs().map(|z| Complex32::new(z.re as f32, z.im as f32)).collect()))
        }
    }
}

/// The greatest difference of two values in units of the rounding of the greatest element; infinite if shapes or classes differ.
fn difference(expected: &Value, found: &Value) -> f64 {
    let found = found.clone().full();
    if expected.dims() != found.dims() || expected.class() != found.class() {
        return f64::INFINITY;
    }
    let (Some(a), Some(b)) = (expected.to_complex(), found.to_complex()) else { return f64::INFINITY };
    let eps = if expected.class() == raddle_mat::value::Class::Single { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let size = a.iter().map(|z| z.re.abs().max(z.im.abs())).filter(|x| x.is_finite()).fold(f64::MIN_POSITIVE, f64::max);
    let part = |x: f64, y: f64| if x == y || x.is_nan() && y.is_nan() { 0.0 } else { (x - y).abs() / (size * eps) };
    a.iter().zip(b.iter()).map(|(x, y)| part(x.re, y.re).max(part(x.im, y.im))).fold(0.0, f64::max)
}

/// How many units a result may be off: nothing, but where another algorithm or the C++ library's complex division has a part.
fn tolerance(name: &str, class: char) -> f64 {
    match (name, class) {
        ("expm", _) => 64.0,
        ("det", 'z' | 'c') => 4.0,
        ("inv" | "mldivide" | "mrdivide", 's' | 'c') => 2.0,
        _ => 0.0,
    }
}

#[test]
fn recorded_results() {
    for (number, line) in include_str!("recorded/linalg.txt").lines().enumerate() {
        let mut parts = line.split(" | ");
        let head: Vec<&str> = parts.next().expect("a call").split_whitespace().collect();
        let (name, nargout, nargs) = (head[0], head[1].parse().expect("a number"), head[2].parse().expect("a number"));
        let class = line.split(" | ").nth(1).and_then(|arg| arg.chars().next()).unwrap_or('d');
        let values: Vec<Value> = parts.map(parse).collect();
        let (args, expected) = values.split_at(nargs);
        let entry = find(name).expect("a function");
        let found = call(entry, &mut Silent::default(), args.to_vec(), nargout).expect(line);
        for (k, expected) in expected.iter().enumerate() {
            let ulps = found.get(k).map_or(f64::INFINITY, |found| difference(expected, found));
            assert!(ulps <= tolerance(name, class), "line {}, output {}: {ulps} units: {line}", number + 1, k + 1);
        }
    }
}
