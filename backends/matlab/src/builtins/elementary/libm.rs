//! The C library's functions of complex numbers, and those of real numbers that Rust's standard library lacks or computes in a way
//! of its own (`asinh` and its kin). Octave calls the same ones, so that results agree to the last bit. Checks no domain.

use num_complex::{Complex32, Complex64};

// A structure of two floats travels in the registers of a `_Complex` on the platforms that have these functions.
macro_rules! library {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        mod c {
            use super::{Complex32, Complex64};

            #[link(name = "m")]
            unsafe extern "C" {
                $(pub safe fn $name($($argument: $type),*) -> $result;)*
            }
        }

        $(pub fn $name($($argument: $type),*) -> $result {
            c::$name($($argument),*)
        })*
    };
}

library! {
    asinh(x: f64) -> f64;
    asinhf(x: f32) -> f32;
    acosh(x: f64) -> f64;
    acoshf(x: f32) -> f32;
    atanh(x: f64) -> f64;
    atanhf(x: f32) -> f32;
    tgamma(x: f64) -> f64;
    tgammaf(x: f32) -> f32;
    lgamma(x: f64) -> f64;
    lgammaf(x: f32) -> f32;
    erf(x: f64) -> f64;
    erff(x: f32) -> f32;
    erfc(x: f64) -> f64;
    erfcf(x: f32) -> f32;
    cabs(z: Complex64) -> f64;
    cexp(z: Complex64) -> Complex64;
    clog(z: Complex64) -> Complex64;
    csqrt(z: Complex64) -> Complex64;
    csin(z: Complex64) -> Complex64;
    ccos(z: Complex64) -> Complex64;
    ctan(z: Complex64) -> Complex64;
    casin(z: Complex64) -> Complex64;
    cacos(z: Complex64) -> Complex64;
    catan(z: Complex64) -> Complex64;
    csinh(z: Complex64) -> Complex64;
    ccosh(z: Complex64) -> Complex64;
    ctanh(z: Complex64) -> Complex64;
    casinh(z: Complex64) -> Complex64;
    cacosh(z: Complex64) -> Complex64;
    catanh(z: Complex64) -> Complex64;
    cexpf(z: Complex32) -> Complex32;
    clogf(z: Complex32) -> Complex32;
    csqrtf(z: Complex32) -> Complex32;
    csinf(z: Complex32) -> Complex32;
    ccosf(z: Complex32) -> Complex32;
    ctanf(z: Complex32) -> Complex32;
    casinf(z: Complex32) -> Complex32;
    cacosf(z: Complex32) -> Complex32;
    catanf(z: Complex32) -> Complex32;
    csinhf(z: Complex32) -> Complex32;
    ccoshf(z: Complex32) -> Complex32;
    ctanhf(z: Complex32) -> Complex32;
    casinhf(z: Complex32) -> Complex32;
    cacoshf(z: Complex32) -> Complex32;
    catanhf(z: Complex32) -> Complex32;
}

/// The cube root as the C library has it: Rust links a function of this name of its own, whose last bit is another one.
pub fn cbrt(x: f64) -> f64 {
    type Function = unsafe extern "C" fn(f64) -> f64;
    static LIBRARY: std::sync::OnceLock<Option<Function>> = std::sync::OnceLock::new();
    // SAFETY: a symbol of this name in a loaded library is C's function of one double.
    let found = LIBRARY.get_or_init(|| unsafe {
        let address = libc::dlsym(libc::RTLD_DEFAULT, c"cbrt".as_ptr());
        (!address.is_null()).then(|| std::mem::transmute::<*mut libc::c_void, Function>(address))
    });
    // SAFETY: as above; the function has no other requirement.
    found.map_or_else(|| x.cbrt(), |function| unsafe { function(x) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complex_numbers_travel_as_c_expects() {
        let z = csqrt(Complex64::new(3.0, 4.0));
        assert_eq!(z, Complex64::new(2.0, 1.0));
        let z = csqrtf(Complex32::new(3.0, 4.0));
        assert_eq!(z, Complex32::new(2.0, 1.0));
        assert_eq!(cexp(Complex64::new(1.0, 2.0)), Complex64::new(-1.1312043837568135, 2.4717266720048188));
    }
}
