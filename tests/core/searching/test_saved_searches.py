"""Saved searches on real indexes: what is new after imports, other models, and when they cannot be asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.searching.indexing import index_vectors, index_words
from assay.searching.request_json import fields_of, request_of
from assay.searching.saved_searches import SavedSearchWork, find
from assay.types import Combine, Filters, Fusion, Paper, SearchMode, SearchRequest, Seed, TextSeed
from assay.workspace import Workspace
from workspace_papers import add

BEES = SearchRequest("bees navigation")


def index(workspace: Workspace) -> None:
    index_words(workspace)
    index_vectors(workspace)
    workspace.reload()


def work(workspace: Workspace) -> SavedSearchWork:
    index(workspace)
    return SavedSearchWork(workspace)


def many(workspace: Workspace, n: int = 150) -> None:
    add(
        workspace,
        *(Paper(f"bee{i}", f"Bees, part {i}", f"bees navigation {'x ' * (i % 7)}") for i in range(n)),
    )


def new_in(workspace: Workspace, name: str) -> list[str]:
    return workspace.library.searches.news(workspace.library.searches.get(name).pk)


def test_papers_that_an_import_brings_are_new_once_they_are_indexed(workspace: Workspace) -> None:
    saved = work(workspace).add("Bees", replace(BEES, mode=SearchMode.SEMANTIC))
    assert (saved.n_new, saved.fault) == (0, "")
    add(workspace, Paper("new", "Bees and their navigation", "bees navigation"))
    assert SavedSearchWork(workspace).check(saved).n_new == 0  # no vector of it yet
    assert work(workspace).check(saved).n_new == 1
    assert new_in(workspace, "Bees") == ["new"]
    SavedSearchWork(workspace).look(saved)
    assert work(workspace).check(saved).n_new == 0


def test_a_search_that_only_filters_counts_all_that_pass(workspace: Workspace) -> None:
    saved = work(workspace).add("Old", SearchRequest(filters=Filters(year_to=1990)))
    add(workspace, *(Paper(f"p{n}", f"Of old, {n}", year=1900 + n % 90) for n in range(120)))
    add(workspace, Paper("young", "Of late", year=2020))
    assert SavedSearchWork(workspace).check(saved).n_new == 120
    assert "young" not in new_in(workspace, "Old")
    assert len(new_in(workspace, "Old")) == 120


def test_typed_fields_and_seeds_are_asked_again(workspace: Workspace) -> None:
    at = work(workspace)
    seeded = SearchRequest(seeds=(Seed("bees-song"), Seed("owls-song", sign=-1, weight=0.5)))
    typed = SearchRequest('author:ada "winter"', mode=SearchMode.KEYWORD)
    saved = [at.add("Seeds", seeded), at.add("Ada", typed)]
    add(workspace, Paper("w", "A winter", "Winter, and the song of bees.", ("Ada Byron",)))
    at = work(workspace)
    assert [at.check(each).n_new for each in saved] == [1, 1]
    assert [hit.doc_id for hit in at.run(saved[1], k=5)[1]] == ["w"]


def test_another_fusion_is_another_ranking(workspace: Workspace) -> None:
    """What only moves up by it is not new: `settle` compares the rankings' names."""
    many(workspace)
    saved = work(workspace).add("Bees", BEES)
    by_scores = find(workspace, saved.request)
    workspace.fuse_by(Fusion.RRF)
    by_ranks = find(workspace, saved.request)
    assert by_ranks.results != by_scores.results
    assert by_ranks.ranking != by_scores.ranking
    assert SavedSearchWork(workspace).check(saved).n_new == 0


def test_a_search_that_cannot_be_asked_says_why_and_the_others_go_on(workspace: Workspace) -> None:
    at = work(workspace)
    at.add("Bees", BEES)
    at.add("Like ants", SearchRequest(seeds=(Seed("ants-song"),)))
    workspace.library.papers.remove(["ants-song"])
    first, second = (at.check(saved) for saved in workspace.library.searches.all())
    assert (first.name, first.fault) == ("Bees", "")
    assert "ants-song" in second.fault


def test_a_search_is_kept_without_any_index_and_tells_what_is_new_once_there_is_one(
    workspace: Workspace,
) -> None:
    saved = SavedSearchWork(workspace).add("Bees", BEES)
    assert "assay index" in saved.fault
    add(workspace, Paper("new", "Bees and their navigation", "bees navigation"))
    assert work(workspace).check(saved).n_new == 1


TEXTS = st.text(max_size=20)
NAMES = st.lists(TEXTS, max_size=3).map(tuple)
YEARS = st.none() | st.integers(0, 3000)
FILTERS = st.builds(
    Filters,
    year_from=YEARS,
    venues=NAMES,
    has_file=st.booleans(),
    years=st.lists(st.tuples(YEARS, YEARS), max_size=2).map(tuple),
    phrases=NAMES,
    judged=st.none() | st.booleans(),
)
OTHERS = st.none() | FILTERS.filter(bool)
SEEDS = st.builds(Seed, TEXTS, sign=st.sampled_from((1, -1)), weight=st.floats(0.1, 9))
REQUESTS = st.builds(
    SearchRequest,
    text=TEXTS,
    seeds=st.lists(SEEDS, max_size=3).map(tuple),
    mode=st.sampled_from(SearchMode),
    k=st.just(50),
    filters=st.builds(replace, FILTERS, also=OTHERS, without=OTHERS),
    full_text=st.booleans(),
    texts=st.lists(st.builds(TextSeed, TEXTS, sign=st.sampled_from((1, -1))), max_size=2).map(tuple),
    combine=st.sampled_from(Combine),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # a busy machine is no fault
@given(REQUESTS)
def test_a_request_comes_back_from_json_as_it_was(request: SearchRequest) -> None:
    import json

    assert request_of(json.loads(json.dumps(fields_of(request))), k=50) == request


@pytest.mark.parametrize("told", [{"mode": "by ear"}, {"seeds": [{"sign": 1}]}, {"filters": 3}, {"seeds": 7}])
def test_a_request_of_another_kind_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="Save it again"):
        request_of(told, k=10)


def test_what_a_later_version_asks_too_is_left_aside() -> None:
    told = {"text": "bees", "mood": "gentle", "filters": {"colour": "red", "year_to": 1999}}
    assert request_of(told, k=5) == SearchRequest("bees", k=5, filters=Filters(year_to=1999))
