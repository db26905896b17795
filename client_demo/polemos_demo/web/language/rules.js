// What the pages of rules say, beside what every page says.

import { speech } from "./language.js";

export const say = await speech("rules");
