// The host's secret of a room: comes in the fragment, which no server sees, leaves the address bar
// at once, and stays with this tab.

const key = (room) => `polemos host ${room}`;

/** Take the secret from the address if it is there, else from this tab's memory; or null. */
export function takeHostSecret(room) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("host");
  if (secret) {
    keepHostSecret(room, secret);
    history.replaceState(null, "", location.pathname + location.search);
    return secret;
  }
  return sessionStorage.getItem(key(room));
}

/** Keep a room's secret for this tab. */
export function keepHostSecret(room, secret) {
  sessionStorage.setItem(key(room), secret);
}

/** Forget a secret that the server does not take. */
export function forgetHostSecret(room) {
  sessionStorage.removeItem(key(room));
}
