"""docs/audit.md says what the audit does, and its two programs run."""

import re
import subprocess
import sys
from pathlib import Path

from kit.exports import chained, controlled
from polemos.audit.findings import Code
from polemos.rules.encoding import digest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "audit.md").read_text()
LINES = chained(controlled().events)


def run(program, file, folder):
    # -S: without the installed packages, so that nothing but the standard library is there.
    command = [sys.executable, "-S", "-c", program, str(file)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_table_lists_every_code_in_order():
    table = DOCUMENT.split("## Findings")[1].split("##")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(Code)


def test_the_audit_runs_on_the_standard_library_alone(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(LINES))
    program = re.search(r"python3 -c '\n(.*?)' game\.jsonl", DOCUMENT, re.DOTALL)[1]
    done = run(program, file, ROOT / "server")
    assert (done.stdout, done.stderr) == ("verified\n", "")


def test_the_chain_is_checked_by_the_program_of_the_document(tmp_path):
    file = tmp_path / "game.jsonl"
    program = re.search(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)[1]
    file.write_bytes(b"".join(LINES))
    assert run(program, file, tmp_path).stdout == digest(LINES[-1][:-1]) + "\n"
    file.write_bytes(b"".join(LINES[:5] + LINES[6:]))
    assert run(program, file, tmp_path).returncode == 1
