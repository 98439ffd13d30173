"""What the indexes compute, against the formulas in plain Python, and what they hold to begin with."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from assay.index import ExactIndex, LexicalIndex, text_hash
from assay.index.exact import FILE, PLACES, SINCE
from assay.index.passages import PassageIndex
from assay.index.rows import RowTable, unit_rows
from assay.index.topk import best_of, top_rows
from assay.types import Paper

# words that are their own stems
PAPERS = [
    Paper("a", title="owl bat", abstract="owl cat dog owl"),
    Paper("b", title="cat", abstract="dog dog fish", authors=("Ann Owl",)),
    Paper("c", title="fish", abstract="owl fish frog", keywords=("bat",), venue="Owl"),
    Paper("d", title="frog", abstract="cat"),
    Paper("e", title="snail", abstract="dog snail"),
]
K1, B = 1.2, 0.75


def tokens(paper: Paper) -> dict[str, list[str]]:
    """The words of each field; the text has title, abstract and keywords."""
    text = [*paper.title.split(), *paper.abstract.split(), *paper.keywords]
    names = " ".join(paper.authors).lower().split()
    return {
        "text": text,
        "title": paper.title.split(),
        "authors": names,
        "venue": paper.venue.lower().split(),
    }


def bm25(field: str, term: str, paper: Paper) -> float:
    """Robertson's, with the + 1 within the logarithm that Lucene has."""
    lengths = [len(tokens(one)[field]) for one in PAPERS]
    holding = sum(term in tokens(one)[field] for one in PAPERS)
    count = tokens(paper)[field].count(term)
    if not count:
        return 0.0
    idf = math.log(1 + (len(PAPERS) - holding + 0.5) / (holding + 0.5))
    norm = K1 * (1 - B + B * len(tokens(paper)[field]) / (sum(lengths) / len(PAPERS)))
    return idf * count * (K1 + 1) / (count + norm)


def word_score(term: str, paper: Paper) -> float:
    names = bm25("authors", term, paper) + bm25("venue", term, paper)
    return stem_score(term, paper) + 0.5 * names


def stem_score(term: str, paper: Paper) -> float:
    return bm25("text", term, paper) + 0.25 * bm25("title", term, paper)


@pytest.fixture
def index() -> LexicalIndex:
    made = LexicalIndex()
    made.add(PAPERS)
    made.commit()
    return made


def expected(text: str, beside: dict[str, float]) -> list[tuple[str, float]]:
    found = []
    for paper in PAPERS:
        words = [word_score(term, paper) for term in text.split()]
        raising = [weight * stem_score(term, paper) for term, weight in beside.items() if weight > 0]
        lowering = [weight * stem_score(term, paper) for term, weight in beside.items() if weight < 0]
        if any(words) or any(raising):
            found.append((paper.doc_id, sum(words) + sum(raising) + sum(lowering)))
    return sorted(found, key=lambda hit: (-hit[1], hit[0]))


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("owl", {}),
        ("owl owl bat", {}),
        ("cat fish", {"dog": 0.7, "snail": 1.0}),
        ("", {"dog": 0.7, "owl": -0.5}),
        ("dog", {"cat": -2.0, "frog": 0.3, "owl": 0.0}),
        ("", {"dog": -1.0}),
    ],
)
def test_a_papers_score_is_the_sum_of_its_words_over_its_fields(
    index: LexicalIndex, text: str, beside: dict[str, float]
) -> None:
    wanted = expected(text, beside)
    found = index.search(text, 10, beside=beside)
    assert [name for name, _ in found] == [name for name, _ in wanted]
    assert [score for _, score in found] == pytest.approx([score for _, score in wanted], rel=1e-5)
    for k in range(1, len(wanted) + 1):
        assert index.search(text, k, beside=beside) == found[:k]
    assert index.search(text, 0, beside=beside) == []
    for paper in PAPERS:
        counts = Counter(text.split())
        parts = {term: n * word_score(term, paper) for term, n in counts.items()}
        for term, weight in beside.items():
            parts[term] = parts.get(term, 0.0) + weight * stem_score(term, paper)
        wanted_parts = {term: score for term, score in parts.items() if score}
        assert index.parts(paper.doc_id, text, beside=beside) == pytest.approx(wanted_parts, rel=1e-5)


def test_stems_inform_by_how_few_papers_hold_them(index: LexicalIndex) -> None:
    text = "owl owl cat snail of the unicorn dog dog dog"
    holding = {"owl": 2, "cat": 3, "snail": 1, "dog": 3}
    counts = {"owl": 2, "cat": 1, "snail": 1, "dog": 3}
    weights = {stem: counts[stem] * math.log(1 + (5 - n + 0.5) / (n + 0.5)) for stem, n in holding.items()}
    best = max(weights.values())
    wanted = {stem: weight / best for stem, weight in weights.items()}
    assert index.informative_stems(text) == pytest.approx(wanted)
    two = sorted(weights, key=lambda stem: -weights[stem])[:2]
    assert list(index.informative_stems(text, 2)) == two
    assert index.informative_stems("unicorn") == {}
    assert index.informative_stems("", 3) == {}


def test_phrases_of_one_word_and_of_several_are_held(index: LexicalIndex) -> None:
    assert index.holding("owl") == {"a", "c"}
    assert index.holding("owl fish") == {"c"}
    assert index.holding("OWL, bat!") == {"a"}
    assert index.holding("bat owl") == set()  # not from the title into the abstract
    assert index.holding("...") == {"a", "b", "c", "d", "e"}


def test_typed_stems_weigh_as_often_as_they_occur(index: LexicalIndex) -> None:
    assert index.typed_stems("cats and the cat of dogs") == {"cat": 2.0, "dog": 1.0}
    assert index.typed_stems("") == {}


def test_an_index_begins_and_is_committed_without_a_revision(tmp_path: Path) -> None:
    made = LexicalIndex(tmp_path)
    assert (made.revision, made.mark, len(made)) == (-1, "", 0)
    made.add(PAPERS[:2])
    made.commit(revision=7, mark="x")
    assert (made.revision, made.mark, len(made)) == (7, "x", 2)
    again = LexicalIndex(tmp_path)
    assert (again.revision, again.mark, len(again)) == (7, "x", 2)
    again.add(PAPERS[2:3])
    again.commit()
    assert (again.revision, again.mark) == (-1, "")
    opened = LexicalIndex(tmp_path)
    assert (opened.revision, opened.mark, len(opened)) == (-1, "", 3)
    assert opened.text_hashes == {paper.doc_id: text_hash(paper) for paper in PAPERS[:3]}


def test_passages_are_found_with_their_number_by_finished_and_unfinished_words(tmp_path: Path) -> None:
    made = PassageIndex(tmp_path)
    assert made.revision == -1
    made.add({"one": ["owl bat", "fish"], "two": ["frog", "cat owl owl"]})
    made.commit(revision=3)
    for index in (made, PassageIndex(tmp_path)):
        assert (index.revision, index.texts) == (3, {"one", "two"})
        assert [(name, place) for name, place, _ in index.search("owl", 5)] == [("two", 1), ("one", 0)]
        assert len(index.search("owl", 1)) == 1
        assert index.search("fro", 5) == []
        assert [(name, place) for name, place, _ in index.search("fro", 5, prefix=True)] == [("two", 0)]
    made.remove(["two"])
    made.commit()
    assert (made.revision, made.texts) == (-1, {"one"})
    fresh = PassageIndex(tmp_path, anew=True)
    assert fresh.texts == set()
    fresh.add({"three": ["snail"]})
    fresh.commit(revision=4)
    assert PassageIndex(tmp_path).texts == {"three"}


def test_a_texts_hash_is_of_all_that_is_indexed_and_the_same_everywhere() -> None:
    paper = Paper("x", title="t", abstract="a", venue="v", authors=("p", "q"), keywords=("k", "l"))
    content = b"t\x1ea\x1ev\x1ep\x1fq\x1ek\x1fl"
    assert text_hash(paper) == hashlib.blake2b(content, digest_size=16).hexdigest()
    lone = Paper("x", title="\ud800")
    content = "\ud800\x1e\x1e\x1e\x1e".encode(errors="surrogatepass")
    assert text_hash(lone) == hashlib.blake2b(content, digest_size=16).hexdigest()


# --- rows and vectors


def test_rows_are_scaled_whatever_their_form() -> None:
    given = np.asfortranarray([[3.0, 4.0], [0.0, 0.0], [1e30, 0.0]], dtype=np.float32)
    before = given.copy()
    unit = unit_rows(given, dim=2)
    assert (unit.dtype, unit.flags.c_contiguous) == (np.float32, True)
    np.testing.assert_allclose(unit, [[0.6, 0.8], [0, 0], [1, 0]], rtol=1e-6)
    np.testing.assert_array_equal(given, before)
    np.testing.assert_allclose(unit_rows([3.0, 4.0], dim=2), [[0.6, 0.8]], rtol=1e-6)  # type: ignore[arg-type]
    assert unit_rows(given.astype(np.float64), dim=2).dtype == np.float32


def test_nothing_to_find_is_minus_infinity_at_no_row() -> None:
    matrix, queries = np.eye(3, dtype=np.float32), np.eye(3, dtype=np.float32)[:2]
    for m, q, k in ((matrix[:0], queries, 2), (matrix, queries[:0], 2), (matrix, queries, 0)):
        scores, rows = top_rows(m, q, k, doc_ids=["a", "b", "c"], allowed=None)
        assert (scores.dtype, rows.dtype, scores.shape, rows.shape) == (
            np.float32, np.int64, (len(q), k), (len(q), k)
        )  # fmt: skip
        assert (np.isneginf(scores).all(), (rows == -1).all()) == (True, True)
    scores, rows = top_rows(
        matrix, queries, 5, doc_ids=["b", "c", "a"], allowed=np.array([True, False, True])
    )
    assert rows.tolist() == [[0, 2, -1, -1, -1], [2, 0, -1, -1, -1]]
    assert scores.dtype == np.float32
    assert scores[0].tolist() == [1.0, 0.0, -math.inf, -math.inf, -math.inf]


def test_the_best_of_two_answers_are_ordered_by_score_and_id() -> None:
    one = np.array([[0.9, 0.5]], np.float32), np.array([[0, 2]])
    other = np.array([[0.5, -np.inf]], np.float32), np.array([[1, -1]])
    scores, rows = best_of([one, other], 3, doc_ids=["c", "a", "b"])
    assert rows.tolist() == [[0, 1, 2]]
    assert scores.tolist() == [[np.float32(0.9), 0.5, 0.5]]
    assert rows.dtype == np.int64


def test_ids_have_rows_without_holes() -> None:
    table = RowTable(["a", "b"])
    assert table.place(["b", "c", "a", "c"]).tolist() == [1, 2, 0, 2]
    assert table.find(["c", "x", "a"]).tolist() == [2, -1, 0]
    assert table.drop(["x"]).tolist() == [True, True, True]
    assert table.drop(["a", "x"]).tolist() == [False, True, True]
    assert (table.doc_ids, table.rows(["c", "b"]).tolist(), "a" in table) == (["b", "c"], [1, 0], False)
    assert [array.dtype for array in (table.rows([]), table.find([]))] == [np.int64, np.int64]
    with pytest.raises(KeyError):
        table.rows(["a"])


def cosines(vectors: dict[str, np.ndarray], query: np.ndarray) -> list[tuple[str, float]]:
    unit = query.astype(np.float64) / np.linalg.norm(query)
    found = {
        name: float(row.astype(np.float64) @ unit / np.linalg.norm(row)) for name, row in vectors.items()
    }
    return sorted(found.items(), key=lambda hit: (-round(hit[1], 9), hit[0]))


def test_an_exact_index_in_two_parts_is_written_and_read_as_one(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    kept = {f"d{n:02}": rng.standard_normal(6).astype(np.float32) for n in range(40)}
    index = ExactIndex(6)
    index.add(list(kept), np.stack(list(kept.values())))
    folders = [tmp_path / name for name in ("first", "second", "third", "fourth")]
    for folder in folders:
        folder.mkdir()
    index.write(folders[0])
    assert sorted(path.name for path in folders[0].iterdir()) == [FILE]
    # two new ones and one that is replaced; one goes: little, so the large file stays
    index = ExactIndex.read(folders[0], kept)
    changed = {name: rng.standard_normal(6).astype(np.float32) for name in ("d05", "e1", "e2")}
    index.add(list(changed), np.stack(list(changed.values())))
    kept |= changed
    check(index, kept, rng)
    index.write(folders[1])
    assert sorted(path.name for path in folders[1].iterdir()) == sorted([FILE, SINCE, PLACES])
    assert folders[1].joinpath(FILE).read_bytes() == folders[0].joinpath(FILE).read_bytes()
    index = ExactIndex.read(folders[1], kept)
    check(index, kept, rng)
    index.remove(["d07", "e1", "stranger"])
    kept = {name: row for name, row in kept.items() if name not in ("d07", "e1")}
    check(index, kept, rng)
    index.write(folders[2])
    index = ExactIndex.read(folders[2], index.doc_ids)
    check(index, kept, rng)
    more = {f"f{n}": rng.standard_normal(6).astype(np.float32) for n in range(4)}
    index.add(list(more), np.stack(list(more.values())))
    kept |= more
    index.write(folders[3])
    assert sorted(path.name for path in folders[3].iterdir()) == [FILE]  # 6 of 40 behind: one file again
    check(ExactIndex.read(folders[3], index.doc_ids), kept, rng)


def check(index: ExactIndex, kept: dict[str, np.ndarray], rng: np.random.Generator) -> None:
    assert sorted(index.doc_ids) == sorted(kept)
    found = index.vectors(list(kept))
    assert found.dtype == np.float32
    for row, wanted in zip(found, kept.values(), strict=True):
        np.testing.assert_allclose(row, wanted / np.linalg.norm(wanted), rtol=1e-5, atol=1e-6)
    for query in rng.standard_normal((3, 6)).astype(np.float32):
        (scores,), (rows,) = index.search(query[None], 50)
        wanted_hits = cosines(kept, query)
        n = len(wanted_hits)
        assert [index.doc_ids[row] for row in rows[:n]] == [name for name, _ in wanted_hits]
        np.testing.assert_allclose(scores[:n], [score for _, score in wanted_hits], atol=1e-5)
        assert (rows[n:] == -1).all()
        allowed = np.array([name[0] != "d" for name in index.doc_ids])
        (_,), (rows,) = index.search(query[None], 50, allowed=allowed)
        left = [name for name, _ in wanted_hits if name[0] != "d"]
        assert [index.doc_ids[row] for row in rows if row >= 0] == left


@pytest.mark.parametrize("name", [FILE, SINCE, PLACES])
def test_no_file_of_vectors_may_hold_objects(tmp_path: Path, rng: np.random.Generator, name: str) -> None:
    """numpy's files of objects are pickles, which run what they like when they are read."""
    index = ExactIndex(4)
    index.add(["a", "b"], rng.standard_normal((2, 4)).astype(np.float32))
    index.write(tmp_path)
    np.save(tmp_path / SINCE, np.zeros((0, 4), np.float32))
    np.save(tmp_path / PLACES, np.arange(2))
    np.save(tmp_path / name, np.array([[{"a": 1}] * 4] * 2, dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match=r"allow_pickle|Python objects"):
        ExactIndex.read(tmp_path, ["a", "b"])


def test_an_empty_exact_index_is_read_again(tmp_path: Path) -> None:
    ExactIndex(4).write(tmp_path)
    index = ExactIndex.read(tmp_path, [])
    assert (len(index), index.dim) == (0, 4)
    scores, rows = index.search(np.ones((1, 4), np.float32), 2)
    assert (scores.tolist(), rows.tolist()) == ([[-math.inf] * 2], [[-1, -1]])
