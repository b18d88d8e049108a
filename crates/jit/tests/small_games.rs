//! Small games, one for each of the ways in which rules are lowered that few games of the library need. Each is compiled whole and
//! plays in both back ends as in the evaluator. A new way is a new file in `games`.

use ludarium_jit::Native;
use ludarium_machine::interpret::Interpreter;
use ludarium_machine::lockstep::compare;
use ludarium_machine::{Code, Machine, compile};
use ludarium_play::{Selection, compile_with, library_defines, read};
use std::path::Path;
use std::sync::Arc;

#[test]
fn each_small_game_is_compiled_whole_and_played_as_the_evaluator_plays_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut played = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder of games") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let reading = read(&name, &text, &library_defines(), &Selection::default());
        let game = compile_with(&reading, &|_| None).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let compiled = compile(&game).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(compiled.fallbacks.is_empty(), "{name}: the evaluator is asked: {:?}", compiled.fallbacks);
        let native: Arc<dyn Code> = Native::of(&compiled.program).expect("native code");
        for (code, plies) in [(Arc::new(Interpreter) as Arc<dyn Code>, 20), (native, 150)] {
            let mut machine = Machine::new(compiled.clone(), code);
            for seed in 1..=3 {
                let met = compare(&game, &mut machine, seed, plies, 3_000);
                let met = met.unwrap_or_else(|d| panic!("{name}, seed {seed}, ply {}: {}", d.ply, d.what));
                // (What chance does after a move is not compared; how many moves there are is.)
                assert!(
                    compiled.draws_numbers || met.successors > 20,
                    "{name}: {} successors",
                    met.successors
                );
            }
        }
        played += 1;
    }
    assert!(played >= 8, "{played} games");
}
