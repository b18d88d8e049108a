//! Games that hide something, as the public descriptions have them: what a player may not know is in none of the bytes
//! that the player gets.

mod common;

use common::secret::{hidden, sites};
use ludarium_engine::action::Facet;
use ludarium_play::naming::site_name;
use ludarium_play::{Ctx, Move, Rng, Selection};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::{Eyes, Session};
use std::sync::Arc;

/// Nothing of what is hidden from a player is in the player's scene.
fn check_scene(name: &str, session: &Session, player: usize) {
    let ctx = session.state().ctx();
    let scene = session.scene(Eyes::Player(player as u8), None);
    for (kind, site, key) in sites(&ctx) {
        let slot = ctx.slot(kind, site);
        let Some(standing) = scene.sites.iter().find(|s| s.key == key) else { continue };
        if ctx.pos.height(slot) == 1 && hidden(&ctx, Facet::All, player, kind, site) {
            assert!(standing.words.is_empty(), "{name}: P{player} is told of {key}: {}", standing.words);
        }
        if ctx.pos.height(slot) == 1 && hidden(&ctx, Facet::What, player, kind, site) {
            let what = ctx.game.components[ctx.what(kind, site)].label.to_lowercase();
            assert!(!standing.words.to_lowercase().contains(&what), "{name}: {key} is {}", standing.words);
        }
    }
    for word in &scene.notes {
        assert!(!word.contains('#'), "{name}: {word}");
    }
}

/// A move whose piece was hidden from a player before, or is after, is not told: not in the list, not by marks.
fn check_ply(name: &str, before: &Ctx<'_>, session: &Session, m: &Move) -> usize {
    let (ply, after) = (session.plies().last().unwrap(), session.state().ctx());
    let Some(decision) = m.decision() else { return 0 };
    let ends = [(decision.from_kind(), decision.from(), before), (decision.to_kind(), decision.to(), &after)];
    let mut secret = 0;
    for player in (1..=before.game.players).filter(|p| *p != ply.player) {
        let unseen =
            ends.iter().any(|(kind, site, ctx)| *site >= 0 && hidden(ctx, Facet::All, player, *kind, *site));
        if !unseen {
            continue;
        }
        secret += 1;
        let scene = session.scene(Eyes::Player(player as u8), None);
        assert!(scene.last.is_empty(), "{name}: P{player} sees the marks {:?} of {}", scene.last, ply.name);
        let listed = ply.guarded.as_ref().unwrap().listed(Eyes::Player(player as u8));
        let told = listed.split(" (").next().unwrap_or("").to_lowercase();
        for (kind, site, _) in &ends {
            if *site >= 0 {
                let place = site_name(before.game, *kind, *site);
                assert!(
                    !told.split(|c: char| !c.is_alphanumeric()).any(|w| w == place),
                    "{name}: {told} tells {place}"
                );
            }
        }
        let public = ply.guarded.as_ref().unwrap().listed(Eyes::Public);
        assert!(public.is_empty() || public == "moved", "{name}: onlookers hear {public}");
    }
    secret
}

#[test]
fn what_is_hidden_is_told_to_nobody_it_is_hidden_from() {
    let Some(folder) = common::corpus() else { return };
    let mut games = 0;
    let mut secrets = 0;
    for file in common::descriptions(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        if !text.contains("Hidden") {
            continue;
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let find = |n: &str| ludarium_play::find(n).ok().map(|g| g.text.to_owned());
        let Ok(compiled) = Compiled::make(&name, &text, &Selection::default(), &find) else { continue };
        if !compiled.hidden() || !compiled.game.subgames.is_empty() {
            continue;
        }
        games += 1;
        let mut session = Session::start(Arc::new(compiled), 11);
        let mut rng = Rng::new(12);
        for _ in 0..24 {
            for player in 1..=session.game().players {
                check_scene(&name, &session, player);
            }
            let n = session.legal().len();
            if n == 0 {
                break;
            }
            let index = rng.below(n);
            let (m, earlier) = (session.legal()[index].clone(), session.clone());
            if session.play(index).is_err() {
                break;
            }
            secrets += check_ply(&name, &earlier.state().ctx(), &session, &m);
        }
    }
    println!("{games} games, {secrets} secret moves");
    assert!(games >= 8 && secrets >= 50, "{games} games, {secrets} secret moves");
}

/// What the rules announce reaches those to whom it is said.
#[test]
fn the_umpire_is_heard() {
    let text = "(game \"Umpire\" (players 2)
        (equipment {(board (square 4)) (piece \"Disc\" Each (move Step (to if:(is Empty (to)))))})
        (rules
            (start {(place \"Disc1\" {0}) (place \"Disc2\" {15}) (set Hidden at:15 to:P1)})
            (play (forEach Piece (then (and (note \"stepped\" to:P1) (set Hidden at:(last To) to:P1)))))
            (end (if (no Moves Next) (result Mover Win)))))";
    let compiled = Compiled::make("umpire", text, &Selection::default(), &|_| None);
    let compiled = compiled.unwrap_or_else(|f| panic!("{:?}", f.problems));
    let mut session = Session::start(Arc::new(compiled), 1);
    session.play(0).unwrap();
    session.play(0).unwrap();
    assert_eq!(session.scene(Eyes::Player(1), None).umpire, ["stepped", "stepped"]);
    assert!(session.scene(Eyes::Player(2), None).umpire.is_empty());
    assert!(session.scene(Eyes::Public, None).umpire.is_empty());
    let guarded = session.plies()[1].guarded.as_ref().unwrap();
    assert_eq!(guarded.listed(Eyes::Player(1)), "moved (stepped)");
}
