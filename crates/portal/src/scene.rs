//! A position as a picture and in words, with somebody's eyes: what stands where, the throw, the points, what may be
//! chosen. It knows the engine and the pictures. What a viewer may not see is left out here, before anything is made
//! of it.

use crate::seating::Side;
use crate::session::{Eyes, Session};
use ludarium_engine::Game;
use ludarium_engine::game::{ComponentKind, ContainerKind};
use ludarium_engine::{SiteType, types::Mode};
use ludarium_play::naming::{component_words, move_labels, rank_words, site_name, spaced};
use ludarium_play::shown;
use ludarium_play::{Ctx, Move};
use ludarium_render::layers::Stage;
use ludarium_render::{Face, Options, PieceAt, Site, View, from_game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many announcements are shown.
const MOST_ANNOUNCED: usize = 8;

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
    /// What the log knows it by.
    pub name: String,
    /// What people read.
    pub label: String,
    /// What tells it from other choices that go the same way: `queen`, `2 pieces`.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub detail: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<String>,
    /// Where it goes; nothing for moves that are only said (pass, swap, bets …).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<String>,
    /// The places it changes, where only they tell it from another choice.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub covers: Vec<String>,
}

/// A set of dice as it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    /// Whose they are, where that matters.
    pub name: String,
    /// What each shows.
    pub faces: Vec<i32>,
    /// Which were used in this turn.
    pub used: Vec<bool>,
}

/// Pieces that are gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gone {
    /// What they are, in words.
    pub words: String,
    /// The component's name, for whoever draws it.
    pub what: String,
    /// The player whose they were.
    pub owner: usize,
    pub count: i32,
}

/// A position with somebody's eyes. What is listed for each seat begins with seat 1; see [`crate::seating`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    pub ply: usize,
    pub ground: u32,
    pub sites: Vec<Standing>,
    pub defs: BTreeMap<String, String>,
    /// From and to of the last move, as far as they may be known.
    pub last: Vec<String>,
    /// The points of each seat; empty where the game has none.
    pub scores: Vec<i32>,
    /// The throw of this turn.
    pub dice: Vec<Dice>,
    /// Where a piece of the mover is attacked that must not be left so.
    pub check: Vec<String>,
    /// What the rules announced to these eyes of late, the newest last.
    pub umpire: Vec<String>,
    /// For each seat of two the other side's pieces that stood at the start and are gone.
    pub captured: Vec<Vec<Gone>>,
    /// What the dice show, the pot and the like, in words.
    pub notes: Vec<String>,
    /// Empty unless somebody asks who may choose.
    pub choices: Vec<Choice>,
}

impl Session {
    fn view(&self, eyes: Eyes) -> View {
        let ctx = self.shown_ctx();
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

    /// The game on the table as a person sees it: after the throw of the turn.
    fn shown_ctx(&self) -> Ctx<'_> {
        shown::after_throw(&self.inner_ctx(), self.legal())
    }

    /// The position with somebody's eyes; `chooser`: the player that they may choose a move for.
    pub fn scene(&self, eyes: Eyes, chooser: Option<usize>) -> Scene {
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
        let sides = &self.part().sides;
        let standing = sites
            .into_iter()
            .map(|(site, svg)| {
                let key = key(site);
                let pieces = words.get(&key).map_or(&[][..], Vec::as_slice);
                Standing { words: in_words(sides, pieces), key, svg }
            })
            .collect();
        let ctx = self.shown_ctx();
        Scene {
            ply: self.ply(),
            ground,
            sites: standing,
            defs,
            last: self.last_marks(&view, eyes),
            scores: self.scores(),
            dice: dice(&ctx, sides),
            check: self.check(&ctx, eyes),
            umpire: self.umpire(eyes),
            captured: self.captured(&ctx),
            notes: self.notes(&ctx),
            choices: chooser.map_or_else(Vec::new, |player| self.choices(player)),
        }
    }

    fn last_marks(&self, view: &View, eyes: Eyes) -> Vec<String> {
        let may_know = self.plies().last().is_none_or(|ply| match &ply.guarded {
            Some(guarded) => guarded.knows(ply.player, eyes),
            None => true,
        });
        if !may_know {
            return Vec::new();
        }
        view.marks
            .iter()
            .filter_map(|mark| match mark {
                ludarium_render::view::Mark::LastMove { from, to } => Some((*from, *to)),
                ludarium_render::view::Mark::Choice(_)
                | ludarium_render::view::Mark::Selected(_)
                | ludarium_render::view::Mark::Warning(_) => None,
            })
            .flat_map(|(from, to)| from.into_iter().chain([to]))
            .map(key)
            .collect()
    }

    /// The points of each seat.
    fn scores(&self) -> Vec<i32> {
        let whole = self.game();
        if !whole.subgames.is_empty() {
            // In a match what was won so far counts.
            return self.whole().scores.get(1..=whole.players).unwrap_or(&[]).to_vec();
        }
        self.seating().by_seat(&crate::points::points(&self.inner_ctx()))
    }

    fn check(&self, ctx: &Ctx<'_>, eyes: Eyes) -> Vec<String> {
        // (Whether a hidden piece gives check is the umpire's to say.)
        if ctx.game.uses.hidden && eyes != Eyes::Player(ctx.pos.mover) {
            return Vec::new();
        }
        shown::checked_pieces(ctx).into_iter().filter_map(|end| self.place(Some(end))).collect()
    }

    /// What the rules announced of late. What is announced to all is for onlookers too.
    fn umpire(&self, eyes: Eyes) -> Vec<String> {
        let (_, game, pos) = self.inner();
        let to_all =
            |at: i32, name: u16| (1..=game.players).all(|p| pos.notes.contains(&(at, name, p as u8)));
        let mine = |&&(at, name, player): &&(i32, u16, u8)| match eyes {
            Eyes::Player(p) => p == player,
            Eyes::Public => player == 1 && to_all(at, name),
        };
        // Of this turn and the one before: what is older was heard.
        let plies = self.plies();
        let turn_before = |end: usize| {
            let seat = end.checked_sub(1).map(|last| plies[last].seat);
            plies[..end].iter().rposition(|p| Some(p.seat) != seat).map_or(0, |i| i + 1)
        };
        let heard = i32::try_from(turn_before(turn_before(plies.len()))).unwrap_or(0);
        let mut out: Vec<String> = pos
            .notes
            .iter()
            .filter(|(at, ..)| !self.game().subgames.is_empty() || at - pos.start_moves >= heard)
            .filter(mine)
            .map(|&(_, name, _)| game.names.get(usize::from(name)).cloned().unwrap_or_default())
            .collect();
        out.drain(..out.len().saturating_sub(MOST_ANNOUNCED));
        out
    }

    /// What each of two seats has taken from the other, where pieces are not hidden.
    fn captured(&self, ctx: &Ctx<'_>) -> Vec<Vec<Gone>> {
        let game = ctx.game;
        if game.uses.hidden || game.players != 2 {
            return vec![Vec::new(); self.game().players];
        }
        let now = crate::points::census(ctx);
        let gone = |player: usize| -> Vec<Gone> {
            crate::points::missing(game, &self.part().census, &now, player)
                .into_iter()
                .map(|(what, count)| Gone {
                    words: component_words(game, what),
                    what: game.components[what].name.clone(),
                    owner: player,
                    count,
                })
                .collect()
        };
        self.seating().by_seat(&[gone(2), gone(1)])
    }

    /// The key of a place that a move points at.
    fn place(&self, end: End) -> Option<String> {
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
    }

    /// What a player may choose.
    pub fn choices(&self, player: usize) -> Vec<Choice> {
        let (moves, names) = self.own_moves(player);
        let labels = move_labels(&self.inner_ctx(), &moves);
        let mut choices: Vec<Choice> = moves
            .iter()
            .zip(names)
            .zip(labels)
            .map(|((m, name), label)| {
                let (from, to) = decision_ends(m);
                let (from, to) = (self.place(from), self.place(to));
                let from = from.filter(|f| to.as_ref() != Some(f));
                let from = from.filter(|_| to.is_some());
                Choice { name, label: label.text, detail: label.detail, from, to, covers: Vec::new() }
            })
            .collect();
        crate::twins::tell_apart(self, &moves, &mut choices);
        choices
    }

    fn notes(&self, ctx: &Ctx<'_>) -> Vec<String> {
        let (game, pos) = (ctx.game, &ctx.pos);
        let mut out = Vec::new();
        if !self.game().subgames.is_empty() {
            out.push(format!("Game {} of the match: {}", self.inner().0 + 1, game.name));
        }
        let side = |p: usize| self.part().sides.get(p - 1).map_or(String::new(), |s| s.name.clone());
        if game.uses.amount {
            let amounts: Vec<String> =
                (1..=game.players).map(|p| format!("{} has {}", side(p), pos.amounts[p])).collect();
            out.push(format!("Money: {}; in the pot {}", amounts.join(", "), pos.pot));
        }
        if game.mode == Mode::Simultaneous {
            out.push(
                "All players choose at the same time; a choice is shown when all have chosen".to_owned(),
            );
        }
        if game.mode == Mode::Simulation {
            out.push("Nobody plays: each step follows from the rules".to_owned());
        }
        for set in dice(ctx, &self.part().sides) {
            let shown: Vec<String> = set
                .faces
                .iter()
                .zip(&set.used)
                .map(|(face, used)| if *used { format!("{face} (used)") } else { face.to_string() })
                .collect();
            out.push(format!("{}: {}", set.name, shown.join(", ")));
        }
        out
    }
}

fn options() -> Options {
    Options { empty_trays: true, prefix: "p-".to_owned(), ..Options::default() }
}

/// One end of a move, if it has a place.
pub(crate) type End = Option<(SiteType, i32)>;

/// Where the choice of a move points from and to.
pub(crate) fn decision_ends(m: &Move) -> (End, End) {
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
        ContainerKind::Board => "board".to_owned(),
        ContainerKind::Hand => format!("hand{whose}"),
        ContainerKind::Dice { .. } => format!("dice{whose}"),
        ContainerKind::Deck => "deck".to_owned(),
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

/// The dice as they lie, where any were thrown.
fn dice(ctx: &Ctx<'_>, sides: &[Side]) -> Vec<Dice> {
    let game = ctx.game;
    let sets = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. }));
    let mut out = Vec::new();
    for (set, container) in sets.enumerate() {
        let left = ctx.pos.dice.get(set);
        let face = |i: i32| {
            let site = container.first + i;
            let piece = ctx.pos.top(ctx.slot(SiteType::Cell, site));
            match game.components.get(usize::from(piece.what)).map(|c| &c.kind) {
                Some(ComponentKind::Die { faces, .. }) => {
                    usize::try_from(piece.state).ok().and_then(|f| faces.get(f)).copied().unwrap_or(0)
                }
                Some(_) | None => 0,
            }
        };
        let faces: Vec<i32> = (0..container.len).map(face).collect();
        let used = |i: usize| faces[i] != 0 && left.and_then(|l| l.get(i)) == Some(&0);
        let used = (0..faces.len()).map(used).collect();
        let owner = container.owner.checked_sub(1).and_then(|o| sides.get(o));
        let name = owner.map_or("Dice".to_owned(), |side| format!("Dice of {}", side.name));
        out.push(Dice { name, faces, used });
    }
    out
}

/// What stands on a site, for those who listen.
fn in_words(sides: &[Side], pieces: &[&PieceAt]) -> String {
    let one = |p: &PieceAt| {
        let what = match &p.face {
            _ if p.hidden => "hidden piece".to_owned(),
            Face::Die { value, .. } => format!("die showing {value}"),
            Face::Card { rank, suit } => {
                format!("{} of {suit:?}", rank_words(i32::try_from(*rank).unwrap_or(0)))
            }
            Face::Domino { first, second } => format!("domino {first}-{second}"),
            Face::Plain | Face::Paths { .. } => spaced(p.kind_name()),
        };
        let owned = match usize::from(p.owner).checked_sub(1).and_then(|o| sides.get(o)) {
            Some(side) if sides.len() > 1 => format!("{} {what}", side.name),
            Some(_) | None => what,
        };
        if p.count > 1 { format!("{} × {owned}", p.count) } else { owned }
    };
    match pieces {
        [] => String::new(),
        [only] => one(only),
        [.., top] => format!("stack of {}, on top {}", pieces.len(), one(top)),
    }
}
