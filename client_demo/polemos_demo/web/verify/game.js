// Events in their order: opening, lobby, play, end. Stops at the first one that cannot stand where it is.

import { serverCommitment } from "./fair.js";
import { Fault } from "./fault.js";
import { finding, LINES_A_SLICE } from "./chain.js";
import { Lobby, refused } from "./lobby.js";
import { Play } from "./play.js";

/**
 * Follow the events that the chain holds; yields now and then how many were followed.
 *
 * Returns `finding` (null if none), whether it `isOfTheDeal` (not of the play), `followed`, and the
 * `game` as far as it was followed.
 *
 * @param {(object|null)[]} events by line; null for a line that could not be read.
 * @param {number} sound how many of them, from the first, are bound to each other.
 */
export function* followed(events, sound) {
  const game = new Game(secretsIn(events));
  for (let index = 0; index < sound; index += 1) {
    try {
      game.follow(events[index]);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const found = finding(index + 1, events, fault.code, fault.values);
      const isOfTheDeal = game.lobby !== null && isAboutTheDeal(fault, events[index]);
      return { finding: found, isOfTheDeal, followed: index, game };
    }
    if ((index + 1) % LINES_A_SLICE === 0) yield index + 1;
  }
  const isCut = sound === events.length && game.play?.isInsideBeat;
  const last = isCut ? finding(sound, events, "beat_cut", { due: game.play.due.type }) : null;
  return { finding: last, isOfTheDeal: false, followed: sound, game };
}

const OF_THE_DEAL = new Set([
  "SeatTaken", "SeatReleased", "SeatsLocked", "EntropyRevealed", "CardsDealt",
]);

function isAboutTheDeal({ code }, { type }) {
  return OF_THE_DEAL.has(type) || code === "secret_unopened" || code === "card_differs";
}

class Game {
  constructor(secrets) {
    this.secrets = secrets;
    this.lobby = null;
    this.deal = null;
    this.play = null;
    this.isEnded = false;
  }

  follow(event) {
    if (this.isEnded) throw new Fault("after_end", { type: event.type });
    if (this.play) this.play.follow(event);
    else if (this.lobby) this.begin(this.lobby.follow(event));
    else this.open(event);
    this.isEnded = event.type === "GameEnded";
  }

  open(event) {
    if (event.type !== "GameOpened") throw refused("not_opened", { type: event.type });
    this.lobby = new Lobby(event, this.secrets);
  }

  begin(deal) {
    if (!deal) return;
    this.deal = deal;
    this.play = new Play(this.lobby, deal);
  }
}

// What the end reveals is needed at the deal, so it is looked for before; whatever opens a commitment
// is its secret, wherever it stands.
function secretsIn(events) {
  const secrets = new Map();
  const [opening] = events;
  if (opening?.type !== "GameOpened") return secrets;
  for (const event of events) {
    if (typeof event?.secret !== "string") continue;
    const commitment = serverCommitment(opening.deal, opening.game, event.secret);
    if (commitment) secrets.set(commitment, event.secret);
  }
  return secrets;
}
