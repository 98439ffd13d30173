"""Saved searches in a library: names, undo, and which of their papers are new."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.importers.entries.identity import identity_keys
from assay.library import Library, Merge
from assay.types import Paper

REQUEST = {"text": "graphs", "mode": "hybrid"}


@pytest.fixture
def library(empty_folder: Path) -> Iterator[Library]:
    with Library.open(empty_folder) as opened:
        bring(opened, "a", "b", "c", "d", "e", "f")
        yield opened


def bring(library: Library, *doc_ids: str) -> None:
    papers = [Paper(doc_id, f"Title {doc_id}") for doc_id in doc_ids]
    library.papers.add([(paper, identity_keys(paper)) for paper in papers])


def check(library: Library, *found: str, counted: int = 3, ranking: str = "hybrid m1") -> list[str]:
    pk = library.searches.get("Graphs").pk
    return library.searches.settle(pk, found, counted=counted, ranking=ranking, complete=True)


def new_of(library: Library) -> list[str]:
    return library.searches.news(library.searches.get("Graphs").pk)


def look(library: Library) -> list[str]:
    return library.searches.look(library.searches.get("Graphs").pk)


def test_a_saved_search_is_kept_with_its_whole_request(empty_folder: Path) -> None:
    request = {"text": 'a "b" -c', "seeds": [{"doc_id": "x", "sign": -1, "weight": 0.5}], "rerank": "m"}
    with Library.open(empty_folder) as library:
        library.searches.add("  Two   words ", request)
    with Library.open(empty_folder) as library:
        (kept,) = library.searches.all()
        assert (kept.name, kept.request, kept.n_new, kept.checked_at) == ("Two words", request, 0, None)
        assert library.searches.get("two words") == kept


def test_what_is_there_when_a_search_is_saved_is_not_new_and_what_comes_later_is(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    assert check(library, "a", "b", "c", "d") == []
    bring(library, "g", "h", "i")
    assert check(library, "g", "a", "h", "b", "c", "i") == ["g", "h"]  # i is below the three that count
    assert library.searches.get("Graphs").n_new == 2
    assert new_of(library) == ["g", "h"]


def test_another_model_makes_nothing_new_that_was_in_the_library(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a", "b", "c")
    bring(library, "g")
    assert check(library, "g", "a", "b") == ["g"]
    assert check(library, "f", "g", "e", ranking="hybrid m2") == ["g"]
    bring(library, "h")
    assert check(library, "f", "h", "g", "e", ranking="hybrid m2") == ["h", "g"]
    assert check(library, "f", "h", "d", "g", ranking="hybrid m2") == ["h", "d"]  # the model is the same


def test_after_a_look_nothing_is_new_and_a_look_can_be_taken_back(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a", "b", "c")
    bring(library, "g", "h")
    check(library, "h", "g", "a", "b", "c")
    pk = library.searches.get("Graphs").pk
    assert look(library) == ["h", "g"]
    assert new_of(library) == []
    assert check(library, "h", "g", "a", "b", "c") == []
    assert check(library, "g", "h", "a", ranking="hybrid m2") == []
    library.searches.look_again(pk, ["h", "g"])
    assert new_of(library) == ["h", "g"]
    assert check(library, "g", "h", "a") == ["g", "h"]


def test_a_look_covers_what_was_checked_and_no_paper_that_came_after(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a", "b", "c")
    bring(library, "g")  # nobody has checked since
    look(library)
    assert check(library, "g", "a", "b", ranking="hybrid m2") == ["g"]


def test_a_paper_that_was_removed_is_not_news(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a")
    bring(library, "g")
    check(library, "g", "a")
    library.papers.remove(["g"])
    assert new_of(library) == []
    assert library.searches.get("Graphs").n_new == 0
    assert check(library, "g", "a") == []


def test_the_paper_into_which_a_known_one_was_merged_is_known(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a", "b")
    library.duplicates.merge([Merge(Paper("e", "Title e"), (), ("b",))])
    assert check(library, "a", "e") == []


def test_a_search_that_was_saved_goes_and_comes_again_with_what_was_new_in_it(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a")
    bring(library, "g")
    check(library, "g", "a")
    assert [action.title for action in library.actions.all()] == ["Saved the search Graphs"]
    library.actions.undo()
    assert library.searches.all() == []
    library.actions.redo()
    assert [(each.name, each.request) for each in library.searches.all()] == [("Graphs", REQUEST)]
    assert new_of(library) == ["g"]


def test_a_removed_search_comes_back_once_the_one_that_took_its_name_is_gone(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    library.searches.remove("Graphs")
    library.searches.add("graphs", {"text": "other"})
    library.actions.undo()
    library.actions.undo()
    assert [each.request for each in library.searches.all()] == [REQUEST]


def test_a_check_of_a_removed_search_tells_nothing(library: Library) -> None:
    pk = library.searches.add("Graphs", REQUEST).pk
    library.searches.remove("Graphs")
    assert library.searches.settle(pk, ["a"], counted=3, ranking="", complete=True) == []


def test_a_failed_check_says_why_and_keeps_what_was_new(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    check(library, "a")
    bring(library, "g")
    check(library, "g", "a")
    library.searches.fail(library.searches.get("Graphs").pk, "There is no index.")
    kept = library.searches.get("Graphs")
    assert (kept.n_new, kept.fault) == (1, "There is no index.")
    check(library, "g", "a")
    assert library.searches.get("Graphs").fault == ""


def test_papers_that_are_new_again_come_in_the_order_that_is_told(library: Library) -> None:
    pk = library.searches.add("Graphs", REQUEST).pk
    other = library.searches.add("Other", REQUEST).pk
    check(library, "a", "b", "c")
    library.papers.alias([("older", "e")])
    library.papers.remove(["d"])
    library.searches.look_again(pk, ["c", "d", "nobody", "older", "a"])
    assert new_of(library) == ["c", "e", "a"]
    assert [(one.name, one.n_new) for one in library.searches.all()] == [("Graphs", 3), ("Other", 0)]
    library.searches.look_again(pk, ["b", "a"])
    assert new_of(library) == ["b", "c", "a", "e"], "of one rank the paper that was added first comes first"
    assert library.searches.look(other) == []
    assert new_of(library) == ["b", "c", "a", "e"]
    assert look(library) == ["b", "c", "a", "e"]
    assert library.searches.get("graphs").n_new == 0


def test_a_search_says_when_it_was_made_looked_at_and_checked(library: Library) -> None:
    begun = datetime.now(UTC)
    made = library.searches.add("Graphs", REQUEST)
    assert (made.pk, made.name, made.request, made.n_new, made.fault) == (1, "Graphs", REQUEST, 0, "")
    assert begun <= made.created_at == made.looked_at <= datetime.now(UTC)
    other = library.searches.add("a b", {})
    look(library)
    looked = library.searches.get("Graphs")
    assert looked.created_at == made.created_at < looked.looked_at <= datetime.now(UTC)
    check(library, "a")
    checked = library.searches.get("GRAPHS ")
    assert checked.checked_at is not None
    assert looked.looked_at == checked.looked_at <= checked.checked_at <= datetime.now(UTC)
    library.searches.fail(made.pk, "half \ud800 of it")
    failed = library.searches.get("Graphs")
    assert failed.checked_at is not None
    assert checked.checked_at <= failed.checked_at <= datetime.now(UTC)
    assert failed.fault == "half ? of it"
    assert library.searches.all() == [other, failed]


def test_names_of_searches_are_checked_on_renaming_too(library: Library) -> None:
    library.searches.add("Graphs", REQUEST)
    library.searches.add("Other", REQUEST)
    for new, message in (
        ("Graphs", "The saved search is already called 'graphs'"),
        ("OTHER", "A saved search 'Other' already exists. Choose another name"),
        ("  ", "needs a name"),
        ("x" * 201, "201 characters. Choose one of at most 200"),
    ):
        with pytest.raises(BadInput, match=message):
            library.searches.rename("graphs", new)
    with pytest.raises(
        BadInput, match=r"There is no saved search 'zzz' in this library\. `assay saved list`"
    ):
        library.searches.rename("zzz", "new")
    with pytest.raises(BadInput, match="no saved search 'zzz'"):
        library.searches.remove("zzz")
    library.searches.rename("other", "y" * 200)
    assert [one.name for one in library.searches.all()] == ["Graphs", "y" * 200]
    library.searches.remove("GRAPHS")
    library.searches.rename("Y" * 200, "graphs")
    assert [one.name for one in library.searches.all()] == ["graphs"]
    library.actions.undo_to(3)
    assert [one.name for one in library.searches.all()] == ["Graphs", "Other"]


PAPERS = "abcdefgh"
STEPS = st.one_of(
    st.tuples(st.just("check"), st.lists(st.sampled_from(PAPERS), unique=True)),
    st.tuples(st.just("look"), st.just([])),
)


@pytest.fixture(scope="module")
def with_papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("searches") / "library", check=False) as library:
        bring(library, *PAPERS)
        yield library


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=8))
def test_new_is_what_counts_now_and_was_not_found_up_to_the_last_look(
    with_papers: Library, steps: list[tuple[str, list[str]]]
) -> None:
    """The rule in plain sets, of checks by one and the same model."""
    library = with_papers
    for saved in library.searches.all():
        library.searches.remove(saved.name)
    library.searches.add("Graphs", REQUEST)
    known, last = set(check(library, *"ab")) | {"a", "b"}, ["a", "b"]
    for kind, found in steps:
        if kind == "look":
            look(library)
            known = set(last)
        else:
            last = found
            assert check(library, *found) == [each for each in found[:3] if each not in known]
        assert new_of(library) == [each for each in last[:3] if each not in known]
