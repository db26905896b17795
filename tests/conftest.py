"""What holds for every test."""

import os

import pytest
from hypothesis import settings

# Machines are shared: how long an example takes is no property of ours.
settings.register_profile("polemos", deadline=None)
settings.load_profile("polemos")

# What the terminal says is held against its English texts, whoever runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"

pytest_plugins = ("kit.postgres_databases",)


REAL_ENDS = ("browser", "terminal")
"""Folders whose tests drive browsers and terminals, which no clock of ours turns."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try such a test again where it fails, and have the report say so."""
    for item in items:
        if item.path.parent.name in REAL_ENDS:
            item.add_marker(pytest.mark.flaky(reruns=2))
