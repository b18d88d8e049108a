//! A board written down as text, the way recorded boards are, so that two boards can be compared line by line.

use crate::direction::Direction;
use crate::spec::SiteType;
use crate::topology::Topology;
use std::fmt::Write;

/// Every vertex, edge and cell on a line: number, label, middle, vertices; and for the kind of site that the board
/// is played on, its steps by relation: `o:` orthogonal, `d:` diagonal, `x:` off-diagonal, sorted as text.
pub fn dump(topology: &Topology, use_type: SiteType) -> String {
    let mut out = String::new();
    for site_type in SiteType::ALL {
        let _ = writeln!(out, "{} {}", site_type.name(), topology.len(site_type));
        for site in 0..topology.len(site_type) {
            let [x, y, _] = topology.place(site_type, site);
            let label = topology.label(site_type, site);
            let _ = write!(out, "{site} {label} {},{}", thousandths(x), thousandths(y));
            if site_type != SiteType::Vertex {
                let vertices: Vec<String> =
                    topology.incident(site_type, site, SiteType::Vertex).iter().map(u32::to_string).collect();
                let _ = write!(out, " v{}", vertices.join("-"));
            }
            if site_type == use_type {
                for (mark, relation) in
                    [('o', Direction::Orthogonal), ('d', Direction::Diagonal), ('x', Direction::OffDiagonal)]
                {
                    let mut steps: Vec<String> = topology
                        .all_steps(site_type, site)
                        .iter()
                        .filter(|s| s.to_type == site_type && s.listed.contains(relation))
                        .map(|s| {
                            let names: Vec<&str> =
                                s.directions.iter().filter(|d| d.is_single()).map(Direction::name).collect();
                            format!("{}@{}", s.to, names.join("/"))
                        })
                        .collect();
                    steps.sort_unstable();
                    steps.dedup();
                    let _ = write!(out, " {mark}:{}", steps.join(","));
                }
            }
            out.push('\n');
        }
    }
    out
}

/// Three decimals, halves away from zero, judged on the shortest decimal form of the number.
fn thousandths(x: f64) -> String {
    let text = format!("{}", x.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut digits: Vec<u8> =
        fraction.bytes().chain(std::iter::repeat(b'0')).take(4).map(|b| b - b'0').collect();
    let round_up = digits.pop().is_some_and(|d| d >= 5);
    let mut number = digits.iter().fold(whole.parse::<i64>().unwrap_or(0), |n, &d| n * 10 + i64::from(d));
    number += i64::from(round_up);
    let sign = if x.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}.{:03}", number / 1000, number % 1000)
}

#[cfg(test)]
mod tests {
    use super::thousandths;

    #[test]
    fn numbers_are_rounded_as_people_do() {
        for (x, text) in [
            (0.0, "0.000"),
            (0.0625, "0.063"),
            (-1.0005, "-1.001"),
            (2.0 / 3.0, "0.667"),
            (12.9996, "13.000"),
            (1e-17, "0.000"),
        ] {
            assert_eq!(thousandths(x), text);
        }
    }
}
