//! `interp1`, `interp2`, `interpft`: values between samples. Points outside have the value NA.

use super::keys::missing_last;
use super::piecewise::{Piecewise, pchip_of, spline_of, slopes};
use crate::builtins::Call;
use crate::builtins::elementary::numeric::wrap_as;
use crate::builtins::elementary::parts::NA_BITS;
use crate::builtins::reductions::along::map_lines;
use crate::ops;
use crate::value::{Array, Class, Complex64, Dims, Value};
use crate::{Result, fail};

/// What happens outside of the samples.
#[derive(Clone, Copy)]
enum Outside {
    Extrapolate,
    Constant(f64),
}

#[derive(Clone, Copy, PartialEq)]
enum Method {
    Linear,
    Nearest,
    Previous,
    Next,
    Pchip,
    Spline,
}

/// The arguments of `interp1`, sorted out.
struct Request {
    method: Method,
    outside: Outside,
    as_pp: bool,
    /// At a jump, the value of the piece to the left.
    left: bool,
    numbers: Vec<Value>,
}

fn request(call: &Call) -> Result<Request> {
    let mut request = Request {
        method: Method::Linear,
        outside: Outside::Constant(f64::from_bits(NA_BITS)),
        as_pp: false,
        left: false,
        numbers: vec![],
    };
    let mut words = false;
    let mut unknown = None;
    for arg in &call.args {
        let Some(word) = arg.as_text() else {
            match arg.as_scalar() {
                Some(value) if words || request.numbers.len() == 3 => request.outside = Outside::Constant(value),
                _ => request.numbers.push(arg.clone().full()),
            }
            continue;
        };
        words = true;
        match word.to_lowercase().as_str() {
            "extrap" => request.outside = Outside::Extrapolate,
            "pp" => request.as_pp = true,
            "left" => request.left = true,
            "right" => request.left = false,
            method => match method_of(method.trim_start_matches('*')) {
                Some(method) => request.method = method,
                None => unknown = Some(method.to_string()),
            },
        }
    }
    if let Some(method) = unknown {
        fail!("interp1: invalid METHOD '{method}'");
    }
    Ok(request)
}

fn method_of(word: &str) -> Option<Method> {
    Some(match word {
        "linear" => Method::Linear,
        "nearest" => Method::Nearest,
        "previous" => Method::Previous,
        "next" => Method::Next,
        "cubic" | "pchip" => Method::Pchip,
        "spline" => Method::Spline,
        _ => return None,
    })
}

/// `interp1(x, y, xi, method, extrap)`, `interp1(y, xi)`, and with `"pp"` the piecewise polynomial.
pub fn interp1(call: Call) -> Result<Vec<Value>> {
    let request = request(&call)?;
    let counted = |y: &Value| {
        let n = if y.dims().is_vector() { y.count() } else { y.dims().rows() };
        Value::column((1..=n).map(|k| k as f64).collect())
    };
    let (x, y, xi) = match &request.numbers[..] {
        [x, y, xi] => (x.clone(), y.clone(), Some(xi.clone())),
        [x, y] if request.as_pp => (x.clone(), y.clone(), None),
        [y, xi] => (counted(y), y.clone(), Some(xi.clone())),
        [y] if request.as_pp => (counted(y), y.clone(), None),
        _ => return Err(crate::Error::invalid_call("interp1")),
    };
    let Some(complex) = y.to_complex() else { fail!("interp1: Y must be numeric") };
    let Some(points) = x.to_doubles() else { fail!("interp1: X must be numeric") };
    let samples = Samples::new(points.into_vec(), &complex)?;
    let Some(xi) = xi else { return Ok(vec![samples.real_part().piecewise(request.method)?.to_value()]) };
    let Some(at) = xi.to_doubles() else { fail!("interp1: XI must be numeric") };
    let single = [&x, &y, &xi].iter().any(|value| value.class() == Class::Single);
    let class = if single { Class::Single } else { Class::Double };
    let re = samples.real_part().values(&at, &request)?;
    if !y.is_complex() {
        return Ok(vec![wrap_as(class, re)]);
    }
    let im = samples.imaginary_part().values(&at, &request)?;
    let both = re.iter().zip(im.iter()).map(|(&re, &im)| Complex64::new(re, im)).collect();
    let result = Value::Complex(Array::new(re.dims().clone(), both)).narrow();
    Ok(vec![if single { ops::convert(&result, Class::Single)? } else { result }])
}

/// Columns of values at points in ascending order.
struct Samples<T> {
    x: Vec<f64>,
    columns: Vec<Vec<T>>,
    /// One vector of values: results have the extents of the points asked for.
    is_vector: bool,
    /// The extents of `y` behind the first.
    rest: Vec<usize>,
}

impl Samples<Complex64> {
    fn new(x: Vec<f64>, y: &Array<Complex64>) -> Result<Samples<Complex64>> {
        let is_vector = y.dims().is_vector();
        let length = if is_vector { y.len() } else { y.dims().rows() };
        if x.len() < 2 || length < 2 {
            fail!("interp1: minimum of 2 points required in each dimension");
        }
        if x.len() != length {
            fail!("interp1: X and Y must be vectors of the same length");
        }
        let mut order: Vec<usize> = (0..length).collect();
        order.sort_by(|&i, &j| missing_last(x[i], x[j]));
        let pick = |column: &[Complex64]| order.iter().map(|&k| column[k]).collect::<Vec<_>>();
        let columns = y.as_slice().chunks(length).map(pick).collect();
        let rest = if is_vector { vec![] } else { y.dims().as_slice()[1..].to_vec() };
        Ok(Samples { x: order.iter().map(|&k| x[k]).collect(), columns, is_vector, rest })
    }

    fn part(&self, f: fn(&Complex64) -> f64) -> Samples<f64> {
        let columns = self.columns.iter().map(|column| column.iter().map(f).collect()).collect();
        Samples { x: self.x.clone(), columns, is_vector: self.is_vector, rest: self.rest.clone() }
    }

    fn real_part(&self) -> Samples<f64> {
        self.part(|z| z.re)
    }

    fn imaginary_part(&self) -> Samples<f64> {
        self.part(|z| z.im)
    }
}

impl Samples<f64> {
    fn piecewise(&self, method: Method) -> Result<Piecewise> {
        let width = self.columns.len();
        let x = Value::row(self.x.clone());
        let values = (0..self.x.len()).flat_map(|k| self.columns.iter().map(move |column| column[k])).collect();
        let y = Value::Double(Array::new([width, self.x.len()].into(), values));
        match method {
            Method::Spline => spline_of("spline", &x, &y),
            Method::Pchip => pchip_of("pchip", &x, &y),
            Method::Linear => self.lines(),
            Method::Nearest | Method::Previous | Method::Next => {
                fail!("interp1: no piecewise polynomial of this METHOD")
            }
        }
    }

    /// Straight pieces; points that repeat make a jump.
    fn lines(&self) -> Result<Piecewise> {
        let pieces: Vec<usize> = (0..self.x.len() - 1).filter(|&k| self.x[k + 1] > self.x[k]).collect();
        let Some(&last) = pieces.last() else { fail!("mkpp: BREAKS must have at least one interval") };
        let mut breaks: Vec<f64> = pieces.iter().map(|&k| self.x[k]).collect();
        breaks.push(self.x[last + 1]);
        let entries = || pieces.iter().flat_map(|&k| self.columns.iter().map(move |column| (k, column)));
        let slope = |(k, y): (usize, &Vec<f64>)| (y[k + 1] - y[k]) / (self.x[k + 1] - self.x[k]);
        let mut coefs: Vec<f64> = entries().map(slope).collect();
        coefs.extend(entries().map(|(k, y)| y[k]));
        let dims = [pieces.len() * self.columns.len(), 2];
        Ok(Piecewise { breaks, coefs: Array::new(dims.into(), coefs), dim: vec![self.columns.len()] })
    }

    fn values(&self, at: &Array<f64>, request: &Request) -> Result<Array<f64>> {
        let value: Box<dyn Fn(f64, usize) -> f64> = match request.method {
            Method::Linear if request.left => {
                let pp = self.lines()?;
                Box::new(move |x, column| self.jump(x, column).unwrap_or_else(|| pp.at(x, column)))
            }
            Method::Linear | Method::Pchip | Method::Spline => {
                let pp = self.piecewise(request.method)?;
                Box::new(move |x, column| pp.at(x, column))
            }
            method => Box::new(move |x, column| self.columns[column][self.step(x, method)]),
        };
        let (least, greatest) = (self.x[0], self.x[self.x.len() - 1]);
        let one = |x: f64, column: usize| match request.outside {
            Outside::Constant(constant) if !(least <= x && x <= greatest) => constant,
            _ => value(x, column),
        };
        if self.is_vector {
            return Ok(at.map(|&x| one(x, 0)));
        }
        let values = (0..self.columns.len()).flat_map(|column| at.iter().map(move |&x| (x, column)));
        let mut extents = if at.dims().is_vector() { vec![at.len()] } else { at.dims().as_slice().to_vec() };
        extents.extend(&self.rest);
        Ok(Array::new(Dims::new(&extents), values.map(|(x, column)| one(x, column)).collect()))
    }

    /// The first of several values at a point.
    fn jump(&self, x: f64, column: usize) -> Option<f64> {
        self.x.iter().position(|&point| point == x).map(|k| self.columns[column][k])
    }

    /// The sample that a step function takes.
    fn step(&self, x: f64, method: Method) -> usize {
        let last = self.x.len() - 1;
        match method {
            Method::Previous => self.x.partition_point(|&point| point <= x).saturating_sub(1),
            Method::Next => self.x.partition_point(|&point| point < x).min(last),
            _ => self.x.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])).filter(|&middle| middle <= x).count(),
        }
    }
}

/// `interp2(x, y, z, xi, yi, method, extrap)`, `interp2(z, xi, yi)`, `interp2(z, n)`.
pub fn interp2(call: Call) -> Result<Vec<Value>> {
    let words: Vec<String> = call.args.iter().filter_map(Value::as_text).collect();
    let method = match words.first().map(|word| method_of(word)) {
        None => Method::Linear,
        Some(Some(method)) => method,
        Some(None) => {
            let known = "'nearest', 'linear', 'pchip', 'cubic', 'spline'";
            fail!("validatestring: '{}' does not match any of\n{known}", words[0])
        }
    };
    let first_word = call.args.iter().position(Value::is_text).unwrap_or(call.args.len());
    let numbers: Option<Vec<Array<f64>>> = call.args[..first_word].iter().map(Value::to_doubles).collect();
    let Some(numbers) = numbers else { fail!("interp2: arguments must be real") };
    let outside = call.args.get(first_word + 1).and_then(Value::as_scalar);
    // Splines go on outside.
    let outside = outside.or((method != Method::Spline).then_some(f64::from_bits(NA_BITS)));
    let count = |n: usize| Array::row((1..=n).map(|k| k as f64).collect());
    let (x, y, z, xi, yi) = match &numbers[..] {
        [x, y, z, xi, yi] => (x.clone(), y.clone(), z, xi.clone(), yi.clone()),
        [z, xi, yi] => (count(z.dims().cols()), count(z.dims().rows()), z, xi.clone(), yi.clone()),
        [z] | [z, _] => {
            let steps = numbers.get(1).map_or(Some(1.0), |n| n.as_scalar().copied());
            let Some(steps) = steps.filter(|&steps| steps >= 0.0 && steps.fract() == 0.0) else {
                fail!("interp2: N must be an integer >= 0")
            };
            let fine = |n: usize| refined(n, steps as i32);
            (count(z.dims().cols()), count(z.dims().rows()), z, fine(z.dims().cols()), column(fine(z.dims().rows())))
        }
        _ => return Err(crate::Error::invalid_call("interp2")),
    };
    let (x, y) = (grid_line(&x, 1), grid_line(&y, 0));
    if z.dims().cols() != x.len() || z.dims().rows() != y.len() || x.len() < 2 || y.len() < 2 {
        fail!("interp2: X and Y size must match the dimensions of Z");
    }
    for (name, line) in [("X", &x), ("Y", &y)] {
        if !is_monotonic(line) {
            fail!("interp2: {name} must be strictly monotonic");
        }
    }
    let grid = Grid::rising(x, y, z, method, outside);
    let (xi, yi) = asked(xi, yi)?;
    if method == Method::Spline && !is_meshed(&xi, &yi) {
        fail!("interp2: XI, YI must have uniform spacing ('meshgrid' format)");
    }
    let values = crate::builtins::elementary::broadcast::broadcast("interp2", &xi, &yi, |&x, &y| grid.at(x, y))?;
    Ok(vec![Value::Double(values)])
}

fn column(points: Array<f64>) -> Array<f64> {
    let n = points.len();
    points.reshape([n, 1].into())
}

/// Row of points from 1 to `n`, each gap halved `steps` times.
fn refined(n: usize, steps: i32) -> Array<f64> {
    let parts = 2_f64.powi(steps.clamp(0, 20));
    let count = (n.saturating_sub(1)) as f64 * parts;
    Array::row((0..=count as usize).map(|k| 1.0 + k as f64 / parts).collect())
}

/// The coordinates along a dimension, from a vector or from a grid.
fn grid_line(points: &Array<f64>, dimension: usize) -> Vec<f64> {
    if points.dims().is_vector() {
        return points.as_slice().to_vec();
    }
    let rows = points.dims().rows();
    match dimension {
        0 => points.iter().take(rows).copied().collect(),
        _ => points.as_slice().iter().step_by(rows.max(1)).copied().collect(),
    }
}

fn is_monotonic(line: &[f64]) -> bool {
    line.windows(2).all(|pair| pair[0] < pair[1]) || line.windows(2).all(|pair| pair[0] > pair[1])
}

/// Points of equal extents, or a row of `x` and a column of `y`, from vectors in any two directions.
fn asked(xi: Array<f64>, yi: Array<f64>) -> Result<(Array<f64>, Array<f64>)> {
    let is_row = |one: &Array<f64>| one.dims().is_vector() && one.dims().rows() == 1;
    let is_column = |one: &Array<f64>| one.dims().is_vector() && one.dims().cols() == 1;
    if xi.dims() == yi.dims() {
        return Ok((xi, yi));
    }
    if !(is_row(&xi) && is_column(&yi) || is_column(&xi) && is_row(&yi)) {
        fail!("interp2: XI and YI must be matrices of equal size");
    }
    let (nx, ny) = (xi.len(), yi.len());
    Ok((xi.reshape([1, nx].into()), yi.reshape([ny, 1].into())))
}

/// Has `x` the same rows, and `y` the same columns?
fn is_meshed(xi: &Array<f64>, yi: &Array<f64>) -> bool {
    let rows = |one: &Array<f64>| one.dims().rows().max(1);
    let across = xi.as_slice().chunks(rows(xi)).all(|column| column.iter().all(|&x| x == column[0]));
    let first = &yi.as_slice()[..rows(yi).min(yi.len())];
    across && yi.as_slice().chunks(rows(yi)).all(|column| column == first)
}

/// Samples on a grid.
struct Grid {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Columns of the values for each `x`.
    z: Vec<f64>,
    method: Method,
    /// The value outside, if it is not extrapolated.
    outside: Option<f64>,
    /// Slopes along `x`, along `y`, and along both, where the method needs them.
    slopes: [Vec<f64>; 3],
}

impl Grid {
    /// Coordinates that fall are turned round, and the samples with them.
    fn rising(mut x: Vec<f64>, mut y: Vec<f64>, z: &Array<f64>, method: Method, outside: Option<f64>) -> Grid {
        let falls = |line: &[f64]| line[line.len() - 1] < line[0];
        let mut columns: Vec<Vec<f64>> = z.as_slice().chunks(y.len()).map(<[f64]>::to_vec).collect();
        if falls(&x) {
            x.reverse();
            columns.reverse();
        }
        if falls(&y) {
            y.reverse();
            columns.iter_mut().for_each(|column| column.reverse());
        }
        let mut grid = Grid { x, y, z: columns.concat(), method, outside, slopes: Default::default() };
        if method == Method::Pchip {
            let across = grid.slopes_across(&grid.z);
            let along = grid.slopes_along(&grid.z);
            let mixed = std::iter::zip(grid.slopes_across(&along), grid.slopes_along(&across));
            let mixed = mixed.map(|(one, other)| (one + other) / 2.0).collect();
            grid.slopes = [across, along, mixed];
        }
        grid
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        let inside = |line: &[f64], t: f64| line[0] <= t && t <= line[line.len() - 1];
        if let Some(outside) = self.outside
            && !(inside(&self.x, x) && inside(&self.y, y))
        {
            return outside;
        }
        let rows = self.y.len();
        let z = &self.z;
        let cell = |line: &[f64], t: f64| (line.partition_point(|&p| p <= t).max(1) - 1).min(line.len() - 2);
        let (j, i) = (cell(&self.x, x), cell(&self.y, y));
        let share = |line: &[f64], k: usize, t: f64| (t - line[k]) / (line[k + 1] - line[k]);
        let (u, v) = (share(&self.x, j, x), share(&self.y, i, y));
        match self.method {
            Method::Nearest => {
                let (column, row) = (j + usize::from(u >= 0.5), i + usize::from(v >= 0.5));
                z[column * rows + row]
            }
            Method::Spline => self.smooth(x, y),
            Method::Pchip => self.bicubic([i, j], [u, v]),
            _ => {
                let (a, right) = (z[j * rows + i], z[(j + 1) * rows + i]);
                let (below, corner) = (z[j * rows + i + 1], z[(j + 1) * rows + i + 1]);
                a + (right - a) * u + (below - a) * v + (corner - right - below + a) * u * v
            }
        }
    }

    fn slopes_along(&self, z: &[f64]) -> Vec<f64> {
        z.chunks(self.y.len()).flat_map(|column| slopes(&self.y, column)).collect()
    }

    fn slopes_across(&self, z: &[f64]) -> Vec<f64> {
        let rows = self.y.len();
        let mut all = vec![0.0; z.len()];
        for i in 0..rows {
            let row: Vec<f64> = z.iter().skip(i).step_by(rows).copied().collect();
            for (j, slope) in slopes(&self.x, &row).into_iter().enumerate() {
                all[j * rows + i] = slope;
            }
        }
        all
    }

    /// Splines along rows, then along the column of their values.
    fn smooth(&self, x: f64, y: f64) -> f64 {
        let curve = |points: &[f64], values: Vec<f64>, at: f64| {
            let (points, values) = (Value::row(points.to_vec()), Value::row(values));
            spline_of("spline", &points, &values).map_or(f64::NAN, |pp| pp.at(at, 0))
        };
        let rows = self.y.len();
        let row = |i: usize| self.z.iter().skip(i).step_by(rows).copied().collect();
        let along = (0..rows).map(|i| curve(&self.x, row(i), x)).collect();
        curve(&self.y, along, y)
    }

    /// Hermite's polynomial of the cell in row `i` and column `j`, at the shares `u` and `v` of its sides.
    fn bicubic(&self, [i, j]: [usize; 2], [u, v]: [f64; 2]) -> f64 {
        let rows = self.y.len();
        let (width, height) = (self.x[j + 1] - self.x[j], self.y[i + 1] - self.y[i]);
        let values = |t: f64| [(1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t), t * t * (3.0 - 2.0 * t)];
        let slopes = |t: f64, side: f64| [t * (1.0 - t) * (1.0 - t) * side, t * t * (t - 1.0) * side];
        let (a, b, c, d) = (values(u), slopes(u, width), values(v), slopes(v, height));
        let [zx, zy, zxy] = &self.slopes;
        let mut sum = 0.0;
        for q in 0..2 {
            for p in 0..2 {
                let at = (j + p) * rows + i + q;
                sum += c[q] * (a[p] * self.z[at] + b[p] * zx[at]) + d[q] * (a[p] * zy[at] + b[p] * zxy[at]);
            }
        }
        sum
    }
}

/// `interpft(x, n, dim)`: `n` values of the trigonometric polynomial through the samples.
pub fn interpft(call: Call) -> Result<Vec<Value>> {
    let Some(array) = call.args[0].to_complex() else { fail!("interpft: X must be numeric") };
    let Some(n) = call.args[1].as_count().filter(|_| call.args[1].is_scalar()) else {
        fail!("interpft: N must be a scalar integer");
    };
    let dimension = match call.args.get(2).and_then(Value::as_count) {
        Some(dim) if dim > 0 => dim - 1,
        _ => array.dims().first_long(),
    };
    let result = map_lines(&array, dimension, n, |line, out| out.extend(trigonometric(line, n)));
    Ok(vec![if call.args[0].is_complex() {
        Value::Complex(result).narrow()
    } else {
        Value::Double(result.map(|z| z.re))
    }])
}

fn trigonometric(samples: &[Complex64], n: usize) -> Vec<Complex64> {
    let m = samples.len();
    let mut planner = rustfft::FftPlanner::new();
    let mut spectrum = samples.to_vec();
    if m == 0 || n == 0 {
        return vec![Complex64::default(); n];
    }
    planner.plan_fft_forward(m).process(&mut spectrum);
    // Every so many of the points that are computed are those that were asked for.
    let step = m.div_ceil(n).max(1);
    let mut wide = vec![Complex64::default(); n * step];
    let half = m.div_ceil(2);
    let length = wide.len();
    wide[..half].copy_from_slice(&spectrum[..half]);
    for k in 1..=m - half {
        wide[length - k] = spectrum[m - k];
    }
    if m.is_multiple_of(2) && length > m {
        // The highest frequency is shared by both of its ends.
        wide[half] = spectrum[half] / 2.0;
        wide[length - half] = spectrum[half] / 2.0;
    }
    planner.plan_fft_inverse(length).process(&mut wide);
    wide.iter().step_by(step).map(|z| z / m as f64).collect()
}
