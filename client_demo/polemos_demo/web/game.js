// `/games/GAME`: one game from its export, from the first event on; a running one goes on live.

import { Connection } from "./connection.js";
import { element } from "./element.js";
import { readExport } from "./exported.js";
import { faultPage } from "./fault.js";
import { say } from "./messages.js";
import { sharePanel } from "./share.js";
import { Spectacle, layOut } from "./spectacle.js";
import { showState } from "./state.js";

/** Show a game on the page. */
export async function gamePage(page, game) {
  const audit = auditPanel(game);
  const spectacle = new Spectacle((view) => audit.draw(view));
  document.title = `${game} · Polemos`;
  showState("connecting");
  page.replaceChildren(layOut(spectacle, audit.node, sharePanel(`/games/${game}`)));
  try {
    await readExport(game, (events) => spectacle.apply(events, false));
  } catch (error) {
    showState("closed");
    page.replaceChildren(faultPage(error.message));
    return;
  }
  if (spectacle.view.table.ended) showState("ended");
  else goLive(page, game, spectacle);
}

function goLive(page, game, spectacle) {
  const connection = new Connection({
    target: { game },
    afterSeq: spectacle.view.table.events,
    listener: {
      onEvents: (events) => {
        spectacle.apply(events);
        if (spectacle.view.table.ended) connection.end();
      },
      onTable: (table) => spectacle.begin(table),
      onReset: () => spectacle.forget(),
      onFault: (refused) => page.replaceChildren(faultPage(refused.message)),
      onState: showState,
    },
  });
}

function auditPanel(game) {
  const address = `${location.origin}/games/${game}`;
  const text = element("p", { text: say("audit_running") });
  const link = element("a", { class: "button", href: `/games/${game}/events.jsonl`, text: say("export_link") });
  const node = element(
    "section",
    { class: "panel audit" },
    element("h2", { text: say("audit_title") }),
    text,
    element("p", { class: "command-label", text: say("audit_command") }),
    element("code", { class: "command", text: `polemos audit ${address}` }),
    element("p", { class: "fine", text: say("audit_limits") }),
    element("p", { class: "buttons" }, link),
  );
  return {
    node,
    draw(view) {
      text.textContent = say(view.table.ended ? "audit_text" : "audit_running");
    },
  };
}
