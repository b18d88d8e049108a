//! Asking about a piece or an attempt.

use super::{Table, Tables, Trouble, trouble_of, yours};
use crate::engine::{Ask, Tell};
use crate::explaining::Explained;
use std::sync::Arc;

impl Tables {
    /// How a piece moves, or why something cannot be done; for those who sit at the table.
    pub async fn explain(
        &self,
        table: &Arc<Table>,
        token: &str,
        from: Option<String>,
        to: Option<String>,
    ) -> Result<Explained, Trouble> {
        let mut live = table.live.lock().await;
        if yours(&live, token).is_empty() {
            return Err(Trouble::NotYours);
        }
        match self.ask(&mut live, Ask::Explain { from, to }).await {
            Tell::Explained(explained) => Ok(explained),
            other => Err(trouble_of(other)),
        }
    }
}
