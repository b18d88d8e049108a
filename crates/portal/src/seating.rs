//! Who plays what, in one place. A *seat* is a chair at the table, numbered from 1: whoever sits down in it, person or
//! computer, keeps it for the whole game, with its name, its clock and its result. A *player* is a side of the game as
//! the rules know it, numbered from 1: the owner of pieces, the one who is to move, the one who has a rank. At the
//! start seat 1 plays player 1 and so on; when the rules let players change seats (the pie rule), seats change players.
//! The engine keeps this as `Position::order`: by seat, the player that it plays now.
//!
//! Also here: what a player is called and which colour and side of the board are theirs.

use ludarium_engine::Game;
use ludarium_engine::position::Position;
use ludarium_engine::types::Direction;
use ludarium_play::Ctx;
use ludarium_render::{Colour, View};
use serde::{Deserialize, Serialize};

/// The player that each seat plays now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating(Vec<usize>);

impl Seating {
    pub fn of(players: usize, position: &Position) -> Seating {
        Seating((1..=players).map(|seat| usize::from(position.order[seat])).collect())
    }

    /// The player that a seat plays.
    pub fn player(&self, seat: usize) -> usize {
        seat.checked_sub(1).and_then(|i| self.0.get(i)).copied().unwrap_or(seat)
    }

    /// The seat that a player is played from.
    pub fn seat(&self, player: usize) -> usize {
        self.0.iter().position(|p| *p == player).map_or(player, |i| i + 1)
    }

    /// What is listed by player (player 1 first) listed by seat.
    pub fn by_seat<T: Clone>(&self, by_player: &[T]) -> Vec<T> {
        let one = |player: &usize| player.checked_sub(1).and_then(|i| by_player.get(i)).cloned();
        if by_player.len() == self.0.len() {
            self.0.iter().filter_map(one).collect()
        } else {
            by_player.to_vec()
        }
    }

    pub fn players(&self) -> &[usize] {
        &self.0
    }
}

/// A player as people know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// `White`, `Red`, `South` …
    pub name: String,
    /// As `#rrggbb`.
    pub colour: String,
    /// By how many degrees the board is turned clockwise for this player to sit at the lower edge.
    pub turn: u16,
}

/// The sides of a game, player 1 first. `empty` is the empty board in the game's style.
pub fn sides(game: &Game, empty: &View) -> Vec<Side> {
    let players = u8::try_from(game.players).unwrap_or(u8::MAX);
    let colours: Vec<Colour> =
        (1..=players).map(|p| ludarium_render::piece::player_colour(&empty.style, p, players)).collect();
    let given = |p: u8| {
        let names = &empty.style.player_names;
        names.iter().find(|(owner, _)| *owner == p).map(|(_, name)| name.trim().to_owned())
    };
    let mut names: Vec<String> = (1..=players)
        .zip(&colours)
        .map(|(p, colour)| {
            given(p).filter(|n| !n.is_empty()).unwrap_or_else(|| colour_name(*colour).to_owned())
        })
        .collect();
    // Names that two share say nothing.
    let copies = names.clone();
    for (i, name) in names.iter_mut().enumerate() {
        if copies.iter().filter(|n| *n == name).count() > 1 {
            *name = format!("Player {}", i + 1);
        }
    }
    let turns = turns(game);
    names
        .into_iter()
        .zip(colours)
        .zip(turns)
        .map(|((name, c), turn)| Side { name, colour: format!("#{:02x}{:02x}{:02x}", c.r, c.g, c.b), turn })
        .collect()
}

/// What people call a colour.
fn colour_name(colour: Colour) -> &'static str {
    let [r, g, b] = [colour.r, colour.g, colour.b].map(|v| f64::from(v) / 255.0);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let (light, spread) = ((most + least) / 2.0, most - least);
    if spread < 0.13 {
        return match light {
            l if l > 0.85 => "White",
            l if l < 0.33 => "Black",
            _ => "Grey",
        };
    }
    let hue = if most == r {
        60.0 * ((g - b) / spread).rem_euclid(6.0)
    } else if most == g {
        60.0 * ((b - r) / spread + 2.0)
    } else {
        60.0 * ((r - g) / spread + 4.0)
    };
    match hue {
        h if !(18.0..345.0).contains(&h) => {
            if light > 0.72 {
                "Pink"
            } else {
                "Red"
            }
        }
        h if h < 42.0 => match light {
            l if l > 0.8 => "Ivory",
            l if l < 0.48 => "Brown",
            _ => "Orange",
        },
        h if h < 70.0 => {
            if light > 0.85 {
                "Ivory"
            } else {
                "Yellow"
            }
        }
        h if h < 165.0 => "Green",
        h if h < 195.0 => "Cyan",
        h if h < 255.0 => "Blue",
        h if h < 300.0 => "Violet",
        _ => {
            if light > 0.65 {
                "Pink"
            } else {
                "Purple"
            }
        }
    }
}

/// By how many degrees the board is turned for each player.
fn turns(game: &Game) -> Vec<u16> {
    let start = game.begin(1);
    let turns: Vec<u16> = (1..=game.players)
        .map(|player| {
            let facing = game.facing.get(player).copied().flatten();
            facing.and_then(turn_for).or_else(|| turn_by_home(&start, player)).unwrap_or(0)
        })
        .collect();
    // Where everybody sits at the same edge the board is best left as it is.
    if turns.windows(2).all(|w| w[0] == w[1]) { vec![0; turns.len()] } else { turns }
}

/// Whoever faces the north sits in the south, at the lower edge.
fn turn_for(facing: Direction) -> Option<u16> {
    match facing {
        Direction::N => Some(0),
        Direction::S => Some(180),
        Direction::E => Some(270),
        Direction::W => Some(90),
        _ => None,
    }
}

/// The edge nearest to where a player's pieces stand at the start, or to the regions that are the player's.
fn turn_by_home(start: &Ctx<'_>, player: usize) -> Option<u16> {
    let game = start.game;
    let kind = game.site_type;
    let sites = game.board_sites(kind);
    let mut home: Vec<usize> = (0..sites).filter(|&s| start.who(kind, s as i32) == player).collect();
    if home.is_empty() {
        let own = game.regions.iter().filter(|r| r.owner == player).filter_map(|r| r.sites.as_ref());
        home = own.flat_map(|set| set.iter()).filter_map(|s| usize::try_from(s).ok()).collect();
        home.retain(|s| *s < sites);
    }
    let middle = |of: &mut dyn Iterator<Item = usize>| {
        let (mut x, mut y, mut n) = (0.0, 0.0, 0.0);
        for site in of {
            let p = game.board.place(kind, site);
            (x, y, n) = (x + p[0], y + p[1], n + 1.0);
        }
        (n > 0.0).then(|| (x / n, y / n))
    };
    let (here, centre) = (middle(&mut home.iter().copied())?, middle(&mut (0..sites))?);
    let places = game.board.places(kind);
    let reach = |of: fn(&ludarium_board::Point) -> f64| {
        let (least, most) =
            places.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
        (most - least).max(1e-9)
    };
    let (dx, dy) = ((here.0 - centre.0) / reach(|p| p[0]), (here.1 - centre.1) / reach(|p| p[1]));
    // Pieces all over the board belong to no edge.
    if dx.abs().max(dy.abs()) < 0.12 {
        return None;
    }
    Some(match (dx.abs() > dy.abs() * 1.2, dx > 0.0, dy > 0.0) {
        (false, _, false) => 0,
        (false, _, true) => 180,
        (true, false, _) => 270,
        (true, true, _) => 90,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_the_names_that_people_give_them() {
        for (colour, name) in [
            (0xfaf6ec, "White"),
            (0x3a3431, "Black"),
            (0xcf3f2e, "Red"),
            (0xd5532b, "Red"),
            (0x2a72b5, "Blue"),
            (0x3f9a52, "Green"),
            (0xf0c93a, "Yellow"),
            (0x8c5d3a, "Brown"),
            (0xe79ab0, "Pink"),
            (0x9b948b, "Grey"),
        ] {
            assert_eq!(colour_name(Colour::hex(colour)), name, "{colour:x}");
        }
    }
}
