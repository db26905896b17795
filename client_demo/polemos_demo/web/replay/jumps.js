// From one moment to the next, in both directions. A moment is shown after the beat that brought it.

import { countUpTo } from "./growing.js";

/** What can be jumped to, by kind. */
export const KINDS = ["round", "war", "lead", "out"];

/** How many moments of a kind lie at or before a beat, and how many there are. */
export function placeOf(recording, kind, beat) {
  const { count, beatAt } = momentsOf(recording, kind);
  return { number: countUpTo(count, beatAt, beat), count };
}

/** The beat of the next moment of a kind (steps 1) or of the one before (-1), or null. */
export function beatOfJump(recording, kind, beat, steps) {
  const { count, beatAt } = momentsOf(recording, kind);
  const place = steps > 0 ? countUpTo(count, beatAt, beat) : countUpTo(count, beatAt, beat - 1) - 1;
  return place >= 0 && place < count ? beatAt(place) : null;
}

/** The beat that completed a round, 0 being the deal; the nearest one there is. */
export function beatOfRound(recording, round) {
  const { rounds, seqs } = recording.course;
  if (rounds.length === 0 || round > rounds.at(-1)) return recording.lastBeat;
  return recording.beats.beatOf(seqs.at(Math.max(0, rounds.countUpTo(round) - 1)));
}

function momentsOf({ beats, course }, kind) {
  if (kind === "round") {
    return { count: course.seqs.length, beatAt: (place) => beats.beatOf(course.seqs.at(place)) };
  }
  const moments = { war: course.wars, lead: course.leads, out: course.outs }[kind];
  return { count: moments.length, beatAt: (place) => beats.beatOf(moments[place].seq) };
}
