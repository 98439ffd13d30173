"""Atom as arXiv's API answers it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from assay.types import Paper

if TYPE_CHECKING:
    from importers_reading import ReadText

ENTRY = """<entry>
  <id>http://arxiv.org/abs/2101.00001v3</id>
  <title>On $\\alpha$-lakes
  and the étang</title>
  <updated>2022-05-01T00:00:00Z</updated>
  <published>2021-01-02T00:00:00Z</published>
  <summary>  Lakes, 1 &lt; 2.
  </summary>
  <author><name>Ana Müller</name><arxiv:affiliation>A Lake</arxiv:affiliation></author>
  <author><name>Bo Lee</name></author>
  <arxiv:doi>10.1000/LAKE.3</arxiv:doi>
  <arxiv:journal_ref>J. Lakes 3 (2022) 1-9</arxiv:journal_ref>
  <link href="http://arxiv.org/abs/2101.00001v3" rel="alternate" type="text/html"/>
  <link title="pdf" href="http://arxiv.org/pdf/2101.00001v3" rel="related" type="application/pdf"/>
  <arxiv:primary_category term="cs.IR"/>
  <category term="cs.IR" scheme="http://arxiv.org/schemas/atom"/>
  <category term="cs.DL" scheme="http://arxiv.org/schemas/atom"/>
</entry>
"""


def feed(*entries: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:arxiv="http://arxiv.org/schemas/atom">\n<title>arXiv Query: lakes</title>\n'
        f"{''.join(entries)}</feed>\n"
    )


def test_an_entry_becomes_a_paper(read: ReadText) -> None:
    assert read("a.atom", feed(ENTRY)).bare == Paper(
        doc_id="2101.00001",
        title="On $\\alpha$-lakes and the étang",
        abstract="Lakes, 1 < 2.",
        authors=("Ana Müller", "Bo Lee"),
        year=2021,
        venue="J. Lakes 3 (2022) 1-9",
        doi="10.1000/lake.3",
        arxiv_id="2101.00001",
        url="http://arxiv.org/abs/2101.00001v3",
        keywords=("cs.IR", "cs.DL"),
    )


def test_the_old_ids_have_their_archive(read: ReadText) -> None:
    entry = ENTRY.replace("2101.00001v3", "math.GT/0309136v1")
    assert read("a.xml", feed(entry)).paper.arxiv_id == "math/0309136"


def test_an_answer_kept_in_json_is_read_as_well(read: ReadText) -> None:
    kept = json.dumps({"url": "http://a.test", "status_code": 200, "body": feed(ENTRY)})
    assert read("a.json", kept).papers == read("b.xml", feed(ENTRY)).papers


def test_json_that_only_looks_like_an_answer_is_told(read: ReadText) -> None:
    for body in ({"name": "<feed>"}, ["<feed"], 5):
        assert not read("a.json", json.dumps({"body": body})).papers


def test_an_error_of_the_api_is_told_in_its_words(read: ReadText) -> None:
    error = (
        "<entry><id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title>"
        "<summary>incorrect id format for 1234</summary></entry>"
    )
    failure = read("a.xml", feed(error)).failure
    assert failure.line == 4
    assert failure.reason == "arXiv answered with an error: incorrect id format for 1234"


def test_a_file_that_breaks_off_keeps_what_came_before(read: ReadText) -> None:
    text = feed(ENTRY, ENTRY.replace("00001", "00002"))
    found = read("a.xml", text[: text.rindex("<arxiv:doi>")])
    assert found.paper.arxiv_id == "2101.00001"
    assert "cut off" in found.failure.reason
    kept = json.dumps({"body": text[: text.rindex("<arxiv:doi>")]})
    assert read("a.json", kept).failure.reason == found.failure.reason
