"""Who reads all papers for their words, and needs no item, does not read the column of items."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa

from assay.ingest.exporting import export_papers
from assay.ingest.importing import import_files
from assay.library import Library
from assay.search.indexer import update_lexical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BIB = """@article{a, title={One river}, journal={Rivers}, volume={1}, year={2001}, mystery={kept}}
@phdthesis{b, title={Another sea}, school={ETH}, year={1999}}
"""


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """What was sent to any database."""
    sent: list[str] = []

    def told(*given: object) -> None:
        sent.append(str(given[2]))

    sa.event.listen(sa.Engine, "before_cursor_execute", told)
    yield sent
    sa.event.remove(sa.Engine, "before_cursor_execute", told)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "a.bib").write_text(BIB)
    with Library.open(tmp_path / "library") as opened:
        import_files(opened, [tmp_path / "a.bib"])
        yield opened


def _index_words(library: Library, folder: Path) -> None:
    update_lexical(library, folder=folder / "index")


def _index_what_changed(library: Library, folder: Path) -> None:
    mark = library.index_marks.new(0)
    since = library.index_marks.since(mark)
    assert since is not None
    (found,) = library.index_marks.papers(since.changed)
    assert len(found) == 2


def _export_table(library: Library, folder: Path) -> None:
    export_papers(library, folder / "all.csv")
    export_papers(library, folder / "some.csv", library.papers.ids())


def _all_without(library: Library, folder: Path) -> None:
    assert [paper.item for batch in library.papers.all(items=False) for paper in batch] == ["", ""]


@pytest.mark.parametrize("work", [_index_words, _index_what_changed, _export_table, _all_without])
def test_the_items_are_not_read(
    work: Callable[[Library, Path], None], library: Library, tmp_path: Path, statements: list[str]
) -> None:
    statements.clear()
    work(library, tmp_path)
    reads = [text for text in statements if "paper.abstract" in text]
    assert reads
    # An index reads the notes in them, of the papers that have any.
    outright = [re.sub(r"CASE WHEN .*? END", "", text, flags=re.DOTALL) for text in reads]
    assert [text for text in outright if "paper.item" in text] == []


def test_an_export_with_items_reads_them(library: Library, tmp_path: Path, statements: list[str]) -> None:
    statements.clear()
    export_papers(library, tmp_path / "out.jsonl")
    assert any("paper.item" in text for text in statements)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["item"]["type"] for row in rows] == ["article-journal", "thesis"]
