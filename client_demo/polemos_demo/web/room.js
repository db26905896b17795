// `/rooms/ROOM`: the room's newest game, live; with controls for the host.

import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { element } from "./element.js";
import { forgetHostSecret, takeHostSecret } from "./host.js";
import { faultPage } from "./fault.js";
import { sharePanel } from "./share.js";
import { Spectacle } from "./spectacle.js";
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
  page.replaceChildren(
    element(
      "div",
      { class: "game" },
      spectacle.main,
      element(
        "div",
        { class: "game-side" },
        controls.node,
        spectacle.chart.node,
        sharePanel(`/rooms/${room}`),
        spectacle.events.node,
      ),
    ),
  );
}
