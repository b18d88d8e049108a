//! Played concepts: figures measured over many games, each with a 95 % interval, and beside it what the published
//! tables would show where they define it otherwise. Knows arithmetic; how games are played is `trial`.

use crate::stats::{Course, Figure, deviation, mean, share};
use crate::taxonomy::id;
use crate::trial::Trial;
use ludarium::Game;

/// Everything that is needed to measure the same figures again, to the last digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Who played: `random`.
    pub player: String,
    /// The seed of the first game; the others follow on.
    pub seed: u64,
    pub games: usize,
    /// Break a game off after so many moves; only the rules' own limits hold when left out.
    pub most: Option<usize>,
    /// The version of this program.
    pub engine: &'static str,
}

/// The version that figures are stored with.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// One figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    pub id: u16,
    pub name: String,
    pub figure: Figure,
    /// The same by the definition of the published tables, where that is another.
    pub published: Option<f64>,
}

/// Sums games up. Games that were broken off or in which a rule was stopped count for lengths and choices, not for
/// outcomes.
pub fn measure(game: &Game, trials: &[Trial]) -> Vec<Measured> {
    let mut out = Vec::new();
    let mut put = |name: &str, figure: Figure, published: Option<f64>| {
        out.push(Measured { id: id(name), name: name.to_string(), figure, published });
    };
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

    put("DurationActions", mean(&of(&|t| t.actions as f64)), None);
    put("DurationMoves", mean(&of(&|t| t.moves as f64)), None);
    let turns = of(&|t| t.turns as f64);
    put("DurationTurns", mean(&turns), None);
    put("DurationTurnsStdDev", Figure::exact(deviation(&turns)), None);
    let ruled: Vec<f64> = trials.iter().filter(|t| !t.timed_out).map(|t| t.turns as f64).collect();
    if ruled.is_empty() {
        let limit = f64::from(game.turn_limit) * game.players as f64;
        put("DurationTurnsNotTimeouts", Figure::exact(f64::NAN), Some(limit));
    } else {
        put("DurationTurnsNotTimeouts", mean(&ruled), None);
    }
    put("DecisionMoves", mean(&of(&|t| ratio(t.decisions, t.moves))), None);
    let tree = of(&|t| t.moves as f64 * ratio(t.choices, t.moves).max(1.0).log10());
    put("GameTreeComplexity", mean(&tree), None);

    if game.players > 0 {
        let first: Vec<f64> =
            over.iter().filter_map(|t| t.utilities.first()).map(|u| f64::midpoint(*u, 1.0)).collect();
        put("AdvantageP1", mean(&first), None);
    }
    put("Balance", balance(game.players, &over), None);
    put("Completion", share(ended, n), Some(ratio(won, n)));
    put("Drawishness", share(drawn, n), Some(ratio(all_level, n)));
    put("Timeouts", share(timed, n), None);
    if game.players > 0 && !over.is_empty() {
        let spread = |p: usize| {
            let us: Vec<f64> = over.iter().map(|t| t.utilities[p]).collect();
            let m = us.iter().sum::<f64>() / us.len() as f64;
            us.iter().map(|u| (u - m).powi(2)).sum::<f64>() / us.len() as f64
        };
        let variance = (0..game.players).map(spread).sum::<f64>() / game.players as f64;
        put("OutcomeUniformity", Figure::exact(1.0 - variance), None);
    }

    let details: Vec<_> = trials.iter().filter_map(|t| t.detail.as_ref()).collect();
    if !details.is_empty() {
        let of =
            |f: &dyn Fn(&crate::trial::Detail) -> f64| details.iter().map(|d| f(d)).collect::<Vec<f64>>();
        put("BoardCoverageDefault", mean(&of(&|d| d.coverage[0])), None);
        put("BoardCoverageFull", mean(&of(&|d| d.coverage[1])), None);
        put("BoardCoverageUsed", mean(&of(&|d| d.coverage[2])), None);
        // The published figure is 1 for a game as soon as anything comes again.
        let any = |f: &dyn Fn(&crate::trial::Detail) -> f64| {
            Some(details.iter().filter(|d| f(d) > 0.0).count() as f64 / details.len() as f64)
        };
        put("PositionalRepetition", mean(&of(&|d| d.positional)), any(&|d| d.positional));
        put("SituationalRepetition", mean(&of(&|d| d.situational)), any(&|d| d.situational));
        put("NumStartComponentsBoard", mean(&of(&|d| d.start_board as f64)), None);
        put("NumStartComponentsHand", mean(&of(&|d| d.start_hand as f64)), None);
        put("NumStartComponents", mean(&of(&|d| (d.start_board + d.start_hand) as f64)), None);
        let players = game.players.max(1) as f64;
        put("NumStartComponentsBoardPerPlayer", mean(&of(&|d| d.start_board as f64 / players)), None);
        put("NumStartComponentsHandPerPlayer", mean(&of(&|d| d.start_hand as f64 / players)), None);
        put(
            "NumStartComponentsPerPlayer",
            mean(&of(&|d| (d.start_board + d.start_hand) as f64 / players)),
            None,
        );
        type Read = dyn Fn(&crate::trial::Detail) -> Option<Course>;
        let courses: [(&str, &Read); 6] = [
            ("BranchingFactor", &|d| d.branching),
            ("DecisionFactor", &|d| d.decision),
            ("BoardSitesOccupied", &|d| d.occupied),
            ("PieceNumber", &|d| d.pieces),
            ("MoveDistance", &|d| d.distance),
            ("ScoreDifference", &|d| d.score_difference),
        ];
        for (stem, course) in courses {
            let lists: Vec<[f64; 11]> = details.iter().filter_map(|d| course(d)).map(|c| c.list()).collect();
            for (i, part) in Course::NAMES.iter().enumerate() {
                let values: Vec<f64> = lists.iter().map(|list| list[i]).collect();
                if !values.is_empty() {
                    put(&course_name(stem, part), mean(&values), None);
                }
            }
        }
        for (i, (name, _)) in details[0].frequencies.iter().enumerate() {
            let values: Vec<f64> = details.iter().map(|d| d.frequencies[i].1).collect();
            put(name, mean(&values), None);
        }
    } else {
        put("BranchingFactorAverage", mean(&of(&|t| ratio(t.choices, t.moves))), None);
        put("DecisionFactorAverage", mean(&of(&|t| ratio(t.decision_choices, t.decisions))), None);
    }
    let ended_by_draw = over.iter().filter(|t| level(t) && !t.timed_out).count();
    put("DrawFrequency", share(ended_by_draw, n), None);
    out.sort_by_key(|m| m.id);
    out
}

/// How alike the players' chances are: one less the greatest difference between two of them.
pub fn balance(players: usize, over: &[&Trial]) -> Figure {
    let mut worst = Figure::exact(0.0);
    for a in 0..players {
        for b in a + 1..players {
            let difference: Vec<f64> = over.iter().map(|t| (t.utilities[a] - t.utilities[b]) / 2.0).collect();
            let figure = mean(&difference);
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
