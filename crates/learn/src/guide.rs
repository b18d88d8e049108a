//! The guide and the documents that it leads to: the files of `docs`, embedded, so that the portal's Help shows the very pages that
//! stand in the repository.

/// One page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its name in addresses, unique.
    pub name: &'static str,
    /// The file below `docs`.
    pub file: &'static str,
    /// The whole text as Markdown.
    pub text: &'static str,
}

macro_rules! pages {
    ($($name:literal $file:literal)*) => {
        &[$(Page { name: $name, file: $file, text: include_str!(concat!("../../../docs/", $file)) }),*]
    };
}

/// What the guide says before its pages.
pub const INDEX: Page =
    Page { name: "", file: "guide/README.md", text: include_str!("../../../docs/guide/README.md") };

/// The pages of the guide, by what somebody wants to do, and then the documents with the details.
pub fn pages() -> &'static [Page] {
    pages! {
        "play" "guide/play.md"
        "compete" "guide/compete.md"
        "read" "guide/read.md"
        "write" "guide/write.md"
        "study" "guide/study.md"
        "reconstruct" "guide/reconstruct.md"
        "experiment" "guide/experiment.md"
        "programs" "guide/programs.md"
        "host" "guide/host.md"
        "command-line" "command-line.md"
        "concepts" "concepts.md"
        "debugging" "debugging.md"
        "passes" "passes.md"
        "performance" "performance.md"
        "players" "players.md"
        "portal" "portal.md"
        "protocol" "protocol.md"
        "python" "python.md"
        "reconstruction" "reconstruction.md"
    }
}

/// The page with this name.
pub fn page(name: &str) -> Option<&'static Page> {
    pages().iter().find(|page| page.name == name)
}

impl Page {
    /// The heading, without its mark.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// The file below `docs` that a link of this page leads to; nothing for links that leave `docs` or name no file.
    pub fn linked(&self, link: &str) -> Option<String> {
        linked(self.file, link)
    }
}

/// The file below `docs` that a link in another file there leads to; nothing for links that leave `docs` or name no file.
pub fn linked(file: &str, link: &str) -> Option<String> {
    let target = link.split('#').next().unwrap_or_default();
    if target.is_empty() || target.contains(':') || target.starts_with('/') {
        return None;
    }
    let mut path: Vec<&str> = file.split('/').collect();
    path.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                path.pop()?;
            }
            _ => path.push(part),
        }
    }
    Some(path.join("/"))
}
