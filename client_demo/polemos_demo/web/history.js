// The piles over time in a bounded number of points [round, count, count …], always thinned to the
// same ones as by the server's `projections/histories`.

export const POINTS_MAX = 512;

/** Keep the piles at the end of a round; when there are too many points, drop every second. */
export function note(points, round, piles) {
  const between = roundsBetween(points);
  if (round % between) return points;
  const next = [...points, [round, ...piles]];
  return next.length <= POINTS_MAX ? next : next.filter((point) => point[0] % (2 * between) === 0);
}

// The first point is the deal, so the second tells the distance of all.
function roundsBetween(points) {
  return points.length < 2 ? 1 : points[1][0] - points[0][0];
}

/** Keep every other mark once there are more than `most`, so that a long game stays bounded. */
export function bound(marks, most) {
  return marks.length <= most ? marks : marks.filter((_, index) => index % 2 === 0);
}
