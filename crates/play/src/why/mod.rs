//! Why a move that somebody tried is not legal, in a sentence that names the rule; and how a piece moves.
//!
//! Nothing is known here about any game. The rules are asked again with some of their guards taken away (`loosen`), or in
//! a position with a piece more or less: what makes the move appear is the reason why it is not there. What a guard
//! is called depends on what the moves do: where every legal move captures and the one that was tried does not,
//! captures are compulsory, however the description says so.

mod change;
mod ending;
mod loosen;
pub mod values;

use crate::naming::site_name;
pub use change::{Change, Fault, clauses_of, edited};
pub use ending::Ending;
use loosen::{Guard, Sort, Walk};
use ludarium_engine::ctx::RuleId;
use ludarium_engine::kernel::{Bool, Int, Moves};
use ludarium_engine::position::{PASSED, Piece, Position, Slot};
use ludarium_engine::{Act, Ctx, Game, Mode, Move, SiteType};

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// A whole sentence: `Your king would be in check from b5.`
    pub sentence: String,
    /// The rule that forbids it, where one was found.
    pub rule: Option<RuleId>,
    /// Sites to point at: attackers, what stands in the way, pieces that must capture.
    pub sites: Vec<i32>,
}

/// What somebody tried: a piece from one site to another, or something put on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Nothing where a piece was to be put on a site.
    pub from: Option<i32>,
    pub to: i32,
}

impl Attempt {
    fn fits(self, m: &Move) -> bool {
        if m.is_pass() || m.to != self.to {
            return false;
        }
        match self.from {
            Some(from) => m.from == from,
            None => true,
        }
    }
}

/// At most so many guards, and pieces in the way, are looked at one by one.
const MOST_TRIALS: usize = 300;

/// Why an attempt is not legal; nothing where it is. `sides` gives the names of players.
pub(crate) fn explain(
    ctx: &Ctx<'_>,
    legal: &[Move],
    attempt: Attempt,
    sides: &dyn Fn(usize) -> String,
) -> Option<Explanation> {
    if legal.iter().any(|m| attempt.fits(m)) {
        return None;
    }
    if ![attempt.from.unwrap_or(attempt.to), attempt.to].iter().all(|&site| exists(ctx.game, site)) {
        return Some(said("There is no such place."));
    }
    let asked = Asked { ctx, legal, attempt, sides };
    Some(asked.plain_facts().unwrap_or_else(|| asked.by_rules()))
}

/// A place of the board, or beside it.
fn exists(game: &Game, site: i32) -> bool {
    let beside = game.containers.iter().skip(1).any(|c| (c.first..c.first + c.len).contains(&site));
    beside || (0..game.board_sites(game.site_type) as i32).contains(&site)
}

fn said(sentence: impl Into<String>) -> Explanation {
    Explanation { sentence: sentence.into(), rule: None, sites: Vec::new() }
}

struct Asked<'a, 'g> {
    ctx: &'a Ctx<'g>,
    legal: &'a [Move],
    attempt: Attempt,
    sides: &'a dyn Fn(usize) -> String,
}

impl<'g> Asked<'_, 'g> {
    fn game(&self) -> &'g Game {
        self.ctx.game
    }
    fn kind(&self) -> SiteType {
        self.game().site_type
    }
    fn name(&self, site: i32) -> String {
        site_name(self.game(), self.kind(), site)
    }
    fn names(&self, sites: &[i32]) -> String {
        let names: Vec<String> = sites.iter().map(|&s| self.name(s)).collect();
        match &names[..] {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
    fn piece(&self, pos: &Position, site: i32) -> Piece {
        pos.top(self.ctx.slot(self.kind(), site))
    }
    /// What the piece of a component is called: `king`.
    fn called(&self, what: u16) -> String {
        let label = self.game().components.get(usize::from(what)).map_or("", |c| c.label.as_str());
        label.split('_').next().unwrap_or(label).to_lowercase()
    }
    fn owner(&self, what: u16) -> usize {
        self.game().components.get(usize::from(what)).map_or(0, |c| c.owner)
    }
    fn mover(&self) -> usize {
        self.ctx.pos.mover.into()
    }

    /// What needs no rules: whose turn it is, whose piece that is, what the turn goes on with.
    fn plain_facts(&self) -> Option<Explanation> {
        let (game, pos) = (self.game(), &self.ctx.pos);
        if pos.over {
            return Some(said("The game is over."));
        }
        // What is hidden must not be told by a reason.
        if game.uses.hidden {
            return Some(said("That is not possible here."));
        }
        if game.mode != Mode::Alternating || pos.instance.is_some() || game.uses.deduction_puzzle {
            return Some(said("That is not a legal move here."));
        }
        if let Some(going_on) = self.turn_goes_on() {
            return Some(going_on);
        }
        let Some(from) = self.attempt.from else { return self.pointed_at() };
        let piece = self.piece(pos, from);
        if piece.what == 0 {
            let anything = self.legal.iter().any(|m| m.from == from);
            return (!anything).then(|| said(format!("There is no piece on {}.", self.name(from))));
        }
        if let Some(other) = self.of_another(piece) {
            return Some(other);
        }
        if from == self.attempt.to && !self.legal.iter().any(|m| m.from == m.to) {
            return Some(said("A piece must go to another place."));
        }
        None
    }

    fn of_another(&self, piece: Piece) -> Option<Explanation> {
        let owner = self.owner(piece.what);
        if !(1..=self.game().players).contains(&owner) || owner == self.mover() {
            return None;
        }
        let (whose, turn) = ((self.sides)(owner), (self.sides)(self.mover()));
        let what = self.called(piece.what);
        Some(said(format!("It is {turn}’s turn, and that {what} is {whose}’s.")))
    }

    /// One place was pointed at and nothing was taken up before: to put something there, or to take up what is there.
    fn pointed_at(&self) -> Option<Explanation> {
        let at = self.attempt.to;
        let on_board = |site: i32| (0..self.game().board_sites(self.kind()) as i32).contains(&site);
        let moves = |m: &Move| m.from != m.to && on_board(m.from);
        let choices: Vec<&Move> = self.legal.iter().filter(|m| !m.is_pass()).collect();
        let piece = self.piece(&self.ctx.pos, at);
        if !on_board(at) || choices.is_empty() {
            return None;
        }
        let (moving, place) = (choices.iter().all(|m| moves(m)), self.name(at));
        if piece.what == 0 {
            return moving.then(|| said(format!("There is no piece on {place}.")));
        }
        if !choices.iter().any(|m| moves(m)) {
            let onto = choices.iter().any(|m| self.piece(&self.ctx.pos, m.to).what != 0);
            return (!onto).then(|| said(format!("{} is occupied.", capital(&place))));
        }
        if let Some(other) = self.of_another(piece) {
            return Some(other);
        }
        // It could go somewhere if no rule chose among moves: that rule is the reason.
        let going = Asked { attempt: Attempt { from: Some(at), to: at }, ..*self };
        let elsewhere = Lab::new(&going).unchosen().into_iter().find(|m| m.from == at && m.to != at);
        if let Some(tried) = elsewhere {
            let attempt = Attempt { from: Some(at), to: tried.to };
            return Some(Asked { attempt, ..*self }.by_rules());
        }
        moving.then(|| said(format!("The {} on {place} has no move now.", self.called(piece.what))))
    }

    /// In the middle of a turn: what it goes on with, where that is one piece and not the one that was tried.
    fn turn_goes_on(&self) -> Option<Explanation> {
        let pos = &self.ctx.pos;
        let same = pos.trail.last().is_some_and(|&m| usize::from(m & !PASSED) == self.mover());
        let choices: Vec<&Move> = self.legal.iter().filter(|m| !m.is_pass()).collect();
        let first = choices.first().filter(|_| same)?;
        let at = first.from;
        if choices.iter().any(|m| m.from != at) || self.attempt.from == Some(at) || at < 0 {
            return None;
        }
        let promotes = |m: &&Move| m.decision().is_some_and(|a| matches!(a.act, Act::Promote { .. }));
        let piece = self.called(self.piece(pos, at).what);
        let sentence = if choices.iter().all(promotes) {
            format!("First choose what the {piece} on {} becomes.", self.name(at))
        } else if choices.iter().all(|m| self.captures(m) > 0) {
            format!("The capture must be continued with the {piece} on {}.", self.name(at))
        } else {
            format!("The turn goes on with the {piece} on {}.", self.name(at))
        };
        Some(Explanation { sites: vec![at], ..said(sentence) })
    }

    /// How many pieces of others a move takes off the board.
    fn captures(&self, m: &Move) -> usize {
        let mut after = self.ctx.clone();
        let before = self.of_others(&after.pos);
        after.apply(m);
        // Some captures stay on the board until the turn is over.
        let marked = after.pos.to_remove.len();
        (before + marked).saturating_sub(self.of_others(&after.pos))
    }

    fn of_others(&self, pos: &Position) -> usize {
        let mover = self.mover();
        (0..self.game().board_sites(self.kind()) as i32)
            .map(|site| {
                let slot = self.ctx.slot(self.kind(), site);
                let of = |p: &Piece| p.what != 0 && self.owner(p.what) != mover && self.owner(p.what) != 0;
                if pos.stacking() {
                    pos.levels(slot).iter().filter(|p| of(p)).count()
                } else {
                    usize::from(of(&pos.top(slot))) * usize::try_from(pos.count(slot)).unwrap_or(1).max(1)
                }
            })
            .sum()
    }

    fn by_rules(&self) -> Explanation {
        let mut lab = Lab::new(self);
        let guards = lab.guards();
        let choosing = |_: usize, sort: Sort| sort.chooses();
        if let Some(tried) = lab.find(&choosing, true, None) {
            return self.by_choice(&mut lab, &guards, &tried);
        }
        if let Some(reason) = self.by_pieces(&mut lab) {
            return reason;
        }
        if let Some(reason) = self.by_condition(&mut lab, &guards) {
            return reason;
        }
        match self.attempt.from {
            Some(from) => {
                let what = self.called(self.piece(&self.ctx.pos, from).what);
                said(format!("{} does not move like that.", a(&what)))
            }
            None => self.not_here(),
        }
    }

    /// Nothing can be put on this site.
    fn not_here(&self) -> Explanation {
        let to = self.name(self.attempt.to);
        let there = self.piece(&self.ctx.pos, self.attempt.to);
        // Where pieces are chosen to be taken away or played from, it is no reason that one is there.
        let chosen: Vec<Piece> = self
            .legal
            .iter()
            .filter(|m| !m.is_pass() && m.from == m.to && m.to >= 0)
            .map(|m| self.piece(&self.ctx.pos, m.to))
            .filter(|piece| piece.what != 0)
            .collect();
        if there.what != 0 && !chosen.is_empty() {
            let owners: Vec<usize> = chosen.iter().map(|piece| self.owner(piece.what)).collect();
            let own_only = owners.iter().all(|&owner| owner == self.mover());
            let another = self.of_another(there).filter(|_| own_only);
            let called = self.called(there.what);
            return another.unwrap_or_else(|| said(format!("The {called} on {to} cannot be chosen now.")));
        }
        match there.what {
            0 => said(format!("Nothing can be put on {to} now.")),
            _ => said(format!("{} is occupied.", capital(&to))),
        }
    }

    /// The piece could go there; a rule that chooses among moves forbids it.
    fn by_choice(&self, lab: &mut Lab<'_, '_, 'g>, guards: &[Guard], tried: &Move) -> Explanation {
        let responsible = |lab: &mut Lab<'_, '_, 'g>| {
            for (i, guard) in guards.iter().enumerate().take(MOST_TRIALS) {
                if guard.sort.chooses() && lab.find(&|n, _| n == i, false, None).is_some() {
                    return Some(i);
                }
            }
            // Several forbid it: the first that does so alone.
            (0..guards.len().min(MOST_TRIALS)).find(|&i| {
                guards[i].sort.chooses() && lab.find(&|n, s| s.chooses() && n != i, true, None).is_none()
            })
        };
        let Some(i) = responsible(lab) else {
            if self.game().meta.repeat.is_some() {
                return said("The position would be repeated, which is not allowed.");
            }
            return said("You would lose by that move, which is not allowed.");
        };
        let guard = &guards[i];
        let reason = match guard.sort {
            Sort::After => self.afterwards(lab, guard, tried),
            Sort::First => self.goes_first(tried),
            Sort::Most => self.most(tried),
            Sort::Stored => said("The position would be as it was before, which is not allowed."),
            Sort::OnTrack => said("Another piece on the track comes first."),
            Sort::Condition | Sort::Place => said("That is not allowed here."),
        };
        Explanation { rule: Some(guard.rule), ..reason }
    }

    /// The sites from which the legal moves start.
    fn starts(&self) -> Vec<i32> {
        let mut sites: Vec<i32> =
            self.legal.iter().filter(|m| !m.is_pass()).map(|m| m.from).filter(|&s| s >= 0).collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    }

    /// Every legal move captures, and the one that was tried does not.
    fn compulsory(&self, tried: &Move) -> Option<Explanation> {
        let choices: Vec<&Move> = self.legal.iter().filter(|m| !m.is_pass()).collect();
        let taking = choices.iter().all(|m| self.captures(m) > 0);
        if !taking || choices.is_empty() || self.captures(tried) > 0 {
            return None;
        }
        if self.attempt.from.is_none() && tried.from == tried.to {
            return Some(said("A move must capture, and this one would capture nothing."));
        }
        let sites = self.starts();
        let with = if sites.len() <= 3 {
            format!(" You can capture with the piece on {}.", self.names_or(&sites))
        } else {
            String::new()
        };
        Some(Explanation { sites, ..said(format!("Captures are compulsory.{with}")) })
    }

    /// Compulsory captures, or another kind of move that goes before.
    fn goes_first(&self, tried: &Move) -> Explanation {
        if let Some(reason) = self.compulsory(tried) {
            return reason;
        }
        let (choices, sites) =
            (self.legal.iter().filter(|m| !m.is_pass()).collect::<Vec<_>>(), self.starts());
        let example = choices.first().map(|m| crate::naming::short_name(self.game(), m));
        let other = example.map(|name| format!(", for example {name}")).unwrap_or_default();
        Explanation { sites, ..said(format!("Another kind of move goes first{other}.")) }
    }

    fn names_or(&self, sites: &[i32]) -> String {
        let names: Vec<String> = sites.iter().map(|&s| self.name(s)).collect();
        match &names[..] {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }

    fn most(&self, tried: &Move) -> Explanation {
        let choices: Vec<&Move> = self.legal.iter().filter(|m| !m.is_pass()).collect();
        let mut sites: Vec<i32> = choices.iter().map(|m| m.from).filter(|&s| s >= 0).collect();
        sites.sort_unstable();
        sites.dedup();
        let sentence = if choices.iter().all(|m| self.captures(m) > 0) {
            if self.captures(tried) > 0 {
                "The longest capture must be taken."
            } else {
                "Captures are compulsory."
            }
        } else {
            "Another move goes further, and that one must be made."
        };
        Explanation { sites, ..said(sentence) }
    }

    /// Something must hold once the move is made, and does not.
    fn afterwards(&self, lab: &mut Lab<'_, '_, 'g>, guard: &Guard, tried: &Move) -> Explanation {
        let mut royal = Vec::new();
        if let Some(cond) = &guard.cond {
            threatened(cond, &mut royal);
        }
        for what in royal {
            let mut here = self.ctx.clone();
            // (The piece is named by a rule: a number, or a piece of the mover's.)
            let what = here.int(&what);
            let Ok(what) = u16::try_from(what) else { continue };
            if let Some((site, attackers)) = lab.attackers(tried, what) {
                let before = lab.attacked_now(what);
                let still = if before { "still " } else { "" };
                let sentence = format!(
                    "Your {} would {still}be in check from {}.",
                    self.called(what),
                    self.names(&attackers)
                );
                let mut sites = attackers;
                sites.push(site);
                return Explanation { sites, ..said(sentence) };
            }
        }
        said("After that move something would be so that the rules do not allow.")
    }

    /// What stands on the squares forbids it: on the square itself, in the way, or nothing where something is needed.
    fn by_pieces(&self, lab: &mut Lab<'_, '_, 'g>) -> Option<Explanation> {
        let all = |_: usize, sort: Sort| sort.chooses();
        let pos = &self.ctx.pos;
        let Attempt { from, to } = self.attempt;
        if pos.stacking() {
            return None;
        }
        let from = from?;
        let what = self.called(self.piece(pos, from).what);
        let there = self.piece(pos, to);
        let place = self.name(to);
        if there.what != 0 {
            let mut free = pos.clone();
            free.clear(self.ctx.slot(self.kind(), to));
            if lab.find(&all, true, Some(&free)).is_some() {
                return Some(self.occupied(there, &what, &place));
            }
            // Where an enemy may be taken, one's own piece is what forbids it.
            let enemy = self.enemy_like(there);
            if let Some(enemy) = enemy.filter(|e| e.what != there.what) {
                let mut taken = pos.clone();
                self.put(&mut taken, to, enemy);
                if lab.find(&all, true, Some(&taken)).is_some() {
                    return Some(self.occupied(there, &what, &place));
                }
            }
        } else if let Some(enemy) = self.enemy_like(self.piece(pos, from)) {
            let mut with = pos.clone();
            self.put(&mut with, to, enemy);
            if lab.find(&all, true, Some(&with)).is_some() {
                let sentence = format!("{} goes there only to capture, and {place} is empty.", a(&what));
                return Some(said(sentence));
            }
        }
        self.in_the_way(lab, from, to).or_else(|| self.nothing_to_jump(lab, from, to, &what))
    }

    fn occupied(&self, there: Piece, what: &str, place: &str) -> Explanation {
        let owner = self.owner(there.what);
        let sentence = if owner == self.mover() {
            format!("{} is occupied by your own {}.", capital(place), self.called(there.what))
        } else {
            format!("{} is occupied, and {} cannot capture there.", capital(place), a(what).to_lowercase())
        };
        Explanation { sites: vec![self.attempt.to], ..said(sentence) }
    }

    /// A piece of another player, like this one if there is one.
    fn enemy_like(&self, like: Piece) -> Option<Piece> {
        let game = self.game();
        let label = game.components.get(usize::from(like.what)).map_or("", |c| c.label.as_str());
        let of_enemy = |c: &&(usize, &ludarium_engine::game::Component)| {
            (1..=game.players).contains(&c.1.owner) && c.1.owner != self.mover()
        };
        let all: Vec<(usize, &ludarium_engine::game::Component)> =
            game.components.iter().enumerate().collect();
        let found = all.iter().filter(of_enemy).find(|c| c.1.label == label);
        let found = found.or_else(|| all.iter().find(|c| of_enemy(c)))?;
        Some(Piece {
            what: u16::try_from(found.0).ok()?,
            who: u8::try_from(found.1.owner).ok()?,
            ..Piece::default()
        })
    }

    fn put(&self, pos: &mut Position, site: i32, piece: Piece) {
        let slot = self.ctx.slot(self.kind(), site);
        pos.set_slot(slot, Slot { piece, count: 1 });
    }

    /// Pieces without which the move would be there.
    fn in_the_way(&self, lab: &mut Lab<'_, '_, 'g>, from: i32, to: i32) -> Option<Explanation> {
        let all = |_: usize, sort: Sort| sort.chooses();
        let pos = &self.ctx.pos;
        let sites = 0..self.game().board_sites(self.kind()) as i32;
        let others: Vec<i32> =
            sites.filter(|&s| s != from && s != to && self.piece(pos, s).what != 0).collect();
        if others.is_empty() || others.len() > MOST_TRIALS {
            return None;
        }
        let mut bare = pos.clone();
        // Its own piece on the target may be one reason beside another.
        let own = (self.owner(self.piece(pos, to).what) == self.mover()).then_some(to);
        for &site in others.iter().chain(&own) {
            bare.clear(self.ctx.slot(self.kind(), site));
        }
        lab.find(&all, true, Some(&bare))?;
        // Those that forbid it alone.
        let blocks = |lab: &mut Lab<'_, '_, 'g>, site: i32| {
            let mut with = bare.clone();
            let slot = self.ctx.slot(self.kind(), site);
            with.set_slot(slot, pos.slot_content(slot));
            lab.find(&all, true, Some(&with)).is_none()
        };
        let sites: Vec<i32> = others.into_iter().filter(|&s| blocks(lab, s)).collect();
        let sentence = match &sites[..] {
            [] => return None,
            [one] => {
                let piece = self.piece(pos, *one);
                let whose = if self.owner(piece.what) == self.mover() { "your " } else { "the " };
                let (called, place) = (self.called(piece.what), self.name(*one));
                if self.is_beyond(from, to, *one) {
                    format!("Without {whose}{called} on {place} that move would be possible.")
                } else {
                    format!("{}{called} on {place} is in the way.", capital(whose))
                }
            }
            some if some.iter().any(|&site| self.is_beyond(from, to, site)) => {
                format!("Without the pieces on {} that move would be possible.", self.names(&sites))
            }
            _ => format!("The pieces on {} are in the way.", self.names(&sites)),
        };
        Some(Explanation { sites, ..said(sentence) })
    }

    /// Whether a place is farther away than the target: what stands there is not in the way, though rules may count it.
    fn is_beyond(&self, from: i32, to: i32, site: i32) -> bool {
        let far = |site: i32| {
            let (from, site) = (usize::try_from(from).ok()?, usize::try_from(site).ok()?);
            let board = &self.game().board;
            let within = from.max(site) < board.len(self.kind());
            within.then(|| board.distance(self.kind(), ludarium_board::Relation::Adjacent, from, site))?
        };
        far(site).zip(far(to)).is_some_and(|(site, to)| site > to)
    }

    /// A jump wants something to jump over.
    fn nothing_to_jump(
        &self,
        lab: &mut Lab<'_, '_, 'g>,
        from: i32,
        to: i32,
        what: &str,
    ) -> Option<Explanation> {
        let all = |_: usize, sort: Sort| sort.chooses();
        let pos = &self.ctx.pos;
        let own = self.piece(pos, from);
        let sites = 0..self.game().board_sites(self.kind()) as i32;
        let others: Vec<i32> = sites.filter(|&s| s != from && s != to).take(MOST_TRIALS).collect();
        for (piece, whose) in [(self.enemy_like(own), "enemy "), (Some(own), "")] {
            let Some(piece) = piece else { continue };
            for &site in &others {
                let there = self.piece(pos, site);
                if there.what != 0 && self.owner(there.what) != self.mover() || there.what == piece.what {
                    continue;
                }
                let mut with = pos.clone();
                self.put(&mut with, site, piece);
                let over = |m: &Move| m.between.contains(&site);
                if lab.find(&all, true, Some(&with)).is_some_and(|m| over(&m)) {
                    let place = self.name(site);
                    let sentence = format!("{} goes there only over a {whose}piece on {place}.", a(what))
                        .replace("over a enemy", "over an enemy");
                    return Some(Explanation { sites: vec![site], ..said(sentence) });
                }
            }
        }
        None
    }

    /// A condition of the rules does not hold.
    fn by_condition(&self, lab: &mut Lab<'_, '_, 'g>, guards: &[Guard]) -> Option<Explanation> {
        let asking: Vec<usize> =
            (0..guards.len()).filter(|&i| !guards[i].sort.chooses()).take(MOST_TRIALS).collect();
        for &i in &asking {
            if let Some(tried) = lab.find(&|n, sort| n == i || sort.chooses(), true, None) {
                return Some(self.unmet(&guards[i], &tried));
            }
        }
        // Several conditions of one rule: the first of them that does not hold.
        let mut rules: Vec<RuleId> = asking.iter().map(|&i| guards[i].rule).collect();
        rules.dedup();
        for rule in rules {
            let of_rule = |n: usize| guards.get(n).is_some_and(|g| g.rule == rule);
            let Some(tried) = lab.find(&|n, sort| sort.chooses() || of_rule(n), true, None) else { continue };
            let alone = |lab: &mut Lab<'_, '_, 'g>, i: usize| {
                lab.find(&|n, sort| sort.chooses() || of_rule(n) && n != i, true, None).is_none()
            };
            let first = asking.iter().copied().find(|&i| of_rule(i) && alone(lab, i));
            return first.map(|i| self.unmet(&guards[i], &tried));
        }
        None
    }

    /// Why a condition keeps a move out.
    fn unmet(&self, guard: &Guard, tried: &Move) -> Explanation {
        // What captures may go first without saying so: `(if (can Move …) … …)`.
        let reason = self.compulsory(tried).unwrap_or_else(|| {
            let told = guard.cond.as_ref().and_then(|cond| self.condition(cond));
            told.unwrap_or_else(|| said("A condition of the rules for this move does not hold."))
        });
        Explanation { rule: Some(guard.rule), ..reason }
    }

    /// What does not hold, for the conditions that people have words for.
    fn condition(&self, cond: &Bool) -> Option<Explanation> {
        let mut here = self.ctx.clone();
        here.reg.from = self.attempt.from.unwrap_or(self.attempt.to);
        here.reg.to = self.attempt.to;
        if let Bool::Empty { site, .. } = cond {
            let site = here.int(site);
            let sentence = format!("{} must be empty.", capital(&self.name(site)));
            return (site >= 0).then(|| Explanation { sites: vec![site], ..said(sentence) });
        }
        if let Bool::AllSites { region, cond } = cond {
            let sites: Vec<i32> = here.region(region).iter().collect();
            return self.all_sites(&sites, cond);
        }
        if let Bool::Eq(a, b) = cond {
            let at =
                |side: &'_ Int| if let Int::State { site, .. } = side { Some(site.clone()) } else { None };
            let site = here.int(&*at(a).or_else(|| at(b))?);
            let piece = self.called(self.piece(&self.ctx.pos, site).what);
            let sentence = format!("The {piece} on {} has moved already.", self.name(site));
            let there = site >= 0 && !piece.is_empty();
            return there.then(|| Explanation { sites: vec![site], ..said(sentence) });
        }
        None
    }

    /// Something that must hold of every one of some sites.
    fn all_sites(&self, sites: &[i32], cond: &Bool) -> Option<Explanation> {
        if let Bool::Empty { .. } = cond {
            let full = sites.iter().copied().filter(|&s| self.piece(&self.ctx.pos, s).what != 0);
            let full: Vec<i32> = full.collect();
            let sentence = format!("{} must be empty.", capital(&self.names(&full)));
            return (!full.is_empty()).then(|| Explanation { sites: full, ..said(sentence) });
        }
        let mut royal = Vec::new();
        threatened(cond, &mut royal);
        let sentence = format!("No piece of the opponent’s may attack {}.", self.names_or(sites));
        (!royal.is_empty()).then(|| Explanation { sites: sites.to_vec(), ..said(sentence) })
    }
}

/// The pieces that a condition asks about whether they are attacked.
fn threatened(cond: &Bool, out: &mut Vec<Int>) {
    use ludarium_engine::kernel::walk::{Part, any};
    any([Part::Bool(cond)], |part| {
        if let Part::Bool(Bool::Threatened(t)) = part {
            out.extend(t.what.clone());
        }
        false
    });
}

/// `A rook`, `An elephant`.
fn a(what: &str) -> String {
    let vowel = what.starts_with(['a', 'e', 'i', 'o', 'u']);
    if what.is_empty() { "A piece".to_owned() } else { format!("{} {what}", if vowel { "An" } else { "A" }) }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !text.contains(|c: char| c.is_ascii_digit()) => {
            first.to_uppercase().chain(chars).collect()
        }
        Some(_) | None => text.to_owned(),
    }
}

/// The game with rules that can be loosened.
struct Lab<'l, 'a, 'g> {
    asked: &'l Asked<'a, 'g>,
    game: Game,
    phase: usize,
    play: Moves,
    /// The own rule of the piece that was tried.
    own: Option<(usize, Moves)>,
}

impl<'l, 'a, 'g> Lab<'l, 'a, 'g> {
    fn new(asked: &'l Asked<'a, 'g>) -> Lab<'l, 'a, 'g> {
        let game = asked.game().clone();
        let phase = usize::from(asked.ctx.pos.phase[asked.mover()]).min(game.phases.len() - 1);
        let what = asked.attempt.from.map_or(0, |from| usize::from(asked.piece(&asked.ctx.pos, from).what));
        let own = game.components.get(what).and_then(|c| c.moves.clone()).map(|moves| (what, moves));
        Lab { asked, play: game.phases[phase].play.clone(), phase, own, game }
    }

    /// All guards, in the order of their numbers.
    fn guards(&self) -> Vec<Guard> {
        self.walk(&|_, _| false).0
    }

    fn walk(&self, away: &dyn Fn(usize, Sort) -> bool) -> (Vec<Guard>, Moves, Option<Moves>) {
        let mut walk = Walk { away, met: Vec::new() };
        let mut play = self.play.clone();
        walk.moves(&mut play);
        let own = self.own.as_ref().map(|(_, moves)| {
            let mut moves = moves.clone();
            walk.moves(&mut moves);
            moves
        });
        (walk.met, play, own)
    }

    /// A move that fits the attempt once these guards are gone; `meta`: rules about repetition as well.
    fn find(
        &mut self,
        away: &dyn Fn(usize, Sort) -> bool,
        meta: bool,
        pos: Option<&Position>,
    ) -> Option<Move> {
        let (_, play, own) = self.walk(away);
        self.game.phases[self.phase].play = play;
        if let (Some((what, _)), Some(own)) = (&self.own, own) {
            self.game.components[*what].moves = Some(own);
        }
        let kept = (self.game.meta.repeat, self.game.meta.no_suicide);
        if meta {
            (self.game.meta.repeat, self.game.meta.no_suicide) = (None, false);
        }
        let here = self.asked.ctx;
        let mut ctx = Ctx::new(&self.game, pos.unwrap_or(&here.pos).clone(), here.rng);
        ctx.forced_dice.clone_from(&here.forced_dice);
        ctx.hurried = true;
        let found = ctx.legal_moves().into_iter().find(|m| self.asked.attempt.fits(m));
        (self.game.meta.repeat, self.game.meta.no_suicide) = kept;
        found
    }

    /// What the mover could do if no rule chose among moves.
    fn unchosen(&self) -> Vec<Move> {
        let game = self.free();
        let here = self.asked.ctx;
        let mut ctx = Ctx::new(&game, here.pos.clone(), here.rng);
        ctx.forced_dice.clone_from(&here.forced_dice);
        ctx.hurried = true;
        ctx.legal_moves()
    }

    /// The game with all choosing guards gone, for everybody.
    fn free(&self) -> Game {
        let mut game = self.asked.game().clone();
        let choosing = |_: usize, sort: Sort| sort.chooses();
        let mut walk = Walk { away: &choosing, met: Vec::new() };
        game.phases.iter_mut().for_each(|phase| walk.moves(&mut phase.play));
        (game.meta.repeat, game.meta.no_suicide) = (None, false);
        game
    }

    /// Where a piece of the mover's would stand after a move, and from where it would be attacked.
    fn attackers(&self, tried: &Move, what: u16) -> Option<(i32, Vec<i32>)> {
        let mut after = self.asked.ctx.clone();
        after.apply(tried);
        self.attack(&after.pos, what)
    }

    fn attacked_now(&self, what: u16) -> bool {
        self.attack(&self.asked.ctx.pos, what).is_some()
    }

    /// The first site where the component stands and is attacked, and from where.
    fn attack(&self, pos: &Position, what: u16) -> Option<(i32, Vec<i32>)> {
        let asked = self.asked;
        let mover = asked.ctx.pos.mover;
        let free = self.free();
        let sites = 0..asked.game().board_sites(asked.kind()) as i32;
        let stands: Vec<i32> = sites.filter(|&s| asked.piece(pos, s).what == what).collect();
        let mut found = Vec::new();
        for enemy in (1..=asked.game().players).filter(|&p| p != usize::from(mover)) {
            let mut ctx = Ctx::new(&free, pos.clone(), asked.ctx.rng);
            ctx.pos.over = false;
            (ctx.pos.prev, ctx.pos.mover, ctx.pos.next) = (mover, enemy as u8, mover);
            ctx.judging_threat = true;
            ctx.hurried = true;
            ctx.pos.trail.push(mover);
            found.extend(ctx.legal_moves().into_iter().filter(|m| !m.is_pass() && m.from != m.to));
        }
        for site in stands {
            let mut from: Vec<i32> = found.iter().filter(|m| m.to == site).map(|m| m.from).collect();
            from.sort_unstable();
            from.dedup();
            if !from.is_empty() {
                return Some((site, from));
            }
        }
        None
    }
}

impl Attempt {
    /// What `e1-g1`, `e1 g1` or `c3` means: names of places as moves have them.
    pub fn read(game: &Game, text: &str) -> Option<Attempt> {
        let text = text.trim().to_lowercase();
        if let Some(to) = site_named(game, &text) {
            return Some(Attempt { from: None, to });
        }
        let cuts = text.char_indices().filter(|(_, c)| matches!(c, '-' | ' ')).map(|(at, _)| at);
        cuts.into_iter().find_map(|at| {
            let (from, to) = (site_named(game, text[..at].trim())?, site_named(game, text[at + 1..].trim())?);
            Some(Attempt { from: Some(from), to })
        })
    }
}

/// The place of the board, or beside it, that is called so.
pub fn site_named(game: &Game, name: &str) -> Option<i32> {
    let name = name.to_lowercase();
    let beside = game.containers.iter().skip(1).flat_map(|c| c.first..c.first + c.len);
    let board = 0..game.board_sites(game.site_type) as i32;
    let on_board = board.into_iter().find(|&site| site_name(game, game.site_type, site) == name);
    on_board.or_else(|| beside.into_iter().find(|&site| site_name(game, SiteType::Cell, site) == name))
}

/// Where the clause of a rule stands in the expanded tree of its description.
pub fn rule_clause(reading: &crate::Reading, rule: RuleId) -> Option<ludarium_syntax::NodeId> {
    let checked = reading.game.as_ref()?;
    let (_, rules) = ludarium_ludemes::assemble::assemble(checked).ok()?;
    rules.get(rule.0 as usize).map(|(_, node)| *node)
}

impl crate::State {
    /// Why a move that somebody tried is not legal, in a sentence that names the rule; nothing where it is legal.
    ///
    /// ```
    /// use ludarium_play::why::Attempt;
    /// let game = ludarium_play::Game::load("Chess").unwrap();
    /// let state = game.start(1);
    /// let tried = Attempt::read(&game, "a1-a3").unwrap();
    /// assert_eq!(state.why_not(tried).unwrap().sentence, "Your pawn on a2 is in the way.");
    /// ```
    pub fn why_not(&self, attempt: Attempt) -> Option<Explanation> {
        self.why_not_told(attempt, &|player| format!("Player {player}"))
    }

    /// The same with other names for the players: `White` and `Black`.
    pub fn why_not_told(&self, attempt: Attempt, sides: &dyn Fn(usize) -> String) -> Option<Explanation> {
        explain(&self.as_arrived(), self.legal_moves(), attempt, sides)
    }

    /// The clause that keeps a move out, found by changing the text: with the change that is told the move is legal.
    /// Nothing where it is legal, where no single change lets it in, and where something is hidden.
    pub fn change_for(&self, reading: &crate::Reading, attempt: Attempt) -> Option<Change> {
        let ctx = self.as_arrived();
        let known = [attempt.from.unwrap_or(attempt.to), attempt.to].iter().all(|&s| exists(ctx.game, s));
        let legal = self.legal_moves().iter().any(|m| attempt.fits(m));
        let apart = ctx.pos.over || ctx.game.uses.hidden || ctx.pos.instance.is_some();
        let checked = reading.game.as_ref().filter(|_| known && !legal && !apart)?;
        let mut search = change::Search {
            tree: &reading.expanded.game,
            checked,
            game: ctx.game,
            pos: &ctx.pos,
            rng: ctx.rng,
            forced_dice: &ctx.forced_dice,
            attempt,
            tried: 0,
        };
        search.run()
    }

    /// The values of the clause that a change names and of its parts, for the move that was tried. Nothing where the
    /// clause speaks of something that is not known before the move is made (what it passes, a site of a loop).
    pub fn values_of(
        &self,
        reading: &crate::Reading,
        change: &Change,
        attempt: Attempt,
    ) -> Vec<values::Valued> {
        const UNKNOWN: [&str; 8] =
            ["(between)", "(site)", "(level)", "(value)", "(player)", "(pips)", "(track)", "(hint)"];
        let text = reading.expanded.game.print(change.node);
        let told = match change.fault {
            Fault::Unmet | Fault::Met | Fault::Region => !UNKNOWN.iter().any(|word| text.contains(word)),
            Fault::Choice | Fault::Direction | Fault::Range | Fault::Rule => false,
        };
        let Some(checked) = reading.game.as_ref().filter(|_| told) else { return Vec::new() };
        let Some(clause) = values::clause_at(checked, change.node) else { return Vec::new() };
        let mut ctx = self.as_arrived();
        (ctx.reg.from, ctx.reg.to) = (attempt.from.unwrap_or(attempt.to), attempt.to);
        values::values(checked, clause, &ctx)
    }

    /// The rules that give a legal move, outermost last.
    pub fn rules_giving(&self, attempt: Attempt) -> Vec<RuleId> {
        let mut ctx = self.as_arrived();
        ctx.witness = Some(std::sync::Arc::new(ludarium_engine::ctx::Witness::of(ctx.game)));
        let moves = ctx.legal_moves();
        moves.iter().find(|m| attempt.fits(m)).map(|m| m.given.to_vec()).unwrap_or_default()
    }
}
