// The banner of a finished game: who won or drew and why, and where to go from here.

import { element, write } from "./element.js";
import { say, spanText } from "./messages.js";
import { describeEnd } from "./sentences.js";

/** Shows a result once there is one. */
export class Result {
  constructor() {
    this.headline = element("strong", { class: "result-headline" });
    this.reason = element("span", { class: "result-reason" });
    this.figures = element("p", { class: "result-figures" });
    this.more = element("div", { class: "result-more" });
    this.page = element("a", { class: "button", text: say("game_page") });
    this.exported = element("a", { class: "button", text: say("export_link") });
    this.node = element(
      "section",
      { class: "result", "aria-label": say("result_title"), hidden: true },
      element("p", {}, this.headline, " ", this.reason),
      this.figures,
      this.more,
      element("p", { class: "buttons" }, this.page, this.exported),
    );
  }

  /** Draw a view. */
  draw(view) {
    const { ended, game, last_at: lastAt, dealt_at: dealtAt } = view.table;
    this.node.hidden = ended === null;
    if (ended === null) return;
    const { headline, reason } = describeEnd(ended, view.people.names);
    write(this.headline, headline);
    write(this.reason, reason);
    write(this.figures, figuresText(ended, dealtAt === null ? null : lastAt - dealtAt));
    this.node.className = ended.winner === null ? "result" : `result seat-${ended.winner}`;
    this.page.href = `/games/${game}`;
    this.page.hidden = location.pathname === `/games/${game}`;
    this.exported.href = `/games/${game}/events.jsonl`;
  }
}

function figuresText(ended, elapsedMs) {
  const parts = [
    say("rounds_count", { count: ended.rounds }),
    say("wars_count", { count: ended.wars }),
  ];
  if (elapsedMs !== null) parts.push(spanText(elapsedMs));
  return parts.join(" · ");
}
