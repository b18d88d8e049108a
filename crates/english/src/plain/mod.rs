//! The plain style: rules that a person can play from. This file plans the document; phrases are made in the modules
//! beside it.

mod again;
mod aims;
mod common;
mod conditions;
mod equipment;
mod facts;
mod goal;
mod idioms;
mod leaps;
mod lists;
mod maps;
mod moves;
mod notes;
mod nouns;
mod outline;
mod say;
mod shared;
mod turned;
mod words;
mod writer;

use crate::document::{Section, Sentence};
use crate::grammar::{self, sentence};
use crate::{Description, Document, Phrases};
use equipment::Standing;
use facts::{node_of, text_of};
use ludarium_ludemes::checked::{CheckedId, Value};
use writer::{Np, Writer};

pub fn rules(description: &Description<'_>, phrases: Option<&Phrases>) -> Document {
    let mut document = Document::new(description);
    let mut out = std::collections::BTreeSet::new();
    for round in 0..=notes::ROUNDS {
        let mut plan = Plan { w: Writer::new(description, phrases), sections: Vec::new() };
        plan.w.notes.out = out;
        let root = description.game.root;
        if plan.w.id(root) == "match" {
            plan.tell_match(root)
        } else {
            plan.tell_game(root)
        }
        let mut sections = std::mem::take(&mut plan.sections);
        plan.w.put_notes(&mut sections);
        lists::break_up(&mut sections);
        lists::say_once(&mut sections);
        let more = plan.w.too_much(&sections);
        if more.len() > plan.w.notes.out.len() && round < notes::ROUNDS {
            // Some sentences are too long: told again, with parts of them apart.
            out = more;
            continue;
        }
        document.sections = sections;
        document.meter = plan.w.said.measure(description);
        break;
    }
    document
}

struct Plan<'a> {
    w: Writer<'a>,
    sections: Vec<Section>,
}

impl<'a> Plan<'a> {
    fn section(&mut self, heading: &str, sentences: Vec<Sentence>) {
        let sentences: Vec<Sentence> = sentences.into_iter().filter(|s| !s.text.is_empty()).collect();
        if !sentences.is_empty() {
            self.sections.push(Section { heading: heading.to_string(), sentences });
        }
    }

    fn tell_game(&mut self, root: CheckedId) {
        self.w.take(root, "name");
        let goal = self.goal(root);
        self.section("Goal", goal);
        let mut overview = self.players(root);
        overview.extend(self.mode(root));
        let (board, kinds, pieces) = self.equipment(root);
        overview.extend(board);
        self.section("Players and board", overview);
        self.section("Pieces", kinds);
        let Some(rules) = self.w.take_node(root, "rules") else { return };
        if let Some(start) = self.w.take_node(rules, "start") {
            self.start(start);
        }
        self.w.find_shared();
        let play = self.w.take_node(rules, "play");
        let phases = self.w.items(rules, "phases");
        if let Some(play) = play {
            self.play("A turn", play);
        }
        let phases: Vec<CheckedId> = phases.into_iter().filter_map(|a| node_of(Some(a))).collect();
        let titles: Vec<String> = phases.iter().map(|p| self.title_of_phase(*p)).collect();
        if let Some(text) = outline::phases_in_outline(&titles) {
            let at = phases.iter().map(|p| self.w.place(*p)).collect();
            self.section("Phases", vec![Sentence::new(sentence(&text), at)]);
        }
        let last = phases.last().copied();
        for phase in phases {
            self.phase(phase);
        }
        // Told once, with the phase in which most of the game is played.
        if let (Some(_), Some(sentence)) = (last, self.forced_pass())
            && let Some(section) = self.sections.last_mut()
        {
            section.sentences.push(sentence);
        }
        self.pieces(pieces);
        if let Some(meta) = self.w.take_node(rules, "meta") {
            let mut out = Vec::new();
            for name in ["rules", "rule"] {
                for a in self.w.items(meta, name) {
                    if let Some(id) = node_of(Some(a)) {
                        let at = vec![self.w.place(id)];
                        let english = self.w.english(id);
                        let filled = self.w.fill(id, english, false, false);
                        out.push(Sentence::new(sentence(&filled.text), at));
                    }
                }
            }
            self.section("Special rules", out);
        }
        if let Some(end) = self.w.take_node(rules, "end") {
            let out = self.end(end);
            self.section("How the game ends", out);
        }
        self.shared();
    }

    /// What to play for. Told before anything is known to stand in the rules twice, and so in full.
    fn goal(&mut self, root: CheckedId) -> Vec<Sentence> {
        let Some(rules) = self.w.peek_node(root, "rules") else { return Vec::new() };
        let mut ends: Vec<CheckedId> = self.w.peek_node(rules, "end").into_iter().collect();
        for phase in
            facts::items_of(self.w.peek(rules, "phases")).into_iter().filter_map(|a| node_of(Some(a)))
        {
            ends.extend(self.w.peek_node(phase, "end"));
        }
        let mut tests = Vec::new();
        for end in ends {
            for name in ["endRule", "endRules"] {
                tests.extend(
                    facts::items_of(self.w.peek(end, name)).into_iter().filter_map(|a| node_of(Some(a))),
                );
            }
        }
        self.w.goal(&tests).into_iter().collect()
    }

    fn title_of_phase(&self, id: CheckedId) -> String {
        let name = self.w.peek(id, "name").and_then(|a| text_of(Some(a))).unwrap_or("");
        grammar::capital(&grammar::words_of_title(name))
    }

    fn tell_match(&mut self, root: CheckedId) {
        self.w.take(root, "name");
        let goal = "The goal is to win the match: to have the best result of all its games together.";
        self.section("Goal", vec![Sentence::new(goal, vec![self.w.place(root)])]);
        let overview = self.players(root);
        self.section("Players", overview);
        let mut out = Vec::new();
        if let Some(games) = self.w.take_node(root, "games") {
            for name in ["game", "games"] {
                for a in self.w.items(games, name) {
                    let Some(id) = node_of(Some(a)) else { continue };
                    let at = vec![self.w.place(id)];
                    let title =
                        self.w.take(id, "name").and_then(|a| text_of(Some(a))).unwrap_or("").to_string();
                    let option = match self.w.take(id, "option") {
                        Some(a) => format!(" ({})", text_of(Some(a)).unwrap_or("")),
                        None => String::new(),
                    };
                    let mut text = format!("Play “{title}”{option}");
                    if let Some(a) = self.w.take(id, "result") {
                        let np = self.w.np(a, "");
                        text.push_str(&format!("; the winner scores {}", np.text));
                    }
                    if let Some(a) = self.w.take(id, "next") {
                        let np = self.w.np(a, "plusone");
                        text.push_str(&format!("; go on with game {}", np.text));
                    }
                    out.push(Sentence::new(sentence(&text), at));
                }
            }
        }
        let list = vec![Sentence::with_list("The match consists of these games:", Vec::new(), out)];
        self.section("Games", list);
        if let Some(end) = self.w.take_node(root, "end") {
            let out = self.end(end);
            self.section("How the match ends", out);
        }
    }

    fn players(&mut self, root: CheckedId) -> Vec<Sentence> {
        let mut out = Vec::new();
        let Some(players) = self.w.take_node(root, "players") else { return out };
        let at = vec![self.w.place(players)];
        self.w.take(players, "numPlayers");
        let n = self.w.facts.players;
        let text = match n {
            0 => "This game plays by itself, without players".to_string(),
            1 => "This is a game for one player".to_string(),
            _ => format!("This is a game for {} players", grammar::number(n)),
        };
        out.push(Sentence::new(sentence(&text), at.clone()));
        let mut facing = Vec::new();
        for (i, a) in self.w.items(players, "players").into_iter().enumerate() {
            if let Some(p) = node_of(Some(a))
                && let Some(f) = self.w.take(p, "facing")
            {
                facing.push(format!("Player {} plays towards the {}", i + 1, self.w.direction(f)));
            }
        }
        if !facing.is_empty() {
            out.push(Sentence::new(sentence(&grammar::list(&facing, "and")), at));
        }
        out
    }

    fn mode(&mut self, root: CheckedId) -> Vec<Sentence> {
        let many = self.w.facts.players > 1;
        match self.w.take_node(root, "mode") {
            Some(mode) => {
                let at = vec![self.w.place(mode)];
                let text = match self.w.take(mode, "mode").and_then(|a| a.value.word()) {
                    Some("Simultaneous") => "All players move at the same time.",
                    Some("Simulation") => "Everything happens by itself, step by step.",
                    Some(_) | None => "The players take turns, beginning with Player 1.",
                };
                vec![Sentence::new(text, at)]
            }
            None if many => {
                vec![Sentence::new("The players take turns, beginning with Player 1.", Vec::new())]
            }
            None => Vec::new(),
        }
    }

    /// Everything but how pieces move, which is told later.
    fn equipment(&mut self, root: CheckedId) -> (Vec<Sentence>, Vec<Sentence>, Vec<CheckedId>) {
        let mut pieces = Vec::new();
        let mut out = Vec::new();
        let Some(equipment) = self.w.take_node(root, "equipment") else { return (out, Vec::new(), pieces) };
        let mut others = Vec::new();
        for a in self.w.items(equipment, "items") {
            let Some(id) = node_of(Some(a)) else { continue };
            match self.w.id(id) {
                "piece [item]" | "tile" | "card [item]" | "die" | "domino" => pieces.push(id),
                "board" | "boardless" | "mancalaBoard" | "surakartaBoard" => out.extend(self.w.item(id)),
                _ => others.push(id),
            }
        }
        let mut kinds = self.kinds(&pieces);
        for id in others {
            // What becomes of pieces belongs to the pieces; everything else lies on the table.
            let told = self.w.item(id);
            let of_pieces =
                self.w.id(id) == "map" && self.w.piece_table(text_of(self.w.peek(id, "name"))).is_some();
            if of_pieces { kinds.extend(told) } else { out.extend(told) }
        }
        (out, kinds, pieces)
    }

    /// Who has which kinds of pieces.
    fn kinds(&mut self, pieces: &[CheckedId]) -> Vec<Sentence> {
        let mut owners: Vec<(String, Vec<String>, Vec<crate::Place>)> = Vec::new();
        let mut facts = Vec::new();
        for &id in pieces {
            let name = self.w.take(id, "name").or_else(|| self.w.take(id, "label"));
            let name = text_of(name).unwrap_or("piece").to_string();
            let word = self.w.take(id, "role").and_then(|a| a.value.word()).unwrap_or("Shared");
            let words = grammar::words_of_name(&name);
            let at = self.w.place(id);
            match owners.iter_mut().find(|(o, _, _)| o == word) {
                Some((_, names, places)) => {
                    if !names.contains(&words) {
                        names.push(words.clone());
                    }
                    places.push(at);
                }
                None => owners.push((word.to_string(), vec![words.clone()], vec![at])),
            }
            let owned = match word {
                "Each" | "Shared" | "Neutral" | "All" => words.clone(),
                role => format!("{} {words}", grammar::possessive(&self.w.role(role).text)),
            };
            for text in self.w.piece_facts(id, &owned) {
                facts.push(Sentence::new(sentence(&text), vec![at]));
            }
        }
        // The same list for every player is a list for each.
        let players: Vec<usize> = (0..owners.len()).filter(|i| owners[*i].0.starts_with('P')).collect();
        if let Some(&first) = players.first()
            && players.len() as i64 == self.w.facts.players
            && players.len() > 1
            && players.iter().all(|i| owners[*i].1 == owners[first].1)
        {
            let mut merged = owners[first].clone();
            merged.0 = "Each".to_string();
            owners.retain(|o| !o.0.starts_with('P'));
            match owners.iter_mut().find(|o| o.0 == "Each") {
                Some(each) => each
                    .1
                    .splice(0..0, merged.1.into_iter().filter(|n| !each.1.contains(n)).collect::<Vec<_>>())
                    .for_each(drop),
                None => owners.insert(0, merged),
            }
        }
        let mut out = Vec::new();
        for (owner, names, at) in owners {
            let plural: Vec<String> = names
                .iter()
                .map(|n| if is_sign(n) { format!("“{n}”") } else { grammar::plural(n) })
                .collect();
            let list = grammar::list(&plural, "and");
            let text = match owner.as_str() {
                "Each" if self.w.facts.players == 1 => format!("You play with {list}"),
                "Each" => format!("Each player has {list}"),
                "Shared" | "All" => format!("All players use the same {list}"),
                "Neutral" => format!("There are neutral pieces, which belong to nobody: {list}"),
                role => {
                    let who = self.w.role(role);
                    let has = if who.number == grammar::Number::You { "have" } else { "has" };
                    format!("{} {has} {list}", who.text)
                }
            };
            let text = if self.w.facts.players == 1 {
                text.replace("All players use the same", "The pieces are")
            } else {
                text
            };
            out.push(Sentence::new(sentence(&text), at));
        }
        out.extend(facts);
        out
    }

    fn start(&mut self, start: CheckedId) {
        let mut out = Vec::new();
        let mut standing = Standing::default();
        for name in ["rules", "rule"] {
            for a in self.w.items(start, name) {
                if let Some(id) = node_of(Some(a)) {
                    out.extend(self.w.start_rule(id, &mut standing));
                }
            }
        }
        let mut placed = Vec::new();
        let texts = standing.texts();
        for ((owner, parts, ids), text) in standing.owners.iter().zip(texts) {
            let at: Vec<crate::Place> = ids.iter().map(|id| self.w.place(*id)).collect();
            if parts.len() > 3 {
                let list = parts
                    .iter()
                    .zip(ids)
                    .map(|(p, id)| {
                        Sentence::new(grammar::capital(&grammar::tidy(p)), vec![self.w.place(*id)])
                    })
                    .collect();
                let lead = match owner.as_str() {
                    "" => "Place these pieces:".to_string(),
                    "Neutral pieces" => "Neutral pieces:".to_string(),
                    owner => format!("{owner} starts with:"),
                };
                placed.push(Sentence::with_list(lead, at, list));
            } else {
                placed.push(Sentence::new(sentence(&text), at));
            }
        }
        placed.extend(out);
        self.section("Setup", placed);
    }

    fn play(&mut self, heading: &str, play: CheckedId) {
        let Some(moves) = self.w.take(play, "moves") else { return };
        let names = self.w.names.clone();
        let say = self.w.moves(moves);
        self.w.names = names;
        let lead = if self.w.facts.players == 0 { "At each step," } else { "On your turn," };
        let mut out = say.lay(lead);
        self.outline_first(moves, &mut out);
        out.extend(self.forced_pass());
        self.section(heading, out);
    }

    /// What no clause says and every game has: without a legal move one passes, unless the end of the game is about that.
    fn forced_pass(&self) -> Option<Sentence> {
        let about = facts::clauses_of(self.w.c, &["no Moves", "move Pass", "pass [moves]"]);
        let ends = facts::clauses_of(self.w.c, &["if [end]", "forEach [end]"]);
        let stuck = |end: CheckedId| {
            let test = self.w.peek(end, "test").or_else(|| self.w.peek(end, "if"));
            test.is_some_and(|t| self.w.contains(t, "can Move"))
        };
        let told = about.count() > 0 || ends.into_iter().any(stuck);
        let turns = self.w.facts.players > 1
            && facts::clauses_of(self.w.c, &["mode"])
                .all(|m| self.w.peek_word(m, "mode").is_none_or(|w| w == "Alternating"));
        (turns && !told).then(|| Sentence::new("A player who has no legal move passes.", Vec::new()))
    }

    /// Long rules of a turn begin with an outline.
    fn outline_first(&self, moves: &ludarium_ludemes::checked::Arg, out: &mut Vec<Sentence>) {
        let long = out.iter().map(|s| s.lines().len()).sum::<usize>() > 5;
        if let (true, Some(id)) = (long, node_of(Some(moves)))
            && let Some(text) = self.w.outline(id)
        {
            out.insert(0, Sentence::new(sentence(&text), vec![self.w.place(id)]));
        }
    }

    fn phase(&mut self, id: CheckedId) {
        let title = self.title_of_phase(id);
        self.w.take(id, "name");
        let mut out = Vec::new();
        let at = vec![self.w.place(id)];
        if let Some(a) = self.w.take(id, "role") {
            let who = self.w.np(a, "player");
            if who.text != "all players" && who.text != "each player" {
                out.push(Sentence::new(sentence(&format!("This phase is for {}", who.text)), at.clone()));
            }
        }
        if let Some(mode) = self.w.take_node(id, "mode") {
            let text = match self.w.take(mode, "mode").and_then(|a| a.value.word()) {
                Some("Simultaneous") => "In this phase all players move at the same time.",
                Some("Simulation") => "In this phase everything happens by itself.",
                Some(_) | None => "In this phase the players take turns.",
            };
            out.push(Sentence::new(text, at.clone()));
        }
        if let Some(play) = self.w.take_node(id, "play")
            && let Some(moves) = self.w.take(play, "moves")
        {
            let names = self.w.names.clone();
            let say = self.w.moves(moves);
            self.w.names = names;
            let mut told = say.lay("On your turn,");
            self.outline_first(moves, &mut told);
            out.extend(told);
        }
        if let Some(end) = self.w.take_node(id, "end") {
            out.extend(self.end(end));
        }
        for slot in ["nextPhase", "nextPhases"] {
            for a in self.w.items(id, slot) {
                let Some(next) = node_of(Some(a)) else { continue };
                let at = vec![self.w.place(next)];
                let who = self.w.take(next, "role").or_else(|| self.w.take(next, "player"));
                let who = who.map(|a| self.w.np(a, "player"));
                let to = match self.w.take(next, "phaseName") {
                    Some(a) => format!(
                        "the phase “{}”",
                        grammar::capital(&grammar::words_of_title(text_of(Some(a)).unwrap_or("")))
                    ),
                    None => "the next phase".to_string(),
                };
                let cond = self.w.take(next, "condition").map(|c| self.w.cond(c));
                let goes = match who {
                    Some(w) if w.number == grammar::Number::You => format!("you go on to {to}"),
                    Some(w) if w.text == "each player" || w.text == "all players" => {
                        format!("the game goes on to {to}")
                    }
                    Some(w) => format!("{} {} on to {to}", w.text, grammar::verb("goes", w.number, false)),
                    None => format!("the game goes on to {to}"),
                };
                let text = match cond {
                    Some(c) => format!("When {}, {goes}", c.trim_end_matches(',')),
                    None => format!("After this, {goes}"),
                };
                out.push(Sentence::new(sentence(&text), at));
            }
        }
        self.section(&format!("Phase: {title}"), out);
    }

    /// How each kind of piece moves.
    fn pieces(&mut self, pieces: Vec<CheckedId>) {
        let mut out: Vec<Sentence> = Vec::new();
        let mut told: Vec<CheckedId> = Vec::new();
        for &id in &pieces {
            let Some(moves) = self.w.take(id, "generator") else { continue };
            let rule = node_of(Some(moves));
            let alike = |w: &Writer<'_>, other: CheckedId| {
                let theirs = w.peek_node(other, "generator");
                rule.is_some() && w.shape_of(rule) == w.shape_of(theirs)
            };
            if told.contains(&id) {
                continue;
            }
            let same: Vec<CheckedId> = pieces
                .iter()
                .copied()
                .filter(|o| *o != id && !told.contains(o) && alike(&self.w, *o))
                .collect();
            for other in &same {
                told.push(*other);
                self.w.take(*other, "generator");
                if let (Some(a), Some(b)) = (rule, self.w.peek_node(*other, "generator")) {
                    self.w.shared.copies.push((a, b));
                }
            }
            let name = self.w.peek(id, "name").or_else(|| self.w.peek(id, "label"));
            let name = grammar::words_of_name(text_of(name).unwrap_or("piece"));
            let role = self.w.peek_word(id, "role").unwrap_or("Each");
            let who = match role {
                "Each" | "Shared" | "Neutral" | "All" => grammar::a(&name),
                other => format!("{} {name}", grammar::possessive(&self.w.role(other).text)),
            };
            let mut all = vec![who];
            for other in &same {
                let name = self.w.peek(*other, "name").or_else(|| self.w.peek(*other, "label"));
                let name = grammar::words_of_name(text_of(name).unwrap_or("piece"));
                all.push(match self.w.peek_word(*other, "role").unwrap_or("Each") {
                    "Each" | "Shared" | "Neutral" | "All" => grammar::a(&name),
                    role => format!("{} {name}", grammar::possessive(&self.w.role(role).text)),
                });
            }
            all.dedup();
            let who = grammar::list(&all, "or");
            let s = self.w.noun();
            let names = self.w.names.clone();
            self.w.names.from = format!("its {}", s.one);
            self.w.names.last_to = format!("its new {}", s.one);
            self.w.names.last_from = format!("the {} it left", s.one);
            let before = self.w.shared.telling;
            if same.len() + 1 >= self.w.times(rule) {
                self.w.shared.telling = rule;
            }
            let say = self.w.moves(moves);
            self.w.shared.telling = before;
            self.w.names = names;
            let sentences = say.lay(&format!("{} may", grammar::capital(&who)));
            let mut whole = say::fold(sentences);
            whole.at.push(self.w.place(id));
            whole.at.extend(same.iter().map(|other| self.w.place(*other)));
            out.push(whole);
        }
        if out.is_empty() {
            return;
        }
        let several = out.len() > 1;
        let mut sentences = Vec::new();
        sentences.extend(self.w.hand_rule());
        sentences.extend(shared::capture_once(&self.w, &mut out));
        if several {
            sentences.push(Sentence::with_list("The pieces move as follows:", Vec::new(), out));
        } else {
            sentences.extend(out);
        }
        self.section("How the pieces move", sentences);
    }

    fn shared(&mut self) {
        let out = self.w.tell_shared();
        self.section("Rules used above", out);
    }

    fn end(&mut self, end: CheckedId) -> Vec<Sentence> {
        let mut rules: Vec<CheckedId> = Vec::new();
        for name in ["endRule", "endRules"] {
            for a in self.w.items(end, name) {
                rules.extend(node_of(Some(a)));
            }
        }
        let mut out = Vec::new();
        for rule in rules {
            out.extend(self.end_rule(rule));
        }
        if out.len() > 1 {
            vec![Sentence::with_list("After each move these rules are looked at in order:", Vec::new(), out)]
        } else {
            out
        }
    }

    fn end_rule(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.w.place(id)];
        match self.w.id(id) {
            "if [end]" => {
                // After a move that is always followed by another, the next to move is the same player.
                let of_next = self.w.peek_node(id, "result").and_then(|r| self.w.peek_word(r, "who"));
                if of_next == Some("Next")
                    && self.w.again_always()
                    && self.w.names.next.text == "your opponent"
                    && self.w.peek(id, "test").is_some_and(|t| self.w.contains(t, "no Moves"))
                {
                    let next = std::mem::replace(&mut self.w.names.next, Np::one("the next player to move"));
                    let told = self.end_rule(id);
                    self.w.names.next = next;
                    return told;
                }
                let label = self.idiom(id);
                let Some(test) = self.w.take(id, "test") else { return Vec::new() };
                let cond = self.w.condition(test);
                let listed = cond.wants_list();
                let head = format!("{label}if {}", cond.text.trim_end_matches(','));
                let mut subs: Vec<CheckedId> = Vec::new();
                for name in ["sub", "subs"] {
                    for a in self.w.items(id, name) {
                        subs.extend(node_of(Some(a)));
                    }
                }
                let result = self.w.take_node(id, "result").map(|r| self.result(r));
                if subs.is_empty() {
                    let result = result.unwrap_or_else(|| vec!["the game ends".to_string()]);
                    if let [one] = result.as_slice() {
                        if listed {
                            let text = format!("{label}{one}, if {}:", cond.announced());
                            return vec![Sentence::with_list(sentence(&text), at, cond.items())];
                        }
                        return vec![Sentence::new(sentence(&format!("{head}, {one}")), at)];
                    }
                    let (first, rest) = result.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
                    let list = rest.iter().map(|r| Sentence::new(sentence(r), Vec::new())).collect();
                    return vec![Sentence::with_list(sentence(&format!("{head}, {first}:")), at, list)];
                }
                let mut list = Vec::new();
                for sub in subs {
                    list.extend(self.end_rule(sub));
                }
                if let Some(result) = result {
                    list.push(Sentence::new(
                        sentence(&format!("Otherwise, {}", result.join(" "))),
                        Vec::new(),
                    ));
                }
                vec![Sentence::with_list(sentence(&format!("{head}:")), at, list)]
            }
            "forEach [end]" => {
                let who = match self.w.take(id, "type") {
                    Some(a) => match a.value.word() {
                        Some("Player" | "All" | "Each") | None => "any player".to_string(),
                        Some(_) => format!("any of {}", self.w.np(a, "player").text),
                    },
                    None => "any player".to_string(),
                };
                let track = self.w.take(id, "trackType").is_some();
                let single = who.strip_prefix("any of ").filter(|w| *w == "your opponent").map(Np::one);
                let any = single.is_none() && who == "any player" && !track;
                let one = single.clone().unwrap_or_else(|| Np::one("that player"));
                let before = std::mem::replace(&mut self.w.names.player, one);
                let cond = self.w.take(id, "if").map(|c| self.w.cond(c)).unwrap_or_default();
                let result = self.w.take_node(id, "result").map(|r| self.result(r)).unwrap_or_default();
                self.w.names.player = before;
                if single.is_some() {
                    return vec![Sentence::new(sentence(&format!("if {cond}, {}", result.join(" "))), at)];
                }
                if any && cond.starts_with("that player ") {
                    let text = cond.replacen("that player ", "a player ", 1);
                    return vec![Sentence::new(sentence(&format!("if {text}, {}", result.join(" "))), at)];
                }
                let lead = if track { "For any track".to_string() } else { format!("For {who}") };
                vec![Sentence::new(sentence(&format!("{lead}: if {cond}, {}", result.join(" "))), at)]
            }
            _ => {
                let result = self.result(id);
                vec![Sentence::new(sentence(&result.join(" ")), at)]
            }
        }
    }

    /// The name that players give to an end.
    fn idiom(&self, id: CheckedId) -> &'static str {
        let w = &self.w;
        let Some(test) = w.peek_node(id, "test") else { return "" };
        let result = w.peek_node(id, "result");
        let outcome = result.and_then(|r| w.peek_word(r, "result")).unwrap_or("");
        let mut threatened = false;
        let mut stuck = false;
        let mut todo = vec![test];
        while let Some(n) = todo.pop() {
            match w.id(n) {
                "is Threatened" => threatened = true,
                "can Move" | "no Moves" => stuck = true,
                _ => {}
            }
            for arg in w.c.node(n).args.iter().flatten() {
                if w.id(n) != "can Move" {
                    todo.extend(arg.clauses());
                }
            }
        }
        match (threatened, stuck, outcome) {
            (true, true, "Win" | "Loss") => "Checkmate: ",
            (false, true, "Draw") if w.id(test) == "no Moves" => "Stalemate: ",
            _ => "",
        }
    }

    fn result(&mut self, id: CheckedId) -> Vec<String> {
        match self.w.id(id) {
            "result" => {
                let who = self.w.take(id, "who").map(|a| self.w.np(a, "player")).unwrap_or_else(Np::you);
                let all = who.text == "all players" || who.text == "each player";
                let one = self.w.facts.players < 2;
                let text = match self.w.take(id, "result").and_then(|a| a.value.word()) {
                    Some("Win") if one => "you have won".to_string(),
                    Some("Loss") if one => "you have lost".to_string(),
                    Some("Win") => format!("{} {}", who.text, grammar::verb("wins", who.number, false)),
                    Some("Loss") if all => "everybody loses".to_string(),
                    Some("Loss") => format!("{} {}", who.text, grammar::verb("loses", who.number, false)),
                    Some("Draw") if all || who.text == "you" || self.w.facts.players == 2 => {
                        "the game is a draw".to_string()
                    }
                    Some("Draw") => format!("the game is a draw for {}", who.text),
                    Some("Tie") => "the game is a tie".to_string(),
                    Some("Abandon") => "the game is abandoned without a result".to_string(),
                    Some(_) | None => "the game ends".to_string(),
                };
                vec![text]
            }
            "byScore" => {
                let low = matches!(self.w.take(id, "misere").map(|a| &a.value), Some(Value::Bool(true)));
                let which = if low { "lowest" } else { "highest" };
                let scores = self.w.items(id, "scores");
                if scores.is_empty() {
                    return vec![format!("the game ends and the player with the {which} score wins")];
                }
                let mut out =
                    vec![format!("the game ends and the player with the {which} score wins, where")];
                for s in scores {
                    if let Some(n) = node_of(Some(s)) {
                        let english = self.w.english(n);
                        let filled = self.w.fill(n, english, false, false);
                        out.push(filled.text);
                    }
                }
                out
            }
            "payoffs" => {
                let mut parts = Vec::new();
                for p in self.w.items(id, "payoffs") {
                    if let Some(n) = node_of(Some(p)) {
                        let english = self.w.english(n);
                        let filled = self.w.fill(n, english, false, false);
                        parts.push(filled.text);
                    }
                }
                vec![format!("the game ends: {}", grammar::list(&parts, "and"))]
            }
            _ => Vec::new(),
        }
    }
}

/// A piece called by one letter or sign is not put in the plural.
fn is_sign(name: &str) -> bool {
    name.chars().count() <= 2
}
