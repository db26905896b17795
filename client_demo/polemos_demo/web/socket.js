// The socket to the server. A page's first may be opened before the modules that use it are there:
// nothing is missed on it, because the server says nothing until it is asked.

const PROTOCOL = "polemos.v1";

let ahead = null;

/** Open the page's first socket for whoever will take it. */
export function openAhead() {
  ahead = open();
}

/** Take a socket that is opening or open: the one that was opened ahead, or else a new one. */
export function takeSocket() {
  const first = ahead;
  ahead = null;
  return first !== null && first.readyState <= WebSocket.OPEN ? first : open();
}

function open() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/socket`, PROTOCOL);
}
