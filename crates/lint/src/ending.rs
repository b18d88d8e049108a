//! Ends: those that can never come, games that nothing ends.

use crate::finding::Draft;
use crate::reach::Reach;
use crate::walk::Walk;
use ludarium_board::Direction;
use ludarium_engine::kernel::{Bool, EndRule, Int};
use ludarium_engine::{Ctx, Game, Mode};
use ludarium_ludemes::checked::CheckedId;

pub(crate) fn check(walk: &Walk<'_>, reach: &Reach<'_>, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    if game.uses.deduction_puzzle || game.mode == Mode::Simulation {
        return;
    }
    let rules: Vec<&EndRule> = game
        .end
        .iter()
        .chain(game.phases.iter().filter_map(|phase| phase.end.as_ref()))
        .flat_map(|e| &e.rules)
        .collect();
    if rules.is_empty() {
        let at = walk.sub(walk.checked.root, "rules").unwrap_or(walk.checked.root);
        drafts.push(walk.draft("L0503", &[at], "No rule says how the game ends.".to_string()));
        return;
    }
    let impossible = threats(walk, reach, drafts) + lines(walk, drafts) + no_pieces(walk, drafts);
    if impossible > 0 && impossible >= rules.len() {
        let at = walk.all(&["end"]).first().copied().unwrap_or(walk.checked.root);
        drafts.push(walk.draft("L0503", &[at], "None of the ends of the game can ever come.".to_string()));
    }
    only_mate(walk, &rules, drafts);
}

/// The clauses of end rules, everywhere.
fn end_rules(walk: &Walk<'_>) -> Vec<CheckedId> {
    walk.all(&["if [end]", "forEach [end]"])
}

/// Clauses that must hold for a condition to hold: itself, or the parts of a conjunction.
fn must_hold(walk: &Walk<'_>, condition: CheckedId) -> Vec<CheckedId> {
    let mut parts = Vec::new();
    let mut todo = vec![condition];
    while let Some(id) = todo.pop() {
        match walk.id(id) {
            "and [bool]" => {
                todo.extend(walk.sub(id, "b"));
                todo.extend(walk.sub(id, "a"));
            }
            "and [bool]#2" => todo.extend(walk.subs(id, "list").into_iter().rev()),
            _ => parts.push(id),
        }
    }
    parts
}

fn condition_of(walk: &Walk<'_>, end: CheckedId) -> Option<CheckedId> {
    walk.sub(end, "test").or(walk.sub(end, "if"))
}

/// Mates of a piece that no enemy can ever take.
fn threats(walk: &Walk<'_>, reach: &Reach<'_>, drafts: &mut Vec<Draft<'_>>) -> usize {
    let game = walk.game;
    let mut impossible = 0;
    for end in end_rules(walk) {
        let Some(condition) = condition_of(walk, end) else { continue };
        for part in must_hold(walk, condition) {
            if walk.id(part) != "is Threatened" || walk.value(part, "moves").is_some() {
                continue;
            }
            let Some(what) = walk.sub(part, "what") else { continue };
            let Some(label) = walk.text(what, "name") else { continue };
            let royal: Vec<usize> = (1..game.components.len())
                .filter(|c| {
                    let component = &game.components[*c];
                    (component.label == label || component.name == label)
                        && (1..=game.players).contains(&component.owner)
                })
                .collect();
            let safe = !royal.is_empty() && royal.iter().all(|c| reach.can_be_taken(*c) == Some(false));
            if safe {
                impossible += 1;
                let message = format!(
                    "This end waits until the {label} is threatened, but no piece may take a {label}: it is never \
                     threatened."
                );
                drafts.push(walk.draft_at_start("L0501", &[end, part], message, "the set-up"));
                break;
            }
        }
    }
    impossible
}

/// Lines longer than the board.
fn lines(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) -> usize {
    let game = walk.game;
    let mut impossible = 0;
    for end in end_rules(walk) {
        let Some(condition) = condition_of(walk, end) else { continue };
        for part in must_hold(walk, condition) {
            if walk.id(part) != "is Line" || game.uses.stacking || game.boardless {
                continue;
            }
            let Some(ludarium_ludemes::checked::Value::Int(length)) = walk.value(part, "length") else {
                continue;
            };
            let longest = longest_line(game) as i64;
            if *length > longest {
                impossible += 1;
                let message = format!(
                    "This end waits for a line of {length} sites, but no line of the board has more than {longest}."
                );
                drafts.push(walk.draft("L0501", &[end, part], message));
            }
        }
    }
    impossible
}

/// No straight line has more sites: those of the longest way from a site, as many to its other side, and the site itself.
fn longest_line(game: &Game) -> usize {
    let (board, kind) = (&game.board, game.site_type);
    let sites = board.len(kind);
    let radials = (0..sites)
        .flat_map(|site| Direction::LIST.into_iter().flat_map(move |way| board.radials(kind, site, way)));
    let longest = radials.map(|radial| radial.len()).max().unwrap_or(0);
    (2 * longest + 1).min(sites)
}

/// Clauses by which pieces can leave the board or change hands.
static TAKES: &[&str] = &[
    "remove [moves]",
    "move Remove",
    "custodial",
    "surround",
    "enclose",
    "directional",
    "intervene",
    "take Control",
    "promote",
    "move Promote",
    "move",
    "fromTo",
    "set Count [moves]",
    "sow",
    "add [moves]",
    "move Add",
    "playCard",
    "move PlayCard",
    "swap Pieces",
    "move Swap Pieces",
    "swap Players",
    "move Swap Players",
    "push",
    "flip",
    "take Domino",
    "attract",
    "deal [moves]",
    "set State",
    "shoot",
    "move Shoot",
];

/// Ends that wait for a side to lose its last piece, where nothing takes pieces.
fn no_pieces(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) -> usize {
    if walk.any(TAKES) {
        return 0;
    }
    let mut impossible = 0;
    for end in end_rules(walk) {
        let Some(condition) = condition_of(walk, end) else { continue };
        for part in must_hold(walk, condition) {
            let plain = walk.id(part) == "no Pieces" && walk.value(part, "in").is_none();
            if plain {
                impossible += 1;
                let message = format!(
                    "{} waits until all pieces are gone, but no rule takes a piece.",
                    walk.short(part)
                );
                drafts.push(walk.draft_at_start("L0501", &[end, part], message, "the set-up"));
            }
        }
    }
    impossible
}

/// Games that only mate ends: a side without moves passes for ever, and two sides that cannot mate play for ever.
fn only_mate(walk: &Walk<'_>, rules: &[&EndRule], drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    if game.meta.repeat.is_some() || game.players < 2 {
        return;
    }
    let waits_for_threat = |cond: &Bool| {
        let mut todo = vec![cond];
        while let Some(part) = todo.pop() {
            if let Bool::And(parts) = part {
                todo.extend(parts.iter());
            } else if matches!(part, Bool::Threatened(_)) {
                return true;
            }
        }
        false
    };
    let all_mates = rules.iter().all(|rule| match rule {
        EndRule::If { cond, .. } | EndRule::ForEachPlayer { cond, .. } => waits_for_threat(cond),
        EndRule::ForEachTrack { .. } | EndRule::Always(_) => false,
    });
    if !all_mates || walk.any(&["counter", "count Moves", "count Turns"]) && ends_by_count(rules) {
        return;
    }
    let at = walk.all(&["end"]).first().copied().unwrap_or(walk.checked.root);
    let message =
        "Only a mate ends this game. Nothing ends it when a player cannot move (the player passes), when \
                   positions repeat, or when neither side can win any more."
            .to_string();
    let watch = Box::new(|_: usize, ctx: &mut Ctx<'_>| {
        if ctx.pos.over {
            return None;
        }
        let moves = ctx.legal_moves();
        let mover = ctx.pos.mover;
        (moves.len() == 1 && moves[0].is_pass()).then(|| format!("player {mover} has no move and must pass"))
    });
    drafts.push(walk.draft_to_show("L0502", &[at], message, watch));
}

/// Whether some end looks at the counter, or at the number of moves or turns.
fn ends_by_count(rules: &[&EndRule]) -> bool {
    let counts = |cond: &Bool| {
        let (Bool::Eq(a, b) | Bool::Ge(a, b) | Bool::Gt(a, b) | Bool::Le(a, b) | Bool::Lt(a, b)) = cond
        else {
            return false;
        };
        [a, b].iter().any(|x| matches!(***x, Int::Counter | Int::MoveNumber | Int::TurnNumber))
    };
    rules.iter().any(|rule| match rule {
        EndRule::If { cond, .. }
        | EndRule::ForEachPlayer { cond, .. }
        | EndRule::ForEachTrack { cond, .. } => counts(cond),
        EndRule::Always(_) => false,
    })
}
