//! Compile-time concepts of one description: what its clauses show (`rules`), what the whole game shows (players,
//! time, asymmetry, stacks), numbers read off the board (`numbers`), and groups, which hold when a member does.
//! Every concept knows the place or the fact that gives it.

use crate::numbers::numbers;
use crate::rules::{Place, Shown};
use crate::taxonomy::{self, Concept, Data, SIZE, Set, id};
use ludarium_engine::game::ComponentKind;
use ludarium_engine::{Direction, Mode, SiteType};
use ludarium_ludemes::checked::CheckedNode;
use ludarium_play::{Game, Reading, Selection};
use ludarium_syntax::{Span, Tree};

/// A game's compiled concepts.
#[derive(Clone, Debug)]
pub struct Profile {
    pub name: String,
    pub set: Set,
    /// By concept, in the order of ids.
    pub numbers: Vec<(u16, f64)>,
}

/// A concept that a game has, and why.
#[derive(Clone, Debug)]
pub struct Found {
    pub concept: &'static Concept,
    /// 1 for a boolean that holds.
    pub value: f64,
    pub reasons: Vec<Reason>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// A clause or word of the description (in the metadata, if so said), with its text on one line.
    Clause { span: Span, text: String, metadata: bool },
    /// A definition of the library that was used.
    Definition { name: String, span: Span },
    /// Another concept that brings this one with it.
    Concept(&'static str),
    /// A fact of the compiled game.
    Fact(String),
}

/// One concept brings another with it.
const IMPLIES: [(&str, &str); 6] = [
    ("Dice", "Stochastic"),
    ("Domino", "Stochastic"),
    ("Card", "Stochastic"),
    ("Dice", "SiteState"),
    ("LargePiece", "SiteState"),
    ("Domino", "PieceCount"),
];

/// Boards known by the name of their definition.
const BOARDS: [(&str, &[&str]); 18] = [
    ("AlquerqueBoard", &["AlquerqueBoard"]),
    ("AlquerqueGraph", &["AlquerqueBoard"]),
    ("AlquerqueBoardWithBottomAndTopTriangles", &["AlquerqueBoard", "AlquerqueBoardWithTwoTriangles"]),
    ("AlquerqueGraphWithBottomAndTopTriangles", &["AlquerqueBoard", "AlquerqueBoardWithTwoTriangles"]),
    ("AlquerqueBoardWithBottomTriangle", &["AlquerqueBoard", "AlquerqueBoardWithOneTriangle"]),
    ("AlquerqueGraphWithBottomTriangle", &["AlquerqueBoard", "AlquerqueBoardWithOneTriangle"]),
    ("AlquerqueBoardWithFourTriangles", &["AlquerqueBoard", "AlquerqueBoardWithFourTriangles"]),
    ("AlquerqueGraphWithFourTriangles", &["AlquerqueBoard", "AlquerqueBoardWithFourTriangles"]),
    ("AlquerqueBoardWithEightTriangles", &["AlquerqueBoard", "AlquerqueBoardWithEightTriangles"]),
    ("ThreeMensMorrisBoard", &["ThreeMensMorrisBoard"]),
    (
        "ThreeMensMorrisBoardWithLeftAndRightTriangles",
        &["ThreeMensMorrisBoard", "ThreeMensMorrisBoardWithTwoTriangles"],
    ),
    (
        "ThreeMensMorrisGraphWithLeftAndRightTriangles",
        &["ThreeMensMorrisBoard", "ThreeMensMorrisBoardWithTwoTriangles"],
    ),
    ("NineMensMorrisBoard", &["NineMensMorrisBoard"]),
    ("StarBoard", &["StarBoard"]),
    ("CrossBoard", &["CrossBoard"]),
    ("CrossGraph", &["CrossBoard"]),
    ("KintsBoard", &["KintsBoard"]),
    ("PachisiBoard", &["PachisiBoard"]),
];
const MORE_BOARDS: [(&str, &[&str]); 1] =
    [("FortyStonesWithFourGapsBoard", &["FortyStonesWithFourGapsBoard"])];

/// Pieces known by their name.
const PIECES: [(&str, &str); 11] = [
    ("ball", "BallComponent"),
    ("disc", "DiscComponent"),
    ("marker", "MarkerComponent"),
    ("king", "KingComponent"),
    ("king_nocross", "KingComponent"),
    ("knight", "KnightComponent"),
    ("queen", "QueenComponent"),
    ("bishop", "BishopComponent"),
    ("bishop_nocross", "BishopComponent"),
    ("rook", "RookComponent"),
    ("pawn", "PawnComponent"),
];

/// Everything that was found out, with what is needed to say why.
struct Study<'r> {
    reading: &'r Reading,
    game: &'r Game,
    rules: Shown<'r>,
    metadata: Option<Shown<'r>>,
    facts: Vec<(u16, String)>,
    set: Set,
}

/// Finds the description of a game that a match names.
pub type FindText<'f> = &'f dyn Fn(&str) -> Option<String>;

/// The concepts of a description. `game` is what it compiles to. A match has those of the games it is made of.
pub fn profile_of(reading: &Reading, game: &Game, find: FindText<'_>) -> Option<Profile> {
    let mut profile = Study::of(reading, game, true).map(|study| study.profile())?;
    let parts = parts(reading, find);
    if parts.is_empty() {
        return Some(profile);
    }
    for part in &parts {
        profile.set.join(&part.set);
    }
    // Numbers are those of the games, in the mean.
    for (id, value) in &mut profile.numbers {
        let of_parts: Vec<f64> = parts.iter().filter_map(|part| part.value(*id)).collect();
        *value = of_parts.iter().sum::<f64>() / parts.len() as f64;
    }
    Some(profile)
}

/// The profiles of the games of a match.
fn parts(reading: &Reading, find: FindText<'_>) -> Vec<Profile> {
    let Some(checked) = reading.game.as_ref().filter(|checked| checked.root().entry.id == "match") else {
        return Vec::new();
    };
    let subgames = checked.nodes.iter().filter(|node| node.entry.id == "subgame");
    let text = |node: &CheckedNode, name: &str| {
        let slot = node.entry.slot(name)?;
        node.args[slot].as_ref()?.value.text().map(str::to_owned)
    };
    subgames
        .filter_map(|node| {
            let name = text(node, "name")?;
            let options = text(node, "option").into_iter().collect();
            let description = find(&name)?;
            let selection = Selection { options, ruleset: None };
            let inner = ludarium_play::read(&name, &description, reading.defines(), &selection);
            if inner.game.as_ref().is_none_or(|game| game.root().entry.id == "match") {
                return None;
            }
            let game = ludarium_play::compile(&inner).ok()?;
            Study::of(&inner, &game, false).map(|study| study.profile())
        })
        .collect()
}

/// The concepts with their reasons, at most `limit` places for each.
pub fn explained(reading: &Reading, game: &Game, find: FindText<'_>, limit: usize) -> Vec<Found> {
    let Some(study) = Study::of(reading, game, true) else { return Vec::new() };
    let Some(profile) = profile_of(reading, game, find) else { return Vec::new() };
    let mut found: Vec<Found> = profile
        .set
        .ids()
        .filter_map(taxonomy::by_id)
        .map(|concept| Found { concept, value: 1.0, reasons: study.reasons(concept.id, limit) })
        .collect();
    for &(number, value) in &profile.numbers {
        if let Some(concept) = taxonomy::by_id(number) {
            let reasons = vec![Reason::Fact(counted(concept.name))];
            found.push(Found { concept, value, reasons });
        }
    }
    found.sort_by_key(|f| f.concept.id);
    found
}

impl<'r> Study<'r> {
    fn of(reading: &'r Reading, game: &'r Game, with_looks: bool) -> Option<Study<'r>> {
        let checked = reading.game.as_ref()?;
        let kinds = [SiteType::Vertex, SiteType::Edge, SiteType::Cell, game.site_type];
        let sites = kinds.map(|kind| game.board_sites(kind));
        let rules = Shown::of(checked, game.players, sites);
        let metadata = reading.metadata.as_ref().map(|metadata| Shown::of(metadata, game.players, sites));
        let mut study = Study { reading, game, rules, metadata, facts: Vec::new(), set: Set::default() };
        study.set = study.rules.all();
        study.whole_game();
        for (from, to) in IMPLIES {
            if study.set.has_name(from) {
                study.set.add_name(to);
            }
        }
        if study.set.has_name("DeductionPuzzle") {
            // What is written into the sites of such a puzzle are numbers, not pieces.
            study.set.take(id("Piece"));
        }
        study.groups();
        for name in study.definitions() {
            boards(name).iter().for_each(|board| study.set.add_name(board));
        }
        study.groups();
        if with_looks {
            study.looks();
        }
        Some(study)
    }

    fn fact(&mut self, concept: &str, why: impl Into<String>) {
        self.set.add_name(concept);
        self.facts.push((id(concept), why.into()));
    }

    /// What only the compiled game tells.
    fn whole_game(&mut self) {
        let game = self.game;
        self.fact("End", "every game ends");
        match game.site_type {
            SiteType::Cell => self.fact("Cell", "the game is played on cells"),
            SiteType::Vertex => self.fact("Vertex", "the game is played on vertices"),
            SiteType::Edge => self.fact("Edge", "the game is played on edges"),
        }
        if game.site_type != SiteType::Cell {
            self.fact("GraphStyle", "the board is drawn as lines and points");
        }
        let puzzle = self.set.has_name("DeductionPuzzle");
        if !puzzle && game.components.iter().any(|c| c.kind == ComponentKind::Piece) {
            self.fact("Piece", "there are pieces");
        }
        if !game.subgames.is_empty() {
            self.fact("Match", "several games are played one after the other");
        }
        if !game.hints.is_empty() {
            self.fact("Hints", "the board gives hints");
        }
        if game.phases.len() > 1 {
            self.fact("Phase", format!("there are {} phases", game.phases.len()));
        }
        if game.uses.stacking {
            self.fact("StackState", "pieces may stand on each other");
            self.fact("Stack", "pieces may stand on each other");
        }
        if let Some(why) = asymmetric(game) {
            self.fact("AsymmetricPiecesType", why);
        }
        match game.mode {
            Mode::Alternating => {
                self.fact("Discrete", "play goes by turns");
                self.fact("Alternating", "one player moves after the other");
            }
            Mode::Simultaneous => {
                self.fact("Discrete", "play goes by turns");
                self.fact("Simultaneous", "all move at once");
            }
            Mode::Simulation => {
                self.fact("Realtime", "nobody moves: the game runs by itself");
                self.fact("Simulation", "nobody moves: the game runs by itself");
            }
        }
        let players = format!("players: {}", game.players);
        match game.players {
            0 => {}
            1 => {
                self.fact("Solitaire", players.clone());
                if !self.set.has_name("DeductionPuzzle") {
                    self.fact("PlanningPuzzle", players);
                }
            }
            2 => self.fact("TwoPlayer", players),
            _ => self.fact("Multiplayer", players),
        }
        for component in game.components.iter().skip(1).filter(|_| !puzzle) {
            let name = plain_label(&component.label).to_lowercase();
            if let Some((_, concept)) = PIECES.iter().find(|(piece, _)| *piece == name) {
                self.fact(concept, format!("a piece is called {:?}", component.label));
            }
        }
    }

    /// Groups hold when a member does.
    fn groups(&mut self) {
        let before: Vec<u16> = self.set.ids().collect();
        for id in before {
            let mut parent = taxonomy::by_id(id).and_then(|c| c.parent).and_then(taxonomy::by_id);
            while let Some(group) = parent {
                if group.data == Data::Boolean {
                    self.set.add(group.id);
                }
                parent = group.parent.and_then(taxonomy::by_id);
            }
        }
    }

    /// The definitions that were used.
    fn definitions(&self) -> Vec<&'r str> {
        self.reading.expanded.game.origins.iter().map(|origin| origin.name.as_str()).collect()
    }

    /// How the game is to look.
    fn looks(&mut self) {
        let shown = self.metadata.as_ref().map(Shown::looks).unwrap_or_default();
        self.set.join(&shown);
        if shown.has_name("MancalaStyle") {
            if self.mancala_board() {
                self.fact("Sow", "the board is one for sowing");
            } else if self.set.has_name("CircleTiling") {
                self.fact("MancalaCircular", "the board is a ring");
            }
            self.sowing();
        }
        if self.set.has_name("StackType") && !shown.has_name("Stack") && self.set.has_name("StackState") {
            self.set.take(id("Stack"));
        }
    }

    fn mancala_board(&self) -> bool {
        let checked = self.reading.game.as_ref();
        checked.is_some_and(|checked| checked.nodes.iter().any(|node| node.entry.id == "mancalaBoard"))
    }

    /// Which way round is sown: the first step of each track.
    fn sowing(&mut self) {
        let board = &self.game.board;
        for track in &self.game.tracks {
            let (Some(&first), Some(&next)) = (track.sites.first(), track.next.first()) else { continue };
            let Some(&second) = usize::try_from(next).ok().and_then(|next| track.sites.get(next)) else {
                continue;
            };
            let (Ok(first), Ok(second)) = (usize::try_from(first), u32::try_from(second)) else { continue };
            if first >= board.len(SiteType::Vertex) {
                continue;
            }
            let goes = |ways: [Direction; 3]| {
                ways.into_iter().any(|way| board.steps(SiteType::Vertex, first, way).contains(&second))
            };
            let why = |way: &str| format!("the track {:?} begins {way}", track.name);
            if goes([Direction::N, Direction::E, Direction::CCW]) {
                self.set.add_name("SowCCW");
                self.facts.push((id("SowCCW"), why("counter-clockwise")));
            }
            if goes([Direction::S, Direction::W, Direction::CW]) {
                self.set.add_name("SowCW");
                self.facts.push((id("SowCW"), why("clockwise")));
            }
        }
    }

    fn profile(&self) -> Profile {
        Profile { name: self.game.name.clone(), set: self.set, numbers: numbers(self.game, &self.set) }
    }

    fn reasons(&self, concept: u16, limit: usize) -> Vec<Reason> {
        let tree = &self.reading.expanded.game;
        let mut reasons: Vec<Reason> =
            self.rules.places(concept, limit).into_iter().map(|place| clause(tree, place, false)).collect();
        if let (Some(metadata), Some(tree)) = (&self.metadata, &self.reading.expanded.metadata) {
            reasons.extend(
                metadata.places_of_looks(concept, limit).into_iter().map(|place| clause(tree, place, true)),
            );
        }
        reasons
            .extend(self.facts.iter().filter(|(c, _)| *c == concept).map(|(_, w)| Reason::Fact(w.clone())));
        for origin in &tree.origins {
            let known = boards(&origin.name).iter().any(|board| id(board) == concept);
            let reason = Reason::Definition { name: origin.name.to_string(), span: origin.used_at };
            if known && !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let brings = IMPLIES.iter().filter(|(from, to)| id(to) == concept && self.set.has_name(from));
        reasons.extend(brings.map(|(from, _)| Reason::Concept(from)));
        if reasons.is_empty() {
            let members =
                taxonomy::all().iter().filter(|c| self.set.has(c.id) && group_of(c) == Some(concept));
            reasons.extend(members.map(|c| Reason::Concept(c.name)));
        }
        reasons.truncate(limit);
        reasons
    }
}

/// The nearest group that a concept makes hold; numbers between them hold nothing.
fn group_of(concept: &Concept) -> Option<u16> {
    let mut parent = concept.parent.and_then(taxonomy::by_id);
    while let Some(group) = parent.filter(|group| group.data != Data::Boolean) {
        parent = group.parent.and_then(taxonomy::by_id);
    }
    parent.map(|group| group.id)
}

fn boards(definition: &str) -> &'static [&'static str] {
    BOARDS
        .iter()
        .chain(&MORE_BOARDS)
        .find(|(name, _)| *name == definition)
        .map_or(&[], |(_, concepts)| concepts)
}

fn clause(tree: &Tree, place: Place, metadata: bool) -> Reason {
    Reason::Clause { span: tree.node(place.at).span, text: tree.print(place.at), metadata }
}

/// Whether some player lacks a kind of piece that the first has.
fn asymmetric(game: &Game) -> Option<String> {
    let of = |player: usize| game.components.iter().skip(1).filter(move |c| c.owner == player);
    of(1).find_map(|piece| {
        let lacks = (2..=game.players)
            .find(|&player| of(player).all(|other| plain_label(&other.label) != plain_label(&piece.label)))?;
        Some(format!("player {lacks} has no {:?}", piece.label))
    })
}

/// The name of a piece without the number of its owner.
fn plain_label(label: &str) -> &str {
    label.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn counted(name: &str) -> String {
    let words: String = name
        .trim_start_matches("Num")
        .chars()
        .flat_map(|c| if c.is_uppercase() { vec![' ', c.to_ascii_lowercase()] } else { vec![c] })
        .collect();
    format!("counted:{words}")
}

impl Profile {
    /// The value of a concept: 1 or 0 for a boolean, the number otherwise.
    pub fn value(&self, id: u16) -> Option<f64> {
        if usize::from(id) >= SIZE {
            return None;
        }
        let concept = taxonomy::by_id(id)?;
        if concept.data == Data::Boolean {
            return concept.compiled.then(|| f64::from(u8::from(self.set.has(id))));
        }
        self.numbers.iter().find(|(n, _)| *n == id).map(|(_, value)| *value)
    }
}
