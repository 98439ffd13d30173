"""Papers: added, read back, merged, aliased, removed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import DBAPIError

from assay.errors import BadInput, LibraryError
from assay.types import Filters, Paper

if TYPE_CHECKING:
    from assay.library import Library

FULL = Paper(
    doc_id='weird id #1 "quoted" 論文',
    title="Größe & “quotes” \n and \t tabs",
    abstract="First line.\nSecond line. \U0001f600",
    authors=("Müller, Jürgen", "李 明"),
    year=1999,
    venue="Zeitschrift für X; Y",
    doi="10.1000/x(1)%20",
    arxiv_id="2101.00001",
    pmid="123",
    url="https://example.org/?a=1&b=2",
    keywords=("a, b", "c;d"),
)


def test_a_paper_comes_back_as_it_was_given(empty: Library) -> None:
    bare = Paper("bare", "")
    empty.papers.add([(FULL, ("doi:x",)), (bare, ())])
    assert empty.papers.get(["bare", FULL.doc_id]) == [bare, FULL]
    assert list(empty.papers.all()) == [[FULL, bare]]
    assert empty.papers.find_by_ids([FULL.doc_id, "other"]) == {FULL.doc_id: FULL}


def test_get_keeps_the_order_asked_for_and_leaves_unknown_ids_out(library: Library) -> None:
    asked = ["d7", "nope", "d1", "d7", "d0"]
    assert [paper.doc_id for paper in library.papers.get(asked)] == ["d7", "d1", "d7", "d0"]
    assert library.papers.get([]) == []


def test_where_writes_are_refused_the_database_itself_refuses_them(library: Library) -> None:
    database = library._database
    library.refuse_writes("a test only reads it")
    with pytest.raises(LibraryError):
        library.papers.add([(Paper("new", "New"), ())])
    for begin in (database.read, database.write):
        with pytest.raises(LibraryError), begin() as connection:
            connection.exec_driver_sql("DELETE FROM paper")
    with library._database.read() as connection, pytest.raises(DBAPIError):
        connection.exec_driver_sql("CREATE TABLE other (pk integer)")
    assert library.papers.count() == 12


def test_all_gives_every_paper_once_in_batches(library: Library) -> None:
    batches = list(library.papers.all(batch=5))
    assert [len(batch) for batch in batches] == [5, 5, 2]
    assert [paper.doc_id for batch in batches for paper in batch] == [f"d{n}" for n in range(12)]


def test_thousands_of_papers_go_in_and_out_at_once(empty: Library) -> None:
    papers = [Paper(f"p{n}", f"Title {n}") for n in range(2501)]
    empty.papers.add([(paper, (f"k:{n}", f"half:{n // 2}")) for n, paper in enumerate(papers)])
    ids = [paper.doc_id for paper in papers]
    assert empty.papers.count() == 2501
    assert empty.papers.ids() == ids
    assert empty.papers.get(ids[::-1]) == papers[::-1]
    assert empty.papers.resolve(ids) == {doc_id: doc_id for doc_id in ids}
    found = empty.papers.find_by_keys([f"half:{n}" for n in range(1251)])
    assert found["half:7"] == papers[14:16]
    assert found["half:1250"] == papers[2500:]
    empty.papers.remove(ids[:2500])
    assert empty.papers.ids() == ["p2500"]


def test_identity_keys_find_all_the_papers_that_have_them(empty: Library) -> None:
    one, two = Paper("1", "One"), Paper("2", "Two")
    empty.papers.add([(one, ("doi:a", "title:x")), (two, ("title:x", "title:x"))])
    assert empty.papers.find_by_keys(["title:x", "doi:a", "doi:b"]) == {"title:x": [one, two], "doi:a": [one]}


def test_a_taken_id_is_refused_and_nothing_is_added(library: Library) -> None:
    with pytest.raises(LibraryError, match="d3"):
        library.papers.add([(Paper("new", "New"), ()), (Paper("d3", "Other"), ())])
    assert library.papers.count() == 12
    assert library.papers.get(["new"]) == []


@pytest.mark.parametrize("bad", [Paper("", "No id"), Paper("\ud800", "Half"), Paper("x", "Far", year=10**30)])
def test_an_id_or_year_that_cannot_be_kept_is_bad_input(library: Library, bad: Paper) -> None:
    with pytest.raises(BadInput):
        library.papers.add([(Paper("fine", "Fine"), ()), (bad, ())])
    assert library.papers.count() == 12


def test_half_surrogate_pairs_in_texts_become_question_marks(empty: Library) -> None:
    broken = Paper("x", "A \ud83d title", abstract="\udc00", authors=("B\ud800",), keywords=("\ud800",))
    empty.papers.add([(broken, ("title:\ud83d",))])
    assert empty.papers.get(["x"]) == [
        Paper("x", "A ? title", abstract="?", authors=("B?",), keywords=("?",))
    ]


def test_ids_and_words_that_are_no_text_are_found_nowhere(library: Library) -> None:
    assert library.papers.get(["\ud800", "d1"]) == library.papers.get(["d1"])
    assert library.papers.find_by_keys(["doi:\udcff"]) == {}
    assert library.papers.ids(text="\udcff") == []
    with pytest.raises(BadInput):
        library.queries.get("\ud800")


def test_a_huge_field_is_kept_whole(empty: Library) -> None:
    huge = Paper("huge", "word " * 200_000, abstract="x" * 5_000_000, authors=("A B",) * 20_000)
    empty.papers.add([(huge, ("k",))])
    (found,) = empty.papers.get(["huge"])
    assert len(found.abstract) == 5_000_000
    assert found.title == huge.title
    assert empty.papers.ids(sort="authors", text="WORD") == ["huge"]


def test_update_replaces_the_paper_and_adds_to_its_keys(library: Library) -> None:
    merged = replace(library.papers.get(["d1"])[0], title="A better title", year=1990, venue="CIKM")
    library.papers.update([(merged, ("arxiv:1",))])
    assert library.papers.get(["d1"]) == [merged]
    assert library.papers.find_by_keys(["doi:10.1/1", "arxiv:1"]) == {
        "doi:10.1/1": [merged],
        "arxiv:1": [merged],
    }
    assert library.papers.ids(text="better") == ["d1"]
    assert set(library.papers.matching(Filters(venues=("cikm",)))) == {"d1"}
    assert library.papers.ids(sort="year")[0] == "d1"


def test_of_several_updates_of_one_paper_the_last_counts(library: Library) -> None:
    (paper,) = library.papers.get(["d1"])
    first, last = replace(paper, title="First"), replace(paper, title="Last")
    library.papers.update([(first, ("k:1",)), (last, ("k:2",))])
    assert library.papers.find_by_keys(["k:1", "k:2"]) == {"k:1": [last], "k:2": [last]}


def test_an_update_of_an_unknown_paper_is_refused_as_a_whole(library: Library) -> None:
    (paper,) = library.papers.get(["d1"])
    with pytest.raises(LibraryError, match="nope"):
        library.papers.update([(replace(paper, title="New"), ()), (Paper("nope", "X"), ())])
    assert library.papers.get(["d1"]) == [paper]


def test_the_revision_grows_with_every_change_and_only_then(library: Library) -> None:
    seen = [library.revision()]

    def grew() -> bool:
        seen.append(library.revision())
        return seen[-1] > seen[-2]

    (paper,) = library.papers.get(["d1"])
    library.papers.add([(Paper("new", "New"), ())])
    assert grew()
    library.papers.update([(replace(paper, title="Other"), ())])
    assert grew()
    library.papers.remove(["new"])
    assert grew()
    library.papers.restore(["new"])
    assert grew()
    library.papers.update([(replace(paper, title="Other"), ("another:key",))])
    library.papers.remove(["unknown"])
    library.papers.restore(["d1"])
    library.papers.add([])
    library.judgements.record("q1", "d1", assessor="ada", relevance=1)
    assert not grew()


def test_an_alias_leads_to_the_paper_it_was_merged_into(library: Library) -> None:
    library.papers.alias([("smith2020", "d1"), ("d1", "d1")])
    assert library.papers.resolve(["smith2020", "d1", "x"]) == {"smith2020": "d1", "d1": "d1"}
    assert [paper.doc_id for paper in library.papers.get(["smith2020"])] == ["d1"]
    assert library.papers.find_by_ids(["smith2020"])["smith2020"].doc_id == "d1"
    assert "smith2020" not in library.papers.ids()


def test_an_alias_never_hides_a_paper_of_that_id(library: Library) -> None:
    library.papers.alias([("d2", "d1"), ("later", "d1")])
    library.papers.add([(Paper("later", "Came later"), ())])
    assert library.papers.resolve(["d2", "later"]) == {"d2": "d2", "later": "later"}


def test_aliases_follow_a_paper_that_is_merged_in_turn(library: Library) -> None:
    library.papers.alias([("old", "d2")])
    library.papers.remove(["d2"])
    assert library.papers.resolve(["old", "d2"]) == {}
    library.papers.alias([("d2", "d1")])
    assert library.papers.resolve(["old", "d2"]) == {"old": "d1", "d2": "d1"}


def test_an_alias_of_an_unknown_paper_is_refused(library: Library) -> None:
    with pytest.raises(LibraryError, match="nope"):
        library.papers.alias([("fine", "d1"), ("x", "nope")])
    assert library.papers.resolve(["fine"]) == {}


def test_import_sees_removed_papers_and_its_update_brings_them_back(library: Library) -> None:
    (paper,) = library.papers.get(["d1"])
    library.papers.remove(["d1"])
    assert library.papers.find_by_keys(["doi:10.1/1"]) == {"doi:10.1/1": [paper]}
    assert library.papers.find_by_ids(["d1"]) == {"d1": paper}
    library.papers.update([(paper, ("doi:10.1/1",))])
    assert library.papers.get(["d1"]) == [paper]
    assert library.papers.ids(sort="title", text="number 1")[0] == "d1"


def test_restore_undoes_a_removal(library: Library) -> None:
    before = library.papers.ids(sort="title")
    library.papers.remove(["d1", "d2", "d3"])
    library.papers.restore(["d1", "d2", "d3", "d4", "unknown"])
    assert library.papers.ids(sort="title") == before


def test_imports_are_noted(library: Library) -> None:
    library.record_import(sha256="ab" * 32, source="x.bib", n_new=3, n_merged=2, n_conflict=1, n_failed=0)
    with library._database.read() as connection:
        rows = connection.exec_driver_sql(
            "SELECT sha256, source, n_new, n_merged, n_conflict, n_failed FROM import_batch"
        ).all()
    assert [tuple(row) for row in rows] == [("ab" * 32, "x.bib", 3, 2, 1, 0)]
