"""What is said again on the bus, at once or much later, by a node that is known or forgotten."""

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from polemos.cluster.speakers import SILENT_SECONDS, Askers, Listened, Outdated, Refused

ASKERS_MAX = 3
ANY = st.integers(0, 1 << 16)


@dataclass(eq=False)
class Asker:
    """A process that asks, and what it knows of whoever it asks."""

    name: bytes
    term: int = 0
    asked: int = 0


@dataclass(eq=False)
class Errand:
    """What somebody wants to have done once, however often it has to be asked for."""

    asker: Asker
    asked_seconds: float
    done: int = 0


@dataclass(frozen=True)
class Question:
    errand: Errand
    term: int
    number: int


@dataclass
class Asked:
    """An honest asker's questions: what is refused as outdated is asked anew, but not too late."""

    askers: Askers = field(default_factory=lambda: Askers(askers_max=ASKERS_MAX))
    now_seconds: float = 0.0

    def ask(self, errand: Errand) -> Question:
        errand.asker.asked += 1
        return Question(errand, errand.asker.term, errand.asker.asked)

    def deliver(self, question: Question) -> Question | None:
        """Deliver a question, and give the one that is asked in its place, or none."""
        errand, now_seconds = question.errand, self.now_seconds
        asker = errand.asker
        match self.askers.heed(asker.name, question.term, question.number, now_seconds):
            case None:
                errand.done += 1
            case Outdated(term=term) if now_seconds - errand.asked_seconds < SILENT_SECONDS:
                asker.term = term
                return self.ask(errand)
            case _:
                pass
        return None


class AskersMachine(RuleBasedStateMachine):
    """Nodes ask and fall silent, and whatever they said is said again at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = Asked()
        self.processes: list[Asker] = []
        self.questions: list[Question] = []
        self.errands: list[Errand] = []

    @rule()
    def start_a_node(self) -> None:
        self.processes.append(Asker(b"%d" % len(self.processes)))

    @precondition(lambda self: self.processes)
    @rule(who=ANY)
    def ask(self, who: int) -> None:
        asker = self.processes[who % len(self.processes)]
        errand = Errand(asker, self.asked.now_seconds)
        self.errands.append(errand)
        self.questions.append(self.asked.ask(errand))

    @precondition(lambda self: self.questions)
    @rule(which=ANY, is_newest=st.booleans())
    def deliver(self, which: int, is_newest: bool) -> None:
        question = self.questions[-1 if is_newest else which % len(self.questions)]
        if (anew := self.asked.deliver(question)) is not None:
            self.questions.append(anew)

    @rule(seconds=st.sampled_from([1.0, SILENT_SECONDS / 2, SILENT_SECONDS]))
    def pass_time(self, seconds: float) -> None:
        self.asked.now_seconds += seconds

    @invariant()
    def nothing_is_done_twice(self) -> None:
        assert all(errand.done <= 1 for errand in self.errands)

    @invariant()
    def no_more_are_known_than_may_be(self) -> None:
        assert self.asked.askers.count <= ASKERS_MAX


AskersMachine.TestCase.settings = settings(max_examples=300, stateful_step_count=40, deadline=None)
TestAskers = AskersMachine.TestCase


@given(order=st.lists(st.integers(0, 2 * ASKERS_MAX), max_size=40))
def test_whoever_asks_one_after_the_other_is_heard_whoever_was_forgotten_meanwhile(order):
    """With the silence in between that makes room, each errand is done, after two questions."""
    asked = Asked()
    processes = [Asker(b"%d" % number) for number in range(2 * ASKERS_MAX + 1)]
    for who in order:
        errand = Errand(processes[who], asked.now_seconds)
        anew = asked.deliver(asked.ask(errand))
        if anew is not None:
            asked.deliver(anew)
        assert errand.done == 1
        asked.now_seconds += SILENT_SECONDS


def test_where_nobody_is_silent_a_newcomer_waits_and_those_who_are_known_do_not():
    """What is said again keeps nobody known: only what is new shows that somebody is there."""
    askers = Askers(askers_max=2)
    assert askers.heed(b"a", 0, 1, 0.0) is None
    assert askers.heed(b"b", 0, 1, 1.0) is None
    assert askers.heed(b"c", 0, 1, 2.0) is Refused.CROWDED
    assert askers.heed(b"b", 0, 2, 2.0) is None
    assert askers.heed(b"a", 0, 1, SILENT_SECONDS) is Refused.AGAIN
    assert askers.heed(b"c", 0, 1, SILENT_SECONDS) == Outdated(1)
    assert askers.heed(b"c", 1, 2, SILENT_SECONDS) is None
    assert askers.heed(b"b", 0, 3, SILENT_SECONDS) is None
    assert askers.heed(b"a", 0, 1, SILENT_SECONDS + 2) is Refused.CROWDED


@given(said=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 9)), max_size=60))
def test_a_publication_of_a_speaker_that_is_known_counts_once(said):
    """Each speaker for itself, in whatever order its publications come."""
    listened, heard = Listened(speakers_max=3), Counter[tuple[int, int]]()
    for speaker, number in said:
        assert listened.is_new(b"%d" % speaker, number) == (not heard[speaker, number])
        heard[speaker, number] += 1


def test_the_longest_silent_speaker_is_forgotten_first():
    """Only what is new shows that a speaker is not silent."""
    listened = Listened(speakers_max=2)
    assert listened.is_new(b"a", 1)
    assert listened.is_new(b"b", 1)
    assert not listened.is_new(b"a", 1)
    assert listened.is_new(b"c", 1)
    assert not listened.is_new(b"b", 1)
    assert not listened.is_new(b"c", 1)
    assert listened.is_new(b"a", 1)
