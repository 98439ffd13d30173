"""No damage to a file makes an importer raise."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.importers import plan, read_papers
from assay.types import ImportFailure, Paper

if TYPE_CHECKING:
    from pathlib import Path

BIB = r"""@string{j = "Journal of " # {X}}
@comment{no entry}
@inproceedings{a, title = {On {G}\"odel's $\alpha$}, author = {Lee, Ann and others},
 crossref = {p}, year = 2001}
@article(b, title = "Two" # j, journal = j, doi = {10.1000/x}, abstract = {50\% of \emph{it}})
@proceedings{p, title = {Proc}, date = {2001-02}}
"""
RIS = (
    "TY  - JOUR\nID  - a\nTI  - Title\nAU  - Lee, A\nPY  - 2001\nAB  - One\n  two\nUR  - http://a\nER  - \n\n"
    * 2
)
CSL = json.dumps(
    [
        {
            "id": "a",
            "title": "T <i>x</i>",
            "author": [{"family": "L"}],
            "issued": {"date-parts": [[2001]]},
            "DOI": "10.1000/x",
        },
        {"id": "b", "type": "book", "title": "U", "author": [{"literal": "L"}], "issued": {"raw": "2001"}},
    ],
    indent=1,
)
JSONL = (
    '{"_id": "1", "title": "A", "text": "B", "metadata": {"year": 2001}}\n{"paperId": "2", "title": "C"}\n'
)
CSV = 'Key,Title,Author,Year\nk1,"A, ""b"" c",Lee;Cho,2001\nk2,"two\nlines",Lee,2002\n'
WOS = "FN X\nVR 1.0\nPT J\nAU Lee, A\n   Cho, B\nTI Title\n   more\nPY 2001\nER\n\nEF\n"
NBIB = "PMID- 1\nTI  - Title\n      more\nFAU - Lee, Ann\nLID - 10.1000/x [doi]\n\nPMID- 2\nTI  - U\n"
SEEDS = {
    "a.bib": BIB,
    "a.ris": RIS,
    "a.json": CSL,
    "a.jsonl": JSONL,
    "a.csv": CSV,
    "a.txt": WOS,
    "a.nbib": NBIB,
}

_SPLICES = [
    b"{",
    b"}",
    b'"',
    b"\\",
    b"$",
    b"@",
    b"\n",
    b"\r",
    b"\x00",
    b"\xff",
    b"[",
    b"]",
    b",",
    b"ER  -",
    b"TY  -",
    b"=",
    b"#",
    b"%",
]
_EDITS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "insert", "repeat"]), st.integers(0, 2000), st.integers(0, 255)
    ),
    max_size=8,
)


def damaged(content: bytes, edits: list[tuple[str, int, int]]) -> bytes:
    for kind, place, value in edits:
        at = place % (len(content) + 1)
        if kind == "flip" and content:
            content = content[:at] + bytes([value]) + content[at + 1 :]
        elif kind == "cut":
            content = content[:at] + content[at + value :] if value < 200 else content[:at]
        elif kind == "insert":
            content = content[:at] + _SPLICES[value % len(_SPLICES)] + content[at:]
        else:
            content = content[:at] + content[: at % 300] * (value % 4) + content[at:]
    return content


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzipped"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=_EDITS)
def test_a_damaged_file_never_raises(
    tmp_path: Path, name: str, packed: bool, edits: list[tuple[str, int, int]]
) -> None:
    content = SEEDS[name].encode()
    path = tmp_path / name
    path.write_bytes(damaged(gzip.compress(content), edits) if packed else damaged(content, edits))
    items = list(read_papers(path))
    assert items
    papers = [item for item in items if isinstance(item, Paper)]
    assert all(item.reason and item.line >= 0 for item in items if isinstance(item, ImportFailure))
    for paper in papers:
        assert paper.title == paper.title.strip() != ""
        assert paper.doc_id.split() == [paper.doc_id]
        json.dumps([paper.title, paper.abstract, *paper.authors], ensure_ascii=False).encode("utf-8")
    assert len(plan(papers, find=lambda _: {}, taken=lambda _: {})) == len(papers)


@pytest.mark.parametrize("name", SEEDS)
def test_the_undamaged_files_import_without_failure(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(SEEDS[name], encoding="utf-8")
    assert all(isinstance(item, Paper) for item in read_papers(path))
