//! What an editor sees while a description is written, one scenario for each thing it can ask.

use lsp_types::{HoverContents, Position, Range, TextEdit};
use ludarium_language_server::diagnostics::diagnostics;
use ludarium_language_server::navigate::{Target, definition, prepare_rename, references, rename};
use ludarium_language_server::{Document, actions, completion, figures, hints, hover, outline, tokens};

const GAME: &str = r#"// Stones in a row.
(define "Row" (is Line #1))

(game "Ünder 𝄞 Test"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Stone" Each)
        (regions "Middle" (sites {11..13}))
    })
    (rules
        (start (place "Stone1" 0))
        (play (move Add (to (sites Empty))))
        (end (if ("Row" 4) (result Mover Win)))
    )
)
"#;

fn document(text: &str) -> Document {
    Document::new(text, &ludarium_play::library_defines())
}

/// The text without the mark `¦`, and where it stood.
fn marked(text: &str) -> (Document, u32) {
    let at = text.find('¦').expect("a mark");
    (document(&text.replacen('¦', "", 1)), at as u32)
}

fn position(document: &Document, offset: u32) -> Position {
    document.lines.position(&document.text, offset)
}

fn labels(text: &str) -> Vec<String> {
    let (document, at) = marked(text);
    let items = completion::completion(&document, position(&document, at), true);
    items.into_iter().map(|item| item.label).collect()
}

fn hovered(text: &str) -> String {
    let (document, at) = marked(text);
    match hover::hover(&document, position(&document, at), true).map(|h| h.contents) {
        Some(HoverContents::Markup(markup)) => markup.value,
        _ => String::new(),
    }
}

fn apply(document: &Document, edits: &[TextEdit]) -> String {
    let mut text = document.text.to_string();
    let mut edits: Vec<(u32, u32, &str)> = edits
        .iter()
        .map(|e| (document.offset(e.range.start), document.offset(e.range.end), e.new_text.as_str()))
        .collect();
    edits.sort();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start as usize..end as usize, new);
    }
    text
}

fn is_right(text: &str) {
    let document = document(text);
    let wrong: Vec<String> = diagnostics(&document).into_iter().map(|f| f.diagnostic.message).collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{text}");
}

#[test]
fn a_right_text_has_no_diagnostics_and_a_typo_has_one_at_its_place_in_utf_16() {
    is_right(GAME);
    let text = GAME.replace("(game \"Ünder 𝄞 Test\"\n    (players 2)", "(game \"Ünder 𝄞 Test\" (playerz 2)");
    let document = document(&text);
    let found = diagnostics(&document);
    let first = &found[0].diagnostic;
    assert_eq!(first.range.start.line, 3);
    assert_eq!(first.range.start.character, 23, "{first:?}");
    assert!(first.code.is_some() && first.message.contains("playerz"));
}

#[test]
fn a_mistake_inside_a_definition_tells_the_chain() {
    let text = GAME.replace("(is Line #1)", "(is Lime #1)");
    let document = document(&text);
    let found = diagnostics(&document);
    assert!(found[0].related.iter().any(|r| r.words.contains("Row")), "{:?}", found[0].diagnostic);
}

#[test]
fn definitions_alone_are_a_file_of_a_library_and_need_no_game() {
    is_right("(define \"Mine\" (is Line 3))\n");
}

#[test]
fn hover_tells_the_ludeme_and_the_english_of_the_clause() {
    let told = hovered(&GAME.replace("(result Mover Win)", "(res¦ult Mover Win)"));
    assert!(told.contains("(result") && told.contains("In this game"), "{told}");
    assert!(hovered(&GAME.replace("Each)", "Ea¦ch)")).contains("RoleType"));
    let define = hovered(&GAME.replace("(\"Row\" 4)", "(\"R¦ow\" 4)"));
    assert!(define.contains("(is Line #1)") && define.contains("(is Line 4)"), "{define}");
    assert!(hovered(&GAME.replace("\"Stone1\"", "\"Sto¦ne1\"")).contains("piece"));
    assert!(hovered(&GAME.replace("#1", "#¦1")).contains("`4`"));
}

#[test]
fn completion_offers_what_fits_the_place_first() {
    let first = labels(&GAME.replace("(to (sites Empty))", "(to (¦))"));
    assert!(first.iter().take(5).any(|l| l.starts_with("sites")), "{:?}", &first[..5.min(first.len())]);
    let conditions = labels(&GAME.replace("(\"Row\" 4)", "(¦)"));
    assert!(conditions.iter().take(10).any(|l| l.starts_with("is ")), "{:?}", &conditions[..10]);
    assert!(conditions.iter().take(10).any(|l| l == "\"Row\""), "{:?}", &conditions[..10]);
    let roles = labels(&GAME.replace("(result Mover Win)", "(result ¦)"));
    assert!(roles.iter().take(25).any(|l| l == "Mover"), "{roles:?}");
    let keywords = labels(&GAME.replace("(move Add (to (sites Empty)))", "(move ¦)"));
    assert!(keywords.iter().take(20).any(|l| l == "Add"), "{keywords:?}");
}

#[test]
fn completion_works_in_a_text_that_stops_at_the_cursor() {
    let at = GAME.find("sites Empty").expect("there");
    let found = labels(&format!("{}¦", &GAME[..at]));
    assert!(found.iter().take(5).any(|l| l.starts_with("sites")), "{:?}", &found[..5.min(found.len())]);
}

#[test]
fn completion_knows_names_in_quotes_and_leaves_places_to_fill_in() {
    let names = labels(&GAME.replace("\"Stone1\"", "\"S¦\""));
    assert_eq!(names.first().map(String::as_str), Some("\"Stone1\""), "{names:?}");
    let (document, at) = marked(&GAME.replace("(\"Row\" 4)", "(\"Ro¦\")"));
    let items = completion::completion(&document, position(&document, at), true);
    let row = items.iter().find(|i| i.label == "\"Row\"").expect("offered");
    assert!(format!("{:?}", row.text_edit).contains("${1:#1}"));
    assert!(labels(&GAME.replace("// Stones", "// Sto¦nes")).is_empty(), "nothing in a comment");
}

#[test]
fn definitions_are_found_in_the_text_and_in_the_library() {
    let (document, at) = marked(&GAME.replace("(\"Row\" 4)", "(\"R¦ow\" 4)"));
    assert!(matches!(definition(&document, at), Some(Target::Here(r)) if r.start.line == 1));
    let (document, at) = marked(&GAME.replace("\"Stone1\"", "\"St¦one1\""));
    assert!(matches!(definition(&document, at), Some(Target::Here(r)) if r.start.line == 7));
    let (document, at) = marked(&GAME.replace("(if (\"Row\" 4) (result Mover Win))", "(\"Line3¦Win\")"));
    assert!(matches!(definition(&document, at), Some(Target::Library { .. })));
    assert!(prepare_rename(&document, at).is_err(), "the library is not ours to change");
}

#[test]
fn a_piece_is_renamed_everywhere_and_keeps_its_owners() {
    let (document, at) = marked(&GAME.replace("(piece \"Stone\"", "(piece \"St¦one\""));
    assert_eq!(references(&document, at, true).len(), 2);
    let renamed = apply(&document, &rename(&document, at, "Pebble").expect("a name"));
    assert!(renamed.contains("\"Pebble1\"") && !renamed.contains("\"Stone"), "{renamed}");
    is_right(&renamed);
    assert!(rename(&document, at, "a\"b").is_err());
}

#[test]
fn an_outline_folds_colours_and_a_layout() {
    let document = document(GAME);
    let symbols = outline::symbols(&document);
    assert_eq!(symbols.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["Row", "Ünder 𝄞 Test"]);
    let equipment = symbols[1].children.iter().flatten().find(|s| s.name == "equipment").expect("listed");
    assert!(equipment.children.iter().flatten().any(|s| s.name == "Stone"));
    assert!(outline::folds(&document).iter().any(|f| f.start_line == 3));
    let coloured = tokens::semantic_tokens(&document);
    assert!(coloured.iter().map(|t| t.token_type).collect::<std::collections::BTreeSet<_>>().len() >= 6);
    let untidy = Document::new(&GAME.replace("    (players 2)", "(players   2)"), document.defines());
    assert!(apply(&untidy, &outline::format(&untidy)).contains("    (players 2)"));
}

#[test]
fn hints_name_parameters_count_ranges_and_tell_random_play() {
    let document = document(GAME);
    let played = figures::play(document.game().as_ref().expect("playable"), 20, &|| true);
    assert_eq!(played.games, 20);
    let whole = Range { start: Position::default(), end: position(&document, GAME.len() as u32) };
    let shown = format!("{:?}", hints::hints(&document, whole, Some(&played)));
    assert!(shown.contains("= 3"), "{shown}");
    assert!(shown.contains("random play") && shown.contains("20 games"), "{shown}");
    let lenses = hints::lenses(&document, "file:///a.lud");
    assert!(lenses.iter().any(|l| l.command.as_ref().is_some_and(|c| c.command == "ludarium.play")));
}

/// The text after the action whose title begins like this.
fn after(text: &str, title: &str) -> String {
    let (document, at) = marked(text);
    let range = Range { start: position(&document, at), end: position(&document, at) };
    let found = actions::actions(&document, range, &[]);
    let titles: Vec<&str> = found.iter().map(|a| a.title.as_str()).collect();
    let action = found.iter().find(|a| a.title.starts_with(title)).unwrap_or_else(|| panic!("{titles:?}"));
    apply(&document, &action.edits)
}

#[test]
fn changes_that_are_offered_leave_a_right_text() {
    let mended = after(&GAME.replace("Each)", "Eac¦)"), "write");
    is_right(&mended);
    let extracted = after(&GAME.replace("(sites Empty)", "(¦sites Empty)"), "Extract");
    assert!(extracted.contains("(define \"MySites\""), "{extracted}");
    is_right(&extracted);
    let inlined = after(&GAME.replace("(\"Row\" 4)", "(\"R¦ow\" 4)"), "Inline");
    assert!(inlined.contains("(if (is Line 4)"), "{inlined}");
    is_right(&inlined);
    let choice = after(&GAME.replace("(square 5)", "(square ¦5)"), "Turn");
    assert!(choice.contains("<Square:number>"), "{choice}");
    is_right(&choice);
}

#[test]
fn no_text_and_no_place_makes_it_fall() {
    for text in
        ["", "(", ")", "\"", "(game \"x\" (", "(define", "<a:b>", "(option \"𝄞", "{#1 [", "(game [?] {..})"]
    {
        let document = document(text);
        diagnostics(&document);
        for offset in 0..=text.len() as u32 {
            let at = position(&document, offset);
            hover::hover(&document, at, true);
            completion::completion(&document, at, true);
            definition(&document, offset);
            actions::actions(&document, Range { start: at, end: at }, &[]);
        }
        outline::symbols(&document);
        outline::folds(&document);
        tokens::semantic_tokens(&document);
        hints::lenses(&document, "");
    }
}

#[test]
fn what_games_write_most_comes_first() {
    let results = labels(&GAME.replace("(result Mover Win)", "(result Mover ¦)"));
    assert_eq!(results.first().map(String::as_str), Some("Win"), "{results:?}");
    let roles = labels(&GAME.replace("Each)", "¦)"));
    assert!(
        roles.iter().take(4).any(|l| l == "Each") && roles.iter().take(4).any(|l| l == "P2"),
        "{roles:?}"
    );
    let ends = labels(&GAME.replace("(\"Row\" 4)", "(¦)"));
    assert!(ends.iter().take(10).any(|l| l == "is Line"), "{:?}", &ends[..10]);
    // What is placed belongs to somebody.
    let pieces = labels(&GAME.replace("\"Stone1\"", "\"¦\""));
    assert_eq!(pieces[..3], ["\"Stone1\"", "\"Stone2\"", "\"Stone\""], "{pieces:?}");
    let words = labels(&GAME.replace("(\"Row\" 4)", "(is Li¦)"));
    assert!(words.iter().all(|l| !l.starts_with("(\"")), "definitions that do not fit: {words:?}");
}

#[test]
fn arguments_are_put_in_whole_and_all_at_once() {
    let board = GAME.replace("(board (square 5))", "(\"Bo¦ard\" 5 use:Vertex)");
    let inlined = after(&format!("(define \"Board\" (board (square #1) #2))\n{board}"), "Inline");
    assert!(inlined.contains("(board (square 5) use:Vertex)"), "{inlined}");
    is_right(&inlined);
    let define = "(define \"Two\" (or #1 #2))\n(define \"Turned\" (\"T¦wo\" #2 #1))\n";
    let inlined = after(&format!("{define}{GAME}"), "Inline");
    assert!(inlined.contains("(define \"Turned\" (or #2 #1))"), "{inlined}");
    let (document, at) = marked("(define \"A\" (is Line #¦1))\n(define \"B\" (\"A\" length:3))\n");
    let told = format!("{:?}", hover::hover(&document, position(&document, at), true));
    assert!(told.contains("`length:3`"), "{told}");
}

#[test]
fn options_are_changed_only_where_the_game_is_theirs() {
    let text = "(define \"Dim\" <Size:n>)\n".to_owned()
        + &GAME.replace("(square 5)", "(square <Board:b>)")
        + "\n(option \"Size\" <Size> args:{<n>} {¦\n    (item \"5\" <5> \"Five.\")*\n})\n\n"
        + "(option \"Board\" <Board> args:{<b>} {\n    (item \"D\" <(+ 1 (\"Dim\"))> \"So many.\")*\n})\n";
    let titles = |text: &str| {
        let (document, at) = marked(text);
        let here = Range { start: position(&document, at), end: position(&document, at) };
        let found = actions::actions(&document, here, &[]);
        found.into_iter().map(|a| a.title).collect::<Vec<_>>().join("; ")
    };
    assert!(!titles(&text).contains("Extract"), "{}", titles(&text));
    let inside = text.replace('¦', "").replace("(+ 1 (\"Dim\"))", "(+ 1 (\"D¦im\"))");
    let offered = titles(&inside);
    assert!(offered.contains("Extract") && !offered.contains("Inline"), "{offered}");
}

#[test]
fn one_fix_of_a_problem_is_preferred_and_only_the_kinds_that_were_asked_for_are_offered() {
    let (document, at) = marked(&GAME.replace("Each)", "Eac¦)"));
    let here = Range { start: position(&document, at), end: position(&document, at) };
    let fixes = actions::actions(&document, here, &[lsp_types::CodeActionKind::QUICKFIX]);
    assert!(fixes.len() > 1 && fixes.iter().filter(|a| a.first).count() == 1);
    let others = actions::actions(&document, here, &[lsp_types::CodeActionKind::REFACTOR]);
    assert!(!others.is_empty() && others.iter().all(|a| a.kind.as_str().starts_with("refactor.")));
}

#[test]
fn a_definition_of_the_library_is_found_at_its_name() {
    let (document, at) = marked(&GAME.replace("(if (\"Row\" 4) (result Mover Win))", "(\"Line3¦Win\")"));
    let Some(Target::Library { range, .. }) = definition(&document, at) else { panic!("not found") };
    assert_eq!(range.end.character - range.start.character, "Line3Win".len() as u32);
    assert!(range.start.character > 0);
}

#[test]
fn numbers_of_options_have_no_hints() {
    let text = GAME.replace("(square 5)", "(square <Size:n>)")
        + "\n(option \"Size\" <Size> args:{<n>} {\n    (item \"5\" <5> \"Five.\")*\n})\n";
    is_right(&text);
    let document = document(&text);
    let whole = Range { start: Position::default(), end: position(&document, text.len() as u32) };
    assert!(!format!("{:?}", hints::hints(&document, whole, None)).contains("dim"));
}

#[test]
fn a_very_long_line_is_no_trouble() {
    let document = document(&format!("({}\n", "(".repeat(100_000)));
    let start = std::time::Instant::now();
    outline::folds(&document);
    outline::symbols(&document);
    tokens::semantic_tokens(&document);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

/// An editor at the other end of a connection.
struct Editor {
    connection: lsp_server::Connection,
    asked: i32,
}

impl Editor {
    fn start(folder: &std::path::Path) -> Editor {
        let (server, connection) = lsp_server::Connection::memory();
        std::thread::spawn(move || {
            ludarium_language_server::server::serve(server).map_err(|e| e.to_string())
        });
        let mut editor = Editor { connection, asked: 0 };
        let root = format!("file://{}", folder.display());
        editor.ask("initialize", serde_json::json!({ "capabilities": {}, "rootUri": root }));
        editor.tell("initialized", serde_json::json!({}));
        editor
    }

    fn tell(&self, method: &str, params: serde_json::Value) {
        let told = lsp_server::Notification::new(method.to_owned(), params);
        self.connection.sender.send(told.into()).expect("heard");
    }

    fn next(&self) -> lsp_server::Message {
        self.connection.receiver.recv_timeout(std::time::Duration::from_secs(20)).expect("an answer")
    }

    fn ask(&mut self, method: &str, params: serde_json::Value) -> serde_json::Value {
        self.asked += 1;
        let question = lsp_server::Request::new(self.asked.into(), method.to_owned(), params);
        self.connection.sender.send(question.into()).expect("heard");
        loop {
            if let lsp_server::Message::Response(answer) = self.next() {
                let answer = serde_json::to_value(answer).expect("plain");
                return answer.get("result").cloned().unwrap_or(answer);
            }
        }
    }

    fn open(&self, uri: &str, text: &str) {
        let document = serde_json::json!({ "uri": uri, "languageId": "lud", "version": 1, "text": text });
        self.tell("textDocument/didOpen", serde_json::json!({ "textDocument": document }));
    }

    /// The next diagnostics, as words.
    fn diagnostics(&self) -> String {
        loop {
            if let lsp_server::Message::Notification(told) = self.next() {
                return told.params["diagnostics"].to_string();
            }
        }
    }
}

#[test]
fn the_server_takes_up_saved_definitions_and_forgets_closed_texts() {
    let folder = std::env::temp_dir().join(format!("ludarium-scenario-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut editor = Editor::start(&folder);
    let (game, library) = ("file:///a/game.lud", folder.join("mine.ludef"));
    editor.open(game, &GAME.replace("(\"Row\" 4)", "(\"Trio\")"));
    assert!(editor.diagnostics().contains("Trio"));
    std::fs::write(&library, "(define \"Trio\" (is Line 3))\n").expect("written");
    let saved = serde_json::json!({ "uri": format!("file://{}", library.display()) });
    editor.tell("textDocument/didSave", serde_json::json!({ "textDocument": saved }));
    assert_eq!(editor.diagnostics(), "[]");

    let id = serde_json::json!({ "uri": game });
    editor.tell("textDocument/didClose", serde_json::json!({ "textDocument": id }));
    // A change of a text that is not open, and a question that is none.
    let change = serde_json::json!({ "textDocument": { "uri": game, "version": 2 }, "contentChanges": [{ "text": "(" }] });
    editor.tell("textDocument/didChange", change);
    let at = serde_json::json!({ "textDocument": id, "position": { "line": 0, "character": 1 } });
    assert!(editor.ask("textDocument/hover", at).is_null());
    let refused = editor.ask("workspace/executeCommand", serde_json::json!({ "command": "made up" }));
    assert!(refused["error"]["message"].as_str().is_some_and(|why| why.contains("not offered")), "{refused}");
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// Measures answers at words all over a text: how many places had an answer, and the slowest of each kind.
fn measure(path: &std::path::Path) {
    let text = std::fs::read_to_string(path).expect("readable");
    let start = std::time::Instant::now();
    let document = document(&text);
    let wrong = diagnostics(&document).len();
    let reading = start.elapsed();
    let start = std::time::Instant::now();
    document.english();
    let english = start.elapsed();
    let words: Vec<u32> = (document.parsed.nodes.iter())
        .filter(|node| node.kind == ludarium_syntax::cst::CstKind::Word)
        .map(|node| node.end)
        .collect();
    assert!(!words.is_empty());
    let start = std::time::Instant::now();
    completion::completion(&document, position(&document, words[0]), true);
    let first = start.elapsed();
    let (mut slowest, mut answered) = ([std::time::Duration::ZERO; 2], [0; 2]);
    let sample: Vec<u32> = words.iter().copied().step_by((words.len() / 200).max(1)).collect();
    for &offset in &sample {
        let at = position(&document, offset);
        let start = std::time::Instant::now();
        answered[0] += usize::from(hover::hover(&document, at, false).is_some());
        slowest[0] = slowest[0].max(start.elapsed());
        let start = std::time::Instant::now();
        answered[1] += usize::from(!completion::completion(&document, at, true).is_empty());
        slowest[1] = slowest[1].max(start.elapsed());
    }
    println!(
        "{}: {} bytes, {} nodes expanded, {wrong} problems; reading {reading:?}, English {english:?}, first completion {first:?}; of {} places hover answered {} (slowest {:?}), completion {} (slowest {:?})",
        path.file_name().unwrap_or_default().display(),
        text.len(),
        document.reading().expanded.game.nodes.len(),
        sample.len(),
        answered[0],
        slowest[0],
        answered[1],
        slowest[1]
    );
    assert!(answered.iter().all(|&n| n * 2 > sample.len()), "most words have an answer: {answered:?}");
    // The bar is 50 ms in a release build; slow builds and busy machines get more.
    assert!(slowest.iter().all(|time| time.as_millis() < 500), "{slowest:?}");
}

/// The largest file of the corpus, and the largest that is no reconstruction: there most of the text is in use.
#[test]
fn answers_on_the_largest_files_of_the_corpus_are_quick() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud");
    let mut todo = vec![folder.clone()];
    let mut all: Vec<(u64, std::path::PathBuf)> = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(facts) = entry.metadata() else { continue };
            if facts.is_dir() {
                todo.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| e == "lud") {
                all.push((facts.len(), entry.path()));
            }
        }
    }
    all.sort();
    let Some((_, largest)) = all.last() else {
        println!("skipped: no corpus at {}", folder.display());
        return;
    };
    measure(largest);
    let plain = |path: &std::path::Path| !path.components().any(|c| c.as_os_str() == "reconstruction");
    if let Some((_, path)) = all.iter().rev().find(|(_, path)| plain(path)) {
        measure(path);
    }
}
