//! `quadv` (Simpson's rule, of arrays) and `quadl` (Lobatto's rule, of vectors), both adaptive by recursion.

use super::target::Target;
use crate::builtins::Call;
use crate::ops;
use crate::value::{Array, Complex64, Value};
use crate::{Error, Result, fail};
use raddle_matlab::ast::BinaryOp;

/// The number of calls after which the result is taken as it is.
const MOST_CALLS: usize = 10_000;

fn add(a: &Value, b: &Value) -> Result<Value> {
    ops::binary(BinaryOp::Add, a, b)
}

fn scaled(factor: f64, a: &Value) -> Result<Value> {
    ops::binary(BinaryOp::Mul, &Value::scalar(factor), a)
}

/// The greatest magnitude of an element; not finite if one is not.
fn size(value: &Value) -> f64 {
    let array = value.to_complex().unwrap_or_default();
    array.iter().map(|z| z.norm()).fold(0.0, |size, x| if x.is_nan() || x > size { x } else { size })
}

/// A point with the function's value.
#[derive(Clone)]
struct Sample {
    x: f64,
    f: Value,
}

/// `[q, nfun] = quadv(f, a, b, tol, trace, ...)`
pub fn quadv(call: Call) -> Result<Vec<Value>> {
    let (Some(a), Some(b)) = (call.args[1].as_scalar(), call.args[2].as_scalar()) else {
        return Err(Error::invalid_call("quadv"));
    };
    let tolerance = call.args.get(3).filter(|tol| !tol.is_empty()).and_then(Value::as_scalar).unwrap_or(1e-6);
    let mut target = Target::new(call.session, &call.args[0]);
    target.extra = call.args.get(5..).unwrap_or_default().to_vec();
    let mut sample = |x: f64| -> Result<Sample> { Ok(Sample { x, f: target.call(vec![Value::scalar(x)])? }) };
    // Unequal parts, so that no rhythm of the function hides between the points.
    let h = 0.13579 * (b - a);
    let (first, left, left_end) = (sample(a)?, sample(a + h)?, sample(a + 2.0 * h)?);
    let middle = sample((a + b) / 2.0)?;
    let (right_start, right, last) = (sample(b - 2.0 * h)?, sample(b - h)?, sample(b)?);
    let mut simpson = Simpson { target, tolerance, smallest: f64::EPSILON * (b - a).abs() / 1024.0 };
    let parts = [
        simpson.over(&first, &left, &left_end, None)?,
        simpson.over(&left_end, &middle, &right_start, None)?,
        simpson.over(&right_start, &right, &last, None)?,
    ];
    let sum = add(&add(&parts[0], &parts[1])?, &parts[2])?;
    Ok(vec![sum, (simpson.target.calls as f64).into()])
}

struct Simpson<'a> {
    target: Target<'a>,
    tolerance: f64,
    smallest: f64,
}

impl Simpson<'_> {
    fn rule(a: &Sample, middle: &Sample, b: &Sample) -> Result<Value> {
        let sum = add(&add(&a.f, &scaled(4.0, &middle.f)?)?, &b.f)?;
        scaled((b.x - a.x) / 6.0, &sum)
    }

    fn over(&mut self, a: &Sample, middle: &Sample, b: &Sample, coarse: Option<Value>) -> Result<Value> {
        let coarse = match coarse {
            Some(coarse) => coarse,
            None => Simpson::rule(a, middle, b)?,
        };
        let mut sample = |x: f64| -> Result<Sample> { Ok(Sample { x, f: self.target.call(vec![Value::scalar(x)])? }) };
        let (left, right) = (sample((a.x + middle.x) / 2.0)?, sample((middle.x + b.x) / 2.0)?);
        let (first, second) = (Simpson::rule(a, &left, middle)?, Simpson::rule(middle, &right, b)?);
        let fine = add(&first, &second)?;
        let difference = add(&fine, &scaled(-1.0, &coarse)?)?;
        let error = size(&difference);
        let stop = error <= 15.0 * self.tolerance
            || !error.is_finite()
            || self.target.calls > MOST_CALLS
            || (b.x - a.x).abs() <= self.smallest;
        if stop {
            return add(&fine, &scaled(1.0 / 15.0, &difference)?);
        }
        let (first, second) = (self.over(a, &left, middle, Some(first))?, self.over(middle, &right, b, Some(second))?);
        add(&first, &second)
    }
}

/// `[q, nfun] = quadl(f, a, b, tol, trace, ...)`
pub fn quadl(call: Call) -> Result<Vec<Value>> {
    let (Some(a), Some(b)) = (call.args[1].as_scalar(), call.args[2].as_scalar()) else {
        return Err(Error::invalid_call("quadl"));
    };
    let tolerance = call.args.get(3).filter(|tol| !tol.is_empty()).and_then(Value::as_scalar).unwrap_or(1e-6);
    let mut target = Target::new(call.session, &call.args[0]);
    target.extra = call.args.get(5..).unwrap_or_default().to_vec();
    let ends = values(&mut target, vec![a, b])?;
    let [fa, fb] = ends[..] else { fail!("quadl: F must return a vector of the same size as its input") };
    let mut lobatto = Lobatto { target, tolerance, points: 2 };
    let value = lobatto.over([a, b], [fa, fb], 0)?;
    let points = lobatto.points as f64;
    Ok(vec![Value::Complex(Array::scalar(value)).narrow(), points.into()])
}

fn values(target: &mut Target, points: Vec<f64>) -> Result<Vec<Complex64>> {
    target.at_all(&Array::row(points), "quadl: F must return a vector of the same size as its input")
}

struct Lobatto<'a> {
    target: Target<'a>,
    tolerance: f64,
    points: usize,
}

impl Lobatto<'_> {
    /// Gander and Gautschi's pair of a 4-point Lobatto rule and its 7-point Kronrod extension.
    fn over(&mut self, [a, b]: [f64; 2], [fa, fb]: [Complex64; 2], depth: usize) -> Result<Complex64> {
        let (h, middle) = ((b - a) / 2.0, (a + b) / 2.0);
        let (alpha, beta) = ((2.0_f64 / 3.0).sqrt(), 1.0 / 5_f64.sqrt());
        let points = vec![middle - alpha * h, middle - beta * h, middle, middle + beta * h, middle + alpha * h];
        let f = values(&mut self.target, points.clone())?;
        self.points += 5;
        let [f1, f2, f3, f4, f5] = f[..] else { fail!("quadl: F must return a vector of the same size as its input") };
        let coarse = (fa + fb + 5.0 * (f2 + f4)) * (h / 6.0);
        let fine = (77.0 * (fa + fb) + 432.0 * (f1 + f5) + 625.0 * (f2 + f4) + 672.0 * f3) * (h / 1470.0);
        let close = (coarse - fine).norm() < self.tolerance && depth > 0;
        let too_small = points[0] <= a || b <= points[4];
        if close || too_small || depth > 50 || self.points > MOST_CALLS || !fine.is_finite() {
            return Ok(fine);
        }
        let edges = [a, points[0], points[1], points[2], points[3], points[4], b];
        let heights = [fa, f1, f2, f3, f4, f5, fb];
        let mut sum = Complex64::default();
        for k in 0..6 {
            sum += self.over([edges[k], edges[k + 1]], [heights[k], heights[k + 1]], depth + 1)?;
        }
        Ok(sum)
    }
}
