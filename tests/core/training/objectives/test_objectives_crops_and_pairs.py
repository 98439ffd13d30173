"""Crops, generated questions and pairs, on toys worked out by hand."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import pytest
from objective_data import (
    abstract,
    all_examples,
    corpus,
    inpars,
    opened,
    pairs,
    paper,
    title,
    write,
    write_rows,
    write_table,
)

from assay.errors import RecipeError
from assay.training.data.objectives.files import read_table

# -- cropping ----------------------------------------------------------


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


TABLE = (
    'A "plain" word\tx\r\n"Two lines\nand a\ttab"\t"a ""fine"" end"\n\n"Odd" one\tit is\n'
    'Comma, too\t"x"\n""\tfive\n'
)


@pytest.mark.parametrize("name", ["papers.tsv", "papers.tsv.gz", "papers.csv"])
def test_a_table_is_what_the_csv_module_reads(tmp_path: Path, name: str) -> None:
    """Line breaks, tabs and quotes within quotes are text; places are those of a row's first line."""
    text = TABLE if ".tsv" in name else TABLE.replace(",", ";").replace("\t", ",")
    path, raw = tmp_path / name, text.encode()
    path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    wanted = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if ".tsv" in name else ",")
    found = list(read_table(path, ("title", "abstract")))
    assert [fields for _, fields in found] == [row for row in wanted if row]
    assert [number for number, _ in found] == [1, 2, 5, 6, 7]


@pytest.mark.parametrize("lines", [0, 3, 20_000])
def test_a_quote_that_is_left_open_is_named(tmp_path: Path, lines: int) -> None:
    """Lines behind it were one field; of 20,000 the csv module says so itself."""
    path = tmp_path / "papers.tsv"
    path.write_text('good\tone\nan\t"open one\n' + "and on\tand on\n" * lines, encoding="utf-8")
    with pytest.raises(RecipeError, match=r"papers.tsv:2: .*(never closed|Is a quote left open)"):
        list(read_table(path, ("title", "abstract")))


def test_a_heading_is_no_example(tmp_path: Path) -> None:
    source = opened("cropping", write_table(tmp_path / "papers.tsv", [("Title", "abstract"), *ROWS]))
    assert source.facts.n_train + source.facts.n_validation == len(ROWS)


ROWS = [(title(n), abstract(n)) for n in range(6)]


@pytest.mark.parametrize("row", ["only a title", "title\tabstract\tand more"])
def test_a_row_of_another_number_of_columns_is_named(tmp_path: Path, row: str) -> None:
    path = write_table(tmp_path / "papers.tsv", ROWS)
    write(path, path.read_text() + row + "\n")
    with pytest.raises(RecipeError, match=r"papers.tsv:7: this line has \d columns? where 2 are expected"):
        opened("cropping", path)


# -- InPars ----------------------------------------------------------


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


# -- pairs ----------------------------------------------------------


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


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_pairs_of_csv_are_what_the_csv_module_reads(tmp_path: Path, ending: str) -> None:
    """Commas, quotes and line breaks within a field are its text; an empty negative is none."""
    rows = [
        (f'say "{n}",\nplease', f'the "{n}"\n, in two lines', f"not,\n{n}" if n else "") for n in range(5)
    ]
    for name, part in (("train", rows), ("dev", [("of dev", 'a "d"', "e,\ne")])):
        text = io.StringIO(newline="")
        csv.writer(text).writerows([("query", "Positive", "negative"), *part])
        write(tmp_path / "own" / f"{name}.csv{ending}", text.getvalue().replace("\r\n", "\n"))
    source = opened("pairs", tmp_path / "own")
    found = {(e.query, e.positive, e.negative) for e in all_examples(source)}
    assert {each for each in found if each[0] != rows[0][0]} == {*rows[1:]}
    assert {each[:2] for each in found} == {each[:2] for each in rows}
    assert [(e.query, e.positive, e.negative) for e in source.validation] == [("of dev", 'a "d"', "e,\ne")]
    assert source.facts.files.keys() == {f"train.csv{ending}", f"dev.csv{ending}"}


def test_a_csv_without_a_heading_or_with_a_short_row_is_refused(tmp_path: Path) -> None:
    for text, said in (
        ("one,two\nthree,four\n", "csv:2: this row is neither"),
        ("query,positive\nq,p\nq2\n", "csv:3: this line has 1 column where 2 are expected"),
    ):
        with pytest.raises(RecipeError, match=said):
            opened("pairs", write(tmp_path / "p.csv", text))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"query": "q"}, "'positive' is missing or empty"),
        ({"query": "q", "positive": []}, "'positive' is missing or empty"),
        ({"query": "q", "positive": ["p", ""]}, "'positive' is missing or empty"),
        ({"query": "", "positive": "p"}, "'query' is missing or empty"),
        ({"query": "q", "positive": "p", "negative": [3]}, "'negative' is no text"),
        ({"query": "q", "positive": {"title": 3}}, "title or abstract is not text"),
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
