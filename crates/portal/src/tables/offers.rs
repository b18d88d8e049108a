//! What players say to each other beside moves: resigning, draws, taking back, playing again; and the signs that
//! tell everybody that it arrived.

use super::{
    Ending, Founded, Live, Refused, Seat, Sign, Sitter, Table, Tables, Terms, Trouble, alone, is_over,
    now_ms, secret, turn, view, yours,
};
use std::sync::Arc;

/// So many signs are kept.
const MOST_SIGNS: usize = 12;

impl Live {
    pub(super) fn sign(&mut self, what: &str, seat: usize, text: String) {
        self.signs.push(Sign { n: self.next_sign, what: what.to_owned(), seat, text });
        self.next_sign += 1;
        if self.signs.len() > MOST_SIGNS {
            self.signs.remove(0);
        }
    }

    fn has_computers(&self) -> bool {
        self.seats.iter().any(|s| s.sitter == Sitter::Computer)
    }
}

impl Tables {
    pub async fn resign(self: &Arc<Self>, table: &Arc<Table>, token: &str) -> Result<(), Trouble> {
        let mut live = table.live.lock().await;
        let yours = yours(&live, token);
        if is_over(&live) {
            return Err(Trouble::NotLegal(Refused::Over));
        }
        let turn = turn(&live);
        let seat = if yours.contains(&turn) { Some(turn) } else { yours.first().copied() };
        let Some(seat) = seat else { return Err(Trouble::NotYours) };
        let text = format!("{} resigns", view::seat_words(&live, seat));
        live.sign("resigned", seat, text);
        self.end(table, &mut live, Ending::Resigned(seat)).await
    }

    /// Offers a draw, asks to take back or to play again; the second one who offers the same accepts. Computers answer
    /// a draw by judgement, and always play again.
    pub async fn offer(self: &Arc<Self>, table: &Arc<Table>, token: &str, what: &str) -> Result<(), Trouble> {
        {
            let mut live = table.live.lock().await;
            let yours = yours(&live, token);
            let Some(&seat) = yours.first() else { return Err(Trouble::NotYours) };
            match what {
                "decline" => return self.decline(table, &mut live, seat),
                "draw" if is_over(&live) => return Err(Trouble::NotLegal(Refused::Over)),
                "rematch" if !is_over(&live) => {
                    return Err(Trouble::Bad("the game is not over yet".to_owned()));
                }
                "rematch" if live.terms.tournament.is_some() => {
                    return Err(Trouble::Bad("the tournament says who plays next".to_owned()));
                }
                "undo" if live.terms.is_contest() => {
                    return Err(Trouble::Bad("nothing is taken back in a game that counts".to_owned()));
                }
                "rematch" if live.rematch.is_some() => return Ok(()),
                "draw" | "undo" | "rematch" => {}
                _ => {
                    let why = "one can offer a draw, ask for an undo, or ask to play again";
                    return Err(Trouble::Bad(why.to_owned()));
                }
            }
            let answered = live.offer.as_ref().is_some_and(|(w, by)| w == what && !yours.contains(by));
            let to_computers = alone(&live) && what == "draw" && live.has_computers();
            if to_computers || !(answered || alone(&live)) {
                let again = live.offer.as_ref().is_some_and(|(w, by)| w == what && *by == seat);
                if !again {
                    live.offer = Some((what.to_owned(), seat));
                    let who = view::seat_words(&live, seat);
                    let text = match what {
                        "draw" => format!("{who} offers a draw"),
                        "undo" => format!("{who} asks to take back"),
                        _ => format!("{who} asks to play again"),
                    };
                    live.sign(what, seat, text);
                    Self::publish(table, &mut live);
                    if to_computers {
                        self.judge_offer(table, seat);
                    }
                }
                return Ok(());
            }
            let by = live.offer.take().map_or(seat, |(_, by)| by);
            if !alone(&live) {
                let text = format!("{} accepts", view::seat_words(&live, seat));
                live.sign("accepted", seat, text);
            }
            match what {
                "draw" => return self.end(table, &mut live, Ending::Agreed).await,
                "rematch" => return self.play_again(table, &mut live).await,
                _ => {
                    // Back to before the last move of the one who asked.
                    let plies = &live.look.plies;
                    let last = plies.iter().rposition(|p| p.seat == by || p.seat == 0);
                    let back = last.unwrap_or(plies.len().saturating_sub(1));
                    self.go_to_now(table, &mut live, back).await?;
                }
            }
        }
        self.go_on(table).await;
        Ok(())
    }

    fn decline(&self, table: &Arc<Table>, live: &mut Live, seat: usize) -> Result<(), Trouble> {
        if let Some((what, _)) = live.offer.take() {
            let who = view::seat_words(live, seat);
            let text = match what.as_str() {
                "draw" => format!("{who} declines the draw"),
                "undo" => format!("{who} does not want to take back"),
                _ => format!("{who} does not want to play again"),
            };
            live.sign("declined", seat, text);
            Self::publish(table, live);
        }
        Ok(())
    }

    /// Opens a table where the same play the same again, with the sides exchanged.
    async fn play_again(self: &Arc<Self>, table: &Arc<Table>, live: &mut Live) -> Result<(), Trouble> {
        let mut seats: Vec<Seat> = live.seats.clone();
        if !seats.is_empty() {
            seats.rotate_left(1);
        }
        let mut bytes = [0u8; 8];
        getrandom::fill(&mut bytes).map_err(|e| Trouble::Broken(e.to_string()))?;
        let chance = crate::session::Chance::from(u64::from_le_bytes(bytes));
        let (engine, look) = self.engine(&table.spec, chance.clone(), Vec::new()).await?;
        let id = secret(10);
        let terms = Terms { rated: live.terms.rated, ..Terms::default() };
        let founded = Founded { seats, terms, made_at: now_ms(), setup: live.setup };
        let again = Live::new(engine, look, chance, founded, self.people.known.clone());
        self.found(&id, table.spec.clone(), again, Vec::new()).await?;
        self.commit(table, live, "rematch", id.clone()).await?;
        live.rematch = Some(id);
        Self::publish(table, live);
        Ok(())
    }
}
