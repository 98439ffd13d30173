"""Full texts are found by their passages, indexed once, and forgotten with their papers."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from assay.errors import DamagedIndex
from assay.index import PassageIndex, Where
from assay.progress import Cancelled
from assay.search import FullTextSearch, update_full_text
from assay.search.full_text import passage_weight


class Shelf:
    """Texts in memory, and how often each was read."""

    def __init__(self, **texts: tuple[str, list[str]]) -> None:
        self.texts = texts
        self.read: Counter[str] = Counter()

    def with_text(self) -> dict[str, str]:
        return {name: doc_id for name, (doc_id, _) in self.texts.items()}

    def passages(self, name: str) -> list[str]:
        self.read[name] += 1
        return self.texts[name][1]


SHELF = {
    "aa-1": (
        "bees",
        ["Bees dance in the hive.", "Nectar is sweet, and nectar is heavy.", "They rest at night."],
    ),
    "bb-1": ("stars", ["Stars burn hydrogen.", "At night nectar-coloured stars are seen."]),
    "cc-1": ("graphs", ["Walks on graphs rank vertices."]),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "full text"


def opened(shelf: Shelf, folder: Path) -> FullTextSearch:
    update_full_text(shelf, folder=folder, revision=1)
    return FullTextSearch(shelf, PassageIndex(folder))


def test_a_paper_is_found_by_its_best_passage(folder: Path) -> None:
    found = opened(Shelf(**SHELF), folder).search("nectar", 10)
    assert [(doc_id, place) for doc_id, _, place in found] == [("bees", ("aa-1", 1)), ("stars", ("bb-1", 1))]
    assert found[0][1] > found[1][1] > 0


def test_scores_are_bm25_over_passages(folder: Path) -> None:
    """Recomputed by hand: six passages, "hydrogen" in one of three words. Lengths are rounded to a byte."""
    [(_, score, _)] = opened(Shelf(**SHELF), folder).search("hydrogen", 10)
    lengths = [5, 7, 4, 3, 7, 5]
    idf = math.log(1 + (6 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 3 / (sum(lengths) / 6)))
    assert score == pytest.approx(expected, rel=0.02)


def test_a_text_of_many_like_passages_does_not_crowd_out_the_others(folder: Path) -> None:
    long = [f"Nectar nectar nectar number{n}." for n in range(12)]
    found = opened(Shelf(**SHELF, **{"dd-1": ("flood", long)}), folder).search("nectar", 3)
    assert [doc_id for doc_id, _, _ in found] == ["flood", "bees", "stars"]


def test_only_allowed_papers_are_returned_and_no_more_than_asked_for(folder: Path) -> None:
    search = opened(Shelf(**SHELF), folder)
    assert [hit[0] for hit in search.search("nectar night", 10, where=Where({"stars", "graphs"}))] == [
        "stars"
    ]
    assert len(search.search("nectar night", 1)) == 1
    assert search.search("", 10) == []
    assert [hit[0] for hit in search.search("hydro", 10, prefix=True)] == ["stars"]
    assert search.search("hydro", 10) == []


def test_a_text_is_read_once_and_forgotten_with_its_paper(folder: Path) -> None:
    shelf = Shelf(**SHELF)
    assert update_full_text(shelf, folder=folder, revision=1) == (3, 3)
    shelf.texts = {**shelf.texts, "dd-1": ("ferns", ["Ferns grow."])}
    del shelf.texts["aa-1"]
    assert update_full_text(shelf, folder=folder, revision=2) == (3, 1)
    assert update_full_text(shelf, folder=folder, revision=3) == (3, 0)
    assert shelf.read == {"aa-1": 1, "bb-1": 1, "cc-1": 1, "dd-1": 1}
    search = FullTextSearch(shelf, PassageIndex(folder))
    assert len(search) == 3
    assert [hit[0] for hit in search.search("nectar ferns", 10)] == ["ferns", "stars"]


def test_without_texts_there_is_no_index(folder: Path) -> None:
    assert update_full_text(Shelf(), folder=folder, revision=1) == (0, 0)
    assert not folder.exists()


def test_a_cancelled_update_leaves_the_index_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(**SHELF)
    update_full_text(shelf, folder=folder, revision=1)
    monkeypatch.setattr("assay.search.full_text.BATCH", 1)
    shelf.texts = {**shelf.texts, "dd-1": ("ferns", ["Ferns."]), "ee-1": ("reeds", ["Reeds."])}

    def stop(stage: str, done: int, total: int | None) -> None:
        if done == 1:
            raise Cancelled

    with pytest.raises(Cancelled):
        update_full_text(shelf, folder=folder, revision=2, progress=stop)
    assert PassageIndex(folder).texts == {"aa-1", "bb-1", "cc-1"}
    assert update_full_text(shelf, folder=folder, revision=2) == (5, 2)


def test_a_damaged_index_is_built_anew(folder: Path) -> None:
    shelf = Shelf(**SHELF)
    update_full_text(shelf, folder=folder, revision=1)
    for path in folder.rglob("*.term"):
        path.write_bytes(b"broken")
    with pytest.raises(DamagedIndex):
        PassageIndex(folder)
    assert update_full_text(shelf, folder=folder, revision=2) == (3, 3)
    assert FullTextSearch(shelf, PassageIndex(folder)).search("hydrogen", 1)[0][0] == "stars"


def test_a_passage_counts_by_how_much_better_it_fits_than_any_abstract() -> None:
    assert passage_weight(10, 10) == 1
    assert passage_weight(5, 10) == 1 / 8
    assert passage_weight(12, 10) == pytest.approx(1.728)
    assert passage_weight(100, 10) == passage_weight(1, 0) == 4


INDEXING = """
import sys
from pathlib import Path
from assay.search import update_full_text

class Texts:
    def with_text(self):
        return {"aa-1": "bees"}

    def passages(self, name):
        print("reads", flush=True)
        sys.stdin.readline()
        return ["Bees dance in the hive."]

update_full_text(Texts(), folder=Path(sys.argv[1]), revision=1)
"""


def test_an_import_and_an_index_job_at_once_lose_no_text(folder: Path) -> None:
    """The other process has read what is missing, and writes it after this one has added a text."""
    command = (sys.executable, "-c", INDEXING, str(folder))
    # Nothing is kept back that a close would write to a process that is over.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"reads\n"
        go = partial(other.stdin.write, b"\n")

        def waited(_stage: str, _done: int, total: int | None, _item: str = "") -> None:
            if total is None and other.poll() is None:
                go()

        shelf = Shelf(**SHELF)
        update_full_text(shelf, folder=folder, revision=2, progress=waited)
        with suppress(OSError):  # it is over
            go()
    found = FullTextSearch(shelf, PassageIndex(folder))
    assert len(PassageIndex(folder).texts) == len(SHELF)
    assert found.search("graphs", 1)
