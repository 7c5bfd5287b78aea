//! `ode45` (Dormand and Prince's pair), `ode23` (Bogacki and Shampine's), both with Hairer's choice of steps, and `lsode` (the first
//! pair with narrow tolerances).

use super::options::{number, report};
use super::target::Target;
use crate::builtins::Call;
use crate::builtins::errors::warn;
use crate::builtins::graphics::warn_of_drawing;
use crate::value::{Array, StructArray, Value};
use crate::{Error, Result, fail};

/// A pair of explicit methods. The slope of the last stage is the first one of the next step.
struct Pair {
    name: &'static str,
    nodes: &'static [f64],
    stages: &'static [&'static [f64]],
    /// The solution of the lower order, for the error.
    embedded: &'static [f64],
    /// The solution in the middle of a step, for a polynomial of order four; without it one of order three is used.
    middle: &'static [f64],
    order: i32,
}

/// The middle is Shampine's.
const ODE45: Pair = Pair {
    name: "ode45",
    nodes: &[0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0],
    stages: &[
        &[],
        &[0.2],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
        &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    ],
    embedded: &[
        5179.0 / 57600.0,
        0.0,
        7571.0 / 16695.0,
        393.0 / 640.0,
        -92097.0 / 339_200.0,
        187.0 / 2100.0,
        1.0 / 40.0,
    ],
    middle: &[
        6_025_192_743.0 / 30_085_553_152.0,
        0.0,
        51_252_292_925.0 / 65_400_821_598.0,
        -2_691_868_925.0 / 45_128_329_728.0,
        187_940_372_067.0 / 1_594_534_317_056.0,
        -1_776_094_331.0 / 19_743_644_256.0,
        11_237_099.0 / 235_043_384.0,
    ],
    order: 5,
};

const ODE23: Pair = Pair {
    name: "ode23",
    nodes: &[0.0, 0.5, 0.75, 1.0],
    stages: &[&[], &[0.5], &[0.0, 0.75], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]],
    embedded: &[7.0 / 24.0, 1.0 / 4.0, 1.0 / 3.0, 1.0 / 8.0],
    middle: &[],
    order: 3,
};

/// How exact steps are.
struct Accuracy {
    absolute: f64,
    relative: f64,
    longest: f64,
    /// The first step, if it is given.
    first: Option<f64>,
    pair: &'static Pair,
}

impl Accuracy {
    fn root(&self, x: f64) -> f64 {
        x.powf(1.0 / f64::from(self.pair.order + 1))
    }
}

/// The right-hand side of the equation.
struct Equation<'a> {
    target: Target<'a>,
    /// Time comes first, or last.
    time_first: bool,
    name: &'static str,
}

impl Equation<'_> {
    fn slope(&mut self, t: f64, y: &[f64]) -> Result<Vec<f64>> {
        let state = Value::column(y.to_vec());
        let args = if self.time_first { vec![Value::scalar(t), state] } else { vec![state, Value::scalar(t)] };
        let value = self.target.call(args)?;
        match value.to_doubles() {
            Some(slope) if slope.len() == y.len() => Ok(slope.into_vec()),
            _ => fail!("{}: FUN must return as many values as there are initial ones", self.name),
        }
    }
}

/// The greatest element in units of its tolerance.
fn relative_size(x: &[f64], reference: [&[f64]; 2], accuracy: &Accuracy) -> f64 {
    let unit = |k: usize| accuracy.absolute.max(accuracy.relative * reference[0][k].abs().max(reference[1][k].abs()));
    x.iter().enumerate().map(|(k, x)| x.abs() / unit(k)).fold(f64::NAN, f64::max)
}

/// Hairer, Norsett and Wanner's first step, with sizes in units of the thing itself.
fn first_step(equation: &mut Equation, t: f64, y: &[f64], accuracy: &Accuracy) -> Result<f64> {
    let slope = equation.slope(t, y)?;
    let own = |x: &[f64]| relative_size(x, [x, x], accuracy);
    let (d0, d1) = (own(y), own(&slope));
    let trial = if d0 < 1e-5 || d1 < 1e-5 { 1e-6 } else { 0.01 * (d0 / d1) };
    let moved: Vec<f64> = y.iter().zip(&slope).map(|(y, k)| y + trial * k).collect();
    let next = equation.slope(t + trial, &moved)?;
    let change: Vec<f64> = next.iter().zip(&slope).map(|(a, b)| a - b).collect();
    let d2 = own(&change) / trial;
    let length = if d1.max(d2) <= 1e-15 { (trial * 1e-3).max(1e-6) } else { accuracy.root(1e-2 / d1.max(d2)) };
    Ok(length.min(100.0 * trial))
}

/// One step: where it leads, and the slopes on the way.
struct Step {
    t: f64,
    h: f64,
    from: Vec<f64>,
    to: Vec<f64>,
    slopes: Vec<Vec<f64>>,
    error: f64,
    pair: &'static Pair,
}

fn combination(y: &[f64], h: f64, slopes: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    let sum = |k: usize| slopes.iter().zip(weights).map(|(slope, weight)| slope[k] * (h * weight)).sum::<f64>();
    y.iter().enumerate().map(|(k, y)| y + sum(k)).collect()
}

impl Step {
    fn take(equation: &mut Equation, (t, after): (f64, f64), y: &[f64], first: Option<Vec<f64>>, h: f64, accuracy: &Accuracy) -> Result<Step> {
        let mut slopes = vec![match first {
            Some(slope) => slope,
            None => equation.slope(t, y)?,
        }];
        let mut to = y.to_vec();
        let pair = accuracy.pair;
        let last = pair.stages.len() - 1;
        for (stage, (weights, node)) in pair.stages.iter().zip(pair.nodes).enumerate().skip(1) {
            to = combination(y, h, &slopes, weights);
            slopes.push(equation.slope(if stage == last { after } else { t + node * h }, &to)?);
        }
        let embedded = combination(y, h, &slopes, pair.embedded);
        let difference: Vec<f64> = to.iter().zip(&embedded).map(|(a, b)| a - b).collect();
        let error = relative_size(&difference, [&to, y], accuracy);
        Ok(Step { t, h: after - t, from: y.to_vec(), to, slopes, error, pair })
    }

    /// The value at a time within the step: the polynomial through values, slopes and the middle. Operations are in Octave's order:
    /// cubes of several times are products, that of one a power.
    fn at(&self, time: f64, several: bool) -> Vec<f64> {
        let s = (time - self.t) / self.h;
        let cube = if several { s * s * s } else { s.powf(3.0) };
        let half = |k: usize| -> f64 { self.slopes.iter().zip(self.pair.middle).map(|(slope, weight)| slope[k] * weight).sum() };
        let middle: Vec<f64> = (0..self.from.len()).map(|k| self.from[k] + (0.5 * self.h) * half(k)).collect();
        let (f0, f1) = (&self.slopes[0], &self.slopes[self.slopes.len() - 1]);
        let cubic = [
            (1.0 + 2.0 * s) * (1.0 - s).powi(2),
            s * (1.0 - s).powi(2),
            0.0,
            s.powi(2) * (3.0 - 2.0 * s),
            s.powi(2) * (s - 1.0),
        ];
        let quartic = [
            1.0 - 11.0 * s.powi(2) + 18.0 * cube - 8.0 * s.powf(4.0),
            s - 4.0 * s.powi(2) + 5.0 * cube - 2.0 * s.powf(4.0),
            16.0 * s.powi(2) - 32.0 * cube + 16.0 * s.powf(4.0),
            -5.0 * s.powi(2) + 14.0 * cube - 8.0 * s.powf(4.0),
            s.powi(2) - 3.0 * cube + 2.0 * s.powf(4.0),
        ];
        let weights = if self.pair.middle.is_empty() { cubic } else { quartic };
        (0..self.from.len())
            .map(|k| {
                weights[0] * self.from[k]
                    + weights[1] * self.h * f0[k]
                    + weights[2] * middle[k]
                    + weights[3] * self.to[k]
                    + weights[4] * self.h * f1[k]
            })
            .collect()
    }
}

/// Times and states.
#[derive(Default)]
struct Path {
    times: Vec<f64>,
    states: Vec<Vec<f64>>,
}

/// Steps of one time that are all too inexact.
const MOST_REJECTED: usize = 5000;

/// Runs from the first of `times` to the last; all steps are kept if there are only two, else the states at these times.
fn solve(equation: &mut Equation, times: &[f64], start: Vec<f64>, accuracy: &Accuracy) -> Result<Path> {
    let (mut t, end) = (times[0], times[times.len() - 1]);
    let direction = if end < t { -1.0 } else { 1.0 };
    let every_step = times.len() == 2;
    let mut path = Path { times: vec![t], states: vec![start.clone()] };
    let mut y = start;
    // The search for a step evaluates slopes of its own.
    let mut h = match accuracy.first {
        Some(h) => h,
        None => first_step(equation, t, &y, accuracy)?,
    };
    let mut slope = None;
    h = h.abs().min(accuracy.longest) * direction;
    let (mut next_time, mut rejected, mut lost) = (1, 0, 0.0);
    while (end - t) * direction > 0.0 {
        if (end - t - h) * direction < 0.0 || (end - t - h).abs() < 1e-14 * end.abs() {
            h = end - t;
        }
        // Compensated, after Kahan: the times of many steps are as exact as one.
        let advance = h - lost;
        let after = t + advance;
        lost = (after - t) - advance;
        let step = Step::take(equation, (t, after), &y, slope.clone(), h, accuracy)?;
        if step.error <= 1.0 {
            rejected = 0;
            let within = times[next_time..].iter().take_while(|&&it| !every_step && (it - after) * direction <= 0.0);
            let within: Vec<f64> = within.copied().collect();
            for &wanted in &within {
                path.times.push(wanted);
                path.states.push(if wanted == after { step.to.clone() } else { step.at(wanted, within.len() > 1) });
            }
            next_time += within.len();
            t = after;
            y.clone_from(&step.to);
            slope = step.slopes.last().cloned();
            if every_step {
                path.times.push(t);
                path.states.push(y.clone());
            }
        } else {
            rejected += 1;
            if rejected >= MOST_REJECTED {
                let why = "happened because the iterative integration loop did not find a valid solution at this time stamp";
                return Err(Error::new(format!("integrate_adaptive:{}\n", unsuccessful(t, end, why))));
            }
        }
        let error = step.error + f64::EPSILON;
        let factor = accuracy.root(0.38) * accuracy.root(1.0 / error);
        h *= 1.5_f64.min(0.8_f64.max(if factor.is_nan() { 0.8 } else { factor }));
        h = h.abs().min(accuracy.longest) * direction;
        if h.abs() < spacing(t) {
            break;
        }
        if path.times.len() > 5_000_000 {
            return Err(Error::new("out of memory or dimension too large for Octave's index type"));
        }
    }
    Ok(path)
}

fn unsuccessful(t: f64, end: f64, why: &str) -> String {
    format!(
        " Solving was not successful.  The iterative integration loop exited at time t = {t:.6} before the endpoint at tend = {end:.6} \
         was reached.  This {why}.  Try to reduce the value of 'InitialStep' and/or 'MaxStep' with the command 'odeset'."
    )
}

/// The distance from a number to the next one.
fn spacing(t: f64) -> f64 {
    t.abs().next_up() - t.abs()
}

fn as_rows(path: &Path) -> Value {
    let (rows, cols) = (path.states.len(), path.states.first().map_or(0, Vec::len));
    let values = (0..cols).flat_map(|k| path.states.iter().map(move |state| state[k])).collect();
    Value::Double(Array::new([rows, cols].into(), values))
}

/// `[t, y] = ode45(f, times, y0, options, ...)`; with one output a structure.
pub fn ode45(call: Call) -> Result<Vec<Value>> {
    solution(call, &ODE45)
}

/// `[t, y] = ode23(f, times, y0, options, ...)`
pub fn ode23(call: Call) -> Result<Vec<Value>> {
    solution(call, &ODE23)
}

fn solution(call: Call, pair: &'static Pair) -> Result<Vec<Value>> {
    let name = pair.name;
    let invalid = |message: &str| Error::with_id("Octave:invalid-input-arg", format!("{name}: {message}"));
    let times = call.args[1].to_doubles().unwrap_or_default().into_vec();
    if times.len() < 2 {
        return Err(invalid("TRANGE must contain at least 2 elements"));
    }
    if times[0] == times[1] {
        return Err(invalid("invalid time span, TRANGE(1) == TRANGE(2)"));
    }
    let Some(start) = call.args[2].to_doubles().filter(|start| start.dims().is_vector()) else {
        return Err(invalid("INIT must be a numeric vector"));
    };
    if !call.args[0].is_text() && !matches!(call.args[0], Value::Handle(_)) {
        return Err(invalid("FUN must be a valid function handle"));
    }
    if let Some(function) = call.args[0].as_text().filter(|function| !call.session.is_function(function)) {
        return Err(invalid(&format!("function \"{function}\" not found")));
    }
    // What stands in place of the options and is none belongs to the function.
    let has_options = matches!(call.args.get(3), Some(Value::Struct(_)));
    let options = call.args.get(3).filter(|_| has_options).cloned();
    let extra = call.args.iter().skip(3 + usize::from(has_options)).cloned().collect();
    let first = number(options.as_ref(), "InitialStep", f64::NAN);
    let span = (times[times.len() - 1] - times[0]).abs();
    let accuracy = Accuracy {
        absolute: number(options.as_ref(), "AbsTol", 1e-6),
        relative: number(options.as_ref(), "RelTol", 1e-3),
        longest: number(options.as_ref(), "MaxStep", 0.1 * span),
        first: (!first.is_nan()).then_some(first),
        pair,
    };
    let mut target = Target::new(call.session, &call.args[0]);
    target.extra = extra;
    let mut equation = Equation { target, time_first: true, name };
    let path = solve(&mut equation, &times, start.into_vec(), &accuracy)?;
    let (end, told) = (times[times.len() - 1], path.times[path.times.len() - 1]);
    if (end - told) * (end - times[0]) > 0.0 {
        let message = unsuccessful(told, end, "may happen if the stepsize becomes too small");
        warn(equation.target.session(), "integrate_adaptive:unexpected_termination", &message);
    }
    if call.nargout == 0 {
        warn_of_drawing(equation.target.session(), name);
        return Ok(vec![]);
    }
    if call.nargout >= 2 {
        return Ok(vec![Value::column(path.times.clone()), as_rows(&path)]);
    }
    let columns = path.states.iter().flatten().copied().collect();
    let height = path.states.first().map_or(0, Vec::len);
    let mut result = StructArray::scalar();
    result.set("x", 0, Value::row(path.times.clone()));
    result.set("y", 0, Value::Double(Array::new([height, path.times.len()].into(), columns)));
    result.set("solver", 0, Value::text(name));
    Ok(vec![Value::structs(result)])
}

/// `odeset("name", value, ...)`: a structure of options.
pub fn odeset(call: Call) -> Result<Vec<Value>> {
    const NAMES: &[&str] = &[
        "AbsTol",
        "BDF",
        "Events",
        "InitialSlope",
        "InitialStep",
        "Jacobian",
        "JConstant",
        "JPattern",
        "Mass",
        "MassSingular",
        "MaxOrder",
        "MaxStep",
        "MStateDependence",
        "MvPattern",
        "NonNegative",
        "NormControl",
        "OutputFcn",
        "OutputSel",
        "Refine",
        "RelTol",
        "Stats",
        "Vectorized",
    ];
    let mut fields: Vec<(&str, Value)> = NAMES.iter().map(|name| (*name, Value::empty())).collect();
    let mut args = &call.args[..];
    while let [Value::Struct(old), rest @ ..] = args {
        for (name, slot) in &mut fields {
            if let Some(value) = old.get(name, 0).filter(|value| !value.is_empty()) {
                *slot = value.clone();
            }
        }
        args = rest;
    }
    for pair in args.chunks(2) {
        let [name, value] = pair else { fail!("odeset: FIELD/VALUE arguments must occur in pairs") };
        let name = name.as_text().unwrap_or_default();
        match fields.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            Some((_, slot)) => *slot = value.clone(),
            None => call.session.write_error(format!("warning: odeset: unknown option \"{name}\"\n").as_bytes()),
        }
    }
    Ok(vec![report(&fields)])
}

/// `[x, istate, msg] = lsode(f, x0, t)`: rows of states at the times. Stiff equations take many steps.
pub fn lsode(call: Call) -> Result<Vec<Value>> {
    let (Some(start), Some(times)) = (call.args[1].to_doubles(), call.args[2].to_doubles()) else {
        fail!("lsode: initial state X_0 and output times T must be vectors");
    };
    let function = match &call.args[0] {
        Value::Cell(cells) => cells.as_slice().first().cloned().unwrap_or_else(Value::empty),
        other => other.clone(),
    };
    let times = times.into_vec();
    let target = Target::of_expression(call.session, &function, &["x", "t"])?;
    let mut equation = Equation { target, time_first: false, name: "lsode" };
    let mut path = Path { times: times.first().copied().into_iter().collect(), states: vec![start.into_vec()] };
    let accuracy = Accuracy { absolute: 1e-11, relative: 1e-11, longest: f64::INFINITY, first: None, pair: &ODE45 };
    for pair in times.windows(2) {
        let state = path.states.last().cloned().unwrap_or_default();
        let part = if pair[0] == pair[1] {
            Path { times: vec![pair[1]], states: vec![state] }
        } else {
            solve(&mut equation, pair, state, &accuracy)?
        };
        path.times.push(pair[1]);
        path.states.extend(part.states.into_iter().last());
    }
    Ok(vec![as_rows(&path), 2.0.into(), "successful exit".into()])
}
