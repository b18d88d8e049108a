//! Replaying what the reference recorded: traces of play and boards. Pure: texts in, a verdict out.

use crate::Game;
use crate::notation::{content, digest, fnv, position, read_content, status};
use crate::trial::read_move;
use crate::{Defines, Problem, Selection, compile, compile_board, read};
use ludarium_engine::action::Act;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Move};
use std::collections::{BTreeMap, BTreeSet};

/// The code of the problem that refuses a ludeme which cannot be played yet.
const NOT_PLAYABLE_YET: &str = "E0501";

/// The seed of chance of our own; what chance decides in a record is taken from there.
const SEED: u64 = 1;

/// How a replay went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Agreed at every ply; so many plies.
    Ok(usize),
    Diverged {
        ply: usize,
        what: String,
    },
    /// The description uses something that cannot be played yet.
    Unsupported(String),
    /// The file could not be used at all.
    Failed(String),
}

/// A trace file, read.
pub struct Trace<'t> {
    pub game: &'t str,
    pub options: Vec<&'t str>,
    lines: Vec<&'t str>,
}

impl<'t> Trace<'t> {
    pub fn read(text: &'t str) -> Result<Trace<'t>, String> {
        let lines: Vec<&str> = text.lines().collect();
        let find = |key: &str| lines.iter().find_map(|l| l.strip_prefix(key));
        // (Where the reference failed to read a description, its error is all there is.)
        let failed = lines.first().is_some_and(|l| l.starts_with("ERROR"));
        let game = find("game ").or(failed.then_some("")).ok_or("no `game` line")?;
        let options = find("options ").unwrap_or("").split("; ").filter(|o| !o.is_empty()).collect();
        Ok(Trace { game, options, lines })
    }

    /// The game that the record speaks of, with the options it was played with; or the first reason why not.
    fn compile(&self, source: &str, defines: &Defines, board_alone: bool) -> Result<Game, Box<Problem>> {
        let options = self.options.iter().map(|o| (*o).to_string()).collect();
        let reading = read(self.game, source, defines, &Selection { options, ruleset: None });
        if let Some(first) = reading.problems.iter().find(|p| p.is_error()) {
            return Err(Box::new(first.clone()));
        }
        let game = if board_alone { compile_board(&reading) } else { compile(&reading) };
        game.map_err(|problems| Box::new(problems[0].clone()))
    }

    /// Does the trace record that the reference itself failed?
    pub fn is_error(&self) -> bool {
        self.lines.iter().any(|l| l.starts_with("ERROR"))
    }
}

/// Compares a record, of a game played or of a board, with what we make of the description that it names. `describe`
/// gives the text of a description, or says why it cannot.
pub fn verdict(
    record: &str,
    defines: &Defines,
    describe: &dyn Fn(&str) -> Result<String, String>,
) -> Verdict {
    let trace = match Trace::read(record) {
        Ok(t) => t,
        Err(e) => return Verdict::Failed(e),
    };
    if trace.is_error() {
        return Verdict::Ok(0);
    }
    let source = match describe(trace.game) {
        Ok(text) => text,
        Err(why) => return Verdict::Failed(why),
    };
    let is_board = record.contains("\nuse ");
    match trace.compile(&source, defines, is_board) {
        Ok(game) if is_board => compare_board(&game, record),
        Ok(game) => replay(&game, &trace),
        Err(problem) if problem.code == NOT_PLAYABLE_YET => Verdict::Unsupported(problem.message),
        Err(problem) => Verdict::Failed(format!("{}: {}", problem.code, problem.message)),
    }
}

/// Replays a trace on a game.
pub fn replay(game: &Game, trace: &Trace<'_>) -> Verdict {
    match Replay::new(game).run(trace) {
        Ok(plies) => Verdict::Ok(plies),
        Err((ply, what)) => Verdict::Diverged { ply, what },
    }
}

struct Replay<'g> {
    ctx: Ctx<'g>,
    stochastic: bool,
    ply: usize,
}

type Step = Result<(), (usize, String)>;

impl<'g> Replay<'g> {
    fn new(game: &'g Game) -> Replay<'g> {
        Replay { ctx: game.begin(SEED), stochastic: false, ply: 0 }
    }

    fn fail<T>(&self, what: String) -> Result<T, (usize, String)> {
        Err((self.ply, what))
    }

    fn run(mut self, trace: &Trace<'_>) -> Result<usize, (usize, String)> {
        let mut legal: Option<&str> = None;
        let mut legal_xor: Option<&str> = None;
        let mut choose: Option<&str> = None;
        let mut plies = 0;
        for (i, line) in trace.lines.iter().enumerate() {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "components" => self.same_components(rest)?,
                "containers" => self.same_containers(rest)?,
                "flags" => self.stochastic = rest.split(' ').any(|f| f == "stochastic"),
                "start" => self.same_start(rest)?,
                "ply" => {
                    self.ply = rest.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                    legal = None;
                    legal_xor = None;
                    choose = None;
                }
                "legal" => legal = Some(rest),
                "legalxor" => legal_xor = Some(rest),
                "choose" => choose = Some(rest),
                "move" => {
                    let after = trace.lines.get(i + 1).and_then(|l| l.strip_prefix("state "));
                    if self.stochastic {
                        self.chance_ply(legal.unwrap_or(""), rest, after.unwrap_or(""))?;
                    } else {
                        self.ply(legal, legal_xor, choose.unwrap_or(""), rest, after.unwrap_or(""))?;
                    }
                    if let Some(after) = after {
                        self.same_position(after)?;
                    }
                    plies += 1;
                }
                _ => {}
            }
        }
        Ok(plies)
    }

    fn same_components(&self, line: &str) -> Step {
        for word in line.split(' ').filter(|w| !w.is_empty()) {
            let Some((index, named)) = word.split_once(':') else { continue };
            let Some((name, owner)) = named.rsplit_once('.') else { continue };
            let ours = index.parse::<usize>().ok().and_then(|i| self.ctx.game.components.get(i));
            let same = ours.is_some_and(|c| c.name.replace(' ', "_") == name && c.owner.to_string() == owner);
            if !same {
                let got = ours.map_or("nothing".to_string(), |c| format!("{}.{}", c.name, c.owner));
                return self.fail(format!("component {index}: expected {named}, got {got}"));
            }
        }
        Ok(())
    }

    fn same_containers(&self, line: &str) -> Step {
        let ours: Vec<String> = self
            .ctx
            .game
            .containers
            .iter()
            .map(|c| format!("{}:{}+{}", c.name.replace(' ', "_"), c.first, c.len))
            .collect();
        let ours = ours.join(" ");
        if ours == line { Ok(()) } else { self.fail(format!("containers: expected {line}, got {ours}")) }
    }

    fn same_start(&mut self, rest: &str) -> Step {
        // Whether chance had a part in the set-up shows in the stream of numbers. (What a record calls stochastic is
        // play: a game whose set-up alone is random is not called so.)
        let by_chance = self.ctx.rng != Rng::new(SEED);
        if by_chance && content(&self.ctx) != rest.split("; ").next().unwrap_or("") {
            // What chance laid out is taken over.
            let text = rest.split("; ").next().unwrap_or("");
            let text = text.strip_prefix("; ").unwrap_or(text);
            let game = self.ctx.game;
            if let Err(e) = read_content(game, &mut self.ctx, text) {
                return self.fail(e);
            }
            self.ctx.refresh_after_set_up();
        }
        self.same_position(rest)
    }

    /// `rest` is `CONTENT; STATUS ; EXTRA`.
    fn same_position(&self, rest: &str) -> Step {
        let wanted = rest.rsplit_once(" ; ").map_or(rest, |(p, _)| p);
        let ours = position(&self.ctx);
        if ours == wanted {
            return Ok(());
        }
        self.fail(differences(wanted, &ours))
    }

    fn ply(
        &mut self,
        legal: Option<&str>,
        legal_xor: Option<&str>,
        choose: &str,
        record: &str,
        after: &str,
    ) -> Step {
        let moves = self.ctx.legal_moves();
        if let Some(rule) = self.ctx.stopped {
            return self.fail(format!("fuel ran out in rule {}", rule.0));
        }
        let mut keys: BTreeMap<String, usize> = BTreeMap::new();
        for (i, m) in moves.iter().enumerate() {
            let mut after = self.ctx.fork();
            after.apply(m);
            let (from, to) = m.choice();
            keys.entry(format!("{from}-{to}:{:08x}", digest(&after))).or_insert(i);
        }
        if let Some(legal) = legal {
            let wanted: BTreeSet<&str> = legal.split(' ').filter(|k| !k.is_empty()).collect();
            let missing: Vec<&str> = wanted.iter().copied().filter(|k| !keys.contains_key(*k)).collect();
            let extra: Vec<&str> = keys.keys().map(String::as_str).filter(|k| !wanted.contains(k)).collect();
            if !missing.is_empty() || !extra.is_empty() {
                return self.fail(format!(
                    "of {} legal moves {} missing: {}; {} extra: {}; position {}{}",
                    wanted.len(),
                    missing.len(),
                    shorten(&missing),
                    extra.len(),
                    shorten(&extra),
                    position(&self.ctx),
                    if missing.contains(&choose) {
                        self.our_way(&moves, choose, record, after)
                    } else {
                        extra.first().map_or_else(String::new, |k| self.leads_to(&moves[keys[*k]], k))
                    },
                ));
            }
        }
        if let Some(xor) = legal_xor {
            let ours = keys.keys().fold(0, |x, k| x ^ fnv(k));
            if format!("{ours:08x}") != xor {
                let have = keys.contains_key(choose);
                return self.fail(format!(
                    "the set of {} legal moves differs{}; position {}; move made {record}; ours {}",
                    keys.len(),
                    if have { "" } else { " (the move made is missing)" },
                    position(&self.ctx),
                    if have {
                        keys.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
                    } else {
                        self.our_way(&moves, choose, record, after)
                    }
                ));
            }
        }
        match keys.get(choose) {
            Some(&i) => {
                let m = moves[i].clone();
                self.ctx.apply(&m);
                Ok(())
            }
            None => self.fail(format!("the move made, {choose}, is not legal")),
        }
    }

    /// Where our move of the same name as the one made leads, and where it should.
    fn our_way(&self, moves: &[Move], choose: &str, record: &str, after: &str) -> String {
        let name = choose.split(':').next().unwrap_or("");
        let Some(m) = moves.iter().find(|m| key(m) == name) else { return String::new() };
        let mut ours = self.ctx.fork();
        let made = ours.apply(m);
        let wanted = after.rsplit_once(" ; ").map_or(after, |(p, _)| p);
        let acts: Vec<String> = made.actions.iter().map(|a| format!("{:?}", a.act)).collect();
        format!(
            "; {name} leads to {}; made {record}; ours {}",
            differences(wanted, &position(&ours)),
            acts.join(" ")
        )
    }

    /// What a move that should not be legal, or should lead elsewhere, does.
    fn leads_to(&self, m: &Move, key: &str) -> String {
        let mut after = self.ctx.fork();
        let made = after.apply(m);
        let acts: Vec<String> = made.actions.iter().map(|a| format!("{:?}", a.act)).collect();
        format!("; {key} does {}; {}", acts.join(" "), status(&after))
    }

    /// Where chance plays a part only from and to of the legal moves are recorded; the outcomes of chance are
    /// taken from the actions of the recorded move.
    fn chance_ply(&mut self, legal: &str, record: &str, after: &str) -> Step {
        let recorded = match read_move(self.ctx.game, record) {
            Ok(m) => m,
            Err(e) => return self.fail(e),
        };
        // What was thrown to find the legal moves stands before the decision. What is thrown as a consequence is not
        // to be believed in the record (it was thrown a second time there): the position that followed shows it.
        let thrown: Vec<(i32, i32)> = recorded
            .actions
            .iter()
            .take_while(|a| !a.decision)
            .filter_map(|a| match a.act {
                Act::SetDie { site, face } => Some((site, face)),
                _ => None,
            })
            .collect();
        let shown = dice_shown(self.ctx.game, after);
        let wanted: Vec<&str> = legal.split(' ').filter(|k| !k.is_empty()).collect();
        let throws = if thrown.is_empty() && recorded.is_pass() {
            // Where nothing could be done with what was thrown, the record has only the pass and not the throw.
            every_throw(self.ctx.game)
        } else {
            vec![thrown]
        };
        let (mut moves, mut ours) = (Vec::new(), Vec::new());
        let before = self.ctx.clone();
        for thrown in &throws {
            self.ctx = before.clone();
            self.ctx.force_dice(thrown);
            moves = self.ctx.legal_moves();
            if let Some(rule) = self.ctx.stopped {
                return self.fail(format!("fuel ran out in rule {}", rule.0));
            }
            ours = moves.iter().map(key).collect::<Vec<String>>();
            ours.sort();
            ours.dedup();
            if ours == wanted {
                break;
            }
        }
        if ours != wanted {
            let missing: Vec<&str> =
                wanted.iter().copied().filter(|k| !ours.iter().any(|o| o == k)).collect();
            let extra: Vec<&str> = ours.iter().map(String::as_str).filter(|k| !wanted.contains(k)).collect();
            return self.fail(format!(
                "of {} legal moves {} missing: {}; {} extra: {}; position {}; move made {record}",
                wanted.len(),
                missing.len(),
                shorten(&missing),
                extra.len(),
                shorten(&extra),
                position(&self.ctx)
            ));
        }
        let (wanted, memory) = after.rsplit_once(" ; ").unwrap_or((after, ""));
        let chosen = key(&recorded);
        // Several moves may lead to the same position, by different dice or votes: the recorded one comes first.
        let die = |m: &Move| {
            m.actions.iter().find_map(|a| match a.act {
                Act::UseDie { site, .. } => Some(site),
                _ => None,
            })
        };
        let mut candidates: Vec<&Move> = moves.iter().filter(|m| key(m) == chosen).collect();
        let choice = |m: &Move| m.decision().map(|a| a.act.clone());
        candidates.sort_by_key(|m| (choice(m) != choice(&recorded), die(m) != die(&recorded)));
        // Chance beyond dice (random values, deals) may have come out otherwise with us: then what was recorded is
        // performed. What is remembered is not seen in the position, so a way that remembers the same comes first.
        let mut reached: Option<Ctx<'g>> = None;
        let mut tried: Option<String> = None;
        for m in candidates.into_iter().chain(std::iter::once(&recorded)) {
            let mut trial = self.ctx.clone();
            trial.force_dice(&shown);
            let made = trial.apply(m);
            let got = position(&trial);
            if got != wanted {
                tried.get_or_insert(got);
            } else if same_memory(&made, &recorded) && same_variables(&trial, memory) {
                self.ctx = trial;
                return Ok(());
            } else {
                reached.get_or_insert(trial);
            }
        }
        match reached {
            Some(ctx) => {
                self.ctx = ctx;
                Ok(())
            }
            None => {
                let got = tried.unwrap_or_default();
                self.fail(format!("after {record}: {}", differences(wanted, &got)))
            }
        }
    }
}

/// Everything that the dice of a game can show, as far as that is few enough to be tried; else nothing is prescribed.
fn every_throw(game: &ludarium_engine::Game) -> Vec<Vec<(i32, i32)>> {
    const MOST: usize = 1000;
    let dice = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. }));
    let mut throws: Vec<Vec<(i32, i32)>> = vec![Vec::new()];
    for container in dice {
        let ContainerKind::Dice { faces, .. } = container.kind else { continue };
        for site in container.first..container.first + container.len {
            if throws.len().saturating_mul(faces.max(1) as usize) > MOST {
                return vec![Vec::new()];
            }
            throws = throws
                .iter()
                .flat_map(|throw| (0..faces).map(move |face| [&throw[..], &[(site, face)]].concat()))
                .collect();
        }
    }
    throws
}

/// Do two moves remember and forget the same?
fn same_memory(a: &Move, b: &Move) -> bool {
    let memory = |m: &Move| -> Vec<Act> {
        let acts = m.actions.iter().map(|a| &a.act);
        acts.filter(|a| matches!(a, Act::Remember { .. } | Act::Forget { .. })).cloned().collect()
    };
    memory(a) == memory(b)
}

/// Are the variables those that a record shows (`… vars {Name=3,Other=0} …`)?
fn same_variables(ctx: &Ctx<'_>, shown: &str) -> bool {
    let Some((_, rest)) = shown.split_once(" vars {") else { return true };
    let vars = rest.split('}').next().unwrap_or("");
    vars.split(',').filter_map(|pair| pair.split_once('=')).all(|(name, value)| {
        let number = ctx.game.names.iter().position(|n| n == name);
        number.and_then(|i| ctx.pos.vars.get(i)).is_none_or(|v| v.to_string() == value)
    })
}

/// The face that each die shows in a recorded position.
fn dice_shown(game: &ludarium_engine::Game, after: &str) -> Vec<(i32, i32)> {
    let sites: Vec<i32> = game
        .containers
        .iter()
        .filter(|c| matches!(c.kind, ContainerKind::Dice { .. }))
        .flat_map(|c| c.first..c.first + c.len)
        .collect();
    let content = after.split("; ").next().unwrap_or("");
    let face = |site: i32| {
        let prefix = format!("c{site}=");
        let piece = content.split_whitespace().find_map(|w| w.strip_prefix(prefix.as_str()))?;
        let state = piece.split_once('s')?.1;
        state[..state.find(|c: char| !c.is_ascii_digit()).unwrap_or(state.len())].parse().ok()
    };
    sites.into_iter().map(|site| (site, face(site).unwrap_or(0))).collect()
}

fn key(m: &Move) -> String {
    let (from, to) = m.choice();
    format!("{from}-{to}")
}

fn shorten(keys: &[&str]) -> String {
    let shown: Vec<&str> = keys.iter().copied().take(6).collect();
    if keys.len() > shown.len() { format!("{} …", shown.join(" ")) } else { shown.join(" ") }
}

/// What differs between two positions, site by site.
fn differences(wanted: &str, got: &str) -> String {
    let split = |t: &str| -> (Vec<String>, String) {
        let (c, s) = t.rsplit_once("; ").unwrap_or((t, ""));
        (c.split_whitespace().map(str::to_string).collect(), s.to_string())
    };
    let ((wc, ws), (gc, gs)) = (split(wanted), split(got));
    let missing: Vec<&str> = wc.iter().filter(|w| !gc.contains(w)).map(String::as_str).collect();
    let extra: Vec<&str> = gc.iter().filter(|g| !wc.contains(g)).map(String::as_str).collect();
    let mut out = format!("position: expected [{}] got [{}]", missing.join(" "), extra.join(" "));
    if ws != gs {
        out += &format!("; expected \"{ws}\", got \"{gs}\"");
    }
    out
}

/// For messages: where a game stands.
pub fn summary(ctx: &Ctx<'_>) -> String {
    format!("{}; {}", content(ctx), status(ctx))
}

/// Compares a board with a recorded one.
pub fn compare_board(game: &Game, record: &str) -> Verdict {
    let ours = ludarium_board::dump(&game.board, game.site_type);
    // The record begins with the game, its options and its players; what follows is the board.
    let theirs: Vec<&str> =
        record.lines().filter(|l| !l.starts_with("game ") && !l.starts_with("options ")).collect();
    let header = format!("use {} players {}", game.site_type.name(), game.players);
    let mut wanted = theirs.iter().copied();
    if wanted.next() != Some(header.as_str()) {
        return Verdict::Diverged { ply: 0, what: format!("expected {:?}, got {header:?}", theirs.first()) };
    }
    let mut n = 0;
    let mut got = ours.lines();
    loop {
        match (wanted.next(), got.next()) {
            (None, None) => return Verdict::Ok(n),
            (w, g) => {
                if !same_element(w.unwrap_or(""), g.unwrap_or("")) {
                    let what = format!("expected {:?}, got {:?}", w.unwrap_or("(end)"), g.unwrap_or("(end)"));
                    return Verdict::Diverged { ply: n, what };
                }
                n += 1;
            }
        }
    }
}

/// The same line, centres within 0.005.
fn same_element(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    a.len() == b.len()
        && a.iter().zip(&b).enumerate().all(|(i, (x, y))| {
            x == y
                || (i == 2
                    && match (centre(x), centre(y)) {
                        (Some(p), Some(q)) => (p.0 - q.0).abs() <= 0.005 && (p.1 - q.1).abs() <= 0.005,
                        _ => false,
                    })
        })
}

fn centre(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}
