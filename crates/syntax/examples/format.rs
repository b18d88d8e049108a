//! Formats the file named on the command line and prints it: `cargo run --example format -- game.lud`.

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        print!("{}", ludarium_syntax::format(&std::fs::read_to_string(path)?));
    }
    Ok(())
}
