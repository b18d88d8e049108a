//! How close donors are to an incomplete game, with formulas.
