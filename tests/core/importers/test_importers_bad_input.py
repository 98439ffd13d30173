"""Bad input gets a clear report with file, line and reason, and costs only itself."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from importers_reading import read_file

if TYPE_CHECKING:
    from importers_reading import ReadText

NAMES = ["a.bib", "a.ris", "a.json", "a.jsonl", "a.csv", "a.tsv", "a.nbib", "a.xml", "a.rdf", "a.txt", "a"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("content", [b"", b"\n \n\t\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_told_once(read: ReadText, name: str, content: bytes) -> None:
    found = read(name, content)
    assert not found.papers
    assert found.failure.line == 0
    assert found.failure.reason == "the file is empty"
    assert found.failure.file.endswith(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "content", [b"hello", b"hello\nworld, this is, prose\n", b"}{", b"@", b"[", b"\x1f\x8b"]
)
def test_text_that_is_no_library_is_told_once(read: ReadText, name: str, content: bytes) -> None:
    found = read(name, content)
    assert not found.papers
    assert len(found.failures) in (1, 2)
    assert all(failure.reason for failure in found.failures)


@pytest.mark.parametrize("name", NAMES)
def test_a_binary_file_is_told_once(read: ReadText, name: str) -> None:
    for content in (
        random.Random(1).randbytes(5000),
        b"%PDF-1.7\n%\xe2\xe3",
        b"PK\x03\x04....",
        b"\x89PNG\r\n\x1a\n",
    ):
        found = read(name, content)
        assert not found.papers
        assert found.failure.line == 0


def test_a_pdf_is_called_a_pdf(read: ReadText) -> None:
    assert "PDF" in read("paper.bib", b"%PDF-1.7\n").failure.reason


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    missing = read_file(tmp_path / "absent.bib").failure
    assert (missing.line, missing.reason) == (0, "there is no such file")
    assert missing.file == str(tmp_path / "absent.bib")


def test_a_name_with_a_nul_is_told() -> None:
    assert read_file(Path("a\0b.bib")).failure.line == 0


def test_an_unreadable_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "a.bib"
    path.write_text("@misc{a, title={A}}")
    monkeypatch.setattr(os, "open", refuse)  # the superuser, as whom tests may run, may read any file
    assert read_file(path).failure.reason == "the file cannot be read: Permission denied"


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("a.bib", "@misc{{k{n},\n  title = {{Title {n}}},\n note = {{{noise}}}\n}}\n"),
        ("a.ris", "TY  - JOUR\nTI  - Title {n}\nN1  - {noise}\nER  - \n"),
        ("a.csv", '{n},"Title {n}","{noise}"\n'),
        ("a.json", '{{"id": "{n}", "type": "book", "title": "Title {n}", "note": "{noise}"}},\n'),
        ("a.jsonl", '{{"_id": "{n}", "title": "Title {n}", "text": "{noise}"}}\n'),
    ],
)
def test_a_truncated_gzip_of_any_format_keeps_whole_entries_only(
    read: ReadText, name: str, entry: str
) -> None:
    head = {"a.csv": "id,title,note\n", "a.json": "[\n"}.get(name, "")
    text = head + "".join(entry.format(n=n, noise=random.Random(n).random()) for n in range(2000))
    packed = gzip.compress(text.encode())
    found = read(name + ".gz", packed[: len(packed) // 2])
    assert 100 < len(found.papers) < 2000
    assert [paper.title for paper in found.papers] == [f"Title {n}" for n in range(len(found.papers))]
    assert "cut off" in found.failure.reason
    assert found.failure.line > 100


def test_a_damaged_gzip_is_told(read: ReadText) -> None:
    packed = bytearray(gzip.compress(b'{"_id": "1", "title": "A"}\n' * 50))
    packed[-6] ^= 0xFF
    assert "damaged" in read("corpus.jsonl.gz", bytes(packed)).failure.reason


BIB = "@misc{a, title={Café Müller – naïve}}"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-32"])
def test_text_in_other_encodings_is_read(read: ReadText, encoding: str) -> None:
    assert read("a.bib", BIB.encode(encoding)).paper.title == "Café Müller – naïve"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ris", "TY  - JOUR\nTI  - Café Müller\nER  - \n"),
        ("a.csv", "title,year\nCafé Müller,2000\n"),
        ("a.jsonl", '{"_id": "1", "title": "Café Müller"}\n'),
        ("a.json", '[{"id": "1", "title": "Café Müller"}]'),
        (
            "a.xml",
            "<xml><records><record><titles><title>Café Müller</title></titles></record></records></xml>",
        ),
    ],
)
def test_every_format_reads_other_encodings(read: ReadText, name: str, text: str) -> None:
    for encoding in ("utf-8-sig", "utf-16", "cp1252", "latin-1"):
        assert read(name, text.encode(encoding)).paper.title == "Café Müller", encoding


def test_one_wrong_byte_does_not_spoil_the_rest(read: ReadText) -> None:
    content = "@misc{a, title={Café}}\n@misc{b, title={CafX}}\n".encode().replace(b"X", b"\xe9")
    assert [paper.title for paper in read("a.bib", content).papers] == ["Café", "Café"]


def test_nul_bytes_are_dropped(read: ReadText) -> None:
    assert read("a.bib", b"@misc{a, title={A ti\x00tle}}").paper.title == "A title"
    assert read("a.csv", b"title\nA ti\x00tle\n").paper.title == "A title"


ENDNOTE_RECORD = "<record><titles><title>Small</title></titles></record>"
HUGE = "x" * 15_000_000


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("a.bib", "@misc{{big, title={{T}},\n abstract={{{huge}}}}}\n@misc{{b, title={{Small}}}}\n"),
        ("a.jsonl", '{{"_id": "big", "title": "T", "text": "{huge}"}}\n{{"_id": "b", "title": "Small"}}\n'),
        ("a.csv", 'id,title,abstract\nbig,T,"{huge}"\nb,Small,\n'),
        (
            "a.xml",
            "<records><record><title>T</title><abstract>{huge}</abstract></record>\n"
            + ENDNOTE_RECORD
            + "</records>",
        ),
    ],
)
def test_a_field_of_15_mb_is_refused_with_a_reason(read: ReadText, name: str, entry: str) -> None:
    found = read(name, entry.format(huge=HUGE))
    assert [paper.title for paper in found.papers] == ["Small"]
    assert "15 MB" in found.failure.reason
    assert "is not an abstract" in found.failure.reason
    assert found.failure.line in (1, 2)


def test_ids_with_spaces_or_a_hash_are_mapped(read: ReadText) -> None:
    rows = [{"_id": doc_id, "title": "T"} for doc_id in ("my paper", "#1", "a#b", 'say "x"', "50%")]
    found = read("corpus.jsonl", "\n".join(map(json.dumps, rows)))
    assert [paper.doc_id for paper in found.papers] == ["my%20paper", "%231", "a#b", "say%20%22x%22", "50%25"]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', "RDF of another program"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'><title>News</title>", "Atom feed of another site"),
        ("<?xml version='1.0'?><!-- a --><mods:modsCollection xmlns:mods='urn:m'>", "MODS XML"),
        ("<xml><song/></xml>", "XML is not supported"),
        ("<svg/>", "XML is not supported"),
        ("<!DOCTYPE html><html></html>", "web page"),
    ],
)
def test_a_format_that_is_not_imported_is_named_with_what_to_do(
    read: ReadText, content: str, name: str
) -> None:
    failure = read("export.xml", content).failure
    assert name in failure.reason
    assert "export RIS or BibTeX" in failure.reason


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("a.bib", "@misc{{a, title={{T}}, author={{Lee, Ann and{blanks}others}}}}"),
        ("a.bib", "@misc{{a, title={{T}}, author={{Lee, {{A}}nn and{blanks}others}}}}"),
        ("a.csv", 'title,author\nT,"Lee, Ann{blanks}x"\n'),
        ("a.bib", "{blanks}@misc{{a, title={{T}}{blanks}note{blanks}}}"),
        ("a.nbib", "PMID- 1\nTI  - T{blanks}x\n"),
        ("a.csv", 'title,pmid\nT,"{blanks}PMID{blanks}x"\n'),
        ("a.csv", 'title,url\nT,"arxiv{blanks}x"\n'),
    ],
)
@pytest.mark.timeout(60)  # a regular expression's steps cannot be counted; to try every place takes minutes
@pytest.mark.parametrize("blanks", [" ", "\n", "\t"], ids=["spaces", "lines", "tabs"])
def test_a_run_of_blanks_takes_no_longer_than_its_length(
    read: ReadText, name: str, entry: str, blanks: str
) -> None:
    """Each of a hundred thousand blanks was a place from which all the others were looked through."""
    assert read(name, entry.format(blanks=blanks * 100_000)).paper.title.startswith("T")
