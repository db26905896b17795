// Draws a QR code from its rows of 0 and 1, with the four light modules around it that cameras need.

import { drawing } from "./element.js";

const QUIET_MODULES = 4;

/** The path of the dark modules: one stroke of a run in each row. Pure. */
export function codePath(rows) {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET_MODULES} ${y + QUIET_MODULES}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join("");
}

/** Build the picture of a code, dark on white in every theme. */
export function codeDrawing(rows, label) {
  const size = rows.length + 2 * QUIET_MODULES;
  return drawing(
    "svg",
    { class: "code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    drawing("rect", { class: "code-light", width: size, height: size }),
    drawing("path", { class: "code-dark", d: codePath(rows) }),
  );
}
