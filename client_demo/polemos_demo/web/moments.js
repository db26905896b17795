// What a viewer wants to be told beyond the table itself: who took the last pot and what lay in it,
// where wars began, and what happened last. A fold like `table.js`, kept beside it; after a
// snapshot it starts empty, for what was skipped was not seen.

import { emptyTable, foldEvents } from "./table.js";
import { bound } from "./history.js";

export const RECENT_EVENTS_MAX = 200;
const WAR_MARKS_MAX = 1_024;

/** The view of a game of which nothing was seen; `told` is what happened last. */
export function emptyView(game = null) {
  return viewOf(emptyTable(game));
}

/** The view that begins with a table, for example a snapshot's. */
export function viewOf(table) {
  return { table, taken: null, tie: null, warRounds: [], lastPoint: null, recent: [], told: [] };
}

/** Fold a batch of events. */
export function foldView(view, events) {
  const next = { ...view, warRounds: [...view.warRounds] };
  let start = 0;
  events.forEach((event, index) => {
    if (!(event.type in MOMENTS)) return;
    // The table as it lay before this event, so that the pot can still be seen.
    next.table = foldEvents(next.table, events.slice(start, index));
    start = index;
    MOMENTS[event.type](next, event);
  });
  next.table = foldEvents(next.table, events.slice(start));
  next.warRounds = bound(next.warRounds, WAR_MARKS_MAX);
  next.recent = [...view.recent, ...events.slice(-RECENT_EVENTS_MAX)].slice(-RECENT_EVENTS_MAX);
  next.told = lastTold(events, view.told);
  return next;
}

const MOMENTS = {
  PileReturned(view, event) {
    const { seat, count, round } = event;
    view.taken = { seat, count, round, cards: view.table.table };
    view.tie = null;
    const piles = view.table.piles.map((held, holder) => (holder === seat ? held + count : held));
    view.lastPoint = [round, ...piles];
  },
  TieDeclared(view, event) {
    if (event.step === 0) view.warRounds.push(event.round);
    view.tie = { seats: event.seats, step: event.step, rank: event.rank };
  },
  GameEnded(view) {
    view.tie = null;
  },
};

// Controls are shown by the controls, and hidden cards by the table: their events are not told.
const QUIET = new Set([
  "CardHidden", "SeatTaken", "EntropyRevealed", "AutoplayStarted", "AutoplayPaused", "TempoChanged",
]);

/** The events to be told last: one, or the cards that were turned together. */
function lastTold(events, before) {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    if (events[index].type === "CardFlipped") return turnUpTo(events, index);
    if (!QUIET.has(events[index].type)) return [events[index]];
  }
  return before;
}

/** The cards turned together, of which the one at `last` came last. */
function turnUpTo(events, last) {
  let first = last;
  while (first > 0 && events[first - 1].type === "CardFlipped") first -= 1;
  return events.slice(first, last + 1);
}
