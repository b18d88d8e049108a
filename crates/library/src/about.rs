//! What is known about a game beside its rules: names, family, time, place, sources, identifiers, rulesets. The facts
//! stand in `about.toml` of the game's folder; here they get types. Nothing here knows what the rules mean.

use serde::{Deserialize, Serialize};

/// The facts about one game: `games/<key>/about.toml`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The name the description gives itself.
    pub title: String,
    /// Other names under which people look for it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// A short name in brackets behind the title of its page, where it has one: `Limb chess`.
    #[serde(default)]
    pub byname: Option<String>,
    pub family: Family,
    /// Ages in which it was played; none when not known.
    #[serde(default)]
    pub period: Vec<Period>,
    /// First and last year of the evidence; years before our era are negative.
    #[serde(default)]
    pub years: Option<Years>,
    pub region: Region,
    /// A point on the map: where it was invented, found or recorded.
    #[serde(default)]
    pub place: Option<Place>,
    /// Who made it, where that is known.
    #[serde(default)]
    pub author: Option<String>,
    /// Permanent identifiers: `DLP.Games.16`.
    #[serde(default)]
    pub ids: Vec<String>,
    /// Where the facts and rules are from, as short citations.
    pub sources: Vec<String>,
    /// The ways of playing it that the description offers, the default first.
    pub rulesets: Vec<Ruleset>,
}

/// One way of playing a game.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    pub name: String,
    pub kind: RulesetKind,
    /// Permanent identifiers: `DLP.GameRulesets.44`.
    #[serde(default)]
    pub ids: Vec<String>,
    /// The options that select it, each as `Heading/Item`; none for the default.
    #[serde(default)]
    pub options: Vec<String>,
    #[serde(default)]
    pub summary: Option<String>,
    #[serde(default)]
    pub period: Vec<Period>,
    #[serde(default)]
    pub years: Option<Years>,
    #[serde(default)]
    pub place: Option<Place>,
    /// The incomplete ruleset that a reconstruction completes.
    #[serde(default)]
    pub completes: Option<String>,
    #[serde(default)]
    pub scores: Option<Scores>,
    /// For each unknown part in order, the ruleset it was taken from.
    #[serde(default)]
    pub based_on: Vec<Donor>,
    /// Other lists of donors which give the very same rules.
    #[serde(default)]
    pub can_also_be_based_on: Vec<Vec<Donor>>,
    /// Its siblings, in order.
    #[serde(default)]
    pub other_rulesets: Vec<OtherRuleset>,
}

/// How near the parts of a reconstruction are to what they complete; 1 is nearest. The figures are those published,
/// which are cut, not rounded, to three decimals.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    pub combined: f64,
    pub cultural: f64,
    pub conceptual: f64,
    pub geographical: f64,
    /// The distance published with the geographical score.
    pub distance_km: u32,
}

/// A ruleset from which a part of another was taken.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Donor {
    pub game: String,
    pub ruleset: String,
    pub id: String,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OtherRuleset {
    pub name: String,
    pub kind: RulesetKind,
    #[serde(default)]
    pub summary: Option<String>,
    #[serde(default)]
    pub id: Option<String>,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Years {
    pub from: i32,
    pub to: i32,
}

impl std::fmt::Display for Years {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let year = |y: i32| if y < 0 { format!("{} BCE", -y) } else { y.to_string() };
        if self.from == self.to {
            f.write_str(&year(self.from))
        } else {
            write!(f, "{} to {}", year(self.from), year(self.to))
        }
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    #[serde(default)]
    pub name: Option<String>,
    pub latitude: f64,
    pub longitude: f64,
}

/// An enum whose variants have a name for files and a name for people, and which can be listed.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $file:literal, $shown:literal;)* }) => {
        $(#[$doc])*
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize)]
        pub enum $name { $(#[serde(rename = $file)] $variant,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// What `about.toml` and addresses call it.
            pub fn key(self) -> &'static str {
                match self { $($name::$variant => $file,)* }
            }
            /// What people call it.
            pub fn title(self) -> &'static str {
                match self { $($name::$variant => $shown,)* }
            }
            /// The one that `about.toml` and addresses call so.
            pub fn from_key(key: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.key() == key)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.title())
            }
        }
    };
}

named! {
    /// What kind of game it is, in the rough way a shelf is labelled.
    Family {
        Chess = "chess", "Chess family";
        Draughts = "draughts", "Draughts family";
        Leaping = "leaping", "Alquerque and other games of leaping";
        Custodial = "custodial", "Capture by enclosing";
        Tafl = "tafl", "Tafl";
        Hunt = "hunt", "Hunt games";
        War = "war", "Other games of capture";
        Mill = "mill", "Mill games";
        Line = "line", "Games of lines and patterns";
        Connection = "connection", "Connection games";
        Territory = "territory", "Territory and majority";
        Crossing = "crossing", "Games of crossing the board";
        Blocking = "blocking", "Blocking games";
        Mancala = "mancala", "Mancala";
        Race = "race", "Race games";
        Dice = "dice", "Dice games";
        Cards = "cards", "Card and tile games";
        Graph = "graph", "Pencil, paper and graphs";
        Puzzle = "puzzle", "Puzzles and solitaires";
    }
}

named! {
    Period {
        Ancient = "Ancient", "Ancient";
        Medieval = "Medieval", "Medieval";
        Modern = "Modern", "Modern";
    }
}

named! {
    /// How a ruleset is known.
    RulesetKind {
        Described = "described", "Described";
        Observed = "observed", "Observed";
        Suggested = "suggested", "Suggested";
        Scholarly = "scholarly", "Scholarly";
        Reconstructed = "reconstructed", "Reconstructed";
        Incomplete = "incomplete", "Incomplete";
    }
}

named! {
    /// Parts of the world: the sub-regions of the United Nations' geoscheme, and everywhere.
    Region {
        NorthernAfrica = "Northern Africa", "Northern Africa";
        EasternAfrica = "Eastern Africa", "Eastern Africa";
        MiddleAfrica = "Middle Africa", "Middle Africa";
        SouthernAfrica = "Southern Africa", "Southern Africa";
        WesternAfrica = "Western Africa", "Western Africa";
        NorthernAmerica = "Northern America", "Northern America";
        CentralAmerica = "Central America", "Central America";
        Caribbean = "Caribbean", "Caribbean";
        SouthAmerica = "South America", "South America";
        CentralAsia = "Central Asia", "Central Asia";
        EasternAsia = "Eastern Asia", "Eastern Asia";
        SouthEasternAsia = "South-Eastern Asia", "South-Eastern Asia";
        SouthernAsia = "Southern Asia", "Southern Asia";
        WesternAsia = "Western Asia", "Western Asia";
        EasternEurope = "Eastern Europe", "Eastern Europe";
        NorthernEurope = "Northern Europe", "Northern Europe";
        SouthernEurope = "Southern Europe", "Southern Europe";
        WesternEurope = "Western Europe", "Western Europe";
        Australia = "Australia and New Zealand", "Australia and New Zealand";
        Melanesia = "Melanesia", "Melanesia";
        Micronesia = "Micronesia", "Micronesia";
        Polynesia = "Polynesia", "Polynesia";
        World = "World", "The whole world";
    }
}
