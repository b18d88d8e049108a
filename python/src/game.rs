//! Games as Python objects: found, read, described, and with the spaces that learning programs want.

use crate::state::State;
use ludarium_environment::chance::{Chance, throws};
use ludarium_environment::{ActionSpace, Environment};
use ludarium_play::{
    Defines, LoadError, Problem, Selection, library_defines, read, render, resolve_selection,
};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

create_exception!(
    ludarium,
    GameError,
    PyValueError,
    "A game that cannot be made; the text says where its description is wrong."
);

/// A game: rules that can be played. Cheap to copy and to share between threads.
#[pyclass(frozen, module = "ludarium")]
#[derive(Clone)]
pub struct Game {
    pub(crate) env: Environment,
    /// The name it was asked for by, or the path.
    source: String,
    text: String,
    asked: Selection,
    chance: std::sync::Arc<OnceLock<Chance>>,
}

/// The definitions are read once.
fn defines() -> &'static Defines {
    static DEFINES: OnceLock<Defines> = OnceLock::new();
    DEFINES.get_or_init(library_defines)
}

/// The description of a game that a match names: of the library, or of the tree of descriptions that the match lies in.
fn find_part(of: &str, name: &str) -> Option<String> {
    if let Ok(found) = ludarium_play::find(name) {
        return Some(found.text.to_owned());
    }
    let root = Path::new(of).ancestors().find(|a| a.file_name().is_some_and(|n| n == "lud"))?;
    let wanted = name.to_lowercase();
    let mut open: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "lud")
                && path.file_stem().is_some_and(|stem| stem.to_string_lossy().to_lowercase() == wanted)
            {
                return std::fs::read_to_string(path).ok();
            }
        }
    }
    None
}

fn make(source: String, text: String, asked: Selection) -> Result<Game, String> {
    let selection = resolve_selection(&text, &asked).map_err(|why| why.to_string())?;
    let reading = read(&source, &text, defines(), &selection);
    let sources = reading.sources();
    let tell = |problems: &[Problem]| {
        let shown: Vec<String> =
            problems.iter().filter(|p| p.is_error()).map(|p| render(p, &sources, false)).collect();
        if shown.is_empty() { "the description has faults".to_owned() } else { shown.join("\n") }
    };
    let game = ludarium_play::Game::from_reading(reading, &|name| find_part(&source, name));
    let game = game.map_err(|why| match why {
        LoadError::Faulty(problems) => tell(&problems),
        LoadError::NotInLibrary(_) => why.to_string(),
    })?;
    Ok(Game { env: Environment::new(&game), source, text, asked, chance: Default::default() })
}

/// The games of the library: the key by which each is loaded, and its title.
#[pyfunction]
pub fn games() -> Vec<(&'static str, &'static str)> {
    ludarium_play::games().iter().map(|game| (game.key, game.title)).collect()
}

impl Game {
    pub(crate) fn rules_of(&self) -> &ludarium_play::Game {
        self.env.game()
    }
    pub(crate) fn part(&self, name: &str) -> Option<String> {
        find_part(&self.source, name)
    }
    fn space(&self) -> &ActionSpace {
        self.env.actions()
    }
}

#[pymethods]
impl Game {
    /// A game of the library by any of its names, or a file.
    #[staticmethod]
    #[pyo3(signature = (name, options = Vec::new(), ruleset = None))]
    fn load(py: Python<'_>, name: &str, options: Vec<String>, ruleset: Option<String>) -> PyResult<Game> {
        let asked = Selection { options, ruleset };
        let text = if Path::new(name).is_file() {
            std::fs::read_to_string(name).map_err(|why| PyOSError::new_err(format!("{name}: {why}")))?
        } else {
            match ludarium_play::find(name) {
                Ok(found) => found.text.to_owned(),
                Err(_) if name.ends_with(".lud") || name.contains(std::path::is_separator) => {
                    return Err(pyo3::exceptions::PyFileNotFoundError::new_err(format!(
                        "{name}: no such file"
                    )));
                }
                Err(unknown) => return Err(GameError::new_err(unknown.to_string())),
            }
        };
        py.detach(|| make(name.to_owned(), text, asked)).map_err(GameError::new_err)
    }

    /// The game that a description describes.
    #[staticmethod]
    #[pyo3(signature = (text, options = Vec::new(), ruleset = None, source = String::new()))]
    fn from_text(
        py: Python<'_>,
        text: String,
        options: Vec<String>,
        ruleset: Option<String>,
        source: String,
    ) -> PyResult<Game> {
        py.detach(|| make(source, text, Selection { options, ruleset })).map_err(GameError::new_err)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Vec<String>, Option<String>, String))> {
        let make = py.get_type::<Game>().getattr("from_text")?;
        let asked = &self.asked;
        Ok((make, (self.text.clone(), asked.options.clone(), asked.ruleset.clone(), self.source.clone())))
    }

    fn __eq__(&self, other: &Game) -> bool {
        (&self.text, &self.asked) == (&other.text, &other.asked)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.text, &self.asked.options, &self.asked.ruleset).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Game {}>", self.rules_of().name)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.rules_of().name
    }
    #[getter]
    fn id(&self) -> String {
        self.env.id()
    }
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }
    #[getter]
    fn options(&self) -> Vec<String> {
        self.asked.options.clone()
    }
    #[getter]
    fn ruleset(&self) -> Option<String> {
        self.asked.ruleset.clone()
    }
    /// What may be chosen: each heading with its items, for `options=["Heading/Item"]`.
    #[getter]
    fn available_options(&self) -> Vec<(String, Vec<String>)> {
        let options = self.rules_of().reading().map(|r| &r.expanded.options[..]).unwrap_or_default();
        let items =
            |c: &ludarium_syntax::OptionCategory| c.items.iter().map(|i| i.name.to_string()).collect();
        options.iter().map(|c| (c.heading.to_string(), items(c))).collect()
    }
    /// The rulesets that the description names, for `ruleset=`.
    #[getter]
    fn available_rulesets(&self) -> Vec<String> {
        let rulesets = self.rules_of().reading().map(|r| &r.expanded.rulesets[..]).unwrap_or_default();
        rulesets.iter().filter(|r| !r.settings.is_empty()).map(|r| r.name.to_string()).collect()
    }
    #[getter]
    fn num_players(&self) -> usize {
        self.rules_of().players
    }
    #[getter]
    fn num_agents(&self) -> usize {
        self.env.agents()
    }
    #[getter]
    fn num_actions(&self) -> usize {
        self.space().size()
    }
    #[getter]
    fn sites(&self) -> Vec<String> {
        self.env.observations().sites().to_vec()
    }
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.env.observations().planes().to_vec()
    }
    #[getter]
    fn globals(&self) -> Vec<String> {
        self.env.observations().globals().to_vec()
    }
    #[getter]
    fn observation_size(&self) -> usize {
        self.env.observations().size()
    }
    /// Where the parts of the action space begin and how large they are.
    #[getter]
    fn action_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let space = self.space();
        let out = PyDict::new(py);
        out.set_item("wait", (0, 1))?;
        out.set_item("pass", (1, 1))?;
        out.set_item("swap", (2, 1))?;
        out.set_item("sites", (3, space.sites()))?;
        let pairs = if space.has_pairs() { space.sites() * space.sites() } else { 0 };
        out.set_item("pairs", (3 + space.sites(), pairs))?;
        out.set_item("named", (3 + space.sites() + pairs, space.named()))?;
        Ok(out)
    }
    /// What an action means in every position.
    fn action_name(&self, action: u32) -> String {
        self.space().describe(self.rules_of(), action)
    }
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.rules_of().mode == ludarium_engine::Mode::Simultaneous
    }
    #[getter]
    fn has_hidden_information(&self) -> bool {
        let rules = self.rules_of();
        rules.uses.hidden || rules.subgames.iter().any(|s| s.game.uses.hidden)
    }
    /// `none`, `dice` (throws can be listed) or `sampled`.
    #[getter]
    fn chance(&self) -> &'static str {
        match self.chance.get_or_init(|| Chance::of(self.rules_of())) {
            Chance::None => "none",
            Chance::Dice => "dice",
            Chance::Sampled => "sampled",
        }
    }
    /// All throws of the dice: faces (site, index), values, probability.
    fn throws(&self) -> Vec<(Vec<(i32, i32)>, Vec<i32>, f64)> {
        let all = throws(self.rules_of()).unwrap_or_default();
        all.into_iter().map(|t| (t.faces, t.values, t.probability)).collect()
    }
    #[getter]
    fn move_limit(&self) -> i32 {
        self.rules_of().move_limit
    }

    /// The beginning of a game. The seed decides all chance in it.
    #[pyo3(signature = (seed = 0))]
    fn start(&self, seed: u64) -> State {
        State { game: self.clone(), state: self.rules_of().start(seed) }
    }

    /// The rules in English: `text`, `markdown` or `html`.
    #[pyo3(signature = (format = "text", width = 80))]
    fn rules(&self, format: &str, width: usize) -> PyResult<String> {
        let rules =
            self.rules_of().rules().ok_or_else(|| GameError::new_err("the description was not kept"))?;
        match format {
            "text" => Ok(rules.text(width)),
            "markdown" => Ok(rules.markdown()),
            "html" => Ok(rules.html()),
            other => Err(PyValueError::new_err(format!("{other}: text, markdown or html is wanted"))),
        }
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let rules = self.rules_of().rules().map(|r| r.html()).unwrap_or_default();
        Ok(format!("<div>{}</div>{rules}", self.rules_of().start(0).svg(None)))
    }
}
