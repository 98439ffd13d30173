"""What the indexes compute, against the formulas in plain Python, and what they hold to begin with."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from assay.index import Bm25, CountedIndex, ExactIndex, LexicalIndex, Rm3, Where, text_hash, topk
from assay.index.exact import FILE, PLACES, SINCE
from assay.index.papers import FILES, RowTable
from assay.index.passages import PassageIndex
from assay.index.rows import unit_rows
from assay.index.topk import _candidates, _score_blocks, _tighten, best_of, top_rows
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


def bm25(field: str, term: str, paper: Paper, k1: float = K1, b: float = B) -> float:
    """Robertson's, with the + 1 within the logarithm that Lucene has."""
    lengths = [len(tokens(one)[field]) for one in PAPERS]
    holding = sum(term in tokens(one)[field] for one in PAPERS)
    count = tokens(paper)[field].count(term)
    if not count:
        return 0.0
    idf = math.log(1 + (len(PAPERS) - holding + 0.5) / (holding + 0.5))
    norm = k1 * (1 - b + b * len(tokens(paper)[field]) / (sum(lengths) / len(PAPERS)))
    return idf * count * (k1 + 1) / (count + norm)


def word_score(term: str, paper: Paper, k1: float = K1, b: float = B) -> float:
    names = bm25("authors", term, paper, k1, b) + bm25("venue", term, paper, k1, b)
    return stem_score(term, paper, k1, b) + 0.5 * names


def stem_score(term: str, paper: Paper, k1: float = K1, b: float = B) -> float:
    return bm25("text", term, paper, k1, b) + 0.25 * bm25("title", term, paper, k1, b)


@pytest.fixture
def index() -> LexicalIndex:
    made = LexicalIndex()
    made.add(PAPERS)
    made.commit()
    return made


def expected(text: str, stems: dict[str, float]) -> list[tuple[str, float]]:
    found = []
    for paper in PAPERS:
        words = [word_score(term, paper) for term in text.split()]
        raising = [weight * stem_score(term, paper) for term, weight in stems.items() if weight > 0]
        lowering = [weight * stem_score(term, paper) for term, weight in stems.items() if weight < 0]
        if any(words) or any(raising):
            found.append((paper.doc_id, sum(words) + sum(raising) + sum(lowering)))
    return sorted(found, key=lambda hit: (-hit[1], hit[0]))


@pytest.mark.parametrize(
    ("text", "stems"),
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
    index: LexicalIndex, text: str, stems: dict[str, float]
) -> None:
    wanted = expected(text, stems)
    found = index.search(text, 10, stems=stems)
    assert [name for name, _ in found] == [name for name, _ in wanted]
    assert [score for _, score in found] == pytest.approx([score for _, score in wanted], rel=1e-5)
    for k in range(1, len(wanted) + 1):
        assert index.search(text, k, stems=stems) == found[:k]
    assert index.search(text, 0, stems=stems) == []
    for paper in PAPERS:
        counts = Counter(text.split())
        parts = {term: n * word_score(term, paper) for term, n in counts.items()}
        for term, weight in stems.items():
            parts[term] = parts.get(term, 0.0) + weight * stem_score(term, paper)
        wanted_parts = {term: score for term, score in parts.items() if score}
        assert index.parts(paper.doc_id, text, stems=stems) == pytest.approx(wanted_parts, rel=1e-5)


@pytest.mark.parametrize(("k1", "b"), [(K1, B), (0.9, 0.4), (0.0, 1.0), (2.0, 0.0)])
def test_other_constants_give_the_scores_of_the_formula(index: LexicalIndex, k1: float, b: float) -> None:
    counted = CountedIndex(PAPERS, Bm25(k1, b))
    for text in ("owl owl bat", "cat fish", "unicorn", ""):
        scores = {
            paper.doc_id: sum(word_score(term, paper, k1, b) for term in text.split()) for paper in PAPERS
        }
        found = counted.search(text, 10)
        assert dict(found) == pytest.approx({name: score for name, score in scores.items() if score})
        assert found == sorted(found, key=lambda hit: (-hit[1], hit[0]))
        assert counted.search(text, 2, where=Where({"b", "c"})) == [
            hit for hit in found if hit[0] in ("b", "c")
        ]
    if (k1, b) == (K1, B):  # as the keyword index itself, also where stems lower
        stems = {"dog": 0.7, "owl": -0.5}
        assert dict(counted.search("fish", 9, stems=stems)) == pytest.approx(
            dict(index.search("fish", 9, stems=stems)), rel=1e-5
        )


@pytest.mark.parametrize(("fb_terms", "fb_docs", "weight"), [(10, 10, 0.5), (2, 1, 0.3), (3, 2, 0.0)])
def test_rm3_searches_with_the_query_and_the_words_of_its_first_papers(
    fb_terms: int, fb_docs: int, weight: float
) -> None:
    """P'(w) = a P(w | q) + (1 - a) P(w | R), where P(w | R) sums P(w | d) P(d | q) over the first papers."""
    text = "owl cat cat"
    query = {"owl": 1 / 3, "cat": 2 / 3}
    scores = {paper: sum(word_score(term, paper) for term in text.split()) for paper in PAPERS}
    first = sorted((paper for paper in PAPERS if scores[paper]), key=lambda paper: -scores[paper])[:fb_docs]
    relevance: dict[str, float] = {}
    for paper in first:
        words = tokens(paper)["text"]
        prior = scores[paper] / sum(scores[each] for each in first)
        for word in set(words):
            relevance[word] = relevance.get(word, 0.0) + words.count(word) / len(words) * prior
    best = sorted(relevance, key=lambda word: (-relevance[word], word))[:fb_terms]
    total = sum(relevance[word] for word in best)
    mixed = {
        word: weight * query.get(word, 0.0) + (1 - weight) * (relevance[word] / total if word in best else 0)
        for word in {*query, *best}
    }
    wanted = {
        paper.doc_id: sum(share * stem_score(word, paper) for word, share in mixed.items())
        for paper in PAPERS
    }
    rm3 = Rm3(fb_terms=fb_terms, fb_docs=fb_docs, original_weight=weight)
    found = CountedIndex(PAPERS, Bm25(), rm3).search(text, 10)
    assert dict(found) == pytest.approx({name: score for name, score in wanted.items() if score})
    assert CountedIndex(PAPERS, Bm25(), rm3).search("unicorn", 10) == []


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
    assert sorted(opened.doc_ids) == sorted(paper.doc_id for paper in PAPERS[:3])
    hashes = opened.text_hashes([paper.doc_id for paper in PAPERS[:3]])
    assert list(map(bytes, hashes)) == list(map(text_hash, PAPERS[:3]))


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
    fresh = PassageIndex(tmp_path, replace=True)
    assert fresh.texts == set()
    fresh.add({"three": ["snail"]})
    fresh.commit(revision=4)
    assert PassageIndex(tmp_path).texts == {"three"}


def test_a_texts_hash_is_of_all_that_is_indexed_and_the_same_everywhere() -> None:
    paper = Paper("x", title="t", abstract="a", venue="v", authors=("p", "q"), keywords=("k", "l"))
    content = b"t\x1ea\x1ev\x1ep\x1fq\x1ek\x1fl"
    assert text_hash(paper) == hashlib.blake2b(content, digest_size=16).digest()
    lone = Paper("x", title="\ud800")
    content = "\ud800\x1e\x1e\x1e\x1e".encode(errors="surrogatepass")
    assert text_hash(lone) == hashlib.blake2b(content, digest_size=16).digest()


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
    assert (list(table.doc_ids), table.rows(["c", "b"]).tolist()) == (["b", "c"], [1, 0])
    assert (table.doc_ids[-1], table.doc_ids[:1], "a" in table) == ("c", ["b"], False)
    assert [array.dtype for array in (table.rows([]), table.find([]))] == [np.int64, np.int64]
    with pytest.raises(KeyError):
        table.rows(["a"])


def cosines(vectors: dict[str, np.ndarray], query: np.ndarray) -> list[tuple[str, float]]:
    unit = query.astype(np.float64) / np.linalg.norm(query)
    found = {
        name: float(row.astype(np.float64) @ unit / np.linalg.norm(row)) for name, row in vectors.items()
    }
    return sorted(found.items(), key=lambda hit: (-round(hit[1], 9), hit[0]))


def check(index: ExactIndex, kept: dict[str, np.ndarray], rng: np.random.Generator) -> None:
    assert sorted(index.doc_ids) == sorted(kept)
    found = index.vectors(list(kept))
    assert found.dtype == np.float32
    for row, wanted in zip(found, kept.values(), strict=True):
        np.testing.assert_allclose(row, wanted / np.linalg.norm(wanted), rtol=1e-5, atol=1e-6)
    for query in rng.standard_normal((3, 6)).astype(np.float32):
        (scores,), (rows,) = index.search_rows(query[None], 50)
        wanted_hits = cosines(kept, query)
        n = len(wanted_hits)
        assert [index.doc_ids[row] for row in rows[:n]] == [name for name, _ in wanted_hits]
        np.testing.assert_allclose(scores[:n], [score for _, score in wanted_hits], atol=1e-5)
        assert (rows[n:] == -1).all()
        allowed = np.array([name[0] != "d" for name in index.doc_ids])
        (_,), (rows,) = index.search_rows(query[None], 50, allowed=allowed)
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
        ExactIndex.read(tmp_path)


# --- words as they are typed


def typed(index: LexicalIndex, text: str) -> dict[str, float]:
    return dict(index.search(text, 10, prefix=True))


def test_an_unfinished_word_counts_as_the_best_of_what_it_may_become(index: LexicalIndex) -> None:
    names = {p.doc_id: 0.5 * max(bm25("authors", "owl", p), bm25("venue", "owl", p)) for p in PAPERS}
    best = {p.doc_id: max(stem_score("owl", p), names[p.doc_id]) for p in PAPERS}
    assert typed(index, "ow") == pytest.approx(
        {name: score for name, score in best.items() if score}, rel=1e-5
    )
    whole = {p.doc_id: word_score("owl", p) for p in PAPERS}
    assert typed(index, "owl") == pytest.approx(
        {name: score for name, score in whole.items() if score}, rel=1e-5
    )
    ann = {"b": 0.5 * bm25("authors", "ann", PAPERS[1])}
    assert typed(index, "an") == pytest.approx(ann, rel=1e-5)
    assert typed(index, "zz") == {}
    assert index.search("ow", 10) == []


def test_a_completion_counts_by_its_share_of_the_papers_of_the_most_frequent(index: LexicalIndex) -> None:
    """ "d" may be dog, of three papers; "s" snail, of one; "f" fish and frog, of two each."""
    for text, stems in (("d", {"dog": 1.0}), ("s", {"snail": 1.0}), ("f", {"fish": 1.0, "frog": 1.0})):
        found = typed(index, text)
        for paper in PAPERS:
            best = max(share * stem_score(stem, paper) for stem, share in stems.items())
            assert found.get(paper.doc_id, 0.0) == pytest.approx(best, rel=1e-5)
    grape = LexicalIndex()
    grape.add(
        [Paper(f"g{n}", title="graph") for n in range(4)]
        + [Paper("v", title="grape"), Paper("o", title="owl")]
    )
    grape.commit()
    (share,) = [score for name, score in grape.search("", 9, stems={"grape": 0.25}) if name == "v"]
    found = dict(grape.search("gra", 9, prefix=True))
    assert found["v"] == pytest.approx(share, rel=1e-5), "one paper to graph's four"
    assert found["g0"] == pytest.approx(dict(grape.search("", 9, stems={"graph": 1.0}))["g0"], rel=1e-5)


def test_words_before_an_unfinished_one_count_unless_they_say_nothing(index: LexicalIndex) -> None:
    for text, words in (
        ("cat ow", ["cat"]), ("the cat ow", ["cat"]), ("the ow", []), ("cat cat ow", ["cat", "cat"]),
    ):  # fmt: skip
        last = typed(index, "ow")
        wanted = {
            p.doc_id: sum(word_score(word, p) for word in words) + last.get(p.doc_id, 0.0) for p in PAPERS
        }
        assert typed(index, text) == pytest.approx({n: s for n, s in wanted.items() if s}, rel=1e-5)
    stop = LexicalIndex()
    stop.add([Paper("a", title="the owl"), Paper("b", title="then bat"), Paper("c", title="cat")])
    stop.commit()
    assert [name for name, _ in stop.search("the", 5, prefix=True)] == ["a", "b"]
    assert {name for name, _ in stop.search("cat the", 5, prefix=True)} == {"a", "b", "c"}
    assert {name for name, _ in stop.search("the cat", 5, prefix=True)} == {"c"}
    assert {name for name, _ in stop.search("of the", 5, prefix=True)} == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("runn", True),
        ("runnin", True),
        ("running", True),
        ("runninga", True),
        ("runningab", False),
        ("ru", True),
    ],
)
def test_letters_beyond_a_stem_find_it_up_to_five(text: str, found: bool) -> None:
    """Of "running" the stem is "run", of which "runninga" is five letters more."""
    index = LexicalIndex()
    index.add([Paper("a", title="running"), Paper("b", title="owl"), Paper("c", title="ox")])
    index.commit()
    hits = [name for name, _ in index.search(text, 5, prefix=True)]
    assert hits == (["a"] if found else [])
    assert index.search("oxen", 5, prefix=True) == [], "a stem of two letters is none to go by"


# --- where candidates are kept


def test_rows_of_another_order_and_rows_that_are_none_are_passed_over(rng: np.random.Generator) -> None:
    matrix = unit_rows(rng.standard_normal((6, 4)), dim=4)
    query = unit_rows(rng.standard_normal((1, 4)), dim=4)
    rows = np.array([3, -1, 0, 2, -1, 1])
    cosines_ = {row: float(matrix[at] @ query[0]) for at, row in enumerate(rows.tolist()) if row >= 0}
    names = ["a", "b", "c", "d"]
    kept = rows.copy()
    _, (found,) = top_rows(matrix, query, 6, doc_ids=names, allowed=None, rows=rows)
    assert found.tolist() == [*sorted(cosines_, key=lambda row: -cosines_[row]), -1, -1]
    allowed = np.array([True, False, True, True])
    _, (found,) = top_rows(matrix, query, 6, doc_ids=names, allowed=allowed, rows=rows)
    assert found.tolist() == [*sorted({0, 2, 3}, key=lambda row: -cosines_[row]), -1, -1, -1]
    assert rows.tolist() == kept.tolist()
    assert allowed.tolist() == [True, False, True, True]


def test_candidates_lie_within_twice_both_errors_of_the_kth_best() -> None:
    """Of one dimension a product errs by 2^-24 at most, in either of two sums: four of them is the margin."""
    unit = 2.0**-24
    matrix = np.array([[1 - n * unit] for n in (5, 3, 0, 4, 9, 1)], np.float32)
    (found,) = _candidates(matrix, np.ones((1, 1), np.float32), 1, None)
    assert found.tolist() == [1, 2, 3, 5]
    (found,) = _candidates(matrix, np.ones((1, 1), np.float32), 2, None)
    assert found.tolist() == [0, 1, 2, 3, 5], "the second best lies 1 lower"
    (found,) = _candidates(matrix, np.ones((1, 1), np.float32), 2, np.arange(6) < 4)
    assert found.tolist() == [0, 1, 2, 3], "the second best lies 3 lower"
    (found,) = _candidates(matrix, np.ones((1, 1), np.float32), 9, np.arange(6) < 4)
    assert found.tolist() == [0, 1, 2, 3]


def test_what_has_fallen_below_the_kth_best_is_dropped_query_by_query() -> None:
    parts = [
        (np.array([0, 1, 2]), np.array([10, 11, 12]), np.array([0.5, 0.1, -np.inf], np.float32)),
        (np.array([0, 0, 1, 2]), np.array([20, 21, 22, 23]), np.array([0.75, 0.25, 0.2, 0.3], np.float32)),
    ]
    floor = np.array([-np.inf, 0.15, -np.inf], np.float32)
    kept = floor.copy()
    ((query, rows, scores),), found = _tighten(parts, floor, 2, np.float32(0.125))
    assert query.tolist() == [0, 0, 1, 2]
    assert rows.tolist() == [10, 20, 22, 23]
    assert scores.tolist() == [0.5, 0.75, np.float32(0.2), np.float32(0.3)]
    assert found.tolist() == [0.375, np.float32(0.15), -math.inf]
    assert floor.tolist() == kept.tolist(), "what was given is not changed"
    ((query, rows, _),), found = _tighten(parts, floor, 1, np.float32(0.25))
    assert (query.tolist(), rows.tolist()) == ([0, 0, 1, 1, 2], [10, 20, 11, 22, 23])
    assert found == pytest.approx([0.5, -0.05, 0.05])


def test_blocks_have_all_rows_once_and_as_many_scores_as_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix, queries = np.eye(40, 4, dtype=np.float32), np.eye(2, 4, dtype=np.float32)
    monkeypatch.setattr(topk, "SMALLEST_BLOCK", 5)
    for scores_at_once, size in ((30, 15), (200, 100), (4, 5)):
        monkeypatch.setattr(topk, "SCORES_AT_ONCE", scores_at_once)
        blocks = [*_score_blocks(matrix, queries, None)]
        assert [len(rows) for rows, _ in blocks] == [min(size, 40 - at) for at in range(0, 40, size)]
        assert np.concatenate([rows for rows, _ in blocks]).tolist() == [*range(40)]
        assert all(scores.shape == (2, len(rows)) for rows, scores in blocks)
    few = np.isin(np.arange(40), [1, 2, 30, 39])
    ((rows, scores),) = _score_blocks(matrix, queries, few)
    assert rows.tolist() == [1, 2, 30, 39], "below an eighth they are gathered"
    assert scores.tolist() == [[0.0] * 4, [1.0, 0.0, 0.0, 0.0]]
    few[0] = True
    blocks = [*_score_blocks(matrix, queries, few)]
    assert sum(len(rows) for rows, _ in blocks) == 40
    rough = np.concatenate([scores for _, scores in blocks], axis=1)[0]
    assert np.flatnonzero(np.isfinite(rough)).tolist() == [0, 1, 2, 30, 39]


@pytest.mark.parametrize(
    ("gone", "new", "names"),
    [
        (0, 0, [FILE]),
        (4, 0, [FILE, PLACES]),
        (5, 0, [FILE]),
        (0, 4, [FILE, PLACES, SINCE]),
        (0, 5, [FILE]),
        (4, 4, [FILE, PLACES, SINCE]),
        (4, 5, [FILE]),
        (5, 4, [FILE]),
    ],
)
def test_the_large_file_is_written_anew_where_more_than_a_tenth_of_it_has_changed(
    tmp_path: Path, rng: np.random.Generator, gone: int, new: int, names: list[str]
) -> None:
    kept = {f"d{n:02}": rng.standard_normal(6).astype(np.float32) for n in range(40)}
    index = ExactIndex(6)
    index.add(list(kept), np.stack(list(kept.values())))
    for name in ("first", "second", "third"):
        (tmp_path / name).mkdir()
    index.write(tmp_path / "first")
    index = ExactIndex.read(tmp_path / "first")
    index.remove([f"d{n:02}" for n in range(gone)])
    for n in range(gone):
        del kept[f"d{n:02}"]
    added = {f"e{n}": rng.standard_normal(6).astype(np.float32) for n in range(new)}
    if added:
        index.add(list(added), np.stack(list(added.values())))
    kept |= added
    index.write(tmp_path / "second")
    assert sorted(path.name for path in (tmp_path / "second").iterdir()) == sorted([*names, *FILES])
    is_carried = (tmp_path / "second" / FILE).samefile(tmp_path / "first" / FILE)
    assert is_carried is (max(gone, new) <= 4)
    check(ExactIndex.read(tmp_path / "second"), kept, rng)
    for path in (tmp_path / "first" / FILE, tmp_path / "second" / FILE):
        path.unlink()
    index.write(tmp_path / "third")
    written = sorted(path.name for path in (tmp_path / "third").iterdir())
    assert written == sorted([FILE, *FILES]), "what was swept is written"
    check(ExactIndex.read(tmp_path / "third"), kept, rng)
