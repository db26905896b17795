// After the deal: each event is either what the story has due, or a command between two beats.

import { deckOf } from "./cards.js";
import { returnKey, shuffled } from "./fair.js";
import { Fault } from "./fault.js";
import { isByCommand, mustSay, refused } from "./lobby.js";
import { story } from "./story.js";

/** The play of one game, from its deal to its end. */
export class Play {
  /**
   * @param {import("./lobby.js").Lobby} lobby that dealt; it knows the secrets.
   * @param {object} deal what it gave.
   */
  constructor(lobby, deal) {
    const { rules, tempo } = lobby.opening;
    this.lobby = lobby;
    this.tally = { rounds: 0, wars: 0 };
    this.tempo = tempo;
    this.isAutoplayOn = false;
    this.isEnded = false;
    this.deck = new Set(deckOf(rules.deck));
    this.faces = new Set(); // face up on the table
    const shuffle = deal.root ? (pot, round) => shuffled(pot, returnKey(deal.root, round)) : null;
    this.story = story(rules, deal.piles, shuffle, this.tally);
    this.due = this.story.next().value;
  }

  /** How many beats were begun and not finished: 0 or 1. */
  get isInsideBeat() {
    return !this.isEnded && !this.due.opens;
  }

  /** Move on by an event, or throw why it cannot stand here. */
  follow(event) {
    if (event.type === "GameEnded") this.lobby.mustOpen(event.secret);
    if (isCommand(event) && this.due.opens && !this.isDue(event)) return this.obey(event);
    if (isControl(event) && this.isInsideBeat) throw new Fault("inside_beat", { type: event.type });
    this.expect(event);
    this.due = this.story.next(event).value;
    this.isEnded = event.type === "GameEnded";
    if (this.isEnded) this.lobby.close(event);
  }

  isDue(event) {
    return event.type === this.due.type && event.reason === this.due.fields.reason;
  }

  expect(event) {
    const { type, fields } = this.due;
    if (LOBBY_TYPES.has(event.type)) throw refused("dealt", { type: event.type });
    if (event.type !== type) throw new Fault("other_due", { why: "type", type: event.type, due: type });
    if (type === "CardFlipped") this.turn(event);
    else mustSay(event, fields);
    if (type === "PileReturned") this.faces.clear();
  }

  // A face may be derived; if it is not known, it must still be a card that can come.
  turn(event) {
    const { card, ...others } = this.due.fields;
    mustSay(event, others);
    if (card !== null && card !== event.card) {
      throw new Fault("card_differs", { seat: event.seat, round: event.round, card: event.card, due: card });
    }
    if (!this.deck.has(event.card)) throw new Fault("not_conserved", { card: event.card });
    if (this.faces.has(event.card)) throw new Fault("card_repeated", { card: event.card });
    this.faces.add(event.card);
  }

  obey(event) {
    switch (event.type) {
      case "AutoplayStarted": return this.switchAutoplay(true);
      case "AutoplayPaused": return this.switchAutoplay(false);
      case "TempoChanged": return this.changeTempo(event);
      default: return this.endByCommand(event);
    }
  }

  switchAutoplay(isOn) {
    if (this.isAutoplayOn === isOn) throw refused(isOn ? "autoplay_on" : "autoplay_off");
    this.isAutoplayOn = isOn;
  }

  changeTempo({ tempo }) {
    if (tempo === this.tempo) throw refused("tempo_unchanged", { tempo });
    this.tempo = tempo;
  }

  endByCommand(event) {
    mustSay(event, { winner: null, places: [], ...this.tally });
    this.isEnded = true;
    this.lobby.close(event);
  }
}

const CONTROLS = new Set(["AutoplayStarted", "AutoplayPaused", "TempoChanged"]);
const LOBBY_TYPES = new Set([
  "GameOpened", "SeatTaken", "SeatReleased", "SeatsLocked", "EntropyRevealed", "CardsDealt",
]);

const isControl = ({ type }) => CONTROLS.has(type);
const isCommand = (event) => isControl(event) || isByCommand(event);
