//! Shows what is wrong with a text before any ludeme is looked up:
//! `cargo run --example problems -- game.lud [file.def …]`.

use ludarium_syntax::{Defines, FileId, Limits, Selection, Sources, expand, parse, render};

fn main() -> std::io::Result<()> {
    let mut paths = std::env::args().skip(1);
    let Some(game) = paths.next() else { return Ok(()) };
    let text = std::fs::read_to_string(&game)?;
    let texts: Result<Vec<_>, std::io::Error> =
        paths.map(|p| Ok((p.clone(), std::fs::read_to_string(p)?))).collect();
    let library = Defines::from_texts(texts?);
    let whole = expand(&parse(FileId(0), &text), &library, &Selection::default(), &Limits::default());
    let mut sources = Sources::new();
    sources.add(FileId(0), game, text);
    library.add_to(&mut sources);
    for problem in library.problems().iter().chain(&whole.problems) {
        println!("{}", render(problem, &sources, false));
    }
    Ok(())
}
