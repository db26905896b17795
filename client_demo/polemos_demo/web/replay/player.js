// Where a replay stands and how it goes on. Pure: a state, what somebody does and the extent of the
// recording give the next state; the time is told, in milliseconds that only go forwards.
//
// A state is {mode, beat, tempo, movedAt}. Modes: "paused" stands after a beat, "playing" goes on a
// beat at a time, "live" stands at the last beat of a running game and moves on with it. The extent is
// {lastBeat, firstBeat, isEnded}, where the play begins after `firstBeat`. Nothing is ever shown beyond
// `lastBeat`; playing that reaches it joins the live game, or rests at the end of a finished one.

import { TEMPOS } from "../messages.js";

/** Beats a second at `lightning`: as many as a screen has any use for. */
export const LIGHTNING_BEATS = 1_024;

/** Who was away longer does not see what was missed in one burst. */
export const STALL_MS_MAX = 1_000;

/** A replay that stands after a beat. */
export function pausedAt(beat, tempo) {
  return { mode: "paused", beat, tempo, movedAt: 0 };
}

/** How long a beat takes. */
export function beatMs(tempo) {
  return 1_000 / (tempo === "lightning" ? LIGHTNING_BEATS : Number(tempo));
}

/** Go on from here; from the end of a finished game, again from the deal. */
export function play(state, extent, now) {
  if (state.beat < extent.lastBeat) return { ...state, mode: "playing", movedAt: now };
  if (!extent.isEnded) return goLive(state, extent);
  return { ...state, mode: "playing", beat: extent.firstBeat, movedAt: now };
}

/** Stand still. */
export function pause(state) {
  return { ...state, mode: "paused" };
}

/** Stand still after a beat, or after the nearest that there is. */
export function goTo(state, extent, beat) {
  return { ...pause(state), beat: Math.max(0, Math.min(extent.lastBeat, beat)) };
}

/** Move by hand: whoever moves on to the last beat of a running game joins it. */
export function moveTo(state, extent, beat) {
  return beat >= extent.lastBeat ? goLive(state, extent) : goTo(state, extent, beat);
}

/** Stand at the last beat, and move on with it while the game runs. */
export function goLive(state, extent) {
  return { ...goTo(state, extent, extent.lastBeat), mode: extent.isEnded ? "paused" : "live" };
}

/** Choose another tempo; the beat under way counts from now. */
export function changeTempo(state, tempo, now) {
  return { ...state, tempo, movedAt: now };
}

/** Choose the tempo that is some steps faster, or slower, as far as there is one. */
export function shiftTempo(state, steps, now) {
  const place = TEMPOS.indexOf(state.tempo) + steps;
  return changeTempo(state, TEMPOS[Math.max(0, Math.min(TEMPOS.length - 1, place))], now);
}

/** Let time pass, or the recording grow. */
export function tick(state, extent, now) {
  if (state.mode === "live") return goLive(state, extent);
  if (state.mode !== "playing") return state;
  const period = beatMs(state.tempo);
  const waited = Math.min(now - state.movedAt, period + STALL_MS_MAX);
  const beats = Math.floor(waited / period);
  if (beats <= 0) return state;
  if (state.beat + beats >= extent.lastBeat) return goLive(state, extent);
  return { ...state, beat: state.beat + beats, movedAt: now - (waited - beats * period) };
}
