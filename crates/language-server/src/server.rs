//! The shell: the language server protocol over standard input and output. It keeps the open texts, hands questions to
//! the core, and does slow work on a second thread: diagnostics of the newest version of each text (older versions are
//! passed over), the English for hovers, random play. It knows files and clocks and decides nothing about the language.

use crate::diagnostics::{Related, diagnostics};
use crate::document::Document;
use crate::figures::{Figures, play};
use crate::names::NameKind;
use crate::navigate::Target;
use crate::questions::{Asking, Refusal};
use crate::{navigate, questions, tokens};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::*;
use ludarium_play::library_defines;
use ludarium_syntax::Defines;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Rules are evaluated by recursion, up to a limit that wants more stack than threads are given.
const STACK: usize = 64 << 20;
/// So many files of a workspace are looked at.
const MOST_FILES: usize = 4000;
/// How the names of files of definitions end.
const DEFINITIONS: [&str; 2] = ["ludef", "def"];
/// Random play of one text: games, and the time they may take together.
const RANDOM_GAMES: u32 = 200;
const RANDOM_TIME: Duration = Duration::from_secs(2);

type Trouble = Box<dyn std::error::Error + Send + Sync>;
/// What random play showed, by text; shared with the thread that plays.
type Played = Arc<Mutex<HashMap<Arc<str>, Figures>>>;
/// The newest document of each text that is open. Its address tells whether a job is about the newest.
type Newest = Arc<Mutex<HashMap<Uri, Arc<Document>>>>;

struct Open {
    version: i32,
    document: Arc<Document>,
}

/// A text for the second thread.
struct Job {
    uri: Uri,
    version: i32,
    document: Arc<Document>,
}

struct Server {
    connection: Connection,
    open: BTreeMap<String, (Uri, Open)>,
    defines: Defines,
    folders: Vec<PathBuf>,
    played: Played,
    newest: Newest,
    jobs: Sender<Job>,
    snippets: bool,
}

/// Serves one editor until it says goodbye.
pub fn run() -> Result<(), Trouble> {
    let (connection, threads) = Connection::stdio();
    serve(connection)?;
    threads.join()?;
    Ok(())
}

/// Serves over a connection.
pub fn serve(connection: Connection) -> Result<(), Trouble> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let answer = InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: "ludarium".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, serde_json::to_value(answer)?)?;
    let mut folders: Vec<PathBuf> =
        params.workspace_folders.iter().flatten().filter_map(|folder| path_of(&folder.uri)).collect();
    // Older editors name one folder.
    #[allow(deprecated)]
    if let (true, Some(root)) = (folders.is_empty(), &params.root_uri) {
        folders.extend(path_of(root));
    }
    let can = |pointer: &str| {
        serde_json::to_value(&params.capabilities).is_ok_and(|c| c.pointer(pointer) == Some(&json!(true)))
    };
    let (jobs, work) = channel();
    let played = Played::default();
    let newest = Newest::default();
    let sender = connection.sender.clone();
    let worker = Worker {
        send: Box::new(move |message| drop(sender.send(message))),
        played: played.clone(),
        newest: newest.clone(),
        refresh: can("/workspace/inlayHint/refreshSupport"),
        folders: folders.clone(),
    };
    std::thread::Builder::new().stack_size(STACK).spawn(move || worker.run(&work))?;
    // The first question about what may be written comes soon.
    std::thread::Builder::new().stack_size(STACK).spawn(crate::completion::prepare)?;
    let snippets = can("/textDocument/completion/completionItem/snippetSupport");
    let defines = workspace_defines(&folders);
    let mut server =
        Server { connection, open: BTreeMap::new(), defines, folders, played, newest, jobs, snippets };
    server.listen()
}

fn capabilities() -> ServerCapabilities {
    let legend = SemanticTokensLegend { token_types: tokens::LEGEND.to_vec(), token_modifiers: Vec::new() };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["(".to_owned(), "\"".to_owned(), " ".to_owned(), ":".to_owned()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend,
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        document_formatting_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        ..ServerCapabilities::default()
    }
}

impl Server {
    fn listen(&mut self) -> Result<(), Trouble> {
        let mut waiting: VecDeque<Message> = VecDeque::new();
        loop {
            let message = match waiting.pop_front() {
                Some(message) => message,
                None => match self.connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(()),
                },
            };
            // What has arrived meanwhile may take a question back.
            waiting.extend(self.connection.receiver.try_iter());
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    let response = if taken_back(&waiting, &request) {
                        let code = ErrorCode::RequestCanceled as i32;
                        Response::new_err(request.id, code, "taken back".to_owned())
                    } else {
                        self.answer(request)
                    };
                    self.connection.sender.send(response.into())?;
                }
                Message::Notification(notification) => self.hear(notification),
                Message::Response(_) => {}
            }
        }
    }

    fn hear(&mut self, notification: Notification) {
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                if let Some(p) = read::<DidOpenTextDocumentParams>(notification.params) {
                    let text = p.text_document;
                    self.take(text.uri, text.version, &text.text);
                }
            }
            "textDocument/didChange" => {
                let Some(p) = read::<DidChangeTextDocumentParams>(notification.params) else { return };
                let uri = p.text_document.uri;
                // A change of a text that is not open has nothing to change.
                let Some(document) = self.document(&uri) else { return };
                let mut text = document.text.to_string();
                for change in p.content_changes {
                    change_text(&mut text, change);
                }
                self.take(uri, p.text_document.version, &text);
            }
            "textDocument/didClose" => {
                if let Some(p) = read::<DidCloseTextDocumentParams>(notification.params) {
                    self.open.remove(p.text_document.uri.as_str());
                    // What the second thread still finds is not told.
                    if let Ok(mut newest) = self.newest.lock() {
                        newest.remove(&p.text_document.uri);
                    }
                    let params = PublishDiagnosticsParams {
                        uri: p.text_document.uri,
                        diagnostics: Vec::new(),
                        version: None,
                    };
                    let told = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
                    let _ = self.connection.sender.send(told.into());
                }
            }
            // Saved definitions change what every text means.
            "textDocument/didSave" => {
                let uri = notification.params.pointer("/textDocument/uri").and_then(Value::as_str);
                if uri.is_some_and(|uri| DEFINITIONS.iter().any(|end| uri.ends_with(&format!(".{end}")))) {
                    self.take_up_definitions();
                }
            }
            "workspace/didChangeWatchedFiles" => self.take_up_definitions(),
            _ => {}
        }
    }

    /// Definitions were saved: the texts that are open are read again with them.
    fn take_up_definitions(&mut self) {
        self.defines = workspace_defines(&self.folders);
        let open = std::mem::take(&mut self.open);
        for (uri, Open { version, document }) in open.into_values() {
            self.take(uri, version, &document.text);
        }
    }

    /// A new version of a text: kept, and given to the second thread.
    fn take(&mut self, uri: Uri, version: i32, text: &str) {
        let document = Arc::new(Document::new(text, &self.defines));
        if let Ok(mut newest) = self.newest.lock() {
            newest.insert(uri.clone(), document.clone());
        }
        let _ = self.jobs.send(Job { uri: uri.clone(), version, document: document.clone() });
        self.open.insert(uri.as_str().to_owned(), (uri, Open { version, document }));
    }

    fn document(&self, uri: &Uri) -> Option<Arc<Document>> {
        self.open.get(uri.as_str()).map(|(_, open)| open.document.clone())
    }

    fn answer(&mut self, request: Request) -> Response {
        let id = request.id.clone();
        match self.result(&request.method, request.params) {
            Ok(value) => Response::new_ok(id, value),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        }
    }

    /// What reaches into other files is answered here, everything else by the text alone.
    fn result(&mut self, method: &str, params: Value) -> Result<Value, (ErrorCode, String)> {
        let refused = |why: String| (ErrorCode::RequestFailed, why);
        match method {
            "textDocument/definition" => {
                let (uri, document, offset) = self.place(params)?;
                let target = navigate::definition(&document, offset);
                Ok(json!(target.and_then(|target| self.location(&uri, target))))
            }
            "textDocument/references" => {
                let with = params.pointer("/context/includeDeclaration") == Some(&json!(true));
                let (uri, document, offset) = self.place(params)?;
                Ok(json!(self.references(&uri, &document, offset, with)))
            }
            "textDocument/rename" => {
                let new = params.get("newName").and_then(Value::as_str).unwrap_or("").to_owned();
                let (uri, document, offset) = self.place(params)?;
                self.rename(&uri, &document, offset, &new).map_err(refused)
            }
            _ => self.own(method, &params),
        }
    }

    /// Answers a question about one text.
    fn own(&self, method: &str, params: &Value) -> Result<Value, (ErrorCode, String)> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or("");
        let Some((_, open)) = self.open.get(uri) else {
            return match method.starts_with("textDocument/") {
                true => Ok(Value::Null),
                false => Err((ErrorCode::MethodNotFound, format!("{method} is not offered"))),
            };
        };
        let figures = self.played.lock().ok().and_then(|all| all.get(&open.document.text).cloned());
        let asking = Asking { snippets: self.snippets, patient: false, figures: figures.as_ref() };
        questions::answer(&open.document, method, params, &asking).map_err(|refusal| match refusal {
            Refusal::Unknown => (ErrorCode::MethodNotFound, format!("{method} is not offered")),
            Refusal::Malformed(why) => (ErrorCode::InvalidParams, why.to_owned()),
            Refusal::Impossible(why) => (ErrorCode::RequestFailed, why),
        })
    }

    fn place(&self, params: Value) -> Result<(Uri, Arc<Document>, u32), (ErrorCode, String)> {
        let wrong = || (ErrorCode::InvalidParams, "no such text, or no position".to_owned());
        let p = read::<TextDocumentPositionParams>(params).ok_or_else(wrong)?;
        let document = self.document(&p.text_document.uri).ok_or_else(wrong)?;
        let offset = document.offset(p.position);
        Ok((p.text_document.uri, document, offset))
    }

    fn location(&self, uri: &Uri, target: Target) -> Option<Location> {
        match target {
            Target::Here(range) => Some(Location { uri: uri.clone(), range }),
            Target::Library { file, range } => {
                Some(Location { uri: library_address(&self.folders, &file)?, range })
            }
        }
    }

    /// The other texts that could speak of a definition: those that are open, and the files of the workspace.
    fn others(&self, uri: &Uri, name: &str) -> Vec<(Uri, Arc<Document>)> {
        let mut found: Vec<(Uri, Arc<Document>)> = Vec::new();
        for (other, open) in self.open.values() {
            if other != uri {
                found.push((other.clone(), open.document.clone()));
            }
        }
        let quoted = format!("\"{name}\"");
        for path in files(&self.folders, &["lud", "ludef", "def"]) {
            let Some(address) = address_of(&path).filter(|a| a != uri && !self.open.contains_key(a.as_str()))
            else {
                continue;
            };
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            if text.contains(&quoted) {
                found.push((address, Arc::new(Document::new(&text, &self.defines))));
            }
        }
        found
    }

    /// A name belongs to its own text, except a definition of a file of definitions: that one is everybody's.
    fn is_shared(document: &Document, name: &str) -> bool {
        let own = document.own_defines().contains_key(name);
        document.only_defines() || !own
    }

    fn references(&self, uri: &Uri, document: &Document, offset: u32, with: bool) -> Vec<Location> {
        let here = navigate::references(document, offset, with);
        let mut found: Vec<Location> =
            here.into_iter().map(|range| Location { uri: uri.clone(), range }).collect();
        let Some((NameKind::Define, name)) = navigate::named(document, offset) else { return found };
        if Server::is_shared(document, &name) {
            for (other, document) in self.others(uri, &name) {
                if !document.only_defines() && !Server::is_shared(&document, &name) {
                    continue;
                }
                for mention in navigate::mentions(&document, NameKind::Define, &name) {
                    if with || !mention.declares {
                        let range = document.range(mention.start, mention.end);
                        found.push(Location { uri: other.clone(), range });
                    }
                }
            }
        }
        found
    }

    fn rename(&self, uri: &Uri, document: &Document, offset: u32, new: &str) -> Result<Value, String> {
        let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        changes.insert(uri.as_str().to_owned(), navigate::rename(document, offset, new)?);
        if let Some((NameKind::Define, name)) = navigate::named(document, offset)
            && document.only_defines()
        {
            for (other, document) in self.others(uri, &name) {
                if !Server::is_shared(&document, &name) {
                    continue;
                }
                let edits: Vec<TextEdit> = navigate::mentions(&document, NameKind::Define, &name)
                    .into_iter()
                    .map(|m| TextEdit { range: document.range(m.start, m.end), new_text: new.to_owned() })
                    .collect();
                if !edits.is_empty() {
                    changes.insert(other.as_str().to_owned(), edits);
                }
            }
        }
        Ok(json!({ "changes": changes }))
    }
}

/// Has a question been taken back, or the text it is about been changed, by something that waits behind it?
fn taken_back(waiting: &VecDeque<Message>, request: &Request) -> bool {
    waiting.iter().any(|message| match message {
        Message::Notification(n) if n.method == "$/cancelRequest" => {
            n.params.get("id").is_some_and(|id| json!(request.id) == *id)
        }
        Message::Notification(_) | Message::Request(_) | Message::Response(_) => false,
    })
}

fn read<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

fn change_text(text: &mut String, change: TextDocumentContentChangeEvent) {
    let Some(range) = change.range else {
        *text = change.text;
        return;
    };
    let lines = crate::lines::Lines::new(text);
    let (start, end) = (lines.offset(text, range.start), lines.offset(text, range.end));
    if start <= end {
        text.replace_range(start as usize..end as usize, &change.text);
    }
}

/// The path of a `file:` address.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let path = uri.as_str().strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(b) = rest.next() {
        let hex = |b: Option<u8>| char::from(b?).to_digit(16);
        bytes.push(if b == b'%' { (hex(rest.next())? * 16 + hex(rest.next())?) as u8 } else { b });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games` on Windows.
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { path[1..].to_owned() } else { path }))
}

fn address_of(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    let path = path.to_str()?.replace('\\', "/");
    if !path.starts_with('/') {
        text.push('/');
    }
    for b in path.bytes() {
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~' | b'/') {
            text.push(char::from(b));
        } else {
            text.push_str(&format!("%{b:02X}"));
        }
    }
    Uri::from_str(&text).ok()
}

/// The files below folders that end in one of these ways, in order.
fn files(folders: &[PathBuf], endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo: Vec<PathBuf> = folders.to_vec();
    let mut seen: HashSet<PathBuf> = HashSet::new();
    while let Some(folder) = todo.pop() {
        if found.len() > MOST_FILES || !seen.insert(folder.clone()) {
            break;
        }
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            let hidden =
                name.to_str().is_none_or(|n| n.starts_with('.') || n == "target" || n == "node_modules");
            if kind.is_dir() && !hidden {
                todo.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|e| endings.iter().any(|x| e == *x)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The library's definitions and those of files in the workspace, which come first.
fn workspace_defines(folders: &[PathBuf]) -> Defines {
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in files(folders, &DEFINITIONS) {
        if let (Ok(text), Some(name)) = (std::fs::read_to_string(&path), path.to_str()) {
            texts.push((name.to_owned(), text));
        }
    }
    if texts.is_empty() {
        return library_defines();
    }
    for file in ludarium_library::define_files() {
        texts.push((file.name.to_owned(), file.text.to_owned()));
    }
    Defines::from_texts(texts)
}

/// Where an editor can open a file of definitions. Those inside this program are written out, to be read.
fn library_address(folders: &[PathBuf], name: &str) -> Option<Uri> {
    if Path::new(name).is_absolute() {
        return address_of(Path::new(name));
    }
    let file = ludarium_library::define_files().iter().find(|file| file.name == name)?;
    let same = |path: &PathBuf| {
        path.file_name().is_some_and(|n| n == name)
            && std::fs::read_to_string(path).is_ok_and(|t| t == file.text)
    };
    if let Some(path) = files(folders, &["ludef"]).into_iter().find(same) {
        return address_of(&path);
    }
    let folder = std::env::temp_dir().join(format!("ludarium-library-{}", env!("CARGO_PKG_VERSION")));
    let path = folder.join(name);
    if !std::fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
        std::fs::create_dir_all(&folder).ok()?;
        std::fs::write(&path, file.text).ok()?;
    }
    address_of(&path)
}

/// The second thread.
struct Worker {
    /// Sends a message to the editor.
    send: Box<dyn Fn(Message) + Send>,
    played: Played,
    newest: Newest,
    refresh: bool,
    folders: Vec<PathBuf>,
}

impl Worker {
    fn run(&self, work: &Receiver<Job>) {
        while let Ok(job) = work.recv() {
            // A short pause lets the next key arrive; of several versions only the newest is looked at.
            std::thread::sleep(Duration::from_millis(40));
            let mut jobs = vec![job];
            jobs.extend(work.try_iter());
            for job in jobs {
                if !self.is_stale(&job) {
                    self.look(&job);
                }
            }
        }
    }

    fn is_stale(&self, job: &Job) -> bool {
        let newest = self.newest.lock();
        newest.is_ok_and(|newest| newest.get(&job.uri).is_none_or(|d| !Arc::ptr_eq(d, &job.document)))
    }

    fn look(&self, job: &Job) {
        let found = diagnostics(&job.document);
        let diagnostics = found.into_iter().map(|found| {
            let related = found.related.into_iter().filter_map(|r| self.related(job, r)).collect::<Vec<_>>();
            let related_information = (!related.is_empty()).then_some(related);
            Diagnostic { related_information, ..found.diagnostic }
        });
        let diagnostics = diagnostics.collect();
        let params =
            PublishDiagnosticsParams { uri: job.uri.clone(), diagnostics, version: Some(job.version) };
        // Nothing may come between the question whether the text is still open and the answer.
        {
            let Ok(newest) = self.newest.lock() else { return };
            if newest.get(&job.uri).is_none_or(|d| !Arc::ptr_eq(d, &job.document)) {
                return;
            }
            self.tell("textDocument/publishDiagnostics", params);
        }
        if job.document.only_defines() || self.is_stale(job) {
            return;
        }
        job.document.english();
        self.play(job);
    }

    fn play(&self, job: &Job) {
        let known = self.played.lock().is_ok_and(|played| played.contains_key(&job.document.text));
        let Ok(game) = job.document.game() else { return };
        if known || self.is_stale(job) {
            return;
        }
        let until = Instant::now() + RANDOM_TIME;
        let figures = play(game, RANDOM_GAMES, &|| Instant::now() < until && !self.is_stale(job));
        if self.is_stale(job) {
            return;
        }
        if let Ok(mut played) = self.played.lock() {
            if played.len() > 50 {
                played.clear();
            }
            played.insert(job.document.text.clone(), figures);
        }
        if self.refresh {
            let id = format!("hints-{}-{}", job.version, job.uri.as_str()).into();
            let request = Request::new(id, "workspace/inlayHint/refresh".to_owned(), Value::Null);
            (self.send)(request.into());
        }
    }

    fn related(&self, job: &Job, related: Related) -> Option<DiagnosticRelatedInformation> {
        let uri = match &related.library {
            None => job.uri.clone(),
            Some(file) => library_address(&self.folders, file)?,
        };
        let location = Location { uri, range: related.range };
        Some(DiagnosticRelatedInformation { location, message: related.words })
    }

    fn tell(&self, method: &str, params: impl Serialize) {
        (self.send)(Notification::new(method.to_owned(), params).into());
    }
}
