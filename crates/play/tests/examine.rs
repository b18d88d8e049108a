//! What cannot be played is refused, and what can be played is not: over the library, over the public descriptions
//! where they are at hand, and over a list of mistakes (`tests/mistakes`).

use ludarium_play::{Problem, Selection, compile, examine, games, library_defines, mend, read};
use ludarium_syntax::Span;
use std::path::{Path, PathBuf};

#[test]
fn no_game_of_the_library_is_refused() {
    let defines = library_defines();
    let mut wrong = String::new();
    for game in games() {
        let reading = read(game.key, game.text, &defines, &Selection::default());
        for problem in examine(&reading) {
            wrong += &format!("{}: {} {}\n", game.key, problem.code, problem.message);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn corpus() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders =
        vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Public descriptions are played by people, so nearly all of them must pass. The few that do not name regions, pieces,
/// hands or sites that they do not have.
#[test]
fn few_public_descriptions_are_refused() {
    const MOST_REFUSED: usize = 16;
    let files = corpus();
    if files.is_empty() {
        eprintln!("skipped: the public descriptions are not at hand");
        return;
    }
    let defines = library_defines();
    let mut refused = Vec::new();
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let reading = read("", &text, &defines, &Selection::default());
        if reading.has_errors() || compile(&reading).is_err() {
            continue;
        }
        let errors: Vec<String> = examine(&reading)
            .into_iter()
            .filter(Problem::is_error)
            .map(|p| format!("{} {}", p.code, p.message))
            .collect();
        if !errors.is_empty() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            refused.push(format!("{name}: {}", errors.join("; ")));
        }
    }
    assert!(refused.len() <= MOST_REFUSED, "{} are refused:\n{}", refused.len(), refused.join("\n"));
}

/// A description with one mistake, and where it is.
struct Mistake {
    name: String,
    text: String,
    /// The description without it.
    whole: String,
    start: usize,
    end: usize,
}

/// The text that mistakes are made in: one of our own, or a game of the library.
fn base(wanted: &str, bases: &str) -> String {
    let mut parts = bases.split("== ").skip(1).filter_map(|part| part.split_once('\n'));
    let own = parts.find(|(name, _)| *name == wanted).map(|(_, text)| text);
    let of_library = || games().iter().find(|game| game.key == wanted).map(|game| game.text);
    own.or_else(of_library).expect("the base is there").to_owned()
}

fn mistakes(list: &str) -> Vec<Mistake> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let file =
        |name: &str| std::fs::read_to_string(folder.join(name)).expect("the list of mistakes is there");
    let bases = file("bases.txt");
    let unescape = |text: &str| text.trim().replace("\\n", "\n");
    let list = file(list);
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('|').collect();
            let (name, right, wrong, shows) = match parts[..] {
                [name, right, wrong] => (name, right, wrong, None),
                [name, right, wrong, shows] => (name, right, wrong, Some(unescape(shows))),
                _ => panic!("three or four parts are wanted: {line}"),
            };
            let (right, wrong) = (unescape(right), unescape(wrong));
            let whole = base(name.trim(), &bases);
            let start = whole.find(&right).unwrap_or_else(|| panic!("not in the base: {line}"));
            let text = format!("{}{wrong}{}", &whole[..start], &whole[start + right.len()..]);
            let (start, end) = match shows.and_then(|shows| Some((text.find(&shows)?, shows.len()))) {
                Some((at, length)) => (at, at + length),
                None => (start, start + wrong.len()),
            };
            Mistake { name: line.to_owned(), text, whole, start, end }
        })
        .collect()
}

#[test]
fn the_games_that_the_mistakes_are_made_in_have_none() {
    let bases =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes/bases.txt"));
    for part in bases.expect("the bases are there").split("== ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a name and a text");
        let problems = examine(&read(name, text, &library_defines(), &Selection::default()));
        assert!(problems.is_empty(), "{name}: {problems:?}");
    }
}

/// At the mistake, or at the clause right around it where something is missing.
fn is_at(span: Span, mistake: &Mistake) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    let touches = start <= mistake.end && mistake.start <= end;
    let around = mistake.text.get(start..end).unwrap_or_default();
    start + 1 >= mistake.start && start <= mistake.end
        || touches && (around.lines().count() <= 8 || around.len() <= mistake.end - mistake.start + 60)
}

#[test]
fn mistakes_are_named_at_their_place_and_most_are_mended() {
    named_and_mended("mistakes.txt");
}

#[test]
fn mistakes_in_games_of_the_library_are_named_and_most_are_mended() {
    named_and_mended("library.txt");
}

fn named_and_mended(list: &str) {
    let defines = library_defines();
    let list = mistakes(list);
    let (mut unnoticed, mut unmended, mut restored) = (Vec::new(), Vec::new(), 0);
    for mistake in &list {
        let reading = read("mistake.lud", &mistake.text, &defines, &Selection::default());
        let mut problems = examine(&reading);
        mend(&reading, &Selection::default(), problems.len(), &mut problems);
        let places = |p: &Problem| -> Vec<Span> {
            let through = p.origin.iter().map(|o| o.used_at);
            [p.span].into_iter().chain(through).chain(p.labels.iter().map(|(span, _)| *span)).collect()
        };
        let told: Vec<String> = problems
            .iter()
            .map(|p| {
                format!(
                    "    {} {} at «{}»",
                    p.code,
                    p.message,
                    p.span.of(&mistake.text).lines().next().unwrap_or("")
                )
            })
            .collect();
        if !problems.iter().any(|p| places(p).into_iter().any(|span| is_at(span, mistake))) {
            unnoticed.push(format!("{}\n{}", mistake.name, told.join("\n")));
        }
        let fix = problems.iter().flat_map(|p| &p.fixes).next();
        let text = fix.map(|fix| fix.apply(&mistake.text));
        let mended = text.as_ref().is_some_and(|text| {
            let problems = examine(&read("mended.lud", text, &defines, &Selection::default()));
            !problems.iter().any(Problem::is_error)
        });
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().concat();
        let as_it_was = text.is_some_and(|text| words(&text) == words(&mistake.whole));
        restored += usize::from(as_it_was);
        if !mended {
            let tried = fix.map_or("nothing suggested".to_owned(), |fix| fix.title.clone());
            unmended.push(format!("{}: {tried}\n{}", mistake.name, told.join("\n")));
        }
        if std::env::var_os("LUDARIUM_TELL").is_some() {
            let outcome = match (mended, as_it_was) {
                (true, true) => "as it was",
                (true, false) => "otherwise",
                (false, _) => "not mended",
            };
            let titles: Vec<&str> =
                problems.iter().flat_map(|p| &p.fixes).map(|f| f.title.as_str()).collect();
            eprintln!("{}\n{}\n    => {outcome}: {titles:?}", mistake.name, told.join("\n"));
        }
    }
    let share = |left: usize| 100.0 * (list.len() - left) as f64 / list.len() as f64;
    eprintln!(
        "{} mistakes; named at their place: {:.1} %; mended: {:.1} %; to what was there before: {:.1} %",
        list.len(),
        share(unnoticed.len()),
        share(unmended.len()),
        share(list.len() - restored)
    );
    assert!(share(unnoticed.len()) >= 95.0, "not named at their place:\n{}", unnoticed.join("\n"));
    assert!(share(unmended.len()) >= 80.0, "not mended:\n{}", unmended.join("\n"));
}
