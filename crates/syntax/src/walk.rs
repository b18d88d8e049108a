//! Puts bodies and arguments in place. Knows parameters, markers and where arguments end; refuses to know what a
//! definition or an option looks like (`definitions` does) or how words join (`build` does).
//!
//! A definition's body and an option's argument are walked where they are used; arguments are carried along
//! unexpanded, as places in the text together with the parameters that are in force there. So each use costs what
//! it adds to the result, and nothing is copied. The walk is a flat loop with its own stack, and every step is
//! counted against [`Limits`].

use crate::build::{Builder, OpenKind, Step, Stop, unroll};
use crate::cst::{CstKind, Parsed};
use crate::definitions::{Choices, Definition, Library, marker};
use crate::diagnose::{Problem, nearest};
use crate::expand::{Limits, Spent, is_option};
use crate::lex::{Bracket, lex};
use crate::options::{Chosen, OptionCategory, Paths, Ruleset};
use crate::span::Span;
use crate::tree::{Origin, OriginId, Tree};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, ToSmolStr};
use std::borrow::Cow;
use std::rc::Rc;

/// A piece of text on its way: where it is written, which parameters and which chain of uses are in force there,
/// and whether a blank stands before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Atom {
    doc: u32,
    node: u32,
    env: u32,
    origin: Option<OriginId>,
    gap: bool,
}

/// The arguments of one use of a definition. Number 0 is the outside, without parameters.
#[derive(Default)]
pub(crate) struct Env {
    args: Vec<Rc<[Atom]>>,
    params: u8,
    depth: usize,
}

/// What is still to be walked.
pub(crate) enum Frame {
    /// Neighbours in a text, from node `at` up to `end`.
    Nodes { doc: u32, at: u32, end: u32, last_byte: u32, close_byte: u32, env: u32, origin: Option<OriginId> },
    /// The pieces of an argument.
    Atoms { atoms: Rc<[Atom]>, at: usize },
    /// A bracket to close.
    Close,
}

/// The walk through a description and everything it uses.
pub(crate) struct Walk<'a> {
    /// The game is number 0; the library's files follow.
    pub(crate) docs: Vec<&'a Parsed>,
    pub(crate) limits: &'a Limits,
    pub(crate) library: &'a Library,
    pub(crate) in_file: FxHashMap<SmolStr, Definition>,
    pub(crate) choices: Choices<'a>,
    pub(crate) paths: &'a Paths,
    pub(crate) rulesets: &'a [Ruleset],
    pub(crate) chosen: &'a Chosen,
    pub(crate) envs: Vec<Env>,
    pub(crate) builder: Builder<'a>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) in_metadata: bool,
    pub(crate) spent: Spent,
    /// Pieces looked at, so that work without result is bounded too.
    pub(crate) work: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn take_tree(&mut self) -> (Tree, Vec<Problem>) {
        self.frames.clear();
        self.envs.truncate(1);
        let builder = std::mem::replace(&mut self.builder, Builder::new(self.limits));
        let (tree, problems) = builder.finish();
        self.spent.nodes += tree.nodes.len();
        (tree, problems)
    }

    fn span(&self, doc: u32, node: u32) -> Span {
        self.docs[doc as usize].span(node)
    }

    /// Walks one top-level node to the end.
    pub(crate) fn run(&mut self, root: u32) -> Step {
        self.builder.gap()?;
        self.atom(Atom { doc: 0, node: root, env: 0, origin: None, gap: true })?;
        while let Some(frame) = self.frames.last_mut() {
            match frame {
                Frame::Close => {
                    self.frames.pop();
                    self.builder.close()?;
                }
                Frame::Atoms { atoms, at } => {
                    let next = atoms.get(*at).copied();
                    *at += 1;
                    match next {
                        Some(atom) => self.atom(atom)?,
                        None => {
                            self.frames.pop();
                        }
                    }
                }
                Frame::Nodes { doc, at, end, last_byte, close_byte, env, origin } => {
                    if at == end {
                        let gap = *close_byte > *last_byte;
                        self.frames.pop();
                        if gap {
                            self.builder.gap()?;
                        }
                        continue;
                    }
                    let node = self.docs[*doc as usize].nodes[*at as usize];
                    let atom = Atom {
                        doc: *doc,
                        node: *at,
                        env: *env,
                        origin: *origin,
                        gap: node.start > *last_byte,
                    };
                    *at = node.after;
                    *last_byte = node.end;
                    self.atom(atom)?;
                }
            }
        }
        Ok(())
    }

    fn count_work(&mut self, atom: Atom) -> Step {
        self.work += 1;
        // Generous: what is looked at and then dropped is normally a small part of what is kept.
        if self.work > self.limits.nodes.saturating_mul(4) {
            let span = self.span(atom.doc, atom.node);
            let what = format!("expanding takes more than {} steps", self.limits.nodes.saturating_mul(4));
            return Err(self.builder.over_limit(
                "E0221",
                span,
                atom.origin,
                what,
                "fewer or smaller defines".into(),
            ));
        }
        Ok(())
    }

    /// Walks one piece.
    fn atom(&mut self, atom: Atom) -> Step {
        self.count_work(atom)?;
        if atom.gap {
            self.builder.gap()?;
        }
        let doc = self.docs[atom.doc as usize];
        let node = doc.nodes[atom.node as usize];
        let span = Span::new(doc.file, node.start, node.end);
        match node.kind {
            CstKind::Word => {
                self.builder.word(&doc.text[node.start as usize..node.end as usize], span, atom.origin)
            }
            CstKind::Colon => self.builder.colon(span, atom.origin),
            CstKind::Param(n) => match self.param(atom.env, n) {
                Some(atoms) => {
                    self.frames.push(Frame::Atoms { atoms, at: 0 });
                    Ok(())
                }
                None => {
                    self.leftover_param(n, span, atom);
                    self.builder.word(doc.slice(atom.node), span, atom.origin)
                }
            },
            CstKind::Text => self.text(atom, span),
            CstKind::Group(Bracket::Angle) => self.marker(atom, span),
            CstKind::Group(Bracket::Round) => self.call(atom, span),
            CstKind::Group(Bracket::Curly) => self.enter(atom, OpenKind::Set, span),
            CstKind::Group(Bracket::Square) => self.enter(atom, OpenKind::Hole, span),
            CstKind::Opener(Bracket::Curly) => self.builder.open(OpenKind::Set, span, atom.origin),
            CstKind::Opener(Bracket::Square) => self.builder.open(OpenKind::Hole, span, atom.origin),
            CstKind::Opener(Bracket::Round | Bracket::Angle) => {
                self.builder.open(OpenKind::Call, span, atom.origin)
            }
            CstKind::Closer(_) => self.builder.close(),
        }
    }

    fn leftover_param(&mut self, n: u8, span: Span, atom: Atom) {
        let message = format!("`#{n}` stands for nothing here");
        let help = match atom.env {
            0 => "parameters belong into the body of a define".to_string(),
            _ => format!(
                "parameters are counted without gaps: the body uses #{n} but not every number before it"
            ),
        };
        self.builder.problem(Problem::error("E0204", span, message).help(help), atom.origin);
    }

    /// What a parameter stands for; `None` when it is not replaced at all.
    fn param(&self, env: u32, n: u8) -> Option<Rc<[Atom]>> {
        let env = &self.envs[env as usize];
        if n > env.params {
            return None;
        }
        Some(env.args.get(n as usize - 1).cloned().unwrap_or_else(|| Rc::from([])))
    }

    /// Opens a bracket and goes inside.
    fn enter(&mut self, atom: Atom, kind: OpenKind, span: Span) -> Step {
        self.builder.open(kind, span, atom.origin)?;
        self.frames.push(Frame::Close);
        self.push_inside(atom);
        Ok(())
    }

    fn push_inside(&mut self, atom: Atom) {
        let node = self.docs[atom.doc as usize].nodes[atom.node as usize];
        self.frames.push(Frame::Nodes {
            doc: atom.doc,
            at: atom.node + 1,
            end: node.after,
            last_byte: node.start + 1,
            close_byte: node.end.saturating_sub(1),
            env: atom.env,
            origin: atom.origin,
        });
    }

    /// A string: a use of a definition if it is spelled like one, otherwise itself.
    fn text(&mut self, atom: Atom, span: Span) -> Step {
        let doc = self.docs[atom.doc as usize];
        let value = self.string(atom)?;
        if !self.is_protected(atom) {
            if let Some(definition) = self.lookup(&value) {
                let name = value.to_smolstr();
                return self.use_definition(definition, name, Vec::new(), span, atom);
            }
            if self.in_metadata && value.ends_with("_ai") {
                return Ok(());
            }
        }
        let text = if doc.nodes[atom.node as usize].special || matches!(value, Cow::Owned(_)) {
            self.finish_string(&value)
        } else {
            value.to_smolstr()
        };
        self.builder.text(text, span, atom.origin)
    }

    /// Escapes, ranges and blanks of a string that has such.
    fn finish_string(&mut self, value: &str) -> SmolStr {
        let mut text = Cow::Borrowed(value);
        if text.contains("\\\"") {
            text = text.replace("\\\"", "'").into();
        }
        if !self.in_metadata {
            if text.contains("..")
                && let Ok(unrolled) = unroll(&text, self.limits.range)
            {
                text = unrolled.into();
            }
            if text.contains(['\n', '\t', '\r']) || text.contains("  ") {
                text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ").into();
            }
        }
        text.to_smolstr()
    }

    /// Does the word `game`, `match` or `instance` stand right before? Then a string is a name whatever it spells.
    fn is_protected(&self, atom: Atom) -> bool {
        let doc = self.docs[atom.doc as usize];
        let Some(before) = atom.node.checked_sub(1) else { return false };
        doc.nodes[before as usize].kind == CstKind::Word
            && matches!(doc.slice(before), "game" | "match" | "instance")
    }

    fn lookup(&self, name: &str) -> Option<Definition> {
        if let Some(found) = self.in_file.get(name) {
            return Some(*found);
        }
        if self.in_metadata && !name.ends_with("_ai") {
            return None;
        }
        self.library.by_name.get(name).copied()
    }

    /// What stands between the quotes of a string, with parameters and markers replaced.
    fn string(&mut self, atom: Atom) -> Result<Cow<'a, str>, Stop> {
        let doc = self.docs[atom.doc as usize];
        let raw = doc.inner(atom.node);
        if !doc.nodes[atom.node as usize].special || !raw.contains(['#', '<']) {
            return Ok(Cow::Borrowed(raw));
        }
        let mut out = String::new();
        // Strings in strings multiply; names do not need much.
        let mut fuel = 10_000;
        self.write_string(atom, &mut out, &mut fuel);
        if fuel == 0 {
            let span = self.span(atom.doc, atom.node);
            let what = "this string grows without end when its parameters are replaced".to_string();
            return Err(self.builder.over_limit("E0222", span, atom.origin, what, "a shorter string".into()));
        }
        Ok(Cow::Owned(out))
    }

    /// Goes as deep as definitions are nested, which is limited; `fuel` bounds the length of the result.
    fn write_string(&self, atom: Atom, out: &mut String, fuel: &mut usize) {
        let mut rest = self.docs[atom.doc as usize].inner(atom.node);
        while let Some(at) = rest.find(['#', '<']) {
            *fuel = fuel.saturating_sub(1 + at / 16);
            if *fuel == 0 {
                return;
            }
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let digit = rest.as_bytes().get(1).copied().filter(|b| (b'1'..=b'9').contains(b));
            let mut taken = 0;
            if let (true, Some(digit)) = (rest.starts_with('#'), digit) {
                if let Some(atoms) = self.param(atom.env, digit - b'0') {
                    self.write_argument(&atoms, out, fuel);
                    taken = 2;
                }
            } else if let Some(end) = rest.find(['>', ' ', '"']).filter(|_| rest.starts_with('<'))
                && let Some((_, _, argument)) = self.choices.argument(&rest[..=end])
            {
                let slice = self.docs[0].slice(argument);
                *fuel = fuel.saturating_sub(slice.len() / 16);
                // An argument that is never closed has no second angle.
                let inside = slice.strip_prefix('<').unwrap_or(slice);
                let inside = inside.strip_suffix('>').unwrap_or(inside);
                out.push_str(one_line(inside).trim_matches('"'));
                taken = end + 1;
            }
            if taken == 0 {
                taken = 1;
                out.push_str(&rest[..1]);
            }
            rest = &rest[taken..];
        }
        *fuel = fuel.saturating_sub(rest.len() / 16);
        out.push_str(rest);
    }

    /// An argument as text, for use inside a string.
    fn write_argument(&self, atoms: &[Atom], out: &mut String, fuel: &mut usize) {
        for (i, atom) in atoms.iter().enumerate() {
            *fuel = fuel.saturating_sub(1);
            if *fuel == 0 {
                return;
            }
            if atom.gap && i > 0 {
                out.push(' ');
            }
            let doc = self.docs[atom.doc as usize];
            match doc.nodes[atom.node as usize].kind {
                CstKind::Text => self.write_string(*atom, out, fuel),
                CstKind::Word
                | CstKind::Colon
                | CstKind::Param(_)
                | CstKind::Group(_)
                | CstKind::Opener(_)
                | CstKind::Closer(_) => {
                    let slice = doc.slice(atom.node);
                    *fuel = fuel.saturating_sub(slice.len() / 16);
                    if slice.len() < 24 && !slice.contains([' ', '\n', '\t']) {
                        out.push_str(slice);
                    } else {
                        out.push_str(&one_line(slice));
                    }
                }
            }
        }
    }

    /// `<Tag>` or `<Tag:argument>`.
    fn marker(&mut self, atom: Atom, span: Span) -> Step {
        let doc = self.docs[atom.doc as usize];
        let slice = doc.slice(atom.node);
        let Some((category, item, argument)) = self.resolve_marker(atom) else {
            self.unknown_marker(slice, span, atom);
            return Ok(());
        };
        self.count_step(span, atom.origin)?;
        let origin = self.option_origin(category, item, argument, span, atom.origin);
        self.push_inside(Atom { doc: 0, node: argument, env: atom.env, origin: Some(origin), gap: false });
        Ok(())
    }

    fn resolve_marker(&self, atom: Atom) -> Option<(usize, usize, u32)> {
        // Options replace text of the game before any library definition is read.
        if atom.doc != 0 {
            return None;
        }
        self.choices.argument(self.docs[0].slice(atom.node))
    }

    fn option_origin(
        &mut self,
        category: usize,
        item: usize,
        argument: u32,
        used_at: Span,
        outer: Option<OriginId>,
    ) -> OriginId {
        let name = self.choices.categories[category].path(item).into();
        let defined_at = self.docs[0].span(argument);
        self.builder.add_origin(Origin { name, defined_at, used_at, outer })
    }

    fn unknown_marker(&mut self, slice: &str, span: Span, atom: Atom) {
        let categories = self.choices.categories;
        let mut problem = Problem::error("E0209", span, format!("no option fills the marker `{slice}`"));
        if let (true, Some((tag, arg))) = (self.builder.suggests(), marker(slice)) {
            let same: Vec<&OptionCategory> = categories.iter().filter(|c| c.tag == tag).collect();
            let near: Vec<&OptionCategory> =
                if same.is_empty() { categories.iter().collect() } else { same.clone() };
            let names: Vec<String> = if same.is_empty() && arg.is_none() {
                near.iter().map(|c| c.tag.to_string()).collect()
            } else {
                near.iter().flat_map(|c| c.args.iter().map(move |a| format!("{}:{a}", c.tag))).collect()
            };
            let wanted = match arg {
                None if same.is_empty() => tag.to_string(),
                None | Some(_) => format!("{tag}:{}", arg.unwrap_or("")),
            };
            let known = names.contains(&wanted);
            let item = categories.iter().zip(&self.chosen.items).find(|(c, _)| c.tag == tag);
            if let (true, Some((category, Some(chosen)))) = (known, item) {
                let path = category.path(*chosen);
                problem.message = format!("the item {path:?} gives no text for the marker `{slice}`");
                problem = problem
                    .label(category.items[*chosen].span.first_byte(), "this item")
                    .help("give it as many arguments `<…>` as `args:{…}` names");
            } else if let Some(near) = nearest(&wanted, names.iter().map(String::as_str)) {
                problem = problem.help(format!("did you mean `<{near}>`?"));
            } else if !names.is_empty() {
                problem = problem.help(format!("the markers are: <{}>", names.join("> <")));
            } else {
                problem =
                    problem.help("declare it with (option \"Heading\" <Tag> args:{ <name> } { (item …) })");
            }
        }
        self.builder.problem(problem, atom.origin);
    }

    fn count_step(&mut self, span: Span, origin: Option<OriginId>) -> Step {
        self.spent.steps += 1;
        if self.spent.steps > self.limits.steps {
            let what = format!("more than {} defines and markers are used", self.limits.steps);
            let wanted = "defines that do not multiply".to_string();
            return Err(self.builder.over_limit("E0221", span, origin, what, wanted));
        }
        Ok(())
    }

    /// A round bracket: a use of a definition, one of the clauses that are taken out, or an ordinary clause.
    fn call(&mut self, atom: Atom, span: Span) -> Step {
        let doc = self.docs[atom.doc as usize];
        let node = doc.nodes[atom.node as usize];
        let Some(first) = doc.children(Some(atom.node)).next() else {
            return self.enter(atom, OpenKind::Call, span);
        };
        let head = doc.nodes[first as usize];
        match head.kind {
            CstKind::Word => {
                match doc.head(atom.node) {
                    Some("define" | "rulesets") => return Ok(()),
                    Some("option") if is_option(doc, atom.node) => return Ok(()),
                    Some("useFor") if self.in_metadata => return self.use_for(atom, span),
                    _ => {}
                }
                self.enter(atom, OpenKind::Call, span)
            }
            CstKind::Text | CstKind::Param(_) | CstKind::Group(Bracket::Angle)
                if head.start == node.start + 1 =>
            {
                let mut atoms = Vec::new();
                self.flatten(atom, &mut atoms)?;
                let name = match atoms.first() {
                    Some(a)
                        if !a.gap
                            && self.docs[a.doc as usize].nodes[a.node as usize].kind == CstKind::Text =>
                    {
                        let touching = atoms.get(1).is_none_or(|b| b.gap || self.is_group(*b));
                        if touching { Some(self.string(*a)?) } else { None }
                    }
                    _ => None,
                };
                if let Some(name) = name {
                    if let Some(definition) = self.lookup(&name) {
                        let name = name.to_smolstr();
                        let args = self.arguments(&atoms[1..], definition)?;
                        return self.use_definition(definition, name, args, span, atom);
                    }
                    self.unknown_define(&name, span, atoms[0]);
                }
                self.enter(atom, OpenKind::Call, span)
            }
            CstKind::Text
            | CstKind::Param(_)
            | CstKind::Group(_)
            | CstKind::Colon
            | CstKind::Opener(_)
            | CstKind::Closer(_) => self.enter(atom, OpenKind::Call, span),
        }
    }

    fn is_group(&self, atom: Atom) -> bool {
        matches!(self.docs[atom.doc as usize].nodes[atom.node as usize].kind, CstKind::Group(_))
    }

    /// `("Name" …)` with no such definition. In the metadata a string may lead a clause, so nothing is said there.
    fn unknown_define(&mut self, name: &str, span: Span, head: Atom) {
        if self.in_metadata {
            return;
        }
        let mut known: Vec<&str> = Vec::new();
        if self.builder.suggests() {
            known.extend(self.in_file.keys().chain(self.library.by_name.keys()).map(SmolStr::as_str));
            known.sort_unstable();
        }
        let help = match nearest(name, known) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("add (define {name:?} …), or remove the brackets if it is only a name"),
        };
        let span = if head.doc == 0 && span.file == self.docs[0].file {
            self.span(head.doc, head.node)
        } else {
            span
        };
        let problem = Problem::error("E0203", span, format!("there is no define called {name:?}")).help(help);
        self.builder.problem(problem, head.origin);
    }

    /// The pieces inside a bracket as they stand once parameters and markers are replaced.
    fn flatten(&mut self, group: Atom, out: &mut Vec<Atom>) -> Step {
        let doc = self.docs[group.doc as usize];
        let whole = doc.nodes[group.node as usize];
        let mut last_byte = whole.start + 1;
        let mut pending_gap = false;
        for id in doc.children(Some(group.node)) {
            let node = doc.nodes[id as usize];
            let gap = node.start > last_byte || pending_gap;
            pending_gap = false;
            last_byte = node.end;
            let atom = Atom { doc: group.doc, node: id, env: group.env, origin: group.origin, gap };
            self.count_work(atom)?;
            match node.kind {
                CstKind::Param(n) => match self.param(group.env, n) {
                    Some(atoms) => {
                        for (i, a) in atoms.iter().enumerate() {
                            self.count_work(atom)?;
                            out.push(Atom { gap: if i == 0 { gap } else { a.gap }, ..*a });
                        }
                        pending_gap = atoms.is_empty() && gap;
                    }
                    None => out.push(atom),
                },
                CstKind::Group(Bracket::Angle) => match self.resolve_marker(atom) {
                    Some((category, item, argument)) => {
                        let used_at = self.span(group.doc, id);
                        self.count_step(used_at, group.origin)?;
                        let origin = self.option_origin(category, item, argument, used_at, group.origin);
                        let from = out.len();
                        // An option's argument holds no markers, so this goes one level deep.
                        let inside =
                            Atom { doc: 0, node: argument, env: group.env, origin: Some(origin), gap };
                        let trailing = self.flatten_argument(inside, out)?;
                        match out.get_mut(from) {
                            Some(first) => first.gap |= gap,
                            None => pending_gap = gap,
                        }
                        pending_gap |= trailing;
                    }
                    None => out.push(atom),
                },
                CstKind::Group(Bracket::Round | Bracket::Curly | Bracket::Square)
                | CstKind::Word
                | CstKind::Text
                | CstKind::Colon
                | CstKind::Opener(_)
                | CstKind::Closer(_) => out.push(atom),
            }
        }
        Ok(())
    }

    /// The pieces of an option's argument; tells whether a blank stands before its `>`.
    fn flatten_argument(&mut self, argument: Atom, out: &mut Vec<Atom>) -> Result<bool, Stop> {
        let doc = self.docs[argument.doc as usize];
        let whole = doc.nodes[argument.node as usize];
        let mut last_byte = whole.start + 1;
        for id in doc.children(Some(argument.node)) {
            let node = doc.nodes[id as usize];
            let gap = node.start > last_byte;
            last_byte = node.end;
            let atom = Atom { doc: argument.doc, node: id, env: argument.env, origin: argument.origin, gap };
            self.count_work(atom)?;
            match (node.kind, self.param_of(node.kind, argument.env)) {
                (CstKind::Param(_), Some(atoms)) => {
                    for (i, a) in atoms.iter().enumerate() {
                        self.count_work(atom)?;
                        out.push(Atom { gap: if i == 0 { gap } else { a.gap }, ..*a });
                    }
                }
                _ => out.push(atom),
            }
        }
        Ok(whole.end.saturating_sub(1) > last_byte)
    }

    fn param_of(&self, kind: CstKind, env: u32) -> Option<Rc<[Atom]>> {
        match kind {
            CstKind::Param(n) => self.param(env, n),
            CstKind::Group(_)
            | CstKind::Word
            | CstKind::Text
            | CstKind::Colon
            | CstKind::Opener(_)
            | CstKind::Closer(_) => None,
        }
    }

    /// Divides the pieces after a definition's name into arguments: a bracket or string at the start of an
    /// argument ends it, a bracket after a label does too, and blanks end everything else.
    fn arguments(&mut self, atoms: &[Atom], callee: Definition) -> Result<Vec<Rc<[Atom]>>, Stop> {
        let mut args: Vec<Rc<[Atom]>> = Vec::new();
        let mut current: Vec<Atom> = Vec::new();
        let mut spliced: Vec<Atom> = Vec::new();
        let mut ended = false;
        let atoms = if atoms.iter().any(|a| self.splices(*a, callee).is_some()) {
            self.splice(atoms, callee, &mut spliced)?;
            &spliced[..]
        } else {
            atoms
        };
        for &atom in atoms {
            if (atom.gap || ended) && !current.is_empty() {
                args.push(Rc::from(current.as_slice()));
                current.clear();
            }
            let kind = self.docs[atom.doc as usize].nodes[atom.node as usize].kind;
            let after_colon = current
                .last()
                .is_some_and(|a| self.docs[a.doc as usize].nodes[a.node as usize].kind == CstKind::Colon);
            ended = match kind {
                CstKind::Group(_) => current.is_empty() || after_colon,
                CstKind::Text => current.is_empty(),
                CstKind::Word
                | CstKind::Colon
                | CstKind::Param(_)
                | CstKind::Opener(_)
                | CstKind::Closer(_) => false,
            };
            current.push(Atom { gap: atom.gap && !current.is_empty(), ..atom });
        }
        if !current.is_empty() {
            args.push(Rc::from(current.as_slice()));
        }
        for arg in &mut args {
            let placeholder = match arg.as_ref() {
                [one] => self.docs[one.doc as usize].slice(one.node) == "~",
                _ => false,
            };
            if placeholder {
                *arg = Rc::from([]);
            }
        }
        Ok(args)
    }

    /// The definition an argument names, when it must be replaced before the arguments are counted: definitions of
    /// the file come before those of the library, and one whose body is not a single node changes the count.
    fn splices(&self, atom: Atom, callee: Definition) -> Option<(Definition, SmolStr)> {
        if callee.doc == 0 {
            return None;
        }
        let doc = self.docs[atom.doc as usize];
        let head = match doc.nodes[atom.node as usize].kind {
            CstKind::Text => atom,
            CstKind::Group(Bracket::Round) => {
                let first = doc.children(Some(atom.node)).next()?;
                if doc.nodes[first as usize].kind != CstKind::Text {
                    return None;
                }
                Atom { node: first, ..atom }
            }
            CstKind::Group(_)
            | CstKind::Word
            | CstKind::Colon
            | CstKind::Param(_)
            | CstKind::Opener(_)
            | CstKind::Closer(_) => return None,
        };
        // A name with parameters in it is left for later: it changes no count that a game relies on.
        let name = doc.inner(head.node);
        let definition = self.in_file.get(name).copied().filter(|d| !d.single)?;
        Some((definition, name.to_smolstr()))
    }

    fn splice(&mut self, atoms: &[Atom], callee: Definition, out: &mut Vec<Atom>) -> Step {
        for &atom in atoms {
            let Some((definition, name)) = self.splices(atom, callee) else {
                out.push(atom);
                continue;
            };
            let span = self.span(atom.doc, atom.node);
            let mut inner = Vec::new();
            let args = if self.is_group(atom) {
                self.flatten(atom, &mut inner)?;
                self.arguments_of_inner(&inner)
            } else {
                Vec::new()
            };
            let (env, origin) = self.begin(definition, name, args, span, atom)?;
            let doc = self.docs[definition.doc as usize];
            let clause = doc.nodes[definition.clause as usize];
            let mut last_byte = doc.nodes.get(definition.body as usize).map_or(0, |n| n.start);
            let mut at = definition.body;
            let from = out.len();
            while at < clause.after {
                let node = doc.nodes[at as usize];
                let piece = Atom {
                    doc: definition.doc,
                    node: at,
                    env,
                    origin: Some(origin),
                    gap: node.start > last_byte,
                };
                last_byte = node.end;
                at = node.after;
                self.count_work(piece)?;
                match self.param_of(node.kind, env) {
                    Some(atoms) => {
                        for (i, a) in atoms.iter().enumerate() {
                            self.count_work(piece)?;
                            out.push(Atom { gap: if i == 0 { piece.gap } else { a.gap }, ..*a });
                        }
                    }
                    None => out.push(piece),
                }
            }
            if let Some(first) = out.get_mut(from) {
                first.gap |= atom.gap;
            }
        }
        Ok(())
    }

    /// Arguments of a use that is itself an argument: divided by blanks and brackets, nothing spliced further.
    fn arguments_of_inner(&mut self, atoms: &[Atom]) -> Vec<Rc<[Atom]>> {
        let local = Definition { doc: 0, clause: 0, body: 0, params: 0, single: true, nested: false };
        self.arguments(atoms.get(1..).unwrap_or(&[]), local).unwrap_or_default()
    }

    /// Goes into the body of a definition.
    fn use_definition(
        &mut self,
        definition: Definition,
        name: SmolStr,
        args: Vec<Rc<[Atom]>>,
        used_at: Span,
        atom: Atom,
    ) -> Step {
        let (env, origin) = self.begin(definition, name, args, used_at, atom)?;
        let doc = self.docs[definition.doc as usize];
        let end = doc.nodes[definition.clause as usize].after;
        let Some(first) = doc.nodes.get(definition.body as usize).filter(|_| definition.body < end) else {
            return Ok(());
        };
        self.frames.push(Frame::Nodes {
            doc: definition.doc,
            at: definition.body,
            end,
            last_byte: first.start,
            close_byte: 0,
            env,
            origin: Some(origin),
        });
        Ok(())
    }

    /// Counts a use, and makes its parameters and its link in the chain of uses.
    fn begin(
        &mut self,
        definition: Definition,
        name: SmolStr,
        args: Vec<Rc<[Atom]>>,
        used_at: Span,
        atom: Atom,
    ) -> Result<(u32, OriginId), Stop> {
        self.count_step(used_at, atom.origin)?;
        let depth = self.envs[atom.env as usize].depth + 1;
        self.spent.depth = self.spent.depth.max(depth);
        if depth > self.limits.depth {
            let what =
                format!("{name:?} is used inside itself, or more than {} defines deep", self.limits.depth);
            let wanted = "defines that do not use themselves".to_string();
            return Err(self.builder.over_limit("E0225", used_at, atom.origin, what, wanted));
        }
        if args.len() > usize::from(definition.params) && atom.origin.is_none() {
            let takes = match definition.params {
                0 => "takes no argument".to_string(),
                1 => "takes 1 argument".to_string(),
                n => format!("takes {n} arguments"),
            };
            let given =
                if args.len() == 1 { "1 is given".to_string() } else { format!("{} are given", args.len()) };
            let message = format!("{name:?} {takes}, but {given}; what is too many is ignored");
            self.builder.problem(Problem::warning("E0228", used_at, message), None);
        }
        let doc = self.docs[definition.doc as usize];
        let defined_at = doc.span(definition.clause);
        let origin = self.builder.add_origin(Origin { name, defined_at, used_at, outer: atom.origin });
        let args = if definition.nested { Vec::new() } else { args };
        self.envs.push(Env { args, params: definition.params, depth });
        Ok((self.envs.len() as u32 - 1, origin))
    }

    /// `(useFor {"Heading/Item" …} items…)`: the items count if all that is named is in force.
    fn use_for(&mut self, atom: Atom, span: Span) -> Step {
        let doc = self.docs[atom.doc as usize];
        let mut inside = doc.children(Some(atom.node)).skip(1);
        let Some(condition) = inside.next() else { return Ok(()) };
        let names: Vec<u32> = match doc.nodes[condition as usize].kind {
            CstKind::Text => vec![condition],
            CstKind::Group(Bracket::Curly) => doc
                .children(Some(condition))
                .filter(|&n| doc.nodes[n as usize].kind == CstKind::Text)
                .collect(),
            CstKind::Group(_)
            | CstKind::Word
            | CstKind::Colon
            | CstKind::Param(_)
            | CstKind::Opener(_)
            | CstKind::Closer(_) => {
                let problem = Problem::error("E0217", span.first_byte(), "this `useFor` names no option")
                    .wanted("(useFor {\"Heading/Item\" …} items…)");
                self.builder.problem(problem, atom.origin);
                return Ok(());
            }
        };
        let mut holds = true;
        for name in names {
            let value = self.string(Atom { node: name, ..atom })?.into_owned();
            let item = self.paths.find(&value);
            let active = item.is_some_and(|(c, i)| self.chosen.items[c] == Some(i));
            let ruleset = self.rulesets.iter().position(|r| r.name == value);
            if ruleset.is_none() && item.is_none() && self.builder.suggests() {
                let rulesets = self.rulesets.iter().map(|r| r.name.to_string());
                let options =
                    self.choices.categories.iter().flat_map(|c| (0..c.items.len()).map(|i| c.path(i)));
                let known: Vec<String> = rulesets.chain(options).collect();
                let mut problem = Problem::error(
                    "E0218",
                    doc.span(name),
                    format!("`useFor` names {value:?}, which is neither an option nor a ruleset"),
                );
                if let Some(near) = nearest(&value, known.iter().map(String::as_str)) {
                    problem = problem.help(format!("did you mean {near:?}?"));
                }
                self.builder.problem(problem, atom.origin);
            }
            holds &= active || (ruleset.is_some() && ruleset == self.chosen.ruleset);
        }
        if holds {
            let node = doc.nodes[atom.node as usize];
            let last_byte = doc.nodes[condition as usize].end;
            self.frames.push(Frame::Nodes {
                doc: atom.doc,
                at: doc.nodes[condition as usize].after,
                end: node.after,
                last_byte,
                close_byte: node.end,
                env: atom.env,
                origin: atom.origin,
            });
        }
        Ok(())
    }
}

/// A piece of source on one line, for use inside a string: without comments, without blanks beside brackets and
/// colons, so that the layout of the source does not matter.
fn one_line(source: &str) -> String {
    let solid = |c: char| matches!(c, '(' | ')' | '{' | '}' | '[' | ']' | ':');
    let mut out = String::with_capacity(source.len());
    for token in lex(source) {
        let piece = &source[token.start as usize..token.end as usize];
        if token.is_trivia() {
            if !out.ends_with(|c: char| solid(c) || c == ' ') && !out.is_empty() {
                out.push(' ');
            }
            continue;
        }
        if out.ends_with(' ') && piece.starts_with(solid) {
            out.pop();
        }
        out.push_str(piece);
    }
    if out.ends_with(' ') {
        out.pop();
    }
    out
}
