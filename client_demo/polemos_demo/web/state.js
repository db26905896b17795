// The connection's state in the page's header: said in words, not by colour alone.

import { say } from "./messages.js";

/** Show one of connecting, live, reconnecting, ended, closed. */
export function showState(state) {
  const node = document.getElementById("state");
  node.hidden = false;
  node.dataset.state = state;
  node.textContent = say(state);
}
