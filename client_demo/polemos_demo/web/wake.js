// A screen that nobody touches stays on, where the browser lets a page ask for that.

/** Keep the screen on while the page is looked at. */
export function keepAwake() {
  const ask = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // A battery that is low may refuse it: the screen then goes dark as it always would.
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
