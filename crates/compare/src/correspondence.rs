//! Which site, piece and die of one game stands for which of another. Players correspond by number. Several answers may be
//! possible: [`candidates`] lists them, the most natural first, and play decides.

use crate::sites::{self, SiteMap};
use ludarium_engine::game::{ComponentKind, ContainerKind};
use ludarium_engine::types::Mode;
use ludarium_engine::{Ctx, Game, SiteType};

/// A die of A, the die of B that stands for it, and for each face of A the face of B with the same number.
#[derive(Clone, Debug, PartialEq)]
pub struct DiePair {
    pub a: i32,
    pub b: i32,
    pub faces: Vec<i32>,
}

/// What is taken to be the same in both games.
#[derive(Clone, Debug)]
pub struct Correspondence {
    /// Slots of the boards whose contents are compared.
    pub(crate) board: Vec<(usize, usize)>,
    /// By slot of A: whether it has a partner; by slot of B: its partner.
    pub(crate) known: Vec<bool>,
    pub(crate) partner: Vec<Option<u32>>,
    /// Slots beside the board.
    pub(crate) beside: Vec<(usize, usize)>,
    /// By component of B, the number that it has in A; numbers from [`UNKNOWN`] on have no partner.
    pub(crate) components: Vec<u16>,
    /// By component of B: neither its name nor its place at first says what it is.
    pub(crate) guessed: Vec<bool>,
    pub(crate) dice: Vec<DiePair>,
    pub(crate) scores: bool,
    pub(crate) rotation: bool,
    /// In sentences: what is taken to be the same.
    pub words: Vec<String>,
    /// In sentences: what is not compared.
    pub not_compared: Vec<String>,
}

/// Components of B from here on have no partner in A.
pub(crate) const UNKNOWN: u16 = 0x8000;

impl Correspondence {
    /// The common name of a place of A.
    pub(crate) fn of_a(&self, game: &Game, kind: SiteType, site: i32) -> Option<u32> {
        let slot = game.layout.slot(kind, site);
        self.known.get(slot).copied().unwrap_or(false).then_some(slot as u32)
    }
    /// The common name of a place of B.
    pub(crate) fn of_b(&self, game: &Game, kind: SiteType, site: i32) -> Option<u32> {
        self.partner.get(game.layout.slot(kind, site)).copied().flatten()
    }
}

/// Nobody's pieces and everybody's are the same to us.
pub(crate) fn owner(game: &Game, owner: usize) -> usize {
    if owner > game.players { 0 } else { owner }
}

/// All correspondences that are worth trying, or why there is none.
pub fn candidates(a: &Ctx<'_>, b: &Ctx<'_>) -> Result<Vec<Correspondence>, String> {
    let (ga, gb) = (a.game, b.game);
    if ga.players != gb.players {
        return Err(format!("The games are for {} and {} players.", ga.players, gb.players));
    }
    if ga.mode != gb.mode {
        let mode = |mode| match mode {
            Mode::Alternating => "take turns",
            Mode::Simultaneous => "move at the same time",
            Mode::Simulation => "only watch",
        };
        return Err(format!("In A players {}, in B players {}.", mode(ga.mode), mode(gb.mode)));
    }
    if !ga.subgames.is_empty() || !gb.subgames.is_empty() {
        return Err("Matches of several games are not compared by play.".to_owned());
    }
    let dice = pair_dice(ga, gb)?;
    let colour = |ctx: &Ctx<'_>, slot: usize| {
        let top = ctx.pos.top(slot);
        let whose = owner(ctx.game, ctx.game.components.get(usize::from(top.what)).map_or(0, |c| c.owner));
        (top.what != 0, whose)
    };
    let (full_a, full_b) = (|s: usize| colour(a, s).0, |t: usize| colour(b, t).0);
    let maps = sites::maps(ga, gb, &|s, t| colour(a, s) == colour(b, t), (&full_a, &full_b))?;
    let mut found: Vec<Correspondence> = Vec::new();
    for map in maps {
        for (components, guessed) in pair_components(a, b, &map) {
            found.push(Correspondence { guessed, ..assemble(ga, gb, &map, components, dice.clone()) });
        }
    }
    Ok(found)
}

impl Correspondence {
    /// The same with other guesses, where a position shows that some were wrong: a piece of A stands where B has one that it
    /// was not taken for, or two places have each other's contents.
    pub(crate) fn corrected(&self, a: &Ctx<'_>, b: &Ctx<'_>) -> Option<Correspondence> {
        let name = |what: u16| self.components.get(usize::from(what)).copied().unwrap_or(u16::MAX);
        let content = |ctx: &Ctx<'_>, slot: usize| (ctx.pos.top(slot).what, ctx.pos.count(slot));
        let mut unlike = Vec::new();
        for (i, &(s, t)) in self.board.iter().enumerate() {
            let (x, y) = (content(a, s), content(b, t));
            if (x.0, x.1) != (name(y.0), y.1) {
                unlike.push((i, x, (name(y.0), y.1), y.0));
            }
        }
        for &(_, x, y, of_b) in &unlike {
            let (Some(&true), true) = (self.guessed.get(usize::from(of_b)), x.0 != 0 && y.0 != x.0) else {
                continue;
            };
            let other = self.components.iter().position(|&c| c == x.0);
            if other.is_some_and(|other| !self.guessed[other]) || owner_of(a, x.0) != owner_of(b, of_b) {
                continue;
            }
            let mut corrected = self.clone();
            if let Some(other) = other {
                corrected.components[other] = self.components[usize::from(of_b)];
            }
            corrected.components[usize::from(of_b)] = x.0;
            corrected.words.truncate(1);
            corrected.words.extend(renamed(a.game, b.game, &corrected.components));
            return Some(corrected);
        }
        // Stores on the other side: what lies on one place of A lies on the other of B.
        if let [(i, x, y, _), (j, u, v, _)] = unlike[..]
            && x == v
            && u == y
        {
            let mut corrected = self.clone();
            let (one, other) = (self.board[i], self.board[j]);
            (corrected.board[i].1, corrected.board[j].1) = (other.1, one.1);
            (corrected.partner[one.1], corrected.partner[other.1]) =
                (Some(other.0 as u32), Some(one.0 as u32));
            let place = |slot| crate::lockstep::place_name(a.game, slot);
            corrected.words.push(format!(
                "{} and {} have changed places in B.",
                place(one.0),
                place(other.0)
            ));
            return Some(corrected);
        }
        None
    }
}

fn owner_of(ctx: &Ctx<'_>, what: u16) -> Option<usize> {
    ctx.game.components.get(usize::from(what)).map(|c| owner(ctx.game, c.owner))
}

fn assemble(ga: &Game, gb: &Game, map: &SiteMap, components: Vec<u16>, dice: Vec<DiePair>) -> Correspondence {
    let mut partner = vec![None; gb.layout.slots()];
    let mut known = vec![false; ga.layout.slots()];
    let (beside, alone) = pair_containers(ga, gb);
    for &(s, t) in map.pairs.iter().chain(&beside) {
        partner[t] = Some(s as u32);
        known[s] = true;
    }
    let mut words = vec![format!("Sites correspond {}.", map.how)];
    words.extend(renamed(ga, gb, &components));
    let mut not_compared = alone;
    if ga.uses.score != gb.uses.score {
        let who = if ga.uses.score { "A" } else { "B" };
        not_compared.push(format!("Only {who} keeps scores."));
    }
    if ga.uses.hidden || gb.uses.hidden {
        not_compared.push("What is hidden from whom is not compared.".to_owned());
    }
    Correspondence {
        board: map.pairs.clone(),
        known,
        partner,
        beside,
        components,
        guessed: Vec::new(),
        dice,
        scores: ga.uses.score && gb.uses.score,
        rotation: ga.uses.rotation && gb.uses.rotation,
        words,
        not_compared,
    }
}

/// Hands, decks and dice by kind and owner, in their order; and what has no partner, in sentences.
fn pair_containers(ga: &Game, gb: &Game) -> (Vec<(usize, usize)>, Vec<String>) {
    let kind = |k: &ContainerKind| match k {
        ContainerKind::Board => 0,
        ContainerKind::Hand => 1,
        ContainerKind::Dice { .. } => 2,
        ContainerKind::Deck => 3,
    };
    let mut taken = vec![false; gb.containers.len()];
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    for one in ga.containers.iter().skip(1) {
        let fits = |i: &usize| {
            let other = &gb.containers[*i];
            !taken[*i]
                && kind(&other.kind) == kind(&one.kind)
                && owner(gb, other.owner) == owner(ga, one.owner)
        };
        let Some(i) = (1..gb.containers.len()).find(fits) else {
            alone.push(format!("{} exists only in A.", one.name));
            continue;
        };
        taken[i] = true;
        let other = &gb.containers[i];
        for offset in 0..one.len.min(other.len) {
            pairs.push((
                ga.layout.slot(SiteType::Cell, one.first + offset),
                gb.layout.slot(SiteType::Cell, other.first + offset),
            ));
        }
    }
    let missing = (1..gb.containers.len()).filter(|&i| !taken[i]);
    alone.extend(missing.map(|i| format!("{} exists only in B.", gb.containers[i].name)));
    (pairs, alone)
}

/// The faces of all dice of a game: by site, number and weight of each face.
fn dice_of(game: &Game) -> Vec<(i32, Vec<(i32, i32)>)> {
    let ctx = game.begin(0);
    let mut dice = Vec::new();
    for container in &game.containers {
        match container.kind {
            ContainerKind::Dice { .. } => {}
            ContainerKind::Board | ContainerKind::Hand | ContainerKind::Deck => continue,
        }
        for site in container.first..container.first + container.len {
            let kind = game.components.get(ctx.what(SiteType::Cell, site)).map(|c| &c.kind);
            if let Some(ComponentKind::Die { faces, biased }) = kind {
                let weight = |i: usize| biased.get(i).copied().unwrap_or(1);
                dice.push((site, faces.iter().enumerate().map(|(i, &n)| (n, weight(i))).collect()));
            }
        }
    }
    dice
}

fn pair_dice(ga: &Game, gb: &Game) -> Result<Vec<DiePair>, String> {
    let (of_a, of_b) = (dice_of(ga), dice_of(gb));
    if of_a.len() != of_b.len() {
        return Err(format!("The games have {} and {} dice.", of_a.len(), of_b.len()));
    }
    let mut pairs = Vec::new();
    for ((a, faces_a), (b, faces_b)) in of_a.into_iter().zip(of_b) {
        let sorted = |faces: &[(i32, i32)]| {
            let mut faces = faces.to_vec();
            faces.sort_unstable();
            faces
        };
        if sorted(&faces_a) != sorted(&faces_b) {
            let told = |faces: &[(i32, i32)]| {
                let words: Vec<String> = sorted(faces).iter().map(|(n, _)| n.to_string()).collect();
                words.join(", ")
            };
            return Err(format!("The dice differ: faces {} in A, {} in B.", told(&faces_a), told(&faces_b)));
        }
        let face = |(n, _): &(i32, i32)| faces_b.iter().position(|(m, _)| m == n).unwrap_or(0) as i32;
        pairs.push(DiePair { a, b, faces: faces_a.iter().map(face).collect() });
    }
    Ok(pairs)
}

/// A name as people compare names: without numbers, blanks and case.
fn plain_name(label: &str) -> String {
    label.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Components by name, and by where they stand at first, if that gives another answer.
fn pair_components(a: &Ctx<'_>, b: &Ctx<'_>, map: &SiteMap) -> Vec<(Vec<u16>, Vec<bool>)> {
    let (ga, gb) = (a.game, b.game);
    let by_name = |x: usize, y: usize| {
        plain_name(&ga.components[x].label) == plain_name(&gb.components[y].label)
            && ga.components[x].kind == gb.components[y].kind
    };
    let where_a = |x: usize| -> Vec<usize> {
        map.pairs.iter().map(|p| p.0).filter(|&s| usize::from(a.pos.top(s).what) == x).collect()
    };
    let where_b = |y: usize| -> Vec<usize> {
        map.pairs.iter().filter(|p| usize::from(b.pos.top(p.1).what) == y).map(|p| p.0).collect()
    };
    let stand_a: Vec<Vec<usize>> = (0..ga.components.len()).map(where_a).collect();
    let stand_b: Vec<Vec<usize>> = (0..gb.components.len()).map(where_b).collect();
    let by_place = |x: usize, y: usize| !stand_a[x].is_empty() && stand_a[x] == stand_b[y];
    let mut found = vec![matched(ga, gb, &[&by_name, &by_place])];
    let other = matched(ga, gb, &[&by_place, &by_name]);
    if other.0 != found[0].0 {
        found.push(other);
    }
    found
}

/// Pairs components of the same owner by the first test that holds; what is left is paired in its order, which is a guess.
fn matched(ga: &Game, gb: &Game, tests: &[&dyn Fn(usize, usize) -> bool]) -> (Vec<u16>, Vec<bool>) {
    let mut to: Vec<Option<u16>> = vec![None; gb.components.len()];
    let mut taken = vec![false; ga.components.len()];
    let mut guessed = vec![false; gb.components.len()];
    if let Some(nothing) = to.first_mut() {
        *nothing = Some(0);
    }
    let any = |_: usize, _: usize| true;
    let all = tests.iter().copied().chain([&any as &dyn Fn(usize, usize) -> bool]);
    for (round, test) in all.enumerate() {
        for y in 1..gb.components.len() {
            if to[y].is_some() {
                continue;
            }
            let whose = owner(gb, gb.components[y].owner);
            let fits = |x: &usize| !taken[*x] && owner(ga, ga.components[*x].owner) == whose && test(*x, y);
            guessed[y] = round == tests.len();
            if let Some(x) = (1..ga.components.len()).find(fits) {
                taken[x] = true;
                to[y] = Some(x as u16);
            }
        }
    }
    (to.into_iter().enumerate().map(|(y, x)| x.unwrap_or(UNKNOWN | y as u16)).collect(), guessed)
}

/// Pieces that have another name in B.
fn renamed(ga: &Game, gb: &Game, components: &[u16]) -> Option<String> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (y, &x) in components.iter().enumerate().skip(1) {
        let (Some(one), Some(other)) = (ga.components.get(usize::from(x)), gb.components.get(y)) else {
            continue;
        };
        let pair = (one.label.clone(), other.label.clone());
        if plain_name(&pair.0) != plain_name(&pair.1) && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let told: Vec<String> = pairs.iter().map(|(x, y)| format!("{x} of A is {y} of B")).collect();
    (!told.is_empty()).then(|| format!("{}.", told.join(", ")))
}
