//! The language reference: explanations of ludemes and words, and the pages under `docs/language`, all made
//! from the vocabulary. Knows the table and nothing else; what is written here about a ludeme is written
//! beside the ludeme.

use crate::{signature, similar};
use ludarium_ludemes::{EnumDef, FOLDERS, Ludeme, Param, Ty, accepts, all, enums, plain_name};
use std::fmt::Write as _;

/// What a query can be about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Topic {
    Ludeme(&'static Ludeme),
    /// A list of words.
    List(&'static EnumDef),
    /// One word of a list, by its position.
    Word(&'static EnumDef, usize),
}

/// Everything that goes by a name: ludemes by head (`sites`), by head and keyword (`is Line`, in any case, with or
/// without brackets) or by id (`if [moves]`); lists of words; single words. The nearest meaning comes first.
///
/// ```
/// use ludarium_check::reference::{Topic, explain};
/// assert!(matches!(explain("is Line")[..], [Topic::Ludeme(ludeme)] if ludeme.id == "is Line"));
/// assert!(matches!(explain("RoleType")[..], [Topic::List(_)]));
/// assert!(explain("ballyhoo").is_empty());
/// ```
pub fn explain(query: &str) -> Vec<Topic> {
    let query = query.trim().trim_start_matches('(').trim_end_matches(')').trim();
    let mut topics: Vec<Topic> = Vec::new();
    topics.extend(all().filter(|ludeme| ludeme.id == query).map(Topic::Ludeme));
    for ludeme in all() {
        if form(ludeme).eq_ignore_ascii_case(&plain_form(query)) && !topics.contains(&Topic::Ludeme(ludeme)) {
            topics.push(Topic::Ludeme(ludeme));
        }
    }
    if topics.is_empty() {
        let head = plain_name(query);
        let family = all().filter(|ludeme| plain_name(ludeme.head).eq_ignore_ascii_case(head));
        topics.extend(family.map(Topic::Ludeme));
    }
    for list in enums::ALL {
        if list.name.eq_ignore_ascii_case(query) {
            topics.push(Topic::List(list));
        }
    }
    for list in enums::ALL {
        if let Some(index) = list.index_of(query) {
            topics.push(Topic::Word(list, index));
        }
    }
    if topics.is_empty() {
        let keyword = |ludeme: &&'static Ludeme| {
            ludeme.keyword.is_some_and(|k| k.split(' ').any(|part| part.eq_ignore_ascii_case(query)))
        };
        topics.extend(all().filter(keyword).map(Topic::Ludeme));
    }
    topics
}

/// What might have been meant by a query that explains nothing.
pub fn suggestions(query: &str) -> Vec<String> {
    let forms: Vec<String> = all().map(name).collect();
    let lists = enums::ALL.iter().map(|list| list.name);
    let words = enums::ALL.iter().flat_map(|list| list.values.iter().map(|(word, _)| *word));
    let near = similar(query, forms.iter().map(String::as_str).chain(lists).chain(words));
    near.into_iter().map(str::to_owned).collect()
}

/// Head and keyword, as written.
pub fn name(ludeme: &'static Ludeme) -> String {
    match ludeme.keyword {
        Some(keyword) => format!("{} {keyword}", ludeme.head),
        None => ludeme.head.to_owned(),
    }
}

fn form(ludeme: &'static Ludeme) -> String {
    plain_form(&name(ludeme))
}

/// A form with signs written out: `+` becomes `add`.
fn plain_form(text: &str) -> String {
    let mut words = text.split_whitespace();
    let head = plain_name(words.next().unwrap_or_default());
    words.fold(head.to_owned(), |form, word| form + " " + word)
}

/// Where a ludeme can stand: every parameter of every entry that takes it.
pub fn taken_by(ludeme: &Ludeme) -> Vec<(&'static Ludeme, &'static Param)> {
    taken(ludeme.gives)
}

fn taken(ty: Ty) -> Vec<(&'static Ludeme, &'static Param)> {
    all()
        .flat_map(|taker| taker.params.iter().map(move |param| (taker, param)))
        .filter(|(_, param)| accepts(param.ty, ty))
        .collect()
}

/// A parameter in one line of Markdown.
fn parameter(param: &Param) -> String {
    let shown = param.label.map_or_else(|| format!("`{}`", param.name), |label| format!("`{label}:`"));
    let kind = (0..param.array).fold(param.ty.name().to_owned(), |kind, _| format!("{{{kind}}}"));
    let kind = match param.ty {
        Ty::Enum(def) => format!("[`{kind}`](words.md#{})", def.name.to_lowercase()),
        _ => format!("`{kind}`"),
    };
    let optional = if param.optional { ", optional" } else { "" };
    format!("{shown} ({kind}{optional}): {}", param.doc)
}

/// The parameters of an entry as a list; those that exclude each other stand together.
fn parameters(text: &mut String, params: &[Param]) {
    let mut rest = params;
    while let Some(first) = rest.first() {
        if first.or_group == 0 {
            let _ = writeln!(text, "- {}", parameter(first));
            rest = &rest[1..];
            continue;
        }
        let count = rest.iter().take_while(|p| p.or_group == first.or_group).count();
        let (group, others) = rest.split_at(count);
        rest = others;
        if let [only] = group {
            let _ = writeln!(text, "- {}", parameter(only));
            continue;
        }
        let how = if group.iter().any(|p| p.optional) { "at most one of" } else { "one of" };
        let _ = writeln!(text, "- {how}");
        for param in group {
            let _ = writeln!(text, "  - {}", parameter(param));
        }
    }
}

fn entry(text: &mut String, ludeme: &'static Ludeme) {
    let _ = writeln!(text, "### {}\n", ludeme.id.replace('*', "\\*").replace('<', "\\<"));
    let _ = writeln!(text, "{}\n", ludeme.doc);
    let form = signature(ludeme);
    let _ = writeln!(text, "```\n{}\n```\n", form.trim_matches('`'));
    if !ludeme.params.is_empty() {
        parameters(text, ludeme.params);
        text.push('\n');
    }
    let _ = writeln!(text, "Gives {}. Example: `{}`\n", ludeme.gives.describe(), ludeme.example);
}

/// What a folder of the vocabulary is about.
fn about(folder: &str) -> (&'static str, &'static str) {
    match folder {
        "game" => (
            "Games and matches",
            "The frame of a description: the game itself, its players, its rules and phases.",
        ),
        "equipment" => (
            "Equipment",
            "What lies on the table: boards, pieces, hands, dice, cards, named regions and maps.",
        ),
        "graphs" => (
            "Board shapes",
            "Graphs of vertices, edges and cells, and the operations that cut and join them.",
        ),
        "start" => ("Start rules", "What happens before the first move."),
        "moves" => ("Moves", "Decisions: the moves a player chooses from, and the parts they are made of."),
        "effects" => {
            ("Effects", "What a move does beyond itself, and the operators that combine and filter moves.")
        }
        "end" => ("End rules", "When a game is over and who has won."),
        "meta" => ("Rules about rules", "Rules that hold for every turn."),
        "bools" => ("Conditions", "True or False."),
        "ints" => ("Whole numbers", "Arithmetic, sites, counts, states, scores."),
        "regions" => ("Regions", "Sets of sites."),
        "directions" => ("Directions", "Directions of the board, or as a piece sees them."),
        "int_arrays" => ("Lists of numbers", "Players, values, sizes of groups."),
        "numbers" => ("Other numbers", "Decimals, board dimensions, ranges."),
        "metadata" => ("Metadata", "What describes a game without changing its rules."),
        _ => ("", ""),
    }
}

/// Pages beside the generated ones that are written by hand, as (file name, title, what it is about).
pub const WRITTEN: &[(&str, &str, &str)] = &[(
    "devices.md",
    "Devices",
    "Written by hand: defines, options, rulesets, ranges, numbers of sites and hands, roles, tracks, directions.",
)];

/// The pages of the language reference, as (file name, text).
pub fn pages() -> Vec<(String, String)> {
    let mut pages = vec![("README.md".to_owned(), front_page())];
    for (folder, families) in FOLDERS {
        let (title, what) = about(folder);
        let mut text = format!("<!-- Made from the vocabulary; see README.md. -->\n# {title}\n\n{what}\n\n");
        for ludeme in families.iter().flat_map(|family| family.iter()) {
            entry(&mut text, ludeme);
        }
        pages.push((format!("{folder}.md"), text.trim_end().to_owned() + "\n"));
    }
    pages.push(("words.md".to_owned(), words_page()));
    pages.push(("types.md".to_owned(), types_page()));
    pages
}

fn front_page() -> String {
    let mut text = String::from(
        "<!-- Made from the vocabulary (crates/ludemes) by `BLESS=1 cargo test -p ludarium-check --test reference`. -->\n\
# The language of games\n\n\
A description is made of clauses. A clause is a pair of round brackets with the name of a ludeme, then perhaps a\n\
keyword that says which one, then its arguments: `(is Line 3)`, `(move Add (to (sites Empty)))`.\n\n\
- Arguments come in the order of the parameters. One that may be left out is simply not written.\n\
- A parameter with a label takes only an argument with that label: `(is Line 3 exact:True)`. The order stays.\n\
- `{a b c}` is a list. A single value is never taken for a list of one, nor the other way round.\n\
- What fits is decided by type. Nothing is converted silently: a site is not a region, a role is not a number.\n\
- `Off` is -1, `End` is -2, `Undefined` is -1 and `Infinity` is a thousand million, wherever a whole number may stand.\n\
- The signs `+ - * / % ^ = != < <= > >=` may be written out: `add sub mul div mod pow equals notEqual lt le gt ge`.\n\n\
In the forms below, `[x]` may be left out, `[x | y]` is at most one of them, `<x | y>` exactly one. Where several\n\
ludemes share a name, the type that is wanted decides; they are told apart here by a type in brackets, as in\n\
`if [moves]`, and overloads by a number, as in `poly#2`. The same is said by `ludarium explain`.\n\n",
    );
    let _ = writeln!(text, "| page | ludemes | about |\n|---|---|---|");
    for (folder, families) in FOLDERS {
        let (title, what) = about(folder);
        let count: usize = families.iter().map(|family| family.len()).sum();
        let _ = writeln!(text, "| [{title}]({folder}.md) | {count} | {what} |");
    }
    let _ = writeln!(text, "| [Words](words.md) | {} lists | The closed lists of words. |", enums::ALL.len());
    let _ = writeln!(text, "| [Types](types.md) | | What arguments can be, and what gives them. |");
    for (file, title, what) in WRITTEN {
        let _ = writeln!(text, "| [{title}]({file}) | | {what} |");
    }
    text.push_str("\n## All names\n\n");
    let mut names: Vec<(String, &str, &str)> = Vec::new();
    for (folder, families) in FOLDERS {
        for ludeme in families.iter().flat_map(|family| family.iter()) {
            if !names.iter().any(|known| known.0 == name(ludeme) && known.1 == *folder) {
                names.push((name(ludeme), folder, ludeme.id));
            }
        }
    }
    names.sort_by_key(|(name, folder, _)| (name.to_lowercase(), *folder));
    for (name, folder, id) in names {
        let _ = writeln!(text, "- [`{name}`]({folder}.md#{})", anchor(id));
    }
    text
}

/// The name under which pages on the web find a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn words_page() -> String {
    let mut text = String::from("<!-- Made from the vocabulary; see README.md. -->\n# Words\n\n");
    text.push_str("The first letter of a word may be written small or capital; the rest is exact.\n\n");
    for list in enums::ALL {
        let _ = writeln!(text, "## {}\n\nEach is {}.\n", list.name, list.doc);
        for (word, doc) in list.values {
            let _ = writeln!(text, "- `{word}`: {doc}");
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

fn types_page() -> String {
    let mut text = String::from("<!-- Made from the vocabulary; see README.md. -->\n# Types\n\n");
    text.push_str("What arguments can be, which names give it, and which take it.\n\n");
    let mut types: Vec<Ty> = Vec::new();
    for ludeme in all() {
        for ty in ludeme.params.iter().map(|p| p.ty).chain([ludeme.gives]) {
            if !matches!(ty, Ty::Enum(_)) && !types.contains(&ty) {
                types.push(ty);
            }
        }
    }
    types.sort_by_key(|ty| ty.name());
    for ty in types {
        let mut givers: Vec<&str> = all().filter(|l| accepts(ty, l.gives)).map(|l| l.head).collect();
        givers.sort_unstable();
        givers.dedup();
        let mut takers: Vec<&str> = taken(ty).into_iter().map(|(taker, _)| taker.head).collect();
        takers.sort_unstable();
        takers.dedup();
        let _ = writeln!(text, "## {}\n\n{}.\n", ty.name(), capital(ty.describe()));
        for (what, heads) in [("Given by", givers), ("Taken by", takers)] {
            if !heads.is_empty() {
                let heads: Vec<String> = heads.iter().map(|head| format!("`{head}`")).collect();
                let _ = writeln!(text, "{what} {}.\n", heads.join(", "));
            }
        }
    }
    text.trim_end().to_owned() + "\n"
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
