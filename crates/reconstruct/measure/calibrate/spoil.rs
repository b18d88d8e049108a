//! Ways of spoiling a good game, so that what comes out can be read and compiled but is no game.

use ludarium_reconstruct::term::{Shape, Term};

#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// A piece's set-up is moved onto another's: what stood there vanishes.
    Overwritten,
    /// A piece that is declared is never put on the board.
    Vanished,
    /// A line of empty sites wins.
    EmptyLine,
    /// The second player wins by having no piece left.
    GivenAway,
    /// No piece has a move.
    NoMoves,
    /// No end can ever come.
    NoEnd,
    /// The first move ends the game.
    AtOnce,
    /// Moves only point at a piece.
    NothingMoves,
    /// The second player has no pieces.
    OneArmy,
    /// Whoever does it, the first player wins.
    OneWinner,
}

fn call(head: &str, args: Vec<Term>) -> Term {
    let mut parts = vec![Term::word(head)];
    parts.extend(args);
    Term::new(Shape::Call, parts)
}

fn result(who: &str, what: &str) -> Term {
    call("result", vec![Term::word(who), Term::word(what)])
}

fn when(cond: Term, result: Term) -> Term {
    call("end", vec![call("if", vec![cond, result])])
}

fn replaced(game: &Term, head: &str, by: &Term) -> Option<Term> {
    if count(game, head) != 1 {
        return None;
    }
    let mut game = game.clone();
    let mut done = false;
    game.each_mut(&mut |t| {
        if t.head() == Some(head) && !done {
            let label = t.label.clone();
            t.clone_from(by);
            t.label = label;
            done = true;
        }
    });
    done.then_some(game)
}

fn count(game: &Term, head: &str) -> usize {
    let mut n = 0;
    game.each(&mut |t| n += usize::from(t.head() == Some(head)));
    n
}

impl Way {
    pub const ALL: [Way; 10] = [
        Way::Overwritten,
        Way::Vanished,
        Way::EmptyLine,
        Way::GivenAway,
        Way::NoMoves,
        Way::NoEnd,
        Way::AtOnce,
        Way::NothingMoves,
        Way::OneArmy,
        Way::OneWinner,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Way::Overwritten => "a piece is placed onto another",
            Way::Vanished => "a declared piece is never placed",
            Way::EmptyLine => "a line of empty sites wins",
            Way::GivenAway => "who has no piece left wins",
            Way::NoMoves => "no piece has a move",
            Way::NoEnd => "no end can come",
            Way::AtOnce => "the first move ends the game",
            Way::NothingMoves => "moves change nothing",
            Way::OneArmy => "the second player has no pieces",
            Way::OneWinner => "only the first player can win",
        }
    }

    /// The spoilt game, where this can be done to it.
    pub fn spoil(self, game: &Term) -> Option<Term> {
        match self {
            Way::Overwritten => {
                let places = placings(game);
                // The last piece of the list onto the sites of the first.
                let (first, last) = (places.first()?, places.last()?);
                if places.len() < 4 || first.args().first() == last.args().first() || first.args().len() < 2 {
                    return None;
                }
                let mut moved = first.clone();
                *moved.parts.get_mut(1)? = last.args().first()?.clone();
                exchanged(game, last, &moved)
            }
            Way::Vanished => {
                let places = placings(game);
                let last = places.last()?;
                let name = last.args().first()?.as_text()?.trim_end_matches(|c: char| c.is_ascii_digit());
                let own = |p: &&Term| {
                    p.args()
                        .first()
                        .and_then(Term::as_text)
                        .is_some_and(|t| t.trim_end_matches(|c: char| c.is_ascii_digit()) == name)
                };
                let others = places.iter().filter(|p| !own(p)).count();
                let promoted = {
                    let mut n = 0;
                    game.each(&mut |t| {
                        if matches!(t.head(), Some("promote" | "add")) {
                            n += usize::from(t.to_string().contains(name));
                        }
                    });
                    n > 0
                };
                if others < 2 || promoted {
                    return None;
                }
                let mut spoilt = game.clone();
                spoilt.each_mut(&mut |t| {
                    if t.shape == Shape::Set {
                        t.parts.retain(|p| !(p.head() == Some("place") && own(&p)));
                    }
                });
                Some(spoilt)
            }
            Way::EmptyLine => {
                let zero = Term { label: Some("what".into()), ..Term::int(0) };
                let through = Term { label: Some("through".into()), ..Term::int(0) };
                let line = call("is", vec![Term::word("Line"), Term::int(3), through, zero]);
                replaced(game, "end", &when(line, result("Mover", "Win")))
            }
            Way::GivenAway => {
                // Where taking is compulsory, or pieces are borne off, who has none left may well have won.
                let compelled = ["max", "priority", "fromTo"].iter().any(|head| count(game, head) > 0);
                if compelled || count(game, "remove") == 0 || count(game, "start") == 0 {
                    return None;
                }
                let none = |who: &str| call("no", vec![Term::word("Pieces"), Term::word(who)]);
                let one = |who: &str| call("if", vec![none(who), result(who, "Win")]);
                let both = Term::new(Shape::Set, vec![one("P1"), one("P2")]);
                replaced(game, "end", &call("end", vec![both]))
            }
            Way::NoMoves => {
                let mut spoilt = game.clone();
                let mut done = false;
                spoilt.each_mut(&mut |t| {
                    if t.head() == Some("piece") && t.parts.len() > 2 {
                        let before = t.parts.len();
                        t.parts.retain(|p| p.shape != Shape::Call);
                        done |= t.parts.len() < before;
                    }
                });
                (done && count(game, "forEach") > 0).then_some(spoilt)
            }
            Way::NoEnd => {
                let never = call("=", vec![Term::int(1), Term::int(2)]);
                replaced(game, "end", &when(never, result("Mover", "Win")))
            }
            Way::AtOnce => {
                let always = call("=", vec![Term::int(1), Term::int(1)]);
                replaced(game, "end", &when(always, result("Mover", "Win")))
            }
            Way::NothingMoves => {
                if count(game, "start") == 0 || count(game, "phases") > 0 {
                    return None;
                }
                let by = Term { label: Some("by".into()), ..Term::word("Mover") };
                let own = call("sites", vec![Term::word("Occupied"), by]);
                let select = call("move", vec![Term::word("Select"), call("from", vec![own])]);
                replaced(game, "play", &call("play", vec![select]))
            }
            Way::OneArmy => {
                let mut spoilt = game.clone();
                let mut left = 0;
                spoilt.each_mut(&mut |t| {
                    if t.shape == Shape::Set {
                        let second = |p: &Term| {
                            p.head() == Some("place")
                                && p.args().first().and_then(Term::as_text).is_some_and(|n| n.ends_with('2'))
                        };
                        let before = t.parts.len();
                        t.parts.retain(|p| !second(p));
                        left += before - t.parts.len();
                    }
                });
                (left > 0 && count(game, "forEach") > 0).then_some(spoilt)
            }
            Way::OneWinner => {
                let mut spoilt = game.clone();
                let mut n = 0;
                spoilt.each_mut(&mut |t| {
                    if t.head() == Some("result") {
                        *t = result("P1", "Win");
                        n += 1;
                    }
                });
                (n > 0 && count(game, "byScore") == 0 && count(game, "payoffs") == 0).then_some(spoilt)
            }
        }
    }
}

fn placings(game: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    game.each(&mut |t| {
        if t.head() == Some("place") && t.args().first().and_then(Term::as_text).is_some() {
            found.push(t.clone());
        }
    });
    found
}

fn exchanged(game: &Term, old: &Term, new: &Term) -> Option<Term> {
    let mut game = game.clone();
    let mut done = false;
    game.each_mut(&mut |t| {
        if *t == *old {
            t.clone_from(new);
            done = true;
        }
    });
    // The piece comes with its new place only.
    done.then_some(game)
}
