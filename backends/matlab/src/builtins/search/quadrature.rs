//! `quad`, `quadgk`, `integral`, `quadcc`: adaptive Gauss-Kronrod rules of vectors or of single numbers. Last digits differ from
//! Octave's where its rules do.

use super::target::Target;
use crate::builtins::Call;
use crate::value::{Array, Complex64, Value};
use crate::{Error, Result, fail};
use std::collections::BinaryHeap;

/// Nodes of the 21-point Kronrod rule, from the outermost; every second one is of the 10-point Gauss rule.
const NODES_21: [f64; 11] = [
    0.995_657_163_025_808_1,
    0.973_906_528_517_171_7,
    0.930_157_491_355_708_2,
    0.865_063_366_688_984_5,
    0.780_817_726_586_416_9,
    0.679_409_568_299_024_4,
    0.562_757_134_668_604_7,
    0.433_395_394_129_247_2,
    0.294_392_862_701_460_2,
    0.148_874_338_981_631_22,
    0.0,
];
const WEIGHTS_21: [f64; 11] = [
    0.011_694_638_867_371_874,
    0.032_558_162_307_964_725,
    0.054_755_896_574_351_995,
    0.075_039_674_810_919_96,
    0.093_125_454_583_697_6,
    0.109_387_158_802_297_64,
    0.123_491_976_262_065_84,
    0.134_709_217_311_473_34,
    0.142_775_938_577_060_09,
    0.147_739_104_901_338_49,
    0.149_445_554_002_916_9,
];
const GAUSS_10: [f64; 5] = [
    0.066_671_344_308_688_14,
    0.149_451_349_150_580_6,
    0.219_086_362_515_982_04,
    0.269_266_719_309_996_35,
    0.295_524_224_714_752_87,
];
/// Nodes of the 15-point Kronrod rule, from the outermost; every second one is of the 7-point Gauss rule.
const NODES_15: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];
const WEIGHTS_15: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_55,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_83,
];
const GAUSS_7: [f64; 4] =
    [0.129_484_966_168_869_7, 0.279_705_391_489_276_64, 0.381_830_050_505_118_9, 0.417_959_183_673_469_4];

/// An interval with the integral over it.
#[derive(Clone, Copy, Debug)]
struct Piece {
    a: f64,
    b: f64,
    value: Complex64,
    error: f64,
}

impl PartialEq for Piece {
    fn eq(&self, other: &Piece) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Piece {}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Piece) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Piece {
    fn cmp(&self, other: &Piece) -> std::cmp::Ordering {
        self.error.total_cmp(&other.error)
    }
}

/// How far to go.
#[derive(Clone, Copy)]
struct Tolerance {
    absolute: f64,
    relative: f64,
    pieces: usize,
}

/// A change of variables that makes the range finite.
#[derive(Clone, Copy)]
enum Range {
    /// Linear, for rules that stay away from the ends.
    Plain(f64, f64),
    /// A cubic of -1..1 that softens singular ends.
    Soft(f64, f64),
    /// From a number to infinity, by the square of t / (1 - t).
    Above(f64),
    Below(f64),
    /// t / (1 - t^2)
    Everything,
}

impl Range {
    fn new(a: f64, b: f64) -> Range {
        match (a.is_infinite(), b.is_infinite()) {
            (true, true) => Range::Everything,
            (true, false) => Range::Below(b),
            (false, true) => Range::Above(a),
            (false, false) => Range::Soft(a, b),
        }
    }

    /// The interval of the new variable.
    fn ends(self) -> (f64, f64) {
        match self {
            Range::Plain(a, b) => (a, b),
            Range::Soft(..) | Range::Everything => (-1.0, 1.0),
            Range::Above(_) => (0.0, 1.0),
            Range::Below(_) => (-1.0, 0.0),
        }
    }

    /// The old variable, and its derivative.
    fn map(self, t: f64) -> (f64, f64) {
        match self {
            Range::Plain(..) => (t, 1.0),
            Range::Soft(a, b) => {
                let quarter = (b - a) / 4.0;
                (quarter * t * (3.0 - t * t) + (b + a) / 2.0, 3.0 * quarter * (1.0 - t * t))
            }
            Range::Above(a) => {
                let share = t / (1.0 - t);
                (a + share * share, 2.0 * t / (1.0 - t).powi(3))
            }
            Range::Below(b) => {
                let share = t / (1.0 + t);
                (b - share * share, -2.0 * t / (1.0 + t).powi(3))
            }
            Range::Everything => (t / (1.0 - t * t), (1.0 + t * t) / (1.0 - t * t).powi(2)),
        }
    }
}

/// The 15-point rule on many intervals with one call of the function.
fn kronrod_15(target: &mut Target, range: Range, intervals: &[(f64, f64)], message: &str) -> Result<Vec<Piece>> {
    let mut points = vec![];
    let mut scales = vec![];
    for &(a, b) in intervals {
        let (middle, half) = ((a + b) / 2.0, (b - a) / 2.0);
        for k in 0..15 {
            let node = if k < 7 { -NODES_15[k] } else { NODES_15[14 - k] };
            let (x, scale) = range.map(middle + half * node);
            points.push(x);
            scales.push(scale);
        }
    }
    let values = target.at_all(&Array::column(points), message)?;
    let pieces = intervals.iter().enumerate().map(|(i, &(a, b))| {
        let half = (b - a) / 2.0;
        let (mut kronrod, mut gauss) = (Complex64::default(), Complex64::default());
        for k in 0..15 {
            let value = values[i * 15 + k] * scales[i * 15 + k];
            let place = if k < 8 { k } else { 14 - k };
            kronrod += value * WEIGHTS_15[place];
            if place % 2 == 1 {
                gauss += value * GAUSS_7[place / 2];
            }
        }
        Piece { a, b, value: kronrod * half, error: ((kronrod - gauss) * half).norm() }
    });
    Ok(pieces.collect())
}

fn totals<'a>(pieces: impl Iterator<Item = &'a Piece> + Clone) -> (Complex64, f64) {
    (pieces.clone().map(|piece| piece.value).sum(), pieces.map(|piece| piece.error).sum())
}

/// Halves the intervals that err most until all together are good enough.
fn adapt_vectors(
    target: &mut Target,
    range: Range,
    starts: &[f64],
    tolerance: Tolerance,
    message: &str,
) -> Result<(Complex64, f64)> {
    let intervals: Vec<(f64, f64)> = starts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let mut open = kronrod_15(target, range, &intervals, message)?;
    let mut done = Piece { a: 0.0, b: 0.0, value: Complex64::default(), error: 0.0 };
    let whole = (starts[0] - starts[starts.len() - 1]).abs();
    loop {
        let (value, error) = totals(open.iter());
        let (value, error) = (value + done.value, error + done.error);
        let allowed = tolerance.absolute.max(tolerance.relative * value.norm());
        if error <= allowed || !error.is_finite() || open.is_empty() {
            return Ok((value, error));
        }
        let good = |piece: &Piece| piece.error <= allowed * (piece.b - piece.a).abs() / whole;
        for piece in open.iter().filter(|piece| good(piece)) {
            done.value += piece.value;
            done.error += piece.error;
        }
        let bad: Vec<Piece> = open.into_iter().filter(|piece| !good(piece)).collect();
        if bad.len() * 2 > tolerance.pieces || bad.iter().any(|piece| (piece.b - piece.a).abs() < 1e-15) {
            return Ok((value, error));
        }
        let halves: Vec<(f64, f64)> = bad
            .iter()
            .flat_map(|piece| {
                let middle = (piece.a + piece.b) / 2.0;
                [(piece.a, middle), (middle, piece.b)]
            })
            .collect();
        open = kronrod_15(target, range, &halves, message)?;
    }
}

/// The integral of a vectorized function; `waypoints` are where it may break.
fn vectorized(
    target: &mut Target,
    [a, b]: [f64; 2],
    waypoints: &[f64],
    tolerance: Tolerance,
    message: &str,
) -> Result<(Complex64, f64)> {
    if a == b {
        return Ok((Complex64::default(), 0.0));
    }
    if a > b {
        let (value, error) = vectorized(target, [b, a], waypoints, tolerance, message)?;
        return Ok((-value, error));
    }
    if waypoints.is_empty() {
        let range = Range::new(a, b);
        let (first, last) = range.ends();
        let starts: Vec<f64> = (0..=10).map(|k| first + (last - first) * f64::from(k) / 10.0).collect();
        return adapt_vectors(target, range, &starts, tolerance, message);
    }
    let mut edges = vec![a];
    edges.extend(waypoints.iter().copied().filter(|x| a < *x && *x < b));
    edges.push(b);
    edges.sort_by(f64::total_cmp);
    let mut sum = (Complex64::default(), 0.0);
    for pair in edges.windows(2) {
        let (value, error) = vectorized(target, [pair[0], pair[1]], &[], tolerance, message)?;
        sum = (sum.0 + value, sum.1 + error);
    }
    Ok(sum)
}

fn number_of(z: Complex64) -> Value {
    Value::Complex(Array::scalar(z)).narrow()
}

fn limit(call: &Call, k: usize) -> Result<f64> {
    match call.args[k].as_scalar().filter(|_| call.args[k].is_scalar()) {
        Some(x) => Ok(x),
        None => fail!("{}: A and B must be scalars", call.name),
    }
}

/// Named options after the limits: name in lower case, and value.
fn named(call: &Call, from: usize) -> Vec<(String, Value)> {
    let rest = call.args.get(from..).unwrap_or_default();
    rest.chunks(2)
        .filter_map(|pair| match pair {
            [name, value] => name.as_text().map(|name| (name.to_lowercase(), value.clone())),
            _ => None,
        })
        .collect()
}

fn option(options: &[(String, Value)], name: &str) -> Option<Value> {
    options.iter().find(|(key, _)| key == name).map(|pair| pair.1.clone())
}

/// `[q, err] = quadgk(f, a, b, abstol)` and with named options.
pub fn quadgk(call: Call) -> Result<Vec<Value>> {
    let limits = [limit(&call, 1)?, limit(&call, 2)?];
    let options = named(&call, 3);
    let plain = call.args.get(3).filter(|value| !value.is_text()).and_then(Value::as_scalar);
    let number = |name: &str| option(&options, name).and_then(|value| value.as_scalar());
    let tolerance = Tolerance {
        absolute: plain.or_else(|| number("abstol")).unwrap_or(1e-10),
        relative: number("reltol").unwrap_or(1e-6),
        pieces: number("maxintervalcount").unwrap_or(650.0) as usize,
    };
    let waypoints = option(&options, "waypoints").and_then(|value| value.to_doubles()).unwrap_or_default().into_vec();
    let mut target = Target::new(call.session, &call.args[0]);
    let (value, error) = vectorized(
        &mut target,
        limits,
        &waypoints,
        tolerance,
        "quadgk: F must return a vector of the same size as its input",
    )?;
    Ok(vec![number_of(value), error.into()])
}

/// `integral(f, a, b, ...)`: of vectors, or of arrays point by point.
pub fn integral(call: Call) -> Result<Vec<Value>> {
    let limits = [limit(&call, 1)?, limit(&call, 2)?];
    let options = named(&call, 3);
    let number = |name: &str| option(&options, name).and_then(|value| value.as_scalar());
    let absolute = number("abstol").unwrap_or(1e-10);
    let relative = number("reltol").unwrap_or(1e-6);
    if number("arrayvalued").is_some_and(|flag| flag != 0.0) {
        let args = vec![call.args[0].clone(), call.args[1].clone(), call.args[2].clone(), Value::scalar(absolute)];
        return super::quadrature_steps::quadv(Call { args, ..call }).map(|mut values| {
            values.truncate(1);
            values
        });
    }
    let waypoints = option(&options, "waypoints").and_then(|value| value.to_doubles()).unwrap_or_default().into_vec();
    let mut target = Target::new(call.session, &call.args[0]);
    let tolerance = Tolerance { absolute, relative: relative.min(1e-9), pieces: 650 };
    let message = "integral: integrand F must return a single, real-valued vector of the same dimension as the input";
    let (value, error) = vectorized(&mut target, limits, &waypoints, tolerance, message)?;
    Ok(vec![number_of(value), error.into()])
}

/// `quadcc(f, a, b, tol)`
pub fn quadcc(call: Call) -> Result<Vec<Value>> {
    let limits = [limit(&call, 1)?, limit(&call, 2)?];
    let tolerances = call.args.get(3).and_then(Value::to_doubles).unwrap_or_default().into_vec();
    let tolerance = Tolerance {
        absolute: tolerances.first().copied().unwrap_or(1e-10),
        relative: tolerances.get(1).copied().unwrap_or(1e-6).min(1e-9),
        pieces: 650,
    };
    let mut target = Target::new(call.session, &call.args[0]);
    let message = "quadcc: integrand F must return a single, real-valued vector of the same dimension as the input";
    let (value, error) = vectorized(&mut target, limits, &[], tolerance, message)?;
    let calls = target.calls as f64 * 15.0;
    Ok(vec![number_of(value), error.into(), calls.into()])
}

/// `[q, ier, nfun, err] = quad(f, a, b, tol)`: the function gets one number at a time.
pub fn quad(call: Call) -> Result<Vec<Value>> {
    let [a, b] = [limit(&call, 1)?, limit(&call, 2)?];
    let tolerances = call.args.get(3).and_then(Value::to_doubles).unwrap_or_default().into_vec();
    let tolerance = Tolerance {
        absolute: tolerances.first().copied().unwrap_or(1.49e-8),
        relative: tolerances.get(1).copied().unwrap_or(1.49e-8),
        pieces: 500,
    };
    let mut target = Target::of_expression(call.session, &call.args[0], &["x"]).map_err(failed)?;
    let (range, first, last, sign) = match (a.is_infinite(), b.is_infinite()) {
        (false, false) => (Range::Plain(a, b), a, b, 1.0),
        _ if a > b => {
            let range = Range::new(b, a);
            (range, range.ends().0, range.ends().1, -1.0)
        }
        _ => {
            let range = Range::new(a, b);
            (range, range.ends().0, range.ends().1, 1.0)
        }
    };
    let mut heap = BinaryHeap::from([kronrod_21(&mut target, range, first, last)?]);
    let (mut value, mut error) = totals(heap.iter());
    while error > tolerance.absolute.max(tolerance.relative * value.norm()) && heap.len() < tolerance.pieces {
        let Some(worst) = heap.pop() else { break };
        let middle = (worst.a + worst.b) / 2.0;
        heap.push(kronrod_21(&mut target, range, worst.a, middle)?);
        heap.push(kronrod_21(&mut target, range, middle, worst.b)?);
        (value, error) = totals(heap.iter());
        if (worst.b - worst.a).abs() < 1e-14 {
            break;
        }
    }
    let calls = target.calls as f64;
    Ok(vec![number_of(value * sign), 0.0.into(), calls.into(), error.into()])
}

/// What `quad` says of every error of its function.
fn failed(error: Error) -> Error {
    match error.exit {
        Some(_) => error,
        None => Error::new("quad: evaluation of user-supplied function failed"),
    }
}

/// The value of `quad`'s function, which is a number; the first one of several.
fn value_at(target: &mut Target, x: f64) -> Result<f64> {
    let value = target.call(vec![Value::scalar(x)]).map_err(failed)?;
    let numbers = value.to_doubles().filter(|numbers| !value.is_text() && !numbers.is_empty());
    let number = numbers.and_then(|numbers| numbers.iter().next().copied());
    number.ok_or_else(|| Error::new("quad: expecting user supplied function to return numeric value"))
}

/// The 21-point rule with single calls, in QUADPACK's order of summation.
fn kronrod_21(target: &mut Target, range: Range, a: f64, b: f64) -> Result<Piece> {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let mut at = |t: f64| -> Result<f64> {
        let (x, scale) = range.map(t);
        Ok(value_at(target, x)? * scale)
    };
    let center = at(middle)?;
    let (mut kronrod, mut gauss) = (WEIGHTS_21[10] * center, 0.0);
    for j in 0..5 {
        let place = 2 * j + 1;
        let offset = half * NODES_21[place];
        let sum = at(middle - offset)? + at(middle + offset)?;
        gauss += GAUSS_10[j] * sum;
        kronrod += WEIGHTS_21[place] * sum;
    }
    for j in 0..5 {
        let place = 2 * j;
        let offset = half * NODES_21[place];
        kronrod += WEIGHTS_21[place] * (at(middle - offset)? + at(middle + offset)?);
    }
    let error = (200.0 * ((kronrod - gauss) * half).abs()).powf(1.5).min(((kronrod - gauss) * half).abs());
    Ok(Piece { a, b, value: (kronrod * half).into(), error })
}

/// `integral2(f, xa, xb, ya, yb, ...)`: limits of y may be functions of x.
pub fn integral2(call: Call) -> Result<Vec<Value>> {
    let [xa, xb] = [limit(&call, 1)?, limit(&call, 2)?];
    let limits = [call.args[3].clone(), call.args[4].clone()];
    let function = call.args[0].clone();
    let session = call.session;
    let bound = |session: &mut dyn crate::session::Session, which: usize, x: f64| -> Result<f64> {
        match &limits[which] {
            Value::Handle(_) => Target::new(session, &limits[which]).at(x),
            other => other.as_scalar().ok_or_else(|| Error::new("integral2: limits must be scalars or functions")),
        }
    };
    let mut rectangles = vec![Rectangle { x: [xa, xb], share: [0.0, 1.0], value: 0.0, error: f64::INFINITY }];
    let mut rounds = 0;
    for rectangle in &mut rectangles {
        measure(session, &function, &bound, rectangle)?;
    }
    loop {
        let value: f64 = rectangles.iter().map(|r| r.value).sum();
        let error: f64 = rectangles.iter().map(|r| r.error).sum();
        rounds += 1;
        if error <= 1e-10_f64.max(1e-8 * value.abs()) || rounds > 200 || !error.is_finite() {
            return Ok(vec![value.into(), error.into()]);
        }
        let Some(worst) = (0..rectangles.len()).max_by(|&i, &j| rectangles[i].error.total_cmp(&rectangles[j].error))
        else {
            return Ok(vec![value.into()]);
        };
        let worst = rectangles.swap_remove(worst);
        for mut quarter in worst.quarters() {
            measure(session, &function, &bound, &mut quarter)?;
            rectangles.push(quarter);
        }
    }
}

/// A part of the region: a range of x, and of the share between the limits of y.
struct Rectangle {
    x: [f64; 2],
    share: [f64; 2],
    value: f64,
    error: f64,
}

impl Rectangle {
    fn quarters(&self) -> Vec<Rectangle> {
        let halves = |[a, b]: [f64; 2]| [[a, (a + b) / 2.0], [(a + b) / 2.0, b]];
        let mut quarters = vec![];
        for x in halves(self.x) {
            quarters.extend(halves(self.share).map(|share| Rectangle { x, share, value: 0.0, error: 0.0 }));
        }
        quarters
    }
}

/// The product of two 15-point rules, with one call of the function.
fn measure(
    session: &mut dyn crate::session::Session,
    function: &Value,
    bound: &dyn Fn(&mut dyn crate::session::Session, usize, f64) -> Result<f64>,
    rectangle: &mut Rectangle,
) -> Result<()> {
    let node = |k: usize| if k < 7 { -NODES_15[k] } else { NODES_15[14 - k] };
    let place = |k: usize| if k < 8 { k } else { 14 - k };
    let (mut xs, mut ys, mut widths) = (vec![], vec![], vec![]);
    let [xa, xb] = rectangle.x;
    let [sa, sb] = rectangle.share;
    for j in 0..15 {
        let x = (xa + xb) / 2.0 + (xb - xa) / 2.0 * node(j);
        let (low, high) = (bound(session, 0, x)?, bound(session, 1, x)?);
        widths.push(high - low);
        for i in 0..15 {
            let share = (sa + sb) / 2.0 + (sb - sa) / 2.0 * node(i);
            xs.push(x);
            ys.push(low + share * (high - low));
        }
    }
    let grid = |values: Vec<f64>| Value::Double(Array::new([15, 15].into(), values));
    let values = Target::new(session, function).call(vec![grid(xs), grid(ys)])?;
    let Some(values) = values.to_doubles().filter(|values| values.len() == 225) else {
        fail!("integral2: integrand F must return a matrix of the same size as its input");
    };
    let (mut kronrod, mut gauss) = (0.0, 0.0);
    for j in 0..15 {
        for i in 0..15 {
            let value = values.as_slice()[j * 15 + i] * widths[j];
            kronrod += WEIGHTS_15[place(i)] * WEIGHTS_15[place(j)] * value;
            if place(i) % 2 == 1 && place(j) % 2 == 1 {
                gauss += GAUSS_7[place(i) / 2] * GAUSS_7[place(j) / 2] * value;
            }
        }
    }
    let area = (xb - xa) / 2.0 * (sb - sa) / 2.0;
    rectangle.value = kronrod * area;
    rectangle.error = ((kronrod - gauss) * area).abs();
    Ok(())
}
