//! What is declared and no rule asks for: a region or a map that served rules of a donor which did not come along, or a
//! region that the description has in case that a rule wants it. Nobody would miss it, and lint calls it a defect, so it is
//! left out. The description's own maps stay: they tell what throws are worth, and a rule should ask for them.
//!
//! What counts as asking is what lint takes for it (`L0301`, `L0302`), told of trees that are still being put together.

use crate::term::Term;

/// Clauses by which rules mean all regions at once, and words of `is` and `all` that do.
const ALL_REGIONS: &[&str] = &["satisfy", "forAll", "hints"];
const ALL_REGIONS_WORDS: &[&str] = &["Connected", "Blocked", "Sum", "Count", "Unique", "Different"];

/// Takes declarations that nothing in the whole game asks for out of the parts. Says whether there were any.
pub(crate) fn left_out(whole: &Term, fills: &mut [Option<Vec<Term>>]) -> bool {
    let asked = Asked::of(whole);
    let mut any = false;
    for terms in fills.iter_mut().flatten() {
        let kept = terms.iter().filter(|term| !asked.is_idle(term)).count();
        // A part that would be nothing at all is left as it is: somebody may have wanted it.
        if kept > 0 && kept < terms.len() {
            terms.retain(|term| !asked.is_idle(term));
            any = true;
        }
        for term in terms {
            any |= asked.take_out_of(term);
        }
    }
    any
}

/// Takes regions that nothing asks for out of a whole game, whoever declares them.
pub(crate) fn regions_out_of(whole: &mut Term) {
    let asked = whole.clone();
    let asked = Asked { all_maps: true, ..Asked::of(&asked) };
    asked.take_out_of(whole);
}

/// What rules ask for by name, and whether they ask without one.
#[derive(Default)]
struct Asked<'t> {
    texts: Vec<&'t str>,
    maps: Vec<&'t str>,
    all_regions: bool,
    all_maps: bool,
}

impl<'t> Asked<'t> {
    fn of(whole: &'t Term) -> Asked<'t> {
        let mut asked = Asked::default();
        asked.look(whole);
        asked
    }

    fn look(&mut self, term: &'t Term) {
        match term.head() {
            // One region may be made of another, which asks for neither.
            Some("regions") => return,
            Some("mapEntry") => match term.args().first().and_then(Term::as_text) {
                Some(name) => self.maps.push(name),
                None => self.all_maps = true,
            },
            // `(sites Mover)` means the regions of a player, whatever they are called.
            Some("sites") if matches!(term.args(), [only] if only.as_word().is_some_and(is_player)) => {
                self.all_regions = true;
            }
            Some("is" | "all")
                if term
                    .args()
                    .first()
                    .and_then(Term::as_word)
                    .is_some_and(|w| ALL_REGIONS_WORDS.contains(&w)) =>
            {
                self.all_regions = true;
            }
            Some(head) if ALL_REGIONS.contains(&head) => self.all_regions = true,
            Some(_) | None => {}
        }
        self.texts.extend(term.as_text());
        term.parts.iter().for_each(|part| self.look(part));
    }

    fn is_idle(&self, term: &Term) -> bool {
        let name = term.args().first().and_then(Term::as_text);
        match term.head() {
            Some("regions") => name.is_some_and(|name| {
                !self.all_regions && !self.texts.iter().any(|text| speaks_of(text, name))
            }),
            Some("map") => !self.all_maps && !self.maps.contains(&name.unwrap_or("Map")),
            Some(_) | None => false,
        }
    }

    fn take_out_of(&self, term: &mut Term) -> bool {
        let before = term.parts.len();
        term.parts.retain(|part| !self.is_idle(part));
        let mut any = term.parts.len() < before;
        for part in &mut term.parts {
            any |= self.take_out_of(part);
        }
        any
    }
}

fn is_player(word: &str) -> bool {
    let number = word.strip_prefix('P').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    number || matches!(word, "Mover" | "Next" | "Prev" | "Player" | "Each" | "All" | "Shared" | "Neutral")
}

/// Whether a text may mean the region of this name: `Home` and `Home1` both mean `Home`, and `Home` means `HomeLeft`.
fn speaks_of(text: &str, name: &str) -> bool {
    let numbered = text.strip_prefix(name).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    numbered || (!text.is_empty() && name.contains(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::{game, terms, told};

    /// Whether anything is left out of an equipment, and what stays.
    fn kept(equipment: &str, rules: &str) -> (bool, String) {
        let mut fills = vec![Some(terms(equipment))];
        let whole = game(&format!("(game \"G\" (equipment {equipment}) (rules {rules}))"));
        let any = left_out(&whole, &mut fills);
        (any, told(fills[0].as_deref().unwrap_or_default()))
    }

    #[test]
    fn what_no_rule_asks_for_is_left_out() {
        let (any, text) =
            kept("{(hand Each) (regions \"Home\" (sites Top)) (map \"Way\" {(pair 1 2)})}", "(play (pass))");
        assert!(any);
        assert_eq!(text, "{(hand Each)}");
    }

    #[test]
    fn a_map_of_the_description_stays() {
        let mut whole =
            game("(game \"G\" (equipment {(regions \"Home\" (sites Top)) (map \"Way\" {(pair 1 2)})}))");
        regions_out_of(&mut whole);
        assert_eq!(whole.to_string(), "(game \"G\" (equipment {(map \"Way\" {(pair 1 2)})}))");
    }

    #[test]
    fn what_a_rule_asks_for_stays() {
        let named = "{(regions \"Home\" P1 (sites Top)) (map \"Way\" {(pair 1 2)})}";
        assert!(!kept(named, "(play (if (is In (to) (sites Mover \"Home\")) (mapEntry \"Way\" 1)))").0);
        assert!(!kept("{(regions \"Home\" P1 (sites Top))}", "(play (sites Mover))").0);
        assert!(!kept("{(map {(pair 1 2)})}", "(play (mapEntry (mover)))").0);
    }
}
