"""The replay's state machine: where it stands after anything that anybody does, at any time."""

import json
import random
from typing import Any

import pytest

from kit.browser import TEMPOS, Windows

pytestmark = pytest.mark.browser

LIGHTNING_BEATS = 1_024
STALL_MS = 1_000

RUN = """async (told) => {
  const player = await import("/replay/player.js");
  const DEEDS = {
    play: (state, extent, now) => player.play(state, extent, now),
    pause: (state) => player.pause(state),
    goTo: (state, extent, now, beat) => player.goTo(state, extent, beat),
    moveTo: (state, extent, now, beat) => player.moveTo(state, extent, beat),
    goLive: (state, extent) => player.goLive(state, extent),
    shiftTempo: (state, extent, now, steps) => player.shiftTempo(state, steps, now),
    tick: (state, extent, now) => player.tick(state, extent, now),
  };
  return JSON.stringify(JSON.parse(told).map(({ start, deeds }) => {
    let state = player.pausedAt(start.beat, start.tempo);
    return deeds.map(({ deed, extent, now, argument }) => {
      state = Object.freeze(DEEDS[deed](state, extent, now, argument));
      return state;
    });
  }));
}"""

Json = dict[str, Any]


def run(windows: Windows, runs: list[Json]) -> list[list[Json]]:
    shown: list[list[Json]] = json.loads(windows.open_blank().evaluate(RUN, json.dumps(runs)))
    return shown


def drawn(chance: random.Random) -> Json:
    """Draw what happens to one replay: a game that grows and ends, and somebody who plays about."""
    last = chance.randrange(60)
    extent = {"lastBeat": last, "firstBeat": min(last, 7), "isEnded": False}
    start = {"beat": chance.randrange(last + 1), "tempo": chance.choice(TEMPOS)}
    now, deeds = 0.0, list[Json]()
    for _ in range(80):
        now += chance.choice((0.0, 1.0, 16.7, 16.7, 300.0, 5_000.0))
        if not extent["isEnded"]:
            extent = {**extent, "lastBeat": extent["lastBeat"] + chance.choice((0, 0, 1, 30))}
            extent["isEnded"] = chance.random() < 0.02
        deed = chance.choice(
            ("play", "pause", "goTo", "moveTo", "goLive", "shiftTempo", *["tick"] * 5)
        )
        argument = chance.choice((-12, -1, 0, 1, 9)) if deed == "shiftTempo" else None
        if deed in ("goTo", "moveTo"):
            argument = chance.randrange(-5, extent["lastBeat"] + 5)
        deeds.append({"deed": deed, "extent": extent, "now": now, "argument": argument})
    return {"start": start, "deeds": deeds}


def test_whatever_happens_the_replay_stays_within_the_game_and_knows_where_it_is(
    windows: Windows,
) -> None:
    chance = random.Random("player")
    runs = [drawn(chance) for _ in range(400)]
    modes_seen = set[str]()
    for one, states in zip(runs, run(windows, runs), strict=True):
        before = {**one["start"], "mode": "paused", "movedAt": 0}
        for deed, state in zip(one["deeds"], states, strict=True):
            extent = deed["extent"]
            modes_seen.add(state["mode"])
            assert 0 <= state["beat"] <= extent["lastBeat"], (deed, state)
            check_mode(before, deed, state)
            before = state
    assert modes_seen == {"paused", "playing", "live"}


def check_mode(before: Json, deed: Json, state: Json) -> None:
    """Hold one step against what each deed promises."""
    extent, where = deed["extent"], (before, deed, state)
    last, is_ended = extent["lastBeat"], extent["isEnded"]
    has_tempo_kept = state["tempo"] == before["tempo"]
    match deed["deed"]:
        case "pause":
            assert (state["mode"], state["beat"]) == ("paused", before["beat"]), where
        case "goTo":
            assert state["mode"] == "paused", where
            assert state["beat"] == min(max(deed["argument"], 0), last), where
        case "moveTo" if deed["argument"] < last:
            assert state["mode"] == "paused", where
            assert state["beat"] == max(deed["argument"], 0), where
        case "moveTo" | "goLive":
            assert state["beat"] == last, where
            assert state["mode"] == ("paused" if is_ended else "live"), where
        case "play" if before["beat"] < last:
            assert (state["mode"], state["beat"]) == ("playing", before["beat"]), where
        case "play" if is_ended:
            assert (state["mode"], state["beat"]) == ("playing", extent["firstBeat"]), where
        case "play":
            assert (state["mode"], state["beat"]) == ("live", last), where
        case "shiftTempo":
            place = TEMPOS.index(before["tempo"]) + deed["argument"]
            assert state["tempo"] == TEMPOS[min(max(place, 0), len(TEMPOS) - 1)], where
            assert (state["mode"], state["beat"]) == (before["mode"], before["beat"]), where
            has_tempo_kept = True
        case "tick":
            check_tick(before, state, extent, where)
    assert has_tempo_kept, where


def check_tick(before: Json, state: Json, extent: Json, where: object) -> None:
    last, is_ended = extent["lastBeat"], extent["isEnded"]
    if before["mode"] == "paused":
        assert state == before, where
    elif before["mode"] == "live" or state["beat"] == last:
        assert state["beat"] == last, where
        if before["mode"] == "live" or state["mode"] != "playing":
            assert state["mode"] == ("paused" if is_ended else "live"), where
    else:
        assert state["mode"] == "playing", where
        assert before["beat"] <= state["beat"], where
        in_a_burst = 1 + STALL_MS * beats_a_second(before["tempo"]) / 1_000
        assert state["beat"] - before["beat"] <= in_a_burst, where


def beats_a_second(tempo: str) -> float:
    return LIGHTNING_BEATS if tempo == "lightning" else float(tempo)


def test_a_beat_takes_its_time_however_often_the_clock_is_looked_at(windows: Windows) -> None:
    chance = random.Random("time")
    extent = {"lastBeat": 1_000_000, "firstBeat": 7, "isEnded": True}
    runs, spans = list[Json](), list[float]()
    for tempo in TEMPOS:
        for look_ms in (5.0, 16.7, 240.0):
            now = begun = chance.uniform(0, 1e6)
            deeds = [{"deed": "play", "extent": extent, "now": now}]
            while now - begun < 8_000:
                now += chance.uniform(0.2, 2) * look_ms
                deeds.append({"deed": "tick", "extent": extent, "now": now})
            runs.append({"start": {"beat": 3, "tempo": tempo}, "deeds": deeds})
            spans.append(now - begun)
    for one, span, states in zip(runs, spans, run(windows, runs), strict=True):
        beats = span / 1_000 * beats_a_second(one["start"]["tempo"])
        assert abs(states[-1]["beat"] - 3 - beats) <= 1, one["start"]
        assert len(states) > 20


def test_a_replay_of_a_running_game_catches_up_and_goes_on_live(windows: Windows) -> None:
    extent = {"lastBeat": 20, "firstBeat": 7, "isEnded": False}
    grown = {**extent, "lastBeat": 30}
    ended = {**grown, "lastBeat": 31, "isEnded": True}
    deeds = [
        {"deed": "play", "extent": extent, "now": 0},
        *({"deed": "tick", "extent": extent, "now": 500 * n} for n in range(1, 5)),
        {"deed": "tick", "extent": grown, "now": 3_000},
        {"deed": "pause", "extent": grown, "now": 3_000},
        {"deed": "play", "extent": grown, "now": 3_000},
        {"deed": "tick", "extent": ended, "now": 3_100},
    ]
    (states,) = run(windows, [{"start": {"beat": 17, "tempo": "2"}, "deeds": deeds}])
    assert [(state["mode"], state["beat"]) for state in states] == [
        ("playing", 17),
        ("playing", 18),
        ("playing", 19),
        ("live", 20),
        ("live", 20),
        ("live", 30),
        ("paused", 30),
        ("live", 30),
        ("paused", 31),
    ]
