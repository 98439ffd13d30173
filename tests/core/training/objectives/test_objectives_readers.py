"""What each objective makes of its own files, on toys worked out by hand."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from objective_data import (
    abstract,
    all_examples,
    corpus,
    inpars,
    judged,
    opened,
    pairs,
    paper,
    specter,
    title,
    unarxiv,
    write,
    write_rows,
    write_table,
)

from assay.errors import RecipeError
from assay.training.recipe import ObjectiveKind

# -- cropping ---------------------------------------------------------------------------------------------


def test_cropping_has_a_validation_file_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "icrop"
    corpus(folder / "corpus_train.tsv", 6)
    write_table(folder / "corpus_dev.tsv", ((title(n), abstract(n)) for n in range(50, 54)))
    source = opened("cropping", folder)
    assert (source.facts.n_train, source.facts.n_validation) == (6, 4)
    said = {word.split("w")[0] for e in source.validation for word in e.query.split() if "w" in word}
    assert said == {"s50", "s51", "s52", "s53"}


def test_cropping_joins_title_and_abstract_with_a_blank(tmp_path: Path) -> None:
    rows = [(f"Tiny {n}", "of few words") for n in range(5)]
    source = opened("cropping", write_table(tmp_path / "papers.tsv", rows))
    assert {e.query for e in all_examples(source)} < {f"Tiny {n} of few words" for n in range(5)}


def test_cropping_reads_json_with_abstracts_or_texts(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"_id": 1, "title": "Tiny 1", "abstract": "of few words"},
        {"title": "Tiny 2", "text": "of few words", "abstract": ""},
        {"title": "Tiny 3"},
        {"text": "Tiny 4", "title": None},
        {"title": "", "text": " "},
        {"authors": "nobody"},
    ]
    source = opened("cropping", write_rows(tmp_path / "papers.jsonl", rows), validation=0.5)
    assert source.facts.left_out == {"documents without words": 2}
    found = {e.query for e in [*all_examples(source), *source.validation]}
    assert found == {"Tiny 1 of few words", "Tiny 2 of few words", "Tiny 3", "Tiny 4"}


def test_copies_of_a_document_crop_on_one_side_and_never_against_each_other(tmp_path: Path) -> None:
    rows = [(title(n), abstract(n)) for n in (1, 1, 1, 2, 2, 3, 4, 5)]
    source = opened("cropping", write_table(tmp_path / "papers.tsv", rows), validation=0.4)
    numbers = []
    for e in (e for epoch in range(30) for e in all_examples(source, epoch)):
        own, other = ({w.split("w")[0] for w in t.split() if "w" in w} for t in (e.positive, e.negative))
        assert own != other
        numbers.append(*own)
    asked = {w.split("w")[0] for e in source.validation for w in e.query.split() if "w" in w}
    assert not asked & {*numbers}


@pytest.mark.parametrize("variant", ["paper", "released"])
def test_short_copies_never_become_negatives(tmp_path: Path, variant: str) -> None:
    rows = [(f"Tiny {n}", "") for n in (1, 1, 1, 1, 2, 3, 3, 4)]
    source = opened("cropping", write_table(tmp_path / "papers.tsv", rows), variant=variant)
    for e in (e for epoch in range(30) for e in all_examples(source, epoch)):
        assert e.query == e.positive != e.negative


def test_a_corpus_of_one_text_over_and_over_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="too few"):
        opened("cropping", write_table(tmp_path / "papers.tsv", [("Same", "text")] * 10))


def test_fields_that_a_writer_of_csv_quoted_lose_their_quotes(tmp_path: Path) -> None:
    rows = [('"A ""fine"" title"', "x"), ('"Odd" one', "x"), ('"', "x"), ("Plain", '"x"'), ('""', "five")]
    source = opened("cropping", write_table(tmp_path / "papers.tsv", rows), validation=0.4)
    found = {e.query for e in [*all_examples(source), *source.validation]}
    assert found == {'A "fine" title x', '"Odd" one x', '" x', "Plain x", "five"}


def test_a_heading_is_no_example(tmp_path: Path) -> None:
    source = opened("cropping", write_table(tmp_path / "papers.tsv", [("Title", "abstract"), *ROWS]))
    assert source.facts.n_train + source.facts.n_validation == len(ROWS)


ROWS = [(title(n), abstract(n)) for n in range(6)]


@pytest.mark.parametrize("row", ["only a title", "title\tabstract\tand more"])
def test_a_row_of_another_number_of_columns_is_named(tmp_path: Path, row: str) -> None:
    path = write_table(tmp_path / "papers.tsv", ROWS)
    write(path, path.read_text() + row + "\n")
    with pytest.raises(RecipeError, match=r"papers.tsv:7: this line has \d columns where 2 are expected"):
        opened("cropping", path)


# -- specter ----------------------------------------------------------------------------------------------


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


def test_specter_joins_with_the_recipes_separator(tmp_path: Path) -> None:
    source = opened("specter", specter(tmp_path / "specter", 3), separator="")
    assert all_examples(source)[0].query == f"{title(1)} {abstract(1)}" or "[SEP]" not in str(
        source.validation
    )
    assert not any(
        "[SEP]" in text for e in all_examples(source) for text in (e.query, e.positive, e.negative)
    )


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


# -- unarXiv ----------------------------------------------------------------------------------------------


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
def test_an_unknown_cited_paper_is_named(tmp_path: Path, kind: ObjectiveKind) -> None:
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


# -- InPars -----------------------------------------------------------------------------------------------


def test_inpars_reads_all_files_of_a_folder(tmp_path: Path) -> None:
    folder = inpars(tmp_path / "synthetic", 6, each=1)
    write_rows(folder / "set2.jsonl.gz", [{"question": "and this", "doc_text": "another one"}])
    source = opened("inpars", folder)
    found = {(e.query, e.positive) for e in [*all_examples(source), *source.validation]}
    assert found == {(f"what is asked 0 of {n}", abstract(n)) for n in range(6)} | {
        ("and this", "another one")
    }
    assert source.facts.files.keys() == {"set1.jsonl", "set2.jsonl.gz"}


def test_the_questions_of_a_document_stay_together(tmp_path: Path) -> None:
    source = opened("inpars", inpars(tmp_path / "synthetic", 10, each=4), validation=0.2)
    assert not {e.positive for e in source.validation} & {e.positive for e in all_examples(source)}
    assert len(source.validation) == 8


@pytest.mark.parametrize("key", ["question", "doc_text"])
def test_an_empty_question_or_document_is_named(tmp_path: Path, key: str) -> None:
    row = {"question": "what", "doc_text": "that", key: " "}
    path = write_rows(tmp_path / "q.jsonl", [{"question": "a", "doc_text": "b"}, row])
    with pytest.raises(RecipeError, match=f"q.jsonl:2: '{key}' is missing or empty"):
        opened("inpars", path)


# -- pairs ------------------------------------------------------------------------------------------------


def test_pairs_take_lists_papers_and_negatives(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"query": "one", "positive": ["p1", "p2"], "negative": ["n1", "n2", "n3"]},
        {
            "query": {"title": "two", "text": "texts"},
            "positive": {"title": "p", "abstract": "a"},
            "negative": "n",
        },
        {"query": "three", "positive": "p3"},
    ]
    source = opened("pairs", write_rows(tmp_path / "p.jsonl", rows), validation=0.3)
    seen: dict[str, set[tuple[str, str]]] = {}
    for index in range(len(source.train)):
        for epoch in range(12):
            e = source.train.example(index, epoch)
            seen.setdefault(e.query, set()).add((e.positive, e.negative))
    expected = {
        "one": {(p, n) for p in ("p1", "p2") for n in ("n1", "n2", "n3")},
        "two [SEP] texts": {("p [SEP] a", "n")},
    }
    for query, found in seen.items():
        if query in expected:
            assert found == expected[query]
        else:
            assert query == "three"
            assert {negative for _, negative in found} <= {"p1", "p2", "p [SEP] a"}
    assert len(seen) == 2


def test_every_tldr_asks_for_its_paper_on_one_side(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"title": title(n), "text": abstract(n), "tldrs": [f"short {n} a", f"short {n} b", f"short {n} a"]}
        for n in range(8)
    ]
    rows.append({"title": title(9), "text": abstract(9), "tldrs": []})
    source = opened("pairs", write_rows(tmp_path / "t.jsonl", rows), validation=0.25)
    found = {(e.query, e.positive) for e in [*all_examples(source), *source.validation]}
    assert found == {(f"short {n} {k}", paper(n)) for n in range(8) for k in "ab"}
    assert source.facts.left_out == {"papers without a TLDR": 1}
    assert len(source.validation) == 4
    assert not {e.positive for e in source.validation} & {e.positive for e in all_examples(source)}


def test_rows_that_share_a_query_or_a_paper_stay_together(tmp_path: Path) -> None:
    rows = [
        {"query": f"q{n} {k}", "positive": [f"p{n} {k}", f"p{n} {k + 1}"], "negative": "n"}
        for n in range(6)
        for k in range(3)
    ]
    source = opened("pairs", write_rows(tmp_path / "p.jsonl", rows), validation=0.3)
    assert len(source.validation) == 3  # one chain of three; two would be more than 0.3 * 18
    learnt = {e.positive for epoch in (0, 1) for e in all_examples(source, epoch)}
    assert not learnt & {e.positive for e in source.validation}


def test_rows_that_all_hang_together_are_parted_by_query(tmp_path: Path) -> None:
    rows = [{"query": f"q{n}", "positive": [f"p{n}", f"p{n + 1}"], "negative": "n"} for n in range(10)]
    source = opened("pairs", write_rows(tmp_path / "p.jsonl", rows), validation=0.3)
    assert (len(source.train), len(source.validation)) == (7, 3)
    assert not {e.query for e in source.validation} & {e.query for e in all_examples(source)}


def test_pairs_of_a_folder_validate_with_dev(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    pairs(folder / "train.jsonl", 6)
    write_rows(folder / "dev.jsonl", [{"query": "dev", "positive": "d", "negative": "e"}])
    source = opened("pairs", folder)
    assert [(e.query, e.positive, e.negative) for e in source.validation] == [("dev", "d", "e")]
    assert source.facts.n_train == 6


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"query": "q"}, "'positive' is missing or empty"),
        ({"query": "q", "positive": []}, "'positive' is missing or empty"),
        ({"query": "q", "positive": ["p", ""]}, "'positive' is missing or empty"),
        ({"query": "", "positive": "p"}, "'query' is missing or empty"),
        ({"query": "q", "positive": "p", "negative": [3]}, "'negative' is no text"),
        ({"query": "q", "positive": {"title": 3}}, "title or abstract is no text"),
        ({"title": "", "text": "", "tldrs": ["t"]}, "'title' is missing or empty"),
        ({"question": "q"}, "this row is neither"),
    ],
)
def test_a_wrong_pair_is_named(tmp_path: Path, row: dict[str, object], said: str) -> None:
    path = write_rows(tmp_path / "p.jsonl", [{"query": "a", "positive": "b"}, row])
    with pytest.raises(RecipeError, match=f"p.jsonl:2: {said}"):
        opened("pairs", path)


def test_a_pair_whose_only_negative_is_its_positive_meets_random_ones(tmp_path: Path) -> None:
    rows = [{"query": f"q{n}", "positive": f"p{n}", "negative": f"P{n}"} for n in range(6)]
    source = opened("pairs", write_rows(tmp_path / "p.jsonl", rows))
    assert source.facts.left_out == {"negatives that are the query or a positive": 6}
    assert all(e.negative.lower() != e.positive for epoch in range(9) for e in all_examples(source, epoch))


# -- judgements -------------------------------------------------------------------------------------------

GRADES = {
    "a": {"d0": 2, "d1": 1, "d2": 0, "d3": 0},
    "b": {"d4": 1, "d5": 0},
    "c": {"d6": 2},
    "e": {"d7": 0},
}


def turns(folder: Path, **keys: int) -> dict[str, tuple[set[str], set[str]]]:
    """query -> its positives and negatives, of all epochs, wherever it stands."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for seed in range(6):  # so that every query teaches at least once
        source = opened("judgements", folder, seed=seed, validation=0.3, **keys)
        for index in range(len(source.train)):
            for epoch in range(12):
                e = source.train.example(index, epoch)
                positives, negatives = found.setdefault(e.query, (set(), set()))
                positives.add(e.positive)
                negatives.add(e.negative)
    return found


def test_graded_papers_are_positives_and_zeros_hard_negatives(tmp_path: Path) -> None:
    found = turns(judged(tmp_path / "own", GRADES))
    assert found["question a"] == ({paper(0), paper(1)}, {paper(2), paper(3)})
    assert found["question b"] == ({paper(4)}, {paper(5)})
    positives, negatives = found["question c"]  # without a zero: random papers, never its own positive
    assert positives == {paper(6)}
    assert len(negatives) > 4
    assert paper(6) not in negatives
    assert "question e" not in found


def test_the_least_grade_of_a_positive_can_be_two(tmp_path: Path) -> None:
    found = turns(judged(tmp_path / "own", GRADES), grade=2)
    assert found["question a"] == ({paper(0)}, {paper(1), paper(2), paper(3)})
    assert "question b" not in found
    left_out = opened("judgements", judged(tmp_path / "own", GRADES), grade=2).facts.left_out
    assert left_out == {"queries without a positive": 2}


@pytest.mark.parametrize("form", ["titled", "whole text"])
def test_a_query_that_is_a_paper_never_meets_itself(tmp_path: Path, form: str) -> None:
    queries = [
        {"_id": f"d{n}", "title": title(n), "text": "an older abstract"}
        if form == "titled"
        else {"_id": f"d{n}", "text": f"{title(n)} {abstract(n)}"}
        for n in range(4)
    ]
    grades = {f"d{n}": {f"d{n}": 2 if n % 2 else 0, f"d{n + 4}": 2} for n in range(4)}
    folder = judged(tmp_path / "own", grades, n_papers=8, queries=queries)
    for query, (positives, negatives) in turns(folder).items():
        assert query not in positives | negatives
        assert query in {paper(n) for n in range(4)}
    assert opened("judgements", folder).facts.left_out == {"judgements of a query's own paper": 4}


def test_a_query_is_no_paper_for_its_id_alone(tmp_path: Path) -> None:
    grades = {f"d{n}": {f"d{n}": 2, f"d{n + 1}": 0} for n in range(4)}
    found = turns(judged(tmp_path / "own", grades))
    assert found["question d1"] == ({paper(1)}, {paper(2)})


@pytest.mark.parametrize(
    ("splits", "learnt", "own"),
    [
        (["train", "test"], "train", False),
        (["test"], "test", False),
        (["graded"], "graded", False),
        (["test", "other"], "test", False),
        (["train", "dev", "test"], "train", True),
    ],
)
def test_the_judgements_are_those_of_the_right_split(
    tmp_path: Path, splits: list[str], learnt: str, own: bool
) -> None:
    folder = tmp_path / "own"
    for split in splits:
        judged(folder, {f"{split} {n}": {f"d{n}": 1} for n in range(4)}, split=split)
    write_rows(
        folder / "queries.jsonl",
        ({"_id": f"{s} {n}", "text": f"question {s} {n}"} for s in splits for n in range(4)),
    )
    source = opened("judgements", folder)
    assert all(learnt in e.query for e in all_examples(source))
    assert all(("dev" if own else learnt) in e.query for e in source.validation)
    assert source.facts.n_train == (4 if own else 3)


def test_judgements_may_lie_beside_the_corpus(tmp_path: Path) -> None:
    folder = judged(tmp_path / "own", GRADES)
    (folder / "qrels" / "train.tsv").rename(folder / "qrels.tsv")
    (folder / "qrels").rmdir()
    assert opened("judgements", folder).facts.n_train == 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("zz\td1\t1", "the query 'zz' is not in queries.jsonl"),
        ("a\tzz\t1", "the document 'zz' is not in corpus.jsonl"),
        ("a\td9\t-1", "the grade '-1' is no whole number"),
        ("a\td9\thigh", "the grade 'high' is no whole number"),
        ("a\td0\t1", "query 'a' has two grades for 'd0'"),
        ("a\td9", "this line has 2 columns where 3 are expected"),
        ("a\td9\t1\t1", "this line has 4 columns where 3 are expected"),
    ],
)
def test_a_wrong_judgement_is_named(tmp_path: Path, row: str, said: str) -> None:
    folder = judged(tmp_path / "own", GRADES)
    path = folder / "qrels" / "train.tsv"
    write(path, path.read_text() + row)
    with pytest.raises(RecipeError, match=f"train.tsv:10: {said}"):
        opened("judgements", folder)


def test_another_heading_is_a_heading_too(tmp_path: Path) -> None:
    folder = judged(tmp_path / "own", GRADES)
    path = folder / "qrels" / "train.tsv"
    write(path, path.read_text().replace("query-id\tcorpus-id\tscore", "qid\tdocid\trel"))
    assert opened("judgements", folder).facts.n_train == 2


def test_an_id_that_stands_twice_is_named(tmp_path: Path) -> None:
    folder = judged(tmp_path / "own", GRADES)
    path = folder / "corpus.jsonl"
    write(path, path.read_text() + '{"_id": "d3", "title": "again"}')
    with pytest.raises(RecipeError, match=r"corpus.jsonl:11: the id 'd3' .* second time"):
        opened("judgements", folder)


def test_where_every_paper_is_a_positive_no_negative_is_left(tmp_path: Path) -> None:
    grades = {f"q{n}": {f"d{k}": 1 for k in range(3)} for n in range(4)}
    with pytest.raises(RecipeError, match="Left out: 4 queries without a negative"):
        opened("judgements", judged(tmp_path / "own", grades, n_papers=3))
