"""What a file says cannot give orders: to a terminal, to a spreadsheet, to LaTeX or to a program."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from assay.cli.output import harmless
from assay.codec import harmless_json

ORDERS = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\u202egnp.exe"
FORMULAS = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "＝1+1",
    " =1",
    '=HYPERLINK("http://x")',
]
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
BIB = r"""@article{evil, title = {%s <script>alert(1)</script> \input{/etc/passwd} \write18{id}},
 author = {%s},
 journal = {%s}, year = 2001, abstract = {} } unbalanced { and more}
@misc{b, title = {Whole}}
"""


@pytest.fixture
def evil(assay, tmp_path: Path) -> Path:
    """A library of papers that are titled, written and published by orders."""
    rows = [
        {
            "_id": f"e{n}",
            "title": f"{text} title {n}",
            "text": f"{text}{ORDERS}",
            "venue": text,
            "authors": [text],
        }
        for n, text in enumerate(
            [*FORMULAS, ORDERS, "<script>alert(1)</script>", "\\input{/etc/passwd}{", "} % $"]
        )
    ]
    path = tmp_path / f"rows{ORDERS.replace('/', '')}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "{}\n", encoding="utf-8")
    (tmp_path / "evil.bib").write_text(BIB % (ORDERS, ORDERS, ORDERS), encoding="utf-8")
    for file in (path, tmp_path / "evil.bib"):
        answer = assay("import", file)
        assert not CONTROL.search(answer.out + answer.err), answer
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("search", "title", "--mode", "keyword"),
        ("search", f"title {ORDERS}", "--mode", "keyword"),
        ("search", "title", "--mode", "keyword", "--json"),
        ("import", f"nowhere{ORDERS}.bib"),
        ("import", f"nowhere{ORDERS}.bib", "--json"),
        ("queries", "import", f"nowhere{ORDERS}"),
        ("judge", f"q{ORDERS}", "e1", "2", "--assessor", "ada"),
        ("similar", f"none{ORDERS}"),
    ],
)
def test_nothing_that_is_printed_gives_orders_to_the_terminal(
    assay, evil: Path, words: tuple[str, ...]
) -> None:
    assay("index", "--model", "hashing")
    answer = assay(*words)
    assert not CONTROL.search((answer.out + answer.err).replace("\n", " ")), answer
    if "--json" in words and answer.status == 0:
        assert answer.payload["hits"]


def test_a_refused_file_whose_name_gives_orders_is_named_harmlessly(assay, evil: Path) -> None:
    answer = assay("import", evil.with_name("empty\x1b[2J.bib"))
    evil.with_name("empty\x1b[2J.bib").touch()
    answer = assay("import", evil.with_name("empty\x1b[2J.bib"))
    assert "␛[2J.bib" in answer.out
    assert not CONTROL.search(answer.out + answer.err.replace("\n", ""))


def test_no_cell_of_an_export_runs_in_a_spreadsheet(assay, evil: Path, tmp_path: Path) -> None:
    assert assay("export", tmp_path / "out.csv").status == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "out.csv").read_text("utf-8-sig"), newline="")))
    assert len(rows) > len(FORMULAS)
    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row if cell.strip()):
        assert cell.lstrip()[0] not in "=+-@＝＋－＠\t\r"
        assert not CONTROL.search(cell)


def test_an_export_to_bibtex_is_balanced_and_commands_are_text(assay, evil: Path, tmp_path: Path) -> None:
    assert assay("export", tmp_path / "out.bib").status == 0
    text = (tmp_path / "out.bib").read_text("utf-8")
    depth = [0]
    for mark in re.findall(r"[{}]", text):
        depth.append(depth[-1] + (1 if mark == "{" else -1))
    assert depth[-1] == 0
    assert min(depth) == 0
    assert "\\input" not in text
    assert "\\write" not in text
    again = assay("import", tmp_path / "out.bib", "--json", folder=tmp_path / "again").payload
    assert again["failed"] == []
    assert again["new"] == text.count("\n@") + text.startswith("@")


@pytest.mark.parametrize("name", ["out.ris", "out.json", "out.jsonl"])
def test_other_exports_come_back_as_they_went(assay, evil: Path, tmp_path: Path, name: str) -> None:
    assert assay("export", tmp_path / name).status == 0
    assert not CONTROL.search((tmp_path / name).read_text("utf-8").replace("\n", "").replace("\r", ""))
    again = assay("import", tmp_path / name, "--json", folder=tmp_path / "again").payload
    assert (again["failed"], again["new"]) == ([], 14)


def test_control_characters_have_a_picture_of_their_own() -> None:
    assert harmless("a\x1b[31mb\x00\x7f\x9b\u202ec\n\td") == "a␛[31mb␀␡\ufffd\\u202ec\n\td"
    assert harmless("Müller 論文") == "Müller 論文"
    assert json.loads(harmless_json(json.dumps(ORDERS, ensure_ascii=False))) == ORDERS
    assert not CONTROL.search(harmless_json(json.dumps(ORDERS, ensure_ascii=False)))
