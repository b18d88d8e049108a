//! Making borrowed parts at home: which arguments of a donor's clause would fill a hole, and how the donor's pieces,
//! regions, maps, hands, dice, players and directions are bound to what the description declares. What cannot be bound
//! is no candidate; why not is said in words.

use crate::donors::{Declared, Donors, Place, declared, each_item};
use crate::ground::{Carrier, Ground, Line};
use crate::holes::{Incomplete, coordinate};
use crate::idle;
use crate::signals::{Signal, Signals};
use crate::term::{Shape, Term};
use crate::types::{DonorId, Hole, HoleId, HoleKind};
use ludarium_engine::rng::mix;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::{Arc, OnceLock};

/// Of one donor so many different fills for one hole are looked at, those from the likest surroundings first.
const FILLS_PER_DONOR: usize = 4;

/// A part that may fill a hole, as the donor writes it.
#[derive(Clone, Debug)]
pub struct Part {
    pub donor: Option<DonorId>,
    pub terms: Vec<Term>,
    /// Names that the surroundings bind: `(piece "Disc" Each …)` for `(piece "Marker" Each [#])`.
    pub forced: Vec<(SmolStr, SmolStr)>,
    pub signals: Signals,
    /// How many of the clauses around it are alike, beginning with the innermost.
    pub alike: u8,
    /// How far its place among the donor's clauses of this kind is from the hole's place among the holes of its kind:
    /// the second of two open pieces is likelier the donor's second piece.
    pub apart: u8,
    /// Made of the parts of two games, and in our own names already.
    pub made: Option<MadeOf>,
    pub known: Known,
}

/// What is asked of a part in every company, worked out once.
#[derive(Clone, Default, Debug)]
pub struct Known {
    need: OnceLock<Need>,
    declares: OnceLock<Declared>,
    hash: OnceLock<u64>,
}

impl Part {
    /// What it uses of its donor.
    fn need(&self, theirs: &Declared) -> &Need {
        self.known.need.get_or_init(|| {
            let mut need = Need::default();
            self.terms.iter().for_each(|term| need.look(term, theirs));
            need
        })
    }

    fn hash(&self) -> u64 {
        let hash = || self.terms.iter().fold(1, |hash, term| mix(hash ^ term.stable_hash()));
        *self.known.hash.get_or_init(hash)
    }

    /// What it declares in its hole. A part that stands inside of a clause is looked at in that clause.
    fn declares(&self, hole: &Hole) -> &Declared {
        self.known.declares.get_or_init(|| {
            // Rules declare nothing.
            if hole.context.heads.iter().any(|head| head == "rules") {
                return Declared::default();
            }
            match hole.context.heads.first().map(SmolStr::as_str) {
                // The name is known already, and with it who declares the piece.
                Some("piece") if hole.place.contains('"') => Declared::default(),
                Some(head @ ("piece" | "regions" | "track" | "map" | "hand" | "dice"))
                    if !hole.context.in_set =>
                {
                    let clause = std::iter::once(Term::word(head)).chain(self.terms.iter().cloned());
                    declared_in(&[Term::new(Shape::Call, clause.collect())])
                }
                Some(_) | None => declared_in(&self.terms),
            }
        })
    }
}

/// What a part that was made of two needs, and whose the second is.
#[derive(Clone, Debug)]
pub struct MadeOf {
    pub with: DonorId,
    pub brought: Vec<(DonorId, Term)>,
}

/// What stands around a hole.
#[derive(Debug)]
struct Surroundings<'t> {
    clause: &'t Term,
    before: Vec<&'t Term>,
    after: Vec<&'t Term>,
    in_set: bool,
    /// The label of the braces it stands in.
    set_label: Option<SmolStr>,
    label: Option<SmolStr>,
}

/// The clause in which a hole stands; of several places, the first.
fn surroundings(term: &Term, hole: HoleId) -> Option<Surroundings<'_>> {
    fn go<'t>(term: &'t Term, hole: HoleId, clause: Option<&'t Term>) -> Option<Surroundings<'t>> {
        let inner = if term.shape == Shape::Call { Some(term) } else { clause };
        for (i, part) in term.parts.iter().enumerate() {
            if part.shape == Shape::Hole(hole) {
                let in_set = term.shape == Shape::Set;
                let first = usize::from(!in_set);
                return Some(Surroundings {
                    clause: inner?,
                    before: term.parts.get(first..i).unwrap_or_default().iter().collect(),
                    after: term.parts[i + 1..].iter().collect(),
                    in_set,
                    set_label: if in_set { term.label.clone() } else { None },
                    label: part.label.clone(),
                });
            }
            if let Some(found) = go(part, hole, inner) {
                return Some(found);
            }
        }
        None
    }
    go(term, hole, None)
}

/// Clauses that make a board.
fn is_board(head: &str) -> bool {
    matches!(head, "board" | "mancalaBoard" | "surakartaBoard" | "boardless")
}

/// Everything that may fill a hole, in the order of donors. `usable` says which donors may be asked.
pub fn parts(
    incomplete: &Incomplete,
    hole: &Hole,
    donors: &Donors,
    usable: &(dyn Fn(DonorId) -> bool + Sync),
) -> Vec<Part> {
    let mut found = Vec::new();
    let brackets = match &hole.kind {
        HoleKind::Borrowed { brackets } => *brackets,
        HoleKind::Perhaps => {
            found.push(own(hole, Vec::new()));
            1
        }
        HoleKind::OneOf { alternatives, or_borrowed } => {
            found.extend(alternatives.iter().map(|terms| own(hole, terms.clone())));
            if !or_borrowed {
                return found;
            }
            1
        }
    };
    borrowed(incomplete, hole, brackets, donors, usable, &mut found);
    found
}

/// What donors have in the place of a hole.
pub fn borrowed(
    incomplete: &Incomplete,
    hole: &Hole,
    brackets: u8,
    donors: &Donors,
    usable: &(dyn Fn(DonorId) -> bool + Sync),
    found: &mut Vec<Part>,
) {
    let Some(around) = surroundings_of(incomplete, hole.id) else { return };
    let Some(head) = around.clause.head() else { return };
    let same_kind = |other: &&Hole| {
        other.context == hole.context && other.place.split(' ').next() == hole.place.split(' ').next()
    };
    let number = incomplete.holes.iter().take_while(|other| other.id != hole.id).filter(same_kind).count();
    let in_set_up = hole.context.heads.iter().any(|head| head == "start");
    let mut by_donor: Vec<Part> = Vec::new();
    let mut current = None;
    let mut met = 0usize;
    for &place in donors.with_head(head) {
        if !usable(place.donor) {
            continue;
        }
        if current != Some(place.donor) {
            take_best(&mut by_donor, found);
            current = Some(place.donor);
            met = 0;
        }
        let heads = donors.heads(place);
        let alike = heads.iter().zip(&hole.context.heads).take_while(|(a, b)| **a == b.as_str()).count();
        if alike < usize::from(brackets) {
            continue;
        }
        let Some((terms, forced)) = extract(&around, donors, place) else { continue };
        let apart = met.abs_diff(number).min(9) as u8;
        met += 1;
        if by_donor.iter().any(|p| p.terms == terms && p.forced == forced) {
            continue;
        }
        // What changes in play means nothing in a set-up.
        if in_set_up && terms.iter().any(is_of_the_moment) {
            continue;
        }
        let signals = Signals::of_part(&terms, if around.in_set { "" } else { head });
        by_donor.push(Part {
            donor: Some(place.donor),
            terms,
            forced,
            signals,
            alike: alike.min(250) as u8,
            apart,
            made: None,
            known: Known::default(),
        });
    }
    take_best(&mut by_donor, found);
}

/// Whether a part speaks of what has just happened, of who is to move, or of what stands where at the moment.
fn is_of_the_moment(term: &Term) -> bool {
    let mut found = false;
    term.each(&mut |t| {
        let moment = matches!(
            t.as_word(),
            Some(
                "Empty"
                    | "ToClear"
                    | "Occupied"
                    | "Pending"
                    | "LastFrom"
                    | "LastTo"
                    | "Between"
                    | "From"
                    | "To"
                    | "Mover"
                    | "Next"
                    | "Prev"
                    | "Group"
                    | "Pattern"
                    | "Winning"
                    | "Loop"
                    | "LineOfSight"
            )
        );
        found |= moment
            || matches!(
                t.head(),
                Some("last" | "where" | "from" | "to" | "between" | "var" | "mapEntry" | "if")
            );
    });
    found
}

fn surroundings_of(incomplete: &Incomplete, hole: HoleId) -> Option<Surroundings<'_>> {
    surroundings(&incomplete.term, hole).or_else(|| {
        // A hole inside of an alternative of a choice.
        let choices = incomplete.holes.iter().filter_map(|other| match &other.kind {
            HoleKind::OneOf { alternatives, .. } => Some(alternatives),
            HoleKind::Borrowed { .. } | HoleKind::Perhaps => None,
        });
        choices.flatten().flatten().find_map(|term| surroundings(term, hole))
    })
}

fn own(hole: &Hole, terms: Vec<Term>) -> Part {
    let head = hole.context.heads.first().filter(|_| !hole.context.in_set);
    let signals = Signals::of_part(&terms, head.map_or("", SmolStr::as_str));
    Part {
        donor: None,
        terms,
        forced: Vec::new(),
        signals,
        alike: 0,
        apart: 0,
        made: None,
        known: Known::default(),
    }
}

fn take_best(of_donor: &mut Vec<Part>, found: &mut Vec<Part>) {
    of_donor.sort_by_key(|part| (std::cmp::Reverse(part.alike), part.apart));
    of_donor.truncate(FILLS_PER_DONOR);
    found.append(of_donor);
}

/// What a donor gives, and which of its names mean which of ours already.
type Borrowed = (Vec<Term>, Vec<(SmolStr, SmolStr)>);

/// The arguments of a donor's clause that would stand where the hole is.
fn extract(around: &Surroundings<'_>, donors: &Donors, place: Place) -> Option<Borrowed> {
    let clause = donors.clause(place);
    let theirs = &donors.declared[place.donor.0 as usize];
    if let Some(label) = &around.label {
        let mut value = clause.args().iter().find(|arg| arg.label.as_ref() == Some(label))?.clone();
        value.label = None;
        return Some((vec![value], Vec::new()));
    }
    if around.in_set {
        return members(around, clause, theirs);
    }
    let mut forced = Vec::new();
    let plain =
        |terms: &[&Term]| terms.iter().copied().filter(|t| t.label.is_none()).cloned().collect::<Vec<_>>();
    let (before, after) = (plain(&around.before), plain(&around.after));
    let known: Vec<&SmolStr> =
        around.before.iter().chain(&around.after).filter_map(|term| term.label.as_ref()).collect();
    let given: Vec<usize> = (0..clause.args().len()).filter(|&i| clause.args()[i].label.is_none()).collect();
    if given.len() < before.len() + after.len() {
        return None;
    }
    let first = before.len();
    let last = given.len() - after.len();
    for (ours, &i) in before.iter().zip(&given) {
        matches_known(ours, &clause.args()[i], theirs, &mut forced)?;
    }
    for (ours, &i) in after.iter().zip(&given[last..]) {
        matches_known(ours, &clause.args()[i], theirs, &mut forced)?;
    }
    let taken = &given[first..last];
    let terms: Vec<Term> = clause
        .args()
        .iter()
        .enumerate()
        .filter(|(i, arg)| match &arg.label {
            Some(label) => !known.contains(&label),
            None => taken.contains(i),
        })
        .map(|(_, arg)| arg.clone())
        .collect();
    Some((terms, forced))
}

/// Whether an argument that is known is of the same kind as the donor's; names that meet are bound.
fn matches_known(
    ours: &Term,
    theirs: &Term,
    declared: &Declared,
    forced: &mut Vec<(SmolStr, SmolStr)>,
) -> Option<()> {
    match (&ours.shape, &theirs.shape) {
        (Shape::Text(a), Shape::Text(b)) => {
            let base = base_name(b);
            if let Some((piece, _)) =
                declared.pieces.iter().find(|(name, _)| name == b || name.as_str() == base)
            {
                let ours = if piece == b { a.clone() } else { SmolStr::from(base_name(a)) };
                forced.push((piece.clone(), ours));
            }
            Some(())
        }
        (Shape::Word(a), Shape::Word(b)) => ludarium_ludemes::ty::same_word(a, b).then_some(()),
        (Shape::Int(_), Shape::Int(_))
        | (Shape::Set, Shape::Set | Shape::Call)
        | (Shape::Call, Shape::Set) => Some(()),
        (Shape::Call, Shape::Call) => {
            let graph = |head: Option<&str>| {
                matches!(
                    head,
                    Some(
                        "square"
                            | "rectangle"
                            | "hex"
                            | "tri"
                            | "concentric"
                            | "merge"
                            | "add"
                            | "remove"
                            | "graph"
                    )
                )
            };
            (ours.head() == theirs.head() || graph(ours.head()) && graph(theirs.head())).then_some(())
        }
        (Shape::Hole(_), _) => Some(()),
        _ => None,
    }
}

/// The members of the donor's braces that are not known already.
fn members(around: &Surroundings<'_>, clause: &Term, theirs: &Declared) -> Option<Borrowed> {
    let mut items: Vec<&Term> = Vec::new();
    let sets = clause.args().iter().filter(|arg| arg.shape == Shape::Set && arg.label == around.set_label);
    let heads = |list: &[&Term]| list.iter().filter_map(|t| t.head()).map(SmolStr::from).collect::<Vec<_>>();
    let known: Vec<&Term> = around.before.iter().chain(&around.after).copied().collect();
    let known_heads = heads(&known);
    for set in sets {
        // Of several sets, the one whose members are of the known kind.
        let same = set.parts.iter().filter_map(Term::head).any(|head| known_heads.iter().any(|k| k == head));
        if items.is_empty() || same {
            items = set.parts.iter().collect();
        }
    }
    if items.is_empty() {
        items = clause
            .args()
            .iter()
            .filter(|arg| arg.label == around.set_label && arg.shape == Shape::Call)
            .collect();
    }
    let ours_has = |head: &str| known_heads.iter().any(|k| k == head);
    let has_board = known_heads.iter().any(|k| is_board(k));
    let mut forced = Vec::new();
    let mut terms = Vec::new();
    let mut our_pieces: Vec<SmolStr> = known
        .iter()
        .filter(|t| t.head() == Some("piece"))
        .filter_map(|t| t.args().iter().find_map(Term::as_text))
        .map(SmolStr::from)
        .collect();
    for item in items {
        if known.contains(&item) {
            continue;
        }
        match item.head() {
            Some(head) if is_board(head) && has_board => continue,
            Some(head @ ("hand" | "dice" | "deck" | "dominoes")) if ours_has(head) => continue,
            Some("piece") => {
                // A piece that we have under the same name, or under any name for the same purpose, is not taken again.
                let name = item.args().iter().find_map(Term::as_text).unwrap_or_default();
                let at =
                    our_pieces.iter().position(|ours| ours == name).or((!our_pieces.is_empty()).then_some(0));
                if let Some(at) = at {
                    let ours = our_pieces.remove(at);
                    if theirs.pieces.iter().any(|(piece, _)| piece == name) {
                        forced.push((name.into(), ours));
                    }
                    continue;
                }
            }
            Some(_) | None => {}
        }
        terms.push(item.clone());
    }
    (!terms.is_empty()).then_some((terms, forced))
}

/// `Disc1` names the disc of player 1.
fn base_name(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Why parts cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unbound(pub String);

/// All holes filled.
#[derive(Clone, Debug)]
pub struct Assembled {
    pub term: Term,
    /// By hole: the terms in place, renamed; `None` where the hole vanished with the alternative that held it.
    pub fills: Vec<Option<Vec<Term>>>,
    /// By donor: what was renamed.
    pub bindings: Vec<(DonorId, Vec<(SmolStr, SmolStr)>)>,
    /// What came along because a part needs it: regions, maps, the players' directions.
    pub brought: Vec<(DonorId, Term)>,
}

/// Puts one part into each hole. `chosen[i]` is for hole `i`; `None` leaves that hole open.
pub fn assemble(
    incomplete: &Incomplete,
    donors: &Donors,
    chosen: &[Option<&Part>],
) -> Result<Assembled, Unbound> {
    put_together(incomplete, donors, chosen, false)
}

/// Whether parts could be bound so far; nothing is built for that.
pub fn binds(incomplete: &Incomplete, donors: &Donors, chosen: &[Option<&Part>]) -> Result<(), Unbound> {
    put_together(incomplete, donors, chosen, true).map(|_| ())
}

fn put_together(
    incomplete: &Incomplete,
    donors: &Donors,
    chosen: &[Option<&Part>],
    only_bind: bool,
) -> Result<Assembled, Unbound> {
    let mut order: Vec<DonorId> = Vec::new();
    for part in chosen.iter().flatten() {
        if let Some(donor) = part.donor
            && part.made.is_none()
            && !order.contains(&donor)
        {
            order.push(donor);
        }
    }
    let ours = our_declarations(incomplete, chosen);
    let partial = chosen.iter().any(Option::is_none);
    let (any_open, piece_open) = open_equipment(incomplete, chosen);
    let mut fills: Vec<Option<Vec<Term>>> = match only_bind {
        true => vec![None; chosen.len()],
        false => chosen.iter().map(|part| part.map(|p| p.terms.clone())).collect(),
    };
    let mut bindings = Vec::new();
    let mut brought: Vec<(DonorId, Term)> = Vec::new();
    for (donor, term) in chosen.iter().flatten().filter_map(|p| p.made.as_ref()).flat_map(|m| &m.brought) {
        if !brought.iter().any(|(_, known)| known == term) {
            brought.push((*donor, term.clone()));
        }
    }
    let mut facing = None;
    for &donor in &order {
        let theirs = &donors.declared[donor.0 as usize];
        let holes: Vec<usize> = (0..chosen.len())
            .filter(|&i| chosen[i].is_some_and(|p| p.donor == Some(donor) && p.made.is_none()))
            .collect();
        if !partial {
            whole_parts(incomplete, donors, donor, chosen, &holes)?;
        }
        let mut need = Need::default();
        for part in holes.iter().filter_map(|&i| chosen[i]) {
            need.join(part.need(theirs));
        }
        let own = declared_by(incomplete, chosen, &holes);
        // What parts of other donors declare is there to be used too.
        let others: Vec<usize> = (0..chosen.len())
            .filter(|&i| chosen[i].is_some_and(|p| p.donor.is_some_and(|other| other != donor)))
            .collect();
        let mut ours = Declared::clone(&ours);
        ours.join(&declared_by(incomplete, chosen, &others));
        for (_, term) in &brought {
            ours.join(&declared_in(std::slice::from_ref(term)));
        }
        // While other holes are open they may still bring what this part needs, unless no hole stands where it would.
        let bound_regions = bind_regions(&need, incomplete, &ours, &own);
        need.regions.retain(|name| !bound_regions.iter().any(|(theirs, _)| theirs == name));
        let came = need.bring(donors.carried(donor), theirs, &ours, &own, partial && any_open)?;
        for term in &came {
            need.look(term, theirs);
        }
        let forced: Vec<(SmolStr, SmolStr)> =
            holes.iter().filter_map(|&i| chosen[i]).flat_map(|p| p.forced.iter().cloned()).collect();
        let mut names = bind_pieces(&need, theirs, &ours, &own, forced, partial && piece_open)?;
        names.extend(bind_tracks(&need, theirs, &ours, &own));
        names.extend(bind_maps(theirs, &ours, &own));
        names.extend(bound_regions);
        let rename = |term: &mut Term| {
            term.each_mut(&mut |leaf| {
                if let Shape::Text(text) = &mut leaf.shape
                    && let Some(new) = renamed(text, &names)
                {
                    *text = new;
                }
            });
        };
        if only_bind {
            brought.extend(came.into_iter().map(|term| (donor, term)));
            continue;
        }
        let mut came = came;
        if !partial {
            let on_track = need.any_track || !need.tracks.is_empty();
            let lay =
                on_track && ours.tracks.is_empty() && own.tracks.is_empty() && !theirs.tracks.is_empty();
            let laid = onto_our_ground(
                incomplete, donors, donor, &holes, &mut fills, &brought, &mut came, lay, on_track,
            )?;
            came.extend(laid);
        }
        for &i in &holes {
            fills[i].iter_mut().flatten().for_each(rename);
        }
        for mut term in came {
            rename(&mut term);
            if !brought.iter().any(|(_, known)| *known == term) {
                brought.push((donor, term));
            }
        }
        if need.faces && theirs.facing && !ours.facing && ours.players == theirs.players {
            facing.get_or_insert(donor);
        }
        let changed: Vec<_> = names.into_iter().filter(|(a, b)| a != b).collect();
        bindings.push((donor, changed));
    }
    if only_bind {
        brought_differ(incomplete, chosen, &ours)?;
        return Ok(Assembled { term: Term::int(0), fills, bindings, brought });
    }
    if !partial {
        evidence_is_served(incomplete, chosen)?;
    }
    let mut term = incomplete.term.clone();
    put(&mut term, &fills, 0);
    if let Some(donor) = facing
        && let Some(players) = donors.get(donor).term.args().iter().find(|c| c.head() == Some("players"))
        && let Some(own) = term.parts.iter_mut().find(|c| c.head() == Some("players"))
        && matches!(own.args(), [Term { shape: Shape::Int(_), .. }])
    {
        *own = players.clone();
        brought.push((donor, players.clone()));
    }
    add_brought(&mut term, &brought);
    if !partial {
        if idle::left_out(&term, &mut fills) {
            term = incomplete.term.clone();
            put_fills(&mut term, &fills, &brought);
        } else {
            idle::regions_out_of(&mut term);
        }
    }
    pieces_differ(&term, &incomplete.term)?;
    if !partial && asks_pieces(incomplete) {
        match Signals::of(&term).lonely() {
            None => {}
            Some((Signal::OwnMoves, true)) if moves_may_be_idle(incomplete) => {}
            Some((signal, true)) => return Err(Unbound(format!("no rule asks for {signal}"))),
            Some((signal, false)) => return Err(Unbound(format!("a rule asks in vain for {signal}"))),
        }
    }
    Ok(Assembled { term, fills, bindings, brought })
}

/// Adds what came along to the equipment, tracks to the board.
fn add_brought(term: &mut Term, brought: &[(DonorId, Term)]) {
    let (tracks, items): (Vec<Term>, Vec<Term>) = brought
        .iter()
        .map(|(_, term)| term.clone())
        .filter(|t| t.head() != Some("players"))
        .partition(|t| t.head() == Some("track"));
    if !items.is_empty() {
        add_equipment(term, items);
    }
    if !tracks.is_empty() {
        add_tracks(term, tracks);
    }
}

/// Fills all holes of a description again, after a fill was changed.
pub fn put_fills(term: &mut Term, fills: &[Option<Vec<Term>>], brought: &[(DonorId, Term)]) {
    put(term, fills, 0);
    let players = brought.iter().find(|(_, t)| t.head() == Some("players"));
    if let Some((_, players)) = players
        && let Some(own) = term.parts.iter_mut().find(|c| c.head() == Some("players"))
    {
        own.clone_from(players);
    }
    add_brought(term, brought);
    idle::regions_out_of(term);
}

/// Whether a hole that is still open can bring equipment of any kind, and whether one can bring a piece: what no hole
/// can bring must be there.
fn open_equipment(incomplete: &Incomplete, chosen: &[Option<&Part>]) -> (bool, bool) {
    let stands_in = |hole: &Hole, head: &str| hole.context.heads.first().is_some_and(|h| h == head);
    let open =
        || incomplete.holes.iter().zip(chosen).filter(|(_, part)| part.is_none()).map(|(hole, _)| hole);
    let any = open().any(|hole| stands_in(hole, "equipment"));
    let piece = |hole: &Hole| stands_in(hole, "piece") && !hole.place.contains('"');
    (any, any || open().any(piece))
}

/// Parts of a donor that belong together must come together.
fn whole_parts(
    incomplete: &Incomplete,
    donors: &Donors,
    donor: DonorId,
    chosen: &[Option<&Part>],
    holes: &[usize],
) -> Result<(), Unbound> {
    let all = &donors.signals[donor.0 as usize];
    let mut part = Signals::default();
    for &i in holes {
        if let Some(p) = chosen[i] {
            part.join(&p.signals);
        }
    }
    let mut here = incomplete.signals().clone();
    here.join(&part);
    // A choice of the description itself is evidence too.
    for p in chosen.iter().flatten().filter(|p| p.donor.is_none()) {
        here.join(&p.signals);
    }
    match all.torn(&part, &here) {
        None => Ok(()),
        Some((signal, true)) => Err(Unbound(format!(
            "{} from {} comes without the rule that waits for it",
            signal,
            donors.get(donor).name
        ))),
        Some((signal, false)) => Err(Unbound(format!(
            "{} is waited for by a rule from {} and never comes",
            signal,
            donors.get(donor).name
        ))),
    }
}

/// What the evidence waits for (scores that are compared, an extra move that is asked for) some part must give.
fn evidence_is_served(incomplete: &Incomplete, chosen: &[Option<&Part>]) -> Result<(), Unbound> {
    for signal in wanted(incomplete) {
        if !chosen.iter().flatten().any(|part| part.signals.left.contains(&signal)) {
            return Err(Unbound(format!("{signal} is waited for by the description and no part gives it")));
        }
    }
    Ok(())
}

/// What the description waits for and does not give itself, as far as a hole could give it: end rules give nothing,
/// and a set-up no more than pieces in hand.
pub fn wanted(incomplete: &Incomplete) -> Vec<Signal> {
    let own = incomplete.signals();
    let within = |hole: &Hole, head: &str| hole.context.heads.iter().any(|h| h == head);
    let set_up = incomplete.holes.iter().any(|hole| hole.context.heads.first().is_some_and(|h| h == "start"));
    let more = incomplete.holes.iter().any(|hole| !within(hole, "start") && !within(hole, "end"));
    let could = |s: &&Signal| s.is_needed() && (more || (set_up && **s == Signal::Hand));
    own.sought.difference(&own.left).filter(could).cloned().collect()
}

/// Whether any hole has to do with how pieces move: where none has, what the description says of it is left as it is.
pub fn asks_pieces(incomplete: &Incomplete) -> bool {
    let elsewhere =
        |hole: &Hole| hole.context.heads.iter().any(|head| matches!(head.as_str(), "end" | "start"));
    incomplete.holes.iter().any(|hole| !elsewhere(hole))
}

/// Whether a piece may have moves of its own that no rule asks for: where the description leaves open what a piece may
/// do, asks for it nowhere, and leaves nothing else open that could. It is the description then that has it so.
pub fn moves_may_be_idle(incomplete: &Incomplete) -> bool {
    let of_pieces = |hole: &Hole| hole.context.heads.iter().any(|head| head == "piece");
    incomplete.holes.iter().all(of_pieces)
        && !Signals::of(&incomplete.term).sought.contains(&Signal::OwnMoves)
}

/// Two pieces of one name for one player cannot be told apart, unless the description itself has them so. Pieces that are
/// still open are not asked.
fn pieces_differ(game: &Term, own: &Term) -> Result<(), Unbound> {
    fn pieces(game: &Term) -> Vec<(&str, &str)> {
        let mut met: Vec<(&str, &str)> = Vec::new();
        let equipment = game.args().iter().find(|clause| clause.head() == Some("equipment"));
        let Some(equipment) = equipment else { return met };
        each_item(equipment, &mut |clause| {
            if clause.head() == Some("piece")
                && let Some(name) = clause.args().first().and_then(Term::as_text)
            {
                met.push((name, clause.args().get(1).and_then(Term::as_word).unwrap_or("Each")));
            }
        });
        met
    }
    let all = pieces(game);
    let ours = pieces(own);
    let times = |list: &[(&str, &str)], piece: (&str, &str)| list.iter().filter(|p| **p == piece).count();
    let twice = all.iter().copied().find(|&piece| {
        let here = times(&all, piece);
        here > 1 && here > times(&ours, piece)
    });
    match twice {
        None => Ok(()),
        Some((name, role)) => Err(Unbound(format!("two pieces of {role} would be called \"{name}\""))),
    }
}

/// The same for what parts bring, before they are put together.
fn brought_differ(incomplete: &Incomplete, chosen: &[Option<&Part>], ours: &Declared) -> Result<(), Unbound> {
    let borrowed = incomplete.holes.iter().zip(chosen).filter_map(|(hole, part)| Some((hole, (*part)?)));
    let borrowed = borrowed.filter(|(_, part)| part.donor.is_some());
    let mut met: Vec<&(SmolStr, SmolStr)> = ours.pieces.iter().collect();
    for piece in borrowed.flat_map(|(hole, part)| &part.declares(hole).pieces) {
        if met.contains(&piece) {
            let (name, role) = piece;
            return Err(Unbound(format!("two pieces of {role} would be called \"{name}\"")));
        }
        met.push(piece);
    }
    Ok(())
}

/// What the description declares by itself and by its own choices.
fn our_declarations(incomplete: &Incomplete, chosen: &[Option<&Part>]) -> Arc<Declared> {
    let own = |part: &Option<&Part>| part.is_some_and(|p| p.donor.is_none());
    let key = chosen.iter().enumerate().filter(|(_, part)| own(part));
    let key = key.fold(0, |key, (hole, part)| mix(key ^ mix(hole as u64) ^ part.map_or(0, Part::hash)));
    incomplete.declared_with(key, || {
        let parts: Vec<Option<Vec<Term>>> =
            chosen.iter().map(|p| p.filter(|p| p.donor.is_none()).map(|p| p.terms.clone())).collect();
        let mut term = incomplete.term.clone();
        put(&mut term, &parts, 0);
        declared(&term)
    })
}

/// What the parts in these holes declare.
fn declared_by(incomplete: &Incomplete, chosen: &[Option<&Part>], holes: &[usize]) -> Declared {
    let mut all = Declared::default();
    for &i in holes {
        if let (Some(part), Some(hole)) = (chosen[i], incomplete.holes.get(i)) {
            all.join(part.declares(hole));
        }
    }
    all
}

/// What these items of equipment declare.
fn declared_in(items: &[Term]) -> Declared {
    let equipment = std::iter::once(Term::word("equipment")).chain(items.iter().cloned()).collect();
    let game = Term::new(Shape::Call, vec![Term::word("game"), Term::new(Shape::Call, equipment)]);
    declared(&game)
}

/// What a part uses of its donor.
#[derive(Clone, Default, Debug)]
struct Need {
    pieces: Vec<SmolStr>,
    /// Whose of these it speaks of by name: `"Disc1"` is the first player's, `"Disc0"` nobody's, `"Disc"` everybody's.
    owners: Vec<(SmolStr, Option<u32>)>,
    regions: Vec<SmolStr>,
    own_regions: bool,
    maps: bool,
    hand: bool,
    dice: bool,
    faces: bool,
    /// Tracks by name, and whether any track will do.
    tracks: Vec<SmolStr>,
    any_track: bool,
    /// A piece that it places and that its donor does not declare as far as is known.
    unknown: Option<SmolStr>,
    highest_player: u32,
}

impl Need {
    fn look(&mut self, term: &Term, theirs: &Declared) {
        term.each(&mut |t| self.one(t, theirs));
    }

    fn join(&mut self, more: &Need) {
        fn add<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
            for one in more {
                if !all.contains(one) {
                    all.push(one.clone());
                }
            }
        }
        let Need { pieces, owners, regions, own_regions, maps, hand, dice, faces, tracks, any_track, .. } =
            more;
        add(&mut self.pieces, pieces);
        add(&mut self.owners, owners);
        add(&mut self.regions, regions);
        add(&mut self.tracks, tracks);
        self.own_regions |= own_regions;
        self.maps |= maps;
        self.hand |= hand;
        self.dice |= dice;
        self.faces |= faces;
        self.any_track |= any_track;
        if more.unknown.is_some() {
            self.unknown.clone_from(&more.unknown);
        }
        self.highest_player = self.highest_player.max(more.highest_player);
    }

    fn one(&mut self, term: &Term, theirs: &Declared) {
        match &term.shape {
            Shape::Text(text) => {
                let base = base_name(text);
                if let Some((name, _)) = theirs.pieces.iter().find(|(n, _)| n == text || n.as_str() == base) {
                    if !self.pieces.contains(name) {
                        self.pieces.push(name.clone());
                    }
                    if name != text
                        && let Ok(owner) = text[base.len()..].parse::<u32>()
                    {
                        self.highest_player = self.highest_player.max(owner);
                        self.owners.push((name.clone(), Some(owner)));
                    }
                }
                // `"Track"` means "Track1" of the first player, "Track2" of the second.
                if theirs.tracks.iter().any(|track| track == text || base_name(track) == text.as_str())
                    && !self.tracks.contains(text)
                {
                    self.tracks.push(text.clone());
                }
                // `(sites Mover "Palace")` finds a region "PalaceP1" of the mover.
                for name in theirs.regions.iter().filter(|name| name.starts_with(text.as_str())) {
                    if text.len() > 2 && !self.regions.contains(name) {
                        self.regions.push(name.clone());
                    }
                }
                if base == "Hand" {
                    self.hand = true;
                }
            }
            Shape::Word(word) => {
                if matches!(
                    word.as_str(),
                    "Forward"
                        | "Forwards"
                        | "Backward"
                        | "Backwards"
                        | "FL"
                        | "FR"
                        | "BL"
                        | "BR"
                        | "FLL"
                        | "FRR"
                        | "Leftward"
                        | "Rightward"
                ) {
                    self.faces = true;
                }
                if let Some(n) = word.strip_prefix('P').and_then(|n| n.parse::<u32>().ok()) {
                    self.highest_player = self.highest_player.max(n);
                }
            }
            Shape::Call => {
                let first = term.args().first().and_then(Term::as_word).unwrap_or("");
                if let Some("place" | "count") = term.head()
                    && let Some(name) = term.args().iter().find_map(Term::as_text)
                    && !name.starts_with("Hand")
                    && !theirs.pieces.iter().any(|(n, _)| n == name || n == base_name(name))
                {
                    self.unknown = Some(name.into());
                }
                // Without a hand of everybody's, a name without a number is no player's.
                if let (Some("place"), [name, rest @ ..]) = (term.head(), term.args())
                    && let Some(name) = name.as_text()
                    && theirs.pieces.iter().any(|(n, _)| n == name)
                    && !rest.first().and_then(Term::as_text).is_some_and(|place| place.starts_with("Hand"))
                {
                    self.owners.push((name.into(), None));
                }
                match (term.head(), first) {
                    (Some("sites"), "Hand") | (Some("handSite"), _) => self.hand = true,
                    (Some("sites"), "Mover" | "Next" | "Player" | "P1" | "P2" | "P3" | "P4") => {
                        self.own_regions = true
                    }
                    (Some("mapEntry"), _) => self.maps = true,
                    (Some("roll" | "pips" | "face"), _)
                    | (Some("forEach"), "Die")
                    | (Some("count"), "Pips")
                    | (Some("sites"), "Dice") => self.dice = true,
                    (Some("trackSite" | "sow"), _) | (Some("sites"), "Track" | "LoopTrack") => {
                        self.any_track = true;
                    }
                    (Some(_) | None, _) => {}
                }
            }
            Shape::Set | Shape::Int(_) | Shape::Float(_) | Shape::Hole(_) => {}
        }
    }

    /// The declarations that must come along, or why the part cannot be used.
    fn bring(
        &self,
        carried: &[Term],
        theirs: &Declared,
        ours: &Declared,
        own: &Declared,
        partial: bool,
    ) -> Result<Vec<Term>, Unbound> {
        let unbound =
            |what: &str| Err(Unbound(format!("the part needs {what}, which the description has not")));
        if !partial && self.dice && theirs.dice && !ours.dice && !own.dice {
            return unbound("dice");
        }
        if let Some(name) = &self.unknown {
            return unbound(&format!("the piece \"{name}\" under that name"));
        }
        if ours.players > 0 && self.highest_player > ours.players {
            return unbound(&format!("a player {}", self.highest_player));
        }
        let wanted = |clause: &&Term| match clause.head() {
            // Nobody finds a hand in the ground: pieces that wait beside the board are no equipment of their own.
            Some("hand") => self.hand && !ours.hand && !own.hand && !partial,
            Some("regions") => match clause.args().iter().find_map(Term::as_text) {
                Some(name) => {
                    let has = |list: &[SmolStr]| list.iter().any(|n| n == name);
                    has(&self.regions) && !has(&ours.regions) && !has(&own.regions)
                }
                None => self.own_regions && !ours.own_regions && !own.own_regions,
            },
            Some("map") => self.maps && ours.maps.is_empty() && own.maps.is_empty(),
            Some(_) | None => false,
        };
        let came: Vec<Term> = carried.iter().filter(wanted).cloned().collect();
        // Where each player has a region, those of fewer players leave somebody without.
        let of_player = |clause: &Term| {
            let owner = clause.args().iter().find_map(Term::as_word).and_then(|word| word.strip_prefix('P'));
            clause.head() == Some("regions") && owner.is_some_and(|n| n.parse::<u32>().is_ok())
        };
        if theirs.players > 1 && ours.players > theirs.players && came.iter().any(of_player) {
            return unbound(&format!("regions for {} players", ours.players));
        }
        Ok(came)
    }
}

/// Which arguments of a clause are sites, if they are numbers or coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Means {
    /// Those without a label.
    Plain,
    /// Those in braces.
    Sets,
    /// Those with a label that says so.
    Labelled,
    /// Rows or columns, no sites.
    Rows,
    /// The clause is about sites in a way of its own.
    Whole,
}

fn is_site_label(label: &str) -> bool {
    matches!(label, "at" | "to" | "from" | "coord")
}

fn is_site(term: &Term) -> bool {
    match &term.shape {
        Shape::Int(_) => true,
        Shape::Text(text) => coordinate(text).is_some(),
        Shape::Set => term.parts.iter().any(is_site),
        Shape::Call | Shape::Word(_) | Shape::Float(_) | Shape::Hole(_) => false,
    }
}

fn means(clause: &Term) -> Means {
    let args = clause.args();
    let keyword = args.first().and_then(Term::as_word).unwrap_or("");
    let is_about_site =
        |arg: &Term| matches!(arg.head(), Some("where" | "last" | "from" | "to" | "site" | "trackSite"));
    match (clause.head(), keyword) {
        // `(place "Disc1" 25)`: numbers behind the name.
        (Some("place"), _) => Means::Plain,
        (Some("sites"), "") => Means::Sets,
        (Some("sites"), "Row" | "Column") => Means::Rows,
        (Some("is"), "Target") => Means::Whole,
        (Some("fromTo" | "from" | "to" | "coord" | "remove" | "between"), "") => Means::Plain,
        (Some("=" | "!="), _) if args.iter().any(is_about_site) => Means::Plain,
        (Some(_) | None, _) => Means::Labelled,
    }
}

/// Whether a part means certain sites: by coordinate, or by a number where only a site can be meant.
pub fn means_sites(term: &Term) -> bool {
    let mut found = false;
    term.each(&mut |clause| {
        let args = || clause.args().iter();
        found |= match means(clause) {
            Means::Whole => true,
            Means::Plain => args().any(|arg| match &arg.label {
                None => is_site(arg),
                Some(label) => is_site_label(label) && is_site(arg),
            }),
            Means::Sets => args().any(|arg| arg.label.is_none() && arg.shape == Shape::Set && is_site(arg)),
            Means::Labelled => {
                args().any(|arg| arg.label.as_ref().is_some_and(|l| is_site_label(l)) && is_site(arg))
            }
            Means::Rows => false,
        };
        if let Shape::Text(text) = &clause.shape {
            found |= coordinate(text).is_some();
        }
    });
    found
}

/// Each piece that a part uses, with the piece of ours that it becomes.
fn bind_pieces(
    need: &Need,
    theirs: &Declared,
    ours: &Declared,
    own: &Declared,
    forced: Vec<(SmolStr, SmolStr)>,
    partial: bool,
) -> Result<Vec<(SmolStr, SmolStr)>, Unbound> {
    let mut names: Vec<(SmolStr, SmolStr)> = Vec::new();
    for (their, our) in forced {
        match names.iter().find(|(t, _)| *t == their) {
            Some((_, known)) if *known != our => {
                return Err(Unbound(format!("\"{their}\" would have to be both \"{known}\" and \"{our}\"")));
            }
            Some(_) => {}
            None => names.push((their, our)),
        }
    }
    // Pieces of several players may have one name: a part that speaks of it speaks of all of them.
    let brings = |name: &SmolStr| {
        let mut all = theirs.pieces.iter().filter(|(n, _)| n == name).peekable();
        match partial {
            true => own.pieces.iter().any(|(n, _)| n == name),
            false => all.peek().is_some() && all.all(|piece| own.pieces.contains(piece)),
        }
    };
    let mut left: Vec<SmolStr> = Vec::new();
    for piece in &need.pieces {
        let bound = names.iter().any(|(their, _)| their == piece);
        if bound || brings(piece) {
            continue;
        }
        left.push(piece.clone());
    }
    // In the donor's order of declaration, so that equal parts are bound alike.
    left.sort_by_key(|name| theirs.pieces.iter().position(|(n, _)| n == name));
    // A piece of one player alone cannot stand for a piece of another, or of both.
    let role_of = |piece: &SmolStr| {
        theirs.pieces.iter().find(|(n, _)| n == piece).map(|(_, role)| role.clone()).unwrap_or_default()
    };
    let of_one = |role: &str| role.strip_prefix('P').is_some_and(|n| n.parse::<u32>().is_ok());
    // A piece that is nobody's or everybody's is called otherwise than one of a player.
    let of_none = |role: &str| matches!(role, "Neutral" | "Shared" | "All");
    let belongs = |owner: Option<u32>, role: &str| match owner {
        None => of_none(role),
        Some(0) => role == "Neutral",
        Some(n) => !of_none(role) && (!of_one(role) || role[1..] == n.to_string()),
    };
    let answers = |our: &SmolStr, piece: &SmolStr| {
        let there =
            |owner: Option<u32>| ours.pieces.iter().any(|(name, role)| name == our && belongs(owner, role));
        need.owners.iter().filter(|(name, _)| name == piece).all(|&(_, owner)| there(owner))
    };
    if let Some((their, our)) = names.iter().find(|(their, our)| !partial && !answers(our, their)) {
        return Err(Unbound(format!(
            "the part speaks of another player's \"{their}\" than there is a \"{our}\" of"
        )));
    }
    // Pieces of several players may have one name: then ours of that name must be for all of them.
    let suits = |(our, our_role): &(SmolStr, SmolStr), piece: &SmolStr| {
        let role = role_of(piece);
        if (of_none(our_role) || of_none(&role)) && *our_role != role {
            return false;
        }
        if !answers(our, piece) {
            return false;
        }
        let has = |role: &SmolStr| ours.pieces.iter().any(|(name, r)| name == our && r == role);
        let covers = || theirs.pieces.iter().filter(|(name, _)| name == piece).all(|(_, role)| has(role));
        !of_one(our_role) || (*our_role == role && covers())
    };
    // Pieces of two players may have one name: each is one.
    let mut free: Vec<(SmolStr, SmolStr)> = Vec::new();
    for piece in &ours.pieces {
        if !free.contains(piece) {
            free.push(piece.clone());
        }
    }
    for (their, our) in &names {
        let role = role_of(their);
        let same = free.iter().position(|(name, r)| name == our && *r == role);
        if let Some(at) = same.or_else(|| free.iter().position(|(name, _)| name == our)) {
            free.remove(at);
        }
    }
    left.retain(|piece| match free.iter().position(|our| our.0 == *piece && suits(our, piece)) {
        Some(at) => {
            free.remove(at);
            names.push((piece.clone(), piece.clone()));
            false
        }
        None => true,
    });
    for piece in left {
        let role = role_of(&piece);
        let same = free.iter().position(|our| our.1 == role && suits(our, &piece));
        let at = same.or_else(|| free.iter().position(|our| suits(our, &piece)));
        match at {
            Some(at) => names.push((piece, free.remove(at).0)),
            None if partial => {}
            None => {
                return Err(Unbound(format!("the part needs a piece for its \"{piece}\", and none is left")));
            }
        }
    }
    Ok(names)
}

/// Each track that a part names, with the track of ours that it becomes: of the same name, or else of the same number.
fn bind_tracks(need: &Need, theirs: &Declared, ours: &Declared, own: &Declared) -> Vec<(SmolStr, SmolStr)> {
    let mut names = Vec::new();
    if ours.tracks.is_empty() {
        return names;
    }
    let is_there = |name: &SmolStr| {
        let mut all = ours.tracks.iter().chain(&own.tracks);
        all.any(|track| track == name || base_name(track) == name.as_str())
    };
    for track in need.tracks.iter().filter(|track| !is_there(track)) {
        let at = theirs.tracks.iter().position(|t| t == track);
        let ours_at = |at: usize| &ours.tracks[at.min(ours.tracks.len() - 1)];
        let our = match at {
            Some(at) => ours_at(at).clone(),
            None => base_name(ours_at(0)).into(),
        };
        names.push((track.clone(), our));
    }
    names
}

/// Where the description has a region that none of its rules speaks of, the region that a part speaks of is that one.
fn bind_regions(
    need: &Need,
    incomplete: &Incomplete,
    ours: &Declared,
    own: &Declared,
) -> Vec<(SmolStr, SmolStr)> {
    let mut idle: Vec<SmolStr> = Vec::new();
    for name in &ours.regions {
        let mut times = 0;
        incomplete.term.each(&mut |t| times += usize::from(t.as_text() == Some(name)));
        let declared = ours.regions.iter().filter(|n| *n == name).count();
        if times <= declared && !idle.contains(name) {
            idle.push(name.clone());
        }
    }
    let foreign: Vec<&SmolStr> = need
        .regions
        .iter()
        .filter(|name| !ours.regions.contains(name) && !own.regions.contains(name))
        .collect();
    foreign.into_iter().zip(idle).map(|(theirs, ours)| (theirs.clone(), ours)).collect()
}

/// A donor's maps by the name of ours: where the description has one, it is the one that is meant.
fn bind_maps(theirs: &Declared, ours: &Declared, own: &Declared) -> Vec<(SmolStr, SmolStr)> {
    let named = |name: &&SmolStr| !name.is_empty();
    let Some(mine) = ours.maps.iter().find(named) else { return Vec::new() };
    let others = theirs.maps.iter().filter(named);
    let foreign = others.filter(|name| !ours.maps.contains(name) && !own.maps.contains(name));
    foreign.map(|name| (name.clone(), mine.clone())).collect()
}

fn renamed(text: &str, names: &[(SmolStr, SmolStr)]) -> Option<SmolStr> {
    if let Some((_, new)) = names.iter().find(|(old, _)| old == text) {
        return Some(new.clone());
    }
    let base = base_name(text);
    let (_, new) = names.iter().find(|(old, _)| old.as_str() == base)?;
    Some(format!("{new}{}", &text[base.len()..]).into())
}

/// Puts fills where holes are, also where a fill brings a hole of its own.
fn put(term: &mut Term, fills: &[Option<Vec<Term>>], depth: usize) {
    // A choice may hold a hole, which may hold a choice: as deep as they are written, never deeper than holes exist.
    if depth > fills.len() + 1 {
        return;
    }
    let holes = term.parts.iter().any(|part| matches!(part.shape, Shape::Hole(_)));
    if holes {
        let parts = std::mem::take(&mut term.parts);
        for part in parts {
            let fill = match part.shape {
                Shape::Hole(id) => fills.get(id.0 as usize).and_then(Option::as_ref),
                Shape::Call
                | Shape::Set
                | Shape::Word(_)
                | Shape::Int(_)
                | Shape::Float(_)
                | Shape::Text(_) => None,
            };
            match fill {
                Some(fill) => {
                    let mut label = part.label;
                    for mut new in fill.iter().cloned() {
                        if label.is_some() {
                            new.label = label.take();
                        }
                        let mut around = Term::new(Shape::Set, vec![new]);
                        put(&mut around, fills, depth + 1);
                        term.parts.append(&mut around.parts);
                    }
                }
                None => term.parts.push(part),
            }
        }
    }
    for part in &mut term.parts {
        if !part.parts.is_empty() {
            put(part, fills, depth);
        }
    }
}

/// Carries what the parts of a donor mean by certain sites over to our board, and lays its tracks on it. Gives the
/// tracks that come along.
fn onto_our_ground(
    incomplete: &Incomplete,
    donors: &Donors,
    donor: DonorId,
    holes: &[usize],
    fills: &mut [Option<Vec<Term>>],
    brought: &[(DonorId, Term)],
    came: &mut [Term],
    lay: bool,
    on_track: bool,
) -> Result<Vec<Term>, Unbound> {
    let is_track = |term: &Term| term.head() == Some("track") || is_set_of_tracks(term);
    let taken = || holes.iter().filter_map(|&i| fills[i].as_ref()).flatten();
    let inside_track = |i: &&usize| {
        let heads = incomplete.holes.get(**i).map(|hole| &hole.context.heads);
        heads.and_then(|heads| heads.first()).is_some_and(|head| head == "track")
    };
    let names_tracks = taken().any(is_track) || holes.iter().any(|i| inside_track(&i));
    let names_sites = taken().any(means_sites) || came.iter().any(|t| t.head() != Some("hand"));
    if !lay && !names_tracks && !names_sites {
        return Ok(Vec::new());
    }
    let game = &donors.get(donor).term;
    let foreign = || Unbound("the part means certain sites of another board".to_owned());
    // Our board without the tracks that are to be laid on it.
    let mut bare: Vec<Option<Vec<Term>>> = fills.to_vec();
    for &i in holes {
        let inside = incomplete.holes.get(i).and_then(|hole| hole.context.heads.first());
        if inside.is_some_and(|head| is_board(head)) {
            bare[i].iter_mut().for_each(|fill| fill.retain(|term| !is_track(term)));
        }
    }
    let mut shell = incomplete.term.clone();
    put(&mut shell, &bare, 0);
    let more = brought.iter().map(|(_, term)| term).chain(came.iter());
    add_equipment(&mut shell, more.filter(|t| t.head() == Some("hand")).cloned().collect());
    let ours = donors.grounds.of(&shell);
    let theirs = donors.grounds.of(game);
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        return if same_ground(&shell, game) && !lay { Ok(Vec::new()) } else { Err(foreign()) };
    };
    let like = ours.is_like(&theirs);
    let lines = lay.then(|| laid_lines(&ours, &theirs)).flatten();
    if lay && lines.is_none() {
        return Err(Unbound("the part needs a track, and none can be laid on the board".to_owned()));
    }
    let first = lines.as_ref().or(Some(&ours.lines)).and_then(|lines| lines.first()).map(Line::sites);
    let along = match (theirs.lines.first().map(Line::sites), first) {
        (Some(from), Some(to)) if on_track && from.len() > 1 && to.len() > 1 => Some((from, to)),
        (Some(_) | None, Some(_) | None) => None,
    };
    let mut carrier = Carrier::new(theirs.clone(), ours.clone(), along);
    if !like {
        for &i in holes {
            let Some(fill) = fills[i].as_mut() else { continue };
            let in_track = incomplete.holes.get(i).is_some_and(|hole| {
                !hole.context.in_set && hole.context.heads.first().is_some_and(|h| h == "track")
            });
            if in_track {
                lay_inside(fill, &mut carrier)?;
                continue;
            }
            if fill.iter().any(is_track) {
                lay_again(fill, &mut carrier)?;
                for set in fill.iter_mut().filter(|term| is_set_of_tracks(term)) {
                    lay_again(&mut set.parts, &mut carrier)?;
                }
            }
            for term in fill.iter_mut().filter(|term| !is_track(term)) {
                carry(term, false, &mut carrier).ok_or_else(foreign)?;
            }
        }
        for term in came.iter_mut() {
            match term.head() {
                Some("hand") => {}
                Some("map") => carry_map(term, game, &mut carrier)?,
                Some(_) | None => carry_region(term, false, &mut carrier).ok_or_else(foreign)?,
            }
        }
    }
    let lines = lines.unwrap_or_default();
    Ok(lines.iter().map(|line| line.term(&|player| ours.hand(player))).collect())
}

/// Whether a term is nothing but tracks in braces.
fn is_set_of_tracks(term: &Term) -> bool {
    let all = || term.parts.iter().all(|part| part.head() == Some("track"));
    term.shape == Shape::Set && !term.parts.is_empty() && all()
}

/// A donor's tracks on our board: as they are if the boards are alike.
fn laid_lines(ours: &Arc<Ground>, theirs: &Arc<Ground>) -> Option<Vec<Line>> {
    if ours.is_like(theirs) { Some(theirs.lines.clone()) } else { ours.lay(theirs) }
}

/// Whether two games have the same board, to the letter.
pub fn same_ground(ours: &Term, theirs: &Term) -> bool {
    fn board(game: &Term) -> Option<&Term> {
        let mut found = None;
        game.each(&mut |term| {
            if found.is_none() && term.head().is_some_and(is_board) {
                found = Some(term);
            }
        });
        found
    }
    match (board(ours), board(theirs)) {
        (Some(a), Some(b)) => a == b || canonical(a) == canonical(b),
        (Some(_) | None, Some(_) | None) => false,
    }
}

/// Tracks that a part declares, for our board. Those told by directions keep them where the boards have as many rows.
fn lay_again(fill: &mut [Term], carrier: &mut Carrier) -> Result<(), Unbound> {
    let mut lines = None;
    for term in fill.iter_mut().filter(|term| term.head() == Some("track")) {
        let name = term.args().first().and_then(Term::as_text).unwrap_or_default().to_owned();
        if carrier.keeps_rows()
            && let Some(Shape::Text(way)) = term.parts.get_mut(2).map(|part| &mut part.shape)
            && let Some(new) = begin_elsewhere(way, carrier)
        {
            *way = new;
            continue;
        }
        if lines.is_none() {
            lines = carrier.ours().lay(carrier.theirs());
        }
        let line = lines.iter().flatten().find(|line| line.name == name);
        let Some(line) = line else {
            return Err(Unbound(format!("the track \"{name}\" cannot be laid on the board")));
        };
        let ours = carrier.ours();
        *term = line.term(&|player| ours.hand(player));
    }
    Ok(())
}

/// The same where the hole stands inside of a track: its name and its way.
fn lay_inside(fill: &mut [Term], carrier: &mut Carrier) -> Result<(), Unbound> {
    let name = fill.first().and_then(Term::as_text).unwrap_or_default().to_owned();
    let lines = carrier.ours().lay(carrier.theirs());
    let line = lines.iter().flatten().find(|line| line.name == name || name.is_empty());
    let (Some(line), Some(way)) = (line, fill.get_mut(1)) else {
        return Err(Unbound("the track cannot be laid on the board".to_owned()));
    };
    let ours = carrier.ours();
    if let Some(stops) = line.term(&|player| ours.hand(player)).parts.get(2) {
        way.shape = Shape::Set;
        way.parts.clone_from(&stops.parts);
    }
    Ok(())
}

/// `16,E,N1,W` with its first site carried over; `None` where other sites are named too.
fn begin_elsewhere(way: &str, carrier: &mut Carrier) -> Option<SmolStr> {
    let (first, rest) = way.split_once(',')?;
    if rest.split(',').any(|step| step.parse::<u32>().is_ok()) {
        return None;
    }
    let site = carrier.site(first.trim().parse().ok()?)?;
    Some(format!("{site},{rest}").into())
}

/// Carries all sites over that a part means; `None` where one has no place here. `site` says whether a number here is
/// one.
fn carry(term: &mut Term, site: bool, carrier: &mut Carrier) -> Option<()> {
    match &mut term.shape {
        Shape::Int(n) if site => *n = i64::from(carrier.site(u32::try_from(*n).ok()?)?),
        Shape::Text(text) if coordinate(text).is_some() => *text = carrier.label(text)?,
        Shape::Set => {
            for part in &mut term.parts {
                carry(part, site, carrier)?;
            }
        }
        Shape::Call => {
            let meant = means(term);
            if meant == Means::Whole {
                return None;
            }
            for part in &mut term.parts {
                let site = match &part.label {
                    Some(label) => is_site_label(label),
                    None => meant == Means::Plain || (meant == Means::Sets && part.shape == Shape::Set),
                };
                carry(part, site, carrier)?;
            }
            carry_rows(term, carrier);
        }
        Shape::Int(_) | Shape::Text(_) | Shape::Word(_) | Shape::Float(_) | Shape::Hole(_) => {}
    }
    Some(())
}

/// `(sites Row 3)` on a board with more or fewer rows.
fn carry_rows(term: &mut Term, carrier: &Carrier) {
    let keyword = term.args().first().and_then(Term::as_word).unwrap_or("").to_owned();
    if term.head() != Some("sites") {
        return;
    }
    for part in term.parts.iter_mut().skip(2) {
        if let Shape::Int(n) = &mut part.shape {
            match keyword.as_str() {
                "Row" => *n = carrier.row(*n),
                "Column" => *n = carrier.column(*n),
                _ => {}
            }
        }
    }
}

/// The same in a region, where every number in braces is a site.
fn carry_region(term: &mut Term, site: bool, carrier: &mut Carrier) -> Option<()> {
    match &mut term.shape {
        Shape::Int(n) if site => *n = i64::from(carrier.site(u32::try_from(*n).ok()?)?),
        Shape::Text(text) if coordinate(text).is_some() => *text = carrier.label(text)?,
        // The first and the last site are stores on one board and holes on another.
        Shape::Word(word) if matches!(word.as_str(), "FirstSite" | "LastSite") => return None,
        Shape::Set => {
            for part in &mut term.parts {
                carry_region(part, true, carrier)?;
            }
        }
        Shape::Call => {
            let keyword = term.args().first().and_then(Term::as_word).unwrap_or("");
            let around =
                term.head() == Some("sites") && matches!(keyword, "Around" | "Cell" | "Vertex" | "Edge");
            for part in &mut term.parts {
                carry_region(part, around && part.label.is_none(), carrier)?;
            }
            carry_rows(term, carrier);
        }
        Shape::Int(_) | Shape::Text(_) | Shape::Word(_) | Shape::Float(_) | Shape::Hole(_) => {}
    }
    Some(())
}

/// A map from throws or other numbers to numbers means the same everywhere; one from players to sites is carried over.
fn carry_map(map: &mut Term, donor: &Term, carrier: &mut Carrier) -> Result<(), Unbound> {
    let mut by_throw = false;
    donor.each(&mut |term| {
        if term.head() == Some("mapEntry") {
            term.each(&mut |t| {
                let counts =
                    t.head() == Some("count") && t.args().first().and_then(Term::as_word) == Some("Pips");
                by_throw |= counts || matches!(t.head(), Some("pips" | "face"));
            });
        }
    });
    let mut failed = false;
    if !by_throw {
        map.each_mut(&mut |term| {
            if term.head() == Some("pair") {
                let by_player = term.args().first().and_then(Term::as_word).is_some();
                for part in term.parts.iter_mut().skip(1) {
                    let number = matches!(part.shape, Shape::Int(_));
                    failed |= (number && !by_player) || carry(part, by_player, carrier).is_none();
                }
            }
        });
    }
    if failed {
        Err(Unbound("the part needs a map of certain sites of another board".to_owned()))
    } else {
        Ok(())
    }
}

/// Adds tracks to the board.
fn add_tracks(game: &mut Term, tracks: Vec<Term>) {
    fn go(term: &mut Term, tracks: &mut Option<Vec<Term>>) {
        if term.head().is_some_and(is_board)
            && let Some(tracks) = tracks.take()
        {
            let set = term.parts.iter_mut().skip(1).find(|part| {
                part.shape == Shape::Set
                    && part.label.is_none()
                    && part.parts.iter().all(|p| p.head() == Some("track"))
            });
            match set {
                Some(set) => set.parts.extend(tracks),
                None => {
                    let at = if term.head() == Some("board") { 2 } else { term.parts.len() };
                    term.parts.insert(at.min(term.parts.len()), Term::new(Shape::Set, tracks));
                }
            }
            return;
        }
        for part in &mut term.parts {
            go(part, tracks);
        }
    }
    go(game, &mut Some(tracks));
}

/// Adds items to `(equipment {…})`.
fn add_equipment(game: &mut Term, items: Vec<Term>) {
    let Some(equipment) = game.parts.iter_mut().find(|c| c.head() == Some("equipment")) else { return };
    match equipment.parts.get_mut(1) {
        Some(set) if set.shape == Shape::Set => set.parts.extend(items),
        Some(_) | None => {
            let mut all = equipment.parts.split_off(1);
            all.extend(items);
            equipment.parts.push(Term::new(Shape::Set, all));
        }
    }
}

/// The tree by which games are compared: braces around one thing, which may be left out, are.
pub fn canonical(term: &Term) -> Term {
    let mut parts: Vec<Term> = term.parts.iter().map(canonical).collect();
    if term.shape == Shape::Set && parts.len() == 1 {
        let mut only = parts.remove(0);
        if only.label.is_none() {
            only.label.clone_from(&term.label);
        }
        return only;
    }
    Term { label: term.label.clone(), shape: term.shape.clone(), parts }
}

/// The parts by hole, worked out once for a search.
pub fn all_parts(
    incomplete: &Incomplete,
    donors: &Donors,
    usable: &(dyn Fn(DonorId) -> bool + Sync),
) -> FxHashMap<HoleId, Vec<Part>> {
    incomplete.holes.iter().map(|hole| (hole.id, parts(incomplete, hole, donors, usable))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::{game, terms};

    /// What a donor with this equipment declares.
    fn with(equipment: &str) -> Declared {
        declared(&game(&format!("(game \"x\" (players 2) (equipment {{{equipment}}}))")))
    }

    /// The names that a set-up gets where the description has this equipment, or why it cannot be used.
    fn bound(set_up: &str, theirs: &Declared, ours: &Declared) -> Result<String, String> {
        let mut need = Need::default();
        terms(set_up).iter().for_each(|term| need.look(term, theirs));
        let own = Declared::default();
        let pieces = bind_pieces(&need, theirs, ours, &own, Vec::new(), false).map_err(|why| why.0)?;
        let names = pieces.into_iter().chain(bind_tracks(&need, theirs, ours, &own));
        Ok(names.map(|(their, our)| format!("{their}={our}")).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_piece_stands_for_one_that_belongs_to_the_same_players() {
        let placed = "(place \"Marker1\" 0)";
        let each = with("(piece \"Marker\" Each)");
        assert_eq!(bound(placed, &each, &with("(piece \"Disc\" Each)")).as_deref(), Ok("Marker=Disc"));
        assert!(bound(placed, &each, &with("(piece \"Disc\" P2)")).is_err(), "the first player has none");
        assert!(bound(placed, &each, &with("(piece \"Disc\" Shared)")).is_err());
        // Its name is also a piece of nobody, and it is that one which is placed.
        let both = with("(piece \"Marker\" Each) (piece \"Marker\" Neutral)");
        assert!(bound("(place \"Marker0\" 0)", &both, &with("(piece \"Disc\" Each)")).is_err());
        let seeds = with("(piece \"Seed\" Shared)");
        assert!(bound("(place \"Seed\" 0)", &seeds, &with("(piece \"Disc\" Each)")).is_err());
        assert_eq!(
            bound("(place \"Seed\" 0)", &seeds, &with("(piece \"Stone\" Shared)")).as_deref(),
            Ok("Seed=Stone")
        );
    }

    #[test]
    fn a_track_of_the_mover_becomes_one_of_ours() {
        let theirs = with("(board (square 3) {(track \"Path1\" \"0,E\" P1) (track \"Path2\" \"0,W\" P2)})");
        let rule = "(to (trackSite Move \"Path\" steps:1))";
        let ours = with("(board (square 3) {(track \"Way1\" \"0,E\" P1) (track \"Way2\" \"0,W\" P2)})");
        assert_eq!(bound(rule, &theirs, &ours).as_deref(), Ok("Path=Way"));
        assert_eq!(bound("(sites Track \"Path2\")", &theirs, &ours).as_deref(), Ok("Path2=Way2"));
    }
}
