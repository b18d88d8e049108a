-- People, what they played, and tournaments. Both databases read this text: it has only what both understand.
CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, made_at BIGINT NOT NULL, password TEXT
);
-- The keys of somebody's browsers, as hashes.
CREATE TABLE IF NOT EXISTS person_keys (hash TEXT PRIMARY KEY, person TEXT NOT NULL, made_at BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS person_keys_of ON person_keys (person);
-- Tables whose result counts for somebody. `n` numbers the rated games of a game in the order in which they were rated.
CREATE TABLE IF NOT EXISTS contests (
    table_id TEXT PRIMARY KEY, game TEXT NOT NULL, made_at BIGINT NOT NULL, tournament TEXT, ended_at BIGINT, n BIGINT,
    data TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS contests_order ON contests (game, n);
CREATE INDEX IF NOT EXISTS contests_of ON contests (tournament);
CREATE INDEX IF NOT EXISTS contests_open ON contests (table_id) WHERE ended_at IS NULL;
-- Where people sit at games that are not over, so that they find them from every browser.
CREATE TABLE IF NOT EXISTS sitting (
    table_id TEXT NOT NULL, player TEXT NOT NULL, made_at BIGINT NOT NULL, PRIMARY KEY (table_id, player)
);
CREATE INDEX IF NOT EXISTS sitting_of ON sitting (player, made_at);
-- What a contest brought each of its seats; the ratings are empty where it was not rated.
CREATE TABLE IF NOT EXISTS results (
    table_id TEXT NOT NULL, seat BIGINT NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, ended_at BIGINT NOT NULL,
    score DOUBLE PRECISION NOT NULL, rating_before DOUBLE PRECISION, rating_after DOUBLE PRECISION, PRIMARY KEY (table_id, seat)
);
CREATE INDEX IF NOT EXISTS results_of ON results (player, ended_at);
CREATE TABLE IF NOT EXISTS ratings (
    player TEXT NOT NULL, game TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, won BIGINT NOT NULL, drawn BIGINT NOT NULL,
    lost BIGINT NOT NULL, last_at BIGINT NOT NULL, PRIMARY KEY (player, game)
);
CREATE INDEX IF NOT EXISTS ratings_order ON ratings (game, rating);
-- Who looks for somebody to play with. `seen_at`: when the seeker was last in the lobby.
CREATE TABLE IF NOT EXISTS seeks (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, made_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL, data TEXT NOT NULL, table_id TEXT
);
-- What the pages list of tournaments; the tournaments themselves are logs like those of tables.
CREATE TABLE IF NOT EXISTS cups (id TEXT PRIMARY KEY, made_at BIGINT NOT NULL, state TEXT NOT NULL, data TEXT NOT NULL);
