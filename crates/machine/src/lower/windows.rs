//! Lines through a site as sets: all places where a line of so many sites may lie, asked one by one whether the pieces
//! fill it. That is quicker than to go along every direction, and needs no look at single sites.

use super::*;
use ludarium_engine::kernel::boolean::Line;

/// Lines of other lengths are counted along their directions.
const LENGTHS: std::ops::RangeInclusive<i64> = 2..=8;
/// Larger tables are not made.
const MOST_WINDOWS: usize = 1 << 13;

impl<'g> Lower<'g> {
    /// Do pieces of a set fill a line of at least so many sites through a site of the board? Nothing where that is not
    /// asked of windows.
    pub(super) fn fills_line(
        &mut self,
        l: &Line,
        both_ways: bool,
        length: Expr,
        pieces: &Set,
        pivot: Expr,
    ) -> Lowered<Option<Expr>> {
        if !self.passes.has(Pass::Windows) {
            return Ok(None);
        }
        let Some(length) = self.constant(length).filter(|n| LENGTHS.contains(n)) else { return Ok(None) };
        let Some((begins, windows)) = self.windows(l, both_ways, length as usize) else { return Ok(None) };
        let words = self.layout.words;
        let name = format!("windows {} {}", begins.0, windows.0);
        let f = self.shared(&name, 1 + words as u32, |l, args| {
            let (zero, one) = (l.b.int(0), l.b.int(1));
            let begin = l.b.load(begins, args[0]);
            let at = l.b.variable(begin);
            l.repeat(|l| {
                let here = l.b.get(at);
                let (mut all, mut missing) = (zero, zero);
                for (k, &pieces) in args[1..].iter().enumerate() {
                    let k = l.b.int(k as i64);
                    let place = l.b.add(here, k);
                    let word = l.b.load(windows, place);
                    let word = l.b.bind(word);
                    all = l.b.binary(Binary::Or, all, word);
                    let open = l.b.binary(Binary::AndNot, word, pieces);
                    missing = l.b.binary(Binary::Or, missing, open);
                }
                let end = l.b.not(all);
                l.break_if(end);
                let filled = l.b.not(missing);
                l.when(filled, |l| {
                    l.b.push(Statement::Return(one));
                    Ok(())
                })?;
                let size = l.b.int(words as i64);
                let next = l.b.add(here, size);
                l.b.set(at, next);
                Ok(())
            })?;
            Ok(zero)
        })?;
        let mut args = vec![pivot];
        args.extend(&pieces.0);
        Ok(Some(self.b.call(f, &args)))
    }

    /// For each site the windows that it belongs to, each list ended by an empty one.
    fn windows(&mut self, l: &Line, both_ways: bool, length: usize) -> Option<(Array, Array)> {
        let board = &self.game.board;
        let words = self.layout.words;
        let (mut begins, mut data) = (Vec::new(), Vec::<i64>::new());
        let mut count = 0;
        for site in 0..self.layout.universe {
            begins.push(data.len() as i64);
            let mut found: Vec<SiteSet> = Vec::new();
            if site < self.layout.board_len {
                for (radial, opposites) in board.radials_with_opposites(l.kind, site, l.dir) {
                    let mut lines: Vec<(Vec<i32>, usize)> = vec![];
                    let ahead: Vec<i32> =
                        std::iter::once(site as i32).chain(radial.iter().map(|&s| s as i32)).collect();
                    lines.push((ahead.clone(), 0));
                    if both_ways {
                        for o in opposites {
                            let mut line: Vec<i32> = o.iter().rev().map(|&s| s as i32).collect();
                            let at = line.len();
                            line.extend(&ahead);
                            lines.push((line, at));
                        }
                    }
                    for (line, at) in lines {
                        for first in at.saturating_sub(length - 1)..=at {
                            let Some(window) = line.get(first..first + length) else { continue };
                            let set: SiteSet = window.iter().copied().collect();
                            // (A line that comes back to where it was is not so many sites.)
                            if set.len() != length {
                                return None;
                            }
                            if !found.contains(&set) {
                                found.push(set);
                            }
                        }
                    }
                }
            }
            count += found.len();
            for set in &found {
                data.extend((0..words).map(|i| set.words().get(i).copied().unwrap_or(0) as i64));
            }
            data.extend(std::iter::repeat_n(0, words));
        }
        if count > MOST_WINDOWS {
            return None;
        }
        let begins = self.b.table("windows begin", Width::Half, begins, 0);
        Some((begins, self.b.table("windows", Width::Word, data, 0)))
    }
}
