// What the server refuses, in the person's language. In English its own sentence is kept, since it
// names the very value that was wrong.

import { say } from "./language.js";

/** Tell a refusal by its code, else by the server's `sentence`. */
export function refusalText(code, sentence) {
  const key = `refused_${code}`;
  return say.has(key) ? say(key) : sentence;
}
