"""An import of many files has one progress, whose total is the whole work and known beforehand."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]


def lists(folder: Path) -> list[Path]:
    """Lists of three formats at two depths, one of them broken, and two files that are no papers."""
    (folder / "deep").mkdir(parents=True)
    bib = "".join(
        f"@article{{k{n}, title = {{On the {n}th kind of moss}}, year = 2001}}\n" for n in range(700)
    )
    ris = "".join(f"TY  - JOUR\nTI  - Bats of region {n}\nPY  - 1999\nER  - \n\n" for n in range(500))
    csl = [{"id": f"c{n}", "type": "book", "title": f"A book of {n} rivers"} for n in range(450)]
    found = {
        folder / "a.bib": bib,
        folder / "deep" / "b.ris": ris,
        folder / "c.json": json.dumps(csl, indent=1),
        folder / "d.json": "this is not JSON",
        folder / "deep" / "e.csv": "title,year\n" + "".join(f"Rain number {n},1980\n" for n in range(300)),
    }
    for path, text in found.items():
        path.write_text(text, encoding="utf-8")
    return list(found)


def pdf(path: Path, words: str) -> Path:
    """A page with one line of text, as the PDF reference has its smallest file."""
    stream = f"BT /F1 18 Tf 72 720 Td ({words}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Font << /F1 5 0 R >> >>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(data)
    data += b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % each for each in places)
    path.write_bytes(data + b"trailer << /Size 7 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start)
    return path


def endnote(path: Path, pdfs: list[Path]) -> Path:
    """A list as EndNote exports it, one paper a PDF."""
    records = "".join(
        f"<record><ref-type name='Journal Article'>17</ref-type><titles><title>Of fern {path.stem}{n}</title>"
        f"</titles><urls><pdf-urls><url>file://{pdf}</url></pdf-urls></urls></record>"
        for n, pdf in enumerate(pdfs)
    )
    path.write_text(f"<?xml version='1.0'?><xml><records>{records}</records></xml>", encoding="utf-8")
    return path


def told(answer: Any) -> list[tuple[str, int, int | None]]:
    """(stage, done, total) as the window's jobs read them on standard error."""
    lines = [json.loads(line) for line in answer.err.splitlines() if line.startswith('{"progress"')]
    return [
        (each["progress"]["stage"], each["progress"]["done"], each["progress"]["total"]) for each in lines
    ]


def assert_one_whole(seen: list[tuple[str, int, int | None]], total: int) -> None:
    """From the first report to the last: one stage, one total, never back, to its end."""
    assert len({stage for stage, _, _ in seen}) == 1
    assert {of for _, _, of in seen} == {total}
    done = [n for _, n, _ in seen]
    assert done == sorted(done)
    assert done[-1] == total


@pytest.fixture
def every_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """No report is left out for having come too soon after another; nobody cancels."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("assay.cli.output.REPORT_EVERY", 0.0)


def imports(answer: Any) -> list[tuple[str, int, int | None]]:
    """The reports before those of the keyword index, which is other work."""
    return [each for each in told(answer) if each[0] not in ("keyword index", "full text")]


@pytest.mark.usefixtures("every_report")
@pytest.mark.parametrize("as_folder", [True, False])
def test_lists_are_one_whole(assay: Assay, tmp_path: Path, *, as_folder: bool) -> None:
    files = lists(tmp_path / "papers")
    given = [tmp_path / "papers"] if as_folder else files
    seen = imports(assay("import", *given, "--progress", "jsonl"))
    assert_one_whole(seen, sum(path.stat().st_size for path in files))
    assert len({done for _, done, _ in seen}) > len(files)  # also within a file


@pytest.mark.usefixtures("every_report")
def test_lists_with_pdfs_are_one_whole_also_where_the_lists_name_them(assay: Assay, tmp_path: Path) -> None:
    files = lists(tmp_path / "papers")
    files += [
        pdf(tmp_path / "papers" / f"{n}.pdf", f"Of Ferns and their Shadows, part {n}") for n in range(3)
    ]
    files.append(endnote(tmp_path / "papers" / "f.xml", [files[-1]]))
    total = sum(path.stat().st_size for path in files)
    answer = assay("import", tmp_path / "papers", "--json", "--progress", "jsonl")
    assert answer.payload["new"] >= 1900
    assert_one_whole(imports(answer), total)
    again = imports(assay("import", tmp_path / "papers", "--progress", "jsonl"))
    assert_one_whole(again, total)  # nothing of the PDFs is read again


@pytest.mark.usefixtures("every_report")
def test_pdfs_elsewhere_are_a_whole_of_their_own(assay: Assay, tmp_path: Path) -> None:
    there = [pdf(tmp_path / f"{n}.pdf", f"Of Ferns and their Shadows, part {n}") for n in range(3)]
    named = [
        endnote(tmp_path / f"{n}.xml", [path for m, path in enumerate(there) if (m + n) % 2])
        for n in range(2)
    ]
    seen = imports(assay("import", *named, "--progress", "jsonl"))
    change = next(n for n, each in enumerate(seen) if each[0] != seen[0][0])
    assert_one_whole(seen[:change], sum(path.stat().st_size for path in named))
    assert_one_whole(seen[change:], sum(path.stat().st_size for path in there))


@pytest.mark.usefixtures("every_report")
def test_watched_folders_are_one_whole(assay: Assay, tmp_path: Path) -> None:
    files = lists(tmp_path / "one")
    (tmp_path / "two").mkdir()
    files.append(pdf(tmp_path / "two" / "a.pdf", "Of Ferns and their Shadows"))
    for name in ("one", "two"):
        assert assay("watch", "add", tmp_path / name).status == 0
    total = sum(path.stat().st_size for path in files)
    for _ in range(2):
        assert_one_whole(imports(assay("watch", "look", "--progress", "jsonl")), total)
