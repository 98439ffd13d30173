"""An unknown name is answered by what was meant: Success@5 of suggestions over names that people try."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assay.cli import _command
from assay.cli.names import COMMANDS_MEANT, PANELS
from assay.errors import suggestions
from assay.search import parse
from assay.search.query.fields import FIELDS, MEANT

# Written by hand from other programs' vocabularies and from slips of the hand; what the right name is.
COMMANDS = {
    "find": "search", "serach": "search", "grep": "search", "query": "search", "ls": "list", "info": "status",
    "stats": "status", "view": "show", "cat": "show", "imprt": "import", "load": "import",
    "rm": "remove", "delete": "remove", "trash": "remove", "recover": "restore-papers", "update": "edit",
    "embed": "index", "reindex": "index", "indx": "index", "save": "export", "bibliography": "cite",
    "grade": "judge", "rate": "judge", "eval": "evaluate", "evalute": "evaluate", "score": "evaluate",
    "diff": "compare", "finetune": "train", "tune": "improve", "related": "similar", "simlar": "similar",
    "gui": "desktop", "benchmark": "bench", "dedupe": "duplicates", "snapshot": "backup", "log": "history",
}  # fmt: skip
OF_FIELDS = {
    "writer": "author", "autor": "author", "by": "author", "journal": "venue", "conference": "venue",
    "booktitle": "venue", "date": "year", "yaer": "year", "published": "year", "keyword": "tag",
    "topic": "tag", "folder": "collection", "colection": "collection", "pdf": "has", "graded": "judged",
    "relevant": "judged", "citekey": "id",
}  # fmt: skip


@pytest.mark.parametrize(
    ("tried", "known", "meanings"),
    [(COMMANDS, _command().commands, COMMANDS_MEANT), (OF_FIELDS, FIELDS, MEANT)],
    ids=["commands", "fields"],
)
def test_success_at_5(tried: dict[str, str], known: Any, meanings: dict[str, str]) -> None:
    missed = [name for name, right in tried.items() if right not in suggestions(name, known, meanings)]
    assert missed == []
    first = sum(right == suggestions(name, known, meanings)[0] for name, right in tried.items())
    assert first >= 0.9 * len(tried)


def test_nothing_is_suggested_where_nothing_comes_near() -> None:
    assert suggestions("xyzzy", FIELDS, MEANT) == []
    assert suggestions("delete", ["create"], {"delete": "remove"}) == []  # which is not there
    assert len(suggestions("a", [f"a{n}" for n in range(20)])) <= 5


def test_every_meaning_names_something_that_there_is() -> None:
    groups = [_command(), *(each for each in _command().commands.values() if hasattr(each, "commands"))]
    names = {name for group in groups for name in group.commands}
    assert set(COMMANDS_MEANT.values()) <= names
    assert set(MEANT.values()) <= FIELDS.keys()


def test_every_command_has_one_place_in_the_panels_of_the_help() -> None:
    groups = {"assay": _command(), **_command().commands}
    for name in PANELS:
        placed = [each for names in PANELS[name].values() for each in names]
        assert sorted(placed) == sorted(getattr(groups[name], "commands", ())), name


@pytest.mark.parametrize(
    ("command", "meant"),
    [(("find", "bees"), "search"), (("model", "rm"), "delete"), (("campaign", "eval"), "evaluate")],
)
def test_the_command_line_says_so(assay: Callable[..., Any], command: tuple[str, ...], meant: str) -> None:
    answer = assay(*command)
    assert answer.status == 2
    assert f"Did you mean {meant}" in answer.err


def test_the_box_of_the_search_says_so() -> None:
    said = parse("journal:nature bees")
    assert any("Did you mean venue:?" in fault for fault in said.faults)
