//! Scenes as text: how a file is read, and how a scene is played. `README.md` beside this file tells the notation to those who write
//! scenes; here is only what it means.

use ludarium_engine::SiteType;
use ludarium_engine::game::{ComponentKind, Engine};
use ludarium_engine::position::Piece;
use ludarium_play::naming::site_name;
use ludarium_play::shown::after_throw;
use ludarium_play::{Ctx, Defines, Expression, Game, Reading, Selection, State, compile_with, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a game of a scene is made of where nothing else is said.
const USUAL: [(&str, &str); 5] = [
    ("players", "(players 2)"),
    ("board", "(board (square 3))"),
    ("pieces", "(piece \"Disc\" Each)"),
    ("play", "(move Add (to (sites Empty)))"),
    ("end", "(if (no Moves Next) (result Mover Win))"),
];

/// The words that begin a part of the game; all other lines are steps.
const PARTS: [&str; 11] =
    ["in", "define", "players", "mode", "board", "pieces", "start", "meta", "play", "end", "rules"];

/// The parts of a game, by the word that begins them.
type Parts = BTreeMap<String, String>;

#[derive(Clone, Debug)]
pub struct Scene {
    /// The ludemes that it shows.
    pub about: Vec<String>,
    pub title: String,
    parts: Parts,
    /// Line (counted from 0) and text.
    steps: Vec<(usize, String)>,
    /// Games that a match of the scene may name.
    set_ups: BTreeMap<String, Parts>,
}

/// All files of scenes, by name.
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let all = std::fs::read_dir(&folder).expect("the folder of scenes");
    let mut found: Vec<PathBuf> = all.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "scenes"));
    found.sort();
    assert!(!found.is_empty(), "no scenes in {}", folder.display());
    found
}

/// The scenes of a file.
pub fn scenes(text: &str) -> Vec<Scene> {
    let mut set_ups: BTreeMap<String, Parts> = BTreeMap::new();
    let mut found: Vec<Scene> = Vec::new();
    let mut open: Option<String> = None;
    let mut part: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with("//") {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let line = line.trim();
        if indent == 0 {
            part = None;
            if let Some(name) = line.strip_prefix("setup ") {
                set_ups.insert(name.trim().to_owned(), Parts::new());
                open = Some(name.trim().to_owned());
                continue;
            }
            let (about, title) =
                line.split_once(": ").unwrap_or_else(|| panic!("line {}: no title: {line}", number + 1));
            let about = about.split(", ").map(|id| id.trim().to_owned()).collect();
            found.push(Scene {
                about,
                title: title.to_owned(),
                parts: Parts::new(),
                steps: Vec::new(),
                set_ups: BTreeMap::new(),
            });
            open = None;
            continue;
        }
        let set_up = open.as_ref().and_then(|name| set_ups.get_mut(name));
        let parts = match (set_up, found.last_mut()) {
            (Some(parts), _) => parts,
            (None, Some(scene)) => &mut scene.parts,
            (None, None) => panic!("line {}: stands in no scene", number + 1),
        };
        // What is indented further goes on with the part before it.
        if let (true, Some(part)) = (indent > 4, &part) {
            let before = parts.get_mut(part).expect("the part that goes on");
            before.push(' ');
            before.push_str(line);
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if PARTS.contains(&word) {
            parts.insert(word.to_owned(), rest.trim().to_owned());
            part = Some(word.to_owned());
        } else {
            assert!(open.is_none(), "line {}: a step in a set-up", number + 1);
            part = None;
            found.last_mut().expect("a scene is open").steps.push((number, line.to_owned()));
        }
    }
    for scene in &mut found {
        scene.set_ups = set_ups.clone();
        if let Some(name) = scene.parts.get("in") {
            let mut parts =
                set_ups.get(name).unwrap_or_else(|| panic!("{}: no setup {name}", scene.title)).clone();
            parts.append(&mut scene.parts);
            scene.parts = parts;
        }
    }
    found
}

/// The text of a game.
fn text_of(parts: &Parts, name: &str) -> String {
    let part = |word: &str| {
        let usual = USUAL.iter().find(|(usual, _)| *usual == word).map_or("", |(_, text)| text);
        parts.get(word).map_or(usual, String::as_str)
    };
    let within = |head: &str, word: &str| match part(word) {
        "" => String::new(),
        given => format!("({head} {{{given}}})"),
    };
    let rules = match part("rules") {
        "" => format!(
            "{} {} (play {}) {}",
            within("meta", "meta"),
            within("start", "start"),
            part("play"),
            within("end", "end")
        ),
        rules => rules.to_owned(),
    };
    // A match has games instead of a board.
    if part("play").is_empty() {
        return format!(
            "(match \"{name}\" {} (games {{{}}}) {})",
            part("players"),
            part("pieces"),
            within("end", "end")
        );
    }
    format!(
        "{} (game \"{name}\" {} {} (equipment {{{} {}}}) (rules {rules}))",
        part("define"),
        part("players"),
        part("mode"),
        part("board"),
        part("pieces")
    )
}

impl Scene {
    /// Whether anything must be so, besides that moves are legal.
    pub fn asks(&self) -> bool {
        self.steps.iter().any(|(_, step)| !step.starts_with("moves ") && !step.starts_with("throw "))
    }

    fn reading(&self, defines: &Defines) -> Reading {
        read(&self.title, &text_of(&self.parts, "Scene"), defines, &Selection::default())
    }

    /// All ludemes of its game and its questions.
    pub fn entries(&self, defines: &Defines) -> BTreeSet<&'static str> {
        let reading = self.reading(defines);
        let mut found: BTreeSet<&'static str> =
            reading.game.iter().flat_map(|game| &game.nodes).map(|node| node.entry.id).collect();
        let Ok(game) = self.game(defines) else { return found };
        for (_, step) in &self.steps {
            if let Some((expression, _)) = question(step)
                && let Ok(expression) = Expression::read(&game, &reading, &Selection::default(), expression)
            {
                found.extend(expression.ludemes.iter().map(|ludeme| ludeme.id));
            }
        }
        found
    }

    fn game(&self, defines: &Defines) -> Result<Game, String> {
        let reading = self.reading(defines);
        if let Some(problem) = reading.problems.iter().find(|problem| problem.is_error()) {
            return Err(ludarium_play::render(problem, &reading.sources(), false));
        }
        let find = |name: &str| match self.set_ups.get(name) {
            Some(parts) => Some(text_of(parts, name)),
            None => ludarium_play::find(name).ok().map(|game| game.text.to_owned()),
        };
        compile_with(&reading, &find).map_err(|problems| {
            problems.iter().map(|problem| ludarium_play::render(problem, &reading.sources(), false)).collect()
        })
    }

    /// Plays the scene with both engines. For each step that is not as written: its line, the line as it would be right, and
    /// what is wrong.
    pub fn play(&self, defines: &Defines) -> Vec<(usize, Option<String>, String)> {
        let game = match self.game(defines) {
            Ok(game) => game,
            Err(problem) => return vec![(self.steps.first().map_or(0, |s| s.0), None, problem)],
        };
        let reading = self.reading(defines);
        let mut wrong = self.play_with(&game.with_engine(Engine::Reference), &reading);
        if wrong.is_empty() {
            wrong = self.play_with(&game, &reading);
            wrong.iter_mut().for_each(|(_, is, problem)| {
                *is = None;
                *problem = format!("by the fast engine: {problem}");
            });
        }
        wrong
    }

    fn play_with(&self, game: &Game, reading: &Reading) -> Vec<(usize, Option<String>, String)> {
        let mut table = Table { state: game.start(1), reading };
        let mut wrong = Vec::new();
        for (line, step) in &self.steps {
            match table.step(step) {
                Ok(None) => {}
                Ok(Some(is)) => {
                    let problem = format!("written: {step}\n    is: {is}");
                    wrong.push((*line, Some(format!("  {is}")), problem));
                }
                Err(problem) => wrong.push((*line, None, format!("{step}: {problem}"))),
            }
        }
        wrong
    }
}

/// `(count Cells) = 9`
fn question(step: &str) -> Option<(&str, &str)> {
    let step = step.strip_prefix("numbers ").unwrap_or(step);
    step.starts_with(['(', '"']).then(|| step.rsplit_once(" = ")).flatten()
}

/// A scene that is being played.
struct Table<'r> {
    state: State,
    reading: &'r Reading,
}

impl Table<'_> {
    /// What the step says in truth, where that is not what is written.
    fn step(&mut self, step: &str) -> Result<Option<String>, String> {
        if let Some((expression, written)) = question(step) {
            let numbers = step.starts_with("numbers ");
            let is = self.value(expression, numbers)?;
            let word = if numbers { "numbers " } else { "" };
            return Ok((is != written).then(|| format!("{word}{expression} = {is}")));
        }
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let rest = rest.trim();
        match word {
            "moves" => {
                for name in rest.split_whitespace() {
                    self.state.play(name).map_err(|illegal| {
                        format!("{name}: {:?}; legal are {}", illegal.why, self.legal().join(" "))
                    })?;
                }
                Ok(None)
            }
            "throw" => self.throw(rest).map(|()| None),
            "legal" => {
                let is = self.legal().join(" ");
                Ok((is != rest).then(|| format!("legal {is}")))
            }
            "can" | "cannot" => {
                let wrong: Vec<&str> = rest
                    .split_whitespace()
                    .filter(|name| self.state.find(&(*name).into()).is_ok() != (word == "can"))
                    .collect();
                if wrong.is_empty() {
                    return Ok(None);
                }
                Err(format!("not so for {}; legal are {}", wrong.join(" "), self.legal().join(" ")))
            }
            "at" => {
                let (site, written) = rest.split_once(' ').unwrap_or((rest, ""));
                let is = self.at(site)?;
                Ok((is != written.trim()).then(|| format!("at {site} {is}")))
            }
            "mover" => {
                let is = format!("P{}", self.state.mover());
                Ok((is != rest).then(|| format!("mover {is}")))
            }
            "result" => {
                let is = self.result();
                Ok((is != rest).then(|| format!("result {is}")))
            }
            _ => Err("this is no step: see README.md".to_owned()),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut names = self.state.names();
        names.sort_unstable();
        names
    }

    fn value(&self, expression: &str, numbers: bool) -> Result<String, String> {
        let game = self.state.game();
        let read = Expression::read(game, self.reading, &Selection::default(), expression)
            .map_err(|bad| bad.shown)?;
        let ctx = after_throw(&self.state.ctx(), self.state.legal_moves());
        let is = read.value(&ctx.pos, &ctx.reg, ctx.rng);
        use ludarium_play::why::values::Is;
        Ok(match is {
            Is::Truth(true) => "True".to_owned(),
            Is::Truth(false) => "False".to_owned(),
            Is::Number(n) => n.to_string(),
            Is::Decimal(x) => format!("{x:.3}"),
            Is::Sites(list) if list.is_empty() => "none".to_owned(),
            Is::Numbers(list) if list.is_empty() => "none".to_owned(),
            Is::Sites(list) if !numbers => {
                let names: Vec<String> =
                    list.iter().map(|&site| site_name(game, game.site_type, site)).collect();
                names.join(" ")
            }
            Is::Sites(list) | Is::Numbers(list) => {
                let numbers: Vec<String> = list.iter().map(i32::to_string).collect();
                numbers.join(" ")
            }
        })
    }

    /// Prescribes what the dice show, in the order of their sites.
    fn throw(&mut self, rest: &str) -> Result<(), String> {
        let mut dice: Vec<(i32, Vec<i32>)> = Vec::new();
        let ctx = self.state.ctx();
        for container in &self.state.game().containers {
            for site in container.first..container.first + container.len {
                if container.first > 0
                    && let Some(component) = ctx.game.components.get(ctx.what(SiteType::Cell, site))
                    && let ComponentKind::Die { faces, .. } = &component.kind
                {
                    dice.push((site, faces.clone()));
                }
            }
        }
        let mut forced = Vec::new();
        for (i, value) in rest.split_whitespace().enumerate() {
            let value: i32 = value.parse().map_err(|_| "a throw is numbers".to_owned())?;
            let (site, faces) = dice.get(i % dice.len().max(1)).ok_or("there are no dice")?;
            let face = faces.iter().position(|&f| f == value).ok_or("no face shows that")?;
            forced.push((*site, face as i32));
        }
        self.state.force_dice(&forced);
        Ok(())
    }

    /// What lies on a site.
    fn at(&self, name: &str) -> Result<String, String> {
        let state = &self.state;
        let game = state.inner_game();
        let kinds = [game.site_type, SiteType::Cell, SiteType::Vertex, SiteType::Edge];
        let sites = |kind: SiteType| {
            let off_board = game.containers.iter().skip(1).flat_map(|c| c.first..c.first + c.len);
            let board = 0..game.board_sites(kind) as i32;
            board.chain(off_board.filter(move |_| kind == SiteType::Cell))
        };
        let found = kinds
            .into_iter()
            .find_map(|kind| Some((kind, sites(kind).find(|&s| site_name(game, kind, s) == name)?)));
        let Some((kind, site)) = found else { return Err(format!("there is no {name}")) };
        let ctx: Ctx<'_> = after_throw(&state.ctx(), state.legal_moves());
        let slot = ctx.slot(kind, site);
        let pos = &ctx.pos;
        let marks = |piece: &Piece| {
            let marks = [("state", piece.state), ("rotation", piece.rotation.into()), ("value", piece.value)];
            let told: Vec<String> =
                marks.iter().filter(|(_, n)| *n > 0).map(|(word, n)| format!(" {word} {n}")).collect();
            told.concat()
        };
        let one = |piece: &Piece| {
            let name = game.components.get(usize::from(piece.what)).map_or("?", |c| c.name.as_str());
            format!("{name}{}", marks(piece))
        };
        if pos.stacking() {
            let pieces: Vec<String> = pos.levels(slot).iter().map(one).collect();
            return Ok(if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(", ") });
        }
        if pos.is_empty(slot) {
            return Ok(format!("nothing{}", marks(&pos.top(slot))));
        }
        let count = if pos.count(slot) == 1 { String::new() } else { format!(" x{}", pos.count(slot)) };
        Ok(one(&pos.top(slot)) + &count)
    }

    fn result(&self) -> String {
        let Some(outcome) = self.state.outcome() else { return "open".to_owned() };
        if outcome.is_draw() {
            return "draw".to_owned();
        }
        match outcome.winner() {
            Some(player) if outcome.ranks.len() == 2 => format!("P{player} wins"),
            Some(_) | None => {
                let ranks: Vec<String> = outcome.ranks.iter().map(f64::to_string).collect();
                format!("ranks {}", ranks.join(" "))
            }
        }
    }
}
