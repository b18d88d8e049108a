//! Positions as SVG, with marks. Knows what is to be marked, not why.

use ludarium_engine::SiteType;
use ludarium_play::{Reading, State, shown};
use ludarium_render::view::Mark;
use ludarium_render::{Options, Site, from_game, svg};

/// Pictures in a column of text are small; lines stay fine because they are vectors.
const SIZE: f64 = 420.0;

/// Where a move came from, if it came from somewhere, and where it went.
pub type Ends = (Option<(SiteType, i32)>, (SiteType, i32));

/// What is pointed out in a picture.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    pub selected: Vec<(SiteType, i32)>,
    pub choices: Vec<(SiteType, i32)>,
    pub warnings: Vec<(SiteType, i32)>,
    /// Where the last move came from and went to.
    pub last: Option<Ends>,
}

fn site((kind, index): (SiteType, i32)) -> Option<Site> {
    usize::try_from(index).ok().map(|index| Site { kind, index })
}

/// A position as everybody sees it.
pub fn picture(reading: &Reading, state: &State, marked: &Marked) -> String {
    let ctx = shown::after_throw(&state.ctx(), state.legal_moves());
    let ctx = shown::on_the_table(&ctx);
    let mut view = from_game::view(&ctx, reading.metadata.as_ref(), None);
    // Where the game came from is no part of a rule.
    view.marks.retain(|mark| !matches!(mark, Mark::LastMove { .. }));
    if let Some((from, to)) = marked.last
        && let Some(to) = site(to)
    {
        view.marks.push(Mark::LastMove { from: from.and_then(site), to });
    }
    view.marks.extend(marked.selected.iter().copied().filter_map(site).map(Mark::Selected));
    view.marks.extend(marked.warnings.iter().copied().filter_map(site).map(Mark::Warning));
    view.marks.extend(marked.choices.iter().copied().filter_map(site).map(Mark::Choice));
    svg(&view, &Options { size: SIZE, ..Options::default() })
}
