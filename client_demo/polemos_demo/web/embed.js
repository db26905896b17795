// `/embed/GAME` and `/embed/rooms/ROOM`: the table alone, in a frame of somebody else's page. It
// keeps nothing and reads nothing that is kept, and its one link leads out of the frame.

import { element } from "./element.js";
import { Follower } from "./following.js";
import { say } from "./messages.js";
import { Spectacle } from "./spectacle.js";

/** Show a game. */
export function embeddedGame(page, game) {
  show(page, { game }, `/games/${game}`);
}

/** Show a room's newest game. */
export function embeddedRoom(page, room) {
  show(page, { room }, `/rooms/${room}`);
}

function show(page, target, path) {
  document.documentElement.dataset.view = "embed";
  document.title = `${target.game ?? target.room} · Polemos`;
  const spectacle = new Spectacle();
  spectacle.result.page.parentElement.remove(); // its links would open in the frame, where no page may
  const fault = element("p", { class: "fault", role: "alert", hidden: true });
  const foot = element("p", { class: "embed-foot" }, fullLink(path), document.getElementById("state"));
  page.replaceChildren(element("div", { class: "embed" }, spectacle.main, fault, foot));
  const follower = new Follower({
    spectacle,
    target,
    onEnd: () => {
      if (target.game) follower.connection.end(); // nothing more will come
    },
    onFault: (refused) => {
      spectacle.main.hidden = true;
      fault.hidden = false;
      fault.textContent = refused.message;
    },
  });
}

function fullLink(href) {
  return element("a", { href, target: "_blank", rel: "noopener", text: say("embed_open") });
}
