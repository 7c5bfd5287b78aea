//! `fzero`: Alefeld, Potra and Shi's method (ACM algorithm 748): bracketing with inverse cubic and quadratic interpolation, a double
//! secant step and bisection.

use super::options::{number, report, word};
use super::target::Target;
use crate::builtins::Call;
use crate::value::Value;
use crate::{Error, Result, fail, format};

/// A point and the function's value there.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    f: f64,
}

/// What is printed of a search.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Show {
    Nothing,
    Failure,
    End,
    Steps,
}

impl Show {
    fn of(options: Option<&Value>) -> Show {
        match word(options, "Display").as_deref() {
            Some("off" | "none") => Show::Nothing,
            Some("final") => Show::End,
            Some("iter") => Show::Steps,
            _ => Show::Failure,
        }
    }

    fn end(self, target: &mut Target, info: f64) {
        let text = match info {
            1.0 if self >= Show::End => "Algorithm converged.",
            -5.0 if self >= Show::Failure => "Algorithm seemingly converged to a singular point.",
            0.0 if self >= Show::Failure => "Maximum number of iterations or function evaluations reached.",
            _ => return,
        };
        target.print(&format!("\n{text}\n\n"));
    }

    fn row(self, target: &mut Target, numbers: &[f64], step: &str) -> Result<()> {
        if self < Show::Steps {
            return Ok(());
        }
        let mut values = vec![Value::scalar(target.calls as f64)];
        values.extend(numbers.iter().map(|&x| Value::scalar(x)));
        let template = if numbers.len() == 2 { "%5d %15.6g %13.6g        " } else { "%5d %15.6g %13.6g %13.6g %13.6g   " };
        let row = format::sprintf(template.as_bytes(), &values)?;
        target.print(&format!("{}{step}\n", String::from_utf8_lossy(&row)));
        Ok(())
    }

    fn head(self, target: &mut Target, text: &str) {
        if self == Show::Steps {
            target.print(text);
        }
    }
}

/// Six digits.
fn short(x: f64) -> Result<String> {
    format::sprintf(b"%g", &[Value::scalar(x)]).map(|text| String::from_utf8_lossy(&text).into_owned())
}

/// `[x, fval, info, output] = fzero(f, x0, options)`: `x0` is a bracket, or a point to search one from.
pub fn fzero(call: Call) -> Result<Vec<Value>> {
    let options = call.args.get(2).cloned();
    let show = Show::of(options.as_ref());
    let number = |name: &str, default: f64| number(options.as_ref(), name, default);
    let limits = [number("MaxIter", f64::INFINITY), number("MaxFunEvals", f64::INFINITY)];
    let start = call.args[1].to_doubles().unwrap_or_default().into_vec();
    let mut target = Target::new(call.session, &call.args[0]);
    let bracket = bracket_of(&mut target, &start, show)?;
    let search = Search::new(bracket, number("TolX", f64::EPSILON));
    let found = search.run(&mut target, limits, show)?;
    show.end(&mut target, found.info);
    let output = report(&[
        ("iterations", found.iterations.into()),
        ("funcCount", (target.calls as f64).into()),
        ("algorithm", "bisection, interpolation".into()),
        ("bracketx", Value::row(vec![found.a.x, found.b.x])),
        ("brackety", Value::row(vec![found.a.f, found.b.f])),
    ]);
    Ok(vec![found.point.x.into(), found.point.f.into(), found.info.into(), output])
}

fn bracket_of(target: &mut Target, start: &[f64], show: Show) -> Result<[Point; 2]> {
    let invalid = || Error::with_id("Octave:fzero:bracket", "fzero: not a valid initial bracketing");
    let (first, second) = match *start {
        [a, b, ..] => (a, Some(b)),
        [a] => (a, None),
        [] => fail!("fzero: X0 must be a scalar or a 2-element vector"),
    };
    let a = Point { x: first, f: target.at(first)? };
    let b = match second {
        Some(x) => Point { x, f: target.at(x)? },
        None => search_bracket(target, a, show)?.ok_or_else(invalid)?,
    };
    let [a, b] = if b.x < a.x { [b, a] } else { [a, b] };
    if sign(a.f) * sign(b.f) <= 0.0 { Ok([a, b]) } else { Err(invalid()) }
}

/// Tries points at growing distances on both sides.
fn search_bracket(target: &mut Target, a: Point, show: Show) -> Result<Option<Point>> {
    const SHARES: [f64; 14] =
        [-0.01, 0.025, -0.05, 0.10, -0.25, 0.50, -1.0, 2.5, -5.0, 10.0, -50.0, 100.0, -500.0, 1000.0];
    show.head(target, &format!("\nSearch for an interval around {} containing a sign change:\n", short(a.x)?));
    show.head(target, " Func-count    a          f(a)             b          f(b)        Procedure\n");
    show.row(target, &[a.x, a.f, a.x, a.f], "initial interval")?;
    let unit = if a.x == 0.0 { 0.1 } else { a.x };
    for share in SHARES {
        let x = unit + unit * share;
        let b = Point { x, f: target.at(x)? };
        show.row(target, &[a.x, a.f, b.x, b.f], "search")?;
        if sign(a.f) * sign(b.f) <= 0.0 {
            return Ok(Some(b));
        }
    }
    Ok(None)
}

/// -1, 0, 1, or NaN
fn sign(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() { x } else { x.signum() }
}

/// What is tried next.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Secant,
    /// Interpolation with this number of Newton's steps, if it is not cubic.
    Interpolate(usize),
    DoubleSecant,
    Bisect,
}

struct Search {
    a: Point,
    b: Point,
    /// The points that left the bracket last.
    d: Point,
    e: Point,
    step: Step,
    /// Half of an earlier width: what three steps must fall below.
    goal: f64,
    tolerance: f64,
}

struct Found {
    point: Point,
    a: Point,
    b: Point,
    iterations: f64,
    info: f64,
}

impl Search {
    fn new([a, b]: [Point; 2], tolerance: f64) -> Search {
        let best = if a.f.abs() < b.f.abs() { a } else { b };
        Search { a, b, d: best, e: best, step: Step::Secant, goal: 0.5 * (b.x - a.x), tolerance }
    }

    fn best(&self) -> Point {
        if self.a.f.abs() < self.b.f.abs() { self.a } else { self.b }
    }

    fn accuracy(&self) -> f64 {
        2.0 * (2.0 * self.best().x.abs() * f64::EPSILON + self.tolerance)
    }

    fn slope(&self) -> f64 {
        (self.b.f - self.a.f) / (self.b.x - self.a.x)
    }

    /// `limits`: the most iterations and calls.
    fn run(mut self, target: &mut Target, limits: [f64; 2], show: Show) -> Result<Found> {
        /// A slope that is steeper by more than this belongs to no zero.
        const STEEPER: f64 = 1e6;
        let mut last = self.best();
        let slope = self.slope();
        show.head(
            target,
            &format!(
                "\nSearch for a zero in the interval [{}, {}]:\n Func-count    x          f(x)             Procedure\n",
                short(self.a.x)?,
                short(self.b.x)?
            ),
        );
        show.row(target, &[last.x, last.f], "initial")?;
        let mut iterations = 0.0;
        let mut info = 1.0;
        while self.b.x - self.a.x > self.accuracy() && last.f != 0.0 {
            if iterations >= limits[0] || target.calls as f64 >= limits[1] {
                info = 0.0;
                break;
            }
            let proposed = self.propose();
            let x = self.keep_inside(proposed);
            last = Point { x, f: target.at(x)? };
            iterations += 1.0;
            show.row(target, &[last.x, last.f], "interpolation")?;
            if !self.narrow(last) {
                break;
            }
        }
        if info == 1.0 && self.slope() / slope > STEEPER {
            info = -5.0;
        }
        Ok(Found { point: last, a: self.a, b: self.b, iterations, info })
    }

    /// The next point, and which step follows.
    fn propose(&mut self) -> f64 {
        let (a, b, best) = (self.a, self.b, self.best());
        match self.step {
            Step::Secant => {
                self.step = Step::Bisect;
                self.d = best;
                if a.f.abs() <= 1e3 * b.f.abs() && b.f.abs() <= 1e3 * a.f.abs() {
                    best.x - (a.x - b.x) / (a.f - b.f) * best.f
                } else {
                    0.5 * (a.x + b.x)
                }
            }
            Step::Interpolate(newton) => {
                self.step = if newton == 2 { Step::Interpolate(3) } else { Step::DoubleSecant };
                // One that is no number goes to the edge of the bracket.
                let cubic = self.inverse_cubic().filter(|&c| !((c - a.x) * (c - b.x) > 0.0));
                cubic.unwrap_or_else(|| self.quadratic(newton))
            }
            Step::DoubleSecant => {
                self.step = Step::Bisect;
                let c = best.x - 2.0 * (b.x - a.x) / (b.f - a.f) * best.f;
                if (c - best.x).abs() > 0.5 * (b.x - a.x) { 0.5 * (b.x + a.x) } else { c }
            }
            Step::Bisect => {
                self.step = Step::Interpolate(2);
                0.5 * (b.x + a.x)
            }
        }
    }

    /// The inverse cubic through four points with values that all differ (Aitken and Neville's scheme of the paper).
    fn inverse_cubic(&self) -> Option<f64> {
        let (a, b, d, e) = (self.a, self.b, self.d, self.e);
        let values = [a.f, b.f, d.f, e.f];
        let repeated = (0..4).any(|i| (0..i).any(|j| values[i] == values[j]));
        if repeated {
            return None;
        }
        let q11 = (d.x - e.x) * d.f / (e.f - d.f);
        let q21 = (b.x - d.x) * b.f / (d.f - b.f);
        let q31 = (a.x - b.x) * a.f / (b.f - a.f);
        let d21 = (b.x - d.x) * d.f / (d.f - b.f);
        let d31 = (a.x - b.x) * b.f / (b.f - a.f);
        let q22 = (d21 - q11) * b.f / (e.f - b.f);
        let q32 = (d31 - q21) * a.f / (d.f - a.f);
        let d32 = (d31 - q21) * d.f / (d.f - a.f);
        let q33 = (d32 - q22) * a.f / (e.f - a.f);
        Some(a.x + q31 + q32 + q33)
    }

    /// Newton's steps on the quadratic through the bracket and the point that left it.
    fn quadratic(&self, steps: usize) -> f64 {
        let (a, b, d) = (self.a, self.b, self.d);
        let slope = (b.f - a.f) / (b.x - a.x);
        let curvature = ((d.f - b.f) / (d.x - b.x) - slope) / (d.x - a.x);
        let secant = a.x - a.f / slope;
        if curvature == 0.0 {
            return secant;
        }
        let mut c = secant;
        for _ in 0..steps {
            let value = a.f + (slope + curvature * (c - b.x)) * (c - a.x);
            let derivative = slope + curvature * (2.0 * c - a.x - b.x);
            if derivative == 0.0 {
                return secant;
            }
            c -= value / derivative;
        }
        c
    }

    fn keep_inside(&self, c: f64) -> f64 {
        let (a, b) = (self.a.x, self.b.x);
        let margin = 0.7 * self.accuracy();
        if b - a <= 2.0 * margin { (a + b) / 2.0 } else { c.min(b - margin).max(a + margin) }
    }

    /// Takes a point into the bracket; is there more to do?
    fn narrow(&mut self, c: Point) -> bool {
        if sign(c.f - self.a.f) * sign(c.f - self.b.f) >= 0.0 {
            // Not between the values of the bracket: no cubic for now.
            self.e.f = c.f;
        } else {
            self.e = self.d;
        }
        if sign(self.a.f) * sign(c.f) < 0.0 {
            (self.d, self.b) = (self.b, c);
        } else if sign(self.b.f) * sign(c.f) < 0.0 {
            (self.d, self.a) = (self.a, c);
        } else {
            (self.a, self.b) = (c, c);
            return false;
        }
        let width = self.b.x - self.a.x;
        if width <= self.accuracy() {
            return false;
        }
        if self.step == Step::Bisect && width <= self.goal {
            self.step = Step::Interpolate(2);
        }
        if self.step == Step::Interpolate(2) {
            self.goal = 0.5 * width;
        }
        true
    }
}
