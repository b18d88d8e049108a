//! Pictures of many games at once: a map in two dimensions and a family tree, both made from distances alone. The
//! same distances give the same picture on every machine.

use std::fmt::Write;

/// Places on a plane such that distances there are like those given: classical scaling. With fewer than three games
/// there is nothing to draw.
pub fn map(distances: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let n = distances.len();
    if n < 2 {
        return vec![(0.0, 0.0); n];
    }
    // Squared distances, centred by rows and columns: the products of the places.
    let squares: Vec<Vec<f64>> = distances.iter().map(|row| row.iter().map(|d| d * d).collect()).collect();
    let rows: Vec<f64> = squares.iter().map(|row| row.iter().sum::<f64>() / n as f64).collect();
    let all = rows.iter().sum::<f64>() / n as f64;
    let mut products: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| -0.5 * (squares[i][j] - rows[i] - rows[j] + all)).collect()).collect();
    let first = axis(&mut products);
    let second = axis(&mut products);
    first.into_iter().zip(second).collect()
}

/// The longest axis of the products, which is then taken out of them.
fn axis(products: &mut [Vec<f64>]) -> Vec<f64> {
    const ROUNDS: usize = 200;
    let n = products.len();
    // Any start that is not by chance at right angles to the answer.
    let mut v: Vec<f64> = (0..n).map(|i| 1.0 + ((i * 7919) % 104_729) as f64 / 104_729.0).collect();
    let mut length = 0.0;
    for _ in 0..ROUNDS {
        let next: Vec<f64> =
            products.iter().map(|row| row.iter().zip(&v).map(|(a, b)| a * b).sum::<f64>()).collect();
        length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < 1e-12 {
            return vec![0.0; n];
        }
        v = next.into_iter().map(|x| x / length).collect();
    }
    for i in 0..n {
        for j in 0..n {
            products[i][j] -= length * v[i] * v[j];
        }
    }
    // Which end is left and which is right means nothing; the first game that is off the middle is on the right.
    let sign = v.iter().find(|x| x.abs() > 1e-9).map_or(1.0, |x| x.signum());
    v.into_iter().map(|x| sign * x * length.sqrt()).collect()
}

/// A node of a family tree: a game, or a branching.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The game, at the tips.
    pub game: Option<usize>,
    /// Indices of branches, with the length of the way there.
    pub children: Vec<(usize, f64)>,
}

/// A family tree by neighbour joining: again and again the two that are near each other and far from the rest are
/// joined. The last branch is the root, which stands for nothing: such trees have no oldest end.
pub fn tree(distances: &[Vec<f64>]) -> Vec<Branch> {
    let n = distances.len();
    let mut branches: Vec<Branch> = (0..n).map(|i| Branch { game: Some(i), children: Vec::new() }).collect();
    let mut d: Vec<Vec<f64>> = distances.to_vec();
    // Rows of the table that are still in play, and the branch that each stands for.
    let mut live: Vec<usize> = (0..n).collect();
    let mut at: Vec<usize> = (0..n).collect();
    while live.len() > 3 {
        let r = live.len() as f64;
        let sums: Vec<f64> = live.iter().map(|&i| live.iter().map(|&j| d[i][j]).sum()).collect();
        let mut best = (f64::INFINITY, 0, 1);
        for a in 0..live.len() {
            for b in 0..a {
                let q = (r - 2.0) * d[live[a]][live[b]] - sums[a] - sums[b];
                if q < best.0 {
                    best = (q, b, a);
                }
            }
        }
        let (_, b, a) = best;
        let (i, j) = (live[b], live[a]);
        let to_i = (d[i][j] / 2.0 + (sums[b] - sums[a]) / (2.0 * (r - 2.0))).clamp(0.0, d[i][j]);
        branches.push(Branch { game: None, children: vec![(at[i], to_i), (at[j], d[i][j] - to_i)] });
        // The new branch takes the row of the first of the two, so that the table does not grow.
        at[i] = branches.len() - 1;
        for k in live.iter().copied().filter(|k| *k != i && *k != j) {
            let far = ((d[i][k] + d[j][k] - d[i][j]) / 2.0).max(0.0);
            d[i][k] = far;
            d[k][i] = far;
        }
        live.retain(|k| *k != j);
    }
    let rest: Vec<(usize, f64)> = match live[..] {
        // Three that are left meet in one point.
        [a, b, c] => {
            let way = |x: usize, y: usize, z: usize| (at[x], ((d[x][y] + d[x][z] - d[y][z]) / 2.0).max(0.0));
            vec![way(a, b, c), way(b, a, c), way(c, a, b)]
        }
        [a, b] => vec![(at[a], d[a][b] / 2.0), (at[b], d[a][b] / 2.0)],
        [a] => vec![(at[a], 0.0)],
        _ => Vec::new(),
    };
    branches.push(Branch { game: None, children: rest });
    branches
}

/// The tree in the form that other programs read.
pub fn newick(branches: &[Branch], names: &[String]) -> String {
    enum Piece {
        Open(usize, Option<f64>),
        Text(String),
    }
    let mut out = String::new();
    let mut todo = vec![Piece::Text(";".to_string())];
    if let Some(root) = branches.len().checked_sub(1) {
        todo.push(Piece::Open(root, None));
    }
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Open(index, length) => {
                let branch = &branches[index];
                let length = length.map_or(String::new(), |l| format!(":{l:.5}"));
                if let Some(game) = branch.game {
                    let name = names.get(game).map_or("", |n| n).replace('\'', "''");
                    let _ = write!(out, "'{name}'{length}");
                    continue;
                }
                out.push('(');
                todo.push(Piece::Text(format!("){length}")));
                for (i, (child, way)) in branch.children.iter().enumerate().rev() {
                    todo.push(Piece::Open(*child, Some(*way)));
                    if i > 0 {
                        todo.push(Piece::Text(",".to_string()));
                    }
                }
            }
        }
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const FONT: &str = "font-family=\"sans-serif\"";
/// Colours of kinds of games, told apart by most eyes.
const COLOURS: [&str; 20] = [
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777", "#ee8866", "#44aa99",
    "#332288", "#111111", "#bb0000", "#99dd55", "#ff77cc", "#005588", "#886600", "#9988dd", "#55ffbb",
    "#ffbb00", "#663311",
];

/// The map as a picture. `groups` colours games alike that belong together; names are written where there is room.
pub fn map_svg(places: &[(f64, f64)], names: &[String], groups: &[String]) -> String {
    const SIDE: f64 = 1000.0;
    const EDGE: f64 = 60.0;
    let bounds = |f: fn(&(f64, f64)) -> f64| {
        let low = places.iter().map(f).fold(f64::INFINITY, f64::min);
        let high = places.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        (low, (high - low).max(1e-9))
    };
    let ((left, width), (bottom, height)) = (bounds(|p| p.0), bounds(|p| p.1));
    let scale = (SIDE - 2.0 * EDGE) / width.max(height);
    let mut kinds: Vec<&String> = groups.iter().collect();
    kinds.sort();
    kinds.dedup();
    // The key stands beside the map, where it hides nothing.
    const KEY: f64 = 230.0;
    let wide = if kinds.len() > 1 { SIDE + KEY } else { SIDE };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {SIDE}\" {FONT}>\n<rect width=\"{wide}\" height=\"{SIDE}\" fill=\"#fdfcf8\"/>\n"
    );
    let mut written: Vec<(f64, f64, f64)> = Vec::new();
    let mut labels = String::new();
    for (i, (x, y)) in places.iter().enumerate() {
        let (x, y) = (EDGE + (x - left) * scale, SIDE - EDGE - (y - bottom) * scale);
        let name = names.get(i).map_or("", |n| n);
        let group = groups.get(i).and_then(|g| kinds.iter().position(|k| *k == g)).unwrap_or(0);
        let colour = COLOURS[group % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\" fill-opacity=\"0.75\"><title>{}</title></circle>",
            escaped(name)
        );
        let long = 6.0 * name.chars().count() as f64;
        let free =
            written.iter().all(|(a, b, w)| (y - b).abs() > 11.0 || x + 6.0 > a + w || x + 6.0 + long < *a);
        if free && x + 6.0 + long < SIDE {
            written.push((x + 6.0, y, long));
            let _ = writeln!(
                labels,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#333\">{}</text>",
                x + 6.0,
                y + 3.5,
                escaped(name)
            );
        }
    }
    svg.push_str(&labels);
    // One colour needs no key.
    for (i, kind) in kinds.iter().enumerate().filter(|_| kinds.len() > 1) {
        let y = 20.0 + 15.0 * i as f64;
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{y}\" r=\"5\" fill=\"{}\"/><text x=\"{}\" y=\"{}\" font-size=\"11\">{}</text>",
            SIDE + 15.0,
            COLOURS[i % COLOURS.len()],
            SIDE + 25.0,
            y + 4.0,
            escaped(kind)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The tree as a picture: the root on the left, a line for each game.
pub fn tree_svg(branches: &[Branch], names: &[String]) -> String {
    const LINE: f64 = 14.0;
    const WIDE: f64 = 620.0;
    const NAMES: f64 = 300.0;
    let Some(root) = branches.len().checked_sub(1) else { return String::new() };
    // Depth from the root, then heights from the tips, both without recursion: children stand before their parents.
    let mut depth = vec![0.0; branches.len()];
    let mut order: Vec<usize> = Vec::new();
    let mut todo = vec![root];
    while let Some(index) = todo.pop() {
        if branches[index].game.is_some() {
            order.push(index);
        }
        for (child, way) in branches[index].children.iter().rev() {
            depth[*child] = depth[index] + way;
            todo.push(*child);
        }
    }
    let mut height = vec![0.0; branches.len()];
    for (line, tip) in order.iter().enumerate() {
        height[*tip] = LINE * (line as f64 + 1.0);
    }
    for index in 0..branches.len() {
        let children = &branches[index].children;
        if !children.is_empty() {
            height[index] = children.iter().map(|(c, _)| height[*c]).sum::<f64>() / children.len() as f64;
        }
    }
    let deepest = depth.iter().copied().fold(1e-9, f64::max);
    let x = |index: usize| 10.0 + depth[index] / deepest * WIDE;
    let tall = LINE * (order.len() as f64 + 1.5);
    let all = WIDE + NAMES;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {tall}\" {FONT}>\n<rect width=\"{all}\" height=\"{tall}\" fill=\"#fdfcf8\"/>\n<g stroke=\"#556\" fill=\"none\">\n"
    );
    for (index, branch) in branches.iter().enumerate() {
        for (child, _) in &branch.children {
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {:.1}V{:.1}H{:.1}\"/>",
                x(index),
                height[index],
                height[*child],
                x(*child)
            );
        }
    }
    svg.push_str("</g>\n");
    for tip in order {
        let name = branches[tip].game.and_then(|game| names.get(game)).map_or("", |n| n);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#222\">{}</text>",
            x(tip) + 4.0,
            height[tip] + 3.5,
            escaped(name)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_keeps_distances_that_fit_on_a_plane() {
        let corners = [(0.0_f64, 0.0_f64), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0), (1.0, 2.0)];
        let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
        let distances: Vec<Vec<f64>> =
            corners.iter().map(|a| corners.iter().map(|b| far(*a, *b)).collect()).collect();
        let places = map(&distances);
        for i in 0..5 {
            for j in 0..5 {
                assert!((far(places[i], places[j]) - distances[i][j]).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_tree_is_found_again() {
        // Two pairs, joined by a middle of length 3.
        let d = [[0.0, 2.0, 5.0, 6.0], [2.0, 0.0, 5.0, 6.0], [5.0, 5.0, 0.0, 3.0], [6.0, 6.0, 3.0, 0.0]];
        let distances: Vec<Vec<f64>> = d.iter().map(|row| row.to_vec()).collect();
        let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let text = newick(&tree(&distances), &names);
        assert_eq!(text, "(('a':1.00000,'b':1.00000):3.00000,'c':1.00000,'d':2.00000);");
    }
}
