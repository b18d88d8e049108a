//! Of which kinds a move is (a step, a hop over an enemy, a custodial capture …) and of which kind an ending. The rules
//! beside the ludemes say what a clause is; the engine's witness says which clauses gave a move; the position says the
//! rest (what stood on the target, what was jumped over). Knows no statistics.

use crate::rules::Shown;
use crate::taxonomy::{self, Set, id};
use crate::verdict::end_places;
use ludarium_engine::{Act, SiteType};
use ludarium_play::{Ctx, Game, Move, Reading};
use std::sync::LazyLock;

/// What a game's clauses are, by rule and by end rule.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// By rule of the kernel.
    rules: Vec<Set>,
    /// By end rule, in the order of [`crate::trial::end_rules`].
    ends: Vec<Set>,
}

/// A concept that is counted in play: its own number and that of what is counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub frequency: u16,
    pub of: u16,
    pub name: &'static str,
    /// Whether it speaks of endings.
    pub end: bool,
}

/// Every `…Frequency`, by id.
pub fn counted() -> &'static [Counted] {
    static COUNTED: LazyLock<Vec<Counted>> = LazyLock::new(|| {
        let frequencies = taxonomy::all().iter().filter(|c| !c.compiled);
        frequencies
            .filter_map(|c| {
                let of = taxonomy::by_name(c.name.strip_suffix("Frequency")?)?;
                let end = c.kind == taxonomy::Kind::End;
                Some(Counted { frequency: c.id, of: of.id, name: c.name, end })
            })
            .collect()
    });
    &COUNTED
}

struct Ids {
    /// Step, slide, leap: the decision, and to an empty site, a friend, an enemy.
    simple: [[u16; 4]; 3],
    hop: u16,
    /// Over an enemy, over a friend; to an empty site, a friend, an enemy.
    hops: [[u16; 3]; 2],
    hop_long: u16,
    hop_capture: u16,
    hop_capture_long: u16,
    from_to: u16,
    from_to_where: [u16; 2],
    from_to_what: [u16; 3],
    replacement: u16,
    sow_taking: [u16; 2],
    remove: u16,
    carry: u16,
    pass: u16,
    swap: u16,
}

static IDS: LazyLock<Ids> = LazyLock::new(|| Ids {
    simple: ["Step", "Slide", "Leap"]
        .map(|kind| ["", "ToEmpty", "ToFriend", "ToEnemy"].map(|to| id(&format!("{kind}Decision{to}")))),
    hop: id("HopDecision"),
    hops: ["Enemy", "Friend"]
        .map(|over| ["Empty", "Friend", "Enemy"].map(|to| id(&format!("HopDecision{over}To{to}")))),
    hop_long: id("HopDecisionMoreThanOne"),
    hop_capture: id("HopCapture"),
    hop_capture_long: id("HopCaptureMoreThanOne"),
    from_to: id("FromToDecision"),
    from_to_where: ["WithinBoard", "BetweenContainers"].map(|w| id(&format!("FromToDecision{w}"))),
    from_to_what: ["Empty", "Friend", "Enemy"].map(|w| id(&format!("FromToDecision{w}"))),
    replacement: id("ReplacementCapture"),
    sow_taking: ["SowCapture", "SowRemove"].map(id),
    remove: id("RemoveEffect"),
    carry: id("FromToEffect"),
    pass: id("PassDecision"),
    swap: id("SwapPlayersDecision"),
});

/// Whose a piece is, seen from another piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Nobody,
    Friend,
    Enemy,
}

fn stands(ctx: &Ctx<'_>, own: usize, kind: SiteType, site: i32) -> Stands {
    if ctx.what(kind, site) == 0 {
        return Stands::Nobody;
    }
    let other = ctx.who(kind, site);
    let team = |player: usize| ctx.pos.teams.get(player).copied().unwrap_or_default();
    let allied = ctx.game.uses.teams && own != 0 && other != 0 && team(own) == team(other);
    // A piece that belongs to nobody is nobody's enemy.
    if other == own || other == 0 || other > ctx.game.players || allied {
        Stands::Friend
    } else {
        Stands::Enemy
    }
}

impl Kinds {
    /// None for matches, whose rules are those of several games.
    pub fn of(reading: &Reading, game: &Game) -> Option<Kinds> {
        let checked = reading.game.as_ref()?;
        let (_, clauses) = ludarium_ludemes::assemble::assemble(checked).ok()?;
        let sites = [SiteType::Vertex, SiteType::Edge, SiteType::Cell, game.site_type];
        let shown = Shown::of(checked, game.players, sites.map(|kind| game.board.len(kind)));
        let own = shown.own_by_place();
        let at = |node| own.get(node).copied().unwrap_or_default();
        let rules = clauses.iter().map(|(_, node)| at(node)).collect();
        let ends = end_places(reading).iter().map(at).collect();
        Some(Kinds { rules, ends })
    }

    /// Of which kinds an ending by this rule is.
    pub fn of_end(&self, rule: usize) -> Option<&Set> {
        self.ends.get(rule)
    }

    /// Of which kinds a move is: `m` as it was legal in the position, `made` as it was made. Both must have been
    /// given while a witness listened.
    pub fn of_move(&self, ctx: &Ctx<'_>, m: &Move, made: &Move) -> Set {
        let ids = &*IDS;
        let mut by_rules = Set::default();
        for rule in m.given.iter().chain(&made.given) {
            if let Some(set) = self.rules.get(rule.0 as usize) {
                by_rules.join(set);
            }
        }
        let mut set = by_rules;
        // What depends on the position is asked of the position.
        ids.simple.iter().flat_map(|kind| &kind[1..]).for_each(|&id| set.take(id));
        ids.hops.iter().flatten().for_each(|&id| set.take(id));
        ids.from_to_where.iter().chain(&ids.from_to_what).for_each(|&id| set.take(id));
        for id in [ids.hop_long, ids.hop_capture, ids.hop_capture_long, ids.replacement] {
            set.take(id);
        }
        let decision = m.decision();
        if decision.is_some_and(|a| a.act.is_pass()) {
            set.add(ids.pass);
        }
        if m.is_swap() {
            set.add(ids.swap);
        }
        let removed =
            |site: i32| made.actions.iter().any(|a| matches!(&a.act, Act::Remove { to, .. } if *to == site));
        if let Some(decision) = decision.filter(|_| ctx.what(m.from_kind, m.from) != 0 && m.to >= 0) {
            let own = match ctx.who(m.from_kind, m.from) {
                0 => usize::from(ctx.pos.mover),
                owner => owner,
            };
            let target = stands(ctx, own, decision.to_kind(), decision.to());
            let choose = |[empty, friend, enemy]: [u16; 3]| match target {
                Stands::Nobody => empty,
                Stands::Friend => friend,
                Stands::Enemy => enemy,
            };
            for [kind, empty, friend, enemy] in ids.simple {
                if by_rules.has(kind) {
                    set.add(choose([empty, friend, enemy]));
                }
            }
            if by_rules.has(ids.from_to) {
                set.add(choose(ids.from_to_what));
                let on_board = |kind: SiteType, site: i32| (site as usize) < ctx.game.board_sites(kind);
                let within = on_board(decision.from_kind(), decision.from())
                    && on_board(decision.to_kind(), decision.to());
                set.add(ids.from_to_where[usize::from(!within)]);
            }
            if by_rules.has(ids.replacement) && target != Stands::Nobody {
                set.add(ids.replacement);
            }
            if by_rules.has(ids.hop) {
                let over: Vec<Stands> = m.between.iter().map(|&s| stands(ctx, own, m.from_kind, s)).collect();
                for (what, list) in [Stands::Enemy, Stands::Friend].into_iter().zip(ids.hops) {
                    if over.contains(&what) {
                        set.add(choose(list));
                    }
                }
                let long = over.iter().filter(|s| **s != Stands::Nobody).count() > 1;
                if long {
                    set.add(ids.hop_long);
                }
                let taken = m.between.iter().filter(|&&s| removed(s)).count();
                if taken > 0 {
                    set.add(ids.hop_capture);
                }
                if taken > 1 {
                    set.add(ids.hop_capture_long);
                }
            }
        }
        // Sowing takes where what it does to take was done.
        if !set.has(ids.remove) && !set.has(ids.carry) {
            ids.sow_taking.iter().for_each(|&id| set.take(id));
        }
        set
    }
}
