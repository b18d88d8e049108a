//! The wording of the published pages. Knows that wording and nothing else: its weaknesses are kept on purpose.

use crate::{Description, Document};

/// The Rules section of a page.
pub fn rules(description: &Description<'_>) -> Document {
    Document::new(description)
}
