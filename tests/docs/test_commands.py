"""The commands that the papers show are commands that the program takes."""

import re
import shlex
from pathlib import Path

import pytest

from polemos.cli.main import COMMANDS, parser

ROOT = Path(__file__).parents[2]
PAPERS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "server" / "decisions").glob("*.md")),
]
SHOWN = re.compile(r"^polemos [^\n]*", re.MULTILINE)


def shown_commands() -> list[str]:
    """Every line of any code block that runs `polemos`, without its comment and redirection."""
    blocks = [
        block
        for paper in PAPERS
        for block in re.findall(r"```\w*\n(.*?)```", paper.read_text(), re.S)
    ]
    lines = [line for block in blocks for line in SHOWN.findall(block)]
    return [re.split(r"\s[#<>|]", line)[0] for line in lines]


@pytest.mark.parametrize("line", shown_commands())
def test_a_shown_command_is_taken(line: str) -> None:
    _, *words = shlex.split(line)
    assert parser(words[0]).parse_args(words).command == words[0]


def test_the_readme_shows_every_command_that_a_visitor_needs() -> None:
    shown = {shlex.split(line)[1] for line in shown_commands()}
    assert {"watch", "audit", "export", "import", "simulate"} <= shown <= set(COMMANDS)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_no_link_between_the_papers_is_broken(paper: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", paper.read_text()):
        assert (paper.parent / target).exists(), target
