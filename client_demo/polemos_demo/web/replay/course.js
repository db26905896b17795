// How a game went: the piles after every round, and its moments. Made for the chart and for jumping;
// grows event by event, and may begin in the middle, from a table.
//
// The leader is the last seat that held more cards than every other after a round. The lead changes
// where it passes to another seat; that somebody leads for the first time is no change.

import { Growing } from "./growing.js";

/** Folds events into rounds and moments. */
export class Course {
  #piles = [];
  #counts = new Growing();
  #leader = null;

  constructor() {
    this.players = 0;
    this.deck = 52;
    this.end = null;
    /** The numbers of the points' rounds, ascending; 0 is the deal. */
    this.rounds = new Growing();
    /** The seq of the event that completed each point's round. */
    this.seqs = new Growing();
    /** {seq, round, steps}: steps counts the ties of the war. */
    this.wars = [];
    /** {seq, round, seat}: seat takes the lead from another. */
    this.leads = [];
    /** {seq, round, seat, place} */
    this.outs = [];
    /** The rounds [first, last] of which only some points are known and no moments, or null. */
    this.unseen = null;
  }

  /** The last completed round. */
  get lastRound() {
    return this.rounds.at(-1) ?? 0;
  }

  /** A seat's cards at a point. */
  countAt(point, seat) {
    return this.#counts.at(point * this.players + seat);
  }

  /** All seats' cards at a point. */
  countsAt(point) {
    return Array.from({ length: this.players }, (_, seat) => this.countAt(point, seat));
  }

  append(event) {
    FOLDS[event.type]?.(this, event);
  }

  /** Go on from a table that stands for events that were not seen. */
  begin(table) {
    if (table.rules === null) return;
    this.seat(table.rules);
    const before = this.rounds.length === 0 ? -1 : this.lastRound;
    for (const [round, ...counts] of table.history) if (round > before) this.#note(round, counts, table.events);
    if (table.rounds_completed > before) this.unseen = [this.unseen?.[0] ?? before + 1, table.rounds_completed];
    this.#piles = [...table.piles];
    if (table.ended !== null) this.end = { seq: table.events, round: table.rounds_completed };
  }

  seat(rules) {
    this.players = rules.players;
    this.deck = rules.deck;
    if (this.#piles.length === 0) this.#piles = Array(rules.players).fill(0);
  }

  deal({ seq, counts }) {
    this.#piles = [...counts];
    this.#note(0, counts, seq);
    this.#lead(0, seq, counts);
  }

  lay(seat) {
    this.#piles[seat] -= 1;
  }

  take(seat, count) {
    this.#piles[seat] += count;
  }

  complete(round, seq) {
    if (this.rounds.length === 0 || round <= this.lastRound) return;
    this.#note(round, this.#piles, seq);
    this.#lead(round, seq, this.#piles);
  }

  #note(round, counts, seq) {
    this.rounds.push(round);
    this.seqs.push(seq);
    for (const count of counts) this.#counts.push(count);
  }

  #lead(round, seq, counts) {
    const most = Math.max(...counts);
    const seat = counts.indexOf(most);
    if (counts.lastIndexOf(most) !== seat || seat === this.#leader) return;
    if (this.#leader !== null) this.leads.push({ seq, round, seat });
    this.#leader = seat;
  }
}

const FOLDS = {
  GameOpened: (course, event) => course.seat(event.rules),
  CardsDealt: (course, event) => course.deal(event),
  CardFlipped: (course, event) => course.lay(event.seat),
  CardHidden: (course, event) => course.lay(event.seat),
  TieDeclared(course, { seq, round, step }) {
    if (step === 0) course.wars.push({ seq, round, steps: 1 });
    else if (course.wars.at(-1)?.round === round) course.wars.at(-1).steps += 1;
  },
  PileReturned(course, { seq, round, seat, count }) {
    course.take(seat, count);
    course.complete(round, seq);
  },
  SeatEliminated(course, { seq, round, seat, place }) {
    course.outs.push({ seq, round, seat, place });
    course.complete(round, seq); // a dead pot: nobody took it
  },
  GameEnded(course, { seq, rounds }) {
    course.complete(rounds, seq); // a round in which nobody could turn another card
    course.end = { seq, round: rounds };
  },
};
