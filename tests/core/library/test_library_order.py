"""Collections, tags, removal and edits: done, counted, filtered by, undone exactly, and done again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from library_contents import PAPERS, paper

from assay.errors import BadInput
from assay.library import Action, ActionArgs, Library, Merge, Place, ReadFile
from assay.library.history.changes import Change, take_back
from assay.types import Filters, Paper
from library_dump import dump

ACTIONS: dict[str, Callable[[Library], object]] = {
    "tag": lambda library: library.tags.add("to read", ["d1", "d2"]),
    "collect": lambda library: library.collections.add("Thesis/Chapter 2", ["d1", "d3"]),
    "make": lambda library: library.collections.make("Thesis/Chapter 2/Notes"),
    "remove": lambda library: library.edits.remove(["d1", "d4"]),
    "edit": lambda library: library.edits.edit(replace(paper(5), title="Written", year=None), ["title:w"]),
    "watch": lambda library: library.watched.add("/papers"),
}


def test_all_actions_are_undone_one_after_another(library: Library) -> None:
    dumps = [dump(library)]
    for act in ACTIONS.values():
        act(library)
        dumps.append(dump(library))
    for before in dumps[-2::-1]:
        library.actions.undo()
        assert dump(library) == before


# -- collections --------------------------------------------------------------------------------------------


def test_a_collection_counts_the_papers_of_those_inside_it_once(library: Library) -> None:
    library.collections.add("Thesis", ["d1"])
    library.collections.add("thesis/Chapter 2", ["d1", "d2"])
    library.collections.add("Other", ["d1"])
    assert [(one.path, one.n_papers) for one in library.collections.all()] == [
        ("Other", 1),
        ("Thesis", 2),
        ("Thesis/Chapter 2", 2),
    ]
    assert library.collections.of_papers(["d1", "d2", "d3"]) == {
        "d1": ["Other", "Thesis", "Thesis/Chapter 2"],
        "d2": ["Thesis/Chapter 2"],
    }


def test_papers_are_filtered_by_collection_with_those_inside(library: Library) -> None:
    library.collections.add("Thesis", ["d1"])
    library.collections.add("Thesis/Zwei", ["d2"])
    library.collections.add("Zwei", ["d3"])

    def ids(**filters: tuple[str, ...]) -> list[str]:
        return library.papers.ids(filters=Filters(**filters))  # type: ignore[arg-type]  # fields of Filters

    assert ids(collections=("Thesis",)) == ["d1", "d2"]
    assert ids(collections=("Thesis/Zwei",)) == ["d2"]
    assert ids(collections=("Thesis/Zwei", "Zwei")) == ["d2", "d3"]
    assert ids(collections=("Nothing",)) == []
    assert ids(collection_words=("zw",)) == ["d2", "d3"]
    assert ids(collection_words=("thes",)) == ["d1", "d2"]
    without = Filters(without=Filters(collection_words=("zwei",)))
    assert library.papers.count(filters=without) == PAPERS - 2


def test_taking_papers_out_of_a_collection_takes_them_out_of_those_inside(library: Library) -> None:
    library.collections.add("Thesis/Two", ["d1", "d2"])
    library.collections.add("Other", ["d1"])
    library.collections.take_out("Thesis", ["d1", "d9"])
    assert [one.n_papers for one in library.collections.all()] == [1, 1, 1]
    assert library.collections.of_papers(["d1", "d2"]) == {"d1": ["Other"], "d2": ["Thesis/Two"]}
    with pytest.raises(BadInput, match="None of these papers is in 'Thesis'"):
        library.collections.take_out("Thesis", ["d1"])


def test_collections_are_renamed_moved_and_deleted_with_what_is_inside(library: Library) -> None:
    library.collections.add("Thesis/Two/Deep", ["d1"])
    library.collections.add("Other", ["d2"])
    start = dump(library)
    library.collections.rename("Thesis", "Book")
    library.collections.move("Book/Two", "Other")
    assert [one.path for one in library.collections.all()] == ["Book", "Other", "Other/Two", "Other/Two/Deep"]
    library.collections.move("Other/Two", "")
    library.collections.delete("Two")
    assert [one.path for one in library.collections.all()] == ["Book", "Other"]
    assert library.papers.count() == PAPERS
    for _ in range(4):
        library.actions.undo()
    assert dump(library) == start


NO_SENSE: list[tuple[Callable[[Library], object], str]] = [
    (lambda library: library.collections.add("A", ["d99"]), "1 paper not in this library"),
    (lambda library: library.collections.add("A", []), "Name at least one paper"),
    (lambda library: library.collections.add(" / ", ["d1"]), "needs a name"),
    (lambda library: library.collections.add("Thesis", ["d1"]), "already in 'Thesis'"),
    (lambda library: library.collections.make("THESIS"), "collection 'Thesis' already exists"),
    (lambda library: library.collections.rename("Thesis", "a/b"), "cannot contain '/'"),
    (lambda library: library.collections.rename("Thesis", "other"), "'other' already exists here"),
    (lambda library: library.collections.move("Thesis", "Thesis/Two"), "inside itself"),
    (lambda library: library.collections.move("Thesis", ""), "is already there"),
    (lambda library: library.collections.delete("Nothing"), "no collection 'Nothing'"),
    (lambda library: library.tags.add("x", ["d99"]), "1 paper not in this library"),
    (lambda library: library.tags.add("  ", ["d1"]), "needs a name"),
    (lambda library: library.tags.add("Mine", ["d1"]), "already have the tag 'mine'"),
    (lambda library: library.tags.take_off("mine", ["d2"]), "None of these papers has the tag 'mine'"),
    (lambda library: library.tags.take_off("none", ["d1"]), "no tag 'none'"),
    (lambda library: library.tags.rename("mine", "mine"), "already called 'mine'"),
    (lambda library: library.edits.remove(["d99"]), "1 paper not in this library"),
    (lambda library: library.edits.bring_back(["d1"]), "None of these papers is removed"),
    (lambda library: library.edits.bring_back(["d1", "d99"]), "1 paper not in this library: 'd99'"),
    (lambda library: library.edits.edit(paper(1), ()), "Nothing to change"),
    (lambda library: library.files.settle("abc"), "does not need review"),
]


def test_what_makes_no_sense_changes_nothing(library: Library) -> None:
    library.collections.add("Thesis", ["d1"])
    library.collections.make("Thesis/Two")
    library.collections.make("Other")
    library.tags.add("mine", ["d1"])
    before, n_actions = dump(library), len(library.actions.all())
    for act, message in NO_SENSE:
        with pytest.raises(BadInput, match=message):
            act(library)
        assert dump(library) == before, message
    assert len(library.actions.all()) == n_actions


# -- tags ---------------------------------------------------------------------------------------------------


def test_a_tag_keeps_its_first_spelling_and_counts_papers_that_are_there(library: Library) -> None:
    library.tags.add("Zu lesen", ["d1", "d2"])
    library.tags.add("zu LESEN", ["d2", "d3"])
    library.edits.remove(["d1"])
    assert library.tags.all() == [("Zu lesen", 2)]
    assert library.tags.of_papers(["d1", "d4"]) == {"d1": ["Zu lesen"]}


def test_keywords_and_tags_are_found_by_the_same_words(library: Library) -> None:
    library.papers.update([(replace(paper(4), keywords=("graph learning",)), ())])
    library.tags.add("graphs of mine", ["d2"])
    assert library.papers.ids(filters=Filters(tags=("graph",))) == ["d2", "d4"]
    assert library.papers.ids(filters=Filters(own_tags=("graphs of mine",))) == ["d2"]
    assert library.papers.count(filters=Filters(without=Filters(tags=("graph",)))) == PAPERS - 2


def test_a_tag_is_gone_with_its_last_paper(library: Library) -> None:
    library.tags.add("mine", ["d1", "d2"])
    before = dump(library)
    library.tags.take_off("mine", ["d1", "d2"])
    assert library.tags.all() == []
    library.tags.add("Mine", ["d3"])
    assert library.tags.all() == [("Mine", 1)]
    library.actions.undo()
    library.actions.undo()
    assert dump(library) == before


def test_renaming_a_tag_to_another_makes_them_one(library: Library) -> None:
    library.tags.add("mine", ["d1", "d2"])
    library.tags.add("ours", ["d2", "d3"])
    before = dump(library)
    library.tags.rename("mine", "OURS")
    assert library.tags.all() == [("ours", 3)]
    library.actions.undo()
    assert dump(library) == before
    library.tags.rename("mine", "Mine")
    assert library.tags.all() == [("Mine", 2), ("ours", 2)]
    library.tags.delete("ours")
    assert library.tags.all() == [("Mine", 2)]


def test_a_merged_paper_hands_on_its_tags_and_collections(library: Library) -> None:
    library.tags.add("mine", ["d1", "d2"])
    library.tags.add("ours", ["d2"])
    library.collections.add("Thesis", ["d2"])
    before = dump(library)
    library.duplicates.merge([Merge(paper(1), (), ("d2",))])
    assert library.tags.all() == [("mine", 1), ("ours", 1)]
    assert library.collections.of_papers(["d1"]) == {"d1": ["Thesis"]}
    library.actions.undo()
    assert dump(library) == before


# -- removal and edits --------------------------------------------------------------------------------------


def test_a_removed_paper_is_hidden_and_its_grades_stay(library: Library) -> None:
    library.pool.add([("q1", "d1")])
    library.judgements.record("q1", "d1", assessor="me", relevance=2)
    library.edits.remove(["d1"])
    assert library.papers.get(["d1"]) == []
    assert library.papers.count() == PAPERS - 1
    assert library.judgements.qrels() == {"q1": {"d1": 2}}
    assert library.papers.find_by_ids(["d1"])["d1"] == paper(1)
    assert [one.doc_id for one in library.edits.removed()] == ["d1"]
    library.edits.bring_back(["d1"])
    assert library.papers.get(["d1"]) == [paper(1)]
    assert library.edits.removed() == []


def test_what_a_person_wrote_is_remembered_with_what_had_stood_there(library: Library) -> None:
    library.edits.edit(replace(paper(1), title="First", authors=("One",)), ())
    library.edits.edit(replace(paper(1), title="Second", authors=("One",), year=None), ())
    assert library.papers.get(["d1"]) == [replace(paper(1), title="Second", authors=("One",), year=None)]
    assert library.edits.typed(["d1", "d2"]) == {
        "d1": {"title": "Paper number 1", "authors": ("Ada Lovelace", "Hopper, Grace"), "year": 2001}
    }
    library.actions.undo()
    library.actions.undo()
    assert library.papers.get(["d1"]) == [paper(1)]
    assert library.edits.typed(["d1"]) == {}


# -- what an index asks -------------------------------------------------------------------------------------


def test_only_papers_that_changed_since_a_mark_are_read(library: Library) -> None:
    mark = library.index_marks.new(library.revision())
    library.tags.add("mine", ["d7"])  # no text of the paper
    library.edits.edit(replace(paper(5), title="Written"), ())
    library.edits.remove(["d3", "d4"])
    library.edits.bring_back(["d4"])
    since = library.index_marks.since(mark)
    assert since is not None
    read = [one.doc_id for batch in library.index_marks.papers(since.changed, batch=1) for one in batch]
    assert read == ["d4", "d5"]
    assert since.removed == ("d3",)
    assert library.removed_since(mark) == ["d3"]
    assert library.removed_since("") is library.removed_since("of another library") is None
    again = library.index_marks.since(library.index_marks.new(library.revision()))
    assert again is not None
    assert (again.changed, again.removed) == ((), ())


def test_an_undo_is_a_change_for_an_index_too(library: Library) -> None:
    library.edits.edit(replace(paper(5), title="Written"), ())
    mark = library.index_marks.new(library.revision())
    library.actions.undo()
    since = library.index_marks.since(mark)
    assert since is not None
    assert [one.title for batch in library.index_marks.papers(since.changed) for one in batch] == [
        "Paper number 5"
    ]


def test_a_mark_of_another_library_says_nothing(library: Library) -> None:
    library.index_marks.new(library.revision())
    assert library.index_marks.since("0123") is None
    assert library.index_marks.since("") is None


# -- to the letter ------------------------------------------------------------------------------------------


def test_papers_fill_a_collection_as_a_part_of_an_action(library: Library) -> None:
    library.collections.make("Thesis")
    before = dump(library)
    first = library.collections.fill("thesis/ Two ", ["d3", "d1"])
    assert first.rows == [
        ("collection", None, {"pk": 2, "parent_pk": 1, "name": "Two", "words": " two"}),
        ("collection_paper", None, {"collection_pk": 2, "paper_pk": 4}),
        ("collection_paper", None, {"collection_pk": 2, "paper_pk": 2}),
    ]
    assert library.collections.of_papers(["d1", "d2", "d3"]) == {"d1": ["Thesis/Two"], "d3": ["Thesis/Two"]}
    second = library.collections.fill("Thesis/Two", ["d2", "d1"])
    assert second.rows == [("collection_paper", None, {"collection_pk": 2, "paper_pk": 3})]
    filled = dump(library)
    nothing = library.collections.fill("Thesis/Two", ["d3", "d2"])
    assert (nothing, bool(nothing)) == (Change(), False)
    assert dump(library) == filled
    assert [action.title for action in library.actions.all()] == ["Created the collection Thesis"]
    for path, doc_ids, message in (("A", ["d99"], "'d99'"), (" / ", ["d1"], "needs a name")):
        with pytest.raises(BadInput, match=message):
            library.collections.fill(path, doc_ids)
    assert dump(library) == filled
    with library._database.write() as connection:
        for change in (second, first):
            take_back(connection, change)
    assert dump(library) == before


def test_a_collection_is_found_by_its_path_whatever_its_case(library: Library) -> None:
    library.collections.make("Thesis/Zwei")
    library.collections.make("Zwei")
    assert library.collections.path(" THESIS / zwei/") == "Thesis/Zwei"
    assert library.collections.path("zwei") == "Zwei"
    with pytest.raises(BadInput, match=r"no collection 'Drei/Zwei'. `assay collection list` names them all"):
        library.collections.path("Drei/ Zwei")


def test_collections_are_listed_by_name_each_before_those_inside_it(library: Library) -> None:
    for path in ("b", "B/c", "a/z", "A-b", "b/A"):
        library.collections.make(path)
    library.collections.add("a/z", ["d1", "d2"])
    library.edits.remove(["d2"])
    listed = [(one.path, one.name, one.depth, one.n_papers) for one in library.collections.all()]
    assert listed == [
        ("a", "a", 0, 1),
        ("a/z", "z", 1, 1),
        ("A-b", "A-b", 0, 0),
        ("b", "b", 0, 0),
        ("b/A", "A", 1, 0),
        ("b/c", "c", 1, 0),
    ]
    assert library.collections.of_papers(["d2", "d3"]) == {"d2": ["a/z"]}, "it has its place while it is gone"


def test_what_was_asked_for_by_another_name_is_answered_under_it(library: Library) -> None:
    library.papers.alias([("older", "d1")])
    library.tags.add("zeta", ["d1", "d2"])
    library.tags.add("Alpha", ["older"])
    library.collections.add("Zeta", ["older"])
    library.collections.add("alpha", ["d1"])
    assert library.tags.of_papers(["older", "d2", "d3"]) == {"older": ["Alpha", "zeta"], "d2": ["zeta"]}
    assert library.collections.of_papers(["older", "d2"]) == {"older": ["alpha", "Zeta"]}
    assert library.tags.all() == [("Alpha", 1), ("zeta", 2)]
    assert library.edits.typed(["older"]) == {}
    library.edits.edit(replace(paper(1), year=None, keywords=()), ())
    assert library.edits.typed(["older"]) == {"d1": {"year": 2001, "keywords": ("search",)}}


def test_removed_papers_are_counted_and_listed_the_last_one_first(library: Library) -> None:
    assert (library.edits.n_removed(), library.edits.removed()) == (0, [])
    library.edits.remove(["d4"])
    library.edits.remove(["d2"])
    library.edits.remove(["d7", "d8"])
    library.duplicates.merge([Merge(paper(1), (), ("d3",))])
    assert library.edits.n_removed() == 4
    assert library.edits.removed() == [paper(8), paper(7), paper(2), paper(4)]
    library.edits.bring_back(["d4", "d1"])
    assert library.edits.n_removed() == 3


def test_papers_are_filtered_by_any_of_their_ids(library: Library) -> None:
    library.papers.add([(Paper("Case", "One"), ()), (Paper("two", "Two"), ()), (Paper("TWO", "Two"), ())])
    library.papers.alias([("older", "d1"), ("D5", "d2")])

    def ids(*asked: str) -> list[str]:
        return library.papers.ids(filters=Filters(doc_ids=asked))

    assert ids("d3", "d1") == ["d1", "d3"]
    assert ids("older") == ["d1"]
    assert ids("CASE") == ids("case") == ["Case"], "no id is written so, and one is alike"
    assert ids("D3") == ["d3"]
    assert ids("D5") == ["d2"], "a name that is written so comes before one that is alike"
    assert ids("two") == ["two"]
    assert ids("TWO") == ["TWO"]
    assert ids("Two") == [], "two ids are alike"
    assert ids("nobody") == ids("d3\0") == ids("OLDER") == []
    assert ids("Two", "case", "d4") == ["d4", "Case"]


def test_a_collection_at_a_path_is_told_from_others_of_its_name(library: Library) -> None:
    for number, path in enumerate(("A", "A/B", "A/B/A", "B", "B/A", "B/A/B")):
        library.collections.add(path, [f"d{number}"])

    def ids(*paths: str) -> list[str]:
        return library.papers.ids(filters=Filters(collections=paths))

    assert ids("A") == ["d0", "d1", "d2"]
    assert ids("A/B") == ["d1", "d2"]
    assert ids("A/B/A") == ["d2"]
    assert ids("B/A/B", "A/B/A") == ["d2", "d5"]
    assert ids("B") == ["d3", "d4", "d5"]
    assert ids("A/A") == ids("B/B") == ids("a") == ids("A\0") == ids("") == []


TOLD: list[tuple[Callable[[Library], Action], str, str, ActionArgs]] = [
    (
        lambda library: library.collections.add("Thesis", ["d2", "d1", "d4"]),
        "collect",
        "Added 2 papers to “Thesis”",
        ActionArgs(2, ("Paper number 2", "Thesis")),
    ),
    (
        lambda library: library.collections.add("thesis/ New  one ", ["d5"]),
        "collect",
        "Added “Paper number 5” to “thesis/New one”",
        ActionArgs(1, ("Paper number 5", "thesis/New one")),
    ),
    (
        lambda library: library.collections.make(" Thesis/New  one/"),
        "new collection",
        "Created the collection Thesis/New one",
        ActionArgs(1, ("Thesis/New one",)),
    ),
    (
        lambda library: library.collections.take_out("thesis", ["d3", "d1", "d9"]),
        "take out",
        "Removed 2 papers from Thesis",
        ActionArgs(2, ("Paper number 1", "Thesis")),
    ),
    (
        lambda library: library.collections.rename("thesis/two", " Three "),
        "rename collection",
        "Renamed the collection Thesis/Two to Three",
        ActionArgs(1, ("Thesis/Two", "Three")),
    ),
    (
        lambda library: library.collections.rename("Thesis", "THESIS"),
        "rename collection",
        "Renamed the collection Thesis to THESIS",
        ActionArgs(1, ("Thesis", "THESIS")),
    ),
    (
        lambda library: library.collections.move("thesis/two", "other"),
        "move collection",
        "Moved the collection Thesis/Two to Other",
        ActionArgs(1, ("Thesis/Two", "Other")),
    ),
    (
        lambda library: library.collections.move("thesis/two", ""),
        "move collection",
        "Moved the collection Thesis/Two to /",
        ActionArgs(1, ("Thesis/Two", "/")),
    ),
    (
        lambda library: library.collections.delete("thesis"),
        "delete collection",
        "Deleted the collection Thesis",
        ActionArgs(1, ("Thesis",)),
    ),
    (
        lambda library: library.tags.add("MINE", ["d3", "d1", "d2"]),
        "tag",
        "Tagged 2 papers as mine",
        ActionArgs(2, ("Paper number 3", "mine")),
    ),
    (
        lambda library: library.tags.add(" brand   new ", ["d1"]),
        "tag",
        "Tagged “Paper number 1” as brand new",
        ActionArgs(1, ("Paper number 1", "brand new")),
    ),
    (
        lambda library: library.tags.take_off("Mine", ["d3", "d1"]),
        "untag",
        "Removed the tag mine from “Paper number 1”",
        ActionArgs(1, ("Paper number 1", "mine")),
    ),
    (
        lambda library: library.tags.rename("Mine", " hers "),
        "rename tag",
        "Renamed the tag mine to hers",
        ActionArgs(1, ("mine", "hers")),
    ),
    (
        lambda library: library.tags.rename("Mine", "OURS"),
        "rename tag",
        "Renamed the tag mine to ours",
        ActionArgs(1, ("mine", "ours")),
    ),
    (
        lambda library: library.tags.delete("Mine"),
        "delete tag",
        "Deleted the tag mine",
        ActionArgs(1, ("mine",)),
    ),
    (
        lambda library: library.edits.remove(["d5", "d1"]),
        "remove",
        "Removed 2 papers",
        ActionArgs(2, ("Paper number 5",)),
    ),
    (
        lambda library: library.edits.edit(replace(paper(5), title="Written", year=None), ()),
        "edit",
        "Edited “Paper number 5”: year, title",
        ActionArgs(1, ("Paper number 5",), fields=("year", "title")),
    ),
    (
        lambda library: library.edits.bring_back(["d1", "d10"]),
        "bring back",
        "Restored “Paper number 10”",
        ActionArgs(1, ("Paper number 10",)),
    ),
    (
        lambda library: library.files.settle("c" * 64),
        "settle",
        "Reviewed bees.pdf",
        ActionArgs(1, ("bees.pdf",)),
    ),
    (
        lambda library: library.files.settle("d" * 64),
        "settle",
        "Reviewed dddddddddddd",
        ActionArgs(1, ("dddddddddddd",)),
    ),
    (
        lambda library: library.watched.remove("/papers"),
        "unwatch folder",
        "Stopped watching /papers",
        ActionArgs(1, ("/papers",)),
    ),
    (
        lambda library: library.watched.add("/more"),
        "watch folder",
        "Started watching /more",
        ActionArgs(1, ("/more",)),
    ),
    (
        lambda library: library.duplicates.keep_apart([("d1", "d2"), ("d3", "d2"), ("d2", "d1")]),
        "keep apart",
        "Marked 2 pairs as distinct",
        ActionArgs(2),
    ),
    (
        lambda library: library.duplicates.link_versions([("d1", "d2")]),
        "link versions",
        "Linked 1 pair of versions",
        ActionArgs(1),
    ),
    (
        lambda library: library.searches.rename("graphs", " Two  words "),
        "rename search",
        "Renamed the saved search Graphs to Two words",
        ActionArgs(1, ("Graphs", "Two words")),
    ),
    (
        lambda library: library.searches.remove("graphs"),
        "remove search",
        "Removed the saved search Graphs",
        ActionArgs(1, ("Graphs",)),
    ),
]


def test_an_action_is_told_as_it_was_and_undone_and_done_again(library: Library) -> None:
    library.collections.add("Thesis", ["d1"])
    library.collections.add("Thesis/Two", ["d1", "d3"])
    library.collections.make("Other")
    library.tags.add("mine", ["d1", "d4"])
    library.tags.add("ours", ["d4", "d5"])
    library.edits.remove(["d10", "d11"])
    library.watched.add("/papers")
    library.searches.add("Graphs", {})
    doubtful = [ReadFile(letter * 64, 3, reader=1, doubtful=True) for letter in "cd"]
    places = [Place(path, 3, 1) for path in ("/b/z.pdf", "/a/bees.pdf")]
    library.files.add([(doubtful[0], places[0], "d1"), (doubtful[0], places[1], "d1")])
    library.files.add([(doubtful[1], Place("/e/f.pdf", 3, 1), None)])
    library.files.add([(ReadFile("e" * 64, 3, reader=1), Place("/e/f.pdf", 3, 1), None)])
    before = dump(library)
    for act, kind, title, args in TOLD:
        done = act(library)
        assert (done.kind, done.title, done.args, done.undone) == (kind, title, args, False)
        assert library.actions.all(limit=1) == [done]
        after = dump(library)
        assert {name for name in after if after[name] != before[name]}, title
        undone = library.actions.undo(expected=done.pk)
        assert undone == replace(done, undone=True)
        assert dump(library) == before, title
        assert library.actions.redo() == done
        again = dump(library)
        assert {name for name in after if again[name] != after[name]} <= {"paper", "saved_search"}
        library.actions.undo()
