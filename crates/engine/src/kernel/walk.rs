//! Walking over rules: every part that a part is made of, one level at a time. Whoever asks whether rules speak of
//! something asks this; what a part means is nobody's affair here. What follows a move is named by number in the
//! rules ([`super::Moves::then`]) and so is not walked into.

use super::boolean::{Connected, Line, LineOf, Loop, NoPieces, Path, PiecesOf, Targets, Threatened, Through};
use super::end::Outcome;
use super::int::{Owners, TrackPick, Walk};
use super::region::Whats;
use super::{
    Apply, Between, Bool, Dir, Effect, EndRule, Float, Int, IntArr, LineCapture, Moves, MovesKind, NextPhase,
    Origin, Place, PromoteTo, Range, Region, Sow, Target, Who,
};
use crate::game::Game;

/// A part of a rule.
#[derive(Clone, Copy, Debug)]
pub enum Part<'k> {
    Bool(&'k Bool),
    Int(&'k Int),
    IntArr(&'k IntArr),
    Float(&'k Float),
    Region(&'k Region),
    Dir(&'k Dir),
    Moves(&'k Moves),
    Effect(&'k Effect),
}

/// Does a part, or anything that it is made of, pass the test?
pub fn any<'k>(parts: impl IntoIterator<Item = Part<'k>>, mut test: impl FnMut(Part<'k>) -> bool) -> bool {
    let mut open: Vec<Part<'k>> = parts.into_iter().collect();
    while let Some(part) = open.pop() {
        if test(part) {
            return true;
        }
        part.open(&mut List(&mut open));
    }
    false
}

/// Is something drawn by chance here?
pub fn draws(part: Part<'_>) -> bool {
    match part {
        Part::Int(i) => matches!(i, Int::Random(_)),
        Part::Region(r) => matches!(r, Region::Random { .. }),
        Part::Dir(d) => matches!(d, Dir::Random { .. }),
        Part::Effect(e) => matches!(
            e,
            Effect::Roll
                | Effect::Random { .. }
                | Effect::RandomSome { .. }
                | Effect::Deal { .. }
                | Effect::TakeDomino
        ),
        Part::Bool(_) | Part::IntArr(_) | Part::Float(_) | Part::Moves(_) => false,
    }
}

/// What end rules are made of.
pub fn of_end<'k>(rules: &'k [EndRule], out: &mut Vec<Part<'k>>) {
    let mut open: Vec<&EndRule> = rules.iter().collect();
    let mut out = List(out);
    while let Some(rule) = open.pop() {
        match rule {
            EndRule::If { cond, cases, result } => {
                out.bool(cond);
                open.extend(cases);
                result.iter().for_each(|r| out.outcome(r));
            }
            EndRule::Always(outcome) => out.outcome(outcome),
            EndRule::ForEachPlayer { cond, result, .. } | EndRule::ForEachTrack { cond, result } => {
                out.bool(cond);
                out.outcome(result);
            }
        }
    }
}

/// Rules of a game that say which moves there are. (What follows a move, and the end, is worked out when the move is made,
/// and never again.)
pub fn choosing_rules(game: &Game) -> Vec<Part<'_>> {
    let pieces = game.components.iter().filter_map(|c| c.moves.as_ref());
    game.phases.iter().map(|p| &p.play).chain(pieces).map(Part::Moves).collect()
}

/// Rules of play (not of setting up): which moves there are, what follows them, the end and the change of phases.
pub fn rules_of(game: &Game) -> Vec<Part<'_>> {
    let mut parts = choosing_rules(game);
    parts.extend(game.thens.iter().map(Part::Moves));
    for end in game.end.iter().chain(game.phases.iter().filter_map(|p| p.end.as_ref())) {
        of_end(&end.rules, &mut parts);
    }
    for next in game.phases.iter().flat_map(|p| &p.next) {
        of_next(next, &mut parts);
    }
    parts
}

/// What a rule about the next phase is made of.
pub fn of_next<'k>(next: &'k NextPhase, out: &mut Vec<Part<'k>>) {
    out.extend(next.cond.iter().map(Part::Bool));
}

impl<'k> Part<'k> {
    /// The parts that this one is made of, one level down.
    pub fn parts(self) -> Vec<Part<'k>> {
        let mut parts = Vec::new();
        self.open(&mut List(&mut parts));
        parts
    }

    /// Adds the parts that this one is made of.
    fn open(self, out: &mut List<'_, 'k>) {
        match self {
            Part::Bool(b) => out.in_bool(b),
            Part::Int(i) => out.in_int(i),
            Part::IntArr(a) => out.in_list(a),
            Part::Float(f) => out.in_float(f),
            Part::Region(r) => out.in_region(r),
            Part::Dir(d) => out.in_dir(d),
            Part::Moves(m) => out.in_moves(m),
            Part::Effect(e) => out.in_effect(e),
        }
    }
}

/// Where parts are collected.
struct List<'o, 'k>(&'o mut Vec<Part<'k>>);

impl<'k> List<'_, 'k> {
    fn bool(&mut self, b: &'k Bool) {
        self.0.push(Part::Bool(b));
    }
    fn bools(&mut self, list: impl IntoIterator<Item = &'k Bool>) {
        self.0.extend(list.into_iter().map(Part::Bool));
    }
    fn boxed(&mut self, b: &'k Option<Box<Bool>>) {
        self.bools(b.as_deref());
    }
    fn int(&mut self, i: &'k Int) {
        self.0.push(Part::Int(i));
    }
    fn ints(&mut self, list: impl IntoIterator<Item = &'k Int>) {
        self.0.extend(list.into_iter().map(Part::Int));
    }
    fn list(&mut self, a: &'k IntArr) {
        self.0.push(Part::IntArr(a));
    }
    fn floats(&mut self, list: impl IntoIterator<Item = &'k Float>) {
        self.0.extend(list.into_iter().map(Part::Float));
    }
    fn region(&mut self, r: &'k Region) {
        self.0.push(Part::Region(r));
    }
    fn regions(&mut self, list: impl IntoIterator<Item = &'k Region>) {
        self.0.extend(list.into_iter().map(Part::Region));
    }
    fn dir(&mut self, d: &'k Dir) {
        self.0.push(Part::Dir(d));
    }
    fn moves(&mut self, list: impl IntoIterator<Item = &'k Moves>) {
        self.0.extend(list.into_iter().map(Part::Moves));
    }
    fn range(&mut self, r: &'k Range) {
        self.ints([&r.min, &r.max]);
    }
    fn owners(&mut self, of: &'k Owners) {
        match of {
            Owners::Role(_) => {}
            Owners::Player(p) => self.int(p),
        }
    }
    fn track(&mut self, t: &'k TrackPick) {
        self.int(&t.player);
    }
    fn walk(&mut self, w: &'k Walk) {
        self.dir(&w.dirs);
        self.bools(&w.cond);
        self.ints(&w.rotation);
    }
    fn ring(&mut self, l: &'k Loop) {
        self.dir(&l.dirs);
        self.ints([&l.colour, &l.start]);
        self.regions(&l.tile_path);
    }
    fn who(&mut self, who: &'k Who) {
        match who {
            Who::One(i) => self.int(i),
            Who::Role(_) => {}
        }
    }
    fn place(&mut self, place: &'k Place) {
        match place {
            Place::Site(i) => self.int(i),
            Place::Region(r) => self.region(r),
        }
    }
    fn origin(&mut self, from: &'k Origin) {
        self.place(&from.place);
        self.ints(&from.level);
        self.bools(&from.cond);
    }
    fn target(&mut self, to: &'k Target) {
        self.place(&to.place);
        self.ints(&to.level);
        to.rotations.iter().for_each(|r| self.list(r));
        self.bools(&to.cond);
        self.apply(&to.apply);
    }
    fn apply(&mut self, apply: &'k Apply) {
        self.bools(&apply.cond);
        self.moves(apply.effect.as_deref());
    }
    fn between(&mut self, b: &'k Between) {
        self.ints(b.before.iter().chain(&b.after).chain(&b.trail));
        b.range.iter().for_each(|r| self.range(r));
        self.bools(&b.cond);
        self.apply(&b.apply);
    }
    fn capture(&mut self, c: &'k LineCapture) {
        self.int(&c.from);
        c.range.iter().for_each(|r| self.range(r));
        self.bools([&c.target, &c.friend]);
        self.moves([&c.effect]);
    }
    fn outcome(&mut self, outcome: &'k Outcome) {
        match outcome {
            Outcome::Result { .. } => {}
            Outcome::ByScore { finals, misere } => {
                self.ints(finals.iter().map(|(_, score)| score));
                self.bools(misere);
            }
            Outcome::Payoffs(list) => self.floats(list.iter().map(|(_, value)| value)),
        }
    }

    fn in_bool(&mut self, b: &'k Bool) {
        match b {
            Bool::Const(_)
            | Bool::LastKind { .. }
            | Bool::Proposed(_)
            | Bool::Decided(_)
            | Bool::Repeat(_)
            | Bool::Cycle
            | Bool::Pending
            | Bool::Full
            | Bool::WasPass
            | Bool::AllPassed
            | Bool::AllDiceUsed
            | Bool::AllDiceEqual
            | Bool::NoMoves(_)
            | Bool::PuzzleUnique { .. }
            | Bool::Solved => {}
            Bool::And(list) | Bool::Or(list) => self.bools(list),
            Bool::Not(a) | Bool::ForAllSites { cond: a, .. } | Bool::ForAllHints(a) => self.bool(a),
            Bool::Xor(a, b) => self.bools([&**a, b]),
            Bool::If { cond, then, otherwise } => self.bools([&**cond, then, otherwise]),
            Bool::Eq(a, b)
            | Bool::Ne(a, b)
            | Bool::Lt(a, b)
            | Bool::Le(a, b)
            | Bool::Gt(a, b)
            | Bool::Ge(a, b)
            | Bool::Crossing(a, b) => self.ints([&**a, b]),
            Bool::SameSites(a, b) => self.regions([&**a, b]),
            Bool::NonZero(f) => self.floats([&**f]),
            Bool::Odd(a)
            | Bool::Empty { site: a, .. }
            | Bool::Occupied { site: a, .. }
            | Bool::Visited(a)
            | Bool::Flat(a)
            | Bool::Enemy(a)
            | Bool::Friend(a)
            | Bool::Active(a)
            | Bool::Triggered(a)
            | Bool::AnyDie(a)
            | Bool::SidesMatch(a)
            | Bool::PipsMatch(a)
            | Bool::Target { container: a, .. }
            | Bool::Tree { who: a, .. } => self.int(a),
            Bool::In { site, region } | Bool::Related { site, region, .. } => {
                self.int(site);
                self.region(region);
            }
            Bool::InList { values, list } => {
                self.ints(values);
                self.list(list);
            }
            Bool::Hidden { site, level, player, .. } => {
                self.ints([&**site, player]);
                self.ints(level.as_deref());
            }
            Bool::Within { what, region } => {
                self.int(what);
                self.region(region);
            }
            Bool::Threatened(t) => {
                let Threatened { kind: _, what, sites, moves } = &**t;
                self.ints(what);
                self.regions(sites);
                self.moves(moves);
            }
            Bool::Angle { at, first, second, .. } => {
                self.int(at);
                self.bools([&**first, second]);
            }
            Bool::AllSites { region, cond } | Bool::AllDifferent { region, cond } => {
                self.region(region);
                self.bool(cond);
            }
            Bool::AllValues { list, cond } => {
                self.list(list);
                self.bool(cond);
            }
            Bool::AllGroups { dirs, of, cond, .. } => {
                self.dir(dirs);
                self.boxed(of);
                self.bool(cond);
            }
            Bool::CanMove(moves) => self.moves([&**moves]),
            Bool::NoPieces(none) => {
                let NoPieces { kind: _, of, whats: _, region } = &**none;
                match of {
                    PiecesOf::Role(_) => {}
                    PiecesOf::Player(p) => self.int(p),
                }
                self.regions(region);
            }
            Bool::Line(line) => self.line(line),
            Bool::Connected(c) | Bool::Blocked(c) => {
                let Connected { kind: _, number, at, dirs, targets } = &**c;
                self.ints(number);
                self.int(at);
                self.dir(dirs);
                match targets {
                    Targets::Regions(list) => self.regions(list),
                    Targets::OwnedBy(_) => {}
                }
            }
            Bool::Loop(ring) => self.ring(ring),
            Bool::Path(path) => {
                let Path { kind: _, from, who, length, closed } = &**path;
                self.ints([from, who]);
                self.range(length);
                self.bool(closed);
            }
            Bool::Pattern { from, whats, .. } => {
                self.int(from);
                self.ints(whats);
            }
            Bool::PyramidCorners { froms, .. } => self.region(froms),
            Bool::Freedom { region, except, .. } => {
                self.region(region);
                self.ints(except.as_deref());
            }
            Bool::RegularGraph { who, k, odd, even } => {
                self.int(who);
                self.ints(k.as_deref());
                self.boxed(odd);
                self.boxed(even);
            }
            Bool::PuzzleDifferent { region, excepts, .. } => {
                self.regions(region.as_deref());
                self.ints(excepts);
            }
            Bool::PuzzleCount { region, what, result, .. } => {
                self.regions(region.as_deref());
                self.ints([&**what, result]);
            }
            Bool::PuzzleSum { region, result, .. } => {
                self.regions(region.as_deref());
                self.int(result);
            }
        }
    }

    fn line(&mut self, line: &'k Line) {
        let Line {
            kind: _,
            length,
            dir: _,
            through,
            of,
            exact,
            contiguous,
            cond,
            by_level,
            top,
            mixture,
            visible,
            both_ways,
        } = line;
        self.int(length);
        match through {
            Through::Site(i) => self.int(i),
            Through::Any(r) => self.region(r),
        }
        match of {
            LineOf::Same | LineOf::Owner(_) => {}
            LineOf::Whats(list) => self.ints(list),
        }
        self.bools([exact, contiguous, cond, by_level, top, visible, both_ways]);
        self.ints(mixture);
    }

    fn in_int(&mut self, i: &'k Int) {
        match i {
            Int::Const(_)
            | Int::From
            | Int::To
            | Int::Between
            | Int::Site
            | Int::Level
            | Int::Value
            | Int::Player
            | Int::Track
            | Int::Edge
            | Int::Pips
            | Int::FromAtTurnStart
            | Int::Mover
            | Int::Next
            | Int::Prev
            | Int::PrevTurnMover
            | Int::Role(_)
            | Int::LastFrom
            | Int::LastTo
            | Int::Bag
            | Int::TrumpSuit
            | Int::Pot
            | Int::Counter
            | Int::Temp
            | Int::Var(_)
            | Int::Pending
            | Int::MoveLimit
            | Int::TurnLimit
            | Int::MoveNumber
            | Int::TurnNumber
            | Int::MovesThisTurn
            | Int::ActivePlayers
            | Int::PhaseCount
            | Int::LegalMoves
            | Int::Trials => {}
            Int::Hint { site, .. } => self.ints(site.as_deref()),
            Int::Last { after, .. } => self.bool(after),
            Int::Add(list) | Int::Mul(list) => self.ints(list),
            Int::Sub(a, b)
            | Int::Div(a, b)
            | Int::Mod(a, b)
            | Int::Pow(a, b)
            | Int::Min(a, b)
            | Int::Max(a, b)
            | Int::EdgeBetween(a, b)
            | Int::AtRowColumn { row: a, column: b, .. }
            | Int::HandSite { player: a, index: b } => self.ints([&**a, b]),
            Int::Abs(a)
            | Int::Count { site: a, .. }
            | Int::TopLevel { site: a, .. }
            | Int::ContainerSites(a)
            | Int::Row { site: a, .. }
            | Int::Column { site: a, .. }
            | Int::Layer { site: a, .. }
            | Int::SitePhase { site: a, .. }
            | Int::MapEntry { key: a, .. }
            | Int::ComponentOf { owner: a, .. }
            | Int::Face(a)
            | Int::DiceSum(a)
            | Int::Score(a)
            | Int::MatchScore(a)
            | Int::Amount(a)
            | Int::PlayerValue(a) => self.int(a),
            Int::Sum(list) | Int::Product(list) | Int::MinOf(list) | Int::MaxOf(list) | Int::Len(list) => {
                self.list(list);
            }
            Int::If { cond, then, otherwise } => {
                self.bool(cond);
                self.ints([&**then, otherwise]);
            }
            Int::FromBool(b) => self.bool(b),
            Int::FromFloat(f) => self.floats([&**f]),
            Int::Random(range) => self.range(range),
            Int::Occurrences { value, list } | Int::Nth { list, index: value } => {
                self.int(value);
                self.list(list);
            }
            Int::What { site, level, .. }
            | Int::Who { site, level, .. }
            | Int::State { site, level, .. }
            | Int::Rotation { site, level, .. }
            | Int::PieceValue { site, level, .. }
            | Int::Card { site, level, .. } => {
                self.int(site);
                self.ints(level.as_deref());
            }
            Int::CountIn { region, .. }
            | Int::FirstSite(region)
            | Int::Sites(region)
            | Int::Neighbours { region, .. }
            | Int::Cost { region, .. }
            | Int::LargePieceSize { region, .. } => self.region(region),
            Int::RegionSite { region, index } => {
                self.region(region);
                self.int(index);
            }
            Int::Ahead { site, steps, dirs, .. } => {
                self.ints([&**site, steps]);
                self.dir(dirs);
            }
            Int::Steps { walk, from, to, .. } => {
                walk.iter().for_each(|w| self.walk(w));
                self.int(from);
                self.region(to);
            }
            Int::Where { what, state, .. } => {
                self.int(what);
                self.ints(state.as_deref());
            }
            Int::WhereLevel { what, state, site, from_top, .. } => {
                self.ints([&**what, site]);
                self.ints(state.as_deref());
                self.bool(from_top);
            }
            Int::Pieces { of, within, cond, .. } => {
                self.owners(of);
                self.regions(within.as_deref());
                self.boxed(cond);
            }
            Int::StackLevels { region, cond, stop, .. } => {
                self.region(region);
                self.boxed(cond);
                self.boxed(stop);
            }
            Int::PlatformBelow { site, who, whats, .. } => {
                self.int(site);
                self.ints(who.as_deref());
                self.ints(whats.iter().flatten());
            }
            Int::PathExtent { colour, starts } => {
                self.int(colour);
                self.region(starts);
            }
            Int::GroupSize { site, dirs, cond, .. } | Int::Liberties { site, dirs, cond, .. } => {
                self.int(site);
                self.dir(dirs);
                self.boxed(cond);
            }
            Int::Groups { dirs, cond, min, .. } => {
                self.dir(dirs);
                self.boxed(cond);
                self.int(min);
            }
            Int::BiggestGroup { dirs, through, cond, visible, .. } => {
                self.dir(dirs);
                self.regions(through.as_deref());
                self.boxed(cond);
                self.boxed(visible);
            }
            Int::BiggestLine { cond, .. } => self.boxed(cond),
            Int::Territory { of, .. } => self.owners(of),
            Int::TrackFirst { track, from, cond } => {
                self.track(track);
                self.ints(from.as_deref());
                self.boxed(cond);
            }
            Int::TrackEnd { track } => self.track(track),
            Int::TrackMove { track, from, steps: other, alike: _ }
            | Int::TrackSteps { track, from, to: other } => {
                self.track(track);
                self.ints([&**from, other]);
            }
        }
    }

    fn in_list(&mut self, a: &'k IntArr) {
        match a {
            IntArr::Const(_) | IntArr::Team | IntArr::Remembered(_) => {}
            IntArr::List(list) => self.ints(list),
            IntArr::Sites(r) => self.region(r),
            IntArr::If { cond, then, otherwise } => {
                self.bool(cond);
                self.list(then);
                self.list(otherwise);
            }
            IntArr::Union(lists) | IntArr::Intersection(lists) => lists.iter().for_each(|l| self.list(l)),
            IntArr::Difference(a, b) => {
                self.list(a);
                self.list(b);
            }
            IntArr::Without(a, value) => {
                self.list(a);
                self.int(value);
            }
            IntArr::Results { from, to, value } => {
                self.regions([&**from, to]);
                self.int(value);
            }
            IntArr::TeamPlayers { cond, .. } => self.boxed(cond),
            IntArr::Players { of, cond, .. } => {
                self.ints(of.as_deref());
                self.boxed(cond);
            }
            IntArr::GroupSizes { dirs, who, cond, min, visible, .. } => {
                self.dir(dirs);
                self.ints([&**who, min]);
                self.boxed(cond);
                self.boxed(visible);
            }
        }
    }

    fn in_float(&mut self, f: &'k Float) {
        match f {
            Float::Const(_) => {}
            Float::FromInt(i) => self.int(i),
            Float::FromBool(b) => self.bool(b),
            Float::Add(list) | Float::Mul(list) | Float::Min(list) | Float::Max(list) => self.floats(list),
            Float::Sub(a, b) | Float::Div(a, b) | Float::Pow(a, b) => self.floats([&**a, b]),
            Float::Apply(_, a) => self.floats([&**a]),
        }
    }

    fn in_dir(&mut self, d: &'k Dir) {
        match d {
            Dir::Absolute(_) | Dir::Relative { .. } => {}
            Dir::FromTo { from, to, .. } => self.ints([&**from, to]),
            Dir::Random { dirs, num } => {
                self.dir(dirs);
                self.int(num);
            }
            Dir::Union(a, b) | Dir::Difference(a, b) => {
                self.dir(a);
                self.dir(b);
            }
            Dir::If { cond, then, otherwise } => {
                self.bool(cond);
                self.dir(then);
                self.dir(otherwise);
            }
        }
    }

    fn in_region(&mut self, r: &'k Region) {
        match r {
            Region::Fixed(_)
            | Region::Current
            | Region::Empty { .. }
            | Region::LastFrom
            | Region::LastTo
            | Region::LastBetween
            | Region::Pending
            | Region::ToClear
            | Region::HintRegion
            | Region::Playable => {}
            Region::Sites(list) => self.ints(list),
            Region::List(list) => self.list(list),
            Region::Union(list) | Region::Intersection(list) => self.regions(list),
            Region::Difference(a, b) => self.regions([&**a, b]),
            Region::Without(region, number)
            | Region::Expand { region, steps: number, .. }
            | Region::Random { region, num: number } => {
                self.region(region);
                self.int(number);
            }
            Region::If { cond, then, otherwise } => {
                self.bool(cond);
                self.regions([&**then, otherwise]);
            }
            Region::Filter { region, cond } => {
                self.region(region);
                self.bool(cond);
            }
            Region::ForEachSite { of, region } => self.regions([&**of, region]),
            Region::ForEachPlayer { players, region } => {
                self.list(players);
                self.region(region);
            }
            Region::ForEachTeam(region) => self.region(region),
            Region::Levels { site, start, cond, .. } => {
                self.int(site);
                self.ints(start.as_deref());
                self.boxed(cond);
            }
            Region::Lines { index: number, .. }
            | Region::Side { player: number, .. }
            | Region::Hand(number)
            | Region::EmptyIn { container: number, .. }
            | Region::InState { state: number, .. }
            | Region::Start(number)
            | Region::LargePiece { site: number, .. } => self.int(number),
            Region::Incident { site, owner, .. } => {
                self.int(site);
                self.ints(owner.as_deref());
            }
            Region::ByPlayer { regions, player } => {
                self.regions(regions);
                self.int(player);
            }
            Region::Track { track, from, to } => {
                self.track(track);
                self.ints(from.as_deref());
                self.ints(to.as_deref());
            }
            Region::Occupied { of, whats, container, .. } => {
                self.owners(of);
                match whats {
                    Whats::Any | Whats::These(_) => {}
                    Whats::One(what) => self.int(what),
                }
                self.ints(container.as_deref());
            }
            Region::Supporting { what, .. } => self.ints(what.as_deref()),
            Region::Hidden { from, .. } => self.owners(from),
            Region::MovesFrom(m) | Region::MovesTo(m) | Region::MovesBetween(m) => self.moves([&**m]),
            Region::Winning { player, moves } => {
                self.int(player);
                self.moves([&**moves]);
            }
            Region::Around { region, distance, cond, include_self, .. } => {
                self.region(region);
                self.int(distance);
                self.boxed(cond);
                self.bool(include_self);
            }
            Region::Between { dirs, from, from_included, to, to_included, cond, .. } => {
                self.dir(dirs);
                self.ints([&**from, to]);
                self.bools([&**from_included, to_included]);
                self.boxed(cond);
            }
            Region::Crossing { edge, owner } => self.ints([&**edge, owner]),
            Region::Group { starts, dirs, cond, visible, .. } => {
                self.region(starts);
                self.dir(dirs);
                self.boxed(cond);
                self.boxed(visible);
            }
            Region::Distance { walk, from, range, .. } => {
                walk.iter().for_each(|w| self.walk(w));
                self.int(from);
                self.range(range);
            }
            Region::Direction { starts, dirs, included, stop, stop_included, distance, .. } => {
                self.region(starts);
                self.dir(dirs);
                self.bools([&**included, stop_included]);
                self.boxed(stop);
                self.int(distance);
            }
            Region::LineOfSight { site, dirs, .. } => {
                self.int(site);
                self.dir(dirs);
            }
            Region::Loop { of, inside } => {
                self.ring(of);
                self.bool(inside);
            }
            Region::Pattern { from, whats, .. } => {
                self.int(from);
                self.ints(whats.iter().flatten());
            }
            Region::Walk { from, rotations, .. } => {
                self.int(from);
                self.bool(rotations);
            }
        }
    }

    fn in_moves(&mut self, m: &'k Moves) {
        match &m.kind {
            MovesKind::PlayCard
            | MovesKind::Pass
            | MovesKind::Propose(_)
            | MovesKind::Vote(_)
            | MovesKind::Fall => {}
            MovesKind::Step { from, dirs, to, .. } => {
                self.origin(from);
                self.dir(dirs);
                self.target(to);
            }
            MovesKind::Slide { from, dirs, between, to, .. } => {
                self.origin(from);
                self.dir(dirs);
                between.iter().for_each(|b| self.between(b));
                to.iter().for_each(|t| self.target(t));
            }
            MovesKind::Hop { from, dirs, between, to, .. } => {
                self.origin(from);
                self.dir(dirs);
                between.iter().for_each(|b| self.between(b));
                self.target(to);
            }
            MovesKind::Leap { from, forward, rotations, to, .. } => {
                self.origin(from);
                self.bools([forward, rotations]);
                self.target(to);
            }
            MovesKind::FromTo { from, to, count, copy, .. } => {
                self.origin(from);
                self.target(to);
                self.ints(count);
                self.bool(copy);
            }
            MovesKind::Add { pieces, state, to, count, .. } => {
                self.ints(pieces.iter().chain(state).chain(count));
                self.target(to);
            }
            MovesKind::Shoot { piece, from, dirs, to, .. } => {
                self.ints([piece, from]);
                self.dir(dirs);
                self.bools(to);
            }
            MovesKind::Remove { place, level, count, .. } => {
                self.place(place);
                self.ints(level.iter().chain(count));
            }
            MovesKind::Promote { site, to, .. } => {
                self.int(site);
                match to {
                    PromoteTo::Pieces(list) => self.ints(list),
                    PromoteTo::OwnedBy { owner, .. } => self.int(owner),
                    PromoteTo::LikeOwnedBy { owner, piece } => self.ints([owner, piece]),
                }
            }
            MovesKind::Select { from, to, .. } => {
                self.origin(from);
                to.iter().for_each(|t| self.target(t));
            }
            MovesKind::SwapPieces { a, b } | MovesKind::SwapPlayers { a, b } => self.ints([a, b]),
            MovesKind::Bet { player, range } => {
                self.int(player);
                self.range(range);
            }
            MovesKind::SetTrump(list) | MovesKind::SetNextPlayer(list) => self.list(list),
            MovesKind::SetRotation { site, directions, previous, next, .. } => {
                self.int(site);
                self.ints(directions);
                self.bools([previous, next]);
            }
            MovesKind::Or(list) | MovesKind::And(list) | MovesKind::Seq(list) | MovesKind::Priority(list) => {
                self.moves(list);
            }
            MovesKind::If { cond, then, otherwise } => {
                self.bool(cond);
                self.moves([&**then]);
                self.moves(otherwise.as_deref());
            }
            MovesKind::Append(inner)
            | MovesKind::AvoidStoredState(inner)
            | MovesKind::FirstMoveOnTrack { moves: inner, .. }
            | MovesKind::MaxDistance { moves: inner, .. }
            | MovesKind::ForEachTeam(inner) => self.moves([&**inner]),
            MovesKind::AllCombinations(a, b) => self.moves([&**a, b]),
            MovesKind::Do { prior, next, after } => {
                self.moves([&**prior]);
                self.moves(next.as_deref());
                self.boxed(after);
            }
            MovesKind::While { cond, moves } => {
                self.bool(cond);
                self.moves([&**moves]);
            }
            MovesKind::MaxMoves { value, moves } | MovesKind::MaxCaptures { value, moves } => {
                self.bool(value);
                self.moves([&**moves]);
            }
            MovesKind::ForEachPiece(each) => {
                self.ints([&each.container, &each.player]);
                self.moves(&each.moves);
                self.bool(&each.top);
            }
            MovesKind::ForEachSite { region, moves, otherwise } => {
                self.region(region);
                self.moves([&**moves]);
                self.moves(otherwise.as_deref());
            }
            MovesKind::ForEachValue { values, moves } => {
                self.list(values);
                self.moves([&**moves]);
            }
            MovesKind::ForEachValueIn { range, moves } => {
                self.range(range);
                self.moves([&**moves]);
            }
            MovesKind::ForEachPlayer { players, moves } => {
                players.iter().for_each(|p| self.list(p));
                self.moves([&**moves]);
            }
            MovesKind::ForEachLevel { site, moves, .. } => {
                self.int(site);
                self.moves([&**moves]);
            }
            MovesKind::ForEachGroup { dirs, cond, moves, .. } => {
                self.dir(dirs);
                self.boxed(cond);
                self.moves([&**moves]);
            }
            MovesKind::ForEachDirection { from, dirs, range, between, to, moves, .. } => {
                self.int(from);
                self.dir(dirs);
                range.iter().for_each(|r| self.range(r));
                self.boxed(between);
                self.boxed(to);
                self.moves([&**moves]);
            }
            MovesKind::ForEachDie { dice, combined, replay_double, cond, moves } => {
                self.int(dice);
                self.bools([&**combined, replay_double]);
                self.boxed(cond);
                self.moves([&**moves]);
            }
            MovesKind::Effect(effect) => self.0.push(Part::Effect(effect)),
        }
    }

    fn in_effect(&mut self, e: &'k Effect) {
        match e {
            Effect::TakeDomino
            | Effect::MoveAgain
            | Effect::ForgetAll(_)
            | Effect::RememberState
            | Effect::Roll => {}
            Effect::Custodial(c) | Effect::Intervene(c) => self.capture(c),
            Effect::Surround { capture, except, with } => {
                self.capture(capture);
                self.int(except);
                self.ints(with);
            }
            Effect::Enclose { from, dirs, target, exceptions, effect, .. } => {
                self.ints([from, exceptions]);
                self.dir(dirs);
                self.bool(target);
                self.moves([&**effect]);
            }
            Effect::Directional { from, dirs, target, effect, .. } => {
                self.int(from);
                dirs.iter().for_each(|d| self.dir(d));
                self.bool(target);
                self.moves([&**effect]);
            }
            Effect::Flip { site: a, .. }
            | Effect::Trigger { player: a, .. }
            | Effect::SetTemp(a)
            | Effect::SetVar { value: a, .. }
            | Effect::SetCounter(a)
            | Effect::SetPot(a)
            | Effect::Forget { value: a, .. }
            | Effect::SetTeam { team: a, .. } => self.int(a),
            Effect::Push { from, dirs, .. } | Effect::Attract { from, dirs, .. } => {
                self.int(from);
                self.dir(dirs);
            }
            Effect::SetCount { site: a, count: b, .. } | Effect::SetPlayerValue { player: a, value: b } => {
                self.ints([a, b]);
            }
            Effect::SetState { site, level, state: value, .. }
            | Effect::SetValue { site, level, value, .. } => {
                self.ints([site, value]);
                self.ints(level);
            }
            Effect::SetHidden { sites, level, hidden, who, .. } => {
                self.region(sites);
                self.int(level);
                self.bool(hidden);
                self.who(who);
            }
            Effect::TakeControl { of, by, region, .. } => {
                self.ints(of);
                self.int(by);
                self.regions(region);
            }
            Effect::Sow(sow) => self.sow(sow),
            Effect::SetScore { who, score, .. } => {
                self.who(who);
                self.int(score);
            }
            Effect::Note { who, .. } => self.who(who),
            Effect::SetPending(value) => self.ints(value),
            Effect::SetPendingSites(region) => self.region(region),
            Effect::Remember { value, unique, .. } => {
                self.int(value);
                self.bool(unique);
            }
            Effect::Random { weights, moves } => {
                self.floats(weights);
                self.moves(moves);
            }
            Effect::RandomSome { moves, number } => {
                self.moves([&**moves]);
                self.int(number);
            }
            Effect::Deal { count, begin_with, .. } => {
                self.int(count);
                self.ints(begin_with);
            }
            Effect::Satisfy(constraints) => self.bools(constraints),
        }
    }

    fn sow(&mut self, sow: &'k Sow) {
        self.ints([&sow.start, &sow.count, &sow.per_hole]);
        self.ints(&sow.owner);
        self.bool(&sow.origin);
        self.bools([&sow.capture_if, &sow.skip_if, &sow.backtracking, &sow.forward].into_iter().flatten());
        self.moves(sow.sow_effect.iter().chain(&sow.capture));
    }
}
