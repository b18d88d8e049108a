//! The only door to transcendental functions. Boards must come out the same on every machine, native or wasm,
//! so sines and arctangents come from `libm` (plain software, one answer everywhere) and everything else is
//! `+ - * / sqrt` on `f64`, which IEEE 754 defines exactly. No fused multiply-add is ever used.

pub const PI: f64 = std::f64::consts::PI;
pub const TAU: f64 = 2.0 * PI;

pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

pub fn cos(x: f64) -> f64 {
    libm::cos(x)
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
