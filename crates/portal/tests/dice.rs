//! The dice that a person sees are those that the legal moves use: in the scene, in its picture and words, and in the
//! position as text.

mod common;

use ludarium::{Move, Rng, Selection};
use ludarium_engine::SiteType;
use ludarium_engine::action::Act;
use ludarium_engine::game::ComponentKind;
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::{Eyes, Session};
use std::sync::Arc;

/// What a move throws before anything is chosen: site and pips.
fn thrown(session: &Session, m: &Move) -> Vec<(i32, i32)> {
    let ctx = session.state().ctx();
    m.actions
        .iter()
        .take_while(|a| !a.decision)
        .filter_map(|a| match a.act {
            Act::SetDie { site, face } => match &ctx.game.components[ctx.what(SiteType::Cell, site)].kind {
                ComponentKind::Die { faces, .. } => Some((site, faces[usize::try_from(face).unwrap()])),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// Plays at random; in how many positions a throw was seen.
fn throws_seen(name: &str, text: &str, plies: usize) -> usize {
    let find = |n: &str| ludarium::find(n).ok().map(|g| g.text.to_owned());
    let Ok(compiled) = Compiled::make(name, text, &Selection::default(), &find) else { return 0 };
    if compiled
        .game
        .containers
        .iter()
        .all(|c| !matches!(c.kind, ludarium_engine::game::ContainerKind::Dice { .. }))
    {
        return 0;
    }
    let mut session = Session::start(Arc::new(compiled), 5);
    let mut rng = Rng::new(8);
    let mut seen = 0;
    for ply in 0..plies {
        let throws: Vec<Vec<(i32, i32)>> = session.legal().iter().map(|m| thrown(&session, m)).collect();
        let mut with = throws.iter().filter(|t| !t.is_empty());
        if let Some(first) = with.next().filter(|f| throws.iter().all(|t| t.is_empty() || t == *f)) {
            seen += 1;
            let scene = session.scene(Eyes::Public, None);
            let containers = &session.game().containers;
            for &(site, pips) in first {
                let sets = containers
                    .iter()
                    .filter(|c| matches!(c.kind, ludarium_engine::game::ContainerKind::Dice { .. }));
                let (set, c) =
                    sets.enumerate().find(|(_, c)| site >= c.first && site < c.first + c.len).unwrap();
                let die = usize::try_from(site - c.first).unwrap();
                assert_eq!(scene.dice[set].faces[die], pips, "{name} ply {ply}: die {site}");
                assert!(!scene.dice[set].used[die], "{name} ply {ply}");
                let standing = scene.sites.iter().find(|s| s.key == format!("c{site}"));
                let words = standing.map_or("", |s| s.words.as_str());
                assert!(words.contains(&format!("die showing {pips}")), "{name} ply {ply}: {words}");
            }
            {
                let state = session.state();
                for a in session.legal()[0].actions.iter().take_while(|a| !a.decision) {
                    if let Act::SetDie { site, face } = a.act
                        && face > 0
                    {
                        let text = state.position();
                        let place = text.split(' ').find(|w| w.starts_with(&format!("c{site}=")));
                        assert!(place.is_some_and(|w| w.contains(&format!("s{face}"))), "{name}: {text}");
                    }
                }
            }
        }
        let n = session.legal().len();
        if n == 0 || session.play(rng.below(n)).is_err() {
            break;
        }
    }
    seen
}

#[test]
fn every_dice_game_of_the_library_shows_the_throw_of_the_turn() {
    let mut games = 0;
    for game in ludarium::games() {
        games += usize::from(throws_seen(game.title, game.text, 25) > 0);
    }
    assert!(games >= 10, "{games} games with throws before the move");
}

#[test]
fn so_do_public_descriptions() {
    let Some(folder) = common::corpus() else { return };
    let with_dice = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path).ok().filter(|t| t.contains("(dice ")).map(|t| (path.clone(), t))
    };
    let files: Vec<_> = common::descriptions(&folder).iter().filter_map(with_dice).collect();
    let games = files
        .iter()
        .step_by(4)
        .filter(|(path, text)| throws_seen(&path.display().to_string(), text, 12) > 0)
        .count();
    assert!(games >= 10, "{games} of {}", files.len());
}
