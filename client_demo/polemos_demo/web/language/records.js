// What the page of statistics says, beside what every page says.

import { speech } from "./language.js";

export const say = await speech("records");
