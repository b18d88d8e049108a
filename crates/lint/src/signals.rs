//! Signals from one rule to another: what is set and never read, what is read and never set, and extra moves that
//! nobody waits for.

use crate::finding::{Draft, Watch};
use crate::walk::Walk;
use ludarium_engine::Act;
use ludarium_ludemes::checked::{CheckedId, Value};

/// A kind of signal: the clauses that set it, and those that read it.
struct Signal {
    unread: &'static str,
    set: &'static [&'static str],
    read: &'static [&'static str],
    /// "the counter", as the subject of a sentence.
    words: &'static str,
    /// Whether an action of a move sets it.
    done: fn(&Act) -> bool,
}

/// The first move of a random game that does something.
fn watch_for<'w>(done: fn(&Act) -> bool) -> Watch<'w> {
    Box::new(move |_, ctx| {
        let last = ctx.pos.last.as_ref()?;
        last.actions
            .iter()
            .any(|action| done(&action.act))
            .then(|| "the last move has just set it".to_string())
    })
}

static SIGNALS: &[Signal] = &[
    Signal {
        unread: "L0102",
        set: &["set Pending"],
        read: &["is Pending", "value Pending", "sites Pending"],
        words: "what is pending",
        done: |act| matches!(act, Act::SetPending { .. }),
    },
    Signal {
        unread: "L0103",
        set: &["set Counter"],
        read: &["counter"],
        words: "the counter",
        done: |act| matches!(act, Act::SetCounter { .. }),
    },
    Signal {
        unread: "L0105",
        set: &["set State"],
        read: &["state", "sites State"],
        words: "the state of a piece",
        done: |act| matches!(act, Act::SetState { .. }),
    },
    Signal {
        unread: "L0106",
        set: &["set Value"],
        read: &["value Player"],
        words: "the value of a player",
        done: sets_player_value,
    },
    Signal {
        unread: "L0108",
        set: &["addScore", "addScore#2", "set Score [moves]"],
        read: &["score [int]", "byScore", "matchScore"],
        words: "the score",
        done: |act| matches!(act, Act::SetScore { .. }),
    },
    Signal {
        unread: "L0109",
        set: &["trigger"],
        read: &["is Triggered"],
        words: "the event",
        done: |act| matches!(act, Act::Trigger { .. }),
    },
];

pub(crate) fn check(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    for signal in SIGNALS {
        let set = walk.all(signal.set);
        // Reading a signal only to set it again keeps it alive for nobody.
        let read = walk.all(signal.read).into_iter().any(|read| !only_guards(walk, read, signal.set));
        let elsewhere = signal.unread == "L0105" && state_is_shown_otherwise(walk);
        if !set.is_empty() && !read && !elsewhere {
            let guarded = !walk.all(signal.read).is_empty();
            let how =
                if guarded { "it is only asked for in order to set it again" } else { "no rule asks for it" };
            let message = format!("{} sets {}, but {how}.", walk.short(set[0]), signal.words);
            drafts.push(walk.draft_to_show(signal.unread, &set, message, watch_for(signal.done)));
        }
    }
    named(walk, drafts);
    let makes = walk.any(&["set Pending"]);
    let asks = walk.all(&["is Pending", "value Pending", "sites Pending"]);
    if let Some(first) = asks.first()
        && !makes
    {
        let message =
            format!("{} asks what is pending, but no rule makes anything pending.", walk.short(*first));
        drafts.push(walk.draft("L0112", &asks, message));
    }
    extra_moves(walk, drafts);
}

/// The state of pieces shows in other ways than by asking for it: it chooses a component's looks, flips turn it over,
/// and positions that differ in it are different positions.
fn state_is_shown_otherwise(walk: &Walk<'_>) -> bool {
    walk.any(&["flip", "flips", "no Repeat", "is Repeat", "is Cycle", "remember State"])
        || walk
            .all(&["where", "where Level", "piece [piece]"])
            .iter()
            .any(|id| walk.value(*id, "state").is_some())
}

/// Variables and remembered values, each name by itself.
fn named(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    for (set_ids, read_ids, set_name, read_name, unread, unset, word) in [
        (&["set Var"][..], &["var"][..], "name", "key", "L0101", "L0111", "variable"),
        (
            &["remember Value", "set RememberValue"][..],
            &["values Remembered"][..],
            "name",
            "name",
            "L0104",
            "L0114",
            "list of remembered values",
        ),
    ] {
        let set = walk.all(set_ids);
        let read = walk.all(read_ids);
        let name_of = |id: CheckedId, param: &str| walk.text(id, param).unwrap_or_default().to_string();
        let called = |name: &str| if name.is_empty() { String::new() } else { format!(" \"{name}\"") };
        let mut told: Vec<String> = Vec::new();
        for id in &set {
            let name = name_of(*id, set_name);
            let alive =
                read.iter().any(|r| name_of(*r, read_name) == name && !only_guards(walk, *r, set_ids));
            if !alive && !told.contains(&name) {
                let message = format!(
                    "The {word}{} is set by {}, but no rule reads it.",
                    called(&name),
                    walk.short(*id)
                );
                let done: fn(&Act) -> bool = match word {
                    "variable" => |act| matches!(act, Act::SetVar { .. } | Act::SetTemp { .. }),
                    _ => |act| matches!(act, Act::Remember { .. }),
                };
                drafts.push(walk.draft_to_show(unread, &[*id], message, watch_for(done)));
                told.push(name);
            }
        }
        let mut asked: Vec<String> = Vec::new();
        for id in &read {
            let name = name_of(*id, read_name);
            let forgets = name.is_empty() && word == "variable";
            if !forgets && !asked.contains(&name) && !set.iter().any(|s| name_of(*s, set_name) == name) {
                let message =
                    format!("{} reads the {word}{}, but no rule sets it.", walk.short(*id), called(&name));
                drafts.push(walk.draft(unset, &[*id], message));
                asked.push(name);
            }
        }
    }
}

/// Whether a clause only takes part in a condition under which nothing happens but clauses of `kinds`.
fn only_guards(walk: &Walk<'_>, read: CheckedId, kinds: &[&str]) -> bool {
    let Some((guard, _)) =
        walk.around(read).find(|(outer, slot)| walk.id(*outer) == "if [moves]" && *slot == "condition")
    else {
        return false;
    };
    // Something else around the read, on the way to the guard, would use the value for more than this.
    let effects: Vec<CheckedId> = ["list", "else"].iter().filter_map(|slot| walk.sub(guard, slot)).collect();
    effects.iter().all(|effect| does_only(walk, *effect, kinds))
}

/// Whether an effect consists of clauses of `kinds` and nothing else.
fn does_only(walk: &Walk<'_>, effect: CheckedId, kinds: &[&str]) -> bool {
    let mut todo = vec![effect];
    while let Some(id) = todo.pop() {
        match walk.id(id) {
            "and [moves]" | "or [moves]" => {
                todo.extend(walk.sub(id, "movesA"));
                todo.extend(walk.sub(id, "movesB"));
            }
            "and [moves]#2" | "or [moves]#2" => todo.extend(walk.subs(id, "list")),
            "if [moves]" => {
                todo.extend(walk.sub(id, "list"));
                todo.extend(walk.sub(id, "else"));
            }
            kind if kinds.contains(&kind) => {}
            _ => return false,
        }
        if let Some(then) = walk.sub(id, "then")
            && let Some(moves) = walk.sub(then, "moves")
        {
            todo.push(moves);
        }
    }
    true
}

/// What a rule can notice an extra move by.
static NOTICES_EXTRA_MOVE: &[&str] =
    &["is Prev", "prev", "count MovesThisTurn", "is Visited", "from [int]", "all DiceUsed", "nextPhase"];

/// Extra moves (`moveAgain`) that come together with a signal that nobody reads, while another rule takes any extra
/// move for its own.
fn extra_moves(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    // The counter and the state of pieces are set by habit, and scores are shown: alone they prove nothing.
    let dead: Vec<CheckedId> = SIGNALS
        .iter()
        .filter(|signal| matches!(signal.unread, "L0102" | "L0106" | "L0109"))
        .filter(|signal| !walk.all(signal.read).into_iter().any(|read| !only_guards(walk, read, signal.set)))
        .flat_map(|signal| walk.all(signal.set))
        .collect();
    let again = walk.all(&["moveAgain"]);
    let waits = walk.all(&["is Prev"]);
    for extra in &again {
        let Some(together) = same_consequence(walk, *extra) else { continue };
        let Some(unread) = dead.iter().find(|set| walk.within(**set, together)) else { continue };
        let others: Vec<CheckedId> =
            again.iter().copied().filter(|other| !walk.within(*other, together)).collect();
        let (Some(other), Some(wait)) = (others.first(), waits.first()) else { continue };
        let message = format!(
            "{} comes with an extra move. Nothing reads what it sets; the rule that asks {} takes the extra move for \
             the one that another rule gives.",
            walk.short(*unread),
            walk.short(*wait),
        );
        let piece = walk.piece_around(*extra).map(|piece| walk.components_of(piece)).unwrap_or_default();
        let watch = Box::new(move |mover: usize, ctx: &mut ludarium_engine::Ctx<'_>| {
            let last = ctx.pos.last.clone()?;
            let again = usize::from(ctx.pos.mover) == mover && !ctx.pos.over;
            let what = ctx.what(last.to_kind, last.to);
            let sets = last.actions.iter().any(|action| sets_player_value(&action.act));
            (again && piece.contains(&what) && sets).then(|| "the extra move, now".to_string())
        });
        drafts.push(walk.draft_to_show("L0202", &[*extra, *unread, *wait, *other], message, watch));
    }
}

fn sets_player_value(act: &Act) -> bool {
    matches!(act, Act::SetPlayerValue { .. })
}

/// The smallest list of effects that an effect is one of.
fn same_consequence(walk: &Walk<'_>, effect: CheckedId) -> Option<CheckedId> {
    let mut around = walk.around(effect);
    around
        .find(|(outer, _)| matches!(walk.id(*outer), "and [moves]" | "and [moves]#2"))
        .map(|(outer, _)| outer)
}

/// Whether any rule of the game can tell an extra move from another.
pub(crate) fn notices_extra_moves(walk: &Walk<'_>) -> bool {
    let rules = walk.sub(walk.checked.root, "rules");
    let in_rules = |id: CheckedId| rules.is_some_and(|rules| walk.within(id, rules));
    walk.all(NOTICES_EXTRA_MOVE).into_iter().any(|id| match walk.id(id) {
        // `(from at:StartOfTurn)` is another question than `(from)`.
        "from [int]" => matches!(walk.value(id, "at"), Some(Value::Enum(..))),
        "nextPhase" => false,
        _ => in_rules(id),
    })
}
