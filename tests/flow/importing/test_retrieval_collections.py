"""A collection for retrieval comes in as it is published, whatever the titles of its documents."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.library import Library

Assay = Callable[..., Any]

SHELLS = "a simplified method of elastic stability analysis for thin cylindrical shells"
# As in BEIR's zip files: `metadata` is there even where it is empty, and so is the title.
DOCUMENTS = [
    {"_id": "471", "title": "", "text": "", "metadata": {}},
    {"_id": "843", "title": SHELLS, "text": "the equation for the equilibrium of shells", "metadata": {}},
    {"_id": "889", "title": SHELLS, "text": "the equation for the equilibrium of shells", "metadata": {}},
    {"_id": "995", "title": "", "text": "", "metadata": {}},
    {"_id": "996", "title": "", "text": "heat transfer to a blunt body in flight", "metadata": {}},
]
QUERIES = [{"_id": "1", "text": "buckling of shells", "metadata": {}}, {"_id": "843", "text": "heat"}]
QRELS = "query-id\tcorpus-id\tscore\n1\t843\t2\n1\t889\t0\n1\t995\t1\n843\t471\t1\n"

TREC = """\
<DOC>
<DOCNO> FT911-1 </DOCNO>
<HEADLINE>
FT  14 MAY 91 / A single headline &amp; no more
</HEADLINE>
<TEXT>
The first text, of
<P> two lines.
</TEXT>
</DOC>
<DOC>
<DOCNO> FT911-2 </DOCNO>
<HEADLINE> FT  14 MAY 91 / A single headline &amp; no more </HEADLINE>
<TEXT> The first text, of two lines. </TEXT>
</DOC>
<DOC>
<DOCNO> FT911-3 </DOCNO>
<TEXT> Without a headline. </TEXT>
</DOC>
"""


def lines(path: Path, rows: list[dict[str, object]]) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.fixture(params=["", ".gz"])
def beir(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder in BEIR's layout."""
    folder = tmp_path / "cranfield"
    (folder / "qrels").mkdir(parents=True)
    lines(folder / f"corpus.jsonl{request.param}", [dict(row) for row in DOCUMENTS])
    lines(folder / f"queries.jsonl{request.param}", [dict(row) for row in QUERIES])
    (folder / "qrels" / "test.tsv").write_text(QRELS, encoding="utf-8")
    return folder


def papers_of(tmp_path: Path) -> dict[str, tuple[str, str]]:
    with Library.open(tmp_path / "library", check=False) as library:
        return {p.doc_id: (p.title, p.abstract) for batch in library.papers.all() for p in batch}


def expected() -> dict[str, tuple[str, str]]:
    return {str(row["_id"]): (str(row["title"]), str(row["text"])) for row in DOCUMENTS}


@pytest.mark.parametrize("what", ["the folder", "the corpus", "a copy of another name"])
def test_every_document_is_a_paper_and_its_judgements_are_taken(
    assay: Assay, beir: Path, tmp_path: Path, what: str
) -> None:
    corpus = next(beir.glob("corpus.jsonl*"))
    given = {"the folder": beir, "the corpus": corpus}.get(what)
    if given is None:
        given = tmp_path / f"docs.jsonl{corpus.suffix if corpus.suffix == '.gz' else ''}"
        given.write_bytes(corpus.read_bytes())

    answer = assay("import", given, "--json")
    assert answer.payload | {"failed": [], "conflicts": []} == answer.payload
    assert answer.payload["new"] == len(DOCUMENTS)
    assert papers_of(tmp_path) == expected()

    again = assay("import", given, "--json")
    assert (again.payload["new"], again.payload["unchanged"]) == (0, len(DOCUMENTS))

    assert assay("queries", "import", next(beir.glob("queries.jsonl*"))).status == 0
    judged = assay("qrels", "import", beir / "qrels" / "test.tsv", "--json")
    assert (judged.status, judged.payload["new"]) == (0, 4)
    with Library.open(tmp_path / "library", check=False) as library:
        assert library.judgements.qrels() == {"1": {"843": 2, "889": 0, "995": 1}, "843": {"471": 1}}


def test_the_judgements_come_into_a_campaign(assay: Assay, beir: Path, tmp_path: Path) -> None:
    assert assay("import", beir).status == 0
    assert assay("campaign", "create", "shells", "--queries", next(beir.glob("queries.jsonl*"))).status == 0
    answer = assay("campaign", "import", "shells", beir, "--json")
    assert answer.status == 0, answer.err
    assert answer.payload["n_new"] == 4


def test_trec_documents_are_taken_verbatim(assay: Assay, tmp_path: Path) -> None:
    (tmp_path / "ft911_1").write_text(TREC, encoding="utf-8")
    assert assay("import", tmp_path / "ft911_1", "--json").payload["new"] == 3
    headline, text = "FT 14 MAY 91 / A single headline & no more", "The first text, of two lines."
    assert papers_of(tmp_path) == {
        "FT911-1": (headline, text),
        "FT911-2": (headline, text),
        "FT911-3": ("", "Without a headline."),
    }
    assert assay("import", tmp_path / "ft911_1", "--json").payload["unchanged"] == 3


def test_two_collections_of_the_same_ids_stay_two(assay: Assay, tmp_path: Path) -> None:
    one = [{"_id": "1", "title": "", "text": "moss on stones"}, {"_id": "2", "title": "Bees", "text": ""}]
    two = [{"_id": "1", "title": "", "text": "owls at night"}, {"_id": "2", "title": "Wasps", "text": ""}]
    for name, rows in (("one", one), ("two", two)):
        (tmp_path / name).mkdir()
        lines(tmp_path / name / "corpus.jsonl", [dict(row) for row in rows])
        for _ in range(2):
            assert assay("import", tmp_path / name / "corpus.jsonl").status == 0
    assert papers_of(tmp_path) == {
        "1": ("", "moss on stones"),
        "2": ("Bees", ""),
        "1-2": ("", "owls at night"),
        "2-2": ("Wasps", ""),
    }


def test_lists_of_references_are_matched_as_before(assay: Assay, tmp_path: Path) -> None:
    row = {"title": SHELLS, "year": 1958, "authors": ["Batdorf, S. B."]}
    path = lines(tmp_path / "list.jsonl", [{"_id": "a", "text": "", **row}, {"_id": "b", "text": "", **row}])
    answer = assay("import", path, "--json")
    assert (answer.payload["new"], answer.payload["merged"]) == (1, 1)


def test_queries_are_no_papers(assay: Assay, beir: Path) -> None:
    answer = assay("import", next(beir.glob("queries.jsonl*")), "--json")
    assert answer.payload["new"] == 0
    assert all("has no title" in one["reason"] for one in answer.payload["failed"])


def test_cranfield_as_it_is(assay: Assay, shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "cranfield"
    answer = assay("import", folder, "--json")
    assert (answer.payload["new"], answer.payload["failed"], answer.payload["conflicts"]) == (1400, [], [])
    assert assay("queries", "import", folder / "queries.jsonl.gz").status == 0
    rows = [line.split("\t") for line in (folder / "qrels" / "test.tsv").read_text("utf-8").splitlines()]
    usual = [rows[0], *([query, doc, str(min(int(grade), 2))] for query, doc, grade in rows[1:])]
    (tmp_path / "test.tsv").write_text("".join("\t".join(row) + "\n" for row in usual), encoding="utf-8")
    judged = assay("qrels", "import", tmp_path / "test.tsv", "--json")
    assert (judged.status, judged.payload["new"]) == (0, len(rows) - 1)
