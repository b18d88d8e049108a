//! What rulebooks claim, held against the engine: games are played at random and every sentence of a kind that a machine
//! can check is looked at. The library always; the public games beside the repository where they are present
//! (`LUDARIUM_CLAIMS=n` takes every n-th of them, 1 for all; 12 where nothing is said).

use ludarium_board::Direction;
use ludarium_engine::action::Act;
use ludarium_engine::{Move, SiteType};
use ludarium_english::{Document, Sentence, readability};
use ludarium_play::{Game, Rng, State, games, read};
use ludarium_syntax::{Defines, Selection};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const PLAYS: u64 = 6;
const PLIES: usize = 120;
/// Moves of all plays of a game together; the slowest games stop here.
const MOST: usize = 500;

/// How often each kind of claim was looked at, and what was wrong.
#[derive(Default)]
struct Checked {
    seen: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Checked {
    fn add(&mut self, kind: &'static str, fine: bool, what: impl FnOnce() -> String) {
        *self.seen.entry(kind).or_default() += 1;
        if !fine && self.wrong.len() < 3 {
            self.wrong.push(format!("{kind}: {}", what()));
        }
    }
}

/// How a piece goes, as far as the words of its rule are understood.
#[derive(Clone, Debug, PartialEq)]
enum Walk {
    Step(Direction, Onto),
    Slide(Direction, bool),
    Knight,
}

/// What may stand where a step ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Onto {
    Empty,
    Enemy,
    Both,
}

fn text_of(sentences: &[Sentence]) -> Vec<String> {
    let mut out = Vec::new();
    for s in sentences {
        out.extend(readability::split(&s.text));
        out.extend(text_of(&s.list));
        out.extend(text_of(&s.more));
    }
    out
}

fn direction(word: &str) -> Option<Direction> {
    match word {
        "orthogonally" => Some(Direction::Orthogonal),
        "diagonally" => Some(Direction::Diagonal),
        "in any direction" => Some(Direction::Adjacent),
        _ => None,
    }
}

/// One sentence about a piece; nothing where it says more than these patterns know. `both`: where nothing else is said, a
/// piece may capture where it ends.
fn walk(sentence: &str, both: bool) -> Option<Walk> {
    let text = sentence.trim_end_matches(['.', ';']).to_lowercase();
    let plain = if both { Onto::Both } else { Onto::Empty };
    for noun in ["square", "point", "cell"] {
        if let Some(rest) = text.strip_prefix(&format!("step one {noun} ")) {
            let open = [
                (format!(" to an empty {noun}"), Onto::Empty),
                (format!(" onto a {noun} that holds an enemy piece, capturing it"), Onto::Enemy),
                (
                    format!(" to a {noun} that is empty or holds an enemy piece, which it captures"),
                    Onto::Both,
                ),
            ];
            for (tail, onto) in open {
                if let Some(way) = rest.strip_suffix(&tail).and_then(direction) {
                    return Some(Walk::Step(way, onto));
                }
            }
            // Without a word about the target it may be anything but off the board.
            return direction(rest).filter(|_| both).map(|way| Walk::Step(way, plain));
        }
        if let Some(rest) = text.strip_prefix(&format!("slide over any number of empty {noun}s ")) {
            for (tail, takes) in [
                (", or onto the first enemy piece in its way, capturing it", true),
                (", without capturing", false),
                ("", both),
            ] {
                if let Some(way) = rest.strip_suffix(tail).and_then(direction) {
                    return Some(Walk::Slide(way, takes));
                }
            }
        }
    }
    (both && text == "leap like a chess knight, two squares straight and one to the side")
        .then_some(Walk::Knight)
}

/// What is told of each kind of piece, where all of it is understood.
fn walks(document: &Document) -> BTreeMap<String, Vec<Walk>> {
    let mut out = BTreeMap::new();
    let Some(section) = document.sections.iter().find(|s| s.heading == "How the pieces move") else {
        return out;
    };
    let all = text_of(&section.sentences);
    let both = all.iter().any(|t| t.starts_with("Where nothing else is said, a piece ends its move"));
    let mut items: Vec<&Sentence> = section.sentences.iter().flat_map(|s| &s.list).collect();
    items.extend(&section.sentences);
    for item in items {
        let lines = text_of(std::slice::from_ref(item));
        let Some((who, first)) = lines.first().and_then(|t| t.split_once(" may ")) else { continue };
        let mut told: Vec<&str> = vec![first];
        if first == "do one of the following:" {
            told.clear();
        }
        told.extend(lines[1..].iter().map(String::as_str));
        let found: Option<Vec<Walk>> = told.iter().map(|t| walk(t, both)).collect();
        let Some(found) = found.filter(|f| !f.is_empty()) else { continue };
        for name in who.split(", ").flat_map(|w| w.split(" or ")) {
            let name = name.trim_start_matches("A ").trim_start_matches("An ");
            let name = name.trim_start_matches("a ").trim_start_matches("an ");
            if !name.contains("Player") {
                out.insert(name.to_lowercase(), found.clone());
            }
        }
    }
    out
}

/// Where the words let a piece go.
fn reach(game: &Game, state: &State, kind: SiteType, from: i32, walks: &[Walk]) -> BTreeSet<i32> {
    let ctx = state.ctx();
    let mover = state.mover();
    let mut out = BTreeSet::new();
    let who = |site: u32| ctx.who(kind, site as i32);
    let empty = |site: u32| ctx.pos.is_empty(ctx.slot(kind, site as i32));
    for walk in walks {
        match walk {
            Walk::Step(way, onto) => {
                for line in game.board.radials(kind, from as usize, *way) {
                    let Some(&to) = line.first() else { continue };
                    let enemy = !empty(to) && who(to) != mover;
                    let fine = match onto {
                        Onto::Empty => empty(to),
                        Onto::Enemy => enemy,
                        Onto::Both => empty(to) || enemy,
                    };
                    if fine {
                        out.insert(to as i32);
                    }
                }
            }
            Walk::Slide(way, takes) => {
                for line in game.board.radials(kind, from as usize, *way) {
                    for &to in line {
                        if empty(to) {
                            out.insert(to as i32);
                            continue;
                        }
                        if *takes && who(to) != mover {
                            out.insert(to as i32);
                        }
                        break;
                    }
                }
            }
            Walk::Knight => {
                for first in game.board.radials(kind, from as usize, Direction::Orthogonal) {
                    let [a, b, ..] = first else { continue };
                    for side in game.board.radials(kind, *b as usize, Direction::Orthogonal) {
                        let Some(&to) = side.first() else { continue };
                        if first.contains(&to) || to == *a {
                            continue;
                        }
                        if empty(to) || who(to) != mover {
                            out.insert(to as i32);
                        }
                    }
                }
            }
        }
    }
    out
}

/// Everything that is looked at in one game.
struct Claims {
    passes: bool,
    /// What becomes of a player without a legal move, by the one sentence about it: does the other win?
    stuck: Option<bool>,
    walks: BTreeMap<String, Vec<Walk>>,
    /// A turn is to move one of one's pieces, and nothing limits that.
    free: bool,
    /// Jumped pieces join the jumping stack from below.
    under: bool,
    /// Some throws let a player move again.
    again: bool,
}

impl Claims {
    fn of(document: &Document) -> Claims {
        let all: Vec<String> = document.sections.iter().flat_map(|s| text_of(&s.sentences)).collect();
        let has = |t: &str| all.iter().any(|s| s == t);
        let ends: Vec<&String> = all.iter().filter(|t| t.contains("no legal move")).collect();
        let stuck = match ends.as_slice() {
            [one] if *one == "If your opponent has no legal move, you win." => Some(true),
            [one] if *one == "If your opponent has no legal move, your opponent loses." => Some(true),
            [one] if *one == "If your opponent has no legal move, your opponent wins." => Some(false),
            _ => None,
        };
        let turn = document.sections.iter().find(|s| s.heading == "A turn");
        let turn = turn.map(|s| text_of(&s.sentences)).unwrap_or_default();
        let plain = ["On your turn, move one of your pieces.", "A player who has no legal move passes."];
        let special = document.sections.iter().any(|s| s.heading == "Special rules");
        Claims {
            passes: has("A player who has no legal move passes."),
            stuck,
            walks: walks(document),
            free: !turn.is_empty() && !special && turn.iter().all(|t| plain.contains(&t.as_str())),
            again: all.iter().any(|t| t.contains("move again"))
                && all.iter().any(|t| t.contains("roll the dice")),
            under: all.iter().any(|t| t.contains("of the jumped stack along, under it")),
        }
    }
}

fn forced(m: &Move) -> bool {
    m.actions.iter().any(|a| matches!(a.act, Act::Pass { forced: true }))
}

/// The stack at a place, from the bottom.
fn stack(state: &State, kind: SiteType, site: i32) -> Vec<usize> {
    let ctx = state.ctx();
    let slot = ctx.slot(kind, site);
    ctx.pos.levels(slot).iter().map(|p| usize::from(p.what)).collect()
}

fn check(name: &str, game: &Game, document: &Document) -> Checked {
    let claims = Claims::of(document);
    let mut found = Checked::default();
    let mut moves = 0;
    for play in 0..PLAYS {
        let mut state = game.start(play + 1);
        state.keep_few_positions();
        let mut rng = Rng::new(play + 1);
        for _ in 0..PLIES {
            let legal = state.legal_moves();
            if legal.is_empty() || moves > MOST {
                break;
            }
            moves += 1;
            look_at_moves(name, game, &state, &claims, &mut found);
            let m = legal[rng.below(legal.len())].clone();
            let (mover, before) = (state.mover(), state.clone());
            let pass = forced(&m);
            state.apply(&m);
            if pass && claims.passes {
                // The turn goes on to another player, unless a rule of ending holds, which is not about being stuck.
                // After some throws one goes on even then.
                let goes_on = claims.again || state.mover() != mover;
                let fine = if state.is_over() { claims.stuck.is_none() } else { goes_on };
                found.add("a stuck player passes", fine, || {
                    format!("{name}: Player {mover} is stuck, and does not just pass")
                });
            }
            if claims.under && m.from_kind == m.to_kind && !m.between.is_empty() {
                look_at_stacks(name, &before, &state, &m, &mut found);
            }
            if let (true, Some(other)) = (state.is_over(), claims.stuck)
                && let Some(winner) = state.outcome().and_then(|o| o.winner())
            {
                let next = if mover == 1 { 2 } else { 1 };
                let mut after = state.ctx();
                after.pos.over = false;
                after.pos.mover = next as u8;
                after.pos.next = mover as u8;
                let none = after.legal_moves().iter().all(forced);
                let only = document.sections.iter().find(|s| s.heading == "How the game ends");
                let only = only.is_some_and(|s| text_of(&s.sentences).len() == 1);
                // A player who must go on and cannot is another matter.
                let goes_on = usize::from(state.board().next) == mover;
                if none && only && !goes_on && game.players == 2 {
                    found.add("who wins when blocked", (winner == mover) == other, || {
                        format!("{name}: Player {winner} has won, Player {next} was stuck")
                    });
                }
            }
        }
    }
    found
}

fn look_at_moves(name: &str, game: &Game, state: &State, claims: &Claims, found: &mut Checked) {
    if claims.walks.is_empty() || !claims.free || game.uses.stacking {
        return;
    }
    let ctx = state.ctx();
    let kind = game.site_type;
    let mut legal: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
    for m in state.legal_moves() {
        let on_board = |s: i32| s >= 0 && (s as usize) < game.board_sites(kind);
        if m.from_kind == kind && m.to_kind == kind && on_board(m.from) && on_board(m.to) && m.from != m.to {
            legal.entry(m.from).or_default().insert(m.to);
        }
    }
    for site in 0..game.board_sites(kind) as i32 {
        let what = ctx.what(kind, site);
        let Some(piece) = game.components.get(what).filter(|_| what > 0) else { continue };
        if piece.owner != state.mover() {
            continue;
        }
        let label = ludarium_english::grammar::words_of_name(&piece.label).to_lowercase();
        let Some(walks) = claims.walks.get(&label) else { continue };
        let told = reach(game, state, kind, site, walks);
        let may = legal.get(&site).cloned().unwrap_or_default();
        found.add("a piece moves as told", may == told, || {
            let (more, less): (Vec<_>, Vec<_>) =
                (may.difference(&told).collect(), told.difference(&may).collect());
            format!("{name}: {label} at {site}: not told {more:?}, not legal {less:?}")
        });
    }
}

fn look_at_stacks(name: &str, before: &State, after: &State, m: &Move, found: &mut Checked) {
    let own = stack(before, m.from_kind, m.from);
    let mut wanted: Vec<usize> =
        m.between.iter().filter_map(|b| stack(before, m.from_kind, *b).last().copied()).collect();
    if after.is_over() || wanted.is_empty() {
        return;
    }
    let now = stack(after, m.to_kind, m.to);
    wanted.extend(own);
    // A piece that rises at the end of its move has another name; the rest must lie as told.
    let upto = wanted.len().saturating_sub(1);
    let fine = now.len() == wanted.len() && now[..upto] == wanted[..upto];
    found.add("carried pieces lie under the stack", fine, || format!("{name}: {now:?}, told {wanted:?}"));
}

fn report(all: Vec<Checked>) -> BTreeMap<&'static str, usize> {
    let mut seen: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for one in all {
        for (kind, times) in one.seen {
            *seen.entry(kind).or_default() += times;
        }
        wrong.extend(one.wrong);
    }
    println!("{seen:?}");
    assert!(wrong.is_empty(), "{} claims are wrong:\n{}", wrong.len(), wrong.join("\n"));
    seen
}

#[test]
fn the_library_plays_as_its_rulebooks_tell() {
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let all: Vec<Checked> = games()
        .par_iter()
        .filter_map(|g| {
            let game = Game::load(g.title).ok()?;
            Some(check(g.title, &game, &game.rules()?))
        })
        .collect();
    let seen = report(all);
    for kind in [
        "a piece moves as told",
        "a stuck player passes",
        "who wins when blocked",
        "carried pieces lie under the stack",
    ] {
        assert!(seen.get(kind).is_some_and(|n| *n > 10), "{kind} was hardly looked at: {seen:?}");
    }
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_corpus_plays_as_its_rulebooks_tell() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus");
    if !corpus.join("lud").is_dir() {
        println!("skipped: no corpus at {}", corpus.display());
        return;
    }
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let every: usize = std::env::var("LUDARIUM_CLAIMS").ok().and_then(|v| v.parse().ok()).unwrap_or(12);
    let defines = Defines::from_texts(
        files(&corpus.join("def"), "def")
            .into_iter()
            .filter_map(|p| Some((p.display().to_string(), std::fs::read_to_string(&p).ok()?))),
    );
    let chosen: Vec<PathBuf> = files(&corpus.join("lud"), "lud")
        .into_iter()
        .filter(|path| !path.components().any(|c| c.as_os_str() == "pending"))
        .step_by(every.max(1))
        .collect();
    let all: Vec<Checked> = chosen
        .into_par_iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            let game =
                Game::from_reading(read("", &text, &defines, &Selection::default()), &|_| None).ok()?;
            let name = path.file_stem()?.to_string_lossy().to_string();
            (game.start(1).board().instance.is_none())
                .then(|| game.rules().map(|d| check(&name, &game, &d)))?
        })
        .collect();
    println!("{} games", all.len());
    report(all);
}
