-- What must not stand in the log. No reader is let into this schema.
CREATE SCHEMA polemos_vault;

CREATE TABLE polemos_vault.secrets (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game text COLLATE "C" NOT NULL,
    commitment text COLLATE "C" NOT NULL,
    secret bytea NOT NULL,
    UNIQUE (game, commitment)
);
CREATE TABLE polemos_vault.digests (
    room text COLLATE "C" NOT NULL,
    role text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (room, role)
);
CREATE TABLE polemos_vault.names (
    player text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL
);
CREATE TABLE polemos_vault.rooms (
    room text COLLATE "C" PRIMARY KEY,
    turn_seconds integer NOT NULL,
    is_autoplay_wanted boolean NOT NULL
);

CREATE TABLE polemos_vault.bus_key (
    single integer PRIMARY KEY CHECK (single = 1),
    key bytea NOT NULL
);
COMMENT ON TABLE polemos_vault.bus_key IS 'with what the nodes seal what they say to each other';
INSERT INTO polemos_vault.bus_key (single, key)
    VALUES (1, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
