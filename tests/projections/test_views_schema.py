"""What the views depend on besides their own code is noticed when it changes."""

from polemos.projections.views_schema import VERSION
from polemos.rules.encoding import canonical, digest, rules_digest
from polemos.rules.presets import PRESETS


def test_whoever_changes_a_preset_raises_the_version():
    """Games are compared with today's presets, so views that were kept would differ from new ones.

    Raise `VERSION` when the digest changes, and note the new pair here.
    """
    presets = digest(canonical([rules_digest(rules) for rules in PRESETS.values()]))
    assert (VERSION, presets) == (4, "MzMZ00BjrZpJR39bPYb1fqmcvg3cYJ7dBbwlIZPOK70")
