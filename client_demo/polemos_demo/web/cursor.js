// Which events are new, which came twice, and whether some are missing. Pure: a push goes in, and
// what to do comes out; `seq` is always the last event that this page has applied.

/** A cursor that has applied nothing. */
export const START = Object.freeze({ game: null, seq: 0 });

/**
 * Judge one push of a watched game.
 *
 * Gives the next cursor, the events to apply in order, the table to begin anew from (or null), and
 * whether to ask for what is missing.
 */
export function advance(cursor, push) {
  if (cursor.game !== null && push.game !== cursor.game) return keep(cursor);
  switch (push.type) {
    case "welcome":
      return welcome(cursor, push);
    case "snapshot":
      if (push.seq <= cursor.seq) return keep(cursor);
      return { ...keep({ game: push.game, seq: push.seq }), table: push.table };
    case "events":
      return take(cursor, push);
    case "heartbeat":
      return { ...keep(cursor), isBehind: push.seq > cursor.seq };
    default:
      return keep(cursor);
  }
}

function keep(cursor) {
  return { cursor, events: [], table: null, isReset: false, isBehind: false };
}

function welcome(cursor, push) {
  if (push.mode !== "reset") return keep({ game: push.game, seq: cursor.seq });
  return { ...keep({ game: push.game, seq: 0 }), isReset: true };
}

function take(cursor, push) {
  if (push.first_seq > cursor.seq + 1) return { ...keep(cursor), isBehind: true };
  const events = push.events.slice(cursor.seq + 1 - push.first_seq);
  return { ...keep({ game: push.game, seq: cursor.seq + events.length }), events };
}
