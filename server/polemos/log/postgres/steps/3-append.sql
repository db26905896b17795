-- One call appends a batch: a transaction and a round trip, however many games are in it.
--
-- The lock on log_head makes writers take turns until they have committed. So positions become visible
-- in their order, and a reader that has seen one has seen all before it. Each statement below looks
-- at the tables anew (READ COMMITTED), after the lock. It is a row's lock, not an advisory one, which
-- anybody who may connect could take and keep.
--
-- Requests name their games and commands by places in arrays in which each stands once, so that the
-- loop that decides about them one after the other touches nothing but numbers.
CREATE FUNCTION polemos.append(
    -- of each game
    the_games text[],
    the_rooms text[],
    the_nths integer[],
    -- of each command
    the_commands text[],
    -- of each request; 0 is no fence
    of_game integer[],
    of_command integer[],
    expected_seqs integer[],
    counts integer[],
    fences bigint[],
    heads text[],
    are_ended boolean[],
    -- of each event
    of_request integer[],
    types text[],
    lines bytea[],
    commands_kept_max bigint,
    -- of each request: -2 where another fence is in force, -1 where the game is at another seq
    OUT positions bigint[],
    OUT seqs integer[]
) LANGUAGE plpgsql
-- A batch asks for a few rows of tables that grow: by their indexes, whatever the statistics say.
-- A LIMIT keeps a look-up what it is, where the planner would rather join with the whole table.
SET enable_seqscan = off
AS $$
DECLARE
    the_position bigint;
    the_game_count integer;
    the_command_count bigint;
    numbers integer[];
    game_seqs integer[];
    game_fences bigint[];
    known_positions bigint[];
    known_seqs integer[];
    -- Of each accepted request: the position and seq before its first event, and its game's number.
    bases bigint[];
    base_seqs integer[];
    new_commands bigint[];
    last_requests integer[];
    g integer;
    c integer;
    n integer := cardinality(of_game);
    first_new_game integer;
    first_new_command bigint;
BEGIN
    SELECT h.position, h.games, h.commands INTO the_position, the_game_count, the_command_count
        FROM polemos.log_head h FOR UPDATE;
    first_new_game := the_game_count + 1;
    first_new_command := the_command_count + 1;
    SELECT array_agg(games.number ORDER BY asked.place),
           array_agg(coalesce(games.seq, 0) ORDER BY asked.place),
           array_agg(coalesce(leases.fence, 0) ORDER BY asked.place)
        INTO numbers, game_seqs, game_fences
        FROM unnest(the_games, the_rooms) WITH ORDINALITY AS asked (game, room, place)
        LEFT JOIN LATERAL (SELECT * FROM polemos.games WHERE game = asked.game LIMIT 1)
            AS games ON true
        LEFT JOIN LATERAL (SELECT * FROM polemos.leases WHERE room = asked.room LIMIT 1)
            AS leases ON true;
    SELECT array_agg(commands.position ORDER BY asked.place),
           array_agg(commands.seq ORDER BY asked.place)
        INTO known_positions, known_seqs
        FROM unnest(the_commands) WITH ORDINALITY AS asked (command, place)
        LEFT JOIN LATERAL (SELECT * FROM polemos.commands WHERE command = asked.command LIMIT 1)
            AS commands ON true;
    positions := array_fill(0::bigint, ARRAY[n]);
    seqs := array_fill(0, ARRAY[n]);
    bases := array_fill(NULL::bigint, ARRAY[n]);
    base_seqs := array_fill(NULL::integer, ARRAY[n]);
    new_commands := array_fill(NULL::bigint, ARRAY[n]);
    last_requests := array_fill(NULL::integer, ARRAY[cardinality(the_games)]);

    FOR r IN 1..n LOOP
        g := of_game[r];
        c := of_command[r];
        IF known_positions[c] IS NOT NULL THEN
            positions[r] := known_positions[c];
            seqs[r] := known_seqs[c];
        ELSIF fences[r] <> 0 AND fences[r] <> game_fences[g] THEN
            positions[r] := -2;
            seqs[r] := game_seqs[g];
        ELSIF expected_seqs[r] <> game_seqs[g] THEN
            positions[r] := -1;
            seqs[r] := game_seqs[g];
        ELSE
            IF numbers[g] IS NULL THEN
                the_game_count := the_game_count + 1;
                numbers[g] := the_game_count;
            END IF;
            the_command_count := the_command_count + 1;
            new_commands[r] := the_command_count;
            bases[r] := the_position;
            base_seqs[r] := game_seqs[g];
            the_position := the_position + counts[r];
            game_seqs[g] := game_seqs[g] + counts[r];
            last_requests[g] := r;
            positions[r] := the_position;
            seqs[r] := game_seqs[g];
            known_positions[c] := the_position;
            known_seqs[c] := game_seqs[g];
        END IF;
    END LOOP;
    IF the_command_count < first_new_command THEN
        RETURN;
    END IF;

    IF the_game_count >= first_new_game THEN
        INSERT INTO polemos.games (number, game, room, nth, seq, head, is_ended, is_leased)
            SELECT asked.number, asked.game, asked.room, asked.nth, 0, '', false, asked.fence <> 0
            FROM unnest(numbers, the_games, the_rooms, the_nths, game_fences)
                AS asked (number, game, room, nth, fence)
            WHERE asked.number >= first_new_game;
    END IF;
    INSERT INTO polemos.types (number, type)
        SELECT (SELECT count(*) FROM polemos.types) + row_number() OVER (), missing.type
        FROM (SELECT DISTINCT unnest(types) AS type EXCEPT SELECT known.type FROM polemos.types known)
            AS missing;
    INSERT INTO polemos.events (position, game, seq, type, line)
        SELECT request.base + event.place - request.events_before,
               request.number,
               request.base_seq + event.place - request.events_before,
               known.number,
               event.line
        FROM (
            SELECT asked.place, asked.base, asked.base_seq, numbers[asked.game] AS number,
                   sum(asked.count) OVER (ORDER BY asked.place) - asked.count AS events_before
            FROM unnest(of_game, counts, bases, base_seqs) WITH ORDINALITY
                AS asked (game, count, base, base_seq, place)
        ) AS request
        JOIN unnest(of_request, types, lines) WITH ORDINALITY AS event (request, type, line, place)
            ON event.request = request.place
        JOIN polemos.types AS known ON known.type = event.type
        WHERE request.base IS NOT NULL
        ORDER BY event.place;
    UPDATE polemos.games
        SET seq = last.seq, head = request.head, is_ended = request.is_ended
        FROM unnest(numbers, game_seqs, last_requests) AS last (number, seq, request)
        JOIN unnest(heads, are_ended) WITH ORDINALITY AS request (head, is_ended, place)
            ON request.place = last.request
        WHERE games.number = last.number;
    INSERT INTO polemos.commands (number, command, position, seq)
        SELECT new.number, asked.command, new.position, new.seq
        FROM unnest(new_commands, of_command, positions, seqs) AS new (number, place, position, seq)
        JOIN unnest(the_commands) WITH ORDINALITY AS asked (command, place) USING (place)
        WHERE new.number IS NOT NULL;
    DELETE FROM polemos.commands
        WHERE number BETWEEN first_new_command - commands_kept_max
            AND the_command_count - commands_kept_max;
    UPDATE polemos.log_head
        SET position = the_position, games = the_game_count, commands = the_command_count;
END
$$;
