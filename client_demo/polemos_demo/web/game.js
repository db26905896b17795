// `/games/GAME`: one game from its export, from the first event on; a running one goes on live.

import { checkPart } from "./check.js";
import { Connection } from "./connection.js";
import { element } from "./element.js";
import { faultPage } from "./fault.js";
import { say } from "./messages.js";
import { readPeople } from "./names.js";
import { Feed } from "./replay/feed.js";
import { readMoment } from "./replay/moment.js";
import { Replay } from "./replay/replay.js";
import { sharePanel } from "./share.js";
import { Spectacle, layOut } from "./spectacle.js";
import { showState } from "./state.js";

/** Show a game on the page. */
export async function gamePage(page, game) {
  const audit = auditPanel(game);
  const spectacle = new Spectacle(() => audit.draw(replay.recording.isEnded));
  const replay = new Replay(game, spectacle);
  const feed = new Feed(game, () => replay.recording, () => replay.grown());
  document.title = `${game} · Polemos`;
  showState("connecting");
  const layout = layOut(spectacle, element("div", {}, audit.node), sharePanel(`/games/${game}`));
  layout.classList.add("is-replay");
  page.replaceChildren(layout);
  replay.settleIn();
  try {
    await feed.read();
  } catch (error) {
    showState("closed");
    page.replaceChildren(faultPage(error.message));
    return;
  }
  spectacle.meet(await readPeople(game));
  replay.begin(readMoment(location.hash));
  addEventListener("hashchange", () => goToMoment(replay));
  if (replay.recording.isEnded) showState("ended");
  else goLive(page, replay, feed);
}

function goToMoment(replay) {
  const seq = readMoment(location.hash);
  if (seq !== null) replay.toSeq(seq);
}

function goLive(page, replay, feed) {
  const { game, spectacle } = replay;
  const connection = new Connection({
    target: { game },
    afterSeq: replay.recording.seq,
    listener: {
      onEvents: (events) => {
        spectacle.clock.hear(events.at(-1).at);
        feed.take(events);
      },
      onTable: () => feed.fill(),
      onReset: () => replay.forget(),
      onAudience: ({ spectators }) => spectacle.count(spectators),
      onFault: (refused) => page.replaceChildren(faultPage(refused.message)),
      onState: showState,
    },
  });
  feed.onEnd = () => {
    connection.end();
    spectacle.count(null);
  };
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
    checkPart(game),
    element("p", { class: "command-label", text: say("audit_command") }),
    element("code", { class: "command", text: `polemos audit ${address}` }),
    element("p", { class: "fine", text: say("audit_limits") }),
    element("p", { class: "buttons" }, link),
  );
  return {
    node,
    draw(isEnded) {
      text.textContent = say(isEnded ? "audit_text" : "audit_running");
    },
  };
}
