-- The log: append-only, one row an event, dense positions in commit order.
CREATE SCHEMA polemos;

CREATE TABLE polemos.steps (
    version integer PRIMARY KEY,
    taken_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE polemos.steps IS 'the steps that brought this schema up to date';

CREATE TABLE polemos.cluster (
    single integer PRIMARY KEY CHECK (single = 1),
    id text COLLATE "C" NOT NULL
);
COMMENT ON TABLE polemos.cluster IS 'what tells this cluster of nodes from every other';
INSERT INTO polemos.cluster (single, id) VALUES (1, gen_random_uuid()::text);

-- Every append writes this row, so its page is kept nearly empty for the versions that it leaves.
CREATE TABLE polemos.log_head (
    single integer PRIMARY KEY CHECK (single = 1),
    position bigint NOT NULL,
    games integer NOT NULL,
    commands bigint NOT NULL
) WITH (fillfactor = 10);
COMMENT ON TABLE polemos.log_head IS
    'the newest event''s position, and how many games and commands there ever were';
INSERT INTO polemos.log_head (single, position, games, commands) VALUES (1, 0, 0, 0);

CREATE TABLE polemos.types (
    number smallint PRIMARY KEY,
    type text COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE polemos.games (
    number integer PRIMARY KEY,
    game text COLLATE "C" NOT NULL UNIQUE,
    room text COLLATE "C" NOT NULL,
    nth integer NOT NULL,
    seq integer NOT NULL,
    head text COLLATE "C" NOT NULL,
    is_ended boolean NOT NULL,
    is_leased boolean NOT NULL,
    UNIQUE (room, nth)
) WITH (fillfactor = 70);
COMMENT ON COLUMN polemos.games.number IS 'in the order of first events';
COMMENT ON COLUMN polemos.games.is_leased IS 'whether the room has a row in leases';
CREATE INDEX games_running ON polemos.games (number) WHERE NOT is_ended;
CREATE INDEX games_unleased ON polemos.games (number) WHERE NOT is_ended AND NOT is_leased;

CREATE TABLE polemos.events (
    position bigint PRIMARY KEY,
    game integer NOT NULL,
    seq integer NOT NULL,
    type smallint NOT NULL,
    line bytea NOT NULL
);
COMMENT ON COLUMN polemos.events.game IS
    'a number of games; no foreign key, for only polemos.append writes here and a check of each'
    ' row would cost half of its speed';
-- Without INCLUDE: whoever loads a game reads its lines, which are in the table anyway.
CREATE UNIQUE INDEX events_of_game ON polemos.events (game, seq);

CREATE FUNCTION polemos.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;
CREATE TRIGGER events_refuse_change
    BEFORE UPDATE OR DELETE OR TRUNCATE ON polemos.events
    FOR EACH STATEMENT EXECUTE FUNCTION polemos.refuse_change();
-- Always: in the sessions of a replication too.
ALTER TABLE polemos.events ENABLE ALWAYS TRIGGER events_refuse_change;
REVOKE UPDATE, DELETE, TRUNCATE ON polemos.events FROM CURRENT_USER;

CREATE TABLE polemos.commands (
    number bigint PRIMARY KEY,
    command text COLLATE "C" NOT NULL UNIQUE,
    position bigint NOT NULL,
    seq integer NOT NULL
);
COMMENT ON TABLE polemos.commands IS
    'the newest appends'' results, so that a repetition gets the first';
