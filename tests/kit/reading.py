"""What a person hears of a page, and what an accessibility checker finds wrong with it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RECORD = """() => {
  const heard = (window.heard = []);
  const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
  new MutationObserver((records) => {
    const elementOf = (node) => (node instanceof Element ? node : node.parentElement);
    const spoken = new Set(records.map(({ target }) => elementOf(target)?.closest(regions)));
    for (const region of spoken)
      if (region && region.textContent.trim() !== "")
        heard.push([performance.now(), region.textContent.trim()]);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def listen(page: Page) -> None:
    """Begin to note what its live regions say, and when."""
    page.evaluate(RECORD)


def heard(page: Page) -> list[tuple[float, str]]:
    """List what was said since: milliseconds on the page's clock, and the sentence."""
    return [(at, text) for at, text in page.evaluate("window.heard")]


def violations(page: Page) -> list[str]:
    """List what axe finds wrong, each with the elements that are."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']} at {node['target']}: "
        f"{node.get('failureSummary', '')}"
        for violation in found
        for node in violation["nodes"]
    ]
