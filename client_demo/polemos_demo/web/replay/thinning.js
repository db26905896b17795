// A line of thousands of points on a few hundred pixels: of each column the first, the lowest, the
// highest and the last point are enough to draw exactly the same.

/**
 * Choose the points to draw, as indexes, ascending.
 *
 * `columnAt(index)` ascends; `valueAt(index)` is the height.
 */
export function thinned(length, columnAt, valueAt) {
  const kept = [];
  let start = 0;
  while (start < length) {
    const column = columnAt(start);
    let [end, low, high] = [start, start, start];
    while (end + 1 < length && columnAt(end + 1) === column) {
      end += 1;
      if (valueAt(end) < valueAt(low)) low = end;
      if (valueAt(end) > valueAt(high)) high = end;
    }
    kept.push(...new Set([start, Math.min(low, high), Math.max(low, high), end]));
    start = end + 1;
  }
  return kept;
}
