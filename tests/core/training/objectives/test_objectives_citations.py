"""Citation triples and cited pairs, on toys worked out by hand."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from objective_data import (
    abstract,
    all_examples,
    opened,
    paper,
    specter,
    title,
    unarxiv,
    write,
    write_rows,
    write_table,
)

from assay.errors import RecipeError
from assay.training.recipe.objective_spec import Variant

# -- specter ----------------------------------------------------------


def test_specter_gives_every_triple_as_it_stands(tmp_path: Path) -> None:
    source = opened("specter", specter(tmp_path / "specter", 4, each=2), validation=0.25)
    found = {(e.query, e.positive, e.negative) for e in [*all_examples(source), *source.validation]}
    assert found == {
        (paper(q), paper(100 * q + k), paper(100 * q + 50 + k)) for q in range(1, 5) for k in (1, 2)
    }
    assert len(source.train) == 6
    assert all_examples(source, 0) == all_examples(source, 9)


def test_specter_validates_with_its_own_file(tmp_path: Path) -> None:
    folder = specter(tmp_path / "specter", 3)
    rows = [(paper(q), paper(q + 1), paper(q + 2)) for q in range(50, 90)]
    write_table(folder / "specter_dev.tsv", rows)
    source = opened("specter", folder)
    assert (source.facts.n_train, source.facts.n_validation) == (9, 40)
    assert {(e.query, e.positive, e.negative) for e in source.validation} == {*rows}
    assert [e.query for e in source.validation] != [row[0] for row in rows]  # shuffled


def test_specter_reads_triples_of_papers_and_of_texts(tmp_path: Path) -> None:
    papers = [{"title": title(n), "abstract": abstract(n)} for n in range(3)]
    texts = [paper(n) for n in range(3, 6)]
    rows = [dict(zip(("query", "pos", "neg"), found, strict=True)) for found in (papers, texts)]
    source = opened("specter", write_rows(tmp_path / "triples.jsonl", rows), validation=0.5)
    found = {(e.query, e.positive, e.negative) for e in [*all_examples(source), *source.validation]}
    assert found == {tuple(paper(n) for n in range(3)), tuple(texts)}


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("empty", ["", "  ", "[SEP]", " [SEP] "])
def test_a_triple_with_an_empty_text_is_named(tmp_path: Path, place: int, empty: str) -> None:
    folder = specter(tmp_path / "specter", 2, each=1)
    row = [paper(7), paper(8), paper(9)]
    row[place] = empty
    write(folder / "specter_train.tsv", (folder / "specter_train.tsv").read_text() + "\t".join(row))
    what = ("query", "pos", "neg")[place]
    with pytest.raises(RecipeError, match=f"specter_train.tsv:3: the {what} of this triple is empty"):
        opened("specter", folder)


@pytest.mark.parametrize("triple", [(1, 2, 2), (1, 2, 1), (1, 1, 2)])
def test_a_triple_of_equal_papers_is_left_out(tmp_path: Path, triple: tuple[int, int, int]) -> None:
    folder = specter(tmp_path / "specter", 3, each=1)
    row = "\t".join(paper(n).upper() if place else paper(n) for place, n in enumerate(triple)).replace(
        "[sep]", ""
    )
    write(folder / "specter_train.tsv", (folder / "specter_train.tsv").read_text() + row)
    facts = opened("specter", folder).facts
    assert facts.n_train + facts.n_validation == 3
    assert sum(facts.left_out.values()) == 2  # the equal text, and the triple that has none left


# -- unarXiv ----------------------------------------------------------


def test_doc2doc_pairs_the_papers_of_a_sentence_the_first_cited_asking(tmp_path: Path) -> None:
    contexts = [(3, 1, 2), (5, 6), (7,), (8, 8), (9, 10, 9)]
    source = opened("unarxiv-doc2doc", unarxiv(tmp_path / "u", contexts), validation=0.2)
    found = {(e.query, e.positive) for e in [*all_examples(source), *source.validation]}
    pairs_by_hand = {(3, 1), (3, 2), (1, 2), (5, 6), (9, 10)}
    assert found == {(paper(i), paper(j)) for i, j in pairs_by_hand}
    assert source.facts.left_out == {"contexts that cite fewer papers than it takes": 2}  # (7,) and (8, 8)


def test_doc2doc_never_asks_the_other_way_round(tmp_path: Path) -> None:
    contexts = [*combinations(range(8), 2), *((j, i) for i, j in combinations(range(8), 2))]
    folder = unarxiv(tmp_path / "u", contexts)
    source = opened("unarxiv-doc2doc", folder, validation=0.3)
    learnt = {(e.query, e.positive) for e in all_examples(source)}
    asked = {(e.query, e.positive) for e in source.validation}
    assert not {query for query, _ in asked} & {query for query, _ in learnt}
    assert not {(positive, query) for query, positive in asked} & learnt
    n_dropped = source.facts.left_out["pairs that validate the other way round"]
    assert len(learnt) + len(asked) + n_dropped == len(contexts)
    released = opened("unarxiv-doc2doc", folder, validation=0.3, variant="released")
    assert len(released.train) + len(released.validation) == len(contexts)


@pytest.mark.parametrize("variant", ["paper", "released"])
def test_the_pairs_of_a_sentence_stand_on_one_side(tmp_path: Path, variant: Variant) -> None:
    """Every sentence cites three papers of its own, so that a pair tells which sentence it is from."""
    contexts = [(3 * n, 3 * n + 1, 3 * n + 2) for n in range(4)]
    source = opened("unarxiv-doc2doc", unarxiv(tmp_path / "u", contexts), validation=0.3, variant=variant)
    of_paper = {paper(n): number for number, context in enumerate(contexts) for n in context}
    learnt = {of_paper[example.query] for example in all_examples(source)}
    asked = {of_paper[example.query] for example in source.validation}
    assert len(source.validation) == 3
    assert (len(asked), len(learnt)) == (1, 3)
    assert not asked & learnt


def test_context2doc_lets_the_cited_papers_take_turns(tmp_path: Path) -> None:
    contexts = [(3, 1, 2), (5, 6, 7, 8), (7,), (9, 10)]
    source = opened("unarxiv-context2doc", unarxiv(tmp_path / "u", contexts), validation=0.2)
    for index in range(len(source.train)):
        seen = [source.train.example(index, epoch) for epoch in range(24)]
        cited = contexts[int(seen[0].query.split()[1])]
        assert len({e.query for e in seen}) == 1
        for start in range(24 - len(cited) + 1):  # every round meets each paper once
            assert {e.positive for e in seen[start : start + len(cited)]} == {paper(n) for n in cited}
        assert not {e.negative for e in seen} & {paper(n) for n in cited}
        assert len({e.negative for e in seen}) > 1


def test_random_negatives_are_spread_over_the_collection(tmp_path: Path) -> None:
    """1,200 draws among the 10 papers that are left: each 120 times, within five standard deviations."""
    source = opened("unarxiv-doc2doc", unarxiv(tmp_path / "u", [(0, 1), (2, 3)]))
    example = source.train.example(0, 0)
    counts: dict[str, int] = {}
    for epoch in range(1200):
        negative = source.train.example(0, epoch).negative
        counts[negative] = counts.get(negative, 0) + 1
    assert counts.keys() == {paper(n) for n in range(12)} - {example.query, example.positive}
    assert all(abs(count - 120) < 5 * (1200 * 0.1 * 0.9) ** 0.5 for count in counts.values())


@pytest.mark.parametrize("kind", ["unarxiv-doc2doc", "unarxiv-context2doc"])
def test_an_unknown_cited_paper_is_named(tmp_path: Path, kind: str) -> None:
    folder = unarxiv(tmp_path / "u", [(0, 1), (2, 3)])
    path = folder / "contexts.jsonl"
    write(path, path.read_text() + '{"text": "x", "cited_ids": ["1900.00001", "9.9"]}\n')
    with pytest.raises(
        RecipeError, match=r"contexts.jsonl:3: the cited paper '9.9' is not in collection.tsv"
    ):
        opened(kind, folder)


def test_a_paper_that_stands_twice_in_the_collection_is_named(tmp_path: Path) -> None:
    folder = unarxiv(tmp_path / "u", [(0, 1), (2, 3)])
    path = folder / "collection.tsv"
    write(path, path.read_text() + "1900.00001\tAgain\tthe same\n")  # the category may be absent
    with pytest.raises(RecipeError, match=r"collection.tsv:13: the id '1900.00001' .* second time"):
        opened("unarxiv-doc2doc", folder)


def test_a_cited_paper_without_a_text_is_counted(tmp_path: Path) -> None:
    folder = unarxiv(tmp_path / "u", [(0, 1, 2), (3, 4), (5, 6)])
    path = folder / "collection.tsv"
    write(path, path.read_text().replace(f"1900.00001\t{title(0)}\t{abstract(0)}", "1900.00001\t\t"))
    source = opened("unarxiv-context2doc", folder)
    assert source.facts.left_out == {"papers without a text": 1}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{"text": "x", "cited_ids": "1900.00001"}', "'cited_ids' must be a list"),
        ('{"text": "", "cited_ids": ["1900.00001"]}', "'text' is missing or empty"),
        ('{"text": 5, "cited_ids": ["1900.00001"]}', "'text' is no text"),
        ('{"text": "x", "cited_ids": [null]}', "'cited_ids' must be an id"),
    ],
)
def test_a_wrong_context_is_named(tmp_path: Path, row: str, said: str) -> None:
    folder = unarxiv(tmp_path / "u", [(0, 1), (2, 3)])
    path = folder / "contexts.jsonl"
    write(path, path.read_text() + row)
    with pytest.raises(RecipeError, match=f"contexts.jsonl:3: {said}"):
        opened("unarxiv-context2doc", folder)
