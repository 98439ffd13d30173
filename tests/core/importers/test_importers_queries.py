from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from assay.errors import ImportFailed
from assay.importers import read_queries
from assay.types import Query

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_beirs_queries_are_read(tmp_path: Path) -> None:
    path = write(
        tmp_path, "queries.jsonl", '{"_id": "1", "text": "what is it"}\n\n{"_id": 2, "text": "who"}\n'
    )
    assert read_queries(path) == [Query("1", "what is it"), Query("2", "who")]


def test_our_queries_may_be_papers(tmp_path: Path) -> None:
    rows = [
        '{"query_id": "a", "text": "t", "doc_id": null}',
        '{"query_id": "b", "text": "", "doc_id": "my paper"}',
    ]
    text = "\n".join(rows)
    assert read_queries(write(tmp_path, "q.jsonl", text)) == [Query("a", "t"), Query("b", "", "my%20paper")]


@pytest.mark.parametrize("header", ["", "query-id\ttext\n"])
def test_tsv_is_read_with_or_without_header(tmp_path: Path, header: str) -> None:
    path = write(tmp_path, "q.tsv", header + "1\tdense retrieval\n2\tsparse\tretrieval\n")
    assert read_queries(path) == [Query("1", "dense retrieval"), Query("2", "sparse retrieval")]


def test_plain_lines_have_the_same_ids_in_every_file(tmp_path: Path) -> None:
    path = write(tmp_path, "q.txt", "\ufeffdense retrieval\n\ncitation graphs\n")
    first, second = read_queries(path)
    assert (first.text, second.text) == ("dense retrieval", "citation graphs")
    (again,) = read_queries(write(tmp_path, "other.txt", "citation graphs\n"))
    assert again == second
    assert first.query_id != second.query_id


def test_a_line_without_its_tab_is_named_and_not_taken_for_plain_text(tmp_path: Path) -> None:
    path = write(tmp_path, "q.tsv", "qa\tdense retrieval\nqb\n")
    with pytest.raises(ImportFailed, match=r"q\.tsv:2"):
        read_queries(path)


def test_gzip_is_read(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"_id": "1", "text": "x"}\n'))
    assert read_queries(path) == [Query("1", "x")]


def test_ids_are_made_safe_for_qrels(tmp_path: Path) -> None:
    assert read_queries(write(tmp_path, "q.tsv", "#my query\ttext\n"))[0].query_id == "%23my%20query"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"_id": "1", "text": "x"}\n{oops}\n', 2),
        ('{"_id": "1", "text": "x"}\n[1]\n', 2),
        ('{"text": "x"}\n', 1),
        ('{"_id": "1"}\n', 1),
        ("1\tx\n1\ty\n", 2),
        ("1\tx\n\ty\n", 2),
        ("", 0),
        ("query-id\ttext\n", 0),
        ('{"a":' * 100_000, 1),
    ],
)
def test_what_is_no_query_is_told_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = write(tmp_path, "q", text)
    with pytest.raises(ImportFailed) as failed:
        read_queries(path)
    assert failed.value.line == line
    assert failed.value.path == str(path)


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(ImportFailed):
            read_queries(path)


@pytest.mark.parametrize(
    "content", [b"\f\n\f\n", " \n \n".encode("utf-16"), b"\x1f\n", b"", "\ufeff\n\ufeff\u200b\n".encode() * 2]
)
def test_a_file_of_blanks_holds_no_query(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "blank.txt"
    path.write_bytes(content)
    with pytest.raises(ImportFailed) as failed:
        read_queries(path)
    assert failed.value.line == 0


def test_what_shows_nothing_is_no_text_of_a_query(tmp_path: Path) -> None:
    """An invisible mark for the byte order or a space without width, as a word processor leaves them."""
    assert [query.text for query in read_queries(write(tmp_path, "q", "bees\n\u200b\nbats\n"))] == [
        "bees",
        "bats",
    ]
    with pytest.raises(ImportFailed, match="a text are expected"):
        read_queries(write(tmp_path, "q", "q1\tbees\nq2\t\u200b\n"))


# The two forms in which TREC publishes topics: <top> of the ad-hoc tracks, XML of TREC-COVID.
TOP = """<top>

<num> Number: 301
<title> Bees &amp; nests

<desc> Description:
How do bees choose
a nest?

<narr> Narrative:
Only what was seen in the field counts.

</top>
<top>
<num> Number: 302 </num>
<desc> Description: What do bats hear?
</top>
"""
XML = """<?xml version="1.0"?>
<topics task="X" batch="1">
  <topic number="1"><query>bees</query>
    <question>how do bees choose</question><narrative>field work only</narrative></topic>
  <topic id="2"><title>bats</title><description>what do bats hear</description></topic>
</topics>
"""


def test_trecs_topics_are_read_with_their_descriptions(tmp_path: Path) -> None:
    narrative = "Only what was seen in the field counts."
    assert read_queries(write(tmp_path, "topics.txt", TOP)) == [
        Query("301", "Bees & nests", None, "How do bees choose a nest?", narrative),
        Query("302", "What do bats hear?", None, "What do bats hear?"),
    ]
    assert read_queries(write(tmp_path, "topics.xml", XML)) == [
        Query("1", "bees", None, "how do bees choose", "field work only"),
        Query("2", "bats", None, "what do bats hear"),
    ]
    for text, line in (("<top>\n<num> 1\n", 1), ("\n<top>\n<title> bees\n</top>\n", 2)):
        with pytest.raises(ImportFailed, match="needs a number and a title") as failed:
            read_queries(write(tmp_path, "bad", text))
        assert failed.value.line == line


def test_descriptions_come_with_rows_and_columns(tmp_path: Path) -> None:
    wanted = [Query("1", "bees", None, "how", "field", "a survey")]
    row = '{"query_id": "1", "text": "bees", "desc": "how", "narrative": "field", "source": "a survey"}\n'
    assert read_queries(write(tmp_path, "q.jsonl", row)) == wanted
    table = "id,text,description,narrative,source\n1,bees,how,field,a survey\n"
    assert read_queries(write(tmp_path, "q.csv", table)) == wanted
