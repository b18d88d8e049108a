//! Places on the globe and spans of years. Pure geometry.

use serde::{Deserialize, Serialize};

/// A point on the globe, in degrees: north and east are positive.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub latitude: f64,
    pub longitude: f64,
}

impl Place {
    /// A place, if the numbers are one.
    pub fn new(latitude: f64, longitude: f64) -> Result<Place, String> {
        if !(-90.0..=90.0).contains(&latitude) {
            return Err(format!("latitude {latitude} is not between -90 and 90"));
        }
        if !(-180.0..=180.0).contains(&longitude) {
            return Err(format!("longitude {longitude} is not between -180 and 180"));
        }
        Ok(Place { latitude, longitude })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way = |value: f64, plus: &str, minus: &str| {
            format!("{:.2}° {}", value.abs(), if value < 0.0 { minus } else { plus })
        };
        write!(f, "{}, {}", way(self.latitude, "N", "S"), way(self.longitude, "E", "W"))
    }
}

/// The mean radius of the earth in kilometres (IUGG).
const RADIUS: f64 = 6371.0088;

/// Distance along the surface of a sphere, by the haversine formula.
pub fn great_circle_km(a: Place, b: Place) -> f64 {
    let (p, q) = (a.latitude.to_radians(), b.latitude.to_radians());
    let half = |x: f64| (x / 2.0).sin().powi(2);
    let h = half(p - q) + p.cos() * q.cos() * half((a.longitude - b.longitude).to_radians());
    2.0 * RADIUS * h.clamp(0.0, 1.0).sqrt().asin()
}

/// From one year to another, both included; years before the common era are negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Years {
    pub from: i32,
    pub to: i32,
}

impl Years {
    pub fn new(from: i32, to: i32) -> Result<Years, String> {
        if from > to {
            return Err(format!("the years run backwards: {from} to {to}"));
        }
        Ok(Years { from, to })
    }
    /// Years between two spans; 0 where they overlap.
    pub fn gap(self, other: Years) -> i32 {
        (other.from.saturating_sub(self.to)).max(self.from.saturating_sub(other.to)).max(0)
    }
}

/// `1912`, `947–956`, `180 BCE–699 CE`
impl std::fmt::Display for Years {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |year: i32, mixed: bool| match year {
            year if year < 0 => format!("{} BCE", -i64::from(year)),
            year if mixed => format!("{year} CE"),
            year => year.to_string(),
        };
        if self.from == self.to {
            return f.write_str(&one(self.from, false));
        }
        if self.from < 0 && self.to < 0 {
            return write!(f, "{}–{} BCE", -i64::from(self.from), -i64::from(self.to));
        }
        let mixed = self.from < 0;
        write!(f, "{}–{}", one(self.from, mixed), one(self.to, mixed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_globe() {
        let at = |latitude, longitude| Place::new(latitude, longitude).unwrap();
        assert_eq!(great_circle_km(at(10.0, 20.0), at(10.0, 20.0)), 0.0);
        let around = great_circle_km(at(0.0, 0.0), at(0.0, 180.0));
        assert!((around - 20015.1).abs() < 0.1, "{around}");
        // London to Kyoto.
        let far = great_circle_km(at(51.5074, -0.1278), at(35.0116, 135.7681));
        assert!((far - 9478.1).abs() < 1.0, "{far}");
        // Across the date line it is near.
        assert!(great_circle_km(at(0.0, 179.5), at(0.0, -179.5)) < 112.0);
    }

    #[test]
    fn years_are_written_as_people_do() {
        let said = |from, to| Years::new(from, to).unwrap().to_string();
        assert_eq!(said(1912, 1912), "1912");
        assert_eq!(said(947, 956), "947–956");
        assert_eq!(said(-180, 699), "180 BCE–699 CE");
        assert_eq!(said(-2970, -301), "2970–301 BCE");
        assert!(Years::new(3, 2).is_err());
        let gap =
            |a: (i32, i32), b: (i32, i32)| Years { from: a.0, to: a.1 }.gap(Years { from: b.0, to: b.1 });
        assert_eq!((gap((1, 5), (3, 9)), gap((1, 5), (9, 12)), gap((20, 30), (9, 12))), (0, 4, 8));
    }
}
