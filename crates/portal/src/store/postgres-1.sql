-- The first layout. Names are compared by their bytes, as in SQLite.
CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY, made_at BIGINT NOT NULL, spec TEXT NOT NULL, chance TEXT NOT NULL,
    seats TEXT NOT NULL, clock TEXT NOT NULL
);
CREATE TABLE events (
    table_id TEXT COLLATE "C" NOT NULL, n BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    chain TEXT NOT NULL, PRIMARY KEY (table_id, n)
);
-- Who owns a table. `epoch` grows whenever the owner changes; `seen_at` is when the last owner was last there, in ms.
CREATE TABLE leases (
    table_id TEXT COLLATE "C" PRIMARY KEY, owner TEXT, epoch BIGINT NOT NULL DEFAULT 0, seen_at BIGINT,
    hot BOOLEAN NOT NULL DEFAULT false
) WITH (fillfactor = 70);
CREATE INDEX leases_of ON leases (owner) WHERE owner IS NOT NULL;
-- The processes, portals and workers: they are there until `expires`, by the clock of the database.
CREATE TABLE processes (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, seen TIMESTAMPTZ NOT NULL,
    expires TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE written (id TEXT COLLATE "C" PRIMARY KEY, made_at BIGINT NOT NULL, text TEXT NOT NULL);
CREATE TABLE indexed (key TEXT COLLATE "C" PRIMARY KEY, stamp TEXT NOT NULL, facts TEXT NOT NULL);
CREATE TABLE profiles (key TEXT COLLATE "C" PRIMARY KEY, stamp TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE verdicts (
    key TEXT COLLATE "C" NOT NULL, ruleset TEXT COLLATE "C" NOT NULL, stamp TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (key, ruleset)
);
CREATE TABLE thumbs (key TEXT COLLATE "C" PRIMARY KEY, stamp TEXT NOT NULL, svg BYTEA NOT NULL);
-- What processes on this database know of each other and nobody else does.
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
-- Work for other processes. A job in work belongs to `worker` until `lease`; then somebody else takes it.
CREATE TABLE jobs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind TEXT NOT NULL, priority INT NOT NULL,
    visitor TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', payload TEXT NOT NULL,
    result TEXT, attempts INT NOT NULL DEFAULT 0, worker TEXT, lease TIMESTAMPTZ,
    made TIMESTAMPTZ NOT NULL DEFAULT now(), begun TIMESTAMPTZ, ended TIMESTAMPTZ
);
CREATE INDEX jobs_open ON jobs (priority DESC, id) WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_of ON jobs (visitor) WHERE state IN ('waiting', 'running');
-- What a job wrote.
CREATE TABLE job_files (
    job BIGINT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, name TEXT NOT NULL, data BYTEA NOT NULL,
    PRIMARY KEY (job, name)
);
