//! A game in progress as the portal needs it: owned (no borrowed game), with everything that leaves it as plain data
//! that could as well come from another process. It knows the engine and the pictures; it has never heard of seats,
//! clocks, databases or HTTP. What a viewer may not see is left out here, before anything is made of it.

use crate::compiled::{Compiled, Part};
use ludarium::naming::{move_names, site_name};
use ludarium::{Ctx, Move, Rng};
use ludarium_engine::Game;
use ludarium_engine::action::{Act, Facet};
use ludarium_engine::position::Position;
use ludarium_engine::{SiteType, types::Mode};
use ludarium_render::layers::Stage;
use ludarium_render::{Face, Options, PieceAt, Site, View, from_game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whose eyes look at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Eyes {
    /// One player's.
    Player(u8),
    /// An onlooker's: what every player can see.
    Public,
}

/// A place on the page that can be pointed at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// `c12`, `v3`, `e7`: kind and number.
    pub key: String,
    /// What people call it.
    pub name: String,
    pub x: f64,
    pub y: f64,
    pub r: f64,
    /// Corners of a cell, ends of an edge.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shape: Vec<[f64; 2]>,
    /// The hand, deck or dice it lies in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub of: Option<String>,
    /// Neighbours: direction and key.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub near: Vec<(String, String)>,
}

/// The part of a picture that stays as it is while pieces move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// Changes when any of the rest does.
    pub version: u32,
    pub area: [f64; 4],
    pub svg: String,
    pub defs: BTreeMap<String, String>,
    pub spots: Vec<Spot>,
}

/// What stands on a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    pub key: String,
    pub svg: String,
    /// The same in words.
    pub words: String,
}

/// A legal move as somebody who points at the board needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<String>,
    /// Where it goes; nothing for moves that are only said (pass, swap, bets …).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<String>,
}

/// A position with somebody's eyes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    pub ply: usize,
    pub ground: u32,
    pub sites: Vec<Standing>,
    pub defs: BTreeMap<String, String>,
    /// From and to of the last move, as far as they may be known.
    pub last: Vec<String>,
    pub scores: Vec<i32>,
    /// What the dice show, the pot and the like, in words.
    pub notes: Vec<String>,
    /// Empty unless the eyes are the mover's.
    pub choices: Vec<Choice>,
}

/// What everybody may know about a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub ply: usize,
    /// The player to move: 1 is the first. 0 in a simulation.
    pub mover: usize,
    /// The seat that this player sits in now: another one after seats were swapped.
    pub seat: usize,
    pub over: bool,
    pub ranks: Vec<f64>,
    /// A rule that did not come to an end.
    pub stopped: Option<String>,
    /// Why the game is over, in words.
    pub why: Option<String>,
    pub phase: String,
}

/// A ply in the list of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    pub mover: usize,
    pub index: usize,
    pub name: String,
    /// The name for those from whom something is hidden.
    pub public: String,
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refused {
    Over,
    NotLegal,
    Ambiguous(Vec<String>),
    Stopped(String),
}

#[derive(Clone)]
struct Snapshot {
    ply: usize,
    pos: Position,
    rng: Rng,
}

/// At most so many positions are kept to go back to; between them moves are played again.
const KEPT: usize = 24;

/// What decides chance: secrets, each from a move on until the next one begins. Every move has a seed of its own, made
/// so that what was seen of one says nothing about the next: whoever works out a seed from the dice he saw has only the
/// past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance(Vec<(usize, u64)>);

impl From<u64> for Chance {
    fn from(secret: u64) -> Chance {
        Chance(vec![(0, secret)])
    }
}

impl Chance {
    /// The same up to a move, another secret from there.
    pub fn branch(&self, ply: usize, secret: u64) -> Chance {
        let mut parts: Vec<(usize, u64)> = self.0.iter().copied().filter(|(from, _)| *from < ply).collect();
        parts.push((ply, secret));
        Chance(parts)
    }

    /// The seed for the move of this number; `None` for the start.
    fn seed(&self, ply: Option<usize>) -> u64 {
        let at = ply.unwrap_or(0);
        // The start belongs to the first secret, also where the first move does not.
        let part =
            if ply.is_none() { self.0.first() } else { self.0.iter().rev().find(|(from, _)| *from <= at) };
        let secret = part.map_or(0, |(_, secret)| *secret);
        let mut hash = blake3::Hasher::new();
        hash.update(&secret.to_le_bytes());
        hash.update(&ply.map_or(u64::MAX, |p| p as u64).to_le_bytes());
        let mut seed = [0; 8];
        seed.copy_from_slice(&hash.finalize().as_bytes()[..8]);
        u64::from_le_bytes(seed)
    }
}

#[derive(Clone)]
pub struct Session {
    compiled: Arc<Compiled>,
    chance: Chance,
    pos: Position,
    rng: Rng,
    stopped: Option<String>,
    legal: Vec<Move>,
    names: Arc<Vec<String>>,
    plies: Vec<Ply>,
    kept: Vec<Snapshot>,
    every: usize,
}

impl Session {
    pub fn start(compiled: Arc<Compiled>, chance: impl Into<Chance>) -> Session {
        let chance = chance.into();
        let (pos, rng) = {
            let ctx = Ctx::start(&compiled.game, chance.seed(None));
            (ctx.pos, ctx.rng)
        };
        let mut session = Session {
            compiled,
            chance,
            pos,
            rng,
            stopped: None,
            legal: Vec::new(),
            names: Arc::new(Vec::new()),
            plies: Vec::new(),
            kept: Vec::new(),
            every: 1,
        };
        session.keep();
        session.arrive();
        session
    }

    pub fn game(&self) -> &Game {
        &self.compiled.game
    }
    /// The game on the table and its position: in a match the one being played, with its number.
    fn inner(&self) -> (usize, &Game, &Position) {
        let game = &self.compiled.game;
        match &self.pos.instance {
            Some(i) => (i.index, &game.subgames[i.index].game, &i.position),
            None => (0, game, &self.pos),
        }
    }
    fn part(&self) -> &Part {
        &self.compiled.parts[self.inner().0]
    }
    fn inner_ctx(&self) -> Ctx<'_> {
        let (_, game, position) = self.inner();
        Ctx::new(game, position.clone(), self.rng)
    }
    pub fn compiled(&self) -> &Arc<Compiled> {
        &self.compiled
    }
    pub fn ply(&self) -> usize {
        self.plies.len()
    }
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }
    pub fn names(&self) -> &[String] {
        &self.names
    }
    pub fn legal(&self) -> &[Move] {
        &self.legal
    }

    /// This moment as the engine sees it, to think about or to look at.
    pub fn ctx(&self) -> Ctx<'_> {
        Ctx::new(&self.compiled.game, self.pos.clone(), self.rng)
    }

    fn keep(&mut self) {
        let ply = self.ply();
        if !ply.is_multiple_of(self.every) || self.kept.last().is_some_and(|s| s.ply >= ply) {
            return;
        }
        self.kept.push(Snapshot { ply, pos: self.pos.clone(), rng: self.rng });
        if self.kept.len() > KEPT {
            self.every *= 2;
            let every = self.every;
            self.kept.retain(|s| s.ply.is_multiple_of(every));
        }
    }

    /// Works out the legal moves.
    fn arrive(&mut self) {
        self.legal.clear();
        if self.stopped.is_some() {
            self.names = Arc::new(Vec::new());
            return;
        }
        let compiled = self.compiled.clone();
        let mut ctx = Ctx::new(&compiled.game, self.pos.clone(), self.rng);
        ctx.legal_moves_into(&mut self.legal);
        if let Some(rule) = ctx.stopped {
            let name = compiled.game.rule_names.get(rule.0 as usize).cloned();
            self.stopped = Some(name.unwrap_or_else(|| "a rule without name".to_owned()));
        }
        self.rng = ctx.rng;
        self.pos = ctx.pos;
        self.names = Arc::new(move_names(self.inner().1, &self.legal));
    }

    /// The number of the legal move that somebody named.
    pub fn find(&self, name: &str) -> Result<usize, Refused> {
        if let Some(rule) = &self.stopped {
            return Err(Refused::Stopped(rule.clone()));
        }
        if self.pos.over {
            return Err(Refused::Over);
        }
        let wanted = name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
        let names = &self.names;
        if let Some(i) = names.iter().position(|n| n.to_lowercase() == wanted) {
            return Ok(i);
        }
        let bare: String = wanted.chars().filter(|c| c.is_alphanumeric()).collect();
        let short = |i: usize| ludarium::naming::short_name(self.inner().1, &self.legal[i]).to_lowercase();
        let fitting: Vec<usize> = (0..names.len())
            .filter(|&i| {
                let short = short(i);
                short == wanted || short.chars().filter(|c| c.is_alphanumeric()).eq(bare.chars())
            })
            .collect();
        match fitting[..] {
            [] => Err(Refused::NotLegal),
            [only] => Ok(only),
            _ => Err(Refused::Ambiguous(fitting.into_iter().map(|i| names[i].clone()).collect())),
        }
    }

    /// Plays the legal move of this number.
    pub fn play(&mut self, index: usize) -> Result<(), Refused> {
        if let Some(rule) = &self.stopped {
            return Err(Refused::Stopped(rule.clone()));
        }
        if self.pos.over {
            return Err(Refused::Over);
        }
        let Some(m) = self.legal.get(index).cloned() else { return Err(Refused::NotLegal) };
        let name = self.names[index].clone();
        let compiled = self.compiled.clone();
        let rng = Rng::new(self.chance.seed(Some(self.ply())));
        let mut ctx = Ctx::new(&compiled.game, self.pos.clone(), rng);
        let mover = usize::from(ctx.pos.mover);
        ctx.apply(&m);
        if let Some(rule) = ctx.stopped {
            let rule = compiled.game.rule_names.get(rule.0 as usize).cloned();
            self.stopped = Some(rule.unwrap_or_else(|| "a rule without name".to_owned()));
        }
        self.rng = ctx.rng;
        self.pos = ctx.pos;
        let public = if compiled.hidden() { self.public_name(&m) } else { name.clone() };
        self.plies.push(Ply { mover, index, name, public });
        self.keep();
        self.arrive();
        Ok(())
    }

    /// Goes back to an earlier moment.
    pub fn rewind(&mut self, ply: usize) {
        if ply >= self.ply() {
            return;
        }
        let again: Vec<usize> = self.plies.iter().take(ply).map(|p| p.index).collect();
        self.kept.retain(|s| s.ply <= ply);
        let Some(base) = self.kept.last().cloned() else { return };
        self.plies.truncate(base.ply);
        self.pos = base.pos;
        self.rng = base.rng;
        self.stopped = None;
        self.arrive();
        for index in again.into_iter().skip(base.ply) {
            if self.play(index).is_err() {
                break;
            }
        }
    }

    /// A move of a game with hidden pieces, as those who did not make it may know it: places that everybody sees.
    fn public_name(&self, m: &Move) -> String {
        let game = self.inner().1;
        let ctx = self.inner_ctx();
        let seen = |kind: SiteType, site: i32| {
            let slot = ctx.slot(kind, site);
            let levels = ctx.pos.height(slot).max(1);
            site >= 0
                && (1..=game.players).all(|p| {
                    (0..levels).all(|l| {
                        [Facet::All, Facet::Who, Facet::What]
                            .iter()
                            .all(|&f| !ctx.is_hidden(f, p as i32, slot, l) || f != Facet::All)
                    })
                })
        };
        let Some(decision) = m.decision() else { return "moved".to_owned() };
        if matches!(decision.act, Act::Pass { .. }) {
            return "pass".to_owned();
        }
        let (from, to) = decision_ends(m);
        let part = |end: End| end.filter(|&(k, s)| seen(k, s)).map(|(k, s)| site_name(game, k, s));
        match (part(from), part(to)) {
            (Some(f), Some(t)) if f != t => format!("{f}-{t}"),
            (_, Some(t)) => t,
            (_, None) => "moved".to_owned(),
        }
    }

    pub fn moment(&self) -> Moment {
        let game = self.game();
        let mover = usize::from(self.pos.mover);
        let ranks = self.pos.ranks.get(1..=game.players).unwrap_or(&[]).to_vec();
        let phase = self.pos.phase.get(mover).map_or(0, |p| usize::from(*p));
        Moment {
            ply: self.ply(),
            mover,
            seat: self.pos.order.get(mover).map_or(mover, |s| usize::from(*s)),
            over: self.pos.over,
            ranks: if self.pos.over { ranks } else { Vec::new() },
            stopped: self.stopped.clone(),
            why: self.pos.over.then(|| self.compiled.why_over(&self.ctx())),
            phase: if game.phases.len() > 1 {
                game.phases.get(phase).map_or(String::new(), |p| p.name.clone())
            } else {
                String::new()
            },
        }
    }

    fn view(&self, eyes: Eyes) -> View {
        let ctx = self.inner_ctx();
        let game = self.inner().1;
        let mut view = self.part().empty.clone();
        if !game.uses.hidden {
            from_game::show(&mut view, &ctx, None);
            return view;
        }
        match eyes {
            Eyes::Player(p) => from_game::show(&mut view, &ctx, Some(p)),
            Eyes::Public => {
                // What every single player can see.
                from_game::show(&mut view, &ctx, Some(1));
                for p in 2..=game.players {
                    let mut other = self.part().empty.clone();
                    from_game::show(&mut other, &ctx, u8::try_from(p).ok());
                    let find = |piece: &PieceAt| {
                        other
                            .pieces
                            .iter()
                            .find(|o| (o.kind, o.site, o.level) == (piece.kind, piece.site, piece.level))
                    };
                    view.pieces = view
                        .pieces
                        .iter()
                        .filter_map(|piece| find(piece).map(|o| least_seen(piece, o)))
                        .collect();
                }
            }
        }
        for piece in &mut view.pieces {
            if piece.hidden {
                // Nothing of what it is may decide how its back looks.
                *piece = PieceAt {
                    kind: piece.kind,
                    site: piece.site,
                    level: piece.level,
                    name: "Hidden".to_owned(),
                    label: "Hidden".to_owned(),
                    owner: piece.owner,
                    count: piece.count,
                    hidden: true,
                    ..PieceAt::default()
                };
            }
        }
        view
    }

    /// The board as it looks, with all places; to be asked for again when the scene names another version.
    pub fn ground(&self, eyes: Eyes) -> Ground {
        let view = self.view(eyes);
        let stage = self.stage(&view);
        self.ground_of(&view, &stage)
    }

    fn stage(&self, view: &View) -> Arc<Stage> {
        let usual = &self.part().stage;
        if usual.fits(view) { usual.clone() } else { Arc::new(Stage::of(view)) }
    }

    /// Usual grounds have even numbers, others odd ones.
    fn usual_version(&self) -> u32 {
        u32::try_from(self.inner().0).unwrap_or(0) * 2
    }

    fn ground_of(&self, view: &View, stage: &Arc<Stage>) -> Ground {
        let part = self.part();
        let usual = Arc::ptr_eq(stage, &part.stage);
        if usual && let Some(ground) = part.ground.get() {
            return ground.clone();
        }
        let game = self.inner().1;
        let options = options();
        let layers = stage.ground(view, &options);
        let mut kinds = vec![game.site_type];
        for (kind, used) in [
            (SiteType::Cell, game.uses.cells),
            (SiteType::Edge, game.uses.edges),
            (SiteType::Vertex, game.uses.vertices),
        ] {
            if used && kind != game.site_type {
                kinds.push(kind);
            }
        }
        let shown = stage.spots(view, &kinds);
        let round = |v: f64| (v * 10.0).round() / 10.0;
        let spots: Vec<Spot> = shown
            .iter()
            .map(|spot| {
                let number = i32::try_from(spot.site.index).unwrap_or(-1);
                let container = game.container_of(spot.site.kind, number);
                let near = if container == 0 { neighbours(game, spot.site) } else { Vec::new() };
                Spot {
                    key: key(spot.site),
                    name: site_name(game, spot.site.kind, number),
                    x: round(spot.at.x),
                    y: round(spot.at.y),
                    r: round(spot.reach),
                    shape: spot.shape.iter().map(|p| [round(p.x), round(p.y)]).collect(),
                    of: (container != 0).then(|| container_words(game, container)),
                    near,
                }
            })
            .collect();
        let mut ground = Ground {
            version: 0,
            area: layers.area.map(round),
            svg: layers.ground,
            // Drawings that the ground itself uses; those of pieces come with the pieces.
            defs: layers.defs,
            spots,
        };
        if usual {
            // Pieces of this moment say nothing about others, and may be somebody's secret.
            let empty = stage.ground(&part.empty, &options);
            ground.defs = empty.defs;
            ground.version = self.usual_version();
            let _ = part.ground.set(ground.clone());
        } else {
            let text = format!("{:?}{}", ground.area, ground.svg);
            let hash = blake3::hash(text.as_bytes());
            let bytes = hash.as_bytes();
            ground.version = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) | 1;
        }
        ground
    }

    /// The position with somebody's eyes; `choosing`: they may choose the next move.
    pub fn scene(&self, eyes: Eyes, choosing: bool) -> Scene {
        let view = self.view(eyes);
        let stage = self.stage(&view);
        let ground = if Arc::ptr_eq(&stage, &self.part().stage) {
            self.usual_version()
        } else {
            self.ground_of(&view, &stage).version
        };
        let (sites, defs, _) = stage.pieces(&view, &options());
        let mut words: BTreeMap<String, Vec<&PieceAt>> = BTreeMap::new();
        for piece in &view.pieces {
            words.entry(key(Site { kind: piece.kind, index: piece.site })).or_default().push(piece);
        }
        let game = self.inner().1;
        let standing = sites
            .into_iter()
            .map(|(site, svg)| {
                let key = key(site);
                let pieces = words.get(&key).map_or(&[][..], Vec::as_slice);
                Standing { words: in_words(game, pieces), key, svg }
            })
            .collect();
        let last = view
            .marks
            .iter()
            .filter_map(|mark| match mark {
                ludarium_render::view::Mark::LastMove { from, to } => Some((*from, *to)),
                ludarium_render::view::Mark::Choice(_)
                | ludarium_render::view::Mark::Selected(_)
                | ludarium_render::view::Mark::Warning(_) => None,
            })
            .flat_map(|(from, to)| from.into_iter().chain([to]))
            .filter(|site| !game.uses.hidden || self.last_may_be_seen(*site, eyes))
            .map(key)
            .collect();
        let choices = if choosing { self.choices() } else { Vec::new() };
        // In a match what was won so far counts.
        let whole = self.game();
        let scores = if whole.uses.score || !whole.subgames.is_empty() {
            self.pos.scores.get(1..=whole.players).unwrap_or(&[]).to_vec()
        } else {
            Vec::new()
        };
        Scene { ply: self.ply(), ground, sites: standing, defs, last, scores, notes: self.notes(), choices }
    }

    fn last_may_be_seen(&self, site: Site, eyes: Eyes) -> bool {
        let ctx = self.inner_ctx();
        let slot = ctx.slot(site.kind, i32::try_from(site.index).unwrap_or(-1));
        let hidden = |p: i32| (0..ctx.pos.height(slot).max(1)).any(|l| ctx.is_hidden(Facet::All, p, slot, l));
        match eyes {
            Eyes::Player(p) => !hidden(i32::from(p)),
            Eyes::Public => (1..=self.inner().1.players).all(|p| !hidden(p as i32)),
        }
    }

    pub fn choices(&self) -> Vec<Choice> {
        let place = |end: End| {
            let (kind, site) = end?;
            let index = usize::try_from(site).ok()?;
            let game = self.inner().1;
            let used = match kind {
                SiteType::Cell => game.uses.cells,
                SiteType::Edge => game.uses.edges,
                SiteType::Vertex => game.uses.vertices,
            };
            // A place in a hand is a cell; a kind that the game does not use stands for the one it is played on.
            let kind = if game.container_of(kind, site) != 0 || index >= game.board_sites(kind) {
                SiteType::Cell
            } else if used {
                kind
            } else {
                game.site_type
            };
            Some(key(Site { kind, index }))
        };
        self.legal
            .iter()
            .zip(self.names.iter())
            .map(|(m, name)| {
                let (from, to) = decision_ends(m);
                let (from, to) = (place(from), place(to));
                let from = from.filter(|f| to.as_ref() != Some(f));
                Choice { name: name.clone(), from: from.filter(|_| to.is_some()), to }
            })
            .collect()
    }

    fn notes(&self) -> Vec<String> {
        let (number, game, pos) = self.inner();
        let mut out = Vec::new();
        if !self.game().subgames.is_empty() {
            out.push(format!("Game {} of the match: {}", number + 1, game.name));
        }
        if game.uses.amount {
            let amounts: Vec<String> =
                (1..=game.players).map(|p| format!("P{p} has {}", pos.amounts[p])).collect();
            out.push(format!("Money: {}; in the pot {}", amounts.join(", "), pos.pot));
        }
        if game.mode == Mode::Simultaneous {
            out.push(
                "All players move at the same time: a move here is one choice of each of them".to_owned(),
            );
        }
        if game.mode == Mode::Simulation {
            out.push("Nobody plays: each step follows from the rules".to_owned());
        }
        for (i, dice) in pos.dice.iter().enumerate() {
            if !dice.is_empty() && dice.iter().any(|d| *d != 0) {
                let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
                let which = if pos.dice.len() > 1 { format!(" {}", i + 1) } else { String::new() };
                out.push(format!("Dice{which}: {}", shown.join(", ")));
            }
        }
        out
    }
}

fn options() -> Options {
    Options { empty_trays: true, prefix: "p-".to_owned(), ..Options::default() }
}

/// One end of a move, if it has a place.
type End = Option<(SiteType, i32)>;

/// Where the choice of a move points from and to.
fn decision_ends(m: &Move) -> (End, End) {
    let end = |kind: SiteType, site: i32| (site >= 0).then_some((kind, site));
    match m.decision() {
        Some(a) => (end(a.from_kind(), a.from()), end(a.to_kind(), a.to())),
        None => (end(m.from_kind, m.from), end(m.to_kind, m.to)),
    }
}

pub fn key(site: Site) -> String {
    let letter = match site.kind {
        SiteType::Cell => 'c',
        SiteType::Edge => 'e',
        SiteType::Vertex => 'v',
    };
    format!("{letter}{}", site.index)
}

/// Of two sights of one piece, what both agree on.
fn least_seen(a: &PieceAt, b: &PieceAt) -> PieceAt {
    let mut out = a.clone();
    out.hidden = a.hidden || b.hidden;
    if a.owner != b.owner {
        out.owner = 0;
    }
    if a.state != b.state {
        out.state = 0;
    }
    if a.count != b.count {
        out.count = 1;
    }
    if a.value != b.value {
        out.value = 0;
    }
    if a.rotation != b.rotation {
        out.rotation = 0.0;
    }
    if out.hidden {
        out.face = Face::Plain;
    }
    out
}

fn container_words(game: &Game, container: usize) -> String {
    let c = &game.containers[container];
    let whose = if c.owner >= 1 && c.owner <= game.players {
        format!(" of player {}", c.owner)
    } else {
        String::new()
    };
    match c.kind {
        ludarium_engine::game::ContainerKind::Board => "board".to_owned(),
        ludarium_engine::game::ContainerKind::Hand => format!("hand{whose}"),
        ludarium_engine::game::ContainerKind::Dice { .. } => format!("dice{whose}"),
        ludarium_engine::game::ContainerKind::Deck => "deck".to_owned(),
    }
}

/// Neighbours of a site by direction, each site once.
fn neighbours(game: &Game, site: Site) -> Vec<(String, String)> {
    let mut seen: Vec<u32> = Vec::new();
    let mut out = Vec::new();
    for &direction in game.board.supported_at(site.kind, site.index, ludarium_engine::types::Relation::All) {
        for &to in game.board.steps(site.kind, site.index, direction) {
            if !seen.contains(&to) {
                seen.push(to);
                let there = key(Site { kind: site.kind, index: to as usize });
                out.push((format!("{direction:?}"), there));
            }
        }
    }
    out
}

/// What stands on a site, for those who listen: "white-ish" colours say nothing to them, owners do.
fn in_words(game: &Game, pieces: &[&PieceAt]) -> String {
    let one = |p: &PieceAt| {
        let what = match &p.face {
            _ if p.hidden => "hidden piece".to_owned(),
            Face::Die { value, .. } => format!("die showing {value}"),
            Face::Card { rank, suit } => format!("{} of {suit:?}", card_rank(*rank)),
            Face::Domino { first, second } => format!("domino {first}-{second}"),
            Face::Plain | Face::Paths { .. } => spaced(p.kind_name()),
        };
        let many = if p.count > 1 { format!("{} × {what}", p.count) } else { what };
        let owner = usize::from(p.owner);
        if owner >= 1 && owner <= game.players && game.players > 1 {
            format!("{many} of player {owner}")
        } else {
            many
        }
    };
    match pieces {
        [] => String::new(),
        [only] => one(only),
        [.., top] => format!("stack of {}, on top {}", pieces.len(), one(top)),
    }
}

fn card_rank(rank: i64) -> String {
    match rank {
        1 => "ace".to_owned(),
        11 => "jack".to_owned(),
        12 => "queen".to_owned(),
        13 => "king".to_owned(),
        n => n.to_string(),
    }
}

/// `DoubleCounter` as `double counter`.
fn spaced(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            out.push(' ');
        }
        if c == '_' {
            out.push(' ');
        } else {
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out
}
