//! Tracks: ways along a board, as data. Knows how a track is written down and how it is laid on a board.

use crate::direction::{Direction, Relation};
use crate::error::BoardError;
use crate::spec::{SiteType, TrackPath, TrackSpec, TrackStep};
use crate::topology::Topology;

/// Stands for "off the board" in a list of track sites.
pub const OFF: i64 = -1;
/// Stands for "the end of the track" in a list of track sites.
pub const END: i64 = -2;

/// A track laid on a board: its sites in order as written, repeated sites kept. [`OFF`] and [`END`] stay, and a site
/// may also lie in a hand, beyond the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub name: String,
    /// The player it belongs to, if any.
    pub owner: Option<i64>,
    pub looped: bool,
    pub directed: bool,
    pub sites: Vec<i32>,
}

impl Track {
    /// Lays a track on a board.
    pub fn lay(spec: &TrackSpec, topology: &Topology, site_type: SiteType) -> Result<Track, BoardError> {
        let TrackSpec { name, looped, owner, directed, .. } = spec;
        let sites = sites(spec, topology, site_type)?;
        let sites = sites.into_iter().map(|s| i32::try_from(s).unwrap_or(i32::MAX)).collect();
        Ok(Track { name: name.clone(), owner: *owner, looped: *looped, directed: *directed, sites })
    }
}

/// The sites a track passes, in order.
pub fn sites(spec: &TrackSpec, topology: &Topology, site_type: SiteType) -> Result<Vec<i64>, BoardError> {
    let fault = |problem: String| BoardError::Track { track: spec.name.clone(), problem };
    match &spec.path {
        TrackPath::Sites(sites) => Ok(sites.clone()),
        TrackPath::Notation(text) => {
            if site_type == SiteType::Edge {
                return Err(fault("directions can only be followed on cells or vertices".to_string()));
            }
            let mut walk = Walk { topology, site_type, sites: Vec::new() };
            // Nothing after the last comma is no step.
            for (i, step) in text.trim_end_matches([',', ' ']).split(',').map(str::trim).enumerate() {
                if !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit()) {
                    walk.sites.push(step.parse().map_err(|_| fault(format!("{step} is too large a site")))?);
                } else if i == 0 {
                    return Err(fault(format!("it must start with a site, but starts with \"{step}\"")));
                } else if step == "End" {
                    walk.sites.push(END);
                } else {
                    let letters = step.trim_end_matches(|c: char| c.is_ascii_digit());
                    let count = match &step[letters.len()..] {
                        "" => None,
                        digits => {
                            Some(digits.parse::<usize>().map_err(|_| fault(format!("{step} goes too far")))?)
                        }
                    };
                    let direction = Direction::from_name(letters)
                        .filter(|d| topology.supported(site_type, Relation::All).contains(d))
                        .ok_or_else(|| fault(format!("no step on this board goes \"{letters}\"")))?;
                    walk.run(direction, count).ok_or_else(|| {
                        fault(format!("\"{step}\" needs a site of the board to start from"))
                    })?;
                }
            }
            Ok(walk.sites)
        }
        TrackPath::Steps(steps) => {
            let mut walk = Walk { topology, site_type, sites: Vec::new() };
            for step in steps {
                match *step {
                    TrackStep::Site(site) => walk.sites.push(site),
                    TrackStep::Off => walk.sites.push(OFF),
                    TrackStep::End => walk.sites.push(END),
                    TrackStep::Repeat => {
                        if let Some(&first) = walk.sites.first() {
                            walk.sites.push(first);
                        }
                    }
                    TrackStep::Direction(direction) => walk.run(direction, None).ok_or_else(|| {
                        fault(format!("\"{}\" needs a site of the board to start from", direction.name()))
                    })?,
                }
            }
            Ok(walk.sites)
        }
    }
}

struct Walk<'t> {
    topology: &'t Topology,
    site_type: SiteType,
    sites: Vec<i64>,
}

impl Walk<'_> {
    /// Goes on from the last real site in a direction, as far as the board goes or for a number of steps.
    fn run(&mut self, direction: Direction, count: Option<usize>) -> Option<()> {
        // An end mark does not move the walker, so look back past it.
        let current = *self.sites.iter().rev().find(|&&s| s != END && s != OFF)?;
        let site = usize::try_from(current).ok().filter(|&s| s < self.topology.len(self.site_type))?;
        for radial in self.topology.radials(self.site_type, site, direction) {
            let steps = radial.iter().take(count.unwrap_or(usize::MAX));
            self.sites.extend(steps.map(|&s| i64::from(s)));
        }
        Some(())
    }
}
