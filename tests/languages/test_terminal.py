"""The terminal speaks its environment's language, whole and with every value."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import polemos_demo
from kit.languages import needed, texts_of
from polemos_demo.locales.sources import LANGUAGES, TERMINAL_PARTS
from polemos_demo.terminal.language import Speech, chosen_language

FOLDER = Path(polemos_demo.__file__).parent / "terminal"
NUMBERS = (0, 1, 2, 5, 21, 1_000, 1_000_000, 0.5)
STARTS = ("term_deed_", "term_reason_", "term_seat_taken_")
"""Keys that are composed of these and of a name."""


def says() -> list[tuple[str, frozenset[str]]]:
    """List what the terminal's modules say: keys, and the names of the values that they give."""
    found = []
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="say"), args=[ast.Constant(value=str(key))], keywords=given
                ):
                    found.append((key, frozenset(str(word.arg) for word in given)))
    return found


def test_every_text_is_there_and_gets_its_values() -> None:
    assert len(says()) > 80
    known = {key for part in TERMINAL_PARTS for key in texts_of("en", part)}
    assert {key for key, _ in says()} <= known
    wrong = [(key, given) for key, given in says() if needed("en", key) != given]
    assert wrong == []


def test_no_text_is_left_unsaid() -> None:
    said = {key for key, _ in says()}
    unsaid = {key for key in texts_of("en", "terminal") if not key.startswith(STARTS)} - said
    assert unsaid == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", NUMBERS)
def test_every_text_can_be_said(language: str, value: float) -> None:
    say = Speech(language)
    keys = [key for part in TERMINAL_PARTS for key in texts_of(language, part)]
    for key in keys:
        said = say(key, **dict.fromkeys(needed(language, key), value))
        assert said
        assert "{" not in said


def test_what_is_missing_is_a_fault() -> None:
    say = Speech("en")
    with pytest.raises(LookupError):
        say("no_such_text")
    with pytest.raises(LookupError):
        say("term_out")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "el_GR.UTF-8"}, "el"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "EL"}, "el"),
        ({"LC_ALL": "de_DE@euro"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str) -> None:
    assert chosen_language(environment) == language


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en_GB", "Round 1: The war goes on: Seat 1 and Seat 2 tie with Q; 6 hidden cards"),
        (
            "fr_FR",
            "Tour 1\u00a0: La bataille continue, égalité entre Joueur 1 et Joueur 2\u00a0: D; "
            "6 cartes cachées",
        ),
        (
            "el_GR",
            "Μάχη 1: Ο πόλεμος συνεχίζεται, ισοπαλία με Q: Παίκτης 1 και Παίκτης 2; "
            "6 κλειστά φύλλα",
        ),
    ],
)
def test_a_war_is_told_in_the_language_of_the_terminal(language: str, told: str) -> None:
    script = (
        "from kit.streams import lines_of, played\n"
        "from polemos.log.codec import decode\n"
        "from polemos.rules.events import TieDeclared\n"
        "from polemos_demo.client.beats import beats_of\n"
        "from polemos_demo.terminal.telling import tell_beat\n"
        "lines = lines_of(played('abc-1', 'war', 2, seed='page 112'))\n"
        "beats = beats_of(decode(line).event for line in lines)\n"
        "ties = [beat for beat in beats if isinstance(beat[0], TieDeclared)]\n"
        "print(tell_beat(ties[1]))\n"
    )
    assert told_by(script, language) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en_GB", "There is no such seat in this game."),
        ("fr_FR", "Cette place n’existe pas dans cette partie."),
        ("el_GR", "Δεν υπάρχει τέτοια θέση στην παρτίδα."),
    ],
)
def test_a_refusal_is_told_by_its_code_and_counts_no_seats_from_0(language: str, told: str) -> None:
    script = (
        "from polemos_demo.terminal.outcomes import outcome_of\n"
        "from polemos_demo.client.answers import Refused\n"
        "from polemos_demo.client.conversation import refused\n"
        "sentence = 'There is no seat 2 in a game of 2: choose 0 to 1.'\n"
        "answer = Refused(id=1, code='seat_unknown', sentence=sentence, retry_after_ms=None)\n"
        "print(outcome_of(refused(answer)).sentence)\n"
    )
    assert told_by(script, language) == told


def test_a_refusal_with_an_unknown_code_keeps_the_servers_sentence() -> None:
    script = (
        "from polemos_demo.terminal.telling import tell_refused\n"
        "print(tell_refused('of_a_later_version', 'No, for a new reason.'))\n"
    )
    assert told_by(script, "fr_FR") == "No, for a new reason."


def told_by(script: str, language: str) -> str:
    """Run a script in a terminal of that language, and give what it prints."""
    environment = {
        **os.environ,
        "LC_ALL": f"{language}.UTF-8",
        "PYTHONUTF8": "1",
        "PYTHONPATH": os.pathsep.join(["tests", os.environ.get("PYTHONPATH", "")]),
    }
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return run.stdout.strip()
