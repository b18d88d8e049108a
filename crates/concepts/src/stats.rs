//! Means, shares and their uncertainty. Small, exact where it can be, and the same on every machine.

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figure {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Figure {
    /// A figure without uncertainty.
    pub fn exact(value: f64) -> Figure {
        Figure { value, low: value, high: value }
    }
    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
    /// The same where it is known that the true value lies between two others.
    pub fn within(self, least: f64, most: f64) -> Figure {
        Figure { value: self.value, low: self.low.max(least), high: self.high.min(most) }
    }
    fn map(self, f: impl Fn(f64) -> f64) -> Figure {
        let (a, b) = (f(self.low), f(self.high));
        Figure { value: f(self.value), low: a.min(b), high: a.max(b) }
    }
    /// One minus this.
    pub fn complement(self) -> Figure {
        self.map(|x| 1.0 - x)
    }
}

const Z95: f64 = 1.959_963_984_540_054;

/// A share of `n` trials, with Wilson's interval, which is honest near 0 and 1.
pub fn share(hits: usize, n: usize) -> Figure {
    if n == 0 {
        return Figure { value: f64::NAN, low: 0.0, high: 1.0 };
    }
    let (n, p) = (n as f64, hits as f64 / n as f64);
    let z2 = Z95 * Z95;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let low = if hits == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if p == 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Figure { value: p, low, high }
}

/// The mean of independent values, with Student's interval.
pub fn mean(values: &[f64]) -> Figure {
    let n = values.len();
    if n == 0 {
        return Figure { value: f64::NAN, low: f64::NAN, high: f64::NAN };
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    if n == 1 {
        return Figure { value: mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let half = student95(n - 1) * deviation(values) / (n as f64).sqrt();
    Figure { value: mean, low: mean - half, high: mean + half }
}

/// The mean of results that lie between two bounds. Where all were the same, something else may still be as frequent as
/// can be without having been met.
pub fn results(values: &[f64], least: f64, most: f64) -> Figure {
    let figure = mean(values);
    if values.len() > 1 && values.windows(2).all(|w| w[0] == w[1]) {
        let unmet = share(0, values.len()).high * (most - least);
        return Figure { value: figure.value, low: figure.value - unmet, high: figure.value + unmet }
            .within(least, most);
    }
    figure.within(least, most)
}

/// Any figure of independent values, with the interval that drawing the values again and again gives (a bootstrap; the
/// draws are always the same).
pub fn drawn_again(values: &[f64], figure: impl Fn(&[f64]) -> f64) -> Figure {
    const DRAWS: usize = 400;
    if values.is_empty() {
        return Figure { value: f64::NAN, low: f64::NAN, high: f64::NAN };
    }
    let value = figure(values);
    let mut rng = ludarium_play::Rng::new(0x6472_6177);
    let mut found: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn: Vec<f64> = values.iter().map(|_| values[rng.below(values.len())]).collect();
            figure(&drawn)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    Figure { value, low: found[DRAWS / 40].min(value), high: found[DRAWS - 1 - DRAWS / 40].max(value) }
}

/// The standard deviation of a sample.
pub fn deviation(values: &[f64]) -> f64 {
    let n = values.len();
    if n < 2 {
        return 0.0;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1) as f64).sqrt()
}

pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

/// The two-sided 95 % point of Student's distribution (Cornish and Fisher's expansion; exact to three digits from 3
/// degrees of freedom on, tabulated below).
fn student95(freedom: usize) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706,
        2 => 4.303,
        3 => 3.182,
        n => {
            let (z, n) = (Z95, n as f64);
            let g1 = (z.powi(3) + z) / 4.0;
            let g2 = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let g3 = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + g1 / n + g2 / (n * n) + g3 / (n * n * n)
        }
    }
}

/// Eleven numbers that sum up the course of a quantity in one game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Course {
    pub average: f64,
    pub median: f64,
    pub maximum: f64,
    pub minimum: f64,
    pub variance: f64,
    /// From the first to the last, per step.
    pub change_average: f64,
    /// Whether it rose more often than it fell, as a share between -1 and 1.
    pub change_sign: f64,
    /// The slope of the line that fits best.
    pub slope: f64,
    /// In which share of the steps it changed its direction.
    pub turns: f64,
    pub max_increase: f64,
    pub max_decrease: f64,
}

impl Course {
    pub const NAMES: [&'static str; 11] = [
        "Average",
        "Median",
        "Maximum",
        "Minimum",
        "Variance",
        "ChangeAverage",
        "ChangeSign",
        "ChangeLineBestFit",
        "ChangeNumTimes",
        "MaxIncrease",
        "MaxDecrease",
    ];
    pub fn list(&self) -> [f64; 11] {
        [
            self.average,
            self.median,
            self.maximum,
            self.minimum,
            self.variance,
            self.change_average,
            self.change_sign,
            self.slope,
            self.turns,
            self.max_increase,
            self.max_decrease,
        ]
    }

    /// The same as the published tables count: maxima and minima begin at 0, and turning points are divided as whole
    /// numbers.
    pub fn published(&self) -> [f64; 11] {
        let whole = if self.turns >= 1.0 { 1.0 } else { 0.0 };
        let (maximum, minimum) = (self.maximum.max(0.0), self.minimum.min(0.0));
        Course { maximum, minimum, turns: whole, ..*self }.list()
    }

    pub fn of(series: &[f64]) -> Option<Course> {
        let n = series.len();
        if n == 0 {
            return None;
        }
        let average = series.iter().sum::<f64>() / n as f64;
        let variance = series.iter().map(|v| (v - average).powi(2)).sum::<f64>() / n as f64;
        let steps: Vec<f64> = series.windows(2).map(|w| w[1] - w[0]).collect();
        let rises = steps.iter().filter(|s| **s > 0.0).count() as f64;
        let falls = steps.iter().filter(|s| **s < 0.0).count() as f64;
        let per_step = |x: f64| if steps.is_empty() { 0.0 } else { x / steps.len() as f64 };
        let middle = (n as f64 - 1.0) / 2.0;
        let (mut xy, mut xx) = (0.0, 0.0);
        for (i, v) in series.iter().enumerate() {
            xy += (i as f64 - middle) * (v - average);
            xx += (i as f64 - middle).powi(2);
        }
        let mut directions: Vec<bool> = Vec::new();
        let mut turns = 0.0;
        for step in steps.iter().filter(|s| **s != 0.0) {
            if directions.last().is_some_and(|up| *up != (*step > 0.0)) {
                turns += 1.0;
            }
            directions.push(*step > 0.0);
        }
        Some(Course {
            average,
            median: median(series),
            maximum: series.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            minimum: series.iter().copied().fold(f64::INFINITY, f64::min),
            variance,
            change_average: per_step(series[n - 1] - series[0]),
            change_sign: per_step(rises - falls),
            slope: if xx > 0.0 { xy / xx } else { 0.0 },
            turns: per_step(turns),
            max_increase: steps.iter().copied().fold(0.0, f64::max),
            max_decrease: steps.iter().copied().fold(0.0, f64::min),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        let half = share(50, 100);
        assert!((half.low - 0.4038).abs() < 1e-3 && (half.high - 0.5962).abs() < 1e-3, "{half:?}");
        let none = share(0, 100);
        assert!(none.low == 0.0 && (none.high - 0.0370).abs() < 1e-3, "{none:?}");
        let few = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((few.margin() - 1.9632).abs() < 5e-3, "{few:?}");
        assert!((student95(10) - 2.228).abs() < 1e-3);
    }

    #[test]
    fn what_was_never_met_is_not_impossible() {
        let all = results(&[1.0; 100], 0.0, 1.0);
        assert!(all.value == 1.0 && all.high == 1.0 && (all.low - 0.963).abs() < 1e-3, "{all:?}");
        let drawn = results(&[0.5; 100], 0.0, 1.0);
        assert!(drawn.low < 0.47 && drawn.high > 0.53, "{drawn:?}");
        let some = results(&[0.0, 1.0, 1.0, 1.0], 0.0, 1.0);
        assert!(some.low >= 0.0 && some.high <= 1.0 && some.value == 0.75);
    }

    #[test]
    fn a_course_is_summed_up() {
        let course = Course::of(&[1.0, 3.0, 2.0, 4.0]).unwrap();
        assert_eq!((course.average, course.median, course.maximum, course.minimum), (2.5, 2.5, 4.0, 1.0));
        assert_eq!((course.change_average, course.max_increase, course.max_decrease), (1.0, 2.0, -1.0));
        assert!((course.slope - 0.8).abs() < 1e-12 && (course.turns - 2.0 / 3.0).abs() < 1e-12);
    }
}
