//! `ludarium play`: a game in the terminal. Lines in, lines out, so that it works as well with a pipe as with a person.

use crate::game_arg::{EngineArgs, GameArgs};
use crate::players::{BudgetArgs, Entrant, GameName, PlayerArgs};
use crate::position::{PositionArgs, told};
use crate::{files, out};
use anyhow::{Context, Result, bail};
use ludarium_engine::game::ComponentKind;
use ludarium_engine::rng::mix;
use ludarium_engine::{Act, Mode, SiteType};
use ludarium_play::why::Attempt;
use ludarium_play::{Record, Selection, State, shown};

use ludarium_players::{Budget, Control, Player};
use ludarium_render::{View, from_game, text};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Play a game in the terminal
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium play chess --computer P2
  ludarium play chess --computer P1=level3 --computer P2=uct
  ludarium play chess --position \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\"")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Let the computer play for a player; may be given several times. Who it is may follow: P2=level3, P1=uct
    #[arg(long, value_name = "P2[=PLAYER]")]
    computer: Vec<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    player_args: PlayerArgs,
}

const HELP: &str = "\
  e2-e4, c3 …    play the move of that name (coordinates, from and to)
  12             play move number 12 of the list
  moves          list all moves
  board          draw the board again
  hint           ask the computer for a move
  undo           take the last move back
  save FILE      write the game so far
  load FILE      go on with a game that was saved
  quit           leave
";

/// So many moves are listed unasked.
const LISTED: usize = 40;

pub fn run(args: &Args) -> Result<ExitCode> {
    let (reading, game) = args.game.compile()?;
    let game = args.engine.game(&game);
    let wanted = args.computer.iter().map(|p| player(p, game.players)).collect::<Result<Vec<_>>>()?;
    if !wanted.is_empty() && game.mode == Mode::Simultaneous {
        bail!(
            "all players move at once in {}: computers play it among themselves (ludarium match)",
            game.name
        );
    }
    let selection = args.game.selection()?;
    let entrants: Vec<Entrant> = wanted.iter().map(|w| w.1.clone()).collect();
    let world = args.player_args.world(&game, &selection, &entrants)?;
    let setting = args.player_args.setting();
    let name = GameName::of(&args.game);
    let mut computers = BTreeMap::new();
    for (agent, entrant) in &wanted {
        computers.insert(*agent, entrant.seat(&world, setting, &name)?);
    }
    let mut table = Table {
        state: args.position.state(&game, &selection, args.seed)?,
        view: from_game::empty(&game, reading.metadata.as_ref()),
        seed: args.seed,
        // Without a computer at the table a hint comes from tree search, which needs no preparation.
        adviser: Entrant::read("mcts")?.seat(&world, setting, &name)?,
        computers,
        budget: args.budget.budget(1.0)?,
        selection,
    };
    table.computers_move();
    table.show();
    for line in std::io::stdin().lock().lines() {
        let line = line.context("cannot read")?;
        match table.obey(line.trim()) {
            Next::Show => {
                table.computers_move();
                table.show();
            }
            Next::Stay => table.prompt(),
            Next::Leave => break,
        }
    }
    match table.state.stopped() {
        Some(rule) => bail!("rule {rule} did not come to an end"),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Which player, and who plays for it.
fn player(text: &str, players: usize) -> Result<(usize, Entrant)> {
    let (seat, who) = text.split_once('=').unwrap_or((text, "default"));
    let number = seat.trim_start_matches(['P', 'p']).parse().ok().filter(|p| (1..=players).contains(p));
    let number = number.with_context(|| format!("--computer {text}: the players are P1 to P{players}"))?;
    Ok((number, Entrant::read(who)?))
}

enum Next {
    Show,
    Stay,
    Leave,
}

struct Table<'g> {
    state: State,
    view: View,
    seed: u64,
    /// By agent: who stays the same when players change seats.
    computers: BTreeMap<usize, Box<dyn Player<'g> + 'g>>,
    adviser: Box<dyn Player<'g> + 'g>,
    budget: Budget,
    selection: Selection,
}

impl Table<'_> {
    /// What a computer would play here.
    fn ask(&mut self, agent: usize) -> Result<usize, String> {
        let clock = Instant::now();
        let elapsed = || clock.elapsed();
        let seat = self.computers.get_mut(&agent).unwrap_or(&mut self.adviser);
        let budget = seat.budget().unwrap_or(self.budget);
        let control = Control { budget, elapsed: &elapsed, cancel: &ludarium_players::control::NEVER };
        let seed = mix(self.seed ^ mix(self.state.plies() as u64));
        let bar = out::working(&format!("P{} is thinking", self.state.mover()));
        let table = ludarium_players::Table { state: &self.state, agent, seed };
        let chosen = seat.choose(table, &control).map(|a| a.index);
        bar.finish_and_clear();
        chosen
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Next {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Next::Stay,
            ("quit" | "exit" | "q", "") => Next::Leave,
            ("help" | "?", "") => say(HELP),
            ("board", "") => Next::Show,
            ("moves", "") => {
                out::print(&self.list(usize::MAX));
                Next::Stay
            }
            ("hint", "") => {
                let names = self.state.names();
                if names.is_empty() {
                    return say("the game is over\n");
                }
                match self.ask(self.state.agent()) {
                    Ok(n) if n < names.len() => say(&format!("{} (number {})\n", names[n], n + 1)),
                    Ok(_) => say("no move comes to mind\n"),
                    Err(why) => say(&format!("{why}\n")),
                }
            }
            ("undo", "") => self.take_back(),
            ("save" | "load", "") => say(&format!("{word} which file?\n")),
            ("save", file) => self.save(Path::new(file)),
            ("load", file) => self.load(Path::new(file)),
            _ => self.play(line),
        }
    }

    fn play(&mut self, line: &str) -> Next {
        let tried = match line.parse::<usize>() {
            Ok(0) => return say("moves are numbered from 1\n"),
            Ok(number) => self.state.play(number - 1).map_err(|e| match e.why {
                ludarium_play::Why::NotLegal => format!("there is no move number {number}"),
                _ => e.to_string(),
            }),
            Err(_) => self.state.play(line).map_err(|e| match e.why {
                ludarium_play::Why::NotLegal => format!("{e}{}", self.why_not(line)),
                ludarium_play::Why::Over
                | ludarium_play::Why::Ambiguous(_)
                | ludarium_play::Why::Stopped(_) => e.to_string(),
            }),
        };
        match tried {
            Ok(_) => Next::Show,
            Err(why) => say(&format!("{why} (help tells what may be said)\n")),
        }
    }

    /// The reason why a move is not legal, as far as it can be told.
    fn why_not(&self, line: &str) -> String {
        let reason = Attempt::read(self.state.game(), line).and_then(|tried| self.state.why_not(tried));
        reason.map(|reason| format!(": {}", reason.sentence)).unwrap_or_default()
    }

    /// Takes back the last move of a person, and what computers answered.
    fn take_back(&mut self) -> Next {
        let people = |t: &Self| !t.computers.contains_key(&t.state.agent());
        let mut back = self.state.clone();
        std::mem::swap(&mut back, &mut self.state);
        while self.state.undo().is_some() {
            if people(self) {
                return Next::Show;
            }
        }
        self.state = back;
        say("nothing to take back\n")
    }

    fn save(&self, file: &Path) -> Next {
        let record = Record::of(&self.state, &self.selection).write();
        match std::fs::write(file, record) {
            Ok(()) => {
                let plies = self.state.plies();
                let moves = if plies == 1 { "move" } else { "moves" };
                say(&format!("{plies} {moves} saved in {}\n", file.display()))
            }
            Err(error) => say(&format!("{}: {error}\n", file.display())),
        }
    }

    fn load(&mut self, file: &Path) -> Next {
        let read = || -> Result<Record> {
            Record::read(&files::read_text(file)?).with_context(|| file.display().to_string())
        };
        let record = match read() {
            Ok(record) => record,
            Err(error) => return say(&format!("{error:#}\n")),
        };
        if record.selection() != self.selection {
            let wanted = told(&record.selection());
            return say(&format!("{}: it was played with {wanted}\n", file.display()));
        }
        match record.replay(self.state.game()) {
            Ok(state) => {
                self.state = state;
                Next::Show
            }
            Err(departure) => say(&format!("{}: {departure}\n", file.display())),
        }
    }

    /// Lets computers move while it is their turn.
    fn computers_move(&mut self) {
        while !self.state.is_over() && self.computers.contains_key(&self.state.agent()) {
            let names = self.state.names();
            if names.is_empty() {
                break;
            }
            let n = match self.ask(self.state.agent()) {
                Ok(n) if n < names.len() => n,
                Ok(_) => 0,
                Err(why) => {
                    out::print(&format!("P{}: {why}\n", self.state.mover()));
                    0
                }
            };
            out::print(&format!("P{} plays {}\n", self.state.mover(), names[n]));
            if self.state.play(n).is_err() {
                break;
            }
        }
    }

    fn show(&mut self) {
        // Where pieces are hidden, the one who sits at the terminal is the one to move.
        let viewer = self.state.game().uses.hidden.then(|| u8::try_from(self.state.mover()).unwrap_or(0));
        let seen = shown::after_throw(&self.state.ctx(), self.state.legal_moves());
        from_game::show(&mut self.view, &seen, viewer);
        let mut page = String::from("\n");
        page += &text(&self.view);
        if self.state.game().uses.score {
            for p in 1..=self.state.game().players {
                page += &format!("P{p} has {} points\n", self.state.score(p));
            }
        }
        if let Some(outcome) = self.state.outcome() {
            page += &match outcome.winner() {
                Some(p) => format!("P{p} wins\n"),
                None if outcome.is_draw() => "a draw\n".to_owned(),
                None => {
                    let ranks: Vec<String> = outcome.ranks.iter().map(ToString::to_string).collect();
                    format!("the game is over; ranks of the players: {}\n", ranks.join(", "))
                }
            };
        }
        if let Some(thrown) = self.thrown() {
            page += &format!("thrown now: {thrown}\n");
        }
        out::print(&page);
        out::print(&self.list(LISTED));
        self.prompt();
    }

    /// What was thrown before these moves were listed, where a turn begins with a throw.
    fn thrown(&self) -> Option<String> {
        let dice = shown::throw(self.state.legal_moves()).iter().filter_map(|a| match a.act {
            Act::SetDie { site, face } => Some((site, face)),
            _ => None,
        });
        let dice: Vec<(i32, i32)> = dice.collect();
        if dice.is_empty() {
            return None;
        }
        let ctx = self.state.ctx();
        let pips = dice.iter().map(|&(site, face)| {
            match ctx.game.components.get(ctx.what(SiteType::Cell, site)).map(|c| &c.kind) {
                Some(ComponentKind::Die { faces, .. }) => {
                    usize::try_from(face).ok().and_then(|f| faces.get(f)).map_or(0, |&pips| pips)
                }
                _ => face,
            }
        });
        Some(pips.map(|p| format!("[{p}]")).collect::<Vec<_>>().join(" "))
    }

    fn list(&self, most: usize) -> String {
        let names = self.state.names();
        let numbered: Vec<String> = names.iter().enumerate().map(|(i, n)| format!("{} {n}", i + 1)).collect();
        let mut text = String::new();
        let mut width = 0;
        for entry in numbered.iter().take(most) {
            if width + entry.len() > 78 {
                text.push('\n');
                width = 0;
            }
            if width > 0 {
                text.push_str("   ");
            }
            text.push_str(entry);
            width += entry.len() + 3;
        }
        if numbered.len() > most {
            text += &format!("\n… {} moves in all (`moves` lists them)", numbered.len());
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    fn prompt(&self) {
        if self.state.is_over() {
            out::print("over> ");
        } else {
            out::print(&format!("P{}> ", self.state.mover()));
        }
    }
}

fn say(text: &str) -> Next {
    out::print(text);
    Next::Stay
}
