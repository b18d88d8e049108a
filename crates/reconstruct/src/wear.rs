//! The wear lab: which lines and sites of a board a ruleset would wear, held against the wear that was observed.
//!
//! Players of several strengths play each hypothesis; every move leaves traffic on the lines that it follows and on the site where it
//! ends. Observed wear is explained as a constant and a share of traffic, fitted for each hypothesis under the stated
//! uncertainties; what the fit leaves is its likelihood. Intervals come from drawing the games anew; the control lays the same
//! observed values on the lines at random, and tells how often that fits as well.
//!
//! ```toml
//! turned = true                 # nobody knows which way up it was: the best of the board's mirrorings counts
//!
//! [[line]]
//! between = [3, 7]              # sites, by number
//! wear = 1.0                    # any unit, the same for all
//! uncertainty = 0.2             # a standard deviation in that unit
//!
//! [[site]]
//! at = 4
//! wear = 0.3
//! uncertainty = 0.2
//! ```
//!
//! Knows traffic and wear; refuses to know how likely a ruleset is otherwise.

use crate::ground::Ground;
use ludarium_engine::rng::mix;
use ludarium_play::{Game, Rng, State};
use ludarium_players::control::Control;
use ludarium_players::player::Table;
use ludarium_players::{Budget, EngineWorld, Player, Setting, Spec, make};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// An observed wear map.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Whether the board may have lain any way round.
    #[serde(default)]
    pub turned: bool,
    #[serde(default)]
    line: Vec<Line>,
    #[serde(default)]
    site: Vec<Site>,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    between: [u32; 2],
    wear: f64,
    uncertainty: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Site {
    at: u32,
    wear: f64,
    uncertainty: f64,
}

impl Map {
    /// Reads a map, or says what is wrong with it.
    pub fn read(text: &str) -> Result<Map, String> {
        let map: Map = toml::from_str(text).map_err(|why| why.to_string())?;
        let all = map
            .line
            .iter()
            .map(|l| (l.wear, l.uncertainty))
            .chain(map.site.iter().map(|s| (s.wear, s.uncertainty)));
        for (wear, uncertainty) in all {
            if !wear.is_finite() || !uncertainty.is_finite() || uncertainty <= 0.0 {
                return Err(format!(
                    "wear {wear} with uncertainty {uncertainty}: an uncertainty is greater than 0"
                ));
            }
        }
        if map.line.len() + map.site.len() < 3 {
            return Err("fewer than three lines and sites tell nothing".to_owned());
        }
        Ok(map)
    }
}

/// Who plays: several strengths, so that no single way of playing decides.
const PLAYERS: [(&str, u64); 3] = [("random", 0), ("default", 60), ("default", 500)];
/// A game is broken off after so many moves.
const PLIES: usize = 200;
/// Draws of games for the interval, and of maps for the control.
const DRAWS: usize = 200;

/// What moves leave behind: by line (its sites, the lower first), and by site.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Traffic {
    lines: BTreeMap<(u32, u32), f64>,
    sites: BTreeMap<u32, f64>,
}

impl Traffic {
    fn add(&mut self, other: &Traffic) {
        other.lines.iter().for_each(|(line, n)| *self.lines.entry(*line).or_default() += n);
        other.sites.iter().for_each(|(site, n)| *self.sites.entry(*site).or_default() += n);
    }
}

/// One hypothesis, held against a map.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fit {
    pub name: String,
    /// Natural logarithm of the likelihood, against a map that is met exactly; and 95 % of the games drawn anew.
    pub log_likelihood: f64,
    pub interval: (f64, f64),
    /// How wear and traffic go together over lines and sites.
    pub correlation: f64,
    /// Of maps with the same values laid at random, the share that fits as well.
    pub random: f64,
    pub games: usize,
    pub moves: f64,
}

/// The traffic of a number of games, each by itself.
pub fn traffic(game: &Game, ground: &Ground, games: usize, seed: u64) -> Vec<Traffic> {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let world = EngineWorld::new(game).informed(&stop);
    let near = neighbours(ground);
    let mut all = Vec::new();
    for (style, (name, nodes)) in PLAYERS.iter().enumerate() {
        let Ok(spec) = Spec::read(name) else { continue };
        let setting = Setting { memory: 16 << 20, threads: 1, lines: 0 };
        let mut seats: Vec<Box<dyn Player<'_> + '_>> =
            (0..game.players).map(|_| make(&spec, &world, setting)).collect();
        for i in 0..games.div_ceil(PLAYERS.len()) {
            let seed = mix(seed ^ mix((style as u64) << 32 | i as u64));
            let budget = Budget { iterations: None, nodes: Some((*nodes).max(1)), time: None };
            all.push(one_game(game, &mut seats, seed, budget, &near));
        }
    }
    all
}

fn neighbours(ground: &Ground) -> Vec<Vec<u32>> {
    let mut near = vec![Vec::new(); ground.len()];
    for (a, b) in ground.edges() {
        near[a as usize].push(b);
        near[b as usize].push(a);
    }
    near
}

fn one_game<'g>(
    game: &'g Game,
    seats: &mut [Box<dyn Player<'g> + 'g>],
    seed: u64,
    budget: Budget,
    near: &[Vec<u32>],
) -> Traffic {
    let mut state = State::start(game, seed);
    let mut traffic = Traffic::default();
    let mut rng = Rng::new(seed);
    seats.iter_mut().for_each(|seat| seat.new_game());
    while !state.is_over() && state.stopped().is_none() && state.plies() < PLIES {
        let legal = state.legal_moves().len();
        if legal == 0 {
            break;
        }
        let agent = state.agent();
        let table = Table { state: &state, agent, seed: mix(seed ^ state.plies() as u64) };
        let control = Control::counted(budget);
        let chosen = seats.get_mut(agent.wrapping_sub(1)).and_then(|seat| seat.choose(table, &control).ok());
        let pick = chosen.map_or_else(|| rng.below(legal), |answer| answer.index.min(legal - 1));
        let Ok(made) = state.play(pick) else { break };
        let site = |n: i32| u32::try_from(n).ok().filter(|&n| (n as usize) < near.len());
        let (from, to) = (site(made.from), site(made.to));
        if let Some(to) = to.filter(|_| !made.is_pass()) {
            *traffic.sites.entry(to).or_default() += 1.0;
            let way = from.filter(|from| *from != to).map_or(Vec::new(), |from| way(near, from, to));
            for pair in way.windows(2) {
                *traffic.lines.entry((pair[0].min(pair[1]), pair[0].max(pair[1]))).or_default() += 1.0;
            }
        }
    }
    traffic
}

/// The shortest way along lines, both ends included.
fn way(near: &[Vec<u32>], from: u32, to: u32) -> Vec<u32> {
    let mut before = vec![u32::MAX; near.len()];
    let mut todo = VecDeque::from([from]);
    before[from as usize] = from;
    while let Some(site) = todo.pop_front() {
        if site == to {
            break;
        }
        for &next in &near[site as usize] {
            if before[next as usize] == u32::MAX {
                before[next as usize] = site;
                todo.push_back(next);
            }
        }
    }
    if before[to as usize] == u32::MAX {
        return Vec::new();
    }
    let mut way = vec![to];
    while let Some(&last) = way.last()
        && last != from
    {
        way.push(before[last as usize]);
    }
    way
}

/// Sites of the board as they lie when it is mirrored, for each way that maps the sites of the map onto sites.
fn turns(ground: &Ground, turned: bool) -> Vec<Vec<u32>> {
    type Turn = fn((f64, f64)) -> (f64, f64);
    let ways: [Turn; 4] = [|p| p, |(x, y)| (1.0 - x, y), |(x, y)| (x, 1.0 - y), |(x, y)| (1.0 - x, 1.0 - y)];
    let places = ground.places();
    let image = |turn: &Turn| -> Option<Vec<u32>> {
        places
            .iter()
            .map(|&place| {
                let (x, y) = turn(place);
                let near = places.iter().position(|&(u, v)| (u - x).abs() + (v - y).abs() < 1e-6)?;
                Some(near as u32)
            })
            .collect()
    };
    let count = if turned { ways.len() } else { 1 };
    ways[..count].iter().filter_map(image).collect()
}

/// An observation, with the traffic that a hypothesis leaves there.
#[derive(Clone, Copy)]
struct Pair {
    wear: f64,
    uncertainty: f64,
    traffic: f64,
}

/// The observations and the traffic, which is told as a share of the busiest line or site.
fn pairs(map: &Map, all: &Traffic, turn: &[u32]) -> Vec<Pair> {
    let most = |values: Vec<f64>| values.into_iter().fold(1e-9_f64, f64::max);
    let (busy_line, busy_site) =
        (most(all.lines.values().copied().collect()), most(all.sites.values().copied().collect()));
    let image = |site: u32| turn.get(site as usize).copied().unwrap_or(u32::MAX);
    let lines = map.line.iter().map(|l| {
        let (a, b) = (image(l.between[0]), image(l.between[1]));
        let traffic = all.lines.get(&(a.min(b), a.max(b))).copied().unwrap_or(0.0) / busy_line;
        Pair { wear: l.wear, uncertainty: l.uncertainty, traffic }
    });
    let sites = map.site.iter().map(|s| {
        let traffic = all.sites.get(&image(s.at)).copied().unwrap_or(0.0) / busy_site;
        Pair { wear: s.wear, uncertainty: s.uncertainty, traffic }
    });
    lines.chain(sites).collect()
}

/// The likelihood of wear as a constant and a share of traffic, both not negative in what they add; and the correlation.
fn fitted(pairs: &[Pair]) -> (f64, f64) {
    let weight = |p: &Pair| 1.0 / (p.uncertainty * p.uncertainty);
    let sum = |f: &dyn Fn(&Pair) -> f64| pairs.iter().map(f).sum::<f64>();
    let all = sum(&weight);
    let (x, y) = (sum(&|p| weight(p) * p.traffic) / all, sum(&|p| weight(p) * p.wear) / all);
    let xx = sum(&|p| weight(p) * (p.traffic - x).powi(2));
    let xy = sum(&|p| weight(p) * (p.traffic - x) * (p.wear - y));
    let yy = sum(&|p| weight(p) * (p.wear - y).powi(2));
    let slope = if xx > 1e-12 { (xy / xx).max(0.0) } else { 0.0 };
    let left = sum(&|p| weight(p) * (p.wear - y - slope * (p.traffic - x)).powi(2));
    let correlation = if xx > 1e-12 && yy > 1e-12 { xy / (xx * yy).sqrt() } else { 0.0 };
    (-0.5 * left, correlation)
}

fn best(map: &Map, all: &Traffic, turns: &[Vec<u32>]) -> (f64, f64) {
    let fits = turns.iter().map(|turn| fitted(&pairs(map, all, turn)));
    fits.fold((f64::NEG_INFINITY, 0.0), |best, fit| if fit.0 > best.0 { fit } else { best })
}

/// The map with its values laid on its lines, and on its sites, in another order.
fn shuffled(map: &Map, seed: u64) -> Map {
    let mut map = map.clone();
    let order = |n: usize, salt: u64| {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&i| mix(seed ^ mix(salt << 32 | i as u64)));
        order
    };
    let lines = map.line.clone();
    for (line, from) in map.line.iter_mut().zip(order(lines.len(), 1)) {
        (line.wear, line.uncertainty) = (lines[from].wear, lines[from].uncertainty);
    }
    let sites = map.site.clone();
    for (site, from) in map.site.iter_mut().zip(order(sites.len(), 2)) {
        (site.wear, site.uncertainty) = (sites[from].wear, sites[from].uncertainty);
    }
    map
}

/// Holds the traffic of a hypothesis against a map.
pub fn held(name: &str, games: &[Traffic], ground: &Ground, map: &Map, seed: u64) -> Fit {
    let turns = turns(ground, map.turned);
    let together = |games: &mut dyn Iterator<Item = &Traffic>| {
        games.fold(Traffic::default(), |mut all, one| {
            all.add(one);
            all
        })
    };
    let all = together(&mut games.iter());
    let (log_likelihood, correlation) = best(map, &all, &turns);
    let mut rng = Rng::new(seed);
    let mut draws: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let picks: Vec<usize> = games.iter().map(|_| rng.below(games.len())).collect();
            best(map, &together(&mut picks.iter().map(|&i| &games[i])), &turns).0
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    let at = |share: f64| draws[((DRAWS - 1) as f64 * share).round() as usize];
    let as_well = (0..DRAWS as u64)
        .filter(|i| best(&shuffled(map, mix(seed ^ i)), &all, &turns).0 >= log_likelihood)
        .count();
    let moves: Vec<f64> = games.iter().map(|g| g.sites.values().sum()).collect();
    Fit {
        name: name.to_owned(),
        log_likelihood,
        interval: (at(0.025), at(0.975)),
        correlation,
        random: (1 + as_well) as f64 / (1 + DRAWS) as f64,
        games: games.len(),
        moves: moves.iter().sum::<f64>() / moves.len().max(1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> Map {
        Map::read(text).unwrap()
    }

    #[test]
    fn traffic_that_goes_with_wear_fits_and_other_traffic_does_not() {
        let text: String = (0..8)
            .map(|i| {
                format!(
                    "[[line]]\nbetween = [{i}, {}]\nwear = {}\nuncertainty = 0.1\n",
                    i + 1,
                    0.1 * f64::from(i)
                )
            })
            .collect();
        let map = map(&text);
        let with = |wear: &dyn Fn(u32) -> f64| {
            let lines = (0..8).map(|i| ((i, i + 1), wear(i))).collect();
            Traffic { lines, sites: BTreeMap::new() }
        };
        let identity: Vec<u32> = (0..9).collect();
        let fit = |t: &Traffic| fitted(&pairs(&map, t, &identity));
        let (like, correlation) = fit(&with(&|i| 3.0 * f64::from(i)));
        assert!(like > -0.01 && correlation > 0.99);
        // Wear where nobody goes explains nothing, and the slope never turns negative.
        let (unlike, against) = fit(&with(&|i| f64::from(8 - i)));
        assert!(unlike < like - 10.0 && against < -0.99);
        let shuffled = shuffled(&map, 3);
        let sum = |m: &Map| m.line.iter().map(|l| l.wear).sum::<f64>();
        assert!(shuffled != map && (sum(&shuffled) - sum(&map)).abs() < 1e-9);
    }

    #[test]
    fn moves_follow_lines() {
        let near = vec![vec![1], vec![0, 2], vec![1], vec![]];
        assert_eq!(way(&near, 0, 2), [2, 1, 0]);
        assert!(way(&near, 0, 3).is_empty());
    }

    #[test]
    fn maps_are_read_or_told_what_is_wrong() {
        assert!(Map::read("[[line]]\nbetween = [0, 1]\nwear = 1.0\nuncertainty = 0.0").is_err());
        assert!(
            Map::read("[[line]]\nbetween = [0, 1]\nwear = 1.0\nuncertainty = 0.1")
                .unwrap_err()
                .contains("three")
        );
        assert!(Map::read("lines = 3").is_err());
    }
}
