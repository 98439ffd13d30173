"""A release is one state of the library, and stays whole whatever becomes of the papers it judged."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from assay.campaign_types import ReleaseRule
from assay.campaigns import releases as campaign_releases
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.campaigns.exchange import merge_bundle
from assay.errors import BadInput, LibraryError
from assay.judging import agreement
from assay.judging.campaigns.bundle_file import write_bundle
from assay.library import transaction
from assay.types import Query
from assay.workspace import Workspace
from small_campaigns import grade_all, opened


@pytest.fixture
def work(workspace: Workspace) -> CampaignWork:
    """Ada has graded five pairs of one typed query; the rest of the corpus is not judged."""
    made = create_campaign(workspace, "owls", queries=["song of owls"], assessors=["ada"], seed=1)
    opened(made, depth=6)
    walk = made.session("ada")
    for _ in range(5):
        walk.grade(1)
    return made


def _written(work: CampaignWork, folder: Path) -> dict[str, Any]:
    """The judgements of every format, and the corpora, as their files have them."""
    for layout in ("trec", "beir", "iclr2022", "csv"):
        work.export(1, folder / layout, format=layout)  # type: ignore[arg-type]
    trec = [line.split() for line in (folder / "trec").read_text().splitlines()]
    table = list(csv.reader((folder / "csv").read_text().splitlines()))[1:]
    tables = {
        "trec": [(q, d, g) for q, _, d, g in trec],
        "csv": [(row[0], row[2], row[4]) for row in table],
    }
    for name, qrels in (("beir", "qrels/test.tsv"), ("iclr2022", "qrels.tsv")):
        lines = (folder / name / qrels).read_text().splitlines()[1:]
        tables[name] = [(q, d, g) for q, d, g in (line.split("\t") for line in lines)]
    corpora = {
        name: [json.loads(line) for line in (folder / name / "corpus.jsonl").read_text().splitlines()]
        for name in ("beir", "iclr2022")
    }
    return {"rows": {name: sorted(rows) for name, rows in tables.items()}, "corpora": corpora}


def test_a_release_is_exported_the_same_after_its_papers_were_removed_or_merged(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    work.release(ReleaseRule.MEDIAN)
    first, second, *_ = (item.doc_id for item in work.store.releases.items(1))
    (tmp_path / "before").mkdir()
    (tmp_path / "removed").mkdir()
    (tmp_path / "merged").mkdir()
    before = _written(work, tmp_path / "before")
    assert len(before["rows"]["trec"]) == 5
    workspace.library.papers.remove([first])
    assert _written(work, tmp_path / "removed") == before
    workspace.library.papers.alias([(first, second)])
    assert _written(work, tmp_path / "merged") == before


@pytest.mark.parametrize("layout", ["trec", "beir"])
def test_an_export_names_the_papers_that_do_not_read_as_they_were_frozen(
    workspace: Workspace, work: CampaignWork, tmp_path: Path, layout: Any
) -> None:
    release = work.release(ReleaseRule.MEDIAN)
    assert work.export(1, tmp_path / "first", format=layout).changed_papers == ()
    doc_id = work.store.releases.items(1)[2].doc_id
    paper = workspace.library.papers.get([doc_id])[0]
    workspace.library.papers.update([(replace(paper, abstract="All other text."), ())])
    workspace.library.papers.remove(["wolves-winter"])  # it reads as it did
    report = work.export(1, tmp_path / "second", format=layout)
    assert report.changed_papers == (doc_id,)
    (card,) = (file for file in report.files if file.name.endswith("card.json"))
    written = json.loads(card.read_text())
    assert written.pop("export") == {"changed_papers": [doc_id]}
    assert written == json.loads(json.dumps(release.card))
    (text,) = (file for file in report.files if file.name.endswith("card.md"))
    assert f"`{doc_id}`" in text.read_text()


def test_a_query_paper_outside_the_corpus_is_exported_with_its_abstract(
    workspace: Workspace, tmp_path: Path
) -> None:
    inside = [doc_id for doc_id in workspace.library.papers.ids() if doc_id != "owls-song"]
    owls = workspace.library.papers.get(["owls-song"])[0]
    work = create_campaign(workspace, "rest", doc_ids=inside, assessors=["ada"])
    work.store.queries.add([Query("owls-song", owls.title, "owls-song")])
    opened(work, depth=3)
    grade_all(work, "ada")
    work.release()
    for layout in ("iclr2022", "beir"):
        work.export(1, tmp_path / layout, format=layout)  # type: ignore[arg-type]
        (query,) = map(json.loads, (tmp_path / layout / "queries.jsonl").read_text().splitlines())
        assert (query["title"], query["text"]) == (owls.title, owls.abstract)
        corpus = (tmp_path / layout / "corpus.jsonl").read_text().splitlines()
        assert sorted(json.loads(line)["_id"] for line in corpus) == sorted(inside)


# -- the checksum -----------------------------------------------------------------------------------------


def _with(lines: list[str], at: int, **changed: Any) -> list[dict[str, Any]]:
    """The records of a bundle's lines, with fields of one changed."""
    records = [json.loads(line) for line in lines[1:-1]]
    return [{**one, **changed} if number == at else one for number, one in enumerate(records)]


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("release_item", {"grade": 2}),
        ("release_item", {"source": "median"}),
        ("release", {"sha256": "ab" * 32}),
        ("release", {"card": {}}),
        ("release", {"card": {"corpus": 3, "guideline": None, "queries": [], "release": {}}}),
    ],
)
def test_a_bundle_whose_release_does_not_give_its_checksum_is_refused_by_its_version(
    work: CampaignWork, tmp_path: Path, kind: str, changed: dict[str, Any]
) -> None:
    work.release(ReleaseRule.MEDIAN)
    work.export_bundle(tmp_path / "good.jsonl")
    lines = (tmp_path / "good.jsonl").read_text().splitlines()
    at = [json.loads(line)["kind"] for line in lines[1:-1]].index(kind)
    write_bundle(_with(lines, at, **changed), tmp_path / "bad.jsonl")  # its own checksum is right
    with Workspace.open(tmp_path / "other") as there:
        for preview in (True, False):
            with pytest.raises(BadInput, match="Release 1 of the bundle does not have its SHA-256"):
                merge_bundle(there.library, tmp_path / "bad.jsonl", create=True, preview=preview)
        assert there.library.campaigns.all() == []
        assert merge_bundle(there.library, tmp_path / "good.jsonl", create=True).releases_new == 1


@pytest.mark.parametrize("layout", ["trec", "bundle"])
def test_a_release_that_was_changed_in_the_database_is_not_exported(
    workspace: Workspace, work: CampaignWork, tmp_path: Path, layout: Any
) -> None:
    work.release(ReleaseRule.MEDIAN)
    with workspace.library._database.write() as connection:
        triggers = sa.text(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'release_item'"
        )
        for name in connection.scalars(triggers).all():
            connection.execute(sa.text(f"DROP TRIGGER {name}"))
        first = "(SELECT min(pair_pk) FROM release_item)"
        connection.execute(sa.text(f"UPDATE release_item SET grade = 2 WHERE pair_pk = {first}"))
    with pytest.raises(BadInput, match="Release 1 of 'owls' does not have its SHA-256"):
        work.export(1, tmp_path / "out", format=layout)
    assert not (tmp_path / "out").exists()


def test_a_release_travels_through_a_machine_that_knows_a_paper_under_another_id(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    work.release(ReleaseRule.MEDIAN)
    doc_id = work.store.releases.items(1)[0].doc_id
    work.export_bundle(tmp_path / "there.jsonl")
    with Workspace.open(tmp_path / "other") as there:
        there.library.papers.add([(replace(workspace.library.papers.get([doc_id])[0], doc_id="mine"), ())])
        there.library.papers.alias([(doc_id, "mine")])
        merge_bundle(there.library, tmp_path / "there.jsonl", create=True)
        same = CampaignWork(there, "owls")
        assert "mine" in {item.doc_id for item in same.store.releases.items(1)}
        same.export(1, tmp_path / "qrels", format="trec")
        same.export_bundle(tmp_path / "back.jsonl")
    merge_bundle(workspace.library, tmp_path / "back.jsonl")


# -- one state of the library -----------------------------------------------------------------------------


def _while_it_is_made(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Does something once in the middle of the next release."""
    real = campaign_releases._bias_note

    def late(*args: Any) -> str:
        monkeypatch.setattr(campaign_releases, "_bias_note", real)
        act()
        return real(*args)

    monkeypatch.setattr(campaign_releases, "_bias_note", late)


def test_two_releases_at_once_each_say_their_own_version(
    workspace: Workspace, work: CampaignWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workspace.open(workspace.library.folder) as other:
        _while_it_is_made(monkeypatch, lambda: CampaignWork(other, "owls").release(ReleaseRule.UNANIMOUS))
        work.release(ReleaseRule.MEDIAN)
    made = work.store.releases.all()
    assert [release.version for release in made] == [1, 2]
    assert [release.card["release"]["version"] for release in made] == [1, 2]
    assert [release.rule for release in made] == [ReleaseRule.UNANIMOUS, ReleaseRule.MEDIAN]


def test_a_grade_that_is_given_while_a_release_is_made_is_in_none_of_its_numbers(
    workspace: Workspace, work: CampaignWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = work.session("ada").pair
    assert last is not None
    ratings = work.store.judgements.ratings()
    with Workspace.open(workspace.library.folder) as other:
        store = CampaignWork(other, "owls").store
        _while_it_is_made(monkeypatch, lambda: store.judgements.record(*last, assessor="ada", relevance=2))
        made = work.release(ReleaseRule.MEDIAN)
    assert len(work.store.judgements.ratings()) == 6
    assert made.n_items == 5
    assert made.card["raters"]["graded"] == {"ada": 5}
    assert made.card["agreement"]["n_ratings"] == agreement(ratings).n_ratings
    assert made.card["left_out"] == {"not judged": 1}


def test_a_snapshot_refuses_writes(workspace: Workspace) -> None:
    with transaction.snapshot(workspace.library) as then, pytest.raises(LibraryError, match="only read"):
        then.queries.add([Query("new", "new")])


def test_a_transaction_that_raises_leaves_nothing(workspace: Workspace) -> None:
    def write_two() -> None:
        with transaction.together(workspace.library) as whole:
            whole.queries.add([Query("new", "new")])
            assert whole.queries.get("new") is not None
            whole.queries.add([Query("other", "other", "nobody-knows-it")])

    with pytest.raises(BadInput, match="not in this library"):
        write_two()
    assert workspace.library.queries.get("new") is None
