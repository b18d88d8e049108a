//! Rulebooks of games drawn by lot, to be looked at: `pages OUT SEED COUNT [moves]` writes a PDF and a page for each into
//! OUT and prints which known game each is like, with the differences.

use ludarium_play::{Game, Rng, games};
use ludarium_rulebook::{Effort, Rulebook, like, rulebook};

fn book(name: &str, moves: usize) -> Option<Rulebook> {
    let game = Game::load(name).ok()?;
    rulebook(game.reading()?, Some(&game), &Effort { most_moves: moves, ..Effort::default() })
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, out, seed, count, more @ ..] = args.as_slice() else {
        eprintln!("pages OUT SEED COUNT [moves]");
        return;
    };
    let number = |text: &String| text.parse::<u64>().unwrap_or(1);
    let moves = more.first().map_or(600, |m| number(m) as usize);
    let (out, seed, count) = (out.clone(), number(seed), number(count) as usize);
    // Rules are told by recursion, deeper than the main thread's stack.
    let work = move || {
        let _ = std::fs::create_dir_all(&out);
        let mut all: Vec<&str> = games().iter().map(|g| g.title).collect();
        let known: Vec<_> = all.iter().filter_map(|name| book(name, 0)).map(|b| b.document).collect();
        let mut rng = Rng::new(seed);
        for i in 0..count.min(all.len()) {
            let j = i + rng.below(all.len() - i);
            all.swap(i, j);
        }
        for name in all.iter().take(count) {
            let Some(mut book) = book(name, moves) else {
                println!("{name}: no rulebook");
                continue;
            };
            book.like = like(&book.document, &known);
            let file = name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
            let _ = std::fs::write(format!("{out}/{file}.html"), book.html(false));
            match book.pdf(true) {
                Ok(bytes) => {
                    let _ = std::fs::write(format!("{out}/{file}.pdf"), bytes);
                }
                Err(e) => println!("{name}: {e}"),
            }
            println!("{name}: {} pictures", book.figures.len());
            if let Some(like) = &book.like {
                println!("  like {} ({:.0} %), except:", like.title, 100.0 * like.share);
                like.except.iter().for_each(|line| println!("  + {line}"));
                like.without.iter().for_each(|line| println!("  - {line}"));
            }
        }
    };
    if let Ok(thread) = std::thread::Builder::new().stack_size(64 << 20).spawn(work) {
        let _ = thread.join();
    }
}
