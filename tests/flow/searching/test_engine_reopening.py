"""New indexes are opened while the engine searches in those before."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.engine import background
from assay.engine.process import Engine
from assay.errors import StaleIndex
from assay.search import Indexes, open_indexes
from assay.workspace import Workspace

WASPS = {"text": "wasps scrape wood", "mode": "keyword", "k": 3}


class Served(io.StringIO):
    """What an engine says, to be waited for."""

    def until(self, sign: str) -> None:
        """Waits until it has said this."""
        deadline = time.monotonic() + 60
        while sign not in self.getvalue():
            assert time.monotonic() < deadline, f"{sign} was never said: {self.getvalue()}"
            time.sleep(0.005)

    def answers(self) -> dict[int, dict[str, Any]]:
        return {row["id"]: row["ok"] for row in map(json.loads, self.getvalue().splitlines()) if "id" in row}


@pytest.fixture
def library(indexed, tmp_path: Path) -> Path:
    """Eight papers, indexed."""
    return tmp_path / "library"


def add_wasps(assay: Any, folder: Path) -> None:
    more = folder.parent / "more.jsonl"
    more.write_text(json.dumps({"_id": "wasps", "title": "Wasps scrape wood", "text": "Paper nests."}))
    assert assay("import", more).status == 0
    assert assay("index").status == 0


def asked(said: Served, *steps: Any) -> Iterator[str]:
    """Requests in turn; a text is waited for, anything else is done."""
    for step in steps:
        if isinstance(step, str):
            said.until(step)
        elif isinstance(step, dict):
            yield json.dumps(step) + "\n"
        else:
            step()


def found(answer: dict[str, Any]) -> list[str]:
    return [hit["doc_id"] for hit in answer["hits"]]


def test_a_search_does_not_wait_for_new_indexes_and_says_so(
    library: Path, assay, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, said = threading.Event(), Served()

    def slow(folder: Path, encoder: Any, **named: Any) -> Indexes:
        go.wait(60)
        return open_indexes(folder, encoder, **named)

    monkeypatch.setattr(background, "open_indexes", slow)
    steps = asked(
        said,
        '"semantic": "ready"',
        lambda: add_wasps(assay, library),
        {"id": 1, "op": "reload"},
        {"id": 2, "op": "search", "request": {"text": "bees", "mode": "hybrid"}},
        '"id": 2',
        {"id": 3, "op": "search", "request": WASPS},
        '"id": 3',
        {"id": 4, "op": "check", "request": WASPS},
        go.set,
        '"id": 4',
        {"id": 5, "op": "search", "request": WASPS},
    )
    with Workspace.open(library) as workspace:
        Engine(workspace, said).run(steps)
    answers = said.answers()
    assert list(answers) == [2, 3, 1, 4, 5]
    assert (answers[2]["mode"], found(answers[2])[0], answers[2]["outdated"]) == ("hybrid", "bees", True)
    assert "wasps" not in found(answers[3])
    assert (answers[1]["indexed"], answers[1]["opened"]) == (9, 1)
    assert answers[4]["doc_ids"][0] == "wasps", "what a saved search finds is kept, so the new index says it"
    assert found(answers[5])[0] == "wasps"
    assert not answers[5]["outdated"]


def test_what_is_written_while_indexes_are_opened_is_opened_too(
    library: Path, assay, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, said = [], Served()

    def overtaken(folder: Path, encoder: Any, **named: Any) -> Indexes:
        indexes = open_indexes(folder, encoder, **named)
        if not opened:
            add_wasps(assay, library)
            said.until('"id": 2')
        opened.append(indexes)
        return indexes

    monkeypatch.setattr(background, "open_indexes", overtaken)
    ask_again = [{"id": 9, "op": "reload"}, {"id": 2, "op": "status"}]
    steps = asked(said, '"semantic": "ready"', {"id": 1, "op": "reload"}, *ask_again, '"id": 9')
    with Workspace.open(library) as workspace:
        Engine(workspace, said).run(steps)
    assert len(opened) == 2
    assert said.answers()[1]["indexed"] == said.answers()[9]["indexed"] == 9


def test_indexes_that_cannot_be_opened_are_answered_for(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Served()

    def refused(_folder: Path, _encoder: Any) -> Indexes:
        raise StaleIndex("gone")

    monkeypatch.setattr(background, "open_indexes", refused)
    asking = {"id": 2, "op": "search", "request": {"text": "bees", "mode": "hybrid"}}
    steps = asked(said, '"semantic": "ready"', {"id": 1, "op": "reload"}, '"id": 1', asking)
    with Workspace.open(library) as workspace:
        Engine(workspace, said).run(steps)
    assert said.answers()[1]["semantic"] == "ready"  # opened while searches wait, as it is said there why not
    assert found(said.answers()[2])[0] == "bees"
