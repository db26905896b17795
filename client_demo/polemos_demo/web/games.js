// The list of games on the start page, fresh every few seconds while somebody looks at it.

import { element, write } from "./element.js";
import { numberText, presetTitle, say, seatName, tempoText } from "./messages.js";

const REFRESH_MS = 5_000;
const SHOWN_MAX = 12;

/** Build the panels of running and finished games. */
export function gamesPanel() {
  const running = element("ul", { class: "games" });
  const finished = element("ul", { class: "games" });
  const note = element("p", { class: "reason", text: say("games_none") });
  const finishedHead = element("h2", { text: say("games_finished"), hidden: true });
  const node = element(
    "section",
    { class: "panel", "aria-label": say("games_title") },
    element("h2", { text: say("games_title") }),
    running,
    note,
    finishedHead,
    finished,
  );
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const games = await readGames();
      const [over, live] = [games.filter(isOver), games.filter((game) => !isOver(game))];
      running.replaceChildren(...live.slice(0, SHOWN_MAX).map(runningItem));
      finished.replaceChildren(...over.slice(0, SHOWN_MAX).map(finishedItem));
      note.hidden = live.length > 0;
      write(note, say("games_none"));
      finishedHead.hidden = over.length === 0;
    } catch {
      note.hidden = false;
      write(note, say("games_failed"));
    }
  };
  refresh();
  setInterval(refresh, REFRESH_MS);
  document.addEventListener("visibilitychange", refresh);
  return node;
}

async function readGames() {
  const response = await fetch("/games");
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()).games;
}

function isOver(game) {
  return game.ended_at !== null;
}

function runningItem(game) {
  return item(`/rooms/${game.room}`, game, tempoText(game.tempo), say("watch_live"));
}

function finishedItem(game) {
  const { result } = game;
  const rounds = result ? say("rounds_count", { count: numberText(result.rounds) }) : "";
  return item(`/games/${game.game}`, game, rounds, resultText(result));
}

function resultText(result) {
  if (result === null || result.places.length === 0) return say("no_result_mark");
  return result.winner === null ? say("drawn") : say("won_by", { seat: seatName(result.winner) });
}

function item(href, game, figures, last) {
  const players = say("players_count", { count: game.players });
  return element(
    "li",
    {},
    element(
      "a",
      { href },
      element("strong", { text: presetTitle(game.preset) }),
      element("span", { class: "games-figures", text: [game.room, players, figures].filter(Boolean).join(" · ") }),
      element("span", { class: "games-last", text: last }),
    ),
  );
}
