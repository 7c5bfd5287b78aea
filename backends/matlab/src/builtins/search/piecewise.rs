//! Piecewise polynomials: `mkpp`, `unmkpp`, `ppval`, `spline`, `pchip`, and the same for other files. Extrapolates with the outer
//! pieces.

use super::keys::missing_last;
use crate::builtins::Call;
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Error, Result, fail};

/// Pieces between breaks; the coefficients of a piece are a row, the highest power first. Rows of one piece with several values
/// follow each other.
pub struct Piecewise {
    pub breaks: Vec<f64>,
    /// pieces times values rows, order columns.
    pub coefs: Array<f64>,
    /// The extents of the value at a point.
    pub dim: Vec<usize>,
}

impl Piecewise {
    pub fn pieces(&self) -> usize {
        self.breaks.len().saturating_sub(1)
    }

    pub fn order(&self) -> usize {
        self.coefs.dims().cols()
    }

    /// The number of values at a point.
    pub fn width(&self) -> usize {
        self.dim.iter().product()
    }

    /// The value number `which` at a point.
    pub fn at(&self, x: f64, which: usize) -> f64 {
        if x.is_nan() || self.pieces() == 0 {
            return f64::NAN;
        }
        let piece = self.breaks[1..self.pieces()].partition_point(|&edge| missing_last(edge, x).is_le());
        let rows = self.coefs.dims().rows();
        let coefs = self.coefs.as_slice();
        let row = piece * self.width() + which;
        let dx = x - self.breaks[piece];
        (1..self.order()).fold(coefs[row], |y, k| y * dx + coefs[k * rows + row])
    }

    /// The structure that programs see.
    pub fn to_value(&self) -> Value {
        let mut pp = StructArray::scalar();
        pp.set("form", 0, Value::text("pp"));
        pp.set("breaks", 0, Value::row(self.breaks.clone()));
        pp.set("coefs", 0, Value::Double(self.coefs.clone()));
        pp.set("pieces", 0, Value::scalar(self.pieces() as f64));
        pp.set("order", 0, Value::scalar(self.order() as f64));
        pp.set("dim", 0, Value::row(self.dim.iter().map(|&d| d as f64).collect()));
        Value::structs(pp)
    }

    /// # Errors
    /// `NAME: argument must be a pp-form structure`.
    pub fn from_value(name: &str, value: &Value) -> Result<Piecewise> {
        let refused = || Error::new(format!("{name}: first argument must be a pp-form structure"));
        let Value::Struct(pp) = value else { return Err(refused()) };
        let field = |field: &str| pp.get(field, 0).and_then(Value::to_doubles).ok_or_else(refused);
        if pp.get("form", 0).and_then(Value::as_text).as_deref() != Some("pp") {
            return Err(refused());
        }
        let result = Piecewise {
            breaks: field("breaks")?.into_vec(),
            coefs: field("coefs")?,
            dim: field("dim")?.iter().map(|&d| d as usize).collect(),
        };
        if result.coefs.dims().rows() != result.pieces() * result.width() { Err(refused()) } else { Ok(result) }
    }

    /// The values at points, in the extents of these, behind those of a value.
    pub fn values(&self, points: &Array<f64>) -> Array<f64> {
        if self.width() == 1 {
            return points.map(|&x| self.at(x, 0));
        }
        let values = points.iter().flat_map(|&x| (0..self.width()).map(move |which| self.at(x, which))).collect();
        let mut extents = self.dim.clone();
        if points.dims().is_vector() {
            extents.push(points.len());
        } else {
            extents.extend(points.dims().as_slice());
        }
        Array::new(Dims::new(&extents), values)
    }
}

/// `mkpp(breaks, coefs, dim)`
pub fn mkpp(call: Call) -> Result<Vec<Value>> {
    let (Some(breaks), Some(coefs)) = (call.args[0].to_doubles(), call.args[1].to_doubles()) else {
        fail!("mkpp: BREAKS and COEFS must be numeric");
    };
    if breaks.len() < 2 {
        fail!("mkpp: BREAKS must have at least one interval");
    }
    let dim: Vec<usize> = match call.args.get(2).and_then(Value::to_doubles) {
        None => vec![1],
        Some(dim) => dim.iter().map(|&d| d as usize).collect(),
    };
    let rows = dim.iter().fold(breaks.len() - 1, |rows, &extent| rows.saturating_mul(extent));
    let dims = coefs.dims().clone();
    // A row of coefficients may be for several pieces.
    let columns = coefs.len().checked_div(rows).unwrap_or(0);
    if rows == 0 || columns * rows != coefs.len() {
        fail!("mkpp: COEFS do not match BREAKS");
    }
    let coefs = if dims.rows() == rows { coefs } else { coefs.reshape([rows, columns].into()) };
    Ok(vec![Piecewise { breaks: breaks.into_vec(), coefs, dim }.to_value()])
}

/// `[x, p, n, k, d] = unmkpp(pp)`
pub fn unmkpp(call: Call) -> Result<Vec<Value>> {
    let pp = Piecewise::from_value("unmkpp", &call.args[0])
        .map_err(|_| Error::new("unmkpp: PP must be a piecewise polynomial structure"))?;
    let dim = Value::row(pp.dim.iter().map(|&d| d as f64).collect());
    let (pieces, order) = (pp.pieces() as f64, pp.order() as f64);
    Ok(vec![Value::row(pp.breaks), Value::Double(pp.coefs), pieces.into(), order.into(), dim])
}

/// `ppval(pp, x)`
pub fn ppval(call: Call) -> Result<Vec<Value>> {
    let pp = Piecewise::from_value("ppval", &call.args[0])
        .map_err(|_| Error::new("ppval: first argument must be a pp-form structure"))?;
    let Some(points) = call.args[1].to_doubles() else { fail!("ppval: second argument must be numeric") };
    Ok(vec![Value::Double(pp.values(&points))])
}

/// Values at points along the last dimension, as rows of the values at one point.
struct Samples {
    x: Vec<f64>,
    /// One line for each value at a point.
    lines: Vec<Vec<f64>>,
    dim: Vec<usize>,
}

fn samples(name: &str, x: &Value, y: &Value) -> Result<Samples> {
    let (Some(x), Some(y)) = (x.to_doubles(), y.to_doubles()) else { fail!("{name}: X and Y must be numeric") };
    if x.len() < 2 {
        fail!("{name}: requires at least 2 points");
    }
    let dims = y.dims().clone();
    let (dim, length) = if dims.is_vector() {
        (vec![1], y.len())
    } else {
        let last = dims.rank() - 1;
        (dims.as_slice()[..last].to_vec(), dims.get(last))
    };
    let width: usize = dim.iter().product();
    let values = y.as_slice();
    let lines: Vec<Vec<f64>> = (0..width).map(|i| (0..length).map(|k| values[k * width + i]).collect()).collect();
    // Points in ascending order.
    let x = x.into_vec();
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&i, &j| missing_last(x[i], x[j]));
    if order.is_sorted() || length != x.len() {
        return Ok(Samples { x, lines, dim });
    }
    let sorted = |line: &[f64]| order.iter().map(|&k| line[k]).collect::<Vec<f64>>();
    Ok(Samples { lines: lines.iter().map(|line| sorted(line)).collect(), x: sorted(&x), dim })
}

/// Rows of coefficients of each piece and value, from one list of pieces per value.
fn assemble(breaks: Vec<f64>, per_value: &[Vec<[f64; 4]>], order: usize, dim: Vec<usize>) -> Piecewise {
    let (width, pieces) = (per_value.len(), breaks.len() - 1);
    let rows = width * pieces;
    let mut coefs = Vec::with_capacity(rows * order);
    for power in 0..order {
        for piece in 0..pieces {
            coefs.extend(per_value.iter().map(|pieces| pieces[piece][4 - order + power]));
        }
    }
    Piecewise { breaks, coefs: Array::new([rows, order].into(), coefs), dim }
}

/// `spline(x, y)`, `spline(x, y, xi)`: not-a-knot, or with given slopes at the ends.
pub fn spline(call: Call) -> Result<Vec<Value>> {
    answer(&call, spline_of("spline", &call.args[0], &call.args[1])?)
}

/// `pchip(x, y)`, `pchip(x, y, xi)`: monotone between the points.
pub fn pchip(call: Call) -> Result<Vec<Value>> {
    answer(&call, pchip_of("pchip", &call.args[0], &call.args[1])?)
}

fn answer(call: &Call, pp: Piecewise) -> Result<Vec<Value>> {
    match call.args.get(2) {
        None => Ok(vec![pp.to_value()]),
        Some(points) => match points.to_doubles() {
            Some(points) => Ok(vec![Value::Double(pp.values(&points))]),
            None => fail!("{}: XI must be numeric", call.name),
        },
    }
}

/// # Errors
/// Fewer than two points, numbers of points that differ.
pub fn spline_of(name: &str, x: &Value, y: &Value) -> Result<Piecewise> {
    let Samples { x, lines, dim } = samples(name, x, y)?;
    let n = x.len();
    let complete = lines.iter().all(|line| line.len() == n + 2);
    if !complete && lines.iter().any(|line| line.len() != n) {
        fail!("{name}: length of X and Y must match");
    }
    if !complete && n == 3 {
        let pieces: Vec<_> = lines.iter().map(|y| vec![parabola(&x, y)]).collect();
        return Ok(assemble(vec![x[0], x[2]], &pieces, 3, dim));
    }
    if !complete && n == 2 {
        let pieces: Vec<_> = lines.iter().map(|y| vec![[0.0, 0.0, (y[1] - y[0]) / (x[1] - x[0]), y[0]]]).collect();
        return Ok(assemble(x, &pieces, 2, dim));
    }
    let pieces: Vec<_> = lines
        .iter()
        .map(|y| if complete { complete_spline(&x, &y[1..=n], y[0], y[n + 1]) } else { natural_spline(&x, y) })
        .collect();
    Ok(assemble(x, &pieces, 4, dim))
}

/// Through three points.
fn parabola(x: &[f64], a: &[f64]) -> [f64; 4] {
    let c = (a[0] - a[2]) / ((x[2] - x[0]) * (x[1] - x[2])) + (a[1] - a[0]) / ((x[1] - x[0]) * (x[1] - x[2]));
    let b = (a[1] - a[0]) * (x[2] - x[0]) / ((x[1] - x[0]) * (x[2] - x[1]))
        + (a[0] - a[2]) * (x[1] - x[0]) / ((x[2] - x[0]) * (x[2] - x[1]));
    [0.0, c, b, a[0]]
}

/// Pieces from half the second derivatives `c` at the points.
fn pieces_of(h: &[f64], a: &[f64], c: &[f64]) -> Vec<[f64; 4]> {
    (0..h.len())
        .map(|k| {
            let b = (a[k + 1] - a[k]) / h[k] - h[k] / 3.0 * (c[k + 1] + 2.0 * c[k]);
            [(c[k + 1] - c[k]) / (3.0 * h[k]), c[k], b, a[k]]
        })
        .collect()
}

/// The third derivative does not jump at the second and the last but one point.
fn natural_spline(x: &[f64], a: &[f64]) -> Vec<[f64; 4]> {
    let n = x.len();
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut g: Vec<f64> =
        (1..n - 1).map(|k| 3.0 * (a[k + 1] - a[k]) / h[k] - 3.0 * (a[k] - a[k - 1]) / h[k - 1]).collect();
    g[0] = 3.0 / (h[0] + h[1]) * (a[2] - a[1] - h[1] / h[0] * (a[1] - a[0]));
    g[n - 3] = 3.0 / (h[n - 2] + h[n - 3]) * (h[n - 3] / h[n - 2] * (a[n - 1] - a[n - 2]) - (a[n - 2] - a[n - 3]));
    let (inner, mut c) = if n > 4 {
        let mut diagonal: Vec<f64> = (0..n - 2).map(|k| 2.0 * (h[k] + h[k + 1])).collect();
        diagonal[0] -= h[0];
        diagonal[n - 3] -= h[n - 2];
        let mut upper = h[1..n - 2].to_vec();
        let mut lower = upper.clone();
        upper[0] -= h[0];
        lower[n - 4] -= h[n - 2];
        (tridiagonal(&lower, &diagonal, &upper, &g), vec![0.0; n])
    } else {
        let (d0, d1) = (h[0] + 2.0 * h[1], 2.0 * h[1] + h[2]);
        let (u, l) = (h[1] - h[0], h[1] - h[2]);
        (tridiagonal(&[l], &[d0, d1], &[u], &g), vec![0.0; n])
    };
    c[1..n - 1].copy_from_slice(&inner);
    c[0] = c[1] + h[0] / h[1] * (c[1] - c[2]);
    c[n - 1] = c[n - 2] + h[n - 2] / h[n - 3] * (c[n - 2] - c[n - 3]);
    pieces_of(&h, a, &c)
}

/// With slopes given at the ends.
fn complete_spline(x: &[f64], a: &[f64], first: f64, last: f64) -> Vec<[f64; 4]> {
    let n = x.len();
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let slope: Vec<f64> = (0..n - 1).map(|k| (a[k + 1] - a[k]) / h[k]).collect();
    let mut g = vec![3.0 * (slope[0] - first)];
    g.extend((1..n - 1).map(|k| 3.0 * (slope[k] - slope[k - 1])));
    g.push(3.0 * (last - slope[n - 2]));
    let diagonal: Vec<f64> =
        (0..n).map(|k| 2.0 * (if k == 0 { 0.0 } else { h[k - 1] } + if k == n - 1 { 0.0 } else { h[k] })).collect();
    let c = tridiagonal(&h, &diagonal, &h, &g);
    pieces_of(&h, a, &c)
}

/// Gauss' elimination; the systems here have large diagonals.
fn tridiagonal(lower: &[f64], diagonal: &[f64], upper: &[f64], right: &[f64]) -> Vec<f64> {
    let n = diagonal.len();
    let (mut d, mut x) = (diagonal.to_vec(), right.to_vec());
    for k in 1..n {
        let factor = lower[k - 1] / d[k - 1];
        d[k] -= factor * upper[k - 1];
        x[k] -= factor * x[k - 1];
    }
    for k in (0..n).rev() {
        if k + 1 < n {
            x[k] -= upper[k] * x[k + 1];
        }
        x[k] /= d[k];
    }
    x
}

/// # Errors
/// Fewer than two points, numbers of points that differ.
pub fn pchip_of(name: &str, x: &Value, y: &Value) -> Result<Piecewise> {
    let Samples { x, lines, dim } = samples(name, x, y)?;
    if lines.iter().any(|line| line.len() != x.len()) {
        fail!("{name}: length of X and Y must match");
    }
    let pieces: Vec<_> = lines.iter().map(|y| hermite(&x, y, &slopes(&x, y))).collect();
    Ok(assemble(x, &pieces, 4, dim))
}

/// Cubic pieces from values and slopes.
fn hermite(x: &[f64], y: &[f64], d: &[f64]) -> Vec<[f64; 4]> {
    (0..x.len() - 1)
        .map(|k| {
            let h = x[k + 1] - x[k];
            let delta = (y[k + 1] - y[k]) / h;
            let (first, second) = ((d[k] - delta) / h, (d[k + 1] - delta) / h);
            let sum = first + second;
            [sum / h, -sum - first, d[k], y[k]]
        })
        .collect()
}

/// The slopes of Fritsch and Butland: zero at extremes, a weighted harmonic mean elsewhere.
pub fn slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let n = x.len();
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let del: Vec<f64> = (0..n - 1).map(|k| (y[k + 1] - y[k]) / h[k]).collect();
    if n == 2 {
        return vec![del[0]; 2];
    }
    let mut d = vec![end_slope(h[0], h[1], del[0], del[1])];
    for k in 1..n - 1 {
        let (a, b) = (del[k - 1], del[k]);
        if a * b <= 0.0 {
            d.push(0.0);
            continue;
        }
        let sum = 3.0 * (h[k - 1] + h[k]);
        let (w1, w2) = ((h[k - 1] + h[k] + h[k - 1]) / sum, (h[k - 1] + h[k] + h[k]) / sum);
        let (greatest, least) = (a.abs().max(b.abs()), a.abs().min(b.abs()));
        d.push(least / (w1 * (a / greatest) + w2 * (b / greatest)));
    }
    d.push(end_slope(h[n - 2], h[n - 3], del[n - 2], del[n - 3]));
    d
}

/// A three-point formula that keeps the shape.
fn end_slope(h0: f64, h1: f64, del0: f64, del1: f64) -> f64 {
    let sum = h0 + h1;
    let (w0, w1) = ((h0 + sum) / sum, -h0 / sum);
    let d = w0 * del0 + w1 * del1;
    if d * del0 <= 0.0 {
        0.0
    } else if del0 * del1 < 0.0 && d.abs() > (3.0 * del0).abs() {
        3.0 * del0
    } else {
        d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_their_own_spline() {
        let pieces = natural_spline(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 8.0, 27.0]);
        assert_eq!(pieces, [[1.0, 0.0, 0.0, 0.0], [1.0, 3.0, 3.0, 1.0], [1.0, 6.0, 12.0, 8.0]]);
    }

    #[test]
    fn monotone_slopes() {
        assert_eq!(slopes(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 8.0, 27.0])[..2], [0.0, 1.75]);
        assert_eq!(slopes(&[0.0, 1.0], &[0.0, 1.0]), [1.0, 1.0]);
        assert_eq!(end_slope(1.0, 1.0, 1.0, -5.0), 3.0);
    }

    #[test]
    fn systems_are_solved() {
        assert_eq!(tridiagonal(&[1.0, 1.0], &[4.0, 4.0, 4.0], &[1.0, 1.0], &[5.0, 6.0, 5.0]), [1.0, 1.0, 1.0]);
    }
}
