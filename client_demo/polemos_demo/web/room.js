// `/rooms/ROOM`: the room's newest game, live; with controls for the host.

import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { forgetHostSecret, takeHostSecret } from "./host.js";
import { faultPage } from "./fault.js";
import { Spectacle, layOut } from "./spectacle.js";
import { showState } from "./state.js";

/** Show a room on the page. */
export function roomPage(page, room) {
  const controls = new Controls((type, fields) => connection.request(type, { room, ...fields }));
  const spectacle = new Spectacle((view) => {
    controls.draw(view, connection.state);
    if (view.table.ended && connection.state !== "ended") connection.end();
  });
  const connection = new Connection({
    target: { room },
    hostSecret: takeHostSecret(room),
    listener: {
      onEvents: (events) => spectacle.apply(events),
      onTable: (table) => spectacle.begin(table),
      onReset: () => spectacle.forget(),
      onFault: (refused) => page.replaceChildren(faultPage(refused.message)),
      onControl: (hasControl, refused) => {
        if (refused?.code === "wrong_secret") forgetHostSecret(room);
        controls.setHost(hasControl, refused);
      },
      onState: (state) => {
        showState(state);
        spectacle.redraw();
      },
    },
  });
  showState(connection.state);
  document.title = `${room} · Polemos`;
  page.replaceChildren(layOut(spectacle, controls.node, `/rooms/${room}`));
}
