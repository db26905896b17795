// Who sat at the table of a game that nobody is told about live any more.

import { namesOf } from "./company.js";
import { readJson } from "./reading.js";

/** Read the people of a game for a spectacle; strangers where the server tells none. */
export async function readPeople(game) {
  return { names: await readNames(game), seats: [], mine: null, words: null };
}

async function readNames(game) {
  try {
    const { seats: taken } = await readJson(`/games/${game}/summary`);
    const seats = [];
    for (const holder of taken) seats[holder.seat] = holder; // free seats are not told
    return namesOf({ seats });
  } catch {
    return []; // the numbers of the seats do as well
  }
}
