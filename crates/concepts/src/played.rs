//! Played concepts: figures measured over many games, each with a 95 % interval, and beside it what the published
//! tables would show where they define it otherwise. Knows arithmetic; how games are played is `trial`.

use crate::judged::Judged;
use crate::kinds::counted;
use crate::skill::Skill;
use crate::stats::{Course, Figure, deviation, drawn_again, mean, results, share};
use crate::taxonomy::{self, Data, id};
use crate::trial::{Detail, Trial};
use ludarium_engine::{Relation, SiteType};
use ludarium_play::Game;

/// Everything that is needed to measure the same figures again, to the last digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Who played: `random`, or a searching player with its effort (`uct@iterations=100`).
    pub player: String,
    /// The seed of the first game; the others follow on.
    pub seed: u64,
    pub games: usize,
    /// Break a game off after so many moves; only the rules' own limits hold when left out.
    pub most: Option<usize>,
    /// The version of this program.
    pub engine: &'static str,
    /// The number of the description as it was read, see [`fingerprint`].
    pub rules: u64,
}

/// The version that figures are stored with.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A number that changes when the rules do: of the expanded description, options and definitions worked in.
pub fn fingerprint(reading: &ludarium_play::Reading) -> u64 {
    let tree = &reading.expanded.game;
    tree.roots.iter().fold(0, |sum, root| {
        tree.print(*root).bytes().fold(sum, |sum, byte| ludarium_engine::rng::mix(sum ^ u64::from(byte)))
    })
}

/// One figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    pub id: u16,
    pub name: String,
    pub figure: Figure,
    /// The same by the definition of the published tables, where that is another.
    pub published: Option<f64>,
}

/// Figures as they are put together.
struct Table(Vec<Measured>);

impl Table {
    fn put(&mut self, name: &str, figure: Figure, published: Option<f64>) {
        self.0.push(Measured { id: id(name), name: name.to_string(), figure, published });
    }

    /// The mean of shares, which lie between 0 and 1.
    fn shares(&mut self, name: &str, values: &[f64], published: Option<f64>) {
        if !values.is_empty() {
            self.put(name, mean(values).within(0.0, 1.0), published);
        }
    }

    /// The mean of what is known; nothing where nothing is.
    fn known(&mut self, name: &str, values: &[f64], published: Option<f64>) {
        if !values.is_empty() {
            self.put(name, mean(values), published);
        }
    }

    /// Eleven figures of a course. `published`: the courses by which the published tables go, where those are others.
    fn course(&mut self, stem: &str, courses: &[Course], published: Option<&[Course]>) {
        let lists: Vec<[f64; 11]> = courses.iter().map(Course::list).collect();
        let theirs: Vec<[f64; 11]> = published.unwrap_or(courses).iter().map(Course::published).collect();
        for (i, part) in Course::NAMES.iter().enumerate() {
            let column = |lists: &[[f64; 11]]| lists.iter().map(|list| list[i]).collect::<Vec<f64>>();
            let own = column(&lists);
            let other = column(&theirs);
            let other = (!other.is_empty() && other != own).then(|| mean(&other).value);
            self.known(&course_name(stem, part), &own, other);
        }
    }
}

/// Sums games up. Games that were broken off or in which a rule was stopped count for lengths and choices, not for
/// outcomes.
pub fn measure(game: &Game, trials: &[Trial]) -> Vec<Measured> {
    let mut table = Table(Vec::new());
    outcomes(&mut table, game, trials);
    let details: Vec<&Detail> = trials.iter().filter_map(|t| t.detail.as_ref()).collect();
    if details.is_empty() {
        let of = |f: &dyn Fn(&Trial) -> f64| trials.iter().map(f).collect::<Vec<f64>>();
        table.put("BranchingFactorAverage", mean(&of(&|t| ratio(t.choices, t.moves))), None);
        table.put("DecisionFactorAverage", mean(&of(&|t| ratio(t.decision_choices, t.decisions))), None);
    } else {
        positions(&mut table, game, &details);
        kinds(&mut table, &details);
        judgements(&mut table, &details);
    }
    let mut out = table.0;
    groups(&mut out);
    out
}

/// Adds what a skill trace says.
pub fn add_skill(measured: &mut Vec<Measured>, skill: &Skill) {
    let mut table = Table(std::mem::take(measured));
    table.put("SkillTraceScore", skill.score, Some(skill.published));
    table.put("SkillTraceTrials", Figure::exact(skill.levels as f64), None);
    table.put("SkillTraceErrorSlope", Figure::exact(skill.slope_error), None);
    table.put("SkillTraceErrorIntercept", Figure::exact(skill.intercept_error), None);
    *measured = table.0;
    groups(measured);
}

/// Adds how fast games are played at random, measured with somebody else's clock: for each batch of games how many
/// games and moves there were in a second.
pub fn add_speed(measured: &mut Vec<Measured>, batches: &[(f64, f64)]) {
    let mut table = Table(std::mem::take(measured));
    table.known("PlayoutsPerSecond", &batches.iter().map(|b| b.0).collect::<Vec<f64>>(), None);
    table.known("MovesPerSecond", &batches.iter().map(|b| b.1).collect::<Vec<f64>>(), None);
    *measured = table.0;
    groups(measured);
}

/// Groups hold when a member is not 0.
fn groups(out: &mut Vec<Measured>) {
    let groups = || taxonomy::all().iter().filter(|c| !c.compiled && c.data == Data::Boolean);
    let inner: Vec<u16> = groups().filter(|c| !c.name.ends_with("Frequency")).map(|c| c.id).collect();
    out.retain(|m| !inner.contains(&m.id));
    let holding = |group: &str| {
        let under = |m: &&Measured| {
            let number = taxonomy::by_id(m.id).map_or("", |c| c.number);
            number.strip_prefix(group).is_some_and(|rest| rest.starts_with('.'))
        };
        let mut members = out.iter().filter(under).peekable();
        members.peek()?;
        Some(members.any(|m| m.figure.value.is_finite() && m.figure.value != 0.0))
    };
    let found: Vec<Measured> = groups()
        .filter(|c| inner.contains(&c.id))
        .filter_map(|c| {
            let figure = Figure::exact(f64::from(u8::from(holding(c.number)?)));
            Some(Measured { id: c.id, name: c.name.to_string(), figure, published: None })
        })
        .collect();
    out.extend(found);
    out.sort_by_key(|m| m.id);
}

/// How games ended and how long they took.
fn outcomes(table: &mut Table, game: &Game, trials: &[Trial]) {
    let n = trials.len();
    let over: Vec<&Trial> =
        trials.iter().filter(|t| !t.utilities.is_empty() && t.stopped.is_none()).collect();
    let won = over.iter().filter(|t| t.winner.is_some()).count();
    let timed = trials.iter().filter(|t| t.timed_out).count();
    let ended = over.iter().filter(|t| !t.timed_out).count();
    let level = |t: &&Trial| t.winner.is_none() && t.utilities.windows(2).all(|w| w[0] == w[1]);
    let drawn = over.iter().filter(|t| level(t) && !t.timed_out).count();
    let all_level = over.iter().filter(|t| level(t)).count();
    let of = |f: &dyn Fn(&Trial) -> f64| trials.iter().map(f).collect::<Vec<f64>>();

    table.put("DurationActions", mean(&of(&|t| t.actions as f64)), None);
    table.put("DurationMoves", mean(&of(&|t| t.moves as f64)), None);
    let turns = of(&|t| t.turns as f64);
    table.put("DurationTurns", mean(&turns), None);
    table.put("DurationTurnsStdDev", drawn_again(&turns, deviation), None);
    let ruled: Vec<f64> = over.iter().filter(|t| !t.timed_out).map(|t| t.turns as f64).collect();
    if ruled.is_empty() {
        let limit = f64::from(game.turn_limit) * game.players as f64;
        table.put("DurationTurnsNotTimeouts", Figure::exact(f64::NAN), Some(limit));
    } else {
        table.put("DurationTurnsNotTimeouts", mean(&ruled), None);
    }
    table.shares("DecisionMoves", &of(&|t| ratio(t.decisions, t.moves)), None);
    let tree = of(&|t| t.moves as f64 * ratio(t.choices, t.moves).max(1.0).log10());
    table.put("GameTreeComplexity", mean(&tree), None);
    if game.subgames.is_empty() {
        table.put("StateTreeComplexity", Figure::exact(state_tree_complexity(game)), None);
    }

    if game.players > 0 {
        let first: Vec<f64> =
            over.iter().filter_map(|t| t.utilities.first()).map(|u| f64::midpoint(*u, 1.0)).collect();
        if !first.is_empty() {
            table.put("AdvantageP1", results(&first, 0.0, 1.0), None);
        }
    }
    if !over.is_empty() {
        table.put("Balance", balance(game.players, &over), None);
    }
    table.put("Completion", share(ended, n), Some(ratio(won, n)));
    table.put("Drawishness", share(drawn, n), Some(ratio(all_level, n)));
    table.put("Timeouts", share(timed, n), None);
    if game.players > 0 && !over.is_empty() {
        let indices: Vec<f64> = (0..over.len()).map(|i| i as f64).collect();
        let uniformity = drawn_again(&indices, |drawn| {
            let variance = |p: usize| {
                let of = |i: &f64| over[*i as usize].utilities[p];
                let m = drawn.iter().map(of).sum::<f64>() / drawn.len() as f64;
                drawn.iter().map(|i| (of(i) - m).powi(2)).sum::<f64>() / drawn.len() as f64
            };
            1.0 - (0..game.players).map(variance).sum::<f64>() / game.players as f64
        });
        table.put("OutcomeUniformity", uniformity, None);
    }
    table.put("DrawFrequency", share(drawn, n), None);
}

/// The logarithm of how many ways there are to fill the board, legal or not.
fn state_tree_complexity(game: &Game) -> f64 {
    /// Stacks are no higher.
    const HIGHEST: f64 = 32.0;
    let components = game.components.get(1..).unwrap_or(&[]);
    let most = |f: &dyn Fn(&ludarium_engine::game::Component) -> i32| {
        f64::from(components.iter().map(f).max().unwrap_or(0).max(1))
    };
    let uses = &game.uses;
    let mut states = game.components.len() as f64;
    if uses.stacking {
        states *= HIGHEST;
    } else if uses.count {
        states *= f64::from(uses.max_count.max(1));
    }
    if uses.state {
        states *= most(&|c| c.max_state);
    }
    if uses.rotation {
        states *= game.board.supported(game.site_type, Relation::All).len().max(1) as f64;
    }
    if uses.value {
        states *= most(&|c| c.max_value);
    }
    if uses.hidden {
        // Seven things about a piece may be hidden, each by itself.
        states *= 128.0;
    }
    let sites: usize =
        [(SiteType::Cell, uses.cells), (SiteType::Edge, uses.edges), (SiteType::Vertex, uses.vertices)]
            .iter()
            .filter(|(_, used)| *used)
            .map(|(kind, _)| game.board_sites(*kind))
            .sum();
    sites as f64 * states.log10()
}

/// What positions were like.
fn positions(table: &mut Table, game: &Game, details: &[&Detail]) {
    let of = |f: &dyn Fn(&Detail) -> f64| details.iter().map(|d| f(d)).collect::<Vec<f64>>();
    table.shares("BoardCoverageDefault", &of(&|d| d.coverage[0]), None);
    table.shares("BoardCoverageFull", &of(&|d| d.coverage[1]), None);
    table.shares("BoardCoverageUsed", &of(&|d| d.coverage[2]), None);
    // The published figure is 1 for a game as soon as anything comes again.
    let any = |f: &dyn Fn(&Detail) -> f64| {
        Some(details.iter().filter(|d| f(d) > 0.0).count() as f64 / details.len() as f64)
    };
    table.shares("PositionalRepetition", &of(&|d| d.positional), any(&|d| d.positional));
    table.shares("SituationalRepetition", &of(&|d| d.situational), any(&|d| d.situational));
    let players = game.players.max(1) as f64;
    type Number = dyn Fn(&Detail) -> f64;
    let starts: [(&str, &Number); 3] = [
        ("NumStartComponentsBoard", &|d| d.start_board as f64),
        ("NumStartComponentsHand", &|d| d.start_hand as f64),
        ("NumStartComponents", &|d| (d.start_board + d.start_hand) as f64),
    ];
    for (name, number) in starts {
        table.put(name, mean(&of(number)), None);
        table.put(&format!("{name}PerPlayer"), mean(&of(&|d| number(d) / players)), None);
    }
    type Read = dyn Fn(&Detail) -> Option<Course>;
    let courses: [(&str, &Read); 6] = [
        ("BranchingFactor", &|d| d.branching),
        ("DecisionFactor", &|d| d.decision),
        ("BoardSitesOccupied", &|d| d.occupied),
        ("PieceNumber", &|d| d.pieces),
        ("MoveDistance", &|d| d.distance),
        ("ScoreDifference", &|d| d.score_difference),
    ];
    for (stem, course) in courses {
        table.course(stem, &details.iter().filter_map(|d| course(d)).collect::<Vec<Course>>(), None);
    }
}

/// How often moves and endings are of which kind.
fn kinds(table: &mut Table, details: &[&Detail]) {
    if details.iter().any(|d| d.frequencies.is_empty()) {
        return;
    }
    for (i, kind) in counted().iter().enumerate() {
        if kind.name == "DrawFrequency" {
            continue;
        }
        if kind.end {
            let hits = details.iter().filter(|d| d.end_kinds.is_some_and(|set| set.has(kind.of))).count();
            table.put(kind.name, share(hits, details.len()), None);
        } else {
            let published = ["HopDecisionMoreThanOneFrequency", "HopCaptureMoreThanOneFrequency"]
                .iter()
                .position(|name| *name == kind.name)
                .map(|k| details.iter().map(|d| d.any_hop[k]).sum::<f64>() / details.len() as f64);
            let values: Vec<f64> = details.iter().map(|d| d.frequencies[i]).collect();
            table.shares(kind.name, &values, published);
        }
    }
}

/// What was thought of positions and moves.
fn judgements(table: &mut Table, details: &[&Detail]) {
    let judged: Vec<&Judged> = details.iter().filter_map(|d| d.judged.as_ref()).collect();
    if judged.is_empty() {
        return;
    }
    let of = |f: &dyn Fn(&Judged) -> Option<f64>| judged.iter().filter_map(|j| f(j)).collect::<Vec<f64>>();
    // Divided as whole numbers, a share of moves is 0 unless it is all of them, which it never is.
    table.shares("Narrowness", &of(&|j| j.narrowness), Some(0.0));
    table.known("Variance", &of(&|j| j.variance), None);
    // Who won is asked of the first position there: everybody did, and nobody is left to set a threshold.
    table.known("DecisivenessThreshold", &of(&|j| j.won.as_ref().map(|w| w.threshold)), Some(-1.0));
    table.shares("DecisivenessMoves", &of(&|j| j.won.as_ref().map(|w| w.safe_after)), Some(0.0));
    let theirs = of(&|j| Some(j.lead_change_published));
    table.shares("LeadChange", &of(&|j| Some(j.lead_change)), Some(mean(&theirs).value));
    table.known("Stability", &of(&|j| Some(j.stability)), None);
    let courses =
        |f: &dyn Fn(&Judged) -> Option<Course>| judged.iter().filter_map(|j| f(j)).collect::<Vec<Course>>();
    let drama = courses(&|j| j.won.as_ref().and_then(|w| w.drama));
    table.course("Drama", &drama, Some(&courses(&|j| j.drama_published)));
    table.course("MoveEvaluation", &courses(&|j| j.moves), None);
    table.course("StateEvaluationDifference", &courses(&|j| j.spread), None);
}

/// Played concepts that were not measured, each with the reason.
pub fn unknown(game: &Game, measured: &[Measured]) -> Vec<(&'static taxonomy::Concept, &'static str)> {
    let has = |id: u16| measured.iter().any(|m| m.id == id);
    let judged = has(id("Stability"));
    taxonomy::all()
        .iter()
        .filter(|c| !c.compiled && !has(c.id))
        .map(|c| {
            let why = if c.name.starts_with("SkillTrace") {
                "needs matches between players who think more and less: --skill"
            } else if c.name.ends_with("PerSecond") {
                "needs a clock, and says more about the machine than about the game: --speed"
            } else if !game.subgames.is_empty() {
                "a match has no rules of its own"
            } else if c.name.ends_with("Frequency") {
                "which rule gave which move was not watched"
            } else if ["4.6", "4.6."].iter().any(|at| c.number == *at || c.number.starts_with("4.6.")) {
                if judged {
                    "nobody won a game, or there was never a choice"
                } else {
                    "positions of this game cannot be judged: judging needs two players or more who move in turn"
                }
            } else {
                "no game gave a value"
            };
            (c, why)
        })
        .collect()
}

/// How alike the players' chances are: one less the greatest difference between two of them.
pub fn balance(players: usize, over: &[&Trial]) -> Figure {
    let mut worst = Figure::exact(0.0);
    for a in 0..players {
        for b in a + 1..players {
            let difference: Vec<f64> = over.iter().map(|t| (t.utilities[a] - t.utilities[b]) / 2.0).collect();
            let figure = results(&difference, -1.0, 1.0);
            // The sign says who is ahead; only how far counts.
            let figure = if figure.value < 0.0 {
                Figure { value: -figure.value, low: -figure.high, high: -figure.low }
            } else {
                figure
            };
            if figure.value >= worst.value {
                worst = Figure { low: figure.low.max(0.0), high: figure.high.min(1.0), ..figure };
            }
        }
    }
    worst.complement()
}

/// The taxonomy spells three of its names in its own way.
fn course_name(stem: &str, part: &str) -> String {
    match (stem, part) {
        ("BranchingFactor", "ChangeNumTimes") => "BranchingFactorChangeNumTimesn".to_string(),
        ("BranchingFactor", "MaxIncrease") => "BranchingFactorChangeMaxIncrease".to_string(),
        ("BranchingFactor", "MaxDecrease") => "BranchingFactorChangeMaxDecrease".to_string(),
        _ => format!("{stem}{part}"),
    }
}

fn ratio(a: usize, b: usize) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}
