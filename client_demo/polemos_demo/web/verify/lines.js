// One line of an export: strict UTF-8, strict JSON, exactly its type's fields, and the same bytes when
// it is written again. So no second check of white space, escapes, key order or repeated keys is needed.

import { Fault } from "./fault.js";
import { SHAPES } from "./shapes.js";

export const LINE_BYTES_MAX = 64 * 1024; // with its newline; far beyond the longest event
const NEWLINE = 0x0a;
const SHOWN_LETTERS_MAX = 60;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Cut an export into lines that keep their newlines; the last one may lack it. */
export function cut(bytes) {
  const lines = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** Give a line's bytes as they are hashed: without the newline. */
export function hashed(line) {
  return line.at(-1) === NEWLINE ? line.subarray(0, -1) : line;
}

/** Read a line, newline included, or throw what is wrong with its form. */
export function read(line) {
  if (line.length > LINE_BYTES_MAX) throw new Fault("line_too_long", { most: LINE_BYTES_MAX });
  if (line.at(-1) !== NEWLINE) throw new Fault("line_cut");
  const text = textOf(hashed(line));
  const event = objectOf(text);
  const shape = shapeOf(event);
  for (const [name, isKind] of shape.kinds) {
    if (!Object.hasOwn(event, name)) throw new Fault("field_missing", { type: event.type, field: name });
    if (!isKind(event[name])) {
      throw new Fault("value_bad", { type: event.type, field: name, value: shown(event[name]) });
    }
  }
  // A name that the shape lacks is not written again either, but it deserves its own sentence.
  if (Object.keys(event).length > shape.kinds.length + 1) {
    throw new Fault("field_unknown", { type: event.type });
  }
  if (JSON.stringify(event, shape.order) !== text) throw new Fault("not_canonical");
  return event;
}

function textOf(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Fault("not_utf8");
  }
}

function objectOf(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault("not_json");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Fault("not_an_object", { value: shown(value) });
  }
  return value;
}

function shapeOf(event) {
  const type = Object.hasOwn(event, "type") ? event.type : undefined;
  const shape = SHAPES.get(type);
  if (!shape) throw new Fault("type_unknown", { value: shown(type) });
  return shape;
}

/** Show a value from an export shortly. */
export function shown(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= SHOWN_LETTERS_MAX ? text : `${text.slice(0, SHOWN_LETTERS_MAX)}…`;
}
