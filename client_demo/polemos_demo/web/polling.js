// Asks again and again while somebody looks: never while the page is hidden, never twice at a time.

/**
 * Call `ask()` now, and again so long after each time that it was begun or is done, whichever is later.
 *
 * `ask` never rejects. Gives a function that asks sooner: at once, unless it was asked just now.
 */
export function poll(ask, milliseconds) {
  let isAsking = false;
  let timer = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const wait = () => {
    clearTimeout(timer);
    if (document.hidden || isAsking) return;
    const rest = askedAt + milliseconds - performance.now();
    if (rest > 0) timer = setTimeout(wait, rest);
    else go();
  };
  const go = async () => {
    isAsking = true;
    askedAt = performance.now();
    await ask();
    isAsking = false;
    wait();
  };
  document.addEventListener("visibilitychange", wait);
  wait();
  return wait;
}
