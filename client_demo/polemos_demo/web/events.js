// The event list: the newest first, at most 200 of them on the page however fast they come.

import { element, write } from "./element.js";
import { say } from "./messages.js";
import { RECENT_EVENTS_MAX } from "./moments.js";
import { describe } from "./sentences.js";

const DRAWN_MS_MIN = 250;

/** Shows the newest events as sentences. */
export class EventList {
  #drawnAt = 0;
  #newestSeq = 0;
  #names = "";

  constructor() {
    /** Gives the address of an event's moment; none where there is no replay. */
    this.linkOf = null;
    this.list = element("ol", { class: "events", reversed: true, tabindex: "0", "aria-label": say("events_title") });
    this.node = element(
      "section",
      { class: "panel" },
      element(
        "h2",
        { text: say("events_title") },
        element("small", { text: ` ${say("events_bound", { count: RECENT_EVENTS_MAX })}` }),
      ),
      this.list,
    );
  }

  /** Draw a view; says whether the list is older than the view. */
  draw(view, now) {
    const newest = view.recent.at(-1)?.seq ?? 0;
    const names = view.people.names.map((name) => name ?? "").join("\n").trimEnd();
    if (newest === this.#newestSeq && names === this.#names) return false;
    if (now - this.#drawnAt < DRAWN_MS_MIN && view.table.ended === null) return true;
    this.#drawnAt = now;
    const isContinued = newest > this.#newestSeq && names === this.#names;
    const fresh = isContinued ? view.recent.filter(({ seq }) => seq > this.#newestSeq) : view.recent;
    if (!isContinued) this.#clear();
    this.#newestSeq = newest;
    this.#names = names;
    this.#show(fresh, view.people.names);
    return false;
  }

  /** Begin anew; whoever goes through the list by keys stays in it. */
  #clear() {
    if (this.list.contains(document.activeElement)) this.list.focus();
    this.list.replaceChildren();
  }

  /** Put events on top, writing them into the oldest items where the list is full. */
  #show(fresh, names) {
    for (const event of fresh) {
      const isFull = this.list.childElementCount >= RECENT_EVENTS_MAX;
      const item = isFull ? this.list.lastElementChild : buildItem(this.linkOf !== null);
      fillItem(item, event, names);
      if (this.linkOf !== null) item.firstElementChild.href = this.linkOf(event.seq);
      this.list.prepend(item);
    }
  }
}

// Arrow keys go from link to link, so that the list is one stop for the Tab key and not hundreds.
function buildItem(isLink) {
  const seq = isLink ? element("a", { class: "event-seq", tabindex: "-1" }) : element("span", { class: "event-seq" });
  return element("li", {}, seq, element("span"));
}

function fillItem(item, event, names) {
  item.className = `event-${event.type}`;
  write(item.firstElementChild, String(event.seq));
  write(item.lastElementChild, describe(event, names));
}
