// Watches one game or room for a page that only shows it: no seat, no secrets, no controls.

import { namesOf } from "./company.js";
import { Connection } from "./connection.js";
import { readPeople } from "./names.js";
import { showState } from "./state.js";

const STRANGERS = Object.freeze({ names: [], seats: [], mine: null, words: null });

/** Follows a target and feeds a spectacle; a room is followed from game to game. */
export class Follower {
  #isRoom;
  #known = null; // the game whose people are known, or asked for

  /** `target` is {room} or {game}; `onEnd(table)` and `onFault(refused)` are told, if they like. */
  constructor({ spectacle, target, onEnd = () => {}, onFault = () => {} }) {
    this.spectacle = spectacle;
    this.onEnd = onEnd;
    this.#isRoom = target.room !== undefined;
    this.connection = new Connection({ target, listener: this.#listener(onFault) });
    showState(this.connection.state);
  }

  /** Watch another game in its place. */
  follow(game) {
    this.connection.target = { game };
    this.spectacle.meet(STRANGERS);
    this.spectacle.count(null);
    this.connection.follow(game);
  }

  #listener(onFault) {
    const { spectacle } = this;
    return {
      onEvents: (events) => {
        spectacle.apply(events);
        this.#noteEnd();
        this.#askNames();
      },
      onTable: (table) => {
        spectacle.begin(table);
        this.#noteEnd();
        this.#askNames();
      },
      onReset: () => spectacle.forget(),
      onCompany: (company) => this.#meet(company),
      onAudience: ({ game, spectators }) => {
        if (game === this.connection.game) spectacle.count(spectators);
      },
      onState: () => this.#showState(),
      onFault,
    };
  }

  #meet(company) {
    const { game } = this.connection;
    if (game !== null && company.game !== game) {
      if (!this.#isRoom) return; // the room plays its next game, or the push was for the game before
      this.connection.follow(company.game);
    }
    this.#known = company.game;
    this.spectacle.meet({ names: namesOf(company), seats: company.seats, mine: null, words: null });
  }

  /** Of a game that its room has left behind no company is told. */
  async #askNames() {
    const { game } = this.spectacle.view.table;
    if (this.#isRoom || game === null || game === this.#known) return;
    this.#known = game;
    const people = await readPeople(game);
    const isStill = this.connection.game === game && this.spectacle.people.seats.length === 0;
    if (isStill) this.spectacle.meet(people);
  }

  #noteEnd() {
    const { table } = this.spectacle.view;
    if (table.ended === null) return;
    this.#showState();
    this.onEnd(table);
  }

  #showState() {
    const { state } = this.connection;
    const isEnded = state === "live" && this.spectacle.view.table.ended !== null;
    showState(isEnded ? "ended" : state);
  }
}
