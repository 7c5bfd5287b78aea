//! Discrete Fourier transforms of one sequence. Short ones are exact images of what FFTW's straight-line code computes where that is
//! known (Frigo's generator: prime factors, split radix with conjugate pairs, symmetric odd primes), because programs show whether
//! `ifft(fft(x))` is `x`; long ones are rustfft's. Never scales.

use crate::lapack::{Real, Scalar};
use num_complex::{Complex32, Complex64};
use rustfft::FftPlanner;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Inverse,
}

/// Element types with a transform for long sequences.
pub trait Transform: Scalar {
    fn long(x: &mut [Self], direction: Direction);
}

impl Transform for Complex64 {
    fn long(x: &mut [Complex64], direction: Direction) {
        plan::<f64>(direction, x.len()).process(x);
    }
}

impl Transform for Complex32 {
    fn long(x: &mut [Complex32], direction: Direction) {
        plan::<f32>(direction, x.len()).process(x);
    }
}

fn plan<R: rustfft::FftNum>(direction: Direction, length: usize) -> std::sync::Arc<dyn rustfft::Fft<R>> {
    let mut planner = FftPlanner::new();
    match direction {
        Direction::Forward => planner.plan_fft_forward(length),
        Direction::Inverse => planner.plan_fft_inverse(length),
    }
}

/// Lengths with straight-line code, whose results keep the symmetry of their input.
fn is_short(n: usize) -> bool {
    matches!(n, 1..=8 | 10..=17 | 19 | 20 | 23 | 29 | 31 | 32)
}

/// The transform of a sequence.
pub fn transform<T: Transform>(x: &[T], direction: Direction) -> Vec<T> {
    if is_short(x.len()) {
        let re = real_transform(x.iter().map(|x| x.real()).collect(), direction, Code::Complex);
        let im = real_transform(x.iter().map(|x| x.imag()).collect(), direction, Code::Complex);
        return re.iter().zip(&im).map(|(a, b)| T::from_parts(a.re - b.im, a.im + b.re)).collect();
    }
    let mut y = x.to_vec();
    if !y.is_empty() {
        T::long(&mut y, direction);
    }
    y
}

/// The transform of real numbers, which is conjugate symmetric.
pub fn transform_real<T: Transform>(x: &[T::Real], direction: Direction) -> Vec<T> {
    let n = x.len();
    let mut y: Vec<T> = if is_short(n) {
        real_transform(x.to_vec(), direction, Code::Real).iter().map(|z| T::from_parts(z.re, z.im)).collect()
    } else {
        transform(&x.iter().map(|&x| T::from_real(x)).collect::<Vec<T>>(), direction)
    };
    for k in 0..n.div_ceil(2) {
        if k == 0 {
            y[0] = T::from_real(y[0].real());
        } else {
            y[n - k] = y[k].conj();
        }
    }
    if n.is_multiple_of(2) && n > 0 {
        y[n / 2] = T::from_real(y[n / 2].real());
    }
    y
}

/// A complex number without the arithmetic of [`Scalar`]s: every operation here is spelled out.
#[derive(Clone, Copy, Debug)]
struct Pair<R> {
    re: R,
    im: R,
}

impl<R: Real> Pair<R> {
    fn plus(self, other: Pair<R>) -> Pair<R> {
        Pair { re: self.re + other.re, im: self.im + other.im }
    }

    fn minus(self, other: Pair<R>) -> Pair<R> {
        Pair { re: self.re - other.re, im: self.im - other.im }
    }

    fn scaled(self, factor: R) -> Pair<R> {
        Pair { re: factor * self.re, im: factor * self.im }
    }

    /// The product with `i`, or with `-i` where `sign` is negative.
    fn turned(self, sign: i32) -> Pair<R> {
        if sign > 0 { Pair { re: -self.im, im: self.re } } else { Pair { re: self.im, im: -self.re } }
    }

    fn times(self, c: R, s: R) -> Pair<R> {
        Pair { re: self.re * c - self.im * s, im: self.re * s + self.im * c }
    }
}

/// Which of the two kinds of straight-line code: for real sequences, or for the parts of complex ones.
#[derive(Clone, Copy, PartialEq)]
enum Code {
    Real,
    Complex,
}

fn real_transform<R: Real>(x: Vec<R>, direction: Direction, code: Code) -> Vec<Pair<R>> {
    let n = x.len();
    let sign = if direction == Direction::Forward { -1 } else { 1 };
    let pairs: Vec<Pair<R>> = x.into_iter().map(|re| Pair { re, im: R::ZERO }).collect();
    let mut y = if n == 7 && code == Code::Complex { seven_of_complex(&pairs, sign) } else { short(&pairs, sign) };
    for k in 1..n.div_ceil(2) {
        y[n - k] = Pair { re: y[k].re, im: -y[k].im };
    }
    y
}

/// The cosine and sine of `2 pi k / n`, exact where they are 0 or 1.
fn root<R: Real>(k: usize, n: usize) -> (R, R) {
    let k = k % n;
    let (c, s) = match (8 * k / n, 8 * k % n) {
        (0, 0) => (1.0, 0.0),
        (2, 0) => (0.0, 1.0),
        (4, 0) => (-1.0, 0.0),
        (6, 0) => (0.0, -1.0),
        _ => {
            // Reduced to the first octant, where both functions are accurate.
            let folded = if 2 * k > n { n - k } else { k };
            let quarter = if 4 * folded > n { n - 2 * folded } else { 2 * folded };
            let octant = 4 * quarter > n;
            let (mut c, mut s) = if octant {
                let (sine, cosine) = sine_cosine(n - 2 * quarter, 2 * n);
                (sine, cosine)
            } else {
                let (sine, cosine) = sine_cosine(quarter, n);
                (cosine, sine)
            };
            if 4 * folded > n {
                c = -c;
            }
            if 2 * k > n {
                s = -s;
            }
            (c, s)
        }
    };
    (R::from_f64(c), R::from_f64(s))
}

/// The sine and cosine of `pi k / n`, with what rounding of the angle takes away put back.
fn sine_cosine(k: usize, n: usize) -> (f64, f64) {
    const LOW_PI: f64 = 1.224_646_799_147_353_2e-16;
    let (k, n, pi) = (k as f64, n as f64, std::f64::consts::PI);
    let product = pi * k;
    let angle = product / n;
    let rest = ((-angle).mul_add(n, product) + pi.mul_add(k, -product) + LOW_PI * k) / n;
    let (sine, cosine) = angle.sin_cos();
    (sine + rest * cosine, cosine - rest * sine)
}

fn short<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    match x.len() {
        0 | 1 => x.to_vec(),
        2 => vec![x[0].plus(x[1]), x[0].minus(x[1])],
        3 => three(x, sign),
        5 => five(x, sign),
        7 => seven(x, sign),
        n => {
            let factor = (2..n).take_while(|f| f * f <= n).filter(|&f| n.is_multiple_of(f)).last();
            match factor {
                None => prime(x, sign),
                Some(f) if coprime(f, n / f) => prime_factors(x, n / f, sign),
                Some(_) if n.is_multiple_of(4) && n > 4 => split_radix(x, sign),
                Some(f) => cooley_tukey(x, f, sign),
            }
        }
    }
}

fn coprime(mut a: usize, mut b: usize) -> bool {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

fn three<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    let sum = x[1].plus(x[2]);
    let middle = x[0].minus(sum.scaled(R::from_f64(0.5)));
    let side = x[1].minus(x[2]).scaled(R::from_f64(0.866_025_403_784_438_6)).turned(sign);
    vec![x[0].plus(sum), middle.plus(side), middle.minus(side)]
}

fn five<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    let (k951, k587) = (R::from_f64(0.951_056_516_295_153_5), R::from_f64(0.587_785_252_292_473_1));
    let (a, b) = (x[1].plus(x[4]), x[2].plus(x[3]));
    let (c, d) = (x[1].minus(x[4]), x[2].minus(x[3]));
    let sum = a.plus(b);
    let middle = x[0].minus(sum.scaled(R::from_f64(0.25)));
    let spread = a.minus(b).scaled(R::from_f64(0.559_016_994_374_947_5));
    let (p, q) = (middle.plus(spread), middle.minus(spread));
    let r = c.scaled(k951).plus(d.scaled(k587)).turned(sign);
    let s = c.scaled(k587).minus(d.scaled(k951)).turned(sign);
    vec![x[0].plus(sum), p.plus(r), q.plus(s), q.minus(s), p.minus(r)]
}

/// The sums of the half sequences that odd lengths are made of: `x[i] + x[n - i]` and `x[i] - x[n - i]`, from index 1.
fn halves<R: Real>(x: &[Pair<R>]) -> (Vec<Pair<R>>, Vec<Pair<R>>) {
    let n = x.len();
    let pairs = || (1..=(n - 1) / 2).map(|i| (x[i], x[n - i]));
    (pairs().map(|(a, b)| a.plus(b)).collect(), pairs().map(|(a, b)| a.minus(b)).collect())
}

fn seven<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    let (plus, minus) = halves(x);
    let mut y = vec![x[0]; 7];
    y[0] = plus.iter().fold(x[0], |sum, &p| sum.plus(p));
    // The orders of the sums of each output: the term next to x[0], the term that comes last.
    for (k, [a, b, c], [d, e, f]) in [(1, [0, 1, 2], [0, 1, 2]), (2, [2, 0, 1], [2, 0, 1]), (3, [1, 0, 2], [2, 0, 1])] {
        let cosine = |i: usize| plus[i].scaled(root((i + 1) * k, 7).0);
        let sine = |i: usize| minus[i].scaled(root((i + 1) * k, 7).1);
        let re = x[0].plus(cosine(a)).plus(cosine(b).plus(cosine(c)));
        let im = sine(d).plus(sine(e)).plus(sine(f)).turned(sign);
        y[k] = re.plus(im);
        y[7 - k] = re.minus(im);
    }
    y
}

/// As [`seven`] in the order of the code for complex sequences, which works on real and imaginary parts side by side.
fn seven_of_complex<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    let (plus, minus) = halves(x);
    let mut y = vec![x[0]; 7];
    y[0] = plus.iter().fold(x[0], |sum, &p| sum.plus(p));
    for (k, [a, b, c], [d, e, f]) in [(1, [1, 2, 0], [1, 2, 0]), (2, [0, 1, 2], [0, 1, 2]), (3, [0, 2, 1], [1, 2, 0])] {
        let cosine = |i: usize| plus[i].scaled(root((i + 1) * k, 7).0);
        let sine = |i: usize| minus[i].scaled(root((i + 1) * k, 7).1);
        let re = x[0].plus(cosine(a)).plus(cosine(b)).plus(cosine(c));
        let im = sine(d).plus(sine(e)).plus(sine(f)).turned(sign);
        y[k] = re.plus(im);
        y[7 - k] = re.minus(im);
    }
    y
}

fn prime<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    let n = x.len();
    let (plus, minus) = halves(x);
    let mut y = vec![x[0]; n];
    y[0] = plus.iter().fold(x[0], |sum, &p| sum.plus(p));
    for k in 1..=(n - 1) / 2 {
        let mut re = x[0];
        let mut im = Pair { re: R::ZERO, im: R::ZERO };
        for (i, (&p, &m)) in plus.iter().zip(&minus).enumerate() {
            let (c, s) = root((i + 1) * k, n);
            re = re.plus(p.scaled(c));
            im = im.plus(m.scaled(s));
        }
        let im = im.turned(sign);
        y[k] = re.plus(im);
        y[n - k] = re.minus(im);
    }
    y
}

/// Good's and Thomas's algorithm for `r` and `n / r` without a common factor.
fn prime_factors<R: Real>(x: &[Pair<R>], r: usize, sign: i32) -> Vec<Pair<R>> {
    let n = x.len();
    let m = n / r;
    let rows: Vec<Vec<Pair<R>>> =
        (0..r).map(|i| short(&(0..m).map(|j| x[(i * m + j * r) % n]).collect::<Vec<_>>(), sign)).collect();
    let columns: Vec<Vec<Pair<R>>> =
        (0..m).map(|j| short(&rows.iter().map(|row| row[j]).collect::<Vec<_>>(), sign)).collect();
    (0..n).map(|k| columns[k % m][k % r]).collect()
}

fn split_radix<R: Real>(x: &[Pair<R>], sign: i32) -> Vec<Pair<R>> {
    let n = x.len();
    let (half, quarter) = (n / 2, n / 4);
    let even = short(&(0..half).map(|i| x[2 * i]).collect::<Vec<_>>(), sign);
    let first = short(&(0..quarter).map(|i| x[4 * i + 1]).collect::<Vec<_>>(), sign);
    let third = short(&(0..quarter).map(|i| x[(n + 4 * i - 1) % n]).collect::<Vec<_>>(), sign);
    let mut y = x.to_vec();
    let direction = |s: R| if sign > 0 { s } else { -s };
    for k in 0..quarter {
        let (sum, difference) = if k == 0 {
            (first[0].plus(third[0]), first[0].minus(third[0]))
        } else if 8 * k == n {
            let k707 = root(1, 8).0;
            let turn = |z: Pair<R>, sign| z.plus(z.turned(sign));
            let (a, b) = (turn(first[k], sign), turn(third[k], -sign));
            (a.plus(b).scaled(k707), a.minus(b).scaled(k707))
        } else {
            let (c, s) = root(k, n);
            let (a, b) = (first[k].times(c, direction(s)), third[k].times(c, -direction(s)));
            (a.plus(b), a.minus(b))
        };
        let turned = difference.turned(sign);
        y[k] = even[k].plus(sum);
        y[k + half] = even[k].minus(sum);
        y[k + quarter] = even[k + quarter].plus(turned);
        y[k + half + quarter] = even[k + quarter].minus(turned);
    }
    y
}

fn cooley_tukey<R: Real>(x: &[Pair<R>], r: usize, sign: i32) -> Vec<Pair<R>> {
    let n = x.len();
    let m = n / r;
    let rows: Vec<Vec<Pair<R>>> =
        (0..r).map(|i| short(&(0..m).map(|j| x[j * r + i]).collect::<Vec<_>>(), sign)).collect();
    let mut y = x.to_vec();
    for k in 0..m {
        let column: Vec<Pair<R>> = rows
            .iter()
            .enumerate()
            .map(|(i, row)| {
                let (c, s): (R, R) = root(i * k, n);
                let s = if sign > 0 { s } else { -s };
                if i * k == 0 { row[k] } else { row[k].times(c, s) }
            })
            .collect();
        for (j, &z) in short(&column, sign).iter().enumerate() {
            y[k + m * j] = z;
        }
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(x: &[Complex64], direction: Direction) -> Vec<Complex64> {
        let n = x.len();
        let sign = if direction == Direction::Forward { -1.0 } else { 1.0 };
        (0..n)
            .map(|k| {
                x.iter().enumerate().fold(Complex64::default(), |sum, (j, z)| {
                    let angle = sign * std::f64::consts::TAU * ((j * k) % n) as f64 / n as f64;
                    sum + z * Complex64::from_polar(1.0, angle)
                })
            })
            .collect()
    }

    #[test]
    fn all_lengths_against_the_definition() {
        for n in 1..=70 {
            let x: Vec<Complex64> = (0..n).map(|k| Complex64::new((k * k % 7) as f64, (k % 5) as f64 - 1.5)).collect();
            for direction in [Direction::Forward, Direction::Inverse] {
                let worst = transform(&x, direction)
                    .iter()
                    .zip(naive(&x, direction))
                    .map(|(a, b)| (a - b).norm())
                    .fold(0.0, f64::max);
                assert!(worst < 1e-11, "length {n}: {worst}");
            }
        }
    }

    #[test]
    fn small_integers_come_back() {
        for n in [2usize, 3, 4, 8] {
            let x: Vec<f64> = (1..=n).map(|k| k as f64).collect();
            let y: Vec<Complex64> = transform_real(&x, Direction::Forward);
            let back: Vec<f64> = transform(&y, Direction::Inverse).iter().map(|z| z.re / n as f64).collect();
            assert_eq!(back, x);
        }
    }

    /// Sequences and transforms as octave printed them: `fft` and the real parts of `ifft(fft)`.
    #[test]
    fn recorded_bits() {
        for line in include_str!("recorded.txt").lines() {
            let parts: Vec<Vec<Complex64>> = line.split('|').map(pairs).collect();
            let [x, expected, back] = &parts[..] else { panic!("three parts: {line}") };
            let found = if x.iter().all(|z| z.im == 0.0) {
                transform_real(&x.iter().map(|z| z.re).collect::<Vec<_>>(), Direction::Forward)
            } else {
                transform(x, Direction::Forward)
            };
            assert_eq!(&found, expected, "length {}", x.len());
            let n = x.len() as f64;
            let inverse: Vec<f64> = transform(expected, Direction::Inverse).iter().map(|z| z.re / n).collect();
            assert_eq!(inverse, back.iter().map(|z| z.re).collect::<Vec<_>>(), "length {}", x.len());
        }
    }

    fn pairs(text: &str) -> Vec<Complex64> {
        let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        numbers.chunks(2).map(|pair| Complex64::new(pair[0], pair[1])).collect()
    }
}
