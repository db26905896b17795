// The link to a moment of a game: `#at=SEQ`, the seq of the last event that it shows. It holds no
// secret.

const AT = /^#at=([1-9][0-9]{0,8})$/;

/** Read the seq that a fragment names, or null. */
export function readMoment(hash) {
  const found = AT.exec(hash);
  return found === null ? null : Number(found[1]);
}

/** The link to a moment. */
export function momentLink(game, seq) {
  return `${location.origin}/games/${game}#at=${seq}`;
}
