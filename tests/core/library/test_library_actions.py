"""Merging papers, keeping them apart, linking versions; each done, undone exactly, and done again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from library_contents import PAPERS, paper

from assay.errors import BadInput
from assay.library import Library, Merge, Papers, Place, ReadFile
from assay.library.db import lookup
from assay.library.history.actions import Recording
from assay.library.history.changes import Change, make
from assay.types import ActionArgs, ImportCounts, Paper
from library_dump import dump


def merge(kept: int, *hidden: int, **gained: object) -> Merge:
    return Merge(
        replace(paper(kept), **gained),  # type: ignore[arg-type]  # fields of a paper
        (f"doi:10.1/{kept}",),
        tuple(f"d{number}" for number in hidden),
    )


def test_merged_papers_are_one_under_all_their_ids(library: Library) -> None:
    action = library.duplicates.merge([merge(1, 2, 5)])
    assert action.title == "Merged 3 papers into 1"
    assert library.papers.resolve(["d1", "d2", "d5"]) == {"d1": "d1", "d2": "d1", "d5": "d1"}
    assert library.papers.count() == PAPERS - 2
    assert [found.doc_id for found in library.papers.find_by_keys(["doi:10.1/5"])["doi:10.1/5"]] == [
        "d1",
        "d5",
    ]


def test_undoing_a_merge_leaves_the_library_as_it_was(library: Library) -> None:
    library.papers.alias([("older", "d2")])
    before = dump(library)
    library.duplicates.merge([merge(1, 2, 5, pmid="77", title="Another title"), merge(3, 4, year=None)])
    done = dump(library)
    assert done != before
    library.actions.undo()
    assert dump(library) == before
    library.actions.redo()
    library.actions.undo()
    assert dump(library) == before


def test_doing_a_merge_again_does_what_it_did(library: Library) -> None:
    library.duplicates.merge([merge(1, 2, pmid="77")])
    done = {name: rows for name, rows in dump(library).items() if name != "paper"}  # but when it was hidden
    library.actions.undo()
    library.actions.redo()
    assert {name: rows for name, rows in dump(library).items() if name != "paper"} == done
    assert library.papers.get(["d2"])[0] == replace(paper(1), pmid="77")


def test_a_merge_of_a_merged_paper_is_undone_step_by_step(library: Library) -> None:
    start = dump(library)
    library.duplicates.merge([merge(1, 2)])
    first = dump(library)
    library.duplicates.merge([merge(3, 1)])
    assert library.papers.resolve(["d2"]) == {"d2": "d3"}
    library.actions.undo()
    assert dump(library) == first
    library.actions.undo()
    assert dump(library) == start


def test_the_revision_grows_with_a_merge_and_with_its_undoing(library: Library) -> None:
    revisions = [library.revision()]
    library.duplicates.merge([merge(1, 2)])
    revisions.append(library.revision())
    library.actions.undo()
    revisions.append(library.revision())
    assert revisions == sorted(set(revisions))


def test_an_undo_is_refused_where_the_paper_was_changed_since(library: Library) -> None:
    library.duplicates.merge([merge(1, 2, pmid="77")])
    library.papers.update([(replace(paper(1), pmid="78"), ())])
    before = dump(library)
    with pytest.raises(BadInput, match="'d1' has another PMID since, so nothing was changed"):
        library.actions.undo()
    assert dump(library) == before


def test_what_was_changed_elsewhere_since_stays_when_a_merge_is_undone(library: Library) -> None:
    library.duplicates.merge([merge(1, 2, pmid="77")])
    library.papers.update([(replace(paper(1), pmid="77", venue="TREC"), ())])
    library.actions.undo()
    assert library.papers.get(["d1", "d2"]) == [replace(paper(1), venue="TREC"), paper(2)]


@pytest.mark.parametrize(
    ("meanwhile", "message"),
    [
        (lambda papers: papers.remove(["d1"]), "'d1' was removed since"),
        (lambda papers: papers.restore(["d2"]), "'d2' was restored since"),
    ],
)
def test_an_undo_is_refused_where_a_paper_is_gone_or_back_since(
    library: Library, meanwhile: Callable[[Papers], object], message: str
) -> None:
    library.duplicates.merge([merge(1, 2)])
    meanwhile(library.papers)
    with pytest.raises(BadInput, match=message):
        library.actions.undo()


def test_a_redo_is_refused_where_a_paper_was_removed_since(library: Library) -> None:
    library.duplicates.merge([merge(1, 2)])
    library.actions.undo()
    library.papers.remove(["d2"])
    with pytest.raises(BadInput, match="'d2' was removed since"):
        library.actions.redo()


def test_nothing_is_undone_or_done_again_where_there_is_nothing(library: Library) -> None:
    with pytest.raises(BadInput, match="Nothing to undo"):
        library.actions.undo()
    with pytest.raises(BadInput, match="Nothing to redo"):
        library.actions.redo()


def test_what_was_left_behind_is_not_done_again_when_the_new_action_is_undone_too(library: Library) -> None:
    library.tags.add("one", ["d1"])
    library.actions.undo()
    for name in ("two", "three"):
        library.tags.add(name, ["d1"])
    whole = dump(library)
    for _ in range(2):
        library.actions.undo()
    assert [library.actions.redo().args.names[-1] for _ in range(2)] == ["two", "three"]
    assert dump(library) == whole
    with pytest.raises(BadInput, match="Nothing to redo"):
        library.actions.redo()


@pytest.mark.parametrize(
    ("merges", "message"),
    [
        ([merge(1, 99)], "1 paper not in this library: 'd99'"),
        ([merge(1, 2), merge(3, 2)], "'d2' is to be merged twice"),
        ([merge(1, 2), merge(2, 3)], "'d2' is to be merged twice"),
        ([merge(1, 1)], "'d1' is to be merged twice"),
        ([], "Nothing to merge"),
    ],
)
def test_a_merge_that_makes_no_sense_changes_nothing(
    library: Library, merges: list[Merge], message: str
) -> None:
    before = dump(library)
    with pytest.raises(BadInput, match=message):
        library.duplicates.merge(merges)
    assert dump(library) == before
    assert library.actions.all() == []


def test_a_paper_is_not_kept_apart_from_itself(library: Library) -> None:
    with pytest.raises(BadInput, match="'d1' and 'd1' are one paper"):
        library.duplicates.keep_apart([("d1", "d1")])


def test_ties_count_what_hangs_on_a_paper(library: Library) -> None:
    library.pool.add([("q1", "d1"), ("q2", "d1"), ("q1", "d2")])
    library.judgements.record("q1", "d1", assessor="me", relevance=2)
    library.judgements.record("q2", "d1", assessor="me", relevance=0)
    library.judgements.record("q1", "d2", assessor="me", relevance=1)
    library.judgements.undo(assessor="me")
    ties = library.duplicates.ties(["d1", "d2", "d3", "d99"])
    assert {name: (tie.judgements, tie.queries, tie.pooled) for name, tie in ties.items()} == {
        "d1": (2, 0, 2),
        "d2": (0, 0, 1),
        "d3": (0, 1, 0),
    }
    assert ties["d1"].place < ties["d2"].place < ties["d3"].place


def test_narrow_papers_lack_only_what_is_long(library: Library) -> None:
    found = [narrow for batch in library.duplicates.narrow(batch=5) for narrow in batch]
    gone = {"abstract": "", "keywords": (), "rating": None, "tldrs": (), "cites": (), "cited_by": ()}
    assert found == [replace(paper(number), **gone) for number in range(PAPERS)]  # type: ignore[arg-type]


def test_narrow_papers_are_those_that_are_there_a_few_at_a_time(library: Library) -> None:
    library.papers.remove(["d0", "d4", "d11"])
    batches = [[one.doc_id for one in batch] for batch in library.duplicates.narrow(batch=3)]
    assert batches == [["d1", "d2", "d3"], ["d5", "d6", "d7"], ["d8", "d9", "d10"]]
    (whole,) = library.duplicates.narrow()
    assert len(whole) == PAPERS - 3


def test_what_was_said_of_papers_follows_them_and_is_forgotten_with_them(library: Library) -> None:
    duplicates = library.duplicates
    assert (duplicates.kept_apart(), duplicates.versions()) == (set(), [])
    done = duplicates.keep_apart([("d1", "d2"), ("d3", "d4"), ("d6", "d5")])
    assert (done.title, done.args) == ("Marked 3 pairs as distinct", ActionArgs(3))
    duplicates.link_versions([("d5", "d6"), ("d3", "d1"), ("d5", "d6")])
    assert duplicates.versions() == [("d3", "d1"), ("d5", "d6")]
    duplicates.merge([merge(7, 2), merge(8, 3)])
    assert duplicates.kept_apart() == {("d1", "d7"), ("d4", "d8"), ("d5", "d6")}
    assert duplicates.versions() == [("d8", "d1"), ("d5", "d6")], "in the order of the preprints"
    library.papers.remove(["d4", "d6"])
    assert duplicates.kept_apart() == {("d1", "d7")}
    assert duplicates.versions() == [("d8", "d1")]
    duplicates.merge([merge(1, 8)])
    assert duplicates.versions() == [], "the two are one now"
    for pairs, message in (
        ([("d1", "d99")], "1 paper not in this library: 'd99'"),
        ([("d1", "d5"), ("d7", "d2")], "'d7' and 'd2' are one paper of this library already"),
        ([("d4", "d1")], "'d4'"),
    ):
        with pytest.raises(BadInput, match=message):
            duplicates.keep_apart(pairs)
        with pytest.raises(BadInput, match=message):
            duplicates.link_versions(pairs)


def test_what_was_said_before_is_not_said_again(library: Library) -> None:
    library.duplicates.keep_apart([("d1", "d2")])
    library.duplicates.link_versions([("d1", "d2")])
    for pair in (("d1", "d2"), ("d2", "d1")):
        with pytest.raises(BadInput, match=r"^These papers are already marked as distinct\.$"):
            library.duplicates.keep_apart([pair])
        with pytest.raises(BadInput, match=r"^These papers are already linked\.$"):
            library.duplicates.link_versions([pair])
    assert library.duplicates.keep_apart([("d2", "d1"), ("d2", "d3")]).args == ActionArgs(1)
    assert library.duplicates.link_versions([("d2", "d1"), ("d2", "d3")]).args == ActionArgs(1)
    assert library.duplicates.kept_apart() == {("d1", "d2"), ("d2", "d3")}
    assert library.duplicates.versions() == [("d1", "d2"), ("d2", "d3")]


def test_a_merged_paper_hands_on_its_files_once(library: Library) -> None:
    read = [ReadFile(letter * 64, 1, reader=1) for letter in "abc"]
    for number, (one, owner) in enumerate(zip(read, ("d1", "d2", "d3"), strict=True)):
        library.files.add([(one, Place(f"/{number}.pdf", 1, 1), owner)])
    library.files.belong([(read[0].sha256, "d2")])
    before = dump(library)
    library.duplicates.merge([merge(1, 2), merge(4, 3)])
    owned = {name: [one.file.sha256[0] for one in files] for name, files in library.files.of_papers(
        ["d1", "d2", "d3", "d4"]).items()}  # fmt: skip
    assert owned == {"d1": ["a", "b"], "d2": ["a", "b"], "d3": ["c"], "d4": ["c"]}
    library.actions.undo()
    assert dump(library) == before


def test_a_hundred_groups_are_one_action(empty: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "MANY", 50)  # names are read another way beyond
    twice = [Paper(f"{side}{n}", f"A title of number {n}") for n in range(100) for side in "ab"]
    empty.papers.add([(one, (f"title:{one.title}",)) for one in twice])
    before = dump(empty)
    merges = [Merge(twice[2 * n], (f"title:{twice[2 * n].title}",), (f"b{n}",)) for n in range(100)]
    assert empty.duplicates.merge(merges).title == "Merged 200 papers into 100"
    assert empty.papers.count() == 100
    empty.actions.undo()
    assert dump(empty) == before


# -- several at once ----------------------------------------------------------------------------------------


def test_an_action_is_undone_with_all_that_came_after_it(library: Library) -> None:
    dumps = [dump(library)]
    done = []
    for number in range(4):
        done.append(library.tags.add(f"tag {number}", ["d1"]))
        dumps.append(dump(library))
    undone = library.actions.undo_to(done[1].pk)
    assert undone == [replace(done[number], undone=True) for number in (3, 2, 1)]
    assert dump(library) == dumps[1]
    assert [one.undone for one in library.actions.all()] == [True, True, True, False]
    for number in (1, 2, 3):
        assert library.actions.redo() == done[number]
    assert dump(library) == dumps[4]
    assert library.actions.undo_to(done[3].pk) == [replace(done[3], undone=True)]
    assert [one.pk for one in library.actions.undo_to(done[0].pk)] == [
        done[number].pk for number in (2, 1, 0)
    ]
    assert dump(library) == dumps[0]
    with pytest.raises(BadInput, match="Nothing to undo"):
        library.actions.undo_to(done[0].pk)


def test_all_of_several_actions_are_undone_or_none(library: Library) -> None:
    first = library.duplicates.merge([merge(1, 2, pmid="77")])
    library.papers.update([(replace(paper(1), pmid="78"), ())])
    library.tags.add("mine", ["d3"])
    before = dump(library)
    with pytest.raises(BadInput, match="'d1' has another PMID since"):
        library.actions.undo_to(first.pk)
    assert dump(library) == before
    assert [one.undone for one in library.actions.all()] == [False, False]


def test_only_the_action_that_was_expected_is_undone(library: Library) -> None:
    first, last = library.tags.add("one", ["d1"]), library.tags.add("two", ["d1"])
    with pytest.raises(BadInput, match="This is no longer the library's last change"):
        library.actions.undo(expected=first.pk)
    assert library.tags.all() == [("one", 1), ("two", 1)]
    assert library.actions.undo(expected=last.pk) == replace(last, undone=True)
    assert library.actions.undo(expected=first.pk) == replace(first, undone=True)


def test_the_history_tells_the_last_actions_first_and_no_more_than_asked_for(library: Library) -> None:
    done = [library.tags.add(f"tag {number}", ["d1"]) for number in range(103)]
    assert library.actions.all() == done[:2:-1]
    assert library.actions.all(limit=2) == done[:-3:-1]
    times = [one.done_at for one in done]
    assert times == sorted(times)


# -- written down part by part ------------------------------------------------------------------------------


def test_an_action_that_is_written_down_in_parts_is_one_in_the_history(library: Library) -> None:
    recording = Recording("import", ActionArgs(names=("papers.bib",)))
    recording.add(library.actions, [])
    recording.add(library.actions, [Change()])
    assert library.actions.all() == []
    pks = {paper.doc_id: n for n, paper in enumerate(next(library.papers.all()), start=1)}
    removed = "2026-01-01T00:00:00+00:00"
    first = Change(
        fields=[(pks["d1"], "title", "x", "y"), (pks["d1"], "year", 1, 2)], shown=[(pks["d2"], None)]
    )
    recording.add(library.actions, [first, Change()])
    (action,) = library.actions.all()
    assert action.title == "Imported papers.bib: 1 new, 1 changed"
    assert action.args == ActionArgs(1, ("papers.bib",), counts=ImportCounts(1, 1))
    again = Change(
        fields=[(pks["d2"], "title", "a", "b"), (pks["d3"], "title", "a", "b")], shown=[(pks["d4"], removed)]
    )
    recording.add(library.actions, [again, Change(files=[(pks["d5"], 1)])])
    (action,) = library.actions.all()
    assert action.title == "Imported papers.bib: 1 new, 3 changed, 1 restored"
    assert action.args == ActionArgs(1, ("papers.bib",), counts=ImportCounts(1, 3, 1))
    parts = "SELECT number, details FROM action_part ORDER BY number"
    with library._database.read() as connection:
        stored = connection.exec_driver_sql(parts).all()
    assert [number for number, _ in stored] == [0, 1, 2]
    # PostgreSQL gives the JSON itself, SQLite its text.
    parsed = [json.loads(details) if isinstance(details, str) else details for _, details in stored]
    assert [sorted(details) for details in parsed] == [["fields", "shown"], ["fields", "shown"], ["files"]]


def test_what_follows_an_undo_is_another_action(library: Library) -> None:
    recording = Recording("import", ActionArgs(names=("papers.bib",)))
    tag: dict[str, object] = {"pk": 1, "name": "mine", "words": " mine"}
    make_and_note(library, recording, Change(rows=[("tag", None, tag)]))
    library.actions.undo()
    assert library.tags.all() == []
    make_and_note(library, recording, Change(rows=[("tag", None, tag)]))
    assert [(one.undone, one.title) for one in library.actions.all()] == [
        (False, "Imported papers.bib: 0 new, 0 changed"),
        (True, "Imported papers.bib: 0 new, 0 changed"),
    ]


def make_and_note(library: Library, recording: Recording, change: Change) -> None:
    with library._database.write() as connection:
        make(connection, change)
    recording.add(library.actions, [change])


def test_an_action_names_the_papers_that_it_changed_removed_or_filed(library: Library) -> None:
    removed = library.edits.remove(["d3", "d1"])
    tagged = library.tags.add("mine", ["d4"])
    collected = library.collections.add("Thesis/Two", ["d6", "d5"])
    merged = library.duplicates.merge([merge(7, 8, year=None)])
    of = library.actions.papers
    assert [of(each.pk) for each in (removed, tagged, collected)] == [["d1", "d3"], ["d4"], ["d5", "d6"]]
    assert of(merged.pk) == ["d7", "d8"]
