//! The devices of the language: what is no ludeme and yet part of a description (defines, options, ranges, numbers of
//! sites …). They are described in `docs/language/devices.md`, which is embedded; this module only cuts it in sections.

use std::sync::OnceLock;

const PAGE: &str = include_str!("../../../docs/language/devices.md");

/// One section of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The name that others refer to: `define`.
    pub mark: &'static str,
    pub title: &'static str,
    /// The first paragraph, as one line.
    pub doc: String,
    /// The whole section without its heading, as Markdown.
    pub text: &'static str,
}

impl Device {
    /// The first listing of the section.
    pub fn example(&self) -> &'static str {
        let listing = self.text.split("```").nth(1).unwrap_or_default();
        listing.split_once('\n').map_or("", |(_, body)| body.trim_end())
    }
}

/// All of them, in the order of the page.
pub fn devices() -> &'static [Device] {
    static DEVICES: OnceLock<Vec<Device>> = OnceLock::new();
    DEVICES.get_or_init(|| PAGE.split("\n## ").skip(1).filter_map(section).collect())
}

/// The device with this mark.
pub fn device(mark: &str) -> Option<&'static Device> {
    devices().iter().find(|device| device.mark == mark)
}

/// A section begins with its title and a remark that gives its mark.
fn section(section: &'static str) -> Option<Device> {
    let (title, rest) = section.split_once('\n')?;
    let (mark, text) = rest.trim_start().strip_prefix("<!-- device: ")?.split_once(" -->")?;
    let first = text.trim_start().split("\n\n").next().unwrap_or_default();
    let doc = first.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Device { mark, title, doc, text: text.trim() })
}
