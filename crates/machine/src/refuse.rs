//! Why a game is not compiled: the kind of rule that has no lowering yet, in words that can be counted.

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refusal {
    /// A kind of node, such as `Region` or `state`.
    pub family: &'static str,
    /// Which one.
    pub what: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.family, self.what)
    }
}

pub fn refuse<T>(family: &'static str, what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { family, what: what.into() })
}

/// The name of a node: what its text begins with.
pub fn head(debug: &str) -> String {
    debug.chars().take_while(|c| c.is_alphanumeric()).collect()
}
