//! Setting a game up.

use crate::ctx::Ctx;
use crate::kernel::Start;

impl<'g> Ctx<'g> {
    pub fn start_rule(&mut self, s: &'g Start) {
        match *s {}
    }
}
