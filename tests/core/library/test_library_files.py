"""Files of papers: one content, any number of places, and never a deletion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from assay.errors import BadInput
from assay.library import Merge, Place, ReadFile
from assay.library.history.changes import Change
from assay.library.rows.file_rows import StoredFile

if TYPE_CHECKING:
    from pathlib import Path

    from assay.library import Library

READ = ReadFile(
    "a" * 64,
    1000,
    reader=1,
    n_pages=2,
    found={"title": ("On Bees", 0.9, "page 1"), "doi": ("10.1/b", 1.0, "page 1")},
    pages=("On Bees\nBees dance.", "And they rest."),
)
HERE = Place("/papers/bees.pdf", 1000, 17)
THERE = Place("/archive/bees 2.pdf", 1000, 18)


def test_a_file_comes_back_with_its_paper_and_its_pages(library: Library) -> None:
    library.files.add([(READ, HERE, "d1")])
    [stored] = library.files.of_papers(["d1"])["d1"]
    assert stored.doc_id == "d1"
    assert stored.places == (HERE,)
    assert dict(stored.file.found) == READ.found
    assert (stored.file.sha256, stored.file.n_pages, stored.file.fault) == (READ.sha256, 2, "")
    assert library.files.pages(READ.sha256) == list(READ.pages)
    assert library.files.with_text() == {READ.sha256: ("d1", 1)}
    assert library.files.of_papers(["d2", "nobody"]) == {}
    assert library.files.pages("b" * 64) == []


def test_a_place_holds_the_file_that_was_seen_there_last(library: Library) -> None:
    other = ReadFile("b" * 64, 5, reader=1, fault="It is damaged.")
    library.files.add([(READ, HERE, "d1")])
    library.files.add([(other, Place(HERE.path, 5, 99), None)])
    assert library.files.at([HERE.path])[HERE.path][0] == other.sha256
    assert library.files.get([READ.sha256])[READ.sha256].places == ()
    assert library.files.pages(READ.sha256) == list(READ.pages)


def test_a_file_that_is_gone_is_missing_and_keeps_all_that_was_read(library: Library) -> None:
    library.files.add([(READ, HERE, "d1"), (READ, THERE, "d1")])
    library.files.missing([HERE.path, "/nowhere"])
    places = library.files.get([READ.sha256])[READ.sha256].places
    assert [(place.path, place.missing) for place in places] == [(THERE.path, False)]  # it was moved
    library.files.missing([THERE.path])
    places = library.files.get([READ.sha256])[READ.sha256].places
    assert [(place.path, place.missing) for place in places] == [(THERE.path, True)]
    assert library.files.with_text() == {READ.sha256: ("d1", 1)}
    library.files.seen([(READ.sha256, HERE)])
    assert not any(place.missing for place in library.files.get([READ.sha256])[READ.sha256].places)


def test_files_of_a_folder_are_those_below_it_and_not_of_one_with_a_like_name(library: Library) -> None:
    paths = ["/a/x.pdf", "/a/b/y.pdf", "/ab/z.pdf", "/a_/w.pdf"]
    library.files.add([(READ, Place(path, 1, 1), "d1") for path in paths])
    assert set(library.files.under("/a")) == {"/a/x.pdf", "/a/b/y.pdf"}
    assert set(library.files.under("/a_")) == {"/a_/w.pdf"}
    library.files.missing(paths[:1])
    assert set(library.files.under("/a")) == {"/a/b/y.pdf"}
    library.files.missing(paths)
    assert library.files.under("/a") == {}


def test_doubtful_files_are_listed_until_a_person_has_looked(library: Library) -> None:
    doubtful = ReadFile("c" * 64, 3, reader=1, doubtful=True)
    library.files.add([(READ, HERE, "d1"), (doubtful, THERE, "d2")])
    assert [stored.doc_id for stored in library.files.to_review()] == ["d2"]
    library.files.settle(doubtful.sha256)
    assert library.files.to_review() == []


def test_an_unknown_paper_or_file_is_refused_and_nothing_is_written(library: Library) -> None:
    with pytest.raises(BadInput, match=r"1 paper not in this library: 'nobody'.*`assay removed`"):
        library.files.add([(READ, HERE, "d1"), (READ, THERE, "nobody")])
    assert library.files.get([READ.sha256]) == {}
    with pytest.raises(BadInput, match="file"):
        library.files.seen([(READ.sha256, HERE)])


def test_a_new_file_moves_the_librarys_revision_on(library: Library) -> None:
    before = library.revision()
    library.files.add([(READ, HERE, "d1")])
    assert library.revision() > before
    library.files.add([])


def test_text_that_no_database_holds_is_made_storable(library: Library) -> None:
    broken = ReadFile(
        "d" * 64, 3, reader=1, found={"title": ("a\0b", 0.1, "x")}, pages=("half \ud800 pair\0",)
    )
    library.files.add([(broken, HERE, "d1")])
    assert library.files.pages(broken.sha256) == ["half ? pair?"]


def test_a_place_is_what_the_disk_says(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(b"12345")
    place = Place.of(path)
    assert (place.path, place.n_bytes, place.missing) == (str(path), 5, False)
    assert place.modified_ns == path.stat().st_mtime_ns
    with pytest.raises(OSError, match="No such file"):
        Place.of(tmp_path / "y.pdf")


def test_known_files_can_be_given_to_papers_and_taken_back(library: Library) -> None:
    other = ReadFile("b" * 64, 5, reader=1)
    library.files.add([(READ, HERE, None), (other, Place("/papers/other.pdf", 5, 9), "d2")])
    before = library.revision()
    for pairs in ([], [(other.sha256, "d2")]):
        assert not library.files.belong(pairs).files
    assert library.revision() == before, "nothing is new"
    change = library.files.belong([(READ.sha256, "d1"), (other.sha256, "d2"), (other.sha256, "d3")])
    assert len(change.files) == 2
    assert library.revision() > before
    assert [*library.files.of_papers(["d1", "d2", "d3"])] == ["d1", "d2"]
    for pairs, what in (([("c" * 64, "d1")], "file"), ([(READ.sha256, "nobody")], "paper")):
        with pytest.raises(BadInput, match=what):
            library.files.belong(pairs)
    assert [*library.files.of_papers(["d1", "d2", "d3"])] == ["d1", "d2"]


def test_the_owners_of_files_are_asked_for_among_removed_papers_only(library: Library) -> None:
    other = ReadFile("b" * 64, 5, reader=1)
    library.files.add([(READ, HERE, "d1"), (other, Place("/papers/other.pdf", 5, 9), "d2")])
    library.files.belong([(other.sha256, "d3")])
    asked = [READ.sha256, other.sha256, "c" * 64]
    assert library.files.removed_owners(asked) == []
    library.papers.remove(["d1", "d2"])
    assert library.files.removed_owners(asked) == ["d1"], "d3 has the other file still"
    library.papers.remove(["d3"])
    assert sorted(library.files.removed_owners(asked)) == ["d1", "d2", "d3"]
    assert sorted(library.files.removed_owners([other.sha256])) == ["d2", "d3"]
    assert library.files.removed_owners([]) == []


def test_files_are_listed_in_the_order_of_adding_with_their_papers_and_places(library: Library) -> None:
    read = [ReadFile(letter * 64, number, reader=1) for number, letter in enumerate("cab")]
    places = [Place(f"/{name}.pdf", 9, 1) for name in "zyx"]
    library.papers.alias([("older", "d2")])
    library.files.add([(read[0], places[0], "d2"), (read[1], places[1], None)])
    library.files.add([(read[2], places[2], "older"), (read[0], Place("/a.pdf", 7, 2), None)])
    library.files.belong([(read[1].sha256, "d3"), (read[1].sha256, "d1")])
    library.files.missing(["/z.pdf", "/x.pdf"])
    wanted = [
        StoredFile(read[0], "d2", (Place("/a.pdf", 7, 2),)),
        StoredFile(read[1], "d1", (places[1],)),
        StoredFile(read[2], "d2", (replace(places[2], missing=True),)),
    ]
    assert library.files.all() == wanted
    assert library.files.get([read[2].sha256, read[0].sha256]) == {
        read[0].sha256: wanted[0],
        read[2].sha256: wanted[2],
    }
    assert library.files.of_papers(["older", "d2", "d1"]) == {
        "older": [wanted[0], wanted[2]],
        "d2": [wanted[0], wanted[2]],
        "d1": [wanted[1]],
    }
    library.edits.remove(["d2"])
    assert library.files.of_papers(["older", "d2", "d1"]) == {"d1": [wanted[1]]}
    assert [one.doc_id for one in library.files.all()] == [None, "d1", None]


def test_a_file_that_is_read_again_is_what_was_read_last_unless_that_failed(library: Library) -> None:
    first = replace(READ, reader=3)
    library.files.add([(first, HERE, None)])
    failed = replace(READ, reader=3, fault="It took too long.", pages=())
    second = replace(
        READ, n_bytes=7, n_pages=1, found={"title": ("Ants", 0.5, "page 1")}, doubtful=True, pages=("Ants.",),
        reader=2,
    )  # fmt: skip
    for read, again in ((second, False), (failed, False), (failed, True), (replace(failed, reader=4), False)):
        library.files.add([(read, HERE, None)], again=again)
        assert library.files.all() == [StoredFile(replace(first, pages=()), None, (HERE,))]
        assert library.files.pages(READ.sha256) == list(READ.pages)
    library.files.add([(second, THERE, "d1")], again=True)
    assert library.files.all() == [StoredFile(replace(second, pages=()), "d1", (THERE, HERE))]
    assert library.files.pages(READ.sha256) == ["Ants."]
    assert library.files.with_text() == {READ.sha256: ("d1", 2)}
    library.files.add([(replace(second, reader=3, pages=()), THERE, "d1")])
    assert library.files.pages(READ.sha256) == []
    assert library.files.with_text() == {}


def test_what_papers_gain_is_told_once(library: Library) -> None:
    assert library.files.add([]) == Change()
    change = library.files.add([(READ, HERE, "d1"), (READ, THERE, "d1"), (READ, HERE, "d2")])
    pks = [(2, 1), (3, 1)]
    assert change == Change(files=pks)
    assert not library.files.add([(READ, HERE, "d1")])
    assert library.files.belong([(READ.sha256, "d2"), (READ.sha256, "d4")]) == Change(files=[(5, 1)])


def test_of_two_papers_with_a_text_the_one_that_came_first_is_told(library: Library) -> None:
    library.files.add([(READ, HERE, "d5"), (READ, HERE, "d3")])
    assert library.files.with_text() == {READ.sha256: ("d3", 1)}
    library.edits.remove(["d3"])
    assert library.files.with_text() == {READ.sha256: ("d5", 1)}
    library.duplicates.merge([Merge(library.papers.get(["d6"])[0], (), ("d5",))])
    assert library.files.with_text() == {READ.sha256: ("d6", 1)}
    library.edits.remove(["d6"])
    assert library.files.removed_owners([READ.sha256]) == ["d3", "d6"], "d5 was merged into d6"
