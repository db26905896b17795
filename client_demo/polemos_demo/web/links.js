// The links of a room. None can be derived from another, and whatever is secret stands behind the
// `#`, which no server is sent; it leaves the address bar before anything else happens.

const SECRET = /^[A-Za-z0-9_-]{1,128}$/;
const SEAT = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

const HERE_ONLY = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Whether an address's host means this device alone, so that no other can open its links. */
export function isHereOnly(hostname) {
  return HERE_ONLY.test(hostname);
}

/** Read what a link's fragment brings: `host`, `invite`, `seat` {secret, key}, each or null. */
export function readFragment(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const seat = SEAT.exec(found.get("seat") ?? "");
  return {
    host: secretOf(found.get("host")),
    invite: secretOf(found.get("invite")),
    seat: seat === null ? null : { secret: seat[1], key: seat[2] },
  };
}

/** Take what the address bar's fragment brings, and wipe it. */
export function takeFragment() {
  const brought = readFragment(location.hash);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return brought;
}

/** The link by which anybody watches. */
export function watchLink(room) {
  return `${location.origin}/rooms/${room}`;
}

/** The link by which somebody takes a free seat. */
export function inviteLink(room, secret) {
  return `${watchLink(room)}#invite=${secret}`;
}

/** The link that controls the room. */
export function hostLink(room, secret) {
  return `${watchLink(room)}#host=${secret}`;
}

/** The link by which one's own seat is played on another device. */
export function seatLink(room, { secret, key }) {
  return `${watchLink(room)}#seat=${secret}.${key}`;
}

function secretOf(text) {
  return text !== null && SECRET.test(text) ? text : null;
}
