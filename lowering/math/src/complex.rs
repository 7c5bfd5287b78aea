//! Parts of what functions of complex numbers return. A call takes the parts of its arguments, and returns one of the result's:
//! `cexp.re`, `__muldc3.im`. Only the products are written out here; the others are the C library's or the compiler's.

use crate::algebra::{Algebra, Float};
use crate::number::is_nan;
use crate::table::Operand;

/// A function and the part that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'n> {
    /// With the part, as `region.math` has it.
    pub name: &'n str,
    /// The C name.
    pub function: &'n str,
    pub is_imaginary: bool,
}

/// The part with this name, if it is one.
pub fn find(name: &str) -> Option<Part<'_>> {
    let (function, part) = name.split_once('.')?;
    let is_imaginary = match part {
        "re" => false,
        "im" => true,
        _ => return None,
    };
    Some(Part { name, function, is_imaginary })
}

impl Part<'_> {
    /// Every device computes the same bits, NaNs aside.
    pub fn is_own(self) -> bool {
        matches!(self.function, "__muldc3" | "__mulsc3")
    }

    /// The function takes real numbers in pairs, as clang's helpers do.
    pub fn takes_parts(self) -> bool {
        self.function.starts_with("__")
    }

    /// The result is a real number.
    pub fn is_real(self) -> bool {
        matches!(self.function, "cabs" | "cabsf" | "carg" | "cargf")
    }
}

/// The part's value, computed in `a`; None if it is not written here.
pub fn apply<A: Algebra>(a: A, part: Part<'_>, arguments: &[Operand<A>]) -> Option<Operand<A>> {
    let number = usize::from(part.is_imaginary);
    match (part.function, arguments) {
        ("__muldc3", &[Operand::F64(re), Operand::F64(im), Operand::F64(y_re), Operand::F64(y_im)]) => {
            Some(Operand::F64(product(a, [re, im], [y_re, y_im])[number]))
        }
        ("__mulsc3", &[Operand::F32(re), Operand::F32(im), Operand::F32(y_re), Operand::F32(y_im)]) => {
            Some(Operand::F32(product(a, [re, im], [y_re, y_im])[number]))
        }
        _ => None,
    }
}

/// (x * y) with infinities where C's Annex G (G.5.1) wants them.
fn product<A: Algebra, F: Float<A>>(a: A, x: [F; 2], y: [F; 2]) -> [F; 2] {
    let infinity = F::constant(a, f32::INFINITY);
    let is_infinite = |x: F| x.abs().eq(infinity);
    let zero = |x: F| F::constant(a, 0.0).copysign(x);
    // An infinite number is one of its direction: each part 1 or 0.
    let boxed = |x: F| a.select(is_infinite(x), F::constant(a, 1.0), F::constant(a, 0.0)).copysign(x);
    let without_nan = |x: F| a.select(is_nan(x), zero(x), x);
    let choose = |condition: A::Bool, yes: [F; 2], no: [F; 2]| {
        [a.select(condition, yes[0], no[0]), a.select(condition, yes[1], no[1])]
    };
    let [ac, bd, ad, bc] = [x[0] * y[0], x[1] * y[1], x[0] * y[1], x[1] * y[0]];
    let of_x = is_infinite(x[0]) | is_infinite(x[1]);
    let of_y = is_infinite(y[0]) | is_infinite(y[1]);
    let too_large = !of_x & !of_y & (is_infinite(ac) | is_infinite(bd) | is_infinite(ad) | is_infinite(bc));
    let cleaned = [x, y].map(|it| it.map(without_nan));
    let x = choose(of_x, x.map(boxed), choose(of_y | too_large, cleaned[0], x));
    let y = choose(of_y, y.map(boxed), choose(of_x | too_large, cleaned[1], y));
    let again = of_x | of_y | too_large;
    let parts = [x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]];
    choose(again, parts.map(|it| infinity * it), [ac - bd, ad + bc])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::Native;

    fn of(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
        product(Native, x, y)
    }

    #[test]
    fn infinities_survive_products_with_nan() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        assert_eq!(of([inf, nan], [1.0, 1.0]), [inf, inf]);
        assert_eq!(of([1.0, 2.0], [-inf, nan]), [-inf, -inf]);
        assert_eq!(of([1e200, nan], [1e200, 1.0])[0], inf);
        assert!(of([1.0, nan], [1.0, 1.0]).iter().all(|it| it.is_nan()));
    }
}
