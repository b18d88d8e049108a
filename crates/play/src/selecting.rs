//! Options and rulesets by the names people have for them. A description writes `Ruleset/Lucas (Described)`; a page
//! calls it `Lucas`, or puts the game's name before it; people leave accents out. Here such a name becomes the one
//! that a [`Selection`] wants, or a list of what there is.

use ludarium_library::{LibraryGame, plain};
use ludarium_syntax::{
    Defines, Expanded, FileId, Kind, Limits, OptionCategory, Ruleset, Selection, expand, parse,
};

/// A ruleset or an option that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownChoice {
    /// `ruleset` or `option`.
    pub what: &'static str,
    pub asked: String,
    /// All that it may mean, where the name fits several.
    pub several: Vec<String>,
    /// The one that is spelt most like it.
    pub near: Option<String>,
    /// What there is to choose from.
    pub known: Vec<String>,
    /// Something worth knowing about the name.
    pub note: Option<String>,
}

impl std::fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.several.is_empty() {
            return write!(f, "the {} {:?} may mean {}", self.what, self.asked, listed(&self.several));
        }
        write!(f, "there is no {} {:?}", self.what, self.asked)?;
        if let Some(note) = &self.note {
            write!(f, " ({note})")?;
        }
        if let Some(near) = &self.near {
            write!(f, "; did you mean {near:?}?")?;
        }
        match self.known.len() {
            0 => write!(f, "; this game has no {}s", self.what),
            _ => write!(f, "; the {}s are {}", self.what, listed(&self.known)),
        }
    }
}

impl std::error::Error for UnknownChoice {}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

/// The selection that `asked` means for a description: its names as the description writes them. Names may be as the
/// pages have them (`Sfenj (Ludii 11)`), with or without the game's name and the kind of ruleset, with or without case
/// and accents, an identifier, or a beginning that fits only one.
///
/// ```
/// use ludarium_play::{Selection, resolve_selection};
/// let text = ludarium_play::find("Sfenj").unwrap().text;
/// let asked = Selection::ruleset("ludii 11");
/// assert_eq!(resolve_selection(text, &asked), Ok(Selection::default()), "it is what the description plays by itself");
/// assert!(resolve_selection(text, &Selection::ruleset("Ludii 12")).is_err());
/// ```
pub fn resolve_selection(text: &str, asked: &Selection) -> Result<Selection, Box<UnknownChoice>> {
    if asked.options.is_empty() && asked.ruleset.is_none() {
        return Ok(Selection::default());
    }
    let parsed = parse(FileId(0), text);
    let offered = expand(&parsed, &Defines::default(), &Selection::default(), &Limits::default());
    let library = crate::games().iter().find(|game| game.text == text);
    let mut resolved = match &asked.ruleset {
        Some(name) => ruleset(name, &offered, library)?,
        None => Selection::default(),
    };
    for name in &asked.options {
        resolved.options.push(option(name, &offered.options)?);
    }
    Ok(resolved)
}

/// One thing that can be chosen.
struct Candidate {
    /// How it is shown.
    shown: String,
    /// What it may be called, as names are compared.
    forms: Vec<String>,
    gives: Selection,
}

fn ruleset(
    name: &str,
    offered: &Expanded,
    library: Option<&LibraryGame>,
) -> Result<Selection, Box<UnknownChoice>> {
    let title = title(offered);
    let mut all: Vec<Candidate> = offered.rulesets.iter().map(|r| written(r, &title)).collect();
    for known in library.iter().flat_map(|game| &game.about().rulesets) {
        let mut forms = forms_of(&known.name, &title);
        // What the description itself offers goes before.
        if all.iter().any(|c| c.forms.first() == forms.first()) {
            continue;
        }
        forms.extend(known.ids.iter().map(|id| plain(id)));
        let gives = Selection::options(known.options.iter().map(String::as_str));
        all.push(Candidate { shown: known.name.clone(), forms, gives });
    }
    let asked = plain(name.strip_prefix("Ruleset/").unwrap_or(name));
    pick("ruleset", name, &asked, &all).map_err(|mut unknown| {
        let elsewhere = library.iter().flat_map(|game| &game.about().rulesets);
        let mut siblings = elsewhere.flat_map(|r| &r.other_rulesets);
        if siblings.any(|other| forms_of(&other.name, &title).contains(&asked)) {
            unknown.near = None;
            unknown.note = Some("it is known, but its rules are not in this library".to_owned());
        }
        unknown
    })
}

fn written(ruleset: &Ruleset, title: &str) -> Candidate {
    let short = ruleset.name.strip_prefix("Ruleset/").unwrap_or(&ruleset.name);
    Candidate {
        shown: short.to_owned(),
        forms: forms_of(short, title),
        gives: Selection::ruleset(ruleset.name.as_str()),
    }
}

/// With the kind at its end and without, with the game's name before it and without.
fn forms_of(name: &str, title: &str) -> Vec<String> {
    let kinds = ludarium_library::RulesetKind::ALL.iter().map(|kind| kind.title());
    let at_end = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let without = at_end
        .filter(|(_, end)| kinds.into_iter().any(|kind| kind.eq_ignore_ascii_case(end)))
        .map(|(name, _)| name.trim().to_owned());
    let title = plain(title);
    let mut forms = Vec::new();
    for name in std::iter::once(name.to_owned()).chain(without) {
        let form = plain(&name);
        let bare = form.strip_prefix(&title).filter(|rest| !rest.is_empty()).map(str::to_owned);
        let long = format!("{title}{form}");
        forms.push(form);
        forms.extend(bare);
        forms.push(long);
    }
    forms
}

fn option(name: &str, categories: &[OptionCategory]) -> Result<String, Box<UnknownChoice>> {
    let all: Vec<Candidate> = categories
        .iter()
        .flat_map(|category| {
            category.items.iter().enumerate().map(|(i, item)| {
                let (heading, item) = (plain(&category.heading), plain(&item.name));
                let path = category.path(i);
                Candidate {
                    forms: vec![format!("{heading}/{item}"), format!("{heading}{item}"), item],
                    gives: Selection::options([path.as_str()]),
                    shown: path,
                }
            })
        })
        .collect();
    let asked = match name.split_once('/') {
        Some((heading, item)) => format!("{}/{}", plain(heading), plain(item)),
        None => plain(name),
    };
    pick("option", name, &asked, &all).map(|selection| selection.options.concat())
}

/// The only one that is called so, or else the only one whose name begins so.
fn pick(
    what: &'static str,
    name: &str,
    asked: &str,
    all: &[Candidate],
) -> Result<Selection, Box<UnknownChoice>> {
    let fits = |test: &dyn Fn(&str) -> bool| -> Vec<&Candidate> {
        all.iter().filter(|c| c.forms.iter().any(|form| test(form))).collect()
    };
    let mut found: Vec<&Candidate> = all.iter().filter(|c| c.shown == name).take(1).collect();
    if found.is_empty() && !asked.is_empty() {
        found = fits(&|form| form == asked);
        if found.is_empty() {
            found = fits(&|form| form.starts_with(asked));
        }
    }
    let names = |list: &[&Candidate]| list.iter().map(|c| c.shown.clone()).collect::<Vec<String>>();
    match found[..] {
        [only] => Ok(only.gives.clone()),
        _ => {
            // (Spelt most like it in any of its forms.)
            let forms = all.iter().flat_map(|c| c.forms.iter().map(move |form| (form.as_str(), c)));
            let spelt = ludarium_syntax::diagnose::nearest(asked, forms.clone().map(|(form, _)| form));
            let near = spelt.and_then(|near| forms.clone().find(|(form, _)| *form == near));
            let near = near.map(|(_, c)| c.shown.clone());
            let known = names(&all.iter().collect::<Vec<_>>());
            let several = names(&found);
            Err(Box::new(UnknownChoice { what, asked: name.to_owned(), several, near, known, note: None }))
        }
    }
}

/// The name that the description gives the game.
fn title(offered: &Expanded) -> String {
    let tree = &offered.game;
    let text = tree.roots.first().and_then(|&root| {
        tree.node(root).children.iter().find_map(|&child| match &tree.node(child).kind {
            Kind::Text(text) => Some(text.to_string()),
            Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) => None,
            Kind::Word(_) | Kind::Int(_) | Kind::Float(_) => None,
        })
    });
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"(game "Halma Nouveau" (players 2) (equipment {(board (square <Board:size>)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
        (option "Board Size" <Board> args:{ <size> } {
            (item "7×7" <7> "Small.")* (item "9x9" <9> "Large.") (item "9x9 Wide" <11> "Wide.") })
        (option "End" <End> args:{ <x> } { (item "Même" <1> "One.") (item "Other" <2> "Two.") })
        (rulesets {
            (ruleset "Ruleset/Château (Described)" { "Board Size/9x9" })
            (ruleset "Ruleset/Halma Nouveau Lucas (Observed)" { "Board Size/7×7" })
            (ruleset "Ruleset/Lucas (Suggested)" { "End/Other" })
        })"#;

    fn ruleset(name: &str) -> Result<Option<String>, Box<UnknownChoice>> {
        resolve_selection(GAME, &Selection::ruleset(name)).map(|s| s.ruleset)
    }
    fn option(name: &str) -> Result<String, Box<UnknownChoice>> {
        resolve_selection(GAME, &Selection::options([name])).map(|s| s.options.concat())
    }

    #[test]
    fn rulesets_are_found_as_people_write_them() {
        let castle = Ok(Some("Ruleset/Château (Described)".to_owned()));
        let forms = [
            "Ruleset/Château (Described)",
            "Château (Described)",
            "chateau",
            "Halma Nouveau Chateau",
            "CHÂT",
        ];
        for form in forms {
            assert_eq!(ruleset(form), castle, "{form}");
        }
    }

    #[test]
    fn what_is_not_clear_is_asked_back() {
        let both = ruleset("Lucas").unwrap_err();
        assert_eq!(both.several, ["Halma Nouveau Lucas (Observed)", "Lucas (Suggested)"]);
        assert!(both.to_string().starts_with("the ruleset \"Lucas\" may mean \"Halma"), "{both}");
        assert_eq!(ruleset("Lucas (Suggested)"), Ok(Some("Ruleset/Lucas (Suggested)".to_owned())));
        let wrong = ruleset("Chatteau").unwrap_err();
        assert_eq!((wrong.known.len(), wrong.several.len()), (3, 0));
        assert!(wrong.to_string().contains("did you mean"), "{wrong}");
        assert!(!ruleset("").unwrap_err().several.is_empty() || !ruleset("").unwrap_err().known.is_empty());
    }

    #[test]
    fn options_are_found_as_people_write_them() {
        for form in ["Board Size/7×7", "board size/7x7", "7x7", "BoardSize/7", "7"] {
            assert_eq!(option(form).as_deref(), Ok("Board Size/7×7"), "{form}");
        }
        assert_eq!(option("9x9").as_deref(), Ok("Board Size/9x9"), "a whole name goes before a beginning");
        assert_eq!(option("end/meme").as_deref(), Ok("End/Même"));
        assert_eq!(option("Board").unwrap_err().several.len(), 3);
        assert!(
            option("Bord Size/9x9").unwrap_err().to_string().contains("did you mean \"Board Size/9x9\"?")
        );
    }

    #[test]
    fn rulesets_of_pages_are_found() {
        let sfenj = crate::find("Sfenj").unwrap().text;
        for form in ["Sfenj (Ludii 11)", "DLP.GameRulesets.3823", "ludii11"] {
            assert_eq!(
                resolve_selection(sfenj, &Selection::ruleset(form)),
                Ok(Selection::default()),
                "{form}"
            );
        }
        let sibling = resolve_selection(sfenj, &Selection::ruleset("Sfenj (Ludii 3)")).unwrap_err();
        assert!(sibling.to_string().contains("its rules are not in this library"), "{sibling}");
        assert_eq!(sibling.known, ["Sfenj (Ludii 11)"]);
    }
}
