//! Positions as text, whole: with counters, chance and everything else that the future of a game depends on, so that a
//! game goes on from the text exactly as it would have gone on from the position. One line per part, all of it numbers;
//! parts that are as in an empty position are left out. Made for programs; for people there is [`crate::notation`].

use crate::state::State;
use crate::trial::{read_move, write_move};
use ludarium_engine::position::{Instance, Piece, Position, Puzzle, Slot};
use ludarium_engine::rng::Rng;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::{Ctx, Game, SiteType};
use std::fmt::Write;
use std::sync::Arc;

const FIRST: &str = "ludarium position 1";

/// One part of a position as a list of numbers, out and in. `None` coming in: such numbers cannot be.
struct Part {
    key: &'static str,
    get: fn(&Position) -> Vec<i64>,
    set: fn(&mut Position, &[i64], &Bounds) -> Option<()>,
}

/// What numbers in a text may be for the game.
struct Bounds {
    players: i64,
    phases: i64,
    sites: i64,
    components: usize,
}

macro_rules! scalar {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| vec![i64::from(p.$field)],
            set: |p, v, _| match v {
                [x] => x.to_owned().try_into().map(|x| p.$field = x).ok(),
                _ => None,
            },
        }
    };
}
macro_rules! flag {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| vec![i64::from(p.$field)],
            set: |p, v, _| match v {
                [x @ 0..=1] => {
                    p.$field = *x == 1;
                    Some(())
                }
                _ => None,
            },
        }
    };
}
macro_rules! numbers {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().map(|&x| i64::from(x)).collect(),
            set: |p, v, _| {
                p.$field = v.iter().map(|&x| x.try_into().ok()).collect::<Option<_>>()?;
                Some(())
            },
        }
    };
}
macro_rules! table {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().map(|&x| i64::from(x)).collect(),
            set: |p, v, _| {
                if v.len() != p.$field.len() {
                    return None;
                }
                for (to, &from) in p.$field.iter_mut().zip(v) {
                    *to = from.try_into().ok()?;
                }
                Some(())
            },
        }
    };
}
macro_rules! seats {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().map(|&x| i64::from(x)).collect(),
            set: |p, v, _| {
                let most = p.$field.len() as i64;
                if v.len() != p.$field.len() || v.iter().any(|x| !(0..most).contains(x)) {
                    return None;
                }
                p.$field.iter_mut().zip(v).for_each(|(to, &from)| *to = from as u8);
                Some(())
            },
        }
    };
}
macro_rules! reals {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().map(|x| x.to_bits() as i64).collect(),
            set: |p, v, _| {
                if v.len() != p.$field.len() {
                    return None;
                }
                for (to, &from) in p.$field.iter_mut().zip(v) {
                    *to = f64::from_bits(from as u64);
                }
                Some(())
            },
        }
    };
}
macro_rules! hashes {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().map(|&x| x as i64).collect(),
            set: |p, v, _| {
                p.$field = v.iter().map(|&x| x as u64).collect();
                Some(())
            },
        }
    };
}
macro_rules! player {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| vec![i64::from(p.$field)],
            set: |p, v, b| match v {
                [x] if (0..=b.players).contains(x) => {
                    p.$field = *x as u8;
                    Some(())
                }
                _ => None,
            },
        }
    };
}
macro_rules! sites {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().map(i64::from).collect(),
            set: |p, v, b| {
                p.$field = site_set(v, b)?;
                Some(())
            },
        }
    };
}
macro_rules! triples {
    ($field:ident) => {
        Part {
            key: stringify!($field),
            get: |p| p.$field.iter().flat_map(|&(k, s, n)| [k as i64, i64::from(s), i64::from(n)]).collect(),
            set: |p, v, _| {
                p.$field = triples(v, |k, s, n| Some((kind(k)?, s.try_into().ok()?, n.try_into().ok()?)))?;
                Some(())
            },
        }
    };
}

/// Every part but the contents of sites, the last move, puzzles and matches.
const PARTS: &[Part] = &[
    player!(mover),
    player!(next),
    player!(prev),
    scalar!(counter),
    scalar!(temp),
    numbers!(pending),
    Part {
        key: "phase",
        get: |p| p.phase.iter().map(|&x| i64::from(x)).collect(),
        set: |p, v, b| {
            if v.len() != p.phase.len() || v.iter().any(|x| !(0..b.phases).contains(x)) {
                return None;
            }
            p.phase.iter_mut().zip(v).for_each(|(to, &from)| *to = from as u8);
            Some(())
        },
    },
    table!(scores),
    reals!(payoffs),
    table!(amounts),
    scalar!(pot),
    table!(player_values),
    seats!(teams),
    seats!(order),
    Part {
        key: "active",
        get: |p| vec![i64::from(p.active)],
        set: |p, v, b| match v {
            // Bits of players who do not exist would be waited for without end.
            [x] if x & !((2 << b.players) - 2) == 0 => {
                p.active = *x as u32;
                Some(())
            }
            _ => None,
        },
    },
    scalar!(stalemated),
    scalar!(triggered),
    reals!(ranks),
    flag!(over),
    scalar!(winner),
    numbers!(winners),
    numbers!(losers),
    scalar!(wins_decided),
    scalar!(losses_decided),
    Part {
        key: "dice",
        get: |p| lists(p.dice.iter().map(|d| d.iter().map(|&x| i64::from(x)).collect())),
        set: |p, v, _| {
            let all = unlist(v)?;
            let one = |d: &[i64]| d.iter().map(|&x| x.try_into().ok()).collect::<Option<_>>();
            p.dice = all.into_iter().map(one).collect::<Option<_>>()?;
            Some(())
        },
    },
    numbers!(dice_sum),
    flag!(dice_all_equal),
    table!(vars),
    scalar!(turns),
    scalar!(turns_same_player),
    scalar!(consecutive_passes),
    scalar!(trump),
    numbers!(propositions),
    numbers!(votes),
    scalar!(decided),
    numbers!(remembered),
    Part {
        key: "remembered_by_name",
        get: |p| {
            let named = |(name, values): &(u16, Vec<i32>)| {
                [i64::from(*name)].into_iter().chain(values.iter().map(|&x| i64::from(x))).collect()
            };
            lists(p.remembered_by_name.iter().map(named))
        },
        set: |p, v, _| {
            let named = |d: &[i64]| {
                let (name, values) = d.split_first()?;
                let values = values.iter().map(|&x| x.try_into().ok()).collect::<Option<Vec<i32>>>()?;
                Some(((*name).try_into().ok()?, values))
            };
            p.remembered_by_name = unlist(v)?.into_iter().map(named).collect::<Option<_>>()?;
            Some(())
        },
    },
    Part {
        key: "notes",
        get: |p| p.notes.iter().flat_map(|&(a, b, c)| [i64::from(a), i64::from(b), i64::from(c)]).collect(),
        set: |p, v, _| {
            p.notes =
                triples(v, |a, b, c| Some((a.try_into().ok()?, b.try_into().ok()?, c.try_into().ok()?)))?;
            Some(())
        },
    },
    sites!(visited),
    numbers!(to_remove),
    numbers!(remaining_dominoes),
    Part {
        key: "stored_state",
        get: |p| vec![p.stored_state as i64],
        set: |p, v, _| match v {
            [x] => {
                p.stored_state = *x as u64;
                Some(())
            }
            _ => None,
        },
    },
    triples!(costs),
    triples!(site_phases),
    Part {
        key: "on_track",
        get: |p| {
            let one = |t: &Vec<(u16, i32, i32)>| {
                t.iter().flat_map(|&(a, b, c)| [i64::from(a), i64::from(b), i64::from(c)]).collect()
            };
            lists(p.on_track.iter().map(one))
        },
        set: |p, v, _| {
            let piece =
                |a: i64, b: i64, c: i64| Some((a.try_into().ok()?, b.try_into().ok()?, c.try_into().ok()?));
            p.on_track = unlist(v)?.into_iter().map(|t| triples(t, piece)).collect::<Option<_>>()?;
            Some(())
        },
    },
    scalar!(moves_made),
    scalar!(start_moves),
    scalar!(turn_from),
    numbers!(trail),
    hashes!(seen),
    hashes!(seen_in_turn),
    Part {
        key: "start_sites",
        get: |p| lists(p.start_sites.iter().map(|s| s.iter().map(i64::from).collect())),
        set: |p, v, b| {
            let sets = unlist(v)?.into_iter().map(|s| site_set(s, b)).collect::<Option<Vec<SiteSet>>>()?;
            p.start_sites = Arc::new(sets);
            (p.start_sites.len() == b.components).then_some(())
        },
    },
];

fn site_set(numbers: &[i64], bounds: &Bounds) -> Option<SiteSet> {
    // A set takes memory up to its greatest number.
    numbers.iter().map(|&s| (0..bounds.sites).contains(&s).then_some(s as i32)).collect()
}

/// Several lists in one: each with its length before it.
fn lists(all: impl Iterator<Item = Vec<i64>>) -> Vec<i64> {
    all.flat_map(|list| [list.len() as i64].into_iter().chain(list)).collect()
}

fn unlist(mut rest: &[i64]) -> Option<Vec<&[i64]>> {
    let mut all = Vec::new();
    while let Some((&len, after)) = rest.split_first() {
        let (list, after) = after.split_at_checked(usize::try_from(len).ok()?)?;
        all.push(list);
        rest = after;
    }
    Some(all)
}

fn triples<T>(numbers: &[i64], make: impl Fn(i64, i64, i64) -> Option<T>) -> Option<Vec<T>> {
    let one = |t: &[i64]| if let [a, b, c] = *t { make(a, b, c) } else { None };
    numbers.chunks(3).map(one).collect()
}

fn kind(number: i64) -> Option<SiteType> {
    SiteType::ALL.into_iter().find(|k| *k as i64 == number)
}

fn join(numbers: &[i64]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Begins every line about the game that is being played inside a match.
const INSIDE: &str = "in ";

/// Writes a position and chance as it stood before the legal moves were worked out.
pub(crate) fn write(ctx: &Ctx<'_>) -> Result<String, String> {
    let mut out = format!("{FIRST}\nchance {}\n", ctx.rng.state() as i64);
    let dice: Vec<i64> = ctx.forced_dice.iter().flat_map(|&(s, f)| [i64::from(s), i64::from(f)]).collect();
    if !dice.is_empty() {
        let _ = writeln!(out, "forced {}", join(&dice));
    }
    out += &lines_of(ctx.game, &ctx.pos);
    Ok(out)
}

/// The lines of a position; those of a game inside a match come last.
fn lines_of(game: &Game, pos: &Position) -> String {
    let empty = Position::empty(game);
    let mut out = format!("game {}\n", game.name);
    for part in PARTS {
        let numbers = (part.get)(pos);
        if numbers != (part.get)(&empty) {
            let _ = writeln!(out, "{} {}", part.key, join(&numbers));
        }
    }
    for slot in 0..game.layout.nowhere {
        let pieces: Vec<(Piece, i32)> = if pos.stacking() {
            pos.levels(slot).iter().map(|p| (*p, 1)).collect()
        } else {
            let content = pos.slot_content(slot);
            if content == Slot::default() { Vec::new() } else { vec![(content.piece, content.count)] }
        };
        let mut numbers = vec![slot as i64];
        for (p, count) in pieces {
            numbers.extend([
                i64::from(p.what),
                p.who.into(),
                p.rotation.into(),
                p.state.into(),
                p.value.into(),
            ]);
            numbers.push(count.into());
        }
        if numbers.len() > 1 {
            let _ = writeln!(out, "at {}", join(&numbers));
        }
        if let Some(levels) = pos.hidden.get(slot).filter(|levels| !levels.is_empty()) {
            let halves = levels.iter().flat_map(|&h| [(h >> 64) as u64 as i64, h as u64 as i64]);
            let numbers: Vec<i64> = [slot as i64].into_iter().chain(halves).collect();
            let _ = writeln!(out, "hidden {}", join(&numbers));
        }
    }
    if let Some(puzzle) = &pos.puzzle {
        for kind in SiteType::ALL {
            let bits: Vec<i64> = puzzle.candidates[kind as usize].iter().map(|&b| b as i64).collect();
            let _ = writeln!(out, "puzzle {} {}", kind as usize, join(&bits));
        }
    }
    if let Some(last) = &pos.last {
        let mut numbers =
            vec![last.from_kind as i64, last.to_kind as i64, last.level_min.into(), last.level_max.into()];
        numbers.extend(last.between.iter().map(|&s| i64::from(s)));
        let _ = writeln!(out, "last {}", write_move(game, last));
        let _ = writeln!(out, "about_last {}", join(&numbers));
    }
    if let Some(instance) = &pos.instance {
        let _ = writeln!(out, "instance {} {}", instance.index, instance.played);
        for line in lines_of(&game.subgames[instance.index].game, &instance.position).lines() {
            let _ = writeln!(out, "{INSIDE}{line}");
        }
    }
    out
}

/// Reads a position of a game.
pub(crate) fn read<'g>(game: &'g Game, text: &str) -> Result<Ctx<'g>, String> {
    let mut lines = text.lines().enumerate().map(|(n, line)| (n + 1, line));
    if lines.next().map(|(_, l)| l) != Some(FIRST) {
        return Err(format!("a position begins with `{FIRST}`"));
    }
    read_lines(game, lines)
}

fn read_lines<'g, 't>(
    game: &'g Game,
    lines: impl Iterator<Item = (usize, &'t str)>,
) -> Result<Ctx<'g>, String> {
    let bounds = Bounds {
        players: game.players as i64,
        phases: game.phases.len() as i64,
        // Sites are numbered within their kind: never as high as there are slots and sites in all.
        sites: SiteType::ALL.iter().map(|&k| game.board.len(k) as i64).sum::<i64>()
            + game.layout.slots() as i64,
        components: game.components.len(),
    };
    let mut ctx = Ctx::new(game, Position::empty(game), Rng::new(0));
    let mut inside = Vec::new();
    for (n, line) in lines {
        if let Some(line) = line.strip_prefix(INSIDE) {
            inside.push((n, line));
            continue;
        }
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = || format!("line {n}: `{key}` cannot be read");
        let done = match key {
            "" => Some(()),
            "game" if rest == game.name => Some(()),
            "game" => return Err(format!("a position of {rest}, not of {}", game.name)),
            "last" => {
                ctx.pos.last = Some(Arc::new(read_move(game, rest).map_err(|e| format!("line {n}: {e}"))?));
                Some(())
            }
            _ => {
                let words = rest.split(' ').filter(|w| !w.is_empty());
                let numbers =
                    words.map(|w| w.parse().ok()).collect::<Option<Vec<i64>>>().ok_or_else(wrong)?;
                line_in(&mut ctx, key, &numbers, &bounds)
            }
        };
        done.ok_or_else(wrong)?;
    }
    // (Games inside a match are no matches themselves, so this goes no deeper.)
    match (&mut ctx.pos.instance, inside.first()) {
        (Some(instance), _) => {
            instance.position = read_lines(&game.subgames[instance.index].game, inside.into_iter())?.pos;
        }
        (None, Some((n, _))) => return Err(format!("line {n}: which game of the match?")),
        (None, None) => {}
    }
    Ok(ctx)
}

/// Takes one line of numbers in.
fn line_in(ctx: &mut Ctx<'_>, key: &str, v: &[i64], bounds: &Bounds) -> Option<()> {
    let game = ctx.game;
    let slot_of = |x: i64| usize::try_from(x).ok().filter(|&s| s < game.layout.nowhere);
    match key {
        "chance" => {
            let [state] = v else { return None };
            ctx.rng = Rng::new(*state as u64);
        }
        "at" => {
            let (&slot, pieces) = v.split_first()?;
            let slot = slot_of(slot)?;
            ctx.pos.clear(slot);
            if pieces.len() % 6 != 0 || (!ctx.pos.stacking() && pieces.len() != 6) {
                return None;
            }
            for p in pieces.chunks(6) {
                let what = u16::try_from(p[0]).ok().filter(|&w| usize::from(w) < game.components.len())?;
                let piece = Piece {
                    what,
                    who: p[1].try_into().ok()?,
                    rotation: p[2].try_into().ok()?,
                    state: p[3].try_into().ok()?,
                    value: p[4].try_into().ok()?,
                };
                if ctx.pos.stacking() {
                    ctx.pos.push(slot, piece);
                } else {
                    ctx.pos.set_slot(slot, Slot { piece, count: p[5].try_into().ok()? });
                }
            }
        }
        "hidden" => {
            let (&slot, halves) = v.split_first()?;
            let levels = ctx.pos.hidden.get_mut(slot_of(slot)?)?;
            if halves.len() % 2 != 0 {
                return None;
            }
            let whole = |h: &[i64]| u128::from(h[0] as u64) << 64 | u128::from(h[1] as u64);
            *levels = halves.chunks(2).map(whole).collect();
        }
        "puzzle" => {
            let (&which, bits) = v.split_first()?;
            let which = kind(which)?;
            if !game.uses.deduction_puzzle || bits.len() > game.board.len(which) {
                return None;
            }
            let candidates = bits.iter().map(|&b| b as u64).collect();
            let puzzle =
                ctx.pos.puzzle.get_or_insert_with(|| Box::new(Puzzle { candidates: Default::default() }));
            puzzle.candidates[which as usize] = candidates;
        }
        "about_last" => {
            let [from, to, low, high, ref between @ ..] = *v else { return None };
            let last = Arc::make_mut(ctx.pos.last.as_mut()?);
            (last.from_kind, last.to_kind) = (kind(from)?, kind(to)?);
            (last.level_min, last.level_max) = (low.try_into().ok()?, high.try_into().ok()?);
            last.between = between.iter().map(|&s| s.try_into().ok()).collect::<Option<_>>()?;
        }
        "instance" => {
            let [index, played] = *v else { return None };
            let index = usize::try_from(index).ok().filter(|&i| i < game.subgames.len())?;
            let position = Position::empty(&game.subgames[index].game);
            let played = played.try_into().ok()?;
            ctx.pos.instance = Some(Box::new(Instance { index, position, played }));
        }
        "forced" => {
            let pair = |d: &[i64]| {
                if let [s, f] = *d { Some((s.try_into().ok()?, f.try_into().ok()?)) } else { None }
            };
            ctx.forced_dice = v.chunks(2).map(pair).collect::<Option<_>>()?;
        }
        _ => {
            let part = PARTS.iter().find(|part| part.key == key)?;
            (part.set)(&mut ctx.pos, v, bounds)?;
        }
    }
    Some(())
}

impl State {
    /// The whole position as text, chance included: [`State::from_text`] goes on from it in exactly the same way. What
    /// was played before is not in it; [`crate::Record`] keeps that.
    ///
    /// ```
    /// use ludarium_play::{Rng, Selection, State, compile, library_defines, read};
    /// let text = ludarium_play::find("Nine Men's Morris").unwrap().text;
    /// let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
    /// let mut state = State::start(&game, 1);
    /// state.play_random(&mut Rng::new(1), 30);
    /// let again = State::from_text(&game, &state.to_text()?)?;
    /// assert_eq!(again.situation_hash(), state.situation_hash());
    /// assert_eq!(again.legal_moves(), state.legal_moves());
    /// # Ok::<(), String>(())
    /// ```
    pub fn to_text(&self) -> Result<String, String> {
        write(&self.as_arrived())
    }

    /// Goes on from a position that [`State::to_text`] wrote. The game must be the same, with the same options.
    pub fn from_text(game: &crate::Game, text: &str) -> Result<State, String> {
        Ok(State::from_ctx(game, read(game, text)?, 0))
    }
}
