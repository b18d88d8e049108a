//! Reading a description: text, definitions and a selection in; the expanded tree, its checked form and every problem
//! out. It puts the crates below in their order and adds nothing of its own; files are the business of the shells.

use ludarium_check::{Checked, check, check_names};
use ludarium_ludemes::Ty;
use ludarium_syntax::{
    Defines, Expanded, FileId, Limits, NodeId, Parsed, Problem, Selection, Sources, Span, Tree, expand,
    has_errors, parse,
};

/// A description that was read, with everything that was found out about it.
#[derive(Debug)]
pub struct Reading {
    /// The name it was read under, for messages.
    pub name: String,
    pub parsed: Parsed,
    pub expanded: Expanded,
    /// The game or match; absent when it has errors.
    pub game: Option<Checked>,
    /// The metadata; absent when there is none, or when it has errors.
    pub metadata: Option<Checked>,
    /// Everything that is wrong, in the order of the text.
    pub problems: Vec<Problem>,
    defines: Defines,
}

impl Reading {
    /// Whether anything stops the description from being used.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.problems)
    }
    /// The definitions it was read with.
    pub fn defines(&self) -> &Defines {
        &self.defines
    }
    /// The texts that took part, to show problems with.
    pub fn sources(&self) -> Sources {
        sources(&self.name, &self.parsed, &self.defines)
    }
}

/// The definitions that come with Ludarium.
pub fn library_defines() -> Defines {
    Defines::from_texts(ludarium_library::define_files().iter().map(|file| (file.name, file.text)))
}

/// Reads one description.
///
/// ```
/// use ludarium_play::{Selection, library_defines, read};
/// let game = "(game \"Tiny\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
///     (rules (play (move Add (to (sites Empty)))) (end (\"Line3Win\"))))";
/// let reading = read("tiny.lud", game, &library_defines(), &Selection::default());
/// assert!(reading.game.is_some());
/// ```
pub fn read(name: &str, text: &str, defines: &Defines, selection: &Selection) -> Reading {
    read_parsed(name, parse(FileId(0), text), defines, selection)
}

/// Reads a description whose text is parsed already: to try many selections of one text.
pub fn read_parsed(name: &str, parsed: Parsed, defines: &Defines, selection: &Selection) -> Reading {
    let mut expanded = expand(&parsed, defines, selection, &Limits::default());
    let mut problems = std::mem::take(&mut expanded.problems);
    // Too many brackets inside brackets: expansion says it again.
    if problems.iter().any(|problem| problem.code == "E0108") {
        problems.retain(|problem| problem.code != "E0220");
    }
    // A text that is broken as text would only give the checker riddles.
    let mut game = None;
    let mut metadata = None;
    if !has_errors(&problems) {
        if let Some(&root) = expanded.game.roots.first() {
            let (checked, found) = check(&expanded.game, root, Ty::Root);
            problems.extend(found.into_iter().map(|problem| quotes_forgotten(problem, &parsed, defines)));
            if let Some(checked) = &checked {
                problems.extend(check_names(&expanded.game, checked));
            }
            game = checked;
            if let Some(&second) = expanded.game.roots.get(1) {
                problems.push(second_root(&expanded.game, second));
            }
        } else {
            problems.push(no_game(&parsed));
        }
        if let Some(tree) = &expanded.metadata
            && let Some(&root) = tree.roots.first()
        {
            let (checked, found) = check(tree, root, Ty::Metadata);
            problems.extend(found);
            metadata = checked;
        }
    }
    if has_errors(&problems) {
        let sources = sources(name, &parsed, defines);
        problems = problems.into_iter().map(|problem| argument_left_out(problem, &sources)).collect();
    }
    Reading { name: name.to_owned(), parsed, expanded, game, metadata, problems, defines: defines.clone() }
}

fn no_game(parsed: &Parsed) -> Problem {
    Problem::error("E0314", Span::new(parsed.file, 0, 0), "there is no game in this text")
        .wanted("(game \"Name\" …) or (match \"Name\" …)")
}

fn second_root(tree: &Tree, root: NodeId) -> Problem {
    let what = tree.head(root).map_or("something else".to_owned(), |head| format!("`({head} …)`"));
    let span = tree.node(root).span;
    Problem::error("E0315", Span { end: span.start + 1, ..span }, format!("{what} follows the game"))
        .wanted("one game, and perhaps its options, rulesets and metadata")
}

/// The name of a definition used as if it were a ludeme.
fn quotes_forgotten(problem: Problem, parsed: &Parsed, defines: &Defines) -> Problem {
    if problem.code != "E0301" || problem.span.file != parsed.file {
        return problem;
    }
    let name = problem.span.of(&parsed.text);
    let is_define = defines.contains(name) || parsed.text.contains(&format!("(define \"{name}\""));
    if !is_define {
        return problem;
    }
    let help = format!("a definition is used with quotes: (\"{name}\" …)");
    problem.help(help)
}

/// Something does not fit in the body of a definition that was used with fewer arguments than it can take: that is
/// worth knowing. (Most arguments may be left out, so it is no mistake by itself.)
fn argument_left_out(problem: Problem, sources: &Sources) -> Problem {
    let Some(origin) = problem.origin.first().filter(|_| problem.is_error() && problem.help.is_none()) else {
        return problem;
    };
    let body = sources.text(origin.defined_at);
    let takes =
        body.split('#').skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10)).max().unwrap_or(0);
    let used = parse(FileId(0), sources.text(origin.used_at));
    let call = used.children(None).next();
    let inside =
        call.filter(|_| used.text.starts_with('(')).map_or(0, |call| used.children(Some(call)).count());
    let given = inside.saturating_sub(1) as u32;
    if given >= takes {
        return problem;
    }
    let number = |n: u32| if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") };
    let help = format!("{:?} can take {}; here it is given {}", origin.name.as_str(), number(takes), given);
    problem.help(help)
}

fn sources(name: &str, parsed: &Parsed, defines: &Defines) -> Sources {
    let mut sources = Sources::new();
    sources.add(parsed.file, name, parsed.text.clone());
    defines.add_to(&mut sources);
    sources
}
