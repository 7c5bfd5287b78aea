//! `fminbnd` (Brent's method), `fminsearch` (Nelder and Mead's simplex as Higham stops it).

use super::options::{number, report};
use super::target::Target;
use crate::builtins::Call;
use crate::value::{Array, Dims, Value};
use crate::Result;

/// `[x, fval, info, output] = fminbnd(f, a, b, options)`
pub fn fminbnd(call: Call) -> Result<Vec<Value>> {
    let (Some(a), Some(b)) = (call.args[1].as_scalar(), call.args[2].as_scalar()) else {
        return Err(crate::Error::invalid_call("fminbnd"));
    };
    if a > b {
        let message = "Octave:fminbnd: the lower bound is greater than the upper one";
        return Err(crate::Error::with_id("Octave:invalid-fun-call", message));
    }
    let options = call.args.get(3).cloned();
    let tolerance = number(options.as_ref(), "TolX", 1e-4);
    let most =
        number(options.as_ref(), "MaxIter", f64::INFINITY).min(number(options.as_ref(), "MaxFunEvals", f64::INFINITY));
    let mut target = Target::new(call.session, &call.args[0]);
    let brent = Brent::run(&mut target, [a, b], tolerance, most)?;
    let output = report(&[
        ("iterations", brent.iterations.into()),
        ("funcCount", (target.calls as f64).into()),
        ("algorithm", "golden section search, parabolic interpolation".into()),
        ("bracket", Value::row(vec![brent.a, brent.b])),
    ]);
    Ok(vec![brent.x.into(), brent.fx.into(), brent.info.into(), output])
}

/// Brent's search: `x` is the best point, `w` the next best, `v` the `w` before.
struct Brent {
    a: f64,
    b: f64,
    x: f64,
    fx: f64,
    w: f64,
    fw: f64,
    v: f64,
    fv: f64,
    iterations: f64,
    info: f64,
}

impl Brent {
    fn run(target: &mut Target, [a, b]: [f64; 2], tolerance: f64, most: f64) -> Result<Brent> {
        let golden = 0.5 * (3.0 - 5_f64.sqrt());
        let x = a + golden * (b - a);
        let fx = target.at(x)?;
        let mut s = Brent { a, b, x, fx, w: x, fw: fx, v: x, fv: fx, iterations: 0.0, info: 1.0 };
        let (mut step, mut before) = (0.0, 0.0);
        loop {
            let middle = 0.5 * (s.a + s.b);
            let least = 2.0 * f64::EPSILON * s.x.abs() + tolerance / 3.0;
            if (s.x - middle).abs() <= 2.0 * least - 0.5 * (s.b - s.a) {
                return Ok(s);
            }
            if s.iterations >= most {
                s.info = 0.0;
                return Ok(s);
            }
            let parabola = if f64::abs(before) >= least { s.parabola(before) } else { None };
            match parabola {
                Some(d) => {
                    before = step;
                    step = d;
                    let u = s.x + d;
                    if (u - s.a).min(s.b - u) < 2.0 * least {
                        step = if middle >= s.x { least } else { -least };
                    }
                }
                None => {
                    before = if s.x >= middle { s.a - s.x } else { s.b - s.x };
                    step = golden * before;
                }
            }
            let u = s.x + if step >= 0.0 { f64::abs(step).max(least) } else { -f64::abs(step).max(least) };
            s.iterations += 1.0;
            s.take(u, target.at(u)?);
        }
    }

    /// The step to the lowest point of a parabola, if it lies well inside and is shorter than half of an earlier step.
    fn parabola(&self, before: f64) -> Option<f64> {
        let r = (self.x - self.w) * (self.fx - self.fv);
        let q = (self.x - self.v) * (self.fx - self.fw);
        let p = (self.x - self.v) * q - (self.x - self.w) * r;
        let q = 2.0 * (q - r);
        let (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
        let inside = p.abs() < (0.5 * q * before).abs() && p > q * (self.a - self.x) && p < q * (self.b - self.x);
        inside.then(|| p / q)
    }

    fn take(&mut self, u: f64, fu: f64) {
        if fu < self.fx {
            if u < self.x {
                self.b = self.x;
            } else {
                self.a = self.x;
            }
            (self.v, self.fv, self.w, self.fw) = (self.w, self.fw, self.x, self.fx);
            (self.x, self.fx) = (u, fu);
            return;
        }
        if u < self.x {
            self.a = u;
        } else {
            self.b = u;
        }
        if fu <= self.fw || self.w == self.x {
            (self.v, self.fv, self.w, self.fw) = (self.w, self.fw, u, fu);
        } else if fu <= self.fv || self.v == self.x || self.v == self.w {
            (self.v, self.fv) = (u, fu);
        }
    }
}

/// `[x, fval, info, output] = fminsearch(f, x0, options)`
pub fn fminsearch(call: Call) -> Result<Vec<Value>> {
    let Some(start) = call.args.get(1).and_then(Value::to_doubles) else {
        return Err(crate::Error::invalid_call("fminsearch"));
    };
    let options = call.args.get(2).cloned();
    let n = start.len() as f64;
    let limits = Limits {
        x: number(options.as_ref(), "TolX", 1e-4),
        f: number(options.as_ref(), "TolFun", 1e-4),
        calls: number(options.as_ref(), "MaxFunEvals", 200.0 * n) as usize,
        iterations: number(options.as_ref(), "MaxIter", 200.0 * n),
    };
    let mut target = Target::new(call.session, &call.args[0]);
    target.extra = call.args.get(3..).unwrap_or_default().to_vec();
    let dims = start.dims().clone();
    let mut simplex = Simplex::new(&mut target, start.into_vec(), &dims)?;
    let (mut iterations, mut info) = (0.0, 1.0);
    while !simplex.is_small(&limits) {
        if target.calls >= limits.calls || iterations >= limits.iterations {
            info = 0.0;
            break;
        }
        simplex.step(&mut target, &dims)?;
        iterations += 1.0;
    }
    let best = &simplex.corners[0];
    let output = report(&[
        ("iterations", iterations.into()),
        ("funcCount", (target.calls as f64).into()),
        ("algorithm", "Nelder-Mead simplex direct search".into()),
        ("message", "".into()),
    ]);
    Ok(vec![Value::Double(Array::new(dims, best.x.clone())), best.f.into(), info.into(), output])
}

struct Limits {
    x: f64,
    f: f64,
    calls: usize,
    iterations: f64,
}

#[derive(Clone)]
struct Corner {
    x: Vec<f64>,
    f: f64,
}

/// Corners from the best to the worst.
struct Simplex {
    corners: Vec<Corner>,
}

fn corner(target: &mut Target, x: Vec<f64>, dims: &Dims) -> Result<Corner> {
    let f = target.number(Value::Double(Array::new(dims.clone(), x.clone())))?;
    Ok(Corner { x, f })
}

impl Simplex {
    /// A regular simplex as large as the start.
    fn new(target: &mut Target, start: Vec<f64>, dims: &Dims) -> Result<Simplex> {
        let n = start.len();
        let scale = start.iter().fold(1.0_f64, |scale, x| scale.max(x.abs()));
        let root = (n as f64 + 1.0).sqrt() - 1.0;
        let unit = scale / (n as f64 * 2_f64.sqrt());
        let (long, short) = (unit * (root + n as f64), unit * root);
        let mut corners = vec![corner(target, start.clone(), dims)?];
        for j in 0..n {
            let x = start.iter().enumerate().map(|(k, x)| x + if k == j { long } else { short }).collect();
            corners.push(corner(target, x, dims)?);
        }
        let mut simplex = Simplex { corners };
        simplex.sort();
        Ok(simplex)
    }

    fn sort(&mut self) {
        self.corners.sort_by(|a, b| a.f.total_cmp(&b.f));
    }

    fn is_small(&self, limits: &Limits) -> bool {
        let best = &self.corners[0];
        let Some(worst) = self.corners.last() else { return true };
        let distance = |corner: &Corner| corner.x.iter().zip(&best.x).map(|(a, b)| (a - b).abs()).sum::<f64>();
        let size = self.corners[1..].iter().map(distance).fold(0.0, f64::max);
        let norm = best.x.iter().map(|x| x.abs()).sum::<f64>().max(1.0);
        size / norm <= limits.x && (worst.f - best.f).abs() <= limits.f * best.f.abs().max(1.0)
    }

    /// Reflects the worst corner, and expands, contracts or shrinks.
    fn step(&mut self, target: &mut Target, dims: &Dims) -> Result<()> {
        let n = self.corners.len() - 1;
        let worst = self.corners[n].clone();
        let middle: Vec<f64> =
            (0..n).map(|k| self.corners[..n].iter().map(|corner| corner.x[k]).sum::<f64>() / n as f64).collect();
        let along =
            |a: f64, x: &[f64], b: f64| -> Vec<f64> { x.iter().zip(&middle).map(|(x, m)| a * x + b * m).collect() };
        let reflected = middle.iter().zip(&worst.x).map(|(m, w)| 2.0 * m - w).collect();
        let reflected = corner(target, reflected, dims)?;
        let replacement = if reflected.f < self.corners[n - 1].f {
            if reflected.f < self.corners[0].f {
                let expanded = corner(target, along(2.0, &reflected.x, -1.0), dims)?;
                if expanded.f < self.corners[0].f { expanded } else { reflected }
            } else {
                reflected
            }
        } else {
            let nearer = if reflected.f < worst.f { &reflected } else { &worst };
            let contracted = corner(target, along(0.5, &nearer.x, 0.5), dims)?;
            if contracted.f < self.corners[n - 1].f { contracted } else { self.shrink(target, dims)? }
        };
        self.corners[n] = replacement;
        self.sort();
        Ok(())
    }

    /// Halves all edges to the best corner; the new worst corner is returned.
    fn shrink(&mut self, target: &mut Target, dims: &Dims) -> Result<Corner> {
        let n = self.corners.len() - 1;
        let best = self.corners[0].x.clone();
        let half = |x: &[f64]| best.iter().zip(x).map(|(b, x)| (b + x) / 2.0).collect::<Vec<f64>>();
        for j in 1..n {
            self.corners[j] = corner(target, half(&self.corners[j].x), dims)?;
        }
        corner(target, half(&self.corners[n].x), dims)
    }
}
