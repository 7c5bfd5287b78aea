//! `.f16` as bits, with exact conversions to and correctly rounded ones from `f64`. Arithmetic is done in `f64` by the
//! table's rows; what makes one rounding of it is said there.

/// IEEE binary16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct F16(pub u16);

const FRACTION_BITS: u32 = 10;
/// Exponent of the lowest bit of a subnormal number.
const LOWEST_EXPONENT: i32 = -24;

impl F16 {
    pub const NAN: Self = Self(0x7fff);

    pub fn is_nan(self) -> bool {
        self.0 & 0x7fff > 0x7c00
    }

    /// Exact.
    pub fn to_f64(self) -> f64 {
        let exponent = i32::from(self.0 >> FRACTION_BITS & 0x1f);
        let fraction = f64::from(self.0 & 0x3ff);
        let magnitude = match exponent {
            0 => fraction * power_of_two(LOWEST_EXPONENT),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (fraction + 1024.0) * power_of_two(exponent - 1 + LOWEST_EXPONENT),
        };
        if self.0 & 0x8000 != 0 { -magnitude } else { magnitude }
    }

    /// Rounded to nearest, ties to even.
    pub fn from_f64(x: f64) -> Self {
        if x.is_nan() {
            return Self::NAN;
        }
        let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
        let magnitude = x.abs();
        if magnitude >= 65520.0 {
            // Halfway between the largest number and the next power of two, and beyond.
            return Self(sign | 0x7c00);
        }
        // Biased exponent of the binade; subnormal numbers share the lowest normal one's spacing.
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023 + 15).max(1);
        let steps = (magnitude / power_of_two(exponent - 1 + LOWEST_EXPONENT)).round_ties_even() as u16;
        // A carry out of the fraction, or of a subnormal, moves on to the next binade by itself.
        let bits = (((exponent - 1) as u16) << FRACTION_BITS) + steps;
        Self(sign | bits)
    }
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_number_survives_the_way_there_and_back() {
        for bits in 0..=u16::MAX {
            let half = F16(bits);
            let back = F16::from_f64(half.to_f64());
            assert!(if half.is_nan() { back == F16::NAN } else { back == half }, "{bits:#06x}");
        }
    }

    #[test]
    fn known_values() {
        for (bits, value) in [(0x3c00, 1.0), (0xc000, -2.0), (0x7bff, 65504.0), (0x0001, 5.960_464_477_539_063e-8)] {
            assert_eq!(F16(bits).to_f64(), value);
        }
        assert_eq!(F16::from_f64(65519.99), F16(0x7bff));
        assert_eq!(F16::from_f64(65520.0), F16(0x7c00));
        assert_eq!(F16::from_f64(-0.0), F16(0x8000));
        assert_eq!(F16::from_f64(2f64.powi(-25)), F16(0), "a tie goes to even");
        assert_eq!(F16::from_f64(2f64.powi(-25) * 1.000_001), F16(1));
    }

    proptest! {
        /// Against a search for the nearest number.
        #[test]
        fn rounding_finds_the_nearest(x in -70000.0..70000.0f64, scale in 0..30i32) {
            let x = x / 2f64.powi(scale);
            let rounded = F16::from_f64(x);
            prop_assume!(rounded.0 & 0x7fff < 0x7c00);
            let distance = (rounded.to_f64() - x).abs();
            let neighbours = [rounded.0.wrapping_add(1), rounded.0.wrapping_sub(1)].map(F16);
            for other in neighbours.into_iter().filter(|n| n.0 & 0x7fff < 0x7c00) {
                let gap = (other.to_f64() - x).abs();
                prop_assert!(distance < gap || (distance == gap && rounded.0 & 1 == 0));
            }
        }
    }
}
