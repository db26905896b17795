// How long to wait before trying again: doubling, bounded, with full jitter, so that a thousand
// pages that lost the same server do not come back in the same moment.

export const DELAY_MS_FIRST = 300;
export const DELAY_MS_MAX = 15_000;

/** Draw the delay before an attempt; `attempt` counts from 0, `chance` is in [0, 1). */
export function delayMs(attempt, chance = Math.random()) {
  const ceiling = Math.min(DELAY_MS_MAX, DELAY_MS_FIRST * 2 ** Math.min(attempt, 16));
  return Math.round(chance * ceiling);
}
