"""A folder is the files in it."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import pytest
from importers_reading import read_file

from assay.importers import read_papers
from assay.progress import Cancelled
from assay.types import Paper

if TYPE_CHECKING:
    from pathlib import Path

ONE_OF_EACH = {
    "a.bib": "@misc{a, title={Title of a.bib}}",
    "b.ris": "TY  - JOUR\nTI  - Title of b.ris\nER  - \n",
    "c/d.json": '[{"id": "d", "title": "Title of c/d.json"}]',
    "c/e.jsonl": '{"_id": "e", "title": "Title of c/e.jsonl"}\n',
    "c/f/g.ndjson": '{"_id": "g", "title": "Title of c/f/g.ndjson"}\n',
    "h.csv": "id,title\nh,Title of h.csv\n",
    "i.tsv": "id\ttitle\ni\tTitle of i.tsv\n",
    "j.nbib": "PMID- 12\nTI  - Title of j.nbib\n",
    "k.isi": "PT J\nTI Title of k.isi\nER\n",
    "l.bibtex": "@article{l, title = {Title of l.bibtex}}",
    "m.enw": "%0 Journal Article\n%T Title of m.enw\n",
    "n.tab": "id\ttitle\nn\tTitle of n.tab\n",
    "l.xml": "<xml><records><record><titles><title>Title of l.xml</title></titles></record></records></xml>",
    "m.atom": (
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>http://arxiv.org/abs/2101.00001</id>"
        "<title>Title of m.atom</title></entry></feed>"
    ),
    "n.rdf": (
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
        "xmlns:z='http://www.zotero.org/namespaces/export#'><z:Book><z:itemType>book</z:itemType>"
        "<title xmlns='http://purl.org/dc/elements/1.1/'>Title of n.rdf</title></z:Book></r:RDF>"
    ),
}


def fill(folder: Path, files: dict[str, str], *, packed: bool = False) -> None:
    for name, text in files.items():
        path = folder / (f"{name}.gz" if packed else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())


@pytest.mark.parametrize("packed", [False, True])
def test_every_file_of_a_folder_is_read_in_the_order_of_the_paths(tmp_path: Path, packed: bool) -> None:
    fill(tmp_path, ONE_OF_EACH, packed=packed)
    found = read_file(tmp_path)
    assert [paper.title for paper in found.papers] == [f"Title of {name}" for name in sorted(ONE_OF_EACH)]
    assert found.failures == []


def test_hidden_files_and_other_kinds_are_left_out(tmp_path: Path) -> None:
    fill(tmp_path, {"A.BIB": "@misc{a, title={A}}"})
    others = [".b.bib", ".git/c.bib", "d.pdf", "e.txt", "f.bib.bak", "g.tar.gz", "bib"]
    fill(tmp_path, dict.fromkeys(others, "@misc{x, title={X}}"))
    assert read_file(tmp_path).paper.title == "A"


def test_each_files_failures_are_its_own(tmp_path: Path) -> None:
    fill(
        tmp_path,
        {"a.bib": "@misc{a, title={A}}", "sub/b.jsonl": '{"_id": "b", "title": "B"}\n[]\n', "z.csv": ""},
    )
    found = read_file(tmp_path)
    assert [paper.title for paper in found.papers] == ["A", "B"]
    places = [(failure.file, failure.line) for failure in found.failures]
    assert places == [(str(tmp_path / "sub/b.jsonl"), 2), (str(tmp_path / "z.csv"), 0)]


def test_a_folder_with_nothing_to_import_is_told_once(tmp_path: Path) -> None:
    fill(tmp_path, {"paper.pdf": "%PDF-1.7", ".hidden.bib": "@misc{a, title={A}}"})
    failure = read_file(tmp_path).failure
    assert (failure.file, failure.line) == (str(tmp_path), 0)
    assert "no file to import" in failure.reason


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bib")
    (tmp_path / "link.bib").symlink_to(tmp_path / "pipe.bib")
    failures = read_file(tmp_path).failures
    assert [one.file for one in failures] == [str(tmp_path / name) for name in ("link.bib", "pipe.bib")]
    assert all("this is a pipe" in one.reason for one in failures)


def test_links_that_lead_in_a_circle_or_nowhere_do_no_harm(tmp_path: Path) -> None:
    fill(tmp_path, {"a.bib": "@misc{a, title={A}}"})
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "gone.bib").symlink_to(tmp_path / "absent.bib")
    found = read_file(tmp_path)
    assert found.paper.title == "A"
    assert (found.failure.file, found.failure.reason) == (str(tmp_path / "gone.bib"), "there is no such file")


def test_reading_a_folder_can_be_stopped_between_files(tmp_path: Path) -> None:
    fill(tmp_path, {"a.bib": "@misc{a, title={A}}", "b.bib": "@misc{b, title={B}}"})
    read: list[str] = []

    def stop(stage: str, done: int, total: int | None) -> None:
        if read:
            raise Cancelled

    with pytest.raises(Cancelled):
        read.extend(item.title for item in read_papers(tmp_path, progress=stop) if isinstance(item, Paper))
    assert read == ["A"]
