//! Recorded boards and start positions drawn, to look at styles: `preview OUT.png PATH…` (paths below corpus/lud).
use flate2::read::GzDecoder;
use ludarium_render::metadata::{Ask, Facts};
use ludarium_render::view::*;
use ludarium_render::{Options, png};
use std::collections::BTreeMap;
use std::io::Read;

const REF: &str = "/work/shared/reference";

fn unzip(path: &str) -> Option<String> {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).ok()?).read_to_string(&mut text).ok()?;
    Some(text)
}

fn find(folder: &str, path: &str) -> Option<String> {
    let stem = path.trim_end_matches(".lud");
    for s in [
        stem.to_string(),
        stem.replace(' ', "_"),
        stem.chars().map(|c| if c.is_ascii_alphanumeric() || "/-_.".contains(c) { c } else { '_' }).collect(),
    ] {
        for suffix in [".txt.gz", ".1.txt.gz"] {
            let p = format!("{REF}/{folder}/{s}{suffix}");
            if std::path::Path::new(&p).exists() {
                return Some(p);
            }
        }
    }
    None
}

pub fn view(path: &str) -> Option<View> {
    let text = std::fs::read_to_string(format!("{REF}/corpus/lud/{path}")).ok()?;
    let reading = ludarium::read(path, &text, &ludarium::library_defines(), &ludarium::Selection::default());
    let board = unzip(&find("boards", path)?)?;
    let mut g = Geometry::default();
    let mut players = 2u8;
    let mut section = "";
    let mut adj: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for line in board.lines() {
        if let Some(r) = line.strip_prefix("use ") {
            let w: Vec<&str> = r.split(' ').collect();
            g.played = match w[0] {
                "Cell" => SiteType::Cell,
                "Edge" => SiteType::Edge,
                _ => SiteType::Vertex,
            };
            players = w[2].parse().unwrap();
        } else if line.starts_with("Vertex ") {
            section = "v";
        } else if line.starts_with("Edge ") {
            section = "e";
        } else if line.starts_with("Cell ") {
            section = "c";
        } else if section != "" {
            let w: Vec<&str> = line.split(' ').collect();
            if w.len() < 3 {
                continue;
            }
            let (x, y) = w[2].split_once(',').unwrap();
            let at = Pt::new(x.parse().unwrap(), y.parse().unwrap());
            let vs: Vec<usize> = w
                .iter()
                .find_map(|s| s.strip_prefix('v'))
                .map(|s| s.split('-').map(|n| n.parse().unwrap()).collect())
                .unwrap_or_default();
            match section {
                "v" => g.vertices.push(Vertex {
                    at,
                    layer: w[1].split_once('/').map_or(0, |(_, l)| l.parse().unwrap_or(0)),
                    label: w[1].into(),
                }),
                "e" => g.edges.push(Edge { a: vs[0], b: vs[1], curve: None, label: w[1].into() }),
                _ => {
                    if let Some(o) = w.iter().find_map(|s| s.strip_prefix("o:")) {
                        adj.insert(
                            g.cells.len(),
                            o.split(',').filter_map(|s| s.split('@').next()?.parse().ok()).collect(),
                        );
                    }
                    g.cells.push(Cell { centre: at, corners: vs, phase: 0, label: w[1].into() });
                }
            }
        }
    }
    // phases: greedy breadth-first
    let n = g.cells.len();
    let mut phase = vec![usize::MAX; n];
    for s in 0..n {
        if phase[s] == usize::MAX {
            let mut q = std::collections::VecDeque::from([s]);
            while let Some(c) = q.pop_front() {
                if phase[c] != usize::MAX {
                    continue;
                }
                let near = adj.get(&c).cloned().unwrap_or_default();
                let used: Vec<usize> = near.iter().map(|&d| phase[d]).collect();
                phase[c] = (0..9).find(|p| !used.contains(p)).unwrap();
                q.extend(near);
            }
        }
    }
    for (c, p) in phase.into_iter().enumerate() {
        g.cells[c].phase = p;
    }
    let played = g.played;
    let style = reading
        .metadata
        .as_ref()
        .map(|m| {
            ludarium_render::metadata::style(m, &Facts { players, played, sites: &|_: Ask, _| Vec::new() })
        })
        .unwrap_or_default();
    let mut v = View {
        title: path.rsplit('/').next().unwrap().trim_end_matches(".lud").into(),
        players,
        board: g,
        style,
        ..View::default()
    };
    if let Some(trace) = find("traces", path).and_then(|p| unzip(&p)) {
        let mut names: BTreeMap<usize, (String, u8)> = BTreeMap::new();
        for line in trace.lines() {
            if let Some(r) = line.strip_prefix("components ") {
                for c in r.split(' ') {
                    let Some((i, rest)) = c.split_once(':') else { continue };
                    let Some((name, o)) = rest.rsplit_once('.') else { continue };
                    names.insert(i.parse().unwrap(), (name.into(), o.parse().unwrap()));
                }
            } else if let Some(r) = line.strip_prefix("containers ") {
                for c in r.split(' ').skip(1) {
                    let (name, rest) = c.split_once(':').unwrap();
                    let (a, b) = rest.split_once('+').unwrap();
                    let kind = if name.starts_with("Dice") {
                        ContainerKind::Dice { owner: 0 }
                    } else {
                        ContainerKind::Hand {
                            owner: name
                                .trim_start_matches(|c: char| !c.is_ascii_digit())
                                .parse()
                                .unwrap_or(0),
                        }
                    };
                    v.containers.push(Container {
                        name: name.into(),
                        kind,
                        first: a.parse().unwrap(),
                        count: b.parse().unwrap(),
                    });
                }
            } else if let Some(r) = line.strip_prefix("start ") {
                for item in r.split(" ;").next().unwrap().split(' ') {
                    let Some((site, what)) = item.split_once('=') else { continue };
                    let kind = match &site[..1] {
                        "c" => SiteType::Cell,
                        "e" => SiteType::Edge,
                        _ => SiteType::Vertex,
                    };
                    let s: usize = site[1..].parse().unwrap();
                    for (level, one) in what.split('|').enumerate() {
                        let mut it = one.split_inclusive(|c: char| c.is_ascii_digit()).collect::<String>();
                        let get = |key: char, it: &str| -> i64 {
                            it.find(key)
                                .map(|i| {
                                    it[i + 1..]
                                        .chars()
                                        .take_while(char::is_ascii_digit)
                                        .collect::<String>()
                                        .parse()
                                        .unwrap_or(0)
                                })
                                .unwrap_or(0)
                        };
                        let what: usize = it.split('.').next().unwrap().parse().unwrap_or(0);
                        let Some((name, owner)) = names.get(&what).cloned() else { continue };
                        let count = get('#', &it).max(1);
                        let state = get('s', &it);
                        let rotation = get('r', &it) as f64;
                        let value = get('v', &it);
                        it.clear();
                        let face = if name.starts_with("Die") {
                            Face::Die { value: state + 1, sides: 6 }
                        } else {
                            Face::Plain
                        };
                        v.pieces.push(PieceAt {
                            kind,
                            site: s,
                            level,
                            name,
                            owner,
                            state,
                            count,
                            rotation: rotation * 90.0,
                            value,
                            face,
                            ..PieceAt::default()
                        });
                    }
                }
                break;
            }
        }
    }
    Some(v)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let views: Vec<View> = args[1..]
        .iter()
        .filter_map(|p| {
            let v = view(p);
            if v.is_none() {
                eprintln!("no {p}");
            }
            v
        })
        .collect();
    let columns = (views.len() as f64).sqrt().ceil() as usize;
    let svg = ludarium_render::sheet::sheet(&views, columns, 1900.0, &Options::default());
    std::fs::write(args[0].replace(".png", ".svg"), &svg).unwrap();
    std::fs::write(&args[0], png::png(&svg, 1.0).unwrap()).unwrap();
}
