//! The whole map: what the library and the tables of rulesets know, and every other game whose description names a place.
//! Lines from donors to reconstructions are drawn wherever both ends are on the map.

use super::{Point, World, number};
use crate::catalogue::{Catalogue, Origin};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError};

/// All points, and the same as JSON.
#[derive(Debug, Default)]
pub struct Whole {
    pub points: Vec<Point>,
    pub json: String,
}

/// Games of a region, for whoever reads the map as a list.
pub struct Listed {
    pub region: String,
    /// Title, address, years.
    pub games: Vec<(String, String, String)>,
}

fn year(y: i32) -> String {
    if y < 0 { format!("{} BCE", -y) } else { y.to_string() }
}

pub fn span(years: Option<(i32, i32)>) -> String {
    match years {
        Some((a, b)) if a == b => year(a),
        Some((a, b)) => format!("{}–{}", year(a), year(b)),
        None => String::new(),
    }
}

impl World {
    /// Everything that has a place by now; made again when more has become known.
    pub fn whole(&self, catalogue: &Catalogue) -> Arc<Whole> {
        let now = catalogue.learnt();
        let mut kept = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((then, whole)) = &*kept
            && *then == now
        {
            return whole.clone();
        }
        let points = self.gather(catalogue);
        let json = serde_json::to_string(&points).unwrap_or_default();
        let whole = Arc::new(Whole { points, json });
        *kept = Some((now, whole.clone()));
        whole
    }

    fn gather(&self, catalogue: &Catalogue) -> Vec<Point> {
        let mut points = self.points.clone();
        let mut by_id: HashMap<u32, usize> =
            points.iter().enumerate().filter_map(|(at, p)| Some((p.id?, at))).collect();
        // Games that a table of rulesets speaks of get links to their pages.
        let pages: HashMap<u32, String> = catalogue
            .entries()
            .iter()
            .flat_map(|entry| {
                let own = entry
                    .facts()
                    .rulesets
                    .iter()
                    .filter_map(|r| number(r.id.as_deref()?))
                    .collect::<Vec<_>>();
                own.into_iter().map(|id| (id, format!("/games/{}", entry.key)))
            })
            .collect();
        for point in &mut points {
            if let (None, Some(id)) = (&point.href, point.id) {
                point.href = pages.get(&id).cloned();
            }
        }
        for entry in catalogue.entries().iter().flat_map(|e| catalogue.versions(e)) {
            let facts = entry.facts();
            let ids: Vec<u32> = facts.rulesets.iter().filter_map(|r| number(r.id.as_deref()?)).collect();
            let shown = ids.iter().find_map(|id| by_id.get(id).copied());
            let at = match (shown, &facts.point) {
                (Some(at), _) => at,
                (None, Some(place))
                    if !matches!(entry.origin, Origin::Library(_)) && entry.version_of.is_none() =>
                {
                    points.push(Point {
                        name: facts.title.clone(),
                        kind: if crate::asking::is_incomplete(&facts) { "incomplete" } else { "named" }
                            .to_owned(),
                        lat: place.latitude,
                        lon: place.longitude,
                        years: facts.first_year.map(|a| (a, facts.last_year.unwrap_or(a).max(a))),
                        href: Some(format!("/games/{}", entry.key)),
                        id: ids.first().copied(),
                        from: Vec::new(),
                    });
                    points.len() - 1
                }
                (None, Some(_) | None) => match points.iter().position(|p| {
                    p.href.as_deref()
                        == Some(&format!("/games/{}", entry.version_of.as_ref().unwrap_or(&entry.key)))
                }) {
                    Some(at) => at,
                    None => continue,
                },
            };
            for id in ids {
                by_id.entry(id).or_insert(at);
            }
        }
        lend(&mut points, &by_id);
        points
    }
}

/// Adds lines from donors that came onto the map only now.
fn lend(points: &mut [Point], by_id: &HashMap<u32, usize>) {
    for game in ludarium_library::games() {
        for ruleset in &game.about().rulesets {
            let own = ruleset.ids.iter().find_map(|id| by_id.get(&number(id)?).copied());
            let Some(at) = own else { continue };
            for donor in ruleset.based_on.iter().filter_map(|d| by_id.get(&number(&d.id)?).copied()) {
                if donor != at && !points[at].from.contains(&donor) {
                    points[at].from.push(donor);
                }
            }
        }
    }
}

/// All games with a place or a region, region by region, the oldest first.
pub fn list(catalogue: &Catalogue) -> Vec<Listed> {
    let mut regions: BTreeMap<String, Vec<(i32, String, String, String)>> = BTreeMap::new();
    for entry in catalogue.entries() {
        let f = entry.facts();
        if f.region.is_empty() {
            continue;
        }
        let years = f.first_year.map(|a| (a, f.last_year.unwrap_or(a)));
        let row =
            (f.first_year.unwrap_or(i32::MAX), f.title.clone(), format!("/games/{}", entry.key), span(years));
        regions.entry(crate::pages::list::label("region", &f.region)).or_default().push(row);
    }
    regions
        .into_iter()
        .map(|(region, mut games)| {
            games.sort();
            Listed {
                region,
                games: games.into_iter().map(|(_, title, href, years)| (title, href, years)).collect(),
            }
        })
        .collect()
}
