"""My seat's state machine: whatever is lost on the way, the seat is held and the deal goes on."""

import random

import pytest

from kit.browser import Windows

pytestmark = pytest.mark.browser

WORLD = """async (runs) => {
  const seats = await import("/seat.js");
  const { keyOfWords } = await import("/entropy.js");
  const { toBase64url } = await import("/base64url.js");
  const key = toBase64url(keyOfWords("a key of the test"));

  /** A server with a seat of ours and one of somebody else's, and a line that can break. */
  class World {
    constructor() {
      this.events = [];
      this.number = 0;
      this.draws = 0;
      this.asked = [];
      this.sent = null;
      this.heard = 0;
      this.secret = null;
      this.isMissed = false;
      this.hasMissed = false;
      this.seat = seats.openSeat("abc", null, true);
      this.open();
      this.deeds.connect.call(this);
      this.deeds.hear.call(this);
      const kept = { number: 1, secret: "s".repeat(43), key };
      this.become(seats.chooseSeat(this.seat, kept, { invite_secret: "i", name: "Maria" }));
    }
    get game() { return `abc-${this.number}`; }
    add(type, fields) {
      this.events.push({ type, seq: this.events.length + 1, game: this.game, ...fields });
    }
    open() {
      this.number += 1;
      Object.assign(this, { events: [], commitment: null });
      Object.assign(this, { isLocked: false, isRevealed: false, isDealt: false });
      this.draw = `draw ${++this.draws}`;
      this.add("GameOpened", { commitment: this.draw });
    }
    become(seat) {
      this.seat = seat;
      const request = seats.wanted(seat);
      if (request === null) return;
      if (this.sent !== null) throw new Error("two requests in flight");
      if (JSON.stringify(request).includes(key)) throw new Error("the key left the browser");
      this.sent = request;
      this.asked.push(request.type);
      this.seat = seats.asked(this.seat, request);
    }
    /** Carry out what was sent; a text is the code of the refusal. */
    carryOut({ type, fields }) {
      if (type === "resume_seat") {
        if (fields.seat_secret !== this.secret) return "wrong_secret";
        this.isMissed = false;
        return null;
      }
      if (type === "reveal_entropy") {
        if (this.isMissed) return "not_seated";
        if (!this.isLocked) return "seats_not_locked";
        if (!this.isRevealed) this.add("EntropyRevealed", { seat: 1 });
        this.isRevealed = true;
        return null;
      }
      if (fields.game !== this.game) return "game_is_old";
      if (this.secret !== null && this.secret !== fields.seat_secret) return "seat_is_taken";
      if (this.secret === null && !fields.invite_secret) return "wrong_secret";
      if (fields.commitment === this.commitment) return null;
      if (this.isLocked) return "seats_are_locked";
      this.secret = fields.seat_secret;
      this.commitment = fields.commitment;
      this.add("SeatTaken", { seat: 1, commitment: fields.commitment });
      return null;
    }
    answer(code) {
      const request = this.sent;
      this.sent = null;
      const answer = { game: this.game, seq: this.events.length, seat: 1, player: "p" };
      this.become(code === null
        ? seats.accepted(this.seat, request, answer)
        : seats.refused(this.seat, request, code));
    }
    deeds = {
      connect() {
        if (!this.seat.isConnected) this.become(seats.connected(this.seat));
      },
      answer() {
        if (this.sent !== null && this.seat.isConnected) this.answer(this.carryOut(this.sent));
      },
      drop() { this.cut(false); },
      dropAnswer() { this.cut(true); },
      hear() {
        if (!this.seat.isConnected) return;
        if (this.seat.deal.game !== null && this.seat.deal.game !== this.game) {
          this.heard = 0;
          this.become(seats.follow(this.seat, this.game));
        }
        const fresh = this.events.slice(this.heard);
        this.heard = this.events.length;
        if (fresh.length) this.become(seats.happened(this.seat, fresh));
      },
      lock() {
        if (this.commitment === null || this.isLocked) return;
        this.isLocked = true;
        this.add("SeatsLocked", { players: 2 });
      },
      abort() {
        if (!this.isLocked || this.isDealt) return;
        this.draw = `draw ${++this.draws}`;
        Object.assign(this, { isLocked: false, isRevealed: false, commitment: null });
        const release = { seat: 0, reason: "unrevealed", secret: "x" };
        this.add("SeatReleased", { ...release, commitment: this.draw });
      },
      deal() {
        if (!this.isRevealed || this.isDealt) return;
        this.isDealt = true;
        this.add("CardsDealt", {});
      },
      rematch() { if (this.isDealt) this.open(); },
      /** Move to another node, once, that has not heard of the connection. */
      move() {
        this.isMissed ||= !this.hasMissed;
        this.hasMissed = true;
      },
    };
    cut(isCarriedOut) {
      if (!this.seat.isConnected) return;
      if (this.sent !== null && isCarriedOut) this.carryOut(this.sent);
      this.sent = null;
      this.become(seats.disconnected(this.seat));
    }
    /** Let everything arrive. */
    settle() {
      for (let turn = 0; turn < 20; turn += 1) {
        for (const deed of ["connect", "hear", "answer"]) this.deeds[deed].call(this);
      }
    }
  }
  return runs.map((deeds) => {
    const world = new World();
    for (const deed of deeds) world.deeds[deed].call(world);
    world.settle();
    const { hold, kept, deal, lost } = world.seat;
    const isCommitted = world.commitment !== null && deal.taken[1] === world.commitment;
    const isQuiet = world.sent === null && seats.wanted(world.seat) === null;
    return {
      hold, lost, isKept: kept !== null, isQuiet, isCommitted,
      isOwed: world.isLocked && !world.isRevealed,
      excess: world.asked.length - deeds.length,
    };
  });
}"""

DEEDS = (
    *("connect", "answer", "hear") * 3,
    *("drop", "dropAnswer", "lock", "abort", "deal", "rematch", "move"),
)


def test_a_seat_is_held_committed_and_revealed_whatever_was_lost(windows: Windows) -> None:
    chance = random.Random("seat")
    runs = [chance.choices(DEEDS, k=chance.randrange(60)) for _ in range(1_500)]
    for deeds, end in zip(runs, windows.open_blank().evaluate(WORLD, runs), strict=True):
        assert end["hold"] == "held", deeds
        assert end["lost"] is None, deeds
        assert end["isKept"], deeds
        assert end["isQuiet"], deeds
        assert end["isCommitted"], deeds
        assert not end["isOwed"], deeds
        assert end["excess"] <= 6, deeds


STEPS = """async ([kept, mayHold, steps]) => {
  const seats = await import("/seat.js");
  let seat = seats.openSeat("abc", kept, mayHold);
  const wanted = [];
  for (const [step, ...given] of steps) {
    const asked = seats.wanted(seat);
    seat = step === "accepted" || step === "refused"
      ? seats[step](seats.asked(seat, asked), asked, ...given)
      : seats[step](seat, ...given);
    wanted.push(seats.wanted(seat)?.type ?? null);
  }
  const { hold, isElsewhere, lost, kept: left } = seat;
  return { wanted, hold, isElsewhere, lost, kept: left };
}"""

KEPT = {"number": 0, "secret": "s" * 43, "key": "A" * 43}
ANSWER = {"game": "abc-1", "seq": 4, "seat": 0, "player": "p"}


def company(*, is_here: bool, standing: str = "taken") -> dict[str, object]:
    seat = {"seat": 0, "standing": standing, "kind": "human", "is_here": is_here}
    return {"game": "abc-1", "seats": [seat]}


def walk(windows: Windows, *steps: list[object], may_hold: bool = False) -> dict[str, object]:
    end: dict[str, object] = windows.open_blank().evaluate(STEPS, [KEPT, may_hold, list(steps)])
    return end


def test_a_seat_that_is_played_elsewhere_is_taken_over_only_on_demand(windows: Windows) -> None:
    end = walk(
        windows, ["connected"], ["looked", company(is_here=True)], ["insist"], ["accepted", ANSWER]
    )
    assert end["wanted"] == [None, None, "resume_seat", None]
    assert end["hold"] == "held"


def test_a_seat_that_nobody_plays_is_taken_up_without_asking(windows: Windows) -> None:
    end = walk(windows, ["connected"], ["looked", company(is_here=False)])
    assert end["wanted"] == [None, "resume_seat"]


def test_a_seat_that_was_taken_over_stays_there_whatever_happens(windows: Windows) -> None:
    end = walk(
        windows,
        ["connected"],
        ["accepted", ANSWER],
        ["yielded"],
        ["disconnected"],
        ["connected"],
        ["looked", company(is_here=True)],
        ["looked", company(is_here=False)],
        may_hold=True,
    )
    assert end["wanted"] == ["resume_seat", *[None] * 6]
    assert end["hold"] == "yielded"
    assert end["isElsewhere"] is False


def test_a_secret_that_holds_no_seat_is_forgotten(windows: Windows) -> None:
    end = walk(windows, ["connected"], ["refused", "wrong_secret"], may_hold=True)
    assert (end["lost"], end["kept"]) == ("wrong_secret", None)


def test_a_refusal_is_not_asked_again_before_something_changes(windows: Windows) -> None:
    end = walk(windows, ["connected"], ["refused", "room_busy"], ["retried"], may_hold=True)
    assert end["wanted"] == ["resume_seat", None, "resume_seat"]
    assert end["lost"] is None


def test_a_seat_that_the_server_misses_is_shown_again(windows: Windows) -> None:
    """A room that has moved to another node may not know the connection there."""
    end = walk(
        windows,
        ["connected"],
        ["accepted", ANSWER],
        ["missed"],
        ["accepted", ANSWER],
        may_hold=True,
    )
    assert end["wanted"] == ["resume_seat", None, "resume_seat", None]
    assert end["hold"] == "held"


def test_a_seat_of_which_another_connection_has_taken_hold_is_not_shown_again(
    windows: Windows,
) -> None:
    end = walk(windows, ["connected"], ["accepted", ANSWER], ["yielded"], ["missed"], may_hold=True)
    assert (end["wanted"][-1], end["hold"]) == (None, "yielded")


SEATING = """async ({ kept, answers }) => {
  const { Seating } = await import("/seating.js");
  const { Refused } = await import("/requests.js");
  const asked = [];
  const seating = new Seating({
    room: "abc", kept, mayHold: true, onchange: () => {},
    secrets: { keep: () => {}, leaveMark: () => {}, room: () => ({ seat: kept }) },
    request: async (type) => {
      asked.push(type);
      const code = answers[type]?.shift() ?? null;
      if (code !== null) throw new Refused(code, code);
      return { game: "abc-1", seq: 4, seat: 0, player: "p" };
    },
  });
  seating.opened();
  await new Promise((resolve) => setTimeout(resolve));
  const code = await seating.ask("turn_card", {}).then(() => null, (refused) => refused.code);
  return { asked, code, isHeld: seating.isHeld };
}"""


@pytest.mark.parametrize(
    ("answers", "asked", "code"),
    [
        ([], ["turn_card"], None),
        (["not_seated"], ["turn_card", "resume_seat", "turn_card"], None),
        (["not_seated"] * 2, ["turn_card", "resume_seat", "turn_card"], "not_seated"),
        (["nothing_to_turn"], ["turn_card"], "nothing_to_turn"),
    ],
)
def test_what_a_seats_holder_asks_is_asked_once_more_behind_the_secret(
    windows: Windows, answers: list[str], asked: list[str], code: str | None
) -> None:
    given = {"kept": KEPT, "answers": {"turn_card": answers}}
    end = windows.open_blank().evaluate(SEATING, given)
    assert end == {"asked": ["resume_seat", *asked], "code": code, "isHeld": True}


@pytest.mark.parametrize("reason", ["left", "removed", "unrevealed"])
def test_a_seat_is_lost_by_a_later_release_and_not_by_an_earlier_one(
    windows: Windows, reason: str
) -> None:
    def released(seq: int) -> dict[str, object]:
        fields = {"seat": 0, "reason": reason, "secret": None, "commitment": None}
        return {"type": "SeatReleased", "game": "abc-1", "seq": seq, **fields}

    opened = {"type": "GameOpened", "game": "abc-1", "seq": 1, "commitment": "c"}
    held = (["connected"], ["accepted", ANSWER], ["happened", [opened, released(3)]])
    assert walk(windows, *held, may_hold=True)["lost"] is None
    assert walk(windows, *held, ["happened", [released(5)]], may_hold=True)["lost"] == reason


def test_a_seat_that_the_host_took_in_mid_game_is_lost(windows: Windows) -> None:
    events = [
        {"type": "GameOpened", "game": "abc-1", "seq": 1, "commitment": "c"},
        {"type": "CardsDealt", "game": "abc-1", "seq": 2},
    ]
    end = walk(
        windows,
        ["connected"],
        ["accepted", ANSWER],
        ["happened", events],
        ["looked", company(is_here=False, standing="left")],
        may_hold=True,
    )
    assert end["lost"] == "removed"
