"""The replay's core, without a page around it, against what the engine and the server say."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from kit.browser import Windows
from kit.exports import (
    Recorder,
    abandoned,
    chained,
    controlled,
    dealt,
    never_dealt,
    people,
    seeded,
)
from polemos.log.codec import decode
from polemos.projections.table_views import table_json
from polemos.projections.tables import fold, initial_table

pytestmark = pytest.mark.browser

PRESETS = {
    "bataille": (2,),
    "war": (2, 3, 4),
    "one-hidden": (2, 3, 4),
    "peace": (2, 3, 4),
    "pyanitsa": (2, 3, 4),
    "tod-und-leben": (2, 3, 4),
}
LONGEST_ROUNDS = 9_400
"""More than the longest shuffled game that was ever seen, of 9,331 rounds."""

Json = dict[str, Any]


def recorded() -> Iterator[tuple[str, Recorder]]:
    """Give games of every kind: all presets, and what happens to lobbies and controls."""
    for preset, counts in PRESETS.items():
        for players in counts:
            yield f"{preset} {players}", dealt(preset, players, number=players).play()
    yield "an aborted deal", people()
    yield "controls between beats", controlled()
    yield "closed in play", abandoned()
    yield "never dealt", never_dealt()
    yield "dead pots", seeded("golden 74", players=4, war_joined_by="tied", deck=32).play()
    yield "short seats out", seeded("golden 28", players=3, short_in_war="out", deck=36).play()
    yield "ties without hidden cards", seeded("a", "pyanitsa", 4, six_beats_ace=True).play()
    yield "a dead pot at the end", exhausted()
    yield "in play", dealt(players=4, number=9).play(beats=31)


def exhausted() -> Recorder:
    """Find a game that ends because nobody can turn another card."""
    for number in range(4_000):
        game = seeded(str(number), "peace", 2, deck=32, cap=40).play()
        if game.events[-1].reason == "exhausted":
            return game
    raise AssertionError("none of the seeds exhausts a game")


@cache
def games() -> dict[str, Recorder]:
    return dict(recorded())


@cache
def longest() -> Recorder:
    """Play a game that a fixed return order lets go on for ever."""
    game = seeded("0", hidden_cards=0, return_order="table")
    while game.state.standing.rounds < LONGEST_ROUNDS:
        game.play(beats=100)
    return game


def ask(page: Page, function: str, argument: object) -> Any:
    """Call a function of the page's with JSON, which crosses as one text: games are large."""
    call = f"async (told) => JSON.stringify(await ({function})(JSON.parse(told)))"
    return json.loads(page.evaluate(call, json.dumps(argument)))


def lines_of(game: Recorder) -> list[bytes]:
    return [line.rstrip(b"\n") for line in chained(game.events)]


def told(game: Recorder) -> list[Json]:
    """Give a game's events as the page reads them."""
    return [json.loads(line) for line in lines_of(game)]


def beats_of(game: Recorder) -> list[list[Json]]:
    """Group a game's events by what the engine decided together."""
    inside, beats = set(game.inside), list[list[Json]]()
    for place, event in enumerate(told(game)):
        if place in inside:
            beats[-1].append(event)
        else:
            beats.append([event])
    return beats


def cut(events: list[Json], chance: random.Random) -> list[list[Json]]:
    """Cut events into batches anywhere, as a network does."""
    batches, start = list[list[Json]](), 0
    while start < len(events):
        end = start + chance.choice((1, 2, 3, 7, 40, 500))
        batches.append(events[max(0, start - chance.choice((0, 0, 2))) : end])
        start = end
    return batches


BEATS = """async (games) => {
  const { Recording } = await import("/replay/recording.js");
  return games.map((batches) => {
    const recording = new Recording(batches[0][0].game);
    for (const batch of batches) recording.append(batch);
    const beats = [...Array(recording.beats.count).keys()];
    return beats.map((beat) => [recording.beats.firstSeq(beat), recording.beats.lastSeq(beat)]);
  });
}"""


def test_the_page_tells_the_beats_apart_that_the_engine_decided(windows: Windows) -> None:
    chance = random.Random("beats")
    shown = ask(windows.open_blank(), BEATS, [cut(told(game), chance) for game in games().values()])
    for (name, game), beats in zip(games().items(), shown, strict=True):
        expected = [[beat[0]["seq"], beat[-1]["seq"]] for beat in beats_of(game)]
        assert beats == expected, name


SEEK = """async ([games, options]) => {
  const { Recording } = await import("/replay/recording.js");
  const { emptyView, foldView } = await import("/moments.js");
  return games.map(([batches, beats]) => {
    const recording = new Recording(batches[0][0].game, options);
    for (const batch of batches) recording.append(batch);
    const events = recording.read(1, recording.seq);
    const seen = beats.map((beat) => {
      const { table, taken, tie, lastPoint, told, recent } = recording.viewAt(beat);
      const { foldedEvents } = recording;
      const whole = foldView(
        emptyView(events[0].game), events.slice(0, recording.beats.lastSeq(beat)),
      );
      const agrees = JSON.stringify([taken, tie, lastPoint, told, recent])
        === JSON.stringify([whole.taken, whole.tie, whole.lastPoint, whole.told, whole.recent]);
      return { beat, foldedEvents, agrees, table: JSON.stringify(table) };
    });
    return { seen, keyframes: recording.keyframes, keyframeEvents: recording.keyframeEvents };
  });
}"""


def seek(windows: Windows, cases: list[tuple[Recorder, list[int]]], **options: int) -> list[Json]:
    chance = random.Random("seek")
    told_games = [[cut(told(game), chance), beats] for game, beats in cases]
    shown: list[Json] = ask(windows.open_blank(), SEEK, [told_games, options])
    return shown


def tables_after(game: Recorder, beats: list[int]) -> dict[int, Json]:
    """Fold from zero as the server does, and give the tables after some beats."""
    ends = {beat[-1]["seq"]: place for place, beat in enumerate(beats_of(game)) if place in beats}
    lines = lines_of(game)
    table, tables = initial_table(json.loads(lines[0])["game"]), dict[int, Json]()
    for seq, line in enumerate(lines, 1):
        table = fold(table, decode(line))
        if seq in ends:
            tables[ends[seq]] = table_json(table)
    return tables


def check_seeks(game: Recorder, tables: dict[int, Json], result: Json, name: str) -> None:
    largest = max(len(beat) for beat in beats_of(game))
    for look in result["seen"]:
        where = f"{name}, beat {look['beat']}"
        assert json.loads(look["table"]) == tables[look["beat"]], where
        assert look["agrees"], where
        assert look["foldedEvents"] <= result["keyframeEvents"] + 2 * largest, where


@pytest.mark.parametrize("options", [{}, {"keyframeEvents": 24, "keyframesMax": 7}])
def test_a_seek_anywhere_shows_what_folding_from_zero_shows(
    windows: Windows, options: dict[str, int]
) -> None:
    chance = random.Random(f"seek {options}")
    cases = []
    for game in games().values():
        count = len(beats_of(game))
        beats = [0, count - 1, *(chance.randrange(count) for _ in range(40))]
        near = chance.randrange(count)
        beats += range(near, min(count, near + 6))  # a step after the other, and back again
        cases.append((game, [*beats, *reversed(beats)]))
    results = seek(windows, cases, **options)
    for (game, beats), result, name in zip(cases, results, games(), strict=True):
        assert result["keyframes"] <= options.get("keyframesMax", 256), name
        check_seeks(game, tables_after(game, beats), result, name)


def test_a_seek_in_the_longest_game_folds_few_events_from_bounded_keyframes(
    windows: Windows,
) -> None:
    chance = random.Random("longest")
    game = longest()
    count = len(beats_of(game))
    beats = [count - 1, *(chance.randrange(count) for _ in range(60)), 0]
    tables = tables_after(game, beats)
    case = (game, beats)
    (default,) = seek(windows, [case])
    assert default["keyframeEvents"] == 512
    check_seeks(game, tables, default, "longest")
    (crowded,) = seek(windows, [case], keyframeEvents=64, keyframesMax=100)
    assert crowded["keyframes"] <= 100
    assert crowded["keyframeEvents"] in (256, 512)
    check_seeks(game, tables, crowded, "longest, crowded")


TAPE = """async (events) => {
  const { Tape } = await import("/replay/tape.js");
  const tape = new Tape();
  for (const event of events) tape.append(event);
  return [tape.read(1, events.length), tape.read(-5, 3), tape.read(events.length, 1e9)];
}"""


def test_the_tape_gives_every_event_back_even_one_that_no_rule_allows(windows: Windows) -> None:
    page = windows.open_blank()
    for game in games().values():
        events = told(game)
        for event in events:
            if event["type"] in ("CardFlipped", "CardHidden", "PileReturned"):
                del event["prev"]
        shown = ask(page, TAPE, events)
        assert shown == [events, events[:3], events[-1:]]
    envelope = {"game": "abc-1", "at": 1_790_000_000_000.0}
    flip = {"type": "CardFlipped", "round": 1, "step": 0, "seat": 0, "card": "As"}
    strange = [
        {**flip, "step": 63, "seat": 3, "card": "2c"},
        {**flip, "step": 64},
        {**flip, "seat": 4},
        {**flip, "seat": -1},
        {**flip, "card": "1s"},
        {**flip, "card": "Ax"},
        {**flip, "round": 99_999},
        {**flip, "round": 2**31},
        {**flip, "note": "of a later version"},
        {"type": "PileReturned", "round": 1, "seat": 2, "count": 255},
        {"type": "PileReturned", "round": 1, "seat": 2, "count": 256},
        {"type": "SomethingNew"},
    ]
    events = [{**envelope, "seq": seq, **event} for seq, event in enumerate(strange, 1)]
    assert ask(page, TAPE, events)[0] == events


COURSE = """async (games) => {
  const { Recording } = await import("/replay/recording.js");
  return games.map((events) => {
    const { course } = (() => {
      const recording = new Recording(events[0].game);
      recording.append(events);
      return recording;
    })();
    const points = [...Array(course.rounds.length).keys()];
    return {
      points: points.map((point) => (
        [course.rounds.at(point), course.seqs.at(point), course.countsAt(point)]
      )),
      wars: course.wars, leads: course.leads, outs: course.outs, end: course.end,
    };
  });
}"""


def course_of(game: Recorder) -> Json:
    """Follow a game's piles and moments by the server's table alone."""
    table = initial_table("")
    course: Json = {"points": [], "wars": [], "leads": [], "outs": [], "end": None}
    leader = None
    for line in lines_of(game):
        event, before = json.loads(line), table.standing.rounds_completed
        table = fold(table, decode(line))
        completed = table.standing.rounds_completed
        seq = event["seq"]
        if event["type"] == "TieDeclared":
            if event["step"] == 0:
                course["wars"].append({"seq": seq, "round": event["round"], "steps": 0})
            course["wars"][-1]["steps"] += 1
        if event["type"] == "SeatEliminated":
            out = {key: event[key] for key in ("seq", "round", "seat", "place")}
            course["outs"].append(out)
        if event["type"] == "GameEnded":
            course["end"] = {"seq": seq, "round": completed}
        is_deal = event["type"] == "CardsDealt"
        if is_deal or completed > before:
            counts = list(table.piles)
            course["points"].append([completed, seq, counts])
            ahead = [seat for seat, held in enumerate(counts) if held == max(counts)]
            if len(ahead) == 1 and ahead != [leader]:
                change = {"seq": seq, "round": completed, "seat": ahead[0]}
                course["leads"] += [] if leader is None else [change]
                leader = ahead[0]
    return course


def test_rounds_wars_leads_and_eliminations_are_those_of_the_servers_table(
    windows: Windows,
) -> None:
    shown = ask(windows.open_blank(), COURSE, [told(game) for game in games().values()])
    found = {"wars": 0, "leads": 0, "outs": 0}
    for (name, game), course in zip(games().items(), shown, strict=True):
        assert course == course_of(game), name
        for kind in found:
            found[kind] += len(course[kind])
    assert min(found.values()) > 20


JUMPS = """async ([events, beats, rounds]) => {
  const { Recording } = await import("/replay/recording.js");
  const { KINDS, beatOfJump, beatOfRound, placeOf } = await import("/replay/jumps.js");
  const recording = new Recording(events[0].game);
  recording.append(events);
  const jumps = beats.map((beat) => KINDS.map((kind) => {
    const { number, count } = placeOf(recording, kind, beat);
    const [before, after] = [-1, 1].map((steps) => beatOfJump(recording, kind, beat, steps));
    return [before, number, count, after];
  }));
  return [jumps, rounds.map((round) => beatOfRound(recording, round))];
}"""


@pytest.mark.parametrize("name", ["war 4", "an aborted deal", "dead pots", "never dealt"])
def test_jumps_find_the_nearest_moment_on_either_side(windows: Windows, name: str) -> None:
    game = games()[name]
    course, beats = course_of(game), beats_of(game)
    place_of_seq = {event["seq"]: place for place, beat in enumerate(beats) for event in beat}
    moments = {
        "round": [place_of_seq[seq] for _, seq, _ in course["points"]],
        **{kind: [place_of_seq[m["seq"]] for m in course[f"{kind}s"]] for kind in ("war", "lead")},
        "out": [place_of_seq[out["seq"]] for out in course["outs"]],
    }
    last_round = len(course["points"]) + 2
    everywhere, rounds = list(range(len(beats))), list(range(last_round))
    page = windows.open_blank()
    jumps, of_rounds = ask(page, JUMPS, [told(game), everywhere, rounds])
    for beat, shown in zip(everywhere, jumps, strict=True):
        for (kind, places), jump in zip(moments.items(), shown, strict=True):
            before = [place for place in places if place < beat]
            after = [place for place in places if place > beat]
            passed = sum(place <= beat for place in places)
            expected = [max(before, default=None), passed, len(places), min(after, default=None)]
            assert jump == expected, (beat, kind)
    completed = moments["round"] + [len(beats) - 1] * (last_round - len(moments["round"]))
    assert of_rounds == completed


GROW = """async (batches) => {
  const { Recording } = await import("/replay/recording.js");
  const { goLive, pausedAt, tick } = await import("/replay/player.js");
  const { emptyView, foldView } = await import("/moments.js");
  const recording = new Recording(batches[0][0].game, { keyframeEvents: 32 });
  let state = null;
  const seen = [];
  batches.forEach((batch, now) => {
    recording.append(batch);
    const extent = { lastBeat: recording.lastBeat, firstBeat: 0, isEnded: recording.isEnded };
    state = state === null ? goLive(pausedAt(0, "1"), extent) : tick(state, extent, now);
    const { table, told, recent } = recording.viewAt(state.beat);
    const whole = foldView(emptyView(batch[0].game), recording.read(1, recording.seq));
    seen.push([state.mode, JSON.stringify([table, told, recent])
      === JSON.stringify([whole.table, whole.told, whole.recent])]);
  });
  return seen;
}"""


def test_a_live_replay_shows_every_event_as_it_comes_even_within_a_beat(windows: Windows) -> None:
    page = windows.open_blank()
    for name in ("war 3", "peace 4", "controls between beats"):
        seen = ask(page, GROW, cut(told(games()[name]), random.Random(name)))
        assert len(seen) > 3
        assert all(agrees for _, agrees in seen)
        assert [mode for mode, _ in seen] == ["live"] * (len(seen) - 1) + ["paused"]


def test_a_hole_between_events_is_refused(windows: Windows) -> None:
    refused = ask(
        windows.open_blank(),
        """async (events) => {
          const { Recording } = await import("/replay/recording.js");
          const recording = new Recording("abc-1");
          recording.append(events.slice(0, 3));
          try {
            recording.append(events.slice(4));
          } catch (error) {
            return [error.name, recording.seq];
          }
        }""",
        told(games()["war 2"])[:9],
    )
    assert refused == ["RangeError", 3]
