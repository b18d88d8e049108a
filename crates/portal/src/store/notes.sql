-- Notes and reports: what visitors write about games, rulesets and positions. Both databases read this text.
CREATE TABLE IF NOT EXISTS notes (
    id TEXT PRIMARY KEY, made_at BIGINT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL,
    state TEXT NOT NULL, flags BIGINT NOT NULL, data TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS notes_of ON notes (subject, made_at);
CREATE INDEX IF NOT EXISTS notes_new ON notes (kind, state, made_at);
