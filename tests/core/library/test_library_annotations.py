"""Highlights, reading marks and notes: kept, filtered, undone exactly, and still there after a merge."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from assay.errors import BadInput
from assay.ingest.editing import edit_paper
from assay.items import notes_of, notes_text
from assay.library import Library
from assay.library.duplicates import Merge
from assay.library.upkeep.backup_preview import Holdings, preview_restore
from assay.types import Filters, Highlight, Paper
from library_dump import dump

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ONE = Highlight("a", "f" * 64, 2, ((0.1, 0.5, 0.6, 0.52), (0.1, 0.53, 0.3, 0.55)), "green", "Moss grows")
TWO = Highlight("a", "f" * 64, 1, ((0.1, 0.9, 0.6, 0.92),), quote="Lichen is no moss")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        papers = [Paper("a", "Moss"), Paper("b", "Lichen"), Paper("c", "Ferns")]
        opened.papers.add([(paper, []) for paper in papers])
        yield opened


def test_highlights_come_back_in_the_order_in_which_they_stand(library: Library) -> None:
    for made in (ONE, TWO, replace(ONE, doc_id="b")):
        library.annotations.add(made)
    found = library.annotations.highlights(["a"])
    assert [(one.page, one.quote) for one in found] == [(1, "Lichen is no moss"), (2, "Moss grows")]
    assert (found[1].boxes, found[1].colour, found[1].doc_id) == (ONE.boxes, "green", "a")
    assert len({one.uuid for one in library.annotations.highlights()}) == 3


def lines(quote: str, left: float, top: float, wide: float = 0.1, n: int = 1) -> Highlight:
    """A mark of `n` lines, each 0.012 high and 0.015 below the one before."""
    tops = [top + 0.015 * at for at in range(n)]
    boxes = tuple((left, high, left + wide, high + 0.012) for high in tops)
    return Highlight("a", "f" * 64, 1, boxes, quote=quote)


@pytest.mark.parametrize(
    ("marks", "order"),
    [
        (  # two columns under a title, and a caption across both with more below it
            [
                lines("right", 0.55, 0.2, 0.35, n=2), lines("left", 0.1, 0.4), lines("title", 0.2, 0.1, 0.6),
                lines("low left", 0.1, 0.8), lines("caption", 0.1, 0.6, 0.8), lines("low right", 0.6, 0.7),
            ],
            ["title", "left", "right", "caption", "low left", "low right"],
        ),
        (  # one column: no mark of several lines stays right of the middle
            [
                lines("later", 0.1, 0.4), lines("first", 0.6, 0.2),
                Highlight("a", "f" * 64, 1, ((0.6, 0.5, 0.9, 0.512), (0.1, 0.515, 0.2, 0.527)), quote="on"),
            ],
            ["first", "later", "on"],
        ),
        (  # one column, and a line of two boxes, the second lowered
            [
                lines("later", 0.1, 0.4),
                replace(TWO, boxes=((0.6, 0.2, 0.7, 0.212), (0.7, 0.207, 0.71, 0.216)), quote="first"),
            ],
            ["first", "later"],
        ),
    ],
    ids=["columns", "one column", "lowered"],
)  # fmt: skip
def test_the_left_column_comes_before_the_right_one(
    library: Library, marks: list[Highlight], order: list[str]
) -> None:
    for made in marks:
        library.annotations.add(made)
    assert [one.quote for one in library.annotations.highlights(["a"])] == order


def test_every_change_is_undone_and_done_again_exactly(library: Library) -> None:
    states = [dump(library)]
    library.annotations.add(ONE)
    states.append(dump(library))
    [stored] = library.annotations.highlights(["a"])
    library.annotations.change(stored.uuid, colour="pink", comment=" really? ")
    states.append(dump(library))
    [changed] = library.annotations.highlights(["a"])
    assert (changed.colour, changed.comment, changed.quote) == ("pink", "really?", "Moss grows")
    library.annotations.remove(stored.uuid)
    assert library.annotations.highlights() == []
    states.append(dump(library))
    library.annotations.set_state("to read", ["a", "b"])
    states.append(dump(library))
    library.annotations.set_state("read", ["b", "c"])
    states.append(dump(library))
    library.annotations.set_state("", ["a", "b"])
    states.append(dump(library))
    edit_paper(library, "a", {"notes": "One\n\n---\n\nTwo"})
    states.append(dump(library))
    for before in states[-2::-1]:
        library.actions.undo()
        assert without_times(dump(library)) == without_times(before)
    for after in states[1:]:
        library.actions.redo()
        assert without_times(dump(library)) == without_times(after)


def without_times(dumped: dict[str, list[str]]) -> dict[str, list[str]]:
    return {table: rows for table, rows in dumped.items() if table not in ("paper", "paper_key")}


@pytest.mark.parametrize(
    "wrong",
    [
        {"doc_id": "nobody"},
        {"colour": "mauve"},
        {"page": 0},
        {"boxes": ()},
        {"boxes": ((0.5, 0.1, 0.4, 0.2),)},
        {"boxes": ((0.0, 0.0, 1.5, 0.2),)},
    ],
)
def test_what_is_no_highlight_is_refused(library: Library, wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        library.annotations.add(replace(ONE, **wrong))  # type: ignore[arg-type]
    assert library.annotations.highlights() == []


def test_what_changes_nothing_is_refused(library: Library) -> None:
    library.annotations.add(ONE)
    [stored] = library.annotations.highlights()
    for act in (
        lambda: library.annotations.change(stored.uuid, colour="green"),
        lambda: library.annotations.change("nothing", colour="pink"),
        lambda: library.annotations.remove("nothing"),
        lambda: library.annotations.set_state("", ["a"]),
        lambda: library.annotations.set_state("half", ["a"]),
    ):
        with pytest.raises(BadInput):
            act()


def test_marks_and_notes_filter_papers(library: Library) -> None:
    library.annotations.set_state("to read", ["a"])
    library.annotations.set_state("read", ["b"])
    edit_paper(library, "c", {"notes": "Replicate *Zoë's* study"})

    def ids(**filters: object) -> list[str]:
        return library.papers.ids(filters=Filters(**filters))  # type: ignore[arg-type]

    assert ids(reading=("list",)) == ["a"]
    assert ids(reading=("yes",)) == ["b"]
    assert ids(reading=("no",)) == ["a", "c"]
    assert ids(without=Filters(reading=("list",))) == ["b", "c"]
    assert ids(notes=("zoe repl",)) == ["c"]
    assert ids(notes=("lichen",)) == []
    assert library.annotations.states(["a", "b", "c"]) == {"a": "to read", "b": "read"}


def test_a_merged_papers_highlights_and_mark_are_those_of_the_kept_one(library: Library) -> None:
    library.annotations.add(ONE)
    library.annotations.set_state("read", ["a"])
    library.duplicates.merge([Merge(Paper("b", "Lichen"), (), ("a",))])
    [found] = library.annotations.highlights(["b"])
    assert (found.doc_id, found.quote) == ("b", "Moss grows")
    assert [one.doc_id for one in library.annotations.highlights()] == ["b"]
    assert library.annotations.states(["b"]) == {"b": "read"}
    library.actions.undo()
    assert library.annotations.highlights(["b"]) == []
    assert library.annotations.states(["a", "b"]) == {"a": "read"}


def test_notes_are_one_text_with_rules_and_imports_add_none_to_what_was_written(library: Library) -> None:
    edit_paper(library, "a", {"notes": "First\n\n---\n\n\n\n---\n\nSecond\n"})
    [paper] = library.papers.get(["a"])
    assert notes_of(paper) == ("First", "Second")
    assert notes_text(paper) == "First\n\n---\n\nSecond"
    with pytest.raises(BadInput, match="Nothing to change"):
        edit_paper(library, "a", {"notes": notes_text(paper)})


def test_a_restore_says_which_highlights_would_come_go_and_change(library: Library) -> None:
    library.annotations.add(ONE)
    library.annotations.add(TWO)
    backup = library.backup()
    second, first = library.annotations.highlights()
    library.annotations.remove(first.uuid)
    library.annotations.change(second.uuid, comment="later")
    library.annotations.add(replace(ONE, quote="Ferns"))
    found = preview_restore(library.folder, backup)
    assert (found.now, found.then) == (Holdings(3, 0, 0, 0, 2), Holdings(3, 0, 0, 0, 2))
    assert (found.highlights.added, found.highlights.removed, found.highlights.changed) == (
        ("Moss grows",),
        ("Ferns",),
        ("Lichen is no moss",),
    )


_WRITER = """
import sys
from pathlib import Path
from assay.ingest.editing import write_notes
from assay.items import notes_text
from assay.library import Library
from assay.types import Highlight
name = sys.argv[2]
with Library.open(Path(sys.argv[1])) as library:
    for number in range(20):
        made = Highlight("a", "f" * 64, 1, ((0.1, 0.2, 0.3, 0.4),), quote=f"{name} {number}")
        library.annotations.add(made)
        library.annotations.set_state(None, ["a"])
        seen = notes_text(library.papers.get(["a"])[0])
        write_notes(library, "a", f"{seen}\\n\\n---\\n\\n{name} {number}", seen=seen)
"""


def test_two_processes_lose_no_highlight_note_or_mark(library: Library) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(library.folder), name])
        for name in ("one", "two")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    wanted = {f"{name} {number}" for name in ("one", "two") for number in range(20)}
    assert {one.quote for one in library.annotations.highlights(["a"])} == wanted
    assert set(notes_of(library.papers.get(["a"])[0])) == wanted
    assert library.annotations.states(["a"]) == {"a": ("to read", "read")[40 % 3 - 1]}
