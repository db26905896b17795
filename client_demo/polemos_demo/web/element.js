// Builds elements. Text reaches the page through text nodes only, so nothing that the server or a
// person wrote is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/** Build an HTML element; `class`, `text` and `on…` listeners beside plain attributes. */
export function element(name, attributes = {}, ...children) {
  return furnish(document.createElement(name), attributes, children);
}

/** Build an SVG element. */
export function drawing(name, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, name), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") node.textContent = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Write a text only where it differs, so that an unchanged frame costs no layout. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
