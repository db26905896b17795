// A list that is told anew again and again: what stays is the same element, what has the focus is
// never moved, and nothing is written that is so already.

import { element } from "./element.js";

/** Keeps a list; `build(item)` gives {node, draw(item)}, `keyOf(item)` tells items apart. */
export class Rows {
  #rows = new Map();

  constructor({ keyOf, build, ...attributes }) {
    this.keyOf = keyOf;
    this.build = build;
    this.node = element("ul", attributes);
  }

  /** Show these items, in this order. */
  draw(items) {
    const before = this.#rows;
    const focused = this.#focused();
    const place = focused === null ? -1 : [...this.node.children].indexOf(focused);
    this.#rows = new Map(items.map((item) => [this.keyOf(item), before.get(this.keyOf(item)) ?? this.build(item)]));
    items.forEach((item) => this.#rows.get(this.keyOf(item)).draw(item));
    const nodes = [...this.#rows.values()].map(({ node }) => node);
    for (const child of [...this.node.children]) if (!nodes.includes(child)) child.remove();
    this.#order(nodes, nodes.includes(focused) ? focused : null);
    // Whoever was on a row that went goes on where it was.
    if (place >= 0 && !nodes.includes(focused)) this.#focus(nodes[Math.min(place, nodes.length - 1)]);
  }

  #focused() {
    return [...this.node.children].find((child) => child.contains(document.activeElement)) ?? null;
  }

  /** Put the others around the one that must not be moved. */
  #order(nodes, fixed) {
    if (nodes.every((node, index) => this.node.children[index] === node)) return;
    const split = fixed === null ? nodes.length : nodes.indexOf(fixed);
    for (const node of nodes.slice(0, split)) this.node.insertBefore(node, fixed);
    this.node.append(...nodes.slice(split + 1));
  }

  #focus(node) {
    (node?.querySelector("a, button") ?? this.node.closest("[tabindex]"))?.focus();
  }
}
