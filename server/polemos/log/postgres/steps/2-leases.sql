-- Who may write to the games of a room. A lease lives while its node does, and a node while it renews
-- itself: one row a node, whatever it holds. All times are this database's.
CREATE TABLE polemos.nodes (
    node text COLLATE "C" PRIMARY KEY,
    lease_seconds double precision NOT NULL CHECK (lease_seconds > 0),
    expires_at timestamptz NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE polemos.leases (
    room text COLLATE "C" PRIMARY KEY,
    node text COLLATE "C" NOT NULL REFERENCES polemos.nodes (node),
    fence bigint NOT NULL UNIQUE
);
CREATE INDEX leases_of_node ON polemos.leases (node);

CREATE SEQUENCE polemos.fences AS bigint;
COMMENT ON SEQUENCE polemos.fences IS
    'grows with every grant, whichever room it is for, so that a lease may be deleted';

-- A function of its own, so that a test may turn the clock.
CREATE FUNCTION polemos.clock() RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT clock_timestamp()
$$;

CREATE FUNCTION polemos.is_alive(the_node text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM polemos.nodes WHERE node = the_node AND expires_at > polemos.clock()
    )
$$;

CREATE FUNCTION polemos.lease_in_force(the_room text)
RETURNS TABLE (node text, fence bigint) LANGUAGE sql STABLE AS $$
    SELECT leases.node, leases.fence FROM polemos.leases
    WHERE leases.room = the_room AND polemos.is_alive(leases.node)
$$;

-- Whatever changes leases takes turns with the writers. So once a room was claimed, no append under
-- an older fence is ever stored. And is_leased, which keeps the search for orphans short, is true.
CREATE FUNCTION polemos.lock_writers() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM polemos.log_head FOR UPDATE;
END
$$;

-- Tells which of some nodes are dead, and surely so: a renewal that is under way is waited for, and one
-- that comes later finds its row changed and looks at the clock anew. Call it under the writers' lock.
CREATE FUNCTION polemos.surely_dead(the_nodes text[]) RETURNS SETOF text LANGUAGE sql AS $$
    UPDATE polemos.nodes SET expires_at = expires_at
    WHERE node = ANY (the_nodes) AND expires_at <= polemos.clock()
    RETURNING node
$$;

CREATE FUNCTION polemos.let_rooms_go(the_rooms text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM polemos.leases WHERE room = ANY (the_rooms);
    UPDATE polemos.games SET is_leased = false
        WHERE room = ANY (the_rooms) AND NOT is_ended AND is_leased;
END
$$;

CREATE FUNCTION polemos.join_cluster(the_node text, the_lease_seconds double precision)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM polemos.lock_writers();
    -- What an earlier life of this node held it knows nothing of any more.
    PERFORM polemos.let_rooms_go(ARRAY(SELECT room FROM polemos.leases WHERE node = the_node));
    INSERT INTO polemos.nodes (node, lease_seconds, expires_at)
        VALUES (the_node, the_lease_seconds, polemos.clock() + make_interval(secs => the_lease_seconds))
        ON CONFLICT (node) DO UPDATE
        SET lease_seconds = excluded.lease_seconds, expires_at = excluded.expires_at;
END
$$;

CREATE FUNCTION polemos.leave_cluster(the_node text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM polemos.lock_writers();
    PERFORM polemos.let_rooms_go(ARRAY(SELECT room FROM polemos.leases WHERE node = the_node));
    DELETE FROM polemos.nodes WHERE node = the_node;
END
$$;

CREATE FUNCTION polemos.release(the_node text, the_room text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM polemos.lock_writers();
    PERFORM polemos.let_rooms_go(
        ARRAY(SELECT room FROM polemos.leases WHERE room = the_room AND node = the_node)
    );
END
$$;

-- No lock: it touches the node's own row alone, and a renewal must not wait for appends.
CREATE FUNCTION polemos.renew(the_node text) RETURNS boolean LANGUAGE sql AS $$
    WITH renewed AS (
        UPDATE polemos.nodes SET expires_at = polemos.clock() + make_interval(secs => lease_seconds)
        WHERE node = the_node AND expires_at > polemos.clock()
        RETURNING node
    )
    SELECT EXISTS (SELECT FROM renewed)
$$;

-- Gives the room to this node unless a living one has it. No row where this node itself has expired.
CREATE FUNCTION polemos.claim(the_node text, the_room text, OUT node text, OUT fence bigint)
RETURNS SETOF record LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever asks for a room that is taken need not wait for the writers.
    RETURN QUERY SELECT * FROM polemos.lease_in_force(the_room);
    IF FOUND THEN
        RETURN;
    END IF;
    PERFORM polemos.lock_writers();
    PERFORM polemos.surely_dead(
        ARRAY(SELECT leases.node FROM polemos.leases WHERE leases.room = the_room)
    );
    RETURN QUERY SELECT * FROM polemos.lease_in_force(the_room);
    IF FOUND OR NOT polemos.is_alive(the_node) THEN
        RETURN;
    END IF;
    UPDATE polemos.games SET is_leased = true
        WHERE room = the_room AND NOT is_ended AND NOT is_leased;
    RETURN QUERY INSERT INTO polemos.leases AS granted (room, node, fence)
        VALUES (the_room, the_node, nextval('polemos.fences'))
        ON CONFLICT (room) DO UPDATE SET node = excluded.node, fence = excluded.fence
        RETURNING granted.node, granted.fence;
END
$$;

-- Removes what nodes left behind that died: leases of rooms in which nothing runs, then the nodes.
CREATE FUNCTION polemos.sweep() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    dead text[] := ARRAY(SELECT node FROM polemos.nodes WHERE expires_at <= polemos.clock());
BEGIN
    IF cardinality(dead) = 0 THEN
        RETURN;
    END IF;
    PERFORM polemos.lock_writers();
    dead := ARRAY(SELECT polemos.surely_dead(dead));
    DELETE FROM polemos.leases
        WHERE node = ANY (dead)
        AND NOT EXISTS (
            SELECT FROM polemos.games WHERE games.room = leases.room AND NOT games.is_ended
        );
    DELETE FROM polemos.nodes
        WHERE node = ANY (dead)
        AND NOT EXISTS (SELECT FROM polemos.leases WHERE leases.node = nodes.node);
END
$$;

-- Running games that nobody writes: of rooms without a lease, and of rooms whose node has died.
-- Where there are none it looks at an empty index and at the few nodes.
CREATE FUNCTION polemos.orphans(count_max integer) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM polemos.sweep();
    RETURN QUERY SELECT found.game FROM (
        (
            SELECT games.number, games.game FROM polemos.games
            WHERE NOT games.is_ended AND NOT games.is_leased
            ORDER BY games.number LIMIT count_max
        )
        UNION ALL
        (
            SELECT games.number, games.game FROM polemos.nodes
            JOIN polemos.leases ON leases.node = nodes.node
            JOIN polemos.games ON games.room = leases.room
            WHERE nodes.expires_at <= polemos.clock() AND NOT games.is_ended AND games.is_leased
            ORDER BY games.number LIMIT count_max
        )
    ) AS found ORDER BY found.number LIMIT count_max;
END
$$;
