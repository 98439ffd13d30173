"""A running Zotero as a source: what comes in, what changed there, and every way of not answering."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.errors import BadInput
from assay.importers.zotero.local_api import highlights_of, path_of_url
from assay.ingest.editing import edit_paper
from assay.ingest.seen_files import seen_files
from assay.ingest.watched_folders import FolderReport, look_through, watch
from assay.ingest.zotero import client
from assay.ingest.zotero.client import ZoteroAway, library_named
from assay.ingest.zotero.source import import_zotero
from assay.items import notes_of, read_item
from assay.library import Library
from assay.types import Paper
from assay.workspace import Workspace
from pdf_papers import conference
from pdf_writing import pdf
from zotero_api import LocalZotero, local_zotero

MOSS = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"


@pytest.fixture
def zotero() -> Iterator[LocalZotero]:
    with local_zotero() as running:
        yield running


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Workspace.open(tmp_path / "library") as opened:
        yield opened.library


def put_moss(zotero: LocalZotero, folder: Path, **changed: Any) -> None:
    """An article with a PDF, a note and a highlight, as Zotero 7 has them."""
    zotero.collect("COLL0001", "Slopes")
    zotero.collect("COLL0002", "Field work", parent="COLL0001")
    zotero.put(
        "MOSS0001",
        "journalArticle",
        parsed="2021-04",
        title=MOSS,
        creators=[
            {"creatorType": "editor", "firstName": "C", "lastName": "Cho"},
            {"creatorType": "author", "firstName": "Ada", "lastName": "Pebble"},
            {"creatorType": "author", "name": "The Slope Group"},
        ],
        abstractNote="Stones that roll.",
        publicationTitle="Journal of Slow Geology",
        volume="4",
        pages="11-19",
        date="4/2021",
        DOI="10.5555/MOSS.1",
        accessDate="2021-05-06T07:08:09Z",
        extra="PMID: 4711",
        tags=[{"tag": "moss"}, {"tag": "slopes", "type": 1}],
        collections=["COLL0002"],
        **changed,
    )
    file = folder / "moss.pdf"
    file.write_bytes(pdf(conference()))
    zotero.attach("FILE0001", "MOSS0001", file)
    zotero.put("NOTE0001", "note", parentItem="MOSS0001", note="<p>Look at <b>slope 7</b>.</p>")
    place = {"pageIndex": 0, "rects": [[61.2, 712.8, 306.0, 752.4]]}  # of 612 x 792 points
    zotero.put("MARK0001", "annotation", parentItem="FILE0001", annotationType="highlight",
               annotationText="Rolling Stones", annotationComment="why?", annotationColor="#5fb236",
               annotationPageLabel="11", annotationSortIndex="00000|000100|00040",
               annotationPosition=json.dumps(place))  # fmt: skip


def paper(library: Library, key: str = "MOSS0001") -> Paper:
    [found] = library.papers.get([library.papers.resolve([key])[key]])
    return found


def look(library: Library) -> FolderReport:
    [report] = look_through(library)
    return report


def test_an_item_comes_with_fields_collection_pdf_note_and_highlight(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    put_moss(zotero, tmp_path)
    report = import_zotero(library, zotero.name)
    assert (report.new, report.failed, report.doubtful) == (1, (), 0)
    found = paper(library)
    assert replace(found, item="") == Paper(
        "MOSS0001", MOSS, "Stones that roll.", ("Pebble, Ada", "The Slope Group"), 2021,
        "Journal of Slow Geology", "10.5555/moss.1", pmid="4711", keywords=("moss", "slopes"),
    )  # fmt: skip
    fields = read_item(found.item).fields
    assert (fields["volume"], fields["page"], fields["issued"]) == ("4", "11-19", "2021-04")
    assert (fields["accessed"], fields["editor"]) == ("2021-05-06", ["Cho, C"])
    assert notes_of(found) == ("Look at slope 7.",)
    assert library.collections.of_papers(["MOSS0001"]) == {"MOSS0001": ["Slopes/Field work"]}
    [stored] = library.files.of_papers(["MOSS0001"])["MOSS0001"]
    assert [Path(place.path).name for place in stored.places] == ["moss.pdf"]
    [mark] = library.annotations.highlights(["MOSS0001"])
    assert (mark.page, mark.colour, mark.quote, mark.comment) == (1, "green", "Rolling Stones", "why?")
    # 612 x 792 points, counted from below: left 61.2, top 792 - 752.4, right 306, bottom 792 - 712.8.
    assert mark.boxes[0] == pytest.approx((0.1, 0.05, 0.5, 0.1))
    assert zotero.hosts == {"127.0.0.1"}
    library.actions.undo()
    assert library.papers.count() == 0


def test_only_what_changed_is_asked_for_and_what_a_person_wrote_stays(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    put_moss(zotero, tmp_path)
    place = json.dumps({"pageIndex": 0, "rects": [[61.2, 79.2, 306.0, 158.4]]})
    zotero.put("MARK0002", "annotation", parentItem="FILE0001", annotationPosition=place)
    watch(library, zotero.name)
    assert look(library).report.new == 1
    seen = zotero.version
    edit_paper(library, "MOSS0001", {"venue": "Mine", "volume": "5"})
    [mark, _] = library.annotations.highlights(["MOSS0001"])
    library.annotations.change(mark.uuid, comment="Mine too")
    zotero.asked.clear()
    zotero.put("MOSS0001", "journalArticle", title=MOSS.upper(), publicationTitle="Theirs", volume="6",
               pages="12-20", DOI="10.5555/moss.2")  # fmt: skip
    zotero.put("NOTE0001", "note", note="<p>Look at slope 8.</p>")
    for key in ("MARK0001", "MARK0002"):
        zotero.put(key, "annotation", annotationColor="#2ea8e5", annotationComment="theirs")
    changed = look(library)
    assert (changed.report.new, changed.report.merged, changed.report.conflict) == (0, 1, 0)
    assert any(path.endswith(f"since={seen}") for path in zotero.asked)
    found, fields = paper(library), read_item(paper(library).item).fields
    assert (found.title, found.venue, found.doi) == (MOSS.upper(), "Mine", "10.5555/moss.2")
    assert (fields["volume"], fields["page"]) == ("5", "12-20")
    assert notes_of(found) == ("Look at slope 8.",)
    marks = library.annotations.highlights(["MOSS0001"])
    assert [(mark.colour, mark.comment) for mark in marks] == [("green", "Mine too"), ("blue", "theirs")]
    library.annotations.remove(marks[1].uuid)
    zotero.put("MARK0002", "annotation", annotationColor="#ffd400")
    assert look(library).report.counts == {**changed.report.counts, "merged": 0}
    assert len(library.annotations.highlights(["MOSS0001"])) == 1
    for _ in ("the removed highlight", "the look"):
        library.actions.undo()
    assert (paper(library).title, notes_of(paper(library))) == (MOSS, ("Look at slope 7.",))


def test_what_a_person_removed_stays_removed_and_what_zotero_removed_is_missing_once(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    put_moss(zotero, tmp_path)
    zotero.put("FERN0001", "book", title="Ferns in the shade of ruins")
    watch(library, zotero.name)
    assert look(library).report.new == 2
    library.edits.remove(["FERN0001"])
    zotero.put("FERN0001", "book", title="Ferns in the shade of old ruins")
    zotero.remove("MOSS0001")
    report = look(library)
    assert (report.missing, report.report.brought_back) == (1, 0)
    assert library.papers.ids() == ["MOSS0001"]
    assert look(library).missing == 0


def test_what_comes_back_out_of_the_bin_comes_back_whole(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    put_moss(zotero, tmp_path)
    keys = {"MOSS0001", "FILE0001", "NOTE0001", "MARK0001"}
    zotero.trash |= keys
    assert import_zotero(library, zotero.name).new == 0
    zotero.trash.clear()
    assert import_zotero(library, zotero.name).new == 1
    assert (len(library.annotations.highlights()), notes_of(paper(library))) == (1, ("Look at slope 7.",))


def test_a_library_without_the_last_look_looks_at_all_again(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    """As after a backup of before it: the notes of the look lie next to the library, not in it."""
    zotero.put("BOOK0001", "book", title="A handbook of slopes")
    import_zotero(library, zotero.name)
    with Workspace.open(tmp_path / "older") as opened:
        shutil.copytree(library.folder / "zotero", tmp_path / "older" / "zotero")
        assert import_zotero(opened.library, zotero.name).new == 1
    assert import_zotero(library, zotero.name).new == 0


def test_a_zotero_that_counts_no_changes_of_its_own_is_read_whole(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    """Zotero 7.0: versions are those of its synchronisation, so an item may change and keep its own."""
    zotero.server = ""
    put_moss(zotero, tmp_path)
    watch(library, zotero.name)
    look(library)
    before = seen_files([zotero.name])
    assert seen_files([zotero.name]) == before
    zotero.put("MOSS0001", "journalArticle", title=MOSS.upper())["version"] = 1
    assert seen_files([zotero.name]) != before
    assert look(library).report.merged == 1
    assert paper(library).title == MOSS.upper()


def test_a_file_that_zotero_has_not_fetched_comes_when_it_is_there(
    library: Library, zotero: LocalZotero, tmp_path: Path
) -> None:
    put_moss(zotero, tmp_path)
    file = tmp_path / "moss.pdf"
    content = file.read_bytes()
    file.unlink()
    report = import_zotero(library, zotero.name)
    assert (report.new, len(report.incomplete)) == (1, 1)
    file.write_bytes(content)
    import_zotero(library, zotero.name)
    assert len(library.files.of_papers(["MOSS0001"])["MOSS0001"]) == 1
    assert len(library.annotations.highlights(["MOSS0001"])) == 1


def test_a_group_is_a_library_of_its_own(library: Library, zotero: LocalZotero) -> None:
    zotero.groups[4711] = "Slope people"
    zotero.collect("COLL0009", "Reading", library="groups/4711")
    zotero.put(
        "GRP00001", "book", library="groups/4711", title="A handbook of slopes", collections=["COLL0009"]
    )
    zotero.put("GRP00002", "book", library="groups/4711", title="A history of stones", collections=[])
    zotero.put("OWN00001", "book", title="Not of the group")
    assert watch(library, f"{zotero.name}Slope people") == f"{zotero.name}4711"
    look(library)
    assert library.collections.of_papers(["GRP00001", "GRP00002"]) == {
        "GRP00001": ["Slope people/Reading"], "GRP00002": ["Slope people"],
    }  # fmt: skip
    assert library.papers.count() == 2
    with pytest.raises(BadInput, match=r"no group 'Moss people'\. It has Slope people"):
        library_named(f"{zotero.name}Moss people")


def test_long_lists_come_in_pages(
    library: Library, zotero: LocalZotero, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PAGE", 4)
    for number in range(10):
        zotero.put(f"BOOK{number:04}", "book", title=f"Volume {number} of the {'slopes' * number}")
    assert import_zotero(library, zotero.name).new == 10
    pages = [path for path in zotero.asked if "/items?start=" in path]
    assert [path.partition("start=")[2].partition("&")[0] for path in pages] == ["0", "4", "8"]


def test_a_list_that_shrinks_meanwhile_is_read_again(
    library: Library, zotero: LocalZotero, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PAGE", 4)
    for number in range(8):
        zotero.put(f"BOOK{number:04}", "book", title=f"Volume {number} of the {'slopes' * number}")
    real = zotero.answer

    def answer(path: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        given = real(path, query)
        if path.endswith("/items") and query.get("start") == "0":
            zotero.trash |= {f"BOOK{number:04}" for number in range(4)}
        return given

    monkeypatch.setattr(zotero, "answer", answer)
    assert (import_zotero(library, zotero.name).new, library.papers.count()) == (4, 4)
    monkeypatch.setattr(zotero, "answer", lambda _path, _query: (200, {"Total-Results": "5"}, b"[]"))
    with pytest.raises(ZoteroAway, match="damaged"):
        import_zotero(library, zotero.name)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (403, "switch on “Allow other applications on this computer to communicate with Zotero”"),
        (404, "too old: its local API came with Zotero 7"),
        (501, "a local API other than version 3"),
        (500, "HTTP 500"),
        ("elsewhere", "HTTP 302"),
        ("torn", "breaks off"),
        ("no json", "answer is damaged"),
        ("another layout", "answer is damaged"),
        ("stalls", "does not answer"),
    ],
)
def test_a_bad_answer_is_said_in_words_and_nothing_is_taken(
    library: Library,
    zotero: LocalZotero,
    monkeypatch: pytest.MonkeyPatch,
    fault: int | str,
    words: str,
) -> None:
    zotero.put("BOOK0001", "book", title="A handbook of slopes")
    watch(library, zotero.name)
    zotero.fault = fault
    if fault == "stalls":
        real = client.fetch
        monkeypatch.setattr(client, "fetch", lambda *args, **more: real(*args, **{**more, "timeout": 0.1}))
    report = look(library)
    assert words in report.away
    assert words in str(report.report.failed[0])
    assert library.papers.count() == 0
    zotero.fault = ""
    monkeypatch.undo()
    assert look(library).report.new == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"creators": "Pebble"},
        {"creators": [None, {"creatorType": 1}]},
        {"tags": [1, {}]},
        {"collections": 5},
        {"date": None, "volume": {"n": 4}},
    ],
)
def test_odd_values_cost_only_themselves(
    library: Library, zotero: LocalZotero, odd: dict[str, object]
) -> None:
    zotero.put("BOOK0001", "book", title="A handbook of slopes", publisher="Hill Press", **odd)
    assert import_zotero(library, zotero.name).new == 1
    assert read_item(paper(library, "BOOK0001").item).fields["publisher"] == "Hill Press"


@pytest.mark.parametrize(
    "place", ["", "{}", "[]", '{"pageIndex": 9, "rects": [[1, 2, 3, 4]]}', '{"paths": [[1, 2, 3, 4]]}']
)
def test_an_annotation_without_a_place_on_a_page_is_left_out(place: str) -> None:
    row = {"key": "MARK0001", "data": {"annotationPosition": place}}
    assert list(highlights_of(row, "a", "b", [(612.0, 792.0)])) == []


@pytest.mark.parametrize("place", ["no json", '{"pageIndex": "x"}', '{"pageIndex": 0, "rects": [[1, 2]]}'])
def test_a_damaged_place_costs_only_its_annotation(
    library: Library, zotero: LocalZotero, tmp_path: Path, place: str
) -> None:
    put_moss(zotero, tmp_path)
    zotero.put("MARK0002", "annotation", parentItem="FILE0001", annotationPosition=place)
    import_zotero(library, zotero.name)
    assert [mark.quote for mark in library.annotations.highlights()] == ["Rolling Stones"]


def test_a_highlight_over_two_pages_is_one_on_each() -> None:
    place = {"pageIndex": 0, "rects": [[0, 0, 612, 99]], "nextPageRects": [[61.2, 396, 0, 792]]}
    data = {"annotationText": "over", "annotationComment": "c", "annotationPosition": json.dumps(place)}
    first, second = highlights_of({"key": "MARK0001", "data": data}, "a", "b", [(612.0, 792.0)] * 2)
    assert (first.page, first.boxes, first.quote, first.comment) == (
        1,
        ((0.0, 0.875, 1.0, 1.0),),
        "over",
        "c",
    )
    assert (second.page, second.boxes, second.quote, second.comment) == (2, ((0.0, 0.0, 0.1, 0.5),), "", "")


def test_a_zotero_that_does_not_run_is_left_alone(library: Library) -> None:
    with local_zotero() as gone:
        name = gone.name
        watch(library, name)
        seen = seen_files([name])
    assert "Start it, turn on" in look(library).away
    assert seen_files([name]) == seen  # it was closed, nothing has changed
    with pytest.raises(ZoteroAway):
        watch(library, name)


@pytest.mark.parametrize(
    "source",
    [
        "zotero://example.org/",
        "zotero://192.168.0.7:23119/",
        "zotero://127.0.0.1@example.org/",
        "zotero://[::2]/",
    ],
)
def test_no_other_machine_is_asked(source: str) -> None:
    with pytest.raises(BadInput, match="not a Zotero on this machine"):
        library_named(source)


@pytest.mark.parametrize(
    "url", ["file://server/share/a.pdf", "file:////server/a.pdf", "https://a.test/a.pdf", "a.pdf", ""]
)
def test_only_files_of_this_machine_are_read(url: str) -> None:
    assert path_of_url(url) == ""
    assert path_of_url("file:///tmp/a%20b.pdf") == "/tmp/a b.pdf"
