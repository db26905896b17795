// What a link to the start page has chosen: `/?preset=peace`.

/** Whether a preset is the one to be chosen: the link's, or the first where it names none of them. */
export function isWanted(name, names, search = location.search) {
  const wanted = new URLSearchParams(search).get("preset");
  return name === (names.includes(wanted) ? wanted : names[0]);
}
