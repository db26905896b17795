"""Every place where projections may be kept: what is tested with it holds for all of them."""

from pathlib import Path

import pytest

from polemos.projections.places import Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path / "views.db"
    database: Place = request.getfixturevalue("database")
    return database
