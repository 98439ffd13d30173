"""The session: what is put there is on the disk a moment later, whatever becomes of the window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from assay_desktop.session import SOON_MS, Session

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


def test_what_is_put_is_written_soon_and_read_by_the_next(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "new" / "window.json"
    session = Session(path)
    session.put("page", "search")
    session.put("tabs", [1, {"ä": None}])
    assert not path.exists()
    qtbot.waitUntil(path.exists, timeout=10 * SOON_MS)
    assert (Session(path).get("page"), Session(path).get("tabs")) == ("search", [1, {"ä": None}])
    assert [each.name for each in path.parent.iterdir()] == ["window.json"]


def test_changes_that_go_on_are_written_too(tmp_path: Path, qtbot: QtBot) -> None:
    """Each change puts the writing off no further than the first one did."""
    path, seen = tmp_path / "window.json", 0
    session = Session(path)

    def scroll_on() -> bool:
        nonlocal seen
        seen += 1
        session.put("scroll", seen)
        return path.exists()

    qtbot.waitUntil(scroll_on, timeout=10 * SOON_MS)


@pytest.mark.parametrize("found", ["", "{", "[1]", "\0", '"x"'])
def test_a_file_that_cannot_be_read_counts_as_nothing(tmp_path: Path, found: str) -> None:
    path = tmp_path / "window.json"
    path.write_text(found)
    session = Session(path)
    assert session.get("page") is None
    session.put("page", "search")
    session.write()
    assert json.loads(path.read_text()) == {"page": "search"}


def test_a_place_that_cannot_be_written_costs_nothing_but_the_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    session = Session(tmp_path / "file" / "window.json")
    for page in ("search", "library"):
        session.put("page", page)
        session.write()
    assert session.get("page") == "library"
    assert len([each for each in caplog.records if "cannot be kept" in each.message]) == 1
    caplog.clear()


def test_without_a_file_it_is_forgotten() -> None:
    session = Session()
    session.put("page", "search")
    session.write()
    assert (session.get("page"), Session().get("page")) == ("search", None)
