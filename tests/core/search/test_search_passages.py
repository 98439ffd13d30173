"""Passages of full texts by meaning: a paper is as near as the nearest of its passages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache
from assay.index import open_index, parted, passage_key
from assay.library import Library
from assay.progress import Cancelled
from assay.search import Searcher, update_passages
from assay.search.fusion import MEANING, RRF_K
from assay.search.passage_vectors import PassageVectors
from assay.types import Combine, Filters, Fusion, SearchMode, SearchRequest, TaskFormat, TextSeed

ASKED = "dance of nectar and hydrogen"


class Shelf:
    """Texts in memory: name -> (doc_id, passages)."""

    def __init__(self, **texts: tuple[str, list[str]]) -> None:
        self.texts = texts

    def with_text(self) -> dict[str, str]:
        return {name: doc_id for name, (doc_id, _) in self.texts.items()}

    def passages(self, name: str) -> list[str]:
        return self.texts[name][1]


SHELF = {
    "aa-1": (
        "graphs2",
        ["A dance of nectar.", "Vertices have neighbours.", "The dance of nectar and hydrogen."],
    ),
    "bb-1": ("stars1", ["Night after night.", "Hydrogen collapses, and nectar too."]),
    "cc-1": ("bees3", ["They rest at night."]),
}
SIZES = {name: len(passages) for name, (_, passages) in SHELF.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "passages"


@pytest.fixture
def opened(searcher: Callable[[], Searcher], library: Library, folder: Path) -> Searcher:
    plain, encoder = searcher(), CountingEncoder()
    update_passages(Shelf(**SHELF), encoder, folder=folder, cache=FolderCache(folder / "cache"), sizes=SIZES)
    index = open_index(folder, fingerprint=encoder.fingerprint(TaskFormat.PRX), dim=encoder.dim)
    passages = PassageVectors(Shelf(**SHELF), index)
    return Searcher(library, lexical=plain.lexical, vectors=plain.vectors, encoder=encoder, passages=passages)


def cosines(text: str) -> tuple[dict[str, float], dict[str, dict[tuple[str, int], float]]]:
    """The cosines of all papers' own texts, and of the passages by paper, computed without any index."""
    encoder = CountingEncoder()
    query = encoder.encode([text], format=TaskFormat.QRY)[0]

    def cosine(other: str) -> float:
        vector = encoder.encode([other], format=TaskFormat.PRX)[0]
        return float(vector @ query / np.linalg.norm(vector) / np.linalg.norm(query))

    own = {paper.doc_id: cosine(encoder.template.paper_text(paper)) for paper in PAPERS}
    inside = {
        doc_id: {(name, at): cosine(passage) for at, passage in enumerate(passages)}
        for name, (doc_id, passages) in SHELF.items()
    }
    return own, inside


def test_a_paper_scores_by_the_largest_of_its_cosines(opened: Searcher) -> None:
    own, inside = cosines(ASKED)
    late = {doc_id: max([score, *inside.get(doc_id, {}).values()]) for doc_id, score in own.items()}
    hits = opened.search(SearchRequest(ASKED, mode=SearchMode.SEMANTIC, k=12, full_text=True))
    most = max(late.values()) + 1
    for hit in hits:
        assert hit.score == pytest.approx(MEANING * (late[hit.doc_id] + 1) / most, abs=2e-3)  # in halves
    assert hits[0].doc_id == "graphs2"
    assert hits[0].passage == ("aa-1", 2) == max(inside["graphs2"], key=inside["graphs2"].__getitem__)
    by_passages = sorted(inside, key=lambda doc_id: -max(inside[doc_id].values()))
    assert {h.doc_id: h.channels["passages"] for h in hits if "passages" in h.channels} == {
        doc_id: rank for rank, doc_id in enumerate(by_passages, start=1)
    }
    without = opened.search(SearchRequest(ASKED, mode=SearchMode.SEMANTIC, k=12))
    assert without[0].doc_id != "graphs2"
    assert all(hit.passage is None and "passages" not in hit.channels for hit in without)


def test_hybrid_adds_the_words_to_the_nearest_passage(opened: Searcher) -> None:
    own, inside = cosines(ASKED)
    late = {doc_id: max([score, *inside.get(doc_id, {}).values()]) for doc_id, score in own.items()}
    assert opened.lexical is not None
    words = dict(opened.lexical.search(ASKED, 12))
    expected = {
        doc_id: MEANING * (score + 1) / (max(late.values()) + 1)
        + (1 - MEANING) * words.get(doc_id, 0.0) / max(words.values())
        for doc_id, score in late.items()
    }
    hits = opened.search(SearchRequest(ASKED, k=12, full_text=True))
    assert {hit.doc_id: hit.score for hit in hits} == pytest.approx(expected, abs=2e-3)
    opened.fusion = Fusion.RRF
    ranks = sorted(late, key=lambda doc_id: (-late[doc_id], doc_id))
    by_words = list(words)
    hits = opened.search(SearchRequest(ASKED, k=12, full_text=True))
    [first] = [hit for hit in hits if hit.doc_id == "graphs2"]
    word_part = 1 / (RRF_K + by_words.index("graphs2") + 1) if "graphs2" in by_words else 0.0
    assert first.score == pytest.approx(word_part + 1 / (RRF_K + ranks.index("graphs2") + 1))
    assert first.channels["semantic"] > first.channels["passages"] == 1


def test_filters_and_further_texts_hold_for_passages_too(opened: Searcher) -> None:
    kept = Filters(doc_ids=("stars1", "bees0"))
    hits = opened.search(SearchRequest(ASKED, k=12, full_text=True, filters=kept))
    assert [hit.doc_id for hit in hits if "passages" in hit.channels] == ["stars1"]
    both = SearchRequest(
        "nectar",
        mode=SearchMode.SEMANTIC,
        k=1,
        full_text=True,
        texts=(TextSeed("hydrogen"),),
        combine=Combine.MIN,
    )
    assert opened.search(both)[0].passage in {("aa-1", 2), ("bb-1", 1)}, "near both of them"
    for mode, text in ((SearchMode.KEYWORD, ASKED), (SearchMode.SEMANTIC, "")):
        more = () if text else (TextSeed("hydrogen"),)
        hits = opened.search(SearchRequest(text, mode=mode, full_text=True, texts=more))
        assert not any("passages" in hit.channels for hit in hits) or mode is SearchMode.SEMANTIC


def test_a_text_that_has_gone_is_found_no_more(opened: Searcher) -> None:
    assert opened.passages is not None
    left = {name: text for name, text in SHELF.items() if name != "aa-1"}
    opened.passages = PassageVectors(Shelf(**left), opened.passages.index)
    hits = opened.search(SearchRequest(ASKED, mode=SearchMode.SEMANTIC, k=12, full_text=True))
    assert "passages" not in next(hit for hit in hits if hit.doc_id == "graphs2").channels


def update(shelf: Shelf, folder: Path, encoder: CountingEncoder, **more: object) -> tuple[int, int]:
    sizes = {name: len(passages) for name, (_, passages) in shelf.texts.items()}
    cache = FolderCache(folder.parent / "vectors")
    return update_passages(shelf, encoder, folder=folder, cache=cache, sizes=sizes, **more)  # type: ignore[arg-type]


def keys_in(folder: Path) -> set[str]:
    encoder = CountingEncoder()
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    return set(open_index(folder, fingerprint=fingerprint, dim=encoder.dim).doc_ids)


def test_a_text_is_encoded_once_and_goes_with_its_paper(folder: Path) -> None:
    encoder, shelf = CountingEncoder(), Shelf(**SHELF)
    assert update(Shelf(), folder, encoder) == (0, 0)
    assert not folder.exists(), "without texts there is no index"
    assert update(shelf, folder, encoder) == (6, 6)
    assert len(encoder.taken()) == 6
    del shelf.texts["aa-1"]
    shelf.texts["dd-1"] = ("bees0", ["Ferns grow.", "They rest at night."])
    assert update(shelf, folder, encoder) == (5, 2)
    assert [text for _, text in encoder.taken()] == ["Ferns grow."], "equal texts are encoded once"
    assert update(shelf, folder, encoder) == (5, 0)
    assert {parted(key)[0] for key in keys_in(folder)} == {"bb-1", "cc-1", "dd-1"}
    shelf.texts["aa-1"] = SHELF["aa-1"]
    assert update(shelf, folder, encoder) == (8, 3)
    assert encoder.taken() == [], "its vectors were kept"


def test_a_cancelled_update_keeps_whole_texts_and_resumes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.search.passage_vectors.AT_ONCE", 1)
    encoder, reports = CountingEncoder(), list[tuple[int, int | None]]()

    def stop(stage: str, done: int, total: int | None, _item: object = None) -> None:
        reports.append((done, total))
        if stage == "encoding" and done == 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        update(Shelf(**SHELF), folder, encoder, progress=stop)
    assert {total for done, total in reports if done} == {6}
    assert {parted(key)[0] for key in keys_in(folder)} == {"aa-1"}
    encoder.taken()
    assert update(Shelf(**SHELF), folder, encoder) == (6, 3)
    assert not {text for _, text in encoder.taken()} & {*SHELF["aa-1"][1]}


KILLED = """
import os, signal, sys
from pathlib import Path
from assay.encoding import HashingEncoder, FolderCache
from assay.search import update_passages

class Texts:
    def with_text(self):
        return {f"t{n}-1": f"paper{n}" for n in range(60)}

    def passages(self, name):
        return [f"Passage {at} of the text {name}." for at in range(10)]

def killed(stage, done, total, item=None):
    if done > 300:
        os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
cache = FolderCache(folder.parent / "vectors")
update_passages(Texts(), HashingEncoder(128), folder=folder, cache=cache, sizes={}, progress=killed)
"""


def test_a_killed_update_encodes_nothing_twice(folder: Path) -> None:
    done = subprocess.run((sys.executable, "-c", KILLED, str(folder)), check=False)
    assert done.returncode < 0
    texts = {f"t{n}-1": f"paper{n}" for n in range(60)}
    passages = {name: [f"Passage {at} of the text {name}." for at in range(10)] for name in texts}
    encoder = CountingEncoder()
    shelf = Shelf(**{name: (doc_id, passages[name]) for name, doc_id in texts.items()})
    assert update(shelf, folder, encoder) == (600, 600)
    assert len(encoder.taken()) <= 400, "what was committed before the kill is not encoded again"
    assert keys_in(folder) == {passage_key(name, at) for name in texts for at in range(10)}
