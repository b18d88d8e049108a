//! Positions in Forsyth–Edwards notation, the one line in which chess players and their programs write positions:
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1`. For games that are enough like chess: two players, a rectangular board
//! with at most one piece on a square, and pieces that the usual letters stand for. No game is known by its name. What a
//! game keeps beyond the squares is found out by asking its rules: what state kings and rooks begin with, whether
//! a pawn's double step leaves the square it passed pending, whether a counter starts anew with a pawn's move.

use crate::state::State;
use ludarium_engine::game::ComponentKind;
use ludarium_engine::position::{Piece, Slot};
use ludarium_engine::{Ctx, Game, Mode, Move, SiteType};

/// Why there is no such position, or no such notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The game is not enough like chess; what it has that the notation cannot say.
    NotForThisGame(String),
    /// The text is not a position of the game.
    Malformed(String),
    /// This position has more to it than the notation can say.
    NotSayable(String),
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FenError::NotForThisGame(why) => write!(f, "FEN is for games like chess: {why}"),
            FenError::Malformed(why) => write!(f, "not a FEN position of this game: {why}"),
            FenError::NotSayable(why) => write!(f, "FEN cannot say this position: {why}"),
        }
    }
}

impl std::error::Error for FenError {}

impl State {
    /// This position in Forsyth–Edwards notation.
    ///
    /// ```
    /// use ludarium_play::{Selection, State, compile, library_defines, read};
    /// let text = ludarium_play::find("Chess").unwrap().text;
    /// let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
    /// let mut state = State::start(&game, 1);
    /// state.play("e2-e4")?;
    /// let fen = state.to_fen().unwrap();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// assert_eq!(State::from_fen(&game, &fen).unwrap().legal_moves().len(), 20);
    /// # Ok::<(), ludarium_play::Illegal>(())
    /// ```
    pub fn to_fen(&self) -> Result<String, FenError> {
        let shape = Shape::of(self.game())?;
        let ctx = self.ctx();
        let fen = shape.write(&ctx)?;
        // What is read again must be the same position.
        let again = shape.read(self.game(), &fen)?;
        let lies = |ctx: &Ctx<'_>, site: &i32| ctx.pos.top(ctx.slot(shape.kind, *site));
        // (Kings and rooks that cannot castle any more may have stayed where they are.)
        let castlers = shape.castlers();
        let same = |site: &&i32| {
            let (read, here) = (lies(&again, site), lies(&ctx, site));
            read == here || castlers.contains(site) && Piece { state: here.state, ..read } == here
        };
        match shape.sites.iter().find(|site| !same(site)) {
            None => Ok(fen),
            Some(&site) => {
                let place = shape.place(site).map(|place| shape.name(place)).unwrap_or_default();
                Err(FenError::NotSayable(format!("the piece on {place} has moved and come back")))
            }
        }
    }

    /// Goes on from a position in Forsyth–Edwards notation; nothing can be taken back before it.
    pub fn from_fen(game: &crate::Game, fen: &str) -> Result<State, FenError> {
        let shape = Shape::of(game)?;
        Ok(State::from_ctx(game, shape.read(game, fen)?, 1))
    }
}

/// What chess players call pieces, and the letters that stand for them.
const USUAL: [(&str, char); 6] =
    [("king", 'k'), ("queen", 'q'), ("rook", 'r'), ("bishop", 'b'), ("knight", 'n'), ("pawn", 'p')];

/// So many of the usual pieces make a game like chess.
const ENOUGH: usize = 3;

/// How a game is written.
struct Shape {
    kind: SiteType,
    columns: usize,
    rows: usize,
    /// By row from the bottom, then by column: the site.
    sites: Vec<i32>,
    /// Letter (small for player 2), and the component.
    letters: Vec<(char, u16)>,
    /// What every site held at the start.
    home: Vec<(i32, Piece)>,
    /// The number that turns are counted from.
    first_turn: i32,
    keeps: Keeps,
}

/// What the rules keep beside the squares.
struct Keeps {
    /// A pawn's double step leaves the square that it passed pending.
    passing: bool,
    /// A pawn's move sets a counter to this, and other moves add to it.
    counter: Option<i32>,
}

fn unlike(why: impl Into<String>) -> FenError {
    FenError::NotForThisGame(why.into())
}
fn malformed(why: impl Into<String>) -> FenError {
    FenError::Malformed(why.into())
}

impl Shape {
    fn of(game: &Game) -> Result<Shape, FenError> {
        if game.players != 2 || game.mode != Mode::Alternating {
            return Err(unlike("two players take turns"));
        }
        let uses = &game.uses;
        let more = [
            (uses.stacking, "stacks"),
            (uses.count, "counts of pieces on a square"),
            (uses.hidden, "hidden pieces"),
            (uses.stochastic, "chance"),
            (uses.large_pieces, "pieces that cover several squares"),
            (uses.deduction_puzzle, "values to be found"),
            (game.containers.len() > 1, "places beside the board"),
            (game.phases.len() > 1, "phases"),
            (!game.subgames.is_empty(), "several games in a match"),
        ];
        if let Some((_, what)) = more.iter().find(|(has, _)| *has) {
            return Err(unlike(format!("this game has {what}")));
        }
        let (columns, rows, sites) = rectangle(game)?;
        let letters = letters(game)?;
        let start = game.begin(1);
        let piece = |&site: &i32| (site, start.pos.top(start.slot(game.site_type, site)));
        let home = sites.iter().map(piece).filter(|(_, piece)| piece.what != 0).collect();
        let mut shape = Shape {
            kind: game.site_type,
            columns,
            rows,
            sites,
            letters,
            home,
            first_turn: start.pos.turns,
            keeps: Keeps { passing: false, counter: None },
        };
        shape.keeps = shape.find_out(&start);
        Ok(shape)
    }

    /// Plays the first moves of the game to see what they leave behind.
    fn find_out(&self, start: &Ctx<'_>) -> Keeps {
        let mut keeps = Keeps { passing: false, counter: None };
        let mut from = start.clone();
        for m in from.legal_moves().iter().filter(|m| self.is_pawn(start, m)) {
            let Some((a, b)) = self.place(m.from).zip(self.place(m.to)) else { continue };
            let mut after = from.clone();
            after.apply(m);
            let double = a.0 == b.0 && a.1.abs_diff(b.1) == 2;
            let passed = self.sites[usize::midpoint(a.1, b.1) * self.columns + a.0];
            keeps.passing |= double && after.pos.pending[..] == [passed];
            if keeps.counter.is_none() {
                // A counter that starts anew is the same after a second pawn's move.
                let mut reply = after.clone();
                let pawns = reply.legal_moves().into_iter().find(|m| self.is_pawn(&after, m));
                if let Some(m) = pawns {
                    reply.apply(&m);
                    keeps.counter = (reply.pos.counter == after.pos.counter).then_some(after.pos.counter);
                }
            }
        }
        keeps
    }

    fn is_pawn(&self, ctx: &Ctx<'_>, m: &Move) -> bool {
        self.letter_at(ctx, m.from).is_some_and(|letter| letter.eq_ignore_ascii_case(&'p'))
    }

    /// Column and row of a site.
    fn place(&self, site: i32) -> Option<(usize, usize)> {
        let at = self.sites.iter().position(|&s| s == site)?;
        Some((at % self.columns, at / self.columns))
    }

    fn letter_at(&self, ctx: &Ctx<'_>, site: i32) -> Option<char> {
        let what = ctx.pos.top(ctx.slot(self.kind, site)).what;
        self.letters.iter().find(|(_, component)| *component == what).map(|(letter, _)| *letter)
    }

    /// `e3`.
    fn name(&self, (column, row): (usize, usize)) -> String {
        format!("{}{}", column_name(column), row + 1)
    }

    fn write(&self, ctx: &Ctx<'_>) -> Result<String, FenError> {
        let pos = &ctx.pos;
        if pos.trail.last().is_some_and(|&m| m & !ludarium_engine::position::PASSED == pos.mover) {
            return Err(FenError::NotSayable("a player is in the middle of a turn".to_owned()));
        }
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            let mut free = 0;
            for column in 0..self.columns {
                let site = self.sites[row * self.columns + column];
                if pos.top(ctx.slot(self.kind, site)).what == 0 {
                    free += 1;
                    continue;
                }
                let letter = self.letter_at(ctx, site).ok_or_else(|| {
                    FenError::NotSayable(format!(
                        "no letter stands for what is on {}",
                        self.name((column, row))
                    ))
                })?;
                if free > 0 {
                    text += &free.to_string();
                    free = 0;
                }
                text.push(letter);
            }
            if free > 0 {
                text += &free.to_string();
            }
            if row > 0 {
                text.push('/');
            }
        }
        let castling: String =
            self.rights().into_iter().filter(|r| self.holds(ctx, r)).map(|r| r.letter).collect();
        let passing = match pos.pending[..] {
            [site] if self.keeps.passing => self.place(site).map(|place| self.name(place)),
            _ => None,
        };
        let half = self.keeps.counter.map_or(0, |least| (pos.counter - least).max(0));
        let whole = (pos.turns - self.first_turn).max(0) / 2 + 1;
        let mover = if pos.mover == 1 { 'w' } else { 'b' };
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let (castling, passing) = (dash(castling), dash(passing.unwrap_or_default()));
        Ok(format!("{text} {mover} {castling} {passing} {half} {whole}"))
    }

    fn read<'g>(&self, game: &'g Game, fen: &str) -> Result<Ctx<'g>, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (Some(&board), 1..=6) = (fields.first(), fields.len()) else {
            return Err(malformed(
                "up to six fields are wanted: board, mover, castling, en passant, two counts",
            ));
        };
        let field = |i: usize, otherwise| fields.get(i).copied().unwrap_or(otherwise);
        let mut ctx = game.begin(1);
        // (What stood where at the start stays known: the rules may ask for it.)
        let stood = ctx.pos.start_sites.clone();
        self.place_pieces(&mut ctx, board)?;
        let mover = match field(1, "w") {
            "w" => 1,
            "b" => 2,
            other => return Err(malformed(format!("{other:?}: w or b is to move"))),
        };
        self.castling(&mut ctx, field(2, "-"))?;
        let passing = field(3, "-");
        if passing != "-" {
            let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
            let place = all.into_iter().find(|&place| self.name(place) == passing);
            let (column, row) = place.ok_or_else(|| malformed(format!("{passing:?}: no such square")))?;
            if self.keeps.passing {
                ctx.pos.pending.push(self.sites[row * self.columns + column]);
            }
        }
        let number = |i: usize, otherwise: &str, what: &str| -> Result<i32, FenError> {
            let text = fields.get(i).copied().unwrap_or(otherwise);
            let number = text.parse::<i32>().ok().filter(|n| (0..=100_000).contains(n));
            number.ok_or_else(|| malformed(format!("{text:?}: {what} is a number")))
        };
        let (half, whole) = (number(4, "0", "the halfmove clock")?, number(5, "1", "the move number")?);
        if let Some(least) = self.keeps.counter {
            ctx.pos.counter = least + half;
        }
        let turns = 2 * (whole.max(1) - 1) + i32::from(mover == 2);
        if self.first_turn + turns >= game.turn_limit.saturating_mul(2) {
            return Err(malformed(format!("this game is over by move {whole}")));
        }
        ctx.pos.turns = self.first_turn + turns;
        ctx.pos.moves_made = ctx.pos.start_moves + turns;
        (ctx.pos.mover, ctx.pos.next) = (mover, 3 - mover);
        ctx.pos.prev = if turns > 0 { 3 - mover } else { ctx.pos.prev };
        ctx.refresh_after_set_up();
        ctx.pos.start_sites = stood;
        Ok(ctx)
    }

    fn place_pieces(&self, ctx: &mut Ctx<'_>, board: &str) -> Result<(), FenError> {
        for &site in &self.sites {
            let slot = ctx.slot(self.kind, site);
            ctx.pos.clear(slot);
        }
        // Kings and rooks that may castle are told by the field of castling.
        let castlers = self.castlers();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.rows {
            return Err(malformed(format!("{} rows, and the board has {}", rows.len(), self.rows)));
        }
        for (row, text) in (0..self.rows).rev().zip(rows) {
            let mut column = 0;
            let mut digits = 0;
            for c in text.chars().chain(['/']) {
                if let Some(digit) = c.to_digit(10) {
                    digits = (digits * 10 + digit as usize).min(1000);
                    continue;
                }
                column += std::mem::take(&mut digits);
                // (Some programs mark promoted pieces.)
                if c == '/' || c == '~' {
                    continue;
                }
                let what = self.letters.iter().find(|(letter, _)| *letter == c).map(|(_, what)| *what);
                let what = what.ok_or_else(|| {
                    let known: String = self.letters.iter().map(|(letter, _)| *letter).collect();
                    malformed(format!("no piece of this game is written {c:?}; the letters are {known}"))
                })?;
                if column >= self.columns {
                    break;
                }
                let site = self.sites[row * self.columns + column];
                let owner = if c.is_ascii_uppercase() { 1 } else { 2 };
                let home = self.home.iter().find(|(s, p)| *s == site && p.what == what).map(|(_, p)| *p);
                let fresh = Piece { what, who: owner, ..Piece::default() };
                let piece = home.filter(|_| !castlers.contains(&site)).unwrap_or(fresh);
                let slot = ctx.slot(self.kind, site);
                ctx.pos.set_slot(slot, Slot { piece, count: 1 });
                column += 1;
            }
            if column != self.columns {
                let what = format!("the row {text:?} has other than {} squares", self.columns);
                return Err(malformed(what));
            }
        }
        Ok(())
    }

    /// The ways of castling that the start of the game holds: kings and rooks that begin with a state.
    fn rights(&self) -> Vec<Right> {
        let mut rights = Vec::new();
        for owner in [1u8, 2] {
            let fresh = |wanted: char| {
                self.home.iter().filter(move |(_, piece)| {
                    let letter = self.letters.iter().find(|(_, what)| *what == piece.what).map(|(l, _)| *l);
                    piece.who == owner
                        && piece.state != 0
                        && letter.is_some_and(|letter| letter.eq_ignore_ascii_case(&wanted))
                })
            };
            let Some(king) = fresh('k').next() else { continue };
            let Some((file, row)) = self.place(king.0) else { continue };
            let rooks = fresh('r').filter_map(|rook| Some((self.place(rook.0)?, rook)));
            for ((column, rook_row), rook) in rooks {
                let letter = if column > file { 'k' } else { 'q' };
                let letter = if owner == 1 { letter.to_ascii_uppercase() } else { letter };
                if rook_row == row {
                    rights.push(Right { letter, column, owner, king: *king, rook: *rook });
                }
            }
        }
        rights.sort_by_key(|r| (r.owner, r.letter.eq_ignore_ascii_case(&'q')));
        rights
    }

    /// Where kings and rooks stand that may castle.
    fn castlers(&self) -> Vec<i32> {
        self.rights().iter().flat_map(|r| [r.king.0, r.rook.0]).collect()
    }

    fn holds(&self, ctx: &Ctx<'_>, right: &Right) -> bool {
        let there = |(site, piece): (i32, Piece)| {
            let now = ctx.pos.top(ctx.slot(self.kind, site));
            now.what == piece.what && now.state == piece.state
        };
        there(right.king) && there(right.rook)
    }

    fn castling(&self, ctx: &mut Ctx<'_>, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let rights = self.rights();
        for c in field.chars() {
            let fits = |r: &&Right| {
                let own = if c.is_ascii_uppercase() { 1 } else { 2 };
                let by_file = column_name(r.column).eq_ignore_ascii_case(&c.to_string()) && r.owner == own;
                r.letter == c || by_file
            };
            let Some(right) = rights.iter().find(fits) else {
                // A game without castling has nothing to keep; letters that never mean castling are mistakes.
                if c.is_ascii_alphabetic() && rights.is_empty() {
                    continue;
                }
                return Err(malformed(format!("{field:?}: {c:?} says nothing about castling")));
            };
            for (site, piece) in [right.king, right.rook] {
                let slot = ctx.slot(self.kind, site);
                if ctx.pos.top(slot).what != piece.what {
                    let square = self.place(site).map(|place| self.name(place)).unwrap_or_default();
                    let name = &ctx.game.components[usize::from(piece.what)].label;
                    return Err(malformed(format!("castling {c}: no {name} stands on {square}")));
                }
                ctx.pos.set_slot(slot, Slot { piece, count: 1 });
            }
        }
        Ok(())
    }
}

/// One way of castling: king and rook where they begin, as they begin.
struct Right {
    letter: char,
    column: usize,
    owner: u8,
    king: (i32, Piece),
    rook: (i32, Piece),
}

/// `a` to `z`, then `aa`.
fn column_name(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        n => format!("{}{}", letter(n - 1), letter(column)),
    }
}

/// Columns, rows, and the sites by row and column, where the squares are called a1 and so on without gaps.
fn rectangle(game: &Game) -> Result<(usize, usize, Vec<i32>), FenError> {
    let none = || unlike("its board is a rectangle of squares called a1, b1 …");
    let kind = game.site_type;
    let count = game.board_sites(kind);
    let mut places = Vec::with_capacity(count);
    for site in 0..count {
        let label = game.board.label(kind, site).to_lowercase();
        let at = label.find(|c: char| c.is_ascii_digit()).ok_or_else(none)?;
        let row = label[at..].parse::<usize>().ok().filter(|&n| (1..=count).contains(&n));
        let column = (0..count.min(26 * 27)).find(|&c| column_name(c) == label[..at]);
        places.push((row.ok_or_else(none)? - 1, column.ok_or_else(none)?, site as i32));
    }
    places.sort_unstable();
    let rows = places.iter().map(|p| p.0 + 1).max().unwrap_or(0);
    let columns = places.iter().map(|p| p.1 + 1).max().unwrap_or(0);
    let whole = rows * columns == count
        && places.iter().enumerate().all(|(i, p)| (p.0, p.1) == (i / columns, i % columns));
    if !whole || count == 0 || kind == SiteType::Edge {
        return Err(none());
    }
    Ok((columns, rows, places.into_iter().map(|p| p.2).collect()))
}

/// A letter for every piece, the usual ones first. Other pieces have the first letter of their names that is free.
fn letters(game: &Game) -> Result<Vec<(char, u16)>, FenError> {
    let mut labels: Vec<(&str, [Option<u16>; 2])> = Vec::new();
    for (what, component) in game.components.iter().enumerate().skip(1) {
        if component.kind != ComponentKind::Piece || !(1..=2).contains(&component.owner) {
            return Err(unlike(format!("whose is a {}?", component.label)));
        }
        let at = match labels.iter().position(|(label, _)| *label == component.label) {
            Some(at) => at,
            None => {
                labels.push((&component.label, [None, None]));
                labels.len() - 1
            }
        };
        labels[at].1[component.owner - 1] = u16::try_from(what).ok();
    }
    let usual = |label: &str| {
        let label = label.to_lowercase();
        USUAL.iter().find(|(name, _)| label.starts_with(name)).map(|(_, letter)| *letter)
    };
    labels.sort_by_key(|(label, _)| usual(label).is_none());
    let mut taken: Vec<char> = Vec::new();
    let mut letters = Vec::new();
    for (label, components) in &labels {
        let own = label.to_lowercase();
        let free = |c: &char| c.is_ascii_lowercase() && !taken.contains(c);
        let letter = usual(label).filter(|c| free(c)).or_else(|| own.chars().find(|c| free(c)));
        let letter = letter.ok_or_else(|| unlike(format!("no letter is left for the {label}")))?;
        taken.push(letter);
        for (owner, component) in components.iter().enumerate() {
            let letter = if owner == 0 { letter.to_ascii_uppercase() } else { letter };
            letters.extend(component.map(|what| (letter, what)));
        }
    }
    let known = USUAL.iter().filter(|(_, letter)| taken.contains(letter)).count();
    let named = labels.iter().filter(|(label, _)| usual(label).is_some()).count();
    if known < ENOUGH || named < ENOUGH {
        return Err(unlike("its pieces are kings, queens, rooks, bishops, knights and pawns"));
    }
    Ok(letters)
}
