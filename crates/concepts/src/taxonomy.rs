//! The list of concepts: number, name, kind, parent. Knows nothing of games; the ids and names are those that the
//! literature and the published tables use, so that figures can be compared.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a concept is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Kind {
    Properties,
    Equipment,
    Container,
    Component,
    Rules,
    Meta,
    Start,
    Play,
    End,
    Behaviour,
    Math,
    Visual,
    Implementation,
}

/// What its value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Data {
    Boolean,
    Integer,
    Double,
}

#[derive(Debug)]
pub struct Concept {
    pub id: u16,
    pub name: &'static str,
    /// Its place in the taxonomy: `3.3.1.1`.
    pub number: &'static str,
    pub kind: Kind,
    pub data: Data,
    /// Read off the description; otherwise measured in play.
    pub compiled: bool,
    pub parent: Option<u16>,
}

/// One more than the greatest id.
pub const SIZE: usize = 810;

static TABLE: &str = include_str!("taxonomy.tsv");

struct Taxonomy {
    all: Vec<Concept>,
    by_name: BTreeMap<&'static str, u16>,
}

static TAXONOMY: LazyLock<Taxonomy> = LazyLock::new(|| {
    let rows: Vec<Vec<&'static str>> = TABLE.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let by_name: BTreeMap<&'static str, u16> =
        rows.iter().filter_map(|row| Some((*row.get(1)?, row.first()?.parse().ok()?))).collect();
    let all = rows
        .iter()
        .filter_map(|row| {
            Some(Concept {
                id: row.first()?.parse().ok()?,
                name: row.get(1)?,
                number: row.get(2)?,
                kind: kind(row.get(3)?)?,
                data: match *row.get(4)? {
                    "boolean" => Data::Boolean,
                    "integer" => Data::Integer,
                    "double" => Data::Double,
                    _ => return None,
                },
                compiled: *row.get(5)? == "compiled",
                parent: by_name.get(row.get(6)?).copied(),
            })
        })
        .collect();
    Taxonomy { all, by_name }
});

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "Properties" => Kind::Properties,
        "Equipment" => Kind::Equipment,
        "Container" => Kind::Container,
        "Component" => Kind::Component,
        "Rules" => Kind::Rules,
        "Meta" => Kind::Meta,
        "Start" => Kind::Start,
        "Play" => Kind::Play,
        "End" => Kind::End,
        "Behaviour" => Kind::Behaviour,
        "Math" => Kind::Math,
        "Visual" => Kind::Visual,
        "Implementation" => Kind::Implementation,
        _ => return None,
    })
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Properties => "Properties",
            Kind::Equipment => "Equipment",
            Kind::Container => "Container",
            Kind::Component => "Component",
            Kind::Rules => "Rules",
            Kind::Meta => "Meta",
            Kind::Start => "Start",
            Kind::Play => "Play",
            Kind::End => "End",
            Kind::Behaviour => "Behaviour",
            Kind::Math => "Math",
            Kind::Visual => "Visual",
            Kind::Implementation => "Implementation",
        }
    }
    /// Whether concepts of this kind speak of the game rather than of how it looks or is carried out.
    pub fn is_of_the_game(self) -> bool {
        !matches!(self, Kind::Visual | Kind::Implementation)
    }
}

/// All concepts, by id.
pub fn all() -> &'static [Concept] {
    &TAXONOMY.all
}

/// The concept with this name, as written.
pub fn by_name(name: &str) -> Option<&'static Concept> {
    TAXONOMY.by_name.get(name).and_then(|&id| by_id(id))
}

/// The concept with this id.
pub fn by_id(id: u16) -> Option<&'static Concept> {
    let all = all();
    all.get(usize::from(id).checked_sub(1)?).filter(|c| c.id == id)
}

/// The id of a concept that our own tables name; 0, which is no concept, for a name that does not exist (a test sees
/// to it that there is none).
pub fn id(name: &str) -> u16 {
    TAXONOMY.by_name.get(name).copied().unwrap_or(0)
}

/// A set of concepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set([u64; SIZE.div_ceil(64)]);

impl Default for Set {
    fn default() -> Set {
        Set([0; SIZE.div_ceil(64)])
    }
}

impl Set {
    pub fn has(&self, id: u16) -> bool {
        let i = usize::from(id);
        id != 0 && i < SIZE && self.0[i / 64] >> (i % 64) & 1 == 1
    }
    pub fn add(&mut self, id: u16) {
        let i = usize::from(id);
        if id != 0 && i < SIZE {
            self.0[i / 64] |= 1 << (i % 64);
        }
    }
    pub fn take(&mut self, id: u16) {
        let i = usize::from(id);
        if i < SIZE {
            self.0[i / 64] &= !(1 << (i % 64));
        }
    }
    pub fn join(&mut self, other: &Set) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
    pub fn ids(&self) -> impl Iterator<Item = u16> + '_ {
        (1..SIZE as u16).filter(|&id| self.has(id))
    }
    pub fn has_name(&self, name: &str) -> bool {
        self.has(id(name))
    }
    pub fn add_name(&mut self, name: &str) {
        self.add(id(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_without_gaps_and_parents_exist() {
        assert_eq!(all().len(), SIZE - 1);
        for (i, concept) in all().iter().enumerate() {
            assert_eq!(usize::from(concept.id), i + 1);
            assert!(concept.parent.is_some() || !concept.number.contains('.'), "{}", concept.name);
        }
        assert_eq!(all().iter().filter(|c| c.compiled).count(), 511);
    }
}
