//! The JSON schemas of what commands print with `--json`, made from the very types that are printed. `docs/schema`
//! holds them as files; a test fails when those are out of date.

use crate::commands::{
    analyse, bench, check, concepts, conform, contest, diff, games, levels, lint, perft, playout, playtest,
    puzzles, query, rate, reconstruct, similar, verdict, why,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// By the name of the command.
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        ("about", of::<games::Facts>()),
        ("analyse", of::<analyse::Analysis>()),
        ("bench", of::<bench::Bench>()),
        ("check", of::<check::JsonAll<'_>>()),
        ("concepts", of::<concepts::Report>()),
        ("conform", of::<conform::Conform>()),
        ("debug", of::<ludarium_debugger::told::Report>()),
        ("diff", of::<diff::Diff>()),
        ("games", of::<Vec<games::Facts>>()),
        ("levels", of::<levels::Levels>()),
        ("lint", of::<lint::Lint>()),
        ("match", of::<contest::Match>()),
        ("perft", of::<perft::Perft>()),
        ("playout", of::<playout::Summary>()),
        ("playtest", of::<playtest::Playtest>()),
        ("puzzles", of::<puzzles::Puzzles>()),
        ("query", of::<query::Answer>()),
        ("rate", of::<rate::Rate>()),
        ("reconstruct", of::<reconstruct::Report>()),
        ("rules", of::<ludarium_english::Document>()),
        ("similar", of::<similar::Similar>()),
        ("verdict", of::<verdict::Report>()),
        ("wear", of::<Vec<ludarium_reconstruct::wear::Fit>>()),
        ("why", of::<why::Why>()),
    ]
}

/// The file of a schema in `docs/schema`.
pub fn file_name(command: &str) -> String {
    format!("{command}.schema.json")
}

/// What is written is described, not what could be read: absent and null are different things.
fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
