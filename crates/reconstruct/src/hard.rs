//! What no documented game does: reasons to turn a candidate down whatever else is known of it. Each is found out by the
//! rules themselves or by a few games at random, never by taste. How rarely documented games show each of them is
//! measured by `--example calibrate` and told in `docs/measurements/reconstruction.md`.
//!
//! Knows set-ups, ends and random games; refuses to know how well a game plays.

use crate::gate::{armies, compiled_game};
use crate::setup::start_of;
use crate::term::{Shape, Term};
use ludarium_concepts::trial::end_rules;
use ludarium_engine::game::ComponentKind;
use ludarium_engine::kernel::boolean::PiecesOf;
use ludarium_engine::kernel::end::{Outcome, ResultKind};
use ludarium_engine::kernel::{Bool, EndRule, Int};
use ludarium_engine::types::{Mode, Role};
use ludarium_play::{Game, Rng, State};

/// A thing that no documented game does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Oddity {
    /// The set-up puts a piece where another stands already.
    Overwritten,
    /// A shape of pieces that an end asks for is there when no piece is.
    Emptiness,
    /// A player wins by having all pieces taken, and nobody had to take them.
    GivenAway,
    /// No move changes anything.
    NothingMoves,
    /// Of two players with as many pieces only one can ever win.
    OneWinner,
    /// The game is over before anybody chose anything.
    OverAtOnce,
    /// A piece is declared, and nothing ever brings it onto the board.
    NeverStands,
    /// Ends depend on nothing that happens: none can ever come, or one always holds.
    IdleEnds,
    /// One of two players has no piece, and the other has.
    NoArmy,
}

impl Oddity {
    pub const ALL: [Oddity; 9] = [
        Oddity::Overwritten,
        Oddity::Emptiness,
        Oddity::GivenAway,
        Oddity::NothingMoves,
        Oddity::OneWinner,
        Oddity::OverAtOnce,
        Oddity::NeverStands,
        Oddity::IdleEnds,
        Oddity::NoArmy,
    ];
    pub fn words(self) -> &'static str {
        match self {
            Oddity::Overwritten => "the set-up puts pieces where others stand already, which vanish",
            Oddity::Emptiness => "an end asks for a shape of pieces and is satisfied where no piece stands",
            Oddity::GivenAway => "a player wins by losing all pieces, though nobody has to take them",
            Oddity::NothingMoves => "no move changes anything on the board",
            Oddity::OneWinner => "both players have as many pieces, and only one of them can ever win",
            Oddity::OverAtOnce => "every game is over at once",
            Oddity::NeverStands => "a declared piece never stands on the board, and no rule brings it there",
            Oddity::IdleEnds => "what ends the game depends on nothing that happens in it",
            Oddity::NoArmy => "one player has pieces and the other never has one",
        }
    }
}

/// So many games at random, of so many moves each, are looked at.
const GAMES: u64 = 4;
const PLIES: usize = 250;
/// Set-ups with more clauses than this are not asked clause by clause.
const CLAUSES: usize = 60;

/// All that is odd about a game, in the order of [`Oddity::ALL`].
pub fn oddities(name: &str, whole: &Term, game: &Game, seed: u64) -> Vec<Oddity> {
    let mut found = Vec::new();
    if overwrites(name, whole, game) {
        found.push(Oddity::Overwritten);
    }
    let seen = watch(game, seed);
    found.extend(seen.emptiness.then_some(Oddity::Emptiness));
    found.extend(seen.given_away.then_some(Oddity::GivenAway));
    found.extend((seen.moves > 0 && !seen.changed).then_some(Oddity::NothingMoves));
    found.extend(one_winner(game).then_some(Oddity::OneWinner));
    found.extend((seen.longest < 2).then_some(Oddity::OverAtOnce));
    found.extend(never_stands(whole, game, &seen.stood).then_some(Oddity::NeverStands));
    found.extend(idle_ends(game).then_some(Oddity::IdleEnds));
    found.extend(seen.no_army.then_some(Oddity::NoArmy));
    found
}

/// Whether a declared piece never stood, and is only spoken of where something is asked.
fn never_stands(whole: &Term, game: &Game, stood: &[bool]) -> bool {
    let mut named: Vec<String> = Vec::new();
    let items = whole.args().iter().filter(|c| c.head() == Some("equipment"));
    for clause in whole.args().iter().filter(|c| c.head() != Some("equipment")) {
        brings(clause, &mut named);
    }
    for item in items
        .flat_map(Term::args)
        .flat_map(|a| if a.shape == Shape::Set { a.args() } else { std::slice::from_ref(a) })
    {
        // The name that a piece is declared by brings nobody onto the board.
        let own = usize::from(item.head() == Some("piece"));
        item.args().iter().skip(own).for_each(|arg| brings(arg, &mut named));
    }
    let plain = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    game.components.iter().enumerate().any(|(i, piece)| {
        matches!(piece.kind, ComponentKind::Piece)
            && (1..=game.players).contains(&piece.owner)
            && piece.moves.is_some()
            && !stood.get(i).copied().unwrap_or(true)
            && !named.iter().any(|name| plain(name) == plain(&piece.label))
    })
}

/// Names outside of clauses that only ask.
fn brings(term: &Term, named: &mut Vec<String>) {
    if matches!(term.head(), Some("is" | "no" | "where" | "count" | "id" | "who" | "what" | "all" | "can")) {
        return;
    }
    named.extend(term.as_text().map(str::to_owned));
    term.parts.iter().for_each(|part| brings(part, named));
}

/// Whether every end rule asks only for constants.
fn idle_ends(game: &Game) -> bool {
    let rules = end_rules(game);
    !rules.is_empty()
        && rules.iter().all(|rule| match rule {
            EndRule::If { cond, .. } => is_idle(cond),
            EndRule::Always(_) => true,
            EndRule::ForEachPlayer { .. } | EndRule::ForEachTrack { .. } => false,
        })
}

fn is_idle(cond: &Bool) -> bool {
    let constant = |i: &Int| matches!(i, Int::Const(_));
    match cond {
        Bool::Const(_) => true,
        Bool::And(list) | Bool::Or(list) => list.iter().all(is_idle),
        Bool::Not(inner) => is_idle(inner),
        Bool::Eq(a, b)
        | Bool::Ne(a, b)
        | Bool::Lt(a, b)
        | Bool::Le(a, b)
        | Bool::Gt(a, b)
        | Bool::Ge(a, b) => constant(a) && constant(b),
        asks => matches!(asks, Bool::Xor(a, b) if is_idle(a) && is_idle(b)),
    }
}

/// Whether an end lets a player win for having no piece left.
fn wins_by_nothing(game: &Game) -> bool {
    let wins = |outcome: &Outcome, of: &PiecesOf| matches!((outcome, of), (Outcome::Result { who, result: ResultKind::Win }, PiecesOf::Role(role)) if who == role);
    end_rules(game).into_iter().any(|rule| match rule {
        EndRule::If { cond: Bool::NoPieces(none), result: Some(result), .. } => wins(result, &none.of),
        EndRule::ForEachPlayer { cond: Bool::NoPieces(none), result, .. } => wins(result, &none.of),
        EndRule::If { .. }
        | EndRule::ForEachPlayer { .. }
        | EndRule::Always(_)
        | EndRule::ForEachTrack { .. } => false,
    })
}

/// Sites on which something stands after the start, by a description with this set-up.
fn occupied(name: &str, whole: &Term) -> Option<(Vec<usize>, bool)> {
    let game = compiled_game(name, &whole.to_string())?;
    let state = State::start(&game, 1);
    let sites = (0..game.layout.nowhere).filter(|&slot| state.board().what(slot) != 0);
    Some((sites.collect(), game.uses.stacking || game.uses.stochastic))
}

/// Whether two clauses of the set-up put something on one site, in a game without stacks.
fn overwrites(name: &str, whole: &Term, game: &Game) -> bool {
    let Some(start) = start_of(whole) else { return false };
    if game.uses.stacking {
        return false;
    }
    let clauses: Vec<Term> = match start.args() {
        [set] if set.shape == Shape::Set => set.parts.clone(),
        other => other.to_vec(),
    };
    let places = |clause: &&Term| clause.head() == Some("place");
    let placing: Vec<&Term> = clauses.iter().filter(places).collect();
    if placing.len() < 2 || placing.len() > CLAUSES {
        return false;
    }
    let mut taken: Vec<usize> = Vec::new();
    for clause in placing {
        // Pieces in counts may be added to what is there; those in hands share a site.
        if clause.args().iter().any(|arg| arg.label.as_deref() == Some("count")) {
            continue;
        }
        let mut alone = whole.clone();
        let only = Term::new(Shape::Call, vec![Term::word("start"), clause.clone()]);
        alone.each_mut(&mut |t| {
            if *t == *start {
                t.clone_from(&only);
            }
        });
        let Some((sites, unclear)) = occupied(name, &alone) else { continue };
        if unclear {
            return false;
        }
        if sites.iter().any(|site| taken.contains(site)) {
            return true;
        }
        taken.extend(sites);
    }
    false
}

/// What games at random show.
#[derive(Default)]
struct Seen {
    moves: usize,
    longest: usize,
    changed: bool,
    emptiness: bool,
    given_away: bool,
    no_army: bool,
    /// By component: it stood on the board or lay in a hand.
    stood: Vec<bool>,
}

/// Positions between two looks at who stands on the board.
const LOOKS: usize = 8;

fn watch(game: &Game, seed: u64) -> Seen {
    let mut seen = Seen { stood: vec![false; game.components.len()], ..Seen::default() };
    let by_nothing = game.players == 2 && wins_by_nothing(game);
    let (mut free_taking, mut own_loss) = (false, false);
    let mut armies = vec![0usize; game.players + 1];
    let shapes: Vec<&Bool> = end_rules(game)
        .into_iter()
        .filter_map(|rule| match rule {
            EndRule::If { cond, .. } | EndRule::ForEachPlayer { cond, .. } if asks_shape(cond) => Some(cond),
            EndRule::If { .. }
            | EndRule::ForEachPlayer { .. }
            | EndRule::Always(_)
            | EndRule::ForEachTrack { .. } => None,
        })
        .collect();
    for i in 0..GAMES {
        let mut rng = Rng::new(seed.wrapping_add(i));
        let mut state = State::start(game, seed.wrapping_add(i));
        for _ in 0..PLIES {
            if state.is_over() || state.stopped().is_some() || state.legal_moves().is_empty() {
                break;
            }
            let (before, choices) = (state.position_hash(), state.legal_moves().len());
            let pieces = pieces(&state, game.players);
            if state.plies().is_multiple_of(LOOKS) {
                (0..game.layout.nowhere).for_each(|slot| {
                    let what = state.board().what(slot);
                    if let Some(stood) = seen.stood.get_mut(what) {
                        *stood = true;
                    }
                });
                armies.iter_mut().zip(&pieces).for_each(|(most, now)| *most = (*most).max(*now));
            }
            let mover = state.mover();
            let passes = state.legal_moves().iter().all(ludarium_play::Move::is_pass);
            let pick = rng.below(choices);
            if state.play(pick).is_err() {
                break;
            }
            seen.moves += usize::from(!passes);
            // Throws, bids and the like keep their own account.
            seen.changed |= before != state.position_hash();
            if by_nothing {
                let after = self::pieces(&state, game.players);
                own_loss |= after.get(mover) < pieces.get(mover);
                let taken = (1..=game.players).find(|&p| p != mover && after.get(p) < pieces.get(p));
                free_taking |= !free_taking && taken.is_some_and(|player| may_spare(&state, player, &pieces));
            }
            if !seen.emptiness && !shapes.is_empty() && state.plies() < 40 {
                seen.emptiness = shapes.iter().any(|cond| holds_on_nothing(&state, game, cond));
            }
        }
        seen.longest = seen.longest.max(state.plies());
    }
    // Who wins by having nothing left must have it taken, or give it up: where enemies need not take, nobody loses.
    seen.given_away |= by_nothing && free_taking && !own_loss;
    seen.no_army = matches!(armies[..], [_, a, b] if (a == 0) != (b == 0) && a.max(b) > 1)
        && game.mode == Mode::Alternating;
    // What keeps no account on the board is judged by whether the game goes on at all.
    seen.changed |= game.mode != Mode::Alternating;
    seen
}

/// By player, from 0: how many pieces are left on the board and in hand.
fn pieces(state: &State, players: usize) -> Vec<usize> {
    let mut found = vec![0; players + 1];
    let board = state.board();
    for slot in 0..state.inner_game().layout.nowhere {
        if board.what(slot) != 0
            && let Some(count) = found.get_mut(board.who(slot))
        {
            *count += board.count(slot).max(1) as usize;
        }
    }
    found
}

/// Whether the last move, which took pieces of a player, could have been one that took none.
fn may_spare(state: &State, player: usize, pieces_before: &[usize]) -> bool {
    let mut before = state.clone();
    if before.undo().is_none() {
        return false;
    }
    let players = state.inner_game().players;
    (0..before.legal_moves().len()).any(|other| {
        let mut instead = before.clone();
        instead.play(other).is_ok() && pieces(&instead, players).get(player) == pieces_before.get(player)
    })
}

/// Whether a condition asks for pieces in a shape, as itself or as something that would be enough or is needed.
fn asks_shape(cond: &Bool) -> bool {
    match cond {
        Bool::And(list) | Bool::Or(list) => list.iter().any(asks_shape),
        shape => matches!(
            shape,
            Bool::Line(_) | Bool::Connected(_) | Bool::Loop(_) | Bool::Path(_) | Bool::Pattern { .. }
        ),
    }
}

/// Whether a condition holds when every piece but the one that moved last has been taken off the board: a shape is
/// often sought through that one, and one piece is no shape.
fn holds_on_nothing(state: &State, game: &Game, cond: &Bool) -> bool {
    let mut ctx = state.ctx_of(game);
    let last = ctx.pos.last.as_ref().and_then(|m| usize::try_from(m.to).ok());
    for slot in (0..game.layout.nowhere).filter(|slot| Some(*slot) != last) {
        while !ctx.pos.is_empty(slot) {
            let before = ctx.pos.height(slot);
            ctx.pos.clear(slot);
            if before > 0 && ctx.pos.height(slot) >= before {
                return false;
            }
        }
    }
    shape_holds(&mut ctx, cond)
}

/// Whether a shape that the condition asks for is there.
fn shape_holds<'g>(ctx: &mut ludarium_play::Ctx<'g>, cond: &Bool) -> bool {
    match cond {
        Bool::And(list) => {
            let mut shapes = list.iter().filter(|part| asks_shape(part)).peekable();
            shapes.peek().is_some() && shapes.all(|part| shape_holds(ctx, part))
        }
        Bool::Or(list) => list.iter().filter(|part| asks_shape(part)).any(|part| shape_holds(ctx, part)),
        shape => ctx.bool(shape),
    }
}

/// Whether all results of a game of two speak for the same player.
fn one_winner(game: &Game) -> bool {
    // Of hunts that are told without saying how the hunted wins there are some.
    let even = matches!(armies(game)[..], [first, second] if first == second);
    if game.players != 2 || !even {
        return false;
    }
    let mut may_win = [false; 3];
    let mut any = false;
    for rule in end_rules(game) {
        let mut outcomes: Vec<&Outcome> = Vec::new();
        collect(rule, &mut outcomes);
        for outcome in outcomes {
            match outcome {
                Outcome::Result { who, result } => {
                    let role = match who {
                        Role::P(n) if usize::from(*n) <= 2 => usize::from(*n),
                        _ => 0,
                    };
                    match (result, role) {
                        (ResultKind::Win, 0) | (ResultKind::Loss, 0) => may_win = [true; 3],
                        (ResultKind::Win, player) => may_win[player] = true,
                        (ResultKind::Loss, player) => may_win[3 - player] = true,
                        (_, _) => {}
                    }
                    any |= matches!(result, ResultKind::Win | ResultKind::Loss);
                }
                Outcome::ByScore { .. } | Outcome::Payoffs(_) => return false,
            }
        }
    }
    any && !(may_win[1] && may_win[2])
}

fn collect<'k>(rule: &'k EndRule, out: &mut Vec<&'k Outcome>) {
    match rule {
        EndRule::If { cases, result, .. } => {
            cases.iter().for_each(|case| collect(case, out));
            out.extend(result.iter());
        }
        EndRule::Always(outcome) => out.push(outcome),
        EndRule::ForEachPlayer { result, .. } | EndRule::ForEachTrack { result, .. } => out.push(result),
    }
}
