//! The only door to transcendental functions. Boards must come out the same on every machine, native or wasm, so
//! nothing here asks the platform: everything is `+ - * / sqrt` on `f64`, which IEEE 754 defines exactly, without
//! fused multiply-add.
//!
//! Sines and cosines are computed with twice the precision and then rounded, so they are the nearest `f64` to the
//! true value (but for one case in about 2^45). That matters: on round boards many angles fall exactly between two
//! compass points, and the last bit of a coordinate decides which. Arctangents come from `libm`, which is plain
//! software and agrees to the bit with the arctangent that recorded boards were made with.

pub const PI: f64 = std::f64::consts::PI;
pub const TAU: f64 = 2.0 * PI;

pub fn sin(x: f64) -> f64 {
    sin_cos(x).0
}

pub fn cos(x: f64) -> f64 {
    sin_cos(x).1
}

pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Degrees to radians.
pub fn radians(degrees: f64) -> f64 {
    degrees * (PI / 180.0)
}

/// A number as a description can carry it: literals have single precision.
pub fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

/// Adds or subtracts whole turns until the angle is in `[0, 2π]`.
pub fn positive_angle(angle: f64) -> f64 {
    let mut a = angle;
    while a < 0.0 {
        a += TAU;
    }
    while a > TAU {
        a -= TAU;
    }
    a
}

/// An unevaluated sum of two numbers, the second far smaller than the first.
#[derive(Clone, Copy)]
struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// `a + b` without loss.
    fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let part = high - a;
        Double { high, low: (a - (high - part)) + (b - part) }
    }

    /// `a * b` without loss: both are cut in halves of 26 bits, whose products are exact.
    fn product(a: f64, b: f64) -> Double {
        let halves = |x: f64| {
            let cut = 134_217_729.0 * x;
            let high = cut - (cut - x);
            (high, x - high)
        };
        let ((ah, al), (bh, bl)) = (halves(a), halves(b));
        let high = a * b;
        Double { high, low: ((ah * bh - high) + ah * bl + al * bh) + al * bl }
    }

    fn plus(self, other: Double) -> Double {
        let high = Double::sum(self.high, other.high);
        let low = Double::sum(self.low, other.low);
        let first = Double::sum(high.high, high.low + low.high);
        Double::sum(first.high, first.low + low.low)
    }

    fn times(self, other: Double) -> Double {
        let p = Double::product(self.high, other.high);
        Double::sum(p.high, p.low + (self.high * other.low + self.low * other.high))
    }

    fn over(self, divisor: f64) -> Double {
        let high = self.high / divisor;
        let back = Double::product(high, divisor);
        let rest = (self.high - back.high) - back.low + self.low;
        Double::sum(high, rest / divisor)
    }
}

fn sin_cos(x: f64) -> (f64, f64) {
    if !x.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    // Half of pi, in three parts.
    const HALF_PI: [f64; 3] =
        [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_183_3e-33];
    let quarters = (x / HALF_PI[0]).round();
    let mut r = Double { high: x, low: 0.0 };
    for part in HALF_PI {
        r = r.plus(Double::product(-quarters, part));
    }
    // Both series at once; terms beyond the 28th are below the last bit of `low`.
    let mut sine = Double { high: 0.0, low: 0.0 };
    let mut cosine = Double { high: 0.0, low: 0.0 };
    let mut term = Double { high: 1.0, low: 0.0 };
    for n in 0..28 {
        let signed = if n % 4 < 2 { term } else { Double { high: -term.high, low: -term.low } };
        if n % 2 == 0 {
            cosine = cosine.plus(signed);
        } else {
            sine = sine.plus(signed);
        }
        term = term.times(r).over(f64::from(n + 1));
    }
    let (s, c) = (sine.high + sine.low, cosine.high + cosine.low);
    match quarters.rem_euclid(4.0) as i32 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_the_nearest_number() {
        // True values, rounded from forty digits.
        for (x, s, c) in [
            (0.0, 0.0, 1.0),
            (0.5, 0.479_425_538_604_203, 0.877_582_561_890_372_8),
            (1.0, 0.841_470_984_807_896_5, 0.540_302_305_868_139_8),
            (PI / 2.0, 1.0, 6.123_233_995_736_766e-17),
            (PI, 1.224_646_799_147_353_2e-16, -1.0),
            (-2.5, -0.598_472_144_103_956_5, -0.801_143_615_546_933_7),
            (100.0, -0.506_365_641_109_758_8, 0.862_318_872_287_683_9),
        ] {
            assert_eq!((sin(x), cos(x)), (s, c), "at {x}");
        }
        assert!(
            (-1000..1000).all(|k| (sin(f64::from(k) * 0.1) - libm::sin(f64::from(k) * 0.1)).abs() < 1e-15)
        );
    }
}
