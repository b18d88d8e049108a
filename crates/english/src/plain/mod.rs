//! The plain style: rules that a person can play from.

use crate::meter::Said;
use crate::{Description, Document};

pub fn rules(description: &Description<'_>) -> Document {
    let said = Said::default();
    let mut document = Document::new(description);
    document.meter = said.measure(description);
    document
}
