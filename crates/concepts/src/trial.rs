//! Playing one game and noting what happened. Knows how to watch; who plays is `seats`, what the notes mean is for
//! `played` and `verdict`. The seed decides chance and choices; the same seed is the same game for ever.

use crate::judged::{Judged, Thoughts};
use crate::kinds::{Kinds, counted};
use crate::seats::{Chooser, Random};
use crate::stats::Course;
use crate::taxonomy::{Set, id};
use ludarium_engine::ctx::Witness;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::EndRule;
use ludarium_engine::plan::{List, Runner};
use ludarium_engine::{Act, Action, Position, Relation, SiteType};
use ludarium_play::{Ctx, Game, Move};
use ludarium_players::EngineWorld;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a game is watched.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Break off after so many moves; only the rules' own limits hold when left out.
    pub most: Option<usize>,
    /// Follow positions as well: coverage, repetition, courses. Costs time.
    pub detail: bool,
    /// Notes which rules gave moves.
    pub witness: Option<Arc<Witness>>,
}

/// What happened in one game.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    pub seed: u64,
    pub moves: usize,
    pub turns: usize,
    /// Atomic changes.
    pub actions: usize,
    /// Legal moves, summed over all positions.
    pub choices: usize,
    /// Positions with more than one legal move.
    pub decisions: usize,
    /// Legal moves, summed over these.
    pub decision_choices: usize,
    /// Passes because there was nothing else to do.
    pub forced_passes: usize,
    /// By player: from -1, last, to 1, first alone. Empty when broken off.
    pub utilities: Vec<f64>,
    pub winner: Option<usize>,
    /// By agent, from 1: where it sits at the end. Players may change seats.
    pub seats: Vec<u8>,
    /// The rules' own limit of turns or moves ended it.
    pub timed_out: bool,
    /// Broken off by `Watch::most`.
    pub unfinished: bool,
    /// A rule did not come to an end: its name.
    pub stopped: Option<String>,
    /// End rules whose condition holds in the last position, as places in [`end_rules`].
    pub ended_by: Vec<usize>,
    /// By component: it stood on the board; a player moved it.
    pub stood: Vec<bool>,
    pub moved: Vec<bool>,
    /// By player.
    pub promotions: Vec<usize>,
    pub captures: usize,
    /// Moves after which the same player moved again.
    pub again: usize,
    /// At the end: no free site of the board, and how many pieces wait in hands.
    pub board_full: bool,
    pub in_hand: usize,
    /// At the end, by site of the board's own kind: the component on top.
    pub last_board: Vec<u16>,
    /// Where the last move went, or -1.
    pub last_to: i32,
    /// By player: how many moves it made.
    pub moves_by: Vec<usize>,
    pub detail: Option<Detail>,
}

/// What watching positions adds.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// Share of the sites that were occupied at some time: of the board's own kind, of all kinds, of the kinds used.
    pub coverage: [f64; 3],
    /// Share of the positions that had been there before: contents alone, and with who is to move and what else matters.
    pub positional: f64,
    pub situational: f64,
    pub branching: Option<Course>,
    pub decision: Option<Course>,
    pub occupied: Option<Course>,
    pub pieces: Option<Course>,
    pub distance: Option<Course>,
    pub score_difference: Option<Course>,
    /// Pieces after the start rules: on the board, in hands.
    pub start_board: usize,
    pub start_hand: usize,
    /// By [`counted`] kind of move: the share of legal moves of that kind, averaged over positions. Empty if nobody asked.
    pub frequencies: Vec<f64>,
    /// Hops over anything, and over enemies, in the same way: what the published tables take for longer hops.
    pub any_hop: [f64; 2],
    /// Of which kinds the ending was, where rules ended the game.
    pub end_kinds: Option<Set>,
    pub judged: Option<Judged>,
}

/// What is looked at in every position, beyond what happened: the kinds of the legal moves, and what they are worth.
#[derive(Clone, Copy, Default)]
pub struct Study<'w, 'g> {
    /// Break off after so many moves; only the rules' own limits hold when left out.
    pub most: Option<usize>,
    pub kinds: Option<&'w Kinds>,
    /// The game with weights to judge positions by.
    pub world: Option<&'w EngineWorld<'g>>,
}

/// All end rules of a game in order: those of the phases, then those of the game.
pub fn end_rules(game: &Game) -> Vec<&EndRule> {
    let phases = game.phases.iter().filter_map(|phase| phase.end.as_ref());
    phases.chain(game.end.as_ref()).flat_map(|end| end.rules.iter()).collect()
}

/// Whether there is anything to play by: a description may leave its rules of play open.
pub fn has_rules(game: &Game) -> bool {
    !game.phases.is_empty() || !game.subgames.is_empty()
}

fn without_rules(seed: u64) -> Trial {
    Trial { seed, stopped: Some("there are no rules of play".to_string()), ..Trial::default() }
}

/// Plays one game of random moves.
pub fn random_trial(game: &Game, seed: u64, watch: &Watch) -> Trial {
    play(game, seed, watch, &Study { most: watch.most, ..Study::default() }, &mut Random::new(seed)).0
}

/// Plays one game between whoever chooses and gives its last position too; positions on the way are not followed.
pub fn contested_trial<'g>(
    game: &'g Game,
    seed: u64,
    most: usize,
    chooser: &mut dyn Chooser<'g>,
) -> (Trial, Position) {
    let watch = Watch { most: Some(most), ..Watch::default() };
    play(game, seed, &watch, &Study { most: watch.most, ..Study::default() }, chooser)
}

/// Plays one game between whoever chooses, and looks at everything in it.
pub fn studied_trial<'g>(
    game: &'g Game,
    seed: u64,
    study: &Study<'_, 'g>,
    chooser: &mut dyn Chooser<'g>,
) -> Trial {
    let witness = study.kinds.map(|_| Arc::new(Witness::of(game)));
    play(game, seed, &Watch { most: study.most, detail: true, witness }, study, chooser).0
}

/// Plays one game between whoever chooses, looks at everything in it and notes which rules gave moves.
pub fn watched_trial<'g>(
    game: &'g Game,
    seed: u64,
    study: &Study<'_, 'g>,
    witness: &Arc<Witness>,
    chooser: &mut dyn Chooser<'g>,
) -> Trial {
    let watch = Watch { most: study.most, detail: true, witness: Some(witness.clone()) };
    play(game, seed, &watch, study, chooser).0
}

fn play<'g>(
    game: &'g Game,
    seed: u64,
    watch: &Watch,
    study: &Study<'_, 'g>,
    chooser: &mut dyn Chooser<'g>,
) -> (Trial, Position) {
    if !has_rules(game) {
        return (without_rules(seed), Position::empty(game));
    }
    let mut ctx = game.begin(seed);
    ctx.witness.clone_from(&watch.witness);
    let mut notes = Notes::new(game, seed, watch);
    notes.start(&ctx);
    let mut looks = Looks::new(study);
    let mut legal: Vec<Move> = Vec::new();
    let mut before = (ctx.pos.prev, ctx.pos.counter);
    loop {
        ctx.legal_moves_into(&mut legal);
        if legal.is_empty() || ctx.stopped.is_some() {
            break;
        }
        if watch.most.is_some_and(|most| notes.trial.moves >= most) {
            notes.trial.unfinished = true;
            break;
        }
        let chosen = match chooser.choose(&ctx, &legal) {
            Ok(chosen) if chosen < legal.len() => chosen,
            Ok(_) | Err(_) => {
                notes.trial.unfinished = true;
                break;
            }
        };
        notes.position(&ctx, &legal);
        looks.position(&ctx, &legal);
        let chosen = legal.swap_remove(chosen);
        notes.choice(&ctx, &chosen);
        before = (ctx.pos.prev, ctx.pos.counter);
        let mover = ctx.pos.mover;
        let agent = looks.agent(&ctx);
        let made = ctx.apply(&chosen);
        notes.made(&ctx, &made.actions, mover);
        looks.made(&ctx, agent);
    }
    looks.arrive(&ctx);
    let last = ctx.pos.clone();
    let mut trial = notes.end(ctx, before);
    if let Some(detail) = &mut trial.detail {
        // Players may have changed seats; who is judged is the one who plays.
        let winner = trial.winner.and_then(|seat| trial.seats.iter().position(|s| usize::from(*s) == seat));
        looks.sum_up(&trial.ended_by, winner, detail);
    }
    (trial, last)
}

/// After so many looks at positions every second one is looked at, then every fourth, and so on: long games repeat
/// themselves, and each look makes every legal move once.
const LOOKS: usize = 128;

/// What studying adds to a game's notes.
struct Looks<'s, 'w, 'g> {
    study: &'s Study<'w, 'g>,
    /// Positions come by; every `stride`th is looked at.
    seen: usize,
    stride: usize,
    looked: usize,
    /// For how many positions the looks stand.
    weight: f64,
    /// By counted kind, and the two sorts of hops.
    shown: Vec<f64>,
    any_hop: [f64; 2],
    over: [Vec<u16>; 2],
    thoughts: Option<Thoughts>,
}

impl<'s, 'w, 'g> Looks<'s, 'w, 'g> {
    fn new(study: &'s Study<'w, 'g>) -> Looks<'s, 'w, 'g> {
        let over = |whom: &[&str]| {
            let names = whom.iter().flat_map(|over| {
                ["Empty", "Friend", "Enemy"].map(|to| id(&format!("HopDecision{over}To{to}")))
            });
            names.collect::<Vec<u16>>()
        };
        Looks {
            study,
            seen: 0,
            stride: 1,
            looked: 0,
            weight: 0.0,
            shown: vec![0.0; counted().len()],
            any_hop: [0.0; 2],
            over: [over(&["Enemy", "Friend"]), over(&["Enemy"])],
            thoughts: study.world.map(|_| Thoughts::default()),
        }
    }

    fn value(&self, ctx: &Ctx<'g>) -> Option<Vec<f64>> {
        let players = ctx.game.players;
        if ctx.pos.over {
            let results = utilities(ctx.pos.ranks.get(1..=players)?);
            return Some((1..=players).map(|a| results[usize::from(ctx.pos.order[a]) - 1]).collect());
        }
        let values = self.study.world?.judge(ctx)?;
        Some(values.get(1..=players)?.iter().map(|v| f64::from(*v)).collect())
    }

    /// Who decides, from 1.
    fn agent(&self, ctx: &Ctx<'g>) -> usize {
        self.study.world.map_or(0, |world| world.mover_in(ctx))
    }

    fn arrive(&mut self, ctx: &Ctx<'g>) {
        if self.thoughts.is_some()
            && let Some(values) = self.value(ctx)
            && let Some(thoughts) = &mut self.thoughts
        {
            thoughts.position(values);
        }
    }

    fn position(&mut self, ctx: &Ctx<'g>, legal: &[Move]) {
        self.arrive(ctx);
        let turn = self.seen.is_multiple_of(self.stride);
        self.seen += 1;
        if !turn || (self.study.kinds.is_none() && self.study.world.is_none()) {
            return;
        }
        let stands_for = self.stride as f64;
        self.weight += stands_for;
        let agent = self.agent(ctx);
        let mut counts = vec![0u32; self.shown.len()];
        let mut hops = [0u32; 2];
        let mut values: Vec<f64> = Vec::new();
        for m in legal {
            let mut after = ctx.clone();
            let made = after.apply(m);
            if let Some(kinds) = self.study.kinds {
                let set = kinds.of_move(ctx, m, &made);
                for (count, kind) in counts.iter_mut().zip(counted()) {
                    *count += u32::from(!kind.end && set.has(kind.of));
                }
                for (count, over) in hops.iter_mut().zip(&self.over) {
                    *count += u32::from(over.iter().any(|&id| set.has(id)));
                }
            }
            if self.study.world.is_some() && agent > 0 {
                values.extend(self.value(&after).and_then(|v| v.get(agent - 1).copied()));
            }
        }
        let n = legal.len() as f64;
        for (sum, count) in self.shown.iter_mut().zip(counts) {
            *sum += stands_for * f64::from(count) / n;
        }
        for (sum, count) in self.any_hop.iter_mut().zip(hops) {
            *sum += stands_for * f64::from(count) / n;
        }
        if let Some(thoughts) = &mut self.thoughts {
            thoughts.choice(&values, stands_for);
        }
        self.looked += 1;
        if self.looked == LOOKS {
            self.looked = 0;
            self.stride *= 2;
        }
    }

    fn made(&mut self, ctx: &Ctx<'g>, agent: usize) {
        if agent > 0
            && self.thoughts.is_some()
            && let Some(value) = self.value(ctx).and_then(|v| v.get(agent - 1).copied())
            && let Some(thoughts) = &mut self.thoughts
        {
            thoughts.made(value);
        }
    }

    fn sum_up(self, ended_by: &[usize], winner: Option<usize>, detail: &mut Detail) {
        let weight = self.weight.max(1.0);
        if let Some(kinds) = self.study.kinds {
            detail.frequencies = self.shown.iter().map(|sum| sum / weight).collect();
            detail.any_hop = self.any_hop.map(|sum| sum / weight);
            // Of rules that hold at the end the first one ended it.
            detail.end_kinds = ended_by.first().and_then(|rule| kinds.of_end(*rule)).copied();
        }
        detail.judged = self.thoughts.as_ref().and_then(|thoughts| thoughts.sum_up(winner));
    }
}

/// Plays one game of random moves by the game's plan, which is far quicker; positions are not followed. Which games
/// are played in which way is part of a recipe, since the two ways list moves in their own orders.
pub fn quick_trial(game: &Game, seed: u64, most: Option<usize>) -> Trial {
    quick_game(game, seed, most).0
}

/// The same game with its last position.
pub fn quick_game(game: &Game, seed: u64, most: Option<usize>) -> (Trial, Position) {
    if !has_rules(game) {
        return (without_rules(seed), Position::empty(game));
    }
    let mut rng = Random::new(seed).0;
    let mut runner = Runner::start(game, seed);
    let mut notes = Notes::new(game, seed, &Watch { most, ..Watch::default() });
    notes.start(&runner.ctx);
    let mut list = List::default();
    let mut before = (runner.ctx.pos.prev, runner.ctx.pos.counter);
    loop {
        if runner.ctx.pos.over {
            break;
        }
        runner.legal_moves(&mut list);
        if list.is_empty() || runner.ctx.stopped.is_some() {
            break;
        }
        if most.is_some_and(|most| notes.trial.moves >= most) {
            notes.trial.unfinished = true;
            break;
        }
        let legal = list.len();
        notes.counted(legal);
        let Some(chosen) = list.iter().nth(rng.below(legal)) else { break };
        let kind = game.plan().about(chosen).map_or(game.site_type, |(kind, _)| kind);
        let (kind, from) = match list.full(chosen) {
            Some(m) => m.decision().map_or((kind, -1), |d| (d.from_kind(), d.from())),
            None => (kind, chosen.ends().0),
        };
        let what = runner.ctx.what(kind, from);
        let forced = |a: &Action| matches!(a.act, Act::Pass { forced: true });
        if legal == 1 && list.full(chosen).is_some_and(|m| m.actions.iter().any(forced)) {
            notes.trial.forced_passes += 1;
        }
        before = (runner.ctx.pos.prev, runner.ctx.pos.counter);
        let mover = runner.ctx.pos.mover;
        runner.note_actions();
        runner.apply(chosen, &list);
        let made = runner.made();
        if made.iter().any(|a| a.decision && carries(&a.act)) && notes.trial.moved.len() > what {
            notes.trial.moved[what] = true;
        }
        notes.made(&runner.ctx, made, mover);
    }
    let last = runner.ctx.pos.clone();
    (notes.end(runner.ctx, before), last)
}

/// Whether a piece is moved.
fn carries(act: &Act) -> bool {
    matches!(act, Act::Move { .. } | Act::MoveCount { .. } | Act::MoveSubStack { .. } | Act::Copy { .. })
}

struct Notes<'g> {
    game: &'g Game,
    trial: Trial,
    watched: Option<Watched>,
}

#[derive(Default)]
struct Watched {
    covered: [Vec<bool>; 3],
    seen: BTreeSet<u64>,
    seen_situations: BTreeSet<u64>,
    branching: Vec<f64>,
    decision: Vec<f64>,
    occupied: Vec<f64>,
    pieces: Vec<f64>,
    distance: Vec<f64>,
    score_difference: Vec<f64>,
    start: (usize, usize),
}

const KINDS: [SiteType; 3] = [SiteType::Cell, SiteType::Edge, SiteType::Vertex];

fn used(game: &ludarium_engine::Game, kind: SiteType) -> bool {
    match kind {
        SiteType::Cell => game.uses.cells,
        SiteType::Edge => game.uses.edges,
        SiteType::Vertex => game.uses.vertices,
    }
}

impl<'g> Notes<'g> {
    fn new(game: &'g Game, seed: u64, watch: &Watch) -> Notes<'g> {
        let components = game.components.len();
        let trial = Trial {
            seed,
            stood: vec![false; components],
            moved: vec![false; components],
            promotions: vec![0; game.players + 1],
            moves_by: vec![0; game.players + 1],
            ..Trial::default()
        };
        let watched = watch.detail.then(|| Watched {
            covered: KINDS.map(|kind| vec![false; game.board_sites(kind)]),
            ..Watched::default()
        });
        Notes { game, trial, watched }
    }

    fn start(&mut self, ctx: &Ctx<'g>) {
        self.note_standing(ctx);
        if let Some(watched) = &mut self.watched {
            watched.start = (pieces_on_board(ctx), pieces_in_hand(ctx));
        }
    }

    fn note_standing(&mut self, ctx: &Ctx<'g>) {
        let kind = self.game.site_type;
        for site in 0..self.game.board_sites(kind) as i32 {
            let slot = ctx.slot(kind, site);
            for level in 0..ctx.pos.height(slot) {
                if let Some(stood) = self.trial.stood.get_mut(usize::from(ctx.pos.at_level(slot, level).what))
                {
                    *stood = true;
                }
            }
        }
    }

    /// So many moves are legal.
    fn counted(&mut self, legal: usize) {
        let trial = &mut self.trial;
        trial.moves += 1;
        trial.choices += legal;
        if legal > 1 {
            trial.decisions += 1;
            trial.decision_choices += legal;
        }
    }

    /// Before a move is chosen.
    fn position(&mut self, ctx: &Ctx<'g>, legal: &[Move]) {
        self.counted(legal.len());
        if legal.len() == 1 && legal[0].actions.iter().any(|a| matches!(a.act, Act::Pass { forced: true })) {
            self.trial.forced_passes += 1;
        }
        let Some(watched) = &mut self.watched else { return };
        watched.branching.push(legal.len() as f64);
        if legal.len() > 1 {
            watched.decision.push(legal.len() as f64);
        }
        watched.look(self.game, ctx);
    }

    /// A move was chosen and is about to be made.
    fn choice(&mut self, ctx: &Ctx<'g>, chosen: &Move) {
        let Some(decision) = chosen.decision() else { return };
        if carries(&decision.act) {
            let what = ctx.what(decision.from_kind(), decision.from());
            if let Some(moved) = self.trial.moved.get_mut(what) {
                *moved = true;
            }
            if let Some(watched) = &mut self.watched {
                let kind = decision.from_kind();
                let (from, to) = (decision.from(), decision.to());
                let sites = self.game.board_sites(kind) as i32;
                if kind == decision.to_kind() && (0..sites).contains(&from) && (0..sites).contains(&to) {
                    let far = self.game.board.distance(kind, Relation::Adjacent, from as usize, to as usize);
                    watched.distance.push(f64::from(far.unwrap_or(0)));
                }
            }
        }
    }

    fn made(&mut self, ctx: &Ctx<'g>, made: &[Action], mover: u8) {
        let trial = &mut self.trial;
        trial.actions += made.len();
        if let Some(count) = trial.moves_by.get_mut(usize::from(mover)) {
            *count += 1;
        }
        trial.last_to = made.iter().find(|a| a.decision).map_or(-1, Action::to);
        for action in made {
            match &action.act {
                Act::Promote { what, .. } => {
                    if let Some(count) = trial.promotions.get_mut(usize::from(mover)) {
                        *count += 1;
                    }
                    if let Some(stood) = trial.stood.get_mut((*what).max(0) as usize) {
                        *stood = true;
                    }
                }
                Act::Add { what, .. } => {
                    if let Some(stood) = trial.stood.get_mut((*what).max(0) as usize) {
                        *stood = true;
                    }
                }
                Act::Remove { .. } => trial.captures += 1,
                _ => {}
            }
        }
        if ctx.pos.mover == mover && !ctx.pos.over && self.game.players > 1 {
            trial.again += 1;
        }
    }

    fn end(mut self, mut ctx: Ctx<'g>, before: (u8, i32)) -> Trial {
        self.note_standing(&ctx);
        let game = self.game;
        let trial = &mut self.trial;
        trial.turns = ctx.pos.turns.max(0) as usize;
        trial.stopped = ctx
            .stopped
            .map(|rule| game.rule_names.get(rule.0 as usize).map_or("unnamed rule", |n| n).to_string());
        trial.seats = ctx.pos.order[..=game.players].to_vec();
        if ctx.pos.over {
            let ranks = ctx.pos.ranks.get(1..=game.players).unwrap_or(&[]);
            trial.utilities = utilities(ranks);
            trial.winner = winner(ranks);
            let turns = game.turn_limit.saturating_mul(game.players as i32);
            let made = ctx.pos.moves_made - ctx.pos.start_moves;
            trial.timed_out = trial.winner.is_none() && (ctx.pos.turns >= turns || made >= game.move_limit);
        }
        let kind = game.site_type;
        let sites = game.board_sites(kind);
        trial.last_board = (0..sites).map(|s| ctx.what(kind, s as i32) as u16).collect();
        trial.board_full = sites > 0 && trial.last_board.iter().all(|&what| what != 0);
        trial.in_hand = pieces_in_hand(&ctx);
        if let Some(mut watched) = self.watched.take() {
            watched.look(game, &ctx);
            trial.detail = Some(watched.sum_up(game));
        }
        if ctx.pos.over && trial.stopped.is_none() && !trial.timed_out && game.subgames.is_empty() {
            // The conditions are asked again as they were when the game ended.
            (ctx.pos.prev, ctx.pos.counter) = before;
            ctx.pos.over = false;
            (1..=game.players).for_each(|player| ctx.pos.set_active(player, true));
            let phase = usize::from(ctx.pos.phase[usize::from(ctx.pos.mover)]).min(game.phases.len() - 1);
            let mut first = 0;
            for (i, end) in
                game.phases.iter().map(|phase| phase.end.as_ref()).chain([game.end.as_ref()]).enumerate()
            {
                let rules = end.map_or(&[][..], |end| &end.rules);
                if i == phase || i == game.phases.len() {
                    let held = rules.iter().enumerate().filter(|(_, rule)| holds(&mut ctx, rule));
                    trial.ended_by.extend(held.map(|(k, _)| first + k).collect::<Vec<usize>>());
                }
                first += rules.len();
            }
        }
        self.trial
    }
}

/// Whether the condition of an end rule holds now.
fn holds<'g>(ctx: &mut Ctx<'g>, rule: &'g EndRule) -> bool {
    match rule {
        EndRule::If { cond, .. } => ctx.bool(cond),
        EndRule::Always(_) => true,
        EndRule::ForEachPlayer { cond, .. } => {
            let players = ctx.game.players;
            let before = ctx.reg.player;
            let mut found = false;
            for player in 1..=players as i32 {
                ctx.reg.player = player;
                found |= ctx.bool(cond);
            }
            ctx.reg.player = before;
            found
        }
        EndRule::ForEachTrack { cond, .. } => {
            let before = ctx.reg.track;
            let mut found = false;
            for track in 0..ctx.game.tracks.len() as i32 {
                ctx.reg.track = track;
                found |= ctx.bool(cond);
            }
            ctx.reg.track = before;
            found
        }
    }
}

/// From ranks to utilities: first alone 1, last -1, what is between in proportion.
fn utilities(ranks: &[f64]) -> Vec<f64> {
    match ranks {
        [only] => vec![if *only == 1.0 { 1.0 } else { -1.0 }],
        _ => {
            let last = ranks.len() as f64;
            ranks.iter().map(|rank| 1.0 - 2.0 * (rank - 1.0) / (last - 1.0)).collect()
        }
    }
}

fn winner(ranks: &[f64]) -> Option<usize> {
    let first: Vec<usize> = (0..ranks.len()).filter(|&i| ranks[i] == 1.0).collect();
    if let [only] = first[..] { Some(only + 1) } else { None }
}

fn on_site(ctx: &Ctx<'_>, slot: usize) -> usize {
    if ctx.pos.is_empty(slot) {
        0
    } else if ctx.pos.stacking() {
        ctx.pos.height(slot)
    } else {
        ctx.pos.count(slot).max(0) as usize
    }
}

fn pieces_on_board(ctx: &Ctx<'_>) -> usize {
    let game = ctx.game;
    let kinds = KINDS.into_iter().filter(|kind| used(game, *kind));
    kinds
        .map(|kind| {
            (0..game.board_sites(kind) as i32).map(|s| on_site(ctx, ctx.slot(kind, s))).sum::<usize>()
        })
        .sum()
}

fn pieces_in_hand(ctx: &Ctx<'_>) -> usize {
    let hands = ctx.game.containers.iter().filter(|c| c.kind == ContainerKind::Hand);
    hands
        .flat_map(|c| c.first..c.first + c.len)
        .map(|site| on_site(ctx, ctx.slot(SiteType::Cell, site)))
        .sum()
}

impl Watched {
    fn look(&mut self, game: &Game, ctx: &Ctx<'_>) {
        self.seen.insert(ctx.pos.positional_hash());
        self.seen_situations.insert(ctx.pos.situational_hash());
        let (mut sites, mut occupied, mut pieces) = (0, 0, 0);
        for (k, kind) in KINDS.into_iter().enumerate() {
            if !used(game, kind) {
                continue;
            }
            for site in 0..game.board_sites(kind) {
                let there = on_site(ctx, ctx.slot(kind, site as i32));
                sites += 1;
                if there > 0 {
                    occupied += 1;
                    pieces += there;
                    self.covered[k][site] = true;
                }
            }
        }
        self.occupied.push(if sites == 0 { 0.0 } else { f64::from(occupied) / f64::from(sites) });
        self.pieces.push(pieces as f64);
        let scores = ctx.pos.scores.get(1..=game.players).unwrap_or(&[]);
        let spread = scores.iter().max().unwrap_or(&0) - scores.iter().min().unwrap_or(&0);
        self.score_difference.push(f64::from(spread));
    }

    fn sum_up(self, game: &Game) -> Detail {
        let share = |kinds: &[usize]| {
            let all: usize = kinds.iter().map(|k| self.covered[*k].len()).sum();
            let met: usize = kinds.iter().map(|k| self.covered[*k].iter().filter(|c| **c).count()).sum();
            if all == 0 { 0.0 } else { met as f64 / all as f64 }
        };
        let own: Vec<usize> = (0..3).filter(|k| KINDS[*k] == game.site_type).collect();
        let of_use: Vec<usize> = (0..3).filter(|k| used(game, KINDS[*k])).collect();
        let looked = self.occupied.len().max(1) as f64;
        Detail {
            coverage: [share(&own), share(&[0, 1, 2]), share(&of_use)],
            positional: 1.0 - self.seen.len() as f64 / looked,
            situational: 1.0 - self.seen_situations.len() as f64 / looked,
            branching: Course::of(&self.branching),
            decision: Course::of(&self.decision),
            occupied: Course::of(&self.occupied),
            pieces: Course::of(&self.pieces),
            distance: Course::of(&self.distance),
            score_difference: Course::of(&self.score_difference),
            start_board: self.start.0,
            start_hand: self.start.1,
            ..Detail::default()
        }
    }
}
