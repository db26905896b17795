"""Three nodes, one database, one bus and everything that can go wrong: nothing is lost.

`TEST_CHAOS_SECONDS`, `TEST_CHAOS_GAMES` and `TEST_CHAOS_SEED` make it longer, larger and
another one; `make chaos` does.
"""

import os

from kit.campaign import Plan, everything

PLAN = Plan(
    seed=int(os.environ.get("TEST_CHAOS_SEED", "1")),
    seconds=float(os.environ.get("TEST_CHAOS_SECONDS", "40")),
    games=int(os.environ.get("TEST_CHAOS_GAMES", "8")),
)


async def test_whatever_dies_hangs_or_is_cut_off_no_event_is_lost_or_seen_twice(tmp_path, capsys):
    with everything(tmp_path, PLAN) as (campaign, bus):
        report = await campaign.run(bus)
    with capsys.disabled():
        print(f"\n{report}")
    assert report.wrong == []
    assert report.games > 0
    assert report.acknowledged > 0
