//! Statements with source, place, years and confidence, tied to the ludemes that they support.
