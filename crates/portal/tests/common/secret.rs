//! What is hidden from whom, by the engine itself.

use ludarium_engine::SiteType;
use ludarium_engine::action::Facet;
use ludarium_play::Ctx;

/// Sites of the board and beside it, with the keys that pages know them by.
pub fn sites(ctx: &Ctx<'_>) -> Vec<(SiteType, i32, String)> {
    let game = ctx.game;
    let kinds = [
        (SiteType::Cell, game.uses.cells, 'c'),
        (SiteType::Edge, game.uses.edges, 'e'),
        (SiteType::Vertex, game.uses.vertices, 'v'),
    ];
    let board = kinds.into_iter().filter(|k| k.1).flat_map(|(kind, _, letter)| {
        (0..game.board_sites(kind) as i32).map(move |s| (kind, s, format!("{letter}{s}")))
    });
    let beside = game.containers.iter().skip(1).flat_map(|c| c.first..c.first + c.len);
    board.chain(beside.map(|s| (SiteType::Cell, s, format!("c{s}")))).collect()
}

pub fn hidden(ctx: &Ctx<'_>, facet: Facet, player: usize, kind: SiteType, site: i32) -> bool {
    let slot = ctx.slot(kind, site);
    (0..ctx.pos.height(slot)).any(|l| ctx.is_hidden(facet, player as i32, slot, l))
}
