//! The portal lets people find, read and play games in a browser: one process with one database file, or several
//! processes on one PostgreSQL server.
//!
//! Reading order: [`session`] (a game in progress), [`seating`] (who plays what), [`scene`] (what somebody sees of it), [`secrets`], [`engine`] and [`worker`] (where it runs), [`store`] (the database),
//! [`catalogue`], [`shelves`], [`search`], [`finding`], [`asking`] and [`study`] (which games there are and what is known of them), [`texts`] and [`menu`] (the words of the interface), [`tables`] (seats, clocks, the log), [`cluster`], [`forward`] and [`work`] (several processes). What speaks HTTP comes
//! last and decides nothing about games.

pub mod api;
pub mod asking;
pub mod catalogue;
pub mod citing;
pub mod cluster;
pub mod compiled;
pub mod debugging;
pub mod engine;
pub mod explaining;
pub mod finding;
pub mod forward;
pub mod language;
pub mod learning;
pub mod limits;
pub mod live;
pub mod living;
pub mod markup;
pub mod menu;
pub mod notes;
pub mod pages;
pub mod people;
pub mod points;
pub mod reconstructing;
pub mod references;
pub mod scene;
pub mod search;
pub mod seating;
pub mod secrets;
pub mod session;
pub mod shelves;
pub mod store;
pub mod study;
pub mod tables;
pub mod telemetry;
pub mod telling;
pub mod texts;
pub mod thinking;
pub mod tournaments;
pub mod twins;
pub mod web;
pub mod work;
pub mod worker;
pub mod world;

pub use web::{Config, serve};
